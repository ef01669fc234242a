/* lsc-memory-growth.c - whose blocks stay from step to step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-private.h"
#include "analyze/memory/lsc-memory-stacks.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "analyze/digest/lsc-digest-steps.h"
#include "analyze/digest/lsc-memory-limits.h"
#include "analyze/lsc-table-list.h"
#include "base/lsc-hash.h"
#include "base/lsc-sort.h"

/* findings.md#blocks. */

static inline guint64
hash_kept (const LscMemoryKept *kept)
{
  return lsc_hash_mix (lsc_hash_mix (0, (guint64) kept->name << 32 | kept->module), kept->stack);
}

static inline gboolean
is_same_kept (const LscMemoryKept *a, const LscMemoryKept *b)
{
  return a->name == b->name && a->module == b->module && a->stack == b->stack;
}

LSC_DEFINE_HASH (index, LscMemoryKept, hash_kept, is_same_kept)

static void
add_kept (LscMemory *self, LscHash *hash, gsize life_index, gsize step)
{
  const LscMemoryLife *life = &self->log->lives.items[life_index];
  LscMemoryKept like = {
    .name = life->name, .module = life->module, .stack = life->stack, .largest = life_index
  };
  guint32 place = index_put (hash, self->kept.items, &like, (guint32) self->kept.n);
  LscMemoryKept *kept;

  if (place == self->kept.n)
    lsc_memory_kepts_append (&self->kept, like);
  kept = &self->kept.items[place];
  if (kept->count == 0 || kept->last_step != step)
    kept->n_steps++;
  kept->last_step = step;
  kept->count++;
  kept->bytes += life->size_bytes;
  if (life->size_bytes > self->log->lives.items[kept->largest].size_bytes)
    kept->largest = life_index;
}

static int
compare_kept (gconstpointer a, gconstpointer b)
{
  const LscMemoryKept *x = a, *y = b;

  LSC_RETURN_ORDER (y->bytes, x->bytes);
  LSC_RETURN_ORDER (x->name, y->name);
  LSC_RETURN_ORDER (x->module, y->module);
  return LSC_ORDER (x->stack, y->stack);
}

/** Finds blocks that are alive two steps after the one in which they were allocated. */
void
_lsc_memory_find_kept (LscMemory *self)
{
  const LscMemoryLog *log = self->log;
  gsize n = self->steps.n, first = lsc_steps_find_first (LSC_STEPS_KEPT, NULL, n);
  LscHash hash = { 0 };

  if (first + LSC_MEMORY_KEPT_STEPS >= n)
    return;
  self->n_kept_steps = (gint64) (n - LSC_MEMORY_KEPT_STEPS - first);
  for (gsize i = first; i + LSC_MEMORY_KEPT_STEPS < n; i++)
    self->marks.items[i].is_judged = log->source != LSC_MEMORY_FROM_SNAPSHOT;
  for (gsize i = 0; i < log->lives.n; i++)
    {
      const LscMemoryLife *life = &log->lives.items[i];
      const LscMemoryStep *step = _lsc_memory_find_step (self, life->begin_ns);
      gsize index = step ? (gsize) (step - self->steps.items) : 0;

      if (step && index >= first && index + LSC_MEMORY_KEPT_STEPS < n &&
          life->end_ns > step[LSC_MEMORY_KEPT_STEPS].begin_ns &&
          _lsc_memory_is_of (log, life->pool, self->main_pool))
        add_kept (self, &hash, i, index);
    }
  lsc_hash_clear (&hash);
  if (self->kept.n > 1)
    qsort (self->kept.items, self->kept.n, sizeof *self->kept.items, compare_kept);
}

/** Returns: bytes that stay of a step, on average */
gint64
_lsc_memory_kept_a_step (const LscMemory *self, const LscMemoryKept *kept)
{
  return kept->bytes / MAX (self->n_kept_steps, 1);
}

/** Returns: whether they stay of more than half of the steps */
gboolean
_lsc_memory_kept_grows (const LscMemory *self, const LscMemoryKept *kept)
{
  return kept->n_steps * 2 > self->n_kept_steps;
}

/* Whether the place that a stack is told by is one of a file, not of a library alone. */
static gboolean
is_of_program (const LscMemoryLog *log, guint32 stack)
{
  const LscMemoryFrame *frame = lsc_memory_find_user_frame (log, stack);

  return frame && *lsc_intern_text (log->texts, frame->file) && frame->line > 0;
}

/** Returns: (transfer full): "remember (metrics.py:41)"; without a stack "cat (GPT/Layer)" */
char *
_lsc_memory_name_kept (const LscMemory *self, const LscMemoryKept *kept)
{
  const char *name = _lsc_memory_text (self->log, kept->name);
  const char *module = _lsc_memory_text (self->log, kept->module);
  g_autofree char *stack = lsc_memory_describe_user_frame (self->log, kept->stack);

  if (!name && stack)
    return g_steal_pointer (&stack);
  if (stack && is_of_program (self->log, kept->stack))
    return g_steal_pointer (&stack); /* where it can be mended */
  name = name ? name : "?";
  return module ? g_strdup_printf ("%s (%s)", name, module) : g_strdup (name);
}

/* ---- the table ---- */

typedef enum
{
  STAYS_ONCE,
  STAYS,
  GROWS,
} Verdict;

static const LscWord verdict_words[] = {
  [STAYS_ONCE] = { "once", N_ ("Stays of few steps") },
  [STAYS] = { "stays", N_ ("Stays, but the total does not grow") },
  [GROWS] = { "grows", N_ ("Grows") },
};

typedef struct
{
  gint64 rank;
  const char *op;
  const char *module;
  const char *stack;
  gint64 n_steps;
  gint64 judged_steps;
  gint64 count;
  gint64 bytes;
  gint64 bytes_per_step;
  gint64 largest_bytes;
  gint64 time_ns;
  gint64 slice;
  int verdict;
} Row;

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (Row),
  LSC_COLUMN (Row, op, "op", N_ ("Operator"), LSC_UNIT_NONE, "OP_MEMORY.name",
              N_ ("Operator that asked for the blocks.")),
  LSC_COLUMN (Row, module, "module", N_ ("Module"), LSC_UNIT_NONE, "memory.md#owner",
              N_ ("Module of that operator; empty where it is not known.")),
  LSC_COLUMN (Row, stack, "stack", N_ ("Stack"), LSC_UNIT_NONE, "memory.md#owner",
              N_ ("Where in the program they were asked for, innermost first.")),
  LSC_COLUMN (Row, n_steps, "n_steps", N_ ("Kept in Steps"), LSC_UNIT_COUNT, "findings.md#blocks",
              N_ ("Of how many steps blocks are alive two steps later.")),
  LSC_COLUMN (Row, judged_steps, "judged_steps", N_ ("Judged Steps"), LSC_UNIT_COUNT,
              "findings.md#blocks",
              N_ ("Steps of which that is known: two more were recorded after each; of four or "
                  "more the first does not count.")),
  LSC_COLUMN (Row, count, "count", N_ ("Blocks"), LSC_UNIT_COUNT, "findings.md#blocks",
              N_ ("How many such blocks there are.")),
  LSC_COLUMN (Row, bytes, "bytes", N_ ("Kept in Judged Steps"), LSC_UNIT_BYTES,
              "findings.md#blocks",
              N_ ("What all of them take: what stays of a step, times the judged steps.")),
  LSC_COLUMN (Row, bytes_per_step, "bytes_per_step", N_ ("Kept a Step"), LSC_UNIT_BYTES,
              "findings.md#blocks", N_ ("What stays of a step, on average.")),
  LSC_COLUMN (Row, largest_bytes, "largest_bytes", N_ ("Largest"), LSC_UNIT_BYTES,
              "findings.md#blocks", N_ ("Size of the largest of them.")),
  LSC_COLUMN (Row, time_ns, "time_ns", N_ ("Largest Allocated At"), LSC_UNIT_NS,
              "findings.md#blocks",
              N_ ("When the largest was allocated; for people from the first event of memory.")),
  LSC_COLUMN (Row, slice, "slice", N_ ("Slice"), LSC_UNIT_ID, "memory.md#owner",
              N_ ("Slice of the operator that asked for the largest; empty where not known.")),
  LSC_CODES (Row, verdict, "verdict", N_ ("Verdict"), verdict_words, "memory.md#growth",
             N_ ("Whether it makes the memory grow.")),
};

const LscTableInfo lsc_memory_growth_table_info = LSC_TABLE_INFO ("memory_growth", Row, columns);

/** Returns: (transfer full): whose blocks stay, most bytes first */
LscTable *
_lsc_memory_growth_table (const LscMemory *self)
{
  LscTable *table = lsc_table_new_for (&lsc_memory_growth_table_info);

  for (gsize i = 0; i < self->kept.n; i++)
    {
      const LscMemoryKept *kept = &self->kept.items[i];
      const LscMemoryLife *life = &self->log->lives.items[kept->largest];
      g_autofree char *stack = lsc_memory_describe_stack (self->log, kept->stack, 3);
      gboolean grows = _lsc_memory_kept_grows (self, kept);

      lsc_table_add (table,
                     &(Row){ .rank = self->rank,
                             .op = _lsc_memory_text (self->log, kept->name),
                             .module = _lsc_memory_text (self->log, kept->module),
                             .stack = stack,
                             .n_steps = kept->n_steps,
                             .judged_steps = self->n_kept_steps,
                             .count = kept->count,
                             .bytes = kept->bytes,
                             .bytes_per_step = _lsc_memory_kept_a_step (self, kept),
                             .largest_bytes = life->size_bytes,
                             .time_ns = life->begin_ns,
                             .slice = life->slice != LSC_MEMORY_NONE ? life->slice : LSC_INT_NULL,
                             .verdict = !grows             ? STAYS_ONCE
                                        : self->growth > 0 ? GROWS
                                                           : STAYS });
    }
  return table;
}
