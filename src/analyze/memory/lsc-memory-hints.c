/* lsc-memory-hints.c - what of memory is worth a word
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "analyze/digest/lsc-memory-limits.h"
#include "analyze/lsc-table-list.h"
#include "base/lsc-time.h"

/* memory.md#hints: the rules of findings.md#memory, for one rank. */

typedef enum
{
  HINT_GROWTH,
  HINT_CANDIDATE,
  HINT_FRAGMENTATION,
  HINT_LATE,
  HINT_SPIKE,
  HINT_OUTSIDE,
  HINT_LIMIT,
  HINT_FAILURE,
} Hint;

static const LscWord hint_words[] = {
  [HINT_GROWTH] = { "growth", N_ ("Growth") },
  [HINT_CANDIDATE] = { "candidate", N_ ("Who Grows") },
  [HINT_FRAGMENTATION] = { "fragmentation", N_ ("Fragmentation") },
  [HINT_LATE] = { "late_release", N_ ("Late Release") },
  [HINT_SPIKE] = { "spike", N_ ("Spike") },
  [HINT_OUTSIDE] = { "outside_pool", N_ ("Outside the Pool") },
  [HINT_LIMIT] = { "near_limit", N_ ("Near the Limit") },
  [HINT_FAILURE] = { "out_of_memory", N_ ("Out of Memory") },
};

typedef struct
{
  gint64 rank;
  int hint;
  const LscPhrase *text;
  gint64 bytes;
  gint64 time_ns;
  gint64 end_ns;
  const char *op;
  const char *module;
  gint64 slice;
} Row;

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (Row),
  LSC_CODES (Row, hint, "hint", N_ ("Hint"), hint_words, "memory.md#hints", N_ ("What it is.")),
  LSC_COLUMN (Row, text, "text", N_ ("What It Says"), LSC_UNIT_NONE, "memory.md#hints",
              N_ ("The hint in words.")),
  LSC_COLUMN (Row, bytes, "bytes", N_ ("Memory"), LSC_UNIT_BYTES, "memory.md#hints",
              N_ ("How much memory it is about; of growth bytes a step.")),
  LSC_COLUMN (Row, time_ns, "time_ns", N_ ("Time"), LSC_UNIT_NS, "memory.md#hints",
              N_ ("When it is seen.")),
  LSC_COLUMN (Row, end_ns, "end_ns", N_ ("End"), LSC_UNIT_NS, "memory.md#hints",
              N_ ("Until when it is seen.")),
  LSC_COLUMN (Row, op, "op", N_ ("Operator"), LSC_UNIT_NONE, "OP_MEMORY.name",
              N_ ("Operator that asked for it; empty where it is not about blocks.")),
  LSC_COLUMN (Row, module, "module", N_ ("Module"), LSC_UNIT_NONE, "memory.md#owner",
              N_ ("Module of that operator; empty where it is not known.")),
  LSC_COLUMN (Row, slice, "slice", N_ ("Slice"), LSC_UNIT_ID, "memory.md#owner",
              N_ ("Slice of that operator; empty where it is not known.")),
};

const LscTableInfo lsc_memory_hints_table_info = LSC_TABLE_INFO ("memory_hints", Row, columns);

/* @text: (transfer full) */
static void
add_hint (const LscMemory *self, LscTable *table, Row row, LscPhrase *text)
{
  row.rank = self->rank;
  row.text = text;
  lsc_table_add (table, &row);
  lsc_phrase_free (text);
}

static Row
make_row (Hint hint, gint64 bytes, gint64 begin_ns, gint64 end_ns)
{
  return (Row){
    .hint = hint, .bytes = bytes, .time_ns = begin_ns, .end_ns = end_ns, .slice = LSC_INT_NULL
  };
}

static Row
make_row_of (const LscMemory *self, Hint hint, const LscMemoryLife *life, gint64 bytes)
{
  Row row = make_row (hint, bytes, life->begin_ns,
                      life->end_ns != G_MAXINT64 ? life->end_ns : LSC_INT_NULL);

  row.op = _lsc_memory_text (self->log, life->name);
  row.module = _lsc_memory_text (self->log, life->module);
  if (life->slice != LSC_MEMORY_NONE)
    row.slice = life->slice;
  return row;
}

/* ---- growth ---- */

static void
add_growth (const LscMemory *self, LscTable *table)
{
  const LscMemoryStep *first = &self->steps.items[0];
  const LscMemoryStep *last = &self->steps.items[self->steps.n - 1];
  g_autofree char *step = _lsc_memory_format ((gint64) self->growth);
  g_autofree char *from = _lsc_memory_format (first->least);
  g_autofree char *to = _lsc_memory_format (last->least);

  add_hint (self, table,
            make_row (HINT_GROWTH, (gint64) self->growth, first->begin_ns, last->end_ns),
            lsc_phrase_new (N_ ("Allocated memory grows by %s a step, from %s to %s over %u "
                                "steps."),
                            step, from, to, (guint) self->steps.n));
}

static void
add_candidates (const LscMemory *self, LscTable *table)
{
  guint n = 0;

  for (gsize i = 0; i < self->kept.n && n < 4; i++)
    {
      const LscMemoryKept *kept = &self->kept.items[i];
      gint64 a_step = _lsc_memory_kept_a_step (self, kept);
      g_autofree char *name = _lsc_memory_name_kept (self, kept);
      g_autofree char *bytes = _lsc_memory_format (a_step);

      if (!_lsc_memory_kept_grows (self, kept))
        continue;
      n++;
      add_hint (self, table,
                make_row_of (self, HINT_CANDIDATE, &self->log->lives.items[kept->largest], a_step),
                lsc_phrase_new (N_ ("What %s allocates stays: %s a step."), name, bytes));
    }
}

/* ---- the pool and the process ---- */

static void
add_fragmentation (const LscMemory *self, LscTable *table)
{
  gint64 reserved =
      _lsc_memory_curve_at (_lsc_memory_find (self, LSC_MEMORY_RESERVED), self->peak_ns);
  gint64 unused = lsc_int_subtract (reserved, self->peak_bytes);
  g_autofree char *allocated_text = _lsc_memory_format (self->peak_bytes);
  g_autofree char *reserved_text = _lsc_memory_format (reserved);

  if (unused == LSC_INT_NULL || unused <= LSC_MEMORY_LEAST_UNUSED_BYTES ||
      (double) unused <= LSC_MEMORY_LEAST_UNUSED * (double) reserved)
    return;
  add_hint (self, table, make_row (HINT_FRAGMENTATION, unused, self->peak_ns, self->peak_ns),
            lsc_phrase_new (N_ ("When most is allocated, %s, the pool holds %s."), allocated_text,
                            reserved_text));
}

/* What else holds most, at its own peak; the framework's pool stands among the components as APP.
 */
static const char *
find_component (const LscMemory *self, gint64 *bytes)
{
  const char *name = NULL;

  *bytes = 0;
  for (guint i = 0; i < self->log->curves->len; i++)
    {
      const LscMemoryCurve *curve = &g_array_index (self->log->curves, LscMemoryCurve, i);
      const LscMemoryPoint *most = _lsc_memory_curve_peak (curve);
      const char *own = _lsc_memory_pool_name (self->log, curve->pool);

      if (curve->quantity != LSC_MEMORY_COMPONENT || !most || strcmp (own, "APP") == 0 ||
          most->bytes <= *bytes)
        continue;
      name = own;
      *bytes = most->bytes;
    }
  return name;
}

static void
add_outside (const LscMemory *self, LscTable *table)
{
  const LscMemoryPoint *process = _lsc_memory_curve_peak (_lsc_memory_find_process (self->log));
  gint64 pool = process ? _lsc_memory_curve_at (_lsc_memory_find (self, LSC_MEMORY_RESERVED),
                                                process->time_ns)
                        : LSC_INT_NULL;
  gint64 outside = process ? lsc_int_subtract (process->bytes, pool) : LSC_INT_NULL;
  gint64 bytes;
  const char *component = find_component (self, &bytes);
  g_autofree char *process_text = _lsc_memory_format (process ? process->bytes : 0);
  g_autofree char *pool_text = _lsc_memory_format (pool);
  g_autofree char *component_text = _lsc_memory_format (bytes);

  if (outside == LSC_INT_NULL ||
      (double) outside <= LSC_MEMORY_LEAST_OUTSIDE * (double) process->bytes)
    return;
  add_hint (self, table, make_row (HINT_OUTSIDE, outside, process->time_ns, process->time_ns),
            component ? lsc_phrase_new (N_ ("The process holds %s, the framework's pool %s, %s up "
                                            "to %s."),
                                        process_text, pool_text, component, component_text)
                      : lsc_phrase_new (N_ ("The process holds %s, the framework's pool %s."),
                                        process_text, pool_text));
}

/* Where nobody tells what the process holds, what the pool does is the least of it. */
static void
add_limit (const LscMemory *self, LscTable *table)
{
  const LscMemoryCurve *curve = _lsc_memory_find_process (self->log);
  const LscMemoryPoint *most =
      _lsc_memory_curve_peak (curve ? curve : _lsc_memory_find (self, LSC_MEMORY_RESERVED));
  g_autofree char *held = _lsc_memory_format (most ? most->bytes : 0);
  g_autofree char *all = _lsc_memory_format (self->log->device_bytes);

  if (!most || self->log->device_bytes <= 0 ||
      (double) most->bytes <= LSC_MEMORY_LEAST_FULL * (double) self->log->device_bytes)
    return;
  add_hint (self, table, make_row (HINT_LIMIT, most->bytes, most->time_ns, most->time_ns),
            curve ? lsc_phrase_new (N_ ("The process holds %s of the %s of the device."), held, all)
                  : lsc_phrase_new (N_ ("The pool holds %s of the %s of the device."), held, all));
}

/* ---- single blocks ---- */

static gint64
get_delay (const LscMemoryLife *life)
{
  return life->end_ns == G_MAXINT64 || life->active_end_ns == G_MAXINT64
             ? 0
             : life->active_end_ns - life->end_ns;
}

static void
add_late (const LscMemory *self, LscTable *table)
{
  const LscMemoryLife *worst = NULL;
  gint64 n = 0, bytes = 0;
  g_autofree char *text = NULL;
  g_autofree char *longest = NULL;
  Row row;

  for (gsize i = 0; i < self->log->lives.n; i++)
    {
      const LscMemoryLife *life = &self->log->lives.items[i];

      if (!_lsc_memory_is_of (self->log, life->pool, self->main_pool) ||
          life->size_bytes < LSC_MEMORY_LEAST_LATE_BYTES ||
          get_delay (life) <= LSC_MEMORY_LEAST_LATE_NS)
        continue;
      n++;
      bytes += life->size_bytes;
      if (!worst || get_delay (life) > get_delay (worst))
        worst = life;
    }
  if (!worst)
    return;
  text = _lsc_memory_format (bytes);
  longest = lsc_format_duration (get_delay (worst), LSC_TIME_UNIT_AUTO);
  row = make_row_of (self, HINT_LATE, worst, bytes);
  row.time_ns = worst->end_ns;
  row.end_ns = worst->active_end_ns;
  add_hint (self, table, row,
            lsc_phrase_new_plural (
                (gulong) n, "%" PRId64 " block, %s, comes back up to %s after its release.",
                "%" PRId64 " blocks, %s, come back up to %s after their release.", n, text,
                longest));
}

static gboolean
is_spike (const LscMemory *self, const LscMemoryLife *life, gint64 most_ns)
{
  return life->end_ns > self->peak_ns && life->end_ns != G_MAXINT64 &&
         life->begin_ns != G_MININT64 && life->begin_ns <= self->peak_ns + LSC_MEMORY_SLACK_NS &&
         life->end_ns - life->begin_ns < most_ns &&
         (double) life->size_bytes >= LSC_MEMORY_LEAST_SPIKE * (double) self->peak_bytes &&
         _lsc_memory_is_of (self->log, life->pool, self->main_pool);
}

static void
add_spike (const LscMemory *self, LscTable *table)
{
  const LscMemoryStep *step = _lsc_memory_find_step (self, self->peak_ns);
  gint64 most_ns =
      step ? (gint64) (LSC_MEMORY_MOST_SPIKE * (double) (step->end_ns - step->begin_ns)) : 0;
  const LscMemoryLife *worst = NULL;
  g_autofree char *bytes = NULL;
  g_autofree char *share = NULL;
  g_autofree char *life_text = NULL;

  for (gsize i = 0; i < self->log->lives.n; i++)
    {
      const LscMemoryLife *life = &self->log->lives.items[i];

      if (is_spike (self, life, most_ns) && (!worst || life->size_bytes > worst->size_bytes))
        worst = life;
    }
  if (!worst)
    return;
  bytes = _lsc_memory_format (worst->size_bytes);
  share = lsc_format_share ((double) worst->size_bytes / (double) MAX (self->peak_bytes, 1));
  life_text = lsc_format_duration (worst->end_ns - worst->begin_ns, LSC_TIME_UNIT_AUTO);
  add_hint (self, table, make_row_of (self, HINT_SPIKE, worst, worst->size_bytes),
            lsc_phrase_new (N_ ("At the peak a block that lives for only %s is %s of it, %s."),
                            life_text, share, bytes));
}

/* ---- failures ---- */

static void
add_failures (const LscMemory *self, LscTable *table)
{
  for (gsize i = 0; i < self->log->failures.n; i++)
    {
      const LscMemoryFailure *failure = &self->log->failures.items[i];
      g_autofree char *asked = _lsc_memory_format (failure->bytes);
      g_autofree char *free_text = _lsc_memory_format (failure->free_bytes);

      add_hint (self, table,
                make_row (HINT_FAILURE, failure->bytes, failure->time_ns, failure->time_ns),
                failure->free_bytes >= 0
                    ? lsc_phrase_new (N_ ("An allocation of %s failed; the device had %s left."),
                                      asked, free_text)
                    : lsc_phrase_new (N_ ("An allocation of %s failed."), asked));
    }
}

/** Returns: (transfer full): what holds, the gravest first */
LscTable *
_lsc_memory_hints_table (const LscMemory *self)
{
  LscTable *table = lsc_table_new_for (&lsc_memory_hints_table_info);

  add_failures (self, table);
  add_limit (self, table);
  if (self->growth > 0)
    {
      add_growth (self, table);
      add_candidates (self, table);
    }
  if (self->peak_bytes != LSC_INT_NULL)
    {
      add_fragmentation (self, table);
      add_late (self, table);
      add_spike (self, table);
    }
  add_outside (self, table);
  return table;
}
