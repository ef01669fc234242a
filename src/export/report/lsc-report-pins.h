/* lsc-report-pins.h - what the user pinned, as a chapter
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-pin-maker.h"

G_BEGIN_DECLS

guint lsc_report_add_pins (LscReport *report, GPtrArray *pins, LscPinMaker *maker);
void lsc_report_keep_pins_only (LscReport *report);

G_END_DECLS
