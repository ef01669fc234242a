/* test-report-paper.c - where things stand on the pages of a report
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-picture-fonts.h"
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report-paper/number-title", test_number_title);
  return g_test_run ();
}
