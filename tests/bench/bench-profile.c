/* bench-profile.c - profiles to measure on, written once for each build folder
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "bench-profile.h"

#include <glib/gstdio.h>

#include "bench-cost.h"

/**
 * bench_get_build_dir:
 *
 * Returns: (transfer none): the build folder that this program, BUILD/tests/bench/NAME, is in
 */
const char *
bench_get_build_dir (void)
{
  static char *build_dir;

  if (!build_dir)
    {
      g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
      g_autofree char *bench = g_path_get_dirname (self ? self : ".");
      g_autofree char *tests = g_path_get_dirname (bench);

      build_dir = g_path_get_dirname (tests);
    }
  return build_dir;
}

/**
 * bench_program:
 * @name: a program below "src", such as "cli/lanescope-cli"
 *
 * Returns: (transfer full): its path in the build folder
 */
char *
bench_program (const char *name)
{
  return g_build_filename (bench_get_build_dir (), "src", name, NULL);
}

/**
 * bench_make_profile:
 * @name: of the profile's folder
 * @options: what lanescope-synth is asked for, separated by spaces
 *
 * Writes the profile, if that was not done before. Ends the program if it cannot be written.
 *
 * Returns: (transfer full): its folder
 */
char *
bench_make_profile (const char *name, const char *options)
{
  char *folder = g_build_filename (bench_get_build_dir (), "bench", name, NULL);
  g_autofree char *truth = g_build_filename (folder, "truth.json", NULL);
  g_autofree char *synth = bench_program ("synth/lanescope-synth");
  g_autoptr (GStrvBuilder) argv = g_strv_builder_new ();
  g_auto (GStrv) words = g_strsplit (options, " ", -1);
  g_auto (GStrv) all = NULL;
  BenchCost cost;

  if (g_file_test (truth, G_FILE_TEST_EXISTS)) /* written last */
    return folder;
  g_mkdir_with_parents (folder, 0755);
  g_strv_builder_add_many (argv, synth, "--out", folder, "--force", NULL);
  g_strv_builder_addv (argv, (const char **) words);
  all = g_strv_builder_end (argv);
  cost = bench_cost_of_program (1, (const char *const *) all);
  if (cost.status != 0)
    g_error ("lanescope-synth failed to write %s", folder);
  g_print ("  wrote %s: %.2f s\n", name, cost.wall_s);
  return folder;
}

/**
 * bench_find_file:
 * @folder: where to look, at any depth
 * @prefix: how the file's name begins
 *
 * Returns: (transfer full) (nullable): the path of the first such file
 */
char *
bench_find_file (const char *folder, const char *prefix)
{
  g_autoptr (GPtrArray) queue = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (queue, g_strdup (folder));
  for (guint i = 0; i < queue->len; i++)
    {
      const char *place = g_ptr_array_index (queue, i);
      g_autoptr (GDir) dir = g_dir_open (place, 0, NULL);
      const char *name;

      while (dir && (name = g_dir_read_name (dir)))
        {
          g_autofree char *path = g_build_filename (place, name, NULL);

          if (g_str_has_prefix (name, prefix))
            return g_steal_pointer (&path);
          if (g_file_test (path, G_FILE_TEST_IS_DIR))
            g_ptr_array_add (queue, g_steal_pointer (&path));
        }
    }
  return NULL;
}
