/* lsc-operators-roofline.c - what limits the groups: asked on a thread when it is wanted, then
 * shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/operators/lsc-operators-page-private.h"
#include "app/parts/lsc-analysis-settings.h"
#include "app/parts/lsc-explain.h"
#include "base/lsc-error.h"
#include "session/lsc-session.h"

/* ---- on a thread ---- */

/** What a thread works on. @ranks, @steps: (nullable): all */
typedef struct
{
  LscSession *session;
  LscOperators *operators;
  GArray *ranks;
  GArray *steps;
  LscAnalysisSettings settings;
} Work;

/** What it finds. @types: (nullable): groups of all kernels by type alone */
struct _LscOperatorsRoofline
{
  LscRoofline *roofline;
  LscTable *table;
  LscTable *types;
};

static void
work_free (gpointer data)
{
  Work *self = data;

  lsc_session_unref (self->session);
  lsc_operators_unref (self->operators);
  g_clear_pointer (&self->ranks, g_array_unref);
  g_clear_pointer (&self->steps, g_array_unref);
  lsc_analysis_settings_clear (&self->settings);
  g_free (self);
}

static void
answer_free (gpointer data)
{
  LscOperatorsRoofline *self = data;

  lsc_roofline_free (self->roofline);
  lsc_table_unref (self->table);
  g_clear_pointer (&self->types, lsc_table_unref);
  g_free (self);
}

static gpointer
run (gpointer data, LscJob *job, GError **error)
{
  Work *work = data;
  LscOpFilter all = { .stream = -1, .is_whole = TRUE };
  g_autoptr (LscOpGroups) types = NULL;
  g_autoptr (LscRoofline) roofline = NULL;
  LscOperatorsRoofline *self;

  if (lsc_operators_get_keys (work->operators) & LSC_OP_BY_TYPE)
    {
      types = lsc_operators_group (work->operators, LSC_OP_BY_TYPE, &all, FALSE, job, error);
      if (!types)
        return NULL;
    }
  roofline = lsc_session_get_roofline (work->session, work->ranks, work->steps, &work->settings.mfu,
                                       job, error);
  if (!roofline)
    return NULL;
  self = g_new0 (LscOperatorsRoofline, 1);
  self->table = lsc_roofline_get_table (roofline);
  self->types = types ? lsc_op_groups_get_table (types) : NULL;
  self->roofline = g_steal_pointer (&roofline);
  return self;
}

/* ---- what is drawn ---- */

static char *
say_why_no_marks (LscOperatorsPage *self)
{
  return lsc_table_get_n_rows (self->roofline->table) > 0
             ? g_strdup (_ ("None of the groups shown has kernels with known FLOPs and bytes."))
             : lsc_explain_words_of (GTK_WIDGET (self), "roofline", "flops", LSC_UNKNOWN_NO_SHAPES);
}

/* (transfer full) (nullable): until there is nothing to say */
static char *
say_why_not (LscOperatorsPage *self)
{
  LscRoof roof;

  if (self->roofline_error)
    return g_strdup (self->roofline_error);
  if (!self->roofline)
    return g_strdup (_ ("Computing the roofline…"));
  roof = lsc_roofline_get_roof (self->roofline->roofline);
  if (lsc_table_get_n_rows (self->roofline->table) > 0 && roof.flops_per_s <= 0)
    return lsc_explain_words (GTK_WIDGET (self), LSC_UNKNOWN_NO_CHIP);
  if (lsc_table_get_n_rows (self->roofline->table) > 0 && roof.bandwidth <= 0)
    return lsc_explain_words (GTK_WIDGET (self), LSC_UNKNOWN_NO_BANDWIDTH);
  return lsc_roofline_view_is_empty (lsc_roofline_chart_get_view (self->roofline_chart))
             ? say_why_no_marks (self)
             : NULL;
}

static void
fill_caption (LscOperatorsPage *self)
{
  g_autoptr (LscPhrase) headline = lsc_roofline_get_headline (self->roofline->roofline);
  g_autofree char *words = lsc_phrase_to_words (headline);
  g_autofree char *text = g_strdup_printf (
      self->roofline_steps ? _ ("Selected steps: %s") : _ ("All steps: %s"), words);

  gtk_label_set_label (self->roofline_caption, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->roofline_caption), text);
}

/* Shows the marks, or why there are none; asks for them first. */
static void
show (LscOperatorsPage *self)
{
  g_autofree char *reason = say_why_not (self);

  gtk_label_set_label (self->parts_reason, reason ? reason : "");
  gtk_stack_set_visible_child_name (self->parts_stack, reason ? "reason" : "roofline");
}

/** The groups shown are other ones, or the roofline is. */
void
_lsc_operators_roofline_fill (LscOperatorsPage *self)
{
  LscRooflinePlot *plot = NULL;

  if (self->roofline && self->tables[LSC_OPERATORS_TAB_GROUPS])
    {
      LscRoof roof = lsc_roofline_get_roof (self->roofline->roofline);
      LscRooflineJoin join = { self->tables[LSC_OPERATORS_TAB_GROUPS],
                               (guint32 *) (gpointer) self->shown->data, self->shown->len,
                               self->roofline->types };

      plot = lsc_roofline_plot_new (self->roofline->table, &roof, &join);
      fill_caption (self);
    }
  lsc_roofline_chart_set_plot (self->roofline_chart, plot);
  if (self->has_group)
    lsc_roofline_chart_select_group (self->roofline_chart, (gint64) self->group_row);
  if (gtk_drop_down_get_selected (self->chart_choice) == LSC_OPERATORS_CHART_ROOFLINE)
    _lsc_operators_roofline_show (self);
}

/* ---- asking ---- */

static void
on_found (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscOperatorsPage *self = owner;

  if (error)
    self->roofline_error = g_strdup (error->message);
  self->roofline = result;
  _lsc_operators_roofline_fill (self);
  lsc_app_page_settle (LSC_APP_PAGE (self));
}

/* @ranks, @steps: (out) (transfer full) (nullable): what the filter says, %NULL = all */
static void
find_scope (LscOperatorsPage *self, GArray **ranks, GArray **steps)
{
  LscOperatorsQuestion *question = _lsc_operators_question_new (self);

  *ranks = g_steal_pointer (&question->filter.ranks);
  *steps = g_steal_pointer (&question->filter.steps);
  _lsc_operators_question_free (question);
}

static void
ask (LscOperatorsPage *self)
{
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self));
  Work *work;

  if (!source->cluster || !self->operators)
    return;
  g_clear_pointer (&self->roofline_ranks, g_array_unref);
  g_clear_pointer (&self->roofline_steps, g_array_unref);
  find_scope (self, &self->roofline_ranks, &self->roofline_steps);
  work = g_new0 (Work, 1);
  work->session = lsc_session_ref (lsc_loader_get_session (source->loader, source->cluster));
  work->operators = lsc_operators_ref (self->operators);
  work->ranks = self->roofline_ranks ? g_array_copy (self->roofline_ranks) : NULL;
  work->steps = self->roofline_steps ? g_array_copy (self->roofline_steps) : NULL;
  lsc_analysis_settings_read (&work->settings, self->settings);
  lsc_task_start (self, &self->roofline_task,
                  &(LscTaskWork){ .name = "roofline of operators",
                                  .run = run,
                                  .data = work,
                                  .free_data = work_free,
                                  .free_result = answer_free,
                                  .done = on_found });
}

/** Shows the marks, or why there are none; asks for them where nobody has. */
void
_lsc_operators_roofline_show (LscOperatorsPage *self)
{
  if (!self->roofline && !self->roofline_task && !self->roofline_error)
    ask (self);
  show (self);
}

static gboolean
equal_numbers (const GArray *a, const GArray *b)
{
  if (!a || !b || a->len != b->len)
    return a == b;
  for (guint i = 0; i < a->len; i++)
    if (g_array_index (a, gint64, i) != g_array_index (b, gint64, i))
      return FALSE;
  return TRUE;
}

/** The groups are other ones: the roofline is of their ranks and steps. */
void
_lsc_operators_roofline_follow (LscOperatorsPage *self)
{
  g_autoptr (GArray) ranks = NULL, steps = NULL;

  find_scope (self, &ranks, &steps);
  if (!equal_numbers (ranks, self->roofline_ranks) || !equal_numbers (steps, self->roofline_steps))
    _lsc_operators_roofline_clear (self);
  _lsc_operators_roofline_fill (self);
}

/** Forgets it. */
void
_lsc_operators_roofline_clear (LscOperatorsPage *self)
{
  lsc_task_stop (&self->roofline_task);
  g_clear_pointer (&self->roofline, answer_free);
  g_clear_pointer (&self->roofline_error, g_free);
  g_clear_pointer (&self->roofline_ranks, g_array_unref);
  g_clear_pointer (&self->roofline_steps, g_array_unref);
  lsc_roofline_chart_set_plot (self->roofline_chart, NULL);
}

/* Preferences that change the roof. */
static void
on_setting (GSettings *settings, const char *key, LscOperatorsPage *self)
{
  if (!g_str_equal (key, "chip") && !g_str_equal (key, "peak-tflops") &&
      !g_str_equal (key, "peak-bandwidth"))
    return;
  _lsc_operators_roofline_clear (self);
  _lsc_operators_roofline_fill (self);
}

void
_lsc_operators_roofline_init (LscOperatorsPage *self)
{
  self->settings = g_settings_new (LSC_APP_ID);
  g_signal_connect_object (self->settings, "changed", G_CALLBACK (on_setting), self, 0);
}

/** A mark is of a group, which is selected where it is shown. */
void
_lsc_operators_page_on_mark_selected (LscOperatorsPage *self)
{
  gint64 group = lsc_roofline_chart_get_group (self->roofline_chart);

  if (group != LSC_ROOFLINE_NO_GROUP)
    _lsc_operators_page_select (self, LSC_OPERATORS_TAB_GROUPS, (guint32) group);
}
