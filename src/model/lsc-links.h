/* lsc-links.h - directed connections between slices, followed both ways
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

/** What a link says (lanes.md#links). The order is that in which links of a slice are offered. */
typedef enum
{
  LSC_LINK_MSTX,      /* host marker -> device marker */
  LSC_LINK_OP_LAUNCH, /* framework op -> launch (CANN or runtime call) */
  LSC_LINK_LAUNCH,    /* launch -> device task or communication op: HostToDevice */
  LSC_LINK_OP_DEVICE, /* op -> device where no launch is recorded: async_npu */
  LSC_LINK_QUEUE,     /* enqueue -> dequeue: async_task_queue */
  LSC_LINK_FWD_BWD,   /* forward op -> backward op */
  LSC_LINK_COMM_TASK, /* communication op -> its task or parent on a stream */
  LSC_LINK_STEP,      /* step of the host -> the same on the device: computed, in no file */
  LSC_LINK_N_KINDS,
} LscLinkKind;

/** Slices are named by their number in the timeline, see lsc_timeline_get_id(). */
typedef struct
{
  guint32 from;
  guint32 to;
  guint32 kind; /* LscLinkKind */
} LscLink;

LSC_DEFINE_ARRAY (LscLinkList, lsc_link_list, LscLink)

/** Links by (from, kind, order of adding), and an index by (to, kind). */
typedef struct
{
  LscLink *items;
  gsize n;
  guint32 *by_to; /* indexes into items */
} LscLinks;

void lsc_links_seal (LscLinks *self, LscLinkList *list);
void lsc_links_clear (LscLinks *self);
gsize lsc_links_find_from (const LscLinks *self, guint32 id, gsize *first);
gsize lsc_links_find_to (const LscLinks *self, guint32 id, gsize *first);
gsize lsc_links_find_to_near (const LscLinks *self, guint32 id, gsize *hint, gsize *first);
const LscLink *lsc_links_get_to (const LscLinks *self, gsize index);
const char *lsc_link_kind_name (guint32 kind);
const char *lsc_link_kind_title (guint32 kind);

G_END_DECLS
