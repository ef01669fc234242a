/* lsc-facts.h - what is known of a selection: labels and values
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Facts are pairs of texts: a GPtrArray of char*[2], label and value, both owned. */
GPtrArray *lsc_facts_new (void);
void lsc_facts_take (GPtrArray *facts, const char *label, char *value);
void lsc_facts_add_duration (GPtrArray *facts, const char *label, gint64 ns);
char *lsc_facts_to_text (GPtrArray *facts);
char *lsc_facts_to_row (GPtrArray *facts);

G_END_DECLS
