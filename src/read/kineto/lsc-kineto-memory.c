/* lsc-kineto-memory.c - memory of a trace: what each device holds, and its blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto-private.h"

#include "base/lsc-sort.h"

/* formats.md#kineto-memory. A [memory] event tells by how much a device's memory grew or fell, the
 * totals after it, and the address: an allocation and the release of the same address are a block.
 */

/** What one device says of its memory; device type 0 is the host.
 * @first_ns, @before_bytes: the first event that tells a total, and that total before it */
typedef struct
{
  gint64 device;
  gboolean is_host;
  char *name;
  LscCounter *allocated;
  LscCounter *reserved;
  LscCounter *changes; /* bytes by which it grew, where no totals were told */
  gint64 first_ns;
  gint64 before_bytes;
  GHashTable *open; /* (nullable): address to 1 + number of the block */
} Memory;

void
_lsc_kineto_free_memory (gpointer data)
{
  Memory *self = data;

  g_clear_pointer (&self->allocated, lsc_counter_free);
  g_clear_pointer (&self->reserved, lsc_counter_free);
  g_clear_pointer (&self->changes, lsc_counter_free);
  g_clear_pointer (&self->open, g_hash_table_unref);
  g_free (self->name);
  g_free (self);
}

static Memory *
need_memory (LscKinetoBuild *build, gint64 device, gboolean is_host)
{
  Memory *self;

  for (guint i = 0; i < build->memory->len; i++)
    {
      self = build->memory->pdata[i];
      if (self->device == device && self->is_host == is_host)
        return self;
    }
  if (build->memory->len >= 4096)
    return NULL; /* no machine has that many: a damaged file */
  self = g_new0 (Memory, 1);
  self->device = device;
  self->is_host = is_host;
  self->name =
      is_host ? g_strdup ("Host memory") : g_strdup_printf ("GPU %" G_GINT64_FORMAT, device);
  self->first_ns = G_MAXINT64;
  g_ptr_array_add (build->memory, self);
  return self;
}

static void
add_sample (LscCounter **counter, const char *name, gint64 time_ns, gint64 value)
{
  if (!*counter)
    *counter = lsc_counter_new (name, LSC_COUNTER_LINE, LSC_COUNTER_UNIT_BYTES);
  lsc_samples_append (&(*counter)->samples, (LscSample){ time_ns, (double) value });
}

static const LscTraceMemory *
get_told (const LscKinetoBuild *build, const LscKinetoLook *look)
{
  return &build->trace->memories.items[look->extra];
}

static Memory *
need_memory_of (LscKinetoBuild *build, const LscTraceMemory *told)
{
  gint64 device = told->device != LSC_TRACE_NO_NUMBER ? told->device : -1;

  return need_memory (build, device, told->device_type == 0);
}

/* The total before the first event is what was allocated before the recording. */
static void
note_first (Memory *self, const LscTraceMemory *told, gint64 time_ns)
{
  if (told->allocated == LSC_TRACE_NO_NUMBER || told->bytes == LSC_TRACE_NO_NUMBER ||
      time_ns >= self->first_ns ||
      __builtin_sub_overflow (told->allocated, told->bytes, &self->before_bytes))
    return;
  self->first_ns = time_ns;
}

/** Takes what an event says of the totals; in the order of the file. */
void
_lsc_kineto_take_memory (LscKinetoBuild *build, const LscKinetoLook *look)
{
  const LscTraceMemory *told = get_told (build, look);
  Memory *memory = need_memory_of (build, told);

  if (memory)
    note_first (memory, told, look->time_ns);
  if (memory && told->allocated != LSC_TRACE_NO_NUMBER)
    add_sample (&memory->allocated, "Allocated", look->time_ns, told->allocated);
  if (memory && told->reserved != LSC_TRACE_NO_NUMBER)
    add_sample (&memory->reserved, "Reserved", look->time_ns, told->reserved);
  if (memory && told->allocated == LSC_TRACE_NO_NUMBER && told->reserved == LSC_TRACE_NO_NUMBER)
    add_sample (&memory->changes, "Allocated", look->time_ns, told->bytes);
}

/** Hands a counter (transfer full) (nullable) to a strip. */
void
_lsc_kineto_add_series (LscTimeline *timeline, guint32 node, LscCounter **counter)
{
  if (!*counter)
    return;
  lsc_counter_seal (*counter);
  g_ptr_array_add (lsc_timeline_get_node (timeline, node)->series, g_steal_pointer (counter));
}

static gint64
sample_time (gsize index, gconstpointer data)
{
  return ((const LscSample *) data)[index].time_ns;
}

/* Of a trace without totals the running sum is the curve (formats.md#kineto-memory). */
static void
sum_changes (Memory *self)
{
  LscSamples *samples = self->changes ? &self->changes->samples : NULL;

  if (!samples || self->allocated)
    return;
  lsc_sort_items (samples->items, samples->n, sizeof (LscSample), sample_time);
  for (gsize i = 1; i < samples->n; i++)
    samples->items[i].value += samples->items[i - 1].value;
  self->allocated = g_steal_pointer (&self->changes);
}

/* A step that begins before the first event has what was there before it. */
static void
open_curve (Memory *self, const LscTimeline *timeline)
{
  gint64 begin_ns = self->first_ns;

  if (!self->allocated || self->before_bytes < 0 || self->first_ns == G_MAXINT64)
    return;
  for (gsize i = 0; i < timeline->steps.n; i++)
    begin_ns = MIN (begin_ns, timeline->steps.items[i].start_ns);
  if (begin_ns < self->first_ns)
    add_sample (&self->allocated, "Allocated", begin_ns, self->before_bytes);
}

/**
 * _lsc_kineto_add_memory:
 *
 * Adds the group "Memory" with a strip for each device that recorded allocations.
 */
void
_lsc_kineto_add_memory (LscKinetoBuild *build)
{
  LscTimeline *timeline = build->timeline;
  guint32 group = LSC_SLICE_NONE;

  for (guint i = 0; i < build->memory->len; i++)
    {
      Memory *memory = build->memory->pdata[i];
      guint32 node;

      sum_changes (memory);
      open_curve (memory, timeline);
      if (!memory->allocated && !memory->reserved)
        continue;
      if (group == LSC_SLICE_NONE)
        group = lsc_timeline_add_group (timeline, 0, LSC_ROLE_MEMORY, "Memory");
      node = lsc_timeline_add_counter (timeline, group, LSC_ROLE_MEMORY_COUNTER, memory->name);
      _lsc_kineto_add_series (timeline, node, &memory->allocated);
      _lsc_kineto_add_series (timeline, node, &memory->reserved);
    }
}

/* -- Blocks --------------------------------------------------------------------------------------
 */

static gint64
event_time (gsize index, gconstpointer data)
{
  return ((const LscKinetoLook *) data)[index].time_ns;
}

/* The lane of operators of the thread that an event is on. */
static guint32
find_ops (const LscKinetoBuild *build, guint32 track)
{
  guint32 bucket = _lsc_kineto_get_bucket (build, track, LSC_KINETO_TO_OPS);

  return bucket != LSC_KINETO_NO_BUCKET ? _lsc_kineto_bucket (build, bucket)->node : LSC_SLICE_NONE;
}

static void
take_change (LscKinetoBuild *build, LscKinetoReader *reader, const LscKinetoLook *look)
{
  const LscTraceMemory *told = get_told (build, look);
  Memory *memory = need_memory_of (build, told);
  guint number;

  if (!memory || told->bytes == LSC_TRACE_NO_NUMBER || told->address == LSC_TRACE_NO_NUMBER)
    return;
  if (!memory->open)
    memory->open = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  number = GPOINTER_TO_UINT (g_hash_table_lookup (memory->open, &told->address));
  if (reader->blocks.n >= G_MAXUINT32 - 1)
    return;
  if (told->bytes > 0)
    {
      lsc_kineto_blocks_append (&reader->blocks,
                                (LscKinetoBlock){ .pool = memory->name,
                                                  .size_bytes = told->bytes,
                                                  .begin_ns = look->time_ns,
                                                  .end_ns = -1,
                                                  .address = (guint64) told->address,
                                                  .node = find_ops (build, told->track) });
      g_hash_table_insert (memory->open, g_memdup2 (&told->address, sizeof told->address),
                           GUINT_TO_POINTER ((guint) reader->blocks.n));
    }
  else if (told->bytes < 0 && number == 0)
    lsc_kineto_blocks_append (&reader->blocks,
                              (LscKinetoBlock){ .pool = memory->name,
                                                .size_bytes = -MAX (told->bytes, -G_MAXINT64),
                                                .begin_ns = LSC_BLOCK_BEFORE,
                                                .end_ns = look->time_ns,
                                                .address = (guint64) told->address,
                                                .node = LSC_SLICE_NONE });
  else if (told->bytes < 0)
    {
      reader->blocks.items[number - 1].end_ns = look->time_ns;
      g_hash_table_remove (memory->open, &told->address);
    }
}

/**
 * _lsc_kineto_take_blocks:
 *
 * Pairs allocations and releases by address, in the order of time; lanes are there. Cost: that of
 * the [memory] events.
 */
void
_lsc_kineto_take_blocks (LscKinetoBuild *build)
{
  LscKinetoReader *reader = build->timeline->reader;
  LscKinetoLooks events = { 0 };

  for (gsize i = 0; i < build->looks.n; i++)
    if (build->looks.items[i].bucket == LSC_KINETO_NO_BUCKET)
      lsc_kineto_looks_append (&events, build->looks.items[i]);
  lsc_sort_items (events.items, events.n, sizeof (LscKinetoLook), event_time);
  for (gsize i = 0; i < events.n; i++)
    take_change (build, reader, &events.items[i]);
  for (gsize i = 0; i < reader->blocks.n; i++)
    reader->blocks.items[i].pool = g_intern_string (reader->blocks.items[i].pool);
  lsc_kineto_looks_clear (&events);
}

/* The innermost operator that runs on the thread when the block is allocated. */
static void
name_block (const LscTimeline *timeline, const LscKinetoBlock *from, LscMemoryBlock *block,
            LscIntern *names)
{
  const LscNode *node =
      from->node != LSC_SLICE_NONE ? lsc_timeline_get_node (timeline, from->node) : NULL;
  guint32 slice =
      node && node->lane ? lsc_lane_find_deepest (node->lane, from->begin_ns) : LSC_SLICE_NONE;

  block->name = lsc_intern_add (names, "?");
  if (slice == LSC_SLICE_NONE)
    return;
  block->name = lsc_intern_add (names, lsc_timeline_text (timeline, node->lane->name[slice]));
  block->slice = node->first_id + slice;
  block->has_slice = TRUE;
}

/**
 * _lsc_kineto_read_blocks:
 *
 * An #LscBlocksFunc: of the [memory] events; nothing is read again.
 *
 * Source: formats.md#kineto-memory.
 */
LscMemoryBlocks *
_lsc_kineto_read_blocks (const LscTimeline *timeline, LscJob *job, GError **error)
{
  const LscKinetoReader *reader = timeline->reader;
  g_autoptr (LscMemoryBlocks) self = lsc_memory_blocks_new ();

  self->is_recorded = reader->blocks.n > 0;
  for (gsize i = 0; i < reader->blocks.n; i++)
    {
      const LscKinetoBlock *from = &reader->blocks.items[i];
      LscMemoryBlock block = { .pool = lsc_intern_add (self->names, from->pool),
                               .size_bytes = from->size_bytes,
                               .begin_ns = from->begin_ns,
                               .end_ns = from->end_ns,
                               .active_end_ns = -1,
                               .stream = LSC_BLOCK_NO_STREAM,
                               .address = from->address };

      if (i % 4096 == 0 && !lsc_job_check (job, error))
        return NULL;
      name_block (timeline, from, &block, self->names);
      lsc_memory_blocks_add (self, block);
    }
  lsc_memory_blocks_seal (self);
  return g_steal_pointer (&self);
}
