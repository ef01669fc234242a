/* lsc-stage-work.c - what stages have to compute, and what could be moved between them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * findings.md#stages. Layers are what can be moved, one at a time: stages that differ by less than
 * a layer are as even as they can be. What a layer takes is known where stages have different
 * numbers of them: kernels of equal shapes run 20, 25, 25 and 20 times a step on four stages, five
 * times for each layer. Worked example: these compute 41, 50, 50 and 50 ms a step, and a layer 10
 * ms. Stage 1 exceeds stage 0 by 9 ms: to move a layer would only make stage 0 the longest.
 */
#include "config.h"

#include "judge/causes/lsc-stage-work.h"

#define MOST_MOVES 64
#define LEAST_GAIN 0.02 /* of the longest stage: what is worth moving layers for */

/** Kernels of a shape. @n: of each stage how many; @ns: of all stages */
typedef struct
{
  gint64 *n;
  double ns;
  gsize n_stages; /* that have any */
} Shape;

static void
free_shape (gpointer item)
{
  Shape *self = item;

  g_free (self->n);
  g_free (self);
}

static void
add_stage (GHashTable *shapes, const LscRankDigest *digest, gsize stage, gsize n_stages)
{
  for (gsize i = 0; i < digest->shapes.n; i++)
    {
      const LscDigestShape *from = &digest->shapes.items[i];
      const char *text = lsc_rank_digest_text (digest, from->shapes);
      char *key;
      Shape *shape;

      if (!text)
        continue;
      key = g_strjoin ("\n", lsc_rank_digest_text (digest, from->name), text, NULL);
      shape = g_hash_table_lookup (shapes, key);
      if (!shape)
        {
          shape = g_new0 (Shape, 1);
          shape->n = g_new0 (gint64, n_stages);
          g_hash_table_insert (shapes, g_strdup (key), shape);
        }
      g_free (key);
      shape->n_stages++;
      shape->n[stage] = from->n;
      shape->ns += (double) from->ns / (double) MAX (digest->counted.n, 1);
    }
}

static gint64
find_divisor (gint64 a, gint64 b)
{
  while (b != 0)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

/* Makes of the numbers of kernels numbers of layers. Returns: whether stages differ in them */
static gboolean
reduce (Shape *self, gsize n)
{
  gint64 divisor = 0;
  gboolean differs = FALSE;

  for (gsize i = 0; i < n; i++)
    {
      divisor = find_divisor (self->n[i], divisor);
      differs |= self->n[i] != self->n[0];
    }
  for (gsize i = 0; i < n; i++)
    self->n[i] /= divisor;
  return differs;
}

static gboolean
is_alike (const Shape *a, const Shape *b, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (a->n[i] != b->n[i])
      return FALSE;
  return TRUE;
}

/* What kernels take that stages have as many of as they have layers. */
static double
add_up (GHashTable *shapes, const Shape *most, gsize n)
{
  GHashTableIter iter;
  gpointer item;
  double ns = 0;

  g_hash_table_iter_init (&iter, shapes);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    {
      const Shape *shape = item;

      if (shape->n_stages == n && is_alike (shape, most, n))
        ns += shape->ns;
    }
  return ns;
}

static const Shape *
find_most (GHashTable *shapes, gsize n)
{
  const Shape *most = NULL;
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, shapes);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    {
      Shape *shape = item;

      if (shape->n_stages == n && reduce (shape, n) && (!most || shape->ns > most->ns))
        most = shape;
    }
  return most;
}

/**
 * lsc_stages_find_layer_ns:
 * @digests: of the ranks
 * @stages: (array length=n): whose numbers of layers are told, too
 *
 * Returns: what a layer takes a step; 0 where stages have as many of them, so that nobody can tell
 */
double
lsc_stages_find_layer_ns (const LscRankDigest *const *digests, LscStageWork *stages, gsize n)
{
  g_autoptr (GHashTable) shapes =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_shape);
  const Shape *most;
  gint64 n_layers = 0;

  g_return_val_if_fail (digests && (stages || n == 0), 0);
  for (gsize i = 0; i < n; i++)
    add_stage (shapes, digests[stages[i].rank], i, n);
  most = find_most (shapes, n);
  for (gsize i = 0; most && i < n; i++)
    n_layers += stages[i].n_layers = most->n[i];
  return n_layers > 0 ? add_up (shapes, most, n) / (double) n_layers : 0;
}

static gsize
find_extreme (const double *work_ns, gsize n, double sign)
{
  gsize found = 0;

  for (gsize i = 1; i < n; i++)
    if (sign * work_ns[i] > sign * work_ns[found])
      found = i;
  return found;
}

/**
 * lsc_stages_balance:
 * @layer_ns: what a layer takes a step
 *
 * Moves layers from the stage with most work to the one with least as long as that one does not
 * become longer than the other was, and tells in @stages how many. Nothing is moved where some
 * stage then has nearly as much as the longest had before.
 */
void
lsc_stages_balance (LscStageWork *stages, gsize n, double layer_ns)
{
  g_autofree double *work_ns = g_new (double, n + 1);
  double before_ns;

  g_return_if_fail (stages || n == 0);
  for (gsize i = 0; i < n; i++)
    {
      work_ns[i] = stages[i].work_ns;
      stages[i].n_moved = 0;
    }
  before_ns = n > 0 ? work_ns[find_extreme (work_ns, n, 1)] : 0;
  for (guint i = 0; n > 1 && layer_ns > 0 && i < MOST_MOVES; i++)
    {
      gsize most = find_extreme (work_ns, n, 1);
      gsize least = find_extreme (work_ns, n, -1);

      if (work_ns[most] - work_ns[least] <= layer_ns)
        break;
      work_ns[most] -= layer_ns;
      work_ns[least] += layer_ns;
      stages[most].n_moved++;
      stages[least].n_moved--;
    }
  if (n > 0 && before_ns - work_ns[find_extreme (work_ns, n, 1)] < LEAST_GAIN * before_ns)
    for (gsize i = 0; i < n; i++)
      stages[i].n_moved = 0;
}
