/* lsc-table-list.c - every result table that is described by a struct
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/lsc-table-list.h"

#define TAKE(name) &lsc_##name##_table_info,

/**
 * lsc_table_list:
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): what is known of each table
 */
const LscTableInfo *const *
lsc_table_list (guint *n)
{
  static const LscTableInfo *const list[] = { LSC_TABLES (TAKE) };

  *n = G_N_ELEMENTS (list);
  return list;
}
