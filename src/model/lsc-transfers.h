/* lsc-transfers.h - what moved over each link, added up
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscTransfer: tasks of communication that moved data between the same two ranks; one of them or
 * many
 * @group: id of LscTimeline.strings: full name of the group
 * @transport: as recorded, the number of its kind
 * @source, @target: positions in the group
 * @magnitude: of their sizes: those within a factor of four are alike
 * @begin_ns, @end_ns: of the longest
 */
typedef struct
{
  guint32 group;
  guint32 transport;
  guint32 source;
  guint32 target;
  guint32 magnitude;
  guint32 reserved;
  gint64 n;
  gint64 bytes;
  gint64 ns;
  gint64 begin_ns;
  gint64 end_ns;
} LscTransfer;

/** Zero-filled = empty. One thread at a time. */
typedef struct
{
  GArray *items;     /* LscTransfer */
  GHashTable *index; /* of what they have in common to 1 + index */
} LscTransfers;

LscTransfer lsc_transfer_of_task (guint32 group, guint32 source, guint32 target, gint64 bytes,
                                  gint64 begin_ns, gint64 end_ns);
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

G_END_DECLS
