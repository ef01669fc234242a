/* lsc-sql-rows.h - the rows of SQL tables, for queries and for our own database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "model/lsc-sql-schema.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

LscTable *lsc_sql_table_new (const LscSqlTable *about);
void lsc_sql_table_add_timeline (LscTable *self, LscTimeline *timeline, guint index,
                                 gint64 first_node);

G_END_DECLS
