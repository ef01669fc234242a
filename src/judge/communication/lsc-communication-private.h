/* lsc-communication-private.h - the parts that communication is told by
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "judge/communication/lsc-communication.h"
#include "judge/findings/lsc-link-kinds.h"
#include "judge/overview/lsc-rank-match.h"

G_BEGIN_DECLS

/** What an operator spends its time on (communication.md#parts). */
typedef enum
{
  LSC_COMM_TRANSFER,
  LSC_COMM_WAIT_RECORDED,
  LSC_COMM_WAIT_UNEXPLAINED,
  LSC_COMM_OTHER,
  LSC_COMM_N_PARTS,
} LscCommTimePart;

/**
 * LscCommTimes: of an operator on a rank, or of many; %LSC_INT_NULL = not known
 * @ns: parts of @length_ns
 * @exposed_ns: what of it the budgets charge to it; @exposed_parts_ns: its parts
 */
typedef struct
{
  gint64 length_ns;
  gint64 ns[LSC_COMM_N_PARTS];
  gint64 exposed_ns;
  gint64 exposed_parts_ns[LSC_COMM_N_PARTS];
} LscCommTimes;

/**
 * LscCommBase: what figures of ranks are divided by (communication.md#base)
 * @n_ranks: how many these are
 * @n: steps that count, summed over the ranks; of a rank without any its recording counts as one
 * @n_known: those of them that have a length, so that it is known what is exposed
 * @step_ns: the length of these; %LSC_INT_NULL
 */
typedef struct
{
  guint n_ranks;
  gint64 n;
  gint64 n_known;
  gint64 step_ns;
} LscCommBase;

LSC_DEFINE_ARRAY (LscCommBases, lsc_comm_bases, LscCommBase)

/**
 * LscCommOperator: operators of one kind in a group, over all ranks
 * @group, @name: ids in LscMatch.texts; of @name only what it does: "hcom_allReduce"
 * @form: #LscCommunicationForm
 * @times: summed over what counts; @mean: of a rank of the group in a step
 * @lengths_ns: of each, by length
 * @n_instances: operators of all members, each once
 * @n_told: those of which only a table of the exporter tells
 * @n_matched: those of which all members were recorded
 * @last_rank: index of the one that came last most often, @n_last times; of @n_waited instances in
 *   which any member waited
 * @bytes, @moved_ns: what its tasks moved, and how long they took, added up; 0 = not recorded
 * @message_bytes: what of @bytes are sizes of messages, of which no tasks were recorded
 * @longest: index of the item that took longest
 */
typedef struct
{
  guint32 group;
  guint32 name;
  guint form;
  LscCommTimes times;
  LscCommTimes mean;
  LscInt64s lengths_ns;
  gint64 n_instances;
  gint64 n_told;
  gint64 n_matched;
  gint64 n_waited;
  guint32 last_rank;
  gint64 n_last;
  double bytes;
  double moved_ns;
  double message_bytes;
  gsize longest;
  guint32 algorithm;  /* id in LscMatch.texts, LSC_STRING_NONE; several are one text */
  guint64 data_types; /* a bit for each number of ENUM_HCCL_DATA_TYPE */
} LscCommOperator;

LSC_DEFINE_ARRAY (LscCommOperators, lsc_comm_operators, LscCommOperator)

/**
 * LscCommGroupSum: a group, over all ranks
 * @group: id in LscMatch.texts
 * @times, @mean: as those of operators
 * @n_told: those of @n_ops of which only a table of the exporter tells
 * @busiest: index of LscCommunication.operators
 * @bytes, @moved_ns: of its operators if @has_sizes, else of its links over the whole recording; 0
 * = none recorded
 */
typedef struct
{
  guint32 group;
  LscCommTimes times;
  LscCommTimes mean;
  gint64 n_ops;
  gint64 n_told;
  gsize busiest;
  gboolean has_sizes;
  double bytes;
  double moved_ns;
} LscCommGroupSum;

LSC_DEFINE_ARRAY (LscCommGroupSums, lsc_comm_group_sums, LscCommGroupSum)

/** What a headline blames. */
typedef enum
{
  LSC_COMM_NO_CAUSE, /* it says what costs most, not why */
  LSC_COMM_CAUSE_LINK,
  LSC_COMM_CAUSE_HOSTS,
  LSC_COMM_CAUSE_RANK,
} LscCommCause;

/**
 * LscCommunication:
 * @digests: (element-type LscRankDigest): of the ranks
 * @match: its items are the operators
 * @peer_ns: (array): of each item how long it waited for the member that came last;
 *   %LSC_INT_NULL unless all members were recorded
 * @operator_of: (array): of each item its index in @operators
 * @operators: by exposed time, falling
 * @groups: likewise
 * @outside_ns: exposed communication of no group
 * @caused_ns: (array): of each rank the exposed waiting of others for it
 * @bases: of each group by its id; @base: of all ranks
 * @are_placed: (array): of each rank whether its operators have places in its steps
 * @n_steps: how many steps of a rank count, the most of all; @n_all: of those that are looked at
 * @lacks_inner: of the others some are not the first of their rank
 * @links: of all ranks, judged
 * @local_links: of groups whose members are not known; ends are places in the group
 * @stages: (array): of each rank, -1 = not known
 * @wait_ns: exposed waiting where it is notable, else 0
 * @exposed_ns: exposed communication of all groups and of none
 * @is_dear: so much is exposed that it is worth a finding
 * @headline: the largest finding, in at most twelve words
 * @detail: the same in whole sentences, with how much there is
 * @amount: what of @detail says how much there is, not what it is for
 * @cause: what @detail blames; @cause_rank: number of the rank
 * @finding: (nullable): id of the one that @detail ends with
 * @answer_certainty: of @headline, where that is a finding
 * @experts: how evenly experts are loaded, or why it is not known
 * @bandwidth: (nullable): how fast data moves, against what it could
 */
struct _LscCommunication
{
  gatomicrefcount refs;
  GPtrArray *digests;
  LscMatch match;
  gint64 *peer_ns;
  gsize *operator_of;
  LscCommOperators operators;
  LscCommGroupSums groups;
  gint64 *caused_ns;
  gint64 outside_ns;
  LscCommBases bases;
  LscCommBase base;
  gboolean *are_placed;
  guint n_steps;
  guint n_all;
  gboolean lacks_inner;
  gboolean is_split;
  LscLinkKinds links;
  LscLinkKinds local_links;
  LscTable *tables[LSC_COMMUNICATION_N_TABLES];
  gint64 *stages;
  gint64 wait_ns;
  gint64 exposed_ns;
  gboolean is_dear;
  LscPhrase *headline;
  LscPhrase *detail;
  LscPhrase *guide; /* (nullable): @detail, with what to do first */
  LscPhrase *amount;
  LscCommCause cause;
  gint64 cause_rank;
  const char *finding;
  LscCertaintyWords answer_certainty;
  gboolean is_of_pipeline;
  LscPhrase *bandwidth;
  LscPhrase *experts;
  LscHeadlineCertainty certainty;
  LscCommunicationTable headline_table;
  gsize headline_row;
  GPtrArray *notes;
};

/* -- lsc-communication-times.c -- */
void _lsc_comm_times_init (LscCommTimes *self);
LscCommTimes _lsc_comm_times_of (const LscRankOp *op, gint64 peer_ns);
void _lsc_comm_times_add (LscCommTimes *self, const LscCommTimes *other);
gint64 _lsc_comm_times_get_wait (const LscCommTimes *self);
LscCommTimes _lsc_comm_times_divide (const LscCommTimes *self, const LscCommBase *base);

/* -- lsc-communication-base.c -- */
void _lsc_communication_find_bases (LscCommunication *self, const LscRankSet *set);
gboolean _lsc_communication_counts (const LscCommunication *self, const LscRankSet *set,
                                    const LscMatchItem *item);
double _lsc_communication_get_share (gint64 exposed_ns, const LscCommBase *base);

/* -- lsc-communication-ops.c -- */
gboolean _lsc_communication_sum (LscCommunication *self, const LscRankSet *set, LscJob *job,
                                 GError **error);

/* -- lsc-communication-tables.c -- */
LscTable *_lsc_communication_make_groups (const LscCommunication *self);
LscTable *_lsc_communication_make_operators (const LscCommunication *self);

char *_lsc_communication_list_ranks (const LscInt64s *ranks);

/* -- lsc-communication-experts.c -- */
LscTable *_lsc_communication_make_experts (const LscCommunication *self, const LscRankSet *set,
                                           LscPhrase **phrase);

/* -- lsc-communication-links.c -- */
gboolean _lsc_communication_lists (const char *list, const char *text);
LscTable *_lsc_communication_make_links (const LscCommunication *self);
LscTable *_lsc_communication_make_matrix (const LscCommunication *self);

/* -- lsc-communication-packets.c -- */
LscTable *_lsc_communication_make_packets (const LscCommunication *self);

/* -- lsc-communication-rates.c -- */
#define LSC_COMM_N_REFERENCES 3
void _lsc_communication_find_references (const LscCommunication *self, double *rates);
double _lsc_communication_get_reference (const double *rates, const char *transport);
gboolean _lsc_communication_is_large (const LscRankLink *link);
LscPhrase *_lsc_communication_say_bandwidth (const LscCommunication *self);

/* -- lsc-communication-words.c -- */
void _lsc_communication_say (LscCommunication *self);

/* -- lsc-communication-answer.c -- */

/**
 * LscCommWaiting: where members wait most
 * @kind: (nullable): of all groups of the kind of @label
 * @base: of the ranks that wait there
 */
typedef struct
{
  const char *label;
  char *kind;
  gint64 ns;
  const LscCommBase *base;
} LscCommWaiting;

LscCommWaiting _lsc_communication_find_waiting (const LscCommunication *self);
LscPhrase *_lsc_communication_say_exposed (const LscCommunication *self, gint64 exposed_ns);
LscPhrase *_lsc_communication_say_answer (const LscCommunication *self, gint64 exposed_ns,
                                          gboolean is_dear);

/* -- lsc-communication-notes.c -- */
void _lsc_communication_note (LscCommunication *self);

/** Returns: a sum as a whole number, as large as those get */
static inline gint64
_lsc_communication_to_int (double sum)
{
  return sum < (double) G_MAXINT64 ? (gint64) sum : G_MAXINT64;
}

static inline const LscRankDigest *
_lsc_communication_get_digest (const LscCommunication *self, gsize rank)
{
  return self->digests->pdata[rank];
}

static inline const LscRankOp *
_lsc_communication_get_op (const LscCommunication *self, const LscMatchItem *item)
{
  return &_lsc_communication_get_digest (self, item->rank)->ops.items[item->op];
}

/** Returns: what figures of a group are divided by */
static inline const LscCommBase *
_lsc_communication_get_base (const LscCommunication *self, guint32 group)
{
  return &self->bases.items[group];
}

/** Returns: label of a group: "tp [0, 1]", its name where it has none */
static inline const char *
_lsc_communication_get_label (const LscCommunication *self, guint32 group)
{
  const LscMatchGroup *about = &g_array_index (self->match.groups, LscMatchGroup, group);

  return about->label ? about->label : lsc_intern_text (self->match.texts, group);
}

G_END_DECLS
