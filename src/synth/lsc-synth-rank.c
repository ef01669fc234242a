/* lsc-synth-rank.c - a rank: identity, groups, and the rows of device tasks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-rank.h"

#include "synth/lsc-synth-names.h"

/* Texts that nearly every row needs. */
static struct
{
  gboolean ready;
  guint na;
  guint launch;
  guint kernel_launch;
  guint sdma;
  guint write_value;
  guint notify_wait;
  guint memcpy;
  guint notify_record;
  guint wait;
  guint reduce;
  guint mesh_ring;
  guint send;
  guint receive;
  guint fixed;
  guint mstx;
  guint metrics[4];
} names;

static void
init_names (void)
{
  if (names.ready)
    return;
  names.ready = TRUE;
  names.na = lsc_synth_name ("N/A");
  names.launch = lsc_synth_name ("launch");
  names.kernel_launch = lsc_synth_name ("KernelLaunchWithHandle");
  names.sdma = lsc_synth_name ("SDMA");
  names.write_value = lsc_synth_name ("Write Value");
  names.notify_wait = lsc_synth_name ("Notify Wait");
  names.memcpy = lsc_synth_name ("Memcpy");
  names.notify_record = lsc_synth_name ("Notify_Record");
  names.wait = lsc_synth_name ("Notify_Wait");
  names.reduce = lsc_synth_name ("Reduce_Inline");
  names.mesh_ring = lsc_synth_name ("MESH-RING");
  names.send = lsc_synth_name ("hcom_send_");
  names.receive = lsc_synth_name ("hcom_receive_");
  names.fixed = lsc_synth_name ("static");
  names.mstx = lsc_synth_name ("MsTx");
  names.metrics[0] = lsc_synth_name ("aic_total_time");
  names.metrics[1] = lsc_synth_name ("aic_mac_ratio");
  names.metrics[2] = lsc_synth_name ("aiv_total_time");
  names.metrics[3] = lsc_synth_name ("aiv_vec_ratio");
}

static guint64
group_hash (const char *id)
{
  guint32 a = 0, b = 0;

  for (const char *p = id; *p; p++)
    {
      a = a * 29 + (guchar) *p;
      b = b * 131 + (guchar) *p;
    }
  return ((guint64) a << 32) | b;
}

/* The ranks of a group are those that differ from this one in the group's own dimensions only. */
static void
make_group (LscSynthRank *self, LscSynthGroupKind kind)
{
  const LscSynthOptions *o = self->options;
  LscSynthGroup *group = &self->groups[kind];
  gboolean all_tp = kind == LSC_SYNTH_GROUP_TP || kind >= LSC_SYNTH_GROUP_EXP;
  /* Replicas wait for each other for their gradients alone: their blocks have times of their own.
   */
  gboolean all_dp = kind == LSC_SYNTH_GROUP_DP || kind == LSC_SYNTH_GROUP_WORLD ||
                    (kind == LSC_SYNTH_GROUP_EXP && !o->waits);
  gboolean all_pp = kind == LSC_SYNTH_GROUP_PP || kind == LSC_SYNTH_GROUP_WORLD;
  g_autofree char *id = NULL;

  group->ranks = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint stage = 0; stage < o->pp; stage++)
    for (guint dp = 0; dp < o->dp; dp++)
      for (guint tp = 0; tp < o->tp; tp++)
        {
          guint rank = lsc_synth_options_rank (o, stage, dp, tp);

          if ((!all_tp && tp != self->tp) || (!all_dp && dp != self->dp) ||
              (!all_pp && stage != self->stage))
            continue;
          if (rank == self->rank)
            group->my_index = group->ranks->len;
          g_array_append_val (group->ranks, rank);
        }
  id = g_strdup_printf ("10.30.%u.%u%%eth0_60000_0_%" G_GINT64_FORMAT,
                        (guint) kind * 40 + g_array_index (group->ranks, guint, 0) / 250,
                        g_array_index (group->ranks, guint, 0) % 250, LSC_SYNTH_BASE_NS / 1000000);
  group->id = lsc_synth_name (id);
  group->hash = group_hash (id);
}

/* What kernels of a rank take of the time that its blocks are given: the straggler fills them. */
static double
get_pace (const LscSynthRank *self)
{
  const LscSynthOptions *o = self->options;
  guint straggler = (guint) MAX (o->straggler_rank, 0);

  return o->straggler_rank >= 0 && self->rank != straggler && o->straggler_factor > 1 &&
                 self->stage == straggler / (o->tp * o->dp) && self->dp == straggler / o->tp % o->dp
             ? 1 / o->straggler_factor
             : 1;
}

/**
 * lsc_synth_rank_new:
 * @timeline: the run; kept
 * @rank: a rank
 *
 * Returns: (transfer full): the rank, without databases
 */
LscSynthRank *
lsc_synth_rank_new (const LscSynthTimeline *timeline, guint rank)
{
  const LscSynthOptions *o = timeline->options;
  LscSynthRank *self = g_new0 (LscSynthRank, 1);
  guint per_host = (lsc_synth_options_world (o) + o->hosts - 1) / o->hosts;

  init_names ();
  self->options = o;
  self->timeline = timeline;
  self->rank = rank;
  self->tp = rank % o->tp;
  self->dp = rank / o->tp % o->dp;
  self->stage = rank / (o->tp * o->dp);
  self->pace = get_pace (self);
  self->device = rank % MAX (1, per_host) % 16;
  self->pid = 52000 + 13 * (gint64) rank;
  self->main_tid = self->pid << 32 | self->pid;
  self->queue_tid = self->main_tid + 320;
  self->autograd_tid = self->main_tid + 7;
  self->clock_ns = lsc_synth_timeline_clock_offset (o, rank);
  self->drift_ppb = lsc_synth_timeline_clock_drift (o, rank);
  self->random = lsc_synth_random_seed (o->seed, 2, rank, 0);
  self->next_cann = 100;
  self->next_link = LSC_SYNTH_FIRST_FRAMEWORK_LINK;
  self->next_mstx = LSC_SYNTH_FIRST_MSTX_LINK;
  self->next_comm_op = 1;
  for (guint i = 0; i < LSC_SYNTH_N_GROUPS; i++)
    make_group (self, (LscSynthGroupKind) i);
  self->link_bases = g_new0 (gint64, (gsize) o->micro_batches * timeline->schedule->n_chunks);
  self->totals = g_array_new (FALSE, TRUE, sizeof (LscSynthTotals));
  self->compute = g_array_new (FALSE, FALSE, sizeof (LscSynthSpan));
  self->communication = g_array_new (FALSE, FALSE, sizeof (LscSynthSpan));
  self->annotations = g_array_new (FALSE, FALSE, sizeof (LscSynthAnnotation));
  self->steps = g_array_new (FALSE, FALSE, sizeof (LscSynthRankStep));
  if (o->memory)
    self->holder = lsc_synth_holder_new (timeline, self->stage);
  lsc_synth_json_init (&self->ops);
  return self;
}

/** lsc_synth_rank_free: frees the rank; its databases must have been closed or are discarded. */
void
lsc_synth_rank_free (LscSynthRank *self)
{
  g_clear_pointer (&self->db, lsc_synth_db_discard);
  g_clear_pointer (&self->analysis, lsc_synth_db_discard);
  for (guint i = 0; i < LSC_SYNTH_N_GROUPS; i++)
    g_array_unref (self->groups[i].ranks);
  g_free (self->link_bases);
  g_array_unref (self->totals);
  g_array_unref (self->compute);
  g_array_unref (self->communication);
  g_array_unref (self->annotations);
  g_array_unref (self->steps);
  g_clear_pointer (&self->holder, lsc_synth_holder_free);
  lsc_synth_json_clear (&self->ops);
  g_free (self);
}

/**
 * lsc_synth_rank_shown:
 * @self: a rank
 * @local_ns: a time with the rank's offset
 *
 * Returns: what its clock shows, drift included; the databases do this to every time themselves
 */
gint64
lsc_synth_rank_shown (const LscSynthRank *self, gint64 local_ns)
{
  return local_ns + lsc_synth_timeline_gain (self->drift_ppb,
                                             local_ns - self->clock_ns - self->timeline->origin_ns);
}

/**
 * lsc_synth_rank_add_task:
 * @self: a rank
 * @begin_ns: on the rank's clock
 * @end_ns: likewise
 * @connection: launch that caused it
 * @task_type: TASK.taskType
 * @stream: stream
 *
 * Returns: its global task id
 */
gint64
lsc_synth_rank_add_task (LscSynthRank *self, gint64 begin_ns, gint64 end_ns, gint64 connection,
                         guint task_type, guint stream)
{
  gint64 id = self->next_task++;
  const gint64 values[] = { begin_ns,
                            end_ns,
                            self->device,
                            connection,
                            id,
                            self->pid,
                            lsc_synth_db_id (self->db, task_type),
                            LSC_SYNTH_NONE_32,
                            stream,
                            id % 65536,
                            LSC_SYNTH_NONE_32 };

  self->last_task_ns = MAX (self->last_task_ns, end_ns);
  lsc_synth_db_insert (self->db, LSC_SYNTH_TASK, values);
  return id;
}

/** lsc_synth_rank_add_connection: links a local connection id to a real one. */
void
lsc_synth_rank_add_connection (LscSynthRank *self, gint64 local, gint64 real)
{
  const gint64 values[] = { local, real };

  lsc_synth_db_insert (self->db, LSC_SYNTH_CONNECTION_IDS, values);
}

static gint64
add_cann (LscSynthRank *self, gint64 begin_ns, gint64 end_ns, gint64 type, guint name)
{
  gint64 id = self->next_cann++;
  const gint64 values[] = { begin_ns,        end_ns, type,
                            self->queue_tid, id,     lsc_synth_db_id (self->db, name) };

  lsc_synth_db_insert (self->db, LSC_SYNTH_CANN_API, values);
  return id;
}

/**
 * lsc_synth_rank_add_launch:
 * @self: a rank
 * @name: the API that launches
 * @begin_ns: when; it takes 300 ns
 * @comm: whether it launches a communication operator
 *
 * Returns: the connection id of the launch
 */
gint64
lsc_synth_rank_add_launch (LscSynthRank *self, guint name, gint64 begin_ns, gboolean comm)
{
  gint64 id;

  if (self->options->lean)
    return add_cann (self, begin_ns, begin_ns + 300, 10000, names.launch);
  add_cann (self, begin_ns, begin_ns + 300, 20000, name);
  id = add_cann (self, begin_ns + 20, begin_ns + 280, 10000, names.launch);
  if (comm)
    add_cann (self, begin_ns + 40, begin_ns + 240, 5500, name);
  else if (self->options->level >= 2)
    add_cann (self, begin_ns + 40, begin_ns + 240, 5000, names.kernel_launch);
  return id;
}

static void
remember_span (LscSynthRank *self, GArray *spans, gint64 begin_ns, gint64 end_ns)
{
  const LscSynthSpan span = { begin_ns, end_ns };

  if (self->first_kernel_ns == 0 || begin_ns < self->first_kernel_ns)
    self->first_kernel_ns = begin_ns;
  self->last_kernel_ns = MAX (self->last_kernel_ns, end_ns);
  g_array_append_val (spans, span);
}

static void
add_pmu (LscSynthRank *self, const LscSynthKernel *kernel, gint64 task, gint64 length_ns)
{
  gboolean cube = kernel->blocks == 24;
  const gint64 numbers[4] = { cube ? length_ns : 0, cube, cube ? 0 : length_ns, !cube };

  if (self->options->level == 0 || !self->timeline->detailed)
    return;
  for (guint i = 0; i < 4; i++)
    {
      const gint64 values[] = { task, lsc_synth_db_id (self->db, names.metrics[i]), numbers[i] };

      lsc_synth_db_insert (self->db, LSC_SYNTH_TASK_PMU_INFO, values);
    }
}

static void
distinct_texts (LscSynthRank *self, const LscSynthKernel *kernel, gint64 *name, gint64 *shape)
{
  g_autofree char *name_text = NULL;
  g_autofree char *shape_text = NULL;
  gint64 n = self->n_distinct++;

  name_text = g_strdup_printf ("%s_%07" G_GINT64_FORMAT, lsc_synth_name_text (kernel->name), n);
  shape_text = g_strdup_printf ("\"%" G_GINT64_FORMAT ",128\"", n + 1);
  *name = lsc_synth_db_add_string (self->db, name_text);
  *shape = lsc_synth_db_add_string (self->db, shape_text);
}

static void
emit_compute (LscSynthRank *self, const LscSynthKernel *kernel, gint64 task)
{
  LscSynthDb *db = self->db;
  const gint64 na = lsc_synth_db_id (db, names.na);
  const gboolean full = self->options->level > 0;
  gint64 values[17] = {
    0,
    task,
    kernel->blocks,
    0,
    full ? lsc_synth_db_id (db, kernel->core) : na,
    full ? lsc_synth_db_id (db, kernel->op_type) : na,
    full ? lsc_synth_db_id (db, kernel->formats) : na,
    full ? lsc_synth_db_id (db, kernel->in_types) : na,
    full ? lsc_synth_db_id (db, kernel->in_shapes) : na,
    full ? lsc_synth_db_id (db, kernel->formats) : na,
    full ? lsc_synth_db_id (db, kernel->out_types) : na,
    full ? lsc_synth_db_id (db, kernel->out_shapes) : na,
    na,
    lsc_synth_db_id (db, names.fixed),
    na,
    na,
    na,
  };

  if (self->options->distinct_shapes)
    {
      distinct_texts (self, kernel, &values[0], &values[8]);
      values[8] = full ? values[8] : na;
    }
  else
    values[0] = lsc_synth_db_id (db, kernel->name);
  lsc_synth_db_insert (db, LSC_SYNTH_COMPUTE_TASK_INFO, values);
}

/* What a link moves in that time, in whole units of 512 bytes: all links of a profile are as fast.
 */
#define LINK_BYTES_PER_US 14400

static gint64
find_bytes (gint64 length_ns)
{
  return MAX (length_ns * LINK_BYTES_PER_US / 1000 / 512, 1) * 512;
}

/* What the tasks of a communication operator have in common. */
typedef struct
{
  LscSynthRank *rank;
  const LscSynthGroup *group;
  gint64 name;
  gint64 op;
  gint64 connection;
  guint stream;
  guint src;
  guint dst;
} CommOp;

static void
add_comm_task (const CommOp *op, gint64 begin_ns, gint64 end_ns, guint task_type, guint kind,
               guint plane)
{
  LscSynthRank *self = op->rank;
  gboolean full = self->options->level > 0;
  gboolean moves = kind == names.memcpy || kind == names.reduce;
  gint64 task =
      lsc_synth_rank_add_task (self, begin_ns, end_ns, op->connection, task_type, op->stream);
  const gint64 values[16] = {
    op->name,
    task,
    lsc_synth_db_id (self->db, full ? kind : names.na),
    full ? plane : LSC_SYNTH_NONE_32,
    lsc_synth_db_id (self->db, op->group->id),
    moves ? G_MAXINT64 : 1000 + (gint64) plane,
    LSC_SYNTH_NONE_16,
    full ? op->src : LSC_SYNTH_NONE_32,
    full ? op->dst : LSC_SYNTH_NONE_32,
    moves                ? 0
    : kind == names.wait ? 2
                         : LSC_SYNTH_NONE_16,
    !full   ? -1
    : moves ? find_bytes (end_ns - begin_ns)
            : 0,
    moves ? 11 : LSC_SYNTH_NONE_16,
    !moves               ? LSC_SYNTH_NONE_16
    : op->src == op->dst ? 0
                         : 1,
    op->op,
    plane == 1,
    0,
  };

  lsc_synth_db_insert (self->db, LSC_SYNTH_COMMUNICATION_TASK_INFO, values);
}

/* @wait_ns: how long it waits, below 0: as a collective, a tenth */
static void
add_comm_analysis (const CommOp *op, const char *name, gint64 begin_ns, gint64 end_ns,
                   gint64 wait_ns)
{
  LscSynthRank *self = op->rank;
  g_autofree char *hash = NULL;
  g_autofree char *step = NULL;
  char numbers[6][G_ASCII_DTOSTR_BUF_SIZE];
  const double ms = (double) (end_ns - begin_ns) / 1e6;
  const double wait = wait_ns < 0 ? ms * 0.1 : (double) wait_ns / 1e6;
  const double idle = wait_ns < 0 ? ms * 0.05 : 0;
  const double parts[6] = { 0, ms, ms - wait - idle, wait, wait, idle };
  const char *values[10];

  if (self->analysis == NULL || self->options->level == 0)
    return;
  hash = g_strdup_printf ("%" G_GUINT64_FORMAT, op->group->hash);
  step = g_strdup_printf ("step%u", self->step_id);
  begin_ns = lsc_synth_rank_shown (self, begin_ns);
  g_snprintf (numbers[0], sizeof numbers[0], "%" G_GINT64_FORMAT ".%03d", begin_ns / 1000,
              (int) (begin_ns % 1000));
  for (guint i = 1; i < 6; i++)
    g_ascii_formatd (numbers[i], sizeof numbers[i], "%.6f", parts[i]);
  values[0] = name;
  values[1] = hash;
  for (guint i = 0; i < 6; i++)
    values[2 + i] = numbers[i];
  values[8] = step;
  values[9] = op->group == &self->groups[LSC_SYNTH_GROUP_PP] ? "p2p" : "collective";
  lsc_synth_db_insert_text (self->analysis, LSC_SYNTH_COMM_ANALYZER_TIME, values);
}

static CommOp
add_comm_op (LscSynthRank *self, LscSynthGroupKind kind, guint type, gint64 connection,
             gint64 begin_ns, gint64 end_ns, gint64 wait_ns)
{
  LscSynthGroup *group = &self->groups[kind];
  gboolean full = self->options->level > 0;
  gboolean p2p = type == names.send || type == names.receive;
  g_autofree char *name = g_strdup_printf ("%s_%03u_%u_1", lsc_synth_name_text (type),
                                           (guint) (group->hash % 1000), group->n_ops++);
  CommOp op = { .rank = self,
                .group = group,
                .name = lsc_synth_db_add_string (self->db, name),
                .op = self->next_comm_op++,
                .connection = connection,
                .stream = LSC_SYNTH_COMM_STREAM };
  const gint64 values[14] = {
    op.name,
    begin_ns,
    end_ns,
    connection,
    lsc_synth_db_id (self->db, group->id),
    op.op,
    0,
    0,
    11,
    lsc_synth_db_id (self->db, p2p || !full ? names.na : names.mesh_ring),
    1048576,
    lsc_synth_db_id (self->db, full ? type : names.na),
    self->device,
    group->ranks->len,
  };

  lsc_synth_db_insert (self->db, LSC_SYNTH_COMMUNICATION_OP, values);
  remember_span (self, self->communication, begin_ns, end_ns);
  add_comm_analysis (&op, name, begin_ns, end_ns, wait_ns);
  return op;
}

/* A collective: a copy on the chip, then a handshake with the next rank, then the transfer. */
static void
emit_collective (LscSynthRank *self, const LscSynthKernel *kernel, gint64 connection,
                 gint64 begin_ns, gint64 end_ns)
{
  gint64 length_ns =
      self->moved_ns > 0 ? MIN (self->moved_ns, end_ns - begin_ns) : end_ns - begin_ns;
  gint64 late_ns = end_ns - begin_ns - length_ns; /* until the last member has come */
  gint64 wait_ns = late_ns > 0 ? late_ns + length_ns / 6 - length_ns / 18 : -1;
  CommOp op =
      add_comm_op (self, kernel->group, kernel->name, connection, begin_ns, end_ns, wait_ns);

  op.src = op.dst = op.group->my_index;
  add_comm_task (&op, begin_ns, begin_ns + length_ns / 20, names.sdma, names.memcpy, 0);
  op.dst = (op.src + 1) % op.group->ranks->len;
  add_comm_task (&op, begin_ns + length_ns / 20, begin_ns + length_ns / 18, names.write_value,
                 names.notify_record, 1);
  add_comm_task (&op, begin_ns + length_ns / 18, begin_ns + late_ns + length_ns / 6,
                 names.notify_wait, names.wait, 1);
  add_comm_task (&op, begin_ns + late_ns + length_ns / 6, end_ns, names.sdma, names.reduce, 1);
}

/**
 * lsc_synth_rank_emit_kernel:
 * @self: a rank
 * @kernel: what runs
 * @connection: its launch
 * @begin_ns: device time on the rank's clock
 * @end_ns: likewise
 *
 * Writes the rows of a kernel of any class.
 */
void
lsc_synth_rank_emit_kernel (LscSynthRank *self, const LscSynthKernel *kernel, gint64 connection,
                            gint64 begin_ns, gint64 end_ns)
{
  gint64 task;

  if (kernel->class == LSC_SYNTH_COMMUNICATION)
    {
      emit_collective (self, kernel, connection, begin_ns, end_ns);
      return;
    }
  task = lsc_synth_rank_add_task (self, begin_ns, end_ns, connection, kernel->task_type,
                                  LSC_SYNTH_COMPUTE_STREAM);
  if (kernel->class == LSC_SYNTH_COMPUTE)
    {
      emit_compute (self, kernel, task);
      add_pmu (self, kernel, task, end_ns - begin_ns);
      remember_span (self, self->compute, begin_ns, end_ns);
    }
  else if (kernel->class == LSC_SYNTH_SCHEDULE_TASK)
    {
      const gint64 values[] = { lsc_synth_db_id (self->db, kernel->name), task,
                                lsc_synth_db_id (self->db, kernel->core),
                                lsc_synth_db_id (self->db, kernel->op_type) };

      lsc_synth_db_insert (self->db, LSC_SYNTH_COMMUNICATION_SCHEDULE_TASK_INFO, values);
    }
}

static void
emit_p2p_host (LscSynthRank *self, gboolean send, gint64 host_ns, gint64 connection)
{
  const guint outer = lsc_synth_name (send ? "c10d::send" : "c10d::recv_");
  const guint inner = lsc_synth_name (send ? "HcclSend" : "HcclReceive");
  gint64 values[11] = { host_ns,
                        host_ns + 5000,
                        self->main_tid,
                        LSC_SYNTH_NULL,
                        0,
                        -1,
                        0,
                        LSC_SYNTH_NULL,
                        LSC_SYNTH_NULL,
                        0,
                        50001 };

  values[4] = lsc_synth_db_framework_id (self->db, outer);
  lsc_synth_db_insert (self->db, LSC_SYNTH_PYTORCH_API, values);
  values[0] += 500;
  values[1] -= 500;
  values[3] = self->next_local++;
  values[4] = lsc_synth_db_framework_id (self->db, inner);
  lsc_synth_db_insert (self->db, LSC_SYNTH_PYTORCH_API, values);
  lsc_synth_rank_add_connection (self, values[3], connection);
}

/**
 * lsc_synth_rank_emit_p2p:
 * @self: a rank
 * @send: whether it sends
 * @peer: index of the other rank in the pipeline group
 * @stream: stream of the operator
 * @times: on the rank's clock
 *
 * Writes a send or receive operator as devices do it: it waits until the other side has begun, too,
 * and copies then. As in real files the tasks of a receive name the receiver first
 * (pipeline.md#links).
 */
void
lsc_synth_rank_emit_p2p (LscSynthRank *self, gboolean send, guint peer, guint stream,
                         const LscSynthTransfer *times)
{
  const guint type = send ? names.send : names.receive;
  gint64 connection = lsc_synth_rank_add_launch (self, type, times->host_ns + 2000, TRUE);
  gint64 ready_ns = CLAMP (times->peer_begin_ns, times->begin_ns, times->end_ns);
  gint64 record_ns = MIN ((times->end_ns - times->begin_ns) / 20, LSC_SYNTH_RECORD_NS);
  CommOp op;

  emit_p2p_host (self, send, times->host_ns, connection);
  record_ns += times->begin_ns;
  ready_ns = MAX (ready_ns, record_ns);
  op = add_comm_op (self, LSC_SYNTH_GROUP_PP, type, connection, times->begin_ns, times->end_ns,
                    ready_ns - times->begin_ns);
  op.stream = stream;
  op.src = op.group->my_index;
  op.dst = peer;
  add_comm_task (&op, times->begin_ns, record_ns, names.write_value, names.notify_record, 0);
  add_comm_task (&op, record_ns, ready_ns, names.notify_wait, names.wait, 1);
  add_comm_task (&op, ready_ns, times->end_ns, names.sdma, names.memcpy, 1);
  if (!send)
    self->receive_ns += times->end_ns - times->begin_ns;
}

/**
 * lsc_synth_rank_emit_mstx:
 * @self: a rank
 * @domain: domain name
 * @message: text
 * @event_type: 0 mark, 2 range
 * @begin_ns: host time on the rank's clock
 * @end_ns: likewise
 * @device_begin_ns: device time of its task, 0 = none
 * @device_end_ns: likewise
 *
 * Writes a mark or range and the device task that belongs to it.
 */
void
lsc_synth_rank_emit_mstx (LscSynthRank *self, const char *domain, guint message, guint event_type,
                          gint64 begin_ns, gint64 end_ns, gint64 device_begin_ns,
                          gint64 device_end_ns)
{
  gint64 connection = self->next_mstx++;
  const gint64 values[] = {
    begin_ns,
    end_ns,
    event_type,
    LSC_SYNTH_NONE_32,
    0,
    lsc_synth_db_id (self->db, message),
    self->main_tid,
    self->main_tid,
    lsc_synth_db_id (self->db, lsc_synth_name (domain)),
    connection,
  };

  lsc_synth_db_insert (self->db, LSC_SYNTH_MSTX_EVENTS, values);
  if (device_begin_ns > 0)
    lsc_synth_rank_add_task (self, device_begin_ns, device_end_ns, connection, names.mstx,
                             LSC_SYNTH_COMPUTE_STREAM);
}
