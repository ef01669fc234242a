/* lsc-cli-nearest.c - the known word that is nearest to one that is not known
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "cli/lsc-cli.h"

#define LONGEST 32

/* How many letters must be put in, left out, exchanged or swapped with their neighbour. */
static guint
get_distance (const char *a, const char *b)
{
  gsize n = strlen (a), m = strlen (b);
  guint cost[LONGEST + 1][LONGEST + 1];

  if (n > LONGEST || m > LONGEST)
    return G_MAXUINT;
  for (gsize i = 0; i <= n; i++)
    for (gsize k = 0; k <= m; k++)
      {
        guint least =
            i == 0 || k == 0 ? (guint) (i + k) : cost[i - 1][k - 1] + (a[i - 1] != b[k - 1]);

        if (i > 0)
          least = MIN (least, cost[i - 1][k] + 1);
        if (k > 0)
          least = MIN (least, cost[i][k - 1] + 1);
        if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
          least = MIN (least, cost[i - 2][k - 2] + 1);
        cost[i][k] = least;
      }
  return cost[n][m];
}

/**
 * lsc_cli_find_nearest:
 * @known: (array zero-terminated=1)
 *
 * Returns: (nullable): the one of @known that @word was probably meant to be: as many as a third of
 *   its letters may be wrong; the first of equals
 */
const char *
lsc_cli_find_nearest (const char *word, const char *const *known)
{
  guint least;
  const char *nearest = NULL;

  g_return_val_if_fail (word && known, NULL);
  least = (guint) MAX (strlen (word) / 3, 1) + 1;
  for (; *known; known++)
    {
      guint distance = get_distance (word, *known);

      if (distance >= least)
        continue;
      least = distance;
      nearest = *known;
    }
  return nearest;
}
