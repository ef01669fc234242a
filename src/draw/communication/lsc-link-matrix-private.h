/* lsc-link-matrix-private.h - what those who make a matrix share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/communication/lsc-link-matrix.h"

G_BEGIN_DECLS

/* -- lsc-link-matrix.c -- */
void _lsc_link_matrix_sort (LscLinkMatrix *self);
void _lsc_link_matrix_index (LscLinkMatrix *self);

G_END_DECLS
