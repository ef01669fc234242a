/* lsc-pipeline-clock.c - aligns the clocks of a pipeline's ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-pipeline-clock.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"

/* Pipeline chart 8. Clocks are those of hosts where hosts are known and differ, else of ranks. A
 * spanning tree from the clock of stage 0 takes messages first, those with most of them first
 * (the order of align_offsets() in the reference generators), then bounds by dependencies, then
 * ends of common collectives. */

/* Links that point left without it being said, one of so many. */
#define LEFT_SHARE 100
/* Ranks of one host have one clock if what joins them allows a difference of that much. */
#define SAME_CLOCK_NS 1000
#define LARGEST_OFFSET_NS G_GINT64_CONSTANT (1000000000000000000)
#define UNREACHED G_MAXINT64
/* Ranks that a notice names. */
#define MOST_NAMED 16

typedef struct
{
  LscPipelineBuild *build;
  LscPipelineGroup *group;
  LscPipelineRank **ranks;
  const LscClockSamples *samples;
  guint *host_of_row; /* G_MAXUINT: not recorded or unknown */
  guint *domain_of_row;
  guint *first_of_domain; /* its lowest row */
  guint n_domains;
  guint *parent;         /* domain by domain, G_MAXUINT; in the tree */
  LscClockPlace *places; /* by domain */
  gint64 *far;           /* uncertainty by domain, -1 unknown */
  gint64 *far_of_row;    /* UNREACHED, -1 unknown */
  guint reference;       /* row */
  gboolean is_per_host;
  gboolean is_empty; /* somewhere the bounds contradicted each other */
} Aligner;

static void
find_hosts (Aligner *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean is_known = TRUE;

  for (gsize i = 0; i < self->group->n_ranks; i++)
    {
      const LscRun *run = self->ranks[i] ? self->ranks[i]->run : NULL;
      const char *host = run ? run->host_uid : NULL;
      gpointer found;

      self->host_of_row[i] = G_MAXUINT;
      if (!run)
        continue;
      if (!host || !*host)
        host = run->host_name;
      if (!host || !*host)
        {
          is_known = FALSE;
          continue;
        }
      found = g_hash_table_lookup (seen, host);
      if (!found)
        g_hash_table_insert (
            seen, (gpointer) host, found = GUINT_TO_POINTER (g_hash_table_size (seen) + 1));
      self->host_of_row[i] = GPOINTER_TO_UINT (found) - 1;
    }
  self->group->clocks.n_hosts = is_known ? g_hash_table_size (seen) : 0;
}

/* Gives every row the number of its clock, ascending by row. */
static void
find_domains (Aligner *self, gboolean is_per_host)
{
  gsize n = self->group->n_ranks;
  g_autofree guint *first = g_new (guint, n);

  for (gsize i = 0; i < n; i++)
    first[i] = G_MAXUINT;
  self->is_per_host = is_per_host;
  self->n_domains = 0;
  for (gsize i = 0; i < n; i++)
    {
      guint host = is_per_host ? self->host_of_row[i] : G_MAXUINT;

      if (host != G_MAXUINT && first[host] != G_MAXUINT)
        self->domain_of_row[i] = first[host];
      else
        {
          self->first_of_domain[self->n_domains] = (guint) i;
          self->domain_of_row[i] = self->n_domains++;
        }
      if (host != G_MAXUINT)
        first[host] = self->domain_of_row[i];
    }
}

/* Whether what joins ranks of one host shows that they have clocks of their own. */
static gboolean
hosts_are_refuted (const Aligner *self, GPtrArray *row_edges)
{
  for (guint i = 0; i < row_edges->len; i++)
    {
      LscClockEdge *edge = g_ptr_array_index (row_edges, i);

      if (self->host_of_row[edge->a] != self->host_of_row[edge->b] ||
          self->host_of_row[edge->a] == G_MAXUINT || !edge->has_bounds)
        continue;
      if (edge->low_ns <= edge->high_ns
              ? edge->low_ns > SAME_CLOCK_NS || edge->high_ns < -SAME_CLOCK_NS
              : ABS (edge->theta_ns) > SAME_CLOCK_NS)
        return TRUE;
    }
  return FALSE;
}

static guint
edge_class (const LscClockEdge *edge)
{
  return edge->source == LSC_CLOCK_P2P || edge->source == LSC_CLOCK_ONE_SIDED ? 0 : 1;
}

static int
compare_edges (gconstpointer a, gconstpointer b)
{
  const LscClockEdge *x = *(LscClockEdge *const *) a, *y = *(LscClockEdge *const *) b;

  if (edge_class (x) != edge_class (y))
    return edge_class (x) < edge_class (y) ? -1 : 1;
  if (x->n_messages != y->n_messages)
    return x->n_messages > y->n_messages ? -1 : 1;
  if (x->a != y->a)
    return x->a < y->a ? -1 : 1;
  return (x->b > y->b) - (x->b < y->b);
}

static gint64
add_far (gint64 a, gint64 b)
{
  return a < 0 || b < 0 ? -1 : a + b;
}

static gboolean
is_placed (const Aligner *self, guint domain)
{
  return self->places[domain].source != LSC_CLOCK_UNKNOWN;
}

/* Takes an edge into the tree if exactly one of its ends is placed. */
static gboolean
take_edge (Aligner *self, const LscClockEdge *edge)
{
  gboolean is_up = is_placed (self, edge->a);
  guint from = is_up ? edge->a : edge->b, to = is_up ? edge->b : edge->a;

  if (edge->source == LSC_CLOCK_UNKNOWN || is_up == is_placed (self, edge->b))
    return FALSE;
  self->places[to] = _lsc_clock_place_across (&self->places[from], edge, is_up);
  self->far[to] = add_far (self->far[from], edge->uncertainty_ns);
  self->parent[to] = from;
  return TRUE;
}

/* Messages as far as they reach, then one edge of bounds, then messages again. */
static void
grow_tree (Aligner *self, GPtrArray *edges)
{
  gboolean moved = TRUE;

  while (moved)
    {
      moved = FALSE;
      for (guint i = 0; i < edges->len; i++)
        {
          const LscClockEdge *edge = g_ptr_array_index (edges, i);

          if (edge_class (edge) > 0 && moved)
            break;
          if (!take_edge (self, edge))
            continue;
          moved = TRUE;
          if (edge_class (edge) > 0)
            break;
        }
    }
}

/* Joins a clock that nothing reached by common collectives of any of its ranks. */
static gboolean
join_by_collectives (Aligner *self, guint row)
{
  for (gsize i = 0; i < self->group->n_ranks; i++)
    {
      LscClockEdge edge = { .a = self->domain_of_row[i], .b = self->domain_of_row[row] };

      if (self->ranks[i] && is_placed (self, edge.a) &&
          _lsc_clock_common_ends (self->ranks[i]->run, self->ranks[row]->run, &edge))
        return take_edge (self, &edge);
    }
  return FALSE;
}

static GPtrArray *
measured_edges (Aligner *self, gboolean with_links)
{
  GPtrArray *edges = _lsc_clock_edges (self->group, self->domain_of_row, self->samples);

  for (guint i = 0; i < edges->len; i++)
    {
      LscClockEdge *edge = g_ptr_array_index (edges, i);

      _lsc_clock_edge_measure (edge, with_links);
      self->is_empty |= edge->is_empty;
    }
  g_ptr_array_sort (edges, compare_edges);
  return edges;
}

static void
place_domains (Aligner *self, GPtrArray *edges, gboolean with_collectives)
{
  guint reference = self->domain_of_row[self->reference];

  for (guint i = 0; i < self->n_domains; i++)
    {
      self->places[i] = (LscClockPlace){ .source = LSC_CLOCK_UNKNOWN, .delta_ns = -1 };
      self->far[i] = -1;
      self->parent[i] = G_MAXUINT;
    }
  self->places[reference].source = LSC_CLOCK_REFERENCE;
  self->far[reference] = 0;
  grow_tree (self, edges);
  for (gsize i = 0; i < self->group->n_ranks && with_collectives; i++)
    if (self->ranks[i] && !is_placed (self, self->domain_of_row[i]) &&
        join_by_collectives (self, (guint) i))
      grow_tree (self, edges);
}

/* What an edge between two rows adds to the uncertainty, -1 if nothing is known to go along it. */
static gint64
open_between (const Aligner *self, const LscClockEdge *edge)
{
  guint a = self->domain_of_row[edge->a], b = self->domain_of_row[edge->b];

  if (a == b)
    return edge->has_bounds ? MAX (ABS (edge->low_ns), ABS (edge->high_ns)) : -1;
  if ((self->parent[a] != b && self->parent[b] != a) || self->far[a] < 0 || self->far[b] < 0)
    return -1;
  return ABS (self->far[a] - self->far[b]);
}

static gboolean
relax (Aligner *self, GPtrArray *row_edges)
{
  gboolean moved = FALSE;

  for (guint i = 0; i < row_edges->len; i++)
    {
      const LscClockEdge *edge = g_ptr_array_index (row_edges, i);
      gint64 open = open_between (self, edge);
      gint64 *a = &self->far_of_row[edge->a], *b = &self->far_of_row[edge->b];

      if (open >= 0 && *a != UNREACHED && *a + open < *b)
        *b = *a + open;
      else if (open >= 0 && *b != UNREACHED && *b + open < *a)
        *a = *b + open;
      else
        continue;
      moved = TRUE;
    }
  return moved;
}

/* Ranks of one host are tied by 0. What messages between them leave open is added to their
 * uncertainty, along the shortest way from stage 0. */
static void
spread_far (Aligner *self, GPtrArray *row_edges)
{
  gsize n = self->group->n_ranks;

  for (gsize i = 0; i < n; i++)
    self->far_of_row[i] = self->is_per_host ? UNREACHED : self->far[self->domain_of_row[i]];
  if (!self->is_per_host)
    return;
  self->far_of_row[self->reference] = 0;
  for (gsize round = 0; round < n && relax (self, row_edges); round++)
    ;
  for (gsize i = 0; i < n; i++)
    {
      guint domain = self->domain_of_row[i];

      if (self->far[domain] < 0)
        self->far_of_row[i] = -1;
      else if (self->far_of_row[i] == UNREACHED)
        self->far_of_row[i] = self->far[domain];
    }
}

static LscClockSource
source_of_row (const Aligner *self, gsize row)
{
  const LscClockPlace *place = &self->places[self->domain_of_row[row]];

  if (!self->ranks[row])
    return LSC_CLOCK_UNKNOWN;
  if (row == self->reference || place->source == LSC_CLOCK_UNKNOWN)
    return place->source;
  if (row != self->first_of_domain[self->domain_of_row[row]] ||
      self->domain_of_row[row] == self->domain_of_row[self->reference])
    return LSC_CLOCK_SAME_HOST;
  return place->source;
}

static void
fill_clocks (Aligner *self)
{
  LscPipelineClocks *clocks = &self->group->clocks;

  for (gsize i = 0; i < clocks->n_clocks; i++)
    {
      LscPipelineClock *clock = &clocks->clocks[i];
      const LscClockPlace *place = &self->places[self->domain_of_row[i]];

      clock->source = source_of_row (self, i);
      if (clock->source == LSC_CLOCK_UNKNOWN)
        continue;
      clock->offset_ns = place->offset_ns;
      clock->drift_ppb = (gint64) (place->drift * 1e9 + (place->drift < 0 ? -0.5 : 0.5));
      clock->at_ns = place->at_ns;
      clock->uncertainty_ns = self->far_of_row[i];
      clock->delay_ns = place->source == LSC_CLOCK_P2P ? place->delta_ns : -1;
      clock->n_messages = place->n_messages;
    }
}

static void
estimate (Aligner *self, LscAlignMode mode)
{
  gboolean with_links = mode != LSC_ALIGN_P2P;
  g_autoptr (GPtrArray) row_edges = NULL;
  g_autoptr (GPtrArray) edges = NULL;

  find_domains (self, FALSE);
  row_edges = measured_edges (self, with_links);
  if (mode != LSC_ALIGN_P2P && self->group->clocks.n_hosts > 1 &&
      !hosts_are_refuted (self, row_edges))
    {
      self->is_empty = FALSE;
      find_domains (self, TRUE);
      edges = measured_edges (self, with_links);
    }
  place_domains (self, edges ? edges : row_edges, mode != LSC_ALIGN_P2P);
  spread_far (self, row_edges);
  fill_clocks (self);
}

/* "4=1200;5=-300" */
static GHashTable *
parse_offsets (const char *text, GError **error)
{
  g_autoptr (GHashTable) offsets =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_auto (GStrv) words = g_strsplit (text && *text ? text : " ", ";", -1);

  for (guint i = 0; words[i]; i++)
    {
      const char *word = g_strstrip (words[i]), *sign = strchr (word, '=');
      gint64 rank = -1, offset = 0;

      if (!*word && !words[i + 1] && i > 0)
        continue;
      if (!sign || lsc_parse_int64 (word, (gsize) (sign - word), &rank) != LSC_PARSE_OK ||
          lsc_parse_int64 (sign + 1, strlen (sign + 1), &offset) != LSC_PARSE_OK || rank < 0 ||
          ABS (offset) > LARGEST_OFFSET_NS)
        {
          g_set_error (error,
                       LSC_ERROR,
                       LSC_ERROR_USAGE,
                       _ ("“%s” is no list of clock offsets: give nanoseconds by rank, such as "
                          "4=1200;5=-300"),
                       text ? text : "");
          return NULL;
        }
      g_hash_table_insert (
          offsets, g_memdup2 (&rank, sizeof rank), g_memdup2 (&offset, sizeof offset));
    }
  return g_steal_pointer (&offsets);
}

/** Returns: %FALSE with %LSC_ERROR_USAGE for offsets that cannot be read. */
gboolean
_lsc_clock_check_options (const LscPipelineOptions *options, GError **error)
{
  g_autoptr (GHashTable) offsets = NULL;

  if (options->align != LSC_ALIGN_GIVEN)
    return TRUE;
  offsets = parse_offsets (options->offsets, error);
  return offsets != NULL;
}

static gboolean
has_rank (const LscPipeline *pipeline, gint64 rank)
{
  for (guint i = 0; i < pipeline->groups->len; i++)
    {
      const LscPipelineGroup *group = g_ptr_array_index (pipeline->groups, i);

      for (gsize k = 0; k < group->n_ranks; k++)
        if (group->ranks[k] == rank)
          return TRUE;
    }
  return FALSE;
}

/** Says which given offsets are of ranks that no pipeline has. To be called with all groups. */
void
_lsc_clock_tell_unused (LscPipelineBuild *build)
{
  g_autoptr (GHashTable) offsets = NULL;
  g_autoptr (GString) unused = g_string_new (NULL);
  GHashTableIter iter;
  gpointer rank;
  gint64 n = 0;

  if (build->options->align != LSC_ALIGN_GIVEN)
    return;
  offsets = parse_offsets (build->options->offsets, NULL);
  if (!offsets)
    return;
  g_hash_table_iter_init (&iter, offsets);
  while (g_hash_table_iter_next (&iter, &rank, NULL))
    if (!has_rank (build->pipeline, *(gint64 *) rank) && n++ < MOST_NAMED)
      g_string_append_printf (
          unused, unused->len > 0 ? ", %" G_GINT64_FORMAT : "%" G_GINT64_FORMAT, *(gint64 *) rank);
  if (n > 0)
    _lsc_pipeline_note (
        build->pipeline,
        LSC_SEVERITY_WARNING,
        "pp-clock-given",
        NULL,
        n,
        g_strdup_printf (_ ("Clock offsets were given for ranks that no pipeline has: %s."),
                         unused->str),
        NULL,
        _ ("Give offsets by the ranks of the pipelines shown."));
}

/* Ranks that the text does not name keep their times. */
static void
take_given (Aligner *self)
{
  LscPipelineClocks *clocks = &self->group->clocks;
  g_autoptr (GHashTable) offsets = parse_offsets (self->build->options->offsets, NULL);

  for (gsize i = 0; i < clocks->n_clocks && offsets; i++)
    {
      LscPipelineClock *clock = &clocks->clocks[i];
      const gint64 *offset = g_hash_table_lookup (offsets, &clock->rank);

      *clock = (LscPipelineClock){ .rank = clock->rank,
                                   .host = clock->host,
                                   .source = LSC_CLOCK_GIVEN,
                                   .offset_ns = offset ? *offset : 0,
                                   .uncertainty_ns = -1,
                                   .delay_ns = -1 };
    }
}

static gsize
count_unknown (const Aligner *self)
{
  gsize n = 0;

  for (gsize i = 0; i < self->group->n_ranks; i++)
    n += self->ranks[i] && self->group->clocks.clocks[i].source == LSC_CLOCK_UNKNOWN;
  return n;
}

static gsize
count_source (const LscPipelineClocks *clocks, LscClockSource source)
{
  gsize n = 0;

  for (gsize i = 0; i < clocks->n_clocks; i++)
    n += clocks->clocks[i].source == source;
  return n;
}

static gboolean
has_estimate (const LscPipelineClocks *clocks)
{
  return count_source (clocks, LSC_CLOCK_P2P) + count_source (clocks, LSC_CLOCK_ONE_SIDED) +
             count_source (clocks, LSC_CLOCK_BOUNDS) +
             count_source (clocks, LSC_CLOCK_COLLECTIVES) >
         0;
}

static char *
format_uncertainty (gint64 ns)
{
  g_autofree char *text = ns < 0 ? NULL : lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);

  return text ? g_strdup_printf ("±%s", text) : g_strdup (_ ("uncertainty unknown"));
}

/* The least certain source names the whole. */
static char *
describe_applied (const LscPipelineClocks *clocks)
{
  g_autofree char *far = format_uncertainty (clocks->uncertainty_ns);

  if (count_source (clocks, LSC_CLOCK_GIVEN) > 0)
    return g_strdup (_ ("offsets given"));
  if (count_source (clocks, LSC_CLOCK_COLLECTIVES) > 0)
    return g_strdup_printf (_ ("aligned by collectives, %s"), far);
  if (count_source (clocks, LSC_CLOCK_BOUNDS) > 0)
    return g_strdup_printf (_ ("aligned by dependencies, %s"), far);
  if (count_source (clocks, LSC_CLOCK_ONE_SIDED) > 0)
    return g_strdup_printf (_ ("aligned by p2p, one-sided, %s"), far);
  return g_strdup_printf (_ ("aligned by p2p, %s"), far);
}

static char *
describe (const LscPipelineClocks *clocks)
{
  if (clocks->is_applied)
    return describe_applied (clocks);
  if (clocks->n_hosts == 0)
    return g_strdup (_ ("hosts not known"));
  return g_strdup (clocks->n_hosts == 1 ? _ ("one host") : _ ("not aligned"));
}

static void
sum_up (LscPipelineClocks *clocks)
{
  clocks->uncertainty_ns = 0;
  for (gsize i = 0; i < clocks->n_clocks; i++)
    if (clocks->clocks[i].source != LSC_CLOCK_UNKNOWN)
      clocks->uncertainty_ns = clocks->clocks[i].uncertainty_ns < 0 || clocks->uncertainty_ns < 0
                                   ? -1
                                   : MAX (clocks->uncertainty_ns, clocks->clocks[i].uncertainty_ns);
}

static gboolean
is_many (gsize n_left, gsize n_links)
{
  return n_left > n_links / LEFT_SHARE && n_left > 0;
}

static char *
make_advice (const Aligner *self)
{
  const LscPipelineClocks *clocks = &self->group->clocks;

  if (clocks->is_applied || !is_many (clocks->n_left, clocks->n_links))
    return NULL;
  if (!has_estimate (clocks))
    return g_strdup_printf (_ ("%zu of %zu links point left: the clocks differ, and nothing was "
                               "recorded that tells by how much. Give the offsets."),
                            clocks->n_left,
                            clocks->n_links);
  return g_strdup_printf (
      _ ("%zu of %zu links point left: the clocks differ. They can be aligned."),
      clocks->n_left,
      clocks->n_links);
}

static void
note_left (const Aligner *self)
{
  const LscPipelineClocks *clocks = &self->group->clocks;

  if (!clocks->is_applied || !is_many (clocks->n_left, clocks->n_links))
    return;
  _lsc_pipeline_note (
      self->build->pipeline,
      LSC_SEVERITY_WARNING,
      "pp-clock-left",
      NULL,
      (gint64) clocks->n_left,
      g_strdup_printf (_ ("Pipeline %s: %zu of %zu links point left although clocks are aligned."),
                       self->group->label,
                       clocks->n_left,
                       clocks->n_links),
      _ ("Offsets are wrong, a clock drifts, or blocks have wrong ids; waiting times between these "
         "ranks mean little."),
      _ ("See the table of clocks; give offsets, or switch the alignment off."));
}

static void
note_unknown (const Aligner *self)
{
  gsize n = count_unknown (self);
  g_autoptr (GString) ranks = g_string_new (NULL);

  if (n == 0 || self->group->n_ranks < 2 || self->group->steps[0].rows[0].stage < 0 ||
      (self->group->clocks.n_hosts < 2 && !self->group->clocks.is_applied))
    return;
  for (gsize i = 0; i < self->group->n_ranks; i++)
    if (self->ranks[i] && self->group->clocks.clocks[i].source == LSC_CLOCK_UNKNOWN)
      g_string_append_printf (ranks,
                              ranks->len > 0 ? ", %" G_GINT64_FORMAT : "%" G_GINT64_FORMAT,
                              self->group->ranks[i]);
  _lsc_pipeline_note (
      self->build->pipeline,
      LSC_SEVERITY_WARNING,
      "pp-clock-unknown",
      NULL,
      (gint64) n,
      g_strdup_printf (_ ("Pipeline %s: the clocks of ranks %s could not be aligned."),
                       self->group->label,
                       ranks->str),
      self->is_empty
          ? _ ("Dependencies between blocks contradict each other: a clock drifts or ids are "
               "wrong.")
          : _ ("Neither messages nor dependencies nor common collectives join them to stage 0."),
      _ ("Record communication (level 1), or give the offsets."));
}

static void
prepare (Aligner *self)
{
  LscPipelineClocks *clocks = &self->group->clocks;

  clocks->n_clocks = self->group->n_ranks;
  clocks->clocks = g_new0 (LscPipelineClock, clocks->n_clocks);
  clocks->uncertainty_ns = -1;
  for (gsize i = 0; i < clocks->n_clocks; i++)
    {
      LscPipelineClock *clock = &clocks->clocks[i];

      clock->rank = self->group->ranks[i];
      clock->host = self->group->n_steps > 0 ? self->group->steps[0].rows[i].host : NULL;
      clock->source = LSC_CLOCK_UNKNOWN;
      clock->uncertainty_ns = clock->delay_ns = -1;
    }
  self->reference = 0;
  while (self->reference < self->group->n_ranks && !self->ranks[self->reference])
    self->reference++;
  find_hosts (self);
}

static gboolean
should_apply (const Aligner *self, LscAlignMode mode)
{
  const LscPipelineClocks *clocks = &self->group->clocks;

  if (mode == LSC_ALIGN_GIVEN)
    return TRUE;
  if (mode == LSC_ALIGN_NONE || !has_estimate (clocks))
    return FALSE;
  return mode == LSC_ALIGN_P2P || clocks->n_hosts > 1;
}

/**
 * _lsc_pipeline_align:
 * @group: named and linked, with recorded times; gets its clocks
 * @ranks: of the rows, %NULL where nothing was recorded
 * @samples: messages between its rows
 *
 * Estimates how the clocks of the ranks stand to that of stage 0, and moves blocks, legs and links
 * to it if the options say so (%LSC_ALIGN_AUTO: if the ranks are on several hosts). The true offset
 * lies within the uncertainty if no message arrives before it was sent.
 *
 * Cost: O(links + messages x log). Source: pipeline chart 8.
 */
void
_lsc_pipeline_align (LscPipelineBuild *build,
                     LscPipelineGroup *group,
                     LscPipelineRank **ranks,
                     const LscClockSamples *samples)
{
  LscPipelineClocks *clocks = &group->clocks;
  LscAlignMode mode = build->options->align;
  g_autofree guint *hosts = g_new (guint, group->n_ranks);
  g_autofree guint *domains = g_new (guint, group->n_ranks);
  g_autofree guint *firsts = g_new (guint, group->n_ranks);
  g_autofree guint *parents = g_new (guint, group->n_ranks);
  g_autofree LscClockPlace *places = g_new0 (LscClockPlace, group->n_ranks);
  g_autofree gint64 *far = g_new (gint64, group->n_ranks);
  g_autofree gint64 *far_of_row = g_new (gint64, group->n_ranks);
  Aligner self = { .build = build,
                   .group = group,
                   .ranks = ranks,
                   .samples = samples,
                   .host_of_row = hosts,
                   .domain_of_row = domains,
                   .first_of_domain = firsts,
                   .parent = parents,
                   .places = places,
                   .far = far,
                   .far_of_row = far_of_row };

  prepare (&self);
  clocks->n_left = clocks->n_left_before = _lsc_clock_count_left (group, &clocks->n_links);
  if (self.reference < group->n_ranks && group->steps[0].rows[0].stage >= 0)
    estimate (&self, mode);
  if (mode == LSC_ALIGN_GIVEN)
    take_given (&self);
  clocks->is_applied = should_apply (&self, mode);
  if (clocks->is_applied)
    {
      _lsc_clock_shift_group (group);
      clocks->n_left = _lsc_clock_count_left (group, &clocks->n_links);
    }
  sum_up (clocks);
  clocks->text = describe (clocks);
  clocks->advice = make_advice (&self);
  if (mode == LSC_ALIGN_AUTO || mode == LSC_ALIGN_P2P)
    note_unknown (&self);
  note_left (&self);
}

/** _lsc_clock_clear: frees what the clocks hold. */
void
_lsc_clock_clear (LscPipelineClocks *clocks)
{
  g_free (clocks->clocks);
  g_free (clocks->text);
  g_free (clocks->advice);
}
