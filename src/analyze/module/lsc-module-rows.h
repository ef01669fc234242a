/* lsc-module-rows.h - the module_statistic and operator_mfu tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/module/lsc-mfu.h"
#include "analyze/module/lsc-module-data.h"

G_BEGIN_DECLS

LscTable *lsc_module_statistic_table (LscModuleData *data, const LscMfuOptions *mfu, LscJob *job,
                                      GError **error);
gboolean lsc_operator_mfu_tables (LscRun *run, const LscModuleOptions *options,
                                  const LscMfuOptions *mfu, LscTable **operator_mfu,
                                  LscTable **module_mfu, LscJob *job, GError **error);

G_END_DECLS
