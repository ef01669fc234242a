/* lsc-graph-notes-json.c - annotations and stacks of nodes as JSON
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/graphs/lsc-graph-notes-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-json-scan.h"

/* {"21474836480": [{"module_fqn": "layers.0.mlp"}]} or {"21474836480": "file:line:function\n…"}.
 * One pass; brackets inside of a value are bounded by the scanner. */

/* Also a key of 64 bits, as decimal digits. */
static gboolean
parse_key (LscJsonText text, guint64 *key)
{
  *key = 0;
  if (text.n == 0 || text.n > 20)
    return FALSE;
  for (gsize i = 0; i < text.n; i++)
    if (!g_ascii_isdigit (text.text[i]) || !g_uint64_checked_mul (key, *key, 10) ||
        !g_uint64_checked_add (key, *key, (guint64) (text.text[i] - '0')))
      return FALSE;
  return *key >= LSC_GRAPH_LEAST_KEY;
}

static gboolean
set_word (LscGraphNotes *self, LscGraphNote *note, LscJsonText key, LscJsonText value)
{
  LscGraphWord word = _lsc_graph_word_find (key.text, key.n);
  LscJsonText inside = lsc_json_inside (value);
  g_autofree char *decoded = NULL;

  if (word == LSC_GRAPH_WORD_OTHER || value.n == 0 || *value.text != '"')
    return TRUE;
  if (inside.n > LSC_GRAPH_MOST_TEXT)
    return FALSE;
  decoded = lsc_json_decode_dup (inside.text, inside.n);
  return _lsc_graph_note_set (note, self, word, decoded, strlen (decoded));
}

/* [{…}]: a list of one dictionary. */
static gboolean
read_annotation (LscGraphNotes *self, LscGraphNote *note, LscJsonText list)
{
  const char *end = list.text + list.n;
  const char *p = lsc_json_skip_blanks (list.text + 1);
  LscJsonText key, value;
  LscJsonStatus status;
  const char *after;

  if (p >= end || *p != '{')
    return FALSE;
  after = lsc_json_skip_value (p, end, &status);
  if (!after || *lsc_json_skip_blanks (after) != ']' || lsc_json_skip_blanks (after) != end - 1)
    return FALSE;
  p++;
  while (lsc_json_next_field (&p, after, &key, &value))
    if (!set_word (self, note, key, value))
      return FALSE;
  return lsc_json_skip_blanks (p) == after - 1;
}

static gboolean
read_value (LscGraphNotes *self, LscGraphNote *note, LscJsonText value)
{
  LscJsonText inside = lsc_json_inside (value);
  g_autofree char *decoded = NULL;

  if (value.n > 0 && *value.text == '[')
    return read_annotation (self, note, value);
  if (value.n < 2 || *value.text != '"' || inside.n > LSC_GRAPH_MOST_TEXT)
    return FALSE;
  decoded = lsc_json_decode_dup (inside.text, inside.n);
  note->stack = lsc_intern_add (self->texts, decoded);
  return TRUE;
}

/**
 * _lsc_graph_notes_parse_json:
 * @text: followed by quotes
 *
 * Returns: (transfer full) (nullable): why it is none
 */
char *
_lsc_graph_notes_parse_json (LscGraphNotes *self, const char *text, gsize n)
{
  const char *end = text + n;
  const char *p = lsc_json_skip_blanks (text);
  LscJsonText key, value;

  if (p >= end || *p != '{')
    return g_strdup (_ ("it is no map of graph nodes"));
  p++;
  while (lsc_json_next_field (&p, end, &key, &value))
    {
      LscGraphNote note;
      guint64 number;

      if (!parse_key (key, &number))
        return g_strdup (_ ("a key of it is no number of a graph node"));
      _lsc_graph_note_init (&note, number);
      if (!read_value (self, &note, value))
        return g_strdup_printf (_ ("what it says of node %" PRIu64 " is no annotation"), number);
      if (self->items.n >= LSC_GRAPH_MOST_NOTES)
        return g_strdup (_ ("it has too many nodes"));
      lsc_graph_note_list_append (&self->items, note);
    }
  p = lsc_json_skip_blanks (p);
  if (p >= end || *p != '}')
    return g_strdup (_ ("it is damaged or ends too early"));
  return self->items.n > 0 ? NULL : g_strdup (_ ("it is empty"));
}
