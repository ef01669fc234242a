/* lsc-query-fill.c - the result tables that a query can read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/memory/lsc-memory.h"
#include "analyze/module/lsc-tree.h"
#include "analyze/pipeline/lsc-pipeline.h"
#include "analyze/query/lsc-query-private.h"

/**
 * lsc_query_describe_table:
 * @name: one of lsc_query_list_tables()
 *
 * Returns: (transfer none) (nullable): "name (column, column)"
 */
const char *
lsc_query_describe_table (const char *name)
{
  const LscSqlTable *about;
  g_autoptr (GString) text = NULL;

  g_return_val_if_fail (name, NULL);
  about = lsc_sql_find_table (name);
  text = g_string_new (name);
  if (!about || !(about->places & LSC_SQL_IN_QUERY))
    return NULL;
  for (guint i = 0; i < about->n_columns; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : " (", about->columns[i].name);
  return g_intern_string (g_string_append_c (text, ')')->str);
}

/**
 * lsc_query_explain_table:
 * @name: one of lsc_query_list_tables()
 *
 * Returns: (transfer none) (nullable): what its rows are, untranslated
 */
const char *
lsc_query_explain_table (const char *name)
{
  const LscSqlTable *about;

  g_return_val_if_fail (name, NULL);
  about = lsc_sql_find_table (name);
  return about && (about->places & LSC_SQL_IN_QUERY) ? about->text : NULL;
}

/* ---- filling ----------------------------------------------------------------------------------
 */

static gboolean
add_modules (LscQuery *self, LscTable *table, LscRun *run, GError **error)
{
  LscModuleOptions options = { .allow_empty = TRUE };
  LscMfuOptions mfu = { 0 };
  LscTreeColumn columns[LSC_TREE_N_COLUMNS];
  gsize first_row = lsc_table_get_n_rows (table);
  g_autoptr (LscModuleData) data = lsc_module_data_new (run, &options, self->account.job, error);
  g_autoptr (LscTree) tree =
      data ? lsc_tree_new (data, LSC_TREE_BY_PATH, NULL, &mfu, self->account.job, error) : NULL;
  g_autoptr (LscTable) part = NULL;

  if (!tree)
    return FALSE;
  part = lsc_tree_to_table (tree, columns, lsc_tree_list_columns (tree, columns), G_MAXUINT,
                            LSC_TREE_TOTAL, TRUE);
  lsc_table_append_table (table, part);
  for (gsize row = first_row; row < lsc_table_get_n_rows (table); row++)
    lsc_table_set_int (table, row, 0, run->rank);
  return TRUE;
}

static gboolean
fill_modules (LscQuery *self, LscTable *table, GError **error)
{
  if (!_lsc_query_load_runs (self, error))
    return FALSE;
  for (guint i = 0; i < self->runs->len; i++)
    {
      LscRun *run = g_ptr_array_index (self->runs, i);
      g_autoptr (GError) failure = NULL;

      if (add_modules (self, table, run, &failure))
        continue;
      if (!lsc_job_check (self->account.job, error))
        return FALSE;
      lsc_run_take_notice (
          run, lsc_notice_new (LSC_SEVERITY_WARNING, "no-modules", "%s", failure->message), NULL,
          -1);
    }
  return TRUE;
}

static void
copy_value (LscTable *to, gsize row, guint column, LscValue value)
{
  if (value.is_null)
    return;
  if (value.type == LSC_TYPE_TEXT)
    lsc_table_set_text (to, row, column, value.text);
  else if (value.type == LSC_TYPE_INT)
    lsc_table_set_int (to, row, column, value.integer);
  else
    lsc_table_set_real (to, row, column, value.real);
}

/* Adds the rows of @from, as far as @to has its columns. */
static void
append_rows (LscTable *to, const LscTable *from)
{
  gsize first = lsc_table_get_n_rows (to);

  for (gsize row = 0; row < lsc_table_get_n_rows (from); row++)
    lsc_table_add_row (to);
  for (guint i = 0; i < lsc_table_get_n_columns (from); i++)
    {
      int column = lsc_table_find_column (to, lsc_table_get_column (from, i)->name);

      for (gsize row = 0; column >= 0 && row < lsc_table_get_n_rows (from); row++)
        copy_value (to, first + row, (guint) column, lsc_table_get (from, row, i));
    }
}

static gboolean
fill_blocks (LscQuery *self, LscTable *table, GError **error)
{
  LscPipelineOptions options = { 0 };
  g_autoptr (GError) failure = NULL;
  g_autoptr (LscPipeline) pipeline = NULL;
  g_autoptr (LscTable) blocks = NULL;

  if (!_lsc_query_load_runs (self, error))
    return FALSE;
  if (self->runs->len > 0)
    pipeline = lsc_pipeline_new (self->runs, &options, self->account.job, &failure);
  if (!pipeline)
    {
      if (!lsc_job_check (self->account.job, error))
        return FALSE;
      /* A recording without a pipeline has no blocks; the notice says why. */
      if (failure)
        lsc_notices_add (self->notices,
                         lsc_notice_new (LSC_SEVERITY_NOTE, "no-pipeline", "%s", failure->message));
      return TRUE;
    }
  blocks = lsc_pipeline_block_table (pipeline);
  append_rows (table, blocks);
  return TRUE;
}

/* Numbers of slices are those of SQL. */
static void
add_blocks_of_memory (LscTable *table, LscMemory *memory, guint index)
{
  gsize first = lsc_table_get_n_rows (table);
  guint slice = (guint) lsc_table_find_column (table, "slice_id");
  g_autoptr (LscTable) blocks = lsc_memory_get_table (memory, LSC_MEMORY_TABLE_BLOCKS);

  append_rows (table, blocks);
  for (gsize row = 0; row < lsc_table_get_n_rows (blocks); row++)
    {
      LscValue id = lsc_table_get_named (blocks, row, "slice");

      if (!id.is_null)
        lsc_table_set_int (table, first + row, slice, LSC_SQL_SLICE_ID (index, id.integer));
    }
}

/* A rank that recorded no memory has no blocks. */
static gboolean
fill_blocks_of_memory (LscQuery *self, LscTable *table, GError **error)
{
  if (!_lsc_query_load_timelines (self))
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  for (guint i = 0; i < self->sources->len; i++)
    {
      g_autoptr (LscMemoryLog) log =
          self->timelines[i] ? lsc_memory_log_new_from_timeline (self->timelines[i], self->notices,
                                                                 self->account.job, NULL)
                             : NULL;
      g_autoptr (LscMemory) memory =
          log ? lsc_memory_new (log, self->timelines[i], self->account.job, NULL) : NULL;

      if (memory)
        add_blocks_of_memory (table, memory, i);
      if (!lsc_job_check (self->account.job, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer full) (nullable): a table filled from the recordings */
static LscTable *
make_table (LscQuery *self, const LscSqlTable *about, GError **error)
{
  g_autoptr (LscTable) table = lsc_sql_table_new (about);
  static const struct
  {
    const char *name;
    gboolean (*fill) (LscQuery *self, LscTable *table, GError **error);
  } of_runs[] = { { "blocks", fill_blocks },
                  { "blocks_of_memory", fill_blocks_of_memory },
                  { "modules", fill_modules },
                  { "shapes", _lsc_query_fill_shapes } };
  gint64 first_node = 0;

  for (guint i = 0; i < G_N_ELEMENTS (of_runs); i++)
    if (strcmp (about->name, of_runs[i].name) == 0)
      return of_runs[i].fill (self, table, error) ? g_steal_pointer (&table) : NULL;
  if (!_lsc_query_load_timelines (self))
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return NULL;
    }
  for (guint i = 0; i < self->sources->len; i++)
    {
      if (!lsc_job_check (self->account.job, error))
        return NULL;
      if (!self->timelines[i])
        continue;
      lsc_sql_table_add_timeline (table, self->timelines[i], i, first_node);
      first_node += self->timelines[i]->nodes->len;
    }
  return g_steal_pointer (&table);
}

/* Returns: (transfer none) (nullable): NULL with LscQuery.error */
LscTable *
_lsc_query_get_table (LscQuery *self, const LscSqlTable *about)
{
  LscTable *table = g_hash_table_lookup (self->tables, about);

  if (table)
    return table;
  g_clear_error (&self->error);
  lsc_query_account_pause (&self->account);
  table = make_table (self, about, &self->error);
  lsc_query_account_resume (&self->account);
  if (table)
    g_hash_table_insert (self->tables, (gpointer) about, table);
  return table;
}
