/* lsc-cli-compare.c - reading two recordings, and their comparison as JSON
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-compare.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <math.h>

#include "cli/lsc-cli-chips.h"
#include "cli/lsc-cli-findings.h"
#include "cli/lsc-cli-json.h"
#include "session/lsc-session-set.h"

/** lsc_cli_compare_read_map: Returns: (transfer full) (nullable): a file of names */
LscNameMap *
lsc_cli_compare_read_map (const char *path, GError **error)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, error) ? lsc_name_map_parse (text, path, error)
                                                        : NULL;
}

/* ---- reading ------------------------------------------------------------------------------- */

/* Says what will be asked for, so that each rank is read once, and reads the ranks. */
static LscExit
read_side (const LscCliCompare *self, const LscCliProject *project, LscFindings **findings)
{
  LscDigestParts parts = LSC_DIGEST_COMPARED | (self->has_sheets ? LSC_SESSION_SHEETS : 0) |
                         (self->has_operators ? LSC_SESSION_OPERATORS : 0);
  g_autoptr (LscOverview) overview = NULL;
  g_autoptr (GPtrArray) digests = NULL;

  lsc_session_expect (project->session, parts, self->draws_pipelines);
  if (self->draws_timelines)
    lsc_session_expect_picture (project->session);
  if (self->is_judged)
    return lsc_cli_judge (project, self->options, &overview, findings);
  digests = lsc_cli_project_read (project, self->options, parts);
  return digests ? LSC_EXIT_OK : LSC_EXIT_NOTHING;
}

/* Each chip has a peak of its own. */
static LscCliOptions
get_options (const LscCliCompare *self, guint side)
{
  LscCliOptions options = *self->options;

  if (self->peaks[side] > 0)
    options.mfu_options.peak_tflops = self->peaks[side];
  return options;
}

/* ---- parts of a recording ---- */

/* Two parts of one recording are read as one, in which each rank is there once. */
static gboolean
are_of_one (LscSessionPart *const parts[LSC_N_SIDES])
{
  g_autoptr (GFile) before = g_file_new_for_path (parts[LSC_BEFORE]->path);
  g_autoptr (GFile) after = g_file_new_for_path (parts[LSC_AFTER]->path);

  return (lsc_session_part_is_part (parts[LSC_BEFORE]) ||
          lsc_session_part_is_part (parts[LSC_AFTER])) &&
         g_file_equal (before, after);
}

static LscExit
open_one (const LscCliCompare *self, LscSessionPart *const parts[LSC_N_SIDES],
          LscCliProject projects[LSC_N_SIDES])
{
  LscCliOptions own = *self->options;
  const char *before = parts[LSC_BEFORE]->rank, *after = parts[LSC_AFTER]->rank;
  g_autofree char *list = before && after ? g_strconcat (before, ",", after, NULL) : NULL;
  LscExit code;

  if ((before || after) && own.rank_list)
    return lsc_cli_usage (_ ("Name the ranks by --rank-list or behind the path, not by both"));
  if (list)
    own.rank_list = list;
  code = lsc_cli_project_open (&projects[LSC_BEFORE], &own, parts[LSC_BEFORE]->path);
  if (code != LSC_EXIT_OK)
    return code;
  lsc_cli_project_init (&projects[LSC_AFTER], &own, NULL);
  projects[LSC_AFTER].session = lsc_session_ref (projects[LSC_BEFORE].session);
  return LSC_EXIT_OK;
}

/* "Rank 3, Step 5"; of another recording than the other side, with its name. */
static char *
name_part (const LscSessionPart *part, gboolean is_of_one)
{
  g_autofree char *name = lsc_session_part_get_name (part);
  g_autofree char *folder = g_path_get_basename (part->path);

  if (name && !is_of_one)
    return g_strdup_printf (_ ("%s, %s"), folder, name);
  return name ? g_steal_pointer (&name) : g_steal_pointer (&folder);
}

/* What a side is, once it is read. @name: (nullable): that the user gave */
static LscExit
fill_side (LscSessionSide *side, LscSession *session, const LscSessionPart *part, const char *name,
           char **part_name)
{
  g_autoptr (GError) error = NULL;

  side->session = session;
  side->name = name ? name : *part_name;
  side->is_part = !name && lsc_session_part_is_part (part);
  side->has_steps = part->has_steps;
  side->first_step = part->first_step;
  side->last_step = part->last_step;
  if (part->rank)
    side->sources = lsc_session_part_find_sources (part, lsc_session_get_sources (session), &error);
  return error ? lsc_cli_fail (error) : LSC_EXIT_OK;
}

/* Both sides, where one of them is a part of its recording. */
static LscExit
open_parts (const LscCliCompare *self, LscSessionPart *const parts[LSC_N_SIDES],
            LscCliProject projects[LSC_N_SIDES], LscSessionPair **pair)
{
  guint n = self->names ? g_strv_length (self->names) : 0;
  gboolean is_one = are_of_one (parts);
  LscCliOptions own = *self->options;
  LscSessionSide sides[LSC_N_SIDES] = { { 0 } };
  char *names[LSC_N_SIDES] = { NULL, NULL };
  LscExit code = LSC_EXIT_OK;

  own.takes_steps = TRUE;
  if (self->is_judged)
    return lsc_cli_usage (_ ("--findings compares whole recordings, not ranks or steps of them"));
  for (guint side = 0; side < LSC_N_SIDES && code == LSC_EXIT_OK; side++)
    {
      if (is_one)
        code = side == LSC_BEFORE ? open_one (self, parts, projects) : LSC_EXIT_OK;
      else
        code = lsc_cli_project_open (&projects[side], &own, self->paths[side]);
      if (code == LSC_EXIT_OK && !(is_one && side == LSC_AFTER))
        code = read_side (self, &projects[side], NULL);
      names[side] = name_part (parts[side], is_one);
      if (code == LSC_EXIT_OK)
        code = fill_side (&sides[side], projects[side].session, parts[side],
                          n > side ? self->names[side] : NULL, &names[side]);
    }
  if (code == LSC_EXIT_OK)
    *pair = lsc_session_pair_new (sides, self->map);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_clear_pointer (&sides[side].sources, g_ptr_array_unref);
      g_free (names[side]);
    }
  return code;
}

/* Returns: whether both paths can be read as such */
static LscExit
parse_sides (const LscCliCompare *self, LscSessionPart *parts[LSC_N_SIDES])
{
  g_autoptr (GError) error = NULL;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (self->paths[side] && !(parts[side] = lsc_session_part_parse (self->paths[side], &error)))
      return lsc_cli_fail (error);
  return LSC_EXIT_OK;
}

static LscExit
open_whole (const LscCliCompare *self, LscCliProject projects[LSC_N_SIDES],
            LscFindings *findings[LSC_N_SIDES], LscSessionPair **pair)
{
  guint n = self->names ? g_strv_length (self->names) : 0;
  LscSessionSide sides[LSC_N_SIDES] = { { 0 } };

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      LscCliOptions options = get_options (self, side);
      LscExit code = lsc_cli_project_open (&projects[side], &options, self->paths[side]);

      if (code == LSC_EXIT_OK)
        code = read_side (self, &projects[side], &findings[side]);
      if (code != LSC_EXIT_OK)
        return code;
      sides[side].session = projects[side].session;
      sides[side].name = n > side ? self->names[side] : NULL;
    }
  *pair = lsc_session_pair_new (sides, self->map);
  return LSC_EXIT_OK;
}

/**
 * lsc_cli_compare_open:
 * @projects: zeroed; the caller's to clear in any case, after the pair
 * @findings: (out): of each side, where they are wanted; the caller's to free
 * @pair: (out) (transfer full) (nullable): %NULL where a side could not be read
 *
 * Reads both recordings.
 *
 * Returns: the exit code so far
 */
LscExit
lsc_cli_compare_open (const LscCliCompare *self, LscCliProject projects[LSC_N_SIDES],
                      LscFindings *findings[LSC_N_SIDES], LscSessionPair **pair)
{
  LscSessionPart *parts[LSC_N_SIDES] = { NULL, NULL };
  LscExit code;

  g_return_val_if_fail (self && projects && findings, LSC_EXIT_USAGE);
  *pair = NULL;
  code = parse_sides (self, parts);
  if (code == LSC_EXIT_OK)
    code =
        lsc_session_part_is_part (parts[LSC_BEFORE]) || lsc_session_part_is_part (parts[LSC_AFTER])
            ? open_parts (self, parts, projects, pair)
            : open_whole (self, projects, findings, pair);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    lsc_session_part_free (parts[side]);
  return code;
}

/* ---- sets of runs -------------------------------------------------------------------------- */

static void
free_project (gpointer data)
{
  lsc_cli_project_clear (data);
  g_free (data);
}

/** Returns: (transfer full) (element-type LscCliProject): none yet; to be freed after the pair */
GPtrArray *
lsc_cli_compare_new_projects (void)
{
  return g_ptr_array_new_with_free_func (free_project);
}

/* The sessions of a side, the first of which is open. */
static LscExit
open_side (const LscCliCompare *self, LscSide side, LscSession *first, GPtrArray *others,
           GPtrArray *sessions)
{
  g_ptr_array_add (sessions, first);
  for (guint i = 1; self->runs[side] && self->runs[side][i]; i++)
    {
      LscCliProject *project = g_new0 (LscCliProject, 1);
      LscFindings *findings = NULL;
      LscCliOptions options = get_options (self, side);
      LscExit code = lsc_cli_project_open (project, &options, self->runs[side][i]);

      g_ptr_array_add (others, project);
      if (code == LSC_EXIT_OK)
        code = read_side (self, project, &findings);
      g_clear_pointer (&findings, lsc_findings_unref);
      if (code != LSC_EXIT_OK)
        return code;
      g_ptr_array_add (sessions, project->session);
    }
  return LSC_EXIT_OK;
}

/**
 * lsc_cli_compare_open_runs:
 * @others: of lsc_cli_compare_new_projects(): gets all runs but the first ones
 *
 * As lsc_cli_compare_open(), of sets of runs (compare.md#runs).
 */
LscExit
lsc_cli_compare_open_runs (const LscCliCompare *self, LscCliProject projects[LSC_N_SIDES],
                           GPtrArray *others, LscFindings *findings[LSC_N_SIDES],
                           LscSessionPair **pair)
{
  g_autoptr (GPtrArray) before = g_ptr_array_new (), after = g_ptr_array_new ();
  GPtrArray *sessions[LSC_N_SIDES] = { before, after };
  guint n = self->names ? g_strv_length (self->names) : 0;
  LscSessionSet sets[LSC_N_SIDES];
  g_autoptr (GError) error = NULL;
  LscExit code = lsc_cli_compare_open (self, projects, findings, pair);

  for (guint side = 0; side < LSC_N_SIDES && code == LSC_EXIT_OK; side++)
    {
      code = open_side (self, side, projects[side].session, others, sessions[side]);
      sets[side] = (LscSessionSet){ (LscSession *const *) sessions[side]->pdata,
                                    sessions[side]->len, n > side ? self->names[side] : NULL,
                                    (const char *const *) self->runs[side] };
    }
  if (code != LSC_EXIT_OK || sessions[LSC_BEFORE]->len + sessions[LSC_AFTER]->len == 2)
    return code;
  g_clear_pointer (pair, lsc_session_pair_unref);
  *pair = lsc_session_sets_pair (sets, self->map, projects[LSC_BEFORE].job, &error);
  return *pair ? LSC_EXIT_OK : lsc_cli_fail (error);
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static void
add_significance (JsonBuilder *out, const LscChange *change)
{
  json_builder_set_member_name (out, "significant");
  if (change->significance == LSC_CHANGE_UNKNOWN || change->significance == LSC_CHANGE_NONE)
    json_builder_add_null_value (out);
  else
    json_builder_add_boolean_value (out, change->significance == LSC_CHANGE_REAL);
}

static void
add_place (JsonBuilder *out, const char *name, const LscComparePlace *place)
{
  json_builder_set_member_name (out, name);
  if (place->slice == LSC_SLICE_NONE)
    {
      json_builder_add_null_value (out);
      return;
    }
  json_builder_begin_object (out);
  lsc_cli_json_add_rank (out, "rank", "name", place->rank);
  lsc_cli_json_add_int (out, "slice_id", place->slice);
  lsc_cli_json_add_int (out, "start_ns", place->begin_ns);
  lsc_cli_json_add_int (out, "dur_ns", place->end_ns - place->begin_ns);
  json_builder_end_object (out);
}

static void
add_change (JsonBuilder *out, const LscChange *change, LscCompareList list)
{
  json_builder_begin_object (out);
  lsc_cli_json_add_text (out, "name", change->name);
  if (change->other_name)
    lsc_cli_json_add_text (out, "name_after", change->other_name);
  if (list == LSC_COMPARE_OPS)
    lsc_cli_json_add_text (out, "category",
                           lsc_budget_words[lsc_change_get_category (change, list)].key);
  lsc_cli_json_add_int (out, "a_ns", change->ns[LSC_BEFORE]);
  lsc_cli_json_add_int (out, "b_ns", change->ns[LSC_AFTER]);
  lsc_cli_json_add_int (out, "delta_ns", change->delta_ns);
  add_significance (out, change);
  lsc_cli_json_add_real (out, "p", change->p);
  if (list != LSC_COMPARE_CATEGORIES)
    {
      lsc_cli_json_add_text (out, "match", lsc_match_words[change->match].key);
      lsc_cli_json_add_real (out, "a_count", change->count[LSC_BEFORE]);
      lsc_cli_json_add_real (out, "b_count", change->count[LSC_AFTER]);
      lsc_cli_json_add_int (out, "count_effect_ns", change->count_effect_ns);
      lsc_cli_json_add_int (out, "speed_effect_ns", change->speed_effect_ns);
      add_place (out, "a_longest", &change->places[LSC_BEFORE]);
      add_place (out, "b_longest", &change->places[LSC_AFTER]);
    }
  json_builder_end_object (out);
}

static void
add_lists (JsonBuilder *out, const LscRankChange *ranks)
{
  static const char *const names[LSC_COMPARE_N_LISTS] = { "categories", "modules", "ops" };

  lsc_cli_json_add_int (out, "a_step_ns", ranks->step_ns[LSC_BEFORE]);
  lsc_cli_json_add_int (out, "b_step_ns", ranks->step_ns[LSC_AFTER]);
  lsc_cli_json_add_int (out, "step_delta_ns", ranks->step_delta_ns);
  for (guint list = 0; list < LSC_COMPARE_N_LISTS; list++)
    {
      json_builder_set_member_name (out, names[list]);
      json_builder_begin_array (out);
      for (guint i = 0; i < ranks->lists[list]->len; i++)
        add_change (out, lsc_rank_change_get (ranks, list, i), list);
      json_builder_end_array (out);
    }
}

static void
add_ranks (JsonBuilder *out, const LscCompare *self)
{
  json_builder_set_member_name (out, "ranks");
  json_builder_begin_array (out);
  for (guint i = 0; i < self->ranks->len; i++)
    {
      const LscRankChange *ranks = self->ranks->pdata[i];
      gint64 before = ranks->rank[LSC_BEFORE], after = ranks->rank[LSC_AFTER];

      json_builder_begin_object (out);
      lsc_cli_json_add_rank (out, "a_rank", "a_name", before);
      lsc_cli_json_add_rank (out, "b_rank", "b_name", after);
      lsc_cli_json_add_rank (out, "rank", "name", before);
      add_lists (out, ranks);
      json_builder_end_object (out);
    }
  json_builder_end_array (out);
}

static void
add_reasons (JsonBuilder *out, const LscCompare *self)
{
  json_builder_set_member_name (out, "reasons");
  json_builder_begin_array (out);
  for (guint i = 0; i < self->reasons->len; i++)
    {
      const LscCompareReason *reason = self->reasons->pdata[i];
      g_autofree char *words = lsc_phrase_to_words (reason->text);

      json_builder_add_string_value (out, words);
    }
  json_builder_end_array (out);
}

static void
add_verdict (JsonBuilder *out, const LscCompare *self)
{
  g_autofree char *words = lsc_phrase_to_words (self->text);

  json_builder_set_member_name (out, "verdict");
  json_builder_begin_object (out);
  lsc_cli_json_add_text (out, "text", words);
  lsc_cli_json_add_text (out, "word", lsc_compare_words[self->word].key);
  lsc_cli_json_add_text (out, "certainty", lsc_compare_certainty_words[self->certainty].key);
  lsc_cli_json_add_real (out, "noise_floor", self->floor);
  lsc_cli_json_add_real (out, "p", self->p);
  lsc_cli_json_add_int (out, "low_ns", self->low_ns);
  lsc_cli_json_add_int (out, "high_ns", self->high_ns);
  json_builder_end_object (out);
}

/* compare.md#work */
static void
add_work (JsonBuilder *out, const LscCompare *self)
{
  const LscCompareWork *work = &self->work;

  json_builder_set_member_name (out, "work");
  json_builder_begin_object (out);
  lsc_cli_json_add_text (out, "match", lsc_work_match_words[work->match].key);
  lsc_cli_json_add_real (out, "factor", work->factor);
  lsc_cli_json_add_real (out, "common", work->common);
  lsc_cli_json_add_real (out, "a_flops", work->has_flops ? work->flops[0] : LSC_REAL_NULL);
  lsc_cli_json_add_real (out, "b_flops", work->has_flops ? work->flops[1] : LSC_REAL_NULL);
  lsc_cli_json_add_real (out, "a_products", work->n_products[0]);
  lsc_cli_json_add_real (out, "b_products", work->n_products[1]);
  lsc_cli_json_add_real (out, "rate_change", self->rate_change);
  lsc_cli_json_add_real (out, "pace", work->pace);
  lsc_cli_json_add_real (out, "moved", work->moved);
  json_builder_end_object (out);
}

static void
add_unmatched (JsonBuilder *out, const LscCompare *self)
{
  g_autoptr (LscTable) table = lsc_compare_get_unmatched_table (self);

  json_builder_set_member_name (out, "unmatched");
  json_builder_begin_array (out);
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      json_builder_begin_object (out);
      lsc_cli_json_add_text (out, "type", lsc_table_get_named (table, i, "type").text);
      lsc_cli_json_add_text (out, "name", lsc_table_get_named (table, i, "name").text);
      lsc_cli_json_add_text (out, "match", lsc_table_get_named (table, i, "match").text);
      lsc_cli_json_add_int (out, "ns", lsc_table_get_named (table, i, "ns").integer);
      lsc_cli_json_add_real (out, "count", lsc_table_get_named (table, i, "count").real);
      json_builder_end_object (out);
    }
  json_builder_end_array (out);
}

static void
add_values (JsonBuilder *out, const char *name, const gint64 *values, gsize n)
{
  json_builder_set_member_name (out, name);
  json_builder_begin_array (out);
  for (gsize i = 0; i < n; i++)
    if (values[i] == LSC_INT_NULL)
      json_builder_add_null_value (out);
    else if (lsc_rank_is_named (values[i]))
      json_builder_add_string_value (out, lsc_rank_name_find (values[i]));
    else
      json_builder_add_int_value (out, values[i]);
  json_builder_end_array (out);
}

static void
add_steps (JsonBuilder *out, const LscCompare *self)
{
  static const char *const names[LSC_N_SIDES] = { "a_steps", "b_steps" };

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      const LscCompareSteps *steps = &self->steps[side];

      json_builder_set_member_name (out, names[side]);
      json_builder_begin_object (out);
      add_values (out, "steps", steps->steps.items, steps->steps.n);
      add_values (out, "ns", steps->ns.items, steps->ns.n);
      lsc_cli_json_add_int (out, "median_ns", steps->median_ns);
      lsc_cli_json_add_int (out, "spread_ns", steps->mad_ns);
      add_values (out, "left_out", steps->dropped.items, steps->dropped.n);
      add_values (out, "left_out_unlike", steps->unlike.items, steps->unlike.n);
      add_values (out, "unpaired_ranks", self->unpaired[side].items, self->unpaired[side].n);
      json_builder_end_object (out);
    }
}

/* compare.md#runs */
static void
add_runs (JsonBuilder *out, const LscCompare *self)
{
  if (self->runs.n[LSC_BEFORE] == 0)
    return;
  json_builder_set_member_name (out, "runs");
  json_builder_begin_object (out);
  add_values (out, "a_ns", self->levels[LSC_BEFORE].items, self->levels[LSC_BEFORE].n);
  add_values (out, "b_ns", self->levels[LSC_AFTER].items, self->levels[LSC_AFTER].n);
  lsc_cli_json_add_real (out, "change", self->runs.change);
  lsc_cli_json_add_real (out, "spread", self->runs.spread);
  lsc_cli_json_add_real (out, "p", self->runs.p);
  json_builder_end_object (out);
}

static void
add_kernels (JsonBuilder *out, const LscKernelPairs *kernels)
{
  json_builder_set_member_name (out, "kernels");
  json_builder_begin_object (out);
  lsc_cli_json_add_int (out, "exact", kernels->n_exact);
  lsc_cli_json_add_int (out, "other_shape", kernels->n_other_shape);
  lsc_cli_json_add_int (out, "renamed", kernels->n_renamed);
  lsc_cli_json_add_int (out, "only_before", kernels->n_only[LSC_BEFORE]);
  lsc_cli_json_add_int (out, "only_after", kernels->n_only[LSC_AFTER]);
  json_builder_end_object (out);
}

static void
add_pairs (JsonBuilder *out, const char *name, LscTable *table)
{
  json_builder_set_member_name (out, name);
  json_builder_begin_array (out);
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      json_builder_begin_object (out);
      for (guint column = 0; column < lsc_table_get_n_columns (table); column++)
        {
          const char *key = lsc_table_get_column (table, column)->name;
          LscValue value = lsc_table_get (table, row, column);

          if (value.type == LSC_TYPE_TEXT || value.is_null)
            lsc_cli_json_add_text (out, key, value.is_null ? NULL : value.text);
          else if (value.type == LSC_TYPE_INT)
            lsc_cli_json_add_int (out, key, value.integer);
          else
            lsc_cli_json_add_real (out, key, value.real);
        }
      json_builder_end_object (out);
    }
  json_builder_end_array (out);
  lsc_table_unref (table);
}

static void
add_finding (JsonBuilder *out, const LscFindingChange *change)
{
  const LscFinding *before = change->before, *after = change->after;
  const LscFinding *one = before ? before : after;
  g_autofree char *text_before = before ? lsc_phrase_to_words (before->text) : NULL;
  g_autofree char *text_after = after ? lsc_phrase_to_words (after->text) : NULL;

  json_builder_begin_object (out);
  lsc_cli_json_add_text (out, "id", one->id);
  add_values (out, "ranks", (const gint64 *) (gpointer) one->ranks->data, one->ranks->len);
  lsc_cli_json_add_real (out, "before_share", before ? before->share : LSC_REAL_NULL);
  lsc_cli_json_add_real (out, "after_share", after ? after->share : LSC_REAL_NULL);
  lsc_cli_json_add_text (out, "state", lsc_finding_state_words[change->state].key);
  lsc_cli_json_add_text (out, "before", text_before);
  lsc_cli_json_add_text (out, "after", text_after);
  json_builder_end_object (out);
}

static void
add_findings (JsonBuilder *out, const GArray *findings)
{
  json_builder_set_member_name (out, "findings");
  json_builder_begin_array (out);
  for (guint i = 0; i < findings->len; i++)
    add_finding (out, &g_array_index (findings, LscFindingChange, i));
  json_builder_end_array (out);
}

/**
 * lsc_cli_compare_to_json:
 * @operators: (nullable): groups of kernels, if they are wanted
 * @findings: (nullable) (element-type LscFindingChange): what became of them, if that is wanted
 * @chips: (nullable): both of them, likewise
 * @unknown: (element-type LscUnknownCells): which of its keys are not known
 *
 * Returns: (transfer full): the comparison as one JSON object and a line's end
 */
char *
lsc_cli_compare_to_json (const LscCompare *compare, const LscOpChanges *operators,
                         const GArray *findings, const LscChips *chips, const GPtrArray *unknown)
{
  g_autoptr (JsonBuilder) out = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (compare && unknown, NULL);
  out = json_builder_new ();
  json_builder_begin_object (out);
  lsc_cli_json_add_real (out, "comparable", compare->score);
  add_reasons (out, compare);
  json_builder_set_member_name (out, "identical");
  json_builder_add_boolean_value (out, compare->is_identical);
  add_verdict (out, compare);
  add_work (out, compare);
  add_lists (out, compare->total);
  add_unmatched (out, compare);
  add_kernels (out, &compare->kernels);
  add_pairs (out, "transitions", lsc_compare_get_transition_table (compare));
  add_pairs (out, "communication", lsc_compare_get_comm_table (compare));
  add_pairs (out, "memory", lsc_compare_get_memory_table (compare));
  if (operators)
    add_pairs (out, "operators", lsc_op_changes_get_table (operators));
  add_steps (out, compare);
  add_runs (out, compare);
  add_ranks (out, compare);
  if (findings)
    add_findings (out, findings);
  if (chips)
    lsc_cli_chips_add_json (out, chips);
  lsc_cli_json_add_unknown (out, unknown);
  json_builder_end_object (out);
  root = json_builder_get_root (out);
  text = json_to_string (root, FALSE);
  return g_strconcat (text, "\n", NULL);
}
