/* lsc-query-account.h - what the statement that runs has used, and when it is to stop
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/query/lsc-query.h"

G_BEGIN_DECLS

/**
 * LscQueryAccount:
 * @end: why the statement is to stop; %LSC_QUERY_WHOLE while it may go on
 * @held_bytes: of SQLite for the statement and of the rows that are kept
 *
 * Every allocation that SQLite makes on the thread of the statement is booked here, and is refused
 * once the statement is to stop: what SQLite does between two looks of its progress handler, such
 * as preparing the statement, ends at its next allocation.
 */
typedef struct
{
  LscJob *job;
  gint64 deadline_us; /* 0 = none */
  gint64 most_bytes;  /* 0 = no limit */
  LscQueryEnd end;
  gboolean is_cancelled;
  gint64 held_bytes;
  gsize unlooked_bytes; /* touched since the last look at the clock */
  guint n_pauses;
  gint64 paused_at_us;
} LscQueryAccount;

gboolean lsc_query_account_is_kept (void);
void lsc_query_account_open (LscQueryAccount *self, const LscQueryBudget *budget, LscJob *job);
void lsc_query_account_close (LscQueryAccount *self);
void lsc_query_account_pause (LscQueryAccount *self);
void lsc_query_account_resume (LscQueryAccount *self);
gboolean lsc_query_account_must_stop (LscQueryAccount *self);
gboolean lsc_query_account_touch (LscQueryAccount *self, gsize n_bytes);

G_END_DECLS
