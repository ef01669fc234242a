/* lsc-damage-archive.c - a damaged archive against its own checksum
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>
#include <zlib.h>

#include "lsc-damage.h"

/* All members of the file, which is ended by its checksum. */
static gboolean
is_gzip_intact (const char *bytes, gsize n)
{
  z_stream stream = { .next_in = (Bytef *) bytes, .avail_in = (uInt) n };
  g_autofree char *out = g_malloc (65536);
  int rc = inflateInit2 (&stream, 16 + MAX_WBITS);

  while (rc == Z_OK)
    {
      stream.next_out = (Bytef *) out;
      stream.avail_out = 65536;
      rc = inflate (&stream, Z_NO_FLUSH);
    }
  n = stream.avail_in;
  inflateEnd (&stream);
  return rc == Z_STREAM_END && n == 0;
}

static gboolean
is_archive_intact (const char *bytes, gsize n)
{
  struct archive *archive = archive_read_new ();
  g_autofree char *out = g_malloc (65536);
  struct archive_entry *entry;
  int rc;
  la_ssize_t got = 0;
  guint n_members = 0;

  archive_read_support_filter_all (archive);
  archive_read_support_format_all (archive);
  rc = archive_read_open_memory (archive, bytes, n);
  while (rc == ARCHIVE_OK && got == 0 &&
         (rc = archive_read_next_header (archive, &entry)) == ARCHIVE_OK)
    {
      n_members++;
      while ((got = archive_read_data (archive, out, 65536)) > 0)
        ;
    }
  archive_read_free (archive);
  return rc == ARCHIVE_EOF && got == 0 && n_members == 1;
}

LscDamageOutcome
lsc_damage_check_archive (const LscDamageCase *self, GRand *random)
{
  gboolean is_gzip = g_str_has_suffix (self->path, ".json.gz"), is_intact, is_told;
  g_autofree char *bytes = NULL;
  guint64 print;
  gsize n;

  g_assert_true (g_file_get_contents (self->path, &bytes, &n, NULL));
  is_intact = is_gzip ? is_gzip_intact (bytes, n) : is_archive_intact (bytes, n);
  print = lsc_damage_load_alike (self->source, &is_told);
  if (print == 0)
    return LSC_DAMAGE_REFUSED;
  if (is_told)
    return LSC_DAMAGE_TOLD;
  if (print != self->print)
    g_error ("another content than was packed, and nothing is told (%s by its checksum)",
             is_intact ? "intact" : "damaged");
  if (!is_intact && is_gzip) /* a zip may have lost its list of members, which nobody needs */
    g_error ("its checksum is wrong, and nothing is told");
  return LSC_DAMAGE_SAME;
}
