/* lsc-cli-chips.h - two chips beside each other, as text and as JSON
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <json-glib/json-glib.h>

#include "export/lsc-export-picture.h"
#include "judge/chips/lsc-chips.h"

G_BEGIN_DECLS

gboolean lsc_cli_chips_parse_peaks (const char *text, double tflops[LSC_N_SIDES], GError **error);
void lsc_cli_chips_append (GString *out, const LscChips *chips);
gboolean lsc_cli_chips_draw (const LscChips *chips, gboolean is_dark,
                             const LscPictureOptions *options, GError **error);
void lsc_cli_chips_add_json (JsonBuilder *out, const LscChips *chips);

G_END_DECLS
