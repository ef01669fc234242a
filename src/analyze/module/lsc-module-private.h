/* lsc-module-private.h - what the steps of the module analysis hand to each other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/module/lsc-module-data.h"
#include "analyze/module/lsc-module-trie.h"

G_BEGIN_DECLS

/** A forward op and the backward op that autograd made of it. */
typedef struct
{
  guint32 forward;  /* index into LscRun.ops */
  guint32 backward; /* the same */
  guint32 call;     /* forward call that owns the forward op */
  guint32 made;     /* the backward call made for it */
} LscPassPair;

LSC_DEFINE_ARRAY (LscPassPairs, lsc_pass_pairs, LscPassPair)

/** Where ops stand relative to calls: counted for the notices. */
typedef struct
{
  gsize n_overlapping; /* ops that share time with a call of their thread */
  gsize n_stick_out;   /* of them reach beyond it */
  gsize n_lost;        /* of them are in no call at all */
  gsize n_small;       /* of those that stick out by less than 2 us */
  gint64 max_overhang_ns;
} LscOverhang;

typedef struct _LscStepWork LscStepWork;

/** State while LscModuleData is being made. */
typedef struct
{
  LscModuleData *data;
  LscRun *run;
  const LscModuleOptions *options;
  LscJob *job;

  /* links: rows of LscRun.connections by (real id, local id), every pair once */
  const guint32 *links;
  guint32 *own_links; /* (nullable): to be freed */
  gsize n_links;
  guint32 *op_of_local; /* first op of a local id (or of its rank among local_ids) */
  guint32 *next_op;     /* (nullable): next op of the same local id */
  guint32 *local_ids;   /* (nullable): sorted, when ids are too far apart for an index */
  gsize n_locals;
  LscPassPairs pairs; /* ascending real id, then by backward start */
  gsize n_half_pairs;
  gsize n_shared_ids;
  gsize n_linked_kernels;
  guint64 n_steps; /* of the join */

  /* steps of the device */
  LscStepWork *work; /* (nullable): one for each step of the run */
  gsize work_at;     /* where the last op was */
  guint32 learned;   /* the last kernel */

  /* threads */
  guint8 *thread_flags;     /* of each thread of the run */
  guint32 *stack_of_thread; /* which stack of calls, LSC_INDEX_NONE */
  guint n_stacks;
  gint64 thread_mask; /* bits of thread ids that are compared */
  gboolean merged;
  gboolean disagree; /* calls and ops name their threads differently */

  gsize n_graph_calls; /* made of replays */
  gsize n_open_calls;
  gsize n_bad_calls;
  gsize n_crossings;
  guint32 crossing[2]; /* names of the first pair */
  LscOverhang overhang;
  gint64 slack_ns; /* of the options, or what the clock of the recording cannot tell */
} LscModuleBuild;

/** Kernels that ops are joined to: those before it. */
static inline gsize
_lsc_module_n_joined (const LscRun *run)
{
  return run->has_copy_launches ? run->kernels.n : run->class_begin[LSC_KERNEL_COPY];
}

/** Returns: whether calls are to be made of what tasks of graphs say */
static inline gboolean
_lsc_module_has_graphs (const LscModuleBuild *build)
{
  return build->run->graph_calls.n > 0 && build->options->source != LSC_MODULE_SOURCE_MSTX &&
         !build->options->domains;
}

enum
{
  LSC_THREAD_HAS_OPS = 1 << 0,
  LSC_THREAD_HAS_DEQUEUE = 1 << 1,
  LSC_THREAD_HAS_CALLS = 1 << 2,
};

/* lsc-module-ranges.c */
gboolean _lsc_module_collect_calls (LscModuleBuild *build, GError **error);
void _lsc_module_sort_calls (LscModuleBuild *build);
void _lsc_module_map_threads (LscModuleBuild *build);
void _lsc_module_find_slack (LscModuleBuild *build);
void _lsc_module_assign_stacks (LscModuleBuild *build);

guint32 _lsc_module_split_number (const char *text, gsize *length);

/* lsc-module-graphs.c */
void _lsc_module_add_graphs (LscModuleBuild *build);
void _lsc_module_note_graphs (LscModuleBuild *build);

/* lsc-module-links.c */
gboolean _lsc_module_index_ops (LscModuleBuild *build, GError **error);
void _lsc_module_sort_links (LscModuleBuild *build);
gboolean _lsc_module_join_kernels (LscModuleBuild *build, GError **error);
void _lsc_module_find_pairs (LscModuleBuild *build);
void _lsc_module_free_links (LscModuleBuild *build);

/* lsc-module-steps.c */
void _lsc_module_begin_steps (LscModuleBuild *build);
void _lsc_module_learn_step (LscModuleBuild *build, guint32 kernel, guint32 op);
void _lsc_module_end_steps (LscModuleBuild *build);

/* lsc-module-sweep.c */
gboolean _lsc_module_attribute_ops (LscModuleBuild *build, GError **error);
gboolean _lsc_module_attribute_pairs (LscModuleBuild *build, GError **error);

/* lsc-module-backward.c */
gboolean _lsc_module_add_backward (LscModuleBuild *build, GError **error);
void _lsc_module_mark_recompute (LscModuleBuild *build);
void _lsc_module_mark_by_time (LscModuleBuild *build);

/* lsc-module-graft.c */
void _lsc_module_graft (LscModuleBuild *build);

/* lsc-module-path.c: lists of names as nodes of a trie. A name that holds the separator counts as
 * several, so that equal nodes mean equal joined texts. */
typedef struct
{
  const LscModuleData *data;
  LscTrie *trie;
  LscIntern *parts; /* of names that hold the separator */
  const char *separator;
  guint8 *is_plain; /* names of the run known not to hold it */
  gsize n_known;
} LscNameLists;

LscNameLists *_lsc_name_lists_new (const LscModuleData *data, const char *separator);
void _lsc_name_lists_free (LscNameLists *self);
guint32 _lsc_name_lists_append (LscNameLists *self, guint32 node, guint32 name);
char *_lsc_name_lists_text (const LscNameLists *self, guint32 node);
guint32 _lsc_path_strip (const LscNameLists *self, guint32 node);
guint32 *_lsc_path_of_calls (LscNameLists *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscNameLists, _lsc_name_lists_free)

/* lsc-module-data.c */
guint32 _lsc_module_data_find (const LscModuleData *self, const char *text);
guint32 _lsc_module_data_intern (LscModuleData *self, const char *text, gsize length);

/* lsc-module-notices.c */
void _lsc_module_take_notice (LscModuleData *data, LscNotice *notice, const char *table,
                              gint64 count);
void _lsc_module_add_notices (LscModuleBuild *build);
gboolean _lsc_module_counts (const LscModuleData *data, gint64 start_ns, gint64 end_ns);
void _lsc_module_note_threads (LscModuleBuild *build);
gboolean _lsc_module_no_calls (LscModuleBuild *build, GError **error);
gboolean _lsc_module_no_links (LscModuleBuild *build, GError **error);
gboolean _lsc_module_no_rows (LscModuleBuild *build, GError **error);

G_END_DECLS
