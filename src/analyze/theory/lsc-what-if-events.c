/* lsc-what-if-events.c - what disturbed the recorded steps now and then: pauses, late launches
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-array.h"
#include "base/lsc-stats.h"
#include "analyze/theory/lsc-study.h"
#include "analyze/theory/lsc-what-if-private.h"

/* theory.md#what-if-events. A pause is no property of its stage: it came once and may come again,
 * anywhere. So what a block took longer than all blocks like it, and than its micro-batch takes on
 * other ranks, is taken out of the means of its stage and kept as an event. So is what a block
 * began late for no reason that is known. What is beyond noise is said by the recording itself. */

#define MOST_STEPS 16 /* looked at; the more, the better rates are known */
#define ONE_IN 0.01   /* recordings whose largest noise is taken for an event */
#define MAD_SIGMA 1.4826
#define LEAST 0.005 /* of the window: smaller ones stay noise */
#define N_CHUNKS 16 /* LSC_CHUNK_NONE is none of them */

LSC_DEFINE_ARRAY (Doubles, doubles, double)

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Doubles, doubles_clear)

typedef struct
{
  LscWhatIfEvents *self;
  const LscStudy *study;
  const LscWhatIfMachine *machine;
  GPtrArray *steps; /* LscStudy; the first is @study */
  gsize n_ops;      /* of each */
  double least_ns;
} Finder;

static const LscStudy *
get_step (const Finder *finder, gsize step)
{
  return g_ptr_array_index (finder->steps, step);
}

static gint64
window_of (const LscStudy *study)
{
  return study->times.t1_ns - study->times.t0_ns;
}

/* ---- steps like the one that is predicted ---- */

static gboolean
is_alike (const LscStudy *study, const LscStudy *other)
{
  return !other->refusal && !other->missing && other->plan &&
         other->plan->n_ops == study->plan->n_ops && other->plan->n_ranks == study->plan->n_ranks;
}

/* How many times as long blocks take as the same ones of another step. Each is compared with its
 * like: forward and backward blocks are far apart, and one that pauses moves a median of both. */
static double
compare_lengths (const Finder *finder, const LscStudy *study, const LscStudy *other)
{
  g_autofree double *ratios = g_new (double, finder->n_ops);

  for (gsize i = 0; i < finder->n_ops; i++)
    ratios[i] = (double) MAX (study->durations[i], 1) / (double) MAX (other->durations[i], 1);
  return lsc_median_lower_double (ratios, finder->n_ops);
}

/* Warm-up says nothing of steps that come later: a first one that is far longer, or whose blocks
 * are all longer than those of any other. */
static gboolean
is_warm_up (const Finder *finder, gsize index)
{
  const LscStudy *first = get_step (finder, index);

  if (first->step != 0 || finder->steps->len < 3)
    return FALSE;
  for (gsize i = 0; i < finder->steps->len && !lsc_study_get_step (first)->is_outlier; i++)
    if (i != index &&
        compare_lengths (finder, first, get_step (finder, i)) <= 1 + LSC_WHAT_IF_MARGIN)
      return FALSE;
  return TRUE;
}

static void
collect_steps (Finder *finder)
{
  const LscStudy *study = finder->study;
  const LscPipelineGroup *group = study->group;

  finder->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_study_unref);
  g_ptr_array_add (finder->steps, lsc_study_ref ((LscStudy *) study));
  for (gsize i = 0; group && i < group->n_steps && finder->steps->len < MOST_STEPS; i++)
    {
      g_autoptr (LscStudy) other = NULL;

      if (i == study->step)
        continue;
      other = lsc_study_new_order (study->pipeline, group, i);
      if (is_alike (study, other))
        g_ptr_array_add (finder->steps, g_steal_pointer (&other));
    }
  if (finder->steps->len > 1 && is_warm_up (finder, 1))
    g_ptr_array_remove_index (finder->steps, 1);
}

/* ---- noise ---- */

/* Subtracts from each value the lower median of all values of its key. */
static void
subtract_medians (double *values, const guint32 *keys, gsize n, gsize n_keys)
{
  g_autofree gsize *first = g_new0 (gsize, n_keys + 1);
  g_autofree gsize *at = g_new (gsize, n_keys);
  g_autofree double *sorted = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    first[keys[i] + 1]++;
  for (gsize k = 0; k < n_keys; k++)
    {
      at[k] = first[k];
      first[k + 1] += first[k];
    }
  for (gsize i = 0; i < n; i++)
    sorted[at[keys[i]]++] = values[i];
  for (gsize k = 0; k < n_keys; k++)
    if (first[k + 1] > first[k])
      lsc_sort_doubles (sorted + first[k], first[k + 1] - first[k]);
  for (gsize i = 0; i < n; i++)
    values[i] -= sorted[first[keys[i]] + (first[keys[i] + 1] - first[keys[i]] - 1) / 2];
}

/* What the largest of @n values that vary as these do stays below, in all but %ONE_IN recordings.
 */
static double
limit_of (const double *values, gsize n)
{
  g_autofree double *sorted = g_new (double, n);
  double median;

  if (n == 0)
    return 0;
  for (gsize i = 0; i < n; i++)
    sorted[i] = values[i];
  median = lsc_median_lower_double (sorted, n);
  for (gsize i = 0; i < n; i++)
    sorted[i] = fabs (values[i] - median);
  return median +
         MAD_SIGMA * lsc_median_lower_double (sorted, n) * sqrt (2 * log ((double) n / ONE_IN));
}

static void
add_event (LscWhatIfEvents *self, guint32 rank, gint64 size_ns)
{
  lsc_int64s_append (&self->sizes, size_ns);
  self->n_of_rank[rank]++;
}

/* ---- pauses inside of blocks ---- */

/* Logarithms of lengths, of all steps, with the keys of what is alike. */
static void
fill_lengths (const Finder *finder, double *values, guint32 *places, guint32 *batches, gsize n_mb)
{
  for (gsize step = 0; step < finder->steps->len; step++)
    for (gsize i = 0; i < finder->n_ops; i++)
      {
        const LscStudy *study = get_step (finder, step);
        const LscPlanOp *op = &study->plan->ops[i];
        gsize at = step * finder->n_ops + i;

        values[at] = log ((double) MAX (study->durations[i], 1));
        places[at] = (op->rank * N_CHUNKS + op->parts[0].chunk) * LSC_BLOCK_N_KINDS + op->kind;
        batches[at] = (guint32) (op->kind * n_mb + op->parts[0].mb);
      }
}

/* By step: how much longer blocks take than in the first one. */
static void
measure_paces (const Finder *finder, const double *values)
{
  double first = 0;

  for (gsize step = 0; step < finder->steps->len; step++)
    {
      g_autofree double *sorted =
          g_memdup2 (values + step * finder->n_ops, finder->n_ops * sizeof *sorted);
      double median = lsc_median_lower_double (sorted, finder->n_ops);

      first = step == 0 ? median : first;
      finder->self->pace[step] = exp (median - first);
    }
}

/* @length, @of_batch: by how much blocks are longer than those of their place, and than that
 * micro-batch is on other ranks. */
static void
take_pauses (const Finder *finder, const double *length, const double *of_batch, gsize n)
{
  double limit = limit_of (length, n);

  for (gsize i = 0; i < n; i++)
    {
      const LscStudy *study = get_step (finder, i / finder->n_ops);
      gsize op = i % finder->n_ops;
      double size = (double) study->durations[op] * -expm1 (-of_batch[i]);

      if (length[i] <= limit || of_batch[i] <= limit || size < finder->least_ns)
        continue;
      add_event (finder->self, study->plan->ops[op].rank, llrint (size));
      if (i < finder->n_ops)
        finder->self->clean[op] -= llrint (size);
    }
}

static gsize
count_micro_batches (const Finder *finder)
{
  guint32 most = 0;

  for (gsize step = 0; step < finder->steps->len; step++)
    for (gsize i = 0; i < finder->n_ops; i++)
      most = MAX (most, get_step (finder, step)->plan->ops[i].parts[0].mb);
  return (gsize) most + 1;
}

static void
find_pauses (const Finder *finder)
{
  gsize n = finder->steps->len * finder->n_ops, n_mb = count_micro_batches (finder);
  g_autofree double *length = g_new (double, n);
  g_autofree double *of_batch = NULL;
  g_autofree guint32 *places = g_new (guint32, n);
  g_autofree guint32 *batches = g_new (guint32, n);

  fill_lengths (finder, length, places, batches, n_mb);
  subtract_medians (length, places, n, finder->study->plan->n_ranks * N_CHUNKS * LSC_BLOCK_N_KINDS);
  measure_paces (finder, length);
  of_batch = g_memdup2 (length, n * sizeof *length);
  for (gsize at = 0; at < n; at += finder->n_ops)
    subtract_medians (of_batch + at, batches + at, finder->n_ops, LSC_BLOCK_N_KINDS * n_mb);
  take_pauses (finder, length, of_batch, n);
}

/* ---- late launches ---- */

/* How much later an op began than all is there, ns; NaN where that is not known. */
static double
gap_of (const Finder *finder, gsize step, guint32 i)
{
  const LscStudy *study = get_step (finder, step);
  const LscPlan *plan = study->plan;
  const LscPlanOp *op = &plan->ops[i];
  gboolean is_first = i == plan->first[op->rank];
  gint64 ready = is_first ? G_MININT64 : study->times.end_ns[i - 1];

  for (guint k = 0; k < op->n_needs; k++)
    {
      guint32 need = op->needs[k];
      gint64 link;

      if (need == LSC_PLAN_NO_OP)
        return (double) NAN;
      link = finder->machine->measured[plan->ops[need].rank * plan->n_ranks + op->rank];
      ready = MAX (ready, study->times.end_ns[need] + link);
    }
  if (ready == G_MININT64)
    return (double) NAN;
  return (double) (study->times.start_ns[i] - ready -
                   finder->self->late_ns[step * plan->n_ranks + op->rank]);
}

static void
find_late_launches (const Finder *finder)
{
  gsize n = finder->steps->len * finder->n_ops;
  g_autofree double *gaps = g_new (double, n);
  g_auto (Doubles) known = { 0 };
  double limit;

  for (gsize i = 0; i < n; i++)
    {
      gaps[i] = gap_of (finder, i / finder->n_ops, (guint32) (i % finder->n_ops));
      if (!isnan (gaps[i]))
        doubles_append (&known, gaps[i]);
    }
  limit = MAX (limit_of (known.items, known.n), finder->least_ns);
  for (gsize i = 0; i < n; i++)
    {
      gsize op = i % finder->n_ops;

      if (isnan (gaps[i]) || gaps[i] <= limit)
        continue;
      add_event (finder->self, get_step (finder, i / finder->n_ops)->plan->ops[op].rank,
                 llrint (gaps[i]));
      if (i < finder->n_ops)
        finder->self->held[op] = llrint (gaps[i]);
    }
}

/* ---- all of it ---- */

/* Whether the steps differ by more than noise in what a step has as a whole. */
static gboolean
do_steps_differ (const Finder *finder)
{
  const LscWhatIfEvents *self = finder->self;
  const LscPlan *plan = finder->study->plan;

  for (gsize step = 1; step < self->n_steps; step++)
    {
      if (fabs (self->pace[step] - 1) > LSC_WHAT_IF_MARGIN)
        return TRUE;
      for (gsize rank = 0; rank < plan->n_ranks; rank++)
        if ((double) ABS (self->late_ns[step * plan->n_ranks + rank] - self->late_ns[rank]) *
                (double) (plan->first[rank + 1] - plan->first[rank]) >
            LEAST * (double) window_of (finder->study))
          return TRUE;
    }
  return FALSE;
}

/**
 * _lsc_what_if_events_init:
 * @study: with a plan
 * @machine: how late its hosts are as a rule
 *
 * Finds what disturbed the steps of a recording that are like that of @study
 * (theory.md#what-if-events).
 *
 * Cost: O(blocks log blocks) for up to 16 steps.
 */
void
_lsc_what_if_events_init (LscWhatIfEvents *self, const LscStudy *study,
                          const LscWhatIfMachine *machine)
{
  gsize n_ranks = study->plan->n_ranks;
  Finder finder = {
    self, study, machine, NULL, study->plan->n_ops, LEAST * (double) window_of (study)
  };

  collect_steps (&finder);
  *self = (LscWhatIfEvents){
    .n_steps = finder.steps->len,
    .n_of_rank = g_new0 (gsize, n_ranks),
    .clean = g_memdup2 (study->durations, finder.n_ops * sizeof (gint64)),
    .held = g_new0 (gint64, finder.n_ops),
    .late_ns = g_new0 (gint64, finder.steps->len * n_ranks),
    .pace = g_new (double, finder.steps->len),
  };
  for (gsize i = 0; i < n_ranks; i++)
    self->late_ns[i] = machine->late_ns[i];
  for (gsize step = 1; step < self->n_steps; step++)
    _lsc_what_if_machine_measure_late (machine, get_step (&finder, step),
                                       self->late_ns + step * n_ranks);
  find_pauses (&finder);
  find_late_launches (&finder);
  self->do_steps_differ = do_steps_differ (&finder);
  g_ptr_array_unref (finder.steps);
}

/** Frees what @self holds. */
void
_lsc_what_if_events_clear (LscWhatIfEvents *self)
{
  lsc_int64s_clear (&self->sizes);
  g_clear_pointer (&self->n_of_rank, g_free);
  g_clear_pointer (&self->clean, g_free);
  g_clear_pointer (&self->held, g_free);
  g_clear_pointer (&self->late_ns, g_free);
  g_clear_pointer (&self->pace, g_free);
}
