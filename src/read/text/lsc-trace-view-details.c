/* lsc-trace-view-details.c - the rest of a slice, read again from the text export
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-trace-view-private.h"
#include "read/text/lsc-trace-view.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"

void
_lsc_view_reader_free (gpointer data)
{
  LscViewReader *self = data;

  g_clear_pointer (&self->input, lsc_text_input_close);
  g_free (self->kernel_path);
  g_free (self->blocks_path);
  lsc_kernel_places_clear (&self->kernels);
  g_hash_table_unref (self->table_nodes);
  g_free (self);
}

/**
 * lsc_trace_view_get_kernel_path:
 *
 * Returns: (transfer none) (nullable): the table of kernels of a text export, %NULL without one and
 *   for the timeline of another reader
 */
const char *
lsc_trace_view_get_kernel_path (const LscTimeline *timeline)
{
  g_return_val_if_fail (timeline, NULL);

  const LscViewReader *self = timeline->reader;

  return timeline->free_reader == _lsc_view_reader_free ? self->kernel_path : NULL;
}

static void
add_detail (GPtrArray *details, const char *key, const char *value, gsize n)
{
  LscDetail *detail = g_new (LscDetail, 1);

  detail->key = g_strdup (key);
  detail->value = g_utf8_make_valid (value, (gssize) n);
  g_ptr_array_add (details, detail);
}

/* Level 0 records neither shapes nor types: the table has no columns of them. */
static void
add_unknown_shapes (GPtrArray *details, const LscCsv *csv)
{
  static const char *const titles[] = { "Input Shapes",  "Input Data Types",  "Input Formats",
                                        "Output Shapes", "Output Data Types", "Output Formats" };

  for (gsize i = 0; i < G_N_ELEMENTS (titles); i++)
    if (lsc_csv_find (csv, titles[i]) < 0)
      add_detail (details, titles[i], "N/A", 3);
}

/* Adds the cells of the row at @offset that say something. */
static gboolean
add_row (GPtrArray *details, const char *path, gint64 offset, GError **error)
{
  g_autoptr (LscCsv) csv = lsc_csv_open_at (path, offset, error);

  if (!csv || !lsc_csv_next (csv, error))
    return FALSE;
  for (guint i = 0; i < lsc_csv_get_n_columns (csv); i++)
    {
      gsize n;
      const char *value = lsc_csv_get_known (csv, (int) i, &n);

      if (value)
        add_detail (details, lsc_csv_get_title (csv, i), value, n);
    }
  add_unknown_shapes (details, csv);
  return TRUE;
}

static const LscKernelPlace *
find_place (const LscViewReader *self, gint64 start_ns, gint64 stream)
{
  gsize low = 0, high = self->kernels.n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (self->kernels.items[middle].start_ns < start_ns)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < self->kernels.n && self->kernels.items[low].start_ns == start_ns; low++)
    if (self->kernels.items[low].stream == stream)
      return &self->kernels.items[low];
  return NULL;
}

/**
 * _lsc_view_read_details:
 *
 * An #LscDetailsFunc: the event again, and of kernels their row of the kernel table.
 */
GPtrArray *
_lsc_view_read_details (const LscTimeline *timeline, LscSpot spot, GError **error)
{
  const LscViewReader *self = timeline->reader;
  const LscNode *node = lsc_timeline_get_node (timeline, spot.node);
  g_autoptr (GPtrArray) details = NULL;
  const LscKernelPlace *place = NULL;

  if (g_hash_table_contains (self->table_nodes, GUINT_TO_POINTER (spot.node)))
    {
      details = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_detail_free);
      return add_row (details, self->kernel_path, lsc_lane_get_detail (node->lane, spot.slice),
                      error)
                 ? g_steal_pointer (&details)
                 : NULL;
    }
  if (!self->input || lsc_lane_get_detail (node->lane, spot.slice) < 0)
    return g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_detail_free);
  details = lsc_trace_read_event (self->input, lsc_lane_get_detail (node->lane, spot.slice), error);
  if (details && node->role == LSC_ROLE_STREAM && self->kernel_path)
    place = find_place (self, node->lane->start_ns[spot.slice], node->tid);
  /* The event is there in any case. */
  if (place)
    add_row (details, self->kernel_path, place->offset, NULL);
  return g_steal_pointer (&details);
}
