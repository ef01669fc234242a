/* lsc-pipeline-chart.c - the pipeline chart as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/pipeline/lsc-pipeline-chart-private.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-time.h"
#include "app/pipeline/lsc-pipeline-describe.h"

#define ZOOM_STEP 1.25
#define PAN_STEP 0.15
#define ROW_STEP 1.15

G_DEFINE_FINAL_TYPE (LscPipelineChart, lsc_pipeline_chart, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_ACTIVATE_BLOCK,
  SIGNAL_VIEW_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- state ---- */

void
_lsc_pipeline_chart_invalidate (LscPipelineChart *self, guint dirty)
{
  self->dirty |= dirty;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
update_accessible (LscPipelineChart *self)
{
  g_autofree char *selected = lsc_describe_block_briefly (&self->chart, &self->chart.selected);
  g_autofree char *span =
      lsc_format_duration ((gint64) self->chart.port.span_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *text = NULL;

  if (self->chart.group == NULL)
    text = g_strdup (_ ("Nothing to show"));
  else if (selected != NULL)
    text = g_strdup_printf (_ ("Selected: %s. Showing %s."), selected, span);
  else
    text =
        g_strdup_printf (_ ("Nothing selected. Showing %s of group %s, %d rows."), span,
                         self->chart.group->label, (int) lsc_pipeline_view_n_rows (&self->chart));
  if (g_strcmp0 (text, self->described) == 0)
    return;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  g_free (self->described);
  self->described = g_steal_pointer (&text);
}

static void
update_scroll (LscPipelineChart *self)
{
  double content = lsc_pipeline_view_content_height (&self->chart);
  double page = MAX (self->chart.port.height, 1);
  gboolean needs_bar = self->chart.group != NULL && content > page + 0.5;

  self->chart.port.scroll_y = CLAMP (self->chart.port.scroll_y, 0, MAX (content - page, 0));
  self->scroll_is_ours = TRUE;
  gtk_adjustment_configure (self->scroll, self->chart.port.scroll_y, 0, MAX (content, page), 30,
                            page * 0.8, page);
  self->scroll_is_ours = FALSE;
  if (needs_bar == gtk_widget_get_child_visible (self->scrollbar))
    return;
  gtk_widget_set_child_visible (self->scrollbar, needs_bar);
  gtk_widget_queue_allocate (GTK_WIDGET (self)); /* the chart's width changes */
}

/* To be called after anything that is drawn has changed. */
void
_lsc_pipeline_chart_changed (LscPipelineChart *self)
{
  update_scroll (self);
  update_accessible (self);
  _lsc_pipeline_chart_invalidate (self, LSC_DIRTY_ALL);
  g_signal_emit (self, signals[SIGNAL_VIEW_CHANGED], 0);
}

/* To be called before the visible range changes. */
void
_lsc_pipeline_chart_note (LscPipelineChart *self, LscViewMove move)
{
  LscViewPlace place = lsc_viewport_get_place (&self->chart.port);

  lsc_view_history_note (self->history, move, &place, g_get_monotonic_time ());
}

/* To be called after the visible time has changed: brings it back inside the limits of zooming
 * (drawing.md#axis). */
void
_lsc_pipeline_chart_moved (LscPipelineChart *self)
{
  LscViewLimits limits = lsc_pipeline_view_get_limits (&self->chart);

  lsc_viewport_clamp (&self->chart.port, &limits);
  _lsc_pipeline_chart_changed (self);
}

void
_lsc_pipeline_chart_zoom_at (LscPipelineChart *self, double factor, double x)
{
  LscViewLimits limits = lsc_pipeline_view_get_limits (&self->chart);

  _lsc_pipeline_chart_note (self, LSC_MOVE_ZOOM);
  lsc_viewport_zoom (&self->chart.port, &limits, factor, x);
  _lsc_pipeline_chart_moved (self);
}

void
_lsc_pipeline_chart_scroll_by (LscPipelineChart *self, double dy)
{
  self->chart.port.scroll_y += dy;
  _lsc_pipeline_chart_changed (self);
}

/* ---- public: data ---- */

/**
 * lsc_pipeline_chart_get_chart:
 *
 * Returns: (transfer none): what is shown
 */
const LscPipelineView *
lsc_pipeline_chart_get_chart (LscPipelineChart *self)
{
  return &self->chart;
}

/**
 * lsc_pipeline_chart_edit_chart:
 *
 * Returns: (transfer none): what is shown, to be changed; lsc_pipeline_chart_chart_edited() follows
 */
LscPipelineView *
lsc_pipeline_chart_edit_chart (LscPipelineChart *self)
{
  return &self->chart;
}

/**
 * lsc_pipeline_chart_chart_edited:
 */
void
lsc_pipeline_chart_chart_edited (LscPipelineChart *self)
{
  _lsc_pipeline_chart_changed (self);
}

/**
 * lsc_pipeline_chart_get_painter:
 *
 * Returns: (transfer none): the widget's painter
 */
LscPipelinePainter *
lsc_pipeline_chart_get_painter (LscPipelineChart *self)
{
  return self->painter;
}

static void
forget_spots (LscPipelineChart *self)
{
  self->chart.selected = self->chart.hovered = LSC_PIPELINE_SPOT_NONE;
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/**
 * lsc_pipeline_chart_set_group:
 * @pipeline: (nullable): kept
 * @group: (nullable): one of its groups
 *
 * Shows a group's median step, fitted; the switches stay as they are.
 */
void
lsc_pipeline_chart_set_group (LscPipelineChart *self, LscPipeline *pipeline,
                              LscPipelineGroup *group)
{
  LscPipeline *old = self->pipeline;

  lsc_pipeline_painter_reset (self->painter);
  self->chart.twin = (LscPipelineTwin){ LSC_TWIN_NONE }; /* they are of the old group */
  self->chart.path = NULL;
  self->chart.n_path = 0;
  self->chart.idle = NULL;
  self->chart.n_idle = 0;
  self->pipeline = pipeline != NULL ? lsc_pipeline_ref (pipeline) : NULL;
  self->chart.pipeline = pipeline;
  self->chart.group = group;
  self->chart.first_step = group != NULL ? group->median_step : 0;
  self->chart.n_steps = 1;
  self->chart.port.scroll_y = 0;
  self->chart.hidden_kinds = 0;
  lsc_view_history_clear (self->history);
  forget_spots (self);
  lsc_pipeline_view_fit (&self->chart);
  self->fit_pending = TRUE;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  _lsc_pipeline_chart_changed (self);
  g_clear_pointer (&old, lsc_pipeline_unref);
}

/**
 * lsc_pipeline_chart_set_steps:
 * @first: index into the group's steps
 * @side_by_side: each from its own start instead of on one time axis
 *
 * Shows other steps, fitted.
 */
void
lsc_pipeline_chart_set_steps (LscPipelineChart *self, gsize first, gsize n_steps,
                              gboolean side_by_side)
{
  if (self->chart.first_step == first && self->chart.n_steps == n_steps &&
      self->chart.side_by_side == side_by_side)
    return;
  self->chart.first_step = first;
  self->chart.n_steps = n_steps;
  self->chart.side_by_side = side_by_side;
  lsc_view_history_clear (self->history);
  forget_spots (self);
  lsc_pipeline_view_fit (&self->chart);
  _lsc_pipeline_chart_changed (self);
}

/**
 * lsc_pipeline_chart_set_study:
 * @study: (nullable): kept; tells causes of idle times and slack
 * @step: index of its step
 */
void
lsc_pipeline_chart_set_study (LscPipelineChart *self, LscStudy *study, gsize step)
{
  if (study != NULL)
    lsc_study_ref (study);
  if (self->study != NULL)
    lsc_study_unref (self->study);
  self->study = study;
  self->study_step = step;
}

/**
 * lsc_pipeline_chart_get_study:
 *
 * Returns: (transfer none) (nullable): what is known of a step beyond its blocks
 */
LscStudy *
lsc_pipeline_chart_get_study (LscPipelineChart *self, gsize step)
{
  return self->study != NULL && self->study_step == step && self->study->refusal == NULL
             ? self->study
             : NULL;
}

/**
 * lsc_pipeline_chart_set_twin:
 * @twin: what it names is borrowed until another one, with mode %LSC_TWIN_NONE, is set
 *
 * Shows a second side beside the step.
 */
void
lsc_pipeline_chart_set_twin (LscPipelineChart *self, const LscPipelineTwin *twin)
{
  gboolean is_other = self->chart.twin.group != twin->group;

  if (self->chart.twin.mode == LSC_TWIN_NONE && twin->mode == LSC_TWIN_NONE)
    {
      self->chart.twin = *twin;
      return;
    }
  self->chart.twin = *twin;
  self->chart.hovered = LSC_PIPELINE_SPOT_NONE;
  lsc_pipeline_painter_reset (self->painter);
  if (self->chart.selected.is_twin && is_other)
    forget_spots (self);
  _lsc_pipeline_chart_changed (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

void
_lsc_pipeline_chart_activate_block (LscPipelineChart *self)
{
  if (lsc_pipeline_view_block (&self->chart, &self->chart.selected) != NULL)
    g_signal_emit (self, signals[SIGNAL_ACTIVATE_BLOCK], 0);
}

GPtrArray *
_lsc_pipeline_chart_describe_block (LscPipelineChart *self, const LscPipelineSpot *spot)
{
  GPtrArray *facts = lsc_describe_block (self->painter, &self->chart, spot);

  if (facts != NULL)
    lsc_describe_study (facts, &self->chart, spot, lsc_pipeline_chart_get_study (self, spot->step));
  return facts;
}

/* Facts on whatever is at a point; %NULL = nothing. */
GPtrArray *
_lsc_pipeline_chart_describe_point (LscPipelineChart *self, double x, double y)
{
  const LscPipelineLink *link;
  gint64 begin_ns, end_ns;
  GPtrArray *facts;
  LscPipelineSpot spot;
  guint32 leg;
  gsize step;

  link = lsc_pipeline_painter_link_hit (self->painter, &self->chart, x, y, &step);
  if (link != NULL)
    return lsc_describe_link (&self->chart, step, link);
  switch (lsc_pipeline_view_hit (&self->chart, x, y, &spot, &begin_ns, &end_ns, &leg))
    {
    case LSC_HIT_BLOCK:
      return _lsc_pipeline_chart_describe_block (self, &spot);
    case LSC_HIT_BUBBLE:
      facts = lsc_describe_bubble (&self->chart, &spot, begin_ns, end_ns);
      if (facts != NULL && !spot.is_twin)
        lsc_describe_causes (facts, lsc_pipeline_chart_get_study (self, spot.step), spot.row,
                             begin_ns, end_ns);
      return facts;
    case LSC_HIT_LEG:
      return lsc_describe_leg (&self->chart, &spot, leg);
    case LSC_HIT_HEADER:
      return lsc_describe_row (&self->chart, &spot);
    case LSC_HIT_NOTHING:
    case LSC_HIT_AXIS:
    default:
      return NULL;
    }
}

/* ---- geometry ---- */

static void
lsc_pipeline_chart_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                            int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (widget);

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : 120;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                 ? 800
                 : (int) MAX (lsc_pipeline_view_content_height (&self->chart), 240);
  *minimum_baseline = *natural_baseline = -1;
  (void) for_size;
}

static void
lsc_pipeline_chart_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (widget);
  int bar, unused, chart_width;

  gtk_widget_measure (self->scrollbar, GTK_ORIENTATION_HORIZONTAL, -1, &bar, &unused, NULL, NULL);
  self->chart.port.height = height;
  if (self->fit_pending && self->chart.group != NULL)
    {
      self->fit_pending = FALSE;
      _lsc_pipeline_chart_fit_rows (self);
      self->dirty = LSC_DIRTY_ALL;
    }
  update_scroll (self);
  chart_width = gtk_widget_get_child_visible (self->scrollbar) ? width - bar : width;
  if (self->chart.port.width != chart_width || self->height != height)
    {
      self->chart.port.width = chart_width;
      self->height = height;
      self->dirty = LSC_DIRTY_ALL;
    }
  if (gtk_widget_get_child_visible (self->scrollbar))
    gtk_widget_size_allocate (self->scrollbar, &(GtkAllocation){ width - bar, 0, bar, height },
                              baseline);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
on_scroll_changed (LscPipelineChart *self)
{
  if (self->scroll_is_ours)
    return;
  self->chart.port.scroll_y = gtk_adjustment_get_value (self->scroll);
  _lsc_pipeline_chart_invalidate (self, LSC_DIRTY_ALL);
}

/* ---- actions ---- */

static void
on_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (widget);
  const char *verb = name + sizeof "chart." - 1;

  (void) parameter;
  if (g_str_equal (verb, "zoom-in"))
    lsc_pipeline_chart_zoom (self, ZOOM_STEP);
  else if (g_str_equal (verb, "zoom-out"))
    lsc_pipeline_chart_zoom (self, 1 / ZOOM_STEP);
  else if (g_str_equal (verb, "zoom-to-selection"))
    lsc_pipeline_chart_zoom_to_selection (self);
  else if (g_str_equal (verb, "earlier"))
    lsc_pipeline_chart_pan (self, -PAN_STEP);
  else if (g_str_equal (verb, "later"))
    lsc_pipeline_chart_pan (self, PAN_STEP);
  else if (g_str_equal (verb, "fit"))
    lsc_pipeline_chart_fit (self);
  else if (g_str_equal (verb, "undo"))
    lsc_pipeline_chart_undo (self);
  else if (g_str_equal (verb, "redo"))
    lsc_pipeline_chart_redo (self);
  else if (g_str_equal (verb, "taller-rows"))
    lsc_pipeline_chart_scale_rows (self, ROW_STEP);
  else if (g_str_equal (verb, "lower-rows"))
    lsc_pipeline_chart_scale_rows (self, 1 / ROW_STEP);
  else if (g_str_equal (verb, "previous-block"))
    lsc_pipeline_chart_select_next (self, -1, 0);
  else if (g_str_equal (verb, "next-block"))
    lsc_pipeline_chart_select_next (self, 1, 0);
  else if (g_str_equal (verb, "previous-stage"))
    lsc_pipeline_chart_select_next (self, 0, -1);
  else if (g_str_equal (verb, "next-stage"))
    lsc_pipeline_chart_select_next (self, 0, 1);
  else if (g_str_equal (verb, "activate"))
    _lsc_pipeline_chart_activate_block (self);
  else if (g_str_equal (verb, "clear-selection"))
    lsc_pipeline_chart_select (self, NULL);
  else if (g_str_equal (verb, "menu"))
    _lsc_pipeline_chart_popup (self, -1, -1);
}

static void
install_actions (GtkWidgetClass *class)
{
  static const struct
  {
    const char *name;
    guint keys[4];
    GdkModifierType modifiers;
  } actions[] = {
    { "chart.zoom-in", { GDK_KEY_w, GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add }, 0 },
    { "chart.zoom-out", { GDK_KEY_s, GDK_KEY_minus, GDK_KEY_KP_Subtract }, 0 },
    { "chart.earlier", { GDK_KEY_a }, 0 },
    { "chart.later", { GDK_KEY_d }, 0 },
    { "chart.fit", { GDK_KEY_f }, 0 },
    { "chart.undo", { GDK_KEY_BackSpace }, 0 },
    { "chart.redo", { GDK_KEY_BackSpace }, GDK_SHIFT_MASK },
    { "chart.zoom-to-selection", { GDK_KEY_z, GDK_KEY_Z }, GDK_SHIFT_MASK },
    { "chart.taller-rows", { GDK_KEY_w, GDK_KEY_W }, GDK_SHIFT_MASK },
    { "chart.lower-rows", { GDK_KEY_s, GDK_KEY_S }, GDK_SHIFT_MASK },
    { "chart.previous-block", { GDK_KEY_Left }, 0 },
    { "chart.next-block", { GDK_KEY_Right }, 0 },
    { "chart.previous-stage", { GDK_KEY_Up }, 0 },
    { "chart.next-stage", { GDK_KEY_Down }, 0 },
    { "chart.activate", { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter }, 0 },
    { "chart.clear-selection", { GDK_KEY_Escape }, 0 },
    { "chart.menu", { GDK_KEY_Menu }, 0 },
    { "chart.menu", { GDK_KEY_F10 }, GDK_SHIFT_MASK },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      if (i == 0 || !g_str_equal (actions[i].name, actions[i - 1].name))
        gtk_widget_class_install_action (class, actions[i].name, NULL, on_action);
      for (guint k = 0; k < G_N_ELEMENTS (actions[i].keys) && actions[i].keys[k] != 0; k++)
        gtk_widget_class_add_binding_action (class, actions[i].keys[k], actions[i].modifiers,
                                             actions[i].name, NULL);
    }
  gtk_widget_class_add_binding_action (class, GDK_KEY_plus, GDK_SHIFT_MASK, "chart.zoom-in", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_Page_Down, 0, "pipeline.next-step", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_Page_Up, 0, "pipeline.previous-step", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_t, GDK_CONTROL_MASK, "pipeline.show-timeline",
                                       NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_bracketleft, 0, "pipeline.decided-by", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_bracketright, 0, "pipeline.depends", NULL);
}

/* ---- life ---- */

static void
on_theme_changed (LscPipelineChart *self)
{
  _lsc_pipeline_chart_update_theme (self);
  _lsc_pipeline_chart_invalidate (self, LSC_DIRTY_ALL);
}

static void
lsc_pipeline_chart_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (widget);

  GTK_WIDGET_CLASS (lsc_pipeline_chart_parent_class)->system_setting_changed (widget, setting);
  if (setting == GTK_SYSTEM_SETTING_DPI || setting == GTK_SYSTEM_SETTING_FONT_NAME ||
      setting == GTK_SYSTEM_SETTING_FONT_CONFIG)
    {
      lsc_pipeline_painter_reset (self->painter);
      _lsc_pipeline_chart_invalidate (self, LSC_DIRTY_ALL);
    }
}

static void
lsc_pipeline_chart_dispose (GObject *object)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (object);

  g_clear_pointer (&self->scrollbar, gtk_widget_unparent);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->body_node, gsk_render_node_unref);
  g_clear_pointer (&self->frame_node, gsk_render_node_unref);
  g_clear_pointer (&self->overlay_node, gsk_render_node_unref);
  G_OBJECT_CLASS (lsc_pipeline_chart_parent_class)->dispose (object);
}

static void
lsc_pipeline_chart_finalize (GObject *object)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (object);

  lsc_pipeline_painter_free (self->painter);
  lsc_view_history_free (self->history);
  g_free (self->described);
  if (self->study != NULL)
    lsc_study_unref (self->study);
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  G_OBJECT_CLASS (lsc_pipeline_chart_parent_class)->finalize (object);
}

static void
lsc_pipeline_chart_class_init (LscPipelineChartClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = lsc_pipeline_chart_dispose;
  object_class->finalize = lsc_pipeline_chart_finalize;
  widget_class->snapshot = _lsc_pipeline_chart_snapshot;
  widget_class->measure = lsc_pipeline_chart_measure;
  widget_class->size_allocate = lsc_pipeline_chart_size_allocate;
  widget_class->system_setting_changed = lsc_pipeline_chart_system_setting_changed;
  gtk_widget_class_set_css_name (widget_class, "pipelinechart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  install_actions (widget_class);

  signals[SIGNAL_SELECTION_CHANGED] =
      g_signal_new ("selection-changed", LSC_TYPE_PIPELINE_CHART, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ACTIVATE_BLOCK] =
      g_signal_new ("activate-block", LSC_TYPE_PIPELINE_CHART, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_VIEW_CHANGED] =
      g_signal_new ("view-changed", LSC_TYPE_PIPELINE_CHART, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 0);
}

static void
lsc_pipeline_chart_init (LscPipelineChart *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  self->pointer_x = self->pointer_y = -1;
  self->dirty = LSC_DIRTY_ALL;
  self->history = lsc_view_history_new ();
  self->painter = lsc_pipeline_painter_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  lsc_pipeline_view_init (&self->chart, NULL, NULL);
  self->chart.minimap_height = LSC_MINIMAP_HEIGHT;
  self->scroll = gtk_adjustment_new (0, 0, 1, 1, 1, 1);
  self->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, self->scroll);
  gtk_widget_set_parent (self->scrollbar, GTK_WIDGET (self));
  g_signal_connect_object (self->scroll, "value-changed", G_CALLBACK (on_scroll_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (on_theme_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (on_theme_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), self);
  _lsc_pipeline_chart_update_theme (self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pipeline chart"), -1);
  _lsc_pipeline_chart_add_controllers (self);
}
