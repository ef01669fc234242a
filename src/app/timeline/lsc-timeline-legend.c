/* lsc-timeline-legend.c - what the colours of the lanes mean, under them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-legend.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-task.h"
#include "base/lsc-watchdog.h"
#include "draw/timeline/lsc-timeline-swatches.h"

/* Which colours occur in streams and gaps is known when every slice was looked at: that is done
 * once for each rank, on a thread. From then on the lanes that are shown choose among them. A
 * picture lists the colours of all lanes; here, where room is dear, a lane of one colour has its
 * heading. */

#define BEFORE_WIDTH 600 /* px, before the width is known */

/** What occurs in a rank. */
typedef struct
{
  LscTimeline *timeline;
  LscTimelineHues *hues; /* (nullable): by node, once they are found */
} Known;

struct _LscTimelineLegend
{
  GtkWidget parent_instance;

  LscTimelineChart *chart; /* weak */
  LscText *text;
  GArray *swatches; /* (nullable) */
  GPtrArray *known; /* Known, of the ranks that are loaded */
  LscTask *finding; /* (nullable) */
  gboolean is_wanted;
  guint revision; /* of the lanes for which the swatches are, and how they were coloured */
  LscTimelineColor color;
  guint32 arrows; /* kinds of links that may be seen */
  gboolean is_outdated;
};

G_DEFINE_FINAL_TYPE (LscTimelineLegend, lsc_timeline_legend, GTK_TYPE_WIDGET)

static void
known_free (gpointer data)
{
  Known *known = data;

  lsc_release_in_thread (known->timeline, (GDestroyNotify) lsc_timeline_unref);
  g_free (known->hues);
  g_free (known);
}

static const Known *
find_known (LscTimelineLegend *self, const LscTimeline *timeline)
{
  for (guint i = 0; i < self->known->len; i++)
    {
      const Known *known = g_ptr_array_index (self->known, i);

      if (known->timeline == timeline)
        return known;
    }
  return NULL;
}

/* ---- what occurs ---- */

static gpointer
find_hues (gpointer data, LscJob *job, GError **error)
{
  Known *known = data;

  return lsc_timeline_hues_new (known->timeline, job, error);
}

static void update (LscTimelineLegend *self);

static void
on_found (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscTimelineLegend *self = owner;
  const Known *asked = data;
  Known *known = g_new0 (Known, 1);
  LSC_WATCH ("timeline: legend");

  known->timeline = lsc_timeline_ref (asked->timeline);
  known->hues = result;
  g_ptr_array_add (self->known, known);
  self->is_outdated = TRUE;
  update (self);
}

static void
start_finding (LscTimelineLegend *self, LscTimeline *timeline)
{
  Known *asked = g_new0 (Known, 1);

  asked->timeline = lsc_timeline_ref (timeline);
  lsc_task_start (self, &self->finding,
                  &(LscTaskWork){ .name = "timeline: colours",
                                  .run = find_hues,
                                  .data = asked,
                                  .free_data = known_free,
                                  .free_result = g_free,
                                  .done = on_found,
                                  .priority = G_PRIORITY_LOW });
}

/* Forgets ranks that are shown no more, and looks at the next one that is not known. */
static void
find_next (LscTimelineLegend *self, const LscTimelineLayout *layout)
{
  g_autoptr (GHashTable) shown = g_hash_table_new (NULL, NULL);
  LscTimeline *next = NULL;

  for (guint32 i = 0; i < lsc_timeline_layout_get_n_ranks (layout); i++)
    {
      LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, i);

      if (!timeline)
        continue;
      g_hash_table_add (shown, timeline);
      if (!next && !find_known (self, timeline))
        next = timeline;
    }
  for (guint i = self->known->len; i > 0; i--)
    if (!g_hash_table_contains (shown, ((Known *) self->known->pdata[i - 1])->timeline))
      g_ptr_array_remove_index_fast (self->known, i - 1);
  if (next && !self->finding)
    start_finding (self, next);
}

/* ---- the swatches ---- */

static double
measure_height (LscTimelineLegend *self, double width)
{
  return self->swatches
             ? lsc_timeline_swatches_paint (self->swatches, self->text, NULL, NULL, width)
             : 0;
}

static void
make_swatches (LscTimelineLegend *self, const LscTimelineView *view)
{
  guint32 n = lsc_timeline_layout_get_n_ranks (view->layout);
  g_autofree const LscTimelineHues **known = g_new0 (const LscTimelineHues *, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    {
      const Known *found = find_known (self, lsc_timeline_layout_get_timeline (view->layout, i));

      known[i] = found ? found->hues : NULL;
    }
  g_clear_pointer (&self->swatches, g_array_unref);
  self->swatches = lsc_timeline_swatches_new (view, known);
  self->revision = lsc_timeline_layout_get_revision (view->layout);
  self->color = view->color;
  self->arrows = lsc_timeline_legend_get_arrows (view);
  self->is_outdated = FALSE;
}

/* Nothing happens while the view but moves. */
static void
update (LscTimelineLegend *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);

  if (!self->is_wanted)
    return;
  if (!self->is_outdated && self->color == view->color &&
      self->arrows == lsc_timeline_legend_get_arrows (view) &&
      self->revision == lsc_timeline_layout_get_revision (view->layout))
    return;
  find_next (self, view->layout);
  make_swatches (self, view);
  gtk_widget_set_visible (widget, self->swatches->len > 0);
  gtk_widget_queue_resize (widget);
  gtk_widget_queue_draw (widget);
}

/**
 * lsc_timeline_legend_set_chart:
 * @chart: that is explained; in the same template
 */
void
lsc_timeline_legend_set_chart (LscTimelineLegend *self, LscTimelineChart *chart)
{
  g_return_if_fail (LSC_IS_TIMELINE_LEGEND (self) && LSC_IS_TIMELINE_CHART (chart));
  g_set_weak_pointer (&self->chart, chart);
  g_signal_connect_object (chart, "view-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (chart, "selection-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
}

/** Shows or hides it; while it is hidden nothing is looked at. */
void
lsc_timeline_legend_set_shown (LscTimelineLegend *self, gboolean is_shown)
{
  g_return_if_fail (LSC_IS_TIMELINE_LEGEND (self));
  self->is_wanted = is_shown;
  self->is_outdated = TRUE;
  if (is_shown)
    update (self);
  else
    gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/** lsc_timeline_legend_get_n_swatches: Returns: how many meanings are shown */
guint
lsc_timeline_legend_get_n_swatches (LscTimelineLegend *self)
{
  return self->swatches && gtk_widget_get_visible (GTK_WIDGET (self)) ? self->swatches->len : 0;
}

/* ---- the widget ---- */

static GtkSizeRequestMode
lsc_timeline_legend_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
lsc_timeline_legend_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                             int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  *minimum = 0;
  *natural = BEFORE_WIDTH;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = (int) ceil (
        measure_height (LSC_TIMELINE_LEGEND (widget), for_size > 0 ? for_size : BEFORE_WIDTH));
}

static void
lsc_timeline_legend_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscTimelineLegend *self = LSC_TIMELINE_LEGEND (widget);
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);
  cairo_t *cr;

  if (!self->chart || !self->swatches || width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  lsc_timeline_swatches_paint (self->swatches, self->text,
                               &lsc_timeline_chart_get_view (self->chart)->theme.foreground, cr,
                               width);
  cairo_destroy (cr);
}

static void
lsc_timeline_legend_dispose (GObject *object)
{
  LscTimelineLegend *self = LSC_TIMELINE_LEGEND (object);

  self->is_wanted = FALSE; /* the chart may go later, and tells of it */
  lsc_task_stop (&self->finding);
  g_clear_weak_pointer (&self->chart);
  g_clear_pointer (&self->swatches, g_array_unref);
  g_clear_pointer (&self->known, g_ptr_array_unref);
  g_clear_pointer (&self->text, lsc_text_free);
  G_OBJECT_CLASS (lsc_timeline_legend_parent_class)->dispose (object);
}

static void
lsc_timeline_legend_class_init (LscTimelineLegendClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_timeline_legend_dispose;
  widget_class->get_request_mode = lsc_timeline_legend_get_request_mode;
  widget_class->measure = lsc_timeline_legend_measure;
  widget_class->snapshot = lsc_timeline_legend_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lsc_timeline_legend_init (LscTimelineLegend *self)
{
  self->known = g_ptr_array_new_with_free_func (known_free);
  self->text = lsc_text_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Legend of the lanes"), -1);
}
