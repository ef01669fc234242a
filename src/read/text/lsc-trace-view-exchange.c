/* lsc-trace-view-exchange.c - kernels of a text export that communicate
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-trace-view-private.h"

#include <string.h>

#include "model/lsc-kernel-name.h"
#include "read/find/lsc-comm-groups.h"

/* formats.md#communication-names: a kernel that communicates is a task of an operator that nobody
 * recorded; one that also computes stays what it is beside it. */

typedef struct
{
  LscView *view;
  guint8 *told; /* by name: LscCommName + 1 */
  gsize n_names;
  GHashTable *comm_links;
  LscViewLane *group; /* (nullable): of the operators */
} Exchange;

static LscCommName
classify (Exchange *self, guint32 name)
{
  if (name >= self->n_names)
    return LSC_COMM_NAME_NONE;
  if (self->told[name] == 0)
    self->told[name] =
        (guint8) (lsc_kernel_name_get_comm (lsc_timeline_text (self->view->timeline, name)) + 1);
  return (LscCommName) (self->told[name] - 1);
}

/* The lane of operators that were recorded for the group, NULL if there were none. */
static LscViewLane *
find_recorded (Exchange *self, const char *name)
{
  LscTimeline *timeline = self->view->timeline;

  for (guint i = 0; i < self->view->lanes->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (self->view->lanes, i);
      const char *op;

      if (lane->class != LSC_VIEW_COMM_GROUP || lane->raw.n == 0)
        continue;
      op = lsc_timeline_text (timeline, lane->raw.items[0].name);
      if (strcmp (lsc_text_get_group (timeline, self->view->groups, op)->name, name) == 0)
        return lane;
    }
  return NULL;
}

static void
add_group (Exchange *self, const char *name)
{
  LscTimeline *timeline = self->view->timeline;
  LscCommGroup *group = lsc_timeline_get_comm_group (timeline, name);

  if (!group)
    {
      group = lsc_comm_group_new (timeline->metadata, name);
      g_ptr_array_add (timeline->comm_groups, group);
    }
  self->group = _lsc_view_add_lane (self->view, LSC_VIEW_COMM_GROUP, G_MAXUINT32, group->label);
  self->group->text = g_strdup (group->name);
  self->group->sort = G_MAXINT64; /* no plane is of this one */
}

static LscViewLane *
need_group (Exchange *self)
{
  if (!self->group)
    {
      g_autofree char *name = lsc_comm_group_find_experts (self->view->timeline->metadata);

      self->group = find_recorded (self, name);
      if (!self->group)
        add_group (self, name);
    }
  return self->group;
}

static gboolean
is_recorded (const Exchange *self, const LscRawSlice *slice)
{
  return slice->link != LSC_SLICE_NONE &&
         g_hash_table_contains (self->comm_links, GUINT_TO_POINTER (slice->link));
}

static void
take_kernel (Exchange *self, LscRawSlices *raw, gsize index)
{
  LscRawSlice *slice = &raw->items[index];
  LscCommName told = classify (self, slice->name);
  LscRawSlice *op;

  if (told == LSC_COMM_NAME_NONE)
    return;
  if (told == LSC_COMM_NAME_WHOLE)
    slice->kind = LSC_SLICE_COMM_TASK;
  if (is_recorded (self, slice))
    return;
  op = lsc_raw_slices_add (&need_group (self)->raw, slice->start_ns,
                           lsc_raw_slices_get_end_ns (raw, index));
  op->detail = slice->detail;
  op->name = slice->name;
  op->link = slice->link;
  op->kind = LSC_SLICE_COMM_OP;
}

/**
 * _lsc_view_find_exchanges:
 *
 * Makes operators of the kernels that communicate, in the group of the experts.
 *
 * Source: formats.md#communication-names.
 */
void
_lsc_view_find_exchanges (LscView *self)
{
  Exchange exchange = { .view = self, .n_names = lsc_intern_size (self->timeline->strings) };
  guint n_lanes = self->lanes->len;

  exchange.told = g_new0 (guint8, exchange.n_names + 1);
  exchange.comm_links = _lsc_view_collect_comm_links (self);
  for (guint i = 0; i < n_lanes; i++)
    {
      LscViewLane *lane = g_ptr_array_index (self->lanes, i);

      for (gsize k = 0; lane->class == LSC_VIEW_STREAM && k < lane->raw.n; k++)
        if (lsc_slice_kind_is_computing (lane->raw.items[k].kind))
          take_kernel (&exchange, &lane->raw, k);
    }
  g_hash_table_unref (exchange.comm_links);
  g_free (exchange.told);
}
