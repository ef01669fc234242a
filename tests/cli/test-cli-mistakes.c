/* test-cli-mistakes.c - what people mistype, and what they are told to write instead
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib/gstdio.h>
#include <string.h>
#include <zlib.h>

#include "lsc-test-cli.h"

/** In words, DATA is the recording of two ranks, and PLACE/ the folder of the files below. */
typedef struct
{
  const char *words[7];
  int code;
  const char *told; /* is in the message */
} Mistake;

static const Mistake of_options[] = {
  { { "tree", "DATA", "--dept", "3" }, EXIT_WRONG_USAGE, "did you mean --depth?" },
  { { "tree", "DATA", "--dept", "3" }, EXIT_WRONG_USAGE, "lanescope-cli tree --help" },
  { { "tree", "DATA", "--depth" }, EXIT_WRONG_USAGE, "--depth takes a number: --depth N" },
  { { "tree", "DATA", "--view" }, EXIT_WRONG_USAGE, "--view takes a value: --view VIEW" },
  { { "tree", "DATA", "--rank", "9" }, EXIT_NOTHING, "2 ranks: Rank 0 to Rank 1" },
  { { "tree", "DATA", "--rank", "0-1" }, EXIT_WRONG_USAGE, "tree takes one rank, not “0-1”" },
  { { "overview", "DATA", "--rank-list", "x" }, EXIT_WRONG_USAGE, "such as 0,2-5" },
  { { "overview", "-d", "DATA" }, EXIT_WRONG_USAGE, "lanescope-cli overview /" },
  { { "report", "DATA", "--json" }, EXIT_WRONG_USAGE, "--report FILE.json" },
  { { "timeline", "DATA" }, EXIT_WRONG_USAGE, "timeline needs --out FILE" },
  { { "timeline", "DATA", "--out", "x.svg", "--width", "1600px" },
    EXIT_WRONG_USAGE,
    "--width takes a number without a unit: --width PX, not “1600px”" },
  { { "timeline", "DATA", "--out", "x.jpg" }, EXIT_WRONG_USAGE, "not “x.jpg”" },
  { { "info", "DATA", "-j", "-1" },
    EXIT_WRONG_USAGE,
    "-j, --jobs takes a number that is not negative" },
  { { "convert", "DATA", "--to", "csv" }, EXIT_WRONG_USAGE, "--to takes db, not “csv”" },
  { { "overview", "DATA", "--all-run" }, EXIT_WRONG_USAGE, "did you mean --all-runs?" },
  { { "tree", "DATA", "--depth", "-3" }, EXIT_WRONG_USAGE, "--depth takes a number that is not" },
  { { "tree", "DATA", "--peak-tflops", "0" }, EXIT_WRONG_USAGE, "takes a number above 0" },
  { { "tree", "DATA", "--chip", "foo" }, EXIT_WRONG_USAGE, "--chip does not know “foo”" },
  { { "tree", "DATA", "--depth", "1", "--depth=2" }, EXIT_WRONG_USAGE, "--depth is given twice" },
  { { "timeline", "DATA", "--out", "x.svg", "--scale", "0" },
    EXIT_WRONG_USAGE,
    "--scale takes a number above 0" },
  { { "timeline", "DATA", "--out", "x.svg", "--lanes", "Foo" },
    EXIT_WRONG_USAGE,
    "No lane matches --lanes Foo" },
  { { "slices", "DATA", "--lanes", "Foo" }, EXIT_WRONG_USAGE, "No lane matches --lanes Foo" },
  { { "slices", "DATA", "--range", "9s:10s" }, EXIT_WRONG_USAGE, "behind the recording" },
  { { "slices", "DATA", "--xlsx", "x.foo" }, EXIT_WRONG_USAGE, "ends in .xlsx, not “x.foo”" },
  { { "overview", "DATA", "--xlsx", "-" }, EXIT_WRONG_USAGE, "ends in .xlsx, not “-”" },
  { { "pp", "DATA", "--dark" }, EXIT_WRONG_USAGE, "--dark does nothing without --out" },
  { { "pp", "DATA", "--show", "path,differences", "--out", "x.svg" },
    EXIT_WRONG_USAGE,
    "--show differences does nothing without one of --compare" },
  { { "overview", "DATA", "--outlines" }, EXIT_WRONG_USAGE, "--outlines does nothing without" },
  { { "overlap", "DATA", "--out", "x.gif" }, EXIT_WRONG_USAGE, "not “x.gif”" },
  { { "check", "DATA", "--budget", "none.json" }, EXIT_IO, "--init --budget FILE" },
  { { "pp", "DATA", "--twin", "ghost" }, EXIT_WRONG_USAGE, "without one of --compare" },
  { { "pp", "DATA", "--full-recompute" }, EXIT_WRONG_USAGE, "does nothing without --what-if" },
  { { "pp", "DATA", "--with-latency" }, EXIT_WRONG_USAGE, "does nothing without --theory" },
  { { "check", "DATA", "--init", "--markdown" }, EXIT_WRONG_USAGE, "--init writes limits" },
  { { "pp", "DATA", "--latency", "12" }, EXIT_WRONG_USAGE, "a time with its unit, such as 12us" },
  { { "report", "DATA", "--lang", "en" }, EXIT_WRONG_USAGE, "--report" },
  { { "overview", "DATA", "-Z" }, EXIT_WRONG_USAGE, "overview has no option -Z" },
};

static const Mistake of_words[] = {
  { { "DATA", "DATA" }, EXIT_WRONG_USAGE, "lanescope-cli compare " },
  { { "report", "DATA", "DATA", "--report", "x.html" },
    EXIT_WRONG_USAGE,
    "To report what changed: lanescope-cli compare " },
  { { "report", "DATA", "DATA", "--report", "x.html" }, EXIT_WRONG_USAGE, " --report x.html" },
  { { "compare", "DATA", "DATA", "--names", "a,b" },
    EXIT_WRONG_USAGE,
    "What the recordings are called: --labels a,b" },
  { { "compare", "DATA", "DATA", "--dark" },
    EXIT_WRONG_USAGE,
    "--dark does nothing without --out" },
  { { "DATA", "nowhere" }, EXIT_WRONG_USAGE, "and there is no “nowhere”" },
  { { "--verison" }, EXIT_WRONG_USAGE, "did you mean --version?" },
  { { "overview", "PLACE/a", "PLACE/b", "PLACE/c" }, EXIT_WRONG_USAGE, "the folder that holds" },
  { { "-d", "PLACE/a", "PLACE/b" }, EXIT_WRONG_USAGE, "Name the one that holds them: -d /" },
  { { "-m", "all" }, EXIT_WRONG_USAGE, "-d DIR is missing" },
  { { "-m", "pp_chart", "DATA" }, EXIT_WRONG_USAGE, "-d is missing before the folder: -d /" },
  { { "-q", "DATA" }, EXIT_WRONG_USAGE, "The path comes first, then the options" },
  { { "module_statistic", "DATA" }, EXIT_WRONG_USAGE, "lanescope-cli -m module_statistic -d /" },
  { { "query", "SELECT 1", "DATA" },
    EXIT_WRONG_USAGE,
    "The path comes first: lanescope-cli query" },
  { { "info" }, EXIT_WRONG_USAGE, "lanescope-cli info PATH" },
  { { "advisor", "DATA" }, EXIT_WRONG_USAGE, "lanescope-cli findings /" },
  { { "-m", "advisor", "-d", "DATA" }, EXIT_WRONG_USAGE, "lanescope-cli findings /" },
  { { "compre", "DATA", "DATA" }, EXIT_WRONG_USAGE, "did you mean “compare”?" },
  { { "help", "tre" }, EXIT_WRONG_USAGE, "did you mean “tree”?" },
};

static const Mistake of_paths[] = {
  { { "overview", "" }, EXIT_WRONG_USAGE, "The path is empty" },
  { { "" }, EXIT_WRONG_USAGE, "The path is empty" },
  { { "overview", "~/x" }, EXIT_WRONG_USAGE, "the shell did not expand ~" },
  { { "C:\\data\\x" }, EXIT_WRONG_USAGE, "is a Windows path" },
  { { "info", "C:/data/x" }, EXIT_WRONG_USAGE, "is a Windows path" },
  { { "file:///none/x" }, EXIT_WRONG_USAGE, "Name the file itself: /none/x" },
  { { "https://host/x" }, EXIT_WRONG_USAGE, "download it first" },
  { { "host:/data/x" }, EXIT_WRONG_USAGE, "is on another machine" },
  { { "tree", "me@host:/data/x" }, EXIT_WRONG_USAGE, "is on another machine" },
  { { "overview", "/none/x" }, EXIT_WRONG_USAGE, "/none/x: No such file or directory" },
};

static const Mistake of_files[] = {
  { { "PLACE/a.nsys-rep" }, EXIT_NOTHING, "nsys export --type sqlite" },
  { { "PLACE/a.qdrep" }, EXIT_NOTHING, "a report of Nsight Systems" },
  { { "PLACE/a.pickle" }, EXIT_NOTHING, "no memory snapshot of PyTorch" },
  { { "PLACE/a.xz" }, EXIT_NOTHING, "unxz" },
  { { "PLACE/a.bz2" }, EXIT_NOTHING, "bunzip2" },
  { { "PLACE/empty.json" }, EXIT_NOTHING, "empty.json is empty" },
  { { "PLACE/empty.gz" }, EXIT_NOTHING, "empty.gz is empty" },
  { { "PLACE/a.txt" }, EXIT_NOTHING, "a.txt: is no profile. Open a database" },
};

static char *
fill (const LscTestPlace *place, const char *word)
{
  if (strcmp (word, "DATA") == 0)
    return g_strdup (place->data);
  return g_str_has_prefix (word, "PLACE/")
             ? g_build_filename (place->root, word + strlen ("PLACE/"), NULL)
             : g_strdup (word);
}

static void
try_all (const LscTestPlace *place, const Mistake *mistakes, guint n)
{
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (LscTestOutput) output = NULL;
      g_autofree char *line = NULL;

      for (const char *const *word = mistakes[i].words; *word; word++)
        g_ptr_array_add (words, fill (place, *word));
      g_ptr_array_add (words, NULL);
      line = g_strjoinv (" ", (char **) words->pdata);
      output = lsc_test_spawn (program, (char **) words->pdata);
      if (output->code != mistakes[i].code || !strstr (output->err, mistakes[i].told))
        g_error ("lanescope-cli %s: code %d, expected %d and “%s” in: %s", line, output->code,
                 mistakes[i].code, mistakes[i].told, output->err);
    }
}

static void
test_options (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  lsc_test_write_modules (place, 2);
  try_all (place, of_options, G_N_ELEMENTS (of_options));
}

static void
test_words (void)
{
  static const char *const names[] = { "a", "b", "c" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (place->root, names[i], NULL);

      g_assert_cmpint (g_mkdir (path, 0755), ==, 0);
    }
  lsc_test_write_modules (place, 2);
  try_all (place, of_words, G_N_ELEMENTS (of_words));
}

static void
test_paths (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  try_all (place, of_paths, G_N_ELEMENTS (of_paths));
}

static void
put (const LscTestPlace *place, const char *name, const char *bytes)
{
  g_autofree char *path = g_build_filename (place->root, name, NULL);

  g_assert_true (g_file_set_contents (path, bytes, -1, NULL));
}

static void
test_files (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->root, "empty.gz", NULL);
  gzFile packed = gzopen (path, "wb");

  g_assert_nonnull (packed);
  gzclose (packed);
  put (place, "a.nsys-rep", "x");
  put (place, "a.qdrep", "x");
  put (place, "a.pickle", "\x80\x04}.");
  put (place, "a.xz",
       "\xfd"
       "7zXZ damaged");
  put (place, "a.bz2", "BZh9 damaged");
  put (place, "empty.json", "");
  put (place, "a.txt", "plain text");
  try_all (place, of_files, G_N_ELEMENTS (of_files));
}

/* A trace and a database are what they hold, not what they are called. */
static void
test_contents (void)
{
  static const char trace[] = "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\", \"cat\": "
                              "\"kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": 7, \"ts\": 5, "
                              "\"dur\": 2, \"args\": {\"stream\": 7}}]}";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *text = g_build_filename (place->root, "b.txt", NULL);
  g_autofree char *folder = g_build_filename (place->root, "databases", NULL);
  g_autofree char *copy = g_build_filename (folder, "r0.sqlite", NULL);
  g_autofree char *db = NULL;

  lsc_test_write_modules (place, 1);
  db = lsc_test_rank_db (place, 0);
  g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
  lsc_test_copy (db, copy);
  put (place, "b.txt", trace);
  lsc_test_cli (place, EXIT_DELIVERED, "slices", text, NULL);
  lsc_test_cli (place, EXIT_DELIVERED, "tree", copy, NULL);
  lsc_test_cli (place, EXIT_DELIVERED, "tree", folder, NULL);
}

/* One thing has one name in all commands; what some called it once is still taken. */
static void
test_old_names (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) now = NULL;
  g_autoptr (LscTestOutput) once = NULL;

  lsc_test_write_modules (place, 2);
  now = lsc_test_cli_output (place, EXIT_DELIVERED, "slices", place->data, "--rank-list", "1",
                             "--json", NULL);
  once = lsc_test_cli_output (place, EXIT_DELIVERED, "slices", place->data, "--rank=1", "--json",
                              NULL);
  g_assert_cmpstr (now->out, ==, once->out);
  lsc_test_cli (place, EXIT_DELIVERED, "tree", place->data, "--rank", "1", "--step", "7", NULL);
  lsc_test_cli (place, EXIT_DELIVERED, "tree", place->data, "-r1", NULL);
}

static void
test_version (void)
{
  g_autoptr (LscTestOutput) version = lsc_test_cli_output (NULL, EXIT_DELIVERED, "--version", NULL);

  g_assert_true (g_regex_match_simple (
      "^lanescope-cli [0-9]+\\.[0-9]+\\.[0-9]+( \\([0-9a-f]+(-dirty)?\\))?\\n$", version->out, 0,
      0));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/mistakes/options", test_options);
  g_test_add_func ("/cli/mistakes/words", test_words);
  g_test_add_func ("/cli/mistakes/paths", test_paths);
  g_test_add_func ("/cli/mistakes/files", test_files);
  g_test_add_func ("/cli/mistakes/contents", test_contents);
  g_test_add_func ("/cli/mistakes/old-names", test_old_names);
  g_test_add_func ("/cli/mistakes/version", test_version);
  return g_test_run ();
}
