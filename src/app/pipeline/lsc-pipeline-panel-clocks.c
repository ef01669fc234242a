/* lsc-pipeline-panel-clocks.c - clocks of the ranks: how they stand, and setting them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "app/parts/lsc-label.h"
#include "app/parts/lsc-choices.h"
#include "app/pipeline/lsc-pipeline-panel.h"
#include "app/parts/lsc-template.h"

struct _LscPipelineClockPanel
{
  LscPanel parent_instance;

  GtkDropDown *ranks;
  GtkSpinButton *offset;
  GtkToggleButton *automatic;
  GtkToggleButton *by_messages;
  GtkToggleButton *as_recorded;
  GtkLabel *advice;
  GtkWidget *table;
  gboolean is_filling;
};

G_DEFINE_FINAL_TYPE (LscPipelineClockPanel, lsc_pipeline_clock_panel, LSC_TYPE_PANEL)

static const LscPipelineClocks *
get_clocks (LscPipelineClockPanel *self)
{
  LscPipelinePage *page = lsc_pipeline_panel_get_page (LSC_PANEL (self));

  return page && page->group ? &page->group->clocks : NULL;
}

/* Shows the offset of the chosen rank. */
static void
on_rank (LscPipelineClockPanel *self)
{
  const LscPipelineClocks *clocks = get_clocks (self);
  guint index = gtk_drop_down_get_selected (self->ranks);

  if (self->is_filling || !clocks || index >= clocks->n_clocks)
    return;
  gtk_spin_button_set_value (self->offset, (double) clocks->clocks[index].offset_ns / 1000.0);
}

static void
fill_ranks (LscPipelineClockPanel *self, const LscPipelineClocks *clocks)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  guint selected = gtk_drop_down_get_selected (self->ranks);

  for (gsize i = 0; i < clocks->n_clocks; i++)
    {
      g_autofree char *rank = lsc_rank_name_get_title (clocks->clocks[i].rank, NULL);

      gtk_string_list_take (list, clocks->clocks[i].host
                                      ? g_strdup_printf ("%s · %s", rank, clocks->clocks[i].host)
                                      : g_steal_pointer (&rank));
    }
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->ranks, G_LIST_MODEL (list));
  lsc_choice_set_search (self->ranks, clocks->n_clocks > 20);
  if (selected < clocks->n_clocks)
    gtk_drop_down_set_selected (self->ranks, selected);
  self->is_filling = FALSE;
  on_rank (self);
}

/* The pressed button is the alignment that is shown, whatever was asked for. */
static void
show_mode (LscPipelineClockPanel *self, LscAlignMode mode)
{
  gtk_toggle_button_set_active (self->automatic, mode == LSC_ALIGN_AUTO);
  gtk_toggle_button_set_active (self->by_messages, mode == LSC_ALIGN_P2P);
  gtk_toggle_button_set_active (self->as_recorded, mode == LSC_ALIGN_NONE);
}

/* The table of all groups holds more than the shown one only when there are several. */
static void
lsc_pipeline_clock_panel_refresh (LscPanel *panel)
{
  LscPipelineClockPanel *self = LSC_PIPELINE_CLOCK_PANEL (panel);
  LscPipelinePage *page = lsc_pipeline_panel_get_page (panel);
  const LscPipelineClocks *clocks = get_clocks (self);
  g_autoptr (LscTable) table = NULL;
  g_autofree char *text = NULL, *both = NULL, *state = NULL, *advice = NULL;

  if (!clocks || clocks->n_clocks == 0)
    {
      lsc_panel_set_reason (panel, _ ("The clocks of the ranks were not compared."));
      return;
    }
  table = lsc_pipeline_clock_table (page->pipeline);
  lsc_table_view_set_table (LSC_TABLE_VIEW (self->table), table);
  fill_ranks (self, clocks);
  show_mode (self, page->align);
  state = lsc_phrase_to_words (clocks->text);
  advice = lsc_phrase_to_words (clocks->advice);
  text = g_strdup_printf (_ ("%s · %zu of %zu arrows point left (%zu as recorded)"),
                          state ? state : _ ("not compared"), clocks->n_left, clocks->n_links,
                          clocks->n_left_before);
  both = advice ? g_strdup_printf ("%s\n%s", text, advice) : NULL;
  gtk_label_set_label (self->advice, both ? both : text);
}

/* ---- changing ---- */

/* All offsets as they are, with the chosen one changed; what was only estimated is not used. */
static void
on_set (LscPipelineClockPanel *self)
{
  LscPipelinePage *page = lsc_pipeline_panel_get_page (LSC_PANEL (self));
  const LscPipelineClocks *clocks = get_clocks (self);
  guint index = gtk_drop_down_get_selected (self->ranks);
  g_autoptr (GString) text = g_string_new (NULL);

  if (!page || !clocks || index >= clocks->n_clocks)
    return;
  gtk_spin_button_update (self->offset);
  for (gsize i = 0; i < clocks->n_clocks; i++)
    {
      gint64 offset_ns = clocks->is_applied ? clocks->clocks[i].offset_ns : 0;
      g_autofree char *rank = NULL;

      if (i == index)
        offset_ns = (gint64) llround (gtk_spin_button_get_value (self->offset) * 1000.0);
      rank = lsc_rank_to_text (clocks->clocks[i].rank);
      g_string_append_printf (text, "%s%s=%" PRId64, i > 0 ? ";" : "", rank, offset_ns);
    }
  _lsc_pipeline_page_realign (page, LSC_ALIGN_GIVEN, text->str);
}

static void
realign (LscPipelineClockPanel *self, LscAlignMode mode)
{
  LscPipelinePage *page = lsc_pipeline_panel_get_page (LSC_PANEL (self));

  if (!page)
    return;
  show_mode (self, page->align);
  _lsc_pipeline_page_realign (page, mode, NULL);
}

static void
on_auto (LscPipelineClockPanel *self)
{
  realign (self, LSC_ALIGN_AUTO);
}

static void
on_messages (LscPipelineClockPanel *self)
{
  realign (self, LSC_ALIGN_P2P);
}

static void
on_none (LscPipelineClockPanel *self)
{
  realign (self, LSC_ALIGN_NONE);
}

static void
on_clock_selected (LscTableView *view, guint row, LscPipelineClockPanel *self)
{
  const LscPipelineClocks *clocks = get_clocks (self);
  LscTable *table = lsc_table_view_get_table (view);
  int column = lsc_table_find_column (table, "rank");

  for (gsize i = 0; clocks && column >= 0 && i < clocks->n_clocks; i++)
    if (lsc_table_get (table, row, (guint) column).integer == clocks->clocks[i].rank)
      gtk_drop_down_set_selected (self->ranks, (guint) i);
}

/* ---- life ---- */

static void
lsc_pipeline_clock_panel_class_init (LscPipelineClockPanelClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscPipelineClockPanel, ranks),       LSC_CHILD (LscPipelineClockPanel, offset),
    LSC_CHILD (LscPipelineClockPanel, automatic),   LSC_CHILD (LscPipelineClockPanel, by_messages),
    LSC_CHILD (LscPipelineClockPanel, as_recorded), LSC_CHILD (LscPipelineClockPanel, advice),
    LSC_CHILD (LscPipelineClockPanel, table)
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  LSC_PANEL_CLASS (class)->refresh = lsc_pipeline_clock_panel_refresh;
  lsc_template_set (class, "lsc-pipeline-clock-panel", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, on_rank);
  gtk_widget_class_bind_template_callback (widget_class, on_set);
  gtk_widget_class_bind_template_callback (widget_class, on_auto);
  gtk_widget_class_bind_template_callback (widget_class, on_messages);
  gtk_widget_class_bind_template_callback (widget_class, on_none);
  gtk_widget_class_bind_template_callback (widget_class, on_clock_selected);
}

static void
lsc_pipeline_clock_panel_init (LscPipelineClockPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lsc_labels_keep_units (GTK_WIDGET (self));
  lsc_pipeline_panel_prepare_table (self->table, _ ("Clocks of the ranks"));
}
