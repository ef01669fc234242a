/* lsc-mode-text.c - the files of a cluster whose ranks were exported as texts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/modes/lsc-mode-text-private.h"

/* modes.md#text-input */

static void
free_rank (gpointer data)
{
  LscModeTextRank *self = data;

  g_clear_pointer (&self->times, json_node_unref);
  g_clear_pointer (&self->matrix, json_node_unref);
  g_free (self);
}

/** A rank whose ops are noted. */
typedef struct
{
  LscModeRun *run;
  LscModeMap *map;
  gint64 rank;
} Notes;

static void
note_op (const char *step, const char *key, const char *group, JsonObject *op, gpointer user_data)
{
  Notes *self = user_data;
  g_autofree char *name = g_strndup (key, (gsize) (group - 1 - key));

  _lsc_mode_map_note (self->map, self->run, name, _lsc_mode_keep (self->run, group), self->rank);
}

static JsonNode *
load (const LscModeRun *run, const LscTextFiles *files, const char *name)
{
  g_autofree char *path = lsc_text_files_find (files, name);

  return lsc_text_load_object (path, "bad-table", run->notices);
}

static LscModeTextRank *
read_rank (LscModeRun *run, const LscSource *source, LscModeMap *map, gboolean with_times,
           gboolean with_matrix)
{
  g_autoptr (LscTextFiles) files = lsc_text_files_new (source);
  LscModeTextRank *self = g_new0 (LscModeTextRank, 1);
  Notes notes = { run, map, source->rank };

  self->rank = source->rank;
  self->times = with_times ? load (run, files, "communication.json") : NULL;
  self->matrix = with_matrix ? load (run, files, "communication_matrix.json") : NULL;
  _lsc_mode_foreach_text (self->times, note_op, &notes);
  _lsc_mode_foreach_text (self->matrix, note_op, &notes);
  return self;
}

/**
 * _lsc_mode_add_text:
 * @map: takes the groups that communicate
 * @with_times, @with_matrix: which of the exporters' files are put together
 *
 * Adds the files of ranks that were exported as texts, if there are any; ranks with such files
 * count as used.
 */
void
_lsc_mode_add_text (LscModeRun *run, LscModeMap *map, gboolean with_times, gboolean with_matrix)
{
  g_autoptr (GPtrArray) ranks = g_ptr_array_new_with_free_func (free_rank);
  guint n_files = 0;

  for (guint i = 0; i < run->sources->len; i++)
    if (_lsc_mode_has_text (run->sources->pdata[i]))
      {
        LscModeTextRank *rank =
            read_rank (run, run->sources->pdata[i], map, with_times, with_matrix);

        n_files += rank->times || rank->matrix;
        g_ptr_array_add (ranks, rank);
      }
  if (n_files == 0)
    return;
  _lsc_mode_map_name (map, run);
  run->n_used += n_files;
  _lsc_mode_map_add_document (map, run);
  if (with_times)
    _lsc_mode_add_text_times (run, map, ranks);
  if (with_matrix)
    _lsc_mode_add_text_matrix (run, map, ranks);
}
