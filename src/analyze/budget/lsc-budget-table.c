/* lsc-budget-table.c - the budgets of the steps of a rank as a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/budget/lsc-budget-columns.h"
#include "analyze/lsc-table-list.h"
#include "analyze/step/lsc-timeline-complete.h"

const LscWord lsc_budget_words[LSC_BUDGET_N_CATEGORIES] = {
  [LSC_BUDGET_COMPUTE] = { "compute", N_ ("Computing") },
  [LSC_BUDGET_TRANSFER] = { "comm_transfer", N_ ("Exposed Transfer") },
  [LSC_BUDGET_WAIT] = { "comm_wait", N_ ("Wait in Collectives") },
  [LSC_BUDGET_COMM_OTHER] = { "comm_other", N_ ("Other Communication") },
  [LSC_BUDGET_COMM] = { "comm", N_ ("Exposed Communication") },
  [LSC_BUDGET_BUBBLE] = { "bubble", N_ ("Exposed Send/Receive Wait") },
  [LSC_BUDGET_MEMCPY] = { "memcpy", N_ ("Copies") },
  [LSC_BUDGET_PREPARE] = { "prepare", N_ ("Before First Kernel") },
  [LSC_BUDGET_FREE_HOST] = { "free_host", N_ ("Idle: Not Launched") },
  [LSC_BUDGET_FREE_DEVICE] = { "free_device", N_ ("Idle: Already Launched") },
  [LSC_BUDGET_FREE_UNLINKED] = { "free_unlinked", N_ ("Idle: Launch Not Recorded") },
  [LSC_BUDGET_TAIL] = { "tail", N_ ("After Last Kernel") },
};

/** What a category is called within a sentence. */
const char *const lsc_budget_clauses[LSC_BUDGET_N_CATEGORIES] = {
  [LSC_BUDGET_COMPUTE] = N_ ("computing"),
  [LSC_BUDGET_TRANSFER] = N_ ("exposed transfer"),
  [LSC_BUDGET_WAIT] = N_ ("waiting in collectives"),
  [LSC_BUDGET_COMM_OTHER] = N_ ("other exposed communication"),
  [LSC_BUDGET_COMM] = N_ ("exposed communication"),
  [LSC_BUDGET_BUBBLE] = N_ ("exposed send/receive wait (bubble)"),
  [LSC_BUDGET_MEMCPY] = N_ ("copying"),
  [LSC_BUDGET_PREPARE] = N_ ("preparation before the first kernel"),
  [LSC_BUDGET_FREE_HOST] = N_ ("waiting for the host"),
  [LSC_BUDGET_FREE_DEVICE] = N_ ("idle time although work was launched"),
  [LSC_BUDGET_FREE_UNLINKED] = N_ ("idle time whose launch is not known"),
  [LSC_BUDGET_TAIL] = N_ ("the end of the step after the last kernel"),
};

/**
 * lsc_budget_get_title:
 * @is_of_ops: of an op timeline, which has no launches that could be told
 *
 * Returns: (transfer none): what people call a category, untranslated
 */
const char *
lsc_budget_get_title (guint category, gboolean is_of_ops)
{
  g_return_val_if_fail (category < LSC_BUDGET_N_CATEGORIES, "");
  return is_of_ops && category == LSC_BUDGET_FREE_UNLINKED ? N_ ("Idle")
                                                           : lsc_budget_words[category].title;
}

const LscWord lsc_budget_core_words[LSC_BUDGET_N_CORES] = {
  [LSC_BUDGET_CUBE] = { "cube", N_ ("Cube") },
  [LSC_BUDGET_VECTOR] = { "vector", N_ ("Vector") },
  [LSC_BUDGET_MIX] = { "mix", N_ ("Mix") },
  [LSC_BUDGET_AI_CPU] = { "ai_cpu", N_ ("AI CPU") },
  [LSC_BUDGET_OTHER_CORE] = { "other", N_ ("Other core") },
};

const LscWord lsc_budget_host_words[LSC_BUDGET_N_HOST] = {
  [LSC_BUDGET_HOST_SYNC] = { "sync", N_ ("synchronises") },
  [LSC_BUDGET_HOST_COMPILE] = { "compile", N_ ("compiles") },
  [LSC_BUDGET_HOST_GC] = { "gc", N_ ("collects garbage") },
  [LSC_BUDGET_HOST_DATA_LOADER] = { "data_loader", N_ ("loads data") },
  [LSC_BUDGET_HOST_MEMORY] = { "memory", N_ ("allocates or frees memory") },
  [LSC_BUDGET_HOST_PROFILER] = { "profiler", N_ ("records (the profiler)") },
  [LSC_BUDGET_HOST_CALL] = { "call", N_ ("inside another call") },
  [LSC_BUDGET_HOST_OP] = { "op", N_ ("inside an operator") },
  [LSC_BUDGET_HOST_SILENT] = { "silent", N_ ("nothing recorded") },
};

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (LscBudgetRow),
  LSC_COLUMN (LscBudgetRow, sums.step, "step", N_ ("Step"), LSC_UNIT_ID, "STEP_TIME.id",
              N_ ("Number of the step; empty where the recording has none and is taken whole.")),
  LSC_COLUMN (LscBudgetRow, sums.step_ns, "step_ns", N_ ("Step Time"), LSC_UNIT_NS,
              "budget.md#step",
              N_ ("From the begin to the end of the step; the sum of its categories.")),
  LSC_BUDGET_COLUMNS (LscBudgetRow, sums.ns),
  LSC_COLUMN (LscBudgetRow, sums.prepare_launched_ns, "prepare_launched_ns",
              N_ ("Preparing: Launched"), LSC_UNIT_NS, "budget.md#refined",
              N_ ("The part of preparing after the launch of the first task: device or waiting, "
                  "not the host.")),
  LSC_COLUMN (LscBudgetRow, sums.hidden_comm_ns, "hidden_comm_ns", N_ ("Overlapped Communication"),
              LSC_UNIT_NS, "budget.md#refined",
              N_ ("Communication overlapped with computation; part of computation.")),
  LSC_COLUMN (LscBudgetRow, sums.free_ns, "free_ns", N_ ("Free by Table"), LSC_UNIT_NS,
              "budget.md#told",
              N_ ("Idle time known only from an exporter's table, without its cause.")),
  LSC_COLUMN (LscBudgetRow, sums.n_clipped, "n_clipped", N_ ("Clipped"), LSC_UNIT_COUNT,
              "budget.md#step", N_ ("Kernels and operators that the end of the step cuts.")),
  LSC_COLUMN (LscBudgetRow, sums.clipped_ns, "clipped_ns", N_ ("Clipped time"), LSC_UNIT_NS,
              "budget.md#step", N_ ("The part of these after the end of the step.")),
  LSC_HOST_STEP_COLUMNS (LscBudgetRow, sums),
  LSC_COLUMN (LscBudgetRow, not_known, "not_available", N_ ("Not available because"), LSC_UNIT_NONE,
              NULL, N_ ("Why figures of this row are missing.")),
};

const LscTableInfo lsc_budget_table_info = LSC_TABLE_INFO ("budget", LscBudgetRow, columns);

/**
 * lsc_budget_about_words:
 *
 * Returns: (transfer none) (nullable): what a category is, in a sentence, as its columns say it;
 *   untranslated
 */
const char *
lsc_budget_about_words (guint category)
{
  g_return_val_if_fail (category < LSC_BUDGET_N_CATEGORIES, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].title && g_str_equal (columns[i].title, lsc_budget_words[category].title))
      return columns[i].about;
  return NULL;
}

/** Returns: whether a budget has a category, by LscBudget.is_split */
gboolean
lsc_budget_tells (gboolean is_split, LscBudgetCategory category)
{
  switch (category)
    {
    case LSC_BUDGET_COMM:
      return !is_split;
    case LSC_BUDGET_TRANSFER:
    case LSC_BUDGET_WAIT:
    case LSC_BUDGET_COMM_OTHER:
    case LSC_BUDGET_BUBBLE:
      return is_split;
    default:
      return TRUE;
    }
}

/**
 * lsc_budget_tell_step:
 *
 * Returns: step @index, in which categories that the budget does not tell apart are not known
 */
LscBudgetStep
lsc_budget_tell_step (const LscBudget *self, guint index)
{
  LscBudgetStep step;

  g_return_val_if_fail (self && index < self->steps.n, (LscBudgetStep){ 0 });
  step = *lsc_budget_get_step (self, index);
  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    if (!lsc_budget_tells (self->is_split, i))
      step.ns[i] = LSC_INT_NULL;
  return step;
}

/**
 * lsc_budget_read_told:
 * @told: (nullable): %NULL: nothing is known
 *
 * Returns: what an exporter's table tells of a step (budget.md#told)
 */
LscBudgetStep
lsc_budget_read_told (const LscToldStep *told)
{
  LscBudgetStep step = { .step = LSC_INT_NULL, .class = LSC_CLASS_NONE, .is_told = TRUE };

  step.step_ns = step.comm_ns = step.copy_ns = step.hidden_comm_ns = step.free_ns = LSC_INT_NULL;
  step.n_clipped = step.clipped_ns = LSC_INT_NULL;
  step.prepare_launched_ns = step.prepare_unlinked_ns = step.message_ns = LSC_INT_NULL;
  step.host_step_ns = step.lead_begin_ns = step.lead_end_ns = LSC_INT_NULL;
  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    step.ns[i] = LSC_INT_NULL;
  for (guint i = 0; i < LSC_BUDGET_N_CORES; i++)
    step.core_ns[i] = LSC_INT_NULL;
  for (guint i = 0; i < LSC_BUDGET_N_HOST; i++)
    step.host_ns[i] = LSC_INT_NULL;
  if (!told)
    return step;
  step.step = told->step;
  step.ns[LSC_BUDGET_COMPUTE] = lsc_int_or_null (told->computing_ns);
  step.ns[LSC_BUDGET_COMM] = lsc_int_or_null (told->not_overlapped_ns);
  step.hidden_comm_ns = lsc_int_or_null (told->overlapped_ns);
  step.comm_ns = lsc_int_or_null (told->communication_ns);
  step.free_ns = lsc_int_or_null (told->free_ns);
  return step;
}

/**
 * lsc_budget_read_mark:
 *
 * Returns: what the host's mark alone tells of a step: its length, and no category
 */
LscBudgetStep
lsc_budget_read_mark (const LscStep *mark)
{
  LscBudgetStep step = lsc_budget_read_told (NULL);

  step.is_told = FALSE;
  step.step = mark->id;
  step.begin_ns = step.host_begin_ns = mark->start_ns;
  step.end_ns = step.host_end_ns = mark->end_ns;
  step.step_ns = step.host_step_ns = mark->end_ns - mark->start_ns;
  return step;
}

/**
 * lsc_budget_lack_phrase:
 *
 * Returns: (transfer full) (nullable): why figures are missing, as a sentence
 */
LscPhrase *
lsc_budget_lack_phrase (LscBudgetLack lack)
{
  static const char *const sentences[] = {
    [LSC_BUDGET_LACKS_EVENTS] =
        N_ ("Not known, because only summary tables were exported, without times. The sums are "
            "those of step_trace_time.csv."),
    [LSC_BUDGET_LACKS_DEVICE] = N_ ("Not known, because no device events were recorded."),
    [LSC_BUDGET_LACKS_REST] = N_ ("Not known, because the recording is truncated or damaged."),
    [LSC_BUDGET_LACKS_WAITS] = N_ ("Waits are not known, because a GPU trace has one kernel per "
                                   "collective, without its transfers and waits."),
    [LSC_BUDGET_LACKS_TASKS] =
        N_ ("Waits are not known, because the tasks of collectives were not recorded."),
  };

  g_return_val_if_fail (lack < G_N_ELEMENTS (sentences), NULL);
  return sentences[lack] ? lsc_phrase_new_text (sentences[lack]) : NULL;
}

/* What is told of marks alone is told of those that count, as of steps of a device. */
static void
list_marks (const LscTimeline *timeline, LscBudgetSteps *out)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);
  const LscDeviceStepList *steps = analysis ? &analysis->overlap->device->steps : NULL;

  for (gsize i = 0; i < timeline->steps.n; i++)
    {
      LscBudgetStep step = lsc_budget_read_mark (&timeline->steps.items[i]);

      if (step.step_ns <= 0)
        continue;
      if (steps && i < steps->n)
        {
          step.standing = steps->items[i].standing;
          step.class = steps->items[i].class;
        }
      lsc_budget_steps_append (out, step);
    }
}

static void
list_told (const LscTimeline *timeline, LscBudgetSteps *out)
{
  for (gsize i = 0; i < timeline->told_steps.n; i++)
    {
      LscBudgetStep step = lsc_budget_read_told (&timeline->told_steps.items[i]);

      if (i == 0 && timeline->told_steps.n > 2)
        step.standing = LSC_STEP_FIRST;
      lsc_budget_steps_append (out, step);
    }
}

/**
 * lsc_budget_list_steps:
 * @out: gets the steps, in which what is not known is %LSC_INT_NULL
 *
 * The steps of a budget; where nothing of the device was recorded what an exporter's table tells of
 * them, else the host's marks.
 */
void
lsc_budget_list_steps (const LscBudget *self, const LscTimeline *timeline, LscBudgetSteps *out)
{
  g_return_if_fail (self && timeline && out);
  for (guint i = 0; i < self->steps.n; i++)
    lsc_budget_steps_append (out, lsc_budget_tell_step (self, i));
  if (self->pieces.n == 0)
    list_told (timeline, out);
  if (lsc_budget_lacks_device (self->lack))
    list_marks (timeline, out);
}

/**
 * lsc_budget_make_table:
 * @steps: in which what is not known is %LSC_INT_NULL
 * @lack: of their budget
 *
 * Returns: (transfer full): a row a step; without any one that only says why nothing is known
 */
LscTable *
lsc_budget_make_table (const LscBudgetSteps *steps, gint64 rank, LscBudgetLack lack)
{
  LscTable *table = lsc_table_new_for (&lsc_budget_table_info);
  g_autoptr (LscPhrase) not_known = lsc_budget_lack_phrase (lack);
  LscBudgetRow row = { .rank = lsc_rank_or_null (rank), .not_known = not_known };

  g_return_val_if_fail (steps, table);
  for (gsize i = 0; i < steps->n; i++)
    {
      row.sums = steps->items[i];
      lsc_table_add (table, &row);
    }
  row.sums = lsc_budget_read_told (NULL);
  if (steps->n == 0)
    lsc_table_add (table, &row);
  return table;
}

/**
 * lsc_budget_get_table:
 *
 * Returns: (transfer full): a row a step. Where nothing of the device was recorded the rows are
 *   what an exporter's table or the host's marks tell of its steps, or one that only says why
 *   nothing is known
 */
LscTable *
lsc_budget_get_table (const LscTimeline *timeline, const LscBudget *self)
{
  LscBudgetSteps steps = { 0 };
  LscTable *table;

  g_return_val_if_fail (timeline && self, NULL);
  lsc_budget_list_steps (self, timeline, &steps);
  table = lsc_budget_make_table (&steps, timeline->rank, self->lack);
  lsc_budget_steps_clear (&steps);
  return table;
}
