/* lsc-replay-memo.c - what a job takes without what was taken away before
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-job-replay-private.h"

/* Findings, their causes and the sum of them ask for the gain of the same changes, one soon after
 * the other. */

#define N_KEPT 32

/** What was replayed. @changes: (array length=n): those that take something away */
typedef struct
{
  LscReplayChange *changes;
  gsize n;
  LscReplayTotal times;
} Kept;

/** @next: the oldest of @kept */
struct _LscReplayMemo
{
  GMutex lock;
  Kept kept[N_KEPT];
  gsize next;
};

LscReplayMemo *
_lsc_replay_memo_new (void)
{
  LscReplayMemo *self = g_new0 (LscReplayMemo, 1);

  g_mutex_init (&self->lock);
  return self;
}

/** @self: (transfer full) (nullable): */
void
_lsc_replay_memo_free (LscReplayMemo *self)
{
  if (!self)
    return;
  for (gsize i = 0; i < N_KEPT; i++)
    g_free (self->kept[i].changes);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static gboolean
is_same (const LscReplayChange *a, const LscReplayChange *b)
{
  return a->rank == b->rank && a->what == b->what && a->kind == b->kind && a->step == b->step &&
         a->ns == b->ns && a->from_ns == b->from_ns && a->until_ns == b->until_ns;
}

/* Nothing of something is taken away for many ranks. */
static gsize
skip_nothing (const LscReplayChange *changes, gsize at, gsize n)
{
  while (at < n && changes[at].ns == 0)
    at++;
  return at;
}

static gboolean
is_of (const Kept *kept, const LscReplayChange *changes, gsize n)
{
  gsize n_same = 0;

  for (gsize i = skip_nothing (changes, 0, n); i < n; i = skip_nothing (changes, i + 1, n))
    if (n_same == kept->n || !is_same (&kept->changes[n_same++], &changes[i]))
      return FALSE;
  return n_same == kept->n;
}

/**
 * _lsc_replay_memo_find:
 * @times: (out): what was kept
 *
 * Thread: any. Returns: whether these changes were replayed before
 */
gboolean
_lsc_replay_memo_find (LscReplayMemo *self, const LscReplayChange *changes, gsize n,
                       LscReplayTotal *times)
{
  gboolean is_found = FALSE;

  g_mutex_lock (&self->lock);
  for (gsize i = 0; i < N_KEPT && !is_found; i++)
    {
      is_found = self->kept[i].changes && is_of (&self->kept[i], changes, n);
      if (is_found)
        *times = self->kept[i].times;
    }
  g_mutex_unlock (&self->lock);
  return is_found;
}

/** Thread: any. */
void
_lsc_replay_memo_keep (LscReplayMemo *self, const LscReplayChange *changes, gsize n,
                       const LscReplayTotal *times)
{
  Kept kept = { g_new (LscReplayChange, n + 1), 0, *times };

  for (gsize i = skip_nothing (changes, 0, n); i < n; i = skip_nothing (changes, i + 1, n))
    kept.changes[kept.n++] = changes[i];
  kept.changes = g_renew (LscReplayChange, kept.changes, kept.n + 1);
  g_mutex_lock (&self->lock);
  g_free (self->kept[self->next].changes);
  self->kept[self->next] = kept;
  self->next = (self->next + 1) % N_KEPT;
  g_mutex_unlock (&self->lock);
}
