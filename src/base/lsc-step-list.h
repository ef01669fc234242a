/* lsc-step-list.h - numbers of steps that were asked for, such as 16-30,33
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

/** Steps from @first to @last, both included. */
typedef struct
{
  gint64 first;
  gint64 last;
} LscStepSpan;

LSC_DEFINE_ARRAY (LscStepSpans, lsc_step_spans, LscStepSpan)

/** LscStepList: @ranges: in the order in which they were written; none = no step */
typedef struct
{
  LscStepSpans ranges;
} LscStepList;

LscStepList *lsc_step_list_new (const char *text, GError **error);
void lsc_step_list_free (LscStepList *self);
GArray *lsc_step_list_to_array (const LscStepList *self, guint most);
gboolean lsc_step_list_has (const LscStepList *self, gint64 step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscStepList, lsc_step_list_free)

G_END_DECLS
