/* test-pipeline-damage.c - damaged recordings of pipelines, theory and predictions asked of each
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib/gstdio.h>
#include <string.h>

#include "lsc-test-cli.h"

/* Each row of pipeline.md#bad-input, and values that nobody would record: a recording of 1F1B with
 * two stages, two steps and four micro-batches is damaged, and shown alone, and with theory,
 * predictions, picture and tables. The exit code and the sentence must be right, the rank that is
 * not damaged must be there, and what can be drawn must be drawn. */

typedef enum
{
  STAGE_0 = 1 << 0,
  STAGE_1 = 1 << 1,
  BOTH = STAGE_0 | STAGE_1,
} Stages;

/**
 * Damage:
 * @stages: whose databases are changed
 * @sql: how
 * @code: of the plain command
 * @asked: of the command that asks for theory and predictions
 * @says: in what is printed with -v
 */
typedef struct
{
  const char *name;
  Stages stages;
  const char *sql;
  int code;
  int asked;
  const char *says;
} Damage;

#define RANGE(n) "(SELECT connectionId FROM MSTX_EVENTS WHERE rowid = " n ")"
#define RANGES "(SELECT connectionId FROM MSTX_EVENTS)"
#define TASK_OF(n, change) "UPDATE TASK SET " change " WHERE connectionId = " RANGE (n)
#define MESSAGE(rows, text)                                                                        \
  "INSERT INTO STRING_IDS VALUES (900001, " text "); UPDATE MSTX_EVENTS SET message = 900001 "     \
  "WHERE rowid IN (" rows ")"
#define FORWARD(mb) "'{''name'': ''forward_step'', ''current_microbatch'': " mb "}'"
#define METADATA(name, value)                                                                      \
  "DELETE FROM META_DATA WHERE name = '" name "'; INSERT INTO META_DATA VALUES ('" name            \
  "', " value ")"
#define SIZES(n, world)                                                                            \
  "DELETE FROM META_DATA WHERE name = 'parallel_group_info'; " METADATA (                          \
      "distributed_args",                                                                          \
      "'{\"tensor_model_parallel_size\": " n ", \"pipeline_model_parallel_size\": " n              \
      ", \"data_parallel_size\": " n ", \"context_parallel_size\": " n ", \"rank\": " n            \
      ", \"world_size\": " world "}'")
#define MEMBERS(list)                                                                              \
  METADATA ("parallel_group_info",                                                                 \
            "'{\"g\": {\"group_name\": \"pp\", \"group_rank\": 0, \"global_ranks\": " list "}}'")

#define DONE EXIT_DELIVERED
#define PART EXIT_PART

static const Damage damages[] = {
  { "nothing-recorded", BOTH, "DROP TABLE MSTX_EVENTS", EXIT_NOTHING, EXIT_NOTHING, "range_start" },
  { "rank-without-ranges", STAGE_1, "DROP TABLE MSTX_EVENTS", PART, PART, "rank 1: not recorded" },
  { "no-device", STAGE_1, "DELETE FROM TASK WHERE connectionId IN " RANGES, DONE, PART,
    "[pp-host-time]" },
  { "no-device-anywhere", BOTH, "DELETE FROM TASK WHERE connectionId IN " RANGES, DONE, PART,
    "[pp-host-time]" },
  { "no-connection", STAGE_1, "UPDATE MSTX_EVENTS SET connectionId = 4294967295", DONE, PART,
    "[pp-host-time]" },
  { "end-first", STAGE_1, TASK_OF ("3", "endNs = startNs - 5"), PART, PART, "[negative-duration]" },
  { "no-length", STAGE_1, TASK_OF ("3", "endNs = startNs"), DONE, DONE, "[pp-bad-range]" },
  { "never-ended", STAGE_1, TASK_OF ("3", "endNs = NULL"), PART, PART, "[no-end]" },
  { "time-text", STAGE_1, TASK_OF ("3", "endNs = 'NaN'"), PART, PART, "[bad-time]" },
  { "time-infinite", STAGE_1, TASK_OF ("3", "startNs = 9e999"), PART, PART, "[bad-time]" },
  { "time-largest", STAGE_1,
    TASK_OF ("3", "startNs = 9223372036854775000, endNs = 9223372036854775807"), PART, PART,
    "[bad-time]" },
  { "time-span", STAGE_1,
    TASK_OF ("3", "startNs = -9223372036854775808, endNs = 9223372036854775807"), PART, PART,
    "[bad-time]" },
  { "message-odd", STAGE_1, MESSAGE ("1", "'{{{''name:'"), DONE, DONE, "[pp-cut-step]" },
  { "message-null", STAGE_1, MESSAGE ("1", "NULL"), DONE, DONE, "[pp-cut-step]" },
  { "message-huge", STAGE_1,
    MESSAGE ("1", "'{''name'': ''forward_step'', ''x'': ''' || hex(zeroblob(300000)) || '''}'"),
    DONE, DONE, "[pp-cut-step]" },
  { "message-deep", STAGE_1, MESSAGE ("1", "replace(hex(zeroblob(100000)), '00', '[')"), DONE, DONE,
    "[pp-cut-step]" },
  { "message-not-utf8", STAGE_1, MESSAGE ("1", "CAST(x'666f72776172645f73746570ff' AS TEXT)"), DONE,
    DONE, "[not-utf8]" },
  { "id-negative", STAGE_1, MESSAGE ("1", FORWARD ("-3")), DONE, DONE, "[pp-microbatch-ignored]" },
  { "id-repeated", STAGE_1, MESSAGE ("1, 3", FORWARD ("0")), DONE, DONE,
    "[pp-microbatch-ignored]" },
  { "id-huge", STAGE_1, MESSAGE ("1", FORWARD ("99999999999999999999")), DONE, DONE,
    "[pp-microbatch-ignored]" },
  { "id-2-31", STAGE_1, MESSAGE ("1", FORWARD ("2147483648")), DONE, DONE,
    "[pp-microbatch-ignored]" },
  { "id-nan", STAGE_1, MESSAGE ("1", FORWARD ("nan")), DONE, DONE, "8 blocks" },
  { "cut", STAGE_1, "DELETE FROM MSTX_EVENTS WHERE rowid = (SELECT MAX(rowid) FROM MSTX_EVENTS)",
    DONE, DONE, "[pp-cut-step]" },
  { "counts-differ", STAGE_1, "DELETE FROM MSTX_EVENTS WHERE rowid > 6", DONE, PART,
    "[pp-cut-step]" },
  { "forward-only", BOTH,
    "DELETE FROM MSTX_EVENTS WHERE message IN (SELECT id FROM STRING_IDS WHERE value LIKE "
    "'%backward%')",
    DONE, PART, "forward blocks only" },
  { "same-stream", STAGE_1, TASK_OF ("1", "endNs = endNs + 50000"), DONE, DONE,
    "[pp-stream-overlap]" },
  { "info-says-other", BOTH,
    METADATA ("pp_info", "'{\"pp_type\": \"dualpipev\", \"microbatch_num\": 4}'"), DONE, DONE,
    "[pp-info-differs]" },
  { "info-says-many", BOTH,
    METADATA ("pp_info", "'{\"pp_type\": \"1f1b\", \"microbatch_num\": 99999999999999}'"), DONE,
    DONE, "[pp-info-differs]" },
  { "sizes-zero", BOTH, SIZES ("0", "0"), DONE, DONE, "[pp-metadata-ignored]" },
  { "sizes-negative", BOTH, SIZES ("-2", "-4"), DONE, DONE, "[pp-metadata-ignored]" },
  { "sizes-text", BOTH, SIZES ("\"two\"", "\"x\""), DONE, DONE, "[pp-metadata-ignored]" },
  { "sizes-nan", BOTH, SIZES ("NaN", "Infinity"), DONE, DONE, "8 blocks" },
  { "sizes-overflow", BOTH, SIZES ("3037000500", "1"), DONE, DONE, "[pp-metadata-ignored]" },
  { "members-twice", BOTH, MEMBERS ("[0, 0, 1]"), DONE, DONE, "8 blocks" },
  { "members-negative", BOTH, MEMBERS ("[-1, 99999999999999999999, 1]"), DONE, DONE, "8 blocks" },
  { "members-text", BOTH, MEMBERS ("\"0,1\""), DONE, DONE, "8 blocks" },
  { "metadata-deep", BOTH,
    METADATA ("parallel_group_info", "replace(hex(zeroblob(50000)), '00', '[')"), DONE, DONE,
    "8 blocks" },
  { "step-tasks", STAGE_1,
    "DROP TABLE MSTX_EVENTS; CREATE TABLE StepTaskInfo (name, startNs, endNs, type); INSERT INTO "
    "StepTaskInfo VALUES ('FP', 1770000000001870003, 1770000000002075003, 0), ('FP', NULL, 9, 0), "
    "(NULL, 'x', NULL, 1)",
    PART, PART, "[bad-step-task]" },
  /* backward before any forward */
  { "impossible-order", BOTH,
    "UPDATE STRING_IDS SET value = CASE WHEN value LIKE '%forward%' THEN '{''name'': "
    "''backward_step''}' ELSE '{''name'': ''forward_step''}' END WHERE value LIKE '%ward_step%'",
    PART, PART, "[pp-not-recognised]" },
  { "steps-after-2-31", BOTH, "UPDATE STEP_TIME SET id = id + 2147483648", DONE, DONE,
    "step 21474836" },
  { "steps-twice", BOTH, "INSERT INTO STEP_TIME SELECT * FROM STEP_TIME", DONE, DONE, "8 blocks" },
  { "no-steps", BOTH, "DROP TABLE STEP_TIME", DONE, DONE, "8 blocks" },
  { "rank-of-other", STAGE_1, "UPDATE RANK_DEVICE_MAP SET rankId = 0", DONE, DONE,
    "[rank-mismatch]" },
  { "messages-nonsense", BOTH,
    "UPDATE COMMUNICATION_OP SET groupName = -1; UPDATE COMMUNICATION_TASK_INFO SET srcRank = -5, "
    "dstRank = 999999",
    DONE, DONE, "8 blocks" },
  { "one-instant", BOTH,
    "UPDATE TASK SET startNs = 1770000000001870003, endNs = 1770000000001870004", DONE, DONE,
    "8 blocks" },
};

static void
damage_stage (const LscTestPlace *place, JsonObject *ranks, int stage, const char *sql)
{
  g_autofree char *key = g_strdup_printf ("%d", stage);
  g_autofree char *folder =
      g_build_filename (place->data, json_object_get_string_member (ranks, key), NULL);
  g_autofree char *db = lsc_test_profile_db_path (folder, stage);
  g_autofree char *beside = g_build_filename (folder, "profiler_metadata.json", NULL);

  g_unlink (beside); /* has what is missing in the database */
  lsc_test_sql_run (db, sql);
}

static void
write_damaged (const LscTestPlace *place, const Damage *damage)
{
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  g_autofree char *line =
      g_strdup_printf ("--schedule=1f1b --pp=2 -M 4 --steps=2 --level=1 --hosts=2 --no-modules "
                       "--no-backward --layers=1 --force --out %s",
                       place->data);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (LscTestOutput) output = lsc_test_spawn (synth, words);
  g_autofree char *path = g_build_filename (place->data, "truth.json", NULL);
  g_autoptr (JsonParser) truth = json_parser_new ();
  JsonObject *ranks;

  if (output->code != EXIT_DELIVERED)
    g_error ("%s: %s", line, output->err);
  g_assert_true (json_parser_load_from_file (truth, path, NULL));
  ranks =
      json_object_get_object_member (json_node_get_object (json_parser_get_root (truth)), "ranks");
  for (int stage = 0; stage < 2; stage++)
    if (damage->stages & (1u << stage))
      damage_stage (place, ranks, stage, damage->sql);
}

static void
test_damage (gconstpointer data)
{
  const Damage *damage = data;
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *chart = g_build_filename (place->root, "chart.svg", NULL);
  g_autofree char *tables = g_build_filename (place->root, "tables.db", NULL);
  g_autofree char *said = NULL;
  g_autoptr (LscTestOutput) plain = NULL;
  g_autoptr (LscTestOutput) asked = NULL;

  write_damaged (place, damage);
  plain = lsc_test_cli_output (place, damage->code, "pp", place->data, "-v", NULL);
  said = g_strconcat (plain->out, plain->err, NULL);
  lsc_test_assert_contains (said, damage->says);
  asked = lsc_test_cli_output (place, damage->asked, "pp", place->data, "--theory", "stage",
                               "--with-latency", "--what-if", "all", "--out", chart, "--table",
                               tables, NULL);
  if (damage->code == EXIT_NOTHING)
    return;
  if (damage->stages == STAGE_1)
    lsc_test_assert_contains (plain->out, "stage 0, rank 0: 8 blocks, busy 2.296 ms");
  if (damage->asked == EXIT_PART && damage->code == EXIT_DELIVERED)
    lsc_test_assert_contains (asked->err, "lanescope-cli: ");
  g_assert_true (g_file_test (chart, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (tables, G_FILE_TEST_EXISTS));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_strconcat ("/pipeline-damage/", damages[i].name, NULL);

      g_test_add_data_func (path, &damages[i], test_damage);
    }
  return g_test_run ();
}
