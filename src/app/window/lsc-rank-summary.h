/* lsc-rank-summary.h - what is concluded from all ranks of a recording, for pages that show it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "session/lsc-session.h"

G_BEGIN_DECLS

/**
 * LscRankSummary: results of a session that belong together; immutable, reference counted
 * @sources: (element-type LscSource): of the ranks of @overview, in their order
 * @places: of each of @sources its index, plus one
 * @notices: of the recordings, and of ranks that are left out
 */
typedef struct
{
  gatomicrefcount refs;
  GPtrArray *sources;
  GHashTable *places;
  LscOverview *overview;
  LscFindings *findings;
  LscNotices *notices;
} LscRankSummary;

LscRankSummary *lsc_rank_summary_new (LscSession *session, LscJob *job, GError **error);
LscRankSummary *lsc_rank_summary_ref (LscRankSummary *self);
void lsc_rank_summary_unref (LscRankSummary *self);
gboolean lsc_rank_summary_find_source (const LscRankSummary *self, const LscSource *source,
                                       guint *index);
gboolean lsc_rank_summary_find_step (const LscRankSummary *self, gsize index, gint64 *begin_ns,
                                     gint64 *end_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRankSummary, lsc_rank_summary_unref)

G_END_DECLS
