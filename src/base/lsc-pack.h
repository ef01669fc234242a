/* lsc-pack.h - lists of structs as bytes that a file can hold, small and the same everywhere
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#include "base/lsc-intern.h"

G_BEGIN_DECLS

/** What a member of a struct is. */
typedef enum
{
  LSC_PACK_INT64,
  LSC_PACK_UINT64,
  LSC_PACK_INT32, /* gboolean and enums, too */
  LSC_PACK_UINT32,
  LSC_PACK_UINT16,
  LSC_PACK_UINT8,
  LSC_PACK_INT8,
  LSC_PACK_REAL,
} LscPackKind;

/**
 * LscPackField: a member that is kept
 * @n: how many there are of it: 1, or the size of an array
 */
typedef struct
{
  gsize offset;
  guint n;
  LscPackKind kind;
} LscPackField;

#define LSC_PACK_KIND_OF(value)                                                                    \
  _Generic((value), gint64                                                                         \
           : LSC_PACK_INT64, gsize                                                                 \
           : LSC_PACK_UINT64, gint32                                                               \
           : LSC_PACK_INT32, guint32                                                               \
           : LSC_PACK_UINT32, guint16                                                              \
           : LSC_PACK_UINT16, guint8                                                               \
           : LSC_PACK_UINT8, gint8                                                                 \
           : LSC_PACK_INT8, double                                                                 \
           : LSC_PACK_REAL)

/** A member of a number type, of a gboolean or of an enum. */
#define LSC_PACK(Struct, member)                                                                   \
  {                                                                                                \
    offsetof (Struct, member), 1, LSC_PACK_KIND_OF (((Struct *) 0)->member)                        \
  }
/** A member that is an array of these. */
#define LSC_PACK_ARRAY(Struct, member)                                                             \
  {                                                                                                \
    offsetof (Struct, member), G_N_ELEMENTS (((Struct *) 0)->member),                              \
        LSC_PACK_KIND_OF (((Struct *) 0)->member[0])                                               \
  }

/**
 * LscPackType: which members of a struct are kept
 */
typedef struct
{
  gsize size;
  const LscPackField *fields;
  guint n_fields;
} LscPackType;

/** Lists of plain numbers. */
extern const LscPackType lsc_pack_int64;
extern const LscPackType lsc_pack_index;
extern const LscPackType lsc_pack_byte;

#define LSC_PACK_TYPE(Struct, fields)                                                              \
  {                                                                                                \
    sizeof (Struct), fields, G_N_ELEMENTS (fields)                                                 \
  }

/**
 * LscPack:
 *
 * Named lists as bytes. Numbers are kept as differences, which are small, and packed; the bytes are
 * the same on every machine. Made by one thread, then immutable; reference counted.
 */
typedef struct _LscPack LscPack;

/** LscPackPart: a list of a pack. @name: static or as read; @bytes: packed */
typedef struct
{
  char *name;
  guint64 n;
  GBytes *bytes;
} LscPackPart;

LscPack *lsc_pack_new (void);
LscPack *lsc_pack_ref (LscPack *self);
void lsc_pack_unref (LscPack *self);

void lsc_pack_add (LscPack *self, const char *name, const LscPackType *type, gconstpointer items,
                   gsize n);
void lsc_pack_add_list (LscPack *self, const char *name, const LscPackType *type,
                        gconstpointer list);
void lsc_pack_add_texts (LscPack *self, const char *name, const char *const *texts, gsize n);
void lsc_pack_add_intern (LscPack *self, const char *name, const LscIntern *texts);
void lsc_pack_add_bytes (LscPack *self, const char *name, guint64 n, gconstpointer bytes,
                         gsize n_bytes);
void lsc_pack_take_part (LscPack *self, const char *name, guint64 n, GBytes *bytes);

guint lsc_pack_get_n_parts (const LscPack *self);
const LscPackPart *lsc_pack_get_part (const LscPack *self, guint index);
gboolean lsc_pack_has (const LscPack *self, const char *name);

gpointer lsc_pack_get (const LscPack *self, const char *name, const LscPackType *type, gsize *n,
                       GError **error);
gboolean lsc_pack_get_list (const LscPack *self, const char *name, const LscPackType *type,
                            gpointer list, GError **error);
gboolean lsc_pack_get_one (const LscPack *self, const char *name, const LscPackType *type,
                           gpointer item, GError **error);
GPtrArray *lsc_pack_get_texts (const LscPack *self, const char *name, GError **error);
LscIntern *lsc_pack_get_intern (const LscPack *self, const char *name, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscPack, lsc_pack_unref)

G_END_DECLS
