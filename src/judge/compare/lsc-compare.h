/* lsc-compare.h - before and after: what changed in a step, and whether it is real
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-compare-work.h"
#include "judge/compare/lsc-kernel-pairs.h"
#include "judge/compare/lsc-name-map.h"
#include "judge/compare/lsc-run-test.h"
#include "judge/compare/lsc-transitions.h"
#include "analyze/digest/lsc-step-kernels.h"
#include "analyze/lsc-table.h"

G_BEGIN_DECLS

/** The two recordings of a comparison. Differences are after - before; their base is before. */
typedef enum
{
  LSC_BEFORE,
  LSC_AFTER,
  LSC_N_SIDES,
} LscSide;

/** Which parts the step is taken apart into; the changes of each list add up to that of the step.
 */
typedef enum
{
  LSC_COMPARE_CATEGORIES,
  LSC_COMPARE_MODULES,
  LSC_COMPARE_OPS,
  LSC_COMPARE_N_LISTS,
} LscCompareList;

/** When a comparison sets the chips of its sides beside each other (compare.md#chips). */
typedef enum
{
  LSC_ACROSS_CHIPS_AUTO, /* where they differ */
  LSC_ACROSS_CHIPS_YES,
  LSC_ACROSS_CHIPS_NO,
} LscAcrossChips;

/** How the rows of both sides belong together. */
typedef enum
{
  LSC_MATCH_BOTH,
  LSC_MATCH_MAPPED, /* by the user's file of names */
  LSC_MATCH_ONLY_BEFORE,
  LSC_MATCH_ONLY_AFTER,
  LSC_MATCH_N,
} LscChangeMatch;

extern const LscWord lsc_match_words[LSC_MATCH_N];

/** Whether a change is beyond the noise; fewer than 5 steps a side cannot tell, and of one
 * recording twice there is none. */
typedef enum
{
  LSC_CHANGE_UNKNOWN,
  LSC_CHANGE_NONE,
  LSC_CHANGE_NOISE,
  LSC_CHANGE_REAL,
  LSC_CHANGE_N,
} LscSignificance;

extern const LscWord lsc_significance_words[LSC_CHANGE_N];

typedef enum
{
  LSC_COMPARE_FASTER,
  LSC_COMPARE_SLOWER,
  LSC_COMPARE_SAME,
  LSC_COMPARE_UNKNOWN,
  LSC_COMPARE_OTHER_WORK, /* steps do not do the same work, so their lengths tell nothing */
  LSC_COMPARE_N_WORDS,
} LscCompareWord;

extern const LscWord lsc_compare_words[LSC_COMPARE_N_WORDS];

typedef enum
{
  LSC_COMPARE_SURE,
  LSC_COMPARE_LIKELY,
  LSC_COMPARE_POSSIBLE,
  LSC_COMPARE_N_CERTAINTIES,
} LscCompareCertainty;

extern const LscWord lsc_compare_certainty_words[LSC_COMPARE_N_CERTAINTIES];

/** What a verdict cannot know, so that it is weaker, or is none (compare.md#verdict). */
typedef enum
{
  LSC_COMPARE_LIMIT_RUNS = 1 << 0,  /* single recordings may differ by as much */
  LSC_COMPARE_LIMIT_WORK = 1 << 1,  /* the same work is assumed */
  LSC_COMPARE_LIMIT_STEPS = 1 << 2, /* too few to know how much they resemble each other */
  LSC_COMPARE_LIMIT_SCORE = 1 << 3, /* no verdict: machines and jobs differ too much */
  LSC_COMPARE_LIMIT_PACE = 1 << 4,  /* no verdict: other work, or another pace */
} LscCompareLimits;

/**
 * LscComparePlace: an instance of a row in one recording
 * @rank: of that side; %LSC_RANK_UNKNOWN
 * @slice: id of its LscTimeline, %LSC_SLICE_NONE = the row has no instance there
 */
typedef struct
{
  gint64 rank;
  guint32 slice;
  gint64 begin_ns;
  gint64 end_ns;
} LscComparePlace;

/**
 * LscChange: a part of the step on both sides, means a step
 * @name: category key, path of a module, name of an op; (owned)
 * @other_name: (nullable) (owned): what it is called after, where that is something else
 * @is_word: @name is the program's own and has a translation
 * @category: #LscBudgetCategory; of communication the first, of a module -1
 * @ns: mean over the steps, so that a list adds up to the step
 * @delta_ns: after - before
 * @count: instances a step, mean; both %LSC_REAL_NULL of what has none, as idle time
 * @count_effect_ns, @speed_effect_ns: of ops: how much of @delta_ns is another number of them, and
 *   how much another length; they add up to it. %LSC_INT_NULL
 * @median_ns: of the steps; means over the pairs of ranks
 * @p: of the test over steps, %LSC_REAL_NULL with fewer than 5 steps a side
 * @places: the longest instance on each side
 */
typedef struct
{
  char *name;
  char *other_name;
  gboolean is_word;
  int category;
  LscChangeMatch match;
  gint64 ns[LSC_N_SIDES];
  gint64 delta_ns;
  double count[LSC_N_SIDES];
  gint64 count_effect_ns;
  gint64 speed_effect_ns;
  gint64 median_ns[LSC_N_SIDES];
  double p;
  LscSignificance significance;
  LscComparePlace places[LSC_N_SIDES];
} LscChange;

/**
 * LscRankChange: a pair of ranks, or the mean over all pairs
 * @rank: their numbers on each side; %LSC_RANK_UNKNOWN of the mean
 * @step_ns: mean length of a step; %LSC_INT_NULL = not known
 * @step_delta_ns: %LSC_INT_NULL
 * @hidden_ns: communication beside computing, mean a step; %LSC_INT_NULL
 * @lists: LscChange, by |delta_ns|, falling, those without a name of their own last; categories in
 *   the order of a step. The deltas of each list add up to @step_delta_ns
 */
typedef struct
{
  gint64 rank[LSC_N_SIDES];
  gint64 step_ns[LSC_N_SIDES];
  gint64 step_delta_ns;
  gint64 hidden_ns[LSC_N_SIDES];
  GPtrArray *lists[LSC_COMPARE_N_LISTS];
} LscRankChange;

/**
 * LscCompareSteps: how long the steps of a side are, means over the paired ranks
 * @steps: numbers of the steps that count
 * @ns: their lengths, in the order in which they ran
 * @median_ns, @mad_ns: of them; @mad_ns is 1.4826 times the median distance
 * @dropped: numbers of steps at the beginning that were left out as warm-up
 * @unlike: of those that were left out as they were not recorded whole, or are of another class
 */
typedef struct
{
  LscInt64s steps;
  LscInt64s ns;
  gint64 median_ns;
  gint64 mad_ns;
  LscInt64s dropped;
  LscInt64s unlike;
} LscCompareSteps;

/** One factor of how far two recordings can be compared. @share: 0 to 1 */
typedef struct
{
  const char *id;
  double share;
  LscPhrase *text;
} LscCompareReason;

/** Communication of one kind in groups of one kind, sums a step. * @place: where in the step they
 * begin, mean: a share of it, 0 = as it begins
 */
typedef struct
{
  char *name;  /* allReduce */
  char *group; /* dp */
  double count[LSC_N_SIDES];
  gint64 ns[LSC_N_SIDES];         /* hidden or not */
  gint64 exposed_ns[LSC_N_SIDES]; /* %LSC_INT_NULL */
  double place[LSC_N_SIDES];
} LscCommChange;

/** The most of a memory counter on each side, over the paired ranks. Bytes; %LSC_INT_NULL */
typedef struct
{
  char *name;
  gint64 peak[LSC_N_SIDES];
} LscMemoryChange;

/**
 * LscCompare: immutable after it was made; reference counted; borrows nothing
 * @names: (owned) (nullable): of the sides, as the user calls them; %NULL = Before, After
 * @is_part: of the sides, whether it is a part of a recording that its name tells
 * @score: 0 to 1; below 0.5 there is no verdict
 * @reasons: (element-type LscCompareReason): factors below 1, and what else limits the comparison
 * @is_identical: both sides are the same recording
 * @has_other_chip: the sides ran on different chips
 * @chips: (owned) (nullable): what these are called
 * @work: whether steps do the same work
 * @total: means over the pairs of ranks
 * @ranks: (element-type LscRankChange)
 * @unpaired: ranks of each side without a partner
 * @steps: of the paired ranks
 * @levels: of sets of runs the median step of each run, of each side; empty = single recordings
 * @run_names: (owned) (nullable) (array zero-terminated=1): what these runs are called
 * @shown_run: of each side the one that lists and pictures are of
 * @runs: the test of these
 * @recorded_ns: when the first step of each side begins, since the epoch; %LSC_INT_NULL = not known
 * @floor: the noise floor, a share of the step before; %LSC_REAL_NULL
 * @p: of the test of the steps' lengths, %LSC_REAL_NULL
 * @low_ns, @high_ns: 95 % interval of the difference of the medians; %LSC_INT_NULL
 * @rate_change: of other work: how many more FLOPs a second it does, a share; %LSC_REAL_NULL
 * @answer: the bold line, of at most twelve words: who changed and by how much (compare.md#answer)
 * @head: the step and its noise
 * @text: the verdict in one sentence: @head and @why
 * @why: (nullable): what the change consists of, where it has a direction
 */
typedef struct
{
  gatomicrefcount refs;
  char *names[LSC_N_SIDES];
  gboolean is_part[LSC_N_SIDES];
  double score;
  GPtrArray *reasons;
  gboolean is_identical;
  gboolean has_other_chip;
  char *chips[LSC_N_SIDES];
  LscCompareWork work;
  LscRankChange *total;
  GPtrArray *ranks;
  LscInt64s unpaired[LSC_N_SIDES];
  LscCompareSteps steps[LSC_N_SIDES];
  LscInt64s levels[LSC_N_SIDES];
  char **run_names[LSC_N_SIDES];
  gsize shown_run[LSC_N_SIDES];
  LscRunTest runs;
  gint64 recorded_ns[LSC_N_SIDES];
  double floor;
  double p;
  gint64 low_ns;
  gint64 high_ns;
  GPtrArray *comms;    /* LscCommChange */
  GPtrArray *memories; /* LscMemoryChange */
  guint fullest;       /* of @ranks the pair that holds most memory; 0 where none is known */
  LscKernelPairs kernels;
  GPtrArray *transitions; /* LscTransition, the largest change first */
  LscCompareWord word;
  LscCompareCertainty certainty;
  LscCompareLimits limits;
  double rate_change;
  LscPhrase *answer;
  LscPhrase *text;
  LscPhrase *head;
  LscPhrase *why;
} LscCompare;

/**
 * LscCompareRank: a rank of a side
 * @digest: with #LSC_DIGEST_COMPARED
 * @kernels: (nullable): those of a step of it that stands for all, or of the one that is compared;
 *   %NULL = kernels are not paired
 */
typedef struct
{
  const LscRankDigest *digest;
  const LscStepKernels *kernels;
} LscCompareRank;

/**
 * LscCompareInput: a side
 * @name: (nullable): what it is called
 * @ranks: (array length=n): those that were read
 * @levels: (nullable) (array length=n_levels): of a set of runs, of which this one stands for all,
 *   the median step of each
 * @run_names: (nullable) (array length=n_levels): what these are called
 * @shown_run: which of them this one is
 * @match: whether all of these do the same work; %LSC_WORK_MATCH_SAME of a single one
 * @is_part: it is a part of a recording, such as a rank, and @name says which
 * @has_steps: steps from the number @first_step to @last_step are compared, both included; else
 *   those that count
 */
typedef struct
{
  const char *name;
  const LscCompareRank *ranks;
  gsize n;
  const gint64 *levels;
  gsize n_levels;
  const char *const *run_names;
  gsize shown_run;
  LscWorkMatch match;
  gboolean is_part;
  gboolean has_steps;
  gint64 first_step;
  gint64 last_step;
} LscCompareInput;

LscCompare *lsc_compare_new (const LscCompareInput *before, const LscCompareInput *after,
                             const LscNameMap *map, LscJob *job, GError **error);
LscCompare *lsc_compare_ref (LscCompare *self);
void lsc_compare_unref (LscCompare *self);

LscTable *lsc_compare_get_table (const LscCompare *self, const LscRankChange *ranks,
                                 LscCompareList list);
GPtrArray *lsc_compare_sort_ranks (const LscCompare *self);
LscTable *lsc_compare_get_rank_table (const LscCompare *self);
LscTable *lsc_compare_get_parts_table (const LscCompare *self, LscCompareList list);
LscTable *lsc_compare_get_steps_table (const LscCompare *self);
LscTable *lsc_compare_get_runs_table (const LscCompare *self);
LscTable *lsc_compare_get_comm_table (const LscCompare *self);
LscTable *lsc_compare_get_memory_table (const LscCompare *self);
LscTable *lsc_compare_get_unmatched_table (const LscCompare *self);
LscTable *lsc_compare_get_transition_table (const LscCompare *self);
LscTable *lsc_compare_get_verdict_table (const LscCompare *self);

/** Returns: whether a comparison shows both chips beside each other, by what the user says */
static inline gboolean
lsc_compare_wants_chips (const LscCompare *self, LscAcrossChips across)
{
  return across == LSC_ACROSS_CHIPS_YES ||
         (across == LSC_ACROSS_CHIPS_AUTO && self->has_other_chip);
}

/** Returns: change @index of a list */
static inline const LscChange *
lsc_rank_change_get (const LscRankChange *self, LscCompareList list, guint index)
{
  return self->lists[list]->pdata[index];
}

int lsc_change_get_category (const LscChange *change, LscCompareList list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscCompare, lsc_compare_unref)

G_END_DECLS
