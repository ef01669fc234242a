/* lsc-naive-pipelines.c - blocks and messages of pipelines, and what they wait for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each pipeline is a replica; nothing is joined over them. What blocks need of each other is taken
 * from the links of a step, not from the schedule.
 */
#include "config.h"

#include "lsc-naive-job.h"

#define NONE G_MAXUINT
#define STRAY_NS 10000000

/* What begins on a row: a block, or an end of a message. */
typedef struct
{
  const char *kind;
  gsize row;
  gsize block; /* of a block */
  const LscPipelineLink *link;
  gboolean is_send;
  gint64 start_ns;
} Item;

static gboolean
runs (const LscBlock *block)
{
  return block->kind != LSC_BLOCK_L && block->kind != LSC_BLOCK_O;
}

static const char *
kind_of (const LscBlock *block)
{
  switch ((LscBlockKind) block->kind)
    {
    case LSC_BLOCK_F:
      return "forward-compute";
    case LSC_BLOCK_I:
      return "backward-dgrad-compute";
    case LSC_BLOCK_W:
      return "backward-wgrad-compute";
    case LSC_BLOCK_X:
      return "forward-backward";
    default:
      return "backward-compute";
    }
}

/* The block itself, of the head the one behind it. */
static gsize
find_block (const LscPipelineRow *row, gsize block)
{
  while (block < row->n_blocks && row->blocks[block].kind == LSC_BLOCK_L)
    block++;
  return block;
}

static gboolean
has_messages (const LscPipelineStep *step)
{
  for (gsize i = 0; i < step->n_links; i++)
    if (!step->links[i].is_measured)
      return FALSE;
  return step->n_links > 0;
}

static const char *
kind_of_end (const LscPipelineLink *link, gboolean is_send)
{
  if (is_send)
    return link->is_backward ? "backward-send" : "forward-send";
  return link->is_backward ? "backward-recv" : "forward-recv";
}

static GArray *
list_items (const LscPipelineStep *step, gboolean with_messages)
{
  GArray *items = g_array_new (FALSE, TRUE, sizeof (Item));

  for (gsize r = 0; r < step->n_rows; r++)
    for (gsize b = 0; b < step->rows[r].n_blocks; b++)
      {
        Item item = { .kind = kind_of (&step->rows[r].blocks[b]), .row = r, .block = b };

        if (runs (&step->rows[r].blocks[b]))
          g_array_append_val (items, item);
      }
  for (gsize i = 0; i < step->n_links && with_messages; i++)
    for (int is_send = 0; is_send < 2; is_send++)
      {
        const LscPipelineLink *link = &step->links[i];
        Item item = { .kind = kind_of_end (link, is_send),
                      .row = is_send ? link->src_row : link->dst_row,
                      .link = link,
                      .is_send = is_send,
                      .start_ns = is_send ? link->send_start_ns : link->recv_start_ns };

        g_array_append_val (items, item);
      }
  return items;
}

static guint
find_item (const GArray *items, gsize row, gsize block)
{
  for (guint i = 0; i < items->len; i++)
    if (!g_array_index (items, Item, i).link && g_array_index (items, Item, i).row == row &&
        g_array_index (items, Item, i).block == block)
      return i;
  return NONE;
}

static guint
find_end (const GArray *items, const LscPipelineLink *link, gboolean is_send)
{
  for (guint i = 0; i < items->len; i++)
    if (g_array_index (items, Item, i).link == link &&
        g_array_index (items, Item, i).is_send == is_send)
      return i;
  return NONE;
}

static void
need (LscNaiveOp *op, guint first, guint other)
{
  guint index = first + other;

  if (other != NONE)
    g_array_append_val (op->needs, index);
}

static gboolean
goes (const LscBlock *block, gboolean backward)
{
  return block->kind == LSC_BLOCK_X ||
         (backward ? block->kind == LSC_BLOCK_B || block->kind == LSC_BLOCK_I
                   : block->kind == LSC_BLOCK_F);
}

/* The end of a message before this one: of its kind and row, to or from the same row if @by_peer.
 */
static guint
find_before (const GArray *items, guint of, gboolean by_peer)
{
  const Item *item = &g_array_index (items, Item, of);
  guint found = NONE;

  for (guint i = 0; i < items->len; i++)
    {
      const Item *other = &g_array_index (items, Item, i);

      if (i == of || !other->link || other->row != item->row ||
          !g_str_equal (other->kind, item->kind) || other->start_ns >= item->start_ns)
        continue;
      if (by_peer && (other->link->src_row != item->link->src_row ||
                      other->link->dst_row != item->link->dst_row))
        continue;
      if (found == NONE || other->start_ns > g_array_index (items, Item, found).start_ns)
        found = i;
    }
  return found;
}

/* A receive is posted when the computing of its direction before it is over; the first one of a
 * backward also not before the block before the last. */
static void
add_posting (const LscPipelineStep *step, const GArray *items, const Item *item, LscNaiveOp *op,
             guint first)
{
  const LscPipelineRow *row = &step->rows[item->row];
  gsize block = find_block (row, item->link->dst_block), before = block, n = 0;
  gboolean is_first = TRUE;

  while (before-- > 0)
    if (runs (&row->blocks[before]) && goes (&row->blocks[before], item->link->is_backward))
      {
        need (op, first, find_item (items, item->row, before));
        is_first = FALSE;
        break;
      }
  for (before = block; item->link->is_backward && is_first && before-- > 0;)
    if (runs (&row->blocks[before]) && ++n == 2)
      need (op, first, find_item (items, item->row, before));
}

static void
add_needs (LscNaiveJob *job, const LscPipelineStep *step, const GArray *items, guint first,
           gboolean with_messages, gboolean is_posted)
{
  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = &g_array_index (items, Item, i);
      LscNaiveOp *op = g_ptr_array_index (job->ops, first + i);

      if (!item->link)
        {
          if (i > 0 && g_array_index (items, Item, i - 1).row == item->row)
            need (op, first, i - 1);
          continue;
        }
      op->group = first + find_end (items, item->link, TRUE);
      need (op, first, find_before (items, i, !is_posted));
      if (item->is_send)
        need (op, first,
              find_item (items, item->row,
                         find_block (&step->rows[item->row], item->link->src_block)));
      else if (is_posted)
        add_posting (step, items, item, op, first);
    }
  for (gsize i = 0; i < step->n_links; i++)
    {
      const LscPipelineLink *link = &step->links[i];
      guint src = find_item (items, link->src_row,
                             find_block (&step->rows[link->src_row], link->src_block));
      guint dst = find_item (items, link->dst_row,
                             find_block (&step->rows[link->dst_row], link->dst_block));

      need (g_ptr_array_index (job->ops, first + dst), first,
            with_messages ? find_end (items, link, FALSE) : src);
    }
}

/* ---- lengths ---- */

static double
length_of_block (const LscPipelineRow *row, gsize block)
{
  gint64 length = row->blocks[block].end_ns - row->blocks[block].start_ns;

  for (gsize i = block; i-- > 0 && !runs (&row->blocks[i]);)
    if (row->blocks[i].kind == LSC_BLOCK_L)
      {
        length += row->blocks[i].end_ns - row->blocks[i].start_ns;
        break;
      }
  return (double) length;
}

static double
length_of_end (const LscPipelineStep *step, const Item *like)
{
  for (gsize i = 0; i < step->n_links; i++)
    {
      const LscPipelineLink *link = &step->links[i];
      gint64 length = (like->is_send ? link->send_end_ns : link->recv_end_ns) -
                      MAX (link->send_start_ns, link->recv_start_ns);

      if (link->is_backward == like->link->is_backward && link->src_row == like->link->src_row &&
          link->dst_row == like->link->dst_row && link->src_block == like->link->src_block &&
          link->dst_block == like->link->dst_block)
        return length <= -STRAY_NS ? 0 : (double) length;
    }
  g_assert_not_reached ();
}

static void
add_lengths (LscNaiveJob *job, const LscPipelineStep *step, const GArray *items, guint first)
{
  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = &g_array_index (items, Item, i);
      LscNaiveOp *op = g_ptr_array_index (job->ops, first + i);
      double length = item->link ? length_of_end (step, item)
                                 : length_of_block (&step->rows[item->row], item->block);

      g_array_append_val (op->lengths, length);
    }
}

/**
 * lsc_naive_study_of_pipeline:
 * @is_posted: whether receives are posted as 1F1B does
 *
 * Of samples in which every pipeline has the same whole steps, with the same blocks.
 */
LscNaiveStudy *
lsc_naive_study_of_pipeline (LscPipeline *pipeline, gboolean is_posted)
{
  const LscPipelineGroup *first = g_ptr_array_index (pipeline->groups, 0);
  g_autoptr (LscNaiveJob) job = lsc_naive_job_new (first->steps[0].n_rows, pipeline->groups->len);

  for (guint d = 0; d < pipeline->groups->len; d++)
    {
      const LscPipelineGroup *group = g_ptr_array_index (pipeline->groups, d);
      const LscPipelineStep *step = &group->steps[0];
      gboolean with_messages = has_messages (step);
      g_autoptr (GArray) items = list_items (step, with_messages);
      guint n = job->ops->len;

      for (guint i = 0; i < items->len; i++)
        {
          const Item *item = &g_array_index (items, Item, i);

          lsc_naive_job_add (job, item->kind, !item->link, d, item->row);
        }
      add_needs (job, step, items, n, with_messages, is_posted);
      g_assert_cmpuint (group->n_steps, ==, first->n_steps);
      for (gsize s = 0; s < group->n_steps; s++)
        add_lengths (job, &group->steps[s], items, n);
    }
  for (gsize s = 0; s < first->n_steps; s++)
    g_array_append_val (job->steps, first->steps[s].id);
  return lsc_naive_job_study (job);
}
