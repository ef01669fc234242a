/* lsc-mode-bottleneck-lists.c - what a slow rank did later or longer than a fast one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "session/modes/lsc-mode-bottleneck-private.h"

/* modes.md#communication-bottleneck */

#define ALIGNED_NS 1000000

/** A task or a call. */
typedef struct
{
  const char *name;
  gint64 start;
  gint64 end;
  guint place; /* in which it was read */
} Item;

/** Where two lists differ most. */
typedef struct
{
  const char *longest;
  gint64 longest_ns;
  const char *latest;
  gint64 latest_ns;
} Difference;

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const Item *x = a, *y = b;

  if (x->start != y->start)
    return x->start > y->start ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

static void
add_item (GArray *items, const char *name, gint64 start, gint64 end)
{
  Item item = { name, start, end, items->len };

  g_array_append_val (items, item);
}

/* Returns: whether the lists meet: a task of the slow rank that began as early as that of the fast
 */
static gboolean
compare_lists (const GArray *slow, const GArray *fast, gint64 shift, Difference *out)
{
  guint next = 0;

  *out = (Difference){ NULL, G_MININT64, NULL, G_MININT64 };
  for (guint i = 0; i < slow->len; i++)
    {
      const Item *own = &g_array_index (slow, Item, i);
      const Item *other = NULL;
      guint k = next;
      gint64 later, longer;

      for (; k < fast->len && !other; k++)
        if (g_array_index (fast, Item, k).name == own->name)
          other = &g_array_index (fast, Item, k);
      if (!other)
        continue;
      next = k;
      later = own->start - other->start + shift;
      longer = (own->end - own->start) - (other->end - other->start);
      if (longer > out->longest_ns)
        {
          out->longest = own->name;
          out->longest_ns = longer;
        }
      if (later > out->latest_ns)
        {
          out->latest = own->name;
          out->latest_ns = later;
        }
      if (later < ALIGNED_NS)
        return TRUE;
    }
  return FALSE;
}

static void
append_difference (GString *text, const Difference *difference)
{
  g_string_append_printf (text, "max duration-diff op %s, diff ", difference->longest);
  _lsc_mode_append_us (text, difference->longest_ns);
  g_string_append_printf (text, " us, max start-time-diff op %s, diff ", difference->latest);
  _lsc_mode_append_us (text, difference->latest_ns);
  g_string_append (text, " us.");
}

static void
read_compute (LscModeRank *rank, GArray *items)
{
  sqlite3_stmt *stmt =
      _lsc_mode_rank_ask (rank, "SELECT c.name, t.startNs, t.endNs FROM TASK t "
                                "JOIN COMPUTE_TASK_INFO c ON c.globalTaskId = t.globalTaskId");

  while (_lsc_mode_rank_next (rank, &stmt))
    add_item (items, _lsc_mode_rank_get_text_at (rank, stmt, 0), sqlite3_column_int64 (stmt, 1),
              sqlite3_column_int64 (stmt, 2));
}

static void
read_communication (LscModeRank *rank, GArray *items)
{
  sqlite3_stmt *stmt =
      lsc_db_has_table (rank->db, "COMMUNICATION_TASK_INFO")
          ? _lsc_mode_rank_ask (rank,
                                "SELECT c.name, MIN (t.startNs), MAX (t.endNs) FROM TASK t "
                                "JOIN COMMUNICATION_TASK_INFO c ON c.globalTaskId = t.globalTaskId "
                                "GROUP BY c.name")
          : NULL;

  while (_lsc_mode_rank_next (rank, &stmt))
    add_item (items, _lsc_mode_rank_get_text_at (rank, stmt, 0), sqlite3_column_int64 (stmt, 1),
              sqlite3_column_int64 (stmt, 2));
}

static void
read_copies (LscModeRank *rank, GArray *items)
{
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (rank, "SELECT taskType, startNs, endNs FROM TASK");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      const char *type = _lsc_mode_rank_get_text_at (rank, stmt, 0);
      g_autofree char *lower = type ? g_ascii_strdown (type, -1) : NULL;

      if (lower && strstr (lower, "memcpy"))
        add_item (items, type, sqlite3_column_int64 (stmt, 1), sqlite3_column_int64 (stmt, 2));
    }
}

static GArray *
list_device (LscModeRank *rank)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (Item));

  read_compute (rank, items);
  read_communication (rank, items);
  read_copies (rank, items);
  g_array_sort (items, compare_items);
  return items;
}

static GArray *
list_torch (LscModeRank *rank, gint64 end)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (Item));
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (rank, "SELECT name, startNs, endNs FROM PYTORCH_API");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      const char *name = _lsc_mode_rank_get_text_at (rank, stmt, 0);

      if (name && strstr (name, "::") && sqlite3_column_int64 (stmt, 2) <= end)
        add_item (items, name, sqlite3_column_int64 (stmt, 1), sqlite3_column_int64 (stmt, 2));
    }
  g_array_sort (items, compare_items);
  return items;
}

static GArray *
list_calls (LscModeRank *rank, gint64 end)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (Item));
  sqlite3_stmt *stmt =
      _lsc_mode_rank_ask (rank, "SELECT e.name, a.name, a.startNs, a.endNs FROM CANN_API a "
                                "JOIN ENUM_API_TYPE e ON e.id = a.type");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      const char *name = _lsc_mode_rank_get_text_at (rank, stmt, 1);
      g_autofree char *whole = NULL;

      if (!name || sqlite3_column_int64 (stmt, 3) > end)
        continue;
      whole = g_strdup_printf ("%s@%s", (const char *) sqlite3_column_text (stmt, 0), name);
      add_item (items, _lsc_mode_keep (rank->run, whole), sqlite3_column_int64 (stmt, 2),
                sqlite3_column_int64 (stmt, 3));
    }
  g_array_sort (items, compare_items);
  return items;
}

static char *
tell_unaligned (const char *side)
{
  return g_strconcat (side, " Tasks are not aligned between slow and fast NPU from the beginning",
                      NULL);
}

/** Returns: (transfer full): where the tasks of the whole recordings differ most */
char *
_lsc_mode_tell_device (LscModeRank *slow, LscModeRank *fast, gint64 shift)
{
  g_autoptr (GArray) of_slow = list_device (slow);
  g_autoptr (GArray) of_fast = list_device (fast);
  GString *text = g_string_new ("[Device-bound]Device: ");
  Difference difference;

  if (!compare_lists (of_slow, of_fast, shift, &difference))
    {
      g_string_free (text, TRUE);
      return tell_unaligned ("[Device-bound]");
    }
  append_difference (text, &difference);
  return g_string_free (text, FALSE);
}

/** Returns: (transfer full): where the calls before the ops differ most */
char *
_lsc_mode_tell_host (LscModeRank *slow, gint64 slow_end, LscModeRank *fast, gint64 fast_end,
                     gint64 shift)
{
  g_autoptr (GArray) torch_of_slow = list_torch (slow, slow_end);
  g_autoptr (GArray) torch_of_fast = list_torch (fast, fast_end);
  g_autoptr (GArray) calls_of_slow = list_calls (slow, slow_end);
  g_autoptr (GArray) calls_of_fast = list_calls (fast, fast_end);
  GString *text = g_string_new ("[Host-bound] PyTorch: ");
  Difference difference;

  if (!compare_lists (torch_of_slow, torch_of_fast, shift, &difference))
    {
      g_string_free (text, TRUE);
      return tell_unaligned ("[Host-bound]");
    }
  append_difference (text, &difference);
  if (compare_lists (calls_of_slow, calls_of_fast, shift, &difference))
    {
      g_string_append (text, " | CANN: ");
      append_difference (text, &difference);
    }
  return g_string_free (text, FALSE);
}
