/* lsc-replay.c - ops that wait for each other, and when they run
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What-if and verdicts replay the blocks of one pipeline, the study of stragglers the ops of a
 * job: many lengths over the same waits. So the order is found once, and a replay is one pass along
 * it.
 */
#include "config.h"

#include "analyze/theory/lsc-replay.h"

#include <string.h>

#include "base/lsc-array.h"

#define NONE G_MAXUINT32

/* ---- times ---- */

/* Moves @ready to when all that a node waits for is there. Returns whether a time is too long. */
static inline gboolean
wait_for_needs (const LscReplay *self, const LscReplayLengths *lengths, guint32 node, gsize copy,
                gsize n_copies, const gint64 *end_ns, gint64 *ready)
{
  gboolean is_too_long = FALSE;

  for (guint32 i = self->first_need[node]; i < self->first_need[node + 1]; i++)
    {
      guint32 need = self->needs[i];
      gint64 at = end_ns[(need & ~LSC_REPLAY_FAR) * n_copies + copy];

      if (lengths->delays)
        is_too_long |= __builtin_add_overflow (at, lengths->delays[i], &at);
      else if (need & LSC_REPLAY_FAR)
        is_too_long |= __builtin_add_overflow (
            at, lengths->by_link ? lengths->by_link[self->links[i]] : lengths->far_ns, &at);
      *ready = MAX (*ready, at);
    }
  return is_too_long;
}

static inline gboolean
start_node (const LscReplayLengths *lengths, guint32 node, gsize copy, gsize n_copies, gint64 ready,
            gint64 *start_ns, gint64 *end_ns)
{
  gsize at = node * n_copies + copy;
  gboolean is_too_long = FALSE;

  if (lengths->late)
    is_too_long = __builtin_add_overflow (ready, lengths->late[node], &ready);
  is_too_long |= __builtin_add_overflow (ready, lengths->ns[at], &end_ns[at]);
  if (start_ns)
    start_ns[at] = ready;
  return is_too_long;
}

/* Members @from to @to - 1 of LscReplay.order, in the copies @low to @high - 1 together. */
static inline gboolean
run_together (const LscReplay *self, const LscReplayLengths *lengths, gsize from, gsize to,
              gsize low, gsize high, gsize n_copies, gint64 *start_ns, gint64 *end_ns)
{
  gint64 ready = 0;
  gboolean is_too_long = FALSE;

  for (gsize i = from; i < to; i++)
    for (gsize copy = low; copy < high; copy++)
      is_too_long |= wait_for_needs (self, lengths, self->order[i], copy, n_copies, end_ns, &ready);
  for (gsize i = from; i < to; i++)
    for (gsize copy = low; copy < high; copy++)
      is_too_long |= start_node (lengths, self->order[i], copy, n_copies, ready, start_ns, end_ns);
  return is_too_long;
}

/* The k-th group. With constants for @n_copies and @has_groups the compiler leaves out loops. */
static inline __attribute__ ((always_inline)) gboolean
run_kth (const LscReplay *self, const LscReplayLengths *lengths, gsize k, gsize n_copies,
         gboolean has_groups, gint64 *start_ns, gint64 *end_ns)
{
  gsize from = has_groups ? self->first_member[k] : k;
  gsize to = has_groups ? self->first_member[k + 1] : k + 1;
  gboolean is_too_long = FALSE;

  if (n_copies == 1 || (has_groups && self->joint[k]))
    return run_together (self, lengths, from, to, 0, n_copies, n_copies, start_ns, end_ns);
  for (gsize copy = 0; copy < n_copies; copy++)
    is_too_long |=
        run_together (self, lengths, from, to, copy, copy + 1, n_copies, start_ns, end_ns);
  return is_too_long;
}

/* ---- the order ---- */

/* A group runs until one of its members lacks what it waits for. It is then parked there: it waits
 * for one node at a time, so that a list through the groups for each node is enough. */
typedef struct
{
  LscReplay *replay;
  const LscReplayGroups *groups; /* (nullable) */
  guint32 *members;              /* by group */
  guint32 *first;                /* n_groups + 1: into members */
  guint32 *at_member;            /* by group: where it goes on looking */
  guint32 *at_need;
  guint32 *first_waiter; /* by node: a group */
  guint32 *next_waiter;  /* by group */
  guint32 *ready;        /* stack of groups */
  guint8 *has_run;       /* by node */
  gsize n_ready;
  gsize n_run; /* nodes */
} Search;

static void
search_clear (Search *self)
{
  g_free (self->members);
  g_free (self->first);
  g_free (self->at_member);
  g_free (self->at_need);
  g_free (self->first_waiter);
  g_free (self->next_waiter);
  g_free (self->ready);
  g_free (self->has_run);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static gboolean
search_allocate (Search *self)
{
  gsize n_nodes = self->replay->n_nodes, n_groups = self->replay->n_groups;

  self->at_need = LSC_TRY_NEW (guint32, n_groups + 1);
  self->next_waiter = LSC_TRY_NEW (guint32, n_groups + 1);
  self->ready = LSC_TRY_NEW (guint32, n_groups + 1);
  self->first_waiter = LSC_TRY_NEW (guint32, n_nodes + 1);
  self->has_run = LSC_TRY_NEW (guint8, n_nodes + 1);
  if (!self->at_need || !self->next_waiter || !self->ready || !self->first_waiter || !self->has_run)
    return FALSE;
  memset (self->first_waiter, 0xff, n_nodes * sizeof (guint32)); /* NONE */
  memset (self->at_need, 0xff, n_groups * sizeof (guint32));
  memset (self->has_run, 0, n_nodes);
  return TRUE;
}

/* Members of each group, by node. */
static gboolean
search_list_members (Search *self)
{
  gsize n_nodes = self->replay->n_nodes, n_groups = self->replay->n_groups;

  self->members = LSC_TRY_NEW (guint32, n_nodes + 1);
  self->first = LSC_TRY_NEW (guint32, n_groups + 2);
  self->at_member = LSC_TRY_NEW (guint32, n_groups + 1);
  if (!self->members || !self->first || !self->at_member)
    return FALSE;
  memset (self->first, 0, (n_groups + 2) * sizeof (guint32));
  memset (self->at_member, 0, (n_groups + 1) * sizeof (guint32));
  for (gsize i = 0; i < n_nodes; i++)
    self->first[self->groups->of_node[i] + 2]++;
  for (gsize i = 2; i < n_groups + 2; i++)
    self->first[i] += self->first[i - 1];
  for (gsize i = 0; i < n_nodes; i++) /* moves each begin to where it belongs */
    self->members[self->first[self->groups->of_node[i] + 1]++] = (guint32) i;
  return TRUE;
}

static guint32
find_lacking (Search *self, guint32 group, guint32 node)
{
  const LscReplay *replay = self->replay;
  guint32 i = self->at_need[group] == NONE ? replay->first_need[node] : self->at_need[group];

  while (i < replay->first_need[node + 1] && self->has_run[replay->needs[i] & ~LSC_REPLAY_FAR])
    i++;
  self->at_need[group] = i;
  return i < replay->first_need[node + 1] ? replay->needs[i] & ~LSC_REPLAY_FAR : NONE;
}

static gboolean
park (Search *self, guint32 group, guint32 node)
{
  guint32 lacks = find_lacking (self, group, node);

  if (lacks == NONE)
    {
      self->at_need[group] = NONE; /* the next member has needs of its own */
      return FALSE;
    }
  self->next_waiter[group] = self->first_waiter[lacks];
  self->first_waiter[lacks] = group;
  return TRUE;
}

static void
run_node (Search *self, guint32 node)
{
  self->has_run[node] = TRUE;
  self->replay->order[self->n_run++] = node;
  for (guint32 g = self->first_waiter[node]; g != NONE; g = self->next_waiter[g])
    self->ready[self->n_ready++] = g;
  self->first_waiter[node] = NONE;
}

static void
run_group (Search *self, guint32 group)
{
  LscReplay *replay = self->replay;

  for (guint32 n = self->first[group + 1] - self->first[group]; self->at_member[group] < n;
       self->at_member[group]++)
    if (park (self, group, self->members[self->first[group] + self->at_member[group]]))
      return;
  replay->first_member[replay->n_ordered] = (guint32) self->n_run;
  replay->joint[replay->n_ordered++] = self->groups->joint[group];
  for (guint32 i = self->first[group]; i < self->first[group + 1]; i++)
    run_node (self, self->members[i]);
}

static gboolean
find_order (LscReplay *self, const LscReplayGroups *groups)
{
  g_auto (Search) search = { .replay = self, .groups = groups };

  self->order = LSC_TRY_NEW (guint32, self->n_nodes + 1);
  self->first_member = LSC_TRY_NEW (guint32, self->n_groups + 1);
  self->joint = LSC_TRY_NEW (guint8, self->n_groups + 1);
  if (!self->order || !self->first_member || !self->joint || !search_allocate (&search) ||
      !search_list_members (&search))
    return FALSE;
  for (gsize i = 0; i < self->n_groups; i++)
    {
      run_group (&search, (guint32) i);
      while (search.n_ready > 0)
        run_group (&search, search.ready[--search.n_ready]);
    }
  self->first_member[self->n_ordered] = (guint32) search.n_run;
  return TRUE;
}

/* A lane runs until one of its nodes lacks what it waits for, and is parked there: there are few
 * lanes, so that this is faster than to look at each node by itself. */
static void
run_lane (Search *self, const LscReplayLanes *lanes, guint32 lane, guint32 *next,
          const LscReplayLengths *lengths, LscReplayTimes *times)
{
  LscReplay *replay = self->replay;

  for (; next[lane] < lanes->first[lane + 1]; next[lane]++)
    {
      if (park (self, lane, next[lane]))
        return;
      run_node (self, next[lane]);
      times->is_too_long |=
          run_kth (replay, lengths, replay->n_ordered++, 1, FALSE, times->start_ns, times->end_ns);
    }
}

static gboolean
find_lane_order (LscReplay *self, const LscReplayLanes *lanes, const LscReplayLengths *lengths,
                 LscReplayTimes *times)
{
  g_auto (Search) search = { .replay = self };
  g_autofree guint32 *next = LSC_TRY_NEW (guint32, lanes->n + 1);

  self->order = LSC_TRY_NEW (guint32, self->n_nodes + 1);
  self->n_groups = lanes->n; /* what waits, for the search */
  if (!next || !self->order || !search_allocate (&search))
    return FALSE;
  self->n_groups = self->n_nodes;
  memcpy (next, lanes->first, lanes->n * sizeof *next);
  for (gsize i = 0; i < lanes->n; i++)
    {
      run_lane (&search, lanes, (guint32) i, next, lengths, times);
      while (search.n_ready > 0)
        run_lane (&search, lanes, search.ready[--search.n_ready], next, lengths, times);
    }
  return TRUE;
}

/**
 * lsc_replay_new_take:
 * @first_need, @needs: (transfer full): see #LscReplay
 *
 * Finds an order in which the groups can run, those that wait for each other left out.
 *
 * Cost: O(nodes + needs). Thread: any.
 *
 * Returns: (transfer full) (nullable): the graph; %NULL if there is not enough memory
 */
LscReplay *
lsc_replay_new_take (gsize n_nodes, guint32 *first_need, guint32 *needs,
                     const LscReplayGroups *groups)
{
  g_autoptr (LscReplay) self = NULL;

  g_return_val_if_fail (first_need && needs && groups && n_nodes < LSC_REPLAY_FAR, NULL);
  self = g_new0 (LscReplay, 1);
  self->n_nodes = n_nodes;
  self->n_groups = groups->n;
  self->first_need = first_need;
  self->needs = needs;
  return find_order (self, groups) ? g_steal_pointer (&self) : NULL;
}

/**
 * lsc_replay_new_lanes:
 * @waits: (transfer full): with first_need, needs, those of the lanes among them, and links
 * @lengths: of one copy
 * @times: (inout): as for lsc_replay_run()
 *
 * As lsc_replay_new_take(), of nodes that are groups by themselves, with a first replay on the way.
 *
 * Cost: O(nodes + needs). Thread: any.
 *
 * Returns: (transfer full) (nullable): the graph; %NULL if there is not enough memory
 */
LscReplay *
lsc_replay_new_lanes (const LscReplayLanes *lanes, LscReplay *waits,
                      const LscReplayLengths *lengths, LscReplayTimes *times)
{
  g_autoptr (LscReplay) self = waits;

  g_return_val_if_fail (lanes && waits && waits->first_need && waits->needs, NULL);
  g_return_val_if_fail (lengths && times, NULL);
  self->n_nodes = lanes->first[lanes->n];
  return find_lane_order (self, lanes, lengths, times) ? g_steal_pointer (&self) : NULL;
}

/** Frees a graph. @self: (nullable) */
void
lsc_replay_free (LscReplay *self)
{
  if (!self)
    return;
  g_free (self->order);
  g_free (self->first_member);
  g_free (self->joint);
  g_free (self->first_need);
  g_free (self->needs);
  g_free (self->links);
  g_free (self);
}

static inline __attribute__ ((always_inline)) gboolean
run_all (const LscReplay *self, const LscReplayLengths *lengths, gsize n_copies,
         gboolean has_groups, LscReplayTimes *times)
{
  for (gsize k = 0; k < self->n_ordered; k++)
    times->is_too_long |=
        run_kth (self, lengths, k, n_copies, has_groups, times->start_ns, times->end_ns);
  return !times->is_too_long;
}

/**
 * lsc_replay_run:
 * @times: (inout): with room for them
 *
 * Starts every group as early as what its members wait for allows, at 0 where they wait for
 * nothing (theory.md#replay, stragglers.md#replay). Nodes that wait for each other are left alone.
 *
 * Cost: O(copies x needs). Thread: any.
 *
 * Returns: %FALSE if a time does not fit into 64 bits
 */
gboolean
lsc_replay_run (const LscReplay *self, const LscReplayLengths *lengths, LscReplayTimes *times)
{
  g_return_val_if_fail (self && lengths && times && lengths->n_copies > 0, FALSE);
  if (lengths->n_copies > 1)
    return run_all (self, lengths, lengths->n_copies, self->first_member != NULL, times);
  return self->first_member ? run_all (self, lengths, 1, TRUE, times)
                            : run_all (self, lengths, 1, FALSE, times);
}
