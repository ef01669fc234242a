/* lsc-view-history.h - undo and redo of the visible range
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-viewport.h"

G_BEGIN_DECLS

/** What kind of change was last: those of one kind in quick succession are undone together. */
typedef enum
{
  LSC_MOVE_NONE,
  LSC_MOVE_ZOOM,
  LSC_MOVE_PAN,
  LSC_MOVE_SCROLL,
  LSC_MOVE_ROWS,
  LSC_MOVE_JUMP, /* each by itself */
} LscViewMove;

typedef struct _LscViewHistory LscViewHistory;

LscViewHistory *lsc_view_history_new (void);
void lsc_view_history_free (LscViewHistory *self);
void lsc_view_history_clear (LscViewHistory *self);
gboolean lsc_view_history_is_empty (const LscViewHistory *self);

void lsc_view_history_note (LscViewHistory *self, LscViewMove move, const LscViewPlace *before,
                            gint64 now_us);
gboolean lsc_view_history_undo (LscViewHistory *self, LscViewPlace *place);
gboolean lsc_view_history_redo (LscViewHistory *self, LscViewPlace *place);

G_END_DECLS
