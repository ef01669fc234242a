/* lsc-perfetto-read.c - the packets of a Perfetto trace, sorted into tracks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "read/perfetto/lsc-perfetto-private.h"

/* formats.md#perfetto. The tables that come out are those of a trace in JSON. */

/* Two numbers of ten bytes. */
#define MOST_HEAD 20

static void
reader_init (LscPfReader *self, LscTextInput *input, LscPerfettoTexts *texts, LscJob *job)
{
  *self = (LscPfReader){ .texts = texts, .inside = LSC_PF_INSIDE, .stopped_at = -1 };
  self->worker = lsc_trace_worker_new (input, LSC_TRACE_KINETO, 0, job);
  self->worker->any_fraction = 1; /* times are whole ns */
  self->no_category = lsc_trace_add_category (self->worker, "");
  self->tracks = g_ptr_array_new_with_free_func (_lsc_pf_track_free);
  self->track_index = g_hash_table_new (g_int64_hash, g_int64_equal);
  self->streams =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  self->sequences = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->counter_sets = g_ptr_array_new_with_free_func (_lsc_pf_counter_set_free);
  self->inline_sets = g_hash_table_new (NULL, NULL);
  self->skipped = g_hash_table_new (NULL, NULL);
  self->unpacked = g_byte_array_new ();
  self->kept = g_ptr_array_new_with_free_func (g_free);
}

static void
reader_clear (LscPfReader *self)
{
  g_ptr_array_unref (self->tracks);
  g_hash_table_unref (self->track_index);
  g_hash_table_unref (self->streams);
  g_hash_table_unref (self->sequences);
  g_ptr_array_unref (self->counter_sets);
  g_hash_table_unref (self->inline_sets);
  g_hash_table_unref (self->skipped);
  g_byte_array_unref (self->unpacked);
  g_ptr_array_unref (self->kept);
  lsc_trace_samples_clear (&self->samples);
  lsc_pf_clocks_clear (&self->clocks);
  lsc_hash_clear (&self->clock_index);
  lsc_trace_worker_free (self->worker);
}

/* ---- the window ---- */

static inline const guint8 *
get_begin (const LscPfReader *self)
{
  return (const guint8 *) self->worker->p;
}

static inline const guint8 *
get_end (const LscPfReader *self)
{
  return (const guint8 *) self->worker->window.end;
}

/* Whether @n bytes follow, or all that there are where @is_less allows fewer. */
static gboolean
need (LscPfReader *self, gsize n, gboolean is_less)
{
  LscTraceWorker *worker = self->worker;

  while ((gsize) (worker->window.end - worker->p) < n)
    {
      LscTraceRefill refill = lsc_trace_window_refill (&worker->window, worker->p);

      if (refill != LSC_TRACE_TOO_LONG)
        worker->p = worker->window.begin;
      if (refill != LSC_TRACE_REFILLED)
        return is_less && worker->p < worker->window.end;
    }
  return TRUE;
}

/* Goes over bytes that are not kept. Returns: FALSE where the file ends before */
static gboolean
skip_bytes (LscPfReader *self, guint64 n)
{
  LscTraceWorker *worker = self->worker;

  while (n > 0)
    {
      gsize there = (gsize) (worker->window.end - worker->p);
      gsize taken = (gsize) MIN (n, there);

      worker->p += taken;
      n -= taken;
      if (n > 0 && !need (self, 1, FALSE))
        return FALSE;
    }
  return TRUE;
}

/* ---- packets ---- */

static gboolean
end_inside (LscPfReader *self, gint64 offset)
{
  self->worker->ends_inside = TRUE;
  self->worker->ended_at = offset;
  return FALSE;
}

/* What is no packet, of which later versions may have something, is gone over. */
static gboolean
skip_field (LscPfReader *self, guint64 key, const guint8 *p, gint64 offset)
{
  const guint8 *end = get_end (self);
  guint64 n = 0;

  switch (key >> 3 == 0 ? -1 : (int) (key & 7))
    {
    case LSC_PROTO_VARINT:
      p = lsc_proto_read (p, end, &n);
      n = 0;
      break;
    case LSC_PROTO_FIXED64:
      n = 8;
      break;
    case LSC_PROTO_FIXED32:
      n = 4;
      break;
    case LSC_PROTO_BYTES:
      p = lsc_proto_read (p, end, &n);
      break;
    default:
      p = NULL;
      break;
    }
  if (!p)
    {
      self->stopped_at = offset;
      return FALSE;
    }
  self->worker->p = (const char *) p;
  return skip_bytes (self, n) || end_inside (self, offset);
}

/* Returns: FALSE when there is no more */
static gboolean
read_next (LscPfReader *self)
{
  LscTraceWorker *worker = self->worker;
  const guint8 *p;
  guint64 key = 0, n = 0;
  gint64 offset;

  if (!need (self, MOST_HEAD, TRUE))
    return FALSE;
  offset = lsc_trace_worker_offset (worker);
  p = lsc_proto_read (get_begin (self), get_end (self), &key);
  if (G_UNLIKELY (p && key != LSC_PF_PACKET_KEY))
    return skip_field (self, key, p, offset);
  p = p ? lsc_proto_read (p, get_end (self), &n) : NULL;
  if (G_UNLIKELY (!p && get_end (self) - get_begin (self) >= MOST_HEAD))
    {
      self->stopped_at = offset;
      return FALSE;
    }
  if (G_UNLIKELY (!p))
    return end_inside (self, offset);
  worker->p = (const char *) p;
  if (G_UNLIKELY (n > LSC_TRACE_MOST_EVENT))
    {
      if (!skip_bytes (self, n))
        return end_inside (self, offset);
      lsc_trace_note_bad (worker, LSC_TRACE_BAD_LENGTH, offset);
      return TRUE;
    }
  if (G_UNLIKELY (!need (self, (gsize) n, FALSE)))
    return end_inside (self, offset);
  p = get_begin (self);
  worker->p += n;
  self->n_packets++;
  _lsc_pf_read_packet (self, p, (gsize) n, offset);
  return TRUE;
}

/* ---- the file ---- */

static gboolean
check (const LscPfReader *self, const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  const LscTraceWorker *worker = self->worker;

  if (lsc_trace_is_cancelled (worker) || (self->n_packets == 0 && worker->window.failure))
    {
      g_propagate_error (error, g_error_copy (worker->window.failure));
      return FALSE;
    }
  if (self->n_packets > 0)
    return TRUE;
  return lsc_fail (error, LSC_ERROR_CORRUPT,
                   _ ("%s holds no complete packet of a Perfetto trace. Copy or export it again."),
                   name);
}

static LscTraceFile *
finish (LscPfReader *self, LscSource *source)
{
  LscTraceFile *file;

  _lsc_pf_finish_tracks (self);
  file = lsc_trace_make_file (self->worker, self->worker, g_steal_pointer (&self->texts->input));
  file->has_base = self->has_base;
  file->base_ns = self->base_ns;
  _lsc_pf_say (self, file, source);
  self->texts->input = g_steal_pointer (&file->input);
  self->texts->strings = lsc_intern_ref (file->strings);
  return file;
}

static LscTraceFile *
read_packets (LscSource *source, LscPerfettoTexts *texts, LscJob *job, GError **error)
{
  LscTraceFile *file = NULL;
  LscPfReader reader;

  reader_init (&reader, texts->input, texts, job);
  while (read_next (&reader))
    ;
  lsc_text_input_stop (texts->input);
  if (check (&reader, source->file, error))
    file = finish (&reader, source);
  reader_clear (&reader);
  return file;
}

/**
 * lsc_perfetto_read:
 * @source: whose file is read, plain, packed or in an archive
 * @texts: (out): what finds its packets again, to be cleared
 * @job: (nullable): progress and cancellation
 *
 * Errors: those of lsc_text_input_open(); %LSC_ERROR_CORRUPT when there is no packet in it,
 * %LSC_ERROR_CANCELLED. Everything less is a notice.
 *
 * Cost: O(n log n). Thread: any; the file is only read.
 *
 * Source: formats.md#perfetto.
 *
 * Returns: (transfer full) (nullable): the events; LscRawSlice.detail is for @texts
 */
LscTraceFile *
lsc_perfetto_read (LscSource *source, LscTraceTexts *texts, LscJob *job, GError **error)
{
  LscPerfettoTexts *packets;
  LscTraceFile *file;

  g_return_val_if_fail (source && texts, NULL);
  *texts = (LscTraceTexts){ 0 };
  packets = _lsc_pf_texts_new (source->file, job, error);
  if (!packets)
    return NULL;
  file = read_packets (source, packets, job, error);
  if (file)
    *texts = _lsc_pf_texts_lend (packets);
  else
    _lsc_pf_texts_free (packets);
  return file;
}
