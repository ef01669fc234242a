/* lsc-mode-export-summary.c - export_summary: kernels and calls as the exporter of texts lists them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/lsc-time.h"
#include "session/modes/lsc-mode-private.h"

/* modes.md#export-summary */

#define MISSING "N/A"

static const LscColumn api_columns[] = {
  LSC_MODE_TEXT ("API Name"),     LSC_MODE_TEXT ("Total Time(ns)"), LSC_MODE_TEXT ("Count"),
  LSC_MODE_TEXT ("Avg Time(ns)"), LSC_MODE_TEXT ("Min Time(ns)"),   LSC_MODE_TEXT ("Max Time(ns)"),
  LSC_MODE_INT ("rank"),
};

static const LscModeTable tables[] = {
  { "api_statistic", "api_statistic" },
  { "kernel_details", "kernel_details" },
};

/** Columns of kernel_details before those of the counters. */
enum
{
  NAME,
  BLOCKS,
  MIX_BLOCKS,
  OP_TYPE,
  TASK_TYPE,
  INPUT_FORMATS,
  INPUT_SHAPES,
  INPUT_TYPES,
  OUTPUT_SHAPES,
  OUTPUT_FORMATS,
  OUTPUT_TYPES,
  OP_STATE,
  START,
  DURATION,
  DEVICE,
  MODEL,
  STREAM,
  CONTEXT,
  TASK,
  N_COLUMNS,
};

static const char *const names[] = {
  [NAME] = "op_name",
  [BLOCKS] = "block_dim",
  [MIX_BLOCKS] = "mix_block_dim",
  [OP_TYPE] = "op_type",
  [TASK_TYPE] = "task_type",
  [INPUT_FORMATS] = "input_formats",
  [INPUT_SHAPES] = "input_shapes",
  [INPUT_TYPES] = "input_data_types",
  [OUTPUT_SHAPES] = "output_shapes",
  [OUTPUT_FORMATS] = "output_formats",
  [OUTPUT_TYPES] = "output_data_types",
  [OP_STATE] = "op_state",
  [START] = "task_start_time",
  [DURATION] = "task_duration",
  [DEVICE] = "device_id",
  [MODEL] = "model_id",
  [STREAM] = "stream_id",
  [CONTEXT] = "context_id",
  [TASK] = "task_id",
};

/** A kernel or an op; %NULL and %LSC_INT_NULL = missing. */
typedef struct
{
  gint64 id; /* of the task, by which its counters are found */
  gint64 start;
  gint64 end;
  const char *texts[N_COLUMNS];
  gint64 numbers[N_COLUMNS];
} Kernel;

/** What is read of all ranks. */
typedef struct
{
  GArray *kernels; /* of the rank at work */
  GHashTable *counters;
  GPtrArray *counter_names; /* of all ranks, sorted */
  gboolean has_state;
} Work;

static gboolean
is_number (guint column)
{
  return column == BLOCKS || column == MIX_BLOCKS || column >= DEVICE;
}

static void
read_kernels (LscModeRank *rank, GArray *kernels, gboolean has_state)
{
  gboolean has_num = _lsc_mode_rank_has_column (rank, "COMPUTE_TASK_INFO", "blockNum");
  g_autofree char *sql = g_strdup_printf (
      "SELECT c.name, c.%s, c.%s, c.opType, c.taskType, c.inputFormats, c.inputShapes, "
      "c.inputDataTypes, c.outputShapes, c.outputFormats, c.outputDataTypes, %s, t.startNs, "
      "t.endNs, t.deviceId, t.modelId, t.streamId, t.contextId, t.taskId, t.globalTaskId "
      "FROM TASK t JOIN COMPUTE_TASK_INFO c ON c.globalTaskId = t.globalTaskId",
      has_num ? "blockNum" : "blockDim", has_num ? "mixBlockNum" : "mixBlockDim",
      has_state && _lsc_mode_rank_has_column (rank, "COMPUTE_TASK_INFO", "opState") ? "c.opState"
                                                                                    : "NULL");
  sqlite3_stmt *stmt = _lsc_mode_rank_ask (rank, sql);

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      Kernel kernel = { .id = sqlite3_column_int64 (stmt, N_COLUMNS),
                        .start = sqlite3_column_int64 (stmt, START),
                        .end = sqlite3_column_int64 (stmt, DURATION) };

      for (int i = 0; i < N_COLUMNS; i++)
        if (is_number ((guint) i))
          kernel.numbers[i] = sqlite3_column_type (stmt, i) == SQLITE_NULL
                                  ? LSC_INT_NULL
                                  : sqlite3_column_int64 (stmt, i);
        else if (i != START && i != DURATION)
          kernel.texts[i] = _lsc_mode_rank_get_text_at (rank, stmt, i);
      if (kernel.start >= rank->begin && kernel.start <= rank->end)
        g_array_append_val (kernels, kernel);
    }
}

/* Ops have the device and the model of their tasks, unless these differ. */
static void
read_ops (LscModeRank *rank, GArray *kernels)
{
  sqlite3_stmt *stmt =
      lsc_db_has_table (rank->db, "COMMUNICATION_OP") &&
              lsc_db_has_table (rank->db, "COMMUNICATION_TASK_INFO")
          ? _lsc_mode_rank_ask (
                rank, "SELECT o.opName, o.opType, o.startNs, o.endNs, MIN (t.deviceId), "
                      "MAX (t.deviceId), MIN (t.modelId), MAX (t.modelId) FROM COMMUNICATION_OP o "
                      "JOIN COMMUNICATION_TASK_INFO c ON c.opId = o.opId "
                      "JOIN TASK t ON t.globalTaskId = c.globalTaskId GROUP BY o.opId")
          : NULL;

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      Kernel kernel = { .id = LSC_INT_NULL,
                        .start = sqlite3_column_int64 (stmt, 2),
                        .end = sqlite3_column_int64 (stmt, 3) };

      for (guint i = 0; i < N_COLUMNS; i++)
        kernel.numbers[i] = LSC_INT_NULL;
      kernel.texts[NAME] = _lsc_mode_rank_get_text_at (rank, stmt, 0);
      kernel.texts[OP_TYPE] = _lsc_mode_rank_get_text_at (rank, stmt, 1);
      kernel.texts[TASK_TYPE] = "COMMUNICATION";
      kernel.numbers[DEVICE] = sqlite3_column_int64 (stmt, 4);
      kernel.numbers[MODEL] = sqlite3_column_int64 (stmt, 6);
      if (sqlite3_column_int64 (stmt, 4) == sqlite3_column_int64 (stmt, 5) &&
          sqlite3_column_int64 (stmt, 6) == sqlite3_column_int64 (stmt, 7) &&
          kernel.start >= rank->begin && kernel.start <= rank->end)
        g_array_append_val (kernels, kernel);
    }
}

/* By start, then by name: the reference joins both kinds by a union, which sorts by names. */
static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const Kernel *x = a, *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return g_strcmp0 (x->texts[NAME], y->texts[NAME]);
}

static void
free_values (gpointer data)
{
  g_hash_table_unref (data);
}

/* Of each task its counters, by name: the digits. */
static GHashTable *
read_counters (LscModeRank *rank)
{
  GHashTable *tasks = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, free_values);
  sqlite3_stmt *stmt =
      lsc_db_has_table (rank->db, "TASK_PMU_INFO")
          ? _lsc_mode_rank_ask (rank, "SELECT globalTaskId, name, value FROM TASK_PMU_INFO")
          : NULL;

  while (_lsc_mode_rank_next (rank, &stmt))
    {
      gpointer id = GSIZE_TO_POINTER ((gsize) sqlite3_column_int64 (stmt, 0));
      const char *name = _lsc_mode_rank_get_text_at (rank, stmt, 1);
      GHashTable *values = g_hash_table_lookup (tasks, id);
      gboolean is_time = name && g_str_has_suffix (name, "_time");
      g_autofree char *text =
          _lsc_mode_real_text (sqlite3_column_double (stmt, 2) / (is_time ? 1000 : 1));

      if (!name || sqlite3_column_type (stmt, 2) == SQLITE_NULL)
        continue;
      if (!values)
        {
          values = g_hash_table_new (g_direct_hash, g_direct_equal);
          g_hash_table_insert (tasks, id, values);
        }
      g_hash_table_insert (values, (gpointer) name, (gpointer) _lsc_mode_keep (rank->run, text));
    }
  return tasks;
}

/* A number is written with a point where some of its column are missing. */
static void
put_number (LscModeRow *out, gint64 value, gboolean is_real)
{
  g_autofree char *text = NULL;

  if (value == LSC_INT_NULL)
    text = g_strdup (MISSING);
  else
    text = is_real ? _lsc_mode_real_text ((double) value) : g_strdup_printf ("%" PRId64, value);
  _lsc_mode_put_text (out, text);
}

static void
put_counters (LscModeRow *out, const Work *work, const Kernel *kernel)
{
  GHashTable *values =
      kernel->id == LSC_INT_NULL
          ? NULL
          : g_hash_table_lookup (work->counters, GSIZE_TO_POINTER ((gsize) kernel->id));

  for (guint i = 0; i < work->counter_names->len; i++)
    {
      const char *value =
          values ? g_hash_table_lookup (values, work->counter_names->pdata[i]) : NULL;

      _lsc_mode_put_text (out, value ? value : kernel->id == LSC_INT_NULL ? MISSING : "0.0");
    }
}

static gboolean
is_first_kernel (const Work *work, guint index)
{
  if (g_array_index (work->kernels, Kernel, index).id == LSC_INT_NULL)
    return FALSE;
  for (guint i = 0; i < index; i++)
    if (g_array_index (work->kernels, Kernel, i).id != LSC_INT_NULL)
      return FALSE;
  return TRUE;
}

/* The reference takes times for doubles, and the time from the start of the row before to the end;
 * of the first kernel 0, and nothing for an op before all. */
static void
put_wait (LscModeRow *out, const Work *work, guint index)
{
  const Kernel *kernel = &g_array_index (work->kernels, Kernel, index);
  gboolean is_first = index < 1 || is_first_kernel (work, index);
  g_autofree char *text = _lsc_mode_real_text (
      is_first ? 0 : ((double) kernel->end - (double) kernel[-1].start) / 1000);

  _lsc_mode_put_text (out, index == 0 && kernel->id == LSC_INT_NULL ? "" : text);
}

static void
write_kernel (LscTable *table, const Work *work, guint index, const gboolean *has_missing,
              gint64 rank)
{
  const Kernel *kernel = &g_array_index (work->kernels, Kernel, index);
  g_autofree char *start = _lsc_mode_real_text (
      (double) (kernel->start / 1000) + (double) (kernel->start % 1000) / 1000); /* rounded once */
  g_autofree char *duration = _lsc_mode_real_text ((double) (kernel->end - kernel->start) / 1000);
  LscModeRow out = _lsc_mode_row (table);

  for (guint i = 0; i < N_COLUMNS; i++)
    if (i == OP_STATE && !work->has_state)
      continue;
    else if (i == START || i == DURATION)
      _lsc_mode_put_text (&out, i == START ? start : duration);
    else if (is_number (i))
      put_number (&out, kernel->numbers[i], has_missing[i]);
    else
      _lsc_mode_put_text (&out, kernel->texts[i] ? kernel->texts[i] : MISSING);
  put_counters (&out, work, kernel);
  put_wait (&out, work, index);
  _lsc_mode_put_int (&out, rank);
}

static void
write_kernels (LscModeRank *rank, LscTable *table, Work *work)
{
  gboolean has_missing[N_COLUMNS] = { FALSE };

  work->kernels = g_array_new (FALSE, FALSE, sizeof (Kernel));
  read_kernels (rank, work->kernels, work->has_state);
  read_ops (rank, work->kernels);
  work->counters = read_counters (rank);
  g_array_sort (work->kernels, compare_starts);
  for (guint i = 0; i < work->kernels->len; i++)
    for (guint k = 0; k < N_COLUMNS; k++)
      has_missing[k] |= g_array_index (work->kernels, Kernel, i).numbers[k] == LSC_INT_NULL;
  for (guint i = 0; i < work->kernels->len; i++)
    write_kernel (table, work, i, has_missing, rank->rank);
  g_array_unref (work->kernels);
  g_hash_table_unref (work->counters);
}

static int
compare_sums (gconstpointer a, gconstpointer b)
{
  double sum_a = 0, sum_b = 0;
  const LscModeGroup *x = *(LscModeGroup *const *) a, *y = *(LscModeGroup *const *) b;

  for (guint i = 0; i < x->values->len; i++)
    sum_a += g_array_index (x->values, double, i);
  for (guint i = 0; i < y->values->len; i++)
    sum_b += g_array_index (y->values, double, i);
  return (sum_a < sum_b) - (sum_a > sum_b);
}

/* The calls by name; the durations are those of their tasks, as in the reference. */
static void
write_calls (LscModeRank *rank, LscTable *table)
{
  LscModeGroups groups;
  sqlite3_stmt *stmt =
      _lsc_mode_rank_ask (rank, "SELECT a.name, t.startNs, t.endNs FROM CANN_API a "
                                "JOIN TASK t ON t.connectionId = a.connectionId");

  _lsc_mode_groups_init (&groups);
  while (_lsc_mode_rank_next (rank, &stmt))
    {
      LscModeKey key = { .texts = { _lsc_mode_rank_get_text_at (rank, stmt, 0) } };
      gint64 start = sqlite3_column_int64 (stmt, 1);

      if (key.texts[0] && start >= rank->begin && start <= rank->end)
        _lsc_mode_group_add (_lsc_mode_groups_get (&groups, &key),
                             (double) (sqlite3_column_int64 (stmt, 2) - start), rank->rank);
    }
  g_ptr_array_sort (groups.list, compare_sums);
  for (guint i = 0; i < groups.list->len; i++)
    {
      const LscModeGroup *group = groups.list->pdata[i];
      LscModeRow out = _lsc_mode_row (table);
      LscModeFigures figures;
      g_autofree char *mean = NULL;

      _lsc_mode_describe (group->values, &figures);
      mean = _lsc_mode_real_text (figures.mean);
      _lsc_mode_put_text (&out, group->key.texts[0]);
      put_number (&out, (gint64) figures.sum, FALSE);
      put_number (&out, figures.count, FALSE);
      _lsc_mode_put_text (&out, mean);
      put_number (&out, (gint64) figures.min, FALSE);
      put_number (&out, (gint64) figures.max, FALSE);
      _lsc_mode_put_int (&out, rank->rank);
    }
  _lsc_mode_groups_clear (&groups);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Which counters there are, and whether states are recorded: the columns of all ranks. */
static void
find_columns (LscModeRank *rank, Work *work)
{
  sqlite3_stmt *stmt = lsc_db_has_table (rank->db, "TASK_PMU_INFO")
                           ? _lsc_mode_rank_ask (rank, "SELECT DISTINCT name FROM TASK_PMU_INFO")
                           : NULL;

  work->has_state |= _lsc_mode_rank_has_column (rank, "COMPUTE_TASK_INFO", "opState");
  while (_lsc_mode_rank_next (rank, &stmt))
    {
      const char *name = _lsc_mode_rank_get_text_at (rank, stmt, 0);

      if (name && !g_ptr_array_find (work->counter_names, name, NULL))
        g_ptr_array_add (work->counter_names, (gpointer) name);
    }
}

static const char *
title_of_counter (const char *name)
{
  if (strcmp (name, "aic_total_time") == 0)
    return "aicore_time";
  return strcmp (name, "aiv_total_time") == 0 ? "aiv_time" : name;
}

static LscTable *
add_kernel_table (LscModeRun *run, const Work *work)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, TRUE, sizeof (LscColumn));
  LscColumn wait = LSC_MODE_TEXT ("task_wait_time");
  LscColumn rank = LSC_MODE_INT ("rank");

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      LscColumn column = LSC_MODE_TEXT (names[i]);

      if (i != OP_STATE || work->has_state)
        g_array_append_val (columns, column);
    }
  for (guint i = 0; i < work->counter_names->len; i++)
    {
      const char *title = title_of_counter (work->counter_names->pdata[i]);
      LscColumn column = LSC_MODE_TEXT (g_intern_string (title));

      g_array_append_val (columns, column);
    }
  g_array_append_val (columns, wait);
  g_array_append_val (columns, rank);
  return _lsc_mode_add_table (run, tables[1].name,
                              (const LscColumn *) (gconstpointer) columns->data, columns->len);
}

static gboolean
run_mode (LscModeRun *self, GError **error)
{
  static const char *const needed[] = { "TASK", "COMPUTE_TASK_INFO", "CANN_API", "STRING_IDS",
                                        NULL };
  Work work = { .counter_names = g_ptr_array_new () };
  LscTable *calls = _LSC_MODE_ADD_TABLE (self, tables[0].name, api_columns);
  LscTable *kernels;
  LscModeRank rank;

  for (guint i = 0; i < self->sources->len; i++)
    if (_lsc_mode_rank_open (&rank, self, i, needed))
      {
        find_columns (&rank, &work);
        write_calls (&rank, calls);
        self->n_used++;
        _lsc_mode_rank_close (&rank);
      }
  g_ptr_array_sort (work.counter_names, compare_names);
  kernels = add_kernel_table (self, &work);
  for (guint i = 0; i < self->sources->len && self->n_used > 0; i++)
    if (_lsc_mode_rank_open (&rank, self, i, needed))
      {
        write_kernels (&rank, kernels, &work);
        _lsc_mode_rank_close (&rank);
      }
  g_ptr_array_unref (work.counter_names);
  return TRUE;
}

const LscMode _lsc_mode_export_summary = {
  .name = "export_summary",
  .folder = "ExportSummary",
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .has_text = TRUE,
  .is_by_rank = TRUE,
  .run = run_mode,
};
