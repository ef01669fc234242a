/* lsc-nsight-ranges.c - ranges of NVTX, put where they belong
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/nsight/lsc-nsight-private.h"

#include <string.h>

/* formats.md#nsight-ranges. Ranges that are pushed and popped nest in their thread. Those with a
 * start and an end may cross each other, or end in another thread: these are shown in a lane of
 * their own, and nothing is inside of them. */

#define CROSSING "NVTX ranges that cross"

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const LscNsSpan *x = a, *y = b;

  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  if (x->end_ns != y->end_ns)
    return x->end_ns > y->end_ns ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

/** Sorts ranges by thread and time, those around others first. Cost: O(n log n). */
void
_lsc_ns_sort_ranges (LscNsReader *self)
{
  if (self->spans.n > 1)
    qsort (self->spans.items, self->spans.n, sizeof (LscNsSpan), compare_spans);
}

/** Where ranges go while they are put. @open: indexes of those that are open */
typedef struct
{
  LscNsReader *reader;
  LscIndexes open;
  gint64 thread;
} Sweep;

static LscNsSpan *
get_span (const Sweep *self, gsize index)
{
  return &self->reader->spans.items[index];
}

/* "layers.0.mlp" in "layers.0" is "mlp". A number alone stays with the word before it. */
static guint32
shorten (const Sweep *self, const LscNsSpan *span)
{
  LscIntern *strings = self->reader->worker->file.strings;
  const char *text = lsc_intern_text (strings, span->name);

  for (gsize i = self->open.n; i-- > 0;)
    {
      const LscNsSpan *around = get_span (self, self->open.items[i]);
      const char *prefix = lsc_intern_text (strings, around->name);
      gsize n = strlen (prefix);

      if (around->what != LSC_NS_MODULE || around->end_ns <= span->start_ns)
        continue;
      if (strncmp (text, prefix, n) == 0 && text[n] == '.' && text[n + 1])
        {
          const char *word = strrchr (prefix, '.');

          if (!g_ascii_isdigit (text[n + 1]))
            return lsc_intern_add (strings, text + n + 1);
          return lsc_intern_add (strings, text + (word ? word + 1 - prefix : 0));
        }
      break;
    }
  return span->name;
}

/* A range that need not nest does so as long as it ends before what is open around it. */
static gboolean
crosses (const Sweep *self, const LscNsSpan *span)
{
  for (gsize i = self->open.n; i-- > 0;)
    {
      const LscNsSpan *around = get_span (self, self->open.items[i]);

      if (around->end_ns > span->start_ns && around->end_ns < span->end_ns)
        return TRUE;
    }
  return FALSE;
}

static guint16
get_category (const LscNsReader *self, const LscNsSpan *span)
{
  switch (span->what)
    {
    case LSC_NS_OP:
      return self->op;
    case LSC_NS_MODULE:
      return self->module;
    case LSC_NS_MOMENT:
      return self->moment;
    default:
      return self->categories[LSC_NS_NVTX];
    }
}

static guint32
name_span (const Sweep *self, const LscNsSpan *span)
{
  LscIntern *strings = self->reader->worker->file.strings;

  if (span->what != LSC_NS_MODULE)
    return span->name;
  return lsc_intern_add_take (
      strings, g_strconcat ("nn.Module: ", lsc_intern_text (strings, shorten (self, span)), NULL));
}

static void
put_nested (const Sweep *self, LscNsSpan *span)
{
  LscNsReader *reader = self->reader;
  LscTraceFile *file = &reader->worker->file;
  guint32 track = _lsc_ns_get_thread (reader, span->thread);
  LscRawSlice *slice =
      track != LSC_SLICE_NONE
          ? _lsc_ns_add_slice (reader, track, span->start_ns, span->end_ns, span->row,
                               name_span (self, span), get_category (reader, span))
          : NULL;

  if (!slice)
    return;
  if (span->what == LSC_NS_MOMENT)
    slice->flags |= LSC_TRACE_FLAG_INSTANT;
  if (span->what != LSC_NS_OP || (span->sequence < 0 && !span->is_backward))
    return;
  slice->flags |= span->is_backward ? LSC_TRACE_FLAG_BACKWARD : LSC_TRACE_FLAG_FORWARD;
  if (span->sequence >= 0)
    lsc_trace_sequences_append (
        &file->sequences,
        (LscTraceSequence){
            span->sequence, track,
            (guint32) (g_array_index (file->tracks, LscTrack, track).slices.n - 1) });
}

static void
put_crossing (LscNsReader *self, const LscNsSpan *span)
{
  gint64 text = -1 - (gint64) lsc_intern_add (self->worker->file.strings, CROSSING);
  guint32 track = lsc_trace_get_track (self->worker,
                                       span->thread < 0 ? text : _lsc_ns_pid (span->thread), text);

  if (track == LSC_SLICE_NONE)
    {
      _lsc_ns_note (self, LSC_NS_TOO_MANY);
      return;
    }
  g_array_index (self->worker->file.tracks, LscTrack, track).is_async = TRUE;
  _lsc_ns_add_slice (self, track, span->start_ns, span->end_ns, span->row, span->name,
                     self->categories[LSC_NS_NVTX]);
}

static void
put (Sweep *self, gsize index)
{
  LscNsSpan *span = get_span (self, index);

  if (span->thread != self->thread)
    self->open.n = 0;
  self->thread = span->thread;
  while (self->open.n > 0 &&
         get_span (self, self->open.items[self->open.n - 1])->end_ns <= span->start_ns)
    self->open.n--;
  if (span->what == LSC_NS_ANNOTATION && _lsc_ns_is_of_library (self->reader, span))
    span->what = LSC_NS_OP;
  if (span->is_far || (span->is_free && crosses (self, span)))
    {
      put_crossing (self->reader, span);
      return;
    }
  put_nested (self, span);
  if (span->what != LSC_NS_MOMENT)
    lsc_indexes_append (&self->open, (guint32) index);
}

/**
 * _lsc_ns_place_ranges:
 * @self: with its ranges sorted, which are gone afterwards
 *
 * Makes slices of all ranges. Cost: O(n).
 */
void
_lsc_ns_place_ranges (LscNsReader *self)
{
  Sweep sweep = { .reader = self, .thread = G_MININT64 };

  self->table = LSC_NS_NVTX;
  for (gsize i = 0; i < self->spans.n; i++)
    put (&sweep, i);
  lsc_indexes_clear (&sweep.open);
  lsc_ns_spans_clear (&self->spans);
}
