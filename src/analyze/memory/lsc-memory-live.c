/* lsc-memory-live.c - what lives at a moment, put together by who asked for it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-private.h"
#include "analyze/memory/lsc-memory-stacks.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-sort.h"

/* memory.md#live. Of a block that is there from its allocation, inclusive, to its release. What the
 * total has beside those is older than the recording, or not told. */

#define MIB ((gint64) 1 << 20)
#define STACK_FRAMES 3 /* that a row tells */
#define MOST_PHRASES (LSC_MEMORY_BY_NOTHING + 1)
#define PHRASE_WHO LSC_MEMORY_BY_NOTHING

typedef enum
{
  HELD_RECORDED,
  HELD_BEFORE,
  HELD_LEFT_OUT,
} Held;

static const LscWord held_words[] = {
  [HELD_RECORDED] = { "recorded", N_ ("Recorded") },
  [HELD_BEFORE] = { "before", N_ ("Before the recording") },
  [HELD_LEFT_OUT] = { "left_out", N_ ("Left out, or before the recording") },
};

/* Sizes in which allocators keep blocks of their own. */
static const struct
{
  gint64 most;
  const char *title;
} size_classes[] = {
  { MIB, N_ ("up to 1 MiB") },         { 10 * MIB, N_ ("1 to 10 MiB") },
  { 100 * MIB, N_ ("10 to 100 MiB") }, { 1024 * MIB, N_ ("100 MiB to 1 GiB") },
  { G_MAXINT64, N_ ("over 1 GiB") },
};

/** Blocks that go together. @largest: place in the lives */
typedef struct
{
  guint64 key;
  gint64 count;
  gint64 bytes;
  gint64 requested;
  gint64 oldest_ns;
  gsize largest;
} Group;

LSC_DEFINE_ARRAY (Groups, groups, Group)

/** What the total has beside the blocks. @is_left_out: some of it may be blocks that were */
typedef struct
{
  LscMemoryBy by;
  gboolean is_left_out;
} Rest;

typedef struct
{
  gint64 rank;
  const LscPhrase *op;
  const LscPhrase *module;
  const LscPhrase *who;
  const LscPhrase *stack;
  const LscPhrase *size_class;
  int held;
  gint64 count;
  gint64 bytes;
  double share;
  gint64 requested_bytes;
  gint64 oldest_ns;
  gint64 largest_bytes;
  gint64 slice;
} Row;

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (Row),
  LSC_COLUMN (
      Row, op, "op", N_ ("Operator"), LSC_UNIT_NONE, "OP_MEMORY.name",
      N_ ("Operator that requested the memory, where blocks are grouped by operator or listed.")),
  LSC_COLUMN (Row, module, "module", N_ ("Module"), LSC_UNIT_NONE, "memory.md#owner",
              N_ ("Module whose operator asked for it.")),
  LSC_COLUMN (Row, who, "who", N_ ("Allocated By"), LSC_UNIT_NONE, "snapshots.md#who",
              N_ ("Innermost frame of your own Python in the stack.")),
  LSC_COLUMN (Row, stack, "stack", N_ ("Stack"), LSC_UNIT_NONE, "memory.md#owner",
              N_ ("Where in the program it was asked for, from that frame outwards.")),
  LSC_COLUMN (Row, size_class, "size_class", N_ ("Size"), LSC_UNIT_NONE, "memory.md#live",
              N_ ("How large the blocks are.")),
  LSC_CODES (Row, held, "held", N_ ("Origin"), held_words, "memory.md#live",
             N_ ("Whether blocks are recorded, or are what the total has besides.")),
  LSC_COLUMN (Row, count, "count", N_ ("Blocks"), LSC_UNIT_COUNT, "memory.md#live",
              N_ ("How many blocks live; of what is older than the recording not known.")),
  LSC_COLUMN (Row, bytes, "bytes", N_ ("Held"), LSC_UNIT_BYTES, "memory.md#live",
              N_ ("What they take of the pool.")),
  LSC_COLUMN (Row, share, "share", N_ ("Share"), LSC_UNIT_SHARE, "memory.md#live",
              N_ ("Part of what is allocated at that moment, which is 100 %.")),
  LSC_COLUMN (Row, requested_bytes, "requested_bytes", N_ ("Requested"), LSC_UNIT_BYTES,
              "memory.md#live", N_ ("What was asked for.")),
  LSC_COLUMN (Row, oldest_ns, "oldest_ns", N_ ("Oldest Allocated at"), LSC_UNIT_NS,
              "memory.md#live",
              N_ ("When the oldest of them was allocated; empty when before the recording.")),
  LSC_COLUMN (Row, largest_bytes, "largest_bytes", N_ ("Largest"), LSC_UNIT_BYTES, "memory.md#live",
              N_ ("Size of the largest of them.")),
  LSC_COLUMN (
      Row, slice, "slice", N_ ("Slice"), LSC_UNIT_ID, "memory.md#owner",
      N_ ("Slice of the operator that asked for the largest; empty where it is not known.")),
};

const LscTableInfo lsc_memory_live_table_info = LSC_TABLE_INFO ("memory_live", Row, columns);

static guint
get_class (gint64 bytes)
{
  guint i = 0;

  while (bytes > size_classes[i].most)
    i++;
  return i;
}

static guint64
get_key (const LscMemoryLife *life, gsize index, LscMemoryBy by)
{
  switch (by)
    {
    case LSC_MEMORY_BY_OP:
      return life->name;
    case LSC_MEMORY_BY_MODULE:
      return life->module;
    case LSC_MEMORY_BY_STACK:
      return life->stack;
    case LSC_MEMORY_BY_SIZE_CLASS:
      return get_class (life->size_bytes);
    case LSC_MEMORY_BY_NOTHING:
    default:
      return index;
    }
}

static void
add_life (Groups *groups, GHashTable *known, const LscMemoryLife *life, gsize index, guint64 key)
{
  gsize place = GPOINTER_TO_SIZE (g_hash_table_lookup (known, GSIZE_TO_POINTER (key)));
  Group *group;

  if (place == 0)
    {
      groups_append (groups, (Group){ .key = key, .oldest_ns = G_MAXINT64, .largest = index });
      place = groups->n;
      g_hash_table_insert (known, GSIZE_TO_POINTER (key), GSIZE_TO_POINTER (place));
    }
  group = &groups->items[place - 1];
  group->count++;
  group->bytes += life->size_bytes;
  group->requested += life->requested_bytes;
  group->oldest_ns = MIN (group->oldest_ns, life->begin_ns);
}

/* It is older than the recording, and nothing tells more of it than the rest of the total does. */
static gboolean
is_nobodys (const LscMemoryLife *life)
{
  return life->begin_ns == G_MININT64 && life->name == LSC_MEMORY_NONE &&
         life->stack == LSC_MEMORY_NONE;
}

static gboolean
collect (const LscMemory *self, gint64 time_ns, LscMemoryBy by, Groups *groups, LscJob *job,
         GError **error)
{
  const LscMemoryLog *log = self->log;
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < log->lives.n && log->lives.items[i].begin_ns <= time_ns; i++)
    {
      const LscMemoryLife *life = &log->lives.items[i];
      guint64 key = get_key (life, i, by);
      gsize place;

      if (i % 4096 == 0 && !lsc_job_check (job, error))
        return FALSE;
      if (life->end_ns <= time_ns || is_nobodys (life) ||
          !_lsc_memory_is_of (log, life->pool, self->main_pool))
        continue;
      add_life (groups, known, life, i, key);
      place = GPOINTER_TO_SIZE (g_hash_table_lookup (known, GSIZE_TO_POINTER (key)));
      if (life->size_bytes > log->lives.items[groups->items[place - 1].largest].size_bytes)
        groups->items[place - 1].largest = i;
    }
  return TRUE;
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *x = a, *y = b;

  LSC_RETURN_ORDER (y->bytes, x->bytes);
  LSC_RETURN_ORDER (y->count, x->count);
  return LSC_ORDER (x->key, y->key);
}

static LscPhrase *
say_text (const char *text)
{
  return text ? lsc_phrase_new_verbatim (text) : lsc_phrase_new_text (N_ ("not known"));
}

/* Sets what the rows are put together by; of single blocks all that is known. */
static void
name_group (const LscMemory *self, const Group *group, LscMemoryBy by,
            LscPhrase *phrases[MOST_PHRASES])
{
  const LscMemoryLog *log = self->log;
  const LscMemoryLife *life = &log->lives.items[group->largest];
  gboolean is_block = by == LSC_MEMORY_BY_NOTHING;

  if (by == LSC_MEMORY_BY_OP || is_block)
    phrases[LSC_MEMORY_BY_OP] = say_text (_lsc_memory_text (log, life->name));
  if (by == LSC_MEMORY_BY_MODULE || (is_block && life->module != LSC_MEMORY_NONE))
    phrases[LSC_MEMORY_BY_MODULE] = say_text (_lsc_memory_text (log, life->module));
  if (by == LSC_MEMORY_BY_STACK || (is_block && life->stack != LSC_MEMORY_NONE))
    {
      g_autofree char *stack = lsc_memory_describe_stack (log, life->stack, STACK_FRAMES);
      g_autofree char *who = lsc_memory_describe_user_frame (log, life->stack);

      phrases[LSC_MEMORY_BY_STACK] = say_text (stack);
      phrases[PHRASE_WHO] = say_text (who);
    }
  if (by == LSC_MEMORY_BY_SIZE_CLASS)
    phrases[LSC_MEMORY_BY_SIZE_CLASS] =
        lsc_phrase_new_text (size_classes[get_class (life->size_bytes)].title);
}

static void
add_row (const LscMemory *self, LscTable *table, Row row, LscPhrase *phrases[MOST_PHRASES],
         gint64 total)
{
  row.rank = self->rank;
  row.op = phrases[LSC_MEMORY_BY_OP];
  row.module = phrases[LSC_MEMORY_BY_MODULE];
  row.stack = phrases[LSC_MEMORY_BY_STACK];
  row.who = phrases[PHRASE_WHO];
  row.size_class = phrases[LSC_MEMORY_BY_SIZE_CLASS];
  row.share =
      total > 0 && row.bytes != LSC_INT_NULL ? (double) row.bytes / (double) total : LSC_REAL_NULL;
  lsc_table_add (table, &row);
  for (guint i = 0; i < MOST_PHRASES; i++)
    g_clear_pointer (&phrases[i], lsc_phrase_free);
}

static void
add_group (const LscMemory *self, LscTable *table, const Group *group, LscMemoryBy by, gint64 total)
{
  const LscMemoryLife *life = &self->log->lives.items[group->largest];
  LscPhrase *phrases[MOST_PHRASES] = { NULL };

  name_group (self, group, by, phrases);
  add_row (self, table,
           (Row){ .held = HELD_RECORDED,
                  .count = group->count,
                  .bytes = group->bytes,
                  .requested_bytes = group->requested,
                  .oldest_ns = group->oldest_ns == G_MININT64 ? LSC_INT_NULL : group->oldest_ns,
                  .largest_bytes = life->size_bytes,
                  .slice = life->slice != LSC_MEMORY_NONE ? life->slice : LSC_INT_NULL },
           phrases, total);
}

/* Of very many blocks those that were released early are left out, but for those of the peak. */
static gboolean
is_left_out (const LscMemory *self, gint64 time_ns)
{
  return self->log->n_left_out > 0 && time_ns < self->log->left_out_until_ns &&
         time_ns != self->peak_ns;
}

static void
add_rest (const LscMemory *self, LscTable *table, Rest rest, gint64 bytes, gint64 total)
{
  LscPhrase *phrases[MOST_PHRASES] = { NULL };

  phrases[rest.by == LSC_MEMORY_BY_NOTHING ? LSC_MEMORY_BY_OP : rest.by] = lsc_phrase_new_text (
      rest.is_left_out
          ? N_ ("not listed because there are too many blocks, or allocated before the recording")
          : N_ ("allocated before the recording"));
  add_row (self, table,
           (Row){ .held = rest.is_left_out ? HELD_LEFT_OUT : HELD_BEFORE,
                  .count = LSC_INT_NULL,
                  .bytes = bytes,
                  .requested_bytes = LSC_INT_NULL,
                  .oldest_ns = LSC_INT_NULL,
                  .largest_bytes = LSC_INT_NULL,
                  .slice = LSC_INT_NULL },
           phrases, total);
}

/**
 * lsc_memory_list_live:
 * @time_ns: the moment
 * @by: what blocks are put together by
 *
 * Rows by what they hold, the largest first; the last one is what the total of the pool has beside
 * the blocks, so that all add up to it: it is older than the recording, or was left out
 * (LscMemoryLog.n_left_out). There is no such row where the total is not known.
 *
 * Cost: O(blocks). Errors: %LSC_ERROR_CANCELLED.
 *
 * Source: memory.md#live.
 *
 * Returns: (transfer full) (nullable): what lives in the main pool then
 */
LscTable *
lsc_memory_list_live (LscMemory *self, gint64 time_ns, LscMemoryBy by, LscJob *job, GError **error)
{
  g_autoptr (LscTable) table = NULL;
  Groups groups = { 0 };
  gint64 total, live = 0;
  gboolean is_done;

  g_return_val_if_fail (self, NULL);
  total = _lsc_memory_curve_at (_lsc_memory_find (self, LSC_MEMORY_ALLOCATED), time_ns);
  table = lsc_table_new_for (&lsc_memory_live_table_info);
  is_done = collect (self, time_ns, by, &groups, job, error);
  if (groups.n > 1)
    qsort (groups.items, groups.n, sizeof *groups.items, compare_groups);
  for (gsize i = 0; i < groups.n && is_done; i++)
    {
      live += groups.items[i].bytes;
      add_group (self, table, &groups.items[i], by, total);
    }
  if (total != LSC_INT_NULL && is_done)
    add_rest (self, table, (Rest){ by, is_left_out (self, time_ns) },
              lsc_int_subtract (total, live), total);
  groups_clear (&groups);
  return is_done ? g_steal_pointer (&table) : NULL;
}
