/* lsc-memory-curve.c - what curves of memory tell, and whose they are
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-private.h"
#include "analyze/memory/lsc-memory-stacks.h"

#include <string.h>

#include "base/lsc-sort.h"
#include "model/lsc-counter.h"

/* How many points lie at @time_ns or before. */
static gsize
count_until (const LscMemoryCurve *self, gint64 time_ns)
{
  return LSC_BISECT (i, 0, self->points.n, self->points.items[i].time_ns <= time_ns);
}

/** As lsc_counter_read() does: what lies before the first point counts for nothing. */
LscMemoryRead
_lsc_memory_curve_read (const LscMemoryCurve *self, gint64 begin_ns, gint64 end_ns)
{
  gsize i = count_until (self, begin_ns);
  LscMemoryRead read = { 0 };

  if (i > 0)
    read = (LscMemoryRead){ TRUE, self->points.items[i - 1].bytes, self->points.items[i - 1].bytes,
                            self->points.items[i - 1].bytes };
  for (; i < self->points.n && self->points.items[i].time_ns < end_ns; i++)
    {
      gint64 bytes = self->points.items[i].bytes;

      if (!read.is_known)
        read = (LscMemoryRead){ TRUE, bytes, bytes, bytes };
      read.least = MIN (read.least, bytes);
      read.most = MAX (read.most, bytes);
    }
  return read;
}

/** Returns: its value at that time, %LSC_INT_NULL before its first point and of no curve */
gint64
_lsc_memory_curve_at (const LscMemoryCurve *self, gint64 time_ns)
{
  gsize n = self ? count_until (self, time_ns) : 0;

  return n > 0 ? self->points.items[n - 1].bytes : LSC_INT_NULL;
}

/** Returns: (nullable): the first of its highest points */
const LscMemoryPoint *
_lsc_memory_curve_peak (const LscMemoryCurve *self)
{
  const LscMemoryPoint *most = NULL;

  for (gsize i = 0; self && i < self->points.n; i++)
    if (!most || self->points.items[i].bytes > most->bytes)
      most = &self->points.items[i];
  return most;
}

/** Returns: (nullable): a text of the log */
const char *
_lsc_memory_text (const LscMemoryLog *log, guint32 id)
{
  return id != LSC_MEMORY_NONE ? lsc_intern_text (log->texts, id) : NULL;
}

const char *
_lsc_memory_pool_name (const LscMemoryLog *log, guint32 pool)
{
  const char *name =
      pool < log->pools.n ? _lsc_memory_text (log, log->pools.items[pool].name) : NULL;

  return name ? name : "";
}

/** Returns: (nullable): a curve of the main pool */
const LscMemoryCurve *
_lsc_memory_find (const LscMemory *self, LscMemoryQuantity quantity)
{
  return lsc_memory_log_find_curve (self->log, self->main_pool, quantity);
}

/** Returns: (nullable): what the process holds of the device */
const LscMemoryCurve *
_lsc_memory_find_process (const LscMemoryLog *log)
{
  for (guint i = 0; i < log->curves->len; i++)
    {
      const LscMemoryCurve *curve = &g_array_index (log->curves, LscMemoryCurve, i);

      if (curve->quantity == LSC_MEMORY_PROCESS)
        return curve;
    }
  return NULL;
}

/** Returns: whether what a pool allocates counts in another; "PTA+GE" has both */
gboolean
_lsc_memory_is_of (const LscMemoryLog *log, guint32 pool, guint32 main_pool)
{
  const char *own;

  if (pool == main_pool)
    return TRUE;
  if (strcmp (_lsc_memory_pool_name (log, main_pool), "PTA+GE") != 0)
    return FALSE;
  own = _lsc_memory_pool_name (log, pool);
  return strcmp (own, "PTA") == 0 || strcmp (own, "GE") == 0;
}

/** Returns: (nullable): the step at that time */
const LscMemoryStep *
_lsc_memory_find_step (const LscMemory *self, gint64 time_ns)
{
  gsize n = LSC_BISECT (i, 0, self->steps.n, self->steps.items[i].begin_ns <= time_ns);

  return n > 0 && time_ns < self->steps.items[n - 1].end_ns ? &self->steps.items[n - 1] : NULL;
}

/** Returns: (transfer full): "1.20 GiB" */
char *
_lsc_memory_format (gint64 bytes)
{
  return lsc_format_memory (MAX (bytes, 0));
}

/**
 * lsc_memory_describe_stack:
 * @stack: of the log, or %LSC_MEMORY_NONE
 * @most_frames: how many to tell from the user's own frame on (lsc_memory_find_user_frame()), 0 =
 *   all, from the innermost on
 *
 * Returns: (transfer full) (nullable): "function (file:line)", frames apart by " ← "
 */
char *
lsc_memory_describe_stack (const LscMemoryLog *log, guint32 stack, guint most_frames)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const LscMemoryFrame *frame;
  guint n;

  g_return_val_if_fail (log, NULL);
  if (stack >= log->stacks.n || log->stacks.items[stack].n == 0)
    return NULL;
  frame = &log->frames.items[log->stacks.items[stack].first];
  n = log->stacks.items[stack].n;
  if (most_frames > 0)
    {
      n -= (guint) (lsc_memory_find_user_frame (log, stack) - frame);
      frame = lsc_memory_find_user_frame (log, stack);
      n = MIN (n, most_frames);
    }
  for (guint i = 0; i < n; i++, frame++)
    {
      const char *function = _lsc_memory_text (log, frame->function);
      const char *file = _lsc_memory_text (log, frame->file);

      g_string_append_printf (out, "%s%s", i > 0 ? " ← " : "", function ? function : "?");
      if (file && frame->line > 0)
        g_string_append_printf (out, " (%s:%u)", file, frame->line);
    }
  return out->len > 0 ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}
