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

void _lsc_pipeline_page_apply_settings (LscPipelinePage *self);
void _lsc_pipeline_page_add_setting_actions (LscPipelinePage *self);
void _lsc_pipeline_page_on_setting_changed (LscPipelinePage *self, const char *key);
void _lsc_pipeline_page_on_color_chosen (LscPipelinePage *self);
void _lsc_pipeline_page_add_kind_actions (LscPipelinePage *self);
void _lsc_pipeline_page_show_all_kinds (LscPipelinePage *self);
void _lsc_pipeline_page_on_legend_kind (LscPipelinePage *self, int kind);
void _lsc_pipeline_page_export_picture (LscPipelinePage *self);
void _lsc_pipeline_page_export_tables (LscPipelinePage *self);
void _lsc_pipeline_page_copy_picture (LscPipelinePage *self);
void _lsc_pipeline_page_copy_row (LscPipelinePage *self);
void _lsc_pipeline_page_say (LscPipelinePage *self, const char *text);

G_END_DECLS
