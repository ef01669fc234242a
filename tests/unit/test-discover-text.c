/* test-discover-text.c - text exports and traces found, with their ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-text-input.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

static char *
put_bytes (const char *root, const char *name, const char *text, gssize n)
{
  char *path = g_build_filename (root, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_assert_true (g_file_set_contents (path, text, n, NULL));
  return path;
}

static void
put (const char *root, const char *name, const char *text)
{
  g_free (put_bytes (root, name, text, -1));
}

static LscProject *
discover (const char *root, const char *name)
{
  g_autofree char *path = g_build_filename (root, name, NULL);
  g_autoptr (GError) error = NULL;
  LscProject *project = lsc_discover (path, NULL, &error);

  g_assert_no_error (error);
  return project;
}

/* Recordings of all clusters as "rank format name; ", in order. */
static char *
describe (LscProject *project)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < project->clusters->len; i++)
    {
      LscCluster *cluster = g_ptr_array_index (project->clusters, i);

      for (guint k = 0; k < cluster->sources->len; k++)
        {
          LscSource *source = g_ptr_array_index (cluster->sources, k);
          g_autofree char *name = g_path_get_basename (source->file);

          g_autofree char *rank = lsc_rank_to_text (source->rank);

          g_string_append_printf (text, "%s %d %s; ", rank, source->format, name);
        }
    }
  return g_string_free (text, FALSE);
}

static void
expect (const char *root, const char *name, const char *expected)
{
  g_autoptr (LscProject) project = discover (root, name);
  g_autofree char *text = describe (project);

  g_assert_cmpstr (text, ==, expected);
}

#define TRACE                                                                                      \
  "[{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, \"tid\": 1, \"ts\": \"5\", \"dur\": 1}]"
#define GPU(more) "{\"schemaVersion\": 1, " more "\"traceEvents\": [" GPU_EVENT "]}"
#define GPU_EVENT                                                                                  \
  "{\"ph\": \"X\", \"name\": \"a\", \"cat\": \"cpu_op\", \"pid\": 1, \"tid\": 1, \"ts\": 5, "      \
  "\"dur\": 1}"

G_STATIC_ASSERT (LSC_FORMAT_ASCEND_DB == 0 && LSC_FORMAT_ASCEND_TEXT == 1 &&
                 LSC_FORMAT_TRACE_VIEW == 2 && LSC_FORMAT_MSPROF_DB == 3 && LSC_FORMAT_KINETO == 4);

typedef struct
{
  const char *files[5];
  const char *expected;
} Case;

/* Names that say what a file is, and the best of several in one result. */
static const Case cases[] = {
  { { "r/ASCEND_PROFILER_OUTPUT/trace_view.json" }, "-1 2 trace_view.json; " },
  { { "r/ASCEND_PROFILER_OUTPUT/trace_view.json", "r/ASCEND_PROFILER_OUTPUT/kernel_details.csv",
      "r/ASCEND_PROFILER_OUTPUT/analysis.db", "r/profiler_info_3.json" },
    "3 2 trace_view.json; " },
  { { "r/ASCEND_PROFILER_OUTPUT/trace_view.json",
      "r/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_2.db" },
    "2 0 ascend_pytorch_profiler_2.db; " },
  { { "r/ASCEND_PROFILER_OUTPUT/kernel_details.csv",
      "r/ASCEND_PROFILER_OUTPUT/communication.json" },
    "-1 1 kernel_details.csv; " },
  { { "r/ASCEND_PROFILER_OUTPUT/communication.json", "r/ASCEND_PROFILER_OUTPUT/step_trace_time.csv",
      "r/ASCEND_PROFILER_OUTPUT/analysis.db" },
    "-1 1 step_trace_time.csv; " },
  { { "r/ASCEND_PROFILER_OUTPUT/analysis.db" }, "-1 1 analysis.db; " },
  { { "r/ASCEND_PROFILER_OUTPUT/empty.txt", "r/PROF_000001_1_A/msprof_20260101000000.db" },
    "-1 3 msprof_20260101000000.db; " },
  { { "r_ascend_pt/PROF_000001_1_A/mindstudio_profiler_output/msprof_20260101.json" },
    "-1 2 msprof_20260101.json; " },
  { { "PROF_000001_1_A/msprof_20260101000000.db" }, "-1 3 msprof_20260101000000.db; " },
  { { "PROF_000001_1_A/mindstudio_profiler_output/msprof_20260101.json",
      "PROF_000001_1_A/mindstudio_profiler_output/msprof_20260102.json",
      "PROF_000001_1_A/mindstudio_profiler_output/op_summary_20260102.csv" },
    "-1 2 msprof_20260102.json; " },
  { { "PROF_000001_1_A/mindstudio_profiler_output/msprof_slice_0_20260101.json",
      "PROF_000001_1_A/mindstudio_profiler_output/msprof_slice_10_20260101.json",
      "PROF_000001_1_A/mindstudio_profiler_output/msprof_slice_9_20260101.json" },
    "-1 2 msprof_slice_9_20260101.json; " },
  { { "x/trace_view.json", "x/kernel_details.csv" }, "-1 2 trace_view.json; " },
  { { "x/kernel_details.csv", "x/memory_record.csv" }, "-1 1 kernel_details.csv; " },
  { { "x/msprof_20260101000000.db" }, "-1 3 msprof_20260101000000.db; " },
};

static void
test_names (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
      g_autoptr (LscProject) project = NULL;

      for (gsize k = 0; k < G_N_ELEMENTS (cases[i].files) && cases[i].files[k]; k++)
        put (root, cases[i].files[k], TRACE);
      expect (root, ".", cases[i].expected);
      project = discover (root, ".");
      g_assert_cmpuint (project->unread->len, ==, 0);
    }
}

/* Slices of one export are parts of one recording, by number. */
static void
test_parts (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscProject) project = NULL;
  LscSource *source;

  put (root, "PROF_1_1_A/mindstudio_profiler_output/msprof_slice_10_5.json", TRACE);
  put (root, "PROF_1_1_A/mindstudio_profiler_output/msprof_slice_9_5.json", TRACE);
  put (root, "PROF_1_1_A/mindstudio_profiler_output/msprof_slice_0_5.json", TRACE);
  project = discover (root, ".");
  g_assert_cmpuint (lsc_project_count_ranks (project), ==, 1);
  source =
      g_ptr_array_index (((LscCluster *) g_ptr_array_index (project->clusters, 0))->sources, 0);
  g_assert_cmpuint (g_strv_length (source->parts), ==, 3);
  g_assert_true (g_str_has_suffix (source->parts[0], "slice_0_5.json"));
  g_assert_true (g_str_has_suffix (source->parts[1], "slice_9_5.json"));
  g_assert_true (g_str_has_suffix (source->parts[2], "slice_10_5.json"));
}

/* formats.md#names, #rank. */
static void
test_kineto (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();

  put (root, "a/x.json", GPU ("\"distributedInfo\": {\"world_size\": 8, \"rank\": 5}, "));
  put (root, "a/y.pt.trace.json",
       "{\"traceEvents\": [], \"pg_config\": [{\"ranks\": [1]}], "
       "\"distributedInfo\": {\"rank\": 6}}");
  put (root, "a/other.json", "{\"a\": 1}");
  expect (root, "a", "5 4 x.json; 6 4 y.pt.trace.json; ");
  expect (root, "a/x.json", "5 4 x.json; ");
  /* by name, then by folder */
  put (root, "b/run_rank2.json", GPU (""));
  put (root, "b/run_Rank-10.json", GPU (""));
  put (root, "c/rank0/trace.json", GPU (""));
  put (root, "c/rank1/trace.json", GPU (""));
  expect (root, "b", "2 4 run_rank2.json; 10 4 run_Rank-10.json; ");
  expect (root, "c", "0 4 trace.json; 1 4 trace.json; ");
  /* by name where nobody knows; a single one needs none */
  put (root, "d/m.json", "[" GPU_EVENT "]");
  put (root, "d/k.json", GPU (""));
  put (root, "e/k.json", GPU (""));
  expect (root, "d", "k 4 k.json; m 4 m.json; ");
  expect (root, "e", "-1 4 k.json; ");
  /* a trace for Ascend under any name */
  put (root, "f/saved.json", TRACE);
  put (root, "f/trace.json", TRACE);
  expect (root, "f/saved.json", "-1 2 saved.json; ");
  expect (root, "f/trace.json", "-1 2 trace.json; ");
}

/* The rank stands before the events, or behind them, where only the end of a long file tells. */
static void
test_rank_at_end (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *blank = g_strnfill (200000, ' ');
  g_autofree char *text = g_strconcat ("{\"schemaVersion\": 1, \"traceEvents\": [" GPU_EVENT "], ",
                                       blank, "\"distributedInfo\": {\"rank\": 7}}", NULL);

  put (root, "a/long.json", text);
  expect (root, "a/long.json", "7 4 long.json; ");
}

static GBytes *
compress (const char *text)
{
  g_autoptr (GConverter) converter =
      G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);

  g_assert_true (g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static void
test_gzip (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (GBytes) bytes = compress (GPU ("\"distributedInfo\": {\"rank\": 4}, "));
  gsize n;
  const char *data = g_bytes_get_data (bytes, &n);

  g_free (put_bytes (root, "a.pt.trace.json.gz", data, (gssize) n));
  g_free (put_bytes (root, "broken.json.gz", data, 12));
  put (root, "no.json.gz", "no gzip at all");
  expect (root, ".", "4 4 a.pt.trace.json.gz; ");
}

static char *
put_archive (const char *root, const char *name, gboolean is_zip, const char *const *members)
{
  char *path = g_build_filename (root, name, NULL);
  struct archive *archive = archive_write_new ();

  if (is_zip)
    archive_write_set_format_zip (archive);
  else
    archive_write_set_format_ustar (archive);
  if (g_str_has_suffix (name, "gz"))
    archive_write_add_filter_gzip (archive);
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  for (; *members; members += 2)
    {
      struct archive_entry *entry = archive_entry_new ();

      archive_entry_set_pathname (entry, members[0]);
      archive_entry_set_size (entry, (gint64) strlen (members[1]));
      archive_entry_set_filetype (entry, AE_IFREG);
      archive_entry_set_perm (entry, 0644);
      g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
      archive_write_data (archive, members[1], strlen (members[1]));
      archive_entry_free (entry);
    }
  g_assert_cmpint (archive_write_close (archive), ==, ARCHIVE_OK);
  archive_write_free (archive);
  return path;
}

/* Traces inside of archives, found alone and in passing, load. */
static void
test_archives (void)
{
  static const char *const members[] = {
    "run/rank0/trace.json", GPU (""), "run/rank1/trace.json", GPU (""), "run/notes.txt", "x", NULL,
  };
  static const char *const result[] = {
    "other_ascend_pt/profiler_info.json",
    "{\"rank_id\": 9}",
    "r_ascend_pt/profiler_info.json",
    "{\"rank_id\": 7}",
    "r_ascend_pt/profiler_metadata.json",
    "{\"pp_info\": 5}",
    "r_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
    "[{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":2,\"args\":{\"name\":\"Ascend Hardware\"}},"
    "{\"ph\":\"X\",\"name\":\"MatMul\",\"pid\":2,\"tid\":7,\"ts\":\"10\",\"dur\":5}]",
    "r_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv",
    "Stream ID,Name,Accelerator Core,Start Time(us),Duration(us)\n7,MatMul,AI_CORE,10,5\n",
    NULL,
  };
  static const char *const names[] = { "a.zip", "a.tar", "a.tar.gz" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
      g_autofree char *other = put_archive (root, "b.zip", TRUE, result);
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;
      g_autoptr (LscProject) project = NULL;
      g_autoptr (LscTimeline) timeline = NULL;
      g_autoptr (GPtrArray) details = NULL;
      g_autoptr (GError) error = NULL;
      LscCluster *cluster;
      guint32 stream;

      g_free (put_archive (root, names[i], i == 0, members));
      before = lsc_test_tree_checksum (root, NULL);
      expect (root, names[i], "0 4 trace.json; 1 4 trace.json; ");
      project = discover (root, ".");
      g_assert_cmpuint (lsc_project_count_ranks (project), ==, 3);
      g_clear_pointer (&project, lsc_project_unref);
      expect (root, "b.zip", "7 2 trace_view.json; ");
      project = discover (root, "b.zip");
      cluster = g_ptr_array_index (project->clusters, 0);
      g_assert_cmpstr (cluster->path, ==, other);
      timeline = lsc_timeline_load (g_ptr_array_index (cluster->sources, 0), 1, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (lsc_timeline_metadata (timeline, "pp_info"), ==, "5");
      stream = lsc_timeline_find_path (timeline, "Device/Stream 7");
      g_assert_cmpuint (stream, !=, LSC_SLICE_NONE);
      g_assert_cmpint (lsc_timeline_get_node (timeline, stream)->lane->kind[0], ==, LSC_SLICE_CUBE);
      details = lsc_timeline_read_details (timeline, (LscSpot){ stream, 0 }, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (details->len, >, 8);
      after = lsc_test_tree_checksum (root, NULL);
      g_assert_cmpstr (before, ==, after);
    }
}

static guint
count_notices (LscProject *project, const char *code)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (project->notices);
  guint n = 0;

  for (guint i = 0; i < list->len; i++)
    n += strcmp (((LscNotice *) g_ptr_array_index (list, i))->code, code) == 0;
  return n;
}

static void
test_bad_archives (void)
{
  static const char *const members[] = { "r/ascend_pytorch_profiler_0.db", "x", NULL };
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *packed = put_archive (root, "db.zip", TRUE, members);
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (lsc_discover (packed, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  g_clear_error (&error);
  put (root, "broken.zip", "PK\003\004 this goes wrong");
  put (root, "trace_view.json", TRACE);
  project = discover (root, ".");
  g_assert_cmpuint (lsc_project_count_ranks (project), ==, 1);
  g_assert_cmpuint (count_notices (project, "packed-database"), ==, 1);
  g_assert_cmpuint (count_notices (project, "bad-archive"), ==, 1);
}

/* A database and a trace of the same rank: the database says more, whatever is newer. */
static void
test_both (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscProject) project = NULL;

  put (root, "h_1_20260101000000001_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_1.db",
       "x");
  put (root, "h_1_20260101000000002_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", TRACE);
  put (root, "h_1_20260101000000002_ascend_pt/profiler_info_1.json", "{}");
  expect (root, ".", "1 0 ascend_pytorch_profiler_1.db; ");
  project = discover (root, ".");
  g_assert_cmpuint (count_notices (project, "superseded"), ==, 1);
}

/* What the summary of a text export says, without its events. */
static void
test_summary (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscProject) project = NULL;
  g_autoptr (LscRunSummary) summary = NULL;
  g_autoptr (GError) error = NULL;
  LscSource *source;

  put (root, "r/ASCEND_PROFILER_OUTPUT/trace_view.json", TRACE);
  put (root, "r/ASCEND_PROFILER_OUTPUT/step_trace_time.csv", "Device_id,Step,Computing\n5,1,2\n");
  put (root, "r/profiler_info_3.json",
       "{\"config\": {\"experimental_config\": {\"_profiler_level\": \"Level2\"}}}");
  put (root, "r/profiler_metadata.json", "{\"distributed_args\": {\"rank\": 9}}");
  project = discover (root, ".");
  source =
      g_ptr_array_index (((LscCluster *) g_ptr_array_index (project->clusters, 0))->sources, 0);
  summary = lsc_run_summary_read (source, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (summary->rank, ==, 3);
  g_assert_cmpint (summary->device, ==, 5);
  g_assert_cmpint (summary->level, ==, 2);
  g_assert_nonnull (lsc_metadata_get (summary->metadata, "distributed_args"));
  g_assert_cmpuint (summary->table_names->len, ==, 2);
  g_assert_cmpint (summary->table_rows.items[0], ==, -1);
  g_clear_pointer (&summary, lsc_run_summary_free);
  g_assert_cmpint (g_remove (source->file), ==, 0);
  g_assert_null (lsc_run_summary_glance (source, NULL, &error));
  g_assert_nonnull (error);
}

/* A folder of 64 ranks lists at once: nothing is read to the end. */
static void
test_many (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscProject) project = NULL;
  g_autofree char *filler = g_strnfill (1024 * 1024, ' ');
  gint64 begin;

  memcpy (filler, TRACE, strlen (TRACE) - 1);
  for (int i = 0; i < 64; i++)
    {
      g_autofree char *ascend = g_strdup_printf ("a/r%d/ASCEND_PROFILER_OUTPUT/trace_view.json", i);
      g_autofree char *info = g_strdup_printf ("a/r%d/profiler_info_%d.json", i, i);
      g_autofree char *gpu = g_strdup_printf ("b/rank%d.json", i);

      put (root, ascend, filler);
      put (root, info, "{}");
      put (root, gpu, GPU (""));
    }
  begin = g_get_monotonic_time ();
  project = discover (root, "a");
  g_assert_cmpuint (lsc_project_count_ranks (project), ==, 64);
  g_clear_pointer (&project, lsc_project_unref);
  project = discover (root, "b");
  g_assert_cmpuint (lsc_project_count_ranks (project), ==, 64);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 2 * G_USEC_PER_SEC);
}

static void
test_samples (void)
{
  g_autofree char *samples = lsc_test_require_samples ();

  if (!samples)
    return;
  expect (samples, "ascend-text-level1", "0 2 trace_view.json; 1 2 trace_view.json; ");
  expect (samples, "ascend-4rank-pp2dp2",
          "0 1 kernel_details.csv; 1 1 step_trace_time.csv; 2 1 kernel_details.csv; "
          "3 1 step_trace_time.csv; ");
  expect (samples, "msprof-db", "-1 3 msprof_0.db; ");
  expect (samples, "kineto/cpu-only.json.gz", "34 4 cpu-only.json.gz; ");
}

/* Only the beginning of an archive of many files is looked into, which is said. */
static void
test_many_members (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *path = NULL;
  g_autofree char *gpu = g_strdup (GPU (""));
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 1030; i++)
    {
      g_ptr_array_add (members, g_strdup_printf ("%04u.json", i));
      g_ptr_array_add (members, i < 1029 ? g_strdup ("{}") : g_strdup (gpu));
    }
  g_ptr_array_add (members, NULL);
  path = put_archive (root, "a.zip", TRUE, (const char *const *) members->pdata);
  g_assert_null (lsc_discover (path, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_NOTHING);
  g_assert_nonnull (strstr (error->message, "Of 1030 files with JSON in the archive only the first "
                                            "1024 were looked into"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/discover-text/names", test_names);
  g_test_add_func ("/discover-text/parts", test_parts);
  g_test_add_func ("/discover-text/kineto", test_kineto);
  g_test_add_func ("/discover-text/rank-at-end", test_rank_at_end);
  g_test_add_func ("/discover-text/gzip", test_gzip);
  g_test_add_func ("/discover-text/archives", test_archives);
  g_test_add_func ("/discover-text/many-members", test_many_members);
  g_test_add_func ("/discover-text/bad-archives", test_bad_archives);
  g_test_add_func ("/discover-text/both", test_both);
  g_test_add_func ("/discover-text/summary", test_summary);
  g_test_add_func ("/discover-text/many", test_many);
  g_test_add_func ("/discover-text/samples", test_samples);
  return g_test_run ();
}
