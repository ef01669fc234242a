/* lsc-ascend-counters.c - counters of kernels, and whether their shapes are dynamic
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-private.h"

#include <string.h>

/** @names: of each text of the run: NULL = not asked, &none = no counter */
typedef struct
{
  LscAscend *ascend;
  const LscIdMap *compute;
  const LscCounterName **names;
  gsize n_names;
} Reader;

static const LscCounterName none;

enum
{
  PMU_ID,
  PMU_NAME,
  PMU_VALUE,
};

static const LscCounterName *
find_name (Reader *self, LscCell *cell)
{
  guint32 id = _lsc_ascend_value_text (self->ascend, cell);

  if (id >= self->n_names)
    return NULL;
  if (!self->names[id])
    self->names[id] = lsc_counter_name_find (lsc_run_text (self->ascend->run, id));
  if (!self->names[id])
    self->names[id] = &none;
  return self->names[id] == &none ? NULL : self->names[id];
}

static void
take_row (LscScan *scan, LscCell **cells, gpointer user_data)
{
  Reader *self = user_data;
  LscRun *run = self->ascend->run;
  const LscCounterName *about;
  guint32 item;
  gint64 id;

  if (!lsc_value_int64 (cells[PMU_ID], &id) || lsc_cell_get_type (cells[PMU_VALUE]) == SQLITE_NULL)
    return;
  about = find_name (self, cells[PMU_NAME]);
  item = about ? lsc_id_map_find (self->compute, id) : LSC_ID_MAP_NONE;
  for (; item != LSC_ID_MAP_NONE; item = lsc_id_map_next (self->compute, item))
    lsc_kernel_counters_take (&run->kernel_counters.items[item], about,
                              lsc_run_text (run, run->kernel_details.items[item].task_type),
                              lsc_cell_get_double (cells[PMU_VALUE]));
}

static void
take_state (LscScan *scan, LscCell **cells, gpointer user_data)
{
  Reader *self = user_data;
  LscRun *run = self->ascend->run;
  guint32 text = _lsc_ascend_value_text (self->ascend, cells[1]), item;
  gint64 id;

  if (text == LSC_STRING_NONE || strcmp (lsc_run_text (run, text), "dynamic") != 0 ||
      !lsc_value_int64 (cells[0], &id))
    return;
  for (item = lsc_id_map_find (self->compute, id); item != LSC_ID_MAP_NONE;
       item = lsc_id_map_next (self->compute, item))
    run->kernel_counters.items[item].is_dynamic = TRUE;
}

static gboolean
has_states (const LscAscend *self)
{
  return lsc_db_has_column (self->db, "COMPUTE_TASK_INFO", "opState");
}

static gboolean
read_states (LscAscend *self, Reader *reader, GError **error)
{
  static const char *const columns[] = { "globalTaskId", "opState", NULL };
  const LscAscendTable table = { "COMPUTE_TASK_INFO", columns, 0, take_state };

  return !has_states (self) || _lsc_ascend_read (self, &table, reader, error);
}

/**
 * _lsc_ascend_load_counters:
 * @compute: finds kernel_details by globalTaskId
 *
 * Fills LscRun.kernel_counters, where there are details and any of them may have counters.
 *
 * Cost: one pass over TASK_PMU_INFO. Source: TASK_PMU_INFO, COMPUTE_TASK_INFO.opState.
 */
gboolean
_lsc_ascend_load_counters (LscAscend *self, const LscIdMap *compute, GError **error)
{
  static const char *const columns[] = { "globalTaskId", "name", "value", NULL };
  const LscAscendTable table = { "TASK_PMU_INFO", columns, 0, take_row };
  LscRun *run = self->run;
  gsize n_names = lsc_intern_size (run->strings);
  g_autofree const LscCounterName **names = g_new0 (const LscCounterName *, n_names + 1);
  Reader reader = { self, compute, names, n_names };

  if (run->kernel_details.n == 0 ||
      (!lsc_db_has_table (self->db, "TASK_PMU_INFO") && !has_states (self)))
    return TRUE;
  lsc_kernel_counter_list_reserve (&run->kernel_counters, run->kernel_details.n);
  for (gsize i = 0; i < run->kernel_details.n; i++)
    lsc_kernel_counters_init (lsc_kernel_counter_list_add (&run->kernel_counters));
  if (lsc_db_has_table (self->db, "TASK_PMU_INFO") &&
      !_lsc_ascend_read (self, &table, &reader, error))
    return FALSE;
  return read_states (self, &reader, error);
}
