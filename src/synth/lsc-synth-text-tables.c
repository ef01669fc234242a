/* lsc-synth-text-tables.c - kernel_details.csv and step_trace_time.csv
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>
#include <sqlite3.h>

#include "synth/lsc-synth-text.h"

/* One line of kernel_details.csv: a kernel or a communication operator. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint index;
  gboolean is_comm;
} Line;

static gint
compare_lines (gconstpointer a, gconstpointer b)
{
  const Line *x = a, *y = b;

  if (x->begin_ns != y->begin_ns)
    return x->begin_ns < y->begin_ns ? -1 : 1;
  if (x->is_comm != y->is_comm)
    return x->is_comm ? 1 : -1;
  return (x->index > y->index) - (x->index < y->index);
}

static GArray *
list_lines (const LscSynthRows *rows)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));

  for (guint i = 0; i < rows->tasks->len; i++)
    {
      const LscSynthTaskRow *row = &g_array_index (rows->tasks, LscSynthTaskRow, i);
      Line line = { row->begin_ns, row->end_ns, i, FALSE };

      if (row->compute >= 0)
        g_array_append_val (lines, line);
    }
  for (guint i = 0; i < rows->comms->len; i++)
    {
      const LscSynthCommRow *row = &g_array_index (rows->comms, LscSynthCommRow, i);
      Line line = { row->begin_ns, row->end_ns, i, TRUE };

      g_array_append_val (lines, line);
    }
  g_array_sort (lines, compare_lines);
  return lines;
}

/* Step in which the host launched it: its mark is the last one that begins before the launch. */
static gint64
step_of (const LscSynthRows *rows, gint64 connection, gint64 begin_ns)
{
  gint64 step = rows->steps->len > 0 ? g_array_index (rows->steps, LscSynthStepRow, 0).id : 0;
  const gint64 call = lsc_synth_rows_find (rows->call_of, connection);
  const gint64 ns =
      call >= 0 ? g_array_index (rows->calls, LscSynthCallRow, call).begin_ns : begin_ns;

  for (guint i = 0; i < rows->steps->len; i++)
    if (g_array_index (rows->steps, LscSynthStepRow, i).begin_ns <= ns)
      step = g_array_index (rows->steps, LscSynthStepRow, i).id;
  return step;
}

static void
put_text (LscSynthWriter *out, const LscSynthRows *rows, gint64 id)
{
  lsc_synth_put (out, ",");
  lsc_synth_put_csv (out, lsc_synth_rows_text (rows, id));
}

static void
put_kernel (LscSynthWriter *out, const LscSynthRows *rows, const Line *line, gint64 wait_ns)
{
  const LscSynthTaskRow *task = &g_array_index (rows->tasks, LscSynthTaskRow, line->index);
  const LscSynthKernelRow *kernel =
      &g_array_index (rows->kernels, LscSynthKernelRow, task->compute);
  const gint64 texts[] = { kernel->in_shapes,  kernel->in_types,  kernel->in_formats,
                           kernel->out_shapes, kernel->out_types, kernel->out_formats };

  lsc_synth_put_int (out, step_of (rows, task->connection, line->begin_ns));
  lsc_synth_put (out, ",4294967295,");
  lsc_synth_put_int (out, task->task);
  lsc_synth_put (out, ",");
  lsc_synth_put_int (out, task->stream);
  put_text (out, rows, kernel->name);
  put_text (out, rows, kernel->op_type);
  lsc_synth_put (out, ",N/A");
  put_text (out, rows, kernel->core);
  lsc_synth_put (out, ",");
  lsc_synth_put_us (out, line->begin_ns);
  lsc_synth_put (out, "\t,");
  lsc_synth_put_us (out, line->end_ns - line->begin_ns);
  lsc_synth_put (out, ",");
  lsc_synth_put_us (out, wait_ns);
  lsc_synth_put (out, ",");
  lsc_synth_put_int (out, kernel->blocks);
  lsc_synth_put (out, ",0,N/A");
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    put_text (out, rows, texts[i]);
  lsc_synth_put (out, ",N/A\r\n");
}

static void
put_comm (LscSynthWriter *out, const LscSynthRows *rows, const Line *line, gint64 wait_ns)
{
  const LscSynthCommRow *row = &g_array_index (rows->comms, LscSynthCommRow, line->index);

  lsc_synth_put_int (out, step_of (rows, row->connection, line->begin_ns));
  lsc_synth_put (out, ",N/A,N/A,N/A");
  put_text (out, rows, row->name);
  put_text (out, rows, row->type);
  lsc_synth_put (out, ",N/A,HCCL,");
  lsc_synth_put_us (out, line->begin_ns);
  lsc_synth_put (out, "\t,");
  lsc_synth_put_us (out, line->end_ns - line->begin_ns);
  lsc_synth_put (out, ",");
  lsc_synth_put_us (out, wait_ns);
  lsc_synth_put (out, ",N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A\r\n");
}

static gboolean
write_kernels (const LscSynthRows *rows, const char *output, GError **error)
{
  static const char head[] =
      "Step Id,Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start "
      "Time(us),Duration(us),Wait Time(us),Block Dim,Mix Block Dim,HF32 Eligible,Input "
      "Shapes,Input Data Types,Input Formats,Output Shapes,Output Data Types,Output "
      "Formats,Context ID\r\n";
  g_autofree char *path = g_build_filename (output, "kernel_details.csv", NULL);
  g_autoptr (GArray) lines = list_lines (rows);
  LscSynthWriter *out = lsc_synth_writer_new (path, FALSE, error);
  gint64 last_ns = 0;

  if (out == NULL)
    return FALSE;
  lsc_synth_put (out, head);
  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);
      gint64 wait_ns = i > 0 ? MAX (0, line->begin_ns - last_ns) : 0;

      if (line->is_comm)
        put_comm (out, rows, line, wait_ns);
      else
        put_kernel (out, rows, line, wait_ns);
      last_ns = line->end_ns;
    }
  return lsc_synth_writer_close (out, error);
}

static gboolean
write_steps (const char *output, GError **error)
{
  g_autofree char *path = g_build_filename (output, "step_trace_time.csv", NULL);
  g_autofree char *source = g_build_filename (output, "analysis.db", NULL);
  LscSynthWriter *out = lsc_synth_writer_new (path, FALSE, error);
  sqlite3 *db = NULL;
  sqlite3_stmt *stmt = NULL;

  if (out == NULL)
    return FALSE;
  lsc_synth_put (out,
                 "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,"
                 "Bubble,Communication(Not Overlapped and Exclude Receive),Preparing\n");
  if (sqlite3_open_v2 (source, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
      sqlite3_prepare_v2 (db,
                          "SELECT step, computing, communication_not_overlapped, overlapped, "
                          "communication, free, stage, bubble, "
                          "communication_not_overlapped_and_exclude_receive, preparing FROM "
                          "StepTraceTime",
                          -1, &stmt, NULL) == SQLITE_OK)
    while (sqlite3_step (stmt) == SQLITE_ROW)
      for (int i = 0; i < 10; i++)
        {
          lsc_synth_put (out, i > 0 ? "," : "");
          lsc_synth_put (out, (const char *) sqlite3_column_text (stmt, i));
          lsc_synth_put (out, i == 9 ? "\n" : "");
        }
  sqlite3_finalize (stmt);
  sqlite3_close (db);
  return lsc_synth_writer_close (out, error);
}

/**
 * lsc_synth_text_write_tables:
 * @output: folder ASCEND_PROFILER_OUTPUT; holds analysis.db
 *
 * Writes kernel_details.csv and step_trace_time.csv (formats.md#kernel-details, #text-tables).
 *
 * Returns: %FALSE if they cannot be written
 */
gboolean
lsc_synth_text_write_tables (const LscSynthRows *rows, const char *output, GError **error)
{
  return write_kernels (rows, output, error) && write_steps (output, error);
}
