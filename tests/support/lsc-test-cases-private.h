/* lsc-test-cases-private.h - shared by the three files of acceptance cases
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#pragma once

#include "lsc-test-cases.h"

G_BEGIN_DECLS

/* Main thread and autograd thread of the cases. */
#define MAIN_TID G_GINT64_CONSTANT (4294967296001)
#define AUTOGRAD_TID G_GINT64_CONSTANT (4294967296009)

#define ROWS(...) ((const char *const[]){ __VA_ARGS__, NULL })

guint _lsc_test_case_op (LscTestProfile *p, const char *name, gint64 start_ns, gint64 end_ns,
                         gint64 tid, const char *kernel, gint64 duration_ns);
const LscTestCase *_lsc_test_tree_cases (guint *n_cases_out);
const LscTestCase *_lsc_test_input_cases (guint *n_cases_out);

G_END_DECLS
