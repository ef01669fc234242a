/* lsc-align-match.c - which operator of one rank is which of another
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-align-private.h"

#include <stdlib.h>
#include <string.h>

/* times.md#clock-collectives: operators are the same when group, operation and running index
 * agree. */

/**
 * _lsc_operation_of:
 * @name: such as hcom_allReduce__865_0_1 or ncclDevKernel_AllReduce_Sum_f32_RING_LL(...)
 *
 * Returns: (transfer full): the part that is the same on every rank: hcom_allReduce
 */
char *
_lsc_operation_of (const char *name)
{
  const char *numbers = strstr (name, "__");

  if ((g_str_has_prefix (name, "hcom") || g_str_has_prefix (name, "Hcom")) && numbers)
    return g_strndup (name, (gsize) (numbers - name));
  return g_strdup (name);
}

/**
 * _lsc_is_all_reduce_like:
 *
 * Returns: whether all members leave such an operator together, so that its ends tell the clocks
 *   apart; not so for sends, broadcasts and reductions to one rank
 */
gboolean
_lsc_is_all_reduce_like (const char *operation)
{
  static const char *const words[] = { "allreduce", "allgather", "reducescatter", "alltoall",
                                       "barrier" };
  g_autoptr (GString) plain = g_string_new (NULL);

  for (const char *at = operation; *at; at++)
    if (g_ascii_isalpha (*at))
      g_string_append_c (plain, g_ascii_tolower (*at));
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (plain->str, words[i]))
      return TRUE;
  return FALSE;
}

/* Whether only one side does it: sends of two ranks are two messages, however many went before.
 * A batch of both is one operator for both. */
static gboolean
is_one_way (const char *operation)
{
  g_autofree char *plain = g_ascii_strdown (operation, -1);

  return (strstr (plain, "send") != NULL) !=
         (strstr (plain, "recv") != NULL || strstr (plain, "receive") != NULL);
}

static int
compare_by_time (const void *a, const void *b)
{
  const LscCollective *x = a, *y = b;

  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (x->operation != y->operation)
    return x->operation < y->operation ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return (x->spot.slice > y->spot.slice) - (x->spot.slice < y->spot.slice);
}

static int
compare_by_key (const void *a, const void *b)
{
  const LscCollective *x = a, *y = b;

  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (x->operation != y->operation)
    return x->operation < y->operation ? -1 : 1;
  if (x->index != y->index)
    return x->index < y->index ? -1 : 1;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

static void
number_them (LscCollectives *items)
{
  guint32 index = 0;

  qsort (items->items, items->n, sizeof (LscCollective), compare_by_time);
  for (gsize i = 0; i < items->n; i++)
    {
      LscCollective *item = &items->items[i];
      gboolean is_next = i > 0 && item[-1].group == item->group &&
                         item[-1].operation == item->operation && item[-1].rank == item->rank;

      index = is_next ? index + 1 : 0;
      item->index = index;
    }
  qsort (items->items, items->n, sizeof (LscCollective), compare_by_key);
}

/* Names repeat: the operation of each is found once a rank. LSC_STRING_NONE for one that others do
 * not take part in. */
static guint32
intern_operation (LscCollectiveSet *self, GHashTable *known, const LscTimeline *timeline,
                  guint32 name)
{
  gpointer value;
  g_autofree char *operation = NULL;
  guint32 id;

  if (g_hash_table_lookup_extended (known, GUINT_TO_POINTER (name), NULL, &value))
    return GPOINTER_TO_UINT (value);
  operation = _lsc_operation_of (lsc_intern_text (timeline->strings, name));
  id = is_one_way (operation) ? LSC_STRING_NONE : lsc_intern_add (self->texts, operation);
  g_hash_table_insert (known, GUINT_TO_POINTER (name), GUINT_TO_POINTER (id));
  return id;
}

static void
collect_lane (LscCollectiveSet *self, GHashTable *known, const LscTimeline *timeline,
              guint32 node_index, guint32 rank)
{
  const LscNode *node = lsc_timeline_get_node (timeline, node_index);
  guint32 group = lsc_intern_add (self->texts, node->text ? node->text : node->name);

  for (guint32 i = 0; i < node->lane->n; i++)
    {
      LscCollective item = { .group = group, .rank = rank, .spot = { node_index, i } };

      if (node->lane->kind[i] != LSC_SLICE_COMM_OP)
        continue;
      item.operation = intern_operation (self, known, timeline, node->lane->name[i]);
      if (item.operation == LSC_STRING_NONE)
        continue;
      item.start_ns = node->lane->start_ns[i];
      item.end_ns = lsc_lane_get_end_ns (node->lane, i);
      lsc_collectives_append (&self->items, item);
    }
}

/** Collects the communication operators of @n ranks. Free with _lsc_collectives_clear(). */
void
_lsc_collectives_init (LscCollectiveSet *self, LscTimeline *const *timelines, guint n)
{
  *self = (LscCollectiveSet){ .texts = lsc_intern_new () };
  for (guint rank = 0; rank < n; rank++)
    {
      g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

      for (guint32 i = 0; i < timelines[rank]->nodes->len; i++)
        {
          const LscNode *node = lsc_timeline_get_node (timelines[rank], i);

          if (node->type == LSC_NODE_LANE && node->role == LSC_ROLE_COMM_GROUP)
            collect_lane (self, known, timelines[rank], i, rank);
        }
    }
  if (self->items.n > 0)
    number_them (&self->items);
}

void
_lsc_collectives_clear (LscCollectiveSet *self)
{
  lsc_collectives_clear (&self->items);
  g_clear_pointer (&self->texts, lsc_intern_unref);
}

/** Returns: the end of the run of one operator, one item a rank, that begins at @begin */
gsize
_lsc_collectives_run (const LscCollectiveSet *self, gsize begin)
{
  const LscCollective *first = &self->items.items[begin];
  gsize end = begin + 1;

  while (end < self->items.n && self->items.items[end].group == first->group &&
         self->items.items[end].operation == first->operation &&
         self->items.items[end].index == first->index)
    end++;
  return end;
}
