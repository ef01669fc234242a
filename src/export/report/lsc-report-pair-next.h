/* lsc-report-pair-next.h - what to do with what changed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-compare.h"

G_BEGIN_DECLS

char *lsc_report_say_change_next (const LscCompare *compare, const GArray *changed,
                                  GPtrArray *const *digests);

G_END_DECLS
