/* lsc-study-summary.c - the facts of a step in the order a reader wants them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-time.h"
#include "analyze/theory/lsc-study-private.h"

enum
{
  FACT_NAME = LSC_STUDY_N_PLACE_COLUMNS,
  FACT_TITLE,
  FACT_RANK,
  FACT_TEXT,
  FACT_VALUE,
  FACT_UNIT,
  FACT_NOTE,
};

static const LscColumn summary_columns[] = {
  LSC_STUDY_PLACE_COLUMNS,
  { "name", N_ ("Name"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "stable name" },
  { "title", N_ ("Fact"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 5" },
  { "rank", N_ ("Rank"), LSC_TYPE_INT, LSC_UNIT_ID, "rank" },
  { "text", N_ ("Value"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "value with its unit, or a sentence" },
  { "value", N_ ("Number"), LSC_TYPE_REAL, LSC_UNIT_NONE, "see unit" },
  { "unit", N_ ("Unit"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "ns, ratio or count" },
  { "note", N_ ("Remark"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "definition or remark" },
};

#define SMALL_LOSS 0.02 /* of the step: nothing to look for */

typedef struct
{
  const LscStudy *study;
  const LscPipelineStep *step;
  LscTable *table;
} Summary;

static gsize
add_text (const Summary *self, const char *name, const char *title, const char *text,
          const char *note)
{
  gsize at = _lsc_study_add_row (self->study, self->table);

  lsc_table_set_text (self->table, at, FACT_NAME, name);
  lsc_table_set_text (self->table, at, FACT_TITLE, title);
  if (text)
    lsc_table_set_text (self->table, at, FACT_TEXT, text);
  if (note)
    lsc_table_set_text (self->table, at, FACT_NOTE, note);
  return at;
}

static gsize
add_time (const Summary *self, const char *name, const char *title, gint64 ns, const char *note)
{
  g_autofree char *text = lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
  gsize at = add_text (self, name, title, text, note);

  lsc_table_set_real (self->table, at, FACT_VALUE, (double) ns);
  lsc_table_set_text (self->table, at, FACT_UNIT, "ns");
  return at;
}

static void
add_ratio (const Summary *self, const char *name, const char *title, double ratio, const char *note)
{
  g_autofree char *text = lsc_format_share (ratio);
  gsize at = add_text (self, name, title, text, note);

  lsc_table_set_real (self->table, at, FACT_VALUE, ratio);
  lsc_table_set_text (self->table, at, FACT_UNIT, "ratio");
}

static void
add_count (const Summary *self, const char *name, const char *title, gsize count, const char *note)
{
  g_autofree char *text = lsc_format_count ((gint64) count);
  gsize at = add_text (self, name, title, text, note);

  lsc_table_set_real (self->table, at, FACT_VALUE, (double) count);
  lsc_table_set_text (self->table, at, FACT_UNIT, "count");
}

/* ---- what kind of step ---- */

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

/* The largest of the parts that lie between pure work and the measured window. */
static void
add_bound (const Summary *self)
{
  const gint64 *rungs = self->study->rungs;
  const char *const titles[] = {
    _ ("bound by its schedule: even with equal stages %s of the step is bubble"),
    _ ("bound by imbalance between stages: %s of the step"),
    _ ("bound by jitter between micro-batches: %s of the step"),
    _ ("bound by the latency of messages: %s of the step"),
    _ ("bound by what no replay explains (hosts, collectives between blocks, clocks): %s of the "
       "step"),
  };
  double window = (double) rungs[LSC_RUNG_MEASURED], best = SMALL_LOSS;
  g_autofree char *text = NULL;
  gsize n;
  gint64 last = busy_sum (self->step, &n) / (gint64) MAX (n, 1);

  for (guint i = 0; i < LSC_N_RUNGS && window > 0; i++)
    {
      double part = (double) (rungs[i] - last) / window;

      last = rungs[i];
      if (part > best)
        {
          g_autofree char *share = lsc_format_share (part);

          best = part;
          g_free (text);
          text = g_strdup_printf (titles[i], share);
        }
    }
  add_text (self, "bound", _ ("Kind of step"),
            /* xgettext:no-c-format */
            text ? text : _ ("mostly work: every loss is below 2 % of the step"), NULL);
}

static void
add_ratios (const Summary *self)
{
  const LscPipelineStep *step = self->step;
  gsize n;
  gint64 busy = busy_sum (step, &n);

  add_time (self, "window", _ ("Window"), step->t1_ns - step->t0_ns,
            _ ("first block start to last block end"));
  add_time (self, "lower_bound", _ ("Work per rank"), busy / (gint64) MAX (n, 1),
            _ ("busy time / ranks: no schedule with the same blocks is shorter"));
  add_ratio (self, "bubble_ratio", _ ("Bubble ratio"), step->bubble_ratio,
             _ ("1 - busy / (ranks x window)"));
  add_ratio (self, "bubble_over_work", _ ("Bubble over work"), step->bubble_over_work,
             _ ("bubble / busy; papers use both"));
  if (step->net_ratio >= 0)
    add_ratio (self, "net_ratio", _ ("Net ratio"), step->net_ratio,
               _ ("1 - compute / (ranks x window): also counts what waits inside blocks"));
  else
    add_text (self, "net_ratio", _ ("Net ratio"), NULL,
              _ ("not available: kernels inside blocks were not recorded"));
}

/* (transfer full): why a number that needs all ranks is not there. */
static char *
describe_lack (const LscStudy *study)
{
  return g_strdup_printf (_ ("not available: %s"),
                          study->missing ? study->missing : _ ("there is no theory"));
}

static void
add_ideal (const Summary *self)
{
  const LscStudy *study = self->study;
  const char *assumption =
      study->missing ? _ ("the ranks that were not recorded are taken to be like the others")
                     : NULL;

  if (study->ideal_ratio < 0)
    {
      g_autofree char *note = describe_lack (study);

      add_text (self, "ideal_ratio", _ ("Ideal bubble ratio"), NULL, note);
      return;
    }
  add_ratio (self, "ideal_ratio", _ ("Ideal bubble ratio"), study->ideal_ratio,
             assumption ? assumption : _ ("of the schedule with equal stages and no latency"));
  if (study->has_closed_form)
    add_time (self, "closed_form",
              study->closed_form.is_every_rank ? _ ("Bubble by formula, every rank")
                                               : _ ("Bubble by formula, largest rank"),
              study->closed_form.bubble_ns, study->closed_form.formula);
}

static void
add_rungs (const Summary *self)
{
  static const char *const names[LSC_N_RUNGS] = { "ideal_window", "imbalance", "jitter",
                                                  "latency_loss", "rest" };
  const char *const titles[LSC_N_RUNGS] = { _ ("Ideal window"), _ ("Imbalance"), _ ("Jitter"),
                                            _ ("Latency of messages"), _ ("Rest") };
  const gint64 *rungs = self->study->rungs;

  for (int i = 0; i < LSC_N_RUNGS; i++)
    if (rungs[i] < 0 || (i > 0 && rungs[i - 1] < 0))
      {
        g_autofree char *note = describe_lack (self->study);

        add_text (self, names[i], titles[i], NULL, note);
      }
    else
      add_time (self, names[i], titles[i], i > 0 ? rungs[i] - rungs[i - 1] : rungs[i],
                i > 0 ? _ ("longer than the replay without it; may be negative")
                      : _ ("replay with the mean of each kind"));
}

static void
add_straggler (const Summary *self)
{
  const LscStudy *study = self->study;
  g_autofree char *text = lsc_study_describe_straggler (study);
  g_autofree char *note = NULL;
  gsize at;

  if (study->missing)
    note = describe_lack (study);
  else if (text)
    note = g_strdup_printf (_ ("%.0f %% of all excess waiting, %.1f %% of ranks x window"),
                            study->straggler.share * 100, study->straggler.of_work * 100);
  else
    text = g_strdup (_ ("no stage makes the others wait noticeably"));
  at = add_text (self, "straggler", _ ("Waited for"), text, note);
  if (study->straggler.rank >= 0)
    lsc_table_set_int (self->table, at, FACT_RANK, study->straggler.rank);
  if (study->straggler.stage >= 0)
    lsc_table_set_real (self->table, at, FACT_VALUE, study->straggler.stage);
}

/* ---- causes ---- */

static gint64
sum_of_cause (const LscBlame *blame, LscCause cause)
{
  gsize n = blame->n_ranks, cells = n * n;
  const gint64 *const by_cell[LSC_CAUSE_N] = { [LSC_CAUSE_LINK] = blame->link_ns,
                                               [LSC_CAUSE_HOST] = blame->host_ns,
                                               [LSC_CAUSE_CLOCK] = blame->clock_ns };
  const gint64 *values = by_cell[cause];
  gint64 sum = 0;

  if (cause == LSC_CAUSE_WORK)
    {
      values = blame->work_ns;
      cells *= LSC_BLOCK_N_KINDS;
    }
  else if (cause == LSC_CAUSE_END || cause == LSC_CAUSE_UNKNOWN)
    {
      values = cause == LSC_CAUSE_END ? blame->end_ns : blame->unknown_ns;
      cells = n;
    }
  for (gsize i = 0; i < cells; i++)
    sum += values[i];
  return sum;
}

static void
add_cause (const Summary *self, LscCause cause, gint64 sum, gint64 all)
{
  g_autofree char *name = g_strdup_printf ("bubble_%s", lsc_cause_name (cause));
  g_autofree char *title = g_strdup_printf (_ ("Bubble, %s"), lsc_cause_title (cause));
  g_autofree char *length = lsc_format_duration (sum, LSC_TIME_UNIT_AUTO);
  g_autofree char *share = lsc_format_share ((double) sum / (double) all);
  g_autofree char *text = g_strdup_printf (_ ("%s, %s of the bubbles of all ranks"), length, share);
  gsize at = add_text (self, name, title, text, _ ("sum over the ranks"));

  lsc_table_set_real (self->table, at, FACT_VALUE, (double) sum);
  lsc_table_set_text (self->table, at, FACT_UNIT, "ns");
}

static void
add_causes (const Summary *self)
{
  gint64 sums[LSC_CAUSE_N], all = 0;

  for (int cause = 0; cause < LSC_CAUSE_N; cause++)
    all += sums[cause] = sum_of_cause (self->study->wait, (LscCause) cause);
  for (int cause = 0; cause < LSC_CAUSE_N; cause++)
    if (sums[cause] > 0)
      add_cause (self, (LscCause) cause, sums[cause], all);
}

static void
add_latency (const Summary *self)
{
  const LscStudy *study = self->study;
  g_autofree char *note = NULL;

  if (study->n_latency == 0)
    {
      add_text (self, "latency", _ ("Latency of a message"), NULL,
                _ ("not available: no block waited for a message; 0 is assumed"));
      return;
    }
  note = g_strdup_printf (_ ("median over %zu blocks that waited for one"), study->n_latency);
  add_time (self, "latency", _ ("Latency of a message"), study->latency_ns, note);
}

static void
add_rank_facts (const Summary *self)
{
  g_autofree LscPlanRankStats *stats =
      self->study->plan ? lsc_plan_rank_stats (self->study->plan, &self->study->times, NULL) : NULL;

  for (gsize i = 0; i < self->step->n_rows; i++)
    {
      const LscPipelineRow *row = &self->step->rows[i];
      gint64 wait = _lsc_study_p2p_wait (self->step, i);

      if (stats && row->n_blocks > 0)
        {
          add_count (self, "peak_activations", _ ("Activations held at most"), stats[i].peak,
                     _ ("chunks of micro-batches"));
          lsc_table_set_int (self->table, lsc_table_get_n_rows (self->table) - 1, FACT_RANK,
                             row->rank);
        }
      if (wait >= 0)
        lsc_table_set_int (self->table,
                           add_time (self, "p2p_wait", _ ("Idle with a receive running"), wait,
                                     _ ("between blocks")),
                           FACT_RANK, row->rank);
    }
}

static void
add_clocks (const Summary *self)
{
  const LscPipelineClocks *clocks = &self->study->group->clocks;

  add_text (self, "clocks", _ ("Clocks"), clocks->text,
            clocks->text ? clocks->advice : _ ("not available: the clocks were not compared"));
}

static void
add_remarks (const Summary *self)
{
  const LscStudy *study = self->study;

  if (study->is_unexplained)
    add_text (self, "remark", _ ("Remark"),
              _ ("The model does not explain this step: the replay with measured blocks and "
                 "latency differs from the measured window by more than 10 %."),
              _ ("predictions for it are to be taken with caution"));
  if (study->missing)
    add_text (self, "missing", _ ("Missing"), study->missing,
              _ ("what the others waited for through it is not known"));
}

/**
 * lsc_study_summary_table:
 *
 * Returns: (transfer full): table PpSummary: facts in the order a reader wants them: what kind of
 *   step it is, its ratios and those of the ideal, what lies between, who is waited for, causes,
 *   clocks, remarks. A fact that is not available has a note that says why, and no value.
 */
LscTable *
lsc_study_summary_table (const LscStudy *self)
{
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new ("PpSummary", summary_columns, G_N_ELEMENTS (summary_columns));
  Summary summary = { .study = self, .step = lsc_study_get_step (self), .table = table };

  if (self->refusal)
    add_text (&summary, "refusal", _ ("Theory and waits"), NULL, self->refusal);
  else if (!self->missing)
    add_bound (&summary);
  add_ratios (&summary);
  if (!self->refusal)
    {
      add_ideal (&summary);
      add_rungs (&summary);
      add_straggler (&summary);
      add_causes (&summary);
      add_latency (&summary);
    }
  add_clocks (&summary);
  add_remarks (&summary);
  add_rank_facts (&summary);
  return table;
}
