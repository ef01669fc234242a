/* lsc-run-from-timeline-shapes.c - types and shapes of kernels, from the table of a text export
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/facts/lsc-run-from-timeline-private.h"

#include <string.h>

#include "base/lsc-csv.h"
#include "read/text/lsc-trace-view.h"

/* trace_view.json does not know what a kernel computed; kernel_details.csv does
 * (formats.md#kernel-details). Rows and slices meet by start, stream and name; the two files may
 * round a start differently by a nanosecond. */

#define ROUNDING_NS 1
#define MOST_COUNTERS 32

typedef struct
{
  int name;
  int start;
  int stream;
  int op_type;
  int core;
  int input_shapes;
  int input_types;
  int output_shapes;
  int output_types;
  int input_formats;
  int output_formats;
  int cores;
  int state;
  int counters[MOST_COUNTERS]; /* of each of lsc_counter_name_list() */
} Columns;

static gboolean
find_columns (const LscCsv *csv, Columns *self)
{
  static const char *const names[] = { "Name", "Op Name", NULL };
  static const char *const starts[] = { "Start Time(us)", "Task Start Time(us)", NULL };
  static const char *const types[] = { "Type", "OP Type", NULL };
  static const char *const accelerators[] = { "Accelerator Core", "Task Type", NULL };
  static const char *const cores[] = { "Block Num", "Block Dim", NULL };
  gsize n_counters;
  const LscCounterName *counters = lsc_counter_name_list (&n_counters);

  g_assert (n_counters <= MOST_COUNTERS);

  self->name = lsc_csv_find_any (csv, names);
  self->start = lsc_csv_find_any (csv, starts);
  self->stream = lsc_csv_find (csv, "Stream ID");
  self->op_type = lsc_csv_find_any (csv, types);
  self->core = lsc_csv_find_any (csv, accelerators);
  self->input_shapes = lsc_csv_find (csv, "Input Shapes");
  self->input_types = lsc_csv_find (csv, "Input Data Types");
  self->output_shapes = lsc_csv_find (csv, "Output Shapes");
  self->output_types = lsc_csv_find (csv, "Output Data Types");
  self->input_formats = lsc_csv_find (csv, "Input Formats");
  self->output_formats = lsc_csv_find (csv, "Output Formats");
  self->cores = lsc_csv_find_any (csv, cores);
  self->state = lsc_csv_find (csv, "OP State");
  for (gsize i = 0; i < n_counters; i++)
    self->counters[i] = lsc_csv_find (csv, counters[i].name);
  return self->name >= 0 && self->start >= 0;
}

static guint32
take_text (LscRunBuild *build, const LscCsv *csv, int column)
{
  gsize n;
  const char *text = column >= 0 ? lsc_csv_get (csv, column, &n) : NULL;

  return text ? lsc_intern_add_bytes (build->run->strings, text, n) : LSC_STRING_NONE;
}

static gsize
first_from (const LscRun *run, gint64 time_ns)
{
  gsize low = run->class_begin[LSC_KERNEL_COMPUTE];
  gsize high = run->class_begin[LSC_KERNEL_COMPUTE + 1];

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (run->kernels.items[middle].start_ns < time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The kernel that a row tells of; NULL for rows of communication. */
static LscKernel *
find_kernel (LscRunBuild *build, const LscCsv *csv, const Columns *columns)
{
  LscRun *run = build->run;
  gsize end = run->class_begin[LSC_KERNEL_COMPUTE + 1];
  gint64 start_ns, stream = -1;
  gsize n;
  const char *name = lsc_csv_get (csv, columns->name, &n);

  if (!name || !lsc_csv_get_us (csv, columns->start, &start_ns))
    return NULL;
  if (columns->stream >= 0)
    lsc_csv_get_int64 (csv, columns->stream, &stream);
  for (gsize i = first_from (run, start_ns - ROUNDING_NS);
       i < end && run->kernels.items[i].start_ns <= start_ns + ROUNDING_NS; i++)
    {
      LscKernel *kernel = &run->kernels.items[i];

      if (kernel->detail == LSC_ID_NONE && (stream < 0 || kernel->stream == (guint32) stream) &&
          lsc_intern_length (run->strings, kernel->name) == n &&
          memcmp (lsc_run_text (run, kernel->name), name, n) == 0)
        return kernel;
    }
  return NULL;
}

static void
take_counters (LscRunBuild *build, const LscCsv *csv, const Columns *columns, const char *core)
{
  LscKernelCounters *counters = lsc_kernel_counter_list_add (&build->run->kernel_counters);
  gsize n_counters, n;
  const LscCounterName *names = lsc_counter_name_list (&n_counters);
  const char *state = columns->state >= 0 ? lsc_csv_get (csv, columns->state, &n) : NULL;
  double value;

  lsc_kernel_counters_init (counters);
  counters->is_dynamic = state && n == strlen ("dynamic") && memcmp (state, "dynamic", n) == 0;
  for (gsize i = 0; i < n_counters; i++)
    if (columns->counters[i] >= 0 && lsc_csv_get_double (csv, columns->counters[i], &value))
      lsc_kernel_counters_take (counters, &names[i], core, value);
}

static void
take_row (LscRunBuild *build, const LscCsv *csv, const Columns *columns)
{
  LscKernel *kernel = find_kernel (build, csv, columns);
  LscRun *run = build->run;
  LscKernelDetail *detail;
  gint64 cores;

  if (!kernel)
    return;
  kernel->detail = (guint32) run->kernel_details.n;
  detail = lsc_kernel_details_add (&run->kernel_details);
  *detail = (LscKernelDetail){ .global_task_id = kernel->detail,
                               .op_type = take_text (build, csv, columns->op_type),
                               .task_type = take_text (build, csv, columns->core),
                               .input_shapes = take_text (build, csv, columns->input_shapes),
                               .input_types = take_text (build, csv, columns->input_types),
                               .output_shapes = take_text (build, csv, columns->output_shapes),
                               .output_types = take_text (build, csv, columns->output_types),
                               .input_formats = take_text (build, csv, columns->input_formats),
                               .output_formats = take_text (build, csv, columns->output_formats) };
  if (columns->cores >= 0 && lsc_csv_get_int64 (csv, columns->cores, &cores) && cores > 0 &&
      cores < G_MAXUINT32)
    detail->core_count = (guint32) cores;
  if (build->flags & LSC_LOAD_COUNTERS)
    take_counters (build, csv, columns, lsc_run_text (run, detail->task_type));
  if (strcmp (lsc_run_text (run, detail->task_type), "AI_CORE") == 0)
    run->max_core_count = MAX (run->max_core_count, (gint64) detail->core_count);
}

/**
 * _lsc_run_build_shapes:
 *
 * Fills LscRun.kernel_details of a text export that has a table of kernels; of others they stay
 * empty. What is wrong with the table the reader of the timeline has said.
 */
gboolean
_lsc_run_build_shapes (LscRunBuild *build, GError **error)
{
  const char *path = lsc_trace_view_get_kernel_path (build->timeline);
  g_autoptr (LscCsv) csv = path ? lsc_csv_open (path, build->job, NULL) : NULL;
  Columns columns;

  if (!csv || !find_columns (csv, &columns))
    return TRUE;
  while (lsc_csv_next (csv, NULL))
    take_row (build, csv, &columns);
  return lsc_job_check (build->job, error);
}
