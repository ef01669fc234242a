/* lsc-report-html-script.h - what makes tables of a page sortable
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void lsc_report_append_policy (GString *out);
void lsc_report_append_script (GString *out);

G_END_DECLS
