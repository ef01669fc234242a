/* lsc-op-filter.c - which kernels are asked for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "judge/operators/lsc-operators-private.h"

/** Copies what @from points to. @from: (nullable): everything */
void
_lsc_op_filter_copy (LscOpFilter *self, const LscOpFilter *from)
{
  static const LscOpFilter everything = { .stream = -1 };

  *self = from ? *from : everything;
  self->core = g_strdup (self->core);
  self->type = g_strdup (self->type);
  self->name = g_strdup (self->name);
  self->shapes = g_strdup (self->shapes);
  self->module = g_strdup (self->module);
  self->ranks = self->ranks ? g_array_copy (self->ranks) : NULL;
  self->steps = self->steps ? g_array_copy (self->steps) : NULL;
}

void
_lsc_op_filter_clear (LscOpFilter *self)
{
  g_free ((char *) self->core);
  g_free ((char *) self->type);
  g_free ((char *) self->name);
  g_free ((char *) self->shapes);
  g_free ((char *) self->module);
  g_clear_pointer (&self->ranks, g_array_unref);
  g_clear_pointer (&self->steps, g_array_unref);
}

static gboolean
has_number (const GArray *numbers, gint64 number)
{
  for (guint i = 0; i < numbers->len; i++)
    if (g_array_index (numbers, gint64, i) == number)
      return TRUE;
  return FALSE;
}

gboolean
_lsc_op_filter_has_rank (const LscOpFilter *self, gint64 rank)
{
  return !self->ranks || has_number (self->ranks, rank);
}

static gboolean
has_counted (const LscOpSheet *sheet)
{
  for (gsize i = 0; i < sheet->steps.n; i++)
    if (sheet->steps.items[i].counts)
      return TRUE;
  return FALSE;
}

/** @step: index in the steps of the sheet, or their number for kernels of none. Where no step
 * counts all are looked at, and where there are none the whole recording. */
gboolean
_lsc_op_filter_has_step (const LscOpFilter *self, const LscOpSheet *sheet, guint32 step)
{
  if (self->is_whole || (sheet->steps.n == 0 && !self->steps))
    return TRUE;
  if (step >= sheet->steps.n)
    return FALSE;
  if (self->steps)
    return has_number (self->steps, sheet->steps.items[step].number);
  return sheet->steps.items[step].counts || !has_counted (sheet);
}

guint
_lsc_op_filter_get_classes (const LscOpFilter *self, LscOpKeys by)
{
  if (self->classes != 0)
    return self->classes;
  return by & LSC_OP_BY_FAMILY ? (1 << LSC_OP_N_CLASSES) - 1 : 1 << LSC_OP_COMPUTING;
}

/* ---- kinds ---- */

static const char *
get_text (const LscOpSheet *sheet, guint32 id)
{
  return id != LSC_STRING_NONE ? lsc_intern_text (sheet->texts, id) : "";
}

static gboolean
contains (const LscOpSheet *sheet, guint32 id, const char *wanted)
{
  g_autofree char *text = NULL, *part = NULL;

  if (!wanted || !*wanted)
    return TRUE;
  text = g_utf8_casefold (get_text (sheet, id), -1);
  part = g_utf8_casefold (wanted, -1);
  return strstr (text, part) != NULL;
}

/* @list: separated by commas */
static gboolean
is_among (const LscOpSheet *sheet, guint32 id, const char *list)
{
  g_auto (GStrv) names = list && *list ? g_strsplit (list, ",", -1) : NULL;

  for (guint i = 0; names && names[i]; i++)
    if (g_ascii_strcasecmp (g_strstrip (names[i]), get_text (sheet, id)) == 0)
      return TRUE;
  return !names;
}

static gboolean
is_below (const LscOpSheet *sheet, guint32 id, const char *module)
{
  const char *path = get_text (sheet, id);
  gsize n = module ? strlen (module) : 0;

  return n == 0 || (strncmp (path, module, n) == 0 && (path[n] == '\0' || path[n] == '/'));
}

/** Returns: whether kernels of a kind are asked for, as far as the kind tells */
LscOpPass
_lsc_op_filter_pass_kind (const LscOpFilter *self, guint classes, const LscOpSheet *sheet,
                          const LscOpVariant *kind)
{
  if (!(classes & 1U << kind->class))
    return LSC_OP_OTHER_CLASS;
  return (self->stream < 0 || (gint64) kind->stream == self->stream) &&
                 (!self->is_dynamic || kind->is_dynamic) && (!self->is_ai_cpu || kind->is_ai_cpu) &&
                 is_among (sheet, kind->core, self->core) &&
                 contains (sheet, kind->type, self->type) &&
                 contains (sheet, kind->name, self->name) &&
                 contains (sheet, kind->shapes, self->shapes) &&
                 is_below (sheet, kind->module, self->module)
             ? LSC_OP_TAKEN
             : LSC_OP_LEFT_OUT;
}
