/* lsc-finding-rules.c - the rules of the findings: what they are called, need and must cost
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/findings/lsc-finding-rules.h"

/* Ids are read by programs: none is ever given to another rule. Those of letter and number are as
 * old as the rules that engineers know by them. */

const LscFindingRule lsc_finding_rules[LSC_N_RULES] = {
  [LSC_RULE_FREQUENCY_DROP] = { "frequency_drop", LSC_NEED_FREQUENCY, 0.005, FALSE,
                                "findings.md#frequency" },
  [LSC_RULE_SLOW_RANK] = { "slow_rank", LSC_NEED_RANKS, 0, FALSE, "findings.md#own" },
  [LSC_RULE_DIFFERENCE] = { "G05", LSC_NEED_RANKS, 0, TRUE, "findings.md#peers", "slow_rank" },
  [LSC_RULE_STAGE_IMBALANCE] = { "stage_imbalance", LSC_NEED_RANKS, 0, FALSE, "findings.md#stages",
                                 "slow_rank" },
  [LSC_RULE_UNEVEN_WORK] = { "uneven_work", LSC_NEED_NOTHING, 0.02, FALSE, "findings.md#own" },
  [LSC_RULE_SYNC_CALLS] = { "sync_calls", LSC_NEED_NOTHING, 0.001, FALSE, "findings.md#losses" },
  [LSC_RULE_COMPILE] = { "compile", LSC_NEED_NOTHING, 0.001, FALSE, "findings.md#losses" },
  [LSC_RULE_COLLECTOR] = { "S04", LSC_NEED_NOTHING, 0.001, FALSE, "findings.md#losses" },
  [LSC_RULE_SILENCE] = { "S05", LSC_NEED_NOTHING, 0.001, FALSE, "findings.md#silence" },
  [LSC_RULE_DATA_LOADER] = { "S06", LSC_NEED_NOTHING, 0.001, FALSE, "findings.md#losses" },
  [LSC_RULE_ALLOCATOR] = { "S07", LSC_NEED_NOTHING, 0.001, FALSE, "findings.md#losses" },
  [LSC_RULE_PROFILER] = { "profiler", LSC_NEED_NOTHING, 0.001, FALSE, "findings.md#losses" },
  [LSC_RULE_SMALL_KERNELS] = { "small_kernels", LSC_NEED_NOTHING, 0.001, FALSE,
                               "findings.md#losses" },
  [LSC_RULE_CHECKPOINT] = { "checkpoint", LSC_NEED_NOTHING, 0.001, FALSE,
                            "findings.md#over-steps" },
  [LSC_RULE_SLOW_HOST] = { "slow_host", LSC_NEED_NOTHING, 0.001, FALSE, "findings.md#slow-hosts" },
  [LSC_RULE_HOST_BOUND] = { "host_bound", LSC_NEED_NOTHING, 0.001, FALSE, "findings.md#losses" },
  [LSC_RULE_FREE_DEVICE] = { "free_device", LSC_NEED_NOTHING, 0.001, FALSE, "findings.md#losses" },
  [LSC_RULE_FREE_UNLINKED] = { "free_unlinked", LSC_NEED_NOTHING, 0.02, FALSE,
                               "findings.md#losses" },
  [LSC_RULE_TAIL] = { "tail", LSC_NEED_NOTHING, 0.001, FALSE, "findings.md#losses" },
  [LSC_RULE_COPIES] = { "copies", LSC_NEED_NOTHING, 0.001, FALSE, "findings.md#losses" },
  [LSC_RULE_SLOW_HOST_LINK] = { "slow_host_link", LSC_NEED_LINKS, 0, FALSE, "findings.md#links",
                                "slow_link" },
  [LSC_RULE_SLOW_SWITCH] = { "slow_switch", LSC_NEED_LINKS, 0, FALSE, "findings.md#links",
                             "slow_link" },
  [LSC_RULE_SLOW_LINK] = { "slow_link", LSC_NEED_LINKS, 0, FALSE, "findings.md#links" },
  [LSC_RULE_SLOW_GROUP] = { "slow_group", LSC_NEED_NOTHING, 0.005, FALSE, "findings.md#groups" },
  [LSC_RULE_SMALL_SDMA] = { "C01", LSC_NEED_LINKS, 0.01, TRUE, "findings.md#packets", "slow_link" },
  [LSC_RULE_SMALL_RDMA] = { "C02", LSC_NEED_LINKS, 0.01, TRUE, "findings.md#packets", "slow_link" },
  [LSC_RULE_ODD_SIZES] = { "C03", LSC_NEED_LINKS, 0.01, TRUE, "findings.md#packets", "slow_link" },
  [LSC_RULE_CONTENTION] = { "C04", LSC_NEED_LINKS, 0.01, TRUE, "findings.md#packets", "slow_link" },
  [LSC_RULE_SENT_AGAIN] = { "C05", LSC_NEED_LINKS, 0.01, FALSE, "findings.md#packets",
                            "slow_link" },
  [LSC_RULE_SLOW_PACKETS] = { "C07", LSC_NEED_LINKS, 0.01, TRUE, "findings.md#packets",
                              "slow_link" },
  [LSC_RULE_COMMUNICATION_WAIT] = { "communication_wait", LSC_NEED_NOTHING, 0, FALSE,
                                    "findings.md#communication" },
  [LSC_RULE_UNCOVERED_COMMUNICATION] = { "uncovered_communication", LSC_NEED_NOTHING, 0.03, FALSE,
                                         "findings.md#communication" },
  [LSC_RULE_AI_CPU] = { "K01", LSC_NEED_NOTHING, 0.01, FALSE, "findings.md#ai-cpu" },
  [LSC_RULE_AI_CPU_REASON] = { "K02", LSC_NEED_TYPES, 0.001, TRUE, "findings.md#ai-cpu" },
  [LSC_RULE_CONVERSION] = { "K12", LSC_NEED_NOTHING, 0.02, TRUE, "findings.md#rules" },
  [LSC_RULE_FLOAT32_MATRIX] = { "float32_matrix", LSC_NEED_NOTHING, 0.02, TRUE,
                                "findings.md#float32" },
  [LSC_RULE_UNFUSED_OPTIMIZER] = { "F03", LSC_NEED_NOTHING, 0.01, TRUE, "findings.md#rules" },
  [LSC_RULE_SYNC_BATCH_NORM] = { "S02", LSC_NEED_NOTHING, 0.01, TRUE, "findings.md#rules" },
  [LSC_RULE_REPEATED_SEQUENCE] = { "F01", LSC_NEED_NOTHING, 0.01, TRUE, "findings.md#sequences" },
  [LSC_RULE_KNOWN_SEQUENCE] = { "F02", LSC_NEED_NOTHING, 0.01, TRUE, "findings.md#sequences" },
  [LSC_RULE_UNFUSED_KERNELS] = { "unfused_kernels", LSC_NEED_NOTHING, 0.05, TRUE,
                                 "findings.md#unfused" },
  [LSC_RULE_ODD_SHAPES] = { "K04", LSC_NEED_NOTHING, 0.02, TRUE, "findings.md#counters" },
  [LSC_RULE_MATRIX_LOADS] = { "K05", LSC_NEED_PIPES, 0.02, TRUE, "findings.md#counters",
                              "K05-K08, K10" },
  [LSC_RULE_ATTENTION_LOADS] = { "K06", LSC_NEED_PIPES, 0.02, TRUE, "findings.md#counters",
                                 "K05-K08, K10" },
  [LSC_RULE_ATTENTION_GRAD_LOADS] = { "K07", LSC_NEED_PIPES, 0.02, TRUE, "findings.md#counters",
                                      "K05-K08, K10" },
  [LSC_RULE_VECTOR_MOVES] = { "K08", LSC_NEED_PIPES, 0.02, TRUE, "findings.md#counters",
                              "K05-K08, K10" },
  [LSC_RULE_IDLE_CORES] = { "K09", LSC_NEED_CORES, 0.005, TRUE, "findings.md#counters" },
  [LSC_RULE_IDLE_PIPES] = { "K10", LSC_NEED_PIPES, 0.02, TRUE, "findings.md#counters",
                            "K05-K08, K10" },
  [LSC_RULE_MEMORY_GROWTH] = { "memory_growth", LSC_NEED_MEMORY, 0, FALSE, "findings.md#memory" },
  [LSC_RULE_MEMORY_FRAGMENTATION] = { "memory_fragmentation", LSC_NEED_NOTHING, 0, TRUE,
                                      "findings.md#memory" },
  [LSC_RULE_MEMORY_OUTSIDE] = { "memory_outside", LSC_NEED_NOTHING, 0, TRUE, "findings.md#memory" },
  [LSC_RULE_MEMORY_LATE_RELEASE] = { "memory_late_release", LSC_NEED_BLOCKS, 0, TRUE,
                                     "findings.md#blocks" },
  [LSC_RULE_MEMORY_SPIKE] = { "memory_spike", LSC_NEED_BLOCKS, 0, TRUE, "findings.md#blocks" },
  [LSC_RULE_MEMORY_LIMIT] = { "memory_limit", LSC_NEED_LIMIT, 0, FALSE, "findings.md#not-judged" },
  [LSC_RULE_LOG_LEVEL] = { "E01", LSC_NEED_NOTHING, 0, TRUE, "findings.md#environment" },
  [LSC_RULE_NETWORK_CLASS] = { "E02", LSC_NEED_NOTHING, 0, TRUE, "findings.md#environment" },
  [LSC_RULE_OPERATOR_CACHE] = { "E03", LSC_NEED_NOTHING, 0, TRUE, "findings.md#environment" },
  [LSC_RULE_SHAPE_CACHE] = { "E04", LSC_NEED_NOTHING, 0, TRUE, "findings.md#environment" },
  [LSC_RULE_RIGID_POOL] = { "E05", LSC_NEED_NOTHING, 0, TRUE, "findings.md#environment" },
  [LSC_RULE_LAUNCH_BLOCKING] = { "E06", LSC_NEED_NOTHING, 0, TRUE, "findings.md#environment" },
  [LSC_RULE_COLLECTIVE_ALGORITHM] = { "E07", LSC_NEED_NOTHING, 0, TRUE, "findings.md#environment" },
  [LSC_RULE_HOST_OR_LINK] = { "host_or_link", LSC_NEED_NOTHING, 0, FALSE, "findings.md#pipelines" },
  [LSC_RULE_SLOW_COLLECTIVE] = { "slow_collective", LSC_NEED_NOTHING, 0, FALSE,
                                 "findings.md#pipelines" },
  [LSC_RULE_LONG_MICRO_BATCH] = { "long_micro_batch", LSC_NEED_NOTHING, 0, FALSE,
                                  "findings.md#pipelines" },
  [LSC_RULE_PAUSE] = { "pause", LSC_NEED_NOTHING, 0, FALSE, "findings.md#pipelines" },
  [LSC_RULE_SCHEDULE] = { "P01", LSC_NEED_CLOCKS, 0, TRUE, "findings.md#pipelines" },
  [LSC_RULE_DYNAMIC_KERNELS] = { "K03", LSC_NEED_STATES, 0.001, TRUE, "findings.md#shapes" },
};

/**
 * lsc_finding_rule_find:
 * @id: such as "slow_rank"
 *
 * Returns: (nullable): the rule
 */
const LscFindingRule *
lsc_finding_rule_find (const char *id)
{
  g_return_val_if_fail (id, NULL);
  for (guint i = 0; i < LSC_N_RULES; i++)
    if (g_str_equal (lsc_finding_rules[i].id, id))
      return &lsc_finding_rules[i];
  return NULL;
}

/**
 * lsc_finding_rule_get_speaker:
 * @id: of a rule
 *
 * Returns: what is said not to be judged where the rule lacks what it needs
 */
const char *
lsc_finding_rule_get_speaker (const char *id)
{
  const LscFindingRule *rule = lsc_finding_rule_find (id);

  return rule && rule->speaker ? rule->speaker : id;
}
