/* lsc-distinct.h - short names that tell paths from each other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *lsc_distinct_name (const char *path, const char *const *others);

G_END_DECLS
