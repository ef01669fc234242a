/* lsc-study-words.h - ops, blocks and causes of a study
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-study-types.h"

G_BEGIN_DECLS

guint32 lsc_study_op_of_block (const LscStudy *self, guint32 row, guint32 block);
guint32 lsc_study_binding (const LscStudy *self, guint32 row, guint32 block, guint32 *block_out);
GArray *lsc_study_pieces_in (const LscStudy *self, guint32 row, gint64 begin_ns, gint64 end_ns);
char *lsc_study_describe_piece (const LscStudy *self, const LscBlamePiece *piece);

extern const LscWord lsc_cause_words[LSC_CAUSE_N];
const char *lsc_cause_name (LscCause cause);

G_END_DECLS
