/* lsc-demo.h - a made-up profile to try the program with
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

#include "base/lsc-task.h"

G_BEGIN_DECLS

gboolean lsc_demo_can_be_made (void);
void lsc_demo_make (const LscTaskWish *wish);

G_END_DECLS
