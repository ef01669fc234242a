/* lsc-export-comparison-columns.c - titles of the reference tool's workbook of two recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-comparison-private.h"

/* As the reference tool has them, so that scripts find them: not translated. */

#define SUMS                                                                                       \
  "Total Duration(us)", "Avg Duration(us)", "Max Duration(us)", "Min Duration(us)", "Calls"
#define COMM                                                                                       \
  "Communication OP Name", "Task Name", "Calls", "Total Duration(us)", "Avg Duration(us)",         \
      "Max Duration(us)", "Min Duration(us)"
#define OPERATOR "Operator Name", "Input Shape", "Input Type"
#define MODULE "Order Id", "Module Class", "Module Level", "Module Name", "Operator Name"

const char *const _lsc_comparison_overall_columns[] = {
  "Index",          "Duration(ms)", "Duration Ratio",    "Number",     "Duration(ms)",
  "Duration Ratio", "Number",       "Diff Duration(ms)", "Diff Ratio", NULL
};
const char *const _lsc_comparison_op_columns[] = { "Order Id",
                                                   OPERATOR,
                                                   "Kernel Details",
                                                   "Device Duration(us)",
                                                   OPERATOR,
                                                   "Kernel Details",
                                                   "Device Duration(us)",
                                                   "Diff Duration(us)",
                                                   "Diff Ratio",
                                                   NULL };
const char *const _lsc_comparison_op_top_columns[] = { "Top",
                                                       "Operator Name",
                                                       "Base Device Duration(ms)",
                                                       "Base Operator Number",
                                                       "Comparison Device Duration(ms)",
                                                       "Comparison Operator Number",
                                                       "Diff Duration(ms)",
                                                       "Diff Ratio",
                                                       NULL };
const char *const _lsc_comparison_kernel_columns[] = {
  "Order Id", "Kernel", "Input Shape", SUMS, SUMS, "Diff Total Ratio", "Diff Avg Ratio", NULL
};
const char *const _lsc_comparison_type_columns[] = {
  "Order Id", "Kernel Type", "Core Type", SUMS, SUMS, "Diff Total Ratio", "Diff Avg Ratio", NULL
};
const char *const _lsc_comparison_comm_columns[] = { "Order Id",          COMM,         COMM,
                                                     "Diff Duration(us)", "Diff Ratio", NULL };
const char *const _lsc_comparison_memory_columns[] = {
  "Order Id",          OPERATOR,   "Allocated Details", "Size(KB)",   OPERATOR,
  "Allocated Details", "Size(KB)", "Diff Size(KB)",     "Diff Ratio", NULL
};
const char *const _lsc_comparison_memory_top_columns[] = { "Top",
                                                           "Operator Name",
                                                           "Base Allocated Duration(ms)",
                                                           "Base Allocated Memory(MB)",
                                                           "Base Operator Number",
                                                           "Comparison Allocated Duration(ms)",
                                                           "Comparison Allocated Memory(MB)",
                                                           "Comparison Operator Number",
                                                           "Diff Memory(MB)",
                                                           "Diff Ratio",
                                                           NULL };
const char *const _lsc_comparison_module_columns[] = { MODULE,
                                                       "Kernel Details",
                                                       "Device Self Time(us)",
                                                       "Device Total Time(us)",
                                                       "Operator Name",
                                                       "Kernel Details",
                                                       "Device Self Time(us)",
                                                       "Device Total Time(us)",
                                                       "Device Total Time Diff(us)",
                                                       "Device Self Time Diff(us)",
                                                       "Diff Total Ratio",
                                                       "Base Call Stack",
                                                       "Comparison Call Stack",
                                                       NULL };
const char *const _lsc_comparison_module_top_columns[] = { MODULE,
                                                           "Kernel Details",
                                                           "Device Self Time(ms)",
                                                           "Number",
                                                           "Device Total Time(ms)",
                                                           "Kernel Details",
                                                           "Device Self Time(ms)",
                                                           "Number",
                                                           "Device Total Time(ms)",
                                                           "Device Total Time Diff(ms)",
                                                           "Device Self Time Diff(ms)",
                                                           "Diff Total Ratio",
                                                           "Base Call Stack",
                                                           "Comparison Call Stack",
                                                           NULL };
const char *const _lsc_comparison_api_columns[] = { "Order Id",
                                                    "api name",
                                                    "Total Duration(ms)",
                                                    "Self Time(ms)",
                                                    "Avg Duration(ms)",
                                                    "Calls",
                                                    "Total Duration(ms)",
                                                    "Self Time(ms)",
                                                    "Avg Duration(ms)",
                                                    "Calls",
                                                    "Diff Total Ratio",
                                                    "Diff Self Ratio",
                                                    "Diff Avg Ratio",
                                                    "Diff Calls Ratio",
                                                    NULL };
const char *const _lsc_comparison_method_columns[] = { "Subject", "Note", NULL };

/* What the figures are of. */
const char *const _lsc_comparison_notes[][2] = {
  { "OverallMetrics",
    "Mean of a step over all paired ranks; each ns is in one of the parts, so that "
    "they add up to E2E Time. Wait holds bubbles." },
  { "Number", "not available because a step's parts are lengths, not instances" },
  { "ModuleCompareStatistic", "Device Self Time is what a module owns of a step, with the idle "
                              "time before its work, mean over "
                              "all paired ranks" },
  { "Device Total Time of ModuleCompareStatistic, Call Stack",
    "not available because rows are modules' own time, by path" },
  { "Kernel Details of modules", "not available because operators are summed up by name" },
  { "KernelCompare, CommunicationCompare", "All steps of the ranks named above" },
  { "Other sheets", "The step of median length of the ranks named above" },
  { "Input Type", "not available because types of inputs are not read" },
  { "Core Type", "not available because the cores of kernels are not read" },
  { "Task Name", "Tasks of the operation above, as the profiler names them; their difference is "
                 "not told" },
  { "MemoryCompare",
    "By the operator that the profiler names; KB are 2^10 and MB 2^20 bytes. A block that was not "
    "released has no duration; a row without a size or a time is left out. Of a side without "
    "OP_MEMORY or operator_memory.csv not available: record it with profile_memory=True" },
  { "Self Time", "not available because calls are summed up without their nesting" },
  { NULL, NULL },
};
