/* lsc-pipeline-describe.c - blocks, idle times and operators of a pipeline in words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/pipeline/lsc-pipeline-describe.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "app/parts/lsc-facts.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"

/* ---- where ---- */

static const LscPipelineStep *
step_of (const LscPipelineView *view, const LscPipelineSpot *spot)
{
  return view->group ? lsc_pipeline_view_spot_step (view, spot) : NULL;
}

/* The pipeline of a spot's side, for names. */
static const LscPipeline *
pipeline_of (const LscPipelineView *view, const LscPipelineSpot *spot)
{
  return spot->is_twin ? view->twin.pipeline : view->pipeline;
}

static const LscPipelineGroup *
group_of (const LscPipelineView *view, const LscPipelineSpot *spot)
{
  return spot->is_twin ? view->twin.group : view->group;
}

static const char *
string_of (const LscPipeline *pipeline, guint32 id)
{
  return id != LSC_STRING_NONE && pipeline->strings ? lsc_intern_text (pipeline->strings, id)
                                                    : NULL;
}

static const LscPipelineRow *
row_of (const LscPipelineView *view, const LscPipelineSpot *spot)
{
  const LscPipelineStep *step = step_of (view, spot);

  return step && spot->row < step->n_rows ? &step->rows[spot->row] : NULL;
}

static char *
step_name (const LscPipelineStep *step)
{
  return step->has_id ? g_strdup_printf ("%" G_GINT64_FORMAT, step->id) : g_strdup ("-");
}

static void
add_place (GPtrArray *facts, const LscPipelineStep *step, const LscPipelineRow *row)
{
  lsc_facts_take (facts, _ ("Rank"), lsc_rank_to_text (row->rank));
  if (row->stage >= 0)
    lsc_facts_take (facts, _ ("Stage"), g_strdup_printf ("%d", row->stage));
  lsc_facts_take (facts, _ ("Step"), step_name (step));
}

static char *
clock_text (gint64 time_ns)
{
  g_autoptr (GDateTime) time =
      g_date_time_new_from_unix_utc (time_ns / G_GINT64_CONSTANT (1000000000));
  g_autofree char *day = time ? g_date_time_format (time, "%Y-%m-%d %H:%M:%S") : g_strdup ("?");

  return g_strdup_printf ("%s.%09" G_GINT64_FORMAT " UTC", day,
                          time_ns % G_GINT64_CONSTANT (1000000000));
}

/* ---- blocks ---- */

static char *
name_rank (gint64 rank)
{
  g_autoptr (LscPhrase) name = lsc_rank_name_new (rank, NULL);

  return lsc_phrase_to_words (name);
}

static char *
end_text (const LscPipelineView *view, const LscPipelineRow *row, guint32 block)
{
  const char *name = block < row->n_blocks && view->pipeline->strings
                         ? lsc_intern_text (view->pipeline->strings, row->blocks[block].name)
                         : NULL;

  g_autofree char *rank = name_rank (row->rank);

  return g_strdup_printf (_ ("%s, stage %d, %s"), name ? name : "?", row->stage, rank);
}

static char *
micro_batch_text (guint16 mb, guint chunk)
{
  if (mb == LSC_MB_NONE)
    return NULL;
  if (chunk == LSC_CHUNK_NONE)
    return g_strdup_printf ("%u", mb);
  return g_strdup_printf (_ ("%u, chunk %u"), mb, chunk);
}

static void
add_micro_batches (GPtrArray *facts, const LscPipelineGroup *group, const LscBlock *block)
{
  guint f = group->n_chunks > 1 ? lsc_block_chunk_f (block) : LSC_CHUNK_NONE;
  guint b = group->n_chunks > 1 ? lsc_block_chunk_b (block) : LSC_CHUNK_NONE;

  if (block->mb_f != LSC_MB_NONE && block->mb_b != LSC_MB_NONE)
    {
      lsc_facts_take (facts, _ ("Forward of micro-batch"), micro_batch_text (block->mb_f, f));
      lsc_facts_take (facts, _ ("Backward of micro-batch"), micro_batch_text (block->mb_b, b));
    }
  else if (block->mb_f != LSC_MB_NONE)
    lsc_facts_take (facts, _ ("Micro-batch"), micro_batch_text (block->mb_f, f));
  else
    lsc_facts_take (facts, _ ("Micro-batch"), micro_batch_text (block->mb_b, b));
}

/* Idle time directly before a block, inside the window. */
static gint64
idle_before (const LscPipelineStep *step, const LscPipelineRow *row, guint32 index)
{
  gint64 busy_until = step->t0_ns;

  /* Blocks of other streams may end later than the one before: so many are looked at, as a tip must
   * come at once. */
  for (guint32 i = index; i > 0 && index - i < 64; i--)
    busy_until = MAX (busy_until, row->blocks[i - 1].end_ns);
  return MAX (row->blocks[index].start_ns - busy_until, 0);
}

static void
add_times (GPtrArray *facts, const LscPipelineStep *step, gint64 start_ns, gint64 end_ns,
           double mean_ns)
{
  g_autofree char *relative =
      lsc_format_duration (ABS (start_ns - step->t0_ns), LSC_TIME_UNIT_AUTO);

  lsc_facts_take (facts, _ ("Start"),
                  g_strdup_printf ("%s%s", start_ns < step->t0_ns ? "-" : "", relative));
  lsc_facts_take (facts, _ ("Clock"), clock_text (start_ns));
  lsc_facts_add_duration (facts, _ ("Duration"), end_ns - start_ns);
  if (mean_ns > 0)
    {
      double difference = (double) (end_ns - start_ns) - mean_ns;
      g_autofree char *size = lsc_format_duration ((gint64) fabs (difference), LSC_TIME_UNIT_AUTO);

      lsc_facts_take (facts, _ ("Against the mean of its kind and stage"),
                      g_strdup_printf ("%s%s (%+.1f %%)", difference < 0 ? "-" : "+", size,
                                       difference / mean_ns * 100));
    }
}

static void
add_block_details (GPtrArray *facts, const LscPipeline *pipeline, const LscPipelineRow *row,
                   const LscBlock *block)
{
  const LscBlockDetail *detail = row->details ? &row->details[block->detail] : NULL;
  const char *message;

  if (!detail)
    return;
  lsc_facts_add_duration (facts, _ ("Compute inside"), detail->compute_ns);
  lsc_facts_add_duration (facts, _ ("Exposed communication inside"), detail->exposed_comm_ns);
  lsc_facts_add_duration (facts, _ ("Idle inside"), detail->idle_ns);
  message = string_of (pipeline, detail->message);
  if (message && *message != '\0')
    lsc_facts_take (facts, _ ("Recorded as"), lsc_visible_line (message));
}

/* DualPipeV has phases of its own; otherwise the part of the step (pipeline.md#phases). */
static char *
phase_text (const LscPipelineGroup *group, const LscPipelineRow *row, const LscBlock *block)
{
  if (group->schedule && g_str_has_prefix (group->schedule, "dualpipev"))
    return lsc_block_describe_phase (block);
  if (block->start_ns < row->metrics.warmup_end_ns)
    return g_strdup (_ ("warm-up"));
  return g_strdup (block->start_ns >= row->metrics.cooldown_begin_ns ? _ ("cool-down")
                                                                     : _ ("steady"));
}

static const char *
id_source (const LscBlock *block)
{
  if (block->mb_f == LSC_MB_NONE && block->mb_b == LSC_MB_NONE)
    return NULL;
  if (block->flags & LSC_BLOCK_ID_UNUSUAL)
    return _ ("guessed from an unusual order");
  return block->flags & LSC_BLOCK_ID_RECORDED ? _ ("recorded") : _ ("inferred from order");
}

/**
 * lsc_describe_block:
 *
 * Everything known about a block (drawing.md#tooltip).
 *
 * Returns: (transfer full) (nullable): facts, %NULL if there is no such block
 */
GPtrArray *
lsc_describe_block (LscPipelinePainter *painter, const LscPipelineView *view,
                    const LscPipelineSpot *spot)
{
  const LscBlock *block;
  const LscPipelineStep *step;
  const LscPipelineRow *row;
  GPtrArray *facts;
  const char *name;

  g_return_val_if_fail (painter && view && spot, NULL);
  block = lsc_pipeline_view_block (view, spot);
  step = step_of (view, spot);
  row = row_of (view, spot);
  if (!block)
    return NULL;
  facts = lsc_facts_new ();
  name = string_of (pipeline_of (view, spot), block->name);
  lsc_facts_take (facts, _ ("Name"), g_strdup (name ? name : "?"));
  lsc_facts_take (facts, _ ("Kind"), g_strdup (lsc_block_kind_title (block->kind)));
  if (spot->is_twin && view->twin.title)
    lsc_facts_take (facts, _ ("Side"), g_strdup (view->twin.title));
  lsc_facts_take (facts, _ ("Phase"), phase_text (group_of (view, spot), row, block));
  add_micro_batches (facts, group_of (view, spot), block);
  if (!spot->is_twin)
    lsc_facts_take (facts, _ ("Id"), g_strdup (id_source (block)));
  add_place (facts, step, row);
  add_times (facts, step, block->start_ns, block->end_ns,
             spot->is_twin ? 0
                           : lsc_pipeline_painter_get_mean_ns (painter, view, spot->row, block));
  lsc_facts_add_duration (facts, _ ("Idle before"), idle_before (step, row, spot->block));
  add_block_details (facts, pipeline_of (view, spot), row, block);
  if (block->flags & LSC_BLOCK_HOST_TIME)
    lsc_facts_take (facts, _ ("Note"),
                    g_strdup (_ ("host time: nothing was recorded on the device")));
  if (block->flags & LSC_BLOCK_CUT)
    lsc_facts_take (facts, _ ("Note"), g_strdup (_ ("overlaps another block of its stream")));
  if (block->flags & LSC_BLOCK_OUTLIER)
    lsc_facts_take (facts, _ ("Note"),
                    g_strdup (_ ("more than 1.3 times the stage's median of its kind")));
  return facts;
}

static const LscPipelineLink *
find_input (const LscPipelineStep *step, guint32 row, guint32 block)
{
  for (gsize i = 0; i < step->n_links; i++)
    if (step->links[i].dst_row == row && step->links[i].dst_block == block)
      return &step->links[i];
  return NULL;
}

/**
 * lsc_describe_predecessors:
 * @facts: list to add to
 *
 * Adds the chain of blocks on other ranks that a block depends on, the nearest first.
 *
 * Cost: O(links of the step) for each block of the chain, which is cut after 16.
 */
void
lsc_describe_predecessors (GPtrArray *facts, const LscPipelineView *view,
                           const LscPipelineSpot *spot)
{
  const LscPipelineStep *step;
  g_autoptr (GString) chain = NULL;
  guint32 row, block;

  g_return_if_fail (facts && view && spot);
  step = step_of (view, spot);
  chain = g_string_new (NULL);
  row = spot->row;
  block = spot->block;
  for (int i = 0; step && i < 16; i++)
    {
      const LscPipelineLink *link = find_input (step, row, block);
      g_autofree char *end = NULL;

      if (!link || link->src_row >= step->n_rows)
        break;
      row = link->src_row;
      block = link->src_block;
      end = end_text (view, &step->rows[row], block);
      g_string_append_printf (chain, "%s%s", chain->len > 0 ? " ← " : "", end);
    }
  if (chain->len > 0)
    lsc_facts_take (facts, _ ("Waits for"), g_strdup (chain->str));
}

/**
 * lsc_describe_block_briefly:
 *
 * Returns: (transfer full) (nullable): one sentence for screen readers
 */
char *
lsc_describe_block_briefly (const LscPipelineView *view, const LscPipelineSpot *spot)
{
  const LscBlock *block;
  const LscPipelineStep *step;
  const LscPipelineRow *row;
  g_autofree char *duration = NULL, *start = NULL, *rank = NULL;
  const char *name;

  g_return_val_if_fail (view && spot, NULL);
  block = lsc_pipeline_view_block (view, spot);
  step = step_of (view, spot);
  row = row_of (view, spot);
  if (!block)
    return NULL;
  duration = lsc_format_duration (block->end_ns - block->start_ns, LSC_TIME_UNIT_AUTO);
  start = lsc_format_duration (MAX (block->start_ns - step->t0_ns, 0), LSC_TIME_UNIT_AUTO);
  name = string_of (pipeline_of (view, spot), block->name);
  rank = name_rank (row->rank);
  return g_strdup_printf (_ ("%s, %s, stage %d, %s, %s from %s"), name ? name : "?",
                          lsc_block_kind_title (block->kind), row->stage, rank, duration, start);
}

/* ---- idle time ---- */

/**
 * lsc_describe_bubble:
 * @begin_ns: recorded time
 *
 * Returns: (transfer full) (nullable): length and phase of an idle time
 */
GPtrArray *
lsc_describe_bubble (const LscPipelineView *view, const LscPipelineSpot *spot, gint64 begin_ns,
                     gint64 end_ns)
{
  const LscPipelineRow *row;
  GPtrArray *facts;
  g_autoptr (GString) phases = NULL;

  g_return_val_if_fail (view && spot && begin_ns <= end_ns, NULL);
  row = row_of (view, spot);
  phases = g_string_new (NULL);
  if (!row)
    return NULL;
  facts = lsc_facts_new ();
  lsc_facts_add_duration (facts, _ ("Idle"), end_ns - begin_ns);
  if (begin_ns < row->metrics.warmup_end_ns)
    g_string_append (phases, _ ("warm-up"));
  if (end_ns > row->metrics.warmup_end_ns && begin_ns < row->metrics.cooldown_begin_ns)
    g_string_append_printf (phases, "%s%s", phases->len > 0 ? ", " : "", _ ("steady"));
  if (end_ns > row->metrics.cooldown_begin_ns)
    g_string_append_printf (phases, "%s%s", phases->len > 0 ? ", " : "", _ ("cool-down"));
  lsc_facts_take (facts, _ ("Phase"), g_strdup (phases->str));
  add_place (facts, step_of (view, spot), row);
  return facts;
}

/* ---- what the study of the step tells ---- */

#define CAUSES_LISTED 5

static int
compare_lengths (gconstpointer a, gconstpointer b)
{
  const LscBlamePiece *left = *(const LscBlamePiece *const *) a;
  const LscBlamePiece *right = *(const LscBlamePiece *const *) b;
  gint64 left_ns = left->end_ns - left->begin_ns, right_ns = right->end_ns - right->begin_ns;

  return (left_ns < right_ns) - (left_ns > right_ns);
}

/**
 * lsc_describe_causes:
 * @facts: list to add to
 * @study: (nullable): of the step
 * @row: index into its rows
 * @begin_ns: of an idle time
 *
 * Adds what a rank waited for (theory.md#blame), the longest waits first.
 */
void
lsc_describe_causes (GPtrArray *facts, LscStudy *study, guint32 row, gint64 begin_ns, gint64 end_ns)
{
  g_autoptr (GArray) pieces = NULL;
  g_autoptr (GPtrArray) sorted = NULL;

  g_return_if_fail (facts && begin_ns <= end_ns);
  sorted = g_ptr_array_new ();
  if (!study || end_ns <= begin_ns)
    return;
  pieces = lsc_study_pieces_in (study, row, begin_ns, end_ns);
  for (guint i = 0; pieces && i < pieces->len; i++)
    g_ptr_array_add (sorted, &g_array_index (pieces, LscBlamePiece, i));
  g_ptr_array_sort (sorted, compare_lengths);
  for (guint i = 0; i < sorted->len && i < CAUSES_LISTED; i++)
    lsc_facts_take (facts, _ ("Cause"),
                    lsc_study_describe_piece (study, g_ptr_array_index (sorted, i)));
  if (sorted->len > CAUSES_LISTED)
    lsc_facts_take (facts, _ ("Cause"),
                    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u shorter one",
                                                  "%u shorter ones", sorted->len - CAUSES_LISTED),
                                     sorted->len - CAUSES_LISTED));
}

/* @less, @more: translated, with a duration in them */
static char *
describe_difference (gint64 ns, const char *less, const char *same, const char *more)
{
  g_autofree char *text = lsc_format_duration (ABS (ns), LSC_TIME_UNIT_AUTO);

  return ns == 0 ? g_strdup (same) : g_strdup_printf (ns < 0 ? less : more, text);
}

/* The same block on the other side: both times count from the start of their window. */
static void
add_pair (GPtrArray *facts, const LscPipelineView *view, const LscPipelineSpot *spot)
{
  const LscBlock *block = lsc_pipeline_view_block (view, spot), *pair;
  LscPipelineSpot other;
  gint64 start_ns, length_ns;

  if (!lsc_pipeline_view_pair (view, spot, &other))
    return;
  pair = lsc_pipeline_view_block (view, &other);
  start_ns = (pair->start_ns - step_of (view, &other)->t0_ns) -
             (block->start_ns - step_of (view, spot)->t0_ns);
  length_ns = (pair->end_ns - pair->start_ns) - (block->end_ns - block->start_ns);
  lsc_facts_take (
      facts, _ ("The other side starts"),
      describe_difference (start_ns, _ ("%s earlier"), _ ("at the same time"), _ ("%s later")));
  lsc_facts_take (facts, _ ("The other side takes"),
                  describe_difference (length_ns, _ ("%s less"), _ ("as long"), _ ("%s more")));
}

/**
 * lsc_describe_study:
 * @facts: list to add to
 * @study: (nullable): of the step
 *
 * Adds to the facts of a block what it waited for, its slack, and its pair on the other side.
 */
void
lsc_describe_study (GPtrArray *facts, const LscPipelineView *view, const LscPipelineSpot *spot,
                    LscStudy *study)
{
  const LscPipelineStep *step;
  const LscPipelineRow *row;
  guint32 op;

  g_return_if_fail (facts && view && spot);
  step = step_of (view, spot);
  row = row_of (view, spot);
  if (!row || spot->block >= row->n_blocks)
    return;
  if (study && !spot->is_twin)
    {
      gint64 start_ns = row->blocks[spot->block].start_ns;

      lsc_describe_causes (facts, study, spot->row, start_ns - idle_before (step, row, spot->block),
                           start_ns);
      op = lsc_study_op_of_block (study, spot->row, spot->block);
      if (study->slack && op != LSC_PLAN_NO_OP && study->slack[op] == 0)
        lsc_facts_take (facts, _ ("Slack"), g_strdup (_ ("none: it decides the window")));
      else if (study->slack && op != LSC_PLAN_NO_OP)
        lsc_facts_add_duration (facts, _ ("Slack"), study->slack[op]);
    }
  add_pair (facts, view, spot);
}

#define TIP_LINES 5

static char *
tip_duration (gint64 length_ns, double mean_ns)
{
  g_autofree char *length = lsc_format_duration (length_ns, LSC_TIME_UNIT_AUTO);

  return mean_ns > 0 ? g_strdup_printf (_ ("%s, %+.1f %% against the mean of its kind and stage"),
                                        length, ((double) length_ns / mean_ns - 1) * 100)
                     : g_steal_pointer (&length);
}

/**
 * lsc_describe_block_tip:
 * @study: (nullable): of the step
 *
 * Returns: (transfer full) (nullable): at most five facts of a block, the first ones first: what it
 *   is, how long and where, how its pair differs, what it waited for
 */
GPtrArray *
lsc_describe_block_tip (LscPipelinePainter *painter, const LscPipelineView *view,
                        const LscPipelineSpot *spot, LscStudy *study)
{
  const LscBlock *block;
  const LscPipelineRow *row;
  double mean_ns;
  gint64 length_ns;
  GPtrArray *facts;
  g_autofree char *rank = NULL;

  g_return_val_if_fail (painter && view && spot, NULL);
  block = lsc_pipeline_view_block (view, spot);
  row = row_of (view, spot);
  if (!block)
    return NULL;
  facts = lsc_facts_new ();
  length_ns = block->end_ns - block->start_ns;
  mean_ns = spot->is_twin ? 0 : lsc_pipeline_painter_get_mean_ns (painter, view, spot->row, block);
  lsc_facts_take (facts, _ ("Kind"), g_strdup (lsc_block_kind_title (block->kind)));
  add_micro_batches (facts, group_of (view, spot), block);
  lsc_facts_take (facts, _ ("Duration"), tip_duration (length_ns, mean_ns));
  rank = name_rank (row->rank);
  lsc_facts_take (facts, _ ("Place"), g_strdup_printf (_ ("stage %d, %s"), row->stage, rank));
  add_pair (facts, view, spot);
  if (study && !spot->is_twin)
    lsc_describe_causes (facts, study, spot->row,
                         block->start_ns - idle_before (step_of (view, spot), row, spot->block),
                         block->start_ns);
  g_ptr_array_set_size (facts, (int) MIN (facts->len, TIP_LINES));
  return facts;
}

/* ---- send and receive ---- */

static char *
rank_text (gint64 rank)
{
  if (lsc_rank_is_named (rank))
    return g_strdup (lsc_rank_name_find (rank));
  return rank >= 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, rank) : g_strdup (_ ("unknown"));
}

/**
 * lsc_describe_leg:
 * @leg: index into the row's legs
 *
 * Returns: (transfer full) (nullable): facts of a send or receive operator
 */
GPtrArray *
lsc_describe_leg (const LscPipelineView *view, const LscPipelineSpot *spot, guint32 leg)
{
  const LscPipelineRow *row;
  const LscPipelineStep *step;
  const LscLeg *data;
  GPtrArray *facts;
  const char *name;

  g_return_val_if_fail (view && spot, NULL);
  row = row_of (view, spot);
  step = step_of (view, spot);
  if (!row || leg >= row->n_legs)
    return NULL;
  data = &row->legs[leg];
  facts = lsc_facts_new ();
  name = string_of (pipeline_of (view, spot), data->name);
  lsc_facts_take (facts, data->is_send ? _ ("Send") : _ ("Receive"),
                  name ? lsc_visible_line (name) : g_strdup ("?"));
  lsc_facts_take (facts, _ ("Sender"), rank_text (data->src_rank));
  lsc_facts_take (facts, _ ("Receiver"), rank_text (data->dst_rank));
  add_times (facts, step, data->start_ns, data->end_ns, 0);
  add_place (facts, step, row);
  return facts;
}

static char *
span_text (const LscPipelineStep *step, gint64 start_ns, gint64 end_ns)
{
  g_autofree char *start = lsc_format_duration (ABS (start_ns - step->t0_ns), LSC_TIME_UNIT_AUTO);
  g_autofree char *length = lsc_format_duration (end_ns - start_ns, LSC_TIME_UNIT_AUTO);

  return g_strdup_printf (_ ("%s from %s%s"), length, start_ns < step->t0_ns ? "-" : "", start);
}

/**
 * lsc_describe_link:
 * @step: index into the group's steps
 *
 * Returns: (transfer full): facts of the dependency that an arrow stands for
 */
GPtrArray *
lsc_describe_link (const LscPipelineView *view, gsize step, const LscPipelineLink *link)
{
  const LscPipelineStep *data;
  GPtrArray *facts;

  g_return_val_if_fail (view && view->group && step < view->group->n_steps && link, NULL);
  data = &view->group->steps[step];
  facts = lsc_facts_new ();
  lsc_facts_take (facts, _ ("Direction"),
                  g_strdup (link->is_backward ? _ ("backward") : _ ("forward")));
  lsc_facts_take (facts, _ ("Sender"),
                  end_text (view, &data->rows[link->src_row], link->src_block));
  lsc_facts_take (facts, _ ("Receiver"),
                  end_text (view, &data->rows[link->dst_row], link->dst_block));
  lsc_facts_take (facts, _ ("Source"),
                  g_strdup (link->is_measured ? _ ("measured send and receive")
                                              : _ ("derived from micro-batches")));
  if (!link->is_measured)
    return facts;
  lsc_facts_take (facts, _ ("Send"), span_text (data, link->send_start_ns, link->send_end_ns));
  lsc_facts_take (facts, _ ("Receive"), span_text (data, link->recv_start_ns, link->recv_end_ns));
  return facts;
}

/* ---- rows ---- */

/**
 * lsc_describe_row:
 *
 * Returns: (transfer full) (nullable): times of a rank in a step (pipeline.md#bubble, #phases)
 */
GPtrArray *
lsc_describe_row (const LscPipelineView *view, const LscPipelineSpot *spot)
{
  const LscPipelineRow *row;
  const LscPipelineStep *step;
  GPtrArray *facts;
  gint64 window_ns;

  g_return_val_if_fail (view && spot, NULL);
  row = row_of (view, spot);
  step = step_of (view, spot);
  if (!row)
    return NULL;
  facts = lsc_facts_new ();
  window_ns = step->t1_ns - step->t0_ns;
  add_place (facts, step, row);
  if (row->host)
    lsc_facts_take (facts, _ ("Host"), g_strdup (row->host));
  if (!row->is_recorded)
    {
      lsc_facts_take (facts, _ ("Note"), g_strdup (_ ("this rank was not recorded")));
      return facts;
    }
  lsc_facts_add_duration (facts, _ ("Window"), window_ns);
  lsc_facts_add_duration (facts, _ ("Busy"), row->metrics.busy_ns);
  lsc_facts_add_duration (facts, _ ("Idle"), row->metrics.bubble_ns);
  if (window_ns > 0)
    lsc_facts_take (
        facts, _ ("Bubble ratio"),
        g_strdup_printf ("%.2f %%", 100.0 * (double) row->metrics.bubble_ns / (double) window_ns));
  lsc_facts_add_duration (facts, _ ("Idle in warm-up"), row->metrics.warmup_ns);
  lsc_facts_add_duration (facts, _ ("Idle in steady phase"), row->metrics.steady_ns);
  lsc_facts_add_duration (facts, _ ("Idle in cool-down"), row->metrics.cooldown_ns);
  lsc_facts_add_duration (facts, _ ("Idle between blocks"), row->metrics.inner_ns);
  lsc_facts_add_duration (facts, _ ("Compute inside blocks"), row->metrics.compute_ns);
  return facts;
}
