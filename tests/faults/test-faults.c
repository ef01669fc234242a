/* test-faults.c - commands whose files, statements and threads fail one at a time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each command runs once to be counted, and then once for each call that is to fail. Whatever
 * fails: no crash, no hang, no file left over, the input as it was, a sentence that says what
 * happened; and exit 0 only with exactly the results of the run without faults.
 */
#include "lsc-fault-campaign.h"
#include "lsc-fault-plan.h"

static const LscFaultScenario scenarios[] = {
  { "analyze-cluster", { "-m", "all", "-d", "@data", "-o", "@out", "-j1" }, NULL },
  { "analyze-db", { "-m", "module_statistic", "-d", "@data", "-o", "@out", "-j1" }, NULL },
  { "analyze-xlsx",
    { "-m", "module_statistic", "-d", "@data", "-o", "@out", "-j1", "--export_type", "xlsx" },
    NULL },
  { "convert", { "convert", "@data", "--to", "db", "--out", "@out/x.db", "-j1" }, NULL },
  { "slices", { "slices", "@data", "--xlsx=@out/s.xlsx", "-j1" }, "s.xlsx" },
  { "picture", { "pp", "@data", "--out", "@out/p.svg", "-j1" }, "p.svg" },
  { "log", { "overlap", "@log", "--json", "-j1" }, NULL },
  { "trace", { "slices", "@trace", "--json", "-j1" }, NULL },
  { "ops", { "pp", "@ops", "--json", "-j1" }, NULL },
  { "own", { "slices", "@own", "--json", "-j1" }, NULL },
};

static void
read_counts (const char *root, gint64 counts[LSC_N_FAULTS])
{
  g_autofree char *path = g_build_filename (root, "counts", NULL);
  g_autofree char *text = lsc_test_read (path, NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), >, LSC_N_FAULTS);
  for (int i = 0; i < LSC_N_FAULTS; i++)
    counts[i] = g_ascii_strtoll (lines[i], NULL, 10);
}

static GPtrArray *
list_faults (const gint64 counts[LSC_N_FAULTS])
{
  GPtrArray *faults = g_ptr_array_new_with_free_func (g_free);

  for (int kind = 0; kind < LSC_N_FAULTS; kind++)
    {
      g_autoptr (GArray) numbers = lsc_fault_plan ((LscFaultKind) kind, counts[kind]);

      for (guint i = 0; i < numbers->len; i++)
        g_ptr_array_add (faults, g_strdup_printf ("%s:%" G_GINT64_FORMAT, lsc_fault_names[kind],
                                                  g_array_index (numbers, gint64, i)));
    }
  return faults;
}

static void
test_command (gconstpointer data)
{
  const LscFaultScenario *scenario = data;
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_auto (LscFaultOutcome) good = { 0 };
  g_auto (LscFaultOutcome) again = { 0 };
  g_autoptr (GPtrArray) faults = NULL;
  gint64 counts[LSC_N_FAULTS];
  LscFaultCampaign campaign = { .scenario = scenario, .good = &good, .judge = lsc_fault_judge };

  lsc_fault_run (scenario, root, NULL, &good);
  if (good.status != 0)
    g_error ("%s fails without faults: %s", scenario->name, good.err);
  read_counts (root, counts);
  lsc_fault_run (scenario, root, NULL, &again);
  g_assert_null (lsc_fault_judge (&good, &again, root));
  campaign.faults = faults = list_faults (counts);
  campaign.findings = g_string_new (NULL);
  lsc_fault_campaign_run (&campaign);
  g_test_message ("%s: %u faults", scenario->name, faults->len);
  lsc_fault_campaign_finish (&campaign);
}

int
main (int argc, char **argv)
{
  g_autoptr (LscTestPlace) place = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  place = lsc_test_place_new ();
  lsc_fault_world_init (place);
  for (gsize i = 0; i < G_N_ELEMENTS (scenarios); i++)
    {
      g_autofree char *path = g_strconcat ("/faults/", scenarios[i].name, NULL);

      g_test_add_data_func (path, &scenarios[i], test_command);
    }
  result = g_test_run ();
  lsc_fault_world_clear ();
  return result;
}
