/* lsc-trace-merge.c - the tables of two workers become one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/trace/lsc-trace-private.h"

/* What the numbers of the second worker mean in the first. */
typedef struct
{
  LscTraceWorker *into;
  LscTraceWorker *from;
  guint32 *strings;
  guint16 *categories;
  guint32 *folded;
  guint32 *tracks;
  guint32 *first; /* by track of @from: index of its first slice in @into */
} Merge;

static gint64
map_key (const Merge *merge, gint64 key)
{
  g_assert (key >= 0 || (gsize) (-1 - key) < lsc_intern_size (merge->from->file.strings));
  return key >= 0 ? key : -1 - (gint64) merge->strings[-1 - key];
}

static void
map_tables (Merge *merge)
{
  LscTraceWorker *into = merge->into, *from = merge->from;
  gsize n = lsc_intern_size (from->file.strings);

  merge->strings = g_new (guint32, n + 1);
  for (gsize i = 0; i < n; i++)
    merge->strings[i] =
        lsc_intern_add_bytes (into->file.strings, lsc_intern_text (from->file.strings, (guint32) i),
                              lsc_intern_length (from->file.strings, (guint32) i));
  merge->categories = g_new (guint16, from->file.categories->len + 1);
  for (guint i = 0; i < from->file.categories->len; i++)
    merge->categories[i] =
        lsc_trace_add_category (into, g_ptr_array_index (from->file.categories, i));
  merge->folded = g_new (guint32, from->file.folded.n + 1);
  for (gsize i = 0; i < from->file.folded.n; i++)
    merge->folded[i] = lsc_trace_fold (into, from->file.folded.items[i]);
}

static void
merge_processes (Merge *merge)
{
  for (gsize i = 0; i < merge->from->processes.n; i++)
    {
      const LscTraceProcess *process = &merge->from->processes.items[i];
      LscTraceProcess *known =
          lsc_trace_get_process (merge->into, map_key (merge, process->pid_key));

      /* The last word holds, and the later part comes last. */
      if (process->name != LSC_STRING_NONE)
        known->name = merge->strings[process->name];
      if (process->labels != LSC_STRING_NONE)
        known->labels = merge->strings[process->labels];
      if (process->sort != G_MAXINT64)
        known->sort = process->sort;
    }
}

static void
merge_track_heads (Merge *merge)
{
  LscTraceWorker *into = merge->into, *from = merge->from;

  merge->tracks = g_new (guint32, from->states.n + 1);
  merge->first = g_new (guint32, from->states.n + 1);
  for (gsize i = 0; i < from->states.n; i++)
    {
      const LscTrackState *state = &from->states.items[i];
      const LscTrack *track = &g_array_index (from->file.tracks, LscTrack, i);
      guint32 number = lsc_trace_get_track (into, map_key (merge, state->pid_key),
                                            map_key (merge, state->tid_key));
      LscTrack *known;

      merge->tracks[i] = number;
      merge->first[i] = 0;
      /* Too many tracks: its events are counted, and everything that points at it goes. */
      if (number == LSC_SLICE_NONE)
        {
          into->bad[LSC_TRACE_BAD_TRACKS].n += (gint64) track->slices.n;
          continue;
        }
      known = &g_array_index (into->file.tracks, LscTrack, number);
      merge->first[i] = (guint32) known->slices.n;
      if (track->thread_name != LSC_STRING_NONE)
        known->thread_name = merge->strings[track->thread_name];
      if (track->thread_sort != G_MAXINT64)
        known->thread_sort = track->thread_sort;
    }
}

/* Ends without a begin close what the earlier part left open; what the later part leaves open
 * comes on top. */
static void
merge_open (Merge *merge)
{
  LscTraceWorker *into = merge->into, *from = merge->from;

  for (gsize i = 0; i < from->orphans.n; i++)
    {
      LscTraceOrphan orphan = from->orphans.items[i];
      LscIndexes *open;

      orphan.track = merge->tracks[orphan.track];
      if (orphan.track == LSC_SLICE_NONE)
        continue;
      open = into->states.items[orphan.track].open;
      if (open && open->n > 0)
        lsc_trace_close_slice (&g_array_index (into->file.tracks, LscTrack, orphan.track).slices,
                               open->items[--open->n], orphan.time_ns);
      else
        lsc_trace_orphans_append (&into->orphans, orphan);
    }
  for (gsize i = 0; i < from->states.n; i++)
    {
      const LscIndexes *open = from->states.items[i].open;

      for (gsize j = 0; open && merge->tracks[i] != LSC_SLICE_NONE && j < open->n; j++)
        lsc_trace_open_slice (into, merge->tracks[i], open->items[j] + merge->first[i]);
    }
}

static void
map_slices (const Merge *merge, LscRawSlices *slices)
{
  for (gsize i = 0; i < slices->n; i++)
    {
      LscRawSlice *slice = &slices->items[i];

      slice->name = merge->strings[slice->name];
      slice->category = merge->categories[slice->category];
      if (slice->link >= LSC_TRACE_FOLD && slice->link != LSC_SLICE_NONE)
        slice->link = merge->folded[slice->link - LSC_TRACE_FOLD];
    }
}

static void
merge_domains (const Merge *merge, LscTrack *known, const LscTrack *track)
{
  gsize first = known->slices.n;

  for (gsize i = 0; track->domains && i < track->domains->n; i++)
    if (track->domains->items[i] != LSC_STRING_NONE)
      _lsc_trace_set_domain (known, first + i, merge->strings[track->domains->items[i]]);
}

/* One track; different tracks at the same time. */
static void
merge_slices (gsize index, gpointer user_data)
{
  const Merge *merge = user_data;
  LscTrack *track = &g_array_index (merge->from->file.tracks, LscTrack, index);
  LscTrack *known;

  if (merge->tracks[index] == LSC_SLICE_NONE || track->slices.n == 0)
    return;
  known = &g_array_index (merge->into->file.tracks, LscTrack, merge->tracks[index]);
  /* what sequences, groups and open slices were told */
  g_assert (known->slices.n == merge->first[index]);
  merge_domains (merge, known, track);
  map_slices (merge, &track->slices);
  lsc_raw_slices_append_all (&known->slices, &track->slices);
}

static guint32
map_text (const Merge *merge, guint32 id)
{
  return id != LSC_STRING_NONE ? merge->strings[id] : id;
}

/* Appends what hangs on tracks that are kept, each item as @change makes it mean the same, and
 * gives the memory of the later part back. */
#define MERGE(prefix, list, change)                                                                \
  prefix##_reserve (&into->list, into->list.n + from->list.n);                                     \
  for (gsize i = 0; i < from->list.n; i++)                                                         \
    {                                                                                              \
      __typeof__ (*from->list.items) item = from->list.items[i];                                   \
                                                                                                   \
      change;                                                                                      \
      item.track = merge->tracks[item.track];                                                      \
      if (item.track != LSC_SLICE_NONE)                                                            \
        prefix##_append (&into->list, item);                                                       \
    }                                                                                              \
  prefix##_clear (&from->list);

static void
merge_lists (const Merge *merge)
{
  LscTraceFile *into = &merge->into->file, *from = &merge->from->file;

  MERGE (lsc_flows, flows, item.category = merge->categories[item.category])
  MERGE (lsc_trace_samples, samples, {
    item.name = merge->strings[item.name];
    item.key = merge->strings[item.key];
  })
  MERGE (lsc_trace_sequences, sequences, item.index += merge->first[item.track])
  MERGE (lsc_trace_groups, groups, {
    item.index += merge->first[item.track];
    item.name = map_text (merge, item.name);
    item.ranks = map_text (merge, item.ranks);
  })
  MERGE (lsc_trace_memories, memories, item.index += merge->first[item.track])
  MERGE (lsc_trace_pairs, pairs, item.index += merge->first[item.track])
  MERGE (lsc_trace_nodes, graph_nodes, {
    item.index += merge->first[item.track];
    item.module = map_text (merge, item.module);
    item.note = map_text (merge, item.note);
  })
  lsc_copies_take (&into->copies, &from->copies);
  MERGE (lsc_trace_asyncs, asyncs, {
    item.name = merge->strings[item.name];
    item.category = merge->categories[item.category];
  })
}

#undef MERGE

static void
add_count (LscTraceBadCount *into, const LscTraceBadCount *from)
{
  if (into->n == 0)
    into->first = from->first;
  into->n += from->n;
}

/* Counts, and how the text ended. */
static void
merge_end (const Merge *merge)
{
  LscTraceWorker *into = merge->into;
  LscTraceWorker *from = merge->from;
  GHashTableIter iter;
  gpointer key, value;

  for (guint i = 0; i < LSC_TRACE_N_BAD; i++)
    add_count (&into->bad[i], &from->bad[i]);
  for (guint i = 0; i < G_N_ELEMENTS (into->phases); i++)
    add_count (&into->phases[i], &from->phases[i]);
  into->file.n_events += from->file.n_events;
  into->n_flows += from->n_flows;
  into->n_joined += from->n_joined;
  into->joins_ranks |= from->joins_ranks;
  into->any_fraction |= from->any_fraction;
  into->file.has_links |= from->file.has_links;
  g_hash_table_iter_init (&iter, from->file.top);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (into->top_bytes + strlen (value) <= LSC_TRACE_MOST_TOP)
      {
        into->top_bytes += strlen (value);
        g_hash_table_replace (into->file.top, g_strdup (key), g_strdup (value));
      }
}

/**
 * _lsc_trace_merge:
 * @into: the earlier part of the file
 * @from: the part that begins where @into stopped; empty afterwards
 */
void
_lsc_trace_merge (LscTraceWorker *into, LscTraceWorker *from, guint n_threads)
{
  Merge merge = { .into = into, .from = from };

  g_assert (into != from);
  map_tables (&merge);
  merge_processes (&merge);
  merge_track_heads (&merge);
  merge_lists (&merge);
  /* After all tables, which it only reads: tracks share nothing else. */
  lsc_job_run_parallel (n_threads, from->states.n, merge_slices, &merge);
  merge_open (&merge);
  merge_end (&merge);
  g_assert (into->file.tracks->len == into->states.n); /* each track has its state */
  _lsc_trace_file_clear (&from->file);
  g_free (merge.strings);
  g_free (merge.categories);
  g_free (merge.folded);
  g_free (merge.tracks);
  g_free (merge.first);
}
