/* lsc-synth-folder.c - the result folder of one rank: databases and metadata files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-folder.h"
#include "synth/lsc-synth-memory-rows.h"
#include "synth/lsc-synth-names.h"
#include "synth/lsc-synth-text.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#define FREQUENCY_MHZ "1800"

/**
 * lsc_synth_folder_name:
 * @rank: a rank
 *
 * Returns: (transfer full): the folder's name; its time is that of the run's begin
 */
char *
lsc_synth_folder_name (const LscSynthRank *rank)
{
  return g_strdup_printf ("node-%02u_%" G_GINT64_FORMAT "_20260202024%01u%02u%03u_ascend_pt",
                          lsc_synth_timeline_host (rank->options, rank->rank), rank->pid,
                          rank->rank / 60 % 10, rank->rank % 60, rank->rank % 1000);
}

static gboolean
make_directory (const char *path, GError **error)
{
  if (g_mkdir_with_parents (path, 0755) == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "Cannot create %s: %s.", path,
               g_strerror (errno));
  return FALSE;
}

static gboolean
write_text (const char *directory, const char *name, const GString *text, GError **error)
{
  g_autofree char *path = g_build_filename (directory, name, NULL);

  return g_file_set_contents (path, text->str, (gssize) text->len, error);
}

static void
put_distributed_args (LscSynthJson *json, const char *key, const LscSynthRank *rank)
{
  const LscSynthOptions *o = rank->options;

  lsc_synth_json_open (json, key, '{');
  lsc_synth_json_int (json, "tensor_model_parallel_size", o->tp);
  lsc_synth_json_int (json, "pipeline_model_parallel_size", o->pp);
  lsc_synth_json_int (json, "data_parallel_size", o->dp);
  lsc_synth_json_int (json, "context_parallel_size", 1);
  lsc_synth_json_int (json, "expert_model_parallel_size", 1);
  lsc_synth_json_bool (json, "sequence_parallel", FALSE);
  lsc_synth_json_int (json, "rank", rank->rank);
  lsc_synth_json_int (json, "world_size", lsc_synth_options_world (o));
  lsc_synth_json_close (json, '}');
}

static void
put_groups (LscSynthJson *json, const char *key, const LscSynthRank *rank)
{
  static const char *const names[] = { "tp", "dp", "pp", "exp", "default_group" };

  lsc_synth_json_open (json, key, '{');
  for (guint i = 0; i < LSC_SYNTH_N_GROUPS; i++)
    {
      const LscSynthGroup *group = &rank->groups[i];

      lsc_synth_json_open (json, lsc_synth_name_text (group->id), '{');
      lsc_synth_json_string (json, "group_name", names[i]);
      lsc_synth_json_int (json, "group_rank", group->my_index);
      lsc_synth_json_open (json, "global_ranks", '[');
      for (guint k = 0; k < group->ranks->len; k++)
        lsc_synth_json_int (json, NULL, g_array_index (group->ranks, guint, k));
      lsc_synth_json_close (json, ']');
      lsc_synth_json_close (json, '}');
    }
  lsc_synth_json_close (json, '}');
}

static void
put_pp_info (LscSynthJson *json, const char *key, const LscSynthRank *rank)
{
  lsc_synth_json_open (json, key, '{');
  lsc_synth_json_string (json, "pp_type", lsc_synth_schedule_kind_name (rank->options->schedule));
  lsc_synth_json_int (json, "microbatch_num", rank->options->micro_batches);
  lsc_synth_json_close (json, '}');
}

static gboolean
write_metadata_file (const LscSynthRank *rank, const char *directory, GError **error)
{
  LscSynthJson json;
  gboolean ok;

  lsc_synth_json_init (&json);
  lsc_synth_json_open (&json, NULL, '{');
  put_distributed_args (&json, "distributed_args", rank);
  put_groups (&json, "parallel_group_info", rank);
  if (rank->options->schedule != LSC_SYNTH_NONE)
    put_pp_info (&json, "pp_info", rank);
  lsc_synth_json_close (&json, '}');
  ok = write_text (directory, "profiler_metadata.json", json.text, error);
  lsc_synth_json_clear (&json);
  return ok;
}

static void
put_config (LscSynthJson *json, const LscSynthOptions *o)
{
  g_autofree char *level = g_strdup_printf ("Level%u", o->level);

  lsc_synth_json_open (json, "config", '{');
  lsc_synth_json_open (json, "common_config", '{');
  lsc_synth_json_open (json, "schedule", '{');
  lsc_synth_json_int (json, "wait", 0);
  lsc_synth_json_int (json, "active", o->steps);
  lsc_synth_json_int (json, "warmup", 1);
  lsc_synth_json_int (json, "repeat", 1);
  lsc_synth_json_int (json, "skip_first", 0);
  lsc_synth_json_close (json, '}');
  lsc_synth_json_bool (json, "record_shapes", TRUE);
  if (o->memory)
    lsc_synth_json_bool (json, "profile_memory", TRUE);
  lsc_synth_json_bool (json, "with_flops", o->modules);
  lsc_synth_json_bool (json, "with_modules", o->trace_modules);
  lsc_synth_json_close (json, '}');
  lsc_synth_json_open (json, "experimental_config", '{');
  lsc_synth_json_string (json, "_profiler_level", level);
  lsc_synth_json_bool (json, "_msprof_tx", TRUE);
  lsc_synth_json_open (json, "_export_type", '[');
  lsc_synth_json_string (json, NULL, "db");
  lsc_synth_json_close (json, ']');
  lsc_synth_json_close (json, '}');
  lsc_synth_json_close (json, '}');
}

static gint64
collection_begin_ns (const LscSynthRank *rank)
{
  return rank->timeline->steps[0].host_begin_ns + rank->clock_ns - 10000000;
}

static gint64
collection_end_ns (const LscSynthRank *rank)
{
  const LscSynthOptions *o = rank->options;
  gint64 end_ns = rank->timeline->steps[o->steps - 1].host_end_ns + rank->clock_ns;

  /* The device has to be done as well. */
  return MAX (end_ns, rank->last_host_ns) + rank->timeline->lead_ns +
         G_GINT64_CONSTANT (1000000000);
}

static gboolean
write_info_file (const LscSynthRank *rank, const char *directory, GError **error)
{
  g_autofree char *name = g_strdup_printf ("profiler_info_%u.json", rank->rank);
  LscSynthJson json;
  gboolean ok;

  lsc_synth_json_init (&json);
  lsc_synth_json_open (&json, NULL, '{');
  put_config (&json, rank->options);
  lsc_synth_json_open (&json, "start_info", '{');
  lsc_synth_json_bool (&json, "syscnt_enable", TRUE);
  lsc_synth_json_int (&json, "freq", 100);
  lsc_synth_json_close (&json, '}');
  lsc_synth_json_open (&json, "end_info", '{');
  lsc_synth_json_int (&json, "collectionTimeEnd",
                      lsc_synth_rank_shown (rank, collection_end_ns (rank)));
  lsc_synth_json_close (&json, '}');
  lsc_synth_json_int (&json, "rank_id", rank->rank);
  lsc_synth_json_close (&json, '}');
  ok = write_text (directory, name, json.text, error);
  lsc_synth_json_clear (&json);
  return ok;
}

static void
put_device (LscSynthJson *json, const LscSynthRank *rank)
{
  lsc_synth_json_open (json, "DeviceInfo", '[');
  lsc_synth_json_open (json, NULL, '{');
  lsc_synth_json_int (json, "id", rank->device);
  lsc_synth_json_int (json, "ai_core_num", 24);
  lsc_synth_json_int (json, "aiv_num", 48);
  lsc_synth_json_string (json, "aic_frequency", FREQUENCY_MHZ);
  lsc_synth_json_string (json, "aiv_frequency", FREQUENCY_MHZ);
  lsc_synth_json_close (json, '}');
  lsc_synth_json_close (json, ']');
}

static gboolean
write_device_file (const LscSynthRank *rank, const char *directory, GError **error)
{
  g_autofree char *name = g_strdup_printf ("info.json.%u", rank->device);
  g_autofree char *host =
      g_strdup_printf ("node-%02u", lsc_synth_timeline_host (rank->options, rank->rank));
  g_autofree char *pid = g_strdup_printf ("%" G_GINT64_FORMAT, rank->pid);
  g_autofree char *device = g_strdup_printf (
      "%s/PROF_000001_20260202024000000_%016" G_GINT64_MODIFIER "X/device_%u", directory,
      rank->groups[LSC_SYNTH_GROUP_WORLD].hash + rank->rank, rank->device);
  LscSynthJson json;
  gboolean ok;

  if (!make_directory (device, error))
    return FALSE;
  lsc_synth_json_init (&json);
  lsc_synth_json_open (&json, NULL, '{');
  lsc_synth_json_string (&json, "pid", pid);
  lsc_synth_json_string (&json, "hostname", host);
  lsc_synth_json_int (&json, "rank_id", rank->rank);
  put_device (&json, rank);
  lsc_synth_json_close (&json, '}');
  ok = write_text (device, name, json.text, error);
  lsc_synth_json_clear (&json);
  return ok;
}

static void
add_metadata (LscSynthDb *db, const char *name, const char *value)
{
  const char *row[2] = { name, value };

  lsc_synth_db_insert_text (db, LSC_SYNTH_META_DATA, row);
}

typedef void (*PutFunc) (LscSynthJson *json, const char *key, const LscSynthRank *rank);

static void
add_json_metadata (const LscSynthRank *rank, const char *name, PutFunc put)
{
  LscSynthJson json;

  lsc_synth_json_init (&json);
  put (&json, NULL, rank);
  add_metadata (rank->db, name, json.text->str);
  lsc_synth_json_clear (&json);
}

static void
add_identity (LscSynthRank *rank)
{
  const LscSynthOptions *o = rank->options;
  const guint host = lsc_synth_timeline_host (o, rank->rank);
  const gint64 map[] = { rank->rank, rank->device };
  g_autofree char *uid = g_strdup_printf ("73%017u", 1013 * (host + 1));
  g_autofree char *name = g_strdup_printf ("node-%02u", host);
  const char *host_row[2] = { uid, name };
  const char *chip_row[2] = { "0", "Ascend910B" };

  lsc_synth_db_insert (rank->db, LSC_SYNTH_RANK_DEVICE_MAP, map);
  lsc_synth_db_insert_text (rank->db, LSC_SYNTH_HOST_INFO, host_row);
  lsc_synth_db_insert_text (rank->db, LSC_SYNTH_NPU_INFO, chip_row);
  add_metadata (rank->db, "SCHEMA_VERSION_MICRO", "0");
  add_metadata (rank->db, "SCHEMA_VERSION_MINOR", o->schema12 ? "2" : "0");
  add_metadata (rank->db, "SCHEMA_VERSION_MAJOR", "1");
  add_metadata (rank->db, "SCHEMA_VERSION", o->schema12 ? "1.2.0" : "1.0.0");
  add_json_metadata (rank, "distributed_args", put_distributed_args);
  add_json_metadata (rank, "parallel_group_info", put_groups);
  if (o->schedule != LSC_SYNTH_NONE)
    add_json_metadata (rank, "pp_info", put_pp_info);
}

/* Removes what an earlier run left, which SQLite would otherwise continue. */
static void
remove_database (const char *path)
{
  static const char *const endings[] = { "", "-wal", "-shm", "-journal" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *file = g_strconcat (path, endings[i], NULL);

      g_unlink (file);
    }
}

/* Other tables than those of enumerations are left empty. */
static void
fill_enum (LscSynthDb *db, LscSynthTable table, gboolean schema12)
{
  const char *const *values = lsc_synth_table_values (table);

  lsc_synth_db_create_table (db, table);
  for (guint i = 0; values != NULL && values[i] != NULL; i += 2)
    {
      const char *row[2] = { values[i], values[i + 1] };

      if (schema12 && g_str_equal (row[1], "hccl"))
        row[1] = "communication";
      lsc_synth_db_insert_text (db, table, row);
    }
}

static gboolean
open_databases (LscSynthRank *rank, const char *output, GError **error)
{
  const LscSynthOptions *o = rank->options;
  g_autofree char *name = g_strdup_printf ("ascend_pytorch_profiler_%u.db", rank->rank);
  g_autofree char *path = g_build_filename (output, name, NULL);
  g_autofree char *analysis = g_build_filename (output, "analysis.db", NULL);

  remove_database (path);
  remove_database (analysis);
  rank->db = lsc_synth_db_create (path, o->schema12, error);
  if (rank->db == NULL)
    return FALSE;
  lsc_synth_db_set_drift (rank->db, rank->drift_ppb, rank->timeline->origin_ns + rank->clock_ns);
  rank->analysis = lsc_synth_db_create (analysis, o->schema12, error);
  if (rank->analysis == NULL)
    return FALSE;
  for (guint i = 0; i < LSC_SYNTH_STEP_TRACE_TIME; i++)
    if (i != LSC_SYNTH_TASK_PMU_INFO || (o->level > 0 && rank->timeline->detailed))
      fill_enum (rank->db, (LscSynthTable) i, o->schema12);
  for (guint i = LSC_SYNTH_OP_MEMORY; o->memory && i < LSC_SYNTH_N_TABLES; i++)
    lsc_synth_db_create_table (rank->db, (LscSynthTable) i);
  lsc_synth_db_create_table (rank->analysis, LSC_SYNTH_STEP_TRACE_TIME);
  if (o->level > 0)
    lsc_synth_db_create_table (rank->analysis, LSC_SYNTH_COMM_ANALYZER_TIME);
  return TRUE;
}

static gboolean
close_databases (LscSynthRank *rank, GError **error)
{
  const gint64 session[] = { collection_begin_ns (rank), collection_end_ns (rank) };

  lsc_synth_db_insert (rank->db, LSC_SYNTH_SESSION_TIME_INFO, session);
  lsc_synth_db_execute (rank->db, "CREATE INDEX TaskIndex ON TASK (startNs,globalTaskId)");
  lsc_synth_db_execute (
      rank->db, "CREATE INDEX CommunicationTaskIndex ON COMMUNICATION_TASK_INFO (globalTaskId)");
  return lsc_synth_db_close (g_steal_pointer (&rank->db), error) &&
         lsc_synth_db_close (g_steal_pointer (&rank->analysis), error);
}

static void
write_memory (LscSynthRank *rank)
{
  LscSynthMemory *memory = lsc_synth_holder_get_memory (rank->holder);
  const LscSynthSpan recording = { collection_begin_ns (rank), collection_end_ns (rank) };

  lsc_synth_memory_seal (memory);
  lsc_synth_memory_rows_write (rank, memory, &recording);
}

static gboolean
write_databases (LscSynthRank *rank, const char *output, GError **error)
{
  const LscSynthOptions *o = rank->options;

  if (!open_databases (rank, output, error))
    return FALSE;
  add_identity (rank);
  for (guint i = 0; i < o->steps; i++)
    {
      if (o->wal && i + 1 == o->steps)
        lsc_synth_db_enter_wal (rank->db);
      lsc_synth_rank_emit_step (rank, i);
    }
  if (rank->holder != NULL)
    write_memory (rank);
  for (guint i = 0; i < LSC_SYNTH_N_TABLES; i++)
    rank->table_rows[i] = lsc_synth_db_count (rank->db, (LscSynthTable) i);
  rank->table_rows[LSC_SYNTH_SESSION_TIME_INFO] = 1;
  return close_databases (rank, error);
}

/* The text result beside the database, the GPU trace beside the folder of the rank. */
static gboolean
write_traces (LscSynthRank *rank, const char *directory, const char *output, GError **error)
{
  const LscSynthOptions *o = rank->options;
  g_autofree char *name = g_strdup_printf ("ascend_pytorch_profiler_%u.db", rank->rank);
  g_autofree char *db = g_build_filename (output, name, NULL);
  g_autofree char *analysis = g_build_filename (output, "analysis.db", NULL);
  g_autofree char *file =
      g_strdup_printf ("%s/rank%u.pt.trace.json%s", directory, rank->rank, o->gzip ? ".gz" : "");
  g_autoptr (LscSynthRows) rows = NULL;

  if (!o->text && !o->kineto)
    return TRUE;
  rows = lsc_synth_rows_read (db, error);
  if (rows == NULL ||
      (o->text && (!lsc_synth_text_write (rank, rows, output, error) ||
                   !lsc_synth_text_write_tables (rows, output, error))) ||
      (o->kineto && !lsc_synth_kineto_write (rank, rows, file, o->gzip, error)))
    return FALSE;
  if (o->no_db)
    {
      remove_database (db);
      remove_database (analysis);
    }
  return TRUE;
}

/**
 * lsc_synth_folder_write:
 * @rank: a rank
 * @directory: the profile's folder
 * @error: (out) (optional): G_IO_ERROR or G_FILE_ERROR if something cannot be written
 *
 * Writes the result folder of the rank: layout of formats.md#layout, metadata
 * formats.md#profiler-info, #metadata.
 *
 * Returns: %FALSE on error
 */
gboolean
lsc_synth_folder_write (LscSynthRank *rank, const char *directory, GError **error)
{
  g_autofree char *name = lsc_synth_folder_name (rank);
  g_autofree char *folder = g_build_filename (directory, name, NULL);
  g_autofree char *output = g_build_filename (folder, "ASCEND_PROFILER_OUTPUT", NULL);

  if (!make_directory (output, error) || !write_databases (rank, output, error) ||
      !write_traces (rank, directory, output, error))
    return FALSE;
  if (rank->options->no_db && !rank->options->text)
    {
      g_rmdir (output); /* the trace is all there is */
      g_rmdir (folder);
      return TRUE;
    }
  return write_info_file (rank, folder, error) && write_metadata_file (rank, folder, error) &&
         write_device_file (rank, folder, error);
}
