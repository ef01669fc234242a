/* lsc-stack-choice.c - chooses a page of a stack from a list
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-stack-choice.h"

/* For stacks with more pages than tabs have room. The list and its filter belong to the drop-down,
 * which keeps the stack: both are of one panel, and go in any order. */

#define STACK "lsc-stack"
#define FILTER "lsc-filter"

/* A stack that is taken down gives up its pages one by one: that is no choice. */
static void
on_chosen (GtkDropDown *choice)
{
  GtkStack *stack = g_object_get_data (G_OBJECT (choice), STACK);
  GtkStackPage *page = gtk_drop_down_get_selected_item (choice);

  if (!page || !gtk_widget_get_root (GTK_WIDGET (stack)))
    return;
  if (gtk_stack_page_get_child (page) != gtk_stack_get_visible_child (stack))
    gtk_stack_set_visible_child (stack, gtk_stack_page_get_child (page));
}

/* The program changes pages as well. */
static void
on_page_shown (GtkDropDown *choice, GParamSpec *pspec, GtkStack *stack)
{
  GListModel *pages = gtk_drop_down_get_model (choice);

  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (GObject) page = g_list_model_get_item (pages, i);

      if (gtk_stack_page_get_child (GTK_STACK_PAGE (page)) == gtk_stack_get_visible_child (stack))
        gtk_drop_down_set_selected (choice, i);
    }
}

/**
 * lsc_stack_choice_new:
 * @stack: with all of its pages
 * @text: tool tip and name
 *
 * Returns: (transfer floating): a drop-down with the titles of the pages that are visible
 */
GtkWidget *
lsc_stack_choice_new (GtkStack *stack, const char *text)
{
  GtkFilter *filter;
  GtkFilterListModel *pages;
  GtkWidget *choice;

  g_return_val_if_fail (GTK_IS_STACK (stack) && text, NULL);
  filter = GTK_FILTER (
      gtk_bool_filter_new (gtk_property_expression_new (GTK_TYPE_STACK_PAGE, NULL, "visible")));
  pages = gtk_filter_list_model_new (G_LIST_MODEL (gtk_stack_get_pages (stack)), filter);
  choice = gtk_drop_down_new (G_LIST_MODEL (pages),
                              gtk_property_expression_new (GTK_TYPE_STACK_PAGE, NULL, "title"));
  g_object_set_data_full (G_OBJECT (choice), STACK, g_object_ref (stack), g_object_unref);
  g_object_set_data (G_OBJECT (choice), FILTER, filter);
  gtk_widget_set_tooltip_text (choice, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  on_page_shown (GTK_DROP_DOWN (choice), NULL, stack);
  g_signal_connect (choice, "notify::selected-item", G_CALLBACK (on_chosen), NULL);
  g_signal_connect_object (stack, "notify::visible-child", G_CALLBACK (on_page_shown), choice,
                           G_CONNECT_SWAPPED);
  return choice;
}

/**
 * lsc_stack_choice_set_offered:
 * @choice: of lsc_stack_choice_new()
 * @page: a child of its stack
 *
 * Offers a page, or hides it.
 */
void
lsc_stack_choice_set_offered (GtkWidget *choice, GtkWidget *page, gboolean is_offered)
{
  GtkStack *stack;

  g_return_if_fail (GTK_IS_WIDGET (choice) && GTK_IS_WIDGET (page));
  stack = g_object_get_data (G_OBJECT (choice), STACK);
  gtk_stack_page_set_visible (gtk_stack_get_page (stack, page), is_offered);
  gtk_filter_changed (g_object_get_data (G_OBJECT (choice), FILTER), GTK_FILTER_CHANGE_DIFFERENT);
}
