/* lsc-budget-groups.c - groups of categories of a budget, for those who ask less finely or by cause
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/budget/lsc-budget-groups.h"

#include <glib/gi18n-lib.h>

const LscWord lsc_work_words[LSC_WORK_N] = {
  [LSC_WORK_COMPUTE] = { "compute", N_ ("computing") },
  [LSC_WORK_HOST] = { "host", N_ ("waiting for the host") },
  [LSC_WORK_DEVICE] = { "device", N_ ("idle, though launched") },
  [LSC_WORK_COPY] = { "copy", N_ ("copies") },
  [LSC_WORK_TRANSFER] = { "transfer", N_ ("transfers") },
  [LSC_WORK_WAIT] = { "wait", N_ ("waiting for others") },
};
