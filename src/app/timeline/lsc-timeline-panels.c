/* lsc-timeline-panels.c - the panels below the lanes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/timeline/lsc-timeline-panels.h"

#include <glib/gi18n-lib.h>

#include "app/timeline/lsc-timeline-page-private.h"

#define HEIGHT_PX 230 /* of the panels, until the user moves the border */
#define TEXT_CHARS 24 /* a length and a count of slices are to be read beside the tools */

/** lsc_timeline_panel_get_page: Returns: (transfer none) (nullable): %NULL while it goes away */
LscTimelinePage *
lsc_timeline_panel_get_page (LscPanel *panel)
{
  return (LscTimelinePage *) lsc_panel_get_page (panel);
}

/**
 * lsc_timeline_panels_get:
 *
 * Returns: (transfer none): the panel of that type
 */
LscPanel *
lsc_timeline_panels_get (LscTimelinePage *page, GType type)
{
  for (int i = 0; i < gtk_notebook_get_n_pages (page->panel); i++)
    {
      GtkWidget *panel = gtk_notebook_get_nth_page (page->panel, i);

      if (G_OBJECT_TYPE (panel) == type)
        return LSC_PANEL (panel);
    }
  g_assert_not_reached ();
}

/* ---- what they follow ---- */

static void
on_changed (LscTimelinePage *page, gpointer what)
{
  if (page->panel != NULL)
    lsc_panel_tell_all (page->panel, GPOINTER_TO_UINT (what));
}

static void
on_hits_changed (LscTimelinePage *page)
{
  on_changed (page, GUINT_TO_POINTER (LSC_PANEL_ON_HITS));
}

static void
follow (LscTimelinePage *page, const char *signal, LscPanelDepends what)
{
  g_signal_connect (page, signal, G_CALLBACK (on_changed), GUINT_TO_POINTER (what));
}

/** lsc_timeline_panels_add: makes the panels of a page; called once */
void
lsc_timeline_panels_add (LscTimelinePage *page)
{
  const struct
  {
    GType type;
    const char *title;
  } panels[] = {
    { LSC_TYPE_PANEL_RANGE, _ ("Range") },        { LSC_TYPE_PANEL_FLAME, _ ("Flame Graph") },
    { LSC_TYPE_PANEL_SLICES, _ ("Occurrences") }, { LSC_TYPE_PANEL_DISPATCH, _ ("Dispatch") },
    { LSC_TYPE_PANEL_WAITS, _ ("Waits") },        { LSC_TYPE_PANEL_MARKS, _ ("Marks") },
    { LSC_TYPE_PANEL_HITS, _ ("Matches") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      GtkWidget *panel =
          lsc_panel_add (page->panel, GTK_WIDGET (page), panels[i].type, panels[i].title);

      lsc_panel_set_text_chars (LSC_PANEL (panel), TEXT_CHARS);
    }
  follow (page, "range-changed", LSC_PANEL_ON_RANGE);
  follow (page, "selection-changed", LSC_PANEL_ON_SELECTION);
  follow (page, "ranks-changed", LSC_PANEL_ON_RANKS);
  follow (page, "marks-changed", LSC_PANEL_ON_MARKS);
  g_signal_connect_object (page->chart, "hits-changed", G_CALLBACK (on_hits_changed), page,
                           G_CONNECT_SWAPPED);
  lsc_panel_place_below (page->panel, page->paned, HEIGHT_PX);
}
