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
  [LSC_BUDGET_FREE_HOST] = { "free.host", N_ ("Idle, launched too late") },
  [LSC_BUDGET_FREE_DEVICE] = { "free.device", N_ ("Idle, though launched") },
  [LSC_BUDGET_FREE_UNLINKED] = { "free.unlinked", N_ ("Idle, launch not known") },
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

typedef struct
{
  gint64 rank;
  gint64 step;
  gint64 step_ns;
  gint64 ns[LSC_BUDGET_N_CATEGORIES];
  gint64 hidden_ns;
  gint64 n_clipped;
  gint64 clipped_ns;
} Row;

#define CATEGORY(index, key, title, about)                                                         \
  LSC_COLUMN (Row, ns[index], key, title, LSC_UNIT_NS, "budget.md#categories", about)

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (Row),
  LSC_COLUMN (Row, step, "step", N_ ("Step"), LSC_UNIT_ID, "STEP_TIME.id",
              N_ ("Number of the step; empty where the recording has none and is taken whole.")),
  LSC_COLUMN (Row, step_ns, "step_ns", N_ ("Length"), LSC_UNIT_NS, "budget.md#step",
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
  CATEGORY (LSC_BUDGET_FREE_HOST, "free_host_ns", N_ ("Idle, launched too late"),
            N_ ("The device idles, and the launch of what comes next has not ended.")),
  CATEGORY (LSC_BUDGET_FREE_DEVICE, "free_device_ns", N_ ("Idle, though launched"),
            N_ ("The device idles, though what comes next was launched.")),
  CATEGORY (LSC_BUDGET_FREE_UNLINKED, "free_unlinked_ns", N_ ("Idle, launch not known"),
            N_ ("The device idles, and nobody knows when what comes next was launched.")),
  CATEGORY (LSC_BUDGET_TAIL, "tail_ns", N_ ("Tail"),
            N_ ("After the last computing or communication of the step.")),
  LSC_COLUMN (Row, hidden_ns, "hidden_comm_ns", N_ ("Hidden communication"), LSC_UNIT_NS,
              "budget.md#refined", N_ ("Communication beside computing; part of computing.")),
  LSC_COLUMN (Row, n_clipped, "n_clipped", N_ ("Clipped"), LSC_UNIT_COUNT, "budget.md#step",
              N_ ("Kernels and operators that the end of the step cuts.")),
  LSC_COLUMN (Row, clipped_ns, "clipped_ns", N_ ("Clipped time"), LSC_UNIT_NS, "budget.md#step",
              N_ ("What of these lies behind the end of the step.")),
};

const LscTableInfo lsc_budget_table_info = LSC_TABLE_INFO ("budget", Row, columns);

/* Categories of the other kind of communication are not 0, they are not there. */
static void
hide_absent (const LscBudget *self, Row *row)
{
  static const LscBudgetCategory split[] = { LSC_BUDGET_TRANSFER, LSC_BUDGET_WAIT,
                                             LSC_BUDGET_COMM_OTHER, LSC_BUDGET_BUBBLE };

  if (self->is_split)
    {
      row->ns[LSC_BUDGET_COMM] = LSC_INT_NULL;
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (split); i++)
    row->ns[split[i]] = LSC_INT_NULL;
}

/**
 * lsc_budget_get_table:
 *
 * Returns: (transfer full): a row a step; what cannot be told is empty
 */
LscTable *
lsc_budget_get_table (const LscTimeline *timeline, const LscBudget *self)
{
  LscTable *table = lsc_table_new_for (&lsc_budget_table_info);

  g_return_val_if_fail (timeline && self, table);
  for (guint i = 0; i < self->steps->len; i++)
    {
      const LscBudgetStep *step = lsc_budget_get_step (self, i);
      Row row = { .rank = lsc_int_or_null (timeline->rank),
                  .step = step->has_step ? step->step : LSC_INT_NULL,
                  .step_ns = step->end_ns - step->begin_ns,
                  .hidden_ns = step->hidden_comm_ns,
                  .n_clipped = step->n_clipped,
                  .clipped_ns = step->clipped_ns };

      memcpy (row.ns, step->ns, sizeof row.ns);
      hide_absent (self, &row);
      lsc_table_add (table, &row);
    }
  return table;
}
