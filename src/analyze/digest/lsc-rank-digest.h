/* lsc-rank-digest.h - what stays of a rank when its timeline goes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/budget/lsc-budget.h"
#include "analyze/digest/lsc-digest-experts.h"
#include "analyze/digest/lsc-digest-memory.h"
#include "analyze/digest/lsc-digest-owners.h"
#include "analyze/digest/lsc-digest-traffic.h"
#include "analyze/digest/lsc-rank-layout.h"
#include "base/lsc-error.h"
#include "base/lsc-interval.h"
#include "base/lsc-job.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** Of what a digest holds (digest.md): another one is not understood. It changes with every member,
 * code and unit. */
#define LSC_DIGEST_VERSION 13

/** What of a digest is asked for; where steps are, operators and groups are always there. */
typedef enum
{
  LSC_DIGEST_JUDGED = 1 << 0,   /* what overview and findings need: owners, rules */
  LSC_DIGEST_COMPARED = 1 << 1, /* what comparing needs: parts; its kernels are LscStepKernels */
  LSC_DIGEST_FIGURES = 1 << 2,  /* figures of steps, and their budget; all of the above have them */
  LSC_DIGEST_TIMES = 1 << 3,    /* of these what only the device tells: not why it was idle */
} LscDigestParts;

/** A variable of the environment. Ids in LscRankDigest.texts. */
typedef struct
{
  guint32 name;
  guint32 value;
} LscDigestVariable;

LSC_DEFINE_ARRAY (LscDigestVariables, lsc_digest_variables, LscDigestVariable)

typedef struct _LscRankDigest LscRankDigest;

/**
 * LscRankDigest: immutable, reference counted; borrows nothing, and nothing in it is translated
 * (digest.md)
 * @parts: what was asked for
 * @rank: its number, what stands for its name, or %LSC_RANK_UNKNOWN
 * @replica: which of several jobs that each count from rank 0; id in @texts, %LSC_STRING_NONE
 * @device: its number, -1 = not known
 * @busy: of ranks without a number when it is, without short pauses
 * @level: of the profiler, -1 = not known
 * @is_of_ops: of an op timeline: no kernels, no launches, transfers without their waiting
 * @is_damaged: the file is cut or damaged: what is not there may have been recorded
 * @folder: name of the recording where it does not; id in @texts, else %LSC_STRING_NONE
 * @host, @chip: ids in @texts, %LSC_STRING_NONE
 * @arguments: likewise: distributed_args as recorded, JSON
 * @is_told: only tables were exported: sums of the exporter's, operators of communication.json
 * @is_split: whether communication is split into transfers and waits
 * @steps: by time
 * @lack: what of their figures is missing
 * @steps_rule: what places them
 * @classes, @main_class: as of #LscDeviceSteps
 * @steps_mark: name of the ranges that are the steps, where the profiler recorded none; id in
 *   @texts, else %LSC_STRING_NONE
 * @steps_unnumbered: numbers of steps say nothing of those of other ranks
 * @before_ns: computing and communication that was launched before the first of them
 * @ops: by group, then by begin
 * @has_work: whether LscRankOp.work_ns and the members own_ of operators and steps are known
 * @own: what the rank does itself, by time
 * @own_steps: of each of @steps
 * @owners: of #LSC_DIGEST_JUDGED those of computing, by kernel and module, and calls of the host;
 * of #LSC_DIGEST_COMPARED all; as found, but instances last
 *
 * Of #LSC_DIGEST_JUDGED, which looks at the steps that count (findings.md#steps) alone:
 * @counted: indexes of these
 * @has_blocks: the program marks the blocks of a pipeline
 * @kernels: by name, by time, falling
 * @shapes: by name and shapes, by time, falling; those that take most time
 * @shape_cells: of @shapes
 * @has_shapes: some kernel has recorded shapes
 * @experts: tokens of the experts, of all steps that were recorded; by step, then by expert; empty
 * = there are no kernels of experts
 * @expert_ranks: ranks that share these experts; empty = not recorded
 * @n_kernels, @n_short: how many there are, and how many short ones
 * @n_syncs: calls that wait for the device
 * @run_places: those with most time, by that, falling; empty on NPUs
 * @longest, @n_places: of each loss; where @calls names a call, of what that call takes
 * @calls: of each loss the call of the host, of what idles though launched the task of the device
 *   or the call that makes it wait, that takes most of it, ids in @texts, %LSC_STRING_NONE
 * @graph_ns: of each loss what ends with the launch of a graph, over the steps that count
 * @usual_mhz: what the device computes at, by all dies, -1 = not recorded
 * @n_cores: of the cube, 0 = not known
 * @links: of the whole recording; empty = not recorded
 * @local_links: likewise of groups whose members are not known: their source and target are places
 *   in the group
 * @has_unplaced_links: transfers were recorded in a group whose members are not known
 * @memory: of every step; empty = not recorded
 * @blocks_state: of the table of blocks of memory
 * @blocks_error, @blocks_detail: why it is unreadable: #LscError, and an id in @texts of that in
 *   English
 * @n_bad_blocks: rows of it that were left out
 * @kept: those that stay from step to step, by bytes, falling
 * @late: those released long before the device has done with them; @late_ns: at most so long
 * @spike: the largest that makes the peak and lives shortly
 * @variables: environment of the process, as recorded; empty = not
 *
 * Of #LSC_DIGEST_COMPARED:
 * @cells: of @owners
 * @counters: of memory
 * @fingerprint: of all events: equal for equal recordings
 * @has_framework_ops: they were recorded; likewise the others
 * @mean_mhz: of the first counter of a frequency its mean while kernels compute, -1 = not recorded
 */
struct _LscRankDigest
{
  gatomicrefcount refs;
  LscDigestParts parts;
  gint64 rank;
  guint32 folder;
  guint32 replica;
  gint64 device;
  LscIntervals busy;
  guint32 host;
  gboolean is_gpu;
  gboolean is_of_ops;
  gboolean is_damaged;
  int level;
  guint32 chip;
  LscRankRecord record;
  guint32 arguments;
  LscIntern *texts;

  gboolean is_told;
  gboolean is_split;
  LscBudgetSteps steps;
  LscBudgetLack lack;
  LscStepsRule steps_rule;
  LscStepClasses classes;
  guint32 main_class;
  guint32 steps_mark;
  gboolean steps_unnumbered;
  gint64 before_ns;

  LscRankOps ops;
  gboolean has_work;
  LscDigestOwns own;
  LscDigestOwnSteps own_steps;
  LscRankGroups groups;
  LscRankOwners owners;

  LscIndexes counted;
  gboolean has_blocks;
  LscDigestKernels kernels;
  LscDigestShapes shapes;
  LscDigestShapeCells shape_cells;
  gboolean has_shapes;
  LscDigestExperts experts;
  LscInt64s expert_ranks;
  gint64 n_kernels;
  gint64 n_short;
  gint64 n_syncs;
  LscDigestSequences sequences;
  LscDigestRunPlaces run_places;
  LscLossPlace longest[LSC_LOSS_N];
  gint64 n_places[LSC_LOSS_N];
  guint32 calls[LSC_LOSS_N];
  gint64 graph_ns[LSC_LOSS_N];
  double usual_mhz;
  double n_cores;
  LscDigestLinks links;
  LscDigestLinks local_links;
  gboolean has_unplaced_links;
  LscDigestContention contention;
  LscDigestMemories memory;
  LscDigestPeaks peaks;
  LscBlocksState blocks_state;
  LscError blocks_error;
  guint32 blocks_detail;
  gint64 n_bad_blocks;
  LscDigestBlockGroups kept;
  LscDigestBlocks late;
  gint64 late_ns;
  LscDigestBlocks spike;
  LscDigestVariables variables;

  LscOwnerCells cells;
  LscDigestCounters counters;
  guint64 fingerprint;
  gboolean has_modules;
  gboolean has_framework_ops;
  double mean_mhz;
};

#define LSC_GROWTH_LEAST_STEPS 3 /* with fewer, growth of memory is not judged */

LscRankDigest *lsc_rank_digest_new (const LscTimeline *timeline, const LscIntervals *blocks,
                                    LscDigestParts parts, LscJob *job, GError **error);
LscRankDigest *lsc_rank_digest_new_of_budget (const LscTimeline *timeline, const LscBudget *budget,
                                              const LscIntervals *blocks, LscDigestParts parts,
                                              LscJob *job, GError **error);
LscRankDigest *lsc_rank_digest_new_blank (LscDigestParts parts);
LscRankDigest *lsc_rank_digest_ref (LscRankDigest *self);
void lsc_rank_digest_unref (LscRankDigest *self);

guint32 lsc_rank_digest_add_text (LscRankDigest *self, const char *text);
void lsc_rank_digest_set_variable (LscRankDigest *self, const char *name, const char *value);
const char *lsc_rank_digest_find_variable (const LscRankDigest *self, const char *name);
char *lsc_rank_digest_get_title (const LscRankDigest *self);
LscPhrase *lsc_rank_digest_reason_phrase (const LscRankDigest *self);
LscRankGroup *lsc_rank_digest_add_group (LscRankDigest *self, const char *name, const char *label);
double lsc_rank_digest_find_growth (const LscRankDigest *self);
double lsc_memory_find_growth (const gint64 *bytes, gsize n);
const LscCounter *lsc_digest_find_pool (const LscTimeline *timeline, const char *series,
                                        const char **name);
guint32 lsc_rank_digest_find_step (const LscRankDigest *self, gint64 time_ns);

/** Returns: (nullable): a text of the digest; %NULL of %LSC_STRING_NONE */
static inline const char *
lsc_rank_digest_text (const LscRankDigest *self, guint32 id)
{
  return id != LSC_STRING_NONE ? lsc_intern_text (self->texts, id) : NULL;
}

static inline const LscBudgetStep *
lsc_rank_digest_get_step (const LscRankDigest *self, gsize index)
{
  return &self->steps.items[index];
}

/** Returns: of the steps that count that of @index */
static inline const LscBudgetStep *
lsc_rank_digest_get_counted (const LscRankDigest *self, gsize index)
{
  return lsc_rank_digest_get_step (self, self->counted.items[index]);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRankDigest, lsc_rank_digest_unref)

G_END_DECLS
