/* lsc-temp-file.h - results under a temporary name, renamed when complete
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *lsc_temp_file_create (const char *path, GError **error);
gboolean lsc_temp_file_commit (char *temp_path, const char *path, GError **error);
void lsc_temp_file_discard (char *temp_path);
gboolean lsc_make_folder (const char *path, GError **error);

G_END_DECLS
