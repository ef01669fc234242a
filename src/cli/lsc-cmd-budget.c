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
#include "base/lsc-time.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-timeline.h"

/** What stays of a rank: its budget in each of the forms. */
typedef struct
{
  LscTable *table;
  char *json;
  char *text;
} Digest;

static void
free_digest (gpointer item)
{
  Digest *self = item;

  lsc_table_unref (self->table);
  g_free (self->json);
  g_free (self->text);
  g_free (self);
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static gboolean
is_told (const LscBudget *budget, LscBudgetCategory category)
{
  gboolean is_split = category == LSC_BUDGET_TRANSFER || category == LSC_BUDGET_WAIT ||
                      category == LSC_BUDGET_COMM_OTHER || category == LSC_BUDGET_BUBBLE;

  return category == LSC_BUDGET_COMM ? !budget->is_split : budget->is_split || !is_split;
}

static void
add_words (JsonBuilder *out, const char *name, const LscWord *words, guint n, const gint64 *ns)
{
  json_builder_set_member_name (out, name);
  json_builder_begin_object (out);
  for (guint i = 0; i < n; i++)
    {
      json_builder_set_member_name (out, words[i].key);
      json_builder_add_int_value (out, ns[i]);
    }
  json_builder_end_object (out);
}

static void
add_int (JsonBuilder *out, const char *name, gboolean is_known, gint64 value)
{
  json_builder_set_member_name (out, name);
  if (is_known)
    json_builder_add_int_value (out, value);
  else
    json_builder_add_null_value (out);
}

static void
add_categories (JsonBuilder *out, const LscBudget *budget, const LscBudgetStep *step)
{
  json_builder_set_member_name (out, "categories");
  json_builder_begin_object (out);
  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    if (is_told (budget, i))
      add_int (out, lsc_budget_words[i].key, TRUE, step->ns[i]);
  json_builder_end_object (out);
}

static void
add_refined (JsonBuilder *out, const LscBudget *budget, const LscBudgetStep *step)
{
  json_builder_set_member_name (out, "refined");
  json_builder_begin_object (out);
  add_words (out, "cores", lsc_budget_core_words, LSC_BUDGET_N_CORES, step->core_ns);
  add_words (out, "free.host", lsc_budget_host_words, LSC_BUDGET_N_HOST, step->host_ns);
  add_int (out, "hidden_comm", TRUE, step->hidden_comm_ns);
  add_int (out, "n_clipped", TRUE, step->n_clipped);
  add_int (out, "clipped_ns", TRUE, step->clipped_ns);
  if (budget->split_reason)
    {
      g_autofree char *reason = lsc_phrase_to_words (budget->split_reason);

      json_builder_set_member_name (out, "comm_reason");
      json_builder_add_string_value (out, reason);
    }
  json_builder_end_object (out);
}

static char *
end_line (JsonBuilder *out)
{
  g_autoptr (JsonNode) root = json_builder_get_root (out);
  g_autofree char *line = json_to_string (root, FALSE);

  return g_strconcat (line, "\n", NULL);
}

static void
append_json (GString *out, const LscTimeline *timeline, const LscBudget *budget,
             const LscBudgetStep *step)
{
  g_autoptr (JsonBuilder) line = json_builder_new ();
  g_autofree char *text = NULL;

  json_builder_begin_object (line);
  add_int (line, "rank", timeline->rank >= 0, timeline->rank);
  add_int (line, "step", step->has_step, step->step);
  add_int (line, "step_ns", TRUE, step->end_ns - step->begin_ns);
  add_categories (line, budget, step);
  add_refined (line, budget, step);
  json_builder_end_object (line);
  text = end_line (line);
  g_string_append (out, text);
}

/* ---- text ---------------------------------------------------------------------------------- */

static void
append_share (GString *out, const char *title, gint64 ns, const LscBudgetStep *step)
{
  g_autofree char *duration = lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *share =
      lsc_format_share ((double) ns / (double) (step->end_ns - step->begin_ns));

  lsc_cli_append (out, "    %10s  %7s  %s\n", duration, share, title);
}

static void
append_text (GString *out, const LscBudget *budget, const LscBudgetStep *step)
{
  g_autofree char *length = lsc_format_duration (step->end_ns - step->begin_ns, LSC_TIME_UNIT_AUTO);

  if (step->has_step)
    lsc_cli_append (out, _ ("  step %" PRId64 ": %s\n"), step->step, length);
  else
    lsc_cli_append (out, _ ("  capture, without steps: %s\n"), length);
  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    if (is_told (budget, i) && step->ns[i] > 0)
      append_share (out, _ (lsc_budget_words[i].title), step->ns[i], step);
}

static gpointer
digest (LscTimeline *timeline, LscJob *job, GError **error)
{
  g_autoptr (LscBudget) budget = lsc_budget_new (timeline, job, error);
  g_autofree char *label = lsc_timeline_get_label (timeline);
  GString *json, *text;
  Digest *self;

  if (!budget)
    return NULL;
  json = g_string_new (NULL);
  text = g_string_new (NULL);
  lsc_cli_append (text, "%s\n", label);
  for (guint i = 0; i < budget->steps->len; i++)
    {
      append_json (json, timeline, budget, lsc_budget_get_step (budget, i));
      append_text (text, budget, lsc_budget_get_step (budget, i));
    }
  if (budget->steps->len == 0)
    lsc_cli_append (text, "  %s\n", _ ("Nothing of the device was recorded."));
  self = g_new (Digest, 1);
  *self = (Digest){ lsc_budget_get_table (timeline, budget), g_string_free (json, FALSE),
                    g_string_free (text, FALSE) };
  return self;
}

/* ---- the command --------------------------------------------------------------------------- */

static LscTable *
collect (const GPtrArray *digests)
{
  LscTable *all = lsc_table_new_like (((Digest *) digests->pdata[0])->table);

  for (guint i = 0; i < digests->len; i++)
    lsc_table_append_table (all, ((Digest *) digests->pdata[i])->table);
  return all;
}

static gboolean
deliver (LscCliRun *run, const GPtrArray *digests, GError **error)
{
  LscCliForms form = lsc_cli_get_form (&run->options->format);
  g_autoptr (LscTable) table = collect (digests);

  lsc_cli_end_progress ();
  if (form == LSC_CLI_CSV || form == LSC_CLI_XLSX)
    return lsc_cli_deliver_table (run, table, 0, error);
  for (guint i = 0; i < digests->len; i++)
    {
      const Digest *rank = digests->pdata[i];

      if (!lsc_cli_print_text (form == LSC_CLI_JSON ? rank->json : rank->text))
        return FALSE;
    }
  return TRUE;
}

static LscExit
run_budget (LscCliRun *run)
{
  g_autoptr (GPtrArray) digests = lsc_cli_digest_timelines (&run->project, digest, free_digest);
  g_autoptr (GError) error = NULL;

  lsc_cli_print_notices (run->project.notices, lsc_cli_least_severity (run->options));
  if (digests->len == 0)
    return LSC_EXIT_NOTHING;
  if (!deliver (run, digests, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return lsc_cli_project_is_part (&run->project) ? LSC_EXIT_PART : LSC_EXIT_OK;
}

const LscCliCommand lsc_cmd_budget = {
  .name = "budget",
  .usage = "PATH [--json]",
  .line = N_ ("  budget    where the time of each step went, every nanosecond once"),
  .arguments = "PATH",
  .summary = N_ ("Tells for each rank and step how long it computed, moved data, waited, copied "
                 "and idled. Every nanosecond of the step counts once, so the parts add up to the "
                 "step."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_COMMON,
  .options_size = sizeof (LscCliOptions),
  .loads = LSC_CLI_LOADS_SOURCES,
  .run = run_budget,
};
