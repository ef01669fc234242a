/* lsc-forget.h - memory that goes while it is used up
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void lsc_forget (gpointer block, gsize from_bytes, gsize to_bytes);

G_END_DECLS
