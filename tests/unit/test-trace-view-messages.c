/* test-trace-view-messages.c - ranges and messages of a pipeline in a text export
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/* A rank in the middle of a pipeline of four sends to the next while it receives from the one
 * before; both begin together, on streams of their own. */

#define PROCESS(pid, name)                                                                         \
  "{'ph':'M','name':'process_name','pid':" #pid ",'args':{'name':'" name "'}},"
#define THREAD(tid, name)                                                                          \
  "{'ph':'M','name':'thread_name','pid':4,'tid':" #tid ",'args':{'name':'" name "'}},"
#define SLICE(pid, tid, name, ts, dur, args)                                                       \
  "{'ph':'X','name':'" name "','pid':" #pid ",'tid':" #tid ",'ts':'" #ts "','dur':" #dur           \
  ",'args':{" args "}},"
#define FLOW(phase, pid, tid, ts)                                                                  \
  "{'ph':'" phase "','cat':'MsTx','name':'MsTx','id':900,'pid':" #pid ",'tid':" #tid ",'ts':'" #ts \
  "','bp':'e'},"
#define PAIR(stream, own, other) "'stream id':" #stream ",'src rank':" #own ",'dst rank':" #other
#define MOVED(bytes) ",'transport type':'SDMA','size(Byte)':" #bytes ",'link type':'HCCS'"
#define MARK "forward_step"

static const char trace[] =
    "[" PROCESS (1, "python3") PROCESS (2, "Ascend Hardware") PROCESS (4, "Communication")
        THREAD (0, "Group 0 Communication") THREAD (1, "Plane 0") THREAD (2, "Plane 1")
            SLICE (1, 7, MARK, 1, 2, "'event_type':'start/end','domain':'default'")
                FLOW ("s", 1, 7, 1)
    /* the range begins with its first kernel, and is written behind it */
    SLICE (2, 5, "MatMul", 10, 3, "'connection_id':1")
        SLICE (2, 5, MARK, 10, 20, "'connection_id':900") FLOW ("f", 2, 5, 10)
            SLICE (2, 8, "Notify Wait", 40, 9, "'connection_id':2")
                SLICE (2, 9, "Notify Wait", 40, 1, "'connection_id':3")
                    SLICE (4, 0, "hcom_receive__612_1_1", 40, 10, "'connection_id':2")
                        SLICE (4, 0, "hcom_send__612_2_1", 40, 4, "'connection_id':3")
                            SLICE (4, 0, "hcom_allReduce__612_3_1", 60, 4, "'connection_id':4")
    /* by time alone all of these could be the send's */
    SLICE (4, 1, "Notify_Record", 40, 1, PAIR (8, 1, 0))
        SLICE (4, 2, "Notify_Record", 40, 1, PAIR (9, 1, 2))
            SLICE (4, 1, "Notify_Wait", 42, 1, PAIR (8, 1, 0)) SLICE (4, 2, "Memcpy", 42, 1,
                                                                      PAIR (9, 1, 4294967295))
                SLICE (4, 1, "Memcpy", 60, 1,
                       PAIR (8, 1, 3) MOVED (2048)) "{'ph':'M','name':'process_labels','pid':1}]";

static const char metadata[] = "{'parallel_group_info': {'group_name_0': {'group_name': 'pp', "
                               "'group_rank': 1, 'global_ranks': [0, 4, 8, 12]}}, "
                               "'distributed_args': {'rank': 4}}";

/* @text: with apostrophes for quotes */
static void
put (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');

  g_assert_true (g_file_set_contents (path, json, -1, NULL));
}

static LscSource *
write_recording (const char *root)
{
  g_autofree char *result = g_build_filename (root, "r_ascend_pt", NULL);
  g_autofree char *folder = g_build_filename (result, "ASCEND_PROFILER_OUTPUT", NULL);
  g_autoptr (LscProject) project = NULL;
  const LscCluster *cluster;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  put (folder, "trace_view.json", trace);
  put (result, "profiler_metadata.json", metadata);
  project = lsc_discover (root, NULL, NULL);
  g_assert_nonnull (project);
  cluster = g_ptr_array_index (project->clusters, 0);
  return lsc_source_ref (g_ptr_array_index (cluster->sources, 0));
}

static gint64
get_peer (const LscTimeline *timeline, const char *name)
{
  LscSpot spot = LSC_SPOT_NONE;

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      for (guint32 k = 0; node->role == LSC_ROLE_COMM_GROUP && node->lane && k < node->lane->n; k++)
        if (strcmp (lsc_timeline_text (timeline, node->lane->name[k]), name) == 0)
          spot = (LscSpot){ i, k };
    }
  g_assert_cmpuint (spot.node, !=, LSC_SLICE_NONE);
  return lsc_timeline_get_peer (timeline, lsc_timeline_get_id (timeline, spot));
}

static void
test_peers (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscSource) source = write_recording (root);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTimeline) timeline = lsc_timeline_load (source, 1, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (get_peer (timeline, "hcom_receive__612_1_1"), ==, 0);
  g_assert_cmpint (get_peer (timeline, "hcom_send__612_2_1"), ==, 8);
  g_assert_cmpint (get_peer (timeline, "hcom_allReduce__612_3_1"), ==, LSC_RANK_UNKNOWN);
  g_assert_cmpuint (timeline->comm_pairs.n, ==, 3);
}

/* Tasks without a size move nothing. */
static void
test_transfers (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscSource) source = write_recording (root);
  g_autoptr (LscTimeline) timeline = lsc_timeline_load (source, 1, NULL, NULL);
  const LscTransfer *transfer;

  g_assert_nonnull (timeline);
  g_assert_cmpuint (lsc_transfers_get_n (&timeline->transfers), ==, 1);
  transfer = lsc_transfers_get (&timeline->transfers, 0);
  g_assert_cmpuint (transfer->source, ==, 1);
  g_assert_cmpuint (transfer->target, ==, 3);
  g_assert_cmpuint (transfer->transport, ==, LSC_TRANSPORT_SDMA);
  g_assert_cmpuint (transfer->link, ==, 1);
  g_assert_cmpint (transfer->bytes, ==, 2048);
  g_assert_cmpint (transfer->ns, ==, 1000);
  g_assert_nonnull (
      lsc_timeline_get_comm_group (timeline, lsc_timeline_text (timeline, transfer->group)));
}

/* What a run of the export says is what a database of it would. */
static void
test_run (void)
{
  static const struct
  {
    const char *op;
    const char *task;
    guint32 source;
    guint32 target;
  } tasks[] = {
    { "hcom_receive__612_1_1", "Notify_Record", 1, 0 },
    { "hcom_receive__612_1_1", "Notify_Wait", 1, 0 },
    { "hcom_allReduce__612_3_1", "Memcpy", LSC_ID_NONE, LSC_ID_NONE },
    { "hcom_send__612_2_1", "Notify_Record", 1, 2 },
  };
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscSource) source = write_recording (root);
  g_autoptr (LscRun) run = lsc_run_load (source, LSC_LOAD_FOR_PIPELINE, NULL, NULL);
  guint n_found = 0;

  g_assert_nonnull (run);
  for (gsize i = 0; i < run->comm_tasks.n; i++)
    for (gsize k = 0; k < run->comm_ops.n; k++)
      for (gsize t = 0; t < G_N_ELEMENTS (tasks); t++)
        n_found +=
            run->comm_ops.items[k].op_id == run->comm_tasks.items[i].op_id &&
            strcmp (lsc_run_text (run, run->comm_ops.items[k].op_name), tasks[t].op) == 0 &&
            strcmp (lsc_run_text (run, run->comm_tasks.items[i].task_type), tasks[t].task) == 0 &&
            run->comm_tasks.items[i].src_rank == tasks[t].source &&
            run->comm_tasks.items[i].dst_rank == tasks[t].target;
  g_assert_cmpuint (n_found, ==, G_N_ELEMENTS (tasks));
  g_assert_cmpuint (run->mark_tasks.n, ==, 1);
  g_assert_cmpint (run->mark_tasks.items[0].end_ns - run->mark_tasks.items[0].start_ns, ==, 20000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-view-messages/peers", test_peers);
  g_test_add_func ("/trace-view-messages/run", test_run);
  g_test_add_func ("/trace-view-messages/transfers", test_transfers);
  return g_test_run ();
}
