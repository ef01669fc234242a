/* lsc-pipeline-blocks.c - recorded ranges of a rank become its blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-stats.h"
#include "analyze/pipeline/lsc-pipeline-kineto.h"
#include "analyze/pipeline/lsc-pipeline-rank-private.h"
#include "base/lsc-sort.h"

/* pipeline.md#blocks, #bad-input: host ranges (MSTX_EVENTS) meet their device rows (TASK) by
 * connection id; ranges inside others and empty pops go; what is left, ordered by device start, are
 * the blocks. */

#define ID_NONE_FIRST G_GINT64_CONSTANT (4000000000)
#define ID_NONE_LAST G_GINT64_CONSTANT (4294967295)
#define EMPTY_POP_NS 20000
#define MAX_CONTAINER_SCAN 4096

typedef struct
{
  gint64 connection_id;
  gint64 start_ns;
  gint64 end_ns;
  guint32 stream;
} DeviceRow;

LSC_DEFINE_ARRAY (DeviceRows, device_rows, DeviceRow)

/* A range on its way to a block. */
typedef struct
{
  LscBlockRange range;
  gint64 process;
  gboolean has_device;
} Candidate;

LSC_DEFINE_ARRAY (Candidates, candidates, Candidate)

/* What a text says, read once for each different text. */
typedef struct
{
  int kind;
  guint32 text;
  guint32 recorded;
  guint8 chunk;
  gint32 stage; /* plus 1, 0 = none */
  gboolean is_model_graph;
  gboolean is_bad_id;
  gboolean is_loop_index;
} Known;

static int
compare_device_rows (gconstpointer a, gconstpointer b)
{
  const DeviceRow *x = a, *y = b;

  LSC_RETURN_ORDER (x->connection_id, y->connection_id);
  return LSC_ORDER (x->start_ns, y->start_ns);
}

static gboolean
uses_device (const LscRun *run)
{
  if (run->device < 0)
    return FALSE;
  for (gsize i = 0; i < run->mark_tasks.n; i++)
    if (run->mark_tasks.items[i].device == run->device)
      return TRUE;
  return FALSE;
}

/* The device rows of one card, one for each connection id, by id. */
static DeviceRows
collect_device_rows (const LscRun *run, gint64 *n_merged)
{
  DeviceRows rows = { NULL, 0, 0 };
  gboolean one_device = uses_device (run);
  gsize n = 0;

  for (gsize i = 0; i < run->mark_tasks.n; i++)
    {
      const LscMarkTask *task = &run->mark_tasks.items[i];

      if (one_device && task->device != run->device)
        continue;
      device_rows_append (
          &rows, (DeviceRow){ task->connection_id, task->start_ns, task->end_ns, task->stream });
    }
  if (rows.n > 1)
    qsort (rows.items, rows.n, sizeof (DeviceRow), compare_device_rows);
  for (gsize i = 0; i < rows.n; i++)
    if (n > 0 && rows.items[n - 1].connection_id == rows.items[i].connection_id)
      {
        rows.items[n - 1].end_ns = MAX (rows.items[n - 1].end_ns, rows.items[i].end_ns);
        ++*n_merged;
      }
    else
      rows.items[n++] = rows.items[i];
  rows.n = n;
  return rows;
}

static const DeviceRow *
find_device_row (const DeviceRows *rows, gint64 connection_id)
{
  gsize found;

  /* times.md#not-available: what profilers write for "none" would find each other */
  if (connection_id < 0 || connection_id == ID_NONE_FIRST || connection_id == ID_NONE_LAST)
    return NULL;
  found = LSC_BISECT (i, 0, rows->n, rows->items[i].connection_id < connection_id);
  return found < rows->n && rows->items[found].connection_id == connection_id ? &rows->items[found]
                                                                              : NULL;
}

/* Names of torch.distributed.pipelining say more. */
static void
read_action (const LscRun *run, const char *text, Known *known)
{
  LscPipelineAction action;

  if (!lsc_pipeline_parse_action (text, run->is_gpu, &action))
    return;
  known->kind = action.kind;
  known->stage = (gint32) action.stage + 1;
  known->is_loop_index = action.is_loop_index;
  known->is_bad_id = action.micro_batch >= LSC_MB_NONE;
  if (action.micro_batch >= 0 && !known->is_bad_id)
    known->recorded = (guint32) action.micro_batch;
}

static Known *
read_message (const LscPipelineReading *reading, guint32 id)
{
  const LscRun *run = reading->run;
  const char *text = lsc_run_text (run, id);
  g_autoptr (LscPipelineMessage) message =
      lsc_pipeline_message_parse (text, lsc_intern_length (run->strings, id));
  Known *known = g_new0 (Known, 1);
  gsize length = strlen (text);

  known->kind = message->kind != LSC_BLOCK_KIND_NONE
                    ? message->kind
                    : lsc_pipeline_classify (reading->words, message->name);
  known->recorded = LSC_SCHEDULE_NO_ID;
  known->chunk = LSC_CHUNK_NONE;
  known->text = LSC_STRING_NONE;
  /* after the kind of the name, which it may replace: actions name stage and micro-batch, too */
  read_action (run, text, known);
  if (known->kind == LSC_BLOCK_KIND_NONE)
    return known;
  known->text = lsc_intern_add (
      reading->strings, length <= 4096 && g_utf8_validate (text, -1, NULL) ? text : message->name);
  known->is_model_graph = strstr (message->name, "_model_graph") != NULL;
  if (message->has_micro_batch)
    {
      known->is_bad_id = message->micro_batch < 0 || message->micro_batch >= LSC_MB_NONE;
      if (!known->is_bad_id)
        known->recorded = (guint32) message->micro_batch;
    }
  if (message->has_chunk && message->chunk >= 0 && message->chunk < LSC_CHUNK_NONE)
    known->chunk = (guint8) message->chunk;
  if (message->has_stage && message->stage >= 0 && message->stage < LSC_MAX_STAGES)
    known->stage = (gint32) message->stage + 1;
  return known;
}

static const Known *
know_message (const LscPipelineReading *reading, GHashTable *known, guint32 id)
{
  Known *value = g_hash_table_lookup (known, GUINT_TO_POINTER (id));

  if (!value)
    {
      value = read_message (reading, id);
      g_hash_table_insert (known, GUINT_TO_POINTER (id), value);
    }
  return value;
}

typedef struct
{
  LscPipelineReading *reading;
  LscPipelineRank *rank;
  DeviceRows device_rows;
  Candidates candidates;
  GHashTable *known;
  gint64 n_bad;
  gint64 n_bad_ids;
  gint64 n_merged;
} Collector;

static void
collect_mark (Collector *self, const LscMark *mark, guint32 module_domain)
{
  const LscRun *run = self->reading->run;
  const Known *known;
  const DeviceRow *row;
  Candidate candidate = { 0 };

  if (mark->event_type != LSC_MSTX_PUSH_POP && mark->event_type != LSC_MSTX_START_END)
    return;
  /* A module may be called "forward": ranges of modules are none of the schedule. */
  if (mark->message == LSC_STRING_NONE ||
      (mark->domain == module_domain && module_domain != LSC_STRING_NONE))
    return;
  known = know_message (self->reading, self->known, mark->message);
  if (known->kind == LSC_BLOCK_KIND_NONE)
    return;
  row = find_device_row (&self->device_rows, mark->connection_id);
  if (mark->end_ns < mark->start_ns || mark->end_ns == 0 ||
      (row ? row->end_ns <= row->start_ns : mark->end_ns == mark->start_ns))
    {
      self->n_bad++;
      return;
    }
  candidate.has_device = row != NULL;
  candidate.process = mark->thread < run->threads.n ? run->threads.items[mark->thread] >> 32 : 0;
  candidate.range = (LscBlockRange){
    .start_ns = row ? row->start_ns : mark->start_ns,
    .end_ns = row ? row->end_ns : mark->end_ns,
    .host_start_ns = mark->start_ns,
    .host_end_ns = mark->end_ns,
    .step = LSC_STEP_NONE,
    .message = known->text,
    .stream = row ? row->stream : LSC_ID_NONE,
    .recorded = known->recorded,
    .peer_name = LSC_STRING_NONE,
    .kind = (guint8) known->kind,
    .chunk = known->chunk,
    .flags = row ? 0 : LSC_BLOCK_HOST_TIME,
    .is_loop_index = known->is_loop_index,
    .stage = known->stage,
  };
  self->n_bad_ids += known->is_bad_id;
  self->rank->is_model_graph |= known->is_model_graph;
  self->rank->is_single_stage |= known->is_loop_index;
  candidates_append (&self->candidates, candidate);
}

static void
collect_marks (Collector *self)
{
  const LscRun *run = self->reading->run;
  guint32 module_domain = lsc_intern_find (run->strings, "Module");

  self->known = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->device_rows = collect_device_rows (run, &self->n_merged);
  for (gsize i = 0; i < run->marks.n; i++)
    collect_mark (self, &run->marks.items[i], module_domain);
  g_hash_table_unref (self->known);
  device_rows_clear (&self->device_rows);
}

/* Ranges without device time only count when the rank has no others. */
static gint64
drop_ranges_without_device (Candidates *self)
{
  gsize n = 0, n_device = 0;
  gint64 dropped;

  for (gsize i = 0; i < self->n; i++)
    n_device += self->items[i].has_device;
  if (n_device == 0)
    return 0;
  dropped = (gint64) (self->n - n_device);
  for (gsize i = 0; i < self->n; i++)
    if (self->items[i].has_device)
      self->items[n++] = self->items[i];
  g_assert (n == n_device);
  self->n = n;
  return dropped;
}

static int
compare_by_host (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a, *y = b;

  LSC_RETURN_ORDER (x->process, y->process);
  /* of ranges that start together the longer one first: it holds the others */
  LSC_RETURN_ORDER (x->range.host_start_ns, y->range.host_start_ns);
  return LSC_ORDER (y->range.host_end_ns, x->range.host_end_ns);
}

/* Whether somebody wrapped the whole schedule: an X that holds a forward, a backward and three
 * ranges in all. */
static gboolean
is_container (const Candidates *all, gsize index)
{
  const Candidate *outer = &all->items[index];
  gsize last = MIN (all->n, index + 1 + MAX_CONTAINER_SCAN);
  gsize n = 0, n_forward = 0, n_backward = 0;

  if (outer->range.kind != LSC_BLOCK_X)
    return FALSE;
  for (gsize i = index + 1; i < last; i++)
    {
      const Candidate *inner = &all->items[i];

      if (inner->process != outer->process ||
          inner->range.host_start_ns >= outer->range.host_end_ns)
        break;
      if (inner->range.host_end_ns > outer->range.host_end_ns)
        continue;
      n++;
      n_forward += inner->range.kind == LSC_BLOCK_F;
      n_backward += inner->range.kind == LSC_BLOCK_B || inner->range.kind == LSC_BLOCK_I;
      if (n >= 3 && n_forward > 0 && n_backward > 0)
        return TRUE;
    }
  return FALSE;
}

/* pipeline.md#nested. Returns how many were nested; containers are counted apart. */
static gint64
drop_nested (Candidates *self, gint64 *n_containers)
{
  g_autofree guint8 *keep = g_malloc0 (self->n + 1);
  gsize n = 0, last = G_MAXSIZE;
  gint64 nested = 0;

  if (self->n > 1)
    qsort (self->items, self->n, sizeof (Candidate), compare_by_host);
  for (gsize i = 0; i < self->n; i++)
    {
      const Candidate *at = &self->items[i];
      /* sorted by start: only the last one that was kept can hold this one */
      const Candidate *kept = last == G_MAXSIZE ? NULL : &self->items[last];

      if (is_container (self, i))
        {
          ++*n_containers;
          continue;
        }
      if (kept && kept->process == at->process &&
          at->range.host_start_ns < kept->range.host_end_ns &&
          at->range.host_end_ns <= kept->range.host_end_ns)
        {
          nested++;
          continue;
        }
      keep[i] = 1;
      last = i;
    }
  for (gsize i = 0; i < self->n; i++)
    if (keep[i])
      self->items[n++] = self->items[i];
  self->n = n;
  return nested;
}

/* The backward length that half of the backward time reaches. With blocks of one length it is the
 * median of pipeline.md#blocks; but the backwards of the head, which look like others until the
 * schedule is known, are short and many on the first stage of DualPipeV, and would be the
 * median. */
static gint64
typical_backward (const Candidates *self)
{
  LscInt64s values = { NULL, 0, 0 };
  double total = 0, reached = 0;
  gint64 typical = 0;

  for (gsize i = 0; i < self->n; i++)
    if (self->items[i].range.kind == LSC_BLOCK_B || self->items[i].range.kind == LSC_BLOCK_I)
      {
        gint64 length = self->items[i].range.end_ns - self->items[i].range.start_ns;

        lsc_int64s_append (&values, length);
        total += (double) length;
      }
  lsc_sort_int64s (values.items, values.n);
  /* from the longest down */
  for (gsize i = values.n; i > 0 && reached < total / 2; i--)
    {
      typical = values.items[i - 1];
      reached += (double) typical;
    }
  lsc_int64s_clear (&values);
  return typical;
}

/* pipeline.md#empty-pops: a pop of an empty cache. */
static gint64
drop_empty_pops (Candidates *self)
{
  gint64 typical = typical_backward (self);
  gint64 dropped = 0;
  gsize n = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      const LscBlockRange *range = &self->items[i].range;
      gint64 length = range->end_ns - range->start_ns;

      if (range->kind == LSC_BLOCK_W && length < EMPTY_POP_NS && length < typical / 100)
        dropped++;
      else
        self->items[n++] = self->items[i];
    }
  self->n = n;
  return dropped;
}

/* What was lost on the way, and how the user hears of it. */
typedef struct
{
  gint64 count;
  LscSeverity severity;
  const char *code;
  const char *what;
  const char *why;
  const char *remedy;
} Loss;

static void
tell_losses (Collector *self, gint64 nested, gint64 containers, gint64 pops, gint64 deviceless)
{
  const Loss losses[] = {
    { self->n_bad, LSC_SEVERITY_WARNING, "pp-bad-range",
      _ ("Pipeline ranges that never ended, end before they start or have no length were dropped."),
      _ ("The order of blocks may not fit the schedule."), NULL },
    { nested, LSC_SEVERITY_NOTE, "pp-nested-range",
      _ ("Pipeline ranges inside other ones are not blocks."), NULL, NULL },
    { containers, LSC_SEVERITY_NOTE, "pp-container-range",
      _ ("Ranges around whole schedules were skipped; their contents are shown."), NULL, NULL },
    { pops, LSC_SEVERITY_NOTE, "pp-empty-pop",
      _ ("Calls of WeightGradStore.pop without work are not blocks."), NULL, NULL },
    { deviceless, LSC_SEVERITY_WARNING, "pp-range-without-device",
      _ ("Pipeline ranges without device time are not blocks."), NULL,
      _ ("Give range_start a stream.") },
    { self->n_merged, LSC_SEVERITY_NOTE, "pp-several-device-rows",
      _ ("Ranges with several device rows last from the first to the last."), NULL, NULL },
    { self->n_bad_ids, LSC_SEVERITY_WARNING, "pp-microbatch-ignored",
      _ ("Recorded micro-batch numbers that are negative or too large were ignored."), NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (losses); i++)
    _lsc_pipeline_note (self->rank->notices, losses[i].severity, losses[i].code, self->rank,
                        losses[i].count, "%s", losses[i].why, losses[i].remedy, losses[i].what);
}

/* A message that went astray makes no link, and a collective tells of no clock. */
static void
add_stray_comm_ops (const LscRun *run, const char *label, LscStrayWords *words)
{
  for (gsize i = 0; i < run->comm_ops.n; i++)
    {
      const LscCommOp *op = &run->comm_ops.items[i];
      LscInterval when = { op->start_ns, MAX (op->start_ns, op->end_ns) };

      if (!lsc_stray_words_holds (words, &when))
        lsc_stray_words_add (words, &(LscStray){ .when = when,
                                                 .name = lsc_run_text (run, op->op_name),
                                                 .place = label,
                                                 .n = 1 });
    }
}

/* A block decades away would make a step of half a century. It is not guessed where it belongs. */
static void
drop_strays (Collector *self)
{
  const LscIntern *strings = self->reading->strings;
  LscStrayWords words = { .main = self->reading->main };
  g_autofree char *label = NULL;
  gsize n = 0;

  if (!self->reading->has_strays)
    return;
  label = lsc_run_get_label (self->reading->run);
  for (gsize i = 0; i < self->candidates.n; i++)
    {
      const LscBlockRange *range = &self->candidates.items[i].range;
      LscInterval device = { range->start_ns, range->end_ns };
      LscInterval host = { range->host_start_ns, range->host_end_ns };

      if (lsc_stray_words_holds (&words, &device) && lsc_stray_words_holds (&words, &host))
        self->candidates.items[n++] = self->candidates.items[i];
      else
        lsc_stray_words_add (
            &words, &(LscStray){ .when = lsc_stray_words_holds (&words, &device) ? host : device,
                                 .name = lsc_intern_text (strings, range->message),
                                 .place = label,
                                 .n = 1 });
    }
  self->candidates.n = n;
  add_stray_comm_ops (self->reading->run, label, &words);
  _lsc_pipeline_tell_strays (self->rank->notices, self->rank, &words);
}

/** Reads the ranges of a run, in the order of the host. */
void
_lsc_pipeline_read_blocks (LscPipelineReading *reading)
{
  LscPipelineRank *self = reading->rank;
  Collector collector = { .reading = reading, .rank = self };
  Candidates *candidates = &collector.candidates;
  gint64 nested, containers = 0, pops, deviceless;

  collect_marks (&collector);
  drop_strays (&collector);
  deviceless = drop_ranges_without_device (candidates);
  nested = drop_nested (candidates, &containers);
  pops = drop_empty_pops (candidates);
  tell_losses (&collector, nested, containers, pops, deviceless);
  lsc_block_ranges_reserve (&self->ranges, candidates->n);
  for (gsize i = 0; i < candidates->n; i++)
    lsc_block_ranges_append (&self->ranges, candidates->items[i].range);
  if (candidates->n > 0 && !candidates->items[0].has_device)
    _lsc_pipeline_note (
        self->notices, LSC_SEVERITY_WARNING, "pp-host-time", self, (gint64) candidates->n,
        _ ("No pipeline range of this rank has device time; host time is "
           "shown."),
        _ ("Lengths and bubbles are those of the host."), _ ("Give range_start a stream."));
  candidates_clear (candidates);
}
