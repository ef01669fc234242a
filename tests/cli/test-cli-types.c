/* test-cli-types.c - the columns of written tables have the types of the reference tool
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-cli.h"

#define STATISTICS                                                                                 \
  "Count INTEGER,MeanNs REAL,StdNs REAL,MinNs REAL,Q1Ns REAL,MedianNs REAL,Q3Ns REAL,MaxNs REAL,"  \
  "SumNs REAL"

typedef struct
{
  const char *mode;
  const char *table;
  const char *columns; /* in the reference: what it divides or joins with gaps is REAL */
} Written;

static const Written written[] = {
  { "operator_mfu", "OperatorMFU",
    "rank_id INTEGER,op_name TEXT,kernel_name TEXT,kernel_start(ns) INTEGER,kernel_end(ns) INTEGER,"
    "kernel_duration(ns) REAL,mfu REAL,actual_tflops REAL,chip_peak_tflops REAL,flops REAL,"
    "flops_op_name TEXT,input_shapes TEXT,output_shapes TEXT" },
  { "operator_mfu", "ModuleMFU",
    "rank_id INTEGER,parent_module TEXT,module TEXT,op_name TEXT,kernel_list TEXT,"
    "total_kernel_duration(ns) REAL,avg_kernel_duration(ns) REAL,op_count INTEGER,avg_mfu TEXT" },
  { "module_statistic", "ModuleStatistic",
    "parentModule TEXT,module TEXT,opName TEXT,kernelList TEXT,totalKernelDuration(ns) REAL,"
    "avgKernelDuration(ns) REAL,opCount INTEGER,avgMFU TEXT,rankID INTEGER" },
  { "cluster_time_summary", "ClusterTimeSummary",
    "rank INTEGER,step INTEGER,stepTime REAL,computation REAL,"
    "communicationNotOverlapComputation REAL,communicationOverlapComputation REAL,"
    "communication REAL,free REAL,communicationWaitStageTime REAL,"
    "communicationTransmitStageTime REAL,memory REAL,"
    "memoryNotOverlapComputationCommunication REAL" },
  { "slow_rank", "SlowRank", "rankId INTEGER,slowAffectCount INTEGER" },
  { "slow_rank", "SlowOpStats",
    "SlowRank TEXT,OpName TEXT,GroupName TEXT,Timestamp INTEGER," STATISTICS },
};

/* "name TYPE,name TYPE" of a table as it was declared, "" for none. */
static char *
columns_of (const LscTestPlace *place, const char *table)
{
  g_autofree char *db = lsc_test_result (place, "cluster_analysis.db");
  g_autofree char *sql = g_strdup_printf (
      "SELECT group_concat(name || ' ' || type) FROM pragma_table_info('%s')", table);

  return g_strchomp (lsc_test_sql (db, sql));
}

static void
run_mode (const LscTestPlace *place, const char *data, const char *mode)
{
  lsc_test_cli (NULL, EXIT_DELIVERED, "-m", mode, "-d", data, "-o", place->out, NULL);
}

static void
test_declared (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *pipeline =
      lsc_test_record (place, "pipeline", "--preset=pipeline --pp=2 --dp=2 --straggler=1:1.4");
  g_autofree char *modules = lsc_test_record (place, "modules", "--preset=small");

  for (gsize i = 0; i < G_N_ELEMENTS (written); i++)
    {
      gboolean is_of_modules =
          strstr (written[i].mode, "mfu") || strstr (written[i].mode, "module");
      g_autofree char *columns = NULL;

      run_mode (place, is_of_modules ? modules : pipeline, written[i].mode);
      columns = columns_of (place, written[i].table);
      g_test_message ("%s", written[i].table);
      g_assert_cmpstr (columns, ==, written[i].columns);
    }
}

/* ---- as the reference wrote them ---- */

/* The head of a golden table: {"columns": [[name, type], ...]}; %NULL where there is none. */
static JsonArray *
read_golden (const char *samples, const char *sample, const Written *table)
{
  g_autofree char *name = g_strdup_printf ("%s.%s.jsonl", table->mode, table->table);
  g_autofree char *path = g_build_filename (samples, sample, "golden", name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (JsonObject) head = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return NULL;
  text = lsc_test_read (path, NULL);
  *strchr (text, '\n') = '\0';
  head = lsc_test_json_object (text);
  return json_array_ref (json_object_get_array_member (head, "columns"));
}

/* The reference declares a column of whole numbers INTEGER where no gap made it REAL in that run;
 * one that is REAL in any run is so. */
static void
add_types (GHashTable *types, JsonArray *columns)
{
  for (guint i = 0; i < json_array_get_length (columns); i++)
    {
      JsonArray *column = json_array_get_array_element (columns, i);
      const char *name = json_array_get_string_element (column, 0);
      const char *type = json_array_get_string_element (column, 1);

      if (g_strcmp0 (g_hash_table_lookup (types, name), "REAL") != 0)
        g_hash_table_insert (types, g_strdup (name), g_strdup (type));
    }
}

static void
test_reference (void)
{
  static const char *const samples_of[] = { "module-small", "pp-1f1b-4x8",
                                            "pp-1f1b-2x4-tp4-straggler" };
  g_autofree char *samples = lsc_test_require_samples ();
  guint n_compared = 0;

  for (gsize t = 0; samples && t < G_N_ELEMENTS (written); t++)
    {
      g_autoptr (GHashTable) types =
          g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_auto (GStrv) columns = g_strsplit (written[t].columns, ",", -1);

      for (gsize s = 0; s < G_N_ELEMENTS (samples_of); s++)
        {
          g_autoptr (JsonArray) golden = read_golden (samples, samples_of[s], &written[t]);

          if (golden)
            add_types (types, golden);
        }
      for (guint c = 0; columns[c]; c++)
        {
          char *space = strrchr (columns[c], ' ');

          *space = '\0';
          g_test_message ("%s: %s", written[t].table, columns[c]);
          if (g_str_equal (columns[c], "avgMFU")) /* of an older reference, not of this recipe */
            continue;
          g_assert_cmpstr (g_hash_table_lookup (types, columns[c]), ==, space + 1);
          n_compared++;
        }
      g_assert_cmpuint (g_hash_table_size (types), >, 0);
    }
  g_assert_true (!samples || n_compared > 40);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/types/declared", test_declared);
  g_test_add_func ("/cli/types/reference", test_reference);
  return g_test_run ();
}
