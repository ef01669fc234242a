/* lsc-query-account.c - what the statement that runs has used, and when it is to stop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/query/lsc-query-account.h"

#include <sqlite3.h>

/* Memory goes at some GB a second: the clock is looked at every millisecond or so. */
#define LOOK_EVERY_BYTES (1024 * 1024)
/* What an allocation costs besides its bytes: many small ones take time, too. */
#define ALLOCATION_BYTES 256
/* Texts of JSON functions grow without regard to the limit of a value. Beyond this, moving one of
 * them takes longer than the statement may go on after its time. */
#define MOST_AT_ONCE_BYTES (64 * 1024 * 1024)

/* The statement that runs on this thread, and does not read recordings. SQLite's own limit of
 * memory is one of the whole process: it would refuse the loaders of other threads. */
static _Thread_local LscQueryAccount *current;

/* ---- memory of SQLite ---------------------------------------------------------------------- */

static sqlite3_mem_methods memory; /* as it was found */
static gboolean is_kept;

static gboolean
may_allocate (gint64 n_bytes)
{
  LscQueryAccount *self = current;

  if (!self)
    return TRUE;
  if (n_bytes > MOST_AT_ONCE_BYTES && self->end == LSC_QUERY_WHOLE)
    self->end = LSC_QUERY_OUT_OF_MEMORY;
  if (self->most_bytes > 0 && self->held_bytes + n_bytes > self->most_bytes &&
      self->end == LSC_QUERY_WHOLE)
    self->end = LSC_QUERY_OUT_OF_MEMORY;
  return lsc_query_account_touch (self, (gsize) n_bytes + ALLOCATION_BYTES);
}

static void
book (gint64 n_bytes)
{
  if (current)
    current->held_bytes += n_bytes;
}

static void *
on_malloc (int n_bytes)
{
  void *piece = may_allocate (n_bytes) ? memory.xMalloc (n_bytes) : NULL;

  if (piece)
    book (memory.xSize (piece));
  return piece;
}

static void
on_free (void *piece)
{
  if (piece)
    book (-memory.xSize (piece));
  memory.xFree (piece);
}

static void *
on_realloc (void *piece, int n_bytes)
{
  int n_before = memory.xSize (piece);
  void *moved = NULL;

  /* What gets smaller may always: SQLite takes that for granted in places. */
  if (n_bytes <= n_before || may_allocate (n_bytes))
    moved = memory.xRealloc (piece, n_bytes);
  if (moved)
    book (memory.xSize (moved) - n_before);
  return moved;
}

static int
on_size (void *piece)
{
  return memory.xSize (piece);
}

static int
on_round_up (int n_bytes)
{
  return memory.xRoundup (n_bytes);
}

static int
on_start (void *data)
{
  return memory.xInit (memory.pAppData);
}

static void
on_shut_down (void *data)
{
  memory.xShutdown (memory.pAppData);
}

/*
 * SQLite takes other memory functions only before anybody in the process has used it, so that this
 * is done before main() rather than left to each program to remember.
 */
__attribute__ ((constructor)) static void
keep_accounts (void)
{
  static const sqlite3_mem_methods methods = {
    .xMalloc = on_malloc,
    .xFree = on_free,
    .xRealloc = on_realloc,
    .xSize = on_size,
    .xRoundup = on_round_up,
    .xInit = on_start,
    .xShutdown = on_shut_down,
  };

  is_kept = sqlite3_config (SQLITE_CONFIG_GETMALLOC, &memory) == SQLITE_OK &&
            sqlite3_config (SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK;
}

/* Whether memory of SQLite can be booked in this process. */
gboolean
lsc_query_account_is_kept (void)
{
  return is_kept;
}

/* ---- the statement ------------------------------------------------------------------------- */

/* From now on, what SQLite does on this thread is the statement's. */
void
lsc_query_account_open (LscQueryAccount *self, const LscQueryBudget *budget, LscJob *job)
{
  g_return_if_fail (self && budget);
  *self = (LscQueryAccount){ .job = job, .most_bytes = budget->most_bytes };
  if (budget->timeout_ms > 0)
    self->deadline_us = g_get_monotonic_time () + budget->timeout_ms * 1000;
  current = self;
}

void
lsc_query_account_close (LscQueryAccount *self)
{
  g_return_if_fail (self);
  self->job = NULL;
  current = NULL;
}

/* Reading recordings is not the statement's doing: it takes none of its time nor of its memory. */
void
lsc_query_account_pause (LscQueryAccount *self)
{
  g_return_if_fail (self);
  if (self->n_pauses++ > 0)
    return;
  self->paused_at_us = g_get_monotonic_time ();
  current = NULL;
}

void
lsc_query_account_resume (LscQueryAccount *self)
{
  g_return_if_fail (self && self->n_pauses > 0);
  if (--self->n_pauses > 0)
    return;
  if (self->deadline_us != 0)
    self->deadline_us += g_get_monotonic_time () - self->paused_at_us;
  current = self;
}

/* Whether the statement has had its time, or its memory, or is not wanted any more. */
gboolean
lsc_query_account_must_stop (LscQueryAccount *self)
{
  g_return_val_if_fail (self, TRUE);
  self->unlooked_bytes = 0;
  if (!self->is_cancelled)
    self->is_cancelled = lsc_job_is_cancelled (self->job);
  if (self->end == LSC_QUERY_WHOLE && self->deadline_us != 0 &&
      g_get_monotonic_time () > self->deadline_us)
    self->end = LSC_QUERY_OUT_OF_TIME;
  return self->is_cancelled || self->end != LSC_QUERY_WHOLE;
}

/* To be told by whatever goes over many bytes in one call. Returns whether it may go on. */
gboolean
lsc_query_account_touch (LscQueryAccount *self, gsize n_bytes)
{
  self->unlooked_bytes += n_bytes;
  if (self->unlooked_bytes >= LOOK_EVERY_BYTES)
    return !lsc_query_account_must_stop (self);
  return !self->is_cancelled && self->end == LSC_QUERY_WHOLE;
}
