/* bench-profile.h - profiles to measure on, written once for each build folder
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *bench_get_build_dir (void);
char *bench_program (const char *name);
char *bench_make_profile (const char *name, const char *options);
char *bench_find_file (const char *folder, const char *prefix);

G_END_DECLS
