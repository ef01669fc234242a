/* lsc-synth-json.c - a small JSON writer
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-json.h"

/**
 * lsc_synth_json_init:
 * @self: an uninitialised writer
 *
 * Starts an empty text; release it with lsc_synth_json_clear().
 */
void
lsc_synth_json_init (LscSynthJson *self)
{
  self->text = g_string_new (NULL);
  self->need_comma = FALSE;
}

/** lsc_synth_json_clear: frees the text. */
void
lsc_synth_json_clear (LscSynthJson *self)
{
  g_string_free (self->text, TRUE);
  self->text = NULL;
}

static void
append_quoted (GString *text, const char *value)
{
  g_string_append_c (text, '"');
  for (const char *p = value; *p; p++)
    {
      guchar c = (guchar) *p;

      if (c == '"' || c == '\\')
        {
          g_string_append_c (text, '\\');
          g_string_append_c (text, *p);
        }
      else if (c < 0x20)
        g_string_append_printf (text, "\\u%04x", c);
      else
        g_string_append_c (text, *p);
    }
  g_string_append_c (text, '"');
}

static void
begin_value (LscSynthJson *self, const char *key)
{
  if (self->need_comma)
    g_string_append_c (self->text, ',');
  self->need_comma = TRUE;
  if (key != NULL)
    {
      append_quoted (self->text, key);
      g_string_append_c (self->text, ':');
    }
}

/** lsc_synth_json_open: begins an object ('{') or an array ('['). */
void
lsc_synth_json_open (LscSynthJson *self, const char *key, char bracket)
{
  begin_value (self, key);
  g_string_append_c (self->text, bracket);
  self->need_comma = FALSE;
}

/** lsc_synth_json_close: ends what lsc_synth_json_open() began; @bracket is '}' or ']'. */
void
lsc_synth_json_close (LscSynthJson *self, char bracket)
{
  g_string_append_c (self->text, bracket);
  self->need_comma = TRUE;
}

/** lsc_synth_json_int: writes an integer. */
void
lsc_synth_json_int (LscSynthJson *self, const char *key, gint64 value)
{
  begin_value (self, key);
  g_string_append_printf (self->text, "%" G_GINT64_FORMAT, value);
}

/** lsc_synth_json_double: writes a finite number so that it reads back equal. */
void
lsc_synth_json_double (LscSynthJson *self, const char *key, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  begin_value (self, key);
  g_string_append (self->text, g_ascii_dtostr (buffer, sizeof buffer, value));
}

/* put_raw: writes text that is JSON already. */
static void
put_raw (LscSynthJson *self, const char *key, const char *json)
{
  begin_value (self, key);
  g_string_append (self->text, json);
}

/** lsc_synth_json_bool: writes true or false. */
void
lsc_synth_json_bool (LscSynthJson *self, const char *key, gboolean value)
{
  put_raw (self, key, value ? "true" : "false");
}

/** lsc_synth_json_string: writes a string; @value is UTF-8. */
void
lsc_synth_json_string (LscSynthJson *self, const char *key, const char *value)
{
  begin_value (self, key);
  append_quoted (self->text, value);
}

/** lsc_synth_json_null: writes null. */
void
lsc_synth_json_null (LscSynthJson *self, const char *key)
{
  put_raw (self, key, "null");
}

/** lsc_synth_json_newline: breaks the line before the next value. */
void
lsc_synth_json_newline (LscSynthJson *self)
{
  if (self->need_comma)
    {
      g_string_append (self->text, ",\n");
      self->need_comma = FALSE;
    }
  else
    g_string_append_c (self->text, '\n');
}
