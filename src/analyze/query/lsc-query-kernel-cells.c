/* lsc-query-kernel-cells.c - what the table kernels finds in the table shapes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/query/lsc-query-private.h"

static void
index_rows (LscQuery *self, const LscTable *table)
{
  self->kernel_of = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      LscValue id = lsc_table_get_named (table, row, "id");

      if (!id.is_null)
        g_hash_table_insert (self->kernel_of, g_memdup2 (&id.integer, sizeof id.integer),
                             GSIZE_TO_POINTER (row + 1));
    }
}

/*
 * Gives what the table shapes says of a kernel, nothing where it has no row.
 *
 * @id: of its slice, in SQL
 * @name: column of that table
 */
void
_lsc_query_give_kernel (LscQuery *self, sqlite3_context *context, gint64 id, const char *name)
{
  const LscTable *table = _lsc_query_get_table (self, lsc_sql_find_table ("shapes"));
  gsize row;
  LscValue value;

  if (!table)
    {
      sqlite3_result_error (context, self->error ? self->error->message : "", -1);
      return;
    }
  if (!self->kernel_of)
    index_rows (self, table);
  row = GPOINTER_TO_SIZE (g_hash_table_lookup (self->kernel_of, &id));
  if (row == 0)
    return;
  value = lsc_table_get_named (table, row - 1, name);
  if (value.is_null)
    return;
  if (value.type == LSC_TYPE_INT)
    sqlite3_result_int64 (context, value.integer);
  else if (value.type == LSC_TYPE_REAL)
    sqlite3_result_double (context, value.real);
  else
    sqlite3_result_text (context, value.text, -1, SQLITE_TRANSIENT);
}
