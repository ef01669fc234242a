/* lsc-memory-panels.c - the tabs below the curves of memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/memory/lsc-memory-panels.h"

#include <glib/gi18n-lib.h>

#include "app/memory/lsc-memory-page-private.h"
#include "app/parts/lsc-table-view.h"
#include "app/window/lsc-loader.h"
#include "session/lsc-session.h"

typedef struct
{
  LscTableView *table;
  GtkDropDown *by_choice; /* (nullable): of what lives */
  gboolean is_old;        /* what lives is of another moment: it stays until the next is there */
  gboolean is_sorted;     /* it was, once: from then on as the user wants */
} LscMemoryPanelPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (LscMemoryPanel, lsc_memory_panel, LSC_TYPE_PANEL)

static LscMemoryPanelPrivate *
get (LscMemoryPanel *self)
{
  return lsc_memory_panel_get_instance_private (self);
}

static LscTableView *
get_view (LscMemoryPanel *self)
{
  return get (self)->table;
}

static LscMemoryPage *
get_page (LscMemoryPanel *self)
{
  return (LscMemoryPage *) lsc_panel_get_page (LSC_PANEL (self));
}

static guint
get_tab (LscMemoryPanel *self)
{
  return LSC_MEMORY_PANEL_GET_CLASS (self)->tab;
}

/* ---- columns ---- */

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
  static const char *const seldom[] = { "rank", "slice", "address", "active_end_ns", NULL };
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      const char *name = lsc_table_get_column (table, i)->name;

      if (g_strv_contains (seldom, name) || is_empty (table, i))
        g_ptr_array_add (names, (gpointer) name);
    }
  g_ptr_array_add (names, NULL);
  lsc_table_view_set_hidden (view, (const char *const *) names->pdata);
}

static void
widen (LscTableView *view)
{
  static const struct
  {
    const char *column;
    int px;
  } widths[] = { { "op", 220 },    { "held", 150 }, { "module", 200 },
                 { "stack", 320 }, { "who", 240 },  { "keeps", 220 } };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    if (lsc_table_find_column (lsc_table_view_get_table (view), widths[i].column) >= 0)
      lsc_table_view_widen (view, widths[i].column, widths[i].px);
}

/* ---- rows ---- */

static const char *
say_why_empty (guint tab)
{
  static const char *const reasons[LSC_MEMORY_N_TABS] = {
    [LSC_MEMORY_TAB_LIVE] = N_ ("Nothing is allocated at this moment."),
    [LSC_MEMORY_TAB_GROWTH] = N_ ("Nothing grows from step to step, or no blocks were recorded "
                                  "over several steps."),
    [LSC_MEMORY_TAB_HINTS] = N_ ("No hints: growth, fragmentation, late releases, spikes and "
                                 "memory outside the pool all stay below their thresholds."),
    [LSC_MEMORY_TAB_PEAKS] = N_ ("No peaks: no curve was recorded."),
    [LSC_MEMORY_TAB_STEPS] = N_ ("No steps: the profile has no step marks."),
    [LSC_MEMORY_TAB_OPS] = N_ ("No operators: none allocated memory or launched anything, or none "
                               "is among what is chosen."),
    [LSC_MEMORY_TAB_BLOCKS] = N_ ("No blocks: allocations were not recorded one by one, or none "
                                  "is among what is chosen."),
    [LSC_MEMORY_TAB_COMPONENTS] = N_ ("Components outside the pool were not recorded."),
    [LSC_MEMORY_TAB_SEGMENTS] = N_ ("Only memory snapshots contain segments."),
  };

  return _ (reasons[tab]);
}

static void
set_reason (LscMemoryPanel *self)
{
  LscMemoryPage *page = get_page (self);

  lsc_panel_set_reason (LSC_PANEL (self),
                        page->memory && page->tables[get_tab (self)] &&
                                _lsc_memory_page_count_rows (page, get_tab (self)) == 0
                            ? say_why_empty (get_tab (self))
                            : NULL);
}

static void
show_selected (LscMemoryPanel *self)
{
  LscMemoryPage *page = get_page (self);
  guint tab = get_tab (self);

  if (page->selected.tab != tab || !lsc_table_view_get_table (get_view (self)))
    return;
  for (guint32 i = 0; i < _lsc_memory_page_count_rows (page, tab); i++)
    if (_lsc_memory_page_get_row (page, tab, i) == page->selected.row)
      {
        lsc_table_view_select (get_view (self), i);
        return;
      }
}

/* (transfer full) (nullable): the rows that are shown */
static LscTable *
make_table (LscMemoryPage *page, guint tab)
{
  const GArray *rows = page->shown[tab];

  if (!page->tables[tab])
    return NULL;
  return rows ? lsc_table_model_copy_rows (page->tables[tab],
                                           (const guint32 *) (gconstpointer) rows->data, rows->len)
              : lsc_table_ref (page->tables[tab]);
}

static void
fill (LscMemoryPanel *self)
{
  LscMemoryPage *page = get_page (self);
  guint tab = get_tab (self);
  g_autoptr (LscTable) table = make_table (page, tab);

  if (table)
    hide_columns (get_view (self), page->tables[tab]);
  if (page->plot)
    lsc_table_view_set_origin (get_view (self), page->plot->begin_ns);
  lsc_table_view_set_table (get_view (self), table);
  if (table)
    widen (get_view (self));
  if (table && tab == LSC_MEMORY_TAB_LIVE && !get (self)->is_sorted)
    {
      /* what is older than the recording is the last row, however much of the peak it is */
      get (self)->is_sorted = TRUE;
      lsc_table_view_sort (get_view (self), "bytes", TRUE);
    }
  set_reason (self);
}

/* ---- what is asked for ---- */

/** @session, @source: (nullable): of operators alone */
typedef struct
{
  LscMemory *memory;
  LscSession *session;
  LscSource *source;
  gint64 moment_ns;
  LscMemoryBy by;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  lsc_memory_unref (self->memory);
  g_clear_pointer (&self->session, lsc_session_unref);
  g_free (self);
}

/* Starts listing something. @question: (transfer full) */
static void
ask (LscMemoryPanel *self, Question *question, const char *name,
     gpointer (*run) (gpointer data, LscJob *job, GError **error))
{
  lsc_panel_start (LSC_PANEL (self),
                   &(LscTaskWork){ .name = name,
                                   .run = run,
                                   .data = question,
                                   .free_data = question_free,
                                   .free_result = (GDestroyNotify) lsc_table_unref });
}

/* ---- what lives ---- */

static gpointer
list_live (gpointer data, LscJob *job, GError **error)
{
  const Question *self = data;

  return lsc_memory_list_live (self->memory, self->moment_ns, self->by, job, error);
}

static void
start_live (LscMemoryPanel *self)
{
  LscMemoryPage *page = get_page (self);
  const LscMemoryView *view = lsc_memory_chart_get_view (page->chart);
  Question *question;

  get (self)->is_old = FALSE;
  if (!page->memory || view->moment_ns == G_MININT64)
    {
      lsc_table_view_set_table (get_view (self), NULL);
      lsc_panel_set_text (LSC_PANEL (self), "");
      return;
    }
  question = g_new0 (Question, 1);
  question->memory = lsc_memory_ref (page->memory);
  question->moment_ns = view->moment_ns;
  question->by = page->by;
  ask (self, question, "memory: what lives", list_live);
}

/* The curves may be those of another pool, or of a stream. @text: (transfer full) */
static char *
add_pool (LscMemoryPage *page, char *text)
{
  const LscMemoryLog *log = lsc_memory_get_log (page->memory);
  guint32 pool = lsc_memory_get_main_pool (page->memory);
  char *whole = pool < log->pools.n
                    ? g_strdup_printf (_ ("%s · all blocks of %s"), text,
                                       lsc_intern_text (log->texts, log->pools.items[pool].name))
                    : NULL;

  if (!whole)
    return text;
  g_free (text);
  return whole;
}

static void
tell_moment (LscMemoryPanel *self)
{
  LscMemoryPage *page = get_page (self);
  const LscMemoryView *view = lsc_memory_chart_get_view (page->chart);
  g_autofree char *time = NULL, *text = NULL;

  if (!page->plot || view->moment_ns == G_MININT64)
    return;
  time = lsc_memory_view_name_time (view, view->moment_ns);
  text = g_strdup_printf (
      view->moment_ns == page->plot->peak.time_ns ? _ ("At the peak, %s") : _ ("At %s"), time);
  if (page->plot->pool != lsc_memory_get_main_pool (page->memory))
    text = add_pool (page, text);
  lsc_panel_set_text (LSC_PANEL (self), text);
}

/* ---- operators ---- */

static gpointer
list_ops (gpointer data, LscJob *job, GError **error)
{
  const Question *self = data;

  return lsc_session_list_memory_ops (self->session, self->source, self->memory, job, error);
}

static void
start_ops (LscMemoryPanel *self)
{
  LscMemoryPage *page = get_page (self);
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (page));
  Question *question;

  lsc_table_view_set_table (get_view (self), NULL);
  if (!page->memory || !source->source || !source->cluster)
    {
      lsc_panel_stop (LSC_PANEL (self));
      return;
    }
  question = g_new0 (Question, 1);
  question->memory = lsc_memory_ref (page->memory);
  question->session = lsc_session_ref (lsc_loader_get_session (source->loader, source->cluster));
  question->source = source->source;
  ask (self, question, "memory: operators", list_ops);
}

/* The result is borrowed. */
static void
lsc_memory_panel_done (LscPanel *panel, gpointer result, const GError *error)
{
  LscMemoryPanel *self = LSC_MEMORY_PANEL (panel);

  if (error)
    {
      lsc_panel_set_reason (panel, error->message);
      return;
    }
  if (get_tab (self) == LSC_MEMORY_TAB_OPS)
    {
      _lsc_memory_page_take_ops (get_page (self), lsc_table_ref (result));
      lsc_panel_set_text (panel,
                          _ ("Whole recording. Self = without the operators that it calls."));
    }
  else
    {
      _lsc_memory_page_take_live (get_page (self), lsc_table_ref (result));
      tell_moment (self);
    }
  fill (self);
}

static void
on_by_chosen (LscMemoryPanel *self)
{
  if (get_page (self))
    _lsc_memory_page_set_by (get_page (self),
                             (LscMemoryBy) gtk_drop_down_get_selected (get (self)->by_choice));
}

static void
add_by_choice (LscMemoryPanel *self)
{
  const char *const names[] = { _ ("By Operator"),   _ ("By Module"),      _ ("By Stack"),
                                _ ("By Size Class"), _ ("Block by Block"), NULL };
  GtkWidget *choice = gtk_drop_down_new_from_strings (names);

  get (self)->by_choice = GTK_DROP_DOWN (choice);
  gtk_widget_set_tooltip_text (choice, _ ("Grouping of the live memory"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Group by"), -1);
  g_signal_connect_object (choice, "notify::selected", G_CALLBACK (on_by_chosen), self,
                           G_CONNECT_SWAPPED);
  lsc_panel_add_tool (LSC_PANEL (self), choice);
}

/* ---- for the page ---- */

static void
lsc_memory_panel_refresh (LscPanel *panel)
{
  LscMemoryPanel *self = LSC_MEMORY_PANEL (panel);

  if (get_tab (self) == LSC_MEMORY_TAB_LIVE)
    {
      gtk_drop_down_set_selected (get (self)->by_choice, get_page (self)->by);
      if (get (self)->is_old)
        start_live (self);
    }
  else if (get_tab (self) == LSC_MEMORY_TAB_OPS && !get_page (self)->tables[LSC_MEMORY_TAB_OPS])
    start_ops (self);
  else if (!lsc_table_view_get_table (get_view (self)))
    fill (self);
  show_selected (self);
}

/* Other rows make the table a new one when somebody looks. */
static gboolean
lsc_memory_panel_wants (LscPanel *panel, guint what)
{
  LscMemoryPanel *self = LSC_MEMORY_PANEL (panel);
  gboolean is_live = get_tab (self) == LSC_MEMORY_TAB_LIVE;
  guint mine = is_live ? LSC_MEMORY_ON_LIVE : LSC_MEMORY_ON_TABLES;

  if ((what & mine) && is_live)
    get (self)->is_old = TRUE;
  else if (what & mine)
    lsc_table_view_set_table (get_view (self), NULL);
  if ((what & mine) && get_tab (self) == LSC_MEMORY_TAB_OPS && get_page (self) &&
      !get_page (self)->tables[LSC_MEMORY_TAB_OPS])
    lsc_panel_stop (panel); /* it is of what was loaded before */
  if ((what & LSC_MEMORY_ON_EXPORT) && get_page (self) &&
      gtk_notebook_get_current_page (get_page (self)->panel) == (int) get_tab (self))
    {
      if (!lsc_table_view_get_table (get_view (self)))
        fill (self);
      lsc_table_view_ask_export (get_view (self));
    }
  return (what & (mine | LSC_MEMORY_ON_SELECTION)) != 0;
}

/* ---- what the user does ---- */

static void
select_row (LscMemoryPanel *self, guint row)
{
  LscMemoryPage *page = get_page (self);

  if (page && row < _lsc_memory_page_count_rows (page, get_tab (self)))
    _lsc_memory_page_select (page, get_tab (self),
                             _lsc_memory_page_get_row (page, get_tab (self), row));
}

static void
on_row_selected (LscTableView *view, guint row, LscMemoryPanel *self)
{
  select_row (self, row);
}

static void
on_row_activated (LscTableView *view, guint row, LscMemoryPanel *self)
{
  select_row (self, row);
  if (get_page (self))
    _lsc_memory_page_show (get_page (self), LSC_PLACE_SLICE);
}

static void
on_row_narrowed (LscTableView *view, guint row, LscMemoryPanel *self)
{
  select_row (self, row);
  if (get_page (self))
    _lsc_memory_page_narrow (get_page (self));
}

/* ---- life ---- */

static void
lsc_memory_panel_constructed (GObject *object)
{
  LscMemoryPanel *self = LSC_MEMORY_PANEL (object);
  LscMemoryPanelPrivate *private = get (self);

  G_OBJECT_CLASS (lsc_memory_panel_parent_class)->constructed (object);
  private->table =
      LSC_TABLE_VIEW (lsc_table_view_new (_ (LSC_MEMORY_PANEL_GET_CLASS (self)->label)));
  lsc_table_view_offer_narrowing (private->table);
  lsc_table_view_set_in_mib (private->table, TRUE);
  g_signal_connect_object (private->table, "row-selected", G_CALLBACK (on_row_selected), self, 0);
  g_signal_connect_object (private->table, "row-activated", G_CALLBACK (on_row_activated), self, 0);
  g_signal_connect_object (private->table, "row-narrowed", G_CALLBACK (on_row_narrowed), self, 0);
  if (get_tab (self) == LSC_MEMORY_TAB_LIVE)
    add_by_choice (self);
  lsc_panel_add_tool (LSC_PANEL (self),
                      lsc_panel_button ("document-save-symbolic", _ ("Export…"),
                                        G_CALLBACK (lsc_table_view_ask_export), private->table));
  lsc_panel_set_content (LSC_PANEL (self), GTK_WIDGET (private->table));
}

static void
lsc_memory_panel_class_init (LscMemoryPanelClass *class)
{
  G_OBJECT_CLASS (class)->constructed = lsc_memory_panel_constructed;
  LSC_PANEL_CLASS (class)->wants = lsc_memory_panel_wants;
  LSC_PANEL_CLASS (class)->refresh = lsc_memory_panel_refresh;
  LSC_PANEL_CLASS (class)->done = lsc_memory_panel_done;
}

static void
lsc_memory_panel_init (LscMemoryPanel *self)
{
}

/* ---- one type a table ---- */

/** What of a type is its own. */
typedef struct
{
  guint tab;
  const char *label;
} Kind;

static const Kind kinds[LSC_MEMORY_N_TABS] = {
  { LSC_MEMORY_TAB_LIVE, N_ ("What is allocated at a moment") },
  { LSC_MEMORY_TAB_GROWTH, N_ ("Growth of memory") },
  { LSC_MEMORY_TAB_HINTS, N_ ("Hints on memory") },
  { LSC_MEMORY_TAB_PEAKS, N_ ("Peaks of memory") },
  { LSC_MEMORY_TAB_STEPS, N_ ("Memory by step") },
  { LSC_MEMORY_TAB_OPS, N_ ("Memory by operator") },
  { LSC_MEMORY_TAB_BLOCKS, N_ ("Blocks of memory") },
  { LSC_MEMORY_TAB_COMPONENTS, N_ ("Memory by component") },
  { LSC_MEMORY_TAB_SEGMENTS, N_ ("Segments of memory") },
};

static void
init_kind (gpointer class, gpointer data)
{
  const Kind *kind = data;

  LSC_MEMORY_PANEL_CLASS (class)->tab = kind->tab;
  LSC_MEMORY_PANEL_CLASS (class)->label = kind->label;
}

static GType
get_kind (guint tab, gsize *once, const char *name)
{
  if (g_once_init_enter (once))
    {
      GTypeInfo info = { .class_size = sizeof (LscMemoryPanelClass),
                         .class_init = init_kind,
                         .class_data = &kinds[tab],
                         .instance_size = sizeof (LscMemoryPanel) };

      g_once_init_leave (
          once, g_type_register_static (LSC_TYPE_MEMORY_PANEL, name, &info, G_TYPE_FLAG_FINAL));
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

DEFINE_KIND (get_live_type, LSC_MEMORY_TAB_LIVE, "LscMemoryLive")
DEFINE_KIND (get_growth_type, LSC_MEMORY_TAB_GROWTH, "LscMemoryGrowth")
DEFINE_KIND (get_hints_type, LSC_MEMORY_TAB_HINTS, "LscMemoryHints")
DEFINE_KIND (get_peaks_type, LSC_MEMORY_TAB_PEAKS, "LscMemoryPeaks")
DEFINE_KIND (get_steps_type, LSC_MEMORY_TAB_STEPS, "LscMemorySteps")
DEFINE_KIND (get_ops_type, LSC_MEMORY_TAB_OPS, "LscMemoryOps")
DEFINE_KIND (get_blocks_type, LSC_MEMORY_TAB_BLOCKS, "LscMemoryBlocks")
DEFINE_KIND (get_components_type, LSC_MEMORY_TAB_COMPONENTS, "LscMemoryComponents")
DEFINE_KIND (get_segments_type, LSC_MEMORY_TAB_SEGMENTS, "LscMemorySegments")

const LscAppPagePanel lsc_memory_panels[] = {
  [LSC_MEMORY_TAB_LIVE] = { get_live_type, N_ ("Live at the Moment"),
                            N_ ("What is allocated at the selected moment, and by whom.") },
  [LSC_MEMORY_TAB_GROWTH] = { get_growth_type, N_ ("Growth"),
                              N_ ("Who keeps more memory from step to step.") },
  [LSC_MEMORY_TAB_HINTS] = { get_hints_type, N_ ("Hints"),
                             N_ ("Growth, fragmentation, late releases, spikes, memory outside "
                                 "the pool.") },
  [LSC_MEMORY_TAB_PEAKS] = { get_peaks_type, N_ ("Peaks"),
                             N_ ("The highest value of each curve, when and where.") },
  [LSC_MEMORY_TAB_STEPS] = { get_steps_type, N_ ("By Step"),
                             N_ ("Least and most allocated memory of each step.") },
  [LSC_MEMORY_TAB_OPS] = { get_ops_type, N_ ("By Operator"),
                           N_ ("Memory and device time of each operator: its own, and with all "
                               "that it calls.") },
  [LSC_MEMORY_TAB_BLOCKS] = { get_blocks_type, N_ ("All Blocks"),
                              N_ ("Each allocation: size, operator, lifetime.") },
  [LSC_MEMORY_TAB_COMPONENTS] = { get_components_type, N_ ("Components"),
                                  N_ ("What the process holds outside the framework's pool.") },
  [LSC_MEMORY_TAB_SEGMENTS] = { get_segments_type, N_ ("Segments"),
                                N_ ("Segments of the pool and what is free in them.") },
  [LSC_MEMORY_N_TABS] = { NULL },
};
