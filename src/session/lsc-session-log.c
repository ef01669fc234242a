/* lsc-session-log.c - memory of the ranks of a session
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-private.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-error.h"
#include "read/snapshot/lsc-snapshot.h"

/** What making it needs to know. */
typedef struct
{
  LscSession *session;
  LscSource *source;
} Wish;

/* A snapshot is a log of memory by itself, and nothing else. */
static LscMemory *
read_snapshot (const Wish *wish, LscJob *job, GError **error)
{
  g_autoptr (LscMemoryLog) log =
      lsc_snapshot_read (wish->source->file, wish->session->notices, job, error);

  return log ? lsc_memory_new (log, NULL, job, error) : NULL;
}

static LscMemory *
read_timeline (const Wish *wish, LscJob *job, GError **error)
{
  g_autoptr (LscTimeline) timeline =
      lsc_session_get_timeline (wish->session, wish->source, LSC_TIMELINE_WHOLE, job, error);
  g_autoptr (LscMemoryLog) log =
      timeline ? lsc_memory_log_new_from_timeline (timeline, wish->session->notices, job, error)
               : NULL;

  return log ? lsc_memory_new (log, timeline, job, error) : NULL;
}

static gpointer
make_memory (gpointer data, LscJob *job, GError **error)
{
  const Wish *wish = data;

  return wish->source->format == LSC_FORMAT_SNAPSHOT ? read_snapshot (wish, job, error)
                                                     : read_timeline (wish, job, error);
}

/* @memory: (nullable): nothing of it was recorded */
static void
look_at_memory (LscSession *self, LscSessionRank *rank, LscMemory *memory)
{
  const LscMemoryLog *log = memory ? lsc_memory_get_log (memory) : NULL;
  LscLackNotes found = { 0 };

  g_mutex_lock (&self->lock);
  found.lacks.recorder = rank->found.lacks.recorder;
  g_mutex_unlock (&self->lock);
  if (rank->source->format == LSC_FORMAT_SNAPSHOT)
    {
      found.lacks.recorder = LSC_RECORDER_GPU;
      lsc_lacks_add (&found.lacks, LSC_UNKNOWN_SNAPSHOT);
    }
  lsc_lack_notes_note (&found, LSC_UNKNOWN_NO_MEMORY, memory != NULL);
  if (log)
    lsc_lack_notes_note (&found, LSC_UNKNOWN_NO_BLOCKS, log->has_blocks);
  if (log && log->has_blocks)
    lsc_lack_notes_note (&found, LSC_UNKNOWN_NO_MODULES, log->has_modules || log->has_stacks);
  _lsc_session_take_found (self, rank, &found);
}

/**
 * lsc_session_get_memory:
 * @source: of the session; a rank, or a memory snapshot
 *
 * Errors: those of lsc_session_get_timeline() and lsc_snapshot_read(); %LSC_ERROR_NOTHING where
 * nothing of memory was recorded. It is kept where timelines are.
 *
 * Returns: (transfer full) (nullable): the memory of a rank, or of a snapshot
 */
LscMemory *
lsc_session_get_memory (LscSession *self, LscSource *source, LscJob *job, GError **error)
{
  g_autoptr (GError) failure = NULL;
  LscSessionRank *rank;
  LscMemory *memory;

  g_return_val_if_fail (self && source, NULL);
  rank = _lsc_session_find (self, source);
  g_return_val_if_fail (rank, NULL);
  memory = lsc_once_get (rank->memory, make_memory, &(Wish){ self, source }, job, &failure);
  if (!self->keeps_timelines)
    lsc_once_forget (rank->memory);
  if (memory || g_error_matches (failure, LSC_ERROR, LSC_ERROR_NOTHING))
    look_at_memory (self, rank, memory);
  if (failure)
    g_propagate_error (error, g_steal_pointer (&failure));
  return memory;
}

/**
 * lsc_session_list_memory_ops:
 * @source: of the session
 * @memory: of that rank
 *
 * Errors: those of lsc_session_get_timeline(); %LSC_ERROR_NOTHING for a memory snapshot, which has
 * no operators.
 *
 * Returns: (transfer full) (nullable): memory and device time of operators, see
 *   lsc_memory_list_ops()
 */
LscTable *
lsc_session_list_memory_ops (LscSession *self, LscSource *source, const LscMemory *memory,
                             LscJob *job, GError **error)
{
  g_autoptr (LscTimeline) timeline = NULL;

  g_return_val_if_fail (self && source && memory, NULL);
  if (source->format == LSC_FORMAT_SNAPSHOT)
    {
      lsc_fail (error, LSC_ERROR_NOTHING, "%s",
                _ ("A memory snapshot has stacks instead of operators. See what is allocated at a "
                   "moment, by stack."));
      return NULL;
    }
  timeline = lsc_session_get_timeline (self, source, LSC_TIMELINE_WHOLE, job, error);
  return timeline ? lsc_memory_list_ops (memory, timeline, job, error) : NULL;
}

/* Adds a rank; one that is not kept already is let go again, so that any number of them fits. */
static gboolean
add_rank (LscSession *self, LscSource *source, LscTable *table, LscJob *job, GError **error)
{
  LscSessionRank *rank = _lsc_session_find (self, source);
  g_autoptr (LscMemory) known = lsc_once_peek (rank->memory);
  g_autoptr (GError) failure = NULL;
  g_autoptr (LscMemory) memory = lsc_session_get_memory (self, source, job, &failure);

  if (memory)
    lsc_memory_add_rank (table, memory);
  else if (!lsc_job_check (job, error))
    return FALSE;
  else if (!g_error_matches (failure, LSC_ERROR, LSC_ERROR_NOTHING))
    lsc_session_tell_failure (self, source, failure);
  if (!known && self->sources->len > 1)
    lsc_once_forget (rank->memory);
  return TRUE;
}

/**
 * lsc_session_list_memory:
 *
 * Peaks of all ranks, a row for each that recorded memory; one that cannot be read is a notice.
 *
 * Errors: %LSC_ERROR_NOTHING where no rank recorded memory; %LSC_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (nullable): a table of #lsc_memory_ranks_table_info
 */
LscTable *
lsc_session_list_memory (LscSession *self, LscJob *job, GError **error)
{
  g_autoptr (LscTable) table = NULL;

  g_return_val_if_fail (self, NULL);
  table = lsc_table_new_for (&lsc_memory_ranks_table_info);
  for (guint i = 0; i < self->sources->len; i++)
    if (!add_rank (self, self->sources->pdata[i], table, job, error))
      return NULL;
  if (lsc_table_get_n_rows (table) > 0)
    return g_steal_pointer (&table);
  lsc_fail (error, LSC_ERROR_NOTHING, "%s",
            _ ("Memory was not recorded: record with profile_memory=True."));
  return NULL;
}
