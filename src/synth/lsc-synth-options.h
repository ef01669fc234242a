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

/**
 * LscSynthOptions:
 * @kernels: wanted COMPUTE_TASK_INFO rows a rank, 0 = as many as the model has
 * @tasks: wanted TASK rows a rank with the row proportions of the benchmark, 0 = not wanted
 * @layers: layers of one model chunk
 * @depth: levels of nested modules, at least 5
 * @unit_ns: length of a forward block, 0 = what its kernels take
 * @latency_ns: from the end of a block to the arrival of its message
 * @lean: only the framework ops that links need
 * @text: also the text result
 * @kineto: also a GPU trace
 * @no_db: no databases in the end
 * @trace_size: wanted bytes of the trace of a rank, 0 = whatever the rows take
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
  gint64 unit_ns;
  gint64 latency_ns;
  gint64 clock_skew_ns;
  double jitter;
  gint straggler_rank;
  double straggler_factor;
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
  gint64 trace_size;
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

const char *lsc_synth_schedule_kind_name (LscSynthScheduleKind kind);
gboolean lsc_synth_schedule_kind_parse (const char *text, LscSynthScheduleKind *kind);

G_END_DECLS
