/* lsc-pipeline-page.h - the page with the pipeline chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "analyze/pipeline/lsc-pipeline.h"
#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

/**
 * LscPictureNames: what is called how in a picture
 * @title: (nullable): of all
 * @first: (nullable): the side that is shown
 * @second: (nullable): what it is compared with
 */
typedef struct
{
  char *title;
  char *first;
  char *second;
} LscPictureNames;

#define LSC_TYPE_PIPELINE_PAGE (lsc_pipeline_page_get_type ())
G_DECLARE_FINAL_TYPE (LscPipelinePage, lsc_pipeline_page, LSC, PIPELINE_PAGE, LscAppPage)

void lsc_pipeline_page_set_pipeline (LscPipelinePage *self, LscPipeline *pipeline);
void lsc_pipeline_page_set_missing (LscPipelinePage *self, const char *why);
gboolean lsc_pipeline_page_select_time (LscPipelinePage *self, gint64 rank, gint64 time_ns);
void lsc_pipeline_page_open_comparison (LscPipelinePage *self, const char *path);
void lsc_pipeline_page_show_step (LscPipelinePage *self, gsize step);
void lsc_pipeline_page_export_tables (LscPipelinePage *self, const char *path);

void lsc_pipeline_page_set_names (LscPipelinePage *self, const LscPictureNames *names);

G_END_DECLS
