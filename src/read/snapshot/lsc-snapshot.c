/* lsc-snapshot.c - memory snapshots of PyTorch
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/snapshot/lsc-snapshot.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/lsc-error.h"
#include "read/snapshot/lsc-snapshot-private.h"

static gboolean
fail_reading (LscSnapshotMachine *self, const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);

  if (self->input.failure)
    {
      g_propagate_error (error, g_steal_pointer (&self->input.failure));
      return FALSE;
    }
  return lsc_fail (error, LSC_ERROR_CORRUPT,
                   _ ("%s is no memory snapshot that can be read: %s (at byte %" PRId64
                      "). Write it again with torch.cuda.memory._dump_snapshot()"),
                   name, self->problem ? self->problem : "",
                   _lsc_snapshot_input_offset (&self->input));
}

/** As lsc_snapshot_read(), with the limits of @self, which is zero but for them. */
LscMemoryLog *
_lsc_snapshot_run (LscSnapshotMachine *self, const char *path, LscNotices *notices, LscJob *job,
                   GError **error)
{
  gboolean is_read;

  _lsc_snapshot_machine_init (self);
  if (!_lsc_snapshot_input_open (&self->input, path, job, error))
    return NULL;
  if (!_lsc_snapshot_input_need (&self->input, 1))
    is_read = FALSE;
  else if (*self->input.p == '\x80')
    is_read = _lsc_snapshot_read_pickle (self);
  else
    is_read = _lsc_snapshot_read_json (self);
  if (!is_read)
    {
      fail_reading (self, path, error);
      return NULL;
    }
  g_clear_pointer (&self->memo, _lsc_snapshot_memo_free);
  if (!_lsc_snapshot_replay (self, notices, path, job, error))
    return NULL;
  return g_steal_pointer (&self->log);
}

/**
 * lsc_snapshot_read:
 * @path: a file that torch.cuda.memory._dump_snapshot() wrote, or its content as JSON; also packed
 *   with gzip
 * @notices: receives what is not known or odd
 * @job: (nullable): progress in bytes, and cancellation
 *
 * Reads a memory snapshot, runs its events from the first to the last by the rules of PyTorch's
 * allocator, and gives what that makes: for each device a pool with the four curves, the blocks
 * with their stacks, and the segments at the end. Nothing that a pickle asks for is run.
 *
 * Times are ns since 1970 (UTC). Where a snapshot has more than some millions of blocks those that
 * were released early are left out, which a notice says (LscMemoryLog.n_left_out); the curves and
 * their peaks are those of all.
 *
 * Errors: %LSC_ERROR_CORRUPT (no snapshot, damaged, or a pickle that would run code),
 * %LSC_ERROR_IO, %LSC_ERROR_CANCELLED.
 *
 * Cost: O(bytes); memory: a few bytes an event, 88 a block. Thread: any.
 * Source: docs/definitions/snapshots.md.
 *
 * Returns: (transfer full) (nullable): the log
 */
LscMemoryLog *
lsc_snapshot_read (const char *path, LscNotices *notices, LscJob *job, GError **error)
{
  g_return_val_if_fail (path && notices, NULL);

  g_auto (LscSnapshotMachine) self = { 0 };

  return _lsc_snapshot_run (&self, path, notices, job, error);
}
