/* lsc-cmd-stragglers.c - stragglers: what slow ops cost a job
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>

#include "analyze/lsc-cell-format.h"
#include "analyze/stragglers/lsc-straggler-marks.h"
#include "base/lsc-error.h"
#include "base/lsc-sort.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-json.h"
#include "export/lsc-export-picture.h"

#define MOST_LINES 12 /* of a table, for people */
#define PICTURE_WIDTH 1100.0
#define PICTURE_TEXT_PX 12.0

typedef struct
{
  LscCliOptions common;
  LscStepList *steps;
  char *table;
  char *out;
  double width;
  double scale;
  gboolean is_dark;
} Options;

/* ---- JSON (stragglers.md#json) ---- */

static void
begin_object (JsonBuilder *out, const char *name)
{
  json_builder_set_member_name (out, name);
  json_builder_begin_object (out);
}

static void
add_number (JsonBuilder *out, gint64 name, double value)
{
  g_autofree char *text = g_strdup_printf ("%" PRId64, name);

  lsc_cli_json_add_real (out, text, value);
}

static void
add_tables (JsonBuilder *out, const LscStragglers *self)
{
  begin_object (out, "by_step");
  for (gsize i = 0; i < self->n_steps; i++)
    add_number (out, self->steps[i].number, self->steps[i].slowdown);
  json_builder_end_object (out);
  begin_object (out, "by_kind");
  for (gsize i = 0; i < self->n_kinds; i++)
    lsc_cli_json_add_real (out, self->kinds[i].name, self->kinds[i].slowdown);
  json_builder_end_object (out);
  begin_object (out, "by_stage");
  for (gsize i = 0; i < self->n_stages; i++)
    add_number (out, self->stages[i].stage, self->stages[i].slowdown);
  json_builder_end_object (out);
  begin_object (out, "by_replica");
  for (gsize i = 0; i < self->n_replicas; i++)
    add_number (out, self->replicas[i], self->slowdown_of_replica[i]);
  json_builder_end_object (out);
}

static char *
name_worker (const LscStragglerWorker *worker)
{
  return g_strdup_printf ("%" PRId64 ",%" PRId64, worker->replica, worker->stage);
}

static void
add_workers (JsonBuilder *out, const LscStragglers *self)
{
  begin_object (out, "by_worker");
  for (gsize i = 0; i < self->n_replicas * self->n_stages; i++)
    {
      g_autofree char *name = name_worker (&self->workers[i]);

      lsc_cli_json_add_real (out, name, self->workers[i].slowdown);
    }
  json_builder_end_object (out);
  json_builder_set_member_name (out, "slowest_workers");
  json_builder_begin_array (out);
  for (gsize i = 0; i < self->n_slowest; i++)
    {
      g_autofree char *name = name_worker (&self->workers[self->slowest[i]]);

      json_builder_add_string_value (out, name);
    }
  json_builder_end_array (out);
}

static void
add_study (JsonBuilder *out, const LscStragglers *self)
{
  g_autofree char *refusal = self->refusal ? lsc_phrase_to_words (self->refusal) : NULL;
  gboolean is_known = !self->refusal;

  json_builder_begin_object (out);
  if (self->name)
    lsc_cli_json_add_text (out, "job", self->name);
  lsc_cli_json_add_real (out, "slowdown", self->slowdown);
  add_tables (out, self);
  add_workers (out, self);
  lsc_cli_json_add_real (out, "m_w", self->m_w);
  lsc_cli_json_add_real (out, "m_s", self->m_s);
  lsc_cli_json_add_real (out, "replay_error", self->replay_error);
  lsc_cli_json_add_real (out, "recorded_ns", is_known ? self->recorded_ns : LSC_REAL_NULL);
  lsc_cli_json_add_real (out, "base_ns", is_known ? self->base_ns : LSC_REAL_NULL);
  lsc_cli_json_add_real (out, "ideal_ns", is_known ? self->ideal_ns : LSC_REAL_NULL);
  lsc_cli_json_add_real (out, "even_ns", is_known ? self->even_ns : LSC_REAL_NULL);
  lsc_cli_json_add_real (out, "balanced_ns", is_known ? self->balanced_ns : LSC_REAL_NULL);
  lsc_cli_json_add_real (out, "even_balanced_ns",
                         is_known ? self->even_balanced_ns : LSC_REAL_NULL);
  lsc_cli_json_add_int (out, "steps_left_out", (gint64) self->n_left_out);
  lsc_cli_json_add_text (out, "not_available", refusal);
  json_builder_end_object (out);
}

/* One object for a job; of several a list of them. */
static char *
make_json (const GPtrArray *studies)
{
  g_autoptr (JsonBuilder) out = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  if (studies->len > 1)
    {
      json_builder_begin_object (out);
      json_builder_set_member_name (out, "jobs");
      json_builder_begin_array (out);
    }
  for (guint i = 0; i < studies->len; i++)
    add_study (out, studies->pdata[i]);
  if (studies->len > 1)
    {
      json_builder_end_array (out);
      json_builder_end_object (out);
    }
  root = json_builder_get_root (out);
  text = json_to_string (root, FALSE);
  return g_strconcat (text, "\n", NULL);
}

/* ---- text ---- */

/* A line of a table: @index: of what it is about */
typedef struct
{
  double slowdown;
  gsize index;
} Line;

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const Line *x = a, *y = b;

  LSC_RETURN_ORDER (y->slowdown, x->slowdown);
  return LSC_ORDER (x->index, y->index);
}

typedef double (*GetSlowdown) (const LscStragglers *self, gsize index);
typedef char *(*Describe) (const LscStragglers *self, gsize index);

/* The highest first. */
static void
append_lines (GString *out, const LscStragglers *self, gsize n, const char *title, GetSlowdown get,
              Describe describe)
{
  g_autofree Line *lines = g_new (Line, n + 1);

  for (gsize i = 0; i < n; i++)
    lines[i] = (Line){ .slowdown = get (self, i), .index = i };
  if (n > 1)
    qsort (lines, n, sizeof *lines, compare_lines);
  g_string_append_c (out, '\n');
  lsc_cli_append (out, "%s\n", title);
  for (gsize i = 0; i < MIN (n, MOST_LINES); i++)
    {
      g_autofree char *words = describe (self, lines[i].index);

      lsc_cli_append (out, "  %7.4f  %s\n", lines[i].slowdown, words);
    }
  if (n > MOST_LINES)
    lsc_cli_append (out,
                    ngettext ("  and %zu more (--json has all)\n",
                              "  and %zu more (--json has all)\n", n - MOST_LINES),
                    n - MOST_LINES);
}

static double
get_kind (const LscStragglers *self, gsize i)
{
  return self->kinds[i].slowdown;
}

static char *
describe_kind (const LscStragglers *self, gsize i)
{
  return g_strdup (self->kinds[i].name);
}

static double
get_stage (const LscStragglers *self, gsize i)
{
  return self->stages[i].slowdown;
}

static char *
describe_stage (const LscStragglers *self, gsize i)
{
  const LscStragglerStage *stage = &self->stages[i];
  g_autofree char *forward = NULL, *backward = NULL;

  if (isnan (stage->forward_ns) || isnan (stage->backward_ns))
    return g_strdup_printf (_ ("stage %" PRId64), stage->stage);
  forward = lsc_format_duration ((gint64) stage->forward_ns, LSC_TIME_UNIT_AUTO);
  backward = lsc_format_duration ((gint64) stage->backward_ns, LSC_TIME_UNIT_AUTO);
  return g_strdup_printf (_ ("stage %" PRId64 ": a forward takes %s, a backward %s on average"),
                          stage->stage, forward, backward);
}

static double
get_replica (const LscStragglers *self, gsize i)
{
  return self->slowdown_of_replica[i];
}

static char *
describe_replica (const LscStragglers *self, gsize i)
{
  return g_strdup_printf (_ ("replica %" PRId64), self->replicas[i]);
}

static double
get_step (const LscStragglers *self, gsize i)
{
  return self->steps[i].slowdown;
}

static char *
describe_step (const LscStragglers *self, gsize i)
{
  g_autofree char *length = lsc_format_duration (self->steps[i].base_ns, LSC_TIME_UNIT_AUTO);

  return g_strdup_printf (_ ("step %" PRId64 ": %s"), self->steps[i].number, length);
}

static void
append_answer (GString *out, const LscStragglers *self)
{
  g_autofree char *base = lsc_format_duration ((gint64) self->base_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *ideal = lsc_format_duration ((gint64) self->ideal_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *recorded = lsc_format_duration ((gint64) self->recorded_ns, LSC_TIME_UNIT_AUTO);

  lsc_cli_append (out,
                  ngettext ("Replayed, a step takes %s; with all ops of a kind alike it would take "
                            "%s: S = %.4f, of %zu step.\n",
                            "Replayed, a step takes %s; with all ops of a kind alike it would take "
                            "%s: S = %.4f, of %zu steps.\n",
                            self->n_steps),
                  base, ideal, self->slowdown, self->n_steps);
  if (!isnan (self->replay_error))
    lsc_cli_append (out, _ ("The steps were recorded as %s long: the replay is off by %.1f %%.\n"),
                    recorded, round (self->replay_error * 1000) / 10 + 0.0);
}

static void
append_shares (GString *out, const LscStragglers *self)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (isnan (self->m_w))
    {
      lsc_cli_append (out, "%s\n", _ ("So the ops cost nothing by being uneven."));
      return;
    }
  for (gsize i = 0; i < MIN (self->n_slowest, MOST_LINES); i++)
    {
      g_autofree char *name = name_worker (&self->workers[self->slowest[i]]);

      g_string_append_printf (names, "%s(%s)", i > 0 ? " " : "", name);
    }
  lsc_cli_append (out,
                  _ ("The last stage makes up %.1f %% of the loss (M_S), the slowest workers %.1f "
                     "%% (M_W; replica, stage: %s%s).\n"),
                  self->m_s * 100, self->m_w * 100, names->str,
                  self->n_slowest > MOST_LINES ? " …" : "");
}

/* Which kind of cause the workers show, as the map says it. */
static void
append_marks (GString *out, const LscStragglers *self)
{
  g_autoptr (LscStragglerMarks) marks = lsc_straggler_marks_new (self);
  g_autofree char *text = lsc_phrase_to_words (marks->text);
  g_autofree char *detail = marks->detail ? lsc_phrase_to_words (marks->detail) : NULL;

  lsc_cli_append (out, _ ("%s.\n"), text);
  if (detail)
    lsc_cli_append (out, _ ("%s.\n"), detail);
}

static void
append_study (GString *out, const LscStragglers *self)
{
  if (self->refusal)
    {
      g_autofree char *words = lsc_phrase_to_words (self->refusal);

      lsc_cli_append (out, "%s\n", words);
      return;
    }
  append_answer (out, self);
  append_shares (out, self);
  append_marks (out, self);
  append_lines (out, self, self->n_kinds, _ ("S by kind of ops"), get_kind, describe_kind);
  append_lines (out, self, self->n_stages, _ ("S by stage"), get_stage, describe_stage);
  append_lines (out, self, self->n_replicas, _ ("S by replica"), get_replica, describe_replica);
  append_lines (out, self, self->n_steps, _ ("S by step"), get_step, describe_step);
}

static char *
make_text (const GPtrArray *studies)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < studies->len; i++)
    {
      const LscStragglers *study = studies->pdata[i];

      if (i > 0)
        g_string_append_c (out, '\n');
      if (studies->len > 1)
        lsc_cli_append (out, "%s\n", study->name ? study->name : "?");
      append_study (out, study);
    }
  return g_string_free (out, FALSE);
}

/* ---- delivery ---- */

/* The rows of all jobs in each table. */
static GPtrArray *
join_tables (const GPtrArray *studies)
{
  GPtrArray *all = lsc_stragglers_list_tables (studies->pdata[0]);

  for (guint i = 1; i < studies->len; i++)
    {
      g_autoptr (GPtrArray) tables = lsc_stragglers_list_tables (studies->pdata[i]);

      for (guint k = 0; k < all->len; k++)
        lsc_table_append_table (all->pdata[k], tables->pdata[k]);
    }
  return all;
}

static gboolean
write_file (const LscCliRun *run, const GPtrArray *tables, const char *path, GError **error)
{
  return lsc_cli_write_tables ((LscTable **) tables->pdata, tables->len,
                               tables->pdata[tables->len - 1],
                               &(LscCliFile){ path, 0, run->project.job }, error);
}

/* ---- the map (drawing.md#straggler-map) ---- */

static gboolean
write_picture (const LscCliRun *run, const GPtrArray *studies, GError **error)
{
  const Options *options = (const Options *) run->options;
  const LscStragglers *study = studies->pdata[0];
  g_autoptr (LscStragglerMarks) marks = lsc_straggler_marks_new (study);
  g_autofree char *title = lsc_project_get_title (run->project.project);
  LscStragglerView view = { .study = study,
                            .marks = marks,
                            .width = options->width > 0 ? options->width : PICTURE_WIDTH,
                            .text_px = PICTURE_TEXT_PX,
                            .theme = options->is_dark ? lsc_theme_dark () : lsc_theme_light () };
  LscPictureOptions picture = { .path = options->out,
                                .scale = options->scale > 0 ? options->scale : 2,
                                .is_outlined = run->options->picture.is_outlined,
                                .page = { .is_whole = TRUE,
                                          .keep_theme = TRUE,
                                          .title = study->name ? study->name : title,
                                          .footer = "Lanescope " LSC_VERSION } };

  if (studies->len > 1)
    return lsc_fail (error, LSC_ERROR_USAGE, "%s",
                     _ ("--out draws one job, and there are several: choose one by --recording"));
  return lsc_export_stragglers (&view, &picture, error);
}

/* ---- all forms ---- */

static gboolean
deliver (LscCliRun *run, const GPtrArray *studies, GError **error)
{
  const Options *options = (const Options *) run->options;
  LscCliForms form = lsc_cli_get_form (&run->options->format);
  g_autoptr (GPtrArray) tables = join_tables (studies);
  g_autofree char *text = NULL;

  lsc_cli_end_progress ();
  if (options->out && !write_picture (run, studies, error))
    return FALSE;
  if (options->table && !write_file (run, tables, options->table, error))
    return FALSE;
  if (form == LSC_CLI_XLSX)
    return write_file (run, tables, run->options->format.xlsx, error);
  if (form == LSC_CLI_CSV) /* the workers */
    return lsc_cli_deliver_table (run, tables->pdata[tables->len - 1], 0, error);
  text = form == LSC_CLI_JSON ? make_json (studies) : make_text (studies);
  return lsc_cli_print_text (text);
}

static guint
count_refusals (const GPtrArray *studies)
{
  guint n = 0;

  for (guint i = 0; i < studies->len; i++)
    n += ((const LscStragglers *) studies->pdata[i])->refusal != NULL;
  return n;
}

static LscExit
fail_refused (const LscStragglers *study)
{
  g_autofree char *words = lsc_phrase_to_words (study->refusal);
  g_autofree char *shown = lsc_visible_line (words);

  g_printerr ("lanescope-cli: %s\n", shown);
  return LSC_EXIT_NOTHING;
}

static LscExit
run_stragglers (LscCliRun *run)
{
  const Options *options = (const Options *) run->options;
  LscCliProject *project = &run->project;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) studies =
      lsc_session_list_stragglers (project->session, options->steps, project->job, &error);
  guint n_refused = studies ? count_refusals (studies) : 0;

  lsc_notices_add_all (project->notices, lsc_session_get_pipeline_notices (project->session));
  lsc_cli_print_notices (project->notices, lsc_cli_least_severity (run->options));
  if (!studies)
    return lsc_cli_fail (error);
  if (n_refused == studies->len)
    return fail_refused (studies->pdata[0]);
  if (!deliver (run, studies, &error))
    return error ? lsc_cli_fail (error) : LSC_EXIT_IO;
  return n_refused > 0 || lsc_cli_project_is_part (project) ? LSC_EXIT_PART : LSC_EXIT_OK;
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
  ((LscCliOptions *) options)->takes_jobs = TRUE;
}

static void
clear (gpointer options)
{
  g_clear_pointer (&((Options *) options)->steps, lsc_step_list_free);
}

#define OPTION(field) G_STRUCT_OFFSET (Options, field)

static const LscCliOption entries[] = {
  { "steps", 0, 0, G_OPTION_ARG_CALLBACK, G_STRUCT_OFFSET (Options, steps),
    N_ ("Only these steps, by number: 16-30,33"), "LIST", .read = read_steps },
  { "table", 0, 0, G_OPTION_ARG_FILENAME, G_STRUCT_OFFSET (Options, table),
    N_ ("Write the tables: .xlsx, .db; the workers: .csv, .json"), "FILE",
    .endings = lsc_cli_table_endings,
    .fault = N_ ("--table takes a name that ends in .xlsx, .db, .csv or .json") },
  { "out", 0, 0, G_OPTION_ARG_FILENAME, OPTION (out),
    N_ ("Draw the map of stages and replicas: .svg, .png or .pdf"), "FILE",
    .endings = lsc_cli_picture_endings,
    .fault = N_ ("--out takes a name that ends in .svg, .png or .pdf") },
  { "width", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (width), N_ ("Width of the picture (1100)"), "PX",
    .most = 30000, .fault = N_ ("--scale goes up to 8 and --width up to 30000"), .needs = "out",
    .is_positive = TRUE },
  { "scale", 0, 0, G_OPTION_ARG_DOUBLE, OPTION (scale), N_ ("Pixels per unit of a PNG (2)"), "N",
    .most = 8, .fault = N_ ("--scale goes up to 8 and --width up to 30000"), .needs = "out",
    .is_positive = TRUE },
  { "dark", 0, 0, G_OPTION_ARG_NONE, OPTION (is_dark), N_ ("A dark page"), NULL, .needs = "out" },
  LSC_CLI_OUTLINES,
  { NULL },
};

const LscCliCommand lsc_cmd_stragglers = {
  .name = "stragglers",
  .usage = "PATH [--steps LIST] [--json] [--out FILE]",
  .line = N_ ("  stragglers what slow ops cost a job: by kind, stage, replica, worker and step"),
  .arguments = "PATH",
  .summary = N_ ("Replays the steps of a job with recorded and with equalised ops, and shows how "
                 "much kinds, stages, replicas and workers slow it down."),
  .n_words = 1,
  .groups =
      LSC_CLI_GROUP_FORMAT | LSC_CLI_GROUP_LAYOUT | LSC_CLI_GROUP_PIPELINE | LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_SOURCES,
  .set_defaults = set_defaults,
  .run = run_stragglers,
  .clear = clear,
};
