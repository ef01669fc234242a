/* lsc-synth-json.h - a small JSON writer
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscSynthJson:
 * @text: what was written so far
 *
 * Writes JSON in the order of the calls. A key is given inside objects and %NULL inside arrays.
 */
typedef struct
{
  GString *text;
  gboolean need_comma;
} LscSynthJson;

void lsc_synth_json_init (LscSynthJson *self);
void lsc_synth_json_clear (LscSynthJson *self);
void lsc_synth_json_open (LscSynthJson *self, const char *key, char bracket);
void lsc_synth_json_close (LscSynthJson *self, char bracket);
void lsc_synth_json_int (LscSynthJson *self, const char *key, gint64 value);
void lsc_synth_json_double (LscSynthJson *self, const char *key, double value);
void lsc_synth_json_bool (LscSynthJson *self, const char *key, gboolean value);
void lsc_synth_json_string (LscSynthJson *self, const char *key, const char *value);
void lsc_synth_json_null (LscSynthJson *self, const char *key);
void lsc_synth_json_newline (LscSynthJson *self);

G_END_DECLS
