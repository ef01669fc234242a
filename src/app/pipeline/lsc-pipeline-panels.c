/* lsc-pipeline-panels.c - the tabs below the pipeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/pipeline/lsc-pipeline-panels.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-straggler-panel.h"

const LscAppPagePanel lsc_pipeline_panels[] = {
  [LSC_PIPELINE_TAB_VERDICTS] = { lsc_pipeline_verdicts_get_type, N_ ("Verdicts"),
                                  N_ ("What the step loses its time by, in sentences, with what it "
                                      "would be shorter without it.") },
  [LSC_PIPELINE_TAB_SUMMARY] = { lsc_pipeline_summary_get_type, N_ ("Summary"),
                                 N_ ("Metrics of the step next to their theoretical values.") },
  [LSC_PIPELINE_TAB_WAITING] = { lsc_pipeline_waiting_get_type, N_ ("Waiting"),
                                 N_ ("Which rank waits for which, and for how long.") },
  [LSC_PIPELINE_TAB_BALANCE] = { lsc_pipeline_balance_get_type, N_ ("Balance"),
                                 N_ ("How long forward and backward take on each stage: "
                                     "whether the stages have equal work.") },
  [LSC_PIPELINE_TAB_STRAGGLERS] = { lsc_straggler_panel_get_type, N_ ("Stragglers"),
                                    N_ ("What slow ops cost the job, by stage and replica: which "
                                        "kind of cause it is, and where.") },
  [LSC_PIPELINE_TAB_LADDER] = { lsc_pipeline_ladder_get_type, N_ ("From Ideal to Real"),
                                N_ ("The step as it would be with equal stages and no delays, and "
                                    "what each cause adds to it until it is as measured.") },
  [LSC_PIPELINE_TAB_PATH] = { lsc_pipeline_path_get_type, N_ ("Critical Path"),
                              N_ ("The chain of blocks and messages that sets the length of the "
                                  "step: only what is on it makes the step shorter.") },
  [LSC_PIPELINE_TAB_WHAT_IF] = { lsc_pipeline_what_if_get_type, N_ ("What-If"),
                                 N_ ("How long the step would take with another schedule, "
                                     "number of micro-batches or distribution of layers.") },
  [LSC_PIPELINE_TAB_DELTAS] = { lsc_pipeline_deltas_get_type, N_ ("Differences"),
                                N_ ("Each stage and kind of block compared with the second "
                                    "side.") },
  [LSC_PIPELINE_TAB_CLOCKS] = { lsc_pipeline_clock_panel_get_type, N_ ("Clock Offsets"),
                                N_ ("By how much the clocks of the ranks differ, and how that is "
                                    "known.") },
  [LSC_PIPELINE_N_TABS] = { NULL },
};
