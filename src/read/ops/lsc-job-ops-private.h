/* lsc-job-ops-private.h - the parts of reading an op timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-hash.h"
#include "read/ops/lsc-job-ops-read.h"
#include "read/trace/lsc-trace-window.h"

G_BEGIN_DECLS

/** A number that an event does not have. */
#define LSC_OPS_NO_NUMBER G_MININT64

/** Rows of a rank: its number is that of its thread / this. */
#define LSC_OPS_ROWS_PER_RANK 5

/** More workers than any job that was recorded has. */
#define LSC_OPS_MOST_WORKERS 131072u

/** One event as it is read. Texts point into the window. */
typedef struct
{
  LscJsonText name;
  LscJsonText category;
  LscJsonText label; /* args.name */
  gint64 ts_ns;
  gint64 dur_ns;
  gint64 pid;
  gint64 tid;
  gint64 step;
  gint64 chunk;
  gint64 micro_batch;
  gint64 number;
  gboolean has_ts;
  gboolean has_dur;
  char phase;
} LscOpEvent;

/** A thread: one row of a rank. @row, @stage: %LSC_OPS_NO_NUMBER until its name is read */
typedef struct
{
  gint64 pid;
  gint64 tid;
  gint64 stage;
  gint64 row;
  guint32 worker; /* index of LscJobOps.workers, %LSC_HASH_NONE */
  gboolean has_ops;
} LscOpTrack;

LSC_DEFINE_ARRAY (LscOpTracks, lsc_op_tracks, LscOpTrack)

/** Where an op belongs, until all workers and steps are known. */
typedef struct
{
  guint32 track;
  guint32 step;
} LscOpPlace;

LSC_DEFINE_ARRAY (LscOpPlaces, lsc_op_places, LscOpPlace)

/** What a name that was met means. */
typedef struct
{
  LscOpMeaning meaning;
  gboolean is_asked;
  gboolean is_known;
  gint64 n; /* ops of that name */
} LscOpName;

LSC_DEFINE_ARRAY (LscOpNameTable, lsc_op_name_table, LscOpName)

typedef struct
{
  gint64 n;
  gint64 first; /* offset of the first */
} LscOpCount;

/** What is odd in a file. */
typedef enum
{
  LSC_OPS_BAD_JSON,
  LSC_OPS_BAD_FIELDS, /* no time, thread or step */
  LSC_OPS_BAD_TIME,   /* no time that a clock could show */
  LSC_OPS_NO_OP,      /* an event that is neither op nor name of a thread */
  LSC_OPS_N_ODD,
} LscOpsOdd;

/**
 * LscOpsReading: a file that is being read
 * @places: of each of @ops->ops
 * @steps: numbers, in the order in which they were met
 * @n_twice: ops that stood there twice
 * @n_numbered: groups of ops of one kind that were numbered by their start
 * @n_staged: workers whose stage was counted
 */
typedef struct
{
  LscTraceWindow window;
  const char *path;
  const char *p;
  LscJobOps *ops;
  const LscOpNames *names;
  LscOpTracks tracks;
  LscHash track_index;
  guint32 last_track;
  LscOpPlaces places;
  LscInt64s steps;
  LscHash step_index;
  guint32 last_step;
  LscOpNameTable known;
  GString *scratch;
  LscOpCount odd[LSC_OPS_N_ODD];
  gint64 n_events;
  gint64 n_twice;
  gint64 n_numbered;
  gint64 n_staged;
  gint64 ended_at;
  gboolean ends_inside;
  gboolean is_too_long;
  gboolean has_array;
  gboolean shares_ranks; /* ranks of several replicas have one number */
} LscOpsReading;

/* lsc-job-ops-parse.c */
const char *_lsc_ops_parse (const char *p, const char *end, LscOpEvent *event,
                            LscJsonStatus *status);

/* lsc-job-ops-events.c */
void _lsc_ops_read_events (LscOpsReading *self);

/* lsc-job-ops-order.c */
gboolean _lsc_ops_order (LscOpsReading *self, LscJob *job, GError **error);

/* lsc-job-ops-number.c */
void _lsc_ops_number (LscOpsReading *self);

/* lsc-job-ops-clock.c */
void _lsc_ops_set_clock (LscJobOps *self);

/* lsc-job-ops-meta.c */
void _lsc_ops_read_meta (LscJobOps *self, const char *path);

/* lsc-job-ops-tell.c */
void _lsc_ops_tell (LscOpsReading *self);

G_END_DECLS
