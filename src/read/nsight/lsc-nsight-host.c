/* lsc-nsight-host.c - what threads of the host called
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/nsight/lsc-nsight-private.h"
#include "read/text/lsc-cell.h"

/* eventClass of CUPTI_ACTIVITY_KIND_RUNTIME. */
#define CLASS_DRIVER 1

enum
{
  ROW,
  START,
  END,
  THREAD,
  REST,
};

/** What all rows of threads tell. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 row;
  gint64 pid;
  guint32 track;
} Call;

/* Returns: %FALSE for a row that is counted, or of another process */
static gboolean
take_call (LscNsReader *self, LscCell **cells, Call *call)
{
  gint64 thread;

  if (!_lsc_ns_take_times (self, cells, &call->start_ns, &call->end_ns))
    return FALSE;
  thread = lsc_value_int64_or (cells[THREAD], -1);
  if (G_UNLIKELY (thread < 0))
    {
      _lsc_ns_note (self, LSC_NS_NO_PROCESS);
      if (self->wanted)
        return FALSE;
    }
  call->pid = thread < 0 ? -1 : _lsc_ns_pid (thread);
  if (!_lsc_ns_is_wanted (self, call->pid))
    return FALSE;
  call->row = lsc_value_int64_or (cells[ROW], -1);
  call->track = _lsc_ns_get_thread (self, thread);
  return call->track != LSC_SLICE_NONE;
}

/** Takes a row of CUPTI_ACTIVITY_KIND_RUNTIME. */
void
_lsc_ns_take_runtime (LscScan *scan, LscCell **cells, gpointer reader)
{
  LscNsReader *self = reader;
  gboolean is_driver;
  LscRawSlice *slice;
  Call call;

  if (!take_call (self, cells, &call))
    return;
  is_driver = lsc_value_int64_or (cells[REST + 2], 0) == CLASS_DRIVER;
  slice = _lsc_ns_add_slice (self, call.track, call.start_ns, call.end_ns, call.row,
                             _lsc_ns_find_call (self, cells[REST + 1]),
                             is_driver ? self->driver : self->categories[LSC_NS_RUNTIME]);
  if (slice)
    slice->link = _lsc_ns_fold (self, call.pid, lsc_value_int64_or (cells[REST], 0));
}

static void
take_named (LscNsReader *self, LscCell **cells, guint32 otherwise)
{
  guint32 name;
  Call call;

  if (!take_call (self, cells, &call))
    return;
  name = _lsc_ns_find_name (self, cells[REST]);
  _lsc_ns_add_slice (self, call.track, call.start_ns, call.end_ns, call.row,
                     name != LSC_STRING_NONE ? name : otherwise, self->categories[self->table]);
}

/** Takes a row of OSRT_API. */
void
_lsc_ns_take_osrt (LscScan *scan, LscCell **cells, gpointer reader)
{
  take_named (reader, cells, LSC_STRING_NONE);
}

/** Takes a row of a table of the profiler's own work. */
void
_lsc_ns_take_overhead (LscScan *scan, LscCell **cells, gpointer reader)
{
  LscNsReader *self = reader;

  take_named (self, cells, lsc_intern_add (self->worker->file.strings, "Profiler overhead"));
}
