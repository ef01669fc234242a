/* lsc-pipeline-legend.c - what the colours of the pipeline chart mean
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "analyze/theory/lsc-blame.h"
#include "base/lsc-time.h"
#include "draw/lsc-legend.h"
#include "draw/pipeline/lsc-pipeline-painter-private.h"

#define ROW_PX 22.0
#define FONT_PX 11.0
#define SWATCH_WIDTH 20.0
#define SWATCH_HEIGHT 12.0
#define ITEM_GAP 18.0

typedef enum
{
  SWATCH_PLAIN,
  SWATCH_SPLIT,
  SWATCH_HATCH,
  SWATCH_BUBBLE,
  SWATCH_OUTLINE,
  SWATCH_GRADIENT,
  SWATCH_DASHED,
  SWATCH_CAUSE,
  SWATCH_PATH,
  SWATCH_GHOST,
} Swatch;

typedef struct
{
  LscLegendItem place;
  Swatch swatch;
  guint32 fill;
  int kind;      /* bit of hidden_kinds that a click sets, -1 = none */
  guint cause;   /* of %SWATCH_CAUSE */
  guint32 mixed; /* of %SWATCH_SPLIT: of blocks too narrow to be split, as in the strip above */
  gboolean has_mark;
  gboolean is_corner; /* shape of the mark */
} Item;

static void
add_item (GArray *items, Swatch swatch, guint32 fill, int kind, gboolean has_mark, char *text)
{
  Item item = {
    .place = { .swatch_width = swatch == SWATCH_GRADIENT ? SWATCH_WIDTH * 4 : SWATCH_WIDTH,
               .text = text },
    .swatch = swatch,
    .fill = fill,
    .kind = kind,
    .has_mark = has_mark,
  };

  g_array_append_val (items, item);
}

/** Blocks of one sort, of a side. */
typedef struct
{
  gsize count;
  gint64 total_ns;
} Amount;

static char *
say_amount (const LscPipelineView *view, Amount amount)
{
  g_autofree char *number = lsc_format_count ((gint64) amount.count);
  g_autofree char *total = _lsc_pipeline_duration (view, amount.total_ns);

  /* Translators: number of blocks, their time */
  return g_strdup_printf (_ ("%s× · %s"), number, total);
}

/* "Forward · 32× · 1.2 s", with a second side "Forward · 32× · 1.2 s → 32× · 1.1 s"; a figure has
 * the name alone. */
static char *
describe (const LscPipelineView *view, const char *name, Amount first, const Amount *second)
{
  g_autofree char *here = say_amount (view, first);
  g_autofree char *there = second ? say_amount (view, *second) : NULL;

  if (view->is_figure)
    return g_strdup (name);
  return there ? g_strdup_printf ("%s · %s → %s", name, here, there)
               : g_strdup_printf ("%s · %s", name, here);
}

/* All blocks of a kind; those of forward whose chunk is @marked. */
static Amount
get_amount (const LscPipelineStats *stats, guint kind, guint marked)
{
  gsize slot = kind * 2;

  if (kind == LSC_BLOCK_F)
    return (Amount){ stats->counts[slot + marked], stats->total_ns[slot + marked] };
  return (Amount){ stats->counts[slot] + stats->counts[slot + 1],
                   stats->total_ns[slot] + stats->total_ns[slot + 1] };
}

static void
add_kinds (GArray *items, const LscPipelineStats *stats, const LscPipelineStats *second,
           const LscPipelineView *view)
{
  guint n_chunks = MAX (view->group->n_chunks, second ? second->group->n_chunks : 0);

  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    for (guint marked = 0; marked < 2; marked++)
      {
        gboolean is_f = kind == LSC_BLOCK_F;
        Amount here = get_amount (stats, kind, marked);
        Amount there = second ? get_amount (second, kind, marked) : (Amount){ 0 };
        g_autofree char *name = NULL;

        /* Only forwards have a colour for each chunk: of other kinds both are one entry. */
        if ((marked && !is_f) || (here.count == 0 && there.count == 0))
          continue;
        if (is_f && n_chunks > 1)
          name = g_strdup_printf (marked ? _ ("%s, later chunk") : _ ("%s, first chunk"),
                                  lsc_block_kind_title (kind));
        else
          name = g_strdup (lsc_block_kind_title (kind));
        add_item (items,
                  kind == LSC_BLOCK_X   ? SWATCH_SPLIT
                  : kind == LSC_BLOCK_W ? SWATCH_HATCH
                                        : SWATCH_PLAIN,
                  lsc_palette_kind_fill (kind, marked),
                  (int) (marked ? LSC_HIDDEN_LATER_CHUNK : kind), is_f && marked,
                  describe (view, name, here, second ? &there : NULL));
        g_array_index (items, Item, items->len - 1).is_corner = view->is_figure;
        g_array_index (items, Item, items->len - 1).mixed =
            lsc_mix_over (lsc_mix_from_rgb (lsc_palette_kind_fill (LSC_BLOCK_F, 0)) * (1.0f / 3) +
                              lsc_mix_from_rgb (lsc_palette_kind_fill (kind, 0)) * (2.0f / 3),
                          0);
      }
  if (view->is_figure && n_chunks > 1)
    {
      add_item (items, SWATCH_PLAIN, lsc_palette_kind_fill (LSC_BLOCK_B, 0), -1, TRUE,
                g_strdup (_ ("Corner: later chunk")));
      g_array_index (items, Item, items->len - 1).is_corner = TRUE;
    }
}

/* The codes of the reference tool: seven phases of DualPipeV, else forward and backward. */
static const char *
phase_name (guint type, gboolean has_phases)
{
  static const char *const names[] = {
    N_ ("warm-up forward"),    N_ ("interleaved forward"),  N_ ("backward, weights, forward"),
    N_ ("overlapped"),         N_ ("backward, overlapped"), N_ ("interleaved backward"),
    N_ ("cool-down backward"),
  };

  if (!has_phases && type <= 1)
    return type == 0 ? _ ("forward") : _ ("backward");
  return type < G_N_ELEMENTS (names) ? _ (names[type]) : _ ("unknown phase");
}

static void
add_phases (GArray *items, const LscPipelineStats *stats, const LscPipelineStats *second,
            const LscPipelineView *view)
{
  gboolean insight = view->color_mode == LSC_COLOR_INSIGHT;
  const char *schedule = stats->group->schedule;
  gboolean has_phases = schedule && g_str_has_prefix (schedule, "dualpipev");

  for (guint type = 0; type < 8; type++)
    {
      Amount here = { stats->type_counts[type], stats->type_ns[type] };
      Amount there = { 0 };
      g_autofree char *name = NULL;

      if (second)
        there = (Amount){ second->type_counts[type], second->type_ns[type] };
      if (here.count == 0 && there.count == 0)
        continue;
      name = type < 7 ? g_strdup_printf ("%u %s", type, phase_name (type, has_phases))
                      : g_strdup (phase_name (type, has_phases));
      add_item (items, SWATCH_PLAIN,
                insight ? lsc_palette_insight_fill (stats->insight_index[type])
                        : lsc_palette_phase_fill ((int) type),
                -1, FALSE, describe (view, name, here, second ? &there : NULL));
    }
}

static void
add_micro_batches (GArray *items)
{
  for (guint i = 0; i < 8; i++)
    add_item (items, SWATCH_PLAIN, lsc_palette_micro_batch_fill (i), -1, FALSE,
              i == 0 ? g_strdup (_ ("micro-batch 0, 8, …"))
                     : g_strdup_printf ("%u, %u, …", i, i + 8));
}

static gboolean
any_dashed (const LscPipelineRows *layout)
{
  for (gsize s = 0; s < layout->n_steps; s++)
    for (gsize r = 0; r < _lsc_pipeline_rows_step (layout, s)->n_rows; r++)
      {
        const LscPipelineRow *row = _lsc_pipeline_rows_row (layout, s, r);

        /* Guessed ids are guessed for whole rows: the first blocks tell, and painting stays quick.
         */
        for (gsize i = 0; i < MIN (row->n_blocks, 64); i++)
          if (row->blocks[i].flags & LSC_BLOCK_ID_UNUSUAL)
            return TRUE;
      }
  return FALSE;
}

/* Every cause that occurs, with its total. */
static void
add_causes (GArray *items, const LscPipelineView *view)
{
  gint64 sums[LSC_CAUSE_N] = { 0 };
  gboolean occurs[LSC_CAUSE_N] = { FALSE };

  for (gsize i = 0; i < view->n_idle; i++)
    {
      guint cause = MIN (view->idle[i].cause, LSC_CAUSE_UNKNOWN);

      sums[cause] += view->idle[i].end_ns - view->idle[i].begin_ns;
      occurs[cause] = TRUE;
    }
  for (guint i = 0; i < LSC_CAUSE_N; i++)
    {
      g_autofree char *total = _lsc_pipeline_duration (view, sums[i]);

      if (!occurs[i])
        continue;
      add_item (items, SWATCH_CAUSE, lsc_pipeline_cause_fill (i, &view->theme), -1, FALSE,
                view->is_figure ? g_strdup (_lsc_cause_title (i))
                                : g_strdup_printf ("%s · %s", _lsc_cause_title (i), total));
      g_array_index (items, Item, items->len - 1).cause = i;
    }
}

static void
add_twin (LscPipelinePainter *self, GArray *items, const LscPipelineRows *layout)
{
  const LscPipelineView *view = layout->view;
  const char *title = view->twin.title ? view->twin.title : _ ("other side");

  if (layout->twin->is_ghost)
    add_item (items, SWATCH_GHOST, 0, -1, FALSE, g_strdup (title));
  if (layout->delta_height > 0)
    {
      g_autofree char *most =
          _lsc_pipeline_duration (view, _lsc_painter_get_delta_scale (self, layout));

      add_item (items, SWATCH_GRADIENT, 0, -1, FALSE,
                g_strdup_printf (_ ("its pair starts %s earlier … %s later"), most, most));
    }
}

/* Of sides whose clocks are known. */
static char *
describe_idle (const LscPipelineView *view, const LscPipelineStats *stats,
               const LscPipelineStats *second)
{
  g_autofree char *here = _lsc_pipeline_duration (view, stats->bubble_ns);
  g_autofree char *there = second ? _lsc_pipeline_duration (view, second->bubble_ns) : NULL;

  /* pipeline.md#bubble: without clocks that can be compared a sum of idle time means nothing */
  if (view->is_figure || view->group->clocks.unknown || (second && second->group->clocks.unknown))
    return g_strdup (_ ("Idle"));
  if (there)
    return g_strdup_printf (_ ("Idle · %s → %s"), here, there);
  return g_strdup_printf (_ ("Idle · %s"), here);
}

/* "120", with a second side "120 → 96". */
static char *
say_count (gsize first, const gsize *second)
{
  g_autofree char *here = lsc_format_count ((gint64) first);
  g_autofree char *there = second ? lsc_format_count ((gint64) *second) : NULL;

  return there ? g_strdup_printf (_ ("%s× → %s×"), here, there) : g_strdup_printf (_ ("%s×"), here);
}

static GArray *
make_items (LscPipelinePainter *self, const LscPipelineRows *layout)
{
  const LscPipelineView *view = layout->view;
  const LscPipelineStats *stats = _lsc_painter_get_stats (self, layout);
  const LscPipelineStats *second =
      layout->twin ? _lsc_painter_get_stats (self, layout->twin) : NULL;
  GArray *items = lsc_legend_new (sizeof (Item));

  if (view->color_mode == LSC_COLOR_BY_PHASE || view->color_mode == LSC_COLOR_INSIGHT)
    add_phases (items, stats, second, view);
  else if (view->color_mode == LSC_COLOR_BY_MICRO_BATCH)
    add_micro_batches (items);
  else if (view->color_mode == LSC_COLOR_BY_DURATION)
    add_item (items, SWATCH_GRADIENT, 0, -1, FALSE,
              g_strdup (_ ("half … one and a half times the mean of its kind and stage")));
  else
    add_kinds (items, stats, second, view);
  if (_lsc_pipeline_has_causes (layout))
    add_causes (items, view);
  else if (view->show_bubbles)
    add_item (items, SWATCH_BUBBLE, 0, -1, FALSE, describe_idle (view, stats, second));
  if (view->n_path > 0)
    add_item (items, SWATCH_PATH, lsc_pipeline_path_color (&view->theme), -1, FALSE,
              g_strdup (_ ("Critical path")));
  if (layout->twin)
    add_twin (self, items, layout);
  if (layout->p2p_height > 0)
    {
      g_autofree char *sends = say_count (stats->n_sends, second ? &second->n_sends : NULL);
      g_autofree char *receives =
          say_count (stats->n_receives, second ? &second->n_receives : NULL);

      add_item (items, SWATCH_PLAIN, lsc_palette_send (), -1, FALSE,
                g_strdup_printf (_ ("Send · %s"), sends));
      add_item (items, SWATCH_OUTLINE, lsc_palette_receive (), -1, FALSE,
                g_strdup_printf (_ ("Receive · %s"), receives));
    }
  if (any_dashed (layout))
    add_item (items, SWATCH_DASHED, 0xE69F00, -1, FALSE, g_strdup (_ ("Dashed: id guessed")));
  return items;
}

static LscLegendLook
make_look (LscPipelinePainter *self, const LscPipelineView *view)
{
  return (LscLegendLook){ .text = self->text,
                          .text_size = FONT_PX,
                          .row_height = ROW_PX,
                          .gap = ITEM_GAP,
                          .is_centred = view->is_figure };
}

static void
draw_gradient (cairo_t *cr, double x, double y, double width)
{
  for (int i = 0; i < 21; i++)
    lsc_paint_rect_rgb (cr, lsc_palette_duration_fill ((i - 10) / 20.0), x + i * width / 21, y,
                        width / 21 + 0.5, SWATCH_HEIGHT);
}

/* Pixel by pixel, so that it is the pattern of the rows. */
static void
draw_cause (cairo_t *cr, const LscTheme *theme, const Item *item, double x, double y)
{
  lsc_paint_rect_rgb (cr, item->fill, x, y, SWATCH_WIDTH, SWATCH_HEIGHT);
  lsc_color_set_rgb (cr,
                     lsc_color_mix_rgb (item->fill, lsc_color_to_rgb (&theme->foreground), 0.28));
  for (int j = 0; j < (int) SWATCH_HEIGHT; j++)
    for (int i = 0; i < (int) SWATCH_WIDTH; i++)
      if (_lsc_cause_mark (item->cause, i, j))
        cairo_rectangle (cr, floor (x) + i, y + j, 1, 1);
  cairo_fill (cr);
  lsc_color_set (cr, &theme->grid);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, x + 0.5, y + 0.5, SWATCH_WIDTH - 1, SWATCH_HEIGHT - 1);
  cairo_stroke (cr);
}

static void
draw_line_swatch (cairo_t *cr, const LscTheme *theme, const Item *item, double x, double y)
{
  static const double dashes[] = { 4, 2 };

  if (item->swatch == SWATCH_GHOST)
    {
      lsc_color_set (cr, &theme->foreground);
      cairo_set_dash (cr, dashes, 2, 0);
      cairo_set_line_width (cr, 1.5);
    }
  else
    {
      lsc_color_set_rgb (cr, item->fill);
      cairo_set_line_width (cr, 2);
    }
  cairo_rectangle (cr, x + 1, y + 1, SWATCH_WIDTH - 2, SWATCH_HEIGHT - 2);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* What lies over the filled box. */
static void
draw_swatch_marks (cairo_t *cr, const LscTheme *theme, const Item *item, double x, double y)
{
  if (item->swatch == SWATCH_SPLIT)
    {
      lsc_paint_rect_rgb (cr, lsc_palette_kind_fill (LSC_BLOCK_F, 0), x, y, SWATCH_WIDTH / 3,
                          SWATCH_HEIGHT);
      lsc_paint_rect_rgb (cr, 0x000000, x + floor (SWATCH_WIDTH / 3), y, 1, SWATCH_HEIGHT);
      lsc_paint_rect_rgb (cr, item->mixed, x, y + SWATCH_HEIGHT - 4, SWATCH_WIDTH, 4);
    }
  if (item->has_mark)
    {
      lsc_color_set_rgb (cr, 0xffffff);
      if (item->is_corner)
        {
          cairo_move_to (cr, x, y);
          cairo_line_to (cr, x + CORNER_PX, y);
          cairo_line_to (cr, x, y + CORNER_PX);
        }
      else
        cairo_rectangle (cr, x, y, 2, SWATCH_HEIGHT);
      cairo_fill (cr);
    }
  if (item->swatch == SWATCH_HATCH)
    {
      cairo_set_source_rgba (cr, 0, 0, 0, 0.35);
      lsc_paint_hatch (cr, x, y, SWATCH_WIDTH, SWATCH_HEIGHT, 4);
    }
  if (item->swatch == SWATCH_BUBBLE)
    {
      lsc_color_set (cr, &theme->bubble_line);
      lsc_paint_hatch (cr, x, y, SWATCH_WIDTH, SWATCH_HEIGHT, 8);
    }
}

static void
draw_swatch_edge (cairo_t *cr, const LscTheme *theme, const Item *item, double x, double y)
{
  static const double dashes[] = { 3, 3 };

  if (item->swatch == SWATCH_OUTLINE)
    lsc_color_set_rgb (cr, lsc_palette_send ());
  else if (item->swatch == SWATCH_BUBBLE)
    lsc_color_set (cr, &theme->grid);
  else if (item->swatch == SWATCH_DASHED)
    {
      cairo_set_source_rgb (cr, 0, 0, 0);
      cairo_set_dash (cr, dashes, 2, 0);
    }
  else
    return;
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, x + 0.5, y + 0.5, SWATCH_WIDTH - 1, SWATCH_HEIGHT - 1);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_swatch (cairo_t *cr, const LscTheme *theme, const Item *item, double x, double y)
{
  if (item->swatch == SWATCH_CAUSE)
    {
      draw_cause (cr, theme, item, x, y);
      return;
    }
  if (item->swatch == SWATCH_PATH || item->swatch == SWATCH_GHOST)
    {
      draw_line_swatch (cr, theme, item, x, y);
      return;
    }
  if (item->swatch == SWATCH_GRADIENT)
    {
      draw_gradient (cr, x, y, SWATCH_WIDTH * 4);
      return;
    }
  lsc_paint_rect_rgb (
      cr, item->swatch == SWATCH_BUBBLE ? lsc_color_to_rgb (&theme->bubble) : item->fill, x, y,
      SWATCH_WIDTH, SWATCH_HEIGHT);
  draw_swatch_marks (cr, theme, item, x, y);
  draw_swatch_edge (cr, theme, item, x, y);
}

static void
draw_item (const LscLegendLook *look, cairo_t *cr, const LscPipelineView *view, const Item *item)
{
  gboolean is_hidden = item->kind >= 0 && (view->hidden_kinds >> item->kind & 1);
  double x = item->place.x, text_x = lsc_legend_text_x (&item->place);
  double middle = item->place.y + ROW_PX / 2;

  if (is_hidden)
    cairo_push_group (cr);
  draw_swatch (cr, &view->theme, item, x, floor (middle - SWATCH_HEIGHT / 2));
  if (view->is_figure && item->swatch <= SWATCH_BUBBLE)
    {
      cairo_set_source_rgba (cr, 0, 0, 0, 0.75);
      cairo_set_line_width (cr, 0.6);
      cairo_rectangle (cr, x, floor (middle - SWATCH_HEIGHT / 2), SWATCH_WIDTH, SWATCH_HEIGHT);
      cairo_stroke (cr);
    }
  lsc_color_set (cr, &view->theme.foreground);
  lsc_legend_paint_text (look, cr, &item->place);
  if (!is_hidden)
    return;
  cairo_rectangle (cr, text_x, floor (middle), x + item->place.width - text_x, 1);
  cairo_fill (cr);
  cairo_pop_group_to_source (cr);
  cairo_paint_with_alpha (cr, 0.5);
}

/**
 * lsc_pipeline_painter_paint_legend:
 * @width: px to flow into
 * @measure_only: draw nothing; @cr may be %NULL
 *
 * Paints the kinds that occur with count and total time, from @cr's origin. A hidden kind is pale
 * and struck through.
 *
 * Returns: the height in px
 */
double
lsc_pipeline_painter_paint_legend (LscPipelinePainter *self, cairo_t *cr,
                                   const LscPipelineView *view, double width, gboolean measure_only)
{
  LscLegendLook look;
  g_autoptr (GArray) items = NULL;
  g_auto (LscPipelineRows) layout = { 0 };
  double height;

  g_return_val_if_fail (self && view && (cr || measure_only), 0);
  look = make_look (self, view);
  layout = _lsc_pipeline_rows_new (view);
  if (!view->group)
    return 0;
  items = make_items (self, &layout);
  height = lsc_legend_place (&look, items, width);
  for (guint i = 0; i < items->len && !measure_only; i++)
    draw_item (&look, cr, view, &g_array_index (items, Item, i));
  return height;
}

/**
 * lsc_pipeline_painter_legend_hit:
 *
 * Returns: the bit of hidden_kinds whose legend entry is at a point, -1 if there is none
 */
int
lsc_pipeline_painter_legend_hit (LscPipelinePainter *self, const LscPipelineView *view,
                                 double width, double x, double y)
{
  LscLegendLook look;
  g_autoptr (GArray) items = NULL;
  g_auto (LscPipelineRows) layout = { 0 };
  int index;

  g_return_val_if_fail (self && view, -1);
  look = make_look (self, view);
  layout = _lsc_pipeline_rows_new (view);
  if (!view->group)
    return -1;
  items = make_items (self, &layout);
  lsc_legend_place (&look, items, width);
  index = lsc_legend_find (&look, items, x, y);
  return index >= 0 ? g_array_index (items, Item, index).kind : -1;
}
