/* lsc-communication-columns.h - columns that tables of communication share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/communication/lsc-communication-private.h"

G_BEGIN_DECLS

/** A column of nanoseconds. */
#define LSC_COMM_NS(Row, member, name, title, source, about)                                       \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_NS, source, about)

/** Parts of the length of operators. @times: a member of type LscCommTimes; @about: its length */
#define LSC_COMM_PART_COLUMNS(Row, times, about)                                                   \
  LSC_COMM_NS (Row, times.length_ns, "length_ns", N_ ("Time"), "communication.md#parts",           \
               N_ ("Length of the operators, summed over ranks.")),                                \
      LSC_COMM_NS (Row, times.ns[LSC_COMM_TRANSFER], "transfer_ns", N_ ("Transfer"),               \
                   "communication.md#parts", N_ ("When their tasks move data.")),                  \
      LSC_COMM_NS (Row, times.ns[LSC_COMM_WAIT_RECORDED], "wait_recorded_ns",                      \
                   N_ ("Wait for Peers"), "communication.md#parts",                                \
                   N_ ("Waiting for the recorded member that comes last.")),                       \
      LSC_COMM_NS (Row, times.ns[LSC_COMM_WAIT_UNEXPLAINED], "wait_unexplained_ns",                \
                   N_ ("Wait, Cause Not Known"), "communication.md#parts",                         \
                   N_ ("Waiting although no recorded member is late: for ranks that were not "     \
                       "recorded, or for a slow link.")),                                          \
      LSC_COMM_NS (Row, times.ns[LSC_COMM_OTHER], "other_ns", N_ ("Other"),                        \
                   "communication.md#parts",                                                       \
                   N_ ("The rest; where tasks were not recorded, transfers too."))

/** The same, and what of it nothing hides. */
#define LSC_COMM_TIMES_COLUMNS(Row, times, about)                                                  \
  LSC_COMM_PART_COLUMNS (Row, times, about),                                                       \
      LSC_COMM_NS (Row, times.exposed_ns, "exposed_ns", N_ ("Exposed"),                            \
                   "communication.md#exposed",                                                     \
                   N_ ("The exposed part, each moment counted once.")),                            \
      LSC_COMM_NS (Row, times.exposed_parts_ns[LSC_COMM_TRANSFER], "exposed_transfer_ns",          \
                   N_ ("Exposed Transfer"), "communication.md#exposed",                            \
                   N_ ("Exposed transfers.")),                                                     \
      LSC_COMM_NS (Row, times.exposed_parts_ns[LSC_COMM_WAIT_RECORDED],                            \
                   "exposed_wait_recorded_ns", N_ ("Exposed Wait for Peers"),                      \
                   "communication.md#exposed", N_ ("Exposed waiting for recorded members.")),      \
      LSC_COMM_NS (Row, times.exposed_parts_ns[LSC_COMM_WAIT_UNEXPLAINED],                         \
                   "exposed_wait_unexplained_ns", N_ ("Exposed Wait, Cause Not Known"),            \
                   "communication.md#exposed", N_ ("Exposed waiting that nothing explains.")),     \
      LSC_COMM_NS (Row, times.exposed_parts_ns[LSC_COMM_OTHER], "exposed_other_ns",                \
                   N_ ("Exposed Other"), "communication.md#exposed", N_ ("What else is exposed."))

G_END_DECLS
