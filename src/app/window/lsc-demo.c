/* lsc-demo.c - a made-up profile to try the program with
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-demo.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "base/lsc-error.h"

#define WRITER "lanescope-synth"

/* Beside this program, where it was installed, or in the tree where it was built. */
static char *
find_writer (void)
{
  static const char *const places[] = { WRITER, "../../src/synth/" WRITER };
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self ? g_path_get_dirname (self) : NULL;

  for (gsize i = 0; folder && i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = g_build_filename (folder, places[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_EXECUTABLE))
        return g_steal_pointer (&path);
    }
  return g_find_program_in_path (WRITER);
}

/** lsc_demo_can_be_made: Returns: whether the program that writes it is there */
gboolean
lsc_demo_can_be_made (void)
{
  g_autofree char *writer = find_writer ();

  return writer != NULL;
}

static gboolean
run_writer (const char *folder, GError **error)
{
  g_autofree char *writer = find_writer ();
  const char *argv[] = { writer, "--preset", "demo", "--memory", "--out", folder, NULL };
  g_autofree char *said = NULL;
  int status;

  if (!writer)
    return lsc_fail (error, LSC_ERROR_MISSING, _ ("The program %s is not installed."), WRITER);
  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                     &said, &status, error))
    return FALSE;
  return g_spawn_check_wait_status (status, NULL) ||
         lsc_fail (error, LSC_ERROR_IO, _ ("The demo was not written: %s"), said);
}

/* Under its name only when it is whole. */
static gpointer
make (gpointer data, LscJob *job, GError **error)
{
  g_autofree char *parent =
      g_build_filename (g_get_user_cache_dir (), "lanescope", LSC_VERSION, NULL);
  g_autofree char *folder = g_build_filename (parent, "demo", NULL);
  g_autofree char *scratch = g_build_filename (parent, "demo-XXXXXX", NULL);
  g_autofree char *part = NULL;
  gboolean is_written;

  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&folder);
  if (g_mkdir_with_parents (parent, 0700) != 0 || !g_mkdtemp (scratch))
    {
      lsc_fail (error, LSC_ERROR_IO, _ ("Nothing can be written into %s."), parent);
      return NULL;
    }
  part = g_build_filename (scratch, "demo", NULL);
  is_written = run_writer (part, error);
  if (is_written && g_rename (part, folder) != 0)
    is_written = g_file_test (folder, G_FILE_TEST_IS_DIR) || /* another window was faster */
                 lsc_fail (error, LSC_ERROR_IO, _ ("Nothing can be written into %s."), parent);
  g_rmdir (scratch);
  return is_written ? g_steal_pointer (&folder) : NULL;
}

/**
 * lsc_demo_make:
 * @wish: gets the path of a folder, to be freed with g_free()
 *
 * Writes the demo into the cache of the user, unless it is there.
 */
void
lsc_demo_make (const LscTaskWish *wish)
{
  g_return_if_fail (wish);
  lsc_task_start (wish->owner, wish->slot,
                  &(LscTaskWork){ .name = "demo",
                                  .title = _ ("Writing the demo"),
                                  .run = make,
                                  .free_result = g_free,
                                  .done = wish->done });
}
