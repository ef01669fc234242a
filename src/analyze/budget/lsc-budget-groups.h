/* lsc-budget-groups.h - groups of categories of a budget, for those who ask less finely or by cause
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-phrase.h"

G_BEGIN_DECLS

/** What a rank is busy with before it arrives at a collective (overview.md#why). */
typedef enum
{
  LSC_WORK_COMPUTE,
  LSC_WORK_HOST,     /* idle, because the host had not launched: prepare, free_host */
  LSC_WORK_DEVICE,   /* idle, though launched or nobody knows: free_device, free_unlinked */
  LSC_WORK_COPY,     /* memcpy */
  LSC_WORK_TRANSFER, /* comm_transfer, comm_other */
  LSC_WORK_WAIT,     /* waiting for others: comm_wait, bubble */
  LSC_WORK_N,
} LscWork;

extern const LscWord lsc_work_words[LSC_WORK_N];

/**
 * What a nanosecond of a step was lost to (findings.md#losses). Each belongs to one of them, so
 * that no rule counts what another one counts.
 */
typedef enum
{
  LSC_LOSS_SYNC,          /* idle for a synchronising call */
  LSC_LOSS_COMPILE,       /* idle while the host compiles */
  LSC_LOSS_GC,            /* idle in the garbage collector */
  LSC_LOSS_DATA_LOADER,   /* idle for the data loader */
  LSC_LOSS_MEMORY_CALLS,  /* idle while the host allocates or frees */
  LSC_LOSS_PROFILER,      /* idle while the profiler does its own work */
  LSC_LOSS_SILENT,        /* idle while no thread of the host does anything */
  LSC_LOSS_SMALL_KERNELS, /* idle between short kernels, for lack of launches */
  LSC_LOSS_HOST,          /* idle, the host launches too late for any other reason */
  LSC_LOSS_DEVICE,        /* idle, though launched */
  LSC_LOSS_UNLINKED,      /* idle, nobody knows when it was launched */
  LSC_LOSS_TAIL,          /* nothing more in the step: behind its last work */
  LSC_LOSS_COPY,          /* copies that nothing hides */
  LSC_LOSS_TRANSFER,      /* transfers that nothing hides */
  LSC_LOSS_COMM,          /* communication that nothing hides and that cannot be split */
  LSC_LOSS_WAIT,          /* waits inside collectives that nothing hides */
  LSC_LOSS_BUBBLE,        /* waits for a message of another stage, or idle between blocks */
  LSC_LOSS_LEAD,      /* idle before the first block: of the first stage it waits for the host */
  LSC_LOSS_FREQUENCY, /* computing longer than at the usual frequency: part of computing */
  LSC_LOSS_N,
} LscLoss;

G_END_DECLS
