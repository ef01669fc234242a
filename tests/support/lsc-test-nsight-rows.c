/* lsc-test-nsight-rows.c - rows of exports of Nsight Systems against what was read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-nsight.h"

#include <string.h>

/* Rows are counted by SQLite alone. */

const char *const ns_event_tables[NS_N_EVENT_TABLES] = {
  "CUPTI_ACTIVITY_KIND_KERNEL",  "CUPTI_ACTIVITY_KIND_MEMCPY",
  "CUPTI_ACTIVITY_KIND_MEMSET",  "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
  "CUPTI_ACTIVITY_KIND_RUNTIME", "NVTX_EVENTS"
};

static gboolean
has_table (sqlite3 *db, const char *table)
{
  sqlite3_stmt *stmt = NULL;
  g_autofree char *sql = g_strdup_printf ("SELECT 1 FROM %s", table);
  int rc = sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL);

  sqlite3_finalize (stmt);
  return rc == SQLITE_OK;
}

/* Returns: rows of events, names of domains and categories left out. @is_less: (out): whether there
 * may be more, which the reader may well come to: it reads pages that SQLite refuses */
static gint64
count_rows (const char *path, gboolean *is_less)
{
  sqlite3 *db;
  gint64 n = 0;

  *is_less = sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK;
  for (gsize i = 0; i < NS_N_EVENT_TABLES && !*is_less; i++)
    {
      gboolean is_nvtx = strcmp (ns_event_tables[i], "NVTX_EVENTS") == 0;
      g_autofree char *sql = g_strdup_printf ("SELECT * FROM %s NOT INDEXED", ns_event_tables[i]);
      sqlite3_stmt *stmt = NULL;
      int rc, type = -1;

      if (!has_table (db, ns_event_tables[i]))
        continue;
      sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL);
      for (int k = 0; is_nvtx && k < sqlite3_column_count (stmt); k++)
        if (strcmp (sqlite3_column_name (stmt, k), "eventType") == 0)
          type = k;
      while ((rc = sqlite3_step (stmt)) == SQLITE_ROW)
        {
          int value = type >= 0 ? sqlite3_column_int (stmt, type) : 0;

          n += !is_nvtx || (value != 33 && value != 75);
        }
      sqlite3_finalize (stmt);
      *is_less = rc != SQLITE_DONE;
    }
  sqlite3_close (db);
  return n;
}

/* What the file has, and neither mirrors of kernels nor what is computed. */
static gint64
count_slices (const LscTimeline *timeline)
{
  gint64 n = 0;

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      for (guint32 k = 0; node->lane && k < node->lane->n; k++)
        n += node->lane->kind[k] != LSC_SLICE_COMM_OP && lsc_lane_get_detail (node->lane, k) >= 0;
    }
  return n;
}

/* Rows that notices count as lost; @is_open: (out): whether some count none */
static gint64
count_losses (const LscTimeline *timeline, gboolean *is_open)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (timeline->notices);
  gint64 n = 0;

  *is_open = FALSE;
  for (guint i = 0; i < list->len; i++)
    {
      const LscNotice *notice = list->pdata[i];

      if (notice->is_loss && notice->count < 0)
        *is_open = TRUE;
      else if (notice->is_loss)
        n += notice->count;
    }
  return n;
}

/**
 * ns_compare_rows:
 * @timeline: of the export at @path
 *
 * Returns: (transfer full) (nullable): what is wrong where rows are neither slices nor counted in a
 *   notice
 */
char *
ns_compare_rows (const char *path, const LscTimeline *timeline)
{
  gboolean is_open, is_less;
  gint64 n_lost = count_losses (timeline, &is_open), n_rows = count_rows (path, &is_less);
  gint64 n_told = count_slices (timeline) + n_lost;

  if (is_open)
    return NULL; /* a table that could not be read to its end is told */
  if (n_told < n_rows || (n_told > n_rows && !is_less))
    return g_strdup_printf ("%" G_GINT64_FORMAT " rows, %" G_GINT64_FORMAT
                            " slices, %" G_GINT64_FORMAT " lost",
                            n_rows, count_slices (timeline), n_lost);
  return NULL;
}
