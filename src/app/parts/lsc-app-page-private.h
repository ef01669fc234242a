/* lsc-app-page-private.h - what the parts of a page's base share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

LscTask **_lsc_app_page_get_report_slot (LscAppPage *self);
GtkNotebook **_lsc_app_page_get_notebook_slot (LscAppPage *self);

G_END_DECLS
