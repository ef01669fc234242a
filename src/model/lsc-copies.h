/* lsc-copies.h - what copies of memory moved, and from where to where
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-phrase.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_COPY_UNKNOWN,
  LSC_COPY_HOST_TO_HOST,
  LSC_COPY_HOST_TO_DEVICE,
  LSC_COPY_DEVICE_TO_HOST,
  LSC_COPY_DEVICE_TO_DEVICE,
  LSC_COPY_PEER_TO_PEER,
  LSC_COPY_MANAGED,
  LSC_COPY_SET, /* writes one value everywhere */
  LSC_COPY_N_DIRECTIONS,
} LscCopyDirection;

extern const LscWord lsc_copy_direction_words[LSC_COPY_N_DIRECTIONS];

/**
 * LscCopy: of one copy
 * @detail: LscLane.detail of its slice
 * @bytes: -1 = not recorded
 * @direction: #LscCopyDirection
 */
typedef struct
{
  gint64 detail;
  gint64 bytes;
  guint32 direction;
  guint32 reserved;
} LscCopy;

LSC_DEFINE_ARRAY (LscCopies, lsc_copies, LscCopy)

void lsc_copies_take (LscCopies *self, LscCopies *other);
void lsc_copies_seal (LscCopies *self);
const LscCopy *lsc_copies_find (const LscCopies *self, gint64 detail);
LscCopyDirection lsc_copy_find_direction (const char *text, gsize n);
LscCopyDirection lsc_copy_direction_of_code (gint64 code);

G_END_DECLS
