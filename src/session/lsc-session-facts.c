/* lsc-session-facts.c - what is kept of each rank, read in one go
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analyze/excerpt/lsc-excerpt-make.h"
#include "base/lsc-array.h"
#include "base/lsc-error.h"
#include "base/lsc-sort.h"
#include "model/lsc-node-telling.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/** What is wanted of a rank; get_facts() frees what it owns. @old: (nullable): what is there
 * already, of less */
typedef struct
{
  LscSession *session;
  LscSessionRank *rank;
  LscSessionFacts *old;
  LscDigestParts parts;
  gboolean pipelines;
  LscSessionOptions *options;
  gboolean picture;
  gboolean excerpt;
  guint n_threads;
} Wish;

/* What of its timeline a wish needs; counters only where they are judged, compared or drawn. */
static LscTimelineParts
find_recorded (const Wish *wish)
{
  const LscDigestParts with_counters = LSC_DIGEST_JUDGED | LSC_DIGEST_COMPARED;

  if (wish->picture || (wish->parts & with_counters))
    return LSC_TIMELINE_RECORDED;
  if (wish->pipelines || (wish->parts & (LSC_DIGEST_FIGURES | LSC_SESSION_OPERATORS)))
    return LSC_TIMELINE_COMM | LSC_TIMELINE_EVENTS;
  if (wish->parts & LSC_DIGEST_TIMES)
    return LSC_TIMELINE_COMM | LSC_TIMELINE_DEVICE;
  return LSC_TIMELINE_COMM;
}

/* No digest looks at lanes that are computed. Who keeps timelines is asked for them next. */
static LscTimelineParts
find_parts (const Wish *wish)
{
  gboolean is_drawn = wish->picture || wish->excerpt || wish->session->keeps_timelines;

  return find_recorded (wish) | (is_drawn ? LSC_TIMELINE_DRAWN : 0);
}

/* @timeline: (nullable): what is there already */
static LscRun *
load_marks (const Wish *wish, LscTimeline *timeline, LscJob *job, GError **error)
{
  LscLoadFlags flags = LSC_LOAD_FOR_PIPELINE;

  if (wish->options->pipeline.host_passes) /* follow the links between forward and backward ops */
    flags |= LSC_LOAD_LINKED_OPS | LSC_LOAD_LINKS;
  return timeline ? lsc_run_new_from_timeline (timeline, flags, job, error)
                  : _lsc_session_load_run (wish->session, wish->rank->source, flags, job, error);
}

/* The run, with all its kernels, goes when its rank was looked at. */
static gboolean
find_pipeline (const Wish *wish, LscSessionFacts *facts, LscTimeline *timeline, LscJob *job,
               GError **error)
{
  g_autoptr (LscRun) run = NULL;

  if (wish->old && wish->old->has_pipeline)
    {
      _lsc_session_facts_share_pipeline (facts, wish->old);
      return TRUE;
    }
  run = load_marks (wish, timeline, job, error);
  if (!run)
    return FALSE;
  facts->notices = lsc_notices_ref (run->notices);
  facts->pipeline = lsc_pipeline_rank_new (run, &wish->options->pipeline, error);
  return facts->pipeline != NULL;
}

/* What is there already is not made again for the kernels alone. */
static gboolean
take_old_digest (const Wish *wish, LscSessionFacts *facts)
{
  const LscSessionFacts *old = wish->old;
  const LscDigestParts parts = wish->parts & ~LSC_SESSION_OPERATORS;

  if (!old || !old->digest || (old->parts & parts) != parts ||
      old->has_pipeline != facts->has_pipeline)
    return FALSE;
  facts->digest = lsc_rank_digest_ref (old->digest);
  facts->kernels = old->kernels ? lsc_step_kernels_ref (old->kernels) : NULL;
  return TRUE;
}

/* Whether a rank has a pipeline, and where its blocks are, is asked of its pipeline alone.
 * @budget: (inout): is made where it is not there and the digest needs it */
static gboolean
make_digest (const Wish *wish, LscSessionFacts *facts, LscTimeline *timeline, LscBudget **budget,
             LscJob *job, GError **error)
{
  LscIntervals blocks = { 0 };

  if (take_old_digest (wish, facts))
    return TRUE;
  *budget = lsc_budget_new (timeline, job, error);
  if (!*budget)
    return FALSE;
  if (facts->pipeline)
    lsc_pipeline_rank_list_blocks (facts->pipeline, &blocks);
  facts->digest = lsc_rank_digest_new_of_budget (
      timeline, *budget, &blocks, wish->parts & (LSC_DIGEST_JUDGED | LSC_DIGEST_COMPARED), job,
      error);
  lsc_intervals_clear (&blocks);
  if (facts->digest && (wish->parts & LSC_DIGEST_COMPARED))
    facts->kernels = lsc_rank_digest_list_kernels (
        facts->digest, timeline, lsc_rank_digest_find_median_step (facts->digest),
        (wish->parts & LSC_SESSION_SHEETS) != 0, job, error);
  return facts->digest && (facts->kernels || !(wish->parts & LSC_DIGEST_COMPARED));
}

/* Rows of a database are more than its timeline; where that was there, they are read by themselves.
 */
static LscRun *
get_rows (const Wish *wish, LscTimeline *timeline, LscRun *run, LscJob *job, GError **error)
{
  if (run)
    return lsc_run_ref (run);
  return wish->rank->source->format == LSC_FORMAT_ASCEND_DB
             ? _lsc_session_load_run (wish->session, wish->rank->source, LSC_LOAD_FOR_OPERATORS,
                                      job, error)
             : lsc_run_new_from_timeline (timeline, LSC_LOAD_FOR_OPERATORS, job, error);
}

static gboolean
needs_sheet (const Wish *wish)
{
  return (wish->parts & LSC_SESSION_OPERATORS) && !(wish->old && wish->old->sheet);
}

/* @budget: (nullable): if it is there
 * @rows: (nullable): as they were read together with the timeline */
static gboolean
make_sheet (const Wish *wish, LscSessionFacts *facts, LscTimeline *timeline,
            const LscBudget *budget, LscRun *rows, LscJob *job, GError **error)
{
  g_autoptr (LscRun) run = NULL;

  if (!(wish->parts & LSC_SESSION_OPERATORS))
    return TRUE;
  if (!needs_sheet (wish))
    {
      facts->sheet = lsc_op_sheet_ref (wish->old->sheet);
      return TRUE;
    }
  run = get_rows (wish, timeline, rows, job, error);
  if (run)
    facts->sheet = lsc_op_sheet_new (
        &(LscOpRecording){ timeline, budget, run, &wish->options->module, &wish->options->mfu },
        job, error);
  if (facts->sheet)
    _lsc_session_look_at_sheet (wish->session, wish->rank, facts->sheet);
  return facts->sheet != NULL;
}

static LscTimeline *
read_timeline (const Wish *wish, LscRun **run, LscJob *job, GError **error)
{
  return needs_sheet (wish)
             ? _lsc_session_rank_read_with_run (wish->session, wish->rank, find_parts (wish),
                                                wish->n_threads, run, job, error)
             : _lsc_session_rank_read (wish->session, wish->rank, find_parts (wish),
                                       wish->n_threads, job, error);
}

static gboolean
take_facts (const Wish *wish, LscSessionFacts *facts, LscTimeline *timeline, LscRun *rows,
            LscJob *job, GError **error)
{
  g_autoptr (LscBudget) budget = NULL;

  return make_digest (wish, facts, timeline, &budget, job, error) &&
         make_sheet (wish, facts, timeline, budget, rows, job, error);
}

/* (nullable): where nothing is worth it, there is none */
static LscTimeline *
cut_excerpt (const LscTimeline *timeline, const LscRankDigest *digest)
{
  LscIntervals spans = { 0 };
  LscTimeline *excerpt;

  lsc_excerpt_choose (timeline, digest, &spans);
  excerpt = spans.n > 0 ? lsc_excerpt_cut (timeline, &spans) : NULL;
  lsc_intervals_clear (&spans);
  return excerpt;
}

static gpointer
make_facts_of_events (const Wish *wish, LscJob *job, GError **error)
{
  gboolean keeps_trace =
      wish->session->keeps_timelines && wish->rank->source->format != LSC_FORMAT_ASCEND_DB;
  g_autoptr (LscSessionFacts) facts = g_new0 (LscSessionFacts, 1);
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscRun) run = NULL;
  gboolean ok = TRUE;

  g_atomic_ref_count_init (&facts->refs);
  facts->index = (gsize) (wish->rank - wish->session->ranks);
  facts->parts = wish->parts;
  if (wish->parts != 0 || keeps_trace)
    {
      timeline = read_timeline (wish, &run, job, error);
      if (!timeline)
        return NULL;
    }
  facts->has_pipeline = wish->pipelines;
  if (wish->pipelines && !find_pipeline (wish, facts, timeline, job, &facts->failure) &&
      (wish->parts == 0 || lsc_job_is_cancelled (job)))
    {
      g_propagate_error (error, g_steal_pointer (&facts->failure));
      ok = FALSE;
    }
  if (ok && wish->parts != 0)
    ok = take_facts (wish, facts, timeline, run, job, error);
  if (ok && timeline && wish->picture)
    facts->picture = lsc_timeline_pick (timeline, lsc_node_is_telling);
  if (ok && timeline && wish->excerpt && facts->digest)
    facts->excerpt = cut_excerpt (timeline, facts->digest);
  g_clear_pointer (&run, lsc_run_unref);
  g_clear_pointer (&timeline, lsc_timeline_unref);
  _lsc_session_trim (wish->session);
  return ok ? g_steal_pointer (&facts) : NULL;
}

/* Kernels one by one are in no extract, but in the recording that it was made of. */
static gboolean
is_of_extract (const Wish *wish, LscJob *job)
{
  g_autoptr (LscSource) origin = NULL;

  if (wish->rank->source->format != LSC_FORMAT_EXTRACT)
    return FALSE;
  origin = wish->parts & LSC_SESSION_OPERATORS ? _lsc_session_find_origin (wish->rank->source, job)
                                               : NULL;
  return !origin;
}

static gpointer
make_facts (gpointer data, LscJob *job, GError **error)
{
  const Wish *wish = data;

  return is_of_extract (wish, job) ? _lsc_session_read_extract (wish->session, wish->rank,
                                                                wish->old, wish->parts, job, error)
                                   : make_facts_of_events (wish, job, error);
}

static gboolean
has_all (const LscSessionFacts *facts, const Wish *wish)
{
  return (facts->parts & wish->parts) == wish->parts && (facts->has_pipeline || !wish->pipelines);
}

/* What was made of less is made anew of all, so that nobody loses what he has asked for. */
static LscSessionFacts *
get_facts (Wish *wish, LscJob *job, GError **error)
{
  LscSessionFacts *facts;

  while ((facts = lsc_once_get (wish->rank->facts, make_facts, wish, job, error)) &&
         !has_all (facts, wish))
    {
      wish->parts |= facts->parts;
      wish->pipelines |= facts->has_pipeline;
      g_clear_pointer (&wish->old, _lsc_session_facts_unref);
      wish->old = facts;
      lsc_once_forget (wish->rank->facts);
    }
  g_clear_pointer (&wish->old, _lsc_session_facts_unref);
  g_clear_pointer (&wish->options, lsc_session_options_free);
  return facts;
}

static Wish
make_wish (LscSession *self, LscSessionRank *rank, LscDigestParts parts, gboolean pipelines)
{
  Wish wish = { .session = self, .rank = rank, .parts = parts, .pipelines = pipelines };

  g_mutex_lock (&self->lock);
  wish.parts |= self->expected;
  if (wish.parts & LSC_SESSION_SHEETS)
    wish.parts |= LSC_DIGEST_COMPARED;
  if (wish.parts & (LSC_DIGEST_JUDGED | LSC_DIGEST_COMPARED))
    wish.parts |= LSC_DIGEST_FIGURES;
  if (wish.parts & LSC_DIGEST_FIGURES)
    wish.parts |= LSC_DIGEST_TIMES;
  if (wish.parts != 0)
    wish.parts |= LSC_SESSION_DIGEST;
  /* rules tell what was lost between blocks from what was lost elsewhere */
  wish.pipelines |= self->expects_pipelines || (wish.parts & LSC_DIGEST_JUDGED) != 0;
  wish.options = lsc_session_options_copy (self->options);
  wish.picture = self->expects_picture && rank == self->ranks;
  wish.excerpt = self->expects_excerpt;
  g_mutex_unlock (&self->lock);
  return wish;
}

/** Returns: (transfer full) (nullable): what is kept of one rank; the errors of reading it */
LscSessionFacts *
_lsc_session_get_facts_of (LscSession *self, LscSource *source, LscDigestParts parts,
                           gboolean pipelines, LscJob *job, GError **error)
{
  Wish wish = make_wish (self, _lsc_session_find (self, source), parts, pipelines);

  return get_facts (&wish, job, error);
}

/* ---- all ranks ---- */

/** While all ranks are read. Each thread has a place of its own in @facts and @errors. */
typedef struct
{
  LscSession *session;
  LscDigestParts parts;
  gboolean pipelines;
  guint n_threads; /* for each rank */
  LscJob *job;
  LscSessionFacts **facts;
  GError **errors;
  gboolean *counts; /* of each rank: whether it counts in the progress */
} All;

static gboolean
is_extract (const LscSession *self, gsize index)
{
  return ((const LscSource *) self->sources->pdata[index])->format == LSC_FORMAT_EXTRACT;
}

static gboolean
is_there (LscSessionRank *rank, const Wish *wish)
{
  g_autoptr (LscSessionFacts) facts = lsc_once_peek (rank->facts);

  return facts && has_all (facts, wish);
}

/* Readers of recordings say how far they are; of extracts, each read at once, the ranks count.
 * Those that are there already do not: what is asked for next would begin at 0 % again. */
static void
expect_extracts (const All *all)
{
  LscSession *self = all->session;
  gint64 n = 0;

  for (guint i = 0; i < self->sources->len; i++)
    if (is_extract (self, i))
      {
        Wish wish = make_wish (self, &self->ranks[i], all->parts, all->pipelines);

        all->counts[i] = !is_there (&self->ranks[i], &wish);
        n += all->counts[i];
        lsc_session_options_free (wish.options);
      }
  if (n > 0)
    lsc_job_add_work (all->job, n);
}

static void
read_one (gsize index, gpointer user_data)
{
  All *all = user_data;
  Wish wish = make_wish (all->session, &all->session->ranks[index], all->parts, all->pipelines);

  wish.n_threads = all->n_threads;
  all->facts[index] = get_facts (&wish, all->job, &all->errors[index]);
  if (all->counts[index])
    lsc_job_did (all->job, 1);
}

/**
 * _lsc_session_get_facts:
 *
 * Reads all ranks, as many at a time as there are threads and as memory goes. One that cannot be
 * read is left out, and a notice.
 *
 * Returns: (transfer full) (element-type LscSessionFacts) (nullable): of those that could be read;
 *   %NULL with the error of the first rank if there are none
 */
GPtrArray *
_lsc_session_get_facts (LscSession *self, LscDigestParts parts, gboolean pipelines, LscJob *job,
                        GError **error)
{
  guint n = self->sources->len;
  g_autofree LscSessionFacts **facts = g_new0 (LscSessionFacts *, MAX (n, 1));
  g_autofree GError **errors = g_new0 (GError *, MAX (n, 1));
  g_autofree gboolean *counts = g_new0 (gboolean, MAX (n, 1));
  All all = { self, parts, pipelines, MAX (1, self->n_threads / MAX (n, 1)),
              job,  facts, errors,    counts };
  GPtrArray *list;

  expect_extracts (&all);
  lsc_job_run_parallel (self->n_threads, n, read_one, &all);
  lsc_array_give_back ();
  list = _lsc_session_gather (self, (gpointer *) facts, errors,
                              (GDestroyNotify) _lsc_session_facts_unref, job, error);
  for (guint i = 0; i < n; i++)
    g_clear_error (&errors[i]);
  return list;
}

/**
 * lsc_session_get_digest:
 * @source: of the session
 *
 * @parts: 0 = what is always there
 *
 * Returns: (transfer full) (nullable): what is kept of a rank, with at least @parts
 */
LscRankDigest *
lsc_session_get_digest (LscSession *self, LscSource *source, LscDigestParts parts, LscJob *job,
                        GError **error)
{
  g_autoptr (LscSessionFacts) facts = NULL;

  g_return_val_if_fail (self && _lsc_session_find (self, source), NULL);
  facts = _lsc_session_get_facts_of (self, source, parts | LSC_SESSION_DIGEST, FALSE, job, error);
  return facts ? lsc_rank_digest_ref (facts->digest) : NULL;
}

/**
 * lsc_session_get_digests:
 *
 * Returns: (transfer full) (element-type LscRankDigest) (nullable): of the ranks that could be
 * read, in the order of the sources; %NULL with the error of the first one when there is none
 */
GPtrArray *
lsc_session_get_digests (LscSession *self, LscDigestParts parts, LscJob *job, GError **error)
{
  g_autoptr (GPtrArray) facts = NULL;
  GPtrArray *list;

  g_return_val_if_fail (self, NULL);
  facts = _lsc_session_get_facts (self, parts | LSC_SESSION_DIGEST, FALSE, job, error);
  if (!facts)
    return NULL;
  list = g_ptr_array_new_full (facts->len, (GDestroyNotify) lsc_rank_digest_unref);
  for (guint i = 0; i < facts->len; i++)
    g_ptr_array_add (list, lsc_rank_digest_ref (((LscSessionFacts *) facts->pdata[i])->digest));
  return list;
}

/* ---- kernels of a step ---- */

/** A step by its length. */
typedef struct
{
  gint64 ns;
  gsize index;
} Length;

static int
compare_lengths (const void *a, const void *b)
{
  const Length *x = a, *y = b;

  LSC_RETURN_ORDER (x->ns, y->ns);
  return LSC_ORDER (x->index, y->index);
}

static gboolean
lack_steps (const LscRankDigest *digest, const gint64 steps[2], GError **error)
{
  g_autofree char *title = lsc_rank_is_told (digest->rank) ? lsc_rank_digest_get_title (digest)
                                                           : g_strdup (_ ("The recording"));

  return steps[0] == steps[1] ? lsc_fail (error, LSC_ERROR_NOTHING,
                                          _ ("%s has no step %" PRId64 "."), title, steps[0])
                              : lsc_fail (error, LSC_ERROR_NOTHING,
                                          _ ("%s has no step from %" PRId64 " to %" PRId64 "."),
                                          title, steps[0], steps[1]);
}

/* Of those whose number lies in the range, the one of median length. */
static gboolean
find_step (const LscRankDigest *digest, const gint64 steps[2], gsize *index, GError **error)
{
  g_autofree Length *found = g_new (Length, digest->steps.n + 1);
  gsize n = 0;

  for (gsize i = 0; i < digest->steps.n; i++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_step (digest, i);

      if (step->step >= steps[0] && step->step <= steps[1])
        found[n++] = (Length){ step->step_ns, i };
    }
  if (n == 0)
    return lack_steps (digest, steps, error);
  qsort (found, n, sizeof *found, compare_lengths);
  *index = found[(n - 1) / 2].index;
  return TRUE;
}

/**
 * _lsc_session_list_kernels:
 * @facts: with #LSC_DIGEST_COMPARED, and #LSC_SESSION_SHEETS if @has_sheets
 * @steps: (nullable) (array fixed-size=2): numbers of the first and last step, of which the one of
 *   median length is taken; %NULL = of all
 *
 * Returns: (transfer full) (nullable): the kernels of that step; those of a step that is not the
 * one of median length are not kept
 */
LscStepKernels *
_lsc_session_list_kernels (LscSession *self, LscSessionFacts *facts, const gint64 *steps,
                           gboolean has_sheets, LscJob *job, GError **error)
{
  gsize index = facts->kernels->step;
  g_autoptr (LscTimeline) timeline = NULL;
  LscStepKernels *kernels;

  if (steps && !find_step (facts->digest, steps, &index, error))
    return NULL;
  if (index == facts->kernels->step)
    return lsc_step_kernels_ref (facts->kernels);
  timeline = _lsc_session_rank_read (self, &self->ranks[facts->index], LSC_TIMELINE_RECORDED, 0,
                                     job, error);
  if (!timeline)
    return NULL;
  kernels = lsc_rank_digest_list_kernels (facts->digest, timeline, index, has_sheets, job, error);
  g_clear_pointer (&timeline, lsc_timeline_unref);
  _lsc_session_trim (self);
  return kernels;
}

/**
 * lsc_session_get_kernels:
 * @source: of the session
 * @step: (nullable): the number of a step; %NULL = the one of median length, whose kernels are kept
 * @has_sheets: with what only the sheets of the reference tool show
 *
 * Errors: those of lsc_session_get_timeline(); %LSC_ERROR_NOTHING where the rank has no such step.
 *
 * Returns: (transfer full) (nullable): the kernels of a step of a rank
 */
LscStepKernels *
lsc_session_get_kernels (LscSession *self, LscSource *source, const gint64 *step,
                         gboolean has_sheets, LscJob *job, GError **error)
{
  LscDigestParts parts = LSC_DIGEST_COMPARED | (has_sheets ? LSC_SESSION_SHEETS : 0);
  const gint64 steps[] = { step ? *step : 0, step ? *step : 0 };
  g_autoptr (LscSessionFacts) facts = NULL;

  g_return_val_if_fail (self && source && _lsc_session_find (self, source), NULL);
  facts = _lsc_session_get_facts_of (self, source, parts, FALSE, job, error);
  return facts
             ? _lsc_session_list_kernels (self, facts, step ? steps : NULL, has_sheets, job, error)
             : NULL;
}

/**
 * lsc_session_get_picture:
 * @source: of the session
 *
 * Returns: (transfer full) (nullable): the lanes of a rank that tell most, for documents; with the
 *   errors of lsc_session_get_timeline()
 */
LscTimeline *
lsc_session_get_picture (LscSession *self, LscSource *source, LscJob *job, GError **error)
{
  g_autoptr (LscSessionFacts) facts = NULL;
  g_autoptr (LscTimeline) timeline = NULL;
  LscSessionRank *rank;

  g_return_val_if_fail (self && source, NULL);
  rank = _lsc_session_find (self, source);
  g_return_val_if_fail (rank, NULL);
  facts = lsc_once_peek (rank->facts);
  if (facts && facts->picture)
    return lsc_timeline_ref (facts->picture);
  timeline = _lsc_session_rank_read (self, rank, LSC_TIMELINE_WHOLE, 0, job, error);
  return timeline ? lsc_timeline_pick (timeline, lsc_node_is_telling) : NULL;
}

/** Returns: whether it is of a process without a device and a number: beside others that have
 * devices it is no rank of theirs */
gboolean
_lsc_session_is_beside (const LscRankDigest *digest)
{
  return digest->rank < 0 && lsc_budget_lacks_device (digest->lack);
}

/** Returns: (transfer full) (element-type LscSource): ranks of which something is kept, in their
 * order: those of the overview, when that was asked for */
GPtrArray *
lsc_session_list_read (LscSession *self)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  g_autoptr (GPtrArray) ranks = g_ptr_array_new ();

  g_return_val_if_fail (self, list);
  for (guint i = 0; i < self->sources->len; i++)
    {
      g_autoptr (LscSessionFacts) facts = lsc_once_peek (self->ranks[i].facts);

      if (facts)
        g_ptr_array_add (list, lsc_source_ref (self->sources->pdata[i]));
      if (facts && !(facts->digest && _lsc_session_is_beside (facts->digest)))
        g_ptr_array_add (ranks, self->sources->pdata[i]);
    }
  for (guint i = list->len; ranks->len > 0 && i-- > 0;)
    if (!g_ptr_array_find (ranks, list->pdata[i], NULL))
      g_ptr_array_remove_index (list, i);
  return list;
}

/**
 * lsc_session_forget_rank:
 *
 * Has a rank read afresh, and what depends on it made anew, when it is asked for: its file has
 * grown.
 */
void
lsc_session_forget_rank (LscSession *self, LscSource *source)
{
  LscSessionRank *rank;

  g_return_if_fail (self && source);
  rank = _lsc_session_find (self, source);
  g_return_if_fail (rank);
  lsc_session_forget_timeline (self, source);
  g_mutex_lock (&self->lock);
  g_queue_remove (&self->runs, rank);
  g_clear_pointer (&rank->run, lsc_run_unref);
  g_mutex_unlock (&self->lock);
  lsc_once_forget (rank->facts);
  lsc_once_forget (rank->memory);
  lsc_once_forget (self->overview);
  lsc_once_forget (self->findings);
  lsc_once_forget (self->pipelines);
  lsc_once_forget (self->verdicts);
}
