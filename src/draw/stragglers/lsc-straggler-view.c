/* lsc-straggler-view.c - a map of stragglers: what is shown, and where it stands
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/stragglers/lsc-straggler-view.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/lsc-time.h"
#include "model/lsc-rank-name.h"

#define PAD 8.0
#define BARS_PX 72.0      /* of the longest bar of a stage */
#define BARS_HEIGHT 30.0  /* of a replica */
#define CURVE_LEAST 230.0 /* wide, beside the map */
#define CURVE_MOST 1100.0
#define CURVE_BELOW 110.0       /* high, below it */
#define CURVE_MOST_HEIGHT 190.0 /* beside a map that is lower */
#define CURVE_USUAL 120.0       /* high, beside it */
#define AXIS_PX 40.0            /* left of the curve */
#define BETWEEN_PX 24.0         /* from map to curve */
#define CELL_LEAST_WIDTH 5.0
#define CELL_MOST_WIDTH 120.0
#define CELL_MOST_HEIGHT 60.0
#define LEGEND_GAP 18.0
#define LEGEND_SWATCH 18.0 /* with the gap to its text */
#define ROWS_LEAST 150.0   /* px of all rows, where they are at least 3 px */

/** lsc_straggler_view_is_empty: Returns: whether there is nothing to draw */
gboolean
lsc_straggler_view_is_empty (const LscStragglerView *self)
{
  return !self->study || !self->marks || self->study->n_stages == 0 || self->study->n_replicas == 0;
}

/** lsc_straggler_view_has_unknown: Returns: whether S of a worker is not known */
gboolean
lsc_straggler_view_has_unknown (const LscStragglerView *self)
{
  for (gsize i = 0; i < self->study->n_stages * self->study->n_replicas; i++)
    if (isnan (self->study->workers[i].slowdown))
      return TRUE;
  return FALSE;
}

/* ---- sizes ---- */

/** Sizes that depend on the fonts. @cell: in which a value fits. @legend: beside the caption, 0 =
 * there is no room for it. @is_compact: it stands there */
typedef struct
{
  double row;
  double label;
  double value;
  double cell;
  double legend;
  double curve;
  gboolean is_compact;
} Measures;

static double
widest_number (LscText *text, double size, const char *format, gint64 number)
{
  g_autofree char *number_text = g_strdup_printf ("%" G_GINT64_FORMAT, number);
  g_autofree char *label = g_strdup_printf (format, number_text);

  return lsc_text_width_bold (text, size, label);
}

static double
measure_caption (const LscStragglerView *self, LscText *text)
{
  g_autofree char *caption = lsc_phrase_to_words (self->marks->text);
  g_autofree char *detail =
      self->marks->detail ? lsc_phrase_to_words (self->marks->detail) : g_strdup ("");

  return MAX (lsc_text_width_bold (text, self->text_px + 1, caption),
              lsc_text_width (text, self->text_px, detail));
}

/* What is not known needs more words than have room there. */
static double
measure_legend (const LscStragglerView *self, LscText *text)
{
  double width = LSC_STRAGGLER_SCALE_PX + LEGEND_GAP + LEGEND_SWATCH +
                 lsc_text_width (text, self->text_px, _ ("Outlier"));

  if (lsc_straggler_view_has_unknown (self) ||
      measure_caption (self, text) + 2 * LEGEND_GAP + width > self->width - 2 * self->margin)
    return 0;
  return ceil (width);
}

static Measures
measure (const LscStragglerView *self, LscText *text)
{
  double size = self->text_px;
  const LscStragglerStage *last = &self->study->stages[self->study->n_stages - 1];

  return (Measures){
    .row = ceil (size * 1.5),
    .label = ceil (MAX (MAX (widest_number (text, size, _ ("Stage %s"), last->stage),
                             lsc_text_width (text, size, _ ("S by Replica"))),
                        lsc_text_width (text, size, _ ("Replica"))) +
                   PAD),
    .value = ceil (lsc_text_width_bold (text, size, "1.888") + PAD),
    .cell = ceil (lsc_text_width (text, size, "1.88") + PAD),
    .legend = measure_legend (self, text),
    .curve = CURVE_BELOW,
  };
}

/* Rows of few stages are as high as a text, those of many at least a few px. */
static double
get_least_cell_height (const LscStragglerView *self, const Measures *sizes)
{
  return CLAMP (ROWS_LEAST / (double) self->study->n_stages, 3, sizes->row);
}

static gboolean
has_curve (const LscStragglerView *self)
{
  return self->study->n_steps > 0;
}

/* Beside the cells; px. */
static double
get_around (const Measures *sizes)
{
  return sizes->label + PAD + BARS_PX + sizes->value;
}

/* With values in the cells where that leaves room for the curve, else narrower down to the least
 * width; 0 = there is no room beside the map. */
static double
choose_cell_width (const LscStragglerView *self, const Measures *sizes)
{
  double n = (double) self->study->n_replicas;
  double room = self->width - get_around (sizes) - 2 * self->margin;
  double beside = room - BETWEEN_PX - AXIS_PX - CURVE_LEAST;
  double wished = MIN (CELL_MOST_WIDTH, MAX (room * 0.5 / n, sizes->cell));

  if (!has_curve (self))
    return 0;
  if (beside / n >= CELL_LEAST_WIDTH)
    return MIN (wished, beside / n);
  return 0;
}

static double
get_below (const LscStragglerView *self, const Measures *sizes, gboolean has_curve_below)
{
  double legend = sizes->is_compact ? 0 : 2 * sizes->row + PAD;
  double curve = has_curve_below ? CURVE_BELOW + 2 * sizes->row + PAD : 0;

  return PAD / 2 + BARS_HEIGHT + sizes->row + curve + PAD + legend;
}

static double
get_above (const LscStragglerView *self, const Measures *sizes)
{
  return (self->marks->detail || sizes->is_compact ? 2 : 1) * sizes->row + sizes->row;
}

static double
get_height (const LscStragglerView *self, const Measures *sizes, double cell_height)
{
  gboolean is_beside = choose_cell_width (self, sizes) > 0;
  double map = cell_height * (double) self->study->n_stages;

  if (is_beside)
    map = MAX (map, sizes->curve - BARS_HEIGHT - PAD / 2);
  return ceil (get_above (self, sizes) + map +
               get_below (self, sizes, has_curve (self) && !is_beside));
}

/**
 * lsc_straggler_view_height:
 *
 * Returns: px that the picture needs at least at its width
 */
double
lsc_straggler_view_height (const LscStragglerView *self, LscText *text)
{
  Measures sizes;

  g_return_val_if_fail (self && text, 0);
  if (lsc_straggler_view_is_empty (self))
    return 0;
  sizes = measure (self, text);
  sizes.is_compact = sizes.legend > 0;
  return get_height (self, &sizes, get_least_cell_height (self, &sizes));
}

/** lsc_straggler_view_usual_height: Returns: px of a picture on paper */
double
lsc_straggler_view_usual_height (const LscStragglerView *self, LscText *text)
{
  Measures sizes;

  g_return_val_if_fail (self && text, 0);
  if (lsc_straggler_view_is_empty (self))
    return 0;
  sizes = measure (self, text);
  return get_height (self, &sizes,
                     CLAMP (4 * CURVE_USUAL / (double) self->study->n_stages,
                            get_least_cell_height (self, &sizes), 2 * sizes.row));
}

/* ---- places ---- */

static void
place_curve (const LscStragglerView *self, const Measures *sizes, LscStragglerPlaces *places)
{
  const LscStragglerBox *map = &places->map;
  double right = places->by_stage.x + places->by_stage.width + sizes->value;
  double x = right + BETWEEN_PX + AXIS_PX;

  if (!has_curve (self))
    return;
  if (choose_cell_width (self, sizes) > 0)
    {
      places->curve =
          (LscStragglerBox){ x, map->y, MIN (self->width - self->margin - x, CURVE_MOST), 0 };
      places->curve.height =
          MAX (places->by_replica.y + places->by_replica.height - map->y, sizes->curve);
      return;
    }
  x = MAX (map->x, AXIS_PX + self->margin);
  places->curve =
      (LscStragglerBox){ x, places->by_replica.y + BARS_HEIGHT + 2 * sizes->row + PAD,
                         MIN (self->width - self->margin - x, CURVE_MOST * 2), CURVE_BELOW };
}

/**
 * lsc_straggler_view_place:
 *
 * Returns: where the parts of the picture stand; all 0 where it is empty
 */
LscStragglerPlaces
lsc_straggler_view_place (const LscStragglerView *self, LscText *text)
{
  LscStragglerPlaces places = { .row = 0 };
  Measures sizes;
  double n_replicas, n_stages, width, height, room;

  g_return_val_if_fail (self && text, places);
  if (lsc_straggler_view_is_empty (self))
    return places;
  sizes = measure (self, text);
  sizes.is_compact = sizes.legend > 0 &&
                     self->height < get_height (self, &sizes, get_least_cell_height (self, &sizes));
  n_replicas = (double) self->study->n_replicas;
  n_stages = (double) self->study->n_stages;
  width = choose_cell_width (self, &sizes);
  if (width <= 0)
    width =
        MIN ((self->width - get_around (&sizes) - 2 * self->margin) / n_replicas, CELL_MOST_WIDTH);
  room = self->height - get_above (self, &sizes) -
         get_below (self, &sizes, has_curve (self) && choose_cell_width (self, &sizes) <= 0);
  height = CLAMP (floor (room / n_stages), get_least_cell_height (self, &sizes), CELL_MOST_HEIGHT);
  sizes.curve = CLAMP (room + BARS_HEIGHT + PAD / 2, CURVE_BELOW, CURVE_MOST_HEIGHT);
  places.row = sizes.row;
  places.label_width = sizes.label;
  places.value_width = sizes.value;
  places.caption_y = sizes.row / 2;
  places.head_y = get_above (self, &sizes) - sizes.row / 2;
  places.map = (LscStragglerBox){ self->margin + sizes.label, get_above (self, &sizes),
                                  MAX (round (width * n_replicas), 1), round (height * n_stages) };
  places.by_stage = (LscStragglerBox){ places.map.x + places.map.width + PAD, places.map.y, BARS_PX,
                                       places.map.height };
  places.by_replica = (LscStragglerBox){ places.map.x, places.map.y + places.map.height + PAD / 2,
                                         places.map.width, BARS_HEIGHT };
  place_curve (self, &sizes, &places);
  places.height = get_height (self, &sizes, height);
  places.is_compact = sizes.is_compact;
  places.legend_x = sizes.is_compact ? self->width - self->margin - sizes.legend : self->margin;
  places.legend_y = sizes.is_compact ? places.caption_y - PAD : places.height - 2 * sizes.row;
  return places;
}

/* ---- spots ---- */

/** lsc_straggler_view_step_x: Returns: px where a step stands in the curve */
double
lsc_straggler_view_step_x (const LscStragglerView *self, const LscStragglerPlaces *places,
                           gsize step)
{
  return places->curve.x + ((double) self->marks->slots[step] + 0.5) * places->curve.width /
                               (double) MAX (self->marks->n_slots, 1);
}

/** lsc_straggler_spot_equal: Returns: whether both are the same place */
gboolean
lsc_straggler_spot_equal (const LscStragglerSpot *a, const LscStragglerSpot *b)
{
  gboolean has_replica = a->type == LSC_STRAGGLER_WORKER || a->type == LSC_STRAGGLER_REPLICA;
  gboolean has_stage = a->type == LSC_STRAGGLER_WORKER || a->type == LSC_STRAGGLER_STAGE;

  return a->type == b->type && (!has_replica || a->replica == b->replica) &&
         (!has_stage || a->stage == b->stage) &&
         (a->type != LSC_STRAGGLER_STEP || a->step == b->step);
}

static gboolean
is_between (double at, double from, double length)
{
  return at >= from && at < from + length;
}

static gsize
find_index (double at, double from, double length, gsize n)
{
  return MIN ((gsize) ((at - from) / MAX (length, 1) * (double) n), n - 1);
}

static gsize
find_step (const LscStragglerView *self, const LscStragglerPlaces *places, double x)
{
  gsize nearest = 0;

  for (gsize i = 1; i < self->study->n_steps; i++)
    if (fabs (lsc_straggler_view_step_x (self, places, i) - x) <
        fabs (lsc_straggler_view_step_x (self, places, nearest) - x))
      nearest = i;
  return nearest;
}

/**
 * lsc_straggler_view_find:
 *
 * Returns: what is at a place
 */
LscStragglerSpot
lsc_straggler_view_find (const LscStragglerView *self, const LscStragglerPlaces *places, double x,
                         double y)
{
  LscStragglerSpot spot = { LSC_STRAGGLER_NONE, 0, 0, 0 };
  const LscStragglerBox *map = &places->map, *curve = &places->curve;
  gboolean is_column, is_row;

  if (lsc_straggler_view_is_empty (self))
    return spot;
  is_column = is_between (x, map->x, map->width);
  is_row = is_between (y, map->y, map->height);
  if (curve->width > 0 && is_between (x, curve->x, curve->width) &&
      is_between (y, curve->y, curve->height))
    return (LscStragglerSpot){ LSC_STRAGGLER_STEP, 0, 0, find_step (self, places, x) };
  if (is_column)
    spot.replica = find_index (x, map->x, map->width, self->study->n_replicas);
  if (is_row)
    spot.stage = find_index (y, map->y, map->height, self->study->n_stages);
  if (is_column && is_row)
    spot.type = LSC_STRAGGLER_WORKER;
  else if (is_row && (x < map->x || is_between (x, places->by_stage.x,
                                                places->by_stage.width + places->value_width)))
    spot.type = LSC_STRAGGLER_STAGE;
  else if (is_column &&
           is_between (y, map->y - places->row, map->height + 3 * places->row + BARS_HEIGHT) &&
           y < places->by_replica.y + places->by_replica.height + places->row)
    spot.type = LSC_STRAGGLER_REPLICA;
  return spot;
}

static double
edge (double from, double length, gsize index, gsize n)
{
  return round (from + length * (double) index / (double) n);
}

/**
 * lsc_straggler_view_get_box:
 * @spot: of a worker, stage, replica or step
 *
 * Returns: its cell, row or column of the map, whole px; of a step its column of the curve
 */
LscStragglerBox
lsc_straggler_view_get_box (const LscStragglerView *self, const LscStragglerPlaces *places,
                            const LscStragglerSpot *spot)
{
  LscStragglerBox box = places->map;
  gsize n_replicas = self->study->n_replicas, n_stages = self->study->n_stages;

  if (spot->type == LSC_STRAGGLER_STEP)
    {
      double width = places->curve.width / (double) MAX (self->marks->n_slots, 1);

      return (LscStragglerBox){ lsc_straggler_view_step_x (self, places, spot->step) - width / 2,
                                places->curve.y, width, places->curve.height };
    }
  if (spot->type != LSC_STRAGGLER_STAGE)
    {
      box.x = edge (places->map.x, places->map.width, spot->replica, n_replicas);
      box.width = edge (places->map.x, places->map.width, spot->replica + 1, n_replicas) - box.x;
    }
  if (spot->type != LSC_STRAGGLER_REPLICA)
    {
      box.y = edge (places->map.y, places->map.height, spot->stage, n_stages);
      box.height = edge (places->map.y, places->map.height, spot->stage + 1, n_stages) - box.y;
    }
  return box;
}

/* ---- in words ---- */

/* "+1.9 %", and "0.0 %" whatever its sign */
static char *
format_signed (double share)
{
  return fabs (share) < 0.0005 ? g_strdup ("0.0 %") : g_strdup_printf ("%+.1f %%", share * 100);
}

static char *
describe_worker (const LscStragglers *study, gsize replica, gsize stage)
{
  const LscStragglerWorker *worker = &study->workers[replica * study->n_stages + stage];
  g_autofree char *rank =
      lsc_rank_is_told (worker->rank) ? lsc_rank_to_text (worker->rank) : g_strdup ("–");
  g_autoptr (GString) text = g_string_new (NULL);

  if (isnan (worker->slowdown))
    g_string_append_printf (text,
                            _ ("Replica %" PRId64 ", stage %" PRId64 ", rank %s: S not known"),
                            worker->replica, worker->stage, rank);
  else
    g_string_append_printf (
        text,
        _ ("Replica %" PRId64 ", stage %" PRId64 ", rank %s: S %.3f (replica %.3f, stage %.3f)"),
        worker->replica, worker->stage, rank, worker->slowdown, study->slowdown_of_replica[replica],
        study->stages[stage].slowdown);
  if (!isnan (worker->excess) && study->n_replicas > 1)
    {
      g_autofree char *excess = format_signed (worker->excess);

      g_string_append_printf (text, _ ("\nComputing: %s against the median of its stage"), excess);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
describe_stage (const LscStragglerStage *stage)
{
  g_autofree char *forward = NULL, *backward = NULL;

  if (isnan (stage->forward_ns) || isnan (stage->backward_ns))
    return g_strdup_printf (_ ("Stage %" PRId64 ", all replicas: S %.3f"), stage->stage,
                            stage->slowdown);
  forward = lsc_format_duration (llround (stage->forward_ns), LSC_TIME_UNIT_AUTO);
  backward = lsc_format_duration (llround (stage->backward_ns), LSC_TIME_UNIT_AUTO);
  return g_strdup_printf (_ ("Stage %" PRId64 ", all replicas: S %.3f\n"
                             "Mean forward %s, mean backward %s"),
                          stage->stage, stage->slowdown, forward, backward);
}

static char *
describe_step (const LscStragglerStep *step)
{
  g_autofree char *recorded = lsc_format_duration (step->recorded_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *base = lsc_format_duration (step->base_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *ideal = lsc_format_duration (step->ideal_ns, LSC_TIME_UNIT_AUTO);

  if (step->recorded_ns < 0)
    return g_strdup_printf (_ ("Step %" PRId64 ": S %.3f\nReplay %s, ideal %s"), step->number,
                            step->slowdown, base, ideal);
  return g_strdup_printf (_ ("Step %" PRId64 ": S %.3f\nRecorded %s, replay %s, ideal %s"),
                          step->number, step->slowdown, recorded, base, ideal);
}

/**
 * lsc_straggler_view_describe:
 *
 * Returns: (transfer full) (nullable): a place in words and numbers, in lines
 */
char *
lsc_straggler_view_describe (const LscStragglerView *self, const LscStragglerSpot *spot)
{
  g_return_val_if_fail (self && spot, NULL);
  if (lsc_straggler_view_is_empty (self))
    return NULL;
  switch (spot->type)
    {
    case LSC_STRAGGLER_WORKER:
      return describe_worker (self->study, spot->replica, spot->stage);
    case LSC_STRAGGLER_STAGE:
      return describe_stage (&self->study->stages[spot->stage]);
    case LSC_STRAGGLER_REPLICA:
      return g_strdup_printf (_ ("Replica %" PRId64 ", all stages: S %.3f"),
                              self->study->replicas[spot->replica],
                              self->study->slowdown_of_replica[spot->replica]);
    case LSC_STRAGGLER_STEP:
      return describe_step (&self->study->steps[spot->step]);
    case LSC_STRAGGLER_NONE:
    default:
      return NULL;
    }
}

/* "4 stages · 2 replicas · 32 steps" */
static char *
describe_size (const LscStragglers *study)
{
  gulong n_stages = study->n_stages, n_replicas = study->n_replicas, n_steps = study->n_steps;
  g_autofree char *stages =
      g_strdup_printf (ngettext ("%lu stage", "%lu stages", n_stages), n_stages);
  g_autofree char *replicas =
      g_strdup_printf (ngettext ("%lu replica", "%lu replicas", n_replicas), n_replicas);
  g_autofree char *steps = g_strdup_printf (ngettext ("%lu step", "%lu steps", n_steps), n_steps);

  return g_strdup_printf ("%s · %s · %s", stages, replicas, steps);
}

/* @words: with a %s for the percent */
static void
append_part (GString *text, const char *words, double share)
{
  g_autofree char *percent = g_strdup_printf ("%.0f", share * 100);

  lsc_drop_minus (percent);
  g_string_append_printf (text, words, percent);
}

/**
 * lsc_straggler_view_sum_up:
 *
 * Returns: (transfer full) (nullable): S of the job, which part of its loss the last stage and the
 *   slowest workers make up, and what it is of, one line
 */
char *
lsc_straggler_view_sum_up (const LscStragglerView *self)
{
  const LscStragglers *study;
  g_autoptr (GString) text = NULL;
  g_autofree char *size = NULL;

  g_return_val_if_fail (self, NULL);
  if (lsc_straggler_view_is_empty (self))
    return NULL;
  study = self->study;
  text = g_string_new (NULL);
  size = describe_size (study);
  g_string_append_printf (text, _ ("S of the job %.3f"), study->slowdown);
  if (!isnan (study->m_s) && study->n_stages > 1)
    append_part (text, _ (" · last stage %s %% of the loss (M_S)"), study->m_s);
  if (!isnan (study->m_w) && study->n_stages * study->n_replicas > 1)
    append_part (text, _ (" · slowest workers %s %% (M_W)"), study->m_w);
  g_string_append_printf (text, " · %s", size);
  if (!isnan (study->replay_error))
    {
      g_autofree char *error = format_signed (study->replay_error);

      g_string_append_printf (text, _ (" · replay off by %s"), error);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
