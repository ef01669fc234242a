/* bench-json.h - a trace in the shape of a recording with call stacks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean bench_write_stacks (const char *path, gint64 bytes);

G_END_DECLS
