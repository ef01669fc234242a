/* test-findings-ranks.c - rules about ranks, links and pipelines, on facts made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "test-findings-support.h"
#include "judge/findings/lsc-findings-private.h"
#include "model/lsc-rank-name.h"

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
            LscBudgetStep *step = case_get_step (&self, r, i);

            step->ns[LSC_BUDGET_COMPUTE] = r ? 75 * MS : 60 * MS;
            step->ns[LSC_BUDGET_WAIT] = step->loss_ns[LSC_LOSS_WAIT] = r ? 0 : 15 * MS;
            step->cycles_mhz_ns =
                is_throttled ? 1800.0 * 60 * MS : 1800.0 * step->ns[LSC_BUDGET_COMPUTE];
          }
      self.digests[0]->usual_mhz = self.digests[1]->usual_mhz = 1800;
      g_assert_cmpint (
          get_only_rank (case_find (&self, is_throttled ? "frequency_drop" : "slow_rank")), ==, 1);
      g_assert_null (case_find (&self, is_throttled ? "slow_rank" : "frequency_drop"));
      g_assert_cmpuint (self.findings->rows->len, ==, 1);
    }
}

/* Half of the ranks compute longer than the other half: both are named, and the host whose ranks
 * they are, if no other rank of it is fast. No rank is the slowest. */
static void
test_upper_level (void)
{
  for (guint first = 3; first < 5; first++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;
      g_autofree char *text = NULL;

      case_init (&self, 8);
      for (guint r = 0; r < 8; r++)
        {
          self.digests[r]->host = lsc_rank_digest_add_text (self.digests[r], r < 4 ? "a" : "b");
          for (guint i = 0; i < 2; i++)
            {
              LscBudgetStep *step = case_get_step (&self, r, i);

              step->ns[LSC_BUDGET_COMPUTE] = r >= first ? 75 * MS : 60 * MS;
              step->ns[LSC_BUDGET_WAIT] = step->loss_ns[LSC_LOSS_WAIT] = r >= first ? 0 : 15 * MS;
            }
        }
      found = case_find (&self, "slow_rank");
      g_assert_nonnull (found);
      text = lsc_phrase_to_plain (found->text);
      g_assert_nonnull (strstr (text, first == 4 ? "4 of 8 ranks: 25.0 % longer on ranks 4, 5, 6, "
                                                   "7 than on ranks 0, 1, 2, 3."
                                                 : "5 of 8 ranks: 25.0 % longer on ranks 3, 4, 5, "
                                                   "6, 7 than on ranks 0, 1, 2."));
      g_assert_true ((strstr (text, "They are all ranks of host b.") != NULL) == (first == 4));
      g_assert_cmpint (found->certainty, ==, LSC_FINDING_LIKELY);
      g_assert_cmpuint (found->ranks->len, ==, 8 - first);
      g_assert_cmpfloat_with_epsilon (found->gain_ns, 15 * MS, 1);
      g_assert_null (case_find (&self, "G05"));
    }
}

/* Three of five steps take longer: the gain is less than that of these, as is their mean, by which
 * it is known that nothing of the rest would become waiting. */
static void
test_slow_in_some_steps (void)
{
  g_auto (Case) self = { 0 };
  const LscFinding *found;
  const LscRankCause *cause;

  case_init (&self, 8);
  for (guint r = 0; r < 8; r++)
    {
      for (guint i = 2; i < 5; i++)
        facts_add_step (self.digests[r]);
      for (guint i = 0; i < 5; i++)
        {
          gint64 more_ns = i >= 2 ? 15 * MS : 0;
          LscBudgetStep *step = case_get_step (&self, r, i);

          step->ns[LSC_BUDGET_COMPUTE] = 60 * MS + (r == 4 ? more_ns : 0);
          step->ns[LSC_BUDGET_WAIT] = step->loss_ns[LSC_LOSS_WAIT] = r == 4 ? 0 : more_ns;
        }
    }
  found = case_find (&self, "slow_rank");
  g_assert_cmpint (get_only_rank (found), ==, 4);
  g_assert_cmpfloat_with_epsilon (found->gain_ns, 9 * MS, 1);
  cause = &self.overview.causes->ranks[4];
  g_assert_cmpfloat_with_epsilon (cause->excess_ns, 15 * MS, 1);
  g_assert_cmpfloat_with_epsilon (cause->mean_ns, 9 * MS, 1);
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
      self.digests[0]->usual_mhz = 1800;
      for (guint k = 0; k < 2; k++)
        case_get_step (&self, 0, k)->cycles_mhz_ns = 1800.0 * 60 * MS * (1 - 0.1 * cases[i].part);
      found = case_find (&self, "frequency_drop");
      g_assert_cmpint (found != NULL, ==, cases[i].is_told);
      g_assert_false (case_is_silent (&self, "frequency_drop"));
      if (found)
        g_assert_cmpfloat_with_epsilon (found->share, 0.6 * 0.05, 1e-6);
    }
}

/* Clocks that wander by 1.5 % stay below their highest by up to 9.3 %, as far as four of them on
 * two ranks tell: (1.67 + 1.18) x 1.5 % x 2.17. */
static void
test_wander (void)
{
  static const double clocks[2][2] = { { 1.0, 0.97 }, { 0.98, 0.99 } };
  static const struct
  {
    double usual; /* of 1800 MHz */
    LscFindingCertainty certainty;
  } cases[] = { { 1.06, LSC_FINDING_POSSIBLE }, { 1.12, LSC_FINDING_LIKELY } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;

      case_init (&self, 2);
      for (guint r = 0; r < 2; r++)
        {
          self.digests[r]->usual_mhz = 1800 * cases[i].usual;
          for (guint k = 0; k < 2; k++)
            case_get_step (&self, r, k)->cycles_mhz_ns = 1800.0 * 60 * MS * clocks[r][k];
        }
      found = case_find (&self, "frequency_drop");
      g_assert_nonnull (found);
      g_assert_cmpint (found->certainty, ==, cases[i].certainty);
    }
}

/* The overview says by how much the same kernels exceed the median of the peers: so does this. */
static void
test_difference_of_peers (void)
{
  static const char *const words[] = {
    "Rank 1 computes 14.50 ms longer per step in Softmax than its peers (median), with as many "
    "kernels as rank 0: each one is slower.",
    "Rank 1 computes 14.50 ms longer per step in Softmax than its peers (median), with 5 kernels; "
    "rank 0 has 4.",
  };

  for (gint64 more = 0; more < 2; more++)
    {
      g_auto (Case) self = { 0 };
      g_autofree char *text = NULL;
      LscOverviewRank *rank;

      case_init (&self, 2);
      for (guint i = 0; i < 2; i++)
        {
          case_get_step (&self, 1, i)->ns[LSC_BUDGET_COMPUTE] = 75 * MS;
          case_get_step (&self, 0, i)->ns[LSC_BUDGET_WAIT] = 15 * MS;
          case_add_kernels (&self, i, "Softmax", LSC_SLICE_VECTOR, (i ? 25 : 10) * MS);
          self.digests[i]->kernels.items[0].n += i * more;
        }
      rank = &g_array_index (self.overview.ranks, LscOverviewRank, 1);
      rank->verdict = LSC_RANK_SLOW;
      rank->excess.work = LSC_WORK_COMPUTE;
      rank->excess.kernel = g_strdup ("Softmax");
      rank->excess.kernel_ns = 14500 * MS / 1000;
      g_assert_nonnull (case_find (&self, "G05"));
      text = lsc_phrase_to_words (case_find (&self, "G05")->text);
      g_assert_cmpstr (text, ==, words[more]);
      g_free (rank->excess.kernel);
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
          case_get_step (&self, 1, i)->ns[LSC_BUDGET_COMPUTE] = 75 * MS;
          case_get_step (&self, 0, i)->loss_ns[LSC_LOSS_WAIT] = 15 * MS;
          case_get_step (&self, 0, i)->ns[LSC_BUDGET_WAIT] = 15 * MS;
        }
      for (guint i = 0; i < 2; i++)
        {
          case_add_kernels (&self, i, "MatMulV3", LSC_SLICE_CUBE, 30 * MS);
          case_add_kernels (&self, i, "Softmax", LSC_SLICE_VECTOR, (i ? 25 : 10) * MS);
          self.digests[i]->kernels.items[1].n += i * more;
        }
      g_assert_nonnull (case_find (&self, "slow_rank"));
      found = case_find (&self, "G05");
      g_assert_cmpint (get_only_rank (found), ==, 1);
      words = lsc_phrase_to_words (found->text);
      g_assert_nonnull (strstr (words, "15.00 ms longer per step in Softmax"));
      g_assert_nonnull (strstr (words, more ? "5 kernels instead of 4" : "each one is slower"));
      g_assert_cmpuint (found->places->len, ==, 2);
      g_assert_cmpint (found->gain_ns, ==, LSC_INT_NULL);
      g_assert_true (found->cause == case_find (&self, "slow_rank"));
      g_assert_false (lsc_finding_stands_out (found));
      g_assert_cmpint (lsc_finding_get_group (found), ==, LSC_FINDINGS_OUTSTANDING);
      g_assert_cmpuint (lsc_findings_count_outstanding (self.findings), ==, 1);
      g_assert_true (lsc_findings_get_outstanding (self.findings, 0) == found->cause);
      g_assert_null (lsc_findings_get_outstanding (self.findings, 1));
      g_assert_null (self.findings->total); /* of one finding it would be said twice */
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
      found = case_find (&self, "G05");
      g_assert_cmpint (found != NULL, ==, is_host);
      if (is_host)
        {
          const LscEvidencePlace *place = found->places->pdata[0];
          g_autofree char *words = lsc_phrase_to_words (found->text);

          g_assert_nonnull (strstr (words, "rank 1 the device idles 7.000 ms longer per step"));
          g_assert_nonnull (strstr (words, "for the host's aten::index"));
          g_assert_cmpint (get_only_rank (found), ==, 1);
          g_assert_false (lsc_finding_stands_out (found));
          g_assert_cmpint (found->gain_ns, ==, LSC_INT_NULL);
          g_assert_cmpuint (place->slice, ==, 12);
          g_assert_cmpint (place->end_ns, ==, 38 * MS);
        }
    }
}

/* A rank whose number nobody recorded is called by its folder, to people never -1. */
static void
test_unnumbered (void)
{
  g_auto (Case) self = { 0 };
  const LscFinding *found;
  const LscEvidencePlace *place;
  g_autofree char *text = NULL, *seen = NULL, *title = NULL, *nothing = NULL, *times = NULL;
  g_autoptr (LscPhrase) name = NULL;

  case_init (&self, 1);
  g_array_index (self.overview.ranks, LscOverviewRank, 0).rank = LSC_RANK_UNKNOWN;
  g_array_index (self.overview.ranks, LscOverviewRank, 0).label = (char *) "trace.json";
  self.digests[0]->rank = LSC_RANK_UNKNOWN;
  self.digests[0]->n_places[LSC_LOSS_SYNC] = 300;
  case_lose (&self, 0, LSC_LOSS_SYNC, 10 * MS);
  found = case_find (&self, "sync_calls");
  g_assert_nonnull (found);
  text = lsc_phrase_to_plain (found->text);
  g_assert_nonnull (strstr (text, "on the only rank"));
  place = found->places->pdata[0];
  g_assert_cmpint (place->rank, ==, LSC_RANK_UNKNOWN);
  name = lsc_rank_name_new (place->rank, place->folder);
  seen = lsc_phrase_to_plain (name);
  g_assert_cmpstr (seen, ==, "trace.json");
  times = lsc_phrase_to_plain (place->text);
  g_assert_cmpstr (times, ==, "300 times in 2 steps, of which this is the longest");
  title = lsc_rank_name_get_title (3, place->folder);
  g_assert_cmpstr (title, ==, "Rank 3");
  nothing = lsc_rank_name_get_title (LSC_RANK_UNKNOWN, NULL);
  g_assert_cmpstr (nothing, ==, "Rank of unknown number");
}

/* ---- stages ---- */

static void
set_stage (Case *self, guint rank, gint64 compute_ns)
{
  LscOverviewRank *row = &g_array_index (self->overview.ranks, LscOverviewRank, rank);

  row->has_stage = TRUE;
  row->stage = rank;
  for (guint i = 0; i < 2; i++)
    case_get_step (self, rank, i)->ns[LSC_BUDGET_COMPUTE] = compute_ns;
}

/* The second of two stages computes 9.5 or 3.3 % of their mean more. */
static void
test_stages (void)
{
  for (gint64 more_ms = 2; more_ms <= 6; more_ms += 4)
    {
      g_auto (Case) self = { 0 };
      gboolean is_much = more_ms == 6;
      const LscFinding *found;

      case_init (&self, 2);
      for (guint i = 0; i < 2; i++)
        set_stage (&self, i, 60 * MS + i * more_ms * MS);
      found = case_find (&self, "stage_imbalance");
      g_assert_true ((found != NULL) == is_much);
      g_assert_cmpuint (self.findings->rows->len, ==, is_much);
      if (!found)
        continue;
      g_assert_cmpint (found->gain_ns, ==, 3 * MS);
      g_assert_cmpint (get_only_rank (found), ==, 1);
    }
}

/* One of two ranks of a stage computes more, for whatever reason: its stage is not heavy, as long
 * as the other one computes no more than the ranks of the stage before. */
static void
test_stage_with_slow_rank (void)
{
  for (guint is_heavy = 0; is_heavy < 2; is_heavy++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 4);
      for (guint i = 0; i < 4; i++)
        {
          set_stage (&self, i, i == 3 || (i == 2 && is_heavy) ? 80 * MS : 60 * MS);
          g_array_index (self.overview.ranks, LscOverviewRank, i).stage = i / 2;
        }
      g_assert_true ((case_find (&self, "stage_imbalance") != NULL) == is_heavy);
    }
}

/* ---- links ---- */

/* Four links of which the last has half, or most, of the speed of its like. A slow one costs what
 * it takes longer than usual, 2 of 4 ms; the others of a step are 6 ms. */
static void
test_slow_link (void)
{
  for (guint is_slow = 0; is_slow < 2; is_slow++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;

      case_init (&self, 1);
      case_lose (&self, 0, LSC_LOSS_TRANSFER, 3 * MS);
      for (guint k = 0; k < 2; k++)
        case_get_step (&self, 0, k)->hidden_comm_ns = 3 * MS;
      for (guint i = 1; i <= 4; i++)
        {
          LscDigestLink link = { .target = i,
                                 .transport = LSC_TRANSPORT_SDMA,
                                 .link = 1,
                                 .magnitude = 26,
                                 .n = 1,
                                 .bytes = 40000000,
                                 .ns = i < 4     ? 2 * MS
                                       : is_slow ? 4 * MS
                                                 : 2300000 };

          lsc_digest_links_append (&self.digests[0]->links, link);
        }
      found = case_find (&self, "slow_link");
      g_assert_true ((found != NULL) == is_slow);
      g_assert_cmpuint (self.findings->rows->len, ==, is_slow);
      g_assert_false (case_is_silent (&self, "slow_link"));
      if (!found)
        continue;
      g_assert_cmpint (found->gain_ns, ==, MS); /* of a step */
      g_assert_cmpuint (found->ranks->len, ==, 2);
      g_assert_cmpint (g_array_index (found->ranks, gint64, 1), ==, 4);
    }
}

/* Eight hosts in a ring, a rank each. @ms: how long the link from each of them to the next takes */
static void
make_ring (Case *self, const gint64 *ms)
{
  case_init (self, 8);
  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *host = g_strdup_printf ("node-%u", i);
      LscDigestLink link = { .source = i,
                             .target = (i + 1) % 8,
                             .transport = LSC_TRANSPORT_RDMA,
                             .link = 3,
                             .magnitude = 26,
                             .n = 10,
                             .bytes = 400000000,
                             .ns = ms[i] * MS };

      self->digests[i]->host = lsc_intern_add (self->digests[i]->texts, host);
      lsc_digest_links_append (&self->digests[i]->links, link);
      case_lose (self, i, LSC_LOSS_TRANSFER, 20 * MS);
    }
}

/* The examples of findings.md#hosts: all links of a host, of the hosts on a switch, one link, and
 * the way between two switches. */
static void
test_slow_hosts (void)
{
  static const struct
  {
    gint64 ms[8];
    const char *id; /* (nullable): nothing is found */
    guint n_ranks;
    gint64 first;
  } cases[] = {
    { { 20, 20, 20, 40, 40, 20, 20, 20 }, "slow_host_link", 1, 4 },
    { { 40, 40, 40, 48, 20, 20, 20, 48 }, "slow_switch", 4, 0 },
    { { 20, 20, 40, 20, 20, 20, 20, 20 }, "slow_link", 2, 2 },
    { { 20, 20, 20, 26, 20, 20, 20, 26 }, NULL, 0, 0 },
    { { 20, 21, 20, 19, 20, 22, 20, 21 }, NULL, 0, 0 },
  };
  static const char *const ids[] = { "slow_host_link", "slow_switch", "slow_link" };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };

      make_ring (&self, cases[i].ms);
      for (gsize k = 0; k < G_N_ELEMENTS (ids); k++)
        {
          const LscFinding *found = case_find (&self, ids[k]);

          g_assert_cmpint (found != NULL, ==, g_strcmp0 (ids[k], cases[i].id) == 0);
          if (!found)
            continue;
          g_assert_cmpuint (found->ranks->len, ==, cases[i].n_ranks);
          g_assert_cmpint (g_array_index (found->ranks, gint64, 0), ==, cases[i].first);
          g_assert_cmpint (found->certainty, !=, LSC_FINDING_SURE);
        }
    }
}

static void
assert_place (const LscFinding *found, guint index, gint64 rank, const char *name, const char *text)
{
  const LscEvidencePlace *place = found->places->pdata[index];
  g_autofree char *said = lsc_phrase_to_plain (place->text);

  g_assert_cmpint (place->rank, ==, rank);
  g_assert_cmpstr (place->name, ==, name);
  g_assert_nonnull (strstr (said, text));
}

/* What a stage computes more than the lightest one is shown on both, not what takes most of it. */
static void
test_stage_kernels (void)
{
  g_auto (Case) self = { 0 };
  const LscFinding *found;

  case_init (&self, 2);
  for (guint i = 0; i < 2; i++)
    {
      set_stage (&self, i, (60 + 6 * i) * MS);
      case_add_kernels (&self, i, "MatMul", LSC_SLICE_CUBE, 40 * MS);
      case_add_kernels (&self, i, "Head", LSC_SLICE_CUBE, (10 + 6 * i) * MS);
    }
  found = case_find (&self, "stage_imbalance");
  g_assert_cmpuint (found->places->len, ==, 2);
  assert_place (found, 0, 1, "Head",
                "4 kernels of all shapes take 8.000 ms on average, the longest ");
  assert_place (found, 1, 0, "Head",
                "For comparison: 4 kernels of all shapes take 5.000 ms on average, the ");
  /* as many kernels that are larger may be those of one layer */
  g_assert_nonnull (found->unknown);
  {
    g_autofree char *unknown = lsc_phrase_to_words (found->unknown);

    g_assert_true (g_str_has_prefix (unknown, "Whether one layer of it or several are heavier "));
  }
}

/* ---- pipelines ---- */

static void
give_verdict (Case *self, LscVerdict verdict)
{
  self->verdicts = g_new0 (LscVerdicts, 1);
  g_atomic_ref_count_init (&self->verdicts->refs);
  self->verdicts->rows = g_array_new (FALSE, FALSE, sizeof (LscVerdict));
  self->verdicts->places = g_array_new (FALSE, FALSE, sizeof (LscVerdictPlace));
  g_array_append_val (self->verdicts->rows, verdict);
  for (guint i = 0; i < self->overview.ranks->len; i++)
    {
      LscVerdictPlace place = { i, 0, lsc_overview_get_rank (&self->overview, i)->stage, 90 * MS };

      g_array_append_val (self->verdicts->places, place);
    }
}

/* Two stages of a rank each, and what a verdict says of them. */
static void
init_pipeline (Case *self, LscVerdictCause cause, LscCertainty certainty, gint64 gain_ns)
{
  LscVerdict verdict = { .step = LSC_INT_NULL,
                         .cause = cause,
                         .stage = 1,
                         .rank = LSC_INT_NULL,
                         .peer_stage = LSC_INT_NULL,
                         .peer_rank = LSC_INT_NULL,
                         .kind = LSC_CODE_NULL,
                         .micro_batch = LSC_INT_NULL,
                         .gain_ns = gain_ns,
                         .share = 0.07,
                         .excess = 0.2,
                         .certainty = certainty,
                         .evidence = LSC_EVIDENCE_KERNELS,
                         .other = LSC_SCHEDULE_NONE,
                         .gains = { .n_stages = LSC_INT_NULL, .own_ns = gain_ns } };

  if (cause == LSC_VERDICT_HOST_OR_LINK || cause == LSC_VERDICT_SLOW_LINK)
    verdict.peer_stage = 0;
  if (cause == LSC_VERDICT_LONG_MICRO_BATCH || cause == LSC_VERDICT_PAUSE)
    verdict.micro_batch = 3;
  if (cause == LSC_VERDICT_PAUSE)
    verdict.kind = LSC_BLOCK_F;
  if (cause == LSC_VERDICT_LONG_MICRO_BATCH || cause == LSC_VERDICT_SCHEDULE)
    verdict.stage = LSC_INT_NULL;
  case_init (self, 2);
  for (guint i = 0; i < 2; i++)
    set_stage (self, i, 60 * MS);
  give_verdict (self, verdict);
}

/* Each verdict is a finding of its id, with its gain; what is not known for certain is none. */
static void
test_pipelines (void)
{
  static const struct
  {
    LscVerdictCause cause;
    const char *id;
    guint n_ranks;
  } cases[] = {
    { LSC_VERDICT_SLOW_RANK, "slow_rank", 1 },
    { LSC_VERDICT_HEAVY_STAGE, "stage_imbalance", 1 },
    { LSC_VERDICT_SLOW_LINK, "slow_link", 2 },
    { LSC_VERDICT_LATE_HOST, "host_bound", 1 },
    { LSC_VERDICT_HOST_OR_LINK, "host_or_link", 2 },
    { LSC_VERDICT_SLOW_COLLECTIVE, "slow_collective", 1 },
    { LSC_VERDICT_HOST_GAPS, "host_bound", 1 },
    { LSC_VERDICT_LONG_MICRO_BATCH, "long_micro_batch", 2 },
    { LSC_VERDICT_PAUSE, "pause", 1 },
    { LSC_VERDICT_SCHEDULE, "P01", 2 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (LscCertainty certainty = LSC_CERTAINTY_SURE; certainty < LSC_CERTAINTY_N; certainty++)
      {
        g_auto (Case) self = { 0 };
        const LscFinding *found;

        init_pipeline (&self, cases[i].cause, certainty, 5 * MS);
        found = case_find (&self, cases[i].id);
        g_assert_true ((found != NULL) == (certainty != LSC_CERTAINTY_UNKNOWN));
        g_assert_cmpuint (self.findings->rows->len, ==, found != NULL);
        if (!found)
          continue;
        g_assert_cmpint (found->gain_ns, ==, 5 * MS);
        g_assert_cmpfloat (found->share, ==, 0.05); /* of the step, not of the window */
        g_assert_true (found->is_bound == (cases[i].cause == LSC_VERDICT_SCHEDULE));
        g_assert_true (lsc_finding_stands_out (found) == !(cases[i].cause == LSC_VERDICT_SCHEDULE));
        g_assert_cmpuint (found->ranks->len, ==, cases[i].n_ranks);
        g_assert_true ((found->unknown != NULL) == (certainty == LSC_CERTAINTY_LIKELY ||
                                                    cases[i].cause == LSC_VERDICT_SCHEDULE));
      }
}

/* What blocks show of a host is a guess where its launches are not recorded. */
static void
test_guessed_host (void)
{
  static const struct
  {
    LscVerdictCause cause;
    LscEvidence evidence;
    LscStepsRule rule;
    gboolean is_guess;
  } cases[] = {
    { LSC_VERDICT_HOST_GAPS, LSC_EVIDENCE_KERNELS, LSC_STEPS_UNLINKED, TRUE },
    { LSC_VERDICT_LATE_HOST, LSC_EVIDENCE_KERNELS, LSC_STEPS_UNLINKED, TRUE },
    { LSC_VERDICT_LATE_HOST, LSC_EVIDENCE_LAUNCHES, LSC_STEPS_UNLINKED, FALSE },
    { LSC_VERDICT_HOST_GAPS, LSC_EVIDENCE_KERNELS, LSC_STEPS_BY_HOST, FALSE },
    { LSC_VERDICT_HEAVY_STAGE, LSC_EVIDENCE_KERNELS, LSC_STEPS_UNLINKED, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };

      init_pipeline (&self, cases[i].cause, LSC_CERTAINTY_SURE, 5 * MS);
      g_array_index (self.verdicts->rows, LscVerdict, 0).evidence = cases[i].evidence;
      for (guint rank = 0; rank < 2; rank++)
        self.digests[rank]->steps_rule = cases[i].rule;
      g_assert_true (
          (case_find (&self,
                      cases[i].cause == LSC_VERDICT_HEAVY_STAGE ? "stage_imbalance" : "host_bound")
               ->unknown != NULL) == cases[i].is_guess);
    }
}

/* One place on each rank that a verdict is about: the kernels that it names, else the time that is
 * lost that way. What is long without kernels has no place; the pipeline's chart shows it. */
static void
test_verdict_places (void)
{
  static const struct
  {
    LscVerdictCause cause;
    const char *id;
    const char *op;
    LscLoss loss; /* of which there is a place */
    guint n_places;
  } cases[] = {
    { LSC_VERDICT_SLOW_RANK, "slow_rank", "MatMul", LSC_LOSS_N, 1 },
    { LSC_VERDICT_SLOW_RANK, "slow_rank", "Gelu", LSC_LOSS_BUBBLE, 0 },
    { LSC_VERDICT_SLOW_RANK, "slow_rank", NULL, LSC_LOSS_BUBBLE, 0 },
    { LSC_VERDICT_LATE_HOST, "host_bound", NULL, LSC_LOSS_HOST, 1 },
    { LSC_VERDICT_HOST_GAPS, "host_bound", NULL, LSC_LOSS_HOST, 1 },
    { LSC_VERDICT_SLOW_COLLECTIVE, "slow_collective", NULL, LSC_LOSS_WAIT, 1 },
    { LSC_VERDICT_SLOW_LINK, "slow_link", NULL, LSC_LOSS_BUBBLE, 2 },
    { LSC_VERDICT_SLOW_LINK, "slow_link", NULL, LSC_LOSS_WAIT, 0 },
    { LSC_VERDICT_SCHEDULE, "P01", NULL, LSC_LOSS_BUBBLE, 2 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;

      init_pipeline (&self, cases[i].cause, LSC_CERTAINTY_SURE, 5 * MS);
      g_array_index (self.verdicts->rows, LscVerdict, 0).op = (char *) cases[i].op;
      for (guint rank = 0; rank < 2; rank++)
        {
          case_add_kernels (&self, rank, "MatMul", LSC_SLICE_CUBE, 40 * MS);
          if (cases[i].loss == LSC_LOSS_N)
            continue;
          self.digests[rank]->n_places[cases[i].loss] = 1;
          self.digests[rank]->longest[cases[i].loss] = (LscLossPlace){ 10, 20, 3, LSC_SLICE_NONE };
        }
      found = case_find (&self, cases[i].id);
      g_assert_true (found->is_of_pipeline);
      g_assert_cmpuint (found->places->len, ==, cases[i].n_places);
      for (guint k = 0; k < found->places->len; k++)
        {
          const LscEvidencePlace *place = found->places->pdata[k];

          g_assert_cmpint (place->rank, ==, g_array_index (found->ranks, gint64, k));
          g_assert_cmpstr (place->name, ==, cases[i].op);
        }
    }
}

/* A schedule that no other one beats has no share; clocks that are not aligned leave it unjudged.
 */
static void
test_schedule (void)
{
  for (guint is_aligned = 0; is_aligned < 2; is_aligned++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;

      init_pipeline (&self, is_aligned ? LSC_VERDICT_SCHEDULE : LSC_VERDICT_CLOCKS,
                     LSC_CERTAINTY_SURE, LSC_INT_NULL);
      found = case_find (&self, "P01");
      g_assert_true ((found != NULL) == is_aligned);
      g_assert_true (case_is_silent (&self, "P01") == !is_aligned);
      if (!found)
        continue;
      g_assert_true (isnan (found->share));
      g_assert_false (lsc_finding_stands_out (found));
    }
}

/* @words: the line below the bold one. A prediction is called so everywhere, and stands behind what
 * was measured. */
static void
check_predicted (const Case *self, const char *words)
{
  const LscFinding *predicted = lsc_findings_get_predicted (self->findings);
  g_autofree char *larger = lsc_phrase_to_words (self->findings->larger);
  g_autofree char *brief = lsc_phrase_to_words (self->findings->larger_brief);
  g_autofree char *fact = lsc_phrase_to_words (predicted->fact);
  g_autofree char *deed = lsc_phrase_to_words (predicted->remedy);
  g_autofree char *answer = lsc_phrase_to_words (self->findings->answer);
  g_autoptr (LscTable) table = lsc_findings_get_table (self->findings);
  g_autoptr (LscTable) verdicts = lsc_verdicts_table (self->findings->verdicts);

  g_assert_cmpstr (larger, ==, words);
  g_assert_null (strstr (answer, "ZB-V"));
  g_assert_true (self->findings->larger_row == predicted);
  g_assert_true (lsc_findings_get (self->findings, 1) == predicted);
  g_assert_cmpint (lsc_finding_get_group (predicted), ==, LSC_FINDINGS_PREDICTED);
  g_assert_cmpstr (lsc_finding_get_certainty_id (predicted), ==, "predicted");
  g_assert_cmpstr (lsc_finding_get_certainty_title (predicted), ==, "Predicted");
  g_assert_nonnull (strstr (lsc_finding_get_certainty_words (predicted).about, "not tried"));
  g_assert_cmpstr (brief, ==, "Predicted to save more: ZB-V, up to 8.000 ms (8.00 %)");
  g_assert_true (lsc_findings_get_answer (self->findings) == lsc_findings_get (self->findings, 0));
  g_assert_cmpstr (fact, ==,
                   "ZB-V is predicted to be faster than 1F1B, whose bubble is 20.0 % even with "
                   "balanced stages.");
  g_assert_cmpstr (deed, ==, "Use the schedule ZB-V, or more micro-batches, if memory allows.");
  g_assert_cmpstr (lsc_table_get_named (verdicts, 1, "remedy").text, ==, deed);
  g_assert_cmpstr (lsc_table_get_named (table, 1, "certainty").text, ==, "predicted");
  g_assert_cmpstr (lsc_table_get_named (verdicts, 1, "certainty").text, ==, "predicted");
  g_assert_cmpstr (lsc_table_get_named (verdicts, 0, "certainty").text, ==, "sure");
}

/* What another schedule may gain is told where it is more than what was found, as a prediction, and
 * of the same step. */
static void
test_prediction (void)
{
  for (guint is_more = 0; is_more < 2; is_more++)
    {
      g_auto (Case) self = { 0 };
      LscVerdict verdict = lsc_verdict_init (LSC_VERDICT_SCHEDULE);
      g_autoptr (LscPhrase) remark = NULL;
      g_autoptr (GPtrArray) lines =
          g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
      g_autofree char *words = NULL, *below = NULL;

      init_pipeline (&self, LSC_VERDICT_SLOW_RANK, LSC_CERTAINTY_SURE, 5 * MS);
      g_ptr_array_add (lines, lsc_phrase_new_text ("Step time 100.0 ms."));
      self.overview.lines = lines;
      verdict.gain_ns = verdict.gains.own_ns = is_more ? 8 * MS : 4 * MS;
      verdict.share = 0.1;
      verdict.excess = 0.2;
      verdict.schedule = LSC_SCHEDULE_1F1B;
      verdict.other = LSC_SCHEDULE_ZBV;
      lsc_verdicts_add (self.verdicts, &verdict);
      g_assert_nonnull (case_find (&self, "slow_rank"));
      if (!is_more)
        {
          g_assert_null (self.findings->prediction);
          g_assert_null (self.findings->larger);
          g_assert_cmpint (lsc_finding_get_group (case_find (&self, "P01")), ==,
                           LSC_FINDINGS_PREDICTED);
          continue;
        }
      words = lsc_phrase_to_words (self.findings->prediction);
      g_assert_cmpstr (words, ==,
                       "Predicted to save more: ZB-V instead of 1F1B, up to 8.000 ms per step "
                       "(8.00 %). This assumes that the slow device is fixed. Not tried; the two "
                       "gains must not be added.");
      g_assert_cmpint (self.findings->total_gain_ns, ==, 5 * MS);
      /* the line below the bold one, which is of what was measured, and nowhere else */
      check_predicted (&self, words);
      remark = lsc_findings_say_remark (self.findings, &self.overview, NULL);
      below = lsc_phrase_to_words (remark);
      g_assert_true (g_str_has_prefix (below, "Step time 100.0 ms. "));
      g_assert_null (strstr (below, "ZB-V"));
    }
}

/* (transfer none) (nullable): what an overview says of a rank that is marked as slow */
static const LscFinding *
find_slow (Case *self, LscFinding *row, gint64 rank)
{
  LscFindings *findings = self->findings;

  g_array_set_size (row->ranks, 0);
  g_array_append_val (row->ranks, rank);
  return lsc_findings_get_slow (findings, &self->overview);
}

/* A rank is marked as slow though fixing it gains little: the minor finding that says why is told,
 * unless one that stands out names that rank. */
static void
test_marked_slow (void)
{
  g_auto (Case) self = { 0 };
  LscFinding *minor;

  init_pipeline (&self, LSC_VERDICT_SLOW_RANK, LSC_CERTAINTY_SURE, 1 * MS);
  minor = (LscFinding *) case_find (&self, "slow_rank");
  g_assert_nonnull (minor);
  g_assert_cmpint (lsc_finding_get_group (minor), ==, LSC_FINDINGS_MINOR);
  for (guint i = 0; i < self.overview.ranks->len; i++)
    g_array_index (self.overview.ranks, LscOverviewRank, i).verdict =
        i == 1 ? LSC_RANK_SLOW : LSC_RANK_FINE;
  g_assert_true (find_slow (&self, minor, lsc_overview_get_rank (&self.overview, 1)->rank) ==
                 minor);
  g_assert_null (find_slow (&self, minor, lsc_overview_get_rank (&self.overview, 0)->rank));
  minor->severity = LSC_FINDING_MAJOR; /* stands out, and is told as such */
  g_assert_null (find_slow (&self, minor, lsc_overview_get_rank (&self.overview, 1)->rank));
}

/* Beside the picture stands of what the steps mostly consist, in the words of the legend, and whose
 * bubble that is: the schedule's own, where balanced stages have at least half of it as well. */
static void
test_caption (void)
{
  static const struct
  {
    gint64 bubble_ns;
    double ideal; /* of the window of 90 ms */
    const char *expected;
  } cases[] = {
    { 50 * MS, 0.3, "Mean: Exposed Send/Receive Wait 50.0 %, mostly 1F1B bubble" },
    { 50 * MS, 0.2, "Mean: Exposed Send/Receive Wait 50.0 %, Computing 30.0 %" },
    { 20 * MS, 0.3, "Mean: Computing 30.0 %, Exposed Send/Receive Wait 20.0 %" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };
      g_autofree char *words = NULL;

      init_pipeline (&self, LSC_VERDICT_SCHEDULE, LSC_CERTAINTY_SURE, 5 * MS);
      g_array_index (self.verdicts->rows, LscVerdict, 0).excess = cases[i].ideal;
      g_array_index (self.verdicts->rows, LscVerdict, 0).schedule = LSC_SCHEDULE_1F1B;
      for (guint rank = 0; rank < 2; rank++)
        for (guint step = 0; step < 2; step++)
          {
            gint64 *ns = case_get_step (&self, rank, step)->ns;

            memset (ns, 0, LSC_BUDGET_N_CATEGORIES * sizeof *ns);
            ns[LSC_BUDGET_COMPUTE] = 30 * MS;
            ns[LSC_BUDGET_BUBBLE] = cases[i].bubble_ns;
          }
      case_find (&self, "P01");
      words = lsc_phrase_to_words (self.findings->caption);
      g_assert_cmpstr (words, ==, cases[i].expected);
    }
}

/* An upper bound that may gain more, though less of it is expected, is named below the bold line;
 * not so where that is of no finding. */
static void
test_larger_bound (void)
{
  LscFinding first = { .id = "stage_imbalance", .severity = LSC_FINDING_MAJOR, .gain_ns = 10 * MS };
  LscFinding less = { .id = "host_bound", .severity = LSC_FINDING_MAJOR, .gain_ns = 8 * MS };
  LscFinding idle = { .id = "free_unlinked",
                      .severity = LSC_FINDING_MAJOR,
                      .certainty = LSC_FINDING_LIKELY,
                      .is_bound = TRUE,
                      .gain_ns = 16 * MS };
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  LscFindings findings = { .rows = rows };

  g_ptr_array_add (rows, &first);
  g_ptr_array_add (rows, &less);
  g_assert_null (_lsc_findings_find_larger (&findings));
  g_ptr_array_add (rows, &idle);
  g_assert_true (_lsc_findings_find_larger (&findings) == &idle);
  findings.is_device = TRUE;
  g_assert_null (_lsc_findings_find_larger (&findings));
  findings.is_device = FALSE;
  idle.severity = LSC_FINDING_MINOR;
  g_assert_null (_lsc_findings_find_larger (&findings));
}

/* Shares are of the step that is told, where the mean is nearly the same. */
static void
test_told_step (void)
{
  static const struct
  {
    gint64 told_ns;
    double share;
  } cases[] = { { STEP_NS * 200 / 201, 0.05 * 201 / 200 }, { STEP_NS / 2, 0.05 } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };

      init_pipeline (&self, LSC_VERDICT_SLOW_RANK, LSC_CERTAINTY_SURE, 5 * MS);
      self.overview.step_ns = cases[i].told_ns;
      g_assert_cmpfloat_with_epsilon (case_find (&self, "slow_rank")->share, cases[i].share, 1e-6);
    }
}

/* Where a rule found the same, the verdict stands in its place, with its gain. */
static void
test_same_cause (void)
{
  g_auto (Case) self = { 0 };

  init_pipeline (&self, LSC_VERDICT_HEAVY_STAGE, LSC_CERTAINTY_SURE, 5 * MS);
  set_stage (&self, 1, 66 * MS);
  g_assert_cmpint (case_find (&self, "stage_imbalance")->gain_ns, ==, 5 * MS);
  g_assert_cmpuint (self.findings->rows->len, ==, 1);
}

/* Who asks for verdicts gets what the findings say: the same place, gain and sentence. */
static void
assert_shown (const Case *self, const LscFinding *found, gint64 rank)
{
  const LscVerdict *shown;
  g_autoptr (LscPhrase) text = NULL;
  g_autofree char *said = NULL, *words = lsc_phrase_to_words (found->text);

  g_assert_cmpuint (self->findings->verdicts->rows->len, ==, 1);
  shown = lsc_verdicts_get (self->findings->verdicts, 0);
  g_assert_cmpint (shown->cause, ==, LSC_VERDICT_SLOW_RANK);
  g_assert_cmpint (shown->stage, ==, 1);
  g_assert_cmpint (shown->rank, ==, rank);
  g_assert_cmpint (shown->gain_ns, ==, found->gain_ns);
  text = lsc_verdict_make_phrase (shown);
  said = lsc_phrase_to_words (text);
  g_assert_cmpstr (said, ==, words);
}

/* A verdict that knows the stage alone is about the rank of it that takes longer; where two do,
 * what the rule says of both stands. */
static void
test_named_rank (void)
{
  for (gint64 n_slow = 1; n_slow < 3; n_slow++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;
      g_autofree char *words = NULL;

      case_init (&self, 8);
      for (guint i = 0; i < 8; i++)
        {
          gint64 wait_ns = i >= 8 - n_slow ? 0 : 18 * MS;

          set_stage (&self, i, 78 * MS - wait_ns);
          g_array_index (self.overview.ranks, LscOverviewRank, i).stage = i >= 3;
          for (guint k = 0; k < 2; k++)
            case_get_step (&self, i, k)->ns[LSC_BUDGET_WAIT] = wait_ns;
        }
      give_verdict (&self, (LscVerdict){ .step = LSC_INT_NULL,
                                         .cause = LSC_VERDICT_SLOW_RANK,
                                         .stage = 1,
                                         .rank = LSC_INT_NULL,
                                         .peer_stage = LSC_INT_NULL,
                                         .peer_rank = LSC_INT_NULL,
                                         .kind = LSC_CODE_NULL,
                                         .micro_batch = LSC_INT_NULL,
                                         .gain_ns = 40 * MS,
                                         .excess = 0.29,
                                         .certainty = LSC_CERTAINTY_LIKELY,
                                         .evidence = LSC_EVIDENCE_BLOCKS,
                                         .other = LSC_SCHEDULE_NONE });
      found = case_find (&self, "slow_rank");
      words = lsc_phrase_to_words (found->text);
      g_assert_cmpuint (found->ranks->len, ==, n_slow);
      g_assert_cmpint (g_array_index (found->ranks, gint64, n_slow - 1), ==, 7);
      if (n_slow == 1)
        g_assert_nonnull (strstr (words, "Rank 7 (stage 1) computes 30.0 % longer"));
      g_assert_true ((found->gain_ns == 40 * MS) == (n_slow == 1));
      assert_shown (&self, found, n_slow == 1 ? 7 : LSC_INT_NULL);
    }
}

#define N_LONG 6

/* Ranks of six steps with numbers. */
static void
init_long (Case *self, guint n)
{
  case_init (self, n);
  for (guint i = 0; i < n; i++)
    {
      while (self->digests[i]->steps.n < N_LONG)
        facts_add_step (self->digests[i]);
      for (guint k = 0; k < N_LONG; k++)
        case_get_step (self, i, k)->step = 10 + k;
    }
}

/* The host of rank 2 is late by 1, 2, 3 ms and so on: 3.5 on the mean, in one finding that says
 * that it grows. One that is late by 3.5 ms in each step is so always. */
static void
test_growing_host (void)
{
  for (gint64 grows = 0; grows < 2; grows++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;
      guint n_rows = 0;

      init_long (&self, 4);
      for (guint k = 0; k < N_LONG; k++)
        {
          case_get_step (&self, 2, k)->loss_ns[LSC_LOSS_HOST] = grows ? (k + 1) * MS : 7 * MS / 2;
          for (guint i = 0; i < 4; i++)
            case_get_step (&self, i, k)->loss_ns[LSC_LOSS_WAIT] = i == 2 ? 0 : 20 * MS;
        }
      found = case_find (&self, "host_bound");
      g_assert_nonnull (found);
      g_assert_cmpint (found->when, ==, grows ? LSC_WHEN_GROWING : LSC_WHEN_ALWAYS);
      g_assert_cmpint (get_only_rank (found), ==, 2);
      g_assert_cmpuint (found->steps->len, ==, 0);
      for (guint i = 0; i < self.findings->rows->len; i++)
        n_rows += g_str_equal (lsc_findings_get (self.findings, i)->id, "host_bound");
      g_assert_cmpuint (n_rows, ==, 1);
    }
}

/* In each step another one of four ranks has 84 kernels of 1 ms, the others 60: with 66 on each a
 * step would be 18 ms shorter, which nobody knows to be possible. It is a matter of all ranks, and
 * stands folded. */
static void
test_uneven_steps (void)
{
  g_auto (Case) self = { 0 };
  g_autofree char *words = NULL;
  const LscFinding *found;

  init_long (&self, 4);
  for (guint i = 0; i < 4; i++)
    {
      LscRankDigest *digest = self.digests[i];
      LscDigestShape shape = { .name = lsc_rank_digest_add_text (digest, "MatMul"),
                               .shapes = lsc_rank_digest_add_text (digest, "4,4"),
                               .n_cells = N_LONG };

      for (guint k = 0; k < N_LONG; k++)
        {
          guint32 n = k % 4 == i ? 84 : 60;

          lsc_digest_shape_cells_append (&digest->shape_cells,
                                         (LscDigestShapeCell){ .step = k, .n = n, .ns = n * MS });
          case_get_step (&self, i, k)->ns[LSC_BUDGET_COMPUTE] = n * MS;
          shape.n += n;
          shape.ns += n * MS;
        }
      lsc_digest_shapes_append (&digest->shapes, shape);
    }
  found = case_find (&self, "uneven_work");
  g_assert_nonnull (found);
  g_assert_cmpint (found->gain_ns, ==, 18 * MS);
  g_assert_cmpint (found->certainty, ==, LSC_FINDING_POSSIBLE);
  g_assert_cmpint (found->severity, ==, LSC_FINDING_MAJOR);
  g_assert_cmpuint (found->ranks->len, ==, 4);
  g_assert_false (lsc_finding_stands_out (found));
  words = lsc_phrase_to_plain (found->text);
  g_assert_nonnull (strstr (words, "up to 27.3 % more than the average (rank 0 in step 10)"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings-ranks/slow-rank", test_slow_rank);
  g_test_add_func ("/findings-ranks/upper-level", test_upper_level);
  g_test_add_func ("/findings-ranks/slow-in-some-steps", test_slow_in_some_steps);
  g_test_add_func ("/findings-ranks/marked-slow", test_marked_slow);
  g_test_add_func ("/findings-ranks/frequency", test_frequency);
  g_test_add_func ("/findings-ranks/growing-host", test_growing_host);
  g_test_add_func ("/findings-ranks/uneven-steps", test_uneven_steps);
  g_test_add_func ("/findings-ranks/wander", test_wander);
  g_test_add_func ("/findings-ranks/difference", test_difference);
  g_test_add_func ("/findings-ranks/difference-of-peers", test_difference_of_peers);
  g_test_add_func ("/findings-ranks/calls", test_calls);
  g_test_add_func ("/findings-ranks/unnumbered", test_unnumbered);
  g_test_add_func ("/findings-ranks/stages", test_stages);
  g_test_add_func ("/findings-ranks/stage-with-slow-rank", test_stage_with_slow_rank);
  g_test_add_func ("/findings-ranks/stage-kernels", test_stage_kernels);
  g_test_add_func ("/findings-ranks/slow-link", test_slow_link);
  g_test_add_func ("/findings-ranks/slow-hosts", test_slow_hosts);
  g_test_add_func ("/findings-ranks/pipelines", test_pipelines);
  g_test_add_func ("/findings-ranks/guessed-host", test_guessed_host);
  g_test_add_func ("/findings-ranks/verdict-places", test_verdict_places);
  g_test_add_func ("/findings-ranks/schedule", test_schedule);
  g_test_add_func ("/findings-ranks/prediction", test_prediction);
  g_test_add_func ("/findings-ranks/caption", test_caption);
  g_test_add_func ("/findings-ranks/larger-bound", test_larger_bound);
  g_test_add_func ("/findings-ranks/told-step", test_told_step);
  g_test_add_func ("/findings-ranks/same-cause", test_same_cause);
  g_test_add_func ("/findings-ranks/named-rank", test_named_rank);
  return g_test_run ();
}
