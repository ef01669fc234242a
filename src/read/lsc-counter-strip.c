/* lsc-counter-strip.c - series of counters on their way into the tree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-counter-strip.h"

#include <string.h>

static void
strip_free (gpointer data)
{
  LscCounterStrip *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->series);
  g_free (self);
}

/** Returns: (transfer full): no strips yet; LscCounterStrip, in order of first appearance */
GPtrArray *
lsc_counter_strips_new (void)
{
  return g_ptr_array_new_with_free_func (strip_free);
}

/**
 * lsc_counter_strips_get:
 * @role, @order: of a new one
 *
 * Returns: (transfer none): the strip of that name, new or known
 */
LscCounterStrip *
lsc_counter_strips_get (GPtrArray *strips, const char *name, LscNodeRole role, guint order)
{
  LscCounterStrip *strip;

  for (guint i = 0; i < strips->len; i++)
    {
      strip = g_ptr_array_index (strips, i);
      if (strcmp (strip->name, name) == 0)
        return strip;
    }
  strip = g_new (LscCounterStrip, 1);
  *strip = (LscCounterStrip){ g_strdup (name), role, order,
                              g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_counter_free) };
  g_ptr_array_add (strips, strip);
  return strip;
}

/**
 * lsc_counter_strip_get_series:
 * @shape, @unit: of a new one
 *
 * Returns: (transfer none): the series of that name, new or known
 */
LscCounter *
lsc_counter_strip_get_series (LscCounterStrip *self, const char *name, LscCounterShape shape,
                              LscCounterUnit unit)
{
  g_return_val_if_fail (self, NULL);

  LscCounter *counter;

  for (guint i = 0; i < self->series->len; i++)
    {
      counter = g_ptr_array_index (self->series, i);
      if (strcmp (counter->name, name) == 0)
        return counter;
    }
  counter = lsc_counter_new (name, shape, unit);
  g_ptr_array_add (self->series, counter);
  return counter;
}

/** Seals every series. */
void
lsc_counter_strips_seal (GPtrArray *strips)
{
  g_return_if_fail (strips);
  for (guint i = 0; i < strips->len; i++)
    {
      const LscCounterStrip *strip = g_ptr_array_index (strips, i);

      for (guint k = 0; k < strip->series->len; k++)
        lsc_counter_seal (g_ptr_array_index (strip->series, k));
    }
}

/* The items of @from become those of @to as well; @from forgets them. */
static void
move_items (GPtrArray *to, GPtrArray *from)
{
  for (guint i = 0; i < from->len; i++)
    g_ptr_array_add (to, g_ptr_array_index (from, i));
  g_ptr_array_set_free_func (from, NULL);
  g_ptr_array_set_size (from, 0);
}

/**
 * lsc_counter_strips_take:
 * @from: strips of other names; empty afterwards
 */
void
lsc_counter_strips_take (GPtrArray *strips, GPtrArray *from)
{
  g_return_if_fail (strips && from);
  move_items (strips, from);
}

/**
 * lsc_counter_strips_add:
 * @group_role, @group_name: of a group for them, which is added where there is none
 *
 * Puts the series of strips, which must be sealed, below a group of the tree, in the order of the
 * strips; those of other roles than counters of that group stay.
 */
void
lsc_counter_strips_add (GPtrArray *strips, LscTimeline *timeline, LscNodeRole group_role,
                        const char *group_name)
{
  g_return_if_fail (strips && timeline);

  LscNodeRole role = group_role == LSC_ROLE_MEMORY ? LSC_ROLE_MEMORY_COUNTER : LSC_ROLE_COUNTER;

  for (guint i = 0; i < strips->len; i++)
    {
      LscCounterStrip *strip = g_ptr_array_index (strips, i);
      g_autofree char *valid = g_utf8_make_valid (strip->name, -1);
      guint32 group, node;

      if (strip->role != role)
        continue;
      group = lsc_timeline_find_child (timeline, 0, group_role);
      if (group == LSC_SLICE_NONE)
        group = lsc_timeline_add_group (timeline, 0, group_role, group_name);
      node = lsc_timeline_add_counter (timeline, group, role, valid);
      move_items (lsc_timeline_get_node (timeline, node)->series, strip->series);
    }
}
