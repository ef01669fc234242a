/* lsc-pipeline-page-private.h - what the parts of the pipeline page share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <adwaita.h>

#include "analyze/theory/lsc-what-if.h"
#include "judge/verdict/lsc-verdict.h"
#include "app/pipeline/lsc-pipeline-legend.h"
#include "app/pipeline/lsc-pipeline-page.h"
#include "app/pipeline/lsc-pipeline-chart.h"
#include "app/parts/lsc-grid-pane.h"
#include "app/parts/lsc-page-words.h"

G_BEGIN_DECLS

/**
 * LscPageStudy: a step explained, with what chart and panels take from it; made in a thread
 * @study: (nullable): %NULL with @error
 * @error: (nullable): why there is none
 * @path: (nullable) (array length=n_path): the critical path
 */
typedef struct
{
  LscPipeline *pipeline;
  const LscPipelineGroup *group;
  gsize step;
  LscStudy *study;
  char *error;
  LscPipelinePathBlock *path;
  gsize n_path;
  LscTable *summary; /* all of them (nullable) */
  LscTable *wait;
  LscTable *balance;
  LscTable *ladder;
  LscTable *path_table;
} LscPageStudy;

/* Entries of the step choice before the single steps. */
enum
{
  LSC_STEP_MEDIAN,
  LSC_STEP_SIDE_BY_SIDE,
  LSC_STEP_ALL,
  LSC_N_STEP_MODES,
};

/** What stands beside the measured step. */
typedef enum
{
  LSC_COMPARE_NONE,
  LSC_COMPARE_THEORY,
  LSC_COMPARE_STEP,
  LSC_COMPARE_RECORDING,
  LSC_COMPARE_WHAT_IF,
} LscCompareKind;

/**
 * LscPageCompare: what the user asked for
 * @costs: durations of %LSC_COMPARE_THEORY
 * @step: index into the group's steps, %LSC_COMPARE_STEP
 * @recording: (nullable): the other one, %LSC_COMPARE_RECORDING; kept until another is opened
 * @recording_name: (nullable): its name for people
 * @recording_path: (nullable): where it was read from
 * @what_if: (nullable): @row of it is drawn, %LSC_COMPARE_WHAT_IF
 */
typedef struct
{
  LscCompareKind kind;
  LscTheoryCosts costs;
  gsize step;
  LscPipeline *recording;
  char *recording_name;
  char *recording_path;
  LscWhatIf *what_if;
  guint row;
} LscPageCompare;

/**
 * LscPageTwin: the second side as it is drawn; made in a thread
 * @error: (nullable): why there is none; then nothing else is set
 * @deltas: (nullable): both sides by stage and kind
 */
typedef struct
{
  LscPipeline *pipeline;
  const LscPipelineGroup *group;
  gsize step;
  LscBlockPairs *pairs;
  LscTable *deltas;
  char *title;
  char *first_title;
  char *error;
} LscPageTwin;

struct _LscPipelinePage
{
  LscAppPage parent_instance;

  GtkStack *stack;
  AdwStatusPage *status;
  GtkWidget *snippet_button;
  GtkWidget *gpu_snippet_button;
  GtkWidget *snippets;
  GtkDropDown *group_choice;
  GtkDropDown *step_choice;
  GtkDropDown *color_choice;
  GtkMenuButton *compare_button;
  GMenu *steps_menu;
  GMenu *recordings_menu;
  GListModel *projects; /* (nullable): weak: whose changes are followed */
  GtkSpinner *spinner;
  GMenu *kinds_menu;
  LscPageWords *words;
  GtkLabel *figures_label;
  GtkWidget *verdict_line;
  GtkWidget *verdict_kernels;
  GtkImage *verdict_icon;
  GtkLabel *verdict_label;
  GtkButton *clock_button;
  GtkInfoBar *banner;
  GtkLabel *banner_label;
  GtkPaned *paned;
  GtkToggleButton *grid_button;
  GtkStack *grid_stack;
  LscGridPane *grid;
  GtkNotebook *panel;
  LscPipelineChart *view;
  LscPipelineLegend *legend;

  GSettings *settings;
  GSimpleActionGroup *kind_actions;
  GSimpleActionGroup *compare_actions;
  LscPipeline *pipeline;
  LscPipelineGroup *group;
  gboolean is_filling; /* the choices change by program */
  GtkFileChooserNative *chooser;

  LscPageStudy *study; /* (nullable): of the shown step */
  LscTask *studying;

  LscPageCompare compare;
  LscPageTwin *twin; /* (nullable): as drawn, or why not */
  LscTask *twinning;
  LscTask *opening; /* another recording */

  LscWhatIf *what_if;    /* (nullable): the last predictions, of the study */
  LscVerdicts *verdicts; /* (nullable): of all pipelines */
  LscTask *judging;
  LscTask *aligning;
  LscAlignMode align; /* of the clocks as shown */
  gint64 loaded_rank; /* whose pipeline is shown or read */
  char *snippet_shown;
  LscPictureNames names; /* that the user gave; NULL each: none */
};

void _lsc_pipeline_page_update_room (LscPipelinePage *self);
void _lsc_pipeline_page_apply_settings (LscPipelinePage *self);
void _lsc_pipeline_page_add_setting_actions (LscPipelinePage *self);
void _lsc_pipeline_page_on_setting_changed (LscPipelinePage *self, const char *key);
void _lsc_pipeline_page_add_kind_actions (LscPipelinePage *self);
void _lsc_pipeline_page_show_all_kinds (LscPipelinePage *self);
void _lsc_pipeline_page_on_legend_kind (LscPipelinePage *self, int kind);
void _lsc_pipeline_page_toggle (LscPipelinePage *self, const char *key);

/* -- lsc-pipeline-page-names.c -- */
void _lsc_pipeline_page_ask_names (LscPipelinePage *self);
void _lsc_pipeline_page_forget_names (LscPipelinePage *self);

void _lsc_pipeline_page_export_picture (LscPipelinePage *self);
void _lsc_pipeline_page_export_tables (LscPipelinePage *self);
void _lsc_pipeline_page_copy_picture (LscPipelinePage *self);
char *_lsc_pipeline_page_get_command (LscAppPage *page);
void _lsc_pipeline_page_copy_row (LscPipelinePage *self);
void _lsc_pipeline_page_say (LscPipelinePage *self, const char *text);

/* -- lsc-pipeline-page-verdicts.c -- */
void _lsc_pipeline_page_judge (LscPipelinePage *self);
LscSession *_lsc_pipeline_page_find_session (LscPipelinePage *self);
void _lsc_pipeline_page_mark_blamed (LscPipelinePage *self);
void _lsc_pipeline_page_show_verdict (LscPipelinePage *self, gsize index);
void _lsc_pipeline_page_show_kernels (LscPipelinePage *self);

/* the study of the shown step */
gboolean _lsc_pipeline_page_shown_step (LscPipelinePage *self, gsize *step);
void _lsc_pipeline_page_step_changed (LscPipelinePage *self);
void _lsc_pipeline_page_stop_study (LscPipelinePage *self);
void _lsc_pipeline_page_apply_study (LscPipelinePage *self);
char *_lsc_pipeline_page_why_no_study (LscPipelinePage *self);
GArray *_lsc_pipeline_page_get_path (LscAppPage *page);
void _lsc_pipeline_page_follow (LscPipelinePage *self, gboolean forward);
const LscPipelineRow *_lsc_pipeline_page_own_row (LscPipelinePage *self,
                                                  const LscPipelineSpot *spot);
void _lsc_pipeline_page_study_changed (LscPipelinePage *self);
void _lsc_pipeline_page_path_changed (LscPipelinePage *self);

/* the second side */
void _lsc_pipeline_page_add_compare_actions (LscPipelinePage *self);
void _lsc_pipeline_page_fill_compare (LscPipelinePage *self);
void _lsc_pipeline_page_follow_projects (LscPipelinePage *self);
void _lsc_pipeline_page_refresh_twin (LscPipelinePage *self);
void _lsc_pipeline_page_stop_twin (LscPipelinePage *self);
void _lsc_pipeline_page_drop_compare (LscPipelinePage *self);
void _lsc_pipeline_page_apply_twin (LscPipelinePage *self);
void _lsc_pipeline_page_compare_recording (LscPipelinePage *self, LscPipeline *other,
                                           const char *name, const char *path);
void _lsc_pipeline_page_draw_what_if (LscPipelinePage *self, LscWhatIf *what_if, guint row);
void _lsc_pipeline_page_ask_recording (LscPipelinePage *self);
void _lsc_pipeline_page_align_at_block (LscPipelinePage *self);
void _lsc_pipeline_page_align_at_start (LscPipelinePage *self);
void _lsc_pipeline_page_compare_clear (LscPageCompare *compare);

/* figures and clocks */
void _lsc_pipeline_page_update_figures (LscPipelinePage *self);
void _lsc_pipeline_page_init_groups (LscPipelinePage *self);
void _lsc_pipeline_page_fill_groups (LscPipelinePage *self);
void _lsc_pipeline_page_fill_steps (LscPipelinePage *self);
void _lsc_pipeline_page_choose_step (LscPipelinePage *self, guint index);
gboolean _lsc_pipeline_page_complete_pin (LscAppPage *page, LscPin *pin, GError **error);
guint _lsc_pipeline_page_take_selection (LscAppPage *page, LscSelection *selection, guint changed);
void _lsc_pipeline_page_update_clocks (LscPipelinePage *self);
void _lsc_pipeline_page_find_host_passes (LscPipelinePage *self);
void _lsc_pipeline_page_realign (LscPipelinePage *self, LscAlignMode mode, const char *offsets);

/* status */
void _lsc_pipeline_page_copy_snippet (LscPipelinePage *self, gboolean gpu);
void _lsc_pipeline_page_update_snippets (LscPipelinePage *self);

G_END_DECLS
