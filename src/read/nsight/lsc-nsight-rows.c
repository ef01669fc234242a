/* lsc-nsight-rows.c - rows of the tables of events, and where what they tell goes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/nsight/lsc-nsight-private.h"

#include "base/lsc-error.h"

/* formats.md#nsight-tables. Every row is shown, or counted among those that are not. */

/**
 * _lsc_ns_scan:
 * @n_needed: the first columns, whose absence is told
 *
 * Tells @func the rows of a table; of one that the export lacks there are none. What ends the
 * reading before the table does is kept to be told, but for cancellation, which the job knows.
 */
void
_lsc_ns_scan (LscNsReader *self, const char *table, const char *const *columns, guint n_needed,
              LscRowFunc func)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscScan) scan = NULL;

  if (lsc_job_is_cancelled (self->job) || !lsc_db_has_table (self->db, table))
    return;
  lsc_job_add_work (self->job, lsc_db_guess_rows (self->db, table));
  scan = lsc_db_scan (self->db, table, columns, NULL, &error);
  for (guint i = 0; scan && i < n_needed; i++)
    if (!g_str_equal (columns[i], "rowid") && !lsc_scan_has_column (scan, (int) i))
      g_ptr_array_add (self->lacking, g_strdup_printf ("%s.%s", table, columns[i]));
  if ((!scan || !lsc_scan_run (scan, func, self, &error)) &&
      !g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
    g_ptr_array_add (self->failures, g_strdup (error->message));
}

/**
 * _lsc_ns_take_times:
 * @cells: of a table of events
 *
 * Returns: %FALSE for a row that is no slice, which is counted
 */
gboolean
_lsc_ns_take_times (LscNsReader *self, LscCell **cells, gint64 *start_ns, gint64 *end_ns)
{
  self->has_rows[self->table] = TRUE;
  if (G_UNLIKELY (!lsc_value_int64 (cells[1], start_ns) || *start_ns < LSC_TRACE_LEAST_TIME_NS ||
                  *start_ns > LSC_TRACE_MOST_TIME_NS))
    {
      _lsc_ns_note (self, LSC_NS_BAD_TIME);
      return FALSE;
    }
  if (G_UNLIKELY (lsc_cell_get_type (cells[2]) == SQLITE_NULL))
    {
      _lsc_ns_note (self, LSC_NS_OPEN);
      return FALSE;
    }
  if (G_UNLIKELY (!lsc_value_int64 (cells[2], end_ns) || *end_ns > LSC_TRACE_MOST_TIME_NS ||
                  *end_ns < LSC_TRACE_LEAST_TIME_NS))
    {
      _lsc_ns_note (self, LSC_NS_BAD_TIME);
      return FALSE;
    }
  if (G_UNLIKELY (*end_ns < *start_ns))
    {
      _lsc_ns_note (self, LSC_NS_NEGATIVE);
      return FALSE;
    }
  if (G_UNLIKELY (*end_ns - *start_ns > LSC_TRACE_MOST_DURATION_NS))
    {
      _lsc_ns_note (self, LSC_NS_BAD_TIME);
      return FALSE;
    }
  return TRUE;
}

/** Returns: whether what a process did belongs to the recording that is read */
gboolean
_lsc_ns_is_wanted (const LscNsReader *self, gint64 pid)
{
  return !self->wanted || self->wanted->pid == pid;
}

/* ---- tracks ---- */

static gint64
make_text_key (LscNsReader *self, const char *text)
{
  return -1 - (gint64) lsc_intern_add (self->worker->file.strings, text);
}

/**
 * _lsc_ns_get_thread:
 * @global: number of a thread, negative = not told
 *
 * Returns: its track, %LSC_SLICE_NONE where there are too many
 */
guint32
_lsc_ns_get_thread (LscNsReader *self, gint64 global)
{
  gint64 unknown = global < 0 ? make_text_key (self, "?") : 0;
  guint32 track = lsc_trace_get_track (self->worker, global < 0 ? unknown : _lsc_ns_pid (global),
                                       global < 0 ? unknown : _lsc_ns_tid (global));

  if (G_UNLIKELY (track == LSC_SLICE_NONE))
    _lsc_ns_note (self, LSC_NS_TOO_MANY);
  return track;
}

static const LscNsightDevice *
find_device (const LscNsReader *self, gint64 pid, gint64 device)
{
  for (guint i = 0; i < self->devices->len; i++)
    {
      const LscNsightDevice *item = g_ptr_array_index (self->devices, i);

      if (item->pid == pid && item->device == device)
        return item;
    }
  return NULL;
}

/* The process of a device's tracks; a device that a look at the table did not meet has few rows. */
static gint64
get_place_key (LscNsReader *self, gint64 pid, gint64 device)
{
  LscNsPlaces *places = &self->places;
  const LscNsightDevice *known;
  g_autofree char *name = NULL;

  for (gsize i = self->last_place; i < places->n; i++)
    if (places->items[i].pid == pid && places->items[i].device == device)
      return places->items[self->last_place = i].key;
  for (gsize i = 0; i < MIN (self->last_place, places->n); i++)
    if (places->items[i].pid == pid && places->items[i].device == device)
      return places->items[self->last_place = i].key;
  known = find_device (self, pid, device);
  if (!known)
    name = g_strdup_printf ("GPU %" G_GINT64_FORMAT " process %" G_GINT64_FORMAT, device, pid);
  lsc_ns_places_append (
      places, (LscNsPlace){ pid, device, make_text_key (self, known ? known->name : name) });
  self->last_place = places->n - 1;
  return places->items[self->last_place].key;
}

/* More of them than this only damaged files have. */
#define MOST_PLACES 4096

/**
 * _lsc_ns_get_stream:
 * @device: its number in the process @pid
 * @stream: negative = none
 *
 * Returns: its track, %LSC_SLICE_NONE where there are too many
 */
guint32
_lsc_ns_get_stream (LscNsReader *self, gint64 pid, gint64 device, gint64 stream)
{
  guint32 track = LSC_SLICE_NONE;

  if (G_LIKELY (self->places.n < MOST_PLACES))
    track = lsc_trace_get_track (self->worker, get_place_key (self, pid, device),
                                 stream < 0 ? make_text_key (self, "-1") : stream);
  if (G_UNLIKELY (track == LSC_SLICE_NONE))
    _lsc_ns_note (self, LSC_NS_TOO_MANY);
  return track;
}

/**
 * _lsc_ns_fold:
 * @correlation: 0 or less = none
 *
 * Correlations are numbers of a process. Those of the first one stay as they are.
 *
 * Returns: the same for calls and what they launched
 */
guint32
_lsc_ns_fold (LscNsReader *self, gint64 pid, gint64 correlation)
{
  gsize index = self->last_pid;

  if (correlation <= 0 || correlation >= G_MAXUINT32)
    return LSC_SLICE_NONE;
  if (G_UNLIKELY (index >= self->pids.n || self->pids.items[index] != pid))
    {
      for (index = 0; index < self->pids.n && self->pids.items[index] != pid;)
        index++;
      if (index == self->pids.n && index < MOST_PLACES)
        lsc_int64s_append (&self->pids, pid);
      if (index >= self->pids.n)
        return LSC_SLICE_NONE;
      self->last_pid = index;
    }
  return lsc_trace_fold (self->worker, (gint64) index << 32 | correlation);
}

/**
 * _lsc_ns_add_slice:
 * @name: %LSC_STRING_NONE is counted, and shown as "<unnamed>"
 *
 * Returns: (nullable): the slice, valid until the next one, without a link; %NULL where there are
 *   too many, which is counted
 */
LscRawSlice *
_lsc_ns_add_slice (LscNsReader *self, guint32 track, gint64 start_ns, gint64 end_ns, gint64 row,
                   guint32 name, guint16 category)
{
  LscRawSlices *slices = &g_array_index (self->worker->file.tracks, LscTrack, track).slices;
  LscRawSlice *slice;

  if (G_UNLIKELY (slices->n >= LSC_SLICE_NONE - 1))
    {
      _lsc_ns_note (self, LSC_NS_TOO_MANY);
      return NULL;
    }
  if (G_UNLIKELY (name == LSC_STRING_NONE))
    {
      _lsc_ns_note (self, LSC_NS_NO_NAME);
      name = self->nameless;
    }
  slice = lsc_raw_slices_add (slices, start_ns, end_ns);
  slice->detail = _lsc_ns_detail (self->table, row);
  slice->name = name;
  slice->category = category;
  slice->kind = LSC_SLICE_OTHER;
  slice->flags = 0;
  slice->link = LSC_SLICE_NONE;
  return slice;
}
