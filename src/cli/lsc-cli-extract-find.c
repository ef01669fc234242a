/* lsc-cli-extract-find.c - which ranks are extracted, of several paths
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <unistd.h>

#include "base/lsc-visible.h"
#include "cli/lsc-cli-extract.h"

/** Prints that something was not extracted. @why: (nullable): where the reason was not printed */
void
lsc_cli_extract_tell (const char *what, const char *why)
{
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;

  g_return_if_fail (what);
  text = why ? g_strdup_printf (_ ("%s was not extracted: %s"), what, why)
             : g_strdup_printf (_ ("%s was not extracted, for the reason above."), what);
  line = lsc_visible_line (text);
  lsc_cli_end_progress ();
  g_printerr ("lanescope-cli: %s\n", line);
}

/* Those that are in a form that is not read. Returns how many */
static guint
tell_unread (const LscProject *project)
{
  guint n = 0;

  for (guint i = 0; i < project->unread->len; i++)
    {
      const LscSource *source = project->unread->pdata[i];
      g_autofree char *folder = g_filename_display_name (source->folder);
      g_autofree char *why = NULL;

      if (source->format != LSC_FORMAT_ASCEND_TEXT && source->format != LSC_FORMAT_RAW)
        continue;
      why = source->format == LSC_FORMAT_RAW
                ? g_strdup (_ ("the profiler's data were not parsed. Parse the folder with "
                               "torch_npu.profiler.profiler.analyse(), then extract it again."))
                : g_strdup_printf (_ ("%s, not read by this version; export as db."),
                                   lsc_format_name (source->format));
      lsc_cli_extract_tell (folder, why);
      n++;
    }
  return n;
}

static gboolean
names_ranks (const LscCliOptions *options)
{
  return options->rank_list && !g_str_equal (options->rank_list, "all");
}

/* What is found below one of several paths joins what was found before. Returns how many failed */
static guint
add_path (LscCliProject *self, const LscCliOptions *options, const char *path)
{
  LscCliOptions own = *options;
  LscCliProject one = { 0 };
  guint n_failed = 0;

  own.rank_list = NULL; /* it is one of all paths together */
  if (lsc_cli_project_open (&one, &own, path) != LSC_EXIT_OK)
    {
      g_autofree char *shown = g_filename_display_name (path);

      lsc_cli_extract_tell (shown, NULL);
      n_failed = 1;
    }
  else
    {
      g_ptr_array_extend (self->sources, one.sources, (GCopyFunc) (void (*) (void)) lsc_source_ref,
                          NULL);
      n_failed = names_ranks (options) ? 0 : tell_unread (one.project);
    }
  lsc_cli_project_clear (&one);
  return n_failed;
}

static gboolean
is_same_recording (const LscSource *a, const LscSource *b)
{
  g_autofree char *x = g_canonicalize_filename (a->file, NULL);
  g_autofree char *y = g_canonicalize_filename (b->file, NULL);

  return g_str_equal (x, y) && a->part == b->part && g_strcmp0 (a->device, b->device) == 0;
}

static void
tell_double (const LscSource *source, const LscSource *before)
{
  g_autofree char *label = lsc_source_get_label (source);
  g_autofree char *mine = g_filename_display_name (source->folder);
  g_autofree char *other = g_filename_display_name (before->folder);
  g_autofree char *what = g_strdup_printf (_ ("%s of %s"), label, mine);
  g_autofree char *why = g_strdup_printf (
      _ ("%s is the same rank. Extract each job into a folder of its own."), other);

  lsc_cli_extract_tell (what, why);
}

/* Two of one name would overwrite each other; one that is named twice is there once. */
static guint
drop_doubles (LscCliProject *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_failed = 0;

  for (guint i = 0; i < self->sources->len;)
    {
      LscSource *source = self->sources->pdata[i];
      char *name = lsc_cli_extract_name (source);
      const LscSource *before = g_hash_table_lookup (names, name);

      if (!before)
        {
          g_hash_table_insert (names, name, source);
          i++;
          continue;
        }
      g_free (name);
      if (!is_same_recording (source, before))
        {
          tell_double (source, before);
          n_failed++;
        }
      g_ptr_array_remove_index (self->sources, i);
    }
  return n_failed;
}

/**
 * lsc_cli_extract_find:
 * @paths: (array zero-terminated=1): at least one
 * @n_failed: (out): of those that cannot be extracted, which were printed
 *
 * Finds the ranks below all paths; a path that has none does not keep the others.
 *
 * Returns: %LSC_EXIT_OK, or what to exit with; then the reason was printed
 */
LscExit
lsc_cli_extract_find (LscCliProject *self, const LscCliOptions *options, char *const *paths,
                      guint *n_failed)
{
  LscExit code;

  g_return_val_if_fail (self && options && paths && paths[0] && n_failed, LSC_EXIT_USAGE);
  *n_failed = 0;
  if (!paths[1])
    {
      code = lsc_cli_project_open (self, options, paths[0]);
      if (code == LSC_EXIT_OK && !names_ranks (options))
        *n_failed = tell_unread (self->project);
    }
  else
    {
      gboolean is_shown = isatty (STDERR_FILENO) && !options->quiet;

      lsc_cli_project_init (self, options, is_shown ? lsc_cli_on_progress : NULL);
      for (guint i = 0; paths[i]; i++)
        *n_failed += add_path (self, options, paths[i]);
      code = self->sources->len > 0 ? lsc_cli_project_select (self, options) : LSC_EXIT_NOTHING;
    }
  if (code == LSC_EXIT_OK)
    *n_failed += drop_doubles (self);
  return code;
}
