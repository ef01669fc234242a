/* lsc-cmd-waits.c - waits: how long ranks waited for each other in collectives
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-align.h"
#include "cli/lsc-cli-command.h"

typedef struct
{
  LscCliOptions common;
  char *table;
  LscTable *groups;
  LscTable *waits;
} Options;

static LscTable *
get_groups (LscCliRun *run, LscTimeline *timeline, GError **error)
{
  return lsc_table_ref (((Options *) run->options)->groups);
}

static LscTable *
get_waits (LscCliRun *run, LscTimeline *timeline, GError **error)
{
  return lsc_table_ref (((Options *) run->options)->waits);
}

static const char *const group_columns[] = {
  "group",       "rank",   "operators", "dur_ns",          "wait_ns",
  "net_wait_ns", "loaded", "members",   "members_missing", NULL,
};
static const char *const wait_columns[] = {
  "group",  "operation", "index",           "rank", "name", "start_ns", "dur_ns", "wait_ns",
  "loaded", "members",   "members_missing", NULL,
};

static const LscCliTable tables[] = {
  { .get = get_groups, .forms = LSC_CLI_TEXT | LSC_CLI_XLSX, .is_of_all = TRUE },
  { .get = get_groups,
    .forms = LSC_CLI_JSON,
    .columns = group_columns,
    .type = "group",
    .is_of_all = TRUE },
  { .get = get_waits,
    .forms = LSC_CLI_JSON,
    .columns = wait_columns,
    .type = "wait",
    .is_of_all = TRUE,
    .is_summary = TRUE },
  { .get = get_waits, .forms = LSC_CLI_CSV | LSC_CLI_XLSX, .is_of_all = TRUE },
};

/* Both tables into a workbook or a database, the waits of each operator into a text. */
static gboolean
make_tables (LscCliRun *run, GError **error)
{
  Options *self = (Options *) run->options;
  LscTimeline *const *timelines = (LscTimeline *const *) run->timelines->pdata;

  self->groups = lsc_align_group_wait_table (timelines, run->timelines->len);
  self->waits = lsc_align_wait_table (timelines, run->timelines->len);
  return !self->table ||
         lsc_cli_write_tables ((LscTable *[]){ self->groups, self->waits }, 2, self->waits,
                               &(LscCliFile){ self->table, 0, run->project.job }, error);
}

/* Collectives of groups with one member, where the ranks of others were read, too. */
static gsize
count_alone (const LscCliRun *run)
{
  const LscTable *waits = ((const Options *) run->options)->waits;
  int members = lsc_table_find_column (waits, "members");
  gsize n = 0;

  for (gsize row = 0; row < lsc_table_get_n_rows (waits) && run->timelines->len > 1; row++)
    {
      LscValue value = lsc_table_get (waits, row, (guint) members);

      n += !value.is_null && value.integer == 1;
    }
  return n;
}

/* Without collectives, or where no other member of a group was loaded, nothing is known of waits:
 * that is said, where the tables only show an empty cell or no row. */
static gboolean
lacks_waits (LscCliRun *run)
{
  const LscTable *waits = ((Options *) run->options)->waits;
  guint wait = (guint) lsc_table_find_column (waits, "wait_ns");
  gsize n_rows = lsc_table_get_n_rows (waits), n_unknown = 0;

  for (gsize row = 0; row < n_rows; row++)
    n_unknown += lsc_table_get (waits, row, wait).is_null;
  if (n_rows == 0 && run->timelines->len > 0 && lsc_timeline_is_of_ops (run->timelines->pdata[0]))
    g_printerr ("lanescope-cli: %s\n", _ ("How long ranks waited for each other is not known, "
                                          "because op timelines record transfers without waits."));
  else if (n_rows == 0 && lsc_cli_project_is_part (&run->project))
    g_printerr ("lanescope-cli: %s\n",
                _ ("Part of the recording is missing, and what was read of it has no collective "
                   "with the name of its group."));
  else if (n_rows == 0 && run->timelines->len > 1)
    g_printerr (_ ("lanescope-cli: No collective was recorded with the name of its group, so it is "
                   "not known how long ranks waited for each other in them. For waits between "
                   "pipeline stages: lanescope-cli pp %s\n"),
                run->options->path);
  else if (n_rows == 0)
    g_printerr ("lanescope-cli: %s\n",
                _ ("No collective was recorded with the name of its group, so it is not known how "
                   "long ranks waited for each other."));
  else if (n_rows == count_alone (run))
    g_printerr (
        _ ("lanescope-cli: All collectives are in groups of one rank, where nobody waits. For "
           "waits between pipeline stages: lanescope-cli pp %s\n"),
        run->options->path);
  else if (n_unknown > 0)
    g_printerr (_ ("lanescope-cli: Of %zu of %zu collectives no other member was read, so it is "
                   "not known how long this one waited. Open the folder of all ranks.\n"),
                n_unknown, n_rows);
  return n_rows == 0 || n_unknown > 0;
}

/* Only tables that name slices by number need the others, too. */
static gboolean
check (LscCliRun *run, GError **error)
{
  LscCliForms form = lsc_cli_get_form (&run->options->format);

  if (!((Options *) run->options)->table && (form == LSC_CLI_TEXT || form == LSC_CLI_JSON))
    run->parts = LSC_TIMELINE_COMM;
  return TRUE;
}

static void
clear (gpointer options)
{
  g_clear_pointer (&((Options *) options)->groups, lsc_table_unref);
  g_clear_pointer (&((Options *) options)->waits, lsc_table_unref);
}

static const LscCliOption entries[] = {
  { "table", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, table),
    N_ ("Write the tables: .xlsx, .db; the waits of each operator: .csv, .json"), "FILE",
    .endings = lsc_cli_table_endings,
    .fault = N_ ("--table takes a name that ends in .xlsx, .db, .csv or .json") },
  { NULL },
};

const LscCliCommand lsc_cmd_waits = {
  .name = "waits",
  .usage = "PATH [--json]",
  .line = N_ ("  waits     how long ranks waited for each other in collectives"),
  .arguments = "PATH",
  .summary = N_ ("Shows for each group and collective how long every rank waits for the others: "
                 "how much longer it takes than on the last rank. Clocks are not compared."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_TIMELINES,
  .parts = LSC_TIMELINE_COMM | LSC_TIMELINE_EVENTS | LSC_TIMELINE_DRAWN,
  .check = check,
  .prepare = make_tables,
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .is_part = lacks_waits,
  .clear = clear,
};
