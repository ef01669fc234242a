/* lsc-search-query.c - understanding what to search for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "analyze/step/lsc-search-private.h"

/* A pattern that backtracks without end is stopped after that many steps a name. */
#define MATCH_LIMIT "(*LIMIT_MATCH=200000)"

#define KIND(kind) (G_GUINT64_CONSTANT (1) << (kind))

/* Core families by the names that recordings and people use. */
static const struct
{
  const char *name;
  guint64 kinds;
} cores[] = {
  { "cube", KIND (LSC_SLICE_CUBE) },        { "ai_core", KIND (LSC_SLICE_CUBE) },
  { "ai_cube", KIND (LSC_SLICE_CUBE) },     { "aic", KIND (LSC_SLICE_CUBE) },
  { "vector", KIND (LSC_SLICE_VECTOR) },    { "ai_vector_core", KIND (LSC_SLICE_VECTOR) },
  { "ai_vector", KIND (LSC_SLICE_VECTOR) }, { "aiv", KIND (LSC_SLICE_VECTOR) },
  { "mix", KIND (LSC_SLICE_MIX) },          { "mix_aic", KIND (LSC_SLICE_MIX) },
  { "mix_aiv", KIND (LSC_SLICE_MIX) },      { "ai_cpu", KIND (LSC_SLICE_AI_CPU) },
  { "aicpu", KIND (LSC_SLICE_AI_CPU) },     { "dsa", KIND (LSC_SLICE_DSA) },
  { "dsa_sqe", KIND (LSC_SLICE_DSA) },      { "unknown", KIND (LSC_SLICE_COMPUTE) },
};

static char *
fold_ascii (const char *text)
{
  char *folded = g_ascii_strdown (text, -1);

  g_strdelimit (folded, "- ", '_');
  return folded;
}

static gboolean
parse_core (LscSearchQuery *self, const char *value, GError **error)
{
  g_autofree char *folded = fold_ascii (value);
  guint64 kinds = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (cores); i++)
    if (strcmp (cores[i].name, folded) == 0)
      kinds = cores[i].kinds;
  if (kinds == 0)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("“core:%s”: there is no such core; use cube, vector, mix, ai_cpu, dsa or "
                        "unknown"),
                     value);
  self->kinds = self->kinds ? self->kinds & kinds : kinds;
  if (self->kinds == 0) /* two cores at once: nothing */
    self->kinds = KIND (63);
  return TRUE;
}

static gboolean
parse_kind (LscSearchQuery *self, const char *value, GError **error)
{
  guint64 kinds = 0;

  for (guint kind = 0; kind < LSC_SLICE_N_KINDS; kind++)
    if (_lsc_search_text_has (lsc_slice_kind_name ((guint8) kind), value))
      kinds |= KIND (kind);
  if (kinds == 0)
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("“kind:%s”: there is no such kind; use for example kernel, copy, wait, "
                        "communication, cann or python"),
                     value);
  self->kinds = self->kinds ? self->kinds & kinds : kinds;
  if (self->kinds == 0)
    self->kinds = KIND (63);
  return TRUE;
}

static gboolean
parse_step (LscSearchQuery *self, const char *value, GError **error)
{
  if (lsc_parse_int64 (value, strlen (value), &self->step) == LSC_PARSE_OK)
    {
      self->has_step = TRUE;
      return TRUE;
    }
  return lsc_fail (error, LSC_ERROR_USAGE,
                   _ ("“step:%s”: a step is a whole number, for example step:3"), value);
}

static gboolean
parse_duration (const char *text, double *ns)
{
  static const struct
  {
    const char *name;
    double ns;
  } units[] = { { "", 1 }, { "ns", 1 }, { "us", 1e3 }, { "µs", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };
  char *end;
  double value = g_ascii_strtod (text, &end);

  if (end == text || !isfinite (value))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (end, units[i].name) == 0)
      {
        *ns = value * units[i].ns;
        return TRUE;
      }
  return FALSE;
}

static gint64
to_ns (double ns)
{
  return ns >= 9.2e18 ? G_MAXINT64 : ns <= -9.2e18 ? G_MININT64 : (gint64) ns;
}

/* `dur>1ms`, `dur>=`, `dur<`, `dur<=`, `dur:` and `dur=` an exact one. */
static gboolean
parse_dur (LscSearchQuery *self, const char *word, GError **error)
{
  const char *sign = word + 3;
  gboolean with_equal = sign[0] != ':' && sign[0] != '=' && sign[1] == '=';
  double ns;

  if (!parse_duration (sign + (with_equal ? 2 : 1), &ns))
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("“%s”: a duration is a number with ns, us, ms or s, for example dur>1.5ms"),
                     word);
  ns = round (ns * 1000) / 1000; /* 1.1 us are 1100 ns, not a bit less or more */
  if (sign[0] == '>')
    self->least_ns = MAX (self->least_ns, to_ns (with_equal ? ceil (ns) : floor (ns) + 1));
  else if (sign[0] == '<')
    self->most_ns = MIN (self->most_ns, to_ns (with_equal ? floor (ns) : ceil (ns) - 1));
  else
    {
      self->least_ns = MAX (self->least_ns, to_ns (ceil (ns)));
      self->most_ns = MIN (self->most_ns, to_ns (floor (ns)));
    }
  return TRUE;
}

/* `name:value`, not `name::value`, which is how operators are called. */
static const char *
field_value (const char *word, const char *name)
{
  gsize length = strlen (name);

  if (strncmp (word, name, length) != 0 || word[length] != ':' || word[length + 1] == ':' ||
      word[length + 1] == '\0')
    return NULL;
  return word + length + 1;
}

/* Returns: whether the word was a field; FALSE with error when it was a bad one */
static gboolean
parse_field (LscSearchQuery *self, const char *word, GError **error)
{
  const char *value;

  if (g_str_has_prefix (word, "dur") && word[3] != '\0' && strchr ("<>=:", word[3]) &&
      word[4] != ':')
    return parse_dur (self, word, error);
  if ((value = field_value (word, "core")))
    return parse_core (self, value, error);
  if ((value = field_value (word, "kind")))
    return parse_kind (self, value, error);
  if ((value = field_value (word, "step")))
    return parse_step (self, value, error);
  if (field_value (word, "shape"))
    return lsc_fail (
        error, LSC_ERROR_USAGE,
        _ ("“%s”: shapes are not kept with the events, so they cannot be searched; see "
           "the details of an event"),
        word);
  if ((value = field_value (word, "lane")))
    g_ptr_array_add (self->lanes, g_strdup (value));
  else if ((value = field_value (word, "group")))
    g_ptr_array_add (self->groups, g_strdup (value));
  else
    return FALSE;
  return TRUE;
}

/* The next word; what stands between quotes is one word, without them. */
static char *
next_word (const char **text, gboolean *is_quoted)
{
  const char *begin, *end;

  while (g_ascii_isspace (**text))
    ++*text;
  if (**text == '\0')
    return NULL;
  begin = *text;
  end = *begin == '"' ? strchr (begin + 1, '"') : NULL;
  *is_quoted = end != NULL;
  if (end)
    {
      *text = end + 1;
      return g_strndup (begin + 1, (gsize) (end - begin - 1));
    }
  /* a field may have a quoted value: lane:"Stream 2" */
  for (end = begin; *end && !g_ascii_isspace (*end); end++)
    if (*end == '"' && end > begin && end[-1] == ':' && strchr (end + 1, '"'))
      end = strchr (end + 1, '"');
  *text = end;
  return g_strndup (begin, (gsize) (end - begin));
}

static void
strip_quotes (char *word)
{
  char *quote = strstr (word, ":\"");
  gsize length = strlen (word);

  if (!quote || word[length - 1] != '"' || quote + 2 >= word + length)
    return;
  word[length - 1] = '\0';
  memmove (quote + 1, quote + 2, strlen (quote + 2) + 1);
}

static gboolean
parse_words (LscSearchQuery *self, GError **error)
{
  const char *text = self->search->text;
  g_autoptr (GString) pattern = g_string_new (NULL);
  gboolean is_quoted;

  for (char *next; (next = next_word (&text, &is_quoted));)
    {
      g_autofree char *word = next;
      g_autofree char *field = g_strdup (word);
      g_autoptr (GError) bad = NULL;

      strip_quotes (field);
      if (!is_quoted && parse_field (self, field, &bad))
        continue;
      if (bad)
        {
          g_propagate_error (error, g_steal_pointer (&bad));
          return FALSE;
        }
      if (!self->search->is_regex)
        {
          g_ptr_array_add (self->words, g_steal_pointer (&word));
          continue;
        }
      g_string_append_printf (pattern, is_quoted ? "%s\"%s\"" : "%s%s", pattern->len > 0 ? " " : "",
                              word);
    }
  if (pattern->len > 0)
    g_ptr_array_add (self->words, g_strdup (pattern->str));
  return TRUE;
}

static gboolean
compile (LscSearchQuery *self, GError **error)
{
  const LscSearch *search = self->search;
  g_autofree char *pattern = NULL;
  g_autoptr (GError) bad = NULL;
  GRegexCompileFlags flags = G_REGEX_OPTIMIZE | (search->is_case_sensitive ? 0 : G_REGEX_CASELESS);

  if (!search->is_regex || self->words->len == 0)
    return TRUE;
  pattern = g_strdup_printf (search->is_exact        ? MATCH_LIMIT "^(?:%s)$"
                             : search->is_whole_word ? MATCH_LIMIT "\\b(?:%s)\\b"
                                                     : MATCH_LIMIT "%s",
                             (char *) self->words->pdata[0]);
  self->regex = g_regex_new (pattern, flags, 0, &bad);
  if (self->regex)
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE, _ ("“%s” is no regular expression: %s"),
                   (char *) self->words->pdata[0], bad->message);
}

/**
 * _lsc_search_query_parse:
 * @self: (out caller-allocates): to be cleared, whatever is returned
 * @search: must outlive it
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE for a bad field or regular expression
 */
gboolean
_lsc_search_query_parse (LscSearchQuery *self, const LscSearch *search, GError **error)
{
  *self = (LscSearchQuery){ .search = search, .most_ns = G_MAXINT64 };
  self->words = g_ptr_array_new_with_free_func (g_free);
  self->lanes = g_ptr_array_new_with_free_func (g_free);
  self->groups = g_ptr_array_new_with_free_func (g_free);
  if (!search->text || !g_utf8_validate (search->text, -1, NULL))
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("The text to search for is not valid UTF-8"));
  if (search->is_exact && !search->is_regex)
    {
      if (*search->text)
        g_ptr_array_add (self->words, g_strdup (search->text));
      return TRUE;
    }
  return parse_words (self, error) && compile (self, error);
}

void
_lsc_search_query_clear (LscSearchQuery *self)
{
  g_clear_pointer (&self->words, g_ptr_array_unref);
  g_clear_pointer (&self->lanes, g_ptr_array_unref);
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  g_clear_pointer (&self->regex, g_regex_unref);
}

/**
 * _lsc_search_query_has_filter:
 *
 * Returns: whether anything is asked for at all
 */
gboolean
_lsc_search_query_has_filter (const LscSearchQuery *self)
{
  return self->words->len > 0 || self->lanes->len > 0 || self->groups->len > 0 ||
         self->kinds != 0 || self->least_ns > 0 || self->most_ns < G_MAXINT64 || self->has_step;
}

static gboolean
is_ascii (const char *text)
{
  for (; *text; text++)
    if (*text & 0x80)
      return FALSE;
  return TRUE;
}

/* Finds an ASCII word whatever its case; bytes beyond ASCII never equal it. */
static const char *
find_ascii (const char *text, const char *word)
{
  gsize length = strlen (word);
  char first = g_ascii_tolower (*word);

  if (length == 0)
    return text;
  for (; *text; text++)
    if (g_ascii_tolower (*text) == first && g_ascii_strncasecmp (text, word, length) == 0)
      return text;
  return NULL;
}

/* Whether a hit of @length bytes does not cut a word of letters, digits and underscores. */
static gboolean
is_whole (const char *text, const char *hit, gsize length)
{
  gunichar before = hit > text ? g_utf8_get_char_validated (g_utf8_prev_char (hit), -1) : ' ';
  gunichar after = hit[length] ? g_utf8_get_char_validated (hit + length, -1) : ' ';

  if (before == (gunichar) -1 || before == (gunichar) -2)
    before = ' ';
  if (after == (gunichar) -1 || after == (gunichar) -2)
    after = ' ';
  return !g_unichar_isalnum (before) && before != '_' && !g_unichar_isalnum (after) && after != '_';
}

static gboolean
has_word (const LscSearch *search, const char *name, const char *word)
{
  g_autofree char *folded_name = NULL;
  g_autofree char *folded_word = NULL;
  gboolean in_ascii = !search->is_case_sensitive;

  if (in_ascii && !is_ascii (word))
    {
      name = folded_name = g_utf8_casefold (name, -1);
      word = folded_word = g_utf8_casefold (word, -1);
      in_ascii = FALSE;
    }
  for (const char *hit = name; *hit; hit++)
    {
      hit = in_ascii ? find_ascii (hit, word) : strstr (hit, word);
      if (!hit || !search->is_whole_word || is_whole (name, hit, strlen (word)))
        return hit != NULL;
    }
  return FALSE;
}

/**
 * _lsc_search_text_has:
 *
 * Returns: whether @text contains @word, whatever the case
 */
gboolean
_lsc_search_text_has (const char *text, const char *word)
{
  LscSearch search = { 0 };

  return *word == '\0' || has_word (&search, text, word);
}

static gboolean
equals (const LscSearch *search, const char *name, const char *word)
{
  g_autofree char *folded_name = NULL;
  g_autofree char *folded_word = NULL;

  if (search->is_case_sensitive)
    return strcmp (name, word) == 0;
  folded_name = g_utf8_casefold (name, -1);
  folded_word = g_utf8_casefold (word, -1);
  return strcmp (folded_name, folded_word) == 0;
}

/* -1 with error: too much backtracking */
static int
match_regex (const LscSearchQuery *self, const char *name, GError **error)
{
  g_autofree char *valid = g_utf8_validate (name, -1, NULL) ? NULL : g_utf8_make_valid (name, -1);
  g_autoptr (GError) bad = NULL;

  if (g_regex_match_full (self->regex, valid ? valid : name, -1, 0, 0, NULL, &bad))
    return 1;
  if (!bad)
    return 0;
  g_set_error (error, LSC_ERROR, LSC_ERROR_LIMIT,
               _ ("The regular expression takes too long (%s); make it simpler"), bad->message);
  return -1;
}

/**
 * _lsc_search_query_match:
 * @name: of a slice, perhaps not UTF-8
 *
 * Returns: 1 if the name is asked for, 0 if not, -1 with %LSC_ERROR_LIMIT when the regular
 *   expression takes too long
 */
int
_lsc_search_query_match (const LscSearchQuery *self, const char *name, GError **error)
{
  if (self->regex)
    return match_regex (self, name, error);
  for (guint i = 0; i < self->words->len; i++)
    {
      const char *word = g_ptr_array_index (self->words, i);

      if (self->search->is_exact ? !equals (self->search, name, word)
                                 : !has_word (self->search, name, word))
        return 0;
    }
  return 1;
}
