/* lsc-toolbar.c - a row of controls; those that do not fit are in a menu at its end
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A button whose child is an AdwButtonContent has a word beside its icon as long as there is room
 * for the words, and its icon alone in a narrower row. What fits is found when the row gets its
 * width; since a widget must not change while sizes are given, it gets its new face soon after.
 * What does not fit is not drawn until then, and goes into the menu, as it is.
 *
 * Two style classes tell what gives way before the others: "word-goes-first" is of a button whose
 * icon is common, "goes-first" of one that is used less and goes into the menu whole, if that
 * leaves the others their words.
 */
#include "config.h"

#include "app/parts/lsc-toolbar.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/parts/lsc-menu.h"
#include "base/lsc-array.h"

#define SPACING 6
#define FIELD_PX 130 /* a field is of no use with less */
#define LABEL_PX 90  /* "12 matches": longer texts may be elided */
#define ICON_PX 34   /* of a button with an icon alone, until it is measured */

/** How a control looks. */
typedef enum
{
  FACE_ICON, /* in the row, as it is or with its icon alone */
  FACE_WORD, /* in the row, with a word */
  FACE_MENU, /* in the menu, with its tool tip */
} Face;

/** A control of the row. */
typedef struct
{
  GtkWidget *widget;
  Face face;       /* as it is */
  Face wanted;     /* as it will be */
  int least_px[2]; /* its widths by face, when it was in the row so last */
  int most_px[2];
  gboolean has_word;
} Tool;

LSC_DEFINE_ARRAY (Tools, tools, Tool)

struct _LscToolbar
{
  GtkWidget parent_instance;

  Tool more;    /* opens the menu */
  GtkBox *rest; /* what is in it */
  Tools tools;  /* all controls in their order, borrowed */
  guint change_id;
};

G_DEFINE_FINAL_TYPE (LscToolbar, lsc_toolbar, GTK_TYPE_WIDGET)

/* ---- Faces --------------------------------------------------------------------------------- */

static GtkWidget *
get_content (GtkWidget *button)
{
  GtkWidget *child = GTK_IS_MENU_BUTTON (button)
                         ? gtk_menu_button_get_child (GTK_MENU_BUTTON (button))
                     : GTK_IS_BUTTON (button) ? gtk_button_get_child (GTK_BUTTON (button))
                                              : NULL;

  return ADW_IS_BUTTON_CONTENT (child) ? child : NULL;
}

static void
set_icon (GtkWidget *button, const char *icon)
{
  if (GTK_IS_MENU_BUTTON (button))
    gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), icon);
  else
    gtk_button_set_icon_name (GTK_BUTTON (button), icon);
}

static void
set_content (GtkWidget *button, const char *icon, const char *words)
{
  GtkWidget *content = adw_button_content_new ();

  adw_button_content_set_icon_name (ADW_BUTTON_CONTENT (content), icon);
  adw_button_content_set_label (ADW_BUTTON_CONTENT (content), words);
  gtk_widget_set_halign (content, GTK_ALIGN_START);
  if (GTK_IS_MENU_BUTTON (button))
    gtk_menu_button_set_child (GTK_MENU_BUTTON (button), content);
  else
    gtk_button_set_child (GTK_BUTTON (button), content);
}

/* Remembers icon and word of a button, or of those in a box, as the builder gave them.
 * Returns: whether there is a word */
static gboolean
learn_words (GtkWidget *widget)
{
  GtkWidget *content = get_content (widget);
  gboolean has_word = content != NULL;
  const char *icon = NULL;

  for (GtkWidget *child = GTK_IS_BOX (widget) ? gtk_widget_get_first_child (widget) : NULL; child;
       child = gtk_widget_get_next_sibling (child))
    has_word = learn_words (child) || has_word;
  if (content)
    icon = adw_button_content_get_icon_name (ADW_BUTTON_CONTENT (content));
  else if (GTK_IS_MENU_BUTTON (widget))
    icon = gtk_menu_button_get_icon_name (GTK_MENU_BUTTON (widget));
  else if (GTK_IS_BUTTON (widget))
    icon = gtk_button_get_icon_name (GTK_BUTTON (widget));
  g_object_set_data_full (G_OBJECT (widget), "lsc-icon", g_strdup (icon), g_free);
  if (content)
    g_object_set_data_full (G_OBJECT (widget), "lsc-word",
                            g_strdup (adw_button_content_get_label (ADW_BUTTON_CONTENT (content))),
                            g_free);
  return has_word;
}

/* In the menu the words are those of the tool tip. A button without an icon stays as it is. */
static void
set_face (GtkWidget *widget, Face face)
{
  const char *icon = g_object_get_data (G_OBJECT (widget), "lsc-icon");
  const char *words = face == FACE_MENU   ? gtk_widget_get_tooltip_text (widget)
                      : face == FACE_WORD ? g_object_get_data (G_OBJECT (widget), "lsc-word")
                                          : NULL;

  if (GTK_IS_BOX (widget))
    gtk_orientable_set_orientation (GTK_ORIENTABLE (widget), face == FACE_MENU
                                                                 ? GTK_ORIENTATION_VERTICAL
                                                                 : GTK_ORIENTATION_HORIZONTAL);
  for (GtkWidget *child = GTK_IS_BOX (widget) ? gtk_widget_get_first_child (widget) : NULL; child;
       child = gtk_widget_get_next_sibling (child))
    set_face (child, face);
  if (icon && words)
    set_content (widget, icon, words);
  else if (icon)
    set_icon (widget, icon);
}

/* ---- Which fit ----------------------------------------------------------------------------- */

static gboolean
is_in_row (const Tool *tool)
{
  return tool->face != FACE_MENU || GTK_IS_SEPARATOR (tool->widget);
}

/* Fields to type in, and what stands beside them, stay. */
static gboolean
may_leave (const Tool *tool)
{
  return !GTK_IS_SEARCH_ENTRY (tool->widget) && !GTK_IS_LABEL (tool->widget) &&
         !GTK_IS_SPINNER (tool->widget);
}

static Tool
make_tool (GtkWidget *widget)
{
  gboolean has_word = learn_words (widget);
  Face face = has_word ? FACE_WORD : FACE_ICON;

  if (GTK_IS_MENU_BUTTON (widget))
    lsc_menu_mind_tooltip (GTK_MENU_BUTTON (widget));
  return (Tool){ .widget = widget,
                 .face = face,
                 .wanted = face,
                 .least_px = { ICON_PX, ICON_PX },
                 .most_px = { ICON_PX, ICON_PX },
                 .has_word = has_word };
}

/* The first time: the builder gives children one by one. */
static void
collect_tools (LscToolbar *self)
{
  if (self->tools.n > 0)
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child;
       child = gtk_widget_get_next_sibling (child))
    if (child != self->more.widget)
      tools_append (&self->tools, make_tool (child));
}

/* What is in the menu is styled otherwise there, so its widths are those of the row. */
static void
measure_tool (Tool *tool)
{
  /* % 2: in the menu a tool is not measured, but the place must exist */
  int *least = &tool->least_px[tool->face % 2], *most = &tool->most_px[tool->face % 2];

  if (!is_in_row (tool))
    return;
  gtk_widget_measure (tool->widget, GTK_ORIENTATION_HORIZONTAL, -1, least, most, NULL, NULL);
  if (GTK_IS_SEARCH_ENTRY (tool->widget))
    *least = MAX (*least, MIN (*most, FIELD_PX));
  else if (GTK_IS_LABEL (tool->widget))
    *least = MAX (*least, MIN (*most, LABEL_PX));
}

static void
measure_tools (LscToolbar *self)
{
  collect_tools (self);
  measure_tool (&self->more);
  for (gsize i = 0; i < self->tools.n; i++)
    measure_tool (&self->tools.items[i]);
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
      all_fit = all_fit && tool->wanted != FACE_MENU;
      px += tool->wanted != FACE_MENU ? tool->least_px[tool->wanted] : 0;
      n += tool->wanted != FACE_MENU ? 1 : 0;
    }
  if (!all_fit)
    {
      px += self->more.least_px[self->more.wanted];
      n++;
    }
  return px + (n > 1 ? (int) (n - 1) * SPACING : 0);
}

/* Takes words away from the end on until the row fits. @class: (nullable): of those with it only */
static void
drop_words (LscToolbar *self, int width, const char *class)
{
  for (gsize i = self->tools.n; i-- > 0 && sum_least (self) > width;)
    if (self->tools.items[i].wanted == FACE_WORD &&
        (!class || gtk_widget_has_css_class (self->tools.items[i].widget, class)))
      self->tools.items[i].wanted = FACE_ICON;
}

static void
drop_controls (LscToolbar *self, int width, const char *class)
{
  for (gsize i = self->tools.n; i-- > 0 && sum_least (self) > width;)
    if (gtk_widget_get_visible (self->tools.items[i].widget) && may_leave (&self->tools.items[i]) &&
        (!class || gtk_widget_has_css_class (self->tools.items[i].widget, class)))
      self->tools.items[i].wanted = FACE_MENU;
}

static void
want_words (LscToolbar *self)
{
  for (gsize i = 0; i < self->tools.n; i++)
    self->tools.items[i].wanted = self->tools.items[i].has_word ? FACE_WORD : FACE_ICON;
}

/* An icon that needs a word is worth more than a control that is used less; where not all words
 * fit even so, they go before controls do, both from the end. Room that is left then is for the
 * word of the menu. */
static void
choose (LscToolbar *self, int width)
{
  want_words (self);
  self->more.wanted = FACE_ICON;
  drop_words (self, width, "word-goes-first");
  drop_controls (self, width, "goes-first");
  if (sum_least (self) > width)
    {
      /* anew: words that went before controls did must have their chance again */
      want_words (self);
      drop_words (self, width, "word-goes-first");
      drop_words (self, width, NULL);
      drop_controls (self, width, NULL);
    }
  self->more.wanted = FACE_WORD;
  if (sum_least (self) > width)
    self->more.wanted = FACE_ICON;
}

/** lsc_toolbar_get_n_hidden: Returns: how many controls are in the menu or about to go there */
guint
lsc_toolbar_get_n_hidden (LscToolbar *self)
{
  guint n = 0;

  g_return_val_if_fail (LSC_IS_TOOLBAR (self), 0);
  for (gsize i = 0; i < self->tools.n; i++)
    if (self->tools.items[i].wanted == FACE_MENU &&
        gtk_widget_get_visible (self->tools.items[i].widget))
      n++;
  return n;
}

/* ---- Moving -------------------------------------------------------------------------------- */

static void
take_out (LscToolbar *self, GtkWidget *widget)
{
  if (gtk_widget_get_parent (widget) == GTK_WIDGET (self->rest))
    gtk_box_remove (self->rest, widget);
  else
    gtk_widget_unparent (widget);
}

/* Of a box the tool tips of what is in it. */
static void
append_tooltips (GString *text, GtkWidget *widget)
{
  const char *tooltip = gtk_widget_get_tooltip_text (widget);

  if (!gtk_widget_get_visible (widget))
    return;
  if (tooltip)
    g_string_append_printf (text, "\n%s", tooltip);
  for (GtkWidget *child = GTK_IS_BOX (widget) ? gtk_widget_get_first_child (widget) : NULL; child;
       child = gtk_widget_get_next_sibling (child))
    append_tooltips (text, child);
}

/* The button of the menu says what is in it. */
static void
explain_more (LscToolbar *self)
{
  g_autoptr (GString) text = g_string_new (_ ("More controls"));

  for (gsize i = 0; i < self->tools.n; i++)
    if (self->tools.items[i].face == FACE_MENU)
      append_tooltips (text, self->tools.items[i].widget);
  gtk_widget_set_tooltip_text (self->more.widget, text->str);
}

/* Gives each the face that is wanted, in the row or the menu; a line between groups stays. */
static void
change_tools (LscToolbar *self)
{
  GtkWidget *next = self->more.widget;

  for (gsize i = self->tools.n; i-- > 0;)
    {
      Tool *tool = &self->tools.items[i];
      gboolean was_in = is_in_row (tool), changes = tool->face != tool->wanted;

      tool->face = tool->wanted;
      /* Taking it out of its parent drops what may be the last reference. */
      g_object_ref (tool->widget);
      if (was_in != is_in_row (tool))
        take_out (self, tool->widget);
      if (changes)
        set_face (tool->widget, tool->face);
      if (!was_in && is_in_row (tool))
        gtk_widget_insert_before (tool->widget, GTK_WIDGET (self), next);
      else if (was_in && !is_in_row (tool))
        gtk_box_prepend (self->rest, tool->widget);
      g_object_unref (tool->widget);
      /* From the end on: each is put before the one that stays to the right of it. */
      if (is_in_row (tool))
        next = tool->widget;
    }
  if (self->more.face != self->more.wanted)
    set_face (self->more.widget, self->more.wanted);
  self->more.face = self->more.wanted;
  explain_more (self);
  gtk_widget_queue_resize (GTK_WIDGET (self)); /* also where nothing has another size */
}

static gboolean
on_change (gpointer user_data)
{
  LscToolbar *self = user_data;

  self->change_id = 0;
  change_tools (self);
  return G_SOURCE_REMOVE;
}

/* ---- Layout -------------------------------------------------------------------------------- */

static void
lsc_toolbar_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *least,
                     int *natural, int *least_baseline, int *natural_baseline)
{
  LscToolbar *self = LSC_TOOLBAR (widget);
  int needed;

  measure_tools (self);
  needed = self->more.least_px[FACE_ICON];
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
    {
      const Tool *tool = &self->tools.items[i];

      if (!gtk_widget_get_visible (tool->widget))
        continue;
      *natural += tool->most_px[tool->has_word ? FACE_WORD : FACE_ICON] + SPACING;
      /* The least is what cannot go into the menu: a row may always become as narrow as that. */
      if (!may_leave (tool))
        needed += tool->least_px[FACE_ICON] + SPACING;
    }
  *least = needed;
  *natural = MAX (*natural, needed);
}

/* What is left goes to the fields: first as far as each has a use for it, then in equal parts. */
static int
get_width (const Tool *tool, int *left, guint *n_growing)
{
  int least = tool->least_px[tool->wanted], most = tool->most_px[tool->wanted];
  int width = least + MIN (*left, most - least);

  *left -= width - least;
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

/* Returns: how many of those in the row grow */
static guint
count_growing (LscToolbar *self)
{
  guint n = 0;

  for (gsize i = 0; i < self->tools.n; i++)
    n += self->tools.items[i].wanted != FACE_MENU &&
         gtk_widget_get_hexpand (self->tools.items[i].widget);
  return n;
}

/* A control that is to be narrower, or in the menu, is not drawn before it is. Returns: whether it
 * is drawn */
static gboolean
show_as_wanted (Tool *tool, gboolean *changes)
{
  gboolean changes_now = tool->face != tool->wanted && !GTK_IS_SEPARATOR (tool->widget);
  gboolean is_shown = tool->wanted != FACE_MENU && tool->face <= tool->wanted;

  *changes = *changes || changes_now;
  if (is_in_row (tool))
    gtk_widget_set_child_visible (tool->widget, is_shown);
  return is_shown && gtk_widget_get_visible (tool->widget);
}

static void
lsc_toolbar_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LscToolbar *self = LSC_TOOLBAR (widget);
  gboolean changes = FALSE;
  int x = 0;
  int left, more_px;
  guint n_growing;

  measure_tools (self);
  choose (self, width);
  left = MAX (width - sum_least (self), 0);
  n_growing = count_growing (self);
  for (gsize i = 0; i < self->tools.n; i++)
    {
      Tool *tool = &self->tools.items[i];
      int px;

      if (!show_as_wanted (tool, &changes))
        continue;
      px = get_width (tool, &left, &n_growing);
      place (self, tool->widget, x, px, height);
      x += px + SPACING;
    }
  more_px = self->more.least_px[self->more.wanted];
  show_as_wanted (&self->more, &changes);
  if (lsc_toolbar_get_n_hidden (self) == 0)
    gtk_widget_set_child_visible (self->more.widget, FALSE);
  else
    place (self, self->more.widget, MAX (x, width - more_px), more_px, height);
  if (changes && self->change_id == 0)
    self->change_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_change, self, NULL);
}

/* ---- Life ---------------------------------------------------------------------------------- */

static void
lsc_toolbar_dispose (GObject *object)
{
  LscToolbar *self = LSC_TOOLBAR (object);
  GtkWidget *child;

  g_clear_handle_id (&self->change_id, g_source_remove);
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
  GtkWidget *popover = gtk_popover_new (), *more;

  self->rest = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING));
  gtk_popover_set_child (GTK_POPOVER (popover), GTK_WIDGET (self->rest));
  more = gtk_menu_button_new ();
  set_content (more, "view-more-symbolic", _ ("More"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (more), popover);
  gtk_widget_set_tooltip_text (more, _ ("More controls"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (more), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("More controls"), -1);
  gtk_widget_set_parent (more, GTK_WIDGET (self));
  self->more = make_tool (more);
}
