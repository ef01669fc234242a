/* lsc-graph-note-words.c - the words of an annotation that count
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/graphs/lsc-graph-notes-private.h"

#include <string.h>

/** Returns: which word it is, whatever form the file has */
LscGraphWord
_lsc_graph_word_find (const char *text, gsize n)
{
  static const struct
  {
    const char *text;
    LscGraphWord word;
  } words[] = {
    { "module_fqn", LSC_GRAPH_WORD_MODULE },
    { "name", LSC_GRAPH_WORD_NAME },
    { "Collective name", LSC_GRAPH_WORD_COLLECTIVE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i].text) == n && memcmp (words[i].text, text, n) == 0)
      return words[i].word;
  return LSC_GRAPH_WORD_OTHER;
}

void
_lsc_graph_note_init (LscGraphNote *self, guint64 key)
{
  *self = (LscGraphNote){
    .key = key, .module = LSC_STRING_NONE, .name = LSC_STRING_NONE, .stack = LSC_STRING_NONE
  };
}

/** Returns: %FALSE if the text is too long for a name */
gboolean
_lsc_graph_note_set (LscGraphNote *self, LscGraphNotes *notes, LscGraphWord word, const char *text,
                     gsize n)
{
  if (n > LSC_GRAPH_MOST_TEXT)
    return FALSE;
  if (word == LSC_GRAPH_WORD_MODULE && n > 0)
    self->module = lsc_intern_add_bytes (notes->texts, text, n);
  else if (word == LSC_GRAPH_WORD_NAME && n > 0)
    self->name = lsc_intern_add_bytes (notes->texts, text, n);
  else if (word == LSC_GRAPH_WORD_COLLECTIVE)
    self->is_collective = notes->has_collectives = TRUE;
  return TRUE;
}
