/* lsc-grid-side.c - ranks in their layout in place of the charts of a page
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The figures are those of the overview, so that a rank has the same on all pages. They are asked
 * for when the grid is shown first.
 */
#include "config.h"

#include "app/parts/lsc-grid-side.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-app.h"
#include "app/window/lsc-rank-summary.h"
#include "app/parts/lsc-explain.h"
#include "draw/overview/lsc-overview-rows.h"

struct _LscGridSide
{
  GObject parent_instance;

  LscAppPage *page; /* which holds this */
  LscGridPane *pane;
  GtkStack *stack; /* with the children "charts" and "grid" */
  GtkToggleButton *button;

  LscTask *task;
  LscRankSummary *summary; /* (nullable) */
  LscRankRows *rows;       /* (nullable): of it, as they are shown */
};

G_DEFINE_FINAL_TYPE (LscGridSide, lsc_grid_side, G_TYPE_OBJECT)

static void
fill (LscGridSide *self, const char *reason)
{
  LscSelection *selection = lsc_app_page_get_selection (self->page);
  LscOverviewChoice choice = { .order = LSC_OVERVIEW_BY_RANK };
  gint64 step;

  if (selection && lsc_selection_get_step (selection, &step))
    choice.step = &step;
  if (selection)
    choice.ranks = lsc_selection_get_ranks (selection);
  g_clear_pointer (&self->rows, lsc_rank_rows_free);
  if (self->summary)
    self->rows = lsc_overview_rows_new (self->summary->overview, &choice);
  lsc_grid_pane_set (
      self->pane,
      self->rows ? lsc_rank_grid_new (self->summary->overview, self->rows, choice.step) : NULL,
      reason);
}

static void
on_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscGridSide *self = owner;

  g_clear_pointer (&self->summary, lsc_rank_summary_unref);
  self->summary = result;
  fill (self, error ? error->message : NULL);
}

/* Shows the grid, or the charts; the grid loads what it needs once the page itself is there. */
static void
update (LscGridSide *self)
{
  const LscAppPageSource *source = lsc_app_page_get_source (self->page);
  gboolean is_ready = lsc_app_page_get_state (self->page) == LSC_PAGE_READY;
  gboolean is_grid = gtk_toggle_button_get_active (self->button);
  LscTaskWish wish = { .owner = self, .slot = &self->task, .done = on_loaded };

  gtk_stack_set_visible_child_name (self->stack, is_grid ? "grid" : "charts");
  if (!is_ready)
    {
      lsc_task_stop (&self->task);
      g_clear_pointer (&self->summary, lsc_rank_summary_unref);
      fill (self, NULL);
    }
  else if (is_grid && !self->summary && !self->task && source->cluster)
    lsc_loader_load_summary (source->loader, source->cluster, &wish);
}

static void
on_selection_changed (LscGridSide *self)
{
  if (self->summary)
    fill (self, NULL);
}

static void
on_page_changed (LscGridSide *self)
{
  LscSelection *selection = lsc_app_page_get_selection (self->page);

  if (selection && !g_object_get_data (G_OBJECT (self), "follows-selection"))
    {
      g_signal_connect_object (selection, "changed", G_CALLBACK (on_selection_changed), self,
                               G_CONNECT_SWAPPED);
      g_object_set_data (G_OBJECT (self), "follows-selection", self);
    }
  update (self);
}

/* A step of the rank in the timeline, the one that is of median length. */
static void
on_rank_activated (LscGridSide *self)
{
  gint64 begin_ns, end_ns;
  gsize index;

  if (!self->summary || !lsc_grid_pane_get_index (self->pane, &index))
    return;
  if (lsc_rank_summary_find_step (self->summary, index, &begin_ns, &end_ns))
    lsc_app_page_jump (
        self->page,
        &(LscJump){ .place = LSC_PLACE_SLICE,
                    .rank = lsc_overview_get_rank (self->summary->overview, index)->rank,
                    .source = g_ptr_array_index (self->summary->sources, index),
                    .begin_ns = begin_ns,
                    .end_ns = end_ns,
                    .with_range = TRUE });
  else
    {
      g_autofree char *words = lsc_explain_words (GTK_WIDGET (self->page), LSC_UNKNOWN_TABLES_ONLY);

      lsc_app_page_say (self->page, words);
    }
}

static void
lsc_grid_side_dispose (GObject *object)
{
  LscGridSide *self = LSC_GRID_SIDE (object);

  lsc_task_stop (&self->task);
  g_clear_pointer (&self->rows, lsc_rank_rows_free);
  g_clear_pointer (&self->summary, lsc_rank_summary_unref);
  G_OBJECT_CLASS (lsc_grid_side_parent_class)->dispose (object);
}

static void
lsc_grid_side_class_init (LscGridSideClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lsc_grid_side_dispose;
}

static void
lsc_grid_side_init (LscGridSide *self)
{
}

/**
 * lsc_grid_side_add:
 * @pane: with its figures
 * @stack: with the children "charts" and "grid", which is @pane
 * @button: shows the grid
 * @setting: what remembers that
 *
 * Gives a page the grid of its ranks. All of them are children of @page.
 */
void
lsc_grid_side_add (LscAppPage *page, LscGridPane *pane, GtkStack *stack, GtkToggleButton *button,
                   const char *setting)
{
  LscGridSide *self;
  g_autoptr (GSettings) settings = NULL;

  g_return_if_fail (LSC_IS_APP_PAGE (page) && LSC_IS_GRID_PANE (pane) && setting);
  self = g_object_new (LSC_TYPE_GRID_SIDE, NULL);
  settings = g_settings_new (LSC_APP_ID);
  self->page = page;
  self->pane = pane;
  self->stack = stack;
  self->button = button;
  g_object_set_data_full (G_OBJECT (page), "lsc-grid-side", self, g_object_unref);
  g_signal_connect_object (page, "changed", G_CALLBACK (on_page_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (button, "notify::active", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (pane, "rank-activated", G_CALLBACK (on_rank_activated), self,
                           G_CONNECT_SWAPPED);
  g_settings_bind (settings, setting, button, "active", G_SETTINGS_BIND_DEFAULT);
}
