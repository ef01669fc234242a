/* lsc-test-files.h - temporary folders, checksums of trees, and the sample folder
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *lsc_test_temp_dir_new (void);
gboolean lsc_test_remove_tree (const char *path);
char *lsc_test_tree_checksum (const char *path, GError **error);
char *lsc_test_samples_dir (void);
char *lsc_test_require_samples (void);

/* A temporary folder that is removed with everything in it when it leaves its scope:
 * g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new (); */
typedef char *LscTestTempDir;
void lsc_test_temp_dir_clear (LscTestTempDir *dir);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscTestTempDir, lsc_test_temp_dir_clear)

G_END_DECLS
