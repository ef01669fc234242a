/* lsc-digest-recorded.c - links, memory and variables: what was recorded beside the events
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-parts-private.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "base/lsc-json.h"

/* ---- links ---- */

static void
take_link (LscRankDigest *self, const LscTimeline *timeline, const LscTransfer *transfer)
{
  const char *name = lsc_timeline_text (timeline, transfer->group);
  const LscCommGroup *group = lsc_timeline_get_comm_group (timeline, name);
  gboolean is_placed =
      group && transfer->source < group->ranks.n && transfer->target < group->ranks.n;
  LscDigestLink link = {
    .source = is_placed ? group->ranks.items[transfer->source] : transfer->source,
    .target = is_placed ? group->ranks.items[transfer->target] : transfer->target,
    .transport = transfer->transport,
    .link = transfer->link,
    .magnitude = transfer->magnitude,
    .is_odd = transfer->is_odd != 0,
    .n = transfer->n,
    .bytes = transfer->bytes,
    .ns = transfer->ns,
    .begin_ns = transfer->begin_ns,
    .end_ns = transfer->end_ns,
    .group = lsc_rank_digest_add_text (self, group ? group->label : name),
  };

  self->has_unplaced_links = self->has_unplaced_links || !is_placed;
  lsc_digest_links_append (is_placed ? &self->links : &self->local_links, link);
}

/** What moved over each link between ranks whose numbers are known. */
void
_lsc_digest_take_links (LscRankDigest *self, const LscTimeline *timeline)
{
  for (guint i = 0; i < lsc_transfers_get_n (&timeline->transfers); i++)
    take_link (self, timeline, lsc_transfers_get (&timeline->transfers, i));
}

/* ---- memory ---- */

/** The least that was allocated in each step: the host allocates, by its own steps. */
void
_lsc_digest_take_memory (LscRankDigest *self, const LscTimeline *timeline, const LscBudget *budget)
{
  const LscCounter *counter = lsc_digest_find_pool (timeline, "allocated", NULL);

  for (guint i = 0; counter && i < budget->steps.n; i++)
    {
      const LscBudgetStep *step = lsc_budget_get_step (budget, i);
      LscCounterReading reading =
          lsc_counter_read (counter, step->host_begin_ns, step->host_end_ns);
      LscDigestMemory memory = { step->host_begin_ns, step->host_end_ns, (gint64) reading.least };

      if (step->step != LSC_INT_NULL && reading.is_known)
        lsc_digest_memories_append (&self->memory, memory);
    }
}

static const LscSample *
find_most (const LscCounter *counter)
{
  const LscSample *most = NULL;

  for (gsize i = 0; counter && i < counter->samples.n; i++)
    if (!most || counter->samples.items[i].value > most->value)
      most = &counter->samples.items[i];
  return most;
}

static gint64
read_at (const LscCounter *counter, gint64 time_ns)
{
  LscCounterReading reading = { .is_known = FALSE };

  if (counter)
    reading = lsc_counter_read (counter, time_ns, time_ns + 1);
  return reading.is_known ? (gint64) reading.first : LSC_INT_NULL;
}

/* What the system says that the process holds; a text export has it among the records of memory. */
static const LscCounter *
find_process (const LscTimeline *timeline)
{
  for (guint i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role == LSC_ROLE_MEMORY_COUNTER && g_strcmp0 (node->name, "APP") == 0)
        return _lsc_digest_find_series (node, "reserved");
      if (node->role == LSC_ROLE_COUNTER && g_strcmp0 (node->name, "NPU MEM") == 0)
        return _lsc_digest_find_series (node, "App HBM");
    }
  return NULL;
}

/* The pool of the framework stands among the components as APP. */
static void
take_component (LscRankDigest *self, const LscTimeline *timeline)
{
  for (guint i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role != LSC_ROLE_MEMORY_COUNTER || g_strcmp0 (node->name, "Components") != 0)
        continue;
      for (guint k = 0; k < node->series->len; k++)
        {
          const LscCounter *counter = node->series->pdata[k];

          if (g_strcmp0 (counter->name, "APP") == 0 ||
              counter->most <= (double) self->peaks.component_bytes)
            continue;
          self->peaks.component = lsc_intern_add (self->texts, counter->name);
          self->peaks.component_bytes = (gint64) counter->most;
        }
    }
}

/** What there was of memory when there was most of it, and the blocks that rules tell of. */
void
_lsc_digest_take_peaks (LscRankDigest *self, const LscTimeline *timeline, LscJob *job)
{
  const LscCounter *reserved = lsc_digest_find_pool (timeline, "reserved", NULL);
  const LscSample *allocated = find_most (lsc_digest_find_pool (timeline, "allocated", NULL));
  const LscSample *process = find_most (find_process (timeline));

  if (allocated)
    {
      self->peaks.allocated_at_ns = allocated->time_ns;
      self->peaks.allocated_bytes = (gint64) allocated->value;
      self->peaks.reserved_bytes = read_at (reserved, allocated->time_ns);
    }
  if (process)
    {
      self->peaks.process_at_ns = process->time_ns;
      self->peaks.process_bytes = (gint64) process->value;
      self->peaks.pool_bytes = read_at (reserved, process->time_ns);
    }
  take_component (self, timeline);
  _lsc_digest_take_blocks (self, timeline, job);
}

/* ---- environment ---- */

static void
add_variable (JsonObject *object, const char *name, JsonNode *node, gpointer user_data)
{
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    lsc_rank_digest_set_variable (user_data, name, json_node_get_string (node));
}

/** ENV_VARIABLES: an object of strings, or a string that holds one. */
void
_lsc_digest_take_variables (LscRankDigest *self, const LscTimeline *timeline)
{
  const char *text = lsc_timeline_metadata (timeline, "ENV_VARIABLES");
  g_autoptr (JsonNode) node = text ? lsc_json_parse_text (text, NULL) : NULL;

  if (node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_string (node))
    {
      g_autoptr (JsonNode) inner = lsc_json_parse_text (json_node_get_string (node), NULL);

      g_clear_pointer (&node, json_node_unref);
      node = g_steal_pointer (&inner);
    }
  if (node && JSON_NODE_HOLDS_OBJECT (node))
    json_object_foreach_member (json_node_get_object (node), add_variable, self);
}
