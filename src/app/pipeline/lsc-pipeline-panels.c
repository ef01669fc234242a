/* lsc-pipeline-panels.c - the tabs below the pipeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/pipeline/lsc-pipeline-panels.h"

#include <glib/gi18n-lib.h>

const LscAppPagePanel lsc_pipeline_panels[] = {
  [LSC_PIPELINE_TAB_VERDICTS] = { lsc_pipeline_verdicts_get_type, N_ ("Verdicts") },
  [LSC_PIPELINE_TAB_SUMMARY] = { lsc_pipeline_summary_get_type, N_ ("Summary") },
  [LSC_PIPELINE_TAB_WAITING] = { lsc_pipeline_waiting_get_type, N_ ("Waiting") },
  [LSC_PIPELINE_TAB_BALANCE] = { lsc_pipeline_balance_get_type, N_ ("Balance") },
  [LSC_PIPELINE_TAB_LADDER] = { lsc_pipeline_ladder_get_type, N_ ("Ladder") },
  [LSC_PIPELINE_TAB_PATH] = { lsc_pipeline_path_get_type, N_ ("Critical Path") },
  [LSC_PIPELINE_TAB_WHAT_IF] = { lsc_pipeline_what_if_get_type, N_ ("What-If") },
  [LSC_PIPELINE_TAB_DELTAS] = { lsc_pipeline_deltas_get_type, N_ ("Differences") },
  [LSC_PIPELINE_TAB_CLOCKS] = { lsc_pipeline_clock_panel_get_type, N_ ("Clocks") },
  [LSC_PIPELINE_N_TABS] = { NULL },
};
