/* lsc-pipeline-zbv-search.h - the order that a greedy search finds for ZB-V
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Told what the device runs next: f, i of the first chunk, F, I of the second, w of either. */
typedef void (*LscZbvSearchFunc) (char action, gpointer user_data);

void lsc_zbv_search (gsize n_stages, gsize n_micro_batches, gsize stage, LscZbvSearchFunc func,
                     const gboolean *is_stopped, gpointer user_data);

G_END_DECLS
