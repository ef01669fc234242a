/* lsc-synth-kineto.c - the same events as a PyTorch GPU trace
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "synth/lsc-synth-text.h"

#include "synth/lsc-synth-names.h"

/* formats.md#kineto, pipeline.md#gpu: launches are CUDA calls, tasks are kernels of streams,
 * collectives are NCCL kernels, blocks of the pipeline are annotations of both sides. */

#define BASE_NS G_GINT64_CONSTANT (1735632360000000000)
#define GPU_SORT 16777216

typedef struct
{
  const LscSynthRank *rank;
  const LscSynthRows *rows;
  LscSynthWriter *out;
  gboolean need_comma;
  gint64 n_annotations;
} Trace;

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

static void
begin_event (Trace *self, const char *phase, const char *category, const char *name)
{
  put (self, self->need_comma ? ",\n  {\n    \"ph\": \"" : "\n  {\n    \"ph\": \"");
  self->need_comma = TRUE;
  put (self, phase);
  put (self, "\", \"cat\": \"");
  put (self, category);
  put (self, "\", \"name\": ");
  lsc_synth_put_json (self->out, name);
}

static void
put_place (Trace *self, gint64 pid, gint64 tid, gint64 begin_ns)
{
  put_key (self, "pid", pid);
  put_key (self, "tid", tid);
  put (self, ",\n    \"ts\": ");
  lsc_synth_put_us (self->out, begin_ns - BASE_NS);
}

static void
begin_slice (Trace *self, const char *category, const char *name, gint64 pid, gint64 tid,
             gint64 begin_ns, gint64 end_ns)
{
  begin_event (self, "X", category, name);
  put_place (self, pid, tid, begin_ns);
  put (self, ", \"dur\": ");
  lsc_synth_put_us (self->out, end_ns - begin_ns);
  put (self, ",\n    \"args\": {\n      \"External id\": ");
}

static void
end_slice (Trace *self)
{
  put (self, "\n    }\n  }");
}

static void
put_meta (Trace *self, const char *what, gint64 pid, gint64 tid, const char *key, const char *text)
{
  put (self, self->need_comma ? ",\n  {\n    \"ph\": \"M\", \"name\": \""
                              : "\n  {\n    \"ph\": \"M\", \"name\": \"");
  self->need_comma = TRUE;
  put (self, what);
  put (self, "\"");
  put_place (self, pid, tid, self->rank->timeline->steps[0].host_begin_ns);
  put (self, ",\n    \"args\": {\n      \"");
  put (self, key);
  put (self, "\": ");
  if (strcmp (key, "sort_index") == 0)
    put (self, text);
  else
    lsc_synth_put_json (self->out, text);
  put (self, "\n    }\n  }");
}

static gint64
tid_of (gint64 thread)
{
  return thread & G_MAXUINT32;
}

/* ---- host ---------------------------------------------------------------------------------- */

static void
put_op (Trace *self, const LscSynthOpRow *row, gint64 number)
{
  begin_slice (self, "cpu_op", lsc_synth_rows_text (self->rows, row->name), self->rank->pid,
               tid_of (row->thread), row->begin_ns, row->end_ns);
  lsc_synth_put_int (self->out, number);
  put (self, ", \"Record function id\": 0, \"Ev Idx\": ");
  lsc_synth_put_int (self->out, number - 1);
  if (row->sequence >= 0)
    {
      put_key (self, "Sequence number", row->sequence);
      put_key (self, "Fwd thread id", MAX (row->forward_thread, 0));
    }
  if (row->shapes >= 0)
    {
      put (self, ", \"Input Dims\": [[");
      put (self, lsc_synth_rows_text (self->rows, row->shapes));
      put (self, "]], \"Input type\": [");
      lsc_synth_put_json (self->out, lsc_synth_rows_text (self->rows, row->types));
      put (self, "]");
    }
  end_slice (self);
}

/* The links of the recording that are no launches pair a forward and a backward op. */
static void
put_pair (Trace *self, const LscSynthOpRow *row)
{
  const GArray *list =
      row->local >= 0 ? g_hash_table_lookup (self->rows->links, &row->local) : NULL;

  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      gint64 connection = g_array_index (list, gint64, i);

      if (connection < LSC_SYNTH_FIRST_FRAMEWORK_LINK)
        continue;
      begin_event (self, row->forward_thread <= 0 ? "s" : "f", "fwdbwd", "fwdbwd");
      put_key (self, "id", connection - LSC_SYNTH_FIRST_FRAMEWORK_LINK);
      put_place (self, self->rank->pid, tid_of (row->thread), row->begin_ns);
      put (self, row->forward_thread <= 0 ? "\n  }" : ", \"bp\": \"e\"\n  }");
    }
}

static void
put_frame (Trace *self, const LscSynthOpRow *row, gint64 number)
{
  begin_slice (self, "python_function", lsc_synth_rows_text (self->rows, row->name),
               self->rank->pid, tid_of (row->thread), row->begin_ns, row->end_ns);
  lsc_synth_put_int (self->out, number);
  put_key (self, "Python id", number);
  put (self, ", \"Python parent id\": null");
  end_slice (self);
}

static void
put_ops (Trace *self)
{
  for (guint i = 0; i < self->rows->ops->len; i++)
    {
      const LscSynthOpRow *row = &g_array_index (self->rows->ops, LscSynthOpRow, i);

      if (row->type == 50003)
        put_frame (self, row, (gint64) i + 1);
      else if (row->type != 50002) /* there is no task queue on a GPU */
        {
          put_op (self, row, (gint64) i + 1);
          put_pair (self, row);
        }
    }
}

/* Without a task queue the launch happens on the op's thread: inside the op that it belongs to. */
static GHashTable *
map_threads (const LscSynthRows *rows)
{
  GHashTable *threads = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < rows->ops->len; i++)
    {
      const LscSynthOpRow *row = &g_array_index (rows->ops, LscSynthOpRow, i);
      const GArray *list = row->local >= 0 && row->type == 50001
                               ? g_hash_table_lookup (rows->links, &row->local)
                               : NULL;

      for (guint k = 0; list != NULL && k < list->len; k++)
        g_hash_table_insert (threads, (gpointer) (gintptr) g_array_index (list, gint64, k),
                             (gpointer) (gintptr) tid_of (row->thread));
    }
  return threads;
}

static void
put_launches (Trace *self)
{
  g_autoptr (GHashTable) threads = map_threads (self->rows);

  for (guint i = 0; i < self->rows->calls->len; i++)
    {
      const LscSynthCallRow *row = &g_array_index (self->rows->calls, LscSynthCallRow, i);
      gint64 tid =
          (gint64) (gintptr) g_hash_table_lookup (threads, (gpointer) (gintptr) row->connection);

      if (row->type != 10000)
        continue;
      begin_slice (self, "cuda_runtime", "cudaLaunchKernel", self->rank->pid,
                   tid > 0 ? tid : tid_of (self->rank->main_tid), row->begin_ns, row->end_ns);
      lsc_synth_put_int (self->out, row->connection);
      put (self, ", \"cbid\": 211");
      put_key (self, "correlation", row->connection);
      end_slice (self);
    }
}

/* ---- device -------------------------------------------------------------------------------- */

static void
put_device_args (Trace *self, gint64 stream, gint64 connection)
{
  lsc_synth_put_int (self->out, connection);
  put_key (self, "device", self->rank->device);
  put (self, ", \"context\": 1");
  put_key (self, "stream", stream);
  put_key (self, "correlation", connection);
}

static void
put_kernels (Trace *self)
{
  for (guint i = 0; i < self->rows->tasks->len; i++)
    {
      const LscSynthTaskRow *row = &g_array_index (self->rows->tasks, LscSynthTaskRow, i);
      const char *type = lsc_synth_rows_text (self->rows, row->type);
      const gboolean is_copy = strcmp (type, "MEMCPY_ASYNC") == 0;

      if (row->compute < 0 && !is_copy)
        continue;
      begin_slice (
          self, is_copy ? "gpu_memcpy" : "kernel",
          is_copy ? "Memcpy HtoD (Pinned -> Device)"
                  : lsc_synth_rows_text (
                        self->rows,
                        g_array_index (self->rows->kernels, LscSynthKernelRow, row->compute).name),
          self->rank->device, row->stream, row->begin_ns, row->end_ns);
      put_device_args (self, row->stream, row->connection);
      put (self, is_copy ? ", \"bytes\": 4096" : ", \"queued\": 0, \"grid\": [24, 1, 1]");
      end_slice (self);
    }
}

static void
put_ranks_of_group (Trace *self, const char *name)
{
  for (guint i = 0; i < LSC_SYNTH_N_GROUPS; i++)
    {
      const LscSynthGroup *group = &self->rank->groups[i];

      if (strcmp (lsc_synth_name_text (group->id), name) != 0)
        continue;
      put_key (self, "Group size", group->ranks->len);
      put (self, ", \"Process Group Ranks\": \"[");
      for (guint k = 0; k < group->ranks->len; k++)
        {
          put (self, k > 0 ? ", " : "");
          lsc_synth_put_int (self->out, g_array_index (group->ranks, guint, k));
        }
      put (self, "]\"");
      return;
    }
}

static void
put_collectives (Trace *self)
{
  static const struct
  {
    const char *type;
    const char *kernel;
    const char *name;
  } kinds[] = {
    { "hcom_send", "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", "send" },
    { "hcom_receive", "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", "recv" },
    { "hcom_allGather", "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
      "_allgather_base" },
    { "hcom_reduceScatter",
      "ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
      "_reduce_scatter_base" },
    { "", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
      "allreduce" },
  };

  for (guint i = 0; i < self->rows->comms->len; i++)
    {
      const LscSynthCommRow *row = &g_array_index (self->rows->comms, LscSynthCommRow, i);
      const char *type = lsc_synth_rows_text (self->rows, row->name);
      const char *group = g_ptr_array_index (self->rows->groups, row->group);
      gint64 stream = 20 + row->group;
      guint kind = 0;

      while (!g_str_has_prefix (type, kinds[kind].type))
        kind++;
      begin_slice (self, "kernel", kinds[kind].kernel, self->rank->device, stream, row->begin_ns,
                   row->end_ns);
      put_device_args (self, stream, row->connection);
      put (self, ", \"Collective name\": \"");
      put (self, kinds[kind].name);
      put (self, "\", \"In msg nelems\": 1048576, \"Out msg nelems\": 1048576, \"dtype\": "
                 "\"BFloat16\", \"Process Group Name\": ");
      lsc_synth_put_json (self->out, group);
      put_ranks_of_group (self, group);
      end_slice (self);
    }
}

/* ---- annotations --------------------------------------------------------------------------- */

static void
put_annotation (Trace *self, const char *category, const char *name, gint64 pid, gint64 tid,
                const LscSynthSpan *span)
{
  begin_slice (self, category, name, pid, tid, span->begin_ns, span->end_ns);
  lsc_synth_put_int (self->out, G_MAXINT32 - ++self->n_annotations);
  end_slice (self);
}

static void
put_annotations (Trace *self)
{
  const gint64 main_tid = tid_of (self->rank->main_tid);

  for (guint i = 0; i < self->rows->steps->len; i++)
    {
      const LscSynthStepRow *row = &g_array_index (self->rows->steps, LscSynthStepRow, i);
      const LscSynthSpan span = { row->begin_ns, row->end_ns };
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%" G_GINT64_FORMAT, row->id);

      put_annotation (self, "user_annotation", name, self->rank->pid, main_tid, &span);
    }
  for (guint i = 0; i < self->rank->annotations->len; i++)
    {
      const LscSynthAnnotation *row =
          &g_array_index (self->rank->annotations, LscSynthAnnotation, i);
      const char *name = lsc_synth_name_text (row->name);

      put_annotation (self, "user_annotation", name, self->rank->pid, main_tid, &row->host);
      if (row->device.end_ns > row->device.begin_ns)
        put_annotation (self, "gpu_user_annotation", name, self->rank->device,
                        LSC_SYNTH_COMPUTE_STREAM, &row->device);
    }
}

static void
put_names (Trace *self)
{
  g_autofree char *gpu = g_strdup_printf ("GPU %u", self->rank->device);
  g_autofree char *sort = g_strdup_printf ("%u", GPU_SORT + self->rank->device);
  g_autofree char *thread =
      g_strdup_printf ("thread %" G_GINT64_FORMAT " (python)", tid_of (self->rank->main_tid));

  put_meta (self, "process_name", self->rank->pid, 0, "name", "python3");
  put_meta (self, "process_labels", self->rank->pid, 0, "labels", "CPU");
  put_meta (self, "thread_name", self->rank->pid, tid_of (self->rank->main_tid), "name", thread);
  put_meta (self, "process_name", self->rank->device, 0, "name", "python3");
  put_meta (self, "process_labels", self->rank->device, 0, "labels", gpu);
  put_meta (self, "process_sort_index", self->rank->device, 0, "sort_index", sort);
}

static void
put_head (Trace *self)
{
  put (self, "{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [\n    {\"id\": ");
  lsc_synth_put_int (self->out, self->rank->device);
  put (self,
       ", \"name\": \"NVIDIA H800\", \"totalGlobalMem\": 85023064064, \"computeMajor\": 9, "
       "\"computeMinor\": 0, \"maxThreadsPerBlock\": 1024, \"warpSize\": 32, \"numSms\": 132}\n  "
       "],\n  \"distributedInfo\": {\"backend\": \"nccl\", \"rank\": ");
  lsc_synth_put_int (self->out, self->rank->rank);
  put_key (self, "world_size", lsc_synth_options_world (self->rank->options));
  put (self, "},\n  \"with_flops\": 0, \"record_shapes\": 1, \"with_stack\": ");
  put (self, self->rank->options->trace_modules ? "1" : "0");
  put (self, ",\n  \"traceEvents\": [");
}

/**
 * lsc_synth_kineto_write:
 * @path: file to write
 * @gzip: whether to compress it
 *
 * Writes the rank as a PyTorch GPU trace. The base of its times stands behind the events, as in
 * newer files.
 *
 * Returns: %FALSE if it cannot be written
 */
gboolean
lsc_synth_kineto_write (const LscSynthRank *rank, const LscSynthRows *rows, const char *path,
                        gboolean gzip, GError **error)
{
  Trace self = { rank, rows, lsc_synth_writer_new (path, gzip, error), FALSE, 0 };

  if (self.out == NULL)
    return FALSE;
  put_head (&self);
  put_ops (&self);
  put_launches (&self);
  put_kernels (&self);
  put_collectives (&self);
  put_annotations (&self);
  put_names (&self);
  put (&self, "\n  ],\n  \"traceName\": \"rank.pt.trace.json\", \"displayTimeUnit\": \"ms\",\n  "
              "\"baseTimeNanoseconds\": ");
  lsc_synth_put_int (self.out, BASE_NS);
  put (&self, "\n}\n");
  return lsc_synth_writer_close (self.out, error);
}
