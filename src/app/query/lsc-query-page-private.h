/* lsc-query-page-private.h - what the parts of the query page share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/query/lsc-query.h"
#include "app/query/lsc-query-completer.h"
#include "app/query/lsc-query-page.h"

G_BEGIN_DECLS

typedef struct _LscQuerySession LscQuerySession;

struct _LscQueryPage
{
  LscAppPage parent_instance;

  GtkTextView *editor;
  GtkBox *tables;
  GMenu *examples;
  GtkStack *results; /* hint, table */
  LscTableView *view;
  GtkLabel *status;
  GtkLabel *error;
  GtkSpinner *spinner;

  LscQueryCompleter *completer;
  GSettings *settings;
  LscCluster *cluster;      /* (nullable): borrowed, the window takes it back before it goes */
  LscQuerySession *session; /* (nullable) */
  char *answered;           /* (nullable): the statement whose rows are shown */
  LscTask *running;         /* (nullable) */
  LscTask *following;       /* (nullable): reads the rank of a row that is to be shown */

  GPtrArray *history; /* char *, the oldest first */
  guint place;        /* in the history; its length = the draft */
  char *draft;        /* (nullable): what was typed before looking back */
};

/* -- lsc-query-page-show.c -- */
void _lsc_query_page_show_row (LscQueryPage *self, guint row);

/* -- lsc-query-page-schema.c -- */
void _lsc_query_page_schema_init (LscQueryPage *self);

/* -- lsc-query-page-editor.c -- */
void _lsc_query_page_editor_init (LscQueryPage *self);
char *_lsc_query_page_get_statement (LscQueryPage *self);
void _lsc_query_page_remember (LscQueryPage *self, const char *sql);
gboolean _lsc_query_page_step_history (LscQueryPage *self, int by);

G_END_DECLS
