/* lsc-compare-page-twin.c - the timelines of both recordings under one ruler
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/compare/lsc-compare-page-private.h"
#include "base/lsc-visible.h"
#include "draw/timeline/lsc-timeline-twin.h"

/* The time shown around two instances, of the length of the longer one. */
#define CONTEXT 10.0

/* What the timelines that are there are of; the first pair where the mean is shown. */
static const LscRankChange *
get_pair (LscComparePage *self)
{
  const LscCompare *compare = self->comparison->compare;
  const LscRankChange *ranks = _lsc_compare_page_get_ranks (self);

  if (ranks != compare->total)
    return ranks;
  return compare->ranks->len > 0 ? compare->ranks->pdata[0] : NULL;
}

static void
say (LscComparePage *self, const char *text)
{
  gtk_label_set_label (self->twin_label, text);
}

/** Forgets the timelines of another pair. */
void
_lsc_compare_page_clear_twin (LscComparePage *self)
{
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      lsc_task_stop (&self->twin_tasks[side]);
      self->twin_sources[side] = NULL;
    }
  if (self->twin_is_filled)
    lsc_timeline_chart_take_layout (self->twin, lsc_timeline_layout_new ());
  self->twin_is_filled = FALSE;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    g_clear_pointer (&self->twin_timelines[side], lsc_loader_drop_timeline);
}

/* ---- which time stands above which ---- */

static void
show_time (LscComparePage *self, gint64 begin_ns, gint64 end_ns)
{
  if (lsc_chart_is_fitted (LSC_CHART (self->twin)))
    lsc_chart_show_time (LSC_CHART (self->twin), begin_ns, end_ns);
}

/* After the layout was changed, which sets the axis to its first event. */
static void
count_from (LscComparePage *self, gint64 origin_ns)
{
  lsc_timeline_chart_layout_edited (self->twin);
  lsc_timeline_chart_edit_view (self->twin)->origin_ns = origin_ns;
  lsc_chart_changed (LSC_CHART (self->twin));
}

static void
align_steps (LscComparePage *self)
{
  gint64 begins[LSC_N_SIDES], lengths[LSC_N_SIDES], length;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    lsc_timeline_twin_find_step (self->twin_timelines[side], &begins[side], &lengths[side]);
  lsc_timeline_twin_align (lsc_timeline_chart_get_layout (self->twin), begins[LSC_BEFORE],
                           begins[LSC_AFTER]);
  count_from (self, begins[LSC_BEFORE]);
  length = MAX (lengths[LSC_BEFORE], lengths[LSC_AFTER]);
  show_time (self, begins[LSC_BEFORE] - length / 50, begins[LSC_BEFORE] + length + length / 50);
  say (self, _ ("Aligned at the start of the median steps."));
}

static void
align_places (LscComparePage *self)
{
  const LscComparePlace *before = &self->twin_places[LSC_BEFORE];
  const LscComparePlace *after = &self->twin_places[LSC_AFTER];
  gint64 length = MAX (before->end_ns - before->begin_ns, after->end_ns - after->begin_ns);
  gint64 context = (gint64) ((double) MAX (length, 1) * CONTEXT);
  g_autofree char *words = g_strdup_printf (_ ("Aligned at %s."), self->twin_name);
  g_autofree char *visible = lsc_visible_line (words);

  lsc_timeline_twin_align (lsc_timeline_chart_get_layout (self->twin), before->begin_ns,
                           after->begin_ns);
  count_from (self, before->begin_ns);
  lsc_timeline_chart_set_range (self->twin, before->begin_ns, before->begin_ns + length, NULL);
  show_time (self, before->begin_ns - context / 4, before->begin_ns + context);
  say (self, visible);
}

static void
align (LscComparePage *self)
{
  if (self->twin_name)
    align_places (self);
  else
    align_steps (self);
}

/* New content is fitted when its size is known; only then can a part of it be shown. */
static gboolean
align_when_fitted (GtkWidget *chart, GdkFrameClock *clock, gpointer page)
{
  LscComparePage *self = page;

  if (!lsc_chart_is_fitted (LSC_CHART (chart)))
    return G_SOURCE_CONTINUE;
  if (self->twin_is_filled)
    align (self);
  return G_SOURCE_REMOVE;
}

/* ---- reading ---- */

static void
fill_twin (LscComparePage *self)
{
  g_autofree char *before = _lsc_compare_page_get_title (self, LSC_BEFORE);
  g_autofree char *after = _lsc_compare_page_get_title (self, LSC_AFTER);
  LscTimelineTwinSide sides[LSC_N_SIDES] = { { .name = before }, { .name = after } };
  LscTimelineLayout *layout;

  if (!self->twin_timelines[LSC_BEFORE] || !self->twin_timelines[LSC_AFTER])
    return;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    sides[side].timeline = self->twin_timelines[side];
  layout = lsc_timeline_twin_new (&sides[LSC_BEFORE], &sides[LSC_AFTER]);
  lsc_timeline_twin_show_device (layout);
  lsc_timeline_chart_take_layout (self->twin, layout);
  self->twin_is_filled = TRUE;
  align (self);
  gtk_widget_add_tick_callback (GTK_WIDGET (self->twin), align_when_fitted, self, NULL);
}

static void
take_timeline (LscComparePage *self, LscSide side, LscTimeline *timeline, const GError *error)
{
  if (error)
    {
      say (self, error->message);
      return;
    }
  g_clear_pointer (&self->twin_timelines[side], lsc_loader_drop_timeline);
  self->twin_timelines[side] = timeline;
  fill_twin (self);
}

static void
on_before_read (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  take_timeline (owner, LSC_BEFORE, result, error);
}

static void
on_after_read (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  take_timeline (owner, LSC_AFTER, result, error);
}

/* Reads what is not there yet of a pair of ranks. */
static void
read_pair (LscComparePage *self, const gint64 ranks[LSC_N_SIDES])
{
  static const LscTaskDone done[LSC_N_SIDES] = { on_before_read, on_after_read };
  LscSource *sources[LSC_N_SIDES];

  for (guint side = 0; side < LSC_N_SIDES; side++)
    sources[side] = lsc_comparison_find_source (self->comparison, side, ranks[side]);
  if (!sources[LSC_BEFORE] || !sources[LSC_AFTER])
    {
      say (self, _ ("Not available: a side has no rank that could be read."));
      return;
    }
  if (sources[LSC_BEFORE] == self->twin_sources[LSC_BEFORE] &&
      sources[LSC_AFTER] == self->twin_sources[LSC_AFTER])
    {
      if (self->twin_is_filled)
        align (self);
      return;
    }
  _lsc_compare_page_clear_twin (self);
  say (self, _ ("Reading both timelines…"));
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      LscTaskWish wish = { .owner = self, .slot = &self->twin_tasks[side], .done = done[side] };

      self->twin_sources[side] = sources[side];
      lsc_loader_load_timeline (lsc_app_page_get_source (LSC_APP_PAGE (self))->loader,
                                sources[side], &wish);
    }
}

/* ---- asked by the page ---- */

/** Shows the timelines of the chosen pair of ranks, aligned at a step. */
void
_lsc_compare_page_show_twin (LscComparePage *self)
{
  const LscRankChange *pair = self->comparison ? get_pair (self) : NULL;

  g_clear_pointer (&self->twin_name, g_free);
  gtk_stack_set_visible_child_name (self->views, "timelines");
  if (pair)
    read_pair (self, pair->rank);
}

/**
 * _lsc_compare_page_show_places:
 * @name: what they are of
 * @places: a time of a rank of each side
 *
 * Shows two times, one below the other.
 */
void
_lsc_compare_page_show_places (LscComparePage *self, const char *name,
                               const LscComparePlace places[LSC_N_SIDES])
{
  gint64 ranks[LSC_N_SIDES];

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      self->twin_places[side] = places[side];
      ranks[side] = places[side].rank;
    }
  g_free (self->twin_name);
  self->twin_name = g_strdup (name);
  gtk_stack_set_visible_child_name (self->views, "timelines");
  read_pair (self, ranks);
}

/**
 * _lsc_compare_page_show_pair:
 *
 * Shows the longest instances of a change, one below the other.
 *
 * Returns: %FALSE where a side has none
 */
gboolean
_lsc_compare_page_show_pair (LscComparePage *self, const LscChange *change)
{
  g_autofree char *words = NULL;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (change->places[side].slice == LSC_SLICE_NONE)
      return FALSE;
  words = g_strdup_printf (_ ("the longest instances of %s"), change->name);
  _lsc_compare_page_show_places (self, words, change->places);
  return TRUE;
}

/** Pins the timelines at the time that is shown, as they are aligned. */
void
_lsc_compare_page_pin_twin (LscComparePage *self, LscPin *pin)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->twin);

  g_free (pin->view);
  pin->view = g_strdup ("compare/timelines");
  if (!self->twin_is_filled)
    return;
  lsc_pin_set_int (pin, "begin_ns", view->port.begin_ns);
  lsc_pin_set_int (pin, "end_ns", view->port.begin_ns + (gint64) view->port.span_ns);
  lsc_pin_set_int (pin, "origin_ns", view->origin_ns);
  lsc_pin_set_int (pin, "offset_ns", lsc_timeline_layout_get_offset (view->layout, 1));
}
