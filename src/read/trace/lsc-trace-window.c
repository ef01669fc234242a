/* lsc-trace-window.c - a piece of a text that moves on, block by block
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/trace/lsc-trace-window.h"

G_STATIC_ASSERT (LSC_TEXT_TAIL >= LSC_JSON_PAD);

#define BLOCK_BYTES ((gsize) 256 * 1024)

/* What is left of the last block, an event as a rule, is copied in front of the next one, so that
 * the text itself is never copied. Only events that are longer than that room move into a window
 * that grows. */

/**
 * lsc_trace_window_init:
 * @input: (transfer none) (nullable): read from @offset on when plain, else from its beginning;
 *   %NULL is a text without a byte
 */
void
lsc_trace_window_init (LscTraceWindow *self, LscTextInput *input, gint64 offset, LscJob *job)
{
  self->input = input;
  self->job = job;
  self->is_plain = input && lsc_text_input_is_plain (input);
  self->at_end = !input;
  self->offset = self->next = offset;
  self->tail = g_malloc (LSC_TEXT_HEAD + LSC_TEXT_TAIL);
  if (self->is_plain)
    self->memory = g_malloc (LSC_TEXT_HEAD + BLOCK_BYTES + LSC_TEXT_TAIL);
  memset (self->tail, '"', LSC_TEXT_HEAD + LSC_TEXT_TAIL);
  self->begin = self->end = self->tail;
}

void
lsc_trace_window_clear (LscTraceWindow *self)
{
  g_free (self->memory);
  g_free (self->tail);
  g_free (self->big);
  g_clear_error (&self->failure);
  memset (self, 0, sizeof *self);
}

/* The next block, writable as lsc_text_input_next() says; NULL at the end. */
static char *
get_block (LscTraceWindow *self, gsize *n)
{
  LscTextBlock block = { 0 };

  *n = 0;
  if (self->at_end)
    return NULL;
  if (!self->is_plain)
    {
      if (lsc_text_input_next (self->input, &block, &self->failure))
        *n = block.n;
      self->at_end = *n == 0;
      return *n > 0 ? (char *) (gsize) block.data : NULL;
    }
  if (lsc_job_check (self->job, &self->failure))
    *n = lsc_text_input_read_into (self->input, self->next, self->memory + LSC_TEXT_HEAD,
                                   BLOCK_BYTES, &self->failure);
  self->next += (gint64) *n;
  self->at_end = *n < BLOCK_BYTES;
  lsc_job_did (self->job, (gint64) *n);
  return *n > 0 ? self->memory + LSC_TEXT_HEAD : NULL;
}

static void
set_window (LscTraceWindow *self, char *begin, gsize n, gint64 offset)
{
  self->begin = begin;
  self->end = begin + n;
  self->offset = offset;
  memset (begin + n, '"', LSC_JSON_PAD);
}

/* The carried over text as the window: nothing follows it. */
static LscTraceRefill
refill_big (LscTraceWindow *self, const char *keep, gsize n_keep, gint64 offset)
{
  gsize wanted = MIN (n_keep + MAX (n_keep, BLOCK_BYTES), LSC_TRACE_MOST_EVENT);
  gsize n_block, n = n_keep;
  char *block;

  if (wanted + BLOCK_BYTES + LSC_TEXT_TAIL > self->big_capacity)
    {
      gsize capacity = wanted + BLOCK_BYTES + LSC_TEXT_TAIL;
      char *grown = g_malloc (capacity);

      memcpy (grown, keep, n_keep);
      g_free (self->big);
      self->big = grown;
      self->big_capacity = capacity;
    }
  else
    memmove (self->big, keep, n_keep);
  while (n < wanted && (block = get_block (self, &n_block)))
    {
      memcpy (self->big + n, block, n_block);
      n += n_block;
    }
  set_window (self, self->big, n, offset);
  return n > n_keep ? LSC_TRACE_REFILLED : LSC_TRACE_AT_END;
}

/**
 * lsc_trace_window_refill:
 * @keep: from here on the text is still needed; afterwards it is @self->begin
 *
 * Returns: whether there is more text now; if not, the window is what was kept
 */
LscTraceRefill
lsc_trace_window_refill (LscTraceWindow *self, const char *keep)
{
  gsize n_keep = keep < self->end ? (gsize) (self->end - keep) : 0;
  gint64 offset = lsc_trace_window_offset (self, MIN (keep, self->end));
  gsize n;
  char *block;

  if (n_keep >= LSC_TRACE_MOST_EVENT)
    return LSC_TRACE_TOO_LONG;
  if (n_keep > LSC_TEXT_HEAD)
    return refill_big (self, keep, n_keep, offset);
  memmove (self->tail, keep, n_keep);
  g_clear_pointer (&self->big, g_free);
  self->big_capacity = 0;
  block = get_block (self, &n);
  if (!block)
    {
      set_window (self, self->tail, n_keep, offset);
      return LSC_TRACE_AT_END;
    }
  memcpy (block - n_keep, self->tail, n_keep);
  set_window (self, block - n_keep, n_keep + n, offset);
  return LSC_TRACE_REFILLED;
}
