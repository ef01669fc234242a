/* lsc-pipeline-clock.h - how the clocks of a pipeline's ranks stand to each other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-private.h"

G_BEGIN_DECLS

/** End on the receiver's clock minus end on the sender's; when, on the clock of the edge's b. */
typedef struct
{
  gint64 time_ns;
  gint64 diff_ns;
} LscClockPoint;

LSC_DEFINE_ARRAY (LscClockPoints, lsc_clock_points, LscClockPoint)

enum
{
  LSC_CLOCK_UP,   /* from a to b */
  LSC_CLOCK_DOWN, /* from b to a */
};

/**
 * LscClockEdge: what is known of the clocks of two domains, a < b
 * @messages: by direction: receive ends minus send ends
 * @links: by direction: start of the block that needs minus end of the block that gives
 * @source: %LSC_CLOCK_P2P, _ONE_SIDED, _BOUNDS, _COLLECTIVES; %LSC_CLOCK_UNKNOWN if nothing holds
 * @is_empty: the bounds contradict each other
 * @theta_ns: clock of b minus clock of a at @at_ns
 * @has_bounds: @low_ns and @high_ns bound it
 * @uncertainty_ns: -1 unknown
 * @delta_ns: delay of a message, -1 unknown
 * @drift: of theta, by time on the clock of b
 */
typedef struct
{
  guint a;
  guint b;
  LscClockPoints messages[2];
  LscClockPoints links[2];
  LscClockSource source;
  gboolean is_empty;
  gboolean has_bounds;
  gint64 theta_ns;
  gint64 low_ns;
  gint64 high_ns;
  gint64 uncertainty_ns;
  gint64 delta_ns;
  double drift;
  gint64 at_ns;
  gsize n_messages;
} LscClockEdge;

/** A clock against the reference: reference = local - offset - drift x (local - at). */
typedef struct
{
  LscClockSource source;
  gint64 offset_ns;
  double drift;
  gint64 at_ns;
  gint64 delta_ns;
  gsize n_messages;
} LscClockPlace;

/* edges */
GPtrArray *lsc_clock_edges (const LscPipelineGroup *group, const guint *domain_of_row,
                            const LscClockSamples *samples);
void lsc_clock_edge_free (LscClockEdge *self);
gboolean lsc_clock_edge_measure (LscClockEdge *self, gboolean with_links);
LscClockPlace lsc_clock_place_across (const LscClockPlace *from, const LscClockEdge *edge,
                                      gboolean is_up);
gboolean lsc_clock_common_ends (const LscPipelineRank *a, const LscPipelineRank *b,
                                LscClockEdge *edge);

/* use */
gint64 lsc_clock_shift (const LscPipelineClock *clock, gint64 local_ns);
void lsc_clock_shift_group (LscPipelineGroup *group);
void lsc_clock_shift_row (LscPipelineRow *row, gint64 shift_ns);
gsize lsc_clock_count_left (const LscPipelineGroup *group, gsize *n_links);

/* words */
gboolean lsc_clock_has_estimate (const LscPipelineClocks *clocks);
char *lsc_clock_describe (const LscPipelineClocks *clocks);
char *lsc_clock_advise (const LscPipelineClocks *clocks);
void lsc_clock_note_left (LscPipelineBuild *build, const LscPipelineGroup *group);
void lsc_clock_note_unknown (LscPipelineBuild *build, const LscPipelineGroup *group,
                             LscPipelineRank **ranks, gboolean is_empty);
void lsc_clock_take_given (LscPipelineClocks *clocks, const LscPipelineOptions *options);

/* whole */
gboolean lsc_clock_check_options (const LscPipelineOptions *options, GError **error);
void lsc_clock_tell_unused (LscPipelineBuild *build);
void lsc_clock_clear (LscPipelineClocks *clocks);
void lsc_pipeline_align (LscPipelineBuild *build, LscPipelineGroup *group, LscPipelineRank **ranks,
                         const LscClockSamples *samples);

G_END_DECLS
