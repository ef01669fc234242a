/* lsc-error.c - the error domain and its codes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-error.h"

G_DEFINE_QUARK (lsc - error - quark, lsc_error)
