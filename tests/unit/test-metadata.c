/* test-metadata.c - pairs of key and JSON text, and the groups of ranks in them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/lsc-error.h"
#include "model/lsc-metadata.h"
#include "read/find/lsc-metadata.h"

#define GROUPS "parallel_group_info"

static void
test_pairs (void)
{
  g_autoptr (LscMetadata) self = lsc_metadata_new ();
  g_autoptr (LscMetadata) copy = NULL;
  g_auto (GStrv) keys = NULL;

  g_assert_true (lsc_metadata_add_take (self, g_strdup ("b"), g_strdup ("1")));
  g_assert_false (lsc_metadata_add_take (self, g_strdup ("b"), g_strdup ("2")));
  lsc_metadata_set (self, "a", "[]");
  g_assert_cmpstr (lsc_metadata_get (self, "b"), ==, "1");
  g_assert_null (lsc_metadata_get (self, "c"));
  g_assert_cmpuint (lsc_metadata_get_n_pairs (self), ==, 2);
  keys = lsc_metadata_list_keys (self);
  g_assert_cmpstr (keys[0], ==, "a");
  g_assert_cmpstr (keys[1], ==, "b");
  copy = lsc_metadata_copy (self);
  lsc_metadata_set (copy, "b", "3");
  g_assert_cmpstr (lsc_metadata_get (self, "b"), ==, "1");
  g_assert_cmpstr (lsc_metadata_get (copy, "a"), ==, "[]");
}

/* A value is parsed once, and its error is told whenever it is asked for. */
static void
test_parse (void)
{
  g_autoptr (LscMetadata) self = lsc_metadata_new ();
  JsonNode *node;

  lsc_metadata_set (self, "good", "\"{\\\"a\\\": 1}\"");
  lsc_metadata_set (self, "bad", "{");
  node = lsc_metadata_parse (self, "good", JSON_NODE_OBJECT, NULL);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (node), "a"), ==, 1);
  g_assert_true (lsc_metadata_parse (self, "good", JSON_NODE_OBJECT, NULL) == node);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (lsc_metadata_parse (self, "bad", JSON_NODE_OBJECT, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_CORRUPT);
    }
  g_assert_null (lsc_metadata_parse (self, "none", JSON_NODE_ARRAY, NULL));
  lsc_metadata_set (self, "bad", "{}");
  g_assert_nonnull (lsc_metadata_parse (self, "bad", JSON_NODE_OBJECT, NULL));
}

static char *
describe_groups (LscMetadata *self)
{
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);
  gsize n;
  const LscMetadataGroup *groups = lsc_metadata_get_groups (self, &n, &error);

  for (gsize i = 0; i < n; i++)
    {
      LscInt64s ranks = { 0 };
      gboolean is_whole = lsc_metadata_group_read_ranks (&groups[i], &ranks);

      g_string_append_printf (text, "%s %s %d %d", groups[i].name,
                              groups[i].kind ? groups[i].kind : "-", groups[i].is_object, is_whole);
      for (gsize k = 0; k < ranks.n; k++)
        g_string_append_printf (text, " %" G_GINT64_FORMAT, ranks.items[k]);
      g_string_append (text, "; ");
      g_assert_true (lsc_metadata_find_group (self, groups[i].name) == &groups[i]);
      lsc_int64s_clear (&ranks);
    }
  g_string_append (text, error ? "bad" : "good");
  return g_string_free (text, FALSE);
}

/* What is read where it stands is what the library would read: a JSON string of it goes there. */
static void
test_groups (void)
{
  static const struct
  {
    const char *json;
    const char *groups;
  } cases[] = {
    { "{}", "good" },
    { "[]", "bad" },
    { "{", "bad" },
    { "null", "good" },
    { "{\"g\": {\"group_name\": \"tp\", \"group_rank\": 1, \"global_ranks\": [3, 1,\n-2 ]}}",
      "g tp 1 1 3 1 -2; good" },
    { "{\"g\":{\"global_ranks\":[]}, \"h\":{\"global_ranks\":7}}", "g - 1 1; h - 1 0; good" },
    { "{\"a\":[1],\"b\":null,\"c\":{\"group_name\":4}}", "a - 0 0; b - 0 0; c - 1 0; good" },
    { "{\"g\":{\"global_ranks\":[1,\"2\",3.5,4e0,[5],6]}}", "g - 1 0 1 6; good" },
    { "{\"g\":{\"global_ranks\":[9223372036854775807,-9223372036854775807]}}",
      "g - 1 1 9223372036854775807 -9223372036854775807; good" },
    { "{\"a\\\"b\":{\"group_name\":\"x\\ny\",\"global_ranks\":[1]}}", NULL },
    { "{\"a\":{\"group_name\":\"x\\\\y\",\"global_ranks\":[1]}}", "a x\\y 1 1 1; good" },
    { "{\"a\":{\"group_name\":\"x\"},\"b\":{},\"a\":{\"group_name\":\"y\"}}",
      "a y 1 0; b - 1 0; good" },
    { "{\"a\":{\"group_name\":\"x\",\"global_ranks\":[1],\"global_ranks\":[2]}}",
      "a x 1 1 2; good" },
    { "{\"a\":{\"group_n\\u0061me\":\"x\"}}", "a x 1 0; good" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscMetadata) self = lsc_metadata_new (), packed = lsc_metadata_new ();
      g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), cases[i].json);
      g_autofree char *json = json_to_string (node, FALSE);
      g_autofree char *mine = NULL;
      g_autofree char *its = NULL;

      lsc_metadata_set (self, GROUPS, cases[i].json);
      lsc_metadata_set (packed, GROUPS, json);
      mine = describe_groups (self);
      its = describe_groups (packed);
      g_assert_cmpstr (mine, ==, its);
      if (cases[i].groups)
        g_assert_cmpstr (mine, ==, cases[i].groups);
    }
}

static char *
describe_file (const char *json)
{
  g_autoptr (LscMetadata) self = lsc_metadata_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_auto (GStrv) keys = NULL;
  GString *text = g_string_new (NULL);
  int fd = g_file_open_tmp ("lanescope-XXXXXX", &path, NULL);

  g_assert_true (g_close (fd, NULL));
  g_assert_true (g_file_set_contents (path, json, -1, NULL));
  lsc_metadata_set (self, "known", "7");
  g_string_append_printf (text, "%d", lsc_metadata_read_file (self, path, &error));
  if (error)
    g_string_append (text, " bad");
  keys = lsc_metadata_list_keys (self);
  for (gsize i = 0; keys[i]; i++)
    g_string_append_printf (text, " %s=%s", keys[i], lsc_metadata_get (self, keys[i]));
  g_unlink (path);
  return g_string_free (text, FALSE);
}

static void
test_file (void)
{
  static const struct
  {
    const char *json;
    const char *pairs;
  } cases[] = {
    { "{\"a\": {\"b\": [1, 2]}, \"known\": 8, \"c\": \"x y\"}",
      "1 a={\"b\":[1,2]} c=\"x y\" known=7" },
    { "{\"a\": 1, \"b\": 2.50, \"a\": 3}", "1 a=3 b=2.5 known=7" },
    { "{\"\\u0061\": [1], \"q\\\"\": 2}", "1 a=[1] known=7 q\"=2" },
    { "[1]", "0 known=7" },
    { "{\"a\": 1,}", "0 bad known=7" },
    { "", "0 bad known=7" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *pairs = describe_file (cases[i].json);

      g_assert_cmpstr (pairs, ==, cases[i].pairs);
    }
}

/* Threads that ask at the same time get the same. */
static gpointer
ask (gpointer data)
{
  gsize n;

  g_assert_nonnull (lsc_metadata_parse (data, "o", JSON_NODE_OBJECT, NULL));
  return (gpointer) lsc_metadata_get_groups (data, &n, NULL);
}

static void
test_threads (void)
{
  g_autoptr (LscMetadata) self = lsc_metadata_new ();
  GThread *threads[8];
  gconstpointer groups;

  lsc_metadata_set (self, GROUPS, "{\"g\": {\"global_ranks\": [0, 1]}}");
  lsc_metadata_set (self, "o", "{}");
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("ask", ask, self);
  groups = ask (self);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_true (g_thread_join (threads[i]) == groups);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/metadata/pairs", test_pairs);
  g_test_add_func ("/metadata/parse", test_parse);
  g_test_add_func ("/metadata/groups", test_groups);
  g_test_add_func ("/metadata/file", test_file);
  g_test_add_func ("/metadata/threads", test_threads);
  return g_test_run ();
}
