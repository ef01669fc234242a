/* lsc-report-pair.h - the document of a comparison
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/compare/lsc-compare.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

/**
 * LscReportWish: what the user calls a document
 * @title, @author: (nullable)
 */
typedef struct
{
  const char *title;
  const char *author;
} LscReportWish;

/**
 * LscReportPair: what the document of a comparison is made of
 * @compare: borrowed until the document is made, likewise the others
 * @places: (nullable): names of the folders, without the path
 */
typedef struct
{
  const LscCompare *compare;
  const char *places[LSC_N_SIDES];
} LscReportPair;

LscReport *lsc_report_new_pair (const LscReportPair *pair, const LscReportWish *wish);

G_END_DECLS
