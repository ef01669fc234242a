/* test-golden-ops-words.c - what the command line says of op timelines, and what it does not
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-files.h"

/** What a command printed, and how it ended. */
typedef struct
{
  char *out;
  char *err;
  int status;
} Answer;

static void
answer_clear (Answer *self)
{
  g_free (self->out);
  g_free (self->err);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answer, answer_clear)

static Answer
ask (const char *command, const char *path, const char *option, const char *value)
{
  g_autofree char *program =
      g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "src", "cli", "lanescope-cli", NULL);
  const char *words[] = { program, command, path, option, value, NULL };
  g_autoptr (GError) error = NULL;
  Answer answer = { NULL, NULL, -1 };

  g_assert_true (g_spawn_sync (NULL, (char **) words, NULL, 0, NULL, NULL, &answer.out, &answer.err,
                               &answer.status, &error));
  g_assert_no_error (error);
  answer.status = WEXITSTATUS (answer.status);
  return answer;
}

static void
assert_has (const char *text, const char *word)
{
  if (!strstr (text, word))
    g_error ("“%s” does not contain “%s”", text, word);
}

/* What nothing in an op timeline says. */
static void
assert_honest (const char *text)
{
  static const char *const words[] = { "host late",      "launched late", "launch",
                                       "profiler_level", "aic_metrics",   "profile_memory",
                                       "CPU activity",   "is slow",       "kernels were launched",
                                       "waits for rank", "Level1",        "ost-bound",
                                       "Slow device",    "start late" };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (text, words[i]))
      g_error ("“%s” contains “%s”", text, words[i]);
}

static guint
count (const char *text, const char *word)
{
  guint n = 0;

  for (; (text = strstr (text, word)); text += strlen (word))
    n++;
  return n;
}

/* (nullable): the path of a sample, or of the small file for %NULL */
static char *
find_input (const char *name)
{
  g_autofree char *root = name ? lsc_test_require_samples () : NULL;
  g_autofree char *path = root ? g_build_filename (root, "stragglers", name, NULL) : NULL;

  if (!name)
    return g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "tests", "data", "ops",
                             "timeline-small.json", NULL);
  if (!root)
    return NULL;
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no such sample");
      return NULL;
    }
  return g_steal_pointer (&path);
}

static void
test_words (gconstpointer data)
{
  static const char *const commands[] = { "overview", "findings", "pp", "info" };
  g_autofree char *path = find_input (data);

  for (gsize i = 0; path && i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (Answer) answer = ask (commands[i], path, "-v", NULL);

      g_assert_cmpint (answer.status, ==, 0);
      assert_honest (answer.out);
      assert_honest (answer.err);
      if (i == 0)
        g_assert_cmpuint (count (answer.out, "without waits"), ==, 1);
      if (i == 2)
        {
          assert_has (answer.out, "1f1b");
          assert_has (answer.out, "one clock, by the recorder");
        }
      if (i == 3)
        assert_has (answer.out, "(dp 1, pp 1)");
    }
}

/* What of it cannot be there is said in one sentence. */
static void
test_lacks (gconstpointer data)
{
  g_autofree char *path = find_input (data);

  if (!path)
    return;
  {
    g_auto (Answer) tree = ask ("tree", path, NULL, NULL);
    g_auto (Answer) waits = ask ("waits", path, NULL, NULL);
    g_auto (Answer) dispatch = ask ("dispatch", path, NULL, NULL);

    g_assert_cmpuint (count (tree.err, "This recording has ops of pipelines, no kernels."), ==, 1);
    assert_has (waits.err, "op timelines record transfers without waits");
    assert_has (dispatch.out, "An op timeline has no launches.");
  }
}

static void
test_compare (gconstpointer data)
{
  g_autofree char *path = find_input (data);

  if (!path)
    return;
  {
    g_auto (Answer) answer = ask ("compare", path, path, NULL);

    g_assert_cmpint (answer.status, ==, 0);
    assert_has (answer.out, "there is no difference");
  }
}

/* Renamed ops are told once, and mean what a file says that they do. */
static void
test_names (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *from = find_input (NULL);
  g_autofree char *to = g_build_filename (root, "job.json", NULL);
  g_autofree char *list = g_build_filename (root, "names.txt", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;
  g_autofree char *renamed = NULL;

  g_assert_true (g_file_get_contents (from, &text, NULL, NULL));
  parts = g_strsplit (text, "-compute\"", -1);
  renamed = g_strjoinv (" of my trainer\"", parts);
  g_assert_true (g_file_set_contents (to, renamed, -1, NULL));
  g_assert_true (g_file_set_contents (
      list, "forward of*\tforward-compute\nbackward of* = backward-compute\n", -1, NULL));
  {
    g_auto (Answer) without = ask ("pp", to, NULL, NULL);
    g_auto (Answer) with = ask ("pp", to, "--op-names", list);
    g_auto (Answer) wrong = ask ("pp", to, "--op-names", to);

    g_assert_cmpuint (count (without.err, "Unknown op names: "), ==, 1);
    assert_has (without.err, "forward of my trainer (8)");
    g_assert_cmpstr (with.err, ==, "");
    assert_has (with.out, "1f1b");
    g_assert_cmpint (wrong.status, ==, 1);
    assert_has (wrong.err, "line 1");
  }
}

int
main (int argc, char **argv)
{
  static const char *const jobs[] = { NULL, "ST", "SE" };
  static const struct
  {
    const char *name;
    void (*func) (gconstpointer data);
  } cases[] = { { "words", test_words }, { "lacks", test_lacks }, { "compare", test_compare } };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (jobs); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
      {
        g_autofree char *path =
            g_strdup_printf ("/golden-ops-words/%s/%s", jobs[i] ? jobs[i] : "small", cases[k].name);

        g_test_add_data_func (path, jobs[i], cases[k].func);
      }
  g_test_add_func ("/golden-ops-words/names", test_names);
  return g_test_run ();
}
