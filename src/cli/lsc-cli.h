/* lsc-cli.h - what the commands of the command line share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

#include "session/lsc-session-part.h"
#include "session/lsc-session.h"

G_BEGIN_DECLS

/** Exit codes, one set for every command. */
typedef enum
{
  LSC_EXIT_OK = 0,        /* all that was asked for was delivered */
  LSC_EXIT_USAGE = 1,     /* the command does not make sense */
  LSC_EXIT_NOTHING = 2,   /* nothing could be delivered */
  LSC_EXIT_PART = 3,      /* delivered in part */
  LSC_EXIT_IO = 4,        /* reading or writing failed */
  LSC_EXIT_BUDGET = 5,    /* a budget was exceeded */
  LSC_EXIT_UNDECIDED = 6, /* whether it was exceeded is lost in the noise */
} LscExit;

/** How a command delivers its table. */
typedef struct
{
  gboolean is_json;
  gboolean is_csv;
  gboolean is_raw; /* CSV without marks */
  gboolean is_all; /* on a terminal, too */
  char *xlsx;
} LscCliFormat;

/**
 * LscCliReport: a document that is to be written
 * @path: (nullable): %NULL = none
 * @title, @author, @language: (nullable)
 * @pins: (nullable): file of what is shown beside
 * @is_pins_only: nothing but that
 * @is_full: all chapters and rows, however many pages that takes
 * @is_reproducible: without the day
 */
typedef struct
{
  char *path;
  char *title;
  char *author;
  char *language;
  char *pins;
  gboolean is_pins_only;
  gboolean is_full;
  gboolean is_reproducible;
} LscCliReport;

/**
 * LscCliPicture: a picture that is to be written
 * @path: (nullable): %NULL = none
 * @width: px; 0 = as wide as such a picture is
 * @scale: pixels a px of a PNG; 0 = the default
 * @is_outlined: texts of an SVG file are shapes
 */
typedef struct
{
  char *path;
  double width;
  double scale;
  gboolean is_dark;
  gboolean is_outlined;
} LscCliPicture;

/** Options of all commands; the texts of some are looked at by lsc_cli_options_check(). */
typedef struct
{
  char *path;
  LscCliFormat format;
  char *mode;
  char *output;
  char *export_type;
  char *rank_list;
  char *recording;
  char *op_names;
  GStrv names; /* files that name kernels of graphs */
  char *step;
  gboolean all_runs;
  char *align;
  gboolean write_step_task_info;
  int jobs;
  gboolean verbose;
  gboolean quiet;
  gboolean force;
  char *parallel_mode;
  char *layout;
  gboolean agent;

  LscCliReport report;
  LscCliPicture picture;
  LscModuleOptions module;
  LscMfuOptions mfu_options;
  LscPipelineOptions pipeline;
  gboolean has_step;
  gint64 step_id;
  gboolean judges_step;    /* findings are of the step @step_id alone */
  gboolean takes_jobs;     /* several jobs are looked at, each by itself */
  gboolean is_one_rank;    /* the lowest of those that were asked for */
  gboolean takes_snapshot; /* a memory snapshot alone is a source, too */
  gboolean takes_steps;    /* PATH@steps=5-9 is a side of a comparison */
  gboolean takes_one_step; /* of those, one step alone: what is judged is of it */
  guint64 memory_bytes;    /* 0 = the default */
  const char *targets[5];  /* (nullable): files that it is to write, the workbook first */
} LscCliOptions;

/** A word that an option knows, and what it stands for. */
typedef struct
{
  const char *word;
  int value;
} LscCliChoice;

/** Puts the text of an option into the struct of the command's options, from its offset on. */
typedef gboolean (*LscCliReadFunc) (const char *text, gpointer field, GError **error);

/**
 * LscCliOption: an option of the command line
 * @letter: its short name, or 0
 * @arg: %G_OPTION_ARG_CALLBACK for one that has @choices or @read
 * @offset: where its value is kept in the struct of the command's options
 * @help: (nullable): untranslated
 * @value: (nullable): what stands for its value in --help
 * @choices: (nullable) (array zero-terminated=1): its words; their value goes to an int
 * @read: (nullable): what makes a value of its text
 * @endings: (nullable) (array zero-terminated=1): how the name of the file may end that it has
 * written
 * @most: of a number that is not negative: the largest, 0 = any
 * @fault: (nullable): what is wrong with another value, untranslated
 * @needs: (nullable): names of options with blanks between, of which it needs one to do anything
 * @is_positive: 0 is no value of the number
 */
typedef struct
{
  const char *name;
  char letter;
  GOptionFlags flags;
  GOptionArg arg;
  gsize offset;
  const char *help;
  const char *value;
  const LscCliChoice *choices;
  LscCliReadFunc read;
  const char *const *endings;
  double most;
  const char *fault;
  const char *needs;
  gboolean is_positive;
} LscCliOption;

/** Of all commands that write pictures */
#define LSC_CLI_OUTLINES                                                                           \
  {                                                                                                \
    "outlines", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (LscCliOptions, picture.is_outlined),     \
        N_ ("SVG: texts as shapes, the same with any fonts, instead of as texts"), NULL,           \
        .needs = "out"                                                                             \
  }

/** How the names of pictures, tables and documents end. */
extern const char *const lsc_cli_picture_endings[];
extern const char *const lsc_cli_table_endings[];
extern const char *const lsc_cli_report_endings[];

/** Options that commands share. */
typedef enum
{
  LSC_CLI_GROUP_FORMAT = 1 << 0,     /* how a table is delivered */
  LSC_CLI_GROUP_RANKS = 1 << 1,      /* which ranks */
  LSC_CLI_GROUP_COMMON = 1 << 2,     /* threads, notices */
  LSC_CLI_GROUP_MODULE = 1 << 3,     /* of the module analyses */
  LSC_CLI_GROUP_PIPELINE = 1 << 4,   /* of the pipeline analysis */
  LSC_CLI_GROUP_STEP_TASKS = 1 << 7, /* writing what it found into the recording */
  LSC_CLI_GROUP_REPORT = 1 << 5,     /* the document that is written */
  LSC_CLI_GROUP_LAYOUT = 1 << 6,     /* parallel sizes that were not recorded */
  LSC_CLI_GROUP_PICTURE = 1 << 8,    /* the chart as a file */
  LSC_CLI_GROUP_END = 1 << 9,
} LscCliGroups;

gboolean lsc_cli_options_check (LscCliOptions *self, GError **error);
gboolean lsc_cli_parse_size (const char *text, guint64 *n_bytes);
LscExit lsc_cli_usage (const char *format, ...) G_GNUC_PRINTF (1, 2);
LscExit lsc_cli_fail (const GError *error);
void lsc_cli_usage_set_command (const char *name);
void lsc_cli_tell_written (const LscCliOptions *options, const char *path);
gboolean lsc_cli_check_path (const char *path, GError **error);

/**
 * LscCliProject: an opened path with the ranks that were asked for
 * @sources: (element-type LscSource): ascending rank
 * @session: (nullable): all that is found out about them; once they are chosen
 * @notices: of the session, as soon as there is one
 * @part: (nullable): what was asked for of it with the path (compare.md#parts)
 * @n_found: where ranks were chosen, how many there are; else 0
 * @has_unread: ranks that were asked for are in a form that is not read
 */
typedef struct
{
  LscProject *project;
  LscSessionPart *part;
  GPtrArray *sources;
  LscSession *session;
  LscNotices *notices;
  LscJob *job;
  guint n_found;
  gboolean has_unread;
  guint n_threads;
} LscCliProject;

void lsc_cli_append_chosen (GString *out, const LscCliProject *project);
void lsc_cli_project_init (LscCliProject *self, const LscCliOptions *options,
                           LscJobProgressFunc progress);
void lsc_cli_project_collect (LscCliProject *self, const LscCliOptions *options);
LscExit lsc_cli_project_select (LscCliProject *self, const LscCliOptions *options);
LscExit lsc_cli_project_start (LscCliProject *self, const LscCliOptions *options);
LscProject *lsc_cli_find_project (const LscCliOptions *options, const char *path, LscJob *job,
                                  GError **error);
LscExit lsc_cli_project_open (LscCliProject *self, const LscCliOptions *options, const char *path);
GPtrArray *lsc_cli_project_read (const LscCliProject *self, const LscCliOptions *options,
                                 LscDigestParts parts);
LscExit lsc_cli_project_check_step (LscCliProject *self, const LscCliOptions *options);
LscExit lsc_cli_project_keep_step (LscCliProject *self, const LscCliOptions *options,
                                   GPtrArray *digests);
gboolean lsc_cli_project_is_part (const LscCliProject *self);
void lsc_cli_tell_beside (const LscCliProject *self, const char *title);
void lsc_cli_project_clear (LscCliProject *self);
GPtrArray *lsc_cli_list_notices (LscNotices *notices);
char *lsc_cli_join_lines (const char *text);
LscSeverity lsc_cli_least_severity (const LscCliOptions *options);
void lsc_cli_print_notices (LscNotices *notices, LscSeverity least);
char *lsc_cli_output_folder (const LscCliProject *project, const LscCliOptions *options);
gboolean lsc_cli_has_unread_ranks (const LscProject *project);

const char *lsc_cli_find_nearest (const char *word, const char *const *known);

void lsc_cli_on_progress (double share, const char *what, gpointer user_data);
void lsc_cli_end_progress (void);

/**
 * LscCliLook: how a table is shown
 * @width: cells of a line, 0 = as many as it takes
 * @most_rows: further ones are counted
 * @is_bold: titles are
 */
typedef struct
{
  guint width;
  gsize most_rows;
  gboolean is_bold;
} LscCliLook;

void lsc_cli_stdout_show_all (gboolean shows_all);
void lsc_cli_stdout_be_silent (gboolean is_silent);
gboolean lsc_cli_stdout_is_silent (void);
LscCliLook lsc_cli_stdout_get_look (void);
gsize lsc_cli_stdout_get_most (gsize usual);
gboolean lsc_cli_has_colours (int fd);
void lsc_cli_stdout_begin (void);
void lsc_cli_stdout_divert (GString *out, GString *errors);
void lsc_cli_stdout_divert_words (GString *words);
gboolean lsc_cli_stdout_wants_words (void);
void lsc_cli_stdout_give_words (const char *text);
GOutputStream *lsc_cli_stdout_open (void);
gboolean lsc_cli_print (const char *text, gsize length);
gboolean lsc_cli_print_text (const char *text);
void lsc_cli_print_help (const char *text);
void lsc_cli_append (GString *out, const char *format, ...) G_GNUC_PRINTF (2, 3);
gboolean lsc_cli_stdout_is_used (void);
gboolean lsc_cli_stdout_is_cause (const GError *error);
LscExit lsc_cli_stdout_finish (LscExit code);

G_END_DECLS
