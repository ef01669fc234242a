/* test-fault-allocations.c - commands one of whose allocations is refused
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * As for the other faults: no crash of ours, no hang, no file left over or half written, the input
 * as it was. GLib may end the program on its own, and so may a library that does not look whether
 * it got memory.
 */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "lsc-fault-campaign.h"

#define N_FIRST 300
#define N_RANDOM 200
#define N_CHOSEN 6 /* where not all are asked for */
#define SEED 20261127

/* Commands whose allocations fail, on each of the inputs ("@in"). */
static const char *const commands[][10] = {
  { "-m", "all", "-d", "@in", "-o", "@out" },
  { "-m", "module_statistic", "-d", "@in", "-o", "@out", "--export_type", "xlsx" },
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

static const char *const inputs[] = { "@data", "@log", "@trace", "@ops", "@own", "@text" };

/* GLib ends the program where it gets no memory, with a word and by a trap. */
static gboolean
is_ended_by_glib (const LscFaultOutcome *self)
{
  return WIFSIGNALED (self->status) &&
         (WTERMSIG (self->status) == SIGTRAP || WTERMSIG (self->status) == SIGABRT) &&
         (strstr (self->err, "failed to allocate") || strstr (self->err, "GLib"));
}

/* Libraries that do not look whether they got memory, or end the program where they did not, and
 * the one function of GLib's that gives no text then and does not say so. The trace names whoever
 * asked: the first that is neither ours nor the C library. */
static gboolean
is_asked_by_others (const char *trace)
{
  static const char *const careless[] = {
    "libxlsxwriter", "libarchive",  "libfontconfig", "libcairo", "libpango",  "libpixman",
    "libfreetype",   "libharfbuzz", "librsvg",       "libexpat", "libxml2",   "libgio",
    "libgobject",    "libpcre",     "libminizip",    "libthai",  "libdatrie", "libfribidi",
    "libgraphite2",  "libpng",      "(g_vasprintf",
  };
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

static gboolean
is_hanging (const LscFaultOutcome *self)
{
  return WIFSIGNALED (self->status) && WTERMSIG (self->status) == SIGALRM;
}

static const char *
judge_alloc (const LscFaultOutcome *good, const LscFaultOutcome *bad, const char *root)
{
  g_autofree char *tmp = g_build_filename (root, "tmp", NULL);
  g_autoptr (GPtrArray) left = lsc_fault_list_folder (tmp);
  g_autofree char *good_files = leave_out_documents (good->files);
  g_autofree char *bad_files = leave_out_documents (bad->files);
  const LscFaultOutcome wanted = { good->status, good->out, good->err, good_files };
  const LscFaultOutcome found = { bad->status, bad->out, bad->err, bad_files };
  gboolean is_done = bad->status == good->status;

  if (left->len > 0)
    return "something is left in the temporary folder";
  if (is_done && g_str_equal (found.out, wanted.out) && g_str_equal (found.files, wanted.files))
    return NULL;
  /* The linker of the system says so itself. */
  if (is_ended_by_glib (bad) || (WIFEXITED (bad->status) && WEXITSTATUS (bad->status) == 127))
    return lsc_fault_judge_files (&wanted, &found, EXIT_IO);
  /* A statement of the user's that needs more memory than there is ends by its limit. */
  if (WIFEXITED (bad->status) && WEXITSTATUS (bad->status) == EXIT_BUDGET && bad->err[0] != '\0')
    return lsc_fault_judge_files (&wanted, &found, EXIT_IO);
  if (is_asked_by_others (bad->trace) && !is_hanging (bad))
    return lsc_fault_judge_files (&wanted, &found, is_done ? EXIT_DELIVERED : EXIT_IO);
  return lsc_fault_judge (&wanted, &found, root);
}

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
test_allocations_of (const LscFaultScenario *scenario)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_auto (LscFaultOutcome) good = { 0 };
  g_autoptr (GPtrArray) faults = NULL;
  LscFaultCampaign campaign = { .scenario = scenario, .good = &good, .judge = judge_alloc };

  lsc_fault_run (scenario, root, "alloc:", &good);
  if (!WIFEXITED (good.status))
    g_error ("%s ends by a signal without faults: %s", scenario->name, good.err);
  campaign.faults = faults = list_allocations (count_allocations (root));
  campaign.findings = g_string_new (NULL);
  lsc_fault_campaign_run (&campaign);
  g_test_message ("%s: %u allocations", scenario->name, faults->len);
  lsc_fault_campaign_finish (&campaign);
}

static void
test_allocations (gconstpointer data)
{
  const char *const *words = data;

  if (!lsc_fault_world.alloc_shim)
    {
      g_test_skip ("a sanitizer has allocations in its hands");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autofree char *name = g_strconcat (words[0], " ", inputs[i], NULL);
      LscFaultScenario scenario = { name, { NULL }, NULL };
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
  lsc_fault_world_init (place);
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const char *name = commands[i][0];
      g_autofree char *path =
          g_strdup_printf ("/fault-allocations/%s-%zu", name + (*name == '-'), i);

      g_test_add_data_func (path, commands[i], test_allocations);
    }
  result = g_test_run ();
  lsc_fault_world_clear ();
  return result;
}
