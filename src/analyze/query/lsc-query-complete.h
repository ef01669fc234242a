/* lsc-query-complete.h - the words that may stand where a statement is being typed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "model/lsc-sql-schema.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_COMPLETION_COLUMN,
  LSC_COMPLETION_TABLE,
  LSC_COMPLETION_FUNCTION,
  LSC_COMPLETION_KEYWORD,
} LscCompletionKind;

/**
 * LscCompletion: a word that may be put
 * @text: (transfer none): lives as long as the program
 * @table: (nullable): the table that it is, or that it is a column of
 * @column: (nullable): the column
 */
typedef struct
{
  LscCompletionKind kind;
  const char *text;
  const LscSqlTable *table;
  const LscSqlColumn *column;
} LscCompletion;

LSC_DEFINE_ARRAY (LscCompletions, lsc_completions, LscCompletion)

gsize lsc_query_complete (const char *sql, gsize at, gboolean is_asked, LscCompletions *out);

G_END_DECLS
