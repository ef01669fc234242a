/* lsc-cmd-operators.c - operators: what kernels cost, grouped by what is asked for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-step-list.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-compat.h"
#include "cli/lsc-cli-text.h"
#include "cli/lsc-cli-timeline.h"
#include "cli/lsc-cli-compare.h"
#include "cli/lsc-cli-op-changes.h"
#include "cli/lsc-cli-unknown.h"
#include "export/lsc-export-deliverable.h"

#define MOST_SHOWN 15 /* rows for people, as the charts have */
#define MOST_STEPS 1000000

typedef struct
{
  LscCliOptions common;
  LscOpKeys keys;
  char *core;
  char *type;
  char *name;
  char *shapes;
  char *module;
  int stream;
  LscStepList *steps;
  LscCliRange range;
  LscCliRange durations;
  gboolean is_whole;
  gboolean is_of_device;
  gboolean is_of_streams;
  gboolean is_dynamic;
  gboolean is_ai_cpu;
  gboolean is_compat; /* the columns of op_statistic.csv */
  char *table;
  char *after; /* (nullable): a recording to compare with */
  char *map;   /* (nullable): a file of names */
} Options;

/* What people see beside the keys. */
static const char *const shown[] = {
  "type",     "core",      "name",         "shapes",        "dtypes",    "module",
  "op",       "stream",    "rank",         "step",          "family",    "count",
  "total_ns", "share",     "step_share",   "mean_ns",       "median_ns", "p95_ns",
  "max_ns",   "imbalance", "longest_rank", "mac_ratio",     "vec_ratio", "mte2_ratio",
  "mfu",      "occupancy", "tensor_core",  "recomputed_ns", NULL,
};

/* ---- options ---- */

static LscOpKeys
find_key (const char *text)
{
  for (gsize i = 0; lsc_op_key_names[i].key; i++)
    if (g_str_equal (lsc_op_key_names[i].key, text))
      return lsc_op_key_names[i].by;
  return (LscOpKeys) 0;
}

static char *
list_keys (void)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (gsize i = 0; lsc_op_key_names[i].key; i++)
    g_string_append_printf (list, i > 0 ? ", %s" : "%s", lsc_op_key_names[i].key);
  return g_string_free (g_steal_pointer (&list), FALSE);
}

static gboolean
read_keys (const char *text, gpointer field, GError **error)
{
  LscOpKeys *keys = field;
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  *keys = (LscOpKeys) 0;
  for (guint i = 0; words[i]; i++)
    {
      LscOpKeys key = find_key (g_strstrip (words[i]));
      g_autofree char *list = key == 0 ? list_keys () : NULL;

      if (key == 0)
        return lsc_fail (error, LSC_ERROR_USAGE, _ ("--by takes %s, separated by commas, not '%s'"),
                         list, words[i]);
      *keys |= key;
    }
  return TRUE;
}

static gboolean
read_steps (const char *text, gpointer field, GError **error)
{
  LscStepList **steps = field;

  g_clear_pointer (steps, lsc_step_list_free);
  *steps = lsc_step_list_new (text, error);
  return *steps != NULL;
}

static void
set_defaults (gpointer options)
{
  ((Options *) options)->keys = (LscOpKeys) (LSC_OP_BY_TYPE | LSC_OP_BY_CORE);
  ((Options *) options)->stream = -1;
}

static void
clear (gpointer options)
{
  g_clear_pointer (&((Options *) options)->steps, lsc_step_list_free);
}

/* Both sides are of the steps that compare pairs. */
static gboolean
check_pair (const Options *self, GError **error)
{
  if (self->map && !self->after)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s", _ ("--map takes --compare as well"));
  if (self->after && (self->steps || self->is_whole || self->stream >= 0))
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("--compare takes no --steps, --whole or --stream: both sides are of the "
                        "steps that compare pairs"));
  if (self->after && (self->keys & ~LSC_OP_PAIRED_KEYS))
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("With --compare, --by takes no stream, rank or step: these belong to one "
                        "recording"));
  return TRUE;
}

static gboolean
check (LscCliRun *run, GError **error)
{
  const Options *self = (const Options *) run->options;

  if (!check_pair (self, error) ||
      (self->is_compat &&
       !lsc_cli_compat_check (run,
                              self->keys == (LSC_OP_BY_TYPE | LSC_OP_BY_CORE) && !self->after &&
                                  !self->is_of_streams && !self->is_of_device && !self->table,
                              "--csv", "op_statistic.csv", error)))
    return FALSE;
  if (!self->is_whole || !self->steps)
    return TRUE;
  lsc_fail (error, LSC_ERROR_USAGE, "%s", _ ("--steps and --whole exclude each other"));
  return FALSE;
}

/* A range takes what is in it, of whatever step, unless steps are asked for as well. */
static gboolean
place_range (const Options *self, const LscOperators *operators, LscOpFilter *filter,
             GError **error)
{
  filter->least_ns = self->durations.has_begin ? self->durations.begin_ns : 0;
  filter->most_ns = self->durations.has_end ? self->durations.end_ns : 0;
  if (!self->range.is_set)
    return TRUE;
  filter->has_range = TRUE;
  filter->is_whole = !self->steps;
  return !lsc_operators_get_extent (operators, &filter->begin_ns, &filter->end_ns) ||
         lsc_cli_range_place_within (&self->range, &filter->begin_ns, &filter->end_ns, error);
}

static LscOpFilter
make_filter (const Options *self)
{
  return (LscOpFilter){
    .core = self->core,
    .type = self->type,
    .name = self->name,
    .shapes = self->shapes,
    .module = self->module,
    .stream = self->stream,
    .is_dynamic = self->is_dynamic,
    .is_ai_cpu = self->is_ai_cpu,
    .is_whole = self->is_whole || (self->is_compat && !self->steps),
    .classes = self->is_of_device ? (1 << LSC_OP_N_CLASSES) - 1 : 0,
  };
}

static LscOpGroups *
group (const Options *self, LscOperators *operators, LscJob *job, GError **error)
{
  g_autoptr (GArray) steps = self->steps ? lsc_step_list_to_array (self->steps, MOST_STEPS) : NULL;
  LscOpFilter filter = make_filter (self);

  filter.steps = steps;
  if (!place_range (self, operators, &filter, error))
    return NULL;
  return lsc_operators_group (operators, self->keys, &filter, TRUE, job, error);
}

/* ---- words ---- */

static void
append_line (GString *out, const char *before, const LscPhrase *phrase)
{
  g_autofree char *line = lsc_phrase_to_words (phrase);
  g_autofree char *visible = lsc_visible_line (line);

  g_string_append_printf (out, "%s%s\n", before, visible);
}

/* A column in which no row says anything is left out for people. */
static gboolean
says_anything (const LscTable *table, const char *name)
{
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    if (lsc_table_find_column (table, name) >= 0 && !lsc_table_get_named (table, row, name).is_null)
      return TRUE;
  return FALSE;
}

/* As many as the charts have, on a terminal as many as of any table. */
static gsize
count_shown (const LscCliRun *run)
{
  return run->options->format.is_all ? G_MAXSIZE
                                     : MIN (lsc_cli_stdout_get_look ().most_rows, MOST_SHOWN);
}

/* Whether the first column can say that a row is of others. */
static gboolean
has_place_for_others (const LscTable *table)
{
  const LscColumn *key = lsc_table_get_column (table, 0);

  return key->form == LSC_FORM_TEXT && !key->words;
}

/* So that columns add up to what is 100 %: one row for all that are left out, where there is a
 * column to say so. */
static void
add_others (LscTable *first, const LscTable *table, gsize n)
{
  static const char *const sums[] = { "count", "total_ns", "share", "step_share" };
  gsize n_all = lsc_table_get_n_rows (table), row;
  g_autofree char *title = NULL;

  if (n >= n_all || !has_place_for_others (table))
    return;
  row = lsc_table_add_row (first);
  title = g_strdup_printf (_ ("Others (%zu)"), n_all - n);
  lsc_table_set_text (first, row, 0, title);
  for (guint i = 0; i < G_N_ELEMENTS (sums); i++)
    {
      guint column = (guint) lsc_table_find_column (table, sums[i]);
      gint64 integer = 0;
      double real = 0;

      if (lsc_table_get (table, n, column).is_null)
        continue;
      for (gsize other = n; other < n_all; other++)
        {
          LscValue value = lsc_table_get (table, other, column);

          integer = lsc_int_add (integer, value.type == LSC_TYPE_INT ? value.integer : 0);
          real += value.type == LSC_TYPE_REAL ? value.real : 0;
        }
      if (lsc_table_get_column (table, column)->type == LSC_TYPE_INT)
        lsc_table_set_int (first, row, column, integer);
      else
        lsc_table_set_real (first, row, column, real);
    }
}

static LscTable *
pick_shown (const LscTable *table, gsize most)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (LscTable) first = lsc_table_new_like (table);
  gsize n = MIN (lsc_table_get_n_rows (table), most);

  for (guint32 i = 0; i < n; i++)
    lsc_table_append_rows (first, table, &i, 1);
  add_others (first, table, n);
  for (gsize i = 0; shown[i]; i++)
    if (says_anything (first, shown[i]))
      g_ptr_array_add (names, (gpointer) shown[i]);
  g_ptr_array_add (names, NULL);
  return lsc_cli_pick_columns (first, (const char *const *) names->pdata, NULL);
}

/* A row for all that are not shown has said how many they are. */
static void
append_left (GString *out, const LscTable *table, gsize n_left)
{
  if (has_place_for_others (table))
    g_string_append (out, _ ("--all shows all rows\n"));
  else
    lsc_cli_append_left_rows (out, n_left);
}

static gboolean
print_words (const LscOperators *operators, LscOpGroups *groups, const LscTable *table, gsize most)
{
  const GPtrArray *notes = lsc_operators_get_notes (operators);
  const GPtrArray *facts = lsc_op_groups_get_facts (groups);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (LscTable) picked = pick_shown (table, most);
  g_autofree char *rows = lsc_cli_rows_to_text (picked);
  gsize n = lsc_table_get_n_rows (table);

  append_line (out, "", lsc_op_groups_get_line (groups));
  if (lsc_op_groups_get_rest (groups))
    append_line (out, "", lsc_op_groups_get_rest (groups));
  append_line (out, "", lsc_op_groups_get_base (groups));
  for (guint i = 0; i < facts->len; i++)
    append_line (out, "", facts->pdata[i]);
  for (guint i = 0; i < notes->len; i++)
    append_line (out, "? ", notes->pdata[i]);
  if (n > 0)
    g_string_append_printf (out, "\n%s", rows);
  if (n > most)
    append_left (out, table, n - most);
  return lsc_cli_print_text (out->str);
}

/* Where programs read rows, a cell that is empty does not say why. */
static void
tell_notes (LscCliRun *run, const LscOperators *operators, LscOpGroups *groups, gboolean is_empty)
{
  const GPtrArray *notes = lsc_operators_get_notes (operators);
  g_autofree char *line = NULL;

  if (lsc_cli_get_form (&run->options->format) == LSC_CLI_TEXT)
    return;
  line = lsc_phrase_to_words (lsc_op_groups_get_headline (groups));
  if (is_empty)
    g_printerr ("lanescope-cli: %s\n", line);
  for (guint i = 0; i < notes->len; i++)
    {
      g_autofree char *note = lsc_phrase_to_words (notes->pdata[i]);

      g_printerr ("lanescope-cli: %s\n", note);
    }
}

static gboolean
write_table (LscCliRun *run, LscTable *table, GError **error)
{
  const char *path = ((const Options *) run->options)->table;

  lsc_cli_end_progress ();
  return !path ||
         lsc_cli_write_tables (&table, 1, table, &(LscCliFile){ path, 0, run->project.job }, error);
}

static gboolean
deliver (LscCliRun *run, const LscOperators *operators, LscOpGroups *groups, LscTable *table,
         GError **error)
{
  lsc_cli_note_unknown (run, table);
  if (!write_table (run, table, error))
    return FALSE;
  return lsc_cli_get_form (&run->options->format) == LSC_CLI_TEXT
             ? print_words (operators, groups, table, count_shown (run))
             : lsc_cli_deliver_table (run, table, 0, error);
}

/* ---- all ---- */

static LscExit
deliver_streams (LscCliRun *run, LscOperators *operators)
{
  const Options *options = (const Options *) run->options;
  g_autoptr (GArray) steps =
      options->steps ? lsc_step_list_to_array (options->steps, MOST_STEPS) : NULL;
  const LscOpFilter filter = { .stream = -1, .is_whole = options->is_whole, .steps = steps };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTable) table =
      lsc_operators_list_streams (operators, &filter, run->project.job, &error);

  if (!table)
    return lsc_cli_fail (error);
  lsc_cli_end_progress ();
  if (options->table &&
      !lsc_cli_write_tables (&table, 1, table, &(LscCliFile){ options->table, 0, run->project.job },
                             &error))
    return lsc_cli_fail (error);
  if (!lsc_cli_deliver_table (run, table, 0, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return lsc_cli_project_is_part (&run->project) ? LSC_EXIT_PART : LSC_EXIT_OK;
}

static LscExit
deliver_groups (LscCliRun *run, LscOperators *operators)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscOpGroups) groups =
      group ((const Options *) run->options, operators, run->project.job, &error);
  g_autoptr (LscTable) table = groups ? lsc_op_groups_get_table (groups) : NULL;

  if (!table)
    return lsc_cli_fail (error);
  if (((const Options *) run->options)->is_compat)
    {
      g_autoptr (LscTable) own = g_steal_pointer (&table);

      table = lsc_export_to_op_statistic (own);
    }
  tell_notes (run, operators, groups, lsc_table_get_n_rows (table) == 0);
  if (!deliver (run, operators, groups, table, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return lsc_cli_project_is_part (&run->project) ? LSC_EXIT_PART : LSC_EXIT_OK;
}

/* Who reads rows alone does not wait for findings. */
static gboolean
says_words (const LscCliRun *run)
{
  return !((const Options *) run->options)->is_of_streams &&
         lsc_cli_get_form (&run->options->format) == LSC_CLI_TEXT;
}

static LscExit
run_one (LscCliRun *run)
{
  LscSession *session = run->project.session;
  g_autoptr (LscOperators) operators = NULL;
  g_autoptr (GError) error = NULL;

  lsc_session_expect (session, LSC_SESSION_OPERATORS, FALSE);
  operators = says_words (run)
                  ? lsc_session_get_judged_operators (session, run->project.job, &error)
                  : lsc_session_get_operators (session, run->project.job, &error);
  lsc_cli_print_notices (run->project.notices, lsc_cli_least_severity (run->options));
  if (!operators)
    return error ? lsc_cli_fail (error) : LSC_EXIT_NOTHING;
  if (lsc_operators_get_n_ranks (operators) == 0)
    {
      lsc_cli_end_progress ();
      lsc_fail (&error, LSC_ERROR_NOTHING, "%s",
                _ ("No kernels were recorded. Record the device as well, or open the trace "
                   "instead of tables of sums."));
      return lsc_cli_fail (error);
    }
  return ((const Options *) run->options)->is_of_streams ? deliver_streams (run, operators)
                                                         : deliver_groups (run, operators);
}

/* ---- two recordings ---- */

static gboolean
deliver_changes (LscCliRun *run, const LscOpChanges *changes, GError **error)
{
  g_autoptr (LscTable) table = lsc_op_changes_get_table (changes);
  g_autoptr (GString) out = g_string_new (NULL);

  if (!write_table (run, table, error))
    return FALSE;
  if (lsc_cli_get_form (&run->options->format) != LSC_CLI_TEXT)
    {
      lsc_cli_op_changes_tell_notes (changes);
      return lsc_cli_deliver_table (run, table, 0, error);
    }
  lsc_cli_op_changes_append (out, changes, count_shown (run));
  return lsc_cli_print_text (out->str);
}

static LscExit
compare_pair (LscCliRun *run, LscSessionPair *pair)
{
  const Options *self = (const Options *) run->options;
  LscOpFilter filter = make_filter (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscOpChanges) changes =
      lsc_session_pair_get_operators (pair, self->keys, &filter, run->project.job, &error);

  if (!changes)
    return lsc_cli_fail (error);
  if (!deliver_changes (run, changes, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return LSC_EXIT_OK;
}

static LscExit
run_pair (LscCliRun *run)
{
  const Options *self = (const Options *) run->options;
  LscCliProject projects[LSC_N_SIDES] = { { NULL } };
  LscFindings *findings[LSC_N_SIDES] = { NULL };
  g_autoptr (LscSessionPair) pair = NULL;
  g_autoptr (LscNameMap) map = NULL;
  g_autoptr (GError) error = NULL;
  LscCliCompare what = { .paths = { run->words[1], self->after },
                         .options = run->options,
                         .has_operators = TRUE };
  LscExit code;

  if (self->map && !(map = lsc_cli_compare_read_map (self->map, &error)))
    return lsc_cli_fail (error);
  what.map = map;
  code = lsc_cli_compare_open (&what, projects, findings, &pair);
  lsc_cli_project_clear (&run->project);
  run->project = projects[LSC_BEFORE]; /* which the runner clears */
  if (code == LSC_EXIT_OK)
    code = compare_pair (run, pair);
  if (code == LSC_EXIT_OK && (lsc_cli_project_is_part (&projects[LSC_BEFORE]) ||
                              lsc_cli_project_is_part (&projects[LSC_AFTER])))
    code = LSC_EXIT_PART;
  g_clear_pointer (&pair, lsc_session_pair_unref);
  lsc_cli_project_clear (&projects[LSC_AFTER]);
  return code;
}

static LscExit
run_operators (LscCliRun *run)
{
  g_autoptr (GError) error = NULL;

  if (((const Options *) run->options)->is_compat && !lsc_cli_compat_check_ranks (run, &error))
    return lsc_cli_fail (error);
  return ((const Options *) run->options)->after ? run_pair (run) : run_one (run);
}

#define TEXT(name, member, help, argument)                                                         \
  {                                                                                                \
    name, 0, 0, G_OPTION_ARG_STRING, G_STRUCT_OFFSET (Options, member), help, argument             \
  }
#define FLAG(name, member, help)                                                                   \
  {                                                                                                \
    name, 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, member), help, NULL                   \
  }

static const LscCliOption entries[] = {
  { "by", 0, 0, G_OPTION_ARG_CALLBACK, G_STRUCT_OFFSET (Options, keys),
    N_ ("What kernels are grouped by: type, core, name, shapes, module, op, stream, rank, step, "
        "family (default type,core)"),
    "KEYS", .read = read_keys },
  TEXT ("core", core, N_ ("Only these cores, as recorded"), "LIST"),
  TEXT ("type", type, N_ ("Only types that contain this"), "TEXT"),
  TEXT ("name", name, N_ ("Only names that contain this"), "TEXT"),
  TEXT ("shapes", shapes, N_ ("Only input shapes that contain this"), "TEXT"),
  TEXT ("module", module, N_ ("Only this module and those below it"), "PATH"),
  { "stream", 0, 0, G_OPTION_ARG_INT, G_STRUCT_OFFSET (Options, stream), N_ ("Only this stream"),
    "N" },
  { "steps", 0, 0, G_OPTION_ARG_CALLBACK, G_STRUCT_OFFSET (Options, steps),
    N_ ("Only these steps, by number: 16-30,33"), "LIST", .read = read_steps },
  { "range", 0, 0, G_OPTION_ARG_CALLBACK, G_STRUCT_OFFSET (Options, range),
    N_ ("Only kernels that start in this range, from the first event: 1.2s:1.4s; @ = absolute ns"),
    "A:B", .read = lsc_cli_range_parse },
  { "duration", 0, 0, G_OPTION_ARG_CALLBACK, G_STRUCT_OFFSET (Options, durations),
    N_ ("Only kernels of this duration, such as 10us:1ms; either side may be omitted"), "A:B",
    .read = lsc_cli_durations_parse },
  FLAG ("whole", is_whole, N_ ("The whole recording, with steps that do not count")),
  FLAG ("device", is_of_device, N_ ("Communication and copies as well")),
  FLAG ("streams", is_of_streams,
        N_ ("How busy the device and each of its streams are, instead of kernels")),
  FLAG ("dynamic", is_dynamic, N_ ("Only kernels with dynamic shapes")),
  FLAG ("ai-cpu", is_ai_cpu, N_ ("Only kernels of the AI CPU")),
  FLAG ("compat", is_compat,
        N_ ("With --csv: the columns of op_statistic.csv, of the whole recording of one rank")),
  { "compare", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, after),
    N_ ("What changed from the recording PATH to a later one, by count, shapes and duration"),
    "AFTER" },
  { "map", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, map),
    N_ ("Names that belong together: lines “name before = name after”, with *"), "FILE" },
  { "table", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, table),
    N_ ("Write the table: .xlsx, .db, .csv, .json"), "FILE", .endings = lsc_cli_table_endings,
    .fault = N_ ("--table takes a name that ends in .xlsx, .db, .csv or .json") },
  { NULL },
};

const LscCliCommand lsc_cmd_operators = {
  .name = "operators",
  .usage = "PATH [--by KEYS] [--compare AFTER] [--json]",
  .line = N_ ("  operators    which kernels cost most, by type, shapes, module and more"),
  .arguments = "PATH",
  .summary = N_ ("Shows which kernels cost most, grouped by type, core, name, shapes, module, "
                 "operator, stream, rank, step or kind of work. Figures are of the steps that "
                 "count, over all ranks."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_RANKS | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_SOURCES,
  .set_defaults = set_defaults,
  .check = check,
  .run = run_operators,
  .clear = clear,
};
