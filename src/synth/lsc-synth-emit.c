/* lsc-synth-emit.c - writes one pass of a plan: ranges, framework ops, kernels
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-rank.h"

#include "synth/lsc-synth-names.h"

/* Most of them that fit between two ops. */
#define MAX_SMALL_OPS 16

/**
 * Pass:
 * @host_ns: begin on the host, on the rank's clock
 * @begin_ns: begin on the device
 * @length_ns: device time for all kernels
 * @link_base: real id of the pass's first link
 * @free_ns: where its members wait for each other: when they left the last collective
 * @reached_ns: likewise: how much of the device time was done then
 * @pace: likewise: what its kernels take of the time of the slowest member
 */
typedef struct
{
  LscSynthRank *rank;
  const LscSynthPlan *plan;
  gint64 host_ns;
  gint64 begin_ns;
  gint64 length_ns;
  gint64 link_base;
  gint64 free_ns;
  gint64 reached_ns;
  double pace;
} Pass;

static LscSynthTotals *
totals_of (LscSynthRank *self, guint path)
{
  if (self->totals->len <= path)
    g_array_set_size (self->totals, path + 64);
  return &g_array_index (self->totals, LscSynthTotals, path);
}

static void
add_api (LscSynthRank *self, const LscSynthSpan *span, gint64 tid, gint64 local, guint name,
         guint type)
{
  const gint64 values[11] = { span->begin_ns,
                              span->end_ns,
                              tid,
                              local,
                              lsc_synth_db_framework_id (self->db, name),
                              LSC_SYNTH_NULL,
                              LSC_SYNTH_NULL,
                              LSC_SYNTH_NULL,
                              LSC_SYNTH_NULL,
                              LSC_SYNTH_NULL,
                              type };

  lsc_synth_db_insert (self->db, LSC_SYNTH_PYTORCH_API, values);
}

static void
emit_level (const Pass *pass, const LscSynthOp *op, guint level, const LscSynthSpan *span,
            gint64 local)
{
  LscSynthRank *self = pass->rank;
  gboolean linked = op->link_level == (gint) level;
  gboolean shaped = level == 0 && !self->options->lean;
  gint64 values[11] = { span->begin_ns, span->end_ns };

  values[2] = op->backward ? self->autograd_tid : self->main_tid;
  values[3] = local;
  values[4] = lsc_synth_db_framework_id (self->db, op->names[level]);
  values[5] = linked ? pass->link_base + op->link - LSC_SYNTH_FIRST_FRAMEWORK_LINK : -1;
  values[6] = op->backward && linked;
  values[7] = values[8] = LSC_SYNTH_NULL;
  if (shaped)
    {
      values[7] = lsc_synth_db_framework_id (self->db, lsc_synth_name ("c10::BFloat16"));
      values[8] = lsc_synth_db_framework_id (self->db, lsc_synth_name ("2048,1024"));
    }
  values[9] = self->options->lean ? LSC_SYNTH_NULL : 0;
  values[10] = 50001;
  lsc_synth_db_insert (self->db, LSC_SYNTH_PYTORCH_API, values);
  if (linked)
    lsc_synth_rank_add_connection (self, local, pass->link_base + op->link);
}

static guint
queue_name (LscSynthRank *self, gboolean enqueue, guint op_name)
{
  g_autofree char *text = NULL;

  if (!self->options->schema12)
    return lsc_synth_name (enqueue ? "Enqueue" : "Dequeue");
  text = g_strdup_printf ("%s@%s", enqueue ? "Enqueue" : "Dequeue", lsc_synth_name_text (op_name));
  return lsc_synth_name (text);
}

/* The task queue: the op's thread @tid hands the launch to the queue's thread. */
static void
add_queue_pair (LscSynthRank *self, gint64 tid, guint name, const LscSynthSpan *in,
                const LscSynthSpan *out)
{
  gint64 link = self->next_link++;

  lsc_synth_rank_add_connection (self, self->next_local, link);
  add_api (self, in, tid, self->next_local++, queue_name (self, TRUE, name), 50002);
  lsc_synth_rank_add_connection (self, self->next_local, link);
  add_api (self, out, self->queue_tid, self->next_local++, queue_name (self, FALSE, name), 50002);
}

static void
emit_queue (const Pass *pass, const LscSynthOp *op, gint64 begin_ns)
{
  LscSynthRank *self = pass->rank;
  const LscSynthSpan in = { begin_ns + 2600, begin_ns + 3200 };
  const LscSynthSpan out = { begin_ns + 3300, begin_ns + 3500 + 350 * (gint64) op->n_kernels };

  add_queue_pair (self, op->backward ? self->autograd_tid : self->main_tid,
                  op->names[op->n_names - 1], &in, &out);
}

/* A lean profile has as many queue rows as its proportions allow; the other ops launch on their
 * own thread, as with the task queue switched off. */
static gboolean
has_queue (const LscSynthRank *self)
{
  return !self->options->lean || lsc_synth_db_count (self->db, LSC_SYNTH_CONNECTION_IDS) * 10 <
                                     16 * lsc_synth_db_count (self->db, LSC_SYNTH_TASK);
}

static gint64
scale (const Pass *pass, gint64 nominal_ns)
{
  const gint64 total_ns = pass->plan->nominal_ns;

  /* Quotient and remainder apart: the product would not fit for long blocks. */
  return nominal_ns * (pass->length_ns / total_ns) +
         nominal_ns * (pass->length_ns % total_ns) / total_ns;
}

static void
tell_kernel (LscSynthRank *self, const LscSynthKernel *kernel, const LscSynthSpan *span)
{
  lsc_synth_json_open (&self->ops, NULL, '[');
  if (kernel->class == LSC_SYNTH_COMPUTE && self->options->distinct_shapes)
    {
      g_autofree char *name = g_strdup_printf (
          "%s_%07" G_GINT64_FORMAT, lsc_synth_name_text (kernel->name), self->n_distinct - 1);

      lsc_synth_json_string (&self->ops, NULL, name);
    }
  else
    lsc_synth_json_string (&self->ops, NULL, lsc_synth_name_text (kernel->name));
  lsc_synth_json_int (&self->ops, NULL, lsc_synth_rank_shown (self, span->begin_ns));
  lsc_synth_json_int (&self->ops, NULL, lsc_synth_rank_shown (self, span->end_ns));
  lsc_synth_json_close (&self->ops, ']');
}

/* Without waiting all members of a group do the same at the same time. */
static LscSynthSpan
place_kernel (const Pass *pass, const LscSynthKernel *kernel)
{
  gint64 length_ns = scale (pass, kernel->nominal_ns);
  LscSynthSpan span = { pass->begin_ns + scale (pass, kernel->before_ns), 0 };

  length_ns -= length_ns / 64 + length_ns * lsc_synth_random_below (&pass->rank->random, 32) / 1024;
  span.end_ns = span.begin_ns + MAX (length_ns, 1);
  return span;
}

/* With waiting each goes at its own pace from one collective to the next, which ends for all of
 * them together. */
static LscSynthSpan
let_wait (Pass *pass, const LscSynthKernel *kernel, LscSynthSpan span)
{
  gint64 length_ns = span.end_ns - span.begin_ns;
  gint64 done_ns = scale (pass, kernel->before_ns) - pass->reached_ns;

  span.begin_ns = pass->free_ns + (gint64) ((double) done_ns * pass->pace);
  if (kernel->class != LSC_SYNTH_COMMUNICATION)
    {
      span.end_ns = span.begin_ns + MAX ((gint64) ((double) length_ns * pass->pace), 1);
      return span;
    }
  pass->reached_ns = scale (pass, kernel->before_ns + kernel->nominal_ns);
  pass->free_ns = span.end_ns = pass->begin_ns + pass->reached_ns;
  return span;
}

static void
emit_kernels (Pass *pass, const LscSynthOp *op, gint64 local, gint64 begin_ns)
{
  LscSynthRank *self = pass->rank;
  LscSynthTotals *totals = op->path != LSC_SYNTH_NO_NAME ? totals_of (self, op->path) : NULL;
  gint64 connection = 0;

  if (totals != NULL)
    totals->ops++;
  for (guint i = 0; i < op->n_kernels; i++)
    {
      const LscSynthKernel *kernel =
          &g_array_index (pass->plan->kernels, LscSynthKernel, op->first_kernel + i);
      LscSynthSpan span = place_kernel (pass, kernel);

      if (self->options->waits)
        span = let_wait (pass, kernel, span);
      self->done_ns = span.end_ns;
      /* Each kernel has a launch; in a lean profile those of an op share one. */
      if (i == 0 || !self->options->lean || kernel->class != LSC_SYNTH_COMPUTE)
        {
          connection = lsc_synth_rank_add_launch (self, op->names[op->n_names - 1],
                                                  begin_ns + 3400 + 350 * (gint64) i,
                                                  kernel->class == LSC_SYNTH_COMMUNICATION);
          lsc_synth_rank_add_connection (self, local, connection);
        }
      self->moved_ns = self->options->waits ? scale (pass, kernel->nominal_ns) : 0;
      lsc_synth_rank_emit_kernel (self, kernel, connection, span.begin_ns, span.end_ns);
      if (self->timeline->detailed)
        tell_kernel (self, kernel, &span);
      if (totals == NULL || kernel->class == LSC_SYNTH_MEMCPY)
        continue;
      totals->kernels++;
      totals->total_ns += span.end_ns - span.begin_ns;
    }
}

/* Begins or ends what truth.json says about an op: path, op, host times, kernels. */
static void
tell_op (LscSynthRank *self, const LscSynthOp *op, const LscSynthSpan *span)
{
  if (!self->timeline->detailed)
    return;
  lsc_synth_json_newline (&self->ops);
  lsc_synth_json_open (&self->ops, NULL, '[');
  if (op->path != LSC_SYNTH_NO_NAME)
    lsc_synth_json_string (&self->ops, NULL, lsc_synth_name_text (op->path));
  else
    lsc_synth_json_null (&self->ops, NULL);
  lsc_synth_json_string (&self->ops, NULL, lsc_synth_name_text (op->names[op->n_names - 1]));
  lsc_synth_json_int (&self->ops, NULL, lsc_synth_rank_shown (self, span->begin_ns));
  lsc_synth_json_int (&self->ops, NULL, lsc_synth_rank_shown (self, span->end_ns));
  lsc_synth_json_open (&self->ops, NULL, '[');
}

static void
tell_op_end (LscSynthRank *self)
{
  if (!self->timeline->detailed)
    return;
  lsc_synth_json_close (&self->ops, ']');
  lsc_synth_json_close (&self->ops, ']');
}

/* Whether @table still has too few rows, at @share to ten TASK rows, when it gets @more. */
static gboolean
lacks (const LscSynthRank *self, LscSynthTable table, gint64 more, guint share)
{
  return (lsc_synth_db_count (self->db, table) + more) * 10 <
         lsc_synth_db_count (self->db, LSC_SYNTH_TASK) * share;
}

/* A view, or in a profile that is not lean an op of the queue as long as links are wanted. */
static void
add_small_op (LscSynthRank *self, gint64 begin_ns)
{
  const LscSynthProportions *wanted = &self->options->proportions;
  const LscSynthSpan in = { begin_ns, begin_ns + 60 }, out = { begin_ns + 10, begin_ns + 70 };
  const guint view = lsc_synth_name ("aten::view");

  if (!self->options->lean && lacks (self, LSC_SYNTH_PYTORCH_API, 1, wanted->framework) &&
      lacks (self, LSC_SYNTH_CONNECTION_IDS, 1, wanted->links))
    add_queue_pair (self, self->main_tid, view, &in, &out);
  else
    add_api (self, &in, self->main_tid, LSC_SYNTH_NULL, view, 50001);
}

static void
add_mark (LscSynthRank *self, gint64 at_ns)
{
  lsc_synth_rank_emit_mstx (self, "default", lsc_synth_name ("micro_batch_done"), 0, at_ns, at_ns,
                            0, 0);
}

/* Keeps the proportions. Event records, small ops, marks and further launches fill up what the
 * model has too little of. */
static void
balance_rows (LscSynthRank *self, gint64 host_ns, guint max_ops)
{
  const LscSynthProportions *wanted = &self->options->proportions;
  const guint event = lsc_synth_name ("EVENT_RECORD");
  LscSynthDb *db = self->db;
  const gint64 compute = lsc_synth_db_count (db, LSC_SYNTH_COMPUTE_TASK_INFO);

  while (lsc_synth_db_count (db, LSC_SYNTH_TASK) * wanted->compute < compute * 10 &&
         lsc_synth_db_count (db, LSC_SYNTH_TASK) < self->options->tasks)
    lsc_synth_rank_add_task (self, self->last_kernel_ns, self->last_kernel_ns, self->next_cann - 1,
                             event, LSC_SYNTH_COMPUTE_STREAM);
  for (guint i = 0; i < max_ops && lacks (self, LSC_SYNTH_PYTORCH_API, 0, wanted->framework); i++)
    add_small_op (self, host_ns + i * 80);
  while (lacks (self, LSC_SYNTH_CONNECTION_IDS, 0, wanted->links))
    lsc_synth_rank_add_connection (self, self->last_local, self->next_cann++);
  while (lacks (self, LSC_SYNTH_MSTX_EVENTS, 0, wanted->marks))
    add_mark (self, host_ns);
}

static void
emit_op (Pass *pass, const LscSynthOp *op)
{
  LscSynthRank *self = pass->rank;
  const guint launcher = (guint) op->n_names - 1;
  const gint64 begin_ns = pass->host_ns + op->begin_ns;
  gint64 local = LSC_SYNTH_NULL;
  LscSynthSpan span = { begin_ns, begin_ns + op->length_ns };

  for (guint i = 0; i < (guint) op->n_names; i++)
    {
      gboolean launches = i == launcher && op->n_kernels > 0;

      span.begin_ns = begin_ns + 400 * (gint64) i;
      span.end_ns = begin_ns + op->length_ns - 100 * (gint64) i;
      local = launches || op->link_level == (gint) i ? self->next_local++ : LSC_SYNTH_NULL;
      emit_level (pass, op, i, &span, local);
    }
  if (op->n_kernels == 0)
    return;
  self->last_local = local;
  if (has_queue (self))
    emit_queue (pass, op, begin_ns);
  tell_op (self, op, &span);
  emit_kernels (pass, op, local, begin_ns);
  tell_op_end (self);
  if (self->options->tasks > 0)
    balance_rows (self, begin_ns + op->length_ns + 200, MAX_SMALL_OPS);
}

static void
emit_range (const Pass *pass, const LscSynthRange *range)
{
  LscSynthRank *self = pass->rank;
  const LscSynthSpan span = { pass->host_ns + range->begin_ns, pass->host_ns + range->end_ns };

  if (range->path != LSC_SYNTH_NO_NAME)
    totals_of (self, range->path)->calls++;
  if (range->domain == LSC_SYNTH_DOMAIN_MODULE && self->options->trace_modules)
    {
      g_autofree char *name =
          g_strdup_printf ("nn.Module: %s_%u", lsc_synth_name_text (range->name), range->serial);

      add_api (self, &span, self->main_tid, LSC_SYNTH_NULL, lsc_synth_name (name), 50003);
      return;
    }
  lsc_synth_rank_emit_mstx (self,
                            range->domain == LSC_SYNTH_DOMAIN_MODULE  ? "Module"
                            : range->domain == LSC_SYNTH_DOMAIN_FLOPS ? "mfu_flops"
                                                                      : "flash_attn_args",
                            range->name, range->domain == LSC_SYNTH_DOMAIN_ATTENTION ? 0 : 2,
                            span.begin_ns, span.end_ns, 0, 0);
}

/**
 * lsc_synth_rank_emit_plan:
 * @self: a rank
 * @plan: what is done
 * @host_ns: begin on the host, on the clock of host 0
 * @begin_ns: begin on the device, likewise
 * @end_ns: end on the device; all kernels lie inside
 * @link_base: real id of the first forward/backward link
 *
 * Writes the rows of one pass.
 */
void
lsc_synth_rank_emit_plan (LscSynthRank *self, const LscSynthPlan *plan, gint64 host_ns,
                          gint64 begin_ns, gint64 end_ns, gint64 link_base)
{
  Pass pass = { .rank = self,
                .plan = plan,
                .host_ns = host_ns + self->clock_ns,
                .begin_ns = begin_ns + self->clock_ns,
                .length_ns = end_ns - begin_ns,
                .link_base = link_base,
                .free_ns = (self->enter_ns > 0 ? self->enter_ns : begin_ns) + self->clock_ns,
                .pace = self->pace };

  self->enter_ns = 0;
  for (guint i = 0; i < plan->ranges->len; i++)
    emit_range (&pass, &g_array_index (plan->ranges, LscSynthRange, i));
  for (guint i = 0; i < plan->ops->len; i++)
    emit_op (&pass, &g_array_index (plan->ops, LscSynthOp, i));
  self->last_host_ns = MAX (self->last_host_ns, pass.host_ns + plan->host_ns);
}

static gboolean
is_full (const LscSynthRank *self)
{
  const LscSynthOptions *o = self->options;
  const gint64 compute = lsc_synth_db_count (self->db, LSC_SYNTH_COMPUTE_TASK_INFO);
  const gint64 tasks = lsc_synth_db_count (self->db, LSC_SYNTH_TASK);

  return o->tasks > 0 ? tasks + 1 >= o->tasks || compute * 10 >= o->tasks * o->proportions.compute
                      : compute >= o->kernels;
}

/**
 * lsc_synth_rank_fill:
 * @self: a rank after its last step
 *
 * Adds small ops outside every module until the wanted number of rows is there.
 */
void
lsc_synth_rank_fill (LscSynthRank *self)
{
  const LscSynthPlan *filler = self->timeline->filler;
  const guint event = lsc_synth_name ("EVENT_RECORD");
  const gint64 lead_ns = self->timeline->lead_ns;
  gint64 base_ns;

  if (self->options->tasks == 0 && self->options->kernels == 0)
    return;
  while (!is_full (self))
    {
      base_ns =
          MAX (self->last_host_ns + lead_ns, self->last_kernel_ns - 20000) + 1000 - self->clock_ns;
      lsc_synth_rank_emit_plan (self, filler, base_ns - lead_ns, base_ns + 20000, base_ns + 28000,
                                0);
    }
  while (lsc_synth_db_count (self->db, LSC_SYNTH_TASK) < self->options->tasks)
    lsc_synth_rank_add_task (self, self->last_kernel_ns, self->last_kernel_ns, self->next_cann - 1,
                             event, LSC_SYNTH_COMPUTE_STREAM);
  if (self->options->tasks > 0)
    {
      balance_rows (self, self->last_host_ns + 1000, G_MAXUINT);
      self->last_host_ns = MAX (self->last_host_ns, self->last_kernel_ns - lead_ns) + 200000;
    }
}
