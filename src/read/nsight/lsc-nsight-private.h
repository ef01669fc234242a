/* lsc-nsight-private.h - what the parts of the reader of Nsight Systems' exports share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-hash.h"
#include "read/nsight/lsc-nsight.h"
#include "read/trace/lsc-trace-worker.h"

G_BEGIN_DECLS

/* formats.md#nsight: what an export has, table by table. */

/** Tables of events; a number here is a part of LscRawSlice.detail. */
typedef enum
{
  LSC_NS_KERNEL,
  LSC_NS_MEMCPY,
  LSC_NS_MEMSET,
  LSC_NS_SYNC,
  LSC_NS_GRAPH,
  LSC_NS_RUNTIME,
  LSC_NS_NVTX,
  LSC_NS_OSRT,
  LSC_NS_OVERHEAD,
  LSC_NS_CUPTI_OVERHEAD,
  LSC_NS_N_TABLES,
} LscNsTable;

#define LSC_NS_ROW_BITS 48

/* NVTX_EVENTS.eventType */
enum
{
  LSC_NS_MARK = 34,
  LSC_NS_CATEGORY = 33,
  LSC_NS_PUSH_POP = 59,
  LSC_NS_START_END = 60,
  LSC_NS_RANGE_PUSH_POP = 70, /* with registered text in some versions */
  LSC_NS_RANGE_START_END = 71,
  LSC_NS_DOMAIN = 75,
};

/** What is wrong with rows of a table. */
typedef enum
{
  LSC_NS_BAD_TIME,   /* no start, or beyond what is a time */
  LSC_NS_OPEN,       /* no end */
  LSC_NS_NEGATIVE,   /* ends before it starts */
  LSC_NS_NO_NAME,    /* shown all the same */
  LSC_NS_NO_PROCESS, /* nor thread or device: shown all the same */
  LSC_NS_TOO_MANY,   /* tracks or slices */
  LSC_NS_ODD_TYPE,   /* of a kind that is not known */
  LSC_NS_N_FAULTS,
} LscNsFault;

/** Texts of the export by their ids. @of_id: ids below its length; @others: the rest */
typedef struct
{
  LscIndexes of_id;   /* LSC_STRING_NONE */
  GHashTable *others; /* gint64 * -> text + 1 */
  LscIndexes calls; /* of_id without the version behind names of calls, LSC_STRING_NONE = not yet */
} LscNsStrings;

/** A range of NVTX on its way, see lsc-nsight-ranges.c. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 row;
  gint64 thread; /* its global number */
  gint64 sequence;
  guint32 name;
  guint32 domain;
  guint8 what;    /* LscNsRange */
  guint8 is_free; /* of a start and an end, which need not nest */
  guint8 is_far;  /* ended in another thread */
  guint8 is_backward;
} LscNsSpan;

LSC_DEFINE_ARRAY (LscNsSpans, lsc_ns_spans, LscNsSpan)

/** What a range of NVTX is by its text. */
typedef enum
{
  LSC_NS_ANNOTATION,
  LSC_NS_OP,
  LSC_NS_MODULE,
  LSC_NS_MOMENT,
} LscNsRange;

/** Where work of a device goes. */
typedef struct
{
  gint64 pid;
  gint64 device;
  gint64 key; /* of the track's process */
} LscNsPlace;

LSC_DEFINE_ARRAY (LscNsPlaces, lsc_ns_places, LscNsPlace)

typedef struct
{
  LscTraceWorker *worker;
  LscSource *source;
  LscDb *db;
  LscJob *job;
  GPtrArray *devices;            /* LscNsightDevice */
  const LscNsightDevice *wanted; /* (nullable): the one alone that is read */
  LscNsStrings strings;
  LscNsPlaces places;
  gsize last_place;
  LscInt64s pids; /* in the order in which correlations of them were met */
  gsize last_pid;
  LscNsSpans spans;
  GHashTable *libraries; /* gint64 * of process and domain: those of libraries */
  guint16 categories[LSC_NS_N_TABLES];
  guint16 driver;
  guint16 op;
  guint16 module;
  guint16 moment;
  LscNsTable table; /* at work */
  gboolean has_rows[LSC_NS_N_TABLES];
  gint64 faults[LSC_NS_N_TABLES][LSC_NS_N_FAULTS];
  gint64 n_unknown_names;
  GPtrArray *failures; /* char *: what ended the reading of a table */
  GPtrArray *lacking;  /* char *: "TABLE.COLUMN" */
  GHashTable *capture; /* see lsc-nsight-graphs.c */
  GPtrArray *problems; /* char *: what Nsight Systems says that went wrong */
  guint n_problems;
  GString *properties; /* (nullable): of devices, in JSON */
  guint32 nameless;
} LscNsReader;

/** Names and columns of a table of events. */
typedef struct
{
  const char *name;
  const char *category;
  const char *const *columns; /* the first three are rowid, start and end */
  guint n_needed;             /* columns whose absence is told */
  LscRowFunc take;
} LscNsTableInfo;

extern const LscNsTableInfo _lsc_ns_tables[LSC_NS_N_TABLES];

/* Global numbers: vm << 48 | pid << 24 | tid. */
static inline gint64
_lsc_ns_pid (gint64 global)
{
  return global >> 24 & 0xffffff;
}

static inline gint64
_lsc_ns_tid (gint64 global)
{
  return global & 0xffffff;
}

static inline void
_lsc_ns_note (LscNsReader *self, LscNsFault fault)
{
  self->faults[self->table][fault]++;
}

static inline gint64
_lsc_ns_detail (LscNsTable table, gint64 row)
{
  return row >= 0 && row < G_GINT64_CONSTANT (1) << LSC_NS_ROW_BITS
             ? (gint64) table << LSC_NS_ROW_BITS | row
             : -1;
}

/* lsc-nsight-find.c */
void _lsc_ns_device_free (gpointer data);

/* lsc-nsight-strings.c */
void _lsc_ns_read_strings (LscNsReader *self);
void _lsc_ns_strings_clear (LscNsStrings *self);
guint32 _lsc_ns_add_text (LscNsReader *self, const char *text, gsize n);
guint32 _lsc_ns_find_name (LscNsReader *self, LscCell *cell);
guint32 _lsc_ns_find_call (LscNsReader *self, LscCell *cell);
guint32 _lsc_ns_cell_text (LscNsReader *self, LscCell *cell);

/* lsc-nsight-tables.c */
void _lsc_ns_read_table (LscNsReader *self, LscNsTable table);

/* lsc-nsight-rows.c */
void _lsc_ns_scan (LscNsReader *self, const char *table, const char *const *columns, guint n_needed,
                   LscRowFunc func);
gboolean _lsc_ns_take_times (LscNsReader *self, LscCell **cells, gint64 *start_ns, gint64 *end_ns);
gboolean _lsc_ns_is_wanted (const LscNsReader *self, gint64 pid);
guint32 _lsc_ns_get_thread (LscNsReader *self, gint64 global);
guint32 _lsc_ns_get_stream (LscNsReader *self, gint64 pid, gint64 device, gint64 stream);
guint32 _lsc_ns_fold (LscNsReader *self, gint64 pid, gint64 correlation);
LscRawSlice *_lsc_ns_add_slice (LscNsReader *self, guint32 track, gint64 start_ns, gint64 end_ns,
                                gint64 row, guint32 name, guint16 category);

/* lsc-nsight-device.c */
void _lsc_ns_take_kernel (LscScan *scan, LscCell **cells, gpointer reader);
void _lsc_ns_take_memcpy (LscScan *scan, LscCell **cells, gpointer reader);
void _lsc_ns_take_memset (LscScan *scan, LscCell **cells, gpointer reader);
void _lsc_ns_take_sync (LscScan *scan, LscCell **cells, gpointer reader);
void _lsc_ns_take_graph (LscScan *scan, LscCell **cells, gpointer reader);
char *_lsc_ns_name_copy (gint64 kind, gint64 source, gint64 target);
const char *_lsc_ns_name_sync (gint64 type);

/* lsc-nsight-host.c */
void _lsc_ns_take_runtime (LscScan *scan, LscCell **cells, gpointer reader);
void _lsc_ns_take_osrt (LscScan *scan, LscCell **cells, gpointer reader);
void _lsc_ns_take_overhead (LscScan *scan, LscCell **cells, gpointer reader);

/* lsc-nsight-nvtx.c */
void _lsc_ns_take_nvtx (LscScan *scan, LscCell **cells, gpointer reader);
gboolean _lsc_ns_is_of_library (const LscNsReader *self, const LscNsSpan *span);

/* lsc-nsight-ranges.c */
void _lsc_ns_sort_ranges (LscNsReader *self);
void _lsc_ns_place_ranges (LscNsReader *self);

/* lsc-nsight-graphs.c */
void _lsc_ns_read_captures (LscNsReader *self);
gboolean _lsc_ns_find_capture (const LscNsReader *self, gint64 pid, gint64 node, guint32 *module,
                               guint32 *note);

/* lsc-nsight-info.c */
void _lsc_ns_read_info (LscNsReader *self, LscTraceFile *file);

/* lsc-nsight-notices.c */
void _lsc_ns_say (LscNsReader *self, LscTraceFile *file);

/* lsc-nsight-texts.c */
LscTraceTexts _lsc_ns_make_texts (const LscNsReader *self);

G_END_DECLS
