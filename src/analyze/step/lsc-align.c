/* lsc-align.c - collectives of several ranks: waits in them, and offsets that make clocks agree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-align.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/step/lsc-comm-pair.h"
#include "analyze/step/lsc-device-steps.h"
#include "analyze/step/lsc-overlap.h"
#include "analyze/step/lsc-step-private.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-sort.h"

/* times.md#same-collective: operators are the same when group, operation and index agree. */

/**
 * Collective: a communication operator with its key (times.md#clock-collectives)
 * @group: quark-like number of the group's full name, the same for every rank
 * @operation: likewise, of the name without its numbers
 * @index: how many of the same group and operation ran before it, on any rank
 * @rank: index of the timeline
 */
typedef struct
{
  guint32 group;
  guint32 operation;
  guint32 index;
  guint32 rank;
  gint64 start_ns;
  gint64 end_ns;
  LscSpot spot;
} Collective;

LSC_DEFINE_ARRAY (Collectives, collectives, Collective)

/** The operators of several ranks and the texts of their keys. */
typedef struct
{
  LscIntern *texts;
  Collectives items; /* by (group, operation, index, rank) */
} CollectiveSet;

/**
 * get_operation:
 * @name: such as hcom_allReduce__865_0_1 or ncclDevKernel_AllReduce_Sum_f32_RING_LL(...)
 *
 * Returns: (transfer full): the part that is the same on every rank: hcom_allReduce
 */
static char *
get_operation (const char *name)
{
  const char *numbers = strstr (name, "__");

  if ((g_str_has_prefix (name, "hcom") || g_str_has_prefix (name, "Hcom")) && numbers)
    return g_strndup (name, (gsize) (numbers - name));
  return g_strdup (name);
}

/**
 * is_all_reduce_like:
 *
 * Returns: whether all members leave such an operator together, so that its ends tell the clocks
 *   apart; not so for sends, broadcasts and reductions to one rank
 */
static gboolean
is_all_reduce_like (const char *operation)
{
  static const char *const words[] = { "allreduce", "allgather", "reducescatter", "alltoall",
                                       "barrier" };
  g_autoptr (GString) plain = g_string_new (NULL);

  for (const char *at = operation; *at; at++)
    if (g_ascii_isalpha (*at))
      g_string_append_c (plain, g_ascii_tolower (*at));
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (plain->str, words[i]))
      return TRUE;
  return FALSE;
}

/* Whether only one side does it: sends of two ranks are two messages, however many went before.
 * A batch of both is one operator for both. */
static gboolean
is_one_way (const char *operation)
{
  g_autofree char *plain = g_ascii_strdown (operation, -1);

  return (strstr (plain, "send") != NULL) !=
         (strstr (plain, "recv") != NULL || strstr (plain, "receive") != NULL);
}

static int
compare_by_time (const void *a, const void *b)
{
  const Collective *x = a, *y = b;

  LSC_RETURN_ORDER (x->group, y->group);
  LSC_RETURN_ORDER (x->operation, y->operation);
  LSC_RETURN_ORDER (x->rank, y->rank);
  LSC_RETURN_ORDER (x->start_ns, y->start_ns);
  return LSC_ORDER (x->spot.slice, y->spot.slice);
}

static int
compare_by_key (const void *a, const void *b)
{
  const Collective *x = a, *y = b;

  LSC_RETURN_ORDER (x->group, y->group);
  LSC_RETURN_ORDER (x->operation, y->operation);
  LSC_RETURN_ORDER (x->index, y->index);
  return LSC_ORDER (x->rank, y->rank);
}

/* The step in which it was launched, else that in which it begins; -1 = none. */
static gint64
find_step (const LscTimeline *timeline, LscSpot spot)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);
  const LscDeviceSteps *device = analysis ? analysis->overlap->device : NULL;
  gint64 step = device && device->rule == LSC_STEPS_BY_DEVICE
                    ? lsc_device_steps_find_comm (device, lsc_timeline_get_id (timeline, spot))
                    : LSC_INT_NULL;

  if (step != LSC_INT_NULL)
    return step;
  return lsc_timeline_find_step (timeline, spot, &step) ? step : -1;
}

static int
compare_pairs (const void *a, const void *b)
{
  const LscCommItem *x = a, *y = b;

  LSC_RETURN_ORDER (x->key_step, y->key_step);
  LSC_RETURN_ORDER (x->ordinal, y->ordinal);
  return LSC_ORDER (x->rank, y->rank);
}

/* Of one group and operation. */
static void
number_run (Collective *items, gsize n, LscTimeline *const *timelines)
{
  g_autofree LscCommItem *pairs = g_new0 (LscCommItem, n + 1);
  guint32 index = 0;

  for (gsize i = 0; i < n; i++)
    {
      const LscTimeline *timeline = timelines[items[i].rank];
      const LscLane *lane = lsc_timeline_get_node (timeline, items[i].spot.node)->lane;

      pairs[i] = (LscCommItem){ .rank = items[i].rank,
                                .tag = i,
                                .begin_ns = items[i].start_ns,
                                .end_ns = items[i].end_ns,
                                .number = lsc_timeline_get_comm_number (timeline, lane,
                                                                        items[i].spot.slice),
                                .step = find_step (timeline, items[i].spot) };
    }
  lsc_comm_pair (pairs, n);
  qsort (pairs, n, sizeof *pairs, compare_pairs);
  for (gsize i = 0; i < n; i++)
    {
      index += i > 0 && (pairs[i].key_step != pairs[i - 1].key_step ||
                         pairs[i].ordinal != pairs[i - 1].ordinal);
      items[pairs[i].tag].index = index;
    }
}

static void
number_them (Collectives *items, LscTimeline *const *timelines)
{
  gsize end;

  qsort (items->items, items->n, sizeof (Collective), compare_by_time);
  for (gsize begin = 0; begin < items->n; begin = end)
    {
      const Collective *first = &items->items[begin];

      for (end = begin + 1; end < items->n && items->items[end].group == first->group &&
                            items->items[end].operation == first->operation;)
        end++;
      number_run (&items->items[begin], end - begin, timelines);
    }
  qsort (items->items, items->n, sizeof (Collective), compare_by_key);
}

/* Names repeat: the operation of each is found once a rank. LSC_STRING_NONE for one that others do
 * not take part in. */
static guint32
intern_operation (CollectiveSet *self, GHashTable *known, const LscTimeline *timeline, guint32 name)
{
  gpointer value;
  g_autofree char *operation = NULL;
  guint32 id;

  if (g_hash_table_lookup_extended (known, GUINT_TO_POINTER (name), NULL, &value))
    return GPOINTER_TO_UINT (value);
  operation = get_operation (lsc_intern_text (timeline->strings, name));
  id = is_one_way (operation) ? LSC_STRING_NONE : lsc_intern_add (self->texts, operation);
  g_hash_table_insert (known, GUINT_TO_POINTER (name), GUINT_TO_POINTER (id));
  return id;
}

static void
collect_lane (CollectiveSet *self, GHashTable *known, const LscTimeline *timeline,
              guint32 node_index, guint32 rank)
{
  const LscNode *node = lsc_timeline_get_node (timeline, node_index);
  guint32 group = lsc_intern_add (self->texts, node->text ? node->text : node->name);

  for (guint32 i = 0; i < node->lane->n; i++)
    {
      Collective item = { .group = group, .rank = rank, .spot = { node_index, i } };

      if (node->lane->kind[i] != LSC_SLICE_COMM_OP)
        continue;
      item.operation = intern_operation (self, known, timeline, node->lane->name[i]);
      if (item.operation == LSC_STRING_NONE)
        continue;
      item.start_ns = node->lane->start_ns[i];
      item.end_ns = lsc_lane_get_end_ns (node->lane, i);
      collectives_append (&self->items, item);
    }
}

/** Collects the communication operators of @n ranks. Free with collective_set_clear(). */
static void
collect (CollectiveSet *self, LscTimeline *const *timelines, guint n)
{
  *self = (CollectiveSet){ .texts = lsc_intern_new () };
  for (guint rank = 0; rank < n; rank++)
    {
      g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

      if (lsc_timeline_is_of_ops (timelines[rank])) /* transfers without their waiting */
        continue;
      for (guint32 i = 0; i < timelines[rank]->nodes->len; i++)
        {
          const LscNode *node = lsc_timeline_get_node (timelines[rank], i);

          if (node->type == LSC_NODE_LANE && node->role == LSC_ROLE_COMM_GROUP)
            collect_lane (self, known, timelines[rank], i, rank);
        }
    }
  if (self->items.n > 0)
    number_them (&self->items, timelines);
}

static void
collective_set_clear (CollectiveSet *self)
{
  collectives_clear (&self->items);
  g_clear_pointer (&self->texts, lsc_intern_unref);
}

/** Returns: the end of the run of one operator, one item a rank, that begins at @begin */
static gsize
find_run_end (const CollectiveSet *self, gsize begin)
{
  const Collective *first = &self->items.items[begin];
  gsize end = begin + 1;

  while (end < self->items.n && self->items.items[end].group == first->group &&
         self->items.items[end].operation == first->operation &&
         self->items.items[end].index == first->index)
    end++;
  return end;
}

/* steps.md#waits: the member that came last did not wait, so what an operator took longer on
 * another was waiting. With members missing the estimate is a lower bound. No clocks are
 * compared. */

typedef struct
{
  const char *group;
  const char *operation;
  gint64 index;
  gint64 rank;
  const char *name;
  gint64 start_ns;
  gint64 dur_ns;
  gint64 wait_ns;
  gint64 loaded;
  gint64 members;
  gint64 members_missing;
  gint64 slice_id;
} WaitRow;

static const LscColumn wait_columns[] = {
  LSC_COLUMN (WaitRow, group, "group", N_ ("Group"), LSC_UNIT_NONE, "COMMUNICATION_OP.groupName",
              NULL),
  LSC_COLUMN (WaitRow, operation, "operation", N_ ("Operation"), LSC_UNIT_NONE,
              "COMMUNICATION_OP.opName", NULL),
  LSC_COLUMN (WaitRow, index, "index", N_ ("Index"), LSC_UNIT_ID, "steps.md#waits", NULL),
  LSC_COLUMN (WaitRow, rank, "rank", N_ ("Rank"), LSC_UNIT_ID, "rank", NULL),
  LSC_COLUMN (WaitRow, name, "name", N_ ("Name"), LSC_UNIT_NONE, "COMMUNICATION_OP.opName", NULL),
  LSC_COLUMN (WaitRow, start_ns, "start_ns", N_ ("Start"), LSC_UNIT_NS, "COMMUNICATION_OP.startNs",
              NULL),
  LSC_COLUMN (WaitRow, dur_ns, "dur_ns", N_ ("Duration"), LSC_UNIT_NS, "COMMUNICATION_OP", NULL),
  LSC_COLUMN (WaitRow, wait_ns, "wait_ns", N_ ("Wait (estimate)"), LSC_UNIT_NS, "steps.md#waits",
              NULL),
  LSC_COLUMN (WaitRow, loaded, "loaded", N_ ("Members Loaded"), LSC_UNIT_COUNT, NULL, NULL),
  LSC_COLUMN (WaitRow, members, "members", N_ ("Members"), LSC_UNIT_COUNT, NULL, NULL),
  LSC_COLUMN (WaitRow, members_missing, "members_missing", N_ ("Members missing"), LSC_UNIT_NONE,
              NULL, NULL),
  LSC_COLUMN (WaitRow, slice_id, "slice_id", N_ ("Slice"), LSC_UNIT_ID, NULL, NULL),
};

static const LscTableInfo waits_info = LSC_TABLE_INFO ("waits", WaitRow, wait_columns);

/* Returns how many members the group has, 0 = unknown. */
static gsize
count_members (LscTimeline *const *timelines, const Collective *first, const char *group)
{
  const LscCommGroup *known = lsc_timeline_get_comm_group (timelines[first->rank], group);

  return known ? known->ranks.n : 0;
}

static gint64
find_least_ns (const CollectiveSet *set, gsize begin, gsize end)
{
  gint64 least_ns = G_MAXINT64;

  for (gsize i = begin; i < end; i++)
    least_ns = MIN (least_ns, set->items.items[i].end_ns - set->items.items[i].start_ns);
  return least_ns;
}

static void
add_item (LscTable *table, LscTimeline *const *timelines, const CollectiveSet *set,
          const Collective *item, gint64 least_ns, gsize n_loaded, gsize n_members)
{
  const LscTimeline *timeline = timelines[item->rank];
  const LscLane *lane = lsc_timeline_get_node (timeline, item->spot.node)->lane;
  gint64 duration_ns = item->end_ns - item->start_ns;

  lsc_table_add (
      table, &(WaitRow){ .group = lsc_intern_text (set->texts, item->group),
                         .operation = lsc_intern_text (set->texts, item->operation),
                         .index = item->index,
                         .rank = lsc_rank_or_null (timeline->rank),
                         .name = lsc_intern_text (timeline->strings, lane->name[item->spot.slice]),
                         .start_ns = item->start_ns,
                         .dur_ns = duration_ns,
                         .wait_ns = n_loaded > 1 ? duration_ns - least_ns : LSC_INT_NULL,
                         .loaded = (gint64) n_loaded,
                         .members = n_members > 0 ? (gint64) n_members : LSC_INT_NULL,
                         .members_missing = n_members > 0 ? n_loaded < n_members : LSC_INT_NULL,
                         .slice_id = lsc_timeline_get_id (timeline, item->spot) });
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
  LscTable *table = lsc_table_new_for (&waits_info);
  CollectiveSet set;
  gsize end;

  collect (&set, timelines, n);
  for (gsize begin = 0; begin < set.items.n; begin = end)
    {
      const Collective *first = &set.items.items[begin];
      gsize n_members = count_members (timelines, first, lsc_intern_text (set.texts, first->group));
      gint64 least_ns;

      end = find_run_end (&set, begin);
      least_ns = find_least_ns (&set, begin, end);
      for (gsize i = begin; i < end; i++)
        add_item (table, timelines, &set, &set.items.items[i], least_ns, end - begin, n_members);
    }
  collective_set_clear (&set);
  return table;
}

/** A rank in a group, over the operators in which others took part as well. */
typedef struct
{
  const char *group;
  gint64 rank;
  gint64 operators;
  gint64 dur_ns;
  gint64 wait_ns;
  gint64 net_wait_ns;
  gint64 loaded;
  gint64 members;
  gint64 members_missing;
} GroupRow;

static const LscColumn group_columns[] = {
  LSC_COLUMN (GroupRow, group, "group", N_ ("Group"), LSC_UNIT_NONE, "COMMUNICATION_OP.groupName",
              NULL),
  LSC_COLUMN (GroupRow, rank, "rank", N_ ("Rank"), LSC_UNIT_ID, "rank", NULL),
  LSC_COLUMN (GroupRow, operators, "operators", NC_ ("count", "Operators"), LSC_UNIT_COUNT, NULL,
              NULL),
  LSC_COLUMN (GroupRow, dur_ns, "dur_ns", N_ ("Duration"), LSC_UNIT_NS, "COMMUNICATION_OP", NULL),
  LSC_COLUMN (GroupRow, wait_ns, "wait_ns", N_ ("Wait (estimate)"), LSC_UNIT_NS, "steps.md#waits",
              NULL),
  LSC_COLUMN (GroupRow, net_wait_ns, "net_wait_ns", N_ ("Waited more than others"), LSC_UNIT_NS,
              "steps.md#waits", NULL),
  LSC_COLUMN (GroupRow, loaded, "loaded", N_ ("Members Loaded"), LSC_UNIT_COUNT, NULL, NULL),
  LSC_COLUMN (GroupRow, members, "members", N_ ("Members"), LSC_UNIT_COUNT, NULL, NULL),
  LSC_COLUMN (GroupRow, members_missing, "members_missing", N_ ("Members missing"), LSC_UNIT_NONE,
              NULL, NULL),
};

static const LscTableInfo group_waits_info =
    LSC_TABLE_INFO ("group-waits", GroupRow, group_columns);

static void
sum_run (const CollectiveSet *set, gsize begin, gsize end, GroupRow *ranks)
{
  gint64 least_ns = find_least_ns (set, begin, end);

  for (gsize i = begin; i < end && end - begin > 1; i++)
    {
      const Collective *item = &set->items.items[i];
      GroupRow *rank = &ranks[item->rank];

      rank->operators++;
      rank->dur_ns += item->end_ns - item->start_ns;
      rank->wait_ns += item->end_ns - item->start_ns - least_ns;
    }
}

/* Adds the sums of the ranks, and empties them. */
static void
add_group (LscTable *table, LscTimeline *const *timelines, guint n, const char *group,
           GroupRow *ranks, gsize n_members)
{
  gint64 least_ns = G_MAXINT64, n_loaded = 0;

  for (guint i = 0; i < n; i++)
    if (ranks[i].operators > 0)
      {
        n_loaded++;
        least_ns = MIN (least_ns, ranks[i].dur_ns);
      }
  for (guint i = 0; i < n; i++)
    {
      GroupRow row = ranks[i];

      ranks[i] = (GroupRow){ 0 };
      if (row.operators == 0)
        continue;
      row.group = group;
      row.rank = lsc_rank_or_null (timelines[i]->rank);
      row.net_wait_ns = row.dur_ns - least_ns;
      row.loaded = n_loaded;
      row.members = n_members > 0 ? (gint64) n_members : LSC_INT_NULL;
      row.members_missing = n_members > 0 ? n_loaded < (gint64) n_members : LSC_INT_NULL;
      lsc_table_add (table, &row);
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
  LscTable *table = lsc_table_new_for (&group_waits_info);
  g_autofree GroupRow *ranks = g_new0 (GroupRow, n + 1);
  CollectiveSet set;
  gsize end;

  collect (&set, timelines, n);
  for (gsize begin = 0; begin < set.items.n; begin = end)
    {
      const Collective *first = &set.items.items[begin];
      const char *group = lsc_intern_text (set.texts, first->group);

      end = find_run_end (&set, begin);
      sum_run (&set, begin, end, ranks);
      if (end < set.items.n && set.items.items[end].group == first->group)
        continue;
      add_group (table, timelines, n, group, ranks, count_members (timelines, first, group));
    }
  collective_set_clear (&set);
  return table;
}

/* times.md#clock-collectives. What lanes tell of clocks are the ends of operators that all members
 * leave together; the rest is known from elsewhere. */

/** The ends of all ranks against those of one. */
typedef struct
{
  CollectiveSet set;
  guint n;
  LscClockPoints *ends; /* by rank */
  gsize partner;        /* G_MAXSIZE: none yet */
} Commons;

static void
clear_ends (Commons *self)
{
  for (guint i = 0; i < self->n; i++)
    lsc_clock_points_clear (&self->ends[i]);
}

/* One pass over the operators: how much later than @partner each rank left those that both were in.
 */
static void
collect_ends (Commons *self, gsize partner)
{
  const Collective *items = self->set.items.items;
  gsize end;

  clear_ends (self);
  self->partner = partner;
  for (gsize begin = 0; begin < self->set.items.n; begin = end)
    {
      gsize own;

      end = find_run_end (&self->set, begin);
      for (own = begin; own < end && items[own].rank != partner; own++)
        ;
      if (own == end ||
          !is_all_reduce_like (lsc_intern_text (self->set.texts, items[own].operation)))
        continue;
      for (gsize i = begin; i < end; i++)
        lsc_clock_points_append (
            &self->ends[items[i].rank],
            (LscClockPoint){ items[i].end_ns, items[i].end_ns - items[own].end_ns });
    }
}

static void
find_common (gsize a, gsize b, LscClockPoints *ends, gpointer user_data)
{
  Commons *self = user_data;

  if (self->partner != a)
    collect_ends (self, a);
  for (gsize i = 0; i < self->ends[b].n; i++)
    lsc_clock_points_append (ends, self->ends[b].items[i]);
}

static LscClockRank *
list_ranks (LscTimeline *const *timelines, guint n, gsize n_pipelines)
{
  LscClockRank *ranks = g_new0 (LscClockRank, n + n_pipelines + 1);

  for (guint i = 0; i < n; i++)
    {
      const LscTimeline *timeline = timelines[i];
      gboolean has_uid = timeline->host_uid && *timeline->host_uid;

      ranks[i] = (LscClockRank){ .rank = timeline->rank,
                                 .host = has_uid ? timeline->host_uid : timeline->host_name,
                                 .is_recorded = TRUE };
    }
  return ranks;
}

/* What the pipelines found of the clocks of their ranks, each against the clock of its stage 0.
 * That need not be among @timelines: it gets a number behind them, one for each pipeline. */
static LscClockTies
list_ties (LscTimeline *const *timelines, guint n, const LscPipeline *pipeline)
{
  LscClockTies ties = { NULL, 0, 0 };

  for (guint g = 0; pipeline && g < pipeline->groups->len; g++)
    {
      const LscPipelineClocks *clocks = &lsc_pipeline_get_group (pipeline, g)->clocks;

      for (gsize k = 0; k < clocks->n_clocks; k++)
        for (guint i = 0; i < n; i++)
          if (clocks->clocks[k].source != LSC_CLOCK_UNKNOWN && timelines[i]->rank >= 0 &&
              timelines[i]->rank == clocks->clocks[k].rank)
            lsc_clock_ties_append (&ties, (LscClockTie){ n + g, i, clocks->clocks[k] });
    }
  return ties;
}

/**
 * lsc_align_ranks:
 * @timelines: ranks, any number of them
 * @base: index of the one that keeps its clock
 * @pipeline: (nullable): what is known of their pipelines
 *
 * Automatic alignment of times.md#clock-collectives. Ranks of one pipeline stand to each other as
 * the pipeline's own table of clocks says; others by operators that all members leave together.
 * What neither reaches has the clock of its host.
 *
 * Cost: O(n * operators).
 *
 * Returns: (transfer full): the clocks of @timelines, in their order
 */
LscClocks *
lsc_align_ranks (LscTimeline *const *timelines, guint n, guint base, const LscPipeline *pipeline)
{
  gsize n_pipelines = pipeline ? pipeline->groups->len : 0;
  g_autofree LscClockRank *ranks = list_ranks (timelines, n, n_pipelines);
  LscClockTies ties = list_ties (timelines, n, pipeline);
  Commons commons = { .n = n, .partner = G_MAXSIZE, .ends = g_new0 (LscClockPoints, n + 1) };
  LscClockQuestion question = { .ranks = ranks,
                                .n_ranks = n + n_pipelines,
                                .reference = base,
                                .ties = &ties,
                                .find_common = find_common,
                                .user_data = &commons,
                                .matching = LSC_CLOCK_BY_COUNT,
                                .hosts_last = TRUE };
  LscClocks *clocks;

  collect (&commons.set, timelines, n);
  clocks = lsc_clocks_new (&question);
  clocks->n_clocks = n;
  clear_ends (&commons);
  g_free (commons.ends);
  lsc_clock_ties_clear (&ties);
  collective_set_clear (&commons.set);
  return clocks;
}
