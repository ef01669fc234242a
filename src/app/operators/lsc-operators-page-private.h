/* lsc-operators-page-private.h - what the parts of the page of operators share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/communication/lsc-bar-chart.h"
#include "app/operators/lsc-operators-page.h"
#include "app/operators/lsc-operators-panels.h"
#include "app/operators/lsc-roofline-chart.h"
#include "app/operators/lsc-scatter-chart.h"
#include "analyze/step/lsc-range-stats.h"
#include "judge/operators/lsc-operators.h"

G_BEGIN_DECLS

/** What panels depend on. */
enum
{
  LSC_OPERATORS_ON_GROUPS = 1 << 0, /* others, or other rows of them */
  LSC_OPERATORS_ON_PARTS = 1 << 1,  /* of the chosen group */
  LSC_OPERATORS_ON_SELECTION = 1 << 2,
  LSC_OPERATORS_ON_STREAMS = 1 << 4,
  LSC_OPERATORS_ON_EXPORT = 1 << 3, /* the user wants a table as a file: that in front */
};

/** What is shown of the chosen group. */
enum
{
  LSC_OPERATORS_CHART_SHAPES,
  LSC_OPERATORS_CHART_DURATIONS,
  LSC_OPERATORS_CHART_DRIFT,
  LSC_OPERATORS_CHART_RANKS,
  LSC_OPERATORS_CHART_ROOFLINE, /* of all groups */
};

/**
 * LscOperatorsQuestion: what kernels are grouped by, and which ones
 * @filter: its texts and arrays are owned
 */
typedef struct
{
  LscOpKeys keys;
  LscOpFilter filter;
} LscOperatorsQuestion;

/**
 * LscOperatorsParts: what a group is made of
 * @instances: all, by start
 * @list: the longest of them
 * @ranks: its totals by rank
 * @split: (nullable): groups by the keys of the page and shapes, where these are other ones
 * @shapes: (nullable): rows of @split that are of this group
 * @shape_rows: (nullable) (element-type guint32): which rows these are
 * @longest_rank: index of the rank that has most of its time
 */
typedef struct
{
  LscOpInstances instances;
  LscHistogram *histogram;
  LscTable *list;
  LscTable *ranks;
  LscOpGroups *split;
  LscTable *shapes;
  GArray *shape_rows;
  guint32 longest_rank;
  guint n_ranks;
} LscOperatorsParts;

/** What limits kernels, as a thread found it. */
typedef struct _LscOperatorsRoofline LscOperatorsRoofline;

/** What is selected: a row of the table of a tab. @tab: LSC_OPERATORS_N_TABS: nothing */
typedef struct
{
  guint tab;
  guint32 row;
} LscOperatorsSpot;

/** Controls of the filter, in their popover. */
typedef struct
{
  GtkBox *cores; /* a check button each */
  GtkEntry *type;
  GtkEntry *name;
  GtkEntry *shapes;
  GtkEntry *module;
  GtkDropDown *stream;
  GtkSpinButton *least_us;
  GtkSpinButton *most_us;
  GtkCheckButton *is_dynamic;
  GtkCheckButton *is_ai_cpu;
} LscOperatorsControls;

struct _LscOperatorsPage
{
  LscAppPage parent_instance;

  GtkLabel *headline;
  GtkLabel *base;
  GtkLabel *remark;
  GtkBox *only_box; /* what the filter leaves, and a button that takes it back */
  GtkLabel *only;
  GtkDropDown *preset_choice;
  GtkMenuButton *keys_button;
  GtkBox *keys_box; /* a check button for each key */
  GtkMenuButton *filter_button;
  LscOperatorsControls controls;
  GtkSearchEntry *search;
  GtkDropDown *chart_choice;
  GtkPaned *paned;
  GtkStack *shares_stack;
  LscBarChart *shares;
  GtkLabel *shares_reason;
  GtkStack *parts_stack;
  LscBarChart *bars;
  LscScatterChart *scatter;
  LscRooflineChart *roofline_chart;
  GtkLabel *roofline_caption;
  GtkLabel *parts_reason;
  GtkNotebook *panel;

  LscOperators *operators; /* (nullable) */
  LscOpKeys keys;
  LscOpGroups *groups;                    /* (nullable) */
  LscTable *tables[LSC_OPERATORS_N_TABS]; /* (nullable) */
  GArray *shown;                          /* (element-type guint32): rows of the groups */
  LscOpGroups *split;                     /* (nullable): finer ones, by shapes as well */
  LscOperatorsParts *parts;               /* (nullable): of the chosen group */
  gboolean has_group;
  gsize group_row;       /* that is chosen */
  char *group_label;     /* (nullable): of it, to find it again among others */
  GArray *streams;       /* (element-type gint64): of the choice, from its second entry on */
  LscTask *task;         /* groups */
  LscTask *part_task;    /* finds the parts of a group */
  LscTask *streams_task; /* use of devices and streams */
  LscTask *roofline_task;
  LscOperatorsRoofline *roofline; /* (nullable): until it is asked for */
  char *roofline_error;           /* (nullable): why there is none */
  GArray *roofline_ranks;         /* (nullable) (element-type gint64): that it is of, NULL = all */
  GArray *roofline_steps;         /* (nullable) (element-type gint64): likewise */
  GSettings *settings;
  LscOperatorsSpot selected;
  gboolean has_chart;   /* the user has chosen one */
  gboolean has_choices; /* of cores and streams */
  gboolean is_filling;  /* choices change by program */
};

/* -- lsc-operators-keys.c -- */
void _lsc_operators_keys_fill (LscOperatorsPage *self);
void _lsc_operators_keys_init (LscOperatorsPage *self);
void _lsc_operators_keys_on_preset (LscOperatorsPage *self);

/* -- lsc-operators-filter.c -- */
void _lsc_operators_filter_init (LscOperatorsPage *self);
void _lsc_operators_filter_fill (LscOperatorsPage *self, const LscTable *cores,
                                 const LscTable *streams);
void _lsc_operators_filter_clear (LscOperatorsPage *self);
void _lsc_operators_filter_set_durations (LscOperatorsPage *self, gint64 least_ns, gint64 most_ns);
void _lsc_operators_filter_ask (LscOperatorsPage *self, LscOperatorsQuestion *question);

/* -- lsc-operators-groups.c -- */
LscOperatorsQuestion *_lsc_operators_question_new (LscOperatorsPage *self);
void _lsc_operators_question_free (gpointer question);
void _lsc_operators_groups_ask (LscOperatorsPage *self);
void _lsc_operators_groups_fit (LscOperatorsPage *self);
void _lsc_operators_groups_search (LscOperatorsPage *self);
void _lsc_operators_groups_clear (LscOperatorsPage *self);

/* -- lsc-operators-parts.c -- */
void _lsc_operators_parts_choose (LscOperatorsPage *self, gsize group_row);
void _lsc_operators_parts_fill (LscOperatorsPage *self);
void _lsc_operators_parts_clear (LscOperatorsPage *self);

/* -- lsc-operators-roofline.c -- */
void _lsc_operators_roofline_init (LscOperatorsPage *self);
void _lsc_operators_roofline_fill (LscOperatorsPage *self);
void _lsc_operators_roofline_show (LscOperatorsPage *self);
void _lsc_operators_roofline_follow (LscOperatorsPage *self);
void _lsc_operators_roofline_clear (LscOperatorsPage *self);
void _lsc_operators_page_on_mark_selected (LscOperatorsPage *self);

/* -- lsc-operators-page.c -- */
void _lsc_operators_page_say_remark (LscOperatorsPage *self);

/* -- lsc-operators-page-pin.c -- */
void _lsc_operators_page_complete_pin (LscOperatorsPage *self, guint tab, LscPin *pin);
gboolean _lsc_operators_page_complete_chart_pin (LscAppPage *page, LscPin *pin, GError **error);

/* -- lsc-operators-page-export.c -- */
void _lsc_operators_page_export_shares (LscOperatorsPage *self);
void _lsc_operators_page_export_parts (LscOperatorsPage *self);

/* -- lsc-operators-page-selection.c -- */
const LscTable *_lsc_operators_page_get_selected (LscOperatorsPage *self);
void _lsc_operators_page_update_actions (LscOperatorsPage *self);
void _lsc_operators_page_select (LscOperatorsPage *self, guint tab, guint32 row);
void _lsc_operators_page_show (LscOperatorsPage *self, int place);
void _lsc_operators_page_show_overview (LscOperatorsPage *self);
void _lsc_operators_page_narrow (LscOperatorsPage *self);
void _lsc_operators_page_on_share_selected (LscOperatorsPage *self);
void _lsc_operators_page_on_share_activated (LscOperatorsPage *self);
void _lsc_operators_page_on_bar_selected (LscOperatorsPage *self);
void _lsc_operators_page_on_bar_activated (LscOperatorsPage *self);
void _lsc_operators_page_on_point_selected (LscOperatorsPage *self);
void _lsc_operators_page_on_point_activated (LscOperatorsPage *self);

G_END_DECLS
