/* lsc-told-sums.c - what an exporter summed up, held against the events
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-told-sums.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/lsc-db.h"
#include "model/lsc-comm-name.h"
#include "model/lsc-transfers.h"
#include "read/find/lsc-metadata.h"
#include "read/text/lsc-text-tables.h"
#include "read/text/lsc-trace-view.h"

/* formats.md#told-sums. Figures are equal when they differ by no more than was rounded away: 1 ns
 * for each event of a sum, and half of the last digit that is written. */

/* Looking at a database is to take no longer than reading its header does. */
#define MOST_LISTED 500

/** Of events of a name; of links @n is bytes, and @n_parts how many were moved or summed up. */
typedef struct
{
  gint64 n;
  gint64 ns;
  gint64 n_parts;
} Sum;

/** A table of the exporter's on its way through the comparison. */
typedef struct
{
  guint n_figures;
  guint n_different;
  char *first; /* (nullable): of those that differ: name, and both figures */
} Check;

static GHashTable *
sums_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static Sum *
add_sum (GHashTable *sums, const char *name, gsize n_bytes, gint64 n, gint64 ns)
{
  g_autofree char *key = g_strndup (name, n_bytes);
  Sum *sum = g_hash_table_lookup (sums, key);

  if (!sum)
    {
      sum = g_new0 (Sum, 1);
      g_hash_table_insert (sums, g_steal_pointer (&key), sum);
    }
  sum->n += n;
  sum->ns += ns;
  return sum;
}

/* Whole, as the difference may be small. */
static char *
format_us (gint64 ns)
{
  return g_strdup_printf ("%" PRId64 ".%03d µs", ns / 1000, (int) (ns % 1000));
}

static char *
describe (const Sum *sum)
{
  g_autofree char *length = format_us (sum->ns);

  /* Translators: how often something ran, and how long in all */
  return g_strdup_printf (_ ("%" PRId64 "×, %s"), sum->n, length);
}

static void
tell_difference (Check *self, const char *name, const char *theirs, const char *ours)
{
  self->n_different++;
  if (!self->first)
    /* Translators: a name, the figure of a table, the figure of the events */
    self->first = g_strdup_printf (_ ("%s: %s in the table, %s in the events"), name, theirs, ours);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
compare_sums (Check *self, GHashTable *theirs, GHashTable *ours, gint64 last_digit_ns)
{
  guint n;
  g_autofree char **names = (char **) g_hash_table_get_keys_as_array (theirs, &n);

  qsort (names, n, sizeof *names, compare_names);
  for (guint i = 0; i < n; i++)
    {
      const Sum none = { 0 };
      const Sum *told = g_hash_table_lookup (theirs, names[i]);
      const Sum *found = g_hash_table_lookup (ours, names[i]);
      g_autofree char *left = NULL;
      g_autofree char *right = NULL;

      found = found ? found : &none;
      self->n_figures++;
      if (told->n == found->n && ABS (told->ns - found->ns) <= told->n + last_digit_ns)
        continue;
      left = describe (told);
      right = describe (found);
      tell_difference (self, names[i], left, right);
    }
}

static void
report (const Check *self, gint64 rank, LscNotices *notices, const char *path)
{
  g_autofree char *name = NULL;
  LscNotice *notice;

  if (self->n_different == 0)
    return;
  name = g_path_get_basename (path);
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, "sums-differ",
                           ngettext ("%u of %u figure of %s differs from the events; %s.",
                                     "%u of %u figures of %s differ from the events; %s.",
                                     self->n_figures),
                           self->n_different, self->n_figures, name, self->first);
  lsc_notice_set_help (notice, _ ("The figures shown are those of the events."),
                       _ ("If the files are of different runs, copy all files of one run again."));
  lsc_notice_set_place (notice, rank, path, name);
  notice->count = self->n_different;
  lsc_notices_add (notices, notice);
}

static void
check_clear (Check *self)
{
  g_clear_pointer (&self->first, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Check, check_clear)

/* ---- op_statistic.csv: kernels by type ---- */

/* A row of another device of the table is none of this recording. */
static gboolean
is_of_device (const LscTimeline *timeline, const LscCsv *csv, int column)
{
  gint64 device;

  return timeline->device < 0 || !lsc_csv_get_int64 (csv, column, &device) ||
         device == timeline->device;
}

static gboolean
read_types (const LscTimeline *timeline, const char *path, GHashTable *sums, LscJob *job)
{
  g_autoptr (LscCsv) csv = lsc_csv_open (path, job, NULL);
  int device = csv ? lsc_csv_find (csv, "Device_id") : -1;
  int type = csv ? lsc_csv_find (csv, "OP Type") : -1;
  int count = csv ? lsc_csv_find (csv, "Count") : -1;
  int total = csv ? lsc_csv_find (csv, "Total Time(us)") : -1;

  while (csv && lsc_csv_next (csv, NULL))
    {
      gsize n_bytes;
      const char *name = lsc_csv_get_known (csv, type, &n_bytes);
      gint64 n, ns;

      if (name && is_of_device (timeline, csv, device) && lsc_csv_get_int64 (csv, count, &n) &&
          lsc_csv_get_us (csv, total, &ns))
        add_sum (sums, name, n_bytes, n, ns);
    }
  return g_hash_table_size (sums) > 0;
}

/* Of a text export the rows of kernels that were taken. Returns: whether types are known */
static gboolean
sum_rows (const char *path, GHashTable *sums, LscJob *job)
{
  g_autoptr (LscCsv) csv = lsc_csv_open (path, job, NULL);
  const char *const durations[] = { "Duration(us)", "Task Duration(us)", NULL };
  const char *const types[] = { "Type", "OP Type", NULL };
  int type = csv ? lsc_csv_find_any (csv, types) : -1;
  int duration = csv ? lsc_csv_find_any (csv, durations) : -1;

  while (csv && lsc_csv_next (csv, NULL))
    {
      gsize n_bytes;
      const char *name = lsc_csv_get_known (csv, type, &n_bytes);
      gint64 ns;

      if (name && lsc_csv_get_us (csv, duration, &ns) && ns >= 0)
        add_sum (sums, name, n_bytes, 1, ns);
    }
  return g_hash_table_size (sums) > 0;
}

static void
sum_lane (LscTimeline *timeline, guint32 index, gpointer sums)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, index)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    {
      const LscKernelKey *key =
          lsc_slice_kind_is_computing (lane->kind[i])
              ? lsc_kernel_keys_find (&timeline->kernel_keys, lsc_lane_get_detail (lane, i))
              : NULL;
      const char *name =
          key && key->type != LSC_STRING_NONE ? lsc_timeline_text (timeline, key->type) : NULL;

      if (name)
        add_sum (sums, name, strlen (name), 1, lsc_lane_get_duration_ns (lane, i));
    }
}

static gboolean
sum_types (LscTimeline *timeline, GHashTable *sums, LscJob *job)
{
  const char *path =
      timeline->kernel_keys.n == 0 && !lsc_format_is_database (timeline->source->format)
          ? lsc_trace_view_get_kernel_path (timeline)
          : NULL;

  if (path)
    return sum_rows (path, sums, job);
  lsc_timeline_foreach_lane (timeline, (guint64) 1 << LSC_ROLE_STREAM, sum_lane, sums);
  return g_hash_table_size (sums) > 0;
}

/* Kernels that exchange are operators of communication in a timeline. */
static gboolean
is_exchange (gpointer name, gpointer sum, gpointer user_data)
{
  return lsc_comm_name_classify (name, "") == LSC_COMM_NAME_WHOLE;
}

static void
compare_types (LscTimeline *timeline, const LscTextFiles *files, LscJob *job)
{
  g_autofree char *path = lsc_text_files_find_newest (files, "op_statistic");
  g_autoptr (GHashTable) theirs = sums_new ();
  g_autoptr (GHashTable) ours = sums_new ();
  g_auto (Check) check = { 0 };

  if (!path || !read_types (timeline, path, theirs, job) || !sum_types (timeline, ours, job))
    return;
  g_hash_table_foreach_remove (theirs, is_exchange, NULL);
  compare_sums (&check, theirs, ours, 1);
  report (&check, timeline->rank, timeline->notices, path);
}

/* ---- api_statistic.csv: calls by level and name ---- */

/** Calls of the timeline: sums by name, for each level that any has. */
typedef struct
{
  GHashTable *of_level[LSC_SLICE_CANN_RUNTIME - LSC_SLICE_CANN_ACL + 1];
} Calls;

static void
add_calls (LscTimeline *timeline, guint32 index, gpointer user_data)
{
  Calls *self = user_data;
  const LscLane *lane = lsc_timeline_get_node (timeline, index)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    {
      const char *name = lsc_timeline_text (timeline, lane->name[i]);
      GHashTable **sums;

      if (lane->kind[i] < LSC_SLICE_CANN_ACL || lane->kind[i] > LSC_SLICE_CANN_RUNTIME)
        continue;
      sums = &self->of_level[lane->kind[i] - LSC_SLICE_CANN_ACL];
      if (!*sums)
        *sums = sums_new ();
      add_sum (*sums, name, strlen (name), 1, lsc_lane_get_duration_ns (lane, i));
    }
}

/* Returns: index of a level, -1 unknown */
static int
find_level (const char *name, gsize n)
{
  static const struct
  {
    const char *name;
    LscSliceKind kind;
  } levels[] = {
    { "acl", LSC_SLICE_CANN_ACL },         { "ascendcl", LSC_SLICE_CANN_ACL },
    { "model", LSC_SLICE_CANN_MODEL },     { "node", LSC_SLICE_CANN_NODE },
    { "hccl", LSC_SLICE_CANN_COMM },       { "communication", LSC_SLICE_CANN_COMM },
    { "runtime", LSC_SLICE_CANN_RUNTIME },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (levels); i++)
    if (strlen (levels[i].name) == n && g_ascii_strncasecmp (levels[i].name, name, n) == 0)
      return (int) (levels[i].kind - LSC_SLICE_CANN_ACL);
  return -1;
}

static void
read_calls (const char *path, const Calls *ours, Calls *theirs, LscJob *job)
{
  g_autoptr (LscCsv) csv = lsc_csv_open (path, job, NULL);
  int level = csv ? lsc_csv_find (csv, "Level") : -1;
  int name = csv ? lsc_csv_find (csv, "API Name") : -1;
  int count = csv ? lsc_csv_find (csv, "Count") : -1;
  int total = csv ? lsc_csv_find (csv, "Time(us)") : -1;

  while (csv && lsc_csv_next (csv, NULL))
    {
      gsize n_level, n_name;
      const char *level_text = lsc_csv_get_known (csv, level, &n_level);
      const char *name_text = lsc_csv_get_known (csv, name, &n_name);
      int index = level_text ? find_level (level_text, n_level) : -1;
      gint64 n, ns;

      if (index < 0 || !ours->of_level[index] || !name_text ||
          !lsc_csv_get_int64 (csv, count, &n) || !lsc_csv_get_us (csv, total, &ns))
        continue;
      if (!theirs->of_level[index])
        theirs->of_level[index] = sums_new ();
      add_sum (theirs->of_level[index], name_text, n_name, n, ns);
    }
}

static void
calls_clear (Calls *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (self->of_level); i++)
    g_clear_pointer (&self->of_level[i], g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Calls, calls_clear)

/* Times are written with two digits behind the point. */
static void
compare_calls (LscTimeline *timeline, const LscTextFiles *files, LscJob *job)
{
  g_autofree char *path = lsc_text_files_find_newest (files, "api_statistic");
  g_auto (Calls) theirs = { 0 };
  g_auto (Calls) ours = { 0 };
  g_auto (Check) check = { 0 };

  if (!path)
    return;
  lsc_timeline_foreach_lane (timeline, (guint64) 1 << LSC_ROLE_CANN_THREAD, add_calls, &ours);
  read_calls (path, &ours, &theirs, job);
  for (gsize i = 0; i < G_N_ELEMENTS (ours.of_level); i++)
    if (theirs.of_level[i])
      compare_sums (&check, theirs.of_level[i], ours.of_level[i], 5);
  report (&check, timeline->rank, timeline->notices, path);
}

/* ---- communication.json, analysis.db: operators ---- */

static void
take_told (const char *name, const char *hash, gint64 step, JsonObject *about, gpointer sums)
{
  JsonObject *times = lsc_json_get_object (about, "Communication Time Info");
  gint64 ns;

  if (lsc_text_get_json_ns (times, "Elapse Time(ms)", 1000000, &ns))
    add_sum (sums, name, strlen (name), 1, ns);
}

static void
read_analysis (const char *path, GHashTable *sums, LscJob *job)
{
  static const char *const columns[] = { "hccl_op_name", "elapse_time", NULL };
  g_autoptr (LscDb) db = lsc_db_open (path, job, NULL);
  g_autoptr (LscScan) scan = NULL;
  sqlite3_stmt *row;

  if (!db || !lsc_db_has_table (db, "CommAnalyzerTime"))
    return;
  scan = lsc_db_scan (db, "CommAnalyzerTime", columns, NULL, NULL);
  while (scan && lsc_scan_next (scan))
    {
      const char *name;
      double ms;

      row = lsc_scan_get_stmt (scan);
      name = (const char *) sqlite3_column_text (row, 0);
      ms = sqlite3_column_double (row, 1);
      if (name && sqlite3_column_type (row, 1) != SQLITE_NULL && ms >= 0 && ms < 1e12)
        add_sum (sums, name, strlen (name), 1, (gint64) (ms * 1e6 + 0.5));
    }
}

/* Names of operators are texts that the table refers to, unlike those of analysis.db. */
static const char *
find_text (sqlite3_stmt *find, gint64 id)
{
  sqlite3_reset (find);
  sqlite3_bind_int64 (find, 1, id);
  return sqlite3_step (find) == SQLITE_ROW ? (const char *) sqlite3_column_text (find, 0) : NULL;
}

/* Of a database alone: no more of it is read than the operators. */
static void
read_ops (const char *path, GHashTable *sums, LscJob *job)
{
  static const char *const columns[] = { "opName", "startNs", "endNs", NULL };
  g_autoptr (LscDb) db = lsc_db_open (path, job, NULL);
  g_autoptr (LscScan) scan = NULL;
  sqlite3_stmt *find, *row;

  if (!db || !lsc_db_has_table (db, "COMMUNICATION_OP") || !lsc_db_has_table (db, "STRING_IDS"))
    return;
  find = lsc_db_get_statement (db, "SELECT value FROM STRING_IDS WHERE id = ?");
  scan = lsc_db_scan (db, "COMMUNICATION_OP", columns, NULL, NULL);
  while (find && scan && lsc_scan_next (scan))
    {
      gint64 start_ns, end_ns;
      const char *name;

      row = lsc_scan_get_stmt (scan);
      start_ns = sqlite3_column_int64 (row, 1);
      end_ns = sqlite3_column_int64 (row, 2);
      name = find_text (find, sqlite3_column_int64 (row, 0));
      if (name && start_ns > 0 && end_ns >= start_ns)
        add_sum (sums, name, strlen (name), 1, end_ns - start_ns);
    }
  if (find)
    sqlite3_reset (find);
}

static void
sum_ops (LscTimeline *timeline, guint32 index, gpointer sums)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, index)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    if (lane->kind[i] == LSC_SLICE_COMM_OP)
      {
        const char *name = lsc_timeline_text (timeline, lane->name[i]);

        add_sum (sums, name, strlen (name), 1, lsc_lane_get_duration_ns (lane, i));
      }
}

/* Operators outside of every step are not listed: a name that ran more often than that is none to
 * compare. */
static gboolean
ran_more_often (gpointer name, gpointer sum, gpointer ours)
{
  const Sum *found = g_hash_table_lookup (ours, name);

  return found && found->n > ((const Sum *) sum)->n;
}

static gint64
count (GHashTable *sums)
{
  GHashTableIter iter;
  gpointer sum;
  gint64 n = 0;

  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, NULL, &sum))
    n += ((const Sum *) sum)->n;
  return n;
}

/* @timeline: (nullable): has the operators, else @source has. Returns: whether all are listed */
static gboolean
compare_ops (const LscSource *source, LscTimeline *timeline, const LscTextFiles *files,
             LscNotices *notices, LscJob *job)
{
  g_autofree char *json = lsc_text_files_find (files, "communication.json");
  const char *path = json ? json : source->analysis_db;
  g_autoptr (GHashTable) theirs = sums_new ();
  g_autoptr (GHashTable) ours = sums_new ();
  g_auto (Check) check = { 0 };
  gboolean is_complete;

  if (json)
    lsc_text_foreach_comm (files, NULL, take_told, theirs);
  else if (path)
    read_analysis (path, theirs, job);
  if (g_hash_table_size (theirs) == 0)
    return FALSE;
  if (timeline)
    lsc_timeline_foreach_lane (timeline, (guint64) 1 << LSC_ROLE_COMM_GROUP, sum_ops, ours);
  else
    read_ops (source->file, ours, job);
  if (g_hash_table_size (ours) == 0)
    return FALSE;
  is_complete = count (theirs) == count (ours);
  g_hash_table_foreach_remove (theirs, ran_more_often, ours);
  compare_sums (&check, theirs, ours, 1);
  report (&check, source->rank, notices, path);
  return is_complete;
}

/* ---- communication_matrix.json: transfers ---- */

static const char *
name_link (const LscTransfer *transfer)
{
  if (transfer->transport == LSC_TRANSPORT_RDMA)
    return "RDMA";
  switch (transfer->link)
    {
    case LSC_LINK_TYPE_HCCS:
    case LSC_LINK_TYPE_HCCS_SW:
      return "HCCS";
    case LSC_LINK_TYPE_PCIE:
      return "PCIE";
    case LSC_LINK_TYPE_SIO:
      return "SIO";
    default:
      return NULL;
    }
}

/* Bytes stand where others have a count. */
static void
sum_links (const LscTransfers *transfers, GHashTable *sums)
{
  for (guint i = 0; i < lsc_transfers_get_n (transfers); i++)
    {
      const LscTransfer *transfer = lsc_transfers_get (transfers, i);
      const char *name = name_link (transfer);

      if (name)
        add_sum (sums, name, strlen (name), transfer->bytes, transfer->ns)->n_parts +=
            MAX (transfer->n, 1);
    }
}

static char *
describe_link (const Sum *sum)
{
  g_autofree char *length = format_us (sum->ns);

  /* Translators: how much was moved, and in which time */
  return g_strdup_printf (_ ("%" PRId64 " bytes in %s"), sum->n, length);
}

/* How long RDMA takes the exporter reckons by rules of its own. */
static void
compare_links (LscTimeline *timeline, const LscTextFiles *files)
{
  static const char *const links[] = { "HCCS", "PCIE", "SIO", "RDMA" };
  LscTransfers matrix = { 0 };
  g_autoptr (GHashTable) theirs = sums_new ();
  g_autoptr (GHashTable) ours = sums_new ();
  g_auto (Check) check = { 0 };
  g_autofree char *path = lsc_text_files_find (files, "communication_matrix.json");

  if (!path || lsc_transfers_get_n (&timeline->transfers) == 0 ||
      lsc_transfers_get (&timeline->transfers, 0)->n == 0)
    return;
  lsc_text_read_matrix (timeline, files, &matrix);
  sum_links (&matrix, theirs);
  sum_links (&timeline->transfers, ours);
  for (gsize i = 0; i < G_N_ELEMENTS (links); i++)
    {
      const Sum *told = g_hash_table_lookup (theirs, links[i]);
      const Sum *found = g_hash_table_lookup (ours, links[i]);
      gboolean has_time = strcmp (links[i], "RDMA") != 0;
      g_autofree char *left = NULL;
      g_autofree char *right = NULL;

      if (!told || !found)
        continue;
      check.n_figures++;
      if (told->n == found->n &&
          (!has_time || ABS (told->ns - found->ns) <= found->n_parts + told->n_parts))
        continue;
      left = describe_link (told);
      right = describe_link (found);
      tell_difference (&check, links[i], left, right);
    }
  report (&check, timeline->rank, timeline->notices, path);
  lsc_transfers_clear (&matrix);
}

/* ---- all ---- */

static gboolean
lists_ops (const char *analysis_db)
{
  g_autoptr (LscDb) db = analysis_db ? lsc_db_peek (analysis_db, NULL, NULL) : NULL;

  return db && lsc_db_has_table (db, "CommAnalyzerTime");
}

/**
 * lsc_told_sums_need:
 *
 * Returns: what must be read of a recording to compare the sums of its exporter with it
 */
LscToldNeeds
lsc_told_sums_need (const LscSource *source)
{
  static const char *const tables[] = { "op_statistic", "api_statistic" };
  g_autoptr (LscTextFiles) files = NULL;
  g_autofree char *json = NULL;

  g_return_val_if_fail (source, LSC_TOLD_NOTHING);
  if (source->format != LSC_FORMAT_ASCEND_DB && source->format != LSC_FORMAT_TRACE_VIEW &&
      source->format != LSC_FORMAT_ASCEND_TEXT)
    return LSC_TOLD_NOTHING;
  files = lsc_text_files_new (source);
  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *path = lsc_text_files_find_newest (files, tables[i]);

      if (path)
        return LSC_TOLD_EVENTS;
    }
  json = lsc_text_files_find (files, "communication.json");
  return json || lists_ops (source->analysis_db) ? LSC_TOLD_COMM : LSC_TOLD_NOTHING;
}

/**
 * lsc_told_sums_compare:
 * @timeline: whole
 * @job: (nullable): cancellation
 *
 * Compares what the exporter summed up with the events; each file that differs is a notice of
 * @timeline. A table that cannot be read is none.
 *
 * Source: formats.md#told-sums.
 */
void
lsc_told_sums_compare (LscTimeline *timeline, LscJob *job)
{
  g_autoptr (LscTextFiles) files = NULL;

  g_return_if_fail (timeline);
  if (lsc_told_sums_need (timeline->source) == LSC_TOLD_NOTHING)
    return;
  files = lsc_text_files_new (timeline->source);
  compare_types (timeline, files, job);
  compare_calls (timeline, files, job);
  if (compare_ops (timeline->source, timeline, files, timeline->notices, job))
    compare_links (timeline, files);
}

static gint64
count_listed (const char *analysis_db)
{
  g_autoptr (LscDb) db = analysis_db ? lsc_db_peek (analysis_db, NULL, NULL) : NULL;
  gint64 n = 0;

  if (db)
    lsc_db_query_int64 (db, "SELECT max(rowid) FROM CommAnalyzerTime", &n);
  return n;
}

/**
 * lsc_told_sums_compare_ops:
 * @source: of which lsc_told_sums_need() says that operators are enough
 * @is_thorough: also where so many are listed that it takes long
 * @notices: receives where they differ
 * @job: (nullable): cancellation
 *
 * As lsc_told_sums_compare(), of the operators of a database that nobody has loaded.
 */
void
lsc_told_sums_compare_ops (const LscSource *source, gboolean is_thorough, LscNotices *notices,
                           LscJob *job)
{
  g_autoptr (LscTextFiles) files = NULL;

  g_return_if_fail (source && notices);
  if (!is_thorough && count_listed (source->analysis_db) > MOST_LISTED)
    return;
  files = lsc_text_files_new (source);
  compare_ops (source, NULL, files, notices, job);
}
