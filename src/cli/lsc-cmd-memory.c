/* lsc-cmd-memory.c - memory: who holds it, and whether it grows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "analyze/memory/lsc-memory-stacks.h"
#include "base/lsc-error.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-compare.h"
#include "cli/lsc-cli-compat.h"
#include "cli/lsc-cli-memory-text.h"
#include "cli/lsc-cli-unknown.h"
#include "cli/lsc-cli-timeline.h"
#include "export/lsc-export-deliverable.h"
#include "model/lsc-counter.h"

#define MOST_CHANGES 10  /* rows for people */
#define MOST_SENTENCES 4 /* ranks that are told of one by one */

/** What stands beside the tables of a rank. */
enum
{
  TABLE_LIVE = LSC_MEMORY_N_TABLES,
  TABLE_RANKS,
  TABLE_OPS,
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
  gboolean is_compat; /* blocks: the columns of operator_memory.csv */
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
  if (self->is_compat && !lsc_cli_compat_check (run,
                                                n == 1 && self->is_of[LSC_MEMORY_TABLE_BLOCKS] &&
                                                    !self->after && !self->table,
                                                "--blocks --csv", "operator_memory.csv", error))
    return FALSE;
  if (self->after && (n > self->is_of[LSC_MEMORY_TABLE_BLOCKS] + (self->by >= 0) ||
                      self->at.has_begin || self->by == LSC_MEMORY_BY_NOTHING))
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("--compare takes no other table but --blocks, and --by op, module, stack "
                        "or size"));
  return n <= 1 || lsc_fail (error, LSC_ERROR_USAGE, "%s",
                             _ ("Only one of --ranks, --ops, --blocks, --growth, --hints, "
                                "--components, --steps, --segments and --at can be given"));
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
make_ops (LscCliRun *run, LscSource *source, LscMemory *memory, GError **error)
{
  if (source->format == LSC_FORMAT_SNAPSHOT)
    {
      lsc_fail (error, LSC_ERROR_USAGE, "%s",
                _ ("A memory snapshot has no operators. Use --by stack."));
      return NULL;
    }
  return lsc_session_list_memory_ops (run->project.session, source, memory, run->project.job,
                                      error);
}

static LscTable *
make_table (LscCliRun *run, LscSource *source, LscMemory *memory, guint which, GError **error)
{
  const Options *self = (const Options *) run->options;
  LscTable *table;

  if (self->is_compat)
    return lsc_export_to_operator_memory (memory);
  if (which < LSC_MEMORY_N_TABLES)
    return lsc_memory_get_table (memory, (LscMemoryTable) which);
  if (which == TABLE_LIVE)
    return lsc_memory_list_live (memory, get_time (self, memory), get_by (self, memory),
                                 run->project.job, error);
  if (which == TABLE_OPS)
    return make_ops (run, source, memory, error);
  table = lsc_table_new_for (&lsc_memory_ranks_table_info);
  lsc_memory_add_rank (table, memory);
  return table;
}

/* ---- words ---- */

static void
append_line (GString *out, const char *before, const LscPhrase *phrase)
{
  g_autofree char *line = lsc_phrase_to_words (phrase);
  g_autofree char *visible = lsc_visible_line (line);

  g_string_append_printf (out, "%s%s\n", before, visible);
}

/* Whether the first line is all there is to say. */
static gboolean
says_the_same (const LscMemory *memory)
{
  g_autofree char *line = lsc_phrase_to_words (lsc_memory_get_headline (memory));
  g_autofree char *detail = lsc_phrase_to_words (lsc_memory_get_detail (memory));

  return g_str_equal (line, detail);
}

static void
append_words (GString *words, const LscMemory *memory)
{
  const GPtrArray *notes = lsc_memory_get_notes (memory);

  append_line (words, "", lsc_memory_get_headline (memory));
  if (!says_the_same (memory))
    append_line (words, "", lsc_memory_get_detail (memory));
  for (guint i = 0; i < notes->len; i++)
    append_line (words, "? ", notes->pdata[i]);
}

/* One of several ranks: the bold line alone. */
static void
append_rank (GString *words, const LscSource *source, const LscMemory *memory)
{
  g_autofree char *label = lsc_source_get_label (source);
  g_autofree char *before = g_strconcat (label, _ (": "), NULL);

  append_line (words, before, lsc_memory_get_headline (memory));
}

/** While ranks are asked for. @words: of all of them, or of many of the one with the highest peak,
 * @peak_bytes; @table, @shown: (nullable): of all that were read, the latter as people see it;
 * @n_without: recorded no memory */
typedef struct
{
  GString *words;
  gint64 peak_bytes;
  LscTable *table;
  LscTable *shown;
  guint n_read;
  guint n_without;
} Answer;

/* Of many ranks nobody reads a sentence each: the rows tell how they differ. */
static void
tell_rank (Answer *answer, const LscCliRun *run, const LscSource *source, LscMemory *memory)
{
  gint64 bytes = lsc_memory_get_peak_bytes (memory);

  if (run->project.sources->len > MOST_SENTENCES)
    {
      if (answer->words->len > 0 && (bytes == LSC_INT_NULL || bytes <= answer->peak_bytes))
        return;
      g_string_assign (answer->words, "");
    }
  answer->peak_bytes = bytes;
  if (run->project.sources->len > 1)
    append_rank (answer->words, source, memory);
  else
    append_words (answer->words, memory);
}

/* Where people see a row for each rank, what is not known is said of what was asked for. */
static void
note_asked (LscCliRun *run, LscSource *source, LscMemory *memory)
{
  g_autoptr (LscTable) table =
      make_table (run, source, memory, get_asked ((const Options *) run->options), NULL);

  if (table)
    lsc_cli_note_unknown (run, table);
}

/* @into: (nullable) (transfer none); @table: (transfer full) */
static void
take_table (LscTable **into, LscTable *table)
{
  if (*into)
    {
      lsc_table_append_table (*into, table);
      lsc_table_unref (table);
    }
  else
    *into = table;
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
  table = make_table (run, source, memory, which, error);
  if (!table)
    return FALSE;
  tell_rank (answer, run, source, memory);
  if (which != get_asked ((const Options *) run->options))
    note_asked (run, source, memory);
  answer->n_read++;
  if (lsc_cli_get_form (&run->options->format) == LSC_CLI_TEXT)
    take_table (&answer->shown, lsc_cli_memory_from (table, lsc_memory_get_log (memory)->begin_ns));
  take_table (&answer->table, g_steal_pointer (&table));
  return TRUE;
}

static gboolean
deliver (LscCliRun *run, const Answer *answer, GError **error)
{
  const Options *options = (const Options *) run->options;
  LscCliFile file = { options->table, 0, run->project.job };

  lsc_cli_end_progress ();
  if (!run->has_table) /* of what was asked for, where that is another table */
    lsc_cli_note_unknown (run, answer->table);
  if (options->table &&
      !lsc_cli_write_tables ((LscTable *[]){ answer->table }, 1, answer->table, &file, error))
    return FALSE;
  if (lsc_cli_get_form (&run->options->format) != LSC_CLI_TEXT)
    return lsc_cli_deliver_table (run, answer->table, 0, error);
  if (answer->n_read > MOST_SENTENCES)
    g_string_append_printf (
        answer->words, "%s\n",
        _ ("That is the rank with the highest peak; --rank-list N shows another."));
  lsc_cli_memory_append (answer->words, answer->shown ? answer->shown : answer->table,
                         run->project.sources->len > 1);
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

  if (((const Options *) run->options)->is_compat && !lsc_cli_compat_check_ranks (run, &error))
    return lsc_cli_fail (error);
  for (guint i = 0; i < run->project.sources->len; i++)
    if (!take_rank (run, answer, run->project.sources->pdata[i], which, &error))
      return lsc_cli_fail (error);
  lsc_cli_print_notices (run->project.notices, lsc_cli_least_severity (run->options));
  lsc_cli_end_progress ();
  if (answer->n_read == 0 && answer->n_without == 0)
    g_printerr ("lanescope-cli: %s\n", _ ("None of the ranks could be read."));
  else if (answer->n_read > 0 && answer->n_without > 0)
    g_printerr ("lanescope-cli: %s\n", _ ("Some ranks recorded no memory."));
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
  bytes = lsc_format_memory (ABS (change));
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

/* ---- two recordings ---- */

static LscTable *
choose_change (const Options *self, const LscMemoryPair *pair, GError **error)
{
  LscMemoryBy by = self->by >= 0 ? (LscMemoryBy) self->by : pair->by;
  LscTable *table = self->is_of[LSC_MEMORY_TABLE_BLOCKS] ? pair->allocations : pair->live[by];
  g_autofree char *note = pair->notes->len > 0 ? lsc_phrase_to_words (pair->notes->pdata[0]) : NULL;

  if (table)
    return table;
  lsc_fail (error, LSC_ERROR_NOTHING, "%s",
            note ? note : _ ("Not known, because not both sides recorded it."));
  return NULL;
}

/* (transfer full) (nullable): rows that differ */
static LscTable *
pick_changes (const LscTable *table)
{
  LscTable *picked = table ? lsc_table_new_like (table) : NULL;

  for (guint32 i = 0; picked && i < lsc_table_get_n_rows (table); i++)
    {
      LscValue before = lsc_table_get_named (table, i, "before_count");
      LscValue after = lsc_table_get_named (table, i, "after_count");

      if (lsc_table_get_named (table, i, "delta_bytes").integer != 0 ||
          (!before.is_null && before.integer != after.integer))
        lsc_table_append_rows (picked, table, &i, 1);
    }
  return picked;
}

static void
append_table (GString *out, const char *title, const LscTable *table)
{
  g_autoptr (LscTable) picked = pick_changes (table);
  g_autoptr (LscTable) first = picked ? lsc_table_new_like (picked) : NULL;
  g_autofree char *rows = NULL;
  gsize n = picked ? lsc_table_get_n_rows (picked) : 0;

  for (guint32 i = 0; i < MIN (n, MOST_CHANGES); i++)
    lsc_table_append_rows (first, picked, &i, 1);
  if (n == 0)
    return;
  rows = lsc_cli_memory_to_text (first);
  g_string_append_printf (out, "\n%s\n%s", title, rows);
  if (n > MOST_CHANGES)
    lsc_cli_append (out, _ ("… and %u more: --json or --table has them all.\n"),
                    (guint) (n - MOST_CHANGES));
}

static gboolean
print_change (const LscMemoryPair *pair, LscTable *live)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *title =
      pair->step[LSC_AFTER] == LSC_INT_NULL
          ? g_strdup (_ ("Allocations of the whole recordings, where they differ:"))
          : g_strdup_printf (_ ("Allocations in step %" PRId64 " before and %" PRId64 " after:"),
                             pair->step[LSC_BEFORE], pair->step[LSC_AFTER]);

  append_line (out, "", pair->text);
  for (guint i = 0; i < pair->notes->len; i++)
    append_line (out, "? ", pair->notes->pdata[i]);
  if (!pair->is_identical)
    {
      append_table (out, _ ("At the peak, where it differs:"), live);
      append_table (out, title, pair->allocations);
    }
  return lsc_cli_print_text (out->str);
}

static gboolean
write_change (LscCliRun *run, const LscMemoryPair *pair, LscTable *table, GError **error)
{
  const char *path = ((const Options *) run->options)->table;
  LscTable *other = table == pair->allocations ? pair->live[pair->by] : pair->allocations;

  return !path || lsc_cli_write_tables ((LscTable *[]){ table, other }, other ? 2 : 1, table,
                                        &(LscCliFile){ path, 0, run->project.job }, error);
}

static LscExit
deliver_pair (LscCliRun *run, LscSessionPair *sides)
{
  const Options *self = (const Options *) run->options;
  gboolean is_text = lsc_cli_get_form (&run->options->format) == LSC_CLI_TEXT;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscMemoryPair) pair = lsc_session_pair_get_memory (sides, run->project.job, &error);
  LscTable *table =
      pair ? choose_change (self, pair, is_text && !self->table ? NULL : &error) : NULL;
  gboolean is_done;

  lsc_cli_end_progress ();
  if (!pair || error)
    return lsc_cli_fail (error);
  is_done = (!table || write_change (run, pair, table, &error)) &&
            (is_text ? print_change (pair, table) : lsc_cli_deliver_table (run, table, 0, &error));
  if (!is_done)
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return table ? LSC_EXIT_OK : LSC_EXIT_PART;
}

/* A snapshot has no steps, and a recording no stacks of all blocks. */
static LscExit
check_after (LscCliRun *run)
{
  const char *path = ((const Options *) run->options)->after;
  LscCliProject after;
  LscExit code = lsc_cli_project_open (&after, run->options, path);

  if (code == LSC_EXIT_OK &&
      ((const LscSource *) after.sources->pdata[0])->format == LSC_FORMAT_SNAPSHOT)
    code = lsc_cli_usage (_ ("--compare takes two recordings or two memory snapshots, and only the "
                             "second one is a snapshot"));
  lsc_cli_project_clear (&after);
  return code;
}

static LscExit
answer_pair (LscCliRun *run)
{
  LscCliProject projects[LSC_N_SIDES] = { { NULL } };
  LscFindings *findings[LSC_N_SIDES] = { NULL };
  g_autoptr (LscSessionPair) pair = NULL;
  LscCliCompare what = { .paths = { run->words[1], ((const Options *) run->options)->after },
                         .options = run->options };
  LscExit code = lsc_cli_compare_open (&what, projects, findings, &pair);

  lsc_cli_project_clear (&run->project);
  run->project = projects[LSC_BEFORE]; /* which the runner clears */
  if (code == LSC_EXIT_OK)
    code = deliver_pair (run, pair);
  if (code == LSC_EXIT_OK && (lsc_cli_project_is_part (&projects[LSC_BEFORE]) ||
                              lsc_cli_project_is_part (&projects[LSC_AFTER])))
    code = LSC_EXIT_PART;
  g_clear_pointer (&pair, lsc_session_pair_unref);
  lsc_cli_project_clear (&projects[LSC_AFTER]);
  return code;
}

/* Two snapshots are compared by stack and size, two recordings by what lives and what a step
 * allocates. */
static LscExit
compare_memory (LscCliRun *run, Answer *answer)
{
  const Options *self = (const Options *) run->options;
  const LscSource *source = run->project.sources->pdata[0];

  if (source->format != LSC_FORMAT_SNAPSHOT)
    {
      LscExit code = check_after (run);

      return code == LSC_EXIT_OK ? answer_pair (run) : code;
    }
  if (self->is_of[LSC_MEMORY_TABLE_BLOCKS] || self->by >= 0)
    return lsc_cli_usage (_ ("--compare takes no other table: it lists what changed between the "
                             "ends of two snapshots"));
  return answer_change (run, answer);
}

static LscExit
run_memory (LscCliRun *run)
{
  Answer answer = { .words = g_string_new (NULL) };
  LscExit code = ((const Options *) run->options)->after ? compare_memory (run, &answer)
                                                         : answer_all (run, &answer);

  g_string_free (answer.words, TRUE);
  g_clear_pointer (&answer.table, lsc_table_unref);
  g_clear_pointer (&answer.shown, lsc_table_unref);
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
  WHICH ("ops", TABLE_OPS,
         N_ ("A row for each operator: memory and device time, its own and of all that it calls")),
  WHICH ("blocks", LSC_MEMORY_TABLE_BLOCKS, N_ ("A row for each block")),
  WHICH ("growth", LSC_MEMORY_TABLE_GROWTH, N_ ("Whose blocks stay from step to step")),
  WHICH ("hints", LSC_MEMORY_TABLE_HINTS, N_ ("What is worth a word")),
  WHICH ("components", LSC_MEMORY_TABLE_COMPONENTS, N_ ("What the process holds, by component")),
  WHICH ("steps", LSC_MEMORY_TABLE_STEPS, N_ ("Least and most of each step")),
  WHICH ("segments", LSC_MEMORY_TABLE_SEGMENTS, N_ ("Segments of a snapshot")),
  { "compat", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_compat),
    N_ ("With --blocks --csv: the columns of operator_memory.csv, of one rank"), NULL },
  { "compare", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, after),
    N_ ("What changed from the recording or snapshot PATH to a later one"), "AFTER" },
  { "table", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, table),
    N_ ("Write the table that is asked for: .xlsx, .db, .csv, .json"), "FILE",
    .endings = lsc_cli_table_endings,
    .fault = N_ ("--table takes a name that ends in .xlsx, .db, .csv or .json") },
  { NULL },
};

const LscCliCommand lsc_cmd_memory = {
  .name = "memory",
  .usage = "PATH [--at TIME] [--by WHAT] [--growth] [--compare AFTER] [--json]",
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
