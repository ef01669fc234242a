/* lsc-mode-hosts.c - on which host and device each rank ran
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/modes/lsc-mode-private.h"

/* modes.md#hosts */

static const LscColumn host_columns[] = { LSC_MODE_TEXT ("hostUid"), LSC_MODE_TEXT ("hostName") };
static const LscColumn device_columns[] = { LSC_MODE_INT ("rankId"), LSC_MODE_INT ("deviceId"),
                                            LSC_MODE_TEXT ("hostUid"),
                                            LSC_MODE_TEXT ("profilePath") };

/* Returns: (nullable): the kept uid of the host, which is told once */
static const char *
read_host (LscModeRank *rank, LscTable *hosts, GHashTable *told)
{
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (rank, "SELECT hostUid, hostName FROM HOST_INFO");
  const char *uid = NULL;

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      LscModeRow out;

      if (uid || sqlite3_column_type (stmt, 0) == SQLITE_NULL)
        continue;
      uid = _lsc_mode_keep (rank->run, (const char *) sqlite3_column_text (stmt, 0));
      if (!g_hash_table_add (told, (gpointer) uid))
        continue;
      out = _lsc_mode_row (hosts);
      _lsc_mode_put_text (&out, uid);
      _lsc_mode_put_text (&out, (const char *) sqlite3_column_text (stmt, 1));
    }
  return uid;
}

static void
read_devices (LscModeRank *rank, LscTable *devices, const char *uid)
{
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (rank, "SELECT rankId, deviceId FROM RANK_DEVICE_MAP");

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      LscModeRow out = _lsc_mode_row (devices);
      g_autofree char *path = g_canonicalize_filename (rank->source->folder, NULL);

      _lsc_mode_put_int (&out, sqlite3_column_int64 (stmt, 0));
      _lsc_mode_put_int (&out, sqlite3_column_int64 (stmt, 1));
      _lsc_mode_put_text (&out, uid);
      _lsc_mode_put_text (&out, path);
    }
}

/** Adds HostInfo and RankDeviceMap, of the ranks that have both; returns how many those are. */
guint
_lsc_mode_add_hosts (LscModeRun *run)
{
  static const char *const needed[] = { "HOST_INFO", "RANK_DEVICE_MAP", NULL };
  g_autoptr (GHashTable) told = g_hash_table_new (g_direct_hash, g_direct_equal);
  LscTable *hosts = _LSC_MODE_ADD_TABLE (run, "HostInfo", host_columns);
  LscTable *devices = _LSC_MODE_ADD_TABLE (run, "RankDeviceMap", device_columns);
  guint n = 0;
  LscModeRank rank;

  for (guint i = 0; i < run->sources->len; i++)
    {
      const char *uid;

      if (((const LscSource *) run->sources->pdata[i])->format != LSC_FORMAT_ASCEND_DB ||
          !_lsc_mode_rank_open (&rank, run, i, needed))
        continue;
      uid = read_host (&rank, hosts, told);
      if (uid)
        read_devices (&rank, devices, uid);
      n += uid != NULL;
      _lsc_mode_rank_close (&rank);
    }
  return n;
}
