/* lsc-time-shape.h - when something happens: in all steps, in one, every few
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-phrase.h"

G_BEGIN_DECLS

/** When something costs time (findings.md#when). */
typedef enum
{
  LSC_WHEN_ALWAYS,
  LSC_WHEN_GROWING,
  LSC_WHEN_PERIODIC,
  LSC_WHEN_SOME,
  LSC_WHEN_ONE,
  LSC_WHEN_N,
} LscWhen;

extern const LscWord lsc_when_words[LSC_WHEN_N];

/**
 * LscTimeShape:
 * @period: of %LSC_WHEN_PERIODIC: from one to the next, else 0
 * @steps: places of the steps that are hit; empty where all are, or more and more
 * @n_steps: how many were looked at
 */
typedef struct
{
  LscWhen when;
  gsize period;
  LscIndexes steps;
  gsize n_steps;
} LscTimeShape;

void lsc_time_shape_init (LscTimeShape *self, const double *ns, gsize n);
void lsc_time_shape_clear (LscTimeShape *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscTimeShape, lsc_time_shape_clear)

G_END_DECLS
