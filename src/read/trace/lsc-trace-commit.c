/* lsc-trace-commit.c - a parsed event goes into the tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/trace/lsc-trace-private.h"

#define NOT_GIVEN LSC_TRACE_NO_NUMBER

/* Where 8 bytes may be read. */
static const char no_text[8];

static void
note_bad (LscTraceBadCount *count, gint64 offset)
{
  if (count->n++ == 0)
    count->first = offset;
}

void
lsc_trace_note_bad (LscTraceWorker *self, LscTraceBad kind, gint64 offset)
{
  note_bad (&self->bad[kind], offset);
}

/* ---- Texts -------------------------------------------------------------------------------- */

/* Mixes both ends and the middle of a text; 8 bytes may be read at any place of a window. */
static inline guint32
hash_text (const char *text, gsize n)
{
  guint64 first, middle = 0, last = 0;

  memcpy (&first, text, 8);
  if (n >= 8)
    {
      memcpy (&middle, text + n / 2 - 4, 8);
      memcpy (&last, text + n - 8, 8);
    }
  else
    first &= n ? G_MAXUINT64 >> (64 - 8 * n) : 0;
  first = (first ^ n) * 0x9e3779b97f4a7c15u;
  first ^= (middle + (last << 7 | last >> 57)) * 0xc2b2ae3d27d4eb4fu;
  first ^= first >> 32;
  return (guint32) ((first * 0x9e3779b97f4a7c15u) >> 40);
}

static inline gboolean
is_known (const LscTraceKnown *known, const char *text, gsize n)
{
  return known->text && known->n == n && memcmp (known->text, text, n) == 0;
}

/**
 * lsc_trace_intern:
 * @text: inside of a string, in the window
 *
 * Returns: the id of the text it stands for, which is always valid UTF-8
 */
guint32
lsc_trace_intern (LscTraceWorker *self, const char *text, gsize n)
{
  LscTraceKnown *known = &self->known_names[hash_text (text, n) % LSC_TRACE_KNOWN_NAMES];
  guint32 id;

  /* A trace has few names, again and again: this looks in one place and follows no chain, where the
     pool would hash the whole text. */
  if (G_LIKELY (is_known (known, text, n)))
    return known->id;
  if (lsc_json_needs_decoding (text, n))
    {
      g_string_truncate (self->scratch, 0);
      lsc_json_decode (self->scratch, text, n);
      return lsc_intern_add_bytes (self->file.strings, self->scratch->str, self->scratch->len);
    }
  id = lsc_intern_add_bytes (self->file.strings, text, n);
  *known = (LscTraceKnown){ lsc_intern_text (self->file.strings, id), (guint32) n, id };
  return id;
}

/**
 * lsc_trace_add_category:
 *
 * Returns: the number of a category, new or known; from the 65536th on they share the last one
 */
guint16
lsc_trace_add_category (LscTraceWorker *self, const char *text)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->category_index, text));

  if (index > 0)
    return (guint16) (index - 1);
  index = self->file.categories->len;
  if (index > G_MAXUINT16)
    index = G_MAXUINT16;
  else
    {
      char *copy = g_strdup (text);

      g_ptr_array_add (self->file.categories, copy);
      g_hash_table_insert (self->category_index, copy, GUINT_TO_POINTER (index + 1));
    }
  return (guint16) index;
}

static G_GNUC_NO_INLINE guint16
learn_category (LscTraceWorker *self, LscTraceKnown *known, const char *text, gsize n)
{
  g_autofree char *decoded = lsc_json_decode_dup (text, n);

  known->id = lsc_trace_add_category (self, decoded);
  known->text = NULL;
  /* What is compared is the text as written; with escapes in it the two differ. */
  if (!lsc_json_needs_decoding (text, n) && known->id < self->file.categories->len)
    {
      known->text = g_ptr_array_index (self->file.categories, known->id);
      known->n = (guint32) n;
      if (strlen (known->text) != n) /* one category too many */
        known->text = NULL;
    }
  return (guint16) known->id;
}

/*
 * @text: (nullable): inside of a string; @n = 0 for an event without category
 *
 * Returns: its number in @self->file.categories
 */
static inline guint16
get_category (LscTraceWorker *self, const char *text, gsize n)
{
  LscTraceKnown *known;

  if (n == 0)
    {
      if (self->no_category < 0)
        self->no_category = lsc_trace_add_category (self, "");
      return (guint16) self->no_category;
    }
  known = &self->known_categories[hash_text (text, n) % LSC_TRACE_KNOWN_CATEGORIES];
  return G_LIKELY (is_known (known, text, n)) ? (guint16) known->id
                                              : learn_category (self, known, text, n);
}

/* ---- Links -------------------------------------------------------------------------------- */

/**
 * lsc_trace_fold:
 * @link: what the file says
 *
 * Returns: 32 bits for it, %LSC_SLICE_NONE when the number means "not available". Small numbers
 *   are themselves, large ones count from %LSC_TRACE_FOLD in order of appearance
 */
guint32
lsc_trace_fold (LscTraceWorker *self, gint64 link)
{
  gsize index;

  if (G_LIKELY (link >= 0 && link < LSC_TRACE_FOLD))
    return (guint32) link;
  if (link < 0 || link == G_MAXUINT32 || link == G_MAXINT64)
    return LSC_SLICE_NONE;
  index = GPOINTER_TO_SIZE (g_hash_table_lookup (self->fold_index, &link));
  if (index == 0)
    {
      if (self->file.folded.n >= LSC_TRACE_FOLD - 1)
        return LSC_SLICE_NONE;
      lsc_int64s_append (&self->file.folded, link);
      index = self->file.folded.n;
      g_hash_table_insert (self->fold_index, g_memdup2 (&link, sizeof link),
                           GSIZE_TO_POINTER (index));
    }
  return LSC_TRACE_FOLD + (guint32) (index - 1);
}

static inline guint32
choose_link (LscTraceWorker *self, const LscTraceEvent *event)
{
  gint64 link = event->correlation;

  if (self->dialect == LSC_TRACE_ASCEND)
    {
      link = event->connection;
      if (link == NOT_GIVEN &&
          ((event->name.n >= 7 && memcmp (event->name.text, "Enqueue", 7) == 0) ||
           (event->name.n >= 7 && memcmp (event->name.text, "Dequeue", 7) == 0)))
        link = event->correlation_id;
    }
  return link == NOT_GIVEN ? LSC_SLICE_NONE : lsc_trace_fold (self, link);
}

/* ---- Slices ------------------------------------------------------------------------------- */

static inline LscRawSlice *
add_slice (LscRawSlices *slices, gint64 start_ns, gint64 duration_ns)
{
  LscRawSlice *slice;

  if (G_UNLIKELY (slices->n == slices->capacity))
    slices->items =
        lsc_array_grow (slices->items, &slices->capacity, slices->n + 1, sizeof *slices->items);
  slice = &slices->items[slices->n];
  slice->start_ns = start_ns;
  slice->duration = (guint32) duration_ns;
  if (G_UNLIKELY (duration_ns >= LSC_DURATION_LONG))
    {
      LscLongDuration duration = { duration_ns, (guint32) slices->n, 0 };

      slice->duration = LSC_DURATION_LONG;
      lsc_long_durations_append (&slices->longs, duration);
    }
  slices->n++;
  return slice;
}

/**
 * _lsc_trace_set_domain:
 * @index: of a slice, behind all that have a domain
 */
void
_lsc_trace_set_domain (LscTrack *track, gsize index, guint32 domain)
{
  if (!track->domains)
    track->domains = g_new0 (LscIndexes, 1);
  while (track->domains->n < index)
    lsc_indexes_append (track->domains, LSC_STRING_NONE);
  lsc_indexes_append (track->domains, domain);
}

/* The end of an open slice; the table of long ones stays in order. */
void
lsc_trace_close_slice (LscRawSlices *slices, guint32 index, gint64 end_ns)
{
  LscRawSlice *slice = &slices->items[index];
  gint64 duration =
      MIN (MAX (end_ns, slice->start_ns) - slice->start_ns, LSC_TRACE_MOST_DURATION_NS);
  LscLongDurations *longs = &slices->longs;
  gsize place;

  slice->duration = (guint32) MIN (duration, LSC_DURATION_LONG);
  if (duration < LSC_DURATION_LONG)
    return;
  lsc_long_durations_add (longs);
  for (place = longs->n - 1; place > 0 && longs->items[place - 1].index > index; place--)
    longs->items[place] = longs->items[place - 1];
  longs->items[place] = (LscLongDuration){ duration, index, 0 };
}

static guint32
intern_text (LscTraceWorker *self, LscJsonText text)
{
  return text.text ? lsc_trace_intern (self, text.text, text.n) : LSC_STRING_NONE;
}

/* What a task of a graph says; a name alone may be anything. */
static void
commit_node (LscTraceWorker *self, const LscTraceExtras *extras, guint32 track, guint32 index)
{
  if (extras->graph >= 0 || extras->node >= 0 || extras->module.text)
    lsc_trace_nodes_append (&self->file.graph_nodes,
                            (LscTraceNode){ .graph = extras->graph,
                                            .node = extras->node,
                                            .track = track,
                                            .index = index,
                                            .module = intern_text (self, extras->module),
                                            .note = intern_text (self, extras->note) });
}

/** Keeps what few slices of PyTorch say: memory, the group and size of a collective, a graph. */
void
lsc_trace_commit_extras (LscTraceWorker *self, const LscTraceExtras *extras, guint32 track,
                         guint32 index)
{
  guint32 data_type;
  gint64 bytes = _lsc_trace_get_size (extras, &data_type);

  if (extras->group_name.text || extras->group_ranks.text || bytes >= 0)
    lsc_trace_groups_append (&self->file.groups,
                             (LscTraceGroup){ .track = track,
                                              .index = index,
                                              .name = intern_text (self, extras->group_name),
                                              .ranks = intern_text (self, extras->group_ranks),
                                              .number = extras->number,
                                              .bytes = bytes,
                                              .data_type = data_type });
  if (extras->allocated != NOT_GIVEN || extras->reserved != NOT_GIVEN || extras->bytes != NOT_GIVEN)
    lsc_trace_memories_append (&self->file.memories,
                               (LscTraceMemory){ extras->device, extras->device_type,
                                                 extras->allocated, extras->reserved, extras->bytes,
                                                 extras->address, track, index });
  commit_node (self, extras, track, index);
}

/* Numbers of 32 bits; the greatest means none (times.md#not-available). */
static gboolean
is_place (gint64 value)
{
  return value >= 0 && value < G_MAXUINT32;
}

/* What the tasks of a collective say: between whom they are. */
static void
commit_pair (LscTraceWorker *self, const LscTraceExtras *extras, guint32 track, guint32 index)
{
  if (is_place (extras->source) && is_place (extras->target))
    lsc_trace_pairs_append (&self->file.pairs, (LscTracePair){ .track = track,
                                                               .index = index,
                                                               .source = (guint32) extras->source,
                                                               .target = (guint32) extras->target,
                                                               .transport = extras->transport,
                                                               .link = extras->link,
                                                               .stream = extras->stream,
                                                               .bytes = extras->bytes });
}

static LscRawSlice *
commit_slice (LscTraceWorker *self, const LscTraceEvent *event, gint64 offset, guint32 track_number,
              gint64 duration_ns)
{
  LscTrack *track = &g_array_index (self->file.tracks, LscTrack, track_number);
  LscRawSlice *slice = add_slice (&track->slices, event->ts_ns, duration_ns);

  slice->detail = offset;
  slice->name =
      lsc_trace_intern (self, event->name.text ? event->name.text : no_text, event->name.n);
  slice->link = choose_link (self, event);
  self->file.has_links |= slice->link != LSC_SLICE_NONE;
  slice->category = get_category (self, event->category.text, event->category.n);
  slice->kind = LSC_SLICE_OTHER;
  slice->flags = 0;
  if (event->has_fwd_thread)
    slice->flags = event->fwd_thread == 0 ? LSC_TRACE_FLAG_FORWARD : LSC_TRACE_FLAG_BACKWARD;
  if (event->sequence >= 0)
    {
      LscTraceSequence sequence = { event->sequence, track_number,
                                    (guint32) (track->slices.n - 1) };

      lsc_trace_sequences_append (&self->file.sequences, sequence);
    }
  if (G_UNLIKELY (event->has_extras) &&
      (event->extras.copied_bytes != NOT_GIVEN || event->extras.direction != LSC_COPY_UNKNOWN))
    lsc_copies_append (&self->file.copies, (LscCopy){ .detail = offset,
                                                      .bytes = MAX (event->extras.copied_bytes, -1),
                                                      .direction = event->extras.direction });
  if (G_UNLIKELY (event->has_extras))
    {
      guint32 index = (guint32) (track->slices.n - 1);

      (self->dialect == LSC_TRACE_KINETO ? lsc_trace_commit_extras
                                         : commit_pair) (self, &event->extras, track_number, index);
    }
  if (G_UNLIKELY (event->domain.text) && self->dialect == LSC_TRACE_ASCEND)
    _lsc_trace_set_domain (track, track->slices.n - 1,
                           lsc_trace_intern (self, event->domain.text, event->domain.n));
  return slice;
}

/** Notes a slice that begins without an end. */
void
lsc_trace_open_slice (LscTraceWorker *self, guint32 track, guint32 index)
{
  LscIndexes **open = &self->states.items[track].open;

  if (!*open)
    *open = g_new0 (LscIndexes, 1);
  lsc_indexes_append (*open, index);
}

static void
commit_end (LscTraceWorker *self, guint32 track_number, gint64 time_ns)
{
  LscIndexes *open = self->states.items[track_number].open;

  if (!open || open->n == 0)
    {
      LscTraceOrphan orphan = { track_number, time_ns };

      lsc_trace_orphans_append (&self->orphans, orphan);
      return;
    }
  lsc_trace_close_slice (&g_array_index (self->file.tracks, LscTrack, track_number).slices,
                         open->items[--open->n], time_ns);
}

static void
commit_begin (LscTraceWorker *self, const LscTraceEvent *event, gint64 offset, guint32 track_number)
{
  const LscTrack *track = &g_array_index (self->file.tracks, LscTrack, track_number);

  commit_slice (self, event, offset, track_number, 0);
  lsc_trace_open_slice (self, track_number, (guint32) (track->slices.n - 1));
}

/* ---- The rest ----------------------------------------------------------------------------- */

static guint64
hash_id (const char *text, gsize n)
{
  guint64 hash = 0xcbf29ce484222325u;

  for (gsize i = 0; i < n; i++)
    hash = (hash ^ (guchar) text[i]) * 0x100000001b3u;
  hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
  /* Ids that are numbers have this bit clear, so that no text can stand for one of them. */
  return (hash ^ hash >> 32) | (guint64) 1 << 63;
}

/* Of a Kineto trace the others say no more than correlations do, where there are any, and are many.
 */
static inline gboolean
is_wanted_flow (const LscTraceWorker *self, guint16 category, char phase)
{
  return self->dialect != LSC_TRACE_KINETO ||
         (phase != 't' &&
          (!self->file.has_links ||
           strcmp (g_ptr_array_index (self->file.categories, category), LSC_TRACE_FWDBWD) == 0));
}

static void
commit_flow (LscTraceWorker *self, const LscTraceEvent *event, guint32 track)
{
  guint16 category = get_category (self, event->category.text, event->category.n);
  LscFlow *flow;
  gint64 number;

  self->n_flows++;
  if (!is_wanted_flow (self, category, event->phase))
    return;
  flow = lsc_flows_add (&self->file.flows);
  flow->time_ns = event->ts_ns;
  flow->id = lsc_json_parse_int64 (event->id.text, event->id.n, &number) && number >= 0
                 ? (guint64) number
                 : hash_id (event->id.text, event->id.n);
  flow->track = track;
  flow->category = category;
  flow->phase = event->phase;
  flow->reserved = 0;
}

/* What b, n and e say, and S, T, p and F of old. */
static void
commit_async (LscTraceWorker *self, const LscTraceEvent *event, gint64 offset, guint32 track)
{
  LscTraceAsync *async = lsc_trace_asyncs_add (&self->file.asyncs);
  const char *local = g_strstr_len (event->id.text, (gssize) event->id.n, "local");

  *async = (LscTraceAsync){
    .time_ns = event->ts_ns,
    .offset = offset,
    .id = hash_id (event->id.text, event->id.n),
    .track = track,
    .name = lsc_trace_intern (self, event->name.text ? event->name.text : no_text, event->name.n),
    .category = get_category (self, event->category.text, event->category.n),
    .phase = event->phase == 'b' || event->phase == 'S'   ? 'b'
             : event->phase == 'e' || event->phase == 'F' ? 'e'
                                                          : 'n',
    .has_name = event->name.n > 0,
  };
  if (*event->id.text == '{' && local) /* of this process alone */
    async->id = lsc_hash_mix (async->id, (guint64) event->pid_key);
}

static void
commit_counter (LscTraceWorker *self, const LscTraceEvent *event, guint32 track)
{
  const char *p = event->args.text + 1;
  const char *end = event->args.text + event->args.n;
  guint32 name = LSC_STRING_NONE;
  LscJsonText key, value;

  while (lsc_json_next_field (&p, end, &key, &value))
    {
      LscTraceSample sample = { event->ts_ns, 0, 0, 0, track, 0 };
      LscJsonText text = lsc_json_inside (value);

      if (!lsc_json_parse_double (text.text, text.n, &sample.value))
        continue;
      if (name == LSC_STRING_NONE)
        name =
            lsc_trace_intern (self, event->name.text ? event->name.text : no_text, event->name.n);
      sample.name = name;
      sample.key = lsc_trace_intern (self, key.text, key.n);
      lsc_trace_samples_append (&self->file.samples, sample);
    }
}

static gboolean
is_text (LscJsonText text, const char *word)
{
  return text.n == strlen (word) && memcmp (text.text, word, text.n) == 0;
}

static void
set_sort (gint64 *sort, LscJsonText value)
{
  gint64 number;

  if (lsc_json_parse_int64 (value.text, value.n, &number))
    *sort = number;
}

/* Names and order of processes and threads; the last one said holds. */
static void
commit_metadata (LscTraceWorker *self, const LscTraceEvent *event)
{
  const char *p = event->args.text;
  const char *end;
  LscJsonText key, value;

  if (event->args.n == 0)
    return;
  end = p++ + event->args.n;
  while (lsc_json_next_field (&p, end, &key, &value))
    {
      LscJsonText text = lsc_json_inside (value);

      if (is_text (event->name, "process_name") && is_text (key, "name"))
        lsc_trace_get_process (self, event->pid_key)->name =
            lsc_trace_intern (self, text.text, text.n);
      else if (is_text (event->name, "process_labels") && is_text (key, "labels"))
        lsc_trace_get_process (self, event->pid_key)->labels =
            lsc_trace_intern (self, text.text, text.n);
      else if (is_text (event->name, "process_sort_index") && is_text (key, "sort_index"))
        set_sort (&lsc_trace_get_process (self, event->pid_key)->sort, text);
      else if ((is_text (event->name, "thread_name") && is_text (key, "name")) ||
               (is_text (event->name, "thread_sort_index") && is_text (key, "sort_index")))
        {
          guint32 number = lsc_trace_get_track (self, event->pid_key, event->tid_key);
          LscTrack *track;

          if (number == LSC_SLICE_NONE)
            return;
          track = &g_array_index (self->file.tracks, LscTrack, number);
          if (is_text (key, "name"))
            track->thread_name = lsc_trace_intern (self, text.text, text.n);
          else
            set_sort (&track->thread_sort, text);
        }
    }
}

static gboolean
has_what_it_needs (const LscTraceEvent *event)
{
  if (G_UNLIKELY (event->ts_ns < LSC_TRACE_LEAST_TIME_NS ||
                  event->ts_ns >= LSC_TRACE_MOST_TIME_NS) &&
      event->phase != 'M')
    return FALSE;
  switch (event->phase)
    {
    case 'X':
      return event->has_ts && event->has_dur && event->dur_ns >= 0 &&
             event->dur_ns <= LSC_TRACE_MOST_DURATION_NS;
    case 's':
    case 't':
    case 'f':
      return event->has_ts && event->id.text;
    case 'b':
    case 'n':
    case 'e':
    case 'S':
    case 'T':
    case 'p':
    case 'F':
      return event->has_ts && event->id.n > 0;
    case 'C':
      return event->has_ts && event->args.n > 0;
    case 'M':
      return TRUE;
    default:
      return event->has_ts;
    }
}

/* Events of one thread mostly follow each other. */
static inline guint32
find_track (LscTraceWorker *self, gint64 pid_key, gint64 tid_key)
{
  if (G_LIKELY (self->states.n > 0))
    {
      const LscTrackState *last = &self->states.items[self->last_track];

      if (last->pid_key == pid_key && last->tid_key == tid_key)
        return self->last_track;
    }
  return lsc_trace_get_track (self, pid_key, tid_key);
}

static void
commit_on_track (LscTraceWorker *self, const LscTraceEvent *event, gint64 offset)
{
  guint32 track = find_track (self, event->pid_key, event->tid_key);

  if (track == LSC_SLICE_NONE)
    {
      lsc_trace_note_bad (self, LSC_TRACE_BAD_TRACKS, offset);
      return;
    }
  switch (event->phase)
    {
    case 'X':
      commit_slice (self, event, offset, track, event->dur_ns);
      break;
    case 'i':
    case 'I':
    case 'R': /* a mark of a page load */
      commit_slice (self, event, offset, track, 0)->flags |= LSC_TRACE_FLAG_INSTANT;
      break;
    case 'B':
      commit_begin (self, event, offset, track);
      break;
    case 'E':
      commit_end (self, track, event->ts_ns);
      break;
    case 'C':
      commit_counter (self, event, track);
      break;
    case 'b':
    case 'n':
    case 'e':
    case 'S':
    case 'T':
    case 'p':
    case 'F':
      commit_async (self, event, offset, track);
      break;
    default:
      commit_flow (self, event, track);
      break;
    }
}

/**
 * _lsc_trace_commit:
 * @event: a complete event whose texts are in the window
 * @offset: of its opening brace
 *
 * Takes the event into the tables of the worker, or counts it as bad or not understood.
 */
void
_lsc_trace_commit (LscTraceWorker *self, const LscTraceEvent *event, gint64 offset)
{
  LscTraceEvent filled;

  self->file.n_events++;
  if (!event->phase || !strchr ("XBEiIRCMstfbneSTpF", event->phase))
    {
      if (event->phase)
        note_bad (&self->phases[(guchar) event->phase], offset);
      else
        lsc_trace_note_bad (self, LSC_TRACE_BAD_FIELDS, offset);
      return;
    }
  if (!has_what_it_needs (event))
    {
      lsc_trace_note_bad (self, LSC_TRACE_BAD_FIELDS, offset);
      return;
    }
  self->any_fraction |= event->fraction;
  if (G_UNLIKELY (event->pid_key == NOT_GIVEN || event->tid_key == NOT_GIVEN))
    {
      gint64 none = -1 - (gint64) lsc_intern_add (self->file.strings, "");

      filled = *event;
      if (filled.pid_key == NOT_GIVEN)
        filled.pid_key = none;
      if (filled.tid_key == NOT_GIVEN)
        filled.tid_key = none;
      event = &filled;
    }
  if (G_UNLIKELY (event->has_extras && event->extras.ran_on >= 0 && event->phase == 'X'))
    {
      filled = *event;
      filled.tid_key = event->extras.ran_on; /* the lane that it was moved to is a label */
      event = &filled;
    }
  if (event->phase == 'M')
    commit_metadata (self, event);
  else
    commit_on_track (self, event, offset);
}
