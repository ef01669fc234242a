/* test-kineto-pipeline.c - pipeline charts of Kineto traces
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/pipeline/lsc-pipeline-kineto.h"
#include "kineto-helper.h"
#include "lsc-test-files.h"
#include "test-pipeline-support.h"

#define MAIN_TID 100
#define BACKWARD_TID 200
#define START_NS 10000000 /* of the first step on the device */
#define HOST_LEAD_NS 200000
#define PAUSE_NS 5000000
#define SIDE_NS 40000 /* by which a side stream is late */

/** How the ranges are named. */
typedef enum
{
  NAMES_ACTION,   /* PP:2F1 */
  NAMES_NUMBERED, /* Forward 3, with the wait inside the annotation of the device */
  NAMES_LOOP,     /* Forward 3, but the forwards count on over the steps */
  NAMES_OWN,      /* forward_step, with annotations of the device */
} Names;

typedef struct
{
  PpPlan plan;
  Names names;
  gboolean with_groups; /* pg_config names the pipeline */
  gboolean with_p2p;
  gboolean is_coalesced;    /* transfers say no ranks */
  gboolean has_side_stream; /* a late kernel of every forward on another stream */
} Recording;

typedef struct
{
  const Recording *recording;
  KtTrace *trace;
  gsize stage;
  guint correlation;
  guint n_forward;
  guint n_backward;
} Writer;

static gboolean
is_forward (const LscScheduleItem *item)
{
  return item->kind == LSC_BLOCK_F || item->kind == LSC_BLOCK_X;
}

static gsize
virtual_stage (const Writer *self, guint chunk)
{
  return lsc_schedule_virtual_stage (&self->recording->plan.schedule, self->stage, chunk);
}

static char *
name_of (Writer *self, const LscScheduleItem *item)
{
  const char *kind = lsc_block_kind_name (item->kind);

  if (self->recording->names == NAMES_OWN)
    return g_strdup (is_forward (item) ? "forward_step" : "backward_step");
  if (self->recording->names == NAMES_NUMBERED || self->recording->names == NAMES_LOOP)
    return g_strdup_printf ("%s %u", is_forward (item) ? "Forward" : "Backward",
                            self->recording->names == NAMES_LOOP && is_forward (item)
                                ? 2 * self->n_forward
                            : is_forward (item) ? item->mb_f
                                                : item->mb_b);
  if (item->kind == LSC_BLOCK_X)
    return g_strdup_printf ("PP:(%zuF%u;%zuB%u)OVERLAP_F_B", virtual_stage (self, item->chunk_f),
                            item->mb_f, virtual_stage (self, item->chunk_b), item->mb_b);
  return g_strdup_printf ("PP:%zu%s%u",
                          virtual_stage (self, is_forward (item) ? item->chunk_f : item->chunk_b),
                          kind, is_forward (item) ? item->mb_f : item->mb_b);
}

/* Two kernels that fill the block; the second of a backward pass is launched by autograd. */
static void
write_kernels (Writer *self, const PpBlock *block, gint64 host_ns, gint64 start_ns, gint64 end_ns)
{
  gint64 middle_ns = (start_ns + end_ns) / 2;
  gint64 second = is_forward (&block->item) ? MAIN_TID : BACKWARD_TID;

  kt_op (self->trace, "aten::mm", MAIN_TID, host_ns + 1000, host_ns + 4000);
  kt_launch (self->trace, MAIN_TID, host_ns + 2000, ++self->correlation);
  kt_kernel (self->trace, "gemm_a", 7, start_ns, middle_ns, self->correlation);
  kt_op (self->trace, "aten::mm", second, host_ns + 5000, host_ns + 9000);
  kt_launch (self->trace, second, host_ns + 6000, ++self->correlation);
  kt_kernel (self->trace, "gemm_b", 7, middle_ns, end_ns, self->correlation);
  if (!self->recording->has_side_stream || !is_forward (&block->item))
    return;
  kt_launch (self->trace, MAIN_TID, host_ns + 7000, ++self->correlation);
  kt_kernel (self->trace, "reduce_a", 9, end_ns, end_ns + SIDE_NS, self->correlation);
}

static void
write_p2p (Writer *self, const char *name, gint64 host_ns, gint64 start_ns, gint64 end_ns)
{
  guint id = ++self->correlation;
  g_autofree char *launch = g_strdup_printf ("\"correlation\": %u", id);
  g_autofree char *kernel =
      g_strdup_printf ("\"stream\": 20, \"correlation\": %u, \"Process Group Name\": \"5\"", id);

  kt_mark (self->trace, name, MAIN_TID, host_ns, host_ns + 1000);
  kt_slice (self->trace, "cuda_runtime", "cudaLaunchKernelExC", KT_PID, MAIN_TID, host_ns + 300,
            host_ns + 600, launch);
  kt_slice (self->trace, "kernel", "ncclDevKernel_SendRecv", 0, 20, start_ns, end_ns, kernel);
}

/* The transfer before a block and the one behind it. */
static void
write_transfers (Writer *self, const LscScheduleItem *item, gint64 host_ns, gint64 start_ns,
                 gint64 end_ns)
{
  gsize last = self->recording->plan.schedule.n_stages - 1;
  gssize step = is_forward (item) ? 1 : -1;
  gssize from = (gssize) self->stage - step, to = (gssize) self->stage + step;
  g_autofree char *receive = g_strdup_printf ("nccl:recv %zu<-%zd", self->stage, from);
  g_autofree char *send = g_strdup_printf ("nccl:send %zu->%zd", self->stage, to);

  if (!self->recording->with_p2p)
    return;
  if (self->recording->is_coalesced)
    {
      write_p2p (self, "nccl:coalesced", host_ns - 3000, start_ns - 4000, start_ns);
      return;
    }
  if (from >= 0 && from <= (gssize) last)
    write_p2p (self, receive, host_ns - 3000, start_ns - 4000, start_ns);
  if (to >= 0 && to <= (gssize) last)
    write_p2p (self, send, host_ns + (end_ns - start_ns) + 1000, end_ns, end_ns + 4000);
}

static void
write_block (Writer *self, const PpBlock *block, gint64 offset_ns)
{
  gint64 start_ns = block->start_ns + offset_ns, end_ns = block->end_ns + offset_ns;
  gint64 host_ns = start_ns - HOST_LEAD_NS;
  gint64 margin_ns = self->recording->names == NAMES_OWN ? 500 : 0; /* its annotation is wider */
  g_autofree char *name = name_of (self, &block->item);
  Names names = self->recording->names;

  kt_mark (self->trace, name, MAIN_TID, host_ns, host_ns + (end_ns - start_ns) - 1);
  write_kernels (self, block, host_ns, start_ns + margin_ns, end_ns - margin_ns);
  write_transfers (self, &block->item, host_ns, start_ns, end_ns);
  if (names == NAMES_NUMBERED)
    kt_slice (self->trace, "gpu_user_annotation", name, 0, 7, start_ns - 3000, end_ns, NULL);
  if (names == NAMES_OWN)
    kt_slice (self->trace, "gpu_user_annotation", name, 0, 7, start_ns, end_ns, NULL);
  self->n_forward += is_forward (&block->item);
  self->n_backward += !is_forward (&block->item);
}

static gint64
last_end (GPtrArray *rows)
{
  gint64 end = 0;

  for (guint i = 0; i < rows->len; i++)
    for (guint k = 0; k < ((GArray *) rows->pdata[i])->len; k++)
      end = MAX (end, g_array_index ((GArray *) rows->pdata[i], PpBlock, k).end_ns);
  return end;
}

static LscRun *
record_rank (const Recording *recording, GPtrArray *rows, gsize stage)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  Writer writer = { recording, trace, stage, 0, 0, 0 };
  GArray *row = rows->pdata[stage];
  gint64 offset_ns = START_NS;
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (GError) error = NULL;
  LscRun *run;

  g_string_append_printf (trace->top,
                          "\"baseTimeNanoseconds\": 1735632360000000000, \"distributedInfo\": "
                          "{\"rank\": %zu, \"world_size\": 4%s},",
                          stage,
                          recording->with_groups
                              ? ", \"pg_config\": [{\"pg_name\": \"5\", \"pg_desc\": "
                                "\"PIPELINE_MODEL_PARALLEL_GROUP\", \"ranks\": [0, 1, 2, 3]}]"
                              : "");
  for (guint step = 0; step < MAX (recording->plan.n_steps, 1); step++)
    {
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%u", step + 5);

      for (guint i = 0; i < row->len; i++)
        write_block (&writer, &g_array_index (row, PpBlock, i), offset_ns);
      kt_mark (trace, name, MAIN_TID, offset_ns - 2 * HOST_LEAD_NS,
               offset_ns + last_end (rows) + HOST_LEAD_NS);
      offset_ns += last_end (rows) + PAUSE_NS;
    }
  timeline = kt_load (trace);
  run = lsc_run_new_from_timeline (timeline, LSC_LOAD_FOR_PIPELINE, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (run->rank, ==, (gint64) stage);
  return run;
}

static LscPipeline *
analyse (const Recording *recording)
{
  g_autoptr (GPtrArray) rows = pp_replay (&recording->plan);
  g_autoptr (GPtrArray) runs = pp_runs_new ();

  for (gsize i = 0; i < rows->len; i++)
    g_ptr_array_add (runs, record_rank (recording, rows, rows->len - 1 - i));
  return pp_analyse (runs);
}

static void
check_step (const Recording *recording, const LscPipelineStep *step, gint64 offset_ns)
{
  g_autoptr (GPtrArray) rows = pp_replay (&recording->plan);

  g_assert_true (step->is_recognised);
  g_assert_cmpuint (step->n_rows, ==, rows->len);
  for (gsize stage = 0; stage < step->n_rows; stage++)
    {
      const LscPipelineRow *row = &step->rows[stage];
      GArray *expected = rows->pdata[stage];

      g_assert_cmpint (row->rank, ==, (gint64) stage);
      g_assert_cmpuint (row->n_blocks, ==, expected->len);
      for (guint i = 0; i < expected->len; i++)
        {
          const PpBlock *block = &g_array_index (expected, PpBlock, i);

          g_assert_cmpuint (row->blocks[i].kind, ==, block->item.kind);
          g_assert_cmpint (row->blocks[i].start_ns, ==, block->start_ns + offset_ns);
          g_assert_cmpint (row->blocks[i].end_ns, ==, block->end_ns + offset_ns);
          g_assert_cmpuint (row->blocks[i].mb_f, ==, MIN (block->item.mb_f, LSC_MB_NONE));
          g_assert_cmpuint (row->blocks[i].mb_b, ==, MIN (block->item.mb_b, LSC_MB_NONE));
          g_assert_cmpuint (lsc_block_chunk_f (&row->blocks[i]), ==, block->item.chunk_f);
          g_assert_cmpuint (lsc_block_chunk_b (&row->blocks[i]), ==, block->item.chunk_b);
          g_assert_cmpint (row->details[row->blocks[i].detail].stream, ==, 7);
        }
    }
}

static void
check_links (const LscPipelineGroup *group)
{
  for (gsize i = 0; i < group->n_steps; i++)
    {
      g_assert_cmpuint (group->steps[i].n_links, ==, 2 * 3 * 8);
      g_assert_cmpuint (group->steps[i].n_stray_links, ==, 0);
      for (gsize k = 0; k < group->steps[i].n_links; k++)
        g_assert_true (group->steps[i].links[k].is_measured);
    }
}

static void
check (const Recording *recording)
{
  g_autoptr (LscPipeline) pipeline = analyse (recording);
  LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, 0);
  g_autoptr (GPtrArray) rows = pp_replay (&recording->plan);
  gint64 offset_ns = G_GINT64_CONSTANT (1735632360000000000) + START_NS;

  g_assert_cmpuint (pipeline->groups->len, ==, 1);
  g_assert_true (group->is_recognised);
  g_assert_cmpstr (group->schedule, ==, lsc_schedule_type_name (recording->plan.schedule.type));
  g_assert_cmpuint (group->micro_batches, ==, recording->plan.schedule.n_micro_batches);
  g_assert_cmpuint (group->n_steps, ==, MAX (recording->plan.n_steps, 1));
  for (gsize i = 0; i < group->n_steps; i++)
    {
      g_assert_cmpint (group->steps[i].id, ==, (gint64) i + 5);
      check_step (recording, &group->steps[i], offset_ns);
      offset_ns += last_end (rows) + PAUSE_NS;
    }
  if (recording->with_p2p)
    check_links (group);
}

static Recording
recording_of (LscScheduleType type, guint chunks, Names names)
{
  return (Recording){ .plan = { .schedule = { .type = type,
                                              .n_stages = 4,
                                              .n_micro_batches = 8,
                                              .n_chunks = chunks,
                                              .run_length = 4 },
                                .f = 100000,
                                .b = 200000,
                                .i = 100000,
                                .w = 90000,
                                .x = 260000,
                                .latency = 5000,
                                .n_steps = 2 },
                      .names = names };
}

/* 4 ranks, 8 micro-batches, 1F1B: every way to name the ranges, with and without groups. */
static void
test_1f1b (gconstpointer data)
{
  Recording recording = recording_of (LSC_SCHEDULE_1F1B, 1, (Names) GPOINTER_TO_UINT (data));

  for (guint i = 0; i < 4; i++)
    {
      recording.with_groups = (i & 1) != 0;
      recording.with_p2p = (i & 2) != 0;
      check (&recording);
    }
}

/* Two stages on each rank are its chunks. */
static void
test_interleaved (void)
{
  Recording recording = recording_of (LSC_SCHEDULE_INTERLEAVED, 2, NAMES_ACTION);

  check (&recording);
}

static void
test_overlapped (void)
{
  Recording recording = recording_of (LSC_SCHEDULE_DUALPIPEV, 2, NAMES_ACTION);

  recording.plan.schedule.no_logits = TRUE;
  check (&recording);
}

/* Batches of transfers do not say between whom: links are those of the schedule. */
static void
test_coalesced (void)
{
  Recording recording = recording_of (LSC_SCHEDULE_1F1B, 1, NAMES_ACTION);
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineGroup *group;

  recording.with_p2p = recording.is_coalesced = recording.with_groups = TRUE;
  pipeline = analyse (&recording);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_assert_true (group->is_recognised);
  for (gsize i = 0; i < group->n_steps; i++)
    {
      g_assert_cmpuint (group->steps[i].n_links, ==, 2 * 3 * 8);
      g_assert_cmpuint (group->steps[i].n_stray_links, ==, 0);
      for (gsize k = 0; k < group->steps[i].n_links; k++)
        g_assert_false (group->steps[i].links[k].is_measured);
    }
}

/* A block lasts as long as its last kernel on any stream; the next one beside it gets a lane of its
 * own, and nothing is cut. */
static void
test_side_stream (void)
{
  Recording recording = recording_of (LSC_SCHEDULE_1F1B, 1, NAMES_NUMBERED);
  g_autoptr (LscPipeline) pipeline = NULL;
  LscPipelineGroup *group;
  const LscPipelineRow *row;
  gsize n_side = 0;

  recording.has_side_stream = TRUE;
  pipeline = analyse (&recording);
  group = lsc_pipeline_get_group (pipeline, 0);
  g_assert_true (group->is_recognised);
  g_assert_cmpint (pp_count_notices (pipeline, "pp-stream-overlap"), ==, 0);
  row = &group->steps[0].rows[3];
  g_assert_cmpuint (row->n_sublanes, ==, 2);
  g_assert_cmpuint (row->n_blocks, ==, 16);
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      n_side += row->details[row->blocks[i].detail].sublane == 1;
      g_assert_cmpint (row->blocks[i].end_ns - row->blocks[i].start_ns, ==,
                       row->blocks[i].kind == LSC_BLOCK_F ? 100000 + SIDE_NS : 200000);
      g_assert_false (row->blocks[i].flags & LSC_BLOCK_CUT);
    }
  g_assert_cmpuint (n_side, >=, 4);
  /* busy time is the union: no more than the window */
  g_assert_cmpint (row->metrics.busy_ns, <=, group->steps[0].t1_ns - group->steps[0].t0_ns);
}

static void
test_gpipe (void)
{
  Recording recording = recording_of (LSC_SCHEDULE_GPIPE, 1, NAMES_NUMBERED);

  recording.with_groups = TRUE; /* its ranks look alike */
  check (&recording);
  recording.names = NAMES_LOOP;
  check (&recording);
}

/* -- Names ---------------------------------------------------------------------------------------
 */

static void
assert_action (const char *text, gboolean is_gpu, gboolean found, int kind, gint64 stage, gint64 mb)
{
  LscPipelineAction action;

  g_assert_cmpint (lsc_pipeline_parse_action (text, is_gpu, &action), ==, found);
  if (!found)
    return;
  g_assert_cmpint (action.kind, ==, kind);
  if (kind == LSC_BLOCK_KIND_NONE)
    return;
  g_assert_cmpint (action.stage, ==, stage);
  g_assert_cmpint (action.micro_batch, ==, mb);
}

static void
test_names (void)
{
  const int none = LSC_BLOCK_KIND_NONE;

  assert_action ("PP:2F1", FALSE, TRUE, LSC_BLOCK_F, 2, 1);
  assert_action ("PP:10B12", TRUE, TRUE, LSC_BLOCK_B, 10, 12);
  assert_action ("PP:0I3", TRUE, TRUE, LSC_BLOCK_I, 0, 3);
  assert_action ("PP:0W3", TRUE, TRUE, LSC_BLOCK_W, 0, 3);
  assert_action ("PP:(0F3;7B2)OVERLAP_F_B", TRUE, TRUE, LSC_BLOCK_X, 0, 3);
  assert_action ("PP:(7B2;0F3)OVERLAP_F_B", TRUE, TRUE, LSC_BLOCK_X, 0, 3);
  assert_action ("PP:2SEND_F1", TRUE, TRUE, none, 0, 0);
  assert_action ("PP:2RECV_B1", TRUE, TRUE, none, 0, 0);
  assert_action ("PP:2UNSHARD", TRUE, TRUE, none, 0, 0);
  assert_action ("PP:2REDUCE_GRAD", TRUE, TRUE, none, 0, 0);
  assert_action ("PP:", TRUE, TRUE, none, 0, 0);
  assert_action ("PP:2F", TRUE, TRUE, none, 0, 0);
  assert_action ("PP:2F1x", TRUE, TRUE, none, 0, 0);
  assert_action ("PP:99999999999999999999F1", TRUE, TRUE, none, 0, 0);
  assert_action ("PP:(0F3;7B2", TRUE, TRUE, none, 0, 0);
  assert_action ("Forward 3", TRUE, TRUE, LSC_BLOCK_F, -1, 3);
  assert_action ("Backward 11", TRUE, TRUE, LSC_BLOCK_B, -1, 11);
  assert_action ("Forward 3", FALSE, FALSE, 0, 0, 0);
  assert_action ("Forward pass", TRUE, FALSE, 0, 0, 0);
  assert_action ("aten::mm", TRUE, FALSE, 0, 0, 0);
}

/* Send and receive by the annotation around the launch, the other side by its arrow. */
static void
test_p2p (void)
{
  Recording recording = recording_of (LSC_SCHEDULE_1F1B, 1, NAMES_ACTION);
  g_autoptr (GPtrArray) rows = pp_replay (&recording.plan);
  g_autoptr (LscRun) run = NULL;

  recording.with_p2p = TRUE;
  run = record_rank (&recording, rows, 1);
  g_assert_cmpuint (run->comm_ops.n, ==, 2 * 4 * 8);
  g_assert_cmpuint (run->comm_tasks.n, ==, run->comm_ops.n);
  for (gsize i = 0; i < run->comm_ops.n; i++)
    {
      const char *name = lsc_run_text (run, run->comm_ops.items[i].op_name);

      g_assert_true (g_str_has_prefix (name, "nccl:send 1->") ||
                     g_str_has_prefix (name, "nccl:recv 1<-"));
      g_assert_cmpuint (run->comm_tasks.items[i].src_rank, ==, 1);
      g_assert_cmpstr (lsc_run_text (run, run->comm_ops.items[i].group), ==, "5");
    }
}

/* Without ranges the way to record them on a GPU is told. */
static void
test_nothing (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (GPtrArray) runs = pp_runs_new ();
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (GError) error = NULL;

  kt_op (trace, "aten::mm", 1, 0, 1000);
  timeline = kt_load (trace);
  g_ptr_array_add (runs, lsc_run_new_from_timeline (timeline, LSC_LOAD_FOR_PIPELINE, NULL, NULL));
  pipeline = lsc_pipeline_new (runs, NULL, NULL, &error);
  g_assert_null (pipeline);
  g_assert_nonnull (strstr (error->message, "record_function"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kineto-pipeline/names", test_names);
  g_test_add_func ("/kineto-pipeline/p2p", test_p2p);
  g_test_add_func ("/kineto-pipeline/nothing", test_nothing);
  g_test_add_data_func ("/kineto-pipeline/1f1b/actions", GUINT_TO_POINTER (NAMES_ACTION),
                        test_1f1b);
  g_test_add_data_func ("/kineto-pipeline/1f1b/numbered", GUINT_TO_POINTER (NAMES_NUMBERED),
                        test_1f1b);
  g_test_add_data_func ("/kineto-pipeline/1f1b/loop", GUINT_TO_POINTER (NAMES_LOOP), test_1f1b);
  g_test_add_data_func ("/kineto-pipeline/1f1b/own", GUINT_TO_POINTER (NAMES_OWN), test_1f1b);
  g_test_add_func ("/kineto-pipeline/interleaved", test_interleaved);
  g_test_add_func ("/kineto-pipeline/overlapped", test_overlapped);
  g_test_add_func ("/kineto-pipeline/coalesced", test_coalesced);
  g_test_add_func ("/kineto-pipeline/side-stream", test_side_stream);
  g_test_add_func ("/kineto-pipeline/gpipe", test_gpipe);
  return g_test_run ();
}
