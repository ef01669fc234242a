/* test-cli-growth.c - inputs of odd shapes cost what as many ordinary events cost
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-test-cli.h"

#include <string.h>

#include "lsc-test-growth.h"
#include "lsc-test-traps.h"

/* ---- Commands ------------------------------------------------------------------------------- */

/* What the tests at hand are made of: make and run take no data of ours. */
static const LscTestTrap *trap;
static const char *const *command;

static gpointer
make_place (guint n)
{
  LscTestPlace *place = lsc_test_place_new ();

  lsc_test_trap_write (trap, place->data, n, FALSE);
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
static Words whole_tree = { "tree", "IN", "--depth", "0", "--json", NULL };
static Words classes = { "tree", "IN", "--view", "class", "--depth", "0", "--json", NULL };
static Words dispatch = { "dispatch", "IN", NULL };
static Words timeline = { "timeline", "IN", "--out", "OUT.svg", NULL };
static Words convert = { "convert", "IN", "--to", "db", "--out", "OUT.db", NULL };

static void
assert_linear (const LscTestTrap *of, const char *const *words, guint n)
{
  static const LscTestWork work = { make_place, run_command, (GDestroyNotify) lsc_test_place_free };

  trap = of;
  command = words;
  g_test_message ("%s of %s", words[0], of->name);
  lsc_test_assert_linear (&work, n);
}

static void
test_namesakes (void)
{
  assert_linear (&lsc_test_trap_namesakes, query, 500);
}

static void
test_many_lanes (void)
{
  assert_linear (&lsc_test_trap_threads, query, 4000);
  assert_linear (&lsc_test_trap_threads, timeline, 4000);
  assert_linear (&lsc_test_trap_threads, convert, 4000);
  assert_linear (&lsc_test_trap_streams, overlap, 4000);
  assert_linear (&lsc_test_trap_both, dispatch, 4000);
}

static void
test_links (void)
{
  assert_linear (&lsc_test_trap_links, dispatch, 8000);
  assert_linear (&lsc_test_trap_links, convert, 8000);
}

static void
test_overlapping_slices (void)
{
  assert_linear (&lsc_test_trap_staircase, query, 6000);
  assert_linear (&lsc_test_trap_staircase, convert, 6000);
}

static void
test_nested_modules (void)
{
  assert_linear (&lsc_test_trap_nest, whole_tree, 8000);
  assert_linear (&lsc_test_trap_nest, classes, 8000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-growth/namesakes", test_namesakes);
  g_test_add_func ("/cli-growth/many-lanes", test_many_lanes);
  g_test_add_func ("/cli-growth/links", test_links);
  g_test_add_func ("/cli-growth/overlapping-slices", test_overlapping_slices);
  g_test_add_func ("/cli-growth/nested-modules", test_nested_modules);
  return g_test_run ();
}
