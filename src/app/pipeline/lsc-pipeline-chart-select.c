/* lsc-pipeline-chart-select.c - what is selected in the pipeline chart, and what is under the
 * pointer
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app/pipeline/lsc-pipeline-chart-private.h"
#include "app/parts/lsc-facts.h"
#include "app/pipeline/lsc-pipeline-describe.h"

#define ROW_STEP 1.15

gboolean
_lsc_pipeline_spot_equal (const LscPipelineSpot *a, const LscPipelineSpot *b)
{
  return a->step == b->step && a->row == b->row && a->block == b->block && a->is_twin == b->is_twin;
}

/* ---- selection ---- */

/* Scrolls so that the selected block is visible. */
static void
reveal_selection (LscPipelineChart *self)
{
  double x0, x1, y0, y1, top = lsc_pipeline_view_body_top (&self->chart);
  LscPipelineView *chart = &self->chart;

  if (!lsc_pipeline_view_block_box (chart, &chart->selected, &x0, &x1, &y0, &y1))
    return;
  if (x1 < chart->port.header_width || x0 > chart->port.width)
    lsc_viewport_move (&chart->port,
                       ((x0 + x1 - chart->port.header_width - chart->port.width) / 2) /
                           lsc_viewport_px_per_ns (&chart->port));
  if (y0 < top + 4)
    chart->port.scroll_y -= top + 4 - y0;
  else if (y1 > chart->port.height - 4)
    chart->port.scroll_y += y1 - chart->port.height + 4;
}

/**
 * lsc_pipeline_chart_select:
 * @spot: (nullable): %NULL = nothing
 *
 * Selects a block, or a whole row when @spot names no block.
 */
void
lsc_pipeline_chart_select (LscPipelineChart *self, const LscPipelineSpot *spot)
{
  g_return_if_fail (LSC_IS_PIPELINE_CHART (self));
  self->chart.selected = spot ? *spot : LSC_PIPELINE_SPOT_NONE;
  lsc_chart_changed (LSC_CHART (self));
  lsc_chart_selection_changed (LSC_CHART (self));
}

/**
 * lsc_pipeline_chart_select_and_reveal:
 *
 * Selects a block and moves the chart so that it is seen.
 */
void
lsc_pipeline_chart_select_and_reveal (LscPipelineChart *self, const LscPipelineSpot *spot)
{
  g_return_if_fail (LSC_IS_PIPELINE_CHART (self) && spot);
  self->chart.selected = *spot;
  reveal_selection (self);
  lsc_pipeline_chart_select (self, spot);
}

/**
 * lsc_pipeline_chart_get_selected:
 *
 * Returns: (transfer none): the selected spot; its row is %G_MAXUINT32 when nothing is selected
 */
const LscPipelineSpot *
lsc_pipeline_chart_get_selected (LscPipelineChart *self)
{
  return &self->chart.selected;
}

/* The first block of a row that ends inside the view. */
static LscPipelineSpot
first_visible (LscPipelineChart *self)
{
  LscPipelineSpot spot = { .step = self->chart.first_step };
  const LscPipelineStep *step = &self->chart.group->steps[spot.step];

  if (self->chart.selected.row < step->n_rows)
    spot.row = self->chart.selected.row;
  for (; step->n_rows > 0 && spot.block + 1 < step->rows[spot.row].n_blocks; spot.block++)
    if (lsc_pipeline_view_block_time (&self->chart, spot.step,
                                      step->rows[spot.row].blocks[spot.block].end_ns) >
        lsc_pipeline_view_begin (&self->chart))
      break;
  return spot;
}

/* Moves the selection to a neighbour in the row, or to the same micro-batch on the neighbouring
 * virtual stage; without one selects the first visible block. */
static void
select_next (LscPipelineChart *self, int blocks, int stages)
{
  LscPipelineSpot spot = self->chart.selected;
  const LscPipelineStep *step;

  if (!self->chart.group || self->chart.first_step >= self->chart.group->n_steps)
    return;
  if (!lsc_pipeline_view_block (&self->chart, &spot))
    spot = first_visible (self);
  else if (stages != 0)
    {
      guint32 block = G_MAXUINT32;

      step = lsc_pipeline_view_spot_step (&self->chart, &spot);
      spot.row =
          lsc_pipeline_neighbour_stage (spot.is_twin ? self->chart.twin.group : self->chart.group,
                                        step, spot.row, spot.block, stages, &block);
      spot.block = block;
    }
  else if (blocks < 0 ? spot.block > 0 : TRUE)
    spot.block += (guint32) blocks;
  if (!lsc_pipeline_view_block (&self->chart, &spot))
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  lsc_pipeline_chart_select_and_reveal (self, &spot);
}

/* Shows the selected block with some room around it. */
static void
zoom_to_selection (LscPipelineChart *self)
{
  const LscBlock *block = lsc_pipeline_view_block (&self->chart, &self->chart.selected);
  LscViewport *port = &self->chart.port;
  double x0, x1, y0, y1, width_ns;

  if (!block)
    return;
  if (!lsc_pipeline_view_block_box (&self->chart, &self->chart.selected, &x0, &x1, &y0, &y1))
    return;
  lsc_chart_note (LSC_CHART (self), LSC_MOVE_JUMP, NULL);
  width_ns = (x1 - x0) / lsc_viewport_px_per_ns (port);
  lsc_viewport_move (port, (x0 - port->header_width) / lsc_viewport_px_per_ns (port) - width_ns);
  port->span_ns = width_ns * 3;
  lsc_chart_changed (LSC_CHART (self));
}

static void
scale_rows (LscPipelineChart *self, double factor)
{
  lsc_chart_note (LSC_CHART (self), LSC_MOVE_ROWS, NULL);
  self->rows_are_chosen = TRUE;
  self->chart.port.lane_height = CLAMP (round (self->chart.port.lane_height * factor),
                                        LSC_PIPELINE_LANE_LEAST, LSC_PIPELINE_LANE_MOST);
  lsc_chart_changed (LSC_CHART (self));
}

static void
activate_block (LscPipelineChart *self)
{
  if (lsc_pipeline_view_block (&self->chart, &self->chart.selected))
    g_signal_emit_by_name (self, "activate-block");
}

/* ---- what is under the pointer ---- */

static GPtrArray *
describe_block (LscPipelineChart *self, const LscPipelineSpot *spot)
{
  return lsc_describe_block_tip (self->painter, &self->chart, spot,
                                 lsc_pipeline_chart_get_study (self, spot->step));
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
  if (link)
    return lsc_describe_link (&self->chart, step, link);
  switch (lsc_pipeline_view_hit (&self->chart, x, y, &spot, &begin_ns, &end_ns, &leg))
    {
    case LSC_HIT_BLOCK:
      return describe_block (self, &spot);
    case LSC_HIT_BUBBLE:
      facts = lsc_describe_bubble (&self->chart, &spot, begin_ns, end_ns);
      if (facts && !spot.is_twin)
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

static char *
lsc_pipeline_chart_describe_at (LscChart *chart, double x, double y)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (chart);
  g_autoptr (GPtrArray) facts = x < 0 ? describe_block (self, &self->chart.selected)
                                      : _lsc_pipeline_chart_describe_point (self, x, y);

  return facts ? lsc_facts_to_text (facts) : NULL;
}

static LscHit
hit (LscChart *chart, double x, double y, LscPipelineSpot *spot)
{
  gint64 begin_ns, end_ns;
  guint32 leg;

  return lsc_pipeline_view_hit (&LSC_PIPELINE_CHART (chart)->chart, x, y, spot, &begin_ns, &end_ns,
                                &leg);
}

static const char *
lsc_pipeline_chart_hover (LscChart *chart, double x, double y)
{
  LscPipelineView *view = &LSC_PIPELINE_CHART (chart)->chart;
  LscPipelineSpot spot;
  LscHit what = hit (chart, x, y, &spot);

  if (what != LSC_HIT_BLOCK)
    spot = LSC_PIPELINE_SPOT_NONE;
  if (!_lsc_pipeline_spot_equal (&view->hovered, &spot))
    gtk_widget_queue_draw (GTK_WIDGET (chart));
  view->hovered = spot;
  return what == LSC_HIT_AXIS ? "col-resize" : NULL;
}

static gboolean
lsc_pipeline_chart_get_selected_box (LscChart *chart, double *x0, double *y0, double *x1,
                                     double *y1)
{
  const LscPipelineView *view = &LSC_PIPELINE_CHART (chart)->chart;

  return lsc_pipeline_view_block_box (view, &view->selected, x0, x1, y0, y1);
}

static gboolean
lsc_pipeline_chart_press (LscChart *chart, int n_press, double x, double y,
                          GdkModifierType modifiers)
{
  LscPipelineSpot spot;
  LscHit what = hit (chart, x, y, &spot);

  if (what == LSC_HIT_BLOCK && n_press == 2)
    activate_block (LSC_PIPELINE_CHART (chart));
  else if (n_press == 1 && (what == LSC_HIT_BLOCK || what == LSC_HIT_HEADER))
    lsc_pipeline_chart_select (LSC_PIPELINE_CHART (chart), &spot);
  return what == LSC_HIT_BLOCK;
}

/* A click that was no drag on empty ground clears the selection. */
static void
lsc_pipeline_chart_release (LscChart *chart, double x, double y, GdkModifierType modifiers)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (chart);
  LscPipelineSpot spot;
  LscHit what = hit (chart, x, y, &spot);

  if ((what == LSC_HIT_BUBBLE || what == LSC_HIT_NOTHING) &&
      self->chart.selected.row != G_MAXUINT32)
    lsc_pipeline_chart_select (self, NULL);
}

static void
lsc_pipeline_chart_press_menu (LscChart *chart, double x, double y)
{
  LscPipelineSpot spot;

  if (hit (chart, x, y, &spot) == LSC_HIT_BLOCK)
    lsc_pipeline_chart_select (LSC_PIPELINE_CHART (chart), &spot);
}

/* ---- keys and menu ---- */

static gboolean
lsc_pipeline_chart_perform (LscChart *chart, const char *verb)
{
  LscPipelineChart *self = LSC_PIPELINE_CHART (chart);

  if (g_str_equal (verb, "zoom-to-selection"))
    zoom_to_selection (self);
  else if (g_str_equal (verb, "taller-rows"))
    scale_rows (self, ROW_STEP);
  else if (g_str_equal (verb, "lower-rows"))
    scale_rows (self, 1 / ROW_STEP);
  else if (g_str_equal (verb, "previous-block"))
    select_next (self, -1, 0);
  else if (g_str_equal (verb, "next-block"))
    select_next (self, 1, 0);
  else if (g_str_equal (verb, "previous-stage"))
    select_next (self, 0, -1);
  else if (g_str_equal (verb, "next-stage"))
    select_next (self, 0, 1);
  else if (g_str_equal (verb, "activate"))
    activate_block (self);
  else if (g_str_equal (verb, "clear-selection"))
    lsc_pipeline_chart_select (self, NULL);
  else
    return FALSE;
  return TRUE;
}

static void
add_keys (LscChartClass *class)
{
  static const LscChartKey keys[] = {
    { "zoom-to-selection", GDK_SHIFT_MASK, { GDK_KEY_z, GDK_KEY_Z } },
    { "taller-rows", GDK_SHIFT_MASK, { GDK_KEY_w, GDK_KEY_W } },
    { "lower-rows", GDK_SHIFT_MASK, { GDK_KEY_s, GDK_KEY_S } },
    { "previous-block", 0, { GDK_KEY_Left } },
    { "next-block", 0, { GDK_KEY_Right } },
    { "previous-stage", 0, { GDK_KEY_Up } },
    { "next-stage", 0, { GDK_KEY_Down } },
    { "activate", 0, { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter } },
    { "clear-selection", 0, { GDK_KEY_Escape } },
  };
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } of_page[] = {
    { GDK_KEY_Page_Down, 0, "pipeline.next-step" },
    { GDK_KEY_Page_Up, 0, "pipeline.previous-step" },
    { GDK_KEY_t, GDK_CONTROL_MASK, "pipeline.show-timeline" },
    { GDK_KEY_bracketleft, 0, "pipeline.decided-by" },
    { GDK_KEY_bracketright, 0, "pipeline.depends" },
  };

  lsc_chart_class_add_usual_keys (class);
  lsc_chart_class_add_keys (class, keys, G_N_ELEMENTS (keys));
  for (guint i = 0; i < G_N_ELEMENTS (of_page); i++)
    gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (class), of_page[i].key,
                                         of_page[i].modifiers, of_page[i].action, NULL);
}

void
_lsc_pipeline_chart_add_input (LscChartClass *class)
{
  class->perform = lsc_pipeline_chart_perform;
  class->hover = lsc_pipeline_chart_hover;
  class->describe_at = lsc_pipeline_chart_describe_at;
  class->get_selected_box = lsc_pipeline_chart_get_selected_box;
  class->press = lsc_pipeline_chart_press;
  class->release = lsc_pipeline_chart_release;
  class->press_menu = lsc_pipeline_chart_press_menu;
  add_keys (class);
  g_signal_new ("activate-block", LSC_TYPE_PIPELINE_CHART, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

void
_lsc_pipeline_chart_add_menu (LscPipelineChart *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) block = g_menu_new ();
  g_autoptr (GMenu) copy = g_menu_new ();
  g_autoptr (GMenu) range = g_menu_new ();
  g_autoptr (GMenu) follow = g_menu_new ();

  g_menu_append (block, _ ("_Modules in This Block"), "pipeline.modules-in-block");
  g_menu_append (block, _ ("Show in _Timeline"), "pipeline.show-timeline");
  g_menu_append (block, _ ("_Zoom to Block"), "chart.zoom-to-selection");
  g_menu_append (follow, _ ("What _Decided Its Start"), "pipeline.decided-by");
  g_menu_append (follow, _ ("What Depends on _It"), "pipeline.depends");
  g_menu_append (follow, _ ("_Align at This Block"), "pipeline.align-block");
  g_menu_append (follow, _ ("Align at the _Start"), "pipeline.align-start");
  g_menu_append (copy, _ ("Copy _Row"), "pipeline.copy-row");
  g_menu_append (copy, _ ("Copy _Picture"), "pipeline.copy-picture");
  g_menu_append (range, _ ("_Fit"), "chart.fit");
  g_menu_append (range, _ ("_Undo View Change"), "chart.undo");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (block));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (follow));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copy));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (range));
  lsc_chart_set_menu (LSC_CHART (self), G_MENU_MODEL (menu));
}
