/* lsc-pipeline-passes.c - recordings without pipeline ranges: what can be shown or said instead
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/extent/lsc-run-extent.h"
#include "base/lsc-error.h"
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
drop_strays (LscPipelineRank *self, LscPipelineBuild *build, OpLinks *links)
{
  LscStrayWords words = { .main = self->main };
  g_autofree char *label = NULL;
  gsize n = 0;

  if (!self->has_strays)
    return;
  label = lsc_run_get_label (self->run);
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
  _lsc_pipeline_tell_strays (build->pipeline, self->run, &words);
}

static void
add_block (LscPipelineRank *self, LscPipelineBuild *build, guint kind, gint64 start_ns,
           gint64 end_ns)
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
      lsc_intern_add (build->pipeline->strings, kind == LSC_BLOCK_F ? FORWARD_OPS : BACKWARD_OPS);
  lsc_block_ranges_append (&self->ranges, range);
}

static void
add_pass (LscPipelineRank *self, LscPipelineBuild *build, const OpLink *first, const OpLink *last)
{
  add_block (self, build, LSC_BLOCK_F, first->forward_start_ns, last->forward_end_ns);
  add_block (self, build, LSC_BLOCK_B, last->backward_start_ns, first->backward_end_ns);
}

static void
read_rank (LscPipelineRank *self, LscPipelineBuild *build)
{
  OpLinks links = collect_links (self->run);
  gsize begin = 0;

  drop_strays (self, build, &links);
  for (gsize i = 1; i <= links.n; i++)
    if (i == links.n || links.items[i].backward_start_ns > links.items[i - 1].backward_start_ns)
      {
        add_pass (self, build, &links.items[begin], &links.items[i - 1]);
        begin = i;
      }
  self->is_host_passes = self->ranges.n > 0;
  op_links_clear (&links);
  _lsc_pipeline_rank_place (self, build->pipeline);
}

/**
 * _lsc_pipeline_read_passes:
 *
 * If they are wanted and no rank has a pipeline range: forward and backward passes of the host by
 * the links of ops, of recordings that were loaded with %LSC_LOAD_LINKED_OPS and %LSC_LOAD_LINKS.
 *
 * Cost: O(links log links). Source: PYTORCH_API, CONNECTION_IDS; fwdbwd arrows;
 * pipeline.md#host-passes.
 */
void
_lsc_pipeline_read_passes (LscPipelineBuild *build)
{
  gsize n = 0;

  g_return_if_fail (build);
  if (!build->options->host_passes)
    return;
  for (guint i = 0; i < build->ranks->len; i++)
    if (((LscPipelineRank *) g_ptr_array_index (build->ranks, i))->ranges.n > 0)
      return;
  for (guint i = 0; i < build->ranks->len; i++)
    {
      LscPipelineRank *rank = g_ptr_array_index (build->ranks, i);

      read_rank (rank, build);
      n += rank->ranges.n;
    }
  _lsc_pipeline_note (
      build->pipeline, LSC_SEVERITY_WARNING, "pp-host-passes", NULL, (gint64) n,
      _ ("No pipeline ranges were recorded; shown are passes of the host, found by "
         "links between forward and backward ops. Host time, approximate."),
      _ ("Lengths and bubbles are those of the host, and no schedule is recognised."),
      _ ("Record ranges around the framework's step functions."));
}

/* -- Nothing at all ------------------------------------------------------------------------------
 */

/* `attn(F)`, `dispatch(B)`: parts of blocks. */
static gboolean
is_part_name (const char *text)
{
  gsize length = strlen (text);

  return length > 3 && length < 64 && text[length - 3] == '(' &&
         strchr ("FBW", text[length - 2]) != NULL && text[length - 1] == ')';
}

/* (transfer full) (nullable): names of parts, the first three. */
static char *
find_part_names (const LscPipelineBuild *build)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < build->ranks->len; i++)
    {
      const LscRun *run = ((LscPipelineRank *) g_ptr_array_index (build->ranks, i))->run;

      for (gsize k = 0; k < run->marks.n && names->len < 3; k++)
        {
          const char *text = run->marks.items[k].message == LSC_STRING_NONE
                                 ? ""
                                 : lsc_run_text (run, run->marks.items[k].message);

          if (is_part_name (text) &&
              !g_ptr_array_find_with_equal_func (names, text, g_str_equal, NULL))
            g_ptr_array_add (names, g_utf8_make_valid (text, -1));
        }
    }
  if (names->len == 0)
    return NULL;
  g_ptr_array_add (names, NULL);
  return g_strjoinv (", ", (char **) names->pdata);
}

static gboolean
are_gpu_traces (const LscPipelineBuild *build)
{
  gsize n = 0;

  for (guint i = 0; i < build->ranks->len; i++)
    n += ((LscPipelineRank *) g_ptr_array_index (build->ranks, i))->run->is_gpu;
  return n > 0 && n == build->ranks->len;
}

/**
 * _lsc_pipeline_set_nothing:
 *
 * Sets %LSC_ERROR_NOTHING: there is no block to show; why, and how to record some.
 */
void
_lsc_pipeline_set_nothing (const LscPipelineBuild *build, GError **error)
{
  g_autofree char *parts = find_part_names (build);

  if (parts)
    g_set_error (
        error, LSC_ERROR, LSC_ERROR_NOTHING,
        _ ("No pipeline ranges were recorded: the recording names parts of blocks (%s) but "
           "not the blocks, so there is no chart. Put ranges named forward_step and "
           "backward_step around the step functions."),
        parts);
  else if (are_gpu_traces (build))
    g_set_error (error, LSC_ERROR, LSC_ERROR_NOTHING,
                 _ ("No pipeline ranges were recorded. Run the pipeline with "
                    "torch.distributed.pipelining, "
                    "or put torch.profiler.record_function(\"forward_step\") and \"backward_step\" "
                    "around the framework's step functions."));
  else
    g_set_error (
        error, LSC_ERROR, LSC_ERROR_NOTHING,
        _ ("No pipeline ranges were recorded. Wrap the framework's forward and backward step "
           "functions in torch_npu.npu.mstx.range_start(\"{'name': 'forward_step'}\", stream) "
           "and range_end, and profile with mstx=True and export as db."));
}
