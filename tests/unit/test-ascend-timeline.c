/* test-ascend-timeline.c - lanes, kinds, links, counters and details of databases
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "base/lsc-error.h"
#include "lsc-test-files.h"
#include "lsc-test-profile.h"
#include "read/find/lsc-comm-groups.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

#define T(ns) (LSC_TEST_T0 + (ns))
#define ROLE(role) (G_GUINT64_CONSTANT (1) << (role))

/* ---- loading ---- */

static LscTimeline *
load_file (const char *path, guint n_threads, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_ASCEND_DB, folder, path);

  return lsc_ascend_timeline_load (source, LSC_TIMELINE_WHOLE, n_threads, NULL, NULL, error);
}

typedef struct
{
  LscTestTempDir root;
  LscTimeline *timeline;
} Built;

static void
built_clear (Built *self)
{
  g_clear_pointer (&self->timeline, lsc_timeline_unref);
  lsc_test_temp_dir_clear (&self->root);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Built, built_clear)

/* Writes a profile and makes a timeline of it; the file stays as it is. */
static void
build (Built *out, LscTestProfile *profile, guint n_threads)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *file = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  out->root = lsc_test_temp_dir_new ();
  folder = g_build_filename (out->root, "h_1_20260101000000001_ascend_pt", NULL);
  lsc_test_profile_write (profile, folder, 0, &error);
  g_assert_no_error (error);
  file = lsc_test_profile_db_path (folder, 0);
  before = lsc_test_tree_checksum (out->root, NULL);
  out->timeline = load_file (file, n_threads, &error);
  g_assert_no_error (error);
  after = lsc_test_tree_checksum (out->root, NULL);
  g_assert_cmpstr (before, ==, after);
}

/* ---- looking into it ---- */

typedef struct
{
  gsize n;
  gsize by_kind[LSC_SLICE_N_KINDS];
  gint64 sum_ns;
} Count;

static void
count_lane (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;
  Count *count = user_data;

  count->n += lane->n;
  for (guint32 i = 0; i < lane->n; i++)
    {
      count->by_kind[lane->kind[i]]++;
      count->sum_ns += lsc_lane_get_duration_ns (lane, i);
    }
}

static Count
count_roles (LscTimeline *timeline, guint64 roles)
{
  Count count = { 0 };

  lsc_timeline_foreach_lane (timeline, roles, count_lane, &count);
  return count;
}

static gsize
count_links (const LscTimeline *timeline, LscLinkKind kind)
{
  gsize n = 0;

  for (gsize i = 0; i < timeline->links.n; i++)
    n += timeline->links.items[i].kind == kind;
  return n;
}

static gsize
count_computing (const Count *count)
{
  gsize n = 0;

  for (guint8 kind = 0; kind < LSC_SLICE_N_KINDS; kind++)
    if (lsc_slice_kind_is_computing (kind))
      n += count->by_kind[kind];
  return n;
}

static const LscNode *
find_node (const LscTimeline *timeline, const char *path)
{
  guint32 node = lsc_timeline_find_path (timeline, path);

  if (node == LSC_SLICE_NONE)
    g_error ("no lane %s", path);
  return lsc_timeline_get_node (timeline, node);
}

static const char *
name_in (const LscTimeline *timeline, const LscLane *lane, guint32 slice)
{
  return lsc_intern_text (timeline->strings, lane->name[slice]);
}

/* The slice with that name; aborts when the lane has none. */
static guint32
find_slice (const LscTimeline *timeline, const char *path, const char *name)
{
  const LscLane *lane = find_node (timeline, path)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    if (strcmp (name_in (timeline, lane, i), name) == 0)
      return i;
  g_error ("no slice %s on %s", name, path);
}

static guint8
kind_of (const LscTimeline *timeline, const char *path, const char *name)
{
  return find_node (timeline, path)->lane->kind[find_slice (timeline, path, name)];
}

static guint32
id_of (const LscTimeline *timeline, const char *path, const char *name)
{
  return find_node (timeline, path)->first_id + find_slice (timeline, path, name);
}

static gboolean
has_link (const LscTimeline *timeline, guint32 from, guint32 to, LscLinkKind kind)
{
  for (gsize i = 0; i < timeline->links.n; i++)
    if (timeline->links.items[i].from == from && timeline->links.items[i].to == to &&
        timeline->links.items[i].kind == kind)
      return TRUE;
  return FALSE;
}

static gint64
notice_count (const LscTimeline *timeline, const char *code, const char *table)
{
  for (gsize i = 0; i < lsc_notices_get_count (timeline->notices); i++)
    {
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (timeline->notices, i);

      if (strcmp (notice->code, code) == 0 && g_strcmp0 (notice->table, table) == 0)
        {
          g_assert_nonnull (notice->file);
          return notice->count;
        }
    }
  return G_MININT64;
}

static const char *
detail (GPtrArray *details, const char *key)
{
  for (guint i = 0; i < details->len; i++)
    if (strcmp (((LscDetail *) g_ptr_array_index (details, i))->key, key) == 0)
      return ((LscDetail *) g_ptr_array_index (details, i))->value;
  return NULL;
}

static GPtrArray *
details_of (const LscTimeline *timeline, const char *path, const char *name)
{
  g_autoptr (GError) error = NULL;
  guint32 id = id_of (timeline, path, name);
  GPtrArray *details =
      lsc_timeline_read_details (timeline, lsc_timeline_get_spot (timeline, id), &error);

  g_assert_no_error (error);
  g_assert_nonnull (details);
  return details;
}

static void
sum_lane (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;
  g_autofree char *path = lsc_timeline_get_path (timeline, node, TRUE);
  g_autoptr (GString) text = g_string_new (path);

  for (guint32 i = 0; i < lane->n; i++)
    g_string_append_printf (text, "\n%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %u %u %s",
                            lane->start_ns[i], lsc_lane_get_duration_ns (lane, i),
                            lsc_lane_get_parent (lane, i), lane->kind[i],
                            name_in (timeline, lane, i));
  g_checksum_update (user_data, (const guchar *) text->str, (gssize) text->len);
}

static int
compare_links (const void *a, const void *b)
{
  return memcmp (a, b, sizeof (LscLink));
}

/* All slices and links, without the numbers of their rows; of the links of one slice any order. */
static char *
checksum (LscTimeline *timeline)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  qsort (timeline->links.items, timeline->links.n, sizeof (LscLink), compare_links);

  lsc_timeline_foreach_lane (timeline, 0, sum_lane, sum);
  g_checksum_update (sum, (const guchar *) timeline->links.items,
                     (gssize) (timeline->links.n * sizeof (LscLink)));
  return g_strdup (g_checksum_get_string (sum));
}

/* ---- samples, against independent queries ---- */

static sqlite3 *
open_sql (const char *path)
{
  g_autofree char *uri = g_strdup_printf ("file:%s?immutable=1", path);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open_v2 (uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL), ==,
                   SQLITE_OK);
  return db;
}

/* The figure of a query, 0 where the file lacks what it asks for. */
static gint64
ask (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *stmt = NULL;
  gint64 value = 0;

  if (sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL) == SQLITE_OK &&
      sqlite3_step (stmt) == SQLITE_ROW)
    value = sqlite3_column_int64 (stmt, 0);
  sqlite3_finalize (stmt);
  return value;
}

static void
check_lanes (LscTimeline *timeline, sqlite3 *db)
{
  Count streams = count_roles (timeline, ROLE (LSC_ROLE_STREAM));
  Count planes = count_roles (timeline, ROLE (LSC_ROLE_COMM_PLANE));
  Count groups = count_roles (timeline, ROLE (LSC_ROLE_COMM_GROUP));
  Count cann = count_roles (timeline, ROLE (LSC_ROLE_CANN_THREAD));
  Count threads = count_roles (timeline, ROLE (LSC_ROLE_HOST_THREAD));
  Count frames = count_roles (timeline, ROLE (LSC_ROLE_PYTHON_STACK));
  Count marks = count_roles (timeline, ROLE (LSC_ROLE_MARK_LANE));
  gsize n_device_marks = marks.by_kind[LSC_SLICE_DEVICE_MARK];

  g_assert_cmpint (streams.n + n_device_marks, ==, ask (db, "SELECT count(*) FROM TASK"));
  g_assert_cmpint (
      count_computing (&streams) + streams.by_kind[LSC_SLICE_SCHEDULE], ==,
      ask (db, "SELECT count(*) FROM TASK JOIN COMPUTE_TASK_INFO USING (globalTaskId)") +
          ask (db, "SELECT count(*) FROM TASK JOIN COMMUNICATION_SCHEDULE_TASK_INFO "
                   "USING (globalTaskId)"));
  g_assert_cmpint (planes.n, ==,
                   ask (db, "SELECT count(*) FROM TASK JOIN COMMUNICATION_TASK_INFO USING "
                            "(globalTaskId) WHERE planeId <> 4294967295"));
  g_assert_cmpint (groups.n, ==, ask (db, "SELECT count(*) FROM COMMUNICATION_OP"));
  g_assert_cmpint (groups.sum_ns, ==,
                   ask (db, "SELECT sum(endNs - startNs) FROM COMMUNICATION_OP"));
  g_assert_cmpint (cann.n, ==, ask (db, "SELECT count(*) FROM CANN_API"));
  g_assert_cmpint (cann.by_kind[LSC_SLICE_CANN_NODE], ==,
                   ask (db, "SELECT count(*) FROM CANN_API WHERE type = 10000"));
  g_assert_cmpint (cann.sum_ns, ==, ask (db, "SELECT sum(endNs - startNs) FROM CANN_API"));
  g_assert_cmpint (threads.n, ==, ask (db, "SELECT count(*) FROM PYTORCH_API WHERE type <> 50003"));
  g_assert_cmpint (threads.sum_ns, ==,
                   ask (db, "SELECT sum(CAST(endNs AS INTEGER) - CAST(startNs AS INTEGER)) FROM "
                            "PYTORCH_API WHERE type <> 50003"));
  g_assert_cmpint (frames.n, ==, ask (db, "SELECT count(*) FROM PYTORCH_API WHERE type = 50003"));
  g_assert_cmpint (marks.n - n_device_marks, ==, ask (db, "SELECT count(*) FROM MSTX_EVENTS"));
}

#define LINKED(type)                                                                               \
  "FROM PYTORCH_API p JOIN CONNECTION_IDS c ON p.connectionId = c.id WHERE p.type = " #type

#define NOT_LAUNCH " AND c.connectionId NOT IN (SELECT connectionId FROM CANN_API)"
#define PAIRS(condition)                                                                           \
  "SELECT sum(n - 1) FROM (SELECT count(*) AS n " LINKED (50001) condition                         \
      " GROUP BY c.connectionId HAVING n > 1)"

static void
check_links (LscTimeline *timeline, sqlite3 *db)
{
  gboolean has_calls = ask (db, "SELECT count(*) FROM sqlite_master WHERE name = 'CANN_API'") > 0;

  g_assert_cmpint (count_links (timeline, LSC_LINK_OP_LAUNCH), ==,
                   ask (db,
                        "SELECT count(*) FROM PYTORCH_API p JOIN CONNECTION_IDS c ON "
                        "p.connectionId = c.id JOIN CANN_API a ON a.connectionId = c.connectionId "
                        "WHERE p.type = 50001"));
  g_assert_cmpint (count_links (timeline, LSC_LINK_QUEUE), ==,
                   ask (db, "SELECT count(*) FROM (SELECT c.connectionId " LINKED (
                                50002) " GROUP BY 1 "
                                       "HAVING count(*) = 2)"));
  g_assert_cmpint (count_links (timeline, LSC_LINK_FWD_BWD), ==,
                   has_calls ? ask (db, PAIRS (NOT_LAUNCH)) : ask (db, PAIRS ("")));
  g_assert_cmpint (
      count_links (timeline, LSC_LINK_LAUNCH), ==,
      ask (db, "SELECT count(*) FROM TASK JOIN CANN_API USING (connectionId)") +
          ask (db, "SELECT count(*) FROM COMMUNICATION_OP JOIN CANN_API USING (connectionId)") -
          ask (db,
               "SELECT count(*) FROM TASK JOIN CANN_API USING (connectionId) WHERE connectionId IN "
               "(SELECT connectionId FROM MSTX_EVENTS) AND globalTaskId NOT IN (SELECT "
               "globalTaskId FROM COMPUTE_TASK_INFO)"));
  g_assert_cmpint (count_links (timeline, LSC_LINK_COMM_TASK), ==,
                   ask (db, "SELECT count(*) FROM TASK JOIN COMMUNICATION_TASK_INFO USING "
                            "(globalTaskId) JOIN COMMUNICATION_OP USING (opId)"));
}

static void
check_nesting (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    {
      guint32 parent = lsc_lane_get_parent (lane, i);

      if (parent == LSC_SLICE_NONE)
        continue;
      g_assert_cmpint (lane->start_ns[i], >=, lane->start_ns[parent]);
      g_assert_cmpint (lsc_lane_get_end_ns (lane, i), <=, lsc_lane_get_end_ns (lane, parent));
    }
}

static void
check_database (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTimeline) timeline = load_file (path, 1, &error);
  g_autoptr (LscTimeline) again = NULL;
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;
  sqlite3 *db = open_sql (path);

  g_assert_no_error (error);
  g_test_message ("%s", path);
  check_lanes (timeline, db);
  check_links (timeline, db);
  lsc_timeline_foreach_lane (timeline, 0, check_nesting, NULL);
  sqlite3_close (db);
  again = load_file (path, 3, &error);
  g_assert_no_error (error);
  one = checksum (timeline);
  two = checksum (again);
  g_assert_cmpstr (one, ==, two);
}

static void
find_databases (const char *folder, GPtrArray *out)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        find_databases (path, out);
      else if ((g_str_has_prefix (name, "ascend_pytorch_profiler") ||
                g_str_has_prefix (name, "msprof_")) &&
               g_str_has_suffix (name, ".db"))
        g_ptr_array_add (out, g_steal_pointer (&path));
    }
}

static void
test_samples (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  if (!samples)
    return;
  before = lsc_test_tree_checksum (samples, NULL);
  find_databases (samples, files);
  g_assert_cmpuint (files->len, >, 40);
  for (guint i = 0; i < files->len; i++)
    check_database (g_ptr_array_index (files, i));
  after = lsc_test_tree_checksum (samples, NULL);
  g_assert_cmpstr (before, ==, after);
}

static LscTimeline *
load_sample (const char *samples, const char *set, int rank)
{
  g_autofree char *name = g_strdup_printf ("ascend_pytorch_profiler_%d.db", rank);
  g_autofree char *folder = g_strdup_printf ("rank%d_ascend_pt", rank);
  g_autofree char *path =
      g_build_filename (samples, set, folder, "ASCEND_PROFILER_OUTPUT", name, NULL);
  g_autoptr (GError) error = NULL;
  LscTimeline *timeline = load_file (path, 2, &error);

  g_assert_no_error (error);
  return timeline;
}

/* The figures that the specifications print. */
static void
test_known_counts (void)
{
  static const struct
  {
    const char *set;
    int rank;
    int level;
    gint64 device;
  } sets[] = {
    { "ascend-db-level0", 0, 0, 0 }, { "ascend-db-level0", 1, 0, 1 },
    { "ascend-db-level1", 0, 1, 0 }, { "ascend-db-level1", 1, 1, 1 },
    { "ascend-db-level2", 0, 2, 0 }, { "ascend-db-level2", 1, 2, 1 },
  };
  g_autofree char *samples = lsc_test_require_samples ();

  for (gsize i = 0; samples && i < G_N_ELEMENTS (sets); i++)
    {
      g_autoptr (LscTimeline) timeline = load_sample (samples, sets[i].set, sets[i].rank);
      Count streams = count_roles (timeline, ROLE (LSC_ROLE_STREAM));
      Count groups = count_roles (timeline, ROLE (LSC_ROLE_COMM_GROUP));

      g_assert_cmpint (timeline->level, ==, sets[i].level);
      g_assert_cmpint (timeline->rank, ==, sets[i].rank);
      g_assert_cmpint (timeline->device, ==, sets[i].device);
      g_assert_cmpuint (count_computing (&streams), ==, 187);
      g_assert_cmpuint (streams.by_kind[LSC_SLICE_COMM_TASK], ==, 296);
      g_assert_cmpuint (groups.by_kind[LSC_SLICE_COMM_OP], ==, 4);
      g_assert_cmpuint (count_links (timeline, LSC_LINK_OP_LAUNCH), ==, 191);
      g_assert_cmpuint (count_links (timeline, LSC_LINK_FWD_BWD), ==, 27);
      g_assert_cmpuint (count_links (timeline, LSC_LINK_LAUNCH), ==, 554);
      if (sets[i].rank == 0 && sets[i].level != 1)
        g_assert_cmpuint (count_links (timeline, LSC_LINK_QUEUE), ==, 159);
      g_assert_cmpuint (timeline->steps.n, ==, 1);
      g_assert_true (timeline->has_extended);
      g_assert_null (timeline->launch_reason);
      g_assert_null (timeline->counter_reason);
      if (sets[i].level == 0)
        g_assert_cmpuint (streams.by_kind[LSC_SLICE_COMPUTE], ==, 187);
      else
        {
          g_assert_cmpuint (streams.by_kind[LSC_SLICE_CUBE], ==, 23);
          g_assert_cmpuint (streams.by_kind[LSC_SLICE_VECTOR], ==, 149);
          g_assert_cmpuint (streams.by_kind[LSC_SLICE_MIX], ==, 13);
          g_assert_cmpuint (streams.by_kind[LSC_SLICE_DSA], ==, 2);
        }
    }
}

static void
test_known_lanes (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  static const char *const paths[] = {
    "Steps",
    "Python/Thread 3217657 (main)",
    "Python/Thread 3217657 (main)/Python stack",
    "Python/Thread 3221195 (dequeue)",
    "Python/Thread 3227164 (backward)",
    "CANN/Thread 3221195",
    "Device/Stream 2",
    "Communication/Group 82311975/Plane 0",
    "Counters/AI Core Freq",
    "Counters/HBM 3",
    "Counters/LLC 0 hit rate",
    "Counters/NPU MEM",
    "Memory/PTA",
  };

  if (!samples)
    return;
  timeline = load_sample (samples, "ascend-db-level2", 0);
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    g_assert_nonnull (find_node (timeline, paths[i]));
  /* the computing stream first */
  g_assert_cmpstr (
      lsc_timeline_get_node (
          timeline, lsc_timeline_get_node (timeline, lsc_timeline_find_path (timeline, "Device"))
                        ->first_child)
          ->name,
      ==, "Stream 2");
  g_assert_true (find_node (timeline, "Python/Thread 3217657 (main)/Python stack")->flags &
                 LSC_NODE_COLLAPSED);
  g_assert_cmpint (timeline->extended_begin_ns, ==, G_GINT64_CONSTANT (1736414119646051168));
  g_assert_cmpint (timeline->extended_end_ns, ==, G_GINT64_CONSTANT (1736414119772733340));
}

static void
test_known_details (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (GPtrArray) kernel = NULL;
  g_autoptr (GPtrArray) op = NULL;
  g_autoptr (GPtrArray) collective = NULL;

  if (!samples)
    return;
  timeline = load_sample (samples, "ascend-db-level2", 0);
  kernel = details_of (timeline, "Device/Stream 2", "Conv2D1");
  g_assert_cmpstr (detail (kernel, "taskType"), ==, "KERNEL_AICORE");
  g_assert_cmpstr (detail (kernel, "COMPUTE_TASK_INFO.taskType"), ==, "AI_CORE");
  g_assert_cmpstr (detail (kernel, "inputShapes"), ==, "32,1,224,224,8;121,4,16,8;64");
  g_assert_cmpstr (detail (kernel, "modelId"), ==, "not available");
  g_assert_true (g_str_has_prefix (detail (kernel, "aic_total_time"), "310660.76"));
  op = details_of (timeline, "Python/Thread 3217657 (main)", "ProfilerStep#50");
  g_assert_cmpstr (detail (op, "type"), ==, "op");
  g_assert_nonnull (strstr (detail (op, "Call stack"), "\n"));
  collective = details_of (timeline, "Communication/Group 82311975", "hcom_allReduce__865_0_1");
  g_assert_cmpstr (detail (collective, "dataType"), ==, "FP32");
  g_assert_nonnull (detail (collective, "algType"));
  g_assert_nonnull (detail (collective, "count"));
}

/* ---- built profiles ---- */

static LscTestProfile *
small_profile (void)
{
  LscTestProfile *profile = lsc_test_profile_new ();
  static const LscTestCommTask parts[] = {
    { "Memcpy", 700, 750, 0, 1, 0, 1, 64, 0, 1 },
    { "Notify_Wait", 750, 790, 4294967295, 1, 0, 1, 64, 0, 1 },
  };
  LscTestCommOp collective = {
    LSC_TEST_NONE, "hcom_allReduce__865_0_1", "hcom_allReduce_", "group-a", "RING", 700, 800, 64, 4
  };
  guint op, backward;

  lsc_test_profile_op (profile, "ProfilerStep#7", 0, 2000, 10);
  op = lsc_test_profile_op (profile, "aten::mm", 100, 200, 10);
  backward = lsc_test_profile_op (profile, "MmBackward", 1000, 1100, 11);
  lsc_test_profile_op_set_sequence (profile, backward, 3, 10);
  lsc_test_profile_link (profile, op, backward);
  lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_COMPUTE, "MatMul", 300, 400);
  lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_COMPUTE, "MoeAicpuKernel", 410, 420);
  lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_SCHEDULE, "HcclDriver", 430, 440);
  collective.op = op;
  lsc_test_profile_comm_op (profile, &collective, parts, G_N_ELEMENTS (parts));
  lsc_test_profile_module (profile, "Block", 50, 250, 10);
  lsc_test_profile_mstx_task (profile, "default", "forward", 60, 90, 10, 320, 380, 9);
  lsc_test_profile_step (profile, 7, T (0) - LSC_TEST_T0, 2000);
  return profile;
}

static void
test_kinds (void)
{
  g_autoptr (LscTestProfile) profile = small_profile ();
  g_auto (Built) built = { 0 };
  LscTimeline *timeline;
  Count streams;

  lsc_test_profile_sql (
      profile,
      "INSERT INTO STRING_IDS VALUES (900001, 'MEMCPY_ASYNC'), (900002, 'EVENT_WAIT'), (900003, "
      "'EVENT_RECORD'), (900004, 'KERNEL_AICORE'), (900005, 'SDMA');"
      "INSERT INTO TASK (startNs, endNs, deviceId, connectionId, globalTaskId, taskType, streamId) "
      "VALUES (1736414119000001000, 1736414119000001010, 0, 4294967295, 700001, 900001, 77), "
      "(1736414119000001020, 1736414119000001030, 0, 4294967295, 700002, 900002, 77), "
      "(1736414119000001040, 1736414119000001040, 0, 4294967295, 700003, 900003, 77), "
      "(1736414119000001050, 1736414119000001060, 0, 4294967295, 700004, 900004, 77), "
      "(1736414119000001070, 1736414119000001080, 0, 4294967295, 700005, 900005, 77)");
  build (&built, profile, 2);
  timeline = built.timeline;
  streams = count_roles (timeline, ROLE (LSC_ROLE_STREAM));
  g_assert_cmpuint (count_computing (&streams), ==, 1);
  g_assert_cmpuint (streams.by_kind[LSC_SLICE_SCHEDULE], ==, 2);
  g_assert_cmpuint (streams.by_kind[LSC_SLICE_COMM_TASK], ==, 2);
  g_assert_cmpint (kind_of (timeline, "Device/Stream 77", "MEMCPY_ASYNC"), ==, LSC_SLICE_COPY);
  g_assert_cmpint (kind_of (timeline, "Device/Stream 77", "EVENT_WAIT"), ==, LSC_SLICE_WAIT);
  g_assert_cmpint (kind_of (timeline, "Device/Stream 77", "EVENT_RECORD"), ==, LSC_SLICE_EVENT);
  g_assert_cmpint (kind_of (timeline, "Device/Stream 77", "KERNEL_AICORE"), ==, LSC_SLICE_PARENT);
  g_assert_cmpint (kind_of (timeline, "Device/Stream 77", "SDMA"), ==, LSC_SLICE_DEVICE);
  g_assert_cmpint (kind_of (timeline, "MSTX/Module", "Block"), ==, LSC_SLICE_MODULE);
  g_assert_cmpint (kind_of (timeline, "MSTX/default", "forward"), ==, LSC_SLICE_MARK);
  g_assert_cmpint (kind_of (timeline, "Device/Stream 9 MSTX [default]", "forward"), ==,
                   LSC_SLICE_DEVICE_MARK);
  /* planes that are to be hidden have no lane */
  g_assert_cmpuint (count_roles (timeline, ROLE (LSC_ROLE_COMM_PLANE)).n, ==, 1);
  g_assert_cmpint (kind_of (timeline, "Communication/Group group-a/Plane 0", "Memcpy"), ==,
                   LSC_SLICE_COMM_TASK);
  g_assert_cmpint (kind_of (timeline, "Steps", "ProfilerStep#7"), ==, LSC_SLICE_STEP);
}

static void
test_links (void)
{
  g_autoptr (LscTestProfile) profile = small_profile ();
  g_auto (Built) built = { 0 };
  LscTimeline *timeline;
  guint32 op, backward, collective;

  build (&built, profile, 1);
  timeline = built.timeline;
  op = id_of (timeline, "Python/Thread 10 (main)", "aten::mm");
  backward = id_of (timeline, "Python/Thread 11 (backward)", "MmBackward");
  collective = id_of (timeline, "Communication/Group group-a", "hcom_allReduce__865_0_1");
  g_assert_true (has_link (timeline, op, backward, LSC_LINK_FWD_BWD));
  g_assert_true (has_link (timeline, id_of (timeline, "MSTX/default", "forward"),
                           id_of (timeline, "Device/Stream 9 MSTX [default]", "forward"),
                           LSC_LINK_MSTX));
  g_assert_cmpuint (count_links (timeline, LSC_LINK_COMM_TASK), ==, 2);
  for (gsize i = 0; i < timeline->links.n; i++)
    if (timeline->links.items[i].kind == LSC_LINK_COMM_TASK)
      g_assert_cmpuint (timeline->links.items[i].from, ==, collective);
  g_assert_cmpuint (count_links (timeline, LSC_LINK_OP_LAUNCH) +
                        count_links (timeline, LSC_LINK_OP_DEVICE),
                    >=, 4);
}

/* Without calls of CANN ops hang on the device directly. */
static void
test_links_without_launches (void)
{
  g_autoptr (LscTestProfile) profile = small_profile ();
  g_auto (Built) built = { 0 };

  lsc_test_profile_drop_table (profile, "CANN_API");
  build (&built, profile, 1);
  g_assert_nonnull (built.timeline->launch_reason);
  g_assert_cmpuint (count_links (built.timeline, LSC_LINK_OP_LAUNCH), ==, 0);
  g_assert_cmpuint (count_links (built.timeline, LSC_LINK_LAUNCH), ==, 0);
  g_assert_cmpuint (count_links (built.timeline, LSC_LINK_OP_DEVICE), >=, 4);
  g_assert_cmpuint (count_links (built.timeline, LSC_LINK_FWD_BWD), ==, 1);
}

static void
test_counters (void)
{
  g_autoptr (LscTestProfile) profile = small_profile ();
  g_auto (Built) built = { 0 };
  const LscNode *node;
  const LscCounter *freq;
  LscCounterReading reading;

  lsc_test_profile_sql (
      profile,
      "INSERT INTO STRING_IDS VALUES (900010, 'read');"
      "CREATE TABLE AICORE_FREQ (freq INTEGER, timestampNs NUMERIC, deviceId INTEGER);"
      "INSERT INTO AICORE_FREQ VALUES (1708, 1736414119000000500, 0), (1800, 1736414119000000000, "
      "0), (1708, 1736414119000000600, 0), (1800, 1736414119000000900, 0), (7, 'never', 0);"
      "CREATE TABLE LLC (deviceId INTEGER, llcId INTEGER, timestampNs INTEGER, hitRate REAL, "
      "throughput INTEGER, mode INTEGER);"
      "INSERT INTO LLC VALUES (0, 1, 1736414119000000000, 85.1, 1000, 900010)");
  build (&built, profile, 1);
  node = find_node (built.timeline, "Counters/AI Core Freq");
  g_assert_cmpuint (node->series->len, ==, 1);
  freq = g_ptr_array_index (node->series, 0);
  /* sorted, equal neighbours merged, a drop of 5.1 % to be seen */
  g_assert_cmpuint (freq->samples.n, ==, 3);
  g_assert_cmpfloat ((freq->most - freq->least) / freq->most, >, 0.05);
  reading = lsc_counter_read (freq, T (500), T (800));
  g_assert_true (reading.is_known);
  g_assert_cmpfloat (reading.mean, ==, 1708);
  g_assert_cmpint (notice_count (built.timeline, "bad-time", "AICORE_FREQ"), ==, 1);
  node = find_node (built.timeline, "Counters/LLC 1 hit rate");
  freq = g_ptr_array_index (node->series, 0);
  g_assert_cmpstr (freq->name, ==, "Read");
  g_assert_cmpfloat_with_epsilon (freq->most, 0.851, 1e-12);
  g_assert_null (built.timeline->counter_reason);
}

static void
test_no_counters (void)
{
  g_autoptr (LscTestProfile) profile = small_profile ();
  g_auto (Built) built = { 0 };

  build (&built, profile, 1);
  g_assert_nonnull (built.timeline->counter_reason);
  g_assert_cmpuint (lsc_timeline_find_path (built.timeline, "Counters"), ==, LSC_SLICE_NONE);
}

/* Whatever is missing, the rest is shown. */
static void
test_missing_tables (void)
{
  static const char *const tables[] = {
    "STRING_IDS",
    "META_DATA",
    "HOST_INFO",
    "RANK_DEVICE_MAP",
    "MSTX_EVENTS",
    "PYTORCH_API",
    "CONNECTION_IDS",
    "CANN_API",
    "TASK",
    "COMPUTE_TASK_INFO",
    "COMMUNICATION_OP",
    "COMMUNICATION_TASK_INFO",
    "STEP_TIME",
    "COMMUNICATION_SCHEDULE_TASK_INFO",
  };
  g_autoptr (LscTestProfile) whole = small_profile ();
  g_auto (Built) all = { 0 };

  build (&all, whole, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr (LscTestProfile) profile = small_profile ();
      g_auto (Built) built = { 0 };

      lsc_test_profile_drop_table (profile, tables[i]);
      build (&built, profile, 1);
      g_test_message ("without %s: %u slices", tables[i], built.timeline->n_slices);
      g_assert_cmpuint (built.timeline->n_slices, >, 5);
      g_assert_cmpuint (built.timeline->n_slices, <=, all.timeline->n_slices);
      if (strcmp (tables[i], "TASK") == 0)
        {
          g_assert_false (built.timeline->has_extended);
          g_assert_nonnull (built.timeline->extended_reason);
        }
      if (strcmp (tables[i], "STEP_TIME") == 0)
        g_assert_cmpuint (built.timeline->steps.n, ==, 1); /* from the op */
    }
}

/* Each column, too: what the file lacks reads as empty. */
static void
test_missing_columns (void)
{
  static const char *const columns[][2] = {
    { "TASK", "streamId" },         { "TASK", "connectionId" },
    { "TASK", "globalTaskId" },     { "TASK", "deviceId" },
    { "TASK", "taskType" },         { "PYTORCH_API", "type" },
    { "PYTORCH_API", "globalTid" }, { "PYTORCH_API", "connectionId" },
    { "CANN_API", "type" },         { "COMMUNICATION_OP", "groupName" },
    { "MSTX_EVENTS", "domainId" },  { "COMMUNICATION_TASK_INFO", "planeId" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autoptr (LscTestProfile) profile = small_profile ();
      g_auto (Built) built = { 0 };

      lsc_test_profile_sql (profile, "DROP INDEX TaskIndex");
      lsc_test_profile_drop_column (profile, columns[i][0], columns[i][1]);
      build (&built, profile, 1);
      g_test_message ("without %s.%s", columns[i][0], columns[i][1]);
      g_assert_cmpuint (built.timeline->n_slices, >, 5);
    }
}

/* The order of rows and columns of the file says nothing. */
static void
test_order (void)
{
  static const char *const tables[] = { "TASK",           "PYTORCH_API",
                                        "CONNECTION_IDS", "COMMUNICATION_TASK_INFO",
                                        "MSTX_EVENTS",    "STEP_TIME" };
  g_autoptr (LscTestProfile) forward = small_profile ();
  g_autoptr (LscTestProfile) backward = small_profile ();
  g_auto (Built) one = { 0 };
  g_auto (Built) two = { 0 };
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *sql = g_strdup_printf (
          "CREATE TABLE turned AS SELECT * FROM %s ORDER BY rowid DESC; DELETE FROM %s; INSERT "
          "INTO %s SELECT * FROM turned ORDER BY rowid; DROP TABLE turned",
          tables[i], tables[i], tables[i]);

      lsc_test_profile_sql (backward, sql);
    }
  build (&one, forward, 1);
  build (&two, backward, 1);
  g_assert_cmpuint (one.timeline->n_slices, ==, two.timeline->n_slices);
  g_assert_cmpuint (one.timeline->links.n, ==, two.timeline->links.n);
  first = checksum (one.timeline);
  second = checksum (two.timeline);
  g_assert_cmpstr (first, ==, second);
}

static void
test_bad_rows (void)
{
  g_autoptr (LscTestProfile) profile = small_profile ();
  g_auto (Built) built = { 0 };

  lsc_test_profile_op (profile, LSC_TEST_DANGLING (123456789), 1200, 1210, 10);
  lsc_test_profile_op_set_start_text (profile, lsc_test_profile_op (profile, "odd", 1300, 1310, 10),
                                      "soon");
  lsc_test_profile_op (profile, "backwards", 1410, 1400, 10);
  lsc_test_profile_op (profile, NULL, 1500, 1510, 10);
  lsc_test_profile_sql (
      profile,
      "INSERT INTO TASK (startNs, endNs, deviceId, connectionId, globalTaskId, taskType, streamId) "
      "VALUES (1736414119000001000, NULL, 0, 1, 700001, 1, 77), "
      "(1736414119000001000, 1736414119000001001, 0, 99999999999, 700002, NULL, NULL), "
      "('x', 1736414119000001001, 0, -5, NULL, 424242, -3);"
      "INSERT INTO COMPUTE_TASK_INFO (name, globalTaskId) VALUES (1, 123456789012)");
  build (&built, profile, 1);
  g_assert_cmpint (notice_count (built.timeline, "bad-time", "PYTORCH_API"), ==, 1);
  g_assert_cmpint (notice_count (built.timeline, "negative-duration", "PYTORCH_API"), ==, 1);
  g_assert_cmpint (notice_count (built.timeline, "unknown-string", "PYTORCH_API"), ==, 1);
  g_assert_cmpint (notice_count (built.timeline, "unnamed", "PYTORCH_API"), ==, 1);
  g_assert_cmpint (notice_count (built.timeline, "no-end", "TASK"), ==, 1);
  g_assert_cmpint (notice_count (built.timeline, "bad-time", "TASK"), ==, 1);
  g_assert_cmpint (notice_count (built.timeline, "bad-id", "TASK"), ==, 1);
  g_assert_cmpint (notice_count (built.timeline, "kernel-without-task", "COMPUTE_TASK_INFO"), ==,
                   1);
  find_slice (built.timeline, "Python/Thread 10 (main)", "<string 123456789>");
  find_slice (built.timeline, "Python/Thread 10 (main)", "<unnamed>");
  g_assert_nonnull (find_node (built.timeline, "Device/No stream"));
}

static void
test_devices (void)
{
  g_autoptr (LscTestProfile) profile = small_profile ();
  g_auto (Built) built = { 0 };
  const char *task = "INSERT INTO TASK (startNs, endNs, deviceId, connectionId, globalTaskId, "
                     "taskType, streamId) VALUES (1736414119000001000, 1736414119000001010, 5, "
                     "4294967295, 700001, 1, 77)";

  lsc_test_profile_sql (profile, task);
  build (&built, profile, 1);
  g_assert_cmpint (notice_count (built.timeline, "several-devices", "TASK"), ==, -1);
  g_assert_cmpuint (lsc_timeline_find_path (built.timeline, "Device/Stream 77"), ==,
                    LSC_SLICE_NONE);
  built_clear (&built);
  lsc_test_profile_drop_table (profile, "RANK_DEVICE_MAP");
  build (&built, profile, 1);
  g_assert_cmpint (notice_count (built.timeline, "several-devices", "TASK"), ==, -1);
  g_assert_nonnull (find_node (built.timeline, "Device/Device 5 Stream 77"));
}

/* Large tables are read in ranges side by side, to the same end. */
static void
test_ranges (void)
{
  g_autoptr (LscTestProfile) profile = small_profile ();
  g_auto (Built) built = { 0 };
  g_autoptr (LscTimeline) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;

  lsc_test_profile_sql (
      profile,
      "CREATE TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
      "210000) SELECT i FROM n;"
      "INSERT INTO TASK (startNs, endNs, deviceId, connectionId, globalTaskId, taskType, streamId) "
      "SELECT 1736414119000000000 + (i * 7919) % 210000 * 10, 1736414119000000000 + (i * 7919) % "
      "210000 * 10 + 5, 0, 5000000 + i, 1000000 + i, 1, i % 3 FROM n;"
      "INSERT INTO COMPUTE_TASK_INFO (name, globalTaskId) SELECT CASE WHEN i % 1000 THEN 1 ELSE "
      "987654321 END, 1000000 + i FROM n WHERE i % 5;"
      "INSERT INTO CANN_API (startNs, endNs, type, globalTid, connectionId, name) SELECT "
      "1736414119000000000 + i * 10, 1736414119000000000 + i * 10 + 5, 10000, 42, 5000000 + i, 1 "
      "FROM n;"
      "INSERT INTO PYTORCH_API (startNs, endNs, globalTid, connectionId, name, type) SELECT "
      "1736414119000000000 + i * 10, 1736414119000000000 + i * 10 + 5, 42, 5000000 + i, CASE WHEN "
      "i % 1000 THEN 1 ELSE 987654321 END, 50001 FROM n;"
      "INSERT INTO COMMUNICATION_TASK_INFO (globalTaskId, taskType, planeId, groupName, opId) "
      "SELECT 1000000 + i, 1, i % 2, 1, 900000 + i % 100 FROM n WHERE i % 5 = 0 AND i > 100000;"
      "INSERT INTO COMMUNICATION_OP (opName, startNs, endNs, connectionId, groupName, opId) SELECT "
      "1, 1736414119000000000 + i * 10, 1736414119000000000 + i * 10 + 5, NULL, 1, 900000 + i FROM "
      "n WHERE i <= 100;"
      "INSERT INTO CONNECTION_IDS SELECT 5000000 + i, 5000000 + i FROM n; DROP TABLE n");
  build (&built, profile, 1);
  again = load_file (built.timeline->source->file, 2, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_links (again, LSC_LINK_OP_LAUNCH), >=, 210000);
  g_assert_cmpuint (count_links (again, LSC_LINK_LAUNCH), >=, 210000);
  /* two of them are of the small profile; no operator is the hundredth */
  g_assert_cmpuint (count_links (again, LSC_LINK_COMM_TASK), ==, 2 + 22000 - 1100);
  g_assert_cmpuint (built.timeline->n_slices, ==, again->n_slices);
  one = checksum (built.timeline);
  two = checksum (again);
  g_assert_cmpstr (one, ==, two);
}

/* Connections that lie far apart, up to the last one, are followed like any others. */
static void
test_strewn_connections (void)
{
  g_autoptr (LscTestProfile) profile = small_profile ();
  g_auto (Built) built = { 0 };
  guint32 launch, task;

  lsc_test_profile_sql (
      profile,
      "CREATE TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
      "3000) SELECT i, 4294967294 - (i - 1) * 1400000 AS c FROM n;"
      "INSERT INTO STRING_IDS VALUES (900020, 'last launch'), (900021, 'last task');"
      "INSERT INTO TASK (startNs, endNs, deviceId, connectionId, globalTaskId, taskType, streamId) "
      "SELECT 1736414119000000000 + i * 10, 1736414119000000005 + i * 10, 0, c, 1000000 + i, CASE "
      "i "
      "WHEN 1 THEN 900021 ELSE 1 END, 55 FROM n;"
      "INSERT INTO CANN_API (startNs, endNs, type, globalTid, connectionId, name) SELECT "
      "1736414119000000000 + i * 10, 1736414119000000005 + i * 10, 10000, 4242, c, CASE i WHEN 1 "
      "THEN 900020 ELSE 1 END FROM n;"
      "INSERT INTO PYTORCH_API (startNs, endNs, globalTid, connectionId, name, type) SELECT "
      "1736414119000000000 + i * 10, 1736414119000000005 + i * 10, 4242, c, 1, 50001 FROM n;"
      "INSERT INTO CONNECTION_IDS SELECT c, c FROM n; DROP TABLE n");
  build (&built, profile, 1);
  g_assert_cmpuint (count_links (built.timeline, LSC_LINK_OP_LAUNCH), >=, 3000);
  g_assert_cmpuint (count_links (built.timeline, LSC_LINK_LAUNCH), >=, 3000);
  launch = id_of (built.timeline, "CANN/Thread 4242", "last launch");
  task = id_of (built.timeline, "Device/Stream 55", "last task");
  g_assert_true (has_link (built.timeline, launch, task, LSC_LINK_LAUNCH));
}

/* A thread for every row does not cost a lane for each. */
static void
test_many_threads (void)
{
  g_autoptr (LscTestProfile) profile = small_profile ();
  g_auto (Built) built = { 0 };

  lsc_test_profile_sql (
      profile,
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO "
      "CANN_API (startNs, endNs, type, globalTid, connectionId, name) SELECT 1736414119000000000 + "
      "i, 1736414119000000000 + i + 1, 10000, i, 5000000 + i, 1 FROM n");
  build (&built, profile, 1);
  g_assert_cmpuint (built.timeline->nodes->len, <, 5000);
  g_assert_cmpuint (count_roles (built.timeline, ROLE (LSC_ROLE_CANN_THREAD)).n, >=, 20000);
  g_assert_cmpint (notice_count (built.timeline, "too-many-lanes", NULL), >, 10000);
}

static void
test_groups (void)
{
  g_autoptr (LscMetadata) metadata = lsc_metadata_new ();
  LscCommGroup *group;

  g_assert_cmpuint (lsc_comm_group_hash ("hccl_world_group"), ==,
                    G_GUINT64_CONSTANT (7415574198778220483));
  g_assert_cmpuint (lsc_comm_group_hash ("group_name_0"), ==,
                    G_GUINT64_CONSTANT (5862276093215481612));
  lsc_metadata_set (metadata, "parallel_group_info",
                    "{\"group_name_0\":{\"group_name\":\"tp\",\"global_ranks\":[0,1]},"
                    "\"group_name_1\":{\"group_name\":\"pp\",\"global_ranks\":[0,2]},"
                    "\"odd\":[],\"none\":{\"group_name\":7}}");
  group = lsc_comm_group_new (metadata, "5862276093215481612");
  g_assert_cmpstr (group->label, ==, "tp [0, 1]");
  g_assert_cmpuint (group->ranks.n, ==, 2);
  g_assert_false (group->is_pipeline);
  lsc_comm_group_free (group);
  group = lsc_comm_group_new (metadata, "group_name_1");
  g_assert_cmpstr (group->label, ==, "pp [0, 2]");
  g_assert_true (group->is_pipeline);
  lsc_comm_group_free (group);
  group = lsc_comm_group_new (metadata, "odd");
  g_assert_cmpstr (group->label, ==, "Group odd");
  lsc_comm_group_free (group);
  group = lsc_comm_group_new (NULL, "10.20.13.0%eth0_60000_0_1760000000000051");
  g_assert_cmpstr (group->label, ==, "Group 00000051");
  lsc_comm_group_free (group);
}

/* A globalTid is two numbers in one: process above, thread below. */
static void
test_details_thread (void)
{
  g_autoptr (LscTestProfile) profile = small_profile ();
  g_auto (Built) built = { 0 };
  g_autoptr (GPtrArray) op = NULL;

  lsc_test_profile_sql (profile, "UPDATE PYTORCH_API SET globalTid = globalTid + (77 << 32)");
  build (&built, profile, 1);
  op = details_of (built.timeline, "Python/Thread 10 (main)", "aten::mm");
  g_assert_cmpstr (detail (op, "globalTid"), ==, "process 77, thread 10");
}

static void
test_details_gone (void)
{
  g_autoptr (LscTestProfile) profile = small_profile ();
  g_auto (Built) built = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) details = NULL;
  sqlite3 *db = NULL;

  build (&built, profile, 1);
  g_assert_cmpint (sqlite3_open (built.timeline->source->file, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "DELETE FROM PYTORCH_API", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  details = lsc_timeline_read_details (
      built.timeline,
      lsc_timeline_get_spot (built.timeline,
                             id_of (built.timeline, "Python/Thread 10 (main)", "aten::mm")),
      &error);
  g_assert_null (details);
  g_assert_error (error, LSC_ERROR, LSC_ERROR_MISSING);
}

static void
test_cancelled (void)
{
  g_autoptr (LscTestProfile) profile = small_profile ();
  g_auto (Built) built = { 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;

  build (&built, profile, 1);
  g_cancellable_cancel (cancellable);
  g_assert_null (
      lsc_ascend_timeline_load (built.timeline->source, LSC_TIMELINE_WHOLE, 2, NULL, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
}

/* Files that are no profiler database, and one with a log, which is read from a private copy. */
static void
test_other_files (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (root, "odd # name?.db", NULL);
  g_autoptr (GError) error = NULL;
  sqlite3 *db = NULL;

  g_assert_null (load_file (path, 1, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
  g_clear_error (&error);
  g_file_set_contents (path, "no database", -1, NULL);
  g_assert_null (load_file (path, 1, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_clear_error (&error);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_exec (db, "CREATE TABLE other (x)", NULL, NULL, NULL);
  sqlite3_close (db);
  g_assert_null (load_file (path, 1, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_MISSING);
  g_clear_error (&error);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_exec (
      db,
      "PRAGMA journal_mode = WAL; CREATE TABLE TASK (startNs, endNs, taskType, streamId); "
      "INSERT INTO TASK VALUES (1736414119000000000, 1736414119000000010, 1, 3)",
      NULL, NULL, NULL);
  {
    g_autoptr (LscTimeline) timeline = load_file (path, 2, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (find_node (timeline, "Device/Stream 3")->lane->n, ==, 1);
  }
  sqlite3_close (db);
}

/* Kernels that a run for pipelines has, of one class. */
static gsize
count_run_kernels (const LscRun *run, guint class)
{
  return run->class_begin[class + 1] - run->class_begin[class];
}

/* Kernels that exchange tokens are operators of the experts' group; a product with a collective in
 * it is one beside itself, unless its operator was recorded. Runs have them among the kernels, as
 * the file does. */
static void
test_exchange (void)
{
  for (guint threads = 1; threads <= 4; threads += 3)
    {
      g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
      g_auto (Built) built = { 0 };
      g_autoptr (LscRun) run = NULL;
      g_autoptr (LscRun) loaded = NULL;
      guint op, kernel;
      Count streams, groups;

      lsc_test_profile_metadata (profile, "parallel_group_info",
                                 "{\"g_tp\": {\"group_name\": \"tp\", \"global_ranks\": [0]}, "
                                 "\"g_ep\": {\"group_name\": \"ep\", \"global_ranks\": [0, 1]}}");
      op = lsc_test_profile_op (profile, "npu::moe", 0, 100, 1);
      lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_COMPUTE, "aclnnMatmul_MatMulV2", 200,
                                  300);
      lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_COMPUTE,
                                  "aclnnMoeDistributeDispatchV2_MoeDistributeDispatchV2", 300, 350);
      lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_COMPUTE, "AllGatherMatmul", 400,
                                  480);
      op = lsc_test_profile_op (profile, "npu::mm_all_reduce", 110, 200, 1);
      kernel = lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_COMPUTE, "MatmulAllReduce",
                                           500, 580);
      lsc_test_profile_kernel_set_connection (profile, kernel, 77);
      lsc_test_profile_comm_op (profile,
                                &(LscTestCommOp){ .op = op,
                                                  .op_name = "hcom_allReduce__865_0_1",
                                                  .op_type = "hcom_allReduce_",
                                                  .group = "g_tp",
                                                  .start_ns = 510,
                                                  .end_ns = 570 },
                                NULL, 0);
      lsc_test_profile_sql (profile, "UPDATE COMMUNICATION_OP SET connectionId = 77");
      build (&built, profile, threads);
      streams = count_roles (built.timeline, ROLE (LSC_ROLE_STREAM));
      g_assert_cmpuint (streams.by_kind[LSC_SLICE_COMM_TASK], ==, 1);
      g_assert_cmpuint (streams.n - streams.by_kind[LSC_SLICE_COMM_TASK], ==, 3);
      groups = count_roles (built.timeline, ROLE (LSC_ROLE_COMM_GROUP));
      g_assert_cmpuint (groups.by_kind[LSC_SLICE_COMM_OP], ==, 3);
      g_assert_cmpint (groups.sum_ns, ==, 50 + 80 + 60);
      g_assert_cmpuint (find_node (built.timeline, "Communication/ep [0, 1]")->lane->n, ==, 2);
      g_assert_cmpuint (find_node (built.timeline, "Communication/tp [0]")->lane->n, ==, 1);
      run = lsc_run_new_from_timeline (built.timeline, LSC_LOAD_FOR_PIPELINE, NULL, NULL);
      loaded = lsc_run_load (built.timeline->source, LSC_LOAD_FOR_PIPELINE, NULL, NULL);
      for (guint i = LSC_KERNEL_COMPUTE; i <= LSC_KERNEL_SCHEDULE; i++)
        g_assert_cmpuint (count_run_kernels (run, i), ==, count_run_kernels (loaded, i));
      g_assert_cmpuint (count_run_kernels (run, LSC_KERNEL_COMPUTE), ==, 4);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ascend-timeline/samples", test_samples);
  g_test_add_func ("/ascend-timeline/known-counts", test_known_counts);
  g_test_add_func ("/ascend-timeline/known-lanes", test_known_lanes);
  g_test_add_func ("/ascend-timeline/known-details", test_known_details);
  g_test_add_func ("/ascend-timeline/kinds", test_kinds);
  g_test_add_func ("/ascend-timeline/exchange", test_exchange);
  g_test_add_func ("/ascend-timeline/links", test_links);
  g_test_add_func ("/ascend-timeline/links-without-launches", test_links_without_launches);
  g_test_add_func ("/ascend-timeline/counters", test_counters);
  g_test_add_func ("/ascend-timeline/no-counters", test_no_counters);
  g_test_add_func ("/ascend-timeline/missing-tables", test_missing_tables);
  g_test_add_func ("/ascend-timeline/missing-columns", test_missing_columns);
  g_test_add_func ("/ascend-timeline/order", test_order);
  g_test_add_func ("/ascend-timeline/bad-rows", test_bad_rows);
  g_test_add_func ("/ascend-timeline/devices", test_devices);
  g_test_add_func ("/ascend-timeline/ranges", test_ranges);
  g_test_add_func ("/ascend-timeline/strewn-connections", test_strewn_connections);
  g_test_add_func ("/ascend-timeline/many-threads", test_many_threads);
  g_test_add_func ("/ascend-timeline/groups", test_groups);
  g_test_add_func ("/ascend-timeline/details-thread", test_details_thread);
  g_test_add_func ("/ascend-timeline/details-gone", test_details_gone);
  g_test_add_func ("/ascend-timeline/cancelled", test_cancelled);
  g_test_add_func ("/ascend-timeline/other-files", test_other_files);
  return g_test_run ();
}
