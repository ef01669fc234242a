/* test-overview.c - ranks beside each other: layout, waits, slow ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "judge/overview/lsc-cluster-tables.h"
#include "judge/overview/lsc-given-layout.h"
#include "judge/overview/lsc-dixon.h"
#include "judge/overview/lsc-overview.h"
#include "base/lsc-error.h"
#include "lsc-naive-waits.h"

#define MS G_GINT64_CONSTANT (1000000)

/* ---- digests by hand ---- */

/* A rank of a stage with @n steps of 100 ms, of which it computes @compute_ms. */
static LscRankDigest *
make_rank (gint64 rank, gint64 stage, guint n, gint64 compute_ms)
{
  LscRankDigest *self = lsc_rank_digest_new_blank (LSC_DIGEST_JUDGED);

  self->rank = rank;
  self->has_work = TRUE;
  self->is_split = TRUE;
  self->record.group_places[LSC_DIM_PP] = stage;
  for (guint i = 0; i < n; i++)
    {
      LscBudgetStep step = { .step = 7 + (gint64) i,
                             .class = LSC_CLASS_NONE,
                             .standing = i == 0 && n > 2 ? LSC_STEP_FIRST : LSC_STEP_TYPICAL };

      step.begin_ns = (gint64) i * 100 * MS;
      step.end_ns = step.begin_ns + 100 * MS;
      step.step_ns = 100 * MS;
      step.ns[LSC_BUDGET_COMPUTE] = compute_ms * MS;
      step.ns[LSC_BUDGET_WAIT] = (100 - compute_ms) * MS;
      step.comm_ns = step.ns[LSC_BUDGET_WAIT];
      lsc_budget_steps_append (&self->steps, step);
    }
  return self;
}

static void
free_ranks (LscRankDigest **ranks, gsize n)
{
  for (gsize i = 0; i < n; i++)
    lsc_rank_digest_unref (ranks[i]);
}

static void
add_group (LscRankDigest *self, const char *name, guint n, const gint64 *members)
{
  g_autofree char *label = g_strdup_printf ("label of %s", name);
  LscRankGroup *group = lsc_rank_digest_add_group (self, name, label);

  for (guint i = 0; i < n; i++)
    lsc_int64s_append (&group->ranks, members[i]);
}

/* Ops of a group must be added one after the other, by begin. */
static LscRankOp *
add_op (LscRankDigest *self, const char *group, const char *name, LscRankOpKind kind,
        gint64 begin_ns, gint64 end_ns)
{
  LscRankOp op = {
    .kind = kind, .peer = LSC_RANK_UNKNOWN, .begin_ns = begin_ns, .end_ns = end_ns, .slice = 5
  };

  op.group = lsc_intern_add (self->texts, group);
  op.name = lsc_intern_add (self->texts, name);
  op.step = (guint32) (begin_ns / (100 * MS));
  op.exposed_ns = end_ns - begin_ns;
  lsc_rank_ops_append (&self->ops, op);
  return &self->ops.items[self->ops.n - 1];
}

static void
add_owner (LscRankDigest *self, LscOwnerType type, const char *text, gint64 ns, gint64 n)
{
  lsc_rank_owners_append (&self->owners, (LscRankOwner){ .text = lsc_intern_add (self->texts, text),
                                                         .type = type,
                                                         .ns = ns,
                                                         .n = n,
                                                         .slice = 77,
                                                         .begin_ns = 10,
                                                         .end_ns = 20 });
}

static LscOverview *
make_overview (LscRankDigest **ranks, gsize n)
{
  g_autoptr (GError) error = NULL;
  LscOverview *self =
      lsc_overview_new ((const LscRankDigest *const *) ranks, n, NULL, NULL, &error);

  g_assert_no_error (error);
  return self;
}

static const LscWaitSum *
get_sum (const LscOverview *self, gsize rank, gsize step)
{
  return &self->waits->sums[rank][step];
}

static char *
get_lines (const LscOverview *self)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < self->lines->len; i++)
    {
      g_autofree char *line = lsc_phrase_to_plain (g_ptr_array_index (self->lines, i));

      g_string_append_printf (out, "%s\n", line);
    }
  return g_string_free (out, FALSE);
}

/* What a title has room for. */
static void
assert_brief (const LscOverview *self, const char *expected)
{
  g_autofree char *text = self->brief ? lsc_phrase_to_plain (self->brief) : NULL;

  g_assert_cmpstr (text, ==, expected);
}

/* ---- layout ---- */

/* Ranks are handed out by nested loops, the innermost dimension first: as the launchers do it. */
static void
check_order (LscOrder order, const gint64 sizes[LSC_DIM_N], const LscDim *dims, guint n_dims)
{
  gint64 at[4] = { 0 };
  gint64 n = 1;

  for (guint i = 0; i < n_dims; i++)
    n *= sizes[dims[i]];
  for (gint64 rank = 0; rank < n; rank++)
    {
      LscRankPlace place;

      g_assert_true (lsc_order_place (order, sizes, rank, &place));
      for (guint i = 0; i < n_dims; i++)
        g_assert_cmpint (place.at[dims[i]], ==, at[i]);
      for (guint i = 0; i < n_dims && ++at[i] == sizes[dims[i]]; i++)
        at[i] = 0;
    }
  g_assert_false (lsc_order_place (order, sizes, n, &(LscRankPlace){ 0 }));
  g_assert_false (lsc_order_place (order, sizes, -1, &(LscRankPlace){ 0 }));
}

static void
test_orders (void)
{
  static const LscDim dp_first[] = { LSC_DIM_TP, LSC_DIM_CP, LSC_DIM_DP, LSC_DIM_PP };
  static const LscDim pp_first[] = { LSC_DIM_TP, LSC_DIM_CP, LSC_DIM_PP, LSC_DIM_DP };
  static const LscDim mindie[] = { LSC_DIM_TP, LSC_DIM_DP, LSC_DIM_PP };
  static const LscDim vllm[] = { LSC_DIM_TP, LSC_DIM_PP, LSC_DIM_DP };
  const gint64 four[LSC_DIM_N] = { 2, 3, 4, 2, 2 };
  const gint64 three[LSC_DIM_N] = { 2, 1, 3, 4, 2 };

  check_order (LSC_ORDER_MEGATRON, four, dp_first, 4);
  check_order (LSC_ORDER_MEGATRON_PP_FIRST, four, pp_first, 4);
  check_order (LSC_ORDER_MINDSPEED, four, dp_first, 4);
  check_order (LSC_ORDER_MINDIE, three, mindie, 3);
  check_order (LSC_ORDER_VLLM, three, vllm, 3);
}

static void
test_experts (void)
{
  static const struct
  {
    LscOrder order;
    gint64 sizes[LSC_DIM_N];
    gint64 experts[16]; /* of ranks 0, 1, 2, …, counted by hand */
    guint n;
  } cases[] = {
    /* dp 4, ep 2: replicas 0, 1 and 2, 3 */
    { LSC_ORDER_MEGATRON, { 2, 1, 1, 4, 2 }, { 0, 0, 0, 0, 1, 1, 1, 1 }, 8 },
    { LSC_ORDER_MEGATRON_PP_FIRST, { 1, 1, 2, 2, 2 }, { 0, 0, 1, 1 }, 4 },
    /* dp x cp = 4, ep 4: each its own */
    { LSC_ORDER_MINDSPEED, { 2, 2, 1, 2, 4 }, { 0, 0, 1, 1, 2, 2, 3, 3 }, 8 },
    /* tp x dp = 8 = moe-tp 2 x ep 4 */
    { LSC_ORDER_MINDIE, { 2, 1, 1, 4, 4 }, { 0, 0, 1, 1, 2, 2, 3, 3 }, 8 },
    /* tp x dp = 4, ep 2, stages between them */
    { LSC_ORDER_VLLM, { 2, 1, 2, 2, 2 }, { 0, 0, 0, 0, 1, 1, 1, 1 }, 8 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint rank = 0; rank < cases[i].n; rank++)
      {
        LscRankPlace place;

        g_assert_true (lsc_order_place (cases[i].order, cases[i].sizes, rank, &place));
        g_assert_cmpint (place.at[LSC_DIM_EP], ==, cases[i].experts[rank]);
      }
  /* experts that do not divide what they share; cp where an order has none */
  g_assert_false (lsc_order_place (LSC_ORDER_MEGATRON, (const gint64[]){ 1, 1, 1, 4, 3 }, 0,
                                   &(LscRankPlace){ 0 }));
  g_assert_false (
      lsc_order_place (LSC_ORDER_VLLM, (const gint64[]){ 1, 2, 1, 4, 1 }, 0, &(LscRankPlace){ 0 }));
}

static LscRankPlace
place_of (const char *args, const char *groups, gint64 rank, LscPhrase **doubt)
{
  g_autoptr (LscMetadata) metadata = lsc_metadata_new ();
  LscRankRecord record;

  if (args)
    lsc_metadata_set (metadata, "distributed_args", args);
  if (groups)
    lsc_metadata_set (metadata, "parallel_group_info", groups);
  lsc_rank_record_read (&record, metadata, rank);
  return lsc_rank_record_place (&record, rank, doubt);
}

#define ARGS                                                                                       \
  "{\"tensor_model_parallel_size\": 1, \"pipeline_model_parallel_size\": 2, "                      \
  "\"data_parallel_size\": 2, \"context_parallel_size\": 1, \"world_size\": 4}"

static void
test_places (void)
{
  LscPhrase *doubt;
  g_autofree char *words = NULL;
  LscRankPlace place =
      place_of (ARGS,
                "{\"g0\": {\"group_name\": \"default_group\", \"global_ranks\": [0, 1, 2, 3]}, "
                "\"g5\": {\"group_name\": \"dp_cp\", \"global_ranks\": [2, 3]}, "
                "\"g1\": {\"group_name\": \"tp\", \"global_ranks\": [3]}, "
                "\"g9\": {\"group_name\": \"pp\", \"global_ranks\": [1, 3]}}",
                3, &doubt);

  g_assert_cmpint (place.source, ==, LSC_PLACE_GROUPS);
  g_assert_cmpint (place.at[LSC_DIM_PP], ==, 1);
  g_assert_cmpint (place.at[LSC_DIM_DP], ==, 1);
  g_assert_cmpint (place.at[LSC_DIM_TP], ==, 0);
  g_assert_null (doubt);
  place = place_of (ARGS, NULL, 2, NULL);
  g_assert_cmpint (place.source, ==, LSC_PLACE_FORMULA);
  g_assert_cmpint (place.at[LSC_DIM_PP], ==, 1);
  g_assert_cmpint (place.at[LSC_DIM_DP], ==, 0);
  place = place_of (ARGS, NULL, 4, NULL); /* outside of its own world */
  g_assert_cmpint (place.source, ==, LSC_PLACE_NONE);
  place = place_of (NULL, NULL, 0, NULL);
  g_assert_cmpint (place.at[LSC_DIM_PP], ==, -1);
  /* stages 0 and 1 side by side: not as the formula has it */
  place = place_of (ARGS, "{\"g\": {\"group_name\": \"pp\", \"global_ranks\": [0, 1]}}", 1, &doubt);
  g_assert_cmpint (place.at[LSC_DIM_PP], ==, 1);
  words = lsc_phrase_to_plain (doubt);
  g_assert_nonnull (strstr (words, "rank 1 at place 1 of pp"));
  g_assert_nonnull (strstr (words, "at 0."));
  lsc_phrase_free (doubt);
}

/* dp_cp stands for dp only where nothing shares the context. */
static void
test_composite (void)
{
  const char *groups = "{\"a\": {\"group_name\": \"dp_cp\", \"global_ranks\": [0, 1, 2, 3]}, "
                       "\"b\": {\"group_name\": \"cp\", \"global_ranks\": [2, 3]}}";
  LscRankPlace place = place_of (NULL, groups, 3, NULL);

  g_assert_cmpint (place.at[LSC_DIM_DP], ==, -1);
  g_assert_cmpint (place.at[LSC_DIM_CP], ==, 1);
  groups = "{\"a\": {\"group_name\": \"dp_cp\", \"global_ranks\": [0, 1, 2, 3]}, "
           "\"b\": {\"group_name\": \"cp\", \"global_ranks\": [3]}}";
  place = place_of (NULL, groups, 3, NULL);
  g_assert_cmpint (place.at[LSC_DIM_DP], ==, 3);
}

/* ---- waits ---- */

static const gint64 trio[] = { 0, 1, 2 };

/* An all-reduce takes 12, 10 and 3 ms: overview.md#waits. */
static void
test_wait (void)
{
  static const gint64 lengths[] = { 12, 10, 3 };
  LscRankDigest *ranks[3];
  g_autoptr (LscOverview) self = NULL;

  for (guint i = 0; i < 3; i++)
    {
      ranks[i] = make_rank (i, 0, 1, 60);
      add_group (ranks[i], "g", 3, trio);
      add_op (ranks[i], "g", "hcom_allReduce__1_0_1", LSC_RANK_OP_JOINT, (80 - lengths[i]) * MS,
              80 * MS);
    }
  self = make_overview (ranks, 3);
  g_assert_cmpint (get_sum (self, 0, 0)->waited_ns, ==, 9 * MS);
  g_assert_cmpint (get_sum (self, 1, 0)->waited_ns, ==, 7 * MS);
  g_assert_cmpint (get_sum (self, 2, 0)->waited_ns, ==, 0);
  g_assert_cmpint (get_sum (self, 2, 0)->caused_ns, ==, 16 * MS);
  g_assert_cmpint (get_sum (self, 2, 0)->late_ns, ==, 8 * MS);
  g_assert_cmpuint (self->waits->pairs.n, ==, 2);
  g_assert_cmpint (self->waits->pairs.items[0].ns, ==, 9 * MS);
  g_assert_cmpuint (self->waits->pairs.items[0].cause, ==, 2);
  g_assert_cmpint (self->waits->pairs.items[0].slice, ==, 5);
  g_assert_cmpint (lsc_overview_get_rank (self, 0)->intrinsic_ns, ==, (40 - 9) * MS);
  free_ranks (ranks, 3);
}

/* What computing hides costs no time, though it is waiting. */
static void
test_hidden_wait (void)
{
  LscRankDigest *ranks[2];
  g_autoptr (LscOverview) self = NULL;

  for (guint i = 0; i < 2; i++)
    {
      ranks[i] = make_rank (i, 0, 1, 60);
      add_group (ranks[i], "g", 2, trio);
      add_op (ranks[i], "g", "x", LSC_RANK_OP_JOINT, i * 20 * MS, 30 * MS)->exposed_ns = 4 * MS;
    }
  self = make_overview (ranks, 2);
  g_assert_cmpint (get_sum (self, 1, 0)->caused_ns, ==, 20 * MS);
  g_assert_cmpint (get_sum (self, 1, 0)->late_ns, ==, 4 * MS);
  free_ranks (ranks, 2);
}

/* A member that was not recorded might have come last. */
static void
test_incomplete (void)
{
  LscRankDigest *ranks[2];
  g_autoptr (LscOverview) self = NULL;
  g_autofree char *lines = NULL;
  const LscWaitGroup *group;

  for (guint i = 0; i < 2; i++)
    {
      ranks[i] = make_rank (i, 0, 1, 60);
      add_group (ranks[i], "g", 3, trio);
      add_op (ranks[i], "g", "x", LSC_RANK_OP_JOINT, i * 20 * MS, 30 * MS);
    }
  self = make_overview (ranks, 2);
  g_assert_cmpuint (self->waits->groups->len, ==, 1);
  group = &g_array_index (self->waits->groups, LscWaitGroup, 0);
  g_assert_cmpint (group->state, ==, LSC_GROUP_MISSING);
  g_assert_cmpint (group->n_members, ==, 3);
  g_assert_cmpint (group->n_loaded, ==, 2);
  g_assert_cmpint (lsc_overview_get_rank (self, 1)->verdict, ==, LSC_RANK_UNJUDGED);
  g_assert_cmpint (lsc_overview_get_rank (self, 1)->caused_wait_ns, ==, LSC_INT_NULL);
  lines = get_lines (self);
  g_assert_nonnull (strstr (lines, "no group of ranks is complete"));
  free_ranks (ranks, 2);
}

/* Messages agree by who sends; one that waits to be received waited for the receiver. */
static void
test_messages (void)
{
  static const gint64 pair[] = { 0, 1 };
  LscRankDigest *ranks[2];
  g_autoptr (LscOverview) self = NULL;

  for (guint i = 0; i < 2; i++)
    {
      ranks[i] = make_rank (i, i, 1, 60);
      add_group (ranks[i], "pp", 2, pair);
    }
  add_op (ranks[0], "pp", "hcom_send__1_0_1", LSC_RANK_OP_SEND, 0, 5 * MS);
  add_op (ranks[0], "pp", "hcom_receive__1_1_1", LSC_RANK_OP_RECEIVE, 10 * MS, 40 * MS);
  add_op (ranks[0], "pp", "hcom_send__1_2_1", LSC_RANK_OP_SEND, 41 * MS, 49 * MS);
  add_op (ranks[1], "pp", "hcom_receive__1_0_1", LSC_RANK_OP_RECEIVE, 4 * MS, 5 * MS);
  add_op (ranks[1], "pp", "hcom_receive__1_1_1", LSC_RANK_OP_RECEIVE, 30 * MS, 49 * MS);
  add_op (ranks[1], "pp", "hcom_send__1_2_1", LSC_RANK_OP_SEND, 38 * MS, 40 * MS);
  self = make_overview (ranks, 2);
  g_assert_cmpint (get_sum (self, 0, 0)->waited_ns, ==, (4 + 28) * MS);
  g_assert_cmpint (get_sum (self, 1, 0)->waited_ns, ==, 11 * MS);
  free_ranks (ranks, 2);
}

/* Receives are posted together: of a moment in which both wait there is one, so that the part in
 * messages is no more than all waiting. */
static void
test_messages_at_once (void)
{
  static const gint64 pair[] = { 0, 1 };
  LscRankDigest *ranks[2];
  g_autoptr (LscOverview) self = NULL;
  const LscWaitSum *sum;

  for (guint i = 0; i < 2; i++)
    {
      ranks[i] = make_rank (i, i, 1, 60);
      add_group (ranks[i], "pp", 2, pair);
    }
  add_op (ranks[0], "pp", "hcom_receive__1_0_1", LSC_RANK_OP_RECEIVE, 0, 10 * MS);
  add_op (ranks[0], "pp", "hcom_receive__1_1_1", LSC_RANK_OP_RECEIVE, 2 * MS, 14 * MS);
  add_op (ranks[0], "pp", "hcom_allReduce__1_2_1", LSC_RANK_OP_JOINT, 20 * MS, 30 * MS);
  add_op (ranks[1], "pp", "hcom_send__1_0_1", LSC_RANK_OP_SEND, 9 * MS, 10 * MS);
  add_op (ranks[1], "pp", "hcom_send__1_1_1", LSC_RANK_OP_SEND, 12 * MS, 14 * MS);
  add_op (ranks[1], "pp", "hcom_allReduce__1_2_1", LSC_RANK_OP_JOINT, 25 * MS, 30 * MS);
  self = make_overview (ranks, 2);
  sum = get_sum (self, 0, 0);
  g_assert_cmpint (sum->waited_ns, ==, (9 + 10 + 5) * MS);
  g_assert_cmpint (sum->message_ns, ==, 12 * MS); /* from 0 to 9 and from 2 to 12 ms */
  g_assert_cmpint (sum->hull_ns, ==, (12 + 5) * MS);
  g_assert_cmpint (lsc_overview_get_rank (self, 0)->message_wait_ns, ==, 12 * MS);
  free_ranks (ranks, 2);
}

static void
add_message (LscRankDigest *self, LscRankOpKind kind, gint64 peer, gint64 begin_ns, gint64 end_ns)
{
  add_op (self, "pp", "hcom_any__1_0_1", kind, begin_ns, end_ns);
  self->ops.items[self->ops.n - 1].peer = peer;
}

/* Between more than two ranks a message is known by its partner; where one side recorded more of
 * them than the other, nobody is said to wait. */
static void
test_partners (void)
{
  LscRankDigest *ranks[3];
  g_autoptr (LscOverview) self = NULL, uneven = NULL;

  for (guint i = 0; i < 3; i++)
    {
      ranks[i] = make_rank (i, i, 1, 60);
      add_group (ranks[i], "pp", 3, trio);
    }
  add_message (ranks[0], LSC_RANK_OP_SEND, 1, 0, 5 * MS);
  add_message (ranks[1], LSC_RANK_OP_RECEIVE, 0, 2 * MS, 5 * MS);
  add_message (ranks[1], LSC_RANK_OP_SEND, 2, 10 * MS, 11 * MS);
  add_message (ranks[2], LSC_RANK_OP_RECEIVE, 1, 1 * MS, 11 * MS);
  self = make_overview (ranks, 3);
  g_assert_cmpint (get_sum (self, 0, 0)->waited_ns, ==, 2 * MS);
  g_assert_cmpint (get_sum (self, 1, 0)->waited_ns, ==, 0);
  g_assert_cmpint (get_sum (self, 2, 0)->waited_ns, ==, 9 * MS);
  g_assert_cmpint (get_sum (self, 1, 0)->caused_ns, ==, 11 * MS);
  g_assert_cmpint (get_sum (self, 1, 0)->late_ns, ==, 11 * MS / 2); /* of each of the others */
  add_message (ranks[2], LSC_RANK_OP_RECEIVE, 1, 12 * MS, 20 * MS);
  uneven = make_overview (ranks, 3);
  g_assert_cmpint (get_sum (uneven, 2, 0)->waited_ns, ==, 0);
  g_assert_cmpint (get_sum (uneven, 0, 0)->waited_ns, ==, 2 * MS);
  free_ranks (ranks, 3);
}

/* Partners far apart, such as those of the stages before and behind in a job of 16 ranks a stage,
 * are told apart. */
static void
test_far_partners (void)
{
  const gint64 numbers[] = { 16, 0, 32 };
  LscRankDigest *ranks[3];
  g_autoptr (LscOverview) self = NULL;

  for (guint i = 0; i < 3; i++)
    {
      ranks[i] = make_rank (numbers[i], i, 1, 60);
      add_group (ranks[i], "pp", 3, numbers);
    }
  add_message (ranks[0], LSC_RANK_OP_SEND, 0, 0, 5 * MS);
  add_message (ranks[0], LSC_RANK_OP_SEND, 32, 6 * MS, 9 * MS);
  add_message (ranks[0], LSC_RANK_OP_SEND, 0, 10 * MS, 15 * MS);
  add_message (ranks[1], LSC_RANK_OP_RECEIVE, 16, 2 * MS, 5 * MS);
  add_message (ranks[1], LSC_RANK_OP_RECEIVE, 16, 14 * MS, 15 * MS);
  add_message (ranks[2], LSC_RANK_OP_RECEIVE, 16, 1 * MS, 9 * MS);
  self = make_overview (ranks, 3);
  g_assert_cmpint (get_sum (self, 0, 0)->waited_ns, ==, (2 + 4) * MS);
  g_assert_cmpint (get_sum (self, 1, 0)->waited_ns, ==, 0);
  g_assert_cmpint (get_sum (self, 2, 0)->waited_ns, ==, 5 * MS);
  free_ranks (ranks, 3);
}

static LscRankDigest *
make_unknown (gint64 rank, const char *group, gint64 begin_ns)
{
  LscRankDigest *self = make_rank (rank, -1, 1, 60);

  add_op (self, group, "hcom_allReduce__1_0_1", LSC_RANK_OP_JOINT, begin_ns, 50 * MS);
  return self;
}

/* Sizes that are given put ranks where nothing was recorded, and name the groups that they explain:
 * of tp=2, dp=2 ranks 0 and 1 are one, 0 and 3 none. */
static void
test_given (void)
{
  LscRankDigest *ranks[] = { make_unknown (0, "a", 10 * MS), make_unknown (1, "a", 20 * MS),
                             make_unknown (2, "b", 10 * MS), make_unknown (3, "c", 20 * MS) };
  const LscRankDigest *const *digests = (const LscRankDigest *const *) ranks;
  g_autoptr (LscOverview) self = NULL, other = NULL, plain = NULL;
  g_autoptr (GError) error = NULL;
  LscGivenLayout layout;
  const LscOverviewOptions options = { .layout = &layout };

  g_assert_false (lsc_given_layout_parse (&layout, "tp=2,xp=2", &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_false (lsc_given_layout_parse (&layout, "", NULL));
  g_assert_false (lsc_given_layout_parse (&layout, "tp=0", NULL));
  g_assert_true (lsc_given_layout_parse (&layout, "tp=2", NULL));
  g_assert_false (lsc_given_layout_check (&layout, &digests[2], 2, &error)); /* ranks 2, 3 */
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_null (lsc_overview_new (digests, 4, &options, NULL, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
  g_assert_true (lsc_given_layout_parse (&layout, "tp=2, pp=2", NULL));
  g_assert_true (lsc_given_layout_check (&layout, digests, 4, NULL));
  self = lsc_overview_new (digests, 4, &options, NULL, NULL);
  g_assert_cmpint (lsc_overview_get_rank (self, 1)->stage, ==, 0);
  g_assert_cmpint (lsc_overview_get_rank (self, 2)->stage, ==, 1);
  g_assert_cmpint (get_sum (self, 0, 0)->waited_ns, ==, 10 * MS);
  g_assert_cmpint (get_sum (self, 2, 0)->waited_ns, ==, 0);

  /* The digests stay as they were: another layout has its own effect, and none has none. */
  g_assert_true (lsc_given_layout_parse (&layout, "pp=4", NULL));
  other = lsc_overview_new (digests, 4, &options, NULL, NULL);
  g_assert_cmpint (lsc_overview_get_rank (other, 1)->stage, ==, 1);
  g_assert_cmpint (get_sum (other, 0, 0)->waited_ns, ==, 0);
  plain = make_overview (ranks, 4);
  g_assert_false (lsc_overview_get_rank (plain, 1)->has_stage);
  free_ranks (ranks, 4);
}

/* Between more than two ranks it is not known who sends to whom. */
static void
test_unmatched (void)
{
  LscRankDigest *ranks[3];
  g_autoptr (LscOverview) self = NULL;

  for (guint i = 0; i < 3; i++)
    {
      ranks[i] = make_rank (i, i, 1, 60);
      add_group (ranks[i], "pp", 3, trio);
      add_op (ranks[i], "pp", "hcom_batchSendRecv__1_0_1", LSC_RANK_OP_BATCH, i * MS, 30 * MS);
    }
  self = make_overview (ranks, 3);
  g_assert_cmpint (g_array_index (self->waits->groups, LscWaitGroup, 0).state, ==,
                   LSC_GROUP_UNMATCHED);
  g_assert_nonnull (self->no_waits);
  free_ranks (ranks, 3);
}

/* Equal names agree by their number; where a rank recorded a step less, within the step. */
static void
test_repeated (void)
{
  static const gint64 pair[] = { 0, 1 };
  LscRankDigest *ranks[2] = { make_rank (0, 0, 2, 60), make_rank (1, 0, 1, 60) };
  g_autoptr (LscOverview) self = NULL;

  lsc_rank_digest_unref (ranks[1]);
  ranks[1] = make_rank (1, 0, 2, 60);
  ranks[1]->steps.items[0] = ranks[1]->steps.items[1];
  ranks[1]->steps.n = 1;
  for (guint i = 0; i < 2; i++)
    add_group (ranks[i], "g", 2, pair);
  add_op (ranks[0], "g", "nccl", LSC_RANK_OP_JOINT, 10 * MS, 12 * MS);
  add_op (ranks[0], "g", "nccl", LSC_RANK_OP_JOINT, 110 * MS, 113 * MS);
  add_op (ranks[0], "g", "nccl", LSC_RANK_OP_JOINT, 120 * MS, 130 * MS);
  add_op (ranks[1], "g", "nccl", LSC_RANK_OP_JOINT, 105 * MS, 113 * MS)->step = 0;
  add_op (ranks[1], "g", "nccl", LSC_RANK_OP_JOINT, 129 * MS, 130 * MS)->step = 0;
  self = make_overview (ranks, 2);
  g_assert_cmpint (get_sum (self, 0, 0)->waited_ns, ==, 0);
  g_assert_cmpint (get_sum (self, 0, 1)->waited_ns, ==, 9 * MS);
  g_assert_cmpint (get_sum (self, 1, 0)->waited_ns, ==, 5 * MS);
  free_ranks (ranks, 2);
}

/** Random operators, for both. */
typedef struct
{
  LscRankDigest *ranks[4];
  LscNaiveOp ops[400];
  guint n;
} Random;

/* Groups of 2 to 4 members, names that repeat, now and then one that a member lacks. */
static void
random_group (Random *self, GRand *random, const char *group, guint n_members)
{
  static const char *const names[] = { "hcom_allReduce__1_0_1", "hcom_allGather__1_1_1", "nccl" };
  const gint64 members[] = { 0, 1, 2, 3 };

  for (guint i = 0; i < n_members; i++)
    add_group (self->ranks[i], group, n_members, members);
  for (guint k = 0; k < 20; k++)
    {
      const char *name = names[g_rand_int_range (random, 0, G_N_ELEMENTS (names))];
      gint64 end_ns = (gint64) (k + 1) * 5 * MS;
      gint lacking = g_rand_int_range (random, 0, 40);

      for (guint i = 0; i < n_members; i++)
        {
          gint64 begin_ns = end_ns - g_rand_int_range (random, 1, 8) * MS / 2;
          LscNaiveOp op = { i, 0, group, name, begin_ns, end_ns };

          if ((gint) i == lacking && k == 19)
            continue; /* the last of its name, so that the numbers before agree */
          op.step = (guint) (begin_ns / (100 * MS));
          self->ops[self->n++] = op;
          add_op (self->ranks[i], group, name, LSC_RANK_OP_JOINT, begin_ns, end_ns);
        }
    }
}

static void
check_random (guint32 seed)
{
  static const char *const groups[] = { "a", "b", "c" };
  g_autoptr (LscOverview) overview = NULL;
  GRand *random = g_rand_new_with_seed (seed);
  Random self = { .n = 0 };
  gint64 waited_ns[4] = { 0 }, caused_ns[4] = { 0 };

  for (guint i = 0; i < 4; i++)
    self.ranks[i] = make_rank (i, 0, 1, 60);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    random_group (&self, random, groups[i], i + 2);
  overview = make_overview (self.ranks, 4);
  for (guint i = 0; i < self.n; i++)
    {
      guint n_members = (guint) (self.ops[i].group[0] - 'a') + 2;

      waited_ns[self.ops[i].rank] += lsc_naive_waited_ns (self.ops, self.n, i, n_members);
      caused_ns[self.ops[i].rank] += lsc_naive_caused_ns (self.ops, self.n, i, n_members);
    }
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpint (get_sum (overview, i, 0)->waited_ns, ==, waited_ns[i]);
      g_assert_cmpint (get_sum (overview, i, 0)->caused_ns, ==, caused_ns[i]);
    }
  free_ranks (self.ranks, 4);
  g_rand_free (random);
}

static void
test_random (void)
{
  for (guint32 seed = 0; seed < 200; seed++)
    check_random (seed);
}

/* ---- slow ranks ---- */

/* Ranks of one stage that meet in @n_steps steps; @late computes 20 ms longer. */
static void
make_replicas (LscRankDigest **ranks, guint n, guint n_steps, guint late)
{
  g_autofree gint64 *members = g_new (gint64, n);

  for (guint i = 0; i < n; i++)
    members[i] = i;
  for (guint i = 0; i < n; i++)
    {
      ranks[i] = make_rank (i, 0, n_steps, i == late ? 80 : 60);
      add_group (ranks[i], "dp", n, members);
      add_owner (ranks[i], LSC_OWNER_KERNEL, "MatMul", n_steps * (i == late ? 50 : 32) * MS, 10);
      add_owner (ranks[i], LSC_OWNER_KERNEL, "Add", n_steps * (i == late ? 30 : 28) * MS, 10);
      add_owner (ranks[i], LSC_OWNER_MODULE, "model/layers.3", n_steps * (i == late ? 40 : 20) * MS,
                 10);
      for (guint k = 0; k < n_steps; k++)
        {
          g_autofree char *name = g_strdup_printf ("hcom_allReduce__1_%u_1", k);

          add_op (ranks[i], "dp", name, LSC_RANK_OP_JOINT, (k * 100 + (i == late ? 80 : 60)) * MS,
                  (k * 100 + 90) * MS);
        }
    }
}

/* Of the ranks one step is looked at, and the digests stay whole. */
static void
test_one_step (void)
{
  LscRankDigest *ranks[4];
  const LscRankDigest *const *digests = (const LscRankDigest *const *) ranks;
  g_autoptr (LscOverview) whole = NULL, one = NULL, none = NULL, again = NULL;
  gsize n_ops;

  make_replicas (ranks, 4, 3, 1);
  n_ops = ranks[0]->ops.n;
  whole = make_overview (ranks, 4);
  one = lsc_overview_new (digests, 4, &(LscOverviewOptions){ .has_step = TRUE, .step = 8 }, NULL,
                          NULL);
  none = lsc_overview_new (digests, 4, &(LscOverviewOptions){ .has_step = TRUE, .step = 99 }, NULL,
                           NULL);
  again = make_overview (ranks, 4);
  g_assert_cmpuint (whole->steps.n, ==, 12);
  g_assert_cmpuint (one->steps.n, ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      const LscOverviewStep *step = &one->steps.items[i];

      g_assert_cmpuint (step->index, ==, i);
      g_assert_cmpint (step->sums.step, ==, 8);
      g_assert_true (step->is_counted);
      g_assert_cmpuint (lsc_overview_get_rank (one, i)->n_steps, ==, 1);
      g_assert_cmpuint (lsc_overview_get_rank (one, i)->median_step, ==, 0);
      g_assert_cmpint (step->waits.waited_ns, ==, get_sum (whole, i, 1)->waited_ns);
      g_assert_cmpint (get_sum (one, i, 2)->waited_ns, ==, 0);
      g_assert_cmpint (lsc_overview_get_rank (none, i)->step_ns, ==, LSC_INT_NULL);
    }
  g_assert_cmpuint (none->steps.n, ==, 0);
  g_assert_cmpuint (again->steps.n, ==, 12);
  g_assert_cmpuint (ranks[0]->ops.n, ==, n_ops);
  free_ranks (ranks, 4);
}

static void
test_slow (void)
{
  LscRankDigest *ranks[4];
  g_autoptr (LscOverview) self = NULL;
  g_autoptr (LscTable) table = NULL;
  g_autofree char *reason = NULL;
  g_autofree char *lines = NULL;
  const LscOverviewRank *slow;

  make_replicas (ranks, 4, 3, 2);
  self = make_overview (ranks, 4);
  slow = lsc_overview_get_rank (self, 2);
  g_assert_cmpint (slow->verdict, ==, LSC_RANK_SLOW);
  g_assert_cmpint (slow->caused_wait_ns, ==, 60 * MS);
  g_assert_cmpint (slow->late_ns, ==, 20 * MS);
  g_assert_cmpstr (slow->excess.kernel, ==, "MatMul");
  g_assert_cmpint (slow->excess.kernel_ns, ==, 18 * MS);
  g_assert_cmpstr (slow->excess.module, ==, "model/layers.3");
  reason = lsc_phrase_to_plain (slow->reason);
  g_assert_cmpstr (
      reason, ==,
      "computes for 80.00 ms per step (median), its peers for 60.00 ms; 20.00 ms of the "
      "difference is model/layers.3");
  for (guint i = 0; i < 4; i++)
    if (i != 2)
      g_assert_cmpint (lsc_overview_get_rank (self, i)->verdict, ==, LSC_RANK_FINE);
  g_assert_cmpuint (self->n_slow, ==, 1);
  lines = get_lines (self);
  g_assert_nonnull (strstr (lines, "Rank 2 is slow: it computes for"));
  table = lsc_overview_get_table (self);
  g_assert_cmpint (lsc_table_get_named (table, 2, "slow").integer, ==, 1);
  g_assert_cmpint (lsc_table_get_named (table, 2, "slice_id").integer, ==, 77);
  g_assert_cmpint (lsc_table_get_named (table, 1, "slow").integer, ==, 0);
  g_assert_false (lsc_table_get_named (table, 1, "slow").is_null);
  assert_brief (self, "Rank 2 is slow.");
  free_ranks (ranks, 4);
}

/* What two ranks gain together stands at the first of them alone, with both. */
static void
test_shared_gain (void)
{
  LscRankDigest *ranks[4];
  g_autoptr (LscOverview) self = NULL;
  g_autoptr (LscTable) one = NULL, two = NULL;

  make_replicas (ranks, 4, 3, 2);
  self = make_overview (ranks, 4);
  one = lsc_overview_get_table (self);
  g_assert_cmpint (lsc_table_get_named (one, 2, "gain_ns").integer, >, 0);
  g_assert_true (lsc_table_get_named (one, 2, "gain_ranks").is_null);
  self->causes->ranks[3] = self->causes->ranks[2];
  self->causes->ranks[3].kernel = self->causes->ranks[3].shapes = NULL;
  self->causes->ranks[3].by_step_ns = NULL;
  two = lsc_overview_get_table (self);
  g_assert_cmpint (lsc_table_get_named (two, 2, "gain_ns").integer, ==,
                   lsc_table_get_named (one, 2, "gain_ns").integer);
  g_assert_true (lsc_table_get_named (two, 3, "gain_ns").is_null);
  for (guint i = 2; i < 4; i++)
    g_assert_cmpstr (lsc_table_get_named (two, i, "gain_ranks").text, ==, "2, 3");
  g_assert_true (lsc_table_get_named (two, 1, "gain_ranks").is_null);
  free_ranks (ranks, 4);
}

/* Nobody waits for it inside an operator, but the others are idle while it computes. */
static void
test_slow_unseen (void)
{
  for (guint is_idle = 0; is_idle < 2; is_idle++)
    {
      LscRankDigest *ranks[4];
      g_autoptr (LscOverview) self = NULL;
      g_autofree char *lines = NULL;

      make_replicas (ranks, 4, 1, 2);
      for (guint i = 0; i < 4; i++)
        {
          LscBudgetStep *step = &ranks[i]->steps.items[0];

          step->ns[LSC_BUDGET_WAIT] = 0;
          step->ns[LSC_BUDGET_TAIL] = 0;
          step->ns[is_idle ? LSC_BUDGET_FREE_DEVICE : LSC_BUDGET_TAIL] = (i == 2 ? 20 : 40) * MS;
          ranks[i]->ops.items[0].begin_ns = 80 * MS;
        }
      self = make_overview (ranks, 4);
      g_assert_cmpint (lsc_overview_get_rank (self, 2)->verdict, ==,
                       is_idle ? LSC_RANK_SLOW : LSC_RANK_FINE);
      g_assert_cmpuint (self->n_slow, ==, is_idle);
      lines = get_lines (self);
      g_assert_cmpint (strstr (lines, "its peers idle or wait 20.00 ms") != NULL, ==, is_idle);
      free_ranks (ranks, 4);
    }
}

/* Only the rank of its own replica waits in each layer for it. */
static void
test_slow_unseen_in_replica (void)
{
  for (guint has_places = 0; has_places < 2; has_places++)
    {
      LscRankDigest *ranks[8];
      g_autoptr (LscOverview) self = NULL;

      make_replicas (ranks, 8, 1, 2);
      for (guint i = 0; i < 8; i++)
        {
          LscBudgetStep *step = &ranks[i]->steps.items[0];

          if (has_places)
            ranks[i]->record.group_places[LSC_DIM_DP] = i / 2;
          step->ns[LSC_BUDGET_WAIT] = 0;
          step->ns[i / 2 == 1 ? LSC_BUDGET_FREE_DEVICE : LSC_BUDGET_TAIL] = (i == 2 ? 20 : 40) * MS;
          ranks[i]->ops.items[0].begin_ns = 80 * MS;
        }
      self = make_overview (ranks, 8);
      g_assert_cmpint (lsc_overview_get_rank (self, 2)->verdict, ==,
                       has_places ? LSC_RANK_SLOW : LSC_RANK_FINE);
      g_assert_cmpuint (self->n_slow, ==, has_places);
      free_ranks (ranks, 8);
    }
}

/* In each of two steps @n kernels of @ns that others run as well. */
static void
add_equal_kernels (LscRankDigest *self, gint64 n, gint64 ns)
{
  LscDigestShape shape = { .name = lsc_rank_digest_add_text (self, "MatMul"),
                           .shapes = lsc_rank_digest_add_text (self, "4,4"),
                           .n = 2 * n,
                           .ns = 2 * n * ns,
                           .n_cells = 2 };

  lsc_digest_shapes_append (&self->shapes, shape);
  for (guint32 i = 0; i < 2; i++)
    lsc_digest_shape_cells_append (
        &self->shape_cells, (LscDigestShapeCell){ .step = i, .n = (guint32) n, .ns = n * ns });
}

/* Its operators hold it from when it has computed to 5 ms before the end of each step. */
static void
hold (LscRankDigest *self, gint64 compute_ns)
{
  for (gint64 i = 0; i < 2; i++)
    {
      gint64 begin_ns = i * (compute_ns + 5 * MS), at_ns = begin_ns + compute_ns;
      LscRankOp *op = &self->ops.items[i];

      op->own_begin_ns = op->own_end_ns = at_ns;
      op->holds = TRUE;
      lsc_digest_own_steps_append (&self->own_steps,
                                   (LscDigestOwnStep){ begin_ns, at_ns + 5 * MS });
      lsc_digest_owns_append (&self->own,
                              (LscDigestOwn){ at_ns, compute_ns, LSC_WORK_COMPUTE, LSC_LOSS_N });
      lsc_digest_owns_append (&self->own,
                              (LscDigestOwn){ at_ns + 5 * MS, 5 * MS, LSC_WORK_HOST, LSC_LOSS_N });
    }
}

/* A slow device of a stage that has time to spare holds nobody up, but is told. */
static void
test_slow_alone (void)
{
  const gint64 members[] = { 0, 1, 2, 3, 4, 5, 6, 7 };

  for (guint is_slow = 0; is_slow < 2; is_slow++)
    {
      LscRankDigest *ranks[8];
      g_autoptr (LscOverview) self = NULL;
      g_autofree char *lines = NULL;

      for (guint i = 0; i < 8; i++)
        {
          gint64 n = i < 4 ? 30 : 90, one_us = is_slow && i == 1 ? 1080 : 1000;

          ranks[i] = make_rank (i, i / 4, 2, n * one_us / 1000);
          add_group (ranks[i], "world", 8, members);
          add_equal_kernels (ranks[i], n, one_us * 1000);
          for (gint64 k = 0; k < 2; k++)
            add_op (ranks[i], "world", k ? "b" : "a", LSC_RANK_OP_JOINT,
                    (100 * k + n * one_us / 1000) * MS, (100 * k + 95) * MS);
          hold (ranks[i], n * one_us / 1000 * MS);
        }
      self = make_overview (ranks, 8);
      lines = get_lines (self);
      g_assert_cmpuint (self->n_slow, ==, 0);
      g_assert_cmpint (strstr (lines, "On rank 1 the same kernels take 8.00 % longer") != NULL, ==,
                       is_slow);
      free_ranks (ranks, 8);
    }
}

/* Below 2 % of the step it is noise; the same where two ranks take turns in being last. */
static void
test_not_slow (void)
{
  static const gint64 pair[] = { 0, 1 };
  LscRankDigest *ranks[2];
  g_autoptr (LscOverview) self = NULL;
  g_autofree char *lines = NULL;

  for (guint i = 0; i < 2; i++)
    {
      ranks[i] = make_rank (i, 0, 1, 60 + i);
      add_group (ranks[i], "g", 2, pair);
    }
  for (guint k = 0; k < 4; k++)
    for (guint i = 0; i < 2; i++)
      {
        g_autofree char *name = g_strdup_printf ("hcom_allReduce__1_%u_1", k);

        add_op (ranks[i], "g", name, LSC_RANK_OP_JOINT, (k * 20 + (k % 2 == i ? 5 : 0)) * MS,
                (k * 20 + 8) * MS);
      }
  self = make_overview (ranks, 2);
  g_assert_cmpint (get_sum (self, 0, 0)->late_ns, ==, 10 * MS);
  g_assert_cmpint (get_sum (self, 1, 0)->late_ns, ==, 10 * MS);
  g_assert_cmpuint (self->n_slow, ==, 0);
  lines = get_lines (self);
  g_assert_nonnull (strstr (lines, "No rank is slow."));
  assert_brief (self, NULL);
  free_ranks (ranks, 2);
}

/* Others of its stage compute as long: the stage has more work. */
static void
test_stage (void)
{
  LscRankDigest *ranks[4];
  g_autoptr (LscOverview) self = NULL;

  for (guint i = 0; i < 4; i++)
    {
      const gint64 pair[] = { i % 2, i % 2 + 2 };

      ranks[i] = make_rank (i, i / 2, 1, i < 2 ? 50 : 80);
      add_group (ranks[i], i % 2 ? "pp-1" : "pp-0", 2, pair);
      add_op (ranks[i], i % 2 ? "pp-1" : "pp-0", "hcom_batchSendRecv__1_0_1", LSC_RANK_OP_BATCH,
              (i < 2 ? 50 : 80) * MS, 90 * MS);
    }
  self = make_overview (ranks, 4);
  for (guint i = 2; i < 4; i++)
    {
      const LscOverviewRank *rank = lsc_overview_get_rank (self, i);

      g_assert_cmpint (rank->verdict, ==, LSC_RANK_OF_SLOW_STAGE);
      g_assert_cmpint (rank->caused_wait_ns, ==, 30 * MS);
      g_assert_cmpint (rank->excess.ns, ==, 80 * MS);
      g_assert_cmpint (rank->excess.peer_ns, ==, 50 * MS);
    }
  g_assert_cmpint (lsc_overview_get_rank (self, 0)->verdict, ==, LSC_RANK_FINE);
  g_assert_cmpuint (self->n_slow, ==, 0);
  assert_brief (self, "Stage 1 holds up the pipeline.");
  free_ranks (ranks, 4);
}

/* Alone in its stage: it has no peer to be slower than, whether kernels are longer or more. */
static void
test_alone_in_stage (void)
{
  static const gint64 pair[] = { 0, 1 };

  for (guint more = 0; more < 2; more++)
    {
      LscRankDigest *ranks[2];
      g_autoptr (LscOverview) self = NULL;

      for (guint i = 0; i < 2; i++)
        {
          ranks[i] = make_rank (i, i, 1, i ? 80 : 50);
          add_group (ranks[i], "pp", 2, pair);
          add_owner (ranks[i], LSC_OWNER_KERNEL, "MatMul", (i ? 80 : 50) * MS, i && more ? 8 : 5);
          add_op (ranks[i], "pp", "hcom_batchSendRecv__1_0_1", LSC_RANK_OP_BATCH,
                  (i ? 80 : 50) * MS, 90 * MS);
        }
      self = make_overview (ranks, 2);
      g_assert_cmpint (lsc_overview_get_rank (self, 1)->verdict, ==, LSC_RANK_OF_SLOW_STAGE);
      free_ranks (ranks, 2);
    }
}

/* Rank 0 is late for 2 because it waits for 1: the root is rank 1. */
static void
test_chain (void)
{
  static const gint64 tp[] = { 0, 1 };
  static const gint64 dp[] = { 0, 2 };
  LscRankDigest *ranks[3];
  g_autoptr (LscOverview) self = NULL;

  for (guint i = 0; i < 3; i++)
    ranks[i] = make_rank (i, 0, 1, i == 1 ? 80 : 50);
  for (guint i = 0; i < 2; i++)
    {
      add_group (ranks[i], "tp", 2, tp);
      add_op (ranks[i], "tp", "x", LSC_RANK_OP_JOINT, (i == 1 ? 80 : 50) * MS, 81 * MS);
    }
  for (guint i = 0; i < 3; i += 2)
    {
      add_group (ranks[i], "dp", 2, dp);
      add_op (ranks[i], "dp", "y", LSC_RANK_OP_JOINT, (i == 0 ? 82 : 50) * MS, 84 * MS);
    }
  self = make_overview (ranks, 3);
  g_assert_cmpint (lsc_overview_get_rank (self, 0)->verdict, ==, LSC_RANK_VICTIM);
  g_assert_cmpint (lsc_overview_get_rank (self, 0)->cause, ==, 1);
  g_assert_cmpint (lsc_overview_get_rank (self, 1)->verdict, ==, LSC_RANK_SLOW);
  g_assert_cmpint (lsc_overview_get_rank (self, 2)->verdict, ==, LSC_RANK_FINE);
  free_ranks (ranks, 3);
}

/* ---- one rank, tables, jobs ---- */

static void
test_one (void)
{
  LscRankDigest *rank = make_rank (0, -1, 4, 60);
  g_autoptr (LscOverview) self = NULL;
  g_autoptr (LscTable) table = NULL;
  g_autoptr (LscTable) spread = NULL;
  g_autofree char *lines = NULL;

  rank->steps.items[0].step_ns = 500 * MS; /* warming up: does not count */
  rank->steps.items[1].step_ns = 90 * MS;
  self = make_overview (&rank, 1);
  g_assert_cmpint (self->step_ns, ==, 100 * MS);
  g_assert_cmpint (lsc_overview_get_rank (self, 0)->least_ns, ==, 90 * MS);
  g_assert_cmpint (lsc_overview_get_rank (self, 0)->most_ns, ==, 100 * MS);
  g_assert_false (lsc_overview_get_rank (self, 0)->has_stage);
  lines = get_lines (self);
  g_assert_nonnull (strstr (lines, "(3 steps"));
  g_assert_nonnull (strstr (lines, "only one rank was opened"));
  table = lsc_overview_get_table (self);
  g_assert_true (lsc_table_get_named (table, 0, "slow").is_null);
  g_assert_true (lsc_table_get_named (table, 0, "caused_wait_ns").is_null);
  g_assert_cmpint (lsc_table_get_named (table, 0, "steps").integer, ==, 4);
  spread = lsc_overview_get_spread_table (self);
  g_assert_cmpuint (lsc_table_get_n_rows (spread), ==, 0);
  lsc_rank_digest_unref (rank);
}

/* Where nothing varies there is no range and no spread to tell. */
static void
test_steady (void)
{
  LscRankDigest *rank = make_rank (0, -1, 4, 60);
  g_autoptr (LscOverview) self = make_overview (&rank, 1);
  g_autofree char *lines = get_lines (self);

  g_assert_nonnull (strstr (lines, "Step time 100.0 ms (all 3 steps alike, first excluded)."));
  lsc_rank_digest_unref (rank);
}

/* Ranks wait for each other: a step is over when the last one is done, which is named. */
static void
test_longest (void)
{
  LscRankDigest *ranks[] = { make_rank (0, -1, 4, 60), make_rank (1, -1, 4, 60),
                             make_rank (2, -1, 4, 60) };
  g_autoptr (LscOverview) self = NULL;
  g_autofree char *lines = NULL;

  for (guint i = 0; i < 4; i++)
    ranks[1]->steps.items[i].step_ns = 104 * MS;
  self = make_overview (ranks, 3);
  g_assert_cmpint (self->step_ns, ==, 104 * MS);
  lines = get_lines (self);
  g_assert_nonnull (strstr (lines, "Step time 104.0 ms"));
  g_assert_nonnull (strstr (
      lines, "This is the longest step, on rank 1; the shortest, on rank 0, takes 100.0 ms."));
  free_ranks (ranks, 3);
}

/* An operator votes for the rank where it was far shorter than on all others; messages do not. */
static void
test_votes (void)
{
  static const struct
  {
    LscRankOpKind kind;
    gsize n_votes;
  } cases[] = {
    { LSC_RANK_OP_JOINT, 1 }, { LSC_RANK_OP_ROOTED, 1 },  { LSC_RANK_OP_BATCH, 0 },
    { LSC_RANK_OP_SEND, 0 },  { LSC_RANK_OP_RECEIVE, 0 },
  };
  const gint64 lengths[] = { 107444, 83792, 107906, 108040 };
  LscRankDigest *ranks[G_N_ELEMENTS (lengths)];

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscTable) slow_ranks = NULL, slow_ops = NULL;
      g_autoptr (LscRankSet) set = NULL;

      for (gsize k = 0; k < G_N_ELEMENTS (lengths); k++)
        {
          ranks[k] = make_rank ((gint64) k, -1, 1, 50);
          add_op (ranks[k], "g", "op", cases[i].kind, MS, MS + lengths[k]);
        }
      set =
          lsc_rank_set_new ((const LscRankDigest *const *) ranks, G_N_ELEMENTS (ranks), NULL, NULL);
      lsc_cluster_slow_tables (set, &slow_ranks, &slow_ops);
      g_assert_cmpuint (lsc_table_get_n_rows (slow_ranks), ==, cases[i].n_votes);
      g_assert_cmpuint (lsc_table_get_n_rows (slow_ops), ==, cases[i].n_votes);
      if (cases[i].n_votes > 0)
        g_assert_cmpint (lsc_table_get (slow_ranks, 0, 0).integer, ==, 1);
      free_ranks (ranks, G_N_ELEMENTS (ranks));
    }
}

static double
get_step_figure (const LscTable *table, const char *column)
{
  const LscValue value = lsc_table_get (table, 0, (guint) lsc_table_find_column (table, column));

  return value.is_null ? -1 : value.real;
}

/* What a table of the exporter lacks is missing in each figure that is made of it, not a number. */
static void
test_unknown_figures (void)
{
  const LscToldStep told[] = {
    { 3, 50000, 30000, 20000, 10000, 5000 },
    { 3, 50000, 30000, 20000, -1, 5000 },
    { 3, 50000, -1, 20000, 10000, 5000 },
    { 3, -1, -1, -1, -1, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    {
      LscRankDigest *rank = make_rank (0, -1, 0, 0);
      LscBudgetStep step = lsc_budget_read_told (&told[i]);
      g_autoptr (LscTable) table = NULL;
      g_autoptr (LscRankSet) set = NULL;
      gboolean has_both = told[i].overlapped_ns >= 0 && told[i].communication_ns >= 0;

      lsc_budget_steps_append (&rank->steps, step);
      set = lsc_rank_set_new ((const LscRankDigest *const *) &rank, 1, NULL, NULL);
      table = lsc_cluster_step_table (set);
      g_assert_cmpfloat (get_step_figure (table, "communication_not_overlapped"), ==,
                         has_both ? 20 : -1);
      g_assert_cmpfloat (get_step_figure (table, "overlapped"), ==,
                         told[i].overlapped_ns >= 0 ? 10 : -1);
      free_ranks (&rank, 1);
    }
}

/* No sentence has a figure that nobody computed. */
static void
test_missing (void)
{
  for (guint known = 0; known < 4; known++)
    {
      LscRankDigest *ranks[] = { make_rank (0, 0, 0, 0), make_rank (1, 1, 0, 0) };
      g_autoptr (LscOverview) overview = NULL;
      g_autofree char *lines = NULL;

      for (guint i = 0; i < 2; i++)
        {
          LscBudgetStep step = lsc_budget_read_told (NULL);

          step.step = 4;
          if (known & 1 << i)
            step.step_ns = (i + 1) * MS;
          ranks[i]->steps_rule = LSC_STEPS_BY_DEVICE;
          ranks[i]->before_ns = LSC_INT_NULL;
          ranks[i]->is_told = TRUE;
          lsc_budget_steps_append (&ranks[i]->steps, step);
        }
      overview = make_overview (ranks, 2);
      lines = get_lines (overview);
      g_test_message ("%s", lines);
      g_assert_null (strstr (lines, "9 223"));
      g_assert_null (strstr (lines, "9223"));
      free_ranks (ranks, 2);
    }
}

/* 24 of 24.2 lie below the next: 0.975 is above the 0.920 of four values, 0.9 is not. */
static void
test_dixon (void)
{
  const gint64 far[] = { 83792, 107444, 107906, 108040 };
  const gint64 near[] = { 0, 900, 950, 1000 };
  const gint64 three[] = { 0, 900, 1000 };
  const gint64 equal[] = { 0, 1000, 1000, 1000 };
  gint64 many[101];

  g_assert_true (lsc_dixon_is_least_outlier (far, 4));
  g_assert_false (lsc_dixon_is_least_outlier (near, 4));
  g_assert_false (lsc_dixon_is_least_outlier (three, 3));
  g_assert_false (lsc_dixon_is_least_outlier (equal, 4));
  for (guint i = 0; i < G_N_ELEMENTS (many); i++)
    many[i] = 1000 + i;
  g_assert_false (lsc_dixon_is_least_outlier (many, G_N_ELEMENTS (many)));
  many[0] = 500;
  g_assert_true (lsc_dixon_is_least_outlier (many, G_N_ELEMENTS (many)));
}

static void
test_cancel (void)
{
  LscRankDigest *ranks[4];
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;

  make_replicas (ranks, 4, 2, 1);
  g_cancellable_cancel (cancellable);
  g_assert_null (lsc_overview_new ((const LscRankDigest *const *) ranks, 4, NULL, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
  free_ranks (ranks, 4);
}

/* A tree of 4,096 ranks: one is late for all. */
static void
test_many (void)
{
  enum
  {
    N = 4096
  };
  g_autofree LscRankDigest **ranks = g_new (LscRankDigest *, N);
  g_autoptr (LscOverview) self = NULL;
  gint64 begin_us;

  make_replicas (ranks, N, 3, 1234);
  begin_us = g_get_monotonic_time ();
  self = make_overview (ranks, N);
  g_test_message ("%u ranks in %.1f ms", N, (double) (g_get_monotonic_time () - begin_us) / 1e3);
  g_assert_cmpuint (self->n_slow, ==, 1);
  g_assert_cmpint (lsc_overview_get_rank (self, 1234)->verdict, ==, LSC_RANK_SLOW);
  free_ranks (ranks, N);
}

/* ---- ranks that recorded other iterations ---- */

static const gint64 both[] = { 0, 1 };

/* An operator of 10 ms in each step, longer by @wait_ms in those with an odd number, named with an
 * index that begins at 0; from @at_ms on. */
static LscRankDigest *
make_member_at (gint64 rank, gint64 first_step, gint64 wait_ms, gint64 at_ms)
{
  LscRankDigest *self = make_rank (rank, 0, 4, 60);

  add_group (self, "dp", 2, both);
  for (guint i = 0; i < 4; i++)
    {
      gint64 step = first_step + (gint64) i, begin_ns = ((gint64) i * 100 + 10 + at_ms) * MS;
      gint64 ns = (10 + (step % 2 ? wait_ms : 0)) * MS;
      g_autofree char *name = g_strdup_printf ("hcom_allReduce__865_%u_1", i);

      self->steps.items[i].step = step;
      self->steps.items[i].begin_ns += at_ms * MS;
      self->steps.items[i].end_ns += at_ms * MS;
      add_op (self, "dp", name, LSC_RANK_OP_JOINT, begin_ns, begin_ns + ns)->step = i;
    }
  return self;
}

static LscRankDigest *
make_member (gint64 rank, gint64 first_step, gint64 wait_ms)
{
  return make_member_at (rank, first_step, wait_ms, 0);
}

/* Rank 0 has the steps 4 to 7, rank 1 the steps 5 to 8; both count their operators from 0 on. By
 * their names the waits of rank 0 would be those of steps in which rank 1 waits no time. */
static void
test_restarted (void)
{
  LscRankDigest *ranks[] = { make_member (0, 4, 6), make_member_at (1, 5, 0, 100) };
  g_autoptr (LscOverview) self = make_overview (ranks, 2);
  g_autofree char *lines = get_lines (self);

  g_assert_cmpint (get_sum (self, 0, 1)->waited_ns, ==, 6 * MS); /* step 5 */
  g_assert_cmpint (get_sum (self, 0, 2)->waited_ns, ==, 0);
  g_assert_cmpint (get_sum (self, 0, 3)->waited_ns, ==, 6 * MS);
  g_assert_cmpint (get_sum (self, 1, 0)->caused_ns, ==, 6 * MS);
  g_assert_cmpint (get_sum (self, 1, 2)->caused_ns, ==, 6 * MS);
  g_assert_nonnull (strstr (lines, "The recordings begin at different steps: rank 0 at step 4, "
                                   "rank 1 at step 5. The common steps 5 to 7 are compared."));
  g_assert_cmpuint (lsc_overview_get_rank (self, 0)->n_steps, ==, 3);
  free_ranks (ranks, 2);
}

/* The same operators at the same time, whose steps are called something else: their index holds. */
static void
test_renumbered (void)
{
  LscRankDigest *ranks[] = { make_member (0, 5, 6), make_member (1, 8, 0) };
  g_autoptr (LscOverview) self = make_overview (ranks, 2);

  g_assert_cmpint (get_sum (self, 0, 0)->waited_ns, ==, 6 * MS);
  g_assert_cmpint (get_sum (self, 1, 0)->caused_ns, ==, 6 * MS);
  free_ranks (ranks, 2);
}

/* Two jobs that each count from 0: their groups of the same name are different ones. */
static void
test_jobs (void)
{
  LscRankDigest *ranks[4];
  g_autoptr (LscOverview) self = NULL;

  for (guint i = 0; i < 4; i++)
    {
      ranks[i] = make_member (i % 2, 5, i == 0 ? 6 : 0);
      ranks[i]->replica = lsc_intern_add (ranks[i]->texts, i < 2 ? "a" : "b");
      ranks[i]->rank = lsc_rank_name_add (i == 0 ? "a 0" : i == 1 ? "a 1" : i == 2 ? "b 0" : "b 1");
    }
  self = make_overview (ranks, 4);
  g_assert_cmpint (get_sum (self, 0, 0)->waited_ns, ==, 6 * MS);
  g_assert_cmpint (get_sum (self, 1, 0)->caused_ns, ==, 6 * MS);
  g_assert_cmpint (get_sum (self, 3, 0)->caused_ns, ==, 0);
  g_assert_true (self->waits->has_waits[2]);
  free_ranks (ranks, 4);
}

/* A receive whose tasks move data for longer than its send lasts: that cannot be, and is told. */
static void
test_wrong_message (void)
{
  for (guint is_wrong = 0; is_wrong < 2; is_wrong++)
    {
      static const gint64 pair[] = { 0, 1 };
      LscRankDigest *ranks[2];
      g_autoptr (LscOverview) overview = NULL;
      gboolean is_told = FALSE;

      for (guint i = 0; i < 2; i++)
        {
          ranks[i] = make_rank (i, i, 1, 60);
          add_group (ranks[i], "g", 2, pair);
        }
      add_op (ranks[0], "g", "hcom_send__1_0_1", LSC_RANK_OP_SEND, 21 * MS, 23 * MS)->moved_ns =
          1 * MS;
      add_op (ranks[1], "g", "hcom_receive__1_0_1", LSC_RANK_OP_RECEIVE, 3 * MS, 23 * MS)
          ->moved_ns = is_wrong ? 18 * MS : 2 * MS;
      overview = make_overview (ranks, 2);
      for (guint i = 0; i < overview->lines->len; i++)
        {
          g_autofree char *words = lsc_phrase_to_words (overview->lines->pdata[i]);

          is_told = is_told || strstr (words, "1 message moves data for longer than its other side "
                                              "lasts: on rank 1 for 18.00 ms");
        }
      g_assert_cmpint (is_told, ==, is_wrong);
      g_assert_cmpuint (overview->waits->wrong.n, ==, is_wrong);
      g_assert_cmpint (lsc_overview_get_rank (overview, 1)->wrong_ns, ==, is_wrong ? 16 * MS : 0);
      free_ranks (ranks, 2);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/overview/layout/orders", test_orders);
  g_test_add_func ("/overview/layout/experts", test_experts);
  g_test_add_func ("/overview/layout/places", test_places);
  g_test_add_func ("/overview/layout/composite", test_composite);
  g_test_add_func ("/overview/waits/joint", test_wait);
  g_test_add_func ("/overview/waits/hidden", test_hidden_wait);
  g_test_add_func ("/overview/waits/incomplete", test_incomplete);
  g_test_add_func ("/overview/waits/messages", test_messages);
  g_test_add_func ("/overview/waits/messages-at-once", test_messages_at_once);
  g_test_add_func ("/overview/waits/given", test_given);
  g_test_add_func ("/overview/one-step", test_one_step);
  g_test_add_func ("/overview/waits/partners", test_partners);
  g_test_add_func ("/overview/waits/far-partners", test_far_partners);
  g_test_add_func ("/overview/waits/unmatched", test_unmatched);
  g_test_add_func ("/overview/waits/repeated", test_repeated);
  g_test_add_func ("/overview/waits/random", test_random);
  g_test_add_func ("/overview/slow/replica", test_slow);
  g_test_add_func ("/overview/slow/shared-gain", test_shared_gain);
  g_test_add_func ("/overview/slow/unseen", test_slow_unseen);
  g_test_add_func ("/overview/slow/unseen-in-replica", test_slow_unseen_in_replica);
  g_test_add_func ("/overview/slow/alone", test_slow_alone);
  g_test_add_func ("/overview/slow/none", test_not_slow);
  g_test_add_func ("/overview/slow/stage", test_stage);
  g_test_add_func ("/overview/slow/alone-in-stage", test_alone_in_stage);
  g_test_add_func ("/overview/slow/chain", test_chain);
  g_test_add_func ("/overview/one", test_one);
  g_test_add_func ("/overview/steady", test_steady);
  g_test_add_func ("/overview/longest", test_longest);
  g_test_add_func ("/overview/votes", test_votes);
  g_test_add_func ("/overview/dixon", test_dixon);
  g_test_add_func ("/overview/unknown-figures", test_unknown_figures);
  g_test_add_func ("/overview/missing", test_missing);
  g_test_add_func ("/overview/cancel", test_cancel);
  g_test_add_func ("/overview/many", test_many);
  g_test_add_func ("/overview/restarted", test_restarted);
  g_test_add_func ("/overview/renumbered", test_renumbered);
  g_test_add_func ("/overview/jobs", test_jobs);
  g_test_add_func ("/overview/wrong-message", test_wrong_message);
  return g_test_run ();
}
