/* lsc-session-rank.c - timelines and runs of a session, read once as far as memory goes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-private.h"

#include "analyze/extent/lsc-stretch.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/* Runs that are kept where timelines are; going back to one of them is instant. */
#define MOST_RUNS 3

static gpointer
ref_timeline (gpointer timeline)
{
  return lsc_timeline_ref (timeline);
}

static gpointer
ref_memory (gpointer memory)
{
  return lsc_memory_ref (memory);
}

static gpointer
ref_facts (gpointer facts)
{
  return _lsc_session_facts_ref (facts);
}

void
_lsc_session_rank_init (LscSessionRank *self, LscSource *source)
{
  *self = (LscSessionRank){
    .source = source,
    .timeline = lsc_once_new (ref_timeline, (GDestroyNotify) lsc_timeline_unref),
    .excerpt = lsc_once_new (ref_timeline, (GDestroyNotify) lsc_timeline_unref),
    .facts = lsc_once_new (ref_facts, (GDestroyNotify) _lsc_session_facts_unref),
    .memory = lsc_once_new (ref_memory, (GDestroyNotify) lsc_memory_unref),
  };
}

void
_lsc_session_rank_clear (LscSessionRank *self)
{
  g_clear_pointer (&self->timeline, lsc_once_free);
  g_clear_pointer (&self->excerpt, lsc_once_free);
  g_clear_pointer (&self->facts, lsc_once_free);
  g_clear_pointer (&self->memory, lsc_once_free);
  g_clear_pointer (&self->run, lsc_run_unref);
}

/* ---- timelines ---- */

/* Whether nobody but the session, and the caller, has it. */
static gboolean
is_alone (LscTimeline *timeline)
{
  return g_atomic_ref_count_compare (&timeline->refs, 2);
}

/* Takes a timeline that nobody holds off the list, the one first that was asked for longest ago.
 * Under the lock. */
static LscTimeline *
drop_one (LscSession *self)
{
  for (GList *at = self->held.tail; at; at = at->prev)
    {
      LscSessionRank *rank = at->data;
      LscTimeline *timeline = lsc_once_peek (rank->timeline);

      if (timeline && !is_alone (timeline))
        {
          lsc_timeline_unref (timeline);
          continue;
        }
      if (timeline)
        lsc_once_forget (rank->timeline);
      self->held_bytes -= rank->timeline_bytes;
      rank->timeline_bytes = 0;
      g_queue_delete_link (&self->held, at);
      if (timeline)
        return timeline;
      return NULL;
    }
  return NULL;
}

/**
 * _lsc_session_trim:
 *
 * Lets go of timelines that nobody holds, until the others fit; of all of them where none is to
 * stay. They are freed on this thread.
 */
void
_lsc_session_trim (LscSession *self)
{
  LscTimeline *dropped;

  do
    {
      g_mutex_lock (&self->lock);
      dropped = !self->keeps_timelines || self->held_bytes > self->memory.limit_bytes
                    ? drop_one (self)
                    : NULL;
      g_mutex_unlock (&self->lock);
      g_clear_pointer (&dropped, lsc_timeline_unref);
    }
  while (dropped);
}

/** What loading a timeline needs to know. */
typedef struct
{
  LscSession *session;
  LscSessionRank *rank;
  LscTimelineParts parts;
  guint n_threads;
  LscRun **run; /* (nullable): what of the rows is wanted as well */
} Reading;

static gboolean
is_listed (const GPtrArray *list, const LscNotice *notice)
{
  for (guint i = 0; i < list->len; i++)
    {
      const LscNotice *known = list->pdata[i];

      if (known->rank == notice->rank && g_str_equal (known->code, notice->code) &&
          g_strcmp0 (known->table, notice->table) == 0 &&
          g_strcmp0 (known->what, notice->what) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Parts of the recording were told of already. */
static void
tell_rest (LscSession *self, LscTimeline *timeline)
{
  g_autoptr (GPtrArray) known = lsc_notices_copy_list (self->notices);
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (timeline->notices);

  for (guint i = 0; i < list->len; i++)
    if (!is_listed (known, list->pdata[i]))
      lsc_notices_add (self->notices, lsc_notice_copy (list->pdata[i]));
}

/* Its notices are told when it is read first: what was dropped is read again. */
void
_lsc_session_tell_timeline (LscSession *self, LscSessionRank *rank, LscTimeline *timeline)
{
  LscTimelineParts told;

  g_mutex_lock (&self->lock);
  told = rank->told;
  rank->told |= timeline->parts;
  g_mutex_unlock (&self->lock);
  _lsc_session_look_at_timeline (self, rank, timeline);
  if (told == 0)
    lsc_notices_add_all (self->notices, timeline->notices);
  else if (timeline->parts & ~told)
    tell_rest (self, timeline);
}

static void
take_timeline (LscSession *self, LscSessionRank *rank, LscTimeline *timeline)
{
  g_mutex_lock (&self->lock);
  if (rank->timeline_bytes == 0)
    {
      rank->timeline_bytes = MAX (lsc_timeline_get_memory_bytes (timeline), 1);
      self->held_bytes += rank->timeline_bytes;
      g_queue_push_head (&self->held, rank);
    }
  g_mutex_unlock (&self->lock);
  _lsc_session_tell_timeline (self, rank, timeline);
}

/* Which of events far from each other are stray only all of them tell. */
static gboolean
is_doubtful (const LscTimeline *timeline)
{
  return (timeline->parts & LSC_TIMELINE_EVENTS) != LSC_TIMELINE_EVENTS &&
         lsc_time_distance (timeline->begin_ns, timeline->end_ns) > LSC_STRETCH_REACH_NS;
}

static LscTimeline *
load_parts (const Reading *reading, LscJob *job, GError **error)
{
  g_autoptr (LscSource) origin = _lsc_session_find_origin (reading->rank->source, job);
  LscSource *source = origin ? origin : reading->rank->source;
  g_autoptr (LscTimeline) timeline = NULL;

  if (reading->run)
    g_clear_pointer (reading->run, lsc_run_unref);
  timeline = reading->run
                 ? lsc_timeline_load_with_run (source, reading->parts, reading->n_threads,
                                               reading->run, job, error)
                 : lsc_timeline_load_parts (source, reading->parts, reading->n_threads, job, error);

  if (timeline && is_doubtful (timeline))
    {
      lsc_timeline_unref (timeline);
      timeline = lsc_timeline_load (source, reading->n_threads, job, error);
    }
  if (timeline && !lsc_timeline_complete (timeline, job, error))
    return NULL;
  return g_steal_pointer (&timeline);
}

static gpointer
load_timeline (gpointer data, LscJob *job, GError **error)
{
  const Reading *reading = data;
  LscSession *session = reading->session;
  guint64 bytes = (guint64) MAX (reading->rank->source->size_bytes, 0);
  g_autoptr (LscTimeline) timeline = NULL;

  _lsc_session_trim (session);
  if (!lsc_session_memory_enter (&session->memory, bytes, session->held_bytes, job, error))
    return NULL;
  timeline = load_parts (reading, job, error);
  lsc_session_memory_leave (&session->memory, bytes);
  if (timeline)
    take_timeline (session, reading->rank, timeline);
  return g_steal_pointer (&timeline);
}

static LscTimeline *
read_rank (Reading *reading, LscJob *job, GError **error)
{
  LscSession *session = reading->session;
  LscSessionRank *self = reading->rank;
  LscTimelineParts parts = reading->parts;
  LscTimeline *timeline;

  while ((timeline = lsc_once_get (self->timeline, load_timeline, reading, job, error)) &&
         (timeline->parts & parts) != parts)
    {
      reading->parts |= timeline->parts;
      lsc_timeline_unref (timeline);
      lsc_session_forget_timeline (session, self->source);
    }
  if (!timeline)
    return NULL;
  g_mutex_lock (&session->lock);
  if (g_queue_remove (&session->held, self))
    g_queue_push_head (&session->held, self);
  g_mutex_unlock (&session->lock);
  return timeline;
}

/**
 * _lsc_session_rank_read:
 * @parts: what is needed of it
 * @n_threads: to read with, 0 = those of the session
 *
 * Where less is there, it is read again with what was asked for before, so that nobody loses that.
 *
 * Returns: (transfer full) (nullable): its timeline with @parts or more, completed
 */
LscTimeline *
_lsc_session_rank_read (LscSession *session, LscSessionRank *self, LscTimelineParts parts,
                        guint n_threads, LscJob *job, GError **error)
{
  Reading reading = { .session = session,
                      .rank = self,
                      .parts = parts,
                      .n_threads = n_threads > 0 ? n_threads : session->n_threads };

  return read_rank (&reading, job, error);
}

/**
 * _lsc_session_rank_read_with_run:
 * @run: (out) (transfer full) (nullable): as lsc_timeline_load_with_run() gives it; %NULL also
 *   where the timeline was there
 *
 * As _lsc_session_rank_read(), for who needs the rows of a database as well.
 *
 * Returns: (transfer full) (nullable): its timeline with @parts or more, completed
 */
LscTimeline *
_lsc_session_rank_read_with_run (LscSession *session, LscSessionRank *self, LscTimelineParts parts,
                                 guint n_threads, LscRun **run, LscJob *job, GError **error)
{
  Reading reading = { .session = session,
                      .rank = self,
                      .parts = parts,
                      .n_threads = n_threads > 0 ? n_threads : session->n_threads,
                      .run = run };
  LscTimeline *timeline;

  *run = NULL;
  timeline = read_rank (&reading, job, error);
  if (!timeline)
    g_clear_pointer (run, lsc_run_unref);
  if (*run)
    _lsc_session_look_at_run (session, self, *run);
  return timeline;
}

/**
 * lsc_session_get_timeline:
 * @source: of the session
 * @parts: what is needed of it
 *
 * Who asks for more than is there has it read; who asks for less gets what is there.
 *
 * Errors: those of lsc_timeline_load_parts().
 *
 * Returns: (transfer full) (nullable): the events of a rank, completed
 */
LscTimeline *
lsc_session_get_timeline (LscSession *self, LscSource *source, LscTimelineParts parts, LscJob *job,
                          GError **error)
{
  LscSessionRank *rank;

  g_return_val_if_fail (self && source, NULL);
  rank = _lsc_session_find (self, source);
  g_return_val_if_fail (rank, NULL);
  return _lsc_session_rank_read (self, rank, parts, 0, job, error);
}

/** Returns: (transfer full) (nullable): the timeline of a rank if the whole is in memory */
LscTimeline *
lsc_session_peek_timeline (LscSession *self, LscSource *source)
{
  g_autoptr (LscTimeline) timeline = NULL;
  LscSessionRank *rank;

  g_return_val_if_fail (self && source, NULL);
  rank = _lsc_session_find (self, source);
  timeline = rank ? lsc_once_peek (rank->timeline) : NULL;
  return timeline && timeline->parts == LSC_TIMELINE_WHOLE ? g_steal_pointer (&timeline) : NULL;
}

/**
 * lsc_session_forget_timeline:
 *
 * Lets go of a timeline, of which the user needs no more for now; it is read again when it is asked
 * for. Who holds it keeps it.
 */
void
lsc_session_forget_timeline (LscSession *self, LscSource *source)
{
  LscSessionRank *rank;

  g_return_if_fail (self && source);
  rank = _lsc_session_find (self, source);
  g_return_if_fail (rank);
  lsc_once_forget (rank->timeline);
  g_mutex_lock (&self->lock);
  if (g_queue_remove (&self->held, rank))
    self->held_bytes -= rank->timeline_bytes;
  rank->timeline_bytes = 0;
  g_mutex_unlock (&self->lock);
}

/** While several timelines are read. Each thread has places of its own. */
typedef struct
{
  LscSession *session;
  LscTimelineParts parts;
  guint n_threads; /* for each */
  LscJob *job;
  LscTimeline **timelines;
  GError **errors;
} Several;

static void
read_one (gsize index, gpointer user_data)
{
  Several *self = user_data;

  if (lsc_job_check (self->job, &self->errors[index]))
    self->timelines[index] =
        _lsc_session_rank_read (self->session, &self->session->ranks[index], self->parts,
                                self->n_threads, self->job, &self->errors[index]);
}

/**
 * lsc_session_get_timelines:
 * @parts: what is needed of each
 *
 * For those who look at events of all ranks together; who needs less asks for digests, or for a
 * rank at a time. One that cannot be read is left out, and a notice.
 *
 * Returns: (transfer full) (element-type LscTimeline) (nullable): of the ranks that could be read,
 *   in the order of the sources; %NULL with the error of the first one when there is none
 */
GPtrArray *
lsc_session_get_timelines (LscSession *self, LscTimelineParts parts, LscJob *job, GError **error)
{
  g_autofree LscTimeline **timelines = NULL;
  g_autofree GError **errors = NULL;
  GPtrArray *list;
  guint n;

  g_return_val_if_fail (self, NULL);
  n = self->sources->len;
  timelines = g_new0 (LscTimeline *, MAX (n, 1));
  errors = g_new0 (GError *, MAX (n, 1));
  lsc_job_run_parallel (
      self->n_threads, n, read_one,
      &(Several){ self, parts, MAX (1, self->n_threads / MAX (n, 1)), job, timelines, errors });
  list = _lsc_session_gather (self, (gpointer *) timelines, errors,
                              (GDestroyNotify) lsc_timeline_unref, job, error);
  for (guint i = 0; i < n; i++)
    g_clear_error (&errors[i]);
  return list;
}

/* ---- runs ---- */

/* Under the lock. */
static void
keep_run (LscSession *self, LscSessionRank *rank, LscRun *run, LscLoadFlags flags)
{
  g_queue_remove (&self->runs, rank);
  g_queue_push_head (&self->runs, rank);
  if (rank->run != run)
    {
      g_clear_pointer (&rank->run, lsc_run_unref);
      rank->run = lsc_run_ref (run);
      rank->flags = flags;
    }
  while (self->runs.length > MOST_RUNS)
    {
      LscSessionRank *last = g_queue_pop_tail (&self->runs);

      g_clear_pointer (&last->run, lsc_run_unref);
    }
}

/* Of a trace that nobody completes at least the times are checked. */
static LscRun *
load_run (LscSource *source, LscLoadFlags flags, LscJob *job, GError **error)
{
  g_autoptr (LscTimeline) timeline = NULL;

  if (source->format == LSC_FORMAT_ASCEND_DB)
    return lsc_run_load (source, flags, job, error);
  timeline = lsc_timeline_load (source, 1, job, error);
  if (!timeline)
    return NULL;
  lsc_timeline_check_times (timeline);
  return lsc_run_new_from_timeline (timeline, flags, job, error);
}

/**
 * _lsc_session_load_run:
 *
 * A timeline that is there holds all of a trace; the rows of a database are more. Those of an
 * extract are in the recording that it was made of, where that is there.
 *
 * Returns: (transfer full) (nullable): the rows of a rank, not kept
 */
LscRun *
_lsc_session_load_run (LscSession *self, LscSource *source, LscLoadFlags flags, LscJob *job,
                       GError **error)
{
  guint64 bytes = (guint64) MAX (source->size_bytes, 0);
  g_autoptr (LscSource) origin = _lsc_session_find_origin (source, job);
  LscSource *from = origin ? origin : source;
  g_autoptr (LscTimeline) timeline = NULL;
  LscRun *run;

  if (from->format != LSC_FORMAT_ASCEND_DB)
    timeline = lsc_session_peek_timeline (self, source);
  if (!timeline && !lsc_session_memory_enter (&self->memory, bytes, 0, job, error))
    return NULL;
  run = timeline ? lsc_run_new_from_timeline (timeline, flags, job, error)
                 : load_run (from, flags, job, error);
  if (!timeline)
    lsc_session_memory_leave (&self->memory, bytes);
  if (run && _lsc_session_find (self, source))
    _lsc_session_look_at_run (self, _lsc_session_find (self, source), run);
  return run;
}

/**
 * lsc_session_get_run:
 * @source: of the session
 * @flags: what of it
 *
 * Errors: those of lsc_run_load().
 *
 * Returns: (transfer full) (nullable): the rows of a rank, sealed
 */
LscRun *
lsc_session_get_run (LscSession *self, LscSource *source, LscLoadFlags flags, LscJob *job,
                     GError **error)
{
  LscSessionRank *rank;
  LscRun *run = NULL;

  g_return_val_if_fail (self && source, NULL);
  rank = _lsc_session_find (self, source);
  g_return_val_if_fail (rank, NULL);
  g_mutex_lock (&self->lock);
  if (rank->run && (rank->flags & flags) == flags)
    run = lsc_run_ref (rank->run);
  g_mutex_unlock (&self->lock);
  if (!run)
    run = _lsc_session_load_run (self, source, flags, job, error);
  if (!run || !self->keeps_timelines)
    return run;
  g_mutex_lock (&self->lock);
  keep_run (self, rank, run, flags);
  g_mutex_unlock (&self->lock);
  return run;
}

/* ---- for queries ---- */

static LscTimeline *
give_timeline (gpointer data, LscSource *source, guint n_threads, LscJob *job, GError **error)
{
  return lsc_session_get_timeline (data, source, LSC_TIMELINE_WHOLE, job, error);
}

static LscRun *
give_run (gpointer data, LscSource *source, LscLoadFlags flags, LscJob *job, GError **error)
{
  return lsc_session_get_run (data, source, flags, job, error);
}

/**
 * lsc_session_fill_query_loader:
 * @self: outlives the query
 * @loader: (out): for lsc_query_new() with sources of the session
 */
void
lsc_session_fill_query_loader (LscSession *self, LscQueryLoader *loader)
{
  g_return_if_fail (self && loader);
  *loader = (LscQueryLoader){ give_timeline, give_run, self->n_threads, self };
}
