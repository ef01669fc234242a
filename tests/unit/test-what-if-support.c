/* test-what-if-support.c - studies made from costs, without a recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "test-what-if-support.h"

#include "analyze/theory/lsc-plan.h"

/* The length of an op of a rank that holds virtual stages whole; independent of the code under
 * test. */
static gint64
cost_of (const LscPlan *plan, const LscPlanOp *op, const WiModel *model, GRand *random)
{
  gsize k = lsc_schedule_virtual_stage (&plan->schedule, op->rank, op->parts[0].chunk);
  gint64 weights = (gint64) (model->share * (double) model->b[k] + 0.5);
  double cost = 0;

  switch ((LscBlockKind) op->kind)
    {
    case LSC_BLOCK_F:
      cost = (double) model->f[k];
      break;
    case LSC_BLOCK_B:
      cost = (double) model->b[k];
      break;
    case LSC_BLOCK_I:
      cost = (double) (model->b[k] - weights);
      break;
    case LSC_BLOCK_W:
      cost = (double) weights;
      break;
    default:
      {
        gsize other = lsc_schedule_virtual_stage (&plan->schedule, op->rank, op->parts[1].chunk);

        cost = (double) (model->f[k] + model->b[other]) * (1 - model->gain);
      }
    }
  if (model->jitter > 0)
    cost *= 1 + model->jitter * g_rand_double_range (random, -1, 1);
  return (gint64) (cost + 0.5);
}

/** Returns: (transfer full): what a study says of a run of @schedule that cost what @model says. */
LscStudy *
wi_study_new (const LscSchedule *schedule, const WiModel *model)
{
  LscStudy *self = g_new0 (LscStudy, 1);
  LscPlanLatency latency = { .ns = model->latency_ns };
  GRand *random = g_rand_new_with_seed (model->seed);
  g_autoptr (GError) error = NULL;

  g_atomic_ref_count_init (&self->refs);
  self->plan = lsc_plan_new (schedule, &error);
  g_assert_no_error (error);
  self->durations = g_new (gint64, self->plan->n_ops);
  for (gsize i = 0; i < self->plan->n_ops; i++)
    self->durations[i] = cost_of (self->plan, &self->plan->ops[i], model, random);
  g_rand_free (random);
  g_assert_true (lsc_plan_times_init (&self->times, self->plan));
  g_assert_true (lsc_plan_replay (self->plan, self->durations, &latency, &self->times, &error));
  lsc_plan_times_find_window (&self->times, self->plan);
  self->pipeline = lsc_plan_to_pipeline (self->plan, &self->times, NULL, "made", &error);
  g_assert_no_error (error);
  self->group = lsc_pipeline_get_group (self->pipeline, 0);
  self->latency_ns = model->latency_ns;
  self->n_latency = 1;
  self->rungs[LSC_RUNG_MEASURED] = self->times.t1_ns - self->times.t0_ns;
  self->rungs[LSC_RUNG_LATENCY] = self->rungs[LSC_RUNG_MEASURED];
  return self;
}

/** Returns: (transfer full): predictions of @targets, which can be read */
LscWhatIf *
wi_predict (LscStudy *study, const char *targets, const LscWhatIfInputs *inputs)
{
  LscPipelineGroup group = { .n_ranks = study->plan->n_ranks,
                             .micro_batches = study->plan->schedule.n_micro_batches };
  g_autoptr (GArray) list = NULL;
  g_autoptr (GError) error = NULL;
  LscWhatIf *result;

  g_assert_true (lsc_what_if_parse (targets, &group, &list, &error));
  g_assert_no_error (error);
  result = lsc_what_if_new (study, (const LscWhatIfTarget *) list->data, list->len, inputs, NULL,
                            &error);
  g_assert_no_error (error);
  g_assert_cmpuint (result->rows->len, ==, list->len + 1);
  return result;
}

const LscWhatIfRow *
wi_row (const LscWhatIf *what_if, guint index)
{
  return g_ptr_array_index (what_if->rows, index);
}
