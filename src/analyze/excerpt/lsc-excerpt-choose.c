/* lsc-excerpt-choose.c - which parts of a timeline are carried with what was found of it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/excerpt/lsc-excerpt-make.h"

#include <stdlib.h>
#include <string.h>

#include "base/lsc-sort.h"

/* extract.md#excerpts. Each instance that a finding, a kernel, a module or an operator of
 * communication is shown by has half of its length on both sides, or LEAST_MARGIN_NS. */
#define LEAST_MARGIN_NS 50000
#define LITTLE_MARGIN_NS 10000
/* Slices of one instance: of a longer one both ends stay, with half of them each. */
#define MOST_AROUND 800
/* Slices of all, those that several have counted for each: 1 to 3 bytes each. */
#define MOST_SLICES 24000
#define MOST_OWNERS 64
#define MOST_MODULES 32
#define MOST_KERNELS 64
#define MOST_LINKS 16
#define MOST_BLOCKS 4

typedef struct
{
  const LscTimeline *whole;
  LscIntervals *spans;
  gsize n_left;
} Choice;

/* ---- one ----------------------------------------------------------------------------------- */

static gboolean
is_held (const Choice *self, LscInterval instance)
{
  for (gsize i = 0; i < self->spans->n; i++)
    if (self->spans->items[i].begin_ns <= instance.begin_ns &&
        self->spans->items[i].end_ns >= instance.end_ns)
      return TRUE;
  return FALSE;
}

/* No further than the recording goes. */
static LscInterval
widen (const LscTimeline *whole, LscInterval instance, gint64 margin_ns)
{
  LscInterval span;

  if (__builtin_sub_overflow (instance.begin_ns, margin_ns, &span.begin_ns))
    span.begin_ns = whole->begin_ns;
  if (__builtin_add_overflow (instance.end_ns, margin_ns, &span.end_ns))
    span.end_ns = whole->end_ns;
  return (LscInterval){ MAX (span.begin_ns, whole->begin_ns), MIN (span.end_ns, whole->end_ns) };
}

/* As much of a time as is not too much: from its begin on, or up to its end. @n: (out): slices */
static LscInterval
shorten (const LscTimeline *whole, LscInterval span, gboolean keeps_end, gsize *n)
{
  while ((*n = lsc_excerpt_count (whole, span)) > MOST_AROUND / 2 &&
         span.end_ns / 2 - span.begin_ns / 2 > 0)
    {
      gint64 middle_ns = span.begin_ns + (span.end_ns / 2 - span.begin_ns / 2);

      if (keeps_end)
        span.begin_ns = middle_ns;
      else
        span.end_ns = middle_ns;
    }
  return span;
}

static gboolean
take (Choice *self, LscInterval span, gsize n)
{
  if (n == 0 || n > self->n_left)
    return FALSE;
  self->n_left -= n;
  lsc_intervals_append (self->spans, span);
  return TRUE;
}

/* What is shown of a long instance begins or ends with it: what idles waits for what comes next. */
static void
add_ends (Choice *self, LscInterval instance)
{
  LscInterval span = widen (self->whole, instance, LITTLE_MARGIN_NS), part;
  gsize n;

  part = shorten (self->whole, span, FALSE, &n);
  if (!take (self, part, n))
    return;
  part = shorten (self->whole, span, TRUE, &n);
  take (self, part, n);
}

static void
add (Choice *self, gint64 begin_ns, gint64 end_ns)
{
  LscInterval instance = { begin_ns, end_ns }, span;
  gsize n;

  if (end_ns < begin_ns || begin_ns < self->whole->begin_ns || end_ns > self->whole->end_ns ||
      is_held (self, instance))
    return;
  span = widen (self->whole, instance, MAX (end_ns / 2 - begin_ns / 2, LEAST_MARGIN_NS));
  n = lsc_excerpt_count (self->whole, span);
  if (n <= MOST_AROUND)
    take (self, span, n);
  else
    add_ends (self, instance);
}

static void
add_place (Choice *self, const LscLossPlace *place)
{
  if (place->end_ns > place->begin_ns)
    add (self, place->begin_ns, place->end_ns);
}

/* ---- what findings show -------------------------------------------------------------------- */

static void
add_losses (Choice *self, const LscRankDigest *digest)
{
  for (guint i = 0; i < LSC_LOSS_N; i++)
    add_place (self, &digest->longest[i]);
  for (gsize i = 0; i < digest->groups.n; i++)
    {
      add_place (self, &digest->groups.items[i].wait);
      add_place (self, &digest->groups.items[i].transfer);
      add_place (self, &digest->groups.items[i].awaited);
    }
  if (digest->contention.end_ns > digest->contention.begin_ns)
    add (self, digest->contention.begin_ns, digest->contention.end_ns);
  for (gsize i = 0; i < digest->sequences.n; i++)
    add (self, digest->sequences.items[i].begin_ns, digest->sequences.items[i].end_ns);
}

static void
add_blocks (Choice *self, const LscDigestBlocks *blocks)
{
  if (blocks->name != LSC_STRING_NONE)
    add (self, blocks->begin_ns, MAX (blocks->begin_ns, blocks->end_ns));
}

static void
add_peaks (Choice *self, const LscRankDigest *digest)
{
  add_blocks (self, &digest->spike);
  add_blocks (self, &digest->late);
  for (gsize i = 0; i < MIN (digest->kept.n, MOST_BLOCKS); i++)
    add_blocks (self, &digest->kept.items[i]);
  add (self, digest->peaks.allocated_at_ns, digest->peaks.allocated_at_ns);
  add (self, digest->peaks.process_at_ns, digest->peaks.process_at_ns);
}

/* ---- who owns the time --------------------------------------------------------------------- */

static int
compare_owners (const void *a, const void *b)
{
  const LscRankOwner *x = *(const LscRankOwner *const *) a;
  const LscRankOwner *y = *(const LscRankOwner *const *) b;

  if (x->ns != y->ns)
    return x->ns > y->ns ? -1 : 1;
  LSC_RETURN_ORDER (x->begin_ns, y->begin_ns);
  return LSC_ORDER (x->type, y->type);
}

/* Those that own most first. */
static void
add_owners (Choice *self, const LscRankDigest *digest, gboolean modules, gsize n_most)
{
  g_autofree const LscRankOwner **owners = g_new (const LscRankOwner *, digest->owners.n + 1);
  gsize n = 0;

  for (gsize i = 0; i < digest->owners.n; i++)
    {
      const LscRankOwner *owner = &digest->owners.items[i];

      if (owner->slice != LSC_SLICE_NONE && (owner->type >= LSC_OWNER_MODULE) == modules)
        owners[n++] = owner;
    }
  if (n > 1)
    qsort (owners, n, sizeof *owners, compare_owners);
  for (gsize i = 0; i < MIN (n, n_most); i++)
    add (self, owners[i]->begin_ns, owners[i]->end_ns);
}

static void
add_kernels (Choice *self, const LscRankDigest *digest)
{
  for (gsize i = 0; i < MIN (digest->kernels.n, MOST_KERNELS); i++)
    {
      const LscDigestKernel *kernel = &digest->kernels.items[i];
      gint64 end_ns;

      if (!__builtin_add_overflow (kernel->longest_begin_ns, kernel->longest_ns, &end_ns))
        add (self, kernel->longest_begin_ns, end_ns);
    }
}

/* ---- communication ------------------------------------------------------------------------- */

/* The longest operator of each group and kind. */
static void
add_ops (Choice *self, const LscRankDigest *digest)
{
  const LscRankOp *longest[LSC_RANK_OP_RECEIVE + 1] = { NULL };

  for (gsize i = 0; i < digest->ops.n; i++)
    {
      const LscRankOp *op = &digest->ops.items[i];

      if (!longest[op->kind] ||
          op->end_ns - op->begin_ns > longest[op->kind]->end_ns - longest[op->kind]->begin_ns)
        longest[op->kind] = op;
      if (i + 1 < digest->ops.n && digest->ops.items[i + 1].group == op->group)
        continue;
      for (guint kind = 0; kind < G_N_ELEMENTS (longest); kind++)
        if (longest[kind])
          add (self, longest[kind]->begin_ns, longest[kind]->end_ns);
      memset (longest, 0, sizeof longest);
    }
}

static void
add_transfers (Choice *self, const LscDigestLinks *links)
{
  for (gsize i = 0; i < MIN (links->n, MOST_LINKS); i++)
    add (self, links->items[i].begin_ns, links->items[i].end_ns);
}

/**
 * lsc_excerpt_choose:
 * @whole: completed
 * @digest: of it
 * @spans: (out caller-allocates): empty; merged
 *
 * Chooses what is shown most: places of losses and waits, then the largest instances of kernels,
 * operators, communication and modules, as far as their number of slices goes.
 *
 * Cost: O(instances x rows log n).
 */
void
lsc_excerpt_choose (const LscTimeline *whole, const LscRankDigest *digest, LscIntervals *spans)
{
  Choice choice = { whole, spans, MOST_SLICES };

  g_return_if_fail (whole && digest && spans);
  add_losses (&choice, digest);
  add_owners (&choice, digest, FALSE, MOST_OWNERS);
  add_kernels (&choice, digest);
  add_ops (&choice, digest);
  add_owners (&choice, digest, TRUE, MOST_MODULES);
  add_transfers (&choice, &digest->links);
  add_transfers (&choice, &digest->local_links);
  add_peaks (&choice, digest);
  lsc_intervals_merge (spans);
}
