/* lsc-mode-slow-link.c - slow_link: transfers that take far longer than others of their size
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "session/modes/lsc-mode-private.h"

/* modes.md#slow-link */

#define TOP_NUM 15
#define MOST_DEVIATIONS 3

static const LscColumn op_columns[] = {
  LSC_MODE_INT ("rankId"),   LSC_MODE_TEXT ("groupName"),   LSC_MODE_INT ("communicationTime"),
  LSC_MODE_TEXT ("opName"),  LSC_MODE_TEXT ("opType"),      LSC_MODE_TEXT ("dataType"),
  LSC_MODE_INT ("dataSize"), LSC_MODE_INT ("transmitTime"), LSC_MODE_INT ("relatedRanks"),
};
static const LscColumn sum_columns[] = { LSC_MODE_TEXT ("opTypeRelatedRanksDataSize"),
                                         LSC_MODE_DESCRIBE_FROM (LSC_MODE_INT),
                                         LSC_MODE_REAL ("offsetRatio"), LSC_MODE_INT ("maxRank"),
                                         LSC_MODE_INT ("minRank") };

static const LscModeTable tables[] = {
  { "SlowLinkSum", "slow_link_sum" },
  { "SlowLinkOps", "slow_link_ops" },
};

static const struct
{
  const char *name;
  gint64 bytes;
} data_types[] = {
  { "INT8", 1 },   { "UINT8", 1 }, { "INT16", 2 },   { "UINT16", 2 }, { "FP16", 2 },
  { "BFP16", 2 },  { "INT32", 4 }, { "UINT32", 4 },  { "FP32", 4 },   { "INT64", 8 },
  { "UINT64", 8 }, { "FP64", 8 },  { "INT128", 16 },
};

/** A type of data that a database names. @bytes: 0 = not known */
typedef struct
{
  gint64 id;
  const char *name;
  gint64 bytes;
} DataType;

/** A row of an op; @size: %LSC_INT_NULL of a type without a size; @group_of: the rows that it is
 * grouped with at the time. */
typedef struct
{
  gint64 rank;
  const char *group;
  gint64 time;
  const char *name;
  const char *type;
  const char *data_type;
  gint64 size;
  gint64 transmit;
  gint64 n_ranks;
  LscModeGroup *group_of;
} Op;

static gint64
find_bytes (const char *data_type)
{
  for (gsize i = 0; i < G_N_ELEMENTS (data_types); i++)
    if (strcmp (data_types[i].name, data_type) == 0)
      return data_types[i].bytes;
  return 0;
}

static GArray *
read_types (LscModeRank *rank)
{
  GArray *types = g_array_new (FALSE, FALSE, sizeof (DataType));
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (
      rank, "SELECT id, name FROM ENUM_HCCL_DATA_TYPE WHERE id NOT NULL AND name NOT NULL");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      DataType type = { .id = sqlite3_column_int64 (stmt, 0),
                        .name = _lsc_mode_keep (rank->run,
                                                (const char *) sqlite3_column_text (stmt, 1)) };

      type.bytes = type.name ? find_bytes (type.name) : 0;
      g_array_append_val (types, type);
    }
  return types;
}

/* (nullable): that of the id in a column; there are a dozen */
static const DataType *
find_type (const GArray *types, sqlite3_stmt *stmt, int column)
{
  gint64 id = sqlite3_column_int64 (stmt, column);

  if (sqlite3_column_type (stmt, column) != SQLITE_INTEGER)
    return NULL;
  for (guint i = 0; i < types->len; i++)
    if (g_array_index (types, DataType, i).id == id)
      return &g_array_index (types, DataType, i);
  return NULL;
}

static void
read_rank (LscModeRank *rank, GArray *ops)
{
  g_autoptr (GArray) types = read_types (rank);
  sqlite3_stmt *stmt =
      _lsc_mode_rank_ask (rank, "SELECT groupName, opName, opType, dataType, count, startNs, endNs "
                                "FROM COMMUNICATION_OP");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      const DataType *type = find_type (types, stmt, 3);
      Op op = { .rank = rank->rank,
                .group = _lsc_mode_rank_get_text_at (rank, stmt, 0),
                .name = _lsc_mode_rank_get_text_at (rank, stmt, 1),
                .type = _lsc_mode_rank_get_text_at (rank, stmt, 2),
                .data_type = type ? type->name : NULL,
                .time = sqlite3_column_int64 (stmt, 6) - sqlite3_column_int64 (stmt, 5) };

      if (!op.group || !op.name || !op.type || !op.data_type)
        continue;
      op.size = type->bytes > 0 ? sqlite3_column_int64 (stmt, 4) * type->bytes : LSC_INT_NULL;
      g_array_append_val (ops, op);
    }
}

/* The least time of an op on any rank is that of the transfer; messages have no such. */
static void
set_transmit_times (GArray *ops)
{
  LscModeGroups groups;

  _lsc_mode_groups_init (&groups);
  for (guint i = 0; i < ops->len; i++)
    {
      Op *op = &g_array_index (ops, Op, i);
      LscModeKey key = { .texts = { op->group, op->name } };

      op->group_of = _lsc_mode_groups_get (&groups, &key);
      _lsc_mode_group_add (op->group_of, (double) op->time, op->rank);
    }
  for (guint i = 0; i < ops->len; i++)
    {
      Op *op = &g_array_index (ops, Op, i);

      if (strstr (op->name, "send") || strstr (op->name, "receive"))
        continue;
      op->transmit = (gint64) op->group_of->least;
      op->n_ranks = op->group_of->values->len;
    }
  _lsc_mode_groups_clear (&groups);
}

/* @sizes: texts of the few sizes that were met */
static LscModeKey
key_of (LscModeRun *run, GHashTable *sizes, const Op *op)
{
  const char *text = g_hash_table_lookup (sizes, &op->size);

  if (!text)
    {
      g_autofree char *size = g_strdup_printf ("%" PRId64, op->size);

      text = _lsc_mode_keep (run, size);
      g_hash_table_insert (sizes, (gpointer) &op->size, (gpointer) text);
    }
  return (LscModeKey){ .texts = { op->type, text }, .number = op->n_ranks };
}

static gboolean
has_outlier (const LscModeGroup *group)
{
  double sum = 0, squares = 0, mean, sd;
  const double *values = (const double *) (gconstpointer) group->values->data;
  guint n = group->values->len;

  for (guint i = 0; i < n; i++)
    sum += values[i];
  mean = sum / n;
  for (guint i = 0; i < n; i++)
    squares += (values[i] - mean) * (values[i] - mean);
  sd = sqrt (squares / n);
  return sd > 0 &&
         (group->most > mean + MOST_DEVIATIONS * sd || group->least < mean - MOST_DEVIATIONS * sd);
}

/** A row of the sum at work. */
typedef struct
{
  const LscModeGroup *group;
  LscModeFigures figures;
  double offset;
} Sum;

static int
compare_offsets (gconstpointer a, gconstpointer b)
{
  double x = ((const Sum *) a)->offset, y = ((const Sum *) b)->offset;

  return (x < y) - (x > y);
}

static void
write_sums (LscTable *table, GArray *sums, gint64 top_num)
{
  g_array_sort (sums, compare_offsets);
  for (guint i = 0; i < sums->len && i < (top_num > 0 ? top_num : TOP_NUM); i++)
    {
      const Sum *sum = &g_array_index (sums, Sum, i);
      const LscModeKey *key = &sum->group->key;
      g_autofree char *name =
          g_strdup_printf ("%s%" PRId64 "_%s", key->texts[0], key->number, key->texts[1]);
      LscModeRow out = _lsc_mode_row (table);

      _lsc_mode_put_text (&out, name);
      _lsc_mode_put_figures (&out, &sum->figures);
      _lsc_mode_put_real (&out, sum->offset);
      _lsc_mode_put_int (&out, sum->group->most_rank);
      _lsc_mode_put_int (&out, sum->group->least_rank);
    }
}

static void
write_op (LscTable *table, const Op *op)
{
  LscModeRow out = _lsc_mode_row (table);

  _lsc_mode_put_int (&out, op->rank);
  _lsc_mode_put_text (&out, op->group);
  _lsc_mode_put_int (&out, op->time);
  _lsc_mode_put_text (&out, op->name);
  _lsc_mode_put_text (&out, op->type);
  _lsc_mode_put_text (&out, op->data_type);
  _lsc_mode_put_int (&out, op->size);
  _lsc_mode_put_int (&out, op->transmit);
  _lsc_mode_put_int (&out, op->n_ranks);
}

static void
find_slow (LscModeRun *run, GArray *ops, LscTable *sum_table, LscTable *op_table)
{
  g_autoptr (GArray) sums = g_array_new (FALSE, FALSE, sizeof (Sum));
  g_autoptr (GHashTable) kept = g_hash_table_new (g_direct_hash, g_direct_equal);
  g_autoptr (GHashTable) sizes = g_hash_table_new (g_int64_hash, g_int64_equal);
  LscModeGroups groups;

  _lsc_mode_groups_init (&groups);
  for (guint i = 0; i < ops->len; i++)
    {
      Op *op = &g_array_index (ops, Op, i);
      LscModeKey key;

      op->group_of = NULL;
      if (op->size == LSC_INT_NULL)
        continue;
      key = key_of (run, sizes, op);
      op->group_of = _lsc_mode_groups_get (&groups, &key);
      _lsc_mode_group_add (op->group_of, (double) op->transmit, op->rank);
    }
  for (guint i = 0; i < groups.list->len; i++)
    {
      Sum sum = { .group = groups.list->pdata[i] };

      if (!has_outlier (sum.group))
        continue;
      _lsc_mode_describe (sum.group->values, &sum.figures);
      sum.offset = MAX (sum.figures.max - sum.figures.mean, sum.figures.mean - sum.figures.min) /
                   sum.figures.sd;
      g_array_append_val (sums, sum);
      g_hash_table_add (kept, (gpointer) sum.group);
    }
  for (guint i = 0; i < ops->len; i++)
    {
      const Op *op = &g_array_index (ops, Op, i);

      if (op->group_of && g_hash_table_contains (kept, op->group_of))
        write_op (op_table, op);
    }
  write_sums (sum_table, sums, run->options->top_num);
  _lsc_mode_groups_clear (&groups);
}

static gboolean
run_mode (LscModeRun *self, GError **error)
{
  static const char *const needed[] = { "COMMUNICATION_OP", "STRING_IDS", "ENUM_HCCL_DATA_TYPE",
                                        NULL };
  g_autoptr (GArray) ops = g_array_new (FALSE, FALSE, sizeof (Op));
  LscTable *sum_table = _LSC_MODE_ADD_TABLE (self, tables[0].name, sum_columns);
  LscTable *op_table = _LSC_MODE_ADD_TABLE (self, tables[1].name, op_columns);
  LscModeRank rank;

  for (guint i = 0; i < self->sources->len; i++)
    if (_lsc_mode_rank_open (&rank, self, i, needed))
      {
        read_rank (&rank, ops);
        self->n_used++;
        _lsc_mode_rank_close (&rank);
      }
  set_transmit_times (ops);
  find_slow (self, ops, sum_table, op_table);
  return TRUE;
}

const LscMode _lsc_mode_slow_link = {
  .name = "slow_link",
  .folder = "SlowLink",
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .run = run_mode,
};
