/* lsc-pipeline-rivals.c - which of the schedules ran whose forwards all come first
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/pipeline/lsc-pipeline-legs.h"
#include "analyze/pipeline/lsc-pipeline-private.h"

/* pipeline.md#all-forwards-first. GPipe with v x M micro-batches and the breadth-first schedule
 * with M of them and v chunks have the same blocks on every stage. What differs is the way back:
 * with chunks the last stage sends to the first one, M forwards later. */

#define CLOCK_NS 10000    /* by which two devices of one host may disagree */
#define MOST_MISFITS 0.05 /* of the forwards that would have begun before their input was there */
#define LEAST_SHARE 0.8   /* of the waits of stage 0 that the way back has to explain */
#define WAY_SHARE 0.25    /* of a forward that a message takes at most */

/* The forwards or the backwards of a row in their order. */
static GPtrArray *
list_blocks (const LscPipelineRow *row, gboolean forward)
{
  GPtrArray *list = g_ptr_array_new ();

  for (gsize i = 0; i < row->n_blocks; i++)
    if (row->blocks[i].kind == (forward ? LSC_BLOCK_F : LSC_BLOCK_B))
      g_ptr_array_add (list, &row->blocks[i]);
  return list;
}

/* Sends of the last stage to the first one in a step; negative if that cannot be told. */
static gint64
count_way_back (LscPipelineBuild *build, const LscPipelineGroup *group, LscPipelineMember **ranks,
                gsize step)
{
  LscLegRefs legs = lsc_legs_collect (build, group, ranks, FALSE);
  gsize last = group->n_ranks - 1;
  gint64 n = 0, n_back = 0, n_unknown = 0;

  for (gsize i = 0; i < legs.n; i++)
    {
      const LscLegRef *leg = &legs.items[i];

      if (leg->row != last || leg->step != step || !leg->leg.is_send)
        continue;
      n++;
      n_back += leg->leg.dst_rank == group->ranks[0];
      n_unknown += leg->leg.dst_rank < 0;
    }
  lsc_leg_refs_clear (&legs);
  return n > 0 && n_unknown == 0 ? n_back : -1;
}

/* Forwards sent from the last stage to the first one; with two stages the backwards too. */
static gint64
expect_way_back (const LscSchedule *schedule)
{
  gsize n = schedule->n_micro_batches * schedule->n_chunks;
  gsize backwards = schedule->n_stages == 2 ? n : 0;

  return (gint64) (backwards + n - schedule->n_micro_batches);
}

typedef enum
{
  VERDICT_OPEN,
  VERDICT_REFUTED,
  VERDICT_PROVEN,
} Verdict;

/* Times of stage 0 against the last stage. A forward that begins before the last stage has done the
 * one M forwards earlier did not need it; and where stage 0 has no other reason to wait in its
 * forwards, waits that end when that one arrives prove that it did. */
static Verdict
judge_times (const LscSchedule *schedule, GPtrArray *first, GPtrArray *last)
{
  gsize m = schedule->n_micro_batches, n_misfits = 0;
  gint64 length = 0, waits = 0, explained = 0;

  if (schedule->type != LSC_SCHEDULE_BREADTH_FIRST || first->len != last->len || first->len <= m)
    return VERDICT_OPEN;
  for (guint i = 0; i < first->len; i++)
    {
      const LscBlock *block = g_ptr_array_index (first, i);

      length += (block->end_ns - block->start_ns) / first->len;
    }
  for (guint i = 1; i < first->len; i++)
    {
      const LscBlock *block = g_ptr_array_index (first, i),
                     *before = g_ptr_array_index (first, i - 1);
      gint64 wait = MAX (block->start_ns - before->end_ns, 0), slack = G_MAXINT64;

      if (i >= m)
        slack = block->start_ns - ((const LscBlock *) g_ptr_array_index (last, i - m))->end_ns;
      n_misfits += slack < -CLOCK_NS;
      if (wait <= CLOCK_NS)
        continue;
      waits += wait;
      if (slack >= -CLOCK_NS && slack < (gint64) (WAY_SHARE * (double) length))
        explained += wait;
    }
  if ((double) n_misfits > MOST_MISFITS * (double) (first->len - m))
    return VERDICT_REFUTED;
  return explained > 0 && (double) explained >= LEAST_SHARE * (double) waits ? VERDICT_PROVEN
                                                                             : VERDICT_OPEN;
}

/* Whether no block of @later begins before the block of @earlier with the same number in its order
 * has ended. */
static gboolean
comes_after (GPtrArray *earlier, GPtrArray *later)
{
  for (guint i = 0; i < MIN (earlier->len, later->len); i++)
    if (((const LscBlock *) g_ptr_array_index (later, i))->start_ns <
        ((const LscBlock *) g_ptr_array_index (earlier, i))->end_ns - CLOCK_NS)
      return FALSE;
  return TRUE;
}

/* Whether what neighbours sent each other, which all these schedules have in common, arrived after
 * it was sent: forwards upwards, backwards downwards. */
static gboolean
is_causal (const LscPipelineStep *step)
{
  for (gsize i = 0; i + 1 < step->n_rows; i++)
    {
      g_autoptr (GPtrArray) forwards = list_blocks (&step->rows[i], TRUE);
      g_autoptr (GPtrArray) next_forwards = list_blocks (&step->rows[i + 1], TRUE);
      g_autoptr (GPtrArray) backwards = list_blocks (&step->rows[i], FALSE);
      g_autoptr (GPtrArray) next_backwards = list_blocks (&step->rows[i + 1], FALSE);

      if (!comes_after (forwards, next_forwards) || !comes_after (next_backwards, backwards))
        return FALSE;
    }
  return TRUE;
}

/* Whether the times of the first and the last stage can be compared. */
static gboolean
have_one_clock (const LscPipelineStep *step)
{
  const char *first = step->rows[0].host, *last = step->rows[step->n_rows - 1].host;

  return (first && last && g_str_equal (first, last)) || is_causal (step);
}

static gssize
find_only (const GArray *rivals, const guint8 *is_out)
{
  gssize found = -1;

  for (guint i = 0; i < rivals->len; i++)
    if (!is_out[i])
      {
        if (found >= 0)
          return -1;
        found = i;
      }
  return found;
}

static gssize
settle_by_messages (const GArray *rivals, gint64 n_back)
{
  g_autofree guint8 *is_out = g_new0 (guint8, rivals->len);

  for (guint i = 0; i < rivals->len; i++)
    is_out[i] = expect_way_back (&g_array_index (rivals, LscSchedule, i)) != n_back;
  return find_only (rivals, is_out);
}

static gssize
settle_by_times (GArray *rivals, const LscPipelineStep *step)
{
  g_autoptr (GPtrArray) first = list_blocks (&step->rows[0], TRUE);
  g_autoptr (GPtrArray) last = list_blocks (&step->rows[step->n_rows - 1], TRUE);
  g_autofree guint8 *is_out = g_new0 (guint8, rivals->len);
  g_autofree guint8 *is_unproven = g_new0 (guint8, rivals->len);
  gboolean have_times = have_one_clock (step);
  gssize found;

  for (guint i = 0; i < rivals->len; i++)
    {
      const LscSchedule *schedule = &g_array_index (rivals, LscSchedule, i);
      Verdict verdict = have_times ? judge_times (schedule, first, last) : VERDICT_OPEN;

      is_out[i] = verdict == VERDICT_REFUTED;
      is_unproven[i] = verdict != VERDICT_PROVEN;
    }
  found = find_only (rivals, is_unproven);
  if (found >= 0)
    return found;
  if (!memchr (is_out, 0, rivals->len))
    return -1;
  for (guint i = rivals->len; i > 0; i--)
    if (is_out[i - 1])
      g_array_remove_index (rivals, i - 1);
  return rivals->len == 1 ? 0 : -1;
}

/**
 * _lsc_pipeline_settle:
 * @step: index of a step whose rows have stages
 * @rivals: (element-type LscSchedule): at most one that has a single chunk, and breadth-first ones,
 *   all of which explain the blocks of the step; those that cannot be are taken out
 *
 * Which of them ran, by what was recorded of messages, else by waits
 * (pipeline.md#all-forwards-first).
 *
 * Cost: O(messages + rivals x forwards). Returns: its index, -1 if that cannot be told
 */
gssize
_lsc_pipeline_settle (LscPipelineBuild *build, const LscPipelineGroup *group,
                      LscPipelineMember **ranks, gsize step, GArray *rivals)
{
  gint64 n_back;
  gssize found = -1;

  if (rivals->len <= 1)
    return (gssize) rivals->len - 1;
  n_back = count_way_back (build, group, ranks, step);
  if (n_back >= 0)
    found = settle_by_messages (rivals, n_back);
  return found >= 0 ? found : settle_by_times (rivals, &group->steps[step]);
}
