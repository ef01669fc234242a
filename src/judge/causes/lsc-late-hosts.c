/* lsc-late-hosts.c - which hosts are late with all of their ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-late-hosts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lsc-array.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

/* findings.md#slow-hosts. What makes one rank late is its process; what makes all of a host late,
 * each in its own moments, while like ranks of other hosts are not, is the host. */

#define USUAL_MOST 0.9     /* part of the steps of other hosts that are at most so late */
#define BEYOND 2           /* times that: a step is hit */
#define LEAST_HIT 0.001    /* of the step */
#define PART_OF_RANKS 0.75 /* of a host that are hit */
#define MOST_CHANCE 0.05   /* that hits fall on one host */

#define NO_HOST G_MAXUINT32

/** What a rank was late in a step. */
typedef struct
{
  gint64 ns;
  guint32 rank;
} Value;

LSC_DEFINE_ARRAY (Values, values, Value)

/**
 * What is looked at together: a host, and like ranks of the others
 * @hosts, @stages: (array): by rank their numbers; %NO_HOST
 * @n_of_stage: (array): ranks with a host
 * @n_of_host: (array): likewise those of the host, by stage
 * @values: of ranks with a host, ascending
 */
typedef struct
{
  const LscLateRank *ranks;
  gsize n;
  gsize n_steps;
  double step_ns;
  guint32 *hosts;
  guint32 *stages;
  gsize *n_of_stage;
  gsize *n_of_host;
  Values values;
  guint32 host;
} Look;

static gboolean
is_of_host (const Look *self, gsize rank)
{
  return self->hosts[rank] == self->host;
}

/* Whether a rank has like ones on the other side: of the host, or of others. */
static gboolean
is_likened (const Look *self, gsize rank)
{
  guint32 stage = self->stages[rank];
  gsize n_here = self->n_of_host[stage];

  return is_of_host (self, rank) ? self->n_of_stage[stage] > n_here : n_here > 0;
}

static void
look_at_host (Look *self, guint32 host)
{
  self->host = host;
  memset (self->n_of_host, 0, self->n * sizeof *self->n_of_host);
  for (gsize i = 0; i < self->n; i++)
    if (is_of_host (self, i))
      self->n_of_host[self->stages[i]]++;
}

static int
compare_values (const void *a, const void *b)
{
  const Value *x = a, *y = b;

  return LSC_ORDER (x->ns, y->ns);
}

static void
list_values (Look *self)
{
  for (guint32 i = 0; i < self->n; i++)
    for (gsize step = 0; self->ranks[i].host && step < self->n_steps; step++)
      if (!isnan (self->ranks[i].late_ns[step]))
        values_append (&self->values, (Value){ (gint64) self->ranks[i].late_ns[step], i });
  if (self->values.n > 0)
    qsort (self->values.items, self->values.n, sizeof (Value), compare_values);
}

/* Counts from 0 on. */
static guint32
get_number (GHashTable *numbers, gconstpointer key)
{
  if (!g_hash_table_contains (numbers, key))
    g_hash_table_insert (numbers, (gpointer) key, GUINT_TO_POINTER (g_hash_table_size (numbers)));
  return GPOINTER_TO_UINT (g_hash_table_lookup (numbers, key));
}

/* Numbers hosts and stages. Returns: (transfer container): the names of the hosts */
static GPtrArray *
look_init (Look *self)
{
  g_autoptr (GHashTable) hosts = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) stages = g_hash_table_new (g_int64_hash, g_int64_equal);
  GPtrArray *names = g_ptr_array_new ();

  self->hosts = g_new (guint32, self->n + 1);
  self->stages = g_new (guint32, self->n + 1);
  self->n_of_stage = g_new0 (gsize, self->n + 1);
  self->n_of_host = g_new0 (gsize, self->n + 1);
  for (gsize i = 0; i < self->n; i++)
    {
      const LscLateRank *rank = &self->ranks[i];

      self->stages[i] = get_number (stages, &rank->stage);
      self->hosts[i] = rank->host ? get_number (hosts, rank->host) : NO_HOST;
      if (!rank->host)
        continue;
      if (self->hosts[i] == names->len)
        g_ptr_array_add (names, (gpointer) rank->host);
      self->n_of_stage[self->stages[i]]++;
    }
  list_values (self);
  return names;
}

static void
look_clear (Look *self)
{
  g_free (self->hosts);
  g_free (self->stages);
  g_free (self->n_of_stage);
  g_free (self->n_of_host);
  values_clear (&self->values);
}

/* Hits of a rank, and of how many steps. */
static gsize
count_hits (const Look *self, gsize rank, double limit_ns, gsize *n_known)
{
  gsize n = 0;

  *n_known = 0;
  for (gsize step = 0; step < self->n_steps; step++)
    {
      double ns = self->ranks[rank].late_ns[step];

      *n_known += !isnan (ns);
      n += ns > limit_ns;
    }
  return n;
}

/* Beyond what other hosts are late, but for the worst tenth of their steps. */
static double
find_limit_ns (const Look *self, gint64 *room)
{
  gsize n = 0;

  for (gsize i = 0; i < self->values.n; i++)
    {
      const Value *value = &self->values.items[i];

      if (!is_of_host (self, value->rank) && is_likened (self, value->rank))
        room[n++] = value->ns;
    }
  if (n == 0)
    return INFINITY;
  return MAX (BEYOND * lsc_quantile_linear (room, n, USUAL_MOST), LEAST_HIT * self->step_ns);
}

/** What was counted. Of the worst rank of the host nothing is: it may be late by itself. */
typedef struct
{
  gsize n_ranks;
  gsize n_hit;
  gsize hits;
  gsize all_hits;
  gsize known;
  gsize all_known;
} Count;

static Count
count_all (const Look *self, double limit_ns)
{
  Count count = { 0 };
  gsize worst = 0, worst_known = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      gsize known, hits;

      if (!self->ranks[i].host || !is_likened (self, i))
        continue;
      hits = count_hits (self, i, limit_ns, &known);
      count.all_hits += hits;
      count.all_known += known;
      if (!is_of_host (self, i))
        continue;
      count.n_ranks++;
      count.n_hit += hits > 0;
      count.hits += hits;
      count.known += known;
      if (hits >= worst)
        {
          worst = hits;
          worst_known = known;
        }
    }
  count.hits -= worst;
  count.all_hits -= worst;
  count.known -= worst_known;
  count.all_known -= worst_known;
  return count;
}

/* @room: (array): for all values. Returns: the chance of it, above MOST_CHANCE where the host is
 * not late */
static double
judge_host (const Look *self, gsize n_hosts, gint64 *room, gsize *n_hit)
{
  Count count = count_all (self, find_limit_ns (self, room));

  *n_hit = count.n_hit;
  if (count.n_hit < 2 || (double) count.n_hit < PART_OF_RANKS * (double) count.n_ranks ||
      count.known == 0 || count.known == count.all_known)
    return 1;
  return (double) n_hosts * lsc_binomial_at_least (count.hits, count.all_hits,
                                                   (double) count.known / (double) count.all_known);
}

/* What like ranks of hosts that are not late are late in a step. */
static double
find_usual_ns (const LscLateHosts *self, const Look *look, gsize rank)
{
  g_autofree double *values = g_new (double, look->n * look->n_steps + 1);
  gsize n = 0;

  for (gsize i = 0; i < look->n; i++)
    for (gsize step = 0; step < look->n_steps; step++)
      if (look->ranks[i].host && !self->is_late[i] &&
          look->ranks[i].stage == look->ranks[rank].stage && !isnan (look->ranks[i].late_ns[step]))
        values[n++] = look->ranks[i].late_ns[step];
  return n > 0 ? lsc_median_mean_double (values, n) : 0;
}

static double
find_excess_ns (const Look *look, gsize rank, double usual_ns)
{
  double sum_ns = 0;
  gsize n = 0;

  for (gsize step = 0; step < look->n_steps; step++)
    {
      double ns = look->ranks[rank].late_ns[step];

      n += !isnan (ns);
      sum_ns += isnan (ns) ? 0 : MAX (ns - usual_ns, 0);
    }
  return n > 0 ? sum_ns / (double) n : 0;
}

static void
find_late (LscLateHosts *self, Look *look, const GPtrArray *hosts)
{
  g_autofree gint64 *room = g_new (gint64, look->values.n + 1);
  g_autofree gboolean *is_host_late = g_new0 (gboolean, hosts->len + 1);

  for (guint h = 0; hosts->len > 1 && h < hosts->len; h++)
    {
      gsize n_hit;
      double chance;

      look_at_host (look, h);
      chance = judge_host (look, hosts->len, room, &n_hit);
      if (chance > MOST_CHANCE)
        continue;
      is_host_late[h] = TRUE;
      g_ptr_array_add (self->names, hosts->pdata[h]);
      self->n_hit += n_hit;
      self->chance = MAX (self->chance, chance);
    }
  self->n = self->names->len;
  for (gsize i = 0; i < look->n; i++)
    self->is_late[i] = look->hosts[i] != NO_HOST && is_host_late[look->hosts[i]];
}

/**
 * lsc_late_hosts_init:
 * @ranks: (array length=n): of a job
 * @step_ns: how long a step is
 *
 * Cost: O(hosts × ranks × steps).
 */
void
lsc_late_hosts_init (LscLateHosts *self, const LscLateRank *ranks, gsize n, gsize n_steps,
                     double step_ns)
{
  Look look = { .ranks = ranks, .n = n, .n_steps = n_steps, .step_ns = step_ns };
  g_autoptr (GPtrArray) hosts = NULL;

  g_return_if_fail (self && (ranks || n == 0));
  *self = (LscLateHosts){ .names = g_ptr_array_new (),
                          .is_late = g_new0 (gboolean, n + 1),
                          .usual_ns = g_new0 (double, n + 1),
                          .excess_ns = g_new0 (double, n + 1) };
  hosts = look_init (&look);
  find_late (self, &look, hosts);
  for (gsize i = 0; i < n && self->n > 0; i++)
    if (self->is_late[i])
      {
        self->usual_ns[i] = find_usual_ns (self, &look, i);
        self->excess_ns[i] = find_excess_ns (&look, i, self->usual_ns[i]);
      }
  look_clear (&look);
}

/** Frees what lsc_late_hosts_init() made. */
void
lsc_late_hosts_clear (LscLateHosts *self)
{
  g_return_if_fail (self);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->is_late, g_free);
  g_clear_pointer (&self->usual_ns, g_free);
  g_clear_pointer (&self->excess_ns, g_free);
}
