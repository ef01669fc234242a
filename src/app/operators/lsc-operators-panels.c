/* lsc-operators-panels.c - the tabs below the charts of operators
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/operators/lsc-operators-panels.h"

#include <glib/gi18n-lib.h>

#include "app/operators/lsc-operators-page-private.h"
#include "app/parts/lsc-table-view.h"
#include "app/parts/lsc-explain.h"
#include "app/parts/lsc-page-words.h"

typedef struct
{
  LscTableView *table;
} LscOperatorsPanelPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (LscOperatorsPanel, lsc_operators_panel, LSC_TYPE_PANEL)

static LscTableView *
get_view (LscOperatorsPanel *self)
{
  return ((LscOperatorsPanelPrivate *) lsc_operators_panel_get_instance_private (self))->table;
}

static LscOperatorsPage *
get_page (LscOperatorsPanel *self)
{
  return (LscOperatorsPage *) lsc_panel_get_page (LSC_PANEL (self));
}

static guint
get_tab (LscOperatorsPanel *self)
{
  return LSC_OPERATORS_PANEL_GET_CLASS (self)->tab;
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
  static const char *const seldom[] = { "first_ns",      "last_ns",     "mte1_ratio",
                                        "fixpipe_ratio", "icache_miss", "scalar_ratio",
                                        "slice",         "dtypes",      "slice_id",
                                        "end_ns" };
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

static guint32
get_shown (LscOperatorsPage *page, guint tab, guint32 row)
{
  return tab == LSC_OPERATORS_TAB_GROUPS ? g_array_index (page->shown, guint32, row) : row;
}

static guint32
count_shown (LscOperatorsPage *page, guint tab)
{
  if (tab == LSC_OPERATORS_TAB_GROUPS)
    return page->tables[tab] ? page->shown->len : 0;
  return page->tables[tab] ? (guint32) lsc_table_get_n_rows (page->tables[tab]) : 0;
}

static void
show_selected (LscOperatorsPanel *self)
{
  LscOperatorsPage *page = get_page (self);
  guint tab = get_tab (self);
  gboolean is_groups = tab == LSC_OPERATORS_TAB_GROUPS;
  guint32 wanted = is_groups ? (guint32) page->group_row : page->selected.row;

  if (!lsc_table_view_get_table (get_view (self)) ||
      (is_groups ? !page->has_group : page->selected.tab != tab))
    return;
  for (guint32 i = 0; i < count_shown (page, tab); i++)
    if (get_shown (page, tab, i) == wanted)
      {
        lsc_table_view_select (get_view (self), i);
        return;
      }
}

static char *
say_why_empty (LscOperatorsPage *page, guint tab)
{
  if (tab == LSC_OPERATORS_TAB_GROUPS)
    return g_strdup (_ ("No group matches."));
  if (tab == LSC_OPERATORS_TAB_STREAMS)
    return g_strdup (_ ("No kernels were recorded."));
  if (!page->has_group)
    return g_strdup (_ ("Select a group to see what it is made of."));
  if (tab != LSC_OPERATORS_TAB_SHAPES)
    return g_strdup (_ ("No kernel of this group has a time."));
  return page->keys & LSC_OP_BY_SHAPES ? g_strdup (_ ("The groups are by shapes already."))
                                       : lsc_explain_words_of (GTK_WIDGET (page), "operators",
                                                               "shapes", LSC_UNKNOWN_NO_SHAPES);
}

/* What the rows are, above them: (transfer full) (nullable) */
static char *
make_caption (LscOperatorsPage *page, guint tab)
{
  guint n = lsc_operators_get_n_ranks (page->operators);

  if (tab == LSC_OPERATORS_TAB_GROUPS)
    return lsc_page_words_of_sums (n, page->groups ? lsc_op_groups_say_steps (page->groups) : NULL);
  if (tab == LSC_OPERATORS_TAB_STREAMS)
    return g_strdup (_ ("Kernels, copies and communication; a row without a stream is the device"));
  if (tab == LSC_OPERATORS_TAB_INSTANCES && page->parts &&
      page->parts->instances.n > lsc_table_get_n_rows (page->parts->list))
    return g_strdup_printf (_ ("%s: the longest"), page->group_label);
  return g_strdup (page->has_group ? page->group_label : "");
}

static void
widen (LscTableView *view)
{
  static const struct
  {
    const char *column;
    int width_px;
  } widths[] = { { "type", 170 },   { "name", 220 },   { "op", 170 },
                 { "shapes", 200 }, { "module", 220 }, { "core", 130 } };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    lsc_table_view_widen (view, widths[i].column, widths[i].width_px);
}

static void
fill (LscOperatorsPanel *self)
{
  LscOperatorsPage *page = get_page (self);
  guint tab = get_tab (self);
  LscTable *whole = page->tables[tab];
  g_autoptr (LscTable) table = NULL;
  g_autofree char *caption = page->operators ? make_caption (page, tab) : NULL;
  g_autofree char *reason = NULL;

  if (whole && tab == LSC_OPERATORS_TAB_GROUPS)
    table = lsc_table_model_copy_rows (whole, (guint32 *) (gpointer) page->shown->data,
                                       page->shown->len);
  else if (whole)
    table = lsc_table_ref (whole);
  if (table && tab != LSC_OPERATORS_TAB_STREAMS)
    hide_columns (get_view (self), table);
  lsc_table_view_set_table (get_view (self), table);
  if (table)
    widen (get_view (self));
  if (table && tab != LSC_OPERATORS_TAB_RANKS && tab != LSC_OPERATORS_TAB_STREAMS)
    lsc_table_view_sort (get_view (self),
                         tab == LSC_OPERATORS_TAB_INSTANCES ? "duration_ns" : "total_ns", TRUE);
  lsc_panel_set_text (LSC_PANEL (self), caption ? caption : "");
  if (page->operators && count_shown (page, tab) == 0 && !page->task && !page->part_task)
    reason = say_why_empty (page, tab);
  lsc_panel_set_reason (LSC_PANEL (self), reason);
}

static void
lsc_operators_panel_refresh (LscPanel *panel)
{
  LscOperatorsPanel *self = LSC_OPERATORS_PANEL (panel);

  if (!lsc_table_view_get_table (get_view (self)))
    fill (self);
  show_selected (self);
}

/* Other rows make the table a new one when somebody looks. */
static gboolean
lsc_operators_panel_wants (LscPanel *panel, guint what)
{
  LscOperatorsPanel *self = LSC_OPERATORS_PANEL (panel);
  guint tab = get_tab (self);
  guint mine = tab == LSC_OPERATORS_TAB_GROUPS    ? LSC_OPERATORS_ON_GROUPS
               : tab == LSC_OPERATORS_TAB_STREAMS ? LSC_OPERATORS_ON_STREAMS
                                                  : LSC_OPERATORS_ON_PARTS;

  if (what & mine)
    lsc_table_view_set_table (get_view (self), NULL);
  if ((what & LSC_OPERATORS_ON_EXPORT) && get_page (self) &&
      gtk_notebook_get_current_page (get_page (self)->panel) == (int) tab)
    {
      if (!lsc_table_view_get_table (get_view (self)))
        fill (self);
      lsc_table_view_ask_export (get_view (self));
    }
  return (what & (mine | LSC_OPERATORS_ON_SELECTION)) != 0;
}

/* ---- what the user does ---- */

static void
select_row (LscOperatorsPanel *self, guint row)
{
  LscOperatorsPage *page = get_page (self);

  if (page && row < count_shown (page, get_tab (self)))
    _lsc_operators_page_select (page, get_tab (self), get_shown (page, get_tab (self), row));
}

static void
on_row_selected (LscTableView *view, guint row, LscOperatorsPanel *self)
{
  select_row (self, row);
}

static void
on_row_activated (LscTableView *view, guint row, LscOperatorsPanel *self)
{
  select_row (self, row);
  if (!get_page (self))
    return;
  if (get_tab (self) == LSC_OPERATORS_TAB_STREAMS)
    return;
  if (get_tab (self) == LSC_OPERATORS_TAB_GROUPS)
    lsc_app_page_show_panel (LSC_APP_PAGE (get_page (self)), LSC_OPERATORS_TAB_INSTANCES);
  else
    _lsc_operators_page_show (get_page (self), LSC_PLACE_SLICE);
}

static void
on_row_narrowed (LscTableView *view, guint row, LscOperatorsPanel *self)
{
  select_row (self, row);
  if (get_page (self))
    _lsc_operators_page_narrow (get_page (self));
}

static void
on_pinning (LscTableView *view, LscPin *pin, LscOperatorsPanel *self)
{
  if (get_page (self))
    _lsc_operators_page_complete_pin (get_page (self), get_tab (self), pin);
}

/* ---- life ---- */

static void
lsc_operators_panel_constructed (GObject *object)
{
  LscOperatorsPanel *self = LSC_OPERATORS_PANEL (object);
  LscOperatorsPanelPrivate *private = lsc_operators_panel_get_instance_private (self);

  G_OBJECT_CLASS (lsc_operators_panel_parent_class)->constructed (object);
  private->table =
      LSC_TABLE_VIEW (lsc_table_view_new (_ (LSC_OPERATORS_PANEL_GET_CLASS (self)->label)));
  lsc_table_view_offer_narrowing (private->table);
  g_signal_connect_object (private->table, "row-selected", G_CALLBACK (on_row_selected), self, 0);
  g_signal_connect_object (private->table, "row-activated", G_CALLBACK (on_row_activated), self, 0);
  g_signal_connect_object (private->table, "row-narrowed", G_CALLBACK (on_row_narrowed), self, 0);
  g_signal_connect_object (private->table, "pinning", G_CALLBACK (on_pinning), self, 0);
  lsc_panel_add_tool (LSC_PANEL (self),
                      lsc_panel_button ("document-save-symbolic", _ ("Export…"),
                                        G_CALLBACK (lsc_table_view_ask_export), private->table));
  lsc_panel_set_content (LSC_PANEL (self), GTK_WIDGET (private->table));
}

static void
lsc_operators_panel_class_init (LscOperatorsPanelClass *class)
{
  G_OBJECT_CLASS (class)->constructed = lsc_operators_panel_constructed;
  LSC_PANEL_CLASS (class)->wants = lsc_operators_panel_wants;
  LSC_PANEL_CLASS (class)->refresh = lsc_operators_panel_refresh;
}

static void
lsc_operators_panel_init (LscOperatorsPanel *self)
{
}

/* ---- one type a table ---- */

/** What of a type is its own. */
typedef struct
{
  guint tab;
  const char *label;
} Kind;

static const Kind kinds[LSC_OPERATORS_N_TABS] = {
  { LSC_OPERATORS_TAB_GROUPS, N_ ("Groups of kernels") },
  { LSC_OPERATORS_TAB_INSTANCES, N_ ("Kernels of the group") },
  { LSC_OPERATORS_TAB_SHAPES, N_ ("Shapes of the group") },
  { LSC_OPERATORS_TAB_RANKS, N_ ("The group by rank") },
  { LSC_OPERATORS_TAB_STREAMS, N_ ("Streams of the device") },
};

static void
init_kind (gpointer class, gpointer data)
{
  const Kind *kind = data;

  LSC_OPERATORS_PANEL_CLASS (class)->tab = kind->tab;
  LSC_OPERATORS_PANEL_CLASS (class)->label = kind->label;
}

static GType
get_kind (guint tab, gsize *once, const char *name)
{
  if (g_once_init_enter (once))
    {
      GTypeInfo info = { .class_size = sizeof (LscOperatorsPanelClass),
                         .class_init = init_kind,
                         .class_data = &kinds[tab],
                         .instance_size = sizeof (LscOperatorsPanel) };

      g_once_init_leave (
          once, g_type_register_static (LSC_TYPE_OPERATORS_PANEL, name, &info, G_TYPE_FLAG_FINAL));
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

DEFINE_KIND (get_groups_type, LSC_OPERATORS_TAB_GROUPS, "LscOperatorsGroups")
DEFINE_KIND (get_instances_type, LSC_OPERATORS_TAB_INSTANCES, "LscOperatorsInstances")
DEFINE_KIND (get_shapes_type, LSC_OPERATORS_TAB_SHAPES, "LscOperatorsShapes")
DEFINE_KIND (get_ranks_type, LSC_OPERATORS_TAB_RANKS, "LscOperatorsRanks")
DEFINE_KIND (get_streams_type, LSC_OPERATORS_TAB_STREAMS, "LscOperatorsStreams")

const LscAppPagePanel lsc_operators_panels[] = {
  [LSC_OPERATORS_TAB_GROUPS] = { get_groups_type, N_ ("Operators"),
                                 N_ ("Time of each group of kernels.") },
  [LSC_OPERATORS_TAB_INSTANCES] = { get_instances_type, N_ ("Instances"),
                                    N_ ("Kernels of the selected group, the longest first.") },
  [LSC_OPERATORS_TAB_SHAPES] = { get_shapes_type, N_ ("Shapes"),
                                 N_ ("Time of the selected group by shapes.") },
  [LSC_OPERATORS_TAB_RANKS] = { get_ranks_type, N_ ("Ranks"),
                                N_ ("Time of the selected group on each rank.") },
  [LSC_OPERATORS_TAB_STREAMS] = { get_streams_type, N_ ("Streams"),
                                  N_ ("How busy the device and each of its streams are.") },
  [LSC_OPERATORS_N_TABS] = { NULL },
};
