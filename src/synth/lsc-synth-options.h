/* lsc-synth-options.h - what a profile is to contain
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Beyond this number of kernels (all ranks together) only totals are kept in truth.json and the
 * host side of the profile is written without its outer framework ops. */
#define LSC_SYNTH_DETAIL_LIMIT 200000

typedef enum
{
  LSC_SYNTH_NONE,
  LSC_SYNTH_GPIPE,
  LSC_SYNTH_1F1B,
  LSC_SYNTH_INTERLEAVED,
  LSC_SYNTH_ZBH1,
  LSC_SYNTH_DUALPIPE,
  LSC_SYNTH_DUALPIPEV,
  LSC_SYNTH_ZBV,
} LscSynthScheduleKind;

/* Block kinds with a cost of their own. */
typedef enum
{
  LSC_SYNTH_COST_F,
  LSC_SYNTH_COST_B,
  LSC_SYNTH_COST_I,
  LSC_SYNTH_COST_W,
  LSC_SYNTH_COST_X,
  LSC_SYNTH_COST_L,
  LSC_SYNTH_N_COSTS,
} LscSynthCost;

/** How many rows there are to ten TASK rows, when a number of TASK rows is wanted. */
typedef struct
{
  guint compute;   /* COMPUTE_TASK_INFO, at most: event records fill up TASK */
  guint framework; /* PYTORCH_API, at least */
  guint links;     /* CONNECTION_IDS, at least */
  guint marks;     /* MSTX_EVENTS, at least */
} LscSynthProportions;

/**
 * LscSynthOptions:
 * @kernels: wanted COMPUTE_TASK_INFO rows a rank, 0 = as many as the model has
 * @tasks: wanted TASK rows a rank, 0 = not wanted
 * @proportions: of the other tables to them
 * @layers: layers of one model chunk
 * @depth: levels of nested modules, at least 5
 * @unit_ns: length of a forward block, 0 = what its kernels take
 * @latency_ns: from the end of a block to the arrival of its message
 * @lean: only the framework ops that links need
 * @text: also the text result
 * @kineto: also a GPU trace
 * @no_db: no databases in the end
 * @trace_size: wanted bytes of the trace of a rank, 0 = whatever the rows take
 * @run_length: interleaved: micro-batches that run in a row, 0 = as many as stages
 * @extra_warmup: interleaved: one more forward in the warm-up
 * @fused_first: DualPipeV, DualPipe: the first pair of the last (middle) rank is one block too
 * @fused_middle: DualPipeV: backward and weight gradients of the third phase are one block
 * @logits: DualPipeV: the head's backward on stage 0 is a block of its own
 * @record_weights: weight gradients are recorded; else I looks like B and W leaves no range
 * @cost_ns: block lengths by LscSynthCost, -1 = in proportion to the unit
 * @w_share: part of a B that is W, -1 = not given
 * @overlap_gain: part of F + B that an overlapped pair saves, -1 = not given
 * @one_way_p2p: only messages to higher stages are recorded
 * @delay_ns: a receive ends that much after its send, to higher and to lower stages
 * @delay_jitter_ns: and at most that much more
 * @host_offsets: (nullable): clock of each host minus the true time, gint64, ns
 * @host_drifts: (nullable): drift of each host's clock, gint64, ppb
 * @rank_offsets: (nullable): added to the offset of the host, by rank, gint64, ns
 * @waits: members of tensor and data parallel groups wait for each other in collectives
 * @memory: also what the allocator holds
 * @leak_bytes: of that, what each step keeps for good
 * @lead: how many steps the host is ahead of the device
 *
 * Everything that decides what is written. Two equal structures give equal bytes.
 */
typedef struct
{
  guint64 seed;
  LscSynthScheduleKind schedule;
  guint pp;
  guint tp;
  guint dp;
  guint chunks;
  guint micro_batches;
  guint steps;
  guint first_step;
  guint hosts;
  guint layers;
  guint depth;
  guint level;
  gint64 kernels;
  gint64 tasks;
  LscSynthProportions proportions;
  gint64 unit_ns;
  gint64 latency_ns;
  gint64 clock_skew_ns;
  double jitter;
  gint straggler_rank;
  double straggler_factor;
  gboolean waits;
  gboolean overlap;
  gboolean dw_detach;
  gboolean empty_pops;
  gboolean modules;
  gboolean backward;
  gboolean mb_ids;
  gboolean chunk_mb_ids;
  gboolean p2p;
  gboolean schema12;
  gboolean wal;
  gboolean trace_modules;
  gboolean distinct_shapes;
  gboolean lean;
  gboolean text;
  gboolean kineto;
  gboolean gzip;
  gboolean no_db;
  gboolean memory;
  gint64 leak_bytes;
  gint64 trace_size;
  guint run_length;
  gboolean extra_warmup;
  gboolean fused_first;
  gboolean fused_middle;
  gboolean logits;
  gboolean record_weights;
  gint64 cost_ns[LSC_SYNTH_N_COSTS];
  double w_share;
  double overlap_gain;
  gboolean one_way_p2p;
  gint64 delay_ns[2];
  gint64 delay_jitter_ns;
  GArray *host_offsets;
  GArray *host_drifts;
  GArray *rank_offsets;
  guint lead;
} LscSynthOptions;

static inline guint
lsc_synth_options_world (const LscSynthOptions *options)
{
  return options->pp * options->tp * options->dp;
}

/* The order of ranks is tensor parallel fastest, then data parallel, then the stage. */
static inline guint
lsc_synth_options_rank (const LscSynthOptions *options, guint stage, guint dp, guint tp)
{
  return tp + options->tp * (dp + options->dp * stage);
}

void lsc_synth_options_clear (LscSynthOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscSynthOptions, lsc_synth_options_clear)

const char *lsc_synth_schedule_kind_name (LscSynthScheduleKind kind);
gboolean lsc_synth_schedule_kind_parse (const char *text, LscSynthScheduleKind *kind);

G_END_DECLS
