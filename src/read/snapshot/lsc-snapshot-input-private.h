/* lsc-snapshot-input-private.h - the bytes of a snapshot, as many at a time as are needed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-text-input.h"

G_BEGIN_DECLS

/**
 * LscSnapshotInput:
 * @p, @end: what was read and not taken yet, followed by %LSC_TEXT_TAIL quotes
 * @end_offset: of @end in the text
 * @rest: memory for what goes over the ends of blocks
 * @failure: why the text ends before its end
 */
typedef struct
{
  LscTextInput *input;
  LscJob *job;
  const char *p;
  const char *end;
  gint64 end_offset;
  GByteArray *rest;
  GError *failure;
} LscSnapshotInput;

gboolean _lsc_snapshot_input_open (LscSnapshotInput *self, const char *path, LscJob *job,
                                   GError **error);
void _lsc_snapshot_input_clear (LscSnapshotInput *self);
gboolean _lsc_snapshot_input_more (LscSnapshotInput *self);
gboolean _lsc_snapshot_input_is_beyond (const LscSnapshotInput *self, guint64 n);

/** Returns: whether there are @n bytes at @p from now on; few, they are held in memory */
static inline gboolean
_lsc_snapshot_input_need (LscSnapshotInput *self, gsize n)
{
  while (G_UNLIKELY ((gsize) (self->end - self->p) < n))
    if (!_lsc_snapshot_input_more (self))
      return FALSE;
  return TRUE;
}

/** Returns: where in the text @p stands */
static inline gint64
_lsc_snapshot_input_offset (const LscSnapshotInput *self)
{
  return self->end_offset - (gint64) (self->end - self->p);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscSnapshotInput, _lsc_snapshot_input_clear)

G_END_DECLS
