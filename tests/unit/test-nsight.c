/* test-nsight.c - exports of Nsight Systems: events, links, ranges, graphs, and what is missing
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-files.h"
#include "lsc-test-nsight.h"
#include "read/lsc-open.h"

#define PID 4242

/** An export at work: @db until it is loaded */
typedef struct
{
  LscTestTempDir folder;
  char *path;
  sqlite3 *db;
} Export;

static void
export_init (Export *self)
{
  self->folder = lsc_test_temp_dir_new ();
  self->path = g_build_filename (self->folder, "report.sqlite", NULL);
  self->db = ns_new (self->path);
}

static void
export_clear (Export *self)
{
  g_clear_pointer (&self->db, ns_close);
  g_free (self->path);
  lsc_test_temp_dir_clear (&self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Export, export_clear)

static LscTimeline *
load (Export *self)
{
  g_autoptr (GError) error = NULL;
  LscTimeline *timeline;

  g_clear_pointer (&self->db, ns_close);
  timeline = ns_load (self->path, NULL, &error);
  g_assert_no_error (error);
  return timeline;
}

/* "name 0-10, …" by row, of a lane; "-" without one */
static char *
describe (const LscTimeline *timeline, const char *name)
{
  const LscLane *lane = ns_find_lane (timeline, name);
  GString *out = g_string_new (lane ? NULL : "-");

  for (guint32 i = 0; lane && i < lane->n; i++)
    g_string_append_printf (out, "%s%s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, i > 0 ? ", " : "",
                            lsc_timeline_text (timeline, lane->name[i]),
                            lane->start_ns[i] - timeline->zero_ns,
                            lsc_lane_get_end_ns (lane, i) - timeline->zero_ns);
  return g_string_free (out, FALSE);
}

static void
expect_lane (const LscTimeline *timeline, const char *name, const char *expected)
{
  g_autofree char *found = describe (timeline, name);

  g_assert_cmpstr (found, ==, expected);
}

/* ---- a run ---- */

static gsize
count_kind (const LscTimeline *timeline, LscSliceKind kind, gint64 *sum_ns)
{
  gsize n = 0;

  *sum_ns = 0;
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      for (guint32 k = 0; node->lane && k < node->lane->n; k++)
        if (node->lane->kind[k] == kind)
          {
            n++;
            *sum_ns += lsc_lane_get_duration_ns (node->lane, k);
          }
    }
  return n;
}

static gsize
count_links (const LscTimeline *timeline, LscLinkKind kind)
{
  gsize n = 0;

  for (gsize i = 0; i < timeline->links.n; i++)
    n += timeline->links.items[i].kind == kind;
  return n;
}

static void
check_rank (LscSource *source, const NsTruth *truth)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTimeline) timeline = lsc_timeline_load (source, 1, NULL, &error);
  gint64 computing_ns, comm_ns, copy_ns, ns;

  g_assert_no_error (error);
  g_assert_cmpint (timeline->zero_ns, ==, NS_EPOCH);
  g_assert_cmpstr (timeline->chip_name, ==, "NVIDIA H100 80GB HBM3");
  g_assert_cmpuint (count_kind (timeline, LSC_SLICE_COMPUTE, &computing_ns) +
                        count_kind (timeline, LSC_SLICE_COMM_TASK, &comm_ns),
                    ==, truth->n_kernels);
  g_assert_cmpint (computing_ns, ==, truth->computing_ns);
  g_assert_cmpint (comm_ns, ==, truth->comm_ns);
  g_assert_cmpuint (count_kind (timeline, LSC_SLICE_COPY, &copy_ns), ==, truth->n_copies);
  g_assert_cmpint (copy_ns, ==, truth->copy_ns);
  g_assert_cmpuint (count_kind (timeline, LSC_SLICE_CANN_RUNTIME, &ns), ==, truth->n_calls);
  g_assert_cmpuint (count_kind (timeline, LSC_SLICE_OP, &ns), ==, truth->n_ops);
  g_assert_cmpuint (count_kind (timeline, LSC_SLICE_MODULE, &ns), ==, truth->n_modules);
  g_assert_cmpuint (count_kind (timeline, LSC_SLICE_WAIT, &ns), ==, NS_N_STEPS);
  /* sets have no call of their own here */
  g_assert_cmpuint (count_links (timeline, LSC_LINK_LAUNCH), ==,
                    truth->n_kernels + truth->n_copies / 2 + NS_N_STEPS /* mirrors */);
  g_assert_cmpuint (count_links (timeline, LSC_LINK_FWD_BWD), ==, truth->n_ops / 2);
  g_assert_cmpuint (timeline->graph_tasks.n, ==, truth->n_nodes);
  for (gsize i = 0; i < timeline->graph_tasks.n; i++)
    g_assert_cmpstr (lsc_timeline_text (timeline, timeline->graph_tasks.items[i].module), ==,
                     "model.head");
  g_assert_false (lsc_notices_have_loss (timeline->notices));
}

static void
test_training (void)
{
  g_auto (Export) export = { 0 };
  NsTruth truth[NS_N_PROCESSES];
  g_autoptr (GError) error = NULL;
  LscProject *project;
  const GPtrArray *sources;

  export_init (&export);
  ns_write_training (export.db, truth);
  g_clear_pointer (&export.db, ns_close);
  project = lsc_discover (export.folder, NULL, &error);
  g_assert_no_error (error);
  sources = ((const LscCluster *) project->clusters->pdata[0])->sources;
  g_assert_cmpuint (sources->len, ==, NS_N_PROCESSES);
  for (guint i = 0; i < sources->len; i++)
    {
      LscSource *source = sources->pdata[i];
      g_autofree char *label = lsc_source_get_label (source);

      g_assert_cmpint (source->format, ==, LSC_FORMAT_NSIGHT);
      g_assert_cmpstr (label, ==, i == 0 ? "GPU 0" : "GPU 1");
      check_rank (source, &truth[i]);
    }
  lsc_project_unref (project);
}

/* ---- calls and what they launched ---- */

#define EAGER "NULL, NULL"

static void
test_correlations (void)
{
  g_auto (Export) export = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;
  LscSpot call;

  export_init (&export);
  ns_call (export.db, 0, 5, PID, 7, NS_LAUNCH);
  ns_call (export.db, 10, 15, PID + 1, 7, NS_LAUNCH); /* the number of another process */
  ns_kernel (export.db, 20, 40, PID, 7, 7, NS_GEMM, EAGER);
  timeline = load (&export);
  g_assert_cmpuint (count_links (timeline, LSC_LINK_LAUNCH), ==, 1);
  call = lsc_timeline_get_spot (timeline, timeline->links.items[0].from);
  g_assert_cmpstr (lsc_timeline_get_node (timeline, call.node)->name, ==, "Thread 4242");
  expect_lane (timeline, "Stream 7", "void gemm<float, 128>(float*, int) 20-40");
  expect_lane (timeline, "Thread 4242", "cudaLaunchKernel 0-5");
  expect_lane (timeline, "Thread 4243", "cudaLaunchKernel 10-15");
}

/* Waits of no stream, other directions of copies, calls of the operating system, the profiler. */
static void
test_kinds (void)
{
  g_auto (Export) export = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;
  gint64 process = ns_global (PID, 0), thread = ns_global (PID, PID);

  export_init (&export);
  ns_kernel (export.db, 0, 1, PID, 7, 1, NS_GEMM, "0, 0"); /* as exports of old write it */
  ns_run (export.db,
          "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES"
          " (1, 2, 0, 1, 7, 2, %" G_GINT64_FORMAT ", 5, 2, 2, 0, NULL),"
          " (2, 3, 0, 1, 7, 3, %" G_GINT64_FORMAT ", 5, 10, NULL, NULL, NULL),"
          " (3, 4, 0, 1, 7, 4, %" G_GINT64_FORMAT ", 5, 99, 2, 2, NULL);"
          "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES"
          " (0, 9, 0, 1, 4294967295, 9, %" G_GINT64_FORMAT ", 4, 4294967295),"
          " (4, 9, 0, 1, 7, 10, %" G_GINT64_FORMAT ", 2, 5);"
          "CREATE TABLE OSRT_API (start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER);"
          "INSERT INTO OSRT_API VALUES (3, 8, %" G_GINT64_FORMAT ", 9);"
          "CREATE TABLE PROFILER_OVERHEAD (start INTEGER, end INTEGER, globalTid INTEGER, nameId"
          " INTEGER, returnValue INTEGER);"
          "INSERT INTO PROFILER_OVERHEAD VALUES (1, 2, %" G_GINT64_FORMAT ", 9, 0);",
          process, process, process, process, process, thread, thread);
  timeline = load (&export);
  expect_lane (timeline, "Stream 7",
               "void gemm<float, 128>(float*, int) 0-1, Memcpy DtoH (Device -> Pageable) 1-2,"
               " Memcpy PtoP 2-3, Memcpy 3-4, Stream Wait Event 4-9");
  expect_lane (timeline, "No stream", "Context Sync 0-9");
  expect_lane (timeline, "4242 4242", "poll 3-8");
  g_assert_cmpuint (timeline->graph_tasks.n, ==, 0);
  g_assert_cmpuint (timeline->copies.n, ==, 3);
  g_assert_cmpint (timeline->extended_end_ns - NS_EPOCH, ==, 4); /* waits are no work */
}

/* A launch that was recorded as a whole. */
static void
test_whole_graphs (void)
{
  g_auto (Export) export = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;

  export_init (&export);
  ns_call (export.db, 0, 5, PID, 7, NS_GRAPH_LAUNCH);
  ns_run (export.db,
          "DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL;"
          "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INTEGER, end INTEGER, deviceId"
          " INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER,"
          " graphId INTEGER, graphExecId INTEGER);"
          "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (10, 90, 0, 1, 7, 7,"
          " %" G_GINT64_FORMAT ", 3, 4);",
          ns_global (PID, 0));
  timeline = load (&export);
  expect_lane (timeline, "Stream 7", "graph 3 10-90");
  g_assert_cmpuint (count_links (timeline, LSC_LINK_LAUNCH), ==, 1);
  g_assert_cmpint (ns_count_notice (timeline, "whole-graphs"), ==, -1);
}

/* ---- ranges ---- */

static void
add_range (Export *export, const char *columns, const char *values)
{
  ns_run (export->db, "INSERT INTO NVTX_EVENTS (globalTid, %s) VALUES (%" G_GINT64_FORMAT ", %s)",
          columns, ns_global (PID, PID), values);
}

static void
test_ranges (void)
{
  g_auto (Export) export = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;

  export_init (&export);
  ns_kernel (export.db, 0, 1, PID, 7, 1, NS_GEMM, EAGER);
  ns_range (export.db, 0, 100, PID, "forward, op_id = 3");
  ns_range (export.db, 1, 20, PID, "aten::linear, op_id = 4");
  ns_range (export.db, 2, 19, PID, "aten::addmm, seq = 3, op_id = 5");
  ns_range (export.db, 30, 50, PID, "AddmmBackward0, seq = 3, op_id = 9");
  ns_range (export.db, 60, 70, PID, "load, then sort");
  add_range (&export, "start, end, eventType, textId", "80, 90, 59, 9");
  add_range (&export, "start, eventType, text", "95, 34, 'moment'");
  add_range (&export, "start, eventType, text, domainId", "0, 75, 'NCCL', 5");
  add_range (&export, "start, end, eventType, text, domainId", "96, 97, 59, 'ncclAllReduce', 5");
  add_range (&export, "eventType, start, category, text", "33, 0, 1, 'a category'");
  timeline = load (&export);
  /* rows of the lane follow each other */
  expect_lane (timeline, "Thread 4242 (backward)",
               "aten::linear 1-20, AddmmBackward0 30-50, ncclAllReduce 96-97, aten::addmm 2-19");
  g_assert_cmpuint (count_links (timeline, LSC_LINK_FWD_BWD), ==, 1);
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);
      gsize n = 0;

      for (guint32 k = 0; node->role == LSC_ROLE_MARK_LANE && k < node->lane->n; k++)
        n += strstr ("forward load, then sort poll moment",
                     lsc_timeline_text (timeline, node->lane->name[k])) != NULL;
      if (node->role == LSC_ROLE_MARK_LANE)
        g_assert_cmpuint (n, ==, 4);
    }
  g_assert_false (lsc_notices_have_loss (timeline->notices));
}

/* Those that cross, or end elsewhere, are apart; the others nest. */
static void
test_crossing (void)
{
  g_auto (Export) export = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;
  gsize n_nested = 0;

  export_init (&export);
  ns_kernel (export.db, 0, 1, PID, 7, 1, NS_GEMM, EAGER);
  add_range (&export, "start, end, eventType, text", "0, 10, 60, 'a'");
  add_range (&export, "start, end, eventType, text", "5, 15, 60, 'crosses a'");
  add_range (&export, "start, end, eventType, text", "20, 30, 60, 'b'");
  add_range (&export, "start, end, eventType, text", "22, 28, 60, 'inside b'");
  add_range (&export, "start, end, eventType, text, endGlobalTid",
             "40, 50, 60, 'elsewhere', 281546117120000");
  timeline = load (&export);
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role == LSC_ROLE_MARK_LANE)
        n_nested += node->lane->n;
    }
  g_assert_cmpuint (n_nested, ==, 3);
  expect_lane (timeline, "4242 NVTX ranges that cross", "crosses a 5-15, elsewhere 40-50");
}

/* Paths of modules are told once. */
static void
test_modules (void)
{
  g_auto (Export) export = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;

  export_init (&export);
  ns_kernel (export.db, 0, 1, PID, 7, 1, NS_GEMM, EAGER);
  ns_range (export.db, 0, 100, PID, "{'Module': 'model'}");
  ns_range (export.db, 1, 90, PID, "{'Module': 'model.layers'}");
  ns_range (export.db, 2, 80, PID, "{'Module': 'model.layers.0', 'Inputs': [[1, 2]]}");
  ns_range (export.db, 3, 70, PID, "{\"Module\": \"model.layers.0.mlp\"}");
  ns_range (export.db, 4, 60, PID, "{'Module': 'other'}");
  timeline = load (&export);
  expect_lane (timeline, "Python stack",
               "nn.Module: model 0-100, nn.Module: layers 1-90, nn.Module: layers.0 2-80,"
               " nn.Module: mlp 3-70, nn.Module: other 4-60");
}

/* ---- what is missing or damaged ---- */

static void
test_faults (void)
{
  g_auto (Export) export = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;
  gint64 process = ns_global (PID, 0);

  export_init (&export);
  ns_kernel (export.db, 0, 1, PID, 7, 1, NS_GEMM, EAGER);
  ns_kernel (export.db, 9, 8, PID, 7, 2, NS_GEMM, EAGER);
  ns_kernel (export.db, G_MAXINT64 - 1, G_MAXINT64, PID, 7, 3, NS_GEMM, EAGER);
  ns_kernel (export.db, G_MININT64, 1, PID, 7, 4, NS_GEMM, EAGER);
  ns_kernel (export.db, 3, 5, PID, 7, 5, 77, EAGER);
  ns_run (export.db,
          "DROP TABLE CUPTI_ACTIVITY_KIND_MEMSET;"
          "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start, end, deviceId, streamId,"
          " correlationId, globalPid);"
          "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES ('a', 5, 0, 7, 8, %" G_GINT64_FORMAT
          "), (NULL, 5, 0, 7, 8, 0), (5, NULL, 0, 7, 8, 0), (5, 6, 'x', 7, 8, 0),"
          " (6, x'00', 0, 7, 8, 0), (7, 8, 0, 7, 'c', %" G_GINT64_FORMAT ");",
          process, process);
  add_range (&export, "start, eventType, text", "0, 59, 'never popped'");
  add_range (&export, "start, end, eventType, text", "0, 1, 98, 'of the future'");
  add_range (&export, "start, end, eventType", "0, 1, 59");
  timeline = load (&export);
  g_assert_cmpint (ns_count_notice (timeline, "negative-duration"), ==, 1);
  g_assert_cmpint (ns_count_notice (timeline, "bad-time"), ==, 2); /* of the first table */
  g_assert_cmpint (ns_count_notice (timeline, "unknown-string"), ==, 1);
  g_assert_cmpint (ns_count_notice (timeline, "no-process"), ==, 1);
  g_assert_cmpint (ns_count_notice (timeline, "no-end"), ==, 1);
  g_assert_cmpint (ns_count_notice (timeline, "odd-type"), ==, 1);
  g_assert_cmpint (ns_count_notice (timeline, "unnamed"), ==, 1);
  g_assert_cmpint (ns_count_notice (timeline, "missing-column"), ==, 1); /* bytes */
  expect_lane (timeline, "GPU 0 Stream 7",
               "void gemm<float, 128>(float*, int) 0-1, <string 77> 3-5, Memset 7-8");
}

/* Of an export with nothing but kernels all that is not there is said. */
static void
test_bare (void)
{
  static const char *const tables[] = { "StringIds",
                                        "META_DATA_EXPORT",
                                        "NVTX_EVENTS",
                                        "CUPTI_ACTIVITY_KIND_RUNTIME",
                                        "CUPTI_ACTIVITY_KIND_MEMCPY",
                                        "CUPTI_ACTIVITY_KIND_MEMSET",
                                        "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
                                        "TARGET_INFO_GPU",
                                        "TARGET_INFO_CUDA_DEVICE",
                                        "TARGET_INFO_SESSION_START_TIME" };
  g_auto (Export) export = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscProject) project = NULL;

  export_init (&export);
  ns_kernel (export.db, 0, 10, PID, 7, 1, NS_GEMM, EAGER);
  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    ns_run (export.db, "DROP TABLE %s", tables[i]);
  ns_run (export.db, "CREATE TABLE GPU_METRICS (a); INSERT INTO GPU_METRICS VALUES (1);");
  timeline = load (&export);
  expect_lane (timeline, "Stream 7", "<string 5> 0-10");
  g_assert_cmpint (ns_count_notice (timeline, "no-ranges"), ==, -1);
  g_assert_cmpint (ns_count_notice (timeline, "no-clock"), ==, -1);
  g_assert_cmpint (ns_count_notice (timeline, "tables-skipped"), ==, 1);
  g_assert_cmpint (ns_count_notice (timeline, "unknown-string"), ==, 1);
  g_assert_nonnull (timeline->launch_reason);
  project = lsc_discover (export.path, NULL, NULL);
  g_assert_cmpuint (lsc_project_count_ranks (project), ==, 1);
}

/* What Nsight Systems itself says went wrong; what a secret may be is not in any sentence. */
static void
test_problems (void)
{
  g_auto (Export) export = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (GPtrArray) list = NULL;
  gboolean is_told = FALSE;

  export_init (&export);
  ns_kernel (export.db, 0, 10, PID, 7, 1, NS_GEMM, EAGER);
  ns_run (export.db, "CREATE TABLE DIAGNOSTIC_EVENT (timestamp, severity, text);"
                     "INSERT INTO DIAGNOSTIC_EVENT VALUES (0, 1, 'all is well'), (0, 2, 'Events"
                     " were lost');"
                     "CREATE TABLE META_DATA_CAPTURE (name, value);"
                     "INSERT INTO META_DATA_CAPTURE VALUES ('ENV', 'TOKEN=secret');");
  timeline = load (&export);
  list = lsc_notices_copy_list (timeline->notices);
  for (guint i = 0; i < list->len; i++)
    {
      g_autofree char *text = lsc_notice_to_text (list->pdata[i]);

      g_assert_null (strstr (text, "secret"));
      g_assert_null (strstr (text, "all is well"));
      is_told |= strstr (text, "Events were lost") != NULL;
    }
  g_assert_true (is_told);
}

/* ---- devices ---- */

/* Two processes on one GPU are told apart, and one that has little is none. */
static void
test_shared_device (void)
{
  g_auto (Export) export = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = NULL;
  const GPtrArray *sources;

  export_init (&export);
  for (int i = 0; i < 30; i++)
    {
      ns_kernel (export.db, i * 10, i * 10 + 5, PID, 7, i + 1, NS_GEMM, EAGER);
      ns_kernel (export.db, i * 10, i * 10 + 3, PID + 1, 7, i + 1, NS_RELU, EAGER);
    }
  ns_kernel (export.db, 0, 1, PID + 2, 7, 1, NS_HEAD, EAGER);
  g_clear_pointer (&export.db, ns_close);
  project = lsc_discover (export.path, NULL, &error);
  g_assert_no_error (error);
  sources = ((const LscCluster *) project->clusters->pdata[0])->sources;
  g_assert_cmpuint (sources->len, ==, 2);
  g_assert_cmpuint (lsc_notices_get_count (project->notices), ==, 1);
  for (guint i = 0; i < sources->len; i++)
    {
      const LscSource *source = sources->pdata[i];
      g_autofree char *name = g_strdup_printf ("GPU 0 process %d", PID + (int) i);
      g_autoptr (LscTimeline) timeline = ns_load (export.path, source->device, &error);
      const LscLane *lane;

      g_assert_no_error (error);
      g_assert_cmpstr (source->device, ==, name);
      lane = ns_find_lane (timeline, "Stream 7");
      g_assert_cmpuint (lane->n, ==, 30);
      g_assert_cmpstr (lsc_timeline_text (timeline, lane->name[0]), ==,
                       i == 0 ? "void gemm<float, 128>(float*, int)" : "relu_kernel");
    }
}

/* Ranks of MPI are told by a table; a device of a rank is called by its number. */
static void
test_mpi (void)
{
  g_auto (Export) export = { 0 };
  NsTruth truth[NS_N_PROCESSES];
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = NULL;
  const GPtrArray *sources;

  export_init (&export);
  ns_write_training (export.db, truth);
  ns_run (export.db,
          "CREATE TABLE MPI_RANKS (globalTid INTEGER, rank INTEGER);"
          "INSERT INTO MPI_RANKS VALUES (%" G_GINT64_FORMAT ", 5), (%" G_GINT64_FORMAT ", 4);",
          ns_global (5000, 5001), ns_global (5010, 5010));
  g_clear_pointer (&export.db, ns_close);
  project = lsc_discover (export.path, NULL, &error);
  g_assert_no_error (error);
  sources = ((const LscCluster *) project->clusters->pdata[0])->sources;
  g_assert_cmpuint (sources->len, ==, 2);
  for (guint i = 0; i < sources->len; i++)
    {
      const LscSource *source = sources->pdata[i];

      g_assert_cmpint (source->rank, ==, 4 + i);
      g_assert_cmpstr (source->device, ==, i == 0 ? "1" : "0");
    }
}

/* So is the rank of an export of one process. */
static void
test_mpi_alone (void)
{
  g_auto (Export) export = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = NULL;

  export_init (&export);
  ns_kernel (export.db, 0, 1, PID, 7, 1, NS_GEMM, EAGER);
  ns_run (export.db,
          "CREATE TABLE MPI_RANKS (globalTid INTEGER, rank INTEGER);"
          "INSERT INTO MPI_RANKS VALUES (%" G_GINT64_FORMAT ", 3);",
          ns_global (PID, PID));
  g_clear_pointer (&export.db, ns_close);
  project = lsc_discover (export.path, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (lsc_cluster_find_rank (project->clusters->pdata[0], 3));
}

/* The report that it was exported of lies beside it as a rule. */
static void
test_beside_report (void)
{
  g_auto (Export) export = { 0 };
  g_autofree char *report = NULL;
  g_autofree char *other = NULL;

  export_init (&export);
  ns_kernel (export.db, 0, 1, PID, 7, 1, NS_GEMM, EAGER);
  g_clear_pointer (&export.db, ns_close);
  report = g_build_filename (export.folder, "report.nsys-rep", NULL);
  other = g_build_filename (export.folder, "other.nsys-rep", NULL);
  for (gsize n = 0; n < 2; n++)
    {
      g_autoptr (LscProject) project = NULL;

      g_assert_true (g_file_set_contents (n == 0 ? report : other, "x", 1, NULL));
      project = lsc_discover (export.folder, NULL, NULL);
      g_assert_cmpuint (lsc_project_count_ranks (project), ==, 1);
      g_assert_cmpuint (lsc_notices_get_count (project->notices), ==, n);
    }
}

/* The device that was found may be gone when the file is read. */
static void
test_gone (void)
{
  g_auto (Export) export = { 0 };
  g_autoptr (GError) error = NULL;

  export_init (&export);
  ns_kernel (export.db, 0, 1, PID, 7, 1, NS_GEMM, EAGER);
  g_clear_pointer (&export.db, ns_close);
  g_assert_null (ns_load (export.path, "5", &error));
  g_assert_nonnull (strstr (error->message, "report.sqlite"));
}

/* ---- rows again ---- */

static char *
find_detail (LscTimeline *timeline, const char *name, const char *key)
{
  const LscLane *lane = ns_find_lane (timeline, name);
  g_autoptr (GPtrArray) details = NULL;
  g_autoptr (GError) error = NULL;

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    if (lsc_timeline_get_node (timeline, i)->lane == lane)
      details = lsc_timeline_read_details (timeline, (LscSpot){ i, 0 }, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < details->len; i++)
    if (g_str_equal (((const LscDetail *) details->pdata[i])->key, key))
      return g_strdup (((const LscDetail *) details->pdata[i])->value);
  return NULL;
}

static void
expect_detail (LscTimeline *timeline, const char *lane, const char *key, const char *expected)
{
  g_autofree char *found = find_detail (timeline, lane, key);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_details (void)
{
  g_auto (Export) export = { 0 };
  g_autoptr (LscTimeline) timeline = NULL;

  export_init (&export);
  ns_call (export.db, 0, 5, PID, 7, NS_LAUNCH);
  ns_kernel (export.db, 20, 40, PID, 7, 7, NS_GEMM, EAGER);
  ns_range (export.db, 0, 9, PID, "aten::mm, seq = 1, op_id = 2, sizes = [[2, 3], [3, \"4]]");
  timeline = load (&export);
  expect_detail (timeline, "Stream 7", "correlation", "7");
  expect_detail (timeline, "Stream 7", "grid", "[132, 2, 1]");
  expect_detail (timeline, "Stream 7", "registers per thread", "64");
  expect_detail (timeline, "Stream 7", "shared memory", "3072");
  expect_detail (timeline, "Stream 7", "shortName", "relu_kernel");
  expect_detail (timeline, "Thread 4242", "Input Dims", NULL); /* no list of numbers */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nsight/training", test_training);
  g_test_add_func ("/nsight/correlations", test_correlations);
  g_test_add_func ("/nsight/kinds", test_kinds);
  g_test_add_func ("/nsight/whole-graphs", test_whole_graphs);
  g_test_add_func ("/nsight/ranges", test_ranges);
  g_test_add_func ("/nsight/crossing", test_crossing);
  g_test_add_func ("/nsight/modules", test_modules);
  g_test_add_func ("/nsight/faults", test_faults);
  g_test_add_func ("/nsight/bare", test_bare);
  g_test_add_func ("/nsight/problems", test_problems);
  g_test_add_func ("/nsight/shared-device", test_shared_device);
  g_test_add_func ("/nsight/mpi", test_mpi);
  g_test_add_func ("/nsight/mpi-alone", test_mpi_alone);
  g_test_add_func ("/nsight/beside-report", test_beside_report);
  g_test_add_func ("/nsight/gone", test_gone);
  g_test_add_func ("/nsight/details", test_details);
  return g_test_run ();
}
