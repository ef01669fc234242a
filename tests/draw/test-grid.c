/* test-grid.c - ranks in their layout: places, groups, figures, files, and how long painting takes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/lsc-error.h"
#include "draw/overview/lsc-rank-scale.h"
#include "draw/grid/lsc-grid-painter.h"
#include "export/lsc-export-picture.h"

#define MS G_GINT64_CONSTANT (1000000)

/* ---- overviews by rule ---- */

typedef struct
{
  LscOverview overview;
  LscRankRows *rows;
  LscRankGrid *grid;
} Job;

/* @sizes: tp, cp, pp, dp, ep; all 0 = nobody recorded any. Rank 6 is slow and computes more. */
static void
add_rank (Job *job, gint64 rank, const gint64 *sizes)
{
  LscOverviewRank about = { .rank = rank };
  LscRankRow *row = lsc_rank_rows_add (job->rows, job->overview.ranks->len, rank);

  if (sizes[LSC_DIM_TP] == 0 || !lsc_order_place (LSC_ORDER_MEGATRON, sizes, rank, &about.place))
    for (LscDim dim = 0; dim < LSC_DIM_N; dim++)
      about.place.at[dim] = -1;
  g_array_append_val (job->overview.ranks, about);
  row->label = g_strdup_printf ("Rank %d", (int) rank);
  row->is_slow = rank == 6;
  row->has_ns = rank != 5;
  row->length_ns = rank != 5 ? 10 * MS : LSC_INT_NULL;
  row->waited_ns = row->caused_ns = LSC_INT_NULL;
  row->ns[LSC_BUDGET_COMPUTE] = rank == 6 ? 6 * MS : 4 * MS + rank * 1000;
  row->ns[LSC_BUDGET_TRANSFER] = 1 * MS;
  row->ns[LSC_BUDGET_WAIT] = rank == 6 ? 0 : 2 * MS;
  row->ns[LSC_BUDGET_BUBBLE] = 2 * MS;
  row->ns[LSC_BUDGET_FREE_HOST] = 1 * MS;
}

static Job *
make_job (const gint64 *ranks, gsize n, const gint64 *sizes)
{
  Job *job = g_new0 (Job, 1);

  job->overview.ranks = g_array_new (FALSE, TRUE, sizeof (LscOverviewRank));
  job->rows = lsc_rank_rows_new ();
  for (gsize i = 0; i < n; i++)
    add_rank (job, ranks ? ranks[i] : (gint64) i, sizes);
  lsc_rank_rows_seal (job->rows);
  job->grid = lsc_rank_grid_new (&job->overview, job->rows, NULL);
  return job;
}

static void
job_free (Job *job)
{
  lsc_rank_grid_free (job->grid);
  lsc_rank_rows_free (job->rows);
  g_array_unref (job->overview.ranks);
  g_free (job);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Job, job_free)

static const gint64 eight[LSC_DIM_N] = { 2, 1, 2, 2, 1 };
static const gint64 unknown[LSC_DIM_N] = { 0 };

static LscGridView
make_view (const Job *job, double width, double height)
{
  return (LscGridView){ .grid = job->grid,
                        .figure = LSC_GRID_COMPUTING,
                        .width = width,
                        .height = height,
                        .margin = 10,
                        .text_px = 12,
                        .theme = lsc_theme_light (),
                        .selected = LSC_GRID_NONE,
                        .hovered = LSC_GRID_NONE };
}

static LscText *
make_text (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  LscText *text = lsc_text_new (context);

  g_object_unref (context);
  return text;
}

/* ---- where ranks stand ---- */

/* The example of overview.md#grid. */
static void
test_groups (void)
{
  g_autoptr (Job) job = make_job (NULL, 8, eight);
  const guint wanted[8] = { 0, 1u << LSC_DIM_DP, 1u << LSC_DIM_TP, 0, 0, 0, 0, 1u << LSC_DIM_PP };

  g_assert_null (job->grid->why_plain);
  for (guint i = 0; i < 8; i++)
    g_assert_cmpuint (lsc_rank_grid_find_peering (job->grid, 3, i), ==, wanted[i]);
}

/* Of four replicas that share four experts all are of one ep group; of two experts it is not known
 * which. */
static void
test_experts (void)
{
  const gint64 four[LSC_DIM_N] = { 1, 1, 1, 4, 4 }, two[LSC_DIM_N] = { 1, 1, 1, 4, 2 };
  g_autoptr (Job) known = make_job (NULL, 4, four), open = make_job (NULL, 4, two);

  g_assert_cmpuint (lsc_rank_grid_find_peering (known->grid, 0, 3), ==,
                    1u << LSC_DIM_DP | 1u << LSC_DIM_EP);
  g_assert_cmpuint (lsc_rank_grid_find_peering (open->grid, 0, 3), ==, 1u << LSC_DIM_DP);
}

/* Experts that tensors and replicas share: all ranks of the stage are one group. */
static void
test_experts_of_all (void)
{
  g_autoptr (Job) job = make_job (NULL, 8, eight);
  g_autoptr (LscRankGrid) grid = NULL;

  for (guint i = 0; i < 8; i++)
    g_array_index (job->overview.ranks, LscOverviewRank, i).place.at[LSC_DIM_EP] = i % 4;
  grid = lsc_rank_grid_new (&job->overview, job->rows, NULL);
  g_assert_cmpuint (grid->experts, ==, 1u << LSC_DIM_TP | 1u << LSC_DIM_DP);
  g_assert_cmpuint (lsc_rank_grid_find_peering (grid, 0, 3), ==, 1u << LSC_DIM_EP);
  g_assert_cmpuint (lsc_rank_grid_find_peering (grid, 0, 1), ==,
                    1u << LSC_DIM_EP | 1u << LSC_DIM_TP);
  g_assert_cmpuint (lsc_rank_grid_find_peering (grid, 0, 4), ==, 1u << LSC_DIM_PP);
  g_assert_cmpuint (lsc_rank_grid_find_peering (grid, 0, 7), ==, 0);
}

/* Experts have an edge only where the other dimensions do not tell all ranks apart. */
static void
test_experts_edge (void)
{
  const gint64 tensors[LSC_DIM_N] = { 4, 1, 1, 1, 1 }, none[LSC_DIM_N] = { 1, 1, 1, 1, 1 };
  g_autoptr (Job) by_tensors = make_job (NULL, 4, tensors), alone = make_job (NULL, 4, none);
  Job *jobs[] = { by_tensors, alone };

  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (LscRankGrid) grid = NULL;

      for (guint i = 0; i < 4; i++)
        {
          gint64 *at = g_array_index (jobs[k]->overview.ranks, LscOverviewRank, i).place.at;

          for (LscDim dim = 0; k == 1 && dim < LSC_DIM_N; dim++)
            at[dim] = dim == LSC_DIM_PP ? -1 : 0;
          at[LSC_DIM_EP] = i;
        }
      grid = lsc_rank_grid_new (&jobs[k]->overview, jobs[k]->rows, NULL);
      g_assert_null (grid->why_plain);
      g_assert_cmpint (grid->axes[LSC_GRID_CELLS_ACROSS].dim, ==, k == 0 ? LSC_DIM_TP : -1);
      g_assert_cmpint (grid->axes[LSC_GRID_BLOCKS_ACROSS].dim, ==, k == 0 ? -1 : LSC_DIM_EP);
      g_assert_cmpint (grid->axes[LSC_GRID_BLOCKS_DOWN].dim, ==, -1);
    }
}

/* Each rank has a cell of its own, whatever the sizes and the window. */
static void
test_places (void)
{
  const gint64 layouts[][LSC_DIM_N] = {
    { 2, 1, 2, 2, 1 },    { 8, 1, 8, 16, 4 }, { 1, 1, 8, 1, 1 },
    { 1, 1, 1, 1024, 1 }, { 2, 4, 4, 4, 1 },  { 1, 1, 16, 4, 1 }
  };
  const double widths[] = { 400, 900, 2400 };
  g_autoptr (LscText) text = make_text ();

  for (guint i = 0; i < G_N_ELEMENTS (layouts) * G_N_ELEMENTS (widths); i++)
    {
      const gint64 *sizes = layouts[i / G_N_ELEMENTS (widths)];
      gsize n = (gsize) (sizes[0] * sizes[1] * sizes[2] * sizes[3]);
      g_autoptr (Job) job = make_job (NULL, n, sizes);
      LscGridView view = make_view (job, widths[i % G_N_ELEMENTS (widths)], 320);
      LscGridPlaces places = lsc_grid_view_place (&view, text);

      g_assert_null (job->grid->why_plain);
      for (guint k = 0; k < n; k++)
        {
          LscGridBox box = lsc_grid_view_get_box (&view, &places, k);

          g_assert_cmpfloat (box.x, >=, places.map.x - 0.01);
          g_assert_cmpfloat (box.x + box.width, <=, view.width - view.margin + 0.01);
          g_assert_cmpfloat (box.y + box.height, <=, view.height - view.margin + 0.01);
          g_assert_cmpuint (
              lsc_grid_view_find (&view, &places, box.x + box.width / 2, box.y + box.height / 2),
              ==, k);
        }
    }
}

/* Without a layout ranks stand by number, and it is said why. */
static void
test_plain (void)
{
  const gint64 ranks[] = { 12, 3, 7 };
  g_autoptr (Job) job = make_job (ranks, 3, unknown), one = make_job (NULL, 1, unknown);

  g_assert_nonnull (job->grid->why_plain);
  g_assert_nonnull (strstr (job->grid->why_plain, "because"));
  g_assert_cmpint (lsc_rank_grid_get (job->grid, 0)->rank, ==, 3);
  g_assert_cmpuint (lsc_rank_grid_find_rank (job->grid, 12), ==, 2);
  g_assert_cmpuint (lsc_rank_grid_find_rank (job->grid, 5), ==, LSC_GRID_NONE);
  g_assert_cmpuint (lsc_rank_grid_find_index (job->grid, 0), ==, 2);
  g_assert_cmpuint (lsc_rank_grid_find_peering (job->grid, 0, 1), ==, 0);
  g_assert_null (one->grid->why_plain); /* one rank has any place */
}

/* Arrow keys walk through all columns of a row, and stop at its end. */
static void
test_keys (void)
{
  g_autoptr (Job) job = make_job (NULL, 8, eight);
  g_autoptr (LscText) text = make_text ();
  LscGridView view = make_view (job, 800, 300);
  LscGridPlaces places = lsc_grid_view_place (&view, text);
  const guint row[] = { 0, 1, 2, 3 };

  for (guint i = 0; i < G_N_ELEMENTS (row); i++)
    {
      view.selected = lsc_grid_view_step (&view, &places, 1, 0);
      g_assert_cmpuint (view.selected, ==, row[i]);
    }
  g_assert_cmpuint (lsc_grid_view_step (&view, &places, 1, 0), ==, LSC_GRID_NONE);
  g_assert_cmpuint (lsc_grid_view_step (&view, &places, 0, 1), ==, 7);
}

/* ---- figures ---- */

static void
test_figures (void)
{
  g_autoptr (Job) job = make_job (NULL, 8, eight);
  const LscGridCell *cell = lsc_rank_grid_get (job->grid, 1);

  g_assert_cmpint (cell->ns[LSC_GRID_STEP], ==, 10 * MS);
  g_assert_cmpint (cell->ns[LSC_GRID_COMPUTING], ==, 4 * MS + 1000);
  g_assert_cmpint (cell->ns[LSC_GRID_EXPOSED], ==, 5 * MS);
  g_assert_cmpint (cell->ns[LSC_GRID_TRANSFER], ==, 1 * MS);
  g_assert_cmpint (cell->ns[LSC_GRID_IDLE], ==, 1 * MS);
  g_assert_cmpint (cell->ns[LSC_GRID_WAITED], ==, LSC_INT_NULL);
  for (guint i = 0; i < LSC_GRID_N_FIGURES; i++)
    g_assert_cmpint (lsc_rank_grid_get (job->grid, 5)->ns[i], ==, LSC_INT_NULL);
}

/* What cannot be split is exposed, and neither a transfer nor a wait. */
static void
test_unsplit (void)
{
  g_autoptr (Job) job = make_job (NULL, 8, eight);
  LscRankRow *row = &g_array_index (job->rows->rows, LscRankRow, 1);
  g_autoptr (LscRankGrid) grid = NULL;

  row->ns[LSC_BUDGET_COMM] = 3 * MS;
  grid = lsc_rank_grid_new (&job->overview, job->rows, NULL);
  g_assert_cmpint (lsc_rank_grid_get (grid, 1)->ns[LSC_GRID_EXPOSED], ==, 8 * MS);
  g_assert_cmpint (lsc_rank_grid_get (grid, 1)->ns[LSC_GRID_TRANSFER], ==, LSC_INT_NULL);
  g_assert_cmpint (lsc_rank_grid_get (grid, 1)->ns[LSC_GRID_BUBBLE], ==, LSC_INT_NULL);
}

/* ---- pictures ---- */

static guint32
get_pixel (cairo_surface_t *image, const LscGridBox *box)
{
  const guchar *data = cairo_image_surface_get_data (image);
  gsize at = (gsize) (box->y + 4) * (gsize) cairo_image_surface_get_stride (image) +
             (gsize) (box->x + 4) * 4;
  guint32 pixel;

  cairo_surface_flush (image);
  memcpy (&pixel, data + at, sizeof pixel);
  return pixel & 0xFFFFFF;
}

/* The slow rank has the strong end of the scale, others the weak one, in both themes. */
static void
test_colours (void)
{
  g_autoptr (Job) job = make_job (NULL, 8, eight);
  g_autoptr (LscText) text = make_text ();

  for (guint i = 0; i < 2; i++)
    {
      LscGridView view = make_view (job, 800, 300);
      cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 800, 300);
      cairo_t *cr = cairo_create (image);
      LscGridPlaces places = lsc_grid_view_place (&view, text);
      LscGridBox slow = lsc_grid_view_get_box (&view, &places, 6);
      LscGridBox usual = lsc_grid_view_get_box (&view, &places, 0);

      view.theme = i == 0 ? lsc_theme_light () : lsc_theme_dark ();
      lsc_grid_paint (text, cr, &view);
      cairo_destroy (cr);
      g_assert_cmphex (get_pixel (image, &slow), ==, i == 0 ? 0xB84A00 : 0xF0A030);
      g_assert_cmphex (get_pixel (image, &usual), ==, i == 0 ? 0xE3EEF6 : 0x33404A);
      cairo_surface_destroy (image);
    }
}

static guint
get_alpha (cairo_surface_t *image, double x, double y)
{
  const guint8 *data = cairo_image_surface_get_data (image);

  return ((const guint32 *) (gconstpointer) (data + (int) y * cairo_image_surface_get_stride (
                                                                  image)))[(int) x] >>
         24;
}

/* The groups of a rank among thousands are framed: the colours of their members stay to be seen. */
static void
test_groups_of_many (void)
{
  const gint64 sizes[LSC_DIM_N] = { 1, 1, 16, 256, 1 };
  g_autoptr (Job) job = make_job (NULL, 4096, sizes);
  g_autoptr (LscText) text = make_text ();
  LscGridView view = make_view (job, 850, 300);
  LscGridPlaces places = lsc_grid_view_place (&view, text);
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 850, 300);
  cairo_t *cr = cairo_create (image);
  guint of = 5 * 256 + 100, n_framed = 0;

  view.selected = of;
  lsc_grid_paint_spots (text, cr, &view);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  for (guint i = 0; i < 4096; i++)
    {
      LscGridBox box = lsc_grid_view_get_box (&view, &places, i);
      double x = box.x + box.width / 2;

      if (ABS ((int) (i % 256) - 100) > 6 && ABS ((int) (i / 256) - 5) > 1)
        g_assert_cmpuint (get_alpha (image, x, box.y + box.height / 2), ==, 0); /* of no group */
      if (i / 256 != 5 || ABS ((int) (i % 256) - 100) < 6)
        continue;
      g_assert_cmpuint (get_alpha (image, x, box.y + box.height / 2), ==, 0);
      n_framed += get_alpha (image, x, box.y - 2) > 0;
    }
  g_assert_cmpuint (n_framed, >, 120); /* with dashes */
  cairo_surface_destroy (image);
}

/* 1,024 ranks within 8 ms, in a usual window and on a large screen; the least of ten tries. */
static void
test_speed (void)
{
  const gint64 sizes[LSC_DIM_N] = { 8, 1, 8, 16, 1 };
  const int windows[][2] = { { 900, 320 }, { 2500, 900 } };
  g_autoptr (Job) job = make_job (NULL, 1024, sizes);
  g_autoptr (LscText) text = make_text ();

  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      LscGridView view = make_view (job, windows[i][0], windows[i][1]);
      cairo_surface_t *image =
          cairo_image_surface_create (CAIRO_FORMAT_RGB24, windows[i][0], windows[i][1]);
      double least = 1e9;

      view.hovered = 100;
      for (guint k = 0; k < 10; k++)
        {
          cairo_t *cr = cairo_create (image);
          gint64 begin_us = g_get_monotonic_time ();

          lsc_grid_paint (text, cr, &view);
          lsc_grid_paint_spots (text, cr, &view);
          least = MIN (least, (double) (g_get_monotonic_time () - begin_us) / 1000);
          cairo_destroy (cr);
        }
      cairo_surface_destroy (image);
      g_test_message ("%d x %d: %.2f ms", windows[i][0], windows[i][1], least);
      g_assert_cmpfloat (least, <, 8 * 3); /* ms; builds without optimization, busy machines */
    }
}

static void
test_files (void)
{
  g_autoptr (Job) job = make_job (NULL, 8, unknown);
  g_autofree char *folder = g_dir_make_tmp ("lsc-grid-XXXXXX", NULL);
  const char *const names[] = { "grid.png", "grid.svg", "grid.pdf" };
  LscGridView view = make_view (job, 800, 300);
  LscGridView empty = view;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      LscPictureOptions options = { .path = path, .scale = 1, .page.is_whole = TRUE };
      g_autofree char *content = NULL;

      g_assert_true (lsc_export_grid (&view, &options, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
      if (i == 1)
        g_assert_nonnull (strstr (content, "because"));
      g_remove (path);
      if (i > 0)
        continue;
      empty.grid = NULL;
      g_assert_false (lsc_export_grid (&empty, &options, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
      g_clear_error (&error);
    }
  g_rmdir (folder);
}

/* One that takes a third longer stands out by its colour; a percent of noise does not. */
static void
test_scale (void)
{
  static const gint64 slow[] = { 270, 280, 271, 360, LSC_INT_NULL };
  static const gint64 noise[] = { 1000, 1010 };
  static const gint64 lacking[] = { LSC_INT_NULL };
  LscRankScale scale = lsc_rank_scale_new_whole (slow, G_N_ELEMENTS (slow));

  g_assert_cmpfloat (scale.low, ==, 270);
  g_assert_cmpfloat (scale.high, ==, 360);
  g_assert_cmphex (lsc_rank_scale_fill (&scale, 360, FALSE), !=,
                   lsc_rank_scale_fill (&scale, 280, FALSE));
  scale = lsc_rank_scale_new_whole (noise, G_N_ELEMENTS (noise));
  g_assert_cmpfloat_with_epsilon (scale.high, 1100, 1e-6);
  g_assert_false (lsc_rank_scale_new_whole (lacking, 1).is_known);
  scale =
      lsc_rank_scale_new (noise, G_N_ELEMENTS (noise)); /* of cells, which a few odd ones leave */
  g_assert_cmpfloat_with_epsilon (scale.high, scale.low * 1.1, 1e-6);
  g_assert_false (lsc_rank_scale_new (lacking, 1).is_known);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/grid/scale", test_scale);
  g_test_add_func ("/grid/groups", test_groups);
  g_test_add_func ("/grid/experts", test_experts);
  g_test_add_func ("/grid/experts-of-all", test_experts_of_all);
  g_test_add_func ("/grid/experts-edge", test_experts_edge);
  g_test_add_func ("/grid/places", test_places);
  g_test_add_func ("/grid/plain", test_plain);
  g_test_add_func ("/grid/keys", test_keys);
  g_test_add_func ("/grid/figures", test_figures);
  g_test_add_func ("/grid/unsplit", test_unsplit);
  g_test_add_func ("/grid/colours", test_colours);
  g_test_add_func ("/grid/groups-of-many", test_groups_of_many);
  g_test_add_func ("/grid/speed", test_speed);
  g_test_add_func ("/grid/files", test_files);
  return g_test_run ();
}
