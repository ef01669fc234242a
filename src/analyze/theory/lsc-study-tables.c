/* lsc-study-tables.c - waits and bubbles of a study as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/theory/lsc-study-private.h"

/* Pipeline chart 2.5 and 5.4. */

/** Adds a row with pipeline and step. */
gsize
_lsc_study_add_row (const LscStudy *self, LscTable *table)
{
  const LscPipelineStep *step = lsc_study_get_step (self);
  gsize row = lsc_table_add_row (table);

  lsc_table_set_int (table, row, 0, self->group_index);
  if (step->has_id)
    lsc_table_set_int (table, row, 1, step->id);
  return row;
}

void
_lsc_study_set_known (LscTable *table, gsize row, guint column, gint64 value, gboolean is_known)
{
  if (is_known)
    lsc_table_set_int (table, row, column, value);
}

/* ---- bubbles ---- */

enum
{
  BUBBLE_RANK = LSC_STUDY_N_PLACE_COLUMNS,
  BUBBLE_START,
  BUBBLE_END,
  BUBBLE_PHASE,
  BUBBLE_CAUSE,
  BUBBLE_CAUSE_RANK,
  BUBBLE_KIND,
};

static const LscColumn bubble_columns[] = {
  LSC_STUDY_PLACE_COLUMNS,
  { "rank", "Rank", LSC_TYPE_INT, LSC_UNIT_ID, "rank" },
  { "startNs", "Start", LSC_TYPE_INT, LSC_UNIT_NS, "pipeline chart 5.1; clock of the rank" },
  { "endNs", "End", LSC_TYPE_INT, LSC_UNIT_NS, "pipeline chart 5.1; clock of the rank" },
  { "phase", "Phase", LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 5.2" },
  { "cause", "Cause", LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 5.4" },
  { "causeRank", "Cause rank", LSC_TYPE_INT, LSC_UNIT_ID, "pipeline chart 5.4" },
  { "kind", "Kind waited for", LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 5.4" },
};

static gboolean
is_same_cause (const LscBlamePiece *a, const LscBlamePiece *b)
{
  return a->end_ns == b->begin_ns && a->before == b->before && a->cause == b->cause &&
         a->from == b->from && a->to == b->to && (a->cause != LSC_CAUSE_WORK || a->kind == b->kind);
}

static void
add_bubble_part (const LscStudy *self, LscTable *table, const LscBlamePiece *piece, gint64 begin_ns,
                 gint64 end_ns, const char *phase)
{
  const LscPipelineRow *rows = lsc_study_get_step (self)->rows;
  gsize at;

  if (end_ns <= begin_ns)
    return;
  at = _lsc_study_add_row (self, table);
  lsc_table_set_int (table, at, BUBBLE_RANK, rows[piece->rank].rank);
  lsc_table_set_int (table, at, BUBBLE_START,
                     _lsc_study_recorded (self, piece->rank, piece->before, begin_ns));
  lsc_table_set_int (table, at, BUBBLE_END,
                     _lsc_study_recorded (self, piece->rank, piece->before, end_ns));
  lsc_table_set_text (table, at, BUBBLE_PHASE, phase);
  if (piece->cause == LSC_CAUSE_N) /* not determined */
    return;
  lsc_table_set_text (table, at, BUBBLE_CAUSE, lsc_cause_name (piece->cause));
  if (piece->cause != LSC_CAUSE_END && piece->cause != LSC_CAUSE_UNKNOWN)
    lsc_table_set_int (table, at, BUBBLE_CAUSE_RANK, rows[piece->from].rank);
  if (piece->cause == LSC_CAUSE_WORK)
    lsc_table_set_text (table, at, BUBBLE_KIND, lsc_block_kind_name (piece->kind));
}

/* One piece, cut where the phases of its row change. */
static void
add_bubble (const LscStudy *self, LscTable *table, const LscBlamePiece *piece)
{
  const LscRowMetrics *metrics = &lsc_study_get_step (self)->rows[piece->rank].metrics;
  gint64 begin = piece->begin_ns, end = piece->end_ns;
  gint64 warm = CLAMP (metrics->warmup_end_ns, begin, end);
  gint64 cool = CLAMP (metrics->cooldown_begin_ns, warm, end);

  add_bubble_part (self, table, piece, begin, warm, "warmup");
  add_bubble_part (self, table, piece, warm, cool, "steady");
  add_bubble_part (self, table, piece, cool, end, "cooldown");
}

/* Idle times of a row without a study: what they waited for is not determined. */
static void
add_plain_bubbles (const LscStudy *self, LscTable *table, guint32 rank)
{
  const LscPipelineStep *step = lsc_study_get_step (self);
  const LscPipelineRow *row = &step->rows[rank];
  LscBlamePiece piece = {
    .begin_ns = step->t0_ns, .rank = rank, .before = LSC_PLAN_NO_OP, .cause = LSC_CAUSE_N
  };

  for (gsize i = 0; i < row->n_blocks; i++)
    {
      piece.end_ns = row->blocks[i].start_ns;
      if (piece.end_ns > piece.begin_ns)
        add_bubble (self, table, &piece);
      piece.begin_ns = MAX (piece.begin_ns, row->blocks[i].end_ns);
    }
  piece.end_ns = step->t1_ns;
  if (row->n_blocks > 0 && piece.end_ns > piece.begin_ns)
    add_bubble (self, table, &piece);
}

/**
 * lsc_study_bubble_table:
 *
 * Returns: (transfer full): table PpBubble: the idle times of every rank in its own clock, cut at
 *   phases and causes; those of a rank add up to its bubble exactly. The cause is NULL in a step
 *   that was not studied, causeRank after the last block and where nothing was recorded.
 */
LscTable *
lsc_study_bubble_table (const LscStudy *self)
{
  LscTable *table = lsc_table_new ("PpBubble", bubble_columns, G_N_ELEMENTS (bubble_columns));

  if (!self->pieces)
    {
      for (guint32 i = 0; i < lsc_study_get_step (self)->n_rows; i++)
        add_plain_bubbles (self, table, i);
      return table;
    }
  for (guint i = 0; i < self->pieces->len; i++)
    {
      LscBlamePiece piece = g_array_index (self->pieces, LscBlamePiece, i);

      for (; i + 1 < self->pieces->len; i++)
        {
          const LscBlamePiece *next = &g_array_index (self->pieces, LscBlamePiece, i + 1);

          if (next->rank != piece.rank || !is_same_cause (&piece, next))
            break;
          piece.end_ns = next->end_ns;
        }
      add_bubble (self, table, &piece);
    }
  return table;
}

/* ---- waits ---- */

enum
{
  WAIT_STAGE = LSC_STUDY_N_PLACE_COLUMNS,
  WAIT_RANK,
  WAIT_FOR_STAGE,
  WAIT_FOR_RANK,
  WAIT_KINDS, /* five columns: F, B, I, W, X */
  WAIT_HOST = WAIT_KINDS + 5,
  WAIT_IDEAL,
  WAIT_EXCESS,
  WAIT_LINK,
  WAIT_CLOCK,
  WAIT_END,
  WAIT_UNKNOWN,
  WAIT_TOTAL,
};

#define WAIT_NS(name, title)                                                                       \
  {                                                                                                \
    name, title, LSC_TYPE_INT, LSC_UNIT_NS, "pipeline chart 5.4"                                   \
  }

static const LscColumn wait_columns[] = {
  LSC_STUDY_PLACE_COLUMNS,
  { "stage", N_ ("Stage"), LSC_TYPE_INT, LSC_UNIT_ID, "pipeline chart 1.7" },
  { "rank", N_ ("Rank"), LSC_TYPE_INT, LSC_UNIT_ID, "rank" },
  { "waitedStage", N_ ("Waited for stage"), LSC_TYPE_INT, LSC_UNIT_ID, "pipeline chart 5.4" },
  { "waitedRank", N_ ("Waited for rank"), LSC_TYPE_INT, LSC_UNIT_ID, "pipeline chart 5.4" },
  WAIT_NS ("forwardNs", N_ ("Forward")),
  WAIT_NS ("backwardNs", N_ ("Backward")),
  WAIT_NS ("inputNs", N_ ("Backward for inputs")),
  WAIT_NS ("weightNs", N_ ("Backward for weights")),
  WAIT_NS ("overlapNs", N_ ("Overlapped")),
  WAIT_NS ("hostNs", N_ ("Host late")),
  { "idealNs", N_ ("Also in the ideal"), LSC_TYPE_INT, LSC_UNIT_NS, "the same in rung 1 (5.8)" },
  { "excessNs", N_ ("Excess"), LSC_TYPE_INT, LSC_UNIT_NS, "work and host - ideal" },
  WAIT_NS ("linkNs", N_ ("Message on its way")),
  WAIT_NS ("clockNs", N_ ("Clocks")),
  WAIT_NS ("endNs", N_ ("After the last block")),
  WAIT_NS ("unknownNs", N_ ("Not known")),
  { "totalNs", N_ ("Total"), LSC_TYPE_INT, LSC_UNIT_NS, "work, host, link, clock, end, unknown" },
};

static const guint8 wait_kinds[] = { LSC_BLOCK_F, LSC_BLOCK_B, LSC_BLOCK_I, LSC_BLOCK_W,
                                     LSC_BLOCK_X };

static void
add_wait (const LscStudy *self, LscTable *table, gsize row, gsize column)
{
  const LscPipelineRow *rows = lsc_study_get_step (self)->rows;
  gsize cell = row * self->plan->n_ranks + column, at;
  gint64 waited = lsc_study_waited (self, self->wait, row, column);
  gint64 ideal = lsc_study_waited (self, self->ideal_wait, row, column);
  gint64 link = self->wait->link_ns[cell], clock = self->wait->clock_ns[cell];

  if (waited == 0 && ideal == 0 && link == 0 && clock == 0)
    return;
  at = _lsc_study_add_row (self, table);
  lsc_table_set_int (table, at, WAIT_STAGE, (gint64) row);
  lsc_table_set_int (table, at, WAIT_RANK, rows[row].rank);
  lsc_table_set_int (table, at, WAIT_FOR_STAGE, (gint64) column);
  lsc_table_set_int (table, at, WAIT_FOR_RANK, rows[column].rank);
  for (guint i = 0; i < G_N_ELEMENTS (wait_kinds); i++)
    lsc_table_set_int (table, at, WAIT_KINDS + i,
                       self->wait->work_ns[cell * LSC_BLOCK_N_KINDS + wait_kinds[i]]);
  lsc_table_set_int (table, at, WAIT_HOST, self->wait->host_ns[cell]);
  _lsc_study_set_known (table, at, WAIT_IDEAL, ideal, self->ideal_wait != NULL);
  _lsc_study_set_known (table, at, WAIT_EXCESS, waited - ideal, self->ideal_wait != NULL);
  lsc_table_set_int (table, at, WAIT_LINK, link);
  lsc_table_set_int (table, at, WAIT_CLOCK, clock);
  lsc_table_set_int (table, at, WAIT_TOTAL, waited + link + clock);
}

/* What a rank waited without waiting for a stage. */
static void
add_rest (const LscStudy *self, LscTable *table, gsize row)
{
  gint64 end = self->wait->end_ns[row], unknown = self->wait->unknown_ns[row];
  gsize at;

  if (end == 0 && unknown == 0)
    return;
  at = _lsc_study_add_row (self, table);
  lsc_table_set_int (table, at, WAIT_STAGE, (gint64) row);
  lsc_table_set_int (table, at, WAIT_RANK, lsc_study_get_step (self)->rows[row].rank);
  lsc_table_set_int (table, at, WAIT_END, end);
  lsc_table_set_int (table, at, WAIT_UNKNOWN, unknown);
  lsc_table_set_int (table, at, WAIT_TOTAL, end + unknown);
}

/**
 * lsc_study_wait_table:
 *
 * Returns: (transfer full): table PpWait: for each pair of stages how long the first waited for the
 *   second, by what that did, and by how much that exceeds the waits of the ideal; a row without a
 *   second stage holds what is nobody's. totalNs of a rank add up to its bubble. Messages are
 *   charged to their sender. Empty without a study.
 */
LscTable *
lsc_study_wait_table (const LscStudy *self)
{
  LscTable *table = lsc_table_new ("PpWait", wait_columns, G_N_ELEMENTS (wait_columns));

  for (gsize row = 0; self->wait && row < self->plan->n_ranks; row++)
    {
      for (gsize column = 0; column < self->plan->n_ranks; column++)
        add_wait (self, table, row, column);
      add_rest (self, table, row);
    }
  return table;
}
