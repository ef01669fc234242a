/* test-cli-report-pages.c - how much of a report a page has: six pages, one message each
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "lsc-test-cli.h"
#include "lsc-test-report.h"

#define MOST_PAGES 6
#define RUN "--preset=pipeline --pp=4 --steps=6 --micro-batches=8 --seed=5"

typedef struct
{
  LscTestPlace *place;
  char *before;
  char *after;
} Pair;

static void
set_up (Pair *self)
{
  self->place = lsc_test_place_new ();
  self->before = lsc_test_record (self->place, "before", RUN " --straggler=1:1.5");
  self->after = lsc_test_record (self->place, "after", RUN);
}

static void
clear (Pair *self)
{
  g_free (self->before);
  g_free (self->after);
  lsc_test_place_free (self->place);
}

/* (transfer full): a report of the first recording, or of both where @option begins with "c" */
static char *
write_report (const Pair *self, gboolean is_pair, const char *name, const char *option)
{
  g_autofree char *path = g_build_filename (self->place->root, name, NULL);

  if (is_pair)
    lsc_test_cli (self->place, EXIT_DELIVERED, "compare", self->before, self->after, "-q",
                  "--report", path, option, NULL);
  else
    lsc_test_cli (self->place, EXIT_DELIVERED, "report", self->before, "-q", "--report", path,
                  option, NULL);
  return g_steal_pointer (&path);
}

/* (nullable): the texts of a PDF, a form feed behind each page */
static char *
read_pdf (const char *path)
{
  g_autofree char *program = g_find_program_in_path ("pdftotext");
  const char *words[] = { "-layout", path, "-", NULL };
  g_autoptr (LscTestOutput) output = NULL;

  if (!program)
    return NULL;
  output = lsc_test_spawn (program, (char **) words);
  return g_steal_pointer (&output->out);
}

static guint
count_pages (const char *text)
{
  guint n = 0;

  for (const char *at = text; *at != '\0'; at++)
    n += *at == '\f';
  return n;
}

/* The short form is short, says what it leaves out, and --full has it. */
static void
test_pages (void)
{
  Pair pair;

  set_up (&pair);
  for (guint is_pair = 0; is_pair < 2; is_pair++)
    {
      g_autofree char *path = write_report (&pair, is_pair, "r.pdf", NULL);
      g_autofree char *text = read_pdf (path);
      g_autofree char *full_path = write_report (&pair, is_pair, "f.pdf", "--full");
      g_autofree char *full = read_pdf (full_path);

      if (!text || !full)
        {
          g_test_skip ("pdftotext is not installed");
          break;
        }
      g_assert_cmpuint (count_pages (text), >, 2);
      g_assert_cmpuint (count_pages (text), <=, MOST_PAGES);
      g_assert_cmpuint (count_pages (full), >, count_pages (text));
      lsc_test_assert_contains (text, "Not on these pages: ");
      lsc_test_assert_lacks (full, "Not on these pages: ");
      lsc_test_assert_contains (text, "How it was measured");
    }
  clear (&pair);
}

static guint
count_words (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  guint n = 0;

  for (gsize i = 0; words[i]; i++)
    n += *words[i] != '\0' && !g_str_equal (words[i], "ms") && !g_str_equal (words[i], "µs") &&
         !g_str_equal (words[i], "%");
  return n;
}

static const char *
find_fact (JsonObject *report, const char *id)
{
  JsonArray *facts = json_object_get_array_member (report, "facts");

  for (guint i = 0; i < json_array_get_length (facts); i++)
    {
      JsonObject *fact = json_array_get_object_element (facts, i);

      if (g_str_equal (json_object_get_string_member (fact, "id"), id))
        return json_object_get_string_member (fact, "text");
    }
  return NULL;
}

/* Who, where and how much in twelve words; below it why, what it costs and what to do. */
static void
test_lead (void)
{
  Pair pair;
  g_autofree char *path = NULL, *text = NULL;
  g_autoptr (JsonObject) report = NULL;
  const char *headline;

  set_up (&pair);
  path = write_report (&pair, FALSE, "r.json", NULL);
  text = lsc_test_read (path, NULL);
  report = lsc_test_json_object (text);
  headline = json_object_get_string_member (report, "verdict");
  g_assert_cmpuint (count_words (headline), <=, 12);
  lsc_test_assert_contains (headline, "rank ");
  lsc_test_assert_contains (headline, " per step (");
  g_assert_nonnull (find_fact (report, "why"));
  g_assert_nonnull (find_fact (report, "cost"));
  g_assert_nonnull (find_fact (report, "next"));
  lsc_test_assert_contains (find_fact (report, "certainty"), "cases");
  clear (&pair);
}

/* A comparison names the rank that changed, first. */
static void
test_who (void)
{
  Pair pair;
  g_autofree char *path = NULL, *text = NULL;
  g_autoptr (JsonObject) report = NULL;
  JsonArray *sections;
  JsonObject *first;

  set_up (&pair);
  path = write_report (&pair, TRUE, "r.json", NULL);
  text = lsc_test_read (path, NULL);
  report = lsc_test_json_object (text);
  lsc_test_assert_contains (find_fact (report, "who"), "ank 1 ");
  sections = json_object_get_array_member (report, "sections");
  first = json_array_get_object_element (sections, 1);
  g_assert_cmpstr (json_object_get_string_member (first, "id"), ==, "ranks");
  lsc_test_assert_contains (json_object_get_string_member (first, "message"), "Rank 1 changed");
  clear (&pair);
}

/* How it was measured: no path, no name of the file that is written, and the day only if wanted. */
static void
test_method (void)
{
  Pair pair;
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *year = g_date_time_format (now, "Written on %Y");
  g_autofree char *path = NULL, *text = NULL, *plain_path = NULL, *plain = NULL;

  set_up (&pair);
  path = write_report (&pair, TRUE, "r.md", NULL);
  text = lsc_test_read (path, NULL);
  lsc_test_assert_contains (text, "Command: lanescope-cli compare before after");
  lsc_test_assert_contains (text, "Layout: pp ");
  lsc_test_assert_contains (text, "Steps that count: ");
  lsc_test_assert_contains (text, year);
  lsc_test_assert_lacks (text, pair.place->root);
  lsc_test_assert_lacks (text, "r.md");
  plain_path = write_report (&pair, TRUE, "p.md", "--reproducible");
  plain = lsc_test_read (plain_path, NULL);
  lsc_test_assert_lacks (plain, "Written on");
  lsc_test_assert_contains (plain, "Made by Lanescope");
  clear (&pair);
}

/* What is folded in HTML is open with --full; definitions are printed though they are folded. */
static void
test_folds (void)
{
  Pair pair;
  g_autofree char *path = NULL, *text = NULL, *full_path = NULL, *full = NULL;

  set_up (&pair);
  path = write_report (&pair, FALSE, "r.html", NULL);
  text = lsc_test_read (path, NULL);
  lsc_test_assert_contains (text, "<details class=\"fold\"><summary>");
  lsc_test_assert_lacks (text, "<details class=\"fold\" open>");
  lsc_test_assert_contains (text, "<section class=\"print\">");
  lsc_test_assert_contains (text, "<dl class=\"facts\">");
  lsc_test_assert_contains (text, "<h1>");
  full_path = write_report (&pair, FALSE, "f.html", "--full");
  full = lsc_test_read (full_path, NULL);
  lsc_test_assert_contains (full, "<details class=\"fold\" open>");
  clear (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-report-pages/pages", test_pages);
  g_test_add_func ("/cli-report-pages/lead", test_lead);
  g_test_add_func ("/cli-report-pages/who", test_who);
  g_test_add_func ("/cli-report-pages/method", test_method);
  g_test_add_func ("/cli-report-pages/folds", test_folds);
  return g_test_run ();
}
