/* lsc-snapshot-tell.c - what is not known of a snapshot, and what is odd about it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "read/snapshot/lsc-snapshot-replay-private.h"

static LscNotice *
add (LscNotices *notices, const char *path, LscSeverity severity, const char *code,
     const char *what, gint64 count, const char *why, const char *remedy)
{
  LscNotice *notice = lsc_notice_new (severity, code, "%s", what);

  lsc_notice_set_place (notice, LSC_RANK_NONE, path, NULL);
  lsc_notice_set_help (notice, why, remedy);
  notice->count = count;
  lsc_notices_add (notices, notice);
  return notice;
}

static void
tell_begin (const LscSnapshotReplay *self, LscNotices *notices, const char *path)
{
  gsize n_older = self->olders.n;
  g_autofree char *late =
      g_strdup_printf (_ ("%zu blocks are older than the first event of the recording; for %" PRId64
                          " of them the stack is known."),
                       n_older, self->n_older_with_stack);
  g_autofree char *bound = g_strdup_printf (
      _ ("%" PRId64 " blocks are known by the bytes asked for only, rounded up to 512."),
      self->n_bound);

  if (self->machine->events.n == 0)
    add (notices, path, LSC_SEVERITY_NOTE, "snapshot-no-events",
         _ ("The snapshot has no events: it shows memory at one moment, not over time."), -1, NULL,
         _ ("Call torch.cuda.memory._record_memory_history() before the part of interest."));
  else if (n_older > 0 && self->log->n_lost != 0)
    add (notices, path, LSC_SEVERITY_WARNING, "snapshot-wrapped", late, (gint64) n_older,
         _ ("The recording begins late: its first events were overwritten."),
         _ ("Record with a larger max_entries."));
  else if (n_older > 0)
    add (notices, path, LSC_SEVERITY_NOTE, "snapshot-begins-late", late, (gint64) n_older,
         _ ("They were allocated before the recording began."),
         _ ("Call torch.cuda.memory._record_memory_history() first to know who allocates them."));
  if (self->n_bound > 0)
    add (notices, path, LSC_SEVERITY_NOTE, "snapshot-lower-bound", bound, self->n_bound,
         _ ("Allocated and active bytes are lower bounds until these are released."), NULL);
}

static void
tell_odd (const LscSnapshotReplay *self, LscNotices *notices, const char *path)
{
  g_autofree char *odd =
      g_strdup_printf (_ ("%" PRId64 " events do not fit the events before them."), self->n_odd);
  g_autofree char *inexact = g_strdup_printf (
      _ ("%" PRId64 " blocks have another size than the allocator's rules give."), self->n_inexact);
  g_autofree char *backwards = g_strdup_printf (
      _ ("%" PRId64 " events are earlier than the event before them."), self->n_backwards);

  if (self->n_odd > 0)
    add (notices, path, LSC_SEVERITY_WARNING, "snapshot-odd-events", odd, self->n_odd,
         _ ("Curves and sizes around them may be wrong."), NULL);
  if (self->n_inexact > 0)
    add (notices, path, LSC_SEVERITY_WARNING, "snapshot-inexact-sizes", inexact, self->n_inexact,
         _ ("Sizes of blocks that were released may be wrong, too: the allocator has other "
            "settings."),
         NULL);
  if (self->n_backwards > 0)
    add (notices, path, LSC_SEVERITY_NOTE, "snapshot-backwards", backwards, self->n_backwards,
         _ ("They are placed at the time of the event before."), NULL);
  if (self->n_unlike_end > 0)
    add (notices, path, LSC_SEVERITY_WARNING, "snapshot-unlike-end",
         _ ("The events do not lead to the blocks that the snapshot has at its end."), -1,
         _ ("Some events are missing, so that the curves may be wrong."), NULL);
}

static void
tell_limits (const LscSnapshotReplay *self, LscNotices *notices, const char *path)
{
  const LscSnapshotMachine *machine = self->machine;
  g_autofree char *left_out = g_strdup_printf (
      _ ("%" PRId64 " blocks that were released early were skipped: there are too many."),
      self->log->n_left_out);
  g_autofree char *texts = g_strdup_printf (
      _ ("%" PRId64 " texts were skipped: the snapshot has more than 128 MiB of them."),
      machine->n_texts_left);

  if (self->log->n_left_out > 0)
    add (notices, path, LSC_SEVERITY_WARNING, "snapshot-blocks-left", left_out,
         self->log->n_left_out,
         _ ("What lives at the peak and at the end is complete; at other early moments it is not."),
         _ ("Record with a smaller max_entries."));
  if (self->has_folded)
    add (notices, path, LSC_SEVERITY_NOTE, "snapshot-folded",
         _ ("The curves keep the least and the most of each group of events."), -1,
         _ ("There are too many events to keep each; no peak is lost."), NULL);
  if (machine->n_texts_left > 0)
    add (notices, path, LSC_SEVERITY_WARNING, "snapshot-texts-left", texts, machine->n_texts_left,
         _ ("Frames with such names are shown without them."), NULL);
  if (machine->n_untimed > 0)
    add (notices, path, LSC_SEVERITY_NOTE, "snapshot-no-times",
         _ ("The events have no times: they are drawn one microsecond apart, in their order."),
         machine->n_untimed, _ ("Older versions of PyTorch write none."), NULL);
}

/** Adds a notice for each thing that whoever reads the numbers must know. */
void
_lsc_snapshot_tell (const LscSnapshotReplay *self, LscNotices *notices, const char *path)
{
  tell_begin (self, notices, path);
  tell_odd (self, notices, path);
  tell_limits (self, notices, path);
}
