/* test-forget.c - what was used up goes, and the rest stays
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/lsc-forget.h"

#define MIB ((gsize) 1 << 20)
#define BLOCK_BYTES (32 * MIB)

static gsize
count_resident_bytes (const char *block)
{
  gsize page = (gsize) sysconf (_SC_PAGESIZE), n = 0;
  char *begin = (char *) (((guintptr) block + page - 1) & ~(page - 1));
  g_autofree guchar *pages = g_malloc0 (BLOCK_BYTES / page + 1);

  g_assert_cmpint (mincore (begin, BLOCK_BYTES - page, pages), ==, 0);
  for (gsize i = 0; i < BLOCK_BYTES / page - 1; i++)
    n += pages[i] & 1 ? page : 0;
  return n;
}

static void
assert_stays (const char *block, gsize from)
{
  for (gsize i = from; i < BLOCK_BYTES; i++)
    if (block[i] != 0x5a)
      g_error ("byte %zu has gone", i);
}

/* Twice in a row: all large pages go that lie in both parts together, also the one between. */
static void
test_parts (void)
{
  g_autofree char *block = g_malloc (BLOCK_BYTES);
  guintptr mask = ~(guintptr) (2 * MIB - 1);
  guintptr first = ((guintptr) block + 2 * MIB - 1) & mask;
  guintptr last = ((guintptr) block + 21 * MIB) & mask;
  gsize before;

  memset (block, 0x5a, BLOCK_BYTES);
  before = count_resident_bytes (block);
  lsc_forget (block, 0, 11 * MIB);
  assert_stays (block, 11 * MIB);
  lsc_forget (block, 11 * MIB, 21 * MIB);
  assert_stays (block, 21 * MIB);
  g_assert_cmpuint (count_resident_bytes (block), <=, before - (last - first));
}

/* Nothing in front of a block, nor behind what was told, is touched. */
static void
test_edges (void)
{
  g_autofree char *block = g_malloc (BLOCK_BYTES);

  memset (block, 0x5a, BLOCK_BYTES);
  for (gsize from = 1; from <= 7; from++)
    lsc_forget (block + from, 0, MIB);
  assert_stays (block, 7 + MIB);
  lsc_forget (block, 0, 0);
  lsc_forget (NULL, 0, 0);
  for (gsize i = 0; i < 8; i++) /* in front of the first large page */
    lsc_forget (block + 100 * i, 0, 3 * MIB);
  assert_stays (block, 700 + 3 * MIB);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/forget/parts", test_parts);
  g_test_add_func ("/forget/edges", test_edges);
  return g_test_run ();
}
