/* lsc-timeline-page-jump.c - Ctrl+P: a lane or a command by some letters of its name
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/timeline/lsc-timeline-keys.h"
#include "app/timeline/lsc-timeline-page-private.h"

#define MOST_SHOWN 60

/** Something to go to. */
typedef struct
{
  char *title;
  char *hint;
  char *folded;     /* to compare with */
  const char *verb; /* (nullable): a command, else a lane */
  guint32 rank;
  guint32 node;
} Target;

typedef struct
{
  LscTimelinePage *page;
  GtkWindow *window;
  GtkSearchEntry *entry;
  GtkListBox *list;
  GArray *targets; /* Target */
  GArray *shown;   /* guint: indexes of targets */
} Jump;

static void
target_clear (gpointer data)
{
  Target *target = data;

  g_free (target->title);
  g_free (target->hint);
  g_free (target->folded);
}

static void
jump_free (gpointer data)
{
  Jump *jump = data;

  g_array_unref (jump->targets);
  g_array_unref (jump->shown);
  g_object_unref (jump->page);
  g_free (jump);
}

static void
add_target (Jump *jump, Target target)
{
  target.folded = g_utf8_casefold (target.title, -1);
  g_array_append_val (jump->targets, target);
}

static void
add_lanes (Jump *jump, guint32 rank)
{
  LscTimelineLayout *layout = lsc_timeline_chart_get_layout (jump->page->chart);
  LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, rank);

  for (guint32 node = 0; timeline && node < timeline->nodes->len; node++)
    {
      Target target = { .rank = rank, .node = node };

      if (lsc_timeline_get_node (timeline, node)->flags & LSC_NODE_HIDDEN)
        continue;
      target.title = lsc_timeline_layout_get_path (layout, rank, node);
      if (target.title)
        add_target (jump, target);
    }
}

static void
add_commands (Jump *jump)
{
  const LscTimelineKey *keys;
  gsize n;

  keys = lsc_timeline_keys_list (&n);
  for (gsize i = 0; i < n; i++)
    {
      Target target = { .verb = keys[i].verb };

      target.title = g_strdup (_ (keys[i].title));
      target.hint = lsc_timeline_keys_get_label (jump->page->settings, keys[i].verb);
      add_target (jump, target);
    }
}

static GtkWidget *
make_row (const Target *target)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *icon = gtk_image_new_from_icon_name (target->verb ? "system-run-symbolic"
                                                               : "view-continuous-symbolic");
  GtkWidget *title = gtk_label_new (target->title);
  GtkWidget *hint = gtk_label_new (target->hint);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (hint, "dim-label");
  gtk_widget_add_css_class (hint, "caption");
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), hint);
  return box;
}

/* Every word of the entry must occur. */
static gboolean
matches (const Target *target, char **words)
{
  for (; *words != NULL; words++)
    if (**words != '\0' && !strstr (target->folded, *words))
      return FALSE;
  return TRUE;
}

static void
update (Jump *jump)
{
  g_autofree char *text = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (jump->entry)), -1);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (jump->list))) != NULL)
    gtk_list_box_remove (jump->list, child);
  g_array_set_size (jump->shown, 0);
  for (guint i = 0; i < jump->targets->len && jump->shown->len < MOST_SHOWN; i++)
    {
      const Target *target = &g_array_index (jump->targets, Target, i);

      if (!matches (target, words))
        continue;
      g_array_append_val (jump->shown, i);
      gtk_list_box_append (jump->list, make_row (target));
    }
  gtk_list_box_select_row (jump->list, gtk_list_box_get_row_at_index (jump->list, 0));
}

static void
go (Jump *jump, int row)
{
  g_autoptr (LscTimelinePage) page = g_object_ref (jump->page);
  Target target;

  if (row < 0 || (guint) row >= jump->shown->len)
    return;
  target = g_array_index (jump->targets, Target, g_array_index (jump->shown, guint, (guint) row));
  gtk_window_destroy (jump->window); /* frees @jump */
  gtk_widget_grab_focus (GTK_WIDGET (page->chart));
  if (target.verb)
    {
      g_autofree char *action = g_strconcat ("timeline.", target.verb, NULL);

      gtk_widget_activate_action (GTK_WIDGET (page), action, NULL);
    }
  else
    lsc_timeline_chart_select_lane (page->chart, target.rank, target.node);
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, Jump *jump)
{
  go (jump, gtk_list_box_row_get_index (row));
}

static void
on_activate (GtkSearchEntry *entry, Jump *jump)
{
  GtkListBoxRow *row;

  update (jump); /* the entry waits for the end of typing */
  row = gtk_list_box_get_selected_row (jump->list);
  go (jump, row ? gtk_list_box_row_get_index (row) : -1);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers,
        Jump *jump)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (jump->list);
  int index = row ? gtk_list_box_row_get_index (row) : 0;

  if (key == GDK_KEY_Escape)
    gtk_window_destroy (jump->window);
  else if (key == GDK_KEY_Down || key == GDK_KEY_Up)
    {
      row = gtk_list_box_get_row_at_index (jump->list, index + (key == GDK_KEY_Down ? 1 : -1));
      if (row)
        gtk_list_box_select_row (jump->list, row);
    }
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static GtkWidget *
make_content (Jump *jump)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  jump->entry = GTK_SEARCH_ENTRY (gtk_search_entry_new ());
  jump->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_set_margin_start (GTK_WIDGET (jump->entry), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (jump->entry), 12);
  gtk_widget_set_margin_top (GTK_WIDGET (jump->entry), 12);
  gtk_widget_set_margin_bottom (GTK_WIDGET (jump->entry), 12);
  gtk_accessible_update_property (GTK_ACCESSIBLE (jump->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Name of a lane or command"), -1);
  gtk_widget_add_css_class (GTK_WIDGET (jump->list), "navigation-sidebar");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (jump->list));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (jump->entry));
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), jump);
  gtk_widget_add_controller (GTK_WIDGET (jump->entry), keys);
  g_signal_connect_swapped (jump->entry, "search-changed", G_CALLBACK (update), jump);
  g_signal_connect (jump->entry, "activate", G_CALLBACK (on_activate), jump);
  g_signal_connect (jump->list, "row-activated", G_CALLBACK (on_row_activated), jump);
  return box;
}

/* Opens the list of lanes and commands. */
void
_lsc_timeline_page_jump (LscTimelinePage *self)
{
  Jump *jump = g_new0 (Jump, 1);
  LscTimelineLayout *layout = lsc_timeline_chart_get_layout (self->chart);
  GtkWidget *window = adw_window_new ();

  jump->page = g_object_ref (self);
  jump->window = GTK_WINDOW (window);
  jump->targets = g_array_new (FALSE, FALSE, sizeof (Target));
  g_array_set_clear_func (jump->targets, target_clear);
  jump->shown = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint32 rank = 0; rank < lsc_timeline_layout_get_n_ranks (layout); rank++)
    add_lanes (jump, rank);
  add_commands (jump);
  g_object_set_data_full (G_OBJECT (window), "jump", jump, jump_free);
  gtk_window_set_title (jump->window, _ ("Go To"));
  gtk_window_set_default_size (jump->window, 560, 420);
  gtk_window_set_modal (jump->window, TRUE);
  gtk_window_set_destroy_with_parent (jump->window, TRUE);
  gtk_window_set_transient_for (jump->window, _lsc_timeline_page_get_window (self));
  adw_window_set_content (ADW_WINDOW (window), make_content (jump));
  update (jump);
  gtk_window_present (jump->window);
}
