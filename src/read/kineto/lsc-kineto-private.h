/* lsc-kineto-private.h - what the parts of the Kineto reader share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "model/lsc-timeline.h"
#include "read/kineto/lsc-kineto.h"
#include "read/trace/lsc-trace-file.h"

G_BEGIN_DECLS

/** What the category of an event says (formats.md#kineto-categories). */
typedef enum
{
  LSC_KINETO_UNKNOWN,
  LSC_KINETO_CPU_OP,
  LSC_KINETO_OPERATOR, /* an op or a step, in traces of PyTorch 1 */
  LSC_KINETO_ANNOTATION,
  LSC_KINETO_PYTHON,
  LSC_KINETO_RUNTIME, /* CUDA runtime and driver, and those of other back ends */
  LSC_KINETO_KERNEL,
  LSC_KINETO_COPY,
  LSC_KINETO_GPU_ANNOTATION,
  LSC_KINETO_SYNC,
  LSC_KINETO_RANGE, /* cuda_profiler_range */
  LSC_KINETO_INSTANT,
  LSC_KINETO_PROFILER, /* overhead, Trace */
  LSC_KINETO_SYSTEM,   /* calls of the operating system */
  LSC_KINETO_NONE,     /* without a category */
} LscKinetoCategory;

/** Which lane of its thread or stream a slice goes to. */
typedef enum
{
  LSC_KINETO_TO_STEPS,
  LSC_KINETO_TO_OPS,
  LSC_KINETO_TO_STACK,
  LSC_KINETO_TO_MARKS,
  LSC_KINETO_TO_RUNTIME,
  LSC_KINETO_TO_STREAM_MARKS,
  LSC_KINETO_TO_STREAM,
  LSC_KINETO_TO_COMM,
  LSC_KINETO_TO_ASYNC,
  LSC_KINETO_TO_SYSTEM,
  LSC_KINETO_TO_OTHER,
  LSC_KINETO_N_TARGETS,
} LscKinetoTarget;

/**
 * LscKinetoPlace: what an event is
 * @is_collective: it is mirrored as an operator of its group
 */
typedef struct
{
  LscKinetoTarget target;
  LscSliceKind kind;
  gboolean is_collective;
} LscKinetoPlace;

/** A slice with a correlation. */
typedef struct
{
  guint32 raw;
  guint32 link;
} LscKinetoEnd;

/** A task of a device that is not read. */
typedef struct
{
  gint64 start_ns;
  guint32 link;
} LscKinetoFar;

/** An op of which autograd said something. */
typedef struct
{
  gint64 sequence; /* -1 = not said */
  guint32 raw;
  guint32 flags; /* LSC_TRACE_FLAG_FORWARD, _BACKWARD */
} LscKinetoSequence;

/** A communication op: the copy of a slice of a stream. */
typedef struct
{
  guint32 bucket; /* of the stream */
  guint32 raw;    /* there */
} LscKinetoCopy;

LSC_DEFINE_ARRAY (LscKinetoFars, lsc_kineto_fars, LscKinetoFar)
LSC_DEFINE_ARRAY (LscKinetoEnds, lsc_kineto_ends, LscKinetoEnd)
LSC_DEFINE_ARRAY (LscKinetoSequences, lsc_kineto_sequences, LscKinetoSequence)
LSC_DEFINE_ARRAY (LscKinetoCopies, lsc_kineto_copies, LscKinetoCopy)

/**
 * LscKinetoBucket: the slices of one lane to be
 * @track: of the trace, G_MAXUINT32 for the steps; communication: index of the group
 * @sequences: (nullable): of ops, as far as any were told
 * @position: (nullable): raw index to slice of the lane, once that is made; %NULL when it is the
 *   same
 * @computing_ns, @comm_ns: sums by kind
 */
typedef struct
{
  guint8 target; /* LscKinetoTarget */
  guint8 has_backward;
  guint8 has_steps;
  guint32 track;
  guint32 node;
  LscRawSlices raw;
  LscKinetoEnds ends;
  LscKinetoSequences *sequences;
  gint64 computing_ns;
  gint64 comm_ns;
  guint32 *position;
} LscKinetoBucket;

/** A task of a graph: slice @raw of @bucket. @told: index into LscTraceFile.graph_nodes */
typedef struct
{
  guint32 bucket;
  guint32 raw;
  guint32 told;
} LscKinetoNode;

LSC_DEFINE_ARRAY (LscKinetoNodes, lsc_kineto_nodes, LscKinetoNode)

/** An event of which more arguments than usual are needed. */
typedef struct
{
  gint64 offset;
  gint64 time_ns;
  guint32 bucket; /* of a kernel, G_MAXUINT32 for a sample of memory */
  guint32 raw;
  guint32 extra; /* index into the trace's groups or memories, G_MAXUINT32 */
  guint32 name;  /* of the operator, LSC_STRING_NONE = as the slice */
} LscKinetoLook;

LSC_DEFINE_ARRAY (LscKinetoLooks, lsc_kineto_looks, LscKinetoLook)

/**
 * LscKinetoGroup: a communicator met in the arguments of a kernel
 * @name: as it is called there
 * @full_name: (nullable): with its members, that of #LscCommGroup
 * @copies: what its slices are copies of
 */
typedef struct
{
  char *name;
  char *full_name;
  char *label;
  guint32 bucket;
  LscKinetoCopies copies;
} LscKinetoGroup;

/** State while a trace becomes a timeline. */
typedef struct
{
  LscTimeline *timeline;
  LscTraceFile *trace;
  const LscTraceTexts *texts;
  LscJob *job;
  LscLaneRule rule;
  GArray *buckets;      /* LscKinetoBucket */
  guint32 *bucket_of;   /* by track and target, G_MAXUINT32 */
  guint8 *categories;   /* by category number: LscKinetoCategory */
  guint8 *thread_ranks; /* by track, once lanes are made: main thread first */
  guint8 *name_classes; /* by name: see lsc-kineto-place.c */
  gsize n_names;
  gboolean has_kernels;     /* a category is known for kernels */
  gboolean has_known;       /* any category is known */
  LscFlows arrows;          /* from launches, of a trace without correlations; by track and time */
  GHashTable *is_device;    /* track and unknown category -> 1 no, 2 yes */
  GHashTable *other_hosts;  /* (nullable): processes that are not read, ids of texts */
  gboolean is_other_device; /* the track at work is of a device that is not read */
  LscKinetoFars fars;       /* what other devices did for calls */
  LscRawSlices spare;       /* see lsc-kineto-sort.c */
  LscKinetoTarget spare_for;
  LscKinetoLooks looks;
  LscKinetoNodes nodes;
  GPtrArray *groups; /* LscKinetoGroup */
  GPtrArray *memory; /* of devices, see lsc-kineto-memory.c */
  gint64 device_begin_ns;
  gint64 device_end_ns;
  gint64 n_out_of_range;
  gint64 n_launches;
  guint32 memory_name; /* id of "[memory]" */
} LscKinetoBuild;

/** A block of memory. @pool: interned: name of its strip; @node: lane of the operators of the
 * thread that asked for it, %LSC_SLICE_NONE */
typedef struct
{
  const char *pool;
  gint64 size_bytes;
  gint64 begin_ns;
  gint64 end_ns; /* -1 = not while it was recorded */
  guint64 address;
  guint32 node;
} LscKinetoBlock;

LSC_DEFINE_ARRAY (LscKinetoBlocks, lsc_kineto_blocks, LscKinetoBlock)

/** What a Kineto timeline keeps of its file: @input, or @texts where it is no text. */
typedef struct
{
  LscTextInput *input;
  LscTraceTexts texts;
  guint8 *roles; /* two bits a slice: LscFwdRole */
  LscKinetoBlocks blocks;
} LscKinetoReader;

#define LSC_KINETO_NO_BUCKET G_MAXUINT32

static inline LscKinetoBucket *
_lsc_kineto_bucket (const LscKinetoBuild *build, guint32 index)
{
  return &((LscKinetoBucket *) (gpointer) build->buckets->data)[index];
}

static inline const LscTrack *
_lsc_kineto_track (const LscKinetoBuild *build, guint32 index)
{
  return &((const LscTrack *) (gconstpointer) build->trace->tracks->data)[index];
}

/* The lane that was made of a bucket. */
static inline const LscLane *
_lsc_kineto_lane (const LscKinetoBuild *build, const LscKinetoBucket *bucket)
{
  return lsc_timeline_get_node (build->timeline, bucket->node)->lane;
}

/* The slice of that lane that was made of a raw one. */
static inline guint32
_lsc_kineto_slice (const LscKinetoBucket *bucket, guint32 raw)
{
  return bucket->position ? bucket->position[raw] : raw;
}

/* lsc-kineto-bucket.c */
guint32 _lsc_kineto_get_bucket (const LscKinetoBuild *build, guint32 track, LscKinetoTarget target);
guint32 _lsc_kineto_need_bucket (LscKinetoBuild *build, guint32 track, LscKinetoTarget target);
guint32 _lsc_kineto_add_bucket (LscKinetoBuild *build, LscKinetoTarget target, guint32 track);
void _lsc_kineto_clear_bucket (gpointer bucket);

/* lsc-kineto-place.c */
void _lsc_kineto_begin_places (LscKinetoBuild *build);
LscKinetoCategory _lsc_kineto_category (const LscKinetoBuild *build, const LscRawSlice *slice);
gboolean _lsc_kineto_is_step (const LscKinetoBuild *build, const LscRawSlice *slice);
char *_lsc_kineto_list_unknown (const LscKinetoBuild *build);
char *_lsc_kineto_list_devices (const LscKinetoBuild *build);
LscKinetoPlace _lsc_kineto_place_slice (LscKinetoBuild *build, guint32 track,
                                        const LscRawSlice *slice);

/* lsc-kineto-arrows.c */
void _lsc_kineto_take_arrows (LscKinetoBuild *build);
guint32 _lsc_kineto_find_arrow (const LscKinetoBuild *build, guint32 track, gint64 start_ns);
void _lsc_kineto_add_anchors (LscKinetoBuild *build);

/* lsc-kineto-sort.c */
gboolean _lsc_kineto_sort (LscKinetoBuild *build, GError **error);

/* lsc-kineto-engine.c */
void _lsc_kineto_find_engines (LscKinetoBuild *build);

/* lsc-kineto-args.c */
char *_lsc_kineto_read_text (LscKinetoBuild *build, gint64 offset, gsize *n);
gboolean _lsc_kineto_has_stream (LscKinetoBuild *build, gint64 offset);
gboolean _lsc_kineto_look (LscKinetoBuild *build, GError **error);

/* lsc-kineto-counters.c */
void _lsc_kineto_add_counters (LscKinetoBuild *build);
gboolean _lsc_kineto_take_launches (LscKinetoBuild *build, GError **error);

/* lsc-kineto-sched.c */
gboolean _lsc_kineto_add_sched (LscKinetoBuild *build, GError **error);

/* lsc-kineto-memory.c */
void _lsc_kineto_take_memory (LscKinetoBuild *build, const LscKinetoLook *look);
void _lsc_kineto_add_series (LscTimeline *timeline, guint32 node, LscCounter **counter);
void _lsc_kineto_add_memory (LscKinetoBuild *build);
void _lsc_kineto_take_blocks (LscKinetoBuild *build);
LscMemoryBlocks *_lsc_kineto_read_blocks (const LscTimeline *timeline, LscJob *job, GError **error);
void _lsc_kineto_free_memory (gpointer data);

/* lsc-kineto-texts.c */
LscTraceFile *_lsc_kineto_read_file (LscSource *source, guint n_threads, LscTraceTexts *texts,
                                     LscJob *job, GError **error);

/* lsc-kineto-visit.c */
#define LSC_KINETO_MOST_EVENT ((gsize) 65536)

gsize _lsc_kineto_object_length (const char *text, gsize n);

/* lsc-kineto-groups.c */
void _lsc_kineto_learn_groups (LscKinetoBuild *build);
guint32 _lsc_kineto_get_group (LscKinetoBuild *build, const char *name, const char *ranks);
void _lsc_kineto_name_groups (LscKinetoBuild *build);
void _lsc_kineto_free_group (gpointer data);
gint64 _lsc_kineto_read_rank (LscMetadata *metadata);

/* lsc-kineto-lanes.c */
gboolean _lsc_kineto_make_lanes (LscKinetoBuild *build, GError **error);

/* lsc-kineto-links.c */
gboolean _lsc_kineto_make_links (LscKinetoBuild *build, LscLinkList *links, GError **error);
gboolean _lsc_kineto_make_passes (LscKinetoBuild *build, LscLinkList *links, GError **error);

/* lsc-kineto-nodes.c */
void _lsc_kineto_add_nodes (LscKinetoBuild *build);

/* lsc-kineto-reader.c */
LscKinetoReader *_lsc_kineto_reader_new (LscTimeline *timeline);
void _lsc_kineto_set_role (LscKinetoReader *self, guint32 id, LscFwdRole role);

/* lsc-kineto-devices.c */
GHashTable *_lsc_kineto_find_other_hosts (const LscKinetoBuild *build);

G_END_DECLS
