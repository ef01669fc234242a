/* lsc-memory-pair-live.c - what lives at the peak on both sides
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-sort.h"
#include "judge/compare/lsc-memory-pair-private.h"

/* compare.md#memory-pair */

/** What has a name on both sides. @is_word: it is the program's own and has a translation */
typedef struct
{
  char *name;
  gboolean is_word;
  gboolean is_known; /* blocks, and not what the total has besides */
  gint64 count[LSC_N_SIDES];
  gint64 bytes[LSC_N_SIDES];
  gboolean is_there[LSC_N_SIDES];
} Change;

typedef struct
{
  const LscPhrase *name;
  int match;
  gint64 before_bytes;
  gint64 after_bytes;
  gint64 delta_bytes;
  double change;
  gint64 before_count;
  gint64 after_count;
} Row;

static const LscColumn columns[] = {
  LSC_COLUMN (Row, name, "name", N_ ("Held By"), LSC_UNIT_NONE, "compare.md#memory-pair",
              N_ ("Operator, module, place in the program or size of the blocks.")),
  LSC_COLUMN (Row, before_bytes, "before_bytes", N_ ("Held Before"), LSC_UNIT_BYTES,
              "compare.md#memory-pair", N_ ("What it holds at the peak before.")),
  LSC_COLUMN (Row, after_bytes, "after_bytes", N_ ("Held After"), LSC_UNIT_BYTES,
              "compare.md#memory-pair", N_ ("What it holds at the peak after.")),
  LSC_COLUMN (Row, delta_bytes, "delta_bytes", N_ ("Difference"), LSC_UNIT_BYTES,
              "compare.md#memory-pair",
              N_ ("After - before; negative is less. The rows add up to the difference of the "
                  "peaks.")),
  LSC_COLUMN (Row, change, "change", N_ ("Relative"), LSC_UNIT_SHARE, "compare.md#memory-pair",
              N_ ("The difference as a share of what it holds before, which is 100 %.")),
  LSC_COLUMN (Row, before_count, "before_count", N_ ("Blocks Before"), LSC_UNIT_COUNT,
              "compare.md#memory-pair", N_ ("Blocks at the peak before.")),
  LSC_COLUMN (Row, after_count, "after_count", N_ ("Blocks After"), LSC_UNIT_COUNT,
              "compare.md#memory-pair", N_ ("Blocks at the peak after.")),
  LSC_CODES (Row, match, "match", N_ ("Match"), lsc_match_words, "compare.md#memory-pair",
             N_ ("Whether both recordings have it.")),
};

const LscTableInfo lsc_compare_memory_live_table_info =
    LSC_TABLE_INFO ("CompareMemoryLive", Row, columns);

static void
change_free (gpointer data)
{
  Change *self = data;

  g_free (self->name);
  g_free (self);
}

static const char *
get_column (LscMemoryBy by)
{
  static const char *const names[LSC_MEMORY_BY_NOTHING] = {
    [LSC_MEMORY_BY_OP] = "op",
    [LSC_MEMORY_BY_MODULE] = "module",
    [LSC_MEMORY_BY_STACK] = "stack",
    [LSC_MEMORY_BY_SIZE_CLASS] = "size_class",
  };

  return names[by];
}

static Change *
get_change (GHashTable *index, const LscTable *table, gsize row, LscMemoryBy by)
{
  const char *name = lsc_table_get_named (table, row, get_column (by)).text;
  gboolean is_known = g_strcmp0 (lsc_table_get_named (table, row, "held").text, "recorded") == 0;
  g_autofree char *key = g_strdup_printf ("%d%s", is_known, name);
  Change *change = g_hash_table_lookup (index, key);

  if (change)
    return change;
  change = g_new0 (Change, 1);
  change->name = g_strdup (name);
  change->is_known = is_known;
  change->is_word =
      !is_known || by == LSC_MEMORY_BY_SIZE_CLASS || g_strcmp0 (name, "not known") == 0;
  g_hash_table_insert (index, g_steal_pointer (&key), change);
  return change;
}

static void
take_side (GHashTable *index, const LscTable *table, LscMemoryBy by, LscSide side)
{
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      Change *change = get_change (index, table, i, by);
      LscValue count = lsc_table_get_named (table, i, "count");

      change->is_there[side] = TRUE;
      change->bytes[side] += lsc_table_get_named (table, i, "bytes").integer;
      change->count[side] += count.is_null ? 0 : count.integer;
    }
}

static gint64
get_delta (const Change *self)
{
  return self->bytes[LSC_AFTER] - self->bytes[LSC_BEFORE];
}

/* The largest first, of either direction. */
static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const Change *x = *(const Change *const *) a, *y = *(const Change *const *) b;

  LSC_RETURN_ORDER (ABS (get_delta (y)), ABS (get_delta (x)));
  LSC_RETURN_ORDER (y->bytes[LSC_BEFORE], x->bytes[LSC_BEFORE]);
  LSC_RETURN_ORDER (y->is_known, x->is_known);
  return g_strcmp0 (x->name, y->name);
}

static void
add_row (LscTable *table, const Change *change)
{
  gint64 before = change->bytes[LSC_BEFORE];
  g_autoptr (LscPhrase) name =
      change->is_word ? lsc_phrase_new_text (change->name) : lsc_phrase_new_verbatim (change->name);

  lsc_table_add (
      table,
      &(Row){ .name = name,
              .match = change->is_there[LSC_BEFORE] && change->is_there[LSC_AFTER] ? LSC_MATCH_BOTH
                       : change->is_there[LSC_BEFORE] ? LSC_MATCH_ONLY_BEFORE
                                                      : LSC_MATCH_ONLY_AFTER,
              .before_bytes = before,
              .after_bytes = change->bytes[LSC_AFTER],
              .delta_bytes = get_delta (change),
              .change = before > 0 ? (double) get_delta (change) / (double) before : LSC_REAL_NULL,
              .before_count = change->is_known ? change->count[LSC_BEFORE] : LSC_INT_NULL,
              .after_count = change->is_known ? change->count[LSC_AFTER] : LSC_INT_NULL });
}

/** @live: of each side, by @by. Returns: (transfer full): both, by the size of the difference */
LscTable *
_lsc_memory_pair_list_live (LscTable *const live[LSC_N_SIDES], LscMemoryBy by)
{
  LscTable *table = lsc_table_new_for (&lsc_compare_memory_live_table_info);
  g_autoptr (GHashTable) index =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, change_free);
  g_autoptr (GPtrArray) changes = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer change;

  take_side (index, live[LSC_BEFORE], by, LSC_BEFORE);
  take_side (index, live[LSC_AFTER], by, LSC_AFTER);
  g_hash_table_iter_init (&iter, index);
  while (g_hash_table_iter_next (&iter, NULL, &change))
    g_ptr_array_add (changes, change);
  g_ptr_array_sort (changes, compare_changes);
  for (guint i = 0; i < changes->len; i++)
    add_row (table, changes->pdata[i]);
  return table;
}
