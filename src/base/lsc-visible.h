/* lsc-visible.h - text of a file, shown without being obeyed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean lsc_is_control (gunichar c);
gboolean lsc_is_path (const char *name);
char *lsc_visible_line (const char *text);
char *lsc_visible_name (const char *name, glong most);
char *lsc_visible_lines (const char *text);
char *lsc_visible_markup (const char *text);
char *lsc_json_without_controls (const char *json);
char *lsc_xml_text (const char *text);
gboolean lsc_find_figure (const char *text, gsize *begin, gsize *end);

G_END_DECLS
