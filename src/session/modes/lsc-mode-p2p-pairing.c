/* lsc-mode-p2p-pairing.c - p2p_pairing: sends and receives that belong together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/modes/lsc-mode-private.h"

/* modes.md#p2p-pairing */

static const LscModeTable tables[] = { { "P2PPairs", "p2p_pairs" } };

static gboolean
run_mode (LscModeRun *self, GError **error)
{
  static const char *const needed[] = { "COMMUNICATION_OP", "COMMUNICATION_TASK_INFO", NULL };
  g_autoptr (GPtrArray) ranks = lsc_session_get_pipeline_ranks (self->session, self->job, error);
  LscTable *table;
  LscModeRank rank;

  if (!ranks)
    return FALSE;
  table = lsc_pipeline_p2p_table_from_ranks (ranks);
  g_ptr_array_add (self->tables, table);
  if (lsc_table_get_n_rows (table) > 0)
    self->n_used = ranks->len;
  else /* whether there could have been any */
    for (guint i = 0; i < self->sources->len; i++)
      if (_lsc_mode_rank_open (&rank, self, i, needed))
        {
          self->n_used++;
          _lsc_mode_rank_close (&rank);
        }
  return TRUE;
}

const LscMode _lsc_mode_p2p_pairing = {
  .name = "p2p_pairing",
  .folder = "P2PPairing",
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .run = run_mode,
};
