/* lsc-cli-kept.c - opened recordings that stay for the next command of the same process
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-kept.h"

#include <glib/gstdio.h>
#include <inttypes.h>
#include <string.h>

/**
 * Kept:
 * @key: path, and those options that choose what is in the session
 * @project: without a job, which each command has for itself
 * @stamps: (element-type guint64): what the files of the sources looked like when they were found
 */
typedef struct
{
  char *key;
  LscCliProject project;
  GArray *stamps;
} Kept;

/* (nullable) (element-type Kept): the one that was asked for last first; of this process, as its
 * standard output is */
static GPtrArray *kept;
static guint most_kept;
/* How often one was let go. */
static guint64 n_dropped;

static void
kept_free (gpointer data)
{
  Kept *self = data;

  g_clear_pointer (&self->project.session, lsc_session_unref);
  g_clear_pointer (&self->project.project, lsc_project_unref);
  g_clear_pointer (&self->project.sources, g_ptr_array_unref);
  g_clear_pointer (&self->project.notices, lsc_notices_unref);
  g_array_unref (self->stamps);
  g_free (self->key);
  g_free (self);
}

/* Size and time of the last change, of one that is gone 0. */
static guint64
stamp_file (const char *path)
{
  GStatBuf about;
  guint64 stamp;

  if (g_stat (path, &about) != 0)
    return 0;
  stamp = (guint64) about.st_size * 1000003u + (guint64) about.st_mtim.tv_sec;
  return stamp * 1000003u + (guint64) about.st_mtim.tv_nsec + (guint64) about.st_ino;
}

static GArray *
stamp_sources (const GPtrArray *sources)
{
  GArray *stamps = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < sources->len; i++)
    {
      const LscSource *source = g_ptr_array_index (sources, i);
      guint64 stamp = stamp_file (source->file);

      g_array_append_val (stamps, stamp);
    }
  return stamps;
}

static gboolean
is_fresh (const Kept *self)
{
  g_autoptr (GArray) now = stamp_sources (self->project.sources);

  return memcmp (now->data, self->stamps->data, now->len * sizeof (guint64)) == 0;
}

static char *
make_key (const LscCliOptions *options, const char *path)
{
  return g_strdup_printf (
      "%s\n%s\n%s\n%s\n%d %d %d %d %" PRId64, path, options->rank_list ? options->rank_list : "all",
      options->layout ? options->layout : "", options->recording ? options->recording : "",
      options->all_runs, options->is_one_rank, options->takes_snapshot,
      options->judges_step && options->has_step,
      options->judges_step && options->has_step ? options->step_id : 0);
}

/**
 * lsc_cli_kept_begin:
 * @most: recordings that stay, each with one choice of ranks
 *
 * From here on what commands open stays open, so that the next one need not read it again.
 */
void
lsc_cli_kept_begin (guint most)
{
  g_return_if_fail (!kept && most > 0);
  kept = g_ptr_array_new_with_free_func (kept_free);
  most_kept = most;
}

/** Lets go of all that is kept. */
void
lsc_cli_kept_end (void)
{
  g_clear_pointer (&kept, g_ptr_array_unref);
}

gboolean
lsc_cli_kept_is_on (void)
{
  return kept != NULL;
}

static void
share (LscCliProject *to, const LscCliProject *from)
{
  to->project = lsc_project_ref (from->project);
  to->session = lsc_session_ref (from->session);
  g_ptr_array_unref (to->sources);
  to->sources = g_ptr_array_ref (from->sources);
  lsc_notices_unref (to->notices);
  to->notices = lsc_notices_ref (from->notices);
  to->has_unread = from->has_unread;
}

/**
 * lsc_cli_kept_take:
 * @self: begun with lsc_cli_project_init()
 *
 * One whose files have changed since is forgotten.
 *
 * Returns: whether what the options ask for was kept and is in @self now
 */
gboolean
lsc_cli_kept_take (LscCliProject *self, const LscCliOptions *options, const char *path)
{
  g_autofree char *key = NULL;

  g_return_val_if_fail (self && options && path, FALSE);
  if (!kept)
    return FALSE;
  key = make_key (options, path);
  for (guint i = 0; i < kept->len; i++)
    {
      Kept *one = g_ptr_array_index (kept, i);

      if (!g_str_equal (one->key, key))
        continue;
      if (!is_fresh (one))
        {
          g_ptr_array_remove_index (kept, i);
          n_dropped++;
          return FALSE;
        }
      g_ptr_array_insert (kept, 0, g_ptr_array_steal_index (kept, i));
      share (self, &one->project);
      return TRUE;
    }
  return FALSE;
}

/**
 * lsc_cli_kept_put:
 * @self: opened, with its session
 *
 * Keeps it, and forgets the one that was not asked for the longest where there are too many.
 */
void
lsc_cli_kept_put (const LscCliProject *self, const LscCliOptions *options, const char *path)
{
  Kept *one;

  g_return_if_fail (self && self->session && options && path);
  if (!kept)
    return;
  one = g_new0 (Kept, 1);
  one->key = make_key (options, path);
  one->stamps = stamp_sources (self->sources);
  one->project.notices = lsc_notices_new ();
  one->project.sources = g_ptr_array_new ();
  share (&one->project, self);
  g_ptr_array_insert (kept, 0, one);
  if (kept->len > most_kept)
    {
      g_ptr_array_set_size (kept, (int) most_kept);
      n_dropped++;
    }
}

/**
 * lsc_cli_kept_refresh:
 *
 * Lets go of those whose files have changed.
 *
 * Returns: how often one was let go so far: what was said before is still true as long as this is
 *   the same
 */
guint64
lsc_cli_kept_refresh (void)
{
  for (guint i = kept ? kept->len : 0; i-- > 0;)
    if (!is_fresh (g_ptr_array_index (kept, i)))
      {
        g_ptr_array_remove_index (kept, i);
        n_dropped++;
      }
  return n_dropped;
}
