/* lsc-perfetto-private.h - what the parts of the reader of Perfetto's traces share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-hash.h"
#include "read/perfetto/lsc-perfetto.h"
#include "read/perfetto/lsc-proto.h"
#include "read/trace/lsc-trace-worker.h"

G_BEGIN_DECLS

/* formats.md#perfetto: a trace is a list of packets. Fields by their numbers in trace_packet.proto
 * and track_event.proto. */

enum
{
  LSC_PF_TRACE_PACKET = 1,

  LSC_PF_CLOCK_SNAPSHOT = 6,
  LSC_PF_TIMESTAMP = 8,
  LSC_PF_SEQUENCE = 10,
  LSC_PF_TRACK_EVENT = 11,
  LSC_PF_INTERNED = 12,
  LSC_PF_FLAGS = 13,
  LSC_PF_CLEARED = 41,
  LSC_PF_DROPPED = 42,
  LSC_PF_DEFLATED = 50,
  LSC_PF_GPU_COUNTERS = 52,
  LSC_PF_RENDER_STAGE = 53,
  LSC_PF_CLOCK = 58,
  LSC_PF_DEFAULTS = 59,
  LSC_PF_TRACK = 60,
  LSC_PF_ZSTD = 133,
};

/** What every packet begins with. */
#define LSC_PF_PACKET_KEY (LSC_PF_TRACE_PACKET << 3 | LSC_PROTO_BYTES)

/** What stands in InternedData. */
typedef enum
{
  LSC_PF_CATEGORIES,
  LSC_PF_NAMES,
  LSC_PF_ARG_NAMES,
  LSC_PF_TEXTS,
  LSC_PF_CONTEXTS,
  LSC_PF_SPECIFICATIONS,
  LSC_PF_COUNTERS,
  LSC_PF_KERNELS,
  LSC_PF_LAUNCH_NAMES,
  LSC_PF_N_TABLES,
} LscPfKind;

/** A text with a number. @more: of a category its number in the trace; of a set of counters its
 * index in LscPfReader.counters; of a context its process; of a stage its category */
typedef struct
{
  guint64 iid;
  guint32 text; /* id, LSC_STRING_NONE */
  guint32 more;
} LscPfEntry;

LSC_DEFINE_ARRAY (LscPfEntries, lsc_pf_entries, LscPfEntry)

typedef struct
{
  LscPfEntries entries;
  LscHash index;
} LscPfTable;

/** What a sequence interned between two times that it was told to forget all. */
typedef struct
{
  LscPfTable tables[LSC_PF_N_TABLES];
} LscPfGeneration;

/* More of them than this no recorder makes; their numbers are a part of a slice's detail. */
#define LSC_PF_MOST_GENERATIONS (1u << 16)
#define LSC_PF_OFFSET_BITS 40
#define LSC_PF_OFFSET_MASK ((G_GINT64_CONSTANT (1) << LSC_PF_OFFSET_BITS) - 1)
/* From here on offsets are in the packed packets, as if these followed each other there. */
#define LSC_PF_INSIDE (G_GINT64_CONSTANT (1) << (LSC_PF_OFFSET_BITS - 1))

/** Packets that are packed inside of one: unpacked they stand from @begin to @end. */
typedef struct
{
  gint64 begin;
  gint64 end;
  gint64 offset; /* of the packet around them */
} LscPfBundle;

LSC_DEFINE_ARRAY (LscPfBundles, lsc_pf_bundles, LscPfBundle)

/* One bundle, and all of them against the bytes that they were packed in. */
#define LSC_PF_MOST_BUNDLE ((gsize) 64 << 20)
#define LSC_PF_MOST_RATIO 200

/** What finds the packets of a trace again. */
typedef struct
{
  char *path;
  LscTextInput *input;
  LscIntern *strings;
  GPtrArray *generations; /* LscPfGeneration */
  LscPfBundles bundles;
  GByteArray *unpacked; /* of the bundle that was asked for last */
  gsize unpacked_index;
  GMutex lock;
} LscPerfettoTexts;

/** A clock against that of the day: @value of it is @real_ns. */
typedef struct
{
  guint32 sequence; /* of those that belong to one, else 0 */
  guint32 id;
  gint64 value;
  gint64 real_ns;
  gint64 unit_ns;
  gboolean is_incremental;
} LscPfClock;

LSC_DEFINE_ARRAY (LscPfClocks, lsc_pf_clocks, LscPfClock)

/** A writer. */
typedef struct
{
  guint32 id;
  guint32 generation; /* LSC_STRING_NONE */
  gboolean is_valid;  /* it was told to begin anew, and nothing was lost since */
  guint32 default_clock;
  guint64 default_track;
} LscPfSequence;

/** A begin, with its slice, or an end. */
typedef struct
{
  gint64 time_ns;
  guint32 slice; /* LSC_SLICE_NONE: an end */
  guint32 reserved;
} LscPfMark;

LSC_DEFINE_ARRAY (LscPfMarks, lsc_pf_marks, LscPfMark)

/**
 * LscPfTrack: a track of the file
 * @is_stream: of a device: @pid is its number, @tid that of the stream
 * @marks: begins and ends in the order of the file
 * @number, @first: of the LscTrack that it becomes, and of its first slice there
 */
typedef struct
{
  guint64 uuid;
  guint64 parent;
  guint32 index; /* of LscPfReader.tracks */
  gint64 pid;
  gint64 tid;
  guint32 name;
  guint32 process_name;
  guint8 has_pid;
  guint8 has_tid;
  guint8 is_stream;
  guint8 is_used;   /* by a slice or a sample */
  guint8 is_joined; /* with another one, to a track of the trace */
  guint8 is_counter;
  guint8 is_incremental;
  double multiplier;
  double sum;
  LscRawSlices slices;
  LscPfMarks marks;
  guint32 number;
  guint32 first;
} LscPfTrack;

/** Names of counters of a device, by their ids. */
typedef struct
{
  GHashTable *names; /* id -> text + 1 */
  gint64 gpu;
} LscPfCounterSet;

typedef struct
{
  LscTraceWorker *worker;
  LscPerfettoTexts *texts;
  GPtrArray *tracks;       /* LscPfTrack */
  GHashTable *track_index; /* guint64 * -> LscPfTrack */
  GHashTable *streams;     /* GBytes of device and stream -> LscPfTrack */
  LscPfTrack *last_track;  /* (nullable) */
  LscPfTrack *last_stream; /* (nullable) */
  GHashTable *sequences;   /* id -> LscPfSequence */
  LscPfSequence *last;     /* (nullable) */
  GPtrArray *counter_sets; /* LscPfCounterSet */
  LscPfClocks clocks;
  LscHash clock_index;
  GHashTable *skipped; /* field -> number of packets */
  gint64 n_packets;
  gint64 n_stateless;  /* packets that need a state which is not there */
  gint64 n_far_clocks; /* packets with a clock that no snapshot tells */
  gint64 n_zstd;       /* packed packets that cannot be unpacked here */
  gint64 n_bundles_bad;
  gint64 n_stages; /* work of devices */
  gint64 base_ns;
  gboolean has_base;
  guint32 depth; /* 1 inside of a bundle */
  gint64 inside; /* next offset there */
  GByteArray *unpacked;
  gint64 n_packed_bytes;   /* what bundles were packed in */
  GPtrArray *kept;         /* texts of the event at work */
  LscTraceSamples samples; /* of tracks: their numbers here */
  GHashTable *inline_sets; /* device -> index of counter set + 1 */
  guint32 no_category;
  gint64 counter_gpu; /* whose track of counters was met last */
  guint32 counter_track;
  guint32 no_text;
  gboolean has_counter_track;
  gint64 stopped_at; /* where no packet follows, -1 */
} LscPfReader;

/** What a packet says of itself. */
typedef struct
{
  gint64 detail; /* see lsc_perfetto_read_text() */
  gint64 time_ns;
  gboolean has_time;
  LscPfSequence *sequence;
  const LscPfGeneration *generation; /* (nullable) */
} LscPfPacket;

/** An event as far as the model needs it. */
typedef struct
{
  guint32 name; /* LSC_STRING_NONE */
  guint32 category;
  gint64 correlation;
  gint64 order; /* "Sequence number" */
  gint64 fwd_thread;
  gboolean is_sync;
  gboolean has_extras;
  LscTraceExtras extras;
} LscPfEvent;

/* lsc-perfetto-intern.c */
void _lsc_pf_generation_free (gpointer data);
void _lsc_pf_read_interned (LscPfReader *self, LscPfGeneration *generation, const guint8 *bytes,
                            gsize n);
const LscPfEntry *_lsc_pf_find (const LscPfGeneration *generation, LscPfKind kind, guint64 iid);

/* lsc-perfetto-clock.c */
void _lsc_pf_read_clocks (LscPfReader *self, guint32 sequence, const guint8 *bytes, gsize n);
gboolean _lsc_pf_convert (LscPfReader *self, guint32 sequence, guint32 id, guint64 value,
                          gint64 *time_ns);

/* lsc-perfetto-packet.c */
void _lsc_pf_read_packet (LscPfReader *self, const guint8 *bytes, gsize n, gint64 offset);

/* lsc-perfetto-track.c */
LscPfTrack *_lsc_pf_get_track (LscPfReader *self, guint64 uuid);
LscPfTrack *_lsc_pf_get_stream (LscPfReader *self, gint64 gpu, gint64 stream);
void _lsc_pf_read_track (LscPfReader *self, const guint8 *bytes, gsize n);
void _lsc_pf_track_free (gpointer data);
void _lsc_pf_finish_tracks (LscPfReader *self);

/* lsc-perfetto-event.c */
gboolean _lsc_pf_read_event (LscPfReader *self, const LscPfPacket *packet, const guint8 *bytes,
                             gsize n);
LscRawSlice *_lsc_pf_add_slice (LscPfReader *self, LscPfTrack *track, const LscPfPacket *packet,
                                const LscPfEvent *event, gint64 end_ns);

void _lsc_pf_add_arrow_end (LscPfReader *self, const LscPfTrack *track, gint64 time_ns,
                            guint64 event);

/* lsc-perfetto-args.c */
guint32 _lsc_pf_intern (LscPfReader *self, const guint8 *bytes, gsize n);
void _lsc_pf_event_init (LscPfEvent *self);
void _lsc_pf_take_number (LscPfEvent *self, const guint8 *key, gsize n, gint64 value);
void _lsc_pf_take_text (LscPfReader *reader, LscPfEvent *self, const guint8 *key, gsize n,
                        const guint8 *text, gsize n_text);

/* lsc-perfetto-gpu.c */
gboolean _lsc_pf_read_stage (LscPfReader *self, const LscPfPacket *packet, const guint8 *bytes,
                             gsize n);
gboolean _lsc_pf_read_counters (LscPfReader *self, const LscPfPacket *packet, const guint8 *bytes,
                                gsize n);

/* lsc-perfetto-sets.c */
guint32 _lsc_pf_read_counter_set (LscPfReader *self, const guint8 *bytes, gsize n, gint64 gpu);
void _lsc_pf_counter_set_free (gpointer data);
const char *_lsc_pf_category_of_stage (const char *stage);

/* lsc-perfetto-pair.c */
void _lsc_pf_pair (LscPfReader *self, guint32 index);

/* lsc-perfetto-notices.c */
void _lsc_pf_skip (LscPfReader *self, guint32 field);
void _lsc_pf_say (const LscPfReader *self, LscTraceFile *file, LscSource *source);

/* lsc-perfetto-texts.c */
LscPerfettoTexts *_lsc_pf_texts_new (const char *path, LscJob *job, GError **error);
void _lsc_pf_texts_free (gpointer data);
LscTraceTexts _lsc_pf_texts_lend (LscPerfettoTexts *self);

/* lsc-perfetto-text.c */
void _lsc_pf_print_packet (const LscPerfettoTexts *self, const LscPfGeneration *generation,
                           const guint8 *bytes, gsize n, GString *out);

G_END_DECLS
