/* lsc-distinct.c - short names that tell paths from each other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-distinct.h"

#include <string.h>

/* Names up to this long are shown whole. Bytes, as names of files need not be UTF-8. */
#define SHORT_BYTES 20

/* Fewer alike at the beginning are not worth an ellipsis. */
#define LEAST_ALIKE_BYTES 6

/* The last @n parts of a path. */
static const char *
get_tail (const char *path, guint n)
{
  const char *tail = path + strlen (path);

  while (tail > path && !(tail[-1] == G_DIR_SEPARATOR && --n == 0))
    tail--;
  return tail;
}

static gboolean
has_twin (const char *path, const char *const *others, guint n)
{
  for (; *others; others++)
    if (strcmp (*others, path) != 0 && strcmp (get_tail (*others, n), get_tail (path, n)) == 0)
      return TRUE;
  return FALSE;
}

/* Where a name begins to differ from all others that begin alike: at a part, not within a word. */
static const char *
find_difference (const char *path, const char *const *others)
{
  const char *name = get_tail (path, 1);
  gsize alike = 0;

  for (; *others; others++)
    {
      const char *other = get_tail (*others, 1);
      gsize i = 0;

      while (name[i] && name[i] == other[i])
        i++;
      if (strcmp (*others, path) != 0)
        alike = MAX (alike, i);
    }
  alike = MIN (alike, strlen (name) - 1);
  while (alike > 0 && !strchr ("-_. ", name[alike - 1]))
    alike--;
  return name + alike;
}

/**
 * lsc_distinct_name:
 * @path: without a separator at its end
 * @others: %NULL-terminated: paths that are shown beside it; @path itself may be among them
 *
 * Returns: (transfer full): the last part of @path; more parts where another path ends alike; only
 *   the end of it, after an ellipsis, where a long one begins like another: lists cut names, and
 *   what is left would look the same
 */
char *
lsc_distinct_name (const char *path, const char *const *others)
{
  g_return_val_if_fail (path && others, NULL);

  const char *name, *end;
  g_autofree char *shown = NULL;
  guint n = 1;

  while (get_tail (path, n) > path && has_twin (path, others, n))
    n++;
  name = end = get_tail (path, n);
  if (n == 1 && strlen (name) > SHORT_BYTES)
    end = find_difference (path, others);
  if (end - name < LEAST_ALIKE_BYTES)
    return g_filename_display_name (name);
  shown = g_filename_display_name (end);
  return g_strconcat ("…", shown, NULL);
}
