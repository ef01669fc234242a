/* lsc-toolbar.c - a row of controls; those that do not fit are in a menu at its end
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Which controls fit is found when the row gets its width. Those that do not are not drawn, and
 * soon after, since a widget must not move while sizes are given, go into the menu, as they are.
 */
#include "config.h"

#include "app/parts/lsc-toolbar.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/parts/lsc-menu.h"
#include "base/lsc-array.h"

#define SPACING 6
#define FIELD_PX 130 /* a field is of no use with less */

/** A control of the row. */
typedef struct
{
  GtkWidget *widget;
  int least_px; /* its widths when it was in the row last */
  int most_px;
  gboolean fits;
} Tool;

LSC_DEFINE_ARRAY (Tools, tools, Tool)

struct _LscToolbar
{
  GtkWidget parent_instance;

  GtkWidget *more; /* opens the menu */
  GtkBox *rest;    /* what is in it */
  Tools tools;     /* all controls in their order, borrowed */
  guint move_id;
};

G_DEFINE_FINAL_TYPE (LscToolbar, lsc_toolbar, GTK_TYPE_WIDGET)

/* ---- Which fit ----------------------------------------------------------------------------- */

static gboolean
is_in_row (LscToolbar *self, const Tool *tool)
{
  return gtk_widget_get_parent (tool->widget) == GTK_WIDGET (self);
}

/* Fields to type in, and what stands beside them, stay. */
static gboolean
may_leave (const Tool *tool)
{
  return !GTK_IS_SEARCH_ENTRY (tool->widget) && !GTK_IS_LABEL (tool->widget) &&
         !GTK_IS_SPINNER (tool->widget);
}

/* The first time: the builder gives children one by one. */
static void
collect_tools (LscToolbar *self)
{
  if (self->tools.n > 0)
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child;
       child = gtk_widget_get_next_sibling (child))
    {
      if (GTK_IS_MENU_BUTTON (child))
        lsc_menu_mind_tooltip (GTK_MENU_BUTTON (child));
      if (child != self->more)
        tools_append (&self->tools, (Tool){ .widget = child, .fits = TRUE });
    }
}

/* What is in the menu is styled otherwise there, so its widths are those of the row. */
static void
measure_tools (LscToolbar *self)
{
  collect_tools (self);
  for (gsize i = 0; i < self->tools.n; i++)
    {
      Tool *tool = &self->tools.items[i];

      if (!is_in_row (self, tool))
        continue;
      gtk_widget_measure (tool->widget, GTK_ORIENTATION_HORIZONTAL, -1, &tool->least_px,
                          &tool->most_px, NULL, NULL);
      if (GTK_IS_SEARCH_ENTRY (tool->widget))
        tool->least_px = MAX (tool->least_px, MIN (tool->most_px, FIELD_PX));
    }
}

static int
get_more_px (LscToolbar *self)
{
  int px;

  gtk_widget_measure (self->more, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &px, NULL, NULL);
  return px;
}

/* Least width of those that fit, with the menu if some do not. */
static int
sum_least (LscToolbar *self)
{
  int px = 0;
  guint n = 0;
  gboolean all_fit = TRUE;

  for (gsize i = 0; i < self->tools.n; i++)
    {
      const Tool *tool = &self->tools.items[i];

      if (!gtk_widget_get_visible (tool->widget))
        continue;
      all_fit = all_fit && tool->fits;
      px += tool->fits ? tool->least_px : 0;
      n += tool->fits ? 1 : 0;
    }
  if (!all_fit)
    {
      px += get_more_px (self);
      n++;
    }
  return px + (n > 1 ? (int) (n - 1) * SPACING : 0);
}

/* The last leave first. */
static void
choose (LscToolbar *self, int width)
{
  for (gsize i = 0; i < self->tools.n; i++)
    self->tools.items[i].fits = TRUE;
  for (gsize i = self->tools.n; i-- > 0 && sum_least (self) > width;)
    if (gtk_widget_get_visible (self->tools.items[i].widget) && may_leave (&self->tools.items[i]))
      self->tools.items[i].fits = FALSE;
}

/** lsc_toolbar_get_n_hidden: Returns: how many controls are in the menu or about to go there */
guint
lsc_toolbar_get_n_hidden (LscToolbar *self)
{
  guint n = 0;

  g_return_val_if_fail (LSC_IS_TOOLBAR (self), 0);
  for (gsize i = 0; i < self->tools.n; i++)
    if (!self->tools.items[i].fits && gtk_widget_get_visible (self->tools.items[i].widget))
      n++;
  return n;
}

/* ---- Moving -------------------------------------------------------------------------------- */

/* In the row an icon says enough, since it always stands in the same place; in the menu words are
 * beside it, those of its tool tip. */
static void
set_words (GtkWidget *widget, gboolean with_words)
{
  g_autofree char *icon = g_strdup (g_object_get_data (G_OBJECT (widget), "lsc-icon"));
  gboolean is_menu = GTK_IS_MENU_BUTTON (widget);
  GtkWidget *content;

  if (GTK_IS_BOX (widget))
    {
      gtk_orientable_set_orientation (GTK_ORIENTABLE (widget), with_words
                                                                   ? GTK_ORIENTATION_VERTICAL
                                                                   : GTK_ORIENTATION_HORIZONTAL);
      for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
           child = gtk_widget_get_next_sibling (child))
        set_words (child, with_words);
      return;
    }
  if (!with_words && icon && is_menu)
    gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (widget), icon);
  else if (!with_words && icon)
    gtk_button_set_icon_name (GTK_BUTTON (widget), icon);
  if (!with_words || (!is_menu && !GTK_IS_BUTTON (widget)))
    return;
  g_free (icon);
  icon = g_strdup (is_menu ? gtk_menu_button_get_icon_name (GTK_MENU_BUTTON (widget))
                           : gtk_button_get_icon_name (GTK_BUTTON (widget)));
  if (!icon || !gtk_widget_get_tooltip_text (widget))
    return;
  g_object_set_data_full (G_OBJECT (widget), "lsc-icon", g_strdup (icon), g_free);
  content = adw_button_content_new ();
  adw_button_content_set_icon_name (ADW_BUTTON_CONTENT (content), icon);
  adw_button_content_set_label (ADW_BUTTON_CONTENT (content), gtk_widget_get_tooltip_text (widget));
  gtk_widget_set_halign (content, GTK_ALIGN_START);
  if (is_menu)
    gtk_menu_button_set_child (GTK_MENU_BUTTON (widget), content);
  else
    gtk_button_set_child (GTK_BUTTON (widget), content);
}

static void
take_out (LscToolbar *self, GtkWidget *widget)
{
  if (gtk_widget_get_parent (widget) == GTK_WIDGET (self->rest))
    gtk_box_remove (self->rest, widget);
  else
    gtk_widget_unparent (widget);
}

/* Puts each into the row or the menu, where it is not there yet; a line between groups stays. */
static void
move_tools (LscToolbar *self)
{
  GtkWidget *next = self->more;

  for (gsize i = self->tools.n; i-- > 0;)
    {
      Tool *tool = &self->tools.items[i];
      gboolean goes_in = tool->fits || GTK_IS_SEPARATOR (tool->widget);

      if (goes_in != is_in_row (self, tool))
        {
          g_object_ref (tool->widget);
          take_out (self, tool->widget);
          set_words (tool->widget, !goes_in);
          if (goes_in)
            gtk_widget_insert_before (tool->widget, GTK_WIDGET (self), next);
          else
            gtk_box_prepend (self->rest, tool->widget);
          g_object_unref (tool->widget);
        }
      if (goes_in)
        next = tool->widget;
    }
}

static gboolean
on_move (gpointer user_data)
{
  LscToolbar *self = user_data;

  self->move_id = 0;
  move_tools (self);
  return G_SOURCE_REMOVE;
}

/* ---- Layout -------------------------------------------------------------------------------- */

static void
lsc_toolbar_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *least,
                     int *natural, int *least_baseline, int *natural_baseline)
{
  LscToolbar *self = LSC_TOOLBAR (widget);
  int needed = get_more_px (self);

  measure_tools (self);
  *least = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child && orientation == GTK_ORIENTATION_VERTICAL;
       child = gtk_widget_get_next_sibling (child))
    {
      int px = 0;

      gtk_widget_measure (child, orientation, -1, NULL, &px, NULL, NULL);
      *least = *natural = MAX (*natural, px);
    }
  if (orientation == GTK_ORIENTATION_VERTICAL)
    return;
  for (gsize i = 0; i < self->tools.n; i++)
    if (gtk_widget_get_visible (self->tools.items[i].widget))
      {
        *natural += self->tools.items[i].most_px + SPACING;
        if (!may_leave (&self->tools.items[i]))
          needed += self->tools.items[i].least_px + SPACING;
      }
  *least = needed;
  *natural = MAX (*natural, needed);
}

/* What is left goes to the fields: first as far as each has a use for it, then in equal parts. */
static int
get_width (const Tool *tool, int *left, guint *n_growing)
{
  int width = tool->least_px + MIN (*left, tool->most_px - tool->least_px);

  *left -= width - tool->least_px;
  if (gtk_widget_get_hexpand (tool->widget) && *n_growing > 0)
    {
      int part = *left / (int) *n_growing;

      width += part;
      *left -= part;
      (*n_growing)--;
    }
  return width;
}

static void
place (LscToolbar *self, GtkWidget *child, int x, int width, int height)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int whole = gtk_widget_get_width (GTK_WIDGET (self));

  gtk_widget_size_allocate (child,
                            &(GtkAllocation){ rtl ? whole - x - width : x, 0, width, height }, -1);
}

static void
lsc_toolbar_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LscToolbar *self = LSC_TOOLBAR (widget);
  guint n_growing = 0;
  gboolean must_move = FALSE;
  int x = 0;
  int left;

  measure_tools (self);
  choose (self, width);
  left = MAX (width - sum_least (self), 0);
  for (gsize i = 0; i < self->tools.n; i++)
    n_growing += self->tools.items[i].fits && gtk_widget_get_hexpand (self->tools.items[i].widget);
  for (gsize i = 0; i < self->tools.n; i++)
    {
      Tool *tool = &self->tools.items[i];
      int px;

      must_move =
          must_move || (tool->fits != is_in_row (self, tool) && !GTK_IS_SEPARATOR (tool->widget));
      if (!is_in_row (self, tool))
        continue;
      gtk_widget_set_child_visible (tool->widget, tool->fits);
      if (!tool->fits || !gtk_widget_get_visible (tool->widget))
        continue;
      px = get_width (tool, &left, &n_growing);
      place (self, tool->widget, x, px, height);
      x += px + SPACING;
    }
  gtk_widget_set_child_visible (self->more, lsc_toolbar_get_n_hidden (self) > 0);
  place (self, self->more, MAX (x, width - get_more_px (self)), get_more_px (self), height);
  if (must_move && self->move_id == 0)
    self->move_id = g_idle_add (on_move, self);
}

/* ---- Life ---------------------------------------------------------------------------------- */

static void
lsc_toolbar_dispose (GObject *object)
{
  LscToolbar *self = LSC_TOOLBAR (object);
  GtkWidget *child;

  g_clear_handle_id (&self->move_id, g_source_remove);
  tools_clear (&self->tools);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (lsc_toolbar_parent_class)->dispose (object);
}

static void
lsc_toolbar_class_init (LscToolbarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_toolbar_dispose;
  widget_class->measure = lsc_toolbar_measure;
  widget_class->size_allocate = lsc_toolbar_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "toolbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TOOLBAR);
}

static void
lsc_toolbar_init (LscToolbar *self)
{
  GtkWidget *popover = gtk_popover_new ();

  self->rest = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING));
  gtk_popover_set_child (GTK_POPOVER (popover), GTK_WIDGET (self->rest));
  self->more = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->more), "view-more-symbolic");
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->more), popover);
  gtk_widget_set_tooltip_text (self->more, _ ("More controls"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->more), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("More controls"), -1);
  gtk_widget_set_parent (self->more, GTK_WIDGET (self));
}
