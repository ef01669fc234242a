/* lsc-table-labels.h - names of kernels in a table as people see them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"

G_BEGIN_DECLS

/** LscTableLabels: of one table. Thread: one at a time. */
typedef struct _LscTableLabels LscTableLabels;

LscTableLabels *lsc_table_labels_new (const LscTable *table);
char *lsc_table_labels_get (LscTableLabels *self, gsize row, guint column);
void lsc_table_labels_free (LscTableLabels *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTableLabels, lsc_table_labels_free)

G_END_DECLS
