/* lsc-compare-work.c - whether the steps of two recordings do the same work
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/compare/lsc-compare-work.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lsc-hash.h"
#include "base/lsc-sort.h"
#include "model/lsc-kernel-name.h"

#define LITTLE 0.02    /* what a step must differ by to be called faster or slower at least */
#define DEVIATIONS 3.0 /* of a mean that a difference must exceed */
#define MOST 0.5       /* of the time: a forward pass is less, what all of a step does is more */
#define NEARLY_ALL 0.9 /* of the products: the rest does not turn the sum */

const LscWord lsc_work_match_words[LSC_WORK_MATCH_N] = {
  [LSC_WORK_MATCH_SAME] = { "same", N_ ("The Same") },
  [LSC_WORK_MATCH_PARTLY] = { "partly", N_ ("Partly the Same") },
  [LSC_WORK_MATCH_ASSUMED] = { "assumed", N_ ("Assumed the Same") },
  [LSC_WORK_MATCH_UNKNOWN] = { "unknown", N_ ("Not Known") },
  [LSC_WORK_MATCH_OTHER] = { "other", N_ ("Other Work") },
};

/** Kernels of one name, type and shapes. @squares: of their lengths */
typedef struct
{
  guint32 name; /* index of its name among all */
  gboolean is_product;
  gboolean is_attention;
  gboolean is_backward;
  double flops; /* of one */
  double n[2];
  double ns[2];
  double squares[2];
} Kind;

/** What is known of all pairs. */
typedef struct
{
  GHashTable *kinds; /* of a key to Kind */
  GHashTable *names; /* of a name to 1 + its index */
  gboolean has_shapes;
  gboolean has_types;
} Kinds;

/* ---- kinds of kernels ---- */

static const char *
text_of (const LscStepKernels *kernels, guint32 id)
{
  return id != LSC_STRING_NONE ? lsc_intern_text (kernels->texts, id) : "";
}

/* A backward pass runs once for each forward pass, however often that is computed again. */
static gboolean
is_backward_name (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return strstr (lower, "grad") || strstr (lower, "backward") || strstr (lower, "bwd");
}

static guint32
find_name (const Kinds *self, const char *name)
{
  guint at = GPOINTER_TO_UINT (g_hash_table_lookup (self->names, name));

  if (at > 0)
    return at - 1;
  at = g_hash_table_size (self->names) + 1;
  g_hash_table_insert (self->names, g_strdup (name), GUINT_TO_POINTER (at));
  return at - 1;
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Attention takes its dimensions in several orders, which are the same work. */
static char *
sort_dims (const char *shapes)
{
  g_auto (GStrv) parts = g_strsplit_set (shapes, ",;\"", -1);

  qsort (parts, g_strv_length (parts), sizeof *parts, compare_texts);
  return g_strjoinv (",", parts);
}

static char *
find_shapes (const Kinds *self, const LscStepKernels *kernels, const LscStepKernel *kernel)
{
  const char *shapes = self->has_shapes ? text_of (kernels, kernel->shapes) : "";

  return lsc_kernel_name_family (text_of (kernels, kernel->name)) == LSC_FAMILY_ATTENTION
             ? sort_dims (shapes)
             : g_strdup (shapes);
}

static Kind *
make_kind (const Kinds *self, const LscStepKernels *kernels, const LscStepKernel *kernel)
{
  Kind *kind = g_new0 (Kind, 1);
  const char *name = text_of (kernels, kernel->name);
  const char *type =
      kernel->type != LSC_STRING_NONE ? lsc_intern_text (kernels->texts, kernel->type) : NULL;
  LscKernelFamily family = lsc_kernel_name_family (name);

  kind->name = find_name (self, name);
  kind->is_attention = family == LSC_FAMILY_ATTENTION;
  kind->is_product = family == LSC_FAMILY_MATRIX && lsc_product_is_of_weights (type);
  kind->is_backward = is_backward_name (name);
  if (self->has_shapes && kind->is_product)
    kind->flops = lsc_product_find_flops (text_of (kernels, kernel->shapes));
  return kind;
}

static Kind *
get_kind (const Kinds *self, const LscStepKernels *kernels, const LscStepKernel *kernel)
{
  g_autofree char *shapes = find_shapes (self, kernels, kernel);
  g_autofree char *key =
      g_strdup_printf ("%s|%s|%s", text_of (kernels, kernel->name),
                       self->has_types ? text_of (kernels, kernel->type) : "", shapes);
  Kind *kind = g_hash_table_lookup (self->kinds, key);

  if (!kind)
    {
      kind = make_kind (self, kernels, kernel);
      g_hash_table_insert (self->kinds, g_steal_pointer (&key), kind);
    }
  return kind;
}

/* A step has many kernels of few kinds: those of one recording are told apart by their ids. */
static void
add_kernels (const Kinds *self, const LscStepKernels *kernels, guint side)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (gsize i = 0; i < kernels->kernels.n; i++)
    {
      const LscStepKernel *kernel = &kernels->kernels.items[i];
      gint64 id = (gint64) lsc_hash_mix (
          lsc_hash_mix (lsc_hash_mix (0, kernel->name), kernel->type), kernel->shapes);
      Kind *kind = g_hash_table_lookup (known, &id);
      double ns = (double) kernel->duration_ns;

      if (!kind)
        {
          kind = get_kind (self, kernels, kernel);
          g_hash_table_insert (known, g_memdup2 (&id, sizeof id), kind);
        }
      kind->n[side]++;
      kind->ns[side] += ns;
      kind->squares[side] += ns * ns;
    }
}

static void
find_kinds (Kinds *self, const LscWorkPair *pairs, gsize n)
{
  self->kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->has_shapes = self->has_types = TRUE;
  for (gsize i = 0; i < n; i++)
    for (guint side = 0; side < 2; side++)
      {
        self->has_shapes &= pairs[i].kernels[side]->has_shapes;
        self->has_types &= pairs[i].kernels[side]->has_types;
      }
  for (gsize i = 0; i < n; i++)
    for (guint side = 0; side < 2; side++)
      add_kernels (self, pairs[i].kernels[side], side);
}

/* ---- FLOPs ---- */

/** Sums of the steps that count. @variance: of @flops, by the spread between steps */
typedef struct
{
  double flops;
  double variance;
  double n_products;
  double n_told;
} Sums;

static void
add_steps (Sums *sums, const LscWorkPair *pair, guint side)
{
  const LscStepWorks *works = &pair->kernels[side]->works;
  double n = (double) pair->n[side], flops = 0, squares = 0;

  if (pair->n[side] == 0)
    return;
  for (gsize k = 0; k < pair->n[side]; k++)
    {
      const LscStepWork *work = &works->items[pair->steps[side][k]];

      flops += work->flops / n;
      squares += work->flops * work->flops / n;
      sums->n_products += (double) work->n_products / n;
      sums->n_told += (double) work->n_told / n;
    }
  sums->flops += flops;
  if (n > 1)
    sums->variance += MAX (squares - flops * flops, 0) / (n - 1);
}

/* Where the work of steps was not listed, that of the step that stands for all is taken. */
static void
add_kinds (Sums sums[2], const Kinds *kinds)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, kinds->kinds);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    for (guint side = 0; side < 2; side++)
      {
        const Kind *kind = value;

        if (!kind->is_product)
          continue;
        sums[side].n_products += kind->n[side];
        sums[side].n_told += kind->flops > 0 ? kind->n[side] : 0;
        sums[side].flops += kind->n[side] * kind->flops;
      }
}

static gboolean
has_works (const LscWorkPair *pairs, gsize n)
{
  for (gsize i = 0; i < n; i++)
    for (guint side = 0; side < 2; side++)
      if (pairs[i].kernels[side]->works.n == 0)
        return FALSE;
  return TRUE;
}

static double
find_factor (const double values[2])
{
  return values[0] > 0 && values[1] > 0 ? values[1] / values[0] : 1.0;
}

static gboolean
is_alike (double factor, double noise)
{
  return fabs (factor - 1) <= MAX (LITTLE, noise);
}

/* ---- what the kernels of both sides have in common ---- */

/** Of the products: what is alike and what differs, by time on the side that has less, and by FLOPs
 * or number. @repeated: time of those that are on both sides in other numbers */
typedef struct
{
  double all_ns;
  double repeated_ns[2]; /* more before, more after */
  double common;
  double sum;
  double backward[2];
} Products;

static Products
find_products (const Kinds *kinds)
{
  Products found = { 0 };
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, kinds->kinds);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Kind *kind = value;
      double weight = kind->flops > 0 ? kind->flops : 1;
      double least = MIN (kind->n[0], kind->n[1]);
      guint less = kind->n[0] < kind->n[1] ? 0 : 1;

      for (guint side = 0; side < 2; side++)
        if (kind->is_backward)
          found.backward[side] += kind->n[side];
      if (!kind->is_product)
        continue;
      found.common += 2 * least * weight;
      found.sum += (kind->n[0] + kind->n[1]) * weight;
      if (least == 0)
        continue;
      found.all_ns += kind->ns[less];
      if (kind->n[0] != kind->n[1])
        found.repeated_ns[kind->n[0] < kind->n[1] ? 1 : 0] += kind->ns[less];
    }
  return found;
}

/* What is repeated for each layer, micro-batch or sequence is most of the products. A forward pass
 * that is computed again is less than half of them, as the backward pass has two for each of its
 * own, and is as often there as before. */
static gboolean
has_same_backward (const Products *products)
{
  gboolean has_backward = products->backward[0] > 0 && products->backward[1] > 0;

  return has_backward && is_alike (find_factor (products->backward), 0);
}

static gboolean
is_more_of_same (const Products *products, double factor)
{
  if (has_same_backward (products))
    return FALSE;
  return products->repeated_ns[factor > 1 ? 1 : 0] > MOST * products->all_ns;
}

/** Kernels of attention of one name. @own: those whose shapes one side alone has */
typedef struct
{
  double n[2];
  double own[2];
} Attention;

/* Whether most of attention is by the same kernels with other shapes: sequences of other lengths.
 */
static gboolean
has_other_sequences (const Kinds *kinds)
{
  guint n_names = g_hash_table_size (kinds->names);
  g_autofree Attention *found = g_new0 (Attention, n_names + 1);
  double all = 0, other = 0;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, kinds->kinds);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    for (guint side = 0; side < 2; side++)
      {
        const Kind *kind = value;

        if (!kind->is_attention)
          continue;
        found[kind->name].n[side] += kind->n[side];
        found[kind->name].own[side] += kind->n[!side] > 0 ? 0 : kind->n[side];
      }
  for (guint i = 0; i < n_names; i++)
    {
      all += MIN (found[i].n[0], found[i].n[1]);
      other += MIN (found[i].own[0], found[i].own[1]);
    }
  return kinds->has_shapes && other > MOST * all;
}

/* ---- lengths of equal kernels ---- */

typedef struct
{
  double factor;
  double noise;
  double ns; /* both sides */
  gboolean is_attention;
} Length;

static double
find_error (const Kind *kind, guint side)
{
  double mean = kind->ns[side] / kind->n[side];
  double variance = kind->squares[side] / kind->n[side] - mean * mean;

  return kind->n[side] > 1 && mean > 0 ? sqrt (MAX (variance, 0) / (kind->n[side] - 1)) / mean : 0;
}

static int
compare_lengths (const void *a, const void *b)
{
  return LSC_ORDER (((const Length *) a)->factor, ((const Length *) b)->factor);
}

/* @kind: one that is as often on both sides */
static void
add_length (GArray *lengths, const Kind *kind)
{
  Length length = { 0 };

  if (kind->ns[0] <= 0 || kind->ns[1] <= 0)
    return;
  length.factor = kind->ns[1] / kind->ns[0];
  length.noise = DEVIATIONS * hypot (find_error (kind, 0), find_error (kind, 1));
  length.ns = kind->ns[0] + kind->ns[1];
  length.is_attention = kind->is_attention;
  g_array_append_val (lengths, length);
}

/* Parts the kinds that are as often on both sides from the others: of both the time in a step of
 * one of @n pairs, of the equal ones their lengths, by their factor. */
static GArray *
part_kinds (LscCompareWork *self, const Kinds *kinds, gsize n)
{
  GArray *lengths = g_array_new (FALSE, FALSE, sizeof (Length));
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, kinds->kinds);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Kind *kind = value;
      gboolean is_equal = kind->n[0] == kind->n[1];
      gint64 *sums = is_equal ? self->equal_ns : self->other_ns;

      for (guint side = 0; side < 2; side++)
        sums[side] += (gint64) kind->ns[side];
      if (is_equal)
        add_length (lengths, kind);
    }
  for (guint side = 0; side < 2; side++)
    {
      self->equal_ns[side] /= (gint64) n;
      self->other_ns[side] /= (gint64) n;
    }
  if (lengths->len > 0)
    qsort (lengths->data, lengths->len, sizeof (Length), compare_lengths);
  return lengths;
}

/* The factor that half of the time is below. */
static double
find_pace (const GArray *lengths, double all_ns)
{
  double below_ns = 0;

  for (guint i = 0; i < lengths->len; i++)
    {
      const Length *length = &g_array_index (lengths, Length, i);

      below_ns += length->ns;
      if (below_ns >= all_ns / 2)
        return length->factor;
    }
  return (double) NAN;
}

/* What equal kernels of attention change by, as a share of what all equal kernels do: how long they
 * take goes by the lengths of sequences, which only shapes tell. */
static double
find_attention_share (const GArray *lengths)
{
  double attention = 0, all = 0;

  for (guint i = 0; i < lengths->len; i++)
    {
      const Length *length = &g_array_index (lengths, Length, i);
      double delta = length->ns * (length->factor - 1) / (length->factor + 1);

      all += fabs (delta);
      if (length->is_attention && !is_alike (length->factor, length->noise))
        attention += fabs (delta);
    }
  return all > 0 ? attention / all : 0;
}

static void
judge_lengths (LscCompareWork *self, const GArray *lengths)
{
  double all_ns = 0, squares = 0, moved_ns = 0, weights = 0;

  for (guint i = 0; i < lengths->len; i++)
    all_ns += g_array_index (lengths, Length, i).ns;
  self->pace = find_pace (lengths, all_ns);
  for (guint i = 0; i < lengths->len; i++)
    {
      const Length *length = &g_array_index (lengths, Length, i);
      gboolean is_same_way = (length->factor > 1) == (self->pace > 1);
      double off = length->factor - self->pace, share = length->ns / all_ns;

      squares += share * off * off;
      weights += share * share;
      if (!is_alike (length->factor, length->noise) && is_same_way)
        moved_ns += length->ns;
    }
  self->moved = all_ns > 0 ? moved_ns / all_ns : 0;
  self->attention = find_attention_share (lengths);
  self->pace_noise = DEVIATIONS * sqrt (squares * weights);
}

/* ---- the answer ---- */

static LscWorkMatch
match_flops (const LscCompareWork *self, const Products *products, double noise, gboolean is_other)
{
  if (is_alike (self->factor, noise))
    return self->has_other_sequences && noise < LITTLE ? LSC_WORK_MATCH_OTHER : LSC_WORK_MATCH_SAME;
  if (is_other || is_more_of_same (products, self->factor) || self->common < MOST)
    return LSC_WORK_MATCH_OTHER;
  return LSC_WORK_MATCH_PARTLY;
}

/* Without shapes other lengths of most kernels may be other work or another pace. */
static LscWorkMatch
match_counts (const LscCompareWork *self, const Products *products)
{
  if (!is_alike (self->factor, 0) && is_more_of_same (products, self->factor))
    return LSC_WORK_MATCH_OTHER;
  if (self->moved > MOST || self->attention > MOST)
    return LSC_WORK_MATCH_UNKNOWN;
  return is_alike (self->factor, 0) ? LSC_WORK_MATCH_ASSUMED : LSC_WORK_MATCH_PARTLY;
}

/* Of programs without products: nearly all kernels have the same shapes. */
static gboolean
has_same_kernels (const LscCompareWork *self, const Kinds *kinds)
{
  gboolean is_same = kinds->has_shapes && self->n_products[0] <= 0 && self->n_products[1] <= 0;

  for (guint side = 0; side < 2; side++)
    is_same &= (double) self->equal_ns[side] >
               NEARLY_ALL * (double) (self->equal_ns[side] + self->other_ns[side]);
  return is_same;
}

static void
sum_up (LscCompareWork *self, const Sums sums[2], const double scale[2])
{
  self->has_flops = TRUE;
  for (guint side = 0; side < 2; side++)
    {
      self->n_products[side] = sums[side].n_products;
      self->has_flops &=
          sums[side].n_products > 0 && sums[side].n_told >= NEARLY_ALL * sums[side].n_products;
    }
  for (guint side = 0; side < 2 && self->has_flops; side++)
    self->flops[side] = sums[side].flops * scale[side];
  self->factor = find_factor (self->has_flops ? self->flops : self->n_products);
}

/**
 * lsc_compare_work_new:
 * @pairs: (array length=n): of ranks, with kernels
 * @scale: how many ranks of the job one of each side stands for, by which FLOPs are multiplied
 * @is_other_job: the parallel sizes or the number of ranks differ, so that kernels of a pair of
 *   ranks may
 *
 * Cost: O(kernels).
 *
 * Returns: whether steps do the same work (compare.md#work)
 */
LscCompareWork
lsc_compare_work_new (const LscWorkPair *pairs, gsize n, const double scale[2],
                      gboolean is_other_job)
{
  LscCompareWork self = { .match = LSC_WORK_MATCH_ASSUMED, .factor = 1, .common = 1, .pace = NAN };
  Kinds kinds = { 0 };
  Sums sums[2] = { { 0 } };
  Products products;
  g_autoptr (GArray) lengths = NULL;
  double noise = 0;

  if (n == 0)
    return self;
  find_kinds (&kinds, pairs, n);
  if (has_works (pairs, n))
    for (gsize i = 0; i < n; i++)
      for (guint side = 0; side < 2; side++)
        add_steps (&sums[side], &pairs[i], side);
  else
    add_kinds (sums, &kinds);
  products = find_products (&kinds);
  lengths = part_kinds (&self, &kinds, n);
  sum_up (&self, sums, scale);
  self.is_recomputed = has_same_backward (&products) && !is_alike (self.factor, 0);
  self.has_other_sequences = has_other_sequences (&kinds) && !is_other_job;
  self.common = products.sum > 0 ? products.common / products.sum : 1;
  judge_lengths (&self, lengths);
  for (guint side = 0; side < 2 && self.has_flops; side++)
    noise = hypot (noise, sqrt (sums[side].variance) / sums[side].flops);
  if (self.has_flops)
    self.match = match_flops (&self, &products, DEVIATIONS * noise, is_other_job);
  else
    self.match =
        has_same_kernels (&self, &kinds) ? LSC_WORK_MATCH_SAME : match_counts (&self, &products);
  g_hash_table_unref (kinds.kinds);
  g_hash_table_unref (kinds.names);
  return self;
}
