/* lsc-kernel-bytes.h - what a kernel has to move, by the shapes and types of its tensors
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gint64 lsc_kernel_bytes (const char *shapes_in, const char *types_in, const char *shapes_out,
                         const char *types_out);
guint lsc_kernel_type_bits (const char *type);

G_END_DECLS
