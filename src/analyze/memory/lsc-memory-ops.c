/* lsc-memory-ops.c - memory and device time of operators, their own and with all that they call
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-private.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "analyze/step/lsc-origins.h"
#include "base/lsc-sort.h"

/* memory.md#ops. Example: aten::linear runs [0,100) and calls aten::mm [10,50), which allocates 8
 * bytes for itself until 40 and 16 that stay: aten::mm allocates 24 of its own, releases 8 and
 * keeps 16; aten::linear nothing of its own, and the same in all. Both lead to the call of the
 * block of 16 bytes: that at 10, and that at 0. */

#define CHECK_EVERY 4096
#define MOST_LEVELS 256

/** What is summed up. @kept: of what is allocated what lives when the operator returns */
typedef struct
{
  gint64 allocated;
  gint64 released;
  gint64 kept;
  gint64 device_ns;
} Sums;

/** Of a name. @own: of the operator itself; @all: with what it calls; @largest: the block, else the
 * device time, of the call that begins at @time_ns */
typedef struct
{
  gint64 calls;
  Sums own;
  Sums all;
  gint64 largest;
  gint64 time_ns;
  guint64 stamp; /* of the last chain that was looked at */
} Op;

/** @ops: by name; @unknown: of no operator that is known */
typedef struct
{
  const LscMemory *memory;
  const LscTimeline *timeline;
  Op *ops;
  Op unknown;
  guint64 stamp;
} Walk;

typedef struct
{
  gint64 rank;
  const char *op;
  gint64 calls;
  gint64 self_allocated_bytes;
  gint64 self_released_bytes;
  gint64 self_kept_bytes;
  gint64 allocated_bytes;
  gint64 released_bytes;
  gint64 kept_bytes;
  gint64 self_device_ns;
  gint64 device_ns;
  gint64 time_ns;
} Row;

#define COLUMN(member, title, unit, about)                                                         \
  LSC_COLUMN (Row, member, #member, title, unit, "memory.md#ops", about)

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (Row),
  COLUMN (op, N_ ("Operator"), LSC_UNIT_NONE,
          N_ ("Operator of the framework; empty for blocks of which it is not known.")),
  COLUMN (calls, N_ ("Calls"), LSC_UNIT_COUNT, N_ ("How often it was called.")),
  COLUMN (self_allocated_bytes, N_ ("Self Allocated"), LSC_UNIT_BYTES,
          N_ ("Blocks that it allocated by itself, summed over all calls.")),
  COLUMN (self_released_bytes, N_ ("Self Released"), LSC_UNIT_BYTES,
          N_ ("Of these what was released before it returned.")),
  COLUMN (self_kept_bytes, N_ ("Self Kept"), LSC_UNIT_BYTES,
          N_ ("Of these what was alive when it returned.")),
  COLUMN (allocated_bytes, N_ ("Allocated"), LSC_UNIT_BYTES,
          N_ ("Blocks that it and all that it called allocated.")),
  COLUMN (released_bytes, N_ ("Released"), LSC_UNIT_BYTES,
          N_ ("Of these what was released before it returned.")),
  COLUMN (kept_bytes, N_ ("Kept"), LSC_UNIT_BYTES,
          N_ ("Of these what was alive when it returned.")),
  COLUMN (self_device_ns, N_ ("Self Device Time"), LSC_UNIT_NS,
          N_ ("Sum of the durations of what it launched on the device by itself.")),
  COLUMN (device_ns, N_ ("Device Time"), LSC_UNIT_NS,
          N_ ("Sum of the durations of what it and all that it called launched.")),
  COLUMN (time_ns, N_ ("Largest Call"), LSC_UNIT_NS,
          N_ ("When the call begins that allocated the largest block; without blocks, the one that "
              "launched what ran longest.")),
};

const LscTableInfo lsc_memory_ops_table_info = LSC_TABLE_INFO ("memory_ops", Row, columns);

/* ---- chains ---- */

static void
add_block (Sums *sums, const LscMemoryLife *life, gint64 returns_ns)
{
  gboolean is_released = life->end_ns <= returns_ns;

  sums->allocated = lsc_int_add (sums->allocated, life->size_bytes);
  if (is_released)
    sums->released = lsc_int_add (sums->released, life->size_bytes);
  else
    sums->kept = lsc_int_add (sums->kept, life->size_bytes);
}

/* @life: (nullable): else @device_ns is what is added */
static void
add_to (Sums *sums, const LscMemoryLife *life, gint64 device_ns, gint64 returns_ns)
{
  if (life)
    add_block (sums, life, returns_ns);
  else
    sums->device_ns = lsc_int_add (sums->device_ns, device_ns);
}

/* Blocks are added before device time, which counts only where there are none. */
static void
note_call (Op *op, const LscMemoryLife *life, gint64 device_ns, gint64 begin_ns)
{
  gint64 amount = life ? life->size_bytes : device_ns;

  if ((!life && op->all.allocated > 0) || amount <= op->largest)
    return;
  op->largest = amount;
  op->time_ns = begin_ns;
}

/* Adds something to an operator and to all around it. Of a name that calls itself the outermost
 * call counts, once. */
static void
add_chain (Walk *self, LscSpot spot, const LscMemoryLife *life, gint64 device_ns)
{
  const LscLane *lane = lsc_timeline_get_node (self->timeline, spot.node)->lane;
  guint32 chain[MOST_LEVELS];
  guint n = 0;

  for (guint32 at = spot.slice; at != LSC_SLICE_NONE && n < MOST_LEVELS;
       at = lsc_lane_get_parent (lane, at))
    chain[n++] = at;
  self->stamp++;
  add_to (&self->ops[lane->name[spot.slice]].own, life, device_ns,
          lsc_lane_get_end_ns (lane, spot.slice));
  for (guint i = n; i > 0; i--)
    {
      Op *op = &self->ops[lane->name[chain[i - 1]]];

      if (op->stamp == self->stamp)
        continue;
      op->stamp = self->stamp;
      add_to (&op->all, life, device_ns, lsc_lane_get_end_ns (lane, chain[i - 1]));
      note_call (op, life, device_ns, lane->start_ns[chain[i - 1]]);
    }
}

/* ---- what is added ---- */

static void
take_blocks (Walk *self)
{
  const LscMemoryLog *log = self->memory->log;

  for (gsize i = 0; i < log->lives.n; i++)
    {
      const LscMemoryLife *life = &log->lives.items[i];

      if (life->begin_ns == G_MININT64 ||
          !_lsc_memory_is_of (log, life->pool, self->memory->main_pool))
        continue;
      if (life->slice == LSC_MEMORY_NONE)
        add_block (&self->unknown.own, life, G_MAXINT64 - 1);
      else
        add_chain (self, lsc_timeline_get_spot (self->timeline, life->slice), life, 0);
    }
}

/* Of a collective of an NPU the operator, of that of a GPU its kernel. */
static gboolean
is_of_device (const LscTimeline *timeline, const LscNode *node, guint8 kind)
{
  if (node->role == LSC_ROLE_COMM_GROUP)
    return !timeline->is_gpu && kind == LSC_SLICE_COMM_OP;
  return node->role == LSC_ROLE_STREAM &&
         (lsc_slice_kind_is_computing (kind) || kind == LSC_SLICE_COPY ||
          (timeline->is_gpu && (kind == LSC_SLICE_COMM_OP || kind == LSC_SLICE_COMM_TASK)));
}

static gboolean
take_lane (Walk *self, LscOrigins *origins, const LscNode *node, LscJob *job, GError **error)
{
  for (guint32 i = 0; i < node->lane->n; i++)
    {
      LscSpot op;

      if (i % CHECK_EVERY == 0 && !lsc_job_check (job, error))
        return FALSE;
      if (!is_of_device (self->timeline, node, node->lane->kind[i]))
        continue;
      op = lsc_origins_find_op (origins, node->first_id + i);
      if (op.node != LSC_SLICE_NONE)
        add_chain (self, op, NULL, lsc_lane_get_duration_ns (node->lane, i));
    }
  return TRUE;
}

static gboolean
take_device (Walk *self, LscJob *job, GError **error)
{
  g_autoptr (LscIntern) texts = lsc_intern_new ();
  LscOrigins origins;
  gboolean ok = TRUE;

  lsc_origins_init (&origins, self->timeline, texts, NULL);
  for (guint32 i = 1; i < self->timeline->nodes->len && ok; i++)
    {
      const LscNode *node = lsc_timeline_get_node (self->timeline, i);

      if (node->lane)
        ok = take_lane (self, &origins, node, job, error);
    }
  lsc_origins_clear (&origins);
  return ok;
}

static void
count_calls (Walk *self)
{
  for (guint32 i = 1; i < self->timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (self->timeline, i);

      for (guint32 k = 0; node->role == LSC_ROLE_HOST_THREAD && node->lane && k < node->lane->n;
           k++)
        self->ops[node->lane->name[k]].calls++;
    }
}

/* ---- rows ---- */

static void
add_row (LscTable *table, const Walk *self, const Op *op, const char *name)
{
  gboolean is_known = name != NULL;
  Row row = { .rank = self->memory->rank,
              .op = name,
              .calls = is_known ? op->calls : LSC_INT_NULL,
              .self_allocated_bytes = op->own.allocated,
              .self_released_bytes = is_known ? op->own.released : LSC_INT_NULL,
              .self_kept_bytes = is_known ? op->own.kept : LSC_INT_NULL,
              .allocated_bytes = is_known ? op->all.allocated : LSC_INT_NULL,
              .released_bytes = is_known ? op->all.released : LSC_INT_NULL,
              .kept_bytes = is_known ? op->all.kept : LSC_INT_NULL,
              .self_device_ns = is_known ? op->own.device_ns : LSC_INT_NULL,
              .device_ns = is_known ? op->all.device_ns : LSC_INT_NULL,
              .time_ns = is_known && op->largest > 0 ? op->time_ns : LSC_INT_NULL };

  lsc_table_add (table, &row);
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  const Op *ops = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  LSC_RETURN_ORDER (ops[y].all.allocated, ops[x].all.allocated);
  LSC_RETURN_ORDER (ops[y].all.device_ns, ops[x].all.device_ns);
  return LSC_ORDER (x, y);
}

static LscTable *
make_table (const Walk *self)
{
  LscTable *table = lsc_table_new_for (&lsc_memory_ops_table_info);
  gsize n_names = lsc_intern_size (self->timeline->strings);
  g_autofree guint32 *names = g_new (guint32, n_names + 1);
  gsize n = 0;

  for (guint32 i = 0; i < n_names; i++)
    if (self->ops[i].all.allocated > 0 || self->ops[i].all.device_ns > 0)
      names[n++] = i;
  if (n > 1)
    g_qsort_with_data (names, (int) n, sizeof *names, compare_names, self->ops);
  for (gsize i = 0; i < n; i++)
    add_row (table, self, &self->ops[names[i]], lsc_timeline_text (self->timeline, names[i]));
  if (self->unknown.own.allocated > 0)
    add_row (table, self, &self->unknown, NULL);
  return table;
}

/**
 * lsc_memory_list_ops:
 * @timeline: that it was recorded with
 *
 * Formula: memory.md#ops. Cost: O((blocks + device slices) * depth of operators).
 *
 * Errors: CANCELLED.
 *
 * Returns: (transfer full) (nullable): the table "memory_ops", what allocates most first
 */
LscTable *
lsc_memory_list_ops (const LscMemory *self, const LscTimeline *timeline, LscJob *job,
                     GError **error)
{
  Walk walk = { .memory = self, .timeline = timeline };
  LscTable *table = NULL;

  g_return_val_if_fail (self && timeline, NULL);
  walk.ops = g_new0 (Op, lsc_intern_size (timeline->strings) + 1);
  count_calls (&walk);
  take_blocks (&walk);
  if (take_device (&walk, job, error))
    table = make_table (&walk);
  g_free (walk.ops);
  return table;
}
