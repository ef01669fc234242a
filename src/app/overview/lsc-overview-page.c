/* lsc-overview-page.c - where the steps of all ranks go
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/overview/lsc-overview-page-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "app/findings/lsc-finding-row.h"
#include "app/overview/lsc-overview-panels.h"
#include "app/parts/lsc-choices.h"
#include "app/parts/lsc-export-dialog.h"
#include "app/parts/lsc-facts.h"
#include "app/parts/lsc-label.h"
#include "app/parts/lsc-panel-place.h"
#include "app/parts/lsc-table-view.h"
#include "app/parts/lsc-template.h"
#include "app/parts/lsc-toolbar.h"
#include "app/window/lsc-app.h"
#include "app/parts/lsc-explain.h"
#include "base/lsc-words.h"
#include "export/lsc-export-picture.h"

#define GRID_PX 460   /* high, which the grid has a use for */
#define PANELS_PX 220 /* high, until the user moves the border */
#define MEDIAN_STEP 0 /* position in the choice; the steps follow */

G_DEFINE_FINAL_TYPE (LscOverviewPage, lsc_overview_page, LSC_TYPE_APP_PAGE)

static guint
get_selected (LscOverviewPage *self)
{
  return lsc_overview_chart_get_chart (self->chart)->selected;
}

/* ---- the ranks ---- */

/* Above a chart that is as high as it has a use for the panels have the rest. */
static void
update_room (LscOverviewPage *self)
{
  if (_lsc_overview_page_is_grid (self))
    lsc_panel_place_set_room (self->paned, 0, GRID_PX, NULL);
  else
    lsc_panel_place_set_room (
        self->paned, (int) lsc_rank_chart_least_height (lsc_overview_chart_get_chart (self->chart)),
        (int) lsc_rank_chart_most_height (lsc_overview_chart_get_chart (self->chart)),
        GTK_WIDGET (self->legend));
}

/* Returns: (nullable): the number of the step that is shown, %NULL for the median */
static const gint64 *
get_step (LscOverviewPage *self)
{
  guint position = gtk_drop_down_get_selected (self->step_choice);

  return self->steps && position > MEDIAN_STEP && position - 1 < self->steps->len
             ? &g_array_index (self->steps, gint64, position - 1)
             : NULL;
}

/** _lsc_overview_page_get_choice: Returns: what of the ranks is shown; borrowed */
LscOverviewChoice
_lsc_overview_page_get_choice (LscOverviewPage *self)
{
  LscSelection *selection = lsc_app_page_get_selection (LSC_APP_PAGE (self));

  return (LscOverviewChoice){ gtk_drop_down_get_selected (self->order_choice), get_step (self),
                              selection ? lsc_selection_get_ranks (selection) : NULL };
}

/* The first rank that is to blame is seen without scrolling. */
static void
show_blamed (LscOverviewPage *self)
{
  const LscRankChart *chart = lsc_overview_chart_get_chart (self->chart);
  const LscOverview *overview = self->summary ? self->summary->overview : NULL;

  for (guint i = 0; overview && i < overview->ranks->len; i++)
    if (lsc_overview_rank_is_blamed (lsc_overview_get_rank (overview, i)))
      {
        lsc_overview_chart_set_first (self->chart, lsc_rank_chart_find_index (chart, i));
        return;
      }
}

static void
fill_chart (LscOverviewPage *self)
{
  LscOverviewChoice choice = _lsc_overview_page_get_choice (self);
  LscRankRows *old = self->rows;

  self->rows = self->summary ? lsc_overview_rows_new (self->summary->overview, &choice) : NULL;
  lsc_overview_chart_set_rows (self->chart, self->rows);
  _lsc_overview_page_fill_grid (self, choice.step);
  show_blamed (self);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), /* which draw them, too */
                            LSC_OVERVIEW_ON_SUMMARY | LSC_OVERVIEW_ON_SELECTION);
  lsc_rank_rows_free (old);
}

static void
update_tools (LscOverviewPage *self)
{
  const LscRankChart *chart = lsc_overview_chart_get_chart (self->chart);
  gboolean has_cells = lsc_rank_chart_has_cells (chart);
  gboolean has_ranks = self->rows && self->rows->rows->len > 1;
  gboolean is_grid = _lsc_overview_page_is_grid (self);

  gtk_widget_set_visible (GTK_WIDGET (self->scale_choice), !has_cells && !is_grid);
  gtk_widget_set_visible (GTK_WIDGET (self->metric_choice), has_cells && !is_grid);
  gtk_widget_set_visible (GTK_WIDGET (self->order_choice), has_ranks && !is_grid);
  gtk_stack_set_visible_child_name (self->ranks_stack, is_grid ? "grid" : "bars");
  gtk_widget_set_visible (GTK_WIDGET (self->step_choice), self->steps && self->steps->len > 1);
  update_room (self);
}

static void
on_scale_chosen (LscOverviewPage *self)
{
  lsc_overview_chart_set_share (self->chart, gtk_drop_down_get_selected (self->scale_choice) == 1);
}

static void
on_grid_toggled (LscOverviewPage *self)
{
  update_tools (self);
}

static void
on_metric_chosen (LscOverviewPage *self)
{
  lsc_overview_chart_set_metric (self->chart, gtk_drop_down_get_selected (self->metric_choice));
}

/* The ranks again, in another order or of another step. */
static void
refill (LscOverviewPage *self)
{
  guint row = get_selected (self);
  gsize index = row != LSC_RANK_CHART_NONE ? lsc_rank_rows_get (self->rows, row)->index : 0;

  fill_chart (self);
  if (row != LSC_RANK_CHART_NONE)
    _lsc_overview_page_select (self, index);
}

static void
on_order_chosen (LscOverviewPage *self)
{
  if (self->summary)
    refill (self);
}

static void
on_step_chosen (LscOverviewPage *self)
{
  const gint64 *step = get_step (self);

  if (!self->summary)
    return;
  refill (self);
  lsc_app_page_choose_step (LSC_APP_PAGE (self), step != NULL, step ? *step : 0);
}

static void fill_words (LscOverviewPage *self);

/* Returns: %FALSE if that step is not recorded here, which leaves all as it is */
static gboolean
take_step (LscOverviewPage *self, LscSelection *selection)
{
  guint position = MEDIAN_STEP;
  gint64 step;
  gboolean is_one = lsc_selection_get_step (selection, &step);

  for (guint i = 0; is_one && self->steps && i < self->steps->len; i++)
    if (g_array_index (self->steps, gint64, i) == step)
      position = i + 1;
  gtk_drop_down_set_selected (self->step_choice, position);
  return !is_one || position != MEDIAN_STEP;
}

/* The step and the ranks that are chosen. */
static guint
take_selection (LscAppPage *page, LscSelection *selection, guint changed)
{
  LscOverviewPage *self = LSC_OVERVIEW_PAGE (page);
  gboolean has_step = take_step (self, selection);

  if (changed & LSC_NARROW_RANKS)
    {
      refill (self);
      fill_words (self);
      update_tools (self);
    }
  return LSC_NARROW_RANKS | (has_step ? LSC_NARROW_STEP : 0);
}

static void
fill_steps (LscOverviewPage *self, const LscOverview *overview)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  g_clear_pointer (&self->steps, g_array_unref);
  gtk_string_list_append (names, _ ("Median Step"));
  if (overview)
    self->steps = _lsc_overview_list_steps (overview);
  for (guint i = 0; self->steps && i < self->steps->len; i++)
    gtk_string_list_take (
        names, g_strdup_printf (_ ("Step %" PRId64), g_array_index (self->steps, gint64, i)));
  gtk_drop_down_set_model (self->step_choice, G_LIST_MODEL (names));
  lsc_choice_set_search (self->step_choice, self->steps && self->steps->len > 20);
}

/** _lsc_overview_page_select: selects a rank in the chart; the tables follow */
void
_lsc_overview_page_select (LscOverviewPage *self, gsize index)
{
  lsc_overview_chart_select (
      self->chart, lsc_rank_chart_find_index (lsc_overview_chart_get_chart (self->chart), index));
}

static void
on_rank_selected (LscOverviewPage *self)
{
  gboolean has_rank = get_selected (self) != LSC_RANK_CHART_NONE;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "overview.show-timeline", has_rank);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "overview.show-modules", has_rank);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "overview.copy-row", has_rank);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "overview.narrow", has_rank);
  _lsc_overview_page_follow_grid (self);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_OVERVIEW_ON_SELECTION);
  lsc_app_page_selection_changed (LSC_APP_PAGE (self));
}

static void
on_cell_selected (LscOverviewPage *self)
{
  gsize index;

  if (lsc_grid_pane_get_index (self->grid, &index))
    _lsc_overview_page_select (self, index);
  else
    lsc_overview_chart_select (self->chart, LSC_RANK_CHART_NONE);
}

/** _lsc_overview_page_narrow: all pages show ranks of that index alone; @n of them */
void
_lsc_overview_page_narrow (LscOverviewPage *self, const gsize *indexes, gsize n)
{
  LscSelection *selection = lsc_app_page_get_selection (LSC_APP_PAGE (self));
  g_autofree gint64 *ranks = g_new (gint64, MAX (n, 1));

  for (gsize i = 0; i < n; i++)
    {
      ranks[i] = lsc_overview_get_rank (self->summary->overview, indexes[i])->rank;
      if (!lsc_rank_is_told (ranks[i]))
        {
          lsc_app_page_say (LSC_APP_PAGE (self),
                            _ ("Not available, because the recording has no rank number"));
          return;
        }
    }
  lsc_selection_set_ranks (selection, ranks, n);
}

static void
narrow (LscOverviewPage *self)
{
  guint row = get_selected (self);

  if (row != LSC_RANK_CHART_NONE)
    _lsc_overview_page_narrow (self, &lsc_rank_rows_get (self->rows, row)->index, 1);
}

/* ---- in words ---- */

/* (nullable): who is slow, where no finding stands out that would say it */
static char *
say_blame (LscOverviewPage *self)
{
  const LscRankSummary *summary = self->summary;

  return summary->overview->brief && lsc_findings_count_told (summary->findings) == 0
             ? lsc_phrase_to_words (summary->overview->brief)
             : NULL;
}

/* The words and findings are of all ranks, whichever the chart shows; that is said then. */
static char *
say_answer (LscOverviewPage *self)
{
  LscSelection *selection = lsc_app_page_get_selection (LSC_APP_PAGE (self));
  g_autofree char *brief = say_blame (self);
  g_autofree char *found = lsc_phrase_to_words (self->summary->findings->answer);
  g_autoptr (GString) answer = g_string_new (brief);

  lsc_words_append (answer, found);
  return selection && (lsc_selection_get_parts (selection) & LSC_NARROW_RANKS)
             ? g_strdup_printf (_ ("All ranks: %s"), answer->str)
             : g_string_free (g_steal_pointer (&answer), FALSE);
}

/* What costs most, before how long a step is and what it consists of. */
static void
fill_words (LscOverviewPage *self)
{
  g_autofree char *answer = say_answer (self);
  g_autofree char *remark =
      _lsc_overview_say_remark (self->summary->overview, self->summary->findings);
  const LscPhrase *about = self->summary->findings->caption;
  g_autofree char *caption = about ? lsc_phrase_to_words (about) : NULL;

  lsc_overview_findings_set (self->findings, self->summary->findings, self->summary->overview);
  gtk_label_set_label (self->headline, answer);
  gtk_label_set_label (self->caption, caption ? caption : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->caption), caption);
  lsc_finding_show_certainty (self->words, lsc_findings_get_answer (self->summary->findings));
  lsc_findings_link_larger (self->words, self->summary->findings);
  gtk_label_set_label (self->remark, remark);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->remark), remark);
  gtk_widget_set_visible (GTK_WIDGET (self->remark), *remark != '\0');
}

static void
on_finding_activated (LscOverviewFindings *findings, guint index, LscOverviewPage *self)
{
  const LscFinding *finding = lsc_overview_findings_get (findings, index);
  const LscEvidencePlace *evidence =
      finding ? lsc_finding_get_evidence (LSC_APP_PAGE (self), finding) : NULL;

  if (!finding)
    return;
  if (evidence)
    lsc_evidence_show (LSC_APP_PAGE (self), evidence, LSC_PLACE_SLICE);
  else /* tells there what is known */
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-page", "s",
                                finding->is_of_pipeline ? "pipeline" : "findings");
}

/* ---- elsewhere ---- */

static void
show_place (LscOverviewPage *self, gboolean is_known, const LscOverviewPlace *place, LscPlace page)
{
  if (is_known)
    lsc_app_page_jump (LSC_APP_PAGE (self), &(LscJump){ .place = page,
                                                        .rank = place->source->rank,
                                                        .source = place->source,
                                                        .begin_ns = place->begin_ns,
                                                        .end_ns = place->end_ns,
                                                        .name = place->name,
                                                        .with_range = TRUE });
  else
    {
      g_autofree char *words = lsc_explain_words (GTK_WIDGET (self), LSC_UNKNOWN_TABLES_ONLY);

      lsc_app_page_say (LSC_APP_PAGE (self), words);
    }
}

/** _lsc_overview_page_show_rank: shows where a rank is slow, or a step of it, on another page */
void
_lsc_overview_page_show_rank (LscOverviewPage *self, gsize index, LscPlace page)
{
  LscOverviewPlace place;
  gboolean is_known = _lsc_overview_find_place (self->summary, index, &place);

  show_place (self, is_known, &place, page);
}

/** _lsc_overview_page_show_wait: shows the longest time that a rank waited for another */
void
_lsc_overview_page_show_wait (LscOverviewPage *self, gsize pair, LscPlace page)
{
  LscOverviewPlace place;
  gboolean is_known = _lsc_overview_find_wait (self->summary, pair, &place);

  show_place (self, is_known, &place, page);
}

static void
show_selected (LscOverviewPage *self, int place)
{
  guint row = get_selected (self);

  if (row != LSC_RANK_CHART_NONE)
    _lsc_overview_page_show_rank (self, lsc_rank_rows_get (self->rows, row)->index,
                                  (LscPlace) place);
}

static void
on_rank_activated (LscOverviewChart *chart, guint row, int category, LscOverviewPage *self)
{
  _lsc_overview_page_show_rank (self, lsc_rank_rows_get (self->rows, row)->index, LSC_PLACE_SLICE);
}

static void
on_cell_activated (LscOverviewPage *self)
{
  gsize index;

  if (lsc_grid_pane_get_index (self->grid, &index))
    _lsc_overview_page_show_rank (self, index, LSC_PLACE_SLICE);
}

static GPtrArray *
get_details (LscAppPage *page)
{
  LscOverviewPage *self = LSC_OVERVIEW_PAGE (page);
  guint row = get_selected (self);
  GPtrArray *facts;

  if (row == LSC_RANK_CHART_NONE)
    return NULL;
  facts = lsc_facts_new ();
  _lsc_overview_describe_row (facts, lsc_rank_rows_get (self->rows, row));
  return facts;
}

static void
copy_row (LscOverviewPage *self)
{
  g_autoptr (GPtrArray) facts = get_details (LSC_APP_PAGE (self));
  g_autofree char *text = facts ? lsc_facts_to_row (facts) : NULL;

  if (!text)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  lsc_app_page_say (LSC_APP_PAGE (self), _ ("Row copied"));
}

/* The ranks as they are drawn; tables are of all steps and say all. */
/* (transfer full) (nullable): the ranks that are chosen, "0,3" */
static char *
list_ranks (const GArray *ranks)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; ranks && i < ranks->len; i++)
    {
      g_autofree char *rank = lsc_rank_to_text (g_array_index (ranks, gint64, i));

      g_string_append_printf (list, i > 0 ? ",%s" : "%s", rank);
    }
  return g_string_free (list, list->len == 0);
}

static gboolean
complete_pin (LscAppPage *page, LscPin *pin, GError **error)
{
  LscOverviewPage *self = LSC_OVERVIEW_PAGE (page);
  const LscRankChart *chart = lsc_overview_chart_get_chart (self->chart);
  const gint64 *step = get_step (self);
  g_autofree char *ranks = list_ranks (_lsc_overview_page_get_choice (self).ranks);

  if (strcmp (pin->view, "overview/chart") != 0 && strcmp (pin->view, "overview/steps") != 0)
    return TRUE;
  if (!self->rows || lsc_rank_chart_is_empty (chart))
    return lsc_app_page_fail_pin (error);
  lsc_pin_set_int (pin, "order", gtk_drop_down_get_selected (self->order_choice));
  lsc_pin_set_int (pin, "metric", chart->metric);
  lsc_pin_set (pin, "share", chart->is_share ? "yes" : NULL);
  lsc_pin_set (pin, "ranks", ranks);
  if (step)
    lsc_pin_set_int (pin, "step", *step);
  return TRUE;
}

/* ---- exports ---- */

static void
write_picture (GtkWidget *page, const char *path, const LscExportChoice *choice)
{
  LscOverviewPage *self = LSC_OVERVIEW_PAGE (page);
  g_autoptr (GError) error = NULL;
  LscPictureOptions options = {
    .path = path,
    .scale = choice->scale,
    .page.is_whole = choice->is_whole,
    .page.title = lsc_app_page_get_source (LSC_APP_PAGE (page))->title,
    .page.footer = "Lanescope " LSC_VERSION,
  };

  gboolean is_written =
      _lsc_overview_page_is_grid (self)
          ? lsc_export_grid (lsc_grid_chart_get_view (lsc_grid_pane_get_chart (self->grid)),
                             &options, &error)
          : lsc_export_ranks (lsc_overview_chart_get_chart (self->chart), &options, &error);

  if (is_written)
    lsc_app_page_saved (LSC_APP_PAGE (page), path);
  else
    lsc_app_page_say (LSC_APP_PAGE (page), error->message);
}

static void
export_picture (LscOverviewPage *self)
{
  static const LscPictureScope scopes[] = { { N_ ("All ranks"), TRUE },
                                            { N_ ("What is visible"), FALSE } };
  static const LscExport picture = { N_ ("Export the Chart of the Ranks"), lsc_export_picture_kinds,
                                     scopes, write_picture };

  lsc_export_ask (GTK_WIDGET (self), &picture, "overview.svg");
}

static void
export_table (LscOverviewPage *self)
{
  lsc_app_page_show_panel (LSC_APP_PAGE (self), LSC_OVERVIEW_TAB_RANKS);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_OVERVIEW_ON_EXPORT);
}

static void
fit (LscOverviewPage *self)
{
  lsc_chart_fit (LSC_CHART (self->chart));
}

static void
toggle_panels (LscOverviewPage *self)
{
  g_autoptr (GSettings) settings = g_settings_new (LSC_APP_ID);

  g_settings_set_boolean (settings, "overview-panel",
                          !g_settings_get_boolean (settings, "overview-panel"));
}

static const LscAppPageAction actions[] = {
  { "overview.fit", G_CALLBACK (fit) },
  { "overview.panel", G_CALLBACK (toggle_panels), 0, "q" },
  { "overview.show-timeline", G_CALLBACK (show_selected), LSC_PLACE_SLICE, "<Control>t" },
  { "overview.show-modules", G_CALLBACK (show_selected), LSC_PLACE_MODULES },
  { "overview.copy-row", G_CALLBACK (copy_row) },
  { "overview.stragglers", G_CALLBACK (lsc_app_page_show_panel), LSC_OVERVIEW_TAB_STRAGGLERS },
  { "overview.narrow", G_CALLBACK (narrow), 0, "e" },
  { "overview.export", G_CALLBACK (export_picture) },
  { "overview.export-table", G_CALLBACK (export_table) },
  { NULL },
};

/* ---- for the window ---- */

/* One rank has nobody to be compared with: what it computes says more than its only row, unless the
 * bold line is about time in which it does not compute. */
static void
choose_panel (LscOverviewPage *self)
{
  const LscFindings *findings = self->summary->findings;

  if (self->summary->overview->ranks->len == 1 && findings->computing->len > 0 &&
      (findings->is_device || lsc_findings_count_outstanding (findings) == 0))
    gtk_notebook_set_current_page (self->panel, LSC_OVERVIEW_TAB_COMPUTING);
}

static void
set_summary (LscOverviewPage *self, LscRankSummary *summary)
{
  LscRankSummary *old = self->summary;

  self->summary = NULL; /* while the choice changes by program */
  fill_steps (self, summary ? summary->overview : NULL);
  self->summary = summary;
  fill_chart (self);
  if (summary)
    fill_words (self);
  if (summary && !old)
    {
      choose_panel (self);
      gtk_drop_down_set_selected (
          self->metric_choice,
          lsc_rank_chart_find_metric (lsc_overview_chart_get_chart (self->chart)));
    }
  if (!summary)
    lsc_overview_findings_set (self->findings, NULL, NULL);
  update_tools (self);
  on_rank_selected (self);
  g_clear_pointer (&old, lsc_rank_summary_unref);
}

static void
on_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscOverviewPage *self = owner;

  if (error)
    {
      lsc_app_page_fail (owner, error);
      return;
    }
  set_summary (self, result);
  lsc_app_page_found (owner, self->summary->notices);
  lsc_app_page_set_ready (owner);
  lsc_app_page_settle (owner);
}

static void
load (LscAppPage *page)
{
  const LscAppPageSource *source = lsc_app_page_get_source (page);
  LscTaskWish wish = lsc_app_page_wish (page, on_loaded);

  lsc_loader_load_summary (source->loader, source->cluster, &wish);
}

static void
clear (LscAppPage *page)
{
  set_summary (LSC_OVERVIEW_PAGE (page), NULL);
}

/* ---- life ---- */

static gboolean
lsc_overview_page_grab_focus (GtkWidget *widget)
{
  LscOverviewPage *self = LSC_OVERVIEW_PAGE (widget);

  return self->rows &&
         gtk_widget_grab_focus (_lsc_overview_page_is_grid (self) ? GTK_WIDGET (self->grid)
                                                                  : GTK_WIDGET (self->chart));
}

static void
lsc_overview_page_dispose (GObject *object)
{
  LscOverviewPage *self = LSC_OVERVIEW_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (child)
    {
      lsc_overview_chart_set_rows (self->chart, NULL);
      lsc_grid_pane_set (self->grid, NULL, NULL);
      gtk_widget_unparent (child);
    }
  g_clear_pointer (&self->rows, lsc_rank_rows_free);
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_pointer (&self->summary, lsc_rank_summary_unref);
  G_OBJECT_CLASS (lsc_overview_page_parent_class)->dispose (object);
}

static void
init_page_class (LscAppPageClass *class)
{
  static const LscAppPageExport exports[] = {
    { N_ ("_Picture…"), "overview.export", TRUE },
    { N_ ("_Table…"), "overview.export-table", TRUE },
    { N_ ("Copy _Rank"), "overview.copy-row", FALSE },
    { NULL },
  };

  class->exports = exports;
  class->panel_setting = "overview-panel";
  class->shows_all_ranks = TRUE;
  class->loading_title = N_ ("Analysing Where Step Time Goes");
  class->failed_title = N_ ("No Overview to Show");
  class->load = load;
  class->clear = clear;
  class->take_selection = take_selection;
  class->scope = N_ ("it covers whole steps of ranks");
  class->get_details = get_details;
  class->mode = "overview";
  class->complete_pin = complete_pin;
}

static void
bind_children (GtkWidgetClass *class)
{
  gtk_widget_class_bind_template_callback (class, on_finding_activated);
  gtk_widget_class_bind_template_callback (class, on_scale_chosen);
  gtk_widget_class_bind_template_callback (class, on_metric_chosen);
  gtk_widget_class_bind_template_callback (class, on_order_chosen);
  gtk_widget_class_bind_template_callback (class, on_step_chosen);
  gtk_widget_class_bind_template_callback (class, on_rank_selected);
  gtk_widget_class_bind_template_callback (class, on_rank_activated);
  gtk_widget_class_bind_template_callback (class, on_cell_selected);
  gtk_widget_class_bind_template_callback (class, on_cell_activated);
  gtk_widget_class_bind_template_callback (class, on_grid_toggled);
}

static void
lsc_overview_page_class_init (LscOverviewPageClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscOverviewPage, words),         LSC_CHILD (LscOverviewPage, headline),
    LSC_CHILD (LscOverviewPage, caption),       LSC_CHILD (LscOverviewPage, remark),
    LSC_CHILD (LscOverviewPage, all_findings),  LSC_CHILD (LscOverviewPage, findings),
    LSC_CHILD (LscOverviewPage, scale_choice),  LSC_CHILD (LscOverviewPage, step_choice),
    LSC_CHILD (LscOverviewPage, metric_choice), LSC_CHILD (LscOverviewPage, order_choice),
    LSC_CHILD (LscOverviewPage, paned),         LSC_CHILD (LscOverviewPage, chart),
    LSC_CHILD (LscOverviewPage, legend),        LSC_CHILD (LscOverviewPage, panel),
    LSC_CHILD (LscOverviewPage, grid_button),   LSC_CHILD (LscOverviewPage, ranks_stack),
    LSC_CHILD (LscOverviewPage, grid),
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (LSC_TYPE_OVERVIEW_CHART);
  g_type_ensure (LSC_TYPE_OVERVIEW_FINDINGS);
  g_type_ensure (LSC_TYPE_OVERVIEW_LEGEND);
  g_type_ensure (LSC_TYPE_GRID_PANE);
  g_type_ensure (LSC_TYPE_TOOLBAR);
  G_OBJECT_CLASS (class)->dispose = lsc_overview_page_dispose;
  widget_class->grab_focus = lsc_overview_page_grab_focus;
  lsc_template_set (class, "lsc-overview-page", children, G_N_ELEMENTS (children));
  bind_children (widget_class);
  lsc_app_page_class_install (LSC_APP_PAGE_CLASS (class), actions);
  init_page_class (LSC_APP_PAGE_CLASS (class));
}

/* Step time, waits caused and for peers, then the categories: as LscRankMetric. */
static void
fill_metrics (LscOverviewPage *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  gtk_string_list_append (names, _ ("Step Time"));
  gtk_string_list_append (names, _ ("Wait Caused, Sum of Ranks"));
  gtk_string_list_append (names, _ ("Wait for Peers, Hidden or Not"));
  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    gtk_string_list_append (names, _ (lsc_budget_words[i].title));
  gtk_drop_down_set_model (self->metric_choice, G_LIST_MODEL (names));
}

static void
lsc_overview_page_init (LscOverviewPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lsc_labels_keep_units (GTK_WIDGET (self));
  lsc_overview_legend_set_chart (self->legend, self->chart);
  fill_metrics (self);
  lsc_app_page_take_notebook (LSC_APP_PAGE (self), self->panel, self->paned, PANELS_PX);
  _lsc_overview_page_set_up_grid (self);
}
