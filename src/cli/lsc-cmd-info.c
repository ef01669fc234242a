/* lsc-cmd-info.c - info: what a folder or file holds
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <unistd.h>

#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-cli-text.h"
#include "session/lsc-session-find.h"
#include "session/lsc-session-counts.h"

typedef struct
{
  LscCliOptions common;
  gboolean is_json;
} Options;

/** A rank with what its header says, %NULL when it cannot be read; of a recording whose header says
 * little, with what its events say. */
typedef struct
{
  LscSource *source;
  LscRunSummary *summary;
  LscSessionCounts *counts; /* (nullable) */
} Header;

typedef struct
{
  LscCliProject *project;
  Header *headers;
  gboolean is_verbose;
} Headers;

static void
note_unread (Headers *self, const Header *header, const GError *error)
{
  LscNotice *notice = lsc_notice_mark_loss (
      lsc_notice_new (LSC_SEVERITY_ERROR, "rank-unreadable", "%s", error->message));

  lsc_notice_set_place (notice, header->source->rank, header->source->file, NULL);
  lsc_notices_add (self->project->notices, notice);
}

/* Traces have no header: what is in them is known once they are read. */
static void
read_events (Headers *self, Header *header)
{
  g_autoptr (GError) error = NULL;

  header->counts =
      lsc_session_count_events (self->project->session, header->source, self->project->job, &error);
  if (!header->counts)
    note_unread (self, header, error);
  else if (header->summary->device < 0)
    header->summary->device = header->counts->device;
}

static void
clear_header (Header *self)
{
  g_clear_pointer (&self->summary, lsc_run_summary_free);
  g_clear_pointer (&self->counts, lsc_session_counts_free);
}

/* NULL where neither header nor events tell. */
static const LscSteps *
get_steps (const Header *header)
{
  if (header->summary && header->summary->has_steps)
    return &header->summary->steps;
  return header->counts ? &header->counts->steps : NULL;
}

static const char *
get_chip (const Header *header)
{
  return header->counts ? header->counts->chip : NULL;
}

static void
read_header (gsize index, gpointer user_data)
{
  Headers *self = user_data;
  Header *header = &self->headers[index];
  g_autoptr (GError) error = NULL;

  header->source = g_ptr_array_index (self->project->sources, index);
  header->summary = lsc_session_summarise (header->source, self->project->job, &error);
  if (header->summary)
    lsc_notices_add_all (self->project->notices, header->summary->notices);
  else
    note_unread (self, header, error);
  if (header->source->format == LSC_FORMAT_EXTRACT)
    return; /* its events are elsewhere, which is no failure */
  if (header->summary && !header->summary->has_steps)
    read_events (self, header);
  else if (header->summary)
    lsc_session_compare_sums (self->project->session, header->source, self->is_verbose,
                              self->project->job);
}

static void
add_text (JsonBuilder *json, const char *key, const char *text)
{
  json_builder_set_member_name (json, key);
  if (text)
    {
      g_autofree char *valid = g_utf8_make_valid (text, -1);

      json_builder_add_string_value (json, valid);
    }
  else
    {
      json_builder_add_null_value (json);
    }
}

static void
add_int (JsonBuilder *json, const char *key, gint64 value, gboolean is_known)
{
  json_builder_set_member_name (json, key);
  if (is_known)
    json_builder_add_int_value (json, value);
  else
    json_builder_add_null_value (json);
}

static void
add_steps (JsonBuilder *json, const Header *header)
{
  const LscSteps *steps = get_steps (header);

  json_builder_set_member_name (json, "steps");
  if (header->summary && !steps)
    {
      json_builder_add_null_value (json);
      return;
    }
  json_builder_begin_array (json);
  for (gsize i = 0; steps && i < steps->n; i++)
    {
      const LscStep *step = &steps->items[i];

      json_builder_begin_object (json);
      add_int (json, "id", step->id, TRUE);
      add_int (json, "start_ns", step->start_ns, TRUE);
      add_int (json, "end_ns", step->end_ns, TRUE);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
add_tables (JsonBuilder *json, const LscRunSummary *summary)
{
  json_builder_set_member_name (json, "tables");
  json_builder_begin_object (json);
  for (guint i = 0; summary && i < summary->table_names->len; i++)
    {
      gint64 rows = summary->table_rows.items[i];

      add_int (json, g_ptr_array_index (summary->table_names, i), rows, rows >= 0);
    }
  json_builder_end_object (json);
}

/* Names of the tables whose rows are about as many. */
static void
add_estimated (JsonBuilder *json, const LscRunSummary *summary)
{
  json_builder_set_member_name (json, "estimated_tables");
  json_builder_begin_array (json);
  for (gsize i = 0; summary && i < summary->estimated.n; i++)
    json_builder_add_string_value (
        json, g_ptr_array_index (summary->table_names, summary->estimated.items[i]));
  json_builder_end_array (json);
}

static void
add_events (JsonBuilder *json, const Header *header)
{
  const LscSessionCounts *counts = header->counts;

  add_int (json, "duration_ns", counts ? counts->duration_ns : 0, counts != NULL);
  add_int (json, "events", counts ? counts->n_events : 0, counts != NULL);
  add_int (json, "lanes", counts ? counts->n_lanes : 0, counts != NULL);
}

static void
add_rank (JsonBuilder *json, const Header *header)
{
  const LscRunSummary *summary = header->summary;
  gint64 rank = summary ? summary->rank : header->source->rank;

  json_builder_begin_object (json);
  add_int (json, "rank", rank, rank >= 0);
  if (lsc_rank_is_named (rank))
    add_text (json, "name", lsc_rank_name_find (rank));
  add_int (json, "device", summary ? summary->device : -1, summary && summary->device >= 0);
  add_text (json, "device_name", get_chip (header));
  add_text (json, "host", summary ? summary->host_name : NULL);
  add_text (json, "folder", header->source->folder);
  add_text (json, "database", header->source->file);
  add_int (json, "level", summary ? summary->level : -1, summary && summary->level >= 0);
  add_text (json, "schema", summary ? summary->schema_version : NULL);
  add_events (json, header);
  add_steps (json, header);
  add_tables (json, summary);
  add_estimated (json, summary);
  json_builder_end_object (json);
}

static void
add_clusters (JsonBuilder *json, const Headers *headers)
{
  const LscProject *project = headers->project->project;
  const Header *header = headers->headers; /* in the order of the clusters */

  json_builder_set_member_name (json, "clusters");
  json_builder_begin_array (json);
  for (guint i = 0; i < project->clusters->len; i++)
    {
      const LscCluster *cluster = g_ptr_array_index (project->clusters, i);

      json_builder_begin_object (json);
      add_text (json, "path", cluster->path);
      add_text (json, "name", cluster->name);
      json_builder_set_member_name (json, "ranks");
      json_builder_begin_array (json);
      for (guint k = 0; k < cluster->sources->len; k++)
        add_rank (json, header++);
      json_builder_end_array (json);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
add_problems (JsonBuilder *json, LscNotices *notices)
{
  g_autoptr (GPtrArray) list = lsc_cli_list_notices (notices);

  json_builder_set_member_name (json, "problems");
  json_builder_begin_array (json);
  for (guint i = 0; i < list->len; i++)
    {
      const LscNotice *notice = g_ptr_array_index (list, i);

      json_builder_begin_object (json);
      add_text (json, "severity", lsc_severity_name (notice->severity));
      add_text (json, "code", notice->code);
      add_int (json, "rank", notice->rank, notice->rank >= 0);
      if (lsc_rank_is_named (notice->rank))
        add_text (json, "name", lsc_rank_name_find (notice->rank));
      add_text (json, "file", notice->file);
      add_text (json, "table", notice->table);
      add_int (json, "count", notice->count, notice->count >= 0);
      add_text (json, "what", notice->what);
      add_text (json, "why", notice->why);
      add_text (json, "remedy", notice->remedy);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static char *
to_json (const Headers *headers)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (json);
  add_text (json, "path", headers->project->project->path);
  add_clusters (json, headers);
  add_problems (json, headers->project->notices);
  json_builder_end_object (json);
  root = json_builder_get_root (json);
  json_generator_set_pretty (generator, TRUE);
  json_generator_set_root (generator, root);
  text = json_generator_to_data (generator, NULL);
  return lsc_json_without_controls (text);
}

static void
append_each_step (GString *out, const LscSteps *steps)
{
  for (gsize i = 0; i < steps->n; i++)
    {
      const LscStep *step = &steps->items[i];
      g_autofree char *length =
          lsc_format_duration (step->end_ns - step->start_ns, LSC_TIME_UNIT_AUTO);

      lsc_cli_append (out, "    %s %" G_GINT64_FORMAT ": %s\n", _ ("step"), step->id, length);
    }
}

/* How many, and how long: a list of all is for who asks for it. */
static void
append_steps (GString *out, const Header *header, gboolean is_verbose)
{
  const LscSteps *steps = get_steps (header);
  gint64 least = G_MAXINT64, most = 0;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  if (steps && steps->n == 0)
    lsc_cli_append (out, "    %s\n", _ ("no steps"));
  if (!steps || steps->n == 0)
    return;
  for (gsize i = 0; i < steps->n; i++)
    {
      least = MIN (least, steps->items[i].end_ns - steps->items[i].start_ns);
      most = MAX (most, steps->items[i].end_ns - steps->items[i].start_ns);
    }
  from = lsc_format_duration (least, LSC_TIME_UNIT_AUTO);
  to = lsc_format_duration (most, LSC_TIME_UNIT_AUTO);
  if (strcmp (from, to) == 0)
    lsc_cli_append (out, ngettext ("    %zu step of %s\n", "    %zu steps of %s\n", steps->n),
                    steps->n, from);
  else
    lsc_cli_append (
        out, ngettext ("    %zu step of %s to %s\n", "    %zu steps of %s to %s\n", steps->n),
        steps->n, from, to);
  if (is_verbose)
    append_each_step (out, steps);
}

static void
append_tables (GString *out, const LscRunSummary *summary)
{
  gsize n_estimated = 0;

  for (guint i = 0; i < summary->table_names->len; i++)
    {
      const char *name = g_ptr_array_index (summary->table_names, i);
      gint64 n_rows = summary->table_rows.items[i];
      gboolean is_estimated =
          n_estimated < summary->estimated.n && summary->estimated.items[n_estimated] == i;
      g_autofree char *count = lsc_format_count (n_rows);
      g_autofree char *rows =
          is_estimated ? g_strdup_printf (_ ("about %s"), count) : g_strdup (count);

      n_estimated += is_estimated;
      if (n_rows < 0)
        lsc_cli_append (out, "    %s\n", name);
      else if (n_rows > 0)
        lsc_cli_append (out, "    %-34s %12s\n", name, rows);
    }
}

static void
append_events (GString *out, const Header *header)
{
  g_autofree char *length = NULL;
  g_autofree char *events = NULL;
  g_autofree char *lanes = NULL;

  if (!header->counts)
    return;
  length = lsc_format_duration (header->counts->duration_ns, LSC_TIME_UNIT_AUTO);
  events = lsc_format_count (header->counts->n_events);
  lanes = lsc_format_count (header->counts->n_lanes);
  /* Translators: a duration, a number of events, a number of lanes */
  lsc_cli_append (out, _ ("    %s, %s events in %s lanes\n"), length, events, lanes);
}

/* A GPU has no levels. */
static void
append_level (GString *out, const Header *header)
{
  if (header->summary->level >= 0)
    lsc_cli_append (out, "    %s %d", _ ("level"), header->summary->level);
  else if (header->counts && header->counts->is_gpu)
    lsc_cli_append (out, "    %s", _ ("GPU trace"));
  else
    lsc_cli_append (out, "    %s", _ ("level unknown"));
}

/* Names of kernels that no list knows: whether they communicate is for the reader to see. */
static void
append_unknown (GString *out, const Header *header)
{
  const GArray *list = header->counts ? header->counts->unknown : NULL;

  if (!list || list->len == 0)
    return;
  lsc_cli_append (out, "    %s\n", _ ("kernels of unknown names, counted as computing:"));
  for (guint i = 0; i < list->len; i++)
    {
      const LscSessionName *name = &g_array_index (list, LscSessionName, i);
      g_autofree char *length = lsc_format_duration (name->ns, LSC_TIME_UNIT_AUTO);

      lsc_cli_append (out, "      %s  %s\n", length, name->name);
    }
}

/* Where a worker stands; what is the same for all of its job stands at the first. */
static void
append_worker (GString *out, const Header *header, gboolean is_verbose)
{
  const LscJobOps *ops = header->source->ops;
  g_autofree char *n_ops = lsc_format_count ((gint64) ops->ops.n);

  if (header->source->worker == 0)
    {
      lsc_cli_append (out, _ ("    op timeline of the job %s: %zu workers, %zu steps, %s ops\n"),
                      ops->name, ops->workers.n, ops->steps.n, n_ops);
      if (ops->n_ranks > (gint64) ops->workers.n)
        lsc_cli_append (out,
                        _ ("    the job has %" PRId64 " ranks; the recorded ones represent all\n"),
                        ops->n_ranks);
    }
  append_events (out, header);
  if (header->source->worker == 0 || is_verbose)
    append_steps (out, header, is_verbose);
}

static void
append_rank (GString *out, const Header *header, gboolean is_verbose)
{
  const LscRunSummary *summary = header->summary;
  g_autofree char *label = lsc_source_get_label (header->source);
  g_autofree char *folder = g_filename_display_basename (header->source->folder);

  lsc_cli_append (out, "  %s  %s\n", label, folder);
  if (!summary)
    {
      lsc_cli_append (out, "    %s\n", _ ("could not be read"));
      return;
    }
  if (header->source->ops)
    {
      append_worker (out, header, is_verbose);
      return;
    }
  append_level (out, header);
  if (summary->device >= 0)
    lsc_cli_append (out, "%s%s %" G_GINT64_FORMAT, _ (", "), _ ("device"), summary->device);
  if (get_chip (header))
    lsc_cli_append (out, " (%s)", get_chip (header));
  if (summary->host_name)
    lsc_cli_append (out, "%s%s %s", _ (", "), _ ("host"), summary->host_name);
  if (summary->schema_version)
    lsc_cli_append (out, "%s%s %s", _ (", "), _ ("schema"), summary->schema_version);
  g_string_append_c (out, '\n');
  append_events (out, header);
  append_steps (out, header, is_verbose);
  if (!is_verbose)
    return;
  append_tables (out, summary);
  append_unknown (out, header);
}

#define MOST_HOSTS 4  /* names in a line */
#define MOST_RANKS 10 /* on a terminal */

/* The hosts of all ranks, each once. */
static char *
list_hosts (const Headers *headers, guint *n_hosts)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GString *out = g_string_new (NULL);

  *n_hosts = 0;
  for (guint i = 0; i < headers->project->sources->len; i++)
    {
      const LscRunSummary *summary = headers->headers[i].summary;

      if (!summary || !summary->host_name || !g_hash_table_add (seen, summary->host_name))
        continue;
      if ((*n_hosts)++ < MOST_HOSTS)
        g_string_append_printf (out, "%s%s", out->len > 0 ? C_ ("list of parts", ", ") : "",
                                summary->host_name);
    }
  if (*n_hosts > MOST_HOSTS)
    g_string_append_printf (out, "%s…", C_ ("list of parts", ", "));
  return g_string_free (out, FALSE);
}

/* The least and the most steps of a rank, of those that tell. */
static gboolean
count_steps (const Headers *headers, gsize *least, gsize *most)
{
  gboolean has_any = FALSE;

  for (guint i = 0; i < headers->project->sources->len; i++)
    {
      const LscSteps *steps = get_steps (&headers->headers[i]);

      if (!steps)
        continue;
      *least = has_any ? MIN (*least, steps->n) : steps->n;
      *most = has_any ? MAX (*most, steps->n) : steps->n;
      has_any = TRUE;
    }
  return has_any;
}

/* How much of what there is, before all of it. */
static void
append_sums (GString *out, const Headers *headers)
{
  guint n = headers->project->sources->len;
  guint n_hosts;
  gsize least = 0, most = 0;
  guint64 n_bytes = 0;
  g_autofree char *hosts = list_hosts (headers, &n_hosts);
  g_autofree char *size = NULL;

  for (guint i = 0; i < n; i++)
    n_bytes += (guint64) MAX (((LscSource *) headers->project->sources->pdata[i])->size_bytes, 0);
  size = g_format_size (n_bytes);
  lsc_cli_append (out, ngettext ("%u rank, %s", "%u ranks, %s", n), n, size);
  if (n_hosts > 0)
    lsc_cli_append (out, ngettext (", %u host (%s)", ", %u hosts (%s)", n_hosts), n_hosts, hosts);
  if (count_steps (headers, &least, &most) && least == most)
    lsc_cli_append (out, ngettext (", %zu step", ", %zu steps", (gulong) most), most);
  else if (most > 0)
    lsc_cli_append (out, _ (", %zu to %zu steps"), least, most);
  g_string_append_c (out, '\n');
}

static char *
to_text (const Headers *headers, gboolean is_verbose)
{
  const LscProject *project = headers->project->project;
  const Header *header = headers->headers; /* in the order of the clusters */
  g_autofree char *path = g_filename_display_name (project->path);
  gsize n_shown = 0;
  GString *out = g_string_new (NULL);

  lsc_cli_append (out, "%s\n", path);
  if (headers->project->sources->len > 0)
    append_sums (out, headers);
  for (guint i = 0; i < project->clusters->len; i++)
    {
      const LscCluster *cluster = g_ptr_array_index (project->clusters, i);
      g_autofree char *place = g_filename_display_name (cluster->path);

      if (project->clusters->len > 1)
        lsc_cli_append (out, "%s %s%s%s\n", _ ("Cluster"), place,
                        cluster->name ? " --recording " : "", cluster->name ? cluster->name : "");
      for (guint k = 0; k < cluster->sources->len; k++, header++)
        if (n_shown < lsc_cli_stdout_get_most (MOST_RANKS))
          {
            append_rank (out, header, is_verbose);
            n_shown++;
          }
    }
  lsc_cli_append_left_ranks (out, headers->project->sources->len, MOST_RANKS);
  if (!is_verbose && headers->project->sources->len > 0)
    lsc_cli_append (out, "%s\n", _ ("-v lists steps, tables and their rows."));
  return g_string_free (out, FALSE);
}

/* Programs get a document even where there is no recording: the reason is its one problem. */
static void
take_nothing (LscCliProject *project, const char *path, const GError *error)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  LscNotice *notice = lsc_notice_new (LSC_SEVERITY_ERROR, "nothing-found", "%s", error->message);

  lsc_notice_set_place (notice, LSC_RANK_NONE, full, NULL);
  lsc_notices_add (project->notices, notice);
  project->project = lsc_project_new (full);
}

/* Unlike the analyses, info shows several clusters and what cannot be read: it is there to tell. */
static LscExit
open_all (LscCliProject *project, LscCliOptions *options, gboolean is_json)
{
  g_autoptr (GError) error = NULL;

  lsc_cli_project_init (project, options, NULL);
  project->project = lsc_cli_find_project (options, options->path, project->job, &error);
  if (!project->project && is_json && g_error_matches (error, LSC_ERROR, LSC_ERROR_NOTHING))
    take_nothing (project, options->path, error);
  if (!project->project || !lsc_output_check_open (STDOUT_FILENO, &error))
    return lsc_cli_fail (error);
  lsc_notices_add_all (project->notices, project->project->notices);
  g_clear_pointer (&options->recording, g_free);
  options->all_runs = FALSE; /* as the headers of clusters are counted */
  lsc_cli_project_collect (project, options);
  return lsc_cli_project_start (project, options);
}

static LscExit
show (LscCliProject *project, const Options *options)
{
  gboolean is_json = options->is_json;
  LscSeverity least = options->common.quiet ? LSC_SEVERITY_ERROR : LSC_SEVERITY_NOTE;
  gsize n = project->sources->len;
  gsize n_read = 0;
  Headers headers = { project, g_new0 (Header, MAX (n, 1)), options->common.verbose };
  g_autofree char *text = NULL;
  gboolean is_written;

  lsc_job_run_parallel (project->n_threads, n, read_header, &headers);
  text = is_json ? to_json (&headers) : to_text (&headers, options->common.verbose);
  is_written = is_json ? lsc_cli_print (text, strlen (text)) && lsc_cli_print ("\n", 1)
                       : lsc_cli_print_text (text);
  if (!is_json)
    lsc_cli_print_notices (project->notices, least);
  for (gsize i = 0; i < n; i++)
    {
      n_read += headers.headers[i].summary != NULL;
      clear_header (&headers.headers[i]);
    }
  g_free (headers.headers);
  if (!is_written)
    return LSC_EXIT_IO;
  if (n_read == 0)
    return LSC_EXIT_NOTHING;
  project->has_unread = lsc_cli_has_unread_ranks (project->project);
  return lsc_cli_project_is_part (project) ? LSC_EXIT_PART : LSC_EXIT_OK;
}

static LscExit
open_and_show (LscCliRun *run)
{
  const Options *options = (const Options *) run->options;
  LscExit code = open_all (&run->project, run->options, options->is_json);

  if (code != LSC_EXIT_OK)
    return code;
  return show (&run->project, options);
}

static const LscCliOption entries[] = {
  { "json", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, is_json),
    N_ ("Print one JSON document"), NULL },
  { "all", 0, 0, G_OPTION_ARG_NONE, G_STRUCT_OFFSET (Options, common.format.is_all),
    N_ ("On a terminal: all ranks, not the first ten"), NULL },
  { NULL },
};

const LscCliCommand lsc_cmd_info = {
  .name = "info",
  .usage = "PATH [--json]",
  .line = N_ ("  info      what a folder or file holds: ranks, levels, tables, steps, problems"),
  .arguments = "PATH",
  .summary = N_ ("Shows what a folder or file contains: ranks, levels, tables, steps, problems."),
  .n_words = 1,
  .groups = LSC_CLI_GROUP_COMMON,
  .entries = entries,
  .options_size = sizeof (Options),
  .loads = LSC_CLI_LOADS_NOTHING,
  .run = open_and_show,
};
