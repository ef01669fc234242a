/* lsc-loader-comparison.c - comparing two recordings off the main loop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-loader-private.h"

/** What is compared; sides that were read before are there. */
typedef struct
{
  GPtrArray *sources[LSC_N_SIDES];
  LscSideSet *sides[LSC_N_SIDES]; /* (nullable) */
  char *names[LSC_N_SIDES];       /* (nullable) */
} Pair;

static void
pair_free (gpointer data)
{
  Pair *self = data;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_ptr_array_unref (self->sources[side]);
      g_clear_pointer (&self->sides[side], lsc_side_set_unref);
      g_free (self->names[side]);
    }
  g_free (self);
}

static gpointer
run_comparison (gpointer data, LscJob *job, GError **error)
{
  Pair *pair = ((LscLoaderWork *) data)->extra;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (pair->sides[side] == NULL)
      {
        pair->sides[side] = lsc_side_set_new (pair->sources[side], job, error);
        if (pair->sides[side] == NULL)
          return NULL;
      }
  return lsc_comparison_new (pair->sides[LSC_BEFORE], pair->sides[LSC_AFTER],
                             (const char *const *) pair->names, job, error);
}

static void
on_compared (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscLoaderWork *work = data;
  Pair *pair = work->extra;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (pair->sides[side] != NULL)
      g_hash_table_replace (work->loader->sides, g_ptr_array_ref (pair->sources[side]),
                            lsc_side_set_ref (pair->sides[side]));
  _lsc_loader_tell (owner, result, data, error);
}

/**
 * lsc_loader_load_comparison:
 * @clusters: before and after
 * @names: (nullable) each: what they are called
 * @wish: gets an #LscComparison, or the errors of lsc_side_set_new()
 *
 * Reads every rank of both clusters and compares them; sides that were read before are taken from
 * memory.
 */
void
lsc_loader_load_comparison (LscLoader *self, LscCluster *const clusters[LSC_N_SIDES],
                            const char *const names[LSC_N_SIDES], const LscTaskWish *wish)
{
  LscLoaderWork *work;
  Pair *pair;

  g_return_if_fail (LSC_IS_LOADER (self));
  work = _lsc_loader_work_new (self, wish);
  pair = g_new0 (Pair, 1);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      LscSideSet *known = g_hash_table_lookup (self->sides, clusters[side]->sources);

      pair->sources[side] = g_ptr_array_ref (clusters[side]->sources);
      pair->sides[side] = known != NULL ? lsc_side_set_ref (known) : NULL;
      pair->names[side] = g_strdup (names[side]);
    }
  work->extra = pair;
  work->free_extra = pair_free;
  _lsc_loader_start (work, _ ("Comparing two recordings"), run_comparison,
                     (GDestroyNotify) lsc_comparison_unref, on_compared);
}
