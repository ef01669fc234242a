/* lsc-cli-options.c - options of the command line, read and checked
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli.h"
#include "cli/lsc-cli-command.h"

/** A word and its value. */
typedef struct
{
  const char *word;
  int value;
} Choice;

/* Where an option is kept. */
#define OPTION(field) G_STRUCT_OFFSET (LscCliOptions, field)

static const LscCliOption format_options[] = {
  { "json", 0, 0, G_OPTION_ARG_NONE, OPTION (format.is_json), N_ ("One JSON object a line"), NULL },
  { "csv", 0, 0, G_OPTION_ARG_NONE, OPTION (format.is_csv), N_ ("CSV"), NULL },
  { "raw", 0, 0, G_OPTION_ARG_NONE, OPTION (format.is_raw),
    N_ ("With --csv: no apostrophe before texts that a spreadsheet would compute"), NULL },
  { "xlsx", 0, 0, G_OPTION_ARG_FILENAME, OPTION (format.xlsx), N_ ("Write a workbook"), "FILE" },
  { NULL },
};

static const LscCliOption rank_options[] = {
  { "rank-list", 0, 0, G_OPTION_ARG_STRING, OPTION (rank_list),
    N_ ("Ranks: 0,2-5 or all (default)"), "LIST" },
  { NULL },
};

static const LscCliOption common_options[] = {
  { "jobs", 'j', 0, G_OPTION_ARG_INT, OPTION (jobs), N_ ("Threads to use; 0 = one a processor"),
    "N" },
  { "verbose", 'v', 0, G_OPTION_ARG_NONE, OPTION (verbose), N_ ("Print notes as well as warnings"),
    NULL },
  { "quiet", 'q', 0, G_OPTION_ARG_NONE, OPTION (quiet), N_ ("Print errors only"), NULL },
  { "all-runs", 0, 0, G_OPTION_ARG_NONE, OPTION (all_runs),
    N_ ("Keep older recordings of a rank too"), NULL },
  { NULL },
};

static const LscCliOption module_options[] = {
  { "mfu", 0, 0, G_OPTION_ARG_STRING, OPTION (mfu),
    N_ ("MFU column: auto, off, or peer (the reference tool's formulas)"), "MODE" },
  { "flops", 0, 0, G_OPTION_ARG_STRING, OPTION (flops),
    N_ ("Sources of FLOPs: recorded, marks or shapes, each with those before it"), "SOURCE" },
  { "chip", 0, 0, G_OPTION_ARG_STRING, OPTION (chip), N_ ("Take the peak of this chip"), "NAME" },
  { "peak-tflops", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (peak_tflops), N_ ("Take this FP16 peak"),
    "N" },
  { "peak-basis", 0, 0, G_OPTION_ARG_STRING, OPTION (peak_basis),
    N_ ("Measure FP32 against: fp16 or dtype"), "BASIS" },
  { "module-source", 0, 0, G_OPTION_ARG_STRING, OPTION (module_source),
    N_ ("Module calls from: auto, mstx or trace"), "SOURCE" },
  { "module-domain", 0, 0, G_OPTION_ARG_STRING_ARRAY, OPTION (module_domains),
    N_ ("mstx domain of module ranges (repeatable; * = any)"), "NAME" },
  { "module-event-types", 0, 0, G_OPTION_ARG_STRING, OPTION (event_types),
    N_ ("mstx event types of module ranges, for example 1,2"), "LIST" },
  { "threads", 0, 0, G_OPTION_ARG_STRING, OPTION (threads), N_ ("Thread rule: auto, own or merged"),
    "RULE" },
  { "slack", 0, 0, G_OPTION_ARG_INT64, OPTION (slack_ns),
    N_ ("Let ops stick out of their module by this much"), "NS" },
  { NULL },
};

static const LscCliOption pipeline_options[] = {
  { "pp-groups", 0, 0, G_OPTION_ARG_STRING, OPTION (pp_groups),
    N_ ("Ranks of each pipeline, by stage: 0,4,8,12;1,5,9,13"), "GROUPS" },
  { "order", 0, 0, G_OPTION_ARG_STRING, OPTION (order),
    N_ ("Order of the parallel dimensions (tp-cp-ep-dp-pp)"), "ORDER" },
  { "schedule", 0, 0, G_OPTION_ARG_STRING, OPTION (schedule),
    N_ ("Schedule, instead of recognising it"), "NAME" },
  { "align", 0, 0, G_OPTION_ARG_STRING, OPTION (align),
    N_ ("Alignment of clocks: auto (default: hosts that differ), none, p2p, or offsets by rank "
        "in ns: 4=1200;5=-300"),
    "HOW" },
  { "name", 0, 0, G_OPTION_ARG_STRING_ARRAY, OPTION (names),
    N_ ("A further word for a kind of block: kind=F,word=my_fwd"), "RULE" },
  { "loose-names", 0, 0, G_OPTION_ARG_NONE, OPTION (loose_names),
    N_ ("Recognise names that only contain forward or backward"), NULL },
  { "write-step-task-info", 0, 0, G_OPTION_ARG_NONE, OPTION (write_step_task_info),
    N_ ("Write StepTaskInfo and opConnectionId into the profiler's databases, after a backup"),
    NULL },
  { NULL },
};

/* (array zero-terminated=1): the options that commands share under that name */
static const LscCliOption *
get_group (guint group)
{
  switch (group)
    {
    case LSC_CLI_GROUP_FORMAT:
      return format_options;
    case LSC_CLI_GROUP_RANKS:
      return rank_options;
    case LSC_CLI_GROUP_COMMON:
      return common_options;
    case LSC_CLI_GROUP_MODULE:
      return module_options;
    default:
      return pipeline_options;
    }
}

static gboolean
choose (const char *option, const char *word, const Choice *choices, int *value, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  if (!word)
    return TRUE;
  for (const Choice *choice = choices; choice->word; choice++)
    {
      if (strcmp (choice->word, word) == 0)
        {
          *value = choice->value;
          return TRUE;
        }
      g_string_append_printf (known, "%s%s", known->len > 0 ? ", " : "", choice->word);
    }
  g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE, _ ("--%s does not know “%s”; it knows %s"),
               option, word, known->str);
  return FALSE;
}

/* A mode, or offsets of ranks. */
static gboolean
read_align (LscCliOptions *self, GError **error)
{
  static const Choice modes[] = {
    { "auto", LSC_ALIGN_AUTO }, { "none", LSC_ALIGN_NONE }, { "p2p", LSC_ALIGN_P2P }, { NULL, 0 }
  };
  int mode = LSC_ALIGN_AUTO;

  if (self->align && strchr (self->align, '='))
    {
      self->pipeline.align = LSC_ALIGN_GIVEN;
      self->pipeline.offsets = self->align;
      return TRUE;
    }
  if (!choose ("align", self->align, modes, &mode, error))
    return FALSE;
  self->pipeline.align = (LscAlignMode) mode;
  return TRUE;
}

static gboolean
parse_event_types (LscCliOptions *self, GError **error)
{
  g_auto (GStrv) words = NULL;

  if (!self->event_types)
    return TRUE;
  words = g_strsplit (self->event_types, ",", -1);
  for (int i = 0; words[i]; i++)
    {
      guint64 type = 0;

      if (!g_ascii_string_to_unsigned (g_strstrip (words[i]), 10, 0, 31, &type, NULL))
        {
          g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE,
                       _ ("--module-event-types takes numbers such as 1,2, not “%s”"), words[i]);
          return FALSE;
        }
      self->module.event_types |= 1u << type;
    }
  return TRUE;
}

static gboolean
parse_step (LscCliOptions *self, GError **error)
{
  if (!self->step)
    return TRUE;
  if (!g_ascii_string_to_signed (self->step, 10, G_MININT64, G_MAXINT64, &self->step_id, NULL))
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE, _ ("“%s” is not the number of a step"),
                   self->step);
      return FALSE;
    }
  self->has_step = self->step_id != -1;
  self->module.has_step = self->has_step;
  self->module.step_id = self->step_id;
  return TRUE;
}

static gboolean
check_numbers (LscCliOptions *self, GError **error)
{
  if (self->jobs >= 0 && self->slack_ns >= 0 && self->peak_tflops >= 0)
    return TRUE;
  g_set_error_literal (error, LSC_ERROR, LSC_ERROR_USAGE,
                       _ ("-j, --slack and --peak-tflops cannot be negative"));
  return FALSE;
}

static gboolean
check_format (const LscCliFormat *format, GError **error)
{
  const char *what = NULL;

  if (format->is_raw && !format->is_csv)
    what = _ ("--raw goes with --csv");
  else if (format->is_json + format->is_csv + (format->xlsx != NULL) > 1)
    what = _ ("Choose one of --json, --csv and --xlsx");
  if (what)
    g_set_error_literal (error, LSC_ERROR, LSC_ERROR_USAGE, what);
  return !what;
}

/**
 * lsc_cli_options_check:
 *
 * Turns the texts into the options of the analyses.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE
 */
gboolean
lsc_cli_options_check (LscCliOptions *self, GError **error)
{
  static const Choice mfu[] = {
    { "auto", LSC_MFU_AUTO }, { "off", LSC_MFU_OFF }, { "peer", LSC_MFU_PEER }, { NULL }
  };
  static const Choice flops[] = { { "recorded", LSC_FLOPS_RECORDED },
                                  { "marks", LSC_FLOPS_MARKS },
                                  { "shapes", LSC_FLOPS_SHAPES },
                                  { NULL } };
  static const Choice sources[] = { { "auto", LSC_MODULE_SOURCE_AUTO },
                                    { "mstx", LSC_MODULE_SOURCE_MSTX },
                                    { "trace", LSC_MODULE_SOURCE_TRACE },
                                    { NULL } };
  static const Choice threads[] = { { "auto", LSC_THREADS_AUTO },
                                    { "own", LSC_THREADS_OWN },
                                    { "merged", LSC_THREADS_MERGED },
                                    { NULL } };
  static const Choice bases[] = { { "fp16", FALSE }, { "dtype", TRUE }, { NULL } };
  int values[5] = { 0 };

  if (!check_format (&self->format, error) || !choose ("mfu", self->mfu, mfu, &values[0], error) ||
      !choose ("flops", self->flops, flops, &values[1], error) ||
      !choose ("module-source", self->module_source, sources, &values[2], error) ||
      !choose ("threads", self->threads, threads, &values[3], error) ||
      !choose ("peak-basis", self->peak_basis, bases, &values[4], error) ||
      !parse_event_types (self, error) || !parse_step (self, error) || !check_numbers (self, error))
    return FALSE;
  self->mfu_options.mode = (LscMfuMode) values[0];
  self->mfu_options.flops = (LscFlopsSource) values[1];
  self->mfu_options.chip = self->chip;
  self->mfu_options.peak_tflops = self->peak_tflops;
  self->mfu_options.dtype_basis = values[4];
  self->mfu_options.backward = self->backward;
  self->module.source = (LscModuleSource) values[2];
  self->module.threads = (LscThreadRule) values[3];
  self->module.domains = (const char *const *) self->module_domains;
  self->module.slack_ns = self->slack_ns;
  self->pipeline.groups = self->pp_groups;
  self->pipeline.order = self->order;
  self->pipeline.names = (const char *const *) self->names;
  self->pipeline.schedule =
      g_strcmp0 (self->schedule, "auto") == 0 ? NULL : self->schedule; /* recognised */
  if (!read_align (self, error))
    return FALSE;
  self->pipeline.loose_names = self->loose_names;
  return TRUE;
}

/**
 * lsc_cli_usage:
 *
 * Prints what is wrong with the command.
 *
 * Returns: %LSC_EXIT_USAGE
 */
LscExit
lsc_cli_usage (const char *format, ...)
{
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  shown = lsc_visible_line (text);
  lsc_cli_end_progress ();
  g_printerr ("lanescope-cli: %s\n%s\n", shown, _ ("Try “lanescope-cli --help”."));
  return LSC_EXIT_USAGE;
}

/**
 * lsc_cli_exit_of:
 *
 * Returns: the exit code that an error stands for
 */
LscExit
lsc_cli_exit_of (const GError *error)
{
  if (error->domain != LSC_ERROR)
    return LSC_EXIT_IO;
  switch (error->code)
    {
    case LSC_ERROR_USAGE:
      return LSC_EXIT_USAGE;
    case LSC_ERROR_IO:
      return LSC_EXIT_IO;
    default:
      return LSC_EXIT_NOTHING;
    }
}

/**
 * lsc_cli_fail:
 *
 * Prints an error; one of standard output is told at the end.
 *
 * Returns: its exit code
 */
LscExit
lsc_cli_fail (const GError *error)
{
  g_autofree char *shown = lsc_visible_line (error->message);

  if (!lsc_cli_stdout_is_cause (error))
    {
      lsc_cli_end_progress ();
      g_printerr ("lanescope-cli: %s\n", shown);
    }
  return lsc_cli_exit_of (error);
}

/* ---- words into options -----------------------------------------------------------------------
 */

/* Short options of any command that take a value. */
#define SHORT_WITH_VALUE "jmdogr"

/* Both spellings of a name are taken: --rank_list is --rank-list. */
static void
hyphenate (char **argv)
{
  for (int i = 1; argv[i]; i++)
    {
      if (strcmp (argv[i], "--") == 0)
        return;
      if (!g_str_has_prefix (argv[i], "--"))
        continue;
      for (char *p = argv[i]; *p && *p != '='; p++)
        if (*p == '_')
          *p = '-';
    }
}

/* -j2 is -j 2: the option parser wants a word of its own for the value of a short option. */
static char **
split_short_options (char **argv)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  gboolean is_option = TRUE;

  for (int i = 0; argv[i]; i++)
    {
      const char *word = argv[i];

      is_option = is_option && strcmp (word, "--") != 0;
      if (is_option && word[0] == '-' && word[1] && strchr (SHORT_WITH_VALUE, word[1]) && word[2])
        {
          g_ptr_array_add (words, g_strndup (word, 2));
          word += word[2] == '=' ? 3 : 2;
        }
      g_ptr_array_add (words, g_strdup (word));
    }
  g_ptr_array_add (words, NULL);
  g_strfreev (argv);
  return (char **) g_ptr_array_steal (words, NULL);
}

/* GLib's own --help ends the program with success, whether or not the text could be written. So its
 * text is taken, and the option is ours. Returns: (transfer full): the text */
static char *
take_help (GOptionContext *context, gboolean *is_asked)
{
  const GOptionEntry entries[] = {
    { "help", 'h', G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, is_asked, NULL, NULL },
    { "help-all", '?', G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, is_asked, NULL, NULL },
    { NULL },
  };
  char *text = g_option_context_get_help (context, TRUE, NULL);

  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, NULL);
  return text;
}

/* An option of the command's own stands in for the shared one of the same name. */
static gboolean
has_own (const LscCliCommand *command, const char *name)
{
  for (const LscCliOption *own = command->entries; own && own->name; own++)
    if (strcmp (own->name, name) == 0)
      return TRUE;
  return FALSE;
}

static void
add_options (GOptionContext *context, LscCliRun *run, const LscCliOption *options)
{
  gboolean is_shared = options != run->command->entries;
  g_autoptr (GArray) entries = g_array_new (TRUE, FALSE, sizeof (GOptionEntry));

  for (; options && options->name; options++)
    {
      GOptionEntry entry = { .long_name = options->name,
                             .short_name = options->letter,
                             .flags = (int) options->flags,
                             .arg = options->arg,
                             .arg_data = (char *) run->options + options->offset,
                             .description = options->help,
                             .arg_description = options->value };

      if (!is_shared || !has_own (run->command, options->name))
        g_array_append_val (entries, entry);
    }
  g_option_context_add_main_entries (context, (GOptionEntry *) (gpointer) entries->data,
                                     GETTEXT_PACKAGE);
}

static GOptionContext *
make_context (LscCliRun *run)
{
  GOptionContext *context = g_option_context_new (run->command->arguments);

  add_options (context, run, run->command->entries);
  for (guint group = 1; group < LSC_CLI_GROUP_END; group <<= 1)
    if (run->command->groups & group)
      add_options (context, run, get_group (group));
  g_option_context_set_summary (context, _ (run->command->summary));
  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  return context;
}

/**
 * lsc_cli_parse:
 * @run: (inout): its words lose the options, its options get their values
 * @code: (inout): what to exit with when %FALSE; left as it is when only --help was asked for
 *
 * Returns: whether the command goes on
 */
gboolean
lsc_cli_parse (LscCliRun *run, LscExit *code)
{
  g_autoptr (GOptionContext) context = make_context (run);
  g_autoptr (GError) error = NULL;
  g_autofree char *help = NULL;
  gboolean is_help = FALSE;
  gboolean is_parsed;

  hyphenate (run->words);
  run->words = split_short_options (run->words);
  help = take_help (context, &is_help);
  is_parsed = g_option_context_parse_strv (context, &run->words, &error);
  if (!is_parsed)
    *code = lsc_cli_usage ("%s", error->message);
  else if (is_help)
    g_print ("%s", help);
  return is_parsed && !is_help;
}

static void
clear_texts (LscCliOptions *options, const LscCliOption *option)
{
  for (; option && option->name; option++)
    {
      gpointer field = (char *) options + option->offset;

      if (option->arg == G_OPTION_ARG_STRING || option->arg == G_OPTION_ARG_FILENAME)
        g_clear_pointer ((char **) field, g_free);
      else if (option->arg == G_OPTION_ARG_STRING_ARRAY)
        g_clear_pointer ((char ***) field, g_strfreev);
    }
}

/** Frees the texts that lsc_cli_parse() put into the options. */
void
lsc_cli_parse_clear (LscCliRun *run)
{
  clear_texts (run->options, run->command->entries);
  for (guint group = 1; group < LSC_CLI_GROUP_END; group <<= 1)
    if (run->command->groups & group)
      clear_texts (run->options, get_group (group));
}
