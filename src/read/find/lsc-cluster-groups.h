/* lsc-cluster-groups.h - groups of ranks that a cluster analysis wrote beside the recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-run.h"

G_BEGIN_DECLS

void lsc_run_load_cluster_groups (LscRun *run);

G_END_DECLS
