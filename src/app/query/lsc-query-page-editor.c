/* lsc-query-page-editor.c - the statement, those before it, and what can be asked
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#include "app/query/lsc-query-page-private.h"

#define MOST_REMEMBERED 100
#define LANGUAGE "lanescope-sql"

static const struct
{
  const char *title;
  const char *sql;
} examples[] = {
  { N_ ("Longest kernels"),
    "SELECT rank, name, kind, start_ns, dur_ns, step, id\n"
    "FROM slices\nWHERE kind LIKE 'kernel%'\nORDER BY dur_ns DESC\nLIMIT 100" },
  { N_ ("Time by kernel"),
    "SELECT rank, name, count(*) AS n, sum(dur_ns) AS total_ns, max(dur_ns) AS longest_ns\n"
    "FROM slices\nWHERE kind LIKE 'kernel%'\nGROUP BY rank, name\nORDER BY total_ns DESC" },
  { N_ ("Time by shape"),
    "SELECT type, input_shapes, input_types, count(*) AS n, sum(dur_ns) AS total_ns,\n"
    "       median(dur_ns) AS median_ns\n"
    "FROM shapes\nGROUP BY type, input_shapes, input_types\nORDER BY total_ns DESC" },
  { N_ ("Free time by class"), "SELECT rank, step, class, count(*) AS n, sum(dur_ns) AS total_ns\n"
                               "FROM gaps\nGROUP BY rank, step, class\nORDER BY total_ns DESC" },
  { N_ ("Longest gaps and their causes"),
    "SELECT rank, step, start_ns, dur_ns, class, cause, next, next_id\n"
    "FROM gaps\nORDER BY dur_ns DESC\nLIMIT 50" },
  { N_ ("Computing, communication and free time of each step"),
    "SELECT * FROM steps ORDER BY rank, step" },
  { N_ ("Collectives"), "SELECT rank, lane, name, start_ns, dur_ns, id\n"
                        "FROM slices\nWHERE kind = 'communication'\nORDER BY start_ns" },
  { N_ ("Kernels with their launches"), "SELECT k.rank, o.name AS launch, k.name, k.dur_ns, k.id\n"
                                        "FROM links AS l\n"
                                        "JOIN slices AS o ON o.rank = l.rank AND o.id = l.from_id\n"
                                        "JOIN slices AS k ON k.rank = l.rank AND k.id = l.to_id\n"
                                        "WHERE k.kind LIKE 'kernel%'\nLIMIT 200" },
  { N_ ("Modules by time"),
    "SELECT rank, depth, name, calls, total_ns, self_ns, share_of_device_time\n"
    "FROM modules\nORDER BY total_ns DESC\nLIMIT 100" },
};

/* ---- the statement ---- */

static GtkTextBuffer *
get_buffer (LscQueryPage *self)
{
  return gtk_text_view_get_buffer (self->editor);
}

/** lsc_query_page_get_text: Returns: (transfer full): all of the editor */
char *
lsc_query_page_get_text (LscQueryPage *self)
{
  GtkTextIter begin, end;

  gtk_text_buffer_get_bounds (get_buffer (self), &begin, &end);
  return gtk_text_buffer_get_text (get_buffer (self), &begin, &end, FALSE);
}

/** lsc_query_page_set_text: replaces all of the editor; can be undone */
void
lsc_query_page_set_text (LscQueryPage *self, const char *sql)
{
  GtkTextBuffer *buffer;
  GtkTextIter begin, end;

  g_return_if_fail (LSC_IS_QUERY_PAGE (self) && sql);
  buffer = get_buffer (self);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  gtk_text_buffer_delete (buffer, &begin, &end);
  gtk_text_buffer_insert (buffer, &begin, sql, -1);
  gtk_text_buffer_end_user_action (buffer);
}

/* What runs: the selected part, else all; without blanks around it. */
char *
_lsc_query_page_get_statement (LscQueryPage *self)
{
  GtkTextIter begin, end;

  if (!gtk_text_buffer_get_selection_bounds (get_buffer (self), &begin, &end))
    return g_strstrip (lsc_query_page_get_text (self));
  return g_strstrip (gtk_text_buffer_get_text (get_buffer (self), &begin, &end, FALSE));
}

/* ---- history ---- */

static void
save_history (LscQueryPage *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  for (guint i = 0; i < self->history->len; i++)
    g_ptr_array_add (items, g_ptr_array_index (self->history, i));
  g_ptr_array_add (items, NULL);
  g_settings_set_strv (self->settings, "query-history", (const char *const *) items->pdata);
}

static void
load_history (LscQueryPage *self)
{
  g_auto (GStrv) items = g_settings_get_strv (self->settings, "query-history");

  for (guint i = 0; items[i]; i++)
    g_ptr_array_add (self->history, g_strdup (items[i]));
  self->place = self->history->len;
}

/* A statement that runs becomes the newest; one that ran before is not kept twice. */
void
_lsc_query_page_remember (LscQueryPage *self, const char *sql)
{
  guint index;

  if (g_ptr_array_find_with_equal_func (self->history, sql, g_str_equal, &index))
    g_ptr_array_remove_index (self->history, index);
  else if (self->history->len >= MOST_REMEMBERED)
    g_ptr_array_remove_index (self->history, 0);
  g_ptr_array_add (self->history, g_strdup (sql));
  self->place = self->history->len - 1;
  g_clear_pointer (&self->draft, g_free);
  save_history (self);
}

/* Back and forth through what ran; after the newest comes what was being typed. Returns whether
 * there was anything. */
gboolean
_lsc_query_page_step_history (LscQueryPage *self, int by)
{
  guint n = self->history->len;
  g_autofree char *text = lsc_query_page_get_text (self);
  gint64 place;

  if (self->place >= n || g_strcmp0 (text, g_ptr_array_index (self->history, self->place)) != 0)
    {
      /* an old one that was changed is a draft, too */
      self->place = n;
      g_free (self->draft);
      self->draft = g_steal_pointer (&text);
    }
  place = (gint64) self->place + by;
  if (place < 0 || place > n || (place == n && !self->draft))
    return FALSE;
  self->place = (guint) place;
  lsc_query_page_set_text (self, self->place < n ? g_ptr_array_index (self->history, self->place)
                                                 : self->draft);
  return TRUE;
}

/* ---- keys ---- */

static gboolean
is_on_edge (LscQueryPage *self, gboolean at_end)
{
  GtkTextBuffer *buffer = get_buffer (self);
  GtkTextIter at;

  if (gtk_text_buffer_get_has_selection (buffer))
    return FALSE;
  gtk_text_buffer_get_iter_at_mark (buffer, &at, gtk_text_buffer_get_insert (buffer));
  return gtk_text_iter_get_line (&at) == (at_end ? gtk_text_buffer_get_line_count (buffer) - 1 : 0);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers,
        LscQueryPage *self)
{
  gboolean is_enter = key == GDK_KEY_Return || key == GDK_KEY_KP_Enter;
  GdkModifierType held =
      modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK | GDK_SUPER_MASK);

  if (held == 0 && lsc_query_completer_take_key (self->completer, key))
    return GDK_EVENT_STOP;
  if (key == GDK_KEY_space && held == GDK_CONTROL_MASK)
    lsc_query_completer_ask (self->completer);
  else if ((is_enter && held == GDK_CONTROL_MASK) || key == GDK_KEY_F5)
    lsc_query_page_run (self);
  else if (key == GDK_KEY_Escape && self->running)
    lsc_query_page_cancel (self);
  else if (key == GDK_KEY_Up && held == 0 && is_on_edge (self, FALSE))
    return _lsc_query_page_step_history (self, -1);
  else if (key == GDK_KEY_Down && held == 0 && is_on_edge (self, TRUE))
    return _lsc_query_page_step_history (self, 1);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* ---- what can be asked ---- */

static void
add_examples (LscQueryPage *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_ (examples[i].title), NULL);

      g_menu_item_set_action_and_target (item, "query.use", "s", examples[i].sql);
      g_menu_append_item (self->examples, item);
    }
}

/* Light or dark, as the window is. */
static void
on_dark (AdwStyleManager *manager, GParamSpec *pspec, LscQueryPage *self)
{
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme (
      gtk_source_style_scheme_manager_get_default (),
      adw_style_manager_get_dark (manager) ? "Adwaita-dark" : "Adwaita");

  gtk_source_buffer_set_style_scheme (GTK_SOURCE_BUFFER (get_buffer (self)), scheme);
}

/* (nullable): ours, as that of the library lacks words of SQLite such as DESC, OVER and NULLS.
 * Paths are taken only before the first language is asked for. */
static GtkSourceLanguage *
find_language (void)
{
  static gsize is_added = 0;
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();

  if (g_once_init_enter (&is_added))
    {
      gtk_source_language_manager_append_search_path (
          manager, "resource:///org/lanescope/Lanescope/language-specs/");
      g_once_init_leave (&is_added, 1);
    }
  return gtk_source_language_manager_get_language (manager, LANGUAGE);
}

static void
add_language (LscQueryPage *self)
{
  GtkSourceLanguage *sql = find_language ();
  AdwStyleManager *manager = adw_style_manager_get_default ();

  if (sql) /* else without colours */
    gtk_source_buffer_set_language (GTK_SOURCE_BUFFER (get_buffer (self)), sql);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (on_dark), self, 0);
  on_dark (manager, NULL, self);
}

void
_lsc_query_page_editor_init (LscQueryPage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  _lsc_query_page_schema_init (self);
  add_language (self);
  add_examples (self);
  load_history (self);
  if (self->history->len > 0)
    {
      self->place = self->history->len - 1;
      lsc_query_page_set_text (self, g_ptr_array_index (self->history, self->place));
    }
  else
    {
      lsc_query_page_set_text (self, examples[0].sql);
      self->place = 0;
    }
  self->completer = lsc_query_completer_new (self->editor, GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->editor), keys);
}
