/* lsc-cli-text.h - result tables as aligned text, row by row
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "cli/lsc-cli.h"

G_BEGIN_DECLS

typedef struct _LscCliText LscCliText;

LscCliText *lsc_cli_text_new (const LscTable *first, const LscCliLook *look);
void lsc_cli_text_free (LscCliText *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscCliText, lsc_cli_text_free)

gboolean lsc_cli_text_append (LscCliText *self, const LscTable *table, GString *out);
void lsc_cli_text_finish (const LscCliText *self, gboolean is_whole, GString *out);
void lsc_cli_append_left_rows (GString *out, gsize n_left);
void lsc_cli_append_left_ranks (GString *out, gsize n, gsize usual);
char *lsc_cli_rows_to_text (const LscTable *table);
gboolean lsc_cli_table_print (const LscTable *table);

G_END_DECLS
