/* lsc-check.h - whether a recording keeps within a budget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "judge/overview/lsc-overview.h"
#include "model/lsc-notice.h"

G_BEGIN_DECLS

/** What a limit counts in (check.md#limits). */
typedef enum
{
  LSC_CHECK_NS,
  LSC_CHECK_SHARE,    /* of the step */
  LSC_CHECK_RELATIVE, /* (after - before) / before */
  LSC_CHECK_N_UNITS,
} LscCheckUnit;

extern const LscWord lsc_check_unit_words[LSC_CHECK_N_UNITS];

/** What a limit comes to (check.md#results). */
typedef enum
{
  LSC_CHECK_WITHIN,
  LSC_CHECK_UNDECIDED, /* beyond the limit, but not by more than the noise */
  LSC_CHECK_BEYOND,
  LSC_CHECK_UNKNOWN, /* the recording does not tell */
  LSC_CHECK_N_RESULTS,
} LscCheckResult;

extern const LscWord lsc_check_result_words[LSC_CHECK_N_RESULTS];

/**
 * LscCheckLimit: a line of the file
 * @metric: index of a metric
 * @is_all: of every rank, else of @rank
 */
typedef struct
{
  guint metric;
  gboolean is_all;
  gint64 rank;
  double limit;
  LscCheckUnit unit;
} LscCheckLimit;

/**
 * LscCheck: immutable after it was made
 * @rows: LscCheckRow: of each limit and rank
 * @result: the worst: beyond, unknown, then undecided
 */
typedef struct
{
  GArray *rows;
  LscCheckResult result;
} LscCheck;

/**
 * LscCheckRow: a limit of a rank
 * @line: index of the limit
 * @metric: its name; static
 * @limit_ns: the limit as a time
 * @noise_ns: what the limit must be exceeded by
 * @is_assumed: the noise was not measured: too few steps
 * @text: what is to be said of it: why it is not known
 */
typedef struct
{
  guint line;
  const char *metric;
  gint64 rank;
  gint64 value_ns;
  gint64 before_ns; /* %LSC_INT_NULL without a base */
  double value;     /* in the limit's unit, %LSC_REAL_NULL */
  double limit;
  int unit;
  gint64 limit_ns;
  gint64 noise_ns;
  gboolean is_assumed;
  int result;
  LscPhrase *text; /* (nullable) */
} LscCheckRow;

GArray *lsc_check_parse (const char *text, const char *file, LscNotices *notices, GError **error);
const char *const *lsc_check_list_metrics (void);
LscCheck *lsc_check_new (const GArray *limits, const LscOverview *overview,
                         const GPtrArray *baselines);
void lsc_check_free (LscCheck *self);
char *lsc_check_propose (const LscOverview *overview);
LscTable *lsc_check_get_table (const LscCheck *self);

static inline const LscCheckRow *
lsc_check_get (const LscCheck *self, guint index)
{
  return &g_array_index (self->rows, LscCheckRow, index);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscCheck, lsc_check_free)

G_END_DECLS
