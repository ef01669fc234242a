/* lsc-digest-own-pack.c - what a rank does itself, as bytes that a file can hold
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-own-pack-private.h"

#define PART "digest.own"

/* All that was done until the same moment has one sum, which is that of the moment before, what was
 * done since, and time of nobody. That rest alone is kept, once: mostly it is 0. */

/** @rest_ns: of the first of a moment: what its sum exceeds the one before by, without its parts;
 * @is_first: of its moment */
typedef struct
{
  gint64 ns;
  gint64 rest_ns;
  guint8 work;
  guint8 loss;
  guint8 is_first;
} Packed;

LSC_DEFINE_ARRAY (PackedList, packed_list, Packed)

#define S Packed
static const LscPackField fields[] = { LSC_PACK (S, ns), LSC_PACK (S, rest_ns), LSC_PACK (S, work),
                                       LSC_PACK (S, loss), LSC_PACK (S, is_first) };
static const LscPackType type = LSC_PACK_TYPE (S, fields);
#undef S

/* Sums of damaged files may wrap; what is read is what was written. */
static gint64
add (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a + (guint64) b);
}

static gint64
subtract (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a - (guint64) b);
}

/** Adds what a rank did itself. */
void
_lsc_digest_own_pack (const LscDigestOwns *self, LscPack *pack)
{
  PackedList items = { 0 };
  gsize first = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      const LscDigestOwn *own = &self->items[i];
      gboolean is_first = i == 0 || self->items[i - 1].own_ns != own->own_ns;
      Packed item = { .ns = own->ns, .work = own->work, .loss = own->loss, .is_first = is_first };

      if (is_first)
        {
          first = i;
          item.rest_ns = subtract (own->own_ns, i > 0 ? self->items[i - 1].own_ns : 0);
        }
      packed_list_append (&items, item);
      items.items[first].rest_ns = subtract (items.items[first].rest_ns, own->ns);
    }
  lsc_pack_add (pack, PART, &type, items.items, items.n);
  packed_list_clear (&items);
}

/* Gives those from @first on, which are of one moment, their sum. */
static void
set_sum (LscDigestOwns *self, gsize first, gint64 rest_ns)
{
  gint64 sum_ns = add (first > 0 ? self->items[first - 1].own_ns : 0, rest_ns);

  for (gsize i = first; i < self->n; i++)
    sum_ns = add (sum_ns, self->items[i].ns);
  for (gsize i = first; i < self->n; i++)
    self->items[i].own_ns = sum_ns;
}

/** Returns: whether it was read */
gboolean
_lsc_digest_own_unpack (LscDigestOwns *self, const LscPack *pack, GError **error)
{
  g_autoptr (GError) local = NULL;
  gsize n = 0, first = 0;
  g_autofree Packed *items = lsc_pack_get (pack, PART, &type, &n, &local);

  if (local)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  lsc_digest_owns_reserve (self, n);
  for (gsize i = 0; i < n; i++)
    {
      const Packed *item = &items[i];

      if (item->is_first && i > 0)
        {
          set_sum (self, first, items[first].rest_ns);
          first = i;
        }
      lsc_digest_owns_append (self, (LscDigestOwn){ 0, item->ns, item->work, item->loss });
    }
  if (n > 0)
    set_sum (self, first, items[first].rest_ns);
  return TRUE;
}
