/* lsc-digest-attention-private.h - attention of GPUs that is not fused, by the names of its kernels
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LSC_ATTENTION_MOST 17 /* kernels that are one */

/** What a kernel of a GPU can be in attention that is not fused. */
typedef enum
{
  LSC_IN_NONE,
  LSC_IN_PRODUCT,
  LSC_IN_BETWEEN, /* scales, masks, drops out, changes the type */
  LSC_IN_SOFTMAX,
  LSC_IN_SOFTMAX_BACKWARD,
} LscInAttention;

LscInAttention _lsc_attention_find (const char *name);
gsize _lsc_attention_fit (const guint8 *what, gsize n);

G_END_DECLS
