/* fuzz-db.c - damaged databases never crash or stall the reader
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read/lsc-open.h"

/* The first byte of an input says what the rest is: 0 = patches of a small valid profile, each of
 * three bytes of offset, one of length, and so many bytes; 1 = statements in SQL that change it; 2
 * = a whole file. Any other value counts modulo 3. */

enum
{
  INPUT_PATCHES,
  INPUT_SQL,
  INPUT_FILE,
  N_INPUTS,
};

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

#define N_ROWS "40"
#define ROWS "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < " N_ROWS ") "

static const char *const statements =
    "PRAGMA page_size=512;"
    "CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY,value TEXT);"
    "CREATE TABLE META_DATA (name TEXT,value TEXT);"
    "CREATE TABLE HOST_INFO (hostUid TEXT,hostName TEXT);"
    "CREATE TABLE RANK_DEVICE_MAP (rankId INTEGER,deviceId INTEGER);"
    "CREATE TABLE NPU_INFO (id INTEGER,name TEXT);"
    "CREATE TABLE SESSION_TIME_INFO (startTimeNs INTEGER,endTimeNs INTEGER);"
    "CREATE TABLE STEP_TIME (id INTEGER,startNs INTEGER,endNs INTEGER);"
    "CREATE TABLE AICORE_FREQ (deviceId INTEGER,timestampNs NUMERIC,freq INTEGER);"
    "CREATE TABLE MSTX_EVENTS (startNs INTEGER,endNs INTEGER,eventType INTEGER,rangeId INTEGER,"
    "category INTEGER,message INTEGER,globalTid INTEGER,endGlobalTid INTEGER,domainId INTEGER,"
    "connectionId INTEGER);"
    "CREATE TABLE PYTORCH_API (startNs TEXT,endNs TEXT,globalTid INTEGER,connectionId INTEGER,"
    "name INTEGER,sequenceNumber INTEGER,fwdThreadId INTEGER,inputDtypes INTEGER,"
    "inputShapes INTEGER,callchainId INTEGER,type INTEGER);"
    "CREATE TABLE CONNECTION_IDS (id INTEGER,connectionId INTEGER);"
    "CREATE TABLE CANN_API (startNs INTEGER,endNs INTEGER,type INTEGER,globalTid INTEGER,"
    "connectionId INTEGER PRIMARY KEY,name INTEGER);"
    "CREATE TABLE TASK (startNs INTEGER,endNs INTEGER,deviceId INTEGER,connectionId INTEGER,"
    "globalTaskId INTEGER,globalPid INTEGER,taskType INTEGER,contextId INTEGER,streamId INTEGER,"
    "taskId INTEGER,modelId INTEGER);"
    "CREATE INDEX TaskIndex ON TASK (startNs,globalTaskId);"
    "CREATE TABLE COMPUTE_TASK_INFO (name INTEGER,globalTaskId INTEGER PRIMARY KEY,"
    "blockDim INTEGER,mixBlockDim INTEGER,taskType INTEGER,opType INTEGER,inputFormats INTEGER,"
    "inputDataTypes INTEGER,inputShapes INTEGER,outputFormats INTEGER,outputDataTypes INTEGER,"
    "outputShapes INTEGER,attrInfo INTEGER);"
    "CREATE TABLE COMMUNICATION_OP (opName INTEGER,startNs INTEGER,endNs INTEGER,"
    "connectionId INTEGER,groupName INTEGER,opId INTEGER PRIMARY KEY,relay INTEGER,retry INTEGER,"
    "dataType INTEGER,algType INTEGER,count NUMERIC,opType INTEGER,opConnectionId INTEGER);"
    "CREATE TABLE COMMUNICATION_TASK_INFO (name INTEGER,globalTaskId INTEGER,taskType INTEGER,"
    "planeId INTEGER,groupName INTEGER,notifyId INTEGER,rdmaType INTEGER,srcRank INTEGER,"
    "dstRank INTEGER,transportType INTEGER,size INTEGER,dataType INTEGER,linkType INTEGER,"
    "opId INTEGER,isMaster INTEGER);"
    "CREATE TABLE COMMUNICATION_SCHEDULE_TASK_INFO (name INTEGER,globalTaskId INTEGER PRIMARY KEY,"
    "taskType INTEGER,opType INTEGER);"
    "CREATE TABLE StepTaskInfo (name TEXT,startNs INTEGER,endNs INTEGER,type INTEGER);"
    "INSERT INTO META_DATA VALUES ('SCHEMA_VERSION','1.0.0'),('pp_info','{\"pp_type\":null}');"
    "INSERT INTO HOST_INFO VALUES ('7','host'); INSERT INTO RANK_DEVICE_MAP VALUES (0,1);"
    "INSERT INTO NPU_INFO VALUES (0,'chip'); INSERT INTO SESSION_TIME_INFO VALUES (1,9999);"
    "INSERT INTO STEP_TIME VALUES (1,1000,2000),(2,2000,3000);"
    "INSERT INTO AICORE_FREQ VALUES (0,1,1800);"
    "INSERT INTO STRING_IDS VALUES (1,'N/A'),(2,'Module'),(3,'MEMCPY_ASYNC'),(4,'AI_CORE');" ROWS
    "INSERT INTO STRING_IDS SELECT 9 + i,'name ' || i FROM c;" ROWS
    "INSERT INTO STRING_IDS SELECT 268435456 + i,'nn.Module: Linear_' || i FROM c;" ROWS
    "INSERT INTO MSTX_EVENTS SELECT i * 100,i * 100 + 90,2,i,0,9 + i,99 + i % 2,99,2,"
    "4000000000 + i FROM c;" ROWS
    "INSERT INTO PYTORCH_API SELECT 1736414119000000000 + i,1736414119000000100 + i,99 + i % 3,"
    "CASE WHEN i % 2 THEN i END,268435456 + i,i,i % 2,NULL,NULL,NULL,50001 + i % 4 FROM c;" ROWS
    "INSERT INTO CONNECTION_IDS SELECT i,i * 7 FROM c;" ROWS
    "INSERT INTO CANN_API SELECT i,i + 1,5000,99,i * 7,9 + i FROM c;" ROWS
    "INSERT INTO TASK SELECT i * 10,i * 10 + 9,1,CASE i % 4 WHEN 0 THEN 4000000000 + i ELSE i * 7"
    " END,i,99,3 + i % 2,4294967295,i % 3,i,4294967295 FROM c;" ROWS
    "INSERT INTO COMPUTE_TASK_INFO SELECT 9 + i,i,24,0,4,9 + i,1,1,10,1,1,11,1 FROM c WHERE i > "
    "9;" ROWS "INSERT INTO COMMUNICATION_OP SELECT 9 + i,i * 10,i * 10 + 5,i * "
    "7,10,i,0,0,3,11,9,12,i FROM c;" ROWS
    "INSERT INTO COMMUNICATION_TASK_INFO SELECT 9 + i,i % 9,10,i % 3,11,-1,0,0,1,1,64,3,1,i,1"
    " FROM c; INSERT INTO COMMUNICATION_SCHEDULE_TASK_INFO VALUES (12,5,4,11);"
    "INSERT INTO StepTaskInfo VALUES ('1F',1,2,0),('1B',2,3,1);";

static guchar *image;
static gsize image_bytes;
static char *folder;
static char *path;

static void
quiet (const char *domain, GLogLevelFlags level, const char *message, gpointer user_data)
{
}

static guchar *
run_and_serialise (const guchar *base, gsize n, const char *sql, gsize *n_out)
{
  sqlite3 *handle = NULL;
  sqlite3_int64 size = 0;
  guchar *bytes, *copy;

  g_assert (sqlite3_open (":memory:", &handle) == SQLITE_OK);
  if (base)
    {
      guchar *owned = sqlite3_malloc64 (n);

      memcpy (owned, base, n);
      sqlite3_deserialize (handle, "main", owned, (sqlite3_int64) n, (sqlite3_int64) n,
                           SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
      sqlite3_limit (handle, SQLITE_LIMIT_VDBE_OP, 2000);
      sqlite3_limit (handle, SQLITE_LIMIT_LENGTH, 100000);
      sqlite3_limit (handle, SQLITE_LIMIT_ATTACHED, 0);
    }
  sqlite3_exec (handle, sql, NULL, NULL, NULL);
  bytes = sqlite3_serialize (handle, "main", &size, 0);
  copy = g_memdup2 (bytes, (gsize) size);
  *n_out = (gsize) size;
  sqlite3_free (bytes);
  sqlite3_close (handle);
  return copy;
}

static void
tidy_up (void)
{
  g_remove (path);
  g_rmdir (folder);
}

static void
set_up (void)
{
  const char *fast = g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm" : g_get_tmp_dir ();
  g_autofree char *name = g_strdup_printf ("lanescope-fuzz-%d", (int) getpid ());

  g_log_set_default_handler (quiet, NULL);
  folder = g_build_filename (fast, name, NULL);
  path = g_build_filename (folder, "ascend_pytorch_profiler_0.db", NULL);
  g_mkdir_with_parents (folder, 0700);
  image = run_and_serialise (NULL, 0, statements, &image_bytes);
  atexit (tidy_up);
}

static guchar *
apply_patches (const uint8_t *data, size_t size)
{
  guchar *bytes = g_memdup2 (image, image_bytes);

  while (size > 4)
    {
      gsize offset = ((gsize) data[0] << 16 | (gsize) data[1] << 8 | data[2]) % image_bytes;
      gsize length = MIN (MIN ((gsize) data[3] + 1, size - 4), image_bytes - offset);

      memcpy (bytes + offset, data + 4, length);
      data += 4 + length;
      size -= 4 + length;
    }
  return bytes;
}

static guchar *
make_file (const uint8_t *data, size_t size, gsize *n)
{
  g_autofree char *sql = NULL;

  *n = image_bytes;
  switch (data[0] % N_INPUTS)
    {
    case INPUT_PATCHES:
      return apply_patches (data + 1, size - 1);
    case INPUT_SQL:
      sql = g_strndup ((const char *) data + 1, size - 1);
      /* Nothing that counts without end, or reaches for other files. */
      if (strcasestr (sql, "recursive") || strcasestr (sql, "attach") ||
          strcasestr (sql, "vacuum") || strcasestr (sql, "pragma"))
        return g_memdup2 (image, image_bytes);
      return run_and_serialise (image, image_bytes, sql, n);
    default:
      *n = size - 1;
      return size > 1 ? g_memdup2 (data + 1, size - 1) : NULL;
    }
}

static void
read_all (void)
{
  LscSource *source = lsc_source_new (LSC_FORMAT_ASCEND_DB, folder, path);
  LscRunSummary *summary = lsc_run_summary_read (source, NULL, NULL);
  LscRun *run = lsc_run_load (source, LSC_LOAD_EVERYTHING, NULL, NULL);

  if (summary)
    lsc_run_summary_free (summary);
  if (run)
    {
      /* What the analyses rely on without looking. */
      g_assert (run->class_begin[LSC_KERNEL_COPY + 1] == run->kernels.n);
      for (gsize i = 0; i < run->kernels.n; i++)
        g_assert (run->kernels.items[i].end_ns >= run->kernels.items[i].start_ns);
      for (gsize i = 0; i < run->ops.n; i++)
        g_assert (run->ops.items[i].thread < run->threads.n &&
                  run->ops.items[i].end_ns >= run->ops.items[i].start_ns &&
                  run->ops.items[i].name < lsc_intern_size (run->strings));
      lsc_run_unref (run);
    }
  run = lsc_run_load (source, LSC_LOAD_FOR_MODULES, NULL, NULL);
  if (run)
    lsc_run_unref (run);
  lsc_source_unref (source);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree guchar *bytes = NULL;
  gsize n;
  FILE *file;

  if (!folder)
    set_up ();
  if (size == 0)
    return 0;
  bytes = make_file (data, size, &n);
  file = g_fopen (path, "wb");
  if (!file)
    return 0;
  if (n > 0)
    fwrite (bytes, 1, n, file);
  fclose (file);
  read_all ();
  return 0;
}
