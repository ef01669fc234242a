/* lsc-memory-keepers.c - who keeps memory step by step, and who only looks like it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "analyze/lsc-table-list.h"
#include "analyze/memory/lsc-memory-stacks-private.h"
#include "base/lsc-sort.h"

/* A stack leaks if it allocates in step after step and what it allocated then is never released.
 *
 * Worked example: six steps. "remember" allocates 16 MiB in each and keeps all: it leaks 16 MiB a
 * step. "init_state" allocates in the first step alone: it keeps its state, once. "swap" allocates
 * in each step and releases what it allocated in the step before: the last one lives, a buffer that
 * is replaced. A queue of four entries keeps those of the last four steps of ten: it is replaced,
 * too, and at its full length. */

/* Steps in which a leak keeps something, at least. */
#define LEAST_STEPS 3
/* Of the steps in which it allocates it keeps something in so many, else it is replaced. */
#define LEAST_SHARE 0.9
/* Where no step is marked the recording is cut into so many equal parts. */
#define N_PARTS 8

typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
} Period;

LSC_DEFINE_ARRAY (Periods, periods, Period)

/** What a stack allocated in a period. @kept_bytes: asked for, of what is still allocated */
typedef struct
{
  guint32 pool;
  guint32 stack;
  gsize period;
  gint64 kept_bytes;
} Share;

LSC_DEFINE_ARRAY (Shares, shares, Share)

static guint64
hash_share (const Share *share)
{
  return lsc_hash_mix (lsc_hash_mix (lsc_hash_mix (0, share->pool), share->stack), share->period);
}

static gboolean
is_same_share (const Share *a, const Share *b)
{
  return a->pool == b->pool && a->stack == b->stack && a->period == b->period;
}

LSC_DEFINE_HASH (share_index, Share, hash_share, is_same_share)

typedef enum
{
  LEAK,
  REPLACED,
  ONCE,
} Verdict;

static const LscWord verdict_words[] = {
  [LEAK] = { "leak", N_ ("keeps more in every step") },
  [REPLACED] = { "replaced", N_ ("released and allocated again") },
  [ONCE] = { "once", N_ ("allocated and kept") },
};

typedef struct
{
  const char *pool;
  const char *who;
  int verdict;
  gint64 kept_bytes;
  gint64 kept_step_bytes;
  gint64 kept_steps;
  gint64 allocated_steps;
  gint64 recorded_steps;
  const char *stack;
} Row;

static const LscColumn columns[] = {
  LSC_COLUMN (Row, pool, "pool", N_ ("Pool"), LSC_UNIT_NONE, "snapshots.md#pools",
              N_ ("Device whose allocator holds the memory.")),
  LSC_COLUMN (Row, who, "who", N_ ("Allocated By"), LSC_UNIT_NONE, "snapshots.md#who",
              N_ ("Innermost frame of your own Python in the stack.")),
  LSC_CODES (
      Row, verdict, "keeps", N_ ("Growth"), verdict_words, "snapshots.md#keepers",
      N_ ("Whether it keeps more in every step (a leak), replaces what it has, or keeps what "
          "it allocated once.")),
  LSC_COLUMN (Row, kept_bytes, "kept_bytes", N_ ("Kept"), LSC_UNIT_BYTES, "snapshots.md#keepers",
              N_ ("Bytes asked for in steps and still allocated at the end.")),
  LSC_COLUMN (Row, kept_step_bytes, "kept_step_bytes", N_ ("Kept per Step"), LSC_UNIT_BYTES,
              "snapshots.md#keepers",
              N_ ("Median of the bytes kept, of the steps in which it keeps any.")),
  LSC_COLUMN (Row, kept_steps, "kept_steps", N_ ("Steps Kept"), LSC_UNIT_COUNT,
              "snapshots.md#keepers", N_ ("Steps of which it keeps something.")),
  LSC_COLUMN (Row, allocated_steps, "allocated_steps", N_ ("Steps Allocating"), LSC_UNIT_COUNT,
              "snapshots.md#keepers", N_ ("Steps in which it allocates.")),
  LSC_COLUMN (Row, recorded_steps, "recorded_steps", N_ ("Steps Recorded"), LSC_UNIT_COUNT,
              "snapshots.md#keepers",
              N_ ("Steps that were recorded, or equal parts of the recording where no step is "
                  "marked.")),
  LSC_COLUMN (Row, stack, "stack", N_ ("Stack"), LSC_UNIT_NONE, "snapshots.md#who",
              N_ ("All frames, the innermost first: file, line and function.")),
};

const LscTableInfo lsc_memory_keepers_table_info = LSC_TABLE_INFO ("memory_keepers", Row, columns);

/* A step of the profiler that has an end and some of which was recorded. */
static gboolean
is_step (const LscMemoryLog *log, const LscMemoryMark *mark)
{
  return g_str_has_prefix (lsc_intern_text (log->texts, mark->name), "ProfilerStep#") &&
         mark->end_ns != G_MAXINT64 && mark->end_ns > log->begin_ns;
}

/** Returns: whether keepers are told by steps, else by equal parts of the recording */
gboolean
_lsc_memory_has_steps (const LscMemoryLog *log)
{
  for (gsize i = 0; i < log->marks.n; i++)
    if (is_step (log, &log->marks.items[i]))
      return TRUE;
  return FALSE;
}

static void
find_periods (const LscMemoryLog *log, Periods *periods)
{
  gint64 length_ns = log->end_ns - log->begin_ns;

  for (gsize i = 0; i < log->marks.n; i++)
    {
      const LscMemoryMark *mark = &log->marks.items[i];

      if (is_step (log, mark))
        periods_append (periods, (Period){ mark->begin_ns, mark->end_ns });
    }
  if (periods->n > 0 || length_ns < N_PARTS)
    return;
  for (gint64 i = 0; i < N_PARTS; i++)
    periods_append (periods,
                    (Period){ log->begin_ns + length_ns / N_PARTS * i,
                              i + 1 < N_PARTS ? log->begin_ns + length_ns / N_PARTS * (i + 1)
                                              : log->end_ns + 1 });
}

/* The period in which @time_ns lies, by begin; periods->n = none */
static gsize
find_period (const Periods *periods, gint64 time_ns)
{
  gsize at = LSC_BISECT (i, 0, periods->n, periods->items[i].begin_ns <= time_ns);

  return at > 0 && time_ns < periods->items[at - 1].end_ns ? at - 1 : periods->n;
}

static int
compare_shares (const void *a, const void *b)
{
  const Share *x = a, *y = b;

  LSC_RETURN_ORDER (x->pool, y->pool);
  LSC_RETURN_ORDER (x->stack, y->stack);
  return LSC_ORDER (x->period, y->period);
}

/* By pool, stack and period. */
static void
collect (const LscMemoryLog *log, const Periods *periods, Shares *shares)
{
  LscHash index = { 0 };

  for (gsize i = 0; i < log->lives.n; i++)
    {
      const LscMemoryLife *life = &log->lives.items[i];
      Share share = { life->pool, life->stack, find_period (periods, life->begin_ns), 0 };
      guint32 found;

      if (life->stack == LSC_MEMORY_NONE || share.period == periods->n)
        continue;
      found = share_index_put (&index, shares->items, &share, (guint32) shares->n);
      if (found == shares->n)
        shares_append (shares, share);
      if (life->end_ns == G_MAXINT64)
        shares->items[found].kept_bytes += MAX (life->requested_bytes, 1);
    }
  lsc_hash_clear (&index);
  if (shares->n > 0)
    qsort (shares->items, shares->n, sizeof (Share), compare_shares);
}

static int
compare_ints (const void *a, const void *b)
{
  return LSC_ORDER (*(const gint64 *) a, *(const gint64 *) b);
}

static Verdict
judge (const Row *row)
{
  if (row->kept_steps >= LEAST_STEPS &&
      (double) row->kept_steps >= LEAST_SHARE * (double) row->allocated_steps)
    return LEAK;
  return row->allocated_steps >= LEAST_STEPS ? REPLACED : ONCE;
}

/* Returns: a row without texts, of the @n shares of one stack */
static Row
count_shares (const Share *shares, gsize n, gsize n_periods)
{
  g_autofree gint64 *kept = g_new (gint64, n);
  Row row = { .recorded_steps = (gint64) n_periods, .allocated_steps = (gint64) n };

  for (gsize i = 0; i < n; i++)
    {
      row.kept_bytes += shares[i].kept_bytes;
      if (shares[i].kept_bytes > 0)
        kept[row.kept_steps++] = shares[i].kept_bytes;
    }
  if (row.kept_steps > 0)
    qsort (kept, (gsize) row.kept_steps, sizeof *kept, compare_ints);
  row.kept_step_bytes = row.kept_steps > 0 ? kept[(row.kept_steps - 1) / 2] : 0;
  row.verdict = judge (&row);
  return row;
}

/** What a keeper comes to, until it has texts. */
typedef struct
{
  Row row;
  guint32 pool;
  guint32 stack;
} Counted;

LSC_DEFINE_ARRAY (CountedList, counted_list, Counted)

/* Leaks first, the largest of each kind first. */
static int
compare_counted (const void *a, const void *b)
{
  const Counted *x = a, *y = b;

  LSC_RETURN_ORDER (x->row.verdict == LEAK ? 0 : 1, y->row.verdict == LEAK ? 0 : 1);
  LSC_RETURN_ORDER (y->row.kept_bytes, x->row.kept_bytes);
  LSC_RETURN_ORDER (x->pool, y->pool);
  return LSC_ORDER (x->stack, y->stack);
}

static void
add_row (LscTable *table, const LscMemoryLog *log, const Counted *counted)
{
  g_autofree char *who = lsc_memory_describe_user_frame (log, counted->stack);
  g_autofree char *stack = _lsc_memory_write_stack (log, counted->stack);
  Row row = counted->row;

  row.pool = lsc_intern_text (log->texts, log->pools.items[counted->pool].name);
  row.who = who;
  row.stack = stack;
  lsc_table_add (table, &row);
}

static void
count_all (const Shares *shares, gsize n_periods, CountedList *list)
{
  for (gsize i = 0, n; i < shares->n; i += n)
    {
      const Share *first = &shares->items[i];
      Counted counted = { .pool = first->pool, .stack = first->stack };

      for (n = 1;
           i + n < shares->n && first[n].pool == first->pool && first[n].stack == first->stack;)
        n++;
      counted.row = count_shares (first, n, n_periods);
      if (counted.row.kept_steps > 0)
        counted_list_append (list, counted);
    }
  if (list->n > 0)
    qsort (list->items, list->n, sizeof (Counted), compare_counted);
}

/**
 * lsc_memory_list_keepers:
 *
 * Who asked, in a step, for what is still allocated at the end, and whether that grows. Blocks from
 * before the recording, or without a stack, are no one's.
 *
 * Cost: O(blocks). Source: snapshots.md#keepers.
 *
 * Returns: (transfer full): the table memory_keepers, leaks first
 */
LscTable *
lsc_memory_list_keepers (const LscMemoryLog *log)
{
  LscTable *table = lsc_table_new_for (&lsc_memory_keepers_table_info);
  Periods periods = { 0 };
  Shares shares = { 0 };
  CountedList list = { 0 };

  g_return_val_if_fail (log, table);
  find_periods (log, &periods);
  collect (log, &periods, &shares);
  count_all (&shares, periods.n, &list);
  for (gsize i = 0; i < list.n; i++)
    add_row (table, log, &list.items[i]);
  counted_list_clear (&list);
  shares_clear (&shares);
  periods_clear (&periods);
  return table;
}
