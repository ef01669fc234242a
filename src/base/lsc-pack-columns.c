/* lsc-pack-columns.c - the members of a list of structs, one after the other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Members of a struct often follow from each other: an end from its begin, a part from the whole
 * and the other parts. So each column of 64-bit numbers may be kept as what remains when another
 * one is taken away, and each is kept plain or as differences from item to item, whatever is
 * smallest in a sample. How each is kept stands in front of all, and what is read is what was
 * written, whichever way was chosen.
 */
#include "config.h"

#include "base/lsc-pack-private.h"

#include <string.h>

/* Shorter lists are small in any way. */
#define LEAST_ITEMS 32
/* The sample that decides: runs of items, spread over the list. */
#define N_RUNS 8
#define RUN_ITEMS 64
/* Of all ways those with the smallest numbers are tried. */
#define N_TRIED 4

/** What is taken away from a column. */
typedef enum
{
  FROM_NOTHING,
  FROM_VALUE, /* of another column */
  FROM_REST,  /* what remained of another column */
  FROM_NEGATIVE_REST,
  N_FROM,
} From;

/** How a column is kept. @other: of the columns before */
typedef struct
{
  From from;
  guint other;
  gboolean is_plain; /* no differences from item to item */
} Way;

/** A member, or an item of one that is an array. @rest: (nullable): what remains of each item */
typedef struct
{
  gsize offset;
  LscPackKind kind;
  Way way;
  guint64 *rest;
} Column;

/* By LscPackKind. */
static const gsize kind_sizes[] = { 8, 8, 4, 4, 2, 1, 1, 8 };

/* ---- numbers ------------------------------------------------------------------------------- */

/** Appends a number in groups of seven bits, the lowest first. */
void
_lsc_pack_put_number (GByteArray *out, guint64 value)
{
  guint8 bytes[10];
  guint n = 0;

  do
    {
      bytes[n] = (guint8) (value & 0x7f);
      value >>= 7;
      if (value != 0)
        bytes[n] |= 0x80;
      n++;
    }
  while (value != 0);
  g_byte_array_append (out, bytes, n);
}

static guint64
load (const guint8 *at, LscPackKind kind)
{
  switch (kind)
    {
    case LSC_PACK_INT64:
      return (guint64) * (const gint64 *) at;
    case LSC_PACK_UINT64:
      return *(const guint64 *) at;
    case LSC_PACK_INT32:
      return (guint64) (gint64) * (const gint32 *) at;
    case LSC_PACK_UINT32:
      return *(const guint32 *) at;
    case LSC_PACK_UINT16:
      return *(const guint16 *) at;
    case LSC_PACK_UINT8:
      return *at;
    case LSC_PACK_INT8:
      return (guint64) (gint64) * (const gint8 *) at;
    case LSC_PACK_REAL:
    default:
      {
        guint64 bits;

        memcpy (&bits, at, sizeof bits);
        return bits;
      }
    }
}

static void
store (guint8 *at, LscPackKind kind, guint64 value)
{
  switch (kind)
    {
    case LSC_PACK_INT64:
    case LSC_PACK_UINT64:
    case LSC_PACK_REAL:
      memcpy (at, &value, 8);
      break;
    case LSC_PACK_INT32:
    case LSC_PACK_UINT32:
      *(guint32 *) at = (guint32) value;
      break;
    case LSC_PACK_UINT16:
      *(guint16 *) at = (guint16) value;
      break;
    case LSC_PACK_UINT8:
    case LSC_PACK_INT8:
    default:
      *at = (guint8) value;
      break;
    }
}

/* Small numbers of either sign are small. */
static guint64
fold (guint64 difference)
{
  return (difference << 1) ^ (guint64) ((gint64) difference >> 63);
}

static guint64
unfold (guint64 folded)
{
  return (folded >> 1) ^ (~(folded & 1) + 1);
}

/* ---- columns ------------------------------------------------------------------------------- */

/** Returns: into how many columns a struct is taken apart */
gsize
_lsc_pack_count_columns (const LscPackType *type)
{
  gsize n = 0;

  for (guint i = 0; i < type->n_fields; i++)
    n += type->fields[i].n;
  return n;
}

static Column *
list_columns (const LscPackType *type)
{
  Column *columns = g_new0 (Column, _lsc_pack_count_columns (type) + 1);
  gsize n = 0;

  for (guint i = 0; i < type->n_fields; i++)
    for (guint k = 0; k < type->fields[i].n; k++)
      {
        const LscPackField *field = &type->fields[i];

        columns[n++] =
            (Column){ .offset = field->offset + k * kind_sizes[field->kind], .kind = field->kind };
      }
  return columns;
}

static void
free_columns (Column *columns, gsize n)
{
  for (gsize i = 0; i < n; i++)
    g_free (columns[i].rest);
  g_free (columns);
}

/* Only times and sizes follow from each other. */
static gboolean
is_wide (const Column *self)
{
  return self->kind == LSC_PACK_INT64 || self->kind == LSC_PACK_UINT64;
}

/* What is taken away from item @i in this way. @items: of the struct */
static guint64
predict (const Column *columns, const Way *way, const LscPackType *type, const guint8 *items,
         gsize i)
{
  const Column *other = &columns[way->other];

  switch (way->from)
    {
    case FROM_VALUE:
      return load (items + i * type->size + other->offset, other->kind);
    case FROM_REST:
      return other->rest[i];
    case FROM_NEGATIVE_REST:
      return 0 - other->rest[i];
    case FROM_NOTHING:
    case N_FROM:
    default:
      return 0;
    }
}

/* ---- choosing ------------------------------------------------------------------------------ */

/** While the way of a column is chosen. */
typedef struct
{
  const LscPackType *type;
  const guint8 *items;
  gsize n;
  Column *columns;
  gsize index;
} Choice;

static guint
count_bits (guint64 value)
{
  return value != 0 ? 64 - (guint) __builtin_clzll (value) : 0;
}

/* What is written of a sample. @bytes: (nullable): gets it. Returns how many bits its numbers
 * have. */
static gsize
sample (const Choice *self, const Way *way, GByteArray *bytes)
{
  const Column *column = &self->columns[self->index];
  gsize n_bits = 0;

  for (gsize run = 0; run < N_RUNS; run++)
    {
      gsize first = run * self->n / N_RUNS;
      guint64 before = 0;

      for (gsize i = first; i < MIN (first + RUN_ITEMS, self->n); i++)
        {
          guint64 value = load (self->items + i * self->type->size + column->offset, column->kind);
          guint64 rest = value - predict (self->columns, way, self->type, self->items, i);
          guint64 kept = fold (way->is_plain ? rest : rest - before);

          before = rest;
          if (i == first && !way->is_plain) /* of the list one number alone is its first */
            continue;
          n_bits += count_bits (kept);
          if (bytes)
            _lsc_pack_put_number (bytes, kept);
        }
    }
  return n_bits;
}

/** A way that is tried. */
typedef struct
{
  Way way;
  gsize n_bits;
} Trial;

/* Keeps the best, which stand in order. */
static void
try_way (const Choice *self, const Way *way, Trial *best)
{
  Trial trial = { *way, sample (self, way, NULL) };
  guint at = N_TRIED;

  while (at > 0 && trial.n_bits < best[at - 1].n_bits)
    at--;
  if (at == N_TRIED)
    return;
  memmove (best + at + 1, best + at, (N_TRIED - 1 - at) * sizeof *best);
  best[at] = trial;
}

static void
try_all (const Choice *self, Trial *best)
{
  for (gsize k = 0; k < self->index; k++)
    for (guint from = FROM_VALUE; is_wide (&self->columns[k]) && from < N_FROM; from++)
      for (guint plain = 0; plain < 2; plain++)
        if (from == FROM_VALUE || self->columns[k].rest)
          try_way (self, &(Way){ (From) from, (guint) k, plain != 0 }, best);
}

/* Patterns that come again are small, whatever their numbers: deflating tells. */
static gsize
find_size (const Choice *self, const Way *way)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GBytes) small = NULL;

  sample (self, way, bytes);
  small = _lsc_pack_deflate (bytes->data, bytes->len);
  return g_bytes_get_size (small);
}

static Way
choose (const Choice *self)
{
  const Way usual = { FROM_NOTHING, 0, FALSE }, plain = { FROM_NOTHING, 0, TRUE };
  Trial best[N_TRIED];
  Way chosen = usual;
  gsize least;

  if (self->n < LEAST_ITEMS || !is_wide (&self->columns[self->index]) ||
      sample (self, &usual, NULL) == 0)
    return usual;
  for (guint i = 0; i < N_TRIED; i++)
    best[i] = (Trial){ plain, G_MAXSIZE };
  try_way (self, &plain, best);
  try_all (self, best);
  least = find_size (self, &usual);
  for (guint i = 0; i < N_TRIED && best[i].n_bits != G_MAXSIZE; i++)
    {
      gsize size = find_size (self, &best[i].way);

      if (size < least)
        chosen = best[i].way;
      least = MIN (least, size);
    }
  return chosen;
}

/* ---- writing ------------------------------------------------------------------------------- */

static void
put_column (GByteArray *out, const Choice *self)
{
  Column *column = &self->columns[self->index];
  guint64 before = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      guint64 value = load (self->items + i * self->type->size + column->offset, column->kind);
      guint64 rest, bytes = GUINT64_TO_LE (value);

      if (column->kind == LSC_PACK_REAL)
        {
          g_byte_array_append (out, (const guint8 *) &bytes, sizeof bytes);
          continue;
        }
      rest = value - predict (self->columns, &column->way, self->type, self->items, i);
      if (column->rest)
        column->rest[i] = rest;
      _lsc_pack_put_number (out, fold (column->way.is_plain ? rest : rest - before));
      before = rest;
    }
}

static void
put_way (GByteArray *out, const Way *way)
{
  _lsc_pack_put_number (out, (guint64) way->from * 2 + (way->is_plain ? 1 : 0));
  if (way->from != FROM_NOTHING)
    _lsc_pack_put_number (out, way->other);
}

/**
 * _lsc_pack_put_columns:
 * @items: (array length=n): structs
 *
 * Appends all members of a list. The same list is the same bytes.
 */
void
_lsc_pack_put_columns (GByteArray *out, const LscPackType *type, const guint8 *items, gsize n)
{
  gsize n_columns = _lsc_pack_count_columns (type);
  g_autoptr (GByteArray) body = g_byte_array_new ();
  Choice choice = { type, items, n, list_columns (type), 0 };

  for (; choice.index < n_columns; choice.index++)
    {
      Column *column = &choice.columns[choice.index];

      column->way = choose (&choice);
      put_way (out, &column->way);
      if (n >= LEAST_ITEMS && n_columns > 1 && is_wide (column))
        column->rest = g_new (guint64, n);
      put_column (body, &choice);
    }
  g_byte_array_append (out, body->data, body->len);
  free_columns (choice.columns, n_columns);
}

/* ---- reading ------------------------------------------------------------------------------- */

/* What remains of a column is kept where a later one is made of it. */
static gboolean
take_ways (LscPackReader *reader, Column *columns, gsize n_columns, gsize n)
{
  for (gsize i = 0; i < n_columns; i++)
    {
      Way *way = &columns[i].way;
      guint64 word = 0, other = 0;

      if (!_lsc_pack_take_number (reader, &word) || word >= N_FROM * 2)
        return FALSE;
      way->from = (From) (word / 2);
      way->is_plain = word % 2 != 0;
      if (way->from == FROM_NOTHING)
        continue;
      if (!_lsc_pack_take_number (reader, &other) || other >= i || !is_wide (&columns[other]) ||
          !is_wide (&columns[i]))
        return FALSE;
      way->other = (guint) other;
      if (way->from != FROM_VALUE && !columns[other].rest)
        columns[other].rest = g_new (guint64, n + 1);
    }
  return TRUE;
}

static gboolean
take_reals (LscPackReader *reader, const Column *column, gsize size, guint8 *items, gsize n)
{
  if ((gsize) (reader->end - reader->at) / 8 < n)
    return FALSE;
  for (gsize i = 0; i < n; i++, reader->at += 8)
    {
      guint64 bits;

      memcpy (&bits, reader->at, 8);
      store (items + i * size + column->offset, column->kind, GUINT64_FROM_LE (bits));
    }
  return TRUE;
}

/* The numbers of a column as they stand there; what remains of each is made of them. */
static gboolean
take_rests (LscPackReader *reader, gboolean is_plain, guint64 *rests, gsize n)
{
  LscPackReader at = *reader; /* of its own, so that nothing that is written can be part of it */
  guint64 rest = 0;

  for (gsize i = 0; i < n; i++)
    {
      guint64 number;

      if (!_lsc_pack_take_number (&at, &number))
        return FALSE;
      rest = unfold (number) + (is_plain ? 0 : rest);
      rests[i] = rest;
    }
  *reader = at;
  return TRUE;
}

/* Turns what remains of a column into its values. */
static void
add_predicted (const Column *columns, const Way *way, const LscPackType *type, const guint8 *items,
               guint64 *values, gsize n)
{
  if (way->from == FROM_NOTHING)
    return;
  for (gsize i = 0; i < n; i++)
    values[i] += predict (columns, way, type, items, i);
}

static void
store_all (const Column *column, gsize size, guint8 *items, const guint64 *values, gsize n)
{
  guint8 *at = items + column->offset;

  if (kind_sizes[column->kind] == 8)
    for (gsize i = 0; i < n; i++, at += size)
      memcpy (at, &values[i], 8);
  else if (kind_sizes[column->kind] == 4)
    for (gsize i = 0; i < n; i++, at += size)
      *(guint32 *) at = (guint32) values[i];
  else
    for (gsize i = 0; i < n; i++, at += size)
      store (at, column->kind, values[i]);
}

/* @values: (array length=n): room */
static gboolean
take_column (LscPackReader *reader, const Column *columns, const Column *column,
             const LscPackType *type, guint8 *items, guint64 *values, gsize n)
{
  if (column->kind == LSC_PACK_REAL)
    return take_reals (reader, column, type->size, items, n);
  if (!take_rests (reader, column->way.is_plain, values, n))
    return FALSE;
  if (column->rest && n > 0)
    memcpy (column->rest, values, n * sizeof *values);
  add_predicted (columns, &column->way, type, items, values, n);
  store_all (column, type->size, items, values, n);
  return TRUE;
}

/**
 * _lsc_pack_take_columns:
 * @items: (out caller-allocates) (array length=n): zeroed structs
 *
 * Returns: whether all members were there, and nothing else
 */
gboolean
_lsc_pack_take_columns (LscPackReader *reader, const LscPackType *type, guint8 *items, gsize n)
{
  gsize n_columns = _lsc_pack_count_columns (type);
  Column *columns = list_columns (type);
  g_autofree guint64 *values = g_new (guint64, n + 1);
  gboolean is_whole = take_ways (reader, columns, n_columns, n);

  for (gsize i = 0; is_whole && i < n_columns; i++)
    is_whole = take_column (reader, columns, &columns[i], type, items, values, n);
  free_columns (columns, n_columns);
  return is_whole && reader->at == reader->end;
}
