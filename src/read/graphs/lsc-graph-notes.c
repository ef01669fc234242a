/* lsc-graph-notes.c - what PyTorch wrote of the nodes of graphs, beside a trace
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/graphs/lsc-graph-notes-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-json-scan.h"
#include "base/lsc-sort.h"
#include "base/lsc-text-input.h"

/* formats.md#graph-annotations: a map from numbers of nodes, as JSON or as a pickle. Nobody fixed
 * the names of such files, so they are known by what is in them. */

#define MOST_BYTES ((gsize) 256 * 1024 * 1024)

/* ---- by a look ---- */

static const char *
skip_blanks (const char *p, const char *end)
{
  while (p < end && g_ascii_isspace (*p))
    p++;
  return p;
}

/* {"21474836480": [{ or {"21474836480": "file */
static gboolean
begins_as_json (const char *head, gsize n)
{
  const char *end = head + n;
  const char *p = skip_blanks (head, end);
  const char *digits;

  if (p == end || *p != '{')
    return FALSE;
  p = skip_blanks (p + 1, end);
  if (p == end || *p != '"')
    return FALSE;
  digits = ++p;
  while (p < end && g_ascii_isdigit (*p))
    p++;
  if (p - digits < 10 || p - digits > 20 || p == end || *p != '"')
    return FALSE;
  p = skip_blanks (p + 1, end);
  if (p == end || *p != ':')
    return FALSE;
  p = skip_blanks (p + 1, end);
  return p < end && (*p == '"' || *p == '[');
}

/* A protocol from 2 to 5, perhaps a frame, a dictionary, perhaps its number in the memo, a mark,
 * and a number of more than 32 bits. */
static gboolean
begins_as_pickle (const char *head, gsize n)
{
  gsize at = n > 11 && (guchar) head[2] == 0x95 ? 11 : 2;

  if (n < at + 5 || (guchar) head[0] != 0x80 || head[1] < 2 || head[1] > 5 || head[at] != '}')
    return FALSE;
  at++;
  if ((guchar) head[at] == 0x94)
    at++;
  else if (head[at] == 'q')
    at += 2;
  if (at < n && head[at] == '(')
    at++;
  return at + 1 < n && (guchar) head[at] == 0x8a && head[at + 1] >= 5 && head[at + 1] <= 9;
}

/**
 * lsc_graph_notes_recognise:
 * @head: the first @n bytes of a file, unpacked
 *
 * Returns: whether it begins as annotations or stacks of nodes do
 */
gboolean
lsc_graph_notes_recognise (const char *head, gsize n)
{
  g_return_val_if_fail (head || n == 0, FALSE);
  return begins_as_json (head, n) || begins_as_pickle (head, n);
}

/* ---- all of it ---- */

static gint64
note_key (gsize index, gconstpointer data)
{
  /* in the order of unsigned numbers */
  return (gint64) (((const LscGraphNote *) data)[index].key ^ (guint64) 1 << 63);
}

/* By key. Returns: whether each is there once, as in any dictionary that was written whole. */
static gboolean
sort_notes (LscGraphNoteList *items)
{
  lsc_sort_items (items->items, items->n, sizeof *items->items, note_key);
  for (gsize i = 1; i < items->n; i++)
    if (items->items[i - 1].key == items->items[i].key)
      return FALSE;
  return TRUE;
}

/**
 * lsc_graph_notes_parse:
 * @text: followed by %LSC_JSON_PAD quotes
 * @problem: (out) (transfer full): why it is no such map
 *
 * Cost: O(n); memory of at most a few times @n. No code that a pickle asks for is run.
 *
 * Returns: (transfer full) (nullable): the notes
 */
LscGraphNotes *
lsc_graph_notes_parse (const char *text, gsize n, char **problem)
{
  LscGraphNotes *self;

  g_return_val_if_fail (text && problem, NULL);
  self = g_new0 (LscGraphNotes, 1);
  self->texts = lsc_intern_new ();
  *problem = n > 0 && (guchar) text[0] == 0x80 ? _lsc_graph_notes_parse_pickle (self, text, n)
                                               : _lsc_graph_notes_parse_json (self, text, n);
  if (!*problem && !sort_notes (&self->items))
    *problem = g_strdup (_ ("a node is in it twice"));
  if (*problem)
    g_clear_pointer (&self, lsc_graph_notes_free);
  return self;
}

/* All of a text, followed by the quotes that the scanner wants. */
static GByteArray *
read_all (const char *path, LscJob *job, GError **error)
{
  static const char quotes[LSC_JSON_PAD + 1] =
      "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\""
      "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"";
  g_autoptr (LscTextInput) input = lsc_text_input_open (path, job, error);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) local = NULL;
  LscTextBlock block;

  if (!input)
    return NULL;
  while (lsc_text_input_next (input, &block, &local))
    {
      if (bytes->len + block.n > MOST_BYTES)
        {
          lsc_fail (error, LSC_ERROR_LIMIT, "%s", _ ("it is larger than 256 MiB"));
          return NULL;
        }
      g_byte_array_append (bytes, (const guint8 *) block.data, (guint) block.n);
    }
  if (local) /* a part of a map would leave nodes without names, and nobody would know */
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  g_byte_array_append (bytes, (const guint8 *) quotes, LSC_JSON_PAD);
  return g_steal_pointer (&bytes);
}

/**
 * lsc_graph_notes_read:
 * @path: a file, which may be packed with gzip
 * @error: %LSC_ERROR_IO, %LSC_ERROR_CORRUPT, %LSC_ERROR_LIMIT, %LSC_ERROR_CANCELLED; the message
 *   says why, as the end of a sentence that names the file
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): its notes
 */
LscGraphNotes *
lsc_graph_notes_read (const char *path, LscJob *job, GError **error)
{
  g_autoptr (GByteArray) bytes = NULL;
  g_autofree char *problem = NULL;
  LscGraphNotes *self;

  g_return_val_if_fail (path, NULL);
  bytes = read_all (path, job, error);
  if (!bytes)
    return NULL;
  self = lsc_graph_notes_parse ((const char *) bytes->data, bytes->len - LSC_JSON_PAD, &problem);
  if (!self)
    lsc_fail (error, LSC_ERROR_CORRUPT, "%s", problem);
  return self;
}

void
lsc_graph_notes_free (LscGraphNotes *self)
{
  if (!self)
    return;
  lsc_graph_note_list_clear (&self->items);
  lsc_intern_unref (self->texts);
  g_free (self);
}
