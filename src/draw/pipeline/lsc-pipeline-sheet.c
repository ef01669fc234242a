/* lsc-pipeline-sheet.c - the page with a pipeline chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/pipeline/lsc-pipeline-sheet.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "analyze/pipeline/lsc-pipeline-schedule.h"
#include "draw/pipeline/lsc-pipeline-painter-private.h"

#define FIGURE_HEADER 76.0
#define TABLE_PX 10.0
#define TABLE_ROW 16.0
#define N_COLUMNS 10

typedef struct
{
  LscPipelinePainter *painter;
  LscPipelineView view;
} Sheet;

/* ---- what is shown, in words ---- */

static char *
describe_steps (const LscPipelineView *view)
{
  const LscPipelineStep *step = &view->group->steps[view->first_step];

  if (view->n_steps > 1)
    return g_strdup_printf (_ ("%zu steps"), view->n_steps);
  if (!step->has_id)
    return g_strdup (_ ("step -"));
  return g_strdup_printf (_ ("step %" PRId64), step->id);
}

/**
 * lsc_pipeline_sheet_shorten_ranks:
 * @label: label of a group, such as "(0,4,8,12)"
 *
 * Returns: (transfer full): the label, of more than eight ranks the first three and the last
 */
char *
lsc_pipeline_sheet_shorten_ranks (const char *label)
{
  g_auto (GStrv) ranks = NULL;
  guint n;

  g_return_val_if_fail (label, NULL);
  ranks = g_strsplit (label, ",", -1);
  n = g_strv_length (ranks);
  if (n <= 8)
    return g_strdup (label);
  return g_strdup_printf ("%s,%s,%s,…,%s", ranks[0], ranks[1], ranks[2], ranks[n - 1]);
}

static gboolean
has_other_side (const LscPipelineView *view)
{
  return view->twin.mode != LSC_TWIN_NONE && view->twin.group && view->n_steps == 1;
}

/* Returns: (transfer full): the bubble ratios of a step, if they are known */
static char *
describe_bubble (const LscPipelineStep *step)
{
  if (!lsc_pipeline_step_is_compared (step))
    return g_strdup (_ (" · bubble not known"));
  return g_strdup_printf (_ (" · bubble %.1f %% overall, %.1f %% over work"),
                          step->bubble_ratio * 100, step->bubble_over_work * 100);
}

/* Returns: (transfer full) (nullable): one line: the other side, against the first, which is 100 %
 */
static char *
describe_other (const LscPipelineView *view)
{
  const LscPipelineStep *step = &view->group->steps[view->first_step], *other;
  g_autofree char *window = NULL, *change = NULL, *bubble = NULL;
  double share;

  if (!has_other_side (view))
    return NULL;
  other = &view->twin.group->steps[view->twin.step];
  window = _lsc_pipeline_duration (view, other->t1_ns - other->t0_ns);
  share = (double) (other->t1_ns - other->t0_ns) / (double) MAX (step->t1_ns - step->t0_ns, 1) - 1;
  if (other->t1_ns - other->t0_ns == step->t1_ns - step->t0_ns)
    change = g_strdup (_ ("same length"));
  else
    change = g_strdup_printf (share < 0 ? _ ("%.1f %% shorter") : _ ("%.1f %% longer"),
                              fabs (share) * 100);
  bubble = describe_bubble (other);
  return g_strdup_printf (_ ("%s: window %s, %s%s"),
                          view->twin.title ? view->twin.title : _ ("other side"), window, change,
                          bubble);
}

/* Returns: (transfer full): one line: group, step, schedule, P, M, bubble ratios */
static char *
describe (const LscPipelineView *view)
{
  const LscPipelineGroup *group = view->group;
  g_autoptr (GString) out = g_string_new (NULL);
  const LscPipelineStep *step = &group->steps[view->first_step];
  g_autofree char *steps = describe_steps (view);
  g_autofree char *ranks = lsc_pipeline_sheet_shorten_ranks (group->label);
  g_autofree char *bubble = describe_bubble (step);

  if (has_other_side (view) && view->twin.first_title)
    g_string_append_printf (out, "%s: ", view->twin.first_title);
  g_string_append_printf (out, _ ("group %s"), ranks);
  g_string_append_printf (out, " · %s · ", steps);
  if (!group->schedule)
    g_string_append (out, _ ("schedule not recognised"));
  else
    g_string_append (out, lsc_schedule_type_title (lsc_schedule_type_from_name (group->schedule)));
  if (group->variant && *group->variant != '\0')
    g_string_append_printf (out, " (%s)", group->variant);
  g_string_append_printf (out, " · P %" G_GSIZE_FORMAT, group->n_ranks);
  if (group->micro_batches > 0)
    g_string_append_printf (out, " · M %" G_GSIZE_FORMAT, group->micro_batches);
  if (view->n_steps == 1)
    g_string_append (out, bubble);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* ---- table ---- */

static const char *const table_heads[N_COLUMNS] = {
  N_ ("stage"), N_ ("rank"),    N_ ("busy"),   N_ ("idle"),      N_ ("ratio"),
  N_ ("inner"), N_ ("warm-up"), N_ ("steady"), N_ ("cool-down"), N_ ("window"),
};

/** The steps of one side. */
typedef struct
{
  const LscPipelineGroup *group;
  gsize first;
  gsize n;
} Side;

static LscRowMetrics
sum_metrics (const Side *side, gsize row, gint64 *window_ns)
{
  LscRowMetrics sum = { 0 };

  *window_ns = 0;
  for (gsize s = 0; s < side->n && side->first + s < side->group->n_steps; s++)
    {
      const LscPipelineStep *step = &side->group->steps[side->first + s];
      const LscRowMetrics *one = row < step->n_rows ? &step->rows[row].metrics : NULL;

      if (!one || step->rows[row].n_blocks == 0)
        continue;
      sum.busy_ns += one->busy_ns;
      sum.bubble_ns += one->bubble_ns;
      sum.inner_ns += one->inner_ns;
      sum.warmup_ns += one->warmup_ns;
      sum.steady_ns += one->steady_ns;
      sum.cooldown_ns += one->cooldown_ns;
      *window_ns += step->t1_ns - step->t0_ns;
    }
  return sum;
}

/* Writes into the column numbered @line->x. */
static void
draw_cell (const Sheet *self, cairo_t *cr, LscTextLine line, const char *text)
{
  line.x = (line.x + 1) * MIN (self->view.port.width / N_COLUMNS, 110) - 8;
  lsc_text_draw (self->painter->text, cr, &line, text);
}

static void
paint_table_row (const Sheet *self, cairo_t *cr, const Side *side, gsize index, double middle)
{
  const LscPipelineRow *row = &side->group->steps[side->first].rows[index];
  gint64 window_ns;
  LscRowMetrics sum = sum_metrics (side, index, &window_ns);
  /* Of what compares times of several ranks nothing is told while their clocks are not known. */
  gboolean is_compared = lsc_pipeline_step_is_compared (&side->group->steps[side->first]);
  gint64 times[N_COLUMNS] = { 0,
                              0,
                              sum.busy_ns,
                              sum.bubble_ns,
                              0,
                              sum.inner_ns,
                              sum.warmup_ns,
                              sum.steady_ns,
                              sum.cooldown_ns,
                              window_ns };

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      g_autofree char *cell = NULL;

      if (i == 0)
        cell = row->stage >= 0 ? g_strdup_printf ("%d", row->stage) : g_strdup ("?");
      else if (i == 1)
        cell = lsc_rank_is_told (row->rank) ? lsc_rank_to_text (row->rank) : g_strdup ("–");
      else if (!is_compared && i != 2 && i != 5)
        cell = g_strdup ("–");
      else if (i == 4)
        cell = window_ns > 0 ? g_strdup_printf ("%.2f %%",
                                                100.0 * (double) sum.bubble_ns / (double) window_ns)
                             : g_strdup ("–");
      else
        cell = _lsc_pipeline_duration (&self->view, times[i]);
      draw_cell (self, cr, (LscTextLine){ .x = i, .middle = middle, .align = 1, .size = TABLE_PX },
                 cell);
    }
}

/* The rows of a side below its name, which only two sides have. Returns: the middle of the last */
static double
paint_table_side (const Sheet *self, cairo_t *cr, const Side *side, const char *title, double y)
{
  gsize n_rows = side->group->steps[side->first].n_rows;

  if (title)
    {
      y += TABLE_ROW;
      if (cr)
        lsc_text_draw (self->painter->text, cr,
                       &(LscTextLine){ .x = 8,
                                       .middle = y,
                                       .size = TABLE_PX,
                                       .is_bold = TRUE,
                                       .room = self->view.port.width },
                       title);
    }
  for (gsize r = 0; r < n_rows && cr; r++)
    paint_table_row (self, cr, side, r, y + TABLE_ROW * (double) (r + 1));
  return y + TABLE_ROW * (double) n_rows;
}

/* Idle times of each row, of both sides. */
static double
paint_table (gpointer data, cairo_t *cr)
{
  const Sheet *self = data;
  const LscPipelineView *view = &self->view;
  gboolean is_two = has_other_side (view);
  Side first = { view->group, view->first_step, view->n_steps };
  Side second = { view->twin.group, view->twin.step, 1 };
  double y = TABLE_ROW / 2 + 4;

  if (lsc_pipeline_view_n_rows (view) == 0)
    return 0;
  if (cr)
    lsc_color_set (cr, &view->theme.dim);
  for (guint i = 0; i < N_COLUMNS && cr; i++)
    draw_cell (self, cr,
               (LscTextLine){ .x = i, .middle = y, .align = 1, .size = TABLE_PX, .is_bold = TRUE },
               _ (table_heads[i]));
  if (cr)
    lsc_color_set (cr, &view->theme.foreground);
  y = paint_table_side (self, cr, &first, is_two ? view->twin.first_title : NULL, y);
  if (is_two)
    y = paint_table_side (self, cr, &second, view->twin.title ? view->twin.title : _ ("other side"),
                          y);
  return y + TABLE_ROW / 2;
}

/* ---- chart and legend ---- */

static void
paint_chart (gpointer data, cairo_t *cr, double scale)
{
  Sheet *self = data;

  if (scale > 0)
    self->view.scale = scale;
  lsc_pipeline_painter_paint (self->painter, cr, &self->view);
}

static double
paint_legend (gpointer data, cairo_t *cr)
{
  Sheet *self = data;

  return lsc_pipeline_painter_paint_legend (self->painter, cr, &self->view, self->view.port.width,
                                            cr == NULL);
}

/* ---- the page ---- */

/* Rows as high as suits a page: generous for few stages, close for many. */
static void
make_figure (LscPipelineView *view)
{
  gsize n_rows = lsc_pipeline_view_n_rows (view);

  view->is_figure = TRUE;
  view->show_brackets = FALSE;
  view->show_p2p = FALSE;
  view->show_grid = FALSE;
  view->selected = LSC_PIPELINE_SPOT_NONE;
  view->port.lane_height = CLAMP (round (400.0 / (double) MAX (n_rows, 1)), 8, 28);
  view->port.header_width = FIGURE_HEADER;
}

static void
set_up_view (LscPipelineView *view, const LscPageOptions *options)
{
  if (!options->keep_theme)
    view->theme = lsc_theme_light ();
  view->hovered = LSC_PIPELINE_SPOT_NONE;
  view->port.width = CLAMP (round (view->port.width), LSC_PAGE_LEAST_WIDTH, LSC_PAGE_MOST_PX / 2);
  view->port.scroll_y = 0;
  if (options->is_whole)
    {
      lsc_pipeline_view_fit (view);
      view->minimap_height = 0;
      if (options->is_figure)
        make_figure (view);
    }
  view->port.height = lsc_pipeline_view_content_height (view); /* all rows of both sides */
  view->port.height = MAX (round (view->port.height), LSC_PAGE_LEAST_HEIGHT);
}

static void
add_tops (GArray *tops, const LscPipelineRows *rows)
{
  for (gsize i = 0; i < rows->n_rows; i++)
    g_array_append_val (tops, rows->rows[i].y);
}

static int
compare_tops (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Where a picture on several pages is torn: above a row of either side, or below the last one. */
static GArray *
list_row_tops (const LscPipelineView *view)
{
  g_auto (LscPipelineRows) rows = _lsc_pipeline_rows_new (view);
  GArray *tops = g_array_new (FALSE, FALSE, sizeof (double));
  double end = view->port.height;

  add_tops (tops, &rows);
  if (rows.twin)
    add_tops (tops, rows.twin);
  g_array_sort (tops, compare_tops);
  g_array_append_val (tops, end);
  return tops;
}

/* The line on what is shown, remarks, and the rows. */
static char *
describe_rows (const LscPage *page, const LscPipelineView *view)
{
  g_autoptr (GString) text = g_string_new (page->about);
  const LscPipelineStep *step = &view->group->steps[view->first_step];

  if (page->other)
    g_string_append_printf (text, "\n%s", page->other);
  if (page->chip)
    g_string_append_printf (text, "\n%s", page->chip);
  if (page->banner)
    g_string_append_printf (text, "\n%s", page->banner);
  for (gsize r = 0; r < step->n_rows; r++)
    {
      g_autofree char *label = _lsc_pipeline_row_label (&step->rows[r], TRUE, TRUE);

      g_string_append_printf (text, "\n%s", label);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
sheet_free (gpointer data)
{
  Sheet *self = data;

  lsc_pipeline_painter_free (self->painter);
  g_free (self);
}

/**
 * lsc_pipeline_sheet_new:
 * @view: shows a step of a group; both are borrowed for the life of the page
 * @context: fonts of the texts
 *
 * Makes the page around the chart: title, chart with the second side as shown, legend, table of
 * idle times, footer (drawing.md#pictures), or a figure.
 *
 * Returns: (transfer full):
 */
LscPage *
lsc_pipeline_sheet_new (const LscPipelineView *view, const LscPageOptions *options,
                        PangoContext *context)
{
  Sheet *self;
  LscPage *page;
  const LscPipelineGroup *group;

  g_return_val_if_fail (view && view->group && options && context, NULL);
  self = g_new0 (Sheet, 1);
  page = g_new0 (LscPage, 1);
  group = view->group;
  self->view = *view;
  self->painter = lsc_pipeline_painter_new (context);
  set_up_view (&self->view, options);
  *page = (LscPage){
    .text = lsc_text_new (context),
    .theme = self->view.theme,
    .width = self->view.port.width,
    .height = self->view.port.height,
    .is_figure = options->is_figure && options->is_whole,
    .title = g_strdup (options->title),
    .about = describe (&self->view),
    .other = describe_other (&self->view),
    .chip = lsc_phrase_to_words (group->clocks.text),
    .banner = lsc_phrase_to_words (group->banner),
    .footer = g_strdup (options->footer),
    .paint_chart = paint_chart,
    .row_tops = list_row_tops (&self->view),
    .paint_legend = paint_legend,
    .paint_table = paint_table,
    .data = self,
    .free_data = sheet_free,
  };
  if (!page->title && !page->is_figure)
    page->title = g_strdup (_ ("Pipeline"));
  if (page->banner)
    g_strdelimit (page->banner, "\n", ' ');
  page->description = describe_rows (page, &self->view);
  return page;
}
