/* lsc-pipeline-panel-what-if.c - other schedules, micro-batches, balance: asked and drawn
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-error.h"
#include "app/parts/lsc-label.h"
#include "app/pipeline/lsc-pipeline-panel.h"
#include "base/lsc-watchdog.h"
#include "app/parts/lsc-template.h"

#define WAIT_MS 250 /* after the last change of an input */

struct _LscPipelineWhatIf
{
  LscPanel parent_instance;

  GtkEntry *targets;
  GtkSpinButton *micro_batches;
  GtkSpinButton *share;
  GtkSpinButton *gain;
  GtkSpinButton *latency;
  GtkSpinButton *overhead;
  GtkEntry *layers;
  GtkCheckButton *lumps;
  GtkCheckButton *recompute;
  GtkLabel *share_source;
  GtkLabel *gain_source;
  GtkLabel *latency_source;
  GtkLabel *remark;
  GtkButton *narrow;
  GtkLabel *assumptions;
  GtkWidget *table;

  LscWhatIfBy narrow_by; /* the field that @narrow leads to */
  gboolean is_filling;
  gboolean is_share_given; /* by the user; else measured or assumed */
  gboolean is_gain_given;
  gboolean is_latency_given;
  guint wait_id;
  LscStudy *asked; /* (nullable): of which the last predictions were asked */
};

G_DEFINE_FINAL_TYPE (LscPipelineWhatIf, lsc_pipeline_what_if, LSC_TYPE_PANEL)

/* ---- in a thread ---- */

typedef struct
{
  LscStudy *study;
  LscWhatIfInputs inputs;
  GArray *layers;  /* int */
  GArray *targets; /* (nullable): LscWhatIfTarget; NULL = what is worth a look */
  gsize micro_batches;
} Work;

typedef struct
{
  LscWhatIf *what_if;
  LscTable *table;
  char *assumptions;
} Predicted;

static void
work_free (gpointer data)
{
  Work *self = data;

  g_clear_pointer (&self->study, lsc_study_unref);
  g_clear_pointer (&self->layers, g_array_unref);
  g_clear_pointer (&self->targets, g_array_unref);
  g_free (self);
}

static void
predicted_free (gpointer data)
{
  Predicted *self = data;

  lsc_what_if_unref (self->what_if);
  lsc_table_unref (self->table);
  g_free (self->assumptions);
  g_free (self);
}

static gpointer
run_what_if (gpointer data, LscJob *job, GError **error)
{
  Work *work = data;
  LscWhatIf *what_if;
  Predicted *result;

  if (!work->targets)
    work->targets = lsc_what_if_default_targets (work->study);
  if (!work->targets)
    work->targets = g_array_new (FALSE, TRUE, sizeof (LscWhatIfTarget));
  if (work->micro_batches > 0)
    lsc_what_if_set_micro_batches (work->targets, work->micro_batches);
  if (work->layers->len > 0)
    {
      work->inputs.layers = (const int *) (gpointer) work->layers->data;
      work->inputs.n_layers = work->layers->len;
    }
  what_if = lsc_what_if_new (work->study, (const LscWhatIfTarget *) (gpointer) work->targets->data,
                             work->targets->len, &work->inputs, job, error);
  if (!what_if)
    {
      if (error && *error == NULL)
        g_set_error_literal (error, LSC_ERROR, LSC_ERROR_NOTHING, _ ("nothing can be predicted"));
      return NULL;
    }
  result = g_new0 (Predicted, 1);
  result->what_if = what_if;
  result->table = lsc_what_if_table (what_if);
  result->assumptions = lsc_what_if_describe_assumptions (what_if);
  return result;
}

/* ---- results ---- */

static void
set_spin (LscPipelineWhatIf *self, GtkSpinButton *spin, double value)
{
  self->is_filling = TRUE;
  gtk_spin_button_set_value (spin, value);
  self->is_filling = FALSE;
}

/* Without the step's time there is no column of it. */
static void
hide_columns (LscPipelineWhatIf *self, const LscWhatIf *what_if)
{
  const char *hidden[] = { "group_id",  "step", "target", "replay_ns", "change_ns",
                           "narrow_by", NULL,   NULL,     NULL };
  gboolean has_refusal = FALSE;

  for (guint i = 0; i < what_if->rows->len; i++)
    has_refusal |= ((LscWhatIfRow *) g_ptr_array_index (what_if->rows, i))->refusal != NULL;
  if (what_if->step_time_ns <= 0)
    hidden[6] = "step_ns";
  if (!has_refusal)
    hidden[hidden[6] != NULL ? 7 : 6] = "refusal";
  lsc_table_view_set_hidden (LSC_TABLE_VIEW (self->table), hidden);
}

/* Shows the inputs as they were used. */
static void
show_inputs (LscPipelineWhatIf *self, const LscWhatIf *what_if)
{
  set_spin (self, self->share, what_if->inputs.w_share);
  set_spin (self, self->gain, what_if->inputs.overlap_gain);
  set_spin (self, self->latency, (double) what_if->inputs.latency_ns / 1000.0);
  gtk_label_set_label (self->share_source, lsc_what_if_source_title (what_if->share_source));
  gtk_label_set_label (self->gain_source, lsc_what_if_source_title (what_if->gain_source));
  gtk_label_set_label (self->latency_source, lsc_what_if_source_title (what_if->latency_source));
}

/* Says which ranges are wide, with a way to the field that would narrow most of them. */
static void
show_ranges (LscPipelineWhatIf *self, const LscWhatIf *what_if)
{
  static const char *const labels[LSC_WHAT_IF_N_BY] = {
    [LSC_WHAT_IF_BY_GAIN] = N_ ("Enter Overlap Gain"),
    [LSC_WHAT_IF_BY_SHARE] = N_ ("Enter Weights' Share"),
    [LSC_WHAT_IF_BY_LAYERS] = N_ ("Enter Layers"),
    [LSC_WHAT_IF_BY_HEAD] = N_ ("Enter Head"),
  };
  g_autofree char *text = lsc_what_if_describe_ranges (what_if, FALSE);

  self->narrow_by = lsc_what_if_find_narrowing (what_if);
  gtk_label_set_label (self->remark, text ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->remark), text);
  gtk_widget_set_visible (GTK_WIDGET (self->remark), text != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->narrow), labels[self->narrow_by] != NULL);
  if (labels[self->narrow_by])
    gtk_button_set_label (self->narrow, _ (labels[self->narrow_by]));
}

static void
on_narrow (LscPipelineWhatIf *self)
{
  GtkWidget *fields[LSC_WHAT_IF_N_BY] = {
    [LSC_WHAT_IF_BY_GAIN] = GTK_WIDGET (self->gain),
    [LSC_WHAT_IF_BY_SHARE] = GTK_WIDGET (self->share),
    [LSC_WHAT_IF_BY_LAYERS] = GTK_WIDGET (self->layers),
    [LSC_WHAT_IF_BY_HEAD] = GTK_WIDGET (self->layers),
  };

  if (fields[self->narrow_by])
    gtk_widget_grab_focus (fields[self->narrow_by]);
}

static void
lsc_pipeline_what_if_done (LscPanel *panel, gpointer result, const GError *error)
{
  LscPipelineWhatIf *self = LSC_PIPELINE_WHAT_IF (panel);
  LscPipelinePage *page = lsc_pipeline_panel_get_page (panel);
  const Predicted *predicted = result;
  LscWhatIf *what_if;

  if (error)
    return;
  what_if = predicted->what_if;
  g_clear_pointer (&page->what_if, lsc_what_if_unref);
  page->what_if = lsc_what_if_ref (what_if);
  hide_columns (self, what_if);
  lsc_table_view_set_table (LSC_TABLE_VIEW (self->table), predicted->table);
  lsc_table_view_widen (LSC_TABLE_VIEW (self->table), "schedule", 210);
  lsc_table_view_widen (LSC_TABLE_VIEW (self->table), "refusal", 420);
  gtk_label_set_label (self->assumptions, predicted->assumptions ? predicted->assumptions : "");
  show_ranges (self, what_if);
  show_inputs (self, what_if);
  lsc_panel_set_text (panel, _ ("Enter shows a prediction next to the measured step"));
}

/* ---- asking ---- */

static LscStudy *
get_study (LscPipelineWhatIf *self)
{
  LscPipelinePage *page = lsc_pipeline_panel_get_page (LSC_PANEL (self));

  return page && page->study && page->study->study && !page->study->study->refusal
             ? page->study->study
             : NULL;
}

static gboolean
fill_work (LscPipelineWhatIf *self, Work *work, GError **error)
{
  const char *targets = gtk_editable_get_text (GTK_EDITABLE (self->targets));
  gsize micro_batches = (gsize) gtk_spin_button_get_value_as_int (self->micro_batches);

  work->inputs = LSC_WHAT_IF_INPUTS_INIT;
  if (self->is_share_given)
    work->inputs.w_share = gtk_spin_button_get_value (self->share);
  if (self->is_gain_given)
    work->inputs.overlap_gain = gtk_spin_button_get_value (self->gain);
  if (self->is_latency_given)
    work->inputs.latency_ns = (gint64) llround (gtk_spin_button_get_value (self->latency) * 1000.0);
  work->inputs.chunk_overhead_ns =
      (gint64) llround (gtk_spin_button_get_value (self->overhead) * 1000.0);
  work->inputs.spread_lumps = !gtk_check_button_get_active (self->lumps);
  work->inputs.full_recompute = gtk_check_button_get_active (self->recompute);
  if (micro_batches != work->study->group->micro_batches)
    work->micro_batches = micro_batches;
  if (*targets != '\0' && !lsc_what_if_parse (targets, work->study->group, &work->targets, error))
    return FALSE;
  return lsc_what_if_parse_layers_of (gtk_editable_get_text (GTK_EDITABLE (self->layers)),
                                      work->study->group->n_ranks, work->layers, &work->inputs.head,
                                      error);
}

/** lsc_pipeline_what_if_ask: predicts with the inputs as they stand */
void
lsc_pipeline_what_if_ask (LscPipelineWhatIf *self)
{
  LscPanel *panel = LSC_PANEL (self);
  LscStudy *study = get_study (self);
  g_autoptr (GError) error = NULL;
  Work *work;

  g_clear_handle_id (&self->wait_id, g_source_remove);
  lsc_panel_stop (panel);
  if (!study)
    return;
  work = g_new0 (Work, 1);
  work->study = lsc_study_ref (study);
  work->layers = g_array_new (FALSE, FALSE, sizeof (int));
  g_clear_pointer (&self->asked, lsc_study_unref);
  self->asked = lsc_study_ref (study);
  if (!fill_work (self, work, &error))
    {
      lsc_panel_set_text (panel, error->message);
      work_free (work);
      return;
    }
  lsc_panel_start (panel, &(LscTaskWork){ .name = "pipeline: what-if",
                                          .run = run_what_if,
                                          .data = work,
                                          .free_data = work_free,
                                          .free_result = predicted_free });
}

/** lsc_pipeline_what_if_is_busy: whether what is shown will change by itself */
gboolean
lsc_pipeline_what_if_is_busy (LscPipelineWhatIf *self)
{
  return lsc_panel_is_busy (LSC_PANEL (self)) || self->wait_id != 0;
}

static gboolean
on_waited (gpointer user_data)
{
  LscPipelineWhatIf *self = user_data;

  self->wait_id = 0;
  lsc_pipeline_what_if_ask (self);
  return G_SOURCE_REMOVE;
}

static void
on_input (LscPipelineWhatIf *self)
{
  if (self->is_filling || !self->asked)
    return;
  g_clear_handle_id (&self->wait_id, g_source_remove);
  self->wait_id = g_timeout_add (WAIT_MS, on_waited, self);
}

static void
on_share (LscPipelineWhatIf *self)
{
  self->is_share_given |= !self->is_filling;
  on_input (self);
}

static void
on_gain (LscPipelineWhatIf *self)
{
  self->is_gain_given |= !self->is_filling;
  on_input (self);
}

static void
on_latency (LscPipelineWhatIf *self)
{
  self->is_latency_given |= !self->is_filling;
  on_input (self);
}

static void
on_reset (LscPipelineWhatIf *self)
{
  LscStudy *study = get_study (self);

  self->is_filling = TRUE;
  self->is_share_given = self->is_gain_given = self->is_latency_given = FALSE;
  gtk_editable_set_text (GTK_EDITABLE (self->targets), "");
  gtk_editable_set_text (GTK_EDITABLE (self->layers), "");
  gtk_spin_button_set_value (self->overhead, 0);
  gtk_check_button_set_active (self->lumps, TRUE);
  gtk_check_button_set_active (self->recompute, FALSE);
  if (study)
    gtk_spin_button_set_value (self->micro_batches, (double) study->group->micro_batches);
  self->is_filling = FALSE;
  lsc_pipeline_what_if_ask (self);
}

static void
lsc_pipeline_what_if_refresh (LscPanel *panel)
{
  LscPipelineWhatIf *self = LSC_PIPELINE_WHAT_IF (panel);
  LscStudy *study = get_study (self);

  if (!study || study == self->asked)
    return; /* what is shown still holds */
  set_spin (self, self->micro_batches, (double) study->group->micro_batches);
  lsc_table_view_set_table (LSC_TABLE_VIEW (self->table), NULL);
  lsc_pipeline_what_if_ask (self);
}

static void
on_row_activated (LscTableView *view, guint row, LscPipelineWhatIf *self)
{
  LscPipelinePage *page = lsc_pipeline_panel_get_page (LSC_PANEL (self));

  if (page && page->what_if && row < page->what_if->rows->len)
    _lsc_pipeline_page_draw_what_if (page, page->what_if, row);
}

/* ---- pins ---- */

static void
pin_real (LscPin *pin, const char *name, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  lsc_pin_set (pin, name, g_ascii_dtostr (text, sizeof text, value));
}

/* What was entered, so that the report predicts the same. */
static gboolean
lsc_pipeline_what_if_complete_pin (LscPanel *panel, LscPin *pin)
{
  LscPipelineWhatIf *self = LSC_PIPELINE_WHAT_IF (panel);
  const char *targets = gtk_editable_get_text (GTK_EDITABLE (self->targets));
  const char *layers = gtk_editable_get_text (GTK_EDITABLE (self->layers));
  Work work = { .study = get_study (self), .layers = NULL };

  if (!work.study)
    return FALSE;
  lsc_pin_set (pin, "targets", *targets != '\0' ? targets : NULL);
  lsc_pin_set (pin, "layers", *layers != '\0' ? layers : NULL);
  work.layers = g_array_new (FALSE, FALSE, sizeof (int));
  if (fill_work (self, &work, NULL)) /* else the report tells why not */
    {
      if (work.micro_batches > 0)
        lsc_pin_set_int (pin, "micro_batches", (gint64) work.micro_batches);
      if (self->is_share_given)
        pin_real (pin, "w_share", work.inputs.w_share);
      if (self->is_gain_given)
        pin_real (pin, "overlap_gain", work.inputs.overlap_gain);
      if (self->is_latency_given)
        lsc_pin_set_int (pin, "latency_ns", work.inputs.latency_ns);
      if (work.inputs.chunk_overhead_ns > 0)
        lsc_pin_set_int (pin, "overhead_ns", work.inputs.chunk_overhead_ns);
      lsc_pin_set (pin, "spread_lumps", work.inputs.spread_lumps ? "yes" : NULL);
      lsc_pin_set (pin, "full_recompute", work.inputs.full_recompute ? "yes" : NULL);
    }
  g_clear_pointer (&work.targets, g_array_unref);
  g_array_unref (work.layers);
  return TRUE;
}

static void
on_pinning (LscTableView *view, LscPin *pin, LscPipelineWhatIf *self)
{
  lsc_pipeline_what_if_complete_pin (LSC_PANEL (self), pin);
}

/* ---- life ---- */

static void
lsc_pipeline_what_if_dispose (GObject *object)
{
  LscPipelineWhatIf *self = LSC_PIPELINE_WHAT_IF (object);

  g_clear_handle_id (&self->wait_id, g_source_remove);
  g_clear_pointer (&self->asked, lsc_study_unref);
  G_OBJECT_CLASS (lsc_pipeline_what_if_parent_class)->dispose (object);
}

static void
lsc_pipeline_what_if_class_init (LscPipelineWhatIfClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscPipelineWhatIf, targets),     LSC_CHILD (LscPipelineWhatIf, micro_batches),
    LSC_CHILD (LscPipelineWhatIf, share),       LSC_CHILD (LscPipelineWhatIf, gain),
    LSC_CHILD (LscPipelineWhatIf, latency),     LSC_CHILD (LscPipelineWhatIf, overhead),
    LSC_CHILD (LscPipelineWhatIf, layers),      LSC_CHILD (LscPipelineWhatIf, lumps),
    LSC_CHILD (LscPipelineWhatIf, recompute),   LSC_CHILD (LscPipelineWhatIf, share_source),
    LSC_CHILD (LscPipelineWhatIf, gain_source), LSC_CHILD (LscPipelineWhatIf, latency_source),
    LSC_CHILD (LscPipelineWhatIf, remark),      LSC_CHILD (LscPipelineWhatIf, assumptions),
    LSC_CHILD (LscPipelineWhatIf, narrow),      LSC_CHILD (LscPipelineWhatIf, table)
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_pipeline_what_if_dispose;
  LSC_PANEL_CLASS (class)->complete_pin = lsc_pipeline_what_if_complete_pin;
  LSC_PANEL_CLASS (class)->refresh = lsc_pipeline_what_if_refresh;
  LSC_PANEL_CLASS (class)->done = lsc_pipeline_what_if_done;
  LSC_PANEL_CLASS (class)->why_not = lsc_pipeline_panel_why_no_study;
  lsc_template_set (class, "lsc-pipeline-what-if", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, on_input);
  gtk_widget_class_bind_template_callback (widget_class, on_share);
  gtk_widget_class_bind_template_callback (widget_class, on_gain);
  gtk_widget_class_bind_template_callback (widget_class, on_latency);
  gtk_widget_class_bind_template_callback (widget_class, on_reset);
  gtk_widget_class_bind_template_callback (widget_class, on_narrow);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
lsc_pipeline_what_if_init (LscPipelineWhatIf *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lsc_labels_keep_units (GTK_WIDGET (self));
  lsc_pipeline_panel_prepare_table (self->table, _ ("Predictions"));
  g_signal_connect_object (self->table, "pinning", G_CALLBACK (on_pinning), self, 0);
}
