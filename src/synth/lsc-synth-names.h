/* lsc-synth-names.h - a small number for each text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Names are used millions of times: a small number stands for each. */
guint lsc_synth_name (const char *text);
const char *lsc_synth_name_text (guint name);

G_END_DECLS
