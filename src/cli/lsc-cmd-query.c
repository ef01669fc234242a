/* lsc-cmd-query.c - query: read-only SQL over the recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/query/lsc-query.h"
#include "base/lsc-error.h"
#include "cli/lsc-cli-command.h"

/* With less, hardly any statement can be prepared. */
#define LEAST_MEMORY (1024 * 1024)

typedef struct
{
  LscCliOptions common;
  double timeout_s;
  gint64 most_rows;
  char *memory; /* (nullable): as it was typed */
  gint64 most_bytes;
  gboolean list_tables;
} Options;

static gboolean
print_tables (LscCliRun *run)
{
  const char *const *names = lsc_query_list_tables ();

  if (!((const Options *) run->options)->list_tables)
    return FALSE;
  for (int i = 0; names[i]; i++)
    g_print ("%s\n", lsc_query_describe_table (names[i]));
  return TRUE;
}

/* The tables in the words of the page SQL, and what can be asked of them. */
static char *
explain (void)
{
  const char *const *names = lsc_query_list_tables ();
  GString *out = g_string_new (_ ("Tables (--tables lists their columns):"));

  for (int i = 0; names[i]; i++)
    g_string_append_printf (out, "\n  %-18s%s", names[i], _ (lsc_query_explain_table (names[i])));
  g_string_append_printf (out, "\n\n%s\n", _ ("Examples:"));
  g_string_append (out,
                   "  lanescope-cli query result \"SELECT name, sum(dur_ns) FROM kernels GROUP BY "
                   "name ORDER BY 2 DESC LIMIT 10\"\n"
                   "  lanescope-cli query result \"SELECT rank, step, free_ns FROM steps ORDER "
                   "BY free_ns DESC\" --csv");
  return g_string_free (out, FALSE);
}

static LscExit
end_of (LscQueryEnd end, const LscQueryBudget *budget, LscCliProject *project, LscQuery *query)
{
  g_autofree char *size =
      g_format_size_full ((guint64) budget->most_bytes, G_FORMAT_SIZE_IEC_UNITS);

  if (end == LSC_QUERY_OUT_OF_TIME)
    g_printerr (_ ("lanescope-cli: stopped after %" PRId64
                   " ms (--timeout); the rows found until then are above\n"),
                budget->timeout_ms);
  else if (end == LSC_QUERY_OUT_OF_ROWS)
    g_printerr (_ ("lanescope-cli: stopped after %zu rows (--max-rows)\n"), budget->most_rows);
  else if (end == LSC_QUERY_OUT_OF_MEMORY)
    g_printerr (_ ("lanescope-cli: stopped at %s of memory (--max-memory); the rows found until "
                   "then are above\n"),
                size);
  if (end != LSC_QUERY_WHOLE)
    return LSC_EXIT_BUDGET;
  return lsc_cli_project_is_part (project) || lsc_query_get_n_failed (query) > 0 ? LSC_EXIT_PART
                                                                                 : LSC_EXIT_OK;
}

/* A statement that asked for too much was stopped like one that took too much. */
static LscExit
fail (const GError *error)
{
  LscExit code = lsc_cli_fail (error);

  return g_error_matches (error, LSC_ERROR, LSC_ERROR_LIMIT) ? LSC_EXIT_BUDGET : code;
}

static LscExit
answer_sql (LscCliRun *run)
{
  const Options *options = (const Options *) run->options;
  LscCliProject *project = &run->project;
  LscQueryLoader loader;
  LscQueryBudget budget = { (gint64) (options->timeout_s * 1000.0), (gsize) options->most_rows,
                            options->most_bytes };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscQuery) query = NULL;
  g_autoptr (LscTable) table = NULL;
  LscQueryEnd end;

  lsc_session_fill_query_loader (project->session, &loader);
  query = lsc_query_new (project->sources, &loader, &error);
  if (!query)
    return lsc_cli_fail (error);
  table = lsc_query_run (query, run->words[2], &budget, project->job, &end, &error);
  lsc_notices_add_all (project->notices, lsc_query_get_notices (query));
  lsc_cli_print_notices (project->notices, lsc_cli_least_severity (&options->common));
  if (!table)
    return fail (error);
  if (!lsc_cli_deliver_table (run, table, 0, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return end_of (end, &budget, project, query);
}

static gboolean
check (LscCliRun *run, GError **error)
{
  Options *options = (Options *) run->options;
  guint64 most_bytes = (guint64) options->most_bytes;
  gboolean is_size = !options->memory || (lsc_cli_parse_size (options->memory, &most_bytes) &&
                                          most_bytes >= LEAST_MEMORY);

  if (!g_file_test (run->words[1], G_FILE_TEST_EXISTS) &&
      g_file_test (run->words[2], G_FILE_TEST_EXISTS))
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("The path comes first: lanescope-cli query %s \"%s\""), run->words[2],
                     run->words[1]);
  if (!(options->timeout_s > 0) || options->timeout_s > 1e6 || options->most_rows < 1)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("--timeout takes seconds above 0, --max-rows a count above 0"));
  if (!is_size)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("--max-memory takes a size of 1M or more, such as 512M or 2G, not “%s”"),
                     options->memory);
  options->most_bytes = (gint64) most_bytes;
  return TRUE;
}

static void
set_defaults (gpointer data)
{
  static const LscQueryBudget usual = LSC_QUERY_USUAL_BUDGET;
  Options *options = data;

  options->timeout_s = (double) usual.timeout_ms / 1000.0;
  options->most_rows = (gint64) usual.most_rows;
  options->most_bytes = usual.most_bytes;
}

#define OPTION(field) G_STRUCT_OFFSET (Options, field)

static const LscCliOption entries[] = {
  { "timeout", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (timeout_s),
    N_ ("Stop the statement after this time, reading not counted (60)"), "SECONDS" },
  { "max-rows", 0, 0, G_OPTION_ARG_INT64, OPTION (most_rows),
    N_ ("Stop after so many rows (1000000)"), "N" },
  { "max-memory", 0, 0, G_OPTION_ARG_STRING, OPTION (memory),
    N_ ("Stop at this much memory, reading not counted (1G)"), "SIZE" },
  { "tables", 0, 0, G_OPTION_ARG_NONE, OPTION (list_tables),
    N_ ("List the tables and their columns"), NULL },
  { NULL },
};

const LscCliCommand lsc_cmd_query = {
  .name = "query",
  .usage = "PATH SQL [--json] [--timeout S] [--max-rows N] [--max-memory SIZE]",
  .line = N_ ("  query     read-only SQL over kernels, steps, slices, modules and more"),
  .arguments = "PATH SQL",
  .summary = N_ ("Answers one SELECT statement over the tables below. Nothing is written."),
  .n_words = 2,
  .takes = N_ ("query takes a folder or file, and one SQL statement"),
  .groups = LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_SOURCES,
  .set_defaults = set_defaults,
  .explain = explain,
  .answer = print_tables,
  .check = check,
  .run = answer_sql,
};
