/* lsc-cli-command.c - the runner of commands: words, options, loading, tables, exit code
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-command.h"

#include <glib/gi18n-lib.h>

#include "cli/lsc-cli-text.h"
#include "cli/lsc-cli-unknown.h"
#include "export/lsc-export-table.h"
#include "session/lsc-session-excerpt.h"

#define STREAM_ROWS 32768

/* ---- tables of timelines ------------------------------------------------------------------- */

/** Returns: the form that was chosen */
LscCliForms
lsc_cli_get_form (const LscCliFormat *format)
{
  g_return_val_if_fail (format, LSC_CLI_TEXT);
  return format->is_json  ? LSC_CLI_JSON
         : format->is_csv ? LSC_CLI_CSV
         : format->xlsx   ? LSC_CLI_XLSX
                          : LSC_CLI_TEXT;
}

/* (nullable): a table or its next part, with the columns that are delivered */
static LscTable *
get_part (LscCliRun *run, const LscCliTable *about, LscTimeline *timeline, GError **error)
{
  g_autoptr (LscTable) table = about->get (run, timeline, error);

  if (!table || (!about->columns && !about->type))
    return g_steal_pointer (&table);
  return lsc_cli_pick_columns (table, about->columns, about->type);
}

/* (nullable): the rows of all ranks */
static LscTable *
collect (LscCliRun *run, const LscCliTable *about, GError **error)
{
  guint n = about->is_of_all ? 1 : run->timelines->len;
  g_autoptr (LscTable) all = NULL;

  for (guint i = 0; i < n; i++)
    do
      {
        LscTimeline *timeline = about->is_of_all ? NULL : g_ptr_array_index (run->timelines, i);
        g_autoptr (LscTable) part = get_part (run, about, timeline, error);

        if (!part)
          return NULL;
        if (all)
          lsc_table_append_table (all, part);
        else
          all = g_steal_pointer (&part);
      }
    while (run->next_row > 0);
  return g_steal_pointer (&all);
}

static gboolean
print_lines (LscCliRun *run, const LscCliTable *about, LscTimeline *timeline, GOutputStream *out,
             GError **error)
{
  do
    {
      g_autoptr (LscTable) part = get_part (run, about, timeline, error);

      if (part)
        lsc_cli_note_unknown (run, part);
      if (!part || !lsc_export_json_lines (part, NULL, out, run->project.job, error))
        return FALSE;
    }
  while (run->next_row > 0);
  return TRUE;
}

/* A line is printed before the next rank is looked at: there may be very many. */
static gboolean
print_json (LscCliRun *run, GError **error)
{
  g_autoptr (GOutputStream) out = lsc_cli_stdout_open ();

  for (guint i = 0; i < run->timelines->len; i++)
    for (guint k = 0; k < run->command->n_tables; k++)
      {
        const LscCliTable *about = &run->command->tables[k];

        if ((about->forms & LSC_CLI_JSON) && (!about->is_of_all || i == 0) &&
            !print_lines (run, about, about->is_of_all ? NULL : run->timelines->pdata[i], out,
                          error))
          return FALSE;
      }
  return TRUE;
}

static gboolean
write_book (LscCliRun *run, GError **error)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_table_unref);

  for (guint k = 0; k < run->command->n_tables; k++)
    if (run->command->tables[k].forms & LSC_CLI_XLSX)
      {
        LscTable *table = collect (run, &run->command->tables[k], error);

        if (!table)
          return FALSE;
        g_ptr_array_add (tables, table);
      }
  return lsc_export_xlsx_file ((LscTable **) tables->pdata, tables->len, run->options->format.xlsx,
                               0, run->project.job, error);
}

/** Text or CSV on its way to standard output. @text: (nullable): once there are rows */
typedef struct
{
  LscCliRun *run;
  LscCliForms form;
  LscCliText *text;
  gboolean has_header;
  gboolean is_full; /* no further row is shown */
} Lines;

static gboolean
print_rows (Lines *self, const LscTable *table)
{
  g_autoptr (GString) out = g_string_new (NULL);
  LscCliLook look = lsc_cli_stdout_get_look ();

  if (!self->text)
    self->text = lsc_cli_text_new (table, &look);
  self->is_full = lsc_cli_stdout_is_silent () || !lsc_cli_text_append (self->text, table, out);
  return lsc_cli_print (out->str, out->len);
}

static gboolean
print_csv (Lines *self, const LscTable *table, GError **error)
{
  g_autoptr (GOutputStream) out = lsc_cli_stdout_open ();
  LscCsvForm form = self->run->options->format.is_raw ? LSC_CSV_RAW : LSC_CSV_MARKED;
  LscJob *job = self->run->project.job;
  gboolean is_first = !self->has_header;

  self->has_header = TRUE;
  return is_first ? lsc_export_csv_lines (table, form, out, job, error)
                  : lsc_export_csv_rows (table, form, out, job, error);
}

/* Many rows are printed before the next are made; fewer wait for the others, so that columns are as
 * wide as all of them need. @held: (inout) (nullable) */
static gboolean
flush_lines (Lines *self, LscTable **held, gsize least, GError **error)
{
  g_autoptr (LscTable) table = NULL;

  if (!*held || lsc_table_get_n_rows (*held) < least)
    return TRUE;
  table = g_steal_pointer (held);
  lsc_cli_note_unknown (self->run, table);
  return self->form == LSC_CLI_CSV ? print_csv (self, table, error) : print_rows (self, table);
}

static gboolean
print_timeline (Lines *self, const LscCliTable *about, LscTimeline *timeline, LscTable **held,
                GError **error)
{
  do
    {
      g_autoptr (LscTable) part = get_part (self->run, about, timeline, error);

      if (!part)
        return FALSE;
      if (*held)
        lsc_table_append_table (*held, part);
      else
        *held = g_steal_pointer (&part);
      if (!flush_lines (self, held, STREAM_ROWS, error))
        return FALSE;
    }
  while (self->run->next_row > 0 && !self->is_full);
  return TRUE;
}

static gboolean
print_first (LscCliRun *run, const LscCliTable *about, LscCliForms form, GError **error)
{
  guint n = about->is_of_all ? 1 : run->timelines->len;
  g_autoptr (LscTable) held = NULL;
  g_autoptr (GString) end = g_string_new (NULL);
  Lines lines = { run, form };
  gboolean is_printed = TRUE;

  for (guint i = 0; i < n && is_printed && !lines.is_full; i++)
    is_printed = print_timeline (&lines, about,
                                 about->is_of_all ? NULL : g_ptr_array_index (run->timelines, i),
                                 &held, error);
  is_printed = is_printed && flush_lines (&lines, &held, 0, error);
  if (is_printed && lines.text)
    {
      lsc_cli_text_finish (lines.text, run->n_rows < STREAM_ROWS, end);
      is_printed = lsc_cli_print (end->str, end->len);
    }
  lsc_cli_text_free (lines.text);
  return is_printed;
}

static gboolean
deliver_first (LscCliRun *run, LscCliForms form, GError **error)
{
  const LscCliTable *about = run->command->tables;

  while (!(about->forms & form))
    about++;
  return print_first (run, about, form, error);
}

/* Words say nothing of empty cells; the sums that are behind them do. */
static void
note_tables (LscCliRun *run)
{
  for (guint k = 0; k < run->command->n_tables; k++)
    if (run->command->tables[k].is_summary)
      {
        g_autoptr (LscTable) table = collect (run, &run->command->tables[k], NULL);

        if (table)
          lsc_cli_note_unknown (run, table);
      }
}

/**
 * lsc_cli_deliver_timelines:
 * @run: with the timelines
 *
 * Delivers the tables of the command, or its words.
 *
 * Returns: %FALSE when they could not be written; without @error nobody reads them any more
 */
gboolean
lsc_cli_deliver_timelines (LscCliRun *run, GError **error)
{
  LscCliForms form = lsc_cli_get_form (&run->options->format);
  g_autofree char *text = NULL;

  if (run->command->prepare && !run->command->prepare (run, error))
    return FALSE;
  lsc_cli_end_progress ();
  if (form == LSC_CLI_JSON)
    return print_json (run, error);
  if (form == LSC_CLI_XLSX)
    return write_book (run, error);
  note_tables (run);
  if (form == LSC_CLI_CSV || !run->command->to_text)
    return deliver_first (run, form, error);
  text = run->command->to_text (run);
  return lsc_cli_print_text (text);
}

/* A trace without a device and a number, such as of the front end of a server. */
static gboolean
is_beside (const LscTimeline *timeline)
{
  return timeline->is_gpu && timeline->rank < 0 && !timeline->has_extended;
}

/* Where others have devices, those without are none of the ranks. */
static void
leave_beside (LscCliRun *run)
{
  guint n = 0;

  for (guint i = 0; i < run->timelines->len; i++)
    n += is_beside (run->timelines->pdata[i]);
  for (guint i = run->timelines->len; n > 0 && n < run->timelines->len && i-- > 0;)
    if (is_beside (run->timelines->pdata[i]))
      {
        g_autofree char *label = lsc_timeline_get_label (run->timelines->pdata[i]);

        lsc_cli_tell_beside (&run->project, label);
        g_ptr_array_remove_index (run->timelines, i);
        n--;
      }
}

static LscExit
deliver_timelines (LscCliRun *run)
{
  const LscCliCommand *command = run->command;
  g_autoptr (GError) error = NULL;

  run->timelines =
      (command->shows_events ? lsc_session_get_all_visible : lsc_session_get_timelines) (
          run->project.session, run->parts, run->project.job, NULL);
  if (run->timelines && command->is_of_devices)
    leave_beside (run);
  lsc_cli_print_notices (run->project.notices, lsc_cli_least_severity (run->options));
  if (!run->timelines)
    return LSC_EXIT_NOTHING;
  if (!(command->deliver ? command->deliver : lsc_cli_deliver_timelines) (run, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return lsc_cli_project_is_part (&run->project) || (command->is_part && command->is_part (run))
             ? LSC_EXIT_PART
             : LSC_EXIT_OK;
}

/* ---- from words to exit code --------------------------------------------------------------- */

static gboolean
check (LscCliRun *run, GError **error)
{
  return lsc_cli_parse_check (run, error) &&
         (!run->command->check || run->command->check (run, error)) &&
         lsc_cli_options_check (run->options, error);
}

static gboolean
has_words (const LscCliRun *run)
{
  return run->command->n_words < 0 ||
         g_strv_length (run->words) == (guint) run->command->n_words + 1;
}

static LscExit
load_and_deliver (LscCliRun *run)
{
  LscCliOptions *options = run->options;
  LscExit code;

  if (run->command->n_words > 0)
    options->path = g_strdup (run->words[1]);
  if (run->command->loads == LSC_CLI_LOADS_NOTHING)
    return run->command->run (run);
  code = lsc_cli_project_open (&run->project, options, options->path);
  if (code != LSC_EXIT_OK)
    return code;
  return run->command->loads == LSC_CLI_LOADS_TIMELINES ? deliver_timelines (run)
                                                        : run->command->run (run);
}

static LscExit
run_words (LscCliRun *run)
{
  const LscCliCommand *command = run->command;
  g_autoptr (GError) error = NULL;
  LscExit code = LSC_EXIT_OK;

  if (!lsc_cli_parse (run, &code) || (command->answer && command->answer (run)))
    return code;
  if (!has_words (run) && command->takes)
    return lsc_cli_usage ("%s", _ (command->takes));
  if (!has_words (run))
    return lsc_cli_usage_of_paths (run);
  if (!check (run, &error))
    return lsc_cli_usage ("%s", error->message);
  return load_and_deliver (run);
}

/**
 * lsc_cli_command_run:
 * @argv: words of the command, the first being its name
 *
 * Reads options, opens and loads what the command needs, delivers its tables and frees everything.
 *
 * Returns: the exit code
 */
LscExit
lsc_cli_command_run (const LscCliCommand *command, char **argv)
{
  LscCliRun run = { .command = command,
                    .parts = command->parts ? command->parts : LSC_TIMELINE_WHOLE };
  LscExit code;

  g_return_val_if_fail (command && argv, LSC_EXIT_USAGE);
  lsc_cli_usage_set_command (command->name);
  run.options = g_malloc0 (command->options_size);
  run.words = g_strdupv (argv);
  run.typed = argv;
  if (command->set_defaults)
    command->set_defaults (run.options);
  code = run_words (&run);
  lsc_cli_tell_unknown (&run, code);
  if (code == LSC_EXIT_OK || code == LSC_EXIT_PART)
    lsc_cli_parse_tell_written (&run);
  g_clear_pointer (&run.unknown, g_ptr_array_unref);
  g_clear_pointer (&run.timelines, g_ptr_array_unref);
  lsc_cli_project_clear (&run.project);
  if (command->clear)
    command->clear (run.options);
  g_clear_pointer (&run.options->path, g_free);
  lsc_cli_parse_clear (&run);
  g_strfreev (run.words);
  g_free (run.options);
  return code;
}
