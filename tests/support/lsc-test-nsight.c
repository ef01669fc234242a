/* lsc-test-nsight.c - small exports of Nsight Systems written by tests
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-nsight.h"

#include <string.h>

/* Tables and columns are those of docs/definitions/formats.md, written without the reader. */

static const char schema[] =
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;"
    "CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE META_DATA_EXPORT (name TEXT NOT NULL, value TEXT);"
    "INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_NAME', 'NVIDIA Nsight Systems');"
    "CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER, utcTime TEXT, localTime"
    " TEXT);"
    "CREATE TABLE TARGET_INFO_GPU (vmId INTEGER, id INTEGER, name TEXT, busLocation TEXT,"
    " isDiscrete INTEGER, totalMemory INTEGER, clockRate INTEGER, smCount INTEGER, memoryBandwidth"
    " INTEGER, cuDevice INTEGER, uuid TEXT);"
    "CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER, pid INTEGER, uuid TEXT,"
    " numMultiprocessors INTEGER);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL,"
    " eventClass INTEGER NOT NULL, globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT"
    " NULL, returnValue INTEGER NOT NULL, callchainId INTEGER);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL,"
    " deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER, streamId"
    " INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER NOT NULL,"
    " shortName INTEGER NOT NULL, mangledName INTEGER, launchType INTEGER, cacheConfig INTEGER,"
    " registersPerThread INTEGER NOT NULL, gridX INTEGER NOT NULL, gridY INTEGER NOT NULL, gridZ"
    " INTEGER NOT NULL, blockX INTEGER NOT NULL, blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL,"
    " staticSharedMemory INTEGER NOT NULL, dynamicSharedMemory INTEGER NOT NULL, graphNodeId"
    " INTEGER, graphId INTEGER);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER NOT NULL, end INTEGER NOT NULL,"
    " deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, streamId INTEGER NOT NULL,"
    " correlationId INTEGER, globalPid INTEGER, bytes INTEGER NOT NULL, copyKind INTEGER NOT NULL,"
    " srcKind INTEGER, dstKind INTEGER, graphNodeId INTEGER);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER NOT NULL, end INTEGER NOT NULL,"
    " deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, streamId INTEGER NOT NULL,"
    " correlationId INTEGER, globalPid INTEGER, value INTEGER NOT NULL, bytes INTEGER NOT NULL,"
    " graphNodeId INTEGER, memKind INTEGER);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (start INTEGER NOT NULL, end INTEGER NOT"
    " NULL, deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, streamId INTEGER NOT NULL,"
    " correlationId INTEGER, globalPid INTEGER, syncType INTEGER NOT NULL, eventId INTEGER NOT"
    " NULL);"
    "CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL,"
    " rangeId INTEGER, category INTEGER, color INTEGER, text TEXT, globalTid INTEGER, endGlobalTid"
    " INTEGER, textId INTEGER, domainId INTEGER);"
    "INSERT INTO StringIds VALUES (1, 'cudaLaunchKernel_v7000'), (2, 'cudaGraphLaunch_v10000'),"
    " (3, 'cudaMemcpyAsync_v3020'), (4, 'cudaEventSynchronize_v3020'),"
    " (5, 'void gemm<float, 128>(float*, int)'), (6, 'relu_kernel'),"
    " (7, 'ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)'),"
    " (8, 'head_kernel'), (9, 'poll');";

/** Returns: (transfer full): an export without events, at @path */
sqlite3 *
ns_new (const char *path)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  ns_run (db, "%s", schema);
  ns_run (db, "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (%" G_GINT64_FORMAT ", '', '')",
          NS_EPOCH);
  for (int i = 0; i < NS_N_PROCESSES; i++)
    ns_run (db,
            "INSERT INTO TARGET_INFO_GPU (id, name, totalMemory, smCount, memoryBandwidth) VALUES"
            " (%d, 'NVIDIA H100 80GB HBM3', 85029158912, 132, 3352320000000)",
            i);
  return db;
}

void
ns_close (sqlite3 *db)
{
  ns_run (db, "COMMIT");
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

void
ns_run (sqlite3 *db, const char *format, ...)
{
  g_autofree char *sql = NULL;
  char *message = NULL;
  va_list args;

  va_start (args, format);
  sql = g_strdup_vprintf (format, args);
  va_end (args);
  if (sqlite3_exec (db, sql, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s: %s", message, sql);
}

gint64
ns_global (gint64 pid, gint64 tid)
{
  return G_GINT64_CONSTANT (1) << 48 | pid << 24 | tid;
}

/** @node: graphNodeId and graphId in SQL, or "NULL, NULL" */
void
ns_kernel (sqlite3 *db, gint64 start_ns, gint64 end_ns, gint64 pid, gint64 stream,
           gint64 correlation, gint64 name, const char *node)
{
  ns_run (db,
          "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
          ", 0, 1, NULL, %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
          ", %" G_GINT64_FORMAT ", 6, NULL, 1, 0, 64, 132, 2, 1, 256, 1, 1, 1024, 2048, %s)",
          start_ns, end_ns, stream, correlation, ns_global (pid, 0), name, node);
}

void
ns_call (sqlite3 *db, gint64 start_ns, gint64 end_ns, gint64 pid, gint64 correlation, gint64 name)
{
  ns_run (db,
          "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
          ", 0, %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", 0, NULL)",
          start_ns, end_ns, ns_global (pid, pid), correlation, name);
}

void
ns_range (sqlite3 *db, gint64 start_ns, gint64 end_ns, gint64 pid, const char *text)
{
  char *quoted = sqlite3_mprintf ("%Q", text);

  ns_run (db,
          "INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid, domainId) VALUES"
          " (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", 59, %s, %" G_GINT64_FORMAT ", 0)",
          start_ns, end_ns, quoted, ns_global (pid, pid));
  sqlite3_free (quoted);
}

/* ---- a training run ---- */

/** Writes what a process does, from @at_ns on, while the device is busy until @free_ns. */
typedef struct
{
  sqlite3 *db;
  gint64 pid;
  gint64 at_ns;
  gint64 free_ns;
  gint64 correlation;
  gint64 sequence;
  NsTruth *truth;
} Program;

#define US 1000
#define EAGER "NULL, NULL"

/* A call that launches a kernel. */
static void
launch (Program *self, gint64 name, gint64 stream, gint64 length_ns)
{
  gint64 start_ns = MAX (self->at_ns + 12 * US, self->free_ns);

  self->correlation++;
  ns_call (self->db, self->at_ns, self->at_ns + 5 * US, self->pid, self->correlation, NS_LAUNCH);
  ns_kernel (self->db, start_ns, start_ns + length_ns, self->pid, stream, self->correlation, name,
             EAGER);
  self->at_ns += 6 * US;
  self->free_ns = start_ns + length_ns;
  self->truth->n_calls++;
  self->truth->n_kernels++;
  if (name == NS_ALLREDUCE)
    self->truth->comm_ns += length_ns;
  else
    self->truth->computing_ns += length_ns;
}

static void
run_op (Program *self, const char *format, gint64 sequence, gint64 length_ns)
{
  g_autofree char *text = g_strdup_printf ("%s, seq = %d, op_id = 7, sizes = [[128, 64], [64, 32]]",
                                           format, (int) sequence);
  gint64 begin_ns = self->at_ns;

  self->at_ns += US;
  launch (self, NS_GEMM, 7, length_ns);
  self->at_ns += US;
  ns_range (self->db, begin_ns, self->at_ns, self->pid, text);
  self->at_ns += US;
  self->truth->n_ops++;
}

static void
end_module (Program *self, gint64 begin_ns, const char *name)
{
  g_autofree char *text =
      g_strdup_printf ("{'Module': '%s', 'TrainableParams': {'weight': [64, 32]}}", name);

  self->at_ns += US;
  ns_range (self->db, begin_ns, self->at_ns, self->pid, text);
  self->at_ns += US;
  self->truth->n_modules++;
}

static void
run_layer (Program *self, int layer)
{
  g_autofree char *name = g_strdup_printf ("model.layers.%d", layer);
  g_autofree char *attention = g_strconcat (name, ".attn", NULL);
  g_autofree char *mlp = g_strconcat (name, ".mlp", NULL);
  gint64 outer_ns = self->at_ns++, begin_ns = self->at_ns;

  run_op (self, "aten::mm", ++self->sequence, 40 * US);
  end_module (self, begin_ns, attention);
  begin_ns = self->at_ns;
  run_op (self, "aten::mm", ++self->sequence, 60 * US);
  if (layer == 0)
    self->truth->mlp_ns += 60 * US;
  end_module (self, begin_ns, mlp);
  end_module (self, outer_ns, name);
}

/* Both ends of a copy, and a set. */
static void
copy_input (Program *self)
{
  gint64 start_ns = MAX (self->at_ns + 12 * US, self->free_ns);

  self->correlation += 2;
  ns_call (self->db, self->at_ns, self->at_ns + 4 * US, self->pid, self->correlation - 1,
           NS_COPY_CALL);
  ns_run (self->db,
          "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
          ", 0, 1, 7, %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", 4096, 1, 1, 2, NULL)",
          start_ns, start_ns + 10 * US, self->correlation - 1, ns_global (self->pid, 0));
  ns_run (self->db,
          "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
          ", 0, 1, 7, %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", 0, 512, NULL, 2)",
          start_ns + 10 * US, start_ns + 12 * US, self->correlation, ns_global (self->pid, 0));
  self->at_ns += 5 * US;
  self->free_ns = start_ns + 12 * US;
  self->truth->n_calls++;
  self->truth->n_copies += 2;
  self->truth->copy_ns += 12 * US;
}

/* Two kernels that one call launches. */
static void
run_graph (Program *self)
{
  gint64 start_ns = MAX (self->at_ns + 12 * US, self->free_ns);

  self->correlation++;
  ns_call (self->db, self->at_ns, self->at_ns + 5 * US, self->pid, self->correlation,
           NS_GRAPH_LAUNCH);
  for (int i = 1; i <= 2; i++)
    {
      g_autofree char *node =
          g_strdup_printf ("%" G_GINT64_FORMAT ", 9", G_GINT64_CONSTANT (9) << 32 | i);

      ns_kernel (self->db, start_ns, start_ns + 20 * US, self->pid, 7, self->correlation, NS_HEAD,
                 node);
      start_ns += 20 * US;
    }
  self->at_ns += 6 * US;
  self->free_ns = start_ns;
  self->truth->n_calls++;
  self->truth->n_kernels += 2;
  self->truth->n_nodes += 2;
  self->truth->computing_ns += 40 * US;
}

/* The nodes of graph 9 were made of those of graph 4, which were captured inside of a module. */
static void
capture_graph (Program *self)
{
  gint64 begin_ns = self->at_ns;

  for (int i = 1; i <= 2; i++)
    {
      self->at_ns += US;
      ns_run (self->db,
              "INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
              ", %" G_GINT64_FORMAT ", NULL)",
              self->at_ns, ns_global (self->pid, self->pid), G_GINT64_CONSTANT (4) << 32 | i);
    }
  end_module (self, begin_ns, "model.head");
  for (int i = 1; i <= 2; i++)
    ns_run (self->db,
            "INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
            ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")",
            self->at_ns++, ns_global (self->pid, self->pid), G_GINT64_CONSTANT (9) << 32 | i,
            G_GINT64_CONSTANT (4) << 32 | i);
}

static void
synchronise (Program *self)
{
  gint64 end_ns = MAX (self->free_ns, self->at_ns) + 3 * US;

  self->correlation++;
  ns_call (self->db, self->at_ns, end_ns, self->pid, self->correlation, NS_SYNC_CALL);
  ns_run (self->db,
          "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES (%" G_GINT64_FORMAT
          ", %" G_GINT64_FORMAT ", 0, 1, 4294967295, %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
          ", 1, 5)",
          self->at_ns + US, end_ns - US, self->correlation, ns_global (self->pid, 0));
  self->truth->n_calls++;
  self->at_ns = end_ns;
}

static void
run_step (Program *self, int step)
{
  gint64 begin_ns = self->at_ns, model_ns;
  gint64 first = self->sequence + 1;
  g_autofree char *text = g_strdup_printf ("step %d", step);

  copy_input (self);
  model_ns = self->at_ns++;
  run_layer (self, 0);
  run_layer (self, 1);
  run_graph (self);
  end_module (self, model_ns, "model");
  for (gint64 i = self->sequence; i >= first; i--)
    run_op (self, "MmBackward0", i, 50 * US);
  launch (self, NS_ALLREDUCE, 20, 80 * US);
  synchronise (self);
  self->at_ns = begin_ns + self->truth->step_ns;
  ns_range (self->db, begin_ns, self->at_ns, self->pid, text);
}

/**
 * ns_write_training:
 * @truth: (out): of each process
 *
 * Writes five steps of two processes with a GPU each, that either calls device 0: copies, two
 * layers forward and backward, a graph, a collective and a wait.
 */
void
ns_write_training (sqlite3 *db, NsTruth truth[NS_N_PROCESSES])
{
  ns_run (db, "CREATE TABLE CUDA_GRAPH_NODE_EVENTS (start INTEGER NOT NULL, globalTid INTEGER,"
              " graphNodeId INTEGER, originalGraphNodeId INTEGER)");
  for (int i = 0; i < NS_N_PROCESSES; i++)
    {
      Program program = {
        .db = db, .pid = 5000 + i * 10, .at_ns = 1000 * US, .correlation = 100, .truth = &truth[i]
      };

      truth[i] = (NsTruth){ .step_ns = 1000 * US + i * 100 * US };
      ns_run (db, "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (%d, 0, %d, '', 132)", i,
              (int) program.pid);
      capture_graph (&program);
      for (int step = 0; step < NS_N_STEPS; step++)
        run_step (&program, step);
    }
}

/* ---- what was read ---- */

/** @device: (nullable). Returns: (transfer full) (nullable): the timeline of an export */
LscTimeline *
ns_load (const char *path, const char *device, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_NSIGHT, folder, path);

  source->device = g_strdup (device);
  return lsc_timeline_load (source, 1, NULL, error);
}

/** Returns: what a notice counts, -2 where it is not told */
gint64
ns_count_notice (const LscTimeline *timeline, const char *code)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (timeline->notices);

  for (guint i = 0; i < list->len; i++)
    if (g_str_equal (((const LscNotice *) list->pdata[i])->code, code))
      return ((const LscNotice *) list->pdata[i])->count;
  return -2;
}

/** Returns: (transfer none) (nullable): the lane of that name */
const LscLane *
ns_find_lane (const LscTimeline *timeline, const char *name)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->lane && g_str_equal (node->name, name))
        return node->lane;
    }
  return NULL;
}
