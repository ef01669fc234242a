/* lsc-pp-text.c - what the pp command says
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "analyze/pipeline/lsc-pipeline-candidates.h"
#include "judge/compare/lsc-pipeline-compare.h"
#include "base/lsc-sort.h"
#include "base/lsc-time.h"
#include "cli/lsc-cli-command.h"
#include "cli/lsc-pp.h"

/* What the clocks leave open of a ratio, if it shows; NULL else. */
static char *
describe_range (const LscPipelineStep *step)
{
  g_autofree char *low = lsc_format_share (step->bubble_low);
  g_autofree char *high = lsc_format_share (step->bubble_high);

  if (g_str_equal (low, high))
    return NULL;
  return g_strdup_printf (_ (", bubble %s to %s as far as the clocks are known"), low, high);
}

/* Bubbles come of times of several ranks. */
static void
append_window (GString *out, const LscPipelineStep *step)
{
  g_autofree char *window = lsc_format_duration (step->t1_ns - step->t0_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *ratio = lsc_format_share (step->bubble_ratio);
  g_autofree char *over_work = lsc_format_share (step->bubble_over_work);
  g_autofree char *range = describe_range (step);

  if (lsc_pipeline_step_is_compared (step))
    lsc_cli_append (out, _ ("%s: window %s, bubble %s of the window (%s over work)%s%s%s\n"),
                    step->label, window, ratio, over_work, range ? range : "",
                    step->is_partial ? _ (", recording cut") : "",
                    step->is_outlier ? _ (", excluded from means") : "");
  else
    lsc_cli_append (out, _ ("%s: window %s as recorded, bubble not known%s%s\n"), step->label,
                    window, step->is_partial ? _ (", recording cut") : "",
                    step->is_outlier ? _ (", excluded from means") : "");
}

static void
append_step (GString *out, const LscPipelineStep *step)
{
  append_window (out, step);
  for (gsize i = 0; i < step->n_rows; i++)
    {
      const LscPipelineRow *row = &step->rows[i];
      g_autofree char *busy = lsc_format_duration (row->metrics.busy_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *bubble = lsc_format_duration (row->metrics.bubble_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *warmup = lsc_format_duration (row->metrics.warmup_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *steady = lsc_format_duration (row->metrics.steady_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *cooldown =
          lsc_format_duration (row->metrics.cooldown_ns, LSC_TIME_UNIT_AUTO);
      g_autoptr (LscPhrase) name = lsc_rank_name_new (row->rank, NULL);
      g_autofree char *rank = lsc_phrase_to_words (name);

      if (row->is_recorded && !lsc_pipeline_step_is_compared (step))
        lsc_cli_append (out, _ ("  stage %d, %s: %zu blocks, busy %s\n"), row->stage, rank,
                        row->n_blocks, busy);
      else if (row->is_recorded)
        lsc_cli_append (out,
                        _ ("  stage %d, %s: %zu blocks, busy %s, bubble %s (warm-up %s, steady %s, "
                           "cool-down %s)\n"),
                        row->stage, rank, row->n_blocks, busy, bubble, warmup, steady, cooldown);
      else
        lsc_cli_append (out, _ ("  stage %d, %s: not recorded\n"), row->stage, rank);
    }
}

/* Facts of a study about all ranks: title and text of each row, why not where there is none. Ranks
 * have a line above. */
static void
append_study (GString *out, const LscStudy *study)
{
  g_autoptr (LscTable) table = lsc_study_summary_table (study);
  int title = lsc_table_find_column (table, "title"), text = lsc_table_find_column (table, "text");
  int rank = lsc_table_find_column (table, "rank"), note = lsc_table_find_column (table, "note");

  g_return_if_fail (title >= 0 && text >= 0 && rank >= 0 && note >= 0);
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      LscValue of_rank = lsc_table_get (table, i, (guint) rank);
      g_autofree char *name = lsc_table_get_words (table, i, (guint) title);
      g_autofree char *value = lsc_table_get_words (table, i, (guint) text);

      if (!value)
        value = lsc_table_get_words (table, i, (guint) note);
      if (of_rank.is_null && name && value)
        lsc_cli_append (out, _ ("  %s: %s\n"), name, value);
    }
}

static void
append_table (GString *out, const char *title, const LscTable *table, const char *const *columns)
{
  g_autoptr (LscTable) picked = lsc_cli_pick_columns (table, columns, NULL);
  g_autofree char *text = lsc_cli_table_to_text (picked);

  g_string_append_c (out, '\n');
  lsc_cli_append (out, "%s\n", title);
  g_string_append (out, text);
}

/* Appends sentences, one a line. */
static void
append_lines (GString *out, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    lsc_cli_append (out, "%s\n", lines[i]);
}

static void
append_what_if (GString *out, const LscWhatIf *what_if)
{
  static const char *const columns[] = { "schedule",     "window_ns", "step_ns",
                                         "change",       "direction", "per_micro_batch_ns",
                                         "bubble_ratio", "peaks",     "extra_messages",
                                         "low_ns",       "high_ns",   NULL };
  g_autoptr (LscTable) table = lsc_what_if_table (what_if);
  g_autofree char *assumptions = lsc_what_if_describe_assumptions (what_if);
  g_autofree char *ranges = lsc_what_if_describe_ranges (what_if, TRUE);

  append_table (out, _ ("What if"), table, columns);
  for (guint i = 0; i < what_if->rows->len; i++)
    {
      const LscWhatIfRow *row = g_ptr_array_index (what_if->rows, i);

      if (row->refusal)
        {
          g_autofree char *title = lsc_phrase_to_words (row->title);
          g_autofree char *refusal = lsc_phrase_to_words (row->refusal);

          lsc_cli_append (out, _ ("%s: %s\n"), title, refusal);
        }
    }
  if (ranges)
    append_lines (out, ranges);
  append_lines (out, assumptions);
}

/* One sentence: which is shorter, by how much of what. */
static void
append_verdict (GString *out, const LscPpJob *job)
{
  const LscPipelineStep *before = &job->side.group->steps[job->side.first];
  const LscPipelineStep *after = &job->twin_group->steps[job->twin_step];
  gint64 before_ns = before->t1_ns - before->t0_ns, after_ns = after->t1_ns - after->t0_ns;
  g_autofree char *from = lsc_format_duration (before_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *to = lsc_format_duration (after_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *by = lsc_format_duration (ABS (after_ns - before_ns), LSC_TIME_UNIT_AUTO);
  g_autofree char *share = NULL;

  if (before_ns <= 0)
    return;
  share = lsc_format_share (fabs ((double) (after_ns - before_ns)) / (double) before_ns);
  if (after_ns == before_ns)
    lsc_cli_append (out, _ ("The window of “%s” is as long: %s.\n"), job->twin_title, to);
  else if (after_ns < before_ns)
    lsc_cli_append (out,
                    _ ("The window of “%s” is shorter by %s, %s of the first: %s instead of "
                       "%s.\n"),
                    job->twin_title, by, share, to, from);
  else
    lsc_cli_append (out,
                    _ ("The window of “%s” is longer by %s, %s of the first: %s instead of "
                       "%s.\n"),
                    job->twin_title, by, share, to, from);
}

static void
append_delta (GString *out, const LscPpJob *job)
{
  static const char *const columns[] = { "stage",       "what",    "count",
                                         "other_count", "mean_ns", "other_mean_ns",
                                         "delta_ns",    "change",  NULL };
  g_autoptr (LscTable) table =
      lsc_pipeline_delta_table (job->side.group, &job->side.group->steps[job->side.first],
                                job->twin_group, &job->twin_group->steps[job->twin_step]);
  g_autofree char *title = g_strdup_printf (_ ("Differences to “%s”"), job->twin_title);

  append_table (out, title, table, columns);
  append_verdict (out, job);
}

static void
append_group (GString *out, const LscPipelineGroup *group)
{
  g_autofree char *others =
      group->is_recognised ? lsc_pipeline_group_describe_others (group) : NULL;
  g_autofree char *words = NULL;
  g_autofree char *banner = NULL;
  g_autofree char *clocks = lsc_phrase_to_words (group->clocks.text);
  g_autofree char *advice = lsc_phrase_to_words (group->clocks.advice);
  g_autofree char *sizes = lsc_schedule_describe_sizes (group->n_ranks, group->micro_batches);

  words = group->banner ? lsc_phrase_to_words (group->banner) : NULL;
  banner = words ? lsc_cli_join_lines (words) : NULL;
  lsc_cli_append (out, _ ("group %s: "), group->label);
  if (group->is_recognised)
    lsc_cli_append (out, "%s%s%s%s%s", group->schedule, group->variant ? _ (", ") : "",
                    group->variant ? group->variant : "", _ (", "), sizes);
  else
    g_string_append (out, _ ("schedule not recognised"));
  if (others)
    lsc_cli_append (out, _ ("; also possible: %s"), others);
  lsc_cli_append (out, _ ("; clocks: %s\n"), clocks ? clocks : _ ("not checked"));
  if (advice)
    lsc_cli_append (out, "%s\n", advice);
  if (banner)
    lsc_cli_append (out, "%s\n", banner);
}

/* What is wrong comes first. */
static void
append_verdicts (GString *out, const LscVerdicts *verdicts)
{
  if (!lsc_verdicts_get_first (verdicts))
    lsc_cli_append (out, "%s\n", lsc_verdicts_say_nothing (verdicts));
  for (guint i = 0; i < verdicts->rows->len; i++)
    {
      const LscVerdict *verdict = lsc_verdicts_get (verdicts, i);
      g_autoptr (LscPhrase) whole = lsc_verdict_say_whole (verdict);
      g_autofree char *words = lsc_phrase_to_words (whole);
      g_autofree char *remedy = lsc_phrase_to_words (verdict->remedy);

      lsc_cli_append (out, "%u. %s\n", i + 1, words);
      if (remedy)
        lsc_cli_append (out, "  → %s\n", remedy);
    }
}

static int
compare_windows (gconstpointer a, gconstpointer b)
{
  const LscPipelineGroup *x = *(LscPipelineGroup *const *) a;
  const LscPipelineGroup *y = *(LscPipelineGroup *const *) b;
  const LscPipelineStep *of_x = &x->steps[x->median_step], *of_y = &y->steps[y->median_step];

  LSC_RETURN_ORDER (of_y->t1_ns - of_y->t0_ns, of_x->t1_ns - of_x->t0_ns);
  return strcmp (x->label, y->label);
}

/* A line for each pipeline, the longest step first: the job's step is that of the slowest. */
static void
append_pipelines (GString *out, const LscPipeline *pipeline)
{
  g_autoptr (GPtrArray) groups = g_ptr_array_new ();

  for (guint i = 0; i < pipeline->groups->len && pipeline->groups->len > 1; i++)
    if (lsc_pipeline_get_group (pipeline, i)->n_steps > 0)
      g_ptr_array_add (groups, lsc_pipeline_get_group (pipeline, i));
  g_ptr_array_sort (groups, compare_windows);
  for (guint i = 0; i < groups->len; i++)
    {
      const LscPipelineGroup *group = g_ptr_array_index (groups, i);
      const LscPipelineStep *step = &group->steps[group->median_step];
      g_autofree char *window = lsc_format_duration (step->t1_ns - step->t0_ns, LSC_TIME_UNIT_AUTO);
      g_autofree char *ratio = lsc_format_share (step->bubble_ratio);

      if (group->clocks.unknown)
        lsc_cli_append (
            out, _ ("pipeline %u of %u, %s: median window %s as recorded, bubble not known\n"),
            i + 1, groups->len, group->label, window);
      else
        lsc_cli_append (out, _ ("pipeline %u of %u, %s: median window %s, bubble %s\n"), i + 1,
                        groups->len, group->label, window, ratio);
    }
}

/* The median step of another pipeline. */
static void
append_other (GString *out, const LscStudy *study)
{
  g_string_append_c (out, '\n');
  append_group (out, study->group);
  append_step (out, lsc_study_get_step (study));
  append_study (out, study);
}

/** Returns: (transfer full): all that the command tells a person. */
char *
lsc_pp_to_text (const LscPpJob *job)
{
  GString *out;
  const LscPpSide *side;

  g_return_val_if_fail (job, NULL);
  out = g_string_new (NULL);
  side = &job->side;
  append_verdicts (out, job->verdicts);
  append_pipelines (out, side->found.pipeline);
  append_group (out, side->group);
  for (gsize i = side->first; i < side->first + side->n; i++)
    append_step (out, &side->group->steps[i]);
  if (job->study && side->n > 1)
    lsc_cli_append (out, _ ("%s in detail:\n"), lsc_study_get_step (job->study)->label);
  if (job->study)
    append_study (out, job->study);
  for (guint i = 0; i < job->studies->len; i++)
    append_other (out, g_ptr_array_index (job->studies, i));
  if (job->what_if)
    append_what_if (out, job->what_if);
  if (job->twin_group)
    append_delta (out, job);
  return g_string_free (out, FALSE);
}
