/* lsc-compare-panels.c - the tabs below the change of a step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/compare/lsc-compare-panels.h"

#include <glib/gi18n-lib.h>

#include "app/compare/lsc-compare-page-private.h"
#include "app/parts/lsc-table-view.h"
#include "draw/operators/lsc-operator-plots.h"

/* Of what the rows have no places. */
#define NO_PLACES ((LscCompareList) (LSC_COMPARE_N_LISTS + 1))

/**
 * LscComparePanelClass:
 * @label: marked for translation: what the table is called by those who cannot see it
 * @list: whose rows have places; %LSC_COMPARE_BARS_OPERATORS, else %NO_PLACES
 * @get_table: (transfer full)
 * @missing: (nullable): marked for translation: why there are no rows, though nothing lacks
 * @unknown: else what both sides lack
 * @get_wait: (nullable): why there is no table, where it is not there at once
 * @say: (nullable): (transfer full) (nullable): what stands above the table
 */
struct _LscComparePanelClass
{
  LscPanelClass parent_class;

  const char *label;
  LscCompareList list;
  LscTable *(*get_table) (LscComparePage *page);
  const char *missing;
  LscUnknown unknown;
  const char *(*get_wait) (LscComparePage *page);
  char *(*say) (LscComparePage *page);
};

typedef struct
{
  LscTableView *table;
} LscComparePanelPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (LscComparePanel, lsc_compare_panel, LSC_TYPE_PANEL)

/* Where a row's places stand, which the buttons lead to; and of what little use others are here. */
static const char *const hidden[] = { "category",
                                      "before_rank",
                                      "before_slice_id",
                                      "before_begin_ns",
                                      "after_rank",
                                      "after_slice_id",
                                      "after_begin_ns",
                                      "before_median_ns",
                                      "after_median_ns",
                                      "before_share",
                                      "after_share",
                                      "dtypes",
                                      "p",
                                      NULL };

/* (transfer full) (nullable): why there are no rows */
static char *
get_reason (const LscComparePanelClass *class, LscComparePage *page, LscTable *table)
{
  if (!page->comparison)
    return NULL;
  if (!table)
    return g_strdup (class->get_wait (page));
  if (lsc_table_get_n_rows (table) > 0)
    return NULL;
  return class->missing ? g_strdup (_ (class->missing))
                        : _lsc_compare_page_explain (page, class->unknown);
}

static void
lsc_compare_panel_refresh (LscPanel *panel)
{
  LscComparePanelPrivate *priv = lsc_compare_panel_get_instance_private (LSC_COMPARE_PANEL (panel));
  LscComparePanelClass *class = LSC_COMPARE_PANEL_GET_CLASS (panel);
  LscComparePage *page = LSC_COMPARE_PAGE (lsc_panel_get_page (panel));
  g_autoptr (LscTable) table = page->comparison ? class->get_table (page) : NULL;
  g_autofree char *words = table && class->say ? class->say (page) : NULL;
  g_autofree char *reason = get_reason (class, page, table);

  lsc_table_view_set_table (priv->table, table);
  lsc_table_view_widen (priv->table, "name", 250);
  lsc_table_view_widen (priv->table, "other_name", 180);
  lsc_table_view_widen (priv->table, "module", 250);
  lsc_table_view_widen (priv->table, "significance", 180);
  lsc_table_view_widen (priv->table, "what", 190);
  lsc_table_view_widen (priv->table, "pipeline", 90);
  lsc_table_view_widen (priv->table, "other_pipeline", 110);
  lsc_table_view_widen (priv->table, "before", 310);
  lsc_table_view_widen (priv->table, "after", 310);
  lsc_table_view_widen (priv->table, "kind", 230);
  lsc_table_view_widen (priv->table, "run", 310);
  lsc_table_view_widen (priv->table, "type", 190);
  lsc_table_view_widen (priv->table, "shapes", 250);
  lsc_table_view_widen (priv->table, "module", 250);
  lsc_table_view_widen (priv->table, "cause", 150);
  lsc_table_view_widen (priv->table, "op", 210);
  lsc_panel_set_text (panel, words);
  lsc_panel_set_reason (panel, reason);
}

static void
show_row (LscComparePanel *self, guint32 row, LscSide side)
{
  LscComparePage *page = (LscComparePage *) lsc_panel_get_page (LSC_PANEL (self));
  LscCompareList list = LSC_COMPARE_PANEL_GET_CLASS (self)->list;

  if (page && list != NO_PLACES)
    _lsc_compare_page_show (page, list, row, side);
}

static void
show_selected (LscComparePanel *self, LscSide side)
{
  LscComparePanelPrivate *priv = lsc_compare_panel_get_instance_private (self);
  guint32 row;

  if (lsc_table_view_get_selected (priv->table, &row))
    show_row (self, row, side);
}

static void
show_before (GtkButton *button, LscComparePanel *self)
{
  show_selected (self, LSC_BEFORE);
}

static void
show_after (GtkButton *button, LscComparePanel *self)
{
  show_selected (self, LSC_AFTER);
}

/* Both below one another, or where it is the one that there is. */
static void
show_operator (LscComparePage *page, guint row)
{
  const LscComparePlace *places = _lsc_compare_page_get_operator_places (page, row);
  g_autofree char *label = NULL, *words = NULL;

  if (!places)
    return;
  label = lsc_operator_label (page->operators.changes->table, row);
  words = g_strdup_printf (_ ("the longest instances of %s"), label);
  if (places[LSC_BEFORE].slice != LSC_SLICE_NONE && places[LSC_AFTER].slice != LSC_SLICE_NONE)
    _lsc_compare_page_show_places (page, words, places);
  else
    _lsc_compare_page_show (page, LSC_COMPARE_BARS_OPERATORS, row,
                            places[LSC_AFTER].slice != LSC_SLICE_NONE ? LSC_AFTER : LSC_BEFORE);
}

static void
on_row_activated (LscTableView *view, guint row, LscComparePanel *self)
{
  LscComparePage *page = (LscComparePage *) lsc_panel_get_page (LSC_PANEL (self));
  LscCompareList list = LSC_COMPARE_PANEL_GET_CLASS (self)->list;

  if (page && list == LSC_COMPARE_BARS_OPERATORS)
    show_operator (page, row);
  else if (!page || list == NO_PLACES ||
           !_lsc_compare_page_show_pair (
               page, lsc_rank_change_get (_lsc_compare_page_get_ranks (page), list, row)))
    show_row (self, row, LSC_AFTER);
}

/* Ops have the names of the recording; those of modules are made alike for both sides. */
static void
on_row_narrowed (LscTableView *view, guint row, LscComparePanel *self)
{
  LscComparePage *page = (LscComparePage *) lsc_panel_get_page (LSC_PANEL (self));
  LscValue name = lsc_table_get_named (lsc_table_view_get_table (view), row, "name");

  if (page && !name.is_null)
    lsc_selection_set_op (lsc_app_page_get_selection (LSC_APP_PAGE (page)), name.text);
}

static void
lsc_compare_panel_constructed (GObject *object)
{
  LscComparePanel *self = LSC_COMPARE_PANEL (object);
  LscComparePanelPrivate *priv = lsc_compare_panel_get_instance_private (self);
  LscComparePanelClass *class = LSC_COMPARE_PANEL_GET_CLASS (self);

  G_OBJECT_CLASS (lsc_compare_panel_parent_class)->constructed (object);
  priv->table = LSC_TABLE_VIEW (lsc_table_view_new (_ (class->label)));
  lsc_table_view_set_hidden (priv->table, hidden);
  g_signal_connect_object (priv->table, "row-activated", G_CALLBACK (on_row_activated), self, 0);
  g_signal_connect_object (priv->table, "row-narrowed", G_CALLBACK (on_row_narrowed), self, 0);
  if (class->list == LSC_COMPARE_OPS)
    lsc_table_view_offer_narrowing (priv->table);
  if (class->list != NO_PLACES)
    {
      lsc_panel_add_tool (LSC_PANEL (self),
                          lsc_panel_button ("go-first-symbolic",
                                            _ ("Show the Longest One Before on the Timeline"),
                                            G_CALLBACK (show_before), self));
      lsc_panel_add_tool (LSC_PANEL (self),
                          lsc_panel_button ("go-last-symbolic",
                                            _ ("Show the Longest One After on the Timeline"),
                                            G_CALLBACK (show_after), self));
    }
  lsc_panel_add_tool (LSC_PANEL (self),
                      lsc_panel_button ("document-save-symbolic", _ ("Export…"),
                                        G_CALLBACK (lsc_table_view_ask_export), priv->table));
  lsc_panel_set_content (LSC_PANEL (self), GTK_WIDGET (priv->table));
}

static void
lsc_compare_panel_class_init (LscComparePanelClass *class)
{
  G_OBJECT_CLASS (class)->constructed = lsc_compare_panel_constructed;
  LSC_PANEL_CLASS (class)->depends = LSC_COMPARE_ON_RESULT;
  LSC_PANEL_CLASS (class)->refresh = lsc_compare_panel_refresh;
  class->list = NO_PLACES;
}

static void
lsc_compare_panel_init (LscComparePanel *self)
{
}

/* ---- each of them ---- */

/* A type that is told apart by its class alone. */
#define DEFINE_PANEL(Name, name)                                                                   \
  typedef LscComparePanel Name;                                                                    \
  typedef LscComparePanelClass Name##Class;                                                        \
  G_DEFINE_TYPE (Name, name, LSC_TYPE_COMPARE_PANEL)                                               \
  static void name##_init (Name *self) {}

DEFINE_PANEL (LscCompareTabRanks, lsc_compare_tab_ranks)
DEFINE_PANEL (LscCompareTabModules, lsc_compare_tab_modules)
DEFINE_PANEL (LscCompareTabOps, lsc_compare_tab_ops)
DEFINE_PANEL (LscCompareTabChips, lsc_compare_tab_chips)
DEFINE_PANEL (LscCompareTabOperators, lsc_compare_tab_operators)
DEFINE_PANEL (LscCompareTabTransitions, lsc_compare_tab_transitions)
DEFINE_PANEL (LscCompareTabCommunication, lsc_compare_tab_communication)
DEFINE_PANEL (LscCompareTabMemory, lsc_compare_tab_memory)
DEFINE_PANEL (LscCompareTabPipelines, lsc_compare_tab_pipelines)
DEFINE_PANEL (LscCompareTabFindings, lsc_compare_tab_findings)
DEFINE_PANEL (LscCompareTabSteps, lsc_compare_tab_steps)
DEFINE_PANEL (LscCompareTabRuns, lsc_compare_tab_runs)
DEFINE_PANEL (LscCompareTabUnmatched, lsc_compare_tab_unmatched)

static LscTable *
get_ranks (LscComparePage *page)
{
  return lsc_compare_get_rank_table (page->comparison->compare);
}

static char *
say_each_rank (LscComparePage *page)
{
  return g_strdup (_ ("Each rank by itself, mean per step"));
}

static LscTable *
get_modules (LscComparePage *page)
{
  return lsc_compare_get_table (page->comparison->compare, _lsc_compare_page_get_ranks (page),
                                LSC_COMPARE_MODULES);
}

static LscTable *
get_ops (LscComparePage *page)
{
  return lsc_compare_get_table (page->comparison->compare, _lsc_compare_page_get_ranks (page),
                                LSC_COMPARE_OPS);
}

static LscTable *
get_operators (LscComparePage *page)
{
  _lsc_compare_page_read_operators (page);
  return page->operators.changes ? lsc_op_changes_get_table (page->operators.changes) : NULL;
}

static const char *
wait_for_operators (LscComparePage *page)
{
  return page->operators.missing ? page->operators.missing
                                 : _ ("Reading the kernels of both recordings…");
}

/* A choice of what the table shows. @names: (transfer full): */
static void
add_choice (LscPanel *panel, GtkStringList *names, const char *about, GCallback callback)
{
  GtkWidget *choice = gtk_drop_down_new (G_LIST_MODEL (names), NULL);

  gtk_widget_set_tooltip_text (choice, about);
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL, about,
                                  -1);
  g_signal_connect_object (choice, "notify::selected", callback, panel, 0);
  lsc_panel_add_tool (panel, choice);
}

static void
on_keys_chosen (GtkDropDown *choice, GParamSpec *pspec, LscPanel *panel)
{
  LscComparePage *page = (LscComparePage *) lsc_panel_get_page (panel);

  if (page)
    _lsc_compare_page_choose_operator_keys (page, gtk_drop_down_get_selected (choice));
}

static void
lsc_compare_tab_operators_constructed (GObject *object)
{
  G_OBJECT_CLASS (lsc_compare_tab_operators_parent_class)->constructed (object);
  add_choice (LSC_PANEL (object), _lsc_compare_page_list_operator_keys (),
              _ ("What kernels are grouped by"), G_CALLBACK (on_keys_chosen));
}

static void
on_memory_chosen (GtkDropDown *choice, GParamSpec *pspec, LscPanel *panel)
{
  LscComparePage *page = (LscComparePage *) lsc_panel_get_page (panel);

  if (page)
    _lsc_compare_page_choose_memory (page, gtk_drop_down_get_selected (choice));
}

static void
lsc_compare_tab_memory_constructed (GObject *object)
{
  LscComparePanelPrivate *priv =
      lsc_compare_panel_get_instance_private (LSC_COMPARE_PANEL (object));

  G_OBJECT_CLASS (lsc_compare_tab_memory_parent_class)->constructed (object);
  lsc_table_view_set_in_mib (priv->table, TRUE); /* as on the page of memory */
  add_choice (LSC_PANEL (object), _lsc_compare_page_list_memory (),
              _ ("What of the memory is shown"), G_CALLBACK (on_memory_chosen));
}

static LscTable *
get_transitions (LscComparePage *page)
{
  return lsc_compare_get_transition_table (page->comparison->compare);
}

static LscTable *
get_communication (LscComparePage *page)
{
  return lsc_compare_get_comm_table (page->comparison->compare);
}

static LscTable *
get_pipelines (LscComparePage *page)
{
  _lsc_compare_page_read_pipelines (page);
  return page->pipes.table ? lsc_table_ref (page->pipes.table) : NULL;
}

static const char *
wait_for_pipelines (LscComparePage *page)
{
  return page->pipes.missing ? page->pipes.missing : _ ("Reading both pipelines…");
}

static LscTable *
get_findings (LscComparePage *page)
{
  _lsc_compare_page_read_findings (page);
  return page->losses.changes ? lsc_findings_changes_get_table (page->losses.changes) : NULL;
}

static const char *
wait_for_findings (LscComparePage *page)
{
  return page->losses.missing ? page->losses.missing
                              : _ ("Looking for what both recordings lose time to…");
}

static LscTable *
get_steps (LscComparePage *page)
{
  return lsc_compare_get_steps_table (page->comparison->compare);
}

static LscTable *
get_runs (LscComparePage *page)
{
  return lsc_compare_get_runs_table (page->comparison->compare);
}

static LscTable *
get_unmatched (LscComparePage *page)
{
  return lsc_compare_get_unmatched_table (page->comparison->compare);
}

static void
lsc_compare_tab_ranks_class_init (LscCompareTabRanksClass *class)
{
  class->label = N_ ("Ranks before and after");
  class->get_table = get_ranks;
  class->say = say_each_rank;
  class->unknown = LSC_UNKNOWN_NO_STEPS;
}

static void
lsc_compare_tab_modules_class_init (LscCompareTabModulesClass *class)
{
  class->label = N_ ("Modules before and after");
  class->list = LSC_COMPARE_MODULES;
  class->get_table = get_modules;
  class->say = _lsc_compare_page_say_scope;
  class->unknown = LSC_UNKNOWN_NO_STEPS;
}

static void
lsc_compare_tab_ops_class_init (LscCompareTabOpsClass *class)
{
  class->label = N_ ("Ops before and after");
  class->list = LSC_COMPARE_OPS;
  class->get_table = get_ops;
  class->say = _lsc_compare_page_say_scope;
  class->unknown = LSC_UNKNOWN_NO_STEPS;
}

static void
lsc_compare_tab_chips_class_init (LscCompareTabChipsClass *class)
{
  LSC_PANEL_CLASS (class)->depends = LSC_COMPARE_ON_RESULT | LSC_COMPARE_ON_LIST;
  class->label = N_ ("Both chips, each against its own peak");
  class->get_table = _lsc_compare_page_list_chips;
  class->get_wait = _lsc_compare_page_miss_chips;
  class->say = _lsc_compare_page_say_chips;
  class->unknown = LSC_UNKNOWN_NO_KERNELS;
}

static void
lsc_compare_tab_operators_class_init (LscCompareTabOperatorsClass *class)
{
  G_OBJECT_CLASS (class)->constructed = lsc_compare_tab_operators_constructed;
  LSC_PANEL_CLASS (class)->depends = LSC_COMPARE_ON_RESULT | LSC_COMPARE_ON_OPERATORS;
  class->label = N_ ("Operators before and after");
  class->list = LSC_COMPARE_BARS_OPERATORS;
  class->get_table = get_operators;
  class->get_wait = wait_for_operators;
  class->say = _lsc_compare_page_say_operators;
  class->missing = N_ ("No kernel runs in the steps that are compared.");
}

static void
lsc_compare_tab_transitions_class_init (LscCompareTabTransitionsClass *class)
{
  class->label = N_ ("What became of what");
  class->get_table = get_transitions;
  class->missing = N_ ("No kernels, communication or modules became others, or moved.");
}

static void
lsc_compare_tab_communication_class_init (LscCompareTabCommunicationClass *class)
{
  class->label = N_ ("Communication before and after");
  class->get_table = get_communication;
  class->say = _lsc_compare_page_say_all;
  class->unknown = LSC_UNKNOWN_NO_COMMUNICATION;
}

static void
lsc_compare_tab_memory_class_init (LscCompareTabMemoryClass *class)
{
  G_OBJECT_CLASS (class)->constructed = lsc_compare_tab_memory_constructed;
  LSC_PANEL_CLASS (class)->depends = LSC_COMPARE_ON_RESULT | LSC_COMPARE_ON_MEMORY;
  class->label = N_ ("Memory before and after");
  class->get_table = _lsc_compare_page_get_memory_table;
  class->get_wait = _lsc_compare_page_wait_for_memory;
  class->say = _lsc_compare_page_say_memory;
  class->unknown = LSC_UNKNOWN_NO_MEMORY;
}

static void
lsc_compare_tab_pipelines_class_init (LscCompareTabPipelinesClass *class)
{
  LSC_PANEL_CLASS (class)->depends = LSC_COMPARE_ON_RESULT | LSC_COMPARE_ON_PIPELINES;
  class->label = N_ ("Pipelines before and after");
  class->get_table = get_pipelines;
  class->get_wait = wait_for_pipelines;
  class->unknown = LSC_UNKNOWN_NO_PIPELINE;
}

static void
lsc_compare_tab_findings_class_init (LscCompareTabFindingsClass *class)
{
  LSC_PANEL_CLASS (class)->depends = LSC_COMPARE_ON_RESULT | LSC_COMPARE_ON_FINDINGS;
  class->label = N_ ("Findings before and after");
  class->get_table = get_findings;
  class->get_wait = wait_for_findings;
  class->say = _lsc_compare_page_say_findings;
  class->missing = N_ ("Nothing was found in either recording.");
}

static void
lsc_compare_tab_steps_class_init (LscCompareTabStepsClass *class)
{
  class->label = N_ ("Steps before and after");
  class->get_table = get_steps;
  class->unknown = LSC_UNKNOWN_NO_STEPS;
}

static void
lsc_compare_tab_runs_class_init (LscCompareTabRunsClass *class)
{
  class->label = N_ ("Runs before and after");
  class->get_table = get_runs;
  class->missing =
      N_ ("One run before and one after. More of them, added with Runs above, show how "
          "much runs differ.");
}

static void
lsc_compare_tab_unmatched_class_init (LscCompareTabUnmatchedClass *class)
{
  class->label = N_ ("Modules and ops that only one recording has");
  class->get_table = get_unmatched;
  class->missing = N_ ("Both recordings have the same modules and ops.");
}

const LscAppPagePanel lsc_compare_panels[] = {
  [LSC_COMPARE_TAB_RANKS] = { lsc_compare_tab_ranks_get_type, N_ ("Ranks"),
                              N_ ("Which ranks changed, and which only wait more or less.") },
  [LSC_COMPARE_TAB_MODULES] = { lsc_compare_tab_modules_get_type, N_ ("Modules"),
                                N_ ("Modules of both recordings, by how much their time "
                                    "changed.") },
  [LSC_COMPARE_TAB_OPS] = { lsc_compare_tab_ops_get_type, N_ ("Ops"),
                            N_ ("Ops of both recordings, by how much their time changed.") },
  [LSC_COMPARE_TAB_CHIPS] = { lsc_compare_tab_chips_get_type, N_ ("Chips"),
                              N_ ("What each chip reaches of its own peak, by kind of work, module "
                                  "or op.") },
  [LSC_COMPARE_TAB_OPERATORS] = { lsc_compare_tab_operators_get_type, N_ ("Device Operators"),
                                  N_ ("Groups of kernels of both recordings, by how much their "
                                      "time changed, and why.") },
  [LSC_COMPARE_TAB_TRANSITIONS] = { lsc_compare_tab_transitions_get_type,
                                    N_ ("What Became of What"),
                                    N_ ("Kernels that were fused or replaced, communication that "
                                        "became another one or moved.") },
  [LSC_COMPARE_TAB_COMMUNICATION] = { lsc_compare_tab_communication_get_type, N_ ("Communication"),
                                      N_ ("Collectives and messages of both recordings.") },
  [LSC_COMPARE_TAB_MEMORY] = { lsc_compare_tab_memory_get_type, N_ ("Memory"),
                               N_ ("How much memory each recording holds at most, and who holds "
                                   "it.") },
  [LSC_COMPARE_TAB_PIPELINES] = { lsc_compare_tab_pipelines_get_type, N_ ("Pipelines"),
                                  N_ ("The pipelines of both recordings, one above the other.") },
  [LSC_COMPARE_TAB_FINDINGS] = { lsc_compare_tab_findings_get_type, N_ ("Findings"),
                                 N_ ("What was found in one recording alone, or in both.") },
  [LSC_COMPARE_TAB_STEPS] = { lsc_compare_tab_steps_get_type, N_ ("Steps over Time"),
                              N_ ("How long each step took, on both sides.") },
  [LSC_COMPARE_TAB_RUNS] = { lsc_compare_tab_runs_get_type, N_ ("Runs"),
                             N_ ("The median step of each run, where there are several.") },
  [LSC_COMPARE_TAB_UNMATCHED] = { lsc_compare_tab_unmatched_get_type, N_ ("On One Side Only"),
                                  N_ ("Modules and ops that the other recording does not have.") },
  [LSC_COMPARE_N_TABS] = { NULL },
};
