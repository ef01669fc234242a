/* lsc-archive-repeats.h - names that stand twice in an archive
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *_lsc_archive_plain_name (const char *name);
void _lsc_archive_keep_last (const char *path, GPtrArray *names);
guint _lsc_archive_count (const char *path, const char *name);

G_END_DECLS
