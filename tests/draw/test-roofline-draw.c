/* test-roofline-draw.c - kernels below the roof: places, pixels, names
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "draw/operators/lsc-roofline-view.h"

#define WIDTH 900
#define HEIGHT 500

typedef struct
{
  LscRooflineView view;
  PangoContext *context;
  LscText *text;
  cairo_surface_t *surface;
  cairo_t *cr;
} Picture;

/* Two marks apart, one without bytes, and a crowd in one place. */
static const LscRooflineMark marks[] = {
  { "MatMul", 1000, 200e12, 9000000, LSC_BOUND_COMPUTE },
  { "Thin", 2, 1e12, 1000000, LSC_BOUND_MEMORY },
  { "Without bytes", LSC_REAL_NULL, 1e12, 1000000, LSC_BOUND_UNKNOWN },
  { "Crowd one", 30, 20e12, 500000, LSC_BOUND_MEMORY },
  { "Crowd two", 31, 20.5e12, 500000, LSC_BOUND_MEMORY },
  { "Crowd three", 32, 21e12, 500000, LSC_BOUND_MEMORY },
  { "Crowd four", 33, 21.5e12, 500000, LSC_BOUND_MEMORY },
};

static void
picture_init (Picture *self, LscTheme theme)
{
  *self = (Picture){ .view = { .marks = marks,
                               .n_marks = G_N_ELEMENTS (marks),
                               .roof = { 300e12, 1e12 },
                               .width = WIDTH,
                               .height = HEIGHT,
                               .margin = 8,
                               .text_px = 12,
                               .theme = theme,
                               .selected = LSC_ROOFLINE_NONE,
                               .hovered = LSC_ROOFLINE_NONE } };
  self->context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  self->text = lsc_text_new (self->context);
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  self->cr = cairo_create (self->surface);
  lsc_color_set (self->cr, &theme.background);
  cairo_paint (self->cr);
}

static void
picture_clear (Picture *self)
{
  cairo_destroy (self->cr);
  cairo_surface_destroy (self->surface);
  lsc_text_free (self->text);
  g_object_unref (self->context);
}

static guint32
get_pixel (Picture *self, double x, double y)
{
  const guchar *data;

  cairo_surface_flush (self->surface);
  data = cairo_image_surface_get_data (self->surface);
  return *(const guint32 *) (gconstpointer) (data +
                                             (int) y *
                                                 cairo_image_surface_get_stride (self->surface) +
                                             4 * (int) x) &
         0xFFFFFF;
}

/* Scales are logarithmic, and hold all marks and the ridge. */
static void
test_places (void)
{
  Picture picture;
  LscRooflinePlaces places;

  picture_init (&picture, lsc_theme_light ());
  places = lsc_roofline_view_place (&picture.view, picture.text);
  g_assert_cmpint (places.low_x, ==, 0);
  g_assert_cmpint (places.high_x, ==, 4);
  g_assert_cmpint (places.low_y, ==, 11);
  g_assert_cmpint (places.high_y, ==, 15);
  g_assert_cmpfloat_with_epsilon (lsc_roofline_places_get_x (&places, 1), places.x, 1e-6);
  g_assert_cmpfloat_with_epsilon (lsc_roofline_places_get_x (&places, 10),
                                  places.x + places.width / 4, 1e-6);
  g_assert_cmpfloat_with_epsilon (lsc_roofline_places_get_y (&places, 1e15), places.y, 1e-6);
  g_assert_cmpuint (lsc_roofline_view_find (&picture.view, &places,
                                            lsc_roofline_places_get_x (&places, 1000),
                                            lsc_roofline_places_get_y (&places, 200e12)),
                    ==, 0);
  g_assert_cmpuint (lsc_roofline_view_find (&picture.view, &places, 0, 0), ==, LSC_ROOFLINE_NONE);
  /* three times the size is nine times the time */
  g_assert_cmpfloat_with_epsilon (lsc_roofline_places_get_radius (&places, 9000000),
                                  3 * lsc_roofline_places_get_radius (&places, 1000000), 1e-6);
  picture_clear (&picture);
}

static void
check_pixels (LscTheme theme)
{
  Picture picture;
  LscRooflinePlaces places;
  double x;
  guint32 compute, memory, back = lsc_color_to_rgb (&theme.background);

  picture_init (&picture, theme);
  places = lsc_roofline_view_place (&picture.view, picture.text);
  lsc_roofline_paint (picture.text, picture.cr, &picture.view);
  compute = get_pixel (&picture, lsc_roofline_places_get_x (&places, 1000) - 2,
                       lsc_roofline_places_get_y (&places, 200e12));
  memory = get_pixel (&picture, lsc_roofline_places_get_x (&places, 2),
                      lsc_roofline_places_get_y (&places, 1e12) - 2);
  g_assert_cmphex (compute, !=, back);
  g_assert_cmphex (memory, !=, back);
  g_assert_cmphex (compute, !=, memory);
  /* the roof: 30 TFLOP/s at 30 FLOP/byte, 300 beyond the ridge */
  x = lsc_roofline_places_get_x (&places, 600);
  g_assert_cmphex (get_pixel (&picture, x, lsc_roofline_places_get_y (&places, 300e12)), ==,
                   lsc_color_to_rgb (&theme.foreground));
  g_assert_cmphex (get_pixel (&picture, x, lsc_roofline_places_get_y (&places, 500e12)), ==, back);
  picture_clear (&picture);
}

static void
test_pixels (void)
{
  check_pixels (lsc_theme_light ());
  check_pixels (lsc_theme_dark ());
}

static void
take_text (gpointer data, cairo_t *cr, const LscTextDrawn *drawn)
{
  g_array_append_vals (
      data,
      (double[]){ drawn->x, drawn->baseline - drawn->size * 0.7, drawn->width, drawn->size * 0.9 },
      4);
}

/* No text lies over another one, however close the marks are. */
static void
test_names (void)
{
  Picture picture;
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (double));
  guint n;

  picture_init (&picture, lsc_theme_light ());
  lsc_text_redirect (picture.context, take_text, boxes);
  lsc_text_free (picture.text);
  picture.text = lsc_text_new (picture.context);
  lsc_roofline_paint (picture.text, picture.cr, &picture.view);
  n = boxes->len / 4;
  g_assert_cmpuint (n, >, 12);
  for (guint i = 0; i < n; i++)
    for (guint k = i + 1; k < n; k++)
      {
        const double *a = &g_array_index (boxes, double, 4 * i);
        const double *b = &g_array_index (boxes, double, 4 * k);

        g_assert_false (a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] &&
                        b[1] < a[1] + a[3]);
      }
  picture_clear (&picture);
}

/* Nothing to show, or a roof that is not known. */
static void
test_unknown (void)
{
  Picture picture;

  picture_init (&picture, lsc_theme_light ());
  picture.view.roof = (LscRoof){ 0 };
  lsc_roofline_paint (picture.text, picture.cr, &picture.view);
  picture.view.roof = (LscRoof){ 300e12, 0 };
  lsc_roofline_paint (picture.text, picture.cr, &picture.view);
  picture.view.marks = &marks[2];
  picture.view.n_marks = 1;
  g_assert_true (lsc_roofline_view_is_empty (&picture.view));
  lsc_roofline_paint (picture.text, picture.cr, &picture.view);
  picture_clear (&picture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/roofline-draw/places", test_places);
  g_test_add_func ("/roofline-draw/pixels", test_pixels);
  g_test_add_func ("/roofline-draw/names", test_names);
  g_test_add_func ("/roofline-draw/unknown", test_unknown);
  return g_test_run ();
}
