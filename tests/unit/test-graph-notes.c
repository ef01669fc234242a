/* test-graph-notes.c - annotations of graph nodes: what is read, and what is refused
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-json-scan.h"
#include "read/graphs/lsc-graph-batch.h"
#include "read/graphs/lsc-graph-notes.h"

static LscGraphNotes *
parse (const char *bytes, gsize n, char **problem)
{
  g_autofree char *text = g_malloc (n + LSC_JSON_PAD);

  memcpy (text, bytes, n);
  memset (text + n, '"', LSC_JSON_PAD);
  return lsc_graph_notes_parse (text, n, problem);
}

static void
assert_refused (const char *bytes, gsize n, const char *word)
{
  g_autofree char *problem = NULL;

  g_assert_null (parse (bytes, n, &problem));
  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, word));
}

#define ASSERT_REFUSED(bytes, word) assert_refused ((bytes), sizeof (bytes) - 1, (word))

static void
assert_note (const LscGraphNotes *notes, gsize index, guint64 key, const char *module)
{
  const LscGraphNote *note = &notes->items.items[index];

  g_assert_cmpuint (index, <, notes->items.n);
  g_assert_cmpuint (note->key, ==, key);
  g_assert_cmpstr (note->module != LSC_STRING_NONE ? lsc_intern_text (notes->texts, note->module)
                                                   : NULL,
                   ==, module);
}

static void
test_json (void)
{
  static const char text[] =
      " { \"21474836481\": [ {\"stream\": 60, \"module_fqn\": \"a.0.b\"} ],\n"
      "\"21474836480\": [{\"name\": \"x\", \"Collective name\": \"ar\"}],"
      "\"18446744073709551615\": \"f.py:3:g\\nh.py:4:i\"}";
  g_autofree char *problem = NULL;
  g_autoptr (LscGraphNotes) notes = parse (text, sizeof text - 1, &problem);

  g_assert_null (problem);
  g_assert_cmpuint (notes->items.n, ==, 3);
  assert_note (notes, 0, 21474836480, NULL);
  assert_note (notes, 1, 21474836481, "a.0.b");
  assert_note (notes, 2, G_MAXUINT64, NULL);
  g_assert_true (notes->has_collectives && notes->items.items[0].is_collective);
  g_assert_cmpstr (lsc_intern_text (notes->texts, notes->items.items[2].stack), ==,
                   "f.py:3:g\nh.py:4:i");
  g_assert_true (lsc_graph_notes_recognise (text, sizeof text - 1));
}

static void
test_json_refused (void)
{
  ASSERT_REFUSED ("[1]", "no map");
  ASSERT_REFUSED ("{}", "empty");
  ASSERT_REFUSED ("{\"12\": [{\"module_fqn\": \"a\"}]}", "no number");
  ASSERT_REFUSED ("{\"99999999999999999999\": \"a\"}", "no number");
  ASSERT_REFUSED ("{\"2147483648a\": \"a\"}", "no number");
  ASSERT_REFUSED ("{\"21474836480\": 4}", "no annotation");
  ASSERT_REFUSED ("{\"21474836480\": \"a\", \"21474836480\": \"b\"}", "twice");
  ASSERT_REFUSED ("{\"21474836480\": [{}, {}]}", "no annotation");
  ASSERT_REFUSED ("{\"21474836480\": [{\"module_fqn\": \"a\"}", "too early");
  ASSERT_REFUSED ("{\"21474836480\": \"a\" \"21474836481\"", "too early");
}

/* {5 << 32: [{"module_fqn": "a.b"}]} by pickle.dump() of protocol 4 and, without a frame, 2 */
#define KEY "\x8a\x05\x00\x00\x00\x00\x05"
#define ROW                                                                                        \
  "]\x94}\x94\x8c\x0amodule_fqn\x94\x8c\x03"                                                       \
  "a.b\x94s"                                                                                       \
  "a"
#define PICKLE "\x80\x04\x95\x30\x00\x00\x00\x00\x00\x00\x00}\x94" KEY ROW "s."

static void
test_pickle (void)
{
  static const char old[] = "\x80\x02}q\x00" KEY "]q\x01}q\x02X\x0a\x00\x00\x00module_fqnq\x03"
                            "X\x03\x00\x00\x00"
                            "a.bq\x04sas.";
  g_autofree char *problem = NULL;
  g_autoptr (LscGraphNotes) notes = parse (PICKLE, sizeof PICKLE - 1, &problem);
  g_autoptr (LscGraphNotes) other = parse (old, sizeof old - 1, &problem);

  g_assert_null (problem);
  assert_note (notes, 0, G_GUINT64_CONSTANT (5) << 32, "a.b");
  assert_note (other, 0, G_GUINT64_CONSTANT (5) << 32, "a.b");
  g_assert_true (lsc_graph_notes_recognise (PICKLE, sizeof PICKLE - 1));
  g_assert_true (lsc_graph_notes_recognise (old, sizeof old - 1));
}

/* Nothing is run, and lengths are no promises. */
static void
test_pickle_refused (void)
{
  g_autoptr (GString) deep = g_string_new ("\x80\x04}");

  ASSERT_REFUSED ("\x80\x04\x8c\x02os\x8c\x06system\x93\x8c\x02ls\x85R.", "not run");
  ASSERT_REFUSED ("\x80\x04}" KEY ROW "s", "too early");
  ASSERT_REFUSED ("\x80\x04}X\xff\xff\xff\x7f", "longer than the file");
  ASSERT_REFUSED ("\x80\x04}K\x05" ROW "s.", "no number");
  ASSERT_REFUSED ("\x80\x04}" KEY "K\x01s.", "no annotation");
  ASSERT_REFUSED ("\x80\x04}" KEY "]s.", "no annotation");
  ASSERT_REFUSED ("\x80\x04]}a.", "no map");
  ASSERT_REFUSED ("\x80\x04}.", "empty");
  ASSERT_REFUSED ("\x80\x04u", "damaged");
  ASSERT_REFUSED ("\x80\x04h\x05", "damaged");
  for (guint i = 0; i < 100000; i++)
    g_string_append_c (deep, '(');
  assert_refused (deep->str, deep->len, "too deeply");
}

/* The begin of each piece of a map is none of a map, but for the whole. */
static void
test_pickle_cut (void)
{
  for (gsize n = 1; n < sizeof PICKLE - 1; n++)
    {
      g_autofree char *problem = NULL;

      g_assert_null (parse (PICKLE, n, &problem));
      g_assert_nonnull (problem);
    }
}

static void
test_recognise (void)
{
  static const char *const others[] = { "{\"traceEvents\": [", "{\"1\": [{", "[{\"ph\": ",
                                        "{\"21474836480\": 3", "{",          "" };

  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (lsc_graph_notes_recognise (others[i], strlen (others[i])));
}

static void
test_batch (void)
{
  static const struct
  {
    const char *mark;
    gint64 batch;
  } cases[] = {
    { "step[DECODE bs=64]", 64 },
    { "decode[bs=117/128 tok=3]", 117 },
    { "execute_context_0(0)_generation_64(65)", 65 },
    { "execute_context_2(30)_generation_4(4)", 34 },
    { "execute_64_context_1", 64 },
    { "step[EXTEND]", LSC_GRAPH_NO_BATCH },
    { "ProfilerStep#3", LSC_GRAPH_NO_BATCH },
    { "", LSC_GRAPH_NO_BATCH },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (lsc_graph_batch_parse (cases[i].mark), ==, cases[i].batch);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph-notes/json", test_json);
  g_test_add_func ("/graph-notes/json-refused", test_json_refused);
  g_test_add_func ("/graph-notes/pickle", test_pickle);
  g_test_add_func ("/graph-notes/pickle-refused", test_pickle_refused);
  g_test_add_func ("/graph-notes/pickle-cut", test_pickle_cut);
  g_test_add_func ("/graph-notes/recognise", test_recognise);
  g_test_add_func ("/graph-notes/batch", test_batch);
  return g_test_run ();
}
