/* lsc-memory-panels.h - the tabs below the curves of memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

/** Places of the tabs. */
enum
{
  LSC_MEMORY_TAB_LIVE,
  LSC_MEMORY_TAB_GROWTH,
  LSC_MEMORY_TAB_HINTS,
  LSC_MEMORY_TAB_PEAKS,
  LSC_MEMORY_TAB_STEPS,
  LSC_MEMORY_TAB_OPS,
  LSC_MEMORY_TAB_BLOCKS,
  LSC_MEMORY_TAB_COMPONENTS,
  LSC_MEMORY_TAB_SEGMENTS,
  LSC_MEMORY_N_TABS,
};

extern const LscAppPagePanel lsc_memory_panels[];

/** A panel with one table of memory. */
#define LSC_TYPE_MEMORY_PANEL (lsc_memory_panel_get_type ())
G_DECLARE_DERIVABLE_TYPE (LscMemoryPanel, lsc_memory_panel, LSC, MEMORY_PANEL, LscPanel)

/** @tab: which table it shows; @label: marked for translation */
struct _LscMemoryPanelClass
{
  LscPanelClass parent_class;

  guint tab;
  const char *label;
};

G_END_DECLS
