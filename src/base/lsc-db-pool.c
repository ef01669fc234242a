/* lsc-db-pool.c - connections to databases that somebody will ask for again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-db-private.h"

#include <string.h>

/* To open a database takes SQLite a pass over its schema, and us a question about each table: for a
 * recording of a thousand tasks longer than to read them. One rank is asked for in pieces, by the
 * timeline, the run and whoever wants the details of a slice, so a connection that is not needed
 * any more waits a while for the next.
 *
 * It waits for seconds, not for ever: an open file keeps a medium from being unmounted, and there
 * are more ranks than files that may be open. Where no main loop runs the next that come to wait
 * drive it out. */

#define MOST_IDLE 8
/* Each has a copy of its database in the temporary folder. */
#define MOST_IDLE_COPIES 2
#define IDLE_S 4

static GMutex lock;                /* of what follows */
static GQueue idle = G_QUEUE_INIT; /* LscDb, the one that came last first */
static gboolean is_sweep_due = FALSE;

/* Takes those that waited since before @before_us, or are too many, out of the queue. */
static GSList *
take_spare (gint64 before_us)
{
  GSList *spare = NULL;
  guint n = 0, n_copies = 0;

  for (GList *link = idle.head, *next; link; link = next)
    {
      LscDb *db = link->data;

      next = link->next;
      n++;
      n_copies += db->is_copy;
      if (n <= MOST_IDLE && (!db->is_copy || n_copies <= MOST_IDLE_COPIES) &&
          db->idle_since_us >= before_us)
        continue;
      g_queue_delete_link (&idle, link);
      spare = g_slist_prepend (spare, db);
    }
  return spare;
}

static void
close_all (GSList *spare)
{
  g_slist_free_full (spare, (GDestroyNotify) lsc_db_close);
}

static gboolean
sweep (gpointer data)
{
  gint64 before_us = g_get_monotonic_time () - IDLE_S * G_USEC_PER_SEC;
  gboolean goes_on;
  GSList *spare;

  g_mutex_lock (&lock);
  spare = take_spare (before_us);
  goes_on = is_sweep_due = !g_queue_is_empty (&idle);
  g_mutex_unlock (&lock);
  close_all (spare);
  return goes_on ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static LscDb *
take_idle (const char *path)
{
  LscDb *found = NULL;

  g_mutex_lock (&lock);
  for (GList *link = idle.head; link && !found; link = link->next)
    if (strcmp (((LscDb *) link->data)->path, path) == 0)
      {
        found = link->data;
        g_queue_delete_link (&idle, link);
        break;
      }
  g_mutex_unlock (&lock);
  return found;
}

/**
 * lsc_db_borrow:
 *
 * As lsc_db_open(), but may take a connection that lsc_db_return() got: one of the same file, which
 * nobody wrote since, with the log that it had. lsc_db_close() may end it as any other.
 *
 * Thread: any; the connection is for one at a time. Cost: of one that is there, O(1).
 *
 * Returns: (transfer full) (nullable): the database
 */
LscDb *
lsc_db_borrow (const char *path, LscJob *job, GError **error)
{
  g_return_val_if_fail (path, NULL);

  LscDb *db;

  while ((db = take_idle (path)) != NULL)
    {
      if (_lsc_db_file_is_current (db))
        {
          db->job = job;
          _lsc_db_allow_steps (db);
          return db;
        }
      lsc_db_close (db);
    }
  return lsc_db_open (path, job, error);
}

/**
 * lsc_db_return:
 * @self: (nullable) (transfer full): a database; its scans must be gone
 *
 * Keeps a connection for a while, in case somebody asks for it again; one that once did not answer
 * or came upon damage, or whose file was just being written, is closed.
 *
 * Thread: any.
 */
void
lsc_db_return (LscDb *self)
{
  GSList *spare;

  if (!self)
    return;
  g_assert (!self->running);
  if (self->failure || self->has_refused || !_lsc_db_file_is_settled (self))
    {
      lsc_db_close (self);
      return;
    }
  self->job = NULL; /* which may be gone before this is asked for again */
  self->idle_since_us = g_get_monotonic_time ();
  g_mutex_lock (&lock);
  g_queue_push_head (&idle, self);
  spare = take_spare (G_MININT64);
  if (!is_sweep_due)
    g_timeout_add_seconds (IDLE_S, sweep, NULL);
  is_sweep_due = TRUE;
  g_mutex_unlock (&lock);
  close_all (spare);
}
