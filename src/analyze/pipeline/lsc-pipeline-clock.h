/* lsc-pipeline-clock.h - the clocks of a pipeline's ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-private.h"

G_BEGIN_DECLS

/** The end of a collective; @name: of group and operator; @group: in the run's strings. */
typedef struct
{
  guint32 name;
  guint32 group;
  gint64 end_ns;
} LscNamedEnd;

LSC_DEFINE_ARRAY (LscNamedEnds, lsc_named_ends, LscNamedEnd)

/** Collectives by row, listed when they are asked for. */
typedef struct
{
  LscPipelineRank **ranks;
  gsize n_ranks;
  LscIntern *names;
  LscNamedEnds *ends;
  gboolean *is_listed;
} LscPipelineCommons;

/* samples */
void lsc_pipeline_clock_list_bounds (const LscPipelineGroup *group, LscClockSamples *bounds);
void lsc_pipeline_commons_init (LscPipelineCommons *self, LscPipelineRank **ranks, gsize n);
void lsc_pipeline_commons_clear (LscPipelineCommons *self);
void lsc_pipeline_clock_find_common (gsize a, gsize b, LscClockPoints *points, gpointer user_data);

/* use */
void lsc_pipeline_clock_shift_group (LscPipelineGroup *group);
void lsc_pipeline_clock_shift_row (LscPipelineRow *row, gint64 shift_ns);
gsize lsc_pipeline_clock_count_left (const LscPipelineGroup *group, gsize *n_links);

/* words */
gboolean lsc_pipeline_clock_has_estimate (const LscPipelineClocks *clocks);
LscPhrase *lsc_pipeline_clock_describe (const LscPipelineClocks *clocks);
LscPhrase *lsc_pipeline_clock_advise (const LscPipelineClocks *clocks);
void lsc_pipeline_clock_note_left (LscPipelineBuild *build, const LscPipelineGroup *group);
void lsc_pipeline_clock_note_unknown (LscPipelineBuild *build, const LscPipelineGroup *group,
                                      LscPipelineRank **ranks, gboolean is_empty);
void lsc_pipeline_clock_take_given (LscPipelineClocks *clocks, const LscPipelineOptions *options);

/* whole */
gboolean lsc_pipeline_clock_check_options (const LscPipelineOptions *options, GError **error);
void lsc_pipeline_clock_tell_unused (LscPipelineBuild *build);
void lsc_pipeline_clock_clear (LscPipelineClocks *clocks);
void lsc_pipeline_align (LscPipelineBuild *build, LscPipelineGroup *group, LscPipelineRank **ranks,
                         const LscClockSamples *messages);

G_END_DECLS
