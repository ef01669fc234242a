/* lsc-timeline-panel-range.c - what the slices of the range come to, name by name
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-time.h"
#include "app/parts/lsc-label.h"
#include "app/parts/lsc-table-view.h"
#include "app/timeline/lsc-timeline-panel.h"
#include "app/timeline/lsc-timeline-range-groups.h"
#include "app/parts/lsc-template.h"
#include "app/parts/lsc-explain.h"
#include "model/lsc-excerpt.h"

struct _LscPanelRange
{
  LscPanel parent_instance;

  LscTableView *table;
  GtkLabel *classes;
  GtkCheckButton *inside;
  GtkDropDown *kinds;
  GtkDropDown *keys;
  LscRangeQuestion *question; /* (nullable): of the groups that are shown */
  LscOpGroups *groups;        /* (nullable): the rows are these */
  GArray *ranks;              /* guint32: rank of the layout for each row */
  gboolean is_sorted;         /* by weight; from then on as the user likes */
};

G_DEFINE_FINAL_TYPE (LscPanelRange, lsc_panel_range, LSC_TYPE_PANEL)

/** What the thread finds. */
typedef struct
{
  LscTable *table;
  GArray *ranks;
  gsize n_slices;
  gsize n_ranges;
  gboolean has_lanes;
  gboolean has_device;
  gboolean is_excerpt; /* the times of classes are in its lanes alone */
  LscOverlapSums sums; /* of all ranks */
  gint64 length_ns;
  LscRangeGroups *groups; /* (nullable): instead of @table */
} Found;

/** What a thread works on. @question: (nullable): groups of kernels are asked for */
typedef struct
{
  LscTimelineRanges *ranges;
  LscRangeQuestion *question;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  lsc_timeline_ranges_free (work->ranges);
  lsc_range_question_free (work->question);
  g_free (work);
}

static void
found_free (gpointer data)
{
  Found *found = data;

  g_clear_pointer (&found->table, lsc_table_unref);
  g_clear_pointer (&found->ranks, g_array_unref);
  g_clear_pointer (&found->groups, lsc_range_groups_free);
  g_free (found);
}

/* ---- kinds ---- */

/* In the order of the choice. */
typedef enum
{
  KINDS_DEVICE,
  KINDS_COMPUTING,
  KINDS_COMMUNICATION,
  KINDS_HOST,
  KINDS_ALL,
} Kinds;

static gboolean
is_chosen (Kinds kinds, guint8 kind)
{
  switch (kinds)
    {
    case KINDS_DEVICE: /* work, neither waits for it nor what collectives consist of */
      return lsc_slice_kind_is_computing (kind) || kind == LSC_SLICE_COPY ||
             kind == LSC_SLICE_DEVICE || kind == LSC_SLICE_COMM_OP;
    case KINDS_COMPUTING:
      return lsc_slice_kind_is_computing (kind);
    case KINDS_COMMUNICATION:
      return kind == LSC_SLICE_COMM_OP || kind == LSC_SLICE_COMM_TASK;
    case KINDS_HOST:
      return kind < LSC_SLICE_CUBE;
    case KINDS_ALL:
    default:
      return TRUE;
    }
}

static guint64
mask_of (Kinds kinds)
{
  guint64 mask = 0;

  for (guint8 kind = 0; kind < LSC_SLICE_N_KINDS; kind++)
    if (is_chosen (kinds, kind))
      mask |= G_GUINT64_CONSTANT (1) << kind;
  return mask;
}

/* ---- in the thread ---- */

static void
add_sums (Found *found, const LscRange *range)
{
  const LscTimelineAnalysis *analysis = lsc_timeline_get_analysis (range->timeline);
  LscOverlapSums sums;

  found->is_excerpt |= lsc_excerpt_is (range->timeline);
  if (!analysis || !analysis->overlap || !analysis->overlap->all.has_device)
    return;
  sums = lsc_overlap_sum_range (analysis->overlap, range->begin_ns, range->end_ns);
  found->has_device = TRUE;
  found->sums.computing_ns += sums.computing_ns;
  found->sums.communication_ns += sums.communication_ns;
  found->sums.not_overlapped_ns += sums.not_overlapped_ns;
  found->sums.overlapped_ns += sums.overlapped_ns;
  found->sums.free_ns += sums.free_ns;
}

static gboolean
find_names (const LscTimelineRanges *ranges, Found *found, LscJob *job, GError **error)
{
  g_autoptr (LscRangeStats) stats = lsc_range_stats_new (ranges->ranges, ranges->n, job, error);

  if (!stats)
    return FALSE;
  found->table = lsc_range_stats_get_table (stats, ranges->ranges);
  found->n_slices = stats->n_slices;
  found->has_lanes = ranges->has_lanes;
  for (guint i = 0; i < stats->rows->len; i++)
    g_array_append_val (found->ranks,
                        ranges->layout_ranks[g_array_index (stats->rows, LscRangeRow, i).timeline]);
  return TRUE;
}

static gboolean
find_groups (const LscRangeQuestion *question, Found *found, LscJob *job, GError **error)
{
  found->groups = lsc_range_question_ask (question, job, error);
  if (found->groups && found->groups->groups)
    found->table = lsc_op_groups_get_table (found->groups->groups);
  return found->groups != NULL;
}

static gpointer
compute (gpointer data, LscJob *job, GError **error)
{
  const Work *work = data;
  const LscTimelineRanges *ranges = work->ranges;
  Found *found = g_new0 (Found, 1);

  found->n_ranges = ranges->n_ranks;
  found->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (work->question ? !find_groups (work->question, found, job, error)
                     : !find_names (ranges, found, job, error))
    {
      found_free (found);
      return NULL;
    }
  for (gsize i = 0; i < ranges->n; i++)
    {
      /* lanes that are moved alone are no other device */
      if (i == 0 || ranges->layout_ranks[i] != ranges->layout_ranks[i - 1])
        add_sums (found, &ranges->ranges[i]);
      found->length_ns =
          MAX (found->length_ns, ranges->ranges[i].end_ns - ranges->ranges[i].begin_ns);
    }
  return found;
}

/* ---- showing ---- */

static void
append_class (GString *markup, GString *exact, const char *title, gint64 ns)
{
  g_autofree char *text = lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *digits = lsc_format_ns_exact (ns);

  g_string_append_printf (markup, "%s%s <b>%s</b>", markup->len > 0 ? "   " : "", title, text);
  g_string_append_printf (exact, "%s%s: %s", exact->len > 0 ? "\n" : "", title, digits);
}

static void
show_classes (LscPanelRange *self, const Found *found)
{
  g_autoptr (GString) markup = g_string_new (NULL);
  g_autoptr (GString) exact = g_string_new (NULL);

  if (found->is_excerpt)
    g_string_append (markup,
                     _ ("Not known, because an excerpt is not summed up by class. The lanes "
                        "of Overlap Analysis show it."));
  else if (!found->has_device)
    {
      g_autofree char *words = lsc_explain_words (GTK_WIDGET (self), LSC_UNKNOWN_NO_DEVICE);

      g_string_append (markup, words);
    }
  else
    {
      if (found->n_ranges > 1)
        g_string_append_printf (markup, _ ("%zu ranks together:"), found->n_ranges);
      append_class (markup, exact, _ ("Computing"), found->sums.computing_ns);
      append_class (markup, exact, _ ("Communication"), found->sums.communication_ns);
      append_class (markup, exact, _ ("Not overlapped"), found->sums.not_overlapped_ns);
      append_class (markup, exact, _ ("Overlapped"), found->sums.overlapped_ns);
      append_class (markup, exact, _ ("Free"), found->sums.free_ns);
    }
  gtk_label_set_markup (self->classes, markup->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->classes), exact->len > 0 ? exact->str : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->classes),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, exact->str, -1);
}

/* "230.9 us: 12 kernels, 3 groups" */
static char *
say_groups (const Found *found)
{
  guint n = lsc_table_get_n_rows (found->table);
  gsize n_kernels = found->groups->n_kernels;
  g_autofree char *length = lsc_format_duration (found->length_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *kernel_count = lsc_format_count ((gint64) n_kernels);
  g_autofree char *group_count = lsc_format_count (n);
  g_autofree char *kernels = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s kernel", "%s kernels", (gulong) n_kernels), kernel_count);
  g_autofree char *groups =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s group", "%s groups", n), group_count);

  return g_strdup_printf (_ ("%s: %s that start in it, %s"), length, kernels, groups);
}

/* "230.9 us: 1 slice, 1 name" */
static char *
say_found (const Found *found)
{
  guint n_names = lsc_table_get_n_rows (found->table);
  g_autofree char *length = lsc_format_duration (found->length_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *slice_count = lsc_format_count ((gint64) found->n_slices);
  g_autofree char *name_count = lsc_format_count (n_names);
  g_autofree char *slices = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s slice", "%s slices", (gulong) found->n_slices),
      slice_count);
  g_autofree char *names =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s name", "%s names", n_names), name_count);

  return g_strdup_printf (found->has_lanes ? _ ("%s: %s, %s, of the chosen lanes")
                                           : _ ("%s: %s, %s"),
                          length, slices, names);
}

static void
show_table (LscPanelRange *self, const Found *found)
{
  static const char *const one_rank[] = { "rank", NULL };
  gboolean is_grouped = found->groups != NULL;

  g_clear_pointer (&self->groups, lsc_op_groups_unref);
  if (is_grouped)
    self->groups = lsc_op_groups_ref (found->groups->groups);
  g_array_unref (self->ranks);
  self->ranks = g_array_ref (found->ranks);
  lsc_table_view_set_hidden (self->table, !is_grouped && found->n_ranges <= 1 ? one_rank : NULL);
  lsc_table_view_set_table (self->table, found->table);
  lsc_table_view_set_label (self->table, is_grouped ? _ ("Sums by group") : _ ("Sums by name"));
  if (!self->is_sorted)
    lsc_table_view_sort (self->table, is_grouped ? "total_ns" : "self_ns", TRUE);
  self->is_sorted = TRUE;
}

static void
lsc_panel_range_done (LscPanel *panel, gpointer result, const GError *error)
{
  LscPanelRange *self = LSC_PANEL_RANGE (panel);
  Found *found = result;
  g_autofree char *text = NULL;

  if (error)
    return;
  if (found->groups && !found->groups->groups)
    {
      lsc_table_view_set_table (self->table, NULL);
      lsc_panel_set_text (panel, found->groups->reason);
      return;
    }
  text = found->groups ? say_groups (found) : say_found (found);
  lsc_panel_set_text (panel, text);
  show_table (self, found);
  show_classes (self, found);
}

/* What of the device's work is asked for. */
static guint
get_classes (Kinds kinds)
{
  if (kinds == KINDS_COMPUTING)
    return 1 << LSC_OP_COMPUTING;
  return kinds == KINDS_COMMUNICATION ? 1 << LSC_OP_COMMUNICATION : (1 << LSC_OP_N_CLASSES) - 1;
}

/* (nullable): while slices are summed up by their names */
static LscRangeQuestion *
make_question (LscPanelRange *self, const LscTimelineRanges *ranges)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  const LscAppPageSource *source = lsc_app_page_get_source (LSC_APP_PAGE (page));
  guint choice = gtk_drop_down_get_selected (self->keys);
  LscOpKeys keys = choice > 0 ? lsc_range_groups_get_keys (choice - 1) : (LscOpKeys) 0;

  if (!keys || !source->cluster)
    return NULL;
  return lsc_range_question_new (lsc_loader_get_session (source->loader, source->cluster), keys,
                                 get_classes ((Kinds) gtk_drop_down_get_selected (self->kinds)),
                                 ranges);
}

static void
show_nothing (LscPanelRange *self)
{
  lsc_panel_stop (LSC_PANEL (self));
  lsc_table_view_set_table (self->table, NULL);
  lsc_panel_set_text (LSC_PANEL (self), _ ("No rank is loaded."));
  gtk_label_set_label (self->classes, "");
}

static void
start (LscPanelRange *self, LscTimelineRanges *ranges)
{
  Work *work = g_new0 (Work, 1);

  *work = (Work){ ranges, make_question (self, ranges) };
  lsc_range_question_free (self->question);
  self->question = make_question (self, ranges);
  lsc_panel_start (LSC_PANEL (self), &(LscTaskWork){ .name = "panel: range statistics",
                                                     .run = compute,
                                                     .data = work,
                                                     .free_data = work_free,
                                                     .free_result = found_free });
}

static void
lsc_panel_range_refresh (LscPanel *panel)
{
  LscPanelRange *self = LSC_PANEL_RANGE (panel);
  LscTimelineRanges *ranges = lsc_timeline_page_get_ranges (lsc_timeline_panel_get_page (panel));
  gboolean inside_only = gtk_check_button_get_active (self->inside);
  gboolean is_grouped = gtk_drop_down_get_selected (self->keys) > 0;
  guint64 kinds =
      mask_of (ranges->has_lanes ? KINDS_ALL : (Kinds) gtk_drop_down_get_selected (self->kinds));

  gtk_widget_set_sensitive (GTK_WIDGET (self->kinds), is_grouped || !ranges->has_lanes);
  gtk_widget_set_sensitive (GTK_WIDGET (self->inside), !is_grouped);
  if (ranges->n == 0)
    {
      lsc_timeline_ranges_free (ranges);
      show_nothing (self);
      return;
    }
  for (gsize i = 0; i < ranges->n; i++)
    {
      ranges->ranges[i].inside_only = inside_only;
      ranges->ranges[i].kinds = kinds;
    }
  start (self, ranges);
}

/* The columns are others, and sorted by others. */
static void
on_keys_changed (LscPanelRange *self)
{
  self->is_sorted = FALSE;
  lsc_panel_invalidate (LSC_PANEL (self));
}

/* ---- what the user does ---- */

static void
on_pinning (LscTableView *view, LscPin *pin, LscPanelRange *self)
{
  Kinds kinds = gtk_widget_get_sensitive (GTK_WIDGET (self->kinds))
                    ? (Kinds) gtk_drop_down_get_selected (self->kinds)
                    : KINDS_ALL;

  if (self->groups && self->question)
    {
      lsc_range_question_pin (self->question, pin);
      return;
    }
  lsc_pin_set_int (pin, "kinds", (gint64) mask_of (kinds));
  lsc_pin_set (pin, "inside", gtk_check_button_get_active (self->inside) ? "yes" : NULL);
}

/* The longest kernel of the group. */
static void
show_group (LscPanelRange *self, LscTimelinePage *page, guint row)
{
  LscJump jump = { .place = LSC_PLACE_SLICE, .has_slice = TRUE };

  if (lsc_op_groups_get_place (self->groups, row, &jump.rank, &jump.slice, &jump.begin_ns,
                               &jump.end_ns))
    lsc_app_page_jump (LSC_APP_PAGE (page), &jump);
}

static void
on_row_activated (LscTableView *table, guint row, LscPanelRange *self)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  LscTable *rows = lsc_table_view_get_table (table);
  int name = lsc_table_find_column (rows, "name");

  if (page && self->groups)
    {
      show_group (self, page, row);
      return;
    }
  if (!page || name < 0 || row >= self->ranks->len)
    return;
  lsc_panel_slices_show_name (page, lsc_table_get (rows, row, (guint) name).text,
                              g_array_index (self->ranks, guint32, row));
}

static void
on_list_clicked (LscPanelRange *self)
{
  guint32 row;

  if (lsc_table_view_get_selected (self->table, &row))
    on_row_activated (self->table, row, self);
}

static void
lsc_panel_range_finalize (GObject *object)
{
  LscPanelRange *self = LSC_PANEL_RANGE (object);

  g_array_unref (self->ranks);
  g_clear_pointer (&self->groups, lsc_op_groups_unref);
  lsc_range_question_free (self->question);
  G_OBJECT_CLASS (lsc_panel_range_parent_class)->finalize (object);
}

static void
lsc_panel_range_class_init (LscPanelRangeClass *class)
{
  static const LscTemplateChild children[] = { LSC_CHILD (LscPanelRange, classes),
                                               LSC_CHILD (LscPanelRange, inside),
                                               LSC_CHILD (LscPanelRange, kinds),
                                               LSC_CHILD (LscPanelRange, keys),
                                               LSC_CHILD (LscPanelRange, table) };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LscPanelClass *panel_class = LSC_PANEL_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_panel_range_finalize;
  panel_class->depends = LSC_PANEL_ON_RANGE | LSC_PANEL_ON_RANKS;
  panel_class->outdates = LSC_PANEL_ON_RANKS;
  panel_class->refresh = lsc_panel_range_refresh;
  panel_class->done = lsc_panel_range_done;
  lsc_template_set (class, "lsc-panel-range", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, lsc_panel_invalidate);
  gtk_widget_class_bind_template_callback (widget_class, on_list_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, lsc_table_view_ask_export);
}

static void
fill_keys (LscPanelRange *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  const char *const *titles;
  guint n = lsc_range_groups_list (&titles);

  gtk_string_list_append (names, _ ("Slices by Name"));
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (names, _ (titles[i]));
  gtk_drop_down_set_model (self->keys, G_LIST_MODEL (names));
  g_signal_connect_swapped (self->keys, "notify::selected", G_CALLBACK (on_keys_changed), self);
}

static void
lsc_panel_range_init (LscPanelRange *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lsc_label_keep_units (self->classes);
  self->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  fill_keys (self);
  lsc_table_view_set_label (self->table, _ ("Sums by name"));
  g_signal_connect_object (self->table, "pinning", G_CALLBACK (on_pinning), self, 0);
}
