/* lsc-mode-comm-matrix.c - what ranks sent each other, as the exporter made it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "session/modes/lsc-mode-private.h"

/* modes.md#communication-matrix */

#define TOTAL "Total Op Info"

static const LscColumn columns[] = {
  LSC_MODE_TEXT ("step"),      LSC_MODE_TEXT ("hccl_op_name"), LSC_MODE_TEXT ("group_name"),
  LSC_MODE_REAL ("src_rank"),  LSC_MODE_REAL ("dst_rank"),     LSC_MODE_TEXT ("transport_type"),
  LSC_MODE_TEXT ("op_name"),   LSC_MODE_REAL ("transit_size"), LSC_MODE_REAL ("transit_time"),
  LSC_MODE_REAL ("bandwidth"),
};

/** A link, as recorded in a rank: ends are places in the group. */
typedef struct
{
  const char *step;
  const char *name;
  const char *group;
  const char *src;
  const char *dst;
  const char *transport;
  const char *op;
  double size;
  double time;
} Link;

/** Links of all ranks with the same key; ends are ranks. */
typedef struct
{
  LscModeKey key; /* step, name, group, “src-dst” */
  gint64 src;
  gint64 dst;
  Link sum;
} Sum;

/** All links, and which rank is at a place of a group. */
typedef struct
{
  GArray *links;
  GHashTable *places; /* LscModeKey of group and place: rank + 1 */
} Matrix;

static void
note_place (Matrix *self, const Link *link, gint64 rank)
{
  LscModeKey key = { .texts = { link->group, link->src } };

  if (link->src == link->dst && !g_hash_table_contains (self->places, &key))
    g_hash_table_insert (self->places, g_memdup2 (&key, sizeof key),
                         GSIZE_TO_POINTER ((gsize) rank + 1));
}

static gint64
find_rank (const Matrix *self, const char *group, const char *place)
{
  LscModeKey key = { .texts = { group, place } };

  return (gint64) GPOINTER_TO_SIZE (g_hash_table_lookup (self->places, &key)) - 1;
}

static void
read_rank (LscModeRank *rank, Matrix *matrix, LscModeMap *map)
{
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (
      rank, "SELECT step, hccl_op_name, group_name, src_rank, dst_rank, transport_type, op_name, "
            "transit_size, transit_time FROM CommAnalyzerMatrix");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      Link link = { .size = sqlite3_column_double (stmt, 7),
                    .time = sqlite3_column_double (stmt, 8) };
      const char **const texts[] = { &link.step, &link.name,      &link.group, &link.src,
                                     &link.dst,  &link.transport, &link.op };

      for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
        *texts[i] = _lsc_mode_keep (rank->run, (const char *) sqlite3_column_text (stmt, (int) i));
      if (!link.step || !link.name || !link.group || !link.src || !link.dst)
        continue;
      _lsc_mode_map_note (map, rank->run, link.name, link.group, rank->rank);
      note_place (matrix, &link, rank->rank);
      g_array_append_val (matrix->links, link);
    }
}

static void
add_link (LscModeRun *run, GHashTable *index, GPtrArray *sums, const Link *link, gint64 src,
          gint64 dst)
{
  g_autofree char *ends = g_strdup_printf ("%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, src, dst);
  LscModeKey key = { { link->step, link->name, link->group, _lsc_mode_keep (run, ends) }, 0 };
  Sum *sum = g_hash_table_lookup (index, &key);

  if (!sum)
    {
      sum = g_new0 (Sum, 1);
      *sum = (Sum){ key, src, dst, *link };
      sum->sum.size = sum->sum.time = 0;
      g_hash_table_insert (index, &sum->key, sum);
      g_ptr_array_add (sums, sum);
    }
  if (!sum->sum.transport)
    sum->sum.transport = link->transport;
  sum->sum.size += link->size;
  sum->sum.time += link->time;
}

static void
write_sums (LscTable *table, const GPtrArray *sums)
{
  for (guint i = 0; i < sums->len; i++)
    {
      const Sum *sum = sums->pdata[i];
      LscModeRow out = _lsc_mode_row (table);

      _lsc_mode_put_text (&out, sum->sum.step);
      _lsc_mode_put_text (&out, sum->sum.name);
      _lsc_mode_put_text (&out, sum->sum.group);
      _lsc_mode_put_real (&out, (double) sum->src);
      _lsc_mode_put_real (&out, (double) sum->dst);
      _lsc_mode_put_text (&out, sum->sum.transport);
      _lsc_mode_put_text (&out, sum->sum.op);
      _lsc_mode_put_real (&out, sum->sum.size);
      _lsc_mode_put_real (&out, sum->sum.time);
      _lsc_mode_put_real (&out, sum->sum.time != 0 ? sum->sum.size / sum->sum.time : 0);
    }
}

static void
write_matrix (LscModeRun *run, const Matrix *matrix, LscTable *table)
{
  g_autoptr (GHashTable) index = g_hash_table_new (_lsc_mode_key_hash, _lsc_mode_key_equal);
  g_autoptr (GHashTable) of_totals = g_hash_table_new (_lsc_mode_key_hash, _lsc_mode_key_equal);
  g_autoptr (GPtrArray) sums = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) totals = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < matrix->links->len; i++)
    {
      const Link *link = &g_array_index (matrix->links, Link, i);
      gint64 src = find_rank (matrix, link->group, link->src);
      gint64 dst = find_rank (matrix, link->group, link->dst);

      if (src >= 0 && dst >= 0)
        add_link (run, index, sums, link, src, dst);
    }
  for (guint i = 0; i < sums->len; i++)
    {
      const Sum *sum = sums->pdata[i];
      g_autofree char *lower = g_ascii_strdown (sum->sum.name, -1);
      Link link = sum->sum;

      link.name = TOTAL;
      link.op = "";
      if (strstr (lower, "total"))
        add_link (run, of_totals, totals, &link, sum->src, sum->dst);
    }
  write_sums (table, sums);
  write_sums (table, totals);
}

/** Adds ClusterCommunicationMatrix, and notes the groups. */
void
_lsc_mode_add_comm_matrix (LscModeRun *run, LscModeMap *map)
{
  static const char *const needed[] = { "CommAnalyzerMatrix", NULL };
  LscTable *table = _LSC_MODE_ADD_TABLE (run, "ClusterCommunicationMatrix", columns);
  Matrix matrix = {
    .links = g_array_new (FALSE, FALSE, sizeof (Link)),
    .places = g_hash_table_new_full (_lsc_mode_key_hash, _lsc_mode_key_equal, g_free, NULL),
  };
  LscModeRank rank;

  for (guint i = 0; i < run->sources->len; i++)
    if (_lsc_mode_rank_open_communication (&rank, run, i, needed))
      {
        read_rank (&rank, &matrix, map);
        run->n_used++;
        _lsc_mode_rank_close (&rank);
      }
  write_matrix (run, &matrix, table);
  g_array_unref (matrix.links);
  g_hash_table_unref (matrix.places);
}
