/* lsc-tree-view.c - where calls, ops and kernels stand in each of the six views
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-tree-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-array.h"
#include "base/lsc-hash.h"

#define CHECK_EVERY 4096

typedef struct
{
  LscTreeDraft *draft;
  LscTree *tree;
  const LscModuleData *data;
  LscAncestry *ancestry;
  guint32 *call_key;  /* what tells siblings of equal name apart, by call */
  guint32 *call_name; /* name of the node, by call */
  guint8
      *shown_call; /* (nullable): by call, whether it has a device event; %NULL = all are shown */
  guint32 outside;
  guint32 groups[3];
  guint32 unlinked;
} Placer;

static guint32
add_text (LscTree *self, const char *text)
{
  return lsc_intern_add (self->texts, text) | LSC_TREE_TEXT_BIT;
}

/* The name of a node that the program chooses. Names are phrases in the pool of texts, and so no
 * name of a module is ever one. */
static guint32
add_phrase (LscTree *self, const LscPhrase *phrase)
{
  guint32 id = lsc_intern_add (self->texts, lsc_phrase_as_argument (phrase));

  if (!g_hash_table_contains (self->says, GUINT_TO_POINTER (id)))
    {
      LscTreeSaying saying = _lsc_tree_saying_new (phrase);

      g_hash_table_insert (self->says, GUINT_TO_POINTER (id), g_memdup2 (&saying, sizeof saying));
    }
  return id | LSC_TREE_TEXT_BIT;
}

static guint32
add_message (LscTree *self, const char *message)
{
  g_autoptr (LscPhrase) phrase = lsc_phrase_new_text (message);

  return add_phrase (self, phrase);
}

static const char *
get_text (const LscTree *self, guint32 name)
{
  if (name != LSC_STRING_NONE && (name & LSC_TREE_TEXT_BIT))
    return lsc_intern_text (self->texts, name & ~LSC_TREE_TEXT_BIT);
  return lsc_module_data_text (self->data, name);
}

static gboolean
is_instance (const LscTree *tree, guint32 call)
{
  return tree->call_instance[call] == call;
}

/* -- Names and keys of calls ---------------------------------------------------------------------
 */

/* How often siblings of one name occur in one phase under one call. */
typedef struct
{
  guint64 key;
  guint32 n_forward;
  guint32 n_recompute;
} Siblings;

static inline guint64
hash_siblings (const Siblings *siblings)
{
  return lsc_hash_mix (0, siblings->key);
}

static inline gboolean
is_same (const Siblings *a, const Siblings *b)
{
  return a->key == b->key;
}

LSC_DEFINE_ARRAY (SiblingsList, siblings_list, Siblings)
LSC_DEFINE_HASH (index, Siblings, hash_siblings, is_same)

typedef struct
{
  SiblingsList all;
  LscHash index;
} SiblingsTable;

static void
siblings_table_clear (SiblingsTable *self)
{
  siblings_list_clear (&self->all);
  lsc_hash_clear (&self->index);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SiblingsTable, siblings_table_clear)

/* Valid until the next is asked for. */
static Siblings *
get_siblings (SiblingsTable *table, guint32 parent, guint32 name)
{
  Siblings key = { .key = (guint64) parent << 32 | name };
  guint32 found = index_put (&table->index, table->all.items, &key, (guint32) table->all.n);

  if (found == table->all.n)
    siblings_list_append (&table->all, key);
  return &table->all.items[found];
}

static guint32
make_ordinal_name (Placer *self, const Siblings *siblings, gboolean recompute, guint32 at,
                   guint32 name)
{
  guint32 n = recompute ? siblings->n_recompute : siblings->n_forward;
  g_autofree char *text = NULL;

  if (recompute && siblings->n_recompute == siblings->n_forward)
    at = n - 1 - at; /* the backward pass runs them from the last to the first */
  else if (recompute && siblings->n_forward > 0)
    return name;
  if (n < 2)
    return name;
  text = g_strdup_printf ("%s [%u]", get_text (self->tree, name), at);
  return add_text (self->tree, text);
}

/* Ranges of the call stack carry the number of their module object. Others are told apart by their
 * position among siblings of the same name in one call of their parent: layer 0 against layer 31.
 */
static void
name_instances (Placer *self, const guint8 *call_phase)
{
  const LscCalls *calls = &self->data->calls;
  g_auto (SiblingsTable) table = { 0 };
  g_autofree guint32 *position = g_new0 (guint32, MAX (calls->n, 1));

  for (guint32 c = 0; c < calls->n; c++)
    if (is_instance (self->tree, c))
      {
        Siblings *siblings =
            get_siblings (&table, self->tree->call_parent[c], calls->items[c].name);

        position[c] =
            call_phase[c] == LSC_PHASE_RECOMPUTE ? siblings->n_recompute++ : siblings->n_forward++;
      }
  for (guint32 c = 0; c < calls->n; c++)
    {
      const LscCall *call = &calls->items[c];

      if (!is_instance (self->tree, c))
        continue;
      if (call->number != LSC_INDEX_NONE)
        {
          g_autofree char *text =
              g_strdup_printf ("%s_%u", get_text (self->tree, self->call_name[c]), call->number);

          self->call_name[c] = add_text (self->tree, text);
        }
      else if (self->tree->call_parent[c] != LSC_INDEX_NONE)
        self->call_name[c] = make_ordinal_name (
            self, get_siblings (&table, self->tree->call_parent[c], call->name),
            call_phase[c] == LSC_PHASE_RECOMPUTE, position[c], self->call_name[c]);
    }
}

/* The key of a variant: the sequence of names of the ops that the call owns itself
 * (modules.md#position). */
static void
find_sequences (Placer *self)
{
  const LscModuleData *data = self->data;
  g_autoptr (LscIntern) sequences = lsc_intern_new ();
  g_autofree guint32 *begin = g_new0 (guint32, data->calls.n + 2);
  g_autofree guint32 *names = g_new (guint32, MAX (data->ops.n, 1));

  for (gsize i = 0; i < data->ops.n; i++)
    if (data->ops.items[i].call < data->calls.n)
      /* Two further, not one: filling then leaves begin[c] and begin[c + 1] around the names of c.
       */
      begin[data->ops.items[i].call + 2]++;
  for (gsize c = 0; c < data->calls.n; c++)
    begin[c + 2] += begin[c + 1];
  for (gsize i = 0; i < data->ops.n; i++)
    if (data->ops.items[i].call < data->calls.n)
      names[begin[data->ops.items[i].call + 1]++] =
          data->run->ops.items[data->ops.items[i].op].name;
  for (gsize c = 0; c < data->calls.n; c++)
    self->call_key[c] = lsc_intern_add_bytes (sequences, (const char *) (names + begin[c]),
                                              (begin[c + 1] - begin[c]) * sizeof (guint32));
}

/* Numbers the variants of equally named siblings once all are known. */
static void
name_variants (Placer *self)
{
  LscDraftNodes *nodes = &self->draft->nodes;
  g_auto (SiblingsTable) table = { 0 };

  /* first all are counted: where there is one only, it has no number */
  for (gsize i = 1; i < nodes->n; i++)
    if (nodes->items[i].kind == LSC_NODE_MODULE)
      nodes->items[i].variants =
          ++get_siblings (&table, nodes->items[i].parent, nodes->items[i].name)->n_forward;
  for (gsize i = 1; i < nodes->n; i++)
    {
      LscDraftNode *node = &nodes->items[i];
      g_autoptr (LscPhrase) phrase = NULL;

      if (node->kind != LSC_NODE_MODULE ||
          get_siblings (&table, node->parent, node->name)->n_forward < 2)
        continue;
      phrase = lsc_phrase_new (N_ ("%s · variant %u"), get_text (self->tree, node->name),
                               node->variants);
      node->name = add_phrase (self->tree, phrase);
    }
}

/* Names of modules in the view by op are no longer than about this. */
#define MOST_PATH_BYTES 1000
#define KEPT_PATH_BYTES 200

/* A path, or its beginning and a number where it is so long that the paths of all calls would not
 * fit into memory: no two paths read alike. */
static char *
join_path (Placer *self, guint32 above, guint32 name)
{
  const char *text = get_text (self->tree, above);
  gsize kept = KEPT_PATH_BYTES;

  if (strlen (text) <= MOST_PATH_BYTES)
    return g_strconcat (text, "/", get_text (self->tree, name), NULL);
  /* not within a character of several bytes */
  while (kept > 0 && (text[kept] & 0xc0) == 0x80)
    kept--;
  return g_strdup_printf ("%.*s…%u/%s", (int) kept, text, above, get_text (self->tree, name));
}

/* In the view by op a module is one row, named by its whole path. */
static void
name_paths (Placer *self)
{
  const LscCalls *calls = &self->data->calls;

  for (guint32 c = 0; c < calls->n; c++)
    if (is_instance (self->tree, c) && self->tree->call_parent[c] != LSC_INDEX_NONE)
      {
        guint32 above = self->call_name[self->tree->call_parent[c]];
        g_autofree char *text = join_path (self, above, self->call_name[c]);

        self->call_name[c] = add_text (self->tree, text);
      }
}

static gboolean
place_calls (Placer *self, LscJob *job, GError **error)
{
  LscTreeDraft *draft = self->draft;
  const LscCalls *calls = &self->data->calls;
  LscTreeView view = self->tree->view;

  for (guint32 c = 0; c < calls->n; c++)
    {
      guint32 parent = self->tree->call_parent[c];
      gint64 first_ns = calls->items[c].start_ns;

      draft->call_node[c] = LSC_INDEX_NONE;
      if (c % CHECK_EVERY == 0 && !lsc_job_check (job, error))
        return FALSE;
      if (!is_instance (self->tree, c) || view == LSC_TREE_BY_OP ||
          (self->shown_call && !self->shown_call[c]))
        continue;
      parent = parent == LSC_INDEX_NONE || view == LSC_TREE_BY_CLASS ? LSC_TREE_ROOT
                                                                     : draft->call_node[parent];
      /* The call around this one is not shown; this one is all the same. */
      if (parent == LSC_INDEX_NONE)
        parent = LSC_TREE_ROOT;
      if (view == LSC_TREE_BY_CALL)
        draft->call_node[c] = _lsc_draft_add (draft, parent, LSC_NODE_MODULE, LSC_PHASE_NONE,
                                              self->call_name[c], first_ns);
      else
        draft->call_node[c] = _lsc_draft_get (draft, parent, LSC_NODE_MODULE, LSC_PHASE_NONE,
                                              self->call_name[c], self->call_key[c], first_ns);
    }
  return TRUE;
}

/* -- Groups --------------------------------------------------------------------------------------
 */

static guint32
get_group (Placer *self, guint32 *id, guint32 parent, const char *name, guint8 last)
{
  if (*id == LSC_INDEX_NONE)
    {
      *id = _lsc_draft_add (self->draft, parent, LSC_NODE_REMAINDER, LSC_PHASE_NONE,
                            add_message (self->tree, name), G_MAXINT64);
      self->draft->nodes.items[*id].last = last;
    }
  return *id;
}

static const char *
get_outside_name (LscOutside group)
{
  switch (group)
    {
    case LSC_OUTSIDE_OPTIMIZER:
      return N_ ("Optimizer");
    case LSC_OUTSIDE_GRADIENT:
      return N_ ("Gradient accumulation and hooks");
    default:
      return N_ ("Loss and other ops");
    }
}

static guint32
get_outside_group (Placer *self, LscOutside group)
{
  guint32 outside = get_group (self, &self->outside, LSC_TREE_ROOT, N_ ("Outside modules"), 1);

  return get_group (self, &self->groups[group], outside, get_outside_name (group), (guint8) group);
}

/* -- Ops and kernels -----------------------------------------------------------------------------
 */

static void
place_kernels (Placer *self, guint32 op_node, LscPhase phase, gsize i)
{
  const LscOpCall *op_call = &self->data->ops.items[i];
  const LscRun *run = self->data->run;
  gboolean each = self->tree->view == LSC_TREE_BY_CALL;

  for (guint32 k = 0; k < op_call->n_kernels; k++)
    {
      guint32 slot = op_call->first_kernel + k;
      const LscKernel *kernel = _lsc_tree_slot_kernel (self->tree, slot);
      guint32 node;

      self->draft->slot_leaf[slot] = LSC_INDEX_NONE;
      if (!_lsc_tree_shows_slot (self->tree, slot))
        continue;
      if (each && op_call->n_kernels > 1 && kernel->kernel_class == LSC_KERNEL_COMPUTE &&
          kernel->detail < run->kernel_details.n)
        {
          /* One task id with several device rows is one launch replayed (graph). */
          gint64 task = run->kernel_details.items[kernel->detail].global_task_id;
          gsize n_before = self->draft->nodes.n;

          node = _lsc_draft_get (self->draft, op_node, LSC_NODE_KERNEL, phase, kernel->name,
                                 (guint32) (task ^ task >> 32), kernel->start_ns);
          if (node < n_before)
            self->draft->nodes.items[node].flags |= LSC_TREE_NODE_REPLAY;
        }
      else if (each)
        node = _lsc_draft_add (self->draft, op_node, LSC_NODE_KERNEL, phase, kernel->name,
                               kernel->start_ns);
      else
        node = _lsc_draft_get (self->draft, op_node, LSC_NODE_KERNEL, phase, kernel->name,
                               LSC_INDEX_NONE, kernel->start_ns);
      self->draft->slot_leaf[slot] = node;
      self->tree->slot_op[slot] = (guint32) i;
    }
}

/* Counts one op call on a node and the groups and phases above it. */
static void
count_call (LscTreeDraft *draft, guint32 node)
{
  draft->nodes.items[node].calls++;
  for (node = draft->nodes.items[node].parent;
       node != LSC_TREE_ROOT && (draft->nodes.items[node].kind == LSC_NODE_PHASE ||
                                 draft->nodes.items[node].kind == LSC_NODE_REMAINDER);
       node = draft->nodes.items[node].parent)
    draft->nodes.items[node].calls++;
}

/* Beside the modules inside, so that it is not taken for the whole module's pass. */
static const char *
get_own_title (LscPhase phase)
{
  switch (phase)
    {
    case LSC_PHASE_FORWARD:
      return N_ ("Own ops, forward");
    case LSC_PHASE_BACKWARD:
      return N_ ("Own ops, backward");
    case LSC_PHASE_RECOMPUTE:
      return N_ ("Own ops, recompute");
    default:
      return N_ ("Own ops");
    }
}

static void
place_op_under (Placer *self, guint32 above, gsize i)
{
  const LscOp *op = &self->data->run->ops.items[self->data->ops.items[i].op];
  LscPhase phase = self->tree->op_phase[i];
  guint32 node;

  above = _lsc_draft_get (self->draft, above, LSC_NODE_PHASE, phase,
                          add_message (self->tree, get_own_title (phase)), LSC_INDEX_NONE,
                          op->start_ns);
  if (self->tree->view == LSC_TREE_BY_CALL)
    node = _lsc_draft_add (self->draft, above, LSC_NODE_OP, phase, op->name, op->start_ns);
  else
    node = _lsc_draft_get (self->draft, above, LSC_NODE_OP, phase, op->name, LSC_INDEX_NONE,
                           op->start_ns);
  count_call (self->draft, node);
  place_kernels (self, node, phase, i);
}

static void
place_op_on_top (Placer *self, guint32 instance, gsize i)
{
  const LscOp *op = &self->data->run->ops.items[self->data->ops.items[i].op];
  LscTreeDraft *draft = self->draft;
  guint32 node = _lsc_draft_get (draft, LSC_TREE_ROOT, LSC_NODE_OP, LSC_PHASE_NONE, op->name,
                                 LSC_INDEX_NONE, op->start_ns);
  guint32 name;
  LscNodeKind kind = LSC_NODE_MODULE;

  draft->nodes.items[node].calls++;
  if (instance != LSC_INDEX_NONE)
    name = self->call_name[instance];
  else
    {
      g_autoptr (LscPhrase) group =
          lsc_phrase_new_text (get_outside_name (_lsc_ancestry_find_group (self->ancestry, op)));
      g_autoptr (LscPhrase) phrase =
          lsc_phrase_new (N_ ("Outside modules: %s"), lsc_phrase_as_argument (group));

      name = add_phrase (self->tree, phrase);
      kind = LSC_NODE_REMAINDER;
    }
  node = _lsc_draft_get (draft, node, kind, LSC_PHASE_NONE, name, LSC_INDEX_NONE, op->start_ns);
  draft->nodes.items[node].calls++;
  place_kernels (self, node, (LscPhase) self->tree->op_phase[i], i);
}

static guint32
get_instance (const Placer *self, gsize i)
{
  guint32 call = self->data->ops.items[i].call;

  return call < self->data->calls.n ? self->tree->call_instance[call] : LSC_INDEX_NONE;
}

static gboolean
shows_op (const Placer *self, gsize i)
{
  const LscOpCall *op = &self->data->ops.items[i];

  for (guint32 k = 0; k < op->n_kernels; k++)
    {
      if (_lsc_tree_shows_slot (self->tree, op->first_kernel + k))
        return TRUE;
      self->draft->slot_leaf[op->first_kernel + k] = LSC_INDEX_NONE;
    }
  return FALSE;
}

static gboolean
place_ops (Placer *self, LscJob *job, GError **error)
{
  for (gsize i = 0; i < self->data->ops.n; i++)
    {
      guint32 instance = get_instance (self, i);
      const LscOp *op = &self->data->run->ops.items[self->data->ops.items[i].op];

      if (i % CHECK_EVERY == 0 && !lsc_job_check (job, error))
        return FALSE;
      if (!shows_op (self, i))
        continue;
      if (self->tree->view == LSC_TREE_BY_OP)
        place_op_on_top (self, instance, i);
      else if (instance != LSC_INDEX_NONE && self->draft->call_node[instance] != LSC_INDEX_NONE)
        place_op_under (self, self->draft->call_node[instance], i);
      else
        place_op_under (self,
                        get_outside_group (self, _lsc_ancestry_find_group (self->ancestry, op)), i);
    }
  return TRUE;
}

static gboolean
place_unlinked (Placer *self, LscJob *job, GError **error)
{
  const LscIndexes *unlinked = &self->data->unlinked;

  for (gsize i = 0; i < unlinked->n; i++)
    {
      const LscKernel *kernel = &self->data->run->kernels.items[unlinked->items[i]];
      guint32 slot = (guint32) (self->data->kernels.n + i);
      guint32 group;

      if (i % CHECK_EVERY == 0 && !lsc_job_check (job, error))
        return FALSE;
      self->tree->slot_op[slot] = LSC_INDEX_NONE;
      self->draft->slot_leaf[slot] = LSC_INDEX_NONE;
      if (!_lsc_tree_shows_slot (self->tree, slot))
        continue;
      group = get_group (self, &self->unlinked, LSC_TREE_ROOT, N_ ("No framework op"), 2);
      self->draft->slot_leaf[slot] =
          self->tree->view == LSC_TREE_BY_CALL
              ? _lsc_draft_add (self->draft, group, LSC_NODE_KERNEL, LSC_PHASE_OTHER, kernel->name,
                                kernel->start_ns)
              : _lsc_draft_get (self->draft, group, LSC_NODE_KERNEL, LSC_PHASE_OTHER, kernel->name,
                                kernel->kernel_class, kernel->start_ns);
      self->draft->nodes.items[group].calls++;
    }
  return TRUE;
}

static void
add_module_total (Placer *self)
{
  const LscModuleData *data = self->data;

  for (gsize i = 0; i < data->ops.n; i++)
    if (get_instance (self, i) != LSC_INDEX_NONE)
      for (guint32 k = 0; k < data->ops.items[i].n_kernels; k++)
        {
          guint32 slot = data->ops.items[i].first_kernel + k;
          const LscKernel *kernel = _lsc_tree_slot_kernel (self->tree, slot);

          if (_lsc_tree_shows_slot (self->tree, slot) &&
              kernel->kernel_class != LSC_KERNEL_SCHEDULE)
            self->tree->module_total_ns += kernel->end_ns - kernel->start_ns;
        }
}

static void
prepare_calls (Placer *self, guint8 *call_phase)
{
  const LscModuleData *data = self->data;

  _lsc_tree_find_instances (self->tree, call_phase);
  _lsc_tree_find_phases (self->tree, call_phase, self->ancestry);
  for (gsize c = 0; c < data->calls.n; c++)
    {
      guint32 name = data->calls.items[c].name;

      if (name != LSC_STRING_NONE && (name & LSC_TREE_TEXT_BIT)) /* a name of the data's own */
        name = add_text (self->tree, lsc_module_data_text (data, name));
      self->call_name[c] = name;
      self->call_key[c] = LSC_INDEX_NONE;
    }
  if (self->tree->view == LSC_TREE_BY_INSTANCE)
    name_instances (self, call_phase);
  else if (self->tree->view == LSC_TREE_BY_VARIANT)
    find_sequences (self);
  else if (self->tree->view == LSC_TREE_BY_OP)
    name_paths (self);
}

/* Of a range, only modules with something in it: the others say nothing about it. */
static guint8 *
find_shown_calls (Placer *self)
{
  guint8 *shown;

  if (!self->tree->has_range)
    return NULL;
  shown = g_malloc0 (MAX (self->data->calls.n, 1));
  for (gsize i = 0; i < self->data->ops.n; i++)
    if (shows_op (self, i))
      for (guint32 c = get_instance (self, i); c != LSC_INDEX_NONE && !shown[c];
           c = self->tree->call_parent[c])
        shown[c] = 1;
  return shown;
}

static LscPhrase *
make_label (const LscRun *run)
{
  g_autofree char *name = NULL;

  if (run->rank >= 0)
    return lsc_phrase_new (N_ ("Rank %" PRId64), run->rank);
  name = lsc_run_get_label (run);
  return lsc_phrase_new_verbatim (name);
}

/**
 * _lsc_tree_place:
 * @draft: an empty draft
 *
 * Puts every call, op and kernel of the data under its node of the tree's view. Every device event
 * comes under exactly one leaf for each op that launched it, so sums close.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
_lsc_tree_place (LscTreeDraft *draft, LscJob *job, GError **error)
{
  LscTree *tree = draft->tree;
  gsize n_calls = MAX (tree->data->calls.n, 1);
  g_autoptr (LscAncestry) ancestry = _lsc_ancestry_new (tree->data->run);
  g_autofree guint8 *call_phase = g_new0 (guint8, n_calls);
  g_autofree guint32 *call_key = g_new (guint32, n_calls);
  g_autofree guint32 *call_name = g_new (guint32, n_calls);
  g_autofree guint8 *shown_call = NULL;
  g_autoptr (LscPhrase) label = make_label (tree->data->run);
  Placer self = { .draft = draft,
                  .tree = tree,
                  .data = tree->data,
                  .ancestry = ancestry,
                  .call_key = call_key,
                  .call_name = call_name,
                  .outside = LSC_INDEX_NONE,
                  .groups = { LSC_INDEX_NONE, LSC_INDEX_NONE, LSC_INDEX_NONE },
                  .unlinked = LSC_INDEX_NONE };

  prepare_calls (&self, call_phase);
  self.shown_call = shown_call = find_shown_calls (&self);
  _lsc_draft_add (draft, LSC_INDEX_NONE, LSC_NODE_RANK, LSC_PHASE_NONE, add_phrase (tree, label),
                  0);
  draft->nodes.items[0].calls = 1;
  if (!place_calls (&self, job, error) || !place_ops (&self, job, error) ||
      !place_unlinked (&self, job, error))
    return FALSE;
  if (tree->view == LSC_TREE_BY_VARIANT)
    name_variants (&self);
  add_module_total (&self);
  return TRUE;
}
