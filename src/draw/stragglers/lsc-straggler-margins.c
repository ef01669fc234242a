/* lsc-straggler-margins.c - names and S of stages and replicas around a map of stragglers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/stragglers/lsc-straggler-painter-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "draw/lsc-paint.h"

#define PAD 8.0
#define LABEL_GAP 6.0
#define LEAST_TOP 1.05 /* S at the end of the longest bar, at least */

/* ---- labels ---- */

/** Where labels along an edge may still stand. */
typedef struct
{
  GArray *taken; /* two doubles each: from, to */
} Room;

static gboolean
take (Room *self, double from, double to)
{
  for (guint i = 0; i + 1 < self->taken->len; i += 2)
    if (from < g_array_index (self->taken, double, i + 1) &&
        to > g_array_index (self->taken, double, i))
      return FALSE;
  g_array_append_val (self->taken, from);
  g_array_append_val (self->taken, to);
  return TRUE;
}

static char *
name_spot (const LscStragglers *study, const LscStragglerSpot *spot)
{
  g_autofree char *number = NULL;

  if (spot->type == LSC_STRAGGLER_REPLICA)
    return g_strdup_printf ("%" PRId64, study->replicas[spot->replica]);
  number = g_strdup_printf ("%" PRId64, study->stages[spot->stage].stage);
  return g_strdup_printf (_ ("Stage %s"), number);
}

static void
paint_label (const LscStragglerPaint *self, const LscStragglerSpot *spot, gboolean is_marked,
             Room *room)
{
  LscStragglerBox box = lsc_straggler_view_get_box (self->view, &self->places, spot);
  g_autofree char *name = name_spot (self->view->study, spot);
  double size = self->view->text_px, middle = box.y + box.height / 2, x = box.x + box.width / 2;
  double width = is_marked ? lsc_text_width_bold (self->text, size, name)
                           : lsc_text_width (self->text, size, name);
  gboolean is_row = spot->type == LSC_STRAGGLER_STAGE;

  if (is_row ? !take (room, middle - size * 0.65, middle + size * 0.65)
             : !take (room, x - width / 2 - LABEL_GAP / 2, x + width / 2 + LABEL_GAP / 2))
    return;
  _lsc_straggler_write (self, is_marked ? &self->view->theme.foreground : &self->view->theme.dim,
                        is_row ? (LscTextLine){ .x = self->places.map.x - PAD,
                                                .middle = middle,
                                                .align = 1,
                                                .is_bold = is_marked }
                               : (LscTextLine){ .x = x,
                                                .middle = self->places.head_y,
                                                .align = 0.5,
                                                .is_bold = is_marked },
                        name);
}

/* A round number of rows or columns from one label to the next. */
static gsize
choose_stride (double distance, double needed)
{
  static const gsize strides[] = { 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000 };

  for (guint i = 0; i < G_N_ELEMENTS (strides); i++)
    if (distance * (double) strides[i] >= needed)
      return strides[i];
  return 100000;
}

/* Those that stand out first, the others where there is room. */
static void
paint_names (const LscStragglerPaint *self, LscStragglerSpotType type, const gboolean *marks,
             gsize n, gsize stride)
{
  Room room = { g_array_new (FALSE, FALSE, sizeof (double)) };

  for (guint pass = 0; pass < 2; pass++)
    for (gsize i = 0; i < n; i++)
      {
        LscStragglerSpot spot = { type, i, i, 0 };

        if (pass == 0 ? marks[i] : !marks[i] && i % stride == 0)
          paint_label (self, &spot, marks[i], &room);
      }
  g_array_unref (room.taken);
}

static double
widest_replica (const LscStragglerPaint *self)
{
  const LscStragglers *study = self->view->study;
  g_autofree char *last = g_strdup_printf ("%" PRId64, study->replicas[study->n_replicas - 1]);

  return lsc_text_width (self->text, self->view->text_px, last);
}

/** Paints the numbers of stages and replicas, as many as can be read. */
void
_lsc_straggler_paint_labels (const LscStragglerPaint *self)
{
  const LscStragglers *study = self->view->study;
  const LscStragglerMarks *marks = self->view->marks;
  const LscStragglerBox *map = &self->places.map;
  double size = self->view->text_px;

  paint_names (self, LSC_STRAGGLER_STAGE, marks->stages, study->n_stages,
               choose_stride (map->height / (double) study->n_stages, size * 1.3));
  paint_names (
      self, LSC_STRAGGLER_REPLICA, marks->replicas, study->n_replicas,
      choose_stride (map->width / (double) study->n_replicas, widest_replica (self) + LABEL_GAP));
  _lsc_straggler_write (
      self, &self->view->theme.dim,
      (LscTextLine){ .x = map->x - PAD, .middle = self->places.head_y, .align = 1 }, _ ("Replica"));
  _lsc_straggler_write (
      self, &self->view->theme.dim,
      (LscTextLine){ .x = self->places.by_stage.x,
                     .middle = self->places.head_y,
                     .room = self->places.by_stage.width + self->places.value_width },
      _ ("S by Stage"));
  _lsc_straggler_write (
      self, &self->view->theme.dim,
      (LscTextLine){ .x = map->x - PAD,
                     .middle = self->places.by_replica.y + self->places.by_replica.height / 2,
                     .align = 1,
                     .room = self->places.label_width },
      _ ("S by Replica"));
}

/* ---- bars ---- */

/** From the lowest to the highest S of both edges: one scale for all bars. */
typedef struct
{
  double low;
  double high;
} Scale;

static void
widen (Scale *scale, double slowdown)
{
  if (isnan (slowdown))
    return;
  scale->low = MIN (scale->low, slowdown);
  scale->high = MAX (scale->high, slowdown);
}

static Scale
find_scale (const LscStragglers *study)
{
  Scale scale = { 1, LEAST_TOP };

  for (gsize i = 0; i < study->n_stages; i++)
    widen (&scale, study->stages[i].slowdown);
  for (gsize i = 0; i < study->n_replicas; i++)
    widen (&scale, study->slowdown_of_replica[i]);
  return scale;
}

static double
place (const Scale *scale, double slowdown, double length)
{
  return (slowdown - scale->low) / (scale->high - scale->low) * length;
}

static void
set_bar_color (const LscStragglerPaint *self, double slowdown, gboolean is_marked)
{
  gboolean is_dark = self->view->theme.is_dark;

  if (is_marked)
    lsc_color_set_rgb (self->cr, lsc_straggler_fill (1.5, is_dark));
  else if (slowdown < 1)
    lsc_color_set_rgb (self->cr, lsc_straggler_fill (0.8, is_dark));
  else
    lsc_color_set_rgb (self->cr, is_dark ? 0x8A8A8A : 0x9A9A9A);
}

static void
paint_stage_bar (const LscStragglerPaint *self, const Scale *scale, gsize stage, gboolean has_value)
{
  LscStragglerSpot spot = { LSC_STRAGGLER_STAGE, 0, stage, 0 };
  LscStragglerBox box = lsc_straggler_view_get_box (self->view, &self->places, &spot);
  const LscStragglerBox *strip = &self->places.by_stage;
  gboolean is_marked = self->view->marks->stages[stage];
  double slowdown = self->view->study->stages[stage].slowdown;
  double one = strip->x + place (scale, 1, strip->width);
  double end = strip->x + place (scale, slowdown, strip->width);
  double height = MAX (MIN (box.height - 1, 18), 1);
  g_autofree char *value = g_strdup_printf ("%.3f", slowdown);

  if (isnan (slowdown))
    return;
  set_bar_color (self, slowdown, is_marked);
  cairo_rectangle (self->cr, MIN (one, end), round (box.y + (box.height - 1 - height) / 2),
                   fabs (end - one), height);
  cairo_fill (self->cr);
  if (has_value)
    _lsc_straggler_write (self, is_marked ? &self->view->theme.foreground : &self->view->theme.dim,
                          (LscTextLine){ .x = strip->x + strip->width + self->places.value_width,
                                         .middle = box.y + box.height / 2,
                                         .align = 1,
                                         .is_bold = is_marked },
                          value);
}

static void
paint_replica_bar (const LscStragglerPaint *self, const Scale *scale, gsize replica,
                   gboolean has_value)
{
  LscStragglerSpot spot = { LSC_STRAGGLER_REPLICA, replica, 0, 0 };
  LscStragglerBox box = lsc_straggler_view_get_box (self->view, &self->places, &spot);
  const LscStragglerBox *strip = &self->places.by_replica;
  gboolean is_marked = self->view->marks->replicas[replica];
  double slowdown = self->view->study->slowdown_of_replica[replica];
  double one = strip->y + place (scale, 1, strip->height);
  double end = strip->y + place (scale, slowdown, strip->height);
  double width = MAX (MIN (box.width - (box.width >= 4 ? 1 : 0), 24), 1);
  g_autofree char *value = g_strdup_printf ("%.2f", slowdown);

  if (isnan (slowdown))
    return;
  set_bar_color (self, slowdown, is_marked);
  cairo_rectangle (self->cr, round (box.x + (box.width - 1 - width) / 2), MIN (one, end), width,
                   fabs (end - one));
  cairo_fill (self->cr);
  if (has_value || is_marked)
    _lsc_straggler_write (self, is_marked ? &self->view->theme.foreground : &self->view->theme.dim,
                          (LscTextLine){ .x = box.x + box.width / 2,
                                         .middle = strip->y + strip->height + self->places.row / 2,
                                         .align = 0.5,
                                         .is_bold = is_marked },
                          value);
}

/** Paints S of stages right of the map and of replicas below it: bars from 1 on. */
void
_lsc_straggler_paint_bars (const LscStragglerPaint *self)
{
  const LscStragglers *study = self->view->study;
  const LscStragglerBox *right = &self->places.by_stage, *below = &self->places.by_replica;
  Scale scale = find_scale (study);
  double row = self->places.map.height / (double) study->n_stages;
  double column = self->places.map.width / (double) study->n_replicas;
  gboolean has_values =
      column >= lsc_text_width (self->text, self->view->text_px, "1.88") + LABEL_GAP;

  for (gsize i = 0; i < study->n_stages; i++)
    paint_stage_bar (self, &scale, i, row >= self->view->text_px || self->view->marks->stages[i]);
  for (guint pass = 0; pass < 2; pass++) /* what stands out is seen over narrow neighbours */
    for (gsize i = 0; i < study->n_replicas; i++)
      if (self->view->marks->replicas[i] == (pass == 1))
        paint_replica_bar (self, &scale, i, has_values);
  lsc_paint_rect (self->cr, &self->view->theme.dim,
                  floor (right->x + place (&scale, 1, right->width)), right->y, 1, right->height);
  lsc_paint_rect (self->cr, &self->view->theme.dim, below->x,
                  floor (below->y + place (&scale, 1, below->height)), below->width, 1);
}
