/* lsc-overview-panel-computing.c - which modules and kernels compute most, or differ between ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/overview/lsc-overview-page-private.h"
#include "app/overview/lsc-overview-panels.h"
#include "app/parts/lsc-table-view.h"
#include "app/parts/lsc-explain.h"
#include "judge/operators/lsc-operators.h"
#include "session/lsc-session.h"

/* Of computing: what is shorter differs by chance. */
#define LEAST_PERCENT 1

/** What a session answers; made in a thread, reference counted.
 * @rows: (element-type guint32): of @groups, those that @table has */
typedef struct
{
  LscOpGroups *groups;
  GArray *rows;
  LscTable *table;
  guint n_ranks;
} Answer;

struct _LscOverviewComputing
{
  LscPanel parent_instance;

  LscTableView *table;
  LscTableView *kernels;
  Answer *answer; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (LscOverviewComputing, lsc_overview_computing, LSC_TYPE_PANEL)

/* ---- kernels ---- */

static void
answer_clear (gpointer data)
{
  Answer *self = data;

  g_clear_pointer (&self->groups, lsc_op_groups_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->table, lsc_table_unref);
}

static void
answer_unref (gpointer data)
{
  if (data)
    g_atomic_rc_box_release_full (data, answer_clear);
}

/* Of several ranks a group that is short would differ most. */
static void
pick_rows (Answer *self)
{
  g_autoptr (LscTable) all = lsc_op_groups_get_table (self->groups);

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < lsc_table_get_n_rows (all); i++)
    {
      LscValue share = lsc_table_get_named (all, i, "share");

      if (self->n_ranks == 1 || (!share.is_null && share.real * 100 >= LEAST_PERCENT))
        g_array_append_val (self->rows, i);
    }
  self->table =
      lsc_table_model_copy_rows (all, (guint32 *) (gpointer) self->rows->data, self->rows->len);
}

static gpointer
ask (gpointer session, LscJob *job, GError **error)
{
  g_autoptr (LscOperators) operators = lsc_session_get_operators (session, job, error);
  LscOpGroups *groups;
  Answer *self;

  if (!operators)
    return NULL;
  groups = lsc_operators_group (
      operators, (LSC_OP_BY_TYPE | LSC_OP_BY_CORE) & lsc_operators_get_keys (operators), NULL, TRUE,
      job, error);
  if (!groups)
    return NULL;
  self = g_atomic_rc_box_new0 (Answer);
  self->groups = groups;
  self->n_ranks = lsc_operators_get_n_ranks (operators);
  pick_rows (self);
  return self;
}

/* Of a step, as in the table beside it; where no step counts, of all that was recorded. */
static const char *
get_time (const Answer *answer)
{
  return lsc_op_groups_get_n_steps (answer->groups) > 0 ? "per_step_ns" : "total_ns";
}

static void
hide_columns (LscTableView *view, const Answer *answer, gboolean is_alone)
{
  static const char *const of_one[] = { "type", "core", "share", "mfu", NULL };
  static const char *const of_many[] = { "type", "share", "imbalance", "longest_rank", NULL };
  const char *time = get_time (answer);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < lsc_table_get_n_columns (answer->table); i++)
    {
      const char *name = lsc_table_get_column (answer->table, i)->name;

      if (!g_str_equal (name, time) && !g_strv_contains (is_alone ? of_one : of_many, name))
        g_ptr_array_add (names, (gpointer) name);
    }
  g_ptr_array_add (names, NULL);
  lsc_table_view_set_hidden (view, (const char *const *) names->pdata);
}

static const char *
say_contents (const Answer *answer, gboolean is_alone)
{
  if (lsc_op_groups_get_n_steps (answer->groups) == 0)
    return is_alone ? _ ("Modules and kernels that compute most")
                    : _ ("What computes most, and kernels that differ most between ranks");
  return is_alone ? _ ("Modules and kernels that compute most; times are means per step")
                  : _ ("What computes most, and kernels that differ most between ranks; times are "
                       "means per step and rank");
}

static void
take_answer (LscOverviewComputing *self, Answer *answer)
{
  Answer *old = self->answer;
  gboolean is_alone = answer && answer->n_ranks == 1;

  self->answer = answer;
  gtk_widget_set_visible (GTK_WIDGET (self->kernels), answer != NULL);
  if (answer)
    hide_columns (self->kernels, answer, is_alone);
  lsc_table_view_set_table (self->kernels, answer ? answer->table : NULL);
  if (answer)
    {
      lsc_table_view_set_label (self->kernels, is_alone ? _ ("Kernels that compute most")
                                                        : _ ("Kernels that differ between ranks"));
      lsc_table_view_sort (self->kernels, is_alone ? get_time (answer) : "imbalance", TRUE);
      lsc_panel_set_text (LSC_PANEL (self), say_contents (answer, is_alone));
    }
  answer_unref (old);
}

static void
lsc_overview_computing_done (LscPanel *panel, gpointer result, const GError *error)
{
  take_answer (LSC_OVERVIEW_COMPUTING (panel), result ? g_atomic_rc_box_acquire (result) : NULL);
}

/* The longest kernel of the group, in the timeline. */
static void
on_kernel_activated (LscTableView *view, guint row, LscOverviewComputing *self)
{
  LscAppPage *page = (LscAppPage *) lsc_panel_get_page (LSC_PANEL (self));
  LscJump jump = { .place = LSC_PLACE_SLICE, .with_range = TRUE, .has_slice = TRUE };

  if (page && self->answer && row < self->answer->rows->len &&
      lsc_op_groups_get_place (self->answer->groups,
                               g_array_index (self->answer->rows, guint32, row), &jump.rank,
                               &jump.slice, &jump.begin_ns, &jump.end_ns))
    lsc_app_page_jump (page, &jump);
}

static void
on_kernels_pinning (LscTableView *view, LscPin *pin, LscOverviewComputing *self)
{
  if (self->answer && self->answer->n_ranks > 1)
    lsc_pin_set_int (pin, "least_percent", LEAST_PERCENT);
}

/* ---- the panel ---- */

static void
ask_kernels (LscOverviewComputing *self, LscOverviewPage *page)
{
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (page));

  if (!page->summary || !source->cluster)
    {
      lsc_panel_stop (LSC_PANEL (self));
      take_answer (self, NULL);
      return;
    }
  lsc_panel_start (LSC_PANEL (self),
                   &(LscTaskWork){ .name = "kernels of the overview",
                                   .run = ask,
                                   .data = lsc_session_ref (
                                       lsc_loader_get_session (source->loader, source->cluster)),
                                   .free_data = (GDestroyNotify) lsc_session_unref,
                                   .free_result = answer_unref });
}

static void
lsc_overview_computing_refresh (LscPanel *panel)
{
  LscOverviewComputing *self = LSC_OVERVIEW_COMPUTING (panel);
  LscOverviewPage *page = LSC_OVERVIEW_PAGE (lsc_panel_get_page (panel));
  g_autoptr (LscTable) table =
      page->summary ? lsc_findings_get_computing (page->summary->findings) : NULL;
  gboolean is_empty = table && lsc_table_get_n_rows (table) == 0;
  g_autofree char *reason = is_empty ? lsc_explain_words_of (GTK_WIDGET (panel), "overview",
                                                             "compute_ns", LSC_UNKNOWN_NO_KERNELS)
                                     : NULL;

  lsc_table_view_set_table (self->table, table);
  lsc_panel_set_reason (panel, reason);
  if (!is_empty)
    ask_kernels (self, page);
}

static void
lsc_overview_computing_finalize (GObject *object)
{
  answer_unref (LSC_OVERVIEW_COMPUTING (object)->answer);
  G_OBJECT_CLASS (lsc_overview_computing_parent_class)->finalize (object);
}

static void
lsc_overview_computing_class_init (LscOverviewComputingClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lsc_overview_computing_finalize;
  LSC_PANEL_CLASS (class)->depends = LSC_OVERVIEW_ON_SUMMARY;
  LSC_PANEL_CLASS (class)->refresh = lsc_overview_computing_refresh;
  LSC_PANEL_CLASS (class)->done = lsc_overview_computing_done;
}

static void
lsc_overview_computing_init (LscOverviewComputing *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->table = LSC_TABLE_VIEW (lsc_table_view_new (_ ("What computes most")));
  self->kernels = LSC_TABLE_VIEW (lsc_table_view_new (_ ("Kernels that compute most")));
  g_signal_connect_object (self->kernels, "row-activated", G_CALLBACK (on_kernel_activated), self,
                           0);
  g_signal_connect_object (self->kernels, "pinning", G_CALLBACK (on_kernels_pinning), self, 0);
  lsc_panel_add_tool (LSC_PANEL (self),
                      lsc_panel_button ("document-save-symbolic", _ ("Export…"),
                                        G_CALLBACK (lsc_table_view_ask_export), self->table));
  gtk_box_set_homogeneous (GTK_BOX (box), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->table));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->kernels));
  lsc_panel_set_content (LSC_PANEL (self), box);
}
