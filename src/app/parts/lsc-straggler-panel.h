/* lsc-straggler-panel.h - a tab with the map of stragglers of a recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-panel.h"
#include "app/parts/lsc-straggler-chart.h"

G_BEGIN_DECLS

/* Of any page that tells which recording is open: it asks that one's session. */

#define LSC_TYPE_STRAGGLER_PANEL (lsc_straggler_panel_get_type ())
G_DECLARE_FINAL_TYPE (LscStragglerPanel, lsc_straggler_panel, LSC, STRAGGLER_PANEL, LscPanel)

LscStragglerChart *lsc_straggler_panel_get_chart (LscStragglerPanel *self);

G_END_DECLS
