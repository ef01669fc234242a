/* lsc-op-sheet.c - all kernels of a rank in packed columns
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/operators/lsc-op-sheet-private.h"

/* operators.md#kernels */

/**
 * lsc_op_sheet_new_blank:
 * @rank: its number, or what stands for its name
 *
 * For those who fill it in before anybody else sees it.
 *
 * Returns: (transfer full): without kernels
 */
LscOpSheet *
lsc_op_sheet_new_blank (gint64 rank)
{
  LscOpSheet *self = g_new0 (LscOpSheet, 1);

  g_atomic_ref_count_init (&self->refs);
  self->rank = rank;
  self->level = -1;
  self->begin_ns = self->end_ns = LSC_INT_NULL;
  self->texts = lsc_intern_new ();
  return self;
}

/** Gives the columns @n places, which are then filled. */
void
lsc_op_sheet_reserve (LscOpSheet *self, gsize n)
{
  g_return_if_fail (self && !self->kinds_of);
  self->n = n;
  self->kinds_of = g_new0 (guint32, n + 1);
  self->starts = g_new0 (guint32, n + 1);
  self->durations = g_new0 (guint32, n + 1);
  self->owned = g_new0 (guint32, n + 1);
  self->waits = g_new0 (guint32, n + 1);
  self->slices = g_new0 (guint32, n + 1);
}

LscOpSheet *
lsc_op_sheet_ref (LscOpSheet *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/** lsc_op_sheet_unref: @self: (transfer full): from any thread */
void
lsc_op_sheet_unref (LscOpSheet *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  lsc_intern_unref (self->texts);
  lsc_op_variants_clear (&self->kinds);
  lsc_op_steps_clear (&self->steps);
  lsc_op_blocks_clear (&self->blocks);
  lsc_long_durations_clear (&self->longs);
  lsc_long_durations_clear (&self->long_owned);
  lsc_long_durations_clear (&self->long_waits);
  lsc_op_spills_clear (&self->spills);
  lsc_op_works_clear (&self->works);
  lsc_kernel_launches_clear (&self->launches);
  g_free (self->kinds_of);
  g_free (self->starts);
  g_free (self->durations);
  g_free (self->owned);
  g_free (self->waits);
  g_free (self->slices);
  g_free (self->counters);
  g_free (self->chip);
  g_free (self);
}

/** Returns: what its kernels take, without texts: 24 bytes each, and what only some have */
gsize
lsc_op_sheet_get_memory_bytes (const LscOpSheet *self)
{
  g_return_val_if_fail (self, 0);
  return self->n * 6 * sizeof (guint32) + self->blocks.n * sizeof (LscOpBlock) +
         self->spills.n * sizeof (LscOpSpill) + self->works.n * sizeof (LscOpWork) +
         self->kinds.n * sizeof (LscOpVariant) + self->launches.n * sizeof (LscKernelLaunch) +
         (self->counters ? self->n * sizeof (LscKernelCounters) : 0);
}

/* ---- packing ---- */

static guint32
pack (LscLongDurations *longs, gint64 ns, gsize kernel)
{
  if (G_LIKELY (ns >= 0 && ns < (gint64) LSC_DURATION_LONG))
    return (guint32) ns;
  lsc_long_durations_append (longs,
                             (LscLongDuration){ .duration_ns = ns, .index = (guint32) kernel });
  return LSC_DURATION_LONG;
}

/* A block ends with its lane and its step, and where starts do not fit any more. */
static gboolean
continues (const LscOpBlock *block, const LscOpRaw *before, const LscOpRaw *raw)
{
  return before->node == raw->node && block->step == raw->step &&
         raw->start_ns - block->base_ns < (gint64) LSC_DURATION_LONG;
}

static void
pack_all (LscOpMaker *self)
{
  LscOpSheet *sheet = self->sheet;
  LscOpBlock *block = NULL;

  lsc_op_sheet_reserve (sheet, self->raws.n);
  for (gsize i = 0; i < self->raws.n; i++)
    {
      const LscOpRaw *raw = &self->raws.items[i];

      if (!block || !continues (block, raw - 1, raw))
        {
          block = lsc_op_blocks_add (&sheet->blocks);
          *block = (LscOpBlock){ .step = raw->step, .first = i, .base_ns = raw->start_ns };
        }
      block->n++;
      sheet->starts[i] = (guint32) (raw->start_ns - block->base_ns);
      sheet->durations[i] = pack (&sheet->longs, raw->duration_ns, i);
      sheet->owned[i] = pack (&sheet->long_owned, raw->owned_ns, i);
      sheet->waits[i] = pack (&sheet->long_waits, raw->wait_ns, i);
      sheet->slices[i] = raw->slice;
    }
}

static gboolean
make (LscOpMaker *self, GError **error)
{
  if (!_lsc_op_maker_collect (self, error))
    return FALSE;
  if (self->raws.n >= LSC_DURATION_LONG)
    self->raws.n = LSC_DURATION_LONG - 1;
  _lsc_op_maker_take_steps (self);
  _lsc_op_maker_join_rows (self);
  _lsc_op_maker_take_owned (self);
  pack_all (self);
  return lsc_job_check (self->job, error) && _lsc_op_maker_take_kinds (self, error);
}

/**
 * lsc_op_sheet_new:
 * @recording: its run with #LSC_LOAD_FOR_TREE and #LSC_LOAD_COUNTERS; options: %NULL = the defaults
 *
 * Thread: any. Cost: that of a budget and of the modules of a run, and O(n log n) of the kernels.
 *
 * Errors: %LSC_ERROR_CANCELLED, those of lsc_module_data_new().
 *
 * Returns: (transfer full) (nullable): all kernels of the recording
 */
LscOpSheet *
lsc_op_sheet_new (const LscOpRecording *recording, LscJob *job, GError **error)
{
  g_autoptr (LscOpSheet) sheet = NULL;
  g_autoptr (LscBudget) made = NULL;
  LscOpMaker maker = { .recording = recording, .job = job };
  const LscBudget *budget;
  LscTimeline *timeline;
  gboolean ok;

  g_return_val_if_fail (recording && recording->timeline && recording->run, NULL);
  timeline = maker.timeline = recording->timeline;
  maker.run = recording->run;
  budget = recording->budget ? recording->budget : (made = lsc_budget_new (timeline, job, error));
  if (!budget)
    return NULL;
  sheet = lsc_op_sheet_new_blank (timeline->rank);
  sheet->chip = g_strdup (timeline->chip_name);
  sheet->level = timeline->level;
  sheet->is_gpu = timeline->is_gpu;
  if (timeline->n_slices > 0)
    {
      sheet->begin_ns = timeline->main_begin_ns;
      sheet->end_ns = timeline->main_end_ns;
    }
  sheet->is_told = budget->lack == LSC_BUDGET_LACKS_EVENTS;
  maker.sheet = sheet;
  maker.budget = budget;
  ok = make (&maker, error);
  lsc_op_raws_clear (&maker.raws);
  return ok ? g_steal_pointer (&sheet) : NULL;
}
