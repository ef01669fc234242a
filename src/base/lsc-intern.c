/* lsc-intern.c - a pool of strings with 32-bit ids
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-intern.h"

#include <string.h>

#include "base/lsc-array.h"

/* Texts live one after the other in chunks that never move, each ended by a NUL, so that the
 * pointers handed out stay valid for the life of the pool. Equality is by bytes: a text with a NUL
 * inside is kept whole, one that is not UTF-8 is kept as it is. */

#define CHUNK_BYTES ((gsize) 64 * 1024)

typedef struct
{
  const char *text;
  guint32 length;
  guint32 hash;
} Entry;

LSC_DEFINE_ARRAY (Entries, entries, Entry)

struct _LscIntern
{
  gatomicrefcount refs;
  Entries entries;
  guint32 *slots;
  gsize n_slots; /* a power of two */
  GPtrArray *chunks;
  char *free_begin;
  gsize free_bytes;
};

/**
 * lsc_intern_new:
 *
 * Returns: (transfer full): an empty pool. Adding is for one thread; a pool that nobody adds to any
 *   more may be read by many.
 */
LscIntern *
lsc_intern_new (void)
{
  LscIntern *self = g_new0 (LscIntern, 1);

  g_atomic_ref_count_init (&self->refs);
  self->n_slots = 1024;
  self->slots = g_malloc_n (self->n_slots, sizeof *self->slots);
  memset (self->slots, 0xff, self->n_slots * sizeof *self->slots);
  self->chunks = g_ptr_array_new_with_free_func (g_free);
  return self;
}

LscIntern *
lsc_intern_ref (LscIntern *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_intern_unref (LscIntern *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->chunks);
  g_free (self->slots);
  entries_clear (&self->entries);
  g_free (self);
}

static guint32
hash_bytes (const char *text, gsize length)
{
  guint64 hash = 0xcbf29ce484222325u ^ length;

  while (length >= 8)
    {
      guint64 word;

      memcpy (&word, text, 8);
      hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
      text += 8;
      length -= 8;
    }
  for (gsize i = 0; i < length; i++)
    hash = (hash ^ (guchar) text[i]) * 0x100000001b3u;
  hash ^= hash >> 32;
  return (guint32) hash;
}

static gsize
find_slot (const LscIntern *self, const char *text, gsize length, guint32 hash)
{
  gsize mask = self->n_slots - 1;
  gsize slot = hash & mask;

  while (self->slots[slot] != LSC_STRING_NONE)
    {
      const Entry *entry = &self->entries.items[self->slots[slot]];

      if (entry->hash == hash && entry->length == length && memcmp (entry->text, text, length) == 0)
        break;
      slot = (slot + 1) & mask;
    }
  return slot;
}

static void
grow_slots (LscIntern *self)
{
  gsize mask;

  self->n_slots *= 2;
  mask = self->n_slots - 1;
  self->slots = g_realloc_n (self->slots, self->n_slots, sizeof *self->slots);
  memset (self->slots, 0xff, self->n_slots * sizeof *self->slots);
  for (gsize i = 0; i < self->entries.n; i++)
    {
      gsize slot = self->entries.items[i].hash & mask;

      while (self->slots[slot] != LSC_STRING_NONE)
        slot = (slot + 1) & mask;
      self->slots[slot] = (guint32) i;
    }
}

static char *
copy_text (LscIntern *self, const char *text, gsize length)
{
  char *copy;

  if (length + 1 > self->free_bytes)
    {
      gsize bytes = MAX (CHUNK_BYTES, length + 1);

      self->free_begin = g_malloc (bytes);
      self->free_bytes = bytes;
      g_ptr_array_add (self->chunks, self->free_begin);
    }
  copy = self->free_begin;
  memcpy (copy, text, length);
  copy[length] = '\0';
  self->free_begin += length + 1;
  self->free_bytes -= length + 1;
  return copy;
}

/**
 * lsc_intern_reserve:
 * @n: texts that are about to be added
 *
 * Makes room once where it would be made again and again.
 */
void
lsc_intern_reserve (LscIntern *self, gsize n)
{
  gsize n_slots = self->n_slots;

  if (n >= LSC_STRING_NONE / 4)
    return;
  entries_reserve (&self->entries, self->entries.n + n);
  while ((self->entries.n + n) * 2 > n_slots)
    n_slots *= 2;
  if (n_slots == self->n_slots)
    return;
  self->n_slots = n_slots / 2;
  grow_slots (self);
}

/**
 * lsc_intern_add_bytes:
 * @text: @length bytes; need not be UTF-8 nor end in a NUL
 *
 * Returns: the id of the text, new or known
 */
guint32
lsc_intern_add_bytes (LscIntern *self, const char *text, gsize length)
{
  guint32 hash = hash_bytes (text, length);
  gsize slot = find_slot (self, text, length, hash);
  Entry entry;

  if (self->slots[slot] != LSC_STRING_NONE)
    return self->slots[slot];

  g_return_val_if_fail (self->entries.n < LSC_STRING_NONE - 1 && length < G_MAXUINT32,
                        LSC_STRING_NONE);
  entry.text = copy_text (self, text, length);
  entry.length = (guint32) length;
  entry.hash = hash;
  self->slots[slot] = (guint32) self->entries.n;
  entries_append (&self->entries, entry);
  if (self->entries.n * 2 > self->n_slots)
    grow_slots (self);
  return (guint32) (self->entries.n - 1);
}

/**
 * lsc_intern_add:
 * @text: (nullable): a text
 *
 * Returns: the id of the text, %LSC_STRING_NONE for %NULL
 */
guint32
lsc_intern_add (LscIntern *self, const char *text)
{
  return text ? lsc_intern_add_bytes (self, text, strlen (text)) : LSC_STRING_NONE;
}

/**
 * lsc_intern_add_take:
 * @text: (transfer full): a text, freed here
 *
 * Returns: as lsc_intern_add()
 */
guint32
lsc_intern_add_take (LscIntern *self, char *text)
{
  guint32 id = lsc_intern_add (self, text);

  g_free (text);
  return id;
}

/**
 * lsc_intern_find:
 *
 * Returns: the id of a text already in the pool, else %LSC_STRING_NONE
 */
guint32
lsc_intern_find (const LscIntern *self, const char *text)
{
  gsize length = strlen (text);

  return self->slots[find_slot (self, text, length, hash_bytes (text, length))];
}

/**
 * lsc_intern_text:
 * @id: an id of this pool or %LSC_STRING_NONE
 *
 * Returns: (nullable): the text, valid as long as the pool; %NULL for %LSC_STRING_NONE
 */
const char *
lsc_intern_text (const LscIntern *self, guint32 id)
{
  return id < self->entries.n ? self->entries.items[id].text : NULL;
}

gsize
lsc_intern_length (const LscIntern *self, guint32 id)
{
  return id < self->entries.n ? self->entries.items[id].length : 0;
}

/**
 * lsc_intern_size:
 *
 * Returns: how many texts the pool holds; ids run from 0 to that less one
 */
gsize
lsc_intern_size (const LscIntern *self)
{
  return self->entries.n;
}
