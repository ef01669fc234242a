/* lsc-sidecar.c - where what the user did to a project is kept
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-sidecar.h"

#include <stdlib.h>

/**
 * lsc_sidecar_get_path:
 * @kind: folder of such files
 * @paths: (array zero-terminated=1): folder or file of the project, or of several together
 *
 * The name is a hash of the real paths, so that one folder has one file however it was reached.
 *
 * Returns: (transfer full): a file beside our settings, never in a profile
 */
char *
lsc_sidecar_get_path (const char *kind, const char *const *paths)
{
  g_autoptr (GString) all = NULL;
  g_autofree char *hash = NULL, *name = NULL;

  g_return_val_if_fail (kind && paths, NULL);
  all = g_string_new (NULL);
  for (guint i = 0; paths[i]; i++)
    {
      char *real = realpath (paths[i], NULL);
      g_autofree char *canonical = !real ? g_canonicalize_filename (paths[i], NULL) : NULL;

      g_string_append_printf (all, "%s%s", i > 0 ? "\n" : "", real ? real : canonical);
      free (real);
    }
  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, all->str, -1);
  name = g_strconcat (hash, ".json", NULL);
  return g_build_filename (g_get_user_data_dir (), "lanescope", kind, name, NULL);
}
