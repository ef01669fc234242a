/* lsc-intern-private.h - pools of strings that are read from a file
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-intern.h"

G_BEGIN_DECLS

LscIntern *_lsc_intern_new_sized (gsize n, gsize n_bytes);

G_END_DECLS
