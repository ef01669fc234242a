/* lsc-export-convert-facts.c - what a recording says of itself, in a database of our own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/lsc-export-convert-private.h"

#include <inttypes.h>

static gboolean
add_fact (LscConvert *self, const char *name, const char *value, GError **error)
{
  sqlite3_stmt *stmt = self->inserts[LSC_CONVERT_FACT];

  if (!value)
    return TRUE;
  sqlite3_bind_int64 (stmt, 1, self->n_ranks);
  _lsc_sql_bind_text (stmt, 2, name);
  _lsc_sql_bind_text (stmt, 3, value);
  return _lsc_convert_insert (self, LSC_CONVERT_FACT, error);
}

static gboolean
add_number (LscConvert *self, const char *name, gint64 value, GError **error)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  return add_fact (self, name, text, error);
}

static gboolean
add_real (LscConvert *self, const char *name, double value, GError **error)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return add_fact (self, name, g_ascii_dtostr (text, sizeof text, value), error);
}

/* In the language of programs. */
static gboolean
add_reason (LscConvert *self, const char *name, const LscPhrase *reason, GError **error)
{
  g_autofree char *text = reason ? lsc_phrase_to_plain (reason) : NULL;

  return add_fact (self, name, text, error);
}

static gboolean
add_metadata (LscConvert *self, const LscMetadata *metadata, GError **error)
{
  g_auto (GStrv) keys = lsc_metadata_list_keys (metadata);

  for (gsize i = 0; keys[i]; i++)
    {
      g_autofree char *name = g_strconcat ("metadata.", keys[i], NULL);

      if (!add_fact (self, name, lsc_metadata_get (metadata, keys[i]), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_texts (LscConvert *self, const LscTimeline *timeline, const LscRun *run, GError **error)
{
  return add_fact (self, "host_uid", timeline->host_uid, error) &&
         add_number (self, "is_gpu", timeline->is_gpu, error) &&
         (!timeline->has_extended ||
          (add_number (self, "extended_begin_ns", timeline->extended_begin_ns, error) &&
           add_number (self, "extended_end_ns", timeline->extended_end_ns, error))) &&
         add_reason (self, "extended_reason", timeline->extended_reason, error) &&
         add_reason (self, "launch_reason", timeline->launch_reason, error) &&
         add_fact (self, "counter_reason", timeline->counter_reason, error) &&
         add_fact (self, "chip_name", run ? run->chip_name : timeline->chip_name, error) &&
         add_metadata (self, run ? run->metadata : timeline->metadata, error);
}

/* Calls that launched on another device of the trace: of the last two steps, where it is asked. */
static gboolean
add_far_launches (LscConvert *self, const LscTimeline *timeline, GError **error)
{
  gsize n_steps = timeline->steps.n;

  for (gsize i = 0; n_steps >= 2 && i < timeline->far_launches.n; i++)
    {
      guint32 id = timeline->far_launches.items[i];
      LscSpot spot = lsc_timeline_get_spot (timeline, id);
      const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;

      if (lane->start_ns[spot.slice] >= timeline->steps.items[n_steps - 2].start_ns &&
          !add_number (self, "far_launch", id, error))
        return FALSE;
    }
  return TRUE;
}

/* What a table of kernels tells of the steps, in their order. */
static gboolean
add_placed_steps (LscConvert *self, const LscTimeline *timeline, GError **error)
{
  for (gsize i = 0; i < timeline->placed_steps.n; i++)
    {
      const LscStep *step = &timeline->placed_steps.items[i];

      if (!add_number (self, "placed_begin_ns", step->start_ns, error) ||
          !add_number (self, "placed_end_ns", step->end_ns, error))
        return FALSE;
    }
  return TRUE;
}

/* Numbers of collectives in their groups, by which ranks find them, with their slices. */
static gboolean
add_comm_numbers (LscConvert *self, const LscTimeline *timeline, GError **error)
{
  for (guint32 i = 0; timeline->comm_numbers.n > 0 && i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      for (guint32 k = 0; node->role == LSC_ROLE_COMM_GROUP && node->lane && k < node->lane->n; k++)
        {
          gint64 number = lsc_timeline_get_comm_number (timeline, node->lane, k);
          g_autofree char *text = g_strdup_printf ("%u:%" PRId64, node->first_id + k, number);

          if (number >= 0 && !add_fact (self, "comm_number", text, error))
            return FALSE;
        }
    }
  return TRUE;
}

/* Texts of names are told once, then found by their place: PATH, and OP where it is known. */
static gboolean
add_graph_text (LscConvert *self, const LscTimeline *timeline, guint32 id, GHashTable *places,
                GError **error)
{
  gpointer key = GUINT_TO_POINTER (id + 1);

  if (id == LSC_STRING_NONE || g_hash_table_contains (places, key))
    return TRUE;
  g_hash_table_insert (places, key, GUINT_TO_POINTER (g_hash_table_size (places)));
  return add_fact (self, "graph_text", lsc_timeline_text (timeline, id), error);
}

/* Whose tasks of graphs are, whatever file told it: "SLICE:CALL:PATH:OP", OP may be empty. */
static gboolean
add_graph_names (LscConvert *self, const LscTimeline *timeline, GError **error)
{
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  const LscGraphNames *names = &timeline->graph_names;
  gboolean is_added = TRUE;

  for (gsize i = 0; i < names->n && is_added; i++)
    is_added = add_graph_text (self, timeline, names->items[i].path, places, error) &&
               add_graph_text (self, timeline, names->items[i].op, places, error);
  for (gsize i = 0; i < names->n && is_added; i++)
    {
      const LscGraphName *name = &names->items[i];
      guint path =
          GPOINTER_TO_UINT (g_hash_table_lookup (places, GUINT_TO_POINTER (name->path + 1)));
      g_autofree char *text = g_strdup_printf ("%u:%u:%u:", name->id, name->call, path);
      g_autofree char *op = name->op == LSC_STRING_NONE
                                ? NULL
                                : g_strdup_printf ("%s%u", text,
                                                   GPOINTER_TO_UINT (g_hash_table_lookup (
                                                       places, GUINT_TO_POINTER (name->op + 1))));

      is_added = add_fact (self, "graph_name", op ? op : text, error);
    }
  return is_added;
}

/** Rows of a rank stand together; where, is noted, so that nobody has to look for them. */
gboolean
_lsc_convert_add_places (LscConvert *self, gint64 first_link, gint64 first_sample, GError **error)
{
  return add_number (self, "first_link", first_link, error) &&
         add_number (self, "n_links", self->n_links - first_link, error) &&
         add_number (self, "first_sample", first_sample, error) &&
         add_number (self, "n_samples", self->n_samples - first_sample, error);
}

static gboolean
add_steps (LscConvert *self, const LscTimeline *timeline, GError **error)
{
  sqlite3_stmt *stmt = self->inserts[LSC_CONVERT_STEP];

  sqlite3_bind_int64 (stmt, 1, self->n_ranks);
  for (gsize i = 0; i < timeline->steps.n; i++)
    {
      sqlite3_bind_int64 (stmt, 2, timeline->steps.items[i].id);
      sqlite3_bind_int64 (stmt, 3, timeline->steps.items[i].start_ns);
      sqlite3_bind_int64 (stmt, 4, timeline->steps.items[i].end_ns);
      if (!_lsc_convert_insert (self, LSC_CONVERT_STEP, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_told_steps (LscConvert *self, const LscTimeline *timeline, GError **error)
{
  sqlite3_stmt *stmt = self->inserts[LSC_CONVERT_TOLD_STEP];

  sqlite3_bind_int64 (stmt, 1, self->n_ranks);
  for (gsize i = 0; i < timeline->told_steps.n; i++)
    {
      const LscToldStep *step = &timeline->told_steps.items[i];

      sqlite3_bind_int64 (stmt, 2, step->step);
      sqlite3_bind_int64 (stmt, 3, step->computing_ns);
      sqlite3_bind_int64 (stmt, 4, step->communication_ns);
      sqlite3_bind_int64 (stmt, 5, step->not_overlapped_ns);
      sqlite3_bind_int64 (stmt, 6, step->overlapped_ns);
      sqlite3_bind_int64 (stmt, 7, step->free_ns);
      if (!_lsc_convert_insert (self, LSC_CONVERT_TOLD_STEP, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_comm_groups (LscConvert *self, const LscTimeline *timeline, GError **error)
{
  sqlite3_stmt *stmt = self->inserts[LSC_CONVERT_COMM_GROUP];

  for (guint i = 0; i < timeline->comm_groups->len; i++)
    {
      const LscCommGroup *group = g_ptr_array_index (timeline->comm_groups, i);
      g_autoptr (GString) ranks = g_string_new (NULL);

      for (gsize k = 0; k < group->ranks.n; k++)
        g_string_append_printf (ranks, "%s%" G_GINT64_FORMAT, k > 0 ? "," : "",
                                group->ranks.items[k]);
      sqlite3_bind_int64 (stmt, 1, self->n_ranks);
      _lsc_sql_bind_text (stmt, 2, group->name);
      _lsc_sql_bind_text (stmt, 3, group->label);
      _lsc_sql_bind_text (stmt, 4, ranks->str);
      sqlite3_bind_int (stmt, 5, group->is_pipeline);
      if (!_lsc_convert_insert (self, LSC_CONVERT_COMM_GROUP, error))
        return FALSE;
    }
  return TRUE;
}

/* What the peak of the chip is found by (flops.md#peak). */
static gboolean
add_chip (LscConvert *self, const LscRun *run, GError **error)
{
  return add_real (self, "ai_core_count", run->ai_core_count, error) &&
         add_real (self, "ai_core_mhz", run->ai_core_mhz, error) &&
         add_number (self, "max_freq_mhz", run->max_freq_mhz, error) &&
         add_number (self, "max_core_count", run->max_core_count, error);
}

/** Adds all but lanes, links, counters and kernels. @run: (nullable) */
gboolean
_lsc_convert_add_facts (LscConvert *self, const LscTimeline *timeline, const LscRun *run,
                        GError **error)
{
  return add_texts (self, timeline, run, error) && (!run || add_chip (self, run, error)) &&
         add_far_launches (self, timeline, error) && add_placed_steps (self, timeline, error) &&
         add_comm_numbers (self, timeline, error) && add_graph_names (self, timeline, error) &&
         add_steps (self, timeline, error) && add_told_steps (self, timeline, error) &&
         add_comm_groups (self, timeline, error);
}
