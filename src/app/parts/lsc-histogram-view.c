/* lsc-histogram-view.c - how long the slices of a name take, as bars
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-histogram-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"

#define MARGIN_PX 8
#define AXIS_PX 18
#define LABEL_PX 74 /* room of a label of the axis */

struct _LscHistogramView
{
  GtkWidget parent_instance;

  LscHistogram *histogram; /* (nullable) */
  gboolean by_time;        /* height is the sum of durations, else their count */
  gint64 current_ns;       /* of the selected slice, -1 = none */
  int first, last;         /* brushed bins, -1 = none */
  int cursor;              /* bin of the keyboard, -1 = none */
  int anchor;              /* where a brush began */
  PangoLayout *layout;
};

G_DEFINE_FINAL_TYPE (LscHistogramView, lsc_histogram_view, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_BRUSHED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- geometry ---- */

static int
get_n_bins (LscHistogramView *self)
{
  return self->histogram ? (int) self->histogram->bins->len : 0;
}

static const LscHistogramBin *
get_bin (LscHistogramView *self, int bin)
{
  return &g_array_index (self->histogram->bins, LscHistogramBin, (guint) bin);
}

static double
get_bin_width (LscHistogramView *self)
{
  return MAX (1.0, gtk_widget_get_width (GTK_WIDGET (self)) - 2.0 * MARGIN_PX) /
         MAX (1, get_n_bins (self));
}

static int
bin_at (LscHistogramView *self, double x)
{
  int n = get_n_bins (self);

  return n == 0 ? -1 : CLAMP ((int) floor ((x - MARGIN_PX) / get_bin_width (self)), 0, n - 1);
}

/* Place of a duration; inside a bin by its logarithm, as bins are. */
static double
x_of (LscHistogramView *self, gint64 duration_ns)
{
  for (int i = 0; i < get_n_bins (self); i++)
    {
      const LscHistogramBin *bin = get_bin (self, i);
      double low = log2 ((double) MAX (bin->begin_ns, 1)),
             high = log2 ((double) MAX (bin->end_ns, 2));
      double share = high > low ? (log2 ((double) MAX (duration_ns, 1)) - low) / (high - low) : 0;

      if (duration_ns < bin->end_ns)
        return MARGIN_PX + (i + CLAMP (share, 0, 1)) * get_bin_width (self);
    }
  return MARGIN_PX + get_n_bins (self) * get_bin_width (self);
}

static double
height_of (LscHistogramView *self, int bin)
{
  return self->by_time ? (double) get_bin (self, bin)->sum_ns : (double) get_bin (self, bin)->n;
}

/* ---- telling ---- */

static char *
describe_bin (LscHistogramView *self, int bin)
{
  const LscHistogramBin *item = get_bin (self, bin);
  g_autofree char *from = lsc_format_duration (item->begin_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *to = lsc_format_duration (item->end_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *sum = lsc_format_duration (item->sum_ns, LSC_TIME_UNIT_AUTO);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s to %s: %zu slice, %s together",
                                       "%s to %s: %zu slices, %s together", item->n),
                          from, to, item->n, sum);
}

static void
update_accessible (LscHistogramView *self)
{
  g_autofree char *text = NULL;

  if (self->cursor >= 0 && self->cursor < get_n_bins (self))
    text = describe_bin (self, self->cursor);
  else if (self->histogram)
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%zu slice in %d bins",
                                         "%zu slices in %d bins", self->histogram->n),
                            self->histogram->n, get_n_bins (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text ? text : "", -1);
}

static gboolean
lsc_histogram_view_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard,
                                  GtkTooltip *tooltip)
{
  LscHistogramView *self = LSC_HISTOGRAM_VIEW (widget);
  int bin = by_keyboard ? self->cursor : bin_at (self, x);
  g_autofree char *text = NULL;

  (void) y;
  if (bin < 0 || bin >= get_n_bins (self))
    return FALSE;
  text = describe_bin (self, bin);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- painting ---- */

static void
append_box (GtkSnapshot *snapshot, GdkRGBA color, double x, double y, double width, double height)
{
  graphene_rect_t box =
      GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) MAX (height, 0));

  gtk_snapshot_append_color (snapshot, &color, &box);
}

static GdkRGBA
with_alpha (GdkRGBA color, double alpha)
{
  color.alpha *= (float) alpha;
  return color;
}

static void
append_text (LscHistogramView *self, GtkSnapshot *snapshot, const GdkRGBA *color, const char *text,
             double x, double y, double align)
{
  graphene_point_t at;
  int width;

  pango_layout_set_text (self->layout, text, -1);
  pango_layout_get_pixel_size (self->layout, &width, NULL);
  x = CLAMP (x - align * width, 1, MAX (1, gtk_widget_get_width (GTK_WIDGET (self)) - width - 1));
  at = GRAPHENE_POINT_INIT ((float) x, (float) y);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &at);
  gtk_snapshot_append_layout (snapshot, self->layout, color);
  gtk_snapshot_restore (snapshot);
}

static void
paint_bars (LscHistogramView *self, GtkSnapshot *snapshot, GdkRGBA fill, double height)
{
  double width = get_bin_width (self), most = 0;
  int n = get_n_bins (self);

  for (int i = 0; i < n; i++)
    most = MAX (most, height_of (self, i));
  for (int i = 0; i < n && most > 0; i++)
    {
      double value = height_of (self, i);
      /* one slice in a bin stays visible beside a million */
      double size = value > 0 ? MAX (2.0, value / most * (height - AXIS_PX - MARGIN_PX)) : 0;
      gboolean is_in = self->first < 0 || (i >= self->first && i <= self->last);

      append_box (snapshot, with_alpha (fill, is_in ? 1.0 : 0.35),
                  MARGIN_PX + i * width + (width > 4 ? 0.5 : 0), height - AXIS_PX - size,
                  MAX (1.0, width - (width > 4 ? 1 : 0)), size);
    }
}

static void
paint_axis (LscHistogramView *self, GtkSnapshot *snapshot, GdkRGBA text, double height)
{
  int n = get_n_bins (self);
  int step = MAX (1, (int) ceil (LABEL_PX / get_bin_width (self)));

  append_box (snapshot, with_alpha (text, 0.3), MARGIN_PX, height - AXIS_PX,
              get_bin_width (self) * n, 1);
  for (int i = 0; i <= n; i += step)
    {
      gint64 ns = i < n ? get_bin (self, i)->begin_ns : get_bin (self, n - 1)->end_ns;
      g_autofree char *label = lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
      double x = MARGIN_PX + i * get_bin_width (self);
      GdkRGBA color = with_alpha (text, 0.7);

      append_box (snapshot, with_alpha (text, 0.3), x, height - AXIS_PX, 1, 3);
      append_text (self, snapshot, &color, label, x, height - AXIS_PX + 2, 0.5);
    }
}

static void
paint_lines (LscHistogramView *self, GtkSnapshot *snapshot, GdkRGBA text, double height)
{
  static const struct
  {
    int index;
    const char *label;
  } lines[] = { { 2, "50 %" }, { 4, "90 %" }, { 5, "99 %" } };
  GdkRGBA color = with_alpha (text, 0.7);
  double last = -100;

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      double x = x_of (self, self->histogram->percentile_ns[lines[i].index]);

      append_box (snapshot, with_alpha (text, 0.45), x, 0, 1, height - AXIS_PX);
      if (x - last > 34)
        append_text (self, snapshot, &color, lines[i].label, x + 3, 0, 0);
      last = x;
    }
}

static void
lsc_histogram_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LscHistogramView *self = LSC_HISTOGRAM_VIEW (widget);
  GtkStyleContext *style = gtk_widget_get_style_context (widget);
  double height = gtk_widget_get_height (widget);
  GdkRGBA text, accent;

  if (get_n_bins (self) == 0)
    return;
  gtk_style_context_get_color (style, &text);
  if (!gtk_style_context_lookup_color (style, "accent_bg_color", &accent))
    accent = text;
  if (self->first >= 0)
    append_box (snapshot, with_alpha (accent, 0.15), MARGIN_PX + self->first * get_bin_width (self),
                0, (self->last - self->first + 1) * get_bin_width (self), height - AXIS_PX);
  paint_bars (self, snapshot, accent, height);
  paint_axis (self, snapshot, text, height);
  paint_lines (self, snapshot, text, height);
  if (self->current_ns >= 0)
    append_box (snapshot, text, x_of (self, self->current_ns) - 1, 0, 2, height - AXIS_PX);
  if (self->cursor >= 0 && gtk_widget_has_focus (widget))
    append_box (snapshot, with_alpha (text, 0.9), MARGIN_PX + self->cursor * get_bin_width (self),
                height - AXIS_PX, MAX (3.0, get_bin_width (self)), 3);
}

/* ---- brushing ---- */

/**
 * lsc_histogram_view_brush:
 * @first_bin: -1 = none
 * @last_bin: included; the two may be the other way round
 *
 * Chooses durations and tells so.
 */
void
lsc_histogram_view_brush (LscHistogramView *self, int first_bin, int last_bin)
{
  int first, last;

  g_return_if_fail (LSC_IS_HISTOGRAM_VIEW (self));
  first = MIN (first_bin, last_bin);
  last = MAX (first_bin, last_bin);
  if (first < 0 || last >= get_n_bins (self))
    first = last = -1;
  if (first == self->first && last == self->last)
    return;
  self->first = first;
  self->last = last;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_BRUSHED], 0);
}

/**
 * lsc_histogram_view_get_brush:
 * @least_ns: (out): shortest duration chosen
 * @below_ns: (out): durations chosen are below it
 *
 * Returns: whether durations are chosen at all
 */
gboolean
lsc_histogram_view_get_brush (LscHistogramView *self, gint64 *least_ns, gint64 *below_ns)
{
  g_return_val_if_fail (LSC_IS_HISTOGRAM_VIEW (self) && least_ns && below_ns, FALSE);
  if (self->first < 0)
    return FALSE;
  *least_ns = get_bin (self, self->first)->begin_ns;
  *below_ns = get_bin (self, self->last)->end_ns;
  return TRUE;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, LscHistogramView *self)
{
  (void) gesture;
  (void) y;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->anchor = self->cursor = bin_at (self, x);
  update_accessible (self);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, LscHistogramView *self)
{
  double x, y;

  (void) dy;
  if (gtk_gesture_drag_get_start_point (gesture, &x, &y) && fabs (dx) > 2)
    lsc_histogram_view_brush (self, self->anchor, bin_at (self, x + dx));
}

/* A click chooses one bin; a second one on it none. */
static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, LscHistogramView *self)
{
  gboolean is_chosen = self->first == self->anchor && self->last == self->anchor;

  (void) gesture;
  (void) dy;
  if (fabs (dx) <= 2)
    lsc_histogram_view_brush (self, is_chosen ? -1 : self->anchor, is_chosen ? -1 : self->anchor);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers,
        LscHistogramView *self)
{
  int n = get_n_bins (self), by = key == GDK_KEY_Left ? -1 : key == GDK_KEY_Right ? 1 : 0;

  (void) controller;
  (void) code;
  if (n == 0)
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_Escape && self->first >= 0)
    {
      lsc_histogram_view_brush (self, -1, -1);
      return GDK_EVENT_STOP;
    }
  if (key == GDK_KEY_space || key == GDK_KEY_Return)
    {
      lsc_histogram_view_brush (self, self->cursor, self->cursor);
      return GDK_EVENT_STOP;
    }
  if (by == 0)
    return GDK_EVENT_PROPAGATE;
  self->cursor = self->cursor < 0 ? 0 : CLAMP (self->cursor + by, 0, n - 1);
  if ((modifiers & GDK_SHIFT_MASK) == 0 || self->anchor < 0)
    self->anchor = self->cursor;
  else
    lsc_histogram_view_brush (self, self->anchor, self->cursor);
  update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return GDK_EVENT_STOP;
}

/* ---- public ---- */

/**
 * lsc_histogram_view_take:
 * @histogram: (nullable) (transfer full)
 *
 * Shows another histogram, nothing of it chosen.
 */
void
lsc_histogram_view_take (LscHistogramView *self, LscHistogram *histogram)
{
  g_return_if_fail (LSC_IS_HISTOGRAM_VIEW (self));
  g_clear_pointer (&self->histogram, lsc_histogram_free);
  self->histogram = histogram;
  self->first = self->last = self->cursor = self->anchor = -1;
  update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** lsc_histogram_view_get: Returns: (transfer none) (nullable): what is shown */
const LscHistogram *
lsc_histogram_view_get (LscHistogramView *self)
{
  return self->histogram;
}

/** lsc_histogram_view_set_current: marks the selected slice's duration, -1 = none */
void
lsc_histogram_view_set_current (LscHistogramView *self, gint64 duration_ns)
{
  g_return_if_fail (LSC_IS_HISTOGRAM_VIEW (self));
  self->current_ns = duration_ns;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** lsc_histogram_view_set_by_time: bars as high as the time spent, not as the count */
void
lsc_histogram_view_set_by_time (LscHistogramView *self, gboolean by_time)
{
  self->by_time = by_time;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
lsc_histogram_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                            int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline)
{
  (void) widget;
  (void) for_size;
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 120 : 60;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : 120;
  *minimum_baseline = *natural_baseline = -1;
}

static void
lsc_histogram_view_finalize (GObject *object)
{
  LscHistogramView *self = LSC_HISTOGRAM_VIEW (object);

  g_clear_pointer (&self->histogram, lsc_histogram_free);
  g_clear_object (&self->layout);
  G_OBJECT_CLASS (lsc_histogram_view_parent_class)->finalize (object);
}

static void
lsc_histogram_view_class_init (LscHistogramViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_histogram_view_finalize;
  widget_class->snapshot = lsc_histogram_view_snapshot;
  widget_class->measure = lsc_histogram_view_measure;
  widget_class->query_tooltip = lsc_histogram_view_query_tooltip;
  signals[SIGNAL_BRUSHED] = g_signal_new ("brushed", LSC_TYPE_HISTOGRAM_VIEW, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lsc_histogram_view_init (LscHistogramView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  PangoAttrList *attributes = pango_attr_list_new ();

  self->current_ns = -1;
  self->first = self->last = self->cursor = self->anchor = -1;
  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  pango_attr_list_insert (attributes, pango_attr_scale_new (PANGO_SCALE_SMALL));
  pango_layout_set_attributes (self->layout, attributes);
  pango_attr_list_unref (attributes);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Histogram of durations"), -1);
}
