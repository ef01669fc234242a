/* lsc-cmd-budget.c - budget: where the time of each step went, every nanosecond once
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "analyze/budget/lsc-budget.h"
#include "analyze/lsc-table-list.h"
#include "analyze/lsc-table-unknown.h"
#include "judge/overview/lsc-rank-waits.h"
#include "base/lsc-time.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-text.h"
#include "cli/lsc-cli-unknown.h"
#include "cli/lsc-cli-json.h"
#include "cli/lsc-cli-unknown.h"

/* ---- JSON ---------------------------------------------------------------------------------- */

static void
begin_object (JsonBuilder *out, const char *name)
{
  json_builder_set_member_name (out, name);
  json_builder_begin_object (out);
}

static void
add_words (JsonBuilder *out, const char *name, const LscWord *words, guint n, const gint64 *ns)
{
  begin_object (out, name);
  for (guint i = 0; i < n; i++)
    lsc_cli_json_add_int (out, words[i].key, ns[i]);
  json_builder_end_object (out);
}

static void
add_categories (JsonBuilder *out, const LscRankDigest *self, const LscBudgetRow *row)
{
  begin_object (out, "categories");
  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    if (lsc_budget_tells (self->is_split, i))
      lsc_cli_json_add_int (out, lsc_budget_words[i].key, row->sums.ns[i]);
  json_builder_end_object (out);
}

static void
add_refined (JsonBuilder *out, const LscBudgetRow *row, const LscWaitSum *wait)
{
  begin_object (out, "refined");
  add_words (out, "compute", lsc_budget_core_words, LSC_BUDGET_N_CORES, row->sums.core_ns);
  add_words (out, "free_host", lsc_budget_host_words, LSC_BUDGET_N_HOST, row->sums.host_ns);
  lsc_cli_json_add_int (out, "prepare_launched_ns", row->sums.prepare_launched_ns);
  lsc_cli_json_add_int (out, "hidden_comm_ns", row->sums.hidden_comm_ns);
  lsc_cli_json_add_int (out, "free_ns", row->sums.free_ns);
  lsc_cli_json_add_int (out, "n_clipped", row->sums.n_clipped);
  lsc_cli_json_add_int (out, "clipped_ns", row->sums.clipped_ns);
  lsc_cli_json_add_int (out, "peer_wait_ns", wait ? wait->hull_ns : LSC_INT_NULL);
  lsc_cli_json_add_int (out, "peer_bubble_ns", wait ? wait->message_ns : LSC_INT_NULL);
  json_builder_end_object (out);
}

/* Keys are those of this object: categories without their unit. */
static void
add_key (GPtrArray *list, const LscUnknownCells *cells, const char *column)
{
  g_autofree char *key = g_strdup (column);

  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    {
      g_autofree char *name = g_strconcat (lsc_budget_words[i].key, "_ns", NULL);

      if (g_str_equal (g_strdelimit (name, ".", '_'), column))
        key[strlen (key) - strlen ("_ns")] = '\0';
    }
  lsc_unknown_cells_add (list, cells->unknown, cells->recorder, key, NULL);
}

/* What other ranks have to show is in no column. */
static void
add_peers (GPtrArray *list, const LscTable *table, gsize row)
{
  static const char *const names[] = { "peer_wait_ns", "peer_bubble_ns" };
  static const char *const titles[] = { N_ ("Wait for Peers"), N_ ("Bubble by Peers") };
  LscLacks lacks = lsc_table_get_lacks (table, row);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      LscUnknown unknown = lsc_unknown_find (&lacks, "budget", names[i]);

      if (unknown != LSC_UNKNOWN_NONE)
        lsc_unknown_cells_add (list, unknown, lacks.recorder, names[i], titles[i]);
    }
}

/* Nor is the kind of core. */
static void
add_cores (GPtrArray *list, const LscTable *table, gsize row, const gint64 *core_ns)
{
  LscLacks lacks = lsc_table_get_lacks (table, row);

  for (guint i = 0; i < LSC_BUDGET_OTHER_CORE; i++)
    if (core_ns[i] > 0)
      return;
  for (guint i = 0; i < LSC_BUDGET_N_CORES; i++)
    if (i != LSC_BUDGET_OTHER_CORE || core_ns[i] == LSC_INT_NULL)
      {
        LscUnknown unknown = lsc_unknown_find (&lacks, "budget", lsc_budget_core_words[i].key);

        if (unknown != LSC_UNKNOWN_NONE)
          lsc_unknown_cells_add (list, unknown, lacks.recorder, lsc_budget_core_words[i].key,
                                 lsc_budget_core_words[i].title);
      }
}

/* What is in no column of the table. */
static GPtrArray *
list_beside (const LscTable *table, gsize row, const LscBudgetRow *about, const LscWaitSum *wait)
{
  GPtrArray *list = lsc_unknown_cells_new_list ();

  if (!wait)
    add_peers (list, table, row);
  add_cores (list, table, row, about->sums.core_ns);
  return list;
}

static void
add_unknown (JsonBuilder *out, const LscTable *table, gsize row, const LscBudgetRow *about,
             const LscWaitSum *wait)
{
  g_autofree LscColumnNeed *needs = lsc_table_list_needs (table);
  g_autoptr (GPtrArray) columns = lsc_unknown_cells_new_list ();
  g_autoptr (GPtrArray) keys = lsc_unknown_cells_new_list ();
  g_autoptr (GPtrArray) beside = list_beside (table, row, about, wait);

  if (needs)
    lsc_table_explain_row (table, row, needs, columns);
  for (guint i = 0; i < columns->len; i++)
    {
      const LscUnknownCells *cells = columns->pdata[i];

      for (guint k = 0; k < cells->columns->len; k++)
        add_key (keys, cells, cells->columns->pdata[k]);
    }
  lsc_unknown_cells_add_all (keys, beside);
  lsc_cli_json_add_unknown (out, keys);
}

static void
append_json (GString *out, const LscRankDigest *self, const LscBudgetRow *row,
             const LscWaitSum *wait, const LscTable *table, gsize index)
{
  g_autoptr (JsonBuilder) line = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *reason = row->not_known ? lsc_phrase_to_words (row->not_known) : NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (line);
  lsc_cli_json_add_rank (line, "rank", "name", row->rank);
  lsc_cli_json_add_int (line, "step", row->sums.step);
  json_builder_set_member_name (line, "capture");
  json_builder_add_boolean_value (line, !lsc_budget_lacks_steps (self->lack) &&
                                            row->sums.step == LSC_INT_NULL);
  lsc_cli_json_add_int (line, "step_ns", row->sums.step_ns);
  lsc_cli_json_add_int (line, "host_step_ns", row->sums.host_step_ns);
  lsc_cli_json_add_int (line, "lead_begin_ns", row->sums.lead_begin_ns);
  lsc_cli_json_add_int (line, "lead_end_ns", row->sums.lead_end_ns);
  add_categories (line, self, row);
  add_refined (line, row, wait);
  json_builder_set_member_name (line, "not_available");
  json_builder_add_string_value (line, reason); /* NULL is null */
  add_unknown (line, table, index, row, wait);
  json_builder_end_object (line);
  root = json_builder_get_root (line);
  text = json_to_string (root, FALSE);
  g_string_append_printf (out, "%s\n", text);
}

/* ---- text ---------------------------------------------------------------------------------- */

static void
append_figure (GString *out, const char *title, gint64 ns, LscTimeUnit unit, gint64 step_ns)
{
  g_autofree char *duration = lsc_format_duration (ns, unit);
  g_autofree char *share =
      step_ns == LSC_INT_NULL ? g_strdup ("") : lsc_format_share ((double) ns / (double) step_ns);

  lsc_cli_append (out, "    %10s  %7s  %s\n", duration, share, title);
}

/* Where the device places the step, how long the host took for it and when the device began. */
static void
append_host (GString *out, const LscBudgetRow *row)
{
  g_autofree char *host = lsc_format_duration (row->sums.host_step_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *lead = lsc_format_duration (row->sums.lead_begin_ns, LSC_TIME_UNIT_AUTO);

  if (row->sums.lead_begin_ns != LSC_INT_NULL)
    /* Translators: how long the host took for a step, how much later the device began it */
    lsc_cli_append (out, _ ("    The host took %s for it, and was %s ahead when it began.\n"), host,
                    lead);
}

static void
append_title (GString *out, const LscRankDigest *self, const LscBudgetRow *row)
{
  g_autofree char *length = row->sums.step_ns == LSC_INT_NULL
                                ? g_strdup (_ ("how long it took is not known"))
                                : lsc_format_duration (row->sums.step_ns, LSC_TIME_UNIT_AUTO);

  if (row->sums.step != LSC_INT_NULL)
    lsc_cli_append (out, _ ("  step %" PRId64 ": %s\n"), row->sums.step, length);
  else if (!lsc_budget_lacks_steps (self->lack))
    lsc_cli_append (out, _ ("  capture, without steps: %s\n"), length);
}

static LscTimeUnit
choose_unit (const LscBudgetRow *row)
{
  gint64 least_ns = row->sums.free_ns > 0 ? row->sums.free_ns : G_MAXINT64,
         most_ns = MAX (row->sums.free_ns, 0);

  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    if (row->sums.ns[i] > 0)
      {
        least_ns = MIN (least_ns, row->sums.ns[i]);
        most_ns = MAX (most_ns, row->sums.ns[i]);
      }
  return lsc_time_common_unit (most_ns > 0 ? least_ns : 0, most_ns);
}

static void
append_text (GString *out, const LscRankDigest *self, const LscBudgetRow *row)
{
  LscTimeUnit unit = choose_unit (row);

  append_title (out, self, row);
  append_host (out, row);
  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    if (row->sums.ns[i] > 0)
      append_figure (out, _ (lsc_budget_get_title (i, self->is_of_ops)), row->sums.ns[i], unit,
                     row->sums.step_ns);
  if (row->sums.free_ns > 0)
    append_figure (out, _ ("Free by Table"), row->sums.free_ns, unit, row->sums.step_ns);
  if (row->sums.n_clipped > 0)
    {
      g_autofree char *clipped = lsc_format_duration (row->sums.clipped_ns, LSC_TIME_UNIT_AUTO);

      lsc_cli_append (out,
                      _ ("    Events cut by the end of the step: %" PRId64 "; %s are after it.\n"),
                      row->sums.n_clipped, clipped);
    }
}

/* ---- the command --------------------------------------------------------------------------- */

typedef struct
{
  LscCliRun *run;
  LscRankWaits *waits;
  GString *text;
  LscTable *table;  /* all rows, before they are put into words */
  gboolean is_told; /* it is now */
  gsize n_told;
  gboolean is_left; /* the rank at hand is only counted */
  LscCliForms form;
  gint64 sum_ns[LSC_BUDGET_N_CATEGORIES]; /* of all rows, LSC_INT_NULL where one is not known */
  gint64 step_ns;
  gboolean is_of_ops;
} Delivery;

/* How long a rank waited for others in a step; NULL where no other rank was read that tells. */
static const LscWaitSum *
find_wait (const LscRankWaits *waits, guint index, const LscRankDigest *rank, guint step)
{
  return waits->has_waits[index] && step < rank->steps.n ? &waits->sums[index][step] : NULL;
}

static void
add_row (Delivery *self, const LscRankDigest *rank, const LscBudgetRow *row)
{
  lsc_table_add (self->table, row);
  self->is_of_ops = rank->is_of_ops;
  self->step_ns = lsc_int_add (self->step_ns, row->sums.step_ns);
  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    self->sum_ns[i] = lsc_int_add (self->sum_ns[i], row->sums.ns[i]);
}

#define MOST_SUMMED 3
#define MOST_RANKS 2 /* on a terminal */

/* The largest category that is smaller than @below_ns, or -1. */
static int
find_next (const Delivery *self, gint64 below_ns)
{
  int found = -1;

  for (int i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    if (self->sum_ns[i] > 0 && self->sum_ns[i] < below_ns &&
        (found < 0 || self->sum_ns[i] > self->sum_ns[found]))
      found = i;
  return found;
}

/* What most of the time is, before all of it. */
static void
append_sum (GString *out, const Delivery *self)
{
  gsize n = lsc_table_get_n_rows (self->table);
  gint64 below_ns = G_MAXINT64;
  int category;
  g_autoptr (GString) list = g_string_new (NULL);

  if (n < 2 || self->step_ns <= 0)
    return;
  for (guint i = 0; i < MOST_SUMMED && (category = find_next (self, below_ns)) >= 0; i++)
    {
      g_autofree char *share =
          lsc_format_share ((double) self->sum_ns[category] / (double) self->step_ns);

      g_string_append_printf (list, "%s%s %s", i > 0 ? C_ ("list of parts", ", ") : "",
                              _ (lsc_budget_get_title ((guint) category, self->is_of_ops)), share);
      below_ns = self->sum_ns[category];
    }
  lsc_cli_append (out, _ ("All steps and ranks: %s.\n"), list->len > 0 ? list->str : "-");
}

static void
deliver_row (Delivery *self, const LscRankDigest *rank, const LscBudgetRow *row,
             const LscWaitSum *wait)
{
  const LscCliOptions *options = self->run->options;

  if (options->has_step && row->sums.step != options->step_id)
    return;
  if (!self->is_told)
    add_row (self, rank, row);
  else if (self->form == LSC_CLI_JSON)
    append_json (self->text, rank, row, wait, self->table, self->n_told++);
  else
    {
      g_autoptr (GPtrArray) beside = list_beside (self->table, self->n_told++, row, wait);

      lsc_cli_add_unknown (self->run, beside);
      if (!self->is_left)
        append_text (self->text, rank, row);
    }
}

static void
deliver_rank (Delivery *self, guint index, const LscRankDigest *rank)
{
  g_autoptr (LscPhrase) not_known = lsc_budget_lack_phrase (rank->lack);
  g_autofree char *reason = not_known ? lsc_phrase_to_words (not_known) : NULL;
  g_autofree char *title = lsc_rank_digest_get_title (rank);
  LscBudgetRow row = { .rank = lsc_rank_or_null (rank->rank), .not_known = not_known };

  self->is_left = index >= lsc_cli_stdout_get_most (MOST_RANKS);
  if (self->form != LSC_CLI_JSON && self->is_told && !self->is_left)
    lsc_cli_append (self->text, "%s\n", title);
  for (guint i = 0; i < rank->steps.n; i++)
    {
      row.sums = *lsc_rank_digest_get_step (rank, i);
      deliver_row (self, rank, &row, find_wait (self->waits, index, rank, i));
    }
  row.sums = lsc_budget_read_told (NULL);
  if (rank->steps.n == 0)
    deliver_row (self, rank, &row, NULL);
  if (reason && self->form != LSC_CLI_JSON && self->is_told && !self->is_left)
    lsc_cli_append (self->text, "  %s\n", reason);
}

static LscRankWaits *
compare_ranks (const LscCliRun *run, const GPtrArray *digests, GError **error)
{
  g_autoptr (LscRankSet) set = lsc_session_make_rank_set (run->project.session, digests, error);

  return set ? lsc_rank_waits_new (set, NULL, run->project.job, error) : NULL;
}

static gboolean
deliver (LscCliRun *run, const GPtrArray *digests, GError **error)
{
  g_autoptr (LscRankWaits) waits = compare_ranks (run, digests, error);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LscTable) table = lsc_table_new_for (&lsc_budget_table_info);
  Delivery delivery = { .run = run,
                        .waits = waits,
                        .text = text,
                        .table = table,
                        .form = lsc_cli_get_form (&run->options->format) };

  if (!waits)
    return FALSE;
  for (guint i = 0; i < digests->len; i++)
    deliver_rank (&delivery, i, digests->pdata[i]);
  lsc_cli_note_unknown (run, table);
  delivery.is_told = TRUE;
  if (delivery.form == LSC_CLI_TEXT)
    append_sum (text, &delivery);
  for (guint i = 0; i < digests->len; i++)
    deliver_rank (&delivery, i, digests->pdata[i]);
  if (delivery.form == LSC_CLI_TEXT)
    lsc_cli_append_left_ranks (text, digests->len, MOST_RANKS);
  lsc_cli_end_progress ();
  return delivery.form == LSC_CLI_CSV || delivery.form == LSC_CLI_XLSX
             ? lsc_cli_deliver_table (run, table, 0, error)
             : lsc_cli_print_text (text->str);
}

/* Of a rank nothing is known that adds up. */
static gboolean
lacks_budgets (const GPtrArray *digests)
{
  for (guint i = 0; i < digests->len; i++)
    if (lsc_budget_lacks_steps (((LscRankDigest *) digests->pdata[i])->lack))
      return TRUE;
  return FALSE;
}

static gboolean
is_beside (const LscRankDigest *digest)
{
  return digest->rank < 0 && digest->is_gpu && lsc_budget_lacks_device (digest->lack);
}

/* Where others have devices, recordings without a device and a number are none of the ranks. */
static void
leave_beside (LscCliRun *run, GPtrArray *digests)
{
  guint n = 0;

  for (guint i = 0; i < digests->len; i++)
    n += is_beside (digests->pdata[i]);
  for (guint i = digests->len; n > 0 && n < digests->len && i-- > 0;)
    if (is_beside (digests->pdata[i]))
      {
        g_autofree char *title = lsc_rank_digest_get_title (digests->pdata[i]);

        lsc_cli_tell_beside (&run->project, title);
        g_ptr_array_remove_index (digests, i);
        n--;
      }
}

static LscExit
run_budget (LscCliRun *run)
{
  g_autoptr (GPtrArray) digests =
      lsc_session_get_digests (run->project.session, LSC_DIGEST_FIGURES, run->project.job, NULL);
  LscExit code = LSC_EXIT_OK;
  g_autoptr (GError) error = NULL;

  if (digests)
    leave_beside (run, digests);
  if (digests)
    code = lsc_cli_project_keep_step (&run->project, run->options, digests);
  if (code != LSC_EXIT_OK)
    return code;
  lsc_cli_print_notices (run->project.notices, lsc_cli_least_severity (run->options));
  if (!digests)
    return LSC_EXIT_NOTHING;
  if (!deliver (run, digests, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return lsc_cli_project_is_part (&run->project) || lacks_budgets (digests) ? LSC_EXIT_PART
                                                                            : LSC_EXIT_OK;
}

static const LscCliOption entries[] = {
  { "step-id", 0, 0, G_OPTION_ARG_STRING, G_STRUCT_OFFSET (LscCliOptions, step),
    N_ ("Only this step"), "N" },
  { NULL },
};

const LscCliCommand lsc_cmd_budget = {
  .name = "budget",
  .usage = "PATH [--step-id N] [--json]",
  .line = N_ ("  budget    where the time of each step went, every nanosecond once"),
  .arguments = "PATH",
  .summary =
      N_ ("Shows for each rank and step how long it computes, transfers, waits, copies and idles. "
          "Every nanosecond of the step counts once, so the parts add up to the step."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (LscCliOptions),
  .loads = LSC_CLI_LOADS_SOURCES,
  .run = run_budget,
};
