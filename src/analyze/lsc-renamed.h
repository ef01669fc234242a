/* lsc-renamed.h - columns and codes that had another name before
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** LscRenamed: @was: the name until the last version; @now: what it is called */
typedef struct
{
  const char *was;
  const char *now;
} LscRenamed;

const LscRenamed *lsc_renamed_list (guint *n);
const char *lsc_renamed_find (const char *name);

G_END_DECLS
