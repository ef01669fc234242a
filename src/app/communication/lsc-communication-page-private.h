/* lsc-communication-page-private.h - what the parts of the page of communication share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/communication/lsc-bar-chart.h"
#include "app/communication/lsc-communication-page.h"
#include "app/communication/lsc-communication-panels.h"
#include "app/communication/lsc-matrix-chart.h"
#include "judge/communication/lsc-communication.h"
#include "app/parts/lsc-grid-pane.h"

G_BEGIN_DECLS

/** What panels depend on. */
enum
{
  LSC_COMMUNICATION_ON_TABLES = 1 << 0, /* others, or other rows of them */
  LSC_COMMUNICATION_ON_INSTANCES = 1 << 1,
  LSC_COMMUNICATION_ON_SELECTION = 1 << 2,
  LSC_COMMUNICATION_ON_EXPORT = 1 << 3, /* the user wants a table as a file: that in front */
};

/** What the bars show. */
enum
{
  LSC_COMMUNICATION_BARS_MEMBERS,
  LSC_COMMUNICATION_BARS_ARRIVALS,
  LSC_COMMUNICATION_BARS_PACKETS,
};

/** What is selected: a row of the table of a tab. @tab: LSC_COMMUNICATION_N_TABS: nothing */
typedef struct
{
  guint tab;
  guint32 row;
} LscCommunicationSpot;

struct _LscCommunicationPage
{
  LscAppPage parent_instance;

  GtkLabel *headline;
  GtkButton *finding; /* where the headline comes from */
  GtkLabel *remark;
  GtkDropDown *group_choice;
  GtkDropDown *kind_choice;
  GtkDropDown *form_choice;
  GtkDropDown *metric_choice;
  GtkDropDown *bars_choice;
  GtkDropDown *align_choice;
  GtkPaned *paned;
  GtkToggleButton *grid_button;
  GtkStack *grid_stack;
  LscGridPane *grid;
  GtkStack *matrix_stack;
  LscMatrixChart *matrix;
  GtkLabel *matrix_reason;
  GtkStack *bars_stack;
  LscBarChart *bars;
  GtkLabel *bars_reason;
  GtkNotebook *panel;

  LscCommunication *communication;            /* (nullable) */
  LscTable *tables[LSC_COMMUNICATION_N_TABS]; /* (nullable): whole */
  GArray *shown[LSC_COMMUNICATION_N_TABS];    /* (element-type guint32): rows of them */
  GHashTable *groups; /* (element-type utf8): labels of the groups that are shown */
  gsize operator_row; /* whose instances there are */
  gboolean has_operator;
  gint64 instance;   /* whose members the bars show */
  LscTable *members; /* (nullable): of it */
  LscTask *task;     /* that lists instances */
  LscCommunicationSpot selected;
  gboolean is_filling;   /* choices change by program */
  gboolean was_narrowed; /* to some ranks, when the rows that are shown were found */
};

/* -- lsc-communication-filter.c -- */
void _lsc_communication_filter_fill (LscCommunicationPage *self);
gboolean _lsc_communication_filter_is_stale (LscCommunicationPage *self);
void _lsc_communication_filter_apply (LscCommunicationPage *self);
void _lsc_communication_filter_draw (LscCommunicationPage *self);

/* -- lsc-communication-bars.c -- */
void _lsc_communication_bars_choose (LscCommunicationPage *self, gsize operator_row);
void _lsc_communication_bars_choose_instance (LscCommunicationPage *self, gint64 instance);
void _lsc_communication_bars_fill (LscCommunicationPage *self);
void _lsc_communication_bars_clear (LscCommunicationPage *self);

/* -- lsc-communication-page-export.c -- */
void _lsc_communication_page_export_matrix (LscCommunicationPage *self);
void _lsc_communication_page_export_bars (LscCommunicationPage *self);

/* -- lsc-communication-page-selection.c -- */
const LscTable *_lsc_communication_page_get_selected (LscCommunicationPage *self);
void _lsc_communication_page_update_actions (LscCommunicationPage *self);
void _lsc_communication_page_select (LscCommunicationPage *self, guint tab, guint32 row);
void _lsc_communication_page_mark (LscCommunicationPage *self);
void _lsc_communication_page_show (LscCommunicationPage *self, int place);
void _lsc_communication_page_show_overview (LscCommunicationPage *self);
void _lsc_communication_page_narrow (LscCommunicationPage *self);
void _lsc_communication_page_on_cell_selected (LscCommunicationPage *self);
void _lsc_communication_page_on_cell_activated (LscCommunicationPage *self);
void _lsc_communication_page_on_bar_selected (LscCommunicationPage *self);
void _lsc_communication_page_on_bar_activated (LscCommunicationPage *self);

G_END_DECLS
