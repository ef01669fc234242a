/* lsc-cluster-tables.c - the reference tool's tables of steps
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/overview/lsc-cluster-tables.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <math.h>

#include "analyze/lsc-table-list.h"
#include "judge/overview/lsc-cluster-private.h"
#include "base/lsc-json.h"

/* exports.md#cluster-tables. Figures are us with a fraction, as the reference has them. */

#define US(Row, member, name, title, about)                                                        \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_NONE, "exports.md#cluster-tables", about)

static double
to_us (gint64 ns)
{
  return ns == LSC_INT_NULL ? LSC_REAL_NULL : (double) ns / 1000;
}

/* ---- ClusterStepTraceTime ---- */

/** The figures, in us. */
typedef enum
{
  COMPUTING,
  NOT_OVERLAPPED,
  OVERLAPPED,
  COMMUNICATION,
  FREE,
  STAGE,
  BUBBLE,
  WITHOUT_RECEIVE,
  PREPARING,
  N_FIGURES,
} Figure;

typedef struct
{
  const char *step;
  const char *type;
  const char *index;
  double us[N_FIGURES];
  gint64 dp_index;
  gint64 pp_index;
  gint64 tp_index;
} StepRow;

static const LscColumn step_columns[] = {
  LSC_COLUMN (StepRow, step, "step", N_ ("Step"), LSC_UNIT_NONE, "STEP_TIME.id",
              N_ ("Number of the training step as recorded.")),
  LSC_COLUMN (StepRow, type, "type", N_ ("Type"), LSC_UNIT_NONE, "exports.md#cluster-tables",
              N_ ("rank, or stage: the ranks of a pipeline stage together.")),
  LSC_COLUMN (StepRow, index, "index", N_ ("Index"), LSC_UNIT_NONE, "exports.md#cluster-tables",
              N_ ("Number of the rank, or the ranks of the stage.")),
  US (StepRow, us[COMPUTING], "computing", N_ ("Computing (µs)"), N_ ("Computing, µs.")),
  US (StepRow, us[NOT_OVERLAPPED], "communication_not_overlapped",
      N_ ("Communication (not overlapped, µs)"),
      N_ ("Communication during which nothing computes, µs.")),
  US (StepRow, us[OVERLAPPED], "overlapped", N_ ("Overlapped (µs)"),
      N_ ("Communication during which something computes, µs.")),
  US (StepRow, us[COMMUNICATION], "communication", N_ ("Communication (µs)"),
      N_ ("Communication, µs.")),
  US (StepRow, us[FREE], "free", N_ ("Free (µs)"),
      N_ ("Free time between the first and the last work, µs.")),
  US (StepRow, us[STAGE], "stage", N_ ("Stage (µs)"),
      N_ ("From the first to the last work without the bubble, µs.")),
  US (StepRow, us[BUBBLE], "bubble", N_ ("Bubble (µs)"), N_ ("Time in receive operators, µs.")),
  US (StepRow, us[WITHOUT_RECEIVE], "communication_not_overlapped_and_exclude_receive",
      N_ ("Without receive (µs)"),
      N_ ("Communication during which nothing computes, less the bubble, µs.")),
  US (StepRow, us[PREPARING], "preparing", N_ ("Preparing (µs)"),
      N_ ("Before the first work of the step, µs.")),
  LSC_COLUMN (StepRow, dp_index, "dp_index", N_ ("DP"), LSC_UNIT_ID, "overview.md#layout",
              N_ ("Place among the replicas; empty for a stage.")),
  LSC_COLUMN (StepRow, pp_index, "pp_index", N_ ("PP"), LSC_UNIT_ID, "overview.md#layout",
              N_ ("Pipeline stage; empty for a stage.")),
  LSC_COLUMN (StepRow, tp_index, "tp_index", N_ ("TP"), LSC_UNIT_ID, "overview.md#layout",
              N_ ("Place among the ranks that share tensors; empty for a stage.")),
};

const LscTableInfo lsc_cluster_step_table_info =
    LSC_TABLE_INFO ("ClusterStepTraceTime", StepRow, step_columns);

static void
set_figures (StepRow *row, const LscBudgetStep *step)
{
  const LscOverlapSums *sums = &step->overlap;

  row->us[COMPUTING] = to_us (step->ns[LSC_BUDGET_COMPUTE]);
  row->us[OVERLAPPED] = to_us (step->hidden_comm_ns);
  row->us[COMMUNICATION] = to_us (step->comm_ns);
  row->us[NOT_OVERLAPPED] = to_us (lsc_int_subtract (step->comm_ns, step->hidden_comm_ns));
  if (!step->overlap.has_device)
    return;
  row->us[COMPUTING] = to_us (sums->computing_ns);
  row->us[NOT_OVERLAPPED] = to_us (sums->not_overlapped_ns);
  row->us[OVERLAPPED] = to_us (sums->overlapped_ns);
  row->us[COMMUNICATION] = to_us (sums->communication_ns);
  row->us[FREE] = to_us (sums->free_ns);
  row->us[STAGE] = to_us (sums->stage_ns);
  row->us[BUBBLE] = to_us (sums->bubble_ns);
  row->us[WITHOUT_RECEIVE] = to_us (MAX (sums->not_overlapped_ns - sums->bubble_ns, 0));
  row->us[PREPARING] = sums->has_step ? to_us (sums->preparing_ns) : LSC_REAL_NULL;
}

static void
add_rank_step (LscTable *table, const LscRankSet *set, gsize index, const LscBudgetStep *step)
{
  const LscRankDigest *digest = set->digests[index];
  const LscRankPlace *place = &set->places[index];
  g_autofree char *id = g_strdup_printf ("%" PRId64, step->step);
  g_autofree char *rank = lsc_rank_to_text (digest->rank);
  StepRow row;

  lsc_table_info_clear_row (&lsc_cluster_step_table_info, &row);
  row.step = step->step != LSC_INT_NULL ? id : NULL;
  row.type = "rank";
  row.index = lsc_rank_is_told (digest->rank) ? rank : NULL;
  row.dp_index = lsc_int_or_null (place->at[LSC_DIM_DP]);
  row.pp_index = lsc_int_or_null (place->at[LSC_DIM_PP]);
  row.tp_index = lsc_int_or_null (place->at[LSC_DIM_TP]);
  set_figures (&row, step);
  lsc_table_add (table, &row);
}

/** A stage at work: its ranks and the largest figure of any of them. */
typedef struct
{
  GString *ranks;
  guint n;
  StepRow most;
} Stage;

static const LscBudgetStep *
find_step (const LscRankSet *set, gsize index, gint64 step)
{
  for (guint i = set->steps[index].begin; i < set->steps[index].end; i++)
    if (lsc_rank_digest_get_step (set->digests[index], i)->step == step)
      return lsc_rank_digest_get_step (set->digests[index], i);
  return NULL;
}

static void
add_to_stage (Stage *self, const LscRankDigest *digest, const LscBudgetStep *step)
{
  g_autofree char *name = lsc_rank_to_text (digest->rank);
  StepRow row;

  lsc_table_info_clear_row (&lsc_cluster_step_table_info, &row);
  set_figures (&row, step);
  for (guint i = 0; i < N_FIGURES; i++)
    if (!isnan (row.us[i]) && !(self->most.us[i] >= row.us[i]))
      self->most.us[i] = row.us[i];
  g_string_append_printf (self->ranks, "%s%s", self->n++ > 0 ? "," : "(", name);
}

/* Largest figures column by column, as the reference has them: a row that does not add up. */
static void
add_stage (LscTable *table, const LscRankSet *set, gint64 stage, gint64 step)
{
  g_autoptr (GString) members = g_string_new (NULL);
  g_autofree char *id = g_strdup_printf ("%" PRId64, step);
  Stage self = { .ranks = members };

  lsc_table_info_clear_row (&lsc_cluster_step_table_info, &self.most);
  for (gsize i = 0; i < set->n; i++)
    {
      const LscBudgetStep *own = find_step (set, i, step);

      if (set->places[i].at[LSC_DIM_PP] == stage && own)
        add_to_stage (&self, set->digests[i], own);
    }
  if (self.n < 2)
    return;
  g_string_append_c (members, ')');
  self.most.step = id;
  self.most.type = "stage";
  self.most.index = members->str;
  lsc_table_add (table, &self.most);
}

static gint64
count_stages (const LscRankSet *set)
{
  gint64 most = -1;

  for (gsize i = 0; i < set->n; i++)
    most = MAX (most, set->places[i].at[LSC_DIM_PP]);
  return most + 1;
}

/**
 * lsc_cluster_step_table:
 *
 * Returns: (transfer full): the table "ClusterStepTraceTime": a row a rank and step, and, of jobs
 *   with several pipeline stages, a row a stage and step
 */
LscTable *
lsc_cluster_step_table (const LscRankSet *set)
{
  LscTable *table;
  gint64 n_stages;

  g_return_val_if_fail (set, NULL);
  table = lsc_table_new_for (&lsc_cluster_step_table_info);
  n_stages = count_stages (set);
  for (gsize i = 0; i < set->n; i++)
    for (guint k = set->steps[i].begin; k < set->steps[i].end; k++)
      add_rank_step (table, set, i, lsc_rank_digest_get_step (set->digests[i], k));
  for (gint64 stage = 0; set->n > 0 && n_stages > 1 && stage < n_stages; stage++)
    for (guint k = set->steps[0].begin; k < set->steps[0].end; k++)
      if (lsc_rank_digest_get_step (set->digests[0], k)->step != LSC_INT_NULL)
        add_stage (table, set, stage, lsc_rank_digest_get_step (set->digests[0], k)->step);
  return table;
}

/* ---- ClusterBaseInfo ---- */

typedef struct
{
  const char *key;
  const char *value;
} BaseRow;

static const LscColumn base_columns[] = {
  LSC_COLUMN (BaseRow, key, "key", N_ ("Key"), LSC_UNIT_NONE, "META_DATA.name",
              N_ ("What is shown.")),
  LSC_COLUMN (BaseRow, value, "value", N_ ("Value"), LSC_UNIT_NONE, "META_DATA.value",
              N_ ("As recorded, JSON, without what differs between ranks.")),
};

const LscTableInfo lsc_cluster_base_table_info =
    LSC_TABLE_INFO ("ClusterBaseInfo", BaseRow, base_columns);

/* One space behind colons and commas, as the reference writes them. */
static void
append_member (GString *out, const char *key, JsonNode *value)
{
  g_autofree char *text = json_to_string (value, FALSE);

  g_string_append_printf (out, "%s\"%s\": %s", out->len > 1 ? ", " : "", key, text);
}

/* (nullable): of the first rank that has them */
static char *
get_arguments (const LscRankSet *set)
{
  for (gsize i = 0; i < set->n; i++)
    {
      g_autoptr (JsonNode) node =
          lsc_json_parse_kind (lsc_rank_digest_text (set->digests[i], set->digests[i]->arguments),
                               JSON_NODE_OBJECT, NULL);
      GString *out = node ? g_string_new ("{") : NULL;
      JsonObjectIter iter;
      const char *key;
      JsonNode *value;

      if (!node)
        continue;
      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, &value))
        if (!g_str_equal (key, "rank"))
          append_member (out, key, value);
      g_string_append_c (out, '}');
      return g_string_free (out, FALSE);
    }
  return NULL;
}

/**
 * lsc_cluster_base_table:
 *
 * Returns: (transfer full): the table "ClusterBaseInfo"; empty without recorded sizes
 */
LscTable *
lsc_cluster_base_table (const LscRankSet *set)
{
  LscTable *table;
  g_autofree char *arguments = NULL;

  g_return_val_if_fail (set, NULL);
  table = lsc_table_new_for (&lsc_cluster_base_table_info);
  arguments = get_arguments (set);
  if (arguments)
    lsc_table_add (table, &(BaseRow){ "distributed_args", arguments });
  return table;
}

/* ---- ClusterTimeSummary ---- */

typedef struct
{
  gint64 rank;
  gint64 step;
  double step_us;
  double computation_us;
  double not_overlapped_us;
  double overlapped_us;
  double communication_us;
  double free_us;
  double wait_us;
  double transmit_us;
  double memory_us;
  double memory_alone_us;
} TimeRow;

static const LscColumn time_columns[] = {
  LSC_COLUMN (TimeRow, rank, "rank", N_ ("Rank"), LSC_UNIT_ID, "rank", N_ ("Number of the rank.")),
  LSC_COLUMN (TimeRow, step, "step", N_ ("Step"), LSC_UNIT_ID, "STEP_TIME.id",
              N_ ("Number of the training step as recorded.")),
  US (TimeRow, step_us, "stepTime", N_ ("Step (µs)"), N_ ("Length of the step, µs.")),
  US (TimeRow, computation_us, "computation", N_ ("Computing (µs)"), N_ ("Computing, µs.")),
  US (TimeRow, not_overlapped_us, "communicationNotOverlapComputation",
      N_ ("Communication (not overlapped, µs)"),
      N_ ("Communication during which nothing computes, µs.")),
  US (TimeRow, overlapped_us, "communicationOverlapComputation", N_ ("Overlapped (µs)"),
      N_ ("Communication during which something computes, µs.")),
  US (TimeRow, communication_us, "communication", N_ ("Communication (µs)"),
      N_ ("Communication, µs.")),
  US (TimeRow, free_us, "free", N_ ("Free (µs)"),
      N_ ("Free time between the first and the last work without copies, µs.")),
  US (TimeRow, wait_us, "communicationWaitStageTime", N_ ("Wait (µs)"),
      N_ ("What operators took longer than where they were shortest, µs.")),
  US (TimeRow, transmit_us, "communicationTransmitStageTime", N_ ("Transmit (µs)"),
      N_ ("What operators took where they were shortest, µs.")),
  US (TimeRow, memory_us, "memory", N_ ("Copies (µs)"), N_ ("Copies, µs.")),
  US (TimeRow, memory_alone_us, "memoryNotOverlapComputationCommunication",
      N_ ("Copies (not overlapped, µs)"),
      N_ ("Copies during which nothing computes or communicates, µs.")),
};

const LscTableInfo lsc_cluster_time_table_info =
    LSC_TABLE_INFO ("ClusterTimeSummary", TimeRow, time_columns);

/** Of a rank and step. */
typedef struct
{
  gint64 wait_ns;
  gint64 transmit_ns;
} Shares;

static void
add_run (Shares **shares, const LscClusterOp *items, gsize n)
{
  gint64 least_ns = G_MAXINT64;

  for (gsize i = 0; i < n; i++)
    least_ns = MIN (least_ns, items[i].op->end_ns - items[i].op->begin_ns);
  for (gsize i = 0; i < n; i++)
    {
      Shares *own = &shares[items[i].rank][items[i].op->step];

      own->transmit_ns += least_ns;
      own->wait_ns += items[i].op->end_ns - items[i].op->begin_ns - least_ns;
    }
}

/* How many ranks have operators in the group that begins at @begin; its end. */
static guint32
count_group (const LscClusterOps *ops, gsize begin, gsize n_ranks, gsize *end)
{
  g_autofree guint8 *is_seen = g_malloc0 (n_ranks + 1);
  guint32 n = 0;

  for (*end = begin; *end < ops->n && ops->items[*end].group == ops->items[begin].group; (*end)++)
    {
      n += !is_seen[ops->items[*end].rank];
      is_seen[ops->items[*end].rank] = TRUE;
    }
  return n;
}

/* How many ranks have operators at all. */
static gsize
count_ranks (const LscClusterOps *ops, gsize n_ranks)
{
  g_autofree guint8 *is_seen = g_malloc0 (n_ranks + 1);
  gsize n = 0;

  for (gsize i = 0; i < ops->n; i++)
    {
      n += !is_seen[ops->items[i].rank];
      is_seen[ops->items[i].rank] = TRUE;
    }
  return n;
}

/* Members that were not read do not keep a group from being counted; a rank by itself waits for
 * nobody and transmits nothing (exports.md#cluster-time-summary, as the reference has it). Returns
 * how many groups lack members. */
static guint
share_out (Shares **shares, const LscRankSet *set)
{
  LscClusterOps ops = { 0 };
  g_autoptr (LscIntern) texts = _lsc_cluster_ops_collect (&ops, set);
  gsize n_ranks = count_ranks (&ops, set->n);
  gsize end, group_end;
  guint n_incomplete = 0;

  for (gsize begin = 0; begin < ops.n; begin = group_end)
    {
      if (count_group (&ops, begin, set->n, &group_end) < ops.items[begin].n_members)
        n_incomplete++;
      for (gsize at = begin; at < group_end && n_ranks > 1; at = end)
        {
          end = _lsc_cluster_ops_find_end (&ops, at);
          add_run (shares, &ops.items[at], end - at);
        }
    }
  lsc_cluster_ops_clear (&ops);
  return n_incomplete;
}

static void
add_time (LscTable *table, const LscRankDigest *digest, const LscBudgetStep *step,
          const Shares *shares)
{
  gint64 alone_ns = step->ns[LSC_BUDGET_MEMCPY];
  StepRow figures;
  TimeRow row;

  lsc_table_info_clear_row (&lsc_cluster_step_table_info, &figures);
  lsc_table_info_clear_row (&lsc_cluster_time_table_info, &row);
  set_figures (&figures, step);
  row.rank = lsc_rank_or_null (digest->rank);
  row.step = step->step;
  row.step_us = to_us (step->step_ns);
  row.computation_us = figures.us[COMPUTING];
  row.not_overlapped_us = figures.us[NOT_OVERLAPPED];
  row.overlapped_us = figures.us[OVERLAPPED];
  row.communication_us = figures.us[COMMUNICATION];
  row.free_us = step->overlap.has_device
                    ? to_us (lsc_int_subtract (step->overlap.free_ns, alone_ns))
                    : LSC_REAL_NULL;
  row.wait_us = to_us (shares->wait_ns);
  row.transmit_us = to_us (shares->transmit_ns);
  row.memory_us = to_us (step->copy_ns);
  row.memory_alone_us = to_us (alone_ns);
  lsc_table_add (table, &row);
}

/**
 * lsc_cluster_time_table:
 * @n_incomplete: (out): groups of which members were not read
 *
 * Returns: (transfer full): the table "ClusterTimeSummary", a row a rank and step
 */
LscTable *
lsc_cluster_time_table (const LscRankSet *set, guint *n_incomplete)
{
  g_autofree Shares **shares = NULL;
  LscTable *table;

  g_return_val_if_fail (set && n_incomplete, NULL);
  table = lsc_table_new_for (&lsc_cluster_time_table_info);
  shares = g_new0 (Shares *, set->n + 1);
  for (gsize i = 0; i < set->n; i++)
    shares[i] = g_new0 (Shares, set->digests[i]->steps.n + 1);
  *n_incomplete = share_out (shares, set);
  for (gsize i = 0; i < set->n; i++)
    for (guint k = set->steps[i].begin; k < set->steps[i].end; k++)
      add_time (table, set->digests[i], lsc_rank_digest_get_step (set->digests[i], k),
                &shares[i][k]);
  for (gsize i = 0; i < set->n; i++)
    g_free (shares[i]);
  return table;
}
