/* lsc-intern.c - a pool of strings with 32-bit ids
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-intern-private.h"

#include <string.h>

#include "base/lsc-array.h"
#include "base/lsc-hash.h"

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

static inline guint64
get_hash (const Entry *entry)
{
  return entry->hash;
}

static inline gboolean
is_same (const Entry *a, const Entry *b)
{
  /* The hash stands in the entry, so that unlike texts are mostly not fetched at all. */
  return a->hash == b->hash && a->length == b->length && memcmp (a->text, b->text, a->length) == 0;
}

LSC_DEFINE_HASH (index, Entry, get_hash, is_same)

struct _LscIntern
{
  gatomicrefcount refs;
  Entries entries;
  LscHash index;
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
  self->chunks = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * _lsc_intern_new_sized:
 * @n: texts that are about to be added
 * @n_bytes: of all of them, each with one byte more
 *
 * Takes as much memory as these need: there may be a pool for each of thousands of ranks.
 *
 * Returns: (transfer full): as lsc_intern_new()
 */
LscIntern *
_lsc_intern_new_sized (gsize n, gsize n_bytes)
{
  LscIntern *self = lsc_intern_new ();

  lsc_intern_reserve (self, n);
  self->free_begin = g_malloc (n_bytes + 1);
  self->free_bytes = n_bytes + 1;
  g_ptr_array_add (self->chunks, self->free_begin);
  return self;
}

LscIntern *
lsc_intern_ref (LscIntern *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_intern_unref (LscIntern *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->chunks);
  lsc_hash_clear (&self->index);
  entries_clear (&self->entries);
  g_free (self);
}

static char *
copy_text (LscIntern *self, const char *text, gsize length)
{
  char *copy;

  if (length + 1 > self->free_bytes)
    {
      /* A long text gets a chunk of its own; what was left of the last one is given up. */
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
  /* The number comes from a file. One that cannot be true must not cost memory. */
  if (n >= LSC_STRING_NONE / 4)
    return;
  entries_reserve (&self->entries, self->entries.n + n);
  index_reserve (&self->index, self->entries.items, self->entries.n + n);
}

/* Texts are read up to their NUL from here on, and those that differ only behind one would be the
 * same: so each NUL inside becomes the sign for it. */
static guint32
add_without_nul (LscIntern *self, const char *text, gsize length)
{
  g_autoptr (GString) shown = g_string_sized_new (length + 16);

  for (gsize i = 0; i < length; i++)
    if (text[i] == '\0')
      g_string_append (shown, "\xe2\x90\x80"); /* U+2400 */
    else
      g_string_append_c (shown, text[i]);
  return lsc_intern_add_bytes (self, shown->str, shown->len);
}

static inline Entry
make_key (const char *text, gsize length)
{
  return (Entry){ text, (guint32) length, (guint32) lsc_hash_bytes (text, length) };
}

static inline guint32
add_entry (LscIntern *self, Entry entry)
{
  guint32 id;

  g_return_val_if_fail (self->entries.n < LSC_STRING_NONE - 1, LSC_STRING_NONE);
  id = index_find (&self->index, self->entries.items, &entry);
  if (id != LSC_HASH_NONE)
    return id;
  if (G_UNLIKELY (entry.length > 0 && memchr (entry.text, '\0', entry.length) != NULL))
    return add_without_nul (self, entry.text, entry.length);
  id = index_put (&self->index, self->entries.items, &entry, (guint32) self->entries.n);
  entry.text = copy_text (self, entry.text, entry.length);
  entries_append (&self->entries, entry);
  return id;
}

/**
 * lsc_intern_add_bytes:
 * @text: @length bytes; need not be UTF-8 nor end in a NUL
 *
 * Each NUL inside is kept as U+2400, SYMBOL FOR NULL.
 *
 * Returns: the id of the text, new or known
 */
guint32
lsc_intern_add_bytes (LscIntern *self, const char *text, gsize length)
{
  g_return_val_if_fail (length < G_MAXUINT32, LSC_STRING_NONE);
  return add_entry (self, make_key (text, length));
}

/**
 * lsc_intern_add_several:
 * @texts: (array length=n)
 * @lengths: (array length=n): their bytes
 * @ids: (out caller-allocates) (array length=n): as lsc_intern_add_bytes() returns them one after
 *   the other
 * @n: up to %LSC_INTERN_SEVERAL
 *
 * In a pool that is larger than the caches of the processor several texts together wait for the
 * memory about as long as one.
 */
void
lsc_intern_add_several (LscIntern *self, const char *const *texts, const gsize *lengths,
                        guint32 *ids, guint n)
{
  Entry keys[LSC_INTERN_SEVERAL];

  g_return_if_fail (n <= LSC_INTERN_SEVERAL);
  for (guint i = 0; i < n; i++)
    {
      g_return_if_fail (lengths[i] < G_MAXUINT32);
      keys[i] = make_key (texts[i], lengths[i]);
      index_prefetch (&self->index, &keys[i]);
    }
  for (guint i = 0; i < n; i++)
    ids[i] = add_entry (self, keys[i]);
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
  Entry entry = make_key (text, length);

  return index_find (&self->index, self->entries.items, &entry);
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
