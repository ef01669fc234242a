/* lsc-kineto-args.c - a second look at the arguments of few events: memory, groups, streams
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-kineto-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The scan keeps only what every event has. Allocations ([memory]) and kernels of collectives carry
 * arguments that are needed too. */

/**
 * _lsc_kineto_has_stream:
 * @offset: of an event
 *
 * Returns: whether the event names a stream among its arguments: it ran on the device
 */
gboolean
_lsc_kineto_has_stream (LscKinetoBuild *build, gint64 offset)
{
  gsize n = 0;
  g_autofree char *text =
      lsc_text_input_read_at (build->trace->input, offset, LSC_KINETO_MOST_EVENT, &n, NULL);
  gsize length = text ? _lsc_kineto_object_length (text, n) : 0;
  g_autofree char *stream = length > 0 ? _lsc_kineto_find_text (text, length, "stream") : NULL;

  return stream != NULL;
}

/* -- Memory --------------------------------------------------------------------------------------
 */

/** What one device says of its memory; device type 0 is the host. */
typedef struct
{
  gint64 device;
  gboolean is_host;
  LscCounter *allocated;
  LscCounter *reserved;
} Memory;

void
_lsc_kineto_free_memory (gpointer data)
{
  Memory *self = data;

  g_clear_pointer (&self->allocated, lsc_counter_free);
  g_clear_pointer (&self->reserved, lsc_counter_free);
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

static void
take_memory (LscKinetoBuild *build, const LscKinetoLook *look, const char *text, gsize n)
{
  gint64 device = -1, type = 1, value;
  Memory *memory;

  _lsc_kineto_find_int (text, n, "Device Id", &device);
  _lsc_kineto_find_int (text, n, "Device Type", &type);
  memory = need_memory (build, device, type == 0);
  if (memory && _lsc_kineto_find_int (text, n, "Total Allocated", &value))
    add_sample (&memory->allocated, "Allocated", look->time_ns, value);
  if (memory && _lsc_kineto_find_int (text, n, "Total Reserved", &value))
    add_sample (&memory->reserved, "Reserved", look->time_ns, value);
}

static void
add_series (LscTimeline *timeline, guint32 node, LscCounter **counter)
{
  if (!*counter)
    return;
  lsc_counter_seal (*counter);
  g_ptr_array_add (lsc_timeline_get_node (timeline, node)->series, g_steal_pointer (counter));
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
      g_autofree char *name = memory->is_host
                                  ? g_strdup ("Host memory")
                                  : g_strdup_printf ("GPU %" G_GINT64_FORMAT, memory->device);
      guint32 node;

      if (!memory->allocated && !memory->reserved)
        continue;
      if (group == LSC_SLICE_NONE)
        group = lsc_timeline_add_group (timeline, 0, LSC_ROLE_MEMORY, "Memory");
      node = lsc_timeline_add_counter (timeline, group, LSC_ROLE_MEMORY_COUNTER, name);
      add_series (timeline, node, &memory->allocated);
      add_series (timeline, node, &memory->reserved);
    }
}

/* -- Counters of the trace itself ----------------------------------------------------------------
 */

typedef struct
{
  guint32 name;
  guint32 key;
  guint32 track;
  LscCounter *counter;
} Series;

static void
clear_series (gpointer data)
{
  g_clear_pointer (&((Series *) data)->counter, lsc_counter_free);
}

static guint
hash_series (gconstpointer key)
{
  const Series *series = key;

  return series->name * 2654435761u ^ series->key * 40503u ^ series->track;
}

static gboolean
equal_series (gconstpointer a, gconstpointer b)
{
  const Series *x = a, *y = b;

  return x->name == y->name && x->key == y->key && x->track == y->track;
}

static void
free_series (gpointer data)
{
  clear_series (data);
  g_free (data);
}

static void
collect_series (LscKinetoBuild *build, GHashTable *table, GPtrArray *order)
{
  const LscTraceSamples *samples = &build->trace->samples;
  gint64 base = build->trace->has_base ? build->trace->base_ns : 0;

  for (gsize i = 0; i < samples->n; i++)
    {
      const LscTraceSample *sample = &samples->items[i];
      Series key = { sample->name, sample->key, sample->track, NULL };
      Series *series = g_hash_table_lookup (table, &key);
      gint64 time_ns;

      if (__builtin_add_overflow (sample->time_ns, base, &time_ns))
        continue;
      if (!series)
        {
          const char *name = lsc_intern_text (build->trace->strings, sample->key);

          series = g_memdup2 (&key, sizeof key);
          series->counter =
              lsc_counter_new (name ? name : "", LSC_COUNTER_LINE, LSC_COUNTER_UNIT_NONE);
          g_hash_table_add (table, series);
          g_ptr_array_add (order, series);
        }
      lsc_samples_append (&series->counter->samples, (LscSample){ time_ns, sample->value });
    }
}

/**
 * _lsc_kineto_add_counters:
 *
 * Adds the group "Counters" with the ph C events of the trace: a strip for each name and track.
 */
void
_lsc_kineto_add_counters (LscKinetoBuild *build)
{
  g_autoptr (GHashTable) table =
      g_hash_table_new_full (hash_series, equal_series, free_series, NULL);
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  g_autoptr (GHashTable) strips = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint32 group;

  collect_series (build, table, order);
  if (order->len == 0)
    return;
  group = lsc_timeline_add_group (build->timeline, 0, LSC_ROLE_COUNTERS, "Counters");
  for (guint i = 0; i < order->len; i++)
    {
      Series *series = order->pdata[i];
      const LscTrack *track = _lsc_kineto_track (build, series->track);
      const char *name = lsc_intern_text (build->trace->strings, series->name);
      const char *pid = lsc_intern_text (build->trace->strings, track->pid);
      char *path = g_strdup_printf ("%s (%s)", name ? name : "", pid ? pid : "");
      guint32 node = GPOINTER_TO_UINT (g_hash_table_lookup (strips, path));

      if (node == 0)
        node = lsc_timeline_add_counter (build->timeline, group, LSC_ROLE_COUNTER, path);
      g_hash_table_replace (strips, path, GUINT_TO_POINTER (node));
      add_series (build->timeline, node, &series->counter);
    }
}

/* -- Communication -------------------------------------------------------------------------------
 */

static void
add_comm_op (LscKinetoBuild *build, const LscKinetoLook *look, const char *text, gsize n)
{
  g_autofree char *name = text ? _lsc_kineto_find_text (text, n, "Process Group Name") : NULL;
  g_autofree char *ranks = text ? _lsc_kineto_find_text (text, n, "Process Group Ranks") : NULL;
  guint32 index = _lsc_kineto_get_group (build, name, ranks);
  LscKinetoBucket *from = _lsc_kineto_bucket (build, look->bucket);
  LscKinetoBucket *bucket = _lsc_kineto_bucket (build, index);
  gint64 end_ns = lsc_raw_slices_get_end_ns (&from->raw, look->raw);
  LscRawSlice *to = lsc_raw_slices_add (&bucket->raw, look->time_ns, end_ns);
  const LscRawSlice *slice = &from->raw.items[look->raw];

  to->detail = slice->detail;
  to->name = slice->name;
  to->link = slice->link;
  to->category = slice->category;
  to->flags = slice->flags;
  to->kind = LSC_SLICE_COMM_OP;
  lsc_kineto_copies_append (&bucket->copies, (LscKinetoCopy){ look->bucket, look->raw });
  if (slice->link != LSC_SLICE_NONE)
    lsc_kineto_ends_append (&bucket->ends,
                            (LscKinetoEnd){ (guint32) (bucket->raw.n - 1), slice->link });
}

static void
take_event (gsize index, const char *text, gsize n, gpointer user_data)
{
  LscKinetoBuild *build = user_data;
  const LscKinetoLook *look = &build->looks.items[index];

  if (look->bucket != LSC_KINETO_NO_BUCKET)
    add_comm_op (build, look, text, n);
  else if (text)
    take_memory (build, look, text, n);
}

static int
compare_looks (gconstpointer a, gconstpointer b)
{
  const LscKinetoLook *x = a, *y = b;

  return (x->offset > y->offset) - (x->offset < y->offset);
}

/**
 * _lsc_kineto_look:
 *
 * Reads the noted events again: samples of memory, and a communication op for each kernel of a
 * collective. Cost: nothing without such events; else that of _lsc_kineto_visit().
 */
gboolean
_lsc_kineto_look (LscKinetoBuild *build, GError **error)
{
  gsize n = build->looks.n;
  g_autofree gint64 *offsets = NULL;

  if (n == 0)
    return TRUE;
  qsort (build->looks.items, n, sizeof (LscKinetoLook), compare_looks);
  offsets = g_new (gint64, n);
  for (gsize i = 0; i < n; i++)
    offsets[i] = build->looks.items[i].offset;
  return _lsc_kineto_visit (build->trace->input, offsets, n, take_event, build, build->job, error);
}
