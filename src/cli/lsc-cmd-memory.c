/* lsc-cmd-memory.c - memory: who holds it, and whether it grows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "analyze/memory/lsc-memory-stacks.h"
#include "base/lsc-error.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-unknown.h"
#include "cli/lsc-cli-timeline.h"

/** What stands beside the tables of a rank. */
enum
{
  TABLE_LIVE = LSC_MEMORY_N_TABLES,
  TABLE_RANKS,
  N_TABLES,
};

/**
 * @at: when what lives is asked for; not set: at the peak
 * @by: -1 = not said
 * @after: (nullable): a later snapshot to compare with
 */
typedef struct
{
  LscCliOptions common;
  gboolean is_of[N_TABLES];
  LscCliRange at;
  int by;
  char *after;
  char *table;
} Options;

static guint
get_asked (const Options *self)
{
  for (guint i = 0; i < N_TABLES; i++)
    if (self->is_of[i])
      return i;
  return LSC_MEMORY_TABLE_PEAKS;
}

/* "peak", or a time as of --range. */
static gboolean
read_at (const char *text, gpointer field, GError **error)
{
  Options *self = (Options *) ((char *) field - G_STRUCT_OFFSET (Options, at));
  g_autofree char *range = g_strdup_printf ("%s:", text);

  self->is_of[TABLE_LIVE] = TRUE;
  if (strcmp (text, "peak") == 0)
    return TRUE;
  if (*text && lsc_cli_range_parse (range, &self->at, NULL) && self->at.has_begin)
    return TRUE;
  return lsc_fail (
      error, LSC_ERROR_USAGE,
      _ ("--at takes peak, or a time with its unit, such as 1.2s (from the first event "
         "of memory) or @1736410576398779630 (absolute ns), not “%s”"),
      text);
}

static void
set_defaults (gpointer options)
{
  ((Options *) options)->by = -1;
  ((Options *) options)->common.takes_snapshot = TRUE;
}

static gboolean
check (LscCliRun *run, GError **error)
{
  Options *self = (Options *) run->options;
  guint n = 0;

  if (self->by >= 0)
    self->is_of[TABLE_LIVE] = TRUE;
  for (guint i = 0; i < N_TABLES; i++)
    n += self->is_of[i];
  if (self->after && n > 0)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("--compare takes no other table: it lists what changed between the ends "
                        "of two snapshots"));
  return n <= 1 || lsc_fail (error, LSC_ERROR_USAGE, "%s",
                             _ ("Only one of --ranks, --blocks, --growth, --hints, --components, "
                                "--steps, --segments and --at can be given"));
}

/* ---- tables ---- */

static gint64
get_time (const Options *self, LscMemory *memory)
{
  gint64 time_ns;

  if (!self->at.has_begin)
    return lsc_memory_get_peak_ns (memory);
  if (self->at.is_begin_absolute)
    return self->at.begin_ns;
  return __builtin_add_overflow (lsc_memory_get_log (memory)->begin_ns, self->at.begin_ns, &time_ns)
             ? G_MAXINT64
             : time_ns;
}

/* Modules tell more than operators, where they are known. */
static LscMemoryBy
get_by (const Options *self, LscMemory *memory)
{
  const LscMemoryLog *log = lsc_memory_get_log (memory);

  return self->by >= 0      ? (LscMemoryBy) self->by
         : log->has_modules ? LSC_MEMORY_BY_MODULE
         : log->has_stacks  ? LSC_MEMORY_BY_STACK
                            : LSC_MEMORY_BY_OP;
}

static LscTable *
make_table (LscCliRun *run, LscMemory *memory, guint which, GError **error)
{
  const Options *self = (const Options *) run->options;
  LscTable *table;

  if (which < LSC_MEMORY_N_TABLES)
    return lsc_memory_get_table (memory, (LscMemoryTable) which);
  if (which == TABLE_LIVE)
    return lsc_memory_list_live (memory, get_time (self, memory), get_by (self, memory),
                                 run->project.job, error);
  table = lsc_table_new_for (&lsc_memory_ranks_table_info);
  lsc_memory_add_rank (table, memory);
  return table;
}

/* What is for programs; of a stack with all its frames people see who asked. */
static gboolean
is_hidden (const LscTable *table, const char *column)
{
  static const char *const hidden[] = { "slice", "is_main", "address", NULL };
  static const char *const of_stacks[] = { "memory_keepers", "memory_change", NULL };
  const char *name = lsc_table_get_name (table);

  return g_strv_contains (hidden, column) ||
         (strcmp (column, "text") == 0 && strcmp (name, "memory_hints") != 0) ||
         (strcmp (column, "stack") == 0 && g_strv_contains (of_stacks, name));
}

/* A column in which no row says anything is left out for people, and so are those for programs. */
static LscTable *
pick_shown (const LscTable *table, gboolean has_ranks)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      const char *name = lsc_table_get_column (table, i)->name;
      gboolean says = FALSE;

      for (gsize row = 0; row < lsc_table_get_n_rows (table) && !says; row++)
        says = !lsc_table_get (table, row, i).is_null;
      if (says && (has_ranks || strcmp (name, "rank") != 0) && !is_hidden (table, name))
        g_ptr_array_add (names, (gpointer) name);
    }
  g_ptr_array_add (names, NULL);
  return lsc_cli_pick_columns (table, (const char *const *) names->pdata, NULL);
}

/* ---- words ---- */

static void
append_line (GString *out, const char *before, const LscPhrase *phrase)
{
  g_autofree char *line = lsc_phrase_to_words (phrase);
  g_autofree char *visible = lsc_visible_line (line);

  g_string_append_printf (out, "%s%s\n", before, visible);
}

static void
append_words (GString *words, const LscSource *source, LscMemory *memory, gboolean has_ranks)
{
  const GPtrArray *notes = lsc_memory_get_notes (memory);
  g_autofree char *label = lsc_source_get_label (source);
  g_autofree char *before = has_ranks ? g_strdup_printf ("%s: ", label) : g_strdup ("");

  append_line (words, before, lsc_memory_get_headline (memory));
  for (guint i = 0; i < notes->len && !has_ranks; i++)
    append_line (words, "? ", notes->pdata[i]);
}

/** While ranks are asked for. @table: (nullable): of all that were read; @n_without: recorded no
 * memory */
typedef struct
{
  GString *words;
  LscTable *table;
  guint n_read;
  guint n_without;
} Answer;

/* Where people see a row for each rank, what is not known is said of what was asked for. */
static void
note_asked (LscCliRun *run, LscMemory *memory)
{
  g_autoptr (LscTable) table =
      make_table (run, memory, get_asked ((const Options *) run->options), NULL);

  if (table)
    lsc_cli_note_unknown (run, table);
}

static gboolean
take_rank (LscCliRun *run, Answer *answer, LscSource *source, guint which, GError **error)
{
  LscSession *session = run->project.session;
  g_autoptr (GError) failure = NULL;
  g_autoptr (LscMemory) memory =
      lsc_session_get_memory (session, source, run->project.job, &failure);
  g_autoptr (LscTable) table = NULL;

  if (!memory)
    {
      answer->n_without += g_error_matches (failure, LSC_ERROR, LSC_ERROR_NOTHING);
      if (!g_error_matches (failure, LSC_ERROR, LSC_ERROR_NOTHING))
        lsc_session_tell_failure (session, source, failure);
      return lsc_job_check (run->project.job, error);
    }
  table = make_table (run, memory, which, error);
  if (!table)
    return FALSE;
  append_words (answer->words, source, memory, run->project.sources->len > 1);
  if (which != get_asked ((const Options *) run->options))
    note_asked (run, memory);
  answer->n_read++;
  if (answer->table)
    lsc_table_append_table (answer->table, table);
  else
    answer->table = g_steal_pointer (&table);
  return TRUE;
}

static gboolean
deliver (LscCliRun *run, const Answer *answer, GError **error)
{
  const Options *options = (const Options *) run->options;
  LscCliFile file = { options->table, 0, run->project.job };
  g_autoptr (LscTable) picked = NULL;
  g_autofree char *rows = NULL;

  lsc_cli_end_progress ();
  if (!run->has_table) /* of what was asked for, where that is another table */
    lsc_cli_note_unknown (run, answer->table);
  if (options->table &&
      !lsc_cli_write_tables ((LscTable *[]){ answer->table }, 1, answer->table, &file, error))
    return FALSE;
  if (lsc_cli_get_form (&run->options->format) != LSC_CLI_TEXT)
    return lsc_cli_deliver_table (run, answer->table, 0, error);
  picked = pick_shown (answer->table, run->project.sources->len > 1);
  rows = lsc_cli_table_to_text (picked);
  if (lsc_table_get_n_rows (answer->table) > 0)
    g_string_append_printf (answer->words, "\n%s", rows);
  return lsc_cli_print_text (answer->words->str);
}

/* Of many ranks people see a row for each. */
static guint
choose_table (const LscCliRun *run)
{
  const Options *self = (const Options *) run->options;
  guint which = get_asked (self);

  return which == LSC_MEMORY_TABLE_PEAKS && run->project.sources->len > 1 &&
                 lsc_cli_get_form (&run->options->format) == LSC_CLI_TEXT
             ? TABLE_RANKS
             : which;
}

static LscExit
answer_all (LscCliRun *run, Answer *answer)
{
  g_autoptr (GError) error = NULL;
  guint which = choose_table (run);

  for (guint i = 0; i < run->project.sources->len; i++)
    if (!take_rank (run, answer, run->project.sources->pdata[i], which, &error))
      return lsc_cli_fail (error);
  lsc_cli_print_notices (run->project.notices, lsc_cli_least_severity (run->options));
  if (answer->n_without > 0 || answer->n_read == 0)
    {
      lsc_cli_end_progress ();
      g_printerr ("lanescope-cli: %s\n", answer->n_read == 0 && answer->n_without == 0
                                             ? _ ("None of the ranks could be read.")
                                         : answer->n_read == 0
                                             ? _ ("No rank recorded memory.")
                                             : _ ("Some ranks recorded no memory."));
    }
  if (answer->n_read == 0)
    return LSC_EXIT_NOTHING;
  if (!deliver (run, answer, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return answer->n_without > 0 || lsc_cli_project_is_part (&run->project) ||
                 (run->n_rows == 0 && lsc_cli_lacks_all (run))
             ? LSC_EXIT_PART
             : LSC_EXIT_OK;
}

/* ---- two snapshots ---- */

/* (transfer full) (nullable): of the one source that a snapshot is */
static LscMemoryLog *
read_snapshot (const LscCliProject *project, GError **error)
{
  LscSource *source = project->sources->pdata[0];
  g_autofree char *name = g_filename_display_basename (source->file);
  g_autoptr (LscMemory) memory = NULL;

  if (source->format != LSC_FORMAT_SNAPSHOT)
    {
      lsc_fail (error, LSC_ERROR_USAGE,
                _ ("%s is no memory snapshot: --compare takes two files that "
                   "torch.cuda.memory._dump_snapshot() wrote"),
                name);
      return NULL;
    }
  memory = lsc_session_get_memory (project->session, source, project->job, error);
  return memory ? lsc_memory_log_ref (lsc_memory_get_log (memory)) : NULL;
}

static void
append_change (GString *words, const LscTable *table)
{
  gint64 change = 0;
  g_autofree char *bytes = NULL;

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    change += lsc_table_get_named (table, row, "change_bytes").integer;
  bytes = g_format_size_full ((guint64) ABS (change), G_FORMAT_SIZE_IEC_UNITS);
  if (change > 0)
    g_string_append_printf (words, _ ("The second snapshot holds %s more at its end."), bytes);
  else if (change < 0)
    g_string_append_printf (words, _ ("The second snapshot holds %s less at its end."), bytes);
  else
    g_string_append (words, _ ("Both snapshots hold as much at their ends."));
  g_string_append_c (words, '\n');
}

static LscExit
compare_with (LscCliRun *run, LscCliProject *after, Answer *answer)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscMemoryLog) first = read_snapshot (&run->project, &error);
  g_autoptr (LscMemoryLog) second = first ? read_snapshot (after, &error) : NULL;

  lsc_cli_print_notices (run->project.notices, lsc_cli_least_severity (run->options));
  lsc_cli_print_notices (after->notices, lsc_cli_least_severity (run->options));
  if (!second)
    return lsc_cli_fail (error);
  answer->table = lsc_memory_compare_stacks (first, second, TRUE);
  append_change (answer->words, answer->table);
  if (!deliver (run, answer, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return lsc_cli_project_is_part (&run->project) || lsc_cli_project_is_part (after) ? LSC_EXIT_PART
                                                                                    : LSC_EXIT_OK;
}

static LscExit
answer_change (LscCliRun *run, Answer *answer)
{
  LscCliProject after;
  LscExit code =
      lsc_cli_project_open (&after, run->options, ((const Options *) run->options)->after);

  if (code == LSC_EXIT_OK)
    code = compare_with (run, &after, answer);
  lsc_cli_project_clear (&after);
  return code;
}

static LscExit
run_memory (LscCliRun *run)
{
  Answer answer = { .words = g_string_new (NULL) };
  LscExit code = ((const Options *) run->options)->after ? answer_change (run, &answer)
                                                         : answer_all (run, &answer);

  g_string_free (answer.words, TRUE);
  g_clear_pointer (&answer.table, lsc_table_unref);
  return code;
}

static const LscCliChoice groupings[] = {
  { "op", LSC_MEMORY_BY_OP },         { "module", LSC_MEMORY_BY_MODULE },
  { "stack", LSC_MEMORY_BY_STACK },   { "size", LSC_MEMORY_BY_SIZE_CLASS },
  { "block", LSC_MEMORY_BY_NOTHING }, { NULL, 0 },
};

#define WHICH(name, which, help)                                                                   \
  {                                                                                                \
    name, 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_of[which]), help, NULL             \
  }

static const LscCliOption entries[] = {
  { "at", 0, 0, G_OPTION_ARG_CALLBACK, G_STRUCT_OFFSET (Options, at),
    N_ ("What lives then: peak, or a time from the first event of memory: 1.2s; @ = absolute ns"),
    "TIME", .read = read_at },
  { "by", 0, 0, G_OPTION_ARG_CALLBACK, G_STRUCT_OFFSET (Options, by),
    N_ ("Put together what lives by: op, module, stack, size or block"), "WHAT",
    .choices = groupings },
  WHICH ("ranks", TABLE_RANKS, N_ ("A row for each rank")),
  WHICH ("blocks", LSC_MEMORY_TABLE_BLOCKS, N_ ("A row for each block")),
  WHICH ("growth", LSC_MEMORY_TABLE_GROWTH, N_ ("Whose blocks stay from step to step")),
  WHICH ("hints", LSC_MEMORY_TABLE_HINTS, N_ ("What is worth a word")),
  WHICH ("components", LSC_MEMORY_TABLE_COMPONENTS, N_ ("What the process holds, by component")),
  WHICH ("steps", LSC_MEMORY_TABLE_STEPS, N_ ("Least and most of each step")),
  WHICH ("segments", LSC_MEMORY_TABLE_SEGMENTS, N_ ("Segments of a snapshot")),
  { "compare", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, after),
    N_ ("What changed from the snapshot PATH to a later one, by stack and size"), "FILE" },
  { "table", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, table),
    N_ ("Write the table that is asked for: .xlsx, .db, .csv, .json"), "FILE",
    .endings = lsc_cli_table_endings,
    .fault = N_ ("--table takes a name that ends in .xlsx, .db, .csv or .json") },
  { NULL },
};

const LscCliCommand lsc_cmd_memory = {
  .name = "memory",
  .usage = "PATH [--at TIME] [--by WHAT] [--growth] [--compare FILE] [--json]",
  .line = N_ ("  memory    who holds the memory at the peak, and whether it grows"),
  .arguments = "PATH",
  .summary = N_ ("Tells how much memory is allocated at most and when, who holds it, whether it "
                 "grows from step to step, and what of it is worth a word."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_SOURCES,
  .set_defaults = set_defaults,
  .check = check,
  .run = run_memory,
};
