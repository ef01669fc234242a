/* lsc-tensor-core.h - whether the name of a kernel shows that it uses Tensor Cores
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean lsc_tensor_core_is_used_by (const char *name);
gboolean lsc_tensor_core_is_shunned_by (const char *name);

G_END_DECLS
