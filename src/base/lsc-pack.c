/* lsc-pack.c - lists of structs as bytes that a file can hold, small and the same everywhere
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A list is kept member by member (lsc-pack-columns.c), a number in groups of seven bits, a real
 * number as its eight bytes. The whole is deflated.
 */
#include "config.h"

#include "base/lsc-pack-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-array.h"
#include "base/lsc-error.h"
#include "base/lsc-intern-private.h"

#define MOST_PARTS 4096

static const LscPackField int64_fields[] = { { 0, 1, LSC_PACK_INT64 } };
static const LscPackField index_fields[] = { { 0, 1, LSC_PACK_UINT32 } };
static const LscPackField byte_fields[] = { { 0, 1, LSC_PACK_UINT8 } };

const LscPackType lsc_pack_int64 = { sizeof (gint64), int64_fields, 1 };
const LscPackType lsc_pack_index = { sizeof (guint32), index_fields, 1 };
const LscPackType lsc_pack_byte = { sizeof (guint8), byte_fields, 1 };

/** Any list that LSC_DEFINE_ARRAY() makes: they all look alike. */
typedef struct
{
  gpointer items;
  gsize n;
  gsize capacity;
} AnyList;

struct _LscPack
{
  gatomicrefcount refs;
  GArray *parts;
};

static void
clear_part (gpointer data)
{
  LscPackPart *part = data;

  g_clear_pointer (&part->bytes, g_bytes_unref);
  g_clear_pointer (&part->name, g_free);
}

/** Returns: (transfer full): an empty pack */
LscPack *
lsc_pack_new (void)
{
  LscPack *self = g_new0 (LscPack, 1);

  g_atomic_ref_count_init (&self->refs);
  self->parts = g_array_new (FALSE, FALSE, sizeof (LscPackPart));
  g_array_set_clear_func (self->parts, clear_part);
  return self;
}

LscPack *
lsc_pack_ref (LscPack *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_pack_unref (LscPack *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_array_unref (self->parts);
  g_free (self);
}

/* ---- packing ------------------------------------------------------------------------------- */

/**
 * lsc_pack_take_part:
 * @bytes: (transfer full): as of a part of another pack
 */
void
lsc_pack_take_part (LscPack *self, const char *name, guint64 n, GBytes *bytes)
{
  LscPackPart part = { g_strdup (name), n, bytes };

  g_return_if_fail (self && name && bytes);
  g_array_append_val (self->parts, part);
}

/** Adds bytes that stand for @n items. */
void
lsc_pack_add_bytes (LscPack *self, const char *name, guint64 n, gconstpointer bytes, gsize n_bytes)
{
  g_return_if_fail (self && name);
  lsc_pack_take_part (self, name, n, _lsc_pack_deflate (bytes, n_bytes));
}

/** Adds a list of structs. */
void
lsc_pack_add (LscPack *self, const char *name, const LscPackType *type, gconstpointer items,
              gsize n)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();

  g_return_if_fail (self && name && type);
  _lsc_pack_put_columns (out, type, items, n);
  lsc_pack_add_bytes (self, name, n, out->data, out->len);
}

/** Adds a list of LSC_DEFINE_ARRAY(), whose items @type describes. */
void
lsc_pack_add_list (LscPack *self, const char *name, const LscPackType *type, gconstpointer list)
{
  const AnyList *any = list;

  g_return_if_fail (list);
  lsc_pack_add (self, name, type, any->items, any->n);
}

/** Adds texts; @texts: (array length=n) each (nullable) */
void
lsc_pack_add_texts (LscPack *self, const char *name, const char *const *texts, gsize n)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();

  g_return_if_fail (self && name);
  for (gsize i = 0; i < n; i++)
    {
      gsize length = texts[i] ? strlen (texts[i]) : 0;

      _lsc_pack_put_number (out, texts[i] ? length + 1 : 0);
      g_byte_array_append (out, (const guint8 *) texts[i], (guint) length);
    }
  lsc_pack_add_bytes (self, name, n, out->data, out->len);
}

/** Adds all texts of a pool, in the order of their ids. */
void
lsc_pack_add_intern (LscPack *self, const char *name, const LscIntern *texts)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  gsize n;

  g_return_if_fail (self && name && texts);
  n = lsc_intern_size (texts);
  for (guint32 i = 0; i < n; i++)
    {
      gsize length = lsc_intern_length (texts, i);

      _lsc_pack_put_number (out, length + 1);
      g_byte_array_append (out, (const guint8 *) lsc_intern_text (texts, i), (guint) length);
    }
  lsc_pack_add_bytes (self, name, n, out->data, out->len);
}

/* ---- looking at it ------------------------------------------------------------------------- */

guint
lsc_pack_get_n_parts (const LscPack *self)
{
  return self->parts->len;
}

/** Returns: (transfer none): in the order in which they were added */
const LscPackPart *
lsc_pack_get_part (const LscPack *self, guint index)
{
  g_return_val_if_fail (self && index < self->parts->len, NULL);
  return &g_array_index (self->parts, LscPackPart, index);
}

static const LscPackPart *
find (const LscPack *self, const char *name)
{
  for (guint i = 0; i < self->parts->len; i++)
    if (g_str_equal (lsc_pack_get_part (self, i)->name, name))
      return lsc_pack_get_part (self, i);
  return NULL;
}

/** Returns: whether there is a list of that name */
gboolean
lsc_pack_has (const LscPack *self, const char *name)
{
  g_return_val_if_fail (self && name, FALSE);
  return find (self, name) != NULL;
}

/* ---- unpacking ----------------------------------------------------------------------------- */

static gboolean
fail_damaged (const char *name, GError **error)
{
  return lsc_fail (error, LSC_ERROR_CORRUPT, _ ("part “%s” is damaged"), name);
}

/* (nullable): the bytes of a part; each item takes a byte of each column at least */
static GBytes *
open_part (const LscPack *self, const char *name, guint64 *n, gsize least, GError **error)
{
  const LscPackPart *part = find (self, name);
  GBytes *bytes;

  if (!part)
    {
      lsc_fail (error, LSC_ERROR_CORRUPT, _ ("part “%s” is missing"), name);
      return NULL;
    }
  bytes = _lsc_pack_inflate (part->bytes);
  *n = part->n;
  if (bytes && (least == 0 || part->n <= g_bytes_get_size (bytes) / least))
    return bytes;
  g_clear_pointer (&bytes, g_bytes_unref);
  fail_damaged (name, error);
  return NULL;
}

/**
 * lsc_pack_get:
 * @n: (out): number of items
 *
 * Members that are not kept are 0.
 *
 * Errors: %LSC_ERROR_CORRUPT, which names the part.
 *
 * Returns: (transfer full) (nullable) (array length=n): the items, to be freed with g_free(); also
 *   %NULL when there are none, then without an error
 */
gpointer
lsc_pack_get (const LscPack *self, const char *name, const LscPackType *type, gsize *n,
              GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree guint8 *items = NULL;
  guint64 count = 0;
  gsize n_bytes;
  LscPackReader reader;

  g_return_val_if_fail (self && name && type && n, NULL);
  *n = 0;
  bytes = open_part (self, name, &count, _lsc_pack_count_columns (type), error);
  if (!bytes)
    return NULL;
  reader.at = g_bytes_get_data (bytes, &n_bytes);
  reader.end = reader.at + n_bytes;
  if (count > 0)
    items = lsc_array_alloc (count, type->size);
  if (count > 0)
    memset (items, 0, count * type->size);
  if (!_lsc_pack_take_columns (&reader, type, items, count))
    {
      fail_damaged (name, error);
      return NULL;
    }
  *n = count;
  return g_steal_pointer (&items);
}

/**
 * lsc_pack_get_list:
 * @list: (out caller-allocates): a list of LSC_DEFINE_ARRAY() whose items @type describes, which is
 *   empty
 *
 * Returns: whether it was read
 */
gboolean
lsc_pack_get_list (const LscPack *self, const char *name, const LscPackType *type, gpointer list,
                   GError **error)
{
  AnyList *any = list;
  g_autoptr (GError) local = NULL;

  g_return_val_if_fail (self && name && type && list, FALSE);
  any->items = lsc_pack_get (self, name, type, &any->n, &local);
  any->capacity = any->n;
  if (!local)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/**
 * lsc_pack_get_one:
 * @item: (out caller-allocates): whose members that are not kept stay
 *
 * Returns: whether the list has one item, which was read
 */
gboolean
lsc_pack_get_one (const LscPack *self, const char *name, const LscPackType *type, gpointer item,
                  GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  guint64 count = 0;
  gsize n_bytes;
  LscPackReader reader;

  g_return_val_if_fail (self && name && type && item, FALSE);
  bytes = open_part (self, name, &count, _lsc_pack_count_columns (type), error);
  if (!bytes)
    return FALSE;
  reader.at = g_bytes_get_data (bytes, &n_bytes);
  reader.end = reader.at + n_bytes;
  return (count == 1 && _lsc_pack_take_columns (&reader, type, item, 1)) ||
         fail_damaged (name, error);
}

/* (transfer full) (nullable): the next text. @is_damaged: (out): set where there is none */
static char *
take_text (LscPackReader *reader, gboolean *is_damaged)
{
  guint64 length;
  char *text;

  if (!_lsc_pack_take_number (reader, &length) || length > (guint64) (reader->end - reader->at) + 1)
    {
      *is_damaged = TRUE;
      return NULL;
    }
  if (length == 0)
    return NULL;
  text = g_strndup ((const char *) reader->at, length - 1);
  reader->at += length - 1;
  return text;
}

/**
 * lsc_pack_get_texts:
 *
 * Returns: (transfer full) (nullable) (element-type utf8): the texts, each (nullable)
 */
GPtrArray *
lsc_pack_get_texts (const LscPack *self, const char *name, GError **error)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GBytes) bytes = NULL;
  gboolean is_damaged = FALSE;
  guint64 n = 0;
  gsize n_bytes;
  LscPackReader reader;

  g_return_val_if_fail (self && name, NULL);
  bytes = open_part (self, name, &n, 1, error);
  if (!bytes)
    return NULL;
  reader.at = g_bytes_get_data (bytes, &n_bytes);
  reader.end = n_bytes > 0 ? reader.at + n_bytes : reader.at;
  for (guint64 i = 0; i < n && !is_damaged; i++)
    g_ptr_array_add (texts, take_text (&reader, &is_damaged));
  if (!is_damaged)
    return g_steal_pointer (&texts);
  fail_damaged (name, error);
  return NULL;
}

/* Of the next text, which must be there; cut at a NUL, where it would end when it is read. */
static gboolean
take_into (LscPackReader *reader, LscIntern *pool, guint32 id)
{
  guint64 length;
  const char *text = NULL;

  if (!_lsc_pack_take_number (reader, &length) || length == 0 ||
      length - 1 > (guint64) (reader->end - reader->at))
    return FALSE;
  text = (const char *) reader->at;
  reader->at += length - 1;
  return lsc_intern_add_bytes (pool, text, strnlen (text, length - 1)) == id;
}

/** Returns: (transfer full) (nullable): a pool of the texts, each with the id that it had */
LscIntern *
lsc_pack_get_intern (const LscPack *self, const char *name, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LscIntern) pool = NULL;
  guint64 n = 0;
  gsize n_bytes;
  LscPackReader reader;

  g_return_val_if_fail (self && name, NULL);
  bytes = open_part (self, name, &n, 1, error);
  if (!bytes)
    return NULL;
  reader.at = g_bytes_get_data (bytes, &n_bytes);
  reader.end = n_bytes > 0 ? reader.at + n_bytes : reader.at;
  pool = _lsc_intern_new_sized (n, n_bytes);
  for (guint64 i = 0; i < n; i++)
    if (!take_into (&reader, pool, (guint32) i))
      {
        fail_damaged (name, error);
        return NULL;
      }
  return g_steal_pointer (&pool);
}
