/* lsc-ascend-strings.c - STRING_IDS and the names made from it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "read/text/lsc-cell.h"

#define MODULE_PREFIX "nn.Module: "
#define LEAST_STRING_BYTES 48  /* of the file, for a row whose room is made in advance */
#define MOST_STRINGS (1 << 20) /* for which it is; the rest make it as they come */

static void
put_other (LscAscendStrings *self, gint64 id, guint32 text)
{
  gint64 *key;

  if (!self->others)
    self->others = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  key = g_new (gint64, 1);
  *key = id;
  g_hash_table_insert (self->others, key, GUINT_TO_POINTER (text));
}

/* A plain array reaches as far as its ids stay reasonably dense: a file of one row with a large id
 * must not cost memory for a million. */
static gboolean
put_in_range (LscAscendStrings *self, gint64 id, guint32 text, gint64 n_rows)
{
  guint64 range = (guint64) id >> LSC_STRING_RANGE_BITS;
  guint64 offset = (guint64) id & ((1u << LSC_STRING_RANGE_BITS) - 1);
  LscIndexes *items;

  if (range >= LSC_STRING_N_RANGES || offset > (guint64) n_rows * 8 + 65536)
    return FALSE;
  items = &self->ranges[range];
  while (items->n <= offset)
    lsc_indexes_append (items, LSC_STRING_ABSENT);
  items->items[offset] = text;
  return TRUE;
}

/** As lsc_ascend_find_string(), for ids that no plain array has. */
guint32
_lsc_ascend_find_other_string (const LscAscendStrings *self, gint64 id)
{
  gpointer text;

  if (self->others && g_hash_table_lookup_extended (self->others, &id, NULL, &text))
    return GPOINTER_TO_UINT (text);
  return LSC_STRING_ABSENT;
}

static void
put (LscAscendStrings *self, gint64 id, guint32 text, gint64 n_rows)
{
  if (!put_in_range (self, id, text, n_rows))
    put_other (self, id, text);
}

typedef struct
{
  LscTally duplicate;
  LscTally no_id;
  LscTally not_utf8;
} StringTallies;

/* Bytes of texts that wait. */
#define WAITING_BYTES 8192

typedef struct
{
  LscAscend *ascend;
  StringTallies tallies;
  /* texts that are about to be added to the pool, several at a time */
  guint n;
  gint64 n_rows; /* with the last of them */
  gint64 ids[LSC_INTERN_SEVERAL];
  const char *texts[LSC_INTERN_SEVERAL];
  gsize lengths[LSC_INTERN_SEVERAL];
  gsize n_bytes;
  char bytes[WAITING_BYTES];
} StringReader;

static void
add_module (LscAscendStrings *self, guint32 text)
{
  if (!self->modules)
    self->modules = g_hash_table_new (NULL, NULL);
  g_hash_table_add (self->modules, GUINT_TO_POINTER (text));
}

static void
add_waiting (StringReader *self)
{
  LscAscendStrings *strings = &self->ascend->strings;
  guint32 texts[LSC_INTERN_SEVERAL];

  lsc_intern_add_several (self->ascend->run->strings, self->texts, self->lengths, texts, self->n);
  for (guint i = 0; i < self->n; i++)
    {
      if (self->lengths[i] >= strlen (MODULE_PREFIX) &&
          memcmp (self->texts[i], MODULE_PREFIX, strlen (MODULE_PREFIX)) == 0)
        add_module (strings, texts[i]);
      put (strings, self->ids[i], texts[i], self->n_rows);
    }
  self->n = 0;
  self->n_bytes = 0;
}

/* The row that has the text goes away before the text is added. */
static void
let_wait (StringReader *self, gint64 id, const char *value, gsize length)
{
  gboolean is_long = length > WAITING_BYTES;

  if (self->n == LSC_INTERN_SEVERAL || is_long || self->n_bytes + length > WAITING_BYTES)
    add_waiting (self);
  if (!is_long)
    value = memcpy (self->bytes + self->n_bytes, value, length);
  self->ids[self->n] = id;
  self->texts[self->n] = value;
  self->lengths[self->n++] = length;
  self->n_bytes += length;
  if (is_long)
    add_waiting (self);
}

static void
take_string (LscScan *scan, LscCell **cells, gpointer user_data)
{
  StringReader *reader = user_data;
  StringTallies *tallies = &reader->tallies;
  LscAscendStrings *strings = &reader->ascend->strings;
  const char *value = lsc_cell_get_text (cells[1]);
  gsize length = (gsize) lsc_cell_get_bytes (cells[1]);
  gint64 id;

  if (!lsc_value_int64 (cells[0], &id))
    {
      lsc_tally_add (&tallies->no_id, scan);
      return;
    }
  if (lsc_ascend_find_string (strings, id) != LSC_STRING_ABSENT)
    {
      lsc_tally_add (&tallies->duplicate, scan);
      return;
    }
  /* that of a text which waits, too, so that it is known if it comes again */
  reader->n_rows = lsc_scan_get_n_rows (scan);
  put (strings, id, strings->unnamed, reader->n_rows);
  if (!value)
    return;
  if (G_UNLIKELY (!g_utf8_validate_len (value, length, NULL)))
    lsc_tally_add (&tallies->not_utf8, scan);
  let_wait (reader, id, value, length);
}

static void
report_strings (LscAscend *self, const StringTallies *tallies)
{
  lsc_tally_report (&tallies->duplicate, self->run, LSC_SEVERITY_WARNING, "duplicate-string",
                    "STRING_IDS", _ ("String ids that occur again"),
                    _ ("The first text of an id is used."));
  lsc_tally_report_loss (&tallies->no_id, self->run, "bad-string-id", "STRING_IDS",
                         _ ("Strings without an id"), _ ("They were skipped."));
  lsc_tally_report (&tallies->not_utf8, self->run, LSC_SEVERITY_NOTE, "not-utf8", "STRING_IDS",
                    _ ("Strings that are not UTF-8"),
                    _ ("Their bad bytes are shown as U+FFFD; names that differ stay apart."));
}

/* Not guessed from the largest row id alone: ids are row ids here, and sparse (formats.md#ids).
 * Nor is a large file one of many texts. */
static void
reserve_strings (LscAscend *self)
{
  gint64 n_most = MIN (lsc_db_get_size_bytes (self->db) / LEAST_STRING_BYTES, MOST_STRINGS);

  lsc_intern_reserve (self->run->strings,
                      (gsize) CLAMP (lsc_db_estimate_rows (self->db, "STRING_IDS"), 0, n_most));
}

/**
 * _lsc_ascend_load_strings:
 *
 * Reads STRING_IDS into the run's pool. A missing table is no error: names then read
 * `<string N>`.
 */
gboolean
_lsc_ascend_load_strings (LscAscend *self, GError **error)
{
  static const char *const columns[] = { "id", "value", NULL };
  const LscAscendTable table = { "STRING_IDS", columns, 2, take_string };
  StringReader reader = { .ascend = self };
  gboolean ok;

  self->strings.unnamed = lsc_intern_add (self->run->strings, "<unnamed>");
  self->strings.not_available = LSC_STRING_NONE;
  reserve_strings (self);
  ok = _lsc_ascend_read (self, &table, &reader, error);
  add_waiting (&reader);
  report_strings (self, &reader.tallies);
  self->strings.not_available = lsc_intern_find (self->run->strings, "N/A");
  return ok;
}

void
_lsc_ascend_clear_strings (LscAscend *self)
{
  for (int i = 0; i < LSC_STRING_N_RANGES; i++)
    lsc_indexes_clear (&self->strings.ranges[i]);
  g_clear_pointer (&self->strings.others, g_hash_table_unref);
  g_clear_pointer (&self->strings.modules, g_hash_table_unref);
}

/*
 * @has_id: %FALSE for NULL
 * @id: a string id the file lacks, or none
 *
 * Returns: `<string N>` for an unknown id, `<unnamed>` for NULL and the id that means "none"
 *   (module statistic Q4); both are counted
 */
static guint32
make_name (LscAscend *self, gboolean has_id, gint64 id, LscScan *scan)
{
  if (!has_id || id == G_MAXUINT32)
    {
      lsc_tally_add (&self->strings.missing, scan);
      return self->strings.unnamed;
    }
  lsc_tally_add (&self->strings.unknown, scan);
  return lsc_intern_add_take (self->run->strings,
                              g_strdup_printf ("<string %" G_GINT64_FORMAT ">", id)) |
         self->strings.own_name_bit;
}

/** Returns: the name a cell refers to, made up where the file has none */
guint32
_lsc_ascend_value_name (LscAscend *self, LscScan *scan, LscCell *cell)
{
  gint64 id = 0;
  gboolean has_id = lsc_value_int64 (cell, &id);
  guint32 text = has_id ? lsc_ascend_find_string (&self->strings, id) : LSC_STRING_ABSENT;

  return G_LIKELY (text != LSC_STRING_ABSENT) ? text : make_name (self, has_id, id, scan);
}

/** Returns: the text a cell refers to, %LSC_STRING_NONE where the file has none */
guint32
_lsc_ascend_value_text (LscAscend *self, LscCell *cell)
{
  gint64 id;
  guint32 text;

  if (!lsc_value_int64 (cell, &id))
    return LSC_STRING_NONE;
  text = lsc_ascend_find_string (&self->strings, id);
  return text == LSC_STRING_ABSENT || text == self->strings.unnamed ? LSC_STRING_NONE : text;
}

/** Returns: whether @name is that of a recorded call of an nn.Module (modules.md#calls) */
gboolean
_lsc_ascend_is_module_name (LscAscend *self, guint32 name)
{
  return self->strings.modules &&
         g_hash_table_contains (self->strings.modules, GUINT_TO_POINTER (name));
}
