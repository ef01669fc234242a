/* lsc-app-page-panels.c - the panels of a page
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-app-page-private.h"
#include "app/parts/lsc-panel-place.h"

/**
 * lsc_app_page_take_notebook:
 * @notebook: for the panels, the lower child of @paned
 * @height_px: of it, until the user moves the border
 */
void
lsc_app_page_take_notebook (LscAppPage *self, GtkNotebook *notebook, GtkPaned *paned, int height_px)
{
  g_autoptr (GSettings) settings = NULL;

  g_return_if_fail (LSC_IS_APP_PAGE (self) && GTK_IS_NOTEBOOK (notebook) && GTK_IS_PANED (paned));
  settings = g_settings_new (LSC_APP_ID);
  g_set_weak_pointer (_lsc_app_page_get_notebook_slot (self), notebook);
  g_settings_bind (settings, LSC_APP_PAGE_GET_CLASS (self)->panel_setting, notebook, "visible",
                   G_SETTINGS_BIND_GET);
  lsc_panel_place_below (notebook, paned, height_px);
}

/**
 * lsc_app_page_add_panels:
 * @panels: in the order of tabs, up to one without type
 *
 * Makes the panels of a page; called once.
 */
void
lsc_app_page_add_panels (LscAppPage *self, const LscAppPagePanel *panels)
{
  g_return_if_fail (LSC_IS_APP_PAGE (self) && panels);
  for (; panels->get_type; panels++)
    {
      GtkWidget *panel = lsc_panel_add (*_lsc_app_page_get_notebook_slot (self), GTK_WIDGET (self),
                                        panels->get_type (), _ (panels->title),
                                        panels->about ? _ (panels->about) : NULL);

      if (panels->text_chars > 0)
        lsc_panel_set_text_chars (LSC_PANEL (panel), panels->text_chars);
    }
}

/** lsc_app_page_tell_panels: what is a bit of @what is another, see #LscPanelClass */
void
lsc_app_page_tell_panels (LscAppPage *self, guint what)
{
  g_return_if_fail (LSC_IS_APP_PAGE (self));
  if (*_lsc_app_page_get_notebook_slot (self))
    lsc_panel_tell_all (*_lsc_app_page_get_notebook_slot (self), what);
}

/** lsc_app_page_get_panel: Returns: (transfer none): the panel of a tab */
LscPanel *
lsc_app_page_get_panel (LscAppPage *self, guint tab)
{
  g_return_val_if_fail (LSC_IS_APP_PAGE (self), NULL);
  return LSC_PANEL (gtk_notebook_get_nth_page (*_lsc_app_page_get_notebook_slot (self), (int) tab));
}

/** lsc_app_page_show_panel: brings a tab to the front, and all of them to light */
void
lsc_app_page_show_panel (LscAppPage *self, guint tab)
{
  g_autoptr (GSettings) settings = NULL;

  g_return_if_fail (LSC_IS_APP_PAGE (self));
  settings = g_settings_new (LSC_APP_ID);
  gtk_notebook_set_current_page (*_lsc_app_page_get_notebook_slot (self), (int) tab);
  g_settings_set_boolean (settings, LSC_APP_PAGE_GET_CLASS (self)->panel_setting, TRUE);
}
