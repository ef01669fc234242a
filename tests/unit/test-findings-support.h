/* test-findings-support.h - facts of ranks made by hand, and what the rules find of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/findings/lsc-findings.h"

#define MS G_GINT64_CONSTANT (1000000)
#define STEP_NS (100 * MS)

/**
 * Up to eight ranks with two steps of 100 ms, of which they compute 60.
 * @verdicts: (nullable): of their pipelines
 * @study: (nullable): of the job
 */
typedef struct
{
  LscOverview overview;
  LscRankSet *set; /* of @digests, for what is decided with the overview */
  LscRankDigest *digests[8];
  LscVerdicts *verdicts;
  LscStragglers *study;
  LscFindings *findings; /* (nullable) */
} Case;

void case_init (Case *self, guint n);
void case_clear (Case *self);
void facts_add_step (LscRankDigest *self);
LscBudgetStep *case_get_step (Case *self, guint rank, guint step);
void case_lose (Case *self, guint rank, LscLoss loss, gint64 ns);
void case_add_kernels (Case *self, guint rank, const char *name, guint8 kind, gint64 ns);
LscDigestKernel *case_get_last_kernel (Case *self);
const LscFinding *case_find (Case *self, const char *id);
gboolean case_is_silent (const Case *self, const char *id);
gint64 get_only_rank (const LscFinding *finding);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)
