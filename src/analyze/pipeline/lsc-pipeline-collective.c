/* lsc-pipeline-collective.c - when collectives ended, as bytes that a file can hold
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-rank-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/pipeline/lsc-pipeline-rank-pack.h"
#include "base/lsc-error.h"
#include "base/lsc-hash.h"

#define PART "pipeline.collectives"

/** A collective in a file. @known: one of the known operators has its names: its number plus 1, 0 =
 * none; @key: without one; @end_ns: with one the difference from its end */
typedef struct
{
  guint32 known;
  guint64 key;
  gint64 end_ns;
  guint32 group;
  gboolean is_repeated;
} Packed;

LSC_DEFINE_ARRAY (PackedList, packed_list, Packed)

#define S Packed
static const LscPackField fields[] = { LSC_PACK (S, known), LSC_PACK (S, key), LSC_PACK (S, end_ns),
                                       LSC_PACK (S, group), LSC_PACK (S, is_repeated) };
static const LscPackType type = LSC_PACK_TYPE (S, fields);
#undef S

static guint64
hash_text (const char *text)
{
  return lsc_hash_bytes (text, strlen (text));
}

/** Returns: LscPipelineCollective.key of these texts */
guint64
_lsc_pipeline_collective_key (const char *group, const char *name)
{
  return lsc_hash_mix (hash_text (group), hash_text (name));
}

static guint64
key_of (const guint64 *key)
{
  return *key;
}

static gboolean
is_same (const guint64 *a, const guint64 *b)
{
  return *a == *b;
}

LSC_DEFINE_HASH (keys, guint64, key_of, is_same)

static guint64 *
list_keys (const LscPipelineKnownOp *known, gsize n_known)
{
  guint64 *list = g_new (guint64, n_known + 1);

  for (gsize i = 0; i < n_known; i++)
    list[i] = _lsc_pipeline_collective_key (known[i].group, known[i].name);
  return list;
}

/** Adds the collectives of a rank. */
void
_lsc_pipeline_collectives_pack (const LscPipelineCollectives *self, const LscPipelineKnownOp *known,
                                gsize n_known, LscPack *pack)
{
  g_autofree guint64 *list = list_keys (known, n_known);
  LscHash index = { NULL, 0, 0 };
  PackedList items = { 0 };

  for (guint32 i = 0; i < n_known; i++)
    keys_put (&index, list, &list[i], i);
  for (gsize i = 0; i < self->n; i++)
    {
      const LscPipelineCollective *from = &self->items[i];
      guint32 at = keys_find (&index, list, &from->key);
      gboolean is_known = at < n_known;
      gint64 end_ns = from->end_ns;

      if (is_known)
        end_ns = (gint64) ((guint64) end_ns - (guint64) known[at].end_ns);
      packed_list_append (&items, (Packed){ .known = is_known ? at + 1 : 0,
                                            .key = is_known ? 0 : from->key,
                                            .end_ns = end_ns,
                                            .group = from->group,
                                            .is_repeated = from->is_repeated });
    }
  lsc_pack_add (pack, PART, &type, items.items, items.n);
  packed_list_clear (&items);
  lsc_hash_clear (&index);
}

/** Returns: whether they were read; the operators are those that were known when they were packed
 */
gboolean
_lsc_pipeline_collectives_unpack (LscPipelineCollectives *self, const LscPipelineKnownOp *known,
                                  gsize n_known, const LscPack *pack, GError **error)
{
  g_autoptr (GError) local = NULL;
  gsize n = 0;
  g_autofree Packed *items = lsc_pack_get (pack, PART, &type, &n, &local);

  for (gsize i = 0; !local && i < n; i++)
    {
      LscPipelineCollective item = { items[i].key, items[i].end_ns, items[i].group,
                                     items[i].is_repeated };
      const LscPipelineKnownOp *op = items[i].known > 0 ? &known[items[i].known - 1] : NULL;

      if (items[i].known > n_known)
        lsc_fail (&local, LSC_ERROR_CORRUPT, _ ("part “%s” is damaged"), PART);
      else if (op)
        {
          item.key = _lsc_pipeline_collective_key (op->group, op->name);
          item.end_ns = (gint64) ((guint64) item.end_ns + (guint64) op->end_ns);
        }
      lsc_pipeline_collectives_append (self, item);
    }
  if (!local)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}
