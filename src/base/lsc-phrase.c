/* lsc-phrase.c - a sentence and its numbers, put into words where it is shown
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-phrase.h"
#include "base/lsc-words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A phrase is a text: a sign, a letter that says what follows, and parts with their lengths in
 * front. As a text it fits into the pools of tables and, as it is, into the %s of another phrase.
 * Lengths rather than separators: arguments are names from files, in which anything may stand. */
#define SIGN '\002'
#define MESSAGE 'm'  /* message, arguments */
#define PLURAL 'p'   /* number, message of one, message of many, arguments */
#define CONSTANT 't' /* message in which % means itself */
#define VERBATIM 'v' /* text of a file or a user */
#define JOINED 'j'   /* separator, phrases */

#define MOST_ARGUMENTS 16
#define DEEPEST 8

typedef struct
{
  const char *text;
  gsize length;
} Part;

static void
append_part (GString *out, const char *text)
{
  g_string_append_printf (out, "%zu:%s", strlen (text), text);
}

static GString *
begin_phrase (char letter)
{
  GString *out = g_string_new (NULL);

  g_string_append_c (out, SIGN);
  g_string_append_c (out, letter);
  return out;
}

static LscPhrase *
end_phrase (GString *out)
{
  return (LscPhrase *) g_string_free (out, FALSE);
}

/* The length of a conversion that begins with "%". */
static gsize
conversion_length (const char *text)
{
  return 1 + strcspn (text + 1, "%cdiufgesx") + 1;
}

/* Numbers are written here, as no language of ours changes them. */
static char *
format_argument (const char *conversion, gsize length, va_list *arguments)
{
  g_autofree char *format = g_strndup (conversion, length);
  gboolean is_long = strpbrk (format, "lzj") != NULL;
  char number[G_ASCII_DTOSTR_BUF_SIZE + 32];

  switch (format[length - 1])
    {
    case 's':
      {
        const char *text = va_arg (*arguments, const char *);

        return g_strdup (text ? text : "");
      }
    case 'f':
    case 'g':
    case 'e':
      return g_strdup (
          g_ascii_formatd (number, sizeof number, format, va_arg (*arguments, double)));
    default:
      return is_long ? g_strdup_printf (format, va_arg (*arguments, gint64))
                     : g_strdup_printf (format, va_arg (*arguments, int));
    }
}

static void
append_arguments (GString *out, const char *message, va_list *arguments)
{
  for (const char *at = strchr (message, '%'); at; at = strchr (at, '%'))
    {
      gsize length = conversion_length (at);

      if (at[length - 1] != '%')
        {
          g_autofree char *text = format_argument (at, length, arguments);

          append_part (out, text);
        }
      at += length;
    }
}

/**
 * lsc_phrase_new:
 * @message: marked with N_(), with at most 16 conversions of d, u, x, f, g, e and s, none of them
 *   with a star
 *
 * An argument that is a phrase is given as lsc_phrase_as_argument().
 *
 * Returns: (transfer full): the phrase
 */
LscPhrase *
lsc_phrase_new (const char *message, ...)
{
  g_return_val_if_fail (message, NULL);

  GString *out = begin_phrase (MESSAGE);
  va_list arguments;

  append_part (out, message);
  va_start (arguments, message);
  append_arguments (out, message, &arguments);
  va_end (arguments);
  return end_phrase (out);
}

/**
 * lsc_phrase_new_plural:
 * @n: the number that decides; it is no argument by itself
 * @one, @many: as with ngettext(); both have the same conversions
 *
 * Returns: (transfer full): the phrase
 */
LscPhrase *
lsc_phrase_new_plural (gulong n, const char *one, const char *many, ...)
{
  g_return_val_if_fail (one && many, NULL);

  GString *out = begin_phrase (PLURAL);
  g_autofree char *number = g_strdup_printf ("%lu", n);
  va_list arguments;

  append_part (out, number);
  append_part (out, one);
  append_part (out, many);
  va_start (arguments, many);
  append_arguments (out, many, &arguments);
  va_end (arguments);
  return end_phrase (out);
}

static LscPhrase *
make_of_text (char letter, const char *text)
{
  GString *out = begin_phrase (letter);

  append_part (out, text);
  return end_phrase (out);
}

/**
 * lsc_phrase_new_text:
 * @message: marked with N_(); a % in it means itself
 *
 * Returns: (transfer full): the phrase
 */
LscPhrase *
lsc_phrase_new_text (const char *message)
{
  g_return_val_if_fail (message, NULL);
  return make_of_text (CONSTANT, message);
}

/**
 * lsc_phrase_new_verbatim:
 * @text: what no language changes: a formula, a text of a file
 *
 * Returns: (transfer full): the phrase
 */
LscPhrase *
lsc_phrase_new_verbatim (const char *text)
{
  g_return_val_if_fail (text, NULL);
  return make_of_text (VERBATIM, text);
}

/**
 * lsc_phrase_new_joined:
 * @separator: the same in every language, but for ", " between the parts of a list
 * @phrases: (element-type LscPhrase)
 *
 * Returns: (transfer full): one after the other
 */
LscPhrase *
lsc_phrase_new_joined (const char *separator, const GPtrArray *phrases)
{
  g_return_val_if_fail (separator && phrases, NULL);

  GString *out = begin_phrase (JOINED);

  append_part (out, separator);
  for (guint i = 0; i < phrases->len; i++)
    append_part (out, lsc_phrase_as_argument (g_ptr_array_index (phrases, i)));
  return end_phrase (out);
}

/**
 * lsc_phrase_copy:
 * @self: (nullable)
 *
 * Returns: (transfer full) (nullable): the same phrase
 */
LscPhrase *
lsc_phrase_copy (const LscPhrase *self)
{
  return (LscPhrase *) g_strdup ((const char *) self);
}

void
lsc_phrase_free (LscPhrase *self)
{
  g_free (self);
}

/**
 * lsc_phrase_as_argument:
 *
 * Returns: (transfer none): what stands for it in the arguments of another phrase, and in pools of
 *   texts
 */
const char *
lsc_phrase_as_argument (const LscPhrase *self)
{
  return (const char *) self;
}

/**
 * lsc_phrase_is_argument:
 *
 * Returns: whether a text may be that of a phrase; one from a file may only look like it
 */
gboolean
lsc_phrase_is_argument (const char *text)
{
  return text[0] == SIGN;
}

/** lsc_phrase_from_argument: Returns: (transfer none): the phrase of lsc_phrase_as_argument() */
const LscPhrase *
lsc_phrase_from_argument (const char *argument)
{
  return (const LscPhrase *) argument;
}

/* ---- words --------------------------------------------------------------------------------- */

/* Takes a part off the front. Returns: FALSE at the end, and where none stands. */
static gboolean
take_part (const char **at, Part *part)
{
  char *end;
  guint64 length;

  if (!g_ascii_isdigit (**at))
    return FALSE;
  length = g_ascii_strtoull (*at, &end, 10);
  if (*end != ':' || length > strlen (end + 1))
    return FALSE;
  *part = (Part){ end + 1, length };
  *at = end + 1 + length;
  return TRUE;
}

static gboolean
is_wide_sign (gunichar letter)
{
  return g_unichar_iswide (letter) && g_unichar_ispunct (letter);
}

static gunichar
last_letter (const char *text, gsize length)
{
  const char *at = g_utf8_find_prev_char (text, text + length);

  return at ? g_utf8_get_char (at) : 0;
}

/* Appends a text where two meet, one of them filled into the other. Chinese has no blank between
 * its letters, nor next to its signs, and one between a letter and a Latin word or a number; who
 * translates does not know which of these is filled in. */
static void
append_at_seam (GString *out, const char *text, gsize length)
{
  gsize end = out->len;
  gboolean leads = length > 0 && text[0] == ' ';
  gboolean trails = !leads && end > 0 && out->str[end - 1] == ' ';
  gunichar last, first;

  if (length == (gsize) leads || end == (gsize) trails)
    {
      g_string_append_len (out, text, (gssize) length);
      return;
    }
  last = last_letter (out->str, end - (gsize) trails);
  first = g_utf8_get_char (text + leads);
  if (is_wide_sign (last) || is_wide_sign (first) ||
      (g_unichar_iswide (last) && g_unichar_iswide (first)))
    {
      g_string_truncate (out, end - (gsize) trails);
      text += leads;
      length -= (gsize) leads;
    }
  else if (!leads && !trails &&
           ((g_unichar_iswide (last) && first < 0x80 && g_ascii_isalnum ((char) first)) ||
            (last < 0x80 && (g_ascii_isalnum ((char) last) || last == '%') &&
             g_unichar_iswide (first))))
    g_string_append_c (out, ' ');
  g_string_append_len (out, text, (gssize) length);
}

static gboolean
has_wide (const char *text)
{
  for (; *text; text = g_utf8_next_char (text))
    if (g_unichar_iswide (g_utf8_get_char (text)))
      return TRUE;
  return FALSE;
}

static void put_into_words (GString *out, const char *text, gboolean is_plain, guint depth);

/* @mends: whether the text around is Chinese. */
static void
append_argument (GString *out, const Part *part, gboolean is_plain, gboolean mends, guint depth)
{
  g_autofree char *text = g_strndup (part->text, part->length);
  g_autoptr (GString) words = g_string_new (NULL);

  if (text[0] == SIGN && depth < DEEPEST)
    put_into_words (words, text, is_plain, depth + 1);
  else
    g_string_append (words, text);
  if (mends && g_utf8_validate (words->str, (gssize) words->len, NULL))
    append_at_seam (out, words->str, words->len);
  else
    g_string_append_len (out, words->str, (gssize) words->len);
}

/* Which argument a conversion means: "%2$s" the second, else the next one. */
static gsize
argument_of (const char *conversion, gsize length, gsize *next)
{
  char *end;
  guint64 number = g_ascii_strtoull (conversion + 1, &end, 10);

  if (number > 0 && *end == '$' && end < conversion + length)
    return number - 1;
  return (*next)++;
}

static void
fill_message (GString *out, const char *message, const char *at, gboolean is_plain, guint depth)
{
  Part arguments[MOST_ARGUMENTS];
  gsize n = 0, next = 0;
  gboolean mends = !is_plain && has_wide (message);

  while (n < MOST_ARGUMENTS && take_part (&at, &arguments[n]))
    n++;
  while (*message)
    {
      gsize text = strcspn (message, "%"), length, index;

      if (mends && text > 0)
        append_at_seam (out, message, text);
      else
        g_string_append_len (out, message, (gssize) text);
      message += text;
      if (!*message)
        break;
      length = MIN (conversion_length (message), strlen (message));
      if (message[length - 1] == '%')
        g_string_append_c (out, '%');
      else if ((index = argument_of (message, length, &next)) < n)
        append_argument (out, &arguments[index], is_plain, mends, depth);
      message += length;
    }
}

static void
join_parts (GString *out, const char *separator, const char *at, gboolean is_plain, guint depth)
{
  Part part;

  if (!is_plain && g_str_equal (separator, ", "))
    separator = C_ ("list of parts", ", ");
  for (gsize i = 0; take_part (&at, &part); i++)
    {
      gboolean mends = !is_plain && is_wide_sign (last_letter (out->str, out->len));

      if (i > 0)
        g_string_append (out, separator);
      append_argument (out, &part, is_plain, mends, depth);
    }
}

static const char *
choose_plural (char *const *texts, gboolean is_plain)
{
  gulong n = (gulong) g_ascii_strtoull (texts[0], NULL, 10);

  if (is_plain)
    return n == 1 ? texts[1] : texts[2];
  return g_dngettext (GETTEXT_PACKAGE, texts[1], texts[2], n);
}

static void
put_into_words (GString *out, const char *text, gboolean is_plain, guint depth)
{
  const char *at = text[1] ? text + 2 : text + 1; /* a name may be the sign alone */
  char *texts[3] = { NULL };
  Part part;
  gsize n = 0, n_wanted = text[1] == PLURAL ? 3 : 1;
  gboolean is_fixed = is_plain || text[1] == VERBATIM || text[1] == JOINED;
  const char *message;

  while (n < n_wanted && take_part (&at, &part))
    texts[n++] = g_strndup (part.text, part.length);
  if (n == n_wanted)
    {
      if (n == 3)
        message = choose_plural (texts, is_plain);
      else /* the translation of "" is the head of the catalog */
        message = is_fixed || !*texts[0] ? texts[0] : _ (texts[0]);
      if (text[1] == MESSAGE || text[1] == PLURAL)
        fill_message (out, message, at, is_plain, depth);
      else if (text[1] == JOINED)
        join_parts (out, message, at, is_plain, depth);
      else
        g_string_append (out, message);
    }
  for (gsize i = 0; i < n; i++)
    g_free (texts[i]);
}

static char *
to_text (const LscPhrase *self, gboolean is_plain)
{
  GString *out;

  if (!self)
    return NULL;
  out = g_string_new (NULL);
  put_into_words (out, (const char *) self, is_plain, 0);
  return g_string_free (out, FALSE);
}

/**
 * lsc_phrase_to_plain:
 * @self: (nullable)
 *
 * Returns: (transfer full) (nullable): the untranslated sentence, for files and programs
 */
char *
lsc_phrase_to_plain (const LscPhrase *self)
{
  return to_text (self, TRUE);
}

/**
 * lsc_phrase_to_words:
 * @self: (nullable)
 *
 * Returns: (transfer full) (nullable): the sentence in the user's language
 */
char *
lsc_phrase_to_words (const LscPhrase *self)
{
  return to_text (self, FALSE);
}

/* Units stand behind their figure. */
static gboolean
is_unit (const char *word)
{
  static const char *const units[] = { "ns", "µs",  "ms",  "s",   "min", "h",    "%",
                                       "B",  "KiB", "MiB", "GiB", "TiB", "GB/s", "TFLOPS" };
  g_autofree char *bare = g_strndup (word, strcspn (word, ".,;:)"));

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (bare, units[i]))
      return TRUE;
  return FALSE;
}

/**
 * lsc_phrase_count_words:
 *
 * Returns: how many words a sentence has in the language of its message; a figure is one with its
 *   unit
 */
guint
lsc_phrase_count_words (const LscPhrase *self)
{
  g_autofree char *plain = NULL;
  g_auto (GStrv) words = NULL;
  guint n = 0;

  g_return_val_if_fail (self, 0);
  plain = lsc_phrase_to_plain (self);
  words = g_strsplit (plain, " ", -1);
  for (guint i = 0; words[i]; i++)
    n += *words[i] != '\0' && !(i > 0 && is_unit (words[i]));
  return n;
}

/**
 * lsc_words_append:
 * @words: sentences that people read, or nothing yet
 * @sentence: in their language, valid UTF-8
 *
 * Adds a sentence behind others, with a blank between them where their language has one.
 */
void
lsc_words_append (GString *words, const char *sentence)
{
  g_return_if_fail (words && sentence);

  if (words->len > 0)
    g_string_append_c (words, ' ');
  append_at_seam (words, sentence, strlen (sentence));
}
