/* lsc-analysis-settings.h - what the user told about recordings, for analyses
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

#include "analyze/module/lsc-mfu.h"
#include "analyze/module/lsc-module-data.h"

G_BEGIN_DECLS

/**
 * LscAnalysisSettings: a copy of the preferences, good for a thread
 * @module: options of the modules, without a step
 * @mfu: where FLOPs and peak come from
 * @pipeline_groups: (nullable): ranks of each pipeline, as %LscPipelineOptions.groups
 */
typedef struct
{
  LscModuleOptions module;
  LscMfuOptions mfu;
  char *pipeline_groups;

  char *chip;
  char **domains;
} LscAnalysisSettings;

void lsc_analysis_settings_read (LscAnalysisSettings *self, GSettings *settings);
void lsc_analysis_settings_append_options (const LscAnalysisSettings *self, GString *command);
void lsc_analysis_settings_clear (LscAnalysisSettings *self);

G_END_DECLS
