/* lsc-output-lock.c - one run after the other where a file is read and replaced
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/lsc-error.h"
#include "base/lsc-output-private.h"

/* The file itself is replaced and so cannot carry the lock, and a file made for it would stay
 * behind: so its folder carries it. */

#define LOOK_INTERVAL_US (G_USEC_PER_SEC / 20)
#define TELL_AFTER_US (G_USEC_PER_SEC / 2)
#define WAIT_US (300 * G_USEC_PER_SEC)

struct _LscOutputLock
{
  int fd; /* -1: this file system has no such locks */
};

static void
set_busy (GError **error, const char *folder)
{
  g_autofree char *shown = g_filename_display_name (folder);

  g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
               _ ("Another run has been writing into “%s” for minutes. Try again when it is done, "
                  "or name another place."),
               shown);
}

static void
tell (const char *folder, LscJob *job)
{
  g_autofree char *shown = g_filename_display_name (folder);
  g_autofree char *text =
      g_strdup_printf (_ ("Waiting for another run that writes into “%s”"), shown);

  lsc_job_say (job, text);
}

static gboolean
wait_for (int fd, const char *folder, LscJob *job, GError **error)
{
  gint64 began = g_get_monotonic_time ();
  gboolean is_told = FALSE;

  while (flock (fd, LOCK_EX | LOCK_NB) != 0)
    {
      gint64 waited = g_get_monotonic_time () - began;

      if (errno != EWOULDBLOCK && errno != EINTR)
        return TRUE;
      if (!lsc_job_check (job, error))
        return FALSE;
      if (waited > WAIT_US)
        {
          set_busy (error, folder);
          return FALSE;
        }
      if (waited > TELL_AFTER_US && !is_told)
        {
          tell (folder, job);
          is_told = TRUE;
        }
      g_usleep (LOOK_INTERVAL_US);
    }
  return TRUE;
}

/**
 * lsc_output_lock:
 * @path: a file that is to be read and then replaced; its folder must be there
 * @job: (nullable): told when others are waited for, and asked whether to stop
 *
 * Waits until no other run, and no other thread of this one, has locked a file in that folder.
 * Where the file system has no locks, nothing is waited for.
 *
 * Errors: %LSC_ERROR_IO after five minutes, %LSC_ERROR_CANCELLED. Thread: any but the main one.
 *
 * Returns: (transfer full) (nullable): the lock, to be given back with lsc_output_unlock()
 */
LscOutputLock *
lsc_output_lock (const char *path, LscJob *job, GError **error)
{
  g_return_val_if_fail (path, NULL);

  g_autofree char *target = _lsc_output_resolve (path);
  g_autofree char *folder = g_path_get_dirname (target);
  g_autoptr (LscOutputLock) self = g_new0 (LscOutputLock, 1);

  self->fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (self->fd >= 0 && !wait_for (self->fd, folder, job, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * lsc_output_unlock:
 * @self: (nullable) (transfer full): a lock
 */
void
lsc_output_unlock (LscOutputLock *self)
{
  if (!self)
    return;
  if (self->fd >= 0)
    close (self->fd);
  g_free (self);
}
