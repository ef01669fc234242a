/* lsc-output-signals.c - what an interrupted process must not leave behind
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-output-private.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/* A handler may only look at what is prepared for it: a fixed array of names. Whoever takes an
 * entry out of it, handler or owner, owns it alone, so none is freed while the handler reads it. */

#define N_SLOTS 1024

/* The file and what SQLite puts beside it. */
static const char *const suffixes[] = { "", "-journal", "-wal", "-shm" };

struct _LscLeftover
{
  guint slot;
  gboolean is_folder;
  char *names[G_N_ELEMENTS (suffixes)];
};

static LscLeftover *slots[2][N_SLOTS]; /* files, folders */

G_STATIC_ASSERT (__GCC_ATOMIC_POINTER_LOCK_FREE == 2);

static LscLeftover *
take (gboolean is_folder, guint slot)
{
  return __atomic_exchange_n (&slots[is_folder][slot], NULL, __ATOMIC_ACQ_REL);
}

static void
remove_all (void)
{
  for (guint i = 0; i < N_SLOTS; i++)
    {
      LscLeftover *file = take (FALSE, i);

      for (gsize k = 0; file && k < G_N_ELEMENTS (suffixes); k++)
        unlink (file->names[k]);
    }
  for (guint i = 0; i < N_SLOTS; i++)
    {
      LscLeftover *folder = take (TRUE, i);

      if (folder)
        rmdir (folder->names[0]);
    }
}

/* The signal has its default action again and is blocked until this returns: raised here, it then
 * ends the process with the status that whoever sent it expects. */
static void
on_signal (int number)
{
  int code = errno;

  remove_all ();
  raise (number);
  errno = code;
}

/* A signal that somebody ignores or handles, such as nohup or the main loop, is left to him. */
static void
catch_signals (void)
{
  static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGXFSZ, SIGPIPE };
  struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESETHAND | SA_RESTART };

  sigemptyset (&action.sa_mask);
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      struct sigaction old;

      if (sigaction (numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
        sigaction (numbers[i], &action, NULL);
    }
}

static gboolean
put (LscLeftover *self)
{
  for (guint i = 0; i < N_SLOTS; i++)
    {
      LscLeftover *expected = NULL;

      self->slot = i;
      if (__atomic_compare_exchange_n (&slots[self->is_folder][i],
                                       &expected,
                                       self,
                                       FALSE,
                                       __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE))
        return TRUE;
    }
  return FALSE;
}

/**
 * _lsc_leftover_new:
 * @path: a file, with which its -journal, -wal and -shm go, or a folder; there or to be made
 * @is_folder: removed after all files, if it is empty then
 *
 * Catches SIGINT, SIGTERM, SIGHUP, SIGXFSZ and SIGPIPE from the first call on, as far as they have
 * their default action. Beyond 1,024 at a time, more are not removed. Thread: any.
 *
 * Returns: (transfer full): the entry, to be freed when @path is gone or has its final name
 */
LscLeftover *
_lsc_leftover_new (const char *path, gboolean is_folder)
{
  static gsize once;
  LscLeftover *self = g_new0 (LscLeftover, 1);

  if (g_once_init_enter (&once))
    {
      catch_signals ();
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
  if (self->slot < N_SLOTS && !take (self->is_folder, self->slot))
    return; /* the handler has it, and the process ends */
  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    g_free (self->names[i]);
  g_free (self);
}
