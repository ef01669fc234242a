/* lsc-tally.h - counts odd rows of a table, for one notice a kind
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-db.h"
#include "model/lsc-run.h"

G_BEGIN_DECLS

#define LSC_TALLY_N_ROWS 3

/** Rows of one kind: how many, and the numbers of the first three. Zero-filled = none. */
typedef struct
{
  gint64 count;
  gint64 row_ids[LSC_TALLY_N_ROWS];
} LscTally;

void lsc_tally_add (LscTally *self, LscScan *scan);
void lsc_tally_report (const LscTally *self, LscRun *run, LscSeverity severity, const char *code,
                       const char *table, const char *what, const char *why);
void lsc_tally_report_loss (const LscTally *self, LscRun *run, const char *code, const char *table,
                            const char *what, const char *why);

G_END_DECLS
