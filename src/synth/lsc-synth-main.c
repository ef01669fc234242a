/* lsc-synth-main.c - writes profiles of any size with known content
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <stdlib.h>

#include "synth/lsc-synth-arguments.h"
#include "synth/lsc-synth-folder.h"
#include "synth/lsc-synth-truth.h"

#define EXIT_USAGE 1
#define EXIT_WRITE 4

/* The folder must not exist or be empty. */
static gboolean
is_free (const char *directory)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);

  if (dir == NULL)
    return !g_file_test (directory, G_FILE_TEST_EXISTS);
  return g_dir_read_name (dir) == NULL;
}

static gboolean
write_profile (const LscSynthTimeline *timeline, const char *directory, GError **error)
{
  g_autoptr (LscSynthTruth) truth = lsc_synth_truth_new (timeline);

  for (guint i = 0; i < lsc_synth_options_world (timeline->options); i++)
    {
      g_autoptr (LscSynthRank) rank = lsc_synth_rank_new (timeline, i);

      if (!lsc_synth_folder_write (rank, directory, error))
        return FALSE;
      lsc_synth_truth_add_rank (truth, rank);
    }
  return lsc_synth_truth_write (truth, directory, error);
}

static int
report (const GError *error, int status)
{
  g_printerr ("lanescope-synth: %s\n", error->message);
  return status;
}

int
main (int argc, char **argv)
{
  g_auto (LscSynthOptions) options = { 0 };
  g_autofree char *directory = NULL;
  g_autoptr (LscSynthTimeline) timeline = NULL;
  g_autoptr (GError) error = NULL;
  gboolean force = FALSE;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LSC_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  if (!lsc_synth_arguments_parse (&argc, &argv, &options, &directory, &force, &error))
    return report (error, EXIT_USAGE);
  timeline = lsc_synth_timeline_new (&options, &error);
  if (timeline == NULL)
    return report (error, EXIT_USAGE);
  if (!force && !is_free (directory))
    {
      g_printerr (
          _ ("lanescope-synth: %s is not an empty folder; choose another or add --force.\n"),
          directory);
      return EXIT_USAGE;
    }
  if (!write_profile (timeline, directory, &error))
    return report (error, EXIT_WRITE);
  return EXIT_SUCCESS;
}
