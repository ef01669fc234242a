/* lsc-communication-page.h - what communication costs, and which link or rank is to blame
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

#define LSC_TYPE_COMMUNICATION_PAGE (lsc_communication_page_get_type ())
G_DECLARE_FINAL_TYPE (LscCommunicationPage, lsc_communication_page, LSC, COMMUNICATION_PAGE,
                      LscAppPage)

G_END_DECLS
