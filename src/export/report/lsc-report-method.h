/* lsc-report-method.h - how what a document tells was measured
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#include "base/lsc-array.h"
#include "export/report/lsc-report-wish.h"

G_BEGIN_DECLS

void lsc_report_take_measured (GPtrArray *points, const GPtrArray *digests);
void lsc_report_take_compared (GPtrArray *points, const GPtrArray *digests, const LscInt64s *steps);
void lsc_report_take_made (GPtrArray *points, const LscReportWish *wish);

G_END_DECLS
