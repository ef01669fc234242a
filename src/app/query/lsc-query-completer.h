/* lsc-query-completer.h - the words offered below the cursor while a statement is typed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _LscQueryCompleter LscQueryCompleter;

LscQueryCompleter *lsc_query_completer_new (GtkTextView *editor, GtkWidget *parent);
void lsc_query_completer_free (LscQueryCompleter *self);
void lsc_query_completer_ask (LscQueryCompleter *self);
void lsc_query_completer_hide (LscQueryCompleter *self);
gboolean lsc_query_completer_take_key (LscQueryCompleter *self, guint key);

G_END_DECLS
