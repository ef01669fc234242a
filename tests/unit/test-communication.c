/* test-communication.c - groups, operators, links and arrivals of ranks made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-expert-tokens.h"
#include "judge/communication/lsc-communication.h"
#include "model/lsc-transfers.h"
#include "test-findings-support.h"

typedef struct
{
  Case facts;
  LscRankSet *set;
  LscCommunication *communication;
} Fixture;

static void
clear (Fixture *self)
{
  g_clear_pointer (&self->communication, lsc_communication_unref);
  g_clear_pointer (&self->set, lsc_rank_set_free);
  case_clear (&self->facts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, clear)

static LscTable *
get (Fixture *self, LscCommunicationTable which)
{
  if (!self->communication)
    {
      self->set = lsc_rank_set_new ((const LscRankDigest *const *) self->facts.digests,
                                    self->facts.overview.ranks->len, NULL, NULL);
      self->communication = lsc_communication_new (self->set, NULL, NULL);
    }
  return lsc_communication_get_table (self->communication, which);
}

static gint64
get_int (const LscTable *table, gsize row, const char *name)
{
  LscValue value = lsc_table_get_named (table, row, name);

  return value.is_null ? LSC_INT_NULL : value.integer;
}

static void
add_group (LscRankDigest *digest, const char *name, const char *label, const gint64 *ranks, guint n)
{
  LscRankGroup *group = lsc_rank_digest_add_group (digest, name, label);

  for (guint i = 0; i < n; i++)
    lsc_int64s_append (&group->ranks, ranks[i]);
}

/** An operator. @wait_ns: of its tasks; a step owns @owned_ns of transfer and wait */
typedef struct
{
  gint64 length_ns;
  gint64 transfer_ns;
  gint64 wait_ns;
  gint64 owned_ns[2];
} Op;

static void
add_op_of (LscRankDigest *digest, const char *group, gint64 begin_ns, const Op *about,
           LscRankOpKind kind, const char *name)
{
  LscRankOp op = { .group = lsc_intern_add (digest->texts, group),
                   .name = lsc_intern_add (digest->texts, name),
                   .kind = kind,
                   .peer = LSC_RANK_UNKNOWN,
                   .begin_ns = begin_ns,
                   .end_ns = begin_ns + about->length_ns,
                   .exposed_ns = LSC_INT_NULL,
                   .transfer_ns = about->transfer_ns,
                   .wait_ns = about->wait_ns,
                   .owned_ns = { about->owned_ns[0], about->owned_ns[1], 0 },
                   .bytes = -1,
                   .sizes_ns = -1,
                   .algorithm = LSC_STRING_NONE,
                   .data_type = LSC_DATA_TYPE_UNKNOWN };

  lsc_rank_ops_append (&digest->ops, op);
}

static void
add_op (LscRankDigest *digest, const char *group, gint64 begin_ns, const Op *about)
{
  add_op_of (digest, group, begin_ns, about, LSC_RANK_OP_JOINT, "hcom_allReduce__1_0_1");
}

/* The one operator over its ranks. */
static void
check_late (const Fixture *self)
{
  g_autoptr (LscTable) instances = lsc_communication_list_instances (self->communication, 0);
  g_autoptr (LscTable) members = NULL, none = NULL;

  g_assert_cmpuint (lsc_table_get_n_rows (instances), ==, 1);
  g_assert_cmpint (get_int (instances, 0, "spread_ns"), ==, 4 * MS);
  g_assert_cmpint (get_int (instances, 0, "last_rank"), ==, 1);
  g_assert_cmpint (get_int (instances, 0, "rank"), ==, 0);
  members =
      lsc_communication_list_members (self->communication, get_int (instances, 0, "instance"));
  g_assert_cmpuint (lsc_table_get_n_rows (members), ==, 2);
  g_assert_cmpint (get_int (members, 0, "wait_recorded_ns"), ==, 4 * MS);
  g_assert_cmpint (get_int (members, 0, "other_ns"), ==, MS);
  none = lsc_communication_list_members (self->communication, 99);
  g_assert_cmpuint (lsc_table_get_n_rows (none), ==, 0);
}

#define N_BASE 4 /* two ranks of two steps */

/* The example of communication.md#parts. */
static void
test_parts (void)
{
  static const gint64 members[] = { 0, 1 };
  static const Op ops[] = { { 10 * MS, 3 * MS, 6 * MS, { 3 * MS, 6 * MS } },
                            { 6 * MS, 3 * MS, 2 * MS, { MS, 0 } } };
  g_auto (Fixture) self = { 0 };
  g_autoptr (LscTable) groups = NULL;
  g_autoptr (LscTable) rows = NULL;
  g_autoptr (LscTable) arrivals = NULL;

  case_init (&self.facts, 2);
  for (guint i = 0; i < 2; i++)
    {
      add_group (self.facts.digests[i], "g", "tp [0, 1]", members, 2);
      add_op (self.facts.digests[i], "g", 0, &ops[i]);
      case_get_step (&self.facts, i, 0)->ns[LSC_BUDGET_TRANSFER] = ops[i].owned_ns[0];
      case_get_step (&self.facts, i, 0)->ns[LSC_BUDGET_WAIT] = ops[i].owned_ns[1];
    }
  case_get_step (&self.facts, 1, 1)->ns[LSC_BUDGET_COMM_OTHER] = 8; /* of no operator */
  rows = get (&self, LSC_COMMUNICATION_OPERATORS);
  g_assert_cmpuint (lsc_table_get_n_rows (rows), ==, 1);
  g_assert_cmpint (get_int (rows, 0, "length_ns"), ==, 16 * MS / N_BASE);
  g_assert_cmpint (get_int (rows, 0, "transfer_ns"), ==, 6 * MS / N_BASE);
  g_assert_cmpint (get_int (rows, 0, "wait_recorded_ns"), ==, 4 * MS / N_BASE);
  g_assert_cmpint (get_int (rows, 0, "wait_unexplained_ns"), ==, (2 * MS + 2 * MS) / N_BASE);
  g_assert_cmpint (get_int (rows, 0, "other_ns"), ==, (MS + MS) / N_BASE);
  g_assert_cmpint (get_int (rows, 0, "exposed_ns"), ==, 10 * MS / N_BASE);
  g_assert_cmpint (get_int (rows, 0, "exposed_transfer_ns"), ==, 4 * MS / N_BASE);
  g_assert_cmpint (get_int (rows, 0, "exposed_wait_recorded_ns"), ==, 4 * MS / N_BASE);
  g_assert_cmpint (get_int (rows, 0, "exposed_wait_unexplained_ns"), ==, 2 * MS / N_BASE);
  g_assert_cmpint (get_int (rows, 0, "count"), ==, 2);
  g_assert_cmpint (get_int (rows, 0, "instances"), ==, 1);
  g_assert_cmpint (get_int (rows, 0, "last_rank"), ==, 1);
  g_assert_cmpint (get_int (rows, 0, "last_count"), ==, 1);
  g_assert_true (lsc_table_get_named (rows, 0, "size_bytes").is_null);

  groups = get (&self, LSC_COMMUNICATION_GROUPS);
  g_assert_cmpuint (lsc_table_get_n_rows (groups), ==, 2);
  g_assert_cmpstr (lsc_table_get_named (groups, 0, "kind").text, ==, "tp");
  g_assert_cmpstr (lsc_table_get_named (groups, 0, "ranks").text, ==, "[0, 1]");
  g_assert_true (lsc_table_get_named (groups, 1, "group").is_null);
  g_assert_cmpint (get_int (groups, 1, "exposed_ns"), ==, 8 / N_BASE);

  check_late (&self);
  arrivals = lsc_communication_list_arrivals (self.communication, 0);
  g_assert_cmpuint (lsc_table_get_n_rows (arrivals), ==, 2);
  g_assert_cmpint (get_int (arrivals, 0, "late_ns"), ==, 0);
  g_assert_cmpint (get_int (arrivals, 1, "late_ns"), ==, 4 * MS);
  g_assert_cmpint (get_int (arrivals, 1, "is_last"), ==, 1);
  g_assert_cmpint (get_int (arrivals, 0, "is_last"), ==, 0);
}

static const char *const same[] = { "length_ns", "exposed_ns", "transfer_ns", "other_ns" };

/* Of each row the parts are the whole; @sums: of all rows. */
static void
add_up (const LscTable *table, gint64 *sums)
{
  static const char *const keys[] = { "transfer_ns", "wait_recorded_ns", "wait_unexplained_ns",
                                      "other_ns" };

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      gint64 ns = 0;

      for (gsize k = 0; k < G_N_ELEMENTS (keys); k++)
        {
          g_assert_cmpint (lsc_int_or_zero (get_int (table, row, keys[k])), >=, 0);
          ns += lsc_int_or_zero (get_int (table, row, keys[k]));
        }
      g_assert_cmpint (ns, ==, get_int (table, row, "length_ns"));
      for (gsize k = 0; k < G_N_ELEMENTS (same); k++)
        sums[k] += lsc_int_or_zero (get_int (table, row, same[k]));
    }
}

/* Of each row: instances are those of its list, in no more of them all members were recorded, in no
 * more of these somebody waited, and in no more of these one rank came last. */
static void
check_counts (Fixture *self, const LscTable *operators)
{
  for (gsize row = 0; row < lsc_table_get_n_rows (operators); row++)
    {
      g_autoptr (LscTable) instances = lsc_communication_list_instances (self->communication, row);
      gint64 n_matched = 0, n_waited = 0;

      for (gsize i = 0; i < lsc_table_get_n_rows (instances); i++)
        {
          n_matched += get_int (instances, i, "spread_ns") != LSC_INT_NULL;
          n_waited += lsc_int_or_zero (get_int (instances, i, "spread_ns")) > 0;
        }
      g_assert_cmpint (get_int (operators, row, "instances"), ==,
                       (gint64) lsc_table_get_n_rows (instances));
      g_assert_cmpint (get_int (operators, row, "matched"), ==, n_matched);
      g_assert_cmpint (lsc_int_or_zero (get_int (operators, row, "waited")), ==, n_waited);
      g_assert_cmpint (lsc_int_or_zero (get_int (operators, row, "last_count")), <=, n_waited);
    }
}

/* Whatever is recorded: parts add up, and groups are what their operators are. */
static void
test_sums (void)
{
  static const gint64 members[] = { 0, 1, 2 };

  for (guint run = 0; run < 50; run++)
    {
      g_auto (Fixture) self = { 0 };
      g_autoptr (LscTable) groups = NULL, operators = NULL;
      gint64 sums[2][G_N_ELEMENTS (same)] = { { 0 } };

      case_init (&self.facts, 3);
      for (guint i = 0; i < 3; i++)
        {
          add_group (self.facts.digests[i], "g", "tp [0, 1, 2]", members, 3);
          add_group (self.facts.digests[i], "h", "dp [0, 1, 2]", members, 3);
          for (guint k = 0; k < 8; k++)
            {
              Op op = { .length_ns = g_test_rand_int_range (0, 1000) };

              op.transfer_ns = g_test_rand_int_range (0, (gint32) op.length_ns + 1);
              op.wait_ns = g_test_rand_int_range (0, (gint32) (op.length_ns - op.transfer_ns) + 1);
              op.owned_ns[0] = g_test_rand_int_range (0, (gint32) op.transfer_ns + 1);
              op.owned_ns[1] = g_test_rand_int_range (0, (gint32) op.wait_ns + 1);
              if (g_test_rand_int_range (0, 4) == 0)
                op.transfer_ns = op.wait_ns = LSC_INT_NULL;
              add_op (self.facts.digests[i], k < 4 ? "g" : "h", 2000 * k, &op);
            }
        }
      groups = get (&self, LSC_COMMUNICATION_GROUPS);
      operators = get (&self, LSC_COMMUNICATION_OPERATORS);
      add_up (groups, sums[0]);
      add_up (operators, sums[1]);
      check_counts (&self, operators);
      for (gsize k = 0; k < G_N_ELEMENTS (same); k++)
        g_assert_cmpint (sums[0][k], ==, sums[1][k]);
    }
}

/* An operator in a step of a rank, which is exposed for all of its length. */
static void
add_exposed (Fixture *self, guint rank, guint32 step, gint64 ns)
{
  LscRankDigest *digest = self->facts.digests[rank];
  Op op = { ns, ns, 0, { ns, 0 } };

  add_op (digest, "g", 100 * MS * step, &op);
  digest->ops.items[digest->ops.n - 1].step = step;
  case_get_step (&self->facts, rank, step)->ns[LSC_BUDGET_TRANSFER] += ns;
}

/* The example of communication.md#base: the first step counts nowhere, and ranks outside of a group
 * do not dilute it. All rows together are what the budgets say. */
static void
test_base (void)
{
  static const gint64 members[] = { 0, 1 };
  static const gint64 exposed_ms[] = { 9, 1, 3 };
  g_auto (Fixture) self = { 0 };
  g_autoptr (LscTable) groups = NULL, operators = NULL;
  g_autoptr (LscPhrase) base = NULL;
  g_autofree char *words = NULL;

  case_init (&self.facts, 4);
  for (guint i = 0; i < 4; i++)
    {
      facts_add_step (self.facts.digests[i]);
      case_get_step (&self.facts, i, 0)->standing = LSC_STEP_FIRST;
      for (guint32 k = 0; k < 3; k++)
        case_get_step (&self.facts, i, k)->step_ns = 10 * MS;
    }
  for (guint i = 0; i < 2; i++)
    {
      add_group (self.facts.digests[i], "g", "tp [0, 1]", members, 2);
      for (guint32 k = 0; k < 3; k++)
        add_exposed (&self, i, k, exposed_ms[k] * MS);
    }
  case_get_step (&self.facts, 3, 2)->ns[LSC_BUDGET_COMM_OTHER] = 8 * MS; /* of no operator */
  groups = get (&self, LSC_COMMUNICATION_GROUPS);
  operators = get (&self, LSC_COMMUNICATION_OPERATORS);
  g_assert_cmpuint (lsc_table_get_n_rows (groups), ==, 2);
  g_assert_cmpint (get_int (groups, 0, "exposed_ns"), ==, 2 * MS);
  g_assert_cmpint (get_int (groups, 0, "length_ns"), ==, 2 * MS);
  g_assert_cmpint (get_int (groups, 0, "ops"), ==, 4);
  g_assert_cmpfloat_with_epsilon (lsc_table_get_named (groups, 0, "share").real, 0.2, 1e-12);
  g_assert_cmpint (get_int (groups, 1, "exposed_ns"), ==, MS); /* 8 ms in 4 x 2 steps */
  g_assert_cmpint (get_int (operators, 0, "exposed_ns"), ==, 2 * MS);
  g_assert_cmpint (get_int (operators, 0, "instances"), ==, 2);
  g_assert_cmpint (get_int (operators, 0, "max_ns"), ==, 3 * MS);
  base = lsc_communication_say_base (self.communication);
  words = lsc_phrase_to_words (base);
  g_assert_cmpstr (
      words, ==,
      "Mean times per step and rank of the group: 4 ranks, 2 of 3 steps (first excluded)");
}

/* A message counts for its send and for its receive, whichever comes last. */
static void
test_messages (void)
{
  static const gint64 members[] = { 0, 1 };

  for (guint run = 0; run < 50; run++)
    {
      g_auto (Fixture) self = { 0 };
      g_autoptr (LscTable) operators = NULL;
      guint n = (guint) g_test_rand_int_range (1, 9), n_lost = run % 3 == 0;

      case_init (&self.facts, 2);
      for (guint i = 0; i < 2; i++)
        {
          add_group (self.facts.digests[i], "g", "pp [0, 1]", members, 2);
          for (guint k = 0; k < n - (i == 1 ? n_lost : 0); k++)
            {
              Op op = { .length_ns = g_test_rand_int_range (1, 1000),
                        .transfer_ns = LSC_INT_NULL,
                        .wait_ns = LSC_INT_NULL };
              gboolean is_send = (k % 2 == 0) == (i == 0);

              add_op_of (self.facts.digests[i], "g", 2000 * k, &op,
                         is_send ? LSC_RANK_OP_SEND : LSC_RANK_OP_RECEIVE,
                         is_send ? "hcom_send__1_0_1" : "hcom_receive__1_0_1");
            }
        }
      operators = get (&self, LSC_COMMUNICATION_OPERATORS);
      check_counts (&self, operators);
      if (n_lost == 0)
        for (gsize row = 0; row < lsc_table_get_n_rows (operators); row++)
          g_assert_cmpint (get_int (operators, row, "instances"), ==, n);
    }
}

static void
add_link (Fixture *self, gint64 source, gint64 target, gint64 ns)
{
  LscRankDigest *digest = self->facts.digests[0];
  LscDigestLink link = { .source = source,
                         .target = target,
                         .transport = LSC_TRANSPORT_SDMA,
                         .link = LSC_LINK_TYPE_HCCS,
                         .magnitude = 12,
                         .n = 10,
                         .bytes = 100000000,
                         .ns = ns,
                         .end_ns = ns / 10,
                         .group = lsc_intern_add (digest->texts, "tp") };

  lsc_digest_links_append (&digest->links, link);
}

/* One of 12 links at 0.7 of the others is slow; a jitter of 5 % is none. */
static void
test_matrix (void)
{
  for (guint is_slow = 0; is_slow < 2; is_slow++)
    {
      g_auto (Fixture) self = { 0 };
      g_autoptr (LscTable) links = NULL, matrix = NULL;
      gint64 n_slow = 0, bytes = 0, matrix_bytes = 0;
      double best = 0;

      case_init (&self.facts, 4);
      for (guint i = 0; i < 4; i++)
        for (guint k = 0; k < 4; k++)
          if (i != k)
            add_link (&self, i, k,
                      is_slow && i == 2 && k == 1 ? 10 * MS * 10 / 7
                                                  : 10 * MS + (gint64) ((4 * i + k) % 3) * MS / 4);
      links = get (&self, LSC_COMMUNICATION_LINKS);
      matrix = get (&self, LSC_COMMUNICATION_MATRIX);
      g_assert_cmpuint (lsc_table_get_n_rows (links), ==, 12);
      for (gsize row = 0; row < 12; row++)
        {
          gboolean is_it =
              get_int (links, row, "src_rank") == 2 && get_int (links, row, "dst_rank") == 1;

          n_slow += get_int (links, row, "slow");
          bytes += get_int (links, row, "size_bytes");
          matrix_bytes += get_int (matrix, row, "size_bytes");
          best = MAX (best, lsc_table_get_named (links, row, "bandwidth").real);
          g_assert_cmpint (get_int (links, row, "slow"), ==, is_slow && is_it);
          if (is_slow && is_it)
            g_assert_cmpfloat_with_epsilon (lsc_table_get_named (links, row, "of_kind").real, 0.7,
                                            0.03);
        }
      g_assert_cmpint (n_slow, ==, is_slow);
      g_assert_cmpint (bytes, ==, matrix_bytes);
      g_assert_cmpfloat_with_epsilon (best, 10.0, 1e-9);
    }
}

/* A link whose way back is as slow is told as one of both directions. */
static void
test_both_ways (void)
{
  for (guint is_both = 0; is_both < 2; is_both++)
    {
      g_auto (Fixture) self = { 0 };
      g_autoptr (LscTable) links = NULL;
      g_autofree char *words = NULL;

      case_init (&self.facts, 4);
      for (guint i = 0; i < 4; i++)
        for (guint k = 0; k < 4; k++)
          if (i != k)
            add_link (&self, i, k,
                      (i == 2 && k == 1) || (is_both && i == 1 && k == 2) ? 20 * MS : 10 * MS);
      links = get (&self, LSC_COMMUNICATION_LINKS);
      words = lsc_phrase_to_words (lsc_communication_get_detail (self.communication));
      g_assert_nonnull (strstr (words, is_both ? "between ranks 1 and 2 is slow in both directions"
                                               : "from rank 2 to rank 1 is slow"));
      g_assert_true (lsc_communication_wants_findings (self.communication));
    }
}

/* Messages up the stages are slower than those back: each is compared with its own. In a ring all
 * go on but the one from its last rank to its first, which is a link like any other. */
static void
test_directions (void)
{
  for (guint is_ring = 0; is_ring < 2; is_ring++)
    {
      g_auto (Fixture) self = { 0 };
      g_autoptr (LscTable) links = NULL;

      case_init (&self.facts, 8);
      for (guint i = 0; i < 8; i++)
        if (is_ring)
          add_link (&self, i, (i + 1) % 8, i == 7 ? 15 * MS : 10 * MS);
        else
          add_link (&self, i, (i + 4) % 8, i < 4 ? 15 * MS : 10 * MS);
      links = get (&self, LSC_COMMUNICATION_LINKS);
      for (gsize row = 0; row < lsc_table_get_n_rows (links); row++)
        {
          LscValue direction = lsc_table_get_named (links, row, "link_direction");
          gboolean is_back = get_int (links, row, "src_rank") > get_int (links, row, "dst_rank");

          g_assert_cmpint (get_int (links, row, "alike"), ==, is_ring ? 8 : 4);
          g_assert_cmpint (direction.is_null, ==, is_ring);
          if (!is_ring)
            g_assert_cmpint (direction.integer, ==, is_back ? LSC_LINK_DOWN : LSC_LINK_UP);
          g_assert_cmpfloat_with_epsilon (lsc_table_get_named (links, row, "of_kind").real,
                                          is_ring && is_back ? 10.0 / 15 : 1, 1e-9);
          g_assert_cmpint (get_int (links, row, "slow"), ==, is_ring && is_back);
        }
    }
}

/* ---- in words ---- */

static char *
get_bandwidth (Fixture *self)
{
  g_autoptr (LscTable) links = get (self, LSC_COMMUNICATION_LINKS);

  return lsc_phrase_to_words (lsc_communication_get_bandwidth (self->communication));
}

/* The rate of a transport against its reference, unless a link exceeds that. */
static void
test_bandwidth (void)
{
  static const char *const words[] = {
    "HCCS reaches 10 GB/s in large transfers, 55.6 % of its reference (18 GB/s). No link is "
    "slower than similar links.",
    "HCCS reaches 20 GB/s in large transfers. No reference applies: links exceed the known one "
    "(18 GB/s). No link is slower than similar links.",
  };

  for (guint is_other = 0; is_other < 2; is_other++)
    {
      g_auto (Fixture) self = { 0 };
      g_autofree char *found = NULL;

      case_init (&self.facts, 4);
      for (guint i = 0; i < 4; i++)
        add_link (&self, i, (i + 1) % 4, is_other ? 5 * MS : 10 * MS);
      found = get_bandwidth (&self);
      g_assert_cmpstr (found, ==, words[is_other]);
    }
}

/* What a link costs is what the finding about it says, of no other one. */
static void
test_gain (void)
{
  static const char gain[] = " Fixing this would save 2.000 ms per step (13.0 %).";

  for (guint is_it = 0; is_it < 2; is_it++)
    {
      g_auto (Fixture) self = { 0 };
      g_autoptr (LscTable) links = NULL;
      g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_autoptr (GPtrArray) rows = g_ptr_array_new ();
      g_autofree char *words = NULL;
      LscFinding row = { .id = is_it ? "slow_link" : "slow_host_link",
                         .certainty = LSC_FINDING_SURE,
                         .gain_ns = 2 * MS,
                         .share = 0.13,
                         .ranks = ranks };
      LscFindings findings = { .rows = rows };

      g_ptr_array_add (rows, &row);
      case_init (&self.facts, 4);
      for (guint i = 0; i < 4; i++)
        add_link (&self, i, (i + 1) % 4, i == 2 ? 20 * MS : 10 * MS);
      links = get (&self, LSC_COMMUNICATION_LINKS);
      lsc_communication_take_gain (self.communication, &findings);
      words = lsc_phrase_to_words (lsc_communication_get_detail (self.communication));
      g_assert_nonnull (strstr (words, "from rank 2 to rank 3 is slow: 5 GB/s"));
      g_assert_cmpint (g_str_has_suffix (words, gain), ==, is_it);
    }
}

/* Why others wait for a rank is what findings say of it, or of its stage; not of all ranks. */
static void
test_rank (void)
{
  static const gint64 members[] = { 0, 1 };
  static const Op ops[] = { { 10 * MS, 1 * MS, 9 * MS, { 1 * MS, 9 * MS } },
                            { 2 * MS, 1 * MS, 1 * MS, { 0, 0 } } };
  static const gint64 ranks[] = { 1, 0 };
  static const struct
  {
    const char *id;
    guint n_ranks;
    gboolean is_told;
  } cases[] = { { "slow_rank", 1, TRUE },
                { "stage_imbalance", 2, TRUE },
                { "host_bound", 2, FALSE } };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_auto (Fixture) self = { 0 };
      g_autoptr (LscTable) groups = NULL;
      g_autoptr (LscPhrase) text = lsc_phrase_new_text ("Rank 1 is late.");
      g_autoptr (GArray) about = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_autoptr (GPtrArray) rows = g_ptr_array_new ();
      g_autofree char *words = NULL;
      LscFinding row = { .id = cases[k].id, .gain_ns = MS, .share = 0.1, .text = text };
      LscFindings findings = { .rows = rows };

      g_array_append_vals (about, ranks, cases[k].n_ranks);
      row.ranks = about;
      g_ptr_array_add (rows, &row);
      case_init (&self.facts, 2);
      for (guint i = 0; i < 2; i++)
        {
          add_group (self.facts.digests[i], "g", "tp [0, 1]", members, 2);
          add_op (self.facts.digests[i], "g", 0, &ops[i]);
        }
      groups = get (&self, LSC_COMMUNICATION_GROUPS);
      lsc_communication_take_gain (self.communication, &findings);
      words = lsc_phrase_to_words (lsc_communication_get_detail (self.communication));
      g_assert_nonnull (strstr (words, "is for rank 1."));
      g_assert_cmpint (g_str_has_suffix (words, " Rank 1 is late."), ==, cases[k].is_told);
    }
}

/* Four stages, each of which waits as long for the next: no rank causes most of it, and findings
 * say which of them is late, if what they would save is a part of the waiting that counts. One that
 * nobody waits for is not to blame. */
static void
test_chain (void)
{
  static const char *const names[] = { "a", "b", "c" };
  static const Op waiting = { 6 * MS, 1 * MS, 5 * MS, { 1 * MS, 5 * MS } };
  static const Op late = { 1 * MS, 1 * MS, 0, { 0, 0 } };

  static const struct
  {
    gint64 rank;
    gint64 gain_ns;
    gboolean is_told;
  } cases[] = { { 0, MS, FALSE }, { 3, MS, TRUE }, { 3, MS * 2 / 5, FALSE } };

  for (guint run = 0; run < G_N_ELEMENTS (cases); run++)
    {
      gint64 rank = cases[run].rank;
      gboolean is_told = cases[run].is_told;
      g_auto (Fixture) self = { 0 };
      g_autoptr (LscTable) groups = NULL;
      g_autoptr (LscPhrase) text = lsc_phrase_new_text ("It is late, by this proof.");
      g_autoptr (LscPhrase) brief = lsc_phrase_new_text ("It is late.");
      g_autoptr (GArray) about = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_autoptr (GPtrArray) rows = g_ptr_array_new ();
      g_autofree char *words = NULL;
      LscFinding row = {
        .id = "slow_rank", .gain_ns = cases[run].gain_ns, .share = 0.1, .text = text
      };
      LscFindings findings = { .rows = rows };
      gboolean is_of_pipeline;
      gsize at;

      row.brief = brief;
      row.ranks = about;
      g_array_append_val (about, rank);
      g_ptr_array_add (rows, &row);
      case_init (&self.facts, 4);
      for (guint i = 0; i < 4; i++)
        {
          self.facts.digests[i]->record.group_sizes[LSC_DIM_PP] = 4;
          self.facts.digests[i]->record.group_places[LSC_DIM_PP] = i;
        }
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        {
          const gint64 members[] = { i, i + 1 };

          for (guint k = i; k < i + 2; k++)
            {
              add_group (self.facts.digests[k], names[i], names[i], members, 2);
              add_op (self.facts.digests[k], names[i], 10 * MS * i, k == i ? &waiting : &late);
            }
        }
      groups = get (&self, LSC_COMMUNICATION_GROUPS);
      g_assert_true (lsc_communication_wants_findings (self.communication));
      lsc_communication_take_gain (self.communication, &findings);
      words = lsc_phrase_to_words (lsc_communication_get_detail (self.communication));
      g_assert_cmpint (strstr (words, "No rank causes most of it.") != NULL, ==, !is_told);
      g_assert_cmpint (
          g_str_has_suffix (words, " It is late. A rank waits for 1.875 ms per step (mean, not "
                                   "overlapped). The gain of 1.000 ms is 53.3 % of that."),
          ==, is_told);
      g_assert_cmpstr (lsc_communication_get_finding (self.communication, &is_of_pipeline), ==,
                       is_told ? "slow_rank" : NULL);
      g_assert_cmpint (lsc_communication_get_headline_row (self.communication, &at), ==,
                       LSC_COMMUNICATION_OPERATORS);
      g_assert_cmpuint (at, ==, is_told ? 2 : 0);
    }
}

/* Two of eight ranks are late together, as in a group of tensor parallelism: they are named, with
 * how often one of them came last, and what to do. Of all ranks a finding says nothing about who is
 * waited for. */
static void
test_pair (void)
{
  static const char *const names[] = { "a", "b", "c", "d" };
  static const Op waiting = { 6 * MS, 1 * MS, 5 * MS, { 1 * MS, 5 * MS } };
  static const Op late = { 1 * MS, 1 * MS, 0, { 0, 0 } };

  for (guint is_all = 0; is_all < 2; is_all++)
    {
      g_auto (Fixture) self = { 0 };
      g_autoptr (LscTable) groups = NULL;
      g_autoptr (LscPhrase) text = lsc_phrase_new_text ("Two are late.");
      g_autoptr (LscPhrase) line = lsc_phrase_new_text ("Ranks 6, 7 cost 2 ms.");
      g_autoptr (LscPhrase) remedy = lsc_phrase_new_text ("Check them.");
      g_autoptr (GArray) about = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_autoptr (GPtrArray) rows = g_ptr_array_new ();
      g_autofree char *words = NULL;
      g_autofree char *bold = NULL;
      LscFinding row = { .id = "slow_rank", .gain_ns = 2 * MS, .share = 0.1, .text = text };
      LscFindings findings = { .rows = rows };

      row.line = line;
      row.remedy = remedy;
      row.ranks = about;
      for (gint64 rank = is_all ? 0 : 6; rank < 8; rank++)
        g_array_append_val (about, rank);
      g_ptr_array_add (rows, &row);
      case_init (&self.facts, 8);
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        {
          const gint64 members[] = { 2 * i, 2 * i + 1 };

          for (guint k = 0; k < 2; k++)
            {
              add_group (self.facts.digests[2 * i + k], names[i], names[i], members, 2);
              for (guint n = 0; n < 4; n++)
                add_op (self.facts.digests[2 * i + k], names[i], 10 * MS * (i + n),
                        k == 0 ? &waiting : &late);
            }
        }
      groups = get (&self, LSC_COMMUNICATION_GROUPS);
      lsc_communication_take_gain (self.communication, &findings);
      words = lsc_phrase_to_words (lsc_communication_get_detail (self.communication));
      bold = lsc_phrase_to_words (lsc_communication_get_headline (self.communication));
      g_assert_cmpint (g_str_equal (bold, "Ranks 6, 7 cost 2 ms."), ==, !is_all);
      g_assert_cmpint (g_str_has_prefix (words, "Rank 7 arrives last in 4 of 4 waits: "), ==,
                       !is_all);
      g_assert_cmpint (g_str_has_suffix (words, " Check them."), ==, !is_all);
    }
}

/* ---- experts ---- */

static void
test_tokens (void)
{
  static const struct
  {
    const char *shapes;
    gboolean is_read;
    gsize n;
    gint64 first;
  } cases[] = {
    { "\"128,64;64,64;4,64,256;4\"", TRUE, 2, 128 },
    { "200,64;4,64,256;4", TRUE, 1, 200 },
    { "32,8;;4,64,256;4", TRUE, 1, 32 },
    { "4,64,256;4", TRUE, 0, 0 },
    { "96,64", FALSE, 0, 0 },
    { "x,64;1,2;3", FALSE, 0, 0 },
    { "9223372036854775808,1;1,2;3", FALSE, 0, 0 },
    { "", FALSE, 0, 0 },
    { ";;;\"\"", FALSE, 0, 0 },
    { "N/A", FALSE, 0, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LscInt64s tokens = { 0 };

      g_assert_cmpint (lsc_expert_tokens_read (cases[i].shapes, &tokens), ==, cases[i].is_read);
      g_assert_cmpuint (tokens.n, ==, cases[i].n);
      if (tokens.n > 0)
        g_assert_cmpint (tokens.items[0], ==, cases[i].first);
      lsc_int64s_clear (&tokens);
    }
}

static void
add_tokens (LscRankDigest *digest, guint32 step, gint64 n, gint64 n_unread, gint64 tokens)
{
  lsc_digest_experts_append (&digest->experts,
                             (LscDigestExpert){ step, LSC_EXPERT_ALL, n, n_unread, tokens });
}

static LscTable *
list_step (Fixture *self, const LscOverviewOptions *options, const char *said)
{
  g_autoptr (LscRankSet) set = lsc_rank_set_new ((const LscRankDigest *const *) self->facts.digests,
                                                 self->facts.overview.ranks->len, options, NULL);
  g_autoptr (LscCommunication) communication = lsc_communication_new (set, NULL, NULL);
  g_autofree char *words = lsc_phrase_to_words (lsc_communication_get_experts (communication));

  g_assert_nonnull (strstr (words, said));
  return lsc_communication_get_table (communication, LSC_COMMUNICATION_EXPERTS);
}

/* Two groups of two ranks: each is compared with its own. One step alone has the rows that it has
 * among all; what lies outside of the steps is in the sum of all. */
static void
test_experts (void)
{
  static const gint64 tokens[4][2] = { { 300, 100 }, { 100, 100 }, { 500, 500 }, { 500, 520 } };
  static const LscOverviewOptions one = { .has_step = TRUE, .step = 1 };
  static const char *const missing = "without input shapes";
  g_auto (Fixture) self = { 0 };
  g_autoptr (LscTable) all = NULL, step = NULL, none = NULL;
  gint64 sum = 0;

  case_init (&self.facts, 4);
  for (guint i = 0; i < 4; i++)
    {
      LscRankDigest *digest = self.facts.digests[i];

      for (guint k = 0; k < 2; k++)
        {
          case_get_step (&self.facts, i, k)->step = k;
          lsc_int64s_append (&digest->expert_ranks, (gint64) (i / 2 * 2 + k));
          add_tokens (digest, k, 3, i == 3 ? 1 : 0, tokens[i][k]);
        }
      add_tokens (digest, LSC_SLICE_NONE, 1, 1, 0);
    }
  all = list_step (&self, NULL, "Rank 0 takes in most tokens for its experts: 133.3 % of the mean");
  g_assert_cmpuint (lsc_table_get_n_rows (all), ==, 12);
  for (gsize row = 0; row < 12; row++)
    sum += lsc_int_or_zero (get_int (all, row, "tokens"));
  g_assert_cmpint (sum, ==, 300 + 100 + 100 + 100 + 500 + 500 + 500 + 520);
  step = list_step (&self, &one, "no rank takes in more than 102.0 % of the mean");
  g_assert_cmpuint (lsc_table_get_n_rows (step), ==, 4);
  for (gsize row = 0; row < 4; row++)
    {
      g_assert_cmpint (get_int (step, row, "step"), ==, 1);
      g_assert_cmpint (get_int (step, row, "rank"), ==, row);
      g_assert_cmpint (get_int (step, row, "tokens"), ==, tokens[row][1]);
      g_assert_cmpint (get_int (step, row, "unread"), ==, row == 3);
    }
  g_assert_cmpstr (lsc_table_get_named (step, 0, "ep_ranks").text, ==, "[0, 1]");
  g_assert_cmpfloat_with_epsilon (lsc_table_get_named (step, 3, "of_mean").real, 520.0 / 510, 1e-9);
  for (guint i = 0; i < 4; i++)
    for (gsize k = 0; k < 3; k++)
      self.facts.digests[i]->experts.items[k].n_unread = 3;
  none = list_step (&self, NULL, missing);
  g_assert_true (lsc_table_get_named (none, 0, "tokens").is_null);
}

/* Without tasks waits for peers are known all the same, if all members were recorded. */
static void
test_notes (void)
{
  static const gint64 members[] = { 0, 1 };
  static const Op ops[] = { { 10 * MS, LSC_INT_NULL, LSC_INT_NULL, { 0, 9 * MS } },
                            { 6 * MS, LSC_INT_NULL, LSC_INT_NULL, { 0, 0 } } };

  for (guint n = 1; n <= 2; n++)
    {
      g_auto (Fixture) self = { 0 };
      g_autoptr (LscTable) groups = NULL;
      g_autofree char *note = NULL;

      case_init (&self.facts, n);
      for (guint i = 0; i < n; i++)
        {
          add_group (self.facts.digests[i], "g", "tp [0, 1]", members, 2);
          add_op (self.facts.digests[i], "g", 0, &ops[i]);
          self.facts.digests[i]->lack = LSC_BUDGET_LACKS_TASKS;
        }
      groups = get (&self, LSC_COMMUNICATION_GROUPS);
      note = lsc_phrase_to_words (lsc_communication_get_notes (self.communication)->pdata[0]);
      g_assert_nonnull (strstr (note, n == 2 ? "waits for peers follow from their lengths"
                                             : "Waits are not known, because"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/communication/parts", test_parts);
  g_test_add_func ("/communication/sums", test_sums);
  g_test_add_func ("/communication/base", test_base);
  g_test_add_func ("/communication/messages", test_messages);
  g_test_add_func ("/communication/matrix", test_matrix);
  g_test_add_func ("/communication/both-ways", test_both_ways);
  g_test_add_func ("/communication/directions", test_directions);
  g_test_add_func ("/communication/bandwidth", test_bandwidth);
  g_test_add_func ("/communication/gain", test_gain);
  g_test_add_func ("/communication/rank", test_rank);
  g_test_add_func ("/communication/chain", test_chain);
  g_test_add_func ("/communication/pair", test_pair);
  g_test_add_func ("/communication/tokens", test_tokens);
  g_test_add_func ("/communication/experts", test_experts);
  g_test_add_func ("/communication/notes", test_notes);
  return g_test_run ();
}
