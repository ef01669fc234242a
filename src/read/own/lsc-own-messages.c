/* lsc-own-messages.c - partners of messages and waits for members in a database of our own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-rank-name.h"
#include "model/lsc-sql-schema.h"
#include "read/lsc-comm-ends.h"
#include "read/own/lsc-own-private.h"

static void
take_peer (LscScan *scan, LscCell **cells, gpointer user_data)
{
  LscOwn *self = user_data;
  LscCommPeer peer = { .rank = LSC_PEER_MANY };

  if (!_lsc_own_find_slice (self, cells[0], &peer.slice))
    {
      self->fault = "peer_rows";
      return;
    }
  if (lsc_cell_get_type (cells[1]) == SQLITE_TEXT)
    {
      g_autofree char *name = _lsc_own_text (cells[1]);

      peer.rank = lsc_rank_name_add (name);
    }
  else
    peer.rank = MAX (_lsc_own_int64 (cells[1], LSC_PEER_MANY), LSC_PEER_MANY);
  lsc_comm_peers_append (&self->timeline->comm_peers, peer);
}

static void
take_wait (LscScan *scan, LscCell **cells, gpointer user_data)
{
  LscOwn *self = user_data;
  g_autofree char *group = _lsc_own_text (cells[3]);
  gint64 own = _lsc_own_int64 (cells[4], -1), peer = _lsc_own_int64 (cells[5], -1);
  LscCommWait wait = { 0 };

  if (!group || !lsc_value_int64 (cells[1], &wait.begin_ns) ||
      !lsc_value_int64 (cells[2], &wait.end_ns) || wait.end_ns < wait.begin_ns || own < 0 ||
      own >= LSC_MOST_COMM_PLACES || peer < 0 || peer >= LSC_MOST_COMM_PLACES)
    {
      self->fault = "wait_rows";
      return;
    }
  wait.group = lsc_intern_add (self->timeline->strings, group);
  wait.own = (guint32) own;
  wait.peer = (guint32) peer;
  lsc_comm_waits_append (&self->timeline->comm_waits, wait);
}

/** Reads with whom messages are and for whom collectives wait; after the slices. */
gboolean
_lsc_own_read_messages (LscOwn *self, GError **error)
{
  gint64 part = self->source->part;
  g_autofree char *of_slices =
      g_strdup_printf ("\"id\" >= %" G_GINT64_FORMAT " AND \"id\" < %" G_GINT64_FORMAT,
                       LSC_SQL_SLICE_ID (part, 0), LSC_SQL_SLICE_ID (part + 1, 0));
  g_autofree char *of_rank = g_strdup_printf ("\"rank_id\" = %u", self->source->part);

  if (!_lsc_own_scan (self, "peer_rows", of_slices, take_peer, self, error) ||
      !_lsc_own_scan (self, "wait_rows", of_rank, take_wait, self, error))
    return FALSE;
  lsc_comm_peers_sort (&self->timeline->comm_peers);
  return TRUE;
}
