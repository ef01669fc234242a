/* lsc-export-convert-messages.c - partners of messages and waits for members, in a database of our
 * own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-convert-private.h"
#include "model/lsc-rank-name.h"
#include "model/lsc-sql-schema.h"

#define CHECK_ROWS 4096

static gboolean
add_peers (LscConvert *self, const LscTimeline *timeline, GError **error)
{
  sqlite3_stmt *stmt = self->inserts[LSC_CONVERT_PEER];

  for (gsize i = 0; i < timeline->comm_peers.n; i++)
    {
      const LscCommPeer *peer = &timeline->comm_peers.items[i];

      if (i % CHECK_ROWS == 0 && !lsc_job_check (self->target.job, error))
        return FALSE;
      sqlite3_bind_int64 (stmt, 1, LSC_SQL_SLICE_ID (self->n_ranks, peer->slice));
      if (lsc_rank_is_named (peer->rank))
        _lsc_sql_bind_text (stmt, 2, lsc_rank_name_find (peer->rank));
      else
        sqlite3_bind_int64 (stmt, 2, peer->rank);
      if (!_lsc_convert_insert (self, LSC_CONVERT_PEER, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_waits (LscConvert *self, const LscTimeline *timeline, GError **error)
{
  sqlite3_stmt *stmt = self->inserts[LSC_CONVERT_WAIT];

  sqlite3_bind_int64 (stmt, 1, self->n_ranks);
  for (gsize i = 0; i < timeline->comm_waits.n; i++)
    {
      const LscCommWait *wait = &timeline->comm_waits.items[i];

      if (i % CHECK_ROWS == 0 && !lsc_job_check (self->target.job, error))
        return FALSE;
      sqlite3_bind_int64 (stmt, 2, wait->begin_ns);
      sqlite3_bind_int64 (stmt, 3, wait->end_ns);
      _lsc_sql_bind_text (stmt, 4, lsc_timeline_text (timeline, wait->group));
      sqlite3_bind_int64 (stmt, 5, wait->own);
      sqlite3_bind_int64 (stmt, 6, wait->peer);
      if (!_lsc_convert_insert (self, LSC_CONVERT_WAIT, error))
        return FALSE;
    }
  return TRUE;
}

/** Adds with whom each message is, and for whom collectives wait. */
gboolean
_lsc_convert_add_messages (LscConvert *self, const LscTimeline *timeline, GError **error)
{
  return add_peers (self, timeline, error) && add_waits (self, timeline, error);
}
