/* lsc-synth-lists.h - options of the profile writer that are lists of numbers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "synth/lsc-synth-options.h"

G_BEGIN_DECLS

gboolean lsc_synth_lists_parse_costs (LscSynthOptions *options, const char *text, GError **error);
gboolean lsc_synth_lists_parse_delays (LscSynthOptions *options, const char *text, GError **error);
gboolean lsc_synth_lists_parse_hosts (LscSynthOptions *options, const char *offsets,
                                      const char *drifts, GError **error);
gboolean lsc_synth_lists_parse_ranks (LscSynthOptions *options, const char *text, GError **error);

G_END_DECLS
