/* lsc-finding-rules.h - the rules of the findings: what they are called, need and must cost
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Rules, in the order in which they are judged: some look at what those before them found. */
typedef enum
{
  LSC_RULE_FREQUENCY_DROP,
  LSC_RULE_SLOW_RANK,
  LSC_RULE_DIFFERENCE,
  LSC_RULE_STAGE_IMBALANCE,
  LSC_RULE_UNEVEN_WORK,
  LSC_RULE_SYNC_CALLS,
  LSC_RULE_COMPILE,
  LSC_RULE_COLLECTOR,
  LSC_RULE_SILENCE,
  LSC_RULE_DATA_LOADER,
  LSC_RULE_ALLOCATOR,
  LSC_RULE_PROFILER,
  LSC_RULE_SMALL_KERNELS,
  LSC_RULE_CHECKPOINT,
  LSC_RULE_SLOW_HOST,
  LSC_RULE_HOST_BOUND,
  LSC_RULE_FREE_DEVICE,
  LSC_RULE_FREE_UNLINKED,
  LSC_RULE_TAIL,
  LSC_RULE_COPIES,
  LSC_RULE_SLOW_HOST_LINK,
  LSC_RULE_SLOW_SWITCH,
  LSC_RULE_SLOW_LINK,
  LSC_RULE_SLOW_GROUP,
  LSC_RULE_SMALL_SDMA,
  LSC_RULE_SMALL_RDMA,
  LSC_RULE_ODD_SIZES,
  LSC_RULE_CONTENTION,
  LSC_RULE_SENT_AGAIN,
  LSC_RULE_SLOW_PACKETS,
  LSC_RULE_COMMUNICATION_WAIT,
  LSC_RULE_UNCOVERED_COMMUNICATION,
  LSC_RULE_AI_CPU,
  LSC_RULE_AI_CPU_REASON,
  LSC_RULE_CONVERSION,
  LSC_RULE_FLOAT32_MATRIX,
  LSC_RULE_UNFUSED_OPTIMIZER,
  LSC_RULE_SYNC_BATCH_NORM,
  LSC_RULE_REPEATED_SEQUENCE,
  LSC_RULE_KNOWN_SEQUENCE,
  LSC_RULE_UNFUSED_KERNELS,
  LSC_RULE_ODD_SHAPES,
  LSC_RULE_MATRIX_LOADS,
  LSC_RULE_ATTENTION_LOADS,
  LSC_RULE_ATTENTION_GRAD_LOADS,
  LSC_RULE_VECTOR_MOVES,
  LSC_RULE_IDLE_CORES,
  LSC_RULE_IDLE_PIPES,
  LSC_RULE_MEMORY_GROWTH,
  LSC_RULE_MEMORY_FRAGMENTATION,
  LSC_RULE_MEMORY_OUTSIDE,
  LSC_RULE_MEMORY_LATE_RELEASE,
  LSC_RULE_MEMORY_SPIKE,
  LSC_RULE_MEMORY_LIMIT,
  LSC_RULE_LOG_LEVEL,
  LSC_RULE_NETWORK_CLASS,
  LSC_RULE_OPERATOR_CACHE,
  LSC_RULE_SHAPE_CACHE,
  LSC_RULE_RIGID_POOL,
  LSC_RULE_LAUNCH_BLOCKING,
  LSC_RULE_COLLECTIVE_ALGORITHM,
  LSC_RULE_HOST_OR_LINK,
  LSC_RULE_SLOW_COLLECTIVE,
  LSC_RULE_LONG_MICRO_BATCH,
  LSC_RULE_PAUSE,
  LSC_RULE_SCHEDULE,
  LSC_RULE_DYNAMIC_KERNELS,
  LSC_N_RULES,
} LscRule;

/** What a rule needs of a recording beyond its steps. */
typedef enum
{
  LSC_NEED_NOTHING,
  LSC_NEED_RANKS, /* more than one */
  LSC_NEED_FREQUENCY,
  LSC_NEED_LINKS,  /* transfers with their ends and sizes */
  LSC_NEED_TYPES,  /* data types of inputs */
  LSC_NEED_PIPES,  /* counters of the cores */
  LSC_NEED_CORES,  /* on how many of them kernels run */
  LSC_NEED_MEMORY, /* over three steps */
  LSC_NEED_BLOCKS, /* of memory, single ones */
  LSC_NEED_LIMIT,  /* of the memory of the device */
  LSC_NEED_CLOCKS, /* that can be compared */
  LSC_NEED_STATES, /* of kernels: static or dynamic */
  LSC_N_NEEDS,
} LscRuleNeed;

/**
 * LscFindingRule:
 * @id: as it is shown, and written
 * @least_share: of the step: what it must cost; 0 = its thresholds are others, see @anchor
 * @is_minor: its findings are possible at most: that the time is lost is not certain
 * @anchor: where its definition stands, such as "findings.md#peers"
 * @is_guess: its findings are likely at most
 * @speaker: (nullable): what is said not to be judged in its place, for several rules at once
 */
typedef struct
{
  const char *id;
  LscRuleNeed need;
  double least_share;
  gboolean is_minor;
  const char *anchor;
  const char *speaker;
  gboolean is_guess;
} LscFindingRule;

extern const LscFindingRule lsc_finding_rules[LSC_N_RULES];

const LscFindingRule *lsc_finding_rule_find (const char *id);
const char *lsc_finding_rule_get_speaker (const char *id);

G_END_DECLS
