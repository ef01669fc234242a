/* lsc-digest-own.c - what a rank does itself, and until when communication holds it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>

#include "analyze/digest/lsc-digest-private.h"

/* replay.md#own. Communication that nothing hides holds a rank until the last operator in it ends.
 * What follows until the rank goes on, and communication in which none ends, is time of its own:
 * nothing that it could have waited for ended then. */

typedef enum
{
  MARK_OP_READY,
  MARK_OP_END,
  MARK_STEP_END,
  MARK_STEP_BEGIN,
  MARK_OP_BEGIN,
} MarkKind;

/** @index: of an operator, or of a step */
struct _LscDigestOwnMark
{
  gint64 time_ns;
  MarkKind kind;
  guint32 index;
};

static int
compare_marks (const void *a, const void *b)
{
  const LscDigestOwnMark *x = a, *y = b;

  LSC_RETURN_ORDER (x->time_ns, y->time_ns);
  LSC_RETURN_ORDER (x->kind, y->kind);
  return LSC_ORDER (x->index, y->index);
}

static gsize
list_marks (LscDigestOwnTime *self, const gint64 *ready_ns)
{
  const LscRankDigest *digest = self->digest;
  gsize n = 0;

  for (guint32 i = 0; i < digest->ops.n; i++)
    {
      const LscRankOp *op = &digest->ops.items[i];

      self->marks[n++] = (LscDigestOwnMark){ op->begin_ns, MARK_OP_BEGIN, i };
      self->marks[n++] = (LscDigestOwnMark){ op->end_ns, MARK_OP_END, i };
      if (ready_ns[i] != LSC_INT_NULL)
        self->marks[n++] = (LscDigestOwnMark){ ready_ns[i], MARK_OP_READY, i };
    }
  for (guint32 i = 0; i < digest->steps.n; i++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_step (digest, i);

      self->marks[n++] = (LscDigestOwnMark){ step->begin_ns, MARK_STEP_BEGIN, i };
      self->marks[n++] = (LscDigestOwnMark){ step->end_ns, MARK_STEP_END, i };
    }
  return n;
}

/**
 * _lsc_digest_own_init:
 * @self: (out caller-allocates): to be cleared with _lsc_digest_own_clear()
 * @digest: with steps and operators
 */
void
_lsc_digest_own_init (LscDigestOwnTime *self, LscRankDigest *digest, const LscTimeline *timeline)
{
  g_autofree gint64 *ready_ns = _lsc_digest_list_ready (digest, timeline);
  const LscDigestOwnStep none = { 0, 0 };

  *self = (LscDigestOwnTime){ .digest = digest };
  self->marks = g_new (LscDigestOwnMark, 3 * digest->ops.n + 2 * digest->steps.n + 1);
  self->n_marks = list_marks (self, ready_ns);
  qsort (self->marks, self->n_marks, sizeof (LscDigestOwnMark), compare_marks);
  self->time_ns = self->n_marks > 0 ? self->marks[0].time_ns : 0;
  for (guint32 i = 0; i < digest->steps.n; i++)
    lsc_digest_own_steps_append (&digest->own_steps, none);
}

/* What was done since the last mark is known to have been done by now. */
static void
pass_mark (LscDigestOwnTime *self, gboolean is_held)
{
  const LscDigestOwnMark *mark = &self->marks[self->at++];
  LscRankDigest *digest = self->digest;

  for (gsize i = 0; i < self->parts.n; i++)
    {
      self->parts.items[i].own_ns = self->own_ns;
      lsc_digest_owns_append (&digest->own, self->parts.items[i]);
    }
  self->parts.n = 0;
  switch (mark->kind)
    {
    case MARK_OP_READY:
      digest->ops.items[mark->index].own_ready_ns = self->own_ns;
      break;
    case MARK_OP_END:
      digest->ops.items[mark->index].own_end_ns = self->own_ns;
      digest->ops.items[mark->index].holds = is_held;
      break;
    case MARK_STEP_END:
      digest->own_steps.items[mark->index].end_ns = self->own_ns;
      break;
    case MARK_STEP_BEGIN:
      digest->own_steps.items[mark->index].begin_ns = self->own_ns;
      break;
    case MARK_OP_BEGIN:
      digest->ops.items[mark->index].own_begin_ns = self->own_ns;
      break;
    }
}

static void
add_part (LscDigestOwnTime *self, gint64 ns, LscWork work, LscLoss loss)
{
  LscDigestOwn part = { 0, ns, (guint8) work, (guint8) loss };

  self->own_ns += ns;
  if (ns == 0 || (work == LSC_WORK_N && loss == LSC_LOSS_N))
    return;
  for (gsize i = 0; i < self->parts.n; i++)
    if (self->parts.items[i].work == work && self->parts.items[i].loss == loss)
      {
        self->parts.items[i].ns += ns;
        return;
      }
  lsc_digest_owns_append (&self->parts, part);
}

static void
spend_own (LscDigestOwnTime *self, gint64 until_ns, LscWork work, LscLoss loss)
{
  while (self->at < self->n_marks && self->marks[self->at].time_ns < until_ns)
    {
      gint64 time_ns = MAX (self->marks[self->at].time_ns, self->time_ns);

      add_part (self, time_ns - self->time_ns, work, loss);
      self->time_ns = time_ns;
      pass_mark (self, FALSE);
    }
  add_part (self, MAX (until_ns - self->time_ns, 0), work, loss);
  self->time_ns = MAX (self->time_ns, until_ns);
}

static void
spend_held (LscDigestOwnTime *self, gint64 until_ns)
{
  while (self->at < self->n_marks && self->marks[self->at].time_ns <= until_ns)
    pass_mark (self, TRUE);
  self->time_ns = MAX (self->time_ns, until_ns);
}

/* The communication at work has come to an end: until when did it hold the rank? */
static void
end_comm (LscDigestOwnTime *self)
{
  gint64 held_ns = G_MININT64;

  if (self->comm.end_ns <= self->comm.begin_ns)
    return;
  for (gsize i = self->at; i < self->n_marks && self->marks[i].time_ns <= self->comm.end_ns; i++)
    if (self->marks[i].kind == MARK_OP_END && self->marks[i].time_ns > self->comm.begin_ns)
      held_ns = self->marks[i].time_ns;
  if (held_ns != G_MININT64)
    spend_held (self, held_ns);
  spend_own (self, self->comm.end_ns, LSC_WORK_N, LSC_LOSS_N);
  self->comm = (LscInterval){ 0, 0 };
}

static gboolean
is_communication (LscBudgetCategory category)
{
  return category == LSC_BUDGET_TRANSFER || category == LSC_BUDGET_WAIT ||
         category == LSC_BUDGET_COMM_OTHER || category == LSC_BUDGET_COMM ||
         category == LSC_BUDGET_BUBBLE;
}

/** Adds a piece, which follows those before by time. @loss: what it was lost to, %LSC_LOSS_N */
void
_lsc_digest_own_take (LscDigestOwnTime *self, const LscBudgetPiece *piece, LscLoss loss)
{
  gboolean is_comm = is_communication (piece->category);

  if (!is_comm || self->comm.end_ns != piece->begin_ns)
    end_comm (self);
  if (is_comm && self->comm.end_ns == piece->begin_ns && self->comm.end_ns > self->comm.begin_ns)
    self->comm.end_ns = piece->end_ns;
  else
    {
      spend_own (self, piece->begin_ns, LSC_WORK_N, LSC_LOSS_N);
      if (is_comm)
        self->comm = (LscInterval){ piece->begin_ns, piece->end_ns };
      else
        spend_own (self, piece->end_ns, lsc_work_of_piece (piece), loss);
    }
}

/** Fills what is known when all pieces have been taken. */
void
_lsc_digest_own_finish (LscDigestOwnTime *self)
{
  end_comm (self);
  while (self->at < self->n_marks)
    {
      spend_own (self, self->marks[self->at].time_ns, LSC_WORK_N, LSC_LOSS_N);
      pass_mark (self, FALSE);
    }
}

void
_lsc_digest_own_clear (LscDigestOwnTime *self)
{
  g_free (self->marks);
  lsc_digest_owns_clear (&self->parts);
}
