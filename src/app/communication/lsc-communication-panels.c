/* lsc-communication-panels.c - the tabs below the charts of communication
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/communication/lsc-communication-panels.h"

#include <glib/gi18n-lib.h>

#include "app/communication/lsc-communication-page-private.h"
#include "app/parts/lsc-table-view.h"
#include "app/parts/lsc-explain.h"
#include "app/parts/lsc-page-words.h"

typedef struct
{
  LscTableView *table;
} LscCommunicationPanelPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (LscCommunicationPanel, lsc_communication_panel, LSC_TYPE_PANEL)

static LscTableView *
get_view (LscCommunicationPanel *self)
{
  return ((LscCommunicationPanelPrivate *) lsc_communication_panel_get_instance_private (self))
      ->table;
}

static LscCommunicationPage *
get_page (LscCommunicationPanel *self)
{
  return (LscCommunicationPage *) lsc_panel_get_page (LSC_PANEL (self));
}

static guint
get_tab (LscCommunicationPanel *self)
{
  return LSC_COMMUNICATION_PANEL_GET_CLASS (self)->tab;
}

/* ---- rows ---- */

/* A part that no row has tells nothing. */
static gboolean
is_empty (const LscTable *table, guint column)
{
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      LscValue value = lsc_table_get (table, i, column);

      if (!value.is_null && !(value.type == LSC_TYPE_TEXT && value.text && !*value.text))
        return FALSE;
    }
  return TRUE;
}

/* What is long and seldom asked for is a click away, with the columns that are empty. */
static void
hide_columns (LscTableView *view, const LscTable *table)
{
  static const char *const seldom[] = { "name", "exposed_other_ns", "slice_id", "instance" };
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      const char *name = lsc_table_get_column (table, i)->name;
      gboolean is_seldom = FALSE;

      for (guint k = 0; k < G_N_ELEMENTS (seldom); k++)
        is_seldom = is_seldom || g_str_equal (name, seldom[k]);
      if (is_seldom || is_empty (table, i))
        g_ptr_array_add (names, (gpointer) name);
    }
  g_ptr_array_add (names, NULL);
  lsc_table_view_set_hidden (view, (const char *const *) names->pdata);
}

static void
show_selected (LscCommunicationPanel *self)
{
  LscCommunicationPage *page = get_page (self);
  const GArray *shown = page->shown[get_tab (self)];

  if (page->selected.tab != get_tab (self) || !lsc_table_view_get_table (get_view (self)))
    return;
  for (guint32 i = 0; i < shown->len; i++)
    if (g_array_index (shown, guint32, i) == page->selected.row)
      lsc_table_view_select (get_view (self), i);
}

/* (transfer full) */
static char *
say_why_empty (LscCommunicationPage *page, guint tab)
{
  static const char *const reasons[LSC_COMMUNICATION_N_TABS] = {
    [LSC_COMMUNICATION_TAB_GROUPS] = N_ ("No group is among what is chosen."),
    [LSC_COMMUNICATION_TAB_OPERATORS] = N_ ("No operator is among what is chosen."),
    [LSC_COMMUNICATION_TAB_LINKS] = N_ ("No link is among what is chosen, or none is known."),
    [LSC_COMMUNICATION_TAB_INSTANCES] = N_ ("Select an operator to see each time it ran."),
    [LSC_COMMUNICATION_TAB_EXPERTS] = N_ ("No rank with experts is among what is chosen."),
  };

  return tab == LSC_COMMUNICATION_TAB_PACKETS
             ? lsc_explain_words_of (GTK_WIDGET (page), "communication_packets", "size_bytes",
                                     LSC_UNKNOWN_NO_COMM_TASKS)
             : g_strdup (_ (reasons[tab]));
}

/* What the rows add up, above them: (transfer full) */
static char *
make_caption (LscCommunicationPage *page, guint tab)
{
  g_autoptr (LscPhrase) base = NULL;

  if (tab == LSC_COMMUNICATION_TAB_EXPERTS)
    return lsc_phrase_to_words (lsc_communication_get_experts (page->communication));
  if (tab == LSC_COMMUNICATION_TAB_INSTANCES)
    return g_strdup (_ ("Each instance: sums over its ranks"));
  if (tab == LSC_COMMUNICATION_TAB_LINKS)
    return g_strdup (_ ("Each link: sums over the recording, the slowest of its kind first"));
  if (tab == LSC_COMMUNICATION_TAB_PACKETS)
    return g_strdup (_ ("Each size: sums over the recording"));
  base = lsc_communication_say_base (page->communication);
  return lsc_phrase_to_words (base);
}

/* The order of the rows has a mark at its column, and that stands where it is seen. */
static void
arrange (LscTableView *view, guint tab)
{
  static const char *const exposed[] = { "exposed_ns", "exposed_wait_recorded_ns",
                                         "exposed_wait_unexplained_ns", "share", NULL };
  static const char *const links[] = { "of_kind", "bandwidth", "usual_bandwidth", "transport",
                                       NULL };
  gboolean is_of_links = tab == LSC_COMMUNICATION_TAB_LINKS;
  const char *const *names = is_of_links ? links : exposed;
  guint first = tab == LSC_COMMUNICATION_TAB_GROUPS ? 1 : 2;

  if (tab == LSC_COMMUNICATION_TAB_PACKETS || tab == LSC_COMMUNICATION_TAB_INSTANCES ||
      tab == LSC_COMMUNICATION_TAB_EXPERTS)
    return;
  if (tab == LSC_COMMUNICATION_TAB_OPERATORS) /* behind its group, before what kind that is */
    lsc_table_view_place (view, "operator", 1);
  for (guint i = 0; names[i]; i++)
    lsc_table_view_place (view, names[i], first + i);
  lsc_table_view_sort (view, names[0], !is_of_links);
}

static void
fill (LscCommunicationPanel *self)
{
  LscCommunicationPage *page = get_page (self);
  guint tab = get_tab (self);
  const GArray *shown = page->shown[tab];
  g_autoptr (LscTable) table = NULL;
  g_autofree char *caption = NULL;
  g_autofree char *reason = NULL;

  if (page->tables[tab])
    {
      hide_columns (get_view (self), page->tables[tab]);
      table = lsc_table_model_copy_rows (page->tables[tab], (guint32 *) (gpointer) shown->data,
                                         shown->len);
    }
  lsc_table_view_set_table (get_view (self), table);
  if (table && tab != LSC_COMMUNICATION_TAB_PACKETS && tab != LSC_COMMUNICATION_TAB_EXPERTS)
    lsc_table_view_widen (get_view (self), "group", 170);
  if (table && (tab == LSC_COMMUNICATION_TAB_GROUPS || tab == LSC_COMMUNICATION_TAB_OPERATORS))
    lsc_table_view_widen (get_view (self), "kind", 115);
  if (table && tab == LSC_COMMUNICATION_TAB_OPERATORS)
    lsc_table_view_widen (get_view (self), "operator", 130);
  if (table && tab == LSC_COMMUNICATION_TAB_LINKS)
    {
      lsc_table_view_widen (get_view (self), "place", 130);
      lsc_table_view_widen (get_view (self), "groups", 200);
    }
  if (table)
    arrange (get_view (self), tab);
  caption = page->communication ? make_caption (page, tab) : NULL;
  lsc_panel_set_text (LSC_PANEL (self), caption ? caption : "");
  if (page->communication && shown->len == 0)
    reason = say_why_empty (page, tab);
  lsc_panel_set_reason (LSC_PANEL (self), reason);
}

static void
lsc_communication_panel_refresh (LscPanel *panel)
{
  LscCommunicationPanel *self = LSC_COMMUNICATION_PANEL (panel);

  if (!lsc_table_view_get_table (get_view (self)))
    fill (self);
  show_selected (self);
}

/* Other rows make the table a new one when somebody looks. */
static gboolean
lsc_communication_panel_wants (LscPanel *panel, guint what)
{
  LscCommunicationPanel *self = LSC_COMMUNICATION_PANEL (panel);
  guint tab = get_tab (self);
  guint mine = tab == LSC_COMMUNICATION_TAB_INSTANCES
                   ? LSC_COMMUNICATION_ON_TABLES | LSC_COMMUNICATION_ON_INSTANCES
                   : LSC_COMMUNICATION_ON_TABLES;

  if (what & mine)
    lsc_table_view_set_table (get_view (self), NULL);
  if ((what & LSC_COMMUNICATION_ON_EXPORT) && get_page (self) &&
      gtk_notebook_get_current_page (get_page (self)->panel) == (int) tab)
    {
      if (!lsc_table_view_get_table (get_view (self)))
        fill (self);
      lsc_table_view_ask_export (get_view (self));
    }
  return (what & (mine | LSC_COMMUNICATION_ON_SELECTION)) != 0;
}

/* ---- what the user does ---- */

static void
select_row (LscCommunicationPanel *self, guint row)
{
  LscCommunicationPage *page = get_page (self);
  const GArray *shown = page ? page->shown[get_tab (self)] : NULL;

  if (shown && row < shown->len)
    _lsc_communication_page_select (page, get_tab (self), g_array_index (shown, guint32, row));
}

static void
on_row_selected (LscTableView *view, guint row, LscCommunicationPanel *self)
{
  select_row (self, row);
}

static void
on_row_activated (LscTableView *view, guint row, LscCommunicationPanel *self)
{
  select_row (self, row);
  if (get_page (self))
    _lsc_communication_page_show (get_page (self), LSC_PLACE_SLICE);
}

static void
on_row_narrowed (LscTableView *view, guint row, LscCommunicationPanel *self)
{
  select_row (self, row);
  if (get_page (self))
    _lsc_communication_page_narrow (get_page (self));
}

/* ---- life ---- */

static void
lsc_communication_panel_constructed (GObject *object)
{
  LscCommunicationPanel *self = LSC_COMMUNICATION_PANEL (object);
  LscCommunicationPanelPrivate *private = lsc_communication_panel_get_instance_private (self);

  G_OBJECT_CLASS (lsc_communication_panel_parent_class)->constructed (object);
  private->table =
      LSC_TABLE_VIEW (lsc_table_view_new (_ (LSC_COMMUNICATION_PANEL_GET_CLASS (self)->label)));
  lsc_table_view_offer_narrowing (private->table);
  g_signal_connect_object (private->table, "row-selected", G_CALLBACK (on_row_selected), self, 0);
  g_signal_connect_object (private->table, "row-activated", G_CALLBACK (on_row_activated), self, 0);
  g_signal_connect_object (private->table, "row-narrowed", G_CALLBACK (on_row_narrowed), self, 0);
  lsc_panel_add_tool (LSC_PANEL (self),
                      lsc_panel_button ("document-save-symbolic", _ ("Export…"),
                                        G_CALLBACK (lsc_table_view_ask_export), private->table));
  lsc_panel_set_content (LSC_PANEL (self), GTK_WIDGET (private->table));
}

static void
lsc_communication_panel_class_init (LscCommunicationPanelClass *class)
{
  G_OBJECT_CLASS (class)->constructed = lsc_communication_panel_constructed;
  LSC_PANEL_CLASS (class)->wants = lsc_communication_panel_wants;
  LSC_PANEL_CLASS (class)->refresh = lsc_communication_panel_refresh;
}

static void
lsc_communication_panel_init (LscCommunicationPanel *self)
{
}

/* ---- one type a table ---- */

/** What of a type is its own. */
typedef struct
{
  guint tab;
  const char *label;
} Kind;

static const Kind kinds[LSC_COMMUNICATION_N_TABS] = {
  { LSC_COMMUNICATION_TAB_GROUPS, N_ ("Communication groups") },
  { LSC_COMMUNICATION_TAB_OPERATORS, N_ ("Communication operators") },
  { LSC_COMMUNICATION_TAB_LINKS, N_ ("Links between ranks") },
  { LSC_COMMUNICATION_TAB_INSTANCES, N_ ("Instances of the operator") },
  { LSC_COMMUNICATION_TAB_PACKETS, N_ ("Transfers by size") },
  { LSC_COMMUNICATION_TAB_EXPERTS, N_ ("Tokens of experts") },
};

static void
init_kind (gpointer class, gpointer data)
{
  const Kind *kind = data;

  LSC_COMMUNICATION_PANEL_CLASS (class)->tab = kind->tab;
  LSC_COMMUNICATION_PANEL_CLASS (class)->label = kind->label;
}

static GType
get_kind (guint tab, gsize *once, const char *name)
{
  if (g_once_init_enter (once))
    {
      GTypeInfo info = { .class_size = sizeof (LscCommunicationPanelClass),
                         .class_init = init_kind,
                         .class_data = &kinds[tab],
                         .instance_size = sizeof (LscCommunicationPanel) };

      g_once_init_leave (once, g_type_register_static (LSC_TYPE_COMMUNICATION_PANEL, name, &info,
                                                       G_TYPE_FLAG_FINAL));
    }
  return *once;
}

#define DEFINE_KIND(function, tab, name)                                                           \
  static GType function (void)                                                                     \
  {                                                                                                \
    static gsize once;                                                                             \
                                                                                                   \
    return get_kind (tab, &once, name);                                                            \
  }

DEFINE_KIND (get_groups_type, LSC_COMMUNICATION_TAB_GROUPS, "LscCommunicationGroups")
DEFINE_KIND (get_operators_type, LSC_COMMUNICATION_TAB_OPERATORS, "LscCommunicationOperators")
DEFINE_KIND (get_links_type, LSC_COMMUNICATION_TAB_LINKS, "LscCommunicationLinks")
DEFINE_KIND (get_instances_type, LSC_COMMUNICATION_TAB_INSTANCES, "LscCommunicationInstances")
DEFINE_KIND (get_packets_type, LSC_COMMUNICATION_TAB_PACKETS, "LscCommunicationPackets")
DEFINE_KIND (get_experts_type, LSC_COMMUNICATION_TAB_EXPERTS, "LscCommunicationExperts")

const LscAppPagePanel lsc_communication_panels[] = {
  [LSC_COMMUNICATION_TAB_GROUPS] = { get_groups_type, N_ ("Groups"),
                                     N_ ("What each group of ranks spends on communication.") },
  [LSC_COMMUNICATION_TAB_OPERATORS] = { get_operators_type, N_ ("Operators"),
                                        N_ ("Which operators take how long, and for whom they "
                                            "wait.") },
  [LSC_COMMUNICATION_TAB_LINKS] = { get_links_type, N_ ("Links"),
                                    N_ ("How fast ranks send to each other.") },
  [LSC_COMMUNICATION_TAB_INSTANCES] = { get_instances_type, N_ ("Instances"),
                                        N_ ("Each time the selected operator ran.") },
  [LSC_COMMUNICATION_TAB_PACKETS] = { get_packets_type, N_ ("Packets"),
                                      N_ ("Which sizes transfers have.") },
  [LSC_COMMUNICATION_TAB_EXPERTS] = { get_experts_type, N_ ("Experts"),
                                      N_ ("How many tokens the experts of each rank take in.") },
  [LSC_COMMUNICATION_N_TABS] = { NULL },
};
