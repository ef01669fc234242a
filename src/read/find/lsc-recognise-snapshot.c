/* lsc-recognise-snapshot.c - whether a file is a memory snapshot, by a look
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "read/find/lsc-recognise.h"

#define HEAD_BYTES ((gsize) 16 * 1024)

static gboolean
contains (const char *buffer, gsize n, const char *word)
{
  return memmem (buffer, n, word, strlen (word)) != NULL;
}

/* A protocol from 2 to 5, perhaps the frame of protocol 4, and a dictionary. */
static gboolean
begins_with_dict (const char *head, gsize n)
{
  gsize at = n > 11 && head[2] == '\x95' ? 11 : 2;

  return n > at && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5 && head[at] == '}';
}

static gboolean
begins_with_object (const char *head, gsize n)
{
  gsize at = 0;

  while (at < n && g_ascii_isspace (head[at]))
    at++;
  return at < n && head[at] == '{';
}

/**
 * lsc_recognise_snapshot:
 * @path: a file of any name, which may be packed with gzip
 *
 * The segments, which come first, are many: the other key that a snapshot has may lie far behind
 * them. Then the keys of a segment stand for it.
 *
 * Source: docs/definitions/snapshots.md.
 *
 * Returns: whether it begins as a memory snapshot of PyTorch does, as a pickle or as JSON
 */
gboolean
lsc_recognise_snapshot (const char *path)
{
  g_return_val_if_fail (path, FALSE);

  g_autofree char *head = g_malloc (HEAD_BYTES);
  gsize n = lsc_recognise_read_head (path, head, HEAD_BYTES);

  if (begins_with_dict (head, n))
    return contains (head, n, "device_traces") ||
           (contains (head, n, "segments") && contains (head, n, "total_size"));
  return begins_with_object (head, n) &&
         (contains (head, n, "\"device_traces\"") ||
          (contains (head, n, "\"segments\"") && contains (head, n, "\"total_size\"")));
}
