/* lsc-discover-words.c - what recordings are called that no number tells apart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * formats.md#rank-names. A path below the opened folder is a row of words. Where all rows are
 * equally long, a recording is called by the first words that tell all apart; else by what is
 * between the words that all begin and end with. Worked example: node0_4000.170 and node1_4001.171
 * are node0 and node1; dp0_tp0, dp0_tp1, dp1_tp0 and dp1_tp1 need both words.
 */
#include "config.h"

#include "read/find/lsc-discover-private.h"

#include <string.h>

#include "read/find/lsc-discover-words-private.h"

/* Endings that say what a file is, not which. */
static const char *const endings[] = { ".gz",  ".json", ".trace",     ".pt",
                                       ".db",  ".csv",  "_ascend_pt", "_ascend_ms",
                                       ".zip", ".tar",  ".profile",   NULL };

/* What phases, and parts of a server, are called: recordings of their own, not ranks. */
static const char *const phases[] = { "prefill",    "decode",   "extend",   "verify",   "draft",
                                      "target",     "mixed",    "warmup",   "train",    "eval",
                                      "infer",      "training", "rollout",  "generate", "inference",
                                      "evaluation", "forward",  "backward", NULL };

/* In front of a number: which of several that do the same. */
static const char *const places[] = { "dp",     "pp",      "tp",       "ep",   "cp",   "sp",
                                      "dcp",    "pcp",     "etp",      "node", "host", "replica",
                                      "engine", "server",  "instance", "gpu",  "npu",  "device",
                                      "worker", "machine", "pod",      NULL };

static gboolean
is_word_byte (char c)
{
  return g_ascii_isalnum (c) || (guchar) c >= 0x80;
}

static gboolean
is_number (const char *word)
{
  return *word && word[strspn (word, "0123456789")] == '\0';
}

static void
drop_endings (char *text)
{
  gboolean is_dropped = TRUE;

  while (is_dropped)
    {
      is_dropped = FALSE;
      for (guint i = 0; endings[i]; i++)
        if (g_str_has_suffix (text, endings[i]) && strlen (text) > strlen (endings[i]))
          {
            text[strlen (text) - strlen (endings[i])] = '\0';
            is_dropped = TRUE;
          }
    }
}

/* The path of a recording below @root: that of its folder, or of a file that lies by itself. */
static char *
get_path (const LscSource *source, const char *root, gboolean is_file)
{
  const char *path = is_file ? source->file : source->folder;
  gsize n = strlen (root);
  g_autofree char *shown = NULL;

  if (g_str_has_prefix (path, root) && path[n] == '/')
    path += n + 1;
  else if (strcmp (path, root) == 0)
    path = strrchr (path, '/') ? strrchr (path, '/') + 1 : path;
  shown = g_filename_display_name (path);
  g_strdelimit (shown, ",", ' ');
  drop_endings (shown);
  return g_steal_pointer (&shown);
}

/**
 * _lsc_words_init:
 * @self: (out caller-allocates): to be cleared with _lsc_words_clear()
 * @root: the folder that was opened
 * @is_file: whether the name of the file counts, too
 */
void
_lsc_words_init (LscWords *self, const LscSource *source, const char *root, gboolean is_file)
{
  self->text = get_path (source, root, is_file);
  self->words = g_ptr_array_new_with_free_func (g_free);
  self->starts = g_array_new (FALSE, FALSE, sizeof (gsize));
  for (const char *at = self->text; *at;)
    {
      const char *begin = at;
      gsize start = (gsize) (at - self->text);

      while (is_word_byte (*at))
        at++;
      if (at > begin)
        {
          g_ptr_array_add (self->words, g_strndup (begin, (gsize) (at - begin)));
          g_array_append_val (self->starts, start);
        }
      else
        at++;
    }
}

void
_lsc_words_clear (LscWords *self)
{
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->words, g_ptr_array_unref);
  g_clear_pointer (&self->starts, g_array_unref);
}

static const char *
get_word (const LscWords *self, guint index)
{
  return g_ptr_array_index (self->words, index);
}

/** Returns: (transfer none) (nullable): the first word that names a phase, as it is written */
const char *
_lsc_words_find_phase (const LscWords *self)
{
  for (guint i = 0; i < self->words->len; i++)
    for (guint k = 0; phases[k]; k++)
      if (g_ascii_strcasecmp (get_word (self, i), phases[k]) == 0)
        return get_word (self, i);
  return NULL;
}

/* Whether a word says a place among several that do the same: dp3, or 3 behind dp. */
static gboolean
is_place (const LscWords *self, guint index)
{
  const char *word = get_word (self, index);
  const char *before = index > 0 && is_number (word) ? get_word (self, index - 1) : word;
  gsize n = strcspn (before, "0123456789");

  if (before == word && !is_number (word + n))
    return FALSE;
  for (guint i = 0; places[i]; i++)
    if (strlen (places[i]) == n && g_ascii_strncasecmp (before, places[i], n) == 0)
      return TRUE;
  return FALSE;
}

/** Returns: whether the first word in which they differ says a place of each: they are no repeats
 */
gboolean
_lsc_words_differ_in_place (const LscWords *a, const LscWords *b)
{
  if (a->words->len != b->words->len)
    return FALSE;
  for (guint i = 0; i < a->words->len; i++)
    if (strcmp (get_word (a, i), get_word (b, i)) != 0)
      return is_place (a, i) && is_place (b, i);
  return FALSE;
}

/** Returns: whether they differ in numbers alone that may be times or counts of captures */
gboolean
_lsc_words_differ_in_number (const LscWords *a, const LscWords *b)
{
  guint n = 0;

  if (a->words->len != b->words->len)
    return FALSE;
  for (guint i = 0; i < a->words->len; i++)
    {
      if (strcmp (get_word (a, i), get_word (b, i)) == 0)
        continue;
      if (!is_number (get_word (a, i)) || !is_number (get_word (b, i)))
        return FALSE;
      n += g_ascii_strtoull (get_word (a, i), NULL, 10) !=
           g_ascii_strtoull (get_word (b, i), NULL, 10);
    }
  return n == 1;
}

/** Returns: (transfer full): all words but the phase and times, the same in each phase of a rank */
char *
_lsc_words_join_rest (const LscWords *self)
{
  const char *phase = _lsc_words_find_phase (self);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->words->len; i++)
    if (get_word (self, i) != phase &&
        !(is_number (get_word (self, i)) && strlen (get_word (self, i)) > 6))
      g_string_append_printf (text, "%s_", get_word (self, i));
  return g_string_free (text, FALSE);
}

/* ---- names ---- */

/** Recordings that are to be named. @chosen: by index of words */
typedef struct
{
  const LscWords *rows;
  gsize n;
  guint n_words;
  gboolean *chosen;
  guint32 *class; /* of each row: rows with the same chosen words */
} Naming;

static gboolean
is_even (const Naming *self)
{
  for (gsize i = 1; i < self->n; i++)
    if (self->rows[i].words->len != self->rows[0].words->len)
      return FALSE;
  return TRUE;
}

/* Splits the classes by a word. Returns: how many there are then */
static guint32
split_classes (const Naming *self, guint word, guint32 *class)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize i = 0; i < self->n; i++)
    {
      char *key = g_strdup_printf ("%u %s", self->class[i], get_word (&self->rows[i], word));
      guint known = GPOINTER_TO_UINT (g_hash_table_lookup (seen, key)); /* 1 + its class */

      if (known > 0)
        g_free (key);
      else
        {
          known = g_hash_table_size (seen) + 1;
          g_hash_table_insert (seen, key, GUINT_TO_POINTER (known));
        }
      class[i] = known - 1;
    }
  return g_hash_table_size (seen);
}

static gboolean
choose_words (Naming *self)
{
  g_autofree guint32 *class = g_new (guint32, self->n + 1);
  guint32 n_classes = 1;

  for (guint word = 0; word < self->n_words && n_classes < self->n; word++)
    {
      guint32 n = split_classes (self, word, class);

      self->chosen[word] = n > n_classes;
      if (n <= n_classes)
        continue;
      memcpy (self->class, class, self->n * sizeof *class);
      n_classes = n;
    }
  return n_classes == self->n;
}

/* Where what is said of word @index begins: a number alone says nothing, so the words before it go
 * with it, up to one that is none. */
static guint
find_first (const Naming *self, const LscWords *row, guint index)
{
  guint first = index;

  while (first > 0 && is_number (get_word (row, first)) && !self->chosen[first - 1])
    first--;
  return first;
}

static char *
join_chosen (const Naming *self, const LscWords *row)
{
  GString *name = g_string_new (NULL);
  gsize end = 0;

  for (guint i = 0; i < self->n_words; i++)
    {
      guint first = self->chosen[i] ? find_first (self, row, i) : i;
      gsize begin = g_array_index (row->starts, gsize, first);
      gsize stop = g_array_index (row->starts, gsize, i) + strlen (get_word (row, i));

      if (!self->chosen[i])
        continue;
      if (name->len > 0 && first > 0 && self->chosen[first - 1])
        g_string_append_len (name, row->text + end, (gssize) (begin - end));
      else if (name->len > 0)
        g_string_append_c (name, ' ');
      g_string_append_len (name, row->text + begin, (gssize) (stop - begin));
      end = stop;
    }
  return g_string_free (name, FALSE);
}

/* Words that all begin or end with. */
static guint
count_common (const LscWords *rows, gsize n, gboolean is_end, guint least)
{
  guint common = 0;

  for (; common < least; common++)
    for (gsize i = 1; i < n; i++)
      {
        guint x = is_end ? rows[0].words->len - 1 - common : common;
        guint y = is_end ? rows[i].words->len - 1 - common : common;

        if (strcmp (get_word (&rows[0], x), get_word (&rows[i], y)) != 0)
          return common;
      }
  return common;
}

static char *
cut_middle (const LscWords *row, guint first, guint n_after)
{
  guint end = row->words->len - n_after;
  gsize begin = g_array_index (row->starts, gsize, first);
  gsize stop = g_array_index (row->starts, gsize, end - 1) + strlen (get_word (row, end - 1));

  return g_strndup (row->text + begin, stop - begin);
}

static void
name_unevenly (const LscWords *rows, gsize n, char **names)
{
  guint least = G_MAXUINT, n_before, n_after;

  for (gsize i = 0; i < n; i++)
    least = MIN (least, rows[i].words->len);
  /* one word stays of the shortest */
  n_before = least > 0 ? count_common (rows, n, FALSE, least - 1) : 0;
  n_after = least > 0 ? count_common (rows, n, TRUE, least - 1 - n_before) : 0;
  for (gsize i = 0; i < n; i++)
    names[i] = least > 0 ? cut_middle (&rows[i], n_before, n_after) : g_strdup (rows[i].text);
}

static void
name_evenly (const LscWords *rows, gsize n, char **names)
{
  Naming self = { .rows = rows, .n = n, .n_words = rows[0].words->len };

  self.chosen = g_new0 (gboolean, self.n_words + 1);
  self.class = g_new0 (guint32, n + 1);
  if (choose_words (&self))
    for (gsize i = 0; i < n; i++)
      names[i] = join_chosen (&self, &rows[i]);
  g_free (self.chosen);
  g_free (self.class);
}

/* What cannot be told apart by words is by all of its path. */
static void
make_distinct (const LscWords *rows, gsize n, char **names)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize i = 0; i < n; i++)
    {
      if (!names[i] || !*names[i] || g_hash_table_contains (seen, names[i]))
        {
          g_free (names[i]);
          names[i] = g_strdup (rows[i].text);
        }
      if (is_number (names[i]))
        {
          char *marked = g_strconcat ("#", names[i], NULL);

          g_free (names[i]);
          names[i] = marked;
        }
      for (guint k = 2; g_hash_table_contains (seen, names[i]); k++)
        {
          g_free (names[i]);
          names[i] = g_strdup_printf ("%s (%u)", rows[i].text, k);
        }
      g_hash_table_add (seen, g_strdup (names[i]));
    }
}

/**
 * _lsc_words_name:
 * @rows: (array length=n): of recordings
 *
 * Cost: O(n) of words.
 *
 * Returns: (transfer full) (array zero-terminated=1): a name of each, as short as tells them apart
 */
GStrv
_lsc_words_name (const LscWords *rows, gsize n)
{
  GStrv names = g_new0 (char *, n + 1);
  Naming about = { .rows = rows, .n = n };

  if (n == 0)
    return names;
  if (is_even (&about))
    name_evenly (rows, n, names);
  else
    name_unevenly (rows, n, names);
  make_distinct (rows, n, names);
  return names;
}

/* ---- numbers ---- */

/* The only word in which all differ, G_MAXUINT where they differ in several, or do not. */
static guint
find_only_word (const LscWords *rows, gsize n)
{
  guint found = G_MAXUINT;
  Naming about = { .rows = rows, .n = n };

  if (!is_even (&about))
    return G_MAXUINT;
  for (guint word = 0; word < rows[0].words->len; word++)
    for (gsize i = 1; i < n; i++)
      if (strcmp (get_word (&rows[0], word), get_word (&rows[i], word)) != 0)
        {
          if (found != G_MAXUINT && found != word)
            return G_MAXUINT;
          found = word;
        }
  return found;
}

/**
 * _lsc_words_guess_numbers:
 * @numbers: (out) (array length=n): of each recording
 *
 * Returns: whether names differ in one number alone, and all from 0 on are there once: they are
 *   probably ranks
 */
gboolean
_lsc_words_guess_numbers (const LscWords *rows, gsize n, gint64 *numbers)
{
  guint word = n > 1 ? find_only_word (rows, n) : G_MAXUINT;
  g_autofree gboolean *is_there = g_new0 (gboolean, n + 1);

  if (word == G_MAXUINT)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      const char *text = get_word (&rows[i], word);
      guint64 number;

      if (!is_number (text) || !g_ascii_string_to_unsigned (text, 10, 0, n - 1, &number, NULL) ||
          is_there[number])
        return FALSE;
      is_there[number] = TRUE;
      numbers[i] = (gint64) number;
    }
  return TRUE;
}
