/* lsc-text-archive.c - members of zip and tar files, as text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-text-private.h"

/* A list of more members than this is not made. */
#define MOST_MEMBERS 100000

#define JOINT "//"

#define INPUT_BYTES ((gsize) 256 * 1024)

struct _LscTextMember
{
  struct archive *archive;
  char *path;
  char *doubt;       /* (nullable): why what was handed out may be wrong; told at its end */
  const char *block; /* of the archive, until the next one is asked for */
  gsize n_block;
  gint64 block_at; /* where the block belongs in the file; a hole may lie before it */
  gint64 at;
};

static void
set_archive_error (GError **error, const char *text, const char *path)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *why = g_utf8_make_valid (text ? text : "?", -1);

  g_set_error (
      error, LSC_ERROR, LSC_ERROR_CORRUPT,
      _ ("The archive %s cannot be read: %s. Copy it again, or unpack it and open the files"), name,
      why);
}

static la_ssize_t
unzip_read (struct archive *archive, void *data, const void **bytes)
{
  g_autoptr (GError) error = NULL;
  gssize n = _lsc_text_unzip_read (data, bytes, &error);

  if (n < 0)
    archive_set_error (archive, EIO, "%s", error->message);
  return n < 0 ? ARCHIVE_FATAL : n;
}

static int
unzip_close (struct archive *archive, void *data)
{
  (void) archive;
  _lsc_text_unzip_close (data);
  return ARCHIVE_OK;
}

/* Reads on behind the last member, where the checksum stands. */
static gboolean
unzip_check (LscTextUnzip *self, GError **error)
{
  const void *bytes;
  gssize n = 1;

  while (n > 0)
    n = _lsc_text_unzip_read (self, &bytes, error);
  return n == 0;
}

/* @unzip: (out) (optional) (nullable): what inflates it, until the archive is closed */
static struct archive *
open_archive (const char *path, LscTextUnzip **unzip, GError **error)
{
  struct archive *archive = archive_read_new ();
  LscTextUnzip *gzip = _lsc_text_unzip_open (path);
  int status;

  archive_read_support_filter_all (archive);
  archive_read_support_format_zip (archive);
  archive_read_support_format_tar (archive);
  status = gzip ? archive_read_open (archive, gzip, NULL, unzip_read, unzip_close)
                : archive_read_open_filename (archive, path, INPUT_BYTES);
  if (unzip)
    *unzip = gzip;
  if (status == ARCHIVE_OK)
    return archive;
  set_archive_error (error, archive_error_string (archive), path);
  archive_read_free (archive);
  return NULL;
}

/* A packed file that is no archive: its bytes are one member without a name. */
static LscTextMember *
open_unpacked (const char *path, GError **error)
{
  struct archive *archive = archive_read_new ();
  struct archive_entry *entry;
  LscTextMember *self;

  archive_read_support_filter_all (archive);
  archive_read_support_format_raw (archive);
  if (archive_read_open_filename (archive, path, INPUT_BYTES) != ARCHIVE_OK ||
      archive_read_next_header (archive, &entry) != ARCHIVE_OK)
    {
      set_archive_error (error, archive_error_string (archive), path);
      archive_read_free (archive);
      return NULL;
    }
  self = g_new0 (LscTextMember, 1);
  self->archive = archive;
  self->path = g_strdup (path);
  return self;
}

/* Name of a regular file in the archive, as bytes. */
static const char *
get_member_name (struct archive_entry *entry)
{
  const char *name = archive_entry_pathname (entry);

  if (archive_entry_filetype (entry) != AE_IFREG)
    return NULL;
  return name ? name : archive_entry_pathname_utf8 (entry);
}

static guint
count_name (const char *path, const char *name)
{
  guint n = _lsc_text_members_count (path, name);

  if (n == 0)
    g_strfreev (lsc_archive_list (path, NULL, NULL));
  return n > 0 ? n : MAX (1, _lsc_text_members_count (path, name));
}

static char *
describe_cut (struct archive *archive, guint n_listed)
{
  const char *text = archive_error_string (archive);
  g_autofree char *why = g_utf8_make_valid (text ? text : "?", -1);

  if (n_listed >= MOST_MEMBERS)
    return g_strdup_printf (_ ("Only the first %d files of the archive are listed."), MOST_MEMBERS);
  return g_strdup_printf (_ ("The archive ends behind %u files and before its end: %s."), n_listed,
                          why);
}

static char *
describe_damage (LscTextUnzip *unzip)
{
  g_autoptr (GError) error = NULL;

  return unzip_check (unzip, &error) ? NULL : g_strdup_printf ("%s.", error->message);
}

/**
 * lsc_archive_list:
 * @path: a zip or tar file, the latter packed or not
 * @cut: (out) (optional) (nullable) (transfer full): a sentence that says why there may be more
 *   files than are listed, %NULL when the list is whole
 *
 * Returns: (transfer full) (nullable): names of the files in it, as bytes, in their order, each
 * once; %NULL with @error when it is no archive
 */
GStrv
lsc_archive_list (const char *path, char **cut, GError **error)
{
  g_return_val_if_fail (path, NULL);

  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  LscTextUnzip *unzip = NULL;
  struct archive *archive = open_archive (path, &unzip, error);
  struct archive_entry *entry;
  int status = ARCHIVE_EOF;

  if (!archive)
    return NULL;
  while (names->len < MOST_MEMBERS &&
         ((status = archive_read_next_header (archive, &entry)) == ARCHIVE_OK ||
          status == ARCHIVE_WARN))
    if (get_member_name (entry))
      g_ptr_array_add (names, g_strdup (get_member_name (entry)));
  if (status != ARCHIVE_EOF && names->len == 0)
    set_archive_error (error, archive_error_string (archive), path);
  if (cut)
    *cut = status == ARCHIVE_EOF || names->len == 0 ? NULL : describe_cut (archive, names->len);
  if (cut && !*cut && unzip && status == ARCHIVE_EOF)
    *cut = describe_damage (unzip);
  archive_read_free (archive);
  if (status != ARCHIVE_EOF && names->len == 0)
    return NULL;
  _lsc_text_members_keep_last (path, names);
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/**
 * lsc_archive_join:
 *
 * Returns: (transfer full): the path under which lsc_text_input_open() reads @member of @path
 */
char *
lsc_archive_join (const char *path, const char *member)
{
  g_return_val_if_fail (path && member, NULL);
  return g_strconcat (path, JOINT, member, NULL);
}

/**
 * lsc_archive_split:
 * @joined: a path
 * @path: (out): the archive
 * @member: (out): the file in it
 *
 * What stands in front of a slash and is a file, not a folder, is the archive: one slash is enough,
 * since some programs make one of two.
 *
 * Returns: %FALSE when @joined names no member of an archive; the outs are then %NULL
 */
gboolean
lsc_archive_split (const char *joined, char **path, char **member)
{
  g_return_val_if_fail (joined && path && member, FALSE);
  *path = *member = NULL;
  if (g_file_test (joined, G_FILE_TEST_EXISTS))
    return FALSE;
  for (const char *slash = strchr (joined, '/'); slash; slash = strchr (slash, '/'))
    {
      g_autofree char *front = g_strndup (joined, (gsize) (slash - joined));

      slash += strspn (slash, "/");
      if (*slash && *front && g_file_test (front, G_FILE_TEST_IS_REGULAR))
        {
          *path = g_steal_pointer (&front);
          *member = g_strdup (slash);
          return TRUE;
        }
    }
  return FALSE;
}

LscTextMember *
_lsc_text_member_open (const char *path, const char *member, GError **error)
{
  if (strcmp (member, LSC_TEXT_UNPACKED) == 0)
    return open_unpacked (path, error);

  const char *plain = _lsc_text_member_plain (member);
  guint n_left = count_name (path, plain);
  struct archive *archive = open_archive (path, NULL, error);
  struct archive_entry *entry;
  g_autofree char *file = NULL;
  g_autofree char *name = NULL;
  int status = ARCHIVE_EOF;

  if (!archive)
    return NULL;
  while ((status = archive_read_next_header (archive, &entry)) == ARCHIVE_OK ||
         status == ARCHIVE_WARN)
    {
      const char *found = get_member_name (entry);

      if (found && strcmp (_lsc_text_member_plain (found), plain) == 0 && --n_left == 0)
        {
          LscTextMember *self = g_new0 (LscTextMember, 1);

          self->archive = archive;
          self->path = g_strdup (path);
          return self;
        }
    }
  if (status != ARCHIVE_EOF)
    set_archive_error (error, archive_error_string (archive), path);
  else
    {
      file = g_filename_display_name (path);
      name = g_filename_display_name (member);
      g_set_error (error, LSC_ERROR, LSC_ERROR_MISSING,
                   _ ("The archive %s holds no file %s. Choose another one"), file, name);
    }
  archive_read_free (archive);
  return NULL;
}

void
_lsc_text_member_close (LscTextMember *self)
{
  if (!self)
    return;
  archive_read_free (self->archive);
  g_free (self->path);
  g_free (self->doubt);
  g_free (self);
}

/* Makes sure of a block that is not used up. */
static int
next_block (LscTextMember *self)
{
  int status = ARCHIVE_OK;

  while (self->n_block == 0 &&
         (status == ARCHIVE_OK || status == ARCHIVE_WARN || status == ARCHIVE_RETRY))
    {
      const void *block = NULL;
      la_int64_t at = self->at;

      status = archive_read_data_block (self->archive, &block, &self->n_block, &at);
      self->block = block;
      self->block_at = at;
      /* A wrong checksum or size: the bytes come first, then the error. */
      if (status == ARCHIVE_WARN && !self->doubt)
        self->doubt = g_strdup (archive_error_string (self->archive));
      if (status == ARCHIVE_EOF || status < ARCHIVE_WARN)
        self->n_block = 0;
    }
  return status;
}

/* Bytes read, 0 at the end, -1 with an error. Block by block: the library's own way to fill a
 * buffer loses what it has already put there when the archive ends before the buffer is full. */
gssize
_lsc_text_member_read (LscTextMember *self, char *buffer, gsize n, GError **error)
{
  int status = next_block (self);
  gsize got;

  if (status == ARCHIVE_EOF && !self->doubt)
    return 0;
  if (status == ARCHIVE_EOF || status < ARCHIVE_WARN)
    {
      set_archive_error (error, self->doubt ? self->doubt : archive_error_string (self->archive),
                         self->path);
      return -1;
    }
  if (self->at < self->block_at)
    {
      got = (gsize) MIN ((gint64) n, self->block_at - self->at);
      memset (buffer, 0, got);
    }
  else
    {
      got = MIN (n, self->n_block);
      memcpy (buffer, self->block, got);
      self->block += got;
      self->n_block -= got;
    }
  self->at += (gint64) got;
  return (gssize) got;
}

/* Bytes of the archive that were needed so far. */
gint64
_lsc_text_member_get_file_bytes (LscTextMember *self)
{
  return MAX (archive_filter_bytes (self->archive, -1), 0);
}
