/* lsc-test-stragglers.h - studies of stragglers with a known cause
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/stragglers/lsc-straggler-marks.h"

G_BEGIN_DECLS

/** What makes a job of these slow. */
typedef enum
{
  LSC_TEST_EVEN,
  LSC_TEST_LONG_STAGE,   /* the last one, in all replicas */
  LSC_TEST_LONG_REPLICA, /* the second one, in all stages */
  LSC_TEST_LONG_WORKER,  /* where these cross */
  LSC_TEST_ALL_LONG,     /* all of them, and the last stage a bit more */
  LSC_TEST_SCATTERED,    /* half of the replicas, each by another amount */
} LscTestCause;

/** @n_steps: the last two thirds far behind the first ones; the second one stands out */
typedef struct
{
  gsize n_replicas;
  gsize n_stages;
  gsize n_steps;
  LscTestCause cause;
} LscTestJob;

LscStragglers *lsc_test_stragglers_new (const LscTestJob *job);
void lsc_test_stragglers_set (LscStragglers *self, gsize stage, double by_stage, gsize replica,
                              double by_replica);

G_END_DECLS
