/* lsc-pipeline-panels.h - the tabs below the pipeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

/** Tabs in order. */
typedef enum
{
  LSC_PIPELINE_TAB_VERDICTS,
  LSC_PIPELINE_TAB_SUMMARY,
  LSC_PIPELINE_TAB_WAITING,
  LSC_PIPELINE_TAB_BALANCE,
  LSC_PIPELINE_TAB_STRAGGLERS,
  LSC_PIPELINE_TAB_LADDER,
  LSC_PIPELINE_TAB_PATH,
  LSC_PIPELINE_TAB_WHAT_IF,
  LSC_PIPELINE_TAB_DELTAS,
  LSC_PIPELINE_TAB_CLOCKS,
  LSC_PIPELINE_N_TABS,
} LscPipelineTab;

extern const LscAppPagePanel lsc_pipeline_panels[];

#define LSC_TYPE_PIPELINE_VERDICTS (lsc_pipeline_verdicts_get_type ())
#define LSC_TYPE_PIPELINE_SUMMARY (lsc_pipeline_summary_get_type ())
#define LSC_TYPE_PIPELINE_WAITING (lsc_pipeline_waiting_get_type ())
#define LSC_TYPE_PIPELINE_BALANCE (lsc_pipeline_balance_get_type ())
#define LSC_TYPE_PIPELINE_LADDER (lsc_pipeline_ladder_get_type ())
#define LSC_TYPE_PIPELINE_PATH (lsc_pipeline_path_get_type ())
#define LSC_TYPE_PIPELINE_WHAT_IF (lsc_pipeline_what_if_get_type ())
#define LSC_TYPE_PIPELINE_DELTAS (lsc_pipeline_deltas_get_type ())
#define LSC_TYPE_PIPELINE_CLOCK_PANEL (lsc_pipeline_clock_panel_get_type ())
G_DECLARE_FINAL_TYPE (LscPipelineVerdicts, lsc_pipeline_verdicts, LSC, PIPELINE_VERDICTS, LscPanel)
G_DECLARE_FINAL_TYPE (LscPipelineSummary, lsc_pipeline_summary, LSC, PIPELINE_SUMMARY, LscPanel)
G_DECLARE_FINAL_TYPE (LscPipelineWaiting, lsc_pipeline_waiting, LSC, PIPELINE_WAITING, LscPanel)
G_DECLARE_FINAL_TYPE (LscPipelineBalance, lsc_pipeline_balance, LSC, PIPELINE_BALANCE, LscPanel)
G_DECLARE_FINAL_TYPE (LscPipelineLadder, lsc_pipeline_ladder, LSC, PIPELINE_LADDER, LscPanel)
G_DECLARE_FINAL_TYPE (LscPipelinePath, lsc_pipeline_path, LSC, PIPELINE_PATH, LscPanel)
G_DECLARE_FINAL_TYPE (LscPipelineWhatIf, lsc_pipeline_what_if, LSC, PIPELINE_WHAT_IF, LscPanel)
G_DECLARE_FINAL_TYPE (LscPipelineDeltas, lsc_pipeline_deltas, LSC, PIPELINE_DELTAS, LscPanel)
G_DECLARE_FINAL_TYPE (LscPipelineClockPanel, lsc_pipeline_clock_panel, LSC, PIPELINE_CLOCK_PANEL,
                      LscPanel)

void lsc_pipeline_what_if_ask (LscPipelineWhatIf *self);
gboolean lsc_pipeline_what_if_is_busy (LscPipelineWhatIf *self);

G_END_DECLS
