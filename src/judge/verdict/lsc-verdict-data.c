/* lsc-verdict-data.c - pipelines of one size side by side
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "judge/verdict/lsc-verdict-private.h"
#include "base/lsc-array.h"
#include "base/lsc-stats.h"

/* verdicts.md#peers. */

#define TOGETHER 0.002 /* of a block: begins and ends that close are those of one block */

/* ---- steps ---- */

static gboolean
has_step (const LscPipelineGroup *group, gsize index, gint64 id)
{
  return index < group->n_steps && group->steps[index].has_id && group->steps[index].id == id;
}

/* Steps come in one order in all pipelines: it is mostly the one at @likely. */
static gsize
find_step (const LscPipelineGroup *group, const LscPipelineStep *like, gsize index, gsize likely)
{
  if (!like->has_id)
    return index < group->n_steps ? index : G_MAXSIZE;
  if (has_step (group, likely, like->id))
    return likely;
  for (gsize i = 0; i < group->n_steps; i++)
    if (has_step (group, i, like->id))
      return i;
  return G_MAXSIZE;
}

/* Steps are those of the first pipeline; another one may lack some. */
static gboolean
read_parts (LscVerdictData *self, LscJob *job)
{
  const LscPipelineGroup *first = _lsc_verdict_group (self, 0);
  g_autofree gsize *likely = g_new0 (gsize, self->n_groups);

  for (gsize step = 0; step < self->n_steps; step++)
    for (gsize group = 0; group < self->n_groups; group++)
      {
        const LscPipelineGroup *at = _lsc_verdict_group (self, group);
        gsize index = find_step (at, &first->steps[step], step, likely[group]);

        if (!lsc_job_check (job, NULL))
          return FALSE;
        self->steps[step * self->n_groups + group] = index;
        likely[group] = index == G_MAXSIZE ? likely[group] : index + 1;
        if (index != G_MAXSIZE)
          self->parts[step * self->n_groups + group] =
              _lsc_verdict_part_new (self->pipeline, at, index);
      }
  return TRUE;
}

static LscVerdictOrder
find_order (const LscPipelineStep *step)
{
  if (step->schedule.type != LSC_SCHEDULE_NONE)
    return LSC_ORDER_RECOGNISED;
  return step->assumed.type == LSC_SCHEDULE_GPIPE ? LSC_ORDER_OPEN : LSC_ORDER_ASSUMED;
}

static void
find_known (LscVerdictData *self)
{
  self->knows_inside = TRUE;
  for (gsize i = 0; i < self->n_steps * self->n_groups; i++)
    if (self->parts[i])
      self->known_by =
          MAX (self->known_by, find_order (lsc_study_get_step (self->parts[i]->order)));
  for (gsize i = 0; i < self->n_steps * self->n_groups; i++)
    for (guint32 op = 0; self->parts[i] && op < self->parts[i]->order->plan->n_ops; op++)
      self->knows_inside &= self->parts[i]->inside[LSC_INSIDE_COMPUTE][op] > 0;
}

/* ---- teams ---- */

/* How far an op of two pipelines lies apart, as a share of its length. */
static double
distance (const LscStudy *a, const LscStudy *b, gsize op)
{
  gint64 begin = a->times.start_ns[op] - b->times.start_ns[op];
  gint64 end = a->times.end_ns[op] - b->times.end_ns[op];

  return (double) MAX (ABS (begin), ABS (end)) / (double) MAX (a->durations[op], 1);
}

static double
median_distance (const LscStudy *a, const LscStudy *b)
{
  gsize n = a->plan->n_ops;
  g_autofree double *apart = g_new (double, n);

  for (gsize op = 0; op < n; op++)
    apart[op] = distance (a, b, op);
  return lsc_median_mean_double (apart, n);
}

/* Whether the median op of two pipelines lies in the same place in one step. Of pipelines that have
 * nothing to do with each other half of the ops tell. */
static gboolean
are_near (const LscVerdictPart *a, const LscVerdictPart *b)
{
  gsize n = a->order->plan->n_ops, n_far = 0;

  if (b->order->plan->n_ops != n || n == 0)
    return FALSE;
  for (gsize op = 0; op < n && n_far <= n / 2; op++)
    n_far += distance (a->order, b->order, op) > TOGETHER;
  return n_far <= n / 2 && median_distance (a->order, b->order) <= TOGETHER;
}

/* By their times. */
static gboolean
are_together (const LscVerdictData *self, gsize a, gsize b)
{
  gboolean any = FALSE;

  for (gsize step = 0; step < self->n_steps; step++)
    {
      const LscVerdictPart *x = _lsc_verdict_part (self, step, a);
      const LscVerdictPart *y = _lsc_verdict_part (self, step, b);

      if (!x || !y)
        continue;
      if (!are_near (x, y))
        return FALSE;
      any = TRUE;
    }
  return any;
}

/* What is known of the teams of pipelines. */
typedef struct
{
  LscVerdictData *data;
  GHashTable *by_metadata; /* team -> group + 1 of the first one */
  GArray *unknown;         /* gsize: first groups of teams that metadata does not tell */
  GArray *all;             /* gsize: first groups of all teams */
} Teams;

static gsize
find_among (const Teams *self, const GArray *firsts, gsize group)
{
  for (guint i = 0; i < firsts->len; i++)
    if (are_together (self->data, g_array_index (firsts, gsize, i), group))
      return g_array_index (firsts, gsize, i);
  return group;
}

/* By the metadata; where it tells of one of two only, or of neither, by their times. The first team
 * that fits counts. */
static gsize
find_team (Teams *self, gsize group)
{
  const gint64 *team = &_lsc_verdict_group (self->data, group)->team;
  gsize known, by_time;

  if (*team < 0)
    return find_among (self, self->all, group);
  known = GPOINTER_TO_SIZE (g_hash_table_lookup (self->by_metadata, team));
  by_time = find_among (self, self->unknown, group);
  return known > 0 ? MIN (known - 1, by_time) : by_time;
}

static void
add_team (Teams *self, gsize group)
{
  const gint64 *team = &_lsc_verdict_group (self->data, group)->team;

  g_array_append_val (self->all, group);
  if (*team < 0)
    g_array_append_val (self->unknown, group);
  else
    g_hash_table_insert (self->by_metadata, (gpointer) team, GSIZE_TO_POINTER (group + 1));
}

static void
find_teams (LscVerdictData *self)
{
  g_autoptr (GHashTable) by_metadata = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (GArray) unknown = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (gsize));
  Teams teams = { self, by_metadata, unknown, all };

  for (gsize group = 0; group < self->n_groups; group++)
    {
      self->team[group] = find_team (&teams, group);
      if (self->team[group] == group)
        add_team (&teams, group);
    }
}

/* The first pipeline with the longest window of each step. */
static void
find_longest (LscVerdictData *self)
{
  self->longest = g_new (gsize, self->n_steps + 1);
  for (gsize step = 0; step < self->n_steps; step++)
    {
      gint64 longest_ns = -1;

      self->longest[step] = G_MAXSIZE;
      for (gsize group = 0; group < self->n_groups; group++)
        {
          const LscVerdictPart *part = _lsc_verdict_part (self, step, group);

          if (!part || part->window_ns <= longest_ns)
            continue;
          longest_ns = part->window_ns;
          self->longest[step] = group;
        }
    }
}

/**
 * _lsc_verdict_data_new:
 * @groups: (array length=n_groups): indexes of pipelines with the same number of stages
 * @found: (transfer none): where causes are added
 *
 * Returns: (transfer full) (nullable): what is measured; %NULL when cancelled
 */
LscVerdictData *
_lsc_verdict_data_new (LscPipeline *pipeline, const guint *groups, gsize n_groups, LscJob *job,
                       GArray *found)
{
  LscVerdictData *self = g_new0 (LscVerdictData, 1);

  self->pipeline = pipeline;
  self->job = job;
  self->found = found;
  self->groups = g_memdup2 (groups, n_groups * sizeof (guint));
  self->n_groups = n_groups;
  self->n_stages = _lsc_verdict_group (self, 0)->n_ranks;
  self->n_steps = _lsc_verdict_group (self, 0)->n_steps;
  self->steps = g_new (gsize, self->n_steps * n_groups + 1);
  self->parts = g_new0 (LscVerdictPart *, self->n_steps * n_groups + 1);
  self->team = g_new0 (gsize, n_groups);
  if (!read_parts (self, job))
    {
      _lsc_verdict_data_free (self);
      return NULL;
    }
  find_known (self);
  find_teams (self);
  find_longest (self);
  _lsc_verdict_fill_cells (self);
  return self;
}

/** @self: (transfer full) (nullable) */
void
_lsc_verdict_data_free (LscVerdictData *self)
{
  if (!self)
    return;
  for (gsize i = 0; i < self->n_steps * self->n_groups; i++)
    _lsc_verdict_part_free (self->parts[i]);
  for (guint i = 0; i < LSC_INSIDE_N; i++)
    g_free (self->cells[i]);
  g_free (self->expected);
  g_free (self->longest);
  g_free (self->groups);
  g_free (self->steps);
  g_free (self->parts);
  g_free (self->team);
  g_free (self);
}
