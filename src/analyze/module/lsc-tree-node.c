/* lsc-tree-node.c - the kernels of a node, and what the program calls nodes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-tree-private.h"
#include "base/lsc-sort.h"
#include <glib/gi18n-lib.h>
#include <string.h>

const LscKernel *
_lsc_tree_slot_kernel (const LscTree *self, guint32 slot)
{
  const LscModuleData *data = self->data;
  guint32 kernel = slot < data->kernels.n ? data->kernels.items[slot]
                                          : data->unlinked.items[slot - data->kernels.n];

  return &data->run->kernels.items[kernel];
}

/** Returns: how many slots the data has; those that the tree leaves out have no place in it. */
gsize
_lsc_tree_count_slots (const LscTree *self)
{
  return self->data->kernels.n + self->data->unlinked.n;
}

/** Returns: whether the slot belongs to the tree, which may be that of a range */
gboolean
_lsc_tree_shows_slot (const LscTree *self, guint32 slot)
{
  gint64 start_ns;

  if (!self->has_range)
    return TRUE;
  start_ns = _lsc_tree_slot_kernel (self, slot)->start_ns;
  return start_ns >= self->range.begin_ns && start_ns < self->range.end_ns;
}

const LscKernel *
_lsc_tree_kernel_at (const LscTree *self, gsize place)
{
  return _lsc_tree_slot_kernel (self, self->slots[place]);
}

/**
 * _lsc_tree_node_flops:
 *
 * Returns: (transfer none): the @n kernels of the node that carry FLOPs
 */
const LscTreeFlops *
_lsc_tree_node_flops (const LscTree *self, const LscTreeNode *node, gsize *n)
{
  const LscTreeFlops *flops = self->flops.items;
  guint32 slot_end = node->slot_begin + node->n_slots;
  gsize begin = LSC_BISECT (i, 0, self->flops.n, flops[i].place < node->slot_begin);

  *n = LSC_BISECT (i, begin, self->flops.n, flops[i].place < slot_end) - begin;
  return flops + begin;
}

/* ---- names ------------------------------------------------------------------------------------
 */

/** Returns: a phrase in both forms, which live as long as the program: few of them differ. */
LscTreeSaying
_lsc_tree_saying_new (const LscPhrase *phrase)
{
  g_autofree char *plain = lsc_phrase_to_plain (phrase);
  g_autofree char *words = lsc_phrase_to_words (phrase);

  return (LscTreeSaying){ .phrase = g_intern_string ((const char *) phrase),
                          .plain = g_intern_string (plain),
                          .words = g_intern_string (words) };
}

/** Returns: (nullable): what the program calls a node; %NULL for a name of the recording */
const LscTreeSaying *
_lsc_tree_find_saying (const LscTree *self, guint32 node)
{
  guint32 name = self->nodes.items[node].name, id = name & ~LSC_TREE_TEXT_BIT;

  if (name == LSC_STRING_NONE || !(name & LSC_TREE_TEXT_BIT) ||
      !lsc_phrase_is_argument (lsc_intern_text (self->texts, id)))
    return NULL;
  return g_hash_table_lookup (self->says, GUINT_TO_POINTER (id));
}

/** Returns: the untranslated name of a node */
const char *
_lsc_tree_plain_name (const LscTree *self, guint32 node)
{
  guint32 name = self->nodes.items[node].name;
  const LscTreeSaying *saying = _lsc_tree_find_saying (self, node);

  if (saying)
    return saying->plain;
  if (name == LSC_STRING_NONE)
    return N_ ("<unnamed>");
  if (name & LSC_TREE_TEXT_BIT)
    return lsc_intern_text (self->texts, name & ~LSC_TREE_TEXT_BIT);
  return lsc_run_text (self->data->run, name);
}

/* ---- names of views, kinds and phases ---- */

static const char *const view_names[LSC_TREE_N_VIEWS] = {
  "path", "call", "variant", "instance", "class", "op",
};

static const char *const view_titles[LSC_TREE_N_VIEWS] = {
  N_ ("By path"),          N_ ("By call"),  N_ ("By variant"),
  N_ ("By instance name"), N_ ("By class"), N_ ("By op and kernel"),
};

static const char *const kind_names[] = {
  "root", "rank", "phase", "group", "module", "op", "kernel",
};

static const char *const phase_names[] = { "", "forward", "backward", "recompute", "other" };

static const char *const phase_titles[] = {
  "", N_ ("Forward"), N_ ("Backward"), N_ ("Recompute"), N_ ("Other"),
};

/* What rows that are no module, op or kernel hold. */
static const struct
{
  const char *name; /* as lsc-tree-view.c gives it */
  const char *about;
} groups[] = {
  { "Outside modules", N_ ("What ran outside every recorded module call, by the ops around it.") },
  { "Optimizer", N_ ("What ran inside the optimizer's step, outside modules.") },
  { "Gradient accumulation and hooks",
    N_ ("What autograd ran outside modules: sums of gradients and hooks, such as all-reduces.") },
  { "Loss and other ops", N_ ("The rest of what ran outside modules, such as the loss.") },
  { "No framework op",
    N_ ("Device events that no framework op launched, or whose launch was not recorded.") },
  { "Own ops", N_ ("Ops that the module calls itself, not through a module inside.") },
  { "Own ops, forward",
    N_ ("Ops of the forward pass that the module calls itself, not through a module inside.") },
  { "Own ops, backward",
    N_ ("Ops of the backward pass of the module itself, not of a module inside.") },
  { "Own ops, recompute",
    N_ ("Ops that the module itself runs again in the backward pass, without modules inside.") },
};

/**
 * lsc_tree_get_about:
 *
 * Returns: (transfer none) (nullable): one translated sentence about a row that groups others;
 *   %NULL for modules, ops and kernels
 */
const char *
lsc_tree_get_about (const LscTree *self, guint32 node)
{
  guint kind;
  const char *name;

  g_return_val_if_fail (self && node < self->nodes.n, NULL);
  kind = self->nodes.items[node].kind;
  name = _lsc_tree_plain_name (self, node);
  if (kind != LSC_NODE_REMAINDER && kind != LSC_NODE_PHASE)
    return NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    if (g_strcmp0 (groups[i].name, name) == 0)
      return _ (groups[i].about);
  return NULL;
}

/** lsc_tree_view_name: Returns: stable name: path, call, variant, instance, class, op */
const char *
lsc_tree_view_name (LscTreeView view)
{
  return view_names[view];
}

/** lsc_tree_view_title: Returns: name for people, untranslated */
const char *
lsc_tree_view_title (LscTreeView view)
{
  return view_titles[view];
}

gboolean
lsc_tree_view_from_name (const char *name, LscTreeView *view)
{
  g_return_val_if_fail (name && view, FALSE);
  for (guint i = 0; i < LSC_TREE_N_VIEWS; i++)
    if (strcmp (view_names[i], name) == 0)
      {
        *view = (LscTreeView) i;
        return TRUE;
      }
  return FALSE;
}

const char *
lsc_node_kind_name (LscNodeKind kind)
{
  return kind_names[kind];
}

/** lsc_phase_name: Returns: stable name, "" for none */
const char *
lsc_phase_name (LscPhase phase)
{
  return phase_names[phase];
}

/** lsc_phase_title: Returns: name for people, untranslated; "" for none */
const char *
lsc_phase_title (LscPhase phase)
{
  return phase_titles[phase];
}
