/* lsc-op-streams.c - how busy devices are as a whole, and each of their streams
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-interval.h"
#include "base/lsc-sort.h"
#include "judge/operators/lsc-operators-private.h"

/* operators.md#streams. Example: in a step of 100 ns stream 7 runs [0,40) and stream 8 [30,60):
 * something runs for 60 ns and nothing for 40; stream 7 is busy for 40, 30 of them alone. */

typedef struct
{
  gint64 rank;
  gint64 stream;
  gint64 count;
  gint64 busy_ns;
  double share;
  gint64 idle_ns;
  gint64 alone_ns;
  double overlapped;
} Row;

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (Row),
  LSC_COLUMN (Row, stream, "stream", N_ ("Stream"), LSC_UNIT_ID, "operators.md#streams",
              N_ ("Stream of the device; empty for the device as a whole.")),
  LSC_COLUMN (Row, count, "count", N_ ("Count"), LSC_UNIT_COUNT, "operators.md#streams",
              N_ ("Kernels, copies and communication operators.")),
  LSC_COLUMN (Row, busy_ns, "busy_ns", N_ ("Busy"), LSC_UNIT_NS, "operators.md#streams",
              N_ ("Time in which anything runs.")),
  LSC_COLUMN (Row, share, "share", N_ ("Share"), LSC_UNIT_SHARE, "operators.md#streams",
              N_ ("Busy time; the steps are 100 %.")),
  LSC_COLUMN (Row, idle_ns, "idle_ns", N_ ("Idle"), LSC_UNIT_NS, "operators.md#streams",
              N_ ("Time in which nothing runs.")),
  LSC_COLUMN (Row, alone_ns, "alone_ns", N_ ("Alone"), LSC_UNIT_NS, "operators.md#streams",
              N_ ("Busy time in which no other stream is busy.")),
  LSC_COLUMN (Row, overlapped, "overlapped", N_ ("Overlapped"), LSC_UNIT_SHARE,
              "operators.md#streams",
              N_ ("Time in which another stream is busy as well; busy time is 100 %.")),
};

const LscTableInfo lsc_streams_table_info = LSC_TABLE_INFO ("streams", Row, columns);

/** What a stream does. @number: %LSC_ID_NONE = it is not known which stream */
typedef struct
{
  guint32 number;
  gint64 n;
  LscIntervals busy;
  gint64 alone_ns;
} Stream;

/** A stream becomes busy, or idle again. */
typedef struct
{
  gint64 time_ns;
  guint32 stream;
  gint32 change;
} Edge;

LSC_DEFINE_ARRAY (Edges, edges, Edge)

/** @span: what is looked at, steps or the whole */
typedef struct
{
  const LscOpSheet *sheet;
  const LscOpFilter *filter;
  GArray *streams; /* Stream */
  LscIntervals span;
} Use;

static void
clear_stream (gpointer data)
{
  lsc_intervals_clear (&((Stream *) data)->busy);
}

static Stream *
get_stream (Use *self, guint32 number)
{
  Stream fresh = { .number = number };

  for (guint i = 0; i < self->streams->len; i++)
    if (g_array_index (self->streams, Stream, i).number == number)
      return &g_array_index (self->streams, Stream, i);
  g_array_append_val (self->streams, fresh);
  return &g_array_index (self->streams, Stream, self->streams->len - 1);
}

static void
take_block (Use *self, const LscOpBlock *block)
{
  const LscOpSheet *sheet = self->sheet;
  Stream *stream = NULL;

  for (gsize i = block->first; i < block->first + block->n; i++)
    {
      guint32 number = sheet->kinds.items[sheet->kinds_of[i]].stream;
      gint64 begin_ns = block->base_ns + sheet->starts[i];
      gint64 end_ns = begin_ns + lsc_op_sheet_get_duration_ns (sheet, i);

      if (!stream || stream->number != number)
        stream = get_stream (self, number);
      stream->n += _lsc_op_filter_has_step (self->filter, sheet, block->step);
      if (end_ns > begin_ns)
        lsc_intervals_append (&stream->busy, (LscInterval){ begin_ns, end_ns });
    }
}

/* The steps that are asked for; without any from the first kernel to the last end. */
static void
take_span (Use *self)
{
  const LscOpSheet *sheet = self->sheet;
  gint64 begin_ns = G_MAXINT64, end_ns = G_MININT64;

  for (guint32 i = 0; i < sheet->steps.n && !self->filter->is_whole; i++)
    if (_lsc_op_filter_has_step (self->filter, sheet, i))
      lsc_intervals_append (&self->span, (LscInterval){ sheet->steps.items[i].begin_ns,
                                                        sheet->steps.items[i].end_ns });
  for (guint i = 0; i < self->streams->len && self->span.n == 0; i++)
    {
      const LscIntervals *busy = &g_array_index (self->streams, Stream, i).busy;

      for (gsize k = 0; k < busy->n; k++)
        {
          begin_ns = MIN (begin_ns, busy->items[k].begin_ns);
          end_ns = MAX (end_ns, busy->items[k].end_ns);
        }
    }
  if (self->span.n == 0 && begin_ns < end_ns)
    lsc_intervals_append (&self->span, (LscInterval){ begin_ns, end_ns });
  lsc_intervals_merge (&self->span);
}

/* Leaves of a list what lies in the span. */
static void
keep_span (const Use *self, LscIntervals *list)
{
  LscIntervals outside = { 0 }, inside = { 0 };

  lsc_intervals_merge (list);
  lsc_intervals_subtract (list, &self->span, &outside);
  lsc_intervals_subtract (list, &outside, &inside);
  lsc_intervals_clear (&outside);
  lsc_intervals_clear (list);
  *list = inside;
}

/* Merges the edges [begin,middle) and [middle,end), each by time, into @out. */
static void
merge_runs (const Edge *items, gsize begin, gsize middle, gsize end, Edge *out)
{
  gsize a = begin, b = middle;

  for (gsize i = begin; i < end; i++)
    if (a < middle && (b == end || items[a].time_ns <= items[b].time_ns))
      out[i] = items[a++];
    else
      out[i] = items[b++];
}

/* @runs: where those of each stream begin, and the end: neighbours are merged until one is left. */
static void
sort_edges (Edges *edges, gsize *runs, gsize n)
{
  for (; n > 1; n = (n + 1) / 2)
    {
      Edge *out = g_new (Edge, edges->n + 1);

      for (gsize i = 0; i < n; i += 2)
        merge_runs (edges->items, runs[i], runs[i + 1], runs[MIN (i + 2, n)], out);
      for (gsize i = 0; i <= (n + 1) / 2; i++)
        runs[i] = runs[MIN (2 * i, n)];
      g_free (edges->items);
      edges->items = out;
      edges->capacity = edges->n + 1;
    }
}

static void
collect_edges (const Use *self, Edges *out)
{
  g_autofree gsize *runs = g_new (gsize, self->streams->len + 2);

  for (guint i = 0; i < self->streams->len; i++)
    {
      const LscIntervals *busy = &g_array_index (self->streams, Stream, i).busy;

      runs[i] = out->n;

      for (gsize k = 0; k < busy->n; k++)
        {
          edges_append (out, (Edge){ busy->items[k].begin_ns, i, 1 });
          edges_append (out, (Edge){ busy->items[k].end_ns, i, -1 });
        }
    }
  runs[self->streams->len] = out->n;
  sort_edges (out, runs, self->streams->len);
}

/* Returns: how long anything runs. Where one stream alone is busy, the sum of the numbers of the
 * busy ones is its number. */
static gint64
find_alone (Use *self)
{
  Edges edges = { 0 };
  gint64 n_busy = 0, sum = 0, busy_ns = 0;

  collect_edges (self, &edges);
  for (gsize i = 0; i < edges.n; i++)
    {
      gint64 ns = i > 0 ? edges.items[i].time_ns - edges.items[i - 1].time_ns : 0;

      busy_ns += n_busy > 0 ? ns : 0;
      if (n_busy == 1)
        g_array_index (self->streams, Stream, sum).alone_ns += ns;
      n_busy += edges.items[i].change;
      sum += edges.items[i].change * (gint64) edges.items[i].stream;
    }
  edges_clear (&edges);
  return busy_ns;
}

static void
add_row (const Use *self, LscTable *table, const Stream *stream, gint64 busy_ns, gint64 n)
{
  gint64 span_ns = lsc_intervals_length (&self->span);
  Row row = { .rank = lsc_rank_or_null (self->sheet->rank),
              .stream =
                  stream && stream->number != LSC_ID_NONE ? (gint64) stream->number : LSC_INT_NULL,
              .count = n,
              .busy_ns = busy_ns,
              .share = span_ns > 0 ? (double) busy_ns / (double) span_ns : LSC_REAL_NULL,
              .idle_ns = span_ns - busy_ns,
              .alone_ns = stream ? stream->alone_ns : LSC_INT_NULL,
              .overlapped = stream && busy_ns > 0
                                ? (double) (busy_ns - stream->alone_ns) / (double) busy_ns
                                : LSC_REAL_NULL };

  lsc_table_add (table, &row);
}

static int
compare_streams (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (((const Stream *) a)->number, ((const Stream *) b)->number);
}

static void
add_rank (LscTable *table, const LscOpSheet *sheet, const LscOpFilter *filter)
{
  Use use = { .sheet = sheet, .filter = filter };
  gint64 busy_ns, n = 0;

  use.streams = g_array_new (FALSE, FALSE, sizeof (Stream));
  g_array_set_clear_func (use.streams, clear_stream);
  for (gsize i = 0; i < sheet->blocks.n; i++)
    take_block (&use, &sheet->blocks.items[i]);
  g_array_sort (use.streams, compare_streams);
  take_span (&use);
  for (guint i = 0; i < use.streams->len; i++)
    {
      keep_span (&use, &g_array_index (use.streams, Stream, i).busy);
      n += g_array_index (use.streams, Stream, i).n;
    }
  busy_ns = find_alone (&use);
  add_row (&use, table, NULL, busy_ns, n);
  for (guint i = 0; i < use.streams->len && use.streams->len > 1; i++)
    {
      const Stream *stream = &g_array_index (use.streams, Stream, i);

      if (stream->number != LSC_ID_NONE && stream->busy.n > 0)
        add_row (&use, table, stream, lsc_intervals_length (&stream->busy), stream->n);
    }
  g_array_unref (use.streams);
  lsc_intervals_clear (&use.span);
}

/**
 * lsc_operators_list_streams:
 * @filter: (nullable): ranks and steps; what else it says does not matter
 *
 * Kernels, copies and communication count; waits do not. Formula: operators.md#streams.
 *
 * Thread: any. Cost: O(kernels * log streams). Errors: CANCELLED.
 *
 * Returns: (transfer full) (nullable): the table "streams": for each rank a row for the device, and
 *   where it has several streams one for each
 */
LscTable *
lsc_operators_list_streams (LscOperators *self, const LscOpFilter *filter, LscJob *job,
                            GError **error)
{
  static const LscOpFilter everything = { .stream = -1 };
  g_autoptr (LscTable) table = lsc_table_new_for (&lsc_streams_table_info);

  g_return_val_if_fail (self, NULL);
  for (guint i = 0; i < self->sheets->len; i++)
    {
      const LscOpSheet *sheet = self->sheets->pdata[i];

      if (!lsc_job_check (job, error))
        return NULL;
      if (_lsc_op_filter_has_rank (filter ? filter : &everything, sheet->rank))
        add_rank (table, sheet, filter ? filter : &everything);
    }
  return g_steal_pointer (&table);
}
