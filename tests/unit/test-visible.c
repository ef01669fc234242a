/* test-visible.c - what is made of controls in names
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-distinct.h"
#include "base/lsc-visible.h"

typedef struct
{
  const char *text;
  const char *line;
} Case;

static void
test_line (void)
{
  static const Case cases[] = {
    { "", "" },
    { "MatMul 乘法 é", "MatMul 乘法 é" },
    { "\033[31mred", "␛[31mred" },
    { "a\nb\tc\rd", "a␊b␉c␍d" },
    { "\001\037\177", "␁␟␡" },
    { "\302\233 8-bit CSI", "\357\277\275 8-bit CSI" },
    { "\302\240 no-break space", "\302\240 no-break space" },
    { "\342\200\256evil\342\201\251", "\357\277\275evil\357\277\275" },
    { "\342\200\250\342\200\251", "\357\277\275\357\277\275" },
    { "\342\200\246 \342\201\252", "… \342\201\252" },
    { "\377\376", "\357\277\275\357\277\275" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = lsc_visible_line (cases[i].text);

      g_assert_cmpstr (line, ==, cases[i].line);
    }
}

/* What is left of a name is what tells it from others. */
static void
test_name (void)
{
  static const struct
  {
    const char *name;
    glong most;
    const char *shown;
  } cases[] = {
    { "MatMul", 6, "MatMul" },
    { "MatMulV2", 7, "MatM…V2" },
    { "abc", 3, "abc" },
    { "abcd", 3, "a…d" },
    { "Model/Block/Layer/MLP/Linear", 28, "Model/Block/Layer/MLP/Linear" },
    { "Model/Block/Layer/MLP/Linear", 27, "…/Block/Layer/MLP/Linear" },
    { "Model/Block/Layer/MLP/Linear", 12, "…/MLP/Linear" },
    { "Model/Block/Layer/MLP/Linear", 11, "…/Linear" },
    { "Model/Block/Layer/MLP/Linear", 6, "…inear" },
    { "Model/", 4, "…el/" },
    { "one / two words", 8, "one …rds" },
    { "名字很长的算子", 4, "名字…子" },
    { "a\033b", 9,
      "a\xe2\x90\x9b"
      "b" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = lsc_visible_name (cases[i].name, cases[i].most);

      g_assert_cmpstr (shown, ==, cases[i].shown);
      g_assert_cmpint (g_utf8_strlen (shown, -1), <=, cases[i].most);
    }
}

static void
test_lines (void)
{
  g_autofree char *lines = lsc_visible_lines ("a\n\033b\rc\r\n");

  g_assert_cmpstr (lines, ==, "a\n␛b␍c\n");
}

static void
test_markup (void)
{
  g_autofree char *markup = lsc_visible_markup ("<b>\033\n&\377");

  g_assert_cmpstr (markup, ==, "&lt;b&gt;␛␊&amp;\357\277\275");
}

static void
test_json (void)
{
  g_autofree char *json = lsc_json_without_controls ("{\n\"a\": \"\302\233\177\342\200\256é\"}");

  g_assert_cmpstr (json, ==, "{\n\"a\": \"\\u009b\\u007f\\u202eé\"}");
}

static void
test_xml (void)
{
  static const Case cases[] = {
    { "plain\t\r\n", "plain\t\r\n" },
    { "\001a\033", "\357\277\275a\357\277\275" },
    { "\357\277\276\357\277\277", "\357\277\275\357\277\275" },
    { "\364\217\277\277", "\364\217\277\277" },
    { "\355\240\200", "\357\277\275\357\277\275\357\277\275" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = lsc_xml_text (cases[i].text);

      g_assert_cmpstr (text, ==, cases[i].line);
    }
}

/* Names of what is open together, as a list shows them. */
static void
test_distinct (void)
{
  static const struct
  {
    const char *paths[4]; /* the first is named */
    const char *name;
  } cases[] = {
    { { "/data/run" }, "run" },
    { { "/" }, "" },
    { { "/d/no-utf-8-at-the-end-of-it\360", "/d/no-utf-8-at-the-end-of-me" }, "…it\357\277\275" },
    { { "/data/run", "/data/run" }, "run" }, /* beside itself */
    { { "/data/a/run", "/data/b/run" }, "a/run" },
    { { "/data/a/x/run", "/data/b/x/run", "/data/x/run" }, "a/x/run" },
    { { "/run", "/data/run" }, "/run" },
    { { "/d/run_before", "/d/run_after" }, "run_before" }, /* short enough to be seen whole */
    { { "/d/llama-13b-tp4-pp2_before", "/d/llama-13b-tp4-pp2_after" }, "…before" },
    { { "/d/ascend-profile-db-level1", "/d/ascend-profile-db-level2" }, "…level1" },
    { { "/d/ascend-profile-of-monday", "/e/ascend-profile-of-monday", "/f/x" },
      "d/ascend-profile-of-monday" },
    { { "/d/a_long_name_without_twin_x", "/d/another_long_name" }, "a_long_name_without_twin_x" },
    { { "/d/step-of-a-very-long-name", "/d/step-of-a-very-long-name-2" }, "…name" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *others[5] = { NULL };
      g_autofree char *name = NULL;

      for (guint k = 0; k < 4; k++)
        others[k] = cases[i].paths[k];
      name = lsc_distinct_name (others[0], others);
      g_assert_cmpstr (name, ==, cases[i].name);
    }
}

/* A number and its unit are one figure; what only looks like it is none. */
static void
test_figures (void)
{
  static const char text[] = "mean 104.1 ms, 5 steps, 2.00 % of 3 MB/step and 7 GB/s";
  static const char *const figures[] = { "1 ms", "0 %", "7 GB/s" };
  gsize begin, end = 0, n = 0;

  while (lsc_find_figure (text, &begin, &end))
    {
      g_autofree char *figure = g_strndup (text + begin, end - begin);

      g_assert_cmpuint (n, <, G_N_ELEMENTS (figures));
      g_assert_cmpstr (figure, ==, figures[n++]);
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (figures));
  end = 0;
  g_assert_false (lsc_find_figure ("", &begin, &end));
  g_assert_false (lsc_find_figure (" ms 5 ", &begin, &end));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/visible/line", test_line);
  g_test_add_func ("/visible/name", test_name);
  g_test_add_func ("/visible/lines", test_lines);
  g_test_add_func ("/visible/markup", test_markup);
  g_test_add_func ("/visible/json", test_json);
  g_test_add_func ("/visible/xml", test_xml);
  g_test_add_func ("/visible/distinct", test_distinct);
  g_test_add_func ("/visible/figures", test_figures);
  return g_test_run ();
}
