/* lsc-align-wait.c - how long ranks waited in communication operators for others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-align-private.h"

/* steps.md#waits: the member that came last did not wait, so what an operator took longer on
 * another was waiting. With members missing the estimate is a lower bound. No clocks are
 * compared. */

static const LscColumn columns[] = {
  { "group", N_ ("Group"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "COMMUNICATION_OP.groupName" },
  { "operation", N_ ("Operation"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "COMMUNICATION_OP.opName" },
  { "index", N_ ("Index"), LSC_TYPE_INT, LSC_UNIT_ID, "steps.md#waits" },
  { "rank", N_ ("Rank"), LSC_TYPE_INT, LSC_UNIT_ID, "rank" },
  { "name", N_ ("Name"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "COMMUNICATION_OP.opName" },
  { "start_ns", N_ ("Start"), LSC_TYPE_INT, LSC_UNIT_NS, "COMMUNICATION_OP.startNs" },
  { "dur_ns", N_ ("Duration"), LSC_TYPE_INT, LSC_UNIT_NS, "COMMUNICATION_OP" },
  { "wait_ns", N_ ("Wait (estimate)"), LSC_TYPE_INT, LSC_UNIT_NS, "steps.md#waits" },
  { "loaded", N_ ("Members loaded"), LSC_TYPE_INT, LSC_UNIT_COUNT, NULL },
  { "members", N_ ("Members"), LSC_TYPE_INT, LSC_UNIT_COUNT, NULL },
  { "members_missing", N_ ("Members missing"), LSC_TYPE_INT, LSC_UNIT_NONE, NULL },
  { "slice_id", N_ ("Slice"), LSC_TYPE_INT, LSC_UNIT_ID, NULL },
};

enum
{
  GROUP,
  OPERATION,
  INDEX,
  RANK,
  NAME,
  START,
  DURATION,
  WAIT,
  LOADED,
  MEMBERS,
  MEMBERS_MISSING,
  SLICE_ID,
};

/* Returns how many members the group has, 0 = unknown. */
static gsize
count_members (LscTimeline *const *timelines, const LscCollective *first, const char *group)
{
  const LscCommGroup *known = lsc_timeline_get_comm_group (timelines[first->rank], group);

  return known ? known->ranks.n : 0;
}

static void
add_item (LscTable *table, LscTimeline *const *timelines, const LscCollectiveSet *set,
          const LscCollective *item, gint64 least_ns, gsize n_loaded, gsize n_members)
{
  const LscTimeline *timeline = timelines[item->rank];
  const LscLane *lane = lsc_timeline_get_node (timeline, item->spot.node)->lane;
  gint64 duration_ns = item->end_ns - item->start_ns;
  gsize row = lsc_table_add_row (table);

  lsc_table_set_text (table, row, GROUP, lsc_intern_text (set->texts, item->group));
  lsc_table_set_text (table, row, OPERATION, lsc_intern_text (set->texts, item->operation));
  lsc_table_set_int (table, row, INDEX, item->index);
  if (timeline->rank >= 0)
    lsc_table_set_int (table, row, RANK, timeline->rank);
  lsc_table_set_text (table, row, NAME,
                      lsc_intern_text (timeline->strings, lane->name[item->spot.slice]));
  lsc_table_set_int (table, row, START, item->start_ns);
  lsc_table_set_int (table, row, DURATION, duration_ns);
  if (n_loaded > 1)
    lsc_table_set_int (table, row, WAIT, duration_ns - least_ns);
  lsc_table_set_int (table, row, LOADED, (gint64) n_loaded);
  if (n_members > 0)
    {
      lsc_table_set_int (table, row, MEMBERS, (gint64) n_members);
      lsc_table_set_int (table, row, MEMBERS_MISSING, n_loaded < n_members);
    }
  lsc_table_set_int (table, row, SLICE_ID, lsc_timeline_get_id (timeline, item->spot));
}

/**
 * lsc_align_wait_table:
 * @timelines: the ranks that are loaded
 *
 * Wait estimate of every communication operator that several ranks take part in, on every rank.
 * "wait_ns" is NULL where no other member is loaded; "members_missing" is 1 where some are not, so
 * that the wait is a lower bound, and NULL where the members are not known.
 *
 * Returns: (transfer full): the table "waits", by group, operation, index, rank
 */
LscTable *
lsc_align_wait_table (LscTimeline *const *timelines, guint n)
{
  LscTable *table = lsc_table_new ("waits", columns, G_N_ELEMENTS (columns));
  LscCollectiveSet set;
  gsize end;

  _lsc_collectives_init (&set, timelines, n);
  for (gsize begin = 0; begin < set.items.n; begin = end)
    {
      const LscCollective *first = &set.items.items[begin];
      gsize n_members = count_members (timelines, first, lsc_intern_text (set.texts, first->group));
      gint64 least_ns = G_MAXINT64;

      end = _lsc_collectives_run (&set, begin);
      for (gsize i = begin; i < end; i++)
        least_ns = MIN (least_ns, set.items.items[i].end_ns - set.items.items[i].start_ns);
      for (gsize i = begin; i < end; i++)
        add_item (table, timelines, &set, &set.items.items[i], least_ns, end - begin, n_members);
    }
  _lsc_collectives_clear (&set);
  return table;
}

static const LscColumn group_columns[] = {
  { "group", N_ ("Group"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "COMMUNICATION_OP.groupName" },
  { "rank", N_ ("Rank"), LSC_TYPE_INT, LSC_UNIT_ID, "rank" },
  { "operators", N_ ("Operators"), LSC_TYPE_INT, LSC_UNIT_COUNT, NULL },
  { "dur_ns", N_ ("Duration"), LSC_TYPE_INT, LSC_UNIT_NS, "COMMUNICATION_OP" },
  { "wait_ns", N_ ("Wait (estimate)"), LSC_TYPE_INT, LSC_UNIT_NS, "steps.md#waits" },
  { "net_wait_ns", N_ ("Waited more than others"), LSC_TYPE_INT, LSC_UNIT_NS, "steps.md#waits" },
  { "loaded", N_ ("Members loaded"), LSC_TYPE_INT, LSC_UNIT_COUNT, NULL },
  { "members", N_ ("Members"), LSC_TYPE_INT, LSC_UNIT_COUNT, NULL },
  { "members_missing", N_ ("Members missing"), LSC_TYPE_INT, LSC_UNIT_NONE, NULL },
};

enum
{
  BY_GROUP,
  BY_RANK,
  BY_OPERATORS,
  BY_DURATION,
  BY_WAIT,
  BY_NET_WAIT,
  BY_LOADED,
  BY_MEMBERS,
  BY_MEMBERS_MISSING,
};

/** A rank in a group, over the operators in which others took part as well. */
typedef struct
{
  gsize n;
  gint64 duration_ns;
  gint64 wait_ns;
} GroupRank;

static void
sum_run (const LscCollectiveSet *set, gsize begin, gsize end, GroupRank *ranks)
{
  gint64 least_ns = G_MAXINT64;

  for (gsize i = begin; i < end; i++)
    least_ns = MIN (least_ns, set->items.items[i].end_ns - set->items.items[i].start_ns);
  for (gsize i = begin; i < end && end - begin > 1; i++)
    {
      const LscCollective *item = &set->items.items[i];
      GroupRank *rank = &ranks[item->rank];

      rank->n++;
      rank->duration_ns += item->end_ns - item->start_ns;
      rank->wait_ns += item->end_ns - item->start_ns - least_ns;
    }
}

static void
add_group (LscTable *table, LscTimeline *const *timelines, guint n, const char *group,
           const GroupRank *ranks, gsize n_members)
{
  gint64 least_ns = G_MAXINT64;
  gsize n_loaded = 0;

  for (guint i = 0; i < n; i++)
    if (ranks[i].n > 0)
      {
        n_loaded++;
        least_ns = MIN (least_ns, ranks[i].duration_ns);
      }
  for (guint i = 0; i < n; i++)
    {
      gsize row;

      if (ranks[i].n == 0)
        continue;
      row = lsc_table_add_row (table);
      lsc_table_set_text (table, row, BY_GROUP, group);
      if (timelines[i]->rank >= 0)
        lsc_table_set_int (table, row, BY_RANK, timelines[i]->rank);
      lsc_table_set_int (table, row, BY_OPERATORS, (gint64) ranks[i].n);
      lsc_table_set_int (table, row, BY_DURATION, ranks[i].duration_ns);
      lsc_table_set_int (table, row, BY_WAIT, ranks[i].wait_ns);
      lsc_table_set_int (table, row, BY_NET_WAIT, ranks[i].duration_ns - least_ns);
      lsc_table_set_int (table, row, BY_LOADED, (gint64) n_loaded);
      if (n_members == 0)
        continue;
      lsc_table_set_int (table, row, BY_MEMBERS, (gint64) n_members);
      lsc_table_set_int (table, row, BY_MEMBERS_MISSING, n_loaded < n_members);
    }
}

/**
 * lsc_align_group_wait_table:
 * @timelines: the ranks that are loaded
 *
 * Sums of lsc_align_wait_table() by group and rank, over the operators that several loaded members
 * share. "wait_ns" is the sum of the waits; "net_wait_ns" how much more time the rank spent in the
 * group than the member that spent least: what is left when members wait for each other in turn.
 *
 * Returns: (transfer full): the table "group-waits"
 */
LscTable *
lsc_align_group_wait_table (LscTimeline *const *timelines, guint n)
{
  LscTable *table = lsc_table_new ("group-waits", group_columns, G_N_ELEMENTS (group_columns));
  g_autofree GroupRank *ranks = g_new0 (GroupRank, n + 1);
  LscCollectiveSet set;
  gsize end;

  _lsc_collectives_init (&set, timelines, n);
  for (gsize begin = 0; begin < set.items.n; begin = end)
    {
      const LscCollective *first = &set.items.items[begin];
      const char *group = lsc_intern_text (set.texts, first->group);

      end = _lsc_collectives_run (&set, begin);
      sum_run (&set, begin, end, ranks);
      if (end < set.items.n && set.items.items[end].group == first->group)
        continue;
      add_group (table, timelines, n, group, ranks, count_members (timelines, first, group));
      for (guint i = 0; i < n; i++)
        ranks[i] = (GroupRank){ 0 };
    }
  _lsc_collectives_clear (&set);
  return table;
}
