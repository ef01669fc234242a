/* lsc-what-if-parse.h - texts of targets and layers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-what-if-types.h"

G_BEGIN_DECLS

gboolean lsc_what_if_parse (const char *text, const LscPipelineGroup *group, GArray **targets,
                            GError **error);
void lsc_what_if_set_micro_batches (GArray *targets, gsize micro_batches);
gboolean lsc_what_if_parse_layers (const char *text, GArray *layers, double *head, GError **error);
gboolean lsc_what_if_parse_layers_of (const char *text, gsize n_stages, GArray *layers,
                                      double *head, GError **error);
GArray *lsc_what_if_default_targets (const LscStudy *study);
char *lsc_what_if_target_to_text (const LscWhatIfTarget *self);
LscPhrase *lsc_what_if_target_make_title (const LscWhatIfTarget *self);

G_END_DECLS
