/* lsc-module-groups.c - ops of module calls, grouped into the rows of the exported table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-module-groups.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-hash.h"
#include "base/lsc-sort.h"

/* modules.md#rows: every op in a call is a record; records of equal path, label, op, position in
 * the call, kernel list and op sequence of the call are one row. Example: two calls of L with ops
 * a, b and one with a, c: rows L_0 a (2 calls), L_0 b (2), L_1 a (1), L_1 c (1). */

/* Paths are as long as modules are deep: a hostile file could ask for gigabytes. */
#define MAX_PATH_BYTES ((gsize) 256 * 1024 * 1024)

typedef struct
{
  LscModuleGroups *self;
  LscModuleData *data;
  LscJob *job;

  /* for each call */
  guint32 *path;
  guint32 *label;
  guint32 *instance; /* the first call that counts as the same one */
  guint32 *position; /* next one in the instance */
  guint32 *sequence; /* node, then rank */

  LscNameLists *sequences;
  LscHash index; /* of the groups */
} Grouping;

static guint32
label_of (Grouping *g, GHashTable *known, guint32 name, gboolean is_backward)
{
  gint64 key = (gint64) name << 1 | is_backward;
  gpointer found = g_hash_table_lookup (known, &key);
  g_autofree char *text = NULL;
  guint32 label;

  if (found)
    return GPOINTER_TO_UINT (found) - 1;
  text = g_strconcat (is_backward ? "[Backward]" : "", lsc_module_data_text (g->data, name), NULL);
  label = lsc_intern_add (g->self->labels, text);
  g_hash_table_insert (known, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (label + 1));
  return label;
}

/* Path and label of every call (modules.md#path). */
static void
name_calls (Grouping *g)
{
  const LscCalls *calls = &g->data->calls;
  g_autofree guint32 *nodes = _lsc_path_of_calls (g->self->paths);
  g_autofree guint8 *backward = g_new0 (guint8, calls->n + 1);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (gsize i = 0; i < calls->n; i++)
    {
      const LscCall *call = &calls->items[i];

      backward[i] = call->kind != LSC_CALL_FORWARD;
      g->path[i] = LSC_TRIE_ROOT;
      if (call->parent != LSC_INDEX_NONE)
        {
          /* Calls stand behind those around them, so the parent is settled already. */
          backward[i] |= backward[call->parent];
          g->path[i] = _lsc_path_strip (g->self->paths, nodes[call->parent]);
        }
      g->label[i] = label_of (g, known, call->name, backward[i]);
    }
}

/* Calls of equal path, label and times are one instance (modules.md#position): they stand side by
 * side. */
static void
find_instances (Grouping *g)
{
  const LscCalls *calls = &g->data->calls;
  g_autoptr (LscTrie) keys = lsc_trie_new ();
  LscIndexes first = { 0 };
  gsize end;

  lsc_indexes_append (&first, LSC_INDEX_NONE);
  /* calls are sorted by start, then end: equal ones are neighbours */
  for (gsize begin = 0; begin < calls->n; begin = end)
    {
      for (end = begin + 1; end < calls->n &&
                            calls->items[end].start_ns == calls->items[begin].start_ns &&
                            calls->items[end].end_ns == calls->items[begin].end_ns;)
        end++;
      for (gsize i = begin; i < end; i++)
        {
          guint32 node;

          g->instance[i] = (guint32) i;
          if (end - begin == 1)
            continue;
          node = lsc_trie_add (keys, LSC_TRIE_ROOT, (guint32) begin);
          node = lsc_trie_add (keys, lsc_trie_add (keys, node, g->path[i]), g->label[i]);
          while (first.n < keys->nodes.n)
            lsc_indexes_append (&first, LSC_INDEX_NONE);
          if (first.items[node] == LSC_INDEX_NONE)
            first.items[node] = (guint32) i;
          g->instance[i] = first.items[node];
        }
    }
  lsc_indexes_clear (&first);
}

static gboolean
is_nameless (const Grouping *g, guint32 call)
{
  return g->path[call] == LSC_TRIE_ROOT &&
         *lsc_module_data_text (g->data, g->data->calls.items[call].name) == '\0';
}

/* The verbose list (modules.md#records). Ops are by (start, order) already, so counting by call
 * start is enough.
 */
static void
list_records (Grouping *g)
{
  const LscCalls *calls = &g->data->calls;
  const LscOpCalls *ops = &g->data->ops;
  g_autofree guint32 *rank = g_new (guint32, calls->n + 1);
  g_autofree guint32 *begin = g_new0 (guint32, calls->n + 2);

  for (gsize i = 0; i < calls->n; i++)
    rank[i] = i > 0 && calls->items[i].start_ns == calls->items[i - 1].start_ns ? rank[i - 1]
                                                                                : (guint32) i;
  for (gsize i = 0; i < ops->n; i++)
    if (ops->items[i].call != LSC_INDEX_NONE && !is_nameless (g, ops->items[i].call))
      begin[rank[ops->items[i].call] + 1]++;
  for (gsize i = 0; i < calls->n; i++)
    begin[i + 1] += begin[i];
  /* begin[] now says where the records of each start time begin; filling moves it on. */
  g->self->n_records = begin[calls->n];
  g->self->records = g_new (LscModuleRecord, g->self->n_records + 1);
  for (gsize i = 0; i < ops->n; i++)
    if (ops->items[i].call != LSC_INDEX_NONE && !is_nameless (g, ops->items[i].call))
      g->self->records[begin[rank[ops->items[i].call]]++].op = (guint32) i;
}

/* The op sequence of every instance, numbered by first appearance (modules.md#position). */
static void
find_sequences (Grouping *g)
{
  const LscOpCalls *ops = &g->data->ops;
  g_autofree guint32 *rank = NULL;
  guint32 n = 0;

  for (gsize i = 0; i < g->self->n_records; i++)
    {
      const LscOpCall *op = &ops->items[g->self->records[i].op];
      guint32 *node = &g->sequence[g->instance[op->call]];

      *node = _lsc_name_lists_append (g->sequences, *node, g->data->run->ops.items[op->op].name);
    }
  rank = g_new (guint32, g->sequences->trie->nodes.n);
  memset (rank, 0xff, g->sequences->trie->nodes.n * sizeof *rank);
  /* A node of the trie may be the beginning of a list only: those that are a whole one are counted.
   */
  for (gsize i = 0; i < g->self->n_records; i++)
    {
      guint32 *node = &rank[g->sequence[g->instance[ops->items[g->self->records[i].op].call]]];

      if (*node == LSC_INDEX_NONE)
        *node = n++;
    }
  for (gsize i = 0; i < g->data->calls.n; i++)
    g->sequence[i] = rank[g->sequence[i]];
}

static inline guint64
hash_group (const LscModuleGroup *group)
{
  guint64 hash = lsc_hash_mix (0, (guint64) group->path << 32 | group->label);

  hash = lsc_hash_mix (hash, (guint64) group->op_name << 32 | group->position);
  return lsc_hash_mix (hash, (guint64) group->kernels << 32 | group->sequence);
}

static inline gboolean
is_same_group (const LscModuleGroup *a, const LscModuleGroup *b)
{
  return a->path == b->path && a->label == b->label && a->op_name == b->op_name &&
         a->position == b->position && a->kernels == b->kernels && a->sequence == b->sequence;
}

LSC_DEFINE_HASH (index, LscModuleGroup, hash_group, is_same_group)

static guint32
find_group (Grouping *g, const LscModuleGroup *key)
{
  LscModuleGroupList *groups = &g->self->groups;
  guint32 found = index_put (&g->index, groups->items, key, (guint32) groups->n);

  if (found == groups->n)
    *lsc_module_group_list_add (groups) = *key;
  return found;
}

static gboolean
add_record (Grouping *g, LscModuleRecord *record)
{
  const LscOpCall *op = &g->data->ops.items[record->op];
  const LscRun *run = g->data->run;
  guint32 instance = g->instance[op->call];
  LscModuleGroup key = { .first_start_ns = run->ops.items[op->op].start_ns,
                         .path = g->path[op->call],
                         .label = g->label[op->call],
                         .op_name = run->ops.items[op->op].name,
                         .position = g->position[instance]++,
                         .sequence = g->sequence[instance],
                         .suffix = LSC_INDEX_NONE,
                         .n_shares = op->n_kernels };
  LscModuleGroup *group;
  gint64 time_ns = 0;

  for (guint32 i = 0; i < op->n_kernels; i++)
    {
      const LscKernel *kernel = &run->kernels.items[g->data->kernels.items[op->first_kernel + i]];

      key.kernels = _lsc_name_lists_append (g->self->kernel_lists, key.kernels, kernel->name);
      if (__builtin_add_overflow (time_ns, kernel->end_ns - kernel->start_ns, &time_ns))
        return FALSE;
    }
  record->group = find_group (g, &key);
  group = &g->self->groups.items[record->group];
  group->first_start_ns = MIN (group->first_start_ns, key.first_start_ns);
  group->count++;
  return !__builtin_add_overflow (group->total_ns, time_ns, &group->total_ns);
}

static gboolean
group_records (Grouping *g, GError **error)
{
  for (gsize i = 0; i < g->self->n_records; i++)
    {
      if ((i & 4095) == 0 && !lsc_job_check (g->job, error))
        return FALSE;
      if (!add_record (g, &g->self->records[i]))
        return lsc_fail (error, LSC_ERROR_LIMIT,
                         _ ("%s: the sum of kernel times exceeds 64 bits. The times in TASK are "
                            "damaged."),
                         g->data->run->source->file);
    }
  return TRUE;
}

/* Joins the path of every group, once for each path. */
static gboolean
join_paths (LscModuleGroups *self, GError **error)
{
  gsize n_bytes = 0;

  self->path_texts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (gsize i = 0; i < self->groups.n; i++)
    {
      LscModuleGroup *group = &self->groups.items[i];
      gpointer key = GUINT_TO_POINTER (group->path);
      char *text = g_hash_table_lookup (self->path_texts, key);

      if (!text)
        {
          text = _lsc_name_lists_text (self->paths, group->path);
          n_bytes += strlen (text);
          g_hash_table_insert (self->path_texts, key, text);
        }
      group->path_text = text;
      if (n_bytes > MAX_PATH_BYTES)
        return lsc_fail (
            error, LSC_ERROR_LIMIT,
            _ ("%s: modules are nested so deeply that their paths need more than 256 MB. "
               "Check the ranges of the domain Module."),
            self->data->run->source->file);
    }
  return TRUE;
}

static int
compare_paths (const LscModuleGroup *a, const LscModuleGroup *b)
{
  return a->path == b->path ? 0 : strcmp (a->path_text, b->path_text);
}

static int
compare_kernel_lists (const LscModuleGroups *self, guint32 a, guint32 b)
{
  g_autofree char *ta = NULL, *tb = NULL;

  if (a == b)
    return 0;
  ta = _lsc_name_lists_text (self->kernel_lists, a);
  tb = _lsc_name_lists_text (self->kernel_lists, b);
  return strcmp (ta, tb);
}

static int
compare_labels (const LscModuleGroups *self, guint32 a, guint32 b)
{
  return a == b ? 0 : strcmp (lsc_intern_text (self->labels, a), lsc_intern_text (self->labels, b));
}

static gint64
key_of_group (gsize index, gconstpointer data)
{
  return ((const LscModuleGroups *) data)->groups.items[index].first_start_ns;
}

/* The key order of modules.md#suffix: path, label, op name, position, kernel list, sequence. */
static int
compare_keys (guint32 a, guint32 b, gconstpointer data)
{
  const LscModuleGroups *self = data;
  const LscModuleGroup *ga = &self->groups.items[a], *gb = &self->groups.items[b];
  int order = compare_paths (ga, gb);

  if (order == 0)
    order = compare_labels (self, ga->label, gb->label);
  if (order == 0 && ga->op_name != gb->op_name)
    order = strcmp (lsc_module_data_text (self->data, ga->op_name),
                    lsc_module_data_text (self->data, gb->op_name));
  if (order == 0 && ga->position != gb->position)
    order = ga->position < gb->position ? -1 : 1;
  if (order == 0)
    order = compare_kernel_lists (self, ga->kernels, gb->kernels);
  if (order == 0 && ga->sequence != gb->sequence)
    order = ga->sequence < gb->sequence ? -1 : 1;
  return order;
}

/* The order of output (modules.md#order) among rows of one first op start. */
static int
compare_output (guint32 a, guint32 b, gconstpointer data)
{
  const LscModuleGroups *self = data;
  const LscModuleGroup *ga = &self->groups.items[a], *gb = &self->groups.items[b];
  int order;

  LSC_RETURN_ORDER (ga->position, gb->position);
  order = compare_paths (ga, gb);
  if (order == 0)
    order = compare_labels (self, ga->label, gb->label);
  if (order == 0)
    order = ga->number < gb->number ? -1 : 1;
  return order;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  guint32 ia = *(const guint32 *) a, ib = *(const guint32 *) b;

  return LSC_ORDER (ia, ib);
}

/* Rows [begin, end) are of one module: where they have several op sequences, each gets a number. */
static void
suffix_run (LscModuleGroups *self, gsize begin, gsize end)
{
  g_autofree guint32 *ids = g_new (guint32, end - begin);
  gsize n = 0;

  for (gsize i = begin; i < end; i++)
    ids[i - begin] = self->groups.items[self->order[i]].sequence;
  qsort (ids, end - begin, sizeof *ids, compare_ids);
  for (gsize i = 0; i < end - begin; i++)
    if (n == 0 || ids[n - 1] != ids[i])
      ids[n++] = ids[i];
  for (gsize i = begin; i < end && n > 1; i++)
    {
      LscModuleGroup *group = &self->groups.items[self->order[i]];
      const guint32 *found = bsearch (&group->sequence, ids, n, sizeof *ids, compare_ids);

      g_assert (found); /* ids has every sequence of the run */
      group->suffix = (guint32) (found - ids);
    }
}

static void
add_suffixes (LscModuleGroups *self)
{
  gsize n = self->groups.n, end;

  for (gsize i = 0; i < n; i++)
    self->groups.items[self->order[i]].number = (guint32) i;
  for (gsize begin = 0; begin < n; begin = end)
    {
      const LscModuleGroup *first = &self->groups.items[self->order[begin]];

      for (end = begin + 1; end < n; end++)
        {
          const LscModuleGroup *group = &self->groups.items[self->order[end]];

          if (group->path != first->path || group->label != first->label)
            break;
        }
      suffix_run (self, begin, end);
    }
}

static void
order_groups (LscModuleGroups *self)
{
  gsize n = self->groups.n;

  self->order = lsc_sort_indexes (n, key_of_group, compare_keys, self);
  add_suffixes (self);
  lsc_sort_ties (self->order, n, key_of_group, compare_output, self);
}

static gboolean
group (Grouping *g, GError **error)
{
  name_calls (g);
  find_instances (g);
  list_records (g);
  find_sequences (g);
  if (!group_records (g, error) || !join_paths (g->self, error))
    return FALSE;
  order_groups (g->self);
  return lsc_job_check (g->job, error);
}

/**
 * lsc_module_groups_new:
 * @error: %LSC_ERROR_LIMIT when a sum leaves 64 bits, %LSC_ERROR_CANCELLED
 *
 * Groups the ops of module calls into rows (modules.md#rows), as yet without MFU.
 *
 * Thread: any; the data is only read.
 *
 * Returns: (transfer full) (nullable): the rows
 */
LscModuleGroups *
lsc_module_groups_new (LscModuleData *data, LscJob *job, GError **error)
{
  g_return_val_if_fail (data, NULL);

  g_autoptr (LscModuleGroups) self = g_new0 (LscModuleGroups, 1);
  Grouping g = { .self = self, .data = data, .job = job };
  gsize n_calls = data->calls.n;
  gboolean ok;

  self->data = lsc_module_data_ref (data);
  self->paths = _lsc_name_lists_new (data, "/");
  self->kernel_lists = _lsc_name_lists_new (data, ", ");
  self->labels = lsc_intern_new ();
  g.sequences = _lsc_name_lists_new (data, "/");
  g.path = g_new0 (guint32, n_calls + 1);
  g.label = g_new0 (guint32, n_calls + 1);
  g.instance = g_new0 (guint32, n_calls + 1);
  g.position = g_new0 (guint32, n_calls + 1);
  g.sequence = g_new0 (guint32, n_calls + 1);
  ok = group (&g, error);
  _lsc_name_lists_free (g.sequences);
  g_free (g.path);
  g_free (g.label);
  g_free (g.instance);
  g_free (g.position);
  g_free (g.sequence);
  lsc_hash_clear (&g.index);
  return ok ? g_steal_pointer (&self) : NULL;
}

static void
add_shares (LscModuleGroups *self, const LscModuleRecord *record, const double *mfu)
{
  const LscOpCall *op = &self->data->ops.items[record->op];
  const LscModuleGroup *group = &self->groups.items[record->group];

  g_assert (group->first_share + group->n_shares <= self->shares.n);
  for (guint32 i = 0; i < MIN (op->n_kernels, group->n_shares); i++)
    {
      LscMfuShare *share = &self->shares.items[group->first_share + i];

      if (mfu[op->first_kernel + i] > 0)
        {
          share->sum += mfu[op->first_kernel + i];
          share->n++;
        }
    }
}

/**
 * lsc_module_groups_add_mfu:
 * @mfu: for each kernel of @data.kernels its MFU as a ratio, 0 = none
 *
 * Adds up what the kernels of each group reach.
 */
void
lsc_module_groups_add_mfu (LscModuleGroups *self, const double *mfu)
{
  g_return_if_fail (self && mfu && self->shares.n == 0);
  for (gsize i = 0; i < self->groups.n; i++)
    {
      LscModuleGroup *group = &self->groups.items[i];

      group->first_share = (guint32) self->shares.n;
      /* a place for each kernel of the list: ops of a group have equally many */
      for (guint32 k = 0; k < group->n_shares; k++)
        lsc_mfu_shares_append (&self->shares, (LscMfuShare){ 0 });
    }
  for (gsize i = 0; i < self->n_records; i++)
    add_shares (self, &self->records[i], mfu);
}

void
lsc_module_groups_free (LscModuleGroups *self)
{
  if (!self)
    return;
  _lsc_name_lists_free (self->paths);
  _lsc_name_lists_free (self->kernel_lists);
  g_clear_pointer (&self->labels, lsc_intern_unref);
  lsc_module_group_list_clear (&self->groups);
  lsc_mfu_shares_clear (&self->shares);
  g_free (self->records);
  g_free (self->order);
  g_clear_pointer (&self->path_texts, g_hash_table_unref);
  lsc_module_data_unref (self->data);
  g_free (self);
}
