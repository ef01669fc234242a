/* lsc-page-words.c - what a page says above its chart, in two lines
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The height is that of two lines, whatever is said and however wide the page is, so that what is
 * below keeps its place. The children are labels that the page fills, each a paragraph: the first
 * that has a text is the bold line, with how certain it is behind it; the others share what is
 * below, unless the bold one needs it. Where something leads elsewhere, that has the width it needs
 * at the end of the second line, and the others are cut before it. The whole of it is a click away.
 */
#include "config.h"

#include "app/parts/lsc-page-words.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-label.h"

#define SPACING 6
#define BELOW_PX 100 /* there what is not shown is in no other widget of ours */
#define GAP 12       /* px between what shares a line */
#define PARAGRAPH_GAP "  "
#define MORE_CHARS 72
#define REST_PX 150   /* below it the rest is of no use beside a link */
#define PROBE "Åg汉µ" /* as high as a line in any of the languages */

struct _LscPageWords
{
  GtkWidget parent_instance;

  GtkLabel *bold;      /* the first line */
  GtkLabel *certainty; /* behind it */
  GtkLabel *link;      /* at the end of the second one, where there is one */
  GtkLabel *rest;      /* what is left */
  char *link_text;     /* (nullable): the whole of it */
  GtkWidget *more;
  GtkWidget *paragraphs; /* in its popover */
  gboolean needs_both;   /* the bold line, of the first two */
  gboolean has_rest;     /* there is room for it */
  guint update_id;
};

static void init_buildable (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LscPageWords, lsc_page_words, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, init_buildable))

/** lsc_page_words_get_more: Returns: (transfer none): the button that opens the whole text */
GtkWidget *
lsc_page_words_get_more (LscPageWords *self)
{
  g_return_val_if_fail (LSC_IS_PAGE_WORDS (self), NULL);
  return self->more;
}

static gboolean
is_own (LscPageWords *self, GtkWidget *child)
{
  return child == GTK_WIDGET (self->bold) || child == GTK_WIDGET (self->certainty) ||
         child == GTK_WIDGET (self->rest) || child == GTK_WIDGET (self->link) ||
         child == self->more;
}

static gboolean
has_link (LscPageWords *self)
{
  return *gtk_label_get_label (self->link) != '\0';
}

static gboolean
has_certainty (LscPageWords *self)
{
  return *gtk_label_get_label (self->certainty) != '\0' &&
         *gtk_label_get_label (self->bold) != '\0';
}

/* (nullable): the text of a paragraph; %NULL where nothing is said */
static const char *
get_text (LscPageWords *self, GtkWidget *child)
{
  const char *text;

  if (is_own (self, child) || !GTK_IS_LABEL (child) || !gtk_widget_get_visible (child))
    return NULL;
  text = gtk_label_get_text (GTK_LABEL (child));
  return *text != '\0' ? text : NULL;
}

/* ---- the whole ---- */

static void
add_paragraph (LscPageWords *self, const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  lsc_label_keep_units (GTK_LABEL (label));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MORE_CHARS);
  gtk_label_set_width_chars (GTK_LABEL (label), MORE_CHARS);
  gtk_widget_add_css_class (label, class);
  gtk_box_append (GTK_BOX (self->paragraphs), label);
}

/* What a paragraph says, and what explains it. */
static void
add_paragraphs_of (LscPageWords *self, GtkWidget *child, const char *class)
{
  const char *text = get_text (self, child), *explanation = gtk_widget_get_tooltip_text (child);

  add_paragraph (self, text, class);
  if (explanation && g_strcmp0 (explanation, text) != 0)
    add_paragraph (self, explanation, "dim-label");
}

static void
on_popover_shown (LscPageWords *self)
{
  const char *class = "heading";
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->paragraphs)) != NULL)
    gtk_box_remove (GTK_BOX (self->paragraphs), child);
  for (child = gtk_widget_get_first_child (GTK_WIDGET (self)); child;
       child = gtk_widget_get_next_sibling (child))
    if (get_text (self, child))
      {
        add_paragraphs_of (self, child, class);
        if (g_str_equal (class, "heading"))
          {
            if (has_certainty (self))
              add_paragraph (self, gtk_widget_get_tooltip_text (GTK_WIDGET (self->certainty)),
                             "dim-label");
            if (has_link (self))
              add_paragraph (self, self->link_text, "body");
          }
        class = "body";
      }
}

/* ---- two lines ---- */

static gboolean
is_cut (GtkLabel *label)
{
  return pango_layout_is_ellipsized (gtk_label_get_layout (label));
}

static gboolean
is_explained (LscPageWords *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child;
       child = gtk_widget_get_next_sibling (child))
    if (get_text (self, child) && gtk_widget_get_tooltip_text (child) &&
        g_strcmp0 (gtk_widget_get_tooltip_text (child), get_text (self, child)) != 0)
      return TRUE;
  return FALSE;
}

/* What is cut is whole in a tool tip. */
static void
update_tip (GtkLabel *label)
{
  gtk_widget_set_tooltip_text (GTK_WIDGET (label),
                               is_cut (label) ? gtk_label_get_text (label) : NULL);
}

/* Whether less is shown of where it leads than there is to say. */
static gboolean
is_link_brief (LscPageWords *self)
{
  return self->link_text && g_strcmp0 (gtk_label_get_text (self->link), self->link_text) != 0;
}

/* The place of the button is kept, so that lines are as long with it as without it. */
static void
update_more (LscPageWords *self)
{
  gboolean is_hidden = (gtk_widget_get_opacity (GTK_WIDGET (self->rest)) < 1 &&
                        *gtk_label_get_text (self->rest) != '\0') ||
                       (gtk_widget_get_opacity (GTK_WIDGET (self->link)) < 1 && has_link (self));
  gboolean is_of_use = is_hidden || is_cut (self->bold) || is_cut (self->link) ||
                       is_cut (self->rest) || is_explained (self) || has_certainty (self) ||
                       is_link_brief (self);

  gtk_widget_set_opacity (self->more, is_of_use ? 1 : 0);
  gtk_widget_set_sensitive (self->more, is_of_use);
  update_tip (self->bold);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->link), is_link_brief (self) || is_cut (self->link)
                                                            ? self->link_text
                                                            : NULL);
  update_tip (self->rest);
}

static gboolean
on_update (gpointer user_data)
{
  LscPageWords *self = user_data;

  self->update_id = 0;
  update_more (self);
  return G_SOURCE_REMOVE;
}

/* Not while sizes are given out. */
static void
update_soon (LscPageWords *self)
{
  if (self->update_id == 0)
    self->update_id = g_idle_add (on_update, self);
}

static void
set_line (GtkLabel *label, const char *text)
{
  g_autofree char *line = g_strdelimit (g_strdup (text), "\n\r\t", ' ');

  if (g_strcmp0 (gtk_label_get_label (label), line) != 0)
    gtk_label_set_text (label, line);
}

static void
fill_lines (LscPageWords *self)
{
  g_autoptr (GString) rest = g_string_new (NULL);
  const char *first = NULL, *text;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child;
       child = gtk_widget_get_next_sibling (child))
    {
      if (!(text = get_text (self, child)))
        continue;
      if (!first)
        first = text;
      else
        g_string_append_printf (rest, "%s%s", rest->len > 0 ? PARAGRAPH_GAP : "", text);
    }
  set_line (self->bold, first ? first : "");
  set_line (self->rest, rest->str);
  update_soon (self);
}

/**
 * lsc_page_words_of:
 * @paragraph: a child of the template
 *
 * Returns: (transfer none): the words that it is one of
 */
LscPageWords *
lsc_page_words_of (GtkLabel *paragraph)
{
  g_return_val_if_fail (GTK_IS_LABEL (paragraph), NULL);
  return LSC_PAGE_WORDS (gtk_widget_get_parent (GTK_WIDGET (paragraph)));
}

/**
 * lsc_page_words_set_certainty:
 * @title: (nullable): how certain the bold line is, in a word; %NULL of what is no finding
 * @about: (nullable): what the word means
 */
void
lsc_page_words_set_certainty (LscPageWords *self, const char *title, const char *about)
{
  g_return_if_fail (LSC_IS_PAGE_WORDS (self));
  lsc_label_set_certainty (self->certainty, title, about);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  update_soon (self);
}

/**
 * lsc_page_words_set_link:
 * @text: (nullable): what leads elsewhere, in the second line
 * @brief: (nullable): the same in few words, which are shown; %NULL = all of @text is
 * @action: (nullable): where it leads, with its target, as "win.show-page::pipeline"
 */
void
lsc_page_words_set_link (LscPageWords *self, const char *text, const char *brief,
                         const char *action)
{
  const char *shown = text && brief ? brief : text;
  g_autofree char *markup = NULL;

  g_return_if_fail (LSC_IS_PAGE_WORDS (self));
  g_free (self->link_text);
  self->link_text = g_strdup (text);
  if (shown && action)
    markup = g_markup_printf_escaped ("<a href=\"%s\">%s</a>", action, shown);
  else if (shown)
    markup = g_markup_escape_text (shown, -1);
  gtk_label_set_markup (self->link, markup ? markup : "");
  gtk_widget_queue_resize (GTK_WIDGET (self));
  update_soon (self);
}

static gboolean
on_link (LscPageWords *self, const char *action)
{
  g_autoptr (GVariant) target = NULL;
  g_autofree char *name = NULL;

  if (g_action_parse_detailed_name (action, &name, &target, NULL))
    gtk_widget_activate_action_variant (GTK_WIDGET (self), name, target);
  return TRUE;
}

/* ---- children ---- */

static void
lsc_page_words_add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child,
                          const char *type)
{
  LscPageWords *self = LSC_PAGE_WORDS (buildable);

  g_return_if_fail (GTK_IS_LABEL (child));
  gtk_widget_insert_before (GTK_WIDGET (child), GTK_WIDGET (self), GTK_WIDGET (self->bold));
  gtk_widget_set_child_visible (GTK_WIDGET (child), FALSE);
  g_signal_connect_object (child, "notify::label", G_CALLBACK (fill_lines), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (child, "notify::visible", G_CALLBACK (fill_lines), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (child, "notify::tooltip-text", G_CALLBACK (update_soon), self,
                           G_CONNECT_SWAPPED);
  fill_lines (self);
}

static void
init_buildable (GtkBuildableIface *iface)
{
  iface->add_child = lsc_page_words_add_child;
}

/* ---- sizes ---- */

static int
measure_line (GtkLabel *label)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (label), PROBE);
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  return height;
}

/* px of the text of a label in one line */
static int
measure_text (GtkLabel *label)
{
  g_autoptr (PangoLayout) layout =
      gtk_widget_create_pango_layout (GTK_WIDGET (label), gtk_label_get_text (label));
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* px that the word behind the bold line needs, with the gap before it; 0 = there is none */
static int
measure_certainty (LscPageWords *self)
{
  int width;

  if (!has_certainty (self))
    return 0;
  gtk_widget_measure (GTK_WIDGET (self->certainty), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width,
                      NULL, NULL);
  return width + GAP;
}

static void
lsc_page_words_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  LscPageWords *self = LSC_PAGE_WORDS (widget);
  int least, more;
  int lines = measure_line (self->bold) + measure_line (self->rest);

  *minimum_baseline = *natural_baseline = -1;
  gtk_widget_measure (self->more, orientation, -1, &more, NULL, NULL, NULL);
  *minimum = *natural = MAX (lines, more);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    return;
  gtk_widget_measure (GTK_WIDGET (self->bold), orientation, -1, minimum, natural, NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (self->link), orientation, -1, &least, NULL, NULL, NULL);
  *minimum = MAX (*minimum, least);
  gtk_widget_measure (GTK_WIDGET (self->rest), orientation, -1, &least, NULL, NULL, NULL);
  *minimum = MAX (*minimum, least) + SPACING + more;
  *natural = MAX (measure_text (self->bold) + measure_certainty (self) + SPACING + more, *minimum);
}

static void
allocate (GtkWidget *child, int x, int y, int width, int height)
{
  /* asked for, as GTK wants it, though a label of one line does not mind */
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (child, &(GtkAllocation){ x, y, width, height }, -1);
}

/* A part of a line, @offset px from where reading begins. */
static void
allocate_part (LscPageWords *self, GtkLabel *label, const GtkAllocation *line, int offset,
               int width, int height)
{
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int y = line->y + (line->height - height) / 2;

  allocate (GTK_WIDGET (label), is_rtl ? line->x + line->width - offset - width : line->x + offset,
            y, width, height);
}

/* Of what there is no room for nothing is seen, and it is in nobody's way; the button has it.
 * Returns: whether it is shown */
static gboolean
show_part (LscPageWords *self, GtkLabel *label, gboolean is_shown)
{
  GtkAllocation below = { 0, 2 * gtk_widget_get_height (GTK_WIDGET (self)) + BELOW_PX, 1,
                          measure_line (label) };

  gtk_widget_set_opacity (GTK_WIDGET (label), is_shown ? 1 : 0);
  gtk_widget_set_can_target (GTK_WIDGET (label), is_shown);
  if (!is_shown)
    allocate_part (self, label, &below, 0, below.width, below.height);
  return is_shown;
}

/* The bold line, and behind it how certain it is, which stays when the line is cut: the first line
 * goes on above the button. @whole: the first line as wide as the page */
static void
allocate_bold (LscPageWords *self, const GtkAllocation *line, const GtkAllocation *whole, int lower)
{
  int certainty = measure_certainty (self), bold = measure_text (self->bold), height;
  int room = MAX (MIN (line->width, whole->width - certainty), 0);
  GtkAllocation all = *line;

  self->needs_both = bold > room;
  all.height += self->needs_both ? lower : 0;
  allocate_part (self, self->bold, &all, 0,
                 certainty > 0 && !self->needs_both ? MIN (bold + 2, room) : room, all.height);
  if (!show_part (self, self->certainty, certainty > 0))
    return;
  gtk_widget_measure (GTK_WIDGET (self->certainty), GTK_ORIENTATION_VERTICAL, -1, &height, NULL,
                      NULL, NULL);
  allocate_part (self, self->certainty, whole,
                 self->needs_both ? whole->width - (certainty - GAP) : bold + GAP, certainty - GAP,
                 height);
}

/* What leads elsewhere has the room that it needs, the rest what is left. */
static void
allocate_second (LscPageWords *self, const GtkAllocation *line)
{
  int link = has_link (self) ? MIN (measure_text (self->link), line->width) : 0;
  int rest = MIN (measure_text (self->rest), line->width - (link > 0 ? link + GAP : 0));

  self->has_rest =
      !self->needs_both && (link == 0 || rest >= MIN (REST_PX, measure_text (self->rest)));
  if (!self->has_rest || rest <= 0)
    rest = 0;
  if (rest == 0 && link > 0)
    link = line->width;
  if (show_part (self, self->rest, self->has_rest && (rest > 0 || link == 0)))
    allocate_part (self, self->rest, line, 0, link > 0 ? rest : line->width, line->height);
  if (show_part (self, self->link, link > 0 && !self->needs_both))
    allocate_part (self, self->link, line, rest > 0 ? rest + GAP : 0, link, line->height);
}

static void
lsc_page_words_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LscPageWords *self = LSC_PAGE_WORDS (widget);
  int more, more_height, upper = measure_line (self->bold), lower = measure_line (self->rest);
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GtkAllocation line = { .height = upper }, whole;

  gtk_widget_measure (self->more, GTK_ORIENTATION_HORIZONTAL, -1, &more, NULL, NULL, NULL);
  gtk_widget_measure (self->more, GTK_ORIENTATION_VERTICAL, -1, &more_height, NULL, NULL, NULL);
  line.width = MAX (width - more - SPACING, 0);
  line.x = is_rtl ? width - line.width : 0;
  line.y = MAX ((height - upper - lower) / 2, 0);
  whole = (GtkAllocation){ 0, line.y, width, upper };
  allocate_bold (self, &line, &whole, lower);
  line.y += upper;
  line.height = lower;
  allocate_second (self, &line);
  allocate (self->more, is_rtl ? 0 : width - more, MAX (height - more_height, 0), more,
            MIN (more_height, height));
  update_soon (self);
}

/* ---- life ---- */

static void
lsc_page_words_dispose (GObject *object)
{
  LscPageWords *self = LSC_PAGE_WORDS (object);
  GtkWidget *child;

  g_clear_handle_id (&self->update_id, g_source_remove);
  g_clear_pointer (&self->link_text, g_free);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (lsc_page_words_parent_class)->dispose (object);
}

static void
lsc_page_words_class_init (LscPageWordsClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_page_words_dispose;
  widget_class->measure = lsc_page_words_measure;
  widget_class->size_allocate = lsc_page_words_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "lsc-page-words");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkLabel *
make_line (LscPageWords *self, const char *class)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (""));

  gtk_label_set_xalign (label, 0);
  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (label, FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (label), class);
  gtk_widget_set_parent (GTK_WIDGET (label), GTK_WIDGET (self));
  return label;
}

static void
make_more (LscPageWords *self)
{
  GtkWidget *popover = gtk_popover_new ();

  self->paragraphs = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  gtk_widget_add_css_class (self->paragraphs, "words-paragraphs");
  gtk_popover_set_child (GTK_POPOVER (popover), self->paragraphs);
  g_signal_connect_swapped (popover, "show", G_CALLBACK (on_popover_shown), self);
  self->more = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->more), _ ("More"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->more), popover);
  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (self->more), TRUE);
  gtk_widget_add_css_class (self->more, "flat");
  gtk_widget_add_css_class (self->more, "words-more");
  /* the button in it has the focus */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (self->more)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("More: the whole text"), -1);
  gtk_widget_set_parent (self->more, GTK_WIDGET (self));
}

static void
lsc_page_words_init (LscPageWords *self)
{
  self->bold = make_line (self, "heading");
  gtk_label_set_wrap (self->bold, TRUE);
  gtk_label_set_lines (self->bold, 2);
  self->certainty = make_line (self, "certainty");
  gtk_label_set_ellipsize (self->certainty, PANGO_ELLIPSIZE_NONE);
  self->link = make_line (self, "words-link");
  g_signal_connect_swapped (self->link, "activate-link", G_CALLBACK (on_link), self);
  self->rest = make_line (self, "dim-label");
  gtk_label_set_wrap (self->rest, TRUE);
  gtk_label_set_lines (self->rest, 1);
  make_more (self);
}

/**
 * lsc_page_words_of_sums:
 * @steps: (transfer full) (nullable): which; %NULL = none were recorded
 *
 * Returns: (transfer full): what the figures of a table are sums of: "Sums over 16 ranks, 3 steps"
 */
char *
lsc_page_words_of_sums (guint n_ranks, LscPhrase *steps)
{
  g_autoptr (LscPhrase) owned = steps;
  g_autofree char *ranks = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Sums over %u rank", "Sums over %u ranks", n_ranks), n_ranks);
  g_autofree char *which = owned ? lsc_phrase_to_words (owned) : NULL;

  return which ? g_strdup_printf (_ ("%s, %s"), ranks, which) : g_steal_pointer (&ranks);
}
