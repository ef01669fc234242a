/* lsc-ascend-timeline-tasks.c - what ran on the device: TASK and the tables that explain it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-comm-task-kind.h"
#include "read/ascend/lsc-ascend-timeline-private.h"

#include <string.h>

#include "model/lsc-kernel-name.h"

/* ---- task types ---- */

/* A task without any info, by the text of its type: exact, or the beginning when it ends in '*'.
 * Types are an open set (formats.md#tables). */
static const struct
{
  const char *text;
  guint8 kind;
} task_kinds[] = {
  { "MEMCPY*", LSC_SLICE_COPY },         { "MEMSET*", LSC_SLICE_COPY },
  { "EVENT_WAIT*", LSC_SLICE_WAIT },     { "Notify Wait*", LSC_SLICE_WAIT },
  { "NOTIFY_WAIT*", LSC_SLICE_WAIT },    { "STREAM_WAIT*", LSC_SLICE_WAIT },
  { "WAIT*", LSC_SLICE_WAIT },           { "EVENT_*", LSC_SLICE_EVENT },
  { "Notify Record*", LSC_SLICE_EVENT }, { "NOTIFY_RECORD*", LSC_SLICE_EVENT },
  { "Write Value*", LSC_SLICE_EVENT },   { "WRITE_VALUE*", LSC_SLICE_EVENT },
  { "PROFILING_*", LSC_SLICE_EVENT },    { "PROFILER_*", LSC_SLICE_EVENT },
  { "AI_CORE", LSC_SLICE_PARENT },       { "AI_VECTOR_CORE", LSC_SLICE_PARENT },
  { "FFTS_PLUS", LSC_SLICE_PARENT },     { "KERNEL_AICORE", LSC_SLICE_PARENT },
  { "KERNEL_AIVEC", LSC_SLICE_PARENT },  { "KERNEL_MIX*", LSC_SLICE_PARENT },
  { "MIX_*", LSC_SLICE_PARENT },
};

static const struct
{
  const char *text;
  guint8 kind;
} cores[] = {
  { "AI_CORE", LSC_SLICE_CUBE },  { "AIC", LSC_SLICE_CUBE }, { "AI_VECTOR_CORE", LSC_SLICE_VECTOR },
  { "AIV", LSC_SLICE_VECTOR },    { "MIX*", LSC_SLICE_MIX }, { "AI_CPU*", LSC_SLICE_AI_CPU },
  { "AICPU*", LSC_SLICE_AI_CPU }, { "DSA*", LSC_SLICE_DSA },
};

/* Left out of the extended extent (steps.md#free-extended). */
static const char *const outside[] = { "PROFILING_ENABLE", "PROFILING_DISABLE",
                                       "FFTS_PLUS",        "KERNEL_AICORE",
                                       "KERNEL_AIVEC",     "KERNEL_MIX_AIC",
                                       "KERNEL_MIX_AIV",   NULL };

static gboolean
matches (const char *pattern, const char *text)
{
  gsize length = strlen (pattern);

  return pattern[length - 1] == '*' ? strncmp (text, pattern, length - 1) == 0
                                    : strcmp (text, pattern) == 0;
}

static guint8
find_task_kind (const LscAscendTimeline *whole, const char *text)
{
  for (gsize i = 0; i < G_N_ELEMENTS (task_kinds); i++)
    if (matches (task_kinds[i].text, text))
      /* without the table of kernels nobody knows which of them are around others */
      return task_kinds[i].kind == LSC_SLICE_PARENT && !whole->has_compute_table
                 ? LSC_SLICE_DEVICE
                 : task_kinds[i].kind;
  return LSC_SLICE_DEVICE;
}

static guint8
find_core (const char *text)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cores); i++)
    if (matches (cores[i].text, text))
      return cores[i].kind;
  return LSC_SLICE_COMPUTE;
}

static void
init_types (LscTaskTypes *self)
{
  for (guint i = 0; i < LSC_TASK_TYPES; i++)
    self->items[i].id = G_MININT64;
}

static const LscTaskType *
load_type (LscTaskTypes *self, LscPiece *piece, LscCell *cell, gint64 id)
{
  LscTaskType *type = &self->items[(guint64) id % LSC_TASK_TYPES];
  guint32 text = _lsc_ascend_value_text (&piece->ascend, cell);
  const char *shown =
      text == LSC_STRING_NONE ? "" : lsc_intern_text (piece->whole->timeline->strings, text);

  type->id = id;
  type->text = text;
  type->kind = find_task_kind (piece->whole, shown);
  type->core = find_core (shown);
  type->is_outside = g_strv_contains (outside, shown);
  return type;
}

static inline const LscTaskType *
get_type (LscTaskTypes *self, LscPiece *piece, LscCell *cell)
{
  gint64 id = lsc_value_id (cell, -1);
  const LscTaskType *type = &self->items[(guint64) id % LSC_TASK_TYPES];

  return G_LIKELY (type->id == id) ? type : load_type (self, piece, cell, id);
}

/* ---- tables joined to TASK ---- */

typedef struct
{
  guint8 kind;
  LscTally no_id;
  LscTaskTypes types;
  gboolean with_details; /* which a run has */
  LscAscend teller;
} Infos;

/* Whether the kernels of a name communicate, found once for each name; several threads find the
 * same. */
static guint32
find_exchange (LscAscendTimeline *whole, guint32 name)
{
  guint8 class = (guint8) lsc_ascend_timeline_name_class (whole, name);

  if (name >= whole->n_name_classes)
    return 0;
  if (!(class & LSC_NAME_ASKED))
    {
      LscCommName told =
          lsc_kernel_name_get_comm (lsc_intern_text (whole->timeline->strings, name));

      class = LSC_NAME_ASKED | (told == LSC_COMM_NAME_WHOLE   ? LSC_NAME_EXCHANGES
                                : told == LSC_COMM_NAME_FUSED ? LSC_NAME_FUSED
                                                              : 0);
      __atomic_or_fetch (&whole->name_classes[name], class, __ATOMIC_RELAXED);
    }
  return class & LSC_NAME_EXCHANGES ? LSC_EXTRA_EXCHANGES
         : class & LSC_NAME_FUSED   ? LSC_EXTRA_FUSED
                                    : 0;
}

static void
take_info (LscPiece *self, LscScan *scan, LscCell **cells, gpointer user_data)
{
  Infos *infos = user_data;
  LscTaskName *row;
  gint64 id;

  if (G_UNLIKELY (!lsc_value_has_id (cells[1], &id)))
    {
      lsc_tally_add (&infos->no_id, scan);
      return;
    }
  row = lsc_task_names_add (&self->names);
  row->id = id;
  row->name = lsc_piece_value_name (self, scan, cells[0]);
  row->extra = infos->kind;
  row->type = lsc_piece_value_text (self, cells[2]);
  row->shapes = lsc_piece_value_text (self, cells[4]);
  if (infos->with_details)
    _lsc_ascend_take_detail (&infos->teller, cells + 2, id);
  if (infos->kind == LSC_SLICE_COMPUTE)
    row->extra = lsc_ascend_timeline_name_class (self->whole, row->name) & LSC_NAME_SCHEDULE
                     ? LSC_SLICE_SCHEDULE
                     : get_type (&infos->types, self, cells[3])->core |
                           find_exchange (self->whole, row->name);
}

static gboolean
read_info (LscPiece *self, guint8 kind, GError **error)
{
  gboolean with_details = lsc_piece_keeps_rows (self) && kind == LSC_SLICE_COMPUTE;
  const char *columns[] = { "name", "globalTaskId", LSC_INFO_DETAIL_COLUMNS (self->ascend.db),
                            NULL };
  Infos infos = { .kind = kind, .with_details = with_details };
  gboolean ok;
  gsize n_told;

  if (with_details)
    _lsc_piece_reserve_details (self);
  else
    columns[5] = NULL;
  infos.teller = _lsc_piece_get_teller (self);
  init_types (&infos.types);
  ok = _lsc_piece_read (self, columns, 2, take_info, &infos, error);
  n_told = lsc_notices_get_count (self->ascend.run->notices);
  _lsc_piece_report_no_id (self, &infos.no_id);
  _lsc_piece_tell_run (self, n_told);
  return ok;
}

/** Reads names and cores of the kernels. */
gboolean
_lsc_piece_read_compute (LscPiece *self, GError **error)
{
  return read_info (self, LSC_SLICE_COMPUTE, error);
}

/** Reads kernels that only drive communication. */
gboolean
_lsc_piece_read_schedule (LscPiece *self, GError **error)
{
  return read_info (self, LSC_SLICE_SCHEDULE, error);
}

/* ---- MEMCPY_INFO ---- */

static void
take_copy (LscPiece *self, LscScan *scan, LscCell **cells, gpointer no_id)
{
  LscCopy copy = { .bytes = -1 };
  gint64 code;

  if (!lsc_value_has_id (cells[0], &copy.detail))
    {
      lsc_tally_add (no_id, scan);
      return;
    }
  if (!lsc_value_int64 (cells[1], &copy.bytes) || copy.bytes < 0)
    copy.bytes = -1;
  if (lsc_value_int64 (cells[2], &code))
    copy.direction = lsc_copy_direction_of_code (code);
  lsc_copies_append (&self->copy_rows, copy);
}

/** Reads what copies moved, and from where to where. */
gboolean
_lsc_piece_read_copies (LscPiece *self, GError **error)
{
  static const char *const columns[] = { "globalTaskId", "size", "memcpyOperation", NULL };
  LscTally no_id = { 0 };
  gboolean ok = _lsc_piece_read (self, columns, 1, take_copy, &no_id, error);

  _lsc_piece_report_no_id (self, &no_id);
  return ok;
}

/* ---- TASK ---- */

enum
{
  TASK_START,
  TASK_END,
  TASK_ID,
  TASK_CONNECTION,
  TASK_DEVICE,
  TASK_STREAM,
  TASK_TYPE,
  TASK_ROWID,
};

typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 row_id;
  gint64 id; /* if it has one */
  gboolean has_id;
  guint32 device;
  guint32 stream;
  guint32 link;
} Task;

static inline void
note_device (LscPiece *self, gint64 device)
{
  if (G_LIKELY (device == self->first_device || device < 0))
    return;
  if (self->first_device >= 0)
    self->has_devices = TRUE;
  else
    self->first_device = device;
}

static LscRawSlice *
add_on_stream (LscPiece *self, const Task *task, guint8 kind, guint32 name)
{
  LscRawLane *lane = lsc_raw_lanes_get (&self->lanes, LSC_RAW_STREAM, task->device, task->stream);
  LscRawSlice *slice =
      lsc_raw_lane_add (lane, task->start_ns, task->end_ns, kind, name, task->row_id);

  slice->link = task->link;
  lane->flags |= LSC_RAW_HAS_LINKS;
  return slice;
}

/* Tasks of an operator mostly follow each other. */
static void
add_size (LscPiece *self, gint64 op_id, const LscTransfer *transfer)
{
  LscCommSizes *sizes = &self->sizes;
  LscCommSize *last = sizes->n > 0 ? &sizes->items[sizes->n - 1] : NULL;

  if (!last || last->op_id != op_id)
    {
      last = lsc_comm_sizes_add (sizes);
      *last = (LscCommSize){ .op_id = op_id };
    }
  _lsc_comm_size_add (last, transfer->bytes, transfer->ns);
}

/* A task with a size and two ends moved data. */
static void
add_transfer (LscPiece *self, const Task *task, const LscCommPart *part)
{
  LscTransfer transfer;

  if (part->bytes <= 0 || part->source == part->target || part->source == G_MAXUINT32 ||
      part->target == G_MAXUINT32 || task->end_ns <= task->start_ns)
    return;
  transfer = lsc_transfer_of_task (part->group, part->source, part->target, part->bytes,
                                   task->start_ns, task->end_ns);
  transfer.transport = part->transport;
  transfer.link = part->link;
  lsc_transfers_add (&self->transfers, &transfer);
  add_size (self, part->op_id, &transfer);
}

/* Long enough for somebody to ask who is late. */
static void
add_wait (LscPiece *self, const Task *task, const LscCommPart *part, guint32 type_name)
{
  guint32 name = part->name != LSC_STRING_NONE ? part->name : type_name;

  if (task->end_ns - task->start_ns < LSC_LEAST_COMM_WAIT_NS || part->source == part->target ||
      part->source >= LSC_MOST_COMM_PLACES || part->target >= LSC_MOST_COMM_PLACES ||
      name == LSC_STRING_NONE || name & self->ascend.strings.own_name_bit ||
      lsc_comm_task_find_kind (lsc_timeline_text (self->whole->timeline, name)) !=
          LSC_COMM_TASK_WAIT)
    return;
  lsc_comm_waits_append (&self->waits, (LscCommWait){ .begin_ns = task->start_ns,
                                                      .end_ns = task->end_ns,
                                                      .group = part->group,
                                                      .own = part->source,
                                                      .peer = part->target });
}

/* The same task on its plane, once for each row that puts it there; and whose part it is. */
static void
add_parts (LscPiece *self, const Task *task, guint32 item, guint32 type_name)
{
  LscAscendTimeline *whole = self->whole;
  LscRawLane *stream = lsc_raw_lanes_get (&self->lanes, LSC_RAW_STREAM, task->device, task->stream);

  while (stream->op_ids.n + 1 < stream->raw.n)
    lsc_int64s_append (&stream->op_ids, -1);
  lsc_int64s_append (&stream->op_ids, whole->comm_parts.items[item].op_id);
  add_transfer (self, task, &whole->comm_parts.items[item]);
  add_wait (self, task, &whole->comm_parts.items[item], type_name);
  for (; item != LSC_ID_MAP_NONE; item = lsc_id_map_next (&whole->comm_map, item))
    {
      const LscCommPart *part = &whole->comm_parts.items[item];

      if (part->plane == G_MAXUINT32) /* "do not show", formats.md#tables */
        continue;
      lsc_raw_lane_add (
          lsc_raw_lanes_get (&self->lanes, LSC_RAW_COMM_PLANE, (gint64) part->group, part->plane),
          task->start_ns, task->end_ns, LSC_SLICE_COMM_TASK,
          part->name != LSC_STRING_NONE ? part->name : type_name, task->row_id);
    }
}

static gboolean
add_mark (LscPiece *self, const Task *task)
{
  const LscTaskInfo *marks = &self->whole->marks;
  guint32 item =
      task->link != LSC_SLICE_NONE ? lsc_id_map_find (&marks->map, task->link) : LSC_ID_MAP_NONE;
  const LscTaskName *mark;
  LscRawLane *lane;

  if (item == LSC_ID_MAP_NONE)
    return FALSE;
  mark = &marks->rows.items[item];
  lane = lsc_raw_lanes_get (&self->lanes, LSC_RAW_DEVICE_MARK,
                            (gint64) ((guint64) task->device << 32 | task->stream),
                            (gint64) mark->extra);
  lane->flags |= LSC_RAW_HAS_LINKS;
  lsc_raw_lane_add (lane, task->start_ns, task->end_ns, LSC_SLICE_DEVICE_MARK, mark->name,
                    task->row_id)
      ->link = task->link;
  return TRUE;
}

static inline guint32
find_info (LscTaskInfo *info, const Task *task)
{
  guint32 item = task->has_id ? lsc_id_map_find (&info->map, task->id) : LSC_ID_MAP_NONE;

  if (item != LSC_ID_MAP_NONE)
    __atomic_store_n (&info->seen[item], 1, __ATOMIC_RELAXED); /* several threads say the same */
  return item;
}

static inline guint32
find_compute (LscPiece *self, const Task *task)
{
  guint32 item = find_info (&self->whole->compute, task);

  self->n_kernels[LSC_COMPUTE_TABLE] += item != LSC_ID_MAP_NONE;
  return item;
}

static inline guint32
find_schedule (LscPiece *self, const Task *task)
{
  guint32 item = find_info (&self->whole->schedule, task);

  self->n_kernels[LSC_SCHEDULE_TABLE] += item != LSC_ID_MAP_NONE;
  return item;
}

/* ---- tasks as runs have them ---- */

static void
keep_rows (LscPiece *self, const Task *task, guint table, guint32 item)
{
  const LscTaskInfo *info =
      table == LSC_COMPUTE_TABLE ? &self->whole->compute : &self->whole->schedule;
  LscOddKernel kernel = { .detail = task->row_id,
                          .kernel_class = table == LSC_COMPUTE_TABLE ? LSC_KERNEL_COMPUTE
                                                                     : LSC_KERNEL_SCHEDULE };

  for (guint32 at = item; at != LSC_ID_MAP_NONE; at = lsc_id_map_next (&info->map, at))
    {
      kernel.name = info->rows.items[at].name;
      lsc_odd_kernels_append (&self->odd_kernels, kernel);
      self->n_kernels[table] += at != item;
    }
}

/* A kernel that drives communication and stands in the table of kernels; one of both tables; one
 * that a table has several times. */
static void
keep_odd_kernels (LscPiece *self, const Task *task, guint32 compute, guint32 schedule)
{
  gboolean drives = compute != LSC_ID_MAP_NONE &&
                    self->whole->compute.rows.items[compute].extra == LSC_SLICE_SCHEDULE;
  gsize n_before = self->odd_kernels.n;

  if (drives)
    schedule = find_schedule (self, task);
  keep_rows (self, task, LSC_COMPUTE_TABLE, compute);
  keep_rows (self, task, LSC_SCHEDULE_TABLE, schedule);
  if (task->row_id < 0 || (!drives && self->odd_kernels.n == n_before + 1))
    self->odd_kernels.n = n_before;
}

static inline guint32
find_mark (LscPiece *self, LscCell **cells, const Task *task, gint64 *connection_id)
{
  *connection_id = task->link != LSC_SLICE_NONE ? (gint64) task->link
                                                : lsc_value_connection (cells[TASK_CONNECTION]);
  return *connection_id >= 0
             ? lsc_id_map_find (&self->whole->first.mark_connections, *connection_id)
             : LSC_ID_MAP_NONE;
}

static void
keep_mark_task (LscPiece *self, LscCell **cells, const Task *task)
{
  LscMarkTask kept = { .start_ns = task->start_ns,
                       .end_ns = task->end_ns,
                       .row_id = task->row_id,
                       .stream = task->stream,
                       .device = task->device };

  if (find_mark (self, cells, task, &kept.connection_id) != LSC_ID_MAP_NONE)
    lsc_mark_tasks_append (&self->told->mark_tasks, kept);
}

/* How often a run looks at the times of a task. */
static guint
count_looks (LscPiece *self, LscCell **cells, const Task *task)
{
  const LscAscendTimeline *whole = self->whole;
  gint64 connection_id;

  return (find_mark (self, cells, task, &connection_id) != LSC_ID_MAP_NONE) +
         (task->has_id && (lsc_id_map_find (&whole->compute.map, task->id) != LSC_ID_MAP_NONE ||
                           lsc_id_map_find (&whole->schedule.map, task->id) != LSC_ID_MAP_NONE));
}

/* As _lsc_ascend_keep_times(), and counts what is odd for runs, too. */
static gboolean
keep_odd_times (LscPiece *self, LscScan *scan, LscCell **cells, Task *task)
{
  LscTimeTallies *now = &self->ascend.times, before = *now;
  gboolean ok = _lsc_ascend_keep_times (&self->ascend, scan, cells + TASK_START, &task->start_ns,
                                        &task->end_ns, TRUE);

  for (guint n = count_looks (self, cells, task); n > 0; n--)
    {
      if (now->bad.count != before.bad.count)
        lsc_tally_add (&self->run_times.bad, scan);
      if (now->truncated.count != before.truncated.count)
        lsc_tally_add (&self->run_times.truncated, scan);
      if (now->negative.count != before.negative.count)
        lsc_tally_add (&self->run_times.negative, scan);
      if (now->endless.count != before.endless.count)
        lsc_tally_add (&self->run_times.endless, scan);
    }
  return ok;
}

/* Tasks of other devices are no part of a run, but it tells what is odd about all. */
static void
pass_task (LscPiece *self, LscScan *scan, LscCell **cells, Task *task)
{
  LscTimeTallies before = self->ascend.times;
  guint32 compute, schedule;

  if (lsc_cells_have_usual_times (cells, &task->start_ns, &task->end_ns) ||
      keep_odd_times (self, scan, cells, task))
    {
      gsize n_before = self->odd_kernels.n;

      compute = find_compute (self, task);
      schedule = compute == LSC_ID_MAP_NONE ? find_schedule (self, task) : LSC_ID_MAP_NONE;
      keep_odd_kernels (self, task, compute, schedule);
      self->odd_kernels.n = n_before;
    }
  self->ascend.times = before;
}

/* ---- kernels that communicate ---- */

/* The operator that a kernel on a stream is. */
static void
add_operator (LscPiece *self, const Task *task, guint32 name)
{
  gint64 op_id = LSC_FIRST_EXCHANGE_OP + task->id;
  LscRawLane *stream, *group;

  stream = lsc_raw_lanes_get (&self->lanes, LSC_RAW_STREAM, task->device, task->stream);
  while (stream->op_ids.n + 1 < stream->raw.n)
    lsc_int64s_append (&stream->op_ids, -1);
  lsc_int64s_append (&stream->op_ids, op_id);
  group = lsc_raw_lanes_get (&self->lanes, LSC_RAW_COMM_GROUP, self->whole->exchange_group, 0);
  while (group->op_ids.n < group->raw.n)
    lsc_int64s_append (&group->op_ids, -1);
  lsc_int64s_append (&group->op_ids, op_id);
  lsc_raw_lane_add (group, task->start_ns, task->end_ns, LSC_SLICE_COMM_OP, name, task->row_id)
      ->link = task->link;
  group->flags |= LSC_RAW_HAS_LINKS;
}

/* Those of a collective are its tasks. */
static void
keep_copy (LscPiece *self, const Task *task)
{
  guint32 item =
      task->has_id ? lsc_id_map_find (&self->whole->copy_map, task->id) : LSC_ID_MAP_NONE;
  LscCopy copy;

  if (item == LSC_ID_MAP_NONE)
    return;
  copy = self->whole->copy_rows.items[item];
  copy.detail = task->row_id;
  lsc_copies_append (&self->copies, copy);
}

static gboolean
is_recorded (const LscAscendTimeline *whole, const Task *task)
{
  return whole->recorded && task->link != LSC_SLICE_NONE &&
         g_hash_table_contains (whole->recorded, GUINT_TO_POINTER (task->link + 1));
}

/* A kernel that communicates is a task of an operator that nobody recorded; one that computes, too,
 * stays what it is beside it (formats.md#communication-names). */
static void
add_exchange (LscPiece *self, const Task *task, guint32 item)
{
  const LscTaskName *row = &self->whole->compute.rows.items[item];
  gboolean is_whole = (row->extra & LSC_EXTRA_EXCHANGES) != 0;

  add_on_stream (self, task, is_whole ? LSC_SLICE_COMM_TASK : (guint8) row->extra, row->name);
  if (!is_recorded (self->whole, task))
    add_operator (self, task, row->name);
  if (!is_whole)
    return;
  keep_rows (self, task, LSC_COMPUTE_TABLE, item); /* the table has it among those that compute */
  self->has_exchange = TRUE;
}

/* ---- every task ---- */

static void
add_task (LscPiece *self, const Task *task, const LscTaskType *type)
{
  LscAscendTimeline *whole = self->whole;
  guint32 type_name = type->text != LSC_STRING_NONE ? type->text : whole->first.strings.unnamed;
  guint32 item = find_compute (self, task);

  if (item != LSC_ID_MAP_NONE)
    {
      const LscTaskName *row = &whole->compute.rows.items[item];

      if (G_UNLIKELY (row->extra & (LSC_EXTRA_EXCHANGES | LSC_EXTRA_FUSED)))
        add_exchange (self, task, item);
      else
        add_on_stream (self, task, (guint8) row->extra, row->name);
      if (row->type != LSC_STRING_NONE || row->shapes != LSC_STRING_NONE)
        lsc_kernel_keys_append (&self->kernel_keys,
                                (LscKernelKey){ task->row_id, row->type, row->shapes });
      if (G_UNLIKELY ((row->extra == LSC_SLICE_SCHEDULE || whole->compute.map.next) &&
                      !(row->extra & LSC_EXTRA_EXCHANGES)))
        keep_odd_kernels (self, task, item, LSC_ID_MAP_NONE);
    }
  else if ((item = find_schedule (self, task)) != LSC_ID_MAP_NONE)
    {
      add_on_stream (self, task, LSC_SLICE_SCHEDULE, whole->schedule.rows.items[item].name);
      if (G_UNLIKELY (whole->schedule.map.next))
        keep_odd_kernels (self, task, LSC_ID_MAP_NONE, item);
    }
  else if (task->has_id && (item = lsc_id_map_find (&whole->comm_map, task->id)) != LSC_ID_MAP_NONE)
    {
      add_on_stream (self, task, LSC_SLICE_COMM_TASK, type_name);
      add_parts (self, task, item, type_name);
    }
  else if (!add_mark (self, task))
    {
      add_on_stream (self, task, type->kind, type_name);
      if (type->kind == LSC_SLICE_COPY)
        keep_copy (self, task);
    }
}

static void
take_task (LscPiece *self, LscScan *scan, LscCell **cells, gpointer types)
{
  LscAscendTimeline *whole = self->whole;
  gint64 device = lsc_value_id (cells[TASK_DEVICE], -1);
  const LscTaskType *type = get_type (types, self, cells[TASK_TYPE]);
  Task task;

  note_device (self, device);
  if (lsc_piece_keeps_rows (self))
    _lsc_piece_keep_kernels (self, scan, cells, type->text);
  task.has_id = lsc_value_has_id (cells[TASK_ID], &task.id);
  task.device = device >= 0 && device < G_MAXUINT32 ? (guint32) device : G_MAXUINT32;
  task.stream = lsc_value_id32 (cells[TASK_STREAM]);
  task.link = lsc_piece_value_link (self, cells[TASK_CONNECTION]);
  task.row_id = lsc_value_id (cells[TASK_ROWID], -1);
  if (whole->device >= 0 && device >= 0 && device != whole->device)
    {
      pass_task (self, scan, cells, &task);
      return;
    }
  if (G_UNLIKELY (!lsc_cells_have_usual_times (cells, &task.start_ns, &task.end_ns)) &&
      !keep_odd_times (self, scan, cells, &task))
    return;
  if (!type->is_outside)
    {
      self->extended_begin_ns = MIN (self->extended_begin_ns, task.start_ns);
      self->extended_end_ns = MAX (self->extended_end_ns, task.end_ns);
    }
  if (whole->timeline->facts->marks.n > 0)
    keep_mark_task (self, cells, &task);
  add_task (self, &task, type);
}

/**
 * _lsc_piece_read_tasks:
 *
 * Reads rows of TASK; what explains them must have been read. The name is the first there is of
 * kernel, mark, schedule kernel and type.
 *
 * Source: lanes.md#tree, steps.md#overlap; formats.md#tables.
 */
gboolean
_lsc_piece_read_tasks (LscPiece *self, GError **error)
{
  static const char *const columns[] = { "startNs",      "endNs",    "globalTaskId",
                                         "connectionId", "deviceId", "streamId",
                                         "taskType",     "rowid",    NULL };
  LscTaskTypes types;
  LscAscend teller;
  gboolean ok;

  init_types (&types);
  _lsc_piece_reserve_kernels (self);
  ok = _lsc_piece_read (self, columns, TASK_ROWID, take_task, &types, error);
  teller = _lsc_piece_get_teller (self);
  _lsc_ascend_report_rows (&teller, "TASK");
  return ok;
}
