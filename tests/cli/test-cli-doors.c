/* test-cli-doors.c - the same answer at every door: of all formats, with all options, in any memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>

#include "lsc-test-cli.h"

#define RUN "--preset=pipeline --pp=4 --dp=2 --steps=4 --micro-batches=8 --straggler=2:1.5"
#define N_RANKS 8

/* (element-type utf8): what findings say that stand out; what others cause stands beneath these */
static GPtrArray *
list_findings (LscTestPlace *place, const char *folder, const char *option)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "findings", folder, "--json", option, NULL);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (output->out);
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < lines->len; i++)
    if (g_str_equal (json_object_get_string_member (lines->pdata[i], "severity"), "major") &&
        !g_str_equal (json_object_get_string_member (lines->pdata[i], "certainty"), "possible") &&
        !g_str_equal (json_object_get_string_member (lines->pdata[i], "certainty"), "predicted") &&
        !json_object_get_string_member_with_default (lines->pdata[i], "cause", NULL))
      g_ptr_array_add (texts, g_strdup (json_object_get_string_member (lines->pdata[i], "text")));
  return texts;
}

static JsonObject *
write_report (LscTestPlace *place, const char *folder, const char *option)
{
  g_autofree char *path = g_build_filename (place->root, "report.json", NULL);
  g_autofree char *text = NULL;

  lsc_test_cli (place, EXIT_DELIVERED, "report", folder, "--report", path, option, NULL);
  text = lsc_test_read (path, NULL);
  return lsc_test_json_object (text);
}

/* (nullable) */
static JsonObject *
find_section (JsonObject *report, const char *id)
{
  JsonArray *sections = json_object_get_array_member (report, "sections");

  for (guint i = 0; i < json_array_get_length (sections); i++)
    {
      JsonObject *section = json_array_get_object_element (sections, i);

      if (g_str_equal (json_object_get_string_member (section, "id"), id))
        return section;
    }
  return NULL;
}

/* The findings that stand out are the titles of the items of their chapter; sentences and heads of
 * groups have none. */
static void
assert_in_report (JsonObject *report, const GPtrArray *findings)
{
  JsonArray *items = json_object_get_array_member (find_section (report, "findings"), "items");
  guint n = 0;

  for (guint i = 0; i < json_array_get_length (items) && n < findings->len; i++)
    {
      JsonObject *item = json_array_get_object_element (items, i);
      const char *title = json_object_get_string_member_with_default (item, "title", NULL);

      if (title)
        g_assert_cmpstr (title, ==, findings->pdata[n++]);
    }
  g_assert_cmpuint (n, ==, findings->len);
}

/* What stands first in words stands first in the report. */
static void
assert_same_line (LscTestPlace *place, const char *folder, const char *option, JsonObject *report)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "findings", folder, option, NULL);
  const char *line = json_object_get_string_member (report, "verdict");

  g_assert_true (g_str_has_prefix (output->out, line));
}

/* ---- formats ---- */

/* The slow rank is found first in whatever form a run was recorded, and its pipeline is shown. */
static void
test_formats (void)
{
  static const char *const options[] = { RUN, RUN " --kineto --no-db", RUN " --text --no-db" };
  static const char *const names[] = { "database", "trace", "text" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autofree char *folder = lsc_test_record (place, names[i], options[i]);
      g_autoptr (LscTestOutput) output =
          lsc_test_cli_output (place, EXIT_DELIVERED, "findings", folder, "--json", NULL);
      g_autoptr (GPtrArray) lines = lsc_test_json_lines (output->out);
      JsonArray *ranks = json_object_get_array_member (lines->pdata[0], "ranks");
      g_autoptr (GPtrArray) findings = list_findings (place, folder, NULL);
      g_autoptr (JsonObject) report = write_report (place, folder, NULL);

      g_assert_cmpstr (json_object_get_string_member (lines->pdata[0], "id"), ==, "slow_rank");
      g_assert_cmpuint (json_array_get_length (ranks), ==, 1);
      g_assert_cmpint (json_array_get_int_element (ranks, 0), ==, 2);
      assert_in_report (report, findings);
      assert_same_line (place, folder, NULL, report);
      g_assert_nonnull (find_section (report, "pipeline"));
    }
}

/* ---- options ---- */

static void
assert_option_counts (LscTestPlace *place, const char *command, const char *folder,
                      const char *option)
{
  g_autoptr (LscTestOutput) usual =
      lsc_test_cli_output (place, EXIT_DELIVERED, command, folder, NULL);
  g_autoptr (LscTestOutput) with =
      lsc_test_cli_output (place, EXIT_DELIVERED, command, folder, option, NULL);

  g_assert_cmpstr (usual->out, !=, with->out);
}

/* Findings, overview and report take the option: the first two say something else with it, and
 * the report what the findings say. */
static void
assert_option_holds (LscTestPlace *place, const char *folder, const char *option)
{
  g_autoptr (GPtrArray) findings = list_findings (place, folder, option);
  g_autoptr (JsonObject) report = write_report (place, folder, option);

  assert_option_counts (place, "findings", folder, option);
  assert_option_counts (place, "overview", folder, option);
  assert_in_report (report, findings);
  assert_same_line (place, folder, option, report);
}

/* The groups of pipelines that a user gives hold for findings and reports alike. */
static void
test_groups (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record (place, "recording", RUN);
  g_autoptr (LscTestOutput) plain = NULL, grouped = NULL;

  assert_option_holds (place, folder, "--pp-groups=0,1,2,3;4,5,6,7");
  plain = lsc_test_cli_output (place, EXIT_DELIVERED, "pp", folder, NULL);
  grouped = lsc_test_cli_output (place, EXIT_PART, "pp", folder, "--pp-groups=0,1,2,3;4,5,6,7",
                                 NULL); /* these ranks are no pipeline that explains the blocks */
  g_assert_cmpstr (plain->out, !=, grouped->out);
  g_clear_pointer (&plain, lsc_test_output_free);
  g_clear_pointer (&grouped, lsc_test_output_free);
  plain =
      lsc_test_cli_output (place, EXIT_DELIVERED, "compare", folder, folder, "--findings", NULL);
  grouped = lsc_test_cli_output (place, EXIT_DELIVERED, "compare", folder, folder, "--findings",
                                 "--pp-groups=0,1,2,3;4,5,6,7", NULL);
  g_assert_cmpstr (plain->out, !=, grouped->out);
}

/* Takes away what the recording says of its parallel sizes and groups. */
static void
forget_layout (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)))
    {
      g_autofree char *said = g_build_filename (folder, name, "profiler_metadata.json", NULL);

      if (g_str_has_suffix (name, "_ascend_pt"))
        g_assert_cmpint (g_remove (said), ==, 0);
    }
  for (int rank = 0; rank < N_RANKS; rank++)
    {
      g_autofree char *name_of = g_strdup_printf ("ascend_pytorch_profiler_%d.db", rank);
      g_autoptr (GDir) again = g_dir_open (folder, 0, NULL);

      while ((name = g_dir_read_name (again)))
        {
          g_autofree char *db =
              g_build_filename (folder, name, "ASCEND_PROFILER_OUTPUT", name_of, NULL);

          if (g_file_test (db, G_FILE_TEST_EXISTS))
            lsc_test_sql_run (db, "DELETE FROM META_DATA");
        }
    }
}

/* So do parallel sizes, where none were recorded. */
static void
test_layout (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record (place, "recording", RUN);

  forget_layout (folder);
  assert_option_holds (place, folder, "--layout=pp=4,dp=2");
}

/* What cannot be read is said by every command, and nothing is written. */
static void
test_faults (void)
{
  static const char *const commands[] = { "overview", "findings", "report", "compare" };
  static const char *const faults[] = {
    "--layout=pp=x",   "--pp-groups=0,x",      "--align=9=x",
    "--schedule=none", "--name=kind=Q,word=w", "--memory=much"
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record (place, "recording", "--preset=small --ranks=1");
  g_autofree char *path = g_build_filename (place->root, "report.json", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    for (guint k = 0; k < G_N_ELEMENTS (faults); k++)
      {
        g_autofree char *report = g_strconcat ("--report=", path, NULL);
        gboolean is_document = i >= 2;

        lsc_test_cli (place, EXIT_WRONG_USAGE, commands[i], folder, faults[k],
                      is_document ? report : NULL, i == 3 ? folder : NULL, NULL);
        g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
      }
}

/* ---- memory ---- */

static void
assert_same_output (LscTestPlace *place, const char *command, const char *folder,
                    const char *option)
{
  static const char *const sizes[] = { "--memory=1M", "--memory=65536", "--memory=100G" };
  g_autoptr (LscTestOutput) usual =
      lsc_test_cli_output (place, EXIT_DELIVERED, command, folder, option, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (LscTestOutput) output =
          lsc_test_cli_output (place, EXIT_DELIVERED, command, folder, sizes[i], option, NULL);

      g_assert_cmpstr (output->out, ==, usual->out);
      g_assert_cmpstr (output->err, ==, usual->err);
    }
}

/* Less memory is slower, not different. */
static void
test_memory (void)
{
  static const char *const recordings[] = { RUN, RUN " --kineto --no-db" };
  static const char *const names[] = { "database", "trace" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  for (guint i = 0; i < G_N_ELEMENTS (recordings); i++)
    {
      g_autofree char *folder = lsc_test_record (place, names[i], recordings[i]);

      assert_same_output (place, "overview", folder, NULL);
      assert_same_output (place, "findings", folder, "--json");
      assert_same_output (place, "budget", folder, "--json");
      assert_same_output (place, "pp", folder, NULL);
      assert_same_output (place, "info", folder, "--json");
      assert_same_output (place, "waits", folder, "--json");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/doors/formats", test_formats);
  g_test_add_func ("/cli/doors/groups", test_groups);
  g_test_add_func ("/cli/doors/layout", test_layout);
  g_test_add_func ("/cli/doors/faults", test_faults);
  g_test_add_func ("/cli/doors/memory", test_memory);
  return g_test_run ();
}
