/* lsc-view-history.h - undo and redo of the visible range
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What was visible. */
typedef struct
{
  double begin;
  double span;
  double scroll_y;
  double lane_height;
} LscViewRange;

typedef struct _LscViewHistory LscViewHistory;

LscViewHistory *lsc_view_history_new (void);
void lsc_view_history_free (LscViewHistory *self);
void lsc_view_history_clear (LscViewHistory *self);

void lsc_view_history_note (LscViewHistory *self, const LscViewRange *before, gint64 now_us);
gboolean lsc_view_history_undo (LscViewHistory *self, LscViewRange *range);
gboolean lsc_view_history_redo (LscViewHistory *self, LscViewRange *range);
gboolean lsc_view_history_can_undo (const LscViewHistory *self);
gboolean lsc_view_history_can_redo (const LscViewHistory *self);

G_END_DECLS
