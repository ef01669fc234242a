/* lsc-pipeline-message.c - texts of recorded ranges: scanner and kinds
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-message.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"

/* A message is what Python prints for a dict, a JSON object or a bare name. Nothing is evaluated;
 * every byte sequence gives some message. Example: {'name': 'forward_step',
 * 'current_microbatch': 12} has the name forward_step and the micro-batch 12. */

#define MAX_LENGTH 4096
#define SHORT_NAME_CHARS 64

typedef enum
{
  VALUE_NOTHING, /* None, null */
  VALUE_TEXT,
  VALUE_WORD, /* a bare word that is not a number: True, 1.5, [1, 2] */
  VALUE_INT,
} ValueKind;

typedef struct
{
  ValueKind kind;
  gint64 integer;
  char *text;
} Value;

typedef struct
{
  const char *at;
  const char *end;
} Scanner;

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static gboolean
skip_separators (Scanner *self)
{
  while (self->at < self->end && (is_blank (*self->at) || *self->at == ',' || *self->at == ':'))
    self->at++;
  return self->at < self->end;
}

static char *
scan_string (Scanner *self)
{
  GString *text = g_string_new (NULL);
  char quote = *self->at++;

  while (self->at < self->end && *self->at != quote)
    {
      if (*self->at == '\\' && self->at + 1 < self->end)
        self->at++;
      g_string_append_c (text, *self->at++);
    }
  if (self->at < self->end)
    self->at++;
  return g_string_free (text, FALSE);
}

static char *
scan_word (Scanner *self)
{
  const char *begin = self->at;
  const char *end;
  gint64 depth = 0;

  for (; self->at < self->end; self->at++)
    {
      char c = *self->at;

      if (depth == 0 && (c == ',' || c == ':'))
        break;
      depth += c == '(' || c == '[' || c == '{';
      depth -= c == ')' || c == ']' || c == '}';
    }
  end = self->at;
  while (end > begin && is_blank (end[-1]))
    end--;
  return g_strndup (begin, (gsize) (end - begin));
}

/* A number of more digits than fit is as far off as one can be, but still a number: it is reported
 * with the others that cannot be right. */
static gboolean
parse_integer (const char *text, gint64 *value)
{
  const char *digits = text + (*text == '-' || *text == '+');

  if (lsc_parse_int64 (text, strlen (text), value) == LSC_PARSE_OK)
    return TRUE;
  if (*digits == '\0' || digits[strspn (digits, "0123456789")] != '\0')
    return FALSE;
  *value = *text == '-' ? G_MININT64 : G_MAXINT64;
  return TRUE;
}

static Value
scan_value (Scanner *self)
{
  Value value = { VALUE_TEXT, 0, NULL };

  if (*self->at == '\'' || *self->at == '"')
    {
      value.text = scan_string (self);
      return value;
    }
  value.text = scan_word (self);
  if (g_str_equal (value.text, "None") || g_str_equal (value.text, "null"))
    value.kind = VALUE_NOTHING;
  else if (parse_integer (value.text, &value.integer))
    value.kind = VALUE_INT;
  else
    value.kind = VALUE_WORD;
  return value;
}

static int
kind_from_letter (const char *text)
{
  static const char letters[] = "FBIWXL";
  const char *at;

  if (text[0] == '\0' || text[1] != '\0')
    return LSC_BLOCK_KIND_NONE;
  at = strchr (letters, g_ascii_toupper (text[0]));
  return at ? (int) (at - letters) : LSC_BLOCK_KIND_NONE;
}

static void
take_int (const Value *value, gboolean *has, gint64 *out)
{
  *has = value->kind == VALUE_INT;
  *out = value->kind == VALUE_INT ? value->integer : 0;
}

/* Other keys have no meaning for us. */
static void
take_pair (LscPipelineMessage *self, const char *key, const Value *value)
{
  if (g_str_equal (key, "name") && value->kind != VALUE_NOTHING)
    {
      g_free (self->name);
      self->name = g_utf8_make_valid (value->text, -1);
    }
  else if (g_str_equal (key, "current_microbatch"))
    take_int (value, &self->has_micro_batch, &self->micro_batch);
  else if (!self->has_chunk && (g_str_equal (key, "chunk") || g_str_equal (key, "vp_stage")))
    take_int (value, &self->has_chunk, &self->chunk);
  else if (g_str_equal (key, "stage"))
    take_int (value, &self->has_stage, &self->stage);
  else if (g_str_equal (key, "kind") && value->kind != VALUE_NOTHING)
    self->kind = kind_from_letter (value->text);
}

static void
scan_dict (LscPipelineMessage *self, const char *begin, const char *end)
{
  Scanner scanner = { begin, end };

  while (skip_separators (&scanner))
    {
      Value key = scan_value (&scanner);
      Value value = { VALUE_NOTHING, 0, NULL };

      if (skip_separators (&scanner))
        {
          value = scan_value (&scanner);
          take_pair (self, key.text, &value);
        }
      g_free (key.text);
      g_free (value.text);
    }
}

static char *
short_name (const char *text, gsize length)
{
  /* a character has at most four bytes, so more are never needed */
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) MIN (length, SHORT_NAME_CHARS * 4));

  return g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), SHORT_NAME_CHARS));
}

/**
 * lsc_pipeline_message_parse:
 * @text: the recorded text, of any bytes
 * @length: its length in bytes
 *
 * Reads a range's text without evaluating anything. A text that is not `{...}` is the name itself;
 * of one that is longer than 4 KiB or not UTF-8 the first 64 characters are the name.
 *
 * Cost: linear. Thread: any. Source: MSTX_EVENTS.message; pipeline.md#kinds, #bad-input.
 *
 * Returns: (transfer full): what it says
 */
LscPipelineMessage *
lsc_pipeline_message_parse (const char *text, gsize length)
{
  g_return_val_if_fail (text, NULL);

  LscPipelineMessage *self = g_new0 (LscPipelineMessage, 1);
  const char *begin = text;
  const char *end;

  length = strnlen (text, length);
  end = text + length;
  self->kind = LSC_BLOCK_KIND_NONE;
  while (begin < end && is_blank (*begin))
    begin++;
  while (end > begin && is_blank (end[-1]))
    end--;
  if (length > MAX_LENGTH)
    self->name = short_name (begin, (gsize) (end - begin));
  else if (end - begin >= 2 && *begin == '{' && end[-1] == '}')
    scan_dict (self, begin + 1, end - 1);
  if (!self->name)
    self->name = g_utf8_validate (begin, end - begin, NULL)
                     ? g_strndup (begin, (gsize) (end - begin))
                     : short_name (begin, (gsize) (end - begin));
  return self;
}

void
lsc_pipeline_message_free (LscPipelineMessage *self)
{
  g_return_if_fail (self);
  g_free (self->name);
  g_free (self);
}

typedef struct
{
  int kind;
  const char *text;
} Word;

static const Word known_words[] = {
  { LSC_BLOCK_X, "forward_backward" },
  { LSC_BLOCK_X, "fwd_bwd" },
  { LSC_BLOCK_X, "overlap_f_b" },
  { LSC_BLOCK_I, "backward_input" },
  { LSC_BLOCK_I, "backward_dgrad" },
  { LSC_BLOCK_I, "bwd_input" },
  { LSC_BLOCK_W, "backward_weight" },
  { LSC_BLOCK_W, "backward_wgrad" },
  { LSC_BLOCK_W, "bwd_weight" },
  { LSC_BLOCK_W, "weightgradstore.pop" },
  { LSC_BLOCK_W, "weightgradstore_pop" },
  { LSC_BLOCK_W, "weightgradstore pop" },
  { LSC_BLOCK_F, "forward" },
  { LSC_BLOCK_F, "fwd" },
  { LSC_BLOCK_B, "backward" },
  { LSC_BLOCK_B, "bwd" },
};

struct _LscPipelineWords
{
  GArray *words; /* Word with owned texts, in lower case */
  gboolean loose;
};

static void
clear_word (gpointer data)
{
  g_free ((char *) ((Word *) data)->text);
}

static gboolean
parse_word (const char *text, Word *word)
{
  g_auto (GStrv) fields = g_strsplit (text, ",", -1);

  word->kind = LSC_BLOCK_KIND_NONE;
  word->text = NULL;
  for (gsize i = 0; fields[i]; i++)
    if (g_str_has_prefix (fields[i], "kind="))
      word->kind = kind_from_letter (fields[i] + 5);
    else if (g_str_has_prefix (fields[i], "word=") && fields[i][5] && !word->text)
      word->text = g_ascii_strdown (fields[i] + 5, -1);
  if (word->kind != LSC_BLOCK_KIND_NONE && word->text)
    return TRUE;
  g_free ((char *) word->text);
  return FALSE;
}

/**
 * lsc_pipeline_words_new:
 * @words: (nullable): texts such as "kind=F,word=my_fwd", tried before the known words
 * @loose: whether a name that only contains "forward" or "backward" counts too
 *
 * Returns: (transfer full): the words, or %NULL with %LSC_ERROR_USAGE for a text of another form
 */
LscPipelineWords *
lsc_pipeline_words_new (const char *const *words, gboolean loose, GError **error)
{
  g_autoptr (LscPipelineWords) self = g_new0 (LscPipelineWords, 1);

  self->words = g_array_new (FALSE, FALSE, sizeof (Word));
  g_array_set_clear_func (self->words, clear_word);
  self->loose = loose;
  for (gsize i = 0; words && words[i]; i++)
    {
      Word word;

      if (!parse_word (words[i], &word))
        {
          g_set_error (error, LSC_ERROR, LSC_ERROR_USAGE,
                       _ ("“%s” does not name a range: write kind=F,word=my_forward, where the "
                          "kind is one of F, B, I, W, X, L"),
                       words[i]);
          return NULL;
        }
      g_array_append_val (self->words, word);
    }
  return g_steal_pointer (&self);
}

void
lsc_pipeline_words_free (LscPipelineWords *self)
{
  g_return_if_fail (self);
  g_array_unref (self->words);
  g_free (self);
}

static gboolean
starts_with_word (const char *name, const char *word)
{
  char next;

  if (!g_str_has_prefix (name, word))
    return FALSE;
  next = name[strlen (word)];
  return next == '\0' || next == '_' || next == ' ' || g_ascii_isdigit (next);
}

static int
classify_loosely (const char *lower)
{
  gboolean forward = strstr (lower, "forward") != NULL;
  gboolean backward = strstr (lower, "backward") != NULL;

  if (forward && backward)
    return LSC_BLOCK_X;
  return forward ? LSC_BLOCK_F : backward ? LSC_BLOCK_B : LSC_BLOCK_KIND_NONE;
}

/**
 * lsc_pipeline_classify:
 * @words: (nullable): extra words
 * @name: name of a range
 *
 * The kind of a range by its name: the name has to start with a known word, followed by its end,
 * an underscore, a blank or a digit. "Forward pass" is F, "FeedForward" and "forwarder" are none.
 *
 * Source: pipeline.md#kinds.
 *
 * Returns: an LscBlockKind, or %LSC_BLOCK_KIND_NONE
 */
int
lsc_pipeline_classify (const LscPipelineWords *words, const char *name)
{
  g_return_val_if_fail (name, LSC_BLOCK_KIND_NONE);

  g_autofree char *lower = g_ascii_strdown (name, -1);
  const char *text = g_strstrip (lower);

  for (guint i = 0; words && i < words->words->len; i++)
    {
      const Word *word = &g_array_index (words->words, Word, i);

      if (starts_with_word (text, word->text))
        return word->kind;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (known_words); i++)
    if (starts_with_word (text, known_words[i].text))
      return known_words[i].kind;
  return words && words->loose ? classify_loosely (text) : LSC_BLOCK_KIND_NONE;
}
