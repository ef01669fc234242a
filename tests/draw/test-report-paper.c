/* test-report-paper.c - where things stand on the pages of a report
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-picture-fonts.h"
#include "export/report/lsc-report-grid.h"
#include "export/report/lsc-report-sentences.h"
#include "export/report/lsc-report-pages.h"
#include "export/report/lsc-report-paper.h"

#define SCALE 4       /* px per pt */
#define SPARE_BELOW 7 /* rows, above which a page has room for a few others */

typedef struct
{
  gint64 sum;
} Row;

static const LscColumn columns[] = {
  LSC_COLUMN (Row, sum, "sum", "Sum 1", LSC_UNIT_COUNT, "test", "Ends in 1."),
};

static const LscTableInfo info = LSC_TABLE_INFO ("sums", Row, columns);

static cairo_surface_t *
paint_table (LscTable *table)
{
  LscReportItem item = { .type = LSC_REPORT_TABLE, .title = (char *) " ", .table = table };
  LscPaper paper = { .x = LSC_PAPER_MARGIN,
                     .room = LSC_PAPER_ROOM,
                     .y = LSC_PAPER_MARGIN,
                     .bottom = LSC_PAPER_BOTTOM,
                     .n_pages = 1,
                     .theme = lsc_theme_light () };

  paper.surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) LSC_PAPER_WIDTH * SCALE,
                                              (int) LSC_PAPER_HEIGHT * SCALE);
  paper.cr = cairo_create (paper.surface);
  cairo_scale (paper.cr, SCALE, SCALE);
  cairo_set_source_rgb (paper.cr, 1, 1, 1);
  cairo_paint (paper.cr);
  paper.context = lsc_picture_fonts_new ();
  paper.text = lsc_text_new (paper.context);
  lsc_paper_write_table (&paper, &item);
  cairo_destroy (paper.cr);
  lsc_text_free (paper.text);
  g_object_unref (paper.context);
  cairo_surface_flush (paper.surface);
  return paper.surface;
}

/* The right end of the ink of a line of pixels, px; -1 without any. Rules are lighter than texts.
 */
static int
find_right_end (cairo_surface_t *image, int y)
{
  const guint32 *line = (const guint32 *) (gpointer) (cairo_image_surface_get_data (image) +
                                                      y * cairo_image_surface_get_stride (image));

  for (int x = cairo_image_surface_get_width (image) - 1; x >= 0; x--)
    if ((line[x] & 0xFF) < 0x50)
      return x;
  return -1;
}

/* Collects the right ends of the lines of text, from top to bottom. */
static GArray *
list_right_ends (cairo_surface_t *image)
{
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (int));
  int most = -1;

  for (int y = 0; y < cairo_image_surface_get_height (image); y++)
    {
      int end = find_right_end (image, y);

      if (end < 0 && most >= 0)
        g_array_append_val (ends, most);
      most = end < 0 ? -1 : MAX (most, end);
    }
  return ends;
}

/* A title of figures ends where they end. */
static void
test_number_title (void)
{
  g_autoptr (LscTable) table = lsc_table_new_for (&info);
  g_autoptr (GArray) ends = NULL;
  cairo_surface_t *image;

  lsc_table_add (table, &(Row){ 1 });
  lsc_table_add (table, &(Row){ 1000000000000001 });
  image = paint_table (table);
  ends = list_right_ends (image);
  g_assert_cmpuint (ends->len, ==, 3);
  for (guint i = 0; i < ends->len; i++)
    g_assert_cmpint (ABS (g_array_index (ends, int, i) - g_array_index (ends, int, 1)), <=, SCALE);
  cairo_surface_destroy (image);
}

/* Rows that have no room are left out, and a table without room for three is not begun. */
static void
test_fit (void)
{
  g_autoptr (LscTable) table = lsc_table_new_for (&info);
  LscReportItem item = { .type = LSC_REPORT_TABLE, .title = (char *) " ", .table = table };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  LscPaper paper = { .x = LSC_PAPER_MARGIN,
                     .room = LSC_PAPER_ROOM,
                     .bottom = LSC_PAPER_BOTTOM,
                     .is_short = TRUE,
                     .n_pages = 1,
                     .theme = lsc_theme_light () };

  paper.surface = surface;
  paper.cr = cairo_create (surface);
  paper.context = lsc_picture_fonts_new ();
  paper.text = lsc_text_new (paper.context);
  for (gint64 i = 0; i < 100; i++)
    lsc_table_add (table, &(Row){ i });
  paper.y = LSC_PAPER_BOTTOM - 200;
  g_assert_true (lsc_paper_fit_item (&paper, &item));
  g_assert_cmpfloat (paper.y, <=, LSC_PAPER_BOTTOM);
  g_assert_cmpfloat (paper.y, >, LSC_PAPER_BOTTOM - 40); /* as many as have room */
  paper.y = LSC_PAPER_BOTTOM - 60;
  g_assert_false (lsc_paper_fit_item (&paper, &item));
  g_assert_cmpfloat (paper.y, ==, LSC_PAPER_BOTTOM - 60);
  g_assert_cmpuint (paper.n_pages, ==, 1);
  cairo_destroy (paper.cr);
  cairo_surface_destroy (surface);
  lsc_text_free (paper.text);
  g_object_unref (paper.context);
}

/* The first clauses that have so many words; a figure and its unit are one. */
static void
test_shorten (void)
{
  static const struct
  {
    const char *text;
    guint most;
    const char *shortened;
  } cases[] = {
    { "Rank 5 waits for 13.2 ms.", 5, "Rank 5 waits for 13.2 ms" },
    { "Rank 5 waits, as rank 4 is slow. It costs 3 ms.", 3, "Rank 5 waits" },
    { "Slow device on ranks 4, 5: the same kernels take longer, which others wait for", 6,
      "Slow device on ranks 4, 5" },
    { "Rank 5 (stage 1) computes 34.7 % longer than others of its stage", 10,
      "Rank 5 computes 34.7 % longer than others of its stage" },
    { "Most calls of aten::mm take longer than those of aten::add and of aten::mul", 4,
      "Most calls of aten::mm take longer than those of aten::add and of aten::mul" },
    { "rank 4、5 的设备慢：相同的 kernel 耗时更长，其他 rank 在等待", 6, "rank 4、5 的设备慢" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean is_whole;
      g_autofree char *text = lsc_report_shorten (cases[i].text, cases[i].most, &is_whole);

      g_assert_cmpstr (text, ==, cases[i].shortened);
      g_assert_cmpint (is_whole, ==, i == 0 || i == 3 || i == 4);
    }
}

typedef struct
{
  gint64 rank;
  gint64 steps;
  double share;
} Part;

static const LscColumn part_columns[] = {
  LSC_COLUMN (Part, rank, "rank", "Rank", LSC_UNIT_COUNT, "test", "Which."),
  LSC_COLUMN (Part, steps, "steps", "Steps", LSC_UNIT_COUNT, "test", "The same in all rows."),
  LSC_COLUMN (Part, share, "share", "Share", LSC_UNIT_SHARE, "test", "Of the step."),
};

static const LscTableInfo part_info = LSC_TABLE_INFO ("parts", Part, part_columns);
static const LscTableInfo module_info = LSC_TABLE_INFO ("StepModule", Part, part_columns);

/* How many rows are left is noted, and a number that all rows share takes no column. */
static void
test_grid (void)
{
  g_autoptr (LscTable) table = lsc_table_new_for (&part_info);
  LscReportItem item = {
    .type = LSC_REPORT_TABLE, .title = (char *) " ", .table = table, .most_rows = 2
  };

  for (gint64 i = 0; i < 5; i++)
    lsc_table_add (table, &(Part){ i, 4, i < 2 ? 0.3 : 0.1 });
  {
    g_autoptr (LscReportGrid) grid = lsc_report_grid_new (&item);

    g_assert_cmpuint (grid->columns->len, ==, 3);
    g_assert_cmpuint (grid->notes->len, ==, 1);
    g_assert_cmpuint (grid->n_rows, ==, 2);
    g_assert_true (g_str_has_prefix (grid->notes->pdata[0], "… and 3 more rows: "));
  }
  item.says_once = TRUE;
  {
    g_autoptr (LscReportGrid) grid = lsc_report_grid_new (&item);

    g_assert_cmpuint (grid->columns->len, ==, 2);
    g_assert_cmpuint (grid->notes->len, ==, 2);
    g_assert_cmpstr (grid->notes->pdata[0], ==, "Steps, of all rows: 4.");
  }
}

/* A table whose rows are parts of a whole ends with what is left out of it, and the whole; of a
 * part that is not known there is no sum. */
static void
test_closing (void)
{
  g_autoptr (LscTable) table = lsc_table_new_for (&module_info);
  LscReportItem item = {
    .type = LSC_REPORT_TABLE, .title = (char *) " ", .table = table, .most_rows = 2
  };

  for (gint64 i = 0; i < 5; i++)
    lsc_table_add (table, &(Part){ i, 4, i < 2 ? 0.3 : 0.125 });
  {
    g_autoptr (LscReportGrid) grid = lsc_report_grid_new (&item);

    g_assert_cmpuint (grid->n_body, ==, 2);
    g_assert_cmpuint (grid->n_rows, ==, 4);
    g_assert_cmpuint (grid->notes->len, ==, 0);
    g_assert_cmpstr (lsc_report_grid_show (grid, 2, 0), ==, "Others (3)");
    g_assert_cmpstr (lsc_report_grid_show (grid, 2, 1), ==, ""); /* does not add up */
    g_assert_cmpstr (lsc_report_grid_show (grid, 2, 2), ==, "37.50");
    g_assert_cmpstr (lsc_report_grid_show (grid, 3, 0), ==, "Total");
    g_assert_cmpstr (lsc_report_grid_show (grid, 3, 2), ==, "97.50");
  }
  lsc_table_add (table, &(Part){ 5, 4, LSC_REAL_NULL });
  {
    g_autoptr (LscReportGrid) grid = lsc_report_grid_new (&item);

    g_assert_cmpstr (lsc_report_grid_show (grid, 2, 2), ==, "–");
  }
}

typedef struct
{
  const char *name;
  gint64 before_ns;
  gint64 delta_ns;
  double change;
} Change;

static const LscColumn change_columns[] = {
  LSC_COLUMN (Change, name, "name", "Name", LSC_UNIT_NONE, "test", "Which."),
  LSC_COLUMN (Change, before_ns, "before_ns", "Before", LSC_UNIT_NS, "test", "Before."),
  LSC_COLUMN (Change, delta_ns, "delta_ns", "Difference", LSC_UNIT_NS, "test", "After - before."),
  LSC_COLUMN (Change, change, "change", "Relative", LSC_UNIT_SHARE, "test", "By before."),
};

static const LscTableInfo change_info = LSC_TABLE_INFO ("CompareModule", Change, change_columns);

/* The relative difference of several rows is that of their sums; what is new counts as nothing
 * before. */
static void
test_quotient (void)
{
  g_autoptr (LscTable) table = lsc_table_new_for (&change_info);
  LscReportItem item = { .type = LSC_REPORT_TABLE, .title = (char *) " ", .table = table };
  g_autoptr (LscReportGrid) grid = NULL;

  lsc_table_add (table, &(Change){ "a", 3000000, -1500000, -0.5 });
  lsc_table_add (table, &(Change){ "b", 1000000, 250000, 0.25 });
  lsc_table_add (table, &(Change){ "c", LSC_INT_NULL, 250000, LSC_REAL_NULL });
  grid = lsc_report_grid_new (&item);
  g_assert_cmpuint (grid->n_rows, ==, 4);
  g_assert_cmpstr (lsc_report_grid_show (grid, 3, 1), ==, "4.000");
  g_assert_cmpstr (lsc_report_grid_show (grid, 3, 2), ==, "-1.000");
  g_assert_cmpstr (lsc_report_grid_show (grid, 3, 3), ==, "-25.00");
}

typedef struct
{
  const char *group;
  gint64 ops;
  gint64 length_ns;
} Group;

static const LscColumn group_columns[] = {
  LSC_COLUMN (Group, group, "group", "Group", LSC_UNIT_NONE, "test", "Which."),
  LSC_COLUMN (Group, ops, "ops", "Operators", LSC_UNIT_COUNT, "test", "How many."),
  LSC_COLUMN (Group, length_ns, "length_ns", "Time", LSC_UNIT_NS, "test", "Mean of its ranks."),
};

static const LscTableInfo group_info =
    LSC_TABLE_INFO ("communication_groups", Group, group_columns);

/* Means of the ranks of different groups have no sum: it would be longer than a step. */
static void
test_groups (void)
{
  g_autoptr (LscTable) table = lsc_table_new_for (&group_info);
  LscReportItem item = { .type = LSC_REPORT_TABLE, .title = (char *) " ", .table = table };
  g_autoptr (LscReportGrid) grid = NULL;

  lsc_table_add (table, &(Group){ "pp [0, 2]", 10, 60000000 });
  lsc_table_add (table, &(Group){ "pp [1, 3]", 12, 61000000 });
  grid = lsc_report_grid_new (&item);
  g_assert_cmpuint (grid->n_rows, ==, 3);
  g_assert_cmpstr (lsc_report_grid_show (grid, 2, 1), ==, "22");
  g_assert_cmpstr (lsc_report_grid_show (grid, 2, 2), ==, "");
}

/* ---- pages ---- */

static LscReportSection *
add_rows (LscReport *report, const char *id, gsize n_rows, gsize paper_rows)
{
  LscReportSection *section = lsc_report_add_section (report, id, id);
  LscTable *table = lsc_table_new_for (&part_info);

  for (gsize i = 0; i < n_rows; i++)
    lsc_table_add (table, &(Part){ (gint64) i, 4 + (gint64) i, 0.01 });
  lsc_report_take_table (section, "Rows", table, NULL)->paper_rows = paper_rows;
  return section;
}

static const LscReportSheet *
find_sheet (const LscReport *report, const GArray *sheets, const char *id)
{
  for (guint i = 0; i < sheets->len; i++)
    {
      const LscReportSheet *sheet = &g_array_index (sheets, LscReportSheet, i);

      if (!sheet->is_dropped && g_str_equal (lsc_report_get (report, sheet->first)->id, id))
        return sheet;
    }
  return NULL;
}

/* What is left of a page is filled: with a chapter that is left out otherwise, then with rows. */
static void
test_fill (void)
{
  LscReport *report = lsc_report_new ();
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GArray) sheets = NULL;
  const LscReportSheet *first, *spare, *last;
  LscPaper paper;

  report->title = g_strdup ("Title");
  report->headline = g_strdup ("Headline");
  add_rows (report, "first", 100, 5);
  add_rows (report, "spare", 6, 0)->is_extra = TRUE;
  add_rows (report, "last", 20, 0)->is_kept = TRUE;
  lsc_paper_init (&paper, report, bytes);
  paper.is_short = TRUE;
  sheets = lsc_report_plan_sheets (&paper, report);
  first = find_sheet (report, sheets, "first");
  spare = find_sheet (report, sheets, "spare");
  last = find_sheet (report, sheets, "last");
  g_assert_true (first && spare && last);
  g_assert_cmpuint (spare->page, ==, first->page);
  g_assert_cmpuint (last->page, >, first->page);
  g_assert_cmpuint (first->more_rows, >, 0);
  g_assert_cmpfloat (first->height + spare->height, >, 0.7 * (LSC_PAPER_BOTTOM - LSC_PAPER_TOP));
  lsc_paper_finish (&paper);
  lsc_report_free (report);
}

static void
add_long_half (LscReportSection *section, LscReportSide side)
{
  LscTable *table = lsc_table_new_for (&change_info);
  LscReportItem *item;

  for (gint64 i = 0; i < 9; i++)
    lsc_table_add (table,
                   &(Change){ "pp [5, 13, 21, 29, 37, 45, 53, 61] with a name that takes two "
                              "lines of half a page",
                              3000000 - i, -1500000, -0.5 });
  item = lsc_report_take_table (section, "Rows", table, NULL);
  item->paper_rows = 5;
  item->side = side;
}

/* Two tables of high rows that share the width of what is left of a page have no room for three of
 * them; below each other one has. */
static void
test_spare (void)
{
  LscReport *report = lsc_report_new ();
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GArray) sheets = NULL;
  LscReportSection *section;
  const LscReportSheet *spare, *last;
  LscPaper paper;

  report->title = g_strdup ("Title");
  report->headline = g_strdup ("Headline");
  section = lsc_report_add_section (report, "spare", "spare");
  section->is_extra = TRUE;
  add_long_half (section, LSC_REPORT_LEFT);
  add_long_half (section, LSC_REPORT_RIGHT);
  add_rows (report, "last", SPARE_BELOW, 0)->is_kept = TRUE;
  lsc_paper_init (&paper, report, bytes);
  paper.is_short = TRUE;
  sheets = lsc_report_plan_sheets (&paper, report);
  spare = find_sheet (report, sheets, "spare");
  last = find_sheet (report, sheets, "last");
  g_assert_true (spare && last && spare->page == last->page);
  g_assert_true (spare->is_wide);
  lsc_paper_finish (&paper);
  lsc_report_free (report);
}

/* More rows of a table take no room from what stands below it. */
static void
test_grow (void)
{
  LscReport *report = lsc_report_new ();
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GArray) sheets = NULL;
  const LscReportSheet *first;
  LscPaper paper;

  report->title = g_strdup ("Title");
  report->headline = g_strdup ("Headline");
  add_rows (report, "first", 100, 5);
  add_rows (report, "second", 5, 0)->is_joined = TRUE;
  add_rows (report, "last", 20, 0)->is_kept = TRUE;
  lsc_paper_init (&paper, report, bytes);
  paper.is_short = TRUE;
  sheets = lsc_report_plan_sheets (&paper, report);
  first = find_sheet (report, sheets, "first");
  g_assert_true (first && first->n == 2);
  g_assert_cmpuint (first->more_rows, >, 0);
  g_assert_cmpuint (first->n_lost, ==, 0);
  lsc_paper_finish (&paper);
  lsc_report_free (report);
}

/* Eight columns of figures, which half a page has no room for. */
typedef struct
{
  double figures[8];
} Wide;

#define WIDE(i)                                                                                    \
  LSC_COLUMN (Wide, figures[i], "figure" #i, "Figure of Something " #i, LSC_UNIT_RATE, "test", "A.")

static const LscColumn wide_columns[] = {
  WIDE (0), WIDE (1), WIDE (2), WIDE (3), WIDE (4), WIDE (5), WIDE (6), WIDE (7),
};

static const LscTableInfo wide_info = LSC_TABLE_INFO ("wide", Wide, wide_columns);

static void
add_half (LscReportSection *section, LscReportSide side, guint n_rows)
{
  LscTable *table = lsc_table_new_for (&wide_info);
  LscReportItem *item;

  for (guint i = 0; i < n_rows; i++)
    lsc_table_add (table, &(Wide){ { i + 123456.0, i + 123456.0, i + 123456.0, i + 123456.0,
                                     i + 123456.0, i + 123456.0, i + 123456.0, i + 123456.0 } });
  item = lsc_report_take_table (section, "Rows", table, NULL);
  item->side = side;
}

/* Tables beside each other that lose columns stand below each other, where the page has room. */
static void
test_widen (void)
{
  static const guint n_rows[] = { 4, 12 };

  for (guint i = 0; i < G_N_ELEMENTS (n_rows); i++)
    {
      LscReport *report = lsc_report_new ();
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (GArray) sheets = NULL;
      LscReportSection *section;
      const LscReportSheet *first;
      LscPaper paper;

      report->title = g_strdup ("Title");
      report->headline = g_strdup ("Headline");
      section = lsc_report_add_section (report, "first", "first");
      add_half (section, LSC_REPORT_LEFT, n_rows[i]);
      add_half (section, LSC_REPORT_RIGHT, n_rows[i]);
      add_rows (report, "last", 20, 0)->is_kept = TRUE;
      lsc_paper_init (&paper, report, bytes);
      paper.is_short = TRUE;
      sheets = lsc_report_plan_sheets (&paper, report);
      first = find_sheet (report, sheets, "first");
      g_assert_nonnull (first);
      g_assert_cmpint (first->is_wide, ==, i == 0);
      g_assert_cmpint (first->n_narrow == 0, ==, i == 0);
      g_assert_cmpuint (first->n_lost, ==, 0);
      lsc_paper_finish (&paper);
      lsc_report_free (report);
    }
}

/* A sentence that the first page has does not stand again in a chapter, nor what follows it alone.
 */
static void
test_said (void)
{
  LscReport *report = lsc_report_new ();
  LscReportSection *section = lsc_report_add_section (report, "chapter", "Chapter");

  lsc_report_take_fact (report, "next", "Next",
                        g_strdup ("Check the device: temperature, power limit."));
  lsc_report_take_words (report, section, g_strdup ("Rank 5 arrives last in most waits."),
                         g_strdup ("Of all waiting, 30 % is for it. Check the device: temperature, "
                                   "power limit. This is likely."));
  g_assert_cmpuint (section->items->len, ==, 2);
  g_assert_cmpstr (lsc_report_section_get (section, 1)->text, ==,
                   "Of all waiting, 30 % is for it.");
  lsc_report_free (report);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report-paper/number-title", test_number_title);
  g_test_add_func ("/report-paper/fit", test_fit);
  g_test_add_func ("/report-paper/grid", test_grid);
  g_test_add_func ("/report-paper/closing", test_closing);
  g_test_add_func ("/report-paper/quotient", test_quotient);
  g_test_add_func ("/report-paper/fill", test_fill);
  g_test_add_func ("/report-paper/spare", test_spare);
  g_test_add_func ("/report-paper/grow", test_grow);
  g_test_add_func ("/report-paper/groups", test_groups);
  g_test_add_func ("/report-paper/widen", test_widen);
  g_test_add_func ("/report-paper/said", test_said);
  g_test_add_func ("/report-paper/shorten", test_shorten);
  return g_test_run ();
}
