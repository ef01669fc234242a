/* lsc-graph-notes.h - what PyTorch wrote of the nodes of graphs, beside a trace
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-intern.h"
#include "base/lsc-job.h"

G_BEGIN_DECLS

/**
 * LscGraphNote: what is said of a node
 * @key: number of the graph << 32 | number of the node
 * @module: dotted name of the module, @name: what the program called it, @stack: frames of the
 *   launch, innermost first, a line each: ids of LscGraphNotes.texts, %LSC_STRING_NONE
 * @is_collective: it is told which collective it is of
 */
typedef struct
{
  guint64 key;
  guint32 module;
  guint32 name;
  guint32 stack;
  guint32 is_collective;
} LscGraphNote;

LSC_DEFINE_ARRAY (LscGraphNoteList, lsc_graph_note_list, LscGraphNote)

/**
 * LscGraphNotes: a file of annotations or of stacks
 * @items: by key, each once
 * @has_collectives: some are told which collective they are of
 */
typedef struct
{
  LscGraphNoteList items;
  LscIntern *texts;
  gboolean has_collectives;
} LscGraphNotes;

gboolean lsc_graph_notes_recognise (const char *head, gsize n);
LscGraphNotes *lsc_graph_notes_read (const char *path, LscJob *job, GError **error);
LscGraphNotes *lsc_graph_notes_parse (const char *text, gsize n, char **problem);
void lsc_graph_notes_free (LscGraphNotes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscGraphNotes, lsc_graph_notes_free)

G_END_DECLS
