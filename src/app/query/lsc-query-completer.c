/* lsc-query-completer.c - the words offered below the cursor while a statement is typed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/query/lsc-query-completer.h"

#include <glib/gi18n-lib.h>

#include "analyze/query/lsc-query-complete.h"

/* A popover of our own: that of GtkSourceView 5.6 asks for a width of 0 when it opens again. The
 * focus stays in the editor, which hands over the keys that choose; nothing is chosen at first, so
 * that Return stays what it is until a word has been looked for with Up or Down. */

#define LIST_WIDTH 280
#define LIST_HEIGHT 220

/**
 * LscQueryCompleter:
 * @popover: child of @parent; hidden while there is nothing to offer
 * @words: what is offered, as @texts are
 * @begin: character of the buffer at which the word begins that is being typed
 * @is_putting: a word is put, not typed
 */
struct _LscQueryCompleter
{
  GtkTextView *editor;
  GtkTextBuffer *buffer;
  GtkWidget *parent;
  GtkPopover *popover;
  GtkListView *list;
  GtkStringList *texts;
  GtkSingleSelection *selection;
  GtkEventController *focus; /* of the editor */
  LscCompletions words;
  int begin;
  gboolean is_putting;
};

static gboolean
is_shown (LscQueryCompleter *self)
{
  return gtk_widget_get_visible (GTK_WIDGET (self->popover));
}

/** Takes the words away. */
void
lsc_query_completer_hide (LscQueryCompleter *self)
{
  if (is_shown (self))
    gtk_popover_popdown (self->popover);
}

/* ---- rows ---- */

static const char *
describe (const LscCompletion *word)
{
  switch (word->kind)
    {
    case LSC_COMPLETION_COLUMN:
      return word->table->name;
    case LSC_COMPLETION_TABLE:
      return _ ("Table");
    case LSC_COMPLETION_FUNCTION:
      return _ ("Function");
    case LSC_COMPLETION_KEYWORD:
    default:
      return _ ("Keyword");
    }
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *word = gtk_label_new (NULL), *remark = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (word), 0);
  gtk_widget_set_hexpand (word, TRUE);
  gtk_widget_add_css_class (word, "monospace");
  gtk_widget_add_css_class (remark, "dim-label");
  gtk_widget_add_css_class (remark, "caption");
  gtk_box_append (GTK_BOX (box), word);
  gtk_box_append (GTK_BOX (box), remark);
  gtk_list_item_set_child (item, box);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, LscQueryCompleter *self)
{
  GtkWidget *box = gtk_list_item_get_child (item);
  const LscCompletion *word = &self->words.items[gtk_list_item_get_position (item)];

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (box)), word->text);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (box)), describe (word));
  gtk_widget_set_tooltip_text (box, word->column  ? word->column->text
                                    : word->table ? word->table->text
                                                  : NULL);
}

/* ---- what is offered ---- */

static void
place (LscQueryCompleter *self)
{
  GtkTextIter begin;
  GdkRectangle at;
  double x, y;

  gtk_text_buffer_get_iter_at_offset (self->buffer, &begin, self->begin);
  gtk_text_view_get_iter_location (self->editor, &begin, &at);
  gtk_text_view_buffer_to_window_coords (self->editor, GTK_TEXT_WINDOW_WIDGET, at.x, at.y, &at.x,
                                         &at.y);
  if (gtk_widget_translate_coordinates (GTK_WIDGET (self->editor), self->parent, at.x, at.y, &x,
                                        &y))
    gtk_popover_set_pointing_to (self->popover,
                                 &(GdkRectangle){ (int) x, (int) y, 1, MAX (at.height, 1) });
}

static void
show_words (LscQueryCompleter *self)
{
  g_autofree const char **texts = g_new (const char *, self->words.n + 1);

  for (gsize i = 0; i < self->words.n; i++)
    texts[i] = self->words.items[i].text;
  texts[self->words.n] = NULL;
  gtk_string_list_splice (self->texts, 0, g_list_model_get_n_items (G_LIST_MODEL (self->texts)),
                          texts);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  place (self);
  if (!is_shown (self))
    gtk_popover_popup (self->popover);
}

static void
update (LscQueryCompleter *self, gboolean is_asked)
{
  g_autofree char *sql = NULL, *before = NULL;
  GtkTextIter begin, end, cursor;
  gsize at;

  gtk_text_buffer_get_bounds (self->buffer, &begin, &end);
  gtk_text_buffer_get_iter_at_mark (self->buffer, &cursor,
                                    gtk_text_buffer_get_insert (self->buffer));
  sql = gtk_text_buffer_get_text (self->buffer, &begin, &end, TRUE);
  before = gtk_text_buffer_get_text (self->buffer, &begin, &cursor, TRUE);
  lsc_completions_clear (&self->words);
  at = lsc_query_complete (sql, strlen (before), is_asked, &self->words);
  self->begin = (int) g_utf8_pointer_to_offset (sql, sql + at);
  if (self->words.n > 0)
    show_words (self);
  else
    lsc_query_completer_hide (self);
}

/** Offers whatever may stand at the cursor, even before anything is typed. */
void
lsc_query_completer_ask (LscQueryCompleter *self)
{
  g_return_if_fail (self);
  update (self, TRUE);
  if (self->words.n == 0)
    gtk_widget_error_bell (GTK_WIDGET (self->editor));
}

/* Puts a word in the place of what was typed of it. */
static void
put (LscQueryCompleter *self, guint index)
{
  const LscCompletion *word = &self->words.items[index];
  GtkTextIter begin, cursor;

  lsc_query_completer_hide (self);
  self->is_putting = TRUE;
  gtk_text_buffer_begin_user_action (self->buffer);
  gtk_text_buffer_get_iter_at_offset (self->buffer, &begin, self->begin);
  gtk_text_buffer_get_iter_at_mark (self->buffer, &cursor,
                                    gtk_text_buffer_get_insert (self->buffer));
  gtk_text_buffer_delete (self->buffer, &begin, &cursor);
  gtk_text_buffer_insert (self->buffer, &begin, word->text, -1);
  if (word->kind == LSC_COMPLETION_FUNCTION)
    gtk_text_buffer_insert (self->buffer, &begin, "(", 1);
  gtk_text_buffer_end_user_action (self->buffer);
  self->is_putting = FALSE;
}

/* ---- keys and typing ---- */

/* From none, Down leads to the first word and Up to the last. */
static void
move (LscQueryCompleter *self, int by)
{
  guint n = (guint) self->words.n;
  guint selected = gtk_single_selection_get_selected (self->selection);

  if (selected == GTK_INVALID_LIST_POSITION)
    selected = by > 0 ? 0 : n - 1;
  else
    selected = (selected + n + (guint) by) % n;
  gtk_single_selection_set_selected (self->selection, selected);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", selected);
}

/**
 * lsc_query_completer_take_key:
 * @key: pressed in the editor without Ctrl, Alt or Shift
 *
 * Up and Down choose, Return puts what is chosen, Tab the first word where none is, Escape takes
 * the words away.
 *
 * Returns: whether the key was for the words
 */
gboolean
lsc_query_completer_take_key (LscQueryCompleter *self, guint key)
{
  guint selected;
  gboolean is_chosen;
  gboolean is_tab = key == GDK_KEY_Tab || key == GDK_KEY_KP_Tab;

  g_return_val_if_fail (self, FALSE);
  selected = gtk_single_selection_get_selected (self->selection);
  is_chosen = selected != GTK_INVALID_LIST_POSITION;
  if (!is_shown (self) || self->words.n == 0)
    return FALSE;
  if (key == GDK_KEY_Down || key == GDK_KEY_KP_Down)
    move (self, 1);
  else if (key == GDK_KEY_Up || key == GDK_KEY_KP_Up)
    move (self, -1);
  else if (is_tab || (is_chosen && (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter)))
    put (self, is_chosen ? selected : 0);
  else if (key == GDK_KEY_Escape)
    lsc_query_completer_hide (self);
  else
    return FALSE;
  return TRUE;
}

/* A character is typed; statements and words that come as a whole are none. */
static void
on_inserted (LscQueryCompleter *self, GtkTextIter *at, const char *text, int n_bytes)
{
  if (self->is_putting || !gtk_widget_is_focus (GTK_WIDGET (self->editor)))
    return;
  if (g_utf8_strlen (text, n_bytes) == 1)
    update (self, FALSE);
  else
    lsc_query_completer_hide (self);
}

static void
on_deleted (LscQueryCompleter *self)
{
  if (!self->is_putting && is_shown (self))
    update (self, FALSE);
}

/* The cursor leaves the word. */
static void
on_moved (LscQueryCompleter *self)
{
  GtkTextIter cursor, word;

  if (!is_shown (self))
    return;
  gtk_text_buffer_get_iter_at_mark (self->buffer, &cursor,
                                    gtk_text_buffer_get_insert (self->buffer));
  gtk_text_buffer_get_iter_at_offset (self->buffer, &word, self->begin);
  for (; gtk_text_iter_compare (&word, &cursor) < 0; gtk_text_iter_forward_char (&word))
    if (!g_unichar_isalnum (gtk_text_iter_get_char (&word)) &&
        gtk_text_iter_get_char (&word) != '_')
      break;
  if (!gtk_text_iter_equal (&word, &cursor))
    lsc_query_completer_hide (self);
}

static void
on_scrolled (LscQueryCompleter *self)
{
  if (is_shown (self))
    place (self);
}

static void
on_activated (LscQueryCompleter *self, guint position)
{
  put (self, position);
}

/* ---- life ---- */

static void
make_list (LscQueryCompleter *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  self->texts = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->texts));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  self->list = GTK_LIST_VIEW (
      gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory));
  gtk_list_view_set_single_click_activate (self->list, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "query-words");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Possible words here"), -1);
  g_signal_connect_swapped (self->list, "activate", G_CALLBACK (on_activated), self);
}

static void
make_popover (LscQueryCompleter *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  make_list (self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_widget_set_size_request (scrolled, LIST_WIDTH, -1);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_HEIGHT);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->list));
  self->popover = GTK_POPOVER (gtk_popover_new ());
  gtk_widget_set_name (GTK_WIDGET (self->popover), "words");
  gtk_popover_set_child (self->popover, scrolled);
  gtk_popover_set_autohide (self->popover, FALSE); /* or it takes the keys */
  gtk_popover_set_has_arrow (self->popover, FALSE);
  gtk_popover_set_position (self->popover, GTK_POS_BOTTOM);
  gtk_widget_set_halign (GTK_WIDGET (self->popover), GTK_ALIGN_START);
  gtk_widget_set_can_focus (GTK_WIDGET (self->popover), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->popover), "menu");
  gtk_widget_set_parent (GTK_WIDGET (self->popover), self->parent);
}

/**
 * lsc_query_completer_new:
 * @editor: where a statement is typed
 * @parent: around it, with a layout manager that places popovers; they outlive the completer
 *
 * Offers words after two letters or a dot behind the name of a table.
 *
 * Returns: (transfer full)
 */
LscQueryCompleter *
lsc_query_completer_new (GtkTextView *editor, GtkWidget *parent)
{
  LscQueryCompleter *self;

  g_return_val_if_fail (GTK_IS_TEXT_VIEW (editor) && GTK_IS_WIDGET (parent), NULL);
  self = g_new0 (LscQueryCompleter, 1);
  self->editor = editor;
  self->buffer = g_object_ref (gtk_text_view_get_buffer (editor));
  self->parent = parent;
  self->focus = gtk_event_controller_focus_new ();
  make_popover (self);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (editor), GTK_ACCESSIBLE_RELATION_CONTROLS,
                                  self->list, NULL, -1);
  g_signal_connect_data (self->buffer, "insert-text", G_CALLBACK (on_inserted), self, NULL,
                         G_CONNECT_AFTER | G_CONNECT_SWAPPED);
  g_signal_connect_data (self->buffer, "delete-range", G_CALLBACK (on_deleted), self, NULL,
                         G_CONNECT_AFTER | G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->buffer, "notify::cursor-position", G_CALLBACK (on_moved), self);
  g_signal_connect_swapped (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (editor)),
                            "value-changed", G_CALLBACK (on_scrolled), self);
  g_signal_connect_swapped (self->focus, "leave", G_CALLBACK (lsc_query_completer_hide), self);
  gtk_widget_add_controller (GTK_WIDGET (editor), self->focus);
  return self;
}

void
lsc_query_completer_free (LscQueryCompleter *self)
{
  if (!self)
    return;
  g_signal_handlers_disconnect_by_data (self->buffer, self);
  g_signal_handlers_disconnect_by_data (
      gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->editor)), self);
  gtk_widget_remove_controller (GTK_WIDGET (self->editor), self->focus);
  gtk_widget_unparent (GTK_WIDGET (self->popover));
  g_object_unref (self->selection);
  g_object_unref (self->buffer);
  lsc_completions_clear (&self->words);
  g_free (self);
}
