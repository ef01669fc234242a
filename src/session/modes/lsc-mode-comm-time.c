/* lsc-mode-comm-time.c - times and bandwidths of communication, as the exporter made them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/modes/lsc-mode-private.h"

/* modes.md#communication-time */

#define TOTAL "Total Op Info"

static const LscColumn time_columns[] = {
  LSC_MODE_TEXT ("step"),
  LSC_MODE_INT ("rank_id"),
  LSC_MODE_TEXT ("hccl_op_name"),
  LSC_MODE_TEXT ("group_name"),
  LSC_MODE_REAL ("start_timestamp"),
  LSC_MODE_REAL ("elapsed_time"),
  LSC_MODE_REAL ("transit_time"),
  LSC_MODE_REAL ("wait_time"),
  LSC_MODE_REAL ("synchronization_time"),
  LSC_MODE_REAL ("idle_time"),
  LSC_MODE_REAL ("synchronization_time_ratio"),
  LSC_MODE_REAL ("wait_time_ratio"),
};
static const LscColumn bandwidth_columns[] = {
  LSC_MODE_TEXT ("step"),         LSC_MODE_INT ("rank_id"),    LSC_MODE_TEXT ("hccl_op_name"),
  LSC_MODE_TEXT ("group_name"),   LSC_MODE_TEXT ("band_type"), LSC_MODE_REAL ("transit_size"),
  LSC_MODE_REAL ("transit_time"), LSC_MODE_REAL ("bandwidth"), LSC_MODE_REAL ("large_packet_ratio"),
  LSC_MODE_REAL ("package_size"), LSC_MODE_INT ("count"),      LSC_MODE_REAL ("total_duration"),
};

/** Times of an op, in the order of their columns. */
enum
{
  ELAPSED,
  TRANSIT,
  WAIT,
  SYNC,
  IDLE,
  N_TIMES,
};

/** Figures of a size of packets, likewise. */
enum
{
  SIZE,
  TIME,
  BANDWIDTH,
  LARGE,
  PACKAGE,
  COUNT,
  DURATION,
  N_BAND,
};

/** What is summed, and where rows go. */
typedef struct
{
  LscTable *times;
  LscTable *bands;
  LscModeGroups totals;   /* of a step, a rank and a group: times */
  LscModeGroups packages; /* and of a transport and a size: package, count, duration */
  LscModeGroups volumes;  /* of a transport: size and time, each op once */
  GHashTable *seen;       /* ops of a transport */
} Sums;

static double *
get_sums (LscModeGroups *groups, const LscModeKey *key, guint n)
{
  GArray *values = _lsc_mode_groups_get (groups, key)->values;

  if (values->len == 0)
    g_array_set_size (values, n);
  return (double *) (gpointer) values->data;
}

static const char *
keep_at (LscModeRank *rank, sqlite3_stmt *stmt, int column)
{
  return _lsc_mode_keep (rank->run, (const char *) sqlite3_column_text (stmt, column));
}

static void
read_times (LscModeRank *rank, Sums *sums, LscModeMap *map)
{
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (
      rank, "SELECT step, hccl_op_name, group_name, start_timestamp, elapse_time, transit_time, "
            "wait_time, synchronization_time, idle_time FROM CommAnalyzerTime");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      const char *step = keep_at (rank, stmt, 0);
      const char *name = keep_at (rank, stmt, 1);
      const char *group = keep_at (rank, stmt, 2);
      LscModeKey key = { .texts = { step, group }, .number = rank->rank };
      LscModeRow out = _lsc_mode_row (sums->times);
      double *totals;

      _lsc_mode_put_text (&out, step);
      _lsc_mode_put_int (&out, rank->rank);
      _lsc_mode_put_text (&out, name);
      _lsc_mode_put_text (&out, group);
      for (int i = 0; i <= N_TIMES; i++)
        _lsc_mode_put_real (&out, sqlite3_column_double (stmt, 3 + i));
      _lsc_mode_put_real (&out, 0);
      _lsc_mode_put_real (&out, 0);
      if (!group || !name || !step)
        continue;
      _lsc_mode_map_note (map, rank->run, name, group, rank->rank);
      totals = get_sums (&sums->totals, &key, N_TIMES);
      for (int i = 0; i < N_TIMES; i++)
        totals[i] += sqlite3_column_double (stmt, 4 + i);
    }
}

static double
get_ratio (double part, double other)
{
  return part + other != 0 ? _lsc_mode_round (part / (part + other), 4) : 0;
}

/* A group with two sets of members counts twice in the reference. */
static void
write_totals (const Sums *sums, const LscModeMap *map)
{
  for (guint i = 0; i < sums->totals.list->len; i++)
    {
      const LscModeGroup *group = sums->totals.list->pdata[i];
      const double *times = (const double *) (gconstpointer) group->values->data;
      guint n = _lsc_mode_map_count_sets (map, group->key.texts[1]);
      LscModeRow out = _lsc_mode_row (sums->times);

      _lsc_mode_put_text (&out, group->key.texts[0]);
      _lsc_mode_put_int (&out, group->key.number);
      _lsc_mode_put_text (&out, TOTAL);
      _lsc_mode_put_text (&out, group->key.texts[1]);
      _lsc_mode_put_real (&out, 0);
      for (guint k = 0; k < N_TIMES; k++)
        _lsc_mode_put_real (&out, n * times[k]);
      _lsc_mode_put_real (&out, get_ratio (times[SYNC], times[TRANSIT]));
      _lsc_mode_put_real (&out, get_ratio (times[WAIT], times[TRANSIT]));
    }
}

/** A row of CommAnalyzerBandwidth. */
typedef struct
{
  const char *step;
  const char *name;
  const char *group;
  const char *band;
  const char *package;
  double figures[N_BAND];
} Band;

static void
sum_band (Sums *sums, const Band *band, gint64 rank)
{
  LscModeKey package = { { band->step, band->group, band->band, band->package }, rank };
  LscModeKey volume = { { band->step, band->group, band->band, NULL }, rank };
  LscModeKey op = { { band->step, band->group, band->band, band->name }, rank };
  double *sums_of_package = get_sums (&sums->packages, &package, 3);
  double *sums_of_volume = get_sums (&sums->volumes, &volume, 2);

  sums_of_package[0] = band->figures[PACKAGE];
  sums_of_package[1] += band->figures[COUNT];
  sums_of_package[2] += band->figures[DURATION];
  if (g_hash_table_contains (sums->seen, &op))
    return;
  g_hash_table_add (sums->seen, g_memdup2 (&op, sizeof op));
  sums_of_volume[0] += band->figures[SIZE];
  sums_of_volume[1] += band->figures[TIME];
}

static void
write_band (LscTable *table, const Band *band, gint64 rank)
{
  LscModeRow out = _lsc_mode_row (table);

  _lsc_mode_put_text (&out, band->step);
  _lsc_mode_put_int (&out, rank);
  _lsc_mode_put_text (&out, band->name);
  _lsc_mode_put_text (&out, band->group);
  _lsc_mode_put_text (&out, band->band);
  for (guint i = 0; i < N_BAND; i++)
    _lsc_mode_put_real (&out, band->figures[i]);
}

static void
read_bands (LscModeRank *rank, Sums *sums)
{
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (
      rank, "SELECT step, hccl_op_name, group_name, transport_type, transit_size, transit_time, "
            "bandwidth, large_packet_ratio, package_size, count, total_duration "
            "FROM CommAnalyzerBandwidth");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      Band band = { keep_at (rank, stmt, 0),
                    keep_at (rank, stmt, 1),
                    keep_at (rank, stmt, 2),
                    keep_at (rank, stmt, 3),
                    NULL,
                    { 0 } };

      for (int i = 0; i < N_BAND; i++)
        band.figures[i] = sqlite3_column_double (stmt, 4 + i);
      band.package = keep_at (rank, stmt, 4 + PACKAGE);
      write_band (sums->bands, &band, rank->rank);
      if (band.step && band.group && band.band && band.package)
        sum_band (sums, &band, rank->rank);
    }
}

static void
write_band_totals (Sums *sums)
{
  for (guint i = 0; i < sums->packages.list->len; i++)
    {
      const LscModeGroup *group = sums->packages.list->pdata[i];
      const double *package = (const double *) (gconstpointer) group->values->data;
      LscModeKey key = group->key;
      const double *volume;
      Band band = { key.texts[0], TOTAL, key.texts[1], key.texts[2], NULL, { 0 } };

      key.texts[3] = NULL;
      volume = get_sums (&sums->volumes, &key, 2);
      band.figures[SIZE] = volume[0];
      band.figures[TIME] = volume[1];
      band.figures[BANDWIDTH] = volume[1] != 0 ? _lsc_mode_round (volume[0] / volume[1], 4) : 0;
      band.figures[PACKAGE] = package[0];
      band.figures[COUNT] = package[1];
      band.figures[DURATION] = package[2];
      write_band (sums->bands, &band, key.number);
    }
}

/** Adds ClusterCommunicationTime and ClusterCommunicationBandwidth, and notes the groups. */
void
_lsc_mode_add_comm_times (LscModeRun *run, LscModeMap *map)
{
  static const char *const needed[] = { "CommAnalyzerTime", "CommAnalyzerBandwidth", NULL };
  Sums sums = {
    .times = _LSC_MODE_ADD_TABLE (run, "ClusterCommunicationTime", time_columns),
    .bands = _LSC_MODE_ADD_TABLE (run, "ClusterCommunicationBandwidth", bandwidth_columns),
    .seen = g_hash_table_new_full (_lsc_mode_key_hash, _lsc_mode_key_equal, g_free, NULL),
  };
  LscModeGroups *const groups[] = { &sums.totals, &sums.packages, &sums.volumes };
  LscModeRank rank;

  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    _lsc_mode_groups_init (groups[i]);
  for (guint i = 0; i < run->sources->len; i++)
    if (_lsc_mode_rank_open_communication (&rank, run, i, needed))
      {
        read_times (&rank, &sums, map);
        read_bands (&rank, &sums);
        run->n_used++;
        _lsc_mode_rank_close (&rank);
      }
  _lsc_mode_map_name (map, run);
  write_totals (&sums, map);
  write_band_totals (&sums);
  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    _lsc_mode_groups_clear (groups[i]);
  g_hash_table_unref (sums.seen);
}
