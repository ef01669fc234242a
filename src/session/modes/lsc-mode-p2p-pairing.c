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
  g_autoptr (GPtrArray) ranks = lsc_session_get_pipeline_ranks (self->session, self->job, error);

  if (!ranks)
    return FALSE;
  self->n_used = ranks->len;
  g_ptr_array_add (self->tables, lsc_pipeline_p2p_table_from_ranks (ranks));
  return TRUE;
}

const LscMode _lsc_mode_p2p_pairing = {
  .name = "p2p_pairing",
  .folder = "P2PPairing",
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .run = run_mode,
};
