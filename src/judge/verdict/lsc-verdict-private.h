/* lsc-verdict-private.h - what the parts of the verdicts share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-study.h"
#include "judge/verdict/lsc-verdict.h"

G_BEGIN_DECLS

/** How the time that an input took on its way is known. */
typedef enum
{
  LSC_WAY_NONE,  /* no message: the same rank, or not recorded */
  LSC_WAY_EXACT, /* recorded, the receiver was there first */
  LSC_WAY_BOUND, /* recorded, the receiver came later: at most that long */
  LSC_WAY_GUESS, /* no message recorded: the usual slack of the link */
} LscWay;

/** What a block holds, measured: its length, and by what the device did. */
typedef enum
{
  LSC_INSIDE_LENGTH, /* without a head that was joined to it */
  LSC_INSIDE_COMPUTE,
  LSC_INSIDE_COLLECTIVE,
  LSC_INSIDE_IDLE, /* neither */
  LSC_INSIDE_KERNELS,
  LSC_INSIDE_N,
} LscInside;

/** How it is known what blocks need (verdicts.md#no-order), the better the lower. */
typedef enum
{
  LSC_ORDER_RECOGNISED,
  LSC_ORDER_OPEN,    /* one of several schedules, all of which need what is assumed */
  LSC_ORDER_ASSUMED, /* no schedule was recognised */
} LscVerdictOrder;

/**
 * LscVerdictPart: one step of one pipeline as a replay that gives back what was measured
 * @order: its plan, lengths and times
 * @inside: by op; -1 = not known
 * @delay: by need (lsc_plan_replay()); @way: how it is known; @transfer: how long its message took
 *   when both sides were there
 * @late: by op: start less the moment at which all was there
 * @slack: by op: start less the end of its last input and of the op before it
 * @is_own: by op: its last input lay there long before the op before it ended
 * @slack_ns: the usual slack of most links, where messages were not recorded
 * @window_ns: of the replay
 */
typedef struct
{
  LscStudy *order;
  gint64 *inside[LSC_INSIDE_N];
  gint64 *delay;
  gint64 *transfer;
  guint8 *way;
  gint64 *late;
  gint64 *slack;
  guint8 *is_own;
  gint64 slack_ns;
  gint64 window_ns;
} LscVerdictPart;

/** Mean and variance of what is no outlier. */
typedef struct
{
  double mean;
  double variance;
  gsize n;
} LscVerdictCell;

/**
 * LscVerdictData: pipelines of one size, step by step
 * @groups: indexes of the pipelines
 * @steps: by step: index in each group's steps, G_MAXSIZE = it has none; steps * n_groups
 * @parts: the same order; (nullable) items
 * @team: by group: the lowest group of those whose ranks wait for each other inside of blocks
 *   (tensor parallelism)
 * @longest: by step: the first pipeline with the longest window, G_MAXSIZE = none is known
 * @cells: by inside, group, stage and kind, over all steps
 * @expected: by group, stage and kind, over all steps: the usual length of a block, ns; 0 = not
 *   known
 * @knows_inside: whether every block of every part has kernels
 * @known_by: how it is known what the blocks of the worst part need
 * @is_reversed: a long micro-batch shows that backwards ran from the last one on
 */
typedef struct
{
  LscPipeline *pipeline;
  LscJob *job;
  GArray *found; /* LscVerdict */
  guint *groups;
  gsize n_groups;
  gsize n_steps;
  gsize n_stages;
  gsize *steps;
  LscVerdictPart **parts;
  gsize *team;
  gsize *longest;
  LscVerdictCell *cells[LSC_INSIDE_N];
  double *expected;
  gboolean knows_inside;
  LscVerdictOrder known_by;
  gboolean is_reversed;
} LscVerdictData;

#define LSC_VERDICT_LEAST_SHARE 0.02 /* of the step: less is not worth a sentence */
#define LSC_VERDICT_Z 3.5            /* standard errors */

/** Changes copies of a part's lengths, delays and lateness to those without a cause. Returns
 * whether it changed any. */
typedef gboolean (*LscVerdictChange) (const LscVerdictData *data, gsize step, gsize group,
                                      gint64 *durations, gint64 *delay, gint64 *late,
                                      gpointer user_data);

/**
 * LscVerdictTrial: a cause that steps are replayed without
 * @is_hit: (nullable): by group: those that @change is asked for; the others stay as they are, and
 *   cost nothing
 * @only_step: index of a step, or G_MAXSIZE for the median over all
 * @only_shortens: @change makes nothing longer
 */
typedef struct
{
  LscVerdictChange change;
  gpointer user_data;
  const gboolean *is_hit;
  gsize only_step;
  gboolean only_shortens;
} LscVerdictTrial;

/* words */
LscPhrase *_lsc_verdict_name_other (const LscVerdict *self);
gboolean _lsc_verdict_has_step_share (const LscVerdict *self);

/* rows */
LscVerdicts *_lsc_verdicts_new_empty (void);
LscPhrase *_lsc_verdict_add_presumed (const LscVerdict *self, LscPhrase *what);
void _lsc_verdicts_presume_repair (LscVerdicts *self);
void _lsc_verdicts_add_places (LscVerdicts *self, const LscPipelineGroup *group, gint64 index);

/* data */
LscVerdictData *_lsc_verdict_data_new (LscPipeline *pipeline, const guint *groups, gsize n_groups,
                                       LscJob *job, GArray *found);
void _lsc_verdict_data_free (LscVerdictData *self);
LscVerdictPart *_lsc_verdict_part_new (LscPipeline *pipeline, const LscPipelineGroup *group,
                                       gsize step);
void _lsc_verdict_part_free (LscVerdictPart *self);
gboolean _lsc_verdict_part_replay (const LscVerdictPart *self, const gint64 *durations,
                                   const gint64 *delay, const gint64 *late, gint64 *window_ns);

/* cells */
LscVerdictCell _lsc_verdict_cell (double *values, gsize n);
void _lsc_verdict_fill_cells (LscVerdictData *self);

/* gains */
gboolean _lsc_verdict_gain (const LscVerdictData *self, const LscVerdictTrial *trial,
                            gint64 *gain_ns, double *share);
gboolean _lsc_verdict_offer (LscVerdictData *self, LscVerdict *verdict,
                             const LscVerdictTrial *trial);

/* ops */
void _lsc_verdict_find_op (const LscVerdictData *data, LscVerdict *verdict, gsize group);

/* causes */
void _lsc_verdict_find_lengths (LscVerdictData *self);
void _lsc_verdict_find_blocks (LscVerdictData *self);
void _lsc_verdict_find_waits (LscVerdictData *self);
void _lsc_verdict_find_steps (LscVerdictData *self);
double _lsc_verdict_noise_of_blocks (const LscVerdictData *self);

static inline LscVerdictPart *
_lsc_verdict_part (const LscVerdictData *self, gsize step, gsize group)
{
  return self->parts[step * self->n_groups + group];
}

static inline LscVerdictCell *
_lsc_verdict_cell_at (const LscVerdictData *self, LscInside inside, gsize group, gsize stage,
                      guint kind)
{
  return &self->cells[inside][(group * self->n_stages + stage) * LSC_BLOCK_N_KINDS + kind];
}

/** Returns: the usual length of a block, ns: of its own stage, or, if there are few of them, of the
 * other stages; 0 = not known */
static inline double
_lsc_verdict_expected (const LscVerdictData *self, gsize group, gsize stage, guint kind)
{
  return self->expected[(group * self->n_stages + stage) * LSC_BLOCK_N_KINDS + kind];
}

/** Returns: (transfer none): the pipeline of a place */
static inline const LscPipelineGroup *
_lsc_verdict_group (const LscVerdictData *self, gsize group)
{
  return lsc_pipeline_get_group (self->pipeline, self->groups[group]);
}

/** Returns: the rank of a stage */
static inline gint64
_lsc_verdict_rank (const LscVerdictData *self, gsize group, gsize stage)
{
  return _lsc_verdict_group (self, group)->ranks[stage];
}

G_END_DECLS
