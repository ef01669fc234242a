/* lsc-align.c - offsets that make the clocks of ranks agree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-align-private.h"

#include "analyze/step/lsc-step-private.h"

/* times.md#clock-collectives. What lanes tell of clocks are the ends of operators that all members
 * leave together; the rest is known from elsewhere. */

/** The ends of all ranks against those of one. */
typedef struct
{
  LscCollectiveSet set;
  guint n;
  LscClockPoints *ends; /* by rank */
  gsize partner;        /* G_MAXSIZE: none yet */
} Commons;

static void
clear_ends (Commons *self)
{
  for (guint i = 0; i < self->n; i++)
    lsc_clock_points_clear (&self->ends[i]);
}

/* One pass over the operators: how much later than @partner each rank left those that both were in.
 */
static void
collect_ends (Commons *self, gsize partner)
{
  const LscCollective *items = self->set.items.items;
  gsize end;

  clear_ends (self);
  self->partner = partner;
  for (gsize begin = 0; begin < self->set.items.n; begin = end)
    {
      gsize own;

      end = _lsc_collectives_run (&self->set, begin);
      for (own = begin; own < end && items[own].rank != partner; own++)
        ;
      if (own == end ||
          !_lsc_is_all_reduce_like (lsc_intern_text (self->set.texts, items[own].operation)))
        continue;
      for (gsize i = begin; i < end; i++)
        lsc_clock_points_append (
            &self->ends[items[i].rank],
            (LscClockPoint){ items[i].end_ns, items[i].end_ns - items[own].end_ns });
    }
}

static void
find_common (gsize a, gsize b, LscClockPoints *ends, gpointer user_data)
{
  Commons *self = user_data;

  if (self->partner != a)
    collect_ends (self, a);
  for (gsize i = 0; i < self->ends[b].n; i++)
    lsc_clock_points_append (ends, self->ends[b].items[i]);
}

static LscClockRank *
list_ranks (LscTimeline *const *timelines, guint n, gsize n_pipelines)
{
  LscClockRank *ranks = g_new0 (LscClockRank, n + n_pipelines + 1);

  for (guint i = 0; i < n; i++)
    {
      const LscTimeline *timeline = timelines[i];
      gboolean has_uid = timeline->host_uid && *timeline->host_uid;

      ranks[i] = (LscClockRank){ .rank = timeline->rank,
                                 .host = has_uid ? timeline->host_uid : timeline->host_name,
                                 .is_recorded = TRUE };
    }
  return ranks;
}

/* What the pipelines found of the clocks of their ranks, each against the clock of its stage 0.
 * That need not be among @timelines: it gets a number behind them, one for each pipeline. */
static LscClockTies
list_ties (LscTimeline *const *timelines, guint n, const LscPipeline *pipeline)
{
  LscClockTies ties = { NULL, 0, 0 };

  for (guint g = 0; pipeline && g < pipeline->groups->len; g++)
    {
      const LscPipelineClocks *clocks = &lsc_pipeline_get_group (pipeline, g)->clocks;

      for (gsize k = 0; k < clocks->n_clocks; k++)
        for (guint i = 0; i < n; i++)
          if (clocks->clocks[k].source != LSC_CLOCK_UNKNOWN && timelines[i]->rank >= 0 &&
              timelines[i]->rank == clocks->clocks[k].rank)
            lsc_clock_ties_append (&ties, (LscClockTie){ n + g, i, clocks->clocks[k] });
    }
  return ties;
}

/**
 * lsc_align_ranks:
 * @timelines: ranks, any number of them
 * @base: index of the one that keeps its clock
 * @pipeline: (nullable): what is known of their pipelines
 *
 * Automatic alignment of times.md#clock-collectives. Ranks of one pipeline stand to each other as
 * the pipeline's own table of clocks says; others by operators that all members leave together.
 * What neither reaches has the clock of its host.
 *
 * Cost: O(n * operators).
 *
 * Returns: (transfer full): the clocks of @timelines, in their order
 */
LscClocks *
lsc_align_ranks (LscTimeline *const *timelines, guint n, guint base, const LscPipeline *pipeline)
{
  gsize n_pipelines = pipeline ? pipeline->groups->len : 0;
  g_autofree LscClockRank *ranks = list_ranks (timelines, n, n_pipelines);
  LscClockTies ties = list_ties (timelines, n, pipeline);
  Commons commons = { .n = n, .partner = G_MAXSIZE, .ends = g_new0 (LscClockPoints, n + 1) };
  LscClockQuestion question = { .ranks = ranks,
                                .n_ranks = n + n_pipelines,
                                .reference = base,
                                .ties = &ties,
                                .find_common = find_common,
                                .user_data = &commons,
                                .matching = LSC_CLOCK_BY_COUNT,
                                .hosts_last = TRUE };
  LscClocks *clocks;

  _lsc_collectives_init (&commons.set, timelines, n);
  clocks = lsc_clocks_new (&question);
  clocks->n_clocks = n;
  clear_ends (&commons);
  g_free (commons.ends);
  lsc_clock_ties_clear (&ties);
  _lsc_collectives_clear (&commons.set);
  return clocks;
}

/** An occurrence of a name. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 id;
} Occurrence;

static int
compare_occurrences (gconstpointer a, gconstpointer b)
{
  const Occurrence *x = a, *y = b;

  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return (x->id > y->id) - (x->id < y->id);
}

/* Every slice of that name on lanes of that role, by start. */
static GArray *
find_occurrences (const LscTimeline *timeline, LscNodeRole role, const char *name)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (Occurrence));
  guint32 id = lsc_intern_find (timeline->strings, name);
  LscRowParts parts = { 0 };

  if (id == LSC_STRING_NONE)
    return found;
  _lsc_row_parts_collect (timeline, G_MAXUINT32, &(LscRowRequest){ role, &parts }, 1);
  for (gsize i = 0; i < parts.n; i++)
    for (guint32 k = parts.items[i].begin; k < parts.items[i].end; k++)
      if (parts.items[i].lane->name[k] == id)
        {
          Occurrence one = { parts.items[i].lane->start_ns[k],
                             lsc_lane_get_end_ns (parts.items[i].lane, k),
                             parts.items[i].first_id + k };

          g_array_append_val (found, one);
        }
  lsc_row_parts_clear (&parts);
  g_array_sort (found, compare_occurrences);
  return found;
}

/**
 * lsc_align_by_slice:
 * @spot: a slice of @base
 * @other: the rank to align
 * @by_end: match ends instead of starts
 * @offset_ns: (out): aligned = local - offset
 *
 * Matches a slice with that of the same name that is the same number in the other rank, counted
 * over lanes of the same role.
 *
 * Returns: whether the other rank has as many of them
 */
gboolean
lsc_align_by_slice (const LscTimeline *base, LscSpot spot, const LscTimeline *other,
                    gboolean by_end, gint64 *offset_ns)
{
  const LscNode *node = lsc_timeline_get_node (base, spot.node);
  const char *name = lsc_intern_text (base->strings, node->lane->name[spot.slice]);
  g_autoptr (GArray) mine = find_occurrences (base, node->role, name);
  g_autoptr (GArray) theirs = find_occurrences (other, node->role, name);
  guint32 id = lsc_timeline_get_id (base, spot);
  const Occurrence *x, *y;
  guint at = 0;

  while (at < mine->len && g_array_index (mine, Occurrence, at).id != id)
    at++;
  if (at >= mine->len || at >= theirs->len)
    return FALSE;
  x = &g_array_index (mine, Occurrence, at);
  y = &g_array_index (theirs, Occurrence, at);
  *offset_ns = by_end ? y->end_ns - x->end_ns : y->start_ns - x->start_ns;
  return TRUE;
}
