/* lsc-session-part.c - a rank, a step or some steps of a recording, as a side of a comparison
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-part.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-step-list.h"
#include "model/lsc-rank-name.h"
#include "model/lsc-source.h"

static gboolean
begins_part (const char *text)
{
  return g_str_has_prefix (text, "rank=") || g_str_has_prefix (text, "step=") ||
         g_str_has_prefix (text, "steps=");
}

/* The sign behind which a part begins; a path may have others. */
static const char *
find_sign (const char *text)
{
  for (const char *at = text + strlen (text); at-- > text;)
    if (*at == '@' && begins_part (at + 1))
      return at;
  return NULL;
}

static gboolean
read_steps (LscSessionPart *self, const char *text, gboolean is_one)
{
  g_autoptr (LscStepList) list = lsc_step_list_new (text, NULL);
  const LscStepSpan *span;

  if (!list || list->ranges.n != 1 || self->has_steps)
    return FALSE;
  span = &list->ranges.items[0];
  self->has_steps = TRUE;
  self->first_step = span->first;
  self->last_step = span->last;
  return !is_one || span->first == span->last;
}

static gboolean
read_word (LscSessionPart *self, const char *word)
{
  const char *sign = strchr (word, '=');

  if (!sign || sign[1] == '\0')
    return FALSE;
  if (g_str_has_prefix (word, "rank=") && !self->rank)
    {
      self->rank = g_strdup (sign + 1);
      return TRUE;
    }
  return (g_str_has_prefix (word, "step=") && read_steps (self, sign + 1, TRUE)) ||
         (g_str_has_prefix (word, "steps=") && read_steps (self, sign + 1, FALSE));
}

/**
 * lsc_session_part_parse:
 * @text: a path, or PATH@rank=3, PATH@step=5, PATH@steps=5-9, PATH@rank=3,steps=5-9; one that there
 *   is a file or folder of is a path
 *
 * Returns: (transfer full) (nullable): what it names; %NULL with %LSC_ERROR_USAGE
 */
LscSessionPart *
lsc_session_part_parse (const char *text, GError **error)
{
  g_autoptr (LscSessionPart) self = NULL;
  g_auto (GStrv) words = NULL;
  const char *sign;

  g_return_val_if_fail (text, NULL);
  self = g_new0 (LscSessionPart, 1);
  sign = g_file_test (text, G_FILE_TEST_EXISTS) ? NULL : find_sign (text);
  self->path = sign ? g_strndup (text, (gsize) (sign - text)) : g_strdup (text);
  words = g_strsplit (sign ? sign + 1 : "", ",", -1);
  for (guint i = 0; words[i]; i++)
    if (!read_word (self, words[i]))
      {
        lsc_fail (error, LSC_ERROR_USAGE,
                  _ ("“%s” names no part of a recording. Write PATH@rank=3, PATH@step=5 or "
                     "PATH@rank=3,steps=5-9."),
                  text);
        return NULL;
      }
  return g_steal_pointer (&self);
}

/** Returns: (transfer full) (nullable): the same; @self: (nullable) */
LscSessionPart *
lsc_session_part_copy (const LscSessionPart *self)
{
  LscSessionPart *copy;

  if (!self)
    return NULL;
  copy = g_new (LscSessionPart, 1);
  *copy = *self;
  copy->path = g_strdup (self->path);
  copy->rank = g_strdup (self->rank);
  return copy;
}

/** lsc_session_part_free: @self: (transfer full) (nullable): */
void
lsc_session_part_free (LscSessionPart *self)
{
  if (!self)
    return;
  g_free (self->path);
  g_free (self->rank);
  g_free (self);
}

/** Returns: whether both choose the same of the same recording; @a, @b: (nullable) */
gboolean
lsc_session_part_equal (const LscSessionPart *a, const LscSessionPart *b)
{
  if (!a || !b)
    return a == b;
  return g_strcmp0 (a->path, b->path) == 0 && g_strcmp0 (a->rank, b->rank) == 0 &&
         a->has_steps == b->has_steps &&
         (!a->has_steps || (a->first_step == b->first_step && a->last_step == b->last_step));
}

static char *
name_rank (const LscSessionPart *self)
{
  gint64 rank = 0;

  return lsc_rank_from_text (self->rank, &rank) ? lsc_rank_name_get_title (rank, self->rank)
                                                : g_strdup (self->rank);
}

static char *
name_steps (const LscSessionPart *self)
{
  return self->first_step == self->last_step
             ? g_strdup_printf (_ ("Step %" PRId64), self->first_step)
             : g_strdup_printf (_ ("Steps %" PRId64 " to %" PRId64), self->first_step,
                                self->last_step);
}

/**
 * lsc_session_part_get_name:
 *
 * Returns: (transfer full) (nullable): "Rank 3, Steps 5 to 9"; %NULL of a whole recording
 */
char *
lsc_session_part_get_name (const LscSessionPart *self)
{
  g_autofree char *rank = NULL;
  g_autofree char *steps = NULL;

  g_return_val_if_fail (self, NULL);
  rank = self->rank ? name_rank (self) : NULL;
  steps = self->has_steps ? name_steps (self) : NULL;
  if (rank && steps)
    return g_strdup_printf (_ ("%s, %s"), rank, steps);
  return rank ? g_steal_pointer (&rank) : g_steal_pointer (&steps);
}

/**
 * lsc_session_part_to_text:
 *
 * Returns: (transfer full): what lsc_session_part_parse() reads
 */
char *
lsc_session_part_to_text (const LscSessionPart *self)
{
  GString *text;

  g_return_val_if_fail (self, NULL);
  text = g_string_new (self->path);
  if (self->rank)
    g_string_append_printf (text, "@rank=%s", self->rank);
  if (!self->has_steps)
    return g_string_free (text, FALSE);
  g_string_append_c (text, self->rank ? ',' : '@');
  if (self->first_step == self->last_step)
    g_string_append_printf (text, "step=%" PRId64, self->first_step);
  else
    g_string_append_printf (text, "steps=%" PRId64 "-%" PRId64, self->first_step, self->last_step);
  return g_string_free (text, FALSE);
}

/**
 * lsc_session_part_find_sources:
 * @sources: (element-type LscSource): of the recording
 *
 * Errors: %LSC_ERROR_NOTHING where it has no such rank.
 *
 * Returns: (transfer full) (nullable) (element-type LscSource): those of the rank that is chosen,
 *   or all of them
 */
GPtrArray *
lsc_session_part_find_sources (const LscSessionPart *self, GPtrArray *sources, GError **error)
{
  g_autoptr (GPtrArray) list = NULL;
  gint64 rank = 0;

  g_return_val_if_fail (sources, NULL);
  if (!self || !self->rank)
    return g_ptr_array_ref (sources);
  list = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  if (lsc_rank_from_text (self->rank, &rank))
    for (guint i = 0; i < sources->len; i++)
      if (((const LscSource *) sources->pdata[i])->rank == rank)
        g_ptr_array_add (list, lsc_source_ref (sources->pdata[i]));
  if (list->len > 0)
    return g_steal_pointer (&list);
  lsc_fail (error, LSC_ERROR_NOTHING, _ ("Rank %s is not in this recording."), self->rank);
  return NULL;
}
