/* lsc-overview-chart.c - where the steps of all ranks go, as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/overview/lsc-overview-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"

#define LEAST_ROOMY_PX 20.0 /* of rows whose texts are as large as they get */

struct _LscOverviewChart
{
  LscChart parent_instance;

  LscRankPainter *painter;
  LscRankChart chart;
  int category; /* of the selected bar that was clicked, -1 = none */
  guint first;  /* row that is to be seen at the start, LSC_RANK_CHART_NONE */
};

G_DEFINE_FINAL_TYPE (LscOverviewChart, lsc_overview_chart, LSC_TYPE_CHART)

static guint signal_activated;

/* ---- what is shown ---- */

/** lsc_overview_chart_get_chart: Returns: (transfer none): what is shown */
const LscRankChart *
lsc_overview_chart_get_chart (LscOverviewChart *self)
{
  return &self->chart;
}

static void
restart (LscOverviewChart *self)
{
  lsc_chart_restart (LSC_CHART (self));
  lsc_chart_changed (LSC_CHART (self));
  lsc_chart_selection_changed (LSC_CHART (self));
}

/** lsc_overview_chart_set_kind: bars or steps; called once */
void
lsc_overview_chart_set_kind (LscOverviewChart *self, LscRankChartKind kind)
{
  g_return_if_fail (LSC_IS_OVERVIEW_CHART (self));
  self->chart.kind = kind;
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
      kind == LSC_RANK_CHART_STEPS ? _ ("Chart of the steps") : _ ("Chart of the ranks"), -1);
  restart (self);
}

/**
 * lsc_overview_chart_set_rows:
 * @rows: (nullable): borrowed until others are set
 */
void
lsc_overview_chart_set_rows (LscOverviewChart *self, const LscRankRows *rows)
{
  g_return_if_fail (LSC_IS_OVERVIEW_CHART (self));
  self->chart.rows = rows;
  self->first = LSC_RANK_CHART_NONE;
  self->chart.selected = self->chart.hovered = LSC_RANK_CHART_NONE;
  self->category = -1;
  restart (self);
}

/** lsc_overview_chart_set_share: whether bars are parts of the step instead of times */
void
lsc_overview_chart_set_share (LscOverviewChart *self, gboolean is_share)
{
  g_return_if_fail (LSC_IS_OVERVIEW_CHART (self));
  if (self->chart.is_share == is_share)
    return;
  self->chart.is_share = is_share;
  lsc_rank_chart_fit (&self->chart);
  lsc_chart_forget_moves (LSC_CHART (self));
  lsc_chart_changed (LSC_CHART (self));
}

/** lsc_overview_chart_set_metric: what the colours of cells stand for, a #LscRankMetric */
void
lsc_overview_chart_set_metric (LscOverviewChart *self, guint metric)
{
  g_return_if_fail (LSC_IS_OVERVIEW_CHART (self));
  self->chart.metric = metric;
  lsc_chart_changed (LSC_CHART (self));
}

/**
 * lsc_overview_chart_set_first:
 * @row: of the rows, %LSC_RANK_CHART_NONE for none
 *
 * Shows a rank first that lies below the others. Called when rows were set.
 */
void
lsc_overview_chart_set_first (LscOverviewChart *self, guint row)
{
  g_return_if_fail (LSC_IS_OVERVIEW_CHART (self));
  self->first = row;
}

static void
show_first (LscOverviewChart *self)
{
  double x0, y0, x1, y1;

  if (self->first == LSC_RANK_CHART_NONE)
    return;
  lsc_rank_chart_row_box (&self->chart, self->first, &x0, &y0, &x1, &y1);
  if (y1 > self->chart.port.height)
    self->chart.port.scroll_y += (y0 + y1 - self->chart.port.height) / 2;
}

static void
reveal_selection (LscOverviewChart *self)
{
  double x0, y0, x1, y1;

  if (self->chart.kind == LSC_RANK_CHART_STEPS)
    return;
  lsc_rank_chart_row_box (&self->chart, self->chart.selected, &x0, &y0, &x1, &y1);
  if (y0 < LSC_RANK_CHART_RULER_PX)
    self->chart.port.scroll_y -= LSC_RANK_CHART_RULER_PX - y0;
  else if (y1 > self->chart.port.height)
    self->chart.port.scroll_y += y1 - self->chart.port.height;
}

static void
select_spot (LscOverviewChart *self, guint row, int category)
{
  if (self->chart.selected == row && self->category == category)
    return;
  self->chart.selected = row;
  self->category = category;
  if (row != LSC_RANK_CHART_NONE)
    reveal_selection (self);
  lsc_chart_changed (LSC_CHART (self));
  lsc_chart_selection_changed (LSC_CHART (self));
}

/**
 * lsc_overview_chart_select:
 * @row: of the rows, %LSC_RANK_CHART_NONE for nothing
 *
 * Selects a rank and scrolls to it.
 */
void
lsc_overview_chart_select (LscOverviewChart *self, guint row)
{
  g_return_if_fail (LSC_IS_OVERVIEW_CHART (self));
  select_spot (self, row, -1);
}

/**
 * lsc_overview_chart_explain_legend:
 * @width: px of the legend
 *
 * Returns: (transfer full) (nullable): what its item at a point means
 */
char *
lsc_overview_chart_explain_legend (LscOverviewChart *self, double width, double x, double y)
{
  g_return_val_if_fail (LSC_IS_OVERVIEW_CHART (self), NULL);
  return lsc_rank_painter_explain_legend (self->painter, &self->chart, width, x, y);
}

/**
 * lsc_overview_chart_paint_legend:
 * @cr: (nullable): %NULL: only measures
 *
 * Returns: px of its height
 */
double
lsc_overview_chart_paint_legend (LscOverviewChart *self, cairo_t *cr, double width)
{
  g_return_val_if_fail (LSC_IS_OVERVIEW_CHART (self), 0);
  return lsc_rank_painter_paint_legend (self->painter, cr, &self->chart, width);
}

/* ---- in words ---- */

static char *
describe_row (const LscRankChart *chart, const LscRankSpot *spot)
{
  const LscRankRow *row = lsc_rank_rows_get (chart->rows, spot->row);
  g_autofree char *length = NULL, *part = NULL, *share = NULL;

  if (row->length_ns == LSC_INT_NULL)
    return g_strdup_printf (_ ("%s: %s"), row->label,
                            row->missing ? row->missing : _ ("not available"));
  length = lsc_format_duration (row->length_ns, LSC_TIME_UNIT_AUTO);
  if (spot->category < 0)
    return g_strdup_printf (row->is_slow ? _ ("%s, slow: step %s") : _ ("%s: step %s"), row->label,
                            length);
  part = lsc_format_duration (row->ns[spot->category], LSC_TIME_UNIT_AUTO);
  share = lsc_format_share ((double) row->ns[spot->category] / (double) MAX (row->length_ns, 1));
  return g_strdup_printf (_ ("%s: %s %s, %s of the step of %s"), row->label,
                          _ (lsc_budget_get_title ((guint) spot->category, row->is_of_ops)), part,
                          share, length);
}

static char *
lsc_overview_chart_describe (LscChart *chart)
{
  LscOverviewChart *self = LSC_OVERVIEW_CHART (chart);
  LscRankSpot spot = { self->chart.selected, self->category };
  g_autofree char *selected = NULL;
  gulong n = self->chart.rows ? self->chart.rows->rows->len : 0;

  if (lsc_rank_chart_is_empty (&self->chart))
    return g_strdup (_ ("Nothing to show"));
  if (spot.row == LSC_RANK_CHART_NONE)
    return g_strdup_printf (
        ngettext ("Nothing selected. Showing %lu rank.", "Nothing selected. Showing %lu ranks.", n),
        n);
  selected = describe_row (&self->chart, &spot);
  return g_strdup_printf (_ ("Selected: %s"), selected);
}

static char *
lsc_overview_chart_describe_at (LscChart *chart, double x, double y)
{
  LscOverviewChart *self = LSC_OVERVIEW_CHART (chart);
  LscRankSpot spot = { self->chart.selected, self->category };

  if (x >= 0)
    lsc_rank_chart_find (&self->chart, x, y, &spot);
  return spot.row != LSC_RANK_CHART_NONE ? describe_row (&self->chart, &spot) : NULL;
}

/* ---- geometry ---- */

static gboolean
lsc_overview_chart_get_areas (LscChart *chart, LscChartAreas *areas)
{
  const LscRankChart *view = &LSC_OVERVIEW_CHART (chart)->chart;

  if (lsc_rank_chart_is_empty (view))
    return FALSE;
  *areas = (LscChartAreas){ .ruler_height = LSC_RANK_CHART_RULER_PX,
                            .body_top = LSC_RANK_CHART_RULER_PX,
                            .content_height = lsc_rank_chart_content_height (view),
                            .room = lsc_rank_chart_room (view) };
  return TRUE;
}

static gboolean
lsc_overview_chart_get_limits (LscChart *chart, LscViewLimits *limits)
{
  const LscRankChart *view = &LSC_OVERVIEW_CHART (chart)->chart;

  if (lsc_rank_chart_is_empty (view))
    return FALSE;
  *limits = lsc_rank_chart_get_limits (view);
  return TRUE;
}

/* Names have room in rows of any height. */
static void
fit_names (LscOverviewChart *self)
{
  LscRankChart chart = self->chart;

  chart.port.lane_height = LEAST_ROOMY_PX;
  self->chart.port.header_width = lsc_rank_painter_measure_headers (self->painter, &chart);
}

static void
lsc_overview_chart_height_changed (LscChart *chart)
{
  LscOverviewChart *self = LSC_OVERVIEW_CHART (chart);
  gboolean was_dense = self->chart.is_dense;

  lsc_rank_chart_fit_rows (&self->chart);
  if (self->chart.is_dense != was_dense) /* the names are others */
    fit_names (self);
  if (!lsc_chart_was_moved (chart))
    show_first (self);
}

static void
lsc_overview_chart_fit (LscChart *chart, gboolean is_first)
{
  LscOverviewChart *self = LSC_OVERVIEW_CHART (chart);
  gboolean was_dense = self->chart.is_dense;

  lsc_rank_chart_fit (&self->chart);
  if (is_first || self->chart.is_dense != was_dense)
    fit_names (self);
  if (is_first)
    show_first (self);
}

static gboolean
lsc_overview_chart_get_selected_box (LscChart *chart, double *x0, double *y0, double *x1,
                                     double *y1)
{
  const LscRankChart *view = &LSC_OVERVIEW_CHART (chart)->chart;

  if (view->selected == LSC_RANK_CHART_NONE || view->kind == LSC_RANK_CHART_STEPS)
    return FALSE;
  lsc_rank_chart_row_box (view, view->selected, x0, y0, x1, y1);
  return TRUE;
}

/* ---- painting ---- */

static void
lsc_overview_chart_forget (LscChart *chart)
{
  lsc_rank_painter_reset (LSC_OVERVIEW_CHART (chart)->painter);
}

static void
lsc_overview_chart_paint_body (LscChart *chart, cairo_surface_t *image)
{
  LscOverviewChart *self = LSC_OVERVIEW_CHART (chart);
  cairo_t *cr = cairo_create (image);

  cairo_scale (cr, self->chart.scale, self->chart.scale);
  cairo_translate (cr, -self->chart.port.header_width, -LSC_RANK_CHART_RULER_PX);
  lsc_rank_painter_paint_body (self->painter, cr, &self->chart);
  cairo_destroy (cr);
}

static void
lsc_overview_chart_paint (LscChart *chart, cairo_t *cr, LscChartPart part)
{
  LscOverviewChart *self = LSC_OVERVIEW_CHART (chart);

  if (part == LSC_CHART_RULER)
    lsc_rank_painter_paint_ruler (self->painter, cr, &self->chart);
  else if (part == LSC_CHART_HEADERS)
    lsc_rank_painter_paint_headers (self->painter, cr, &self->chart);
  else if (part == LSC_CHART_OVERLAY)
    lsc_rank_painter_paint_overlay (self->painter, cr, &self->chart);
}

/* ---- input ---- */

static const char *
lsc_overview_chart_hover (LscChart *chart, double x, double y)
{
  LscOverviewChart *self = LSC_OVERVIEW_CHART (chart);
  LscRankSpot spot = { LSC_RANK_CHART_NONE, -1 };

  if (x >= 0)
    lsc_rank_chart_find (&self->chart, x, y, &spot);
  if (spot.row != self->chart.hovered)
    {
      self->chart.hovered = spot.row;
      lsc_chart_invalidate (chart, self->chart.kind == LSC_RANK_CHART_STEPS
                                       ? LSC_CHART_DIRTY_BODY
                                       : LSC_CHART_DIRTY_OVERLAY);
    }
  return spot.row != LSC_RANK_CHART_NONE ? "pointer" : NULL;
}

static void
activate (LscOverviewChart *self)
{
  if (self->chart.selected != LSC_RANK_CHART_NONE)
    g_signal_emit (self, signal_activated, 0, self->chart.selected, self->category);
}

static gboolean
lsc_overview_chart_press (LscChart *chart, int n_press, double x, double y,
                          GdkModifierType modifiers)
{
  LscOverviewChart *self = LSC_OVERVIEW_CHART (chart);
  LscRankSpot spot;

  if (!lsc_rank_chart_find (&self->chart, x, y, &spot))
    return FALSE;
  select_spot (self, spot.row, spot.category);
  if (n_press == 2)
    activate (self);
  return FALSE; /* what drags from here moves the chart */
}

static void
lsc_overview_chart_press_menu (LscChart *chart, double x, double y)
{
  LscRankSpot spot;

  if (lsc_rank_chart_find (&LSC_OVERVIEW_CHART (chart)->chart, x, y, &spot))
    select_spot (LSC_OVERVIEW_CHART (chart), spot.row, spot.category);
}

static void
select_next (LscOverviewChart *self, int by)
{
  gint64 row = self->chart.selected == LSC_RANK_CHART_NONE ? (by > 0 ? -1 : 1)
                                                           : (gint64) self->chart.selected;

  row += by;
  if (!self->chart.rows || row < 0 || row >= self->chart.rows->rows->len)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else
    lsc_overview_chart_select (self, (guint) row);
}

static gboolean
lsc_overview_chart_perform (LscChart *chart, const char *verb)
{
  LscOverviewChart *self = LSC_OVERVIEW_CHART (chart);

  if (g_str_equal (verb, "previous-rank"))
    select_next (self, -1);
  else if (g_str_equal (verb, "next-rank"))
    select_next (self, 1);
  else if (g_str_equal (verb, "activate"))
    activate (self);
  else if (g_str_equal (verb, "clear-selection"))
    lsc_overview_chart_select (self, LSC_RANK_CHART_NONE);
  else
    return FALSE;
  return TRUE;
}

/* ---- life ---- */

static void
lsc_overview_chart_finalize (GObject *object)
{
  lsc_rank_painter_free (LSC_OVERVIEW_CHART (object)->painter);
  G_OBJECT_CLASS (lsc_overview_chart_parent_class)->finalize (object);
}

static void
add_keys (LscChartClass *class)
{
  static const LscChartKey keys[] = {
    { "previous-rank", 0, { GDK_KEY_Up } },
    { "next-rank", 0, { GDK_KEY_Down } },
    { "activate", 0, { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter } },
    { "clear-selection", 0, { GDK_KEY_Escape } },
  };

  lsc_chart_class_add_usual_keys (class);
  lsc_chart_class_add_keys (class, keys, G_N_ELEMENTS (keys));
}

static void
init_chart_class (LscChartClass *class)
{
  class->key_zoom = 1.25;
  class->key_pan = 0.15;
  class->wheel_zoom = 1.18;
  class->wheel_pan = 0.08;
  class->wheel_rows_px = 48;
  class->drag_least_px = 4;
  class->header_least_px = 80;
  class->header_most_px = 320;
  class->get_areas = lsc_overview_chart_get_areas;
  class->get_limits = lsc_overview_chart_get_limits;
  class->fit = lsc_overview_chart_fit;
  class->height_changed = lsc_overview_chart_height_changed;
  class->perform = lsc_overview_chart_perform;
  class->describe = lsc_overview_chart_describe;
  class->describe_at = lsc_overview_chart_describe_at;
  class->get_selected_box = lsc_overview_chart_get_selected_box;
  class->forget = lsc_overview_chart_forget;
  class->paint_body = lsc_overview_chart_paint_body;
  class->paint = lsc_overview_chart_paint;
  class->hover = lsc_overview_chart_hover;
  class->press = lsc_overview_chart_press;
  class->press_menu = lsc_overview_chart_press_menu;
}

static void
lsc_overview_chart_class_init (LscOverviewChartClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lsc_overview_chart_finalize;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "overviewchart");
  init_chart_class (LSC_CHART_CLASS (class));
  add_keys (LSC_CHART_CLASS (class));
  signal_activated = g_signal_new ("rank-activated", LSC_TYPE_OVERVIEW_CHART, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_INT);
}

static void
add_menu (LscOverviewChart *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) rank = g_menu_new ();
  g_autoptr (GMenu) range = g_menu_new ();

  g_menu_append (rank, _ ("Show in _Timeline"), "overview.show-timeline");
  g_menu_append (rank, _ ("Show in _Modules"), "overview.show-modules");
  g_menu_append (rank, _ ("_Only This Rank"), "overview.narrow");
  g_menu_append (rank, _ ("Copy _Rank"), "overview.copy-row");
  g_menu_append (range, _ ("_Fit"), "chart.fit");
  g_menu_append (range, _ ("_Undo View Change"), "chart.undo");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rank));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (range));
  lsc_chart_set_menu (LSC_CHART (self), G_MENU_MODEL (menu));
}

static void
lsc_overview_chart_init (LscOverviewChart *self)
{
  self->painter = lsc_rank_painter_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  lsc_rank_chart_init (&self->chart, NULL);
  self->category = -1;
  lsc_chart_use_view (LSC_CHART (self), &self->chart.port, &self->chart.theme, &self->chart.scale);
  add_menu (self);
  lsc_overview_chart_set_kind (self, LSC_RANK_CHART_BARS);
}
