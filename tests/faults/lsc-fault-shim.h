/* lsc-fault-shim.h - calls that fail when a test asks for it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <stdint.h>

/* The doors through which a program can be hit. */
typedef enum
{
  LSC_FAULT_OPEN, /* an existing file or folder is opened */
  LSC_FAULT_TEMP, /* a file or folder is made */
  LSC_FAULT_READ,
  LSC_FAULT_WRITE,
  LSC_FAULT_FSYNC,
  LSC_FAULT_CLOSE, /* of a file that was written */
  LSC_FAULT_RENAME,
  LSC_FAULT_PREPARE, /* of a statement */
  LSC_FAULT_STEP,
  LSC_FAULT_THREAD, /* one is started */
  LSC_N_FAULTS,
} LscFaultKind;

static const char *const lsc_fault_names[LSC_N_FAULTS] = {
  "open", "temp", "read", "write", "fsync", "close", "rename", "prepare", "step", "thread",
};

/* A program that preloads the library finds these by dlsym(). */
void lsc_fault_add_roots (const char *list);
void lsc_fault_arm (LscFaultKind kind, int64_t number);
void lsc_fault_get_counts (int64_t counts[LSC_N_FAULTS]);
