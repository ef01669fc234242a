/* lsc-verdict-op.c - the op that takes most of what a rank or a stage takes longer
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/verdict/lsc-verdict-private.h"
#include "base/lsc-stats.h"

/* verdicts.md#op. */

#define LEAST_PART 0.25 /* of the excess: an op with less does not explain it */

/** A place, and with what it is compared: other stages, or the same of other pipelines. */
typedef struct
{
  const LscVerdictData *data;
  gsize group;
  gsize stage;
  gboolean is_stage;
} Place;

/* Of an op its time on a place; of all ops for %LSC_STRING_NONE. */
static double
time_of (const Place *self, gsize group, gsize stage, guint32 name)
{
  const LscPipelineGroup *at = _lsc_verdict_group (self->data, group);
  double sum = 0;

  if (name != LSC_STRING_NONE)
    return (double) lsc_pipeline_group_get_op (at, stage, name);
  for (gsize i = 0; at->ops && i < at->ops[stage].n; i++)
    sum += (double) at->ops[stage].items[i].ns;
  return sum;
}

/* What the place takes above the median of those that it is compared with. */
static double
more_of (const Place *self, guint32 name)
{
  gsize n_all = self->is_stage ? self->data->n_stages : self->data->n_groups, n = 0;
  gsize own = self->is_stage ? self->stage : self->group;
  g_autofree double *others = g_new (double, n_all);

  for (gsize i = 0; i < n_all; i++)
    if (i != own)
      others[n++] =
          time_of (self, self->is_stage ? self->group : i, self->is_stage ? i : self->stage, name);
  return n > 0 ? time_of (self, self->group, self->stage, name) - lsc_median_mean_double (others, n)
               : 0;
}

/**
 * _lsc_verdict_find_op:
 * @verdict: of a rank or a stage whose kernels take longer
 * @group: index of the pipeline it is about
 *
 * Finds the op whose kernels take most of the excess, where one takes a good part of it.
 */
void
_lsc_verdict_find_op (const LscVerdictData *data, LscVerdict *verdict, gsize group)
{
  Place place = { data, group, (gsize) verdict->stage, verdict->cause == LSC_VERDICT_HEAVY_STAGE };
  const LscPipelineGroup *at = _lsc_verdict_group (data, group);
  double all = more_of (&place, LSC_STRING_NONE), most = 0;
  guint32 best = LSC_STRING_NONE;

  for (gsize i = 0; at->ops && i < at->ops[place.stage].n; i++)
    {
      guint32 name = at->ops[place.stage].items[i].name;
      double more = more_of (&place, name);

      if (more <= most)
        continue;
      most = more;
      best = name;
    }
  if (best == LSC_STRING_NONE || all <= 0 || most < LEAST_PART * all)
    return;
  verdict->op = g_strdup (lsc_intern_text (data->pipeline->strings, best));
  verdict->op_share = MIN (most / all, 1);
}
