/* test-timeline-runs.c - a run made of a timeline against the one that is read of the same database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "lsc-test-cli.h"
#include "lsc-test-files.h"
#include "lsc-test-profile.h"
#include "read/ascend/lsc-ascend-db.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

#define ADD(out, ...) g_string_append_printf (out, __VA_ARGS__)

/* ---- a run in words ---- */

static void
add_header (GString *out, const LscRun *run)
{
  g_auto (GStrv) keys = lsc_metadata_list_keys (run->metadata);

  ADD (out, "rank %" PRId64 " device %" PRId64 " host %s %s schema %s chip %s level %d\n",
       run->rank, run->device, run->host_name, run->host_uid, run->schema_version, run->chip_name,
       run->level);
  ADD (out, "end %" PRId64 " cores %g %g %" PRId64 " %" PRId64 " marks %d %d gpu %d %d %d\n",
       run->collection_end_ns, run->ai_core_count, run->ai_core_mhz, run->max_freq_mhz,
       run->max_core_count, run->has_marks_table, run->has_mark_domains, run->is_gpu,
       run->has_copy_launches, run->has_spanning_marks);
  for (guint i = 0; keys[i]; i++)
    ADD (out, "metadata %s %s\n", keys[i], lsc_run_metadata (run, keys[i]));
  for (gsize i = 0; i < run->threads.n; i++)
    ADD (out, "thread %" PRId64 "\n", run->threads.items[i]);
  for (gsize i = 0; i < run->steps.n; i++)
    ADD (out, "step %" PRId64 " %" PRId64 " %" PRId64 "\n", run->steps.items[i].id,
         run->steps.items[i].start_ns, run->steps.items[i].end_ns);
}

static void
add_marks (GString *out, const LscRun *run)
{
  for (gsize i = 0; i < run->marks.n; i++)
    {
      const LscMark *mark = &run->marks.items[i];

      ADD (out, "mark %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %s %s %u %d\n", mark->row_id,
           mark->start_ns, mark->end_ns, mark->connection_id, lsc_run_text (run, mark->message),
           lsc_run_text (run, mark->domain), mark->thread, mark->event_type);
    }
  for (gsize i = 0; i < run->mark_tasks.n; i++)
    {
      const LscMarkTask *task = &run->mark_tasks.items[i];

      ADD (out, "mark task %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %u %u\n", task->row_id,
           task->start_ns, task->end_ns, task->connection_id, task->stream, task->device);
    }
  for (gsize i = 0; i < run->step_tasks.n; i++)
    {
      const LscStepTask *task = &run->step_tasks.items[i];

      ADD (out, "step task %" PRId64 " %" PRId64 " %s %d\n", task->start_ns, task->end_ns,
           lsc_run_text (run, task->name), task->type);
    }
}

/* With %LSC_LOAD_KERNEL_TIMES only operators of communication have connections. */
static void
add_kernels (GString *out, const LscRun *run)
{
  ADD (out, "classes %zu %zu %zu %zu %zu\n", run->class_begin[0], run->class_begin[1],
       run->class_begin[2], run->class_begin[3], run->class_begin[4]);
  for (gsize i = 0; i < run->kernels.n; i++)
    {
      const LscKernel *kernel = &run->kernels.items[i];

      ADD (out, "kernel %" PRId64 " %" PRId64 " %s %u %u %u %u\n", kernel->start_ns, kernel->end_ns,
           lsc_run_text (run, kernel->name), kernel->detail, kernel->stream, kernel->device,
           kernel->kernel_class);
      if (kernel->kernel_class == LSC_KERNEL_COMMUNICATION)
        ADD (out, "of %" PRId64 "\n", kernel->connection_id);
    }
}

static void
add_communication (GString *out, const LscRun *run)
{
  for (gsize i = 0; i < run->comm_ops.n; i++)
    {
      const LscCommOp *op = &run->comm_ops.items[i];

      ADD (out, "operator %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %s %s %s %u %s\n",
           op->op_id, op->connection_id, op->start_ns, op->end_ns, lsc_run_text (run, op->op_name),
           lsc_run_text (run, op->op_type), lsc_run_text (run, op->group), op->device,
           lsc_run_text (run, op->op_connection_id));
    }
  for (gsize i = 0; i < run->comm_tasks.n; i++)
    {
      const LscCommTask *task = &run->comm_tasks.items[i];

      ADD (out, "message %" PRId64 " %" PRId64 " %" PRId64 " %s %s %u %u\n", task->op_id,
           task->start_ns, task->end_ns, lsc_run_text (run, task->task_type),
           lsc_run_text (run, task->group), task->src_rank, task->dst_rank);
    }
}

/* What operators are made of beyond that. */
static void
add_ops (GString *out, const LscRun *run)
{
  for (gsize i = 0; i < run->ops.n; i++)
    {
      const LscOp *op = &run->ops.items[i];

      ADD (out, "op %" PRId64 " %" PRId64 " %s %u %u %u %u\n", op->start_ns, op->end_ns,
           lsc_run_text (run, op->name), op->thread, op->local_id, op->type, op->fwd_role);
    }
  for (gsize i = 0; i < run->connections.n; i++)
    ADD (out, "link %" PRId64 " %u\n", run->connections.items[i].real_id,
         run->connections.items[i].local_id);
  for (gsize i = 0; i < run->kernels.n; i++)
    ADD (out, "by %" PRId64 "\n", run->kernels.items[i].connection_id);
}

static void
add_details (GString *out, const LscRun *run)
{
  for (gsize i = 0; i < run->kernel_details.n; i++)
    {
      const LscKernelDetail *detail = &run->kernel_details.items[i];
      const LscKernelCounters *counters =
          i < run->kernel_counters.n ? &run->kernel_counters.items[i] : NULL;
      const guint32 texts[] = { detail->op_type,       detail->task_type,     detail->input_shapes,
                                detail->input_types,   detail->output_shapes, detail->output_types,
                                detail->input_formats, detail->output_formats };

      ADD (out, "detail %" PRId64 " %u %d", detail->global_task_id, detail->core_count,
           counters && counters->is_dynamic);
      for (gsize k = 0; k < G_N_ELEMENTS (texts); k++)
        ADD (out, " %s", texts[k] == LSC_STRING_NONE ? "-" : lsc_run_text (run, texts[k]));
      for (guint k = 0; counters && k < LSC_KERNEL_N_COUNTERS; k++)
        ADD (out, " %g", (double) counters->values[k]);
      g_string_append_c (out, '\n');
    }
}

/* Of notices the timeline tells, too. */
static char *
describe_rows (const LscRun *run)
{
  GString *out = g_string_new (NULL);

  add_header (out, run);
  add_marks (out, run);
  add_kernels (out, run);
  add_communication (out, run);
  add_ops (out, run);
  add_details (out, run);
  return g_string_free (out, FALSE);
}

static char *
describe (const LscRun *run)
{
  GString *out = g_string_new (NULL);
  g_autoptr (GPtrArray) notices = lsc_notices_copy_list (run->notices);

  add_header (out, run);
  add_marks (out, run);
  add_kernels (out, run);
  add_communication (out, run);
  for (guint i = 0; i < notices->len; i++)
    {
      const LscNotice *notice = notices->pdata[i];
      g_autofree char *text = lsc_notice_to_text (notice);

      ADD (out, "notice %s %d %" PRId64 " %s %s %" PRId64 " %d %s\n", notice->code,
           notice->severity, notice->rank, notice->file, notice->table, notice->count,
           notice->is_loss, text);
    }
  return g_string_free (out, FALSE);
}

/* ---- two of them ---- */

/* Splits nothing of equal runs: the address sanitizer measures the whole rest of the text at each
 * line. */
static void
compare_lines (const char *file, const char *expected, const char *found)
{
  gsize line = 0; /* where the first line that differs begins */
  gsize at = 0;

  for (; expected[at] && expected[at] == found[at]; at++)
    if (expected[at] == '\n')
      line = at + 1;
  if (expected[at] != found[at])
    {
      g_autofree char *left = g_strndup (expected + line, strcspn (expected + line, "\n"));
      g_autofree char *right = g_strndup (found + line, strcspn (found + line, "\n"));

      g_test_message ("%s", file);
      g_assert_cmpstr (right, ==, left);
      g_error ("%s: one ends before the other", file);
    }
}

/* The rows that are kept while lanes are read, against those that are read for themselves. */
static void
compare_rows (LscSource *source)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscRun) file = lsc_ascend_db_load (source, LSC_LOAD_FOR_OPERATORS, NULL, &error);
  g_autofree char *expected = NULL;

  g_assert_no_error (error);
  expected = describe_rows (file);
  for (guint n_threads = 1; n_threads <= 3; n_threads += 2)
    {
      g_autoptr (LscRun) run = NULL;
      g_autoptr (LscTimeline) timeline = lsc_timeline_load_with_run (
          source, LSC_TIMELINE_COMM | LSC_TIMELINE_EVENTS, n_threads, &run, NULL, &error);
      g_autofree char *found = NULL;

      g_assert_no_error (error);
      g_assert_nonnull (run);
      g_clear_pointer (&timeline, lsc_timeline_unref);
      found = describe_rows (run);
      compare_lines (source->file, expected, found);
    }
}

/* Returns: how many events the run has */
static gsize
compare_source (LscSource *source, LscLoadFlags flags)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscRun) file = lsc_ascend_db_load (source, flags, NULL, &error);
  g_autofree char *expected = NULL;

  g_assert_no_error (error);
  expected = describe (file);
  for (guint n_threads = 1; n_threads <= 3; n_threads += 2)
    {
      g_autoptr (LscTimeline) timeline = lsc_timeline_load (source, n_threads, NULL, &error);
      g_autoptr (LscRun) run = NULL;
      g_autofree char *found = NULL;

      g_assert_no_error (error);
      run = lsc_run_new_from_timeline (timeline, flags, NULL, &error);
      g_assert_no_error (error);
      g_clear_pointer (&timeline, lsc_timeline_unref); /* a run stands alone */
      found = describe (run);
      compare_lines (source->file, expected, found);
    }
  compare_rows (source);
  return file->kernels.n + file->marks.n;
}

/* Returns: how many databases there are; they have events together */
static guint
compare_folder (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = lsc_discover (folder, NULL, &error);
  gsize n_events = 0;
  guint n = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < project->clusters->len; i++)
    {
      const LscCluster *cluster = project->clusters->pdata[i];

      for (guint k = 0; k < cluster->sources->len; k++)
        {
          LscSource *source = cluster->sources->pdata[k];

          if (source->format != LSC_FORMAT_ASCEND_DB)
            continue;
          n_events += compare_source (source, LSC_LOAD_FOR_PIPELINE);
          n++;
        }
    }
  g_assert_true (n == 0 || n_events > 0);
  return n;
}

/* ---- samples and recordings of the synthesizer ---- */

static void
test_sample (gconstpointer name)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *folder = samples ? g_build_filename (samples, name, NULL) : NULL;

  if (folder)
    g_assert_cmpuint (compare_folder (folder), >, 0);
}

static void
test_synth (gconstpointer options)
{
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = g_build_filename (place->root, "recording", NULL);
  g_autofree char *line = g_strdup_printf ("%s --out %s", (const char *) options, folder);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (LscTestOutput) output = lsc_test_spawn (synth, words);

  if (output->code != 0)
    g_error ("%s: %s", line, output->err);
  g_assert_cmpuint (compare_folder (folder), >, 0);
}

/* ---- odd rows ---- */

#define FREE_TABLE(table)                                                                          \
  "CREATE TABLE Copy AS SELECT * FROM " table "; DROP TABLE " table ";"                            \
  "ALTER TABLE Copy RENAME TO " table ";"

/* Statements that make the recording odd; each is tried alone, then all of a name together. */
static const struct
{
  const char *name;
  const char *sql;
} odd[] = {
  { "nothing", "" },
  { "both-tables", "INSERT INTO COMMUNICATION_SCHEDULE_TASK_INFO (name, globalTaskId) SELECT 1, "
                   "globalTaskId FROM COMPUTE_TASK_INFO LIMIT 2" },
  { "drives", "INSERT INTO STRING_IDS VALUES (77, 'SendAicpuKernel'); UPDATE COMPUTE_TASK_INFO SET "
              "name = 77 WHERE globalTaskId % 2" },
  { "twice", FREE_TABLE ("COMPUTE_TASK_INFO") "INSERT INTO COMPUTE_TASK_INFO SELECT * FROM "
                                              "COMPUTE_TASK_INFO LIMIT 3" },
  { "schedule-twice",
    FREE_TABLE ("COMMUNICATION_SCHEDULE_TASK_INFO") "INSERT INTO COMMUNICATION_SCHEDULE_TASK_INFO "
                                                    "SELECT * FROM "
                                                    "COMMUNICATION_SCHEDULE_TASK_INFO" },
  { "replay", "INSERT INTO TASK SELECT startNs + 7, endNs + 7, deviceId, connectionId, "
              "globalTaskId, globalPid, taskType, contextId, streamId, taskId, modelId FROM TASK" },
  { "lost", "DELETE FROM TASK WHERE rowid % 3 = 0" },
  { "no-start", "UPDATE TASK SET startNs = 'x' WHERE rowid % 2" },
  { "no-end", "UPDATE TASK SET endNs = NULL WHERE rowid % 2" },
  { "negative", "UPDATE TASK SET endNs = startNs - 1 WHERE rowid % 2" },
  { "fractions", "UPDATE TASK SET startNs = startNs || '.25'" },
  { "times-in-words", "UPDATE TASK SET startNs = CAST (startNs AS TEXT)" },
  { "devices", "UPDATE TASK SET deviceId = rowid % 3" },
  { "devices-map",
    "UPDATE TASK SET deviceId = rowid % 3; UPDATE RANK_DEVICE_MAP SET deviceId = 1" },
  { "devices-elsewhere",
    "UPDATE TASK SET deviceId = rowid % 3; UPDATE RANK_DEVICE_MAP SET deviceId = 6" },
  { "device-elsewhere", "UPDATE RANK_DEVICE_MAP SET deviceId = 6" },
  { "devices-replay", "UPDATE TASK SET deviceId = rowid % 3; UPDATE RANK_DEVICE_MAP SET deviceId = "
                      "1; INSERT INTO TASK SELECT * FROM TASK" },
  { "devices-negative",
    "UPDATE TASK SET deviceId = rowid % 3, endNs = startNs - 1 WHERE rowid % 2; UPDATE "
    "RANK_DEVICE_MAP SET deviceId = 1" },
  { "no-device", "UPDATE TASK SET deviceId = NULL; DELETE FROM RANK_DEVICE_MAP" },
  { "comm-devices", "ALTER TABLE COMMUNICATION_OP ADD COLUMN deviceId INTEGER; UPDATE "
                    "COMMUNICATION_OP SET deviceId = rowid % 2" },
  { "wide", "UPDATE TASK SET connectionId = connectionId + 8589934592; UPDATE MSTX_EVENTS SET "
            "connectionId = connectionId + 8589934592" },
  { "shared", "UPDATE TASK SET connectionId = (SELECT connectionId FROM MSTX_EVENTS LIMIT 1)" },
  { "shared-negative", "UPDATE TASK SET endNs = startNs - 1, connectionId = (SELECT connectionId "
                       "FROM MSTX_EVENTS LIMIT 1) WHERE rowid % 2" },
  { "no-connections", "UPDATE TASK SET connectionId = NULL; UPDATE MSTX_EVENTS SET connectionId = "
                      "4000000000" },
  { "untyped", "UPDATE COMMUNICATION_OP SET opType = NULL" },
  { "untyped-unknown", "UPDATE COMMUNICATION_OP SET opType = NULL, opName = 999888" },
  { "unnamed", "UPDATE COMMUNICATION_OP SET opName = NULL; UPDATE COMPUTE_TASK_INFO SET name = "
               "99123; UPDATE MSTX_EVENTS SET message = 99124" },
  { "op-connections", "ALTER TABLE COMMUNICATION_OP ADD COLUMN opConnectionId TEXT; UPDATE "
                      "COMMUNICATION_OP SET opConnectionId = 'pair ' || rowid" },
  { "op-times", "UPDATE COMMUNICATION_OP SET endNs = startNs - 1 WHERE opId % 2" },
  { "op-ids", FREE_TABLE ("COMMUNICATION_OP") "UPDATE COMMUNICATION_OP SET opId = NULL" },
  { "ranks", "UPDATE COMMUNICATION_TASK_INFO SET srcRank = 4294967295 WHERE rowid % 2" },
  { "no-task-ids",
    FREE_TABLE ("COMPUTE_TASK_INFO") "UPDATE COMPUTE_TASK_INFO SET globalTaskId = NULL WHERE rowid "
                                     "% 2; UPDATE TASK SET globalTaskId = NULL WHERE rowid % 5 = "
                                     "0" },
  { "no-part-ids", "UPDATE COMMUNICATION_TASK_INFO SET globalTaskId = NULL WHERE rowid % 2" },
  { "endless", "UPDATE MSTX_EVENTS SET endNs = 0 WHERE rowid % 2" },
  { "marks-negative", "UPDATE MSTX_EVENTS SET endNs = startNs - 5 WHERE rowid % 2" },
  { "backwards", FREE_TABLE ("TASK") "CREATE TABLE Rows AS SELECT * FROM TASK ORDER BY startNs "
                                     "DESC; DROP TABLE TASK; ALTER TABLE Rows RENAME TO TASK" },
  { "streams", "UPDATE TASK SET streamId = (rowid * 7) % 5" },
  { "step-tasks", "CREATE TABLE StepTaskInfo (name TEXT, startNs INTEGER, endNs INTEGER, type "
                  "INTEGER); INSERT INTO StepTaskInfo VALUES ('1F', 10, 20, 1), (NULL, 1, 2, 1)" },
  { "no-rows", "DELETE FROM TASK" },
  { "op-links", "UPDATE PYTORCH_API SET connectionId = CASE rowid % 4 WHEN 0 THEN -1 WHEN 1 THEN "
                "8589934592 WHEN 2 THEN NULL ELSE connectionId END" },
  { "op-threads", "UPDATE PYTORCH_API SET globalTid = CASE rowid % 3 WHEN 0 THEN NULL WHEN 1 THEN "
                  "0 ELSE 9000000000 - rowid END" },
  { "op-names", "UPDATE PYTORCH_API SET name = CASE rowid % 2 WHEN 0 THEN NULL ELSE 99000 + rowid "
                "END" },
  { "op-roles", "UPDATE PYTORCH_API SET fwdThreadId = CASE rowid % 3 WHEN 0 THEN NULL WHEN 1 THEN "
                "0 ELSE 3 END" },
  { "op-types", "INSERT INTO STRING_IDS VALUES (78, 'nn.Module: Linear_3'); UPDATE PYTORCH_API SET "
                "type = CASE rowid % 4 WHEN 0 THEN NULL WHEN 1 THEN 50002 ELSE 50003 END, name = "
                "CASE WHEN rowid % 8 = 2 THEN 78 ELSE name END, connectionId = CASE WHEN rowid % 2 "
                "THEN connectionId END" },
  { "op-ends", "UPDATE PYTORCH_API SET endNs = CASE rowid % 3 WHEN 0 THEN NULL WHEN 1 THEN startNs "
               "- 1 ELSE endNs || '.5' END" },
  { "link-ids", "UPDATE CONNECTION_IDS SET id = NULL WHERE rowid % 3 = 0; UPDATE CONNECTION_IDS "
                "SET connectionId = 4294967295 WHERE rowid % 3 = 1" },
  { "copies", "INSERT INTO STRING_IDS VALUES (79, 'MEMCPY_ASYNC'); INSERT INTO TASK SELECT startNs "
              "+ 3, endNs + 3, deviceId, connectionId, 900000 + rowid, globalPid, 79, contextId, "
              "streamId, taskId, modelId FROM TASK; UPDATE TASK SET endNs = NULL WHERE taskType = "
              "79 AND rowid % 3 = 0; UPDATE TASK SET globalTaskId = NULL WHERE taskType = 79 AND "
              "rowid % 3 = 1" },
  { "details", "UPDATE COMPUTE_TASK_INFO SET opType = NULL WHERE rowid % 2; UPDATE "
               "COMPUTE_TASK_INFO SET taskType = 99124 WHERE rowid % 3 = 0" },
  { "states", "INSERT INTO STRING_IDS VALUES (80, 'dynamic'); ALTER TABLE COMPUTE_TASK_INFO ADD "
              "COLUMN opState INTEGER; UPDATE COMPUTE_TASK_INFO SET opState = 80 WHERE rowid % 2" },
  { "counters", "INSERT INTO STRING_IDS VALUES (81, 'mac_fp16_ratio'), (82, 'mac_ratio'); CREATE "
                "TABLE TASK_PMU_INFO (globalTaskId INTEGER, name INTEGER, value NUMERIC); INSERT "
                "INTO TASK_PMU_INFO SELECT globalTaskId, 81 + rowid % 2, 0.25 FROM "
                "COMPUTE_TASK_INFO" },
};

static const char *const lost_tables[] = {
  "TASK",           "COMPUTE_TASK_INFO", "COMMUNICATION_OP", "COMMUNICATION_TASK_INFO",
  "MSTX_EVENTS",    "STRING_IDS",        "STEP_TIME",        "COMMUNICATION_SCHEDULE_TASK_INFO",
  "META_DATA",      "RANK_DEVICE_MAP",   "PYTORCH_API",      "CANN_API",
  "CONNECTION_IDS",
};

static const struct
{
  const char *table;
  const char *column;
} lost_columns[] = {
  { "TASK", "globalTaskId" },
  { "TASK", "connectionId" },
  { "TASK", "deviceId" },
  { "TASK", "streamId" },
  { "TASK", "taskType" },
  { "TASK", "endNs" },
  { "COMMUNICATION_TASK_INFO", "srcRank" },
  { "COMMUNICATION_TASK_INFO", "planeId" },
  { "COMMUNICATION_TASK_INFO", "groupName" },
  { "COMMUNICATION_TASK_INFO", "opId" },
  { "COMMUNICATION_TASK_INFO", "taskType" },
  { "COMMUNICATION_OP", "opType" },
  { "COMMUNICATION_OP", "groupName" },
  { "COMMUNICATION_OP", "connectionId" },
  { "MSTX_EVENTS", "domainId" },
  { "MSTX_EVENTS", "eventType" },
  { "MSTX_EVENTS", "globalTid" },
  { "COMPUTE_TASK_INFO", "name" },
  { "COMPUTE_TASK_INFO", "taskType" },
  { "PYTORCH_API", "connectionId" },
  { "PYTORCH_API", "globalTid" },
};

static void
add_messages (LscTestProfile *profile)
{
  static const LscTestCommTask tasks[] = {
    { "Notify_Record", 410, 420, 0, 1, 0, 1, 0, 0, 0 },
    { "Memcpy", 420, 440, 1, 1, 1, 0, 4096, 0, 1 },
    { "Notify_Wait", 440, 450, 0, 1, 0, 1, 0, 0, 0 },
  };
  static const LscTestCommOp send = {
    LSC_TEST_NONE, "hcom_send__849_0_1", "hcom_send_", "pp", "MESH", 400, 460, 8, 4
  };
  static const LscTestCommOp reduce = {
    LSC_TEST_NONE, "hcom_allReduce__865_0_1", "hcom_allReduce_", "dp", "MESH-RING", 500, 560, 8, 4
  };

  lsc_test_profile_comm_op (profile, &send, tasks, G_N_ELEMENTS (tasks));
  lsc_test_profile_comm_op (profile, &reduce, tasks, 2);
}

static LscTestProfile *
make_profile (void)
{
  static const char *const names[] = { "MatMul", "Add", "Gelu" };
  static const char *const domains[] = { "default", "Module", "a" };
  LscTestProfile *profile = lsc_test_profile_new ();

  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *op_name = g_strdup_printf ("aten::op%u", i);
      guint op = lsc_test_profile_op (profile, op_name, 10 * i, 10 * i + 8, 1 + i % 2);
      guint kernel = lsc_test_profile_kernel_on (
          profile, op, i % 4 == 3 ? LSC_TEST_KERNEL_SCHEDULE : LSC_TEST_KERNEL_COMPUTE,
          names[i % 3], 100 + 20 * i, 110 + 20 * i);

      lsc_test_profile_kernel_set_place (profile, kernel, 0, 2 + i % 2);
      lsc_test_profile_mstx_task (profile, domains[i % 3],
                                  "{'name': 'forward_step', 'current_microbatch': 1}", 5 * i,
                                  5 * i + 4, 1 + i % 2, 100 + 20 * i, 115 + 20 * i, 3);
    }
  lsc_test_profile_mstx (profile, LSC_TEST_MSTX_MARKER, NULL, "m", 50, 50, 7, 4000000000);
  lsc_test_profile_step (profile, 3, 0, 1000);
  lsc_test_profile_metadata (profile, "distributed_args", "{\"pipeline_model_parallel_size\": 2}");
  add_messages (profile);
  return profile;
}

static void
compare_profile (LscTestProfile *profile)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *folder = g_build_filename (root, "h_1_20260101000000001_ascend_pt", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = NULL;

  lsc_test_profile_write (profile, folder, 0, &error);
  g_assert_no_error (error);
  project = lsc_discover (root, NULL, &error);
  g_assert_no_error (error);
  compare_source (((LscCluster *) project->clusters->pdata[0])->sources->pdata[0],
                  LSC_LOAD_FOR_PIPELINE);
}

static void
test_odd (gconstpointer index)
{
  g_autoptr (LscTestProfile) profile = make_profile ();

  if (*odd[GPOINTER_TO_UINT (index)].sql)
    lsc_test_profile_sql (profile, odd[GPOINTER_TO_UINT (index)].sql);
  compare_profile (profile);
}

static void
test_lost (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (lost_tables); i++)
    {
      g_autoptr (LscTestProfile) profile = make_profile ();

      g_test_message ("without %s", lost_tables[i]);
      lsc_test_profile_drop_table (profile, lost_tables[i]);
      compare_profile (profile);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lost_columns); i++)
    {
      g_autoptr (LscTestProfile) profile = make_profile ();

      g_test_message ("without %s.%s", lost_columns[i].table, lost_columns[i].column);
      lsc_test_profile_sql (profile, "DROP INDEX TaskIndex");
      lsc_test_profile_drop_column (profile, lost_columns[i].table, lost_columns[i].column);
      compare_profile (profile);
    }
}

static const struct
{
  const char *name;
  const char *options;
} recordings[] = {
  { "1f1b", "--preset pipeline --pp 4 --dp 2 --steps 2 -M 8 --straggler 2:1.5" },
  { "demo", "--preset demo --pp 2 --steps 2" },
  { "tensor", "--preset small --schedule 1f1b --pp 4 --tp 2" },
  { "zbv", "--preset pipeline --schedule zbv --pp 4 -M 8 --steps 2" },
  { "dualpipev", "--preset pipeline --schedule dualpipev --pp 4 -M 8 --steps 2" },
  { "backward", "--preset small --modules --backward" },
  { "schema", "--preset small --ranks 2 --level 2 --schema 1.2" },
  { "log", "--preset small --wal --level 0" },
  { "parts", "--preset bench --tasks 450000 --ranks 1" },
};

static const char *const samples[] = {
  "pp-1f1b-4x8",
  "pp-1f1b-2x4-dp2-schema12",
  "pp-1f1b-2x4-tp4-straggler",
  "pp-dualpipev-4x10",
  "pp-level-none",
  "faults/slowmb",
  "ascend-db-level0",
  "ascend-db-level1",
  "ascend-db-level2",
  "freq-ep",
  "module-small",
  "faults/bfs-4x8-v2",
  "faults/slowlink",
  "faults/drift",
  "faults/whatif-head",
};

static const char *const quirks[] = {
  "quirks/comm-before-compute",
  "quirks/dualpipev-1ns-overlap",
  "quirks/dualpipev-exact",
  "quirks/identical-ranges",
  "quirks/kernel-variants",
  "quirks/null-message",
  "quirks/pp-two-steps",
  "quirks/range-kinds",
  "quirks/backward",
  "quirks/suffix",
};

static void
add_tests (const char *group, const char *name, gconstpointer data, GTestDataFunc test)
{
  g_autofree char *path = g_strdup_printf ("/timeline-runs/%s/%s", group, name);

  g_test_add_data_func (path, data, test);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    add_tests ("odd", odd[i].name, GUINT_TO_POINTER (i), test_odd);
  g_test_add_func ("/timeline-runs/lost", test_lost);
  for (guint i = 0; i < G_N_ELEMENTS (recordings); i++)
    add_tests ("synth", recordings[i].name, recordings[i].options, test_synth);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    add_tests ("sample", samples[i], samples[i], test_sample);
  for (guint i = 0; i < G_N_ELEMENTS (quirks); i++)
    add_tests ("sample", quirks[i], quirks[i], test_sample);
  return g_test_run ();
}
