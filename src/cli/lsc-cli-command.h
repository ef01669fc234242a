/* lsc-cli-command.h - what a command is, and the one runner of all commands
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-time.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "cli/lsc-cli.h"

G_BEGIN_DECLS

/** What the runner reads before a command goes on. */
typedef enum
{
  LSC_CLI_LOADS_NOTHING,   /* the command opens what it needs by itself */
  LSC_CLI_LOADS_SOURCES,   /* the recordings are found, none of them is read */
  LSC_CLI_LOADS_TIMELINES, /* of all ranks, with their analyses */
} LscCliLoads;

/** In which forms a table is delivered. */
typedef enum
{
  LSC_CLI_TEXT = 1 << 0,
  LSC_CLI_CSV = 1 << 1,
  LSC_CLI_JSON = 1 << 2,
  LSC_CLI_XLSX = 1 << 3,
  LSC_CLI_FORMS = LSC_CLI_TEXT | LSC_CLI_CSV | LSC_CLI_JSON | LSC_CLI_XLSX,
} LscCliForms;

typedef struct _LscCliCommand LscCliCommand;

/**
 * LscCliRun: a command at work
 * @options: the command's own struct, which begins with these
 * @words: the command's name, then what is no option
 * @typed: (array zero-terminated=1): all that was typed, borrowed
 * @known: (element-type LscCliOption): the options that it takes
 * @given: (element-type LscCliOption): those that were given, in their order
 * @parts: of timelines what is read
 * @timelines: (element-type LscTimeline): those that could be read, by rank
 * @next_row: where the next part of a table begins that is handed over in parts; 0: at its
 *   beginning, or that was all
 * @is_part: what was written lacks something
 * @unknown: (nullable) (element-type LscUnknownCells): what of that is not known
 * @n_rows: with @has_table, of what is delivered
 * @subject: (nullable): static: what is asked for, where that is not the command
 * @lacks: with @has_lacks, of recordings that the command opens by itself
 * @own_lacks: what the command itself found that they lack of what it reads; no bits = nothing
 */
typedef struct
{
  const LscCliCommand *command;
  LscCliOptions *options;
  char **words;
  char *const *typed;
  GPtrArray *known;
  GPtrArray *given;
  LscCliProject project;
  LscTimelineParts parts;
  GPtrArray *timelines;
  gsize next_row;
  gboolean is_part;
  GPtrArray *unknown;
  LscLacks lacks;
  gboolean has_lacks;
  LscLacks own_lacks;
  gboolean has_table;
  gsize n_rows;
  const char *subject;
} LscCliRun;

/**
 * LscCliTable: a table that a command delivers
 * @get: returns the table of a rank (transfer full), or %NULL with an error; a table that may have
 *   very many rows is handed over in parts, by way of @next_row
 * @forms: text and CSV take the first table with that form, JSON and workbook all of them
 * @columns: (nullable) (array zero-terminated=1): those that are delivered; %NULL = all
 * @type: (nullable): the value of a first column `type`, which tells the lines of several tables
 *   apart
 * @is_of_all: one table for all ranks: @get is called once, without a timeline
 * @is_summary: what its cells lack is said where the command delivers words
 */
typedef struct
{
  LscTable *(*get) (LscCliRun *run, LscTimeline *timeline, GError **error);
  LscCliForms forms;
  const char *const *columns;
  const char *type;
  gboolean is_of_all;
  gboolean is_summary;
} LscCliTable;

/**
 * LscCliCommand: a command, described
 * @usage: what follows the name in the list of commands
 * @line: its line of that list, untranslated
 * @arguments: (nullable): the words that are no options, for --help
 * @summary: what it does, untranslated
 * @n_words: how many it takes, -1 = it looks at them itself; the first is the path
 * @takes: (nullable): what it takes, untranslated; %NULL = one folder or file
 * @groups: options that it shares with other commands, shown after its own
 * @entries: (nullable): its own options; one with the name of a shared one stands in for it
 * @options_size: of its own struct, which begins with #LscCliOptions
 * @parts: of timelines what it needs, 0 = the whole; @check may change LscCliRun.parts
 * @set_defaults: (nullable): fills in what the zeroed options are not
 * @explain: (nullable): (transfer full): what --help says below the options
 * @answer: (nullable): %TRUE when the options asked for something that takes no words, and got it
 * @check: (nullable): reads its own texts; %FALSE with %LSC_ERROR_USAGE
 * @run: (nullable): does everything after loading; %NULL for timelines
 * @prepare: (nullable): called before the tables of timelines are made
 * @tables: (nullable): what it delivers
 * @to_text: (nullable): (transfer full): for people, instead of a table
 * @deliver: (nullable): delivers what was made of timelines, instead of tables
 * @shows_events: what it delivers are single events: of an extract its excerpt will do
 * @is_of_devices: recordings without a device and a number are left out where others have one
 * @makes_files: of recordings, without telling anything of them: nothing is unknown then
 * @is_part: (nullable): whether timelines lack what was asked for
 * @clear: (nullable): frees what @check and the others made; texts are freed by the runner
 */
struct _LscCliCommand
{
  const char *name;
  const char *usage;
  const char *line;
  const char *arguments;
  const char *summary;
  int n_words;
  const char *takes;
  LscCliGroups groups;
  const LscCliOption *entries;
  gsize options_size;
  LscCliLoads loads;
  LscTimelineParts parts;
  const LscCliTable *tables;
  guint n_tables;
  void (*set_defaults) (gpointer options);
  char *(*explain) (void);
  gboolean (*answer) (LscCliRun *run);
  gboolean (*check) (LscCliRun *run, GError **error);
  LscExit (*run) (LscCliRun *run);
  gboolean (*prepare) (LscCliRun *run, GError **error);
  char *(*to_text) (LscCliRun *run);
  gboolean (*deliver) (LscCliRun *run, GError **error);
  gboolean shows_events;
  gboolean is_of_devices;
  gboolean makes_files;
  gboolean (*is_part) (LscCliRun *run);
  void (*clear) (gpointer options);
};

/** Of the sources; empty where they are in no repository */
extern const char lsc_cli_commit[];

LscExit lsc_cli_command_run (const LscCliCommand *command, char **argv);
gboolean lsc_cli_parse (LscCliRun *run, LscExit *code);
gboolean lsc_cli_parse_check (LscCliRun *run, GError **error);
void lsc_cli_parse_tell_written (const LscCliRun *run);
void lsc_cli_parse_clear (LscCliRun *run);

void lsc_cli_words_prepare (LscCliRun *run);
const LscCliOption *lsc_cli_words_find (const LscCliRun *run, const char *name);
GPtrArray *lsc_cli_usage_list_given (const LscCliRun *run);
gboolean lsc_cli_usage_check_given (const LscCliRun *run, GError **error);
LscExit lsc_cli_usage_of_words (const LscCliRun *run, const GError *error);
LscExit lsc_cli_usage_of_paths (const LscCliRun *run);
char *lsc_cli_usage_get_parent (char **paths);

LscTable *lsc_cli_pick_columns (const LscTable *table, const char *const *names, const char *type);
LscTable *lsc_cli_pick_known (const LscTable *table, const char *const *names);
int lsc_cli_count_cells (const char *text);
LscCliForms lsc_cli_get_form (const LscCliFormat *format);
LscTimeUnit lsc_cli_choose_unit (const LscTable *table, guint column);

char *lsc_cli_table_to_text (const LscTable *table);
/**
 * LscCliFile: a file of tables
 * @path: its ending says in which form
 * @created_ns: when a workbook says that it was made, 0 = now
 */
typedef struct
{
  const char *path;
  gint64 created_ns;
  LscJob *job;
} LscCliFile;

gboolean lsc_cli_write_tables (LscTable **tables, guint n, const LscTable *single,
                               const LscCliFile *file, GError **error);
gboolean lsc_cli_deliver_timelines (LscCliRun *run, GError **error);
gboolean lsc_cli_deliver_table (LscCliRun *run, LscTable *table, gint64 created_ns, GError **error);

extern const LscCliCommand lsc_cmd_analyze;
extern const LscCliCommand lsc_cmd_budget;
extern const LscCliCommand lsc_cmd_check;
extern const LscCliCommand lsc_cmd_communication;
extern const LscCliCommand lsc_cmd_operators;
extern const LscCliCommand lsc_cmd_compare;
extern const LscCliCommand lsc_cmd_convert;
extern const LscCliCommand lsc_cmd_dispatch;
extern const LscCliCommand lsc_cmd_extract;
extern const LscCliCommand lsc_cmd_findings;
extern const LscCliCommand lsc_cmd_info;
extern const LscCliCommand lsc_cmd_mcp;
extern const LscCliCommand lsc_cmd_memory;
extern const LscCliCommand lsc_cmd_merge;
extern const LscCliCommand lsc_cmd_overlap;
extern const LscCliCommand lsc_cmd_overview;
extern const LscCliCommand lsc_cmd_pp;
extern const LscCliCommand lsc_cmd_query;
extern const LscCliCommand lsc_cmd_report;
extern const LscCliCommand lsc_cmd_roofline;
extern const LscCliCommand lsc_cmd_schedule;
extern const LscCliCommand lsc_cmd_slices;
extern const LscCliCommand lsc_cmd_stragglers;
extern const LscCliCommand lsc_cmd_timeline;
extern const LscCliCommand lsc_cmd_tree;
extern const LscCliCommand lsc_cmd_waits;

G_END_DECLS
