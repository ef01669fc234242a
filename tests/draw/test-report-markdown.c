/* test-report-markdown.c - texts of a recording in a comment show as they are
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "export/report/lsc-report-file.h"
#include "export/report/lsc-report-markdown-text.h"

static const struct
{
  const char *text;
  gboolean is_cell;
  const char *shown;
} cases[] = {
  { "Rank 5 is slow: 3 ms (2.5 %).", FALSE, "Rank 5 is slow: 3 ms (2.5 %)." },
  { "most in aclnnMm_MatMul, 2 ms", FALSE, "most in `aclnnMm_MatMul`, 2 ms" },
  { "a|b", TRUE, "`a\\|b`" },
  { "a|b", FALSE, "`a|b`" },
  { "x`y", FALSE, "`` x`y ``" },
  { "x``y", FALSE, "x\\`\\`y" },
  { "<b>_x_</b>", FALSE, "&lt;b>\\_x\\_&lt;/b>" },
  { "R&D", FALSE, "R&amp;D" },
  { "pp [0, 2]", TRUE, "pp [0, 2]" },
  { "[a](http://x.org)", FALSE, "\\[a](http://x.org)" },
  { "see [a]: b", FALSE, "see \\[a]: b" },
  { "like #5, by @me.", FALSE, "like `#5`, by `@me`." },
  { "receive @ pp * 2", FALSE, "receive @ pp \\* 2" },
  { "- no list", FALSE, "\\- no list" },
  { "> no quote", FALSE, "\\> no quote" },
  { "+1.5", TRUE, "+1.5" },
  { "two\nlines", FALSE, "two␊lines" },
};

static void
test_texts (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);

      lsc_markdown_append (out, cases[i].text, cases[i].is_cell);
      g_assert_cmpstr (out->str, ==, cases[i].shown);
    }
}

/* Within an element only HTML is obeyed. */
static void
test_html (void)
{
  g_autoptr (GString) out = g_string_new (NULL);

  lsc_markdown_append_html (out, "a_b <i> & [c]");
  g_assert_cmpstr (out->str, ==, "a_b &lt;i> &amp; [c]");
}

static LscReport *
make_report (guint n_chapters, gsize length)
{
  LscReport *report = lsc_report_new ();

  report->title = g_strdup ("Title");
  report->headline = g_strdup ("Answer");
  for (guint i = 0; i < n_chapters; i++)
    {
      g_autofree char *title = g_strdup_printf ("Chapter %u", i);
      g_autofree char *text = g_strnfill (length, 'x');

      lsc_report_add_text (lsc_report_add_section (report, "chapter", title), text);
    }
  return report;
}

/* A comment never has more than a review takes, and what it lacks has a name. */
static void
test_limit (void)
{
  g_autoptr (LscReport) few = make_report (6, 10000), many = make_report (9, 10000);
  g_autofree char *whole = lsc_report_to_markdown (few), *cut = lsc_report_to_markdown (many);

  g_assert_null (strstr (whole, "Skipped"));
  g_assert_nonnull (strstr (whole, "<b>Chapter 5</b>"));
  g_assert_cmpint (g_utf8_strlen (cut, -1), <=, 65000);
  g_assert_nonnull (strstr (cut, "<b>Chapter 5</b>"));
  g_assert_null (strstr (cut, "<b>Chapter 6</b>"));
  g_assert_nonnull (strstr (cut, "Chapter 6, Chapter 7, Chapter 8"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report-markdown/texts", test_texts);
  g_test_add_func ("/report-markdown/html", test_html);
  g_test_add_func ("/report-markdown/limit", test_limit);
  return g_test_run ();
}
