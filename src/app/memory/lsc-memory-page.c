/* lsc-memory-page.c - who holds the memory of a rank, and whether it grows
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/memory/lsc-memory-page-private.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-facts.h"
#include "app/parts/lsc-label.h"
#include "app/parts/lsc-template.h"
#include "app/parts/lsc-toolbar.h"
#include "app/window/lsc-app.h"
#include "base/lsc-words.h"

#define PANELS_PX 240 /* high, until the user moves the border */

G_DEFINE_FINAL_TYPE (LscMemoryPage, lsc_memory_page, LSC_TYPE_APP_PAGE)

/* ---- choices ---- */

static void
on_plot_chosen (LscMemoryPage *self)
{
  if (!self->is_filling && self->memory)
    _lsc_memory_page_plot (self, TRUE);
}

static void
on_moment_changed (LscMemoryPage *self)
{
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_MEMORY_ON_LIVE);
}

static void
on_moment_activated (LscMemoryPage *self)
{
  _lsc_memory_page_show_moment (self);
}

static guint
take_selection (LscAppPage *page, LscSelection *selection, guint changed)
{
  LscMemoryPage *self = LSC_MEMORY_PAGE (page);

  if (self->memory && (changed & (LSC_NARROW_STEP | LSC_NARROW_RANGE)))
    _lsc_memory_page_show_part (self, selection);
  if (self->memory && (changed & ~(guint) LSC_NARROW_RANKS))
    _lsc_memory_page_narrow_tables (self, selection);
  return LSC_NARROW_STEP | LSC_NARROW_RANGE | LSC_NARROW_MODULE | LSC_NARROW_OP;
}

/* ---- actions ---- */

static void
copy_row (LscMemoryPage *self)
{
  g_autoptr (GPtrArray) facts = _lsc_memory_page_get_details (LSC_APP_PAGE (self));
  g_autofree char *text = facts ? lsc_facts_to_row (facts) : NULL;

  if (!text)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  lsc_app_page_say (LSC_APP_PAGE (self), _ ("Row copied"));
}

static void
export_table (LscMemoryPage *self)
{
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_MEMORY_ON_EXPORT);
}

static void
fit (LscMemoryPage *self)
{
  lsc_chart_fit (LSC_CHART (self->chart));
}

static void
go_to_peak (LscMemoryPage *self)
{
  lsc_chart_perform (LSC_CHART (self->chart), "highest-peak");
  lsc_app_page_show_panel (LSC_APP_PAGE (self), LSC_MEMORY_TAB_LIVE);
}

static void
toggle_panels (LscMemoryPage *self)
{
  g_autoptr (GSettings) settings = g_settings_new (LSC_APP_ID);

  g_settings_set_boolean (settings, "memory-panel",
                          !g_settings_get_boolean (settings, "memory-panel"));
}

static const LscAppPageAction actions[] = {
  { "memory.fit", G_CALLBACK (fit) },
  { "memory.peak", G_CALLBACK (go_to_peak), 0, "p" },
  { "memory.growth", G_CALLBACK (lsc_app_page_show_panel), LSC_MEMORY_TAB_GROWTH },
  { "memory.panel", G_CALLBACK (toggle_panels), 0, "q" },
  { "memory.show-timeline", G_CALLBACK (_lsc_memory_page_show), LSC_PLACE_SLICE, "<Control>t" },
  { "memory.show-modules", G_CALLBACK (_lsc_memory_page_show), LSC_PLACE_MODULES, "<Control>m" },
  { "memory.show-moment", G_CALLBACK (_lsc_memory_page_show_moment) },
  { "memory.copy-row", G_CALLBACK (copy_row) },
  { "memory.narrow", G_CALLBACK (_lsc_memory_page_narrow), 0, "e" },
  { "memory.export", G_CALLBACK (_lsc_memory_page_export_chart) },
  { "memory.export-table", G_CALLBACK (export_table) },
  { NULL },
};

/* ---- for the window ---- */

static void
append_phrases (GString *out, const GPtrArray *phrases)
{
  for (guint i = 0; phrases && i < phrases->len; i++)
    {
      g_autofree char *words = lsc_phrase_to_words (phrases->pdata[i]);

      lsc_words_append (out, words);
    }
}

/* What to look at next: whoever keeps memory, else whoever holds the peak. */
static void
show_next (LscMemoryPage *self)
{
  gboolean has_peak = lsc_memory_get_peak_bytes (self->memory) > 0;

  if (lsc_memory_leaks (self->memory))
    lsc_page_words_set_link (
        self->words,
        _ ("Next: look in the program for what keeps it, such as lists, caches "
           "or losses with their graph; Growth shows who allocates it."),
        NULL, "memory.growth");
  else if (has_peak && lsc_memory_is_older (self->memory))
    lsc_page_words_set_link (
        self->words,
        _ ("Next: record from the program's start to see what holds most; or use smaller "
           "micro-batches or recomputation."),
        NULL, "memory.peak");
  else
    lsc_page_words_set_link (
        self->words, has_peak ? _ ("Next: go to the peak and see which blocks hold it.") : NULL,
        NULL, "memory.peak");
}

/* The largest finding in the first line, whole sentences below it. */
static void
fill_words (LscMemoryPage *self)
{
  g_autofree char *headline = lsc_phrase_to_words (lsc_memory_get_headline (self->memory));
  g_autofree char *detail = lsc_phrase_to_words (lsc_memory_get_detail (self->memory));
  g_autoptr (GString) remark = g_string_new (g_str_equal (detail, headline) ? "" : detail);

  append_phrases (remark, lsc_memory_get_notes (self->memory));
  gtk_label_set_label (self->headline, headline);
  show_next (self);
  gtk_label_set_label (self->remark, remark->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->remark), remark->str);
  gtk_widget_set_visible (GTK_WIDGET (self->remark), remark->len > 0);
}

/* As the headline names who holds most, unless the user has chosen. A snapshot knows stacks and no
 * operators, most profiles operators and no stacks. */
static void
choose_by (LscMemoryPage *self)
{
  const LscMemoryLog *log = lsc_memory_get_log (self->memory);

  if (!self->is_by_chosen)
    self->by = lsc_memory_get_holder_by (self->memory);
  if (self->by == LSC_MEMORY_BY_OP && log->source == LSC_MEMORY_FROM_SNAPSHOT && log->has_stacks)
    self->by = LSC_MEMORY_BY_STACK;
  else if (self->by == LSC_MEMORY_BY_STACK && !log->has_stacks)
    self->by = LSC_MEMORY_BY_OP;
}

/* Who keeps more in every step is what is looked for; who hid the tables does not get them back. */
static void
show_leak (LscMemoryPage *self)
{
  g_autoptr (GSettings) settings = g_settings_new (LSC_APP_ID);

  if (lsc_memory_leaks (self->memory) && g_settings_get_boolean (settings, "memory-panel"))
    lsc_app_page_show_panel (LSC_APP_PAGE (self), LSC_MEMORY_TAB_GROWTH);
}

static void
set_memory (LscMemoryPage *self, LscMemory *memory)
{
  LscMemory *old = self->memory;

  self->memory = memory;
  if (memory)
    {
      fill_words (self);
      choose_by (self);
      _lsc_memory_page_fill_choices (self);
    }
  _lsc_memory_page_plot (self, FALSE);
  _lsc_memory_page_take_tables (self);
  _lsc_memory_page_update_actions (self);
  if (memory && !old)
    show_leak (self);
  g_clear_pointer (&old, lsc_memory_unref);
}

static void
on_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  if (error)
    {
      lsc_app_page_fail (owner, error);
      return;
    }
  set_memory (owner, result);
  lsc_app_page_set_ready (owner);
  lsc_app_page_settle (owner);
}

static void
load (LscAppPage *page)
{
  const LscAppPageSource *source = lsc_app_page_get_source (page);
  LscTaskWish wish = lsc_app_page_wish (page, on_loaded);

  lsc_loader_load_memory (source->loader, source->source, &wish);
}

static void
clear (LscAppPage *page)
{
  set_memory (LSC_MEMORY_PAGE (page), NULL);
}

/* ---- life ---- */

static gboolean
lsc_memory_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (LSC_MEMORY_PAGE (widget)->chart));
}

static void
lsc_memory_page_dispose (GObject *object)
{
  LscMemoryPage *self = LSC_MEMORY_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  _lsc_memory_page_clear_tables (self);
  if (child)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->plot, lsc_memory_plot_free);
  g_clear_pointer (&self->memory, lsc_memory_unref);
  G_OBJECT_CLASS (lsc_memory_page_parent_class)->dispose (object);
}

static void
lsc_memory_page_finalize (GObject *object)
{
  g_array_unref (LSC_MEMORY_PAGE (object)->pools);
  G_OBJECT_CLASS (lsc_memory_page_parent_class)->finalize (object);
}

static void
init_page_class (LscAppPageClass *class)
{
  static const LscAppPageExport exports[] = {
    { N_ ("_Picture…"), "memory.export", TRUE },
    { N_ ("_Table…"), "memory.export-table", TRUE },
    { N_ ("Copy _Row"), "memory.copy-row", FALSE },
    { NULL },
  };

  class->exports = exports;
  class->panel_setting = "memory-panel";
  class->failed_title = N_ ("No Memory to Show");
  class->load = load;
  class->clear = clear;
  class->take_selection = take_selection;
  class->scope = N_ ("it shows the memory of one rank");
  class->get_details = _lsc_memory_page_get_details;
  class->get_command = _lsc_memory_page_get_command;
  class->complete_pin = _lsc_memory_page_complete_pin;
}

static void
lsc_memory_page_class_init (LscMemoryPageClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscMemoryPage, words),       LSC_CHILD (LscMemoryPage, headline),
    LSC_CHILD (LscMemoryPage, remark),      LSC_CHILD (LscMemoryPage, pool_choice),
    LSC_CHILD (LscMemoryPage, form_choice), LSC_CHILD (LscMemoryPage, paned),
    LSC_CHILD (LscMemoryPage, chart),       LSC_CHILD (LscMemoryPage, panel),
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (LSC_TYPE_MEMORY_CHART);
  g_type_ensure (LSC_TYPE_TOOLBAR);
  G_OBJECT_CLASS (class)->dispose = lsc_memory_page_dispose;
  G_OBJECT_CLASS (class)->finalize = lsc_memory_page_finalize;
  widget_class->grab_focus = lsc_memory_page_grab_focus;
  lsc_template_set (class, "lsc-memory-page", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, on_plot_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_moment_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_moment_activated);
  lsc_app_page_class_install (LSC_APP_PAGE_CLASS (class), actions);
  init_page_class (LSC_APP_PAGE_CLASS (class));
}

static void
lsc_memory_page_init (LscMemoryPage *self)
{
  self->pools = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->selected.tab = LSC_MEMORY_N_TABS;
  self->is_filling = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->is_filling = FALSE;
  lsc_labels_keep_units (GTK_WIDGET (self));
  lsc_app_page_take_notebook (LSC_APP_PAGE (self), self->panel, self->paned, PANELS_PX);
  _lsc_memory_page_update_actions (self);
}
