/* lsc-view-history.c - undo and redo of the visible range
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-view-history.h"

/* A turn of the wheel is many small changes: one entry. */
#define BURST_US 500000

struct _LscViewHistory
{
  GArray *past; /* LscViewPlace */
  GArray *future;
  LscViewMove last_move;
  gint64 last_note_us;
};

/**
 * lsc_view_history_new:
 *
 * Returns: (transfer full): an empty history
 */
LscViewHistory *
lsc_view_history_new (void)
{
  LscViewHistory *self = g_new0 (LscViewHistory, 1);

  self->past = g_array_new (FALSE, FALSE, sizeof (LscViewPlace));
  self->future = g_array_new (FALSE, FALSE, sizeof (LscViewPlace));
  self->last_move = LSC_MOVE_NONE;
  return self;
}

/**
 * lsc_view_history_free:
 */
void
lsc_view_history_free (LscViewHistory *self)
{
  if (!self)
    return;
  g_array_unref (self->past);
  g_array_unref (self->future);
  g_free (self);
}

/**
 * lsc_view_history_clear:
 *
 * Forgets everything, for when other data is shown.
 */
void
lsc_view_history_clear (LscViewHistory *self)
{
  g_return_if_fail (self);
  g_array_set_size (self->past, 0);
  g_array_set_size (self->future, 0);
  self->last_move = LSC_MOVE_NONE;
}

/** lsc_view_history_is_empty: Returns: whether nothing was noted since it was cleared */
gboolean
lsc_view_history_is_empty (const LscViewHistory *self)
{
  return self->past->len == 0 && self->future->len == 0;
}

/**
 * lsc_view_history_note:
 * @move: changes of one kind that follow each other within half a second are one, but for jumps
 * @before: what was visible before the change
 * @now_us: monotonic time
 *
 * Notes that the visible place is about to change. What was undone is forgotten.
 */
void
lsc_view_history_note (LscViewHistory *self, LscViewMove move, const LscViewPlace *before,
                       gint64 now_us)
{
  guint n;
  gboolean is_burst;

  g_return_if_fail (self && before);
  n = self->past->len;
  is_burst = move == self->last_move && move != LSC_MOVE_JUMP && n > 0 &&
             now_us - self->last_note_us < BURST_US;
  self->last_move = move;
  self->last_note_us = now_us;
  g_array_set_size (self->future, 0);
  if (is_burst ||
      (n > 0 && lsc_view_place_equal (&g_array_index (self->past, LscViewPlace, n - 1), before)))
    return;
  g_array_append_val (self->past, *before);
}

static gboolean
move_back (LscViewHistory *self, GArray *from, GArray *to, LscViewPlace *place)
{
  LscViewPlace now = *place;

  self->last_move = LSC_MOVE_NONE;
  do
    {
      if (from->len == 0)
        {
          *place = now;
          return FALSE;
        }
      *place = g_array_index (from, LscViewPlace, from->len - 1);
      g_array_set_size (from, from->len - 1);
    }
  while (lsc_view_place_equal (place, &now)); /* a move against the edge changed nothing */
  g_array_append_val (to, now);
  return TRUE;
}

/**
 * lsc_view_history_undo:
 * @place: (inout): what is visible; becomes what was visible before
 *
 * Returns: %FALSE if there is nothing to undo
 */
gboolean
lsc_view_history_undo (LscViewHistory *self, LscViewPlace *place)
{
  g_return_val_if_fail (self && place, FALSE);
  return move_back (self, self->past, self->future, place);
}

/**
 * lsc_view_history_redo:
 * @place: (inout): what is visible; becomes what was undone last
 *
 * Returns: %FALSE if there is nothing to redo
 */
gboolean
lsc_view_history_redo (LscViewHistory *self, LscViewPlace *place)
{
  g_return_val_if_fail (self && place, FALSE);
  return move_back (self, self->future, self->past, place);
}
