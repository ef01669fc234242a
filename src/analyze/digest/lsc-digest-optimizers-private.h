/* lsc-digest-optimizers-private.h - the steps of optimizers, by the host's clock
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-origins.h"

G_BEGIN_DECLS

/** The step of an optimizer. @name: a string of the timeline */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 name;
} LscOptimizerStep;

LSC_DEFINE_ARRAY (LscOptimizerSteps, lsc_optimizer_steps, LscOptimizerStep)

void _lsc_digest_optimizers_init (LscOptimizerSteps *self, const LscTimeline *timeline);
guint32 _lsc_digest_optimizers_find (const LscOptimizerSteps *self, const LscTimeline *timeline,
                                     LscSpot op);

G_END_DECLS
