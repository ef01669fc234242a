/* lsc-query-scratch.h - where a statement sorts what is too much for its cache
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/query/lsc-query-account.h"

G_BEGIN_DECLS

const char *lsc_query_scratch_name (void);

G_END_DECLS
