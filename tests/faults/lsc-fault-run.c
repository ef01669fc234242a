/* lsc-fault-run.c - a command with one fault, and what it leaves
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-fault-run.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define MAX_SECONDS 30
#define TRACE "trace" /* below the folder of a run */

LscFaultWorld lsc_fault_world;

/* ---- Inputs -------------------------------------------------------------------------------- */

static void
write_packed (const char *path, const char *text)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GConverter) gzip =
      G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6));
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileOutputStream) raw = g_file_replace (file, NULL, FALSE, 0, NULL, &error);
  g_autoptr (GOutputStream) stream = NULL;

  g_assert_no_error (error);
  stream = g_converter_output_stream_new (G_OUTPUT_STREAM (raw), gzip);
  g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_close (stream, NULL, &error);
  g_assert_no_error (error);
}

static void
write_trace (const char *path)
{
  static const char text[] =
      "{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":1,\"tid\":"
      "1,"
      "\"ts\":10,\"dur\":5},{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,"
      "\"ts\":20.125,\"dur\":9}]}";

  write_packed (path, text);
}

static void
write_ops (const char *path)
{
  g_autofree char *from = g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "tests", "data",
                                            "ops", "timeline-small.json", NULL);
  g_autofree char *text = lsc_test_read (from, NULL);

  write_packed (path, text);
}

/* What convert makes of a cluster. */
static void
write_own (LscTestPlace *place)
{
  g_autofree char *made = g_build_filename (place->root, "own.db", NULL);

  lsc_test_cli (place, EXIT_DELIVERED, "convert", lsc_fault_world.data, "--to", "db", "--out", made,
                "-q", NULL);
  lsc_fault_world.own = g_build_filename (place->data, "own.db", NULL);
  lsc_test_copy (made, lsc_fault_world.own);
}

/* A result of text files alone. */
static void
write_text (LscTestPlace *place)
{
  g_autofree char *made =
      lsc_test_record (place, "text", "--preset small --ranks 1 --steps 1 --text --no-db");

  lsc_fault_world.text = g_build_filename (place->data, "text", NULL);
  g_assert_cmpint (g_rename (made, lsc_fault_world.text), ==, 0);
}

static void
write_inputs (LscTestPlace *place)
{
  g_autoptr (LscTestProfile) logged = lsc_test_module_profile (0);
  g_autofree char *db = NULL;
  g_autoptr (GError) error = NULL;

  lsc_fault_world.inputs = g_strdup (place->data);
  lsc_fault_world.data = g_build_filename (place->data, "cluster", NULL);
  lsc_fault_world.log = g_build_filename (place->data, "logged", NULL);
  lsc_fault_world.trace = g_build_filename (place->data, "trace.json.gz", NULL);
  lsc_fault_world.ops = g_build_filename (place->data, "timeline-small.json.gz", NULL);
  for (int rank = 0; rank < 2; rank++)
    {
      g_autoptr (LscTestProfile) profile = lsc_test_module_profile (rank);

      lsc_test_add_pipeline (profile, rank, 2, 4);
      g_free (lsc_test_write_rank (profile, lsc_fault_world.data, rank));
    }
  db = lsc_test_write_rank (logged, lsc_fault_world.log, 0);
  lsc_test_sql_into_log (db, "UPDATE TASK SET endNs = endNs + 1");
  write_trace (lsc_fault_world.trace);
  write_ops (lsc_fault_world.ops);
  write_own (place);
  write_text (place);
  lsc_fault_world.sum = lsc_test_tree_checksum (lsc_fault_world.inputs, &error);
  g_assert_no_error (error);
}

void
lsc_fault_world_init (LscTestPlace *place)
{
  lsc_fault_world.program = lsc_test_program ("src/cli/lanescope-cli");
  lsc_fault_world.shim = lsc_test_program ("tests/faults/liblsc-fault-shim.so");
#ifdef LSC_WITH_ALLOC_FAULTS
  lsc_fault_world.alloc_shim = lsc_test_program ("tests/faults/liblsc-fault-alloc.so");
#endif
  write_inputs (place);
}

void
lsc_fault_world_clear (void)
{
  char **const texts[] = { &lsc_fault_world.program,    &lsc_fault_world.shim,
                           &lsc_fault_world.alloc_shim, &lsc_fault_world.inputs,
                           &lsc_fault_world.sum,        &lsc_fault_world.data,
                           &lsc_fault_world.log,        &lsc_fault_world.trace,
                           &lsc_fault_world.ops,        &lsc_fault_world.own,
                           &lsc_fault_world.text };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    g_clear_pointer (texts[i], g_free);
}

/* ---- One run ------------------------------------------------------------------------------- */

void
lsc_fault_outcome_clear (LscFaultOutcome *self)
{
  g_free (self->out);
  g_free (self->err);
  g_free (self->files);
  g_free (self->trace);
}
static char *
replace (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, -1);

  return g_strjoinv (to, parts);
}

static char *
expand (const char *word, const char *out)
{
  const char *const names[] = { "@data",  lsc_fault_world.data,
                                "@log",   lsc_fault_world.log,
                                "@trace", lsc_fault_world.trace,
                                "@ops",   lsc_fault_world.ops,
                                "@own",   lsc_fault_world.own,
                                "@text",  lsc_fault_world.text,
                                "@out",   out };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i += 2)
    if (strstr (word, names[i]))
      return replace (word, names[i], names[i + 1]);
  return g_strdup (word);
}

static void
limit_child (gpointer user_data)
{
  const struct rlimit no_core = { 0, 0 };

  setrlimit (RLIMIT_CORE, &no_core);
  alarm (MAX_SECONDS); /* kept over exec: ends what hangs */
}

static void
set_alloc (GSubprocessLauncher *self, const char *root, const char *number)
{
  g_autofree char *count = g_build_filename (root, "count", NULL);
  g_autofree char *trace = g_build_filename (root, TRACE, NULL);

  g_subprocess_launcher_setenv (self, "LSC_FAULT_TRACE", trace, TRUE);
  g_subprocess_launcher_setenv (self, "LD_PRELOAD", lsc_fault_world.alloc_shim, TRUE);
  g_subprocess_launcher_setenv (self, "MALLOC_PERTURB_", "", TRUE); /* so that runs are alike */
  if (*number)
    g_subprocess_launcher_setenv (self, "LSC_FAULT_ALLOC", number, TRUE);
  else
    g_subprocess_launcher_setenv (self, "LSC_FAULT_ALLOC_COUNT", count, TRUE);
}

static GSubprocessLauncher *
make_launcher (const char *root, const char *fault)
{
  GSubprocessLauncher *self =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autofree char *tmp = g_build_filename (root, "tmp", NULL);
  g_autofree char *counts = g_build_filename (root, "counts", NULL);
  g_autofree char *out = g_build_filename (root, "out", NULL);
  g_autofree char *roots = g_strdup_printf ("%s:%s:%s", lsc_fault_world.inputs, out, tmp);

  g_subprocess_launcher_set_child_setup (self, limit_child, NULL, NULL);
  g_subprocess_launcher_setenv (self, "LD_PRELOAD", lsc_fault_world.shim, TRUE);
  g_subprocess_launcher_setenv (self, "LSC_FAULT_ROOTS", roots, TRUE);
  g_subprocess_launcher_setenv (self, "TMPDIR", tmp, TRUE);
  if (fault && g_str_has_prefix (fault, "alloc:"))
    set_alloc (self, root, fault + strlen ("alloc:"));
  else if (fault)
    g_subprocess_launcher_setenv (self, "LSC_FAULT", fault, TRUE);
  else
    g_subprocess_launcher_setenv (self, "LSC_FAULT_COUNTS", counts, TRUE);
  return self;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

GPtrArray *
lsc_fault_list_folder (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* Adds a line with name and checksum for each file below @folder. */
static void
list_files (const char *folder, const char *shown, GString *list)
{
  g_autoptr (GPtrArray) names = lsc_fault_list_folder (folder);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
      g_autofree char *below = g_build_filename (shown, names->pdata[i], NULL);
      g_autofree char *bytes = NULL;
      g_autofree char *sum = NULL;
      gsize length;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        {
          list_files (path, below, list);
          continue;
        }
      bytes = lsc_test_read (path, &length);
      sum = g_compute_checksum_for_data (G_CHECKSUM_SHA1, (const guchar *) bytes, length);
      g_string_append_printf (list, "%s %s\n", below, sum);
    }
}

/* An empty folder for results and one for temporary files. */
static void
clean_root (const char *root, const LscFaultScenario *scenario)
{
  g_autofree char *out = g_build_filename (root, "out", NULL);
  g_autofree char *tmp = g_build_filename (root, "tmp", NULL);
  g_autoptr (GError) error = NULL;

  lsc_test_remove_tree (out);
  lsc_test_remove_tree (tmp);
  g_assert_cmpint (g_mkdir_with_parents (out, 0755), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (tmp, 0755), ==, 0);
  if (scenario->old)
    {
      g_autofree char *old = g_build_filename (out, scenario->old, NULL);

      g_file_set_contents (old, LSC_FAULT_OLD_TEXT, -1, &error);
      g_assert_no_error (error);
    }
}

static char *
take_text (GBytes *bytes, const char *root)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autofree char *text = g_strndup (data ? data : "", length);

  return replace (text, root, "@root");
}

/* Takes the file away, so that the next run has its own. */
static char *
take_trace (const char *root)
{
  g_autofree char *path = g_build_filename (root, TRACE, NULL);
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return g_strdup ("");
  g_unlink (path);
  return text;
}

/* Runs a command with @fault, such as "write:3"; %NULL = without any, and counted. */
void
lsc_fault_run (const LscFaultScenario *scenario, const char *root, const char *fault,
               LscFaultOutcome *outcome)
{
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) files = g_string_new (NULL);
  g_autofree char *out = g_build_filename (root, "out", NULL);
  g_autoptr (GBytes) text = NULL;
  g_autoptr (GBytes) message = NULL;
  g_autoptr (GError) error = NULL;

  clean_root (root, scenario);
  launcher = make_launcher (root, fault);
  g_ptr_array_add (argv, g_strdup (lsc_fault_world.program));
  for (guint i = 0; scenario->words[i]; i++)
    g_ptr_array_add (argv, expand (scenario->words[i], out));
  g_ptr_array_add (argv, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, &error);
  g_assert_no_error (error);
  g_subprocess_communicate (process, NULL, NULL, &text, &message, &error);
  g_assert_no_error (error);
  list_files (out, "", files);
  outcome->status = g_subprocess_get_status (process);
  outcome->out = take_text (text, root);
  outcome->err = take_text (message, root);
  outcome->trace = take_trace (root);
  outcome->files = g_string_free (g_steal_pointer (&files), FALSE);
}
