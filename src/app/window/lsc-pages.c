/* lsc-pages.c - the pages that there are
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-pages.h"

#include <glib/gi18n-lib.h>

#include "app/communication/lsc-communication-page.h"
#include "app/communication/lsc-communication-panels.h"
#include "app/compare/lsc-compare-page.h"
#include "app/compare/lsc-compare-panels.h"
#include "app/findings/lsc-findings-page.h"
#include "app/memory/lsc-memory-page.h"
#include "app/memory/lsc-memory-panels.h"
#include "app/modules/lsc-modules-page.h"
#include "app/operators/lsc-operators-page.h"
#include "app/operators/lsc-operators-panels.h"
#include "app/overview/lsc-overview-page.h"
#include "app/overview/lsc-overview-panels.h"
#include "app/pipeline/lsc-pipeline-page.h"
#include "app/pipeline/lsc-pipeline-panels.h"
#include "app/query/lsc-query-page.h"
#include "app/timeline/lsc-timeline-page.h"
#include "app/timeline/lsc-timeline-panels.h"

/* A page is known to the window by its line here alone. Its key stays its own when others come. */
static const LscPageKind kinds[] = {
  { '1', "overview", N_ ("Overview"), "view-grid-symbolic", lsc_overview_page_get_type,
    lsc_overview_panels },
  { '2', "timeline", N_ ("Timeline"), "x-office-calendar-symbolic", lsc_timeline_page_get_type,
    lsc_timeline_panels },
  { '3', "modules", N_ ("Modules"), "view-list-symbolic", lsc_modules_page_get_type },
  { '4', "pipeline", N_ ("Pipeline"), "view-continuous-symbolic", lsc_pipeline_page_get_type,
    lsc_pipeline_panels },
  { '5', "communication", N_ ("Communication"), "network-workgroup-symbolic",
    lsc_communication_page_get_type, lsc_communication_panels },
  { '6', "operators", N_ ("Operators"), "view-sort-descending-symbolic",
    lsc_operators_page_get_type, lsc_operators_panels },
  { '7', "memory", N_ ("Memory"), "media-flash-symbolic", lsc_memory_page_get_type,
    lsc_memory_panels },
  { '8', "compare", N_ ("Compare"), "object-flip-horizontal-symbolic", lsc_compare_page_get_type,
    lsc_compare_panels },
  { '9', "findings", N_ ("Findings"), "lanescope-findings-symbolic", lsc_findings_page_get_type },
  { '0', "query", N_ ("Query"), "utilities-terminal-symbolic", lsc_query_page_get_type },
};

/* Shown when no other is asked for: a project opens with it. */
#define USUAL 0

/** lsc_pages_list: Returns: (transfer none) (array length=n): in the order of the sidebar */
const LscPageKind *
lsc_pages_list (guint *n)
{
  *n = G_N_ELEMENTS (kinds);
  return kinds;
}

/** lsc_pages_find: Returns: (transfer none): the page of that name, the usual one for other names
 */
const LscPageKind *
lsc_pages_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (kinds[i].name, name) == 0)
      return &kinds[i];
  return &kinds[USUAL];
}

/** lsc_pages_find_place: Returns: (transfer none) (nullable): the page that can show that */
const LscPageKind *
lsc_pages_find_place (LscPlace place)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      LscAppPageClass *class = g_type_class_ref (kinds[i].get_type ());
      gboolean is_found = (class->places & place) != 0;

      g_type_class_unref (class);
      if (is_found)
        return &kinds[i];
    }
  return NULL;
}

/** lsc_pages_accelerator: Returns: (transfer full): as GTK parses it */
char *
lsc_pages_accelerator (const LscPageKind *kind)
{
  g_return_val_if_fail (kind, NULL);
  return g_strdup_printf ("<Alt>%c", kind->digit);
}
