/* lsc-damage-make.c - damages a file at random
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-damage.h"

#define HEADER_BYTES 40

/* Of a database the headers of pages and what follows them are where trees break. */
static gsize
choose_byte (gsize n, gsize block, GRand *random)
{
  gsize at = (gsize) g_rand_double_range (random, 0, (double) n);

  if (block > 0 && g_rand_boolean (random))
    at = at / block * block + (gsize) g_rand_int_range (random, 0, HEADER_BYTES);
  return MIN (at, n - 1);
}

static void
flip_bits (char *bytes, gsize n, gsize block, GRand *random)
{
  gint32 n_bits = g_rand_boolean (random) ? 1 : g_rand_int_range (random, 2, 9);

  for (gint32 i = 0; i < n_bits; i++)
    bytes[choose_byte (n, block, random)] ^= (char) (1 << g_rand_int_range (random, 0, 8));
}

static void
swap_blocks (char *bytes, gsize n, gsize block, GRand *random)
{
  gsize size = MIN (block > 0 ? block : 512, n / 2);
  gsize a = (gsize) g_rand_double_range (random, 0, (double) (n - size + 1)) / size * size;
  gsize b = (gsize) g_rand_double_range (random, 0, (double) (n - size + 1)) / size * size;
  g_autofree char *kept = g_memdup2 (bytes + a, size);

  memmove (bytes + a, bytes + b, size);
  memcpy (bytes + b, kept, size);
}

/**
 * lsc_damage_make:
 * @block: of the file; 0 = it has none
 *
 * Flips bits, cuts the end off, swaps blocks or fills a range with one byte.
 *
 * Returns: (transfer full): a copy
 */
char *
lsc_damage_make (const char *bytes, gsize n, gsize block, GRand *random, gsize *n_out)
{
  char *copy = g_memdup2 (bytes, n);
  gsize begin = (gsize) g_rand_double_range (random, 0, (double) n), filled;

  *n_out = n;
  switch (g_rand_int_range (random, 0, 8))
    {
    case 0:
      *n_out = begin;
      break;
    case 1:
      swap_blocks (copy, n, block, random);
      break;
    case 2:
      filled = (gsize) g_rand_int_range (random, 1, 200);
      memset (copy + begin, g_rand_boolean (random) ? 0 : g_rand_int_range (random, 0, 256),
              MIN (filled, n - begin));
      break;
    default:
      flip_bits (copy, n, block, random);
      break;
    }
  return copy;
}
