/* lsc-pipeline-parts.c - names of parts of blocks, for recordings that mark no blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-rank-private.h"

#include <string.h>

/* As many as a message lists. */
#define MOST_PARTS 3

/* `attn(F)`, `dispatch(B)`: parts of blocks. */
static gboolean
is_part_name (const char *text)
{
  gsize length = strlen (text);

  return length > 3 && length < 64 && text[length - 3] == '(' &&
         strchr ("FBW", text[length - 2]) != NULL && text[length - 1] == ')';
}

/** Keeps the first names of parts in a run without ranges, to say why there is nothing. */
void
_lsc_pipeline_read_part_names (LscPipelineReading *reading)
{
  const LscRun *run = reading->run;
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (gsize k = 0; k < run->marks.n && names->len < MOST_PARTS; k++)
    {
      const char *text = lsc_run_text (run, run->marks.items[k].message);

      if (is_part_name (text) && !g_ptr_array_find_with_equal_func (names, text, g_str_equal, NULL))
        g_ptr_array_add (names, g_utf8_make_valid (text, -1));
    }
  reading->rank->part_names = names;
}
