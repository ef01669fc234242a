/* lsc-nsight-read.c - an export of Nsight Systems, sorted into tracks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/nsight/lsc-nsight-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

/* formats.md#nsight. The tables that come out are those of a trace in JSON by PyTorch. */

static void
reader_init (LscNsReader *self, LscSource *source, LscDb *db, LscJob *job)
{
  *self = (LscNsReader){ .source = source, .db = db, .job = job };
  self->worker = lsc_trace_worker_new (NULL, LSC_TRACE_KINETO, 0, job);
  self->worker->any_fraction = 1; /* times are whole ns */
  self->driver = lsc_trace_add_category (self->worker, "cuda_driver");
  self->op = lsc_trace_add_category (self->worker, "cpu_op");
  self->module = lsc_trace_add_category (self->worker, "python_function");
  self->moment = lsc_trace_add_category (self->worker, "cpu_instant_event");
  self->libraries = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->failures = g_ptr_array_new_with_free_func (g_free);
  self->lacking = g_ptr_array_new_with_free_func (g_free);
  self->problems = g_ptr_array_new_with_free_func (g_free);
  self->devices = lsc_nsight_list_devices (db);
}

static void
reader_clear (LscNsReader *self)
{
  lsc_trace_worker_free (self->worker);
  g_ptr_array_unref (self->devices);
  _lsc_ns_strings_clear (&self->strings);
  lsc_ns_places_clear (&self->places);
  lsc_int64s_clear (&self->pids);
  lsc_ns_spans_clear (&self->spans);
  g_hash_table_unref (self->libraries);
  g_ptr_array_unref (self->failures);
  g_ptr_array_unref (self->lacking);
  g_ptr_array_unref (self->problems);
  g_clear_pointer (&self->capture, g_hash_table_unref);
  if (self->properties)
    g_string_free (self->properties, TRUE);
}

/* Returns: %FALSE where the device that is asked for is not in the file any more */
static gboolean
find_wanted (LscNsReader *self, GError **error)
{
  g_autofree char *name = NULL;

  for (guint i = 0; self->source->device && i < self->devices->len; i++)
    {
      const LscNsightDevice *device = g_ptr_array_index (self->devices, i);

      if (g_str_equal (device->name, self->source->device))
        self->wanted = device;
    }
  if (!self->source->device || self->wanted)
    return TRUE;
  name = g_filename_display_name (self->source->file);
  return lsc_fail (error, LSC_ERROR_MISSING,
                   _ ("%s: device %s is not in the file any more. Open it again."), name,
                   self->source->device);
}

/* Ranges come first: they name what graphs run. */
static void
read_tables (LscNsReader *self)
{
  _lsc_ns_read_strings (self);
  _lsc_ns_read_table (self, LSC_NS_NVTX);
  _lsc_ns_sort_ranges (self);
  _lsc_ns_read_captures (self);
  _lsc_ns_place_ranges (self);
  _lsc_ns_read_table (self, LSC_NS_RUNTIME);
  _lsc_ns_read_table (self, LSC_NS_KERNEL);
  _lsc_ns_read_table (self, LSC_NS_MEMCPY);
  _lsc_ns_read_table (self, LSC_NS_MEMSET);
  _lsc_ns_read_table (self, LSC_NS_SYNC);
  _lsc_ns_read_table (self, LSC_NS_GRAPH);
  _lsc_ns_read_table (self, LSC_NS_OSRT);
  _lsc_ns_read_table (self, LSC_NS_OVERHEAD);
  _lsc_ns_read_table (self, LSC_NS_CUPTI_OVERHEAD);
}

static LscTraceFile *
read_all (LscNsReader *self, GError **error)
{
  LscTraceFile *file;

  if (!find_wanted (self, error))
    return NULL;
  read_tables (self);
  if (!lsc_job_check (self->job, error))
    return NULL;
  file = lsc_trace_make_file (self->worker, self->worker, NULL);
  _lsc_ns_read_info (self, file);
  _lsc_ns_say (self, file);
  return file;
}

/**
 * lsc_nsight_read:
 * @source: an export; LscSource.device names the device that is read, with the process that used
 *   it, where there are several
 * @texts: (out): what finds its rows again, to be cleared
 * @job: (nullable): progress and cancellation
 *
 * Errors: those of lsc_db_open(), %LSC_ERROR_MISSING when the device is not there,
 * %LSC_ERROR_CANCELLED. Everything less is a notice.
 *
 * Cost: O(n), for ranges of NVTX O(n log n). Thread: any; the file is only read.
 *
 * Source: formats.md#nsight.
 *
 * Returns: (transfer full) (nullable): the events; LscRawSlice.detail is for @texts
 */
LscTraceFile *
lsc_nsight_read (LscSource *source, LscTraceTexts *texts, LscJob *job, GError **error)
{
  g_autoptr (LscDb) db = NULL;
  LscTraceFile *file;
  LscNsReader reader;

  g_return_val_if_fail (source && texts, NULL);
  *texts = (LscTraceTexts){ 0 };
  db = lsc_db_borrow (source->file, job, error);
  if (!db)
    return NULL;
  reader_init (&reader, source, db, job);
  file = read_all (&reader, error);
  if (file)
    *texts = _lsc_ns_make_texts (&reader);
  reader_clear (&reader);
  lsc_db_return (g_steal_pointer (&db));
  return file;
}
