/* lsc-pipeline-page-chips.c - what stands above the pipeline chart: choices and facts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/pipeline/lsc-pipeline-schedule.h"
#include "base/lsc-time.h"
#include "draw/pipeline/lsc-pipeline-sheet.h"
#include "app/pipeline/lsc-pipeline-page-private.h"

static void
set_chip (GtkLabel *label, char *text, const char *tooltip)
{
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL);
  gtk_label_set_label (label, text != NULL ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (label), tooltip);
  g_free (text);
}

static int
compare_ratios (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return left < right ? -1 : left > right;
}

/* Median, least and most over the shown steps, without unusually long ones (pipeline.md#bubble). */
static char *
ratios_text (const LscPipelineGroup *group, const LscPipelineView *chart)
{
  g_autoptr (GArray) ratios = g_array_new (FALSE, FALSE, sizeof (double));

  if (group->clocks.unknown)
    return g_strdup (_ ("bubble not known"));
  for (gsize i = 0; i < chart->n_steps && chart->first_step + i < group->n_steps; i++)
    if (!group->steps[chart->first_step + i].is_outlier)
      g_array_append_val (ratios, group->steps[chart->first_step + i].bubble_ratio);
  if (ratios->len == 0)
    return NULL;
  g_array_sort (ratios, compare_ratios);
  return g_strdup_printf (_ ("bubble %.2f %% (%.2f to %.2f)"),
                          g_array_index (ratios, double, ratios->len / 2) * 100,
                          g_array_index (ratios, double, 0) * 100,
                          g_array_index (ratios, double, ratios->len - 1) * 100);
}

/* With what the clocks leave open, if it shows. */
static char *
ratio_text (const LscPipelineStep *step)
{
  g_autofree char *ratio = g_strdup_printf ("%.2f", step->bubble_ratio * 100);
  g_autofree char *low = g_strdup_printf ("%.2f", step->bubble_low * 100);
  g_autofree char *high = g_strdup_printf ("%.2f", step->bubble_high * 100);

  if (!lsc_pipeline_step_is_compared (step))
    return g_strdup (_ ("bubble not known"));
  if (g_str_equal (low, high))
    return g_strdup_printf (_ ("bubble %s %%"), ratio);
  return g_strdup_printf (_ ("bubble %s %% (%s to %s by the clocks)"), ratio, low, high);
}

static char *
bubble_tooltip (const LscPipelineGroup *group)
{
  if (group->clocks.unknown)
    return lsc_phrase_to_words (group->clocks.unknown);
  return g_strdup (_ ("The part of the step in which the ranks run no block, all ranks together.\n"
                      "An ideal 1F1B pipeline has (P - 1) / (M + P - 1)."));
}

static void
update_step_chips (LscPipelinePage *self)
{
  const LscPipelineView *chart = lsc_pipeline_chart_get_chart (self->view);
  const LscPipelineStep *step = NULL;
  g_autofree char *tooltip = bubble_tooltip (self->group);

  if (chart->n_steps == 1 && chart->first_step < self->group->n_steps)
    step = &self->group->steps[chart->first_step];
  set_chip (self->bubble_chip, step ? ratio_text (step) : ratios_text (self->group, chart),
            tooltip);
  set_chip (self->work_chip,
            step && lsc_pipeline_step_is_compared (step)
                ? g_strdup_printf (_ ("idle per work %.2f %%"), step->bubble_over_work * 100)
                : NULL,
            _ ("Idle time of all ranks as a part of their time in blocks.\n"
               "An ideal 1F1B pipeline has (P - 1) / M."));
  set_chip (self->net_chip,
            step && step->net_ratio >= 0
                ? g_strdup_printf (_ ("not computing %.2f %%"), step->net_ratio * 100)
                : NULL,
            _ ("The part of the step in which the ranks compute nothing, waits inside blocks "
               "included."));
  if (step != NULL)
    {
      g_autofree char *window = lsc_format_duration (step->t1_ns - step->t0_ns, LSC_TIME_UNIT_AUTO);

      set_chip (self->window_chip, g_strdup_printf (_ ("step %s"), window),
                _ ("From the first start to the last end of a block of the group in this step"));
    }
  else
    set_chip (self->window_chip, NULL, NULL);
}

/* Other schedules may explain the same order of blocks (pipeline.md#interleaved). */
static char *
schedule_tooltip (const LscPipelineGroup *group)
{
  GString *text = g_string_new (
      _ ("The schedule that the order of blocks shows.\n"
         "P is the number of ranks, M of micro-batches in a step, v of model chunks on a rank."));

  if (group->n_candidates > 1)
    g_string_append_printf (text, "\n%s", _ ("The order of blocks fits several schedules:"));
  for (gsize i = 0; group->n_candidates > 1 && i < group->n_candidates; i++)
    {
      g_autofree char *variant = lsc_schedule_describe_variant (&group->candidates[i]);

      g_string_append_printf (
          text, "%s %s%s%s", i > 0 ? ";" : "", lsc_schedule_type_title (group->candidates[i].type),
          variant != NULL && *variant != '\0' ? ", " : "", variant != NULL ? variant : "");
    }
  return g_string_free (text, FALSE);
}

/* Shows what is known of the group and of the shown step. */
void
_lsc_pipeline_page_update_chips (LscPipelinePage *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *tooltip = NULL, *banner = NULL;

  if (self->group == NULL)
    return;
  g_string_append (
      text, self->group->schedule != NULL
                ? lsc_schedule_type_title (lsc_schedule_type_from_name (self->group->schedule))
                : _ ("schedule not recognised"));
  if (self->group->variant != NULL && *self->group->variant != '\0')
    g_string_append_printf (text, ", %s", self->group->variant);
  g_string_append_printf (text, " · P %" G_GSIZE_FORMAT, self->group->n_ranks);
  if (self->group->micro_batches > 0)
    g_string_append_printf (text, " · M %" G_GSIZE_FORMAT, self->group->micro_batches);
  if (self->group->n_chunks > 1)
    g_string_append_printf (text, " · v %u", self->group->n_chunks);
  tooltip = schedule_tooltip (self->group);
  set_chip (self->schedule_chip, g_strdup (text->str), tooltip);
  _lsc_pipeline_page_update_clocks (self);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->group_choice), self->group->label);
  update_step_chips (self);
  banner = lsc_phrase_to_words (self->group->banner);
  gtk_label_set_label (self->banner_label, banner != NULL ? banner : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->banner_label), banner);
  gtk_widget_set_visible (GTK_WIDGET (self->banner), self->group->banner != NULL);
  gtk_info_bar_set_revealed (self->banner, self->group->banner != NULL);
}

/* ---- choices ---- */

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
    return g_strdup_printf (_ ("%u of %u: %s · P %d · %s · bubble not known"), index + 1, n_groups,
                            ranks, (int) group->n_ranks, window);
  return g_strdup_printf (_ ("%u of %u: %s · P %d · %s · bubble %.1f %%%s"), index + 1, n_groups,
                          ranks, (int) group->n_ranks, window, step->bubble_ratio * 100,
                          is_worst ? _ (" · worst") : "");
}

void
_lsc_pipeline_page_fill_groups (LscPipelinePage *self)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  GPtrArray *groups = self->pipeline->groups;
  guint worst = find_worst (self), selected = gtk_drop_down_get_selected (self->group_choice);

  for (guint i = 0; i < groups->len; i++)
    gtk_string_list_take (list,
                          group_text (g_ptr_array_index (groups, i), i, groups->len, i == worst));
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->group_choice, G_LIST_MODEL (list));
  if (selected < groups->len)
    gtk_drop_down_set_selected (self->group_choice, selected);
  gtk_drop_down_set_enable_search (self->group_choice, groups->len > 20);
  gtk_widget_set_visible (GTK_WIDGET (self->group_choice), groups->len > 1);
  self->is_filling = FALSE;
}

static char *
step_text (const LscPipelineStep *step)
{
  g_autofree char *window = lsc_format_duration (step->t1_ns - step->t0_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *name =
      step->has_id ? g_strdup_printf ("%" G_GINT64_FORMAT, step->id) : g_strdup ("-");

  return g_strdup_printf (_ ("Step %s · %s%s%s"), name, window,
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
  gtk_drop_down_set_enable_search (self->step_choice, group->n_steps > 20);
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
