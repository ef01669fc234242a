/* lsc-query-page-schema.c - what a statement can ask: the list at its side
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/query/lsc-query-page-private.h"
#include "model/lsc-slice.h"
#include "model/lsc-sql-schema.h"

/* Beside those of SQLite. */
static const struct
{
  const char *call;
  const char *about;
} functions[] = {
  { "median(x)", N_ ("The value in the middle; of whole numbers whole.") },
  { "percentile(x, p)", N_ ("The value that p of 100 are below, p from 0 to 100.") },
  { "text REGEXP pattern", N_ ("1 where the regular expression matches a part of the text.") },
  { "arg(id, key)", N_ ("What the file says of a slice under that name, such as inputShapes.") },
  { "args(id)", N_ ("All that the file says of a slice, as a JSON object.") },
};

/* ---- the list ---- */

static void
on_word_clicked (GtkWidget *button, LscQueryPage *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->editor);
  const char *word = g_object_get_data (G_OBJECT (button), "lsc-word");

  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete_selection (buffer, FALSE, TRUE);
  gtk_text_buffer_insert_at_cursor (buffer, word, -1);
  gtk_text_buffer_end_user_action (buffer);
  gtk_widget_grab_focus (GTK_WIDGET (self->editor));
}

/* @remark: (nullable): type and unit
 * @about: (nullable): a sentence */
static GtkWidget *
make_word (LscQueryPage *self, const char *word, const char *remark, const char *about)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *name = gtk_label_new (word), *dim = gtk_label_new (remark);
  GtkWidget *button = gtk_button_new ();

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (name, "monospace");
  gtk_widget_add_css_class (dim, "dim-label");
  gtk_widget_add_css_class (dim, "caption");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), dim);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_set_tooltip_text (button, about);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "query-word");
  g_object_set_data_full (G_OBJECT (button), "lsc-word", g_strdup (word), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_word_clicked), self, 0);
  return button;
}

/* Returns: what is to be filled with words */
static GtkBox *
add_group (LscQueryPage *self, const char *title, const char *about)
{
  GtkWidget *expander = gtk_expander_new (title);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_set_margin_start (box, 12);
  gtk_expander_set_child (GTK_EXPANDER (expander), box);
  /* GTK 4.18 looks for a focus in a child that a closed expander has taken out of the window. */
  g_object_bind_property (expander, "expanded", box, "visible", G_BINDING_SYNC_CREATE);
  gtk_widget_set_tooltip_text (expander, about);
  gtk_box_append (self->tables, expander);
  return GTK_BOX (box);
}

/* A heading that opens onto its columns, each with type, unit and meaning. */
static void
add_table (LscQueryPage *self, const LscSqlTable *table)
{
  GtkBox *box = add_group (self, table->name, table->text);

  gtk_box_append (box, make_word (self, table->name, NULL, table->text));
  for (guint i = 0; i < table->n_columns; i++)
    {
      const LscSqlColumn *column = &table->columns[i];
      g_autofree char *type = g_ascii_strdown (lsc_sql_type_name (column->type), -1);
      g_autofree char *remark =
          column->unit ? g_strdup_printf ("%s, %s", type, column->unit) : g_strdup (type);

      gtk_box_append (box, make_word (self, column->name, remark, column->text));
    }
}

static void
add_functions (LscQueryPage *self)
{
  GtkBox *box = add_group (self, _ ("Functions"), _ ("In addition to those of SQLite."));

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      gtk_box_append (box, make_word (self, functions[i].call, NULL, _ (functions[i].about)));
    }
}

static void
add_kinds (LscQueryPage *self)
{
  GtkBox *box = add_group (self, _ ("Kinds of Slices"), _ ("Values of slices.kind."));

  for (guint8 i = 0; i < LSC_SLICE_N_KINDS; i++)
    {
      g_autofree char *quoted = g_strdup_printf ("'%s'", lsc_slice_kind_name (i));

      gtk_box_append (box, make_word (self, quoted, NULL, lsc_slice_kind_title (i)));
    }
}

/** Fills the list beside the editor. */
void
_lsc_query_page_schema_init (LscQueryPage *self)
{
  guint n;
  const LscSqlTable *tables = lsc_sql_list_tables (&n);

  for (guint i = 0; i < n; i++)
    if (tables[i].places & LSC_SQL_IN_QUERY)
      add_table (self, &tables[i]);
  add_functions (self);
  add_kinds (self);
}
