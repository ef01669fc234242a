/* lsc-slow-groups.c - groups whose collectives take longer than the same ones in others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/findings/lsc-slow-groups.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lsc-sort.h"
#include "base/lsc-stats.h"
#include "judge/causes/lsc-noise.h"

/* findings.md#groups. */

#define LEAST_GROUPS 3
#define LEAST_RATIO 1.25 /* below, the way through the network or other traffic may tell it */
#define PRIOR 0.03       /* ways of one kind differ by that, before any was measured */

/* ---- what was recorded ---- */

static gboolean
counts (const LscRankDigest *digest, guint32 step)
{
  gsize at = LSC_BISECT (i, 0, digest->counted.n, digest->counted.items[i] < step);

  return at < digest->counted.n && digest->counted.items[at] == step;
}

/* A collective that all begin and leave together, whose size was recorded, but not its transfers:
 * of these the links tell more. */
static gboolean
is_compared (const LscRankDigest *digest, const LscRankOp *op)
{
  return op->kind == LSC_RANK_OP_JOINT && op->bytes > 0 && op->sizes_ns < 0 && digest->rank >= 0;
}

static gboolean
has_host (GPtrArray *hosts, const char *host)
{
  for (guint i = 0; i < hosts->len; i++)
    if (strcmp (hosts->pdata[i], host) == 0)
      return TRUE;
  return FALSE;
}

/* Appends how many hosts its members are on, if that was recorded. */
static void
put_hosts (GString *text, const LscJobReplay *replay, const LscRankDigest *const *digests,
           const LscReplayJoint *joint)
{
  g_autoptr (GPtrArray) hosts = g_ptr_array_new ();

  for (guint32 i = 0; i < joint->n; i++)
    {
      const LscRankDigest *digest = digests[lsc_job_replay_get_op (replay, joint->first + i)->rank];
      const char *host = lsc_rank_digest_text (digest, digest->host);

      if (!host)
        return;
      if (!has_host (hosts, host))
        g_ptr_array_add (hosts, (gpointer) host);
    }
  g_string_append_printf (text, " on %u", hosts->len);
}

/* The same work for the same network: operator, size and type, and how its members lie to each
 * other. */
static guint32
find_kind (LscSlowGroups *self, const LscRankDigest *const *digests, const LscReplayJoint *joint)
{
  const LscReplayOp *first = lsc_job_replay_get_op (self->replay, joint->first);
  const LscRankDigest *digest = digests[first->rank];
  const LscRankOp *op = &digest->ops.items[first->op];
  const char *name = lsc_rank_digest_text (digest, op->name);
  const char *numbers = strstr (name, "__");
  g_autoptr (GString) text = g_string_new_len (name, numbers ? numbers - name : -1);

  g_string_append_printf (text, " %" PRId64 " %u", op->bytes, op->data_type);
  for (guint32 i = 0; i < joint->n; i++)
    {
      const LscReplayOp *other = lsc_job_replay_get_op (self->replay, joint->first + i);

      g_string_append_printf (text, " %" PRId64, digests[other->rank]->rank - digest->rank);
    }
  put_hosts (text, self->replay, digests, joint);
  return lsc_intern_add (self->texts, text->str);
}

/* By its members: several communicators of the same ranks go the same way. */
static guint32
find_group (LscSlowGroups *self, const LscReplayJoint *joint)
{
  g_autoptr (GString) text = g_string_new ("of");

  for (guint32 i = 0; i < joint->n; i++)
    g_string_append_printf (text, " %u",
                            lsc_job_replay_get_op (self->replay, joint->first + i)->rank);
  return lsc_intern_add (self->texts, text->str);
}

/* Returns: the shortest on any member; NAN where they do not agree on the size */
static double
find_shortest_ns (const LscSlowGroups *self, const LscRankDigest *const *digests,
                  const LscReplayJoint *joint)
{
  gint64 shortest_ns = G_MAXINT64, bytes = -1;

  for (guint32 i = 0; i < joint->n; i++)
    {
      const LscReplayOp *at = lsc_job_replay_get_op (self->replay, joint->first + i);
      const LscRankOp *op = &digests[at->rank]->ops.items[at->op];

      if (!is_compared (digests[at->rank], op) || (bytes >= 0 && op->bytes != bytes))
        return (double) NAN;
      bytes = op->bytes;
      shortest_ns = MIN (shortest_ns, op->end_ns - op->begin_ns);
    }
  return shortest_ns > 0 ? (double) shortest_ns : (double) NAN;
}

static void
list_ops (LscSlowGroups *self, const LscRankDigest *const *digests, gsize n)
{
  for (gsize i = 0; i < lsc_job_replay_get_n_joints (self->replay); i++)
    {
      const LscReplayJoint *joint = lsc_job_replay_get_joint (self->replay, i);
      const LscReplayOp *first = lsc_job_replay_get_op (self->replay, joint->first);
      double ns;

      if (joint->n < 2 || joint->n == n) /* the group of all has no like */
        continue;
      ns = find_shortest_ns (self, digests, joint);
      if (isnan (ns))
        continue;
      lsc_group_ops_append (&self->ops,
                            (LscGroupOp){ .joint = (guint32) i,
                                          .kind = find_kind (self, digests, joint),
                                          .group = find_group (self, joint),
                                          .counts = counts (digests[first->rank], first->step),
                                          .ns = ns });
    }
}

static int
compare_ops (const void *a, const void *b)
{
  const LscGroupOp *x = a, *y = b;

  LSC_RETURN_ORDER (x->kind, y->kind);
  LSC_RETURN_ORDER (x->group, y->group);
  return LSC_ORDER (x->joint, y->joint);
}

/* ---- which take longer ---- */

/** A group in a kind. @first, @end: its operators; @ns: their median; @error: of that, a share */
typedef struct
{
  gsize first;
  gsize end;
  double ns;
  double error;
} Group;

LSC_DEFINE_ARRAY (Groups, groups, Group)

/* Of steps that count; not of a group without any. */
static void
measure_group (const LscSlowGroups *self, gsize first, gsize end, Groups *groups)
{
  g_autofree double *values = g_new (double, end - first + 1);
  Group group = { first, end, 0, 0 };
  gsize n = 0;

  for (gsize i = first; i < end; i++)
    if (self->ops.items[i].counts)
      values[n++] = self->ops.items[i].ns;
  if (n == 0)
    return;
  group.error = lsc_noise_find_error (values, n);
  group.ns = lsc_median_mean_double (values, n);
  group.error /= group.ns;
  groups_append (groups, group);
}

/* Operators of one kind. */
static void
list_groups (const LscSlowGroups *self, gsize begin, gsize end, Groups *groups)
{
  groups->n = 0;
  for (gsize first = begin, next; first < end; first = next)
    {
      for (next = first; next < end && self->ops.items[next].group == self->ops.items[first].group;)
        next++;
      measure_group (self, first, next, groups);
    }
}

static void
mark (LscSlowGroups *self, const Group *group, double usual_ns)
{
  for (gsize i = group->first; i < group->end; i++)
    {
      LscGroupOp *op = &self->ops.items[i];

      op->usual_ns = usual_ns;
      op->excess_ns = MAX (op->ns - usual_ns, 0);
    }
}

/* Lengths as shares of the median, so that what such ways differ by is known before. */
static void
judge_kind (LscSlowGroups *self, const Groups *groups, gsize n_kinds)
{
  g_autofree double *values = g_new (double, groups->n + 1);
  g_autofree double *errors = g_new (double, groups->n + 1);
  g_autofree LscNoiseLevel *levels = g_new (LscNoiseLevel, groups->n + 1);
  LscNoiseSample sample = { values, groups->n, 0, PRIOR, n_kinds };
  double middle_ns, usual;

  if (groups->n < LEAST_GROUPS)
    return;
  for (gsize i = 0; i < groups->n; i++)
    {
      values[i] = groups->items[i].ns;
      errors[i] = groups->items[i].error;
    }
  middle_ns = lsc_median_mean_double (values, groups->n);
  sample.error = lsc_median_mean_double (errors, groups->n);
  for (gsize i = 0; i < groups->n; i++)
    values[i] = groups->items[i].ns / middle_ns;
  usual = lsc_noise_find_high (&sample, levels);
  for (gsize i = 0; i < groups->n; i++)
    if (levels[i] == LSC_NOISE_SURE && values[i] >= LEAST_RATIO * usual)
      mark (self, &groups->items[i], usual * middle_ns);
}

static gsize
find_kind_end (const LscSlowGroups *self, gsize begin)
{
  gsize end = begin;

  while (end < self->ops.n && self->ops.items[end].kind == self->ops.items[begin].kind)
    end++;
  return end;
}

static void
judge_kinds (LscSlowGroups *self)
{
  Groups groups = { 0 };
  gsize n_kinds = 0;

  for (gsize begin = 0; begin < self->ops.n; begin = find_kind_end (self, begin))
    {
      list_groups (self, begin, find_kind_end (self, begin), &groups);
      n_kinds += groups.n >= LEAST_GROUPS;
    }
  for (gsize begin = 0; begin < self->ops.n; begin = find_kind_end (self, begin))
    {
      list_groups (self, begin, find_kind_end (self, begin), &groups);
      judge_kind (self, &groups, n_kinds);
    }
  groups_clear (&groups);
}

static void
count_slow (LscSlowGroups *self)
{
  g_autoptr (GHashTable) slow = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < self->ops.n; i++)
    if (self->ops.items[i].usual_ns > 0)
      {
        g_hash_table_add (slow, GUINT_TO_POINTER (self->ops.items[i].group + 1));
        if (self->ops.items[i].excess_ns > self->ops.items[self->worst].excess_ns)
          self->worst = i;
      }
  self->n_slow = g_hash_table_size (slow);
}

/* ---- hosts ---- */

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* (transfer container) (nullable): hosts of the members, sorted; %NULL where one is not known */
static GPtrArray *
list_hosts (const LscSlowGroups *self, const LscRankDigest *const *digests, const LscGroupOp *op)
{
  const LscReplayJoint *joint = lsc_job_replay_get_joint (self->replay, op->joint);
  g_autoptr (GPtrArray) hosts = g_ptr_array_new ();

  for (guint32 i = 0; i < joint->n; i++)
    {
      const LscReplayOp *at = lsc_job_replay_get_op (self->replay, joint->first + i);
      const char *host = lsc_rank_digest_text (digests[at->rank], digests[at->rank]->host);

      if (!host)
        return NULL;
      if (!has_host (hosts, host))
        g_ptr_array_add (hosts, (gpointer) host);
    }
  g_ptr_array_sort (hosts, compare_texts);
  return g_steal_pointer (&hosts);
}

static char *
join_hosts (const LscSlowGroups *self, const LscRankDigest *const *digests, const LscGroupOp *op)
{
  g_autoptr (GPtrArray) hosts = list_hosts (self, digests, op);

  if (!hosts)
    return NULL;
  g_ptr_array_add (hosts, NULL);
  return g_strjoinv (", ", (char **) hosts->pdata);
}

static gboolean
has_like (const LscSlowGroups *self, const LscRankDigest *const *digests)
{
  const LscGroupOp *worst = &self->ops.items[self->worst];
  g_autofree char *hosts = join_hosts (self, digests, worst);
  guint32 last = LSC_STRING_NONE;

  for (gsize i = 0; hosts && i < self->ops.n; i++)
    {
      const LscGroupOp *op = &self->ops.items[i];
      g_autofree char *others = NULL;

      if (op->kind != worst->kind || op->usual_ns > 0 || op->group == last)
        continue;
      last = op->group;
      others = join_hosts (self, digests, op);
      if (g_strcmp0 (hosts, others) == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * lsc_slow_groups_list_hosts:
 *
 * Returns: (transfer full) (nullable): hosts of the worst group, "a, b", where it has members on
 *   several; %NULL where that is not known
 */
char *
lsc_slow_groups_list_hosts (const LscSlowGroups *self, const LscRankDigest *const *digests)
{
  g_autofree char *hosts = NULL;

  g_return_val_if_fail (self && digests && self->n_slow > 0, NULL);
  hosts = join_hosts (self, digests, &self->ops.items[self->worst]);
  return hosts && strchr (hosts, ',') ? g_steal_pointer (&hosts) : NULL;
}

/**
 * lsc_slow_groups_init:
 * @self: (out caller-allocates): to be cleared with lsc_slow_groups_clear()
 * @replay: of the ranks, not a bound; to be kept as long as @self
 * @digests: (array length=n): of the ranks of @replay
 *
 * Finds groups whose collectives take longer than the same ones, of the same size, in at least two
 * others whose members lie to each other likewise.
 *
 * Cost: O(operators of all ranks), O(groups^2) of each kind.
 */
void
lsc_slow_groups_init (LscSlowGroups *self, const LscJobReplay *replay,
                      const LscRankDigest *const *digests, gsize n)
{
  g_return_if_fail (self && replay && digests);
  *self = (LscSlowGroups){ .replay = replay, .texts = lsc_intern_new () };
  list_ops (self, digests, n);
  if (self->ops.n > 1)
    qsort (self->ops.items, self->ops.n, sizeof (LscGroupOp), compare_ops);
  judge_kinds (self);
  count_slow (self);
  self->has_like = self->n_slow > 0 && has_like (self, digests);
}

void
lsc_slow_groups_clear (LscSlowGroups *self)
{
  g_return_if_fail (self);
  lsc_group_ops_clear (&self->ops);
  g_clear_pointer (&self->texts, lsc_intern_unref);
}
