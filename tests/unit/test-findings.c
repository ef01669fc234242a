/* test-findings.c - rules on facts made by hand: what each finds, and where it is silent
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "test-findings-support.h"

/* A clean recording has no finding. */
static void
test_clean (void)
{
  g_auto (Case) self = { 0 };
  g_autoptr (LscPhrase) remark = NULL, beside = NULL;
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();
  g_autofree char *words = NULL, *others = NULL;

  case_init (&self, 2);
  g_assert_null (case_find (&self, "host_bound"));
  g_assert_cmpuint (self.findings->rows->len, ==, 0);
  /* where to go on from there; where something else limits the step that is not said */
  self.overview.lines = lines;
  self.findings->is_device = TRUE;
  remark = lsc_findings_say_remark (self.findings, &self.overview, NULL);
  words = lsc_phrase_to_plain (remark);
  g_assert_true (g_str_has_prefix (words, "No finding saves 2 % or more: only faster kernels"));
  self.findings->is_device = FALSE;
  beside = lsc_findings_say_remark (self.findings, &self.overview, NULL);
  others = beside ? lsc_phrase_to_plain (beside) : NULL;
  g_assert_true (!others || !strstr (others, "faster kernels"));
  self.overview.lines = NULL;
}

static const struct
{
  LscLoss loss;
  const char *id;
} rules[] = {
  { LSC_LOSS_SYNC, "sync_calls" },
  { LSC_LOSS_COMPILE, "compile" },
  { LSC_LOSS_GC, "S04" },
  { LSC_LOSS_DATA_LOADER, "S06" },
  { LSC_LOSS_MEMORY_CALLS, "S07" },
  { LSC_LOSS_SILENT, "S05" },
  { LSC_LOSS_SMALL_KERNELS, "small_kernels" },
  { LSC_LOSS_HOST, "host_bound" },
  { LSC_LOSS_DEVICE, "free_device" },
  { LSC_LOSS_COPY, "copies" },
};

/* Each kind of idleness by its rule, and no other one; below 2 % it is minor. */
static void
test_idle (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    for (guint small = 0; small < 2; small++)
      {
        g_auto (Case) self = { 0 };

        case_init (&self, 1);
        case_lose (&self, 0, rules[i].loss, small ? MS : 5 * MS);
        g_assert_nonnull (case_find (&self, rules[i].id));
        g_assert_cmpuint (self.findings->rows->len, ==, 1);
        g_assert_cmpint (case_find (&self, rules[i].id)->gain_ns, ==, small ? MS : 5 * MS);
        g_assert_true (lsc_finding_stands_out (case_find (&self, rules[i].id)) ==
                       !(small || rules[i].loss == LSC_LOSS_DEVICE));
      }
}

/* Less than a thousandth of a step is not worth a row. */
static void
test_little_idle (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 1);
      case_lose (&self, 0, rules[i].loss, MS / 20);
      g_assert_null (case_find (&self, rules[i].id));
      g_assert_cmpuint (self.findings->rows->len, ==, 0);
    }
}

/* What follows the last kernel is the host's business only where its launches are recorded. */
static void
test_tail (void)
{
  for (guint is_linked = 0; is_linked < 2; is_linked++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *finding;
      g_autofree char *remedy = NULL;

      case_init (&self, 1);
      self.digests[0]->steps_rule = is_linked ? LSC_STEPS_BY_HOST : LSC_STEPS_UNLINKED;
      case_lose (&self, 0, LSC_LOSS_TAIL, 20 * MS);
      finding = case_find (&self, "tail");
      g_assert_nonnull (finding);
      remedy = lsc_phrase_to_plain (finding->remedy);
      g_assert_true (finding->is_bound);
      g_assert_true (lsc_finding_stands_out (finding));
      g_assert_true ((finding->unknown == NULL) == is_linked);
      g_assert_true ((strstr (remedy, "what the host does") != NULL) == is_linked);
    }
}

/* Without marks of steps a gain is of the recording, and the host is late for no first kernel. */
static void
test_unmarked (void)
{
  for (guint is_marked = 0; is_marked < 2; is_marked++)
    {
      g_auto (Case) self = { 0 };
      LscRankDigest *digest;
      const LscFinding *finding;
      g_autofree char *text = NULL;
      g_autofree char *line = NULL;

      case_init (&self, 1);
      digest = self.digests[0];
      case_lose (&self, 0, LSC_LOSS_HOST, 20 * MS);
      for (gsize i = 0; i < digest->steps.n; i++)
        {
          digest->steps.items[i].ns[LSC_BUDGET_PREPARE] = 15 * MS;
          if (!is_marked)
            digest->steps.items[i].step = LSC_INT_NULL;
        }
      finding = case_find (&self, "host_bound");
      g_assert_nonnull (finding);
      text = lsc_phrase_to_plain (finding->text);
      line = lsc_phrase_to_plain (finding->line);
      g_assert_true ((strstr (text, "per step") != NULL) == is_marked);
      g_assert_true ((strstr (text, "of the recording") != NULL) == !is_marked);
      g_assert_true ((strstr (line, "of the recording") != NULL) == !is_marked);
      g_assert_true ((strstr (text, "mostly the first of a step") != NULL) == is_marked);
    }
}

/* Idleness that nobody explains is named as such, is no more than a bound, and matters only where
 * it is much. */
static void
test_unlinked (void)
{
  static const struct
  {
    gint64 lost_ms;
    gboolean is_found;
    LscFindingSeverity severity;
  } cases[] = { { 1, FALSE, 0 }, { 5, TRUE, LSC_FINDING_MINOR }, { 95, TRUE, LSC_FINDING_MAJOR } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *finding;

      case_init (&self, 1);
      case_lose (&self, 0, LSC_LOSS_UNLINKED, cases[i].lost_ms * MS);
      finding = case_find (&self, "free_unlinked");
      g_assert_cmpint (finding != NULL, ==, cases[i].is_found);
      if (finding == NULL)
        continue;
      g_assert_true (lsc_finding_stands_out (finding) == (cases[i].severity == LSC_FINDING_MAJOR));
      g_assert_true (finding->is_bound);
      g_assert_nonnull (finding->unknown);
    }
}

/* The example of findings.md#gain: the other rank is busy for 90 ms anyway. */
static void
test_gain (void)
{
  g_auto (Case) self = { 0 };

  case_init (&self, 2);
  case_lose (&self, 0, LSC_LOSS_SYNC, 12 * MS);
  case_lose (&self, 0, LSC_LOSS_WAIT, 2 * MS);
  case_lose (&self, 1, LSC_LOSS_WAIT, 10 * MS);
  g_assert_cmpint (case_find (&self, "sync_calls")->gain_ns, ==, 8 * MS);
  g_assert_cmpfloat (case_find (&self, "sync_calls")->share, ==, 0.08);
  g_assert_cmpint (get_only_rank (case_find (&self, "sync_calls")), ==, 0);
}

static void
add_link (Case *self, guint32 transport, gint64 n, gint64 bytes, gint64 ns)
{
  LscDigestLink link = { .source = 0,
                         .target = 1,
                         .transport = transport,
                         .link = 1,
                         .magnitude = (guint32) g_bit_storage ((gulong) bytes),
                         .is_odd = bytes % 512 != 0,
                         .n = n,
                         .bytes = n * bytes,
                         .ns = n * ns,
                         .end_ns = ns };

  lsc_digest_links_append (&self->digests[0]->links, link);
}

/* How data moves; the example of findings.md#packets is the first of them. */
static void
test_packets (void)
{
  static const struct
  {
    guint32 transport;
    gint64 n;
    gint64 bytes;
    gint64 ns;
    gint64 n_large;
    const char *id; /* (nullable) */
    gint64 gain_ns;
  } cases[] = {
    { LSC_TRANSPORT_SDMA, 20, 4000256, 400026, 1, "C01", 2 * MS },
    { LSC_TRANSPORT_SDMA, 2, 40000000, 2 * MS, 0, NULL, 0 },
    { LSC_TRANSPORT_SDMA, 2, 40000000, 5 * MS, 0, "C07", 5 * MS - 5 * MS * 8 / 18 },
    { LSC_TRANSPORT_RDMA, 20, 500000 + 224, 200000, 0, "C02", 4 * MS },
    { LSC_TRANSPORT_RDMA, 4, 2000384, 2000384 / 12, 0, NULL, 0 },
    { LSC_TRANSPORT_SDMA, 2, 40000001, 2 * MS, 0, "C03", 5 * MS },
    { LSC_TRANSPORT_RDMA, 1, G_GINT64_CONSTANT (49999999488), 3999 * MS, 0, NULL, 0 },
    { LSC_TRANSPORT_RDMA, 1, G_GINT64_CONSTANT (49999999488), 4000 * MS, 0, "C05", 5 * MS },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 1);
      case_lose (&self, 0, LSC_LOSS_TRANSFER, 5 * MS);
      for (guint k = 0; k < 2; k++)
        case_get_step (&self, 0, k)->hidden_comm_ns = 5 * MS;
      add_link (&self, cases[i].transport, cases[i].n, cases[i].bytes, cases[i].ns);
      if (cases[i].n_large > 0)
        add_link (&self, cases[i].transport, cases[i].n_large, 40000000, 2 * MS);
      if (!cases[i].id)
        g_assert_null (case_find (&self, "C01"));
      g_assert_cmpuint (self.findings ? self.findings->rows->len : 1, ==, cases[i].id ? 1 : 0);
      if (!cases[i].id)
        continue;
      g_assert_nonnull (case_find (&self, cases[i].id));
      g_assert_cmpuint (self.findings->rows->len, ==, 1);
      g_assert_cmpfloat_with_epsilon ((double) case_find (&self, cases[i].id)->gain_ns,
                                      (double) cases[i].gain_ns, 0.01 * MS);
    }
}

/* Transfers that are slower beside matrix products, of which half is hidden. */
static void
test_contention (void)
{
  for (guint is_slower = 0; is_slower < 2; is_slower++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 1);
      case_lose (&self, 0, LSC_LOSS_TRANSFER, 5 * MS);
      for (guint k = 0; k < 2; k++)
        case_get_step (&self, 0, k)->hidden_comm_ns = 5 * MS;
      add_link (&self, LSC_TRANSPORT_SDMA, 10, 40000000, 2 * MS);
      self.digests[0]->contention.ns = 10 * MS;
      self.digests[0]->contention.bytes = 100e6;
      self.digests[0]->contention.excess_ns = is_slower ? 8 * MS : 0;
      g_assert_true ((case_find (&self, "C04") != NULL) == is_slower);
      g_assert_cmpuint (self.findings->rows->len, ==, is_slower);
      if (is_slower)
        g_assert_cmpint (case_find (&self, "C04")->gain_ns, ==, 2 * MS);
    }
}

/* A rank that was not recorded falls behind while computing hides it: the example of
 * findings.md#backlog. What is hidden goes down again, or the group is complete: nothing. */
static void
test_backlog (void)
{
  static const struct
  {
    gint64 hidden_ms[3];
    gboolean is_open;
    gint64 gain_ms;
  } cases[] = {
    { { 10, 15, 22 }, TRUE, 6 + 1 },
    { { 10, 10, 10 }, TRUE, 1 },
    { { 10, 7, 22 }, TRUE, 1 },
    { { 10, 15, 22 }, FALSE, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };
      LscRankGroup *group;

      case_init (&self, 1);
      facts_add_step (self.digests[0]);
      group = lsc_rank_digest_add_group (self.digests[0], "group", "group");
      group->wait_ns = 3 * MS;
      lsc_int64s_append (&group->ranks, 0);
      if (cases[i].is_open)
        lsc_int64s_append (&group->ranks, 1);
      case_lose (&self, 0, LSC_LOSS_WAIT, MS);
      for (guint k = 0; k < 3; k++)
        {
          LscBudgetStep *fact = case_get_step (&self, 0, k);

          fact->hidden_comm_ns = cases[i].hidden_ms[k] * MS;
          fact->loss_ns[LSC_LOSS_WAIT] = MS;
        }
      g_assert_true ((case_find (&self, "communication_wait") != NULL) == cases[i].is_open);
      if (cases[i].is_open)
        g_assert_cmpint (case_find (&self, "communication_wait")->gain_ns, ==,
                         cases[i].gain_ms * MS);
    }
}

/* What a rank idles that waits longer for one which was not opened may only make it wait longer:
 * the gain is a bound, and its sentence says so. Where the group is complete it is not. */
static void
test_gain_behind_wait (void)
{
  for (guint is_open = 0; is_open < 2; is_open++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *host;
      g_autofree char *text = NULL;
      LscRankGroup *group;

      case_init (&self, 1);
      group = lsc_rank_digest_add_group (self.digests[0], "group", "group");
      group->wait_ns = 60 * MS;
      lsc_int64s_append (&group->ranks, 0);
      if (is_open)
        lsc_int64s_append (&group->ranks, 1);
      case_lose (&self, 0, LSC_LOSS_WAIT, 20 * MS);
      case_lose (&self, 0, LSC_LOSS_HOST, 10 * MS);
      host = case_find (&self, "host_bound");
      g_assert_nonnull (host);
      g_assert_cmpint (host->is_bound, ==, is_open);
      g_assert_cmpint (host->unknown != NULL, ==, is_open);
      text = lsc_phrase_to_words (host->text);
      g_assert_cmpint (strstr (text, "would save up to 10.00 ms per step") != NULL, ==, is_open);
    }
}

/* Memory grows by 100 MiB a step, or goes up and down. */
static void
test_memory (void)
{
  for (guint grows = 0; grows < 2; grows++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 1);
      for (gint64 i = 0; i < 5; i++)
        {
          LscDigestMemory memory = { i * STEP_NS, (i + 1) * STEP_NS,
                                     ((gint64) 4000 + 100 * (grows ? i : i % 2)) << 20 };

          lsc_digest_memories_append (&self.digests[0]->memory, memory);
        }
      g_assert_true ((case_find (&self, "memory_growth") != NULL) == grows);
      if (!grows)
        continue;
      g_assert_true (lsc_finding_stands_out (case_find (&self, "memory_growth")));
      g_assert_cmpint (case_find (&self, "memory_growth")->gain_ns, ==, LSC_INT_NULL);
    }
}

static LscDigestBlocks
make_blocks (Case *self, gint64 bytes)
{
  return (LscDigestBlocks){ .name = lsc_rank_digest_add_text (self->digests[0], "aten::cat"),
                            .module = lsc_rank_digest_add_text (self->digests[0], "Net/Layer"),
                            .n = 3,
                            .bytes = bytes,
                            .most_bytes = bytes,
                            .slice = LSC_SLICE_NONE,
                            .begin_ns = MS,
                            .end_ns = 3 * MS };
}

/* Who keeps the memory that grows is told in words and as evidence; unknown, that is. */
static void
test_kept (void)
{
  for (guint is_known = 0; is_known < 2; is_known++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *row;
      g_autofree char *text = NULL;

      case_init (&self, 1);
      for (gint64 i = 0; i < 5; i++)
        {
          LscDigestMemory memory = { i * STEP_NS, (i + 1) * STEP_NS, (4000 + 100 * i) << 20 };

          lsc_digest_memories_append (&self.digests[0]->memory, memory);
        }
      if (is_known)
        lsc_digest_block_groups_append (&self.digests[0]->kept, make_blocks (&self, 100 << 20));
      self.digests[0]->blocks_state = is_known ? LSC_BLOCKS_READ : LSC_BLOCKS_NOT_RECORDED;
      row = case_find (&self, "memory_growth");
      g_assert_nonnull (row);
      text = lsc_phrase_to_words (row->text);
      g_assert_true ((strstr (text, "allocated by aten::cat (Net/Layer) and never freed") !=
                      NULL) == is_known);
      g_assert_true ((row->unknown == NULL) == is_known);
      g_assert_cmpuint (row->places->len, ==, 1 + is_known);
    }
}

/* What could not be read is not told as not recorded, and rows that are left out are told. */
static void
test_unread_blocks (void)
{
  for (guint has_error = 0; has_error < 2; has_error++)
    {
      g_auto (Case) self = { 0 };
      g_autofree char *unknown = NULL;

      case_init (&self, 1);
      for (gint64 i = 0; i < 5; i++)
        {
          LscDigestMemory memory = { i * STEP_NS, (i + 1) * STEP_NS, (4000 + 100 * i) << 20 };

          lsc_digest_memories_append (&self.digests[0]->memory, memory);
        }
      self.digests[0]->blocks_state = has_error ? LSC_BLOCKS_UNREADABLE : LSC_BLOCKS_READ;
      self.digests[0]->blocks_detail =
          lsc_rank_digest_add_text (self.digests[0], "a.db: disk I/O error");
      if (!has_error)
        lsc_digest_block_groups_append (&self.digests[0]->kept, make_blocks (&self, 100 << 20));
      self.digests[0]->n_bad_blocks = has_error ? 0 : 3;
      unknown = lsc_phrase_to_words (case_find (&self, "memory_growth")->unknown);
      g_assert_nonnull (strstr (unknown, has_error ? "a.db: disk I/O error"
                                                   : "3 rows of single blocks have no size"));
      g_assert_null (strstr (unknown, "not recorded"));
      g_assert_true (case_is_silent (&self, "memory_spike") == has_error);
    }
}

/* Blocks that come back late, and the one that makes the peak; the first has two, the second rank
 * none. How much memory there is is never known. */
static void
test_single_blocks (void)
{
  for (guint has_any = 0; has_any < 2; has_any++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 2);
      self.digests[0]->peaks = (LscDigestPeaks){ .allocated_bytes = 1000 << 20,
                                                 .reserved_bytes = LSC_INT_NULL,
                                                 .process_bytes = 1100 << 20,
                                                 .pool_bytes = 1000 << 20,
                                                 .component = LSC_STRING_NONE };
      if (has_any)
        {
          self.digests[0]->late = self.digests[0]->spike = make_blocks (&self, 100 << 20);
          self.digests[0]->late_ns = 12 * MS;
        }
      g_assert_true ((case_find (&self, "memory_late_release") != NULL) == has_any);
      g_assert_true ((case_find (&self, "memory_spike") != NULL) == has_any);
      g_assert_true (case_is_silent (&self, "memory_limit"));
      if (!has_any)
        continue;
      g_assert_cmpint (get_only_rank (case_find (&self, "memory_spike")), ==, 0);
      g_assert_false (lsc_finding_stands_out (case_find (&self, "memory_spike")));
      g_assert_false (lsc_finding_stands_out (case_find (&self, "memory_late_release")));
      g_assert_cmpuint (case_find (&self, "memory_late_release")->places->len, ==, 1);
    }
}

/* What the pool reserves beyond what is allocated, more than 1 GiB and 20 % of it; and the variable
 * that would help. */
static void
test_peaks (void)
{
  for (gint64 gib = 11; gib <= 13; gib += 2)
    {
      g_auto (Case) self = { 0 };
      gboolean is_much = gib > 12;

      case_init (&self, 1);
      self.digests[0]->peaks = (LscDigestPeaks){ .allocated_bytes = (gint64) 10 << 30,
                                                 .reserved_bytes = gib << 30,
                                                 .process_bytes = (gint64) 15 << 30,
                                                 .pool_bytes = gib << 30,
                                                 .component = LSC_STRING_NONE };
      lsc_rank_digest_set_variable (self.digests[0], "HCCL_ALGO", "");
      g_assert_true ((case_find (&self, "memory_fragmentation") != NULL) == is_much);
      g_assert_true ((case_find (&self, "E05") != NULL) == is_much);
      g_assert_true ((case_find (&self, "memory_outside") != NULL) == !is_much);
      g_assert_false (lsc_finding_stands_out (lsc_findings_get (self.findings, 0)));
    }
}

/* A variable is named beside its symptom alone. */
static void
test_variables (void)
{
  for (guint suffers = 0; suffers < 2; suffers++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 1);
      lsc_rank_digest_set_variable (self.digests[0], "ASCEND_LAUNCH_BLOCKING", "1");
      case_lose (&self, 0, LSC_LOSS_SYNC, suffers ? 5 * MS : 0);
      g_assert_true ((case_find (&self, "E06") != NULL) == suffers);
    }
}

/* Each variable is named where it is set so and its symptom costs enough, and never without both.
 */
static void
test_each_variable (void)
{
  static const struct
  {
    const char *id, *variable, *bad, *good;
    LscLoss symptom;
  } cases[] = {
    { "E01", "ASCEND_GLOBAL_LOG_LEVEL", "1", "3", LSC_LOSS_HOST },
    { "E02", "HCCL_RDMA_TC", "132", "", LSC_LOSS_TRANSFER },
    { "E02", "HCCL_RDMA_SL", "4", "", LSC_LOSS_TRANSFER },
    { "E03", "ACLNN_CACHE_LIMIT", "100", "100000", LSC_LOSS_SMALL_KERNELS },
    { "E07", "HCCL_ALGO", "level0:ring", "", LSC_LOSS_TRANSFER },
    { "E06", "ASCEND_LAUNCH_BLOCKING", "1", "0", LSC_LOSS_HOST },
    { "E05", "PYTORCH_NPU_ALLOC_CONF", "max_split_size_mb:32", "expandable_segments:True",
      LSC_LOSS_MEMORY_CALLS },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint k = 0; k < 4; k++)
      {
        gboolean is_bad = k & 1, suffers = k & 2;
        g_auto (Case) self = { 0 };

        case_init (&self, 1);
        lsc_rank_digest_set_variable (self.digests[0], cases[i].variable,
                                      is_bad ? cases[i].bad : cases[i].good);
        case_lose (&self, 0, cases[i].symptom, suffers ? 5 * MS : MS);
        g_assert_cmpint (case_find (&self, cases[i].id) != NULL, ==, is_bad && suffers);
      }
}

/* Transfers count where less than half of communication is hidden, from 3 % of a step on. */
static void
test_uncovered (void)
{
  static const struct
  {
    gint64 open_ms;
    gint64 hidden_ms;
    gboolean is_told;
  } cases[] = { { 4, 3, TRUE }, { 4, 4, FALSE }, { 2, 0, FALSE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 1);
      case_lose (&self, 0, LSC_LOSS_TRANSFER, cases[i].open_ms * MS);
      for (guint k = 0; k < 2; k++)
        case_get_step (&self, 0, k)->hidden_comm_ns = cases[i].hidden_ms * MS;
      g_assert_true ((case_find (&self, "uncovered_communication") != NULL) == cases[i].is_told);
      g_assert_cmpuint (self.findings->rows->len, ==, cases[i].is_told);
    }
}

/* The finding of an upper bound gives way to one of half its share that is certain. */
static void
test_order (void)
{
  g_auto (Case) self = { 0 };

  case_init (&self, 1);
  case_lose (&self, 0, LSC_LOSS_TRANSFER, 10 * MS);
  case_lose (&self, 0, LSC_LOSS_SYNC, 6 * MS);
  g_assert_nonnull (case_find (&self, "uncovered_communication"));
  g_assert_cmpstr (lsc_findings_get (self.findings, 0)->id, ==, "sync_calls");
}

/* The largest part is named whatever it is, and ranks of which another one is the largest with it:
 * rank 1 has no requests and waits for 84 % of the step. */
static void
test_headline (void)
{
  g_auto (Case) self = { 0 };
  g_autofree char *words = NULL;

  case_init (&self, 2);
  self.overview.step_ns = STEP_NS;
  for (guint i = 0; i < 2; i++)
    {
      LscBudgetStep *busy = case_get_step (&self, 0, i), *idle = case_get_step (&self, 1, i);

      busy->ns[LSC_BUDGET_FREE_DEVICE] = 40 * MS;
      idle->ns[LSC_BUDGET_COMPUTE] = 16 * MS;
      idle->ns[LSC_BUDGET_WAIT] = 84 * MS;
    }
  case_find (&self, "slow_rank");
  words = lsc_phrase_to_words (self.findings->headline);
  g_assert_cmpstr (
      words, ==,
      "Step time 100.0 ms: most is waiting in collectives (42.0 %), computation takes 38.0 %. On "
      "rank 0 the device idles for up to 40.00 ms (40.0 %) with work launched. The recording "
      "does not show whether it waits for another stream, an event or its peers.");
  g_clear_pointer (&self.findings, lsc_findings_unref);
  g_clear_pointer (&words, g_free);
  for (guint i = 0; i < 2; i++)
    {
      case_get_step (&self, 0, i)->ns[LSC_BUDGET_FREE_DEVICE] = 0;
      case_get_step (&self, 0, i)->ns[LSC_BUDGET_COMPUTE] = 95 * MS;
    }
  case_find (&self, "slow_rank");
  words = lsc_phrase_to_words (self.findings->headline);
  g_assert_cmpstr (
      words, ==,
      "Step time 100.0 ms: computation takes 55.5 %, waiting in collectives is next (42.0 %). On "
      "rank 1 most of the time is waiting in collectives (up to 84.0 %).");
}

/* Both steps of a rank: it computes, idles for @idle_ns with work launched, and reduces for 1 ms.
 */
static void
make_meeting (LscRankDigest *digest, gint64 idle_ns)
{
  LscRankGroup *group = lsc_rank_digest_add_group (digest, "dp", "dp [0, 1]");
  gint64 own_ns = 0;

  digest->has_work = TRUE;
  for (gint64 member = 0; member < 2; member++)
    lsc_int64s_append (&group->ranks, member);
  for (guint32 i = 0; i < 2; i++)
    {
      LscBudgetStep *step = &digest->steps.items[i];
      gint64 begin_own_ns = own_ns, compute_ns = STEP_NS - MS - idle_ns;
      LscRankOp op = { .kind = LSC_RANK_OP_JOINT,
                       .peer = LSC_RANK_UNKNOWN,
                       .step = i,
                       .slice = LSC_SLICE_NONE,
                       .holds = TRUE };

      step->step = i;
      step->begin_ns = i * STEP_NS;
      step->end_ns = (i + 1) * STEP_NS;
      step->ns[LSC_BUDGET_COMPUTE] = compute_ns;
      step->ns[LSC_BUDGET_FREE_DEVICE] = idle_ns;
      step->ns[LSC_BUDGET_TRANSFER] = MS;
      lsc_digest_owns_append (&digest->own, (LscDigestOwn){ own_ns + compute_ns, compute_ns,
                                                            LSC_WORK_COMPUTE, LSC_LOSS_N });
      own_ns += compute_ns + idle_ns;
      lsc_digest_owns_append (&digest->own,
                              (LscDigestOwn){ own_ns, idle_ns, LSC_WORK_N, LSC_LOSS_DEVICE });
      op.begin_ns = step->end_ns - MS;
      op.end_ns = step->end_ns;
      op.own_begin_ns = op.own_end_ns = own_ns;
      op.group = lsc_rank_digest_add_text (digest, "dp");
      op.name = lsc_rank_digest_add_text (digest, "hcom_allReduce_");
      lsc_rank_ops_append (&digest->ops, op);
      lsc_digest_own_steps_append (&digest->own_steps, (LscDigestOwnStep){ begin_own_ns, own_ns });
    }
}

/* Rank 1 idles for 40 ms before an all-reduce that begins on both ranks together; @idle_ns of rank
 * 0 tells whether that comes last. */
static void
test_meeting (void)
{
  static const gint64 idle_ns[] = { 0, 10 * MS };
  static const char *const words[] = {
    "Rank 1 idles longest before a collective: 40.00 ms per step for rank 0 (dp [0, 1]).",
    "Rank 1 idles longest before a collective: 30.00 ms per step in dp [0, 1].",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_auto (Case) self = { 0 };
      g_autofree char *headline = NULL;

      case_init (&self, 2);
      self.overview.step_ns = STEP_NS;
      make_meeting (self.digests[0], idle_ns[i]);
      make_meeting (self.digests[1], 40 * MS);
      g_assert_null (case_find (&self, "free_device"));
      headline = lsc_phrase_to_words (self.findings->headline);
      g_assert_nonnull (
          strstr (headline, "mostly waiting for ranks that reach a collective later"));
      g_assert_nonnull (strstr (headline, words[i]));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings/clean", test_clean);
  g_test_add_func ("/findings/idle", test_idle);
  g_test_add_func ("/findings/little-idle", test_little_idle);
  g_test_add_func ("/findings/unlinked", test_unlinked);
  g_test_add_func ("/findings/tail", test_tail);
  g_test_add_func ("/findings/unmarked", test_unmarked);
  g_test_add_func ("/findings/gain", test_gain);
  g_test_add_func ("/findings/packets", test_packets);
  g_test_add_func ("/findings/contention", test_contention);
  g_test_add_func ("/findings/backlog", test_backlog);
  g_test_add_func ("/findings/gain-behind-wait", test_gain_behind_wait);
  g_test_add_func ("/findings/memory", test_memory);
  g_test_add_func ("/findings/kept-blocks", test_kept);
  g_test_add_func ("/findings/single-blocks", test_single_blocks);
  g_test_add_func ("/findings/unread-blocks", test_unread_blocks);
  g_test_add_func ("/findings/peaks", test_peaks);
  g_test_add_func ("/findings/variables", test_variables);
  g_test_add_func ("/findings/each-variable", test_each_variable);
  g_test_add_func ("/findings/uncovered", test_uncovered);
  g_test_add_func ("/findings/order", test_order);
  g_test_add_func ("/findings/headline", test_headline);
  g_test_add_func ("/findings/meeting", test_meeting);
  return g_test_run ();
}
