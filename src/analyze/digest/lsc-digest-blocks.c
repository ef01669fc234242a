/* lsc-digest-blocks.c - which blocks of memory stay, go late, or make the peak
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-digest-steps.h"
#include "analyze/digest/lsc-digest-parts-private.h"
#include "analyze/digest/lsc-memory-limits.h"
#include "analyze/step/lsc-block-ends.h"
#include "analyze/step/lsc-block-owner.h"
#include "analyze/step/lsc-origins.h"
#include "base/lsc-sort.h"

/* findings.md#blocks. The table of blocks can be as long as that of tasks: it is read only where
 * the counters of memory say that a rule will find something in it. */

#define MOST_KEPT 4   /* groups of blocks that are told */
#define SLACK_NS 1000 /* by which the moments of two tables may differ */

/** While the blocks are looked at. */
typedef struct
{
  LscRankDigest *digest;
  const LscTimeline *timeline;
  const LscMemoryBlocks *blocks;
  LscOrigins origins;
} Look;

/** What of the blocks is asked for. */
typedef struct
{
  gboolean kept;
  gboolean late;
  gboolean spike;
} Wanted;

static const LscDigestMemory *
get_step (const LscRankDigest *digest, gsize index)
{
  return &digest->memory.items[index];
}

/* The step of the peak, NULL where it lies in none. */
static const LscDigestMemory *
find_peak_step (const LscRankDigest *digest)
{
  gint64 at_ns = digest->peaks.allocated_at_ns;

  for (gsize i = 0; i < digest->memory.n; i++)
    if (at_ns >= get_step (digest, i)->begin_ns && at_ns < get_step (digest, i)->end_ns)
      return get_step (digest, i);
  return NULL;
}

static gint64
get_most_spike_ns (const LscRankDigest *digest)
{
  const LscDigestMemory *step = find_peak_step (digest);

  return step ? (gint64) (LSC_MEMORY_MOST_SPIKE * (double) (step->end_ns - step->begin_ns)) : 0;
}

/* Whether what is allocated falls by a block of the peak soon after it. */
static gboolean
falls_soon (const LscRankDigest *digest, const LscCounter *allocated)
{
  gint64 at_ns = digest->peaks.allocated_at_ns, most_ns = get_most_spike_ns (digest);
  LscCounterReading reading;

  if (!allocated || most_ns <= 0)
    return FALSE;
  reading = lsc_counter_read (allocated, at_ns, at_ns + most_ns);
  return reading.is_known &&
         reading.least <= (1 - LSC_MEMORY_LEAST_SPIKE) * (double) digest->peaks.allocated_bytes;
}

/* Whether at some time the device holds more than the host has released. */
static gboolean
has_pending (const LscCounter *allocated, const LscCounter *active)
{
  if (!allocated || !active)
    return FALSE;
  for (gsize i = 0; i < active->samples.n; i++)
    {
      const LscSample *sample = &active->samples.items[i];
      LscCounterReading reading =
          lsc_counter_read (allocated, sample->time_ns, sample->time_ns + 1);

      if (reading.is_known && sample->value - reading.first >= LSC_MEMORY_LEAST_LATE_BYTES)
        return TRUE;
    }
  return FALSE;
}

/* ---- groups of blocks ---- */

static void
name_block (Look *self, LscDigestBlocks *out, const LscMemoryBlock *block)
{
  const char *name = lsc_memory_blocks_get_name (self->blocks, block);
  guint32 slice = lsc_block_get_slice (self->timeline, block, name);
  guint32 path = LSC_STRING_NONE;

  out->name = lsc_intern_add (self->digest->texts, name);
  out->module = LSC_STRING_NONE;
  out->slice = slice;
  if (slice != LSC_SLICE_NONE)
    path = lsc_origins_find_module (&self->origins, slice);
  if (path != LSC_STRING_NONE)
    out->module = path;
}

static LscDigestBlocks *
find_group (LscDigestBlockGroups *groups, const LscDigestBlocks *like)
{
  for (gsize i = 0; i < groups->n; i++)
    if (groups->items[i].name == like->name && groups->items[i].module == like->module)
      return &groups->items[i];
  lsc_digest_block_groups_append (groups, *like);
  return &groups->items[groups->n - 1];
}

static void
add_block (LscDigestBlocks *group, const LscDigestBlocks *like, const LscMemoryBlock *block)
{
  group->n++;
  group->bytes += block->size_bytes;
  if (block->size_bytes <= group->most_bytes && group->n > 1)
    return;
  group->most_bytes = block->size_bytes;
  group->slice = like->slice;
  group->begin_ns = block->begin_ns;
  group->end_ns = block->end_ns;
}

static int
compare_groups (gconstpointer a, gconstpointer b, gpointer texts)
{
  const LscDigestBlocks *x = a, *y = b;

  LSC_RETURN_ORDER (y->bytes, x->bytes);
  return strcmp (lsc_intern_text (texts, x->name), lsc_intern_text (texts, y->name));
}

/* ---- blocks that stay ---- */

/* The first step may allocate what all others use. */
static gsize
get_first_step (const LscRankDigest *digest)
{
  return lsc_steps_find_first (LSC_STEPS_KEPT, NULL, digest->memory.n);
}

static gboolean
is_kept (const LscRankDigest *digest, const LscMemoryBlock *block, guint *step)
{
  gsize n = digest->memory.n;

  for (gsize i = get_first_step (digest); i + LSC_MEMORY_KEPT_STEPS < n; i++)
    if (block->begin_ns >= get_step (digest, i)->begin_ns &&
        block->begin_ns < get_step (digest, i)->end_ns)
      {
        *step = (guint) i;
        return block->end_ns < 0 ||
               block->end_ns > get_step (digest, i + LSC_MEMORY_KEPT_STEPS)->begin_ns;
      }
  return FALSE;
}

/* Drops what stays once, and not from step to step; of the others how much does, a step. */
static void
keep_groups (LscDigestBlockGroups *groups, gint64 n_steps)
{
  gsize n = 0;

  for (gsize i = 0; i < groups->n; i++)
    {
      LscDigestBlocks group = groups->items[i];

      if (group.n_steps * 2 <= n_steps)
        continue;
      group.bytes /= n_steps;
      groups->items[n++] = group;
    }
  groups->n = n;
}

static void
find_kept (Look *self)
{
  LscRankDigest *digest = self->digest;
  LscDigestBlockGroups *groups = &digest->kept;
  gint64 n_steps = (gint64) (digest->memory.n - LSC_MEMORY_KEPT_STEPS - get_first_step (digest));

  for (gsize i = 0; i < self->blocks->list.n; i++)
    {
      const LscMemoryBlock *block = &self->blocks->list.items[i];
      LscDigestBlocks like = { 0 };
      LscDigestBlocks *group;
      guint step;

      if (!is_kept (digest, block, &step))
        continue;
      name_block (self, &like, block);
      group = find_group (groups, &like);
      if (group->n == 0 || group->last_step != step)
        group->n_steps++;
      group->last_step = step;
      add_block (group, &like, block);
    }
  keep_groups (groups, n_steps);
  if (groups->n > 1)
    g_qsort_with_data (groups->items, (int) groups->n, sizeof (LscDigestBlocks), compare_groups,
                       digest->texts);
  groups->n = MIN (groups->n, MOST_KEPT);
}

/* ---- blocks that go late, and those of the peak ---- */

static void
find_late (Look *self)
{
  LscRankDigest *digest = self->digest;
  const LscMemoryBlock *worst = NULL;

  for (gsize i = 0; i < self->blocks->list.n; i++)
    {
      const LscMemoryBlock *block = &self->blocks->list.items[i];
      gint64 delay_ns = block->active_end_ns - block->end_ns;

      if (block->end_ns < 0 || block->size_bytes < LSC_MEMORY_LEAST_LATE_BYTES ||
          delay_ns <= LSC_MEMORY_LEAST_LATE_NS)
        continue;
      digest->late.n++;
      digest->late.bytes += block->size_bytes;
      if (delay_ns <= digest->late_ns)
        continue;
      digest->late_ns = delay_ns;
      worst = block;
    }
  if (!worst)
    return;
  name_block (self, &digest->late, worst);
  digest->late.most_bytes = worst->size_bytes;
  digest->late.begin_ns = worst->end_ns;
  digest->late.end_ns = worst->active_end_ns;
}

static void
find_spike (Look *self)
{
  LscRankDigest *digest = self->digest;
  gint64 at_ns = digest->peaks.allocated_at_ns, most_ns = get_most_spike_ns (digest);
  const LscMemoryBlock *worst = NULL;

  for (gsize i = 0; i < self->blocks->list.n; i++)
    {
      const LscMemoryBlock *block = &self->blocks->list.items[i];

      if (block->begin_ns == LSC_BLOCK_BEFORE || block->end_ns <= at_ns ||
          block->begin_ns > at_ns + SLACK_NS || block->end_ns - block->begin_ns >= most_ns ||
          (double) block->size_bytes <
              LSC_MEMORY_LEAST_SPIKE * (double) digest->peaks.allocated_bytes)
        continue;
      if (!worst || block->size_bytes > worst->size_bytes)
        worst = block;
    }
  if (!worst)
    return;
  name_block (self, &digest->spike, worst);
  add_block (&digest->spike, &digest->spike, worst);
}

/* The rules are about one pool, and a block without a release need not live. */
static void
keep_pool (LscMemoryBlocks *blocks, const char *pool, const LscCounter *allocated)
{
  gsize n = 0;

  if (!pool)
    return;
  for (gsize i = 0; i < blocks->list.n; i++)
    if (lsc_block_is_of (blocks, &blocks->list.items[i], pool))
      blocks->list.items[n++] = blocks->list.items[i];
  blocks->list.n = n;
  lsc_block_ends_infer (blocks, pool, allocated);
}

/**
 * _lsc_digest_take_blocks:
 *
 * Finds the blocks of the framework's pool that rules about memory tell of; memory and its peaks
 * must be known. Where the file cannot be read again, the digest says why.
 */
void
_lsc_digest_take_blocks (LscRankDigest *self, const LscTimeline *timeline, LscJob *job)
{
  const char *pool = NULL;
  const LscCounter *allocated = lsc_digest_find_pool (timeline, "allocated", &pool);
  const LscCounter *active = lsc_digest_find_pool (timeline, "active", NULL);
  Wanted wanted = { .kept = lsc_rank_digest_find_growth (self) > 0,
                    .late = has_pending (allocated, active),
                    .spike = falls_soon (self, allocated) };
  g_autoptr (LscMemoryBlocks) blocks = NULL;
  g_autoptr (GError) error = NULL;
  Look look = { .digest = self, .timeline = timeline };
  LscPlain plain;

  if (!wanted.kept && !wanted.late && !wanted.spike)
    return;
  plain = lsc_plain_begin ();
  blocks = lsc_timeline_read_blocks (timeline, job, &error);
  lsc_plain_end (&plain);
  self->blocks_state = !blocks               ? LSC_BLOCKS_UNREADABLE
                       : blocks->is_recorded ? LSC_BLOCKS_READ
                                             : LSC_BLOCKS_NOT_RECORDED;
  if (error)
    {
      self->blocks_error = (LscError) error->code;
      self->blocks_detail = lsc_intern_add (self->texts, error->message);
    }
  if (self->blocks_state != LSC_BLOCKS_READ)
    return;
  self->n_bad_blocks = blocks->n_bad;
  keep_pool (blocks, pool, allocated);
  look.blocks = blocks;
  lsc_origins_init (&look.origins, timeline, self->texts, NULL);
  if (wanted.kept)
    find_kept (&look);
  if (wanted.late)
    find_late (&look);
  if (wanted.spike)
    find_spike (&look);
  lsc_origins_clear (&look.origins);
}
