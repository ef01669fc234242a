/* lsc-budget-table.c - the budgets of the steps of a rank as a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/budget/lsc-budget.h"
#include "analyze/lsc-table-list.h"

const LscWord lsc_budget_words[LSC_BUDGET_N_CATEGORIES] = {
  [LSC_BUDGET_COMPUTE] = { "compute", N_ ("Computing") },
  [LSC_BUDGET_TRANSFER] = { "comm.transfer", N_ ("Transfer") },
  [LSC_BUDGET_WAIT] = { "comm.wait", N_ ("Wait in collectives") },
  [LSC_BUDGET_COMM_OTHER] = { "comm.other", N_ ("Other communication") },
  [LSC_BUDGET_COMM] = { "comm", N_ ("Communication") },
  [LSC_BUDGET_BUBBLE] = { "bubble", N_ ("Bubble") },
  [LSC_BUDGET_MEMCPY] = { "memcpy", N_ ("Copies") },
  [LSC_BUDGET_PREPARE] = { "prepare", N_ ("Preparing") },
  [LSC_BUDGET_FREE_HOST] = { "free.host", N_ ("Idle: not launched") },
  [LSC_BUDGET_FREE_DEVICE] = { "free.device", N_ ("Idle: launched") },
  [LSC_BUDGET_FREE_UNLINKED] = { "free.unlinked", N_ ("Idle: launch not recorded") },
  [LSC_BUDGET_TAIL] = { "tail", N_ ("Tail") },
};

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
  [LSC_BUDGET_HOST_CALL] = { "call", N_ ("inside another call") },
  [LSC_BUDGET_HOST_OP] = { "op", N_ ("inside an operator") },
  [LSC_BUDGET_HOST_SILENT] = { "silent", N_ ("nothing recorded") },
};

#define CATEGORY(index, key, title, about)                                                         \
  LSC_COLUMN (LscBudgetRow, ns[index], key, title, LSC_UNIT_NS, "budget.md#categories", about)

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (LscBudgetRow),
  LSC_COLUMN (LscBudgetRow, step, "step", N_ ("Step"), LSC_UNIT_ID, "STEP_TIME.id",
              N_ ("Number of the step; empty where the recording has none and is taken whole.")),
  LSC_COLUMN (LscBudgetRow, step_ns, "step_ns", N_ ("Length"), LSC_UNIT_NS, "budget.md#step",
              N_ ("From the begin to the end of the step; the sum of its categories.")),
  CATEGORY (LSC_BUDGET_COMPUTE, "compute_ns", N_ ("Computing"),
            N_ ("At least one kernel computes.")),
  CATEGORY (LSC_BUDGET_TRANSFER, "comm_transfer_ns", N_ ("Transfer"),
            N_ ("Nothing computes, and communication moves data.")),
  CATEGORY (LSC_BUDGET_WAIT, "comm_wait_ns", N_ ("Wait in collectives"),
            N_ ("Nothing computes, and a collective only waits for other ranks.")),
  CATEGORY (LSC_BUDGET_COMM_OTHER, "comm_other_ns", N_ ("Other communication"),
            N_ ("Nothing computes, and communication neither moves data nor waits.")),
  CATEGORY (LSC_BUDGET_COMM, "comm_ns", N_ ("Communication"),
            N_ ("Nothing computes, and communication runs that cannot be split into transfer and "
                "wait.")),
  CATEGORY (LSC_BUDGET_BUBBLE, "bubble_ns", N_ ("Bubble"),
            N_ ("Nothing computes, and a send or receive waits for the other rank.")),
  CATEGORY (LSC_BUDGET_MEMCPY, "memcpy_ns", N_ ("Copies"),
            N_ ("Only a copy runs that belongs to no communication.")),
  CATEGORY (LSC_BUDGET_PREPARE, "prepare_ns", N_ ("Preparing"),
            N_ ("Before the first computing or communication of the step.")),
  CATEGORY (
      LSC_BUDGET_FREE_HOST, "free_host_ns", N_ ("Idle: not launched"),
      N_ ("The device idles, and the launch of what comes next has not ended: the host waits for "
          "the device, or is late.")),
  CATEGORY (LSC_BUDGET_FREE_DEVICE, "free_device_ns", N_ ("Idle: launched"),
            N_ ("The device idles, though what comes next was launched: queued, or behind another "
                "task.")),
  CATEGORY (LSC_BUDGET_FREE_UNLINKED, "free_unlinked_ns", N_ ("Idle: launch not recorded"),
            N_ ("The device idles, and nobody knows when what comes next was launched.")),
  CATEGORY (LSC_BUDGET_TAIL, "tail_ns", N_ ("Tail"),
            N_ ("After the last computing or communication of the step.")),
  LSC_COLUMN (LscBudgetRow, hidden_comm_ns, "hidden_comm_ns", N_ ("Hidden communication"),
              LSC_UNIT_NS, "budget.md#refined",
              N_ ("Communication beside computing; part of computing.")),
  LSC_COLUMN (LscBudgetRow, free_ns, "free_ns", N_ ("Free"), LSC_UNIT_NS, "budget.md#told",
              N_ ("Idle time that only the table of an exporter tells, and not its cause.")),
  LSC_COLUMN (LscBudgetRow, n_clipped, "n_clipped", N_ ("Clipped"), LSC_UNIT_COUNT,
              "budget.md#step", N_ ("Kernels and operators that the end of the step cuts.")),
  LSC_COLUMN (LscBudgetRow, clipped_ns, "clipped_ns", N_ ("Clipped time"), LSC_UNIT_NS,
              "budget.md#step", N_ ("What of these lies behind the end of the step.")),
  LSC_COLUMN (LscBudgetRow, not_known, "not_available", N_ ("Not available because"), LSC_UNIT_NONE,
              NULL, N_ ("Why figures of this row are missing.")),
};

const LscTableInfo lsc_budget_table_info = LSC_TABLE_INFO ("budget", LscBudgetRow, columns);

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

static LscBudgetRow
make_row (const LscBudget *self, const LscBudgetStep *step)
{
  LscBudgetRow row = { .step = step->has_step ? step->step : LSC_INT_NULL,
                       .step_ns = step->end_ns - step->begin_ns,
                       .hidden_comm_ns = step->hidden_comm_ns,
                       .free_ns = LSC_INT_NULL,
                       .n_clipped = step->n_clipped,
                       .clipped_ns = step->clipped_ns,
                       .not_known = self->split_reason };

  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    row.ns[i] = lsc_budget_tells (self->is_split, i) ? step->ns[i] : LSC_INT_NULL;
  memcpy (row.core_ns, step->core_ns, sizeof row.core_ns);
  memcpy (row.host_ns, step->host_ns, sizeof row.host_ns);
  return row;
}

/* budget.md#told. */
static void
append_told_row (GArray *rows, const LscBudget *self, const LscToldStep *told)
{
  LscBudgetRow row;

  lsc_table_info_clear_row (&lsc_budget_table_info, &row);
  for (guint i = 0; i < LSC_BUDGET_N_CORES; i++)
    row.core_ns[i] = LSC_INT_NULL;
  for (guint i = 0; i < LSC_BUDGET_N_HOST; i++)
    row.host_ns[i] = LSC_INT_NULL;
  row.not_known = self->reason;
  if (told)
    {
      row.step = told->step;
      row.ns[LSC_BUDGET_COMPUTE] = lsc_int_or_null (told->computing_ns);
      row.ns[LSC_BUDGET_COMM] = lsc_int_or_null (told->not_overlapped_ns);
      row.hidden_comm_ns = lsc_int_or_null (told->overlapped_ns);
      row.free_ns = lsc_int_or_null (told->free_ns);
    }
  g_array_append_val (rows, row);
}

/**
 * lsc_budget_get_rows:
 *
 * Returns: (transfer full) (element-type LscBudgetRow): a row a step. Where nothing of the device
 *   was recorded the rows are what an exporter's table tells of its steps, or one that only says
 *   why nothing is known
 */
GArray *
lsc_budget_get_rows (const LscTimeline *timeline, const LscBudget *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (LscBudgetRow));

  for (guint i = 0; i < self->steps->len; i++)
    {
      LscBudgetRow row = make_row (self, lsc_budget_get_step (self, i));

      g_array_append_val (rows, row);
    }
  for (gsize i = 0; self->reason && i < timeline->told_steps.n; i++)
    append_told_row (rows, self, &timeline->told_steps.items[i]);
  if (rows->len == 0)
    append_told_row (rows, self, NULL);
  for (guint i = 0; i < rows->len; i++)
    g_array_index (rows, LscBudgetRow, i).rank = lsc_int_or_null (timeline->rank);
  return rows;
}

/**
 * lsc_budget_get_table:
 *
 * Returns: (transfer full): the rows of lsc_budget_get_rows(); what is not known is empty
 */
LscTable *
lsc_budget_get_table (const LscTimeline *timeline, const LscBudget *self)
{
  LscTable *table = lsc_table_new_for (&lsc_budget_table_info);
  g_autoptr (GArray) rows = NULL;

  g_return_val_if_fail (timeline && self, table);
  rows = lsc_budget_get_rows (timeline, self);
  for (guint i = 0; i < rows->len; i++)
    lsc_table_add (table, &g_array_index (rows, LscBudgetRow, i));
  return table;
}
