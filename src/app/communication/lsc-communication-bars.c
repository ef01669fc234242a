/* lsc-communication-bars.c - the bars of an operator: over its ranks, over steps; sizes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/communication/lsc-communication-page-private.h"
#include "app/parts/lsc-explain.h"
#include "draw/communication/lsc-communication-plots.h"

/** What a thread is asked: the instances of an operator. */
typedef struct
{
  LscCommunication *communication;
  gsize operator_row;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  lsc_communication_unref (self->communication);
  g_free (self);
}

static gpointer
list_instances (gpointer data, LscJob *job, GError **error)
{
  Question *self = data;

  return lsc_communication_list_instances (self->communication, self->operator_row);
}

/* ---- what is drawn ---- */

static gboolean
is_of_messages (LscCommunicationPage *self)
{
  const LscTable *operators = self->tables[LSC_COMMUNICATION_TAB_OPERATORS];

  return self->has_operator && operators &&
         lsc_table_get_named (operators, self->operator_row, "form").integer ==
             LSC_COMMUNICATION_P2P;
}

static LscBarPlot *
make_plot (LscCommunicationPage *self, guint choice)
{
  LscTable *instances = self->tables[LSC_COMMUNICATION_TAB_INSTANCES];
  LscTable *packets = self->tables[LSC_COMMUNICATION_TAB_PACKETS];
  const LscTable *operators = self->tables[LSC_COMMUNICATION_TAB_OPERATORS];
  LscValue name = { .is_null = TRUE };

  if (choice == LSC_COMMUNICATION_BARS_PACKETS)
    return packets ? lsc_plot_new_packets (packets) : NULL;
  if (choice == LSC_COMMUNICATION_BARS_MEMBERS)
    return self->members
               ? lsc_plot_new_members (
                     self->members, (LscPlotAlign) gtk_drop_down_get_selected (self->align_choice),
                     is_of_messages (self))
               : NULL;
  if (self->has_operator && operators)
    name = lsc_table_get_named (operators, self->operator_row, "operator");
  return instances ? lsc_plot_new_arrivals (instances, name.is_null ? "" : name.text) : NULL;
}

/* (transfer full) */
static char *
say_why_not (LscCommunicationPage *self, guint choice)
{
  GtkWidget *widget = GTK_WIDGET (self);

  if (choice == LSC_COMMUNICATION_BARS_PACKETS)
    return lsc_explain_words_of (widget, "communication_packets", "size_bytes",
                                 LSC_UNKNOWN_NO_COMM_TASKS);
  if (!self->has_operator)
    return g_strdup (_ ("Select an operator to see it over its ranks."));
  if (choice == LSC_COMMUNICATION_BARS_ARRIVALS)
    return lsc_explain_words_of (widget, "communication_operators", "last_rank",
                                 LSC_UNKNOWN_RANK_MISSING);
  return lsc_explain_words_of (widget, "communication_operators", "transfer_ns",
                               LSC_UNKNOWN_NO_COMM_TASKS);
}

/** Draws what is chosen of the operator, or says why that is not known. */
void
_lsc_communication_bars_fill (LscCommunicationPage *self)
{
  guint choice = gtk_drop_down_get_selected (self->bars_choice);
  LscBarPlot *plot = self->communication ? make_plot (self, choice) : NULL;
  gboolean is_empty = !plot || plot->bars->len == 0;
  g_autofree char *reason = is_empty ? say_why_not (self, choice) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->align_choice),
                          choice == LSC_COMMUNICATION_BARS_MEMBERS);
  gtk_label_set_label (self->bars_reason, reason ? reason : "");
  gtk_stack_set_visible_child_name (self->bars_stack, is_empty ? "reason" : "chart");
  lsc_bar_chart_set_plot (self->bars, plot);
}

/* ---- of which operator ---- */

/** Shows what one instance did on its ranks; @instance: of the table of instances */
void
_lsc_communication_bars_choose_instance (LscCommunicationPage *self, gint64 instance)
{
  g_clear_pointer (&self->members, lsc_table_unref);
  self->instance = instance;
  if (self->communication)
    self->members = lsc_communication_list_members (self->communication, instance);
  _lsc_communication_bars_fill (self);
}

/* The longest one of all steps. */
static gint64
find_longest (const LscTable *instances)
{
  gint64 longest = -1, most_ns = -1;

  for (gsize i = 0; i < lsc_table_get_n_rows (instances); i++)
    {
      LscValue length = lsc_table_get_named (instances, i, "length_ns");
      LscValue instance = lsc_table_get_named (instances, i, "instance");

      if (!instance.is_null && !length.is_null && length.integer > most_ns)
        {
          most_ns = length.integer;
          longest = instance.integer;
        }
    }
  return longest;
}

static void
on_listed (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscCommunicationPage *self = owner;
  guint32 n;

  if (error)
    return;
  g_clear_pointer (&self->tables[LSC_COMMUNICATION_TAB_INSTANCES], lsc_table_unref);
  self->tables[LSC_COMMUNICATION_TAB_INSTANCES] = result;
  n = (guint32) lsc_table_get_n_rows (result);
  g_array_set_size (self->shown[LSC_COMMUNICATION_TAB_INSTANCES], 0);
  for (guint32 i = 0; i < n; i++)
    g_array_append_val (self->shown[LSC_COMMUNICATION_TAB_INSTANCES], i);
  _lsc_communication_bars_choose_instance (self, find_longest (result));
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_COMMUNICATION_ON_INSTANCES);
  lsc_app_page_settle (LSC_APP_PAGE (self));
}

/** Lists the instances of an operator, then shows the longest. */
void
_lsc_communication_bars_choose (LscCommunicationPage *self, gsize operator_row)
{
  Question *question;

  if (!self->communication || (self->has_operator && self->operator_row == operator_row))
    return;
  self->has_operator = TRUE;
  self->operator_row = operator_row;
  question = g_new0 (Question, 1);
  question->communication = lsc_communication_ref (self->communication);
  question->operator_row = operator_row;
  lsc_task_start (self, &self->task,
                  &(LscTaskWork){ .name = "instances",
                                  .run = list_instances,
                                  .data = question,
                                  .free_data = question_free,
                                  .free_result = (GDestroyNotify) lsc_table_unref,
                                  .done = on_listed });
}

/** Forgets the operator. */
void
_lsc_communication_bars_clear (LscCommunicationPage *self)
{
  lsc_task_stop (&self->task);
  g_clear_pointer (&self->members, lsc_table_unref);
  g_clear_pointer (&self->tables[LSC_COMMUNICATION_TAB_INSTANCES], lsc_table_unref);
  g_array_set_size (self->shown[LSC_COMMUNICATION_TAB_INSTANCES], 0);
  self->has_operator = FALSE;
}
