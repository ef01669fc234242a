/* lsc-rank-causes.h - which ranks make others wait, and whether by their work, clock, device or
 * host
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/causes/lsc-job-replay.h"
#include "judge/causes/lsc-late-hosts.h"
#include "judge/causes/lsc-noise.h"
#include "judge/causes/lsc-stage-work.h"
#include "judge/causes/lsc-uneven-steps.h"
#include "judge/overview/lsc-rank-set.h"

G_BEGIN_DECLS

/** Why a rank takes longer for what it does itself (findings.md#own). */
typedef enum
{
  LSC_RANK_CAUSE_NONE,    /* it does not */
  LSC_RANK_CAUSE_WORK,    /* it has more to compute */
  LSC_RANK_CAUSE_CLOCK,   /* its device computes at a lower frequency */
  LSC_RANK_CAUSE_DEVICE,  /* the same kernels take longer at the same frequency */
  LSC_RANK_CAUSE_COMPUTE, /* it computes longer; shapes were not recorded that would tell why */
  LSC_RANK_CAUSE_HOST,    /* its host launches later */
  LSC_RANK_CAUSE_N,
} LscRankCauseKind;

/**
 * LscRankCause: of one rank, ns a step
 * @kind: what takes most of the excess and is beyond the noise
 * @is_root: others wait for it: the step is shorter without it
 * @is_unseen: that they wait shows in no operator, and so in no replay; its gain is a bound
 * @is_of_stage: all ranks of its stage take longer for the same kernels: that may be no device's
 *   fault
 * @is_upper: half of its peers or more take as much longer than the others, with @more against
 *   these: which of them are usual is not known
 * @level: how sure that is
 * @ns: by kind what it takes longer than its peers do, whatever the reason; NAN = not known; of
 *   computing they add up to the difference
 * @more: the excess of @kind, of what is usual: 0.1 = 10 %
 * @clock_lower: of %LSC_RANK_CAUSE_CLOCK what the clock is lower than usual, share
 * @is_like: of that @more is of the same kernels, else of computing
 * @excess_ns: that of @kind
 * @mean_ns: the same of computing on the mean of the steps that count, which may lack it; 0 or NAN:
 * not known
 * @by_step_ns: (nullable): of a device whose kernels take more and more longer what that is of each
 *   step, the whole ones of LscRankFigures; else the same part of each
 * @first_more, @last_more: of such a device @more of the first and of the last step that count
 * @gain_ns: what the step would be shorter without it, if no other rank were slow
 * @kernel: (nullable): of a slow device or clock the kernels that lose most, as proof; @shapes of
 *   them, how many and what one takes
 * @peer: index of a rank at the usual speed; what one of the same kernels takes there
 */
typedef struct
{
  LscRankCauseKind kind;
  gboolean is_root;
  gboolean is_unseen;
  gboolean is_of_stage;
  gboolean is_upper;
  LscNoiseLevel level;
  double ns[LSC_RANK_CAUSE_N];
  double more;
  double clock_lower;
  gboolean is_like;
  double excess_ns;
  double mean_ns;
  double *by_step_ns;
  double first_more;
  double last_more;
  double gain_ns;
  char *kernel;
  char *shapes;
  gint64 n_kernels;
  double kernel_ns;
  gsize peer;
  double peer_kernel_ns;
} LscRankCause;

/**
 * LscRankCauses: immutable; borrows nothing
 * @ranks: (array length=n)
 * @changes: (element-type LscReplayChange): by kind: what is not there without all of that kind
 * @gains_ns: by kind: what the step would be shorter then, while the rest stays
 * @is_bound: gains are upper bounds, as the recording could not be replayed
 * @stages: (element-type LscStageWork): by number, where the shapes of kernels tell what all ranks
 *   have to do, and there are stages
 * @layer_ns: what a layer takes a step, 0 = not known
 * @stage_changes: (element-type LscReplayChange): what layers that are moved change
 * @stages_ns: what the step would be shorter then
 * @late_hosts: whose ranks are all late: each of them is a root of %LSC_RANK_CAUSE_HOST
 * @uneven: work that differs anew in each step
 */
typedef struct
{
  gsize n;
  LscRankCause *ranks;
  GArray *changes[LSC_RANK_CAUSE_N];
  double gains_ns[LSC_RANK_CAUSE_N];
  gboolean is_bound;
  GArray *stages;
  double layer_ns;
  GArray *stage_changes;
  double stages_ns;
  LscLateHosts late_hosts;
  LscUnevenSteps uneven;
} LscRankCauses;

LscRankCauses *lsc_rank_causes_new (const LscRankSet *set, const gint64 *stages,
                                    const LscJobReplay *replay);
void lsc_rank_causes_free (LscRankCauses *self);
void lsc_rank_causes_take_unseen (LscRankCauses *self, gsize rank, double idle_ns);
gboolean lsc_rank_causes_is_late_with_host (const LscRankCauses *self, gsize rank);
const LscRankCause *lsc_rank_causes_find_worst (const LscRankCauses *self, LscRankCauseKind kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRankCauses, lsc_rank_causes_free)

G_END_DECLS
