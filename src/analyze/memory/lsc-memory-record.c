/* lsc-memory-record.c - memory as a timeline and its table of blocks tell it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-private.h"
#include "analyze/memory/lsc-memory-python.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "analyze/step/lsc-block-ends.h"
#include "analyze/step/lsc-block-owner.h"
#include "analyze/step/lsc-origins.h"
#include "base/lsc-error.h"
#include "base/lsc-json.h"

/* memory.md#curves, #blocks. Every reader has put its curves among the counters of the timeline;
 * blocks are read from the file, and end where an event or the total says so. */

#define MOST_BYTES 4e18 /* of a damaged file: differences of two of them fit */

/** While it is made. */
typedef struct
{
  LscMemoryLog *log;
  const LscTimeline *timeline;
  LscMemoryBlocks *blocks;
} Making;

static guint32
need_pool (LscMemoryLog *log, const char *name, gint64 device)
{
  guint32 id = lsc_intern_add (log->texts, name);

  for (gsize i = 0; i < log->pools.n; i++)
    if (log->pools.items[i].name == id)
      return (guint32) i;
  lsc_memory_pools_append (&log->pools, (LscMemoryPool){ id, device, G_MAXINT64 });
  return (guint32) (log->pools.n - 1);
}

static void
add_curve (Making *self, const char *pool, LscMemoryQuantity quantity, const LscCounter *counter)
{
  LscMemoryCurve curve = { need_pool (self->log, pool, self->timeline->device),
                           (guint8) quantity,
                           { 0 } };

  if (counter->samples.n == 0)
    return;
  lsc_memory_points_reserve (&curve.points, counter->samples.n);
  for (gsize i = 0; i < counter->samples.n; i++)
    lsc_memory_points_append (&curve.points,
                              (LscMemoryPoint){ counter->samples.items[i].time_ns,
                                                (gint64) CLAMP (counter->samples.items[i].value,
                                                                -MOST_BYTES, MOST_BYTES) });
  g_array_append_val (self->log->curves, curve);
}

/* Traces write names of series with a capital. */
static gboolean
get_quantity (const char *name, LscMemoryQuantity *quantity)
{
  static const struct
  {
    const char *name;
    LscMemoryQuantity quantity;
  } known[] = { { "allocated", LSC_MEMORY_ALLOCATED },
                { "active", LSC_MEMORY_ACTIVE },
                { "reserved", LSC_MEMORY_RESERVED } };

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_ascii_strcasecmp (name, known[i].name) == 0)
      {
        *quantity = known[i].quantity;
        return TRUE;
      }
  return FALSE;
}

static void
take_strip (Making *self, const LscNode *node)
{
  gboolean is_components = strcmp (node->name, "Components") == 0;
  gboolean is_process = strcmp (node->name, "APP") == 0;

  for (guint i = 0; node->series && i < node->series->len; i++)
    {
      const LscCounter *counter = node->series->pdata[i];
      LscMemoryQuantity quantity;

      if (is_components)
        add_curve (self, counter->name, LSC_MEMORY_COMPONENT, counter);
      else if (get_quantity (counter->name, &quantity))
        add_curve (self, node->name,
                   is_process && quantity == LSC_MEMORY_RESERVED ? LSC_MEMORY_PROCESS : quantity,
                   counter);
    }
}

/* What the system says that the process holds. */
static void
take_process (Making *self, const LscNode *node)
{
  for (guint i = 0; node->series && i < node->series->len; i++)
    {
      const LscCounter *counter = node->series->pdata[i];

      if (strcmp (counter->name, "App HBM") == 0)
        add_curve (self, "APP", LSC_MEMORY_PROCESS, counter);
    }
}

static void
take_curves (Making *self)
{
  for (guint i = 1; i < self->timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (self->timeline, i);

      if (node->role == LSC_ROLE_MEMORY_COUNTER)
        take_strip (self, node);
      else if (node->role == LSC_ROLE_COUNTER && strcmp (node->name, "NPU MEM") == 0)
        take_process (self, node);
    }
}

/* ---- blocks ---- */

static void
infer_ends (Making *self)
{
  for (guint i = 1; i < self->timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (self->timeline, i);

      if (node->role != LSC_ROLE_MEMORY_COUNTER || strcmp (node->name, "PTA+GE") == 0)
        continue;
      for (guint k = 0; node->series && k < node->series->len; k++)
        {
          const LscCounter *counter = node->series->pdata[k];

          if (g_ascii_strcasecmp (counter->name, "allocated") == 0)
            lsc_block_ends_infer (self->blocks, node->name, counter);
        }
    }
}

static LscMemoryLife
make_life (Making *self, const LscMemoryBlock *block, LscOrigins *origins, LscMemoryPython *python)
{
  const char *name = lsc_memory_blocks_get_name (self->blocks, block);
  const char *pool = lsc_intern_text (self->blocks->names, block->pool);
  gboolean is_older = block->begin_ns == LSC_BLOCK_BEFORE;
  LscMemoryLife life = {
    .requested_bytes = block->size_bytes,
    .size_bytes = block->size_bytes,
    .begin_ns = block->begin_ns,
    .end_ns = block->end_ns >= 0 ? block->end_ns : G_MAXINT64,
    .active_end_ns = block->active_end_ns >= 0 ? block->active_end_ns : G_MAXINT64,
    .address = block->address,
    .stream = block->stream,
    .pool = need_pool (self->log, *pool ? pool : "PTA", self->timeline->device),
    .name = is_older ? LSC_MEMORY_NONE : lsc_intern_add (self->log->texts, name),
    .stack = LSC_MEMORY_NONE,
    .module = LSC_MEMORY_NONE,
    .slice = is_older ? LSC_SLICE_NONE : lsc_block_get_slice (self->timeline, block, name),
    .end = block->is_inferred   ? LSC_MEMORY_END_INFERRED
           : block->end_ns >= 0 ? LSC_MEMORY_END_RECORDED
                                : LSC_MEMORY_END_NONE,
  };

  if (life.slice != LSC_SLICE_NONE)
    {
      life.module = lsc_origins_find_module (origins, life.slice);
      life.stack = lsc_memory_python_find (python, life.slice);
    }
  if (self->timeline->is_gpu && block->active_end_ns < 0)
    life.active_end_ns = life.end_ns; /* a trace does not tell the two apart */
  return life;
}

static gboolean
take_blocks (Making *self, LscJob *job, GError **error)
{
  LscMemoryLog *log = self->log;
  LscOrigins origins;
  LscMemoryPython python;
  gboolean goes_on = TRUE;

  log->has_blocks = self->blocks->is_recorded;
  infer_ends (self);
  lsc_origins_init (&origins, self->timeline, log->texts, NULL);
  lsc_memory_python_init (&python, log, self->timeline);
  lsc_memory_lives_reserve (&log->lives, self->blocks->list.n);
  for (gsize i = 0; i < self->blocks->list.n && goes_on; i++)
    {
      LscMemoryLife life = make_life (self, &self->blocks->list.items[i], &origins, &python);

      log->has_modules |= life.module != LSC_MEMORY_NONE;
      lsc_memory_lives_append (&log->lives, life);
      goes_on = i % 4096 != 0 || lsc_job_check (job, error);
    }
  lsc_origins_clear (&origins);
  lsc_memory_python_clear (&python);
  log->has_stacks = log->stacks.n > 0;
  return goes_on;
}

static void
tell_bad (const Making *self, LscNotices *notices)
{
  gint64 n = self->blocks->n_bad;
  LscNotice *notice;

  if (n == 0 || !notices)
    return;
  notice = lsc_notice_mark_loss (lsc_notice_new (
      LSC_SEVERITY_WARNING, "bad-blocks",
      g_dngettext (GETTEXT_PACKAGE,
                   "%" PRId64 " row of single blocks of memory has no size or no time, and does "
                   "not count.",
                   "%" PRId64 " rows of single blocks of memory have no size or no time, and do "
                   "not count.",
                   (gulong) n),
      n));
  notice->count = n;
  lsc_notice_set_place (notice, self->timeline->rank, self->timeline->source->file, NULL);
  lsc_notices_add (notices, notice);
}

/* ---- the rest ---- */

static void
take_steps (Making *self)
{
  for (gsize i = 0; i < self->timeline->steps.n; i++)
    {
      const LscStep *step = &self->timeline->steps.items[i];
      g_autofree char *name = g_strdup_printf ("%" G_GINT64_FORMAT, step->id);

      lsc_memory_marks_append (&self->log->marks,
                               (LscMemoryMark){ lsc_intern_add (self->log->texts, name),
                                                step->start_ns, step->end_ns, FALSE });
    }
}

/* -1 where it is no number. */
static gint64
get_int (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_int (node) : -1;
}

/* A GPU trace tells the memory of each device among its properties. */
static gint64
read_device_bytes (const LscTimeline *timeline)
{
  const char *text = lsc_timeline_metadata (timeline, "deviceProperties");
  g_autoptr (JsonNode) node = text ? lsc_json_parse_text (text, NULL) : NULL;
  JsonArray *list = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; list && i < json_array_get_length (list); i++)
    {
      JsonNode *element = json_array_get_element (list, i);
      JsonObject *device = JSON_NODE_HOLDS_OBJECT (element) ? json_node_get_object (element) : NULL;

      if (device && get_int (device, "id") == MAX (timeline->device, 0))
        return MAX (get_int (device, "totalGlobalMem"), -1);
    }
  return -1;
}

static void
set_extent (LscMemoryLog *log)
{
  log->begin_ns = G_MAXINT64;
  log->end_ns = G_MININT64;
  for (guint i = 0; i < log->curves->len; i++)
    {
      const LscMemoryPoints *points = &g_array_index (log->curves, LscMemoryCurve, i).points;

      log->begin_ns = MIN (log->begin_ns, points->items[0].time_ns);
      log->end_ns = MAX (log->end_ns, points->items[points->n - 1].time_ns);
    }
  for (gsize i = 0; i < log->lives.n; i++)
    {
      const LscMemoryLife *life = &log->lives.items[i];

      if (life->begin_ns != G_MININT64)
        log->begin_ns = MIN (log->begin_ns, life->begin_ns);
      log->end_ns = MAX (log->end_ns, life->end_ns != G_MAXINT64 ? life->end_ns : life->begin_ns);
    }
  if (log->begin_ns > log->end_ns)
    log->begin_ns = log->end_ns = 0;
}

/**
 * lsc_memory_log_new_from_timeline:
 * @timeline: whole, completed
 * @notices: (nullable): told of rows that could not be read
 *
 * Errors: those of lsc_timeline_read_blocks(); %LSC_ERROR_NOTHING where nothing of memory was
 * recorded.
 *
 * Source: memory.md#curves, #blocks.
 *
 * Returns: (transfer full) (nullable): what the recording tells of memory
 */
LscMemoryLog *
lsc_memory_log_new_from_timeline (const LscTimeline *timeline, LscNotices *notices, LscJob *job,
                                  GError **error)
{
  g_autoptr (LscMemoryLog) log = NULL;
  g_autoptr (LscMemoryBlocks) blocks = NULL;
  Making making;

  g_return_val_if_fail (timeline, NULL);
  blocks = lsc_timeline_read_blocks (timeline, job, error);
  if (!blocks)
    return NULL;
  log = lsc_memory_log_new (timeline->is_gpu ? LSC_MEMORY_FROM_TRACE : LSC_MEMORY_FROM_ASCEND);
  making = (Making){ log, timeline, blocks };
  take_curves (&making);
  if (!take_blocks (&making, job, error))
    return NULL;
  if (log->curves->len == 0 && log->lives.n == 0)
    {
      lsc_fail (error, LSC_ERROR_NOTHING, "%s",
                _ ("Memory was not recorded: record with profile_memory=True."));
      return NULL;
    }
  tell_bad (&making, notices);
  take_steps (&making);
  log->device_bytes = read_device_bytes (timeline);
  set_extent (log);
  return g_steal_pointer (&log);
}
