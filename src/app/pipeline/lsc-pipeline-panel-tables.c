/* lsc-pipeline-panel-tables.c - panels of one table: summary, balance, path, differences
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-time.h"
#include "app/parts/lsc-label.h"
#include "app/pipeline/lsc-pipeline-panel.h"

/* Shows a table, or why there is none. */
static void
show_table (LscPanel *panel, GtkWidget *view, LscTable *table, const char *missing)
{
  lsc_table_view_set_table (LSC_TABLE_VIEW (view), table);
  lsc_panel_set_reason (panel, table && lsc_table_get_n_rows (table) > 0 ? NULL : missing);
}

/* ---- Summary ---- */

struct _LscPipelineSummary
{
  LscPanel parent_instance;

  GtkLabel *sentence;
  GtkWidget *table;
};

G_DEFINE_FINAL_TYPE (LscPipelineSummary, lsc_pipeline_summary, LSC_TYPE_PANEL)

/* What limits the facts; empty = nothing. */
static char *
limits_text (const LscStudy *study)
{
  g_autofree char *missing = lsc_phrase_to_words (study->missing);

  if (missing)
    return g_strdup_printf (_ ("Some results are unavailable for this step: %s."), missing);
  if (study->is_unexplained)
    return g_strdup (_ ("The model does not explain this step: its blocks and latencies give "
                        "another window than the measured one."));
  return g_strdup ("");
}

/* A step without theory has facts, too. */
static void
lsc_pipeline_summary_refresh (LscPanel *panel)
{
  LscPipelinePage *page = lsc_pipeline_panel_get_page (panel);
  LscTable *table = page->study ? page->study->summary : NULL;
  g_autofree char *reason = _lsc_pipeline_page_why_no_study (page);
  g_autofree char *text = !reason ? limits_text (page->study->study) : g_strdup (reason);

  show_table (panel, LSC_PIPELINE_SUMMARY (panel)->table, table, reason ? reason : text);
  lsc_table_view_widen (LSC_TABLE_VIEW (LSC_PIPELINE_SUMMARY (panel)->table), "title", 210);
  lsc_table_view_widen (LSC_TABLE_VIEW (LSC_PIPELINE_SUMMARY (panel)->table), "text", 340);
  lsc_table_view_widen (LSC_TABLE_VIEW (LSC_PIPELINE_SUMMARY (panel)->table), "note", 400);
  gtk_label_set_label (LSC_PIPELINE_SUMMARY (panel)->sentence, text);
  gtk_widget_set_visible (GTK_WIDGET (LSC_PIPELINE_SUMMARY (panel)->sentence), *text != '\0');
}

static void
lsc_pipeline_summary_class_init (LscPipelineSummaryClass *class)
{
  LSC_PANEL_CLASS (class)->refresh = lsc_pipeline_summary_refresh;
}

static void
lsc_pipeline_summary_init (LscPipelineSummary *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  self->sentence = GTK_LABEL (gtk_label_new (NULL));
  lsc_label_keep_units (self->sentence);
  gtk_label_set_selectable (self->sentence, TRUE);
  gtk_label_set_xalign (self->sentence, 0);
  gtk_widget_set_margin_start (GTK_WIDGET (self->sentence), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (self->sentence), 12);
  gtk_widget_set_margin_top (GTK_WIDGET (self->sentence), 6);
  self->table = g_object_new (LSC_TYPE_TABLE_VIEW, NULL);
  lsc_pipeline_panel_prepare_table (self->table, _ ("Facts about the step"));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->sentence));
  gtk_box_append (GTK_BOX (box), self->table);
  lsc_panel_set_content (LSC_PANEL (self), box);
}

/* ---- Balance ---- */

struct _LscPipelineBalance
{
  LscPanel parent_instance;

  GtkWidget *table;
};

G_DEFINE_FINAL_TYPE (LscPipelineBalance, lsc_pipeline_balance, LSC_TYPE_PANEL)

static void
lsc_pipeline_balance_refresh (LscPanel *panel)
{
  LscPipelinePage *page = lsc_pipeline_panel_get_page (panel);
  g_autofree char *reason = _lsc_pipeline_page_why_no_study (page);

  show_table (panel, LSC_PIPELINE_BALANCE (panel)->table, page->study ? page->study->balance : NULL,
              reason ? reason : _ ("The step has no blocks to compare."));
  lsc_table_view_sort (LSC_TABLE_VIEW (LSC_PIPELINE_BALANCE (panel)->table), "mean_ns", TRUE);
}

static void
lsc_pipeline_balance_class_init (LscPipelineBalanceClass *class)
{
  LSC_PANEL_CLASS (class)->refresh = lsc_pipeline_balance_refresh;
}

static void
lsc_pipeline_balance_init (LscPipelineBalance *self)
{
  self->table = g_object_new (LSC_TYPE_TABLE_VIEW, NULL);
  lsc_pipeline_panel_prepare_table (self->table, _ ("Durations by stage and kind"));
  lsc_panel_set_content (LSC_PANEL (self), self->table);
}

/* ---- Critical path ---- */

struct _LscPipelinePath
{
  LscPanel parent_instance;

  GtkWidget *table;
};

G_DEFINE_FINAL_TYPE (LscPipelinePath, lsc_pipeline_path, LSC_TYPE_PANEL)

static char *
path_text (const LscCriticalPath *path)
{
  g_autofree char *busy = lsc_format_duration (path->busy_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *latency = lsc_format_duration (path->latency_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *idle = lsc_format_duration (path->idle_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *total =
      lsc_format_duration (path->busy_ns + path->latency_ns + path->idle_ns, LSC_TIME_UNIT_AUTO);

  return g_strdup_printf (_ ("%zu blocks %s + %zu hops between ranks %s + host or other %s = %s"),
                          path->n_steps, busy, path->n_hops, latency, idle, total);
}

static void
lsc_pipeline_path_refresh (LscPanel *panel)
{
  LscPipelinePage *page = lsc_pipeline_panel_get_page (panel);
  const LscCriticalPath *path = page->study->study->path;
  g_autofree char *text = path ? path_text (path) : NULL;

  show_table (panel, LSC_PIPELINE_PATH (panel)->table, page->study->path_table,
              _ ("The critical path is not known."));
  lsc_table_view_sort (LSC_TABLE_VIEW (LSC_PIPELINE_PATH (panel)->table), "ns", TRUE);
  lsc_panel_set_text (panel, text);
}

static void
lsc_pipeline_path_class_init (LscPipelinePathClass *class)
{
  LSC_PANEL_CLASS (class)->refresh = lsc_pipeline_path_refresh;
  LSC_PANEL_CLASS (class)->why_not = lsc_pipeline_panel_why_no_study;
}

static void
lsc_pipeline_path_init (LscPipelinePath *self)
{
  GtkWidget *toggle = gtk_toggle_button_new_with_label (_ ("Highlight"));

  gtk_actionable_set_action_name (GTK_ACTIONABLE (toggle), "pipeset.pipeline-show-path");
  gtk_widget_set_tooltip_text (toggle, _ ("Highlight the critical path in the chart (C)"));
  self->table = g_object_new (LSC_TYPE_TABLE_VIEW, NULL);
  lsc_pipeline_panel_prepare_table (self->table, _ ("Share of the critical path"));
  lsc_panel_add_tool (LSC_PANEL (self), toggle);
  lsc_panel_set_content (LSC_PANEL (self), self->table);
}

/* ---- Differences ---- */

struct _LscPipelineDeltas
{
  LscPanel parent_instance;

  GtkWidget *table;
};

G_DEFINE_FINAL_TYPE (LscPipelineDeltas, lsc_pipeline_deltas, LSC_TYPE_PANEL)

/* Takes nothing for granted of clocks that are not known. */
static char *
bubble_text (const LscPipelineStep *step)
{
  return lsc_pipeline_step_is_compared (step)
             ? g_strdup_printf (_ ("bubble %.2f %%"), step->bubble_ratio * 100)
             : g_strdup (_ ("bubble not known"));
}

static char *
deltas_text (LscPipelinePage *page, const LscPageTwin *twin)
{
  const LscPipelineStep *step = &page->group->steps[page->study->step];
  const LscPipelineStep *other = &twin->group->steps[twin->step];
  g_autofree char *first = lsc_format_duration (step->t1_ns - step->t0_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *second = lsc_format_duration (other->t1_ns - other->t0_ns, LSC_TIME_UNIT_AUTO);

  g_autofree char *bubble = bubble_text (step), *other_bubble = bubble_text (other);

  return g_strdup_printf (_ ("%s: %s, %s · %s: %s, %s · %zu pairs of blocks"), twin->first_title,
                          first, bubble, twin->title, second, other_bubble,
                          twin->pairs ? twin->pairs->n_pairs : 0);
}

static void
lsc_pipeline_deltas_refresh (LscPanel *panel)
{
  LscPipelinePage *page = lsc_pipeline_panel_get_page (panel);
  const LscPageTwin *twin = page->twin;
  gboolean has_twin = twin && !twin->error && page->study;
  g_autofree char *text = has_twin ? deltas_text (page, twin) : NULL;
  g_autoptr (LscTable) deltas = NULL;
  g_autofree char *failure =
      twin && twin->error ? g_strdup_printf (_ ("Not available: %s"), twin->error)
                          : g_strdup (_ ("Nothing selected for comparison. Choose theory, another "
                                         "step or another recording under “Compare With”."));

  if (has_twin)
    deltas = lsc_pipeline_delta_order (twin->deltas);
  show_table (panel, LSC_PIPELINE_DELTAS (panel)->table, deltas, failure);
  if (has_twin)
    lsc_panel_set_text (panel, text);
}

static void
lsc_pipeline_deltas_class_init (LscPipelineDeltasClass *class)
{
  LSC_PANEL_CLASS (class)->refresh = lsc_pipeline_deltas_refresh;
}

static void
lsc_pipeline_deltas_init (LscPipelineDeltas *self)
{
  self->table = g_object_new (LSC_TYPE_TABLE_VIEW, NULL);
  lsc_pipeline_panel_prepare_table (self->table, _ ("Differences by stage and kind"));
  lsc_panel_set_content (LSC_PANEL (self), self->table);
}
