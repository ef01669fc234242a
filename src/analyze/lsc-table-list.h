/* lsc-table-list.h - every result table that is described by a struct, and the columns they share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"

G_BEGIN_DECLS

/* The rank and the step of a row, in tables about recordings. */
#define LSC_RANK_COLUMN(Row)                                                                       \
  LSC_COLUMN (Row, rank, "rank", N_ ("Rank"), LSC_UNIT_ID, "rank",                                 \
              N_ ("Number of the rank in the job; empty if not recorded."))
#define LSC_STEP_COLUMN(Row)                                                                       \
  LSC_COLUMN (Row, step, "step", N_ ("Step"), LSC_UNIT_ID, "STEP_TIME.id",                         \
              N_ ("Number of the training step as recorded; empty outside of steps."))

/* Pipeline and step of a row, in tables about pipelines, where names are written in camel case. */
#define LSC_PIPELINE_COLUMN(Row)                                                                   \
  LSC_COLUMN (Row, group, "group_id", N_ ("Pipeline"), LSC_UNIT_ID, "pipeline.md#stages",          \
              N_ ("Number of the pipeline, from 0."))
#define LSC_PIPELINE_STEP_COLUMN(Row)                                                              \
  LSC_COLUMN (Row, step, "step", N_ ("Step"), LSC_UNIT_ID, "STEP_TIME.id",                         \
              N_ ("Number of the training step as recorded; empty outside of steps."))
#define LSC_PIPELINE_STAGE_COLUMN(Row)                                                             \
  LSC_COLUMN (Row, stage, "stage", N_ ("Stage"), LSC_UNIT_ID, "pipeline.md#stages",                \
              N_ ("Pipeline stage of the rank, from 0."))
#define LSC_PIPELINE_RANK_COLUMN(Row, name)                                                        \
  LSC_COLUMN (Row, rank, name, N_ ("Rank"), LSC_UNIT_ID, "rank", N_ ("Number of the rank."))

/** X (name): lsc_<name>_table_info is defined where the table is filled. */
#define LSC_TABLES(X)                                                                              \
  X (overlap)                                                                                      \
  X (budget)                                                                                       \
  X (findings)                                                                                     \
  X (computing)                                                                                    \
  X (findings_change)                                                                              \
  X (memory_ops)                                                                                   \
  X (streams)                                                                                      \
  X (gaps)                                                                                         \
  X (breaks)                                                                                       \
  X (break_groups)                                                                                 \
  X (syncs)                                                                                        \
  X (dispatch)                                                                                     \
  X (dispatch_ops)                                                                                 \
  X (host_calls)                                                                                   \
  X (copies)                                                                                       \
  X (roofline)                                                                                     \
  X (sync_calls)                                                                                   \
  X (compile_calls)                                                                                \
  X (range)                                                                                        \
  X (slices)                                                                                       \
  X (operators)                                                                                    \
  X (operator_instances)                                                                           \
  X (operator_ranks)                                                                               \
  X (module_statistic)                                                                             \
  X (module_mfu)                                                                                   \
  X (operator_mfu)                                                                                 \
  X (step_task)                                                                                    \
  X (pipeline_block)                                                                               \
  X (pipeline_link)                                                                                \
  X (pipeline_clock)                                                                               \
  X (pipeline_metric)                                                                              \
  X (pipeline_schedule)                                                                            \
  X (p2p_pairs)                                                                                    \
  X (study_bubble)                                                                                 \
  X (study_wait)                                                                                   \
  X (study_balance)                                                                                \
  X (study_ladder)                                                                                 \
  X (study_path)                                                                                   \
  X (study_link)                                                                                   \
  X (study_micro_batch)                                                                            \
  X (study_summary)                                                                                \
  X (verdicts)                                                                                     \
  X (straggler_step)                                                                               \
  X (straggler_kind)                                                                               \
  X (straggler_stage)                                                                              \
  X (straggler_replica)                                                                            \
  X (straggler_worker)                                                                             \
  X (pipeline_delta)                                                                               \
  X (pipeline_twins)                                                                               \
  X (what_if)                                                                                      \
  X (what_if_input)                                                                                \
  X (overview)                                                                                     \
  X (overview_waits)                                                                               \
  X (overview_steps)                                                                               \
  X (overview_spread)                                                                              \
  X (overview_groups)                                                                              \
  X (communication_groups)                                                                         \
  X (communication_operators)                                                                      \
  X (communication_links)                                                                          \
  X (communication_matrix)                                                                         \
  X (communication_packets)                                                                        \
  X (chip_kinds)                                                                                   \
  X (chip_modules)                                                                                 \
  X (chip_ops)                                                                                     \
  X (chip_sides)                                                                                   \
  X (expert_load)                                                                                  \
  X (communication_instances)                                                                      \
  X (communication_members)                                                                        \
  X (memory_ranks)                                                                                 \
  X (memory_peaks)                                                                                 \
  X (memory_live)                                                                                  \
  X (memory_blocks)                                                                                \
  X (memory_growth)                                                                                \
  X (memory_components)                                                                            \
  X (memory_hints)                                                                                 \
  X (memory_steps)                                                                                 \
  X (memory_segments)                                                                              \
  X (memory_stacks)                                                                                \
  X (memory_keepers)                                                                               \
  X (memory_change)                                                                                \
  X (check)                                                                                        \
  X (compare_verdict)                                                                              \
  X (compare_rank)                                                                                 \
  X (compare_category)                                                                             \
  X (compare_module)                                                                               \
  X (compare_op)                                                                                   \
  X (compare_operators)                                                                            \
  X (compare_transition)                                                                           \
  X (compare_comm)                                                                                 \
  X (compare_memory)                                                                               \
  X (compare_memory_live)                                                                          \
  X (compare_allocations)                                                                          \
  X (compare_step)                                                                                 \
  X (step_category)                                                                                \
  X (step_module)                                                                                  \
  X (step_op)                                                                                      \
  X (compare_unmatched)                                                                            \
  X (cluster_step)                                                                                 \
  X (cluster_base)                                                                                 \
  X (cluster_time)                                                                                 \
  X (cluster_slow_ranks)                                                                           \
  X (cluster_slow_ops)

#define LSC_DECLARE_TABLE_INFO(name) extern const LscTableInfo lsc_##name##_table_info;
LSC_TABLES (LSC_DECLARE_TABLE_INFO)

const LscTableInfo *const *lsc_table_list (guint *n);

G_END_DECLS
