/* lsc-study-blame.h - what the ranks of a study waited for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-study-types.h"

G_BEGIN_DECLS

gint64 lsc_study_waited (const LscStudy *self, const LscBlame *blame, gsize row, gsize column);
gint64 lsc_study_excess (const LscStudy *self, gsize row, gsize column);

G_END_DECLS
