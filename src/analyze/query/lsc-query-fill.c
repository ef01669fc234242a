/* lsc-query-fill.c - the result tables that a query can read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/memory/lsc-memory.h"
#include "analyze/module/lsc-tree.h"
#include "analyze/pipeline/lsc-pipeline.h"
#include "base/lsc-error.h"
#include "analyze/query/lsc-query-private.h"
#include "analyze/step/lsc-timeline-complete.h"

/* ---- recordings -------------------------------------------------------------------------------
 */

static void
note_failure (LscQuery *self, LscSource *source, const GError *error)
{
  LscNotice *notice = lsc_notice_new (LSC_SEVERITY_ERROR, "rank-not-read", "%s", error->message);

  lsc_notice_set_place (notice, source->rank, source->file, NULL);
  lsc_notices_add (self->notices, notice);
  self->n_failed++;
}

static gboolean
load_timeline (LscQuery *self, guint index, GError **error)
{
  LscSource *source = g_ptr_array_index (self->sources, index);
  g_autoptr (LscTimeline) timeline = self->loader.load_timeline (
      self->loader.data, source, self->loader.n_threads, self->account.job, error);

  if (!timeline || (!lsc_timeline_get_analysis (timeline) &&
                    !lsc_timeline_complete (timeline, self->account.job, error)))
    return FALSE;
  lsc_notices_add_all (self->notices, timeline->notices);
  self->timelines[index] = g_steal_pointer (&timeline);
  return TRUE;
}

static gboolean
load_timelines (LscQuery *self)
{
  gsize n_loaded = 0;

  for (guint i = 0; i < self->sources->len; i++)
    {
      g_autoptr (GError) error = NULL;

      if (!self->timelines[i] && !load_timeline (self, i, &error))
        {
          if (lsc_job_is_cancelled (self->account.job) || (self->sources->len == 1))
            {
              self->error = g_steal_pointer (&error);
              return FALSE;
            }
          note_failure (self, g_ptr_array_index (self->sources, i), error);
        }
      n_loaded += self->timelines[i] != NULL;
    }
  if (n_loaded > 0)
    return TRUE;
  return lsc_fail (&self->error, LSC_ERROR_NOTHING, _ ("None of the ranks could be read."));
}

/*
 * Reads the timelines that are not there yet. A rank that cannot be read is a notice; only when
 * none can, or the user cancels, the statement fails.
 */
gboolean
_lsc_query_load_timelines (LscQuery *self)
{
  if (self->are_timelines_loaded)
    return TRUE;
  g_clear_error (&self->error);
  lsc_query_account_pause (&self->account);
  self->are_timelines_loaded = load_timelines (self);
  lsc_query_account_resume (&self->account);
  return self->are_timelines_loaded;
}

/* Reads the runs for the module tree and the pipeline, once. */
static gboolean
load_runs (LscQuery *self, GError **error)
{
  if (self->runs)
    return TRUE;
  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_run_unref);
  for (guint i = 0; i < self->sources->len; i++)
    {
      LscSource *source = g_ptr_array_index (self->sources, i);
      g_autoptr (GError) failure = NULL;
      LscRun *run = self->loader.load_run (self->loader.data, source, LSC_LOAD_EVERYTHING,
                                           self->account.job, &failure);

      if (run)
        {
          lsc_notices_add_all (self->notices, run->notices);
          g_ptr_array_add (self->runs, run);
        }
      else if (lsc_job_is_cancelled (self->account.job))
        {
          g_clear_pointer (&self->runs, g_ptr_array_unref);
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      else
        note_failure (self, source, failure);
    }
  return TRUE;
}

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
  if (!load_runs (self, error))
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

  if (!load_runs (self, error))
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

/* The slice of a kernel: NULL where the timeline does not have it. */
static void
set_slice_id (LscQuery *self, LscTable *table, gsize row, guint index, const LscKernel *kernel,
              const char *name)
{
  LscTimeline *timeline = self->timelines[index];
  LscSpot spot = timeline
                     ? lsc_timeline_find_slice (timeline, G_GUINT64_CONSTANT (1) << LSC_ROLE_STREAM,
                                                kernel->start_ns, kernel->end_ns, name)
                     : LSC_SPOT_NONE;

  if (spot.node != LSC_SLICE_NONE)
    lsc_table_set_int (table, row, 1,
                       LSC_SQL_SLICE_ID (index, lsc_timeline_get_id (timeline, spot)));
}

static void
add_shape (LscQuery *self, LscTable *table, const LscRun *run, guint index, const LscKernel *kernel)
{
  const LscKernelDetail *detail = &run->kernel_details.items[kernel->detail];
  const guint32 texts[] = { kernel->name,         detail->op_type,     detail->task_type,
                            detail->input_shapes, detail->input_types, detail->output_shapes };
  gsize row = lsc_table_add_row (table);

  lsc_table_set_int (table, row, 0, run->rank);
  set_slice_id (self, table, row, index, kernel, lsc_run_text (run, kernel->name));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i] != LSC_STRING_NONE)
      lsc_table_set_text (table, row, 2 + i, lsc_run_text (run, texts[i]));
  lsc_table_set_int (table, row, 8, kernel->start_ns);
  lsc_table_set_int (table, row, 9, kernel->end_ns - kernel->start_ns);
}

static guint
find_source (const LscQuery *self, const LscSource *source)
{
  guint index = 0;

  while (index < self->sources->len && self->sources->pdata[index] != source)
    index++;
  return index;
}

static gboolean
fill_shapes (LscQuery *self, LscTable *table, GError **error)
{
  if (!load_runs (self, error))
    return FALSE;
  if (!_lsc_query_load_timelines (self))
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  for (guint i = 0; i < self->runs->len; i++)
    {
      const LscRun *run = g_ptr_array_index (self->runs, i);
      guint index = find_source (self, run->source);

      for (gsize k = 0; k < run->kernels.n && index < self->sources->len; k++)
        {
          if (run->kernels.items[k].kernel_class == LSC_KERNEL_COMPUTE &&
              run->kernels.items[k].detail < run->kernel_details.n)
            add_shape (self, table, run, index, &run->kernels.items[k]);
          if (k % 4096 == 0 && !lsc_job_check (self->account.job, error))
            return FALSE;
        }
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
                  { "shapes", fill_shapes } };
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
