/* lsc-nsight-device.c - what devices did: kernels, copies, sets, waits and whole graphs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/nsight/lsc-nsight-private.h"
#include "read/text/lsc-cell.h"

/* A wait that is of no stream says so. */
#define NO_STREAM G_MAXUINT32

enum
{
  ROW,
  START,
  END,
  DEVICE,
  STREAM,
  CORRELATION,
  PROCESS,
  REST,
};

/** What all rows of devices tell. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 row;
  gint64 pid; /* -1 */
  guint32 track;
  guint32 link;
} Task;

/* Returns: %FALSE for a row that is counted, or of another process */
static gboolean
take_task (LscNsReader *self, LscCell **cells, Task *task)
{
  gint64 process, device, stream;

  if (!_lsc_ns_take_times (self, cells, &task->start_ns, &task->end_ns))
    return FALSE;
  process = lsc_value_int64_or (cells[PROCESS], -1);
  task->pid = process < 0 ? -1 : _lsc_ns_pid (process);
  device = lsc_value_int64_or (cells[DEVICE], -1);
  if (G_UNLIKELY (process < 0 || device < 0))
    {
      _lsc_ns_note (self, LSC_NS_NO_PROCESS);
      if (self->wanted)
        return FALSE;
    }
  if (!_lsc_ns_is_wanted (self, task->pid))
    return FALSE;
  stream = lsc_value_int64_or (cells[STREAM], -1);
  task->row = lsc_value_int64_or (cells[ROW], -1);
  task->track = _lsc_ns_get_stream (self, task->pid, device, stream == NO_STREAM ? -1 : stream);
  task->link = _lsc_ns_fold (self, task->pid, lsc_value_int64_or (cells[CORRELATION], 0));
  return task->track != LSC_SLICE_NONE;
}

static gboolean
add_task (LscNsReader *self, const Task *task, guint32 name)
{
  LscTraceFile *file = &self->worker->file;
  LscRawSlice *slice = _lsc_ns_add_slice (self, task->track, task->start_ns, task->end_ns,
                                          task->row, name, self->categories[self->table]);

  if (!slice)
    return FALSE;
  slice->link = task->link;
  file->has_links |= task->link != LSC_SLICE_NONE;
  return TRUE;
}

/* Of a task that a graph launched. Exports of old have 0 for none. */
static void
add_node (LscNsReader *self, const Task *task, gint64 node, gint64 graph)
{
  LscTraceFile *file = &self->worker->file;
  LscTraceNode told = { .graph = graph > 0 ? graph : -1,
                        .node = node,
                        .track = task->track,
                        .module = LSC_STRING_NONE,
                        .note = LSC_STRING_NONE };

  if (node <= 0)
    return;
  told.index = (guint32) (g_array_index (file->tracks, LscTrack, task->track).slices.n - 1);
  _lsc_ns_find_capture (self, task->pid, node, &told.module, &told.note);
  lsc_trace_nodes_append (&file->graph_nodes, told);
}

/** Takes a row of CUPTI_ACTIVITY_KIND_KERNEL. */
void
_lsc_ns_take_kernel (LscScan *scan, LscCell **cells, gpointer reader)
{
  LscNsReader *self = reader;
  guint32 name;
  Task task;

  if (!take_task (self, cells, &task))
    return;
  name = _lsc_ns_find_name (self, cells[REST]);
  if (G_UNLIKELY (name == LSC_STRING_NONE))
    name = _lsc_ns_find_name (self, cells[REST + 1]);
  if (add_task (self, &task, name))
    add_node (self, &task, lsc_value_int64_or (cells[REST + 2], 0),
              lsc_value_int64_or (cells[REST + 3], 0));
}

/* ENUM_CUDA_MEMCPY_OPER. */
static const char *const copies[] = { NULL,   "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD",
                                      "DtoA", "DtoD", "HtoH", "PtoP", "HtoD", "DtoH", "DtoD" };
/* ENUM_CUDA_MEM_KIND, which has other numbers than CUPTI. */
static const char *const memories[] = { "Pageable", "Pinned",        "Device",        "Array",
                                        "Managed",  "Device Static", "Managed Static" };

static const char *
name_memory (gint64 kind)
{
  return kind >= 0 && kind < (gint64) G_N_ELEMENTS (memories) ? memories[kind] : NULL;
}

/**
 * _lsc_ns_name_copy:
 * @kind: copyKind
 * @source, @target: srcKind and dstKind, negative = not told
 *
 * Returns: (transfer full): as PyTorch calls it: "Memcpy HtoD (Pinned -> Device)"
 */
char *
_lsc_ns_name_copy (gint64 kind, gint64 source, gint64 target)
{
  const char *way = kind > 0 && kind < (gint64) G_N_ELEMENTS (copies) ? copies[kind] : NULL;
  const char *from = name_memory (source), *to = name_memory (target);

  if (!way)
    return g_strdup ("Memcpy");
  return from && to ? g_strdup_printf ("Memcpy %s (%s -> %s)", way, from, to)
                    : g_strconcat ("Memcpy ", way, NULL);
}

static void
add_copy (LscNsReader *self, const Task *task, gint64 bytes, const char *name)
{
  gint64 detail = _lsc_ns_detail (self->table, task->row);

  if (detail >= 0)
    lsc_copies_append (&self->worker->file.copies,
                       (LscCopy){ .detail = detail,
                                  .bytes = MAX (bytes, -1),
                                  .direction = lsc_copy_find_direction (name, strlen (name)) });
}

static void
take_copy (LscNsReader *self, const Task *task, const char *name, gint64 bytes, gint64 node)
{
  if (!add_task (self, task, lsc_intern_add (self->worker->file.strings, name)))
    return;
  add_copy (self, task, bytes, name);
  add_node (self, task, node, 0);
}

/** Takes a row of CUPTI_ACTIVITY_KIND_MEMCPY. */
void
_lsc_ns_take_memcpy (LscScan *scan, LscCell **cells, gpointer reader)
{
  LscNsReader *self = reader;
  g_autofree char *name = NULL;
  Task task;

  if (!take_task (self, cells, &task))
    return;
  name = _lsc_ns_name_copy (lsc_value_int64_or (cells[REST], 0),
                            lsc_value_int64_or (cells[REST + 3], -1),
                            lsc_value_int64_or (cells[REST + 4], -1));
  take_copy (self, &task, name, lsc_value_int64_or (cells[REST + 1], -1),
             lsc_value_int64_or (cells[REST + 2], 0));
}

/** Takes a row of CUPTI_ACTIVITY_KIND_MEMSET. */
void
_lsc_ns_take_memset (LscScan *scan, LscCell **cells, gpointer reader)
{
  LscNsReader *self = reader;
  g_autofree char *name = NULL;
  const char *memory;
  Task task;

  if (!take_task (self, cells, &task))
    return;
  memory = name_memory (lsc_value_int64_or (cells[REST + 2], -1));
  name = memory ? g_strdup_printf ("Memset (%s)", memory) : g_strdup ("Memset");
  take_copy (self, &task, name, lsc_value_int64_or (cells[REST], -1),
             lsc_value_int64_or (cells[REST + 1], 0));
}

/** Returns: (transfer none) (nullable): what PyTorch calls a wait of that syncType */
const char *
_lsc_ns_name_sync (gint64 type)
{
  static const char *const names[] = { NULL, "Event Sync", "Stream Wait Event", "Stream Sync",
                                       "Context Sync" };

  return type > 0 && type < (gint64) G_N_ELEMENTS (names) ? names[type] : NULL;
}

/** Takes a row of CUPTI_ACTIVITY_KIND_SYNCHRONIZATION. */
void
_lsc_ns_take_sync (LscScan *scan, LscCell **cells, gpointer reader)
{
  LscNsReader *self = reader;
  const char *name;
  Task task;

  if (!take_task (self, cells, &task))
    return;
  name = _lsc_ns_name_sync (lsc_value_int64_or (cells[REST], 0));
  add_task (self, &task,
            name ? lsc_intern_add (self->worker->file.strings, name) : LSC_STRING_NONE);
}

/** Takes a row of CUPTI_ACTIVITY_KIND_GRAPH_TRACE: all that a launch of a graph ran. */
void
_lsc_ns_take_graph (LscScan *scan, LscCell **cells, gpointer reader)
{
  LscNsReader *self = reader;
  gint64 graph;
  Task task;

  if (!take_task (self, cells, &task))
    return;
  graph = lsc_value_int64_or (cells[REST], 0);
  add_task (self, &task,
            graph > 0 ? lsc_intern_add_take (self->worker->file.strings,
                                             g_strdup_printf ("graph %" G_GINT64_FORMAT, graph))
                      : lsc_intern_add (self->worker->file.strings, "graph"));
}
