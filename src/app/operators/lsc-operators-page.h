/* lsc-operators-page.h - which operators cost most over all ranks, and how well they use the chip
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

#define LSC_TYPE_OPERATORS_PAGE (lsc_operators_page_get_type ())
G_DECLARE_FINAL_TYPE (LscOperatorsPage, lsc_operators_page, LSC, OPERATORS_PAGE, LscAppPage)

G_END_DECLS
