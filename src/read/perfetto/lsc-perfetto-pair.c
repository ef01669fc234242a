/* lsc-perfetto-pair.c - the begins and ends of a track, paired
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"
#include "read/perfetto/lsc-perfetto-private.h"

/* formats.md#perfetto: an end has no name. Who writes while a program runs writes in the order of
 * time, so that an end belongs to the last begin that is open. PyTorch writes group by group, first
 * all begins, then all ends in the order of the begins; and if neither is so, marks are sorted by
 * time, ends before begins. Worked example: begins at 0, 10, 12 and then ends at 10, 20, 15 are
 * slices of [0, 10), [10, 20) and [12, 15). */

/* So many slices of a group that PyTorch wrote may reach over the end of another: one in 16. */
#define CROSSING_SHARE 16

/** The ends of the slices of a track, G_MININT64 where there is none yet. */
typedef struct
{
  LscPfReader *reader;
  const LscPfTrack *track;
  gint64 *ends;
  gsize n_slices;
} Pairing;

static gboolean
is_end (const LscPfMark *mark)
{
  return mark->slice == LSC_SLICE_NONE;
}

static void
add_orphan (Pairing *self, gint64 time_ns)
{
  lsc_trace_orphans_append (&self->reader->worker->orphans,
                            (LscTraceOrphan){ self->track->number, time_ns });
}

static gboolean
is_in_order (const LscPfMarks *marks)
{
  for (gsize i = 1; i < marks->n; i++)
    if (marks->items[i].time_ns < marks->items[i - 1].time_ns)
      return FALSE;
  return TRUE;
}

/* Ends close what is open, in the order of @order or, without one, of the file. */
static void
pair_by_stack (Pairing *self, const guint32 *order)
{
  const LscPfMarks *marks = &self->track->marks;
  LscIndexes open = { 0 };
  gsize n_early = 0; /* ends of this time before any begin of it */
  gint64 early_ns = 0;

  for (gsize i = 0; i < marks->n; i++)
    {
      const LscPfMark *mark = &marks->items[order ? order[i] : i];

      for (; n_early > 0 && early_ns != mark->time_ns; n_early--)
        add_orphan (self, early_ns);
      if (is_end (mark) && open.n > 0)
        self->ends[open.items[--open.n]] = mark->time_ns;
      else if (is_end (mark))
        {
          early_ns = mark->time_ns;
          n_early++;
        }
      else if (n_early > 0) /* of no length */
        {
          self->ends[mark->slice] = mark->time_ns;
          n_early--;
        }
      else
        lsc_indexes_append (&open, mark->slice);
    }
  for (; n_early > 0; n_early--)
    add_orphan (self, early_ns);
  lsc_indexes_clear (&open);
}

/* Whether each group of begins is followed by as many ends, none of them before its begin. */
static gboolean
pair_by_groups (Pairing *self)
{
  const LscPfMarks *marks = &self->track->marks;
  LscIndexes begins = { 0 };
  gsize next = 0;
  gboolean ok = TRUE;

  for (gsize i = 0; i < marks->n && ok; i++)
    {
      const LscPfMark *mark = &marks->items[i];

      if (!is_end (mark))
        {
          /* a new group: the one before must be through */
          ok = i == 0 || !is_end (&marks->items[i - 1]) || next == begins.n;
          lsc_indexes_append (&begins, (guint32) i);
          continue;
        }
      ok = next < begins.n && mark->time_ns >= marks->items[begins.items[next]].time_ns;
      if (ok)
        self->ends[marks->items[begins.items[next++]].slice] = mark->time_ns;
    }
  ok = ok && next == begins.n;
  lsc_indexes_clear (&begins);
  return ok;
}

static gint64
begin_key (gsize index, gconstpointer data)
{
  return ((const LscPfMark *) data)[index].time_ns;
}

static gboolean
nests (const Pairing *self)
{
  const LscPfMarks *marks = &self->track->marks;
  g_autofree guint32 *order = lsc_sort_order (marks->n, begin_key, marks->items);
  LscInt64s open = { 0 };
  gsize n_crossing = 0;

  for (gsize i = 0; i < marks->n; i++)
    {
      const LscPfMark *mark = &marks->items[order ? order[i] : i];

      if (is_end (mark))
        continue;
      while (open.n > 0 && open.items[open.n - 1] <= mark->time_ns)
        open.n--;
      if (open.n > 0 && open.items[open.n - 1] < self->ends[mark->slice])
        n_crossing++;
      lsc_int64s_append (&open, self->ends[mark->slice]);
    }
  lsc_int64s_clear (&open);
  return n_crossing <= marks->n / 2 / CROSSING_SHARE;
}

/* Ends before begins; times of events are below 2^62. */
static gint64
mark_key (gsize index, gconstpointer data)
{
  const LscPfMark *mark = &((const LscPfMark *) data)[index];

  return mark->time_ns * 2 + !is_end (mark);
}

static void
forget (Pairing *self)
{
  for (gsize i = 0; i < self->n_slices; i++)
    self->ends[i] = G_MININT64;
}

/* In the order of the slices, in which those of great length must stand. */
static void
close_slices (Pairing *self)
{
  LscTraceWorker *worker = self->reader->worker;
  LscTrack *made = &g_array_index (worker->file.tracks, LscTrack, self->track->number);
  const LscPfMarks *marks = &self->track->marks;

  for (gsize i = 0; i < marks->n; i++)
    {
      guint32 slice = marks->items[i].slice;

      if (is_end (&marks->items[i]))
        continue;
      if (self->ends[slice] == G_MININT64)
        lsc_trace_open_slice (worker, self->track->number, self->track->first + slice);
      else
        lsc_trace_close_slice (&made->slices, self->track->first + slice,
                               self->ends[slice] - self->reader->base_ns);
    }
}

/**
 * _lsc_pf_pair:
 * @index: of a track whose slices are in the track that it becomes
 *
 * Gives slices that began their ends. Cost: O(n log n).
 */
void
_lsc_pf_pair (LscPfReader *self, guint32 index)
{
  LscPfTrack *track = g_ptr_array_index (self->tracks, index);
  LscPfMarks *marks = &track->marks;
  g_autofree guint32 *order = NULL;
  Pairing pairing = { .reader = self, .track = track };

  if (marks->n == 0)
    return;
  for (gsize i = 0; i < marks->n; i++)
    if (!is_end (&marks->items[i]))
      pairing.n_slices = marks->items[i].slice + 1u;
  pairing.ends = g_new (gint64, pairing.n_slices + 1);
  forget (&pairing);
  if (is_in_order (marks))
    pair_by_stack (&pairing, NULL);
  else if (!pair_by_groups (&pairing) || !nests (&pairing))
    {
      forget (&pairing);
      order = lsc_sort_order (marks->n, mark_key, marks->items);
      pair_by_stack (&pairing, order);
    }
  close_slices (&pairing);
  g_free (pairing.ends);
  lsc_pf_marks_clear (marks);
}
