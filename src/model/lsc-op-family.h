/* lsc-op-family.h - what an operator of a device does, by its type or its name
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-phrase.h"

G_BEGIN_DECLS

/** What a kernel does (operators.md#families): every kernel of every device is of one. */
typedef enum
{
  LSC_OP_FAMILY_MATRIX,
  LSC_OP_FAMILY_ATTENTION,
  LSC_OP_FAMILY_ATTENTION_GRAD,
  LSC_OP_FAMILY_CONVOLUTION,
  LSC_OP_FAMILY_NORM,
  LSC_OP_FAMILY_ELEMENTWISE,
  LSC_OP_FAMILY_REDUCTION,
  LSC_OP_FAMILY_COPY,
  LSC_OP_FAMILY_COMMUNICATION,
  LSC_OP_FAMILY_OTHER,
  LSC_N_OP_FAMILIES,
} LscOpFamily;

/** Keys and titles of #LscOpFamily */
extern const LscWord lsc_op_family_words[LSC_N_OP_FAMILIES];

LscOpFamily lsc_op_family_find (const char *type, const char *name);

G_END_DECLS
