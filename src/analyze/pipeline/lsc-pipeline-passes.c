/* lsc-pipeline-passes.c - passes of the host, for recordings without pipeline ranges
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-rank-private.h"

#include "base/lsc-sort.h"

/* pipeline.md#host-passes. A forward op and the backward op that autograd made of it share a
 * connection. Within one pass forward starts rise and backward starts fall; where the backward
 * start rises the next pass begins. A pass is two blocks: from the first link's forward start to
 * the last link's forward end, and from the last link's backward start to the first link's backward
 * end. */

#define FORWARD_OPS "forward ops"
#define BACKWARD_OPS "backward ops"

typedef struct
{
  gint64 forward_start_ns;
  gint64 forward_end_ns;
  gint64 backward_start_ns;
  gint64 backward_end_ns;
} OpLink;

LSC_DEFINE_ARRAY (OpLinks, op_links, OpLink)

/* An op of a real connection id. */
typedef struct
{
  gint64 real_id;
  guint32 op;
} Member;

LSC_DEFINE_ARRAY (Members, members, Member)

static int
compare_members (gconstpointer a, gconstpointer b)
{
  const Member *x = a, *y = b;

  LSC_RETURN_ORDER (x->real_id, y->real_id);
  return LSC_ORDER (x->op, y->op);
}

static int
compare_links (gconstpointer a, gconstpointer b)
{
  const OpLink *x = a, *y = b;

  LSC_RETURN_ORDER (x->forward_start_ns, y->forward_start_ns);
  LSC_RETURN_ORDER (y->backward_start_ns, x->backward_start_ns);
  return 0;
}

/* The connected ops but those of the task queue, by connection. */
static Members
collect_members (const LscRun *run)
{
  g_autoptr (GHashTable) op_of_id = g_hash_table_new (NULL, NULL);
  Members members = { NULL, 0, 0 };

  for (gsize i = 0; i < run->ops.n && i < G_MAXUINT32; i++)
    {
      const LscOp *op = &run->ops.items[i];

      if (op->local_id != LSC_ID_NONE && op->type != LSC_OP_QUEUE)
        g_hash_table_insert (op_of_id, GUINT_TO_POINTER (op->local_id), GSIZE_TO_POINTER (i + 1));
    }
  for (gsize i = 0; i < run->connections.n; i++)
    {
      const LscConnection *at = &run->connections.items[i];
      gsize op = GPOINTER_TO_SIZE (g_hash_table_lookup (op_of_id, GUINT_TO_POINTER (at->local_id)));

      if (op > 0)
        members_append (&members, (Member){ at->real_id, (guint32) (op - 1) });
    }
  if (members.n > 1)
    qsort (members.items, members.n, sizeof (Member), compare_members);
  return members;
}

/* The forward op of a connection is its first; the others are backward ops if they are known as
 * such. */
static void
link_members (const LscRun *run, const Member *members, gsize n, OpLinks *links)
{
  const LscOp *forward = NULL;

  for (gsize i = 0; i < n; i++)
    {
      const LscOp *op = &run->ops.items[members[i].op];

      if (op->fwd_role != LSC_FWD_BACKWARD && (!forward || op->start_ns < forward->start_ns))
        forward = op;
    }
  for (gsize i = 0; i < n && forward; i++)
    {
      const LscOp *op = &run->ops.items[members[i].op];

      if (op->fwd_role == LSC_FWD_BACKWARD && op->start_ns >= forward->start_ns)
        op_links_append (links,
                         (OpLink){ forward->start_ns, forward->end_ns, op->start_ns, op->end_ns });
    }
}

static OpLinks
collect_links (const LscRun *run)
{
  Members members = collect_members (run);
  OpLinks links = { NULL, 0, 0 };
  gsize end;

  for (gsize begin = 0; begin < members.n; begin = end)
    {
      for (end = begin + 1;
           end < members.n && members.items[end].real_id == members.items[begin].real_id;)
        end++;
      if (end - begin > 1)
        link_members (run, &members.items[begin], end - begin, &links);
    }
  members_clear (&members);
  if (links.n > 1)
    qsort (links.items, links.n, sizeof (OpLink), compare_links);
  return links;
}

/* A link with one end decades away would make a pass of half a century. */
static void
drop_strays (const LscPipelineReading *reading, OpLinks *links)
{
  LscStrayWords words = { .main = reading->main };
  g_autofree char *label = NULL;
  gsize n = 0;

  if (!reading->has_strays)
    return;
  label = lsc_run_get_label (reading->run);
  for (gsize i = 0; i < links->n; i++)
    {
      const OpLink *link = &links->items[i];
      LscInterval forward = { link->forward_start_ns, link->forward_end_ns };
      LscInterval backward = { link->backward_start_ns, link->backward_end_ns };
      gboolean is_forward = !lsc_stray_words_holds (&words, &forward);

      if (!is_forward && lsc_stray_words_holds (&words, &backward))
        links->items[n++] = *link;
      else
        lsc_stray_words_add (&words, &(LscStray){ .when = is_forward ? forward : backward,
                                                  .name = is_forward ? FORWARD_OPS : BACKWARD_OPS,
                                                  .place = label,
                                                  .n = 1 });
    }
  links->n = n;
  _lsc_pipeline_tell_strays (reading->rank->pass_notices, reading->rank, &words);
}

static void
add_block (const LscPipelineReading *reading, guint kind, gint64 start_ns, gint64 end_ns)
{
  LscBlockRange range = { .start_ns = start_ns,
                          .end_ns = end_ns,
                          .host_start_ns = start_ns,
                          .host_end_ns = end_ns,
                          .step = LSC_STEP_NONE,
                          .stream = LSC_ID_NONE,
                          .recorded = LSC_SCHEDULE_NO_ID,
                          .peer_name = LSC_STRING_NONE,
                          .kind = (guint8) kind,
                          .chunk = LSC_CHUNK_NONE,
                          .flags = LSC_BLOCK_HOST_TIME };

  if (end_ns <= start_ns)
    return;
  range.message =
      lsc_intern_add (reading->strings, kind == LSC_BLOCK_F ? FORWARD_OPS : BACKWARD_OPS);
  lsc_block_ranges_append (&reading->rank->passes, range);
}

static void
add_pass (const LscPipelineReading *reading, const OpLink *first, const OpLink *last)
{
  add_block (reading, LSC_BLOCK_F, first->forward_start_ns, last->forward_end_ns);
  add_block (reading, LSC_BLOCK_B, last->backward_start_ns, first->backward_end_ns);
}

/**
 * _lsc_pipeline_read_passes:
 *
 * Forward and backward passes of the host by the links of ops, of recordings that were loaded with
 * %LSC_LOAD_LINKED_OPS and %LSC_LOAD_LINKS. They count where no rank has a pipeline range.
 *
 * Cost: O(links log links). Source: PYTORCH_API, CONNECTION_IDS; fwdbwd arrows;
 * pipeline.md#host-passes.
 */
void
_lsc_pipeline_read_passes (LscPipelineReading *reading)
{
  LscPipelineRank *rank = reading->rank;
  OpLinks links = collect_links (reading->run);
  gsize begin = 0;

  rank->pass_notices = lsc_notices_new ();
  drop_strays (reading, &links);
  for (gsize i = 1; i <= links.n; i++)
    if (i == links.n || links.items[i].backward_start_ns > links.items[i - 1].backward_start_ns)
      {
        add_pass (reading, &links.items[begin], &links.items[i - 1]);
        begin = i;
      }
  op_links_clear (&links);
  _lsc_pipeline_place_blocks (reading, &rank->passes, rank->pass_notices);
}
