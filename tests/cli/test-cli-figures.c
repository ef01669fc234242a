/* test-cli-figures.c - every figure of every form of a report is that of the table it comes from
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "lsc-test-cli.h"
#include "lsc-test-report.h"

/* The JSON form has all rows of the tables; that it equals the tables that commands write is looked
 * at, and each other form against it: figures of pages to their last digit, those of the workbook
 * exactly. */

/* ---- tables of pages ---- */

/** Cells as they stand on a page. */
typedef struct
{
  GPtrArray *head; /* char * */
  GPtrArray *rows; /* GPtrArray of char * */
} Grid;

static void
grid_free (gpointer data)
{
  Grid *self = data;

  g_ptr_array_unref (self->head);
  g_ptr_array_unref (self->rows);
  g_free (self);
}

static Grid *
grid_new (void)
{
  Grid *self = g_new0 (Grid, 1);

  self->head = g_ptr_array_new_with_free_func (g_free);
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  return self;
}

static const char *
get_cell (const Grid *self, guint row, guint column)
{
  return ((GPtrArray *) self->rows->pdata[row])->pdata[column];
}

/* (transfer full): text without tags, entities and grouping */
static char *
clean (const char *text, gsize length)
{
  static const char *const entities[][2] = { { "&lt;", "<" },    { "&gt;", ">" },
                                             { "&quot;", "\"" }, { "&apos;", "'" },
                                             { "&amp;", "&" },   { "\302\240", "" } };
  GString *out = g_string_new (NULL);
  gboolean in_tag = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      in_tag = in_tag || text[i] == '<';
      if (!in_tag)
        g_string_append_c (out, text[i]);
      in_tag = in_tag && text[i] != '>';
    }
  for (gsize i = 0; i < G_N_ELEMENTS (entities); i++)
    g_string_replace (out, entities[i][0], entities[i][1], 0);
  return g_string_free (out, FALSE);
}

static void
take_html_row (Grid *grid, const char *row, const char *end)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);
  gboolean is_head = FALSE;

  for (const char *at = row; at < end;)
    {
      const char *open = g_strstr_len (at, end - at, "<t"), *body, *close;

      if (open == NULL)
        break;
      body = strchr (open, '>') + 1;
      close = g_strstr_len (body, end - body, "</t");
      is_head = is_head || g_strstr_len (open, body - open, "scope=\"col\"") != NULL;
      g_ptr_array_add (cells, clean (body, (gsize) (close - body)));
      at = close + 4;
    }
  if (!is_head)
    {
      g_ptr_array_add (grid->rows, cells);
      return;
    }
  g_ptr_array_unref (grid->head);
  grid->head = cells;
}

static GPtrArray *
parse_html (const char *text)
{
  GPtrArray *grids = g_ptr_array_new_with_free_func (grid_free);

  for (const char *table = strstr (text, "<table "); table; table = strstr (table + 1, "<table "))
    {
      const char *end = strstr (table, "</tbody>"); /* sums follow */
      Grid *grid = grid_new ();

      for (const char *row = g_strstr_len (table, end - table, "<tr>"); row;
           row = g_strstr_len (row + 1, end - row - 1, "<tr>"))
        take_html_row (grid, row + 4, strstr (row, "</tr>"));
      g_ptr_array_add (grids, grid);
    }
  return grids;
}

static GPtrArray *
split_markdown (const char *line)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);
  GString *cell = g_string_new (NULL);

  for (const char *at = line + 1; *at != '\0'; at++)
    if (*at == '\\' && at[1] != '\0')
      g_string_append_c (cell, *++at);
    else if (*at == '`') /* names are code */
      continue;
    else if (*at == '|')
      {
        g_ptr_array_add (cells, clean (cell->str, cell->len));
        g_strstrip (cells->pdata[cells->len - 1]);
        g_string_truncate (cell, 0);
      }
    else
      g_string_append_c (cell, *at);
  g_string_free (cell, TRUE);
  return cells;
}

/* What closes a table is no row of it: the rows left out, and all of them. */
static gboolean
is_sum (const char *line)
{
  return g_str_has_prefix (line, "| Others (") || g_str_has_prefix (line, "| Total |");
}

/* Those of the chapters, which are folded: above them is a chart. */
static GPtrArray *
parse_markdown (const char *text)
{
  const char *chapters = strstr (text, "<details>");
  GPtrArray *grids = g_ptr_array_new_with_free_func (grid_free);
  g_auto (GStrv) lines = g_strsplit (chapters, "\n", -1);
  Grid *grid = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '|')
      grid = NULL;
    else if (grid == NULL)
      {
        grid = grid_new ();
        g_ptr_array_unref (grid->head);
        grid->head = split_markdown (lines[i]);
        g_ptr_array_add (grids, grid);
      }
    else if (!g_str_has_prefix (lines[i], "|---") && !is_sum (lines[i]))
      g_ptr_array_add (grid->rows, split_markdown (lines[i]));
  return grids;
}

/* ---- what a figure must be ---- */

static const LscTableInfo *
find_info (const char *name)
{
  guint n;
  const LscTableInfo *const *list = lsc_table_list (&n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (list[i]->name, name))
      return list[i];
  return NULL;
}

/* By what a value is divided to stand below a title. */
static double
get_scale (const LscColumn *column, const char *title)
{
  static const struct
  {
    const char *unit;
    double scale;
  } units[] = { { "(s)", 1e9 }, { "(ms)", 1e6 }, { "(\302\265s)", 1e3 }, { "(ns)", 1 } };

  if (column->unit == LSC_UNIT_SHARE)
    return 0.01;
  if (column->unit == LSC_UNIT_BYTES)
    return 1048576;
  for (gsize i = 0; column->unit == LSC_UNIT_NS && i < G_N_ELEMENTS (units); i++)
    if (g_str_has_suffix (title, units[i].unit))
      return units[i].scale;
  g_assert_cmpint (column->unit, !=, LSC_UNIT_NS);
  return 1;
}

static guint
count_decimals (const char *cell)
{
  const char *point = strchr (cell, '.');

  return point != NULL ? (guint) strspn (point + 1, "0123456789") : 0;
}

/* Within half of the last digit that is shown. */
static void
check_number (const char *cell, double exact)
{
  char *end;
  double shown = g_ascii_strtod (*cell == '<' ? cell + 1 : cell, &end);
  double half = 0.5 * pow (10, -(double) count_decimals (cell));

  if (*end != '\0' || end == cell)
    g_error ("“%s” is no number", cell);
  if (*cell == '<') /* too little for the digits that are shown, and not nothing */
    {
      g_assert_cmpfloat (fabs (exact), <, shown);
      g_assert_cmpfloat (exact, !=, 0);
      return;
    }
  if (strpbrk (cell, "123456789") == NULL && (*cell == '+' || *cell == '-'))
    g_error ("“%s” has a sign", cell);
  g_assert_cmpfloat (fabs (shown - exact), <=, half * (1 + 1e-6) + fabs (exact) * 1e-12);
}

/* Names and sentences may be cut where they are long; those of codes are looked up. */
static void
check_text (const LscColumn *column, const char *cell, const char *value)
{
  gsize n = strlen (cell);

  for (guint i = 0; column->words != NULL && i < column->n_words; i++)
    if (g_str_equal (column->words[i].key, value))
      value = column->words[i].title != NULL ? column->words[i].title : value;
  if (g_str_has_suffix (cell, "\342\200\246"))
    n -= 3;
  if (strncmp (cell, value, n) != 0)
    g_error ("“%s” is not “%s” of %s", cell, value, column->name);
  g_assert_true (n < strlen (cell) || strlen (value) == n);
}

static guint
check_cell (const LscColumn *column, const char *title, const char *cell, JsonNode *value)
{
  if (JSON_NODE_HOLDS_NULL (value))
    {
      g_assert_true (*cell == '\0' || g_str_equal (cell, "\342\200\223"));
      return 0;
    }
  if (column->unit == LSC_UNIT_FLAG)
    g_assert_cmpstr (cell, ==, json_node_get_boolean (value) ? "yes" : "no");
  else if (column->type == LSC_TYPE_TEXT)
    check_text (column, cell, json_node_get_string (value));
  else if (column->unit != LSC_UNIT_FLOPS && column->unit != LSC_UNIT_FLOPS_PER_S)
    check_number (cell, json_node_get_double (value) / get_scale (column, title));
  return 1;
}

/* The column of a table that stands below a title; columns keep their order. */
static const LscColumn *
find_column (const LscTableInfo *info, const char *title, guint *from)
{
  for (; *from < info->n_columns; (*from)++)
    {
      const LscColumn *column = &info->columns[*from];
      const char *name = column->title != NULL ? column->title : column->name;
      gsize n = strlen (name);

      if (strncmp (title, name, n) == 0 && (title[n] == '\0' || g_str_has_prefix (title + n, " (")))
        return column;
    }
  g_error ("%s has no column “%s”", info->name, title);
}

/* The name of a pin's table begins with its place, "Pin 2 CompareOp". */
static const char *
get_base_name (const char *name)
{
  if (!g_str_has_prefix (name, "Pin "))
    return name;
  name += strlen ("Pin ");
  return name + strspn (name, "0123456789 ");
}

static guint
check_grid (const Grid *grid, JsonObject *item)
{
  const LscTableInfo *info =
      find_info (get_base_name (json_object_get_string_member (item, "table")));
  JsonArray *rows = json_object_get_array_member (item, "rows");
  guint from = 0, n = 0;

  g_assert_nonnull (info);
  g_assert_cmpuint (grid->rows->len, <=, json_array_get_length (rows));
  g_assert_cmpuint (grid->head->len, >, 0);
  for (guint column = 0; column < grid->head->len; column++)
    {
      const char *title = grid->head->pdata[column];
      const LscColumn *about = find_column (info, title, &from);

      from++;
      for (guint row = 0; row < grid->rows->len; row++)
        n += check_cell (
            about, title, get_cell (grid, row, column),
            json_object_get_member (json_array_get_object_element (rows, row), about->name));
    }
  return n;
}

/* ---- the forms ---- */

static void
check_html (const char *html, JsonObject *report)
{
  g_autoptr (GPtrArray) grids = parse_html (html), tables = lsc_test_report_tables (report, FALSE);
  guint n = 0;

  g_assert_cmpuint (grids->len, ==, tables->len);
  for (guint i = 0; i < grids->len; i++)
    n += check_grid (grids->pdata[i], tables->pdata[i]);
  g_test_message ("HTML: %u figures and words of %u tables", n, grids->len);
  g_assert_cmpuint (n, >, 100);
}

/* HTML scrolls, so it may have more rows than @a. */
static gboolean
has_same_head (const Grid *a, const Grid *b)
{
  if (a->head->len != b->head->len || a->rows->len > b->rows->len)
    return FALSE;
  for (guint i = 0; i < a->head->len; i++)
    if (!g_str_equal (a->head->pdata[i], b->head->pdata[i]))
      return FALSE;
  return TRUE;
}

/* Markdown has the tables of the HTML page but those that are folded there. */
static void
check_markdown (const char *markdown, const char *html)
{
  g_autoptr (GPtrArray) grids = parse_markdown (markdown), other = parse_html (html);
  guint at = 0;

  g_assert_cmpuint (grids->len, >, 2);
  for (guint i = 0; i < grids->len; i++, at++)
    {
      const Grid *grid = grids->pdata[i];

      while (at < other->len && !has_same_head (grid, other->pdata[at]))
        at++;
      g_assert_cmpuint (at, <, other->len);
      for (guint row = 0; row < grid->rows->len; row++)
        for (guint column = 0; column < grid->head->len; column++)
          g_assert_cmpstr (get_cell (grid, row, column), ==,
                           get_cell (other->pdata[at], row, column));
    }
}

/* The column of a sheet with the title of a column of JSON, 0 = there is none; each is found once.
 */
static guint
find_sheet_column (const LscTestSheet *sheet, const char *title, guint n_columns, gboolean *is_used)
{
  for (guint i = 1; i <= n_columns; i++)
    {
      const char *head = lsc_test_sheet_cell (sheet, 1, i);
      gsize n = strlen (title);

      if (is_used[i] || head == NULL || strncmp (head, title, n) != 0 ||
          (head[n] != '\0' && !g_str_has_prefix (head + n, " (")))
        continue;
      is_used[i] = TRUE;
      return i;
    }
  return 0;
}

/* What the text of a cell of JSON is in words; %NULL where only a chart has such codes. */
static const char *
find_words (const LscTableInfo *info, const char *name, const char *text)
{
  for (guint i = 0; info != NULL && i < info->n_columns; i++)
    for (guint k = 0; g_str_equal (info->columns[i].name, name) && k < info->columns[i].n_words;
         k++)
      if (g_strcmp0 (info->columns[i].words[k].key, text) == 0)
        return info->columns[i].words[k].title != NULL ? info->columns[i].words[k].title : text;
  return info != NULL || g_str_equal (name, "name") ? text : NULL;
}

/* By what a number of JSON is divided to stand below a head; a share is a percentage by its format.
 */
static double
get_sheet_scale (const char *head, const char *unit)
{
  static const LscColumn ns = { .name = "", .unit = LSC_UNIT_NS };

  if (g_strcmp0 (unit, "ns") == 0)
    return get_scale (&ns, head);
  return g_strcmp0 (unit, "bytes") == 0 ? 1048576 : 1;
}

static void
check_sheet_cell (const char *cell, JsonNode *value, const char *words, double scale)
{
  if (JSON_NODE_HOLDS_NULL (value))
    g_assert_null (cell);
  else if (JSON_NODE_HOLDS_ARRAY (value) ||
           (words == NULL && json_node_get_value_type (value) == G_TYPE_STRING))
    g_assert_nonnull (cell);
  else if (json_node_get_value_type (value) == G_TYPE_BOOLEAN)
    g_assert_cmpstr (cell, ==, json_node_get_boolean (value) ? "yes" : "no");
  else if (json_node_get_value_type (value) == G_TYPE_STRING && g_str_has_suffix (cell, " ◀"))
    g_assert_true (g_str_has_prefix (cell, words)); /* the bar of the culprit */
  else if (json_node_get_value_type (value) == G_TYPE_STRING)
    g_assert_cmpstr (cell, ==, words);
  else
    g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cell, NULL) * scale,
                                    json_node_get_double (value),
                                    1e-12 * MAX (1, fabs (json_node_get_double (value))));
}

/* All columns and rows, in the units of the heads. Returns: how many cells there are */
static guint
check_sheet (const LscTestSheet *sheet, JsonObject *item)
{
  const char *table = get_base_name (json_object_get_string_member (item, "table"));
  const LscTableInfo *info = find_info (table);
  JsonArray *columns = json_object_get_array_member (item, "columns");
  JsonArray *rows = json_object_get_array_member (item, "rows");
  guint n_columns = json_array_get_length (columns), n_rows = json_array_get_length (rows);
  g_autofree gboolean *is_used = g_new0 (gboolean, n_columns + 1);

  g_assert_cmpuint (sheet->n_rows, ==, n_rows + 1);
  for (guint i = 0; i < n_columns; i++)
    {
      JsonObject *column = json_array_get_object_element (columns, i);
      const char *name = json_object_get_string_member (column, "name");
      const char *unit = json_object_get_null_member (column, "unit")
                             ? NULL
                             : json_object_get_string_member (column, "unit");
      guint at = find_sheet_column (sheet, json_object_get_string_member (column, "title"),
                                    n_columns, is_used);

      if (at == 0)
        g_error ("the sheet of %s has no column %s", table, name);
      for (guint row = 0; row < n_rows; row++)
        {
          JsonNode *value =
              json_object_get_member (json_array_get_object_element (rows, row), name);
          const char *text = JSON_NODE_HOLDS_VALUE (value) ? json_node_get_string (value) : NULL;

          check_sheet_cell (lsc_test_sheet_cell (sheet, row + 2, at), value,
                            find_words (info, name, text),
                            get_sheet_scale (lsc_test_sheet_cell (sheet, 1, at), unit));
        }
    }
  return n_columns * n_rows;
}

/* A sheet each, behind those of the answer and of the sentences. */
static void
check_workbook (const char *path, JsonObject *report)
{
  g_autoptr (GPtrArray) tables = lsc_test_report_tables (report, TRUE);
  guint n = 0;

  if (!lsc_test_can_unzip ())
    return;
  for (guint i = 0; i < tables->len; i++)
    {
      g_autoptr (LscTestSheet) sheet = lsc_test_sheet_read (path, i + 3);

      n += check_sheet (sheet, tables->pdata[i]);
    }
  g_test_message ("workbook: %u cells of %u sheets", n, tables->len);
}

/* The numbers of a row stand on one line, in their order; the last ones may have no room. */
static gboolean
has_line (char **lines, const Grid *grid, guint row)
{
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *at = lines[i];
      guint n = 0;

      for (guint column = 0; at != NULL && column < grid->head->len && n < 4; column++)
        {
          const char *cell = get_cell (grid, row, column);

          if (strspn (cell, "+-.0123456789") != strlen (cell) || *cell == '\0')
            continue;
          at = strstr (at, cell);
          at = at != NULL ? at + strlen (cell) : NULL;
          n++;
        }
      if (at != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
check_pdf (const char *path, const char *markdown)
{
  g_autofree char *program = g_find_program_in_path ("pdftotext");
  g_autoptr (GPtrArray) grids = parse_markdown (markdown);
  const char *words[] = { "-layout", path, "-", NULL };
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (GString) text = NULL;
  g_auto (GStrv) lines = NULL;

  if (program == NULL)
    {
      g_test_message ("without pdftotext the figures of the PDF are not looked at");
      return;
    }
  output = lsc_test_spawn (program, (char **) words);
  text = g_string_new (output->out);
  g_string_replace (text, "\302\240", "", 0);
  lines = g_strsplit (text->str, "\n", -1);
  for (guint i = 0; i < grids->len; i++)
    for (guint row = 0; row < ((Grid *) grids->pdata[i])->rows->len; row++)
      if (!has_line (lines, grids->pdata[i], row))
        g_error ("not in the PDF: %s of table %u", get_cell (grids->pdata[i], row, 0), i);
}

/* ---- reports ---- */

static void
write_form (LscTestPlace *place, const char *before, const char *after, const char *pins,
            const char *target)
{
  const char *option = pins != NULL ? "--pins" : NULL;

  if (after != NULL)
    lsc_test_cli (place, EXIT_DELIVERED, "compare", before, after, "-q", "--full", "--report",
                  target, option, pins, NULL);
  else
    lsc_test_cli (place, EXIT_DELIVERED, "report", before, "-q", "--full", "--report", target,
                  option, pins, NULL);
}

/* Writes all forms twice: the bytes are the same, and so are the figures. */
static void
check_forms (LscTestPlace *place, const char *before, const char *after, const char *pins)
{
  static const char *const endings[] = { "json", "html", "md", "xlsx", "pdf" };
  g_autofree char *texts[G_N_ELEMENTS (endings)] = { NULL };
  g_autofree char *paths[G_N_ELEMENTS (endings)] = { NULL };
  g_autoptr (JsonObject) report = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *first = g_strconcat ("a.", endings[i], NULL);
      g_autofree char *second = g_strconcat ("b.", endings[i], NULL);
      g_autofree char *other = g_build_filename (place->root, second, NULL);
      const char *const targets[] = { paths[i] = g_build_filename (place->root, first, NULL),
                                      other };

      for (gsize k = 0; k < G_N_ELEMENTS (targets); k++)
        write_form (place, before, after, pins, targets[k]);
      lsc_test_assert_same_file (targets[0], targets[1]);
      texts[i] = lsc_test_read (paths[i], NULL);
    }
  report = lsc_test_json_object (texts[0]);
  check_html (texts[1], report);
  check_markdown (texts[2], texts[1]);
  check_workbook (paths[3], report);
  check_pdf (paths[4], texts[2]);
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_free (g_steal_pointer (&texts[i]));
      g_free (g_steal_pointer (&paths[i]));
    }
}

static void
test_pair (void)
{
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *before = lsc_test_record_pipeline (place, "before", "--micro-batches=8");
  g_autofree char *after = lsc_test_record_pipeline (place, "after", "--micro-batches=6");

  check_forms (place, before, after, NULL);
  lsc_test_place_free (place);
}

static void
test_single (void)
{
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *before = lsc_test_record_pipeline (place, "before", "--micro-batches=8");

  check_forms (place, before, NULL, NULL);
  lsc_test_place_free (place);
}

/* Pinned tables, some with other rows, columns or order, are walked like those of the report. */
static void
test_pins (void)
{
  static const char pins_of_pair[] =
      "{\"view\":\"compare/CompareOp\",\"title\":\"O\",\"sort\":\"before_ns\",\"descending\":true},"
      "{\"view\":\"compare/CompareCategory\",\"title\":\"C\",\"columns\":[\"name\",\"after_ns\"],"
      "\"rows\":[[\"category=compute\"]]},"
      "{\"view\":\"compare/CompareStep\",\"title\":\"S\"},"
      "{\"view\":\"compare/chart\",\"title\":\"W\"},{\"view\":\"compare/"
      "timelines\",\"title\":\"T\"},"
      "{\"view\":\"overview/overview\",\"title\":\"R\",\"side\":\"before\"}";
  static const char pins_of_one[] =
      "{\"view\":\"overview/overview\",\"title\":\"R\"},{\"view\":\"findings/"
      "findings\",\"title\":\"F\"},"
      "{\"view\":\"pipeline/PpSummary\",\"title\":\"P\"},{\"view\":\"pipeline/"
      "PpBalance\",\"title\":\"B\"},"
      "{\"view\":\"pipeline/PpVerdict\",\"title\":\"V\"},{\"view\":\"timeline/"
      "range\",\"title\":\"N\"},"
      "{\"view\":\"pipeline/chart\",\"title\":\"Q\"},{\"view\":\"timeline/chart\",\"title\":\"L\"}";
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *before = lsc_test_record_pipeline (place, "before", "--micro-batches=8");
  g_autofree char *after = lsc_test_record_pipeline (place, "after", "--micro-batches=6");
  g_autofree char *path = g_build_filename (place->root, "pins.json", NULL);
  const char *const lists[] = { pins_of_pair, pins_of_one };

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"version\":1,\"pins\":[%s]}", lists[i]);

      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      check_forms (place, before, i == 0 ? after : NULL, path);
    }
  lsc_test_place_free (place);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-figures/pair", test_pair);
  g_test_add_func ("/cli-figures/single", test_single);
  g_test_add_func ("/cli-figures/pins", test_pins);
  return g_test_run ();
}
