/* lsc-transfers.h - what moved over each link, added up
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LSC_TRANSPORT_SDMA 0 /* numbers of ENUM_HCCL_TRANSPORT_TYPE and ENUM_HCCL_LINK_TYPE */
#define LSC_TRANSPORT_RDMA 1
#define LSC_LINK_TYPE_ON_CHIP 0
#define LSC_LINK_TYPE_HCCS 1
#define LSC_LINK_TYPE_PCIE 2
#define LSC_LINK_TYPE_SIO 4
#define LSC_LINK_TYPE_HCCS_SW 5
#define LSC_LINK_CODE_UNKNOWN 65535 /* INVALID_TYPE in both */

/**
 * LscTransfer: tasks of communication that moved data between the same two ranks; one of them or
 * many
 * @group: id of LscTimeline.strings: full name of the group
 * @transport, @link: as recorded, the numbers of their kinds
 * @source, @target: positions in the group
 * @magnitude: of their sizes: those within a factor of four are alike
 * @is_odd: their sizes are above 512 bytes and no multiples of that
 * @n: how many, 0 = the exporter summed them up without saying it
 * @begin_ns, @end_ns: of the longest, 0 where @n is 0
 */
typedef struct
{
  guint32 group;
  guint32 transport;
  guint32 link;
  guint32 source;
  guint32 target;
  guint32 magnitude;
  guint32 is_odd;
  guint32 reserved;
  gint64 n;
  gint64 bytes;
  gint64 ns;
  gint64 begin_ns;
  gint64 end_ns;
} LscTransfer;

/** A task that moved %LSC_LARGE_TRANSFER_BYTES or more */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 bytes;
  guint32 transport;
  guint32 link;
} LscLargeTransfer;

#define LSC_LARGE_TRANSFER_BYTES 1000000

/** Zero-filled = empty. One thread at a time. */
typedef struct
{
  GArray *items;     /* LscTransfer */
  GArray *large;     /* LscLargeTransfer */
  GHashTable *index; /* of what they have in common to 1 + index */
} LscTransfers;

const char *lsc_transfer_get_carrier (guint32 transport, guint32 link);
guint32 lsc_transport_from_name (const char *name, gsize n);
guint32 lsc_link_type_from_name (const char *name, gsize n);
LscTransfer lsc_transfer_of_task (guint32 group, guint32 source, guint32 target, gint64 bytes,
                                  gint64 begin_ns, gint64 end_ns);
void lsc_transfers_add_sum (LscTransfers *self, const LscTransfer *transfer);
void lsc_transfers_add (LscTransfers *self, const LscTransfer *transfer);
void lsc_transfers_take (LscTransfers *self, LscTransfers *other);
void lsc_transfers_clear (LscTransfers *self);

/** Returns: how many sums there are */
static inline guint
lsc_transfers_get_n (const LscTransfers *self)
{
  return self->items ? self->items->len : 0;
}

/** Returns: (transfer none): sum @index */
static inline const LscTransfer *
lsc_transfers_get (const LscTransfers *self, guint index)
{
  return &g_array_index (self->items, LscTransfer, index);
}

/** Returns: how many large ones there are */
static inline guint
lsc_transfers_get_n_large (const LscTransfers *self)
{
  return self->large ? self->large->len : 0;
}

/** Returns: (transfer none): large one @index, in no order */
static inline const LscLargeTransfer *
lsc_transfers_get_large (const LscTransfers *self, guint index)
{
  return &g_array_index (self->large, LscLargeTransfer, index);
}

G_END_DECLS
