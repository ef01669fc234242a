/* lsc-session-private.h - the parts that a session is made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-rank-pack.h"
#include "base/lsc-once.h"
#include "model/lsc-lacks.h"
#include "session/lsc-session-memory.h"
#include "session/lsc-session.h"

G_BEGIN_DECLS

/** What is always in a digest, so that 0 says that there is none. */
#define LSC_SESSION_DIGEST ((LscDigestParts) (1 << 15))

/**
 * LscSessionFacts: what is kept of a rank, read in one go; immutable, reference counted
 * @index: place of the rank in the session
 * @parts: of @digest, 0 = none
 * @digest: (nullable)
 * @kernels: (nullable): of the median step, of #LSC_DIGEST_COMPARED
 * @sheet: (nullable): all kernels, of #LSC_SESSION_OPERATORS
 * @has_pipeline: whether @pipeline was asked for
 * @failure: (nullable): why there is no @pipeline of a rank that can be read otherwise
 * @pipeline: (nullable): what pipelines need of it; %NULL also where that could not be read
 * @notices: (nullable): what was odd about that, for those who show pipelines
 * @picture: (nullable): what is drawn of it, where that is expected
 * @excerpt: (nullable): what is carried of its events, likewise
 */
typedef struct
{
  gatomicrefcount refs;
  gsize index;
  LscDigestParts parts;
  LscRankDigest *digest;
  LscStepKernels *kernels;
  LscOpSheet *sheet;
  gboolean has_pipeline;
  GError *failure;
  LscPipelineRank *pipeline;
  LscNotices *notices;
  LscTimeline *picture;
  LscTimeline *excerpt;
} LscSessionFacts;

/**
 * LscSessionRank: what is known of a rank
 * @timeline: completed
 * @excerpt: of an extract what it holds of the timeline
 * @facts: #LscSessionFacts
 * @memory: #LscMemory
 * @run: (nullable): of @flags; under the lock of the session, as all that follows
 * @timeline_bytes: what the timeline takes, 0 = it is not there
 * @told: parts of the timeline whose notices are among those of the session
 * @is_run_told: likewise those of the run
 * @found: what it has and what not
 */
typedef struct
{
  LscSource *source;
  LscOnce *timeline;
  LscOnce *excerpt;
  LscOnce *facts;
  LscOnce *memory;
  LscRun *run;
  LscLoadFlags flags;
  guint64 timeline_bytes;
  LscTimelineParts told;
  gboolean is_run_told;
  gboolean is_failure_told;
  LscLackNotes found;
} LscSessionRank;

/**
 * LscSession:
 * @index: of an LscSource 1 + its place among the ranks
 * @n_threads: 1 or more
 * @lock: of what follows
 * @held: ranks whose timeline is there, the one that was asked for last first
 * @held_bytes: what these take
 * @runs: ranks whose run is there, likewise
 */
struct _LscSession
{
  gatomicrefcount refs;
  GPtrArray *sources;
  LscSessionRank *ranks;
  GHashTable *index;
  guint n_threads;
  gboolean keeps_timelines;
  LscSessionMemory memory;
  LscNotices *notices;
  LscNotices *pipeline_notices;
  LscOnce *overview;
  LscOnce *findings;
  LscOnce *communication;
  LscOnce *operators;
  LscOnce *judged_operators;
  LscOnce *pipelines;
  LscOnce *verdicts;
  LscOnce *stragglers;
  GMutex lock;
  LscSessionOptions *options;
  LscDigestParts expected;
  gboolean expects_pipelines;
  gboolean expects_picture;
  gboolean expects_excerpt;
  GQueue held;
  guint64 held_bytes;
  GQueue runs;
};

/* -- lsc-session.c -- */
LscSessionRank *_lsc_session_find (LscSession *self, LscSource *source);
GPtrArray *_lsc_session_gather (LscSession *self, gpointer *results, GError **errors,
                                GDestroyNotify unref, LscJob *job, GError **error);

void _lsc_session_set_origin (LscNotice *notice, const LscSource *source);

/* -- lsc-session-rank.c -- */
void _lsc_session_rank_init (LscSessionRank *self, LscSource *source);
void _lsc_session_rank_clear (LscSessionRank *self);
LscTimeline *_lsc_session_rank_read (LscSession *session, LscSessionRank *self,
                                     LscTimelineParts parts, guint n_threads, LscJob *job,
                                     GError **error);
LscTimeline *_lsc_session_rank_read_with_run (LscSession *session, LscSessionRank *self,
                                              LscTimelineParts parts, guint n_threads, LscRun **run,
                                              LscJob *job, GError **error);
void _lsc_session_tell_timeline (LscSession *self, LscSessionRank *rank, LscTimeline *timeline);
void _lsc_session_trim (LscSession *self);
LscRun *_lsc_session_load_run (LscSession *self, LscSource *source, LscLoadFlags flags, LscJob *job,
                               GError **error);

/* -- lsc-session-facts.c -- */
LscSessionFacts *_lsc_session_facts_ref (LscSessionFacts *self);
void _lsc_session_facts_unref (LscSessionFacts *self);
void _lsc_session_facts_share_pipeline (LscSessionFacts *self, const LscSessionFacts *from);
GPtrArray *_lsc_session_get_facts (LscSession *self, LscDigestParts parts, gboolean pipelines,
                                   LscJob *job, GError **error);
LscSessionFacts *_lsc_session_get_facts_of (LscSession *self, LscSource *source,
                                            LscDigestParts parts, gboolean pipelines, LscJob *job,
                                            GError **error);

/* -- lsc-session-unpack.c -- */
LscPipelineKnownOp *_lsc_session_list_known (const LscRankDigest *digest);
LscSessionFacts *_lsc_session_read_extract (LscSession *self, LscSessionRank *rank,
                                            const LscSessionFacts *old, LscDigestParts parts,
                                            LscJob *job, GError **error);

LscSource *_lsc_session_find_origin (const LscSource *source, LscJob *job);
gboolean _lsc_session_fail_extract (const LscSource *source, GError **error);

/* -- lsc-session-facts.c -- */
gboolean _lsc_session_is_beside (const LscRankDigest *digest);
LscStepKernels *_lsc_session_list_kernels (LscSession *self, LscSessionFacts *facts,
                                           const gint64 *steps, gboolean has_sheets, LscJob *job,
                                           GError **error);

/* -- lsc-session-lacks.c -- */
void _lsc_session_look_at_timeline (LscSession *self, LscSessionRank *rank,
                                    const LscTimeline *timeline);
void _lsc_session_look_at_run (LscSession *self, LscSessionRank *rank, const LscRun *run);
void _lsc_session_look_at_sheet (LscSession *self, LscSessionRank *rank, const LscOpSheet *sheet);
void _lsc_session_take_found (LscSession *self, LscSessionRank *rank, const LscLackNotes *found);

/* -- lsc-session-judge.c -- */
GPtrArray *_lsc_session_get_judged (LscSession *self, gboolean tells, LscJob *job, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSessionFacts, _lsc_session_facts_unref)

G_END_DECLS
