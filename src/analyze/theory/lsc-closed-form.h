/* lsc-closed-form.h - bubbles of ideal schedules as formulas
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-plan.h"

G_BEGIN_DECLS

/**
 * LscClosedForm: the bubble of an ideal schedule (theory.md#closed-forms)
 * @bubble_ns: of every rank, or of the one with the largest
 * @is_every_rank: whether all ranks have it
 * @formula: static text such as "(P-1)(F+B)"
 */
typedef struct
{
  gint64 bubble_ns;
  gboolean is_every_rank;
  const char *formula;
} LscClosedForm;

gboolean lsc_closed_form (const LscSchedule *schedule, const LscPlanCosts *costs, gint64 latency_ns,
                          LscClosedForm *result);

G_END_DECLS
