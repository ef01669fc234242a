/* lsc-session.h - what is known of opened recordings, once for every door
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-step-kernels.h"
#include "analyze/memory/lsc-memory.h"
#include "analyze/operators/lsc-roofline.h"
#include "analyze/pipeline/lsc-pipeline.h"
#include "analyze/query/lsc-query.h"
#include "analyze/stragglers/lsc-stragglers.h"
#include "base/lsc-job.h"
#include "judge/communication/lsc-communication.h"
#include "judge/findings/lsc-findings.h"
#include "judge/operators/lsc-operators.h"
#include "judge/overview/lsc-overview.h"
#include "judge/verdict/lsc-verdict.h"
#include "model/lsc-run.h"
#include "model/lsc-source.h"
#include "model/lsc-timeline.h"
#include "session/lsc-session-options.h"

G_BEGIN_DECLS

/**
 * LscSession:
 *
 * The ranks that are looked at, and all that is found out about them: each result is made when it
 * is first asked for, is immutable, and the same for everybody; who asks while it is being made
 * waits for it. Each file is read once, as far as memory goes (LscSessionOptions.memory_bytes); the
 * answers are the same at any size. Reference counted. Thread: any.
 *
 * Every function that may read takes a job and returns %NULL with %LSC_ERROR_CANCELLED when that
 * was cancelled. Only here timelines and runs are loaded, and digests are made.
 */
typedef struct _LscSession LscSession;

/** Asked for beside the parts of a digest: what only the sheets of the reference tool show of the
 * kernels of a step (LscStepKernels.has_sheets). #LSC_DIGEST_COMPARED goes with it. */
#define LSC_SESSION_SHEETS ((LscDigestParts) (1 << 14))
/** The kernels of the rank, for lsc_session_get_operators(). */
#define LSC_SESSION_OPERATORS ((LscDigestParts) (1 << 13))

LscSession *lsc_session_new (GPtrArray *sources, const LscSessionOptions *options);
LscSession *lsc_session_ref (LscSession *self);
void lsc_session_unref (LscSession *self);

GPtrArray *lsc_session_get_sources (LscSession *self);
LscSource *lsc_session_find_source (LscSession *self, gint64 rank);
GPtrArray *lsc_session_list_read (LscSession *self);
LscSessionOptions *lsc_session_copy_options (LscSession *self);
void lsc_session_set_options (LscSession *self, const LscSessionOptions *options);
LscNotices *lsc_session_get_notices (LscSession *self);
LscNotices *lsc_session_get_pipeline_notices (LscSession *self);
void lsc_session_tell_failure (LscSession *self, LscSource *source, const GError *error);
void lsc_session_expect (LscSession *self, LscDigestParts parts, gboolean pipelines);
void lsc_session_expect_picture (LscSession *self);

/* ---- a rank ---- */
LscTimeline *lsc_session_get_timeline (LscSession *self, LscSource *source, LscTimelineParts parts,
                                       LscJob *job, GError **error);
LscTimeline *lsc_session_peek_timeline (LscSession *self, LscSource *source);
void lsc_session_forget_timeline (LscSession *self, LscSource *source);
void lsc_session_forget_rank (LscSession *self, LscSource *source);
GPtrArray *lsc_session_get_timelines (LscSession *self, LscTimelineParts parts, LscJob *job,
                                      GError **error);
LscRun *lsc_session_get_run (LscSession *self, LscSource *source, LscLoadFlags flags, LscJob *job,
                             GError **error);
LscRankDigest *lsc_session_get_digest (LscSession *self, LscSource *source, LscDigestParts parts,
                                       LscJob *job, GError **error);
LscStepKernels *lsc_session_get_kernels (LscSession *self, LscSource *source, const gint64 *step,
                                         gboolean has_sheets, LscJob *job, GError **error);
LscMemory *lsc_session_get_memory (LscSession *self, LscSource *source, LscJob *job,
                                   GError **error);
LscTable *lsc_session_list_memory_ops (LscSession *self, LscSource *source, const LscMemory *memory,
                                       LscJob *job, GError **error);
LscTimeline *lsc_session_get_picture (LscSession *self, LscSource *source, LscJob *job,
                                      GError **error);
void lsc_session_fill_query_loader (LscSession *self, LscQueryLoader *loader);

/* ---- all ranks ---- */
GPtrArray *lsc_session_get_digests (LscSession *self, LscDigestParts parts, LscJob *job,
                                    GError **error);
LscOverview *lsc_session_get_overview (LscSession *self, LscJob *job, GError **error);
LscFindings *lsc_session_get_findings (LscSession *self, LscJob *job, GError **error);
LscCommunication *lsc_session_get_communication (LscSession *self, LscJob *job, GError **error);
LscTable *lsc_session_list_memory (LscSession *self, LscJob *job, GError **error);
LscOperators *lsc_session_get_operators (LscSession *self, LscJob *job, GError **error);
LscOperators *lsc_session_get_judged_operators (LscSession *self, LscJob *job, GError **error);
LscRoofline *lsc_session_get_roofline (LscSession *self, const GArray *ranks, const GArray *steps,
                                       const LscMfuOptions *mfu, LscJob *job, GError **error);
LscPipeline *lsc_session_get_pipelines (LscSession *self, LscJob *job, GError **error);
LscVerdicts *lsc_session_get_verdicts (LscSession *self, LscJob *job, GError **error);
LscStragglers *lsc_session_get_stragglers (LscSession *self, const LscStepList *steps, LscJob *job,
                                           GError **error);
GPtrArray *lsc_session_list_stragglers (LscSession *self, const LscStepList *steps, LscJob *job,
                                        GError **error);

/* ---- parts of that ---- */
LscPipeline *lsc_session_get_pipelines_as (LscSession *self, const LscPipelineOptions *options,
                                           LscJob *job, GError **error);
LscVerdicts *lsc_session_get_verdicts_of (LscSession *self, LscPipeline *pipeline, LscJob *job,
                                          GError **error);
GPtrArray *lsc_session_get_pipeline_ranks (LscSession *self, LscJob *job, GError **error);
LscRankSet *lsc_session_make_rank_set (LscSession *self, const GPtrArray *digests, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSession, lsc_session_unref)

G_END_DECLS
