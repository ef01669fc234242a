/* lsc-report-lead.c - the first page of a recording: who, why, what it costs, what to do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-lead.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "base/lsc-words.h"
#include "model/lsc-kernel-label.h"
#include "model/lsc-rank-name.h"
#include "export/report/lsc-report-private.h"
#include "export/report/lsc-report-sentences.h"

#define MOST_WORDS 12  /* of a headline; a figure and its unit are one */
#define SAME_STEP 0.01 /* of it: so far mean and median are one figure */
#define MOST_TITLE_WORDS 20
#define MOST_CLAUSE 7      /* of one behind which a gain stands: five words */
#define MOST_BOUND 5       /* likewise, up to which: seven */
#define LEAST_LEFT 0.001   /* of computing: what listed parts leave is said, so that all add up */
#define MOST_SEEN 2        /* sentences beside the answer */
#define MOST_BOUND_WORDS 2 /* of a headline: what the limit is */
#define MOST_HOW_WORDS 3   /* of it: what may help */
#define LEAST_GAIN 0.05    /* of a step: what may be the answer, or part of it */

/* (transfer full): sentences one behind the other. @third: (nullable) */
static char *
join (const char *first, const char *second, const char *third)
{
  g_autoptr (GString) words = g_string_new (first);

  lsc_words_append (words, second);
  if (third)
    lsc_words_append (words, third);
  return g_string_free (g_steal_pointer (&words), FALSE);
}

/* ---- the headline ---- */

static char *
say_duration (double ns)
{
  return lsc_format_duration ((gint64) ns, LSC_TIME_UNIT_AUTO);
}

static gboolean
has_gain (const LscFinding *finding)
{
  return finding->gain_ns != LSC_INT_NULL && !isnan (finding->share) && finding->share > 0;
}

/* Of the step that the share is of, so that both can be divided; the overview's where that is the
 * same one. */
static double
get_step_ns (const LscFinding *finding, const LscOverview *overview)
{
  double step_ns = (double) finding->gain_ns / finding->share;

  return overview->step_ns != LSC_INT_NULL &&
                 fabs (step_ns - (double) overview->step_ns) < SAME_STEP * step_ns
             ? (double) overview->step_ns
             : step_ns;
}

static char *
say_headline (const char *answer, const LscFinding *finding, const LscOverview *overview)
{
  gboolean is_whole;
  g_autofree char *whole = lsc_report_shorten (answer, MOST_WORDS, &is_whole);
  g_autofree char *clause = NULL, *gain = NULL, *step = NULL;

  if (is_whole || !finding || !has_gain (finding))
    return g_steal_pointer (&whole);
  clause = lsc_report_shorten (answer, finding->is_bound ? MOST_BOUND : MOST_CLAUSE, NULL);
  gain = say_duration ((double) finding->gain_ns);
  step = say_duration (get_step_ns (finding, overview));
  return g_strdup_printf (finding->is_bound ? _ ("%s: up to %s of the %s step")
                                            : _ ("%s: %s of the %s step"),
                          clause, gain, step);
}

/* ---- why ---- */

/* (nullable): where the last sentence begins, if it says how long what is gained is */
static char *
find_last_gain (char *text, const LscFinding *finding)
{
  g_autofree char *gain = NULL;
  char *last = NULL;

  for (char *at = strstr (text, ". "); at; at = strstr (at + 1, ". "))
    last = at + strlen (". ");
  if (!last || !has_gain (finding))
    return NULL;
  gain = say_duration ((double) finding->gain_ns);
  return strstr (last, gain) ? last : NULL;
}

/* (transfer full): a text without the sentence that says what is gained, which stands beside it */
static char *
drop_gain (const LscFinding *finding)
{
  g_autoptr (LscPhrase) phrase = lsc_finding_say_gain (finding);
  g_autofree char *gain = phrase ? lsc_phrase_to_words (phrase) : NULL;
  char *text = lsc_phrase_to_words (finding->text);
  char *at = gain && *gain != '\0' ? strstr (text, gain) : NULL;

  if (!at)
    at = find_last_gain (text, finding);

  if (at && at > text)
    *at = '\0';
  return g_strchomp (text);
}

/* What a clause says before a colon is in the headline. */
static char *
drop_head (char *text, const char *headline)
{
  const char *colon = strstr (text, ": ");
  g_autofree char *begin = colon ? g_strndup (text, (gsize) (colon - text)) : NULL;
  char *rest;

  if (!begin || !g_str_has_prefix (headline, begin))
    return text;
  rest = g_strdup (colon + 2);
  rest[0] = g_ascii_toupper (rest[0]);
  g_free (text);
  return rest;
}

/* (transfer full): where it is seen: "On rank 3: aclnnMatmul, 1.2 ms. The longest." */
static char *
say_place (const LscEvidencePlace *place)
{
  g_autofree char *name = place->name ? _lsc_report_short_name (place->name) : NULL;
  g_autofree char *folder = place->folder ? _lsc_report_short_name (place->folder) : NULL;
  g_autofree char *text = place->text ? _lsc_report_sentence (place->text) : g_strdup ("");
  g_autofree char *length = say_duration ((double) (place->end_ns - place->begin_ns));
  g_autoptr (LscPhrase) phrase = lsc_rank_name_new (place->rank, folder);
  g_autofree char *rank = lsc_phrase_to_words (phrase);

  return name && *name != '\0'
             ? g_strdup_printf (_ ("Seen on %s: %s, %s. %s"), rank, name, length, text)
             : g_strdup_printf (_ ("Seen on %s, %s. %s"), rank, length, text);
}

/* A finding whose own words give no proof shows where it is seen best. */
static char *
say_why (const LscFinding *finding, const char *headline)
{
  g_autofree char *text = drop_head (drop_gain (finding), headline);
  g_autofree char *place = NULL;
  g_autoptr (GString) words = NULL;

  if (lsc_report_skip_sentence (text) || finding->places->len == 0) /* the rest is its proof */
    return g_steal_pointer (&text);
  place = say_place (finding->places->pdata[0]);
  words = g_string_new (text);
  lsc_words_append (words, place);
  return g_string_free (g_steal_pointer (&words), FALSE);
}

/* ---- what it costs ---- */

/* (transfer full): a gain's share; of which step, where that is not the one that the page shows, so
 * that both can be divided */
static char *
say_share (const LscFinding *finding, const LscOverview *overview, double step_ns)
{
  g_autofree char *share = lsc_format_share (finding->share), *step = NULL;

  if (overview->step_ns == LSC_INT_NULL || step_ns == (double) overview->step_ns)
    return g_steal_pointer (&share);
  step = say_duration (step_ns);
  return g_strdup_printf (_ ("%s of the mean step, %s"), share, step);
}

static char *
say_cost (const LscFindings *findings, const LscFinding *finding, const LscOverview *overview)
{
  g_autofree char *gain = NULL, *share = NULL, *left = NULL, *total = NULL, *all = NULL;
  double step_ns;
  GString *out;

  if (!has_gain (finding))
    return NULL;
  step_ns = get_step_ns (finding, overview);
  gain = say_duration ((double) finding->gain_ns);
  share = say_share (finding, overview, step_ns);
  left = say_duration (step_ns - (double) finding->gain_ns);
  out = g_string_new (NULL);
  g_string_append_printf (out,
                          finding->is_bound
                              ? _ ("Up to %s per step (%s); the step would still take %s.")
                              : _ ("%s per step (%s); the step would take %s."),
                          gain, share, left);
  if (findings->total_gain_ns == LSC_INT_NULL || findings->total_gain_ns <= finding->gain_ns)
    return g_string_free (out, FALSE);
  total = say_duration ((double) findings->total_gain_ns);
  all = lsc_format_share (finding->share * (double) findings->total_gain_ns /
                          (double) finding->gain_ns);
  g_string_append_printf (out, _ (" All findings together: up to %s (%s), each counted once."),
                          total, all);
  return g_string_free (out, FALSE);
}

/* (transfer full): how much was measured: "4 steps, 64 ranks" */
static char *
say_basis (const LscOverview *overview)
{
  guint n_ranks = overview->ranks->len, n_steps = 0;
  g_autofree char *steps = NULL, *ranks = NULL;

  for (guint i = 0; i < n_ranks; i++)
    n_steps = MAX (n_steps, (guint) lsc_overview_get_rank (overview, i)->n_counted);
  steps = g_strdup_printf (ngettext ("%u step", "%u steps", n_steps), n_steps);
  ranks = g_strdup_printf (ngettext ("%u rank", "%u ranks", n_ranks), n_ranks);
  return g_strdup_printf (_ ("Measured: %s, %s."), steps, ranks);
}

static const char *const certainty_words[LSC_FINDING_N_CERTAINTIES] = {
  [LSC_FINDING_SURE] = N_ ("Sure: the recording leaves no other explanation."),
  [LSC_FINDING_LIKELY] =
      N_ ("Likely: the best explanation of the recording, but other causes are possible."),
  [LSC_FINDING_POSSIBLE] =
      N_ ("Possible: the recording points to it but does not prove it. Check it first."),
};

/**
 * lsc_report_say_unknown:
 * @is_certainty: (out): what is not known is how certain the finding is
 *
 * Returns: (transfer full) (nullable): what is not known of a finding; that the only rank has no
 *   number says nothing about it
 */
char *
lsc_report_say_unknown (const LscFinding *finding, const LscOverview *overview,
                        gboolean *is_certainty)
{
  g_autofree char *unknown = NULL;
  const char *number = _ ("The recording has no rank number.");

  g_return_val_if_fail (finding && overview && is_certainty, NULL);
  *is_certainty = FALSE;
  unknown = finding->unknown ? lsc_phrase_to_words (finding->unknown) : NULL;
  if (unknown && overview->ranks->len == 1 && g_str_has_suffix (unknown, number))
    {
      unknown[strlen (unknown) - strlen (number)] = '\0';
      g_strchomp (unknown);
    }
  if (!unknown || *unknown == '\0')
    return NULL;
  *is_certainty = g_str_has_prefix (_ (certainty_words[finding->certainty]), unknown);
  return g_steal_pointer (&unknown);
}

static char *
say_certainty (const LscFinding *finding, const LscOverview *overview)
{
  const char *word = _ (certainty_words[finding->certainty]);
  gboolean is_certainty;
  g_autofree char *unknown = lsc_report_say_unknown (finding, overview, &is_certainty);
  g_autofree char *basis = say_basis (overview);

  return join (word, basis, is_certainty ? NULL : unknown);
}

static void
take_finding (LscReport *report, const LscFindings *findings, const LscFinding *finding,
              const LscOverview *overview)
{
  lsc_report_take_fact (report, "why", _ ("Why"), say_why (finding, report->headline));
  lsc_report_take_fact (report, "cost", _ ("What It Costs"),
                        say_cost (findings, finding, overview));
  lsc_report_take_fact (report, "next", _ ("What to Try Next"),
                        finding->remedy ? lsc_phrase_to_words (finding->remedy) : NULL);
  lsc_report_take_fact (report, "certainty", _ ("How Certain"), say_certainty (finding, overview));
}

/* ---- where nothing stands out ---- */

static char *
list_computing (const LscFindings *findings)
{
  g_autoptr (GString) out = g_string_new (NULL);
  double left = 1;

  for (guint i = 0; i < MIN (findings->computing->len, 4); i++)
    {
      const LscComputing *part = &g_array_index (findings->computing, LscComputing, i);
      g_autofree char *label = part->is_module ? NULL : lsc_kernel_label (part->name);
      g_autofree char *name = _lsc_report_short_name (label ? label : part->name);
      g_autofree char *share = lsc_format_share (part->share);

      g_string_append_printf (out, "%s%s %s", i > 0 ? ", " : "", name, share);
      left -= part->share;
    }
  if (out->len > 0 && left >= LEAST_LEFT)
    {
      g_autofree char *share = lsc_format_share (left);

      return g_strdup_printf (_ ("Of all computing: %s; all else %s."), out->str, share);
    }
  return out->len > 0 ? g_strdup_printf (_ ("Of all computing: %s."), out->str) : NULL;
}

/* (transfer full): lines behind the first, which is small print */
static char *
say_lines (const LscOverview *overview)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 1; i < MIN (overview->lines->len, MOST_SEEN + 1); i++)
    {
      g_autofree char *line = lsc_phrase_to_words (overview->lines->pdata[i]);

      lsc_words_append (out, line);
    }
  return out->len > 0 ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}

/* Modules stand beside it. */
static char *
say_rest (const LscFindings *findings)
{
  g_autofree char *text = findings->rest ? lsc_phrase_to_words (findings->rest)
                                         : lsc_phrase_to_words (findings->headline);

  return findings->rest && findings->computing->len > 0
             ? _lsc_report_stop (lsc_report_first_sentence (text))
             : g_steal_pointer (&text);
}

/* (nullable): of the findings that an overview tells, the one that saves most */
static const LscFinding *
find_told (const LscFindings *findings)
{
  const LscFinding *most = NULL;

  for (guint i = 0; i < lsc_findings_count_told (findings); i++)
    {
      const LscFinding *finding = lsc_findings_get_told (findings, i);

      if (!most || (has_gain (finding) && (!has_gain (most) || finding->gain_ns > most->gain_ns)))
        most = finding;
    }
  return most;
}

/* Ends @text where it says what is gained, and returns (transfer full) (nullable) what stands
 * behind that: what else bounds it. */
static char *
cut_gain (const LscFinding *finding, char *text)
{
  g_autoptr (LscPhrase) phrase = lsc_finding_say_gain (finding);
  g_autofree char *gain = phrase ? lsc_phrase_to_words (phrase) : NULL;
  char *at = gain && *gain != '\0' ? strstr (text, gain) : NULL;
  g_autofree char *rest = at ? g_strstrip (g_strdup (at + strlen (gain))) : NULL;

  if (at)
    *at = '\0';
  g_strchomp (text);
  return rest && *rest != '\0' ? g_steal_pointer (&rest) : NULL;
}

/* What the host needs for a step of the first rank of a finding; %LSC_INT_NULL where that is not
 * known. */
static gint64
find_host_ns (const LscFinding *finding, const LscOverview *overview)
{
  for (guint i = 0; finding->ranks->len > 0 && i < overview->ranks->len; i++)
    if (lsc_overview_get_rank (overview, i)->rank == g_array_index (finding->ranks, gint64, 0))
      return lsc_overview_get_rank (overview, i)->host_step_ns;
  return LSC_INT_NULL;
}

/* (transfer full): what is gained until the host is the limit, then what is if the host has less to
 * do, too: in this order, as the first of them needs no other change */
static char *
say_both_gains (const LscFinding *finding, const LscOverview *overview)
{
  g_autofree char *first = say_duration ((double) finding->host_gain_ns);
  g_autofree char *first_share = lsc_format_share (finding->share * (double) finding->host_gain_ns /
                                                   (double) finding->gain_ns);
  g_autofree char *host = say_duration ((double) find_host_ns (finding, overview));
  g_autofree char *all = say_duration ((double) finding->gain_ns);
  g_autofree char *share = say_share (finding, overview, get_step_ns (finding, overview));
  g_autofree char *left =
      say_duration (get_step_ns (finding, overview) - (double) finding->gain_ns);

  return g_strdup_printf (_ ("Up to %s per step (%s): then the host is the limit, which takes %s. "
                             "Up to %s (%s) if it launches fewer kernels, too; the step would then "
                             "take %s."),
                          first, first_share, host, all, share, left);
}

/* (transfer full): how certain it is, before by how much: "Possible. Up to 8.203 ms per step" */
static char *
add_certainty (const LscFinding *finding, const char *gain)
{
  return finding->certainty == LSC_FINDING_SURE
             ? g_strdup (gain)
             : g_strdup_printf (_ ("%s, not proven. %s"), lsc_finding_get_certainty_title (finding),
                                gain);
}

static void
take_gain (LscReport *report, const LscFindings *findings, const LscFinding *finding,
           const LscOverview *overview, const char *bound)
{
  gboolean is_both = finding->host_gain_ns > 0 && has_gain (finding) &&
                     find_host_ns (finding, overview) != LSC_INT_NULL;
  g_autofree char *cost =
      is_both ? say_both_gains (finding, overview) : say_cost (findings, finding, overview);
  g_autofree char *words = NULL;

  if (!cost)
    return;
  words = bound && !is_both ? join (bound, cost, NULL) : g_strdup (cost);
  lsc_report_take_fact (report, "gain", _ ("What It May Save"), add_certainty (finding, words));
}

/* What may make even computing shorter: why, by how much, how certain that is, and how. */
static void
take_next (LscReport *report, const LscFindings *findings, const LscFinding *finding,
           const LscOverview *overview)
{
  g_autofree char *text = lsc_phrase_to_words (finding->text);
  g_autofree char *bound = cut_gain (finding, text);
  g_autofree char *what = _lsc_report_stop (lsc_report_shorten (text, MOST_TITLE_WORDS, NULL));
  g_autofree char *answer = lsc_phrase_to_words (findings->answer);
  g_autofree char *said = _lsc_report_stop (lsc_report_first_sentence (answer));

  lsc_report_take_fact (report, "why", _ ("Why"),
                        join (said, what, lsc_report_skip_sentence (text)));
  take_gain (report, findings, finding, overview, bound);
  lsc_report_take_fact (report, "next", _ ("What to Try Next"),
                        lsc_phrase_to_words (finding->remedy));
  lsc_report_take_fact (report, "certainty", _ ("How Certain"), say_certainty (finding, overview));
}

/* (transfer full): of twelve words at most: that the device is the limit, what may help, and by how
 * much; else the answer alone */
static char *
say_limit (const char *answer, const LscFinding *told)
{
  g_autofree char *limit = NULL, *remedy = NULL, *how = NULL, *gain = NULL, *first = NULL;
  g_autofree char *line = NULL;

  if (!told || !told->remedy || !has_gain (told) || told->share < LEAST_GAIN)
    return lsc_report_shorten (answer, MOST_WORDS, NULL);
  limit = lsc_report_shorten (answer, MOST_BOUND_WORDS, NULL);
  remedy = lsc_phrase_to_words (told->remedy);
  how = lsc_report_shorten (remedy, MOST_HOW_WORDS, NULL);
  gain = say_duration ((double) told->gain_ns);
  first = say_duration ((double) told->host_gain_ns);
  line = told->host_gain_ns > 0
             ? g_strdup_printf (_ ("%s. %s: up to %s, with fewer launches %s"), limit, how, first,
                                gain)
             : g_strdup_printf (_ ("%s. %s: this may save up to %s per step"), limit, how, gain);
  return lsc_report_count_words (line) <= MOST_WORDS
             ? g_steal_pointer (&line)
             : lsc_report_shorten (answer, MOST_WORDS, NULL);
}

static gboolean
has_modules (const LscFindings *findings)
{
  return findings->computing->len > 0 &&
         g_array_index (findings->computing, LscComputing, 0).is_module;
}

/* What computes, and what the rest of the step is: one column, as each alone is a narrow one. */
static void
take_step (LscReport *report, const LscFindings *findings)
{
  g_autofree char *computing = list_computing (findings), *rest = say_rest (findings);

  if (!computing)
    lsc_report_take_fact (report, "parts", _ ("Rest of the Step"), g_steal_pointer (&rest));
  else
    lsc_report_take_fact (report, "computing",
                          has_modules (findings) ? _ ("Computing by Module") : _ ("What Computes"),
                          join (computing, rest, NULL));
}

static void
take_parts (LscReport *report, const LscFindings *findings, const LscOverview *overview)
{
  const LscFinding *told = find_told (findings);

  if (told && told->remedy)
    take_next (report, findings, told, overview);
  take_step (report, findings);
  if (!told || !told->remedy) /* else these sentences would be a sixth column */
    lsc_report_take_fact (report, "seen", _ ("Also Seen"), say_lines (overview));
}

#define MOST_COMPUTING 0.7 /* of a step: above it small findings are not the answer */

/**
 * lsc_report_get_cause:
 *
 * Returns: (transfer none) (nullable): the finding that the answer tells of; %NULL where computing
 *   is nearly all of a step, or nothing was found (findings.md#headline)
 */
const LscFinding *
lsc_report_get_cause (const LscFindings *findings, const LscOverview *overview)
{
  const LscFinding *first;
  const LscComputing *part;

  g_return_val_if_fail (findings && overview, NULL);
  first = lsc_findings_count_outstanding (findings) > 0 ? lsc_findings_get_outstanding (findings, 0)
                                                        : NULL;
  if (!first || (has_gain (first) && first->share >= LEAST_GAIN) || findings->computing->len == 0 ||
      overview->step_ns == LSC_INT_NULL)
    return first;
  part = &g_array_index (findings->computing, LscComputing, 0);
  return part->share > 0 &&
                 (double) part->ns / part->share >= MOST_COMPUTING * (double) overview->step_ns
             ? NULL
             : first;
}

#define LARGER_AT 2 /* behind why, and what it costs */

/* What may gain more than the headline stands beside what that costs: else a reader meets it
 * unprepared below. */
static void
take_larger (LscReport *report, const LscFindings *findings)
{
  guint n = report->facts->len;

  if (!findings->larger)
    return;
  lsc_report_take_fact (report, "larger", _ ("What May Save More"),
                        lsc_phrase_to_words (findings->larger));
  if (n > LARGER_AT)
    g_ptr_array_insert (report->facts, LARGER_AT, g_ptr_array_steal_index (report->facts, n));
}

/**
 * lsc_report_fill_lead:
 *
 * Fills in the answer: a headline of at most twelve words, and below it the largest finding's
 * proof, gain, remedy and certainty, or what the step consists of where nothing stands out, with
 * the remedy of what may be the largest gain.
 */
void
lsc_report_fill_lead (LscReport *report, const LscFindings *findings, const LscOverview *overview)
{
  const LscFinding *first;
  g_autofree char *answer = NULL;

  g_return_if_fail (report && findings && overview);
  first = lsc_report_get_cause (findings, overview);
  answer = lsc_phrase_to_words (findings->answer);
  g_free (report->headline);
  report->headline =
      first ? say_headline (answer, first, overview) : say_limit (answer, find_told (findings));
  if (first)
    take_finding (report, findings, first, overview);
  else
    take_parts (report, findings, overview);
  take_larger (report, findings);
}
