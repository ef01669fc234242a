/* lsc-straggler-tables.c - the study of stragglers as result tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/stragglers/lsc-stragglers.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"

#define JOB_COLUMN(Row)                                                                            \
  LSC_COLUMN (Row, job, "job", N_ ("Job"), LSC_UNIT_NONE, "formats.md#op-timelines",               \
              N_ ("Name of the job; empty if not recorded."))
#define STAGE_COLUMN(Row)                                                                          \
  LSC_COLUMN (Row, stage, "stage", N_ ("Stage"), LSC_UNIT_ID, "pipeline.md#stages",                \
              N_ ("Pipeline stage of the rank, from 0."))
#define REPLICA_COLUMN(Row)                                                                        \
  LSC_COLUMN (Row, replica, "replica", N_ ("Replica"), LSC_UNIT_ID, "stragglers.md#words",         \
              N_ ("Which of the copies of the model, from 0."))
#define SLOWDOWN_COLUMN(Row, about)                                                                \
  LSC_COLUMN (Row, slowdown, "slowdown", N_ ("S"), LSC_UNIT_NONE, "stragglers.md#figures", about)

/* ---- steps ---- */

typedef struct
{
  const char *job;
  gint64 step;
  gint64 recorded_ns;
  gint64 base_ns;
  gint64 ideal_ns;
  double slowdown;
} StepRow;

static const LscColumn step_columns[] = {
  JOB_COLUMN (StepRow),
  LSC_COLUMN (StepRow, step, "step", N_ ("Step"), LSC_UNIT_ID, "step",
              N_ ("Number of the training step as recorded.")),
  LSC_COLUMN (StepRow, recorded_ns, "recorded_ns", N_ ("Recorded"), LSC_UNIT_NS,
              "stragglers.md#clock", N_ ("Length of the step as it was recorded.")),
  LSC_COLUMN (StepRow, base_ns, "base_ns", N_ ("Replayed"), LSC_UNIT_NS, "stragglers.md#replay",
              N_ ("Length of the step when its ops are replayed with their recorded lengths.")),
  LSC_COLUMN (StepRow, ideal_ns, "ideal_ns", N_ ("Ideal"), LSC_UNIT_NS, "stragglers.md#ideal",
              N_ ("Length of the step when all ops of a kind are replayed as equally long.")),
  SLOWDOWN_COLUMN (StepRow, N_ ("Replayed length / ideal length: 1 where all ops are even.")),
};

const LscTableInfo lsc_straggler_step_table_info =
    LSC_TABLE_INFO ("StragglerSteps", StepRow, step_columns);

/**
 * lsc_stragglers_step_table:
 *
 * Returns: (transfer full): the table StragglerSteps
 */
LscTable *
lsc_stragglers_step_table (const LscStragglers *self)
{
  LscTable *table = lsc_table_new_for (&lsc_straggler_step_table_info);

  g_return_val_if_fail (self, table);
  for (gsize i = 0; i < self->n_steps; i++)
    {
      const LscStragglerStep *step = &self->steps[i];

      lsc_table_add (table, &(StepRow){ .job = self->name,
                                        .step = step->number,
                                        .recorded_ns = step->recorded_ns > 0 ? step->recorded_ns
                                                                             : LSC_INT_NULL,
                                        .base_ns = step->base_ns,
                                        .ideal_ns = step->ideal_ns,
                                        .slowdown = step->slowdown });
    }
  return table;
}

/* ---- kinds ---- */

typedef struct
{
  const char *job;
  const char *kind;
  double slowdown;
} KindRow;

static const LscColumn kind_columns[] = {
  JOB_COLUMN (KindRow),
  LSC_COLUMN (KindRow, kind, "kind", N_ ("Kind"), LSC_UNIT_NONE, "stragglers.md#kinds",
              N_ ("Kind of ops; the messages of a direction are one.")),
  SLOWDOWN_COLUMN (KindRow, N_ ("Length of a step with the ops of this kind as recorded and all "
                                "others ideal / its ideal length.")),
};

const LscTableInfo lsc_straggler_kind_table_info =
    LSC_TABLE_INFO ("StragglerKinds", KindRow, kind_columns);

/**
 * lsc_stragglers_kind_table:
 *
 * Returns: (transfer full): the table StragglerKinds
 */
LscTable *
lsc_stragglers_kind_table (const LscStragglers *self)
{
  LscTable *table = lsc_table_new_for (&lsc_straggler_kind_table_info);

  g_return_val_if_fail (self, table);
  for (gsize i = 0; i < self->n_kinds; i++)
    lsc_table_add (table, &(KindRow){ .job = self->name,
                                      .kind = self->kinds[i].name,
                                      .slowdown = self->kinds[i].slowdown });
  return table;
}

/* ---- stages ---- */

typedef struct
{
  const char *job;
  gint64 stage;
  double slowdown;
  gint64 forward_ns;
  gint64 backward_ns;
  double forward_spread;
  double backward_spread;
  double agreement;
} StageRow;

static const LscColumn stage_columns[] = {
  JOB_COLUMN (StageRow),
  STAGE_COLUMN (StageRow),
  SLOWDOWN_COLUMN (StageRow, N_ ("Length of a step with the ops of this stage as recorded and all "
                                 "others ideal / its ideal length.")),
  LSC_COLUMN (StageRow, forward_ns, "forward_ns", N_ ("Forward"), LSC_UNIT_NS, "stragglers.md#even",
              N_ ("Mean length of a forward.")),
  LSC_COLUMN (StageRow, backward_ns, "backward_ns", N_ ("Backward"), LSC_UNIT_NS,
              "stragglers.md#even", N_ ("Mean length of a backward.")),
  LSC_COLUMN (
      StageRow, forward_spread, "forward_spread", N_ ("Forwards Vary By"), LSC_UNIT_SHARE,
      "stragglers.md#even",
      N_ ("Standard deviation of the forwards of a rank in one step; their mean is 100 %.")),
  LSC_COLUMN (
      StageRow, backward_spread, "backward_spread", N_ ("Backwards Vary By"), LSC_UNIT_SHARE,
      "stragglers.md#even",
      N_ ("Standard deviation of the backwards of a rank in one step; their mean is 100 %.")),
  LSC_COLUMN (StageRow, agreement, "agreement", N_ ("Go Together"), LSC_UNIT_NONE,
              "stragglers.md#even",
              N_ ("Correlation of forward and backward of one micro-batch: 1 where a long one is "
                  "long in both.")),
};

const LscTableInfo lsc_straggler_stage_table_info =
    LSC_TABLE_INFO ("StragglerStages", StageRow, stage_columns);

static gint64
round_ns (double ns)
{
  return isnan (ns) ? LSC_INT_NULL : (gint64) llrint (ns);
}

/**
 * lsc_stragglers_stage_table:
 *
 * Returns: (transfer full): the table StragglerStages
 */
LscTable *
lsc_stragglers_stage_table (const LscStragglers *self)
{
  LscTable *table = lsc_table_new_for (&lsc_straggler_stage_table_info);

  g_return_val_if_fail (self, table);
  for (gsize i = 0; i < self->n_stages; i++)
    {
      const LscStragglerStage *stage = &self->stages[i];

      lsc_table_add (table, &(StageRow){ .job = self->name,
                                         .stage = stage->stage,
                                         .slowdown = stage->slowdown,
                                         .forward_ns = round_ns (stage->forward_ns),
                                         .backward_ns = round_ns (stage->backward_ns),
                                         .forward_spread = stage->forward_spread,
                                         .backward_spread = stage->backward_spread,
                                         .agreement = stage->agreement });
    }
  return table;
}

/* ---- replicas ---- */

typedef struct
{
  const char *job;
  gint64 replica;
  double slowdown;
} ReplicaRow;

static const LscColumn replica_columns[] = {
  JOB_COLUMN (ReplicaRow),
  REPLICA_COLUMN (ReplicaRow),
  SLOWDOWN_COLUMN (ReplicaRow, N_ ("Length of a step with the ops of this replica as recorded and "
                                   "all others ideal / its ideal length.")),
};

const LscTableInfo lsc_straggler_replica_table_info =
    LSC_TABLE_INFO ("StragglerReplicas", ReplicaRow, replica_columns);

/**
 * lsc_stragglers_replica_table:
 *
 * Returns: (transfer full): the table StragglerReplicas
 */
LscTable *
lsc_stragglers_replica_table (const LscStragglers *self)
{
  LscTable *table = lsc_table_new_for (&lsc_straggler_replica_table_info);

  g_return_val_if_fail (self, table);
  for (gsize i = 0; i < self->n_replicas; i++)
    lsc_table_add (table, &(ReplicaRow){ .job = self->name,
                                         .replica = self->replicas[i],
                                         .slowdown = self->slowdown_of_replica[i] });
  return table;
}

/* ---- workers ---- */

typedef struct
{
  const char *job;
  gint64 replica;
  gint64 stage;
  gint64 rank;
  double slowdown;
  double excess;
} WorkerRow;

static const LscColumn worker_columns[] = {
  JOB_COLUMN (WorkerRow),
  REPLICA_COLUMN (WorkerRow),
  STAGE_COLUMN (WorkerRow),
  LSC_RANK_COLUMN (WorkerRow),
  SLOWDOWN_COLUMN (WorkerRow, N_ ("The smaller of the S of its replica and that of its stage.")),
  LSC_COLUMN (WorkerRow, excess, "excess", N_ ("Computes Longer"), LSC_UNIT_SHARE,
              "stragglers.md#even",
              N_ ("How much more than the ranks of its stage it computes over all steps; the "
                  "median of these is 100 %.")),
};

const LscTableInfo lsc_straggler_worker_table_info =
    LSC_TABLE_INFO ("StragglerWorkers", WorkerRow, worker_columns);

/**
 * lsc_stragglers_worker_table:
 *
 * Returns: (transfer full): the table StragglerWorkers
 */
LscTable *
lsc_stragglers_worker_table (const LscStragglers *self)
{
  LscTable *table = lsc_table_new_for (&lsc_straggler_worker_table_info);

  g_return_val_if_fail (self, table);
  for (gsize i = 0; i < self->n_replicas * self->n_stages; i++)
    {
      const LscStragglerWorker *worker = &self->workers[i];

      lsc_table_add (table, &(WorkerRow){ .job = self->name,
                                          .replica = worker->replica,
                                          .stage = worker->stage,
                                          .rank = lsc_rank_or_null (worker->rank),
                                          .slowdown = worker->slowdown,
                                          .excess = worker->excess });
    }
  return table;
}

/**
 * lsc_stragglers_list_tables:
 *
 * Returns: (transfer full) (element-type LscTable): StragglerSteps, -Kinds, -Stages, -Replicas and
 *   -Workers
 */
GPtrArray *
lsc_stragglers_list_tables (const LscStragglers *self)
{
  GPtrArray *tables = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_table_unref);

  g_return_val_if_fail (self, tables);
  g_ptr_array_add (tables, lsc_stragglers_step_table (self));
  g_ptr_array_add (tables, lsc_stragglers_kind_table (self));
  g_ptr_array_add (tables, lsc_stragglers_stage_table (self));
  g_ptr_array_add (tables, lsc_stragglers_replica_table (self));
  g_ptr_array_add (tables, lsc_stragglers_worker_table (self));
  return tables;
}
