/* lsc-modules-details.c - what is said of the tree and of the selected row
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/modules/lsc-modules-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "app/parts/lsc-details-pane.h"
#include "app/parts/lsc-page-words.h"
#include "base/lsc-visible.h"
#include "base/lsc-words.h"
#include "judge/operators/lsc-operators.h"

static const char *
get_source_name (const LscModuleData *data)
{
  if (data->n_forward_calls == 0)
    return _ ("no modules recorded");
  if (data->source == LSC_MODULE_SOURCE_TRACE && data->run->graph_calls.n > 0)
    return _ ("modules from nn.Module call records and from names of graph kernels");
  return data->source == LSC_MODULE_SOURCE_TRACE ? _ ("modules from nn.Module call records")
                                                 : _ ("modules from mstx ranges");
}

/* MFU, and for how much of the time it stands: it counts the rest as if nothing was computed. */
static void
append_mfu (LscModulesPage *self, GString *text)
{
  LscValue mfu = lsc_tree_value (self->tree, LSC_TREE_ROOT, LSC_TREE_MFU_TOTAL);
  LscValue known = lsc_tree_value (self->tree, LSC_TREE_ROOT, LSC_TREE_MFU_KNOWN);
  g_autofree char *value = NULL;
  g_autofree char *part = NULL;

  if (mfu.is_null || known.is_null)
    return;
  value = lsc_format_share (mfu.real);
  part = lsc_format_share (known.real);
  /* Translators: a share of the chip's peak; for which part of the device time FLOPs are known */
  g_string_append_printf (text, _ (" · MFU %s, known for %s of device time"), value, part);
  if (lsc_tree_get_peak (self->tree).source == LSC_PEAK_ESTIMATED)
    g_string_append (text, _ (" (peak estimated)"));
}

static void
append_steps (LscModulesPage *self, GString *text)
{
  gsize n_steps = self->run->steps.n;
  g_autofree char *length =
      lsc_format_duration (lsc_steps_sum_ns (&self->run->steps), LSC_TIME_UNIT_AUTO);

  if (n_steps == 0 || self->has_range)
    return;
  g_string_append (text, " · ");
  if (self->has_step)
    g_string_append_printf (text, _ ("Step %" PRId64), self->step_id);
  else
    /* Translators: number of steps, how long they take */
    g_string_append_printf (text,
                            g_dngettext (GETTEXT_PACKAGE, "%u step, %s on the host",
                                         "%u steps, %s together on the host", n_steps),
                            (guint) n_steps, length);
}

/* The largest thing in a sentence, and what it is in. */
static char *
say_main (LscModulesPage *self)
{
  guint32 node = lsc_tree_find_main (self->tree);
  guint32 above = node != LSC_INDEX_NONE ? lsc_tree_get_parent (self->tree, node) : LSC_INDEX_NONE;
  gint64 total_ns = lsc_tree_get_total_ns (self->tree), node_ns;
  g_autofree char *total = NULL, *own = NULL, *share = NULL, *name = NULL, *in = NULL;

  if (node == LSC_INDEX_NONE || total_ns <= 0)
    return NULL;
  node_ns = lsc_tree_value (self->tree, node, LSC_TREE_TOTAL).integer;
  total = lsc_format_duration (total_ns, LSC_TIME_UNIT_AUTO);
  own = lsc_format_duration (node_ns, LSC_TIME_UNIT_AUTO);
  share = lsc_format_share ((double) node_ns / (double) total_ns);
  name = lsc_visible_line (lsc_tree_get_name (self->tree, node));
  if (above == LSC_INDEX_NONE || lsc_tree_get_kind (self->tree, above) <= LSC_NODE_PHASE)
    /* Translators: device time, name of a module, op or kernel, its time, its share */
    return g_strdup_printf (
        _ ("Of %s device time, kernels and communication added, %s takes %s, %s."), total, name,
        own, share);
  in = lsc_visible_line (lsc_tree_get_name (self->tree, above));
  /* Translators: device time, name of a module, op or kernel, what it is in, its time, its share */
  return g_strdup_printf (
      _ ("Of %s device time, kernels and communication added, %s (in %s) takes %s, %s."), total,
      name, in, own, share);
}

/* What a collective takes may be but the lateness of others. (transfer full) (nullable) */
static char *
say_wait (LscModulesPage *self)
{
  guint32 node = lsc_tree_find_main (self->tree);
  gint64 wait_ns, transfer_ns;
  g_autofree char *wait = NULL, *transfer = NULL;

  if (node == LSC_INDEX_NONE || !lsc_tree_waits_mostly (self->tree, node, &wait_ns, &transfer_ns))
    return NULL;
  wait = lsc_format_duration (wait_ns, LSC_TIME_UNIT_AUTO);
  transfer = lsc_format_duration (transfer_ns, LSC_TIME_UNIT_AUTO);
  /* Translators: two durations; follows a sentence */
  return g_strdup_printf (_ ("Most of that, %s, is notify wait; data moves for %s."), wait,
                          transfer);
}

/* What takes most, in whole sentences. (transfer full) (nullable) */
static char *
say_largest (LscModulesPage *self)
{
  g_autofree char *largest = say_main (self);
  g_autofree char *wait = largest != NULL ? say_wait (self) : NULL;
  g_autoptr (GString) text = NULL;

  if (wait == NULL)
    return g_steal_pointer (&largest);
  text = g_string_new (largest);
  lsc_words_append (text, wait);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* What may be gained. (transfer full) (nullable): %NULL until ranks are judged; @rest: (out)
 * (transfer full) (nullable): what follows */
static char *
say_gain (LscModulesPage *self, char **rest, LscCertaintyWords *certainty)
{
  g_autoptr (LscPhrase) line = NULL, more = NULL;

  *rest = NULL;
  *certainty = lsc_certainty_words_get (LSC_CERTAIN_NOT_SAID, FALSE);
  if (!self->findings)
    return NULL;
  line = lsc_findings_say_kernels (self->findings, self->run->rank, &more, certainty);
  *rest = more ? lsc_phrase_to_words (more) : NULL;
  return lsc_phrase_to_words (line);
}

static void
update_main (LscModulesPage *self)
{
  g_autofree char *rest = NULL;
  LscCertaintyWords certainty;
  g_autofree char *gain = say_gain (self, &rest, &certainty);
  g_autofree char *text = gain != NULL ? g_steal_pointer (&gain) : say_largest (self);

  gtk_label_set_label (self->main_label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->main_label), text != NULL);
  lsc_page_words_set_certainty (lsc_page_words_of (self->main_label), certainty.title,
                                certainty.about);
}

static void
update_summary (LscModulesPage *self)
{
  gint64 total_ns = lsc_tree_get_total_ns (self->tree);
  gint64 inside_ns = lsc_tree_get_module_total_ns (self->tree);
  g_autofree char *rank = lsc_run_get_label (self->run);
  g_autofree char *total = lsc_format_duration (total_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *inside = lsc_format_duration (inside_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *share =
      total_ns > 0 ? lsc_format_share ((double) inside_ns / (double) total_ns) : g_strdup ("–");
  g_autofree char *rest = NULL;
  LscCertaintyWords certainty;
  g_autofree char *gain = say_gain (self, &rest, &certainty);
  g_autofree char *largest = gain != NULL ? say_largest (self) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (rest)
    g_string_append_printf (text, "%s ", rest);
  if (largest)
    g_string_append_printf (text, "%s ", largest);
  g_string_append_printf (text, "%s · %s", rank, get_source_name (self->data));
  append_steps (self, text);
  g_string_append (text, " · ");
  /* Translators: time in modules, all device time, its share */
  g_string_append_printf (text, _ ("%s of %s device time in modules (%s)"), inside, total, share);
  append_mfu (self, text);
  gtk_label_set_label (self->summary, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->summary), text->str);
}

/* What the analysis could not find, when that is why the tree looks poor. */
static void
update_info (LscModulesPage *self)
{
  gboolean is_empty = lsc_tree_get_module_total_ns (self->tree) == 0;
  gboolean poor = self->data->n_forward_calls == 0 || is_empty;
  g_autofree char *text = NULL;

  for (gsize i = 0; poor && i < lsc_notices_get_count (self->data->notices); i++)
    {
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (self->data->notices, i);

      if (notice->severity == LSC_SEVERITY_NOTE)
        continue;
      text = g_strdup_printf (
          "%s %s", notice->what,
          lsc_notice_get_window_remedy (notice) ? lsc_notice_get_window_remedy (notice) : "");
      break;
    }
  if (poor && !text)
    text = g_strdup (self->data->n_forward_calls == 0
                         ? _ ("No module calls were recorded, so ops are shown outside modules.")
                         : _ ("No device time is assigned to modules: ops were not recorded, or "
                              "not linked to device events."));
  gtk_label_set_label (self->info_label, text ? text : "");
  gtk_info_bar_set_revealed (self->info, text != NULL);
}

/** _lsc_modules_update_texts: fills the line above the table and the bar that warns */
void
_lsc_modules_update_texts (LscModulesPage *self)
{
  update_main (self);
  update_summary (self);
  update_info (self);
}

/* @about: (nullable): tool tip of the label; @value is taken, and there is no row without one;
 * @exact: (nullable): taken, @value with all its digits */
static void
add_detail (GPtrArray *rows, const char *label, const char *about, char *value, char *exact)
{
  g_autofree char *all_digits = exact;
  char **row;

  if (!value)
    return;
  row = g_new0 (char *, LSC_DETAIL_N + 1);
  row[LSC_DETAIL_LABEL] = g_strdup (label);
  row[LSC_DETAIL_VALUE] = value;
  row[LSC_DETAIL_ACTION] = g_strdup ("");
  row[LSC_DETAIL_ABOUT] = g_strdup (about ? about : "");
  row[LSC_DETAIL_EXACT] = all_digits ? g_steal_pointer (&all_digits) : g_strdup ("");
  g_ptr_array_add (rows, row);
}

/* Of a kernel what counts places is the place itself. */
static const char *
get_title (LscTree *tree, guint32 node, LscTreeColumn column)
{
  if (lsc_tree_get_kind (tree, node) == LSC_NODE_KERNEL && column == LSC_TREE_STREAMS)
    return _ ("Stream");
  if (lsc_tree_get_kind (tree, node) == LSC_NODE_KERNEL && column == LSC_TREE_DEVICES)
    return _ ("Device");
  return _ (lsc_tree_column (column)->title);
}

/* A figure with as many digits as a table has. (transfer full) */
static char *
say_short (LscModulesPage *self, guint32 node, LscTreeColumn column)
{
  const LscColumn *about = lsc_tree_column (column);
  LscValue value = lsc_tree_value (self->tree, node, column);

  if (about->unit == LSC_UNIT_SHARE)
    return lsc_format_share (value.real);
  if (about->unit != LSC_UNIT_NS)
    return g_strdup_printf ("%.4g", value.real);
  return lsc_format_duration (
      value.type == LSC_TYPE_REAL ? (gint64) llround (value.real) : value.integer, self->unit);
}

static void
add_figure (LscModulesPage *self, GPtrArray *rows, guint32 node, LscTreeColumn column)
{
  const LscColumn *about = lsc_tree_column (column);
  const char *title = get_title (self->tree, node, column);
  char *exact = _lsc_modules_exact_text (self->tree, node, column);
  gboolean is_long = exact && (about->unit == LSC_UNIT_NS || about->unit == LSC_UNIT_SHARE ||
                               column == LSC_TREE_BACKWARD_RATIO);

  if (is_long)
    add_detail (rows, title, about->about ? _ (about->about) : NULL, say_short (self, node, column),
                exact);
  else
    add_detail (rows, title, about->about ? _ (about->about) : NULL, exact, NULL);
}

/** A node whose figures are to be computed. */
typedef struct
{
  LscTree *tree;
  guint32 node;
} Details;

static void
details_free (gpointer data)
{
  Details *work = data;

  lsc_tree_unref (work->tree);
  g_free (work);
}

static gpointer
run_details (gpointer data, LscJob *job, GError **error)
{
  Details *work = data;

  lsc_tree_prepare_node (work->tree, work->node);
  return NULL;
}

static void
on_detailed (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscModulesPage *self = owner;

  if (self->tree)
    _lsc_modules_queue_announce (self);
}

/* Figures of a large node that are still to be computed: the selection is told again with them. */
static void
start_details (LscModulesPage *self, guint32 node)
{
  Details *work;

  if (self->detailing)
    return; /* asked for again when that one is done */
  work = g_new (Details, 1);
  *work = (Details){ lsc_tree_ref (self->tree), node };
  lsc_task_start (self, &self->detailing,
                  &(LscTaskWork){ .name = "modules: details",
                                  .run = run_details,
                                  .data = work,
                                  .free_data = details_free,
                                  .done = on_detailed });
}

/**
 * _lsc_modules_get_details:
 *
 * Figures of a large node that take long are left out at first; once a thread has computed them
 * "selection-changed" is emitted again.
 *
 * Returns: (transfer full) (element-type GStrv): a label and a value each for the selected row,
 *   every figure that is known, the one with all digits as fifth text; empty without a selection
 */
GPtrArray *
_lsc_modules_get_details (LscAppPage *page)
{
  LscModulesPage *self = LSC_MODULES_PAGE (page);
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  guint32 node = lsc_modules_page_get_selected (self);
  gboolean is_complete = TRUE;

  if (!self->tree || node == LSC_INDEX_NONE)
    return rows;
  for (guint i = 0; i < LSC_TREE_N_COLUMNS; i++)
    {
      g_autofree char *path = i == LSC_TREE_NAME ? lsc_tree_get_path (self->tree, node) : NULL;

      if (path)
        add_detail (rows, _ ("Path"), NULL, lsc_visible_line (path), NULL);
      else if (!lsc_tree_has_column (self->tree, (LscTreeColumn) i))
        continue;
      else if (!lsc_tree_is_quick (self->tree, node, (LscTreeColumn) i))
        is_complete = FALSE;
      else
        add_figure (self, rows, node, (LscTreeColumn) i);
    }
  if (!is_complete)
    start_details (self, node);
  return rows;
}
