/* lsc-pipeline-legs.c - sends and receives: pairs, and the blocks they serve
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/pipeline/lsc-pipeline-legs.h"
#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-sort.h"

/* pipeline.md#links. Per group, sender and receiver the k-th send pairs with the (k+s)-th receive;
 * s is not 0 only if one side began to record between two messages. */

/* Local rank to global: by the group's members, else by where this rank stands in the pipeline. */
static gint64
global_rank (const LscPipelineGroup *group, const LscMembers *members, gsize row, gint64 own,
             gint64 local)
{
  if (local < 0)
    return -1;
  if (members->n > 0)
    return lsc_members_get (members, (gsize) local);
  if (local == own)
    return group->ranks[row];
  if (own == (gint64) row)
    return (gsize) local < group->n_ranks ? group->ranks[local] : -1;
  if (own == 0 && local == 1 && row + 1 < group->n_ranks)
    return group->ranks[row + 1];
  if (own == 1 && local == 0 && row > 0)
    return group->ranks[row - 1];
  return -1;
}

/**
 * Reading: a rank whose messages become legs
 * @names: of each of its groups its name in @strings, %LSC_STRING_NONE = not asked for yet
 */
typedef struct
{
  LscLegRefs *legs;
  LscIntern *strings;
  const LscPipelineGroup *group;
  gsize row;
  const LscPipelineRank *rank;
  guint32 *names;
} Reading;

static guint32
keep_valid (const Reading *self, guint32 text)
{
  const char *recorded = lsc_pipeline_rank_text (self->rank, text);

  return g_utf8_validate (recorded, -1, NULL)
             ? lsc_intern_add (self->strings, recorded)
             : lsc_intern_add_take (self->strings, g_utf8_make_valid (recorded, -1));
}

/* One group has all messages of a rank mostly. */
static guint32
keep_group (const Reading *self, guint32 index)
{
  if (self->names[index] == LSC_STRING_NONE)
    self->names[index] = keep_valid (self, self->rank->groups.items[index].name);
  return self->names[index];
}

static void
add_leg (const Reading *self, const LscRankMessage *op)
{
  const LscPipelineGroup *group = self->group;
  const LscMembers *members = &self->rank->groups.items[op->group].members;
  gsize row = self->row;
  gint64 own = op->type == LSC_P2P_RECEIVE ? op->dst : op->src;
  guint32 name = keep_valid (self, op->name);
  LscLegRef *leg = lsc_leg_refs_add (self->legs);

  *leg = (LscLegRef){ .row = (guint32) row,
                      .type = op->type,
                      .is_stray = op->is_stray,
                      .order_ns = op->order_ns,
                      .step = G_MAXSIZE };
  leg->leg = (LscLeg){
    .start_ns = op->start_ns,
    .end_ns = op->end_ns,
    .src_rank = global_rank (group, members, row, own, op->src),
    .dst_rank = global_rank (group, members, row, own, op->dst),
    .name = name,
    .group = keep_group (self, op->group),
    .block = G_MAXUINT32,
    .is_send = op->type == LSC_P2P_SEND,
  };
  if (members->n == 2 && leg->leg.src_rank < 0 && op->type != LSC_P2P_BATCH)
    {
      gint64 me = group->ranks[row];
      gint64 other = lsc_members_get (members, lsc_members_get (members, 0) == me);

      leg->leg.src_rank = leg->leg.is_send ? me : other;
      leg->leg.dst_rank = leg->leg.is_send ? other : me;
    }
}

static void
collect_row (LscLegRefs *legs, LscPipelineBuild *build, const LscPipelineGroup *group, gsize row,
             const LscPipelineRank *rank, gboolean tells)
{
  g_autofree guint32 *names = g_new (guint32, rank->groups.n + 1);
  const Reading reading = { legs, build->pipeline->strings, group, row, rank, names };
  gint64 n_ambiguous = 0;

  for (gsize i = 0; i < rank->groups.n; i++)
    names[i] = LSC_STRING_NONE;
  for (gsize i = 0; i < rank->messages.n; i++)
    {
      const LscRankMessage *op = &rank->messages.items[i];

      if (op->end_ns < op->start_ns)
        continue;
      if (op->is_ambiguous && op->type != LSC_P2P_BATCH)
        n_ambiguous++;
      else
        add_leg (&reading, op);
    }
  _lsc_pipeline_note (
      build->pipeline->notices, LSC_SEVERITY_WARNING, "pp-leg-ambiguous", rank,
      tells ? n_ambiguous : 0,
      _ ("Send and receive operators whose tasks name several pairs of ranks were skipped."), NULL,
      NULL);
}

typedef struct
{
  gsize step;
  gint64 begin_ns;
  gint64 end_ns;
} Span;

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const Span *x = a, *y = b;

  return LSC_ORDER (x->begin_ns, y->begin_ns);
}

/* A leg belongs to the step of its rank that it is nearest to. */
static void
find_leg_steps (LscLegRefs *legs, gsize first, const LscPipelineGroup *group, gsize row)
{
  g_autofree Span *spans = g_new (Span, group->n_steps);
  gsize n = 0;

  for (gsize i = 0; i < group->n_steps; i++)
    if (group->steps[i].rows[row].n_blocks > 0)
      spans[n++] = (Span){ i, group->steps[i].rows[row].blocks[0].start_ns,
                           _lsc_pipeline_row_end (&group->steps[i].rows[row]) };
  if (n > 1)
    qsort (spans, n, sizeof (Span), compare_spans);
  for (gsize i = first; n > 0 && i < legs->n; i++)
    {
      LscLegRef *leg = &legs->items[i];
      gsize low; /* the last span that begins in time, or the first */

      if (leg->is_stray)
        continue;
      low = LSC_BISECT (k, 1, n, spans[k].begin_ns <= leg->leg.start_ns) - 1;
      if (low + 1 < n && leg->leg.start_ns > spans[low].end_ns &&
          spans[low + 1].begin_ns - leg->leg.end_ns < leg->leg.start_ns - spans[low].end_ns)
        low++;
      leg->step = spans[low].step;
    }
}

/** The legs of all ranks of a group, by row, then start. @tells: of those that were left out */
LscLegRefs
lsc_legs_collect (LscPipelineBuild *build, const LscPipelineGroup *group, LscPipelineMember **ranks,
                  gboolean tells)
{
  LscLegRefs legs = { NULL, 0, 0 };
  gsize n = 0;

  g_return_val_if_fail (build && group && ranks, (LscLegRefs){ 0 });
  for (gsize row = 0; row < group->n_ranks; row++)
    n += ranks[row] ? ranks[row]->rank->messages.n : 0;
  lsc_leg_refs_reserve (&legs, n);
  for (gsize row = 0; row < group->n_ranks; row++)
    {
      gsize first = legs.n;

      if (!ranks[row])
        continue;
      collect_row (&legs, build, group, row, ranks[row]->rank, tells);
      find_leg_steps (&legs, first, group, row);
    }
  return legs;
}

/* Legs of one group, sender and receiver come together, sends before receives, by start. */
static int
compare_for_pairing (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscLegRefs *legs = data;
  const LscLegRef *x = &legs->items[*(const gsize *) a], *y = &legs->items[*(const gsize *) b];

  LSC_RETURN_ORDER (x->leg.group, y->leg.group);
  LSC_RETURN_ORDER (x->leg.src_rank, y->leg.src_rank);
  LSC_RETURN_ORDER (x->leg.dst_rank, y->leg.dst_rank);
  if (x->leg.is_send != y->leg.is_send)
    return x->leg.is_send ? -1 : 1;
  LSC_RETURN_ORDER (x->order_ns, y->order_ns);
  return LSC_ORDER (*(const gsize *) a, *(const gsize *) b);
}

static gboolean
same_stream (const LscLegRef *a, const LscLegRef *b)
{
  return a->leg.group == b->leg.group && a->leg.src_rank == b->leg.src_rank &&
         a->leg.dst_rank == b->leg.dst_rank;
}

static int
compare_ends (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscLegRefs *legs = data;
  const LscLegRef *x = &legs->items[*(const gsize *) a], *y = &legs->items[*(const gsize *) b];

  if (x->leg.is_send != y->leg.is_send)
    return x->leg.is_send ? -1 : 1;
  LSC_RETURN_ORDER (x->leg.end_ns, y->leg.end_ns);
  LSC_RETURN_ORDER (x->order_ns, y->order_ns);
  return LSC_ORDER (*(const gsize *) a, *(const gsize *) b);
}

/* Messages of several chunks may be sent in another order than they are waited for. It shows in a
 * leg that ends before one that began earlier; what ends together belongs together then. */
static void
uncross (LscLegRefs *legs, gsize *order, gsize n)
{
  gboolean is_crossed = FALSE;

  for (gsize i = 0; i < n; i++)
    {
      const LscLegRef *leg = &legs->items[order[i]];
      const LscLegRef *before = i > 0 ? &legs->items[order[i - 1]] : leg;

      if (leg->is_stray)
        return;
      is_crossed |= before->leg.is_send == leg->leg.is_send && leg->leg.end_ns < before->leg.end_ns;
    }
  if (is_crossed)
    g_qsort_with_data (order, (gint) MIN (n, G_MAXINT), sizeof (gsize), compare_ends, legs);
}

static void
pair_stream (LscLegRefs *legs, gsize *order, gsize n, LscLegPairs *pairs)
{
  LscInt64s sends = { NULL, 0, 0 }, receives = { NULL, 0, 0 };
  gssize shift;

  uncross (legs, order, n);
  for (gsize i = 0; i < n; i++)
    {
      const LscLegRef *leg = &legs->items[order[i]];

      lsc_int64s_append (leg->leg.is_send ? &sends : &receives,
                         leg->is_stray ? LSC_CLOCK_NO_TIME : leg->leg.end_ns);
    }
  shift = lsc_clock_find_shift (&sends, &receives);
  for (gsize k = 0; k < sends.n; k++)
    if (lsc_clock_are_timed (&sends, &receives, k, shift))
      lsc_leg_pairs_append (
          pairs, (LscLegPair){ order[k], order[sends.n + (gsize) ((gssize) k + shift)] });
  lsc_int64s_clear (&sends);
  lsc_int64s_clear (&receives);
}

/* By lengths, which clocks do not change. */
static gboolean
waited_longer (const LscLeg *a, const LscLeg *b)
{
  gint64 x = a->end_ns - a->start_ns, y = b->end_ns - b->start_ns;

  return x != y ? x > y : a->start_ns < b->start_ns;
}

/* A batch in a group of two: the same operator on both sides; who waited longer received. */
static void
pair_batches (LscLegRefs *legs, const LscPipelineGroup *group, LscLegPairs *pairs)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize i = 0; i < legs->n; i++)
    {
      LscLegRef *leg = &legs->items[i];
      gsize other;
      char *key;

      if (leg->type != LSC_P2P_BATCH || leg->is_stray)
        continue;
      key = g_strdup_printf ("%u %u", leg->leg.group, leg->leg.name);
      other = GPOINTER_TO_SIZE (g_hash_table_lookup (seen, key));
      g_hash_table_replace (seen, key, GSIZE_TO_POINTER (i + 1));
      if (other == 0 || legs->items[other - 1].row == leg->row)
        continue;
      other--;
      if (waited_longer (&legs->items[other].leg, &leg->leg))
        lsc_leg_pairs_append (pairs, (LscLegPair){ i, other });
      else
        lsc_leg_pairs_append (pairs, (LscLegPair){ other, i });
    }
  for (gsize i = 0; i < pairs->n; i++)
    {
      LscLegRef *send = &legs->items[pairs->items[i].send];
      LscLegRef *receive = &legs->items[pairs->items[i].receive];

      send->leg.is_send = TRUE;
      receive->leg.is_send = FALSE;
      send->leg.src_rank = receive->leg.src_rank = group->ranks[send->row];
      send->leg.dst_rank = receive->leg.dst_rank = group->ranks[receive->row];
    }
}

/** Pairs sends with receives. */
LscLegPairs
lsc_legs_pair (LscLegRefs *legs, const LscPipelineGroup *group)
{
  LscLegPairs pairs = { NULL, 0, 0 };
  g_autofree gsize *order = NULL;
  gsize n = 0, begin = 0;

  g_return_val_if_fail (legs && group, (LscLegPairs){ 0 });
  order = g_new (gsize, legs->n + 1);
  pair_batches (legs, group, &pairs);
  for (gsize i = 0; i < legs->n; i++)
    if (legs->items[i].type != LSC_P2P_BATCH && legs->items[i].leg.src_rank >= 0 &&
        legs->items[i].leg.dst_rank >= 0)
      order[n++] = i;
  g_qsort_with_data (order, (gint) MIN (n, G_MAXINT), sizeof (gsize), compare_for_pairing, legs);
  for (gsize i = 1; i <= n; i++)
    if (i == n || !same_stream (&legs->items[order[i]], &legs->items[order[begin]]))
      {
        pair_stream (legs, order + begin, i - begin, &pairs);
        begin = i;
      }
  return pairs;
}
