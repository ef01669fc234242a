/* lsc-report-markdown-text.h - texts within Markdown, shown as they are
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void lsc_markdown_append (GString *out, const char *text, gboolean is_cell);
void lsc_markdown_append_html (GString *out, const char *text);

G_END_DECLS
