/* lsc-pipeline-panel.h - what all tabs below the pipeline do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-table-view.h"
#include "app/pipeline/lsc-pipeline-page-private.h"
#include "app/pipeline/lsc-pipeline-panels.h"
#include "app/window/lsc-app.h"

G_BEGIN_DECLS

/* A panel shows part of the study of the step that is shown, or of what stands beside it. */

LscPipelinePage *lsc_pipeline_panel_get_page (LscPanel *panel);
char *lsc_pipeline_panel_why_no_study (LscPanel *panel);
void lsc_pipeline_panel_prepare_table (GtkWidget *table, const char *label);

G_END_DECLS
