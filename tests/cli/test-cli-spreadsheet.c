/* test-cli-spreadsheet.c - names are text for whoever opens a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "lsc-test-cli.h"
#include "lsc-test-sheet.h"

/* What a spreadsheet would compute, and what it would not. */
static const char *const formulas[] = { "=1+1", "+1+1", "@SUM(A1)", "-2+3|cmd", "\tx", "\rx", "-" };
static const char *const plain[] = { "-5", "+1.5e3", "a=b", "'x", "x\357\277\276\001y" };

static void
append_event (GString *trace, const char *name, guint at)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), name);
  g_autofree char *text = json_to_string (node, FALSE);

  g_string_append_printf (trace,
                          "%s{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": %s, \"pid\": 0, "
                          "\"tid\": 7, \"ts\": %u, \"dur\": 5, \"args\": {\"stream\": 7}}",
                          at > 0 ? "," : "", text, at * 9);
}

static void
write_trace (LscTestPlace *place)
{
  g_autoptr (GString) trace = g_string_new ("{\"schemaVersion\": 1, \"traceEvents\": [");
  g_autofree char *path = g_build_filename (place->data, "trace.json", NULL);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (formulas); i++)
    append_event (trace, formulas[i], n++);
  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    append_event (trace, plain[i], n++);
  g_string_append (trace, "]}");
  g_assert_true (g_file_set_contents (path, trace->str, -1, NULL));
}

/* How often the cell stands in the table, with or without quotes around it. */
static guint
count_cells (const char *csv, const char *cell)
{
  g_autofree char *escaped = g_regex_escape_string (cell, -1);
  g_autofree char *pattern = g_strdup_printf ("(?<=^|,)(%s|\"%s\")(?=,|$)", escaped, escaped);
  g_autoptr (GRegex) regex =
      g_regex_new (pattern, G_REGEX_MULTILINE | G_REGEX_NEWLINE_LF, G_REGEX_MATCH_NEWLINE_LF, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  guint n = 0;

  for (g_regex_match (regex, csv, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    n++;
  return n;
}

static void
check_csv (LscTestPlace *place, char **words, gboolean is_raw)
{
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  g_autoptr (LscTestOutput) output = lsc_test_spawn (program, words);

  g_assert_true (output->code == EXIT_DELIVERED || output->code == EXIT_PART);
  for (guint i = 0; i < G_N_ELEMENTS (formulas); i++)
    {
      g_autofree char *marked = g_strconcat ("'", formulas[i], NULL);

      if ((count_cells (output->out, marked) > 0) == is_raw ||
          (count_cells (output->out, formulas[i]) > 0) != is_raw)
        g_error ("%s: %s in %s", words[0], formulas[i], output->out);
    }
  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    if (count_cells (output->out, plain[i]) == 0)
      g_error ("%s: %s not in %s", words[0], plain[i], output->out);
}

static void
test_csv (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  char *const commands[][6] = {
    { "slices", place->data, "--csv", "--raw" },
    { "tree", place->data, "--csv", "--raw" },
    { "query", place->data, "select name from slices", "--csv", "--raw" },
  };

  write_trace (place);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (GStrv) words = g_strdupv ((char **) commands[i]);
      guint last = g_strv_length (words) - 1;

      check_csv (place, words, TRUE);
      g_clear_pointer (&words[last], g_free);
      check_csv (place, words, FALSE);
    }
}

static void
test_raw_alone (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  write_trace (place);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "slices", place->data, "--raw", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "tree", place->data, "--raw", "--json", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "overlap", place->data, "--raw", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "dispatch", place->data, "--raw", NULL);
}

/* The modes of the reference tool write what it writes. */
static void
test_reference (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestProfile) p = lsc_test_module_profile (0);
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_profile_module (p, "=1+1", 605, 690, 4294967296001);
  lsc_test_profile_kernel_on (p, lsc_test_profile_op (p, "@op", 610, 620, 4294967296001),
                              LSC_TEST_KERNEL_COMPUTE, "k", 7000, 7001);
  g_free (lsc_test_write_rank (p, place->data, 0));
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data, "-o",
                place->out, "--export_type", "csv", NULL);
  {
    g_autofree char *path = lsc_test_result (place, "module_statistic.csv");
    g_autofree char *text = lsc_test_read (path, NULL);

    lsc_test_assert_contains (text, "@op");
    lsc_test_assert_lacks (text, "'@op");
  }
}

static void
test_sheet (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *book = g_build_filename (place->root, "t.xlsx", NULL);
  g_autofree char *option = g_strconcat ("--xlsx=", book, NULL);
  g_autofree char *sheet = NULL;

  if (!lsc_test_can_unzip ())
    {
      g_test_skip ("no unzip");
      return;
    }
  write_trace (place);
  lsc_test_cli (place, EXIT_DELIVERED, "slices", place->data, option, NULL);
  sheet = lsc_test_unzip (book, "xl/worksheets/sheet1.xml");
  lsc_test_assert_contains (sheet, "x\357\277\275\357\277\275y");
  lsc_test_assert_lacks (sheet, "\357\277\276");
  lsc_test_assert_contains (sheet, "=1+1"); /* a text, with no mark: the type of the cell says it */
  lsc_test_assert_lacks (sheet, "<f>");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/spreadsheet/csv", test_csv);
  g_test_add_func ("/cli/spreadsheet/raw-alone", test_raw_alone);
  g_test_add_func ("/cli/spreadsheet/reference", test_reference);
  g_test_add_func ("/cli/spreadsheet/sheet", test_sheet);
  return g_test_run ();
}
