/* lsc-snapshot-lives.c - blocks of a snapshot, as many as there is room for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/snapshot/lsc-snapshot-replay-private.h"

/* Where there are too many, those go that were released first. What lives at the end and what lived
 * at the peak of its device stays, since that is what is asked for. */

static gboolean
is_kept (const LscSnapshotReplay *self, const LscMemoryLife *life, gint64 until_ns)
{
  const LscSnapshotPeak *peak = &self->peaks.items[life->pool];

  return life->active_end_ns >= until_ns ||
         (life->begin_ns <= peak->peak_ns && life->active_end_ns >= peak->peak_ns);
}

static void
update_track (LscSnapshotReplay *self, const LscMemoryLife *life, guint32 index)
{
  guint32 place;

  if (life->active_end_ns != G_MAXINT64)
    return;
  place = _lsc_snapshot_events_find_place (&self->machine->events, life->address);
  if (place != LSC_MEMORY_NONE && self->tracks[place].life != LSC_MEMORY_NONE)
    self->tracks[place].life = index;
}

/** Leaves out what was released before @until_ns and did not live at the peak. */
void
_lsc_snapshot_drop_lives (LscSnapshotReplay *self, gint64 until_ns)
{
  LscMemoryLives *lives = &self->log->lives;
  gsize n = 0;

  for (gsize i = 0; i < lives->n; i++)
    {
      if (!is_kept (self, &lives->items[i], until_ns))
        continue;
      lives->items[n] = lives->items[i];
      update_track (self, &lives->items[n], (guint32) n);
      n++;
    }
  self->log->n_left_out += (gint64) (lives->n - n);
  if (n < lives->n)
    self->log->left_out_until_ns = MAX (self->log->left_out_until_ns, until_ns);
  lives->n = n;
}

/** Returns: the index of the new life; those of others may have changed */
guint32
_lsc_snapshot_add_life (LscSnapshotReplay *self, const LscMemoryLife *life)
{
  LscMemoryLives *lives = &self->log->lives;

  if (lives->n >= self->most_lives)
    {
      gint64 until_ns = lives->items[lives->n / 2].begin_ns;

      _lsc_snapshot_drop_lives (self, until_ns);
      if (lives->n > self->most_lives / 8 * 7)
        self->most_lives *= 2; /* most of it lives */
    }
  lsc_memory_lives_append (lives, *life);
  return (guint32) (lives->n - 1);
}
