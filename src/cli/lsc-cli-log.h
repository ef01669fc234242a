/* lsc-cli-log.h - where messages of GLib go
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void lsc_cli_log_begin (void);

G_END_DECLS
