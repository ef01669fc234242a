/* lsc-memory-frames.c - the frame of a stack that says who asked for memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/memory/lsc-memory-stacks-private.h"

static gboolean
is_of_user (const LscMemoryLog *log, const LscMemoryFrame *frame)
{
  static const char *const libraries[] = { "/site-packages/", "/dist-packages/", "/lib/python3" };
  const char *file = lsc_intern_text (log->texts, frame->file);

  if (!g_str_has_suffix (file, ".py"))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (libraries); i++)
    if (strstr (file, libraries[i]))
      return FALSE;
  return TRUE;
}

/**
 * lsc_memory_find_user_frame:
 * @stack: index in LscMemoryLog.stacks, or %LSC_MEMORY_NONE
 *
 * Looks from the innermost frame outwards.
 *
 * Source: snapshots.md#who.
 *
 * Returns: (transfer none) (nullable): the first frame of the user's own Python; without one the
 *   first operator, without that the innermost frame; %NULL where there is no frame
 */
const LscMemoryFrame *
lsc_memory_find_user_frame (const LscMemoryLog *log, guint32 stack)
{
  g_return_val_if_fail (log, NULL);

  const LscMemoryFrame *frames;
  guint32 n;

  if (stack >= log->stacks.n || log->stacks.items[stack].n == 0)
    return NULL;
  frames = log->frames.items + log->stacks.items[stack].first;
  n = log->stacks.items[stack].n;
  for (guint32 i = 0; i < n; i++)
    if (is_of_user (log, &frames[i]))
      return &frames[i];
  for (guint32 i = 0; i < n; i++)
    if (g_str_has_prefix (lsc_intern_text (log->texts, frames[i].function), "at::_ops::"))
      return &frames[i];
  return frames;
}

/**
 * lsc_memory_describe_user_frame:
 *
 * Returns: (transfer full) (nullable): "remember (metrics.py:41)"; %NULL where it is not known
 */
char *
lsc_memory_describe_user_frame (const LscMemoryLog *log, guint32 stack)
{
  const LscMemoryFrame *frame = lsc_memory_find_user_frame (log, stack);
  const char *function, *file;
  g_autofree char *name = NULL;

  if (!frame)
    return NULL;
  function = lsc_intern_text (log->texts, frame->function);
  file = lsc_intern_text (log->texts, frame->file);
  if (!*file || strcmp (file, "??") == 0)
    return g_strdup (function);
  name = g_path_get_basename (file);
  if (frame->line == 0)
    return g_strdup_printf ("%s (%s)", function, name);
  return g_strdup_printf ("%s (%s:%u)", function, name, frame->line);
}

/** Returns: (transfer full): a line "file:line:function" a frame, innermost first; "" = not known
 */
char *
_lsc_memory_write_stack (const LscMemoryLog *log, guint32 stack)
{
  GString *out = g_string_new (NULL);

  for (guint32 i = 0; stack < log->stacks.n && i < log->stacks.items[stack].n; i++)
    {
      const LscMemoryFrame *frame = &log->frames.items[log->stacks.items[stack].first + i];

      g_string_append_printf (out, "%s%s:%u:%s", i > 0 ? "\n" : "",
                              lsc_intern_text (log->texts, frame->file), frame->line,
                              lsc_intern_text (log->texts, frame->function));
    }
  return g_string_free (out, FALSE);
}

/**
 * lsc_memory_find_peak_ns:
 * @pool: index in LscMemoryLog.pools
 *
 * Returns: when most bytes were allocated, the first time; %G_MININT64 where that was before the
 *   first event, or is not known
 */
gint64
lsc_memory_find_peak_ns (const LscMemoryLog *log, guint32 pool)
{
  const LscMemoryCurve *curve = lsc_memory_log_find_curve (log, pool, LSC_MEMORY_ALLOCATED);
  gsize peak = 0;

  for (gsize i = 1; curve && i < curve->points.n; i++)
    if (curve->points.items[i].bytes > curve->points.items[peak].bytes)
      peak = i;
  return peak > 0 ? curve->points.items[peak].time_ns : G_MININT64;
}
