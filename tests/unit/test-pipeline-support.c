/* test-pipeline-support.c - small pipelines in memory for the pipeline tests
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test-pipeline-support.h"

#include <string.h>

#define HOST_LEAD_NS 100000
#define STEP_PAUSE_NS 5000000

LscRun *
pp_run_new (gint64 rank)
{
  LscSource *source = lsc_source_new (LSC_FORMAT_ASCEND_DB, "folder", "profile.db");
  LscRun *run;

  source->rank = rank;
  run = lsc_run_new (source);
  run->loaded = LSC_LOAD_FOR_PIPELINE;
  run->has_marks_table = TRUE;
  run->has_mark_domains = TRUE;
  lsc_int64s_append (&run->threads, (G_GINT64_CONSTANT (77) << 32) + 1);
  lsc_source_unref (source);
  return run;
}

void
pp_run_step (LscRun *run, gint64 id, gint64 start_ns, gint64 end_ns)
{
  lsc_steps_append (&run->steps, (LscStep){ id, start_ns, end_ns });
}

void
pp_run_metadata (LscRun *run, const char *key, const char *json)
{
  lsc_metadata_set (run->metadata, key, json);
}

/* Returns the mark, to be spoilt. */
LscMark *
pp_run_range (LscRun *run, const char *message, gint64 host_start_ns, gint64 host_end_ns,
              gint64 start_ns, gint64 end_ns)
{
  gint64 id = G_GINT64_CONSTANT (4000000001) + (gint64) run->marks.n;
  LscMark *mark = lsc_marks_add (&run->marks);

  *mark = (LscMark){ .start_ns = host_start_ns,
                     .end_ns = host_end_ns,
                     .connection_id = id,
                     .row_id = (gint64) run->marks.n,
                     .message = lsc_intern_add (run->strings, message),
                     .domain = lsc_intern_add (run->strings, "default"),
                     .thread = 0,
                     .event_type = LSC_MSTX_START_END };
  if (start_ns != PP_NO_DEVICE)
    lsc_mark_tasks_append (&run->mark_tasks, (LscMarkTask){ .start_ns = start_ns,
                                                            .end_ns = end_ns,
                                                            .connection_id = id,
                                                            .row_id = (gint64) run->mark_tasks.n,
                                                            .stream = 7 });
  return mark;
}

const char *
pp_message_of_kind (char kind)
{
  switch (kind)
    {
    case 'F':
      return "{'name': 'forward_step'}";
    case 'W':
      return "{'name': 'WeightGradStore.pop'}";
    case 'X':
      return "{'name': 'forward_backward_overlaping'}";
    default:
      return "{'name': 'backward_step'}";
    }
}

/* One range for each letter, one after the other. */
void
pp_run_blocks (LscRun *run, const char *kinds, gint64 start_ns, gint64 length_ns)
{
  for (gsize i = 0; kinds[i]; i++, start_ns += length_ns)
    pp_run_range (run, pp_message_of_kind (kinds[i]), start_ns - HOST_LEAD_NS,
                  start_ns - HOST_LEAD_NS + length_ns - 1, start_ns, start_ns + length_ns);
}

void
pp_run_p2p (LscRun *run, const char *name, const char *group, guint src, guint dst, gint64 start_ns,
            gint64 end_ns)
{
  gint64 id = (gint64) run->comm_ops.n + 1;
  gboolean is_send = strstr (name, "send") != NULL || strstr (name, "Send") != NULL;

  lsc_comm_ops_append (&run->comm_ops, (LscCommOp){ .op_id = id,
                                                    .connection_id = id,
                                                    .start_ns = start_ns,
                                                    .end_ns = end_ns,
                                                    .op_name = lsc_intern_add (run->strings, name),
                                                    .group = lsc_intern_add (run->strings, group),
                                                    .op_connection_id = LSC_STRING_NONE });
  for (guint i = 0; i < 2; i++)
    lsc_comm_tasks_append (
        &run->comm_tasks,
        (LscCommTask){ .op_id = id,
                       .task_type =
                           lsc_intern_add (run->strings, i == 0 ? "Notify_Record" : "Notify_Wait"),
                       .src_rank = is_send ? src : dst,
                       .dst_rank = is_send ? dst : src });
}

/* A plain replay: every block starts as early as order and dependencies allow. */

typedef struct
{
  const PpPlan *plan;
  gint64 *forward; /* end of (virtual stage, chunk of the chain, micro-batch), -1 = not yet */
  gint64 *backward;
  guint *ran_on;
} Replay;

static gsize
place_of (const Replay *self, gsize stage, guint chunk, guint mb)
{
  const LscSchedule *s = &self->plan->schedule;

  return lsc_schedule_virtual_stage (s, stage, chunk) * (2 * s->n_micro_batches) + mb;
}

/* Returns FALSE if a dependency has not run. */
static gboolean
wait_for (const Replay *self, const gint64 *ends, gsize place, gsize stage, gint64 *start)
{
  if (ends[place] < 0)
    return FALSE;
  *start = MAX (*start, ends[place] + (self->ran_on[place] == stage ? 0 : self->plan->latency));
  return TRUE;
}

static gboolean
find_start (const Replay *self, const LscScheduleItem *item, gsize stage, gint64 *start)
{
  const LscSchedule *s = &self->plan->schedule;
  gsize row = 2 * s->n_micro_batches;

  if (item->mb_f != LSC_SCHEDULE_NO_ID)
    {
      gsize place = place_of (self, stage, item->chunk_f, item->mb_f);

      if (place >= row && !wait_for (self, self->forward, place - row, stage, start))
        return FALSE;
    }
  if (item->mb_b != LSC_SCHEDULE_NO_ID && item->kind != LSC_BLOCK_L)
    {
      gsize place = place_of (self, stage, item->chunk_b, item->mb_b);
      gsize last = (lsc_schedule_chain_length (s) - 1) * row;

      if (item->kind == LSC_BLOCK_W)
        return wait_for (self, self->backward, place, stage, start);
      if (!wait_for (self, self->forward, place, stage, start) ||
          (place < last && !wait_for (self, self->backward, place + row, stage, start)))
        return FALSE;
    }
  return TRUE;
}

static gint64
length_of (const PpPlan *plan, guint kind)
{
  const gint64 lengths[] = { plan->f, plan->b, plan->i, plan->w, plan->x, plan->l, 1 };

  return lengths[kind];
}

static void
run_block (Replay *self, PpBlock *block, gsize stage, gint64 start)
{
  const LscScheduleItem *item = &block->item;
  gsize place;

  block->start_ns = start;
  block->end_ns = start + length_of (self->plan, item->kind);
  if (item->mb_f != LSC_SCHEDULE_NO_ID)
    {
      place = place_of (self, stage, item->chunk_f, item->mb_f);
      g_assert_cmpint (self->forward[place], ==, -1);
      self->forward[place] = block->end_ns;
      self->ran_on[place] = (guint) stage;
    }
  if (item->mb_b != LSC_SCHEDULE_NO_ID && item->kind != LSC_BLOCK_L && item->kind != LSC_BLOCK_W)
    {
      place = place_of (self, stage, item->chunk_b, item->mb_b);
      g_assert_cmpint (self->backward[place], ==, -1);
      self->backward[place] = block->end_ns;
      self->ran_on[place] = (guint) stage;
    }
}

static gboolean
add_block (const LscScheduleItem *item, gpointer data)
{
  PpBlock block = { *item, -1, -1 };

  g_array_append_val ((GArray *) data, block);
  return TRUE;
}

/* Returns (element-type GArray of PpBlock) for each stage; aborts on a deadlock. */
GPtrArray *
pp_replay (const PpPlan *plan)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  gsize n = lsc_schedule_chain_length (&plan->schedule) * plan->schedule.n_micro_batches * 2;
  g_autofree gsize *next = g_new0 (gsize, plan->schedule.n_stages);
  g_autofree gint64 *free_ns = g_new0 (gint64, plan->schedule.n_stages);
  Replay self = { plan, g_new (gint64, n), g_new (gint64, n), g_new0 (guint, n) };
  gboolean moved = TRUE;

  memset (self.forward, 0xff, n * sizeof (gint64));
  memset (self.backward, 0xff, n * sizeof (gint64));
  for (gsize stage = 0; stage < plan->schedule.n_stages; stage++)
    {
      GArray *row = g_array_new (FALSE, FALSE, sizeof (PpBlock));

      g_assert_true (lsc_schedule_walk (&plan->schedule, stage, add_block, row));
      g_ptr_array_add (rows, row);
    }
  while (moved)
    {
      moved = FALSE;
      for (gsize stage = 0; stage < rows->len; stage++)
        {
          GArray *row = g_ptr_array_index (rows, stage);
          gint64 start = free_ns[stage];

          while (next[stage] < row->len &&
                 find_start (&self, &g_array_index (row, PpBlock, next[stage]).item, stage, &start))
            {
              PpBlock *block = &g_array_index (row, PpBlock, next[stage]++);

              run_block (&self, block, stage, start);
              start = free_ns[stage] = block->end_ns;
              moved = TRUE;
            }
        }
    }
  for (gsize stage = 0; stage < rows->len; stage++)
    g_assert_cmpuint (next[stage], ==, ((GArray *) g_ptr_array_index (rows, stage))->len);
  g_free (self.forward);
  g_free (self.backward);
  g_free (self.ran_on);
  return rows;
}

static void
record_sends (LscRun **runs, const PpPlan *plan, GPtrArray *rows, gsize stage, const PpBlock *block,
              gint64 base)
{
  const LscSchedule *s = &plan->schedule;

  for (guint side = 0; side < 2; side++)
    {
      gboolean is_backward = side == 1;
      guint mb = is_backward ? block->item.mb_b : block->item.mb_f;
      guint chunk = is_backward ? block->item.chunk_b : block->item.chunk_f;
      gsize place, other;
      guint other_chunk;
      g_autofree char *name = NULL;
      gint64 clock = plan->clock_step_ns;

      if (mb == LSC_SCHEDULE_NO_ID || block->item.kind == LSC_BLOCK_L ||
          block->item.kind == LSC_BLOCK_W)
        continue;
      place = lsc_schedule_virtual_stage (s, stage, chunk);
      if (is_backward ? place == 0 : place + 1 >= lsc_schedule_chain_length (s))
        continue;
      lsc_schedule_place (s, is_backward ? place - 1 : place + 1, chunk, &other, &other_chunk);
      if (other == stage)
        continue;
      name = g_strdup_printf ("hcom_send__459_%" G_GSIZE_FORMAT "_1", runs[stage]->comm_ops.n);
      pp_run_p2p (runs[stage], name, "pp_group", (guint) stage, (guint) other,
                  base + block->end_ns + clock * (gint64) stage,
                  base + block->end_ns + plan->latency + clock * (gint64) stage);
      g_free (name);
      name = g_strdup_printf ("hcom_receive__459_%" G_GSIZE_FORMAT "_1", runs[other]->comm_ops.n);
      pp_run_p2p (runs[other], name, "pp_group", (guint) stage, (guint) other,
                  base + block->end_ns - 1 + clock * (gint64) other,
                  base + block->end_ns + plan->latency + clock * (gint64) other);
    }
}

static void
record_block (LscRun *run, const PpPlan *plan, const PpBlock *block, gint64 offset)
{
  const char *kind = lsc_block_kind_name (block->item.kind);
  g_autofree char *message = g_strdup (pp_message_of_kind (kind[0]));
  gint64 start = block->start_ns + offset;

  if (plan->with_ids && (kind[0] == 'F' || kind[0] == 'X'))
    {
      guint id = block->item.mb_f;

      if (plan->schedule.type == LSC_SCHEDULE_DUALPIPEV && block->item.chunk_f == 1)
        id += (guint) plan->schedule.n_micro_batches;
      message[strlen (message) - 1] = '\0';
      g_free (g_steal_pointer (&message));
      message =
          g_strdup_printf ("{'name': '%s', 'current_microbatch': %u}",
                           kind[0] == 'F' ? "forward_step" : "forward_backward_overlaping", id);
    }
  pp_run_range (run, message, start - HOST_LEAD_NS,
                start - HOST_LEAD_NS + (block->end_ns - block->start_ns) - 1, start,
                block->end_ns + offset);
}

static gint64
last_end (GPtrArray *rows)
{
  gint64 end = 0;

  for (gsize stage = 0; stage < rows->len; stage++)
    {
      GArray *row = g_ptr_array_index (rows, stage);

      if (row->len > 0)
        end = MAX (end, g_array_index (row, PpBlock, row->len - 1).end_ns);
    }
  return end;
}

static void
record_step (LscRun **runs, const PpPlan *plan, GPtrArray *rows, gint64 base, guint step)
{
  gint64 end = last_end (rows);

  for (gsize stage = 0; stage < rows->len; stage++)
    {
      GArray *row = g_ptr_array_index (rows, stage);
      gint64 offset = base + plan->clock_step_ns * (gint64) stage;

      for (guint i = 0; i < row->len; i++)
        {
          record_block (runs[stage], plan, &g_array_index (row, PpBlock, i), offset);
          if (plan->with_p2p)
            record_sends (runs, plan, rows, stage, &g_array_index (row, PpBlock, i), base);
        }
      if (plan->n_steps > 0)
        pp_run_step (runs[stage], step + 5, offset - 2 * HOST_LEAD_NS, offset + end);
    }
}

static void
drop_first_sends (LscRun *run, guint n)
{
  gsize kept = 0;

  for (gsize i = 0; i < run->comm_ops.n; i++)
    {
      gboolean is_send =
          strstr (lsc_run_text (run, run->comm_ops.items[i].op_name), "send") != NULL;

      if (is_send && n > 0)
        n--;
      else
        run->comm_ops.items[kept++] = run->comm_ops.items[i];
    }
  run->comm_ops.n = kept;
}

/* Returns (element-type LscRun): the plan as it would have been recorded, with ranks 0 to P - 1. */
GPtrArray *
pp_record (const PpPlan *plan)
{
  GPtrArray *runs = pp_runs_new ();
  g_autoptr (GPtrArray) rows = pp_replay (plan);
  g_autofree char *args =
      pp_args (1, 1, 1, (guint) plan->schedule.n_stages, (guint) plan->schedule.n_stages);
  gint64 base = G_GINT64_CONSTANT (1760000000000000000);

  for (gsize stage = 0; stage < plan->schedule.n_stages; stage++)
    {
      LscRun *run = pp_run_new ((gint64) stage);

      pp_run_metadata (run, "distributed_args", args);
      g_ptr_array_add (runs, run);
    }
  for (guint step = 0; step < MAX (plan->n_steps, 1); step++)
    {
      record_step ((LscRun **) runs->pdata, plan, rows, base, step);
      base += last_end (rows) + STEP_PAUSE_NS;
    }
  for (gsize stage = 0; stage < plan->schedule.n_stages; stage++)
    drop_first_sends (g_ptr_array_index (runs, stage), plan->skip_sends);
  return runs;
}

GPtrArray *
pp_runs_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_run_unref);
}

char *
pp_args (guint tp, guint cp, guint dp, guint pp, guint world)
{
  return g_strdup_printf ("{\"tensor_model_parallel_size\": %u, \"context_parallel_size\": %u, "
                          "\"data_parallel_size\": %u, \"pipeline_model_parallel_size\": %u, "
                          "\"world_size\": %u}",
                          tp, cp, dp, pp, world);
}

LscPipeline *
pp_analyse (GPtrArray *runs)
{
  g_autoptr (GError) error = NULL;
  LscPipeline *pipeline = lsc_pipeline_new (runs, NULL, NULL, &error);

  g_assert_no_error (error);
  return pipeline;
}

char *
pp_row_names (LscPipeline *pipeline, const LscPipelineRow *row)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < row->n_blocks; i++)
    g_string_append_printf (text, i > 0 ? " %s" : "%s",
                            lsc_intern_text (pipeline->strings, row->blocks[i].name));
  return g_string_free (text, FALSE);
}

char *
pp_row_kinds (const LscPipelineRow *row)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < row->n_blocks; i++)
    g_string_append (text, lsc_block_kind_name (row->blocks[i].kind));
  return g_string_free (text, FALSE);
}

/* Sum of the counts of the notices with that code. */
gint64
pp_count_notices (LscPipeline *pipeline, const char *code)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (pipeline->notices);
  gint64 n = 0;

  for (guint i = 0; i < list->len; i++)
    {
      const LscNotice *notice = g_ptr_array_index (list, i);

      if (!g_str_equal (notice->code, code))
        continue;
      g_assert_cmpint (notice->count, >, 0); /* nothing is told of nothing */
      n += notice->count;
    }
  return n;
}

/* Why no schedule was recognised, untranslated; lives as long as the program. */
const char *
pp_banner (const LscPipelineGroup *group)
{
  g_autofree char *plain = lsc_phrase_to_plain (group->banner);

  return g_intern_string (plain);
}
