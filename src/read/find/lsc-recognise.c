/* lsc-recognise.c - what a file is, by its name and its first bytes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/find/lsc-recognise.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "base/lsc-db.h"
#include "base/lsc-output.h"
#include "base/lsc-text-input.h"
#include "base/lsc-time.h"
#include "read/nsight/lsc-nsight.h"
#include "read/perfetto/lsc-perfetto.h"

#define MOST_RANK_DIGITS 16
/* So much of a text is looked through for names of threads. */
#define OPS_BYTES ((gint64) 64 << 20)
#define TRACE_HEAD_BYTES 65536

/* Takes "_" and 1 to 16 digits from *text; %FALSE leaves it. */
static gboolean
take_number (const char **text, gint64 *number)
{
  const char *p = *text;
  gint64 sum = 0;
  int n = 0;

  if (*p++ != '_')
    return FALSE;
  for (; g_ascii_isdigit (*p); p++, n++)
    {
      if (n >= MOST_RANK_DIGITS)
        return FALSE;
      sum = sum * 10 + (*p - '0');
    }
  if (n == 0)
    return FALSE;
  *text = p;
  *number = sum;
  return TRUE;
}

/* Whether @name is @stem, @least to @most numbers, @ending; *number is the last of them. */
static gboolean
matches (const char *name, const char *stem, int least, int most, const char *ending,
         gint64 *number)
{
  const char *p = name + strlen (stem);
  int n = 0;

  if (!g_str_has_prefix (name, stem))
    return FALSE;
  while (n < most && take_number (&p, number))
    n++;
  return n >= least && strcmp (p, ending) == 0;
}

static gboolean
is_trace_name (const char *name)
{
  gint64 number;

  return strcmp (name, "trace_view.json") == 0 || strcmp (name, "trace.json") == 0 ||
         matches (name, "msprof", 1, 4, ".json", &number) ||
         matches (name, "msprof_slice", 1, 4, ".json", &number);
}

/**
 * lsc_recognise_cluster_name:
 *
 * Source: formats.md#cluster.
 *
 * Returns: whether files called @name are results of the analysis of a cluster
 */
gboolean
lsc_recognise_cluster_name (const char *name)
{
  static const char *const names[] = { "cluster_analysis.db", "cluster_communication.json",
                                       "cluster_communication_matrix.json",
                                       "communication_group.json" };

  g_return_val_if_fail (name, FALSE);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (name, names[i]) == 0)
      return TRUE;
  return g_str_has_prefix (name, "cluster_step_trace_time") && g_str_has_suffix (name, ".csv");
}

/**
 * lsc_recognise_name:
 * @name: a file's base name
 *
 * Source: formats.md#names.
 *
 * Returns: what files of that name are, %LSC_FORMAT_UNKNOWN for names that say nothing
 */
LscFormat
lsc_recognise_name (const char *name)
{
  g_return_val_if_fail (name, FALSE);

  gint64 number;

  /* both have the same tables */
  if (matches (name, "ascend_pytorch_profiler", 0, 1, ".db", &number) ||
      matches (name, "ascend_mindspore_profiler", 0, 1, ".db", &number))
    return LSC_FORMAT_ASCEND_DB;
  if (matches (name, "msprof", 1, 1, ".db", &number) || g_str_has_prefix (name, "msmonitor_"))
    return LSC_FORMAT_MSPROF_DB;
  if (strcmp (name, "analysis.db") == 0 || strcmp (name, "communication_analyzer.db") == 0)
    return LSC_FORMAT_ANALYSIS_DB;
  if (lsc_recognise_cluster_name (name))
    return LSC_FORMAT_CLUSTER_DB;
  if (is_trace_name (name))
    return LSC_FORMAT_TRACE_VIEW;
  if (lsc_recognise_deliverable (name))
    return LSC_FORMAT_ASCEND_TEXT;
  return LSC_FORMAT_UNKNOWN;
}

/**
 * lsc_recognise_deliverable:
 *
 * Returns: whether @name is one of the tables of a text export
 */
gboolean
lsc_recognise_deliverable (const char *name)
{
  g_return_val_if_fail (name, FALSE);

  static const char *const stems[] = { "kernel_details",  "op_summary",      "memory_record",
                                       "operator_memory", "static_op_mem",   "npu_module_mem",
                                       "npu_mem",         "step_trace_time", "op_statistic",
                                       "api_statistic",   "operator_details" };
  static const char *const files[] = { "communication.json", "communication_matrix.json" };

  for (gsize i = 0; i < G_N_ELEMENTS (stems); i++)
    if (g_str_has_prefix (name, stems[i]) && g_str_has_suffix (name, ".csv"))
      return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    if (strcmp (name, files[i]) == 0)
      return TRUE;
  return FALSE;
}

/** Returns: whether a file is a database of SQLite, by how it begins */
gboolean
lsc_recognise_database (const char *path)
{
  static const char magic[16] = "SQLite format 3";
  char head[sizeof magic] = { 0 };
  FILE *file;
  gsize n;

  g_return_val_if_fail (path, FALSE);
  file = g_fopen (path, "rb");
  if (!file)
    return FALSE;
  n = fread (head, 1, sizeof head, file);
  fclose (file);
  return n == sizeof head && memcmp (head, magic, sizeof magic) == 0;
}

/**
 * lsc_recognise_rank:
 * @path: a database
 *
 * Returns: the number in its name, %LSC_RANK_UNKNOWN if there is none
 */
gint64
lsc_recognise_rank (const char *path)
{
  g_return_val_if_fail (path, LSC_RANK_UNKNOWN);

  g_autofree char *name = g_path_get_basename (path);
  gint64 rank = LSC_RANK_UNKNOWN;

  if (matches (name, "ascend_pytorch_profiler", 1, 1, ".db", &rank) ||
      matches (name, "ascend_mindspore_profiler", 1, 1, ".db", &rank))
    return rank;
  return LSC_RANK_UNKNOWN;
}

static gboolean
has_cluster_table (LscDb *db)
{
  g_auto (GStrv) tables = lsc_db_list_tables (db);

  for (guint i = 0; tables[i]; i++)
    if (g_str_has_prefix (tables[i], "Cluster"))
      return TRUE;
  return FALSE;
}

/* By the marker of `convert`, whatever the layout: the reader says what it cannot read. */
static gboolean
is_own (LscDb *db)
{
  gint64 marker = 0;

  return lsc_db_has_table (db, "about") && lsc_db_has_table (db, "ranks") &&
         lsc_db_query_int64 (db, "SELECT application_id FROM pragma_application_id", &marker) &&
         marker == LSC_OUTPUT_APPLICATION_ID;
}

static gboolean
is_extract (LscDb *db)
{
  gint64 marker = 0;

  return lsc_db_query_int64 (db, "SELECT application_id FROM pragma_application_id", &marker) &&
         marker == LSC_OUTPUT_EXTRACT_ID;
}

static LscFormat
recognise (LscDb *db)
{
  if (is_extract (db))
    return LSC_FORMAT_EXTRACT;
  if (is_own (db))
    return LSC_FORMAT_OWN_DB;
  if (lsc_db_has_table (db, "PYTORCH_API") || lsc_db_has_table (db, "CONNECTION_IDS"))
    return LSC_FORMAT_ASCEND_DB;
  if (lsc_db_has_table (db, "STRING_IDS") && lsc_db_has_table (db, "META_DATA") &&
      lsc_db_has_table (db, "TASK"))
    return LSC_FORMAT_ASCEND_DB;
  if (lsc_db_has_table (db, "STRING_IDS") &&
      (lsc_db_has_table (db, "TASK") || lsc_db_has_table (db, "CANN_API")))
    return LSC_FORMAT_MSPROF_DB;
  if (has_cluster_table (db))
    return LSC_FORMAT_CLUSTER_DB;
  if (lsc_db_has_table (db, "StepTraceTime") || lsc_db_has_table (db, "CommAnalyzerTime"))
    return LSC_FORMAT_ANALYSIS_DB;
  return lsc_nsight_is_export (db) ? LSC_FORMAT_NSIGHT : LSC_FORMAT_UNKNOWN;
}

static gboolean
is_empty (LscDb *db)
{
  g_auto (GStrv) tables = lsc_db_list_tables (db);

  return !tables[0];
}

/**
 * lsc_recognise_tables:
 * @path: an SQLite database of any name
 *
 * Errors: as lsc_db_open()
 *
 * Source: formats.md#discovery.
 *
 * Returns: what the database is by its tables, %LSC_FORMAT_UNKNOWN if that is nothing of ours or it
 *   cannot be opened
 */
LscFormat
lsc_recognise_tables (const char *path, LscJob *job, GError **error)
{
  g_return_val_if_fail (path, LSC_FORMAT_UNKNOWN);

  g_autoptr (LscDb) db = lsc_db_peek (path, job, error);
  LscFormat format;

  if (db && is_empty (db))
    {
      /* All of it may still stand in its log. */
      lsc_db_close (db);
      db = lsc_db_open (path, job, error);
    }
  if (!db)
    return LSC_FORMAT_UNKNOWN;
  format = recognise (db);
  lsc_db_return (g_steal_pointer (&db)); /* who reads it comes next */
  return format;
}

/**
 * lsc_recognise_map_rank:
 * @path: a profiler database
 * @job: (nullable): cancellation
 *
 * Source: formats.md#rank.
 *
 * Returns: the first rank in RANK_DEVICE_MAP that is one, %LSC_RANK_UNKNOWN when there is none or
 *   the file cannot be opened
 */
gint64
lsc_recognise_map_rank (const char *path, LscJob *job)
{
  g_return_val_if_fail (path, LSC_RANK_UNKNOWN);

  g_autoptr (LscDb) db = lsc_db_peek (path, job, NULL);
  gint64 rank = LSC_RANK_UNKNOWN;

  if (db && is_empty (db))
    {
      /* All of it may still stand in its log. */
      lsc_db_close (db);
      db = lsc_db_open (path, job, NULL);
    }
  if (!db || !lsc_db_has_column (db, "RANK_DEVICE_MAP", "rankId") ||
      !lsc_db_query_int64 (db,
                           "SELECT \"rankId\" FROM main.\"RANK_DEVICE_MAP\" NOT INDEXED"
                           " WHERE \"rankId\" >= 0 LIMIT 1",
                           &rank))
    return LSC_RANK_UNKNOWN;
  return rank;
}

/** The first bytes of a text, inflated. What cannot be read is empty. */
gsize
lsc_recognise_read_head (const char *path, char *buffer, gsize n)
{
  g_autoptr (LscTextInput) input = lsc_text_input_open (path, NULL, NULL);
  LscTextBlock block;
  gsize got = 0;

  while (input && got < n && lsc_text_input_next (input, &block, NULL))
    {
      gsize taken = MIN (block.n, n - got);

      memcpy (buffer + got, block.data, taken);
      got += taken;
    }
  return got;
}

/** The last bytes of a plain file. */
gsize
lsc_recognise_read_tail (const char *path, char *buffer, gsize n)
{
  FILE *file = g_str_has_suffix (path, ".gz") ? NULL : g_fopen (path, "rb");
  gsize got = 0;

  if (!file)
    return 0;
  if (fseeko (file, -(off_t) n, SEEK_END) == 0 || fseeko (file, 0, SEEK_SET) == 0)
    got = fread (buffer, 1, n, file);
  fclose (file);
  return got;
}

static gboolean
contains (const char *buffer, gsize n, const char *word)
{
  return memmem (buffer, n, word, strlen (word)) != NULL;
}

static gboolean
contains_any (const char *buffer, gsize n, const char *const *words)
{
  for (; *words; words++)
    if (contains (buffer, n, *words))
      return TRUE;
  return FALSE;
}

/* Whether the text begins with an event, alone or as the first of an array. */
static gboolean
begins_with_event (const char *buffer, gsize n)
{
  gsize begin = 0;
  const char *end;

  while (begin < n && g_ascii_isspace (buffer[begin]))
    begin++;
  if (begin == n || (buffer[begin] != '[' && buffer[begin] != '{'))
    return FALSE;
  end = memchr (buffer + begin, '}', n - begin);
  return contains (buffer + begin, end ? (gsize) (end - buffer) - begin : n - begin, "\"ph\"");
}

/** Returns: whether a file of that name may be a trace */
gboolean
lsc_recognise_json_name (const char *name)
{
  g_return_val_if_fail (name, FALSE);
  return g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".json.gz") ||
         g_str_has_suffix (name, ".json.zst") || g_str_has_suffix (name, ".json.xz") ||
         g_str_has_suffix (name, ".json.bz2");
}

/* What only one of the profilers writes: processes and arrows of Ascend's, categories and the head
 * of the others'. */
static const char *const ascend_words[] = { "\"Ascend Hardware\"",  "\"HostToDevice\"",
                                            "\"async_task_queue\"", "\"async_npu\"",
                                            "\"AscendCL@",          NULL };
static const char *const gpu_words[] = { "\"schemaVersion\"",
                                         "\"deviceProperties\"",
                                         "\"distributedInfo\"",
                                         "\"cuda_runtime\"",
                                         "\"cuda_driver\"",
                                         "\"kernel\"",
                                         "\"gpu_memcpy\"",
                                         "\"gpu_user_annotation\"",
                                         "\"ac2g\"",
                                         "\"CUDA functions\"",
                                         NULL };

/* What names of threads and args of op timelines have, in the head of a file. */
static gboolean
has_ops (const char *buffer, gsize n)
{
  return contains (buffer, n, "\"PP rank ") ||
         (contains (buffer, n, "\"step\"") &&
          (contains (buffer, n, "\"seq_id\"") || contains (buffer, n, "\"mb_id\"") ||
           contains (buffer, n, "\"model_chunk\"")));
}

/* Whether some thread is one of a pipeline, which as a rule stands at the end of the file. */
static gboolean
has_stages (const char *path)
{
  g_autoptr (LscTextInput) input = lsc_text_input_open (path, NULL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  LscTextBlock block;
  gint64 n_bytes = 0;

  while (input && n_bytes < OPS_BYTES && lsc_text_input_next (input, &block, NULL))
    {
      g_string_append_len (text, block.data, (gssize) block.n);
      if (contains (text->str, text->len, "\"PP rank "))
        return TRUE;
      n_bytes += (gint64) block.n;
      g_string_erase (text, 0, (gssize) (text->len - MIN (text->len, 16)));
    }
  return FALSE;
}

/* formats.md#op-timelines: no name tells such a file, nor have its ops names that all know. */
static gboolean
is_op_timeline (const char *path, const char *buffer, gsize n)
{
  if (contains_any (buffer, n, ascend_words) || contains_any (buffer, n, gpu_words))
    return FALSE;
  return has_ops (buffer, n) || (contains (buffer, n, "\"step\"") && has_stages (path));
}

/* Times as texts are Ascend's usual form, and what others write who keep all digits: they decide
 * where neither head nor tail of the file has a word that tells. */
static LscFormat
tell_profiler (const char *path, char *buffer, gsize n)
{
  static const char *const texts[] = { "\"ts\": \"", "\"ts\":\"", NULL };
  gboolean has_texts = contains_any (buffer, n, texts);

  for (guint i = 0; i < 2; i++)
    {
      if (contains_any (buffer, n, ascend_words))
        return LSC_FORMAT_TRACE_VIEW;
      if (contains_any (buffer, n, gpu_words))
        return LSC_FORMAT_KINETO;
      if (i == 0 && has_texts)
        n = lsc_recognise_read_tail (path, buffer, TRACE_HEAD_BYTES);
    }
  return has_texts ? LSC_FORMAT_TRACE_VIEW : LSC_FORMAT_KINETO;
}

/**
 * lsc_recognise_trace:
 * @path: a .json or .json.gz of any name, or a member of an archive
 *
 * Source: formats.md#names. Traces of both profilers may be a bare array and may write their times
 * as texts: what else they write tells them apart.
 *
 * Returns: %LSC_FORMAT_TRACE_VIEW, %LSC_FORMAT_KINETO, %LSC_FORMAT_PERFETTO, %LSC_FORMAT_OPS or,
 * for what does not begin like a trace of events, %LSC_FORMAT_UNKNOWN
 */
LscFormat
lsc_recognise_trace (const char *path)
{
  g_return_val_if_fail (path, LSC_FORMAT_UNKNOWN);

  static const char *const words[] = { "\"traceEvents\"", "\"schemaVersion\"",
                                       "\"deviceProperties\"", "\"distributedInfo\"", NULL };
  g_autofree char *buffer = g_malloc (TRACE_HEAD_BYTES);
  gsize n = lsc_recognise_read_head (path, buffer, TRACE_HEAD_BYTES);

  if (lsc_perfetto_begins (buffer, n))
    return LSC_FORMAT_PERFETTO;
  if (!begins_with_event (buffer, n) && !contains_any (buffer, n, words))
    return LSC_FORMAT_UNKNOWN;
  return is_op_timeline (path, buffer, n) ? LSC_FORMAT_OPS : tell_profiler (path, buffer, n);
}

/**
 * lsc_recognise_perfetto:
 * @path: a file of any name
 *
 * Reads more than two bytes only of what may be a trace or is packed.
 *
 * Source: formats.md#perfetto.
 *
 * Returns: whether it begins as a Perfetto trace does, unpacked
 */
gboolean
lsc_recognise_perfetto (const char *path)
{
  g_autofree char *buffer = NULL;
  guchar magic[2] = { 0 };
  FILE *file;
  gsize n;

  g_return_val_if_fail (path, FALSE);
  file = g_fopen (path, "rb");
  n = file ? fread (magic, 1, sizeof magic, file) : 0;
  if (file)
    fclose (file);
  if (n < sizeof magic || (magic[0] != 0x0a && (magic[0] != 0x1f || magic[1] != 0x8b) &&
                           (magic[0] != 0x28 || magic[1] != 0xb5)))
    return FALSE;
  buffer = g_malloc (TRACE_HEAD_BYTES);
  return lsc_perfetto_begins (buffer, lsc_recognise_read_head (path, buffer, TRACE_HEAD_BYTES));
}

/* The number behind "rank" of "distributedInfo"; "ranks" of the groups is another word. */
static gboolean
find_distributed_rank (const char *buffer, gsize n, gint64 *rank)
{
  const char *end = buffer + n;
  const char *p = memmem (buffer, n, "\"distributedInfo\"", strlen ("\"distributedInfo\""));
  const char *digits;

  p = p ? memmem (p, (gsize) (end - p), "\"rank\"", strlen ("\"rank\"")) : NULL;
  if (!p)
    return FALSE;
  for (p += strlen ("\"rank\""); p < end && (g_ascii_isspace (*p) || *p == ':');)
    p++;
  for (digits = p; p < end && g_ascii_isdigit (*p);)
    p++;
  return p > digits && p < end &&
         lsc_parse_int64 (digits, (gsize) (p - digits), rank) == LSC_PARSE_OK;
}

/* The number after "rank" in a name: rank0, rank_12, rank-3, Rank[4]. */
static gboolean
find_rank_in_name (const char *name, gint64 *rank)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (const char *p = strstr (lower, "rank"); p; p = strstr (p, "rank"))
    {
      gsize n;

      p += strlen ("rank");
      if (*p && strchr ("_-[. =", *p))
        p++;
      n = strspn (p, "0123456789");
      if (n > 0 && n <= MOST_RANK_DIGITS && lsc_parse_int64 (p, n, rank) == LSC_PARSE_OK)
        return TRUE;
    }
  return FALSE;
}

/**
 * lsc_recognise_trace_rank:
 * @path: a trace by PyTorch, or a member of an archive
 *
 * Source: formats.md#rank. Looks at the first and last bytes of the file, then at its name
 * and that of its folder.
 *
 * Returns: the rank, %LSC_RANK_UNKNOWN if nothing tells it
 */
gint64
lsc_recognise_trace_rank (const char *path)
{
  g_return_val_if_fail (path, LSC_RANK_UNKNOWN);

  g_autofree char *buffer = g_malloc (TRACE_HEAD_BYTES);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *folder_name = g_path_get_basename (folder);
  gint64 rank;

  if (find_distributed_rank (buffer, lsc_recognise_read_head (path, buffer, TRACE_HEAD_BYTES),
                             &rank) ||
      find_distributed_rank (buffer, lsc_recognise_read_tail (path, buffer, TRACE_HEAD_BYTES),
                             &rank) ||
      find_rank_in_name (name, &rank) || find_rank_in_name (folder_name, &rank))
    return rank;
  return LSC_RANK_UNKNOWN;
}

/**
 * lsc_recognise_folder_time:
 * @folder: a result folder
 * @stamp: (out): the digits of its name that say when it was recorded; greater is newer
 *
 * Takes the third field from the end, {worker}_{pid}_{time}_ascend_pt (formats.md#layout).
 *
 * Returns: %FALSE when the name has no such field
 */
gboolean
lsc_recognise_folder_time (const char *folder, gint64 *stamp)
{
  g_autofree char *name = g_path_get_basename (folder);
  g_auto (GStrv) fields = g_strsplit (name, "_", -1);
  guint n = g_strv_length (fields);

  return n >= 3 && *fields[n - 3] &&
         strspn (fields[n - 3], "0123456789") == strlen (fields[n - 3]) &&
         lsc_parse_int64 (fields[n - 3], strlen (fields[n - 3]), stamp) == LSC_PARSE_OK;
}
