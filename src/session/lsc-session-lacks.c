/* lsc-session-lacks.c - what the recordings of a session lack
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-lacks.h"

#include "session/lsc-session-private.h"

/* unknown.md#found. What was read says what it lacks; what was not read says nothing. */

/** Notes what of a rank is there, and what not. */
void
_lsc_session_look_at_timeline (LscSession *self, LscSessionRank *rank, const LscTimeline *timeline)
{
  LscLackNotes found = { 0 };

  lsc_lack_notes_look_at_timeline (&found, timeline);
  _lsc_session_take_found (self, rank, &found);
}

/** Likewise of its tables. */
void
_lsc_session_look_at_run (LscSession *self, LscSessionRank *rank, const LscRun *run)
{
  LscLackNotes found = { 0 };

  lsc_lack_notes_look_at_run (&found, run);
  _lsc_session_take_found (self, rank, &found);
}

/** Likewise of its kernels. */
void
_lsc_session_look_at_sheet (LscSession *self, LscSessionRank *rank, const LscOpSheet *sheet)
{
  LscLackNotes found = { .lacks.recorder = sheet->is_gpu ? LSC_RECORDER_GPU : LSC_RECORDER_ASCEND };
  gboolean has_modules = FALSE, has_ops = FALSE, has_shapes = FALSE;

  for (gsize i = 0; i < sheet->kinds.n; i++)
    {
      has_modules = has_modules || sheet->kinds.items[i].module != LSC_STRING_NONE;
      has_ops = has_ops || sheet->kinds.items[i].op != LSC_STRING_NONE;
      has_shapes = has_shapes || sheet->kinds.items[i].shapes != LSC_STRING_NONE;
    }
  if (sheet->n > 0)
    {
      lsc_lack_notes_note (&found, LSC_UNKNOWN_NO_MODULES, has_modules);
      if (has_ops)
        lsc_lack_notes_note (&found, LSC_UNKNOWN_NO_HOST, TRUE);
      if (has_shapes || sheet->is_gpu)
        lsc_lack_notes_note (&found, LSC_UNKNOWN_NO_SHAPES, has_shapes);
      if (sheet->level != 0)
        lsc_lack_notes_note (&found, LSC_UNKNOWN_NO_COUNTERS, sheet->counters != NULL);
    }
  _lsc_session_take_found (self, rank, &found);
}

/** Adds to what is known of a rank. */
void
_lsc_session_take_found (LscSession *self, LscSessionRank *rank, const LscLackNotes *found)
{
  g_mutex_lock (&self->lock);
  rank->found.lacks.bits |= found->lacks.bits;
  rank->found.lacks.recorder =
      rank->source->format == LSC_FORMAT_NSIGHT ? LSC_RECORDER_NSIGHT : found->lacks.recorder;
  rank->found.has |= found->has;
  g_mutex_unlock (&self->lock);
}

/* What is told as a notice is one of the reasons. */
static void
look_at_notices (LscNotices *notices, LscLacks *lacks)
{
  static const struct
  {
    const char *notice;
    LscUnknown unknown;
  } known[] = {
    { "pp-host-time", LSC_UNKNOWN_HOST_TIMES },      { "pp-host-passes", LSC_UNKNOWN_NO_PIPELINE },
    { "pp-rank-missing", LSC_UNKNOWN_RANK_MISSING }, { "no-module-ranges", LSC_UNKNOWN_NO_MODULES },
    { "rank-unreadable", LSC_UNKNOWN_RANK_MISSING },
  };
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (notices);

  for (guint i = 0; i < list->len; i++)
    for (gsize k = 0; k < G_N_ELEMENTS (known); k++)
      if (g_str_equal (((const LscNotice *) list->pdata[i])->code, known[k].notice))
        lsc_lacks_add (lacks, known[k].unknown);
}

/* Of all ranks together. One that communicates has others beside it. */
static LscLacks
find_shared (LscSession *self)
{
  LscLacks lacks = { 0 };
  guint64 has;

  g_mutex_lock (&self->lock);
  lacks.recorder = self->sources->len > 0 ? self->ranks[0].found.lacks.recorder : 0;
  has = self->sources->len > 0 ? self->ranks[0].found.has : 0;
  g_mutex_unlock (&self->lock);
  if (self->sources->len == 1 && (has >> LSC_UNKNOWN_NO_COMMUNICATION & 1) != 0)
    lsc_lacks_add (&lacks, LSC_UNKNOWN_ONE_RANK);
  look_at_notices (self->notices, &lacks);
  look_at_notices (self->pipeline_notices, &lacks);
  return lacks;
}

static LscLacks
find_of_rank (LscSession *self, guint index)
{
  LscLacks lacks;

  g_mutex_lock (&self->lock);
  lacks = lsc_lack_notes_get_lacks (&self->ranks[index].found);
  g_mutex_unlock (&self->lock);
  return lacks;
}

/** Returns: whether any rank could be read: something was found out about it, or is kept of it */
gboolean
lsc_session_was_read (LscSession *self)
{
  gboolean was_read = FALSE;

  g_return_val_if_fail (self, FALSE);
  for (guint i = 0; i < self->sources->len && !was_read; i++)
    {
      g_autoptr (LscSessionFacts) facts = lsc_once_peek (self->ranks[i].facts);

      g_mutex_lock (&self->lock);
      was_read = facts || self->ranks[i].found.has != 0 || self->ranks[i].found.lacks.bits != 0;
      g_mutex_unlock (&self->lock);
    }
  return was_read;
}

/**
 * lsc_session_get_lacks:
 *
 * Returns: what any of the recordings lacks, as far as they were read by now
 */
LscLacks
lsc_session_get_lacks (LscSession *self)
{
  LscLacks all = { 0 };

  g_return_val_if_fail (self, all);
  all = find_shared (self);
  for (guint i = 0; i < self->sources->len; i++)
    all.bits |= find_of_rank (self, i).bits;
  return all;
}

/**
 * lsc_session_explain:
 * @table: made of the recordings of the session
 *
 * Says what lacks where cells of a table are empty (lsc_table_explain()).
 */
void
lsc_session_explain (LscSession *self, LscTable *table)
{
  LscLacks shared;

  g_return_if_fail (self && table);
  shared = find_shared (self);
  lsc_table_add_lacks (table, LSC_INT_NULL, &shared);
  for (guint i = 0; i < self->sources->len; i++)
    {
      LscLacks lacks = find_of_rank (self, i);

      lsc_table_add_lacks (table, self->ranks[i].source->rank, &lacks);
    }
}
