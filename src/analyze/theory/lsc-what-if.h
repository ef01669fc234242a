/* lsc-what-if.h - the window under another schedule, count of micro-batches or balance
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <math.h>

#include "analyze/theory/lsc-study.h"
#include "analyze/theory/lsc-what-if-parse.h"
#include "analyze/theory/lsc-what-if-types.h"

G_BEGIN_DECLS

LscWhatIf *lsc_what_if_new (LscStudy *study, const LscWhatIfTarget *targets, gsize n_targets,
                            const LscWhatIfInputs *inputs, LscJob *job, GError **error);
LscWhatIf *lsc_what_if_ref (LscWhatIf *self);
void lsc_what_if_unref (LscWhatIf *self);
LscPipeline *lsc_what_if_draw (const LscWhatIf *self, gsize row, GError **error);
LscTable *lsc_what_if_table (const LscWhatIf *self);
LscTable *lsc_what_if_input_table (const LscWhatIf *self);
const char *lsc_what_if_source_title (LscWhatIfSource source);
LscWhatIfBy lsc_what_if_find_narrowing (const LscWhatIf *self);
char *lsc_what_if_describe_ranges (const LscWhatIf *self, gboolean with_options);
char *lsc_what_if_describe_assumptions (const LscWhatIf *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscWhatIf, lsc_what_if_unref)

G_END_DECLS
