/* lsc-module-graft.c - recomputed calls hang where their first run does
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-hash.h"
#include "analyze/module/lsc-module-private.h"

/* modules.md#recompute: checkpointing runs a module again on the thread of autograd, where nothing
 * is around it. It is the module that ran before, so it takes the parent of that call: instances by
 * their number, modules without one where all runs of that name had the same parent. */

/** The calls of a name and number that had a parent, as far as they have been met. */
typedef struct
{
  guint32 name;
  guint32 number;
  guint32 parent;      /* of the last one */
  guint32 parent_name; /* of all of them, LSC_STRING_NONE = they differ */
} Known;

LSC_DEFINE_ARRAY (KnownCalls, known_calls, Known)

static inline guint64
hash_known (const Known *known)
{
  return lsc_hash_mix (lsc_hash_mix (0, known->name), known->number);
}

static inline gboolean
is_same_known (const Known *a, const Known *b)
{
  return a->name == b->name && a->number == b->number;
}

LSC_DEFINE_HASH (index, Known, hash_known, is_same_known)

static Known *
find_known (KnownCalls *known, LscHash *index, const LscCall *call)
{
  Known wanted = { call->name, call->number, LSC_INDEX_NONE, LSC_STRING_NONE };
  guint32 found = index_put (index, known->items, &wanted, (guint32) known->n);

  if (found == known->n)
    known_calls_append (known, wanted);
  return &known->items[found];
}

static void
learn (Known *known, const LscCall *calls, const LscCall *call)
{
  guint32 name = calls[call->parent].name;

  known->parent_name =
      known->parent == LSC_INDEX_NONE || known->parent_name == name ? name : LSC_STRING_NONE;
  known->parent = call->parent;
}

/**
 * _lsc_module_graft:
 * @build: whose calls have parents, as far as they contain each other
 *
 * Gives recomputed calls that nothing contains the parent of their first run; only where the
 * framework recorded its modules, since ranges of users are left as the reference tool has them.
 * Cost: O(n).
 */
void
_lsc_module_graft (LscModuleBuild *build)
{
  LscCalls *calls = &build->data->calls;
  KnownCalls known = { 0 };
  LscHash index = { 0 };

  if (build->data->source != LSC_MODULE_SOURCE_TRACE)
    return;
  for (gsize i = 0; i < calls->n; i++)
    {
      LscCall *call = &calls->items[i];
      Known *found;

      if (call->kind != LSC_CALL_FORWARD)
        continue;
      found = find_known (&known, &index, call);
      if (call->parent != LSC_INDEX_NONE && !(call->flags & LSC_CALL_RECOMPUTE))
        learn (found, calls->items, call);
      else if (call->parent == LSC_INDEX_NONE && (call->flags & LSC_CALL_RECOMPUTE) &&
               found->parent != LSC_INDEX_NONE &&
               (call->number != LSC_INDEX_NONE || found->parent_name != LSC_STRING_NONE))
        call->parent = found->parent;
    }
  known_calls_clear (&known);
  lsc_hash_clear (&index);
}
