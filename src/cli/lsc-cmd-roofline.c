/* lsc-cmd-roofline.c - roofline: what limits kernels, arithmetic or memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/operators/lsc-roofline.h"
#include "base/lsc-error.h"
#include "base/lsc-step-list.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-unknown.h"
#include "session/lsc-session-lacks.h"

#define SHOWN_ROWS 20
#define MOST_STEPS 1000000

typedef struct
{
  LscCliOptions common;
  LscStepList *steps;
} Options;

/* What people see: texts that may be long stand last. */
static const char *const columns[] = {
  "name",        "count", "time_ns",    "share",  "intensity", "flops_per_s",
  "memory_rate", "bound", "roof_share", "dtypes", "shapes",    NULL,
};

static void
append_line (GString *out, const char *before, const LscPhrase *phrase)
{
  g_autofree char *line = lsc_phrase_to_words (phrase);

  lsc_cli_append (out, "%s%s\n", before, line);
}

static void
append_roof (GString *out, const LscRoof *roof)
{
  if (lsc_roof_get_ridge (roof) > 0)
    lsc_cli_append (out,
                    _ ("Chip: %.1f TFLOP/s, %.0f GB/s; memory limits what needs less than "
                       "%.1f FLOP/byte.\n"),
                    roof->flops_per_s / 1e12, roof->bandwidth / 1e9, lsc_roof_get_ridge (roof));
}

/* What is found out in words, then what is not known. */
static void
append_words (GString *out, const LscRoofline *roofline)
{
  g_autoptr (LscPhrase) headline = lsc_roofline_get_headline (roofline);
  g_autoptr (GPtrArray) notes = lsc_roofline_list_notes (roofline);
  LscRoof roof = lsc_roofline_get_roof (roofline);

  append_line (out, "", headline);
  append_roof (out, &roof);
  for (guint i = 0; i < notes->len; i++)
    append_line (out, "? ", notes->pdata[i]);
}

/* One digit is enough for people. */
static void
round_intensity (LscTable *table)
{
  int column = lsc_table_find_column (table, "intensity");

  for (gsize row = 0; column >= 0 && row < lsc_table_get_n_rows (table); row++)
    {
      LscValue value = lsc_table_get (table, row, (guint) column);

      if (!value.is_null)
        lsc_table_set_real (table, row, (guint) column, round (value.real * 10) / 10);
    }
}

static void
append_rows (GString *out, const LscTable *table)
{
  gsize n = lsc_table_get_n_rows (table), n_shown = MIN (n, SHOWN_ROWS);
  g_autofree guint32 *rows = g_new (guint32, n_shown + 1);
  g_autoptr (LscTable) first = lsc_table_new_like (table);
  g_autoptr (LscTable) picked = NULL;
  g_autofree char *text = NULL;

  if (n == 0)
    return;
  for (guint32 i = 0; i < n_shown; i++)
    rows[i] = i;
  lsc_table_append_rows (first, table, rows, n_shown);
  picked = lsc_cli_pick_known (first, columns);
  round_intensity (picked);
  text = lsc_cli_table_to_text (picked);
  g_string_append_printf (out, "\n%s", text);
  if (n > n_shown)
    lsc_cli_append (out, _ ("\n%zu of %zu rows; --json, --csv and --xlsx write all of them\n"),
                    n_shown, n);
}

static gboolean
add_rank (LscCliRun *run, LscSource *source, LscRoofline *roofline, GError **error)
{
  LscCliProject *project = &run->project;
  g_autoptr (LscRun) rank =
      lsc_session_get_run (project->session, source, LSC_LOAD_FOR_TREE, project->job, error);
  const LscStepList *list = ((const Options *) run->options)->steps;
  g_autoptr (GArray) steps = list ? lsc_step_list_to_array (list, MOST_STEPS) : NULL;
  g_autoptr (LscModuleData) data = NULL;

  if (!rank)
    return FALSE;
  data = lsc_module_data_new (rank, &run->options->module, project->job, error);
  if (!data || !lsc_roofline_add_rank (roofline, data, &run->options->mfu_options, steps,
                                       project->job, error))
    return FALSE;
  lsc_notices_add_all (project->notices, rank->notices);
  lsc_notices_add_all (project->notices, data->notices);
  return TRUE;
}

/* A rank that cannot be read does not keep the others from being shown. */
static gsize
add_ranks (LscCliRun *run, LscRoofline *roofline, GError **first)
{
  gsize n = 0;

  for (guint i = 0; i < run->project.sources->len; i++)
    {
      g_autoptr (GError) error = NULL;

      if (add_rank (run, run->project.sources->pdata[i], roofline, &error))
        n++;
      else if (!*first)
        *first = g_steal_pointer (&error);
      else if (error)
        lsc_session_tell_failure (run->project.session, run->project.sources->pdata[i], error);
    }
  return n;
}

/* What is not known of the chip. */
static void
note_roof (LscCliRun *run, const LscRoofline *roofline, LscTable *table)
{
  LscRoof roof = lsc_roofline_get_roof (roofline);
  LscLacks lacks = { .recorder = lsc_session_get_lacks (run->project.session).recorder };

  if (roof.flops_per_s <= 0)
    lsc_lacks_add (&lacks, LSC_UNKNOWN_NO_CHIP);
  if (roof.bandwidth <= 0)
    lsc_lacks_add (&lacks, LSC_UNKNOWN_NO_BANDWIDTH);
  lsc_table_add_lacks (table, LSC_INT_NULL, &lacks);
}

static gboolean
deliver (LscCliRun *run, const LscRoofline *roofline, LscTable *table, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  lsc_cli_end_progress ();
  note_roof (run, roofline, table);
  lsc_cli_note_unknown (run, table);
  append_words (out, roofline);
  if (lsc_cli_get_form (&run->options->format) != LSC_CLI_TEXT)
    {
      /* Where programs read rows, an empty table does not say why. */
      if (lsc_table_get_n_rows (table) == 0)
        g_printerr ("lanescope-cli: %s", out->str);
      return lsc_cli_deliver_table (run, table, 0, error);
    }
  append_rows (out, table);
  return lsc_cli_print_text (out->str);
}

static LscExit
run_roofline (LscCliRun *run)
{
  g_autoptr (LscRoofline) roofline = lsc_roofline_new ();
  g_autoptr (LscTable) table = NULL;
  g_autoptr (GError) failure = NULL;
  g_autoptr (GError) error = NULL;
  gsize n = add_ranks (run, roofline, &failure);

  lsc_cli_print_notices (run->project.notices, lsc_cli_least_severity (run->options));
  if (n == 0)
    return lsc_cli_fail (failure);
  if (failure)
    g_printerr ("lanescope-cli: %s\n", failure->message);
  table = lsc_roofline_get_table (roofline);
  if (!deliver (run, roofline, table, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return failure || lsc_table_get_n_rows (table) == 0 || lsc_cli_project_is_part (&run->project)
             ? LSC_EXIT_PART
             : LSC_EXIT_OK;
}

static void
set_defaults (gpointer options)
{
  ((LscCliOptions *) options)->module.allow_empty = TRUE; /* modules are not asked for */
}

static void
clear (gpointer options)
{
  g_clear_pointer (&((Options *) options)->steps, lsc_step_list_free);
}

static gboolean
read_steps (const char *text, gpointer field, GError **error)
{
  LscStepList **steps = field;

  g_clear_pointer (steps, lsc_step_list_free);
  *steps = lsc_step_list_new (text, error);
  return *steps != NULL;
}

static const LscCliOption entries[] = {
  { "steps", 0, 0, G_OPTION_ARG_CALLBACK, G_STRUCT_OFFSET (Options, steps),
    N_ ("Only these steps, by number: 16-30,33"), "LIST", .read = read_steps },
  { NULL },
};

const LscCliCommand lsc_cmd_roofline = {
  .name = "roofline",
  .usage = "PATH [--steps LIST] [--peak-tflops=N] [--peak-bandwidth=N] [--json]",
  .line = N_ ("  roofline  what limits kernels: the chip's arithmetic or its memory"),
  .arguments = "PATH",
  .summary = N_ ("Compares kernels whose FLOPs are known with what the chip can at most: FLOPs by "
                 "bytes, FLOP/s, what limits them and how close they come. Figures are sums over "
                 "all ranks."),
  .n_words = 1,
  .groups =
      LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_MODULE | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_SOURCES,
  .set_defaults = set_defaults,
  .run = run_roofline,
  .clear = clear,
};
