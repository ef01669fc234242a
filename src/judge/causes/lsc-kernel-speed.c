/* lsc-kernel-speed.c - how fast ranks run kernels that do the same work
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * findings.md#like. Kernels of one name and of equal shapes do the same work, on whatever rank of
 * the same chip, in whatever stage and step. How long they usually take, and by how much longer
 * they take on each rank, is found in turns: the usual time of a shape is the median over the ranks
 * of what it takes there at the usual speed, the speed of a rank the median over its shapes. Worked
 * example: a product takes 100, 100 and 125 us on ranks 0 to 2, and one that ranks 1 and 2 alone
 * run 80 and 100 us. Rank 2 takes 25 % longer, and the second one usually takes 80 us.
 */
#include "config.h"

#include "judge/causes/lsc-kernel-speed.h"

#include <math.h>

#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

#define N_ROUNDS 8 /* after which speeds change by less than they are known */

/** A shape of a rank. @key: the same on all ranks of the chip */
typedef struct
{
  guint32 key;
  guint32 rank;
  guint32 shape;
} Entry;

LSC_DEFINE_ARRAY (Entries, entries, Entry)

/**
 * LscKernelSpeeds:
 * @entries: by key and rank
 * @keys: of each rank the keys of its shapes, %LSC_STRING_NONE where none were recorded
 * @usual_ns: by key: usual time of a kernel, NAN where one rank alone ran it
 * @longer: of each rank: 0.1 = 10 %
 * @covered: of each rank
 */
struct _LscKernelSpeeds
{
  const LscRankDigest *const *digests;
  gsize n;
  Entries entries;
  guint32 **keys;
  double *usual_ns;
  double *longer;
  double *covered;
};

static const LscDigestShape *
get_shape (const LscKernelSpeeds *self, const Entry *entry)
{
  return &self->digests[entry->rank]->shapes.items[entry->shape];
}

static double
get_mean_ns (const LscKernelSpeeds *self, const Entry *entry)
{
  const LscDigestShape *shape = get_shape (self, entry);

  return (double) shape->ns / (double) shape->n;
}

/* ---- which are the same ---- */

static void
list_rank (LscKernelSpeeds *self, gsize rank, LscIntern *keys)
{
  const LscRankDigest *digest = self->digests[rank];
  const char *chip = lsc_rank_digest_text (digest, digest->chip);

  for (gsize i = 0; i < digest->shapes.n; i++)
    {
      const LscDigestShape *shape = &digest->shapes.items[i];
      Entry entry = { .rank = (guint32) rank, .shape = (guint32) i };

      self->keys[rank][i] = LSC_STRING_NONE;
      if (shape->shapes == LSC_STRING_NONE || shape->n == 0)
        continue;
      entry.key = lsc_intern_add_take (
          keys, g_strjoin ("\n", chip ? chip : "", lsc_rank_digest_text (digest, shape->name),
                           lsc_rank_digest_text (digest, shape->shapes), NULL));
      self->keys[rank][i] = entry.key;
      entries_append (&self->entries, entry);
    }
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;

  LSC_RETURN_ORDER (x->key, y->key);
  LSC_RETURN_ORDER (x->rank, y->rank);
  return LSC_ORDER (x->shape, y->shape);
}

static gsize
find_end (const LscKernelSpeeds *self, gsize begin)
{
  gsize end = begin + 1;

  while (end < self->entries.n && self->entries.items[end].key == self->entries.items[begin].key)
    end++;
  return end;
}

/* Returns: usual time of a kernel of a shape of a rank, NAN = not known */
static double
get_usual_ns (const LscKernelSpeeds *self, gsize rank, gsize shape)
{
  guint32 key = self->keys[rank][shape];

  return key != LSC_STRING_NONE ? self->usual_ns[key] : (double) NAN;
}

/* ---- usual times and speeds ---- */

/* @values: scratch */
static void
find_usual (LscKernelSpeeds *self, double *values)
{
  const Entry *entries = self->entries.items;
  gsize end;

  for (gsize begin = 0; begin < self->entries.n; begin = end)
    {
      end = find_end (self, begin);
      self->usual_ns[entries[begin].key] = (double) NAN;
      if (entries[begin].rank == entries[end - 1].rank)
        continue;
      for (gsize i = begin; i < end; i++)
        values[i - begin] = get_mean_ns (self, &entries[i]) / (1 + self->longer[entries[i].rank]);
      self->usual_ns[entries[begin].key] = lsc_median_mean_double (values, end - begin);
    }
}

/** How much longer a shape takes on a rank, and how much time it takes there. */
typedef struct
{
  double longer;
  double ns;
} Weighed;

static int
compare_weighed (gconstpointer a, gconstpointer b)
{
  const Weighed *x = a, *y = b;

  return LSC_ORDER (x->longer, y->longer);
}

/* By time: what takes most of it says most of the speed. */
static double
find_median (GArray *values)
{
  double sum = 0, half = 0;

  for (guint i = 0; i < values->len; i++)
    half += g_array_index (values, Weighed, i).ns / 2;
  g_array_sort (values, compare_weighed);
  for (guint i = 0; i < values->len; i++)
    {
      sum += g_array_index (values, Weighed, i).ns;
      if (sum >= half)
        return g_array_index (values, Weighed, i).longer;
    }
  return 0;
}

static void
find_speeds (LscKernelSpeeds *self, GArray **of_ranks)
{
  for (gsize i = 0; i < self->n; i++)
    g_array_set_size (of_ranks[i], 0);
  for (gsize i = 0; i < self->entries.n; i++)
    {
      const Entry *entry = &self->entries.items[i];
      double usual_ns = self->usual_ns[entry->key];
      Weighed weighed = { get_mean_ns (self, entry) / usual_ns - 1,
                          (double) get_shape (self, entry)->ns };

      if (isfinite (usual_ns))
        g_array_append_val (of_ranks[entry->rank], weighed);
    }
  for (gsize i = 0; i < self->n; i++)
    self->longer[i] = find_median (of_ranks[i]);
}

static void
find_all (LscKernelSpeeds *self)
{
  g_autofree double *values = g_new (double, self->entries.n + 1);
  g_autofree GArray **of_ranks = g_new (GArray *, self->n + 1);

  for (gsize i = 0; i < self->n; i++)
    of_ranks[i] = g_array_new (FALSE, FALSE, sizeof (Weighed));
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      find_usual (self, values);
      find_speeds (self, of_ranks);
    }
  for (gsize i = 0; i < self->n; i++)
    g_array_unref (of_ranks[i]);
}

static void
find_covered (LscKernelSpeeds *self, gsize rank)
{
  const LscDigestShapes *shapes = &self->digests[rank]->shapes;
  double all_ns = 0, covered_ns = 0;

  for (gsize i = 0; i < shapes->n; i++)
    {
      all_ns += (double) shapes->items[i].ns;
      if (isfinite (get_usual_ns (self, rank, i)))
        covered_ns += (double) shapes->items[i].ns;
    }
  self->covered[rank] = all_ns > 0 ? covered_ns / all_ns : 0;
}

/**
 * lsc_kernel_speeds_new:
 * @digests: (array length=n): judged ones; outlive it
 *
 * Cost: O(n log n) of the shapes of all ranks. Thread: any.
 *
 * Returns: (transfer full): how fast they run what others run, too
 */
LscKernelSpeeds *
lsc_kernel_speeds_new (const LscRankDigest *const *digests, gsize n)
{
  LscKernelSpeeds *self = g_new0 (LscKernelSpeeds, 1);
  g_autoptr (LscIntern) keys = lsc_intern_new ();

  self->digests = digests;
  self->n = n;
  self->longer = g_new0 (double, n + 1);
  self->covered = g_new0 (double, n + 1);
  self->keys = g_new (guint32 *, n + 1);
  for (gsize i = 0; i < n; i++)
    {
      self->keys[i] = g_new (guint32, digests[i]->shapes.n + 1);
      list_rank (self, i, keys);
    }
  self->usual_ns = g_new (double, lsc_intern_size (keys) + 1);
  if (self->entries.n > 1)
    qsort (self->entries.items, self->entries.n, sizeof (Entry), compare_entries);
  find_all (self);
  for (gsize i = 0; i < n; i++)
    find_covered (self, i);
  return self;
}

void
lsc_kernel_speeds_free (LscKernelSpeeds *self)
{
  if (!self)
    return;
  for (gsize i = 0; i < self->n; i++)
    g_free (self->keys[i]);
  g_free (self->keys);
  entries_clear (&self->entries);
  g_free (self->usual_ns);
  g_free (self->longer);
  g_free (self->covered);
  g_free (self);
}

/** Returns: the part of the time of a rank's kernels that others ran in equal shapes, 0 to 1 */
double
lsc_kernel_speeds_get_covered (const LscKernelSpeeds *self, gsize rank)
{
  g_return_val_if_fail (self && rank < self->n, 0);
  return self->covered[rank];
}

/**
 * lsc_kernel_speeds_list_longer:
 * @longer: (array) (out): room for a value of each step of the rank (LscRankDigest.steps): by how
 *   much longer its kernels took than kernels of their shapes usually do, 0.1 = 10 %; NAN of a step
 *   without kernels that others ran, too
 *
 * Cost: O(shapes of the rank and their steps). Returns: how many steps there are
 */
gsize
lsc_kernel_speeds_list_longer (const LscKernelSpeeds *self, gsize rank, double *longer)
{
  const LscRankDigest *digest;
  g_autofree double *usual_ns = NULL;

  g_return_val_if_fail (self && rank < self->n && longer, 0);
  digest = self->digests[rank];
  usual_ns = g_new0 (double, digest->steps.n + 1);
  for (gsize i = 0; i < digest->steps.n; i++)
    longer[i] = 0;
  for (gsize i = 0; i < digest->shapes.n; i++)
    {
      const LscDigestShape *shape = &digest->shapes.items[i];
      double one_ns = get_usual_ns (self, rank, i);

      for (guint k = 0; isfinite (one_ns) && k < shape->n_cells; k++)
        {
          const LscDigestShapeCell *cell = &digest->shape_cells.items[shape->first_cell + k];

          longer[cell->step] += (double) cell->ns;
          usual_ns[cell->step] += (double) cell->n * one_ns;
        }
    }
  for (gsize i = 0; i < digest->steps.n; i++)
    longer[i] = usual_ns[i] > 0 ? longer[i] / usual_ns[i] - 1 : (double) NAN;
  return digest->steps.n;
}

/* Of those at the usual speed the one where kernels of the shape take least away from the usual. */
static void
find_peer (const LscKernelSpeeds *self, gsize rank, guint32 key, const gboolean *is_usual,
           LscKernelProof *proof)
{
  gsize begin = LSC_BISECT (i, 0, self->entries.n, self->entries.items[i].key < key);
  gsize end = find_end (self, begin);
  double least = G_MAXDOUBLE;

  for (gsize i = begin; i < end; i++)
    {
      const Entry *other = &self->entries.items[i];
      double away = fabs (get_mean_ns (self, other) - self->usual_ns[key]);

      if (other->rank == rank || !is_usual[other->rank] || away >= least)
        continue;
      least = away;
      proof->peer = other->rank;
      proof->peer_kernel = get_shape (self, other);
    }
}

static double
get_excess_ns (const LscKernelSpeeds *self, gsize rank, gsize shape)
{
  const LscDigestShape *kernel = &self->digests[rank]->shapes.items[shape];
  double usual_ns = get_usual_ns (self, rank, shape);

  return isfinite (usual_ns) ? (double) kernel->ns - (double) kernel->n * usual_ns : 0;
}

/* The name, of all shapes, whose kernels lose the rank most time among those that @is_usual ranks
 * run, too; %LSC_STRING_NONE = there is none. */
static guint32
find_name (const LscKernelSpeeds *self, gsize rank, const gboolean *is_usual)
{
  g_autoptr (GHashTable) sums = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  guint32 best = LSC_STRING_NONE;
  double most_ns = 0;

  for (gsize i = 0; i < self->digests[rank]->shapes.n; i++)
    {
      gpointer name = GUINT_TO_POINTER (self->digests[rank]->shapes.items[i].name);
      double excess_ns = get_excess_ns (self, rank, i), *sum = g_hash_table_lookup (sums, name);
      LscKernelProof proof = { 0 };

      if (excess_ns <= 0)
        continue;
      find_peer (self, rank, self->keys[rank][i], is_usual, &proof);
      if (!proof.peer_kernel)
        continue;
      if (!sum)
        {
          sum = g_new0 (double, 1);
          g_hash_table_insert (sums, name, sum);
        }
      *sum += excess_ns;
      if (*sum > most_ns)
        {
          most_ns = *sum;
          best = GPOINTER_TO_UINT (name);
        }
    }
  return best;
}

/**
 * lsc_kernel_speeds_find_proof:
 * @is_usual: (array): which ranks run at the usual speed
 *
 * The name that loses the rank most time is what else is said of it (overview.md#why); of its
 * shapes that which loses most.
 *
 * Returns: kernels of one shape, beside the same ones elsewhere
 */
LscKernelProof
lsc_kernel_speeds_find_proof (const LscKernelSpeeds *self, gsize rank, const gboolean *is_usual)
{
  LscKernelProof proof = { 0 };
  guint32 name;

  g_return_val_if_fail (self && rank < self->n && is_usual, proof);
  name = find_name (self, rank, is_usual);
  for (gsize i = 0; i < self->digests[rank]->shapes.n; i++)
    {
      LscKernelProof found = { .kernel = &self->digests[rank]->shapes.items[i] };

      found.excess_ns = get_excess_ns (self, rank, i);
      if (found.kernel->name != name || found.excess_ns <= proof.excess_ns)
        continue;
      find_peer (self, rank, self->keys[rank][i], is_usual, &found);
      if (found.peer_kernel)
        proof = found;
    }
  return proof;
}
