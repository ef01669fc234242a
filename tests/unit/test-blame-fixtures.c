/* test-blame-fixtures.c - waits, critical path and numbers against the reference generators
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "analysis-helper.h"
#include "analyze/theory/lsc-blame.h"
#include "analyze/theory/lsc-critical-path.h"
#include "analyze/theory/lsc-plan-stats.h"

/* What one seed gave; links by (rank, sender, receiver), from the pieces. */
typedef struct
{
  Analysed about;
  LscBlame *blame;
  LscRowMetrics *stats;
  gint64 *links;
  gint64 *edges; /* by sender and receiver, as blame() of the reference sums its links */
} Seed;

static void
note_link (const LscBlamePiece *piece, gpointer data)
{
  Seed *self = data;
  gsize n = self->about.plan->n_ranks;

  if (piece->cause == LSC_CAUSE_LINK)
    {
      self->links[(piece->rank * n + piece->from) * n + piece->to] +=
          piece->end_ns - piece->begin_ns;
      self->edges[piece->from * n + piece->to] += piece->end_ns - piece->begin_ns;
    }
}

static void
seed_init (Seed *self, const char *line)
{
  g_autoptr (GError) error = NULL;
  gsize n;

  *self = (Seed){ .blame = NULL };
  analysed_init (&self->about, line);
  n = self->about.plan->n_ranks;
  self->links = g_new0 (gint64, n * n * n);
  self->edges = g_new0 (gint64, n * n);
  self->stats = lsc_plan_rank_stats (self->about.plan, &self->about.times, NULL);
  self->blame = lsc_blame_new (self->about.plan, &self->about.times, self->about.max_link_of_op,
                               note_link, self, NULL, &error);
  g_assert_no_error (error);
}

static void
seed_clear (Seed *self)
{
  analysed_clear (&self->about);
  g_clear_pointer (&self->blame, lsc_blame_free);
  g_clear_pointer (&self->stats, g_free);
  g_clear_pointer (&self->links, g_free);
  g_clear_pointer (&self->edges, g_free);
}

static void
check_stats (const Seed *self, gsize rank, const char *text)
{
  const LscRowMetrics *stats = &self->stats[rank];
  g_autofree char *ours = g_strdup_printf (
      "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
      " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %zu",
      stats->busy_ns, stats->ramp_ns, stats->inner_ns, stats->tail_ns, stats->warmup_ns,
      stats->steady_ns, stats->cooldown_ns, stats->peak);

  g_assert_cmpstr (ours, ==, text);
}

static guint
kind_from_letter (char letter)
{
  static const char letters[] = "FBIWX";
  const char *found = strchr (letters, letter);

  g_assert_nonnull (found);
  return (guint) (found - letters);
}

/* One word of a W line. */
static gint64
get_wait (const Seed *self, gsize rank, char **cells)
{
  const LscBlame *blame = self->blame;
  gsize n = blame->n_ranks;
  gsize from = cells[1] ? (gsize) atoi (cells[1]) : 0;

  switch (cells[0][0])
    {
    case 'e':
      return lsc_blame_get (blame, rank, rank, LSC_CAUSE_END);
    case 'h':
      return lsc_blame_get (blame, rank, from, LSC_CAUSE_HOST);
    case 'c':
      return lsc_blame_get (blame, rank, from, LSC_CAUSE_CLOCK);
    case 'l':
      return self->links[(rank * n + from) * n + (gsize) atoi (cells[2])];
    default:
      from = (gsize) atoi (cells[0]);
      return lsc_blame_parts (blame, rank, from)[kind_from_letter (cells[1][0])];
    }
}

/* Every cause has the same time, and all together are the bubble: there are no others. */
static void
check_waits (const Seed *self, gsize rank, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  gint64 sum = 0;

  for (gsize i = 0; words[i] && *words[i]; i++)
    {
      g_auto (GStrv) cells = g_strsplit (words[i], ":", -1);
      gint64 value = g_ascii_strtoll (cells[g_strv_length (cells) - 1], NULL, 10);

      g_assert_cmpint (get_wait (self, rank, cells), ==, value);
      sum += value;
    }
  g_assert_cmpint (sum, ==, self->stats[rank].bubble_ns);
  g_assert_cmpint (lsc_blame_sum (self->blame, rank), ==, sum);
}

static void
check_edges (const Seed *self, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  gsize n = self->blame->n_ranks;
  gint64 sum = 0, links = 0;

  for (gsize i = 0; words[i] && *words[i]; i++)
    {
      g_auto (GStrv) cells = g_strsplit (words[i], ":", -1);
      gint64 value = g_ascii_strtoll (cells[2], NULL, 10);

      g_assert_cmpint (self->edges[(gsize) atoi (cells[0]) * n + (gsize) atoi (cells[1])], ==,
                       value);
      sum += value;
    }
  for (gsize i = 0; i < n * n; i++)
    {
      links += lsc_blame_get (self->blame, i / n, i % n, LSC_CAUSE_LINK);
      sum -= self->edges[i];
    }
  g_assert_cmpint (sum, ==, 0);
  for (gsize i = 0; i < n * n; i++)
    links -= self->edges[i];
  g_assert_cmpint (links, ==, 0);
}

static void
check_path (const Seed *self, const char *text)
{
  static const char letters[] = "sop";
  const LscPlan *plan = self->about.plan;
  g_autoptr (LscCriticalPath) path =
      lsc_critical_path_new (plan, &self->about.times, &self->about.latency);
  g_autoptr (GString) ours = g_string_new (NULL);

  for (gsize i = 0; i < path->n_steps; i++)
    {
      guint32 rank = plan->ops[path->steps[i].op].rank;

      g_string_append_printf (ours, "%s%u:%u:%c", i > 0 ? " " : "", rank,
                              path->steps[i].op - plan->first[rank], letters[path->steps[i].why]);
    }
  g_assert_cmpstr (ours->str, ==, text);
}

static void
check_latencies (const Seed *self, const char *text)
{
  g_autoptr (GString) ours = g_string_new (NULL);
  g_autofree LscMicroBatchLatency *latencies = NULL;
  gsize n;

  latencies = lsc_plan_latencies (self->about.plan, &self->about.times, &n);
  for (gsize i = 0; i < n; i++)
    g_string_append_printf (ours, "%s%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, i > 0 ? " " : "",
                            latencies[i].forward_ns, latencies[i].full_ns);
  g_assert_cmpstr (ours->str, ==, text);
}

static void
check_line (Seed *self, const char *line, gsize *rank)
{
  const char *text = line + 2;

  switch (line[0])
    {
    case 'T':
      g_assert_cmpint (self->about.times.t1_ns - self->about.times.t0_ns, ==, atoi (text));
      *rank = 0;
      break;
    case 'R':
      check_stats (self, (*rank)++, text);
      break;
    case 'W': /* as many as R lines */
      check_waits (self, (*rank)++ - self->blame->n_ranks, text);
      break;
    case 'E':
      check_edges (self, text);
      break;
    case 'P':
      check_path (self, text);
      break;
    case 'L':
      check_latencies (self, text);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
test_thousand (void)
{
  g_auto (GStrv) lines = analysis_read_lines ();
  Seed seed = { .blame = NULL };
  gsize rank = 0, n = 0;

  for (gsize i = 0; lines[i] && *lines[i]; i++)
    if (lines[i][0] == 'S')
      {
        if (n++ > 0)
          seed_clear (&seed);
        g_test_message ("%s", lines[i]);
        seed_init (&seed, lines[i]);
      }
    else
      check_line (&seed, lines[i], &rank);
  seed_clear (&seed);
  g_assert_cmpuint (n, ==, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blame/fixtures/thousand", test_thousand);
  return g_test_run ();
}
