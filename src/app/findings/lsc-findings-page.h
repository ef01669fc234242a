/* lsc-findings-page.h - what makes the steps longer, and what to do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

#define LSC_TYPE_FINDINGS_PAGE (lsc_findings_page_get_type ())
G_DECLARE_FINAL_TYPE (LscFindingsPage, lsc_findings_page, LSC, FINDINGS_PAGE, LscAppPage)

G_END_DECLS
