/* test-golden-modes.c - every mode on every sample against the tables of the reference tool
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "lsc-test-files.h"
#include "lsc-test-golden.h"
#include "read/lsc-open.h"
#include "session/modes/lsc-modes.h"

/* Which of several ranks with the same extreme is named is an accident of a sort; so many rows of
 * a table may differ in that. */
#define MOST_TIES 1

static const char *const samples[] = {
  "ascend-4rank-pp2dp2",
  "ascend-db-level0",
  "ascend-db-level1",
  "ascend-db-level2",
  "freq-ep",
  "module-small",
  "pp-1f1b-2x4-dp2-schema12",
  "pp-1f1b-2x4-tp4-straggler",
  "pp-1f1b-4x8",
  "pp-dualpipev-4x10",
  "pp-level-none",
};

/** What the reference computes less exactly than we do (modes.md#free-analysis). */
static const struct
{
  const char *column;
  double most;
} inexact[] = {
  { "pytorchIdleTime(us)", 0.6 },
  { "cannIdleTime(us)", 0.6 },
  { "reason", 0.6 },
};

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Lists of ranks are sets: "1, 0" and "1;0" in order. */
static char *
sort_list (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, ";,", -1);

  for (guint i = 0; words[i]; i++)
    g_strstrip (words[i]);
  qsort (words, g_strv_length (words), sizeof *words, compare_texts);
  return g_strjoinv (";", words);
}

static gboolean
is_ranks (const char *column)
{
  return g_ascii_strcasecmp (column, "minRank") == 0 || g_ascii_strcasecmp (column, "maxRank") == 0;
}

static double
get_tolerance (const char *column)
{
  for (gsize i = 0; i < G_N_ELEMENTS (inexact); i++)
    if (strcmp (inexact[i].column, column) == 0)
      return inexact[i].most;
  return 0;
}

/* Texts that agree but for the last bits of a figure in them. */
static gboolean
texts_agree (const char *a, const char *b, double tolerance)
{
  while (*a && *b)
    if (g_ascii_isdigit (*a) && g_ascii_isdigit (*b))
      {
        char *end_a, *end_b;

        if (ABS (g_ascii_strtod (a, &end_a) - g_ascii_strtod (b, &end_b)) > tolerance)
          return FALSE;
        a = end_a;
        b = end_b;
      }
    else if (*a++ != *b++)
      return FALSE;
  return *a == *b;
}

/* Ids of texts, whose texts stand beside: new ones get any. */
static gboolean
is_id (const LscTestGolden *golden, guint column)
{
  static const char *const ids[] = { "opName", "groupName", "opType", NULL };

  return strcmp (golden->name, "MstxCommOp") == 0 && g_strv_contains (ids, golden->columns[column]);
}

static gboolean
cells_agree (const LscTestGolden *golden, const LscTestRow *a, const LscTestRow *b, guint column)
{
  const char *name = golden->columns[column];
  gboolean is_text =
      a->types[column] == LSC_TEST_CELL_TEXT && b->types[column] == LSC_TEST_CELL_TEXT;
  double tolerance = get_tolerance (name);

  /* The place among rows that are sorted by a figure: equal ones may stand in any order. */
  if (strcmp (name, "index") == 0 || is_id (golden, column) ||
      lsc_test_cell_equal (a, column, b, column))
    return TRUE;
  if (is_text && (is_ranks (name) || strstr (name, "anks")))
    {
      g_autofree char *x = sort_list (a->texts[column]), *y = sort_list (b->texts[column]);

      return strcmp (x, y) == 0;
    }
  if (is_text && tolerance > 0)
    return texts_agree (a->texts[column], b->texts[column], tolerance);
  return tolerance > 0 && a->types[column] != LSC_TEST_CELL_NULL &&
         b->types[column] != LSC_TEST_CELL_NULL && !is_text &&
         ABS (lsc_test_row_real (a, column) - lsc_test_row_real (b, column)) <= tolerance;
}

/* Whether the cell tells a rank that another may stand for, or what follows from that. */
static gboolean
is_of_tie (const LscTestGolden *golden, guint column)
{
  const char *name = golden->columns[column];

  return is_ranks (name) || (strcmp (golden->name, "CommunicationBottleneck") == 0 &&
                             (strcmp (name, "slowRankId") == 0 || strcmp (name, "reason") == 0));
}

/* Returns: whether the rows agree, but for ranks of extremes if @ignores_ties */
static gboolean
rows_agree (const LscTestGolden *golden, const LscTestRow *a, const LscTestRow *b,
            gboolean ignores_ties)
{
  for (guint i = 0; i < a->n_cells; i++)
    if (!cells_agree (golden, a, b, i) && !(ignores_ties && is_of_tie (golden, i)))
      return FALSE;
  return TRUE;
}

/* The sample's folder was somewhere else when the reference ran. */
static void
set_path (LscTestRow *row, guint column, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *text = g_build_filename ("<data>", name, NULL);

  lsc_test_row_set_text (row, column, text);
}

/* The column of ours that a column of the reference is: its texts of ids are told apart by a line.
 */
static guint
find_column (const LscTable *table, const LscTestGolden *golden, guint column)
{
  g_autofree char *name = g_strdup (golden->columns[column]);

  if (g_str_has_suffix (name, "_"))
    {
      name[strlen (name) - 1] = '\0';
      return (guint) lsc_table_find_column (table, name);
    }
  g_assert_cmpstr (lsc_table_get_column (table, column)->name, ==, name);
  return column;
}

/* The row of a table of ours, with the columns of the reference. */
static LscTestRow *
take_row (const LscTable *table, gsize index, const LscTestGolden *golden)
{
  guint n = g_strv_length (golden->columns);
  LscTestRow *row = lsc_test_row_new (n);

  for (guint i = 0; i < n; i++)
    {
      LscValue value = lsc_table_get (table, index, find_column (table, golden, i));

      if (value.is_null)
        continue;
      if (value.type == LSC_TYPE_TEXT && strcmp (golden->columns[i], "profilePath") == 0)
        set_path (row, i, value.text);
      else if (value.type == LSC_TYPE_TEXT)
        lsc_test_row_set_text (row, i, value.text);
      else if (value.type == LSC_TYPE_INT)
        lsc_test_row_set_int (row, i, value.integer);
      else
        lsc_test_row_set_real (row, i, value.real);
    }
  return row;
}

static guint
count_columns (const LscTestGolden *golden)
{
  guint n = 0;

  for (guint i = 0; golden->columns[i]; i++)
    n += !g_str_has_suffix (golden->columns[i], "_");
  return n;
}

/* @rank: of the rows that are compared, where their last column tells it; -1 = all */
static GPtrArray *
take_rows (const LscTable *table, const LscTestGolden *golden, gint64 rank)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_test_row_free);
  guint n = lsc_table_get_n_columns (table);

  g_assert_cmpuint (n, ==, count_columns (golden) + (rank >= 0));
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    if (rank < 0 || lsc_table_get (table, i, n - 1).integer == rank)
      g_ptr_array_add (rows, take_row (table, i, golden));
  return rows;
}

/* Takes each of @rows that has its like in @golden out of both; returns how many those were. */
static guint
match (const LscTestGolden *golden, GPtrArray *rows, gboolean ignores_ties)
{
  guint n = 0;

  for (guint i = golden->rows->len; i-- > 0;)
    for (guint k = 0; k < rows->len; k++)
      if (rows_agree (golden, golden->rows->pdata[i], rows->pdata[k], ignores_ties))
        {
          g_ptr_array_remove_index (golden->rows, i);
          g_ptr_array_remove_index (rows, k);
          n++;
          break;
        }
  return n;
}

static void
compare_table (const char *path, const LscTable *table, gint64 rank)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTestGolden) golden = lsc_test_golden_load (path, &error);
  g_autoptr (GPtrArray) rows = NULL;
  guint n, n_ties;

  g_assert_no_error (error);
  n = golden->rows->len;
  g_assert_cmpuint (n, >, 0);
  rows = take_rows (table, golden, rank);
  match (golden, rows, FALSE);
  n_ties = match (golden, rows, TRUE);
  if (golden->rows->len > 0)
    {
      g_autofree char *theirs = lsc_test_row_to_string (golden->rows->pdata[0]);
      g_autofree char *ours =
          rows->len > 0 ? lsc_test_row_to_string (rows->pdata[0]) : g_strdup ("none");

      g_error ("%s: %u of %u rows, and %u of ours, have no like: %s\nours: %s", path,
               golden->rows->len, n, rows->len, theirs, ours);
    }
  g_assert_cmpuint (rows->len, ==, 0);
  /* The calls of simulated ranks take equally long on all of them. */
  if (!g_str_has_prefix (golden->name, "MSTXAll"))
    g_assert_cmpuint (n_ties, <=, MOST_TIES);
  g_test_message ("%s: %u rows, %u ties", path, n, n_ties);
}

static const LscTable *
find_table (const LscModeResult *result, const char *name)
{
  for (guint i = 0; i < result->tables->len; i++)
    if (strcmp (lsc_table_get_name (result->tables->pdata[i]), name) == 0)
      return result->tables->pdata[i];
  return NULL;
}

/** What we have and the reference has not. */
static const struct
{
  const char *sample;
  const char *table; /* or NULL for all */
} ours[] = {
  { "freq-ep", NULL }, /* it was asked for two modes alone */
  { "ascend-4rank-pp2dp2",
    NULL }, /* its later modes want a database of tasks for whatever they read */
  { "pp-level-none", "ClusterStepTraceTime" }, /* no figures of the profiler: those of the tasks */
};

static gboolean
is_ours (const char *folder, const char *table)
{
  for (gsize i = 0; i < G_N_ELEMENTS (ours); i++)
    if (g_str_has_suffix (folder, ours[i].sample) &&
        (!ours[i].table || strcmp (ours[i].table, table) == 0))
      return TRUE;
  return FALSE;
}

/* What the reference has a table of, we have, and nothing else. */
static void
compare_mode (const char *folder, const LscMode *mode, const LscModeResult *result)
{
  for (guint i = 0; i < mode->n_tables; i++)
    {
      const LscTable *table = find_table (result, mode->tables[i].name);
      g_autofree char *name = g_strdup_printf ("%s.%s.jsonl", mode->name, mode->tables[i].name);
      g_autofree char *path = g_build_filename (folder, "golden", name, NULL);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        {
          if (table && !is_ours (folder, mode->tables[i].name))
            g_error ("%s: the reference has no such table", path);
          continue;
        }
      if (!table)
        g_error ("%s: there is no such table", path);
      compare_table (path, table, -1);
    }
}

/* The reference writes these into the folders of the ranks: into databases, or as files. */
static void
compare_ranks (const char *folder, const LscMode *mode, const LscTable *table, const char *name,
               const GPtrArray *sources)
{
  for (guint i = 0; i < sources->len; i++)
    {
      gint64 rank = ((const LscSource *) sources->pdata[i])->rank;
      g_autofree char *file = g_strdup_printf ("%s.%s%s.rank%" G_GINT64_FORMAT ".jsonl", mode->name,
                                               name, mode->is_by_rank ? ".csv" : "", rank);
      g_autofree char *path = g_build_filename (folder, "golden", file, NULL);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      if (mode->is_copy && !table) /* a copy of what is there */
        continue;
      g_assert_nonnull (table);
      compare_table (path, table, rank);
    }
}

static void
run_mode (LscSession *session, const char *folder, const LscMode *mode)
{
  const LscModeOptions options = { 0 };
  LscModeResult result;
  g_autoptr (GError) error = NULL;

  if (strcmp (mode->name, "cluster_time_compare_summary") == 0) /* reads results */
    return;
  lsc_session_run_mode (session, mode, &options, &result, NULL, &error);
  g_assert_no_error (error);
  if (strcmp (mode->name, "p2p_pairing") == 0 || mode->is_by_rank || mode->is_copy)
    for (guint i = 0; i < mode->n_tables; i++)
      compare_ranks (folder, mode, find_table (&result, mode->tables[i].name), mode->tables[i].name,
                     lsc_session_get_sources (session));
  else
    compare_mode (folder, mode, &result);
  lsc_mode_result_clear (&result);
}

static void
test_sample (gconstpointer data)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *folder = NULL;
  g_autoptr (LscProject) project = NULL;
  g_autoptr (LscSession) session = NULL;
  g_autoptr (GError) error = NULL;
  const LscMode *const *modes;
  guint n;

  if (!root)
    return;
  folder = g_build_filename (root, data, NULL);
  project = lsc_discover (folder, NULL, &error);
  g_assert_no_error (error);
  session = lsc_session_new (((LscCluster *) project->clusters->pdata[0])->sources, NULL);
  modes = lsc_mode_list (&n);
  for (guint i = 0; i < n; i++)
    run_mode (session, folder, modes[i]);
}

/* The rows of a file of ours, in the columns of the reference: texts without quotes inside. */
static GPtrArray *
take_csv (const char *text, const LscTestGolden *golden)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_test_row_free);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *titles = g_strjoinv (",", golden->columns);

  g_assert_cmpstr (lines[0], ==, titles);
  for (guint i = 1; lines[i] && *lines[i]; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], ",", -1);
      LscTestRow *row = lsc_test_row_new (g_strv_length (golden->columns));

      for (guint k = 0; cells[k]; k++)
        lsc_test_row_set_text (row, k, cells[k]);
      g_ptr_array_add (rows, row);
    }
  return rows;
}

static void
compare_document (const char *folder, const LscMode *mode, const LscModeDocument *document)
{
  gboolean is_json = g_str_has_suffix (document->file, ".json");
  g_autofree char *name =
      g_strdup_printf ("%s.%s%s", mode->name, document->file, is_json ? "" : ".jsonl");
  g_autofree char *path = g_build_filename (folder, "golden", name, NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return;
  g_test_message ("%s", path);
  if (is_json)
    {
      g_autofree char *text = NULL;
      g_autoptr (JsonNode) expected = NULL, made = json_from_string (document->text, NULL);

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      expected = json_from_string (text, NULL);
      g_assert_true (expected && made && json_node_equal (expected, made));
    }
  else
    {
      g_autoptr (LscTestGolden) golden = lsc_test_golden_load (path, NULL);
      g_autoptr (GPtrArray) rows = take_csv (document->text, golden);
      guint n = rows->len;

      g_assert_cmpuint (match (golden, rows, FALSE), ==, n);
      g_assert_cmpuint (golden->rows->len, ==, 0);
    }
}

/* Ranks exported as texts: what the reference makes of them are files. */
static void
test_texts (gconstpointer data)
{
  const LscMode *const modes[] = { lsc_mode_find ("all"), lsc_mode_find ("communication_time"),
                                   lsc_mode_find ("communication_matrix") };
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *folder = root ? g_build_filename (root, data, NULL) : NULL;
  g_autoptr (LscProject) project = folder ? lsc_discover (folder, NULL, NULL) : NULL;
  g_autoptr (LscSession) session = NULL;

  if (!project)
    return;
  session = lsc_session_new (((LscCluster *) project->clusters->pdata[0])->sources, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      const LscModeOptions options = { 0 };
      LscModeResult result;

      g_assert_true (lsc_session_run_mode (session, modes[i], &options, &result, NULL, NULL));
      g_assert_cmpuint (result.documents->len, >, 0);
      for (guint k = 0; k < result.documents->len; k++)
        compare_document (folder, modes[i], result.documents->pdata[k]);
      lsc_mode_result_clear (&result);
    }
}

int
main (int argc, char **argv)
{
  static const char *const texts[] = { "ascend-text-level0", "ascend-text-level1",
                                       "ascend-text-level2" };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_strconcat ("/golden-modes/", samples[i], NULL);

      g_test_add_data_func (path, samples[i], test_sample);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = g_strconcat ("/golden-modes/", texts[i], NULL);

      g_test_add_data_func (path, texts[i], test_texts);
    }
  return g_test_run ();
}
