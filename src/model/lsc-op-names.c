/* lsc-op-names.c - what the ops of op timelines are, by their names
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-op-names.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"

typedef struct
{
  const char *name;
  LscOpMeaning meaning;
} KnownName;

/* What no replay has. */
#define DRAWN(row)                                                                                 \
  {                                                                                                \
    LSC_JOB_OP_OTHER, row                                                                          \
  }

/* Source: the table of kinds of the straggler study's op timelines, those that it does not replay
 * included (formats.md#op-kinds), and the timers of Megatron-LM that say the same by other names or
 * are drawn beside them. */
static const KnownName known_names[] = {
  { "params-all-gather", { LSC_JOB_OP_PARAMS_ALL_GATHER, LSC_JOB_ROW_DATA } },
  { "forward-recv", { LSC_JOB_OP_FORWARD_RECV, LSC_JOB_ROW_MESSAGES } },
  { "forward-compute", { LSC_JOB_OP_FORWARD_COMPUTE, LSC_JOB_ROW_COMPUTE } },
  { "forward-send", { LSC_JOB_OP_FORWARD_SEND, LSC_JOB_ROW_MESSAGES } },
  { "backward-recv", { LSC_JOB_OP_BACKWARD_RECV, LSC_JOB_ROW_MESSAGES } },
  { "backward-compute", { LSC_JOB_OP_BACKWARD_COMPUTE, LSC_JOB_ROW_COMPUTE } },
  { "backward-send", { LSC_JOB_OP_BACKWARD_SEND, LSC_JOB_ROW_MESSAGES } },
  { "gc", { LSC_JOB_OP_GC, LSC_JOB_ROW_COMPUTE } },
  { "layernorm-grads-all-reduce", { LSC_JOB_OP_LAYERNORM_ALL_REDUCE, LSC_JOB_ROW_DATA } },
  { "embedding-grads-all-reduce", { LSC_JOB_OP_EMBEDDING_ALL_REDUCE, LSC_JOB_ROW_DATA } },
  { "grads-reduce-scatter", { LSC_JOB_OP_REDUCE_SCATTER, LSC_JOB_ROW_DATA } },
  { "separate-grads-all-reduce", { LSC_JOB_OP_SEPARATE_ALL_REDUCE, LSC_JOB_ROW_DATA } },
  { "optimizer-clip-main-grad", { LSC_JOB_OP_CLIP_GRAD, LSC_JOB_ROW_DATA } },
  { "optimizer", { LSC_JOB_OP_OPTIMIZER, LSC_JOB_ROW_COMPUTE } },
  { "data-load", DRAWN (LSC_JOB_ROW_COMPUTE) },
  { "data-sync", DRAWN (LSC_JOB_ROW_COMPUTE) },
  { "backward-wgrad-compute", DRAWN (LSC_JOB_ROW_COMPUTE) },
  { "forward-backward", DRAWN (LSC_JOB_ROW_COMPUTE) },
  { "forward-send-backward-recv", DRAWN (LSC_JOB_ROW_MESSAGES) },
  { "backward-send-forward-recv", DRAWN (LSC_JOB_ROW_MESSAGES) },
  { "tp-reducescatter", DRAWN (LSC_JOB_ROW_TENSOR) },
  { "tp-allgather", DRAWN (LSC_JOB_ROW_TENSOR) },
  { "tp-allreduce", DRAWN (LSC_JOB_ROW_TENSOR) },
  { "params-all-gather-nonoverlapping", DRAWN (LSC_JOB_ROW_DATA) },
  { "grads-reduce-scatter-nonoverlapping", DRAWN (LSC_JOB_ROW_DATA) },
  { "optimizer-inner-step", DRAWN (LSC_JOB_ROW_DATA) },
  { "all-grads-sync", { LSC_JOB_OP_REDUCE_SCATTER, LSC_JOB_ROW_DATA } },
  { "batch-generator", DRAWN (LSC_JOB_ROW_COMPUTE) },
  { "forward-send-forward-recv", DRAWN (LSC_JOB_ROW_MESSAGES) },
  { "backward-send-backward-recv", DRAWN (LSC_JOB_ROW_MESSAGES) },
  { "forward-backward-send-forward-backward-recv", DRAWN (LSC_JOB_ROW_MESSAGES) },
  { "optimizer-copy-to-main-grad", DRAWN (LSC_JOB_ROW_DATA) },
  { "optimizer-unscale-and-check-inf", DRAWN (LSC_JOB_ROW_DATA) },
  { "optimizer-count-zeros", DRAWN (LSC_JOB_ROW_DATA) },
  { "optimizer-copy-main-to-model-params", DRAWN (LSC_JOB_ROW_DATA) },
  { "other", DRAWN (LSC_JOB_ROW_MISC) }, /* in a file of the user: known, and in no replay */
};

#undef DRAWN

/** A line: names that match @pattern mean @meaning. */
typedef struct
{
  GPatternSpec *pattern;
  LscOpMeaning meaning;
} Line;

struct _LscOpNames
{
  gatomicrefcount refs;
  GArray *lines; /* Line */
};

static void
clear_line (gpointer data)
{
  g_pattern_spec_free (((Line *) data)->pattern);
}

static gboolean
is_separator (char c)
{
  return c == ' ' || c == '\t' || c == ',' || c == '=' || c == '\r';
}

/* What a line has, without quotes. */
static char *
trim (char *text)
{
  char *end = text + strlen (text);

  while (end > text && is_separator (end[-1]))
    *--end = '\0';
  while (is_separator (*text))
    text++;
  if (end - text >= 2 && *text == '"' && end[-1] == '"')
    {
      end[-1] = '\0';
      text++;
    }
  return text;
}

/* The kind is the last word: a name may have blanks in it. */
static gboolean
add_line (LscOpNames *self, char *text, const char *file, guint number, GError **error)
{
  char *kind, *name = trim (text);
  Line line;

  if (*name == '\0' || *name == '#')
    return TRUE;
  for (kind = name + strlen (name); kind > name && !is_separator (kind[-1]);)
    kind--;
  if (kind == name)
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("%s, line %u: write “name kind”."), file, number);
  kind[-1] = '\0';
  kind = trim (kind);
  name = trim (name);
  if (!lsc_op_names_find (NULL, kind, &line.meaning))
    return lsc_fail (error, LSC_ERROR_USAGE,
                     _ ("%s, line %u: “%s” is no kind of ops; kinds are such as forward-compute, "
                        "backward-compute, forward-send, grads-reduce-scatter, optimizer, other."),
                     file, number, kind);
  if (*name == '\0')
    return lsc_fail (error, LSC_ERROR_USAGE, _ ("%s, line %u: write “name kind”."), file, number);
  line.pattern = g_pattern_spec_new (name);
  g_array_append_val (self->lines, line);
  return TRUE;
}

/**
 * lsc_op_names_parse:
 * @text: a line "name kind" for each, kind one of those that are known; a * in a name stands for
 *   any text; # begins a comment
 * @file: what to call it in an error
 *
 * Errors: %LSC_ERROR_USAGE, with the number of the line
 *
 * Source: formats.md#op-kinds.
 *
 * Returns: (transfer full) (nullable): the names
 */
LscOpNames *
lsc_op_names_parse (const char *text, const char *file, GError **error)
{
  g_return_val_if_fail (text && file, NULL);

  g_autoptr (LscOpNames) self = g_new0 (LscOpNames, 1);
  g_auto (GStrv) lines = NULL;

  g_atomic_ref_count_init (&self->refs);
  self->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_array_set_clear_func (self->lines, clear_line);
  if (!g_utf8_validate (text, -1, NULL))
    {
      lsc_fail (error, LSC_ERROR_USAGE, _ ("%s is no text in UTF-8."), file);
      return NULL;
    }
  if (g_str_has_prefix (text, "\xef\xbb\xbf"))
    text += 3;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (!add_line (self, lines[i], file, i + 1, error))
      return NULL;
  return g_steal_pointer (&self);
}

/** Returns: (transfer full): @self */
LscOpNames *
lsc_op_names_ref (LscOpNames *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_op_names_unref (LscOpNames *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_array_unref (self->lines);
  g_free (self);
}

/**
 * lsc_op_names_find:
 * @self: (nullable): names of the user; the first line that matches holds, before what is known
 * @meaning: (out): what the name says; of a name that nobody knows an op that no replay has
 *
 * Cost: a pass over the names: ask once for each name.
 *
 * Returns: whether somebody knows @name
 */
gboolean
lsc_op_names_find (const LscOpNames *self, const char *name, LscOpMeaning *meaning)
{
  g_return_val_if_fail (name && meaning, FALSE);

  for (guint i = 0; self && i < self->lines->len; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);

      if (g_pattern_spec_match_string (line->pattern, name))
        {
          *meaning = line->meaning;
          return TRUE;
        }
    }
  for (gsize i = 0; i < G_N_ELEMENTS (known_names); i++)
    if (strcmp (known_names[i].name, name) == 0)
      {
        *meaning = known_names[i].meaning;
        return TRUE;
      }
  *meaning = (LscOpMeaning){ LSC_JOB_OP_OTHER, LSC_JOB_ROW_MISC };
  return FALSE;
}
