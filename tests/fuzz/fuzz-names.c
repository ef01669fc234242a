/* fuzz-names.c - damaged annotations of graph nodes never crash or stall the reader
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-json-scan.h"
#include "read/graphs/lsc-graph-notes.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_text (const LscGraphNotes *notes, guint32 text)
{
  g_assert (text == LSC_STRING_NONE || text < lsc_intern_size (notes->texts));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_malloc (size + LSC_JSON_PAD);
  g_autofree char *problem = NULL;
  g_autoptr (LscGraphNotes) notes = NULL;

  if (size > 0)
    memcpy (text, data, size);
  memset (text + size, '"', LSC_JSON_PAD);
  notes = lsc_graph_notes_parse (text, size, &problem);
  g_assert ((notes == NULL) == (problem != NULL));
  for (gsize i = 0; notes && i < notes->items.n; i++)
    {
      const LscGraphNote *note = &notes->items.items[i];

      g_assert (note->key >> 32 > 0);
      g_assert (i == 0 || notes->items.items[i - 1].key < note->key);
      check_text (notes, note->module);
      check_text (notes, note->name);
      check_text (notes, note->stack);
    }
  lsc_graph_notes_recognise (text, size);
  return 0;
}
