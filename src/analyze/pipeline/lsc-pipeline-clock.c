/* lsc-pipeline-clock.c - aligns the clocks of a pipeline's ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-clock.h"

/* times.md#clock-sources: stage 0 is what the others are measured against. */

static LscClockRank *
list_ranks (const LscPipelineGroup *group, LscPipelineRank **ranks)
{
  LscClockRank *list = g_new0 (LscClockRank, group->n_ranks + 1);

  for (gsize i = 0; i < group->n_ranks; i++)
    {
      const LscRun *run = ranks[i] ? ranks[i]->run : NULL;

      list[i] = (LscClockRank){ .rank = group->ranks[i], .is_recorded = run != NULL };
      if (run)
        list[i].host = run->host_uid && *run->host_uid ? run->host_uid : run->host_name;
    }
  return list;
}

/* The first rank that was recorded; none if the order of the ranks is not known. */
static gsize
find_reference (const LscPipelineGroup *group, LscPipelineRank **ranks)
{
  gsize reference = 0;

  if (group->steps[0].rows[0].stage < 0)
    return group->n_ranks;
  while (reference < group->n_ranks && !ranks[reference])
    reference++;
  return reference;
}

static LscClocks *
measure (const LscPipelineGroup *group, LscPipelineRank **ranks, LscAlignMode mode,
         const LscClockSamples *messages)
{
  g_autofree LscClockRank *list = list_ranks (group, ranks);
  LscClockSamples bounds = { NULL, 0, 0 };
  LscPipelineCommons commons;
  LscClocks *clocks;
  LscClockQuestion question = { .ranks = list,
                                .n_ranks = group->n_ranks,
                                .reference = find_reference (group, ranks),
                                .messages = messages,
                                .bounds = &bounds,
                                .matching = LSC_CLOCK_BY_NAME,
                                .with_messages_alone = mode == LSC_ALIGN_P2P };

  lsc_pipeline_commons_init (&commons, ranks, group->n_ranks);
  lsc_pipeline_clock_list_bounds (group, &bounds);
  if (mode != LSC_ALIGN_P2P)
    {
      question.find_common = lsc_pipeline_clock_find_common;
      question.user_data = &commons;
    }
  clocks = lsc_clocks_new (&question);
  /* Hosts are told apart by their ids, and shown by their names. */
  for (gsize i = 0; i < group->n_ranks; i++)
    clocks->clocks[i].host = group->steps[0].rows[i].host;
  lsc_clock_samples_clear (&bounds);
  lsc_pipeline_commons_clear (&commons);
  return clocks;
}

static void
sum_up (LscPipelineClocks *clocks)
{
  clocks->uncertainty_ns = 0;
  for (gsize i = 0; i < clocks->n_clocks; i++)
    if (clocks->clocks[i].source != LSC_CLOCK_UNKNOWN)
      clocks->uncertainty_ns = clocks->clocks[i].uncertainty_ns < 0 || clocks->uncertainty_ns < 0
                                   ? -1
                                   : MAX (clocks->uncertainty_ns, clocks->clocks[i].uncertainty_ns);
}

static gboolean
should_apply (const LscPipelineClocks *clocks, LscAlignMode mode)
{
  if (mode == LSC_ALIGN_GIVEN)
    return TRUE;
  if (mode == LSC_ALIGN_NONE || !lsc_pipeline_clock_has_estimate (clocks))
    return FALSE;
  return mode == LSC_ALIGN_P2P || clocks->n_hosts > 1;
}

/**
 * lsc_pipeline_align:
 * @group: named and linked, with recorded times; gets its clocks
 * @ranks: of the rows, %NULL where nothing was recorded
 * @messages: between its rows
 *
 * Asks how the clocks of the ranks stand to that of stage 0, and moves blocks, legs and links to it
 * if the options say so (%LSC_ALIGN_AUTO: if the ranks are on several hosts).
 *
 * Cost: O(links + messages x log). Source: times.md#clock-sources.
 */
void
lsc_pipeline_align (LscPipelineBuild *build, LscPipelineGroup *group, LscPipelineRank **ranks,
                    const LscClockSamples *messages)
{
  LscPipelineClocks *clocks = &group->clocks;
  LscAlignMode mode = build->options->align;
  g_autoptr (LscClocks) found = measure (group, ranks, mode, messages);

  clocks->clocks = g_steal_pointer (&found->clocks);
  clocks->n_clocks = found->n_clocks;
  clocks->n_hosts = found->n_hosts;
  clocks->n_left = clocks->n_left_before = lsc_pipeline_clock_count_left (group, &clocks->n_links);
  if (mode == LSC_ALIGN_GIVEN)
    lsc_pipeline_clock_take_given (clocks, build->options);
  clocks->is_applied = should_apply (clocks, mode);
  if (clocks->is_applied)
    {
      lsc_pipeline_clock_shift_group (group);
      clocks->n_left = lsc_pipeline_clock_count_left (group, &clocks->n_links);
    }
  sum_up (clocks);
  clocks->text = lsc_pipeline_clock_describe (clocks);
  clocks->advice = lsc_pipeline_clock_advise (clocks);
  if (mode == LSC_ALIGN_AUTO || mode == LSC_ALIGN_P2P)
    lsc_pipeline_clock_note_unknown (build, group, ranks, found->is_empty);
  lsc_pipeline_clock_note_left (build, group);
}

/** lsc_pipeline_clock_clear: frees what the clocks hold. */
void
lsc_pipeline_clock_clear (LscPipelineClocks *clocks)
{
  g_free (clocks->clocks);
  lsc_phrase_free (clocks->text);
  lsc_phrase_free (clocks->advice);
}
