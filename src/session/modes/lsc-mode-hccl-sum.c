/* lsc-mode-hccl-sum.c - hccl_sum: durations of communication operators
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "session/modes/lsc-mode-private.h"

/* modes.md#hccl-sum */

#define TOP_NUM 15

static const LscColumn all_columns[] = { LSC_MODE_TEXT ("OpType"), LSC_MODE_DESCRIBE };
static const LscColumn rank_columns[] = { LSC_MODE_TEXT ("OpType"), LSC_MODE_DESCRIBE,
                                          LSC_MODE_INT ("Rank") };
static const LscColumn top_columns[] = { LSC_MODE_TEXT ("OpName"), LSC_MODE_DESCRIBE,
                                         LSC_MODE_INT ("MinRank"), LSC_MODE_INT ("MaxRank") };
static const LscColumn group_columns[] = { LSC_MODE_TEXT ("GroupName"), LSC_MODE_TEXT ("GroupId"),
                                           LSC_MODE_TEXT ("Ranks") };

static const LscModeTable tables[] = {
  { "HcclAllRankStats", "all_stats" },
  { "HcclPerRankStats", "rank_stats" },
  { "HcclTopOpStats", "top_op_stats" },
  { "HcclGroupNameMap", "group_name_map" },
};

/** A rank that has an op of a group; @row: the number of the first within the rank. */
typedef struct
{
  gint64 row;
  gint64 rank;
} Member;

/** A group at work. */
typedef struct
{
  const char *name;
  char *id;
  GArray *members;
} Group;

/** What is read. */
typedef struct
{
  LscModeGroups types;
  LscModeGroups rank_types;
  LscModeGroups names;
  GHashTable *index; /* of groups, by name */
  GPtrArray *groups;
} Sums;

static void
free_group (gpointer data)
{
  Group *self = data;

  g_free (self->id);
  g_array_unref (self->members);
  g_free (self);
}

static void
note_group (Sums *self, const char *name, gint64 row, gint64 rank)
{
  Group *group = g_hash_table_lookup (self->index, name);
  Member member = { row, rank };

  if (!group)
    {
      group = g_new0 (Group, 1);
      group->name = name;
      group->id = _lsc_mode_group_id (name);
      group->members = g_array_new (FALSE, FALSE, sizeof (Member));
      g_hash_table_insert (self->index, (gpointer) name, group);
      g_ptr_array_add (self->groups, group);
    }
  if (group->members->len == 0 ||
      g_array_index (group->members, Member, group->members->len - 1).rank != rank)
    g_array_append_val (group->members, member);
}

static void
read_rank (LscModeRank *rank, Sums *sums)
{
  gint64 row = 0;
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (
      rank, "SELECT opName, opType, groupName, startNs, endNs FROM COMMUNICATION_OP");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      const char *name = _lsc_mode_rank_get_text_at (rank, stmt, 0);
      const char *type = _lsc_mode_rank_get_text_at (rank, stmt, 1);
      const char *group = _lsc_mode_rank_get_text_at (rank, stmt, 2);
      gint64 start = sqlite3_column_int64 (stmt, 3);
      double duration = (double) (sqlite3_column_int64 (stmt, 4) - start);
      LscModeKey of_type = { .texts = { type } };
      LscModeKey of_rank = { .texts = { type }, .number = rank->rank };
      LscModeKey of_name = { .texts = { name } };

      if (start < rank->begin || start > rank->end)
        continue;
      if (type)
        {
          _lsc_mode_group_add (_lsc_mode_groups_get (&sums->types, &of_type), duration, 0);
          _lsc_mode_group_add (_lsc_mode_groups_get (&sums->rank_types, &of_rank), duration, 0);
        }
      if (name)
        _lsc_mode_group_add (_lsc_mode_groups_get (&sums->names, &of_name), duration, rank->rank);
      if (group)
        note_group (sums, group, row, rank->rank);
      row++;
    }
}

/** A row at work. */
typedef struct
{
  const LscModeGroup *group;
  LscModeFigures figures;
} Row;

static int
compare_types (gconstpointer a, gconstpointer b)
{
  const LscModeKey *x = &((const Row *) a)->group->key, *y = &((const Row *) b)->group->key;

  if (x->number != y->number)
    return x->number < y->number ? -1 : 1;
  return strcmp (x->texts[0], y->texts[0]);
}

/* Falling; equal ones in the order of their names. */
static int
compare_means (gconstpointer a, gconstpointer b)
{
  double x = ((const Row *) a)->figures.mean, y = ((const Row *) b)->figures.mean;

  return x != y ? (x < y) - (x > y) : compare_types (a, b);
}

static GArray *
list_rows (LscModeGroups *groups, GCompareFunc compare)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));

  for (guint i = 0; i < groups->list->len; i++)
    {
      Row row = { .group = groups->list->pdata[i] };

      _lsc_mode_describe (row.group->values, &row.figures);
      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare);
  return rows;
}

static void
write_types (LscTable *table, LscModeGroups *groups, gboolean has_rank)
{
  g_autoptr (GArray) rows = list_rows (groups, compare_types);

  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      LscModeRow out = _lsc_mode_row (table);

      _lsc_mode_put_text (&out, row->group->key.texts[0]);
      _lsc_mode_put_figures (&out, &row->figures);
      if (has_rank)
        _lsc_mode_put_int (&out, row->group->key.number);
    }
}

static double
get_mean (const LscModeGroup *group)
{
  double sum = 0;

  for (guint i = 0; i < group->values->len; i++)
    sum += g_array_index (group->values, double, i);
  return sum / group->values->len;
}

static void
keep_first (GArray *rows, guint most)
{
  g_array_sort (rows, compare_means);
  g_array_set_size (rows, MIN (rows->len, most));
}

/* The @most rows with the largest means; most others are not kept until all are sorted. */
static GArray *
list_largest (const LscModeGroups *groups, guint most)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));
  gboolean is_full = FALSE;

  for (guint i = 0; i < groups->list->len; i++)
    {
      Row row = { .group = groups->list->pdata[i] };

      row.figures.mean = get_mean (row.group);
      if (is_full && compare_means (&row, &g_array_index (rows, Row, most - 1)) > 0)
        continue;
      g_array_append_val (rows, row);
      if (rows->len < 2 * most)
        continue;
      keep_first (rows, most);
      is_full = TRUE;
    }
  keep_first (rows, most);
  return rows;
}

/* Of many names few are written: of the others the mean alone is needed. */
static void
write_names (LscTable *table, LscModeGroups *groups, gint64 top_num)
{
  guint most = (guint) MIN (top_num > 0 ? top_num : TOP_NUM, groups->list->len);
  g_autoptr (GArray) rows = list_largest (groups, most);

  for (guint i = 0; i < rows->len; i++)
    {
      Row *row = &g_array_index (rows, Row, i);
      LscModeRow out = _lsc_mode_row (table);

      _lsc_mode_describe (row->group->values, &row->figures);
      _lsc_mode_put_text (&out, row->group->key.texts[0]);
      _lsc_mode_put_figures (&out, &row->figures);
      _lsc_mode_put_int (&out, row->group->least_rank);
      _lsc_mode_put_int (&out, row->group->most_rank);
    }
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(Group *const *) a)->id, (*(Group *const *) b)->id);
}

static int
compare_members (gconstpointer a, gconstpointer b)
{
  const Member *x = a, *y = b;

  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

static void
write_map (LscTable *table, GPtrArray *groups)
{
  g_ptr_array_sort (groups, compare_groups);
  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = groups->pdata[i];
      g_autoptr (GString) ranks = g_string_new (NULL);
      LscModeRow out = _lsc_mode_row (table);

      g_array_sort (group->members, compare_members);
      for (guint k = 0; k < group->members->len; k++)
        g_string_append_printf (ranks, "%s%" G_GINT64_FORMAT, k > 0 ? ";" : "",
                                g_array_index (group->members, Member, k).rank);
      _lsc_mode_put_text (&out, group->name);
      _lsc_mode_put_text (&out, group->id);
      _lsc_mode_put_text (&out, ranks->str);
    }
}

static void
clear (Sums *self)
{
  _lsc_mode_groups_clear (&self->types);
  _lsc_mode_groups_clear (&self->rank_types);
  _lsc_mode_groups_clear (&self->names);
  g_hash_table_unref (self->index);
  g_ptr_array_unref (self->groups);
}

static gboolean
run_mode (LscModeRun *self, GError **error)
{
  static const char *const needed[] = { "COMMUNICATION_OP", "STRING_IDS", NULL };
  Sums sums = { .index = g_hash_table_new (g_direct_hash, g_direct_equal),
                .groups = g_ptr_array_new_with_free_func (free_group) };
  LscModeRank rank;

  _lsc_mode_groups_init (&sums.types);
  _lsc_mode_groups_init (&sums.rank_types);
  _lsc_mode_groups_init (&sums.names);
  for (guint i = 0; i < self->sources->len; i++)
    if (_lsc_mode_rank_open (&rank, self, i, needed))
      {
        read_rank (&rank, &sums);
        self->n_used++;
        _lsc_mode_rank_close (&rank);
      }
  write_types (_LSC_MODE_ADD_TABLE (self, tables[0].name, all_columns), &sums.types, FALSE);
  write_types (_LSC_MODE_ADD_TABLE (self, tables[1].name, rank_columns), &sums.rank_types, TRUE);
  write_names (_LSC_MODE_ADD_TABLE (self, tables[2].name, top_columns), &sums.names,
               self->options->top_num);
  write_map (_LSC_MODE_ADD_TABLE (self, tables[3].name, group_columns), sums.groups);
  clear (&sums);
  return TRUE;
}

const LscMode _lsc_mode_hccl_sum = {
  .name = "hccl_sum",
  .folder = "HcclSum",
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .has_text = TRUE,
  .text_ns = 1000,
  .run = run_mode,
};
