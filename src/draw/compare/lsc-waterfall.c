/* lsc-waterfall.c - the parts of a change as bars from before to after
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/compare/lsc-waterfall.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "draw/operators/lsc-operator-plots.h"

/* What of the largest change is not worth a bar. */
#define NEGLIGIBLE 200
/* Characters: what nobody can read in a label would be measured, and told to those who cannot see,
 * nonetheless. */
#define LONGEST_NAME 240

static void
clear_bar (gpointer data)
{
  g_free (((LscWaterfallBar *) data)->name);
}

static void
add_bar (LscWaterfall *self, LscWaterfallBar bar)
{
  g_array_append_val (self->bars, bar);
  self->low_ns = MIN (self->low_ns, bar.is_step ? bar.to_ns : MIN (bar.from_ns, bar.to_ns));
  self->high_ns = MAX (self->high_ns, MAX (bar.from_ns, bar.to_ns));
}

static void
add_step (LscWaterfall *self, const char *name, gint64 ns)
{
  add_bar (self, (LscWaterfallBar){ .name = lsc_visible_name (name, LONGEST_NAME),
                                    .is_step = TRUE,
                                    .category = -1,
                                    .to_ns = ns,
                                    .index = LSC_WATERFALL_NONE });
}

static char *
name_of (const LscChange *change, LscCompareList list)
{
  if (list == LSC_COMPARE_CATEGORIES)
    return g_strdup (_ (lsc_budget_words[change->category].title));
  return change->is_word ? g_strdup (_ (change->name))
                         : lsc_visible_name (change->name, LONGEST_NAME);
}

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x < y) - (x > y);
}

/** A change before it becomes a bar. */
typedef struct
{
  char *name; /* (owned) */
  int category;
  gint64 delta_ns;
  LscSignificance significance;
} Part;

static void
clear_part (gpointer data)
{
  g_free (((Part *) data)->name);
}

static GArray *
new_parts (void)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));

  g_array_set_clear_func (parts, clear_part);
  return parts;
}

/* The size of the smallest change that gets a bar of its own; there are few categories. */
static gint64
find_least (const GArray *parts)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < parts->len; i++)
    {
      gint64 size = ABS (g_array_index (parts, Part, i).delta_ns);

      g_array_append_val (sizes, size);
    }
  g_array_sort (sizes, compare_sizes);
  if (sizes->len == 0)
    return 1;
  return MAX (g_array_index (sizes, gint64, MIN (sizes->len, LSC_WATERFALL_MOST_BARS) - 1),
              g_array_index (sizes, gint64, 0) / NEGLIGIBLE + 1);
}

static void
add_parts (LscWaterfall *self, const GArray *parts, const gint64 ns[LSC_N_SIDES])
{
  gint64 at_ns = ns[LSC_BEFORE], least_ns = find_least (parts);
  guint n = 0;

  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);

      if (ABS (part->delta_ns) < least_ns || n == LSC_WATERFALL_MOST_BARS + 1)
        continue;
      add_bar (self, (LscWaterfallBar){ .name = g_strdup (part->name),
                                        .category = part->category,
                                        .from_ns = at_ns,
                                        .to_ns = at_ns + part->delta_ns,
                                        .significance = part->significance,
                                        .index = i });
      at_ns += part->delta_ns;
      n++;
    }
  if (at_ns != ns[LSC_AFTER])
    add_bar (self, (LscWaterfallBar){ .name = g_strdup (_ ("All others")),
                                      .category = -1,
                                      .from_ns = at_ns,
                                      .to_ns = ns[LSC_AFTER],
                                      .index = LSC_WATERFALL_NONE });
}

static LscWaterfall *
make (const char *const names[LSC_N_SIDES], const gint64 ns[LSC_N_SIDES], const GArray *parts)
{
  LscWaterfall *self = g_new0 (LscWaterfall, 1);

  self->bars = g_array_new (FALSE, FALSE, sizeof (LscWaterfallBar));
  g_array_set_clear_func (self->bars, clear_bar);
  self->low_ns = G_MAXINT64;
  add_step (self, names[LSC_BEFORE] ? names[LSC_BEFORE] : _ ("Before"), ns[LSC_BEFORE]);
  add_parts (self, parts, ns);
  add_step (self, names[LSC_AFTER] ? names[LSC_AFTER] : _ ("After"), ns[LSC_AFTER]);
  return self;
}

/**
 * lsc_waterfall_new:
 * @ranks: of @compare: a pair of ranks, or all
 *
 * Returns: (transfer full) (nullable): the bars; %NULL where no step is known
 */
LscWaterfall *
lsc_waterfall_new (const LscCompare *compare, const LscRankChange *ranks, LscCompareList list)
{
  g_autoptr (GArray) parts = NULL;

  g_return_val_if_fail (compare, NULL);
  if (ranks->step_delta_ns == LSC_INT_NULL)
    return NULL;
  parts = new_parts ();
  for (guint i = 0; i < ranks->lists[list]->len; i++)
    {
      const LscChange *change = lsc_rank_change_get (ranks, list, i);
      Part part = { name_of (change, list), change->category, change->delta_ns,
                    change->significance };

      g_array_append_val (parts, part);
    }
  return make ((const char *const *) compare->names, ranks->step_ns, parts);
}

/* Where shapes tell operators apart, cores and data types leave no room for them. */
static char *
name_operator (const LscOpChanges *changes, guint row)
{
  static const char *const columns[] = { "type", "name", "op", "module", "shapes" };
  g_autoptr (GString) name = g_string_new (NULL);
  g_autofree char *shapes = lsc_operator_key (changes->table, row, "shapes");
  g_autofree char *label = lsc_operator_label (changes->table, row);

  if (!shapes)
    return lsc_visible_name (label, LONGEST_NAME);
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *key = lsc_operator_key (changes->table, row, columns[i]);

      if (key)
        g_string_append_printf (name, name->len > 0 ? " · %s" : "%s", key);
    }
  return lsc_visible_name (name->str, LONGEST_NAME);
}

/**
 * lsc_waterfall_new_operators:
 * @names: (nullable) each: what the sides are called
 *
 * From all kernels of a step before to those after; the bars between are the groups that differ
 * most.
 *
 * Returns: (transfer full): the bars
 */
LscWaterfall *
lsc_waterfall_new_operators (const LscOpChanges *changes, const char *const names[LSC_N_SIDES])
{
  g_autoptr (GArray) parts = new_parts ();

  g_return_val_if_fail (changes && names, NULL);
  for (guint i = 0; i < changes->changes->len; i++)
    {
      const LscOpChange *change = lsc_op_changes_get (changes, i);
      Part part = { name_operator (changes, i), -1, change->delta_ns, change->significance };

      g_array_append_val (parts, part);
    }
  return make (names, changes->ns, parts);
}

void
lsc_waterfall_free (LscWaterfall *self)
{
  g_array_unref (self->bars);
  g_free (self);
}

/* All bars of a figure in the unit of the longer step, so that they can be added. */
static LscTimeUnit
get_unit (const LscWaterfall *self)
{
  gint64 most_ns = 0;

  for (guint i = 0; i < self->bars->len; i++)
    if (lsc_waterfall_get (self, i)->is_step)
      most_ns = MAX (most_ns, lsc_waterfall_get (self, i)->to_ns);
  return lsc_time_common_unit (0, most_ns);
}

static gboolean
is_zero (const char *text)
{
  return strpbrk (text, "123456789") == NULL;
}

/* (transfer full): with its sign; a change that three decimals cannot show is not said to be none
 */
static char *
say_change (gint64 delta_ns, LscTimeUnit unit)
{
  g_autofree char *size = lsc_format_duration (ABS (delta_ns), unit);

  if (is_zero (size))
    return delta_ns == 0 ? g_steal_pointer (&size)
                         : g_strdup_printf ("< 0.001 %s", lsc_time_unit_name (unit));
  return g_strconcat (delta_ns < 0 ? "−" : "+", size, NULL);
}

/**
 * lsc_waterfall_describe:
 *
 * Returns: (transfer full): what stands beside a bar: the length of a step, else the change with
 * its sign; all in one unit
 */
char *
lsc_waterfall_describe (const LscWaterfall *self, guint index)
{
  const LscWaterfallBar *bar;

  g_return_val_if_fail (self && index < self->bars->len, NULL);
  bar = lsc_waterfall_get (self, index);
  return bar->is_step ? lsc_format_duration (bar->to_ns - bar->from_ns, get_unit (self))
                      : say_change (bar->to_ns - bar->from_ns, get_unit (self));
}
