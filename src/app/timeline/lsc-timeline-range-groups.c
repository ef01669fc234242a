/* lsc-timeline-range-groups.c - the kernels of a range, by the keys of the page Operators
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-range-groups.h"

#include <glib/gi18n-lib.h>

#include "judge/operators/lsc-op-offsets.h"

/* The groups are those of the page Operators, asked for the ranks that are loaded and for the range
 * alone: a kernel counts, with all of its time, where it starts (operators.md). */

/* Medians of more kernels would make a drag of the range wait. */
#define MOST_FOR_QUANTILES 2000000

struct _LscRangeQuestion
{
  LscSession *session;
  LscOpKeys keys;
  LscOpFilter filter; /* owns its arrays */
  GArray *offsets;    /* gint64: of each of its ranks */
};

static const struct
{
  LscOpKeys keys;
  const char *title;
} choices[] = {
  { LSC_OP_BY_TYPE | LSC_OP_BY_CORE, N_ ("By Type and Core") },
  { LSC_OP_BY_TYPE, N_ ("By Type") },
  { LSC_OP_BY_NAME, N_ ("By Kernel Name") },
  { LSC_OP_BY_NAME | LSC_OP_BY_SHAPES, N_ ("By Name and Shapes") },
  { LSC_OP_BY_TYPE | LSC_OP_BY_SHAPES, N_ ("By Type and Shapes") },
  { LSC_OP_BY_MODULE, N_ ("By Module") },
  { LSC_OP_BY_OP, N_ ("By Framework Operator") },
  { LSC_OP_BY_STREAM, N_ ("By Stream") },
  { LSC_OP_BY_FAMILY, N_ ("By Family") },
  { LSC_OP_BY_RANK, N_ ("By Rank") },
  { LSC_OP_BY_STEP, N_ ("By Step") },
};

/** Returns: how many choices there are. @titles: (out) (transfer container): marked for
 * translation */
guint
lsc_range_groups_list (const char *const **titles)
{
  static const char *list[G_N_ELEMENTS (choices) + 1];

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    list[i] = choices[i].title;
  *titles = list;
  return G_N_ELEMENTS (choices);
}

/** Returns: the keys of a choice, 0 for one that is not there */
LscOpKeys
lsc_range_groups_get_keys (guint choice)
{
  return choice < G_N_ELEMENTS (choices) ? choices[choice].keys : (LscOpKeys) 0;
}

/**
 * lsc_range_question_new:
 * @classes: mask of 1 << #LscOpClass
 * @ranges: with a rank at least; of lanes that are moved alone within a rank the others count
 *
 * Returns: (transfer full): to be asked on a thread
 */
LscRangeQuestion *
lsc_range_question_new (LscSession *session, LscOpKeys keys, guint classes,
                        const LscTimelineRanges *ranges)
{
  LscRangeQuestion *self;
  LscOpFilter *filter;

  g_return_val_if_fail (session && keys && ranges && ranges->n > 0, NULL);
  self = g_new0 (LscRangeQuestion, 1);
  self->session = lsc_session_ref (session);
  self->keys = keys;
  filter = &self->filter;
  *filter = (LscOpFilter){ .stream = -1, .is_whole = TRUE, .classes = classes };
  filter->has_range = ranges->is_selected;
  filter->begin_ns = ranges->ranges[0].begin_ns - ranges->offsets_ns[0];
  filter->end_ns = ranges->ranges[0].end_ns - ranges->offsets_ns[0];
  filter->ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->offsets = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (gsize i = 0; i < ranges->n; i++)
    {
      if (i > 0 && ranges->layout_ranks[i] == ranges->layout_ranks[i - 1])
        continue;
      g_array_append_val (filter->ranks, ranges->ranges[i].timeline->rank);
      g_array_append_val (self->offsets, ranges->offsets_ns[i]);
    }
  return self;
}

void
lsc_range_question_free (LscRangeQuestion *self)
{
  if (!self)
    return;
  lsc_session_unref (self->session);
  g_array_unref (self->filter.ranks);
  g_array_unref (self->offsets);
  g_free (self);
}

static gsize
count_kernels (LscOpGroups *groups)
{
  g_autoptr (LscTable) table = lsc_op_groups_get_table (groups);
  gint64 sum = 0;

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    sum += lsc_table_get_named (table, i, "count").integer;
  return (gsize) sum;
}

static LscOpGroups *
ask (const LscRangeQuestion *self, LscOperators *operators, gboolean quantiles, LscJob *job,
     GError **error)
{
  return lsc_operators_group_with_offsets (operators, self->keys, &self->filter, self->offsets,
                                           quantiles, job, error);
}

/** lsc_range_question_ask: Thread: any. Errors: those of lsc_session_get_operators(), CANCELLED.
 * Returns: (transfer full) (nullable): the groups */
LscRangeGroups *
lsc_range_question_ask (const LscRangeQuestion *self, LscJob *job, GError **error)
{
  g_autoptr (LscOperators) operators = lsc_session_get_operators (self->session, job, error);
  LscRangeGroups *found;
  LscOpGroups *exact;

  if (!operators)
    return NULL;
  found = g_new0 (LscRangeGroups, 1);
  if ((lsc_operators_get_keys (operators) & self->keys) != self->keys)
    {
      found->reason = g_strdup (_ ("Not available: the recording has no such keys of kernels"));
      return found;
    }
  found->groups = ask (self, operators, FALSE, job, error);
  found->n_kernels = found->groups ? count_kernels (found->groups) : 0;
  if (found->groups && found->n_kernels <= MOST_FOR_QUANTILES)
    {
      exact = ask (self, operators, TRUE, job, error);
      lsc_op_groups_unref (found->groups);
      found->groups = exact;
    }
  if (!found->groups)
    g_clear_pointer (&found, lsc_range_groups_free);
  return found;
}

static void
add_list (LscPin *pin, const char *name, const GArray *numbers)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < numbers->len; i++)
    g_string_append_printf (text, i > 0 ? ",%" G_GINT64_FORMAT : "%" G_GINT64_FORMAT,
                            g_array_index (numbers, gint64, i));
  lsc_pin_set (pin, name, text->str);
}

/** lsc_range_question_pin: says in a pin what was asked */
void
lsc_range_question_pin (const LscRangeQuestion *self, LscPin *pin)
{
  const LscOpFilter *filter = &self->filter;

  lsc_pin_set_int (pin, "keys", self->keys);
  lsc_pin_set_int (pin, "classes", filter->classes);
  lsc_pin_set_int (pin, "whole", filter->is_whole);
  if (filter->has_range)
    {
      lsc_pin_set_int (pin, "begin_ns", filter->begin_ns);
      lsc_pin_set_int (pin, "end_ns", filter->end_ns);
    }
  add_list (pin, "ranks", filter->ranks);
  add_list (pin, "offsets", self->offsets);
}

void
lsc_range_groups_free (LscRangeGroups *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->groups, lsc_op_groups_unref);
  g_free (self->reason);
  g_free (self);
}
