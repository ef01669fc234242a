/* lsc-operators-groups.c - kernels in groups: asked on a thread, then shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/operators/lsc-operators-page-private.h"
#include "app/parts/lsc-page-words.h"
#include "base/lsc-error.h"
#include "base/lsc-words.h"
#include "draw/operators/lsc-operator-plots.h"
#include "model/lsc-kernel-label.h"

#define MOST_BARS 15
#define LEAST_BARS 4

/* ---- the question ---- */

/** Returns: (transfer full): what the controls and the selection of the window say */
LscOperatorsQuestion *
_lsc_operators_question_new (LscOperatorsPage *self)
{
  LscOperatorsQuestion *question = g_new0 (LscOperatorsQuestion, 1);

  question->keys = self->keys;
  _lsc_operators_filter_ask (self, question);
  return question;
}

/** @question: (transfer full): */
void
_lsc_operators_question_free (gpointer question)
{
  LscOpFilter *filter = &((LscOperatorsQuestion *) question)->filter;

  g_free ((char *) filter->core);
  g_free ((char *) filter->type);
  g_free ((char *) filter->name);
  g_free ((char *) filter->shapes);
  g_free ((char *) filter->module);
  g_clear_pointer (&filter->ranks, g_array_unref);
  g_clear_pointer (&filter->steps, g_array_unref);
  g_free (question);
}

/** What a thread works on. @cores, @streams: (nullable): it finds what the filter can offer */
typedef struct
{
  LscOperators *operators;
  LscOperatorsQuestion *question;
  gboolean wants_choices;
  LscTable *cores;
  LscTable *streams;
} Work;

static void
work_free (gpointer data)
{
  Work *self = data;

  lsc_operators_unref (self->operators);
  _lsc_operators_question_free (self->question);
  g_clear_pointer (&self->cores, lsc_table_unref);
  g_clear_pointer (&self->streams, lsc_table_unref);
  g_free (self);
}

/* (transfer full) (nullable): all groups by one key */
static LscTable *
list_all (LscOperators *operators, LscOpKeys key, LscJob *job)
{
  LscOpFilter all = { .stream = -1 };
  g_autoptr (LscOpGroups) groups =
      lsc_operators_get_keys (operators) & key
          ? lsc_operators_group (operators, key, &all, FALSE, job, NULL)
          : NULL;

  return groups ? lsc_op_groups_get_table (groups) : NULL;
}

static gpointer
run (gpointer data, LscJob *job, GError **error)
{
  Work *self = data;

  if (self->wants_choices)
    {
      self->cores = list_all (self->operators, LSC_OP_BY_CORE, job);
      self->streams = list_all (self->operators, LSC_OP_BY_STREAM, job);
    }
  return lsc_operators_group (self->operators, self->question->keys, &self->question->filter, TRUE,
                              job, error);
}

/* ---- the answer ---- */

static void
fill_words (LscOperatorsPage *self)
{
  const LscPhrase *rest = lsc_op_groups_get_guide (self->groups);
  const LscPhrase *base = lsc_op_groups_get_base (self->groups);
  g_autofree char *line_words = lsc_phrase_to_words (lsc_op_groups_get_line (self->groups));
  g_autofree char *rest_words = rest ? lsc_phrase_to_words (rest) : NULL;
  g_autofree char *base_words = base ? lsc_phrase_to_words (base) : NULL;
  g_autoptr (GString) text = g_string_new (rest_words);
  LscCertaintyWords certainty = lsc_op_groups_get_certainty (self->groups);

  if (base_words)
    lsc_words_append (text, base_words);
  gtk_label_set_label (self->headline, line_words);
  lsc_page_words_set_certainty (lsc_page_words_of (self->headline), certainty.title,
                                certainty.about);
  gtk_label_set_label (self->base, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->base), text->len > 0);
}

static gboolean
has_text (const LscTable *groups, gsize row, const char *wanted)
{
  g_autofree char *label = lsc_operator_label (groups, row);
  g_autofree char *folded = g_utf8_casefold (label, -1);

  return strstr (folded, wanted) != NULL;
}

/* Rows that have the text of the search in what they are grouped by. */
static void
find_rows (LscOperatorsPage *self)
{
  const LscTable *groups = self->tables[LSC_OPERATORS_TAB_GROUPS];
  g_autofree char *wanted =
      g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);

  g_array_set_size (self->shown, 0);
  for (guint32 i = 0; groups && i < lsc_table_get_n_rows (groups); i++)
    if (!*wanted || has_text (groups, i, wanted))
      g_array_append_val (self->shown, i);
}

static const char *
say_why_empty (LscOperatorsPage *self)
{
  const LscTable *groups = self->tables[LSC_OPERATORS_TAB_GROUPS];

  return groups && lsc_table_get_n_rows (groups) > 0
             ? _ ("No group contains this text.")
             : _ ("No kernel matches. Remove filters, or the selection above the page.");
}

/* Beside the bar of all others. */
static guint
count_bars (LscOperatorsPage *self)
{
  guint n = lsc_bar_chart_count_fitting (self->shares);

  return n == 0 ? MOST_BARS : CLAMP (n, LEAST_BARS + 1, MOST_BARS + 1) - 1;
}

static void
fill_shares (LscOperatorsPage *self)
{
  const LscTable *groups = self->tables[LSC_OPERATORS_TAB_GROUPS];
  gboolean is_empty = !groups || self->shown->len == 0;

  gtk_label_set_label (self->shares_reason, is_empty ? say_why_empty (self) : "");
  gtk_stack_set_visible_child_name (self->shares_stack, is_empty ? "reason" : "chart");
  lsc_bar_chart_set_plot (
      self->shares, is_empty
                        ? NULL
                        : lsc_plot_new_pareto (groups, (guint32 *) (gpointer) self->shown->data,
                                               self->shown->len, count_bars (self)));
}

/** As many bars as have room for their names; what is selected stays so. */
void
_lsc_operators_groups_fit (LscOperatorsPage *self)
{
  gint64 tag;
  gboolean has_tag = lsc_bar_chart_get_selected (self->shares, &tag);

  if (self->shown->len == 0)
    return;
  fill_shares (self);
  if (has_tag)
    lsc_bar_chart_select (self->shares, tag);
}

/* ---- devices and streams ---- */

static gpointer
run_streams (gpointer data, LscJob *job, GError **error)
{
  Work *self = data;

  return lsc_operators_list_streams (self->operators, &self->question->filter, job, error);
}

static void
on_streams (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscOperatorsPage *self = owner;

  if (error)
    return;
  g_clear_pointer (&self->tables[LSC_OPERATORS_TAB_STREAMS], lsc_table_unref);
  self->tables[LSC_OPERATORS_TAB_STREAMS] = result;
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_OPERATORS_ON_STREAMS);
}

static void
ask_streams (LscOperatorsPage *self)
{
  Work *work = g_new0 (Work, 1);

  work->operators = lsc_operators_ref (self->operators);
  work->question = _lsc_operators_question_new (self);
  lsc_task_start (self, &self->streams_task,
                  &(LscTaskWork){ .name = "streams of devices",
                                  .run = run_streams,
                                  .data = work,
                                  .free_data = work_free,
                                  .free_result = (GDestroyNotify) lsc_table_unref,
                                  .done = on_streams });
}

/* ---- the groups ---- */

/* Whether a name, or a type, is that of a kernel: of Ascend the type stands last in the name, of a
 * GPU it is what the name is shortened to. */
static gboolean
is_of_kernel (const char *text, const char *kernel, const char *label)
{
  const char *end = text && *text ? g_strrstr (kernel, text) : NULL;

  return g_strcmp0 (text, kernel) == 0 || (label && g_strcmp0 (text, label) == 0) ||
         (end && end > kernel && end[-1] == '_' && end[strlen (text)] == '\0');
}

/* The first group of the kernel that the bold line is about; else the first that is shown. */
static guint32
find_first (LscOperatorsPage *self)
{
  const LscTable *groups = self->tables[LSC_OPERATORS_TAB_GROUPS];
  const char *culprit = self->groups ? lsc_op_groups_get_culprit (self->groups) : NULL;
  g_autofree char *label = culprit ? lsc_kernel_label (culprit) : NULL;
  int column = culprit ? lsc_table_find_column (groups, "name") : -1;

  if (culprit && column < 0)
    column = lsc_table_find_column (groups, "type");
  for (guint i = 0; column >= 0 && i < self->shown->len; i++)
    {
      guint32 row = g_array_index (self->shown, guint32, i);

      if (is_of_kernel (lsc_table_get (groups, row, (guint) column).text, culprit, label))
        return row;
    }
  return self->shown->len > 0 ? g_array_index (self->shown, guint32, 0) : 0;
}

/* The group that was chosen, else the one that the words are about. */
static void
choose_again (LscOperatorsPage *self)
{
  const LscTable *groups = self->tables[LSC_OPERATORS_TAB_GROUPS];
  g_autofree char *label = g_strdup (self->group_label);
  guint32 row = find_first (self);

  for (guint i = 0; label && i < self->shown->len; i++)
    {
      guint32 other = g_array_index (self->shown, guint32, i);
      g_autofree char *words = lsc_operator_label (groups, other);

      if (g_str_equal (words, label))
        {
          row = other;
          break;
        }
    }
  if (self->shown->len > 0)
    _lsc_operators_page_select (self, LSC_OPERATORS_TAB_GROUPS, row);
  else
    _lsc_operators_parts_clear (self);
}

static void
show_groups (LscOperatorsPage *self)
{
  find_rows (self);
  fill_shares (self);
  _lsc_operators_roofline_follow (self);
  self->selected.tab = LSC_OPERATORS_N_TABS;
  choose_again (self);
  _lsc_operators_page_update_actions (self);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_OPERATORS_ON_GROUPS);
  lsc_app_page_selection_changed (LSC_APP_PAGE (self));
}

static void
on_grouped (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscOperatorsPage *self = owner;
  const Work *work = data;

  if (error)
    {
      if (!g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
        lsc_app_page_say (LSC_APP_PAGE (self), error->message);
      return;
    }
  g_clear_pointer (&self->groups, lsc_op_groups_unref);
  g_clear_pointer (&self->tables[LSC_OPERATORS_TAB_GROUPS], lsc_table_unref);
  self->groups = result;
  self->tables[LSC_OPERATORS_TAB_GROUPS] = lsc_op_groups_get_table (result);
  g_clear_pointer (&self->split, lsc_op_groups_unref);
  _lsc_operators_parts_clear (self);
  if (work->wants_choices && !self->has_choices)
    _lsc_operators_filter_fill (self, work->cores, work->streams);
  self->has_choices = TRUE;
  fill_words (self);
  _lsc_operators_page_say_remark (self);
  show_groups (self);
  ask_streams (self);
  lsc_app_page_settle (LSC_APP_PAGE (self));
}

/** Groups the kernels anew. */
void
_lsc_operators_groups_ask (LscOperatorsPage *self)
{
  Work *work;

  g_return_if_fail (self->operators);
  work = g_new0 (Work, 1);
  work->operators = lsc_operators_ref (self->operators);
  work->question = _lsc_operators_question_new (self);
  work->wants_choices = !self->has_choices;
  lsc_task_start (self, &self->task,
                  &(LscTaskWork){ .name = "groups of operators",
                                  .run = run,
                                  .data = work,
                                  .free_data = work_free,
                                  .free_result = (GDestroyNotify) lsc_op_groups_unref,
                                  .done = on_grouped });
}

/** The text of the search is another one. */
void
_lsc_operators_groups_search (LscOperatorsPage *self)
{
  if (self->groups)
    show_groups (self);
}

/** Forgets the groups. */
void
_lsc_operators_groups_clear (LscOperatorsPage *self)
{
  lsc_task_stop (&self->task);
  lsc_task_stop (&self->streams_task);
  g_clear_pointer (&self->tables[LSC_OPERATORS_TAB_STREAMS], lsc_table_unref);
  _lsc_operators_parts_clear (self);
  _lsc_operators_roofline_clear (self);
  g_clear_pointer (&self->groups, lsc_op_groups_unref);
  g_clear_pointer (&self->split, lsc_op_groups_unref);
  g_clear_pointer (&self->tables[LSC_OPERATORS_TAB_GROUPS], lsc_table_unref);
  g_array_set_size (self->shown, 0);
  g_clear_pointer (&self->group_label, g_free);
  self->selected = (LscOperatorsSpot){ LSC_OPERATORS_N_TABS, 0 };
}
