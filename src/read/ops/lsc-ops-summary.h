/* lsc-ops-summary.h - what an op timeline says of a worker
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-run-summary.h"

G_BEGIN_DECLS

LscRunSummary *lsc_ops_summarise (LscSource *source);

G_END_DECLS
