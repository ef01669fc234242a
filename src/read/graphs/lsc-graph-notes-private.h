/* lsc-graph-notes-private.h - what the two forms of annotations share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "read/graphs/lsc-graph-notes.h"

G_BEGIN_DECLS

/** Bytes of a text that is kept: longer ones are no names. */
#define LSC_GRAPH_MOST_TEXT ((gsize) 64 * 1024)

/** Nodes of a file: more is no program. */
#define LSC_GRAPH_MOST_NOTES ((gsize) 16 * 1024 * 1024)

/** Keys below have no graph. */
#define LSC_GRAPH_LEAST_KEY (G_GUINT64_CONSTANT (1) << 32)

/** A word of an annotation. */
typedef enum
{
  LSC_GRAPH_WORD_OTHER,
  LSC_GRAPH_WORD_MODULE,
  LSC_GRAPH_WORD_NAME,
  LSC_GRAPH_WORD_COLLECTIVE,
} LscGraphWord;

LscGraphWord _lsc_graph_word_find (const char *text, gsize n);
void _lsc_graph_note_init (LscGraphNote *self, guint64 key);
gboolean _lsc_graph_note_set (LscGraphNote *self, LscGraphNotes *notes, LscGraphWord word,
                              const char *text, gsize n);

char *_lsc_graph_notes_parse_json (LscGraphNotes *self, const char *text, gsize n);
char *_lsc_graph_notes_parse_pickle (LscGraphNotes *self, const char *text, gsize n);

G_END_DECLS
