/* lsc-compare-page.h - two recordings: what of a step changed, and whether it is real
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

#define LSC_TYPE_COMPARE_PAGE (lsc_compare_page_get_type ())
G_DECLARE_FINAL_TYPE (LscComparePage, lsc_compare_page, LSC, COMPARE_PAGE, LscAppPage)

G_END_DECLS
