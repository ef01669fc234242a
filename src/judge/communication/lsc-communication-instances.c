/* lsc-communication-instances.c - single operators: who came how late, and what each rank did
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "judge/communication/lsc-communication-columns.h"

/* communication.md#arrivals. An instance is named by the index of its first item. */

/* ---- on each rank ---- */

typedef struct
{
  gint64 instance;
  gint64 rank;
  gint64 step;
  const char *name;
  LscCommTimes times;
  gint64 late_ns;
  gint64 is_last;
  gint64 size_bytes;
  gint64 slice_id;
  gint64 begin_ns;
  gint64 end_ns;
} MemberRow;

static const LscColumn member_columns[] = {
  LSC_COLUMN (MemberRow, instance, "instance", N_ ("Instance"), LSC_UNIT_ID,
              "communication.md#arrivals", N_ ("Number of what the members do together.")),
  LSC_RANK_COLUMN (MemberRow),
  LSC_STEP_COLUMN (MemberRow),
  LSC_COLUMN (MemberRow, name, "name", N_ ("Name"), LSC_UNIT_NONE, "COMMUNICATION_OP.opName",
              N_ ("Operator as recorded.")),
  LSC_COMM_TIMES_COLUMNS (MemberRow, times, N_ ("Length of the operator.")),
  LSC_COMM_NS (MemberRow, late_ns, "late_ns", N_ ("Arrives Late"), "communication.md#arrivals",
               N_ ("How much later than the first it came; of the last all that it was late.")),
  LSC_COLUMN (MemberRow, is_last, "is_last", N_ ("Last"), LSC_UNIT_FLAG,
              "communication.md#arrivals", N_ ("Whether others waited for it.")),
  LSC_COLUMN (MemberRow, size_bytes, "size_bytes", N_ ("Size"), LSC_UNIT_BYTES,
              "communication.md#links", N_ ("What its tasks moved over links between ranks.")),
  LSC_COLUMN (MemberRow, slice_id, "slice_id", N_ ("Slice"), LSC_UNIT_ID,
              "communication.md#arrivals", N_ ("Number in the timeline of its rank.")),
  LSC_COMM_NS (MemberRow, begin_ns, "begin_ns", N_ ("Start"), "communication.md#arrivals",
               N_ ("Start, as recorded.")),
  LSC_COMM_NS (MemberRow, end_ns, "end_ns", N_ ("End"), "communication.md#arrivals",
               N_ ("End, as recorded.")),
};

const LscTableInfo lsc_communication_members_table_info =
    LSC_TABLE_INFO ("communication_members", MemberRow, member_columns);

/** Items of an instance. @longest_ns: waiting of the member that came first; NULL = not known */
typedef struct
{
  gsize begin;
  gsize end;
  gint64 spread_ns;
  gsize last;
} Run;

static Run
find_run (const LscCommunication *self, gsize begin)
{
  const LscMatchItem *items = self->match.items.items;
  Run run = { begin, begin, LSC_INT_NULL, begin };

  for (; run.end < self->match.items.n && lsc_match_is_same (&items[begin], &items[run.end]);
       run.end++)
    {
      gint64 peer_ns = self->peer_ns[run.end];

      if (peer_ns == LSC_INT_NULL)
        continue;
      run.spread_ns = MAX (lsc_int_or_zero (run.spread_ns), peer_ns);
      run.last = peer_ns == 0 && self->peer_ns[run.last] != 0 ? run.end : run.last;
    }
  return run;
}

static gint64
get_step (const LscCommunication *self, const LscMatchItem *item)
{
  const LscRankDigest *digest = _lsc_communication_get_digest (self, item->rank);
  guint32 step = digest->ops.items[item->op].step;

  return step < digest->steps.n ? lsc_rank_digest_get_step (digest, step)->step : LSC_INT_NULL;
}

static void
add_member (LscTable *table, const LscCommunication *self, const Run *run, gsize index)
{
  const LscMatchItem *item = &self->match.items.items[index];
  const LscRankDigest *digest = _lsc_communication_get_digest (self, item->rank);
  const LscRankOp *op = &digest->ops.items[item->op];
  gint64 peer_ns = self->peer_ns[index];
  MemberRow row = {
    .instance = (gint64) run->begin,
    .rank = lsc_rank_or_null (digest->rank),
    .step = get_step (self, item),
    .name = lsc_intern_text (digest->texts, op->name),
    .times = _lsc_comm_times_of (op, peer_ns),
    .late_ns = lsc_int_subtract (run->spread_ns, peer_ns),
    .is_last = LSC_INT_NULL,
    .size_bytes = lsc_int_or_null (op->bytes),
    .slice_id = op->slice == LSC_SLICE_NONE ? LSC_INT_NULL : (gint64) op->slice,
    .begin_ns = op->begin_ns,
    .end_ns = op->end_ns,
  };

  if (peer_ns != LSC_INT_NULL)
    row.is_last = index == run->last && run->spread_ns > 0;
  lsc_table_add (table, &row);
}

/**
 * lsc_communication_list_members:
 * @instance: of the tables of lsc_communication_list_instances() and …arrivals()
 *
 * Returns: (transfer full): the table "communication_members": one operator over its ranks, by
 *   rank; empty if there is no such instance
 */
LscTable *
lsc_communication_list_members (const LscCommunication *self, gint64 instance)
{
  LscTable *table;
  Run run;

  g_return_val_if_fail (self, NULL);
  table = lsc_table_new_for (&lsc_communication_members_table_info);
  if (instance < 0 || (guint64) instance >= self->match.items.n)
    return table;
  run = find_run (self, (gsize) instance);
  for (gsize i = run.begin; i < run.end; i++)
    add_member (table, self, &run, i);
  return table;
}

/**
 * lsc_communication_list_arrivals:
 * @operator_row: of #LSC_COMMUNICATION_OPERATORS
 *
 * Returns: (transfer full): the table "communication_members" of all instances of an operator, each
 *   with all its ranks
 */
LscTable *
lsc_communication_list_arrivals (const LscCommunication *self, gsize operator_row)
{
  LscTable *table;
  Run run = { 0 };

  g_return_val_if_fail (self, NULL);
  table = lsc_table_new_for (&lsc_communication_members_table_info);
  for (gsize begin = 0; begin < self->match.items.n; begin = run.end)
    {
      run = find_run (self, begin);
      for (gsize i = run.begin; i < run.end; i++)
        if (self->operator_of[i] == operator_row)
          add_member (table, self, &run, i);
    }
  return table;
}

/* ---- on all ranks ---- */

typedef struct
{
  gint64 instance;
  gint64 step;
  const char *name;
  gint64 ranks;
  LscCommTimes times;
  gint64 spread_ns;
  gint64 last_rank;
  gint64 rank;
  gint64 slice_id;
  gint64 begin_ns;
  gint64 end_ns;
} InstanceRow;

static const LscColumn instance_columns[] = {
  LSC_COLUMN (InstanceRow, instance, "instance", N_ ("Instance"), LSC_UNIT_ID,
              "communication.md#arrivals", N_ ("Number of what the members do together.")),
  LSC_STEP_COLUMN (InstanceRow),
  LSC_COLUMN (InstanceRow, name, "name", N_ ("Name"), LSC_UNIT_NONE, "COMMUNICATION_OP.opName",
              N_ ("Operator as recorded.")),
  LSC_COLUMN (InstanceRow, ranks, "ranks", NC_ ("count", "Ranks"), LSC_UNIT_COUNT,
              "communication.md#arrivals", N_ ("Members that were recorded.")),
  LSC_COMM_TIMES_COLUMNS (InstanceRow, times, N_ ("Length of the operators, summed over ranks.")),
  LSC_COMM_NS (InstanceRow, spread_ns, "spread_ns", N_ ("Spread of Arrivals"),
               "communication.md#arrivals", N_ ("How much later than the first the last came.")),
  LSC_COLUMN (InstanceRow, last_rank, "last_rank", N_ ("Last to Arrive"), LSC_UNIT_ID,
              "communication.md#arrivals", N_ ("Rank that others waited for.")),
  LSC_COLUMN (InstanceRow, rank, "rank", N_ ("Rank of Longest"), LSC_UNIT_ID,
              "communication.md#arrivals", N_ ("Rank on which it took longest.")),
  LSC_COLUMN (InstanceRow, slice_id, "slice_id", N_ ("Slice"), LSC_UNIT_ID,
              "communication.md#arrivals", N_ ("Number in the timeline of that rank.")),
  LSC_COMM_NS (InstanceRow, begin_ns, "begin_ns", N_ ("Start"), "communication.md#arrivals",
               N_ ("Start there, as recorded.")),
  LSC_COMM_NS (InstanceRow, end_ns, "end_ns", N_ ("End"), "communication.md#arrivals",
               N_ ("End there, as recorded.")),
};

const LscTableInfo lsc_communication_instances_table_info =
    LSC_TABLE_INFO ("communication_instances", InstanceRow, instance_columns);

static void
add_instance (LscTable *table, const LscCommunication *self, const Run *run)
{
  const LscMatchItem *items = self->match.items.items;
  gsize longest = run->begin;
  InstanceRow row = { .instance = (gint64) run->begin, .ranks = (gint64) (run->end - run->begin) };
  const LscRankDigest *digest;
  const LscRankOp *op;

  _lsc_comm_times_init (&row.times);
  for (gsize i = run->begin; i < run->end; i++)
    {
      LscCommTimes times =
          _lsc_comm_times_of (_lsc_communication_get_op (self, &items[i]), self->peer_ns[i]);

      _lsc_comm_times_add (&row.times, &times);
      op = _lsc_communication_get_op (self, &items[longest]);
      longest = times.length_ns > op->end_ns - op->begin_ns ? i : longest;
    }
  digest = _lsc_communication_get_digest (self, items[longest].rank);
  op = &digest->ops.items[items[longest].op];
  row.step = get_step (self, &items[longest]);
  row.name = lsc_intern_text (digest->texts, op->name);
  row.spread_ns = run->spread_ns;
  row.last_rank =
      run->spread_ns > 0
          ? lsc_rank_or_null (_lsc_communication_get_digest (self, items[run->last].rank)->rank)
          : LSC_INT_NULL;
  row.rank = lsc_rank_or_null (digest->rank);
  row.slice_id = op->slice == LSC_SLICE_NONE ? LSC_INT_NULL : (gint64) op->slice;
  row.begin_ns = op->begin_ns;
  row.end_ns = op->end_ns;
  lsc_table_add (table, &row);
}

/* A message has a send and a receive, which are operators of two rows. */
static gboolean
has_operator (const LscCommunication *self, const Run *run, gsize operator_row)
{
  for (gsize i = run->begin; i < run->end; i++)
    if (self->operator_of[i] == operator_row)
      return TRUE;
  return FALSE;
}

/**
 * lsc_communication_list_instances:
 * @operator_row: of #LSC_COMMUNICATION_OPERATORS
 *
 * Returns: (transfer full): the table "communication_instances": what members of the group did
 *   together, in the order of the group
 */
LscTable *
lsc_communication_list_instances (const LscCommunication *self, gsize operator_row)
{
  LscTable *table;
  Run run = { 0 };

  g_return_val_if_fail (self, NULL);
  table = lsc_table_new_for (&lsc_communication_instances_table_info);
  for (gsize begin = 0; begin < self->match.items.n; begin = run.end)
    {
      run = find_run (self, begin);
      if (has_operator (self, &run, operator_row))
        add_instance (table, self, &run);
    }
  return table;
}
