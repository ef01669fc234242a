/* lsc-grid-pane.c - ranks in their layout, with the choice of the figure and the search for one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-grid-pane.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-app-page.h"
#include "app/parts/lsc-export-dialog.h"
#include "app/parts/lsc-template.h"
#include "export/lsc-export-picture.h"

struct _LscGridPane
{
  GtkWidget parent_instance;

  GtkDropDown *figure_choice;
  GtkSearchEntry *search;
  GtkLabel *search_answer;
  GtkLabel *reason;
  LscGridChart *chart;

  LscRankGrid *grid; /* (nullable) */
  LscGridFigure figures[LSC_GRID_N_FIGURES];
  guint n_figures;
};

G_DEFINE_FINAL_TYPE (LscGridPane, lsc_grid_pane, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_RANK_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/** lsc_grid_pane_get_chart: Returns: (transfer none): the grid itself */
LscGridChart *
lsc_grid_pane_get_chart (LscGridPane *self)
{
  g_return_val_if_fail (LSC_IS_GRID_PANE (self), NULL);
  return self->chart;
}

static void
on_figure_chosen (LscGridPane *self)
{
  guint position = gtk_drop_down_get_selected (self->figure_choice);

  if (position < self->n_figures)
    lsc_grid_chart_set_figure (self->chart, self->figures[position]);
}

/** lsc_grid_pane_set_figures: @figures: to choose from; the first one is shown */
void
lsc_grid_pane_set_figures (LscGridPane *self, const LscGridFigure *figures, gsize n)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  g_return_if_fail (LSC_IS_GRID_PANE (self) && n <= LSC_GRID_N_FIGURES);
  for (gsize i = 0; i < n; i++)
    {
      self->figures[i] = figures[i];
      gtk_string_list_append (names, _ (lsc_grid_figure_titles[figures[i]]));
    }
  self->n_figures = (guint) n;
  gtk_drop_down_set_model (self->figure_choice, G_LIST_MODEL (names));
  on_figure_chosen (self);
}

/**
 * lsc_grid_pane_set:
 * @grid: (nullable) (transfer full):
 * @reason: (nullable): why there is none
 */
void
lsc_grid_pane_set (LscGridPane *self, LscRankGrid *grid, const char *reason)
{
  LscRankGrid *old;
  const char *words;

  g_return_if_fail (LSC_IS_GRID_PANE (self));
  old = self->grid;
  words = grid && grid->why_plain ? grid->why_plain : grid ? "" : reason ? reason : "";
  self->grid = grid;
  lsc_grid_chart_set_grid (self->chart, grid);
  gtk_label_set_label (self->reason, words);
  gtk_widget_set_visible (GTK_WIDGET (self->reason), *words != '\0');
  lsc_rank_grid_free (old);
}

/** lsc_grid_pane_select_index: marks the caller's rank @index, nothing where it has no cell */
void
lsc_grid_pane_select_index (LscGridPane *self, gsize index)
{
  g_return_if_fail (LSC_IS_GRID_PANE (self));
  lsc_grid_chart_select (self->chart, lsc_rank_grid_find_index (self->grid, index));
}

/** lsc_grid_pane_get_index: Returns: %FALSE if no rank is selected */
gboolean
lsc_grid_pane_get_index (LscGridPane *self, gsize *index)
{
  guint cell;

  g_return_val_if_fail (LSC_IS_GRID_PANE (self) && index, FALSE);
  cell = lsc_grid_chart_get_view (self->chart)->selected;
  if (!self->grid || cell >= self->grid->cells->len)
    return FALSE;
  *index = lsc_rank_grid_get (self->grid, cell)->index;
  return TRUE;
}

/* ---- search ---- */

/* The number in "37" or "rank 37". */
static gboolean
parse_rank (const char *text, gint64 *rank)
{
  const char *digits = text;
  char *end;

  while (*digits && !g_ascii_isdigit (*digits))
    digits++;
  if (!*digits)
    return FALSE;
  *rank = g_ascii_strtoll (digits, &end, 10);
  return *g_strchug (end) == '\0' && *rank < G_MAXINT32;
}

/**
 * lsc_grid_pane_search:
 * @text: "37" or "rank 37"
 *
 * Selects a rank as the user does.
 *
 * Returns: %FALSE if it has no cell, which is said
 */
gboolean
lsc_grid_pane_search (LscGridPane *self, const char *text)
{
  g_autofree char *wanted = NULL, *answer = NULL;
  guint cell = LSC_GRID_NONE;
  gint64 rank;

  g_return_val_if_fail (LSC_IS_GRID_PANE (self) && text, FALSE);
  wanted = g_strstrip (g_strdup (text));
  if (parse_rank (wanted, &rank))
    cell = lsc_rank_grid_find_rank (self->grid, rank);
  if (cell == LSC_GRID_NONE && *wanted)
    answer = g_strdup_printf (_ ("No rank “%s”"), wanted);
  gtk_label_set_label (self->search_answer, answer ? answer : "");
  if (cell != LSC_GRID_NONE)
    lsc_grid_chart_choose (self->chart, cell);
  return cell != LSC_GRID_NONE;
}

static void
on_search_changed (LscGridPane *self)
{
  lsc_grid_pane_search (self, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
on_search_activated (LscGridPane *self)
{
  if (lsc_grid_pane_search (self, gtk_editable_get_text (GTK_EDITABLE (self->search))))
    gtk_widget_grab_focus (GTK_WIDGET (self->chart));
}

static void
on_rank_selected (LscGridPane *self)
{
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

static void
on_rank_activated (LscGridPane *self)
{
  g_signal_emit (self, signals[SIGNAL_RANK_ACTIVATED], 0);
}

/* ---- files ---- */

static void
write_picture (GtkWidget *widget, const char *path, const LscExportChoice *choice)
{
  LscGridPane *self = LSC_GRID_PANE (widget);
  LscAppPage *page = LSC_APP_PAGE (gtk_widget_get_ancestor (widget, LSC_TYPE_APP_PAGE));
  g_autoptr (GError) error = NULL;
  LscPictureOptions options = { .path = path,
                                .scale = choice->scale,
                                .page.is_whole = choice->is_whole,
                                .page.title = lsc_app_page_get_source (page)->title,
                                .page.footer = "Lanescope " LSC_VERSION };

  if (lsc_export_grid (lsc_grid_chart_get_view (self->chart), &options, &error))
    lsc_app_page_saved (page, path);
  else
    lsc_app_page_say (page, error->message);
}

static void
on_export_clicked (LscGridPane *self)
{
  static const LscPictureScope scopes[] = { { N_ ("All of it"), TRUE },
                                            { N_ ("As shown"), FALSE } };
  static const LscExport picture = { N_ ("Export the Grid of Ranks"), lsc_export_picture_kinds,
                                     scopes, write_picture };

  lsc_export_ask (GTK_WIDGET (self), &picture, "ranks.svg");
}

/* ---- life ---- */

static gboolean
lsc_grid_pane_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (LSC_GRID_PANE (widget)->chart));
}

static void
lsc_grid_pane_dispose (GObject *object)
{
  LscGridPane *self = LSC_GRID_PANE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (child)
    {
      lsc_grid_chart_set_grid (self->chart, NULL);
      gtk_widget_unparent (child);
    }
  g_clear_pointer (&self->grid, lsc_rank_grid_free);
  G_OBJECT_CLASS (lsc_grid_pane_parent_class)->dispose (object);
}

static void
lsc_grid_pane_class_init (LscGridPaneClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscGridPane, figure_choice), LSC_CHILD (LscGridPane, search),
    LSC_CHILD (LscGridPane, search_answer), LSC_CHILD (LscGridPane, reason),
    LSC_CHILD (LscGridPane, chart),
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (LSC_TYPE_GRID_CHART);
  G_OBJECT_CLASS (class)->dispose = lsc_grid_pane_dispose;
  widget_class->grab_focus = lsc_grid_pane_grab_focus;
  lsc_template_set (class, "lsc-grid-pane", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, on_figure_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_export_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_rank_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_rank_activated);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  signals[SIGNAL_SELECTION_CHANGED] =
      g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_RANK_ACTIVATED] =
      g_signal_new ("rank-activated", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
}

static void
lsc_grid_pane_init (LscGridPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
