/* lsc-trace-file.h - Chrome trace events of a file, sorted into tracks, not yet understood
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-intern.h"
#include "base/lsc-text-input.h"
#include "model/lsc-copies.h"
#include "model/lsc-notice.h"
#include "model/lsc-slice.h"
#include "model/lsc-source.h"

G_BEGIN_DECLS

/* One pass over trace_view.json or a Kineto trace: object with traceEvents or bare array. What the
 * events mean is the business of lsc-trace-view.c and lsc-kineto.c. */

/** Values of args that the scan picks up on the way (formats.md#trace-view, #kineto-categories). */
typedef enum
{
  LSC_TRACE_ASCEND, /* link = args.connection_id; for Enqueue, Dequeue args.correlation_id */
  LSC_TRACE_KINETO, /* link = args.correlation */
} LscTraceDialect;

/** @text is an event of @n bytes as PyTorch writes it in JSON, %NULL if it could not be read
 * again. */
typedef void (*LscTraceVisitFunc) (gsize index, const char *text, gsize n, gpointer user_data);

/**
 * LscTraceTexts: what finds events of a trace again that is no text in JSON
 * @read: (nullable): (transfer full) (nullable): the event of LscRawSlice.detail as PyTorch writes
 *   it in JSON, with the pad that a search in it needs; %NULL: the trace is such a text
 * @visit: tells a function of each event once, %NULL where it could not be read again; %FALSE if
 *   cancelled
 */
typedef struct
{
  gpointer data;
  char *(*read) (gpointer data, gint64 detail, gsize *n_out, GError **error);
  gboolean (*visit) (gpointer data, const gint64 *details, gsize n, LscTraceVisitFunc func,
                     gpointer user_data, LscJob *job, GError **error);
  void (*free) (gpointer data);
} LscTraceTexts;

/** Frees what finds events again, if there is any. */
static inline void
lsc_trace_texts_clear (LscTraceTexts *self)
{
  if (self->free && self->data)
    self->free (self->data);
  *self = (LscTraceTexts){ 0 };
}

/** LscRawSlice.flags of a track. */
enum
{
  LSC_TRACE_FLAG_INSTANT = 1 << 0,  /* ph i */
  LSC_TRACE_FLAG_OPEN = 1 << 1,     /* a B without E: ends with the track */
  LSC_TRACE_FLAG_BACKWARD = 1 << 2, /* args "Fwd thread id" other than 0 */
  LSC_TRACE_FLAG_FORWARD = 1 << 3,  /* args "Fwd thread id" 0 */
};

/**
 * LscTrack: one pid and tid
 * @pid, @tid: ids of LscTraceFile.strings: numbers as written, strings as text
 * @process_name, @thread_name, @labels: (nullable): borrowed from the strings
 * @slices: file order; start_ns without the base; name of strings; category of categories; link of
 *   the dialect; kind 0; detail = offset of the event's opening brace
 * @is_async: its slices were told by begins and ends with an id: they belong to no thread, and @tid
 *   is their category
 * @domains: (nullable): by slice, as far as it goes: id of args "domain", %LSC_STRING_NONE. Ascend
 *   only
 */
typedef struct
{
  guint32 pid;
  guint32 tid;
  guint32 process_name; /* LSC_STRING_NONE */
  guint32 thread_name;
  guint32 process_labels;
  gint64 pid_number; /* -1 when it is no number */
  gint64 tid_number;
  gint64 process_sort; /* G_MAXINT64 = not given */
  gint64 thread_sort;
  gboolean is_async;
  LscRawSlices slices;
  LscIndexes *domains;
} LscTrack;

/** A flow record: ph s, t or f. Its name is not kept. Kineto: only s and f, and where events tell
 * correlations only those of %LSC_TRACE_FWDBWD. */
typedef struct
{
  gint64 time_ns;
  guint64 id; /* equal texts have equal ids: the number itself below 2^63, else a hash */
  guint32 track;
  guint16 category;
  char phase; /* s, t, f */
  guint8 reserved;
} LscFlow;

LSC_DEFINE_ARRAY (LscFlows, lsc_flows, LscFlow)

/** A begin, an end or a moment of something with an id: ph b, n, e, and S, T, p, F of old. */
typedef struct
{
  gint64 time_ns;
  gint64 offset;
  guint64 id; /* equal ids, where they are told in one process alone with it, are equal */
  guint32 track;
  guint32 name;
  guint16 category;
  char phase; /* b, n, e */
  guint8 has_name;
} LscTraceAsync;

LSC_DEFINE_ARRAY (LscTraceAsyncs, lsc_trace_asyncs, LscTraceAsync)

/** Category of the flows from a forward op to its backward one. */
#define LSC_TRACE_FWDBWD "fwdbwd"

/** A value of a ph C event; one for each key of args. */
typedef struct
{
  gint64 time_ns;
  double value;
  guint32 name; /* of the event */
  guint32 key;  /* of args */
  guint32 track;
  guint32 reserved;
} LscTraceSample;

LSC_DEFINE_ARRAY (LscTraceSamples, lsc_trace_samples, LscTraceSample)

/** args "Sequence number" of an op: slice @index of @track. Ordered by track, then index. */
typedef struct
{
  gint64 sequence;
  guint32 track;
  guint32 index;
} LscTraceSequence;

LSC_DEFINE_ARRAY (LscTraceSequences, lsc_trace_sequences, LscTraceSequence)

/** Kineto: args "Process Group Name" and "Process Group Ranks" of slice @index of @track: ids of
 * texts as written, %LSC_STRING_NONE; "Seq", negative = not given; size in bytes, -1 = not given;
 * number of ENUM_HCCL_DATA_TYPE. Ordered by track, then index. */
typedef struct
{
  guint32 track;
  guint32 index;
  guint32 name;
  guint32 ranks;
  gint64 number;
  gint64 bytes;
  guint32 data_type;
} LscTraceGroup;

LSC_DEFINE_ARRAY (LscTraceGroups, lsc_trace_groups, LscTraceGroup)

/** Kineto: a task of a graph, slice @index of @track: args "graph id" and "graph node id", negative
 * = not given; "module_fqn" and "name": ids of texts, %LSC_STRING_NONE. Ordered by track, then
 * index. */
typedef struct
{
  gint64 graph;
  gint64 node;
  guint32 track;
  guint32 index;
  guint32 module;
  guint32 note;
} LscTraceNode;

LSC_DEFINE_ARRAY (LscTraceNodes, lsc_trace_nodes, LscTraceNode)

/** Times and durations beyond these, four years before 1970, the year 2106 and 104 days, are
 * mistakes. A time and the distance of two others, and a thousand of the longest durations, add up
 * to what 64 bits hold. */
#define LSC_TRACE_LEAST_TIME_NS (-(G_GINT64_CONSTANT (1) << 57))
#define LSC_TRACE_MOST_TIME_NS ((G_GINT64_CONSTANT (1) << 62) - (G_GINT64_CONSTANT (1) << 58))
#define LSC_TRACE_MOST_DURATION_NS (G_GINT64_CONSTANT (1) << 53)

/** A number that an event does not have. */
#define LSC_TRACE_NO_NUMBER G_MININT64

/** Kineto: args of [memory], slice @index of @track. Ordered by track, then index. */
typedef struct
{
  gint64 device;      /* "Device Id" */
  gint64 device_type; /* "Device Type" */
  gint64 allocated;   /* "Total Allocated" */
  gint64 reserved;    /* "Total Reserved" */
  gint64 bytes;       /* "Bytes": what was allocated, negative for what was freed */
  gint64 address;     /* "Addr" */
  guint32 track;
  guint32 index;
} LscTraceMemory;

LSC_DEFINE_ARRAY (LscTraceMemories, lsc_trace_memories, LscTraceMemory)

/** Ascend: args "src rank" and "dst rank" of slice @index of @track, where both are places in a
 * group, "stream id" and "size(Byte)", %LSC_TRACE_NO_NUMBER, "transport type" and "link type",
 * %LSC_LINK_CODE_UNKNOWN. Ordered by track, then index. */
typedef struct
{
  guint32 track;
  guint32 index;
  guint32 source;
  guint32 target;
  guint32 transport;
  guint32 link;
  gint64 stream;
  gint64 bytes;
} LscTracePair;

LSC_DEFINE_ARRAY (LscTracePairs, lsc_trace_pairs, LscTracePair)

/**
 * LscTraceFile:
 * @tracks: LscTrack, in order of first appearance
 * @categories: texts of the category numbers, char *
 * @folded: links of 2^31 and more, see lsc_trace_file_get_link(); equal links stay equal
 * @top: char *key -> char *json text of the small values beside traceEvents (at most 4 MiB in all)
 * @asyncs: emptied, their slices are in @tracks
 * @has_links: whether any slice has a link
 * @has_base, @base_ns: baseTimeNanoseconds
 * @has_whole_us: every ts and dur was a whole microsecond
 * @is_truncated, @truncated_at: the text ends inside; offset of the first event not kept
 */
typedef struct
{
  LscIntern *strings;
  GArray *tracks;
  GPtrArray *categories;
  LscFlows flows;
  LscTraceSamples samples;
  LscTraceSequences sequences;
  LscTraceGroups groups;
  LscTraceMemories memories;
  LscTracePairs pairs;
  LscTraceNodes graph_nodes;
  LscCopies copies; /* LscCopy.detail is the offset of the event */
  LscTraceAsyncs asyncs;
  LscInt64s folded;
  GHashTable *top;
  gboolean has_links;
  gboolean has_base;
  gint64 base_ns;
  gboolean has_whole_us;
  gboolean is_truncated;
  gint64 truncated_at;
  gint64 n_events; /* all objects of traceEvents */
  gint64 n_bad;    /* events without what their phase needs */
  gint64 text_bytes;
  LscTextInput *input; /* for lsc_trace_read_event() */
  LscNotices *notices;
  gint64 n_open; /* slices that began and never ended */
} LscTraceFile;

LscTraceFile *lsc_trace_file_read (LscSource *source, LscTraceDialect dialect, guint n_threads,
                                   LscJob *job, GError **error);
void lsc_trace_file_free (LscTraceFile *self);
gint64 lsc_trace_file_get_link (const LscTraceFile *self, guint32 link);
int lsc_trace_file_find_category (const LscTraceFile *self, const char *name);
GPtrArray *lsc_trace_list_details (const char *text, gsize n);
GPtrArray *lsc_trace_read_event (LscTextInput *input, gint64 offset, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTraceFile, lsc_trace_file_free)

G_END_DECLS
