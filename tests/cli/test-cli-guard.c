/* test-cli-guard.c - no command writes a profile, even when asked by mistake
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lsc-test-cli.h"

#define TRACE                                                                                      \
  "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\", \"cat\": \"cpu_op\", "                 \
  "\"name\": \"aten::add\", \"pid\": 1, \"tid\": 2, \"ts\": 10, \"dur\": 5}, {\"ph\": \"X\", "     \
  "\"cat\": \"kernel\", \"name\": \"add\", \"pid\": 0, \"tid\": 7, \"ts\": 12, \"dur\": 5}]}"

/* A command that must leave @target alone: it says so, names the file and another place. */
static void
assert_refused (LscTestPlace *place, const char *target, LscTestOutput *output)
{
  static const char *const reasons[] = { "never written", "never replaced", "left as it is" };
  gboolean is_told = FALSE;

  lsc_test_assert_contains (output->err, target);
  for (gsize i = 0; i < G_N_ELEMENTS (reasons); i++)
    is_told |= strstr (output->err, reasons[i]) != NULL;
  if (!is_told)
    g_error ("no reason in: %s", output->err);
  lsc_test_assert_contains (output->err, "such as “");
}

/* slices writes to any name and needs no more than a recording. */
static void
refuse_slices (LscTestPlace *place, const char *input, const char *target)
{
  g_autofree char *option = g_strconcat ("--xlsx=", target, NULL);
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_IO, "slices", input, option, NULL);

  assert_refused (place, target, output);
}

static void
write_slices (LscTestPlace *place, const char *input, const char *target)
{
  g_autofree char *option = g_strconcat ("--xlsx=", target, NULL);

  lsc_test_cli (place, EXIT_DELIVERED, "slices", input, option, NULL);
  g_assert_true (g_file_test (target, G_FILE_TEST_IS_REGULAR));
}

static void
make_link (const char *target, const char *link)
{
  g_assert_cmpint (symlink (target, link), ==, 0);
}

/* ---- every option that writes ---- */

typedef struct
{
  const char *command;
  const char *option;
  const char *ending;
} Writer;

static const Writer writers[] = {
  { "pp", "--out", "svg" },        { "pp", "--out", "png" },         { "pp", "--out", "pdf" },
  { "pp", "--table", "xlsx" },     { "pp", "--table", "db" },        { "pp", "--table", "csv" },
  { "pp", "--table", "json" },     { "slices", "--xlsx", "xlsx" },   { "tree", "--xlsx", "xlsx" },
  { "overlap", "--xlsx", "xlsx" }, { "dispatch", "--xlsx", "xlsx" }, { "timeline", "--out", "svg" },
  { "timeline", "--out", "png" },  { "timeline", "--out", "pdf" },
};

static void
test_options (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *rank = lsc_test_rank_dir (place->data, 0);
  g_autofree char *converted = g_build_filename (rank, "new.lanescope.db", NULL);
  g_autofree char *queried = g_build_filename (rank, "new.xlsx", NULL);
  g_autoptr (LscTestOutput) convert = NULL;
  g_autoptr (LscTestOutput) query = NULL;

  lsc_test_write_both (place);
  for (gsize i = 0; i < G_N_ELEMENTS (writers); i++)
    {
      const Writer *writer = &writers[i];
      g_autofree char *target =
          g_strdup_printf ("%s/ASCEND_PROFILER_OUTPUT/new.%s", rank, writer->ending);
      g_autoptr (LscTestOutput) output = lsc_test_cli_output (
          place, EXIT_IO, writer->command, place->data, writer->option, target, NULL);

      assert_refused (place, target, output);
    }
  convert = lsc_test_cli_output (place, EXIT_IO, "convert", place->data, "--to", "db", "--out",
                                 converted, NULL);
  assert_refused (place, converted, convert);
  query = lsc_test_cli_output (place, EXIT_IO, "query", place->data, "SELECT 1 AS one", "--xlsx",
                               queried, NULL);
  assert_refused (place, queried, query);
}

static void
test_output_folder (void)
{
  static const char *const types[] = { "db", "xlsx", "csv", "json" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *rank = lsc_test_rank_dir (place->data, 0);
  g_autofree char *below = g_build_filename (rank, "ASCEND_PROFILER_OUTPUT", NULL);

  lsc_test_write_modules (place, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (LscTestOutput) output =
          lsc_test_cli_output (place, EXIT_IO, "-m", "module_statistic", "-d", place->data, "-o",
                               below, "--export_type", types[i], NULL);

      assert_refused (place, below, output);
    }
}

/* ---- every name of a file ---- */

static void
test_names (void)
{
  static const char *const beside[] = { "", "-wal", "-shm", "-journal" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *rank = lsc_test_rank_dir (place->data, 0);
  g_autofree char *db = lsc_test_rank_db (place, 0);
  g_autofree char *metadata = g_build_filename (rank, "profiler_metadata.json", NULL);
  g_autofree char *soft_link = g_build_filename (place->root, "link.xlsx", NULL);
  g_autofree char *hard_link = g_build_filename (place->root, "hard.xlsx", NULL);
  g_autofree char *folder_link = g_build_filename (place->root, "folder", NULL);
  g_autofree char *through_link = g_build_filename (folder_link, "new.xlsx", NULL);
  g_autofree char *dangling = g_build_filename (place->root, "dangling.xlsx", NULL);
  g_autofree char *elsewhere = g_build_filename (place->root, "elsewhere.xlsx", NULL);
  g_autofree char *out_of_it = g_build_filename (rank, "out.xlsx", NULL);
  g_autofree char *dots =
      g_strconcat (place->root, "/data/../data/", strrchr (rank, '/') + 1, "/new.xlsx", NULL);
  g_autofree char *new_in_it = g_build_filename (rank, "new.xlsx", NULL);

  lsc_test_write_modules (place, 1);
  g_assert_true (g_file_set_contents (metadata, "{}", -1, NULL));
  make_link (db, soft_link);
  g_assert_cmpint (link (db, hard_link), ==, 0);
  make_link (rank, folder_link);
  make_link (new_in_it, dangling);
  g_assert_true (g_file_set_contents (elsewhere, "mine", -1, NULL));
  make_link (elsewhere, out_of_it);
  for (gsize i = 0; i < G_N_ELEMENTS (beside); i++)
    {
      g_autofree char *name = g_strconcat (db, beside[i], NULL);

      refuse_slices (place, place->data, name);
    }
  refuse_slices (place, place->data, metadata);
  refuse_slices (place, place->data, soft_link);
  refuse_slices (place, place->data, hard_link);
  refuse_slices (place, place->data, through_link);
  refuse_slices (place, place->data, dangling);
  refuse_slices (place, place->data, out_of_it);
  refuse_slices (place, place->data, dots);
}

/* Files without a folder of their own: the rest of the folder is the user's. */
static void
test_loose_databases (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *first = g_build_filename (place->data, "ascend_pytorch_profiler_0.db", NULL);
  g_autofree char *second = g_build_filename (place->data, "ascend_pytorch_profiler_1.db", NULL);
  g_autofree char *wal = g_strconcat (second, "-wal", NULL);
  g_autofree char *option = g_strconcat ("--xlsx=", second, NULL);
  g_autofree char *from = g_build_filename (place->root, "from", NULL);
  g_autofree char *rank = lsc_test_rank_dir (from, 0);
  g_autofree char *db = lsc_test_profile_db_path (rank, 0);
  g_autofree char *free_name = g_build_filename (place->data, "slices.xlsx", NULL);
  g_autoptr (LscTestProfile) profile = lsc_test_module_profile (0);
  g_autoptr (LscTestOutput) output = NULL;

  g_free (lsc_test_write_rank (profile, from, 0));
  lsc_test_copy (db, first);
  lsc_test_copy (db, second);
  refuse_slices (place, first, first);
  refuse_slices (place, place->data, second);
  refuse_slices (place, place->data, wal);
  output =
      lsc_test_cli_output (place, EXIT_IO, "slices", place->data, "--rank-list", "0", option, NULL);
  assert_refused (place, second, output);
  lsc_test_place_watch (place, FALSE);
  write_slices (place, place->data, free_name);
}

static void
test_trace (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *trace = g_build_filename (place->data, "trace.json", NULL);
  g_autofree char *hard_link = g_build_filename (place->root, "hard.xlsx", NULL);
  g_autofree char *free_name = g_build_filename (place->data, "slices.xlsx", NULL);

  g_assert_true (g_file_set_contents (trace, TRACE, -1, NULL));
  g_assert_cmpint (link (trace, hard_link), ==, 0);
  refuse_slices (place, trace, trace);
  refuse_slices (place, trace, hard_link);
  lsc_test_place_watch (place, FALSE);
  write_slices (place, trace, free_name);
}

/* Tables beside a trace belong to it, whether they are read or not. */
static void
test_tables_beside (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *trace = g_build_filename (place->data, "trace_view.json", NULL);
  g_autofree char *table = g_build_filename (place->data, "kernel_details.csv", NULL);

  g_assert_true (g_file_set_contents (
      trace,
      "[{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 1, \"tid\": 0, "
      "\"args\": {\"name\": \"Python\"}}, "
      "{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, \"tid\": 2, \"ts\": \"10.5\", \"dur\": 5}]",
      -1, NULL));
  g_assert_true (g_file_set_contents (table, "Name,Type\n", -1, NULL));
  refuse_slices (place, trace, table);
  refuse_slices (place, place->data, table);
}

static void
write_archive (const char *path)
{
  struct archive *archive = archive_write_new ();
  struct archive_entry *entry = archive_entry_new ();

  archive_write_set_format_zip (archive);
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  archive_entry_set_pathname (entry, "run.pt.trace.json");
  archive_entry_set_size (entry, (la_int64_t) strlen (TRACE));
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_data (archive, TRACE, strlen (TRACE)), ==, strlen (TRACE));
  archive_entry_free (entry);
  g_assert_cmpint (archive_write_free (archive), ==, ARCHIVE_OK);
}

static void
test_archive (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *archive = g_build_filename (place->data, "traces.zip", NULL);

  write_archive (archive);
  refuse_slices (place, archive, archive);
}

static void
test_compared (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *from = g_build_filename (place->root, "from", NULL);
  g_autofree char *other = g_build_filename (place->root, "ascend_pytorch_profiler_0.db", NULL);
  g_autofree char *before = g_build_filename (place->root, "before", NULL);
  g_autoptr (LscTestProfile) profile = lsc_test_pipeline_profile (0, 1, 2);
  g_autofree char *db = lsc_test_write_rank (profile, from, 0);
  g_autofree char *mine = lsc_test_write_rank (profile, place->data, 0);
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_copy (db, other);
  lsc_test_copy (db, before);
  output = lsc_test_cli_output (place, EXIT_IO, "pp", place->data, "--compare", other, "--table",
                                other, NULL);
  assert_refused (place, other, output);
  lsc_test_assert_same_file (other, before);
}

/* A folder of results by its content, not by its name. */
static void
test_renamed_folder (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *rank = lsc_test_rank_dir (place->data, 0);
  g_autofree char *renamed = g_build_filename (place->data, "first try", NULL);
  g_autofree char *target = g_build_filename (renamed, "PROF_1", "new.xlsx", NULL);
  g_autofree char *folder = g_path_get_dirname (target);

  lsc_test_write_modules (place, 1);
  g_assert_cmpint (g_rename (rank, renamed), ==, 0);
  g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
  refuse_slices (place, place->data, target);
}

/* ---- the current folder ---- */

static void
test_convert_here (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *rank = lsc_test_rank_dir (place->data, 0);
  g_autofree char *name = g_path_get_basename (rank);
  g_autofree char *result = g_strconcat (name, ".lanescope.db", NULL);
  g_autofree char *before = g_get_current_dir ();
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_write_modules (place, 1);
  g_assert_cmpint (g_chdir (rank), ==, 0);
  output = lsc_test_cli_output (place, EXIT_IO, "convert", rank, "--to", "db", NULL);
  g_assert_cmpint (g_chdir (before), ==, 0);
  assert_refused (place, result, output);
}

/* ---- what others recorded ---- */

typedef struct
{
  const char *name;
  const char *text;
} Recording;

#define EVENT                                                                                      \
  "{\"ph\": \"X\", \"name\": \"add\", \"pid\": 1, \"tid\": 2, \"ts\": \"10\", \"dur\": 5}"

static const Recording recordings[] = {
  { "trace", TRACE },
  { "list", "\xef\xbb\xbf [" EVENT "]" },
  { "kernels",
    "Name,Type,Accelerator Core,Start Time(us),Duration(us)\r\nadd,Add,AI_CORE,1,2\r\n" },
  { "steps",
    "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free\n0,1,0,0,0,1\n" },
  { "matrix",
    "{\"step1\": {\"p2p\": {}, \"collective\": {\"a@1\": {\"Communication Time Info\": {}}}}}" },
  { "snapshot", "\x80\x04}\x94(\x8c\x08segments\x94]\x94\x8c\rdevice_traces\x94]\x94u." },
};

/* Everything that can be named as a target, of every kind that others record. */
static char **
write_recordings (LscTestPlace *place)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  g_autoptr (LscTestProfile) profile = lsc_test_pipeline_profile (0, 1, 2);
  g_autofree char *folder = g_build_filename (place->root, "others", NULL);
  g_autofree char *rank = lsc_test_write_rank (profile, folder, 0);
  g_autofree char *database = g_build_filename (place->root, "other-database", NULL);
  g_autofree char *archive = g_build_filename (place->root, "other-archive", NULL);

  lsc_test_copy (rank, database);
  write_archive (archive);
  g_strv_builder_add (paths, database);
  g_strv_builder_add (paths, archive);
  for (gsize i = 0; i < G_N_ELEMENTS (recordings); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/other-%s", place->root, recordings[i].name);

      g_assert_true (g_file_set_contents (path, recordings[i].text, -1, NULL));
      g_strv_builder_add (paths, path);
    }
  return g_strv_builder_end (paths);
}

static const Writer others[] = {
  { "report", "--report", "html" }, { "report", "--report", "json" },
  { "report", "--report", "md" },   { "report", "--report", "xlsx" },
  { "report", "--report", "pdf" },  { "convert", "--out", "db" },
  { "findings", "--xlsx", "xlsx" }, { "overview", "--xlsx", "xlsx" },
  { "budget", "--xlsx", "xlsx" },   { "waits", "--xlsx", "xlsx" },
  { "check", "--budget", "json" },
};

static void
refuse_writer (LscTestPlace *place, const Writer *writer, const char *recording)
{
  g_autofree char *target = g_strdup_printf ("%s.%s", recording, writer->ending);
  const char *more = NULL;
  g_autoptr (LscTestOutput) output = NULL;

  if (g_str_equal (writer->command, "check"))
    more = "--init";
  else if (g_str_equal (writer->command, "convert"))
    more = "--to=db";
  lsc_test_copy (recording, target);
  g_test_message ("%s %s %s", writer->command, writer->option, target);
  output = lsc_test_cli_output (place, EXIT_IO, writer->command, place->data, writer->option,
                                target, more, NULL);
  lsc_test_assert_contains (output->err, target);
  lsc_test_assert_same_file (recording, target);
  g_assert_cmpint (g_unlink (target), ==, 0);
}

static void
test_recordings_of_others (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_auto (GStrv) paths = NULL;

  lsc_test_write_pipeline (place, 2, 2);
  paths = write_recordings (place);
  for (gsize i = 0; paths[i]; i++)
    {
      for (gsize k = 0; k < G_N_ELEMENTS (writers); k++)
        refuse_writer (place, &writers[k], paths[i]);
      for (gsize k = 0; k < G_N_ELEMENTS (others); k++)
        refuse_writer (place, &others[k], paths[i]);
    }
}

/* The same name twice, as one would, and a table beside others. */
static void
test_own_again (void)
{
  static const char *const names[] = { "all.db", "all.xlsx", "all.csv", "all.json" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  lsc_test_write_pipeline (place, 2, 2);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (place->root, names[i], NULL);

      for (guint k = 0; k < 2; k++)
        lsc_test_cli (place, EXIT_DELIVERED, "pp", place->data, "--table", path, NULL);
    }
}

/* ---- results in a profile ---- */

static void
test_results_folder (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *rank = lsc_test_rank_dir (place->data, 0);
  g_autofree char *target = g_build_filename (rank, "cluster_analysis_output", "slices.xlsx", NULL);

  lsc_test_write_modules (place, 1);
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", rank, NULL);
  write_slices (place, rank, target);
}

/* ---- rows for the reference viewer ---- */

/* The database of a rank is a link to a file elsewhere, which is read, but not written into. */
static void
test_no_rows_elsewhere (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = lsc_test_rank_db (place, 0);
  g_autofree char *folder = g_path_get_dirname (db);
  g_autofree char *analysis = g_build_filename (folder, "analysis.db", NULL);
  g_autofree char *away = g_build_filename (place->root, "away.db", NULL);
  g_autofree char *backup = g_strconcat (db, ".lanescope-bak", NULL);
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_write_pipeline (place, 2, 2);
  g_assert_cmpint (g_rename (db, away), ==, 0);
  make_link (away, db);
  g_assert_true (g_file_set_contents (analysis, "", 0, NULL));
  lsc_test_sql_run (analysis, "CREATE TABLE StepTraceTime (computing REAL)");
  output = lsc_test_cli_output (place, EXIT_IO, "pp", place->data, "--write-step-task-info", NULL);
  lsc_test_assert_contains (output->err, db);
  lsc_test_assert_contains (output->err, "it is a link");
  g_assert_false (g_file_test (backup, G_FILE_TEST_EXISTS));
}

/* What is refused is refused before anything else is written. */
static void
test_no_rows_before (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *rank = lsc_test_rank_dir (place->data, 0);
  g_autofree char *target = g_build_filename (rank, "blocks.csv", NULL);
  g_autoptr (LscTestOutput) table = NULL;
  g_autoptr (LscTestOutput) folder = NULL;

  lsc_test_write_pipeline (place, 1, 2);
  table = lsc_test_cli_output (place, EXIT_IO, "pp", place->data, "--write-step-task-info",
                               "--table", target, NULL);
  assert_refused (place, target, table);
  folder = lsc_test_cli_output (place, EXIT_IO, "-m", "pp_chart", "-d", place->data, "-o", target,
                                "--write_step_task_info", NULL);
  assert_refused (place, target, folder);
}

/* As a shell does with ">> trace.json". */
static void
test_standard_output (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  g_autofree char *path = g_build_filename (place->data, "trace.json", NULL);
  g_autofree char *other = g_build_filename (place->data, "trace.txt", NULL);
  static const char *const commands[] = { "slices", "info" };

  g_assert_true (g_file_set_contents (path, TRACE, -1, NULL));
  g_assert_true (g_file_set_contents (other, TRACE, -1, NULL));
  for (gsize i = 0; i < 2 * G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (GSubprocessLauncher) launcher =
          g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);
      const char *target = i % 2 ? other : path;
      g_autoptr (GSubprocess) process = NULL;
      g_autofree char *err = NULL;
      g_autofree char *text = NULL;

      g_subprocess_launcher_take_stdout_fd (launcher,
                                            open (target, O_WRONLY | O_APPEND | O_CLOEXEC));
      process = g_subprocess_launcher_spawn (launcher, NULL, program, commands[i / 2], path, NULL);
      g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &err, NULL));
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, i % 2 ? 0 : EXIT_IO);
      text = lsc_test_read (path, NULL);
      g_assert_cmpstr (text, ==, TRACE);
      if (i % 2 == 0)
        lsc_test_assert_contains (err, path);
    }
}

/* ---- the backup of what is changed on request ---- */

typedef enum
{
  TAKEN_TEXT,
  TAKEN_FOLDER,
  TAKEN_PIPE,
  TAKEN_LINK_TO_DATABASE,
  TAKEN_LINK_TO_OTHER,
  TAKEN_LINK_OUTSIDE,
  N_TAKEN,
} Taken;

/* Under the backup's name. */
static void
take_name (const LscTestPlace *place, const char *backup, Taken taken)
{
  g_autofree char *name = g_path_get_basename (backup);
  g_autofree char *database = g_strndup (name, strlen (name) - strlen (".lanescope-bak"));
  g_autofree char *outside = g_build_filename (place->root, "outside.db", NULL);
  const char *targets[N_TAKEN] = { [TAKEN_LINK_TO_DATABASE] = database,
                                   [TAKEN_LINK_TO_OTHER] = "analysis.db",
                                   [TAKEN_LINK_OUTSIDE] = outside };

  if (taken == TAKEN_TEXT)
    g_assert_true (g_file_set_contents (backup, "SQLite format 3", -1, NULL));
  else if (taken == TAKEN_FOLDER)
    g_assert_cmpint (g_mkdir (backup, 0755), ==, 0);
  else if (taken == TAKEN_PIPE)
    g_assert_cmpint (mkfifo (backup, 0600), ==, 0);
  else
    g_assert_cmpint (symlink (targets[taken], backup), ==, 0);
}

/* Without a true backup nothing is changed, and no link leads the backup elsewhere. */
static void
test_write_no_backup (void)
{
  for (Taken taken = 0; taken < N_TAKEN; taken++)
    {
      g_autoptr (LscTestPlace) place = lsc_test_place_new ();
      g_autofree char *path = lsc_test_rank_db (place, 0);
      g_autofree char *backup = g_strconcat (path, ".lanescope-bak", NULL);
      g_autofree char *outside = g_build_filename (place->root, "outside.db", NULL);
      g_autofree char *original = g_build_filename (place->root, "original.db", NULL);
      g_autoptr (LscTestOutput) output = NULL;

      lsc_test_write_pipeline (place, 2, 2);
      lsc_test_copy (path, original);
      take_name (place, backup, taken);
      lsc_test_place_watch (place, FALSE);
      output =
          lsc_test_cli_output (place, EXIT_IO, "pp", place->data, "--write-step-task-info", NULL);
      lsc_test_assert_contains (output->err, backup);
      lsc_test_assert_same_file (path, original);
      g_assert_false (g_file_test (outside, G_FILE_TEST_EXISTS));
    }
}

/* An interrupt after the backup leaves it as it is; the next run goes on with it. */
static void
test_write_after_backup (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = lsc_test_rank_db (place, 0);
  g_autofree char *backup = g_strconcat (path, ".lanescope-bak", NULL);
  g_autofree char *original = g_build_filename (place->root, "original.db", NULL);

  lsc_test_write_pipeline (place, 2, 2);
  lsc_test_copy (path, original);
  lsc_test_copy (path, backup);
  lsc_test_place_watch (place, FALSE);
  lsc_test_cli (place, EXIT_DELIVERED, "pp", place->data, "--write-step-task-info", NULL);
  lsc_test_assert_same_file (backup, original);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/options", test_options);
  g_test_add_func ("/guard/output-folder", test_output_folder);
  g_test_add_func ("/guard/names", test_names);
  g_test_add_func ("/guard/loose-databases", test_loose_databases);
  g_test_add_func ("/guard/trace", test_trace);
  g_test_add_func ("/guard/tables-beside", test_tables_beside);
  g_test_add_func ("/guard/archive", test_archive);
  g_test_add_func ("/guard/compared", test_compared);
  g_test_add_func ("/guard/renamed-folder", test_renamed_folder);
  g_test_add_func ("/guard/convert-here", test_convert_here);
  g_test_add_func ("/guard/recordings-of-others", test_recordings_of_others);
  g_test_add_func ("/guard/own-again", test_own_again);
  g_test_add_func ("/guard/results-folder", test_results_folder);
  g_test_add_func ("/guard/no-rows-elsewhere", test_no_rows_elsewhere);
  g_test_add_func ("/guard/no-rows-before", test_no_rows_before);
  g_test_add_func ("/guard/standard-output", test_standard_output);
  g_test_add_func ("/guard/no-backup", test_write_no_backup);
  g_test_add_func ("/guard/after-backup", test_write_after_backup);
  return g_test_run ();
}
