/* lsc-snapshot-input.c - the bytes of a snapshot, as many at a time as are needed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/snapshot/lsc-snapshot-input-private.h"

#include <string.h>

/** Errors: as lsc_text_input_open() */
gboolean
_lsc_snapshot_input_open (LscSnapshotInput *self, const char *path, LscJob *job, GError **error)
{
  self->job = job;
  self->input = lsc_text_input_open (path, job, error);
  self->rest = g_byte_array_new ();
  return self->input != NULL;
}

void
_lsc_snapshot_input_clear (LscSnapshotInput *self)
{
  g_clear_pointer (&self->input, lsc_text_input_close);
  g_clear_pointer (&self->rest, g_byte_array_unref);
  g_clear_error (&self->failure);
}

/* What was not taken yet goes into memory of our own: the block that it lies in goes with the next
 * call. */
static void
keep_rest (LscSnapshotInput *self, gsize n)
{
  const char *rest = (const char *) self->rest->data;

  if (rest && self->p >= rest && self->p <= rest + self->rest->len)
    {
      memmove (self->rest->data, self->p, n);
      g_byte_array_set_size (self->rest, (guint) n);
      return;
    }
  g_byte_array_set_size (self->rest, 0);
  if (n > 0)
    g_byte_array_append (self->rest, (const guint8 *) self->p, (guint) n);
}

static void
use_rest (LscSnapshotInput *self, gsize n)
{
  g_byte_array_set_size (self->rest, (guint) (n + LSC_TEXT_TAIL));
  memset (self->rest->data + n, '"', LSC_TEXT_TAIL);
  self->p = (const char *) self->rest->data;
  self->end = self->p + n;
}

/**
 * _lsc_snapshot_input_more:
 *
 * Adds the next block to what was not taken yet.
 *
 * Returns: %FALSE where there is none: the text ends, or it is damaged (@failure), or the job is
 *   cancelled (@failure)
 */
gboolean
_lsc_snapshot_input_more (LscSnapshotInput *self)
{
  gsize n = (gsize) (self->end - self->p);
  LscTextBlock block;

  keep_rest (self, n);
  if (self->failure || !lsc_job_check (self->job, &self->failure) ||
      !lsc_text_input_next (self->input, &block, &self->failure))
    {
      use_rest (self, n);
      return FALSE;
    }
  self->end_offset = block.offset + (gint64) block.n;
  if (n > LSC_TEXT_HEAD)
    {
      g_byte_array_append (self->rest, (const guint8 *) block.data, (guint) block.n);
      use_rest (self, n + block.n);
      return TRUE;
    }
  /* Where little is left it goes in front of the block, and the block is not copied. */
  self->p = block.data - n;
  self->end = block.data + block.n;
  if (n > 0)
    memcpy ((char *) self->p, self->rest->data, n);
  memset ((char *) self->end, '"', LSC_TEXT_TAIL);
  return TRUE;
}

/** Returns: whether @n bytes from here on lie beyond the end of the file, as far as that is known
 * without reading it */
gboolean
_lsc_snapshot_input_is_beyond (const LscSnapshotInput *self, guint64 n)
{
  guint64 left;

  if (!lsc_text_input_is_plain (self->input))
    return FALSE;
  left = (guint64) (lsc_text_input_get_file_size (self->input) - _lsc_snapshot_input_offset (self));
  return n > left;
}
