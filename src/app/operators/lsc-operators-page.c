/* lsc-operators-page.c - which operators cost most over all ranks, and how well they use the chip
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/operators/lsc-operators-page-private.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-cell-format.h"
#include "app/parts/lsc-facts.h"
#include "app/parts/lsc-label.h"
#include "app/parts/lsc-template.h"
#include "app/parts/lsc-toolbar.h"
#include "app/window/lsc-app.h"
#include "base/lsc-error.h"
#include "base/lsc-words.h"
#include "draw/communication/lsc-matrix-shades.h"
#include "draw/operators/lsc-operator-plots.h"

#define PANELS_PX 240 /* high, until the user moves the border */

G_DEFINE_FINAL_TYPE (LscOperatorsPage, lsc_operators_page, LSC_TYPE_APP_PAGE)

/* ---- choices ---- */

static void
on_chart_chosen (LscOperatorsPage *self)
{
  if (self->is_filling)
    return;
  self->has_chart = TRUE;
  _lsc_operators_parts_fill (self);
}

static guint
take_selection (LscAppPage *page, LscSelection *selection, guint changed)
{
  LscOperatorsPage *self = LSC_OPERATORS_PAGE (page);
  guint mine = LSC_NARROW_RANKS | LSC_NARROW_STEP | LSC_NARROW_RANGE | LSC_NARROW_MODULE;

  if (self->operators && self->groups && (changed & mine))
    _lsc_operators_groups_ask (self);
  return mine;
}

/* ---- details ---- */

#define WHOLE ".000"

static char *
make_text (const LscTable *table, gsize row, guint column)
{
  const LscColumn *about = lsc_table_get_column (table, column);
  LscValue value = lsc_table_get (table, row, column);
  char text[LSC_CELL_TEXT];

  if (about->type == LSC_TYPE_TEXT || value.type == LSC_TYPE_TEXT)
    return lsc_operator_key (table, row, about->name);
  if (about->unit == LSC_UNIT_NS && value.type == LSC_TYPE_INT)
    return lsc_format_duration (value.integer, LSC_TIME_UNIT_AUTO);
  if (about->unit == LSC_UNIT_NS && value.type == LSC_TYPE_REAL)
    return lsc_format_duration ((gint64) (value.real + 0.5), LSC_TIME_UNIT_AUTO);
  if (about->unit == LSC_UNIT_SHARE && value.type == LSC_TYPE_REAL)
    return lsc_format_share (value.real);
  if (about->unit == LSC_UNIT_BYTES && value.type == LSC_TYPE_INT)
    return lsc_matrix_value_text (LSC_MATRIX_SIZE, (double) value.integer);
  lsc_cell_format (text, about, value, LSC_TIME_UNIT_AUTO);
  if (g_str_has_suffix (text, WHOLE)) /* a counter; in a column its digits stand below others */
    text[strlen (text) - strlen (WHOLE)] = '\0';
  return g_strdup (text);
}

/* Where it is seen is what the buttons lead to. */
static gboolean
is_place (const LscColumn *column)
{
  static const char *const names[] = { "slice", "begin_ns", "end_ns", "first_ns", "last_ns" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (column->name, names[i]))
      return TRUE;
  return FALSE;
}

static GPtrArray *
get_details (LscAppPage *page)
{
  LscOperatorsPage *self = LSC_OPERATORS_PAGE (page);
  const LscTable *table = _lsc_operators_page_get_selected (self);
  GPtrArray *facts;

  if (!table)
    return NULL;
  facts = lsc_facts_new ();
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      const LscColumn *column = lsc_table_get_column (table, i);

      if (column->title && !is_place (column) &&
          !lsc_table_get (table, self->selected.row, i).is_null)
        lsc_facts_take (facts, lsc_cell_title (column), make_text (table, self->selected.row, i));
    }
  return facts;
}

static void
copy_row (LscOperatorsPage *self)
{
  g_autoptr (GPtrArray) facts = get_details (LSC_APP_PAGE (self));
  g_autofree char *text = facts ? lsc_facts_to_row (facts) : NULL;

  if (!text)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  lsc_app_page_say (LSC_APP_PAGE (self), _ ("Row copied"));
}

/* ---- actions ---- */

static void
export_table (LscOperatorsPage *self)
{
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_OPERATORS_ON_EXPORT);
}

static void
find_text (LscOperatorsPage *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
toggle_panels (LscOperatorsPage *self)
{
  g_autoptr (GSettings) settings = g_settings_new (LSC_APP_ID);

  g_settings_set_boolean (settings, "operators-panel",
                          !g_settings_get_boolean (settings, "operators-panel"));
}

static const LscAppPageAction actions[] = {
  { "operators.search", G_CALLBACK (find_text) },
  { "operators.panel", G_CALLBACK (toggle_panels), 0, "q" },
  { "operators.show-all", G_CALLBACK (_lsc_operators_filter_clear), 0, "f" },
  { "operators.show-timeline", G_CALLBACK (_lsc_operators_page_show), LSC_PLACE_SLICE,
    "<Control>t" },
  { "operators.show-modules", G_CALLBACK (_lsc_operators_page_show), LSC_PLACE_MODULES,
    "<Control>m" },
  { "operators.show-overview", G_CALLBACK (_lsc_operators_page_show_overview), 0, "o" },
  { "operators.copy-row", G_CALLBACK (copy_row) },
  { "operators.narrow", G_CALLBACK (_lsc_operators_page_narrow), 0, "e" },
  { "operators.export", G_CALLBACK (_lsc_operators_page_export_shares) },
  { "operators.export-group", G_CALLBACK (_lsc_operators_page_export_parts) },
  { "operators.export-table", G_CALLBACK (export_table) },
  { NULL },
};

/* ---- for the window ---- */

static void
append_all (GString *text, const GPtrArray *phrases)
{
  for (guint i = 0; phrases && i < phrases->len; i++)
    {
      g_autofree char *words = lsc_phrase_to_words (phrases->pdata[i]);

      lsc_words_append (text, words);
    }
}

/** Says what is known of all groups together, and what is not known. */
void
_lsc_operators_page_say_remark (LscOperatorsPage *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_all (text, self->groups ? lsc_op_groups_get_facts (self->groups) : NULL);
  append_all (text, lsc_operators_get_notes (self->operators));
  gtk_label_set_label (self->remark, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->remark), text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->remark), text->len > 0);
}

static void
set_operators (LscOperatorsPage *self, LscOperators *operators)
{
  _lsc_operators_groups_clear (self);
  g_clear_pointer (&self->operators, lsc_operators_unref);
  self->operators = operators;
  self->has_choices = FALSE;
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  _lsc_operators_filter_fill (self, NULL, NULL);
  if (!operators)
    return;
  _lsc_operators_keys_fill (self);
  _lsc_operators_page_say_remark (self);
}

static void
on_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscOperatorsPage *self = owner;

  if (error)
    {
      lsc_app_page_fail (owner, error);
      return;
    }
  set_operators (self, result);
  lsc_app_page_set_ready (owner);
  _lsc_operators_groups_ask (self);
  lsc_app_page_settle (owner);
}

static void
load (LscAppPage *page)
{
  const LscAppPageSource *source = lsc_app_page_get_source (page);
  LscTaskWish wish = lsc_app_page_wish (page, on_loaded);

  lsc_loader_load_operators (source->loader, source->cluster, &wish);
}

static void
clear (LscAppPage *page)
{
  set_operators (LSC_OPERATORS_PAGE (page), NULL);
}

static gboolean
is_busy (LscAppPage *page)
{
  LscOperatorsPage *self = LSC_OPERATORS_PAGE (page);

  return self->task != NULL || self->part_task != NULL || self->roofline_task != NULL;
}

/* ---- life ---- */

static gboolean
lsc_operators_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (LSC_OPERATORS_PAGE (widget)->shares));
}

static void
lsc_operators_page_dispose (GObject *object)
{
  LscOperatorsPage *self = LSC_OPERATORS_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (child)
    {
      _lsc_operators_groups_clear (self);
      gtk_widget_unparent (child);
    }
  g_clear_pointer (&self->operators, lsc_operators_unref);
  G_OBJECT_CLASS (lsc_operators_page_parent_class)->dispose (object);
}

static void
lsc_operators_page_finalize (GObject *object)
{
  LscOperatorsPage *self = LSC_OPERATORS_PAGE (object);

  g_array_unref (self->shown);
  g_array_unref (self->streams);
  g_free (self->group_label);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (lsc_operators_page_parent_class)->finalize (object);
}

static void
init_page_class (LscAppPageClass *class)
{
  static const LscAppPageExport exports[] = {
    { N_ ("_Picture of the Shares…"), "operators.export", TRUE },
    { N_ ("Picture of the _Group…"), "operators.export-group", TRUE },
    { N_ ("_Table…"), "operators.export-table", TRUE },
    { N_ ("Copy _Row"), "operators.copy-row", FALSE },
    { NULL },
  };

  class->exports = exports;
  class->panel_setting = "operators-panel";
  class->shows_all_ranks = TRUE;
  class->loading_title = N_ ("Looking at Operators");
  class->failed_title = N_ ("No Operators to Show");
  class->load = load;
  class->clear = clear;
  class->is_busy = is_busy;
  class->take_selection = take_selection;
  class->scope = N_ ("its rows are operators");
  class->get_details = get_details;
  class->mode = "operators";
  class->complete_pin = _lsc_operators_page_complete_chart_pin;
}

static void
bind_callbacks (GtkWidgetClass *class)
{
  gtk_widget_class_bind_template_callback (class, on_chart_chosen);
  gtk_widget_class_bind_template_callback_full (class, "on_preset_chosen",
                                                G_CALLBACK (_lsc_operators_keys_on_preset));
  gtk_widget_class_bind_template_callback_full (class, "on_search_changed",
                                                G_CALLBACK (_lsc_operators_groups_search));
  gtk_widget_class_bind_template_callback_full (class, "on_shares_fitting",
                                                G_CALLBACK (_lsc_operators_groups_fit));
  gtk_widget_class_bind_template_callback_full (class, "on_share_selected",
                                                G_CALLBACK (_lsc_operators_page_on_share_selected));
  gtk_widget_class_bind_template_callback_full (
      class, "on_share_activated", G_CALLBACK (_lsc_operators_page_on_share_activated));
  gtk_widget_class_bind_template_callback_full (class, "on_bar_selected",
                                                G_CALLBACK (_lsc_operators_page_on_bar_selected));
  gtk_widget_class_bind_template_callback_full (class, "on_bar_activated",
                                                G_CALLBACK (_lsc_operators_page_on_bar_activated));
  gtk_widget_class_bind_template_callback_full (class, "on_point_selected",
                                                G_CALLBACK (_lsc_operators_page_on_point_selected));
  gtk_widget_class_bind_template_callback_full (
      class, "on_point_activated", G_CALLBACK (_lsc_operators_page_on_point_activated));
  gtk_widget_class_bind_template_callback_full (class, "on_mark_selected",
                                                G_CALLBACK (_lsc_operators_page_on_mark_selected));
}

static void
lsc_operators_page_class_init (LscOperatorsPageClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscOperatorsPage, headline),
    LSC_CHILD (LscOperatorsPage, base),
    LSC_CHILD (LscOperatorsPage, remark),
    LSC_CHILD (LscOperatorsPage, only_box),
    LSC_CHILD (LscOperatorsPage, only),
    LSC_CHILD (LscOperatorsPage, preset_choice),
    LSC_CHILD (LscOperatorsPage, keys_button),
    LSC_CHILD (LscOperatorsPage, keys_box),
    LSC_CHILD (LscOperatorsPage, filter_button),
    LSC_CHILD (LscOperatorsPage, search),
    LSC_CHILD (LscOperatorsPage, chart_choice),
    LSC_CHILD (LscOperatorsPage, paned),
    LSC_CHILD (LscOperatorsPage, shares_stack),
    LSC_CHILD (LscOperatorsPage, shares),
    LSC_CHILD (LscOperatorsPage, shares_reason),
    LSC_CHILD (LscOperatorsPage, parts_stack),
    LSC_CHILD (LscOperatorsPage, bars),
    LSC_CHILD (LscOperatorsPage, scatter),
    LSC_CHILD (LscOperatorsPage, roofline_chart),
    LSC_CHILD (LscOperatorsPage, roofline_caption),
    LSC_CHILD (LscOperatorsPage, parts_reason),
    LSC_CHILD (LscOperatorsPage, panel),
    { "core_box", G_STRUCT_OFFSET (LscOperatorsPage, controls.cores) },
    { "type_entry", G_STRUCT_OFFSET (LscOperatorsPage, controls.type) },
    { "name_entry", G_STRUCT_OFFSET (LscOperatorsPage, controls.name) },
    { "shapes_entry", G_STRUCT_OFFSET (LscOperatorsPage, controls.shapes) },
    { "module_entry", G_STRUCT_OFFSET (LscOperatorsPage, controls.module) },
    { "stream_choice", G_STRUCT_OFFSET (LscOperatorsPage, controls.stream) },
    { "least_spin", G_STRUCT_OFFSET (LscOperatorsPage, controls.least_us) },
    { "most_spin", G_STRUCT_OFFSET (LscOperatorsPage, controls.most_us) },
    { "dynamic_check", G_STRUCT_OFFSET (LscOperatorsPage, controls.is_dynamic) },
    { "ai_cpu_check", G_STRUCT_OFFSET (LscOperatorsPage, controls.is_ai_cpu) },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (LSC_TYPE_BAR_CHART);
  g_type_ensure (LSC_TYPE_ROOFLINE_CHART);
  g_type_ensure (LSC_TYPE_SCATTER_CHART);
  g_type_ensure (LSC_TYPE_TOOLBAR);
  G_OBJECT_CLASS (class)->dispose = lsc_operators_page_dispose;
  G_OBJECT_CLASS (class)->finalize = lsc_operators_page_finalize;
  widget_class->grab_focus = lsc_operators_page_grab_focus;
  lsc_template_set (class, "lsc-operators-page", children, G_N_ELEMENTS (children));
  bind_callbacks (widget_class);
  lsc_app_page_class_install (LSC_APP_PAGE_CLASS (class), actions);
  init_page_class (LSC_APP_PAGE_CLASS (class));
}

static void
lsc_operators_page_init (LscOperatorsPage *self)
{
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->selected.tab = LSC_OPERATORS_N_TABS;
  self->is_filling = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  _lsc_operators_keys_init (self);
  _lsc_operators_filter_init (self);
  _lsc_operators_roofline_init (self);
  self->is_filling = FALSE;
  lsc_labels_keep_units (GTK_WIDGET (self));
  lsc_bar_chart_yield (self->bars);
  _lsc_operators_filter_fill (self, NULL, NULL);
  lsc_app_page_take_notebook (LSC_APP_PAGE (self), self->panel, self->paned, PANELS_PX);
}
