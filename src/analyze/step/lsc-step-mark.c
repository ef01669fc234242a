/* lsc-step-mark.c - what the name of a mark says of an iteration
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-step-mark.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* steps.md#marks. Servers mark each pass of the model with the batch that it works on, each in its
 * own grammar. Only what the grammar fixes is read; what stands behind it (sums of lengths, tokens)
 * differs from version to version. */

const LscWord lsc_step_phase_words[LSC_STEP_PHASE_N] = {
  [LSC_STEP_PHASE_NONE] = { "other", N_ ("other") },
  [LSC_STEP_PHASE_PREFILL] = { "prefill", N_ ("prefill") },
  [LSC_STEP_PHASE_DECODE] = { "decode", N_ ("decode") },
  [LSC_STEP_PHASE_MIXED] = { "mixed", N_ ("mixed") },
  [LSC_STEP_PHASE_VERIFY] = { "verify", N_ ("verify") },
  [LSC_STEP_PHASE_DRAFT] = { "draft", N_ ("draft") },
  [LSC_STEP_PHASE_IDLE] = { "idle", N_ ("without work") },
};

#define MOST_DIGITS 15
/* Longer marks are sentences that happen to begin with such a word. */
#define MOST_WORDS 64

/* Moves behind @text where that is next. */
static gboolean
skip (const char **at, const char *text)
{
  gsize n = strlen (text);

  if (strncmp (*at, text, n) != 0)
    return FALSE;
  *at += n;
  return TRUE;
}

/* Moves behind a number; -1 where none is next. */
static gint64
read_number (const char **at)
{
  gint64 number = 0;
  guint n = 0;

  for (; n < MOST_DIGITS && g_ascii_isdigit ((*at)[n]); n++)
    number = number * 10 + ((*at)[n] - '0');
  *at += n;
  return n > 0 ? number : -1;
}

/* The number behind the first @key of a text; -1 = there is none. */
static gint64
find_number (const char *text, const char *key)
{
  const char *at = strstr (text, key);

  if (!at)
    return -1;
  at += strlen (key);
  return read_number (&at);
}

/* @context, @generation: requests that are prefilled and that decode; @n_tokens: of the latter, -1
 * = not said */
static LscIterationName
make_forward (gint64 context, gint64 generation, gint64 n_tokens)
{
  LscIterationName name = { LSC_MARK_FORWARD, LSC_STEP_PHASE_IDLE, context + generation, -1 };

  if (context > 0)
    name.phase = generation > 0 ? LSC_STEP_PHASE_MIXED : LSC_STEP_PHASE_PREFILL;
  else if (generation > 0)
    name.phase = n_tokens > generation ? LSC_STEP_PHASE_VERIFY : LSC_STEP_PHASE_DECODE;
  return name;
}

/* Tokens in brackets: "(8)", "(sq8sk300…)". Moves behind them; FALSE where there are none. */
static gboolean
skip_tokens (const char **at, gint64 *n_tokens)
{
  const char *end;

  if (!skip (at, "("))
    return FALSE;
  skip (at, "sq");
  *n_tokens = read_number (at);
  end = strchr (*at, ')');
  if (!end)
    return FALSE;
  *at = end + 1;
  return TRUE;
}

/* vLLM, on any device: execute_context_2(4096)_generation_0(0), with the number of the iteration in
 * front in some versions, execute_new_1_cached_7 in older ones. */
static gboolean
read_execute (const char *at, LscIterationName *name)
{
  gint64 number, context, generation, n_tokens;

  if (!skip (&at, "execute_"))
    return FALSE;
  number = read_number (&at);
  if (number >= 0 && !skip (&at, "_"))
    return FALSE;
  if (skip (&at, "new_"))
    {
      context = read_number (&at);
      generation = context >= 0 && skip (&at, "_cached_") ? read_number (&at) : -1;
      n_tokens = -1;
    }
  else
    {
      context = skip (&at, "context_") ? read_number (&at) : -1;
      if (context < 0 || !skip_tokens (&at, &n_tokens) || !skip (&at, "_generation_"))
        return FALSE;
      generation = read_number (&at);
      if (!skip_tokens (&at, &n_tokens))
        return FALSE;
    }
  if (context < 0 || generation < 0)
    return FALSE;
  *name = make_forward (context, generation, n_tokens);
  name->number = number;
  return TRUE;
}

/* TensorRT-LLM: [Executor] _forward_step 12: 2 ctx reqs, 3 gen reqs, in some versions with tokens.
 */
static gboolean
read_executor (const char *at, LscIterationName *name)
{
  gint64 number, context = 0, generation = 0;

  if (!skip (&at, "[Executor] _forward_step"))
    return FALSE;
  skip (&at, " ");
  number = read_number (&at);
  while (*at)
    {
      gint64 n = read_number (&at);

      if (n >= 0 && g_str_has_prefix (at, " ctx req"))
        context = n;
      else if (n >= 0 && g_str_has_prefix (at, " gen req"))
        generation = n;
      else if (*at)
        at++;
    }
  *name = make_forward (context, generation, -1);
  name->number = number;
  return TRUE;
}

/** A word and what it says, in lower case; the first that a text holds counts. */
typedef struct
{
  const char *word;
  LscStepPhase phase;
} PhaseWord;

static const PhaseWord phase_words[] = {
  { "verify", LSC_STEP_PHASE_VERIFY },  { "draft", LSC_STEP_PHASE_DRAFT },
  { "mixed", LSC_STEP_PHASE_MIXED },    { "prefill", LSC_STEP_PHASE_PREFILL },
  { "extend", LSC_STEP_PHASE_PREFILL }, { "decode", LSC_STEP_PHASE_DECODE },
  { "idle", LSC_STEP_PHASE_IDLE },
};

static LscStepPhase
find_phase (const char *text, gsize n)
{
  g_autofree char *lower = g_ascii_strdown (text, (gssize) n);

  for (gsize i = 0; i < G_N_ELEMENTS (phase_words); i++)
    if (strstr (lower, phase_words[i].word))
      return phase_words[i].phase;
  return LSC_STEP_PHASE_NONE;
}

/* SGLang: step[DECODE bs=8], step[EXTEND bs=2 toks=4096], draft step[…]; ATOM: decode[bs=8 tok=8].
 */
static gboolean
read_brackets (const char *at, LscIterationName *name)
{
  const char *word = at, *end;
  gboolean is_step;

  if (!g_ascii_isalpha (*at))
    return FALSE;
  skip (&at, "draft ");
  is_step = skip (&at, "step[");
  if (is_step)
    end = at + strcspn (at, " ]");
  else
    {
      end = strchr (at, '[');
      if (!end || !g_str_has_prefix (end, "[bs="))
        return FALSE;
    }
  *name = (LscIterationName){ LSC_MARK_FORWARD, LSC_STEP_PHASE_NONE, find_number (end, "bs="), -1 };
  name->phase = is_step && at != word + strlen ("step[") ? LSC_STEP_PHASE_DRAFT
                                                         : find_phase (at, (gsize) (end - at));
  if (!is_step && name->phase == LSC_STEP_PHASE_NONE)
    return FALSE;
  return *end != '\0';
}

/* Programs that mark their passes by hand: prefill, decode_step_3, Verify (bs=4). */
static gboolean
read_word (const char *text, LscIterationName *name)
{
  static const char *const keys[] = { "bs=", "batch_size=", "batch=" };
  gsize n = 0;
  LscStepPhase phase;

  while (g_ascii_isalpha (text[n]))
    n++;
  if (n == 0 || strlen (text) > MOST_WORDS)
    return FALSE;
  phase = find_phase (text, n);
  /* The word alone: an “extended_attention” is no pass of the model. */
  if (phase == LSC_STEP_PHASE_NONE || phase == LSC_STEP_PHASE_IDLE)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (phase_words); i++)
    if (strlen (phase_words[i].word) == n &&
        g_ascii_strncasecmp (phase_words[i].word, text, n) == 0)
      {
        *name = (LscIterationName){ LSC_MARK_WORD, phase, -1, -1 };
        for (gsize k = 0; k < G_N_ELEMENTS (keys) && name->batch < 0; k++)
          name->batch = find_number (text, keys[k]);
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_scheduler (const char *text, LscIterationName *name)
{
  if (!g_str_equal (text, "scheduler.run_batch") && !g_str_equal (text, "run_batch") &&
      !g_str_has_prefix (text, "run_batch["))
    return FALSE;
  *name = (LscIterationName){ LSC_MARK_BATCH, LSC_STEP_PHASE_NONE, -1, -1 };
  return TRUE;
}

/**
 * lsc_iteration_name_parse:
 * @name: of a range that a program set
 * @is_annotation: it is known to be one: operators may have the same plain words as names
 *
 * Thread: any. Cost: O(length).
 *
 * Returns: what it says of an iteration (steps.md#marks); %LSC_MARK_NO_ITERATION where it is none
 */
LscIterationName
lsc_iteration_name_parse (const char *name, gboolean is_annotation)
{
  LscIterationName parsed = { LSC_MARK_NO_ITERATION, LSC_STEP_PHASE_NONE, -1, -1 };

  g_return_val_if_fail (name, parsed);
  if (read_execute (name, &parsed) || read_executor (name, &parsed) ||
      read_brackets (name, &parsed) || (is_annotation && read_word (name, &parsed)) ||
      read_scheduler (name, &parsed))
    return parsed;
  return (LscIterationName){ LSC_MARK_NO_ITERATION, LSC_STEP_PHASE_NONE, -1, -1 };
}
