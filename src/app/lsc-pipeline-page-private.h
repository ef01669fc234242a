/* lsc-pipeline-page-private.h - what the parts of the pipeline page share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <adwaita.h>

#include "app/lsc-pipeline-legend.h"
#include "app/lsc-pipeline-page.h"
#include "app/lsc-pipeline-view.h"

G_BEGIN_DECLS

struct _LscPipelinePage
{
  GtkWidget parent_instance;

  GtkStack *stack;
  AdwStatusPage *status;
  GtkDropDown *group_choice;
  GtkDropDown *step_choice;
  GtkDropDown *color_choice;
  GMenu *kinds_menu;
  GtkLabel *schedule_chip;
  GtkLabel *bubble_chip;
  GtkLabel *work_chip;
  GtkLabel *net_chip;
  GtkLabel *window_chip;
  GtkInfoBar *banner;
  GtkLabel *banner_label;
  LscPipelineView *view;
  LscPipelineLegend *legend;

  GSettings *settings;
  GSimpleActionGroup *kind_actions;
  LscPipeline *pipeline;
  LscPipelineGroup *group;
  char *title;
  char *files;
  gboolean is_filling; /* the choices change by program */
  GtkFileChooserNative *chooser;
};

void _lsc_pipeline_page_export_picture (LscPipelinePage *self);
void _lsc_pipeline_page_export_tables (LscPipelinePage *self);
void _lsc_pipeline_page_copy_picture (LscPipelinePage *self);
void _lsc_pipeline_page_copy_row (LscPipelinePage *self);
void _lsc_pipeline_page_say (LscPipelinePage *self, const char *text);

G_END_DECLS
