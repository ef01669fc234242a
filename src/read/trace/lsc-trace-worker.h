/* lsc-trace-worker.h - a trace of any form on its way into the tables of LscTraceFile
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-hash.h"
#include "read/trace/lsc-trace-file.h"
#include "read/trace/lsc-trace-window.h"

G_BEGIN_DECLS

/** Text without the end of an event; more, and reading stops. */
#define LSC_TRACE_MOST_GAP ((gint64) 256 << 20)
/** Bytes that may be looked at in vain behind bad events, beside four times the text. */
#define LSC_TRACE_MOST_WASTE ((gint64) 256 << 20)
#define LSC_TRACE_MOST_TRACKS (1u << 20)
/** Links from here on are numbers of LscTraceFile.folded, which holds what was written. */
#define LSC_TRACE_FOLD 0x80000000u
/** What is kept of the values beside the events. */
#define LSC_TRACE_MOST_TOP ((gsize) 4 << 20)

/** A text seen before. */
typedef struct
{
  const char *text;
  guint32 n;
  guint32 id;
} LscTraceKnown;

#define LSC_TRACE_KNOWN_NAMES 8192u
#define LSC_TRACE_KNOWN_CATEGORIES 64u

/** What belongs to a pid as a whole. */
typedef struct
{
  gint64 pid_key;
  guint32 name;
  guint32 labels;
  gint64 sort;
} LscTraceProcess;

LSC_DEFINE_ARRAY (LscTraceProcesses, lsc_trace_processes, LscTraceProcess)

/** An E without B: its B may stand in an earlier part of the file. */
typedef struct
{
  guint32 track;
  gint64 time_ns;
} LscTraceOrphan;

LSC_DEFINE_ARRAY (LscTraceOrphans, lsc_trace_orphans, LscTraceOrphan)

/** Beside each LscTrack. A key is the number, or -1 - the id of a text that is none. */
typedef struct
{
  gint64 pid_key;
  gint64 tid_key;
  LscIndexes *open; /* (nullable): slices of B without E so far */
} LscTrackState;

LSC_DEFINE_ARRAY (LscTrackStates, lsc_track_states, LscTrackState)

/** What can be wrong with an event. */
typedef enum
{
  LSC_TRACE_BAD_FIELDS, /* without what its phase needs */
  LSC_TRACE_BAD_JSON,
  LSC_TRACE_BAD_DEPTH,
  LSC_TRACE_BAD_LENGTH,
  LSC_TRACE_BAD_TRACKS,
  LSC_TRACE_N_BAD,
} LscTraceBad;

typedef struct
{
  gint64 n;
  gint64 first; /* offset of the first */
} LscTraceBadCount;

typedef enum
{
  LSC_TRACE_BEGIN,     /* nothing read */
  LSC_TRACE_IN_TOP,    /* between the keys of the object */
  LSC_TRACE_IN_EVENTS, /* between events */
  LSC_TRACE_FINISHED,  /* the text was read to its end, or given up */
} LscTracePlace;

/**
 * LscTraceWorker: reads a part of the text into tables of its own
 * @begin: of the part
 * @stop: where the next part begins: to be reached exactly between two events
 * @p: where it stands in the window
 */
typedef struct
{
  LscTraceWindow window;
  LscTraceDialect dialect;
  gint64 begin;
  gint64 stop;
  const char *p;
  LscTracePlace place;
  gboolean is_later_part; /* and does not know yet whether @is_object */
  gboolean is_object;
  gboolean is_loose;     /* reads events that stand in no array */
  gboolean joins_ranks;  /* what was joined says that it is of another rank */
  guint n_joined;        /* objects and arrays that were read behind the first one */
  gboolean has_array;    /* traceEvents or the bare array was entered */
  gboolean ends_inside;  /* the text stopped before its structure was complete */
  gboolean is_too_long;  /* gave up: LSC_TRACE_MOST_GAP */
  gint64 ended_at;       /* offset of the first event not kept, when @ends_inside */
  gint64 progress_at;    /* offset of the end of the last event or value */
  gint64 behind_at;      /* offset of what stands behind the document and is not read */
  gint64 n_behind;       /* bytes of that, 0: nothing */
  gboolean is_apart;     /* that is a trace whose base of times is not known to be the same */
  gint64 wasted;         /* bytes looked at in vain */
  gboolean gave_up_json; /* the text is not JSON at all */

  LscTraceFile file;     /* its tables, as far as they are read */
  LscTrackStates states; /* by track */
  LscHash track_index;   /* of states */
  guint32 last_track;
  LscTraceProcesses processes;
  GHashTable *process_index;  /* gint64 * -> index + 1 */
  GHashTable *category_index; /* char * -> index + 1 */
  int no_category;            /* index of "", -1 = not yet */
  LscTraceKnown known_names[LSC_TRACE_KNOWN_NAMES];
  LscTraceKnown known_categories[LSC_TRACE_KNOWN_CATEGORIES];
  GString *scratch;
  GHashTable *fold_index; /* gint64 * -> index + 1 */

  LscTraceOrphans orphans;
  gsize top_bytes;
  guint any_fraction;
  gint64 n_flows; /* those that are not kept, too */
  LscTraceBadCount bad[LSC_TRACE_N_BAD];
  LscTraceBadCount phases[256]; /* of phases that are not understood */
} LscTraceWorker;

/** What few events have. */
typedef struct
{
  LscJsonText group_name;
  LscJsonText group_ranks;
  gint64 device;
  gint64 device_type;
  gint64 allocated;
  gint64 reserved;
  gint64 source;
  gint64 target;
  gint64 stream;
  gint64 bytes; /* that moved, or were allocated */
  gint64 address;
  guint32 transport; /* %LSC_LINK_CODE_UNKNOWN */
  guint32 link;
  gint64 number; /* of a collective in its group */
  gint64 in_elements;
  gint64 out_elements;
  gint64 copied_bytes; /* by a copy of memory */
  guint32 direction;   /* of that, #LscCopyDirection */
  guint32 element;     /* their type (lsc_trace_find_element()) */
  LscJsonText module;  /* of a task of a graph: whose it is, as its annotation says */
  LscJsonText note;    /* likewise: what the program called it */
  gint64 graph;
  gint64 node;
  gint64 ran_on; /* the stream that ran what is shown in another lane */
} LscTraceExtras;

/** One event as it is read, before it is understood. */
typedef struct
{
  LscJsonText name;
  LscJsonText category;
  LscJsonText id; /* of an id2 all of it */
  LscJsonText args;
  LscJsonText domain; /* args.domain */
  gint64 ts_ns;
  gint64 dur_ns;
  gint64 pid_key;
  gint64 tid_key;
  gint64 connection;
  gint64 correlation;    /* args.correlation */
  gint64 correlation_id; /* args.correlation_id */
  gint64 sequence;
  gint64 fwd_thread;
  guint fraction;
  char phase;
  guint8 has_ts;
  guint8 has_dur;
  guint8 has_fwd_thread;
  guint8 has_extras;
  LscTraceExtras extras; /* only when @has_extras */
} LscTraceEvent;

LscTraceWorker *lsc_trace_worker_new (LscTextInput *input, LscTraceDialect dialect, gint64 begin,
                                      LscJob *job);
void lsc_trace_worker_free (LscTraceWorker *self);
gint64 lsc_trace_worker_offset (const LscTraceWorker *self);
guint32 lsc_trace_intern (LscTraceWorker *self, const char *text, gsize n);
guint32 lsc_trace_get_track (LscTraceWorker *self, gint64 pid_key, gint64 tid_key);
LscTraceProcess *lsc_trace_get_process (LscTraceWorker *self, gint64 pid_key);
guint16 lsc_trace_add_category (LscTraceWorker *self, const char *text);
guint32 lsc_trace_fold (LscTraceWorker *self, gint64 link);
void lsc_trace_open_slice (LscTraceWorker *self, guint32 track, guint32 index);
void lsc_trace_close_slice (LscRawSlices *slices, guint32 index, gint64 end_ns);
void lsc_trace_note_bad (LscTraceWorker *self, LscTraceBad kind, gint64 offset);
void lsc_trace_init_extras (LscTraceExtras *self);
void lsc_trace_commit_extras (LscTraceWorker *self, const LscTraceExtras *extras, guint32 track,
                              guint32 index);
guint32 lsc_trace_find_element (const char *name, gsize n);
LscTraceFile *lsc_trace_make_file (LscTraceWorker *worker, const LscTraceWorker *last,
                                   LscTextInput *input);
gboolean lsc_trace_is_cancelled (const LscTraceWorker *worker);
void lsc_trace_say_all (LscTraceFile *self, LscSource *source, const LscTraceWorker *first,
                        const LscTraceWorker *last);
void lsc_trace_say_open (LscTraceFile *self, LscSource *source, gint64 n_open);

G_END_DECLS
