/* lsc-synth-trace.h - what both kinds of trace are written from, and with
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* ---- the events of a rank, read back from its database ---- */

/** A row of PYTORCH_API; @local: CONNECTION_IDS.id, -1 = none. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 thread;
  gint64 local;
  gint64 name;
  gint64 sequence;
  gint64 forward_thread;
  gint64 shapes; /* string ids, -1 = none */
  gint64 types;
  int type;
} LscSynthOpRow;

/** A row of CANN_API. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 thread;
  gint64 connection;
  gint64 name;
  int type;
} LscSynthCallRow;

/** A row of TASK with what the other tables say of it; -1 = nothing. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 connection;
  gint64 type;
  gint64 stream;
  gint64 task;
  gint64 compute; /* index of its kernel */
  gint64 part;    /* index of its communication task */
} LscSynthTaskRow;

/** A row of COMPUTE_TASK_INFO; string ids. */
typedef struct
{
  gint64 name;
  gint64 core;
  gint64 op_type;
  gint64 blocks;
  gint64 in_shapes;
  gint64 in_types;
  gint64 in_formats;
  gint64 out_shapes;
  gint64 out_types;
  gint64 out_formats;
} LscSynthKernelRow;

/** A row of COMMUNICATION_OP. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 connection;
  gint64 name;
  gint64 type;
  gint64 group; /* index into groups */
} LscSynthCommRow;

/** A row of COMMUNICATION_TASK_INFO. */
typedef struct
{
  gint64 type;
  gint64 plane;
  gint64 group;
  gint64 size;
  gint64 source; /* places in the group */
  gint64 target;
} LscSynthPartRow;

/** A row of MSTX_EVENTS. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 thread;
  gint64 connection;
  gint64 message;
  gint64 domain;
  int type;
} LscSynthMarkRow;

typedef struct
{
  gint64 id;
  gint64 begin_ns;
  gint64 end_ns;
} LscSynthStepRow;

typedef struct
{
  GArray *ops;               /* LscSynthOpRow */
  GArray *calls;             /* LscSynthCallRow */
  GArray *tasks;             /* LscSynthTaskRow */
  GArray *kernels;           /* LscSynthKernelRow */
  GArray *comms;             /* LscSynthCommRow */
  GArray *parts;             /* LscSynthPartRow */
  GArray *marks;             /* LscSynthMarkRow */
  GArray *steps;             /* LscSynthStepRow */
  GArray *freqs;             /* pairs of gint64: time, MHz */
  GPtrArray *groups;         /* char *: names of the communicators */
  GHashTable *strings;       /* gint64 id -> char *text */
  GHashTable *links;         /* gint64 local id -> GArray of gint64 real ids */
  GHashTable *call_of;       /* gint64 connection -> index + 1 of a launch in calls */
  GHashTable *first_task_of; /* gint64 connection -> index + 1 of the kernel, else the first task */
  GHashTable *comm_of;       /* gint64 connection -> index + 1 in comms */
} LscSynthRows;

LscSynthRows *lsc_synth_rows_read (const char *path, GError **error);
void lsc_synth_rows_free (LscSynthRows *self);
const char *lsc_synth_rows_text (const LscSynthRows *self, gint64 id);
gint64 lsc_synth_rows_find (GHashTable *table, gint64 key);

/* ---- writing ---- */

typedef struct _LscSynthWriter LscSynthWriter;

LscSynthWriter *lsc_synth_writer_new (const char *path, gboolean gzip, GError **error);
void lsc_synth_put (LscSynthWriter *self, const char *text);
void lsc_synth_put_int (LscSynthWriter *self, gint64 value);
void lsc_synth_put_us (LscSynthWriter *self, gint64 ns);
void lsc_synth_put_json (LscSynthWriter *self, const char *text);
void lsc_synth_put_csv (LscSynthWriter *self, const char *text);
gboolean lsc_synth_writer_close (LscSynthWriter *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSynthRows, lsc_synth_rows_free)

G_END_DECLS
