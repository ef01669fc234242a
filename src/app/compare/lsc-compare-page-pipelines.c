/* lsc-compare-page-pipelines.c - the pipelines of both recordings as twins
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "judge/compare/lsc-pipeline-twins.h"
#include "app/compare/lsc-compare-page-private.h"
#include "app/compare/lsc-compare-panels.h"
#include "app/parts/lsc-choices.h"
#include "app/pipeline/lsc-pipeline-describe.h"
#include "base/lsc-error.h"
#include "draw/pipeline/lsc-pipeline-sheet.h"

/* ---- one pair of them ---- */

static void
say (LscComparePage *self, const char *text)
{
  gtk_label_set_label (self->pipes_label, text);
}

/* (nullable): the pair that is chosen */
static const LscPipelineTwins *
get_twins (LscComparePage *self)
{
  guint chosen = gtk_drop_down_get_selected (self->pipes_choice);
  const GArray *twins = self->pipes.twins;

  return twins && chosen < twins->len ? &g_array_index (twins, LscPipelineTwins, chosen) : NULL;
}

/* The chart borrows what it shows. */
static void
empty_chart (LscComparePage *self)
{
  lsc_pipeline_chart_set_twin (self->pipes_chart, &(LscPipelineTwin){ LSC_TWIN_NONE });
  lsc_pipeline_chart_set_group (self->pipes_chart, NULL, NULL);
  g_clear_pointer (&self->pipes.pairs, lsc_block_pairs_free);
}

static void
draw_pair (LscComparePage *self, const LscPipelineTwins *twins)
{
  LscComparePipes *pipes = &self->pipes;
  const LscPipelineGroup *before = twins->before, *after = twins->after;

  pipes->pairs =
      lsc_block_pairs_new (&before->steps[before->median_step], &after->steps[after->median_step]);
  lsc_pipeline_chart_set_group (self->pipes_chart, pipes->pipelines[LSC_BEFORE],
                                (LscPipelineGroup *) before);
  lsc_pipeline_chart_set_twin (self->pipes_chart,
                               &(LscPipelineTwin){ .mode = LSC_TWIN_BELOW,
                                                   .pipeline = pipes->pipelines[LSC_AFTER],
                                                   .group = after,
                                                   .step = after->median_step,
                                                   .title = pipes->titles[LSC_AFTER],
                                                   .first_title = pipes->titles[LSC_BEFORE],
                                                   .pairs = pipes->pairs });
}

static char *
say_drawn (LscComparePage *self, const LscPipelineTwins *twins)
{
  if (!twins->after)
    return g_strdup (_ ("The recording after has no such pipeline."));
  if (!twins->before)
    return g_strdup (_ ("The recording before has no such pipeline."));
  if (self->pipes.twins->len > 1)
    return g_strdup_printf (_ ("The step of median window of one pipeline of each; the table below "
                               "counts all %u."),
                            self->pipes.twins->len);
  return g_strdup (_ ("The step of median window of each, from its begin."));
}

static void
draw (LscComparePage *self)
{
  const LscPipelineTwins *twins = get_twins (self);
  g_autofree char *words = NULL;

  empty_chart (self);
  if (!twins)
    return;
  if (twins->before && twins->after)
    draw_pair (self, twins);
  else if (twins->before)
    lsc_pipeline_chart_set_group (self->pipes_chart, self->pipes.pipelines[LSC_BEFORE],
                                  (LscPipelineGroup *) twins->before);
  else
    lsc_pipeline_chart_set_group (self->pipes_chart, self->pipes.pipelines[LSC_AFTER],
                                  (LscPipelineGroup *) twins->after);
  lsc_chart_fit (LSC_CHART (self->pipes_chart));
  gtk_widget_queue_resize (GTK_WIDGET (self->pipes_legend));
  words = say_drawn (self, twins);
  say (self, words);
}

static void
on_pipeline_chosen (LscComparePage *self)
{
  if (!self->is_filling)
    draw (self);
}

/* ---- reading ---- */

/** Forgets the pipelines of another pair. */
void
_lsc_compare_page_clear_pipelines (LscComparePage *self)
{
  LscComparePipes *pipes = &self->pipes;

  empty_chart (self);
  g_clear_pointer (&pipes->twins, g_array_unref);
  g_clear_pointer (&pipes->table, lsc_table_unref);
  g_clear_pointer (&pipes->missing, g_free);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      lsc_task_stop (&pipes->tasks[side]);
      g_clear_pointer (&pipes->pipelines[side], lsc_pipeline_unref);
      g_clear_pointer (&pipes->titles[side], g_free);
    }
  pipes->is_asked = FALSE;
  pipes->n_read = 0;
}

static char *
name_twins (const LscPipelineTwins *twins)
{
  g_autofree char *before =
      twins->before ? lsc_pipeline_sheet_shorten_ranks (twins->before->label) : g_strdup ("–");
  g_autofree char *after =
      twins->after ? lsc_pipeline_sheet_shorten_ranks (twins->after->label) : g_strdup ("–");

  return g_strcmp0 (before, after) == 0 ? g_strdup (before)
                                        : g_strdup_printf ("%s → %s", before, after);
}

/* They are found by all their ranks, of which names have a few. */
static void
tell_ranks (GtkStringList *names, guint position, const LscPipelineTwins *twins)
{
  g_autofree char *words = g_strdup_printf ("%s %s", twins->before ? twins->before->label : "",
                                            twins->after ? twins->after->label : "");

  lsc_choice_set_words (G_LIST_MODEL (names), position, words);
}

static void
fill_choice (LscComparePage *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  const GArray *twins = self->pipes.twins;

  for (guint i = 0; i < twins->len; i++)
    {
      const LscPipelineTwins *pair = &g_array_index (twins, LscPipelineTwins, i);

      gtk_string_list_take (names, name_twins (pair));
      tell_ranks (names, i, pair);
    }
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->pipes_choice, G_LIST_MODEL (names));
  lsc_choice_set_search (self->pipes_choice, twins->len > 20);
  self->is_filling = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->pipes_choice), twins->len > 1);
}

static void
take_pipeline (LscComparePage *self, LscSide side, LscPipeline *pipeline, const GError *error)
{
  LscComparePipes *pipes = &self->pipes;

  pipes->pipelines[side] = pipeline;
  if (error && !pipes->missing)
    pipes->missing = g_strdup (error->message);
  if (++pipes->n_read < LSC_N_SIDES)
    return;
  pipes->twins = lsc_pipeline_twins_new (pipes->pipelines[LSC_BEFORE], pipes->pipelines[LSC_AFTER]);
  pipes->table = lsc_pipeline_twins_table (pipes->twins);
  if (pipes->twins->len == 0 && !pipes->missing)
    pipes->missing = _lsc_compare_page_explain (self, LSC_UNKNOWN_NO_PIPELINE);
  fill_choice (self);
  gtk_widget_set_visible (GTK_WIDGET (self->pipes_chart), pipes->twins->len > 0);
  if (pipes->twins->len > 0)
    draw (self);
  else
    say (self, pipes->missing);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_COMPARE_ON_PIPELINES);
}

static void
on_before_read (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  take_pipeline (owner, LSC_BEFORE, result, error);
}

static void
on_after_read (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  take_pipeline (owner, LSC_AFTER, result, error);
}

/** Reads the pipelines of both recordings, unless they are there or on their way. */
void
_lsc_compare_page_read_pipelines (LscComparePage *self)
{
  static const LscTaskDone done[LSC_N_SIDES] = { on_before_read, on_after_read };
  LscComparePipes *pipes = &self->pipes;
  LscCluster *clusters[LSC_N_SIDES];

  if (pipes->is_asked || !self->comparison || !_lsc_compare_page_find_clusters (self, clusters))
    return;
  pipes->is_asked = TRUE;
  say (self, _ ("Reading both pipelines…"));
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      LscTaskWish wish = { .owner = self, .slot = &pipes->tasks[side], .done = done[side] };

      pipes->titles[side] = _lsc_compare_page_get_title (self, side);
      lsc_loader_load_pipelines (lsc_app_page_get_source (LSC_APP_PAGE (self))->loader,
                                 clusters[side], NULL, &wish);
    }
}

/* ---- asked by the page ---- */

/** Shows the pipelines of both recordings under one ruler. */
void
_lsc_compare_page_show_pipelines (LscComparePage *self)
{
  gtk_stack_set_visible_child_name (self->views, "pipelines");
  gtk_notebook_set_current_page (self->panel, LSC_COMPARE_TAB_PIPELINES);
  _lsc_compare_page_read_pipelines (self);
}

/** Returns: (transfer full) (nullable): facts on the selected block, or the row */
GPtrArray *
_lsc_compare_page_describe_block (LscComparePage *self)
{
  const LscPipelineView *view = lsc_pipeline_chart_get_chart (self->pipes_chart);
  const LscPipelineSpot *spot = lsc_pipeline_chart_get_selected (self->pipes_chart);

  if (!view->group)
    return NULL;
  return lsc_pipeline_view_block (view, spot)
             ? lsc_describe_block (lsc_pipeline_chart_get_painter (self->pipes_chart), view, spot)
             : lsc_describe_row (view, spot);
}

static LscComparePlace
find_place (const LscPipelineView *view, const LscPipelineSpot *spot)
{
  const LscPipelineRow *row = &lsc_pipeline_view_spot_step (view, spot)->rows[spot->row];
  const LscBlock *block = lsc_pipeline_view_block (view, spot);

  return (LscComparePlace){ .rank = row->rank,
                            .slice = LSC_SLICE_NONE,
                            .begin_ns = lsc_block_recorded_start (row, block),
                            .end_ns = lsc_block_recorded_end (row, block) };
}

/** Makes the pin of a chart one of both pipelines. */
gboolean
_lsc_compare_page_pin_pipelines (LscComparePage *self, LscPin *pin, GError **error)
{
  if (!get_twins (self))
    return lsc_fail (error, LSC_ERROR_NOTHING, "%s",
                     self->pipes.missing ? self->pipes.missing
                                         : _ ("Both pipelines are still being read"));
  g_free (pin->view);
  pin->view = g_strdup ("compare/pipelines");
  lsc_pin_set_int (pin, "twins", gtk_drop_down_get_selected (self->pipes_choice));
  lsc_pipeline_chart_pin (self->pipes_chart, pin);
  return TRUE;
}

/** Shows the selected block and its pair on both timelines, as every row of the page does. */
void
_lsc_compare_page_show_block (LscComparePage *self)
{
  const LscPipelineView *view = lsc_pipeline_chart_get_chart (self->pipes_chart);
  const LscPipelineSpot *spot = lsc_pipeline_chart_get_selected (self->pipes_chart);
  g_autofree char *name = NULL;
  LscComparePlace places[LSC_N_SIDES];
  LscPipelineSpot other;

  if (!lsc_pipeline_view_block (view, spot))
    return;
  if (!lsc_pipeline_view_pair (view, spot, &other))
    {
      lsc_app_page_say (LSC_APP_PAGE (self), _ ("The other side has no such block"));
      return;
    }
  name = lsc_describe_block_briefly (view, spot);
  places[spot->is_twin ? LSC_AFTER : LSC_BEFORE] = find_place (view, spot);
  places[spot->is_twin ? LSC_BEFORE : LSC_AFTER] = find_place (view, &other);
  _lsc_compare_page_show_places (self, name, places);
}

/* Hides or shows blocks of a kind, as on the page of the pipeline. */
static void
on_kind_clicked (LscComparePage *self, int kind)
{
  lsc_pipeline_chart_edit_chart (self->pipes_chart)->hidden_kinds ^= 1u << kind;
  lsc_chart_changed (LSC_CHART (self->pipes_chart));
}

/** For the template of the page. */
void
_lsc_compare_page_bind_pipelines (GtkWidgetClass *class)
{
  gtk_widget_class_bind_template_callback (class, on_pipeline_chosen);
  gtk_widget_class_bind_template_callback_full (class, "on_block_activated",
                                                G_CALLBACK (_lsc_compare_page_show_block));
  gtk_widget_class_bind_template_callback (class, on_kind_clicked);
  gtk_widget_class_bind_template_callback_full (class, "on_block_selected",
                                                G_CALLBACK (lsc_app_page_selection_changed));
}

static GMenuModel *
make_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) range = g_menu_new ();

  g_menu_append (menu, _ ("Show on Both _Timelines"), "compare.show-block");
  g_menu_append (menu, _ ("_Zoom to Block"), "chart.zoom-to-selection");
  g_menu_append (range, _ ("_Fit"), "chart.fit");
  g_menu_append (range, _ ("_Undo View Change"), "chart.undo");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (range));
  return G_MENU_MODEL (menu);
}

/** After the template was made. */
void
_lsc_compare_page_init_pipelines (LscComparePage *self)
{
  g_autoptr (GMenuModel) menu = make_menu ();
  LscPipelineView *view = lsc_pipeline_chart_edit_chart (self->pipes_chart);

  view->minimap_height = 0; /* two sides need the room */
  view->show_p2p = FALSE;
  lsc_chart_set_menu (LSC_CHART (self->pipes_chart), menu);
  lsc_pipeline_legend_set_view (self->pipes_legend, self->pipes_chart);
}
