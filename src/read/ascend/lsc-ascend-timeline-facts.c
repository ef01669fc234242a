/* lsc-ascend-timeline-facts.c - what a run of a database needs beside the lanes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

/* A run that is made of a timeline equals the one that is read of the file for pipelines. Kernels
 * stay in the lanes; marks, their tasks and operators, of which there are few, are kept as rows
 * while their tables are read. What a run tells of the file differs from what a timeline tells: it
 * needs other columns and counts only rows that it takes. So its notices are gathered apart. */

/* ---- notices ---- */

#define LOADS_ALWAYS (~0u)
#define LOADS_MARKS (LSC_LOAD_MARKS | LSC_LOAD_MARK_TASKS)
#define LOADS_KERNELS (LSC_LOAD_KERNELS | LSC_LOAD_KERNEL_TIMES)
#define LOADS_PARTS (LSC_LOAD_COMM_TASKS | LSC_LOAD_COMM_PAIRS)
#define LOADS_TASKS (LOADS_KERNELS | LOADS_PARTS | LSC_LOAD_MARK_TASKS | LSC_LOAD_COPIES)

/* In the order in which a run reads them. */
static const struct
{
  const char *table;
  guint loads;
} tables[] = {
  { "MSTX_EVENTS", LOADS_MARKS },
  { "StepTaskInfo", LOADS_MARKS },
  { "COMPUTE_TASK_INFO", LOADS_KERNELS },
  { "COMMUNICATION_SCHEDULE_TASK_INFO", LOADS_KERNELS },
  { "COMMUNICATION_TASK_INFO", LOADS_PARTS },
  { "TASK", LOADS_TASKS },
  { NULL, LOADS_TASKS }, /* what the tables come to together */
  { "COMMUNICATION_OP", LOADS_KERNELS },
  { "PYTORCH_API", LSC_LOAD_LINKED_OPS | LSC_LOAD_ALL_OPS },
  { "CONNECTION_IDS", LSC_LOAD_LINKS },
};

static gsize
find_table (const char *table)
{
  gsize i = 0;

  while (i < G_N_ELEMENTS (tables) && g_strcmp0 (tables[i].table, table) != 0)
    i++;
  return i;
}

static guint
get_loads (LscTellOrder order, const char *table)
{
  gsize at = find_table (table);

  if (order == LSC_TELL_LEVEL)
    return LSC_LOAD_KERNELS;
  return order == LSC_TELL_MISSING && table && at < G_N_ELEMENTS (tables) ? tables[at].loads
                                                                          : LOADS_ALWAYS;
}

/**
 * _lsc_ascend_timeline_tell_run:
 * @n_before: notices of the timeline that are not meant
 * @order: where a run has them
 *
 * Lets a run tell what the timeline told last.
 */
void
_lsc_ascend_timeline_tell_run (LscAscendTimeline *self, gsize n_before, LscTellOrder order)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (self->timeline->notices);

  for (gsize i = n_before; i < list->len; i++)
    {
      const LscNotice *notice = list->pdata[i];

      lsc_run_facts_add_notice (self->timeline->facts, notice, get_loads (order, notice->table),
                                order);
    }
}

static void
tell_of_table (LscAscendTimeline *self, LscNotices *notices, const char *table)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (notices);
  gsize at = find_table (table);

  if (at == G_N_ELEMENTS (tables))
    return;
  for (guint i = 0; i < list->len; i++)
    lsc_run_facts_add_notice (self->timeline->facts, list->pdata[i], tables[at].loads,
                              LSC_TELL_TABLES + (guint) at);
}

/* ---- rows ---- */

/**
 * _lsc_ascend_timeline_open_facts:
 *
 * Begins with what the header says, which must have been read.
 */
void
_lsc_ascend_timeline_open_facts (LscAscendTimeline *self)
{
  LscRunFacts *facts = self->timeline->facts = lsc_run_facts_new ();
  LscRun *run = self->first.run;

  facts->schema_version = g_strdup (run->schema_version);
  facts->collection_end_ns = run->collection_end_ns;
  facts->has_marks_table = lsc_db_has_table (self->first.db, "MSTX_EVENTS");
  facts->has_mark_domains = lsc_db_has_column (self->first.db, "MSTX_EVENTS", "domainId");
  lsc_steps_reserve (&facts->steps, run->steps.n);
  for (gsize i = 0; i < run->steps.n; i++)
    lsc_steps_append (&facts->steps, run->steps.items[i]);
  _lsc_ascend_timeline_tell_run (self, 0, LSC_TELL_HEADER);
}

/* What reads and tells in the name of a run; its run is to be freed. */
static LscAscend
new_teller (LscAscendTimeline *self)
{
  LscAscend teller = self->first;

  teller.run = lsc_run_new (self->first.run->source);
  teller.run->rank = self->timeline->rank;
  lsc_intern_unref (teller.run->strings);
  teller.run->strings = lsc_intern_ref (self->timeline->strings);
  return teller;
}

/** Reads what the reference tool left in the file; texts must have been read. */
gboolean
_lsc_ascend_timeline_read_step_tasks (LscAscendTimeline *self, GError **error)
{
  LscAscend teller = new_teller (self);
  gboolean ok = _lsc_ascend_load_step_tasks (&teller, error);

  self->timeline->facts->step_tasks = teller.run->step_tasks;
  teller.run->step_tasks = (LscStepTasks){ 0 };
  tell_of_table (self, teller.run->notices, "StepTaskInfo");
  lsc_run_unref (teller.run);
  return ok;
}

static void
adopt_names (LscPiece *piece)
{
  LscRun *told = piece->told;

  for (gsize i = 0; i < told->marks.n; i++)
    {
      told->marks.items[i].message = _lsc_piece_adopt_name (piece, told->marks.items[i].message);
      told->marks.items[i].domain = _lsc_piece_adopt_name (piece, told->marks.items[i].domain);
    }
  for (gsize i = 0; i < told->comm_ops.n; i++)
    {
      LscCommOp *op = &told->comm_ops.items[i];

      op->op_name = _lsc_piece_adopt_name (piece, op->op_name);
      op->op_type = _lsc_piece_adopt_name (piece, op->op_type);
      op->op_connection_id = _lsc_piece_adopt_name (piece, op->op_connection_id);
    }
}

/** Takes over what a piece kept for runs. Pieces of a table come in file order. */
void
_lsc_ascend_timeline_join_facts (LscAscendTimeline *self, LscPiece *piece)
{
  LscRunFacts *facts = self->timeline->facts;

  adopt_names (piece);
  if (piece->told->marks.n > 0) /* read by one piece alone */
    LSC_TAKE_ARRAY (lsc_int64s, &facts->threads, &piece->ascend.run->threads);
  LSC_TAKE_ARRAY (lsc_marks, &facts->marks, &piece->told->marks);
  LSC_TAKE_ARRAY (lsc_mark_tasks, &facts->mark_tasks, &piece->told->mark_tasks);
  LSC_TAKE_ARRAY (lsc_comm_ops, &facts->comm_ops, &piece->told->comm_ops);
  LSC_TAKE_ARRAY (lsc_odd_kernels, &facts->odd_kernels, &piece->odd_kernels);
  facts->has_exchange |= piece->has_exchange;
  for (guint i = 0; i < LSC_N_KERNEL_TABLES; i++)
    self->n_kernels[i] += piece->n_kernels[i];
  tell_of_table (self, piece->told->notices, piece->reader->table);
}

/* ---- when all tables have been read ---- */

/* Rows of a table of kernels that a run misses in TASK, and those that it found. A task of both
 * tables is looked up in the first. */
static void
count_rows (const LscTaskInfo *info, const LscTaskInfo *first, gint64 *n_lost, gint64 *n_seen)
{
  for (gsize i = 0; i < info->rows.n; i++)
    {
      gint64 id = info->rows.items[i].id;
      guint32 at = info->map.next ? lsc_id_map_find (&info->map, id) : (guint32) i;
      guint32 twin = first ? lsc_id_map_find (&first->map, id) : LSC_ID_MAP_NONE;
      gboolean is_seen = twin != LSC_ID_MAP_NONE ? first->seen[twin] : info->seen[at];

      *n_seen += is_seen;
      *n_lost += !is_seen;
    }
}

static void
report_kernels (LscAscendTimeline *self, LscAscend *teller)
{
  gint64 n_lost = 0, n_seen = 0;

  count_rows (&self->compute, NULL, &n_lost, &n_seen);
  _lsc_ascend_report_kernels (teller, "COMPUTE_TASK_INFO", n_lost,
                              self->n_kernels[LSC_COMPUTE_TABLE] - n_seen);
  n_lost = n_seen = 0;
  count_rows (&self->schedule, &self->compute, &n_lost, &n_seen);
  _lsc_ascend_report_kernels (teller, "COMMUNICATION_SCHEDULE_TASK_INFO", n_lost,
                              self->n_kernels[LSC_SCHEDULE_TABLE] - n_seen);
}

static void
report (LscAscendTimeline *self)
{
  LscAscend teller = new_teller (self);

  teller.run->device = self->timeline->facts->device;
  if (self->has_devices)
    _lsc_ascend_report_devices (&teller, teller.map_device >= 0);
  report_kernels (self, &teller);
  tell_of_table (self, teller.run->notices, NULL);
  lsc_run_unref (teller.run);
}

/* One process that drives several cards: what is not on the rank's own is left out. */
static void
choose_device (LscAscendTimeline *self)
{
  LscRunFacts *facts = self->timeline->facts;
  gint64 device = self->first.map_device;
  gsize n = 0;

  facts->device = device >= 0 ? device : self->first_device;
  for (gsize i = 0; i < facts->comm_ops.n; i++)
    if (facts->comm_ops.items[i].device == LSC_ID_NONE && facts->device >= 0)
      facts->comm_ops.items[i].device = (guint32) facts->device;
  if (!self->has_devices || device < 0)
    return;
  facts->only_device = device;
  for (gsize i = 0; i < facts->mark_tasks.n; i++)
    {
      LscMarkTask task = facts->mark_tasks.items[i];

      if (task.device == device || task.device == LSC_ID_NONE)
        facts->mark_tasks.items[n++] = task;
    }
  facts->mark_tasks.n = n;
}

/* Parts of an operator stand together mostly. */
static void
keep_messages (LscAscendTimeline *self)
{
  LscRunFacts *facts = self->timeline->facts;
  g_autoptr (GHashTable) messages =
      _lsc_ascend_list_messages (&facts->comm_ops, self->timeline->strings);
  const LscCommPart *last = NULL;

  for (gsize i = 0; i < self->comm_parts.n && g_hash_table_size (messages) > 0; i++)
    {
      const LscCommPart *part = &self->comm_parts.items[i];
      LscCommTask task = { .op_id = part->op_id,
                           .task_type = part->name,
                           .group = LSC_STRING_NONE,
                           .src_rank = part->source,
                           .dst_rank = part->target };

      if (last && last->op_id == part->op_id)
        continue; /* of no message either */
      if (_lsc_ascend_is_of_message (&task, messages))
        lsc_comm_tasks_append (&facts->comm_tasks, task);
      else if (task.src_rank != LSC_ID_NONE && task.dst_rank != LSC_ID_NONE)
        last = part;
    }
}

/** Finds what only all tables together tell, before what explains tasks goes. */
void
_lsc_ascend_timeline_find_facts (LscAscendTimeline *self)
{
  choose_device (self);
  keep_messages (self);
  report (self);
}

/**
 * _lsc_ascend_timeline_seal_facts:
 * @n_notices: notices of the timeline before those of the file as a whole
 *
 * Completes the facts when all lanes are in the tree.
 */
void
_lsc_ascend_timeline_seal_facts (LscAscendTimeline *self, gsize n_notices)
{
  LscRunFacts *facts = self->timeline->facts;

  for (gsize i = 0; i < self->lanes.n; i++)
    {
      const LscRawLane *lane = self->lanes.items[i];

      facts->has_backward = facts->has_backward || (lane->flags & LSC_RAW_IS_BACKWARD);
      if (lane->class == LSC_RAW_STREAM && lane->node != LSC_SLICE_NONE)
        lsc_lane_devices_append (&facts->lane_devices,
                                 (LscLaneDevice){ lane->node, (guint32) lane->key });
    }
  _lsc_ascend_timeline_tell_run (self, n_notices, LSC_TELL_LAST);
  lsc_run_facts_seal (facts);
}
