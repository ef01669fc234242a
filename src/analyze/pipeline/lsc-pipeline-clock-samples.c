/* lsc-pipeline-clock-samples.c - what a pipeline's recordings tell of its ranks' clocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>

#include "analyze/pipeline/lsc-pipeline-clock.h"
#include "analyze/pipeline/lsc-pipeline-metadata.h"
#include "analyze/pipeline/lsc-pipeline-p2p.h"

/* Dependencies between blocks (times.md#clock-bounds): the block that needs starts after the one
 * that gives ends. */

static void
add_links (LscClockSamples *bounds, const LscPipelineStep *step, const LscPipelineLink *links,
           gsize n_links)
{
  for (gsize i = 0; i < n_links; i++)
    {
      const LscPipelineLink *link = &links[i];

      lsc_clock_samples_append (
          bounds, (LscClockSample){ link->src_row, link->dst_row,
                                    step->rows[link->src_row].blocks[link->src_block].end_ns,
                                    step->rows[link->dst_row].blocks[link->dst_block].start_ns });
    }
}

/**
 * lsc_pipeline_clock_list_bounds:
 * @bounds: (inout): gets the dependencies of all steps; over a missing stage those through it
 */
void
lsc_pipeline_clock_list_bounds (const LscPipelineGroup *group, LscClockSamples *bounds)
{
  for (gsize i = 0; i < group->n_steps; i++)
    {
      LscPipelineStep *step = &group->steps[i];
      g_autofree LscPipelineLink *through = NULL;
      gsize n_present = 0, n_through = 0;

      if (step->schedule.type == LSC_SCHEDULE_NONE)
        continue;
      add_links (bounds, step, step->links, step->n_links);
      for (gsize k = 0; k < step->n_rows; k++)
        n_present += step->rows[k].n_blocks > 0;
      if (n_present < step->n_rows)
        through = _lsc_pipeline_links_through (step, &n_through);
      add_links (bounds, step, through, n_through);
    }
}

/* Collectives: the name holds the group and the index. */

static gboolean
is_stray (const LscPipelineRank *rank, const LscCommOp *op)
{
  return rank->has_strays && (op->start_ns < rank->main.begin_ns || op->end_ns > rank->main.end_ns);
}

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const LscNamedEnd *x = a, *y = b;

  return (x->name > y->name) - (x->name < y->name);
}

/* A name that comes twice tells nothing. */
static void
drop_repeated (LscNamedEnds *ends)
{
  gsize n = 0, end;

  for (gsize i = 0; i < ends->n; i = end)
    {
      for (end = i + 1; end < ends->n && ends->items[end].name == ends->items[i].name; end++)
        ;
      if (end == i + 1)
        ends->items[n++] = ends->items[i];
    }
  ends->n = n;
}

static const LscNamedEnds *
list_ends (LscPipelineCommons *self, gsize row)
{
  const LscPipelineRank *rank = self->ranks[row];
  LscNamedEnds *ends = &self->ends[row];

  if (self->is_listed[row])
    return ends;
  self->is_listed[row] = TRUE;
  for (gsize i = 0; i < rank->run->comm_ops.n; i++)
    {
      const LscCommOp *op = &rank->run->comm_ops.items[i];
      const char *name = lsc_run_text (rank->run, op->op_name);
      char *key;

      if (op->end_ns < op->start_ns || is_stray (rank, op) ||
          lsc_p2p_type (name, NULL) != LSC_P2P_NONE)
        continue;
      key = g_strdup_printf ("%s\n%s", lsc_run_text (rank->run, op->group), name);
      lsc_named_ends_append (
          ends, (LscNamedEnd){ lsc_intern_add_take (self->names, key), op->group, op->end_ns });
    }
  if (ends->n > 0)
    qsort (ends->items, ends->n, sizeof (LscNamedEnd), compare_ends);
  drop_repeated (ends);
  return ends;
}

/* Whether a group may hold a rank: not if its members are known and it is none. */
static gboolean
may_hold (const LscPipelineRank *self, guint32 group, gint64 rank)
{
  const LscRun *run = self->run;
  g_autoptr (GArray) members = lsc_metadata_members (run->metadata, lsc_run_text (run, group));
  gboolean holds = members == NULL;

  for (guint i = 0; members && i < members->len; i++)
    holds |= g_array_index (members, gint64, i) == rank;
  return holds;
}

/** Groups of one operator after the other are the same: what was found of them last. */
typedef struct
{
  guint32 groups[2];
  gboolean is_common;
} Held;

static gboolean
are_common (const LscPipelineRank *a, const LscPipelineRank *b, const LscNamedEnd *x,
            const LscNamedEnd *y, Held *held)
{
  if (held->groups[0] != x->group || held->groups[1] != y->group)
    *held = (Held){ { x->group, y->group },
                    may_hold (a, x->group, b->rank) && may_hold (b, y->group, a->rank) };
  return held->is_common;
}

/** Lists when collectives of both rows ended; a #LscClockCommonFunc. */
void
lsc_pipeline_clock_find_common (gsize a, gsize b, LscClockPoints *points, gpointer user_data)
{
  LscPipelineCommons *self = user_data;
  const LscNamedEnds *x = list_ends (self, a), *y = list_ends (self, b);
  Held held = { { LSC_STRING_NONE, LSC_STRING_NONE }, FALSE };

  for (gsize i = 0, k = 0; i < x->n && k < y->n;)
    if (x->items[i].name != y->items[k].name)
      (void) (x->items[i].name < y->items[k].name ? i++ : k++);
    else
      {
        if (are_common (self->ranks[a], self->ranks[b], &x->items[i], &y->items[k], &held))
          lsc_clock_points_append (
              points,
              (LscClockPoint){ y->items[k].end_ns, y->items[k].end_ns - x->items[i].end_ns });
        i++;
        k++;
      }
}

void
lsc_pipeline_commons_init (LscPipelineCommons *self, LscPipelineRank **ranks, gsize n)
{
  *self = (LscPipelineCommons){ .ranks = ranks,
                                .n_ranks = n,
                                .names = lsc_intern_new (),
                                .ends = g_new0 (LscNamedEnds, n + 1),
                                .is_listed = g_new0 (gboolean, n + 1) };
}

void
lsc_pipeline_commons_clear (LscPipelineCommons *self)
{
  for (gsize i = 0; i < self->n_ranks; i++)
    lsc_named_ends_clear (&self->ends[i]);
  g_free (self->ends);
  g_free (self->is_listed);
  lsc_intern_unref (self->names);
}
