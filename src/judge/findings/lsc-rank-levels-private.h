/* lsc-rank-levels-private.h - what is said of half of the ranks or more that are slower
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/findings/lsc-findings-private.h"

G_BEGIN_DECLS

gboolean _lsc_rank_levels_are_named (const LscJudge *self, const double *is_named);
LscPhrase *_lsc_rank_levels_say (const LscJudge *self, const double *is_named, const char *text,
                                 const char *more);
LscPhrase *_lsc_rank_levels_say_hosts (const LscJudge *self, const double *is_named);
LscPhrase *_lsc_rank_levels_say_doubt (void);
LscPhrase *_lsc_rank_levels_join (LscPhrase *first, LscPhrase *second);

G_END_DECLS
