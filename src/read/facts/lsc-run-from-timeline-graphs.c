/* lsc-run-from-timeline-graphs.c - ops of the tasks of a graph whose modules are known
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdlib.h>

#include "base/lsc-sort.h"
#include "read/facts/lsc-run-from-timeline-private.h"

/* modules.md#graphs: a replay is one call of the host, so no op stands beside its tasks. Each op of
 * the capture becomes an op of no length where the replay was launched; where no op is known, each
 * module has one that is called "graph". */

/* What the tasks of one op share comes first, then their order. */
static int
compare_names (gconstpointer a, gconstpointer b)
{
  const LscGraphName *x = a, *y = b;

  LSC_RETURN_ORDER (x->path, y->path);
  LSC_RETURN_ORDER (x->call, y->call);
  LSC_RETURN_ORDER (x->op, y->op);
  return LSC_ORDER (x->id, y->id);
}

static gboolean
is_same_op (const LscGraphName *a, const LscGraphName *b)
{
  return a->path == b->path && a->call == b->call && a->op == b->op;
}

static void
collect (const LscRunBuild *build, gsize begin, gsize end, LscGraphNames *out)
{
  const LscLink *links = build->timeline->links.items;

  for (gsize i = begin; i < end; i++)
    {
      const LscGraphName *name = links[i].kind == LSC_LINK_LAUNCH
                                     ? lsc_timeline_find_graph_name (build->timeline, links[i].to)
                                     : NULL;

      if (name && _lsc_run_build_is_kernel (_lsc_run_build_kind (build->timeline, links[i].to)))
        lsc_graph_names_append (out, *name);
    }
  if (out->n > 1)
    qsort (out->items, out->n, sizeof *out->items, compare_names);
}

static guint32
add_op (LscRunBuild *build, guint32 launch, const LscGraphName *name)
{
  LscSpot spot = lsc_timeline_get_spot (build->timeline, launch);
  const LscNode *node = lsc_timeline_get_node (build->timeline, spot.node);
  gint64 time_ns = node->lane->start_ns[spot.slice];
  guint32 op = (guint32) build->run->ops.n;

  lsc_ops_append (&build->run->ops,
                  (LscOp){ .start_ns = time_ns,
                           .end_ns = time_ns,
                           .name = name->op != LSC_STRING_NONE
                                       ? _lsc_run_build_name (build, name->op)
                                       : lsc_intern_add (build->run->strings, "graph"),
                           .thread = _lsc_run_build_thread (build, node),
                           .local_id = op,
                           .type = LSC_OP_FRAMEWORK,
                           .fwd_role = LSC_FWD_UNKNOWN });
  lsc_graph_calls_append (&build->run->graph_calls,
                          (LscGraphCall){ .end_ns = lsc_lane_get_end_ns (node->lane, spot.slice),
                                          .op = op,
                                          .path = _lsc_run_build_name (build, name->path),
                                          .replay = launch });
  return op;
}

/**
 * _lsc_run_build_graph_calls:
 * @begin, @end: all links from one launch
 *
 * Makes the ops of those tasks whose module is known, and connects each with its op. Cost:
 * O(links log names).
 */
void
_lsc_run_build_graph_calls (LscRunBuild *build, gsize begin, gsize end)
{
  guint32 launch = build->timeline->links.items[begin].from;
  LscGraphNames names = { 0 };
  guint32 op = LSC_ID_NONE;

  collect (build, begin, end, &names);
  for (gsize i = 0; i < names.n; i++)
    {
      if (i == 0 || !is_same_op (&names.items[i - 1], &names.items[i]))
        op = add_op (build, launch, &names.items[i]);
      lsc_connections_append (&build->run->connections, (LscConnection){ names.items[i].id, op });
    }
  lsc_graph_names_clear (&names);
}
