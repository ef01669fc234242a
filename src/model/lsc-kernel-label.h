/* lsc-kernel-label.h - names of kernels as lists show them: short, and no two alike
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** LscKernelLabels: of one list. Thread: one at a time. */
typedef struct _LscKernelLabels LscKernelLabels;

char *lsc_kernel_label (const char *name);
gboolean lsc_kernel_name_is_long (const char *name);

LscKernelLabels *lsc_kernel_labels_new (void);
void lsc_kernel_labels_add (LscKernelLabels *self, const char *name);
const char *lsc_kernel_labels_get (LscKernelLabels *self, const char *name);
void lsc_kernel_labels_free (LscKernelLabels *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscKernelLabels, lsc_kernel_labels_free)

G_END_DECLS
