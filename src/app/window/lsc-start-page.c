/* lsc-start-page.c - the empty state: what can be opened and how to record it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-start-page.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "base/lsc-visible.h"
#include "app/window/lsc-app.h"
#include "app/window/lsc-demo.h"
#include "app/window/lsc-recent.h"
#include "app/parts/lsc-template.h"
#include "base/lsc-watchdog.h"

/* In the order of the template's list. */
static const char *const snippets[] = { "record.py", "mark_modules.py", "mark_pipeline.py",
                                        "mark_pipeline_gpu.py" };

struct _LscStartPage
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkWidget *recent_group;
  GtkListBox *recent;
  GtkTextView *code;
  GtkDropDown *snippet;
  GtkWidget *demo;

  GSettings *settings;
  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (LscStartPage, lsc_start_page, GTK_TYPE_WIDGET)

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, LscStartPage *self)
{
  const char *uri = g_object_get_data (G_OBJECT (row), "uri");

  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-uri", "s", uri);
}

static void
on_forget_clicked (GtkButton *button, LscStartPage *self)
{
  lsc_recent_remove (self->settings, g_object_get_data (G_OBJECT (button), "uri"));
}

static char *
get_code (LscStartPage *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->code);
  GtkTextIter begin, end;

  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  return gtk_text_buffer_get_text (buffer, &begin, &end, FALSE);
}

static void
on_copy_clicked (GtkButton *button, LscStartPage *self)
{
  g_autofree char *code = get_code (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), code);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s", _ ("Copied"));
}

static void
show_snippet (LscStartPage *self)
{
  guint chosen = MIN (gtk_drop_down_get_selected (self->snippet), G_N_ELEMENTS (snippets) - 1);
  g_autofree char *path = g_strconcat (LSC_RESOURCES "/snippets/", snippets[chosen], NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, 0, NULL);

  g_return_if_fail (bytes != NULL);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->code), g_bytes_get_data (bytes, NULL),
                            (int) g_bytes_get_size (bytes));
}

/* A recent profile that is gone is greyed, once the file system has said so. */
static void
on_info_ready (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GtkWidget) row = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (object), result, &error);
  LSC_WATCH ("start page: recent file looked up");

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return;
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _ ("No longer there"));
  gtk_widget_add_css_class (row, "dim-label");
}

static GtkWidget *
create_row (LscStartPage *self, const char *uri)
{
  g_autoptr (GFile) file = g_file_new_for_uri (uri);
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base ? base : uri);
  g_autofree char *path = lsc_path_to_display (file);
  g_autofree char *title = lsc_visible_markup (name);
  g_autofree char *subtitle = lsc_visible_markup (path);
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *forget = gtk_button_new_from_icon_name ("edit-clear-symbolic");

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_widget_add_css_class (forget, "flat");
  gtk_widget_set_valign (forget, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (forget, _ ("Remove From This List"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), forget);
  g_object_set_data_full (G_OBJECT (row), "uri", g_strdup (uri), g_free);
  g_object_set_data_full (G_OBJECT (forget), "uri", g_strdup (uri), g_free);
  g_signal_connect_object (forget, "clicked", G_CALLBACK (on_forget_clicked), self, 0);
  g_file_query_info_async (file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE,
                           G_PRIORITY_LOW, self->cancellable, on_info_ready, g_object_ref (row));
  return row;
}

static void
on_recent_changed (GSettings *settings, const char *key, LscStartPage *self)
{
  g_auto (GStrv) uris = g_settings_get_strv (settings, "recent-projects");
  GtkWidget *child;
  LSC_WATCH ("start page: recent list");

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->recent))))
    gtk_list_box_remove (self->recent, child);
  for (gsize i = 0; uris[i] && i < LSC_RECENT_MAX; i++)
    gtk_list_box_append (self->recent, create_row (self, uris[i]));
  gtk_widget_set_visible (self->recent_group, uris[0] != NULL);
}

/**
 * lsc_start_page_set_settings:
 *
 * Called once; the list of recent profiles then follows @settings.
 */
void
lsc_start_page_set_settings (LscStartPage *self, GSettings *settings)
{
  g_return_if_fail (LSC_IS_START_PAGE (self));
  g_set_object (&self->settings, settings);
  g_signal_connect_object (settings, "changed::recent-projects", G_CALLBACK (on_recent_changed),
                           self, 0);
  on_recent_changed (settings, NULL, self);
}

static void
lsc_start_page_dispose (GObject *object)
{
  LscStartPage *self = LSC_START_PAGE (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (lsc_start_page_parent_class)->dispose (object);
}

static void
lsc_start_page_class_init (LscStartPageClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscStartPage, content), LSC_CHILD (LscStartPage, recent_group),
    LSC_CHILD (LscStartPage, recent),  LSC_CHILD (LscStartPage, code),
    LSC_CHILD (LscStartPage, snippet), LSC_CHILD (LscStartPage, demo)
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_start_page_dispose;
  lsc_template_set (class, "lsc-start-page", children, G_N_ELEMENTS (children));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_clicked);
}

static void
lsc_start_page_init (LscStartPage *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (self->snippet, "notify::selected", G_CALLBACK (show_snippet), self);
  show_snippet (self);
  gtk_widget_set_visible (self->demo, lsc_demo_can_be_made ());
}
