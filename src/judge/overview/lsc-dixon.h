/* lsc-dixon.h - whether the smallest of a few values is an outlier
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean lsc_dixon_is_least_outlier (const gint64 *sorted, gsize n);

G_END_DECLS
