/* lsc-operators-parts.c - what a group of kernels is made of: shapes, durations, starts, ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/operators/lsc-operators-page-private.h"
#include "app/parts/lsc-table-model.h"
#include "app/parts/lsc-explain.h"
#include "draw/operators/lsc-operator-plots.h"
#include "judge/operators/lsc-op-lookup.h"

#define MOST_LISTED 5000 /* instances */

/* ---- on a thread ---- */

/** What a thread works on. @split: (nullable): groups that are there already */
typedef struct
{
  LscOperators *operators;
  LscOpGroups *groups;
  LscOpGroups *split;
  LscOperatorsQuestion *question;
  gsize row;
} Work;

static void
work_free (gpointer data)
{
  Work *self = data;

  lsc_operators_unref (self->operators);
  lsc_op_groups_unref (self->groups);
  g_clear_pointer (&self->split, lsc_op_groups_unref);
  _lsc_operators_question_free (self->question);
  g_free (self);
}

static void
parts_free (gpointer data)
{
  LscOperatorsParts *self = data;

  if (!self)
    return;
  lsc_op_instances_clear (&self->instances);
  g_clear_pointer (&self->histogram, lsc_histogram_free);
  g_clear_pointer (&self->list, lsc_table_unref);
  g_clear_pointer (&self->ranks, lsc_table_unref);
  g_clear_pointer (&self->split, lsc_op_groups_unref);
  g_clear_pointer (&self->shapes, lsc_table_unref);
  g_clear_pointer (&self->shape_rows, g_array_unref);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscOperatorsParts, parts_free)

static void
spread (LscOperatorsParts *self)
{
  g_autofree gint64 *durations_ns = g_new (gint64, MAX (self->instances.n, 1));

  for (gsize i = 0; i < self->instances.n; i++)
    durations_ns[i] = self->instances.items[i].duration_ns;
  self->histogram = lsc_histogram_new_of (durations_ns, self->instances.n);
}

static void
find_longest_rank (LscOperatorsParts *self)
{
  g_autoptr (GArray) totals = g_array_new (FALSE, TRUE, sizeof (gint64));

  for (gsize i = 0; i < self->instances.n; i++)
    {
      const LscOpInstance *instance = &self->instances.items[i];

      if (instance->rank >= totals->len)
        g_array_set_size (totals, instance->rank + 1);
      g_array_index (totals, gint64, instance->rank) += instance->duration_ns;
    }
  for (guint32 i = 0; i < totals->len; i++)
    {
      if (g_array_index (totals, gint64, i) > 0)
        self->n_ranks++;
      if (g_array_index (totals, gint64, i) > g_array_index (totals, gint64, self->longest_rank))
        self->longest_rank = i;
    }
}

/* Rows of the finer groups that are of the one group. */
static void
pick_rows (LscOperatorsParts *self, LscOpGroups *groups, gsize row)
{
  g_autoptr (LscTable) table = lsc_op_groups_get_table (groups);
  g_autoptr (LscTable) finer = lsc_op_groups_get_table (self->split);

  self->shape_rows = lsc_op_find_likes (table, row, finer);
  self->shapes = lsc_table_model_copy_rows (finer, (guint32 *) (gpointer) self->shape_rows->data,
                                            self->shape_rows->len);
}

static gboolean
find_shapes (LscOperatorsParts *self, const Work *work, LscJob *job, GError **error)
{
  LscOpKeys keys = work->question->keys | LSC_OP_BY_SHAPES;

  if (keys == work->question->keys ||
      !(lsc_operators_get_keys (work->operators) & LSC_OP_BY_SHAPES))
    return TRUE;
  self->split = work->split ? lsc_op_groups_ref (work->split)
                            : lsc_operators_group (work->operators, keys, &work->question->filter,
                                                   FALSE, job, error);
  if (self->split)
    pick_rows (self, work->groups, work->row);
  return self->split != NULL;
}

static gpointer
run (gpointer data, LscJob *job, GError **error)
{
  Work *work = data;
  g_autoptr (LscOperatorsParts) self = g_new0 (LscOperatorsParts, 1);

  if (!lsc_op_groups_get_instances (work->groups, work->row, &self->instances, job, error))
    return NULL;
  self->list = lsc_op_groups_list_instances (work->groups, work->row, MOST_LISTED, job, error);
  if (!self->list)
    return NULL;
  self->ranks = lsc_op_groups_list_ranks (work->groups, work->row, job, error);
  if (!self->ranks || !find_shapes (self, work, job, error))
    return NULL;
  spread (self);
  find_longest_rank (self);
  return g_steal_pointer (&self);
}

/* ---- what is drawn ---- */

/* Clocks of ranks may be far from each other: each begins with its first kernel. */
static LscScatterPlot *
make_drift (LscOperatorsPage *self)
{
  const LscOpInstances *instances = &self->parts->instances;
  g_autofree char *caption = g_strdup_printf (_ ("Drift of %s"), self->group_label);
  LscScatterPlot *plot = lsc_scatter_plot_new (
      caption, self->parts->n_ranks > 1 ? _ ("Start, since the first one of each rank")
                                        : _ ("Start, since the first one"));
  g_autoptr (GArray) firsts_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
  gboolean has_ranks = self->parts->n_ranks > 1;
  g_autofree char *rank = NULL;

  for (gsize i = 0; i < instances->n; i++)
    {
      const LscOpInstance *instance = &instances->items[i];

      while (instance->rank >= firsts_ns->len)
        g_array_append_val (firsts_ns, ((gint64){ G_MAXINT64 }));
      g_array_index (firsts_ns, gint64, instance->rank) =
          MIN (g_array_index (firsts_ns, gint64, instance->rank), instance->begin_ns);
    }
  for (gsize i = 0; i < instances->n; i++)
    {
      const LscOpInstance *instance = &instances->items[i];

      lsc_scatter_points_append (
          &plot->points,
          (LscScatterPoint){ instance->begin_ns - g_array_index (firsts_ns, gint64, instance->rank),
                             instance->duration_ns,
                             has_ranks && instance->rank == self->parts->longest_rank });
    }
  plot->keys[0] = g_strdup (has_ranks ? _ ("Other ranks") : _ ("Kernel"));
  rank = lsc_rank_to_text (lsc_operators_get_rank (self->operators, self->parts->longest_rank));
  plot->keys[1] = has_ranks ? g_strdup_printf (_ ("Rank %s, the longest"), rank) : NULL;
  if (self->parts->histogram->n > 0)
    plot->median_ns = self->parts->histogram->percentile_ns[2];
  lsc_scatter_plot_fit (plot);
  return plot;
}

static LscBarPlot *
make_bars (LscOperatorsPage *self, guint choice)
{
  g_autofree char *caption = NULL;
  g_autofree guint32 *rows = NULL;
  gsize n;

  if (choice == LSC_OPERATORS_CHART_DURATIONS)
    return lsc_plot_new_durations (self->parts->histogram, self->group_label);
  if (choice == LSC_OPERATORS_CHART_RANKS)
    return lsc_plot_new_totals (self->parts->ranks, self->group_label);
  if (!self->parts->shapes)
    return NULL;
  n = lsc_table_get_n_rows (self->parts->shapes);
  rows = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    rows[i] = i;
  caption = g_strdup_printf (_ ("Shapes of %s"), self->group_label);
  return lsc_plot_new_split (self->parts->shapes, rows, n, "shapes", caption);
}

/* (transfer full) */
static char *
say_why_not (LscOperatorsPage *self, guint choice)
{
  if (!self->has_group)
    return g_strdup (_ ("Select a group to see what it is made of."));
  if (!self->parts)
    return g_strdup ("");
  if (choice != LSC_OPERATORS_CHART_SHAPES)
    return g_strdup (_ ("No kernel of this group has a time."));
  return self->keys & LSC_OP_BY_SHAPES ? g_strdup (_ ("The groups are by shapes already."))
                                       : lsc_explain_words_of (GTK_WIDGET (self), "operators",
                                                               "shapes", LSC_UNKNOWN_NO_SHAPES);
}

/** Draws what is chosen of the group, or says why that is not known. */
void
_lsc_operators_parts_fill (LscOperatorsPage *self)
{
  guint choice = gtk_drop_down_get_selected (self->chart_choice);
  gboolean is_drift = choice == LSC_OPERATORS_CHART_DRIFT;
  gboolean has_bar_chart = !is_drift && choice != LSC_OPERATORS_CHART_ROOFLINE;
  LscBarPlot *bars = self->parts && has_bar_chart ? make_bars (self, choice) : NULL;
  LscScatterPlot *scatter = self->parts && is_drift ? make_drift (self) : NULL;
  gboolean has_bars = bars && bars->bars->len > 0;
  gboolean has_points = scatter && scatter->points.n > 0;
  g_autofree char *reason = has_bars || has_points ? NULL : say_why_not (self, choice);

  gtk_label_set_label (self->parts_reason, reason ? reason : "");
  gtk_stack_set_visible_child_name (self->parts_stack, has_bars     ? "bars"
                                                       : has_points ? "points"
                                                                    : "reason");
  lsc_bar_chart_set_plot (self->bars, bars);
  lsc_scatter_chart_set_plot (self->scatter, scatter);
  if (choice == LSC_OPERATORS_CHART_ROOFLINE)
    _lsc_operators_roofline_show (self);
}

/* ---- of which group ---- */

/* Until the user has chosen a chart it is the first that has something to show. */
static void
choose_chart (LscOperatorsPage *self)
{
  gboolean has_shapes = self->parts->shapes && lsc_table_get_n_rows (self->parts->shapes) > 0;

  if (self->has_chart)
    return;
  self->is_filling = TRUE;
  gtk_drop_down_set_selected (self->chart_choice, has_shapes ? LSC_OPERATORS_CHART_SHAPES
                                                             : LSC_OPERATORS_CHART_DURATIONS);
  self->is_filling = FALSE;
}

static void
on_found (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscOperatorsPage *self = owner;
  LscOperatorsParts *parts = result;

  if (error)
    {
      lsc_app_page_settle (LSC_APP_PAGE (self));
      return;
    }
  parts_free (self->parts);
  self->parts = parts;
  if (parts->split && !self->split)
    self->split = lsc_op_groups_ref (parts->split);
  self->tables[LSC_OPERATORS_TAB_INSTANCES] = parts->list;
  self->tables[LSC_OPERATORS_TAB_SHAPES] = parts->shapes;
  self->tables[LSC_OPERATORS_TAB_RANKS] = parts->ranks;
  choose_chart (self);
  _lsc_operators_parts_fill (self);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_OPERATORS_ON_PARTS);
  lsc_app_page_settle (LSC_APP_PAGE (self));
}

/** Finds what a group is made of. */
void
_lsc_operators_parts_choose (LscOperatorsPage *self, gsize group_row)
{
  Work *work;

  if (!self->groups || (self->has_group && self->group_row == group_row))
    return;
  _lsc_operators_parts_clear (self);
  self->has_group = TRUE;
  self->group_row = group_row;
  g_free (self->group_label);
  self->group_label = lsc_operator_label (self->tables[LSC_OPERATORS_TAB_GROUPS], group_row);
  work = g_new0 (Work, 1);
  work->operators = lsc_operators_ref (self->operators);
  work->groups = lsc_op_groups_ref (self->groups);
  work->split = self->split ? lsc_op_groups_ref (self->split) : NULL;
  work->question = _lsc_operators_question_new (self);
  work->row = group_row;
  lsc_task_start (self, &self->part_task,
                  &(LscTaskWork){ .name = "parts of operators",
                                  .run = run,
                                  .data = work,
                                  .free_data = work_free,
                                  .free_result = parts_free,
                                  .done = on_found });
}

/** Forgets the group; its name stays, to find it again. */
void
_lsc_operators_parts_clear (LscOperatorsPage *self)
{
  lsc_task_stop (&self->part_task);
  g_clear_pointer (&self->parts, parts_free);
  for (guint i = LSC_OPERATORS_TAB_INSTANCES; i <= LSC_OPERATORS_TAB_RANKS; i++)
    self->tables[i] = NULL; /* which the parts had */
  self->has_group = FALSE;
  _lsc_operators_parts_fill (self);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_OPERATORS_ON_PARTS);
}
