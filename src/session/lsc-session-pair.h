/* lsc-session-pair.h - two sides of recordings, compared once for every door
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/chips/lsc-chips.h"
#include "judge/compare/lsc-compare.h"
#include "judge/compare/lsc-memory-pair.h"
#include "judge/compare/lsc-op-changes.h"
#include "judge/compare/lsc-reference-rows.h"
#include "session/lsc-session.h"

G_BEGIN_DECLS

/**
 * LscSessionSide: what is compared
 * @session: may be that of the other side: two ranks of one recording are a pair, too
 * @sources: (nullable) (element-type LscSource): some of its ranks; %NULL = all
 * @name: (nullable): what the side is called
 * @is_part: it is a part of a recording, and @name says which
 * @has_steps: steps from the number @first_step to @last_step are compared, both included; else
 *   those that count. Two steps of one recording are a pair, too
 * @levels: (nullable) (array length=n_levels): of a set of runs that the session stands for, the
 *   median step of each
 * @run_names: (nullable) (array length=n_levels): what these runs are called
 * @shown_run: which of them the session is
 * @match: whether all of these do the same work
 */
typedef struct
{
  LscSession *session;
  GPtrArray *sources;
  const char *name;
  gboolean has_steps;
  gint64 first_step;
  gint64 last_step;
  const gint64 *levels;
  gsize n_levels;
  const char *const *run_names;
  gsize shown_run;
  LscWorkMatch match;
  gboolean is_part;
} LscSessionSide;

/**
 * LscSessionPair:
 *
 * Two sides, and what is found out by setting them beside each other; as #LscSession each result is
 * made once, for all who ask. Reference counted. Thread: any.
 */
typedef struct _LscSessionPair LscSessionPair;

LscSessionPair *lsc_session_pair_new (const LscSessionSide sides[LSC_N_SIDES],
                                      const LscNameMap *map);
LscSessionPair *lsc_session_pair_ref (LscSessionPair *self);
void lsc_session_pair_unref (LscSessionPair *self);

void lsc_session_pair_forget (LscSessionPair *self, LscSession *session);
LscSession *lsc_session_pair_get_session (LscSessionPair *self, LscSide side);
LscSource *lsc_session_pair_find_source (LscSessionPair *self, LscSide side, gint64 rank);
LscCompare *lsc_session_pair_get_compare (LscSessionPair *self, LscJob *job, GError **error);
LscChips *lsc_session_pair_get_chips (LscSessionPair *self, LscJob *job, GError **error);
LscOpChanges *lsc_session_pair_get_operators (LscSessionPair *self, LscOpKeys keys,
                                              const LscOpFilter *filter, LscJob *job,
                                              GError **error);
LscOpChanges *lsc_session_pair_get_main_operators (LscSessionPair *self, LscJob *job,
                                                   GError **error);
LscMemoryPair *lsc_session_pair_get_memory (LscSessionPair *self, LscJob *job, GError **error);
LscReferenceRows *lsc_session_pair_make_sheets (LscSessionPair *self, LscJob *job, GError **error);
LscTimeline *lsc_session_pair_get_picture (LscSessionPair *self, LscSide side, LscJob *job,
                                           GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSessionPair, lsc_session_pair_unref)

G_END_DECLS
