/* lsc-waterfall.c - the parts of a change as bars from before to after
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/compare/lsc-waterfall.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "base/lsc-visible.h"

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

/* The size of the smallest change that gets a bar of its own; there are few categories. */
static gint64
find_least (const LscRankChange *ranks, LscCompareList list)
{
  const GPtrArray *changes = ranks->lists[list];
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < changes->len; i++)
    {
      gint64 size = ABS (lsc_rank_change_get (ranks, list, i)->delta_ns);

      g_array_append_val (sizes, size);
    }
  g_array_sort (sizes, compare_sizes);
  if (sizes->len == 0)
    return 1;
  return MAX (g_array_index (sizes, gint64, MIN (sizes->len, LSC_WATERFALL_MOST_BARS) - 1),
              g_array_index (sizes, gint64, 0) / NEGLIGIBLE + 1);
}

static void
add_changes (LscWaterfall *self, const LscRankChange *ranks, LscCompareList list)
{
  gint64 at_ns = ranks->step_ns[LSC_BEFORE], least_ns = find_least (ranks, list);
  guint n = 0;

  for (guint i = 0; i < ranks->lists[list]->len; i++)
    {
      const LscChange *change = lsc_rank_change_get (ranks, list, i);

      if (ABS (change->delta_ns) < least_ns || n == LSC_WATERFALL_MOST_BARS + 1)
        continue;
      add_bar (self, (LscWaterfallBar){ .name = name_of (change, list),
                                        .category = change->category,
                                        .from_ns = at_ns,
                                        .to_ns = at_ns + change->delta_ns,
                                        .significance = change->significance,
                                        .index = i });
      at_ns += change->delta_ns;
      n++;
    }
  if (at_ns != ranks->step_ns[LSC_AFTER])
    add_bar (self, (LscWaterfallBar){ .name = g_strdup (_ ("All others")),
                                      .category = -1,
                                      .from_ns = at_ns,
                                      .to_ns = ranks->step_ns[LSC_AFTER],
                                      .index = LSC_WATERFALL_NONE });
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
  LscWaterfall *self;

  g_return_val_if_fail (compare, NULL);
  if (ranks->step_delta_ns == LSC_INT_NULL)
    return NULL;
  self = g_new0 (LscWaterfall, 1);
  self->bars = g_array_new (FALSE, FALSE, sizeof (LscWaterfallBar));
  g_array_set_clear_func (self->bars, clear_bar);
  self->low_ns = G_MAXINT64;
  add_step (self, compare->names[LSC_BEFORE] ? compare->names[LSC_BEFORE] : _ ("Before"),
            ranks->step_ns[LSC_BEFORE]);
  add_changes (self, ranks, list);
  add_step (self, compare->names[LSC_AFTER] ? compare->names[LSC_AFTER] : _ ("After"),
            ranks->step_ns[LSC_AFTER]);
  return self;
}

void
lsc_waterfall_free (LscWaterfall *self)
{
  g_array_unref (self->bars);
  g_free (self);
}

/**
 * lsc_waterfall_describe:
 *
 * Returns: (transfer full): what stands beside a bar: the length of a step, else the change with
 * its sign
 */
char *
lsc_waterfall_describe (const LscWaterfall *self, guint index)
{
  const LscWaterfallBar *bar;
  gint64 delta_ns;
  g_autofree char *size = NULL;

  g_return_val_if_fail (self && index < self->bars->len, NULL);
  bar = lsc_waterfall_get (self, index);
  delta_ns = bar->to_ns - bar->from_ns;
  size = lsc_format_duration (ABS (delta_ns), LSC_TIME_UNIT_AUTO);
  return bar->is_step ? g_steal_pointer (&size)
                      : g_strconcat (delta_ns < 0 ? "−" : "+", size, NULL);
}
