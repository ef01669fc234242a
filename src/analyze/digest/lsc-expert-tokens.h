/* lsc-expert-tokens.h - tokens that a kernel of experts takes in, by its shapes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

/** Type of the kernels that multiply the tokens of several experts, each by its own weights. */
#define LSC_EXPERTS_TYPE "GroupedMatmul"

gboolean lsc_expert_tokens_read (const char *shapes, LscInt64s *tokens);

G_END_DECLS
