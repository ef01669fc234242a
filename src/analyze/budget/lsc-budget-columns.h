/* lsc-budget-columns.h - the categories of a step as columns, in every table that has them alike
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/budget/lsc-budget.h"

#define LSC_BUDGET_COLUMN(Row, of, index, key, title, about)                                       \
  LSC_COLUMN (Row, of[index], key, title, LSC_UNIT_NS, "budget.md#categories", about)

/** Columns of @of, a member of @Row: times by #LscBudgetCategory. */
#define LSC_BUDGET_COLUMNS(Row, of)                                                                \
  LSC_BUDGET_COLUMN (Row, of, LSC_BUDGET_COMPUTE, "compute_ns", N_ ("Computing"),                  \
                     N_ ("At least one kernel computes.")),                                        \
      LSC_BUDGET_COLUMN (Row, of, LSC_BUDGET_TRANSFER, "comm_transfer_ns",                         \
                         N_ ("Exposed Transfer"),                                                  \
                         N_ ("Nothing computes, and communication moves data.")),                  \
      LSC_BUDGET_COLUMN (Row, of, LSC_BUDGET_WAIT, "comm_wait_ns", N_ ("Wait in Collectives"),     \
                         N_ ("Nothing computes, and a collective only waits for other ranks.")),   \
      LSC_BUDGET_COLUMN (                                                                          \
          Row, of, LSC_BUDGET_COMM_OTHER, "comm_other_ns", N_ ("Other Communication"),             \
          N_ ("Nothing computes, and communication neither moves data nor waits.")),               \
      LSC_BUDGET_COLUMN (Row, of, LSC_BUDGET_COMM, "comm_ns", N_ ("Exposed Communication"),        \
                         N_ ("Nothing computes, and communication runs that cannot be split into " \
                             "transfer and wait.")),                                               \
      LSC_BUDGET_COLUMN (                                                                          \
          Row, of, LSC_BUDGET_BUBBLE, "bubble_ns", N_ ("Exposed Send/Receive Wait"),               \
          N_ ("Nothing computes, and a send or receive waits for the other rank.")),               \
      LSC_BUDGET_COLUMN (Row, of, LSC_BUDGET_MEMCPY, "memcpy_ns", N_ ("Copies"),                   \
                         N_ ("Only a copy runs that belongs to no communication.")),               \
      LSC_BUDGET_COLUMN (Row, of, LSC_BUDGET_PREPARE, "prepare_ns", N_ ("Before First Kernel"),    \
                         N_ ("Before the first computing or communication of the step.")),         \
      LSC_BUDGET_COLUMN (Row, of, LSC_BUDGET_FREE_HOST, "free_host_ns", N_ ("Idle: Not Launched"), \
                         N_ ("The device idles, and the launch of what comes next has not ended: " \
                             "the host waits for the device, or is late.")),                       \
      LSC_BUDGET_COLUMN (Row, of, LSC_BUDGET_FREE_DEVICE, "free_device_ns",                        \
                         N_ ("Idle: Already Launched"),                                            \
                         N_ ("The device idles although its next kernel was launched: the kernel " \
                             "waits in its stream, for an event or for another task.")),           \
      LSC_BUDGET_COLUMN (                                                                          \
          Row, of, LSC_BUDGET_FREE_UNLINKED, "free_unlinked_ns", N_ ("Idle: Launch Not Recorded"), \
          N_ ("The device idles, and nobody knows when what comes next was launched.")),           \
      LSC_BUDGET_COLUMN (Row, of, LSC_BUDGET_TAIL, "tail_ns", N_ ("After Last Kernel"),            \
                         N_ ("After the last computing or communication of the step."))

/** Columns of @of, a member of @Row: the host's step, and how far ahead of the device it is. */
#define LSC_HOST_STEP_COLUMNS(Row, of)                                                             \
  LSC_COLUMN (Row, of.host_step_ns, "host_step_ns", N_ ("Host Step Time"), LSC_UNIT_NS,            \
              "steps.md#host-step", N_ ("From the begin to the end of the host's mark.")),         \
      LSC_COLUMN (Row, of.lead_begin_ns, "lead_begin_ns", N_ ("Host Lead"), LSC_UNIT_NS,           \
                  "steps.md#lead",                                                                 \
                  N_ ("From the begin of the step on the host to its first kernel: how far the "   \
                      "host is ahead.")),                                                          \
      LSC_COLUMN (Row, of.lead_end_ns, "lead_end_ns", N_ ("Host Lead at End"), LSC_UNIT_NS,        \
                  "steps.md#lead",                                                                 \
                  N_ ("From the end of the step on the host to the end of its last task; below "   \
                      "0: the device was done before."))

const char *lsc_budget_about_words (guint category);
