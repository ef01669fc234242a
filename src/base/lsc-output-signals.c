/* lsc-output-signals.c - what an interrupted process must not leave behind
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-output-private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* A handler may only look at what is prepared for it: a fixed array of names. Whoever takes an
 * entry out of it, handler or owner, owns it alone, so none is freed while the handler reads it. */

#define N_SLOTS 1024
#define MOST_TRIES 100

/* The file and what SQLite puts beside it. */
static const char *const suffixes[] = { "", "-journal", "-wal", "-shm" };

struct _LscLeftover
{
  guint slot;
  gboolean is_folder;
  char *names[G_N_ELEMENTS (suffixes)];
};

static LscLeftover *slots[N_SLOTS];

G_STATIC_ASSERT (__GCC_ATOMIC_POINTER_LOCK_FREE == 2);

static LscLeftover *
take (guint slot)
{
  return __atomic_exchange_n (&slots[slot], NULL, __ATOMIC_ACQ_REL);
}

static void
empty_folder (const char *path)
{
  char entries[4096] __attribute__ ((aligned (8)));
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  gssize n;

  if (fd < 0)
    return;
  while ((n = getdents64 (fd, entries, sizeof entries)) > 0)
    for (gssize at = 0; at < n;)
      {
        const struct dirent64 *entry = (const struct dirent64 *) (entries + at);

        unlinkat (fd, entry->d_name, 0); /* refuses . and .. */
        at += entry->d_reclen;
      }
  close (fd);
}

/* Other threads go on for a moment, and a file of theirs may come between; not once it is gone. */
static void
remove_folder (const char *path)
{
  for (int i = 0; i < MOST_TRIES && rmdir (path) != 0 && errno == ENOTEMPTY; i++)
    empty_folder (path);
}

static void
remove_all (void)
{
  for (guint i = 0; i < N_SLOTS; i++)
    {
      LscLeftover *entry = take (i);

      if (entry && entry->is_folder)
        remove_folder (entry->names[0]);
      for (gsize k = 0; entry && !entry->is_folder && k < G_N_ELEMENTS (suffixes); k++)
        unlink (entry->names[k]);
    }
}

/* From the keyboard, from the end of a session, from a limit, from batch systems, which send some
 * of them a while before a job's time is up, and from a library that gives up, as GLib does without
 * memory or descriptors. */
static const int numbers[] = { SIGINT,  SIGQUIT, SIGTERM, SIGHUP,  SIGPIPE, SIGXFSZ, SIGXCPU,
                               SIGALRM, SIGUSR1, SIGUSR2, SIGABRT, SIGTRAP, SIGSEGV, SIGBUS };

static int is_ending;

/* Signals come in pairs (from timeout, or an impatient user) and to any thread: none of them may
 * end the process before the first is done here. The last lines let it end with the status that
 * whoever sent the signal expects; it is blocked until this returns. */
static void
on_signal (int number)
{
  struct sigaction action = { .sa_handler = SIG_DFL };
  int code = errno;

  if (__atomic_exchange_n (&is_ending, TRUE, __ATOMIC_ACQ_REL))
    return;
  remove_all ();
  sigaction (number, &action, NULL);
  raise (number);
  errno = code;
}

/* A signal that somebody ignores or handles, such as nohup or the main loop, is left to him. */
static void
catch_signals (void)
{
  struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };

  sigemptyset (&action.sa_mask);
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    sigaddset (&action.sa_mask, numbers[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      struct sigaction old;

      if (sigaction (numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
        sigaction (numbers[i], &action, NULL);
    }
}

/* A library that gives up may end the program by exit(), as libarchive does without memory. */
static void
on_exit_of_others (void)
{
  if (!__atomic_exchange_n (&is_ending, TRUE, __ATOMIC_ACQ_REL))
    remove_all ();
}

static gboolean
put (LscLeftover *self)
{
  for (guint i = 0; i < N_SLOTS; i++)
    {
      LscLeftover *expected = NULL;

      self->slot = i;
      if (__atomic_compare_exchange_n (&slots[i], &expected, self, FALSE, __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE))
        return TRUE;
    }
  return FALSE;
}

/**
 * _lsc_leftover_new:
 * @path: a file, with which its -journal, -wal and -shm go, or a folder, with which the files in it
 *   go; there or to be made
 *
 * Catches the signals that commonly end a process from the first call on, as far as they have their
 * default action. Beyond 1,024 at a time, more are not removed. Thread: any.
 *
 * Returns: (transfer full): the entry, to be freed when @path has its final name, or removed
 */
LscLeftover *
_lsc_leftover_new (const char *path, gboolean is_folder)
{
  static gsize once;
  LscLeftover *self = g_new0 (LscLeftover, 1);

  if (g_once_init_enter (&once))
    {
      catch_signals ();
      atexit (on_exit_of_others);
      g_once_init_leave (&once, 1);
    }
  self->is_folder = is_folder;
  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    self->names[i] = g_strconcat (path, suffixes[i], NULL);
  if (!put (self))
    self->slot = N_SLOTS;
  return self;
}

/**
 * _lsc_leftover_free:
 * @self: (nullable) (transfer full): an entry
 *
 * Forgets it; removes nothing.
 */
void
_lsc_leftover_free (LscLeftover *self)
{
  if (!self)
    return;
  if (self->slot < N_SLOTS && !take (self->slot))
    return; /* the handler has it, and the process ends */
  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    g_free (self->names[i]);
  g_free (self);
}

/**
 * _lsc_leftover_remove:
 * @self: (nullable) (transfer full): an entry
 *
 * Removes it before its time.
 */
void
_lsc_leftover_remove (LscLeftover *self)
{
  if (self && self->is_folder)
    remove_folder (self->names[0]);
  else if (self)
    unlink (self->names[0]);
  _lsc_leftover_free (self);
}
