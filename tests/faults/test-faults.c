/* test-faults.c - commands whose files, statements and threads fail one at a time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each command runs once to be counted, and then once for each call that is to fail. Whatever
 * fails: no crash, no hang, no file left over, the input as it was, a sentence that says what
 * happened; and exit 0 only with exactly the results of the run without faults. Where an
 * allocation fails, GLib may end the program on its own, but nothing else may.
 */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lsc-fault-plan.h"
#include "lsc-test-cli.h"

#define MAX_SECONDS 30
#define OLD_TEXT "the result of yesterday\n"

/* The words of a command; "@data", "@log", "@trace", "@own", "@text" are inputs, "@out" is the
 * folder of results. */
typedef struct
{
  const char *name;
  const char *words[12];
  const char *old; /* (nullable): a file of results that is there already */
} Scenario;

static const Scenario scenarios[] = {
  { "analyze-db", { "-m", "all", "-d", "@data", "-o", "@out", "-j1" }, NULL },
  { "analyze-xlsx",
    { "-m", "all", "-d", "@data", "-o", "@out", "-j1", "--export_type", "xlsx" },
    NULL },
  { "convert", { "convert", "@data", "--to", "db", "--out", "@out/x.db", "-j1" }, NULL },
  { "slices", { "slices", "@data", "--xlsx=@out/s.xlsx", "-j1" }, "s.xlsx" },
  { "picture", { "pp", "@data", "--out", "@out/p.svg", "-j1" }, "p.svg" },
  { "log", { "overlap", "@log", "--json", "-j1" }, NULL },
  { "trace", { "slices", "@trace", "--json", "-j1" }, NULL },
  { "own", { "slices", "@own", "--json", "-j1" }, NULL },
};

/* Commands whose allocations fail, on each of the inputs ("@in"). */
static const char *const commands[][10] = {
  { "-m", "all", "-d", "@in", "-o", "@out" },
  { "-m", "all", "-d", "@in", "-o", "@out", "--export_type", "xlsx" },
  { "info", "@in" },
  { "tree", "@in" },
  { "tree", "@in", "--xlsx=@out/t.xlsx" },
  { "pp", "@in", "--table", "@out/p.db" },
  { "pp", "@in", "--out", "@out/p.png" },
  { "overview", "@in" },
  { "findings", "@in", "--json" },
  { "budget", "@in" },
  { "overlap", "@in" },
  { "dispatch", "@in" },
  { "waits", "@in", "--csv" },
  { "slices", "@in", "--json" },
  { "query", "@in", "select count(*), max(name) from slices" },
  { "timeline", "@in", "--out", "@out/t.pdf" },
  { "convert", "@in", "--to", "db", "--out", "@out/c.db" },
  { "report", "@in", "--report", "@out/r.html" },
  { "compare", "@in", "@in" },
  { "check", "@in", "--init" },
  { "schedule", "zbh1", "--stages", "4", "--micro-batches", "8" },
};

static const char *const inputs[] = { "@data", "@log", "@trace", "@own", "@text" };

#define N_FIRST 300
#define N_RANDOM 200
#define N_CHOSEN 6 /* where not all are asked for */
#define SEED 20261127

/* What all runs share. */
typedef struct
{
  char *program;
  char *shim;
  char *alloc_shim; /* (nullable): none in a build with sanitizers */
  char *inputs;     /* watched: no run may change it */
  char *sum;
  char *data;
  char *log;
  char *trace;
  char *own;
  char *text;
} World;

/* What a run left. */
typedef struct
{
  int status; /* of waitpid() */
  char *out;
  char *err;
  char *files; /* names and contents of the results */
} Outcome;

static World world;

/* ---- Inputs -------------------------------------------------------------------------------- */

static void
write_trace (const char *path)
{
  static const char text[] =
      "{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":1,\"tid\":"
      "1,"
      "\"ts\":10,\"dur\":5},{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,"
      "\"ts\":20.125,\"dur\":9}]}";
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

/* What convert makes of a cluster. */
static void
write_own (LscTestPlace *place)
{
  g_autofree char *made = g_build_filename (place->root, "own.db", NULL);

  lsc_test_cli (place, EXIT_DELIVERED, "convert", world.data, "--to", "db", "--out", made, "-q",
                NULL);
  world.own = g_build_filename (place->data, "own.db", NULL);
  lsc_test_copy (made, world.own);
}

/* A result of text files alone. */
static void
write_text (LscTestPlace *place)
{
  g_autofree char *made =
      lsc_test_record (place, "text", "--preset small --ranks 1 --steps 1 --text --no-db");

  world.text = g_build_filename (place->data, "text", NULL);
  g_assert_cmpint (g_rename (made, world.text), ==, 0);
}

static void
write_inputs (LscTestPlace *place)
{
  g_autoptr (LscTestProfile) logged = lsc_test_module_profile (0);
  g_autofree char *db = NULL;
  g_autoptr (GError) error = NULL;

  world.inputs = g_strdup (place->data);
  world.data = g_build_filename (place->data, "cluster", NULL);
  world.log = g_build_filename (place->data, "logged", NULL);
  world.trace = g_build_filename (place->data, "trace.json.gz", NULL);
  for (int rank = 0; rank < 2; rank++)
    {
      g_autoptr (LscTestProfile) profile = lsc_test_module_profile (rank);

      lsc_test_add_pipeline (profile, rank, 2, 4);
      g_free (lsc_test_write_rank (profile, world.data, rank));
    }
  db = lsc_test_write_rank (logged, world.log, 0);
  lsc_test_sql_into_log (db, "UPDATE TASK SET endNs = endNs + 1");
  write_trace (world.trace);
  write_own (place);
  write_text (place);
  world.sum = lsc_test_tree_checksum (world.inputs, &error);
  g_assert_no_error (error);
}

/* ---- One run ------------------------------------------------------------------------------- */

static void
outcome_clear (Outcome *self)
{
  g_free (self->out);
  g_free (self->err);
  g_free (self->files);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

static char *
replace (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, -1);

  return g_strjoinv (to, parts);
}

static char *
expand (const char *word, const char *out)
{
  const char *const names[] = { "@data", world.data, "@log",  world.log,  "@trace", world.trace,
                                "@own",  world.own,  "@text", world.text, "@out",   out };

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

  g_subprocess_launcher_setenv (self, "LD_PRELOAD", world.alloc_shim, TRUE);
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
  g_autofree char *roots = g_strdup_printf ("%s:%s:%s", world.inputs, out, tmp);

  g_subprocess_launcher_set_child_setup (self, limit_child, NULL, NULL);
  g_subprocess_launcher_setenv (self, "LD_PRELOAD", world.shim, TRUE);
  g_subprocess_launcher_setenv (self, "LSC_FAULT_ROOTS", roots, TRUE);
  g_subprocess_launcher_setenv (self, "TMPDIR", tmp, TRUE);
  if (fault && g_str_has_prefix (fault, "trace:"))
    {
      g_subprocess_launcher_setenv (self, "LSC_FAULT_TRACE", "1", TRUE);
      fault += strlen ("trace:");
    }
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

static GPtrArray *
list_folder (const char *folder)
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
  g_autoptr (GPtrArray) names = list_folder (folder);

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
clean_root (const char *root, const Scenario *scenario)
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

      g_file_set_contents (old, OLD_TEXT, -1, &error);
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

/* Runs a command with @fault, such as "write:3"; %NULL = without any, and counted. */
static void
run (const Scenario *scenario, const char *root, const char *fault, Outcome *outcome)
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
  g_ptr_array_add (argv, g_strdup (world.program));
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
  outcome->files = g_string_free (g_steal_pointer (&files), FALSE);
}

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

/* ---- What may be left ---------------------------------------------------------------------- */

static gboolean
is_left_over (const char *name)
{
  static const char *const parts[] = { ".part", "-journal", "-wal", "-shm", ".tmp" };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strstr (name, parts[i]))
      return TRUE;
  return FALSE;
}

/* A result is as without faults, or as it was before; a command that delivers in part may deliver
 * fewer rows. */
static const char *
judge_files (const Outcome *good, const Outcome *bad, int code)
{
  g_auto (GStrv) lines = g_strsplit (bad->files, "\n", -1);
  g_autofree char *old = g_compute_checksum_for_string (G_CHECKSUM_SHA1, OLD_TEXT, -1);

  for (guint i = 0; lines[i]; i++)
    {
      if (is_left_over (lines[i]))
        return "a temporary file is left";
      if (code == EXIT_IO && !strstr (good->files, lines[i]) && !g_str_has_suffix (lines[i], old))
        return "a result is half written";
    }
  return NULL;
}

static const char *
judge (const Outcome *good, const Outcome *bad, const char *root)
{
  g_autofree char *tmp = g_build_filename (root, "tmp", NULL);
  g_autoptr (GPtrArray) left = list_folder (tmp);
  int code;

  if (!WIFEXITED (bad->status))
    return WTERMSIG (bad->status) == SIGALRM ? "it hangs" : "it crashed";
  code = WEXITSTATUS (bad->status);
  if (left->len > 0)
    return "something is left in the temporary folder";
  if (code == EXIT_DELIVERED)
    return strcmp (good->out, bad->out) != 0       ? "exit 0, but it printed something else"
           : strcmp (good->files, bad->files) != 0 ? "exit 0, but the files are not the same"
                                                   : NULL;
  if (code == EXIT_WRONG_USAGE || code > EXIT_IO)
    return "the exit code is not one of a failure to read or write";
  if (bad->err[0] == '\0')
    return "nothing was said";
  return judge_files (good, bad, code);
}

/* GLib ends the program where it gets no memory, with a word and by a trap. */
static gboolean
is_ended_by_glib (const Outcome *self)
{
  return WIFSIGNALED (self->status) &&
         (WTERMSIG (self->status) == SIGTRAP || WTERMSIG (self->status) == SIGABRT) &&
         (strstr (self->err, "failed to allocate") || strstr (self->err, "GLib"));
}

/* Libraries that do not look whether they got memory, or end the program where they did not. The
 * trace names whoever asked: the first that is neither ours nor the C library. */
static gboolean
is_asked_by_others (const char *trace)
{
  static const char *const careless[] = { "libxlsxwriter", "libarchive",  "libfontconfig",
                                          "libcairo",      "libpango",    "libpixman",
                                          "libfreetype",   "libharfbuzz", "librsvg",
                                          "libexpat",      "libxml2",     "libgio",
                                          "libgobject",    "libpcre",     "libminizip" };
  g_auto (GStrv) lines = g_strsplit (trace, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    {
      if (lines[i][0] != '/' || strstr (lines[i], "liblsc-fault") || strstr (lines[i], "libc.so"))
        continue;
      for (gsize k = 0; k < G_N_ELEMENTS (careless); k++)
        if (strstr (lines[i], careless[k]))
          return TRUE;
      return FALSE;
    }
  return FALSE;
}

/* Names and sums of @files; of documents that hold the time of day the names alone. */
static char *
leave_out_documents (const char *files)
{
  static const char *const endings[] = { ".xlsx ", ".pdf " };
  g_auto (GStrv) lines = g_strsplit (files, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    for (gsize k = 0; k < G_N_ELEMENTS (endings); k++)
      if (strstr (lines[i], endings[k]))
        strstr (lines[i], endings[k])[strlen (endings[k])] = '\0';
  return g_strjoinv ("\n", lines);
}

static const char *
judge_alloc (const Outcome *good, const Outcome *bad, const char *root)
{
  g_autofree char *tmp = g_build_filename (root, "tmp", NULL);
  g_autoptr (GPtrArray) left = list_folder (tmp);
  g_autofree char *good_files = leave_out_documents (good->files);
  g_autofree char *bad_files = leave_out_documents (bad->files);
  const Outcome wanted = { good->status, good->out, good->err, good_files };
  const Outcome found = { bad->status, bad->out, bad->err, bad_files };

  if (left->len > 0)
    return "something is left in the temporary folder";
  if (found.status == wanted.status && g_str_equal (found.out, wanted.out) &&
      g_str_equal (found.files, wanted.files))
    return NULL;
  /* The linker of the system says so itself. */
  if (is_ended_by_glib (bad) || (WIFEXITED (bad->status) && WEXITSTATUS (bad->status) == 127))
    return judge_files (&wanted, &found, EXIT_IO);
  return judge (&wanted, &found, root);
}

/* ---- All runs of a command ----------------------------------------------------------------- */

typedef struct
{
  const Scenario *scenario;
  const Outcome *good;
  const char *(*judge) (const Outcome *good, const Outcome *bad, const char *root);
  GPtrArray *faults;
  int next;
  GMutex lock;
  GString *findings;
  guint n_findings;
} Campaign;

/* The first line of two texts that differs. */
static void
append_difference (GString *findings, const char *good, const char *bad)
{
  gsize at = 0;

  while (good[at] && good[at] == bad[at])
    at++;
  while (at > 0 && good[at - 1] != '\n')
    at--;
  g_string_append_printf (findings, "  good: %.*s\n  bad:  %.*s\n", (int) strcspn (good + at, "\n"),
                          good + at, (int) strcspn (bad + at, "\n"), bad + at);
}

static void
tell (Campaign *self, const char *fault, const char *finding, const Outcome *outcome)
{
  g_mutex_lock (&self->lock);
  self->n_findings++;
  g_string_append_printf (self->findings, "%s %s: %s (status %#x): %.300s\n", self->scenario->name,
                          fault, finding, (guint) outcome->status, outcome->err);
  if (!g_str_equal (outcome->out, self->good->out))
    append_difference (self->findings, self->good->out, outcome->out);
  g_mutex_unlock (&self->lock);
}

/* Whether what was found is of a library that is not ours: the same again, with the trace. */
static gboolean
blames_others (const Campaign *self, guint index, const char *root)
{
  g_autofree char *fault = g_strconcat ("trace:", self->faults->pdata[index], NULL);
  g_auto (Outcome) outcome = { 0 };
  const char *finding;

  run (self->scenario, root, fault, &outcome);
  finding = judge_alloc (self->good, &outcome, root);
  if (finding && (strstr (finding, "left") || strstr (finding, "half")))
    return FALSE;
  if (is_asked_by_others (outcome.err))
    return TRUE;
  g_printerr ("%s:\n%.2000s\n", fault, outcome.err);
  return FALSE;
}

static gpointer
work (gpointer data)
{
  Campaign *self = data;
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();

  for (;;)
    {
      guint index = (guint) g_atomic_int_add (&self->next, 1);
      g_auto (Outcome) outcome = { 0 };
      const char *finding;

      if (index >= self->faults->len)
        return NULL;
      run (self->scenario, root, self->faults->pdata[index], &outcome);
      finding = self->judge (self->good, &outcome, root);
      if (finding && (self->judge != judge_alloc || !blames_others (self, index, root)))
        tell (self, self->faults->pdata[index], finding, &outcome);
    }
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
run_all (Campaign *self)
{
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  for (guint i = 0; i < g_get_num_processors (); i++)
    g_ptr_array_add (threads, g_thread_new ("run", work, self));
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (threads->pdata[i]);
}

/* The inputs are as they were, and nothing was found. */
static void
finish_campaign (Campaign *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *sum = lsc_test_tree_checksum (world.inputs, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (sum, ==, world.sum);
  if (self->n_findings > 0)
    {
      g_printerr ("%u of %u faults:\n%s", self->n_findings, self->faults->len, self->findings->str);
      g_test_fail ();
    }
  g_string_free (self->findings, TRUE);
}

static void
test_command (gconstpointer data)
{
  const Scenario *scenario = data;
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_auto (Outcome) good = { 0 };
  g_auto (Outcome) again = { 0 };
  g_autoptr (GPtrArray) faults = NULL;
  gint64 counts[LSC_N_FAULTS];
  Campaign campaign = { .scenario = scenario, .good = &good, .judge = judge };

  run (scenario, root, NULL, &good);
  if (good.status != 0)
    g_error ("%s fails without faults: %s", scenario->name, good.err);
  read_counts (root, counts);
  run (scenario, root, NULL, &again);
  g_assert_null (judge (&good, &again, root));
  campaign.faults = faults = list_faults (counts);
  campaign.findings = g_string_new (NULL);
  run_all (&campaign);
  g_test_message ("%s: %u faults", scenario->name, faults->len);
  finish_campaign (&campaign);
}

/* ---- Allocations --------------------------------------------------------------------------- */

static gint64
count_allocations (const char *root)
{
  g_autofree char *path = g_build_filename (root, "count", NULL);
  g_autofree char *text = lsc_test_read (path, NULL);

  return g_ascii_strtoll (text, NULL, 10);
}

static GPtrArray *
list_allocations (gint64 n)
{
  gboolean is_exhaustive = g_strcmp0 (g_getenv ("LANESCOPE_FAULTS"), "all") == 0;
  GPtrArray *faults = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (gint64 i = 1; is_exhaustive && i <= MIN (n, N_FIRST); i++)
    g_ptr_array_add (faults, g_strdup_printf ("alloc:%" G_GINT64_FORMAT, i));
  for (guint i = 0; i < (is_exhaustive ? N_RANDOM : N_CHOSEN); i++)
    {
      gint64 number = 1 + (gint64) (g_rand_double (rand) * (double) n);

      g_ptr_array_add (faults, g_strdup_printf ("alloc:%" G_GINT64_FORMAT, number));
    }
  return faults;
}

/* One command on one input. */
static void
test_allocations_of (const Scenario *scenario)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_auto (Outcome) good = { 0 };
  g_autoptr (GPtrArray) faults = NULL;
  Campaign campaign = { .scenario = scenario, .good = &good, .judge = judge_alloc };

  run (scenario, root, "alloc:", &good);
  if (!WIFEXITED (good.status))
    g_error ("%s ends by a signal without faults: %s", scenario->name, good.err);
  campaign.faults = faults = list_allocations (count_allocations (root));
  campaign.findings = g_string_new (NULL);
  run_all (&campaign);
  g_test_message ("%s: %u allocations", scenario->name, faults->len);
  finish_campaign (&campaign);
}

static void
test_allocations (gconstpointer data)
{
  const char *const *words = data;

  if (!world.alloc_shim)
    {
      g_test_skip ("a sanitizer has allocations in its hands");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autofree char *name = g_strconcat (words[0], " ", inputs[i], NULL);
      Scenario scenario = { name, { NULL }, NULL };
      guint n = 0;
      gboolean has_input = FALSE;

      for (; words[n]; n++)
        {
          gboolean is_input = g_str_equal (words[n], "@in");

          has_input |= is_input;
          scenario.words[n] = is_input ? inputs[i] : words[n];
        }
      if (has_input)
        scenario.words[n] = "-j1";
      test_allocations_of (&scenario);
      if (!has_input)
        break;
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (LscTestPlace) place = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  place = lsc_test_place_new ();
  world.program = lsc_test_program ("src/cli/lanescope-cli");
  world.shim = lsc_test_program ("tests/faults/liblsc-fault-shim.so");
#ifdef LSC_WITH_ALLOC_FAULTS
  world.alloc_shim = lsc_test_program ("tests/faults/liblsc-fault-alloc.so");
#endif
  write_inputs (place);
  for (gsize i = 0; i < G_N_ELEMENTS (scenarios); i++)
    {
      g_autofree char *path = g_strconcat ("/faults/", scenarios[i].name, NULL);

      g_test_add_data_func (path, &scenarios[i], test_command);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/faults/alloc/%s-%zu", commands[i][0] + (*commands[i][0] == '-'), i);

      g_test_add_data_func (path, commands[i], test_allocations);
    }
  result = g_test_run ();
  g_free (world.program);
  g_free (world.alloc_shim);
  g_free (world.shim);
  return result;
}
