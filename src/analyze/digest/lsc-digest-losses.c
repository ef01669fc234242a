/* lsc-digest-losses.c - what the steps of a rank lose, by cause
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-digest-private.h"
#include "analyze/digest/lsc-digest-parts-private.h"
#include "base/lsc-stats.h"
#include "model/lsc-core-clocks.h"
#include "model/lsc-sched-names.h"

/* findings.md#losses. */

#define MOST_SHORT_GAP_NS 200000 /* a host that launches without a break needs no more */

/* The slice of an id, NULL in @node where there is none. */
static const LscNode *
find_node (const LscTimeline *timeline, guint32 id, guint32 *slice)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);

  *slice = spot.slice;
  return spot.node == LSC_SLICE_NONE ? NULL : lsc_timeline_get_node (timeline, spot.node);
}

/* The gap of the device in which a piece lies; pieces are asked for by time. */
static const LscGap *
find_gap (LscDigestLosses *self, const LscBudgetPiece *piece)
{
  const LscGaps *gaps = self->gaps;

  if (!gaps)
    return NULL;
  while (self->gap < gaps->n && gaps->items[self->gap].end_ns <= piece->begin_ns)
    self->gap++;
  return self->gap < gaps->n && gaps->items[self->gap].begin_ns < piece->end_ns
             ? &gaps->items[self->gap]
             : NULL;
}

static gint64
length_of (const LscTimeline *timeline, guint32 slice, gboolean *is_kernel)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, slice);
  const LscLane *lane;

  *is_kernel = FALSE;
  if (spot.node == LSC_SLICE_NONE)
    return 0;
  lane = lsc_timeline_get_node (timeline, spot.node)->lane;
  *is_kernel = lsc_slice_kind_is_computing (lane->kind[spot.slice]);
  return lsc_lane_get_duration_ns (lane, spot.slice);
}

static gboolean
is_short_kernel (const LscTimeline *timeline, guint32 slice)
{
  gboolean is_kernel;
  gint64 ns = length_of (timeline, slice, &is_kernel);

  return is_kernel && ns < LSC_SHORT_KERNEL_NS;
}

/* Whether the host only could not launch short kernels fast enough: one stands on either side. */
static gboolean
is_between_short (const LscDigestLosses *self, const LscBudgetPiece *piece, gsize index)
{
  const LscBudgetPiece *pieces = self->budget->pieces.items;
  gsize before = index;

  if (self->digest->n_short * 2 <= self->digest->n_kernels)
    return FALSE;
  while (before > 0 && pieces[before].category != LSC_BUDGET_COMPUTE &&
         piece->end_ns - pieces[before].begin_ns <= MOST_SHORT_GAP_NS)
    before--;
  return pieces[before].category == LSC_BUDGET_COMPUTE &&
         piece->end_ns - pieces[before].end_ns <= MOST_SHORT_GAP_NS &&
         is_short_kernel (self->timeline, pieces[before].owner) &&
         is_short_kernel (self->timeline, piece->owner);
}

static gboolean
compiles (const LscDigestLosses *self, guint32 call)
{
  guint32 slice;
  const LscNode *node = call == LSC_SLICE_NONE ? NULL : find_node (self->timeline, call, &slice);

  return node && lsc_name_compiles (lsc_timeline_text (self->timeline, node->lane->name[slice]));
}

/* The step's first and last moment inside a block; FALSE when it has none. */
static gboolean
find_block_extent (const LscDigestLosses *self, const LscBudgetStep *step, LscInterval *extent)
{
  gsize first = lsc_intervals_find (self->blocks, step->begin_ns);
  gsize after =
      LSC_BISECT (i, first, self->blocks->n, self->blocks->items[i].begin_ns < step->end_ns);

  if (after <= first)
    return FALSE;
  *extent =
      (LscInterval){ self->blocks->items[first].begin_ns, self->blocks->items[after - 1].end_ns };
  return TRUE;
}

/* Idle time of a pipeline that lies in no block is no lateness of the host: there is nothing to do
 * yet. What it is of the first stage before its first block is told later. */
static LscLoss
find_pipeline_loss (const LscDigestLosses *self, const LscBudgetPiece *piece)
{
  gint64 middle_ns = piece->begin_ns + (piece->end_ns - piece->begin_ns) / 2;
  gsize at;

  if (!self->has_blocks || middle_ns >= self->extent.end_ns)
    return LSC_LOSS_N;
  if (middle_ns < self->extent.begin_ns)
    return LSC_LOSS_LEAD;
  at = lsc_intervals_find (self->blocks, middle_ns);
  return at < self->blocks->n && self->blocks->items[at].begin_ns <= middle_ns ? LSC_LOSS_N
                                                                               : LSC_LOSS_BUBBLE;
}

static gboolean
is_preempted (const LscDigestLosses *self, guint32 cause)
{
  guint32 slice;
  const LscNode *node = cause == LSC_SLICE_NONE ? NULL : find_node (self->timeline, cause, &slice);

  return node &&
         lsc_sched_find_preemptor (lsc_timeline_text (self->timeline, node->lane->name[slice]));
}

/* Returns what time was lost to in which the host was late, @loss by what it did. */
static LscLoss
find_host_loss (LscDigestLosses *self, gsize index, LscLoss loss, guint32 *cause)
{
  const LscBudgetPiece *piece = &self->budget->pieces.items[index];
  const LscGap *gap = find_gap (self, piece);

  *cause = piece->cause;
  if (gap && loss != LSC_LOSS_SYNC && compiles (self, gap->cause))
    {
      *cause = gap->cause;
      return LSC_LOSS_COMPILE;
    }
  if (loss != LSC_LOSS_HOST || is_preempted (self, piece->cause))
    return loss;
  if (_lsc_digest_is_silent (self->timeline, piece->begin_ns, piece->end_ns))
    return LSC_LOSS_SILENT;
  return is_between_short (self, piece, index) ? LSC_LOSS_SMALL_KERNELS : LSC_LOSS_HOST;
}

/* Returns what the piece was lost to, %LSC_LOSS_N where it was not. What lies behind the last work
 * of a stage waits for the others. Without marks of steps nobody knows what was to be done before
 * the first work of the recording and behind the last. */
static LscLoss
find_loss (LscDigestLosses *self, gsize index, guint32 *cause)
{
  const LscBudgetPiece *piece = &self->budget->pieces.items[index];
  LscLoss loss = LSC_LOSS_N;

  *cause = LSC_SLICE_NONE;
  if (self->is_capture &&
      (piece->category == LSC_BUDGET_PREPARE || piece->category == LSC_BUDGET_TAIL))
    return LSC_LOSS_N;
  if (piece->category >= LSC_BUDGET_PREPARE && piece->category <= LSC_BUDGET_FREE_UNLINKED)
    loss = find_pipeline_loss (self, piece);
  if (loss != LSC_LOSS_N)
    return loss;
  loss = lsc_loss_of (piece);
  if (piece->category == LSC_BUDGET_TAIL)
    {
      *cause = piece->cause;
      return self->has_blocks ? LSC_LOSS_N : loss;
    }
  if (piece->category < LSC_BUDGET_PREPARE || piece->category > LSC_BUDGET_FREE_UNLINKED)
    return loss;
  if (piece->side == LSC_BUDGET_NOT_LAUNCHED)
    return find_host_loss (self, index, loss, cause);
  *cause = piece->cause;
  return loss;
}

/* ---- behind late launches ---- */

#define MOST_STARTS 2       /* times what work usually takes to start behind a late launch */
#define MOST_START_NS 20000 /* a device that does nothing else begins sooner */

/* Whether a piece lasts from a launch that came while the device idled to the start of that work.
 */
static gboolean
is_start (const LscDigestLosses *self, gsize index)
{
  const LscBudgetPiece *piece = &self->budget->pieces.items[index], *before = piece - 1;

  return index > 0 && piece->side == LSC_BUDGET_LAUNCHED &&
         (piece->category == LSC_BUDGET_FREE_DEVICE || piece->category == LSC_BUDGET_PREPARE) &&
         before->side == LSC_BUDGET_NOT_LAUNCHED && before->owner == piece->owner &&
         before->end_ns == piece->begin_ns &&
         (before->category == LSC_BUDGET_FREE_HOST || before->category == LSC_BUDGET_PREPARE);
}

static gint64
find_most_start_ns (const LscDigestLosses *self)
{
  const LscBudgetPieces *pieces = &self->budget->pieces;
  LscInt64s values = { 0 };
  gint64 usual_ns;

  for (gsize i = 0; i < pieces->n; i++)
    if (is_start (self, i))
      lsc_int64s_append (&values, pieces->items[i].end_ns - pieces->items[i].begin_ns);
  usual_ns = lsc_median_lower_among_int64 (values.items, values.n);
  lsc_int64s_clear (&values);
  return MIN (MOST_STARTS * usual_ns, MOST_START_NS); /* 0 without any */
}

/* Work that had been launched in time would not have had to start: what that takes is lost to what
 * made its launch late. */
static LscLoss
find_start_loss (LscDigestLosses *self, gsize index, LscLoss loss, guint32 *cause)
{
  const LscBudgetPiece *piece = &self->budget->pieces.items[index];

  if (loss == LSC_LOSS_DEVICE && self->last != LSC_LOSS_N && is_start (self, index) &&
      piece->end_ns - piece->begin_ns <= self->most_start_ns)
    {
      *cause = self->last_cause;
      return self->last;
    }
  self->last = loss;
  self->last_cause = *cause;
  return loss;
}

/* ---- groups ---- */

static gsize
find_group (LscDigestLosses *self, const LscNode *node)
{
  const char *name = node->text ? node->text : node->name;
  guint32 text = lsc_intern_find (self->digest->texts, name);
  const LscRankGroups *groups = &self->digest->groups;

  for (gsize i = 0; text != LSC_STRING_NONE && i < groups->n; i++)
    if (groups->items[i].name == text)
      return i;
  lsc_rank_digest_add_group (self->digest, name, node->name);
  return groups->n - 1;
}

/* The group of a communication operator, NULL when its lane is no group's. */
static LscRankGroup *
get_group (LscDigestLosses *self, guint32 slice)
{
  LscSpot spot = lsc_timeline_get_spot (self->timeline, slice);
  gpointer key = GUINT_TO_POINTER (spot.node);
  const LscNode *node;
  gsize index;

  if (spot.node == LSC_SLICE_NONE)
    return NULL;
  node = lsc_timeline_get_node (self->timeline, spot.node);
  if (node->role != LSC_ROLE_COMM_GROUP)
    return NULL;
  index = GPOINTER_TO_SIZE (g_hash_table_lookup (self->groups, key));
  if (index == 0)
    {
      index = find_group (self, node) + 1;
      g_hash_table_insert (self->groups, key, GSIZE_TO_POINTER (index));
    }
  return &self->digest->groups.items[index - 1];
}

static void
take_longest (LscLossPlace *longest, const LscBudgetPiece *piece, guint32 cause)
{
  if (piece->end_ns - piece->begin_ns > longest->end_ns - longest->begin_ns)
    *longest = (LscLossPlace){ piece->begin_ns, piece->end_ns, piece->owner, cause };
}

static void
take_communication (LscDigestLosses *self, const LscBudgetPiece *piece, LscLoss loss)
{
  LscRankGroup *group = get_group (self, piece->owner);
  gint64 ns = piece->end_ns - piece->begin_ns;

  if (!group)
    return;
  if (loss == LSC_LOSS_TRANSFER || loss == LSC_LOSS_COMM)
    {
      group->transfer_ns += ns;
      take_longest (&group->transfer, piece, LSC_SLICE_NONE);
      return;
    }
  *(loss == LSC_LOSS_WAIT ? &group->wait_ns : &group->bubble_ns) += ns;
  take_longest (&group->wait, piece, LSC_SLICE_NONE);
}

/* ---- calls of the host ---- */

/* The operator that the program called, such as aten::item, by which a call synchronises: what has
 * no caller in the framework is named itself. */
static guint32
find_caller (const LscDigestLosses *self, guint32 call)
{
  gpointer op;
  LscSpot spot;
  const LscNode *node;

  if (!g_hash_table_lookup_extended (self->sync_ops, GUINT_TO_POINTER (call), NULL, &op))
    return call;
  spot = lsc_timeline_get_spot (self->timeline, GPOINTER_TO_UINT (op));
  node = lsc_timeline_get_node (self->timeline, spot.node);
  for (guint32 at = spot.slice;
       at != LSC_SLICE_NONE && node->lane->kind[at] == LSC_SLICE_OP &&
       strstr (lsc_timeline_text (self->timeline, node->lane->name[at]), "::");
       at = lsc_lane_get_parent (node->lane, at))
    spot.slice = at;
  return node->first_id + spot.slice;
}

static void
list_sync_ops (LscDigestLosses *self, const LscDispatch *dispatch)
{
  self->sync_ops = g_hash_table_new (NULL, NULL);
  for (gsize i = 0; dispatch && i < dispatch->syncs.n; i++)
    if (dispatch->syncs.items[i].op != LSC_SLICE_NONE)
      g_hash_table_insert (self->sync_ops, GUINT_TO_POINTER (dispatch->syncs.items[i].call),
                           GUINT_TO_POINTER (dispatch->syncs.items[i].op));
}

/** What a call of the host costs. */
typedef struct
{
  gint64 ns;
  gint64 n;
  LscLossPlace longest;
} LossCall;

static void
add_call (LscDigestLosses *self, LscLoss loss, guint32 cause, const LscBudgetPiece *piece)
{
  gint64 ns = piece->end_ns - piece->begin_ns;
  guint32 slice;
  const LscNode *node = cause != LSC_SLICE_NONE ? find_node (self->timeline, cause, &slice) : NULL;
  gpointer key;
  LossCall *call;

  if (!node)
    {
      self->unnamed_ns[loss] += ns;
      return;
    }
  if (!self->calls[loss])
    self->calls[loss] = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  key = GUINT_TO_POINTER (node->lane->name[slice]);
  call = g_hash_table_lookup (self->calls[loss], key);
  if (!call)
    {
      call = g_new0 (LossCall, 1);
      g_hash_table_insert (self->calls[loss], key, call);
    }
  call->ns += ns;
  call->n++;
  take_longest (&call->longest, piece, cause);
}

/* Of idle time with work launched a smaller part is no cause: most of it may be behind nothing. */
#define LEAST_NAMED_PART 10

/* The call that takes most, if it takes more than what stands beside no call at all. Returns:
 * (nullable): its name */
static const char *
find_worst_call (const LscDigestLosses *self, LscLoss loss, LossCall *worst)
{
  GHashTableIter iter;
  gpointer id, item;
  const char *best = NULL;

  *worst = (LossCall){ 0 };
  g_hash_table_iter_init (&iter, self->calls[loss]);
  while (g_hash_table_iter_next (&iter, &id, &item))
    {
      const char *name = lsc_timeline_text (self->timeline, GPOINTER_TO_UINT (id));
      const LossCall *call = item;

      if (call->ns > worst->ns || (best && call->ns == worst->ns && strcmp (name, best) < 0))
        {
          *worst = *call;
          best = name;
        }
    }
  return worst->ns < self->unnamed_ns[loss] / (loss == LSC_LOSS_DEVICE ? LEAST_NAMED_PART : 1)
             ? NULL
             : best;
}

/* What is named is what is shown: the longest time of another call would prove nothing. */
static void
name_worst_call (LscDigestLosses *self, LscLoss loss)
{
  LossCall worst;
  const char *name = find_worst_call (self, loss, &worst);

  self->digest->calls[loss] = lsc_rank_digest_add_text (self->digest, name);
  if (!name)
    return;
  self->digest->longest[loss] = worst.longest;
  self->digest->n_places[loss] = worst.n;
}

/* ---- pieces ---- */

/* A device can do what it once did: the usual frequency is that of all steps. */
static void
take_pace (LscDigestLosses *self, const LscBudgetPiece *piece, LscBudgetStep *step)
{
  LscPace pace = { _lsc_digest_read_mhz (self->clocks, piece), piece->end_ns - piece->begin_ns };
  LscPace *last =
      self->paces->len > 0 ? &g_array_index (self->paces, LscPace, self->paces->len - 1) : NULL;

  if (pace.mhz <= 0)
    self->lacks_pace = TRUE;
  else if (last && last->mhz == pace.mhz) /* samples are few */
    last->ns += pace.ns;
  else
    g_array_append_val (self->paces, pace);
  if (self->counts)
    step->cycles_mhz_ns += pace.mhz * (double) pace.ns;
  if (self->lacks_pace) /* it computes before the first sample: a part would look like a drop */
    step->cycles_mhz_ns = 0;
}

static void
take_loss (LscDigestLosses *self, gsize index, LscLoss loss, guint32 cause, LscBudgetStep *step)
{
  const LscBudgetPiece *piece = &self->budget->pieces.items[index];

  step->loss_ns[loss] += piece->end_ns - piece->begin_ns;
  if (piece->is_graph)
    self->digest->graph_ns[loss] += piece->end_ns - piece->begin_ns;
  self->digest->n_places[loss]++;
  take_longest (&self->digest->longest[loss], piece, cause);
  if (piece->owner != LSC_SLICE_NONE && piece->category >= LSC_BUDGET_TRANSFER &&
      piece->category <= LSC_BUDGET_BUBBLE)
    take_communication (self, piece, loss);
  add_call (self, loss, cause, piece);
}

/**
 * _lsc_digest_losses_init:
 * @self: (out caller-allocates): to be cleared with _lsc_digest_losses_clear()
 * @digest: with steps, groups and kernels
 * @blocks: of a pipeline, merged
 */
void
_lsc_digest_losses_init (LscDigestLosses *self, LscRankDigest *digest, const LscTimeline *timeline,
                         const LscBudget *budget, const LscIntervals *blocks)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (timeline);

  *self =
      (LscDigestLosses){ .digest = digest,
                         .timeline = timeline,
                         .budget = budget,
                         .gaps = analysis && analysis->dispatch ? &analysis->dispatch->gaps : NULL,
                         .clocks = g_array_new (FALSE, FALSE, sizeof (const LscCounter *)),
                         .paces = g_array_new (FALSE, FALSE, sizeof (LscPace)),
                         .groups = g_hash_table_new (NULL, NULL),
                         .blocks = blocks };
  lsc_core_clocks_list (timeline, self->clocks);
  _lsc_digest_debts_init (&self->debts, timeline, budget);
  list_sync_ops (self, analysis ? analysis->dispatch : NULL);
  self->last = LSC_LOSS_N;
  self->most_start_ns = find_most_start_ns (self);
}

/** Begins a step; those in which the device does nothing do not count (findings.md#steps). */
void
_lsc_digest_losses_begin (LscDigestLosses *self, guint32 step)
{
  const LscBudgetStep *about = lsc_rank_digest_get_step (self->digest, step);

  self->counts =
      lsc_budget_step_is_typical (about) && about->ns[LSC_BUDGET_PREPARE] != about->step_ns;
  if (self->counts)
    lsc_indexes_append (&self->digest->counted, step);
  self->is_capture = about->step == LSC_INT_NULL;
  self->has_blocks = find_block_extent (self, about, &self->extent);
  self->lacks_pace = FALSE;
}

/**
 * Adds piece number @piece, which is one of step @step, if that counts.
 *
 * Returns: what it was lost to, %LSC_LOSS_N where it was not
 */
LscLoss
_lsc_digest_losses_take (LscDigestLosses *self, gsize piece, guint32 step)
{
  LscBudgetStep *sums = &self->digest->steps.items[step];
  const LscBudgetPiece *about = &self->budget->pieces.items[piece];
  guint32 cause;
  LscLoss loss = find_loss (self, piece, &cause);
  gint64 n_syncs = self->debts.n_syncs;

  loss = _lsc_digest_debts_take (&self->debts, about, loss, &cause);
  loss = find_start_loss (self, piece, loss, &cause);
  self->digest->n_syncs += self->counts ? self->debts.n_syncs - n_syncs : 0;
  if (loss == LSC_LOSS_SYNC && cause != LSC_SLICE_NONE)
    cause = find_caller (self, cause);
  if (about->category == LSC_BUDGET_COMPUTE && self->clocks->len > 0)
    take_pace (self, about, sums);
  if (self->counts && loss != LSC_LOSS_N)
    take_loss (self, piece, loss, cause, sums);
  return loss;
}

/** Fills in what is known when all pieces have been taken. */
void
_lsc_digest_losses_finish (LscDigestLosses *self)
{
  self->digest->usual_mhz = _lsc_digest_find_usual_mhz (self->paces);
  for (guint i = 0; i < LSC_LOSS_N; i++)
    if (self->calls[i])
      name_worst_call (self, (LscLoss) i);
}

void
_lsc_digest_losses_clear (LscDigestLosses *self)
{
  g_array_unref (self->clocks);
  g_array_unref (self->paces);
  g_hash_table_unref (self->sync_ops);
  g_hash_table_unref (self->groups);
  for (guint i = 0; i < LSC_LOSS_N; i++)
    g_clear_pointer (&self->calls[i], g_hash_table_unref);
}
