/* lsc-module-names.c - texts of a run and those that were made of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-module-private.h"

/* Ids of names that the run does not hold (class names of trace rows, joined paths) have this bit:
 * a sealed run takes no new strings. */
#define NAME_BIT 0x80000000u

/**
 * _lsc_module_data_find:
 *
 * Returns: the id of a text among the names of the run and the data, %LSC_STRING_NONE if new
 */
guint32
_lsc_module_data_find (const LscModuleData *self, const char *text)
{
  guint32 id = lsc_intern_find (self->run->strings, text);

  if (id != LSC_STRING_NONE)
    return id;
  id = lsc_intern_find (self->names, text);
  return id == LSC_STRING_NONE ? id : NAME_BIT | id;
}

/**
 * _lsc_module_data_intern:
 *
 * Returns: the id of a text, new or known; for one thread, while the data is being made
 */
guint32
_lsc_module_data_intern (LscModuleData *self, const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, length);
  guint32 id = _lsc_module_data_find (self, copy);

  return id == LSC_STRING_NONE ? NAME_BIT | lsc_intern_add (self->names, copy) : id;
}

/**
 * lsc_module_data_text:
 * @id: a name of a call, of the run or of the data
 *
 * Returns: (transfer none): the text, `<unnamed>` for %LSC_STRING_NONE; perhaps not UTF-8. Equal
 *   texts have equal ids
 */
const char *
lsc_module_data_text (const LscModuleData *self, guint32 id)
{
  const char *text;

  if (id == LSC_STRING_NONE)
    return "<unnamed>";
  if (id & NAME_BIT)
    text = lsc_intern_text (self->names, id & ~NAME_BIT);
  else
    text = lsc_intern_text (self->run->strings, id);
  return text ? text : "";
}
