/* lsc-test-cases.h - hand-counted acceptance cases of the module statistic
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#pragma once

#include "lsc-test-profile.h"

G_BEGIN_DECLS

/* What a case asks of the analysis beyond its defaults. */
typedef enum
{
  LSC_TEST_CASE_DEFAULT,
  LSC_TEST_CASE_STEP,  /* with the step id in LscTestCase.step_id */
  LSC_TEST_CASE_TRACE, /* module source = trace (no mstx ranges in the file) */
} LscTestCaseKind;

typedef struct
{
  const char *id;      /* "basic", "q01-op-outlives-module" ... */
  const char *purpose; /* one line */
  LscTestCaseKind kind;
  gint64 step_id;
  LscTestProfile *(*build) (void); /* transfer full */
  /* NULL-terminated "parent|module|op|kernels|total|avg|count", in output order;
   * avg has at most three decimals, without trailing zeros. */
  const char *const *rows;
} LscTestCase;

const LscTestCase *lsc_test_cases (guint *n_cases_out);
const LscTestCase *lsc_test_case_find (const char *id);
char *lsc_test_case_row (const char *parent, const char *module, const char *op,
                         const char *kernels, gint64 total_ns, double avg_ns, gint64 count);

G_END_DECLS
