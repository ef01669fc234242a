/* lsc-operators-panels.h - the tabs below the charts of operators
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

/** Places of the tabs; all but the first and the last tell of the chosen group. */
enum
{
  LSC_OPERATORS_TAB_GROUPS,
  LSC_OPERATORS_TAB_INSTANCES,
  LSC_OPERATORS_TAB_SHAPES,
  LSC_OPERATORS_TAB_RANKS,
  LSC_OPERATORS_TAB_STREAMS,
  LSC_OPERATORS_N_TABS,
};

extern const LscAppPagePanel lsc_operators_panels[];

/** A panel with one table of operators. */
#define LSC_TYPE_OPERATORS_PANEL (lsc_operators_panel_get_type ())
G_DECLARE_DERIVABLE_TYPE (LscOperatorsPanel, lsc_operators_panel, LSC, OPERATORS_PANEL, LscPanel)

/** @tab: which table it shows; @label: marked for translation */
struct _LscOperatorsPanelClass
{
  LscPanelClass parent_class;

  guint tab;
  const char *label;
};

G_END_DECLS
