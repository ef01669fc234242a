/* lsc-links.c - directed connections between slices, followed both ways
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-links.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-sort.h"

static gint64
key_from (gsize index, gconstpointer data)
{
  const LscLink *links = data;

  return (gint64) links[index].from << 3 | links[index].kind;
}

static gint64
key_to (gsize index, gconstpointer data)
{
  const LscLink *links = data;

  return (gint64) links[index].to << 3 | links[index].kind;
}

static void
sort_by_from (LscLinkList *list)
{
  g_autofree guint32 *order = lsc_sort_order (list->n, key_from, list->items);
  LscLink *sorted;

  if (!order)
    return;
  sorted = g_new (LscLink, list->n);
  for (gsize i = 0; i < list->n; i++)
    sorted[i] = list->items[order[i]];
  g_free (list->items);
  list->items = sorted;
  list->capacity = list->n;
}

/**
 * lsc_links_seal:
 * @self: links, perhaps sealed before
 * @list: (nullable): what to add, in any order; emptied
 *
 * Makes the links ready to be found. Links of one slice and kind keep the order of @list.
 *
 * Cost: O(n).
 */
void
lsc_links_seal (LscLinks *self, LscLinkList *list)
{
  LscLinkList all = { self->items, self->n, self->n };

  if (!list || list->n == 0)
    return;
  if (self->n == 0)
    {
      g_free (self->items);
      all = *list;
      *list = (LscLinkList){ 0 };
    }
  for (gsize i = 0; i < list->n; i++)
    lsc_link_list_append (&all, list->items[i]);
  lsc_link_list_clear (list);
  g_free (self->by_to);

  sort_by_from (&all);
  self->n = all.n;
  self->items = g_renew (LscLink, all.items, all.n);
  self->by_to = lsc_sort_order (self->n, key_to, self->items);
  if (self->by_to)
    return;
  self->by_to = g_new (guint32, self->n);
  for (gsize i = 0; i < self->n; i++)
    self->by_to[i] = (guint32) i;
}

void
lsc_links_clear (LscLinks *self)
{
  g_free (self->items);
  g_free (self->by_to);
  *self = (LscLinks){ 0 };
}

/* The first link whose from, or to when @by_to, is not below @id. */
static gsize
find_bound (const LscLinks *self, guint64 id, gboolean by_to)
{
  gsize low = 0, high = self->n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;
      guint32 value = by_to ? self->items[self->by_to[middle]].to : self->items[middle].from;

      if (value < id)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * lsc_links_find_from:
 * @id: a slice
 * @first: (out): index in items of its first link
 *
 * Cost: O(log n).
 *
 * Returns: how many links lead away from it; they stand together, by kind
 */
gsize
lsc_links_find_from (const LscLinks *self, guint32 id, gsize *first)
{
  *first = find_bound (self, id, FALSE);
  return find_bound (self, (guint64) id + 1, FALSE) - *first;
}

/**
 * lsc_links_find_to:
 * @id: a slice
 * @first: (out): for lsc_links_get_to()
 *
 * Cost: O(log n).
 *
 * Returns: how many links lead to it; they stand together, by kind
 */
gsize
lsc_links_find_to (const LscLinks *self, guint32 id, gsize *first)
{
  *first = find_bound (self, id, TRUE);
  return find_bound (self, (guint64) id + 1, TRUE) - *first;
}

/**
 * lsc_links_get_to:
 * @index: position in the order of targets, see lsc_links_find_to()
 *
 * Returns: (transfer none): the link
 */
const LscLink *
lsc_links_get_to (const LscLinks *self, gsize index)
{
  return &self->items[self->by_to[index]];
}

/**
 * lsc_link_kind_name:
 *
 * Returns: (transfer none): the stable, untranslated name of a #LscLinkKind, as traces call it
 */
const char *
lsc_link_kind_name (guint32 kind)
{
  static const char *const names[LSC_LINK_N_KINDS] = {
    [LSC_LINK_MSTX] = "MsTx",
    [LSC_LINK_OP_LAUNCH] = "op_launch",
    [LSC_LINK_LAUNCH] = "HostToDevice",
    [LSC_LINK_OP_DEVICE] = "async_npu",
    [LSC_LINK_QUEUE] = "async_task_queue",
    [LSC_LINK_FWD_BWD] = "fwdbwd",
    [LSC_LINK_COMM_TASK] = "communication_task",
  };

  return kind < LSC_LINK_N_KINDS ? names[kind] : "unknown";
}

/**
 * lsc_link_kind_title:
 *
 * Returns: (transfer none): the translated name of a #LscLinkKind
 */
const char *
lsc_link_kind_title (guint32 kind)
{
  switch (kind)
    {
    case LSC_LINK_MSTX:
      return _ ("Mark on the device");
    case LSC_LINK_OP_LAUNCH:
      return _ ("Op to launch");
    case LSC_LINK_LAUNCH:
      return _ ("Launch to device");
    case LSC_LINK_OP_DEVICE:
      return _ ("Op to device");
    case LSC_LINK_QUEUE:
      return _ ("Enqueue to dequeue");
    case LSC_LINK_FWD_BWD:
      return _ ("Forward to backward");
    case LSC_LINK_COMM_TASK:
      return _ ("Communication to its task");
    default:
      return _ ("Unknown link");
    }
}
