/* lsc-communication-page.c - what communication costs, and which link or rank is to blame
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/communication/lsc-communication-page-private.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-cell-format.h"
#include "app/parts/lsc-facts.h"
#include "app/parts/lsc-grid-side.h"
#include "app/parts/lsc-label.h"
#include "app/parts/lsc-page-words.h"
#include "app/parts/lsc-template.h"
#include "app/parts/lsc-toolbar.h"
#include "app/window/lsc-app.h"
#include "base/lsc-error.h"
#include "base/lsc-words.h"

#define PANELS_PX 240 /* high, until the user moves the border */

G_DEFINE_FINAL_TYPE (LscCommunicationPage, lsc_communication_page, LSC_TYPE_APP_PAGE)

/* ---- choices ---- */

static void
on_filter_chosen (LscCommunicationPage *self)
{
  if (!self->is_filling && self->communication)
    _lsc_communication_filter_apply (self);
}

/* Experts are another matrix: of ranks and steps. */
static void
on_metric_chosen (LscCommunicationPage *self)
{
  LscMatrixMetric metric = (LscMatrixMetric) gtk_drop_down_get_selected (self->metric_choice);
  const LscMatrixShades *shades = lsc_matrix_chart_get_view (self->matrix)->shades;
  gboolean is_other = shades && (shades->metric == LSC_MATRIX_LOAD) != (metric == LSC_MATRIX_LOAD);

  lsc_matrix_chart_set_metric (self->matrix, metric);
  if (is_other)
    _lsc_communication_filter_draw (self);
}

static void
on_bars_chosen (LscCommunicationPage *self)
{
  _lsc_communication_bars_fill (self);
}

static guint
take_selection (LscAppPage *page, LscSelection *selection, guint changed)
{
  LscCommunicationPage *self = LSC_COMMUNICATION_PAGE (page);

  /* a page that has just been filled hears of all that is chosen once more */
  if (self->communication && (changed & LSC_NARROW_RANKS) &&
      _lsc_communication_filter_is_stale (self))
    _lsc_communication_filter_apply (self);
  return LSC_NARROW_RANKS;
}

/* ---- details ---- */

static char *
make_text (const LscTable *table, gsize row, guint column)
{
  const LscColumn *about = lsc_table_get_column (table, column);
  LscValue value = lsc_table_get (table, row, column);
  char text[LSC_CELL_TEXT];

  if (about->type == LSC_TYPE_TEXT)
    return lsc_table_get_words (table, row, column);
  if (about->unit == LSC_UNIT_ID && value.type == LSC_TYPE_INT) /* a name, no quantity */
    return g_strdup_printf ("%" G_GINT64_FORMAT, value.integer);
  if (about->unit == LSC_UNIT_NS && value.type == LSC_TYPE_INT)
    return lsc_format_duration (value.integer, LSC_TIME_UNIT_AUTO);
  if (about->unit == LSC_UNIT_SHARE && value.type == LSC_TYPE_REAL)
    return lsc_format_share (value.real);
  if (about->unit == LSC_UNIT_BYTES && value.type == LSC_TYPE_INT)
    return lsc_matrix_value_text (LSC_MATRIX_SIZE, (double) value.integer);
  lsc_cell_format (text, about, value, LSC_TIME_UNIT_AUTO);
  return g_strdup (text);
}

/* Where it is seen is what the buttons lead to. */
static gboolean
is_place (const LscColumn *column)
{
  static const char *const names[] = { "slice_id", "begin_ns", "end_ns", "instance" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (column->name, names[i]))
      return TRUE;
  return FALSE;
}

static GPtrArray *
get_details (LscAppPage *page)
{
  LscCommunicationPage *self = LSC_COMMUNICATION_PAGE (page);
  const LscTable *table = _lsc_communication_page_get_selected (self);
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
copy_row (LscCommunicationPage *self)
{
  g_autoptr (GPtrArray) facts = get_details (LSC_APP_PAGE (self));
  g_autofree char *text = facts ? lsc_facts_to_row (facts) : NULL;

  if (!text)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  lsc_app_page_say (LSC_APP_PAGE (self), _ ("Row copied"));
}

/* ---- files ---- */

static void
export_table (LscCommunicationPage *self)
{
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_COMMUNICATION_ON_EXPORT);
}

/* The chart is the matrix of links, or the table of operators where none are known; of experts
 * their table. */
static gboolean
complete_pin (LscAppPage *page, LscPin *pin, GError **error)
{
  LscCommunicationPage *self = LSC_COMMUNICATION_PAGE (page);
  const LscLinkMatrix *matrix = lsc_matrix_chart_get_view (self->matrix)->matrix;
  gboolean is_of_experts = matrix && matrix->is_of_experts;

  if (g_str_equal (pin->view, "communication/chart") &&
      (is_of_experts || lsc_matrix_view_is_empty (lsc_matrix_chart_get_view (self->matrix))))
    {
      g_free (pin->view);
      pin->view = g_strdup (is_of_experts ? "communication/expert_load"
                                          : "communication/communication_operators");
    }
  else if (g_str_equal (pin->view, "communication/communication_instances"))
    lsc_pin_set_int (pin, "operator", (gint64) self->operator_row);
  return self->communication || lsc_app_page_fail_pin (error);
}

static void
fit (LscCommunicationPage *self)
{
  lsc_matrix_chart_fit (self->matrix);
}

static void
toggle_panels (LscCommunicationPage *self)
{
  g_autoptr (GSettings) settings = g_settings_new (LSC_APP_ID);

  g_settings_set_boolean (settings, "communication-panel",
                          !g_settings_get_boolean (settings, "communication-panel"));
}

static const LscAppPageAction actions[] = {
  { "communication.fit", G_CALLBACK (fit) },
  { "communication.panel", G_CALLBACK (toggle_panels), 0, "q" },
  { "communication.show-timeline", G_CALLBACK (_lsc_communication_page_show), LSC_PLACE_SLICE,
    "<Control>t" },
  { "communication.show-modules", G_CALLBACK (_lsc_communication_page_show), LSC_PLACE_MODULES,
    "<Control>m" },
  { "communication.show-overview", G_CALLBACK (_lsc_communication_page_show_overview), 0, "o" },
  { "communication.copy-row", G_CALLBACK (copy_row) },
  { "communication.narrow", G_CALLBACK (_lsc_communication_page_narrow), 0, "e" },
  { "communication.export", G_CALLBACK (_lsc_communication_page_export_matrix) },
  { "communication.export-bars", G_CALLBACK (_lsc_communication_page_export_bars) },
  { "communication.export-table", G_CALLBACK (export_table) },
  { NULL },
};

/* ---- for the window ---- */

static void
append_words (GString *text, const LscPhrase *phrase)
{
  g_autofree char *words = lsc_phrase_to_words (phrase);

  lsc_words_append (text, words);
}

static void
fill_words (LscCommunicationPage *self)
{
  const GPtrArray *notes = lsc_communication_get_notes (self->communication);
  g_autofree char *headline =
      lsc_phrase_to_words (lsc_communication_get_headline (self->communication));
  const LscPhrase *detail = lsc_communication_get_guide (self->communication);
  const LscPhrase *bandwidth = lsc_communication_get_bandwidth (self->communication);
  g_autofree char *whole = lsc_phrase_to_words (detail);
  LscCertaintyWords certainty = lsc_communication_get_certainty_words (self->communication);
  g_autoptr (GString) remark = g_string_new (NULL);

  if (!g_str_equal (whole, headline))
    append_words (remark, detail);
  if (bandwidth)
    append_words (remark, bandwidth);
  for (guint i = 0; i < notes->len; i++)
    append_words (remark, notes->pdata[i]);
  gtk_label_set_label (self->headline, headline);
  lsc_page_words_set_certainty (lsc_page_words_of (self->headline), certainty.title,
                                certainty.about);
  gtk_label_set_label (self->remark, remark->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->remark), remark->str);
  gtk_widget_set_visible (GTK_WIDGET (self->remark), remark->len > 0);
}

/* Where what the headline ends with is told with remedy and evidence. */
static void
lead_on (LscCommunicationPage *self)
{
  gboolean is_of_pipeline = FALSE;
  const char *rule = lsc_communication_get_finding (self->communication, &is_of_pipeline);

  gtk_button_set_label (self->finding,
                        is_of_pipeline ? _ ("Show in Pipeline") : _ ("All _Findings"));
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->finding), "s",
                                    is_of_pipeline ? "pipeline" : "findings");
  gtk_widget_set_visible (GTK_WIDGET (self->finding), rule != NULL);
}

static gboolean
has_experts (LscCommunicationPage *self)
{
  const LscTable *load = self->tables[LSC_COMMUNICATION_TAB_EXPERTS];

  return load && lsc_table_get_n_rows (load) > 0;
}

/* The figures that are known of any link; slow ones are looked for first. */
static void
fill_metrics (LscCommunicationPage *self)
{
  const LscLinkMatrix *matrix = lsc_matrix_chart_get_view (self->matrix)->matrix;
  guint metric = matrix && lsc_matrix_has_metric (matrix, LSC_MATRIX_OF_KIND)
                     ? LSC_MATRIX_OF_KIND
                     : LSC_MATRIX_BANDWIDTH;

  gtk_widget_set_visible (GTK_WIDGET (self->metric_choice),
                          (matrix && matrix->n_ranks > 0) || has_experts (self));
  gtk_drop_down_set_selected (self->metric_choice, metric);
  on_metric_chosen (self);
}

/* What the headline is about, else what costs most. */
static void
select_first (LscCommunicationPage *self)
{
  static const guint tabs[LSC_COMMUNICATION_N_TABLES + 1] = {
    LSC_COMMUNICATION_TAB_GROUPS,  LSC_COMMUNICATION_TAB_OPERATORS, LSC_COMMUNICATION_TAB_LINKS,
    LSC_COMMUNICATION_N_TABS, /* the matrix */
    LSC_COMMUNICATION_TAB_PACKETS, LSC_COMMUNICATION_TAB_EXPERTS,   LSC_COMMUNICATION_N_TABS
  };
  gsize row = 0;
  guint tab = tabs[lsc_communication_get_headline_row (self->communication, &row)];

  if (lsc_table_get_n_rows (self->tables[LSC_COMMUNICATION_TAB_OPERATORS]) > 0)
    _lsc_communication_bars_choose (self, 0);
  if (tab == LSC_COMMUNICATION_N_TABS)
    return;
  _lsc_communication_page_select (self, tab, (guint32) row);
  gtk_notebook_set_current_page (self->panel, (int) tab);
}

static void
clear_tables (LscCommunicationPage *self)
{
  _lsc_communication_bars_clear (self);
  self->selected = (LscCommunicationSpot){ LSC_COMMUNICATION_N_TABS, 0 };
  for (guint i = 0; i < LSC_COMMUNICATION_N_TABS; i++)
    {
      g_clear_pointer (&self->tables[i], lsc_table_unref);
      g_array_set_size (self->shown[i], 0);
    }
}

static void
set_communication (LscCommunicationPage *self, LscCommunication *communication)
{
  static const guint tables[] = {
    [LSC_COMMUNICATION_TAB_GROUPS] = LSC_COMMUNICATION_GROUPS,
    [LSC_COMMUNICATION_TAB_OPERATORS] = LSC_COMMUNICATION_OPERATORS,
    [LSC_COMMUNICATION_TAB_LINKS] = LSC_COMMUNICATION_LINKS,
    [LSC_COMMUNICATION_TAB_INSTANCES] = LSC_COMMUNICATION_N_TABLES, /* of an operator */
    [LSC_COMMUNICATION_TAB_PACKETS] = LSC_COMMUNICATION_PACKETS,
    [LSC_COMMUNICATION_TAB_EXPERTS] = LSC_COMMUNICATION_EXPERTS,
  };

  clear_tables (self);
  g_clear_pointer (&self->communication, lsc_communication_unref);
  self->communication = communication;
  for (guint i = 0; communication && i < G_N_ELEMENTS (tables); i++)
    if (tables[i] < LSC_COMMUNICATION_N_TABLES)
      self->tables[i] =
          lsc_communication_get_table (communication, (LscCommunicationTable) tables[i]);
  _lsc_communication_filter_fill (self);
  _lsc_communication_filter_apply (self);
  fill_metrics (self);
  if (communication)
    {
      fill_words (self);
      lead_on (self);
      select_first (self);
    }
  _lsc_communication_bars_fill (self);
  _lsc_communication_page_update_actions (self);
}

static gboolean
has_nothing (LscCommunication *communication)
{
  g_autoptr (LscTable) operators =
      lsc_communication_get_table (communication, LSC_COMMUNICATION_OPERATORS);
  g_autoptr (LscTable) groups =
      lsc_communication_get_table (communication, LSC_COMMUNICATION_GROUPS);
  g_autoptr (LscTable) links = lsc_communication_get_table (communication, LSC_COMMUNICATION_LINKS);
  g_autoptr (LscTable) experts =
      lsc_communication_get_table (communication, LSC_COMMUNICATION_EXPERTS);

  return lsc_table_get_n_rows (operators) == 0 && lsc_table_get_n_rows (groups) == 0 &&
         lsc_table_get_n_rows (links) == 0 && lsc_table_get_n_rows (experts) == 0;
}

static void
on_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscCommunicationPage *self = owner;
  g_autoptr (GError) nothing = NULL;

  if (!error && has_nothing (result))
    {
      lsc_communication_unref (result);
      nothing = g_error_new (LSC_ERROR, LSC_ERROR_NOTHING, "%s",
                             _ ("No communication was recorded. Ranks that work together record "
                                "it where the profiler covers device activity; open the profiles "
                                "of all of them."));
      error = nothing;
    }
  if (error)
    {
      lsc_app_page_fail (owner, error);
      return;
    }
  set_communication (self, result);
  lsc_app_page_set_ready (owner);
  lsc_app_page_settle (owner);
}

static void
load (LscAppPage *page)
{
  const LscAppPageSource *source = lsc_app_page_get_source (page);
  LscTaskWish wish = lsc_app_page_wish (page, on_loaded);

  lsc_loader_load_communication (source->loader, source->cluster, &wish);
}

static void
clear (LscAppPage *page)
{
  set_communication (LSC_COMMUNICATION_PAGE (page), NULL);
}

static gboolean
is_busy (LscAppPage *page)
{
  return LSC_COMMUNICATION_PAGE (page)->task != NULL;
}

/* ---- life ---- */

static gboolean
lsc_communication_page_grab_focus (GtkWidget *widget)
{
  LscCommunicationPage *self = LSC_COMMUNICATION_PAGE (widget);
  gboolean has_matrix =
      g_strcmp0 (gtk_stack_get_visible_child_name (self->matrix_stack), "chart") == 0;

  return gtk_widget_grab_focus (has_matrix ? GTK_WIDGET (self->matrix) : GTK_WIDGET (self->bars));
}

static void
lsc_communication_page_dispose (GObject *object)
{
  LscCommunicationPage *self = LSC_COMMUNICATION_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  clear_tables (self);
  if (child)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->communication, lsc_communication_unref);
  G_OBJECT_CLASS (lsc_communication_page_parent_class)->dispose (object);
}

static void
lsc_communication_page_finalize (GObject *object)
{
  LscCommunicationPage *self = LSC_COMMUNICATION_PAGE (object);

  for (guint i = 0; i < LSC_COMMUNICATION_N_TABS; i++)
    g_array_unref (self->shown[i]);
  G_OBJECT_CLASS (lsc_communication_page_parent_class)->finalize (object);
}

static void
init_page_class (LscAppPageClass *class)
{
  static const LscAppPageExport exports[] = {
    { N_ ("_Picture of the Links…"), "communication.export", TRUE },
    { N_ ("Picture of the _Bars…"), "communication.export-bars", TRUE },
    { N_ ("_Table…"), "communication.export-table", TRUE },
    { N_ ("Copy _Row"), "communication.copy-row", FALSE },
    { NULL },
  };

  class->exports = exports;
  class->panel_setting = "communication-panel";
  class->shows_all_ranks = TRUE;
  class->loading_title = N_ ("Looking at Communication");
  class->failed_title = N_ ("No Communication to Show");
  class->load = load;
  class->clear = clear;
  class->is_busy = is_busy;
  class->take_selection = take_selection;
  class->scope = N_ ("it covers all steps that count");
  class->get_details = get_details;
  class->mode = "communication";
  class->complete_pin = complete_pin;
}

static void
bind_callbacks (GtkWidgetClass *class)
{
  gtk_widget_class_bind_template_callback (class, on_filter_chosen);
  gtk_widget_class_bind_template_callback (class, on_metric_chosen);
  gtk_widget_class_bind_template_callback (class, on_bars_chosen);
  gtk_widget_class_bind_template_callback_full (
      class, "on_cell_selected", G_CALLBACK (_lsc_communication_page_on_cell_selected));
  gtk_widget_class_bind_template_callback_full (
      class, "on_cell_activated", G_CALLBACK (_lsc_communication_page_on_cell_activated));
  gtk_widget_class_bind_template_callback_full (
      class, "on_bar_selected", G_CALLBACK (_lsc_communication_page_on_bar_selected));
  gtk_widget_class_bind_template_callback_full (
      class, "on_bar_activated", G_CALLBACK (_lsc_communication_page_on_bar_activated));
}

static void
lsc_communication_page_class_init (LscCommunicationPageClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscCommunicationPage, headline),     LSC_CHILD (LscCommunicationPage, remark),
    LSC_CHILD (LscCommunicationPage, group_choice), LSC_CHILD (LscCommunicationPage, kind_choice),
    LSC_CHILD (LscCommunicationPage, form_choice),  LSC_CHILD (LscCommunicationPage, metric_choice),
    LSC_CHILD (LscCommunicationPage, bars_choice),  LSC_CHILD (LscCommunicationPage, align_choice),
    LSC_CHILD (LscCommunicationPage, paned),        LSC_CHILD (LscCommunicationPage, matrix_stack),
    LSC_CHILD (LscCommunicationPage, matrix),       LSC_CHILD (LscCommunicationPage, matrix_reason),
    LSC_CHILD (LscCommunicationPage, bars_stack),   LSC_CHILD (LscCommunicationPage, bars),
    LSC_CHILD (LscCommunicationPage, bars_reason),  LSC_CHILD (LscCommunicationPage, panel),
    LSC_CHILD (LscCommunicationPage, grid_button),  LSC_CHILD (LscCommunicationPage, grid_stack),
    LSC_CHILD (LscCommunicationPage, grid),         LSC_CHILD (LscCommunicationPage, finding),
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (LSC_TYPE_MATRIX_CHART);
  g_type_ensure (LSC_TYPE_BAR_CHART);
  g_type_ensure (LSC_TYPE_GRID_PANE);
  g_type_ensure (LSC_TYPE_TOOLBAR);
  G_OBJECT_CLASS (class)->dispose = lsc_communication_page_dispose;
  G_OBJECT_CLASS (class)->finalize = lsc_communication_page_finalize;
  widget_class->grab_focus = lsc_communication_page_grab_focus;
  lsc_template_set (class, "lsc-communication-page", children, G_N_ELEMENTS (children));
  bind_callbacks (widget_class);
  lsc_app_page_class_install (LSC_APP_PAGE_CLASS (class), actions);
  init_page_class (LSC_APP_PAGE_CLASS (class));
}

static void
name_metrics (LscCommunicationPage *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < LSC_MATRIX_N_METRICS; i++)
    gtk_string_list_append (names, _ (lsc_matrix_metric_titles[i]));
  gtk_drop_down_set_model (self->metric_choice, G_LIST_MODEL (names));
}

static void
lsc_communication_page_init (LscCommunicationPage *self)
{
  static const LscGridFigure figures[] = { LSC_GRID_EXPOSED, LSC_GRID_WAITED, LSC_GRID_TRANSFER,
                                           LSC_GRID_CAUSED };

  for (guint i = 0; i < LSC_COMMUNICATION_N_TABS; i++)
    self->shown[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->selected.tab = LSC_COMMUNICATION_N_TABS;
  self->is_filling = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->is_filling = FALSE;
  lsc_labels_keep_units (GTK_WIDGET (self));
  lsc_bar_chart_yield (self->bars);
  name_metrics (self);
  lsc_app_page_take_notebook (LSC_APP_PAGE (self), self->panel, self->paned, PANELS_PX);
  lsc_grid_pane_set_figures (self->grid, figures, G_N_ELEMENTS (figures));
  lsc_grid_side_add (LSC_APP_PAGE (self), self->grid, self->grid_stack, self->grid_button,
                     "communication-grid");
}
