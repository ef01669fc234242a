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
  GArray *past; /* LscViewRange */
  GArray *future;
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

  self->past = g_array_new (FALSE, FALSE, sizeof (LscViewRange));
  self->future = g_array_new (FALSE, FALSE, sizeof (LscViewRange));
  self->last_note_us = G_MININT64 / 2;
  return self;
}

/**
 * lsc_view_history_free:
 */
void
lsc_view_history_free (LscViewHistory *self)
{
  if (self == NULL)
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
  g_array_set_size (self->past, 0);
  g_array_set_size (self->future, 0);
  self->last_note_us = G_MININT64 / 2;
}

/**
 * lsc_view_history_note:
 * @before: what was visible before a change
 * @now_us: monotonic time; changes that follow each other within half a second are one
 *
 * Notes that the visible range is about to change. What was undone is forgotten.
 */
void
lsc_view_history_note (LscViewHistory *self, const LscViewRange *before, gint64 now_us)
{
  gboolean is_burst = now_us - self->last_note_us < BURST_US && self->past->len > 0;

  self->last_note_us = now_us;
  g_array_set_size (self->future, 0);
  if (!is_burst)
    g_array_append_val (self->past, *before);
}

static gboolean
move (LscViewHistory *self, GArray *from, GArray *to, LscViewRange *range)
{
  LscViewRange current = *range;

  if (from->len == 0)
    return FALSE;
  *range = g_array_index (from, LscViewRange, from->len - 1);
  g_array_set_size (from, from->len - 1);
  g_array_append_val (to, current);
  self->last_note_us = G_MININT64 / 2;
  return TRUE;
}

/**
 * lsc_view_history_undo:
 * @range: (inout): what is visible; becomes what was visible before
 *
 * Returns: %FALSE if there is nothing to undo
 */
gboolean
lsc_view_history_undo (LscViewHistory *self, LscViewRange *range)
{
  return move (self, self->past, self->future, range);
}

/**
 * lsc_view_history_redo:
 * @range: (inout): what is visible; becomes what was undone last
 *
 * Returns: %FALSE if there is nothing to redo
 */
gboolean
lsc_view_history_redo (LscViewHistory *self, LscViewRange *range)
{
  return move (self, self->future, self->past, range);
}

/**
 * lsc_view_history_can_undo:
 */
gboolean
lsc_view_history_can_undo (const LscViewHistory *self)
{
  return self->past->len > 0;
}

/**
 * lsc_view_history_can_redo:
 */
gboolean
lsc_view_history_can_redo (const LscViewHistory *self)
{
  return self->future->len > 0;
}
