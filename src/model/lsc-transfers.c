/* lsc-transfers.c - what moved over each link, added up
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "model/lsc-transfers.h"

#include <stddef.h>
#include <string.h>

#include "base/lsc-hash.h"

#define LINE_BYTES 512 /* what memory moves at once */
#define KEY_BYTES offsetof (LscTransfer, n)

static guint
hash_key (gconstpointer item)
{
  return (guint) lsc_hash_bytes (item, KEY_BYTES);
}

static gboolean
is_same (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, KEY_BYTES) == 0;
}

/* Numbers of names are their places. */
static guint32
find_code (const char *const *names, const char *name, gsize n)
{
  for (guint32 i = 0; names[i]; i++)
    if (strlen (names[i]) == n && memcmp (names[i], name, n) == 0)
      return i;
  return LSC_LINK_CODE_UNKNOWN;
}

/**
 * lsc_transport_from_name:
 * @name: of @n bytes, as in ENUM_HCCL_TRANSPORT_TYPE
 *
 * Returns: its number there, %LSC_LINK_CODE_UNKNOWN
 */
guint32
lsc_transport_from_name (const char *name, gsize n)
{
  static const char *const names[] = { "SDMA", "RDMA", "LOCAL", NULL };

  return find_code (names, name, n);
}

/** Returns: (transfer none): what carries data over a link, as the profiler calls it */
const char *
lsc_transfer_get_carrier (guint32 transport, guint32 link)
{
  if (transport == LSC_TRANSPORT_RDMA)
    return "RDMA";
  switch (link)
    {
    case LSC_LINK_TYPE_HCCS:
    case LSC_LINK_TYPE_HCCS_SW:
      return "HCCS";
    case LSC_LINK_TYPE_PCIE:
      return "PCIE";
    case LSC_LINK_TYPE_SIO:
      return "SIO";
    case LSC_LINK_TYPE_ON_CHIP:
      return "LOCAL";
    default:
      return transport == LSC_TRANSPORT_SDMA ? "SDMA" : "UNKNOWN";
    }
}

/**
 * lsc_link_type_from_name:
 * @name: of @n bytes, as in ENUM_HCCL_LINK_TYPE
 *
 * Returns: its number there, %LSC_LINK_CODE_UNKNOWN
 */
guint32
lsc_link_type_from_name (const char *name, gsize n)
{
  static const char *const names[] = { "ON_CHIP", "HCCS",    "PCIE",          "ROCE",
                                       "SIO",     "HCCS_SW", "STANDARD_ROCE", NULL };

  return find_code (names, name, n);
}

/** Returns: what one task moved */
LscTransfer
lsc_transfer_of_task (guint32 group, guint32 source, guint32 target, gint64 bytes, gint64 begin_ns,
                      gint64 end_ns)
{
  return (LscTransfer){ .group = group,
                        .source = source,
                        .target = target,
                        .magnitude = g_bit_storage ((gulong) MAX (bytes, 0)) / 2,
                        .is_odd = bytes > LINE_BYTES && bytes % LINE_BYTES != 0,
                        .n = 1,
                        .bytes = bytes,
                        .ns = end_ns - begin_ns,
                        .begin_ns = begin_ns,
                        .end_ns = end_ns };
}

static void
add_large (LscTransfers *self, const LscTransfer *transfer)
{
  LscLargeTransfer large = { transfer->begin_ns, transfer->end_ns, transfer->bytes,
                             transfer->transport, transfer->link };

  if (transfer->bytes >= LSC_LARGE_TRANSFER_BYTES)
    g_array_append_val (self->large, large);
}

/** lsc_transfers_add_sum: Adds to the sum of its kind, what many tasks moved. Cost: O(1). */
void
lsc_transfers_add_sum (LscTransfers *self, const LscTransfer *transfer)
{
  gsize index;
  LscTransfer *sum;

  if (!self->items)
    {
      self->items = g_array_new (FALSE, FALSE, sizeof (LscTransfer));
      self->large = g_array_new (FALSE, FALSE, sizeof (LscLargeTransfer));
      self->index = g_hash_table_new_full (hash_key, is_same, g_free, NULL);
    }
  index = GPOINTER_TO_SIZE (g_hash_table_lookup (self->index, transfer));
  if (index == 0)
    {
      g_array_append_val (self->items, *transfer);
      g_hash_table_insert (self->index, g_memdup2 (transfer, KEY_BYTES),
                           GSIZE_TO_POINTER ((gsize) self->items->len));
      return;
    }
  sum = &g_array_index (self->items, LscTransfer, index - 1);
  sum->n += transfer->n;
  sum->bytes += transfer->bytes;
  sum->ns += transfer->ns;
  if (transfer->end_ns - transfer->begin_ns > sum->end_ns - sum->begin_ns)
    {
      sum->begin_ns = transfer->begin_ns;
      sum->end_ns = transfer->end_ns;
    }
}

/** Adds what one task moved. Cost: O(1). */
void
lsc_transfers_add (LscTransfers *self, const LscTransfer *transfer)
{
  lsc_transfers_add_sum (self, transfer);
  add_large (self, transfer);
}

/** Adds those of @other, which is empty then. */
void
lsc_transfers_take (LscTransfers *self, LscTransfers *other)
{
  g_return_if_fail (self && other && self != other);
  for (guint i = 0; i < lsc_transfers_get_n (other); i++)
    lsc_transfers_add_sum (self, lsc_transfers_get (other, i));
  if (lsc_transfers_get_n_large (other) > 0)
    g_array_append_vals (self->large, other->large->data, other->large->len);
  lsc_transfers_clear (other);
}

void
lsc_transfers_clear (LscTransfers *self)
{
  g_return_if_fail (self);
  g_clear_pointer (&self->items, g_array_unref);
  g_clear_pointer (&self->large, g_array_unref);
  g_clear_pointer (&self->index, g_hash_table_unref);
}
