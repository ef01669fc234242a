/* lsc-digest-parts-private.h - the parts that a digest is made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"
#include "base/lsc-interval.h"

G_BEGIN_DECLS

/** Time that was computed at a frequency. */
typedef struct
{
  double mhz;
  gint64 ns;
} LscPace;

/* -- lsc-digest-traffic.c -- */
LscRankOpKind _lsc_rank_op_kind (const char *name);
void _lsc_digest_take_traffic (LscRankDigest *self, const LscTimeline *timeline,
                               const LscBudget *budget);

/* -- lsc-digest-compared.c -- */
void _lsc_digest_take_compared (LscRankDigest *self, const LscTimeline *timeline);

/* -- what rules need -- */
gboolean _lsc_digest_is_silent (const LscTimeline *timeline, gint64 begin_ns, gint64 end_ns);
void _lsc_digest_take_busy (LscRankDigest *self, const LscTimeline *timeline,
                            const LscBudget *budget);
void _lsc_digest_take_awaited (LscRankDigest *self, const LscTimeline *timeline);
void _lsc_digest_take_links (LscRankDigest *self, const LscTimeline *timeline);
void _lsc_digest_take_memory (LscRankDigest *self, const LscTimeline *timeline,
                              const LscBudget *budget);
void _lsc_digest_take_peaks (LscRankDigest *self, const LscTimeline *timeline, LscJob *job);
const LscCounter *_lsc_digest_find_series (const LscNode *node, const char *name);
void _lsc_digest_take_blocks (LscRankDigest *self, const LscTimeline *timeline, LscJob *job);
void _lsc_digest_take_sequences (LscRankDigest *self, const LscTimeline *timeline,
                                 const LscBudget *budget);
void _lsc_digest_take_contention (LscRankDigest *self, const LscTimeline *timeline);
void _lsc_digest_take_details (LscRankDigest *self, const LscTimeline *timeline);
void _lsc_digest_take_variables (LscRankDigest *self, const LscTimeline *timeline);

/* -- lsc-digest-run-places.c -- */
typedef struct _LscDigestRunTaker LscDigestRunTaker;

LscDigestRunTaker *_lsc_digest_run_taker_new (LscRankDigest *digest, const LscTimeline *timeline);
void _lsc_digest_run_taker_take (LscDigestRunTaker *self, guint32 slice, guint32 name, gint64 ns);
void _lsc_digest_run_taker_finish (LscDigestRunTaker *self);
void _lsc_digest_run_taker_free (LscDigestRunTaker *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscDigestRunTaker, _lsc_digest_run_taker_free)

/* -- lsc-digest-pace.c -- */
double _lsc_digest_read_mhz (const GArray *clocks, const LscBudgetPiece *piece);
double _lsc_digest_find_usual_mhz (GArray *paces);

#define LSC_SHORT_KERNEL_NS 20000 /* dispatch.md#remedies */

/* -- lsc-digest-count.c -- */
gboolean _lsc_digest_count_kernels (LscRankDigest *self, const LscTimeline *timeline, LscJob *job,
                                    GError **error);

/* -- lsc-digest-experts.c -- */
gboolean _lsc_digest_take_experts (LscRankDigest *self, const LscTimeline *timeline, LscJob *job,
                                   GError **error);

/* -- lsc-digest-shapes.c -- */
gboolean _lsc_digest_take_shapes (LscRankDigest *self, const LscTimeline *timeline, LscJob *job,
                                  GError **error);

G_END_DECLS
