/* lsc-step-list.c - numbers of steps that were asked for, such as 16-30,33
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-step-list.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

static gboolean
read_number (const char **at, gint64 *number)
{
  char *end;

  if (!g_ascii_isdigit (**at))
    return FALSE;
  errno = 0;
  *number = g_ascii_strtoll (*at, &end, 10);
  *at = end;
  return errno == 0;
}

static void
skip_blanks (const char **at)
{
  while (g_ascii_isspace (**at))
    ++*at;
}

static gboolean
read_range (const char **at, LscStepSpan *range)
{
  skip_blanks (at);
  if (!read_number (at, &range->first))
    return FALSE;
  range->last = range->first;
  skip_blanks (at);
  if (**at == '-')
    {
      ++*at;
      skip_blanks (at);
      if (!read_number (at, &range->last))
        return FALSE;
      skip_blanks (at);
    }
  return range->last >= range->first;
}

/**
 * lsc_step_list_new:
 * @text: numbers and ranges a-b, both ends included, with commas between them
 *
 * Returns: (transfer full) (nullable): the list; %NULL with %LSC_ERROR_USAGE
 */
LscStepList *
lsc_step_list_new (const char *text, GError **error)
{
  g_autoptr (LscStepList) self = NULL;
  const char *at = text;

  g_return_val_if_fail (text, NULL);
  self = g_new0 (LscStepList, 1);
  do
    {
      if (!read_range (&at, lsc_step_spans_add (&self->ranges)) || (*at != '\0' && *at != ','))
        {
          lsc_fail (error, LSC_ERROR_USAGE,
                    _ ("“%s” is not a list of steps: give numbers and ranges, such as 16-30,33"),
                    text);
          return NULL;
        }
    }
  while (*at++ == ',');
  return g_steal_pointer (&self);
}

/** Frees a list. @self: (nullable) */
void
lsc_step_list_free (LscStepList *self)
{
  if (!self)
    return;
  lsc_step_spans_clear (&self->ranges);
  g_free (self);
}

/** Returns: whether @step is in the list; @self: (nullable): %NULL has all */
gboolean
lsc_step_list_has (const LscStepList *self, gint64 step)
{
  if (!self)
    return TRUE;
  for (gsize i = 0; i < self->ranges.n; i++)
    if (step >= self->ranges.items[i].first && step <= self->ranges.items[i].last)
      return TRUE;
  return FALSE;
}

/**
 * lsc_step_list_to_array:
 * @most: steps; what is beyond is left out
 *
 * Returns: (transfer full) (element-type gint64): the steps one by one
 */
GArray *
lsc_step_list_to_array (const LscStepList *self, guint most)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (gint64));

  g_return_val_if_fail (self, list);
  for (gsize i = 0; i < self->ranges.n; i++)
    for (gint64 step = self->ranges.items[i].first;
         step <= self->ranges.items[i].last && list->len < most; step++)
      g_array_append_val (list, step);
  return list;
}
