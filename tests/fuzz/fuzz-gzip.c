/* fuzz-gzip.c - damaged gzip files and archives, read through and at offsets
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/lsc-text-input.h"

/* What an offset gives is what came there the first time, and behind it comes nothing. Text beyond
 * so much is not kept. */
#define MOST_TEXT ((gsize) 32 << 20)

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_at (LscTextInput *input, const GByteArray *text, gsize offset)
{
  gsize wanted = MIN ((gsize) 5000, text->len - offset);
  gsize n;
  g_autofree char *piece = lsc_text_input_read_at (input, (gint64) offset, wanted, &n, NULL);

  if (wanted == 0)
    return;
  g_assert (piece && n == wanted);
  g_assert (memcmp (piece, text->data + offset, n) == 0);
}

static void
check_behind (LscTextInput *input, gsize offset)
{
  gsize n;
  g_autofree char *piece = lsc_text_input_read_at (input, (gint64) offset, 100, &n, NULL);

  g_assert (!piece || n == 0);
}

static void
read_through (const char *path)
{
  g_autoptr (LscTextInput) input = lsc_text_input_open (path, NULL, NULL);
  g_autoptr (GByteArray) text = g_byte_array_new ();
  LscTextBlock block;

  while (input && text->len < MOST_TEXT && lsc_text_input_next (input, &block, NULL))
    {
      g_assert (block.n > 0 && block.offset == (gint64) text->len);
      g_byte_array_append (text, (const guint8 *) block.data, (guint) block.n);
    }
  if (!input || text->len >= MOST_TEXT)
    return;
  for (gsize i = 0; i < 4; i++)
    check_at (input, text, text->len / 4 * i);
  check_behind (input, text->len);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  int fd = memfd_create ("text", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);

  if (write (fd, data, size) == (ssize_t) size)
    {
      g_auto (GStrv) names =
          size > 4 && data[0] != 0x1f ? lsc_archive_list (path, NULL, NULL) : NULL;

      read_through (path);
      for (guint i = 0; names && names[i] && i < 3; i++)
        {
          g_autofree char *joined = lsc_archive_join (path, names[i]);

          read_through (joined);
        }
    }
  close (fd);
  return 0;
}
