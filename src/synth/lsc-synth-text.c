/* lsc-synth-text.c - trace_view.json of the same events as the database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "synth/lsc-synth-text.h"

/* formats.md#trace-view: one line, an array, times as texts in microseconds, processes numbered
 * (pid << 10) | (layer << 5) | device with 31 for the host. */

#define HOST_DEVICE 31

typedef enum
{
  LAYER_MSTX = 1,
  LAYER_CANN = 7,
  LAYER_HARDWARE = 13,
  LAYER_FREQ = 14,
  LAYER_HCCL = 15,
  LAYER_OVERLAP = 23,
} Layer;

typedef struct
{
  const LscSynthRank *rank;
  const LscSynthRows *rows;
  LscSynthWriter *out;
  gboolean need_comma;
} Trace;

static gint64
pid_of (const Trace *self, Layer layer)
{
  gboolean is_host = layer == LAYER_CANN || layer == LAYER_MSTX;

  return self->rank->pid << 10 | (gint64) layer << 5 |
         (is_host ? HOST_DEVICE : (gint64) self->rank->device);
}

static void
put (Trace *self, const char *text)
{
  lsc_synth_put (self->out, text);
}

static void
put_key (Trace *self, const char *key, gint64 value)
{
  put (self, ", \"");
  put (self, key);
  put (self, "\": ");
  lsc_synth_put_int (self->out, value);
}

/* {"ph": "X", "name": …, "pid": …, "tid": …, "ts": "…" */
static void
begin_event (Trace *self, const char *phase, const char *name, gint64 pid, gint64 tid, gint64 ns)
{
  put (self, self->need_comma ? ", {\"ph\": \"" : "{\"ph\": \"");
  self->need_comma = TRUE;
  put (self, phase);
  put (self, "\", \"name\": ");
  lsc_synth_put_json (self->out, name);
  put_key (self, "pid", pid);
  put_key (self, "tid", tid);
  put (self, ", \"ts\": \"");
  lsc_synth_put_us (self->out, ns);
  put (self, "\"");
}

static void
begin_slice (Trace *self, const char *name, gint64 pid, gint64 tid, gint64 begin, gint64 end)
{
  begin_event (self, "X", name, pid, tid, begin);
  put (self, ", \"dur\": ");
  lsc_synth_put_us (self->out, end - begin);
}

static void
put_meta (Trace *self, const char *what, gint64 pid, gint64 tid, const char *name, gint64 sort)
{
  put (self, self->need_comma ? ", {\"ph\": \"M\", \"name\": \"" : "{\"ph\": \"M\", \"name\": \"");
  self->need_comma = TRUE;
  put (self, what);
  put (self, "\"");
  put_key (self, "pid", pid);
  put_key (self, "tid", tid);
  put (self, ", \"args\": {");
  if (name != NULL)
    {
      put (self, strcmp (what, "process_labels") == 0 ? "\"labels\": " : "\"name\": ");
      lsc_synth_put_json (self->out, name);
    }
  else
    {
      put (self, "\"sort_index\": ");
      lsc_synth_put_int (self->out, sort);
    }
  put (self, "}}");
}

static void
put_process (Trace *self, gint64 pid, const char *name, gint64 sort, gboolean is_device)
{
  put_meta (self, "process_name", pid, 0, name, 0);
  put_meta (self, "process_labels", pid, 0, is_device ? "NPU" : "CPU", 0);
  put_meta (self, "process_sort_index", pid, 0, NULL, sort);
}

static void
put_thread (Trace *self, gint64 pid, gint64 tid, const char *name)
{
  put_meta (self, "thread_name", pid, tid, name, 0);
  put_meta (self, "thread_sort_index", pid, tid, NULL, tid);
}

static void
put_flow (Trace *self, gboolean is_start, const char *category, const char *name, gint64 id,
          gint64 pid, gint64 tid, gint64 ns)
{
  begin_event (self, is_start ? "s" : "f", name, pid, tid, ns);
  put (self, ", \"bp\": \"e\"");
  put_key (self, "id", id);
  put (self, ", \"cat\": \"");
  put (self, category);
  put (self, "\"}");
}

/* ---- Python -------------------------------------------------------------------------------- */

static gint64
tid_of (gint64 thread)
{
  return thread & G_MAXUINT32;
}

static void
put_python_threads (Trace *self)
{
  const gint64 threads[] = { self->rank->main_tid, self->rank->queue_tid,
                             self->rank->autograd_tid };

  put_process (self, self->rank->pid, "Python", 0, FALSE);
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autofree char *name = g_strdup_printf ("Thread %" G_GINT64_FORMAT, tid_of (threads[i]));

      put_thread (self, self->rank->pid, tid_of (threads[i]), name);
    }
}

/* Where a launch's work begins on the device, and on which lane; FALSE: nowhere. */
static gboolean
find_target (const Trace *self, gint64 connection, gint64 *pid, gint64 *tid, gint64 *ns)
{
  gint64 comm = lsc_synth_rows_find (self->rows->comm_of, connection);
  gint64 task = lsc_synth_rows_find (self->rows->first_task_of, connection);

  if (comm >= 0)
    {
      const LscSynthCommRow *row = &g_array_index (self->rows->comms, LscSynthCommRow, comm);

      *pid = pid_of (self, LAYER_HCCL);
      *tid = row->group * 100;
      *ns = row->begin_ns;
      return TRUE;
    }
  if (task >= 0)
    {
      const LscSynthTaskRow *row = &g_array_index (self->rows->tasks, LscSynthTaskRow, task);

      *pid = pid_of (self, LAYER_HARDWARE);
      *tid = row->stream;
      *ns = row->begin_ns;
      return TRUE;
    }
  return FALSE;
}

/* The links of an op: to what it launched, and to its forward or backward partner. */
static void
put_op_links (Trace *self, const LscSynthOpRow *row)
{
  const GArray *list = g_hash_table_lookup (self->rows->links, &row->local);
  const gint64 own_pid = self->rank->pid, own_tid = tid_of (row->thread);

  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      gint64 connection = g_array_index (list, gint64, i), pid, tid, ns;

      if (lsc_synth_rows_find (self->rows->call_of, connection) < 0)
        put_flow (self, row->forward_thread <= 0, "fwdbwd", "fwdbwd", connection, own_pid, own_tid,
                  row->begin_ns);
      else if (find_target (self, connection, &pid, &tid, &ns))
        {
          put_flow (self, TRUE, "async_npu", "torch_to_npu", ns, own_pid, own_tid, row->begin_ns);
          put_flow (self, FALSE, "async_npu", "torch_to_npu", ns, pid, tid, ns);
        }
    }
}

static void
put_op (Trace *self, const LscSynthOpRow *row)
{
  begin_slice (self, lsc_synth_rows_text (self->rows, row->name), self->rank->pid,
               tid_of (row->thread), row->begin_ns, row->end_ns);
  put (self, ", \"cat\": \"cpu_op\", \"args\": {\"Sequence number\": ");
  lsc_synth_put_int (self->out, row->sequence);
  put_key (self, "Fwd thread id", MAX (row->forward_thread, 0));
  if (row->shapes >= 0)
    {
      put (self, ", \"Input Dims\": ");
      lsc_synth_put_json (self->out, lsc_synth_rows_text (self->rows, row->shapes));
      put (self, ", \"Input type\": ");
      lsc_synth_put_json (self->out, lsc_synth_rows_text (self->rows, row->types));
    }
  put (self, "}}");
  if (row->local >= 0)
    put_op_links (self, row);
}

static void
put_queue (Trace *self, const LscSynthOpRow *row)
{
  const char *name = lsc_synth_rows_text (self->rows, row->name);
  const gboolean is_enqueue = g_str_has_prefix (name, "Enqueue");
  const GArray *list = g_hash_table_lookup (self->rows->links, &row->local);
  const gint64 id = list != NULL && list->len > 0 ? g_array_index (list, gint64, 0) : 0;

  begin_slice (self, name, self->rank->pid, tid_of (row->thread), row->begin_ns, row->end_ns);
  put (self, is_enqueue ? ", \"cat\": \"enqueue\"" : ", \"cat\": \"dequeue\"");
  put (self, ", \"args\": {\"correlation_id\": ");
  lsc_synth_put_int (self->out, id);
  put (self, "}}");
  put_flow (self, is_enqueue, "async_task_queue", "enqueue_to_dequeue", id, self->rank->pid,
            tid_of (row->thread), row->begin_ns);
}

static void
put_frame (Trace *self, const LscSynthOpRow *row, gint64 number)
{
  begin_slice (self, lsc_synth_rows_text (self->rows, row->name), self->rank->pid,
               tid_of (row->thread), row->begin_ns, row->end_ns);
  put (self, ", \"cat\": \"python_function\", \"args\": {\"Python id\": ");
  lsc_synth_put_int (self->out, number);
  put (self, ", \"Python parent id\": 0}}");
}

static void
put_python (Trace *self)
{
  const gint64 main_tid = tid_of (self->rank->main_tid);

  put_python_threads (self);
  for (guint i = 0; i < self->rows->steps->len; i++)
    {
      const LscSynthStepRow *row = &g_array_index (self->rows->steps, LscSynthStepRow, i);
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%" G_GINT64_FORMAT, row->id);

      begin_slice (self, name, self->rank->pid, main_tid, row->begin_ns, row->end_ns);
      put (self, ", \"cat\": \"cpu_op\", \"args\": {}}");
    }
  for (guint i = 0; i < self->rows->ops->len; i++)
    {
      const LscSynthOpRow *row = &g_array_index (self->rows->ops, LscSynthOpRow, i);

      if (row->type == 50002)
        put_queue (self, row);
      else if (row->type == 50003)
        put_frame (self, row, (gint64) i + 1);
      else
        put_op (self, row);
    }
}

/* ---- CANN and marks ------------------------------------------------------------------------ */

static const struct
{
  int type;
  const char *prefix;
  const char *level;
} levels[] = {
  { 20000, "AscendCL", "acl" }, { 15000, "Model", "model" },    { 10000, "Node", "node" },
  { 5500, "Hccl", "hccl" },     { 5000, "Runtime", "runtime" },
};

/* Ids of HostToDevice are texts, in three ways side by side (formats.md#trace-view). */
static void
put_host_to_device (Trace *self, gboolean is_start, gint64 connection, gint64 pid, gint64 tid,
                    gint64 ns)
{
  gint64 comm = lsc_synth_rows_find (self->rows->comm_of, connection);
  gint64 first = lsc_synth_rows_find (self->rows->first_task_of, connection);
  const LscSynthTaskRow *task =
      first >= 0 ? &g_array_index (self->rows->tasks, LscSynthTaskRow, first) : NULL;
  g_autofree char *id = NULL;
  g_autofree char *name = NULL;

  if (comm >= 0)
    id = g_strdup_printf ("%" G_GINT64_FORMAT, (connection << 32) - 1);
  else if (task != NULL && task->compute >= 0)
    {
      /* (stream << 64) + (task << 48) + (batch << 32) + context: beyond 64 bits */
      __uint128_t value = ((__uint128_t) task->stream << 64) + ((__uint128_t) task->task << 48) +
                          (__uint128_t) G_MAXUINT32;
      char digits[48];
      char *at = digits + sizeof digits - 1;

      *at = '\0';
      do
        *--at = (char) ('0' + (int) (value % 10));
      while ((value /= 10) > 0);
      id = g_strdup (at);
    }
  else
    id = g_strdup_printf ("%" G_GINT64_FORMAT, connection);
  name = g_strconcat ("HostToDevice", id, NULL);
  begin_event (self, is_start ? "s" : "f", name, pid, tid, ns);
  put (self, ", \"id\": \"");
  put (self, id);
  put (self, is_start ? "\", \"cat\": \"HostToDevice\"}"
                      : "\", \"cat\": \"HostToDevice\", \"bp\": \"e\"}");
}

static void
put_call (Trace *self, const LscSynthCallRow *row)
{
  const char *text = lsc_synth_rows_text (self->rows, row->name);
  const gint64 pid = pid_of (self, LAYER_CANN), tid = tid_of (row->thread);
  guint level = 0;
  g_autofree char *name = NULL;

  while (level + 1 < G_N_ELEMENTS (levels) && levels[level].type != row->type)
    level++;
  name = g_strdup_printf ("%s@%s", levels[level].prefix, text);
  begin_slice (self, name, pid, tid, row->begin_ns, row->end_ns);
  put (self, ", \"args\": {\"Thread Id\": ");
  lsc_synth_put_int (self->out, tid);
  put (self, ", \"Mode\": ");
  lsc_synth_put_json (self->out, text);
  put (self, ", \"level\": \"");
  put (self, levels[level].level);
  put (self, "\"");
  put_key (self, "connection_id", row->connection);
  put (self, "}}");
  if (row->type == 10000 &&
      (lsc_synth_rows_find (self->rows->first_task_of, row->connection) >= 0 ||
       lsc_synth_rows_find (self->rows->comm_of, row->connection) >= 0))
    put_host_to_device (self, TRUE, row->connection, pid, tid, row->begin_ns + 100);
}

static void
put_cann (Trace *self)
{
  put_process (self, pid_of (self, LAYER_CANN), "CANN", LAYER_CANN, FALSE);
  for (guint i = 0; i < self->rows->calls->len; i++)
    put_call (self, &g_array_index (self->rows->calls, LscSynthCallRow, i));
}

static void
put_marks (Trace *self)
{
  const gint64 pid = pid_of (self, LAYER_MSTX);

  if (self->rows->marks->len == 0)
    return;
  put_process (self, pid, "python3", LAYER_MSTX, FALSE);
  for (guint i = 0; i < self->rows->marks->len; i++)
    {
      const LscSynthMarkRow *row = &g_array_index (self->rows->marks, LscSynthMarkRow, i);
      gint64 task = lsc_synth_rows_find (self->rows->first_task_of, row->connection);

      begin_slice (self, lsc_synth_rows_text (self->rows, row->message), pid, tid_of (row->thread),
                   row->begin_ns, row->end_ns);
      put (self, ", \"args\": {\"event_type\": \"");
      put (self, row->type == 0 ? "marker" : "start/end");
      put (self, "\", \"domain\": ");
      lsc_synth_put_json (self->out, lsc_synth_rows_text (self->rows, row->domain));
      if (task >= 0)
        put_key (self, "connection_id", row->connection);
      put (self, "}}");
      if (task < 0)
        continue;
      put_flow (self, TRUE, "MsTx", "MsTx", row->connection, pid, tid_of (row->thread),
                row->begin_ns);
    }
}

/* ---- device -------------------------------------------------------------------------------- */

static const char *
name_of_task (const Trace *self, const LscSynthTaskRow *row)
{
  if (row->compute >= 0)
    return lsc_synth_rows_text (
        self->rows, g_array_index (self->rows->kernels, LscSynthKernelRow, row->compute).name);
  return lsc_synth_rows_text (self->rows, row->type);
}

static void
put_task (Trace *self, const LscSynthTaskRow *row, gboolean is_marked, const char *mark)
{
  const gint64 pid = pid_of (self, LAYER_HARDWARE);
  gint64 first = lsc_synth_rows_find (self->rows->first_task_of, row->connection);

  begin_slice (self, mark ? mark : name_of_task (self, row), pid, row->stream, row->begin_ns,
               row->end_ns);
  put (self, ", \"args\": {\"Model Id\": 4294967295, \"Task Type\": ");
  lsc_synth_put_json (self->out, lsc_synth_rows_text (self->rows, row->type));
  put_key (self, "Physic Stream Id", row->stream);
  put_key (self, "Task Id", row->task);
  put (self, ", \"Batch Id\": 0, \"Subtask Id\": 4294967295");
  put_key (self, "connection_id", row->connection);
  put (self, "}}");
  if (is_marked)
    put_flow (self, FALSE, "MsTx", "MsTx", row->connection, pid, row->stream, row->begin_ns);
  else if (lsc_synth_rows_find (self->rows->call_of, row->connection) >= 0 &&
           lsc_synth_rows_find (self->rows->comm_of, row->connection) < 0 && first >= 0 &&
           row == &g_array_index (self->rows->tasks, LscSynthTaskRow, first))
    put_host_to_device (self, FALSE, row->connection, pid, row->stream, row->begin_ns);
}

static void
put_hardware (Trace *self)
{
  g_autoptr (GHashTable) streams = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) marks = g_hash_table_new (NULL, NULL);
  const gint64 pid = pid_of (self, LAYER_HARDWARE);

  put_process (self, pid, "Ascend Hardware", LAYER_HARDWARE, TRUE);
  for (guint i = 0; i < self->rows->marks->len; i++)
    {
      const LscSynthMarkRow *row = &g_array_index (self->rows->marks, LscSynthMarkRow, i);

      g_hash_table_insert (marks, (gpointer) (gintptr) row->connection,
                           (gpointer) (gintptr) (row->message + 1));
    }
  for (guint i = 0; i < self->rows->tasks->len; i++)
    {
      const LscSynthTaskRow *row = &g_array_index (self->rows->tasks, LscSynthTaskRow, i);
      gint64 mark = lsc_synth_rows_find (marks, row->connection);

      if (g_hash_table_add (streams, (gpointer) (gintptr) (row->stream + 1)))
        {
          g_autofree char *name = g_strdup_printf ("Stream %" G_GINT64_FORMAT, row->stream);

          put_thread (self, pid, row->stream, name);
        }
      put_task (self, row, mark >= 0, mark >= 0 ? lsc_synth_rows_text (self->rows, mark) : NULL);
    }
}

static void
put_comm_lanes (Trace *self)
{
  const gint64 pid = pid_of (self, LAYER_HCCL);

  put_process (self, pid, self->rank->options->schema12 ? "Communication" : "HCCL", LAYER_HCCL,
               TRUE);
  for (guint i = 0; i < self->rows->groups->len; i++)
    {
      g_autofree char *group =
          self->rank->options->schema12
              ? g_strdup_printf ("Group %s Communication",
                                 (char *) g_ptr_array_index (self->rows->groups, i))
              : g_strdup_printf ("Group %u Communication", i);

      put_thread (self, pid, i * 100, group);
      for (int plane = 0; plane < 2; plane++)
        {
          g_autofree char *name = g_strdup_printf ("Plane %d", plane);

          put_thread (self, pid, i * 100 + 1 + plane, name);
        }
    }
}

static void
put_comm_op (Trace *self, const LscSynthCommRow *row)
{
  const gint64 pid = pid_of (self, LAYER_HCCL);

  begin_slice (self, lsc_synth_rows_text (self->rows, row->name), pid, row->group * 100,
               row->begin_ns, row->end_ns);
  put (self, ", \"args\": {\"connection_id\": ");
  lsc_synth_put_int (self->out, row->connection);
  put (self, ", \"model id\": 4294967295, \"data_type\": \"BFP16\", \"alg_type\": \"MESH-RING\", "
             "\"count\": 1048576}}");
  put_host_to_device (self, FALSE, row->connection, pid, row->group * 100, row->begin_ns);
}

static void
put_communication (Trace *self)
{
  const gint64 pid = pid_of (self, LAYER_HCCL);

  if (self->rows->comms->len == 0)
    return;
  put_comm_lanes (self);
  for (guint i = 0; i < self->rows->comms->len; i++)
    put_comm_op (self, &g_array_index (self->rows->comms, LscSynthCommRow, i));
  for (guint i = 0; i < self->rows->tasks->len; i++)
    {
      const LscSynthTaskRow *row = &g_array_index (self->rows->tasks, LscSynthTaskRow, i);
      const LscSynthPartRow *part;

      if (row->part < 0)
        continue;
      part = &g_array_index (self->rows->parts, LscSynthPartRow, row->part);
      if (part->plane >= G_MAXUINT32)
        continue;
      begin_slice (self, lsc_synth_rows_text (self->rows, part->type), pid,
                   part->group * 100 + 1 + part->plane, row->begin_ns, row->end_ns);
      put (self, ", \"args\": {\"stream id\": ");
      lsc_synth_put_int (self->out, row->stream);
      put_key (self, "task id", row->task);
      put_key (self, "src rank", part->source);
      put_key (self, "dst rank", part->target);
      put_key (self, "size(Byte)", part->size);
      put (self, "}}");
    }
}

static void
put_frequency (Trace *self)
{
  const gint64 pid = pid_of (self, LAYER_FREQ);

  put_process (self, pid, "AI Core Freq", LAYER_FREQ, TRUE);
  for (guint i = 0; i + 1 < self->rows->freqs->len; i += 2)
    {
      begin_event (self, "C", "AI Core Freq", pid, 0, g_array_index (self->rows->freqs, gint64, i));
      put (self, ", \"args\": {\"MHz\": ");
      lsc_synth_put_int (self->out, g_array_index (self->rows->freqs, gint64, i + 1));
      put (self, "}}");
    }
}

/* ---- overlap analysis ---------------------------------------------------------------------- */

static void
add_span (GArray *spans, gint64 begin_ns, gint64 end_ns)
{
  LscSynthSpan *last = spans->len > 0 ? &g_array_index (spans, LscSynthSpan, spans->len - 1) : NULL;
  LscSynthSpan span = { begin_ns, end_ns };

  if (begin_ns >= end_ns)
    return;
  if (last != NULL && begin_ns <= last->end_ns)
    last->end_ns = MAX (last->end_ns, end_ns);
  else
    g_array_append_val (spans, span);
}

/* What of @a no span of @b covers; both joined. */
static GArray *
subtract (const GArray *a, const GArray *b)
{
  GArray *rest = g_array_new (FALSE, FALSE, sizeof (LscSynthSpan));
  guint k = 0;

  for (guint i = 0; i < a->len; i++)
    {
      const LscSynthSpan *span = &g_array_index (a, LscSynthSpan, i);
      gint64 at_ns = span->begin_ns;

      while (k < b->len && g_array_index (b, LscSynthSpan, k).end_ns <= at_ns)
        k++;
      for (guint n = k; n < b->len && g_array_index (b, LscSynthSpan, n).begin_ns < span->end_ns;
           n++)
        {
          add_span (rest, at_ns, g_array_index (b, LscSynthSpan, n).begin_ns);
          at_ns = MAX (at_ns, g_array_index (b, LscSynthSpan, n).end_ns);
        }
      add_span (rest, at_ns, span->end_ns);
    }
  return rest;
}

static void
put_overlap_lane (Trace *self, guint lane, const char *name, const GArray *spans)
{
  const gint64 pid = pid_of (self, LAYER_OVERLAP);

  put_thread (self, pid, lane, name);
  for (guint i = 0; i < spans->len; i++)
    {
      const LscSynthSpan *span = &g_array_index (spans, LscSynthSpan, i);

      begin_slice (self, name, pid, lane, span->begin_ns, span->end_ns);
      put (self, "}");
    }
}

static void
put_overlap (Trace *self)
{
  g_autoptr (GArray) computing = g_array_new (FALSE, FALSE, sizeof (LscSynthSpan));
  g_autoptr (GArray) communication = g_array_new (FALSE, FALSE, sizeof (LscSynthSpan));
  g_autoptr (GArray) whole = g_array_new (FALSE, FALSE, sizeof (LscSynthSpan));
  g_autoptr (GArray) exposed = NULL;
  g_autoptr (GArray) idle = NULL;
  g_autoptr (GArray) uncovered = NULL;
  gint64 first_ns = G_MAXINT64, last_ns = G_MININT64;

  for (guint i = 0; i < self->rows->tasks->len; i++)
    {
      const LscSynthTaskRow *row = &g_array_index (self->rows->tasks, LscSynthTaskRow, i);

      if (row->compute < 0)
        continue;
      add_span (computing, row->begin_ns, row->end_ns);
      first_ns = MIN (first_ns, row->begin_ns);
      last_ns = MAX (last_ns, row->end_ns);
    }
  for (guint i = 0; i < self->rows->comms->len; i++)
    {
      const LscSynthCommRow *row = &g_array_index (self->rows->comms, LscSynthCommRow, i);

      add_span (communication, row->begin_ns, row->end_ns);
      first_ns = MIN (first_ns, row->begin_ns);
      last_ns = MAX (last_ns, row->end_ns);
    }
  if (first_ns > last_ns)
    return;
  add_span (whole, first_ns, last_ns);
  exposed = subtract (communication, computing);
  uncovered = subtract (whole, computing);
  idle = subtract (uncovered, communication);
  put_process (self, pid_of (self, LAYER_OVERLAP), "Overlap Analysis", LAYER_OVERLAP, TRUE);
  put_overlap_lane (self, 0, "Computing", computing);
  put_overlap_lane (self, 1, "Communication", communication);
  put_overlap_lane (self, 2, "Communication(Not Overlapped)", exposed);
  put_overlap_lane (self, 3, "Free", idle);
}

/**
 * lsc_synth_text_write:
 * @output: folder ASCEND_PROFILER_OUTPUT
 *
 * Writes trace_view.json.
 *
 * Returns: %FALSE if it cannot be written
 */
gboolean
lsc_synth_text_write (const LscSynthRank *rank, const LscSynthRows *rows, const char *output,
                      GError **error)
{
  g_autofree char *path = g_build_filename (output, "trace_view.json", NULL);
  Trace self = { rank, rows, lsc_synth_writer_new (path, FALSE, error), FALSE };

  if (self.out == NULL)
    return FALSE;
  put (&self, "[");
  put_python (&self);
  put_marks (&self);
  put_cann (&self);
  put_hardware (&self);
  put_frequency (&self);
  put_communication (&self);
  put_overlap (&self);
  put (&self, "]");
  return lsc_synth_writer_close (self.out, error);
}
