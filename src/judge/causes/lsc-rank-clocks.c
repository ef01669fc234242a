/* lsc-rank-clocks.c - what devices of the same chip are usually clocked at
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-rank-clocks.h"

#include <math.h>

#include "base/lsc-sort.h"

/* Each rank is asked about: sorted once, it is found in a list instead of by all others. */

static gboolean
is_usual (const LscRankClocks *self, gsize rank)
{
  return self->excess->levels[rank] == LSC_NOISE_WITHIN && isfinite (self->figures[rank].mhz);
}

static int
compare_mhz (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (*(const double *) a, *(const double *) b);
}

static GArray *
get_list (const LscRankClocks *self, gsize rank)
{
  return self->mhz->pdata[self->chips[rank]];
}

/**
 * lsc_rank_clocks_init:
 * @self: (out caller-allocates): to be cleared with lsc_rank_clocks_clear()
 * @excess: by which ranks are usual
 *
 * Cost: O(n log n) of the ranks.
 */
void
lsc_rank_clocks_init (LscRankClocks *self, const LscRankPeers *peers, const LscRankExcess *excess)
{
  g_autoptr (GHashTable) chips = g_hash_table_new (g_str_hash, g_str_equal);

  g_return_if_fail (self && peers && excess);
  *self = (LscRankClocks){ .figures = peers->figures,
                           .excess = excess,
                           .chips = g_new0 (guint32, peers->set->n + 1),
                           .mhz = g_ptr_array_new_with_free_func (
                               (GDestroyNotify) (void (*) (void)) g_array_unref) };
  g_ptr_array_add (self->mhz, g_array_new (FALSE, FALSE, sizeof (double))); /* of no known chip */
  for (gsize i = 0; i < peers->set->n; i++)
    {
      const LscRankDigest *digest = peers->set->digests[i];
      const char *chip = lsc_rank_digest_text (digest, digest->chip);

      if (chip && !g_hash_table_contains (chips, chip))
        {
          g_hash_table_insert (chips, (gpointer) chip, GUINT_TO_POINTER (self->mhz->len));
          g_ptr_array_add (self->mhz, g_array_new (FALSE, FALSE, sizeof (double)));
        }
      self->chips[i] = chip ? GPOINTER_TO_UINT (g_hash_table_lookup (chips, chip)) : 0;
      if (is_usual (self, i))
        g_array_append_val (get_list (self, i), self->figures[i].mhz);
    }
  for (guint i = 0; i < self->mhz->len; i++)
    g_array_sort (self->mhz->pdata[i], compare_mhz);
}

void
lsc_rank_clocks_clear (LscRankClocks *self)
{
  g_clear_pointer (&self->chips, g_free);
  g_clear_pointer (&self->mhz, g_ptr_array_unref);
}

/* Of a list without the item at @without. */
static double
get_without (const GArray *list, gsize without, gsize index)
{
  return g_array_index (list, double, index < without ? index : index + 1);
}

/**
 * lsc_rank_clocks_find_usual:
 * @rank: index in the set
 *
 * Returns: median MHz of the usual ranks but this one with its chip, %NAN where there are none
 */
double
lsc_rank_clocks_find_usual (const LscRankClocks *self, gsize rank)
{
  const GArray *list;
  gsize n, without;

  g_return_val_if_fail (self && self->chips, (double) NAN);
  list = get_list (self, rank);
  n = without = list->len;
  if (is_usual (self, rank))
    {
      double own = self->figures[rank].mhz;

      without = LSC_BISECT (i, 0, n, g_array_index (list, double, i) < own);
      n--;
    }
  if (n == 0)
    return (double) NAN;
  return n % 2 ? get_without (list, without, n / 2)
               : (get_without (list, without, n / 2 - 1) + get_without (list, without, n / 2)) / 2;
}
