/* lsc-trace-view-device.c - what the tasks of a device are
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-trace-view-private.h"

#include <string.h>

/* The text export writes times with three decimals, some of them rounded. */
#define SLACK_NS 1

#define UNKNOWN G_MAXUINT8

/* Tasks that are no kernels have the name of their type. */
static guint8
get_kind_of_name (const char *name)
{
  static const struct
  {
    const char *prefix;
    guint8 kind;
  } names[] = {
    { "MEMCPY", LSC_SLICE_COPY },         { "MEMSET", LSC_SLICE_COPY },
    { "SDMA", LSC_SLICE_COPY },           { "PCIE_DMA", LSC_SLICE_COPY },
    { "EVENT_WAIT", LSC_SLICE_WAIT },     { "NOTIFY_WAIT", LSC_SLICE_WAIT },
    { "Notify Wait", LSC_SLICE_WAIT },    { "STREAM_WAIT", LSC_SLICE_WAIT },
    { "EVENT_", LSC_SLICE_EVENT },        { "NOTIFY_RECORD", LSC_SLICE_EVENT },
    { "Notify Record", LSC_SLICE_EVENT }, { "Write Value", LSC_SLICE_EVENT },
    { "WRITE_VALUE", LSC_SLICE_EVENT },   { "PROFILING_", LSC_SLICE_EVENT },
    { "PROFILER_", LSC_SLICE_EVENT },     { "FFTS_PLUS", LSC_SLICE_PARENT },
    { "KERNEL_", LSC_SLICE_PARENT },      { "MODEL_", LSC_SLICE_DEVICE },
    { "STARS", LSC_SLICE_DEVICE },        { "PLACE_HOLDER", LSC_SLICE_DEVICE },
    { "MAINTENANCE", LSC_SLICE_DEVICE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (name, names[i].prefix))
      return names[i].kind;
  return lsc_is_schedule_kernel (name) ? LSC_SLICE_SCHEDULE : UNKNOWN;
}

typedef struct
{
  LscView *view;
  const LscViewLane *lane;
  guint8 *kinds; /* by name */
  gsize n_names;
  GHashTable *comm_links;
  gsize hint;
} Device;

/* The row of the kernel table for a slice. Rows of level 0 name no stream. */
static const LscKernelRow *
find_row (Device *self, const LscRawSlice *slice)
{
  const LscKernelTable *table = self->view->kernels;

  self->hint = lsc_kernel_table_seek (table, self->hint, slice->start_ns - SLACK_NS);
  for (gsize i = self->hint;
       i < table->rows.n && table->rows.items[i].start_ns <= slice->start_ns + SLACK_NS; i++)
    {
      const LscKernelRow *row = &table->rows.items[i];

      if (row->name == slice->name && row->kind != LSC_SLICE_COMM_OP &&
          (row->stream == LSC_KERNEL_ROW_NONE || (gint64) row->stream == self->lane->tid))
        return row;
    }
  return NULL;
}

static guint8
get_name_kind (Device *self, guint32 name)
{
  if (G_UNLIKELY (name >= self->n_names))
    return get_kind_of_name (lsc_timeline_text (self->view->timeline, name));
  if (G_UNLIKELY (self->kinds[name] == 0))
    self->kinds[name] =
        (guint8) (get_kind_of_name (lsc_timeline_text (self->view->timeline, name)) + 1);
  return (guint8) (self->kinds[name] - 1);
}

static gboolean
is_part_of_collective (const Device *self, const LscRawSlice *slice, guint8 kind)
{
  return slice->link != LSC_SLICE_NONE && kind != LSC_SLICE_PARENT &&
         g_hash_table_contains (self->comm_links, GUINT_TO_POINTER (slice->link));
}

/* Whether a task is what it is called even inside of a collective. */
static gboolean
is_event (const char *name)
{
  return g_str_has_prefix (name, "EVENT_") || g_str_has_prefix (name, "PROFILING_");
}

static guint8
get_kind (Device *self, const LscRawSlice *slice)
{
  guint8 kind = get_name_kind (self, slice->name);
  const LscKernelRow *row = NULL;

  if ((kind == UNKNOWN || kind == LSC_SLICE_SCHEDULE) && self->view->kernels)
    row = find_row (self, slice);
  if (row)
    {
      LscKernelPlace place = { slice->start_ns, row->offset, self->lane->tid };

      lsc_kernel_places_append (&self->view->reader->kernels, place);
      self->view->n_kernels_found++;
      return row->kind;
    }
  if (kind == LSC_SLICE_SCHEDULE)
    return kind;
  if (is_part_of_collective (self, slice, kind) &&
      !is_event (lsc_timeline_text (self->view->timeline, slice->name)))
    return LSC_SLICE_COMM_TASK;
  if (kind != UNKNOWN)
    return kind;
  return self->view->kernels ? LSC_SLICE_DEVICE : LSC_SLICE_COMPUTE;
}

/**
 * _lsc_view_collect_comm_links:
 *
 * Returns: (transfer full): connections of the operators of communication that were recorded
 */
GHashTable *
_lsc_view_collect_comm_links (const LscView *self)
{
  GHashTable *links = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->lanes->len; i++)
    {
      const LscViewLane *lane = g_ptr_array_index (self->lanes, i);

      for (gsize k = 0; lane->class == LSC_VIEW_COMM_GROUP && k < lane->raw.n; k++)
        if (lane->raw.items[k].link != LSC_SLICE_NONE)
          g_hash_table_add (links, GUINT_TO_POINTER (lane->raw.items[k].link));
    }
  return links;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const LscKernelPlace *left = a, *right = b;

  return left->start_ns < right->start_ns ? -1 : left->start_ns > right->start_ns;
}

/**
 * _lsc_view_set_device_kinds:
 *
 * Decides what each task of the streams is: the kernel table tells which compute and on which core,
 * names and the connection of a collective tell the rest.
 *
 * Source: steps.md#sets; formats.md#kernel-details.
 */
void
_lsc_view_set_device_kinds (LscView *self)
{
  g_autoptr (GHashTable) comm_links = _lsc_view_collect_comm_links (self);
  gsize n_names = lsc_intern_size (self->timeline->strings);
  g_autofree guint8 *kinds = g_new0 (guint8, n_names + 1);
  LscKernelPlaces *places = &self->reader->kernels;

  for (guint i = 0; i < self->lanes->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (self->lanes, i);
      Device device = {
        .view = self, .lane = lane, .kinds = kinds, .n_names = n_names, .comm_links = comm_links
      };

      for (gsize k = 0; lane->class == LSC_VIEW_STREAM && k < lane->raw.n; k++)
        lane->raw.items[k].kind = get_kind (&device, &lane->raw.items[k]);
    }
  if (places->n > 0)
    qsort (places->items, places->n, sizeof *places->items, compare_places);
}
