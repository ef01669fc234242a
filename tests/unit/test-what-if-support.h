/* test-what-if-support.h - studies made from costs, without a recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-what-if.h"

G_BEGIN_DECLS

/**
 * WiModel: what a made recording costs
 * @f, @b: of each virtual stage, ns
 * @share: W / B; @gain: of overlap
 * @jitter: blocks vary by that share up and down
 */
typedef struct
{
  const gint64 *f;
  const gint64 *b;
  double share;
  double gain;
  double jitter;
  gint64 latency_ns;
  guint32 seed;
} WiModel;

LscStudy *wi_study_new (const LscSchedule *schedule, const WiModel *model);
LscWhatIf *wi_predict (LscStudy *study, const char *targets, const LscWhatIfInputs *inputs);
const LscWhatIfRow *wi_row (const LscWhatIf *what_if, guint index);

G_END_DECLS
