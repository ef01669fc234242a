/* lsc-session-options.h - what users tell about recordings, for every door the same
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/module/lsc-mfu.h"
#include "analyze/module/lsc-module-data.h"
#include "analyze/pipeline/lsc-pipeline.h"
#include "judge/compare/lsc-name-map.h"

G_BEGIN_DECLS

/**
 * LscSessionOptions: zero-filled = the defaults
 * @layout: (nullable): parallel sizes, where none were recorded (overview.md#layout)
 * @has_step: overview and findings look at the step of the number @step alone
 * @ignores_bad_layout: a layout that does not fit is a notice, not an error
 * @pipeline: groups, order of dimensions, names, alignment, host passes
 * @module: domains, tolerance, threads of the modules
 * @mfu: chip, peak, sources of FLOPs
 * @map: (nullable): names before and after (compare.md#map)
 * @n_threads: that may be used, 0 = one for each processor
 * @memory_bytes: what timelines may take together, 0 = a quarter of the machine's memory
 * @keeps_timelines: one that nobody holds stays for the next who asks, within @memory_bytes; else
 * it goes at once
 */
typedef struct
{
  const char *layout;
  gboolean has_step;
  gint64 step;
  gboolean ignores_bad_layout;
  LscPipelineOptions pipeline;
  LscModuleOptions module;
  LscMfuOptions mfu;
  const LscNameMap *map;
  guint n_threads;
  guint64 memory_bytes;
  gboolean keeps_timelines;
} LscSessionOptions;

LscSessionOptions *lsc_session_options_copy (const LscSessionOptions *self);
void lsc_session_options_free (LscSessionOptions *self);
gboolean lsc_session_options_check (const LscSessionOptions *self, GError **error);
gboolean lsc_session_options_same_overview (const LscSessionOptions *a, const LscSessionOptions *b);
gboolean lsc_session_options_same_pipelines (const LscSessionOptions *a,
                                             const LscSessionOptions *b);
gboolean lsc_session_options_same_parts (const LscSessionOptions *a, const LscSessionOptions *b);
guint64 lsc_session_options_get_memory (const LscSessionOptions *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSessionOptions, lsc_session_options_free)

G_END_DECLS
