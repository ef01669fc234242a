/* lsc-run-extent.h - the time in which the events of a run belong together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-interval.h"
#include "analyze/extent/lsc-stray-words.h"
#include "model/lsc-run.h"

G_BEGIN_DECLS

/** What is wrong with the time of an event that does not belong to the others. */
typedef enum
{
  LSC_RUN_STRAY_HOST,   /* of the host, elsewhere */
  LSC_RUN_STRAY_DEVICE, /* of the device, elsewhere */
  LSC_RUN_STRAY_LONG,   /* it begins or ends elsewhere, and is longer than anything that happens */
  LSC_RUN_N_STRAYS,
} LscRunStray;

gboolean lsc_run_find_main (const LscRun *run, LscInterval *main_out);
void lsc_run_list_strays (const LscRun *run, LscRunStray what, LscStrayWords *words);

G_END_DECLS
