/* lsc-loader-parts.c - comparing parts of recordings off the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-loader-private.h"
#include "session/lsc-session-part.h"

/* One side, whose sources the caller frees. */
static LscSessionSide
make_side (LscLoader *self, const LscPartsOf *what, LscSide side)
{
  const LscSessionPart *part = what->parts[side];
  LscSession *session = lsc_loader_get_session (self, what->clusters[side]);

  return (LscSessionSide){ .session = session,
                           .sources = part->rank
                                          ? lsc_session_part_find_sources (
                                                part, lsc_session_get_sources (session), NULL)
                                          : NULL,
                           .name = what->names[side],
                           .is_part = what->are_parts[side],
                           .has_steps = part->has_steps,
                           .first_step = part->first_step,
                           .last_step = part->last_step };
}

static gpointer
run_parts (gpointer data, LscJob *job, GError **error)
{
  return lsc_comparison_new (((LscLoaderWork *) data)->pair, job, error);
}

/**
 * lsc_loader_load_parts:
 * @what: ranks or steps, of one recording or of two
 * @wish: gets an #LscComparison, or the errors of lsc_comparison_new()
 *
 * Compares them; what is known of their ranks is taken from memory.
 */
void
lsc_loader_load_parts (LscLoader *self, const LscPartsOf *what, const LscTaskWish *wish)
{
  LscLoaderWork *work;
  LscSessionSide sides[LSC_N_SIDES];

  g_return_if_fail (LSC_IS_LOADER (self) && what != NULL);
  work = _lsc_loader_work_new (self, wish);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    sides[side] = make_side (self, what, (LscSide) side);
  work->pair = lsc_session_pair_new (sides, NULL);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    g_clear_pointer (&sides[side].sources, g_ptr_array_unref);
  _lsc_loader_start (work, _ ("Comparing ranks or steps"), run_parts,
                     (GDestroyNotify) lsc_comparison_unref, _lsc_loader_tell);
}
