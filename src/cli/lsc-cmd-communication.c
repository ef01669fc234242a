/* lsc-cmd-communication.c - communication: what it costs by group, operator and link
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-unknown.h"
#include "session/modes/lsc-modes.h"

typedef struct
{
  LscCliOptions common;
  gboolean is_of[LSC_COMMUNICATION_N_TABLES];
  gboolean is_reported[LSC_REPORTED_N_TABLES];
  char *table;
} Options;

/* What people see of each table. */
static const char *const group_columns[] = {
  "group",
  "ops",
  "length_ns",
  "exposed_ns",
  "exposed_transfer_ns",
  "exposed_wait_recorded_ns",
  "exposed_wait_unexplained_ns",
  "exposed_other_ns",
  "share",
  "bandwidth",
  "busiest_op",
  NULL,
};
static const char *const operator_columns[] = {
  "group",
  "operator",
  "count",
  "length_ns",
  "transfer_ns",
  "wait_recorded_ns",
  "wait_unexplained_ns",
  "other_ns",
  "exposed_ns",
  "median_ns",
  "p95_ns",
  "last_rank",
  "last_count",
  "size_bytes",
  "bandwidth",
  NULL,
};
static const char *const link_columns[] = {
  "src_rank",   "dst_rank", "src_place", "dst_place", "groups",      "transport",   "place",
  "size_bytes", "time_ns",  "bandwidth", "of_kind",   "utilisation", "large_share", NULL,
};
static const char *const packet_columns[] = {
  "transport", "from_bytes", "to_bytes", "count", "size_bytes", "time_share", "bandwidth", NULL,
};
static const char *const expert_columns[] = {
  "rank",  "ep_ranks", "step",    "kernels",        "unread",         "tokens",
  "share", "of_mean",  "experts", "busiest_expert", "busiest_tokens", NULL,
};
static const char *const *const shown[LSC_COMMUNICATION_N_TABLES] = {
  [LSC_COMMUNICATION_GROUPS] = group_columns,   [LSC_COMMUNICATION_OPERATORS] = operator_columns,
  [LSC_COMMUNICATION_LINKS] = link_columns,     [LSC_COMMUNICATION_MATRIX] = link_columns,
  [LSC_COMMUNICATION_PACKETS] = packet_columns, [LSC_COMMUNICATION_EXPERTS] = expert_columns,
};

static LscCommunicationTable
get_asked (const Options *self)
{
  for (guint i = 0; i < LSC_COMMUNICATION_N_TABLES; i++)
    if (self->is_of[i])
      return (LscCommunicationTable) i;
  return LSC_COMMUNICATION_GROUPS;
}

static gboolean
check (LscCliRun *run, GError **error)
{
  const Options *self = (const Options *) run->options;
  guint n = 0;

  for (guint i = 0; i < LSC_COMMUNICATION_N_TABLES; i++)
    n += self->is_of[i];
  for (guint i = 0; i < LSC_REPORTED_N_TABLES; i++)
    n += self->is_reported[i];
  if (n <= 1)
    return TRUE;
  lsc_fail (
      error, LSC_ERROR_USAGE, "%s",
      _ ("Only one of --groups, --ops, --links, --matrix, --packets, --experts, --reported and "
         "--reported-bandwidth can be given"));
  return FALSE;
}

static void
append_line (GString *out, const char *before, const LscPhrase *phrase)
{
  g_autofree char *line = lsc_phrase_to_words (phrase);
  g_autofree char *visible = lsc_visible_line (line);

  g_string_append_printf (out, "%s%s\n", before, visible);
}

static void
append_base (GString *out, const LscCommunication *communication)
{
  g_autoptr (LscPhrase) base = lsc_communication_say_base (communication);
  g_autofree char *words = lsc_phrase_to_words (base);

  g_string_append_c (out, '\n');
  g_string_append_printf (out, _ ("%s:\n"), words);
}

/* Tokens of experts are no time of communication: they have a sentence of their own. */
static const LscPhrase *
get_headline (const LscCommunication *communication, LscCommunicationTable which)
{
  return which == LSC_COMMUNICATION_EXPERTS ? lsc_communication_get_experts (communication)
                                            : lsc_communication_get_headline (communication);
}

static void
append_headline (GString *out, const LscCommunication *communication, LscCommunicationTable which)
{
  const LscPhrase *headline = get_headline (communication, which);
  g_autofree char *line = lsc_phrase_to_words (headline), *whole = NULL;

  append_line (out, "", headline);
  if (which == LSC_COMMUNICATION_EXPERTS)
    return;
  whole = lsc_phrase_to_words (lsc_communication_get_detail (communication));
  if (!g_str_equal (line, whole))
    append_line (out, "", lsc_communication_get_detail (communication));
}

/* The answer in words, then the rows. */
static gboolean
print_words (const LscCommunication *communication, const LscTable *table,
             LscCommunicationTable which)
{
  const GPtrArray *notes = lsc_communication_get_notes (communication);
  const LscPhrase *bandwidth = lsc_communication_get_bandwidth (communication);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (LscTable) picked = lsc_cli_pick_known (table, shown[which]);
  g_autofree char *rows = lsc_cli_table_to_text (picked);

  append_headline (out, communication, which);
  if (bandwidth && which != LSC_COMMUNICATION_EXPERTS)
    append_line (out, "", bandwidth);
  for (guint i = 0; i < notes->len && which != LSC_COMMUNICATION_EXPERTS; i++)
    append_line (out, "? ", notes->pdata[i]);
  if (lsc_table_get_n_rows (table) > 0 &&
      (which == LSC_COMMUNICATION_GROUPS || which == LSC_COMMUNICATION_OPERATORS))
    append_base (out, communication);
  if (lsc_table_get_n_rows (table) > 0)
    g_string_append_printf (out, "\n%s", rows);
  return lsc_cli_print_text (out->str);
}

static gboolean
write_tables (LscCliRun *run, const LscCommunication *communication, LscTable *asked,
              const char *path, GError **error)
{
  LscTable *all[LSC_COMMUNICATION_N_TABLES];
  gboolean is_done;

  for (guint i = 0; i < LSC_COMMUNICATION_N_TABLES; i++)
    all[i] = lsc_communication_get_table (communication, (LscCommunicationTable) i);
  is_done = lsc_cli_write_tables (all, LSC_COMMUNICATION_N_TABLES, asked,
                                  &(LscCliFile){ path, 0, run->project.job }, error);
  for (guint i = 0; i < LSC_COMMUNICATION_N_TABLES; i++)
    lsc_table_unref (all[i]);
  return is_done;
}

static gboolean
deliver (LscCliRun *run, const LscCommunication *communication, GError **error)
{
  const Options *options = (const Options *) run->options;
  LscCommunicationTable which = get_asked (options);
  g_autoptr (LscTable) table = lsc_communication_get_table (communication, which);
  LscCliForms form = lsc_cli_get_form (&run->options->format);

  lsc_cli_end_progress ();
  lsc_cli_note_unknown (run, table);
  if (options->table && !write_tables (run, communication, table, options->table, error))
    return FALSE;
  if (form == LSC_CLI_XLSX)
    return write_tables (run, communication, table, run->options->format.xlsx, error);
  return form == LSC_CLI_TEXT ? print_words (communication, table, which)
                              : lsc_cli_deliver_table (run, table, 0, error);
}

/* Where programs read rows, an empty table does not say why. */
static void
tell_empty (LscCliRun *run, const LscCommunication *communication, LscCommunicationTable which)
{
  const GPtrArray *notes = lsc_communication_get_notes (communication);
  g_autofree char *line = lsc_phrase_to_words (get_headline (communication, which));

  if (lsc_cli_get_form (&run->options->format) == LSC_CLI_TEXT)
    return;
  g_printerr ("lanescope-cli: %s\n", line);
  for (guint i = 0; i < notes->len && which != LSC_COMMUNICATION_EXPERTS; i++)
    {
      g_autofree char *note = lsc_phrase_to_words (notes->pdata[i]);

      g_printerr ("lanescope-cli: %s\n", note);
    }
}

/* What exporters say, as they say it. */
static LscExit
deliver_reported (LscCliRun *run, LscReportedTable which)
{
  const Options *options = (const Options *) run->options;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTable) table =
      lsc_session_get_reported (run->project.session, which, run->project.job, &error);
  gboolean is_done;

  lsc_cli_print_notices (run->project.notices, lsc_cli_least_severity (run->options));
  if (!table)
    return lsc_cli_fail (error);
  lsc_cli_end_progress ();
  is_done = !options->table ||
            lsc_cli_write_tables (&table, 1, table,
                                  &(LscCliFile){ options->table, 0, run->project.job }, &error);
  is_done = is_done && lsc_cli_deliver_table (run, table, 0, &error);
  if (!is_done)
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return lsc_cli_project_is_part (&run->project) ? LSC_EXIT_PART : LSC_EXIT_OK;
}

static LscExit
run_communication (LscCliRun *run)
{
  LscSession *session = run->project.session;
  g_autoptr (LscCommunication) communication = NULL;
  g_autoptr (LscTable) table = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_empty;

  for (guint i = 0; i < LSC_REPORTED_N_TABLES; i++)
    if (((const Options *) run->options)->is_reported[i])
      return deliver_reported (run, (LscReportedTable) i);
  lsc_session_expect (session, LSC_DIGEST_JUDGED, FALSE);
  communication = lsc_session_get_communication (session, run->project.job, &error);
  lsc_cli_print_notices (run->project.notices, lsc_cli_least_severity (run->options));
  if (!communication)
    return error ? lsc_cli_fail (error) : LSC_EXIT_NOTHING;
  table = lsc_communication_get_table (communication, get_asked ((const Options *) run->options));
  is_empty = lsc_table_get_n_rows (table) == 0;
  if (get_asked ((const Options *) run->options) == LSC_COMMUNICATION_EXPERTS)
    run->subject = "communication --experts";
  if (is_empty)
    tell_empty (run, communication, get_asked ((const Options *) run->options));
  if (!deliver (run, communication, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return is_empty || lsc_cli_project_is_part (&run->project) ? LSC_EXIT_PART : LSC_EXIT_OK;
}

#define WHICH(name, which, help)                                                                   \
  {                                                                                                \
    name, 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_of[which]), help, NULL             \
  }

static const LscCliOption entries[] = {
  WHICH ("groups", LSC_COMMUNICATION_GROUPS, N_ ("A row for each group (default)")),
  WHICH ("ops", LSC_COMMUNICATION_OPERATORS, N_ ("A row for each operator of a group")),
  WHICH ("links", LSC_COMMUNICATION_LINKS, N_ ("A row for each link and transport")),
  WHICH ("matrix", LSC_COMMUNICATION_MATRIX, N_ ("A row for each two ranks")),
  WHICH ("packets", LSC_COMMUNICATION_PACKETS, N_ ("A row for each size of transfers")),
  WHICH ("experts", LSC_COMMUNICATION_EXPERTS,
         N_ ("A row for each rank and step: tokens of its experts")),
  { "reported", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_reported[LSC_REPORTED_TIMES]),
    N_ ("Times of each operator as the exporter reports them, in ms"), NULL },
  { "reported-bandwidth", 0, 0, G_OPTION_ARG_NONE,
    G_STRUCT_OFFSET (Options, is_reported[LSC_REPORTED_BANDWIDTHS]),
    N_ ("Sizes and bandwidths as the exporter reports them, in MB, ms and GB/s"), NULL },
  { "table", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, table),
    N_ ("Write the tables: .xlsx, .db; the one that is asked for: .csv, .json"), "FILE",
    .endings = lsc_cli_table_endings,
    .fault = N_ ("--table takes a name that ends in .xlsx, .db, .csv or .json") },
  { NULL },
};

const LscCliCommand lsc_cmd_communication = {
  .name = "communication",
  .usage = "PATH [--groups|--ops|--links|--matrix|--packets|--experts] [--json]",
  .line = N_ ("  communication  what communication costs by group, operator and link"),
  .arguments = "PATH",
  .summary = N_ ("Shows how much communication is exposed, how much of it is waiting and for whom, "
                 "which operators cost most, and how fast each link between two ranks is. Times "
                 "are means per step and rank, over the steps that count."),
  .n_words = 1,
  .groups =
      LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_LAYOUT | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_SOURCES,
  .check = check,
  .run = run_communication,
};
