/* lsc-synth-arguments.h - the command line of the profile writer
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "synth/lsc-synth-options.h"

G_BEGIN_DECLS

gboolean lsc_synth_arguments_parse (int *argc, char ***argv, LscSynthOptions *options,
                                    char **directory, gboolean *force, GError **error);

G_END_DECLS
