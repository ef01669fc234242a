/* bench-matrix.c - how long painting a matrix of 1,024 ranks takes, whole and zoomed in
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "draw/communication/lsc-matrix-painter.h"
#include "lsc-test-links.h"

#define RANKS 1024
#define PER_HOST 8
#define WIDTH 1200
#define HEIGHT 1000
#define FRAMES 24
#define ZOOM 1.6
#define BUDGET_MS 8.0

static double
cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static int
compare (const void *a, const void *b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return (left > right) - (left < right);
}

/* Returns: ms that 95 of 100 frames do not exceed */
static double
measure (LscText *text, const LscMatrixView *view)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (image);
  double times[FRAMES];

  lsc_matrix_paint (text, cr, view); /* fonts are loaded */
  for (guint i = 0; i < FRAMES; i++)
    {
      double begin = cpu_ms ();

      lsc_matrix_paint (text, cr, view);
      times[i] = cpu_ms () - begin;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (image);
  qsort (times, FRAMES, sizeof (double), compare);
  printf ("  %6.0f ranks  p50 %6.2f ms  p95 %6.2f ms\n", lsc_matrix_view_place (view, text).n,
          times[FRAMES / 2], times[FRAMES * 95 / 100]);
  return times[FRAMES * 95 / 100];
}

/* Returns: whether the budget was kept at all zooms */
static gboolean
run (LscText *text, const char *title, gsize n_peers)
{
  LscTestLinks what = { RANKS, 1, n_peers, PER_HOST, 517, 530 };
  g_autoptr (LscTable) links = lsc_test_links_new (&what);
  g_autoptr (LscLinkMatrix) matrix = lsc_link_matrix_new (links);
  g_autoptr (LscMatrixShades) shades = lsc_matrix_shades_new (matrix, LSC_MATRIX_OF_KIND);
  LscMatrixView view = { .matrix = matrix,
                         .shades = shades,
                         .width = WIDTH,
                         .height = HEIGHT,
                         .margin = 8,
                         .text_px = 12,
                         .scale = 1,
                         .theme = lsc_theme_light () };
  double worst = 0;

  printf ("%s: %u pairs of %u ranks\n", title, matrix->cells->len, RANKS);
  for (double n = RANKS; n >= 8; n /= ZOOM)
    {
      view.n_shown = n;
      worst = MAX (worst, measure (text, &view));
    }
  printf ("  worst p95 %.2f ms, budget %.0f ms: %s\n", worst, BUDGET_MS,
          worst <= BUDGET_MS ? "PASS" : "FAIL");
  return worst <= BUDGET_MS;
}

int
main (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (LscText) text = lsc_text_new (context);
  gboolean kept = run (text, "rings", 16);

  kept = run (text, "all to all", 0) && kept;
  g_object_unref (context);
  return kept ? EXIT_SUCCESS : EXIT_FAILURE;
}
