/* lsc-app-page.c - what the window knows of a page
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-app-page.h"

#include "app/parts/lsc-app-page-private.h"
#include "app/parts/lsc-explain.h"
#include "app/parts/lsc-panel-place.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-watchdog.h"
#include "model/lsc-timeline.h"

/* A base class and no interface: how far a page is, what it loads and where it is to go next are
 * the same for all of them, and would stand in each. */
typedef struct
{
  LscAppPageSource source;
  char *title;
  LscAppPageState state;
  LscTask *task;   /* (nullable): loads */
  LscTask *report; /* (nullable): writes */
  GError *error;
  gboolean has_jump; /* to be shown when it is ready */
  LscJump jump;
  char *jump_name;
  guint followed;        /* mask of LscNarrowing: what of the selection it shows alone */
  LscTimeline *timeline; /* (nullable): that class->show_timeline shows */
  GtkNotebook *notebook; /* (nullable): weak, of panels */
} LscAppPagePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (LscAppPage, lsc_app_page, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_SETTLED,
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_PATH_CHANGED,
  SIGNAL_MESSAGE,
  SIGNAL_SAVED,
  SIGNAL_FOUND,
  SIGNAL_JUMP,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static LscAppPagePrivate *
get (LscAppPage *self)
{
  return lsc_app_page_get_instance_private (self);
}

/* ---- what is to be shown ---- */

static void
make_stale (LscAppPage *self)
{
  LscAppPagePrivate *private = get (self);

  lsc_task_stop (&private->task);
  g_clear_error (&private->error);
  private->state = LSC_PAGE_STALE;
}

static void
forget_jump (LscAppPage *self)
{
  LscAppPagePrivate *private = get (self);

  g_clear_pointer (&private->jump.timeline, lsc_loader_drop_timeline);
  g_clear_pointer (&private->jump_name, g_free);
  private->has_jump = FALSE;
}

/* A jump to a rank that is not the chosen one any more is out of date. */
static void
try_jump (LscAppPage *self)
{
  LscAppPagePrivate *private = get (self);
  LscJump jump = private->jump;
  g_autofree char *name = NULL;

  if (!private->has_jump || private->state != LSC_PAGE_READY)
    return;
  jump.name = name = g_steal_pointer (&private->jump_name);
  private->jump.timeline = NULL;
  private->has_jump = FALSE;
  if (private->source.source && private->source.source->rank == jump.rank &&
      (!jump.source || private->source.source == jump.source))
    LSC_APP_PAGE_GET_CLASS (self)->show (self, &jump);
  lsc_loader_drop_timeline (jump.timeline);
}

/* Whether what is shown, on its way or has failed is what another rank of the cluster shows. */
static gboolean
follows (LscAppPage *self, const LscAppPageSource *next)
{
  LscAppPageClass *class = LSC_APP_PAGE_GET_CLASS (self);

  if (class->follow)
    return class->follow (self, next);
  return class->shows_all_ranks && get (self)->state != LSC_PAGE_STALE;
}

/**
 * lsc_app_page_choose:
 * @source: outlives the choice; fields %NULL when nothing is open
 *
 * Tells what is chosen in the window. Nothing is loaded before lsc_app_page_load().
 */
void
lsc_app_page_choose (LscAppPage *self, const LscAppPageSource *source)
{
  LscAppPagePrivate *private;
  gboolean is_same_cluster, is_kept;

  g_return_if_fail (LSC_IS_APP_PAGE (self) && source);
  private = get (self);
  is_same_cluster = source->cluster && source->cluster == private->source.cluster;
  is_kept = is_same_cluster && (source->source == private->source.source || follows (self, source));
  if (!is_kept)
    make_stale (self);
  g_free (private->title);
  private->title = g_strdup (source->title);
  private->source = *source;
  private->source.title = private->title;
}

/** lsc_app_page_get_source: Returns: (transfer none): what is chosen */
const LscAppPageSource *
lsc_app_page_get_source (LscAppPage *self)
{
  return &get (self)->source;
}

static void
take_timeline (LscAppPage *self, LscTimeline *timeline)
{
  LscTimeline *old = get (self)->timeline;

  get (self)->timeline = timeline;
  LSC_APP_PAGE_GET_CLASS (self)->show_timeline (self, timeline);
  lsc_loader_drop_timeline (old);
}

static void
on_timeline_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  if (error)
    {
      lsc_app_page_fail (owner, error);
      return;
    }
  take_timeline (owner, result);
  lsc_app_page_set_ready (owner);
  lsc_app_page_settle (owner);
}

static void
load_timeline (LscAppPage *self)
{
  const LscAppPageSource *source = lsc_app_page_get_source (self);
  LscTaskWish wish = lsc_app_page_wish (self, on_timeline_loaded);

  lsc_loader_load_timeline (source->loader, source->source, &wish);
}

/** lsc_app_page_load: loads what is chosen, unless that is there, on its way, or has failed */
void
lsc_app_page_load (LscAppPage *self)
{
  LscAppPageClass *class;

  g_return_if_fail (LSC_IS_APP_PAGE (self));
  class = LSC_APP_PAGE_GET_CLASS (self);
  if (get (self)->state == LSC_PAGE_STALE)
    (class->load ? class->load : load_timeline) (self);
}

/** lsc_app_page_retry: what failed may be loaded again */
void
lsc_app_page_retry (LscAppPage *self)
{
  g_return_if_fail (LSC_IS_APP_PAGE (self));
  if (get (self)->state == LSC_PAGE_FAILED)
    make_stale (self);
}

/** lsc_app_page_reload: what is shown is out of date; it is loaded anew when it is seen */
void
lsc_app_page_reload (LscAppPage *self)
{
  g_return_if_fail (LSC_IS_APP_PAGE (self));
  if (!get (self)->source.source)
    return;
  make_stale (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/** lsc_app_page_cancel: stops loading, which fails then */
void
lsc_app_page_cancel (LscAppPage *self)
{
  g_return_if_fail (LSC_IS_APP_PAGE (self));
  if (get (self)->task)
    lsc_task_cancel (get (self)->task);
}

/** lsc_app_page_clear: forgets what is shown: it is closed */
void
lsc_app_page_clear (LscAppPage *self)
{
  LscAppPageClass *class;

  g_return_if_fail (LSC_IS_APP_PAGE (self));
  class = LSC_APP_PAGE_GET_CLASS (self);
  make_stale (self);
  forget_jump (self);
  if (class->clear)
    class->clear (self);
  else
    take_timeline (self, NULL);
}

/**
 * lsc_app_page_show:
 * @jump: what the class can show, of the chosen rank
 *
 * Goes there, now or once the rank is loaded.
 */
void
lsc_app_page_show (LscAppPage *self, const LscJump *jump)
{
  LscAppPagePrivate *private = get (self);

  g_return_if_fail (LSC_APP_PAGE_GET_CLASS (self)->places & jump->place);
  forget_jump (self);
  private->jump = *jump;
  private->jump.timeline = jump->timeline ? lsc_timeline_ref (jump->timeline) : NULL;
  private->jump_name = g_strdup (jump->name);
  private->has_jump = TRUE;
  try_jump (self);
}

/**
 * lsc_app_page_take_selection:
 * @changed: mask of #LscNarrowing: what of it is another one
 *
 * Shows what of the recording is chosen, once it is ready.
 */
void
lsc_app_page_take_selection (LscAppPage *self, guint changed)
{
  LscAppPagePrivate *private;
  LscAppPageClass *class;

  g_return_if_fail (LSC_IS_APP_PAGE (self) && (changed | LSC_NARROW_ALL) == LSC_NARROW_ALL);
  private = get (self);
  class = LSC_APP_PAGE_GET_CLASS (self);
  if (class->take_selection && private->state == LSC_PAGE_READY && private->source.selection)
  private->followed = class->take_selection (self, private->source.selection, changed);
}

/** lsc_app_page_retake_selection: what the page can follow of it may have changed */
void
lsc_app_page_retake_selection (LscAppPage *self)
{
  LscAppPagePrivate *private;
  guint before;

  g_return_if_fail (LSC_IS_APP_PAGE (self));
  private = get (self);
  before = private->followed;
  lsc_app_page_take_selection (self, 0);
  if (private->followed != before)
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/** lsc_app_page_get_followed: Returns: mask of #LscNarrowing: what of the selection it shows alone
 */
guint
lsc_app_page_get_followed (LscAppPage *self)
{
  return get (self)->followed;
}

/** lsc_app_page_get_selection: Returns: (transfer none) (nullable): what all pages share */
LscSelection *
lsc_app_page_get_selection (LscAppPage *self)
{
  return get (self)->source.selection;
}

/** lsc_app_page_choose_step: the user has chosen a step, or all of them, for all pages */
void
lsc_app_page_choose_step (LscAppPage *self, gboolean has_step, gint64 step)
{
  LscSelection *selection;

  g_return_if_fail (LSC_IS_APP_PAGE (self));
  selection = get (self)->source.selection;
  if (selection && has_step)
    lsc_selection_set_step (selection, step);
  else if (selection)
    lsc_selection_clear (selection, LSC_NARROW_STEP);
}

/* ---- how far it is ---- */

LscAppPageState
lsc_app_page_get_state (LscAppPage *self)
{
  return get (self)->state;
}

/** lsc_app_page_get_error: Returns: (transfer none) (nullable): why it failed */
const GError *
lsc_app_page_get_error (LscAppPage *self)
{
  return get (self)->error;
}

/** lsc_app_page_get_task: Returns: (transfer none) (nullable): what loads it */
LscTask *
lsc_app_page_get_task (LscAppPage *self)
{
  return get (self)->task;
}

/**
 * lsc_app_page_wish:
 * @done: calls lsc_app_page_set_ready() or lsc_app_page_fail()
 *
 * Returns: for what loads the page, which is loading from now on
 */
LscTaskWish
lsc_app_page_wish (LscAppPage *self, LscTaskDone done)
{
  g_return_val_if_fail (LSC_IS_APP_PAGE (self) && done, (LscTaskWish){ 0 });
  get (self)->state = LSC_PAGE_LOADING;
  return (LscTaskWish){ .owner = self, .slot = &get (self)->task, .done = done };
}

/** lsc_app_page_set_ready: what is chosen is shown */
void
lsc_app_page_set_ready (LscAppPage *self)
{
  g_return_if_fail (LSC_IS_APP_PAGE (self));
  get (self)->state = LSC_PAGE_READY;
  lsc_app_page_take_selection (self, LSC_NARROW_ALL);
  try_jump (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/** lsc_app_page_fail: what is chosen cannot be shown */
void
lsc_app_page_fail (LscAppPage *self, const GError *error)
{
  g_return_if_fail (LSC_IS_APP_PAGE (self) && error);
  make_stale (self);
  get (self)->state = LSC_PAGE_FAILED;
  get (self)->error = g_error_copy (error);
  lsc_app_page_settle (self);
}

/** lsc_app_page_settle: nothing of what was chosen is on its way any more */
void
lsc_app_page_settle (LscAppPage *self)
{
  g_return_if_fail (LSC_IS_APP_PAGE (self));
  g_signal_emit (self, signals[SIGNAL_SETTLED], 0);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* ---- what it says ---- */

/** lsc_app_page_get_details: Returns: (transfer full) (nullable): rows for the details pane */
GPtrArray *
lsc_app_page_get_details (LscAppPage *self)
{
  LscAppPageClass *class;

  g_return_val_if_fail (LSC_IS_APP_PAGE (self), NULL);
  class = LSC_APP_PAGE_GET_CLASS (self);
  return class->get_details ? class->get_details (self) : NULL;
}

/** lsc_app_page_is_busy: whether what is shown will change by itself */
gboolean
lsc_app_page_is_busy (LscAppPage *self)
{
  LscAppPageClass *class;

  g_return_val_if_fail (LSC_IS_APP_PAGE (self), FALSE);
  class = LSC_APP_PAGE_GET_CLASS (self);
  return get (self)->task || (class->is_busy && class->is_busy (self));
}

/** lsc_app_page_is_empty: Returns: whether what was loaded has nothing that this page could show */
gboolean
lsc_app_page_is_empty (LscAppPage *self)
{
  LscAppPageClass *class;

  g_return_val_if_fail (LSC_IS_APP_PAGE (self), TRUE);
  class = LSC_APP_PAGE_GET_CLASS (self);
  return class->is_empty && lsc_app_page_get_state (self) == LSC_PAGE_READY &&
         class->is_empty (self);
}

/** lsc_app_page_get_command: Returns: (transfer full): the command line that gives the same tables
 * or picture */
char *
lsc_app_page_get_command (LscAppPage *self)
{
  LscAppPageClass *class;
  const LscCluster *cluster;
  g_autofree char *path = NULL;

  g_return_val_if_fail (LSC_IS_APP_PAGE (self), NULL);
  class = LSC_APP_PAGE_GET_CLASS (self);
  cluster = get (self)->source.cluster;
  if (class->get_command)
    return class->get_command (self);
  path = g_shell_quote (cluster ? cluster->path : ".");
  return g_strdup_printf ("lanescope-cli %s %s", class->mode, path);
}

static void
append_exports (LscAppPage *self, GMenu *menu, gboolean files)
{
  const LscAppPageExport *entry = LSC_APP_PAGE_GET_CLASS (self)->exports;

  for (; entry && entry->label; entry++)
    if (entry->is_file == files)
      {
        g_autoptr (GMenuItem) item = g_menu_item_new (_ (entry->label), NULL);

        g_menu_item_set_action_and_target (item, "win.page-action", "s", entry->action);
        g_menu_append_item (menu, item);
      }
}

/** lsc_app_page_create_export_menu: Returns: (transfer full): files first, then what is copied */
GMenuModel *
lsc_app_page_create_export_menu (LscAppPage *self)
{
  g_autoptr (GMenu) files = NULL, pins = NULL;
  g_autoptr (GMenu) other = NULL;
  GMenu *menu;

  g_return_val_if_fail (LSC_IS_APP_PAGE (self), NULL);
  files = g_menu_new ();
  pins = g_menu_new ();
  other = g_menu_new ();
  menu = g_menu_new ();
  append_exports (self, files, TRUE);
  g_menu_append (files, _ ("_Report…"), "win.report");
  g_menu_append (pins, _ ("_Pin for the Report"), "win.pin");
  g_menu_append (pins, _ ("P_ins…"), "win.pins");
  append_exports (self, other, FALSE);
  g_menu_append (other, _ ("Copy the Command _Line"), "win.copy-command");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (files));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (pins));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (other));
  return G_MENU_MODEL (menu);
}

/** _lsc_app_page_get_report_slot: Returns: (transfer none): of the task that writes a report */
LscTask **
_lsc_app_page_get_report_slot (LscAppPage *self)
{
  return &get (self)->report;
}

/** _lsc_app_page_get_notebook_slot: Returns: (transfer none): of the notebook of panels, weak */
GtkNotebook **
_lsc_app_page_get_notebook_slot (LscAppPage *self)
{
  return &get (self)->notebook;
}

/**
 * lsc_app_page_complete_pin:
 * @pin: of "chart", or of a table by its name
 *
 * Says in a pin what of the recording is shown.
 *
 * Returns: %FALSE with %LSC_ERROR_NOTHING, which says why, where nothing is shown that could be
 * made anew
 */
gboolean
lsc_app_page_complete_pin (LscAppPage *self, LscPin *pin, GError **error)
{
  LscAppPageClass *class;

  g_return_val_if_fail (LSC_IS_APP_PAGE (self) && pin, FALSE);
  class = LSC_APP_PAGE_GET_CLASS (self);
  if (lsc_app_page_get_state (self) != LSC_PAGE_READY)
    return lsc_app_page_fail_pin (error);
  return !class->complete_pin || class->complete_pin (self, pin, error);
}

/** lsc_app_page_fail_pin: Returns: %FALSE with %LSC_ERROR_NOTHING: the page shows nothing yet */
gboolean
lsc_app_page_fail_pin (GError **error)
{
  return lsc_fail (error, LSC_ERROR_NOTHING, "%s", _ ("There is nothing here to pin yet"));
}

void
lsc_app_page_selection_changed (LscAppPage *self)
{
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

void
lsc_app_page_path_changed (LscAppPage *self)
{
  g_signal_emit (self, signals[SIGNAL_PATH_CHANGED], 0);
}

/** lsc_app_page_say: shows one translated sentence */
void
lsc_app_page_say (LscAppPage *self, const char *text)
{
  g_return_if_fail (LSC_IS_APP_PAGE (self) && text);
  g_signal_emit (self, signals[SIGNAL_MESSAGE], 0, text);
}

/** lsc_app_page_saved: tells of a file that was written */
void
lsc_app_page_saved (LscAppPage *self, const char *path)
{
  g_return_if_fail (LSC_IS_APP_PAGE (self) && path);
  g_signal_emit (self, signals[SIGNAL_SAVED], 0, path);
}

/** lsc_app_page_found: adds to the problems of the project */
void
lsc_app_page_found (LscAppPage *self, LscNotices *notices)
{
  g_return_if_fail (LSC_IS_APP_PAGE (self) && notices);
  g_signal_emit (self, signals[SIGNAL_FOUND], 0, notices);
}

/** lsc_app_page_jump: asks to see something on the page that can show it */
void
lsc_app_page_jump (LscAppPage *self, const LscJump *jump)
{
  g_return_if_fail (LSC_IS_APP_PAGE (self) && jump);
  g_signal_emit (self, signals[SIGNAL_JUMP], 0, jump);
}

/* ---- actions ---- */

static void
on_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const LscAppPageAction *action =
      g_hash_table_lookup (LSC_APP_PAGE_GET_CLASS (widget)->actions, name);
  LSC_WATCH (name);

  ((void (*) (gpointer, int)) action->run) (widget, action->argument);
}

/**
 * lsc_app_page_class_install:
 * @actions: static; up to one without name
 *
 * Installs actions and their keys.
 */
void
lsc_app_page_class_install (LscAppPageClass *class, const LscAppPageAction *actions)
{
  GtkWidgetClass *widget_class;

  g_return_if_fail (class && actions);
  widget_class = GTK_WIDGET_CLASS (class);
  if (!class->actions)
    class->actions = g_hash_table_new (g_str_hash, g_str_equal);
  for (; actions->name; actions++)
    {
      g_hash_table_insert (class->actions, (gpointer) actions->name, (gpointer) actions);
      gtk_widget_class_install_action (widget_class, actions->name, NULL, on_action);
      if (actions->keys)
        {
          g_autoptr (GtkShortcut) shortcut =
              gtk_shortcut_new (gtk_shortcut_trigger_parse_string (actions->keys),
                                gtk_named_action_new (actions->name));

          gtk_widget_class_add_shortcut (widget_class, shortcut);
        }
    }
}

/* ---- the class ---- */

static void
lsc_app_page_dispose (GObject *object)
{
  LscAppPage *self = LSC_APP_PAGE (object);
  GtkWidget *child;

  make_stale (self);
  lsc_task_stop (&get (self)->report);
  forget_jump (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_pointer (&get (self)->timeline, lsc_loader_drop_timeline);
  get (self)->source = (LscAppPageSource){ NULL };
  g_clear_pointer (&get (self)->title, g_free);
  g_clear_weak_pointer (&get (self)->notebook);
  G_OBJECT_CLASS (lsc_app_page_parent_class)->dispose (object);
}

/* The default would ask grab_focus first and never let Tab reach the toolbar. */
static gboolean
lsc_app_page_focus (GtkWidget *widget, GtkDirectionType direction)
{
  return gtk_widget_child_focus (gtk_widget_get_first_child (widget), direction);
}

static guint
add_signal (const char *name, guint n, GType type)
{
  return g_signal_new (name, LSC_TYPE_APP_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                       n, type);
}

static void
lsc_app_page_class_init (LscAppPageClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lsc_app_page_dispose;
  GTK_WIDGET_CLASS (class)->focus = lsc_app_page_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_GROUP);
  signals[SIGNAL_CHANGED] = add_signal ("changed", 0, G_TYPE_NONE);
  signals[SIGNAL_SETTLED] = add_signal ("settled", 0, G_TYPE_NONE);
  signals[SIGNAL_SELECTION_CHANGED] = add_signal ("selection-changed", 0, G_TYPE_NONE);
  signals[SIGNAL_PATH_CHANGED] = add_signal ("path-changed", 0, G_TYPE_NONE);
  signals[SIGNAL_MESSAGE] = add_signal ("message", 1, G_TYPE_STRING);
  signals[SIGNAL_SAVED] = add_signal ("saved", 1, G_TYPE_STRING);
  signals[SIGNAL_FOUND] = add_signal ("found", 1, G_TYPE_POINTER);
  signals[SIGNAL_JUMP] = add_signal ("jump", 1, G_TYPE_POINTER);
}

/* What is empty on a page asks it why (lsc-explain.h). */
static LscSession *
find_session (GtkWidget *page)
{
  const LscAppPageSource *source = &get (LSC_APP_PAGE (page))->source;

  return gtk_widget_get_root (page) && source->loader && source->cluster /* not while it goes */
             ? lsc_loader_get_session (source->loader, source->cluster)
             : NULL;
}

static void
lsc_app_page_init (LscAppPage *self)
{
  lsc_explain_set_getter (GTK_WIDGET (self), find_session);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
}
