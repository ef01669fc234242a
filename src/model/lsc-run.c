/* lsc-run.c - one rank's recording, loaded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-run.h"

#include "base/lsc-sort.h"
#include "model/lsc-rank-name.h"

/**
 * lsc_run_new:
 * @source: where it is read from
 *
 * Returns: (transfer full): an empty run
 */
LscRun *
lsc_run_new (LscSource *source)
{
  LscRun *self;

  g_return_val_if_fail (source, NULL);
  self = g_new0 (LscRun, 1);
  g_atomic_ref_count_init (&self->refs);
  self->source = lsc_source_ref (source);
  self->rank = source->rank;
  self->device = -1;
  self->level = -1;
  self->metadata = lsc_metadata_new ();
  self->strings = lsc_intern_new ();
  self->notices = lsc_notices_new ();
  return self;
}

LscRun *
lsc_run_ref (LscRun *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * lsc_run_drop_links:
 *
 * Frees the links between calls and ops, a good part of a large run, once nobody will need them
 * again. Thread: that of the only owner.
 */
void
lsc_run_drop_links (LscRun *self)
{
  g_return_if_fail (self);
  lsc_connections_clear (&self->connections);
  g_clear_pointer (&self->link_order, g_free);
}

static void
free_arrays (LscRun *self)
{
  lsc_int64s_clear (&self->threads);
  lsc_steps_clear (&self->steps);
  lsc_ops_clear (&self->ops);
  lsc_run_drop_links (self);
  lsc_kernels_clear (&self->kernels);
  lsc_kernel_details_clear (&self->kernel_details);
  lsc_kernel_counter_list_clear (&self->kernel_counters);
  lsc_kernel_launches_clear (&self->launches);
  g_free (self->launch_of);
  lsc_comm_ops_clear (&self->comm_ops);
  lsc_comm_tasks_clear (&self->comm_tasks);
  lsc_graph_calls_clear (&self->graph_calls);
  lsc_marks_clear (&self->marks);
  lsc_mark_tasks_clear (&self->mark_tasks);
  lsc_step_tasks_clear (&self->step_tasks);
}

void
lsc_run_unref (LscRun *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  free_arrays (self);
  lsc_source_unref (self->source);
  g_free (self->host_name);
  g_free (self->host_uid);
  g_free (self->schema_version);
  g_free (self->chip_name);
  lsc_metadata_unref (self->metadata);
  lsc_intern_unref (self->strings);
  lsc_notices_unref (self->notices);
  g_free (self);
}

static gint64
key_of_connection (gsize index, gconstpointer data)
{
  return ((const LscConnection *) data)[index].real_id;
}

static int
compare_connections (guint32 a, guint32 b, gconstpointer data)
{
  const LscConnection *items = data;

  return items[a].local_id < items[b].local_id ? -1 : items[a].local_id > items[b].local_id;
}

/**
 * lsc_connections_order:
 * @n: (out): how many differ
 *
 * Cost: O(n), scratch of 16 bytes each.
 *
 * Returns: (transfer full): the indexes of those that differ, by real id, then by local id
 */
guint32 *
lsc_connections_order (const LscConnections *self, gsize *n)
{
  g_return_val_if_fail (self, NULL);

  const LscConnection *items = self->items;
  guint32 *order = lsc_sort_indexes (self->n, key_of_connection, compare_connections, items);

  *n = 0;
  for (gsize i = 0; i < self->n; i++)
    {
      const LscConnection *at = &items[order[i]];
      const LscConnection *last = *n > 0 ? &items[order[*n - 1]] : NULL;

      if (!last || last->real_id != at->real_id || last->local_id != at->local_id)
        order[(*n)++] = order[i];
    }
  return order;
}

/**
 * lsc_run_text:
 * @id: a name of this run
 *
 * Returns: (transfer none): the text, "" for none; perhaps not UTF-8
 */
const char *
lsc_run_text (const LscRun *self, guint32 id)
{
  const char *text = lsc_intern_text (self->strings, id);

  return text ? text : "";
}

/**
 * lsc_run_metadata:
 *
 * Returns: (transfer none) (nullable): JSON text recorded under that key (formats.md#metadata)
 */
const char *
lsc_run_metadata (const LscRun *self, const char *key)
{
  g_return_val_if_fail (self, NULL);
  return lsc_metadata_get (self->metadata, key);
}

/**
 * lsc_run_add_metadata:
 * @json: what the recording lacks under @key
 *
 * The pairs may be those of the timeline, which stay as they are. Thread: that of the only owner.
 */
void
lsc_run_add_metadata (LscRun *self, const char *key, const char *json)
{
  g_return_if_fail (self && key && json);

  LscMetadata *copy = lsc_metadata_copy (self->metadata);

  lsc_metadata_set (copy, key, json);
  lsc_metadata_unref (self->metadata);
  self->metadata = copy;
}

/**
 * lsc_run_get_label:
 *
 * Returns: (transfer full): "Rank 3", or the folder's name when the rank is unknown
 */
char *
lsc_run_get_label (const LscRun *self)
{
  g_return_val_if_fail (self, NULL);
  return lsc_rank_is_told (self->rank) ? lsc_rank_name_get_title (self->rank, NULL)
                                       : lsc_source_get_label (self->source);
}

/**
 * lsc_steps_sum_ns:
 *
 * Returns: how long steps take together on the host, ns; as much as fits
 */
gint64
lsc_steps_sum_ns (const LscSteps *steps)
{
  gint64 sum_ns = 0;

  g_return_val_if_fail (steps, 0);
  for (gsize i = 0; i < steps->n; i++)
    {
      gint64 length_ns = steps->items[i].end_ns - steps->items[i].start_ns;

      sum_ns += CLAMP (length_ns, 0, G_MAXINT64 - sum_ns);
    }
  return sum_ns;
}

/**
 * lsc_run_take_notice:
 * @notice: (transfer full): what is odd
 * @table: (nullable): in which table
 * @count: rows concerned, -1 = not counted
 *
 * Adds a notice about the run's file.
 */
void
lsc_run_take_notice (LscRun *self, LscNotice *notice, const char *table, gint64 count)
{
  g_return_if_fail (self && notice);
  lsc_notice_set_place (notice, self->rank, self->source->file, table);
  notice->count = count;
  lsc_notices_add (self->notices, notice);
}
