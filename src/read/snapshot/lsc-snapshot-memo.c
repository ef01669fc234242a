/* lsc-snapshot-memo.c - what a pickle may fetch again, in one or two bytes an entry
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/snapshot/lsc-snapshot-memo-private.h"

#include <string.h>

#define BLOCK ((gsize) 4096)
/* Slots of the table that finds the values of a block: twice as many as there can be. */
#define N_SLOTS ((gsize) 2 * BLOCK)
/* A list is stored before it is filled, and given its value after: by then a few entries follow. */
#define N_OPEN ((gsize) 4)

/* @n_values, then the values, then the number of its value for each entry of the block: a byte
 * where there are at most 256 values, else two. */
typedef struct
{
  guint32 n_values;
  guint32 values[];
} Packed;

struct _LscSnapshotMemo
{
  GPtrArray *packed; /* of Packed */
  guint32 *open;     /* the entries behind the packed blocks, as they are */
  gsize n_open;
  guint32 *slots; /* for packing: number of a value + 1 */
};

LscSnapshotMemo *
_lsc_snapshot_memo_new (void)
{
  LscSnapshotMemo *self = g_new0 (LscSnapshotMemo, 1);

  self->packed = g_ptr_array_new_with_free_func (g_free);
  self->open = g_new (guint32, N_OPEN * BLOCK);
  self->slots = g_new (guint32, N_SLOTS);
  return self;
}

void
_lsc_snapshot_memo_free (LscSnapshotMemo *self)
{
  g_ptr_array_unref (self->packed);
  g_free (self->open);
  g_free (self->slots);
  g_free (self);
}

/** Returns: number of entries */
gsize
_lsc_snapshot_memo_count (const LscSnapshotMemo *self)
{
  return self->packed->len * BLOCK + self->n_open;
}

/* The number of @value among @values, to which it is added. */
static guint32
number_value (guint32 *slots, guint32 *values, guint32 *n_values, guint32 value)
{
  gsize at = (value * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 40;

  for (at &= N_SLOTS - 1; slots[at] != 0; at = (at + 1) & (N_SLOTS - 1))
    if (values[slots[at] - 1] == value)
      return slots[at] - 1;
  values[*n_values] = value;
  slots[at] = ++*n_values;
  return *n_values - 1;
}

static Packed *
pack (LscSnapshotMemo *self, const guint32 *entries)
{
  guint32 values[BLOCK];
  guint16 numbers[BLOCK];
  guint32 n_values = 0;
  gsize bytes;
  Packed *packed;
  guchar *out;

  memset (self->slots, 0, N_SLOTS * sizeof (guint32));
  for (gsize i = 0; i < BLOCK; i++)
    numbers[i] = (guint16) number_value (self->slots, values, &n_values, entries[i]);
  bytes = sizeof (Packed) + n_values * sizeof (guint32) + BLOCK * (n_values > 256 ? 2 : 1);
  packed = g_malloc (bytes);
  packed->n_values = n_values;
  memcpy (packed->values, values, n_values * sizeof (guint32));
  out = (guchar *) (packed->values + n_values);
  if (n_values > 256)
    memcpy (out, numbers, sizeof numbers);
  for (gsize i = 0; i < BLOCK && n_values <= 256; i++)
    out[i] = (guchar) numbers[i];
  return packed;
}

static guint32
look_up (const Packed *packed, gsize i)
{
  const guchar *numbers = (const guchar *) (packed->values + packed->n_values);
  guint16 number;

  if (packed->n_values <= 256)
    return packed->values[numbers[i]];
  memcpy (&number, numbers + 2 * i, 2);
  return packed->values[number];
}

/** Stores @value under the next number. */
void
_lsc_snapshot_memo_add (LscSnapshotMemo *self, guint32 value)
{
  if (self->n_open == N_OPEN * BLOCK)
    {
      g_ptr_array_add (self->packed, pack (self, self->open));
      self->n_open -= BLOCK;
      memmove (self->open, self->open + BLOCK, self->n_open * sizeof (guint32));
    }
  self->open[self->n_open++] = value;
}

/** Returns: what is stored under @index, which must be below the count */
guint32
_lsc_snapshot_memo_get (const LscSnapshotMemo *self, gsize index)
{
  gsize block = index / BLOCK;

  if (block >= self->packed->len)
    return self->open[index - self->packed->len * BLOCK];
  return look_up (g_ptr_array_index (self->packed, block), index % BLOCK);
}

/** Stores another value under @index, which must be below the count. */
void
_lsc_snapshot_memo_set (LscSnapshotMemo *self, gsize index, guint32 value)
{
  gsize block = index / BLOCK;
  guint32 entries[BLOCK];

  if (block >= self->packed->len)
    {
      self->open[index - self->packed->len * BLOCK] = value;
      return;
    }
  for (gsize i = 0; i < BLOCK; i++)
    entries[i] = look_up (g_ptr_array_index (self->packed, block), i);
  if (entries[index % BLOCK] == value)
    return;
  entries[index % BLOCK] = value;
  g_free (g_ptr_array_index (self->packed, block));
  g_ptr_array_index (self->packed, block) = pack (self, entries);
}
