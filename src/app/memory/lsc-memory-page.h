/* lsc-memory-page.h - who holds the memory of a rank, and whether it grows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

#define LSC_TYPE_MEMORY_PAGE (lsc_memory_page_get_type ())
G_DECLARE_FINAL_TYPE (LscMemoryPage, lsc_memory_page, LSC, MEMORY_PAGE, LscAppPage)

G_END_DECLS
