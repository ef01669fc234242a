/* lsc-modules-part.c - what of the recording the module tree shows: all, a step, a block
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/modules/lsc-modules-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/lsc-task.h"

#define ALL_STEPS 0 /* position in the drop-down; the steps follow */

static void
drop_data (LscModulesPage *self)
{
  lsc_release_in_thread (g_steal_pointer (&self->data), (GDestroyNotify) lsc_module_data_unref);
}

static void
hide_range (LscModulesPage *self)
{
  self->has_range = FALSE;
  gtk_info_bar_set_revealed (self->range_bar, FALSE);
}

static void
on_step_chosen (GtkDropDown *drop, GParamSpec *pspec, LscModulesPage *self)
{
  guint position = gtk_drop_down_get_selected (drop);
  const LscSteps *steps;

  if (!self->run || position == GTK_INVALID_LIST_POSITION)
    return;
  steps = &self->run->steps;
  self->has_step = position != ALL_STEPS && position - 1 < steps->n;
  self->step_id = self->has_step ? steps->items[position - 1].id : 0;
  hide_range (self);
  drop_data (self);
  _lsc_modules_reload (self);
  lsc_app_page_choose_step (LSC_APP_PAGE (self), self->has_step, self->step_id);
}

/** _lsc_modules_part_clear_range: shows what is around the range again; Returns: whether it was set
 */
gboolean
_lsc_modules_part_clear_range (LscModulesPage *self)
{
  if (!self->has_range)
    return FALSE;
  hide_range (self);
  _lsc_modules_reload (self);
  return TRUE;
}

static void
on_range_closed (LscModulesPage *self)
{
  LscSelection *selection = lsc_app_page_get_selection (LSC_APP_PAGE (self));

  (void) _lsc_modules_part_clear_range (self);
  if (self->is_narrowed_to_range && selection)
    lsc_selection_clear (selection, LSC_NARROW_RANGE);
}

/* Chooses without starting anything. */
static void
set_position (LscModulesPage *self, guint position)
{
  g_signal_handler_block (self->step_drop, self->step_chosen_id);
  gtk_drop_down_set_selected (self->step_drop, position);
  g_signal_handler_unblock (self->step_drop, self->step_chosen_id);
}

/** _lsc_modules_part_reset: offers the steps of the run; a step that it has, too, stays chosen */
void
_lsc_modules_part_reset (LscModulesPage *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  gsize n = self->run ? self->run->steps.n : 0;
  guint chosen = ALL_STEPS;
  g_autofree char *all = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Sum of %u Step", "Sum of %u Steps", n), (guint) n);

  /* the figures are sums: of how many steps is said where they are chosen */
  gtk_string_list_append (names, all);
  for (gsize i = 0; i < n; i++)
    {
      gint64 id = self->run->steps.items[i].id;
      g_autofree char *name = g_strdup_printf (_ ("Step %" PRId64), id);

      gtk_string_list_append (names, name);
      if (self->has_step && id == self->step_id)
        chosen = (guint) i + 1;
    }
  g_signal_handler_block (self->step_drop, self->step_chosen_id);
  gtk_drop_down_set_model (self->step_drop, G_LIST_MODEL (names));
  g_signal_handler_unblock (self->step_drop, self->step_chosen_id);
  set_position (self, chosen);
  self->has_step = chosen != ALL_STEPS;
  gtk_widget_set_visible (GTK_WIDGET (self->step_drop), n > 1);
  hide_range (self);
}

/**
 * lsc_modules_page_select_range:
 * @start_ns: device time, half-open
 *
 * Shows what starts in that range on the device ("modules in this block"), with the figures of
 * that alone. A bar above the table says so and takes it back. Steps do not matter to it.
 */
void
lsc_modules_page_select_range (LscModulesPage *self, gint64 start_ns, gint64 end_ns)
{
  g_autofree char *length = NULL;
  g_autofree char *text = NULL;

  g_return_if_fail (LSC_IS_MODULES_PAGE (self));
  length = lsc_format_duration (end_ns - start_ns, LSC_TIME_UNIT_AUTO);
  text = g_strdup_printf (_ ("All figures are those of the device events that start in the chosen "
                             "%s."),
                          length);
  if (self->has_step)
    drop_data (self);
  self->has_step = FALSE;
  set_position (self, ALL_STEPS);
  self->has_range = TRUE;
  self->range = (LscInterval){ start_ns, end_ns };
  gtk_label_set_label (self->range_label, text);
  gtk_info_bar_set_revealed (self->range_bar, TRUE);
  _lsc_modules_reload (self);
}

/** lsc_modules_page_select_step: Returns: whether there is a step of that id, which is then shown
 */
gboolean
lsc_modules_page_select_step (LscModulesPage *self, gint64 step_id)
{
  g_return_val_if_fail (LSC_IS_MODULES_PAGE (self), FALSE);
  for (gsize i = 0; self->run && i < self->run->steps.n; i++)
    if (self->run->steps.items[i].id == step_id)
      {
        gtk_drop_down_set_selected (self->step_drop, (guint) i + 1);
        return TRUE;
      }
  return FALSE;
}

/* ---- what all pages show ---- */

/* A range is more than the step that it is in. Returns whether it is what is shown */
static gboolean
take_range (LscModulesPage *self, LscSelection *selection, gboolean is_changed)
{
  LscSource *source = lsc_app_page_get_source (LSC_APP_PAGE (self))->source;
  gint64 begin_ns, end_ns;
  gboolean is_chosen = lsc_selection_get_range (selection, source, &begin_ns, &end_ns);

  if (is_changed && is_chosen)
    lsc_modules_page_select_range (self, begin_ns, end_ns);
  else if (is_changed && self->is_narrowed_to_range)
    (void) _lsc_modules_part_clear_range (self);
  if (is_changed)
    self->is_narrowed_to_range = is_chosen;
  return is_chosen && self->has_range && self->range.begin_ns == begin_ns &&
         self->range.end_ns == end_ns;
}

/* Returns whether that step is what is shown */
static gboolean
take_step (LscModulesPage *self, LscSelection *selection, gboolean is_changed)
{
  gint64 step;
  gboolean is_one = lsc_selection_get_step (selection, &step);
  gboolean is_found = FALSE;

  if (is_changed && is_one && !self->has_range && (!self->has_step || self->step_id != step))
    is_found = lsc_modules_page_select_step (self, step);
  if (is_changed && self->has_step && (!is_one || (!is_found && self->step_id != step)))
    {
      set_position (self, ALL_STEPS);
      self->has_step = FALSE;
      drop_data (self);
      _lsc_modules_reload (self);
    }
  return is_one && self->has_step && self->step_id == step;
}

/** _lsc_modules_part_take_selection: what is chosen for all pages */
guint
_lsc_modules_part_take_selection (LscAppPage *page, LscSelection *selection, guint changed)
{
  LscModulesPage *self = LSC_MODULES_PAGE (page);
  LscSource *source = lsc_app_page_get_source (page)->source;
  LscIndexes nodes = { 0 };
  guint followed = 0;

  if (take_range (self, selection, (changed & LSC_NARROW_RANGE) != 0))
    followed |= LSC_NARROW_RANGE;
  if (take_step (self, selection, (changed & (LSC_NARROW_STEP | LSC_NARROW_RANGE)) != 0))
    followed |= LSC_NARROW_STEP;
  if (source && lsc_selection_has_rank (selection, source->rank))
    followed |= LSC_NARROW_RANKS;
  if (changed & (LSC_NARROW_MODULE | LSC_NARROW_OP))
    _lsc_modules_search_filter (self);
  if (_lsc_modules_part_list (self, &nodes))
    followed |= LSC_NARROW_MODULE | LSC_NARROW_OP;
  lsc_indexes_clear (&nodes);
  return followed;
}

/* Names from the node up, parted by slashes, as far as @path goes. */
static gboolean
is_at_path (const LscTree *tree, guint32 node, const char *path)
{
  gsize left = strlen (path);

  for (; node != LSC_TREE_ROOT; node = lsc_tree_get_parent (tree, node))
    {
      const char *name = lsc_tree_get_name (tree, node);
      gsize n = strlen (name);

      if (lsc_tree_get_kind (tree, node) != LSC_NODE_MODULE || n > left ||
          strncmp (path + left - n, name, n) != 0)
        return FALSE;
      left -= n;
      if (left == 0)
        return TRUE;
      if (path[--left] != '/')
        return FALSE;
    }
  return FALSE;
}

static gboolean
is_chosen (LscModulesPage *self, guint32 node, const char *module, const char *op)
{
  return op ? strcmp (lsc_tree_get_name (self->tree, node), op) == 0
            : is_at_path (self->tree, node, module);
}

/**
 * _lsc_modules_part_list:
 * @nodes: (out): the topmost of what is chosen for all pages, rising
 *
 * Returns: %FALSE if all rows are to be shown: no names are chosen, or none that this tree has
 */
gboolean
_lsc_modules_part_list (LscModulesPage *self, LscIndexes *nodes)
{
  LscSelection *selection = lsc_app_page_get_selection (LSC_APP_PAGE (self));
  const char *module = selection ? lsc_selection_get_module (selection) : NULL;
  const char *op = selection ? lsc_selection_get_op (selection) : NULL;
  guint32 n = self->tree && (module || op) ? (guint32) lsc_tree_get_n_nodes (self->tree) : 0;
  guint32 end = module ? 0 : n; /* of the module that is chosen */

  for (guint32 i = 1; i < n; i++)
    {
      if (i >= end && module && is_at_path (self->tree, i, module))
        end = lsc_tree_get_subtree_end (self->tree, i);
      if (i >= end || !is_chosen (self, i, module, op))
        continue;
      lsc_indexes_append (nodes, i);
      i = lsc_tree_get_subtree_end (self->tree, i) - 1;
    }
  return nodes->n > 0;
}

static char *
make_path (const LscTree *tree, guint32 node)
{
  GString *path = g_string_new (lsc_tree_get_name (tree, node));

  for (node = lsc_tree_get_parent (tree, node);
       node != LSC_TREE_ROOT && lsc_tree_get_kind (tree, node) == LSC_NODE_MODULE;
       node = lsc_tree_get_parent (tree, node))
    {
      g_string_prepend_c (path, '/');
      g_string_prepend (path, lsc_tree_get_name (tree, node));
    }
  return g_string_free (path, FALSE);
}

/** _lsc_modules_part_narrow: all pages show the module of the selected row, or its name, alone */
void
_lsc_modules_part_narrow (LscModulesPage *self)
{
  LscSelection *selection = lsc_app_page_get_selection (LSC_APP_PAGE (self));
  guint32 node = lsc_tree_model_get_selected (self->model);
  LscNodeKind kind =
      self->tree && node != LSC_INDEX_NONE ? lsc_tree_get_kind (self->tree, node) : LSC_NODE_ROOT;
  g_autofree char *path = NULL;

  if (kind == LSC_NODE_MODULE)
    {
      path = make_path (self->tree, node);
      lsc_selection_set_module (selection, path);
    }
  else if (kind == LSC_NODE_OP || kind == LSC_NODE_KERNEL)
    lsc_selection_set_op (selection, lsc_tree_get_name (self->tree, node));
  else
    lsc_app_page_say (LSC_APP_PAGE (self), _ ("Not available: select a module, an op or a kernel"));
}

/* Preferences that change what belongs to a module, or its MFU. */
static void
on_analysis_setting (GSettings *settings, const char *key, LscModulesPage *self)
{
  if (strcmp (key, "chip") != 0 && strcmp (key, "peak-tflops") != 0 &&
      strcmp (key, "module-domains") != 0 && strcmp (key, "module-tolerance-us") != 0)
    return;
  drop_data (self);
  _lsc_modules_reload (self);
}

void
_lsc_modules_part_init (LscModulesPage *self)
{
  g_signal_connect_object (self->settings, "changed", G_CALLBACK (on_analysis_setting), self, 0);
  self->step_chosen_id =
      g_signal_connect (self->step_drop, "notify::selected", G_CALLBACK (on_step_chosen), self);
  g_signal_connect_swapped (self->range_bar, "response", G_CALLBACK (on_range_closed), self);
}
