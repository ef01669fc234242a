/* lsc-report-findings.c - what makes the step longer, in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-findings.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "export/report/lsc-report-lead.h"
#include "export/report/lsc-report-private.h"
#include "export/report/lsc-report-sentences.h"
#include "model/lsc-rank-name.h"

#define MOST_ROWS 16
#define MOST_TITLE_WORDS 20
#define MOST_PLACES 2 /* of a finding: where it is seen, and what it is compared with */

/* "rank 3: aclnnMatmul, 1.2 ms: …" */
static char *
say_place (const LscEvidencePlace *place)
{
  g_autofree char *name = place->name ? _lsc_report_short_name (place->name) : NULL;
  g_autofree char *length =
      lsc_format_duration (place->end_ns - place->begin_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *text = place->text ? lsc_phrase_to_words (place->text) : g_strdup ("");
  g_autofree char *folder = place->folder ? _lsc_report_short_name (place->folder) : NULL;
  g_autoptr (LscPhrase) phrase = lsc_rank_name_new (place->rank, folder);
  g_autofree char *rank = lsc_phrase_to_words (phrase);

  if (!name || *name == '\0')
    return g_strdup_printf (_ ("Seen on %s, %s. %s"), rank, length, text);
  return g_strdup_printf (_ ("Seen on %s: %s, %s. %s"), rank, name, length, text);
}

/* What it causes stands below it. */
static void
take_effects (GPtrArray *points, const LscFindings *findings, const LscFinding *cause)
{
  for (guint i = 0; i < findings->rows->len; i++)
    {
      const LscFinding *effect = lsc_findings_get (findings, i);

      if (effect->cause == cause)
        {
          g_autofree char *text = lsc_phrase_to_words (effect->text);

          g_ptr_array_add (points, g_strdup_printf (_ ("Effect: %s"), text));
        }
    }
}

/* What is not known of a finding, or how certain it is. */
static void
take_unknown (GPtrArray *points, const LscFinding *finding, const LscOverview *overview)
{
  gboolean is_certainty;
  g_autofree char *unknown = lsc_report_say_unknown (finding, overview, &is_certainty);

  if (unknown)
    g_ptr_array_add (points, is_certainty ? g_steal_pointer (&unknown)
                                          : g_strdup_printf (_ ("Not known: %s"), unknown));
}

static void
add_finding (LscReportSection *section, const LscFindings *findings, const LscFinding *finding,
             const LscOverview *overview)
{
  GPtrArray *points = g_ptr_array_new_with_free_func (g_free);

  if (finding->remedy)
    {
      g_autofree char *remedy = lsc_phrase_to_words (finding->remedy);

      g_ptr_array_add (points, g_strdup_printf (_ ("What can be done: %s"), remedy));
    }
  take_unknown (points, finding, overview);
  for (guint i = 0; i < MIN (finding->places->len, MOST_PLACES); i++)
    g_ptr_array_add (points, say_place (finding->places->pdata[i]));
  take_effects (points, findings, finding);
  lsc_report_take_points (section, points)->title = lsc_phrase_to_words (finding->text);
}

/* Those of a group below its head: what was measured is told apart from what is predicted. */
static void
add_group (LscReportSection *section, const LscFindings *findings, LscFindingGroup group,
           const LscOverview *overview)
{
  gboolean has_head = FALSE;

  for (guint i = 0; i < findings->rows->len; i++)
    {
      const LscFinding *finding = lsc_findings_get (findings, i);

      if (finding->cause || lsc_finding_get_group (finding) != group)
        continue;
      if (!has_head)
        {
          lsc_report_take_text (section, g_strdup (lsc_finding_group_get_title (group)));
          ((LscReportItem *) section->items->pdata[section->items->len - 1])->is_head = TRUE;
          has_head = TRUE;
        }
      add_finding (section, findings, finding, overview);
    }
}

/* (nullable): where nothing is measured or predicted, the first one that is more than minor */
static const LscFinding *
find_largest (const LscFindings *findings)
{
  for (guint i = 0; i < findings->rows->len; i++)
    if (lsc_finding_get_group (lsc_findings_get (findings, i)) != LSC_FINDINGS_MINOR)
      return lsc_findings_get (findings, i);
  return NULL;
}

static char *
say_largest (const LscFinding *finding)
{
  g_autofree char *text = lsc_phrase_to_words (finding->text);

  return lsc_report_shorten (text, MOST_TITLE_WORDS, NULL);
}

/* (transfer full): how many causes there are, and what all of them cost */
static char *
say_findings (const LscFindings *findings)
{
  guint n = lsc_findings_count_outstanding (findings);
  g_autofree char *words = findings->total ? lsc_phrase_to_words (findings->total) : NULL;
  g_autofree char *total = words ? lsc_report_first_sentence (words) : NULL;
  g_autofree char *count = NULL;

  if (n == 0 && find_largest (findings))
    return say_largest (find_largest (findings));
  if (n == 0)
    return g_strdup (findings->rows->len > 0 ? _ ("Only minor findings") : _ ("No findings"));
  count = g_strdup_printf (
      ngettext ("%u cause makes the step longer", "%u causes make the step longer", n), n);
  return total ? g_strdup_printf (_ ("%s. %s"), count, total) : g_steal_pointer (&count);
}

/**
 * lsc_report_add_findings_section:
 *
 * Adds the chapter on what makes the step longer: causes with their evidence, what is predicted,
 * and the table of all.
 */
void
lsc_report_add_findings_section (LscReport *report, const LscFindings *findings,
                                 const LscOverview *overview)
{
  static const char *const columns[] = { "text",    "severity", "certainty", "share",
                                         "gain_ns", "ranks",    NULL };
  LscReportSection *section;
  guint n;

  g_return_if_fail (report && findings && overview);
  section = lsc_report_add_section (report, "findings", _ ("Findings"));
  n = lsc_findings_count_outstanding (findings);
  section->message = say_findings (findings);
  lsc_report_take_text (section, lsc_phrase_to_words (findings->headline));
  ((LscReportItem *) section->items->pdata[0])->is_extra = TRUE; /* small print has it */
  add_group (section, findings, LSC_FINDINGS_OUTSTANDING, overview);
  add_group (section, findings, LSC_FINDINGS_PREDICTED, overview);
  if (n == 0 && find_largest (findings) && /* its text stands in the table */
      lsc_finding_get_group (find_largest (findings)) == LSC_FINDINGS_POSSIBLE)
    {
      add_finding (section, findings, find_largest (findings), overview);
      g_clear_pointer (&((LscReportItem *) section->items->pdata[section->items->len - 1])->title,
                       g_free);
    }
  if (findings->rows->len > 0)
    {
      LscReportItem *item = lsc_report_take_table (section, _ ("All findings, with minor ones"),
                                                   lsc_findings_get_table (findings), columns);

      item->most_rows = MOST_ROWS;
      item->is_extra = n > 0;
    }
}
