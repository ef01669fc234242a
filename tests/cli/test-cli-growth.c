/* test-cli-growth.c - inputs of odd shapes cost what as many ordinary events cost
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-test-cli.h"

#include <string.h>

#include "lsc-test-growth.h"

/* ---- Traces --------------------------------------------------------------------------------- */

static void add_event (GString *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add_event (GString *text, const char *format, ...)
{
  va_list args;

  g_string_append (text, text->str[text->len - 1] == '[' ? "\n{" : ",\n{");
  va_start (args, format);
  g_string_append_vprintf (text, format, args);
  va_end (args);
  g_string_append_c (text, '}');
}

/* Threads of one name. */
static void
add_namesakes (GString *text, guint n)
{
  add_event (text,
             "\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,"
             "\"args\":{\"name\":\"Ascend Hardware\"}");
  for (guint i = 0; i < n; i++)
    {
      add_event (text,
                 "\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":%u,"
                 "\"args\":{\"name\":\"Stream X\"}",
                 i);
      add_event (
          text, "\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":%u,\"ts\":\"%u\",\"dur\":1", i, i);
    }
}

static void
add_op (GString *text, guint thread, guint us, guint length_us)
{
  add_event (text,
             "\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"pid\":9,\"tid\":%u,"
             "\"ts\":%u,\"dur\":%u",
             thread,
             us,
             length_us);
}

/* A call that launches a kernel, and the kernel behind it after the gap of a microsecond. */
static void
add_launch (GString *text, guint i, guint thread, guint stream)
{
  add_event (text,
             "\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":9,"
             "\"tid\":%u,\"ts\":%u,\"dur\":1,\"args\":{\"correlation\":%u}",
             thread,
             2 * i,
             i + 1);
  add_event (text,
             "\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":%u,"
             "\"ts\":%u,\"dur\":1,"
             "\"args\":{\"device\":0,\"stream\":%u,\"correlation\":%u}",
             stream,
             2 * i + 3,
             stream,
             i + 1);
}

static void
add_threads (GString *text, guint n)
{
  for (guint i = 0; i < n; i++)
    add_op (text, i, i, 1);
}

static void
add_streams (GString *text, guint n)
{
  for (guint i = 0; i < n; i++)
    add_launch (text, i, 7, i);
}

static void
add_threads_and_streams (GString *text, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      add_op (text, i, 2 * i, 2);
      add_launch (text, i, i, i);
    }
}

/* Slices of one thread, each of which reaches beyond those that start before it. */
static void
add_staircase (GString *text, guint n)
{
  for (guint i = 0; i < n; i++)
    add_op (text, 7, i, 1000000);
}

/* Modules nested one in the other, the innermost of which launches a kernel for each four of them.
 */
static void
add_nest (GString *text, guint n)
{
  for (guint i = 0; i < n; i++)
    add_event (text,
               "\"ph\":\"X\",\"cat\":\"python_function\",\"name\":\"nn.Module: M%ux\",\"pid\":9,"
               "\"tid\":7,\"ts\":0.%06u,\"dur\":%u,"
               "\"args\":{\"Python id\":%u,\"Python parent id\":%u,\"Python module id\":0}",
               i,
               i,
               4 * n - i,
               i + 1,
               i);
  for (guint i = 0; i < n / 4; i++)
    {
      add_op (text, 7, 2 * i + 1, 2);
      add_launch (text, i + 1, 7, 7);
    }
}

/* ---- Commands ------------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  const char *file;
  void (*add) (GString *text, guint n);
} Shape;

static const Shape namesakes = { "namesakes", "trace_view.json", add_namesakes };
static const Shape threads = { "threads", "trace.json", add_threads };
static const Shape streams = { "streams", "trace.json", add_streams };
static const Shape both = { "threads-and-streams", "trace.json", add_threads_and_streams };
static const Shape staircase = { "staircase", "trace.json", add_staircase };
static const Shape nest = { "nest", "trace.json", add_nest };

/* What the tests at hand are made of: make and run take no data of ours. */
static const Shape *shape;
static const char *const *command;

static gpointer
make_place (guint n)
{
  LscTestPlace *place = lsc_test_place_new ();
  g_autoptr (GString) text =
      g_string_new (strcmp (shape->file, "trace.json") == 0 ? "{\"traceEvents\":[" : "[");
  g_autofree char *path = g_build_filename (place->data, shape->file, NULL);

  shape->add (text, n);
  g_string_append (text, *text->str == '{' ? "]}" : "]");
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  return place;
}

/* "IN" and "OUT", the latter with an ending, stand for the folders of the place. */
static char *
expand (const LscTestPlace *place, const char *word)
{
  if (g_str_equal (word, "IN"))
    return g_strdup (place->data);
  return g_str_has_prefix (word, "OUT") ? g_strconcat (place->out, word + 3, NULL)
                                        : g_strdup (word);
}

static void
run_command (gpointer data, guint n)
{
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (LscTestOutput) output = NULL;

  for (const char *const *word = command; *word; word++)
    g_ptr_array_add (words, expand (data, *word));
  g_ptr_array_add (words, NULL);
  output = lsc_test_spawn (program, (char **) words->pdata);
  g_assert_true (output->code == EXIT_DELIVERED || output->code == EXIT_NOTHING);
}

typedef const char *const Words[9];

static Words overlap = { "overlap", "IN", NULL };
static Words query = { "query", "IN", "select sum(self_ns), max(lane) from slices", NULL };
static Words tree = { "tree", "IN", NULL };
static Words whole_tree = { "tree", "IN", "--depth", "0", "--json", NULL };
static Words classes = { "tree", "IN", "--view", "class", "--depth", "0", "--json", NULL };
static Words slices = { "slices", "IN", "--json", NULL };
static Words dispatch = { "dispatch", "IN", NULL };
static Words timeline = { "timeline", "IN", "--out", "OUT.svg", NULL };
static Words convert = { "convert", "IN", "--to", "db", "--out", "OUT.db", NULL };
static Words info = { "info", "IN", NULL };

static void
assert_linear (const Shape *of, const char *const *words, guint n)
{
  static const LscTestWork work = { make_place, run_command, (GDestroyNotify) lsc_test_place_free };

  shape = of;
  command = words;
  g_test_message ("%s of %s", words[0], of->name);
  lsc_test_assert_linear (&work, n);
}

static void
test_namesakes (void)
{
  assert_linear (&namesakes, query, 500);
}

static void
test_many_lanes (void)
{
  assert_linear (&threads, query, 4000);
  assert_linear (&threads, tree, 4000);
  assert_linear (&threads, slices, 4000);
  assert_linear (&threads, timeline, 4000);
  assert_linear (&threads, convert, 4000);
  assert_linear (&threads, info, 4000);
  assert_linear (&streams, overlap, 4000);
  assert_linear (&streams, tree, 4000);
  assert_linear (&both, dispatch, 4000);
  assert_linear (&both, slices, 4000);
}

static void
test_overlapping_slices (void)
{
  assert_linear (&staircase, query, 6000);
  assert_linear (&staircase, slices, 6000);
  assert_linear (&staircase, convert, 6000);
  assert_linear (&staircase, timeline, 6000);
}

static void
test_nested_modules (void)
{
  assert_linear (&nest, whole_tree, 8000);
  assert_linear (&nest, classes, 8000);
  assert_linear (&nest, tree, 8000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-growth/namesakes", test_namesakes);
  g_test_add_func ("/cli-growth/many-lanes", test_many_lanes);
  g_test_add_func ("/cli-growth/overlapping-slices", test_overlapping_slices);
  g_test_add_func ("/cli-growth/nested-modules", test_nested_modules);
  return g_test_run ();
}
