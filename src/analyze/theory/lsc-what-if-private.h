/* lsc-what-if-private.h - costs of a model by its depth, shared by the files of the what-if
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-what-if.h"

G_BEGIN_DECLS

/**
 * LscDepthCosts: what the model costs by depth, cut into equal pieces (theory.md#what-if-costs)
 * @f, @b: mean ns of a forward and of a whole backward of each piece; pieces are the virtual
 * stages that were recorded
 * @head_f and so on: lumps of the first and last piece, not in @f and @b
 * @share: W / B measured; negative: no weight gradients were recorded
 * @gain: measured; NaN: no overlapped blocks were recorded
 * @gain_limit: g at which the shorter half of a pair is hidden entirely
 */
typedef struct
{
  gsize n;
  double *f;
  double *b;
  double first_f, first_b, last_f, last_b;
  double share;
  double gain;
  double gain_limit;
} LscDepthCosts;

/** Costs of the chunks of a target: [rank * n_chunks + chunk]. */
typedef struct
{
  gsize n_ranks;
  guint n_chunks;
  guint n_chunks_now; /* chunks from this on get @overhead_ns */
  double *f;
  double *b;
  double overhead_ns;
} LscChunkCosts;

/** What may vary in a replay. */
typedef struct
{
  double share;
  double gain;
  double latency; /* factor */
} LscWhatIfPoint;

char *_lsc_depth_costs_init (LscDepthCosts *self, const LscStudy *study, double assumed_share);
void _lsc_depth_costs_clear (LscDepthCosts *self);
void _lsc_depth_costs_make_lumps (LscDepthCosts *self);
void _lsc_depth_costs_balance (LscDepthCosts *self, LscDepthCosts *result);

void _lsc_chunk_costs_init (LscChunkCosts *self, const LscDepthCosts *depth,
                            const LscSchedule *target, guint n_chunks_now, double overhead_ns);
void _lsc_chunk_costs_clear (LscChunkCosts *self);
void _lsc_chunk_costs_move (LscChunkCosts *self, gsize from, gsize to, double share);

/**
 * LscWhatIfBench: a target ready to be replayed at any point
 * @unit: parts of a nanosecond that replays count in, a power of two: block times are no whole
 * nanoseconds, and their rounding must not add up along the pipeline
 * @links: latencies of all pairs of ranks, in ns
 */
typedef struct
{
  LscPlan *plan;
  LscChunkCosts costs;
  gint64 *durations;
  gint64 *links;
  gint64 *scaled_links;
  LscPlanTimes times;
  gint64 unit;
  gboolean has_split;   /* I and W */
  gboolean has_overlap; /* X */
} LscWhatIfBench;

gboolean _lsc_what_if_bench_init (LscWhatIfBench *self, const LscSchedule *schedule,
                                  const LscChunkCosts *costs, const LscStudy *study,
                                  gint64 latency_ns, const LscWhatIfPoint *point, GError **error);
void _lsc_what_if_bench_clear (LscWhatIfBench *self);
gboolean _lsc_what_if_bench_run (LscWhatIfBench *self, const LscWhatIfPoint *point, gint64 *window,
                                 GError **error);
void _lsc_what_if_bench_take_times (LscWhatIfBench *self, LscPlanTimes *times);

/* What a sensitivity varies an input by. */
#define LSC_WHAT_IF_SPREAD 0.2

/**
 * LscWhatIfWork: what is the same for all rows
 * @window_ns: L; @rung_ns: replay of the recorded blocks with latency
 * @n_messages: between ranks, now
 * @point: where the predictions are made
 */
typedef struct
{
  LscWhatIf *self;
  const LscWhatIfInputs *given;
  LscDepthCosts depth;
  LscDepthCosts balanced;
  LscJob *job;
  gint64 window_ns;
  gint64 rung_ns;
  gsize n_messages;
  LscWhatIfPoint point;
} LscWhatIfWork;

LscWhatIfRow *_lsc_what_if_row_new (LscWhatIfWork *work, const LscWhatIfTarget *target,
                                    const char *title, GError **error);
void _lsc_what_if_row_free (LscWhatIfRow *self);
gsize _lsc_what_if_count_messages (const LscPlan *plan);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscWhatIfBench, _lsc_what_if_bench_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscDepthCosts, _lsc_depth_costs_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscChunkCosts, _lsc_chunk_costs_clear)

G_END_DECLS
