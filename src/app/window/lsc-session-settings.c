/* lsc-session-settings.c - the preferences as options of a session
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-session-settings.h"

#include "app/parts/lsc-analysis-settings.h"

/* Of the preference, which counts in MiB. */
#define MIB (G_GUINT64_CONSTANT (1) << 20)

/**
 * lsc_session_settings_read:
 *
 * Parallel sizes of the preferences may be meant for another recording: where they do not fit they
 * are a notice, and no error.
 *
 * Returns: (transfer full): what the preferences tell about recordings
 */
LscSessionOptions *
lsc_session_settings_read (GSettings *settings)
{
  g_autofree char *layout = NULL;
  LscSessionOptions options = { .ignores_bad_layout = TRUE, .keeps_timelines = TRUE };
  LscAnalysisSettings analysis;
  LscSessionOptions *copy;

  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);
  layout = g_strstrip (g_settings_get_string (settings, "parallel-sizes"));
  lsc_analysis_settings_read (&analysis, settings);
  options.layout = *layout != '\0' ? layout : NULL;
  options.pipeline.groups = analysis.pipeline_groups;
  options.module = analysis.module;
  options.mfu = analysis.mfu;
  options.memory_bytes = (guint64) g_settings_get_uint (settings, "memory-mib") * MIB;
  copy = lsc_session_options_copy (&options);
  lsc_analysis_settings_clear (&analysis);
  return copy;
}
