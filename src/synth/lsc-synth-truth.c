/* lsc-synth-truth.c - truth.json: what the writer knows about the profile
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-truth.h"

#include <string.h>

#include "synth/lsc-synth-folder.h"
#include "synth/lsc-synth-names.h"

/* Parts of the document that grow with every rank. */
struct _LscSynthTruth
{
  const LscSynthTimeline *timeline;
  LscSynthJson folders;
  LscSynthJson clocks;
  LscSynthJson drifts;
  LscSynthJson steps;
  LscSynthJson modules;
  LscSynthJson tables;
  LscSynthJson memory;
  LscSynthJson ops;
};

/**
 * lsc_synth_truth_new:
 * @timeline: the run; kept
 *
 * Returns: (transfer full): an empty document
 */
LscSynthTruth *
lsc_synth_truth_new (const LscSynthTimeline *timeline)
{
  LscSynthTruth *self = g_new0 (LscSynthTruth, 1);

  self->timeline = timeline;
  lsc_synth_json_init (&self->folders);
  lsc_synth_json_init (&self->clocks);
  lsc_synth_json_init (&self->drifts);
  lsc_synth_json_init (&self->steps);
  lsc_synth_json_init (&self->modules);
  lsc_synth_json_init (&self->tables);
  lsc_synth_json_init (&self->memory);
  lsc_synth_json_init (&self->ops);
  return self;
}

/** lsc_synth_truth_free: frees the document. */
void
lsc_synth_truth_free (LscSynthTruth *self)
{
  lsc_synth_json_clear (&self->folders);
  lsc_synth_json_clear (&self->clocks);
  lsc_synth_json_clear (&self->drifts);
  lsc_synth_json_clear (&self->steps);
  lsc_synth_json_clear (&self->modules);
  lsc_synth_json_clear (&self->tables);
  lsc_synth_json_clear (&self->memory);
  lsc_synth_json_clear (&self->ops);
  g_free (self);
}

static gint
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (lsc_synth_name_text (*(const guint *) a),
                 lsc_synth_name_text (*(const guint *) b));
}

static void
add_modules (LscSynthTruth *self, const LscSynthRank *rank, const char *key)
{
  g_autoptr (GArray) paths = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < rank->totals->len; i++)
    {
      const LscSynthTotals *totals = &g_array_index (rank->totals, LscSynthTotals, i);

      if (totals->calls > 0 || totals->ops > 0)
        g_array_append_val (paths, i);
    }
  g_array_sort (paths, compare_paths);
  lsc_synth_json_newline (&self->modules);
  lsc_synth_json_open (&self->modules, key, '{');
  for (guint i = 0; i < paths->len; i++)
    {
      guint path = g_array_index (paths, guint, i);
      const LscSynthTotals *totals = &g_array_index (rank->totals, LscSynthTotals, path);

      lsc_synth_json_newline (&self->modules);
      lsc_synth_json_open (&self->modules, lsc_synth_name_text (path), '{');
      lsc_synth_json_int (&self->modules, "total_ns", totals->total_ns);
      lsc_synth_json_int (&self->modules, "calls", totals->calls);
      lsc_synth_json_int (&self->modules, "ops", totals->ops);
      lsc_synth_json_int (&self->modules, "kernels", totals->kernels);
      lsc_synth_json_close (&self->modules, '}');
    }
  lsc_synth_json_close (&self->modules, '}');
}

/* steps.md#device-step, #host-step and #lead, as the rank's clock shows them. */
static void
put_rank_step (LscSynthJson *json, const LscSynthRank *rank, guint n_step)
{
  const LscSynthRankStep *step = &g_array_index (rank->steps, LscSynthRankStep, n_step);
  const gint64 host_begin_ns = lsc_synth_rank_shown (rank, step->host.begin_ns);
  const gint64 host_end_ns = lsc_synth_rank_shown (rank, step->host.end_ns);
  const gint64 begin_ns = lsc_synth_rank_shown (rank, step->device.begin_ns);
  const gint64 last_task_ns = lsc_synth_rank_shown (rank, step->device.end_ns);
  const gint64 end_ns = n_step + 1 < rank->steps->len
                            ? lsc_synth_rank_shown (rank, step[1].device.begin_ns)
                            : last_task_ns;

  lsc_synth_json_newline (json);
  lsc_synth_json_open (json, NULL, '{');
  lsc_synth_json_int (json, "step", step->id);
  lsc_synth_json_int (json, "start", begin_ns);
  lsc_synth_json_int (json, "end", end_ns);
  lsc_synth_json_int (json, "host_start", host_begin_ns);
  lsc_synth_json_int (json, "host_end", host_end_ns);
  lsc_synth_json_int (json, "lead_begin_ns", begin_ns - host_begin_ns);
  lsc_synth_json_int (json, "lead_end_ns", last_task_ns - host_end_ns);
  lsc_synth_json_close (json, '}');
}

static void
add_steps (LscSynthTruth *self, const LscSynthRank *rank, const char *key)
{
  lsc_synth_json_newline (&self->steps);
  lsc_synth_json_open (&self->steps, key, '[');
  for (guint i = 0; i < rank->steps->len; i++)
    put_rank_step (&self->steps, rank, i);
  lsc_synth_json_close (&self->steps, ']');
}

static void
add_memory (LscSynthTruth *self, const LscSynthRank *rank, const char *key)
{
  const LscSynthMemory *memory = lsc_synth_holder_get_memory (rank->holder);

  lsc_synth_json_newline (&self->memory);
  lsc_synth_json_open (&self->memory, key, '{');
  lsc_synth_json_int (&self->memory, "base_bytes", memory->base_bytes);
  lsc_synth_json_int (&self->memory, "peak_bytes", memory->peak_bytes);
  lsc_synth_json_int (&self->memory, "peak_ns", lsc_synth_rank_shown (rank, memory->peak_ns));
  lsc_synth_json_close (&self->memory, '}');
}

/**
 * lsc_synth_truth_add_rank:
 * @self: a document
 * @rank: a rank that was written
 *
 * Takes over what is known about the rank.
 */
void
lsc_synth_truth_add_rank (LscSynthTruth *self, const LscSynthRank *rank)
{
  g_autofree char *key = g_strdup_printf ("%u", rank->rank);
  g_autofree char *folder = lsc_synth_folder_name (rank);

  lsc_synth_json_string (&self->folders, key, folder);
  lsc_synth_json_int (&self->clocks, key, rank->clock_ns);
  lsc_synth_json_int (&self->drifts, key, rank->drift_ppb);
  add_steps (self, rank, key);
  add_modules (self, rank, key);
  lsc_synth_json_newline (&self->tables);
  lsc_synth_json_open (&self->tables, key, '{');
  for (guint i = 0; i < LSC_SYNTH_STEP_TRACE_TIME; i++)
    lsc_synth_json_int (&self->tables, lsc_synth_table_name ((LscSynthTable) i),
                        rank->table_rows[i]);
  for (guint i = LSC_SYNTH_OP_MEMORY; rank->holder != NULL && i < LSC_SYNTH_N_TABLES; i++)
    lsc_synth_json_int (&self->tables, lsc_synth_table_name ((LscSynthTable) i),
                        rank->table_rows[i]);
  lsc_synth_json_close (&self->tables, '}');
  if (rank->holder != NULL)
    add_memory (self, rank, key);
  if (!self->timeline->detailed)
    return;
  lsc_synth_json_newline (&self->ops);
  lsc_synth_json_open (&self->ops, key, '[');
  g_string_append_len (self->ops.text, rank->ops.text->str, (gssize) rank->ops.text->len);
  lsc_synth_json_close (&self->ops, ']');
}

/* Options that came later are told only where they change something. */
static void
put_variant (LscSynthJson *json, const LscSynthOptions *o)
{
  const struct
  {
    const char *key;
    gboolean is_set;
  } flags[] = {
    { "extra_warmup", o->extra_warmup },  { "fused_first", o->fused_first },
    { "fused_middle", o->fused_middle },  { "no_logits", !o->logits },
    { "no_weights", !o->record_weights }, { "one_way_p2p", o->one_way_p2p },
  };

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (flags[i].is_set)
      lsc_synth_json_bool (json, flags[i].key, TRUE);
  if (o->memory)
    lsc_synth_json_int (json, "leak_bytes", o->leak_bytes);
  if (o->lead > 0)
    lsc_synth_json_int (json, "lead", o->lead);
  if (o->run_length > 0)
    lsc_synth_json_int (json, "run_length", o->run_length);
  if (o->w_share >= 0)
    lsc_synth_json_double (json, "w_share", o->w_share);
  if (o->overlap_gain >= 0)
    lsc_synth_json_double (json, "overlap_gain", o->overlap_gain);
  for (guint i = 0; i < LSC_SYNTH_N_COSTS; i++)
    {
      const char key[] = { "FBIWXL"[i], '_', 'n', 's', '\0' };

      if (o->cost_ns[i] >= 0)
        lsc_synth_json_int (json, key, o->cost_ns[i]);
    }
  if (o->delay_ns[0] > 0 || o->delay_ns[1] > 0 || o->delay_jitter_ns > 0)
    {
      lsc_synth_json_int (json, "delay_up_ns", o->delay_ns[0]);
      lsc_synth_json_int (json, "delay_down_ns", o->delay_ns[1]);
      lsc_synth_json_int (json, "delay_jitter_ns", o->delay_jitter_ns);
    }
}

static void
put_options (LscSynthJson *json, const LscSynthOptions *o)
{
  lsc_synth_json_open (json, "options", '{');
  lsc_synth_json_int (json, "hosts", o->hosts);
  lsc_synth_json_int (json, "layers_per_chunk", o->layers);
  lsc_synth_json_int (json, "depth", o->depth);
  lsc_synth_json_int (json, "level", o->level);
  lsc_synth_json_int (json, "kernels", o->kernels);
  lsc_synth_json_int (json, "tasks", o->tasks);
  lsc_synth_json_int (json, "latency_ns", o->latency_ns);
  lsc_synth_json_int (json, "clock_skew_ns", o->clock_skew_ns);
  lsc_synth_json_double (json, "jitter", o->jitter);
  lsc_synth_json_bool (json, "overlap", o->overlap);
  lsc_synth_json_bool (json, "dw_detach", o->dw_detach);
  lsc_synth_json_bool (json, "empty_pops", o->empty_pops);
  lsc_synth_json_bool (json, "modules", o->modules);
  lsc_synth_json_bool (json, "backward", o->backward);
  lsc_synth_json_bool (json, "mb_ids", o->mb_ids);
  lsc_synth_json_bool (json, "chunk_mb_ids", o->chunk_mb_ids);
  lsc_synth_json_bool (json, "p2p", o->p2p);
  lsc_synth_json_bool (json, "wal", o->wal);
  lsc_synth_json_bool (json, "trace_modules", o->trace_modules);
  lsc_synth_json_bool (json, "distinct_shapes", o->distinct_shapes);
  lsc_synth_json_string (json, "schema", o->schema12 ? "1.2.0" : "1.0.0");
  put_variant (json, o);
  lsc_synth_json_close (json, '}');
}

static void
put_part (LscSynthJson *json, const char *key, const LscSynthBlock *block, gboolean forward)
{
  for (guint i = 0; i < block->n_parts && block->kind != LSC_SYNTH_KIND_POP; i++)
    {
      const LscSynthPart *part = &block->parts[i];

      if ((part->role == 'F') != forward)
        continue;
      lsc_synth_json_open (json, key, '[');
      lsc_synth_json_int (json, NULL, part->chunk);
      lsc_synth_json_int (json, NULL, part->mb);
      lsc_synth_json_close (json, ']');
      return;
    }
  lsc_synth_json_null (json, key);
}

static void
put_item (LscSynthJson *json, const LscSynthTimeline *timeline, const LscSynthBlock *block,
          guint rank)
{
  g_autofree char *label = lsc_synth_schedule_label (timeline->schedule, block);
  const char kind[2] = { block->kind, 0 };

  lsc_synth_json_open (json, NULL, '{');
  lsc_synth_json_string (json, "label", label);
  lsc_synth_json_string (json, "kind", kind);
  lsc_synth_json_int (json, "phase", block->phase);
  put_part (json, "fwd", block, TRUE);
  put_part (json, "bwd", block, FALSE);
  lsc_synth_json_int (json, "start", lsc_synth_timeline_local (timeline, rank, block->begin_ns));
  lsc_synth_json_int (json, "end", lsc_synth_timeline_local (timeline, rank, block->end_ns));
  lsc_synth_json_int (json, "host_start",
                      lsc_synth_timeline_local (timeline, rank, block->host_begin_ns));
  lsc_synth_json_int (json, "host_end",
                      lsc_synth_timeline_local (timeline, rank, block->host_end_ns));
  lsc_synth_json_close (json, '}');
}

/* Busy time of a stage, and the window that it is compared with. */
static gint64
busy_ns (const GArray *row, LscSynthSpan *window)
{
  gint64 total_ns = 0;

  for (guint i = 0; i < row->len; i++)
    {
      const LscSynthBlock *block = &g_array_index (row, LscSynthBlock, i);

      if (block->kind == LSC_SYNTH_KIND_POP)
        continue;
      total_ns += block->end_ns - block->begin_ns;
      window->begin_ns = MIN (window->begin_ns, block->begin_ns);
      window->end_ns = MAX (window->end_ns, block->end_ns);
    }
  return total_ns;
}

static gboolean
has_items (const LscSynthTimeline *timeline)
{
  gint64 n = 0;

  for (guint r = 0; r < timeline->schedule->n_stages; r++)
    n += ((GArray *) g_ptr_array_index (timeline->schedule->rows, r))->len;
  n *= (gint64) timeline->options->steps * timeline->options->dp * timeline->options->tp;
  return n <= LSC_SYNTH_DETAIL_LIMIT && !timeline->options->lean;
}

static void
put_stage (LscSynthJson *json, const LscSynthTimeline *timeline, const GArray *row, guint rank,
           const LscSynthSpan *window)
{
  LscSynthSpan own = { G_MAXINT64, G_MININT64 };
  gint64 busy = busy_ns (row, &own);
  gint64 length_ns = window->end_ns - window->begin_ns;

  if (has_items (timeline))
    {
      lsc_synth_json_open (json, "items", '[');
      for (guint i = 0; i < row->len; i++)
        {
          lsc_synth_json_newline (json);
          put_item (json, timeline, &g_array_index (row, LscSynthBlock, i), rank);
        }
      lsc_synth_json_close (json, ']');
    }
  lsc_synth_json_int (json, "blocks", row->len);
  lsc_synth_json_int (json, "busy_ns", busy);
  lsc_synth_json_int (json, "bubble_ns", length_ns - busy);
  lsc_synth_json_double (json, "bubble_ratio",
                         length_ns > 0 ? (double) (length_ns - busy) / (double) length_ns : 0.0);
}

static void
put_stages (LscSynthJson *json, const LscSynthTimeline *timeline, const LscSynthReplica *replica,
            guint dp)
{
  const LscSynthOptions *o = timeline->options;
  LscSynthSpan window = { G_MAXINT64, G_MININT64 };

  for (guint stage = 0; stage < o->pp; stage++)
    busy_ns (g_ptr_array_index (replica->rows, stage), &window);
  lsc_synth_json_open (json, "stages", '[');
  for (guint stage = 0; stage < o->pp; stage++)
    for (guint tp = 0; tp < o->tp; tp++)
      {
        guint rank = lsc_synth_options_rank (o, stage, dp, tp);

        lsc_synth_json_newline (json);
        lsc_synth_json_open (json, NULL, '{');
        lsc_synth_json_int (json, "stage", stage);
        lsc_synth_json_int (json, "tp", tp);
        lsc_synth_json_int (json, "rank", rank);
        put_stage (json, timeline, g_ptr_array_index (replica->rows, stage), rank, &window);
        lsc_synth_json_close (json, '}');
      }
  lsc_synth_json_close (json, ']');
  lsc_synth_json_int (json, "makespan_ns", window.end_ns - window.begin_ns);
}

/* Times of a transfer are true ones. */
static void
put_transfers (LscSynthJson *json, const LscSynthTimeline *timeline, const GArray *messages)
{
  lsc_synth_json_open (json, "transfers", '[');
  for (guint i = 0; i < messages->len && has_items (timeline); i++)
    {
      const LscSynthMessage *m = &g_array_index (messages, LscSynthMessage, i);
      const char what[2] = { m->role, 0 };

      lsc_synth_json_newline (json);
      lsc_synth_json_open (json, NULL, '{');
      lsc_synth_json_int (json, "src", m->src);
      lsc_synth_json_int (json, "dst", m->dst);
      lsc_synth_json_int (json, "src_block", m->src_block);
      lsc_synth_json_int (json, "dst_block", m->dst_block);
      lsc_synth_json_string (json, "what", what);
      lsc_synth_json_int (json, "dst_chunk", m->chunk);
      lsc_synth_json_int (json, "mb", m->mb);
      lsc_synth_json_int (json, "send", m->send_begin_ns);
      lsc_synth_json_int (json, "send_end", m->send_end_ns);
      lsc_synth_json_int (json, "recv", m->recv_begin_ns);
      lsc_synth_json_int (json, "arrive", m->recv_end_ns);
      lsc_synth_json_close (json, '}');
    }
  lsc_synth_json_close (json, ']');
  lsc_synth_json_int (json, "n_transfers", messages->len);
}

static void
put_steps (LscSynthJson *json, const LscSynthTimeline *timeline)
{
  const LscSynthOptions *o = timeline->options;

  lsc_synth_json_open (json, "steps", '[');
  for (guint i = 0; i < o->steps; i++)
    {
      const LscSynthStep *step = &timeline->steps[i];

      lsc_synth_json_newline (json);
      lsc_synth_json_open (json, NULL, '{');
      lsc_synth_json_int (json, "step", step->id);
      lsc_synth_json_int (json, "start", step->host_begin_ns);
      lsc_synth_json_int (json, "end", step->host_end_ns);
      lsc_synth_json_open (json, "replicas", '[');
      for (guint dp = 0; dp < o->dp; dp++)
        {
          lsc_synth_json_open (json, NULL, '{');
          lsc_synth_json_int (json, "dp", dp);
          put_stages (json, timeline, &step->replicas[dp], dp);
          put_transfers (json, timeline, step->replicas[dp].messages);
          lsc_synth_json_close (json, '}');
        }
      lsc_synth_json_close (json, ']');
      lsc_synth_json_close (json, '}');
    }
  lsc_synth_json_close (json, ']');
}

static void
put_part_of_ranks (LscSynthJson *json, const char *key, const LscSynthJson *part)
{
  lsc_synth_json_newline (json);
  lsc_synth_json_open (json, key, '{');
  g_string_append_len (json->text, part->text->str, (gssize) part->text->len);
  lsc_synth_json_close (json, '}');
}

static void
put_head (LscSynthJson *json, const LscSynthTimeline *timeline)
{
  const LscSynthOptions *o = timeline->options;

  lsc_synth_json_string (json, "generator", "lanescope-synth");
  lsc_synth_json_int (json, "seed", (gint64) o->seed);
  lsc_synth_json_string (json, "schedule", lsc_synth_schedule_kind_name (o->schedule));
  lsc_synth_json_int (json, "pp", o->pp);
  lsc_synth_json_int (json, "tp", o->tp);
  lsc_synth_json_int (json, "dp", o->dp);
  lsc_synth_json_int (json, "microbatches", o->micro_batches);
  lsc_synth_json_int (json, "chunks", timeline->schedule->n_chunks);
  lsc_synth_json_int (json, "unit_ns", timeline->unit_ns);
  put_options (json, o);
  if (o->straggler_rank >= 0)
    {
      lsc_synth_json_open (json, "straggler", '{');
      lsc_synth_json_int (json, "rank", o->straggler_rank);
      lsc_synth_json_double (json, "factor", o->straggler_factor);
      lsc_synth_json_close (json, '}');
    }
  else
    lsc_synth_json_null (json, "straggler");
}

/**
 * lsc_synth_truth_write:
 * @self: a document that knows every rank
 * @directory: the profile's folder
 * @error: (out) (optional): G_FILE_ERROR if it cannot be written
 *
 * Writes truth.json. Times of blocks and ops are those that the databases hold; bubbles are those
 * of exact clocks. Steps of the device are told where the host leads; else they are its marks.
 *
 * Returns: %FALSE on error
 */
gboolean
lsc_synth_truth_write (LscSynthTruth *self, const char *directory, GError **error)
{
  g_autofree char *path = g_build_filename (directory, "truth.json", NULL);
  LscSynthJson json;
  gboolean ok;

  lsc_synth_json_init (&json);
  lsc_synth_json_open (&json, NULL, '{');
  put_head (&json, self->timeline);
  put_part_of_ranks (&json, "ranks", &self->folders);
  put_part_of_ranks (&json, "clock_offsets_ns", &self->clocks);
  if (self->timeline->options->host_drifts != NULL)
    {
      put_part_of_ranks (&json, "clock_drifts_ppb", &self->drifts);
      lsc_synth_json_int (&json, "clock_origin_ns", self->timeline->origin_ns);
    }
  put_part_of_ranks (&json, "tables", &self->tables);
  if (self->timeline->options->memory)
    put_part_of_ranks (&json, "memory", &self->memory);
  put_part_of_ranks (&json, "modules", &self->modules);
  if (self->timeline->options->lead > 0)
    put_part_of_ranks (&json, "device_steps", &self->steps);
  lsc_synth_json_newline (&json);
  put_steps (&json, self->timeline);
  if (self->timeline->detailed)
    put_part_of_ranks (&json, "ops", &self->ops);
  lsc_synth_json_close (&json, '}');
  g_string_append_c (json.text, '\n');
  ok = g_file_set_contents (path, json.text->str, (gssize) json.text->len, error);
  lsc_synth_json_clear (&json);
  return ok;
}
