/* lsc-digest-steps.h - which steps of a rank count
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * Who asks. The first step of a recording often warms up: it fills caches, compiles, and allocates
 * what all others use. Who looks at one recording leaves it out wherever enough others are there
 * (#LSC_STEP_FIRST); who compares two keeps it unless it is seen to be longer: a verdict needs five
 * steps a side, and most recordings have five or six (compare.md#pairs).
 */
typedef enum
{
  LSC_STEPS_KEPT,     /* memory that stays for two steps: the first of four or more does not */
  LSC_STEPS_COMPARED, /* the first of three or more does not if 1.2 times as long as the median */
} LscStepRule;

gsize lsc_steps_find_first (LscStepRule rule, const gint64 *lengths, gsize n);

G_END_DECLS
