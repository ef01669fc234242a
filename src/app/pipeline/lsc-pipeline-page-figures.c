/* lsc-pipeline-page-figures.c - what stands above the pipeline chart: choices and figures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app/parts/lsc-choices.h"
#include "analyze/pipeline/lsc-pipeline-schedule.h"
#include "base/lsc-time.h"
#include "draw/pipeline/lsc-pipeline-sheet.h"
#include "model/lsc-rank-name.h"
#include "app/pipeline/lsc-pipeline-page-private.h"

#define BUTTON_TEXT "lsc-button-text" /* of an item of the groups: what its button says */

static int
compare_ratios (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return left < right ? -1 : left > right;
}

/* ---- the line of figures ---- */

/* What the order of blocks shows, in words: "1F1B, 4 ranks, 8 micro-batches". */
static void
append_schedule (GString *text, const LscPipelineGroup *group)
{
  guint n = (guint) group->n_ranks;

  g_string_append (text,
                   group->schedule != NULL
                       ? lsc_schedule_type_title (lsc_schedule_type_from_name (group->schedule))
                       : _ ("Schedule not recognised"));
  if (group->variant != NULL && *group->variant != '\0')
    g_string_append_printf (text, " (%s)", group->variant);
  g_string_append (text, _ (": "));
  g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "%u rank", "%u ranks", n), n);
  if (group->micro_batches > 0)
    {
      n = (guint) group->micro_batches;
      g_string_append (text, _ (", "));
      g_string_append_printf (
          text, g_dngettext (GETTEXT_PACKAGE, "%u micro-batch", "%u micro-batches", n), n);
    }
  if (group->n_chunks > 1)
    {
      g_string_append (text, _ (", "));
      g_string_append_printf (text, _ ("%u model chunks on each"), group->n_chunks);
    }
  g_string_append (text, _ (". "));
}

/* Hundredths of a percent, so that parts add up as they are written. */
static gint64
to_hundredths (double ratio)
{
  return (gint64) floor (ratio * 10000 + 0.5);
}

static char *
say_hundredths (gint64 value)
{
  return g_strdup_printf ("%.2f %%", (double) value / 100);
}

/* The idle part, with what the clocks leave open, if it shows. */
static char *
say_idle (const LscPipelineStep *step)
{
  g_autofree char *ratio = say_hundredths (to_hundredths (step->bubble_ratio));
  g_autofree char *low = say_hundredths (to_hundredths (step->bubble_low));
  g_autofree char *high = say_hundredths (to_hundredths (step->bubble_high));

  if (g_str_equal (low, high))
    return g_steal_pointer (&ratio);
  return g_strdup_printf (_ ("%s (%s to %s by the clocks)"), ratio, low, high);
}

/* The three parts add up to all (pipeline.md#bubble). */
static void
append_step (GString *text, const LscPipelineGroup *group, const LscPipelineStep *step)
{
  g_autofree char *window = lsc_format_duration (step->t1_ns - step->t0_ns, LSC_TIME_UNIT_AUTO);
  gint64 idle = to_hundredths (step->bubble_ratio), net = to_hundredths (step->net_ratio);
  g_autofree char *busy = say_hundredths (10000 - idle);
  g_autofree char *computing = say_hundredths (10000 - net);
  g_autofree char *waiting = say_hundredths (net - idle);
  g_autofree char *idle_text = NULL;

  if (!lsc_pipeline_step_is_compared (step))
    {
      g_string_append (text, _ ("Idle time is not known."));
      return;
    }
  idle_text = say_idle (step);
  if (step->net_ratio >= 0 && net >= idle)
    /* Translators: number of ranks, length of a step, three shares that add up to 100 % */
    g_string_append_printf (text,
                            _ ("Of %u × %s, %s is computing, %s waiting inside blocks and %s idle "
                               "between them."),
                            (guint) group->n_ranks, window, computing, waiting, idle_text);
  else
    /* Translators: number of ranks, length of a step, two shares that add up to 100 % */
    g_string_append_printf (text, _ ("Of %u × %s, %s is in blocks and %s idle between them."),
                            (guint) group->n_ranks, window, busy, idle_text);
}

/* Median, least and most over the shown steps, without unusually long ones (pipeline.md#bubble). */
static void
append_steps (GString *text, const LscPipelineGroup *group, const LscPipelineView *chart)
{
  g_autoptr (GArray) ratios = g_array_new (FALSE, FALSE, sizeof (double));

  for (gsize i = 0; i < chart->n_steps && chart->first_step + i < group->n_steps; i++)
    if (!group->steps[chart->first_step + i].is_outlier)
      g_array_append_val (ratios, group->steps[chart->first_step + i].bubble_ratio);
  if (group->clocks.unknown != NULL)
    g_string_append (text, _ ("Idle time is not known."));
  if (group->clocks.unknown != NULL || ratios->len == 0)
    return;
  g_array_sort (ratios, compare_ratios);
  /* Translators: three shares */
  g_string_append_printf (text,
                          _ ("Of the steps, %.2f %% is idle between blocks in the middle one, "
                             "%.2f to %.2f %% in the others."),
                          g_array_index (ratios, double, ratios->len / 2) * 100,
                          g_array_index (ratios, double, 0) * 100,
                          g_array_index (ratios, double, ratios->len - 1) * 100);
}

/* ---- its tool tip ---- */

/* Other schedules may explain the same order of blocks (pipeline.md#interleaved). */
static void
explain_schedule (GString *text, const LscPipelineGroup *group)
{
  g_string_append (text, _ ("The schedule is the one that the order of blocks shows. A rank runs "
                            "blocks: the forward or backward passes of its part of the model, for "
                            "one micro-batch each."));
  if (group->n_candidates > 1)
    g_string_append_printf (text, "\n%s", _ ("The order of blocks fits several schedules:"));
  for (gsize i = 0; group->n_candidates > 1 && i < group->n_candidates; i++)
    {
      g_autofree char *variant = lsc_schedule_describe_variant (&group->candidates[i]);

      g_string_append_printf (
          text, "%s %s%s%s", i > 0 ? ";" : "", lsc_schedule_type_title (group->candidates[i].type),
          variant != NULL && *variant != '\0' ? ", " : "", variant != NULL ? variant : "");
    }
}

/* The ratios by the names that the Summary, tables and the command line have for them. */
static void
explain_step (GString *text, const LscPipelineStep *step)
{
  g_autofree char *idle = say_hundredths (to_hundredths (step->bubble_ratio));
  g_autofree char *work = say_hundredths (to_hundredths (step->bubble_over_work));
  g_autofree char *net = say_hundredths (to_hundredths (step->net_ratio));

  g_string_append (text, "\n\n");
  g_string_append_printf (
      text,
      _ ("Bubble %s: the part of the window, from the first block's start to "
         "the last one's end, in which ranks run no block. An ideal 1F1B pipeline "
         "has (P - 1) / (M + P - 1) for P ranks and M micro-batches."),
      idle);
  g_string_append_c (text, '\n');
  g_string_append_printf (text,
                          _ ("Bubble over work %s: the same time as a part of the time in blocks, "
                             "for which papers give (P - 1) / M."),
                          work);
  if (step->net_ratio < 0)
    return;
  g_string_append_c (text, '\n');
  g_string_append_printf (
      text, _ ("Net ratio %s: the part without computing, waits inside blocks included."), net);
}

/* What the bold line has no room for. */
static void
append_verdict (GString *text, const LscVerdicts *verdicts)
{
  g_autoptr (LscPhrase) more = verdicts ? lsc_verdicts_say_more (verdicts) : NULL;
  g_autofree char *words = lsc_phrase_to_words (more);

  if (words)
    g_string_append_printf (text, "%s ", words);
}

static const LscPipelineStep *
get_only_step (LscPipelinePage *self)
{
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);

  return chart->n_steps == 1 && chart->first_step < self->group->n_steps
             ? &self->group->steps[chart->first_step]
             : NULL;
}

static void
update_figures (LscPipelinePage *self)
{
  const LscPipelineStep *step = get_only_step (self);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) tooltip = g_string_new (NULL);
  g_autofree char *unknown = lsc_phrase_to_words (self->group->clocks.unknown);

  append_verdict (text, self->verdicts);
  append_schedule (text, self->group);
  if (step != NULL)
    append_step (text, self->group, step);
  else
    append_steps (text, self->group, lsc_pipeline_chart_get_chart (self->view));
  explain_schedule (tooltip, self->group);
  if (unknown != NULL)
    g_string_append_printf (tooltip, "\n\n%s", unknown);
  else if (step != NULL && lsc_pipeline_step_is_compared (step))
    explain_step (tooltip, step);
  gtk_label_set_label (self->figures_label, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->figures_label), tooltip->str);
}

/* ---- the worst pipeline ---- */

/* The step of a job is that of its slowest pipeline. */
static gint64
group_window (const LscPipelineGroup *group)
{
  const LscPipelineStep *step =
      group->median_step < group->n_steps ? &group->steps[group->median_step] : NULL;

  return step != NULL ? step->t1_ns - step->t0_ns : -1;
}

/* That of the worst verdict; without any the one with the longest step. */
static guint
find_worst (const LscPipelinePage *self)
{
  const LscVerdict *first = self->verdicts != NULL ? lsc_verdicts_get_first (self->verdicts) : NULL;
  GPtrArray *groups = self->pipeline->groups;
  guint worst = 0;

  if (first != NULL)
    return (guint) first->group;
  for (guint i = 1; i < groups->len; i++)
    if (group_window (g_ptr_array_index (groups, i)) >
        group_window (g_ptr_array_index (groups, worst)))
      worst = i;
  return worst;
}

/* Why of all pipelines that one stands in the button as the worst. */
static void
explain_group (LscPipelinePage *self)
{
  guint worst = find_worst (self);
  const LscVerdict *first = self->verdicts != NULL ? lsc_verdicts_get_first (self->verdicts) : NULL;
  g_autoptr (LscPhrase) name = first != NULL ? lsc_verdict_name (first) : NULL;
  g_autofree char *what = name != NULL ? lsc_phrase_to_words (name) : NULL;
  g_autofree char *why = NULL, *text = NULL;

  if (self->group != g_ptr_array_index (self->pipeline->groups, worst))
    why = g_strdup_printf (_ ("The worst pipeline is group %u."), worst + 1);
  else if (what != NULL)
    why = g_strdup_printf (_ ("The worst pipeline, as it has what costs most: %s."), what);
  else
    why = g_strdup (first != NULL ? _ ("The worst pipeline, as it has what costs most.")
                                  : _ ("The worst pipeline, as its window is the longest."));
  text = g_strdup_printf ("%s\n%s", self->group->label, why);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->group_choice), text);
}

/* Shows what is known of the group and of the shown step. */
void
_lsc_pipeline_page_update_figures (LscPipelinePage *self)
{
  g_autofree char *banner = NULL;

  if (self->group == NULL)
    return;
  _lsc_pipeline_page_update_clocks (self);
  explain_group (self);
  update_figures (self);
  banner = lsc_phrase_to_words (self->group->banner);
  gtk_label_set_label (self->banner_label, banner != NULL ? banner : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->banner_label), banner);
  gtk_widget_set_visible (GTK_WIDGET (self->banner), self->group->banner != NULL);
  gtk_info_bar_set_revealed (self->banner, self->group->banner != NULL);
}

/* ---- choices ---- */

static char *
group_text (const LscPipelineGroup *group, guint index, guint n_groups, gboolean is_worst)
{
  const LscPipelineStep *step =
      group->median_step < group->n_steps ? &group->steps[group->median_step] : NULL;
  g_autofree char *ranks = lsc_pipeline_sheet_shorten_ranks (group->label);
  g_autofree char *window = NULL;

  if (step == NULL)
    return g_steal_pointer (&ranks);
  window = lsc_format_duration (step->t1_ns - step->t0_ns, LSC_TIME_UNIT_AUTO);
  if (!lsc_pipeline_step_is_compared (step))
    return g_strdup_printf (_ ("%u of %u: %s · P %d · window %s · bubble not known"), index + 1,
                            n_groups, ranks, (int) group->n_ranks, window);
  return g_strdup_printf (_ ("%u of %u: %s · P %d · window %s · bubble %.1f %%%s"), index + 1,
                          n_groups, ranks, (int) group->n_ranks, window, step->bubble_ratio * 100,
                          is_worst ? _ (" · worst") : "");
}

/* A pipeline is looked for by any of its ranks, of which a few are shown, and by its number. */
static char *
group_words (const LscPipelineGroup *group, guint index, gboolean is_worst)
{
  GString *words = g_string_new (NULL);
  g_autofree char *number = g_strdup_printf ("%u", index + 1);

  g_string_append_printf (words, _ ("group %s"), number);
  g_string_append (words, is_worst ? _ (" · worst") : "");
  for (gsize i = 0; i < group->n_ranks; i++)
    {
      g_autofree char *rank = lsc_rank_name_get_title (group->ranks[i], NULL);

      g_string_append_printf (words, " · %s", rank);
    }
  return g_string_free (words, FALSE);
}

static void
on_group_setup (GtkListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, gtk_label_new (NULL));
}

static void
on_group_bind (GtkListItemFactory *factory, GtkListItem *item)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       g_object_get_data (gtk_list_item_get_item (item), BUTTON_TEXT));
}

/* The list has room for what is known of a group; in the row of tools that would be cut off behind
 * the number, so the button has the number alone. */
void
_lsc_pipeline_page_init_groups (LscPipelinePage *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_group_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_group_bind), NULL);
  gtk_drop_down_set_factory (self->group_choice, factory);
}

void
_lsc_pipeline_page_fill_groups (LscPipelinePage *self)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  GPtrArray *groups = self->pipeline->groups;
  guint worst = find_worst (self), selected = gtk_drop_down_get_selected (self->group_choice);

  for (guint i = 0; i < groups->len; i++)
    {
      const LscPipelineGroup *group = g_ptr_array_index (groups, i);
      g_autoptr (GObject) item = NULL;
      g_autofree char *button = g_strdup_printf (
          i == worst ? _ ("Group %u of %u · worst") : _ ("Group %u of %u"), i + 1, groups->len);
      g_autofree char *words = group_words (group, i, i == worst);

      gtk_string_list_take (list, group_text (group, i, groups->len, i == worst));
      item = g_list_model_get_item (G_LIST_MODEL (list), i);
      lsc_choice_set_words (G_LIST_MODEL (list), i, words);
      g_object_set_data_full (item, BUTTON_TEXT, g_steal_pointer (&button), g_free);
    }
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->group_choice, G_LIST_MODEL (list));
  if (selected < groups->len)
    gtk_drop_down_set_selected (self->group_choice, selected);
  lsc_choice_set_search (self->group_choice, groups->len > 20);
  gtk_widget_set_visible (GTK_WIDGET (self->group_choice), groups->len > 1);
  self->is_filling = FALSE;
}

static char *
step_text (const LscPipelineStep *step)
{
  g_autofree char *window = lsc_format_duration (step->t1_ns - step->t0_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *name =
      step->has_id ? g_strdup_printf ("%" G_GINT64_FORMAT, step->id) : g_strdup ("-");

  return g_strdup_printf (_ ("Step %s · window %s%s%s"), name, window,
                          step->is_outlier ? _ (" · unusually long") : "",
                          step->is_partial ? _ (" · cut") : "");
}

void
_lsc_pipeline_page_fill_steps (LscPipelinePage *self)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  const LscPipelineGroup *group = self->group;

  if (group->n_steps > 0)
    {
      g_autofree char *median = step_text (&group->steps[group->median_step]);

      gtk_string_list_take (list, g_strdup_printf (_ ("Median: %s"), median));
      gtk_string_list_append (list, _ ("All Side by Side"));
      gtk_string_list_append (list, _ ("All on One Axis"));
    }
  for (gsize i = 0; i < group->n_steps; i++)
    gtk_string_list_take (list, step_text (&group->steps[i]));
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->step_choice, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (self->step_choice, LSC_STEP_MEDIAN);
  lsc_choice_set_search (self->step_choice, group->n_steps > 20);
  self->is_filling = FALSE;
}

/** Tells all pages which step was chosen; modes that show several are the chart's own. */
void
_lsc_pipeline_page_choose_step (LscPipelinePage *self, guint index)
{
  const LscPipelineStep *step =
      index >= LSC_N_STEP_MODES ? &self->group->steps[index - LSC_N_STEP_MODES] : NULL;

  lsc_app_page_choose_step (LSC_APP_PAGE (self), step != NULL && step->has_id,
                            step != NULL ? step->id : 0);
}

/* Returns: whether it is the step that is shown */
static gboolean
show_chosen_step (LscPipelinePage *self, gint64 step)
{
  for (gsize i = 0; i < self->group->n_steps; i++)
    if (self->group->steps[i].has_id && self->group->steps[i].id == step)
      {
        lsc_pipeline_page_show_step (self, i);
        return TRUE;
      }
  return FALSE;
}

/** Shows the step that was chosen on another page. */
guint
_lsc_pipeline_page_take_selection (LscAppPage *page, LscSelection *selection, guint changed)
{
  LscPipelinePage *self = LSC_PIPELINE_PAGE (page);
  gboolean is_one = gtk_drop_down_get_selected (self->step_choice) >= (guint) LSC_N_STEP_MODES;
  gint64 step;

  if (self->group == NULL)
    return 0;
  if (lsc_selection_get_step (selection, &step))
    return show_chosen_step (self, step) ? LSC_NARROW_STEP : 0;
  if (is_one && (changed & LSC_NARROW_STEP))
    gtk_drop_down_set_selected (self->step_choice, LSC_STEP_MEDIAN);
  return 0;
}
