/* lsc-rule-facts.c - what of a rank the rules of findings need
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-rule-facts.h"

#include <string.h>

#include "analyze/digest/lsc-rule-facts-private.h"
#include "base/lsc-interval.h"
#include "base/lsc-sort.h"

/* findings.md#losses. */

#define SHORT_KERNEL_NS 20000     /* dispatch.md#remedies */
#define MOST_SHORT_GAP_NS 200000  /* a host that launches without a break needs no more */
#define LEAST_STEPS_TO_DROP_ONE 3 /* views: the first of more than two steps warms up */
#define CHECK_EVERY 4096

/** What is at work while facts are gathered. */
typedef struct
{
  const LscTimeline *timeline;
  const LscBudget *budget;
  const LscTimelineAnalysis *analysis; /* (nullable) */
  LscRuleFacts *facts;
  gsize first_step;    /* the first that counts */
  gsize gap;           /* the gap at the piece that is looked at, or after it */
  GArray *clocks;      /* (element-type const LscCounter *): frequency, one a die */
  GHashTable *groups;  /* node of a group to 1 + its index */
  LscIntervals blocks; /* of a pipeline, merged */
  LscInterval extent;  /* of those of the step */
  gboolean has_blocks;
  LscJob *job;
} Build;

static const LscBudgetStep *
get_step (const Build *self, gsize index)
{
  return &g_array_index (self->budget->steps, LscBudgetStep, index);
}

static const char *
name_of (const LscTimeline *timeline, guint32 slice)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, slice);
  const LscNode *node;

  if (spot.node == LSC_SLICE_NONE)
    return NULL;
  node = lsc_timeline_get_node (timeline, spot.node);
  return lsc_timeline_text (timeline, node->lane->name[spot.slice]);
}

/* ---- kernels ---- */

static gsize
find_step (const Build *self, gint64 time_ns)
{
  for (gsize i = self->first_step; i < self->budget->steps->len; i++)
    if (time_ns >= get_step (self, i)->begin_ns && time_ns < get_step (self, i)->end_ns)
      return i;
  return G_MAXSIZE;
}

static LscRuleKernel *
get_kernel (Build *self, GHashTable *by_name, guint32 name, guint8 kind)
{
  GArray *kernels = self->facts->kernels;
  gpointer key = GSIZE_TO_POINTER ((gsize) name * LSC_SLICE_N_KINDS + kind + 1);
  gsize index = GPOINTER_TO_SIZE (g_hash_table_lookup (by_name, key));

  if (index == 0)
    {
      LscRuleKernel kernel = {
        .name = g_string_chunk_insert_const (self->facts->names,
                                             lsc_timeline_text (self->timeline, name)),
        .kind = kind,
        .longest = LSC_SLICE_NONE,
      };

      g_array_append_val (kernels, kernel);
      index = kernels->len;
      g_hash_table_insert (by_name, key, GSIZE_TO_POINTER (index));
    }
  return &g_array_index (kernels, LscRuleKernel, index - 1);
}

static void
count_kernel (Build *self, GHashTable *by_name, const LscNode *node, guint32 slice)
{
  const LscLane *lane = node->lane;
  gint64 ns = lsc_lane_get_duration_ns (lane, slice);
  LscRuleKernel *kernel;

  if (find_step (self, lane->start_ns[slice]) == G_MAXSIZE)
    return;
  kernel = get_kernel (self, by_name, lane->name[slice], lane->kind[slice]);
  kernel->n++;
  kernel->ns += ns;
  if (ns > kernel->longest_ns)
    {
      kernel->longest = node->first_id + slice;
      kernel->longest_ns = ns;
      kernel->longest_begin_ns = lane->start_ns[slice];
    }
  self->facts->n_kernels++;
  self->facts->n_short += ns < SHORT_KERNEL_NS;
}

static int
compare_kernels (gconstpointer a, gconstpointer b)
{
  const LscRuleKernel *x = a, *y = b;

  return x->ns != y->ns ? (x->ns < y->ns ? 1 : -1) : g_strcmp0 (x->name, y->name);
}

static gboolean
count_kernels (Build *self, GError **error)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (NULL, NULL);

  for (guint i = 1; i < self->timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (self->timeline, i);

      if (node->role != LSC_ROLE_STREAM || !node->lane)
        continue;
      if (!lsc_job_check (self->job, error))
        return FALSE;
      for (guint32 k = 0; k < node->lane->n; k++)
        if (lsc_slice_kind_is_computing (node->lane->kind[k]) && node->lane->duration[k] > 0)
          count_kernel (self, by_name, node, k);
    }
  g_array_sort (self->facts->kernels, compare_kernels);
  return TRUE;
}

/* ---- losses ---- */

/* The gap of the device in which a piece lies; pieces are asked for by time. */
static const LscGap *
find_gap (Build *self, const LscBudgetPiece *piece)
{
  const LscGaps *gaps;

  if (!self->analysis)
    return NULL;
  gaps = &self->analysis->dispatch->gaps;
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

  return is_kernel && ns < SHORT_KERNEL_NS;
}

/* Whether the host only could not launch short kernels fast enough: one stands on either side. */
static gboolean
is_between_short (const Build *self, const LscBudgetPiece *piece, gsize index)
{
  const LscBudgetPiece *pieces = self->budget->pieces.items;
  gsize before = index;

  if (self->facts->n_short * 2 <= self->facts->n_kernels)
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
compiles (const Build *self, guint32 call)
{
  const char *name = call == LSC_SLICE_NONE ? NULL : name_of (self->timeline, call);

  return name && strstr (name, "ompile");
}

static LscLoss
find_host_loss (Build *self, const LscBudgetPiece *piece, gsize index, guint32 *cause)
{
  const LscGap *gap = find_gap (self, piece);
  LscBudgetHost host = piece->detail;

  *cause = piece->cause;
  if (gap && host != LSC_BUDGET_HOST_SYNC && compiles (self, gap->cause))
    {
      *cause = gap->cause;
      return LSC_LOSS_COMPILE;
    }
  switch (host)
    {
    case LSC_BUDGET_HOST_SYNC:
      return LSC_LOSS_SYNC;
    case LSC_BUDGET_HOST_COMPILE:
      return LSC_LOSS_COMPILE;
    case LSC_BUDGET_HOST_GC:
      return LSC_LOSS_GC;
    case LSC_BUDGET_HOST_DATA_LOADER:
      return LSC_LOSS_DATA_LOADER;
    case LSC_BUDGET_HOST_MEMORY:
      return LSC_LOSS_MEMORY_CALLS;
    default:
      if (_lsc_rule_facts_is_silent (self->timeline, piece->begin_ns, piece->end_ns))
        return LSC_LOSS_SILENT;
      return is_between_short (self, piece, index) ? LSC_LOSS_SMALL_KERNELS : LSC_LOSS_HOST;
    }
}

/* ---- blocks of a pipeline ---- */

/* The step's first and last moment inside a block; FALSE when it has none. */
static gboolean
find_block_extent (const Build *self, const LscBudgetStep *step, LscInterval *extent)
{
  gsize first = lsc_intervals_find (&self->blocks, step->begin_ns);
  gsize after =
      LSC_BISECT (i, first, self->blocks.n, self->blocks.items[i].begin_ns < step->end_ns);

  if (after <= first)
    return FALSE;
  *extent =
      (LscInterval){ self->blocks.items[first].begin_ns, self->blocks.items[after - 1].end_ns };
  return TRUE;
}

/* Idle time of a pipeline that lies in no block is no lateness of the host: there is nothing to do
 * yet. What it is of the first stage before its first block is told later. */
static LscLoss
find_pipeline_loss (const Build *self, const LscBudgetPiece *piece)
{
  gint64 middle_ns = piece->begin_ns + (piece->end_ns - piece->begin_ns) / 2;
  gsize at;

  if (!self->has_blocks || middle_ns >= self->extent.end_ns)
    return LSC_LOSS_N;
  if (middle_ns < self->extent.begin_ns)
    return LSC_LOSS_LEAD;
  at = lsc_intervals_find (&self->blocks, middle_ns);
  return at < self->blocks.n && self->blocks.items[at].begin_ns <= middle_ns ? LSC_LOSS_N
                                                                             : LSC_LOSS_BUBBLE;
}

/* Returns what the piece was lost to, %LSC_LOSS_N where it was not. */
static LscLoss
find_loss (Build *self, const LscBudgetPiece *piece, gsize index, guint32 *cause)
{
  const LscGap *gap;
  LscLoss loss = LSC_LOSS_N;

  *cause = LSC_SLICE_NONE;
  if (piece->category >= LSC_BUDGET_PREPARE && piece->category <= LSC_BUDGET_FREE_UNLINKED)
    loss = find_pipeline_loss (self, piece);
  if (loss != LSC_LOSS_N)
    return loss;
  switch ((LscBudgetCategory) piece->category)
    {
    case LSC_BUDGET_TRANSFER:
      return LSC_LOSS_TRANSFER;
    case LSC_BUDGET_COMM_OTHER:
    case LSC_BUDGET_COMM:
      return LSC_LOSS_COMM;
    case LSC_BUDGET_WAIT:
      return LSC_LOSS_WAIT;
    case LSC_BUDGET_BUBBLE:
      return LSC_LOSS_BUBBLE;
    case LSC_BUDGET_MEMCPY:
      return LSC_LOSS_COPY;
    case LSC_BUDGET_PREPARE:
    case LSC_BUDGET_FREE_HOST:
      return find_host_loss (self, piece, index, cause);
    case LSC_BUDGET_FREE_DEVICE:
      gap = find_gap (self, piece);
      if (!gap || gap->kind != LSC_SLICE_GAP_HOST_SYNC)
        return LSC_LOSS_DEVICE;
      *cause = gap->cause;
      return LSC_LOSS_SYNC;
    case LSC_BUDGET_FREE_UNLINKED:
      return LSC_LOSS_UNLINKED;
    case LSC_BUDGET_COMPUTE:
    case LSC_BUDGET_TAIL:
    case LSC_BUDGET_N_CATEGORIES:
      break;
    }
  return LSC_LOSS_N;
}

/* ---- groups ---- */

static LscRuleGroup
make_group (const LscTimeline *timeline, const LscNode *node)
{
  const LscCommGroup *known = lsc_timeline_get_comm_group (timeline, node->text);
  LscRuleGroup self = { .label = g_strdup (known ? known->label : node->name) };

  for (gsize i = 0; known && i < known->ranks.n; i++)
    lsc_int64s_append (&self.members, known->ranks.items[i]);
  return self;
}

/* The group of a communication operator, NULL when its lane is no group's. */
static LscRuleGroup *
get_group (Build *self, guint32 slice)
{
  LscSpot spot = lsc_timeline_get_spot (self->timeline, slice);
  gpointer key = GUINT_TO_POINTER (spot.node);
  gsize index;

  if (spot.node == LSC_SLICE_NONE ||
      lsc_timeline_get_node (self->timeline, spot.node)->role != LSC_ROLE_COMM_GROUP)
    return NULL;
  index = GPOINTER_TO_SIZE (g_hash_table_lookup (self->groups, key));
  if (index == 0)
    {
      LscRuleGroup group =
          make_group (self->timeline, lsc_timeline_get_node (self->timeline, spot.node));

      g_array_append_val (self->facts->groups, group);
      index = self->facts->groups->len;
      g_hash_table_insert (self->groups, key, GSIZE_TO_POINTER (index));
    }
  return &g_array_index (self->facts->groups, LscRuleGroup, index - 1);
}

static void
take_longest (LscLossPlace *longest, const LscBudgetPiece *piece, guint32 cause)
{
  if (piece->end_ns - piece->begin_ns > longest->end_ns - longest->begin_ns)
    *longest = (LscLossPlace){ piece->begin_ns, piece->end_ns, piece->owner, cause };
}

static void
take_communication (Build *self, const LscBudgetPiece *piece, LscLoss loss)
{
  LscRuleGroup *group = get_group (self, piece->owner);
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

/** Time by the name of a call. */
typedef struct
{
  GHashTable *ns[LSC_LOSS_N]; /* const char * to gint64 * */
} CallTimes;

static void
add_call (CallTimes *self, LscLoss loss, const char *name, gint64 ns)
{
  gint64 *sum;

  if (!name)
    return;
  if (!self->ns[loss])
    self->ns[loss] = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  sum = g_hash_table_lookup (self->ns[loss], name);
  if (!sum)
    {
      sum = g_new0 (gint64, 1);
      g_hash_table_insert (self->ns[loss], (gpointer) name, sum);
    }
  *sum += ns;
}

static void
take_calls (CallTimes *self, LscRuleFacts *facts)
{
  for (guint i = 0; i < LSC_LOSS_N; i++)
    {
      GHashTableIter iter;
      gpointer name, ns, best = NULL;
      gint64 most = 0;

      if (!self->ns[i])
        continue;
      g_hash_table_iter_init (&iter, self->ns[i]);
      while (g_hash_table_iter_next (&iter, &name, &ns))
        if (*(gint64 *) ns > most || (*(gint64 *) ns == most && strcmp (name, best) < 0))
          {
            most = *(gint64 *) ns;
            best = name;
          }
      facts->calls[i] = g_strdup (best);
      g_hash_table_unref (self->ns[i]);
    }
}

static void
note_place (LscRuleFacts *facts, LscLoss loss, const LscBudgetPiece *piece, guint32 cause)
{
  facts->n_places[loss]++;
  take_longest (&facts->longest[loss], piece, cause);
}

static void
take_compute (Build *self, LscRuleStep *step, const LscBudgetPiece *piece)
{
  gint64 ns = piece->end_ns - piece->begin_ns;

  step->compute_ns += ns;
  step->cycles_mhz_ns += _lsc_rule_facts_read_mhz (self->clocks, piece) * (double) ns;
}

static void
take_piece (Build *self, gsize index, CallTimes *calls)
{
  const LscBudgetPiece *piece = &self->budget->pieces.items[index];
  LscRuleStep *fact = &g_array_index (self->facts->steps, LscRuleStep, self->facts->steps->len - 1);
  guint32 cause;
  LscLoss loss = find_loss (self, piece, index, &cause);

  if (piece->category == LSC_BUDGET_COMPUTE)
    take_compute (self, fact, piece);
  if (loss == LSC_LOSS_N)
    return;
  fact->ns[loss] += piece->end_ns - piece->begin_ns;
  note_place (self->facts, loss, piece, cause);
  if (piece->owner != LSC_SLICE_NONE && piece->category >= LSC_BUDGET_TRANSFER &&
      piece->category <= LSC_BUDGET_BUBBLE)
    take_communication (self, piece, loss);
  if (cause != LSC_SLICE_NONE)
    add_call (calls, loss, name_of (self->timeline, cause), piece->end_ns - piece->begin_ns);
}

static gboolean
take_pieces (Build *self, GError **error)
{
  CallTimes calls = { { NULL } };
  gboolean ok = TRUE;

  for (gsize i = self->first_step; ok && i < self->budget->steps->len; i++)
    {
      const LscBudgetStep *step = get_step (self, i);
      gboolean is_idle = step->ns[LSC_BUDGET_PREPARE] == step->end_ns - step->begin_ns;
      LscRuleStep fact = {
        .step = step->has_step ? step->step : LSC_INT_NULL,
        .step_ns = step->end_ns - step->begin_ns,
        .hidden_ns = step->hidden_comm_ns,
      };

      if (is_idle)
        continue; /* of the host alone */
      self->has_blocks = find_block_extent (self, step, &self->extent);
      g_array_append_val (self->facts->steps, fact);
      for (gsize k = 0; ok && k < step->n_pieces; k++)
        {
          take_piece (self, step->first_piece + k, &calls);
          ok = k % CHECK_EVERY != 0 || lsc_job_check (self->job, error);
        }
    }
  take_calls (&calls, self->facts);
  return ok;
}

/* ---- all ---- */

static void
clear_group (gpointer item)
{
  LscRuleGroup *self = item;

  g_free (self->label);
  lsc_int64s_clear (&self->members);
}

static void
clear_link (gpointer item)
{
  g_free (((LscRuleLink *) item)->group);
}

static LscRuleFacts *
make_empty (const LscTimeline *timeline, const LscBudget *budget)
{
  LscRuleFacts *self = g_new0 (LscRuleFacts, 1);

  self->rank = timeline->rank;
  self->label = lsc_timeline_get_label (timeline);
  self->is_gpu = timeline->is_gpu;
  self->is_split = budget->is_split;
  self->steps = g_array_new (FALSE, FALSE, sizeof (LscRuleStep));
  self->kernels = g_array_new (FALSE, FALSE, sizeof (LscRuleKernel));
  self->sequences = g_array_new (FALSE, TRUE, sizeof (LscRuleSequence));
  self->groups = g_array_new (FALSE, FALSE, sizeof (LscRuleGroup));
  g_array_set_clear_func (self->groups, clear_group);
  self->links = g_array_new (FALSE, FALSE, sizeof (LscRuleLink));
  g_array_set_clear_func (self->links, clear_link);
  self->memory = g_array_new (FALSE, FALSE, sizeof (LscRuleMemory));
  self->kept = g_array_new (FALSE, FALSE, sizeof (LscRuleBlocks));
  self->variables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->names = g_string_chunk_new (4096);
  self->usual_mhz = -1;
  return self;
}

/** lsc_rule_facts_find_blocks: Returns: whether a rank marks blocks of a pipeline */
gboolean
lsc_rule_facts_find_blocks (const LscTimeline *timeline)
{
  LscIntervals blocks = { 0 };
  gboolean has_blocks;

  _lsc_rule_facts_list_blocks (timeline, &blocks);
  has_blocks = blocks.n > 0;
  lsc_intervals_clear (&blocks);
  return has_blocks;
}

/**
 * lsc_rule_facts_new:
 * @timeline: a completed recording of a rank
 * @budget: of @timeline
 *
 * Thread: any. Cost: O(slices of the device), and O(log n) for each piece of the budget.
 *
 * Returns: (transfer full): what the rules need of it; NULL when the job was cancelled
 */
LscRuleFacts *
lsc_rule_facts_new (const LscTimeline *timeline, const LscBudget *budget, LscJob *job,
                    GError **error)
{
  g_autoptr (LscRuleFacts) self = NULL;
  g_autoptr (GArray) clocks = g_array_new (FALSE, FALSE, sizeof (const LscCounter *));
  g_autoptr (GHashTable) groups = g_hash_table_new (NULL, NULL);
  Build build = { .timeline = timeline,
                  .budget = budget,
                  .analysis = lsc_timeline_get_analysis (timeline),
                  .clocks = clocks,
                  .groups = groups,
                  .job = job };
  gboolean ok;

  g_return_val_if_fail (timeline && budget, NULL);
  self = build.facts = make_empty (timeline, budget);
  if (budget->steps->len >= LEAST_STEPS_TO_DROP_ONE)
    build.first_step = 1;
  _lsc_rule_facts_list_clocks (timeline, clocks);
  _lsc_rule_facts_list_blocks (timeline, &build.blocks);
  self->has_blocks = build.blocks.n > 0;
  self->usual_mhz = _lsc_rule_facts_find_usual_mhz (clocks, budget);
  _lsc_rule_facts_take_links (self, timeline);
  _lsc_rule_facts_take_contention (self, timeline);
  _lsc_rule_facts_take_memory (self, timeline, budget);
  _lsc_rule_facts_take_peaks (self, timeline, job);
  _lsc_rule_facts_take_variables (self, timeline);
  ok = count_kernels (&build, error) && take_pieces (&build, error);
  if (ok)
    _lsc_rule_facts_take_details (self, timeline);
  if (ok)
    _lsc_rule_facts_take_sequences (self, timeline, budget, build.first_step);
  lsc_intervals_clear (&build.blocks);
  return ok ? g_steal_pointer (&self) : NULL;
}

void
lsc_rule_facts_free (LscRuleFacts *self)
{
  if (!self)
    return;
  for (guint i = 0; i < LSC_LOSS_N; i++)
    g_free (self->calls[i]);
  g_free (self->label);
  g_free (self->blocks_error);
  g_array_unref (self->steps);
  g_array_unref (self->kernels);
  g_array_unref (self->sequences);
  g_array_unref (self->groups);
  g_array_unref (self->links);
  g_array_unref (self->memory);
  g_array_unref (self->kept);
  g_hash_table_unref (self->variables);
  g_string_chunk_free (self->names);
  g_free (self);
}
