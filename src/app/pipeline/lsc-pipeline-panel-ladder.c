/* lsc-pipeline-panel-ladder.c - from the ideal window to the measured one, each difference named
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "app/pipeline/lsc-pipeline-panel.h"
#include "app/parts/lsc-template.h"

#define ROW_MOST 34.0
#define NAME_SHARE 0.40
#define VALUE_PX 185.0

struct _LscPipelineLadder
{
  LscPanel parent_instance;

  GtkDrawingArea *bars;
  gint64 rungs[LSC_N_RUNGS]; /* -1 = not available */
};

G_DEFINE_FINAL_TYPE (LscPipelineLadder, lsc_pipeline_ladder, LSC_TYPE_PANEL)

static const char *
rung_title (LscRung rung)
{
  switch (rung)
    {
    case LSC_RUNG_BALANCED:
      return _ ("Ideal: one mean for all, no latency");
    case LSC_RUNG_STAGES:
      return _ ("+ imbalance between stages");
    case LSC_RUNG_BLOCKS:
      return _ ("+ jitter between micro-batches");
    case LSC_RUNG_MESSAGES:
      return _ ("+ communication latency");
    case LSC_RUNG_LATENCY:
      return _ ("+ links slower than most");
    case LSC_RUNG_MEASURED:
      return _ ("+ rest: host, collectives, clocks");
    case LSC_N_RUNGS:
    default:
      return "";
    }
}

static char *
rung_value (const LscPipelineLadder *self, guint rung)
{
  g_autofree char *window = NULL, *difference = NULL;
  gint64 by;

  if (self->rungs[rung] < 0)
    return g_strdup (_ ("not available"));
  window = lsc_format_duration (self->rungs[rung], LSC_TIME_UNIT_AUTO);
  if (rung == 0 || self->rungs[rung - 1] < 0)
    return g_steal_pointer (&window);
  by = self->rungs[rung] - self->rungs[rung - 1];
  difference = lsc_format_duration (ABS (by), LSC_TIME_UNIT_AUTO);
  return g_strdup_printf ("%s%s → %s", by < 0 ? "-" : "+", difference, window);
}

static void
show_text (cairo_t *cr, GtkWidget *widget, const char *text, double x, double y, double width)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  int height;

  pango_layout_set_width (layout, (int) (MAX (width, 1) * PANGO_SCALE));
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size (layout, NULL, &height);
  cairo_move_to (cr, x, y - height / 2.0);
  pango_cairo_show_layout (cr, layout);
}

/* Where the axis begins, ns: near the shortest rung where the steps would be too small else. */
static gint64
axis_begin (const LscPipelineLadder *self, gint64 *most)
{
  gint64 least = G_MAXINT64;

  *most = 1;
  for (guint i = 0; i < LSC_N_RUNGS; i++)
    if (self->rungs[i] >= 0)
      {
        *most = MAX (*most, self->rungs[i]);
        least = MIN (least, self->rungs[i]);
      }
  return least == G_MAXINT64 ? 0 : MAX (least - MAX ((*most - least) / 3, *most / 50), 0);
}

/* Each rung begins where the one before ended; the first one at the begin of the axis, with a gap
 * where that is not 0. */
static void
paint_rung (LscPipelineLadder *self, cairo_t *cr, guint rung, double x, double width, double row)
{
  gint64 most, begin = axis_begin (self, &most), now = self->rungs[rung];
  gint64 before = rung > 0 && self->rungs[rung - 1] >= 0 ? self->rungs[rung - 1] : begin;
  double px = width / (double) MAX (most - begin, 1), y = 4 + rung * row + row / 2 - 7;
  double x0 = x + (double) (MIN (before, now) - begin) * px;
  double x1 = x + (double) (MAX (before, now) - begin) * px;

  if (now < 0)
    return;
  if (before == begin)
    cairo_set_source_rgba (cr, 0.33, 0.55, 0.80, 0.60);
  else if (now >= before)
    cairo_set_source_rgba (cr, 0.90, 0.45, 0.10, 0.85);
  else
    cairo_set_source_rgba (cr, 0.25, 0.62, 0.35, 0.85);
  cairo_rectangle (cr, x0, y, MAX (x1 - x0, 1.5), 14);
  if (before == begin && begin > 0)
    {
      cairo_rectangle (cr, x0 + 12, y, 3, 14); /* cut out */
      cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
    }
  cairo_fill (cr);
  if (rung + 1 == LSC_N_RUNGS || self->rungs[rung + 1] < 0)
    return;
  cairo_set_source_rgba (cr, 0.5, 0.5, 0.5, 0.8);
  cairo_rectangle (cr, floor (x + (double) (now - begin) * px), y + 14, 1, MAX (row - 14, 0));
  cairo_fill (cr);
}

static void
draw_bars (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  LscPipelineLadder *self = user_data;
  double row = MIN ((height - 8) / (double) LSC_N_RUNGS, ROW_MOST);
  double names = CLAMP (width * NAME_SHARE, 120, 270);
  double body = MAX (width - names - VALUE_PX - 30, 20);
  GdkRGBA ink;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &ink);
  for (guint rung = 0; rung < LSC_N_RUNGS; rung++)
    {
      double y = 4 + (rung + 0.5) * row;
      g_autofree char *value = rung_value (self, rung);

      gdk_cairo_set_source_rgba (cr, &ink);
      show_text (cr, GTK_WIDGET (area), rung_title ((LscRung) rung), 12, y, names - 6);
      show_text (cr, GTK_WIDGET (area), value, 12 + names + body + 8, y, VALUE_PX);
      paint_rung (self, cr, rung, 12 + names, body, row);
    }
}

static char *
describe (const LscPipelineLadder *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint rung = 0; rung < LSC_N_RUNGS; rung++)
    {
      g_autofree char *value = rung_value (self, rung);

      g_string_append_printf (text, "%s%s: %s", rung > 0 ? "; " : "", rung_title ((LscRung) rung),
                              value);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
lsc_pipeline_ladder_refresh (LscPanel *panel)
{
  LscPipelineLadder *self = LSC_PIPELINE_LADDER (panel);
  const LscPageStudy *study = lsc_pipeline_panel_get_page (panel)->study;
  g_autofree char *text = NULL, *formula = NULL;

  for (guint i = 0; i < LSC_N_RUNGS; i++)
    self->rungs[i] = study->study->rungs[i];
  text = describe (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bars), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text, -1);
  if (study->study->ideal_ratio >= 0)
    formula = g_strdup_printf (
        study->study->has_closed_form ? _ ("Theoretical bubble ratio %.2f %%, bubble = %s")
                                      : _ ("Theoretical bubble ratio %.2f %%"),
        study->study->ideal_ratio * 100,
        study->study->has_closed_form ? study->study->closed_form.formula : "");
  lsc_panel_set_text (
      panel,
      study->study->is_unexplained
          ? _ ("The model does not explain this step: replay and measurement differ by more than "
               "10 %")
          : formula);
  gtk_widget_queue_draw (GTK_WIDGET (self->bars));
}

static void
lsc_pipeline_ladder_class_init (LscPipelineLadderClass *class)
{
  static const LscTemplateChild children[] = { LSC_CHILD (LscPipelineLadder, bars) };

  LSC_PANEL_CLASS (class)->refresh = lsc_pipeline_ladder_refresh;
  LSC_PANEL_CLASS (class)->why_not = lsc_pipeline_panel_why_no_study;
  LSC_PANEL_CLASS (class)->pin = "PpLadder";
  lsc_template_set (class, "lsc-pipeline-ladder", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (GTK_WIDGET_CLASS (class), gtk_widget_grab_focus);
}

static void
lsc_pipeline_ladder_init (LscPipelineLadder *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (self->bars, draw_bars, self, NULL);
  gtk_widget_set_tooltip_text (
      GTK_WIDGET (self->bars),
      _ ("Blue is the ideal step. Each bar below begins where the one above ends: orange makes the "
         "step longer, green makes it shorter. The last one ends at the measured length."));
}
