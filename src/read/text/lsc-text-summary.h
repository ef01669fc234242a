/* lsc-text-summary.h - what a text export or trace says of itself
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "model/lsc-source.h"
#include "model/lsc-run-summary.h"

G_BEGIN_DECLS

LscRunSummary *lsc_text_summarise (LscSource *source, LscJob *job, GError **error);

G_END_DECLS
