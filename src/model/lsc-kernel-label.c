/* lsc-kernel-label.c - names of kernels as lists show them: short, and no two alike
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-kernel-label.h"

#include <string.h>

#include "base/lsc-visible.h"
#include "model/lsc-kernel-name.h"

/* lanes.md#kernel-labels. A list cuts what is too long at its end, so what tells kernels apart
 * stands first: "MulFunctor (elementwise)", not "elementwise_kernel: MulFunctor". */

#define KERNEL "_kernel"
#define MOST_WORDS 256 /* of a name that are compared */
#define MOST_CHARS 34  /* for which most lists have room */
#define HEAD_CHARS 20  /* of a name that is told from others by what is behind it */

/**
 * Entry: a name of the list
 * @brief: (nullable): its short name; %NULL = it is no signature
 * @label: (nullable): as it is shown; %NULL = not looked at yet, or as it is
 */
typedef struct
{
  char *name;
  char *brief;
  char *label;
} Entry;

/** @entries: (element-type Entry); @by_name: of each the entry; @is_told: labels are there */
struct _LscKernelLabels
{
  GPtrArray *entries;
  GHashTable *by_name;
  gboolean is_told;
};

/* ---- one name ---- */

/* "elementwise_kernel: MulFunctor", as short names are, the other way round */
static char *
turn (const char *brief)
{
  const char *colon = strstr (brief, ": ");
  g_autofree char *general = NULL;

  if (!colon || strchr (brief, ' ') < colon || colon[2] == '\0' || strchr (colon + 2, ' '))
    return NULL;
  general = g_strndup (brief, (gsize) (colon - brief));
  if (!strstr (general, "elementwise") && !strstr (general, "reduce"))
    return NULL;
  if (g_str_has_suffix (general, KERNEL) && strlen (general) > strlen (KERNEL))
    general[strlen (general) - strlen (KERNEL)] = '\0';
  return g_strdup_printf ("%s (%s)", colon + 2, general);
}

/**
 * lsc_kernel_label:
 * @name: any name of a slice, or a short one of lsc_kernel_name_shorten()
 *
 * The name of a kernel as people see it. In a list, where no two may be alike, #LscKernelLabels
 * knows it.
 *
 * Cost: O(length). Thread: any.
 *
 * Returns: (transfer full) (nullable): the label; %NULL = @name is shown as it is
 */
char *
lsc_kernel_label (const char *name)
{
  g_autofree char *brief = NULL;
  char *turned;

  g_return_val_if_fail (name, NULL);
  brief = lsc_kernel_name_shorten (name);
  turned = turn (brief ? brief : name);
  return turned ? turned : g_steal_pointer (&brief);
}

/* ---- what tells names apart ---- */

/** A word of a name. @is_number: it begins with a digit, as sizes of tiles do, or is one of
 * several lambdas */
typedef struct
{
  const char *begin;
  gsize n;
  gboolean is_number;
} Word;

static gboolean
is_letter (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Words that every signature has. Namespaces say nothing about a type either. */
static gboolean
is_noise (const char *begin, gsize n)
{
  static const char *const words[] = { "void",   "const", "unsigned",  "operator", "lambda",
                                       "struct", "class", "anonymous", "namespace" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == n && memcmp (words[i], begin, n) == 0)
      return TRUE;
  return g_str_has_prefix (begin + n, "::");
}

/* Names of libraries that write no C++, of which the parts stand between underscores; those of NPUs
 * are words. */
static gboolean
is_coded (const char *name)
{
  gsize n = strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");

  return name[n] == '\0' && n > MOST_CHARS && strchr (name, '_') &&
         !g_str_has_prefix (name, "aclnn");
}

/* Returns: how many; words before numbers, which say less. @is_whole: underscores belong to words
 */
static gsize
list_words (const char *name, gboolean is_whole, Word *words)
{
  gsize n = 0;

  for (guint pass = 0; pass < 2; pass++)
    for (const char *at = name; *at != '\0' && n < MOST_WORDS;)
      {
        const char *begin = at;
        gboolean is_number = g_ascii_isdigit (*at) || *at == '#';

        if ((!is_letter (*at) || (!is_whole && *at == '_')) && *at != '#')
          {
            at++;
            continue;
          }
        for (at++; is_letter (*at) && (is_whole || *at != '_');)
          at++;
        if (is_number == (pass == 1) && !is_noise (begin, (gsize) (at - begin)))
          words[n++] = (Word){ begin, (gsize) (at - begin), is_number };
      }
  return n;
}

static gboolean
is_same_word (const Word *a, const Word *b)
{
  return a->n == b->n && memcmp (a->begin, b->begin, a->n) == 0;
}

/* Of each place the word is taken in which a name differs from one of the others that were its
 * equal until there. Names that differ so get different words: up to the first such place both have
 * taken the same. @others: their words; @left: which of them are its equals */
static char *
pick_words (const Word *words, gsize n, const GPtrArray *others, const gsize *counts, gsize self)
{
  g_autofree gboolean *is_apart = g_new0 (gboolean, others->len);
  GString *text = g_string_new (NULL);

  is_apart[self] = TRUE;
  for (gsize i = 0; i < n; i++)
    {
      gboolean tells = FALSE;

      for (guint k = 0; k < others->len; k++)
        if (!is_apart[k] &&
            (i >= counts[k] || !is_same_word (&words[i], (const Word *) others->pdata[k] + i)))
          tells = is_apart[k] = TRUE;
      if (tells)
        g_string_append_printf (text, "%s%.*s", text->len > 0 ? ", " : "", (int) words[i].n,
                                words[i].begin);
    }
  return g_string_free (text, FALSE);
}

/* Where words do not tell names apart, their order does: by the alphabet, so that it is the same
 * each time. */
static void
number_alike (GPtrArray *group)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < group->len; i++)
    {
      Entry *entry = group->pdata[i];
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, entry->label)) + 1;
      g_autofree char *label = g_steal_pointer (&entry->label);

      g_hash_table_insert (counts, g_strdup (label), GUINT_TO_POINTER (n));
      entry->label = n > 1 ? g_strdup_printf ("%s #%u", label, n) : g_strdup (label);
    }
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(Entry *const *) a)->name, (*(Entry *const *) b)->name);
}

/* @group: (element-type Entry): names with one label, or that look alike where they are cut */
static void
tell_apart (GPtrArray *group, const char *label, gboolean is_whole)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autofree gsize *counts = g_new (gsize, group->len);

  g_ptr_array_sort (group, compare_entries);
  for (guint i = 0; i < group->len; i++)
    {
      Word *list = g_new (Word, MOST_WORDS);

      counts[i] = list_words (((Entry *) group->pdata[i])->name, is_whole, list);
      g_ptr_array_add (words, g_renew (Word, list, MAX (counts[i], 1)));
    }
  for (guint i = 0; i < group->len; i++)
    {
      Entry *entry = group->pdata[i];
      g_autofree char *picked = pick_words (words->pdata[i], counts[i], words, counts, i);

      entry->label = *picked ? g_strdup_printf ("%s [%s]", label, picked) : g_strdup (label);
    }
  number_alike (group);
}

/* @group: (element-type Entry): long names that begin alike */
static gboolean
has_twins (const GPtrArray *group)
{
  g_autoptr (GHashTable) looks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < group->len; i++)
    {
      const Entry *entry = group->pdata[i];

      if (!g_hash_table_add (
              looks, lsc_visible_name (entry->brief ? entry->brief : entry->name, MOST_CHARS)))
        return TRUE;
    }
  return FALSE;
}

/**
 * lsc_kernel_name_is_long:
 *
 * Returns: whether a name has a label in a list where others have the same ends, although it is no
 *   signature
 */
gboolean
lsc_kernel_name_is_long (const char *name)
{
  g_return_val_if_fail (name, FALSE);
  return is_coded (name);
}

/* ---- a list ---- */

static void
entry_free (gpointer data)
{
  Entry *self = data;

  g_free (self->name);
  g_free (self->brief);
  g_free (self->label);
  g_free (self);
}

/** lsc_kernel_labels_new: Returns: (transfer full): of a list without names */
LscKernelLabels *
lsc_kernel_labels_new (void)
{
  LscKernelLabels *self = g_new0 (LscKernelLabels, 1);

  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
lsc_kernel_labels_free (LscKernelLabels *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->entries);
  g_free (self);
}

/**
 * lsc_kernel_labels_add:
 * @name: any text of the list
 *
 * Cost: O(length). What was told of names that were added before may change.
 */
void
lsc_kernel_labels_add (LscKernelLabels *self, const char *name)
{
  Entry *entry;

  g_return_if_fail (self && name);
  if (g_hash_table_contains (self->by_name, name))
    return;
  entry = g_new0 (Entry, 1);
  entry->name = g_strdup (name);
  entry->brief = lsc_kernel_label (name);
  g_ptr_array_add (self->entries, entry);
  g_hash_table_insert (self->by_name, entry->name, entry);
  self->is_told = FALSE;
}

/** @groups: of (element-type Entry), by what they look like. @look: (transfer full) */
static void
add_to_group (GHashTable *groups, char *look, Entry *entry)
{
  GPtrArray *group = g_hash_table_lookup (groups, look);

  if (!group)
    g_hash_table_insert (groups, g_strdup (look), group = g_ptr_array_new ());
  g_ptr_array_add (group, entry);
  g_free (look);
}

static GHashTable *
make_groups (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                (GDestroyNotify) g_ptr_array_unref);
}

/* Signatures with one short name, and long names that begin alike, of which some end alike, too. */
static void
tell_all (LscKernelLabels *self)
{
  g_autoptr (GHashTable) briefs = make_groups (), cuts = make_groups ();
  GHashTableIter iter;
  gpointer look, group;

  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = self->entries->pdata[i];
      const char *brief = entry->brief ? entry->brief : entry->name;

      g_clear_pointer (&entry->label, g_free);
      if (is_coded (brief))
        add_to_group (cuts, g_strndup (brief, HEAD_CHARS), entry);
      else
        add_to_group (briefs, g_strdup (brief), entry);
    }
  g_hash_table_iter_init (&iter, briefs);
  while (g_hash_table_iter_next (&iter, &look, &group))
    if (((GPtrArray *) group)->len > 1)
      tell_apart (group, look, TRUE);
  g_hash_table_iter_init (&iter, cuts);
  while (g_hash_table_iter_next (&iter, &look, &group))
    if (has_twins (group))
      {
        g_autofree char *label = g_strconcat (look, "…", NULL);

        tell_apart (group, label, FALSE);
      }
  self->is_told = TRUE;
}

/**
 * lsc_kernel_labels_get:
 * @name: that was added
 *
 * Cost: O(all names) once, then O(length).
 *
 * Returns: (transfer none) (nullable): as it is shown; %NULL = as it is. It lives until another
 * name is added.
 */
const char *
lsc_kernel_labels_get (LscKernelLabels *self, const char *name)
{
  const Entry *entry;

  g_return_val_if_fail (self && name, NULL);
  if (!self->is_told)
    tell_all (self);
  entry = g_hash_table_lookup (self->by_name, name);
  if (!entry)
    return NULL;
  return entry->label ? entry->label : entry->brief;
}
