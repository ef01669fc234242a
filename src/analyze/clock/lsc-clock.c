/* lsc-clock.c - how the clocks of ranks stand to each other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/clock/lsc-clock-private.h"
#include "base/lsc-sort.h"

#include <string.h>

/* times.md#clock-sources, times.md#clock-collectives. Clocks are those of hosts where hosts are
 * known and differ, else of ranks. A spanning tree grows from the clock of the reference. It takes
 *
 *   1. what was measured elsewhere, and messages, those edges with most of them first (the order of
 *      align_offsets() in the reference generators)
 *   2. ends of common collectives
 *   3. bounds by dependencies
 *
 * and after each edge begins again with the first that can be taken. */

/* Ranks of one host have one clock if what joins them allows a difference of that much. */
#define SAME_CLOCK_NS 1000
#define UNREACHED G_MAXINT64

typedef struct
{
  const LscClockQuestion *question;
  GPtrArray *edges;       /* (nullable): of the tree that grows */
  guint *host_of_rank;    /* G_MAXUINT: not recorded or unknown */
  guint *domain_of_rank;  /* a domain is what has one clock */
  guint *first_of_domain; /* its lowest rank */
  guint n_domains;
  guint *parent;                /* domain by domain, G_MAXUINT; in the tree */
  const LscClockEdge **edge_of; /* by domain: to its parent */
  guint *order;                 /* domains as they were placed */
  guint n_placed;
  GPtrArray *made;       /* edges of collectives in the tree */
  LscClockPlace *places; /* by domain */
  gint64 *far;           /* uncertainty by domain, -1 unknown */
  gint64 *far_of_rank;   /* UNREACHED, -1 unknown */
  gboolean *is_used;     /* all others were asked for collectives with that rank */
  LscClockEdge *refused; /* by rank: the collectives that came nearest to being believed */
  LscClockRefusal *refusals;
  guint n_hosts;
  gboolean is_per_host;
  gboolean is_empty; /* somewhere the bounds contradicted each other */
  gboolean is_refuted;
} Solver;

static void
solver_init (Solver *self, const LscClockQuestion *question)
{
  gsize n = question->n_ranks + 1; /* none is no special case */

  *self = (Solver){ .question = question,
                    .host_of_rank = g_new (guint, n),
                    .domain_of_rank = g_new (guint, n),
                    .first_of_domain = g_new (guint, n),
                    .parent = g_new (guint, n),
                    .edge_of = g_new0 (const LscClockEdge *, n),
                    .order = g_new (guint, n),
                    .made = g_ptr_array_new_with_free_func ((GDestroyNotify) _lsc_clock_edge_free),
                    .places = g_new0 (LscClockPlace, n),
                    .far = g_new (gint64, n),
                    .far_of_rank = g_new (gint64, n),
                    .is_used = g_new0 (gboolean, n),
                    .refused = g_new0 (LscClockEdge, n),
                    .refusals = g_new0 (LscClockRefusal, n) };
}

static void
solver_clear (Solver *self)
{
  g_clear_pointer (&self->edges, g_ptr_array_unref);
  g_free (self->host_of_rank);
  g_free (self->domain_of_rank);
  g_free (self->first_of_domain);
  g_free (self->parent);
  g_free (self->edge_of);
  g_free (self->order);
  g_ptr_array_unref (self->made);
  g_free (self->places);
  g_free (self->far);
  g_free (self->far_of_rank);
  g_free (self->is_used);
  g_free (self->refused);
  g_free (self->refusals);
}

/* ---- whose clocks there are ---- */

static void
find_hosts (Solver *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean is_known = TRUE;

  for (gsize i = 0; i < self->question->n_ranks; i++)
    {
      const LscClockRank *rank = &self->question->ranks[i];
      gpointer found;

      self->host_of_rank[i] = G_MAXUINT;
      if (!rank->is_recorded)
        continue;
      if (!rank->host || !*rank->host)
        {
          is_known = FALSE;
          continue;
        }
      found = g_hash_table_lookup (seen, rank->host);
      if (!found)
        g_hash_table_insert (seen, (gpointer) rank->host,
                             found = GUINT_TO_POINTER (g_hash_table_size (seen) + 1));
      /* stored plus 1, as 0 is what the table says of a host that it does not know */
      self->host_of_rank[i] = GPOINTER_TO_UINT (found) - 1;
    }
  self->n_hosts = is_known ? g_hash_table_size (seen) : 0;
}

/* Gives every rank the number of its clock, ascending. */
static void
find_domains (Solver *self, gboolean is_per_host)
{
  gsize n = self->question->n_ranks;
  g_autofree guint *first = g_new (guint, n + 1);

  for (gsize i = 0; i < n; i++)
    first[i] = G_MAXUINT;
  self->is_per_host = is_per_host;
  self->n_domains = 0;
  for (gsize i = 0; i < n; i++)
    {
      guint host = is_per_host ? self->host_of_rank[i] : G_MAXUINT;

      if (host != G_MAXUINT && first[host] != G_MAXUINT)
        self->domain_of_rank[i] = first[host];
      else
        {
          self->first_of_domain[self->n_domains] = (guint) i;
          self->domain_of_rank[i] = self->n_domains++;
        }
      if (host != G_MAXUINT)
        first[host] = self->domain_of_rank[i];
    }
}

/* Whether one clock for both ends of an edge breaks its bounds. */
static gboolean
is_refuted (const LscClockEdge *edge)
{
  return edge->low_ns > SAME_CLOCK_NS || edge->high_ns < -SAME_CLOCK_NS;
}

/* Whether what joins ranks of one host shows that they have clocks of their own. */
static gboolean
hosts_are_refuted (const Solver *self, GPtrArray *rank_edges)
{
  for (guint i = 0; i < rank_edges->len; i++)
    {
      const LscClockEdge *edge = g_ptr_array_index (rank_edges, i);

      if (self->host_of_rank[edge->a] == self->host_of_rank[edge->b] &&
          self->host_of_rank[edge->a] != G_MAXUINT && !edge->is_tie && is_refuted (edge))
        return TRUE;
    }
  return FALSE;
}

/* Whether messages say so, also of ranks whose hosts are not known. */
static gboolean
messages_refute (const Solver *self, GPtrArray *rank_edges)
{
  for (guint i = 0; i < rank_edges->len; i++)
    {
      const LscClockEdge *edge = g_ptr_array_index (rank_edges, i);
      guint a = self->host_of_rank[edge->a], b = self->host_of_rank[edge->b];

      if ((a == b || a == G_MAXUINT || b == G_MAXUINT) && !edge->is_tie &&
          edge->messages[LSC_CLOCK_UP].n + edge->messages[LSC_CLOCK_DOWN].n > 0 &&
          is_refuted (edge))
        return TRUE;
    }
  return FALSE;
}

/* ---- what joins them ---- */

static guint
edge_class (const LscClockEdge *edge)
{
  if (edge->is_tie)
    return 0;
  return edge->source == LSC_CLOCK_P2P || edge->source == LSC_CLOCK_ONE_SIDED ? 1 : 2;
}

static gboolean
is_bound (const LscClockEdge *edge)
{
  return edge_class (edge) == 2;
}

static int
compare_edges (gconstpointer a, gconstpointer b)
{
  const LscClockEdge *x = *(LscClockEdge *const *) a, *y = *(LscClockEdge *const *) b;

  /* times.md#clock-sources: ties are certain, messages measure, bounds only limit. Ranks last, so
   * that the tree does not depend on the order of the input. */
  LSC_RETURN_ORDER (edge_class (x), edge_class (y));
  LSC_RETURN_ORDER (y->n_messages, x->n_messages);
  LSC_RETURN_ORDER (x->a, y->a);
  return LSC_ORDER (x->b, y->b);
}

static GPtrArray *
measured_edges (Solver *self)
{
  const LscClockTies *ties = self->question->ties;
  GPtrArray *edges = _lsc_clock_edges (self->question, self->domain_of_rank);

  for (guint i = 0; i < edges->len; i++)
    {
      LscClockEdge *edge = g_ptr_array_index (edges, i);

      _lsc_clock_edge_measure (edge, !self->question->with_messages_alone);
      self->is_empty |= edge->is_empty;
    }
  for (gsize i = 0; ties && i < ties->n; i++)
    g_ptr_array_add (edges, _lsc_clock_edge_of_tie (&ties->items[i], self->domain_of_rank));
  g_ptr_array_sort (edges, compare_edges);
  return edges;
}

/* ---- the tree ---- */

static gint64
add_far (gint64 a, gint64 b)
{
  return a < 0 || b < 0 ? -1 : a + b;
}

static gboolean
is_placed (const Solver *self, guint domain)
{
  return self->places[domain].source != LSC_CLOCK_UNKNOWN;
}

/* Takes an edge into the tree if exactly one of its ends is placed. */
static gboolean
take_edge (Solver *self, const LscClockEdge *edge)
{
  gboolean is_up = is_placed (self, edge->a);
  guint from = is_up ? edge->a : edge->b, to = is_up ? edge->b : edge->a;

  if (edge->source == LSC_CLOCK_UNKNOWN || is_up == is_placed (self, edge->b))
    return FALSE;
  self->places[to] = _lsc_clock_place_across (&self->places[from], edge, is_up);
  self->parent[to] = from;
  self->edge_of[to] = edge;
  self->order[self->n_placed++] = to;
  return TRUE;
}

/* Ties and messages as far as they reach. */
static void
take_messages (Solver *self)
{
  gboolean moved = TRUE;

  while (moved)
    {
      moved = FALSE;
      for (guint i = 0; i < self->edges->len; i++)
        {
          const LscClockEdge *edge = g_ptr_array_index (self->edges, i);

          /* sorted by class: only bounds follow */
          if (is_bound (edge))
            break;
          moved |= take_edge (self, edge);
        }
    }
}

static gboolean
take_bound (Solver *self)
{
  for (guint i = 0; i < self->edges->len; i++)
    {
      const LscClockEdge *edge = g_ptr_array_index (self->edges, i);

      if (is_bound (edge) && take_edge (self, edge))
        return TRUE;
    }
  return FALSE;
}

/* An edge that lasts as long as the tree. */
static LscClockEdge *
make_edge (Solver *self, guint a, guint b)
{
  LscClockEdge *edge = g_new0 (LscClockEdge, 1);

  *edge = (LscClockEdge){ .a = a,
                          .b = b,
                          .low_ns = G_MININT64,
                          .high_ns = G_MAXINT64,
                          .delta_ns = -1,
                          .source = LSC_CLOCK_UNKNOWN };
  g_ptr_array_add (self->made, edge);
  return edge;
}

/* Joins a clock that nothing reached by the collectives of one of its ranks. */
static gboolean
join_by_collectives (Solver *self, gsize partner, gsize rank)
{
  LscClockEdge *edge = make_edge (self, self->domain_of_rank[partner], self->domain_of_rank[rank]);
  LscClockPoints ends = { NULL, 0, 0 };
  LscClockRefusal refusal;

  self->question->find_common (partner, rank, &ends, self->question->user_data);
  refusal = _lsc_clock_edge_measure_common (edge, &ends, self->question->matching);
  lsc_clock_points_clear (&ends);
  if (refusal == LSC_CLOCK_NOT_REFUSED)
    return take_edge (self, edge);
  if (self->refusals[rank] == LSC_CLOCK_NOT_REFUSED ||
      edge->n_messages > self->refused[rank].n_messages)
    {
      self->refusals[rank] = refusal;
      self->refused[rank] = *edge;
    }
  return FALSE;
}

/* Every placed rank is asked once: whom it could join is placed then. */
static gboolean
take_collectives (Solver *self)
{
  const LscClockQuestion *question = self->question;
  gboolean moved = FALSE;

  for (gsize i = 0; question->find_common && i < question->n_ranks; i++)
    {
      /* The reference is asked first: each further clock on the way adds its uncertainty. */
      gsize partner = (question->reference + i) % question->n_ranks;

      if (self->is_used[partner] || !question->ranks[partner].is_recorded ||
          !is_placed (self, self->domain_of_rank[partner]))
        continue;
      self->is_used[partner] = TRUE;
      for (gsize rank = 0; rank < question->n_ranks; rank++)
        if (question->ranks[rank].is_recorded && !is_placed (self, self->domain_of_rank[rank]) &&
            join_by_collectives (self, partner, rank))
          {
            moved = TRUE;
            take_messages (self);
          }
    }
  return moved;
}

/* Ranks that nothing joins have the clock of their host, unless they were found to disagree. */
static gboolean
take_host (Solver *self)
{
  gsize n = self->question->n_ranks;

  for (gsize a = 0; self->question->hosts_last && a < n; a++)
    for (gsize b = 0; b < n && is_placed (self, self->domain_of_rank[a]); b++)
      {
        LscClockEdge *edge;

        if (self->host_of_rank[a] == G_MAXUINT || self->host_of_rank[a] != self->host_of_rank[b] ||
            self->refusals[b] == LSC_CLOCK_DISAGREE || is_placed (self, self->domain_of_rank[b]))
          continue;
        edge = make_edge (self, self->domain_of_rank[a], self->domain_of_rank[b]);
        edge->is_tie = TRUE;
        edge->source = LSC_CLOCK_SAME_HOST;
        return take_edge (self, edge);
      }
  return FALSE;
}

static void
place_domains (Solver *self)
{
  guint reference = self->domain_of_rank[self->question->reference];

  for (guint i = 0; i < self->n_domains; i++)
    {
      self->places[i] = (LscClockPlace){ .source = LSC_CLOCK_UNKNOWN, .delta_ns = -1 };
      self->far[i] = -1;
      self->parent[i] = G_MAXUINT;
    }
  self->places[reference].source = LSC_CLOCK_REFERENCE;
  self->order[self->n_placed++] = reference;
  /* A clock that was placed by a weaker means may reach others by messages, which are better: so
   * the weaker ones place one at a time. */
  do
    take_messages (self);
  while (take_collectives (self) || take_bound (self) || take_host (self));
  g_assert (self->n_placed <= self->n_domains); /* each at most once, it is a tree */
}

/* ---- how far the truth can be from it ---- */

/* A time of the reference on the clock of a domain. Second powers of drifts are left out: parts of
 * a nanosecond in an hour. */
static gint64
local_time (const LscClockPlace *place, gint64 time_ns)
{
  gint64 local = time_ns + place->offset_ns;

  return local + (gint64) (place->drift * (double) (local - place->at_ns));
}

static gint64
reference_time (const LscClockPlace *place, gint64 local_ns)
{
  return local_ns - place->offset_ns - (gint64) (place->drift * (double) (local_ns - place->at_ns));
}

/* The span of the whole recording on the clock of the reference: what all ranks recorded, and what
 * clocks were compared by. */
static void
find_recording (const Solver *self, gint64 *begin_ns, gint64 *end_ns)
{
  const LscClockQuestion *question = self->question;

  *begin_ns = G_MAXINT64;
  *end_ns = G_MININT64;
  /* from 1: the reference was not reached by an edge */
  for (guint i = 1; i < self->n_placed; i++)
    {
      const LscClockEdge *edge = self->edge_of[self->order[i]];

      if (!edge->strip)
        continue;
      *begin_ns = MIN (*begin_ns, reference_time (&self->places[edge->b], edge->begin_ns));
      *end_ns = MAX (*end_ns, reference_time (&self->places[edge->b], edge->end_ns));
    }
  for (gsize i = 0; i < question->n_ranks; i++)
    {
      const LscClockRank *rank = &question->ranks[i];
      const LscClockPlace *place = &self->places[self->domain_of_rank[i]];

      if (place->source == LSC_CLOCK_UNKNOWN || rank->begin_ns >= rank->end_ns)
        continue;
      *begin_ns = MIN (*begin_ns, reference_time (place, rank->begin_ns));
      *end_ns = MAX (*end_ns, reference_time (place, rank->end_ns));
    }
}

/* How far each domain can be from its place at any time of the recording. */
static void
measure_far (Solver *self)
{
  gint64 begin_ns, end_ns;

  find_recording (self, &begin_ns, &end_ns);
  self->far[self->order[0]] = 0;
  for (guint i = 1; i < self->n_placed; i++)
    {
      guint domain = self->order[i];
      const LscClockEdge *edge = self->edge_of[domain];
      const LscClockPlace *place = &self->places[edge->b];
      gint64 far = edge->uncertainty_ns;

      if (edge->strip)
        far = _lsc_clock_edge_uncertainty (edge, local_time (place, begin_ns),
                                           local_time (place, end_ns));
      /* Drifts are kept in whole parts per billion. */
      if (edge->strip && far >= 0)
        far += (end_ns - begin_ns) / 2000000000 + 1;
      self->far[domain] = add_far (self->far[self->parent[domain]], far);
    }
}

/* What an edge between two ranks adds to the uncertainty, -1 if nothing is known to go along it. */
static gint64
open_between (const Solver *self, const LscClockEdge *edge)
{
  guint a = self->domain_of_rank[edge->a], b = self->domain_of_rank[edge->b];

  if (a == b)
    return edge->low_ns > G_MININT64 && edge->high_ns < G_MAXINT64
               ? MAX (ABS (edge->low_ns), ABS (edge->high_ns))
               : -1;
  if ((self->parent[a] != b && self->parent[b] != a) || self->far[a] < 0 || self->far[b] < 0)
    return -1;
  return ABS (self->far[a] - self->far[b]);
}

static gboolean
relax (Solver *self, GPtrArray *rank_edges)
{
  gboolean moved = FALSE;

  for (guint i = 0; i < rank_edges->len; i++)
    {
      const LscClockEdge *edge = g_ptr_array_index (rank_edges, i);
      gint64 open = open_between (self, edge);
      gint64 *a = &self->far_of_rank[edge->a], *b = &self->far_of_rank[edge->b];

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
 * uncertainty, along the shortest way from the reference. */
static void
spread_far (Solver *self, GPtrArray *rank_edges)
{
  gsize n = self->question->n_ranks;

  for (gsize i = 0; i < n; i++)
    self->far_of_rank[i] = self->is_per_host ? UNREACHED : self->far[self->domain_of_rank[i]];
  if (!self->is_per_host)
    return;
  self->far_of_rank[self->question->reference] = 0;
  /* No shortest way has more edges than there are ranks, so that many rounds find all of them. */
  for (gsize round = 0; round < n && relax (self, rank_edges); round++)
    ;
  for (gsize i = 0; i < n; i++)
    {
      guint domain = self->domain_of_rank[i];

      if (self->far[domain] < 0)
        self->far_of_rank[i] = -1;
      else if (self->far_of_rank[i] == UNREACHED)
        self->far_of_rank[i] = self->far[domain];
    }
}

/* ---- the answer ---- */

static LscClockSource
source_of_rank (const Solver *self, gsize rank)
{
  guint domain = self->domain_of_rank[rank];
  const LscClockPlace *place = &self->places[domain];

  if (!self->question->ranks[rank].is_recorded)
    return LSC_CLOCK_UNKNOWN;
  if (rank == self->question->reference || place->source == LSC_CLOCK_UNKNOWN)
    return place->source;
  if (rank != self->first_of_domain[domain] ||
      domain == self->domain_of_rank[self->question->reference])
    return LSC_CLOCK_SAME_HOST;
  return place->source;
}

static void
fill_clock (const Solver *self, LscClock *clock, gsize rank)
{
  const LscClockPlace *place = &self->places[self->domain_of_rank[rank]];

  clock->source = source_of_rank (self, rank);
  if (clock->source == LSC_CLOCK_UNKNOWN)
    {
      clock->refusal = self->refusals[rank];
      clock->n_messages = self->refused[rank].n_messages;
      clock->p10_ns = self->refused[rank].p10_ns;
      clock->p90_ns = self->refused[rank].p90_ns;
      return;
    }
  clock->offset_ns = place->offset_ns;
  /* rounded half away from 0, so that swapping two ranks only changes the sign */
  clock->drift_ppb = (gint64) (place->drift * 1e9 + (place->drift < 0 ? -0.5 : 0.5));
  clock->at_ns = place->at_ns;
  clock->uncertainty_ns = self->far_of_rank[rank];
  clock->delay_ns = place->source == LSC_CLOCK_P2P ? place->delta_ns : -1;
  clock->n_messages = place->n_messages;
  clock->p10_ns = place->p10_ns;
  clock->p90_ns = place->p90_ns;
}

static void
solve (Solver *self)
{
  const LscClockQuestion *question = self->question;
  g_autoptr (GPtrArray) rank_edges = NULL;

  find_domains (self, FALSE);
  rank_edges = measured_edges (self);
  if (!question->with_messages_alone && !question->hosts_last && self->n_hosts > 1 &&
      !hosts_are_refuted (self, rank_edges))
    {
      /* What contradicts itself between clocks of ranks may agree between those of hosts. */
      self->is_empty = FALSE;
      find_domains (self, TRUE);
      self->edges = measured_edges (self);
    }
  else
    self->edges = g_ptr_array_ref (rank_edges);
  self->is_refuted = messages_refute (self, rank_edges);
  place_domains (self);
  measure_far (self);
  spread_far (self, rank_edges);
}

/**
 * lsc_clocks_new:
 * @question: ranks, and what is known of when they did things
 *
 * Finds how far the clock of each rank is ahead of that of the reference. The true offset lies
 * within the uncertainty if no message arrives before it was sent. Worked example: 10 ns after
 * rank 0 sends, by the two clocks, rank 1 receives, and -4 ns after rank 1 sends rank 0 does: the
 * clock of rank 1 is (10 - -4) / 2 = 7 ns ahead, and 3 ns go by between send and receive.
 *
 * Cost: O(samples x log). Thread: any. Source: times.md#clock-sources, times.md#clock-collectives.
 *
 * Returns: (transfer full): one clock for each rank; hosts are borrowed from @question
 */
LscClocks *
lsc_clocks_new (const LscClockQuestion *question)
{
  LscClocks *self;
  Solver solver;
  gboolean has_reference;

  g_return_val_if_fail (question != NULL, NULL);
  has_reference = question->reference < question->n_ranks;
  self = g_new0 (LscClocks, 1);
  self->n_clocks = question->n_ranks;
  self->clocks = g_new0 (LscClock, self->n_clocks);
  solver_init (&solver, question);
  find_hosts (&solver);
  if (has_reference)
    solve (&solver);
  for (gsize i = 0; i < self->n_clocks; i++)
    {
      self->clocks[i] = (LscClock){ .rank = question->ranks[i].rank,
                                    .host = question->ranks[i].host,
                                    .source = LSC_CLOCK_UNKNOWN,
                                    .uncertainty_ns = -1,
                                    .delay_ns = -1 };
      if (has_reference)
        fill_clock (&solver, &self->clocks[i], i);
    }
  self->n_hosts = solver.n_hosts;
  self->is_empty = solver.is_empty;
  self->is_refuted = solver.is_refuted;
  solver_clear (&solver);
  return self;
}

void
lsc_clocks_free (LscClocks *self)
{
  g_free (self->clocks);
  g_free (self);
}

/**
 * lsc_clock_shift:
 * @self: of a rank
 * @local_ns: a recorded time
 *
 * Returns: what is added to it, ns: minus offset, minus drift in the time since the clock's origin
 */
gint64
lsc_clock_shift (const LscClock *self, gint64 local_ns)
{
  const gint64 second_ns = 1000000000;
  gint64 since = local_ns - self->at_ns;

  /* Seconds and rest apart: the product would not fit. */
  return -self->offset_ns - since / second_ns * self->drift_ppb -
         since % second_ns * self->drift_ppb / second_ns;
}
