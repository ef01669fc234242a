/* test-findings.c - rules on facts made by hand: what each finds, and where it is silent
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/findings/lsc-findings.h"

#define MS G_GINT64_CONSTANT (1000000)
#define STEP_NS (100 * MS)

/** One or two ranks with two steps of 100 ms, of which they compute 60. */
typedef struct
{
  LscOverview overview;
  LscRuleFacts *facts[2];
  LscFindings *findings; /* (nullable) */
} Case;

static LscRuleFacts *
make_facts (gint64 rank)
{
  LscRuleFacts *self = g_new0 (LscRuleFacts, 1);
  LscRuleStep step = { .step_ns = STEP_NS, .compute_ns = 60 * MS };

  self->rank = rank;
  self->is_split = TRUE;
  self->usual_mhz = -1;
  self->peaks = (LscRulePeaks){ .allocated_bytes = LSC_INT_NULL, .process_bytes = LSC_INT_NULL };
  self->steps = g_array_new (FALSE, FALSE, sizeof (LscRuleStep));
  self->kernels = g_array_new (FALSE, FALSE, sizeof (LscRuleKernel));
  self->sequences = g_array_new (FALSE, TRUE, sizeof (LscRuleSequence));
  self->groups = g_array_new (FALSE, FALSE, sizeof (LscRuleGroup));
  self->links = g_array_new (FALSE, FALSE, sizeof (LscRuleLink));
  self->memory = g_array_new (FALSE, FALSE, sizeof (LscRuleMemory));
  self->kept = g_array_new (FALSE, FALSE, sizeof (LscRuleBlocks));
  self->variables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->names = g_string_chunk_new (64);
  for (guint i = 0; i < 2; i++)
    g_array_append_val (self->steps, step);
  return self;
}

static void
case_init (Case *self, guint n)
{
  *self = (Case){ 0 };
  self->overview.ranks = g_array_new (FALSE, TRUE, sizeof (LscOverviewRank));
  g_array_set_size (self->overview.ranks, n);
  for (guint i = 0; i < n; i++)
    {
      g_array_index (self->overview.ranks, LscOverviewRank, i).rank = i;
      self->facts[i] = make_facts (i);
    }
}

static void
case_clear (Case *self)
{
  g_clear_pointer (&self->findings, lsc_findings_unref);
  for (guint i = 0; i < self->overview.ranks->len; i++)
    lsc_rule_facts_free (self->facts[i]);
  g_array_unref (self->overview.ranks);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

/* What each step of a rank loses. */
static void
lose (Case *self, guint rank, LscLoss loss, gint64 ns)
{
  for (guint i = 0; i < 2; i++)
    g_array_index (self->facts[rank]->steps, LscRuleStep, i).ns[loss] = ns;
}

static void
add_kernels (Case *self, guint rank, const char *name, guint8 kind, gint64 ns)
{
  LscRuleKernel kernel = { .name = g_string_chunk_insert (self->facts[rank]->names, name),
                           .kind = kind,
                           .n = 4,
                           .ns = 2 * ns, /* of both steps */
                           .longest = LSC_SLICE_NONE };

  g_array_append_val (self->facts[rank]->kernels, kernel);
}

/* (nullable): the finding of a rule */
static const LscFinding *
find (Case *self, const char *id)
{
  if (!self->findings)
    self->findings = lsc_findings_new (&self->overview, self->facts, NULL);
  for (guint i = 0; i < self->findings->rows->len; i++)
    if (g_strcmp0 (lsc_findings_get (self->findings, i)->id, id) == 0)
      return lsc_findings_get (self->findings, i);
  return NULL;
}

static gboolean
is_silent (const Case *self, const char *id)
{
  for (guint i = 0; i < self->findings->silent->len; i++)
    if (strcmp (((const LscSilentRule *) self->findings->silent->pdata[i])->id, id) == 0)
      return TRUE;
  return FALSE;
}

static gint64
first_rank (const LscFinding *finding)
{
  g_assert_cmpuint (finding->ranks->len, ==, 1);
  return g_array_index (finding->ranks, gint64, 0);
}

/* A clean recording has no finding. */
static void
test_clean (void)
{
  g_auto (Case) self = { 0 };

  case_init (&self, 2);
  g_assert_null (find (&self, "host_bound"));
  g_assert_cmpuint (self.findings->rows->len, ==, 0);
}

/* Each kind of idleness by its rule, and no other one; below 2 % it is minor. */
static void
test_idle (void)
{
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

  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    for (guint small = 0; small < 2; small++)
      {
        g_auto (Case) self = { 0 };

        case_init (&self, 1);
        lose (&self, 0, rules[i].loss, small ? MS : 5 * MS);
        g_assert_nonnull (find (&self, rules[i].id));
        g_assert_cmpuint (self.findings->rows->len, ==, 1);
        g_assert_cmpint (find (&self, rules[i].id)->gain_ns, ==, small ? MS : 5 * MS);
        g_assert_cmpint (find (&self, rules[i].id)->severity, ==,
                         small || rules[i].loss == LSC_LOSS_DEVICE ? LSC_FINDING_MINOR
                                                                   : LSC_FINDING_MAJOR);
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
      lose (&self, 0, LSC_LOSS_UNLINKED, cases[i].lost_ms * MS);
      finding = find (&self, "free_unlinked");
      g_assert_cmpint (finding != NULL, ==, cases[i].is_found);
      if (finding == NULL)
        continue;
      g_assert_cmpint (finding->severity, ==, cases[i].severity);
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
  lose (&self, 0, LSC_LOSS_SYNC, 12 * MS);
  lose (&self, 0, LSC_LOSS_WAIT, 2 * MS);
  lose (&self, 1, LSC_LOSS_WAIT, 10 * MS);
  g_assert_cmpint (find (&self, "sync_calls")->gain_ns, ==, 8 * MS);
  g_assert_cmpfloat (find (&self, "sync_calls")->share, ==, 0.08);
  g_assert_cmpint (first_rank (find (&self, "sync_calls")), ==, 0);
}

/* Rules about kernels count each its own. */
static void
test_kernels (void)
{
  static const struct
  {
    const char *name;
    guint8 kind;
    const char *id;
    LscFindingSeverity severity;
  } rules[] = {
    { "NonZero", LSC_SLICE_AI_CPU, "K01", LSC_FINDING_MAJOR },
    { "trans_TransData_9", LSC_SLICE_VECTOR, "K12", LSC_FINDING_MINOR },
    { "aclnnForeachAddList", LSC_SLICE_VECTOR, "F03", LSC_FINDING_MINOR },
    { "SyncBatchNormGatherStats", LSC_SLICE_VECTOR, "S02", LSC_FINDING_MINOR },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 1);
      add_kernels (&self, 0, "MatMulV3", LSC_SLICE_CUBE, 40 * MS);
      add_kernels (&self, 0, rules[i].name, rules[i].kind, 3 * MS);
      g_assert_nonnull (find (&self, rules[i].id));
      g_assert_cmpuint (self.findings->rows->len, ==, 1);
      g_assert_cmpint (find (&self, rules[i].id)->severity, ==, rules[i].severity);
      g_assert_true (find (&self, rules[i].id)->is_bound);
    }
}

/* Kernels that could be one; those that merely repeat cost no more than the host is late. */
static void
test_sequences (void)
{
  for (guint is_known = 0; is_known < 2; is_known++)
    for (gint64 late_ms = 0; late_ms <= 3; late_ms += 3)
      {
        g_auto (Case) self = { 0 };
        LscRuleSequence sequence = { .names = "Swish, Mul",
                                     .fused = is_known ? "npu_swiglu" : NULL,
                                     .n = 8,
                                     .saved_ns = 2 * 4 * MS,
                                     .slice = LSC_SLICE_NONE };
        const char *id = is_known ? "F02" : "F01";

        case_init (&self, 1);
        lose (&self, 0, LSC_LOSS_SMALL_KERNELS, late_ms * MS);
        g_array_append_val (self.facts[0]->sequences, sequence);
        g_assert_true ((find (&self, id) != NULL) == (is_known || late_ms > 0));
        if (!find (&self, id))
          continue;
        g_assert_cmpint (find (&self, id)->gain_ns, ==, (is_known ? 4 : 3) * MS);
        g_assert_cmpint (find (&self, id)->severity, ==, LSC_FINDING_MINOR);
      }
}

static LscRuleKernel *
last_kernel (Case *self)
{
  GArray *kernels = self->facts[0]->kernels;

  return &g_array_index (kernels, LscRuleKernel, kernels->len - 1);
}

/* Each rule at its threshold and just below; gains are of 40 ms of kernels a step. */
static void
test_counters (void)
{
  static const struct
  {
    const char *id; /* (nullable) */
    const char *name;
    guint8 kind;
    double pipes[LSC_PIPE_N]; /* mac, vector, load, store, fixpipe, other */
    double gain_ms;
  } cases[] = {
    { "K05", "MatMulV3", LSC_SLICE_CUBE, { 0.4, 0, 0.96 }, 22.4 },
    { NULL, "MatMulV3", LSC_SLICE_CUBE, { 0.4, 0, 0.94 }, 0 },
    { "K06", "FlashAttentionScore", LSC_SLICE_MIX, { 0.3, 0.5, 0.8 }, 12 },
    { NULL, "FlashAttentionScore", LSC_SLICE_MIX, { 0.3, 0.5, 0.79 }, 0 },
    { "K07", "FlashAttentionScoreGrad", LSC_SLICE_MIX, { 0.3, 0.25, 0.1, 0, 0.75 }, 18 },
    { NULL, "FlashAttentionScoreGrad", LSC_SLICE_MIX, { 0.3, 0.25, 0.79, 0, 0.74 }, 0 },
    { "K08", "Add", LSC_SLICE_VECTOR, { 0, 0.2, 0.3, 0.7 }, 20 },
    { NULL, "Add", LSC_SLICE_VECTOR, { 0, 0.2, 0.3, 0.69 }, 0 },
    { "K10", "Add", LSC_SLICE_VECTOR, { 0, 0.2, 0.35, 0.1 }, 20 },
    { "K10", "MatMulV3", LSC_SLICE_CUBE, { 0.4, 0, 0.6 }, 10 },
    { NULL, "MatMulV3", LSC_SLICE_CUBE, { 0.8, 0, 0.6 }, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 1);
      add_kernels (&self, 0, cases[i].name, cases[i].kind, 40 * MS);
      last_kernel (&self)->has_pipes = TRUE;
      last_kernel (&self)->longest_ns = MS;
      memcpy (last_kernel (&self)->pipes, cases[i].pipes, sizeof cases[i].pipes);
      g_assert_true ((find (&self, cases[i].id ? cases[i].id : "K05") != NULL) ==
                     (cases[i].id != NULL));
      g_assert_cmpuint (self.findings->rows->len, ==, cases[i].id ? 1 : 0);
      if (cases[i].id)
        g_assert_cmpfloat_with_epsilon ((double) find (&self, cases[i].id)->gain_ns,
                                        cases[i].gain_ms * (double) MS, 1);
    }
}

/* Without counters these rules say so; blocks on all cores lose nothing. */
static void
test_blocks (void)
{
  for (gint64 n = 42; n <= 48; n += 6)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 1);
      self.facts[0]->n_cores = 24;
      add_kernels (&self, 0, "aclnnMm_MatMulV2", LSC_SLICE_CUBE, 20 * MS);
      last_kernel (&self)->n_cores = n / 2;
      last_kernel (&self)->is_odd = n == 42;
      add_kernels (&self, 0, "Add", LSC_SLICE_VECTOR, 20 * MS);
      last_kernel (&self)->n_cores = n;
      g_assert_true ((find (&self, "K09") != NULL) == (n == 42));
      g_assert_true ((find (&self, "K04") != NULL) == (n == 42));
      g_assert_cmpuint (self.findings->rows->len, ==, n == 42 ? 2 : 0);
      if (n == 42)
        {
          g_assert_cmpint (find (&self, "K09")->gain_ns, ==, 5 * MS);
          g_assert_cmpint (find (&self, "K04")->gain_ns, ==, LSC_INT_NULL);
        }
      g_assert_true (is_silent (&self, "K05-K08, K10"));
      g_assert_false (is_silent (&self, "K09"));
    }
}

static void
add_link (Case *self, guint32 transport, gint64 n, gint64 bytes, gint64 ns)
{
  LscRuleLink link = { .source = 0,
                       .target = 1,
                       .transport = transport,
                       .link = 1,
                       .magnitude = (guint32) g_bit_storage ((gulong) bytes),
                       .is_odd = bytes % 512 != 0,
                       .n = n,
                       .bytes = n * bytes,
                       .ns = n * ns,
                       .end_ns = ns };

  g_array_append_val (self->facts[0]->links, link);
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
      lose (&self, 0, LSC_LOSS_TRANSFER, 5 * MS);
      for (guint k = 0; k < 2; k++)
        g_array_index (self.facts[0]->steps, LscRuleStep, k).hidden_ns = 5 * MS;
      add_link (&self, cases[i].transport, cases[i].n, cases[i].bytes, cases[i].ns);
      if (cases[i].n_large > 0)
        add_link (&self, cases[i].transport, cases[i].n_large, 40000000, 2 * MS);
      if (!cases[i].id)
        g_assert_null (find (&self, "C01"));
      g_assert_cmpuint (self.findings ? self.findings->rows->len : 1, ==, cases[i].id ? 1 : 0);
      if (!cases[i].id)
        continue;
      g_assert_nonnull (find (&self, cases[i].id));
      g_assert_cmpuint (self.findings->rows->len, ==, 1);
      g_assert_cmpfloat_with_epsilon ((double) find (&self, cases[i].id)->gain_ns,
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
      lose (&self, 0, LSC_LOSS_TRANSFER, 5 * MS);
      for (guint k = 0; k < 2; k++)
        g_array_index (self.facts[0]->steps, LscRuleStep, k).hidden_ns = 5 * MS;
      add_link (&self, LSC_TRANSPORT_SDMA, 10, 40000000, 2 * MS);
      self.facts[0]->contention.ns = 10 * MS;
      self.facts[0]->contention.bytes = 100e6;
      self.facts[0]->contention.excess_ns = is_slower ? 8 * MS : 0;
      g_assert_true ((find (&self, "C04") != NULL) == is_slower);
      g_assert_cmpuint (self.findings->rows->len, ==, is_slower);
      if (is_slower)
        g_assert_cmpint (find (&self, "C04")->gain_ns, ==, 2 * MS);
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
      LscRuleStep step = { .step_ns = STEP_NS, .compute_ns = 60 * MS };
      LscRuleGroup group = { .wait_ns = 3 * MS };

      case_init (&self, 1);
      g_array_append_val (self.facts[0]->steps, step);
      lsc_int64s_append (&group.members, 0);
      if (cases[i].is_open)
        lsc_int64s_append (&group.members, 1);
      g_array_append_val (self.facts[0]->groups, group);
      lose (&self, 0, LSC_LOSS_WAIT, MS);
      for (guint k = 0; k < 3; k++)
        {
          LscRuleStep *fact = &g_array_index (self.facts[0]->steps, LscRuleStep, k);

          fact->hidden_ns = cases[i].hidden_ms[k] * MS;
          fact->ns[LSC_LOSS_WAIT] = MS;
        }
      g_assert_true ((find (&self, "communication_wait") != NULL) == cases[i].is_open);
      if (cases[i].is_open)
        g_assert_cmpint (find (&self, "communication_wait")->gain_ns, ==, cases[i].gain_ms * MS);
      lsc_int64s_clear (&g_array_index (self.facts[0]->groups, LscRuleGroup, 0).members);
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
          LscRuleMemory memory = { i * STEP_NS, (i + 1) * STEP_NS,
                                   ((gint64) 4000 + 100 * (grows ? i : i % 2)) << 20 };

          g_array_append_val (self.facts[0]->memory, memory);
        }
      g_assert_true ((find (&self, "memory_growth") != NULL) == grows);
      if (!grows)
        continue;
      g_assert_cmpint (find (&self, "memory_growth")->severity, ==, LSC_FINDING_MAJOR);
      g_assert_cmpint (find (&self, "memory_growth")->gain_ns, ==, LSC_INT_NULL);
    }
}

static LscRuleBlocks
make_blocks (gint64 bytes)
{
  return (LscRuleBlocks){ .name = "aten::cat",
                          .module = "Net/Layer",
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
      LscRuleBlocks kept = make_blocks (100 << 20);
      const LscFinding *row;
      g_autofree char *text = NULL;

      case_init (&self, 1);
      for (gint64 i = 0; i < 5; i++)
        {
          LscRuleMemory memory = { i * STEP_NS, (i + 1) * STEP_NS, (4000 + 100 * i) << 20 };

          g_array_append_val (self.facts[0]->memory, memory);
        }
      if (is_known)
        g_array_append_val (self.facts[0]->kept, kept);
      self.facts[0]->lacks_blocks = !is_known;
      row = find (&self, "memory_growth");
      g_assert_nonnull (row);
      text = lsc_phrase_to_words (row->text);
      g_assert_true ((strstr (text, "aten::cat (Net/Layer) allocates stays most") != NULL) ==
                     is_known);
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
      LscRuleBlocks kept = make_blocks (100 << 20);
      g_autofree char *unknown = NULL;

      case_init (&self, 1);
      for (gint64 i = 0; i < 5; i++)
        {
          LscRuleMemory memory = { i * STEP_NS, (i + 1) * STEP_NS, (4000 + 100 * i) << 20 };

          g_array_append_val (self.facts[0]->memory, memory);
        }
      if (has_error)
        self.facts[0]->blocks_error = g_strdup ("a.db: disk I/O error");
      else
        g_array_append_val (self.facts[0]->kept, kept);
      self.facts[0]->n_bad_blocks = has_error ? 0 : 3;
      unknown = lsc_phrase_to_words (find (&self, "memory_growth")->unknown);
      g_assert_nonnull (strstr (unknown, has_error ? "a.db: disk I/O error"
                                                   : "3 rows of single blocks have no size"));
      g_assert_null (strstr (unknown, "not recorded"));
      g_assert_true (is_silent (&self, "memory_spike") == has_error);
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
      self.facts[0]->peaks = (LscRulePeaks){ .allocated_bytes = 1000 << 20,
                                             .reserved_bytes = LSC_INT_NULL,
                                             .process_bytes = 1100 << 20,
                                             .pool_bytes = 1000 << 20 };
      if (has_any)
        {
          self.facts[0]->late = self.facts[0]->spike = make_blocks (100 << 20);
          self.facts[0]->late_ns = 12 * MS;
        }
      g_assert_true ((find (&self, "memory_late_release") != NULL) == has_any);
      g_assert_true ((find (&self, "memory_spike") != NULL) == has_any);
      g_assert_true (is_silent (&self, "memory_limit"));
      if (!has_any)
        continue;
      g_assert_cmpint (first_rank (find (&self, "memory_spike")), ==, 0);
      g_assert_cmpint (find (&self, "memory_spike")->severity, ==, LSC_FINDING_MINOR);
      g_assert_cmpint (find (&self, "memory_late_release")->severity, ==, LSC_FINDING_MINOR);
      g_assert_cmpuint (find (&self, "memory_late_release")->places->len, ==, 1);
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
      self.facts[0]->peaks = (LscRulePeaks){ .allocated_bytes = (gint64) 10 << 30,
                                             .reserved_bytes = gib << 30,
                                             .process_bytes = (gint64) 15 << 30,
                                             .pool_bytes = gib << 30 };
      g_hash_table_insert (self.facts[0]->variables, g_strdup ("HCCL_ALGO"), g_strdup (""));
      g_assert_true ((find (&self, "memory_fragmentation") != NULL) == is_much);
      g_assert_true ((find (&self, "E05") != NULL) == is_much);
      g_assert_true ((find (&self, "memory_outside") != NULL) == !is_much);
      g_assert_cmpint (lsc_findings_get (self.findings, 0)->severity, ==, LSC_FINDING_MINOR);
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
      g_hash_table_insert (self.facts[0]->variables, g_strdup ("ASCEND_LAUNCH_BLOCKING"),
                           g_strdup ("1"));
      lose (&self, 0, LSC_LOSS_SYNC, suffers ? 5 * MS : 0);
      g_assert_true ((find (&self, "E06") != NULL) == suffers);
    }
}

/* The host is late, and kernels of changing shapes take some or little of what computes. */
static void
test_dynamic (void)
{
  for (guint little = 0; little < 2; little++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 1);
      g_hash_table_insert (self.facts[0]->variables, g_strdup ("HOST_CACHE_CAPACITY"),
                           g_strdup (""));
      lose (&self, 0, LSC_LOSS_HOST, 5 * MS);
      add_kernels (&self, 0, "MatMulV3", LSC_SLICE_CUBE, 18 * MS);
      add_kernels (&self, 0, "Index", LSC_SLICE_VECTOR, little ? MS : 2 * MS);
      last_kernel (&self)->is_dynamic = TRUE;
      g_assert_true ((find (&self, "E04") != NULL) == !little);
    }
}

/* A rank that computes more than its peer in every step, unless a lower frequency explains it. */
static void
test_slow_rank (void)
{
  for (guint is_throttled = 0; is_throttled < 2; is_throttled++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 2);
      for (guint r = 0; r < 2; r++)
        for (guint i = 0; i < 2; i++)
          {
            LscRuleStep *step = &g_array_index (self.facts[r]->steps, LscRuleStep, i);

            step->compute_ns = r ? 75 * MS : 60 * MS;
            step->ns[LSC_LOSS_WAIT] = r ? 0 : 15 * MS;
            step->cycles_mhz_ns = is_throttled ? 1800.0 * 60 * MS : 1800.0 * step->compute_ns;
          }
      self.facts[0]->usual_mhz = self.facts[1]->usual_mhz = 1800;
      g_assert_cmpint (first_rank (find (&self, is_throttled ? "frequency_drop" : "slow_rank")), ==,
                       1);
      g_assert_null (find (&self, is_throttled ? "slow_rank" : "frequency_drop"));
      g_assert_cmpuint (self.findings->rows->len, ==, 1);
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
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint k = 0; k < 4; k++)
      {
        gboolean is_bad = k & 1, suffers = k & 2;
        g_auto (Case) self = { 0 };

        case_init (&self, 1);
        g_hash_table_insert (self.facts[0]->variables, g_strdup (cases[i].variable),
                             g_strdup (is_bad ? cases[i].bad : cases[i].good));
        lose (&self, 0, cases[i].symptom, suffers ? 5 * MS : MS);
        g_assert_cmpint (find (&self, cases[i].id) != NULL, ==, is_bad && suffers);
      }
}

/* A frequency that stays is no matter; half of the time at 0.9 of the usual one costs 5 % of what
 * is computed, and computing a twentieth of a step so costs too little to be told. */
static void
test_frequency (void)
{
  static const struct
  {
    double part; /* of the time, at 0.9 */
    gboolean is_told;
  } cases[] = { { 0, FALSE }, { 0.05, FALSE }, { 0.5, TRUE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;

      case_init (&self, 1);
      self.facts[0]->usual_mhz = 1800;
      for (guint k = 0; k < 2; k++)
        g_array_index (self.facts[0]->steps, LscRuleStep, k).cycles_mhz_ns =
            1800.0 * 60 * MS * (1 - 0.1 * cases[i].part);
      found = find (&self, "frequency_drop");
      g_assert_cmpint (found != NULL, ==, cases[i].is_told);
      g_assert_false (is_silent (&self, "frequency_drop"));
      if (found)
        g_assert_cmpfloat_with_epsilon (found->share, 0.6 * 0.05, 1e-6);
    }
}

/* The slow rank has more kernels than its peer, or slower ones. */
static void
test_difference (void)
{
  for (gint64 more = 0; more < 2; more++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;
      g_autofree char *words = NULL;

      case_init (&self, 2);
      for (guint i = 0; i < 2; i++)
        {
          g_array_index (self.facts[1]->steps, LscRuleStep, i).compute_ns = 75 * MS;
          g_array_index (self.facts[0]->steps, LscRuleStep, i).ns[LSC_LOSS_WAIT] = 15 * MS;
        }
      for (guint i = 0; i < 2; i++)
        {
          add_kernels (&self, i, "MatMulV3", LSC_SLICE_CUBE, 30 * MS);
          add_kernels (&self, i, "Softmax", LSC_SLICE_VECTOR, (i ? 25 : 10) * MS);
          g_array_index (self.facts[i]->kernels, LscRuleKernel, 1).n += i * more;
        }
      g_assert_nonnull (find (&self, "slow_rank"));
      found = find (&self, "G05");
      g_assert_cmpint (first_rank (found), ==, 1);
      words = lsc_phrase_to_words (found->text);
      g_assert_nonnull (strstr (words, "15.00 ms a step longer in Softmax"));
      g_assert_nonnull (strstr (words, more ? "5 kernels instead of 4" : "each is slower"));
      g_assert_cmpuint (found->places->len, ==, 2);
      g_assert_cmpint (found->gain_ns, ==, LSC_INT_NULL);
    }
}

/* Where a rank is slow for its host, the call is named; where it computes more, none is. */
static void
test_calls (void)
{
  for (guint is_host = 0; is_host < 2; is_host++)
    {
      g_auto (Case) self = { 0 };
      LscOverviewRank *rank;
      const LscFinding *found;

      case_init (&self, 2);
      rank = &g_array_index (self.overview.ranks, LscOverviewRank, 1);
      rank->verdict = LSC_RANK_SLOW;
      rank->excess = (LscExcess){ .work = is_host ? LSC_WORK_HOST : LSC_WORK_COMPUTE,
                                  .kernel = (char *) "aten::index",
                                  .kernel_ns = 7 * MS,
                                  .slice = 12,
                                  .begin_ns = 30 * MS,
                                  .end_ns = 38 * MS };
      found = find (&self, "G05");
      g_assert_cmpint (found != NULL, ==, is_host);
      if (is_host)
        {
          const LscEvidencePlace *place = found->places->pdata[0];
          g_autofree char *words = lsc_phrase_to_words (found->text);

          g_assert_nonnull (strstr (words, "rank 1 the device idles 7.000 ms a step longer"));
          g_assert_nonnull (strstr (words, "for aten::index"));
          g_assert_cmpint (first_rank (found), ==, 1);
          g_assert_cmpint (found->severity, ==, LSC_FINDING_MINOR);
          g_assert_cmpint (found->gain_ns, ==, LSC_INT_NULL);
          g_assert_cmpuint (place->slice, ==, 12);
          g_assert_cmpint (place->end_ns, ==, 38 * MS);
        }
    }
}

/* The finding of an upper bound gives way to one of half its share that is certain. */
static void
test_order (void)
{
  g_auto (Case) self = { 0 };

  case_init (&self, 1);
  lose (&self, 0, LSC_LOSS_TRANSFER, 10 * MS);
  lose (&self, 0, LSC_LOSS_SYNC, 6 * MS);
  g_assert_nonnull (find (&self, "uncovered_communication"));
  g_assert_cmpstr (lsc_findings_get (self.findings, 0)->id, ==, "sync_calls");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings/clean", test_clean);
  g_test_add_func ("/findings/idle", test_idle);
  g_test_add_func ("/findings/unlinked", test_unlinked);
  g_test_add_func ("/findings/gain", test_gain);
  g_test_add_func ("/findings/kernels", test_kernels);
  g_test_add_func ("/findings/sequences", test_sequences);
  g_test_add_func ("/findings/counters", test_counters);
  g_test_add_func ("/findings/blocks", test_blocks);
  g_test_add_func ("/findings/packets", test_packets);
  g_test_add_func ("/findings/contention", test_contention);
  g_test_add_func ("/findings/backlog", test_backlog);
  g_test_add_func ("/findings/memory", test_memory);
  g_test_add_func ("/findings/kept-blocks", test_kept);
  g_test_add_func ("/findings/single-blocks", test_single_blocks);
  g_test_add_func ("/findings/unread-blocks", test_unread_blocks);
  g_test_add_func ("/findings/peaks", test_peaks);
  g_test_add_func ("/findings/variables", test_variables);
  g_test_add_func ("/findings/dynamic", test_dynamic);
  g_test_add_func ("/findings/slow-rank", test_slow_rank);
  g_test_add_func ("/findings/each-variable", test_each_variable);
  g_test_add_func ("/findings/frequency", test_frequency);
  g_test_add_func ("/findings/calls", test_calls);
  g_test_add_func ("/findings/difference", test_difference);
  g_test_add_func ("/findings/order", test_order);
  return g_test_run ();
}
