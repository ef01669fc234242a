/* lsc-trace-async.c - begins and ends with an id become slices of tracks of their own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"
#include "read/trace/lsc-trace-private.h"

/* formats.md#async-events. Serving systems trace requests so: what has one category and one id is
 * nested, whatever thread told it. Each process gets a track for each category. */

/* How many of one id may be open inside each other for an end to find the one of its name. */
#define MOST_NESTED 1024

/** What has begun and not ended, of one category and id. */
typedef struct
{
  LscIndexes track; /* the same places in both: track, and slice of it */
  LscIndexes slice;
} Open;

typedef struct
{
  LscTraceWorker *worker;
  GHashTable *open;   /* guint64 * of category and id -> Open * */
  GHashTable *tracks; /* gint64 * of process and category -> track + 1 */
} Asyncs;

static void
free_open (gpointer data)
{
  Open *self = data;

  lsc_indexes_clear (&self->track);
  lsc_indexes_clear (&self->slice);
  g_free (self);
}

static gint64
time_key (gsize index, gconstpointer data)
{
  return ((const LscTraceAsync *) data)[index].time_ns;
}

static LscTrack *
get_track (Asyncs *self, guint32 index)
{
  return &g_array_index (self->worker->file.tracks, LscTrack, index);
}

/* A thread whose name is the category, of which no event of the file can be. */
static guint32
need_track (Asyncs *self, const LscTraceAsync *async)
{
  LscTraceWorker *worker = self->worker;
  gint64 pid_key = worker->states.items[async->track].pid_key;
  gint64 key = (gint64) lsc_hash_mix (lsc_hash_mix (0, (guint64) pid_key), async->category);
  guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (self->tracks, &key));
  const char *category = g_ptr_array_index (worker->file.categories, async->category);
  LscTrack *track;
  guint32 text;

  if (found > 0)
    return found - 1;
  text = lsc_intern_add_take (worker->file.strings,
                              g_strdup_printf ("%s (async)", *category ? category : "events"));
  found = lsc_trace_get_track (worker, pid_key, -1 - (gint64) text);
  if (found == LSC_SLICE_NONE)
    return found;
  track = get_track (self, found);
  track->is_async = TRUE;
  track->thread_name = text;
  g_hash_table_insert (self->tracks, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (found + 1));
  return found;
}

static Open *
need_open (Asyncs *self, const LscTraceAsync *async)
{
  guint64 key = lsc_hash_mix (async->id, async->category);
  Open *open = g_hash_table_lookup (self->open, &key);

  if (!open)
    {
      open = g_new0 (Open, 1);
      g_hash_table_insert (self->open, g_memdup2 (&key, sizeof key), open);
    }
  return open;
}

static guint32
add_slice (Asyncs *self, const LscTraceAsync *async, guint32 number)
{
  LscTrack *track = get_track (self, number);
  LscRawSlice *slice = lsc_raw_slices_add (&track->slices, async->time_ns, async->time_ns);

  slice->detail = async->offset;
  slice->name = async->name;
  slice->category = async->category;
  slice->kind = LSC_SLICE_OTHER;
  slice->flags = async->phase == 'n' ? LSC_TRACE_FLAG_INSTANT : 0;
  return (guint32) (track->slices.n - 1);
}

/* The innermost with the name of the end; without a name, or where none has it, the innermost. */
static gsize
find_begin (Asyncs *self, const Open *open, const LscTraceAsync *async)
{
  gsize least = open->slice.n > MOST_NESTED ? open->slice.n - MOST_NESTED : 0;

  for (gsize i = open->slice.n; async->has_name && i-- > least;)
    if (get_track (self, open->track.items[i])->slices.items[open->slice.items[i]].name ==
        async->name)
      return i;
  return open->slice.n - 1;
}

static void
end_slice (Asyncs *self, const LscTraceAsync *async)
{
  Open *open = need_open (self, async);
  gsize place;

  if (open->slice.n == 0)
    {
      lsc_trace_orphans_append (&self->worker->orphans,
                                (LscTraceOrphan){ async->track, async->time_ns });
      return;
    }
  place = find_begin (self, open, async);
  lsc_trace_close_slice (&get_track (self, open->track.items[place])->slices,
                         open->slice.items[place], async->time_ns);
  for (gsize i = place; i + 1 < open->slice.n; i++)
    {
      open->track.items[i] = open->track.items[i + 1];
      open->slice.items[i] = open->slice.items[i + 1];
    }
  open->track.n = --open->slice.n;
}

static void
take (Asyncs *self, const LscTraceAsync *async)
{
  guint32 track;

  if (async->phase == 'e')
    {
      end_slice (self, async);
      return;
    }
  track = need_track (self, async);
  if (track == LSC_SLICE_NONE)
    {
      lsc_trace_note_bad (self->worker, LSC_TRACE_BAD_TRACKS, async->offset);
      return;
    }
  if (async->phase == 'b')
    {
      Open *open = need_open (self, async);

      lsc_indexes_append (&open->slice, add_slice (self, async, track));
      lsc_indexes_append (&open->track, track);
    }
  else
    add_slice (self, async, track);
}

/* What never ended is open as a B without E is. */
static void
leave_open (Asyncs *self)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const Open *open = value;

      for (gsize i = 0; i < open->slice.n; i++)
        lsc_trace_open_slice (self->worker, open->track.items[i], open->slice.items[i]);
    }
}

/**
 * _lsc_trace_take_asyncs:
 * @self: with all parts of the file merged
 *
 * Makes slices of what begins and ends with an id, on tracks of their own, and empties the list.
 * An end without a begin is an orphan. Cost: O(n log n) of them.
 */
void
_lsc_trace_take_asyncs (LscTraceWorker *self)
{
  LscTraceAsyncs *all = &self->file.asyncs;
  Asyncs asyncs = { .worker = self };
  g_autofree guint32 *order = NULL;

  if (all->n == 0)
    return;
  asyncs.open = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free_open);
  asyncs.tracks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  order = lsc_sort_order (all->n, time_key, all->items);
  for (gsize i = 0; i < all->n; i++)
    take (&asyncs, &all->items[order ? order[i] : i]);
  leave_open (&asyncs);
  g_hash_table_unref (asyncs.open);
  g_hash_table_unref (asyncs.tracks);
  lsc_trace_asyncs_clear (all);
}
