/* lsc-text-members.c - names that stand twice in an archive
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <sys/stat.h>

#include "base/lsc-text-private.h"

/* What tar appends replaces what was there: of a name that stands twice the last one counts. Which
 * one that is, is known when the whole archive was gone through, so it is kept. */
typedef struct
{
  struct stat info;
  GHashTable *repeats; /* char *plain name -> how often, of names that stand more than once */
} Known;

static GMutex known_lock;
static GHashTable *known_archives; /* char *path -> Known * */

static void
known_free (gpointer data)
{
  Known *self = data;

  g_hash_table_unref (self->repeats);
  g_free (self);
}

static gboolean
is_unchanged (const struct stat *a, const struct stat *b)
{
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
         a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/**
 * _lsc_text_members_keep_last:
 * @path: an archive
 * @names: (element-type filename): of all files in it
 *
 * Leaves the last of @names of each name, and keeps how often it stood there. Thread: any.
 */
void
_lsc_text_members_keep_last (const char *path, GPtrArray *names)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  Known *known = g_new0 (Known, 1);
  GHashTableIter iter;
  gpointer count;

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = _lsc_text_member_plain (names->pdata[i]);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));

      g_hash_table_insert (counts, g_strdup (name), GUINT_TO_POINTER (n + 1));
    }
  for (guint i = names->len; i-- > 0 && g_hash_table_size (counts) < names->len;)
    {
      const char *name = _lsc_text_member_plain (names->pdata[i]);

      if (g_hash_table_contains (seen, name))
        g_ptr_array_remove_index (names, i);
      else
        g_hash_table_add (seen, (gpointer) name);
    }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, NULL, &count))
    if (GPOINTER_TO_UINT (count) < 2)
      g_hash_table_iter_remove (&iter);
  known->repeats = g_steal_pointer (&counts);
  g_mutex_lock (&known_lock);
  if (!known_archives)
    known_archives = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, known_free);
  if (stat (path, &known->info) == 0)
    g_hash_table_replace (known_archives, g_strdup (path), known);
  else
    known_free (known);
  g_mutex_unlock (&known_lock);
}

/**
 * _lsc_text_members_count:
 * @name: a plain name
 *
 * Thread: any.
 *
 * Returns: how often @name stands in the archive, 0 if it was not listed since it changed
 */
guint
_lsc_text_members_count (const char *path, const char *name)
{
  struct stat info;
  const Known *known;
  guint n = 0;

  g_mutex_lock (&known_lock);
  known = known_archives ? g_hash_table_lookup (known_archives, path) : NULL;
  if (known && stat (path, &info) == 0 && is_unchanged (&info, &known->info))
    n = MAX (1, GPOINTER_TO_UINT (g_hash_table_lookup (known->repeats, name)));
  g_mutex_unlock (&known_lock);
  return n;
}

/**
 * _lsc_text_member_plain:
 *
 * Returns: @name without what does not tell files apart, as both name one file when they are
 * unpacked
 */
const char *
_lsc_text_member_plain (const char *name)
{
  for (;;)
    if (*name == '/')
      name++;
    else if (name[0] == '.' && name[1] == '/')
      name += 2;
    else
      return name;
}
