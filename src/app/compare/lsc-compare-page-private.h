/* lsc-compare-page-private.h - what the parts of the comparison share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/findings/lsc-findings-changes.h"
#include "app/compare/lsc-compare-page.h"
#include "app/communication/lsc-bar-chart.h"
#include "app/compare/lsc-waterfall-chart.h"
#include "app/parts/lsc-page-words.h"
#include "app/pipeline/lsc-pipeline-legend.h"
#include "app/timeline/lsc-timeline-chart.h"
#include "app/window/lsc-comparison.h"
#include "app/window/lsc-rank-summary.h"
#include "export/lsc-export-picture.h"

G_BEGIN_DECLS

/** What panels depend on. */
enum
{
  LSC_COMPARE_ON_RESULT = 1 << 0,
  LSC_COMPARE_ON_PIPELINES = 1 << 1,
  LSC_COMPARE_ON_FINDINGS = 1 << 2,
  LSC_COMPARE_ON_LIST = 1 << 3, /* what the bars are */
  LSC_COMPARE_ON_OPERATORS = 1 << 4,
  LSC_COMPARE_ON_MEMORY = 1 << 5,
};

/**
 * LscComparePipes: the pipelines of both recordings
 * @pipelines: (nullable) each
 * @twins: (nullable) (element-type LscPipelineTwins): what stands beside each other; there when
 * both were read
 * @table: (nullable): of all of them
 * @pairs: (nullable): blocks of those that are drawn
 * @titles: (nullable) each: of the sides
 * @missing: (nullable): why nothing can be shown
 */
typedef struct
{
  LscPipeline *pipelines[LSC_N_SIDES];
  LscTask *tasks[LSC_N_SIDES];
  gboolean is_asked;
  guint n_read;
  GArray *twins;
  LscTable *table;
  LscBlockPairs *pairs;
  char *titles[LSC_N_SIDES];
  char *missing;
} LscComparePipes;

/**
 * LscCompareLosses: what both recordings are found to lose time to
 * @summaries: (nullable) each
 * @changes: (nullable) (element-type LscFindingChange): when both are there
 * @missing: (nullable): why there are none
 */
typedef struct
{
  LscRankSummary *summaries[LSC_N_SIDES];
  LscTask *tasks[LSC_N_SIDES];
  gboolean is_asked;
  GArray *changes;
  char *missing;
} LscCompareLosses;

/**
 * LscCompareOperators: groups of kernels of both recordings
 * @preset: of the list of keys
 * @changes: (nullable): when they are there
 * @missing: (nullable): why there are none
 */
typedef struct
{
  guint preset;
  LscOpChanges *changes;
  LscTask *task;
  gboolean is_asked;
  char *missing;
} LscCompareOperators;

/**
 * LscCompareHolders: memory of both recordings
 * @shown: what of it
 * @pair: (nullable): when it is there
 * @missing: (nullable): why there is none
 */
typedef struct
{
  guint shown;
  LscMemoryPair *pair;
  LscTask *task;
  gboolean is_asked;
  char *missing;
} LscCompareHolders;

/** What the bars are, behind the lists of a comparison. */
#define LSC_COMPARE_BARS_OPERATORS LSC_COMPARE_N_LISTS

struct _LscComparePage
{
  LscAppPage parent_instance;

  GtkStack *stack; /* compared, alone */
  LscPageWords *words;
  GtkLabel *headline;
  GtkLabel *why;
  GtkLabel *reasons;
  GtkLabel *scope;
  GtkLabel *other_label;
  GtkDropDown *other_choice;
  GtkDropDown *list_choice;
  GtkDropDown *rank_choice;
  GtkEntry *names[LSC_N_SIDES];
  GtkPaned *paned;
  LscWaterfallChart *chart;
  GtkNotebook *panel;
  GtkStack *views; /* bars, timelines, pipelines, chips */
  GtkDropDown *view_choice;
  LscTimelineChart *twin;
  GtkLabel *twin_label;

  LscSource *twin_sources[LSC_N_SIDES];     /* (nullable): borrowed: of the comparison */
  LscTimeline *twin_timelines[LSC_N_SIDES]; /* (nullable) */
  LscTask *twin_tasks[LSC_N_SIDES];
  gboolean twin_is_filled;
  char *twin_name; /* (nullable): of what is aligned; %NULL = steps */
  LscComparePlace twin_places[LSC_N_SIDES];

  LscPipelineChart *pipes_chart;
  LscPipelineLegend *pipes_legend;
  GtkLabel *pipes_label;
  GtkDropDown *pipes_choice; /* of the pipelines */
  LscComparePipes pipes;
  LscBarChart *chips_chart;
  GtkLabel *chips_label;
  LscCompareLosses losses;
  LscCompareOperators operators;
  LscCompareHolders memory;

  GListModel *projects; /* (nullable): weak: those that are open */
  GPtrArray *others;    /* (element-type LscProject): of the choice, without the shown one */
  char *other_path;     /* (nullable): the one that is compared with */
  GPtrArray *runs[LSC_N_SIDES]; /* (nullable): paths of sets of runs; both or none */
  GtkListBox *run_lists[LSC_N_SIDES];
  LscSessionPart *parts[LSC_N_SIDES]; /* (nullable): ranks or steps; both or none */
  gboolean is_swapped;                /* the one that was opened first is after */
  gboolean has_shown_chips;           /* without being asked */
  gboolean is_filling;                /* choices change by program */
  LscComparison *comparison;          /* (nullable) */
};

/* -- lsc-compare-page.c -- */
void _lsc_compare_page_show (LscComparePage *self, LscCompareList list, guint row, LscSide side);
char *_lsc_compare_page_explain (LscComparePage *self, LscUnknown unknown);
void _lsc_compare_page_show_place (LscComparePage *self, const LscComparePlace *place,
                                   LscSide side);
gboolean _lsc_compare_page_draws_operators (LscComparePage *self);
void _lsc_compare_page_operators_changed (LscComparePage *self);
gboolean _lsc_compare_page_shows (LscComparePage *self, const char *view);

LscCompareList _lsc_compare_page_get_list (LscComparePage *self);

/* -- lsc-compare-page-chips.c -- */
const char *_lsc_compare_page_miss_chips (LscComparePage *self);
LscTable *_lsc_compare_page_list_chips (LscComparePage *self);
char *_lsc_compare_page_say_chips (LscComparePage *self);
void _lsc_compare_page_fill_chips (LscComparePage *self);
void _lsc_compare_page_show_chips (LscComparePage *self);
gboolean _lsc_compare_page_write_chips (LscComparePage *self, const LscPictureOptions *options,
                                        GError **error);
void _lsc_compare_page_pin_chips (LscComparePage *self, LscPin *pin);
/* -- lsc-compare-page-details.c -- */
GPtrArray *_lsc_compare_page_describe_row (const LscTable *table, guint row);

/* -- lsc-compare-page-export.c -- */
void _lsc_compare_page_export_picture (LscComparePage *self);
void _lsc_compare_page_copy_verdict (LscComparePage *self);

/* -- lsc-compare-page-findings.c -- */
void _lsc_compare_page_clear_findings (LscComparePage *self);
void _lsc_compare_page_read_findings (LscComparePage *self);
char *_lsc_compare_page_say_findings (LscComparePage *self);

/* -- lsc-compare-page-memory.c -- */
GtkStringList *_lsc_compare_page_list_memory (void);
void _lsc_compare_page_clear_memory (LscComparePage *self);
void _lsc_compare_page_choose_memory (LscComparePage *self, guint shown);
LscTable *_lsc_compare_page_get_memory_table (LscComparePage *self);
const char *_lsc_compare_page_wait_for_memory (LscComparePage *self);
char *_lsc_compare_page_say_memory (LscComparePage *self);
void _lsc_compare_page_pin_memory (LscComparePage *self, LscPin *pin);

/* -- lsc-compare-page-operators.c -- */
LscOpKeys _lsc_compare_page_get_operator_keys (LscComparePage *self);
GtkStringList *_lsc_compare_page_list_operator_keys (void);
void _lsc_compare_page_clear_operators (LscComparePage *self);
void _lsc_compare_page_read_operators (LscComparePage *self);
void _lsc_compare_page_choose_operator_keys (LscComparePage *self, guint preset);
char *_lsc_compare_page_say_operators (LscComparePage *self);
LscWaterfall *_lsc_compare_page_draw_operators (LscComparePage *self);
void _lsc_compare_page_pin_operators (LscComparePage *self, LscPin *pin);
const LscComparePlace *_lsc_compare_page_get_operator_places (LscComparePage *self, guint row);

/* -- lsc-compare-page-pipelines.c -- */
void _lsc_compare_page_init_pipelines (LscComparePage *self);
void _lsc_compare_page_bind_pipelines (GtkWidgetClass *class);
void _lsc_compare_page_clear_pipelines (LscComparePage *self);
void _lsc_compare_page_read_pipelines (LscComparePage *self);
void _lsc_compare_page_show_pipelines (LscComparePage *self);
GPtrArray *_lsc_compare_page_describe_block (LscComparePage *self);
void _lsc_compare_page_show_block (LscComparePage *self);

/* -- lsc-compare-page-words.c -- */
void _lsc_compare_page_fill_ranks (LscComparePage *self);
void _lsc_compare_page_fill_words (LscComparePage *self);
char *_lsc_compare_page_say_all (LscComparePage *self);
char *_lsc_compare_page_say_scope (LscComparePage *self);
void _lsc_compare_page_fill_scope (LscComparePage *self);

/* -- lsc-compare-page-twin.c -- */
void _lsc_compare_page_clear_twin (LscComparePage *self);
void _lsc_compare_page_show_twin (LscComparePage *self);
gboolean _lsc_compare_page_show_pair (LscComparePage *self, const LscChange *change);
void _lsc_compare_page_show_places (LscComparePage *self, const char *name,
                                    const LscComparePlace places[LSC_N_SIDES]);
void _lsc_compare_page_pin_twin (LscComparePage *self, LscPin *pin);
gboolean _lsc_compare_page_pin_pipelines (LscComparePage *self, LscPin *pin, GError **error);

/* -- lsc-compare-page-parts.c -- */
gboolean _lsc_compare_page_has_parts (LscComparePage *self);
void _lsc_compare_page_clear_parts (LscComparePage *self);
void _lsc_compare_page_swap_parts (LscComparePage *self);
void _lsc_compare_page_check_parts (LscComparePage *self);
LscProject *_lsc_compare_page_get_part_project (LscComparePage *self, LscSide side);
char *_lsc_compare_page_name_part (LscComparePage *self, LscSide side);
void _lsc_compare_page_load_parts (LscComparePage *self, const LscTaskWish *wish);
void _lsc_compare_page_set_parts (LscComparePage *self, LscSessionPart *before,
                                  LscSessionPart *after);
void _lsc_compare_page_ask_parts (LscComparePage *self);

/* -- lsc-compare-page-runs.c -- */
void _lsc_compare_page_init_runs (LscComparePage *self);
gboolean _lsc_compare_page_has_runs (LscComparePage *self);
GPtrArray *_lsc_compare_page_list_runs (LscComparePage *self, LscSide side);
LscProject *_lsc_compare_page_get_run (LscComparePage *self, LscSide side);
void _lsc_compare_page_clear_runs (LscComparePage *self);
void _lsc_compare_page_swap_runs (LscComparePage *self);
void _lsc_compare_page_add_runs (LscComparePage *self, LscSide side, GListModel *files);
void _lsc_compare_page_remove_run (LscComparePage *self, const char *path);
void _lsc_compare_page_choose_runs (LscComparePage *self, int side);
void _lsc_compare_page_choose_run_files (LscComparePage *self, int side);
void _lsc_compare_page_fill_runs (LscComparePage *self);
void _lsc_compare_page_load_runs (LscComparePage *self, const LscTaskWish *wish);

/* -- lsc-compare-page-sides.c -- */
LscCluster *_lsc_compare_page_find_cluster (LscComparePage *self, const LscProject *project);
gboolean _lsc_compare_page_find_clusters (LscComparePage *self, LscCluster *clusters[LSC_N_SIDES]);
void _lsc_compare_page_find_projects (LscComparePage *self, LscProject *projects[LSC_N_SIDES]);
void _lsc_compare_page_get_names (LscComparePage *self, const char *names[LSC_N_SIDES]);
char *_lsc_compare_page_get_title (LscComparePage *self, LscSide side);
void _lsc_compare_page_follow_projects (LscComparePage *self);
const LscRankChange *_lsc_compare_page_get_ranks (LscComparePage *self);
char *_lsc_compare_page_get_command (LscComparePage *self);

G_END_DECLS
