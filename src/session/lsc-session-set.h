/* lsc-session-set.h - two sets of runs, compared by what runs differ by
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "session/lsc-session-pair.h"

G_BEGIN_DECLS

/**
 * LscSessionSet: runs of one program
 * @sessions: (array length=n): one or more
 * @name: (nullable): what they are called together
 * @run_names: (nullable) (array length=n): what each of them is called
 */
typedef struct
{
  LscSession *const *sessions;
  gsize n;
  const char *name;
  const char *const *run_names;
} LscSessionSet;

LscSessionPair *lsc_session_sets_pair (const LscSessionSet sets[LSC_N_SIDES], const LscNameMap *map,
                                       LscJob *job, GError **error);

G_END_DECLS
