/* lsc-rank-sheet.h - the page with a chart of ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-page.h"
#include "draw/overview/lsc-rank-chart.h"

G_BEGIN_DECLS

LscPage *lsc_rank_sheet_new (const LscRankChart *chart, const LscPageOptions *options,
                             PangoContext *context);

G_END_DECLS
