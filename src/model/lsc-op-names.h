/* lsc-op-names.h - what the ops of op timelines are, by their names
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-job-ops.h"

G_BEGIN_DECLS

/**
 * LscOpMeaning: what a name says
 * @kind: %LSC_JOB_OP_OTHER for what no replay has
 * @row: where such ops are drawn, if the recording does not say it
 */
typedef struct
{
  LscJobOpKind kind;
  LscJobRow row;
} LscOpMeaning;

/** Names that a user adds to those that are known (formats.md#op-kinds). Immutable, reference
 * counted. */
typedef struct _LscOpNames LscOpNames;

LscOpNames *lsc_op_names_parse (const char *text, const char *file, GError **error);
LscOpNames *lsc_op_names_ref (LscOpNames *self);
void lsc_op_names_unref (LscOpNames *self);
gboolean lsc_op_names_find (const LscOpNames *self, const char *name, LscOpMeaning *meaning);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscOpNames, lsc_op_names_unref)

G_END_DECLS
