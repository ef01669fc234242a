/* lsc-run-summary.h - what the header of a recording says
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-run.h"

G_BEGIN_DECLS

/**
 * LscRunSummary: what the header of a recording says, without its events
 * @tables: (element-type utf8 gint64): rows of each table
 */
typedef struct
{
  gint64 rank;
  gint64 device;
  char *host_name;
  char *host_uid;
  char *schema_version;
  int level;
  LscSteps steps;
  gboolean has_steps; /* FALSE: whether there are steps is known only to the events */
  LscMetadata *metadata;
  GPtrArray *table_names; /* char *, sorted */
  LscInt64s table_rows;   /* same order; -1 = could not be counted */
  LscIndexes estimated;   /* of them, ascending: those that were not counted to the end */
  LscNotices *notices;
} LscRunSummary;

void lsc_run_summary_free (LscRunSummary *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRunSummary, lsc_run_summary_free)

G_END_DECLS
