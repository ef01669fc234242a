/* lsc-query-page.c - the page for SQL over what was recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/query/lsc-query-page-private.h"

#include <glib/gi18n-lib.h>
#include <gtksourceview/gtksource.h>

#include "base/lsc-error.h"
#include "base/lsc-time.h"
#include "app/parts/lsc-template.h"
#include "session/lsc-session.h"

static const LscQueryBudget budget = LSC_QUERY_USUAL_BUDGET;

G_DEFINE_FINAL_TYPE (LscQueryPage, lsc_query_page, LSC_TYPE_APP_PAGE)

/* ---- the recordings ---- */

/* Tables that a statement has filled serve the next one, so the query is kept for as long as the
 * cluster is shown. A thread that does not stop at once keeps the next one waiting, not the
 * window. */
struct _LscQuerySession
{
  gatomicrefcount refs;
  GMutex lock;
  LscQuery *query; /* (nullable): made by the first statement */
  GPtrArray *sources;
  LscSession *known;   /* of the window: reads what is not handed over */
  LscTimeline **given; /* what was handed over, by source; only compared */
};

static LscQuerySession *
session_new (LscLoader *loader, LscCluster *cluster)
{
  LscQuerySession *self = g_new0 (LscQuerySession, 1);

  g_atomic_ref_count_init (&self->refs);
  g_mutex_init (&self->lock);
  self->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  for (guint i = 0; i < cluster->sources->len; i++)
    g_ptr_array_add (self->sources, lsc_source_ref (g_ptr_array_index (cluster->sources, i)));
  self->known = lsc_session_ref (lsc_loader_get_session (loader, cluster));
  self->given = g_new0 (LscTimeline *, MAX (self->sources->len, 1));
  return self;
}

static void
session_unref (gpointer data)
{
  LscQuerySession *self = data;

  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_clear_pointer (&self->query, lsc_query_free);
  lsc_session_unref (self->known);
  g_ptr_array_unref (self->sources);
  g_free (self->given);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static LscQuerySession *
session_ref (LscQuerySession *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/* ---- running ---- */

typedef struct
{
  LscQuerySession *session;
  GPtrArray *timelines; /* (element-type LscTimeline) (nullable): what is loaded, by source */
  char *sql;
  gint64 began_us;
} Work;

typedef struct
{
  LscTable *table;
  LscQueryEnd end;
  gsize n_failed;
} Answer;

static void
timeline_unref (gpointer timeline)
{
  if (timeline)
    lsc_timeline_unref (timeline);
}

static void
work_free (gpointer data)
{
  Work *work = data;

  session_unref (work->session);
  g_ptr_array_unref (work->timelines);
  g_free (work->sql);
  g_free (work);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  lsc_table_unref (answer->table);
  g_free (answer);
}

static Answer *
ask (Work *work, LscJob *job, GError **error)
{
  LscQuerySession *session = work->session;
  LscQueryLoader loader;
  LscQueryEnd end = LSC_QUERY_WHOLE;
  LscTable *table;
  Answer *answer;

  lsc_session_fill_query_loader (session->known, &loader);
  if (!session->query)
    session->query = lsc_query_new (session->sources, &loader, error);
  if (!session->query)
    return NULL;
  for (guint i = 0; i < work->timelines->len; i++)
    if (g_ptr_array_index (work->timelines, i))
      lsc_query_set_timeline (session->query, i, g_ptr_array_index (work->timelines, i));
  table = lsc_query_run (session->query, work->sql, &budget, job, &end, error);
  if (!table)
    return NULL;
  answer = g_new0 (Answer, 1);
  answer->table = table;
  answer->end = end;
  answer->n_failed = lsc_query_get_n_failed (session->query);
  return answer;
}

static gpointer
run_query (gpointer data, LscJob *job, GError **error)
{
  Work *work = data;
  Answer *answer;

  g_mutex_lock (&work->session->lock);
  answer = lsc_job_check (job, error) ? ask (work, job, error) : NULL;
  g_mutex_unlock (&work->session->lock);
  return answer;
}

static void
update_actions (LscQueryPage *self)
{
  gboolean is_running = self->running != NULL;
  gboolean has_table = lsc_table_view_get_table (self->view) != NULL;
  guint32 row;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "query.run", self->session && !is_running);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "query.cancel", is_running);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "query.export", has_table);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "query.show",
                                 has_table && lsc_table_view_get_selected (self->view, &row));
  gtk_spinner_set_spinning (self->spinner, is_running);
}

static void
show_error (LscQueryPage *self, const char *text)
{
  gtk_label_set_label (self->error, text);
  gtk_widget_set_visible (GTK_WIDGET (self->error), *text != '\0');
}

static char *
describe_end (const Answer *answer, gint64 ms)
{
  g_autofree char *rows = lsc_format_count ((gint64) lsc_table_get_n_rows (answer->table));
  g_autofree char *time = lsc_format_duration (ms * G_GINT64_CONSTANT (1000000), LSC_TIME_UNIT_MS);
  gsize n = lsc_table_get_n_rows (answer->table);

  if (answer->end == LSC_QUERY_OUT_OF_TIME)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE,
                     "Stopped after %d seconds; the %s row found until then is shown",
                     "Stopped after %d seconds; the %s rows found until then are shown", n),
        (int) (budget.timeout_ms / 1000), rows);
  if (answer->end == LSC_QUERY_OUT_OF_ROWS)
    return g_strdup_printf (_ ("Stopped after %s rows"), rows);
  if (answer->end == LSC_QUERY_OUT_OF_MEMORY)
    {
      g_autofree char *size =
          g_format_size_full ((guint64) budget.most_bytes, G_FORMAT_SIZE_IEC_UNITS);

      return g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       "Stopped at %s of memory; the %s row found until then is shown",
                       "Stopped at %s of memory; the %s rows found until then are shown", n),
          size, rows);
    }
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row in %s", "%s rows in %s", n), rows,
                          time);
}

static void
show_answer (LscQueryPage *self, const Answer *answer, const char *sql, gint64 ms)
{
  g_autofree char *text = describe_end (answer, ms);

  if (answer->n_failed > 0)
    {
      g_autofree char *failed = g_strdup_printf (
          g_dngettext (
              GETTEXT_PACKAGE, "%zu rank could not be read and is missing here: see Problems.",
              "%zu ranks could not be read and are missing here: see Problems.", answer->n_failed),
          answer->n_failed);

      show_error (self, failed);
    }
  lsc_table_view_set_table (self->view, answer->table);
  g_free (self->answered);
  self->answered = g_strdup (sql);
  gtk_stack_set_visible_child_name (self->results, "table");
  gtk_label_set_label (self->status, text);
}

static void
on_answered (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscQueryPage *self = owner;
  const Work *work = data;

  if (!error)
    show_answer (self, result, work->sql, (g_get_monotonic_time () - work->began_us) / 1000);
  else
    {
      gtk_stack_set_visible_child_name (self->results, "hint");
      gtk_label_set_label (self->status, _ ("Not answered"));
      show_error (self, error->message);
    }
  update_actions (self);
  lsc_release_in_thread (result, answer_free);
}

/* A rank that was read again is not what the filled tables tell of. */
static gboolean
is_out_of_date (LscQueryPage *self)
{
  for (guint i = 0; i < self->session->sources->len; i++)
    {
      g_autoptr (LscTimeline) timeline = lsc_session_peek_timeline (
          self->session->known, g_ptr_array_index (self->session->sources, i));

      if (self->session->given[i] && timeline && timeline != self->session->given[i])
        return TRUE;
    }
  return FALSE;
}

/* What is loaded and not handed over yet, by source. */
static GPtrArray *
list_timelines (LscQueryPage *self)
{
  GPtrArray *timelines = g_ptr_array_new_with_free_func (timeline_unref);

  for (guint i = 0; i < self->session->sources->len; i++)
    {
      g_autoptr (LscTimeline) timeline = lsc_session_peek_timeline (
          self->session->known, g_ptr_array_index (self->session->sources, i));

      if (timeline == self->session->given[i])
        g_clear_pointer (&timeline, lsc_timeline_unref);
      if (timeline)
        self->session->given[i] = timeline;
      g_ptr_array_add (timelines, g_steal_pointer (&timeline));
    }
  return timelines;
}

/**
 * lsc_query_page_run:
 *
 * Answers the statement in the editor, or what is selected of it, in a thread.
 */
void
lsc_query_page_run (LscQueryPage *self)
{
  g_autofree char *sql = NULL;
  Work *work;

  g_return_if_fail (LSC_IS_QUERY_PAGE (self));
  sql = _lsc_query_page_get_statement (self);
  if (!self->session || *sql == '\0')
    return;
  lsc_query_page_cancel (self);
  _lsc_query_page_remember (self, sql);
  if (is_out_of_date (self))
    {
      lsc_release_in_thread (self->session, session_unref);
      self->session =
          session_new (lsc_app_page_get_source (LSC_APP_PAGE (self))->loader, self->cluster);
    }
  work = g_new0 (Work, 1);
  work->session = session_ref (self->session);
  work->timelines = list_timelines (self);
  work->sql = g_steal_pointer (&sql);
  work->began_us = g_get_monotonic_time ();
  show_error (self, "");
  lsc_table_view_set_table (self->view, NULL); /* what was there answers something else */
  gtk_label_set_label (self->status, _ ("Running…"));
  lsc_task_start (self, &self->running,
                  &(LscTaskWork){ .name = "query",
                                  .run = run_query,
                                  .data = work,
                                  .free_data = work_free,
                                  .free_result = answer_free,
                                  .done = on_answered });
  update_actions (self);
}

/**
 * lsc_query_page_cancel:
 *
 * Stops the statement that runs, if any. What is shown says so at once, whenever its thread ends.
 */
void
lsc_query_page_cancel (LscQueryPage *self)
{
  g_return_if_fail (LSC_IS_QUERY_PAGE (self));
  if (!self->running)
    return;
  lsc_task_stop (&self->running);
  gtk_stack_set_visible_child_name (self->results, "hint");
  gtk_label_set_label (self->status, _ ("Cancelled"));
  show_error (self, "");
  update_actions (self);
}

/** lsc_query_page_get_view: Returns: (transfer none): the result */
LscTableView *
lsc_query_page_get_view (LscQueryPage *self)
{
  return self->view;
}

static void
set_cluster (LscQueryPage *self, LscCluster *cluster)
{
  if (cluster == self->cluster)
    return;
  lsc_query_page_cancel (self);
  lsc_release_in_thread (g_steal_pointer (&self->session), session_unref);
  self->cluster = cluster;
  if (cluster)
    self->session = session_new (lsc_app_page_get_source (LSC_APP_PAGE (self))->loader, cluster);
  lsc_table_view_set_table (self->view, NULL);
  gtk_stack_set_visible_child_name (self->results, "hint");
  gtk_label_set_label (self->status, "");
  show_error (self, "");
  update_actions (self);
}

/* ---- actions and life ---- */

static void
on_row_activated (LscTableView *view, guint row, LscQueryPage *self)
{
  _lsc_query_page_show_row (self, row);
}

static void
ask_export (LscQueryPage *self)
{
  lsc_table_view_ask_export (self->view);
}

static void
step_history (LscQueryPage *self, int by)
{
  if (!_lsc_query_page_step_history (self, by))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
show_selected (LscQueryPage *self)
{
  guint32 row;

  if (lsc_table_view_get_selected (self->view, &row))
    _lsc_query_page_show_row (self, row);
}

static const LscAppPageAction actions[] = {
  { "query.run", G_CALLBACK (lsc_query_page_run) },
  { "query.cancel", G_CALLBACK (lsc_query_page_cancel) },
  { "query.export", G_CALLBACK (ask_export) },
  { "query.older", G_CALLBACK (step_history), -1 },
  { "query.newer", G_CALLBACK (step_history), 1 },
  { "query.show", G_CALLBACK (show_selected) },
  { NULL },
};

static void
on_use (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LscQueryPage *self = LSC_QUERY_PAGE (widget);

  lsc_query_page_set_text (self, g_variant_get_string (parameter, NULL));
  gtk_widget_grab_focus (GTK_WIDGET (self->editor));
}

static gboolean
lsc_query_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (LSC_QUERY_PAGE (widget)->editor));
}

static void
lsc_query_page_dispose (GObject *object)
{
  LscQueryPage *self = LSC_QUERY_PAGE (object);

  lsc_query_page_cancel (self);
  lsc_release_in_thread (g_steal_pointer (&self->session), session_unref);
  g_clear_pointer (&self->completer, lsc_query_completer_free);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (lsc_query_page_parent_class)->dispose (object);
}

static void
lsc_query_page_finalize (GObject *object)
{
  LscQueryPage *self = LSC_QUERY_PAGE (object);

  g_ptr_array_unref (self->history);
  g_free (self->draft);
  g_free (self->answered);
  G_OBJECT_CLASS (lsc_query_page_parent_class)->finalize (object);
}

/* ---- for the window ---- */

/* What a statement needs is read when it runs. */
static void
load (LscAppPage *page)
{
  set_cluster (LSC_QUERY_PAGE (page), lsc_app_page_get_source (page)->cluster);
  lsc_app_page_set_ready (page);
}

/* All ranks of the cluster are asked. */
static gboolean
follow (LscAppPage *page, const LscAppPageSource *next)
{
  return TRUE;
}

static void
clear (LscAppPage *page)
{
  set_cluster (LSC_QUERY_PAGE (page), NULL);
}

static gboolean
is_busy (LscAppPage *page)
{
  LscQueryPage *self = LSC_QUERY_PAGE (page);

  return self->running || lsc_table_view_is_busy (self->view);
}

/* Gives the same table. */
static char *
get_command (LscAppPage *page)
{
  LscQueryPage *self = LSC_QUERY_PAGE (page);
  g_autofree char *sql = _lsc_query_page_get_statement (self);
  g_autofree char *path = g_shell_quote (self->cluster ? self->cluster->path : ".");
  g_autofree char *quoted = g_shell_quote (sql);

  return g_strdup_printf ("lanescope-cli query %s %s", path, quoted);
}

/* The rows that are shown, by the statement that gave them. */
static gboolean
complete_pin (LscAppPage *page, LscPin *pin, GError **error)
{
  LscQueryPage *self = LSC_QUERY_PAGE (page);

  if (!lsc_table_view_get_table (self->view) || !self->answered)
    return lsc_fail (error, LSC_ERROR_NOTHING, "%s", _ ("Run a query first: its answer is pinned"));
  g_free (pin->view);
  pin->view = g_strdup ("query/query");
  lsc_pin_set (pin, "sql", self->answered);
  return TRUE;
}

static void
init_page_class (LscAppPageClass *class)
{
  static const LscAppPageExport exports[] = {
    { N_ ("This _Table…"), "query.export", TRUE },
    { NULL },
  };

  class->exports = exports;
  class->load = load;
  class->follow = follow;
  class->clear = clear;
  class->is_busy = is_busy;
  class->complete_pin = complete_pin;
  class->get_command = get_command;
  class->scope = N_ ("a statement says itself what it reads");
}

static void
lsc_query_page_class_init (LscQueryPageClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscQueryPage, editor),   LSC_CHILD (LscQueryPage, tables),
    LSC_CHILD (LscQueryPage, examples), LSC_CHILD (LscQueryPage, results),
    LSC_CHILD (LscQueryPage, view),     LSC_CHILD (LscQueryPage, status),
    LSC_CHILD (LscQueryPage, error),    LSC_CHILD (LscQueryPage, spinner)
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (LSC_TYPE_TABLE_VIEW);
  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  G_OBJECT_CLASS (class)->dispose = lsc_query_page_dispose;
  G_OBJECT_CLASS (class)->finalize = lsc_query_page_finalize;
  widget_class->grab_focus = lsc_query_page_grab_focus;
  lsc_template_set (class, "lsc-query-page", children, G_N_ELEMENTS (children));
  lsc_app_page_class_install (LSC_APP_PAGE_CLASS (class), actions);
  gtk_widget_class_install_action (widget_class, "query.use", "s", on_use);
  init_page_class (LSC_APP_PAGE_CLASS (class));
}

static void
lsc_query_page_init (LscQueryPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new (LSC_APP_ID);
  self->history = g_ptr_array_new_with_free_func (g_free);
  lsc_table_view_set_exact (self->view, TRUE);
  g_signal_connect_object (self->view, "row-activated", G_CALLBACK (on_row_activated), self, 0);
  g_signal_connect_object (self->view, "row-selected", G_CALLBACK (update_actions), self,
                           G_CONNECT_SWAPPED);
  _lsc_query_page_editor_init (self);
  update_actions (self);
}
