/* lsc-cli-findings.c - overview and findings of all ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-findings.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/**
 * lsc_cli_judge:
 * @project: opened
 * @overview: (out) (transfer full) (nullable): the ranks beside each other
 * @findings: (out) (optional) (transfer full) (nullable): what makes the steps longer
 *
 * Reads the ranks, once for both, and prints what was odd about them.
 *
 * Returns: %LSC_EXIT_OK, or why something is missing, which has been said then
 */
LscExit
lsc_cli_judge (const LscCliProject *project, const LscCliOptions *options, LscOverview **overview,
               LscFindings **findings)
{
  LscSession *session;
  g_autoptr (GPtrArray) digests = NULL;
  g_autoptr (GError) error = NULL;
  gboolean has_all;

  g_return_val_if_fail (project && project->session && options, LSC_EXIT_USAGE);
  session = project->session;
  lsc_session_expect (session, LSC_DIGEST_JUDGED, findings != NULL);
  digests = lsc_session_get_digests (session, LSC_DIGEST_JUDGED, project->job, NULL);
  *overview = digests ? lsc_session_get_overview (session, project->job, &error) : NULL;
  if (findings)
    *findings = *overview ? lsc_session_get_findings (session, project->job, &error) : NULL;
  has_all = *overview && (!findings || *findings);
  lsc_cli_print_notices (project->notices, lsc_cli_least_severity (options));
  return has_all ? LSC_EXIT_OK : error ? lsc_cli_fail (error) : LSC_EXIT_NOTHING;
}

static void
append_phrase (GString *out, const char *before, const LscPhrase *phrase)
{
  g_autofree char *words = phrase ? lsc_phrase_to_words (phrase) : NULL;

  if (words)
    lsc_cli_append (out, "%s%s\n", before, words);
}

/* @indent: of its sentence; effects of it stand deeper. @told: what is not known of several is said
 * once */
static void
append_finding (GString *out, const LscFinding *finding, const char *indent, GHashTable *told)
{
  const char *bullet = finding->cause ? "• " : "";
  g_autofree char *text = g_strdup_printf ("%s%s", indent, bullet);
  g_autofree char *remedy = g_strdup_printf ("%s  → ", indent);
  g_autofree char *unknown = g_strdup_printf ("%s  ? ", indent);
  g_autofree char *words = NULL;

  append_phrase (out, text, finding->text);
  append_phrase (out, remedy, finding->remedy);
  words = finding->unknown ? lsc_phrase_to_words (finding->unknown) : NULL;
  if (words && !g_hash_table_contains (told, words))
    {
      lsc_cli_append (out, "%s%s\n", unknown, words);
      g_hash_table_add (told, g_steal_pointer (&words));
    }
}

/* Its head is above them, if there are any. */
static void
append_group (GString *out, const LscFindings *findings, LscFindingGroup group, GHashTable *told)
{
  gboolean is_folded = group > LSC_FINDINGS_PREDICTED, has_head = FALSE;

  for (guint i = 0; i < findings->rows->len; i++)
    {
      const LscFinding *finding = lsc_findings_get (findings, i);

      if (lsc_finding_get_group (finding) != group)
        continue;
      if (!has_head)
        {
          g_string_append (out, "\n");
          g_string_append_printf (out, _ ("%s:"), lsc_finding_group_get_title (group));
          g_string_append (out, "\n");
        }
      has_head = TRUE;
      if (!is_folded && !finding->cause)
        g_string_append (out, "\n");
      if (finding->cause)
        append_finding (out, finding, is_folded ? "    " : "  ", told);
      else
        append_finding (out, finding, is_folded ? "  " : "", told);
    }
}

/* Whether a longer line begins with what a short one says. */
static gboolean
is_begun (const LscPhrase *line, const LscPhrase *brief)
{
  g_autofree char *whole = line ? lsc_phrase_to_words (line) : NULL;
  g_autofree char *begin = brief ? lsc_phrase_to_words (brief) : NULL;
  gsize n = begin ? strlen (begin) : 0;

  if (n > 0 && g_str_has_suffix (begin, "."))
    n--;
  else if (n > 0 && g_str_has_suffix (begin, "。"))
    n -= strlen ("。");
  return whole && n > 0 && strncmp (whole, begin, n) == 0;
}

/**
 * lsc_cli_say_findings:
 *
 * Returns: (transfer full): the findings in lines for people, with those that are folded, and rules
 *   that could not be judged
 */
char *
lsc_cli_say_findings (const LscFindings *findings)
{
  g_autoptr (GHashTable) told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GString *out;

  g_return_val_if_fail (findings, NULL);
  out = g_string_new (NULL);
  if (!is_begun (findings->headline, findings->answer))
    append_phrase (out, "", findings->answer);
  if (findings->larger && !is_begun (findings->headline, findings->answer))
    append_phrase (out, "", findings->larger);
  append_phrase (out, "", findings->headline);
  if (findings->larger && is_begun (findings->headline, findings->answer))
    append_phrase (out, "", findings->larger);
  append_phrase (out, "", findings->basis);
  append_group (out, findings, LSC_FINDINGS_OUTSTANDING, told);
  if (findings->total)
    g_string_append (out, "\n");
  append_phrase (out, "", findings->total);
  append_group (out, findings, LSC_FINDINGS_PREDICTED, told);
  append_group (out, findings, LSC_FINDINGS_POSSIBLE, told);
  append_group (out, findings, LSC_FINDINGS_MINOR, told);
  if (findings->silent->len > 0)
    g_string_append_printf (out, "\n%s\n", _ ("Not judged:"));
  for (guint i = 0; i < findings->silent->len; i++)
    {
      const LscSilentRule *rule = findings->silent->pdata[i];
      g_autofree char *words = lsc_phrase_to_words (rule->reason);

      lsc_cli_append (out, _ ("  %s: %s\n"), rule->id, words);
    }
  return g_string_free (out, FALSE);
}
