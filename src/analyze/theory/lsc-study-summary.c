/* lsc-study-summary.c - the facts of a step in the order a reader wants them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-study.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "analyze/lsc-table-list.h"
#include "analyze/theory/lsc-study-private.h"

typedef struct
{
  gint64 group;
  gint64 step;
  const char *name;
  const LscPhrase *title;
  gint64 rank;
  const LscPhrase *text;
  double value;
  const char *unit;
  const LscPhrase *note;
} Fact;

static const LscColumn summary_columns[] = {
  LSC_PIPELINE_COLUMN (Fact),
  LSC_PIPELINE_STEP_COLUMN (Fact),
  LSC_COLUMN (Fact, name, "name", N_ ("Name"), LSC_UNIT_NONE, "stable name",
              N_ ("Stable name of the fact.")),
  LSC_COLUMN (Fact, title, "title", N_ ("Fact"), LSC_UNIT_NONE, "theory.md#summary",
              N_ ("What is shown.")),
  LSC_COLUMN (Fact, rank, "rank", N_ ("Rank"), LSC_UNIT_ID, "rank",
              N_ ("Number of the rank; empty for facts about the whole pipeline.")),
  LSC_COLUMN (Fact, text, "text", N_ ("Value"), LSC_UNIT_NONE, "value with its unit, or a sentence",
              N_ ("The value with its unit, or a sentence.")),
  LSC_COLUMN (Fact, value, "value", N_ ("Number"), LSC_UNIT_NONE, "see unit",
              N_ ("The value as a number, in its unit.")),
  LSC_COLUMN (Fact, unit, "unit", N_ ("Unit"), LSC_UNIT_NONE, "ns, ratio or count",
              N_ ("Unit of the figure; a ratio of 1 is the whole.")),
  LSC_COLUMN (Fact, note, "note", N_ ("Remark"), LSC_UNIT_NONE, "definition or remark",
              N_ ("How the value is defined, or why there is none.")),
};

const LscTableInfo lsc_study_summary_table_info =
    LSC_TABLE_INFO ("PpSummary", Fact, summary_columns);

typedef struct
{
  const LscStudy *study;
  const LscPipelineStep *step;
  LscTable *table;
} Summary;

/* The phrases of a fact are its own until it is added. */
static Fact
make_fact (const char *name, const char *title)
{
  Fact fact;

  lsc_table_info_clear_row (&lsc_study_summary_table_info, &fact);
  fact.name = name;
  fact.title = lsc_phrase_new_text (title);
  return fact;
}

static LscPhrase *
say (const char *message)
{
  return message ? lsc_phrase_new_text (message) : NULL;
}

static void
add (const Summary *self, Fact fact)
{
  fact.group = self->study->group_index;
  fact.step = _lsc_study_step_id (self->study);
  lsc_table_add (self->table, &fact);
  lsc_phrase_free ((LscPhrase *) fact.title);
  lsc_phrase_free ((LscPhrase *) fact.text);
  lsc_phrase_free ((LscPhrase *) fact.note);
}

static void
add_text (const Summary *self, Fact fact, LscPhrase *text, LscPhrase *note)
{
  fact.text = text;
  fact.note = note;
  add (self, fact);
}

static void
add_number (const Summary *self, Fact fact, const char *text, double value, const char *unit)
{
  fact.text = lsc_phrase_new_verbatim (text);
  fact.value = value;
  fact.unit = unit;
  add (self, fact);
}

/* Facts stand below each other: in the unit of the window, which is the first, as far as a fact is
 * not far smaller. */
static void
add_time (const Summary *self, Fact fact, gint64 ns, LscPhrase *note)
{
  LscTimeUnit unit = lsc_time_common_unit (ABS (ns), self->step->t1_ns - self->step->t0_ns);
  g_autofree char *text = lsc_format_duration (ns, unit);

  fact.note = note;
  add_number (self, fact, text, (double) ns, "ns");
}

static void
add_ratio (const Summary *self, Fact fact, double ratio, const char *note)
{
  g_autofree char *text = lsc_format_share (ratio);

  fact.note = say (note);
  add_number (self, fact, text, ratio, "ratio");
}

static gint64
busy_sum (const LscPipelineStep *step, gsize *n_rows)
{
  gint64 busy = 0;

  *n_rows = 0;
  for (gsize i = 0; i < step->n_rows; i++)
    if (step->rows[i].n_blocks > 0)
      {
        busy += step->rows[i].metrics.busy_ns;
        (*n_rows)++;
      }
  return busy;
}

/* (transfer full): the bubble ratio with what the clocks leave open of it, if that shows. */
static LscPhrase *
describe_bubble (const LscPipelineStep *step)
{
  g_autofree char *ratio = lsc_format_share (step->bubble_ratio);
  g_autofree char *low = lsc_format_share (step->bubble_low);
  g_autofree char *high = lsc_format_share (step->bubble_high);

  if (g_str_equal (low, high))
    return lsc_phrase_new_verbatim (ratio);
  return lsc_phrase_new (N_ ("%s, from %s to %s as far as the clocks are known"), ratio, low, high);
}

/* A ratio that comes of times of several ranks. */
static void
add_compared (const Summary *self, Fact fact, double ratio, const char *note)
{
  const LscPhrase *unknown = self->study->group->clocks.unknown;

  if (unknown)
    add_text (self, fact, NULL,
              lsc_phrase_new (N_ ("not available: %s"), lsc_phrase_as_argument (unknown)));
  else
    add_ratio (self, fact, ratio, note);
}

static void
add_bubble (const Summary *self)
{
  Fact fact = make_fact ("bubble_ratio", N_ ("Bubble ratio"));

  if (self->study->group->clocks.unknown)
    {
      add_compared (self, fact, -1, NULL);
      return;
    }
  fact.value = self->step->bubble_ratio;
  fact.unit = "ratio";
  add_text (self, fact, describe_bubble (self->step), say (N_ ("1 - busy / (ranks x window)")));
}

/* Why nobody knows what the ranks compute. */
static const char *
explain_missing_net (const LscPipelineStep *step)
{
  for (gsize i = 0; i < step->n_rows; i++)
    if (step->rows[i].n_blocks > 0 && (step->rows[i].blocks[0].flags & LSC_BLOCK_HOST_TIME))
      return N_ ("not known, because blocks have times of the host alone");
  return N_ ("not known, because compute kernels inside the blocks were not recorded");
}

static void
add_ratios (const Summary *self)
{
  const LscPipelineStep *step = self->step;
  gsize n;
  gint64 busy = busy_sum (step, &n);
  Fact net = make_fact ("net_ratio", N_ ("Net ratio"));

  add_time (self, make_fact ("window", N_ ("Window")), step->t1_ns - step->t0_ns,
            say (self->study->group->clocks.unknown
                     ? N_ ("first block start to last block end, in times as they were recorded")
                     : N_ ("first block start to last block end")));
  add_time (self, make_fact ("lower_bound", N_ ("Work per rank")), busy / (gint64) MAX (n, 1),
            say (N_ ("busy time / ranks: no schedule with the same blocks is shorter")));
  add_bubble (self);
  add_compared (self, make_fact ("bubble_over_work", N_ ("Bubble over work")),
                step->bubble_over_work, N_ ("bubble / busy; papers use both"));
  if (step->net_ratio >= 0 || self->study->group->clocks.unknown)
    add_compared (self, net, step->net_ratio,
                  N_ ("1 - compute / (ranks x window): also counts what waits inside blocks"));
  else
    add_text (self, net, NULL, say (explain_missing_net (step)));
}

/* (transfer full): why a number that needs all ranks is not there. */
static LscPhrase *
describe_lack (const LscStudy *study)
{
  g_autoptr (LscPhrase) why =
      study->missing ? lsc_phrase_copy (study->missing) : say (N_ ("there is no theory"));

  return lsc_phrase_new (N_ ("not available: %s"), lsc_phrase_as_argument (why));
}

static void
add_ideal (const Summary *self)
{
  const LscStudy *study = self->study;
  Fact ideal = make_fact ("ideal_ratio", N_ ("Ideal bubble ratio"));

  if (study->ideal_ratio < 0)
    {
      add_text (self, ideal, NULL, describe_lack (study));
      return;
    }
  add_ratio (self, ideal, study->ideal_ratio,
             study->missing
                 ? N_ ("ranks that were not recorded are assumed to behave like the others")
                 : N_ ("of the schedule with equal stages and no latency"));
  if (study->has_closed_form)
    add_time (self,
              make_fact ("closed_form", study->closed_form.is_every_rank
                                            ? N_ ("Bubble by formula, every rank")
                                            : N_ ("Bubble by formula, largest rank")),
              study->closed_form.bubble_ns, lsc_phrase_new_verbatim (study->closed_form.formula));
}

static void
add_rungs (const Summary *self)
{
  static const LscWord facts[LSC_N_RUNGS] = { { "ideal_window", N_ ("Ideal window") },
                                              { "imbalance", N_ ("Imbalance") },
                                              { "jitter", N_ ("Jitter") },
                                              { "latency_loss", N_ ("Latency of messages") },
                                              { "link_loss", N_ ("Slow links") },
                                              { "rest", N_ ("Rest") } };
  const gint64 *rungs = self->study->rungs;

  for (int i = 0; i < LSC_N_RUNGS; i++)
    {
      Fact fact = make_fact (facts[i].key, facts[i].title);

      if (rungs[i] < 0 || (i > 0 && rungs[i - 1] < 0))
        add_text (self, fact, NULL, describe_lack (self->study));
      else
        add_time (self, fact, i > 0 ? rungs[i] - rungs[i - 1] : rungs[i],
                  say (i > 0 ? N_ ("longer than the replay without it; may be negative")
                             : N_ ("replay with the mean of each kind")));
    }
}

/* ---- causes ---- */

static gint64
sum_of_cause (const LscBlame *blame, LscCause cause)
{
  guint first = lsc_blame_part (cause, 0), n = cause == LSC_CAUSE_WORK ? LSC_BLOCK_N_KINDS : 1;
  gint64 sum = 0;

  for (gsize cell = 0; cell < blame->n_ranks * blame->n_ranks; cell++)
    for (guint part = first; part < first + n; part++)
      sum += blame->ns[cell * LSC_BLAME_N_PARTS + part];
  return sum;
}

static void
add_cause (const Summary *self, LscCause cause, gint64 sum, gint64 all, LscTimeUnit unit)
{
  g_autofree char *name = g_strdup_printf ("bubble_%s", lsc_cause_name (cause));
  g_autofree char *length = lsc_format_duration (sum, unit);
  g_autofree char *share = lsc_format_share ((double) sum / (double) all);
  g_autoptr (LscPhrase) words = say (lsc_cause_words[cause].title);
  Fact fact;

  lsc_table_info_clear_row (&lsc_study_summary_table_info, &fact);
  fact.name = name;
  fact.title = lsc_phrase_new (N_ ("Bubble, %s"), lsc_phrase_as_argument (words));
  fact.value = (double) sum;
  fact.unit = "ns";
  add_text (self, fact, lsc_phrase_new (N_ ("%s, %s of the bubbles of all ranks"), length, share),
            say (N_ ("sum over the ranks")));
}

static void
add_causes (const Summary *self)
{
  gint64 sums[LSC_CAUSE_N], all = 0, least = 0, most = 0;
  LscTimeUnit unit;

  for (int cause = 0; cause < LSC_CAUSE_N; cause++)
    {
      all += sums[cause] = sum_of_cause (self->study->wait, (LscCause) cause);
      least = sums[cause] > 0 && (least == 0 || sums[cause] < least) ? sums[cause] : least;
      most = MAX (most, sums[cause]);
    }
  unit = lsc_time_common_unit (least, most);
  for (int cause = 0; cause < LSC_CAUSE_N; cause++)
    if (sums[cause] > 0)
      add_cause (self, (LscCause) cause, sums[cause], all, unit);
}

static void
add_latency (const Summary *self)
{
  const LscStudy *study = self->study;
  Fact fact = make_fact ("latency", N_ ("Latency of a message"));

  if (study->n_latency == 0)
    add_text (self, fact, NULL,
              say (N_ ("not available: no block waited for a message; 0 is assumed")));
  else
    add_time (self, fact, study->latency_ns,
              lsc_phrase_new (N_ ("median over %zu blocks that waited for one"), study->n_latency));
}

/* How much of [begin, end) receive operators cover. They are by start; @cursor skips those that end
 * before, as intervals come in time order. */
static gint64
covered_by_receives (const LscPipelineRow *row, gsize *cursor, gint64 begin_ns, gint64 end_ns)
{
  gint64 covered = 0;

  while (*cursor < row->n_legs && row->legs[*cursor].end_ns <= begin_ns)
    (*cursor)++;
  for (gsize i = *cursor; i < row->n_legs && row->legs[i].start_ns < end_ns; i++)
    {
      const LscLeg *leg = &row->legs[i];
      gint64 from = MAX (begin_ns, leg->start_ns), to = MIN (end_ns, leg->end_ns);

      if (leg->is_send || to <= from)
        continue;
      covered += to - from;
      begin_ns = to;
    }
  return covered;
}

/* How long a rank was idle between its blocks with a receive running, ns (pipeline.md#link-times);
 * -1 if no receive was recorded. */
static gint64
get_p2p_wait (const LscPipelineStep *step, gsize row)
{
  const LscPipelineRow *at = &step->rows[row];
  gint64 sum = 0, covered = step->t0_ns;
  gboolean any = FALSE;
  gsize cursor = 0;

  for (gsize i = 0; i < at->n_legs && !any; i++)
    any = !at->legs[i].is_send;
  for (gsize i = 0; i < at->n_blocks && any; i++)
    {
      sum += covered_by_receives (at, &cursor, covered, at->blocks[i].start_ns);
      covered = MAX (covered, at->blocks[i].end_ns);
    }
  return any ? sum : -1;
}

static void
add_rank_facts (const Summary *self)
{
  g_autofree LscRowMetrics *stats =
      self->study->plan ? lsc_plan_rank_stats (self->study->plan, &self->study->times, NULL) : NULL;

  for (gsize i = 0; i < self->step->n_rows; i++)
    {
      const LscPipelineRow *row = &self->step->rows[i];
      gint64 wait = get_p2p_wait (self->step, i);

      if (stats && row->n_blocks > 0)
        {
          g_autofree char *text = lsc_format_count ((gint64) stats[i].peak);
          Fact peak = make_fact ("peak_activations", N_ ("Activations held at most"));

          peak.rank = row->rank;
          peak.note = say (N_ ("chunks of micro-batches"));
          add_number (self, peak, text, (double) stats[i].peak, "count");
        }
      if (wait >= 0)
        {
          Fact idle = make_fact ("p2p_wait", N_ ("Idle with a receive running"));

          idle.rank = row->rank;
          add_time (self, idle, wait, say (N_ ("between blocks")));
        }
    }
}

static void
add_clocks (const Summary *self)
{
  const LscPipelineClocks *clocks = &self->study->group->clocks;

  add_text (self, make_fact ("clocks", N_ ("Clocks")), lsc_phrase_copy (clocks->text),
            clocks->text ? lsc_phrase_copy (clocks->advice)
                         : say (N_ ("not available: the clocks were not compared")));
}

static void
add_remarks (const Summary *self)
{
  const LscStudy *study = self->study;

  if (study->is_unexplained)
    add_text (self, make_fact ("remark", N_ ("Remark")),
              /* xgettext:no-c-format */
              say (N_ ("The model does not explain this step: the replay with measured blocks and "
                       "latency differs from the measured window by more than 10 %.")),
              say (N_ ("predictions for it are to be taken with caution")));
  if (study->missing)
    add_text (self, make_fact ("missing", N_ ("Missing")), lsc_phrase_copy (study->missing),
              say (N_ ("what the others waited for through it is not known")));
}

/**
 * lsc_study_summary_table:
 *
 * Returns: (transfer full): table PpSummary: facts in the order a reader wants them: the step's
 *   ratios and those of the ideal, what lies between, causes of idle time, clocks, remarks. A fact
 * that is not available has a note that says why, and no value.
 */
LscTable *
lsc_study_summary_table (const LscStudy *self)
{
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new_for (&lsc_study_summary_table_info);
  Summary summary = { .study = self, .step = lsc_study_get_step (self), .table = table };

  if (self->refusal)
    add_text (&summary, make_fact ("refusal", N_ ("Theory and waits")), NULL,
              lsc_phrase_copy (self->refusal));
  else if (!self->missing)
    add_ratios (&summary);
  if (!self->refusal)
    {
      add_ideal (&summary);
      add_rungs (&summary);
      add_causes (&summary);
      add_latency (&summary);
    }
  add_clocks (&summary);
  add_remarks (&summary);
  add_rank_facts (&summary);
  return table;
}
