/* lsc-workbook-check.c - whether a workbook holds all that was written to it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-workbook-check.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "base/lsc-error.h"

/* libxlsxwriter passes every part through a temporary file and does not look whether that took it.
 * What a full disk swallows is whole buffers of stdio: the end of a part, or cells out of its
 * middle. So each part must end with the element that it begins with, and each sheet must have as
 * many cells as were written. */

#define READ_BYTES 65536
#define EDGE_BYTES 256

typedef struct
{
  char head[EDGE_BYTES];
  gsize n_head;
  char tail[EDGE_BYTES]; /* the newest bytes, in order */
  gsize n_tail;
  gsize n_cells;
} Part;

static void
keep_edges (Part *self, const char *bytes, gsize n)
{
  gsize n_new = MIN (n, EDGE_BYTES);
  gsize n_old = MIN (self->n_tail, EDGE_BYTES - n_new);
  gsize n_first = MIN (n, EDGE_BYTES - self->n_head);

  memcpy (self->head + self->n_head, bytes, n_first);
  self->n_head += n_first;
  memmove (self->tail, self->tail + self->n_tail - n_old, n_old);
  memcpy (self->tail + n_old, bytes + n - n_new, n_new);
  self->n_tail = n_old + n_new;
}

/* A byte of the part before the place @at of a block, that may lie in the block before it. */
static char
byte_before (const Part *self, const char *bytes, const char *at, gssize distance)
{
  gssize place = at - bytes - distance;

  if (place >= 0)
    return bytes[place];
  place += (gssize) self->n_tail;
  return place >= 0 ? self->tail[place] : 0;
}

/* Counts “<c ”: text has no < of its own. */
static void
add_block (Part *self, const char *bytes, gsize n)
{
  const char *end = bytes + n;
  const char *p = bytes;

  while (p < end && (p = memchr (p, ' ', (gsize) (end - p))))
    {
      if (byte_before (self, bytes, p, 1) == 'c' && byte_before (self, bytes, p, 2) == '<')
        self->n_cells++;
      p++;
    }
  keep_edges (self, bytes, n);
}

/* Whether the part ends with its root element. */
static gboolean
is_complete (const Part *self)
{
  const char *end = self->head + self->n_head;
  const char *name = self->head;
  const char *name_end;
  gsize n_tail = self->n_tail;
  gsize length;

  while (name && (name + 1 >= end || name[0] != '<' || name[1] == '?'))
    name = name + 1 < end ? memchr (name + 1, '<', (gsize) (end - name - 1)) : NULL;
  if (!name)
    return FALSE;
  name++;
  for (name_end = name; name_end < end && !strchr (" \t\r\n/>", *name_end);)
    name_end++;
  length = (gsize) (name_end - name);
  while (n_tail > 0 && g_ascii_isspace (self->tail[n_tail - 1]))
    n_tail--;
  return n_tail >= length + 3 && memcmp (self->tail + n_tail - length - 3, "</", 2) == 0 &&
         memcmp (self->tail + n_tail - length - 1, name, length) == 0 &&
         self->tail[n_tail - 1] == '>';
}

static gboolean
read_part (struct archive *archive, Part *part)
{
  const void *bytes;
  size_t n;
  la_int64_t offset;
  int rc;

  while ((rc = archive_read_data_block (archive, &bytes, &n, &offset)) == ARCHIVE_OK)
    add_block (part, bytes, n);
  return rc == ARCHIVE_EOF;
}

static gboolean
set_incomplete (GError **error)
{
  g_autofree char *shown = g_filename_display_name (g_get_tmp_dir ());

  return lsc_fail (error, LSC_ERROR_IO,
                   _ ("the temporary folder “%s” did not keep all that was written to it, so it is "
                      "full. Set TMPDIR to a folder with more room"),
                   shown);
}

static gboolean
check_parts (struct archive *archive, const gsize *n_cells, guint n_sheets, GError **error)
{
  struct archive_entry *entry;
  guint n_found = 0;
  int rc;

  while ((rc = archive_read_next_header (archive, &entry)) == ARCHIVE_OK)
    {
      const char *name = archive_entry_pathname (entry);
      Part part = { .n_cells = 0 };
      guint number;

      if (!read_part (archive, &part))
        break;
      if (!is_complete (&part))
        return set_incomplete (error);
      if (!name || sscanf (name, "xl/worksheets/sheet%u.xml", &number) != 1)
        continue;
      if (number < 1 || number > n_sheets || part.n_cells != n_cells[number - 1])
        return set_incomplete (error);
      n_found++;
    }
  if (rc == ARCHIVE_EOF && n_found == n_sheets)
    return TRUE;
  return lsc_fail (error, LSC_ERROR_IO, _ ("it cannot be read back: %s"),
                   archive_error_string (archive) ? archive_error_string (archive)
                                                  : _ ("a sheet is missing"));
}

/**
 * lsc_workbook_check:
 * @file: a workbook that libxlsxwriter has closed
 * @n_cells: (array length=n_sheets): cells written to each sheet
 *
 * Reads a workbook back, in constant memory.
 *
 * Cost: O(its bytes), less than a tenth of writing it. Thread: any.
 *
 * Returns: %FALSE with %LSC_ERROR_IO, in words that follow those of what could not be written
 */
gboolean
lsc_workbook_check (const char *file, const gsize *n_cells, guint n_sheets, GError **error)
{
  struct archive *archive;
  gboolean is_whole;

  g_return_val_if_fail (file && (n_cells || n_sheets == 0), FALSE);
  archive = archive_read_new ();
  archive_read_support_format_zip_seekable (archive);
  if (archive_read_open_filename (archive, file, READ_BYTES) == ARCHIVE_OK)
    {
      is_whole = check_parts (archive, n_cells, n_sheets, error);
    }
  else
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_IO, _ ("it cannot be read back: %s"),
                   archive_error_string (archive));
      is_whole = FALSE;
    }
  archive_read_free (archive);
  return is_whole;
}
