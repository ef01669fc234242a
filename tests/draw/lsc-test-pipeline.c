/* lsc-test-pipeline.c - pipelines made by rule, for painting
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-pipeline.h"

#include <string.h>

#define T0_NS G_GINT64_CONSTANT (1700000000000000000)
#define F_NS 10000000
#define B_NS 20000000
#define L_NS 1500000
#define LATENCY_NS 400000

/* Orders of work for each stage are written down first; then times follow from one rule: a block
 * starts when its stage is free and what it needs has arrived. */

typedef struct
{
  guint8 kind;
  gint8 type;
  int mb_f, chunk_f; /* -1 = none */
  int mb_b, chunk_b;
} Work;

typedef struct
{
  guint n_stages, n_micro_batches, n_chunks;
  GArray **orders; /* Work, by stage */
  gint64 *forward; /* end by (chunk, stage, micro-batch), 0 = not done */
  gint64 *backward;
} Plan;

static void
add_work (GArray *order, guint8 kind, int type, int mb_f, int chunk_f, int mb_b, int chunk_b)
{
  Work work = { kind, (gint8) type, mb_f, chunk_f, mb_b, chunk_b };

  g_array_append_val (order, work);
}

static void
order_1f1b (GArray *order, guint n_stages, guint n_micro_batches, guint stage)
{
  guint lead = MIN (n_stages - 1 - stage, n_micro_batches);

  for (guint m = 0; m < lead; m++)
    add_work (order, LSC_BLOCK_F, 0, (int) m, 0, -1, -1);
  for (guint m = lead; m < n_micro_batches; m++)
    {
      add_work (order, LSC_BLOCK_F, 0, (int) m, 0, -1, -1);
      add_work (order, LSC_BLOCK_B, 1, -1, -1, (int) (m - lead), 0);
    }
  for (guint m = n_micro_batches - lead; m < n_micro_batches; m++)
    add_work (order, LSC_BLOCK_B, 1, -1, -1, (int) m, 0);
}

static void
add_logits (GArray *order, guint stage, int type, int mb)
{
  if (stage == 0)
    add_work (order, LSC_BLOCK_L, type, -1, -1, mb, 1);
}

/* pipeline.md#dualpipev. */
static void
order_dualpipev (GArray *order, guint n_stages, guint n_micro_batches, guint stage)
{
  guint depth = n_stages - 1 - stage;
  int f[2] = { 0, 0 }, b[2] = { 0, 0 }, chunk = 1;

  for (guint i = 0; i < 2 * depth; i++)
    add_work (order, LSC_BLOCK_F, 0, f[0]++, 0, -1, -1);
  for (guint i = 0; i < stage + 1; i++)
    {
      add_work (order, LSC_BLOCK_F, 1, f[0]++, 0, -1, -1);
      add_work (order, LSC_BLOCK_F, 1, f[1]++, 1, -1, -1);
    }
  for (guint i = 0; i < depth; i++)
    {
      add_logits (order, stage, 2, b[1]);
      add_work (order, LSC_BLOCK_I, 2, -1, -1, b[1], 1);
      add_work (order, LSC_BLOCK_W, 2, -1, -1, b[1]++, 1);
      add_work (order, LSC_BLOCK_F, 2, f[1]++, 1, -1, -1);
    }
  for (guint i = 0; i < n_micro_batches - 2 * n_stages + stage + 1; i++)
    {
      add_logits (order, stage, 3, b[1]);
      if (i == 0 && depth == 0)
        {
          add_work (order, LSC_BLOCK_F, 3, f[0]++, 0, -1, -1);
          add_work (order, LSC_BLOCK_B, 3, -1, -1, b[1]++, 1);
        }
      else
        add_work (order, LSC_BLOCK_X, 3, f[0]++, 0, b[1]++, 1);
      add_work (order, LSC_BLOCK_X, 3, f[1]++, 1, b[0]++, 0);
    }
  for (guint i = 0; i < depth; i++)
    {
      add_logits (order, stage, 4, b[1]);
      add_work (order, LSC_BLOCK_B, 4, -1, -1, b[1]++, 1);
      add_work (order, LSC_BLOCK_X, 4, f[1]++, 1, b[0]++, 0);
    }
  while (b[0] < (int) n_micro_batches || b[1] < (int) n_micro_batches)
    {
      int type = b[0] + b[1] < (int) (2 * n_micro_batches - n_stages) ? 5 : 6;

      if (b[chunk] >= (int) n_micro_batches)
        chunk = 0;
      if (chunk == 1)
        add_logits (order, stage, type, b[1]);
      add_work (order, LSC_BLOCK_B, type, -1, -1, b[chunk]++, chunk);
      chunk = 1 - chunk;
    }
}

static gint64 *
end_of (const Plan *plan, gint64 *ends, int chunk, int stage, int mb)
{
  return &ends[((guint) chunk * plan->n_stages + (guint) stage) * plan->n_micro_batches +
               (guint) mb];
}

/* When the input of a pass arrives; -1 = not yet known. Chunk 0 walks down the stages, chunk 1 back
 * up; backward passes take the way back. */
static gint64
input_ready (const Plan *plan, gboolean is_forward, int mb, int chunk, int stage)
{
  int last = (int) plan->n_stages - 1, from = stage, from_chunk = chunk;
  gboolean down = (chunk == 0) == is_forward, crosses = FALSE;
  gint64 *ends = is_forward ? plan->forward : plan->backward, *end;

  if (mb < 0)
    return 0;
  if (down && stage > 0)
    from--, crosses = TRUE;
  else if (!down && stage < last)
    from++, crosses = TRUE;
  else if (is_forward && chunk == 0)
    return 0;
  else if (is_forward)
    from_chunk = 0;
  else if (chunk + 1 == (int) plan->n_chunks)
    ends = plan->forward;
  else
    from_chunk = 1;
  end = end_of (plan, ends, from_chunk, from, mb);
  return *end == 0 ? -1 : *end + (crosses ? LATENCY_NS : 0);
}

static gint64
work_duration (const Work *work, guint stage)
{
  static const gint64 ns[LSC_BLOCK_N_KINDS] = {
    F_NS, B_NS, F_NS, F_NS, (F_NS + B_NS) * 9 / 10, L_NS, F_NS,
  };
  guint salt = (guint) (work->mb_f + 7 * work->mb_b + 13 * (int) stage + 40);

  return ns[work->kind] + (gint64) (salt * 2654435761u % 1000) * 900;
}

static char *
work_name (const Work *work, guint n_micro_batches, guint n_chunks)
{
  int id_f = work->mb_f + (work->chunk_f > 0 ? (int) n_micro_batches : 0);
  int id_b = work->mb_b + (work->chunk_b > 0 ? (int) n_micro_batches : 0);

  switch (work->kind)
    {
    case LSC_BLOCK_F:
      return g_strdup_printf (n_chunks > 1 && work->type >= 3 ? "%dF" : "%d", id_f);
    case LSC_BLOCK_X:
      return g_strdup_printf ("%dF+%dB", id_f, id_b);
    case LSC_BLOCK_L:
      return g_strdup ("logits");
    case LSC_BLOCK_I:
      return g_strdup_printf ("%db", id_b);
    case LSC_BLOCK_W:
      return g_strdup_printf ("%dw", id_b);
    default:
      return g_strdup_printf (n_chunks > 1 ? "%dB" : "%d", id_b);
    }
}

static guint16
to_mb (int mb)
{
  return mb < 0 ? LSC_MB_NONE : (guint16) mb;
}

static void
fill_block (LscPipeline *self, const Plan *plan, LscBlock *block, const Work *work)
{
  guint f = work->chunk_f < 0 ? LSC_CHUNK_NONE : (guint) work->chunk_f;
  guint b = work->chunk_b < 0 ? LSC_CHUNK_NONE : (guint) work->chunk_b;

  block->mb_f = to_mb (work->mb_f);
  block->mb_b = to_mb (work->kind == LSC_BLOCK_L ? -1 : work->mb_b);
  block->kind = work->kind;
  block->chunks = (guint8) (f | b << 4);
  block->type = work->type;
  block->name =
      lsc_intern_add_take (self->strings, work_name (work, plan->n_micro_batches, plan->n_chunks));
}

/* Places the next block of a stage if what it needs is there. */
static gboolean
place_block (LscPipeline *self, Plan *plan, LscPipelineRow *row, gint64 begin_ns)
{
  guint stage = (guint) row->stage;
  const Work *work = &g_array_index (plan->orders[stage], Work, row->n_blocks);
  LscBlock *block = &row->blocks[row->n_blocks];
  int mb_b = work->kind == LSC_BLOCK_L ? -1 : work->mb_b;
  gint64 f = input_ready (plan, TRUE, work->mb_f, work->chunk_f, (int) stage);
  gint64 b =
      work->kind == LSC_BLOCK_W ? 0 : input_ready (plan, FALSE, mb_b, work->chunk_b, (int) stage);
  gint64 start = row->n_blocks > 0 ? block[-1].end_ns : begin_ns;

  if (f < 0 || b < 0)
    return FALSE;
  fill_block (self, plan, block, work);
  block->start_ns = MAX (start, MAX (f, b));
  block->end_ns = block->start_ns + work_duration (work, stage);
  block->detail = (guint32) row->n_blocks;
  row->details[row->n_blocks] = (LscBlockDetail){
    .host_start_ns = block->start_ns,
    .host_end_ns = block->end_ns,
    .compute_ns = -1,
    .exposed_comm_ns = -1,
    .idle_ns = -1,
  };
  if (work->mb_f >= 0)
    *end_of (plan, plan->forward, work->chunk_f, (int) stage, work->mb_f) = block->end_ns;
  if (mb_b >= 0 && work->kind != LSC_BLOCK_W)
    *end_of (plan, plan->backward, work->chunk_b, (int) stage, mb_b) = block->end_ns;
  row->n_blocks++;
  return TRUE;
}

static gboolean
has_backward (const LscBlock *block)
{
  return block->mb_b != LSC_MB_NONE || block->kind == LSC_BLOCK_L;
}

static void
measure_row (LscPipelineStep *step, LscPipelineRow *row)
{
  LscRowMetrics *metrics = &row->metrics;

  metrics->warmup_end_ns = step->t1_ns;
  metrics->cooldown_begin_ns = step->t0_ns;
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      const LscBlock *block = &row->blocks[i];

      metrics->busy_ns += block->end_ns - block->start_ns;
      if (has_backward (block))
        metrics->warmup_end_ns = MIN (metrics->warmup_end_ns, block->start_ns);
      if (block->mb_f != LSC_MB_NONE)
        metrics->cooldown_begin_ns = MAX (metrics->cooldown_begin_ns, block->end_ns);
    }
  metrics->cooldown_begin_ns = MAX (metrics->cooldown_begin_ns, metrics->warmup_end_ns);
  metrics->bubble_ns = step->t1_ns - step->t0_ns - metrics->busy_ns;
  metrics->ramp_ns = row->blocks[0].start_ns - step->t0_ns;
  metrics->tail_ns = step->t1_ns - row->blocks[row->n_blocks - 1].end_ns;
  metrics->inner_ns = metrics->bubble_ns - metrics->ramp_ns - metrics->tail_ns;
  metrics->steady_ns = metrics->inner_ns;
  metrics->warmup_ns = metrics->ramp_ns;
  metrics->cooldown_ns = metrics->tail_ns;
  metrics->compute_ns = -1;
}

static void
close_step (LscPipelineStep *step)
{
  gint64 busy_ns = 0, bubble_ns = 0;

  step->t0_ns = G_MAXINT64;
  step->t1_ns = 0;
  for (gsize r = 0; r < step->n_rows; r++)
    {
      step->t0_ns = MIN (step->t0_ns, step->rows[r].blocks[0].start_ns);
      step->t1_ns = MAX (step->t1_ns, step->rows[r].blocks[step->rows[r].n_blocks - 1].end_ns);
    }
  for (gsize r = 0; r < step->n_rows; r++)
    {
      measure_row (step, &step->rows[r]);
      busy_ns += step->rows[r].metrics.busy_ns;
      bubble_ns += step->rows[r].metrics.bubble_ns;
    }
  step->bubble_ratio = (double) bubble_ns / (double) (bubble_ns + busy_ns);
  step->bubble_over_work = (double) bubble_ns / (double) busy_ns;
  step->net_ratio = -1;
}

static guint32
find_pass (const LscPipelineRow *row, gboolean is_backward, int mb)
{
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      const LscBlock *block = &row->blocks[i];
      guint chunk = is_backward ? lsc_block_chunk_b (block) : lsc_block_chunk_f (block);

      if (chunk == 0 && block->kind != LSC_BLOCK_W &&
          (is_backward ? block->mb_b : block->mb_f) == mb)
        return (guint32) i;
    }
  return G_MAXUINT32;
}

/* Links between neighbours for the passes of chunk 0. */
static void
add_links (const Plan *plan, LscPipelineStep *step)
{
  step->links = g_new0 (LscPipelineLink, (gsize) 2 * plan->n_stages * plan->n_micro_batches);
  for (guint32 r = 0; r + 1 < step->n_rows; r++)
    for (int mb = 0; mb < (int) plan->n_micro_batches; mb++)
      for (int back = 0; back < 2; back++)
        step->links[step->n_links++] = (LscPipelineLink){
          .src_row = r + (guint32) back,
          .dst_row = r + 1 - (guint32) back,
          .src_block = find_pass (&step->rows[r + (guint32) back], back, mb),
          .dst_block = find_pass (&step->rows[r + 1 - (guint32) back], back, mb),
          .is_backward = back,
        };
}

static void
add_legs (LscPipelineStep *step)
{
  for (gsize r = 0; r < step->n_rows; r++)
    {
      LscPipelineRow *row = &step->rows[r];

      row->legs = g_new0 (LscLeg, 2 * row->n_blocks);
      for (gsize i = 0; i < row->n_blocks; i++)
        {
          const LscBlock *block = &row->blocks[i];

          row->legs[row->n_legs++] = (LscLeg){ .start_ns = block->start_ns - LATENCY_NS * 2,
                                               .end_ns = block->start_ns,
                                               .block = (guint32) i };
          row->legs[row->n_legs++] = (LscLeg){ .start_ns = block->end_ns,
                                               .end_ns = block->end_ns + LATENCY_NS * 2,
                                               .block = (guint32) i,
                                               .is_send = TRUE };
        }
    }
}

static void
fill_step (LscPipeline *self, Plan *plan, LscPipelineStep *step, gint64 begin_ns)
{
  gsize n_ends = (gsize) plan->n_chunks * plan->n_stages * plan->n_micro_batches;
  gboolean moved = TRUE;

  memset (plan->forward, 0, n_ends * sizeof (gint64));
  memset (plan->backward, 0, n_ends * sizeof (gint64));
  step->rows = g_new0 (LscPipelineRow, plan->n_stages);
  step->n_rows = plan->n_stages;
  for (guint r = 0; r < plan->n_stages; r++)
    {
      LscPipelineRow *row = &step->rows[r];

      row->rank = (gint64) r * 4;
      row->stage = (int) r;
      row->is_recorded = TRUE;
      row->n_sublanes = 1;
      row->blocks = g_new0 (LscBlock, plan->orders[r]->len);
      row->details = g_new0 (LscBlockDetail, plan->orders[r]->len);
    }
  while (moved)
    {
      moved = FALSE;
      for (guint r = 0; r < plan->n_stages; r++)
        while (step->rows[r].n_blocks < plan->orders[r]->len &&
               place_block (self, plan, &step->rows[r], begin_ns))
          moved = TRUE;
    }
  for (guint r = 0; r < plan->n_stages; r++)
    g_assert_cmpuint (step->rows[r].n_blocks, ==, plan->orders[r]->len);
  close_step (step);
}

static LscPipelineGroup *
new_group (const Plan *plan, guint n_steps)
{
  LscPipelineGroup *group = g_new0 (LscPipelineGroup, 1);
  g_autoptr (GString) label = g_string_new ("(");

  group->n_ranks = plan->n_stages;
  group->ranks = g_new0 (gint64, plan->n_stages);
  for (guint r = 0; r < plan->n_stages; r++)
    {
      group->ranks[r] = (gint64) r * 4;
      g_string_append_printf (label, "%s%u", r > 0 ? "," : "", r * 4);
    }
  g_string_append_c (label, ')');
  group->label = g_strdup (label->str);
  group->steps = g_new0 (LscPipelineStep, n_steps);
  group->n_steps = n_steps;
  group->micro_batches = plan->n_micro_batches;
  group->n_chunks = plan->n_chunks;
  group->is_recognised = TRUE;
  group->schedule = plan->n_chunks == 2 ? "dualpipev" : "1f1b";
  group->median_step = n_steps / 2;
  return group;
}

static LscPipeline *
new_pipeline (Plan *plan, guint n_steps, gboolean with_legs)
{
  LscPipeline *self = g_new0 (LscPipeline, 1);
  LscPipelineGroup *group = new_group (plan, n_steps);
  gsize n_ends = (gsize) plan->n_chunks * plan->n_stages * plan->n_micro_batches;
  gint64 begin_ns = T0_NS;

  g_atomic_ref_count_init (&self->refs);
  self->strings = lsc_intern_new ();
  self->groups = g_ptr_array_new ();
  g_ptr_array_add (self->groups, group);
  plan->forward = g_new0 (gint64, n_ends);
  plan->backward = g_new0 (gint64, n_ends);
  for (guint s = 0; s < n_steps; s++)
    {
      LscPipelineStep *step = &group->steps[s];

      fill_step (self, plan, step, begin_ns);
      if (plan->n_micro_batches <= 64)
        add_links (plan, step);
      if (with_legs)
        add_legs (step);
      step->has_id = TRUE;
      step->id = s + 3;
      step->is_recognised = TRUE;
      step->label = g_strdup_printf ("step %u", s + 3);
      begin_ns = step->t1_ns + 15000000;
    }
  for (guint r = 0; r < plan->n_stages; r++)
    g_array_unref (plan->orders[r]);
  g_free (plan->orders);
  g_free (plan->forward);
  g_free (plan->backward);
  return self;
}

/* Returns: (transfer full): ranks 0, 4, 8 ... of a 1F1B pipeline */
LscPipeline *
lsc_test_pipeline_1f1b (guint n_stages, guint n_micro_batches, guint n_steps, gboolean with_legs)
{
  Plan plan = { .n_stages = n_stages, .n_micro_batches = n_micro_batches, .n_chunks = 1 };

  plan.orders = g_new0 (GArray *, n_stages);
  for (guint r = 0; r < n_stages; r++)
    {
      plan.orders[r] = g_array_new (FALSE, FALSE, sizeof (Work));
      order_1f1b (plan.orders[r], n_stages, n_micro_batches, r);
    }
  return new_pipeline (&plan, n_steps, with_legs);
}

/* Returns: (transfer full): one step of a DualPipeV pipeline */
LscPipeline *
lsc_test_pipeline_dualpipev (guint n_stages, guint n_micro_batches)
{
  Plan plan = { .n_stages = n_stages, .n_micro_batches = n_micro_batches, .n_chunks = 2 };

  plan.orders = g_new0 (GArray *, n_stages);
  for (guint r = 0; r < n_stages; r++)
    {
      plan.orders[r] = g_array_new (FALSE, FALSE, sizeof (Work));
      order_dualpipev (plan.orders[r], n_stages, n_micro_batches, r);
    }
  return new_pipeline (&plan, 1, FALSE);
}

void
lsc_test_pipeline_free (LscPipeline *self)
{
  LscPipelineGroup *group = g_ptr_array_index (self->groups, 0);

  for (gsize s = 0; s < group->n_steps; s++)
    {
      LscPipelineStep *step = &group->steps[s];

      for (gsize r = 0; r < step->n_rows; r++)
        {
          g_free (step->rows[r].blocks);
          g_free (step->rows[r].details);
          g_free (step->rows[r].legs);
        }
      g_free (step->rows);
      g_free (step->links);
      g_free (step->label);
    }
  g_free (group->steps);
  g_free (group->ranks);
  g_free (group->label);
  g_free (group);
  g_ptr_array_unref (self->groups);
  lsc_intern_unref (self->strings);
  g_free (self);
}
