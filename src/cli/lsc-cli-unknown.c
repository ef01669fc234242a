/* lsc-cli-unknown.c - what a command does not know, and why
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-unknown.h"

#include <string.h>

#include "analyze/lsc-table-unknown.h"
#include "base/lsc-visible.h"
#include "export/lsc-export-table.h"
#include "session/lsc-session-lacks.h"

/* unknown.md#commands. Rows say it themselves in JSON; in words it follows them; and where there is
 * nothing at all, it is all that is said. */

#define BIT(name) (G_GUINT64_CONSTANT (1) << LSC_UNKNOWN_##name)
#define EVENTS                                                                                     \
  (BIT (DAMAGED) | BIT (SNAPSHOT) | BIT (OPS_TIMELINE) | BIT (TABLES_ONLY) | BIT (NO_EVENTS))
#define MODULES                                                                                    \
  (EVENTS | BIT (NO_DEVICE) | BIT (NO_HOST) | BIT (NO_KERNELS) | BIT (NO_LAUNCHES) |               \
   BIT (NO_MODULES))
#define RANKS (EVENTS | BIT (NO_DEVICE) | BIT (NO_COMMUNICATION) | BIT (NO_STEPS))

/** What a command needs to deliver anything. */
static const struct
{
  const char *command;
  guint64 bits;
  LscUnknown usual;    /* where none of these was found to lack, and nothing is delivered */
  gboolean is_certain; /* likewise where that has no row */
} needs[] = {
  { "operators", EVENTS | BIT (NO_DEVICE) | BIT (NO_KERNELS), LSC_UNKNOWN_NO_KERNELS },
  { "roofline",
    EVENTS | BIT (NO_DEVICE) | BIT (NO_KERNELS) | BIT (LEVEL_0) | BIT (NO_HOST) |
        BIT (NO_LAUNCHES) | BIT (NO_SHAPES),
    LSC_UNKNOWN_NO_SHAPES },
  { "communication --experts", EVENTS | BIT (NO_DEVICE) | BIT (LEVEL_0), LSC_UNKNOWN_NO_EXPERTS,
    TRUE },
  { "memory", BIT (NO_MEMORY) | BIT (NO_BLOCKS), LSC_UNKNOWN_NO_MEMORY },
  { "communication",
    EVENTS | BIT (NO_DEVICE) | BIT (NO_COMMUNICATION) | BIT (LEVEL_0) | BIT (COLLECTIVE_KERNELS) |
        BIT (NO_COMM_TASKS),
    LSC_UNKNOWN_NO_COMMUNICATION },
  { "waits", EVENTS | BIT (NO_DEVICE) | BIT (NO_COMMUNICATION) | BIT (NO_GROUPS) | BIT (ONE_RANK),
    LSC_UNKNOWN_NO_COMMUNICATION },
  { "findings", EVENTS | BIT (NO_DEVICE), LSC_UNKNOWN_UNREADABLE },
  { "module_statistic", MODULES, LSC_UNKNOWN_NO_MODULES },
  { "operator_mfu", MODULES, LSC_UNKNOWN_NO_MODULES },
  { "cluster_time_summary", RANKS, LSC_UNKNOWN_NO_COMMUNICATION },
  { "slow_rank", RANKS, LSC_UNKNOWN_NO_COMMUNICATION },
  { "pp_chart", BIT (DAMAGED) | BIT (NO_EVENTS), LSC_UNKNOWN_NO_PIPELINE },
  { "pp", BIT (DAMAGED) | BIT (NO_EVENTS), LSC_UNKNOWN_NO_PIPELINE },
  { "stragglers", BIT (DAMAGED) | BIT (NO_EVENTS) | BIT (HOST_TIMES) | BIT (RANK_MISSING),
    LSC_UNKNOWN_NO_PIPELINE },
};

/* The command of the modes of the reference tool. */
static gboolean
is_mode (const LscCliRun *run)
{
  return strcmp (run->command->name, "cluster") == 0;
}

static GPtrArray *
get_list (LscCliRun *run)
{
  if (!run->unknown)
    run->unknown = lsc_unknown_cells_new_list ();
  return run->unknown;
}

/**
 * lsc_cli_keep_lacks:
 * @session: (nullable): of a recording that the command has opened by itself, and will close
 */
void
lsc_cli_keep_lacks (LscCliRun *run, LscSession *session)
{
  LscLacks lacks;

  g_return_if_fail (run);
  if (!session)
    return;
  lacks = lsc_session_get_lacks (session);
  run->lacks.bits |= lacks.bits;
  run->lacks.recorder = lacks.recorder;
  run->has_lacks = TRUE;
}

/**
 * lsc_cli_note_unknown:
 * @table: what is delivered; gets what the recordings lack, so that its rows can say why
 */
void
lsc_cli_note_unknown (LscCliRun *run, LscTable *table)
{
  g_return_if_fail (run && table);
  if (run->project.session)
    lsc_session_explain (run->project.session, table);
  else if (run->has_lacks)
    lsc_table_add_lacks (table, LSC_INT_NULL, &run->lacks);
  run->has_table = TRUE;
  run->n_rows += lsc_table_get_n_rows (table);
  if (!run->options->format.is_json)
    {
      g_autoptr (GPtrArray) list = lsc_table_list_unknown (table);

      lsc_unknown_cells_add_all (get_list (run), list);
    }
}

/** Adds what is not known of what is in no table. @list: (element-type LscUnknownCells) */
void
lsc_cli_add_unknown (LscCliRun *run, const GPtrArray *list)
{
  g_return_if_fail (run && list);
  lsc_unknown_cells_add_all (get_list (run), list);
}

/** lsc_cli_note_results: As lsc_cli_note_unknown(), of all tables that a mode made. */
void
lsc_cli_note_results (LscCliRun *run, const LscResults *results)
{
  g_return_if_fail (run && results);
  for (guint i = 0; i < results->results->len; i++)
    lsc_cli_note_unknown (run, g_array_index (results->results, LscResult, i).table);
}

static LscLacks
get_lacks (LscCliRun *run)
{
  return run->own_lacks.bits != 0 ? run->own_lacks
         : run->project.session   ? lsc_session_get_lacks (run->project.session)
                                  : run->lacks;
}

static gboolean
found_snapshot (const LscCliProject *project)
{
  g_autoptr (GPtrArray) list =
      project->project ? lsc_notices_copy_list (project->project->notices) : NULL;

  for (guint i = 0; list && i < list->len; i++)
    if (g_str_equal (((const LscNotice *) list->pdata[i])->code, "snapshot"))
      return TRUE;
  return FALSE;
}

/* That single events are elsewhere is said by the error itself. */
static gboolean
has_extracts (const LscCliProject *project)
{
  for (guint i = 0; project->sources && i < project->sources->len; i++)
    if (((const LscSource *) project->sources->pdata[i])->format == LSC_FORMAT_EXTRACT)
      return TRUE;
  return FALSE;
}

/* Why there is nothing; the first reason that the command has. */
static LscUnknown
find_reason (LscCliRun *run, LscExit code)
{
  LscLacks lacks = get_lacks (run);
  const char *subject = run->subject ? run->subject : run->command->name;

  if (run->own_lacks.bits != 0)
    return (LscUnknown) __builtin_ctzll (run->own_lacks.bits);
  if (is_mode (run) && code != LSC_EXIT_NOTHING)
    return LSC_UNKNOWN_NONE; /* a mode that found nothing in what it needs, which is an answer */
  if (!run->project.session && !run->has_lacks)
    return found_snapshot (&run->project) ? LSC_UNKNOWN_SNAPSHOT : LSC_UNKNOWN_NOTHING_FOUND;
  if (code == LSC_EXIT_NOTHING && run->project.session &&
      !lsc_session_was_read (run->project.session))
    return has_extracts (&run->project) ? LSC_UNKNOWN_NONE : LSC_UNKNOWN_UNREADABLE;
  for (gsize i = 0; i < G_N_ELEMENTS (needs); i++)
    if (strcmp (needs[i].command, subject) == 0)
      {
        guint64 bits = needs[i].bits & lacks.bits;

        if (bits != 0)
          return (LscUnknown) __builtin_ctzll (bits);
        if (strcmp (subject, "operators") == 0 && has_extracts (&run->project))
          return LSC_UNKNOWN_NONE; /* kernels were recorded, and are not in the extract */
        if (code == LSC_EXIT_NOTHING || needs[i].is_certain)
          return needs[i].usual;
      }
  return LSC_UNKNOWN_NONE;
}

/** Returns: whether the recordings lack what the command needs to deliver anything */
gboolean
lsc_cli_lacks_all (LscCliRun *run)
{
  g_return_val_if_fail (run, FALSE);
  return find_reason (run, LSC_EXIT_OK) != LSC_UNKNOWN_NONE;
}

static gboolean
found_nothing (const LscCliRun *run)
{
  return !run->project.session && !run->has_lacks && run->own_lacks.bits == 0 &&
         !found_snapshot (&run->project);
}

static GPtrArray *
explain_nothing (LscCliRun *run, LscExit code)
{
  LscLacks lacks = get_lacks (run);
  GPtrArray *list = lsc_unknown_cells_new_list ();
  LscUnknown unknown = find_reason (run, code);

  if (unknown == LSC_UNKNOWN_NONE)
    return list;
  if (!lsc_unknown_is_of (unknown, lacks.recorder))
    lacks.recorder = LSC_RECORDER_ASCEND;
  lsc_unknown_cells_add_reason (list, unknown, lacks.recorder);
  return list;
}

static void
print_words (const GPtrArray *list, gboolean is_beside)
{
  for (guint i = 0; i < list->len; i++)
    {
      g_autofree char *words = lsc_unknown_cells_to_words (list->pdata[i]);
      g_autofree char *line = lsc_visible_line (words);
      g_autofree char *marked = g_strdup_printf ("? %s\n", line);

      if (is_beside)
        g_printerr ("lanescope-cli: %s\n", line);
      else if (!lsc_cli_print_text (marked))
        return;
    }
}

/* (transfer full): an object that says it and nothing else */
static char *
to_line (const GPtrArray *list)
{
  GString *line = g_string_new ("{\"not_known\": ");

  lsc_export_json_unknown (list, line);
  g_string_append (line, "}\n");
  return g_string_free (line, FALSE);
}

static void
print_line (const GPtrArray *list)
{
  g_autofree char *line = to_line (list);

  lsc_cli_print (line, strlen (line));
}

/**
 * lsc_cli_unknown_of_nothing:
 * @project: in which nothing was found to open
 *
 * Returns: (transfer full): a line of JSON: why nothing of it is known
 */
char *
lsc_cli_unknown_of_nothing (const LscCliProject *project)
{
  g_autoptr (GPtrArray) list = lsc_unknown_cells_new_list ();

  g_return_val_if_fail (project, NULL);
  lsc_unknown_cells_add_reason (
      list, found_snapshot (project) ? LSC_UNKNOWN_SNAPSHOT : LSC_UNKNOWN_NOTHING_FOUND,
      LSC_RECORDER_ASCEND);
  return to_line (list);
}

static gboolean
is_of_results (LscExit code)
{
  return code == LSC_EXIT_OK || code == LSC_EXIT_PART || code == LSC_EXIT_NOTHING;
}

/**
 * lsc_cli_tell_unknown:
 * @code: what the command ends with
 *
 * Says what is not known of what was delivered, or why nothing was.
 */
void
lsc_cli_tell_unknown (LscCliRun *run, LscExit code)
{
  gboolean is_json;
  gboolean is_text;

  g_return_if_fail (run);
  is_json = run->options->format.is_json;
  is_text = !is_json && !run->options->format.is_csv && !run->options->format.xlsx;
  if (!is_of_results (code) || run->command->makes_files)
    return;
  if (run->project.n_found > 0 && run->project.sources->len == 0)
    return; /* there are recordings, but none of the ranks that were asked for: that was said */
  if (run->options->quiet && code != LSC_EXIT_NOTHING && !is_json)
    return; /* what is not known is no error */
  if ((!lsc_cli_stdout_is_used () && (is_json || code == LSC_EXIT_NOTHING)) ||
      (run->has_table && run->n_rows == 0))
    {
      g_autoptr (GPtrArray) list = explain_nothing (run, code);

      if (list->len > 0 && is_json)
        print_line (list);
      else if (!found_nothing (run)) /* the error before said it, and of which path */
        print_words (list, !is_text || code == LSC_EXIT_NOTHING);
    }
  else if (run->unknown)
    print_words (run->unknown, !is_text || is_mode (run));
}
