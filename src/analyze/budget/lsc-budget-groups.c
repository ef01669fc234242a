/* lsc-budget-groups.c - groups of categories of a budget, for those who ask less finely or by cause
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/budget/lsc-budget.h"

#include <glib/gi18n-lib.h>

const LscWord lsc_work_words[LSC_WORK_N] = {
  [LSC_WORK_COMPUTE] = { "compute", N_ ("computing") },
  [LSC_WORK_HOST] = { "host", N_ ("waiting for the host") },
  [LSC_WORK_DEVICE] = { "device", N_ ("idle, though launched") },
  [LSC_WORK_COPY] = { "copy", N_ ("copying") },
  [LSC_WORK_TRANSFER] = { "transfer", N_ ("transfers") },
  [LSC_WORK_WAIT] = { "wait", N_ ("waiting for others") },
};

/**
 * lsc_work_of:
 *
 * Source: overview.md#why.
 *
 * Returns: what a rank is busy with in time of a category; %LSC_WORK_N where that is not known, of
 *   communication that is not told apart, or nothing, after its last work
 */
LscWork
lsc_work_of (LscBudgetCategory category)
{
  static const guint8 work[LSC_BUDGET_N_CATEGORIES] = {
    [LSC_BUDGET_COMPUTE] = LSC_WORK_COMPUTE,
    [LSC_BUDGET_TRANSFER] = LSC_WORK_TRANSFER,
    [LSC_BUDGET_WAIT] = LSC_WORK_WAIT,
    [LSC_BUDGET_COMM_OTHER] = LSC_WORK_TRANSFER,
    [LSC_BUDGET_COMM] = LSC_WORK_N,
    [LSC_BUDGET_BUBBLE] = LSC_WORK_WAIT,
    [LSC_BUDGET_MEMCPY] = LSC_WORK_COPY,
    [LSC_BUDGET_PREPARE] = LSC_WORK_HOST,
    [LSC_BUDGET_FREE_HOST] = LSC_WORK_HOST,
    [LSC_BUDGET_FREE_DEVICE] = LSC_WORK_DEVICE,
    [LSC_BUDGET_FREE_UNLINKED] = LSC_WORK_DEVICE,
    [LSC_BUDGET_TAIL] = LSC_WORK_N,
  };

  g_return_val_if_fail (category < LSC_BUDGET_N_CATEGORIES, LSC_WORK_N);
  return work[category];
}

/**
 * lsc_work_of_piece:
 *
 * As lsc_work_of(), but what of preparing lies behind the launch is the device's.
 */
LscWork
lsc_work_of_piece (const LscBudgetPiece *piece)
{
  g_return_val_if_fail (piece, LSC_WORK_N);
  return piece->category == LSC_BUDGET_PREPARE && piece->side != LSC_BUDGET_NOT_LAUNCHED
             ? LSC_WORK_DEVICE
             : lsc_work_of (piece->category);
}

/**
 * lsc_work_get_ns:
 * @step: in which what is not known is %LSC_INT_NULL
 *
 * Returns: how long a rank was busy with @self in a step; %LSC_INT_NULL if a part is not known
 */
gint64
lsc_work_get_ns (LscWork self, const LscBudgetStep *step)
{
  gint64 sum_ns = 0, device_ns;

  g_return_val_if_fail (self < LSC_WORK_N && step, LSC_INT_NULL);
  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    {
      if (lsc_work_of (i) != self)
        continue;
      if (step->ns[i] == LSC_INT_NULL)
        return LSC_INT_NULL;
      sum_ns += step->ns[i];
    }
  device_ns =
      lsc_int_or_zero (step->prepare_launched_ns) + lsc_int_or_zero (step->prepare_unlinked_ns);
  if (self == LSC_WORK_HOST)
    sum_ns -= device_ns;
  return self == LSC_WORK_DEVICE ? sum_ns + device_ns : sum_ns;
}

/**
 * lsc_loss_of_host:
 * @host: what the host did while it launched nothing
 *
 * Definition: findings.md#losses.
 *
 * Returns: what idle time is lost to for which that is the reason
 */
LscLoss
lsc_loss_of_host (LscBudgetHost host)
{
  switch (host)
    {
    case LSC_BUDGET_HOST_SYNC:
      return LSC_LOSS_SYNC;
    case LSC_BUDGET_HOST_COMPILE:
      return LSC_LOSS_COMPILE;
    case LSC_BUDGET_HOST_GC:
      return LSC_LOSS_GC;
    case LSC_BUDGET_HOST_DATA_LOADER:
      return LSC_LOSS_DATA_LOADER;
    case LSC_BUDGET_HOST_MEMORY:
      return LSC_LOSS_MEMORY_CALLS;
    case LSC_BUDGET_HOST_PROFILER:
      return LSC_LOSS_PROFILER;
    default:
      return LSC_LOSS_HOST;
    }
}

static LscLoss
find_idle_loss (const LscBudgetPiece *piece)
{
  switch ((LscBudgetSide) piece->side)
    {
    case LSC_BUDGET_LAUNCHED:
      return LSC_LOSS_DEVICE;
    case LSC_BUDGET_UNLINKED:
      return LSC_LOSS_UNLINKED;
    case LSC_BUDGET_NOT_LAUNCHED:
    default:
      return lsc_loss_of_host (piece->detail);
    }
}

/**
 * lsc_loss_of:
 *
 * What the piece alone tells. Pipelines and neighbours tell more of idle time: its lead, its
 * bubbles, silence, small kernels (findings.md#losses); that a digest adds once.
 *
 * Returns: what its time is lost to, %LSC_LOSS_N where it is not
 */
LscLoss
lsc_loss_of (const LscBudgetPiece *piece)
{
  g_return_val_if_fail (piece, LSC_LOSS_N);
  switch ((LscBudgetCategory) piece->category)
    {
    case LSC_BUDGET_TRANSFER:
      return LSC_LOSS_TRANSFER;
    case LSC_BUDGET_COMM_OTHER:
    case LSC_BUDGET_COMM:
      return LSC_LOSS_COMM;
    case LSC_BUDGET_WAIT:
      return LSC_LOSS_WAIT;
    case LSC_BUDGET_BUBBLE:
      return LSC_LOSS_BUBBLE;
    case LSC_BUDGET_MEMCPY:
      return LSC_LOSS_COPY;
    case LSC_BUDGET_PREPARE:
    case LSC_BUDGET_FREE_HOST:
    case LSC_BUDGET_FREE_DEVICE:
    case LSC_BUDGET_FREE_UNLINKED:
      return find_idle_loss (piece);
    case LSC_BUDGET_TAIL:
      return lsc_loss_of_host (piece->detail) == LSC_LOSS_HOST ? LSC_LOSS_TAIL
                                                               : lsc_loss_of_host (piece->detail);
    case LSC_BUDGET_COMPUTE:
    case LSC_BUDGET_N_CATEGORIES:
      break;
    }
  return LSC_LOSS_N;
}
