/* test-timeline-bad.c - timelines of files that are odd, damaged, hostile or gone
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "lsc-test-files.h"
#include "lsc-test-profile.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/* The checklist of checks.md#readers, for timelines. What stands elsewhere:
 *
 *  1 times                     /timeline-bad/times; /time/..., /trace-file/times, /csv/numbers
 *  2 text times of ops         /timeline-bad/op-times; /ascend-timeline/order
 *  3 missing tables            /timeline-bad/missing-tables/...; /ascend-timeline/missing-tables
 *  4 Insight's additions       /timeline-bad/insight
 *  5 blockDim, blockNum        /timeline-bad/block-num; /read/block-num
 *  6 rank is not device        /timeline-bad/rank-and-device; /ascend-timeline/devices
 *  7 rank_id, _export_type     /discover/ranks, /bad/rank/...
 *  8 level 0                   /golden-overlap/references; /acceptance/details/ascend-db-level0
 *  9 group hash                /ascend-timeline/groups, /read/communication
 * 10 matrix ranks              belongs to a view that is not a timeline
 * 11 flow ids of 66 bits       /trace-view/arrows/..., /timeline-bad/numbers
 * 12 Kineto                    /kineto/base-after-events, /whole-us, /truncated, /external-ids,
 *                              /odd-metadata
 * 13 large files, odd paths    /timeline-bad/large, /timeline-bad/paths
 * 14 untouched                 /acceptance/untouched, /cli/acceptance/untouched/...
 */

/* ---- loading ---- */

static gboolean
has_sentence (const GError *error, const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);

  return strlen (error->message) > 20 && strstr (error->message, name) != NULL;
}

/* Looks at all of it: a bad value may only show when it is used. */
static void
use (LscTimeline *timeline)
{
  g_autoptr (GPtrArray) notices = lsc_notices_copy_list (timeline->notices);
  const LscOverlap *overlap = lsc_timeline_get_analysis (timeline)->overlap;
  g_autoptr (LscTable) table = lsc_overlap_get_table (timeline, overlap);

  g_assert_cmpint (overlap->all.computing_ns, >=, 0);
  g_assert_cmpint (overlap->all.free_ns, >=, 0);
  g_assert_cmpint (timeline->begin_ns, <=, timeline->end_ns);
  for (guint i = 0; i < notices->len; i++)
    {
      g_autofree char *text = lsc_notice_to_text (notices->pdata[i]);

      g_assert_cmpuint (strlen (text), >, 20);
      g_assert_true (g_utf8_validate (text, -1, NULL));
    }
  for (guint32 node = 0; node < timeline->nodes->len; node++)
    {
      const LscNode *self = lsc_timeline_get_node (timeline, node);

      g_assert_true (!self->name || g_utf8_validate (self->name, -1, NULL));
      for (guint32 i = 0; self->lane && i < self->lane->n; i += 1 + (guint32) self->lane->n / 8)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (GPtrArray) details =
              lsc_timeline_read_details (timeline, (LscSpot){ node, i }, &error);

          g_assert_true (details || error);
          g_assert_cmpint (lsc_lane_get_duration_ns (self->lane, i), >=, 0);
        }
    }
}

/* (transfer full) (nullable): the first timeline of a file or folder, else a sentence about it */
static LscTimeline *
try_load (const char *path, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (LscProject) project = lsc_discover (path, NULL, &local);
  LscTimeline *timeline = NULL;

  if (project && project->clusters->len > 0)
    {
      const LscCluster *cluster = g_ptr_array_index (project->clusters, 0);

      timeline = lsc_timeline_load (g_ptr_array_index (cluster->sources, 0), 2, NULL, &local);
    }
  if (timeline)
    {
      g_assert_no_error (local);
      lsc_timeline_complete (timeline, NULL, &local);
      g_assert_no_error (local);
      use (timeline);
      return timeline;
    }
  g_assert_nonnull (local);
  if (!has_sentence (local, path))
    g_error ("%s: \"%s\" does not name it", path, local->message);
  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

static LscTimeline *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  LscTimeline *timeline = try_load (path, &error);

  g_assert_no_error (error);
  return timeline;
}

static void
refuse (const char *path, const char *word)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTimeline) timeline = try_load (path, &error);

  g_assert_null (timeline);
  if (word && !strstr (error->message, word))
    g_error ("\"%s\" does not say %s", error->message, word);
}

static gboolean
has_notice (LscTimeline *timeline, const char *code)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (timeline->notices);

  for (guint i = 0; i < list->len; i++)
    if (strcmp (((LscNotice *) list->pdata[i])->code, code) == 0)
      return TRUE;
  return FALSE;
}

static guint
count_kind (const LscTimeline *timeline, guint8 kind)
{
  guint n = 0;

  for (guint32 node = 0; node < timeline->nodes->len; node++)
    {
      const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

      for (gsize i = 0; lane && i < lane->n; i++)
        n += lane->kind[i] == kind;
    }
  return n;
}

/* ---- small files of each format ---- */

#define ASCEND_HEAD                                                                                \
  "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":7,\"args\":{\"name\":\"Python\"}},"             \
  "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1024,\"args\":{\"name\":\"Ascend Hardware\"}}"

static const char ascend_text[] =
    "[" ASCEND_HEAD ",\n"
    "{\"ph\":\"X\",\"name\":\"aten::add\",\"pid\":7,\"tid\":7,\"ts\":\"1736405443862402.680\","
    "\"dur\":3.5,\"cat\":\"cpu_op\",\"args\":{\"Sequence number\":1,\"Fwd thread id\":0}},\n"
    "{\"ph\":\"s\",\"bp\":\"e\",\"name\":\"async_npu\",\"id\":\"1\",\"pid\":7,\"tid\":7,"
    "\"ts\":\"1736405443862402.680\",\"cat\":\"async_npu\"},\n"
    "{\"ph\":\"f\",\"bp\":\"e\",\"name\":\"async_npu\",\"id\":\"1\",\"pid\":1024,\"tid\":2,"
    "\"ts\":\"1736405443862410.680\",\"cat\":\"async_npu\"},\n"
    "{\"ph\":\"X\",\"name\":\"Add\",\"pid\":1024,\"tid\":2,\"ts\":\"1736405443862410.680\","
    "\"dur\":2,\"args\":{\"Task Type\":\"AI_CORE\",\"connection_id\":5}}]\n";

static const char kineto_text[] =
    "{\"schemaVersion\":1,\"deviceProperties\":[],\"traceEvents\":[\n"
    "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":9,\"tid\":9,\"ts\":100.5,"
    "\"dur\":20.25,\"args\":{\"External id\":1}},\n"
    "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":9,\"tid\":9,"
    "\"ts\":105,\"dur\":3,\"args\":{\"External id\":1,\"correlation\":11}},\n"
    "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":120,\"dur\":9,"
    "\"args\":{\"External id\":1,\"correlation\":11,\"stream\":7,\"device\":0}}\n]}\n";

static const char kernel_table[] =
    "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim\r\n"
    "50,MatMul1,MatMul,AI_CORE,1736405443881410.320\t,50.621,0,8\r\n"
    "50,Add1,Add,AI_VECTOR_CORE,\"1736405443881500\",1,0,8\r\n"
    "50,Add2,Add,AI_VECTOR_CORE,1736405443881600.5,1.12345678,0,8\r\n"
    "50,hcom_allReduce__1_0_1,hcom_allReduce_,HCCL,1736405443881700.25,10,0,0\r\n";

static void
write_file (const char *path, const char *data, gsize n)
{
  g_assert_true (g_file_set_contents (path, data, (gssize) n, NULL));
}

static void
write_gzip (const char *path, const char *data, gsize n)
{
  gzFile file = gzopen (path, "wb1");

  g_assert_cmpint (gzwrite (file, data, (unsigned) n), ==, (int) n);
  g_assert_cmpint (gzclose (file), ==, Z_OK);
}

static void
write_archive (const char *path, gboolean is_zip, const char *member, const char *data, gsize n)
{
  struct archive *archive = archive_write_new ();
  struct archive_entry *entry = archive_entry_new ();

  if (is_zip)
    archive_write_set_format_zip (archive);
  else
    {
      archive_write_add_filter_gzip (archive);
      archive_write_set_format_pax_restricted (archive);
    }
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  archive_entry_set_pathname (entry, member);
  archive_entry_set_size (entry, (la_int64_t) n);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0600);
  g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
  archive_write_data (archive, data, n);
  archive_entry_free (entry);
  archive_write_close (archive);
  archive_write_free (archive);
}

/* A profile with everything that a timeline reads. */
static void
write_db (const char *folder, int rank)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  LscTestKernelInfo info = { "MatMulV2", "AI_CORE", "DT_BF16", "16,16", "DT_BF16", "16,16", 8 };
  LscTestCommTask task = { "Memcpy", 5000, 6000, 0, 1, 0, 1, 64, 0, 0 };
  LscTestCommOp comm = {
    0, "hcom_allReduce__865_0_1", "hcom_allReduce_", "group", "MESH-RING", 5000, 9000, 64, 0
  };
  guint op, back, kernel;

  lsc_test_profile_step (profile, 3, 0, 100000);
  lsc_test_profile_module (profile, "Model", 100, 50000, 11);
  op = lsc_test_profile_op (profile, "aten::mm", 1000, 2000, 11);
  back = lsc_test_profile_op (profile, "MmBackward0", 6000, 7000, 12);
  lsc_test_profile_op_set_sequence (profile, back, 1, 11);
  lsc_test_profile_queue (profile, "Enqueue", 1100, 1200, 11);
  kernel = lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_COMPUTE, "MatMul", 3000, 4000);
  lsc_test_profile_kernel_set_info (profile, kernel, &info);
  lsc_test_profile_link (profile, op, back);
  comm.op = back;
  lsc_test_profile_comm_op (profile, &comm, &task, 1);
  g_assert_true (lsc_test_profile_write (profile, folder, rank, NULL));
}

/* One file of each format, in folders of their own. */
typedef struct
{
  const char *name; /* of the file */
  char *path;
  char *data;
  gsize n;
} Sample;

static const char *const names[] = { "trace_view.json",    "kineto.json",  "trace_view.json.gz",
                                     "kineto.json.gz",     "export.zip",   "export.tar.gz",
                                     "kernel_details.csv", "profiler_0.db" };

static void
make_sample (Sample *self, const char *dir, guint index)
{
  g_autofree char *folder = g_strdup_printf ("%s/%u", dir, index);
  g_autofree char *db = NULL;
  static const char member[] = "x_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json";

  g_mkdir (folder, 0700);
  self->name = names[index];
  self->path = g_build_filename (folder, self->name, NULL);
  switch (index)
    {
    case 0:
      write_file (self->path, ascend_text, strlen (ascend_text));
      break;
    case 1:
      write_file (self->path, kineto_text, strlen (kineto_text));
      break;
    case 2:
      write_gzip (self->path, ascend_text, strlen (ascend_text));
      break;
    case 3:
      write_gzip (self->path, kineto_text, strlen (kineto_text));
      break;
    case 4:
      write_archive (self->path, TRUE, member, ascend_text, strlen (ascend_text));
      break;
    case 5:
      write_archive (self->path, FALSE, member, ascend_text, strlen (ascend_text));
      break;
    case 6:
      write_file (self->path, kernel_table, strlen (kernel_table));
      break;
    default:
      write_db (folder, 0);
      g_free (self->path);
      self->path = lsc_test_profile_db_path (folder, 0);
    }
  g_assert_true (g_file_get_contents (self->path, &self->data, &self->n, NULL));
}

static void
sample_clear (Sample *self)
{
  g_free (self->path);
  g_free (self->data);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sample, sample_clear)

static void
test_whole (gconstpointer data)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_auto (Sample) sample = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;

  make_sample (&sample, dir, GPOINTER_TO_UINT (data));
  timeline = load (sample.path);
  g_assert_cmpuint (timeline->n_slices, >, 1);
}

/* ---- damage ---- */

/* Cut anywhere: what is there is shown, or a sentence. */
static void
test_cut (gconstpointer data)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_auto (Sample) sample = { 0 };
  gsize step;

  make_sample (&sample, dir, GPOINTER_TO_UINT (data));
  step = MAX (sample.n / 60, 1);
  for (gsize n = 0; n < sample.n; n += n < 8 ? 1 : step)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LscTimeline) timeline = NULL;

      write_file (sample.path, sample.data, n);
      timeline = try_load (sample.path, &error);
      if (n == 0) /* an empty table is a notice */
        g_assert_true (error || has_notice (timeline, "bad-table"));
    }
}

/* Bytes that are something else. */
static void
test_garbled (gconstpointer data)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_auto (Sample) sample = { 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (7 + GPOINTER_TO_UINT (data));

  make_sample (&sample, dir, GPOINTER_TO_UINT (data));
  for (guint round = 0; round < 120; round++)
    {
      g_autofree char *bytes = g_memdup2 (sample.data, sample.n);
      guint n_bad = 1 + round % 20;
      g_autoptr (GError) error = NULL;
      g_autoptr (LscTimeline) timeline = NULL;

      for (guint i = 0; i < n_bad; i++)
        bytes[g_rand_int_range (rand, 0, (gint32) sample.n)] =
            (char) g_rand_int_range (rand, 0, 256);
      write_file (sample.path, bytes, sample.n);
      timeline = try_load (sample.path, &error);
    }
}

static void
test_noise (gconstpointer data)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_auto (Sample) sample = { 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  char noise[4096];

  make_sample (&sample, dir, GPOINTER_TO_UINT (data));
  for (gsize i = 0; i < sizeof noise; i++)
    noise[i] = (char) g_rand_int_range (rand, 0, 256);
  write_file (sample.path, noise, sizeof noise);
  if (g_str_has_suffix (sample.path, ".csv"))
    {
      g_autoptr (LscTimeline) timeline = load (sample.path);

      g_assert_true (has_notice (timeline, "bad-table"));
      g_assert_cmpuint (timeline->n_slices, ==, 0);
    }
  else
    refuse (sample.path, NULL);
}

/* ---- hostile JSON ---- */

static char *
put (const char *dir, const char *name, GString *text)
{
  char *path = g_build_filename (dir, name, NULL);

  write_file (path, text->str, text->len);
  g_string_free (text, TRUE);
  return path;
}

static void
repeat (GString *text, const char *part, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append (text, part);
}

static void
test_nested (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  static const char *const brackets[] = { "[", "{\"a\":" };

  for (guint i = 0; i < 2; i++)
    for (guint closed = 0; closed < 2; closed++)
      {
        GString *bare = g_string_new (NULL), *inside = g_string_new (NULL);
        g_autofree char *bare_path = NULL, *inside_path = NULL;
        g_autoptr (LscTimeline) timeline = NULL;

        repeat (bare, brackets[i], 100000);
        g_string_append (bare, "1");
        repeat (bare, i == 0 ? "]" : "}", closed ? 100000 : 0);
        bare_path = put (dir, "bare.json", bare);
        refuse (bare_path, NULL);
        g_string_append (inside, "{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":"
                                 "\"a\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1},"
                                 "{\"ph\":\"X\",\"name\":\"b\",\"pid\":1,\"tid\":1,\"ts\":3,"
                                 "\"dur\":1,\"args\":");
        repeat (inside, brackets[i], 100000);
        g_string_append (inside, "1");
        repeat (inside, i == 0 ? "]" : "}", closed ? 100000 : 0);
        g_string_append (inside, "}]}");
        inside_path = put (dir, "inside.json", inside);
        timeline = load (inside_path);
        g_assert_cmpuint (count_kind (timeline, LSC_SLICE_OP), ==, 1);
        g_assert_true (has_notice (timeline, "deep-event") ||
                       has_notice (timeline, "truncated-file"));
      }
}

/* A string of 100 MB, as a name and as something that nobody reads. */
static void
test_long_string (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *big = g_strnfill (100 << 20, 'x');

  for (guint place = 0; place < 2; place++)
    {
      GString *text = g_string_new ("{\"traceEvents\":[");
      g_autofree char *path = NULL;
      g_autoptr (LscTimeline) timeline = NULL;

      g_string_append (text, "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"pid\":1,\"tid\":1,"
                             "\"ts\":1,\"dur\":1},");
      g_string_append (text, "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"pid\":1,\"tid\":1,\"ts\":3,"
                             "\"dur\":1,\"name\":\"");
      g_string_append (text, place == 0 ? big : "b\",\"args\":{\"x\":\"");
      g_string_append (text, place == 0 ? "" : big);
      g_string_append (text, place == 0 ? "\"}" : "\"}}");
      g_string_append (text, ",{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"c\",\"pid\":1,\"tid\":1,"
                             "\"ts\":5,\"dur\":1}]}");
      path = put (dir, "long.json", text);
      timeline = load (path);
      g_assert_true (has_notice (timeline, "long-event"));
      g_assert_cmpuint (count_kind (timeline, LSC_SLICE_OP), ==, 2);
      g_assert_cmpuint (lsc_timeline_get_memory_bytes (timeline), <, 64 << 20);
    }
}

/* 2 GiB of blanks in 2 MB, and 300 MB of a name. */
static void
test_bomb (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *blanks = g_strnfill (16 << 20, ' ');
  g_autofree char *path = g_build_filename (dir, "bomb.json.gz", NULL);
  gzFile file = gzopen (path, "wb1");
  gint64 begin = g_get_monotonic_time ();

  g_assert_cmpint (gzputs (file, "{\"traceEvents\":["), >, 0);
  for (guint i = 0; i < 128; i++)
    g_assert_cmpint (gzwrite (file, blanks, 16 << 20), >, 0);
  g_assert_cmpint (gzclose (file), ==, Z_OK);
  begin = g_get_monotonic_time ();
  refuse (path, "MiB");
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 60 * G_USEC_PER_SEC);
}

/* ---- numbers ---- */

/* Every number of an event beyond what fits, and at its limits. */
static void
test_numbers (void)
{
  static const char *const numbers[] = {
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775.807",
    "9223372036854775.808",
    "-9223372036854775.808",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
    "-99999999999999999999999999999999999999999",
    "1e308",
    "-1e308",
    "1e400",
    "1e-400",
    "-1",
    "-0.0005",
    "0.00000000000000000000001",
    "\"12x\"",
    "\"\"",
    "\"NaN\"",
    "NaN",
    "Infinity",
    "null",
    "true",
    "[]",
    "{}",
  };
  static const char *const keys[] = { "ts", "dur",           "pid",        "tid",
                                      "id", "connection_id", "correlation" };
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  static const char *const files[] = { "trace_view.json", "kineto.json" };

  for (guint f = 0; f < G_N_ELEMENTS (files); f++)
    for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
      for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
        {
          GString *text = g_string_new (f == 0 ? ascend_text : kineto_text);
          g_autofree char *wanted = g_strdup_printf ("\"%s\":", keys[k]);
          g_autofree char *folder = g_strdup_printf ("%s/%u", dir, f);
          g_autofree char *path = NULL;
          g_autoptr (GError) error = NULL;
          g_autoptr (LscTimeline) timeline = NULL;
          const char *found = strstr (text->str, wanted);

          g_mkdir (folder, 0700);
          if (found)
            {
              gsize at = (gsize) (found - text->str) + strlen (wanted);
              gsize n = strcspn (text->str + at, ",}");

              g_string_erase (text, (gssize) at, (gssize) n);
              g_string_insert (text, (gssize) at, numbers[i]);
            }
          path = put (folder, files[f], text);
          timeline = try_load (path, &error);
        }
}

/* Events as far apart as 64 bits allow: what cannot be subtracted is left out and told. */
static void
test_far_apart (void)
{
  static const char *const times[][2] = {
    { "-9223372036854775", "9" },    { "-144115188075855", "9" }, { "100", "9223372036854600" },
    { "105", "9007199254740" },      { "120", "9007199254741" },  { "4323455642275676", "9" },
    { "9223372036854774.5", "0.2" },
  };
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  GString *text = g_string_new ("{\"schemaVersion\":1,\"deviceProperties\":[],\"traceEvents\":["
                                "{\"ph\":\"B\",\"cat\":\"cpu_op\",\"name\":\"b\",\"pid\":9,"
                                "\"tid\":9,\"ts\":-144115188075855},"
                                "{\"ph\":\"E\",\"pid\":9,\"tid\":9,\"ts\":4323455642275676}");
  GString *rows = g_string_new ("Name,Type,Accelerator Core,Start Time(us),Duration(us)\n"
                                "Mul1,Mul,AI_CORE,500,5\n");
  g_autofree char *path = NULL, *table = NULL;
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscTimeline) kernels = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_string_append_printf (
          text,
          ",{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":%u,"
          "\"ts\":%s,\"dur\":%s}",
          i % 3, times[i][0], times[i][1]);
      g_string_append_printf (rows, "Add%u,Add,AI_CORE,%s,%s\n", i, times[i][0], times[i][1]);
    }
  g_string_append (text, "]}");
  path = put (dir, "far.json", text);
  timeline = load (path);
  g_assert_true (has_notice (timeline, "bad-event"));
  g_assert_cmpuint (count_kind (timeline, LSC_SLICE_COMPUTE), ==, 3); /* all but the limits */
  table = put (dir, "kernel_details.csv", rows);
  kernels = load (table);
  g_assert_true (has_notice (kernels, "bad-row"));
  g_assert_cmpuint (count_kind (kernels, LSC_SLICE_CUBE), ==, 3);
}

/* Item 1: decimals, TAB, CR LF, text and number; to the ns. */
static void
test_times (void)
{
  static const struct
  {
    const char *text;
    gint64 ns;
  } times[] = {
    { "1736405443862402", G_GINT64_CONSTANT (1736405443862402000) },
    { "1736405443862402.6", G_GINT64_CONSTANT (1736405443862402600) },
    { "1736405443862402.687", G_GINT64_CONSTANT (1736405443862402687) },
    { "1736405443862402.68700000", G_GINT64_CONSTANT (1736405443862402687) },
  };
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    for (guint form = 0; form < 2; form++)
      {
        const char *quote = form == 0 ? "\"" : "";
        GString *text = g_string_new ("[" ASCEND_HEAD ",\r\n");
        GString *rows = g_string_new ("Name,Type,Accelerator Core,Start Time(us),Duration(us)\r\n");
        g_autofree char *path = NULL, *table = NULL, *folder = NULL;
        g_autoptr (LscTimeline) timeline = NULL;
        g_autoptr (LscTimeline) kernels = NULL;

        g_string_append_printf (text,
                                "{\"ph\":\"X\",\"name\":\"Add\",\"pid\":1024,\"tid\":2,\"ts\":%s%s"
                                "%s,\t\"dur\":1}]\r\n",
                                quote, times[i].text, quote);
        path = put (dir, "trace_view.json", text);
        timeline = load (path);
        g_assert_cmpint (timeline->begin_ns, ==, times[i].ns);
        g_assert_cmpint (timeline->end_ns, ==, times[i].ns + 1000);
        folder = g_strdup_printf ("%s/table", dir);
        g_mkdir (folder, 0700);
        g_string_append_printf (rows, "Add,Add,AI_CORE,%s%s%s,1\t\r\n", quote, times[i].text,
                                form == 0 ? "\"" : "\t");
        table = put (folder, "kernel_details.csv", rows);
        kernels = load (table);
        g_assert_cmpint (kernels->begin_ns, ==, times[i].ns);
        g_assert_cmpint (kernels->end_ns, ==, times[i].ns + 1000);
      }
}

/* ---- rows of a database ---- */

static void
run_sql (const char *path, const char *sql)
{
  sqlite3 *db = NULL;
  char *message = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  if (sqlite3_exec (db, sql, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s: %s", sql, message);
  sqlite3_close (db);
}

static char *
new_db (const char *dir, guint round)
{
  g_autofree char *folder = g_strdup_printf ("%s/%u", dir, round);

  g_mkdir (folder, 0700);
  write_db (folder, 0);
  return lsc_test_profile_db_path (folder, 0);
}

/* Ends before starts, times at the limits, values of another type. */
static void
test_rows (void)
{
  static const char *const columns[] = {
    "TASK.startNs",
    "TASK.endNs",
    "COMMUNICATION_OP.startNs",
    "CANN_API.startNs",
    "CANN_API.endNs",
    "PYTORCH_API.startNs",
    "PYTORCH_API.endNs",
    "STEP_TIME.startNs",
    "STEP_TIME.endNs",
    "MSTX_EVENTS.startNs",
    "MSTX_EVENTS.endNs",
    "COMMUNICATION_OP.endNs",
    "TASK.streamId",
    "TASK.connectionId",
    "TASK.globalTaskId",
    "CANN_API.globalTid",
    "PYTORCH_API.globalTid",
    "COMPUTE_TASK_INFO.name",
  };
  static const char *const values[] = {
    "9223372036854775807",
    "-9223372036854775807 - 1",
    "9223372036854775806",
    "0",
    "-1",
    "NULL",
    "'text'",
    "x'00ff'",
    "1e300",
    "-1e300",
    "4294967295",
    "'9223372036854775808'",
  };
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  guint round = 0;

  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    for (guint v = 0; v < G_N_ELEMENTS (values); v++)
      {
        g_autofree char *path = new_db (dir, round++);
        g_auto (GStrv) parts = g_strsplit (columns[c], ".", 2);
        g_autofree char *sql =
            g_strdup_printf ("UPDATE \"%s\" SET \"%s\" = %s", parts[0], parts[1], values[v]);
        g_autoptr (LscTimeline) timeline = NULL;

        run_sql (path, sql);
        timeline = load (path);
      }
}

static void
test_negative (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = new_db (dir, 0);
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscTimeline) text = NULL;
  g_autofree char *json = g_build_filename (dir, "trace_view.json", NULL);

  run_sql (path, "UPDATE TASK SET endNs = startNs - 1 WHERE rowid = 1");
  timeline = load (path);
  g_assert_true (has_notice (timeline, "negative-duration"));
  write_file (json,
              "[" ASCEND_HEAD ",{\"ph\":\"X\",\"name\":\"a\",\"pid\":7,\"tid\":7,\"ts\":5,"
              "\"dur\":-1},{\"ph\":\"X\",\"name\":\"b\",\"pid\":7,\"tid\":7,\"ts\":5,\"dur\":1}]",
              (gsize) -1);
  text = load (json);
  g_assert_true (has_notice (text, "bad-event"));
  g_assert_cmpuint (text->n_slices, ==, 1);
}

/* Item 2: as texts 999... comes after 1000...; as numbers before. */
static void
test_op_times (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = new_db (dir, 0);
  g_autoptr (LscTimeline) timeline = NULL;
  guint32 node;
  const LscLane *lane;

  run_sql (path,
           "DELETE FROM PYTORCH_API WHERE type <> 50001;"
           "UPDATE PYTORCH_API SET globalTid = (SELECT min(globalTid) FROM PYTORCH_API);"
           "UPDATE PYTORCH_API SET startNs = '999999999999999990', endNs = '999999999999999995'"
           " WHERE rowid = (SELECT max(rowid) FROM PYTORCH_API);"
           "UPDATE PYTORCH_API SET startNs = '1000000000000000001', endNs = '1000000000000000009'"
           " WHERE rowid = (SELECT min(rowid) FROM PYTORCH_API)");
  timeline = load (path);
  node = lsc_timeline_find_child (timeline, 0, LSC_ROLE_HOST);
  g_assert_cmpuint (node, !=, LSC_SLICE_NONE);
  lane =
      lsc_timeline_get_node (timeline, lsc_timeline_get_node (timeline, node)->first_child)->lane;
  g_assert_cmpuint (lane->n, ==, 2);
  g_assert_cmpint (lane->start_ns[0], ==, G_GINT64_CONSTANT (999999999999999990));
  g_assert_cmpint (lane->start_ns[1], ==, G_GINT64_CONSTANT (1000000000000000001));
}

/* ---- tables ---- */

static int
take_name (void *list, int n, char **values, char **titles)
{
  (void) n;
  (void) titles;
  g_ptr_array_add (list, g_strdup (values[0]));
  return 0;
}

static GPtrArray *
list_tables (const char *path)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  sqlite3_exec (db,
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
                take_name, list, NULL);
  sqlite3_close (db);
  g_assert_cmpuint (list->len, >, 5);
  return list;
}

/* Each table of a recording dropped, then each emptied. */
static void
drop_one_by_one (const char *from, const char *dir)
{
  g_autoptr (GPtrArray) tables = list_tables (from);
  g_autofree char *path = g_build_filename (dir, "ascend_pytorch_profiler_0.db", NULL);
  g_autofree char *data = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (from, &data, &n, NULL));
  for (guint i = 0; i < tables->len; i++)
    for (guint way = 0; way < 2; way++)
      {
        g_autofree char *sql = g_strdup_printf (
            way == 0 ? "DROP TABLE \"%s\"" : "DELETE FROM \"%s\"", (char *) tables->pdata[i]);
        g_autoptr (LscTimeline) timeline = NULL;

        write_file (path, data, n);
        run_sql (path, sql);
        timeline = load (path);
      }
}

static void
test_missing_tables (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *from = new_db (dir, 0);

  drop_one_by_one (from, dir);
}

static void
test_missing_sample_tables (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_auto (LscTestTempDir) dir = NULL;
  g_autofree char *from = NULL;

  if (!root)
    return;
  dir = lsc_test_temp_dir_new ();
  from = g_build_filename (root, "ascend-db-level2", "rank0_ascend_pt", "ASCEND_PROFILER_OUTPUT",
                           "ascend_pytorch_profiler_0.db", NULL);
  drop_one_by_one (from, dir);
}

/* Item 4: L1R0 with and without what Insight added. */
static void
test_insight (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_auto (LscTestTempDir) dir = NULL;
  g_autofree char *from = NULL, *path = NULL, *data = NULL;
  g_autoptr (LscTimeline) with = NULL;
  g_autoptr (LscTimeline) without = NULL;
  gsize n;

  if (!root)
    return;
  dir = lsc_test_temp_dir_new ();
  from = g_build_filename (root, "ascend-db-level1", "rank0_ascend_pt", "ASCEND_PROFILER_OUTPUT",
                           "ascend_pytorch_profiler_0.db", NULL);
  path = g_build_filename (dir, "ascend_pytorch_profiler_0.db", NULL);
  g_assert_true (g_file_get_contents (from, &data, &n, NULL));
  write_file (path, data, n);
  with = load (path);
  run_sql (path,
           "PRAGMA journal_mode = delete; DROP TABLE OVERLAP_ANALYSIS; DROP TABLE connectionCats;"
           "DROP TABLE status_info");
  without = load (path);
  g_assert_cmpuint (with->n_slices, ==, without->n_slices);
  g_assert_cmpuint (with->links.n, ==, without->links.n);
  g_assert_cmpuint (with->nodes->len, ==, without->nodes->len);
  g_assert_cmpint (lsc_timeline_get_analysis (with)->overlap->all.free_ns, ==,
                   lsc_timeline_get_analysis (without)->overlap->all.free_ns);
}

/* Items 5 and 6, on samples. */
static void
test_block_num (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = root ? g_build_filename (root, "pp-1f1b-2x4-dp2-schema12", NULL) : NULL;
  g_autoptr (LscTimeline) timeline = path ? load (path) : NULL;
  gboolean has_number = FALSE;

  for (guint32 node = 0; timeline && node < timeline->nodes->len && !has_number; node++)
    {
      const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

      for (guint32 i = 0; lane && i < lane->n && !has_number; i++)
        {
          g_autoptr (GPtrArray) details =
              lsc_slice_kind_is_computing (lane->kind[i])
                  ? lsc_timeline_read_details (timeline, (LscSpot){ node, i }, NULL)
                  : NULL;

          for (guint k = 0; details && k < details->len; k++)
            {
              const LscDetail *detail = details->pdata[k];

              if (strcmp (detail->key, "blockNum") == 0)
                has_number = g_ascii_strtoll (detail->value, NULL, 10) > 0;
            }
        }
    }
  g_assert_true (has_number || !root);
}

static void
test_rank_and_device (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path =
      root ? g_build_filename (root, "ascend-4rank-pp2dp2", "rank_2_ascend_pt", NULL) : NULL;
  g_autoptr (LscTimeline) timeline = path ? load (path) : NULL;

  if (!timeline)
    return;
  g_assert_cmpint (timeline->rank, ==, 2);
  g_assert_cmpint (timeline->device, ==, 4);
}

/* ---- files ---- */

/* Blanks, %, #, ?, a quote and bytes that are no UTF-8 in folder and file names. */
static void
test_paths (void)
{
  static const char *const odd[] = { "a b%20c", "x#y?z=1&", "it's \"q\"", "caf\xe9 \xff",
                                     "\xe4\xb8\xad" };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
      g_autofree char *folder = g_build_filename (dir, odd[i], NULL);

      g_mkdir (folder, 0700);
      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        {
          g_auto (Sample) sample = { 0 };
          g_autoptr (LscTimeline) timeline = NULL;

          make_sample (&sample, folder, k);
          timeline = load (sample.path);
          g_assert_cmpuint (timeline->n_slices, >, 1);
        }
    }
}

/* A text of more than 4 GiB: places in it need 64 bits. */
static void
test_large (void)
{
#ifdef __SANITIZE_ADDRESS__
  g_test_skip ("takes too long under a sanitizer");
#else
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  const gsize n = 64 << 20;
  g_autofree char *blanks = g_strnfill (n, ' ');
  g_autofree char *one = g_build_filename (dir, "blanks.gz", NULL);
  g_autofree char *path = g_build_filename (dir, "large.json.gz", NULL);
  g_autofree char *packed = NULL;
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (GPtrArray) details = NULL;
  LscSpot spot;
  gsize n_packed;
  FILE *out;

  write_gzip (one, blanks, n);
  g_assert_true (g_file_get_contents (one, &packed, &n_packed, NULL));
  out = fopen (path, "wb");
  for (guint i = 0; i < 66; i++)
    {
      g_autofree char *event = g_strdup_printf (
          "%s{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op %u\",\"pid\":1,\"tid\":1,\"ts\":%u,"
          "\"dur\":1,\"args\":{\"number\":%u}}%s",
          i == 0 ? "{\"traceEvents\":[" : ",", i, 1000 + i * 10, i, i == 65 ? "]}" : "");
      g_autofree char *part = NULL;
      gsize n_part;

      write_gzip (one, event, strlen (event));
      g_assert_true (g_file_get_contents (one, &part, &n_part, NULL));
      fwrite (part, 1, n_part, out);
      fwrite (packed, 1, n_packed, out);
    }
  fclose (out);
  g_unlink (one);
  timeline = load (path);
  g_assert_cmpuint (count_kind (timeline, LSC_SLICE_OP), ==, 66);
  spot = lsc_timeline_find_slice (timeline, 0, 1650000, 1651000, "op 65");
  g_assert_cmpuint (spot.node, !=, LSC_SLICE_NONE);
  g_assert_cmpint (
      lsc_lane_get_detail (lsc_timeline_get_node (timeline, spot.node)->lane, spot.slice), >,
      (gint64) 4 << 30);
  details = lsc_timeline_read_details (timeline, spot, NULL);
  g_assert_nonnull (details);
  g_assert_cmpstr (((LscDetail *) details->pdata[details->len - 1])->value, ==, "65");
#endif
}

/* Folders, loops of links, files that nobody may read, JSON that is something else. */
static void
test_no_files (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *folder = g_build_filename (dir, "x.json", NULL);
  g_autofree char *loop = g_build_filename (dir, "loop.json", NULL);
  g_autofree char *away = g_build_filename (dir, "away.json", NULL);
  g_autofree char *closed = g_build_filename (dir, "closed.json", NULL);
  g_autofree char *other = g_build_filename (dir, "other.json", NULL);
  g_autofree char *inner = g_build_filename (folder, "back", NULL);

  g_mkdir (folder, 0700);
  refuse (folder, NULL);
  g_assert_cmpint (symlink (dir, inner), ==, 0);
  refuse (folder, NULL);
  g_assert_cmpint (symlink ("loop.json", loop), ==, 0);
  refuse (loop, NULL);
  refuse (away, NULL);
  write_file (closed, kineto_text, strlen (kineto_text));
  g_chmod (closed, 0);
  if (geteuid () != 0) /* who may do everything may read it */
    refuse (closed, NULL);
  g_chmod (closed, 0600);
  write_file (other, "{\"schema\":\"1.0.2-chakra\",\"nodes\":[{\"id\":1}]}", (gsize) -1);
  refuse (other, "Chakra");
  write_file (other, "{}", 2);
  refuse (other, NULL);
  write_file (other, "[]", 2);
  {
    g_autoptr (GError) error = NULL;
    g_autoptr (LscTimeline) timeline = try_load (other, &error);

    g_assert_true (error || has_notice (timeline, "empty-trace"));
  }
  write_file (other, "\"text\"", 6);
  refuse (other, NULL);
  write_file (other, "\xef\xbb\xbf[]", 5);
  {
    g_autoptr (GError) error = NULL;
    g_autoptr (LscTimeline) timeline = try_load (other, &error);

    g_assert_true (error || timeline);
  }
}

/* Two folders of one rank at the same time: neither is the other recorded again. */
static void
test_same_rank (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = NULL;
  const LscCluster *cluster;

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *folder = g_strdup_printf ("%s/node_%u_20250109_ascend_pt", dir, i);

      g_mkdir (folder, 0700);
      write_db (folder, 0);
    }
  project = lsc_discover (dir, NULL, &error);
  g_assert_no_error (error);
  cluster = g_ptr_array_index (project->clusters, 0);
  g_assert_cmpuint (project->clusters->len, ==, 1);
  g_assert_cmpuint (cluster->sources->len, ==, 2);
  g_assert_cmpuint (cluster->superseded->len, ==, 0);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpstr (lsc_rank_name_find (((LscSource *) cluster->sources->pdata[i])->rank), ==,
                     i == 0 ? "node_0" : "node_1");
}

/* ---- files that change ---- */

static GString *
make_trace (guint n)
{
  GString *text = g_string_new ("[" ASCEND_HEAD);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text,
                            ",\n{\"ph\":\"X\",\"name\":\"op %u\",\"pid\":7,\"tid\":7,"
                            "\"ts\":\"%u.125\",\"dur\":1,\"cat\":\"cpu_op\",\"args\":{\"n\":%u}}",
                            i % 100, 1000 + i * 2, i);
  g_string_append (text, "]");
  return text;
}

typedef struct
{
  const char *path;
  const char *tail;
  gsize n_tail;
  gint64 size;
  gint is_over; /* atomic */
} Change;

static gpointer
grow (gpointer data)
{
  Change *self = data;

  for (gsize at = 0; at < self->n_tail && !g_atomic_int_get (&self->is_over); at += 4096)
    {
      int file = open (self->path, O_WRONLY | O_APPEND);

      g_assert_cmpint (write (file, self->tail + at, MIN (4096, self->n_tail - at)), >, 0);
      close (file);
      g_usleep (50);
    }
  return NULL;
}

static gpointer
shrink (gpointer data)
{
  Change *self = data;

  for (gint64 size = self->size; size > 0 && !g_atomic_int_get (&self->is_over); size -= 400000)
    {
      g_assert_cmpint (truncate (self->path, size), ==, 0);
      g_usleep (50);
    }
  return NULL;
}

static void
load_while (GThreadFunc func, gsize n_first)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "trace_view.json", NULL);
  GString *text = make_trace (150000);

  for (guint round = 0; round < 4; round++)
    {
      gsize n = n_first == 0 ? text->len : n_first;
      Change change = { path, text->str + n, text->len - n, (gint64) n, 0 };
      g_autoptr (GError) error = NULL;
      g_autoptr (LscTimeline) timeline = NULL;
      GThread *thread;

      write_file (path, text->str, n);
      thread = g_thread_new ("change", func, &change);
      g_usleep (500 * round);
      timeline = try_load (path, &error);
      g_atomic_int_set (&change.is_over, 1);
      g_thread_join (thread);
    }
  g_string_free (text, TRUE);
}

static void
test_grows (void)
{
  load_while (grow, 1 << 20);
}

static void
test_shrinks (void)
{
  load_while (shrink, 0);
}

/* Written on, cut or gone after it was read; reloaded when it is complete. */
static void
test_changes_later (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "trace_view.json", NULL);
  GString *text = make_trace (5000);
  g_autoptr (LscTimeline) part = NULL;
  g_autoptr (LscTimeline) whole = NULL;

  write_file (path, text->str, text->len / 2);
  part = load (path);
  g_assert_true (has_notice (part, "truncated-file"));
  g_assert_cmpuint (part->n_slices, <, 5000);
  write_file (path, text->str, text->len);
  use (part);
  whole = load (path);
  g_assert_cmpuint (whole->n_slices, ==, 5000);
  g_assert_false (has_notice (whole, "truncated-file"));
  g_assert_cmpint (truncate (path, 100), ==, 0);
  use (whole);
  g_unlink (path);
  use (whole);
  g_string_free (text, TRUE);
}

/* ---- an export in slices ---- */

/* @n events, in turn of stream 2 and 3. */
static void
write_slice (const char *folder, guint index, guint n)
{
  GString *text = g_string_new ("[" ASCEND_HEAD);
  g_autofree char *name = g_strdup_printf ("msprof_slice_%u_20250109.json", index);
  g_autofree char *path = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text,
                            ",\n{\"ph\":\"X\",\"name\":\"Add%u\",\"pid\":1024,\"tid\":%u,"
                            "\"ts\":\"%u.125\",\"dur\":1,\"args\":{\"number\":%u}}",
                            index, 2 + i % 2, (index * n + i) * 3 + 1000, index * n + i);
  g_string_append (text, "]");
  path = put (folder, name, text);
}

/* @first: number of its first event; each other event is of this stream */
static void
assert_stream (LscTimeline *timeline, const char *path, guint first)
{
  guint32 node = lsc_timeline_find_path (timeline, path);
  const LscLane *lane;

  g_assert_cmpuint (node, !=, LSC_SLICE_NONE);
  lane = lsc_timeline_get_node (timeline, node)->lane;
  g_assert_cmpuint (lane->n, ==, 120);
  for (guint32 i = 0; i < lane->n; i++)
    {
      g_autoptr (GPtrArray) details =
          lsc_timeline_read_details (timeline, (LscSpot){ node, i }, NULL);
      g_autofree char *number = g_strdup_printf ("%u", first + 2 * i);

      g_assert_nonnull (details);
      g_assert_cmpstr (((LscDetail *) details->pdata[details->len - 1])->value, ==, number);
    }
}

/* Slices of all files in one lane a stream, each with its own details; a damaged one is told. */
static void
test_slices (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *folder = g_build_filename (dir, "mindstudio_profiler_output", NULL);
  g_autofree char *second = g_build_filename (folder, "msprof_slice_1_20250109.json", NULL);
  g_autoptr (LscTimeline) all = NULL;
  g_autoptr (LscTimeline) some = NULL;

  g_mkdir (folder, 0700);
  for (guint i = 0; i < 12; i++)
    write_slice (folder, i, 20);
  all = load (dir);
  assert_stream (all, "Device/Stream 2", 0);
  assert_stream (all, "Device/Stream 3", 1);
  write_file (second, "nothing", 7);
  some = load (dir);
  g_assert_true (has_notice (some, "missing-slice"));
  g_assert_cmpuint (count_kind (some, LSC_SLICE_COMPUTE), ==, 220);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    GTestDataFunc func;
  } each[] = { { "whole", test_whole },
               { "cut", test_cut },
               { "garbled", test_garbled },
               { "noise", test_noise } };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (each); i++)
    for (guint k = 0; k < G_N_ELEMENTS (names); k++)
      {
        g_autofree char *path = g_strdup_printf ("/timeline-bad/%s/%s", each[i].name, names[k]);

        g_test_add_data_func (path, GUINT_TO_POINTER (k), each[i].func);
      }
  g_test_add_func ("/timeline-bad/nested", test_nested);
  g_test_add_func ("/timeline-bad/long-string", test_long_string);
  g_test_add_func ("/timeline-bad/bomb", test_bomb);
  g_test_add_func ("/timeline-bad/numbers", test_numbers);
  g_test_add_func ("/timeline-bad/far-apart", test_far_apart);
  g_test_add_func ("/timeline-bad/times", test_times);
  g_test_add_func ("/timeline-bad/rows", test_rows);
  g_test_add_func ("/timeline-bad/negative", test_negative);
  g_test_add_func ("/timeline-bad/op-times", test_op_times);
  g_test_add_func ("/timeline-bad/missing-tables/built", test_missing_tables);
  g_test_add_func ("/timeline-bad/missing-tables/sample", test_missing_sample_tables);
  g_test_add_func ("/timeline-bad/insight", test_insight);
  g_test_add_func ("/timeline-bad/block-num", test_block_num);
  g_test_add_func ("/timeline-bad/rank-and-device", test_rank_and_device);
  g_test_add_func ("/timeline-bad/slices", test_slices);
  g_test_add_func ("/timeline-bad/paths", test_paths);
  g_test_add_func ("/timeline-bad/large", test_large);
  g_test_add_func ("/timeline-bad/no-files", test_no_files);
  g_test_add_func ("/timeline-bad/same-rank", test_same_rank);
  g_test_add_func ("/timeline-bad/grows", test_grows);
  g_test_add_func ("/timeline-bad/shrinks", test_shrinks);
  g_test_add_func ("/timeline-bad/changes-later", test_changes_later);
  return g_test_run ();
}
