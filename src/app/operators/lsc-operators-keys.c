/* lsc-operators-keys.c - what kernels are grouped by
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/operators/lsc-operators-page-private.h"
#include "app/parts/lsc-menu.h"

/** Something that groups can be by. */
static const struct
{
  LscOpKeys key;
  const char *title;
} keys[] = {
  { LSC_OP_BY_TYPE, N_ ("Type") },     { LSC_OP_BY_CORE, N_ ("Core") },
  { LSC_OP_BY_NAME, N_ ("Name") },     { LSC_OP_BY_SHAPES, N_ ("Shapes") },
  { LSC_OP_BY_MODULE, N_ ("Module") }, { LSC_OP_BY_OP, N_ ("Framework Operator") },
  { LSC_OP_BY_FAMILY, N_ ("Family") }, { LSC_OP_BY_STREAM, N_ ("Stream") },
  { LSC_OP_BY_RANK, N_ ("Rank") },     { LSC_OP_BY_STEP, N_ ("Step") },
};

/** Keys that are asked for most; what cannot be had of a recording is not offered. */
static const struct
{
  LscOpKeys keys;
  const char *title;
} presets[] = {
  { LSC_OP_BY_TYPE | LSC_OP_BY_CORE, N_ ("By Type and Core") },
  { LSC_OP_BY_TYPE, N_ ("By Type") },
  { LSC_OP_BY_NAME, N_ ("By Name") },
  { LSC_OP_BY_TYPE | LSC_OP_BY_SHAPES, N_ ("By Type and Shapes") },
  { LSC_OP_BY_MODULE, N_ ("By Module") },
  { LSC_OP_BY_OP, N_ ("By Framework Operator") },
  { LSC_OP_BY_FAMILY, N_ ("By Family") },
  { LSC_OP_BY_RANK, N_ ("By Rank") },
};

static gboolean
is_offered (LscOpKeys wanted, LscOpKeys available)
{
  return (wanted & available) == wanted;
}

/* Of the first preset what can be had. */
static LscOpKeys
get_usual (LscOpKeys available)
{
  LscOpKeys usual = presets[0].keys & available;

  return usual ? usual : available & LSC_OP_BY_NAME ? LSC_OP_BY_NAME : LSC_OP_BY_FAMILY;
}

/* ---- the list of presets ---- */

/* The last entry stands for keys of the menu that are no preset. */
static void
list_presets (LscOperatorsPage *self, LscOpKeys available)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    if (is_offered (presets[i].keys, available))
      gtk_string_list_append (names, _ (presets[i].title));
  gtk_string_list_append (names, _ ("By Chosen Keys"));
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->preset_choice, G_LIST_MODEL (names));
  self->is_filling = FALSE;
}

/* The list itself stays: it may be telling just now that another entry is chosen. */
static void
choose_preset (LscOperatorsPage *self, LscOpKeys available)
{
  guint chosen = GTK_INVALID_LIST_POSITION, n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    if (is_offered (presets[i].keys, available))
      {
        if (presets[i].keys == self->keys)
          chosen = n;
        n++;
      }
  self->is_filling = TRUE;
  gtk_drop_down_set_selected (self->preset_choice, MIN (chosen, n));
  self->is_filling = FALSE;
}

static void
fill_checks (LscOperatorsPage *self, LscOpKeys available)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->keys_box));

  self->is_filling = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (keys) && child; i++)
    {
      gtk_check_button_set_active (GTK_CHECK_BUTTON (child), (self->keys & keys[i].key) != 0);
      gtk_widget_set_sensitive (child, (available & keys[i].key) != 0);
      gtk_widget_set_tooltip_text (
          child, available & keys[i].key ? NULL : _ ("Not known: it was not recorded"));
      child = gtk_widget_get_next_sibling (child);
    }
  self->is_filling = FALSE;
}

static void
show_keys (LscOperatorsPage *self)
{
  LscOpKeys available = self->operators ? lsc_operators_get_keys (self->operators) : 0;

  choose_preset (self, available);
  fill_checks (self, available);
}

/** Offers what the recording can be grouped by. */
void
_lsc_operators_keys_fill (LscOperatorsPage *self)
{
  LscOpKeys available = self->operators ? lsc_operators_get_keys (self->operators) : 0;

  if (!is_offered (self->keys, available) || self->keys == 0)
    self->keys = get_usual (available);
  list_presets (self, available);
  show_keys (self);
}

static void
take_keys (LscOperatorsPage *self, LscOpKeys wanted)
{
  if (wanted == self->keys)
    return;
  self->keys = wanted;
  show_keys (self);
  _lsc_operators_groups_ask (self);
}

/** The user has chosen a preset. */
void
_lsc_operators_keys_on_preset (LscOperatorsPage *self)
{
  LscOpKeys available = self->operators ? lsc_operators_get_keys (self->operators) : 0;
  guint chosen = gtk_drop_down_get_selected (self->preset_choice), n = 0;

  if (self->is_filling || !self->operators)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    if (is_offered (presets[i].keys, available) && n++ == chosen)
      {
        take_keys (self, presets[i].keys);
        return;
      }
}

/* ---- the menu of keys ---- */

static void
on_toggled (GtkCheckButton *check, LscOperatorsPage *self)
{
  LscOpKeys key = (LscOpKeys) GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "lsc-key"));
  LscOpKeys wanted = gtk_check_button_get_active (check) ? self->keys | key : self->keys & ~key;

  if (self->is_filling || !self->operators)
    return;
  if (wanted == 0) /* something must tell groups apart */
    show_keys (self);
  else
    take_keys (self, wanted);
}

/** Makes the menu. */
void
_lsc_operators_keys_init (LscOperatorsPage *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      GtkWidget *check = gtk_check_button_new_with_label (_ (keys[i].title));

      g_object_set_data (G_OBJECT (check), "lsc-key", GUINT_TO_POINTER (keys[i].key));
      g_signal_connect (check, "toggled", G_CALLBACK (on_toggled), self);
      gtk_box_append (self->keys_box, check);
    }
  lsc_menu_mind_tooltip (self->keys_button);
}
