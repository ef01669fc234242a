/* lsc-communication-panels.h - the tabs below the charts of communication
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
  LSC_COMMUNICATION_TAB_GROUPS,
  LSC_COMMUNICATION_TAB_OPERATORS,
  LSC_COMMUNICATION_TAB_LINKS,
  LSC_COMMUNICATION_TAB_INSTANCES,
  LSC_COMMUNICATION_TAB_PACKETS,
  LSC_COMMUNICATION_TAB_EXPERTS,
  LSC_COMMUNICATION_N_TABS,
};

extern const LscAppPagePanel lsc_communication_panels[];

/** A panel with one table of communication. */
#define LSC_TYPE_COMMUNICATION_PANEL (lsc_communication_panel_get_type ())
G_DECLARE_DERIVABLE_TYPE (LscCommunicationPanel, lsc_communication_panel, LSC, COMMUNICATION_PANEL,
                          LscPanel)

/** @tab: which table it shows; @label: marked for translation */
struct _LscCommunicationPanelClass
{
  LscPanelClass parent_class;

  guint tab;
  const char *label;
};

G_END_DECLS
