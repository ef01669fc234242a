/* test-json.c - small pieces of JSON, and that nothing goes past their reader
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-json-scan.h"
#include "base/lsc-json-strict.h"
#include "base/lsc-json.h"

static void
assert_refused (const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = lsc_json_parse (text, length, &error);

  g_assert_null (node);
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
}

/* @n brackets that are closed again. */
static char *
nest (guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < n; i++)
    g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static void
test_depth (void)
{
  g_autofree char *most = nest (LSC_JSON_DEPTH);
  g_autofree char *more = nest (LSC_JSON_DEPTH + 1);
  g_autofree char *in_string = g_strconcat ("\"\\\"", more, "\"", NULL);
  g_autoptr (JsonNode) node = lsc_json_parse_text (most, NULL);
  g_autoptr (JsonNode) text = lsc_json_parse_text (in_string, NULL);

  g_assert_nonnull (node);
  g_assert_cmpstr (json_node_get_string (text) + 1, ==, more);
  assert_refused (more, strlen (more));
}

/* What the parser takes beside JSON hides brackets from those who count them. */
static void
test_hidden_depth (void)
{
  static const char *const starts[] = { "['\"',", "[/* \" */ ", "[// \"\n", "[# \"\n",
                                        "{'\"': 1, \"a\": " };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      g_autofree char *deep = nest (200000);
      g_autofree char *text = g_strconcat (starts[i], deep, "]", NULL);

      assert_refused (text, strlen (text));
    }
}

static void
test_refused (void)
{
  static const char *const texts[] = { "", " ", "{", "[1,]", "{\"a\"}", "x", "\"\xff\"" };
  gsize length = (gsize) 33 * 1024 * 1024;
  g_autofree char *large = g_malloc (length);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_refused (texts[i], strlen (texts[i]));
  assert_refused ("[1]\0[2]", 7);
  memset (large, ' ', length);
  assert_refused (large, length);
}

static void
test_kinds (void)
{
  static const char *const same[] = { "{\"a\": 1}", "\"{\\\"a\\\": 1}\"" };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_autoptr (JsonNode) node = lsc_json_parse_kind (same[i], JSON_NODE_OBJECT, NULL);

      g_assert_cmpint (json_object_get_int_member (json_node_get_object (node), "a"), ==, 1);
    }
  g_assert_null (lsc_json_parse_kind (NULL, JSON_NODE_OBJECT, &error));
  g_assert_null (lsc_json_parse_kind ("null", JSON_NODE_OBJECT, &error));
  g_assert_no_error (error);
  g_assert_null (lsc_json_parse_kind ("[1]", JSON_NODE_OBJECT, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
  g_clear_error (&error);
  g_assert_null (lsc_json_parse_kind ("\"[[\"", JSON_NODE_ARRAY, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
}

/* ---- the sources ---- */

static void
check_source (const char *path)
{
  static const char *const calls[] = { "json_from_string", "json_parser_", "json_gobject_",
                                       "json_gvariant_", "json_path_" };
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    if (strstr (text, calls[i]))
      g_error ("%s calls %s…; lsc_json_parse() looks at size and depth first", path, calls[i]);
}

static guint
walk (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        n += walk (path);
      else if ((g_str_has_suffix (name, ".c") || g_str_has_suffix (name, ".h")) &&
               strcmp (name, "lsc-json.c") != 0)
        {
          check_source (path);
          n++;
        }
    }
  return n;
}

static void
test_one_door (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "src", NULL);

  g_assert_cmpuint (walk (folder), >, 100);
}

/* How long the value is at which @text begins, gone over in windows of so many bytes. */
static gsize
skip_in_windows (const char *text, gsize window)
{
  gsize n = strlen (text);
  LscJsonSkip skip = { 0 };

  for (gsize at = 0; at < n; at += window)
    {
      gsize length = MIN (window, n - at);
      g_autofree char *piece = g_strnfill (length + LSC_JSON_PAD, '"');
      const char *found;

      memcpy (piece, text + at, length);
      found = lsc_json_skip_run (&skip, piece, piece + length);
      if (found)
        return at + (gsize) (found - piece);
    }
  return 0;
}

/* A long value is gone over window by window, wherever the windows end. */
static void
test_skip_run (void)
{
  static const char *const values[] = {
    "{}",
    "[[], [1, 2], {\"a\": []}]",
    "{\"a\": {\"b\": [{}, \"}]\\\"\", 3]}, \"c\\\\\": [\"\"]}",
    "\"text with { and \\\" in it\"",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    for (gsize window = 1; window <= strlen (values[i]) + 1; window++)
      {
        g_autofree char *text = g_strconcat (values[i], ", {\"next\": 1}", NULL);

        g_assert_cmpuint (skip_in_windows (text, window), ==, strlen (values[i]));
      }
}

/* ---- strict JSON, against the library ---- */

static void
add_blanks (GString *out)
{
  while (g_test_rand_int_range (0, 4) == 0)
    g_string_append_c (out, " \n\t\r"[g_test_rand_int_range (0, 4)]);
}

static void
add_string (GString *out)
{
  static const char *const pieces[] = { "a",   "rank", "\\\"", "\\\\", "\\/",     "\\n", "é",
                                        "[,]", "{:}",  "e5",   "1.5",  "\\u00e9", " ",   "-0" };

  g_string_append_c (out, '"');
  for (int n = g_test_rand_int_range (0, 4); n > 0; n--)
    g_string_append (out, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
  g_string_append_c (out, '"');
}

static void
add_scalar (GString *out)
{
  static const char *const words[] = { "true",  "false", "null",  "0",
                                       "-1",    "17",    "-0",    "1.50",
                                       "1e5",   "-0.5",  "2E-03", "123456789012345678",
                                       "01",    "1.",    "nul",   "9e99",
                                       "1e400", "-" };

  if (g_test_rand_bit ())
    add_string (out);
  else
    g_string_append (out, words[g_test_rand_int_range (0, G_N_ELEMENTS (words))]);
}

static void
add_value (GString *out, guint depth)
{
  int kind = depth < 4 ? g_test_rand_int_range (0, 3) : 0;
  int n = g_test_rand_int_range (0, 4);

  add_blanks (out);
  if (kind == 0)
    add_scalar (out);
  else
    g_string_append_c (out, kind == 1 ? '[' : '{');
  for (int i = 0; kind != 0 && i < n; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      add_blanks (out);
      if (kind == 2)
        g_string_append_printf (out, "\"key %d\" :", i);
      add_value (out, depth + 1);
    }
  add_blanks (out);
  if (kind != 0)
    g_string_append_c (out, kind == 1 ? ']' : '}');
  add_blanks (out);
}

/* The walk comes by what the tree holds, in the same order, and writes it in the same way. */
static void
assert_same (LscJsonText value, JsonNode *node)
{
  g_autofree char *mine = lsc_json_strict_rewrite (value);
  g_autofree char *its = json_to_string (node, FALSE);
  const char *p = value.text;
  LscJsonText key, item;
  guint n = 0;

  g_assert_cmpstr (mine, ==, its);
  if (*p != '{' && *p != '[')
    return;
  for (; lsc_json_strict_next (&p, &key, &item); n++)
    {
      g_autofree char *name = g_strndup (key.text ? key.text : "", key.n);

      if (JSON_NODE_HOLDS_OBJECT (node))
        assert_same (item, json_object_get_member (json_node_get_object (node), name));
      else
        assert_same (item, json_array_get_element (json_node_get_array (node), n));
    }
  g_assert_cmpuint (n, ==,
                    JSON_NODE_HOLDS_OBJECT (node)
                        ? json_object_get_size (json_node_get_object (node))
                        : json_array_get_length (json_node_get_array (node)));
}

static LscJsonText
whole (const char *text)
{
  const char *begin = lsc_json_strict_begin (text);

  return (LscJsonText){ begin, strlen (g_strchomp ((char *) begin)) };
}

static void
test_strict_random (void)
{
  guint n_strict = 0, n_others = 0;

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (JsonNode) node = NULL;
      gboolean is_cut;

      is_cut = g_test_rand_int_range (0, 3) == 0;
      add_value (text, 0);
      if (is_cut)
        text->str[g_test_rand_int_range (0, (gint32) text->len)] =
            "[]{},:\"\\ 0e.\x7f"[g_test_rand_int_range (0, 13)];
      if (!lsc_json_is_strict (text->str, text->len))
        {
          n_others++;
          continue;
        }
      n_strict++;
      node = lsc_json_parse (text->str, text->len, NULL);
      if (!node)
        g_error ("strict, but no JSON: %s", text->str);
      if (!is_cut) /* which may make two keys the same: the tree has one of them then */
        assert_same (whole (text->str), node);
    }
  g_assert_cmpuint (n_strict, >, 5000);
  g_assert_cmpuint (n_others, >, 1000);
}

static void
test_strict (void)
{
  static const char *const strict[] = { "{}", " [ ] ", "1", "\"a\"", "{\"a\":[1,-2,{}]}" };
  static const char *const others[] = {
    "",         " ",        "{",       "[1,]",     "{\"a\"}",
    "{\"a\":}", "[1}",      "[1] [2]", "'a'",      "/**/1",
    "\"\xff\"", "\"\\u1\"", "\"\n\"",  "{\"\":1}", "1234567890123456789",
    "tru",      "01",       "[1 2]",   "{1:2}",    "NaN"
  };
  g_autofree char *most = nest (LSC_JSON_DEPTH), *more = nest (LSC_JSON_DEPTH + 1);

  for (guint i = 0; i < G_N_ELEMENTS (strict); i++)
    g_assert_true (lsc_json_is_strict (strict[i], strlen (strict[i])));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (lsc_json_is_strict (others[i], strlen (others[i])));
  g_assert_false (lsc_json_is_strict ("1\0", 2));
  g_assert_true (lsc_json_is_strict (most, strlen (most)));
  g_assert_false (lsc_json_is_strict (more, strlen (more)));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/depth", test_depth);
  g_test_add_func ("/json/hidden-depth", test_hidden_depth);
  g_test_add_func ("/json/refused", test_refused);
  g_test_add_func ("/json/kinds", test_kinds);
  g_test_add_func ("/json/skip-run", test_skip_run);
  g_test_add_func ("/json/strict", test_strict);
  g_test_add_func ("/json/strict-random", test_strict_random);
  g_test_add_func ("/json/one-door", test_one_door);
  return g_test_run ();
}
