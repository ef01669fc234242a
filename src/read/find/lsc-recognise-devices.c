/* lsc-recognise-devices.c - which processes of a trace are devices, by a look
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "base/lsc-text-input.h"
#include "read/find/lsc-recognise.h"
#include "read/nsight/lsc-nsight.h"
#include "read/perfetto/lsc-perfetto.h"

/* formats.md#devices. A trace of many devices has kernels of all of them everywhere, or each in a
 * part of its own: pieces all over the file meet every device that has a part worth telling. */
#define WHOLE_BYTES (16 << 20)
#define PIECE_BYTES (64 << 10)
#define N_PIECES 64
#define MOST_DEVICES 64
/* Of the kernels of the device with the most: a rank that runs a kernel on the device of another
 * has not got two. */
#define LEAST_SHARE 0.05
/* How far the process may be from the category of an event. */
#define EVENT_BYTES 8192

/* The value behind @key in [begin, end), without quotes. */
static char *
find_value (const char *begin, const char *end, const char *key)
{
  const char *at = memmem (begin, (gsize) (end - begin), key, strlen (key)), *stop;

  if (!at)
    return NULL;
  for (at += strlen (key); at < end && (g_ascii_isspace (*at) || *at == ':');)
    at++;
  if (at < end && *at == '"')
    {
      stop = memchr (at + 1, '"', (gsize) (end - at - 1));
      return stop ? g_strndup (at + 1, (gsize) (stop - at - 1)) : NULL;
    }
  for (stop = at; stop < end && (g_ascii_isdigit (*stop) || *stop == '-');)
    stop++;
  return stop > at && stop < end ? g_strndup (at, (gsize) (stop - at)) : NULL;
}

/* Whether what ends at @at is the key of a category. */
static gboolean
is_category (const char *begin, const char *at)
{
  while (at > begin && (g_ascii_isspace (at[-1]) || at[-1] == ':'))
    at--;
  return at - begin >= 5 && strncmp (at - 5, "\"cat\"", 5) == 0;
}

/* The process of the event around @at: events have one "ph", and begin with a brace. */
static char *
find_process (const char *begin, const char *at, const char *end)
{
  const char *stop = MIN (end, at + EVENT_BYTES), *start = at;
  const char *next = memmem (at, (gsize) (stop - at), "\"cat\"", strlen ("\"cat\""));
  char *process = find_value (at, next ? next : stop, "\"pid\"");

  if (process)
    return process;
  while (start > begin && at - start < EVENT_BYTES && *start != '{')
    start--;
  return find_value (start, at, "\"pid\"");
}

static void
count_kernels (const char *text, gsize n, GHashTable *counts)
{
  static const char word[] = "\"kernel\"";
  const char *end = text + n, *at = text;

  while ((at = memmem (at, (gsize) (end - at), word, strlen (word))))
    {
      const char *found = at;
      char *process;

      at += strlen (word);
      process = is_category (text, found) ? find_process (text, at, end) : NULL;
      if (!process ||
          (g_hash_table_size (counts) >= MOST_DEVICES && !g_hash_table_contains (counts, process)))
        {
          g_free (process);
          continue;
        }
      g_hash_table_replace (
          counts, process,
          GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, process)) + 1));
    }
}

static void
look_at_begin (const char *path, gboolean has_packets, GHashTable *counts)
{
  g_autoptr (LscTextInput) input = lsc_text_input_open (path, NULL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  LscTextBlock block;

  while (input && text->len < WHOLE_BYTES && lsc_text_input_next (input, &block, NULL))
    g_string_append_len (text, block.data, (gssize) block.n);
  if (has_packets)
    lsc_perfetto_count_stages (text->str, text->len, counts);
  else
    count_kernels (text->str, text->len, counts);
}

static void
look_at_pieces (const char *path, gint64 size, GHashTable *counts)
{
  FILE *file = g_fopen (path, "rb");
  g_autofree char *text = g_malloc (PIECE_BYTES);

  for (gint64 i = 0; file && i < N_PIECES; i++)
    {
      gint64 place = (size - PIECE_BYTES) / (N_PIECES - 1) * i;

      if (fseeko (file, (off_t) place, SEEK_SET) == 0)
        count_kernels (text, fread (text, 1, PIECE_BYTES, file), counts);
    }
  if (file)
    fclose (file);
}

static void
look_at_rows (const char *path, GHashTable *counts)
{
  g_autoptr (LscDb) db = lsc_db_borrow (path, NULL, NULL);
  g_autoptr (GPtrArray) devices = db ? lsc_nsight_list_devices (db) : NULL;

  for (guint i = 0; devices && i < devices->len; i++)
    {
      const LscNsightDevice *device = devices->pdata[i];

      g_hash_table_replace (counts, g_strdup (device->name),
                            GUINT_TO_POINTER ((guint) MIN (device->n_rows, G_MAXINT32)));
    }
  lsc_db_return (g_steal_pointer (&db));
}

/**
 * lsc_recognise_device_rank:
 * @source: a recording
 * @device: (nullable): as LscSource.device; %NULL: of a file with one device
 *
 * Source: MPI_RANKS of an export of Nsight Systems.
 *
 * Returns: the rank of the process that used a device, %LSC_RANK_UNKNOWN
 */
gint64
lsc_recognise_device_rank (const LscSource *source, const char *device)
{
  g_autoptr (LscDb) db = NULL;
  g_autoptr (GPtrArray) devices = NULL;
  gint64 rank = LSC_RANK_UNKNOWN;

  g_return_val_if_fail (source, rank);
  db = source->format == LSC_FORMAT_NSIGHT ? lsc_db_borrow (source->file, NULL, NULL) : NULL;
  if (!db || !lsc_db_has_table (db, "MPI_RANKS"))
    return rank;
  devices = lsc_nsight_list_devices (db);
  for (guint i = 0; i < devices->len && (device || devices->len == 1); i++)
    {
      const LscNsightDevice *item = devices->pdata[i];

      if (!device || g_str_equal (item->name, device))
        rank = item->rank;
    }
  lsc_db_return (g_steal_pointer (&db));
  return rank;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  const char *x = *(const char *const *) a, *y = *(const char *const *) b;
  gint64 first = g_ascii_strtoll (x, NULL, 10), second = g_ascii_strtoll (y, NULL, 10);

  return first != second ? (first > second) - (first < second) : strcmp (x, y);
}

/**
 * lsc_recognise_devices:
 * @source: a PyTorch trace, or an export of Nsight Systems
 * @small: (element-type utf8): receives processes that have a few kernels only, which are no
 *   recordings of their own
 *
 * Source: formats.md#devices.
 *
 * Returns: (transfer full) (element-type utf8): the processes, as written, that have kernels of
 *   their own; one or none where they need not be told apart
 */
GPtrArray *
lsc_recognise_devices (const LscSource *source, GPtrArray *small)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer process, count;
  gboolean has_packets;
  guint most = 0;

  g_return_val_if_fail (source && small, found);
  has_packets = source->format == LSC_FORMAT_PERFETTO;
  if (source->format == LSC_FORMAT_NSIGHT)
    look_at_rows (source->file, counts);
  else if (!has_packets && source->size_bytes > WHOLE_BYTES &&
           !g_str_has_suffix (source->file, ".gz") &&
           g_file_test (source->file, G_FILE_TEST_IS_REGULAR))
    look_at_pieces (source->file, source->size_bytes, counts);
  else
    look_at_begin (source->file, has_packets, counts);
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, NULL, &count))
    most = MAX (most, GPOINTER_TO_UINT (count));
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &process, &count))
    g_ptr_array_add ((double) GPOINTER_TO_UINT (count) >= LEAST_SHARE * (double) most ? found
                                                                                      : small,
                     g_strdup (process));
  g_ptr_array_sort (found, compare_texts);
  g_ptr_array_sort (small, compare_texts);
  return found;
}
