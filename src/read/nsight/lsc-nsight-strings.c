/* lsc-nsight-strings.c - the texts of an export, by their ids
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/nsight/lsc-nsight-private.h"

#include <string.h>

/* Ids count from 0 as a rule; any other is looked up the slow way. */
#define MOST_DENSE (1 << 22)
/* "cudaLaunchKernel_v7000": digits behind the last "_v". */
#define LEAST_VERSION_DIGITS 4

/** Returns: the id of a text among those of the trace; what is no UTF-8 is made some */
guint32
_lsc_ns_add_text (LscNsReader *self, const char *text, gsize n)
{
  LscIntern *strings = self->worker->file.strings;

  if (G_LIKELY (g_utf8_validate_len (text, n, NULL)))
    return lsc_intern_add_bytes (strings, text, n);
  return lsc_intern_add_take (strings, g_utf8_make_valid (text, (gssize) n));
}

/** Returns: the id of the text in a cell, %LSC_STRING_NONE for one without text */
guint32
_lsc_ns_cell_text (LscNsReader *self, LscCell *cell)
{
  int type = lsc_cell_get_type (cell);
  const char *text = type == SQLITE_NULL || type == SQLITE_BLOB ? NULL : lsc_cell_get_text (cell);

  return text ? _lsc_ns_add_text (self, text, (gsize) lsc_cell_get_bytes (cell)) : LSC_STRING_NONE;
}

static void
set_text (LscNsStrings *self, gint64 id, guint32 text)
{
  if (id < 0 || id >= MOST_DENSE)
    {
      g_hash_table_replace (self->others, g_memdup2 (&id, sizeof id),
                            GSIZE_TO_POINTER ((gsize) text + 1));
      return;
    }
  while (self->of_id.n <= (gsize) id)
    lsc_indexes_append (&self->of_id, LSC_STRING_NONE);
  self->of_id.items[id] = text;
}

static void
take_string (LscScan *scan, LscCell **cells, gpointer reader)
{
  LscNsReader *self = reader;
  gint64 id;
  guint32 text;

  if (!lsc_value_int64 (cells[0], &id))
    return; /* nobody can refer to it */
  text = _lsc_ns_cell_text (self, cells[1]);
  if (text != LSC_STRING_NONE)
    set_text (&self->strings, id, text);
}

/** Reads StringIds, where there is such a table. */
void
_lsc_ns_read_strings (LscNsReader *self)
{
  static const char *const columns[] = { "id", "value", NULL };

  self->strings.others = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->nameless = lsc_intern_add (self->worker->file.strings, "<unnamed>");
  _lsc_ns_scan (self, "StringIds", columns, G_N_ELEMENTS (columns) - 1, take_string);
}

void
_lsc_ns_strings_clear (LscNsStrings *self)
{
  lsc_indexes_clear (&self->of_id);
  lsc_indexes_clear (&self->calls);
  g_clear_pointer (&self->others, g_hash_table_unref);
}

static guint32
find_text (const LscNsStrings *self, gint64 id)
{
  gsize found;

  if (G_LIKELY (id >= 0 && (gsize) id < self->of_id.n))
    return self->of_id.items[id];
  found = GPOINTER_TO_SIZE (g_hash_table_lookup (self->others, &id));
  return found > 0 ? (guint32) (found - 1) : LSC_STRING_NONE;
}

/**
 * _lsc_ns_find_name:
 * @cell: the id of a text
 *
 * Returns: the id of the text among those of the trace, one that tells the number where StringIds
 *   lacks it, %LSC_STRING_NONE where there is no id
 */
guint32
_lsc_ns_find_name (LscNsReader *self, LscCell *cell)
{
  gint64 id;
  guint32 text;

  if (!lsc_value_int64 (cell, &id))
    return LSC_STRING_NONE;
  text = find_text (&self->strings, id);
  if (G_LIKELY (text != LSC_STRING_NONE))
    return text;
  self->n_unknown_names++;
  return lsc_intern_add_take (self->worker->file.strings,
                              g_strdup_printf ("<string %" G_GINT64_FORMAT ">", id));
}

/* Without the version at the end. */
static guint32
cut_version (LscNsReader *self, guint32 text)
{
  LscIntern *strings = self->worker->file.strings;
  const char *name = lsc_intern_text (strings, text);
  gsize n = lsc_intern_length (strings, text), begin = n;

  while (begin > 0 && g_ascii_isdigit (name[begin - 1]))
    begin--;
  if (n - begin < LEAST_VERSION_DIGITS || begin < 3 || name[begin - 1] != 'v' ||
      name[begin - 2] != '_')
    return text;
  return lsc_intern_add_take (strings, g_strndup (name, begin - 2));
}

/** Returns: as _lsc_ns_find_name(), of a call of the runtime: "cudaLaunchKernel" */
guint32
_lsc_ns_find_call (LscNsReader *self, LscCell *cell)
{
  guint32 text = _lsc_ns_find_name (self, cell);
  LscIndexes *calls = &self->strings.calls;

  if (text == LSC_STRING_NONE)
    return text;
  while (calls->n <= text)
    lsc_indexes_append (calls, LSC_STRING_NONE);
  if (calls->items[text] == LSC_STRING_NONE)
    calls->items[text] = cut_version (self, text);
  return calls->items[text];
}
