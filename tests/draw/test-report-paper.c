/* test-report-paper.c - where things stand on the pages of a report
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-picture-fonts.h"
#include "export/report/lsc-report-grid.h"
#include "export/report/lsc-report-lead.h"
#include "export/report/lsc-report-paper.h"

#define SCALE 4 /* px per pt */

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

/* What is left out of a table whose rows add up is said as a share, where all shares are known, and
 * a number that all rows share takes no column. */
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
    g_assert_null (strstr (grid->notes->pdata[0], "of the step"));
  }
  item.adds_up = item.says_once = TRUE;
  {
    g_autoptr (LscReportGrid) grid = lsc_report_grid_new (&item);

    g_assert_cmpuint (grid->columns->len, ==, 2);
    g_assert_cmpuint (grid->notes->len, ==, 2);
    g_assert_cmpstr (grid->notes->pdata[0], ==, "Steps, of all rows: 4.");
    g_assert_true (g_str_has_prefix (grid->notes->pdata[1], "… and 3 more rows, 30.0 % of the"));
  }
  lsc_table_add (table, &(Part){ 5, 4, LSC_REAL_NULL });
  {
    g_autoptr (LscReportGrid) grid = lsc_report_grid_new (&item);

    g_assert_null (strstr (grid->notes->pdata[1], "of the step"));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report-paper/number-title", test_number_title);
  g_test_add_func ("/report-paper/fit", test_fit);
  g_test_add_func ("/report-paper/grid", test_grid);
  g_test_add_func ("/report-paper/shorten", test_shorten);
  return g_test_run ();
}
