/* lsc-communication-tables.c - groups and operators as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <json-glib/json-glib.h>

#include "analyze/digest/lsc-compare-name.h"
#include "analyze/lsc-table-list.h"
#include "base/lsc-stats.h"
#include "judge/communication/lsc-communication-columns.h"

const LscWord lsc_communication_form_words[LSC_COMMUNICATION_N_FORMS] = {
  [LSC_COMMUNICATION_COLLECTIVE] = { "collective", N_ ("Collective") },
  [LSC_COMMUNICATION_P2P] = { "p2p", N_ ("Point to Point") },
};

const LscWord lsc_communication_source_words[LSC_COMMUNICATION_N_SOURCES] = {
  [LSC_COMMUNICATION_EVENTS] = { "events", N_ ("Events") },
  [LSC_COMMUNICATION_REPORTED] = { "reported", N_ ("Exporter’s Tables") },
  [LSC_COMMUNICATION_MIXED] = { "mixed", N_ ("Events and Exporter’s Tables") },
};

/* ---- groups ---- */

typedef struct
{
  const char *group;
  const char *name;
  const char *kind;
  const char *ranks;
  gint64 members;
  gint64 recorded;
  gint64 ops;
  LscCommTimes times;
  double share;
  gint64 size_bytes;
  double bandwidth;
  const char *busiest;
  int source;
} GroupRow;

static const LscColumn group_columns[] = {
  LSC_COLUMN (GroupRow, group, "group", N_ ("Group"), LSC_UNIT_NONE, "communication.md#groups",
              N_ ("Communication group; empty: communication that belongs to no group.")),
  LSC_COLUMN (GroupRow, kind, "kind", N_ ("Kind"), LSC_UNIT_NONE, "communication.md#groups",
              N_ ("What the group shares: tp, dp, pp, ep and so on; empty where only a number or "
                  "its members tell it from others.")),
  LSC_COLUMN (GroupRow, ranks, "ranks", N_ ("Ranks"), LSC_UNIT_LIST, "communication.md#groups",
              N_ ("Members in the order of the group, by number; empty where not recorded.")),
  LSC_COLUMN (GroupRow, members, "members", N_ ("Members"), LSC_UNIT_COUNT,
              "communication.md#groups", N_ ("How many ranks the group has.")),
  LSC_COLUMN (GroupRow, recorded, "recorded", NC_ ("count", "Recorded"), LSC_UNIT_COUNT,
              "communication.md#groups", N_ ("How many of them were opened.")),
  LSC_COLUMN (GroupRow, ops, "ops", N_ ("Operators, All Steps"), LSC_UNIT_COUNT,
              "communication.md#groups",
              N_ ("Operators of all steps that count; each rank counts its own.")),
  LSC_COMM_TIMES_COLUMNS (
      GroupRow, times,
      N_ ("Length of the operators; times of a row are means per step of a rank of the group.")),
  LSC_COLUMN (GroupRow, share, "share", N_ ("Share of Step"), LSC_UNIT_SHARE,
              "communication.md#groups", N_ ("Exposed time; the step of its ranks is 100 %.")),
  LSC_COLUMN (GroupRow, size_bytes, "size_bytes", N_ ("Size, All Steps"), LSC_UNIT_BYTES,
              "communication.md#links",
              N_ ("What moved over links between ranks; of a GPU trace the size of the messages.")),
  LSC_COLUMN (GroupRow, bandwidth, "bandwidth", N_ ("Bandwidth (GB/s)"), LSC_UNIT_RATE,
              "communication.md#links",
              N_ ("Size by the time of the transfers, 10⁹ bytes a second.")),
  LSC_COLUMN (GroupRow, busiest, "busiest_op", N_ ("Busiest Operator"), LSC_UNIT_NONE,
              "communication.md#groups", N_ ("Operator with most exposed time.")),
  LSC_CODES (GroupRow, source, "source", N_ ("Source"), lsc_communication_source_words,
             "communication.md#sources", N_ ("Who measured the figures of the row.")),
  LSC_COLUMN (GroupRow, name, "name", N_ ("Recorded Name"), LSC_UNIT_NONE,
              "COMMUNICATION_OP.groupName", N_ ("Full name of the group, as recorded.")),
};

const LscTableInfo lsc_communication_groups_table_info =
    LSC_TABLE_INFO ("communication_groups", GroupRow, group_columns);

/** Returns: (transfer full) (nullable): numbers as a list of JSON, by their order in the group */
char *
_lsc_communication_list_ranks (const LscInt64s *ranks)
{
  g_autoptr (GString) text = g_string_new ("[");

  if (!ranks || ranks->n == 0)
    return NULL;
  for (gsize i = 0; i < ranks->n; i++)
    g_string_append_printf (text, i > 0 ? ", %" PRId64 : "%" PRId64, ranks->items[i]);
  g_string_append_c (text, ']');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static int
get_source (gint64 n_told, gint64 n)
{
  if (n_told == 0)
    return LSC_COMMUNICATION_EVENTS;
  return n_told == n ? LSC_COMMUNICATION_REPORTED : LSC_COMMUNICATION_MIXED;
}

static double
get_rate (double bytes, double ns)
{
  return bytes > 0 && ns > 0 ? bytes / ns : LSC_REAL_NULL;
}

static void
add_group (LscTable *table, const LscCommunication *self, const LscCommGroupSum *sum)
{
  const LscMatchGroup *about = &g_array_index (self->match.groups, LscMatchGroup, sum->group);
  const char *label = _lsc_communication_get_label (self, sum->group);
  g_autofree char *ranks = _lsc_communication_list_ranks (about->members);
  g_autofree char *kind = lsc_compare_name_group (label);
  GroupRow row = {
    .group = label,
    .name = lsc_intern_text (self->match.texts, sum->group),
    .kind = kind,
    .ranks = ranks,
    .members = about->members && about->members->n > 0 ? (gint64) about->members->n : LSC_INT_NULL,
    .recorded = (gint64) about->n_loaded,
    .ops = sum->n_ops,
    .times = sum->mean,
    .share = _lsc_communication_get_share (sum->times.exposed_ns,
                                           _lsc_communication_get_base (self, sum->group)),
    .size_bytes = sum->bytes > 0 ? _lsc_communication_to_int (sum->bytes) : LSC_INT_NULL,
    .bandwidth = get_rate (sum->bytes, sum->moved_ns),
    .busiest = lsc_intern_text (self->match.texts, self->operators.items[sum->busiest].name),
    .source = get_source (sum->n_told, sum->n_ops),
  };

  lsc_table_add (table, &row);
}

static void
add_outside (LscTable *table, const LscCommunication *self)
{
  GroupRow row = { .members = LSC_INT_NULL,
                   .recorded = LSC_INT_NULL,
                   .ops = LSC_INT_NULL,
                   .share = _lsc_communication_get_share (self->outside_ns, &self->base),
                   .size_bytes = LSC_INT_NULL,
                   .bandwidth = LSC_REAL_NULL,
                   .source = LSC_COMMUNICATION_EVENTS };

  _lsc_comm_times_init (&row.times);
  if (self->base.n_known > 0)
    row.times.exposed_ns = llround ((double) self->outside_ns / (double) self->base.n_known);
  lsc_table_add (table, &row);
}

/** Returns: (transfer full): the table "communication_groups" */
LscTable *
_lsc_communication_make_groups (const LscCommunication *self)
{
  LscTable *table = lsc_table_new_for (&lsc_communication_groups_table_info);

  for (gsize i = 0; i < self->groups.n; i++)
    add_group (table, self, &self->groups.items[i]);
  if (self->outside_ns > 0)
    add_outside (table, self);
  return table;
}

/* ---- operators ---- */

typedef struct
{
  const char *group;
  const char *kind;
  const char *operator_;
  int form;
  gint64 count;
  gint64 instances;
  gint64 matched;
  LscCommTimes times;
  double share;
  gint64 mean_ns;
  gint64 least_ns;
  gint64 most_ns;
  gint64 median_ns;
  gint64 p95_ns;
  gint64 last_rank;
  gint64 last_count;
  gint64 waited;
  gint64 size_bytes;
  gint64 moved_ns;
  double bandwidth;
  const char *algorithm;
  const char *data_type;
  int source;
  gint64 rank;
  gint64 slice_id;
  gint64 begin_ns;
  gint64 end_ns;
} OperatorRow;

static const LscColumn operator_columns[] = {
  LSC_COLUMN (OperatorRow, group, "group", N_ ("Group"), LSC_UNIT_NONE, "communication.md#groups",
              N_ ("Communication group.")),
  LSC_COLUMN (OperatorRow, kind, "kind", N_ ("Kind"), LSC_UNIT_NONE, "communication.md#groups",
              N_ ("What the group shares: tp, dp, pp, ep and so on.")),
  LSC_COLUMN (OperatorRow, operator_, "operator", N_ ("Operator"), LSC_UNIT_NONE,
              "communication.md#operators", N_ ("What the operators do, without their numbers.")),
  LSC_CODES (OperatorRow, form, "form", N_ ("Form"), lsc_communication_form_words,
             "communication.md#operators",
             N_ ("Whether all members take part, or two exchange messages.")),
  LSC_COLUMN (OperatorRow, count, "count", N_ ("Count, All Steps"), LSC_UNIT_COUNT,
              "communication.md#operators",
              N_ ("Operators of all steps that count; each rank counts its own.")),
  LSC_COLUMN (OperatorRow, instances, "instances", N_ ("Instances, All Steps"), LSC_UNIT_COUNT,
              "communication.md#operators", N_ ("The same, what members do together once.")),
  LSC_COLUMN (OperatorRow, matched, "matched", N_ ("Fully Recorded, All Steps"), LSC_UNIT_COUNT,
              "communication.md#operators",
              N_ ("Instances of which all members were recorded; only these tell who waited.")),
  LSC_COMM_TIMES_COLUMNS (
      OperatorRow, times,
      N_ ("Length of the operators; times of a row are means per step of a rank of the group.")),
  LSC_COLUMN (OperatorRow, share, "share", N_ ("Share of Step"), LSC_UNIT_SHARE,
              "communication.md#groups", N_ ("Exposed time; the step of its ranks is 100 %.")),
  LSC_COLUMN (OperatorRow, mean_ns, "mean_ns", N_ ("Mean"), LSC_UNIT_NS,
              "communication.md#operators", N_ ("Mean length.")),
  LSC_COMM_NS (OperatorRow, least_ns, "min_ns", N_ ("Shortest"), "communication.md#operators",
               N_ ("Length of the shortest.")),
  LSC_COMM_NS (OperatorRow, most_ns, "max_ns", N_ ("Longest"), "communication.md#operators",
               N_ ("Length of the longest.")),
  LSC_COLUMN (OperatorRow, median_ns, "median_ns", N_ ("Median"), LSC_UNIT_NS,
              "communication.md#operators", N_ ("Median length.")),
  LSC_COLUMN (OperatorRow, p95_ns, "p95_ns", N_ ("P95"), LSC_UNIT_NS, "communication.md#operators",
              N_ ("Length that 95 of 100 do not exceed.")),
  LSC_COLUMN (OperatorRow, last_rank, "last_rank", N_ ("Last to Arrive"), LSC_UNIT_ID,
              "communication.md#arrivals", N_ ("Rank that came last most often.")),
  LSC_COLUMN (OperatorRow, last_count, "last_count", N_ ("Times Last, All Steps"), LSC_UNIT_COUNT,
              "communication.md#arrivals", N_ ("How often it came last.")),
  LSC_COLUMN (OperatorRow, waited, "waited", N_ ("Instances with Waits, All Steps"), LSC_UNIT_COUNT,
              "communication.md#arrivals", N_ ("Complete instances in which any member waited.")),
  LSC_COLUMN (OperatorRow, size_bytes, "size_bytes", N_ ("Size, All Steps"), LSC_UNIT_BYTES,
              "communication.md#links",
              N_ ("What their tasks moved over links between ranks; of a GPU trace the size of the "
                  "messages.")),
  LSC_COMM_NS (OperatorRow, moved_ns, "moved_ns", N_ ("Time of Link Tasks, All Steps"),
               "communication.md#links", N_ ("Total time of these tasks.")),
  LSC_COLUMN (OperatorRow, bandwidth, "bandwidth", N_ ("Bandwidth (GB/s)"), LSC_UNIT_RATE,
              "communication.md#links",
              N_ ("Size by the time of the transfers, 10⁹ bytes a second.")),
  LSC_COLUMN (OperatorRow, algorithm, "algorithm", N_ ("Algorithm"), LSC_UNIT_NONE,
              "COMMUNICATION_OP.algType", N_ ("How the library does it; several are separated.")),
  LSC_COLUMN (OperatorRow, data_type, "data_type", N_ ("Data Type"), LSC_UNIT_NONE,
              "COMMUNICATION_OP.dataType", N_ ("Type of the elements; several are separated.")),
  LSC_CODES (OperatorRow, source, "source", N_ ("Source"), lsc_communication_source_words,
             "communication.md#sources", N_ ("Who measured the figures of the row.")),
  LSC_COLUMN (OperatorRow, rank, "rank", N_ ("Rank of Longest"), LSC_UNIT_ID,
              "communication.md#operators", N_ ("Rank on which the longest ran.")),
  LSC_COLUMN (OperatorRow, slice_id, "slice_id", N_ ("Slice"), LSC_UNIT_ID,
              "communication.md#operators",
              N_ ("Number of the longest in the timeline of its rank.")),
  LSC_COMM_NS (OperatorRow, begin_ns, "begin_ns", N_ ("Start"), "communication.md#operators",
               N_ ("Start of the longest, as recorded.")),
  LSC_COMM_NS (OperatorRow, end_ns, "end_ns", N_ ("End"), "communication.md#operators",
               N_ ("End of the longest, as recorded.")),
};

const LscTableInfo lsc_communication_operators_table_info =
    LSC_TABLE_INFO ("communication_operators", OperatorRow, operator_columns);

static void
set_lengths (OperatorRow *row, const LscInt64s *sorted)
{
  double sum_ns = 0;

  for (gsize i = 0; i < sorted->n; i++)
    sum_ns += (double) sorted->items[i];
  row->mean_ns = llround (sum_ns / (double) sorted->n);
  row->least_ns = sorted->items[0];
  row->most_ns = sorted->items[sorted->n - 1];
  row->median_ns = llround (lsc_quantile_linear (sorted->items, sorted->n, 0.5));
  row->p95_ns = llround (lsc_quantile_linear (sorted->items, sorted->n, 0.95));
}

static void
set_longest (OperatorRow *row, const LscCommunication *self, const LscCommOperator *sum)
{
  const LscMatchItem *item = &self->match.items.items[sum->longest];
  const LscRankOp *op = _lsc_communication_get_op (self, item);

  row->rank = lsc_rank_or_null (_lsc_communication_get_digest (self, item->rank)->rank);
  row->slice_id = op->slice == LSC_SLICE_NONE ? LSC_INT_NULL : (gint64) op->slice;
  row->begin_ns = op->begin_ns;
  row->end_ns = op->end_ns;
}

static const char *
get_text (const LscCommunication *self, guint32 id)
{
  return id == LSC_STRING_NONE ? NULL : lsc_intern_text (self->match.texts, id);
}

/* (transfer full) (nullable) */
static char *
list_data_types (guint64 types)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 i = 0; lsc_data_type_name (i); i++)
    if (types >> i & 1)
      g_string_append_printf (text, text->len > 0 ? "; %s" : "%s", lsc_data_type_name (i));
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
add_operator (LscTable *table, const LscCommunication *self, const LscCommOperator *sum)
{
  const char *label = _lsc_communication_get_label (self, sum->group);
  g_autofree char *kind = lsc_compare_name_group (label);
  g_autofree char *types = list_data_types (sum->data_types);
  OperatorRow row = {
    .group = label,
    .kind = kind,
    .operator_ = lsc_intern_text (self->match.texts, sum->name),
    .form = (int) sum->form,
    .count = (gint64) sum->lengths_ns.n,
    .instances = sum->n_instances,
    .matched = sum->n_matched,
    .times = sum->mean,
    .share = _lsc_communication_get_share (sum->times.exposed_ns,
                                           _lsc_communication_get_base (self, sum->group)),
    .last_rank = sum->n_last > 0
                     ? lsc_rank_or_null (_lsc_communication_get_digest (self, sum->last_rank)->rank)
                     : LSC_INT_NULL,
    .last_count = sum->n_matched > 0 ? sum->n_last : LSC_INT_NULL,
    .waited = sum->n_matched > 0 ? sum->n_waited : LSC_INT_NULL,
    .size_bytes = sum->bytes > 0 ? _lsc_communication_to_int (sum->bytes) : LSC_INT_NULL,
    .moved_ns = sum->moved_ns > 0 ? _lsc_communication_to_int (sum->moved_ns) : LSC_INT_NULL,
    .bandwidth = get_rate (sum->bytes, sum->moved_ns),
    .algorithm = get_text (self, sum->algorithm),
    .data_type = types,
    .source = get_source (sum->n_told, (gint64) sum->lengths_ns.n),
  };

  set_lengths (&row, &sum->lengths_ns);
  set_longest (&row, self, sum);
  lsc_table_add (table, &row);
}

/** Returns: (transfer full): the table "communication_operators" */
LscTable *
_lsc_communication_make_operators (const LscCommunication *self)
{
  LscTable *table = lsc_table_new_for (&lsc_communication_operators_table_info);

  for (gsize i = 0; i < self->operators.n; i++)
    add_operator (table, self, &self->operators.items[i]);
  return table;
}
