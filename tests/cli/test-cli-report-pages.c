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
  lsc_test_assert_contains (find_fact (report, "certainty"), "Measured: 5 steps, 4 ranks.");
  clear (&pair);
}

/* (transfer none): a chapter of a report */
static JsonObject *
find_section (JsonObject *report, const char *id)
{
  JsonArray *sections = json_object_get_array_member (report, "sections");

  for (guint i = 0; i < json_array_get_length (sections); i++)
    {
      JsonObject *section = json_array_get_object_element (sections, i);

      if (g_str_equal (json_object_get_string_member (section, "id"), id))
        return section;
    }
  g_error ("no chapter %s", id);
}

static JsonObject *
get_item (JsonObject *report, const char *id, guint index)
{
  JsonArray *items = json_object_get_array_member (find_section (report, id), "items");

  return json_array_get_object_element (items, index);
}

/* The chart and the table of ranks have one order: those that changed, then the others by number.
 */
static void
check_order (JsonObject *report)
{
  static const gint64 order[] = { 1, 0, 2, 3 };
  JsonArray *bars = json_object_get_array_member (get_item (report, "verdict", 0), "rows");
  JsonArray *rows = json_object_get_array_member (get_item (report, "ranks", 0), "rows");

  g_assert_cmpuint (json_array_get_length (rows), ==, G_N_ELEMENTS (order));
  g_assert_cmpuint (json_array_get_length (bars), ==, 2 * G_N_ELEMENTS (order));
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      g_autofree char *name = g_strdup_printf ("Rank %" G_GINT64_FORMAT " · ", order[i]);

      g_assert_cmpint (json_object_get_int_member (json_array_get_object_element (rows, i), "rank"),
                       ==, order[i]);
      g_assert_true (g_str_has_prefix (
          json_object_get_string_member (json_array_get_object_element (bars, 2 * i), "name"),
          name));
    }
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
  g_assert_true (g_str_has_prefix (json_object_get_string_member (report, "verdict"), "Step "));
  lsc_test_assert_contains (json_object_get_string_member (report, "verdict"),
                            ": rank 1 computes the same work ");
  lsc_test_assert_contains (find_fact (report, "who"), "ank 1 ");
  sections = json_object_get_array_member (report, "sections");
  first = json_array_get_object_element (sections, 1);
  g_assert_cmpstr (json_object_get_string_member (first, "id"), ==, "ranks");
  lsc_test_assert_contains (json_object_get_string_member (first, "message"), "Rank 1 changed");
  lsc_test_assert_contains (find_fact (report, "next"),
                            "Keep what made the device of rank 1 (node-00, device 1) faster: it "
                            "runs the same kernels in less time. Its clock is as before (");
  check_order (report);
  clear (&pair);
}

/* (transfer full): what a list of points says */
static char *
join_points (JsonObject *item)
{
  JsonArray *points = json_object_get_array_member (item, "points");
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (points); i++)
    g_string_append_printf (out, "%s\n", json_array_get_string_element (points, i));
  return g_string_free (out, FALSE);
}

/* The table of ranks begins with those of the chart, in its order, which have the slow one and the
 * one that it is compared with. */
static void
check_shown (JsonObject *report)
{
  JsonArray *bars = json_object_get_array_member (get_item (report, "answer", 0), "rows");
  JsonArray *rows = json_object_get_array_member (get_item (report, "ranks", 0), "rows");
  gboolean has_slow = FALSE, has_peer = FALSE;

  for (guint i = 0; i < json_array_get_length (bars); i++)
    {
      const char *name =
          json_object_get_string_member (json_array_get_object_element (bars, i), "name");
      gint64 rank = json_object_get_int_member (json_array_get_object_element (rows, i), "rank");
      g_autofree char *ending = g_strdup_printf ("ank %" G_GINT64_FORMAT, rank);

      g_assert_true (g_str_has_suffix (name, ending));
      has_slow |= rank == 17;
      has_peer |= rank == 20;
    }
  g_assert_true (has_slow && has_peer);
}

/* Of 24 ranks, of which rank 17 is slow: the rank that it is compared with is among those that are
 * shown, the pipeline is drawn in a step that counts, and its idle time is explained. */
static void
test_basis (void)
{
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->root, "r.json", NULL);
  g_autofree char *recording =
      lsc_test_record (place, "r24",
                       "--preset=pipeline --pp=3 --dp=8 --steps=3 --micro-batches=4 --seed=5 "
                       "--straggler=17:1.5");
  g_autofree char *text = NULL, *proof = NULL, *idle = NULL, *method = NULL;
  g_autoptr (JsonObject) report = NULL;

  lsc_test_cli (place, EXIT_DELIVERED, "report", recording, "-q", "--report", path, NULL);
  text = lsc_test_read (path, NULL);
  report = lsc_test_json_object (text);
  proof = join_points (get_item (report, "findings", 2)); /* below the head of its group */
  lsc_test_assert_contains (proof, "Seen on rank 20: ");
  check_shown (report);
  method = join_points (get_item (report, "method", 0));
  lsc_test_assert_contains (method, "Steps that count: 8, 9 ");
  lsc_test_assert_contains (
      json_object_get_string_member (get_item (report, "pipeline", 1), "title"), "; step 8 of ");
  lsc_test_assert_contains (
      json_object_get_string_member (get_item (report, "pipeline", 1), "title"), "Pipeline pp [");
  lsc_test_assert_contains (
      json_object_get_string_member (get_item (report, "pipeline", 1), "text"),
      "from the first block to the last");
  idle = join_points (get_item (report, "pipeline", 0));
  lsc_test_assert_contains (idle, "even with perfectly balanced stages");
  lsc_test_assert_contains (idle, "the longest being that of rank 17");
  lsc_test_assert_contains (idle, "; the remaining "); /* so that figures of the window add up */
  lsc_test_assert_contains (idle, "The gain of a slow rank or stage is another figure");
  lsc_test_assert_contains (idle, "With 8 micro-batches in place of 4 ");
  lsc_test_place_free (place);
}

/* Of a GPU that is the limit: what kinds of work there are, as the title of the second page. */
static void
test_kinds (void)
{
  const char *samples = g_getenv ("LANESCOPE_SAMPLES");
  LscTestPlace *place;
  g_autofree char *path = NULL, *trace = NULL, *text = NULL;
  g_autoptr (JsonObject) report = NULL;

  if (!samples)
    {
      g_test_skip ("LANESCOPE_SAMPLES is not set");
      return;
    }
  place = lsc_test_place_new ();
  path = g_build_filename (place->root, "r.json", NULL);
  trace = g_build_filename (samples, "h100", "base-1.json.gz", NULL);
  lsc_test_cli (place, EXIT_DELIVERED, "report", trace, "-q", "--report", path, NULL);
  text = lsc_test_read (path, NULL);
  report = lsc_test_json_object (text);
  lsc_test_assert_contains (
      json_object_get_string_member (find_section (report, "families"), "message"),
      "Matrix Product 40.0 %, Elementwise 31.9 %");
  /* what may be gained is on the first page, where, and by which remedy */
  lsc_test_assert_contains (
      find_fact (report, "gain"),
      "Possible, not proven. Up to 1.952 ms per step (7.31 %): then the host is "
      "the limit, which takes 24.74 ms. Up to 8.203 ms (30.7 %) if it launches "
      "fewer kernels, too; the step would then take 18.49 ms.");
  g_assert_cmpstr (
      json_object_get_string_member (report, "verdict"), ==,
      "Compute-bound. Fuse small kernels: up to 1.952 ms, with fewer launches 8.203 ms");
  lsc_test_assert_contains (text, "Beyond a gain of 1.952 ms "); /* the finding has this figure */
  lsc_test_assert_contains (find_fact (report, "next"), "Fuse small kernels: torch.compile");
  lsc_test_assert_contains (find_fact (report, "why"),
                            "Most of the time to save is in module GPT/Block/RMSNorm (4.226 ms).");
  lsc_test_assert_lacks (find_fact (report, "next"), "8.203 ms");
  lsc_test_assert_lacks (text, "No finding saves"); /* this one may */
  /* of the only one it says nothing, and stands in the table alone */
  lsc_test_assert_contains (text, "Measured: 4 steps, 1 rank.\"");
  lsc_test_assert_lacks (text, "Not known: The recording has no rank number");
  lsc_test_assert_contains (
      json_object_get_string_member (find_section (report, "findings"), "message"),
      "is not matrix work");
  lsc_test_place_free (place);
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
  lsc_test_assert_contains (text, "Layout: tp 1, pp 4, "); /* tables have groups of both */
  lsc_test_assert_contains (text, "sums exceed the parts of the step");
  lsc_test_assert_contains (text, "Steps compared: ");
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
  lsc_test_assert_contains (text, "100% no-repeat local,"); /* a sign of more at the side */
  lsc_test_assert_contains (text,
                            "h3,summary{overflow-wrap:anywhere}"); /* names in titles, at 390 px */
  lsc_test_assert_contains (text, "tbody tr:nth-child(-n+3){break-before:avoid}");
  full_path = write_report (&pair, FALSE, "f.html", "--full");
  full = lsc_test_read (full_path, NULL);
  lsc_test_assert_contains (full, "<details class=\"fold\" open>");
  clear (&pair);
}

/* Of more stages than the picture has room for it shows those around the cause, and says of how
 * many. */
static void
test_stages (void)
{
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->root, "r.json", NULL);
  g_autofree char *recording =
      lsc_test_record (place, "r20",
                       "--preset=pipeline --pp=20 --steps=3 --micro-batches=4 --seed=5 "
                       "--straggler=15:4");
  g_autofree char *text = NULL;
  g_autoptr (JsonObject) report = NULL;
  JsonArray *bars;

  lsc_test_cli (place, EXIT_DELIVERED, "report", recording, "-q", "--report", path, NULL);
  text = lsc_test_read (path, NULL);
  report = lsc_test_json_object (text);
  lsc_test_assert_contains (
      json_object_get_string_member (get_item (report, "answer", 0), "title"),
      ": 12 of 20 ranks, of 12 of 20 stages: those of the cause, then those of the nearest stages");
  bars = json_object_get_array_member (get_item (report, "answer", 0), "rows");
  g_assert_cmpuint (json_array_get_length (bars), ==, 12);
  for (guint i = 0; i < json_array_get_length (bars); i++)
    lsc_test_assert_lacks (
        json_object_get_string_member (json_array_get_object_element (bars, i), "name"),
        "Rank 0"); /* of the first stage, fifteen from the cause */
  lsc_test_place_free (place);
}

/* (transfer full): a chapter of a comment, from its summary on */
static char *
find_chapter (const char *text, const char *title)
{
  g_autofree char *head = g_strdup_printf ("<b>%s</b>", title);
  const char *begin = strstr (text, head), *end;

  g_assert_nonnull (begin);
  end = strstr (begin, "</details>");
  g_assert_nonnull (end);
  return g_strndup (begin, (gsize) (end - begin));
}

/* Titles are figures of the table below them: who is slow, what takes most, which group exposes
 * most. Of waiting a table has one basis. */
static void
test_titles (void)
{
  Pair pair;
  g_autofree char *path = NULL, *text = NULL, *ranks = NULL, *operators = NULL;
  g_auto (GStrv) cells = NULL;
  g_autofree char *cells_of = NULL;
  const char *title, *row;

  set_up (&pair);
  path = write_report (&pair, FALSE, "r.md", NULL);
  text = lsc_test_read (path, NULL);
  ranks = find_chapter (text, "Rank by rank");
  title = strstr (ranks, "it computes for ");
  g_assert_nonnull (title);
  title += strlen ("it computes for ");
  row = strstr (ranks, "| 1 | 1 |");
  g_assert_nonnull (row);
  cells_of = g_strndup (row, strcspn (row, "\n"));
  cells = g_strsplit (cells_of, "|", -1); /* of the head: rank, stage, caused, slow, computing */
  lsc_test_assert_contains (ranks, "| Slow | Computing (ms) | Exposed Send/Receive Wait (ms) |");
  g_assert_cmpuint (g_strv_length (cells), >, 5);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (title, NULL), g_ascii_strtod (cells[5], NULL),
                                  0.006);
  lsc_test_assert_lacks (ranks, "Wait for Peers, Hidden or Not");
  operators = find_chapter (text, "Operators");
  lsc_test_assert_contains (operators, " takes most: ");
  g_assert_true (strstr (operators, " takes most: ") < strstr (operators, "</summary>"));
  clear (&pair);
}

/* What is compared is said once of each side, and is not what counts where one is judged alone. */
static void
test_compared (void)
{
  Pair pair;
  g_autofree char *path = NULL, *text = NULL;
  const char *first;

  set_up (&pair);
  path = write_report (&pair, TRUE, "r.md", NULL);
  text = lsc_test_read (path, NULL);
  first = strstr (text, "Steps compared: ");
  g_assert_nonnull (first);
  g_assert_nonnull (strstr (first + 1, "Steps compared: "));
  lsc_test_assert_contains (text, "(6 of 6 that were recorded)");
  lsc_test_assert_lacks (text, "Steps that count");
  clear (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-report-pages/pages", test_pages);
  g_test_add_func ("/cli-report-pages/lead", test_lead);
  g_test_add_func ("/cli-report-pages/who", test_who);
  g_test_add_func ("/cli-report-pages/basis", test_basis);
  g_test_add_func ("/cli-report-pages/stages", test_stages);
  g_test_add_func ("/cli-report-pages/kinds", test_kinds);
  g_test_add_func ("/cli-report-pages/method", test_method);
  g_test_add_func ("/cli-report-pages/folds", test_folds);
  g_test_add_func ("/cli-report-pages/titles", test_titles);
  g_test_add_func ("/cli-report-pages/compared", test_compared);
  return g_test_run ();
}
