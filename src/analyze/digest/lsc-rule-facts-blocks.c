/* lsc-rule-facts-blocks.c - which blocks of memory stay, go late, or make the peak
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-digest-steps.h"
#include "analyze/digest/lsc-rule-facts-private.h"
#include "analyze/step/lsc-block-owner.h"
#include "analyze/step/lsc-origins.h"
#include "base/lsc-sort.h"

/* findings.md#blocks. The table of blocks can be as long as that of tasks: it is read only where
 * the counters of memory say that a rule will find something in it. */

#define MOST_KEPT 4  /* groups of blocks that are told */
#define KEPT_STEPS 2 /* a block that is alive so many steps later is kept (LSC_STEPS_KEPT) */
#define LEAST_LATE_BYTES (32 << 20)
#define LEAST_LATE_NS 10000000
#define LEAST_SPIKE 0.05 /* of what is allocated at the peak */
#define MOST_SPIKE 0.05  /* of the step of the peak */
#define SLACK_NS 1000    /* by which the moments of two tables may differ */

/** While the blocks are looked at. */
typedef struct
{
  LscRuleFacts *facts;
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

static const LscRuleMemory *
get_step (const LscRuleFacts *facts, gsize index)
{
  return &facts->memory.items[index];
}

/* The step of the peak, NULL where it lies in none. */
static const LscRuleMemory *
find_peak_step (const LscRuleFacts *facts)
{
  gint64 at_ns = facts->peaks.allocated_at_ns;

  for (gsize i = 0; i < facts->memory.n; i++)
    if (at_ns >= get_step (facts, i)->begin_ns && at_ns < get_step (facts, i)->end_ns)
      return get_step (facts, i);
  return NULL;
}

static gint64
get_most_spike_ns (const LscRuleFacts *facts)
{
  const LscRuleMemory *step = find_peak_step (facts);

  return step ? (gint64) (MOST_SPIKE * (double) (step->end_ns - step->begin_ns)) : 0;
}

/* Whether what is allocated falls by a block of the peak soon after it. */
static gboolean
falls_soon (const LscRuleFacts *facts, const LscCounter *allocated)
{
  gint64 at_ns = facts->peaks.allocated_at_ns, most_ns = get_most_spike_ns (facts);
  LscCounterReading reading;

  if (!allocated || most_ns <= 0)
    return FALSE;
  reading = lsc_counter_read (allocated, at_ns, at_ns + most_ns);
  return reading.is_known &&
         reading.least <= (1 - LEAST_SPIKE) * (double) facts->peaks.allocated_bytes;
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

      if (reading.is_known && sample->value - reading.first >= LEAST_LATE_BYTES)
        return TRUE;
    }
  return FALSE;
}

/* ---- groups of blocks ---- */

static void
name_block (Look *self, LscRuleBlocks *out, const LscMemoryBlock *block)
{
  const char *name = lsc_memory_blocks_get_name (self->blocks, block);
  LscSpot op = lsc_block_find_op (self->timeline, name, block->begin_ns);
  guint32 path = LSC_STRING_NONE;

  out->name = lsc_intern_add (self->facts->texts, name);
  out->module = LSC_STRING_NONE;
  out->slice = LSC_SLICE_NONE;
  if (op.slice != LSC_SLICE_NONE)
    {
      out->slice = lsc_timeline_get_id (self->timeline, op);
      path = lsc_origins_find_module (&self->origins, out->slice);
    }
  if (path != LSC_STRING_NONE)
    out->module = path;
}

static LscRuleBlocks *
find_group (LscRuleBlockGroups *groups, const LscRuleBlocks *like)
{
  for (gsize i = 0; i < groups->n; i++)
    if (groups->items[i].name == like->name && groups->items[i].module == like->module)
      return &groups->items[i];
  lsc_rule_block_groups_append (groups, *like);
  return &groups->items[groups->n - 1];
}

static void
add_block (LscRuleBlocks *group, const LscRuleBlocks *like, const LscMemoryBlock *block)
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
  const LscRuleBlocks *x = a, *y = b;

  LSC_RETURN_ORDER (y->bytes, x->bytes);
  return strcmp (lsc_intern_text (texts, x->name), lsc_intern_text (texts, y->name));
}

/* ---- blocks that stay ---- */

/* The first step may allocate what all others use. */
static gsize
get_first_step (const LscRuleFacts *facts)
{
  return lsc_steps_find_first (LSC_STEPS_KEPT, NULL, facts->memory.n);
}

static gboolean
is_kept (const LscRuleFacts *facts, const LscMemoryBlock *block, guint *step)
{
  gsize n = facts->memory.n;

  for (gsize i = get_first_step (facts); i + KEPT_STEPS < n; i++)
    if (block->begin_ns >= get_step (facts, i)->begin_ns &&
        block->begin_ns < get_step (facts, i)->end_ns)
      {
        *step = (guint) i;
        return block->end_ns < 0 || block->end_ns > get_step (facts, i + KEPT_STEPS)->begin_ns;
      }
  return FALSE;
}

/* Drops what stays once, and not from step to step; of the others how much does, a step. */
static void
keep_groups (LscRuleBlockGroups *groups, gint64 n_steps)
{
  gsize n = 0;

  for (gsize i = 0; i < groups->n; i++)
    {
      LscRuleBlocks group = groups->items[i];

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
  LscRuleFacts *facts = self->facts;
  LscRuleBlockGroups *groups = &facts->kept;
  gint64 n_steps = (gint64) (facts->memory.n - KEPT_STEPS - get_first_step (facts));

  for (gsize i = 0; i < self->blocks->list.n; i++)
    {
      const LscMemoryBlock *block = &self->blocks->list.items[i];
      LscRuleBlocks like = { 0 };
      LscRuleBlocks *group;
      guint step;

      if (!is_kept (facts, block, &step))
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
    g_qsort_with_data (groups->items, (int) groups->n, sizeof (LscRuleBlocks), compare_groups,
                       facts->texts);
  groups->n = MIN (groups->n, MOST_KEPT);
}

/* ---- blocks that go late, and those of the peak ---- */

static void
find_late (Look *self)
{
  LscRuleFacts *facts = self->facts;
  const LscMemoryBlock *worst = NULL;

  for (gsize i = 0; i < self->blocks->list.n; i++)
    {
      const LscMemoryBlock *block = &self->blocks->list.items[i];
      gint64 delay_ns = block->active_end_ns - block->end_ns;

      if (block->end_ns < 0 || block->size_bytes < LEAST_LATE_BYTES || delay_ns <= LEAST_LATE_NS)
        continue;
      facts->late.n++;
      facts->late.bytes += block->size_bytes;
      if (delay_ns <= facts->late_ns)
        continue;
      facts->late_ns = delay_ns;
      worst = block;
    }
  if (!worst)
    return;
  name_block (self, &facts->late, worst);
  facts->late.most_bytes = worst->size_bytes;
  facts->late.begin_ns = worst->end_ns;
  facts->late.end_ns = worst->active_end_ns;
}

static void
find_spike (Look *self)
{
  LscRuleFacts *facts = self->facts;
  gint64 at_ns = facts->peaks.allocated_at_ns, most_ns = get_most_spike_ns (facts);
  const LscMemoryBlock *worst = NULL;

  for (gsize i = 0; i < self->blocks->list.n; i++)
    {
      const LscMemoryBlock *block = &self->blocks->list.items[i];

      if (block->end_ns <= at_ns || block->begin_ns > at_ns + SLACK_NS ||
          block->end_ns - block->begin_ns >= most_ns ||
          (double) block->size_bytes < LEAST_SPIKE * (double) facts->peaks.allocated_bytes)
        continue;
      if (!worst || block->size_bytes > worst->size_bytes)
        worst = block;
    }
  if (!worst)
    return;
  name_block (self, &facts->spike, worst);
  add_block (&facts->spike, &facts->spike, worst);
}

/**
 * _lsc_rule_facts_take_blocks:
 * @allocated, @active: (nullable): counters of the framework's pool
 *
 * Finds the blocks that rules about memory tell of; memory and its peaks must be known. Where the
 * file cannot be read again, the facts say why.
 */
void
_lsc_rule_facts_take_blocks (LscRuleFacts *self, const LscTimeline *timeline,
                             const LscCounter *allocated, const LscCounter *active, LscJob *job)
{
  Wanted wanted = { .kept = lsc_rule_facts_find_growth (self) > 0,
                    .late = has_pending (allocated, active),
                    .spike = falls_soon (self, allocated) };
  g_autoptr (LscMemoryBlocks) blocks = NULL;
  g_autoptr (GError) error = NULL;
  Look look = { .facts = self, .timeline = timeline };
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
