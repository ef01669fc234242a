/* lsc-mode-order.c - the order in which the reference lists rows by a figure
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/modes/lsc-mode-private.h"

/* modes.md#tables: a list that ends after some rows ends among equals where the reference's does,
 * which sorts by this algorithm. It is no stable one: the order of equal values follows from its
 * steps, so that these are kept as they are. */

#define LONGEST_INSERTED 16

/** Places of values that are being sorted, ascending. */
typedef struct
{
  const double *values;
  guint *places;
} Order;

static void
swap (Order *self, gint64 a, gint64 b)
{
  guint place = self->places[a];

  self->places[a] = self->places[b];
  self->places[b] = place;
}

static double
value_at (const Order *self, gint64 i)
{
  return self->values[self->places[i]];
}

static void
insert_all (Order *self, gint64 first, gint64 last)
{
  for (gint64 i = first + 1; i <= last; i++)
    {
      guint place = self->places[i];
      gint64 to = i;

      for (; to > first && self->values[place] < value_at (self, to - 1); to--)
        self->places[to] = self->places[to - 1];
      self->places[to] = place;
    }
}

/* Returns: where the middle value of three came to stand, with less before and more behind it */
static gint64
divide (Order *self, gint64 first, gint64 last)
{
  gint64 middle = first + ((last - first) >> 1);
  gint64 up = first, down = last - 1;
  double pivot;

  if (value_at (self, middle) < value_at (self, first))
    swap (self, middle, first);
  if (value_at (self, last) < value_at (self, middle))
    swap (self, last, middle);
  if (value_at (self, middle) < value_at (self, first))
    swap (self, middle, first);
  pivot = value_at (self, middle);
  swap (self, middle, down);
  while (TRUE)
    {
      do
        up++;
      while (value_at (self, up) < pivot);
      do
        down--;
      while (pivot < value_at (self, down));
      if (up >= down)
        break;
      swap (self, up, down);
    }
  swap (self, up, last - 1);
  return up;
}

static int
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  const Order *self = data;
  guint x = *(const guint *) a, y = *(const guint *) b;

  if (self->values[x] != self->values[y])
    return self->values[x] < self->values[y] ? -1 : 1;
  return x < y ? -1 : 1;
}

/* @depth: how often it may divide, so that no input takes long */
static void
sort (Order *self, gint64 first, gint64 last, guint depth)
{
  while (last - first > LONGEST_INSERTED)
    {
      gint64 middle;

      if (depth == 0)
        {
          g_qsort_with_data (self->places + first, (gint) (last - first + 1), sizeof (guint),
                             compare_places, self);
          return;
        }
      depth--;
      middle = divide (self, first, last);
      sort (self, first, middle - 1, depth);
      first = middle + 1;
    }
  insert_all (self, first, last);
}

/**
 * _lsc_mode_list_largest:
 * @values: (array length=n): none of them NaN
 *
 * Returns: (transfer full) (array length=n): places of the values, the largest first
 */
guint *
_lsc_mode_list_largest (const double *values, guint n)
{
  guint *places = g_new (guint, n + 1);
  Order order = { values, places };

  for (guint i = 0; i < n; i++)
    places[i] = n - 1 - i;
  if (n > 1)
    sort (&order, 0, (gint64) n - 1, 2 * g_bit_storage (n));
  for (guint i = 0; i < n / 2; i++)
    {
      guint place = places[i];

      places[i] = places[n - 1 - i];
      places[n - 1 - i] = place;
    }
  return places;
}
