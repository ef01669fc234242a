/* lsc-kernel-name.h - what the name of a kernel tells: family, type, and a name that can be read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-comm-name.h"

G_BEGIN_DECLS

/** What a GPU kernel computes, lanes.md#kernel-families. */
typedef enum
{
  LSC_FAMILY_MATRIX,
  LSC_FAMILY_ATTENTION,
  LSC_FAMILY_NORM,
  LSC_FAMILY_ELEMENTWISE,
  LSC_FAMILY_REDUCTION,
  LSC_FAMILY_COPY,
  LSC_FAMILY_COMMUNICATION,
  LSC_FAMILY_OTHER,
  LSC_N_FAMILIES,
} LscKernelFamily;

gboolean lsc_kernel_name_is_fused (const char *name);
LscKernelFamily lsc_kernel_name_family (const char *name);
const char *lsc_kernel_family_title (LscKernelFamily family);
const char *lsc_kernel_name_get_type (const char *name);
gboolean lsc_kernel_name_is_copy (const char *name);
LscCommName lsc_kernel_name_get_comm (const char *name);
char *lsc_kernel_name_shorten (const char *name);

gboolean lsc_name_is_of_profiler (const char *name);

G_END_DECLS
