/* lsc-overview-page.h - where the steps of all ranks go
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

#define LSC_TYPE_OVERVIEW_PAGE (lsc_overview_page_get_type ())
G_DECLARE_FINAL_TYPE (LscOverviewPage, lsc_overview_page, LSC, OVERVIEW_PAGE, LscAppPage)

G_END_DECLS
