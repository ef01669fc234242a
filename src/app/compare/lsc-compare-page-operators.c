/* lsc-compare-page-operators.c - groups of kernels of both recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/compare/lsc-compare-page-private.h"
#include "app/window/lsc-app.h"
#include "base/lsc-error.h"

/** Keys that are asked for most; what a side did not record is told above the table. */
static const struct
{
  LscOpKeys keys;
  const char *title;
} presets[] = {
  { LSC_OP_BY_TYPE | LSC_OP_BY_CORE, N_ ("By Type and Core") },
  { LSC_OP_BY_TYPE | LSC_OP_BY_SHAPES, N_ ("By Type and Shapes") },
  { LSC_OP_BY_NAME, N_ ("By Name") },
  { LSC_OP_BY_NAME | LSC_OP_BY_SHAPES, N_ ("By Name and Shapes") },
  { LSC_OP_BY_MODULE, N_ ("By Module") },
  { LSC_OP_BY_OP, N_ ("By Framework Operator") },
  { LSC_OP_BY_FAMILY, N_ ("By Family") },
};

/** Returns: what groups are paired by */
LscOpKeys
_lsc_compare_page_get_operator_keys (LscComparePage *self)
{
  return presets[MIN (self->operators.preset, G_N_ELEMENTS (presets) - 1)].keys;
}

/** Returns: (transfer full): what groups can be paired by, for a choice */
GtkStringList *
_lsc_compare_page_list_operator_keys (void)
{
  GtkStringList *names = gtk_string_list_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (presets); i++)
    gtk_string_list_append (names, _ (presets[i].title));
  return names;
}

/** Forgets the operators of another pair. */
void
_lsc_compare_page_clear_operators (LscComparePage *self)
{
  LscCompareOperators *operators = &self->operators;

  lsc_task_stop (&operators->task);
  g_clear_pointer (&operators->changes, lsc_op_changes_unref);
  g_clear_pointer (&operators->missing, g_free);
  operators->is_asked = FALSE;
}

/* ---- reading ---- */

typedef struct
{
  LscSessionPair *pair;
  LscOpKeys keys;
} Work;

static void
work_free (gpointer data)
{
  Work *self = data;

  lsc_session_pair_unref (self->pair);
  g_free (self);
}

static gpointer
run (gpointer data, LscJob *job, GError **error)
{
  const Work *self = data;

  return lsc_session_pair_get_operators (self->pair, self->keys, NULL, job, error);
}

static void
on_read (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscComparePage *self = owner;

  if (g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
    return;
  self->operators.changes = result;
  if (error)
    self->operators.missing = g_strdup (error->message);
  _lsc_compare_page_operators_changed (self);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_COMPARE_ON_OPERATORS);
}

/** Reads the kernels of both recordings, unless they are there or on their way. */
void
_lsc_compare_page_read_operators (LscComparePage *self)
{
  Work *work;

  if (self->operators.is_asked || !self->comparison)
    return;
  self->operators.is_asked = TRUE;
  work = g_new0 (Work, 1);
  work->pair = lsc_session_pair_ref (self->comparison->pair);
  work->keys = _lsc_compare_page_get_operator_keys (self);
  lsc_task_start (self, &self->operators.task,
                  &(LscTaskWork){ .name = "operators of two recordings",
                                  .run = run,
                                  .data = work,
                                  .free_data = work_free,
                                  .free_result = (GDestroyNotify) lsc_op_changes_unref,
                                  .done = on_read });
}

/** Pairs groups by something else. @preset: of the list of keys */
void
_lsc_compare_page_choose_operator_keys (LscComparePage *self, guint preset)
{
  if (preset == self->operators.preset || preset >= G_N_ELEMENTS (presets))
    return;
  _lsc_compare_page_clear_operators (self);
  self->operators.preset = preset;
  _lsc_compare_page_operators_changed (self);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_COMPARE_ON_OPERATORS);
}

/* ---- what is shown ---- */

/** Returns: (transfer full) (nullable): the largest difference, what times are of, and what is not
 * compared */
char *
_lsc_compare_page_say_operators (LscComparePage *self)
{
  const LscOpChanges *changes = self->operators.changes;
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  g_autoptr (LscPhrase) joined = NULL;

  if (!changes)
    return NULL;
  g_ptr_array_add (parts, changes->text);
  g_ptr_array_add (parts, changes->base);
  for (guint i = 0; i < changes->notes->len; i++)
    g_ptr_array_add (parts, changes->notes->pdata[i]);
  joined = lsc_phrase_new_joined (" ", parts);
  return lsc_phrase_to_words (joined);
}

/** Returns: (transfer full) (nullable): the bars; they are read where they are not there */
LscWaterfall *
_lsc_compare_page_draw_operators (LscComparePage *self)
{
  _lsc_compare_page_read_operators (self);
  return self->operators.changes
             ? lsc_waterfall_new_operators (self->operators.changes,
                                            (const char *const *) self->comparison->compare->names)
             : NULL;
}

/** Returns: (nullable): where the longest kernels of a row are, of each side */
const LscComparePlace *
_lsc_compare_page_get_operator_places (LscComparePage *self, guint row)
{
  const LscOpChanges *changes = self->operators.changes;

  return changes && row < changes->changes->len ? lsc_op_changes_get (changes, row)->places : NULL;
}

/** Says in a pin of operators what they are paired by. */
void
_lsc_compare_page_pin_operators (LscComparePage *self, LscPin *pin)
{
  gboolean is_chart = g_str_equal (pin->view, "compare/chart");

  if (g_str_equal (pin->view, "compare/CompareOperators") ||
      (is_chart && _lsc_compare_page_draws_operators (self)))
    lsc_pin_set_int (pin, "keys", _lsc_compare_page_get_operator_keys (self));
}
