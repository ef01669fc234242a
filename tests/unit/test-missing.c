/* test-missing.c - no sentence has a figure that was not computed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "judge/findings/lsc-findings.h"
#include "judge/overview/lsc-overview.h"

#define MS G_GINT64_CONSTANT (1000000)
#define MOST_RANKS 3

/** What is known of the steps of a rank. */
typedef enum
{
  KNOWN_NOTHING,   /* no steps at all */
  KNOWN_MARKS,     /* the host's marks alone */
  KNOWN_TABLES,    /* sums of an exporter, some of them */
  KNOWN_NO_TABLES, /* told steps of which every sum is missing */
  KNOWN_WHOLE,     /* a capture without steps */
  KNOWN_IDLE,      /* steps in which the device does nothing */
  KNOWN_STEPS,
  N_KNOWN,
} Known;

static void
add_steps (LscRankDigest *self, Known known, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      LscToldStep told = { .step = i,
                           .computing_ns = i == 0 ? -1 : 4 * MS,
                           .communication_ns = -1,
                           .not_overlapped_ns = i == 1 ? 2 * MS : -1,
                           .overlapped_ns = -1,
                           .free_ns = -1 };
      LscStep mark = { i, i * 10 * MS, (i + 1) * 10 * MS };
      LscBudgetStep step;

      if (known == KNOWN_NO_TABLES)
        told.computing_ns = told.not_overlapped_ns = -1;
      step = known == KNOWN_MARKS || known >= KNOWN_WHOLE ? lsc_budget_read_mark (&mark)
                                                          : lsc_budget_read_told (&told);
      if (known >= KNOWN_WHOLE)
        {
          memset (step.ns, 0, sizeof step.ns);
          memset (step.core_ns, 0, sizeof step.core_ns);
          memset (step.host_ns, 0, sizeof step.host_ns);
          step.ns[known == KNOWN_IDLE ? LSC_BUDGET_PREPARE : LSC_BUDGET_COMPUTE] = step.step_ns;
          step.hidden_comm_ns = step.comm_ns = 0;
          lsc_indexes_append (&self->counted, i);
        }
      if (known == KNOWN_WHOLE)
        {
          step.step = step.host_step_ns = LSC_INT_NULL;
          i = n;
        }
      lsc_budget_steps_append (&self->steps, step);
    }
}

static LscRankDigest *
make_digest (gint64 rank, Known known, guint n, gboolean is_gpu, gboolean is_damaged)
{
  static const LscBudgetLack lacks[N_KNOWN] = { [KNOWN_NOTHING] = LSC_BUDGET_LACKS_DEVICE,
                                                [KNOWN_MARKS] = LSC_BUDGET_LACKS_DEVICE,
                                                [KNOWN_TABLES] = LSC_BUDGET_LACKS_EVENTS,
                                                [KNOWN_NO_TABLES] = LSC_BUDGET_LACKS_EVENTS };
  LscRankDigest *self = lsc_rank_digest_new_blank (LSC_DIGEST_JUDGED);

  self->rank = rank;
  self->folder = lsc_rank_digest_add_text (self, "recording");
  self->is_gpu = is_gpu;
  self->is_damaged = is_damaged;
  self->is_told = known == KNOWN_TABLES || known == KNOWN_NO_TABLES;
  self->lack = lacks[known];
  if (is_damaged && self->lack == LSC_BUDGET_LACKS_DEVICE)
    self->lack = LSC_BUDGET_LACKS_REST;
  if (known != KNOWN_NOTHING)
    add_steps (self, known, n);
  return self;
}

/* LSC_INT_NULL in any unit, a NAN, or a share that is none. */
static void
check_words (const LscPhrase *phrase)
{
  static const char *const wrong[] = { "9223372036", "9 223 372", "922337", "nan", "-inf",
                                       "inf %",      "-0",        "(null)", " -" };
  g_autofree char *words = phrase ? lsc_phrase_to_words (phrase) : NULL;

  for (gsize i = 0; words && i < G_N_ELEMENTS (wrong); i++)
    if (strstr (words, wrong[i]))
      g_error ("a figure that was not computed: %s", words);
}

static void
check_all (LscRankDigest *const *digests, guint n)
{
  const LscRankDigest *const *all = (const LscRankDigest *const *) digests;
  g_autoptr (LscOverview) overview = lsc_overview_new (all, n, NULL, NULL, NULL);
  g_autoptr (LscFindings) findings = lsc_findings_new (overview, all, NULL, NULL);

  for (guint i = 0; i < overview->lines->len; i++)
    check_words (overview->lines->pdata[i]);
  check_words (overview->brief);
  check_words (overview->no_waits);
  check_words (findings->headline);
  for (guint i = 0; i < overview->ranks->len; i++)
    check_words (lsc_overview_get_rank (overview, i)->not_known);
  for (guint i = 0; i < findings->rows->len; i++)
    {
      check_words (lsc_findings_get (findings, i)->text);
      check_words (lsc_findings_get (findings, i)->unknown);
    }
  for (guint i = 0; i < findings->silent->len; i++)
    check_words (((LscSilentRule *) findings->silent->pdata[i])->reason);
}

/* Every mixture of up to three ranks, of which each lacks something else. */
static void
test_sentences (void)
{
  for (guint code = 0; code < 4 * N_KNOWN * N_KNOWN * N_KNOWN; code++)
    for (guint n_steps = 1; n_steps <= 4; n_steps++)
      {
        guint n = code % 4, rest = code / 4;
        LscRankDigest *digests[MOST_RANKS] = { NULL };

        for (guint i = 0; i < n; i++, rest /= N_KNOWN)
          digests[i] = make_digest (n_steps == 3 ? LSC_RANK_UNKNOWN : i, rest % N_KNOWN, n_steps,
                                    n_steps % 2 == 0, (code + n_steps) % 5 == 0);
        check_all (digests, n);
        for (guint i = 0; i < n; i++)
          lsc_rank_digest_unref (digests[i]);
      }
}

/* The marks of a host alone are steps with a length. */
static void
test_marks (void)
{
  LscRankDigest *digest = make_digest (0, KNOWN_MARKS, 2, TRUE, FALSE);
  const LscRankDigest *const all[] = { digest };
  g_autoptr (LscOverview) overview = lsc_overview_new (all, 1, NULL, NULL, NULL);
  g_autoptr (LscFindings) findings = lsc_findings_new (overview, all, NULL, NULL);
  g_autofree char *headline = lsc_phrase_to_words (findings->headline);

  g_assert_cmpint (overview->step_ns, ==, 10 * MS);
  g_assert_cmpint (lsc_overview_get_rank (overview, 0)->ns[LSC_BUDGET_COMPUTE], ==, LSC_INT_NULL);
  g_assert_true (g_str_has_prefix (headline, "Step time on the host is 10.00 ms"));
  lsc_rank_digest_unref (digest);
}

/* Beside a rank that has a device the marks of another host are no length of a step. */
static void
test_marks_beside_device (void)
{
  LscRankDigest *digests[] = { make_digest (0, KNOWN_MARKS, 2, TRUE, FALSE),
                               make_digest (1, KNOWN_STEPS, 2, TRUE, FALSE) };
  const LscRankDigest *const all[] = { digests[0], digests[1] };
  g_autoptr (LscOverview) overview = NULL;

  for (guint i = 0; i < 2; i++)
    digests[1]->steps.items[i].step_ns = digests[1]->steps.items[i].ns[LSC_BUDGET_COMPUTE] = 3 * MS;
  overview = lsc_overview_new (all, 2, NULL, NULL, NULL);
  g_assert_cmpint (overview->step_ns, ==, 3 * MS);
  lsc_rank_digest_unref (digests[0]);
  lsc_rank_digest_unref (digests[1]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/missing/sentences", test_sentences);
  g_test_add_func ("/missing/marks", test_marks);
  g_test_add_func ("/missing/marks-beside-device", test_marks_beside_device);
  return g_test_run ();
}
