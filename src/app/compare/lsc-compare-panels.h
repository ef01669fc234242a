/* lsc-compare-panels.h - the tabs below the change of a step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-app-page.h"
#include "app/parts/lsc-panel.h"

G_BEGIN_DECLS

/* Their places; the list ends with an entry without type. */
enum
{
  LSC_COMPARE_TAB_RANKS,
  LSC_COMPARE_TAB_MODULES,
  LSC_COMPARE_TAB_OPS,
  LSC_COMPARE_TAB_CHIPS,
  LSC_COMPARE_TAB_OPERATORS,
  LSC_COMPARE_TAB_TRANSITIONS,
  LSC_COMPARE_TAB_COMMUNICATION,
  LSC_COMPARE_TAB_MEMORY,
  LSC_COMPARE_TAB_PIPELINES,
  LSC_COMPARE_TAB_FINDINGS,
  LSC_COMPARE_TAB_STEPS,
  LSC_COMPARE_TAB_RUNS,
  LSC_COMPARE_TAB_UNMATCHED,
  LSC_COMPARE_N_TABS,
};

extern const LscAppPagePanel lsc_compare_panels[];

/** A panel with one table of the comparison. */
#define LSC_TYPE_COMPARE_PANEL (lsc_compare_panel_get_type ())
G_DECLARE_DERIVABLE_TYPE (LscComparePanel, lsc_compare_panel, LSC, COMPARE_PANEL, LscPanel)

GType lsc_compare_tab_ranks_get_type (void);
GType lsc_compare_tab_modules_get_type (void);
GType lsc_compare_tab_ops_get_type (void);
GType lsc_compare_tab_chips_get_type (void);
GType lsc_compare_tab_operators_get_type (void);
GType lsc_compare_tab_transitions_get_type (void);
GType lsc_compare_tab_communication_get_type (void);
GType lsc_compare_tab_memory_get_type (void);
GType lsc_compare_tab_pipelines_get_type (void);
GType lsc_compare_tab_findings_get_type (void);
GType lsc_compare_tab_steps_get_type (void);
GType lsc_compare_tab_runs_get_type (void);
GType lsc_compare_tab_unmatched_get_type (void);

G_END_DECLS
