/* lsc-table-labels.c - names of kernels in a table as people see them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/lsc-table-labels.h"

#include "model/lsc-kernel-label.h"

#define MOST_ROWS 65536 /* that are looked at: of more, names that are cut alike may look alike */

/** @of: of each column its names, %NULL = not looked at yet */
struct _LscTableLabels
{
  const LscTable *table;
  LscKernelLabels **of;
};

/**
 * lsc_table_labels_new:
 * @table: (transfer none): outlives it
 *
 * Returns: (transfer full): the labels of what texts of @table are names of kernels
 */
LscTableLabels *
lsc_table_labels_new (const LscTable *table)
{
  LscTableLabels *self;

  g_return_val_if_fail (table, NULL);
  self = g_new0 (LscTableLabels, 1);
  self->table = table;
  self->of = g_new0 (LscKernelLabels *, lsc_table_get_n_columns (table) + 1);
  return self;
}

/** lsc_table_labels_free: @self: (nullable) (transfer full): */
void
lsc_table_labels_free (LscTableLabels *self)
{
  if (!self)
    return;
  for (guint i = 0; i < lsc_table_get_n_columns (self->table); i++)
    g_clear_pointer (&self->of[i], lsc_kernel_labels_free);
  g_free (self->of);
  g_free (self);
}

/* (nullable): codes and sentences are no names */
static const char *
get_name (const LscTable *table, gsize row, guint column)
{
  const LscColumn *about = lsc_table_get_column (table, column);
  LscValue value = lsc_table_get (table, row, column);

  return !value.is_null && value.type == LSC_TYPE_TEXT && !about->words &&
                 about->form != LSC_FORM_PHRASE
             ? value.text
             : NULL;
}

static LscKernelLabels *
list_names (const LscTable *table, guint column)
{
  LscKernelLabels *labels = lsc_kernel_labels_new ();
  gsize n = MIN (lsc_table_get_n_rows (table), MOST_ROWS);

  for (gsize row = 0; row < n; row++)
    {
      const char *name = get_name (table, row, column);

      if (name)
        lsc_kernel_labels_add (labels, name);
    }
  return labels;
}

/**
 * lsc_table_labels_get:
 *
 * Cost: O(length of the text) until the first that is the name of a kernel, then O(rows) once for
 * its column.
 *
 * Returns: (transfer full) (nullable): the text of a cell as a list shows it (lsc_kernel_label()),
 *   unlike all others of its column; %NULL = as it is
 */
char *
lsc_table_labels_get (LscTableLabels *self, gsize row, guint column)
{
  const char *name;
  g_autofree char *label = NULL;
  const char *told;

  g_return_val_if_fail (self, NULL);
  name = get_name (self->table, row, column);
  label = name ? lsc_kernel_label (name) : NULL;
  if (!label && (!name || !lsc_kernel_name_is_long (name)))
    return NULL;
  if (!self->of[column])
    self->of[column] = list_names (self->table, column);
  told = lsc_kernel_labels_get (self->of[column], name);
  return told ? g_strdup (told) : g_steal_pointer (&label);
}
