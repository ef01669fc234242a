/* lsc-modules-part.c - what of the recording the module tree shows: all, a step, a block
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/modules/lsc-modules-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/lsc-task.h"

#define ALL_STEPS 0 /* position in the drop-down; the steps follow */

static void
drop_data (LscModulesPage *self)
{
  lsc_release_in_thread (g_steal_pointer (&self->data), (GDestroyNotify) lsc_module_data_unref);
}

static void
hide_range (LscModulesPage *self)
{
  self->has_range = FALSE;
  gtk_info_bar_set_revealed (self->range_bar, FALSE);
}

static void
on_step_chosen (GtkDropDown *drop, GParamSpec *pspec, LscModulesPage *self)
{
  guint position = gtk_drop_down_get_selected (drop);
  const LscSteps *steps;

  if (!self->run || position == GTK_INVALID_LIST_POSITION)
    return;
  steps = &self->run->steps;
  self->has_step = position != ALL_STEPS && position - 1 < steps->n;
  self->step_id = self->has_step ? steps->items[position - 1].id : 0;
  hide_range (self);
  drop_data (self);
  _lsc_modules_reload (self);
  lsc_app_page_choose_step (LSC_APP_PAGE (self), self->has_step, self->step_id);
}

/** _lsc_modules_part_take_selection: the step that is chosen on another page */
void
_lsc_modules_part_take_selection (LscAppPage *page, LscSelection *selection)
{
  LscModulesPage *self = LSC_MODULES_PAGE (page);
  gint64 step;

  if (!lsc_selection_get_step (selection, &step))
    {
      if (self->has_step)
        gtk_drop_down_set_selected (self->step_drop, ALL_STEPS);
    }
  else if (!self->has_step || self->step_id != step)
    (void) lsc_modules_page_select_step (self, step);
}

/** _lsc_modules_part_clear_range: shows what is around the range again; Returns: whether it was set
 */
gboolean
_lsc_modules_part_clear_range (LscModulesPage *self)
{
  if (!self->has_range)
    return FALSE;
  hide_range (self);
  _lsc_modules_reload (self);
  return TRUE;
}

static void
on_range_closed (LscModulesPage *self)
{
  (void) _lsc_modules_part_clear_range (self);
}

/* Chooses without starting anything. */
static void
set_position (LscModulesPage *self, guint position)
{
  g_signal_handler_block (self->step_drop, self->step_chosen_id);
  gtk_drop_down_set_selected (self->step_drop, position);
  g_signal_handler_unblock (self->step_drop, self->step_chosen_id);
}

/** _lsc_modules_part_reset: offers the steps of the run; a step that it has, too, stays chosen */
void
_lsc_modules_part_reset (LscModulesPage *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  gsize n = self->run ? self->run->steps.n : 0;
  guint chosen = ALL_STEPS;

  gtk_string_list_append (names, _ ("All Steps"));
  for (gsize i = 0; i < n; i++)
    {
      gint64 id = self->run->steps.items[i].id;
      g_autofree char *name = g_strdup_printf (_ ("Step %" PRId64), id);

      gtk_string_list_append (names, name);
      if (self->has_step && id == self->step_id)
        chosen = (guint) i + 1;
    }
  g_signal_handler_block (self->step_drop, self->step_chosen_id);
  gtk_drop_down_set_model (self->step_drop, G_LIST_MODEL (names));
  g_signal_handler_unblock (self->step_drop, self->step_chosen_id);
  set_position (self, chosen);
  self->has_step = chosen != ALL_STEPS;
  gtk_widget_set_visible (GTK_WIDGET (self->step_drop), n > 1);
  hide_range (self);
}

/**
 * lsc_modules_page_select_range:
 * @start_ns: device time, half-open
 *
 * Shows what starts in that range on the device ("modules in this block"), with the figures of
 * that alone. A bar above the table says so and takes it back. Steps do not matter to it.
 */
void
lsc_modules_page_select_range (LscModulesPage *self, gint64 start_ns, gint64 end_ns)
{
  g_autofree char *length = NULL;
  g_autofree char *text = NULL;

  g_return_if_fail (LSC_IS_MODULES_PAGE (self));
  length = lsc_format_duration (end_ns - start_ns, LSC_TIME_UNIT_AUTO);
  text = g_strdup_printf (_ ("All figures are those of the device events that start in the chosen "
                             "%s."),
                          length);
  if (self->has_step)
    drop_data (self);
  self->has_step = FALSE;
  set_position (self, ALL_STEPS);
  self->has_range = TRUE;
  self->range = (LscInterval){ start_ns, end_ns };
  gtk_label_set_label (self->range_label, text);
  gtk_info_bar_set_revealed (self->range_bar, TRUE);
  _lsc_modules_reload (self);
}

/** lsc_modules_page_select_step: Returns: whether there is a step of that id, which is then shown
 */
gboolean
lsc_modules_page_select_step (LscModulesPage *self, gint64 step_id)
{
  g_return_val_if_fail (LSC_IS_MODULES_PAGE (self), FALSE);
  for (gsize i = 0; self->run && i < self->run->steps.n; i++)
    if (self->run->steps.items[i].id == step_id)
      {
        gtk_drop_down_set_selected (self->step_drop, (guint) i + 1);
        return TRUE;
      }
  return FALSE;
}

/* Preferences that change what belongs to a module, or its MFU. */
static void
on_analysis_setting (GSettings *settings, const char *key, LscModulesPage *self)
{
  if (strcmp (key, "chip") != 0 && strcmp (key, "peak-tflops") != 0 &&
      strcmp (key, "module-domains") != 0 && strcmp (key, "module-tolerance-us") != 0)
    return;
  drop_data (self);
  _lsc_modules_reload (self);
}

void
_lsc_modules_part_init (LscModulesPage *self)
{
  g_signal_connect_object (self->settings, "changed", G_CALLBACK (on_analysis_setting), self, 0);
  self->step_chosen_id =
      g_signal_connect (self->step_drop, "notify::selected", G_CALLBACK (on_step_chosen), self);
  g_signal_connect_swapped (self->range_bar, "response", G_CALLBACK (on_range_closed), self);
}
