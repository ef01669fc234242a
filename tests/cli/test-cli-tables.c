/* test-cli-tables.c - damaged tables: what is wrong is told, the rest is delivered
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "lsc-test-cli.h"

#define N_ROWS 7 /* of one rank of the module profile */

static LscTestOutput *
run_modules (LscTestPlace *place, int code, const char *option, const char *value)
{
  return lsc_test_cli_output (place, code, "-v", "-m", "module_statistic", "-d", place->data, "-o",
                              "-", "--export_type", "json", option, value, NULL);
}

/* ---- one of two ranks is damaged by SQL (formats.md#bad-rows) ---- */

typedef struct
{
  const char *name;
  const char *sql;    /* run on the database of rank 1 */
  const char *told;   /* (nullable): code of the notice, or words, that tell what is wrong */
  int n_rows;         /* rows of rank 1 that remain; 0 = the rank failed */
  const char *option; /* (nullable): an option to add, with its value */
  const char *value;
} Damage;

#define ONE_OP "(SELECT rowid FROM PYTORCH_API WHERE connectionId IS NOT NULL LIMIT 1)"

static const Damage damages[] = {
  { "no-mstx-table", "DROP TABLE MSTX_EVENTS",
    "Can not export mstx range event from rank 1: There is no mstx data", 0, NULL, NULL },
  { "no-mstx-rows", "DELETE FROM MSTX_EVENTS",
    "Can not export mstx range event from rank 1: There is no mstx data", 0, NULL, NULL },
  { "other-domain", "UPDATE STRING_IDS SET value = 'Layers' WHERE value = 'Module'",
    "only Layers (6). Name the domain with --module-domain", 0, NULL, NULL },
  { "other-domain-named", "UPDATE STRING_IDS SET value = 'Layers' WHERE value = 'Module'", NULL,
    N_ROWS, "--module-domain", "*" },
  { "marks-only", "UPDATE MSTX_EVENTS SET eventType = 0", "marks only: MSTX_EVENTS has no ranges",
    0, NULL, NULL },
  { "push-pop", "UPDATE MSTX_EVENTS SET eventType = 1", NULL, N_ROWS, "--module-event-types",
    "1,2" },
  { "no-domain-column", "ALTER TABLE MSTX_EVENTS DROP COLUMN domainId", "predates mstx domains", 0,
    NULL, NULL },
  { "no-domain-column-any", "ALTER TABLE MSTX_EVENTS DROP COLUMN domainId", NULL, N_ROWS,
    "--module-domain", "*" },
  { "no-api-table", "DROP TABLE PYTORCH_API", "[missing-table]", 0, NULL, NULL },
  { "no-api-start", "ALTER TABLE PYTORCH_API DROP COLUMN startNs", "[missing-column]", 0, NULL,
    NULL },
  { "op-start-text", "UPDATE PYTORCH_API SET startNs = 'oops' WHERE rowid = " ONE_OP, "[bad-time]",
    -1, NULL, NULL },
  { "op-start-fraction", "UPDATE PYTORCH_API SET startNs = startNs || '.75' WHERE rowid = " ONE_OP,
    "[truncated-time]", N_ROWS, NULL, NULL },
  { "op-start-huge",
    "UPDATE PYTORCH_API SET startNs = '99999999999999999999' WHERE rowid = " ONE_OP, "[bad-time]",
    -1, NULL, NULL },
  { "op-start-negative", "UPDATE PYTORCH_API SET startNs = '-5' WHERE rowid = " ONE_OP,
    "[bad-time]", -1, NULL, NULL },
  { "op-ends-first", "UPDATE PYTORCH_API SET endNs = startNs - 1 WHERE rowid = " ONE_OP,
    "[negative-duration]", -1, NULL, NULL },
  { "range-ends-first", "UPDATE MSTX_EVENTS SET endNs = startNs - 1 WHERE rowid = 1",
    "[negative-duration]", -1, NULL, NULL },
  { "kernel-ends-first", "UPDATE TASK SET endNs = startNs - 1 WHERE globalTaskId = 1",
    "[negative-duration]", -1, NULL, NULL },
  { "range-without-end", "UPDATE MSTX_EVENTS SET endNs = 0 WHERE rowid = 1", "[range-without-end]",
    -1, NULL, NULL },
  { "kernel-without-end", "UPDATE TASK SET endNs = NULL WHERE globalTaskId = 1", "[no-end]", -1,
    NULL, NULL },
  { "no-link-table", "DROP TABLE CONNECTION_IDS", "[missing-table]", 0, NULL, NULL },
  { "no-links", "DELETE FROM CONNECTION_IDS",
    "Can not export framework op to kernel mapper from rank 1: There are no launch links", 0, NULL,
    NULL },
  { "links-disjoint", "UPDATE CONNECTION_IDS SET connectionId = connectionId + 500000",
    "0 % of the kernels have a link", 0, NULL, NULL },
  { "few-links", "UPDATE TASK SET connectionId = 900000 + rowid WHERE rowid > 5",
    "[few-kernels-linked]", -1, NULL, NULL },
  { "two-ops-one-kernel", "INSERT INTO CONNECTION_IDS SELECT max (id), 1001 FROM CONNECTION_IDS",
    "[kernel-of-several-ops]", -1, NULL, NULL },
  { "unknown-string", "DELETE FROM STRING_IDS WHERE value = 'Softmax'", "[unknown-string]", N_ROWS,
    NULL, NULL },
  { "duplicate-string",
    "CREATE TABLE s AS SELECT * FROM STRING_IDS; INSERT INTO s SELECT id, 'second' FROM s;"
    "DROP TABLE STRING_IDS; ALTER TABLE s RENAME TO STRING_IDS",
    "[duplicate-string]", N_ROWS, NULL, NULL },
  { "not-utf8", "UPDATE STRING_IDS SET value = CAST (x'4dff4d' AS TEXT) WHERE value = 'Softmax'",
    "[not-utf8]", N_ROWS, NULL, NULL },
  { "graph-replay",
    "INSERT INTO TASK SELECT startNs + 50000, endNs + 50000, deviceId, connectionId, globalTaskId, "
    "globalPid, taskType, contextId, streamId, taskId, modelId FROM TASK WHERE globalTaskId = 1",
    "[graph-replay]", -1, NULL, NULL },
  { "kernel-without-task", "DELETE FROM TASK WHERE globalTaskId = 1", "[kernel-without-task]", -1,
    NULL, NULL },
  { "unknown-op-type", "UPDATE COMMUNICATION_OP SET opType = 987654", "[unknown-op-type]", N_ROWS,
    NULL, NULL },
  { "no-task-table", "DROP TABLE TASK", "[missing-table]", -1, NULL, NULL },
  { "no-string-table", "DROP TABLE STRING_IDS", NULL, 0, NULL, NULL },
  { "view-for-table",
    "ALTER TABLE PYTORCH_API RENAME TO other; CREATE VIEW PYTORCH_API AS SELECT * FROM other",
    "[missing-table]", 0, NULL, NULL },
  { "text-in-kernel-time", "UPDATE TASK SET startNs = 'x' WHERE globalTaskId = 1", "[bad-time]", -1,
    NULL, NULL },
  { "blob-in-id", "UPDATE TASK SET connectionId = x'00ff' WHERE globalTaskId = 1", NULL, -1, NULL,
    NULL },
};

/* Where rows were left out, or the rank failed, only a part is delivered. */
static int
get_code (const Damage *damage)
{
  static const char *const losses[] = { "[bad-time]", "[negative-duration]", "[no-end]",
                                        "[kernel-without-task]", NULL };

  if (damage->n_rows == 0 || strcmp (damage->name, "no-task-table") == 0)
    return EXIT_PART;
  return damage->told && g_strv_contains (losses, damage->told) ? EXIT_PART : EXIT_DELIVERED;
}

static void
test_damage (gconstpointer data)
{
  const Damage *damage = data;
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = lsc_test_rank_db (place, 1);
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_write_modules (place, 2);
  lsc_test_sql_run (db, damage->sql);
  output = run_modules (place, get_code (damage), damage->option, damage->value);
  if (!damage->option || strcmp (damage->option, "--module-event-types") == 0)
    g_assert_cmpuint (lsc_test_count_rows (output->out, 0), ==, N_ROWS);
  if (damage->n_rows >= 0)
    g_assert_cmpuint (lsc_test_count_rows (output->out, 1), ==, damage->n_rows);
  else
    g_assert_cmpuint (lsc_test_count_rows (output->out, 1), >, 0);
  if (damage->told)
    lsc_test_assert_contains (output->err, damage->told);
  if (damage->n_rows == 0)
    lsc_test_assert_contains (output->err, "error: ");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_strdup_printf ("/cli/tables/%s", damages[i].name);

      g_test_add_data_func (path, &damages[i], test_damage);
    }
  return g_test_run ();
}
