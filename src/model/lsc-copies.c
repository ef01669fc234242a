/* lsc-copies.c - what copies of memory moved, and from where to where
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-copies.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "base/lsc-sort.h"

#define MOST_LETTERS 128

const LscWord lsc_copy_direction_words[LSC_COPY_N_DIRECTIONS] = {
  [LSC_COPY_UNKNOWN] = { "unknown", N_ ("Unknown") },
  [LSC_COPY_HOST_TO_HOST] = { "host-to-host", N_ ("Host to host") },
  [LSC_COPY_HOST_TO_DEVICE] = { "host-to-device", N_ ("Host to device") },
  [LSC_COPY_DEVICE_TO_HOST] = { "device-to-host", N_ ("Device to host") },
  [LSC_COPY_DEVICE_TO_DEVICE] = { "device-to-device", N_ ("Device to device") },
  [LSC_COPY_PEER_TO_PEER] = { "peer-to-peer", N_ ("Peer to peer") },
  [LSC_COPY_MANAGED] = { "managed", N_ ("Managed memory") },
  [LSC_COPY_SET] = { "set", N_ ("Set") },
};

static int
compare_copies (const void *a, const void *b)
{
  return LSC_ORDER (((const LscCopy *) a)->detail, ((const LscCopy *) b)->detail);
}

/** Moves all of @other behind those of @self. */
void
lsc_copies_take (LscCopies *self, LscCopies *other)
{
  g_return_if_fail (self && other && self != other);
  lsc_copies_reserve (self, self->n + other->n);
  for (gsize i = 0; i < other->n; i++)
    lsc_copies_append (self, other->items[i]);
  lsc_copies_clear (other);
}

/** Puts them in order, so that they can be found. */
void
lsc_copies_seal (LscCopies *self)
{
  g_return_if_fail (self);
  if (self->n > 0)
    qsort (self->items, self->n, sizeof *self->items, compare_copies);
}

/** Returns: (transfer none) (nullable): of the slice with that LscLane.detail. Cost: O(log n). */
const LscCopy *
lsc_copies_find (const LscCopies *self, gint64 detail)
{
  gsize at = LSC_BISECT (i, 0, self->n, self->items[i].detail < detail);

  return at < self->n && self->items[at].detail == detail ? &self->items[at] : NULL;
}

/**
 * lsc_copy_find_direction:
 * @text: of @n bytes, as an exporter writes a direction or names a copy: "host to device",
 *   "Memcpy HtoD (Pinned -> Device)", "MEMORY_COPY_DEVICE_TO_HOST", "Memset (Device)"
 *
 * Returns: the direction, %LSC_COPY_UNKNOWN
 */
LscCopyDirection
lsc_copy_find_direction (const char *text, gsize n)
{
  static const struct
  {
    const char *letters;
    LscCopyDirection direction;
  } words[] = {
    { "hosttodevice", LSC_COPY_HOST_TO_DEVICE },
    { "devicetohost", LSC_COPY_DEVICE_TO_HOST },
    { "devicetodevice", LSC_COPY_DEVICE_TO_DEVICE },
    { "hosttohost", LSC_COPY_HOST_TO_HOST },
    { "htod", LSC_COPY_HOST_TO_DEVICE },
    { "dtoh", LSC_COPY_DEVICE_TO_HOST },
    { "dtod", LSC_COPY_DEVICE_TO_DEVICE },
    { "htoh", LSC_COPY_HOST_TO_HOST },
    { "ptop", LSC_COPY_PEER_TO_PEER },
    { "h2d", LSC_COPY_HOST_TO_DEVICE },
    { "d2h", LSC_COPY_DEVICE_TO_HOST },
    { "d2d", LSC_COPY_DEVICE_TO_DEVICE },
    { "h2h", LSC_COPY_HOST_TO_HOST },
    { "managed", LSC_COPY_MANAGED },
    { "memset", LSC_COPY_SET },
    { "fillbuffer", LSC_COPY_SET },
  };
  char letters[MOST_LETTERS + 1];
  gsize n_letters = 0;

  g_return_val_if_fail (text || n == 0, LSC_COPY_UNKNOWN);
  for (gsize i = 0; i < n && n_letters < MOST_LETTERS; i++)
    if (g_ascii_isalnum (text[i]))
      letters[n_letters++] = g_ascii_tolower (text[i]);
  letters[n_letters] = '\0';
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (letters, words[i].letters))
      return words[i].direction;
  return LSC_COPY_UNKNOWN;
}

/**
 * lsc_copy_direction_of_code:
 * @code: of ENUM_MEMCPY_OPERATION
 *
 * Returns: the direction, %LSC_COPY_UNKNOWN
 */
LscCopyDirection
lsc_copy_direction_of_code (gint64 code)
{
  static const LscCopyDirection codes[] = {
    LSC_COPY_HOST_TO_HOST,     LSC_COPY_HOST_TO_DEVICE, LSC_COPY_DEVICE_TO_HOST,
    LSC_COPY_DEVICE_TO_DEVICE, LSC_COPY_MANAGED,        LSC_COPY_DEVICE_TO_DEVICE,
    LSC_COPY_HOST_TO_DEVICE,   LSC_COPY_DEVICE_TO_HOST,
  };

  return code >= 0 && code < (gint64) G_N_ELEMENTS (codes) ? codes[code] : LSC_COPY_UNKNOWN;
}
