/* lsc-trace-worker-top.c - what a trace says beside its events
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/lsc-json.h"
#include "read/trace/lsc-trace-private.h"

/* Moves the window until it holds the whole value at self->p, if it is small. */
static const char *
find_small_value_end (LscTraceWorker *self)
{
  for (;;)
    {
      LscJsonStatus status = LSC_JSON_BAD;
      const char *after = lsc_json_skip_value (self->p, self->window.end, &status);

      if (after || status != LSC_JSON_MORE)
        return after;
      if ((gsize) (self->window.end - self->p) > LSC_TRACE_MOST_TOP ||
          _lsc_trace_worker_refill (self) != LSC_TRACE_REFILLED)
        return NULL;
    }
}

/* What stands at self->p. Of documents that were joined what the first one says holds. */
static void
keep_top_value (LscTraceWorker *self, char *key, gsize n)
{
  g_autofree char *owned = key;
  const char *known = self->n_joined > 0 ? g_hash_table_lookup (self->file.top, owned) : NULL;

  if (known)
    {
      self->joins_ranks |= strcmp (owned, "distributedInfo") == 0 &&
                           (strlen (known) != n || memcmp (known, self->p, n) != 0);
      return;
    }
  if (self->top_bytes + n > LSC_TRACE_MOST_TOP)
    return;
  self->top_bytes += n;
  g_hash_table_replace (self->file.top, g_steal_pointer (&owned), g_strndup (self->p, n));
}

static gboolean
read_top_value (LscTraceWorker *self, char *key)
{
  g_autofree char *owned = key;
  const char *after = find_small_value_end (self);
  gsize n = after ? (gsize) (after - self->p) : 0;

  if (!after)
    {
      if (!_lsc_trace_worker_skip_long_value (self))
        return _lsc_trace_worker_give_up (self, lsc_trace_worker_offset (self));
    }
  else
    {
      keep_top_value (self, g_steal_pointer (&owned), n);
      self->p = after;
    }
  self->progress_at = lsc_trace_worker_offset (self);
  return TRUE;
}

/* The key at self->p, a quote; behind the colon afterwards. */
static char *
read_top_key (LscTraceWorker *self)
{
  const char *after = find_small_value_end (self);
  char *key;

  if (!after || *self->p != '"')
    return NULL;
  key = lsc_json_decode_dup (self->p + 1, (gsize) (after - self->p) - 2);
  self->p = after;
  if (_lsc_trace_worker_skip_blanks (self) && *self->p == ':')
    {
      self->p++;
      if (_lsc_trace_worker_skip_blanks (self))
        return key;
    }
  g_free (key);
  return NULL;
}

/** Reads keys of the object up to the array of events, or to the end. */
void
_lsc_trace_worker_read_top (LscTraceWorker *self)
{
  while (_lsc_trace_worker_skip_blanks (self))
    {
      char *key;

      if (*self->p == ',')
        {
          self->p++;
          continue;
        }
      if (*self->p == '}')
        {
          self->p++;
          self->place = LSC_TRACE_FINISHED;
          return;
        }
      key = read_top_key (self);
      if (!key)
        break;
      if (strcmp (key, "traceEvents") == 0 && *self->p == '[')
        {
          g_free (key);
          self->p++;
          self->has_array = TRUE;
          self->place = LSC_TRACE_IN_EVENTS;
          return;
        }
      if (!read_top_value (self, key))
        return;
    }
  _lsc_trace_worker_give_up (self, lsc_trace_worker_offset (self));
}
