/* lsc-memory.c - memory of one rank (or snapshot): what is found out about it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-private.h"
#include "analyze/memory/lsc-memory-stacks.h"

#include <string.h>

#include "analyze/digest/lsc-rank-digest.h"
#include "analyze/step/lsc-origins.h"

/* memory.md. Example: a curve of 10, 30 and 20 bytes, and a block of 20 bytes that lives at its
 * peak: of 30 bytes that block holds 20, and 10 are older than the recording. */

/* ---- which pool is told ---- */

/* Part of a pool, such as what it gives to a stream, is not told. */
static gint64
get_peak (const LscMemoryLog *log, guint32 pool)
{
  const LscMemoryPoint *point =
      log->pools.items[pool].stream == G_MAXINT64
          ? _lsc_memory_curve_peak (lsc_memory_log_find_curve (log, pool, LSC_MEMORY_ALLOCATED))
          : NULL;

  return point ? point->bytes : -1;
}

/* The framework's allocator before the sum of several, as digests have it; else the one of the
 * device that holds most, the host's last. */
static guint32
find_main_pool (const LscMemoryLog *log)
{
  static const char *const names[] = { "PTA", "PTA+GE" };
  guint32 best = LSC_MEMORY_NONE;

  for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
    for (guint32 i = 0; i < log->pools.n; i++)
      if (strcmp (_lsc_memory_pool_name (log, i), names[k]) == 0 && get_peak (log, i) >= 0)
        return i;
  for (guint32 i = 0; i < log->pools.n; i++)
    if (get_peak (log, i) >= 0 && strcmp (_lsc_memory_pool_name (log, i), "Host memory") != 0 &&
        (best == LSC_MEMORY_NONE ||
         (log->source != LSC_MEMORY_FROM_TRACE && get_peak (log, i) > get_peak (log, best))))
      best = i;
  for (guint32 i = 0; i < log->pools.n && best == LSC_MEMORY_NONE; i++)
    if (get_peak (log, i) >= 0)
      best = i;
  return best;
}

/* ---- steps ---- */

/**
 * lsc_memory_read_step:
 * @name: of a mark: "6", "ProfilerStep#6", "step 6"
 *
 * Returns: the number at its end, %LSC_INT_NULL
 */
gint64
lsc_memory_read_step (const char *name)
{
  gsize n, digits;
  gint64 number;

  g_return_val_if_fail (name, LSC_INT_NULL);
  n = strlen (name);
  for (digits = n; digits > 0 && g_ascii_isdigit (name[digits - 1]);)
    digits--;
  return digits < n && n - digits < 18 && (number = g_ascii_strtoll (name + digits, NULL, 10)) >= 0
             ? number
             : LSC_INT_NULL;
}

/* Marks may be ranges of any kind: steps are those with a number that do not lie in each other. */
static void
take_steps (LscMemory *self)
{
  const LscMemoryCurve *curve = _lsc_memory_find (self, LSC_MEMORY_ALLOCATED);

  for (gsize i = 0; i < self->log->marks.n; i++)
    {
      LscMemoryMark mark = self->log->marks.items[i];
      LscMemoryRead read = { 0 };
      LscMemoryStep step = { lsc_memory_read_step (_lsc_memory_text (self->log, mark.name)),
                             mark.name, mark.begin_ns, MIN (mark.end_ns, G_MAXINT64 - 1) };
      gsize n = self->steps.n;

      if (step.number == LSC_INT_NULL || (n > 0 && step.begin_ns < self->steps.items[n - 1].end_ns))
        continue;
      if (curve)
        read = _lsc_memory_curve_read (curve, step.begin_ns, step.end_ns);
      step.least = read.is_known ? read.least : LSC_INT_NULL;
      step.most = read.is_known ? read.most : LSC_INT_NULL;
      lsc_memory_steps_append (&self->steps, step);
      lsc_memory_marks_append (&self->marks, mark);
    }
}

static void
find_growth (LscMemory *self)
{
  g_autofree gint64 *bytes = g_new (gint64, MAX (self->steps.n, 1));
  gsize n = 0;

  for (gsize i = 0; i < self->steps.n; i++)
    if (self->steps.items[i].least != LSC_INT_NULL)
      bytes[n++] = self->steps.items[i].least;
  self->growth = lsc_memory_find_growth (bytes, n);
}

/* ---- peaks ---- */

/* The innermost module that the host is in, on whatever thread. */
static guint32
find_module (const LscTimeline *timeline, LscOrigins *origins, gint64 time_ns)
{
  for (guint i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);
      guint32 slice, path;

      if (node->role != LSC_ROLE_HOST_THREAD || !node->lane)
        continue;
      slice = lsc_lane_find_deepest (node->lane, time_ns);
      path = slice != LSC_SLICE_NONE ? lsc_origins_find_module (origins, node->first_id + slice)
                                     : LSC_STRING_NONE;
      if (path != LSC_STRING_NONE)
        return path;
    }
  return LSC_MEMORY_NONE;
}

static void
take_peaks (LscMemory *self, const LscTimeline *timeline)
{
  LscOrigins origins;

  if (timeline)
    lsc_origins_init (&origins, timeline, self->log->texts, NULL);
  for (guint i = 0; i < self->log->curves->len; i++)
    {
      const LscMemoryCurve *curve = &g_array_index (self->log->curves, LscMemoryCurve, i);
      const LscMemoryPoint *most = _lsc_memory_curve_peak (curve);

      if (!most || curve->quantity == LSC_MEMORY_COMPONENT)
        continue;
      lsc_memory_peaks_append (
          &self->peaks, (LscMemoryPeak){ curve, most->bytes, most->time_ns,
                                         timeline ? find_module (timeline, &origins, most->time_ns)
                                                  : LSC_MEMORY_NONE });
      if (curve->pool == self->main_pool && curve->quantity == LSC_MEMORY_ALLOCATED)
        {
          self->peak_ns = most->time_ns;
          self->peak_bytes = most->bytes;
        }
    }
  if (timeline)
    lsc_origins_clear (&origins);
}

/* ---- the object ---- */

/**
 * lsc_memory_new:
 * @log: what was recorded; nobody changes it any more, but that texts and curves of streams are
 *   added here
 * @timeline: (nullable): that it was recorded with, for modules
 *
 * Errors: %LSC_ERROR_CANCELLED.
 *
 * Source: memory.md.
 *
 * Returns: (transfer full) (nullable): what is found out about it
 */
LscMemory *
lsc_memory_new (LscMemoryLog *log, const LscTimeline *timeline, LscJob *job, GError **error)
{
  g_autoptr (LscMemory) self = NULL;

  g_return_val_if_fail (log, NULL);
  self = g_new0 (LscMemory, 1);
  g_atomic_ref_count_init (&self->refs);
  self->log = lsc_memory_log_ref (log);
  self->rank = timeline ? lsc_rank_or_null (timeline->rank) : LSC_INT_NULL;
  self->main_pool = find_main_pool (log);
  self->peak_ns = log->begin_ns;
  self->peak_bytes = LSC_INT_NULL;
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  _lsc_memory_add_streams (self);
  take_steps (self);
  find_growth (self);
  take_peaks (self, timeline);
  if (!lsc_job_check (job, error))
    return NULL;
  _lsc_memory_find_kept (self);
  self->hints = _lsc_memory_hints_table (self);
  _lsc_memory_say (self, job);
  return lsc_job_check (job, error) ? g_steal_pointer (&self) : NULL;
}

LscMemory *
lsc_memory_ref (LscMemory *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_memory_unref (LscMemory *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  lsc_memory_log_unref (self->log);
  lsc_memory_peaks_clear (&self->peaks);
  lsc_memory_steps_clear (&self->steps);
  lsc_memory_marks_clear (&self->marks);
  lsc_memory_kepts_clear (&self->kept);
  g_clear_pointer (&self->headline, lsc_phrase_free);
  g_clear_pointer (&self->detail, lsc_phrase_free);
  g_ptr_array_unref (self->notes);
  g_clear_pointer (&self->hints, lsc_table_unref);
  g_free (self);
}

/** Returns: (transfer none): curves, blocks, marks */
LscMemoryLog *
lsc_memory_get_log (LscMemory *self)
{
  g_return_val_if_fail (self, NULL);
  return self->log;
}

/** Returns: (transfer none): what grows, else who holds the memory at the peak, in one line */
const LscPhrase *
lsc_memory_get_headline (const LscMemory *self)
{
  g_return_val_if_fail (self, NULL);
  return self->headline;
}

/** Returns: (transfer none): who holds the memory at the peak, and whether it grows; where there is
 * no more to say, the headline */
const LscPhrase *
lsc_memory_get_detail (const LscMemory *self)
{
  g_return_val_if_fail (self, NULL);
  return self->detail;
}

/** Returns: (transfer none) (element-type LscPhrase): what is not known, and why */
const GPtrArray *
lsc_memory_get_notes (const LscMemory *self)
{
  g_return_val_if_fail (self, NULL);
  return self->notes;
}

/** Returns: the pool that is told, an index of LscMemoryLog.pools; %LSC_MEMORY_NONE = none is */
guint32
lsc_memory_get_main_pool (const LscMemory *self)
{
  g_return_val_if_fail (self, LSC_MEMORY_NONE);
  return self->main_pool;
}

/** Returns: when that pool has most allocated; without one the begin of the recording */
gint64
lsc_memory_get_peak_ns (const LscMemory *self)
{
  g_return_val_if_fail (self, 0);
  return self->peak_ns;
}

/** Returns: what is allocated then, %LSC_INT_NULL = not known */
gint64
lsc_memory_get_peak_bytes (const LscMemory *self)
{
  g_return_val_if_fail (self, LSC_INT_NULL);
  return self->peak_bytes;
}

/** Returns: by what its headline names who holds the peak: what lists that so has the same name
 * first
 */
LscMemoryBy
lsc_memory_get_holder_by (const LscMemory *self)
{
  g_return_val_if_fail (self, LSC_MEMORY_BY_OP);
  return self->holder_by;
}

/** Returns: what the main pool has allocated at that time, %LSC_INT_NULL = not known */
gint64
lsc_memory_get_total (const LscMemory *self, gint64 time_ns)
{
  g_return_val_if_fail (self, LSC_INT_NULL);
  return _lsc_memory_curve_at (_lsc_memory_find (self, LSC_MEMORY_ALLOCATED), time_ns);
}

/** Returns: bytes a step by which what is allocated grows, 0 = it does not (findings.md#memory) */
double
lsc_memory_get_growth (const LscMemory *self)
{
  g_return_val_if_fail (self, 0);
  return self->growth;
}

/** Returns: (transfer none): steps, by time */
const LscMemoryMarks *
lsc_memory_get_steps (const LscMemory *self)
{
  g_return_val_if_fail (self, NULL);
  return &self->marks;
}

/** Returns: (transfer full): one of the tables; it may have no rows */
LscTable *
lsc_memory_get_table (LscMemory *self, LscMemoryTable which)
{
  g_return_val_if_fail (self, NULL);
  switch (which)
    {
    case LSC_MEMORY_TABLE_PEAKS:
      return _lsc_memory_peaks_table (self);
    case LSC_MEMORY_TABLE_BLOCKS:
      return _lsc_memory_blocks_table (self);
    case LSC_MEMORY_TABLE_GROWTH:
      return self->log->source == LSC_MEMORY_FROM_SNAPSHOT ? lsc_memory_list_keepers (self->log)
                                                           : _lsc_memory_growth_table (self);
    case LSC_MEMORY_TABLE_COMPONENTS:
      return _lsc_memory_components_table (self);
    case LSC_MEMORY_TABLE_HINTS:
      return lsc_table_ref (self->hints);
    case LSC_MEMORY_TABLE_STEPS:
      return _lsc_memory_steps_table (self);
    case LSC_MEMORY_TABLE_SEGMENTS:
      return _lsc_memory_segments_table (self);
    case LSC_MEMORY_N_TABLES:
    default:
      g_return_val_if_reached (NULL);
    }
}
