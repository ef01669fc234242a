/* lsc-cmd-overview.c - overview: how long a step is, which rank is slow, who waits for whom
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-findings.h"
#include "cli/lsc-cli-picture.h"
#include "cli/lsc-cli-unknown.h"
#include "draw/overview/lsc-overview-rows.h"

#define MOST_FINDINGS 5 /* in words */

typedef struct
{
  LscCliOptions common;
  char *table;
} Options;

static const char *const shown[] = {
  "rank",
  "stage",
  "counted_steps",
  "step_ns",
  "compute_ns",
  "comm_transfer_ns",
  "comm_ns",
  "comm_wait_ns",
  "bubble_ns",
  "free_host_ns",
  "free_device_ns",
  "waited_ns",
  "caused_wait_ns",
  "gain_ns",
  "gain_ranks",
  "slow",
  NULL,
};

/* Where a terminal shows some of the ranks, those that hold up the others are among them. */
static LscTable *
put_slow_first (const LscTable *table)
{
  LscTable *sorted = lsc_table_new_like (table);
  gsize n = lsc_table_get_n_rows (table);
  gboolean is_cut = n > lsc_cli_stdout_get_look ().most_rows;

  for (guint pass = 0; pass < 2; pass++)
    for (guint32 row = 0; row < n; row++)
      {
        LscValue slow = lsc_table_get_named (table, row, "slow");
        gboolean is_first = is_cut && !slow.is_null && slow.integer != 0;

        if (is_first == (pass == 0))
          lsc_table_append_rows (sorted, table, &row, 1);
      }
  return sorted;
}

/* A column in which no row says anything is left out for people. */
static gboolean
says_anything (const LscTable *table, const char *name)
{
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      LscValue value = lsc_table_get_named (table, row, name);

      if (!value.is_null && (value.integer != 0 || (value.text && *value.text)))
        return TRUE;
    }
  return g_str_equal (name, "rank") || g_str_equal (name, "counted_steps") ||
         g_str_equal (name, "slow");
}

static LscTable *
pick_shown (const LscTable *table)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (gsize i = 0; shown[i]; i++)
    if (says_anything (table, shown[i]))
      g_ptr_array_add (names, (gpointer) shown[i]);
  g_ptr_array_add (names, NULL);
  return lsc_cli_pick_columns (table, (const char *const *) names->pdata, NULL);
}

static void
append_line (GString *out, const char *before, const LscPhrase *phrase)
{
  g_autofree char *line = lsc_phrase_to_words (phrase);
  g_autofree char *visible = lsc_visible_line (line);

  g_string_append_printf (out, "%s%s\n", before, visible);
}

static void
append_head (GString *out, LscFindingGroup group)
{
  g_string_append_printf (out, _ ("%s:"), lsc_finding_group_get_title (group));
  g_string_append (out, "\n");
}

/* As on the first page: what the step consists of, and what costs most. */
static void
append_findings (GString *out, const LscFindings *findings)
{
  const LscFinding *predicted = lsc_findings_get_predicted (findings);
  guint n_told = MIN (MOST_FINDINGS, lsc_findings_count_told (findings));

  append_line (out, "", findings->parts);
  if (n_told > 0)
    append_head (out, LSC_FINDINGS_OUTSTANDING);
  for (guint n = 0; n < n_told; n++)
    append_line (out, "• ", lsc_findings_get_told (findings, n)->text);
  if (!predicted)
    return;
  append_head (out, LSC_FINDINGS_PREDICTED);
  append_line (out, "• ", predicted->text);
}

/* The answer in words, then the ranks. @findings: made for words alone */
static char *
make_words (const LscCliProject *project, const LscOverview *overview, const LscFindings *findings,
            const LscTable *table)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (LscTable) sorted = put_slow_first (table);
  g_autoptr (LscTable) picked = pick_shown (sorted);
  g_autofree char *rows = lsc_cli_table_to_text (picked);

  if (findings && findings->answer)
    append_line (out, "", findings->answer);
  if (findings && findings->larger)
    append_line (out, "", findings->larger);
  if (findings && lsc_findings_count_told (findings) > 0 &&
      lsc_findings_get_told (findings, 0)->remedy)
    append_line (out, "→ ", lsc_findings_get_told (findings, 0)->remedy);
  lsc_cli_append_chosen (out, project);
  for (guint i = 0; i < overview->lines->len; i++)
    {
      if (!lsc_findings_replaces_line (findings, overview, i)) /* the findings have it */
        append_line (out, "", g_ptr_array_index (overview->lines, i));
      if (i == 0)
        append_findings (out, findings);
    }
  g_string_append_printf (out, "\n%s", rows);
  return g_strdup (out->str);
}

/* Of those who want rows and words: after the rows, for which no findings are needed. */
static gboolean
give_words (const LscCliRun *run, const LscOverview *overview, const LscTable *ranks,
            GError **error)
{
  g_autoptr (LscFindings) findings = NULL;
  g_autofree char *words = NULL;

  if (!lsc_cli_stdout_wants_words ())
    return TRUE;
  findings = lsc_session_get_findings (run->project.session, run->project.job, error);
  if (!findings)
    return FALSE;
  words = make_words (&run->project, overview, findings, ranks);
  lsc_cli_stdout_give_words (words);
  return TRUE;
}

static gboolean
write_tables (LscCliRun *run, const LscOverview *overview, LscTable *ranks, const char *path,
              GError **error)
{
  g_autoptr (LscTable) waits = lsc_overview_get_waits_table (overview);
  g_autoptr (LscTable) steps = lsc_overview_get_steps_table (overview);
  g_autoptr (LscTable) spread = lsc_overview_get_spread_table (overview);
  g_autoptr (LscTable) groups = lsc_overview_get_groups_table (overview);
  LscTable *all[] = { ranks, waits, steps, spread, groups };

  return lsc_cli_write_tables (all, G_N_ELEMENTS (all), ranks,
                               &(LscCliFile){ path, 0, run->project.job }, error);
}

/* As the first page shows it: the median step of each rank. */
static gboolean
write_picture (const LscCliRun *run, const LscOverview *overview, GError **error)
{
  g_autofree char *title = lsc_project_get_title (run->project.project);
  LscPictureOptions picture = lsc_cli_picture_get_options (run, title);
  LscOverviewChoice all = { .order = LSC_OVERVIEW_BY_STAGE };
  g_autoptr (LscRankRows) rows = lsc_overview_rows_new (overview, &all);
  LscRankChart chart;

  lsc_rank_chart_init (&chart, rows);
  chart.theme = lsc_cli_picture_get_theme (run);
  chart.port.width = lsc_cli_picture_get_width (run);
  return lsc_export_ranks (&chart, &picture, error);
}

static gboolean
deliver (LscCliRun *run, const LscOverview *overview, const LscFindings *findings, GError **error)
{
  const Options *options = (const Options *) run->options;
  g_autoptr (LscTable) ranks = lsc_overview_get_table (overview);
  LscCliForms form = lsc_cli_get_form (&run->options->format);
  g_autofree char *words = NULL;

  lsc_cli_end_progress ();
  lsc_cli_note_unknown (run, ranks);
  if (options->table && !write_tables (run, overview, ranks, options->table, error))
    return FALSE;
  if (run->options->picture.path && !write_picture (run, overview, error))
    return FALSE;
  if (form == LSC_CLI_XLSX)
    return write_tables (run, overview, ranks, run->options->format.xlsx, error);
  if (form != LSC_CLI_TEXT)
    return lsc_cli_deliver_table (run, ranks, 0, error) && give_words (run, overview, ranks, error);
  words = make_words (&run->project, overview, findings, ranks);
  return lsc_cli_print_text (words);
}

/* The length of a step is not known of a rank. */
static gboolean
lacks_steps (const LscOverview *overview)
{
  for (guint i = 0; i < overview->ranks->len; i++)
    if (lsc_overview_get_rank (overview, i)->step_ns == LSC_INT_NULL)
      return TRUE;
  return FALSE;
}

static LscExit
run_overview (LscCliRun *run)
{
  gboolean in_words = lsc_cli_get_form (&run->options->format) == LSC_CLI_TEXT;
  g_autoptr (LscOverview) overview = NULL;
  g_autoptr (LscFindings) findings = NULL;
  g_autoptr (GError) error = NULL;
  LscExit code =
      lsc_cli_judge (&run->project, run->options, &overview, in_words ? &findings : NULL);

  if (code != LSC_EXIT_OK)
    return code;
  if (!deliver (run, overview, findings, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return lsc_cli_project_is_part (&run->project) || lacks_steps (overview) ? LSC_EXIT_PART
                                                                           : LSC_EXIT_OK;
}

static const LscCliOption entries[] = {
  { "table", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, table),
    N_ ("Write the tables: .xlsx, .db; the ranks: .csv, .json"), "FILE",
    .endings = lsc_cli_table_endings,
    .fault = N_ ("--table takes a name that ends in .xlsx, .db, .csv or .json") },
  { NULL },
};

const LscCliCommand lsc_cmd_overview = {
  .name = "overview",
  .usage = "PATH [--json] [--out FILE]",
  .line = N_ ("  overview  how long a step is, who is slow, who waits; also without its name"),
  .arguments = "PATH",
  .summary =
      N_ ("Shows step time and its variation, which rank is slow and why, and who waits for whom."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_LAYOUT |
            LSC_CLI_GROUP_PIPELINE | LSC_CLI_GROUP_PICTURE | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_SOURCES,
  .run = run_overview,
};
