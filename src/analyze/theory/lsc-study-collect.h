/* lsc-study-collect.h - the tables of all studied steps of a pipeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-study.h"

G_BEGIN_DECLS

GPtrArray *lsc_study_collect_tables (LscPipeline *pipeline, LscJob *job, GError **error);

G_END_DECLS
