/* lsc-run-extent.h - the time in which the events of a run belong together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-interval.h"
#include "model/lsc-run.h"

G_BEGIN_DECLS

gboolean lsc_run_find_main (const LscRun *run, LscInterval *main_out);

G_END_DECLS
