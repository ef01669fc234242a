/* lsc-export-convert-kernels.c - shapes, types and counters of kernels, in a database of our own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-convert-private.h"

#include <inttypes.h>
#include <math.h>

#include "base/lsc-sort.h"
#include "model/lsc-sql-schema.h"

#define CHECK_ROWS 4096
#define N_TEXTS 8
#define NO_KIND ((gint64) -1)

/** What the kernels of a kind have in common. @launch: (nullable); @grid: (nullable): with its
 * block */
typedef struct
{
  const char *texts[N_TEXTS];
  const char *grid;
  guint32 blocks;
  gboolean is_dynamic;
  const LscKernelLaunch *launch;
} Kind;

/** A kernel and the number of its slice. */
typedef struct
{
  guint32 slice;
  guint32 kernel;
} Place;

LSC_DEFINE_ARRAY (Places, places, Place)

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

/* (nullable): grid and block of a launch on a GPU */
static const char *
get_grid (const LscTimeline *timeline, guint32 slice)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, slice);
  const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;
  const LscKernelKey *key =
      lsc_kernel_keys_find (&timeline->launch_keys, lsc_lane_get_detail (lane, spot.slice));

  return key ? lsc_timeline_text (timeline, key->shapes) : NULL;
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
  g_string_append_printf (out, "%s\x1f%u %d", self->grid ? self->grid : "", self->blocks,
                          self->is_dynamic);
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
  _lsc_sql_bind_text (stmt, column++, kind->grid);
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

static gboolean
is_described (const LscRun *run, gsize index)
{
  return get_detail (run, &run->kernels.items[index]) || get_launch (run, index);
}

static gint64
get_slice (gsize index, gconstpointer data)
{
  return ((const Place *) data)[index].slice;
}

/* Rows stand in the order of their slices, however the recording was read. */
static gboolean
find_places (const LscTimeline *timeline, const LscRun *run, Places *places, LscJob *job,
             GError **error)
{
  for (gsize i = run->class_begin[LSC_KERNEL_COMPUTE]; i < run->class_begin[LSC_KERNEL_COMPUTE + 1];
       i++)
    {
      const LscKernel *kernel = &run->kernels.items[i];
      LscSpot spot;

      if (i % CHECK_ROWS == 0 && !lsc_job_check (job, error))
        return FALSE;
      if (!is_described (run, i) && timeline->launch_keys.n == 0)
        continue;
      spot = lsc_timeline_find_slice (timeline, G_GUINT64_CONSTANT (1) << LSC_ROLE_STREAM,
                                      kernel->start_ns, kernel->end_ns,
                                      lsc_run_text (run, kernel->name));
      if (spot.node != LSC_SLICE_NONE)
        places_append (places, (Place){ lsc_timeline_get_id (timeline, spot), (guint32) i });
    }
  lsc_sort_items (places->items, places->n, sizeof (Place), get_slice);
  return TRUE;
}

static gboolean
add_kernel (LscConvert *self, const LscTimeline *timeline, const LscRun *run, const Place *place,
            GError **error)
{
  const LscKernelCounters *counters = get_counters (run, &run->kernels.items[place->kernel]);
  sqlite3_stmt *stmt = self->inserts[LSC_CONVERT_KERNEL];
  Kind kind = get_kind (run, place->kernel);
  gint64 kind_id;

  kind.grid = get_grid (timeline, place->slice);
  kind_id = find_kind (self, &kind, error);
  if (kind_id == NO_KIND)
    return FALSE;
  sqlite3_bind_int64 (stmt, 1, LSC_SQL_SLICE_ID (self->n_ranks, place->slice));
  sqlite3_bind_int64 (stmt, 2, kind_id);
  for (int i = 0; i < LSC_KERNEL_N_COUNTERS; i++)
    bind_real (stmt, 3 + i, counters ? counters->values[i] : NAN);
  return _lsc_convert_insert (self, LSC_CONVERT_KERNEL, error);
}

/** Adds what @run says of the computing kernels of a timeline. */
gboolean
_lsc_convert_add_kernels (LscConvert *self, const LscTimeline *timeline, const LscRun *run,
                          GError **error)
{
  Places places = { 0 };
  gboolean ok = find_places (timeline, run, &places, self->target.job, error);

  /* Of two kernels that differ in nothing one slice is found twice. */
  for (gsize i = 0; i < places.n && ok; i++)
    ok = (i % CHECK_ROWS != 0 || lsc_job_check (self->target.job, error)) &&
         ((i > 0 && places.items[i - 1].slice == places.items[i].slice) ||
          add_kernel (self, timeline, run, &places.items[i], error));
  places_clear (&places);
  return ok;
}
