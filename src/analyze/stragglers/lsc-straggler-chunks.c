/* lsc-straggler-chunks.c - which computing a message belongs to, and what is at its other end
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/stragglers/lsc-straggler-template-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-sort.h"

#define NO_OP LSC_STRAGGLER_NO_OP

/* A message is noted that was never launched if it lies this far off. */
#define MOST_NS 50000

typedef struct
{
  guint8 kind;
  guint8 partner;
  guint8 computing;
  guint8 is_receive;
  gint8 way; /* to the stage of the other end */
} Side;

static const Side sides[] = {
  { LSC_JOB_OP_FORWARD_SEND, LSC_JOB_OP_FORWARD_RECV, LSC_JOB_OP_FORWARD_COMPUTE, FALSE, 1 },
  { LSC_JOB_OP_FORWARD_RECV, LSC_JOB_OP_FORWARD_SEND, LSC_JOB_OP_FORWARD_COMPUTE, TRUE, -1 },
  { LSC_JOB_OP_BACKWARD_SEND, LSC_JOB_OP_BACKWARD_RECV, LSC_JOB_OP_BACKWARD_COMPUTE, FALSE, -1 },
  { LSC_JOB_OP_BACKWARD_RECV, LSC_JOB_OP_BACKWARD_SEND, LSC_JOB_OP_BACKWARD_COMPUTE, TRUE, 1 },
};

static int
compare_numbers (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscStragglerOp *ops = data;

  return LSC_ORDER (ops[*(const guint32 *) a].number, ops[*(const guint32 *) b].number);
}

static void
list_by_number (const LscStragglerTemplate *self, gsize stage, guint kind, LscIndexes *out)
{
  _lsc_straggler_template_list (self, stage, kind, out);
  if (out->n > 1)
    g_qsort_with_data (out->items, (int) out->n, sizeof (guint32), compare_numbers,
                       self->model->ops);
}

/* ---- one chunk: by number ---- */

static void
tie_by_number (LscStragglerTemplate *self, const Side *side, gsize stage)
{
  g_auto (LscIndexes) messages = { 0 };
  gint64 other = (gint64) stage + side->way;

  _lsc_straggler_template_list (self, stage, side->kind, &messages);
  for (gsize i = 0; i < messages.n; i++)
    {
      guint32 message = messages.items[i], number = self->model->ops[message].number;

      self->owner[message] = _lsc_straggler_template_find (self, stage, side->computing, number);
      if (side->is_receive && number > 0)
        self->before[message] =
            _lsc_straggler_template_find (self, stage, side->computing, number - 1);
      if (other >= 0 && other < (gint64) self->model->n_stages)
        self->partner[message] =
            _lsc_straggler_template_find (self, (gsize) other, side->partner, number);
    }
}

/* ---- several chunks: by place (stragglers.md#chunks) ---- */

static gboolean
was_launched (const LscStragglerTemplate *self, const Side *side, guint32 message,
              const LscIndexes *computing)
{
  if (computing->n == 0)
    return TRUE;
  return side->is_receive
             ? self->times[message].start_ns <=
                   self->times[computing->items[computing->n - 1]].start_ns + MOST_NS
             : self->times[message].end_ns >= self->times[computing->items[0]].end_ns - MOST_NS;
}

static gboolean
refuse_count (const LscStragglerTemplate *self, const Side *side, gsize stage, gsize n_messages,
              gsize n_computing, LscPhrase **refusal)
{
  *refusal = lsc_phrase_new (
      N_ ("Stage %" PRId64 " has %zu %s for %zu %s, so that it is not known which belong "
          "together."),
      self->model->stages[stage], n_messages, lsc_job_op_kind_name (side->kind), n_computing,
      lsc_job_op_kind_name (side->computing));
  return FALSE;
}

static gboolean
tie_by_place (LscStragglerTemplate *self, const Side *side, gsize stage, LscPhrase **refusal)
{
  g_auto (LscIndexes) all = { 0 };
  g_auto (LscIndexes) messages = { 0 };
  g_auto (LscIndexes) computing = { 0 };
  gboolean is_end = stage == 0 || stage == self->model->n_stages - 1;
  gsize shift;

  list_by_number (self, stage, side->computing, &computing);
  _lsc_straggler_template_list (self, stage, side->kind, &all);
  for (gsize i = 0; i < all.n; i++)
    if (was_launched (self, side, all.items[i], &computing))
      lsc_indexes_append (&messages, all.items[i]);
  if (messages.n != computing.n && (!is_end || (messages.n != 0 && messages.n + 1 != computing.n)))
    return refuse_count (self, side, stage, messages.n, computing.n, refusal);
  shift = side->is_receive && messages.n + 1 == computing.n;
  for (gsize i = 0; i < messages.n; i++)
    {
      self->owner[messages.items[i]] = computing.items[i + shift];
      if (side->is_receive && i + shift > 0)
        self->before[messages.items[i]] = computing.items[i + shift - 1];
    }
  return TRUE;
}

/* Whether the chunk of a message has a neighbour on its other side. */
static gboolean
has_neighbour (const LscStragglerTemplate *self, const Side *side, guint32 message)
{
  guint32 owner = self->owner[message];
  gint64 chunk, n = (gint64) self->model->n_stages * self->n_chunks;

  if (owner == NO_OP)
    return FALSE;
  chunk = (gint64) self->model->ops[owner].chunk * (gint64) self->model->n_stages +
          self->model->ops[owner].stage + side->way;
  return chunk >= 0 && chunk < n;
}

static void
list_with_partner (const LscStragglerTemplate *self, const Side *side, gsize stage, LscIndexes *out)
{
  g_auto (LscIndexes) all = { 0 };

  _lsc_straggler_template_list (self, stage, side->kind, &all);
  for (gsize i = 0; i < all.n; i++)
    if (has_neighbour (self, side, all.items[i]))
      lsc_indexes_append (out, all.items[i]);
}

static void
pair_by_place (LscStragglerTemplate *self, const Side *send, const Side *receive)
{
  gsize n_stages = self->model->n_stages;

  for (gsize p = 0; p < n_stages; p++)
    {
      g_auto (LscIndexes) sent = { 0 };
      g_auto (LscIndexes) received = { 0 };

      list_with_partner (self, send, p, &sent);
      list_with_partner (self, receive,
                         send->way > 0 ? (p + 1) % n_stages : (p + n_stages - 1) % n_stages,
                         &received);
      for (gsize i = 0; i < MIN (sent.n, received.n); i++)
        {
          self->partner[sent.items[i]] = received.items[i];
          self->partner[received.items[i]] = sent.items[i];
        }
    }
}

static gboolean
check_chunks (const LscStragglerTemplate *self, LscPhrase **refusal)
{
  for (gsize i = 0; i < self->model->n_ops; i++)
    if (_lsc_straggler_kind_computes (self->model->ops[i].kind) &&
        self->model->ops[i].chunk == LSC_JOB_NO_CHUNK)
      {
        *refusal = lsc_phrase_new (
            N_ ("Stage %" PRId64 " has several chunks, and %s %u names none of them."),
            self->model->stages[self->model->ops[i].stage],
            lsc_job_op_kind_name (self->model->ops[i].kind), self->model->ops[i].number);
        return FALSE;
      }
  return TRUE;
}

/**
 * _lsc_straggler_template_tie:
 *
 * Finds of each message what it belongs to and its other end: by number, with several chunks by
 * place.
 *
 * Returns: %FALSE with @refusal where that cannot be told
 */
gboolean
_lsc_straggler_template_tie (LscStragglerTemplate *self, LscPhrase **refusal)
{
  if (self->n_chunks > 1 && !check_chunks (self, refusal))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    for (gsize p = 0; p < self->model->n_stages; p++)
      if (self->n_chunks == 1)
        tie_by_number (self, &sides[i], p);
      else if (!tie_by_place (self, &sides[i], p, refusal))
        return FALSE;
  if (self->n_chunks > 1)
    {
      pair_by_place (self, &sides[0], &sides[1]);
      pair_by_place (self, &sides[2], &sides[3]);
    }
  return TRUE;
}
