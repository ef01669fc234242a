/* lsc-operators-filter.c - which kernels are grouped
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "app/operators/lsc-operators-page-private.h"
#include "app/parts/lsc-menu.h"
#include "base/lsc-time.h"

#define NS_PER_US 1000

/* ---- what the controls say ---- */

static const char *
get_text (GtkEntry *entry)
{
  return gtk_editable_get_text (GTK_EDITABLE (entry));
}

/* (transfer full) (nullable) */
static char *
take_text (GtkEntry *entry)
{
  const char *text = get_text (entry);

  return *text ? g_strdup (text) : NULL;
}

static gint64
get_ns (GtkSpinButton *button)
{
  return (gint64) (gtk_spin_button_get_value (button) * NS_PER_US + 0.5);
}

/* (transfer full) (nullable): names of the cores that are chosen; all of them are no choice */
static char *
list_cores (LscOperatorsPage *self)
{
  GString *names = g_string_new (NULL);
  gboolean is_all = TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->controls.cores)); child;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_check_button_get_active (GTK_CHECK_BUTTON (child)))
      g_string_append_printf (names, names->len > 0 ? ",%s" : "%s",
                              gtk_check_button_get_label (GTK_CHECK_BUTTON (child)));
    else
      is_all = FALSE;
  if (is_all || names->len == 0)
    {
      g_string_free (names, TRUE);
      return NULL;
    }
  return g_string_free (names, FALSE);
}

static gint64
get_stream (LscOperatorsPage *self)
{
  guint chosen = gtk_drop_down_get_selected (self->controls.stream);

  return chosen == 0 || chosen > self->streams->len
             ? -1
             : g_array_index (self->streams, gint64, chosen - 1);
}

/* ---- what is chosen for all pages ---- */

/* A range is one of a rank, whose clock it is in. */
static void
take_range (LscOperatorsPage *self, LscSelection *selection, LscOpFilter *filter)
{
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self));

  for (guint i = 0; source->cluster && i < source->cluster->sources->len; i++)
    {
      const LscSource *rank = source->cluster->sources->pdata[i];

      if (!lsc_selection_get_range (selection, rank, &filter->begin_ns, &filter->end_ns))
        continue;
      filter->has_range = TRUE;
      if (source->cluster->sources->len == 1 || !lsc_rank_is_told (rank->rank))
        return;
      g_clear_pointer (&filter->ranks, g_array_unref);
      filter->ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_array_append_val (filter->ranks, rank->rank);
      return;
    }
}

static void
take_selection (LscOperatorsPage *self, LscOpFilter *filter)
{
  LscSelection *selection = lsc_app_page_get_selection (LSC_APP_PAGE (self));
  const GArray *ranks;
  gint64 step;

  if (!selection)
    return;
  ranks = lsc_selection_get_ranks (selection);
  if (ranks->len > 0)
    filter->ranks = g_array_copy ((GArray *) ranks);
  if (lsc_selection_get_step (selection, &step))
    {
      filter->steps = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_array_append_val (filter->steps, step);
    }
  take_range (self, selection, filter);
  if (!filter->module)
    filter->module = g_strdup (lsc_selection_get_module (selection));
}

/** Says in a question which kernels are wanted. */
void
_lsc_operators_filter_ask (LscOperatorsPage *self, LscOperatorsQuestion *question)
{
  const LscOperatorsControls *controls = &self->controls;

  question->filter = (LscOpFilter){
    .core = list_cores (self),
    .type = take_text (controls->type),
    .name = take_text (controls->name),
    .shapes = take_text (controls->shapes),
    .module = take_text (controls->module),
    .stream = get_stream (self),
    .least_ns = get_ns (controls->least_us),
    .most_ns = get_ns (controls->most_us),
    .is_dynamic = gtk_check_button_get_active (controls->is_dynamic),
    .is_ai_cpu = gtk_check_button_get_active (controls->is_ai_cpu),
  };
  take_selection (self, &question->filter);
}

/* ---- what is left, in words ---- */

static void
append (GString *text, const char *format, const char *value)
{
  if (!value || !*value)
    return;
  if (text->len > 0)
    g_string_append (text, "; ");
  g_string_append_printf (text, format, value);
}

static void
append_time (GString *text, const char *format, GtkSpinButton *button)
{
  g_autofree char *time =
      get_ns (button) > 0 ? lsc_format_duration (get_ns (button), LSC_TIME_UNIT_AUTO) : NULL;

  append (text, format, time);
}

/* Nothing is left out without a word. */
static void
say_filter (LscOperatorsPage *self)
{
  const LscOperatorsControls *controls = &self->controls;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *cores = list_cores (self);
  g_autofree char *line = NULL;
  g_autofree char *stream =
      get_stream (self) < 0 ? NULL : g_strdup_printf ("%" PRId64, get_stream (self));

  append (text, _ ("core %s"), cores);
  append (text, _ ("type with “%s”"), get_text (controls->type));
  append (text, _ ("name with “%s”"), get_text (controls->name));
  append (text, _ ("shapes with “%s”"), get_text (controls->shapes));
  append (text, _ ("module %s"), get_text (controls->module));
  append (text, _ ("stream %s"), stream);
  append_time (text, _ ("%s or longer"), controls->least_us);
  append_time (text, _ ("at most %s"), controls->most_us);
  if (gtk_check_button_get_active (controls->is_dynamic))
    append (text, "%s", _ ("dynamic shapes"));
  if (gtk_check_button_get_active (controls->is_ai_cpu))
    append (text, "%s", _ ("on the AI CPU"));
  line = g_strdup_printf (_ ("Only kernels: %s"), text->str);
  gtk_label_set_label (self->only, line);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->only), line);
  gtk_widget_set_visible (GTK_WIDGET (self->only_box), text->len > 0);
}

static void
on_changed (LscOperatorsPage *self)
{
  if (self->is_filling)
    return;
  say_filter (self);
  if (self->operators)
    _lsc_operators_groups_ask (self);
}

/* ---- what can be chosen ---- */

static void
fill_cores (LscOperatorsPage *self, const LscTable *cores)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->controls.cores))))
    gtk_box_remove (self->controls.cores, child);
  for (gsize i = 0; cores && i < lsc_table_get_n_rows (cores); i++)
    {
      LscValue core = lsc_table_get_named (cores, i, "core");

      if (core.is_null || !core.text || !*core.text)
        continue;
      child = gtk_check_button_new_with_label (core.text);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (child), TRUE);
      g_signal_connect_object (child, "toggled", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
      gtk_box_append (self->controls.cores, child);
    }
}

static void
fill_streams (LscOperatorsPage *self, const LscTable *streams)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  g_array_set_size (self->streams, 0);
  gtk_string_list_append (names, _ ("All Streams"));
  for (gsize i = 0; streams && i < lsc_table_get_n_rows (streams); i++)
    {
      LscValue stream = lsc_table_get_named (streams, i, "stream");
      g_autofree char *name = NULL;

      if (stream.is_null || stream.type != LSC_TYPE_INT)
        continue;
      g_array_append_val (self->streams, stream.integer);
      name = g_strdup_printf (_ ("Stream %" PRId64), stream.integer);
      gtk_string_list_append (names, name);
    }
  gtk_drop_down_set_model (self->controls.stream, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->controls.stream, 0);
}

static void
reset (LscOperatorsPage *self)
{
  GtkEntry *entries[] = { self->controls.type, self->controls.name, self->controls.shapes,
                          self->controls.module };

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    gtk_editable_set_text (GTK_EDITABLE (entries[i]), "");
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->controls.cores)); child;
       child = gtk_widget_get_next_sibling (child))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (child), TRUE);
  gtk_drop_down_set_selected (self->controls.stream, 0);
  gtk_spin_button_set_value (self->controls.least_us, 0);
  gtk_spin_button_set_value (self->controls.most_us, 0);
  gtk_check_button_set_active (self->controls.is_dynamic, FALSE);
  gtk_check_button_set_active (self->controls.is_ai_cpu, FALSE);
}

/** Offers the cores and streams of a recording, and leaves nothing out; both (nullable) */
void
_lsc_operators_filter_fill (LscOperatorsPage *self, const LscTable *cores, const LscTable *streams)
{
  self->is_filling = TRUE;
  fill_cores (self, cores);
  fill_streams (self, streams);
  reset (self);
  self->is_filling = FALSE;
  say_filter (self);
}

/** Takes back all that is left out. */
void
_lsc_operators_filter_clear (LscOperatorsPage *self)
{
  self->is_filling = TRUE;
  reset (self);
  self->is_filling = FALSE;
  on_changed (self);
}

/** Leaves out kernels that are shorter or longer. */
void
_lsc_operators_filter_set_durations (LscOperatorsPage *self, gint64 least_ns, gint64 most_ns)
{
  self->is_filling = TRUE;
  gtk_spin_button_set_value (self->controls.least_us, (double) least_ns / NS_PER_US);
  gtk_spin_button_set_value (self->controls.most_us, (double) most_ns / NS_PER_US);
  self->is_filling = FALSE;
  on_changed (self);
}

/** Listens to the controls. */
void
_lsc_operators_filter_init (LscOperatorsPage *self)
{
  const LscOperatorsControls *controls = &self->controls;
  gpointer changed[] = { controls->type, controls->name, controls->shapes, controls->module };
  gpointer times[] = { controls->least_us, controls->most_us };
  gpointer checks[] = { controls->is_dynamic, controls->is_ai_cpu };

  self->streams = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < G_N_ELEMENTS (changed); i++)
    g_signal_connect_object (changed[i], "changed", G_CALLBACK (on_changed), self,
                             G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    g_signal_connect_object (times[i], "value-changed", G_CALLBACK (on_changed), self,
                             G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    g_signal_connect_object (checks[i], "toggled", G_CALLBACK (on_changed), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (controls->stream, "notify::selected", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  lsc_menu_mind_tooltip (self->filter_button);
}
