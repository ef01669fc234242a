/* lsc-cli-options.c - options of the command line, read and checked
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/module/lsc-chip.h"
#include "base/lsc-error.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli.h"
#include "cli/lsc-cli-command.h"

const char *const lsc_cli_picture_endings[] = { ".svg", ".png", ".pdf", NULL };
const char *const lsc_cli_table_endings[] = { ".xlsx", ".db", ".csv", ".json", ".jsonl", NULL };
const char *const lsc_cli_report_endings[] = { ".pdf", ".html", ".xlsx", ".md", ".json", NULL };

/* Where an option is kept. */
#define OPTION(field) G_STRUCT_OFFSET (LscCliOptions, field)

static const LscCliOption format_options[] = {
  { "json", 0, 0, G_OPTION_ARG_NONE, OPTION (format.is_json), N_ ("One JSON object a line"), NULL },
  { "csv", 0, 0, G_OPTION_ARG_NONE, OPTION (format.is_csv), N_ ("CSV"), NULL },
  { "raw", 0, 0, G_OPTION_ARG_NONE, OPTION (format.is_raw),
    N_ ("With --csv: no apostrophe before texts that a spreadsheet would compute"), NULL },
  { "xlsx", 0, 0, G_OPTION_ARG_FILENAME, OPTION (format.xlsx), N_ ("Write a workbook"), "FILE" },
  { "all", 0, 0, G_OPTION_ARG_NONE, OPTION (format.is_all),
    N_ ("On a terminal: all rows of a table, not its first ten"), NULL },
  { NULL },
};

static const LscCliOption rank_options[] = {
  { "rank-list", 0, 0, G_OPTION_ARG_STRING, OPTION (rank_list),
    N_ ("Ranks: 0,2-5 or all (default)"), "LIST" },
  { NULL },
};

/* Title and author are kept as they were typed, in whatever locale. */
static const LscCliOption report_options[] = {
  { "report", 0, 0, G_OPTION_ARG_FILENAME, OPTION (report.path),
    N_ ("Write a report: .pdf, .html, .xlsx, .md or .json"), "FILE",
    .endings = lsc_cli_report_endings,
    .fault = N_ ("--report takes a name that ends in .pdf, .html, .xlsx, .md or .json") },
  { "title", 0, 0, G_OPTION_ARG_FILENAME, OPTION (report.title), N_ ("Title of the report"), "TEXT",
    .needs = "report" },
  { "author", 0, 0, G_OPTION_ARG_FILENAME, OPTION (report.author), N_ ("Author of the report"),
    "TEXT", .needs = "report" },
  { "lang", 0, 0, G_OPTION_ARG_STRING, OPTION (report.language),
    N_ ("Language of the report: en or zh"), "LANG", .needs = "report" },
  { "pins", 0, 0, G_OPTION_ARG_FILENAME, OPTION (report.pins),
    N_ ("Show what this file pins, made anew from the recordings"), "FILE", .needs = "report" },
  { "pins-only", 0, 0, G_OPTION_ARG_NONE, OPTION (report.is_pins_only),
    N_ ("Show nothing but the pins, and how it was measured"), NULL },
  { "full", 0, 0, G_OPTION_ARG_NONE, OPTION (report.is_full),
    N_ ("All chapters and rows, instead of six pages"), NULL },
  { "reproducible", 0, 0, G_OPTION_ARG_NONE, OPTION (report.is_reproducible),
    N_ ("Leave out the day: the same recordings give the same bytes"), NULL },
  { NULL },
};

static const LscCliOption picture_options[] = {
  { "out", 0, 0, G_OPTION_ARG_FILENAME, OPTION (picture.path),
    N_ ("Write the chart: .svg, .png or .pdf"), "FILE", .endings = lsc_cli_picture_endings,
    .fault = N_ ("--out takes a name that ends in .svg, .png or .pdf") },
  { "width", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (picture.width), N_ ("Width of the chart (1280)"),
    "PX", .most = 16000, .fault = N_ ("--scale goes up to 3 and --width up to 16000"),
    .needs = "out", .is_positive = TRUE },
  { "scale", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (picture.scale), N_ ("Pixels per unit of a PNG (2)"),
    "N", .most = 3, .fault = N_ ("--scale goes up to 3 and --width up to 16000"), .needs = "out",
    .is_positive = TRUE },
  { "dark", 0, 0, G_OPTION_ARG_NONE, OPTION (picture.is_dark), N_ ("A dark page"), NULL,
    .needs = "out" },
  LSC_CLI_OUTLINES,
  { NULL },
};

/**
 * lsc_cli_parse_size:
 * @text: 512M, 2G, 65536K, or bytes
 *
 * Returns: whether it is a size above 0
 */
gboolean
lsc_cli_parse_size (const char *text, guint64 *n_bytes)
{
  static const char suffixes[] = "KMGT";
  gsize n;
  const char *suffix;
  g_autofree char *digits = NULL;
  int shift;
  guint64 amount;

  g_return_val_if_fail (text && n_bytes, FALSE);
  n = strlen (text);
  suffix = n > 1 ? strchr (suffixes, g_ascii_toupper (text[n - 1])) : NULL;
  digits = g_strndup (text, suffix ? n - 1 : n);
  shift = suffix ? 10 * (int) (suffix - suffixes + 1) : 0;
  if (!g_ascii_string_to_unsigned (digits, 10, 1, (guint64) G_MAXINT64 >> shift, &amount, NULL))
    return FALSE;
  *n_bytes = amount << shift;
  return TRUE;
}

static gboolean
read_memory (const char *text, gpointer field, GError **error)
{
  return lsc_cli_parse_size (text, field) ||
         lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("--memory takes a size such as 64M, 2G or a number of bytes, not “%s”"),
                   text);
}

static const LscCliOption common_options[] = {
  { "jobs", 'j', 0, G_OPTION_ARG_INT, OPTION (jobs), N_ ("Threads to use; 0 = one a processor"),
    "N" },
  { "memory", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (memory_bytes),
    N_ ("Memory that recordings may take together, such as 512M or 2G (a quarter of the "
        "machine's)"),
    "SIZE", .read = read_memory },
  { "verbose", 'v', 0, G_OPTION_ARG_NONE, OPTION (verbose), N_ ("Print notes as well as warnings"),
    NULL },
  { "quiet", 'q', 0, G_OPTION_ARG_NONE, OPTION (quiet),
    N_ ("Print errors only; --json and --csv still print"), NULL },
  { "all-runs", 0, 0, G_OPTION_ARG_NONE, OPTION (all_runs),
    N_ ("Keep older recordings of a rank too"), NULL },
  { "recording", 0, 0, G_OPTION_ARG_STRING, OPTION (recording),
    N_ ("Which of several recordings below the folder to read, such as a phase"), "NAME" },
  { "op-names", 0, 0, G_OPTION_ARG_FILENAME, OPTION (op_names),
    N_ ("What ops of op timelines are: a line “name kind” for each"), "FILE" },
  { "names", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, OPTION (names),
    N_ ("Annotations or capture traces that name kernels of GPU graphs; scheduler traces "
        "(repeatable)"),
    "FILE" },
  { NULL },
};

static const LscCliChoice mfu_modes[] = {
  { "auto", LSC_MFU_AUTO }, { "off", LSC_MFU_OFF }, { "peer", LSC_MFU_PEER }, { NULL, 0 }
};
static const LscCliChoice flops_sources[] = { { "recorded", LSC_FLOPS_RECORDED },
                                              { "marks", LSC_FLOPS_MARKS },
                                              { "shapes", LSC_FLOPS_SHAPES },
                                              { NULL, 0 } };
static const LscCliChoice module_sources[] = { { "auto", LSC_MODULE_SOURCE_AUTO },
                                               { "mstx", LSC_MODULE_SOURCE_MSTX },
                                               { "trace", LSC_MODULE_SOURCE_TRACE },
                                               { NULL, 0 } };
static const LscCliChoice thread_rules[] = { { "auto", LSC_THREADS_AUTO },
                                             { "own", LSC_THREADS_OWN },
                                             { "merged", LSC_THREADS_MERGED },
                                             { NULL, 0 } };
static const LscCliChoice peak_bases[] = { { "fp16", FALSE }, { "dtype", TRUE }, { NULL, 0 } };
static const LscCliChoice alignments[] = {
  { "auto", LSC_ALIGN_AUTO }, { "none", LSC_ALIGN_NONE }, { "p2p", LSC_ALIGN_P2P }, { NULL, 0 }
};

static gboolean
read_event_types (const char *text, gpointer field, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  for (int i = 0; words[i]; i++)
    {
      guint64 type = 0;

      if (!g_ascii_string_to_unsigned (g_strstrip (words[i]), 10, 0, 31, &type, NULL))
        return lsc_fail (error, LSC_ERROR_USAGE,
                         _ ("--module-event-types takes numbers such as 1,2, not “%s”"), words[i]);
      *(guint *) field |= 1u << type;
    }
  return TRUE;
}

static const LscCliOption module_options[] = {
  { "mfu", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (mfu_options.mode),
    N_ ("MFU column: auto, off, or peer (the reference tool's formulas)"), "MODE",
    .choices = mfu_modes },
  { "flops", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (mfu_options.flops),
    N_ ("Sources of FLOPs: recorded, marks or shapes, each with those before it"), "SOURCE",
    .choices = flops_sources },
  { "chip", 0, 0, G_OPTION_ARG_STRING, OPTION (mfu_options.chip), N_ ("Take the peak of this chip"),
    "NAME" },
  { "peak-tflops", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (mfu_options.peak_tflops),
    N_ ("Take this FP16 peak"), "N", .is_positive = TRUE },
  { "peak-bandwidth", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (mfu_options.peak_bandwidth_gbs),
    N_ ("Take this bandwidth of the memory, in GB/s"), "N", .is_positive = TRUE },
  { "peak-basis", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (mfu_options.dtype_basis),
    N_ ("Measure FP32 against: fp16 or dtype"), "BASIS", .choices = peak_bases },
  { "module-source", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (module.source),
    N_ ("Module calls from: auto, mstx or trace"), "SOURCE", .choices = module_sources },
  { "module-domain", 0, 0, G_OPTION_ARG_STRING_ARRAY, OPTION (module.domains),
    N_ ("mstx domain of module ranges (repeatable; * = any)"), "NAME" },
  { "module-event-types", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (module.event_types),
    N_ ("mstx event types of module ranges, for example 1,2"), "LIST", .read = read_event_types },
  { "threads", 0, 0, G_OPTION_ARG_CALLBACK, OPTION (module.threads),
    N_ ("Thread rule: auto, own or merged"), "RULE", .choices = thread_rules },
  { "slack", 0, 0, G_OPTION_ARG_INT64, OPTION (module.slack_ns),
    N_ ("Let ops stick out of their module by this much"), "NS" },
  { NULL },
};

static const LscCliOption layout_options[] = {
  { "layout", 0, 0, G_OPTION_ARG_STRING, OPTION (layout),
    N_ ("Parallel sizes where none were recorded: tp=2,pp=4,dp=8"), "SIZES" },
  { NULL },
};

static const LscCliOption pipeline_options[] = {
  { "pp-groups", 0, 0, G_OPTION_ARG_STRING, OPTION (pipeline.groups),
    N_ ("Ranks of each pipeline, by stage: 0,4,8,12;1,5,9,13"), "GROUPS" },
  { "order", 0, 0, G_OPTION_ARG_STRING, OPTION (pipeline.order),
    N_ ("Order of the parallel dimensions (tp-cp-ep-dp-pp)"), "ORDER" },
  { "schedule", 0, 0, G_OPTION_ARG_STRING, OPTION (pipeline.schedule),
    N_ ("Schedule, instead of recognising it"), "NAME" },
  { "align", 0, 0, G_OPTION_ARG_STRING, OPTION (align),
    N_ ("Alignment of clocks: auto (default: hosts that differ), none, p2p, or offsets by rank "
        "in ns: 4=1200;5=-300"),
    "HOW" },
  { "name", 0, 0, G_OPTION_ARG_STRING_ARRAY, OPTION (pipeline.names),
    N_ ("A further word for a kind of block: kind=F,word=my_fwd"), "RULE" },
  { "loose-names", 0, 0, G_OPTION_ARG_NONE, OPTION (pipeline.loose_names),
    N_ ("Recognise names that only contain forward or backward"), NULL },
  { "host-passes", 0, 0, G_OPTION_ARG_NONE, OPTION (pipeline.host_passes),
    N_ ("Without pipeline ranges: take the forward and backward passes of the host, approximate"),
    NULL },
  { NULL },
};

static const LscCliOption step_task_options[] = {
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
    case LSC_CLI_GROUP_REPORT:
      return report_options;
    case LSC_CLI_GROUP_COMMON:
      return common_options;
    case LSC_CLI_GROUP_LAYOUT:
      return layout_options;
    case LSC_CLI_GROUP_PICTURE:
      return picture_options;
    case LSC_CLI_GROUP_MODULE:
      return module_options;
    case LSC_CLI_GROUP_STEP_TASKS:
      return step_task_options;
    default:
      return pipeline_options;
    }
}

static gboolean
choose (const char *option, const char *word, const LscCliChoice *choices, int *value,
        GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (const LscCliChoice *choice = choices; choice->word; choice++)
    {
      if (strcmp (choice->word, word) == 0)
        {
          *value = choice->value;
          return TRUE;
        }
      g_string_append_printf (known, "%s%s", known->len > 0 ? ", " : "", choice->word);
    }
  return lsc_fail (error, LSC_ERROR_USAGE, _ ("--%s does not know “%s”; it knows %s"), option, word,
                   known->str);
}

/* A mode, or offsets of ranks. */
static gboolean
read_align (LscCliOptions *self, GError **error)
{
  if (!self->align)
    return TRUE;
  if (!strchr (self->align, '='))
    return choose ("align", self->align, alignments, (int *) &self->pipeline.align, error);
  self->pipeline.align = LSC_ALIGN_GIVEN;
  self->pipeline.offsets = self->align;
  return TRUE;
}

static gboolean
parse_step (LscCliOptions *self, GError **error)
{
  if (!self->step)
    return TRUE;
  if (!g_ascii_string_to_signed (self->step, 10, G_MININT64, G_MAXINT64, &self->step_id, NULL))
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("“%s” is not the number of a step"), self->step);
  self->has_step = self->step_id != -1;
  self->module.has_step = self->has_step;
  self->module.step_id = self->step_id;
  return TRUE;
}

/* A name of a chip that nobody knows would leave MFU out in silence. */
static gboolean
check_chip (const LscCliOptions *self, GError **error)
{
  const char *name = self->mfu_options.chip;
  const char *nearest;
  gsize n;
  const LscChip *chips = lsc_chip_list (&n);
  g_autofree const char **names = g_new0 (const char *, n + 1);
  g_autofree char *list = NULL;

  if (!name || lsc_chip_find (name))
    return TRUE;
  for (gsize i = 0; i < n; i++)
    names[i] = chips[i].name;
  nearest = lsc_cli_find_nearest (name, names);
  list = g_strjoinv (", ", (char **) names);
  return nearest ? lsc_fail (error, LSC_ERROR_USAGE,
                             _ ("--chip does not know “%s”; did you mean “%s”?"), name, nearest)
                 : lsc_fail (error, LSC_ERROR_USAGE,
                             _ ("--chip does not know “%s”; it knows %s. Others: --peak-tflops N"),
                             name, list);
}

static gboolean
check_format (const LscCliFormat *format, GError **error)
{
  if (format->is_raw && !format->is_csv)
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("--raw goes with --csv"));
  if (format->is_json + format->is_csv + (format->xlsx != NULL) > 1)
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("Choose one of --json, --csv and --xlsx"));
  return TRUE;
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
  g_return_val_if_fail (self, FALSE);
  if (!check_format (&self->format, error) || !parse_step (self, error) ||
      !check_chip (self, error) || !read_align (self, error))
    return FALSE;
  lsc_cli_stdout_show_all (self->format.is_all);
  lsc_cli_stdout_be_silent (self->quiet && !self->format.is_json && !self->format.is_csv);
  if (g_strcmp0 (self->pipeline.schedule, "auto") == 0) /* recognised */
    g_clear_pointer ((char **) &self->pipeline.schedule, g_free);
  return TRUE;
}

/* ---- words into options -----------------------------------------------------------------------
 */

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
static void
take_options (LscCliRun *run, const LscCliOption *options)
{
  for (; options && options->name; options++)
    if (!lsc_cli_words_find (run, options->name))
      g_ptr_array_add (run->known, (gpointer) options);
}

static gpointer
get_field (const LscCliRun *run, const LscCliOption *option)
{
  return (char *) run->options + option->offset;
}

/* A wrong value, in words of the option's own where it has some. */
static gboolean
refuse (const LscCliOption *option, GError **error)
{
  if (!option->fault)
    return FALSE;
  g_clear_error (error);
  return lsc_fail (error, LSC_ERROR_USAGE, "%s", _ (option->fault));
}

/* Reads the text of an option with choices or a function of its own; a GOptionArgFunc. */
static gboolean
on_option (const char *name, const char *text, gpointer data, GError **error)
{
  LscCliRun *run = data;
  const LscCliOption *option = NULL;
  gboolean is_read;

  for (guint i = 0; i < run->known->len && !option; i++)
    {
      const LscCliOption *known = run->known->pdata[i];

      if (name[1] == '-' ? strcmp (known->name, name + 2) == 0 : known->letter == name[1])
        option = known;
    }
  g_return_val_if_fail (option, FALSE);
  is_read = option->choices
                ? choose (option->name, text, option->choices, get_field (run, option), error)
                : option->read (text, get_field (run, option), error);
  return is_read || refuse (option, error);
}

static GOptionContext *
make_context (LscCliRun *run)
{
  GOptionContext *context = g_option_context_new (run->command->arguments);
  g_autoptr (GArray) entries = g_array_new (TRUE, FALSE, sizeof (GOptionEntry));

  run->known = g_ptr_array_new ();
  take_options (run, run->command->entries);
  for (guint group = 1; group < LSC_CLI_GROUP_END; group <<= 1)
    if (run->command->groups & group)
      take_options (run, get_group (group));
  for (guint i = 0; i < run->known->len; i++)
    {
      const LscCliOption *option = run->known->pdata[i];
      gboolean is_read = option->arg == G_OPTION_ARG_CALLBACK;
      GOptionEntry entry = { .long_name = option->name,
                             .short_name = option->letter,
                             .flags = (int) option->flags,
                             .arg = option->arg,
                             .arg_data = is_read ? GSIZE_TO_POINTER ((gsize) on_option)
                                                 : get_field (run, option),
                             .description = option->help,
                             .arg_description = option->value };

      g_array_append_val (entries, entry);
    }
  g_option_context_set_main_group (context, g_option_group_new (NULL, NULL, NULL, run, NULL));
  g_option_context_add_main_entries (context, (GOptionEntry *) (gpointer) entries->data,
                                     GETTEXT_PACKAGE);
  g_option_context_set_summary (context, _ (run->command->summary));
  if (run->command->explain)
    {
      g_autofree char *text = run->command->explain ();

      g_option_context_set_description (context, text);
    }
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
  g_autoptr (GOptionContext) context = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *help = NULL;
  gboolean is_help = FALSE;
  gboolean is_parsed;

  g_return_val_if_fail (run && run->command && code, FALSE);
  context = make_context (run);
  lsc_cli_words_prepare (run);
  run->given = lsc_cli_usage_list_given (run);
  help = take_help (context, &is_help);
  is_parsed = g_option_context_parse_strv (context, &run->words, &error);
  if (!is_parsed)
    *code = lsc_cli_usage_of_words (run, error);
  else if (is_help)
    lsc_cli_print_help (help);
  return is_parsed && !is_help;
}

static gboolean
has_ending (const char *path, const char *const *endings)
{
  for (; *endings; endings++)
    if (g_str_has_suffix (path, *endings))
      return TRUE;
  return FALSE;
}

/* The name of a file that says nothing of its form, or of another. */
static gboolean
refuse_name (const LscCliOption *option, const char *path, GError **error)
{
  const char *fault = option->fault ? _ (option->fault) : "";

  /* Translators: what an option takes, and what it was given instead */
  return lsc_fail (error, LSC_ERROR_USAGE, _ ("%s, not “%s”"), fault, path);
}

/**
 * lsc_cli_parse_check:
 *
 * Looks at the names of files and the numbers that options were given, and notes the files that
 * are to be written.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE
 */
gboolean
lsc_cli_parse_check (LscCliRun *run, GError **error)
{
  const char **target;

  g_return_val_if_fail (run && run->options, FALSE);
  if (!lsc_cli_usage_check_given (run, error))
    return FALSE;
  target = run->options->targets;
  *target++ = run->options->format.xlsx;
  for (guint i = 0; i < run->known->len; i++)
    {
      const LscCliOption *option = run->known->pdata[i];
      gconstpointer field = get_field (run, option);
      const char *path = option->endings ? *(char *const *) field : NULL;
      double number = option->most > 0 ? *(const double *) field : 0;

      if (path && !has_ending (path, option->endings))
        return refuse_name (option, path, error);
      if (number < 0 || number > option->most)
        return refuse (option, error);
      if (path)
        *target++ = path;
    }
  return TRUE;
}

/**
 * lsc_cli_tell_written:
 * @path: (nullable): %NULL = nothing was asked for
 *
 * Says which file was written.
 */
void
lsc_cli_tell_written (const LscCliOptions *options, const char *path)
{
  g_autofree char *line = NULL;

  g_return_if_fail (options);
  if (!path || options->quiet || !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return;
  line = lsc_visible_line (path);
  g_printerr (_ ("Written: %s\n"), line);
}

/**
 * lsc_cli_parse_tell_written:
 *
 * Says where the pictures and tables are that options asked for. Of documents and folders the
 * commands say it themselves.
 */
void
lsc_cli_parse_tell_written (const LscCliRun *run)
{
  g_return_if_fail (run && run->options && run->known);
  lsc_cli_tell_written (run->options, run->options->format.xlsx);
  for (guint i = 0; i < run->known->len; i++)
    {
      const LscCliOption *option = run->known->pdata[i];

      if (option->endings && strcmp (option->name, "report") != 0 &&
          strcmp (option->name, "output-path") != 0)
        lsc_cli_tell_written (run->options, *(char *const *) get_field (run, option));
    }
}

/** Frees the texts that lsc_cli_parse() put into the options. */
void
lsc_cli_parse_clear (LscCliRun *run)
{
  for (guint i = 0; run->known && i < run->known->len; i++)
    {
      const LscCliOption *option = run->known->pdata[i];
      gpointer field = get_field (run, option);

      if (option->arg == G_OPTION_ARG_STRING || option->arg == G_OPTION_ARG_FILENAME)
        g_clear_pointer ((char **) field, g_free);
      else if (option->arg == G_OPTION_ARG_STRING_ARRAY ||
               option->arg == G_OPTION_ARG_FILENAME_ARRAY)
        g_clear_pointer ((char ***) field, g_strfreev);
    }
  g_clear_pointer (&run->known, g_ptr_array_unref);
  g_clear_pointer (&run->given, g_ptr_array_unref);
}
