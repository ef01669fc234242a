/* lsc-export-convert-kernels.c - shapes, types and counters of kernels, in a database of our own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-convert-private.h"

#include <inttypes.h>
#include <math.h>

#include "model/lsc-sql-schema.h"

#define CHECK_ROWS 4096
#define N_TEXTS 8
#define NO_KIND ((gint64) -1)

/** What the kernels of a kind have in common. @launch: (nullable) */
typedef struct
{
  const char *texts[N_TEXTS];
  guint32 blocks;
  gboolean is_dynamic;
  const LscKernelLaunch *launch;
} Kind;

typedef struct
{
  LscConvert *convert;
  const LscTimeline *timeline;
  const LscRun *run;
  GHashTable *seen; /* ids of slices: of two kernels that differ in nothing one is found twice */
} Kernels;

static const char *
get_text (const LscRun *run, guint32 id)
{
  return id == LSC_STRING_NONE ? NULL : lsc_run_text (run, id);
}

static const LscKernelDetail *
get_detail (const LscRun *run, const LscKernel *kernel)
{
  return kernel->detail < run->kernel_details.n ? &run->kernel_details.items[kernel->detail] : NULL;
}

static const LscKernelCounters *
get_counters (const LscRun *run, const LscKernel *kernel)
{
  return kernel->detail < run->kernel_counters.n ? &run->kernel_counters.items[kernel->detail]
                                                 : NULL;
}

static const LscKernelLaunch *
get_launch (const LscRun *run, gsize index)
{
  guint32 launch = run->launch_of ? run->launch_of[index] : LSC_ID_NONE;

  return launch < run->launches.n ? &run->launches.items[launch] : NULL;
}

static Kind
get_kind (const LscRun *run, gsize index)
{
  const LscKernel *kernel = &run->kernels.items[index];
  const LscKernelDetail *detail = get_detail (run, kernel);
  const LscKernelCounters *counters = get_counters (run, kernel);
  Kind kind = { .launch = get_launch (run, index) };

  if (!detail)
    return kind;
  kind.texts[0] = get_text (run, detail->op_type);
  kind.texts[1] = get_text (run, detail->task_type);
  kind.texts[2] = get_text (run, detail->input_shapes);
  kind.texts[3] = get_text (run, detail->input_types);
  kind.texts[4] = get_text (run, detail->input_formats);
  kind.texts[5] = get_text (run, detail->output_shapes);
  kind.texts[6] = get_text (run, detail->output_types);
  kind.texts[7] = get_text (run, detail->output_formats);
  kind.blocks = detail->core_count;
  kind.is_dynamic = counters && counters->is_dynamic;
  return kind;
}

/* (transfer full): all that tells kinds apart */
static char *
kind_to_text (const Kind *self)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < N_TEXTS; i++)
    g_string_append_printf (out, "%s%s\x1f", self->texts[i] ? "=" : "",
                            self->texts[i] ? self->texts[i] : "");
  g_string_append_printf (out, "%u %d", self->blocks, self->is_dynamic);
  for (guint i = 0; self->launch && i < LSC_LAUNCH_N_FIGURES; i++)
    g_string_append_printf (out, " %a", (double) self->launch->values[i]);
  return g_string_free (out, FALSE);
}

static void
bind_real (sqlite3_stmt *stmt, int column, float value)
{
  if (isnan (value))
    sqlite3_bind_null (stmt, column);
  else
    sqlite3_bind_double (stmt, column, (double) value);
}

static gboolean
add_kind (LscConvert *self, gint64 id, const Kind *kind, GError **error)
{
  sqlite3_stmt *stmt = self->inserts[LSC_CONVERT_KERNEL_KIND];
  int column = 1;

  sqlite3_bind_int64 (stmt, column++, id);
  for (guint i = 0; i < N_TEXTS; i++)
    _lsc_sql_bind_text (stmt, column++, kind->texts[i]);
  sqlite3_bind_int64 (stmt, column++, kind->blocks);
  sqlite3_bind_int (stmt, column++, kind->is_dynamic);
  for (guint i = 0; i < LSC_LAUNCH_N_FIGURES; i++)
    bind_real (stmt, column++, kind->launch ? kind->launch->values[i] : NAN);
  return _lsc_convert_insert (self, LSC_CONVERT_KERNEL_KIND, error);
}

/* Returns: its id, %NO_KIND where it could not be written */
static gint64
find_kind (LscConvert *self, const Kind *kind, GError **error)
{
  g_autofree char *text = kind_to_text (kind);
  guint id = GPOINTER_TO_UINT (g_hash_table_lookup (self->kernel_kinds, text));

  if (id > 0)
    return id - 1;
  id = g_hash_table_size (self->kernel_kinds);
  g_hash_table_insert (self->kernel_kinds, g_steal_pointer (&text), GUINT_TO_POINTER (id + 1));
  return add_kind (self, id, kind, error) ? (gint64) id : NO_KIND;
}

/* Returns: number of its slice, -1 where the timeline does not have it, or had it before */
static gint64
find_slice (const Kernels *self, const LscKernel *kernel)
{
  LscSpot spot = lsc_timeline_find_slice (
      self->timeline, G_GUINT64_CONSTANT (1) << LSC_ROLE_STREAM, kernel->start_ns, kernel->end_ns,
      lsc_run_text (self->run, kernel->name));
  guint32 id;

  if (spot.node == LSC_SLICE_NONE)
    return -1;
  id = lsc_timeline_get_id (self->timeline, spot);
  return g_hash_table_add (self->seen, GUINT_TO_POINTER (id + 1)) ? (gint64) id : -1;
}

static gboolean
add_kernel (const Kernels *self, gsize index, GError **error)
{
  LscConvert *convert = self->convert;
  const LscKernel *kernel = &self->run->kernels.items[index];
  const LscKernelCounters *counters = get_counters (self->run, kernel);
  sqlite3_stmt *stmt = convert->inserts[LSC_CONVERT_KERNEL];
  Kind kind = get_kind (self->run, index);
  gint64 slice = find_slice (self, kernel);
  gint64 kind_id;

  if (slice < 0)
    return TRUE;
  kind_id = find_kind (convert, &kind, error);
  if (kind_id == NO_KIND)
    return FALSE;
  sqlite3_bind_int64 (stmt, 1, LSC_SQL_SLICE_ID (convert->n_ranks, slice));
  sqlite3_bind_int64 (stmt, 2, kind_id);
  for (int i = 0; i < LSC_KERNEL_N_COUNTERS; i++)
    bind_real (stmt, 3 + i, counters ? counters->values[i] : NAN);
  return _lsc_convert_insert (convert, LSC_CONVERT_KERNEL, error);
}

/** Adds what @run says of the computing kernels of a timeline. */
gboolean
_lsc_convert_add_kernels (LscConvert *self, const LscTimeline *timeline, const LscRun *run,
                          GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Kernels kernels = { self, timeline, run, seen };

  for (gsize i = run->class_begin[LSC_KERNEL_COMPUTE]; i < run->class_begin[LSC_KERNEL_COMPUTE + 1];
       i++)
    {
      const LscKernel *kernel = &run->kernels.items[i];
      gboolean is_described = get_detail (run, kernel) || get_launch (run, i);

      if ((i % CHECK_ROWS == 0 && !lsc_job_check (self->target.job, error)) ||
          (is_described && !add_kernel (&kernels, i, error)))
        return FALSE;
    }
  return TRUE;
}
