/* lsc-pipeline-clock.c - aligns the clocks of a pipeline's ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-clock.h"

/* Pipeline chart 8. Clocks are those of hosts where hosts are known and differ, else of ranks. A
 * spanning tree from the clock of stage 0 takes messages first, those with most of them first
 * (the order of align_offsets() in the reference generators), then bounds by dependencies, then
 * ends of common collectives. */

/* Ranks of one host have one clock if what joins them allows a difference of that much. */
#define SAME_CLOCK_NS 1000
#define UNREACHED G_MAXINT64

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
        g_hash_table_insert (seen, (gpointer) host,
                             found = GUINT_TO_POINTER (g_hash_table_size (seen) + 1));
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
  self->places[to] = lsc_clock_place_across (&self->places[from], edge, is_up);
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
          lsc_clock_common_ends (self->ranks[i], self->ranks[row], &edge))
        return take_edge (self, &edge);
    }
  return FALSE;
}

static GPtrArray *
measured_edges (Aligner *self, gboolean with_links)
{
  GPtrArray *edges = lsc_clock_edges (self->group, self->domain_of_row, self->samples);

  for (guint i = 0; i < edges->len; i++)
    {
      LscClockEdge *edge = g_ptr_array_index (edges, i);

      lsc_clock_edge_measure (edge, with_links);
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
  if (mode == LSC_ALIGN_NONE || !lsc_clock_has_estimate (clocks))
    return FALSE;
  return mode == LSC_ALIGN_P2P || clocks->n_hosts > 1;
}

/**
 * lsc_pipeline_align:
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
lsc_pipeline_align (LscPipelineBuild *build, LscPipelineGroup *group, LscPipelineRank **ranks,
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
  clocks->n_left = clocks->n_left_before = lsc_clock_count_left (group, &clocks->n_links);
  if (self.reference < group->n_ranks && group->steps[0].rows[0].stage >= 0)
    estimate (&self, mode);
  if (mode == LSC_ALIGN_GIVEN)
    lsc_clock_take_given (clocks, build->options);
  clocks->is_applied = should_apply (&self, mode);
  if (clocks->is_applied)
    {
      lsc_clock_shift_group (group);
      clocks->n_left = lsc_clock_count_left (group, &clocks->n_links);
    }
  sum_up (clocks);
  clocks->text = lsc_clock_describe (clocks);
  clocks->advice = lsc_clock_advise (clocks);
  if (mode == LSC_ALIGN_AUTO || mode == LSC_ALIGN_P2P)
    lsc_clock_note_unknown (build, group, ranks, self.is_empty);
  lsc_clock_note_left (build, group);
}

/** lsc_clock_clear: frees what the clocks hold. */
void
lsc_clock_clear (LscPipelineClocks *clocks)
{
  g_free (clocks->clocks);
  g_free (clocks->text);
  g_free (clocks->advice);
}
