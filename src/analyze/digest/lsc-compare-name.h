/* lsc-compare-name.h - names without what is of one run alone
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *lsc_compare_name_module (const char *name);
char *lsc_compare_name_kernel (const char *name, gboolean is_gpu);
char *lsc_compare_name_comm (const char *name);
char *lsc_compare_name_group (const char *label);

G_END_DECLS
