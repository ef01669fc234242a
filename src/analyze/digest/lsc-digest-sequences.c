/* lsc-digest-sequences.c - kernels behind each other that one kernel could do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/digest/lsc-digest-attention-private.h"
#include "analyze/digest/lsc-digest-optimizers-private.h"
#include "analyze/digest/lsc-digest-parts-private.h"
#include "analyze/digest/lsc-digest-patterns-private.h"
#include "base/lsc-hash.h"
#include "base/lsc-sort.h"
#include "model/lsc-kernel-name.h"

/* findings.md#sequences. */

#define MOST_REPEAT 10            /* kernels of a repeated sequence */
#define LEAST_REPEATS 6           /* of it */
#define MOST_BUSY 0.4             /* of its length: else the host keeps up */
#define MOST_NAMES 6              /* of a run that are written */
#define MOST_GAP_NS 200000        /* as between short kernels (findings.md#losses) */
#define MOST_SEQUENCES (1u << 16) /* that are told apart, of a length */
#define LEAST_LATE_SHARE 0.01     /* of the steps that the host loses; below, nothing is gained */

/**
 * Op: the type of a kernel
 * @text: id of its name in the timeline
 * @begins: bits by index in patterns: those that it can begin
 * @has_simple_name: of a kernel of a GPU: its family, which is asked once a name, not a kernel
 * @can_fuse: likewise: it reads and writes memory and does little else, and nothing is fused in it
 * @in_attention: likewise, #LscInAttention
 */
typedef struct
{
  const char *name;
  guint32 text;
  guint16 begins;
  guint8 has_simple_name;
  guint8 can_fuse;
  guint8 in_attention;
} Op;

LSC_DEFINE_ARRAY (Ops, ops, Op)

/** A kernel of a stream, made when it is asked for: of each only the slice is kept. @op: its type;
 * %NULL: it breaks what stands around it. @is_simple: element by element, or a reduction */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 id;
  const Op *op;
  gboolean is_simple;
} Kernel;

/** What is at work. */
typedef struct
{
  LscRankDigest *digest;
  const LscTimeline *timeline;
  const LscBudget *budget;
  Ops ops;                      /* whose names are in LscRankDigest.texts */
  guint32 *op_of;               /* of each string of the timeline: 1 + the index of its type, 0 */
  const LscNode *node;          /* the stream */
  LscIndexes kernels;           /* slices of its lane that are kernels, by time */
  LscDigestRunTaker *taker;     /* of a GPU */
  LscOptimizerSteps optimizers; /* of an NPU, with @origins */
  LscOrigins *origins;
} Build;

/* ---- kernels of a stream ---- */

/* Learns of the type of a name. */
static void
add_op (Build *self, guint32 name)
{
  const char *text = lsc_timeline_text (self->timeline, name);
  Op *op;

  if (self->op_of[name] > 0)
    return;
  op = ops_add (&self->ops);
  *op = (Op){ .text = name };
  op->name = lsc_intern_text (
      self->digest->texts, lsc_intern_add (self->digest->texts, lsc_kernel_name_get_type (text)));
  op->begins = _lsc_patterns_find_begins (op->name);
  op->has_simple_name = self->digest->is_gpu && _lsc_patterns_is_simple (text);
  op->can_fuse = self->digest->is_gpu && _lsc_patterns_can_fuse (text);
  op->in_attention = self->digest->is_gpu ? _lsc_attention_find (text) : LSC_IN_NONE;
  self->op_of[name] = (guint32) self->ops.n;
}

static gboolean
is_simple (const Build *self, guint8 kind, const Op *op)
{
  return kind != LSC_SLICE_COMPUTE || !self->digest->is_gpu ? kind == LSC_SLICE_VECTOR
                                                            : op->has_simple_name;
}

static gboolean
is_counted (const Build *self, gint64 time_ns)
{
  const LscBudgetSteps *steps = &self->budget->steps;
  gsize at = LSC_BISECT (i, 0, steps->n, lsc_budget_get_step (self->budget, i)->end_ns <= time_ns);

  return at < steps->n && lsc_budget_get_step (self->budget, at)->begin_ns <= time_ns &&
         lsc_budget_step_is_typical (lsc_budget_get_step (self->budget, at));
}

static gint64
key_begin (gsize index, gconstpointer data)
{
  const Build *self = data;

  return self->node->lane->start_ns[self->kernels.items[index]];
}

static gboolean
has_type (guint8 kind)
{
  return lsc_slice_kind_is_computing (kind) && kind != LSC_SLICE_AI_CPU;
}

/* Deeper rows of a lane follow the first one. */
static void
sort_kernels (Build *self)
{
  g_autofree guint32 *order = lsc_sort_order (self->kernels.n, key_begin, self);

  if (order)
    lsc_sort_apply (self->kernels.items, sizeof *self->kernels.items, order, self->kernels.n);
}

static void
list_kernels (Build *self, const LscNode *node)
{
  const LscLane *lane = node->lane;

  self->node = node;
  self->kernels.n = 0;
  for (guint32 i = 0; i < lane->n; i++)
    {
      guint8 kind = lane->kind[i];

      if (has_type (kind))
        add_op (self, lane->name[i]);
      else if (kind != LSC_SLICE_AI_CPU && kind != LSC_SLICE_COPY && kind != LSC_SLICE_COMM_TASK &&
               kind != LSC_SLICE_COMM_OP)
        continue;
      if (is_counted (self, lane->start_ns[i]))
        lsc_indexes_append (&self->kernels, i);
    }
  sort_kernels (self);
}

static Kernel
get_kernel (const Build *self, gsize index)
{
  const LscLane *lane = self->node->lane;
  guint32 slice = self->kernels.items[index];
  guint8 kind = lane->kind[slice];
  Kernel kernel = { .begin_ns = lane->start_ns[slice],
                    .end_ns = lsc_lane_get_end_ns (lane, slice),
                    .id = self->node->first_id + slice };

  if (has_type (kind))
    {
      kernel.op = &self->ops.items[self->op_of[lane->name[slice]] - 1];
      kernel.is_simple = is_simple (self, kind, kernel.op);
    }
  return kernel;
}

/* Returns: (nullable): its type */
static const Op *
get_op (const Build *self, gsize index)
{
  return get_kernel (self, index).op;
}

static gboolean
does_little (const Build *self, gsize index)
{
  return get_kernel (self, index).is_simple;
}

static gint64
get_kernel_ns (const Build *self, gsize index)
{
  return get_kernel (self, index).end_ns - get_kernel (self, index).begin_ns;
}

/* Whether a kernel follows the one before it, and not after a pause. */
static gboolean
is_close (const Build *self, gsize index)
{
  return get_kernel (self, index).begin_ns - get_kernel (self, index - 1).end_ns <= MOST_GAP_NS;
}

/* ---- what is found ---- */

/* "Square, Mul × 2": the types from kernel @first on. */
static guint32
name_ops (Build *self, gsize first, gsize n)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (gsize i = 0; i < n;)
    {
      const char *op = get_op (self, first + i)->name;
      gsize same = 1;

      while (i + same < n && get_op (self, first + i + same)->name == op)
        same++;
      g_string_append_printf (names, same > 1 ? "%s%s × %zu" : "%s%s", i > 0 ? ", " : "", op, same);
      i += same;
    }
  return lsc_intern_add (self->digest->texts, names->str);
}

/* Before an instance is counted. */
static void
note_longest (LscDigestSequence *self, const Build *build, gsize first, gsize n)
{
  gint64 begin_ns = get_kernel (build, first).begin_ns;
  gint64 end_ns = get_kernel (build, first + n - 1).end_ns;

  if (self->n > 0 && end_ns - begin_ns <= self->end_ns - self->begin_ns)
    return;
  self->begin_ns = begin_ns;
  self->end_ns = end_ns;
  self->slice = get_kernel (build, first).id;
}

/* ---- patterns ---- */

static gboolean
goes_on (const Build *self, gsize index)
{
  return index < self->kernels.n && get_op (self, index) && is_close (self, index);
}

/* Returns how many kernels from @first on are the pattern, 0 = it does not begin there. Changes of
 * the type between them would go with it. */
static gsize
fit (const Build *self, const LscPattern *pattern, gsize first)
{
  gsize at = first;

  for (guint i = 0; i < LSC_PATTERN_MOST_TOKENS && pattern->tokens[i]; i++)
    {
      gboolean is_optional = pattern->tokens[i][0] == '?';
      const char *token = pattern->tokens[i] + is_optional;
      gsize next = at;

      while (i > 0 && goes_on (self, next) && strcmp (get_op (self, next)->name, "Cast") == 0)
        next++;
      if ((next == first || goes_on (self, next)) &&
          _lsc_patterns_fits (token, get_op (self, next)->name))
        at = next + 1;
      else if (!is_optional)
        return 0;
    }
  return at - first;
}

/* One kernel takes at least as long as the longest of those that it replaces. */
static gint64
get_saved_ns (const Build *self, gsize first, gsize n)
{
  gint64 sum_ns = 0, most_ns = 0;

  for (gsize i = first; i < first + n; i++)
    {
      gint64 ns = get_kernel_ns (self, i);

      sum_ns += ns;
      most_ns = MAX (most_ns, ns);
    }
  return sum_ns - most_ns;
}

static LscDigestSequence *
get_sequence (Build *self, LscFused fused)
{
  LscDigestSequences *all = &self->digest->sequences;
  LscDigestSequence *sequence;

  for (gsize i = 0; i < all->n; i++)
    if (all->items[i].fused == fused)
      return &all->items[i];
  sequence = lsc_digest_sequences_add (all);
  *sequence = (LscDigestSequence){
    .names = LSC_STRING_NONE, .fused = fused, .first = LSC_STRING_NONE, .last = LSC_STRING_NONE
  };
  return sequence;
}

static void
take_pattern (Build *self, const LscPattern *pattern, gsize first, gsize n)
{
  LscDigestSequence *sequence = get_sequence (self, pattern->fused);

  note_longest (sequence, self, first, n);
  if (sequence->names == LSC_STRING_NONE)
    sequence->names = name_ops (self, first, n);
  sequence->n++;
  sequence->saved_ns += get_saved_ns (self, first, n);
}

static void
find_patterns (Build *self)
{
  for (gsize i = 0; i < self->kernels.n;)
    {
      const Op *op = get_op (self, i);
      gsize n = 0;

      for (guint32 left = op ? op->begins : 0; left != 0 && n == 0; left &= left - 1)
        {
          guint k = (guint) g_bit_nth_lsf (left, -1);

          n = fit (self, _lsc_patterns_get (k), i);
          if (n > 0)
            take_pattern (self, _lsc_patterns_get (k), i, n);
        }
      i += MAX (n, 1);
    }
}

/* ---- runs of simple kernels ---- */

/* Its short name, as types are those of NPUs. */
static char *
shorten (const Build *self, gsize index)
{
  const char *name = get_op (self, index)->name;
  char *brief = lsc_kernel_name_shorten (name);

  return brief ? brief : g_strdup (name);
}

/* "pow_kernel, mean_kernel, …" */
static guint32
name_run (Build *self, gsize first, gsize n)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (gsize i = 0; i < MIN (n, MOST_NAMES); i++)
    {
      g_autofree char *name = shorten (self, first + i);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
    }
  if (n > MOST_NAMES)
    g_string_append (names, ", …");
  return lsc_intern_add (self->digest->texts, names->str);
}

static guint32
name_kernel (Build *self, gsize index)
{
  g_autofree char *name = shorten (self, index);

  return lsc_intern_add (self->digest->texts, name);
}

static void
take_run (Build *self, gsize first, gsize n)
{
  LscDigestSequence *sequence = get_sequence (self, LSC_FUSED_RUN);
  gint64 begin_ns = sequence->n > 0 ? sequence->begin_ns : G_MININT64;

  note_longest (sequence, self, first, n);
  if (sequence->begin_ns != begin_ns)
    {
      sequence->names = name_run (self, first, n);
      sequence->n_kernels = (guint32) n;
      sequence->first = name_kernel (self, first);
      sequence->last = name_kernel (self, first + n - 1);
    }
  sequence->n++;
  sequence->saved_ns += get_saved_ns (self, first, n);
}

/* All but the longest, the first of which counts where several are: that is what is left. */
static void
take_places (Build *self, gsize first, gsize n)
{
  gsize longest = first;

  for (gsize i = first; i < first + n; i++)
    if (get_kernel_ns (self, i) > get_kernel_ns (self, longest))
      longest = i;
  for (gsize i = first; i < first + n; i++)
    if (i != longest)
      _lsc_digest_run_taker_take (self->taker, get_kernel (self, i).id, get_op (self, i)->text,
                                  get_kernel_ns (self, i));
}

/* All that one kernel could do: it reads what the first one reads and writes what the last one
 * writes, and what lies between stays in the chip. */
static void
find_runs (Build *self)
{
  for (gsize i = 0; i < self->kernels.n;)
    {
      const Op *op = get_op (self, i);
      gsize n = 1;

      while (op && op->can_fuse && goes_on (self, i + n) && get_op (self, i + n)->can_fuse)
        n++;
      if (n > 1)
        {
          take_run (self, i, n);
          take_places (self, i, n);
        }
      i += n;
    }
}

/* Returns: where kernels that do little and follow kernel @at end; behind that one at least */
static gsize
pass_little (const Build *self, gsize at)
{
  gsize after = at + 1;

  while (after < self->kernels.n && does_little (self, at) && does_little (self, after) &&
         is_close (self, after))
    after++;
  return after;
}

/* ---- optimizers of NPUs ---- */

#define LEAST_OF_OPTIMIZER 16 /* kernels: one or two a list of tensors are fused enough */

static guint32
find_optimizer (Build *self, gsize index)
{
  return _lsc_digest_optimizers_find (
      &self->optimizers, self->timeline,
      lsc_origins_find_op (self->origins, get_kernel (self, index).id));
}

/* The kernels of [first, after) that one step of an optimizer launches: from the middle outwards,
 * as what stands beside them may be of the model. */
static void
take_optimizer (Build *self, gsize first, gsize after)
{
  gsize begin = first + (after - first) / 2, end = begin + 1;
  guint32 name = find_optimizer (self, begin);
  LscDigestSequence *sequence;
  gint64 begin_ns, most_ns = 0;

  if (name == LSC_STRING_NONE)
    return;
  while (begin > first && find_optimizer (self, begin - 1) == name)
    begin--;
  while (end < after && find_optimizer (self, end) == name)
    end++;
  if (end - begin < LEAST_OF_OPTIMIZER)
    return;
  for (gsize i = begin; i < end; i++)
    most_ns = MAX (most_ns, get_kernel_ns (self, i));
  begin_ns = get_kernel (self, begin).begin_ns;
  sequence = get_sequence (self, LSC_FUSED_OPTIMIZER);
  note_longest (sequence, self, begin, end - begin);
  sequence->names = lsc_intern_add (self->digest->texts, lsc_timeline_text (self->timeline, name));
  sequence->n++;
  sequence->saved_ns += get_kernel (self, end - 1).end_ns - begin_ns - most_ns;
}

static void
find_optimizers (Build *self)
{
  for (gsize i = 0; i < self->kernels.n && self->optimizers.n > 0;)
    {
      gsize after = pass_little (self, i);

      if (after - i >= LEAST_OF_OPTIMIZER)
        take_optimizer (self, i, after);
      i = after;
    }
}

/* ---- attention of GPUs ---- */

/* Returns: how many kernels from @first on are attention, 0 = none */
static gsize
fit_attention (const Build *self, gsize first)
{
  guint8 what[LSC_ATTENTION_MOST];
  gsize n = 0;

  for (; n < LSC_ATTENTION_MOST && (n == 0 || goes_on (self, first + n)); n++)
    what[n] = get_op (self, first + n)->in_attention;
  return _lsc_attention_fit (what, n);
}

static void
find_attention (Build *self)
{
  for (gsize i = 0; i < self->kernels.n;)
    {
      const Op *op = get_op (self, i);
      gsize n = op && op->in_attention == LSC_IN_PRODUCT ? fit_attention (self, i) : 0;
      LscDigestSequence *sequence = n > 0 ? get_sequence (self, LSC_FUSED_ATTENTION) : NULL;

      if (sequence)
        {
          note_longest (sequence, self, i, n);
          if (sequence->names == LSC_STRING_NONE)
            sequence->names = name_run (self, i, n);
          sequence->n++;
          sequence->saved_ns += get_saved_ns (self, i, n);
        }
      i += MAX (n, 1);
    }
}

/* ---- sequences that repeat ---- */

/** A sequence of simple kernels. @after: index behind its last instance: they must not overlap */
typedef struct
{
  LscDigestSequence sum;
  gint64 busy_ns;
  gint64 length_ns;
  gsize first;
  gsize after;
} Repeat;

static void
count_repeat (Build *self, GHashTable *repeats, guint64 key, gsize first, gsize n)
{
  Repeat *repeat = g_hash_table_lookup (repeats, &key);
  gint64 busy_ns = 0, length_ns;

  if (!repeat && g_hash_table_size (repeats) >= MOST_SEQUENCES)
    return;
  if (!repeat)
    {
      repeat = g_new0 (Repeat, 1);
      repeat->first = first;
      repeat->sum.names = LSC_STRING_NONE;
      g_hash_table_insert (repeats, g_memdup2 (&key, sizeof key), repeat);
    }
  if (first < repeat->after)
    return;
  for (gsize i = first; i < first + n; i++)
    busy_ns += get_kernel_ns (self, i);
  length_ns = get_kernel (self, first + n - 1).end_ns - get_kernel (self, first).begin_ns;
  repeat->after = first + n;
  repeat->busy_ns += busy_ns;
  repeat->length_ns += length_ns;
  note_longest (&repeat->sum, self, first, n);
  repeat->sum.n++;
  repeat->sum.saved_ns += MAX (0, length_ns - busy_ns);
}

/* Counts the sequences of @n kernels in [first, after), which stand close behind each other. */
static void
count_run (Build *self, GHashTable *repeats, gsize first, gsize after, gsize n)
{
  guint32 names[MOST_REPEAT];

  for (gsize i = first; i + n <= after; i++)
    {
      for (gsize k = 0; k < n; k++)
        names[k] = get_op (self, i + k)->text;
      count_repeat (self, repeats, lsc_hash_bytes ((const char *) names, n * sizeof *names), i, n);
    }
}

static void
count_repeats (Build *self, GHashTable *repeats, gsize n)
{
  for (gsize i = 0; i < self->kernels.n;)
    {
      gsize after = pass_little (self, i);

      count_run (self, repeats, i, after, n);
      i = after;
    }
}

static void
keep_best (Build *self, GHashTable *repeats, gsize n, LscDigestSequence *best)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, repeats);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Repeat *repeat = value;

      if (repeat->sum.n < LEAST_REPEATS || repeat->sum.saved_ns <= best->saved_ns ||
          (double) repeat->busy_ns >= MOST_BUSY * (double) repeat->length_ns)
        continue;
      *best = repeat->sum;
      best->names = name_ops (self, repeat->first, n);
    }
}

/* The sequence of the stream that most time is lost between. */
static void
find_repeats (Build *self)
{
  LscDigestSequence best = { 0 };

  for (gsize n = 2; n <= MOST_REPEAT; n++)
    {
      g_autoptr (GHashTable) repeats =
          g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);

      count_repeats (self, repeats, n);
      keep_best (self, repeats, n, &best);
    }
  if (best.n > 0)
    lsc_digest_sequences_append (&self->digest->sequences, best);
}

/* ---- all ---- */

static gboolean
is_host_late (const LscRankDigest *digest)
{
  double late_ns = 0, step_ns = 0;

  for (gsize i = 0; i < digest->counted.n; i++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_counted (digest, i);

      late_ns += (double) (step->loss_ns[LSC_LOSS_HOST] + step->loss_ns[LSC_LOSS_SMALL_KERNELS]);
      step_ns += (double) step->step_ns;
    }
  return late_ns >= LEAST_LATE_SHARE * step_ns;
}

/**
 * _lsc_digest_take_sequences:
 *
 * Adds what kernels one could do; the losses of @self must be known.
 *
 * Cost: O(kernels), ten times that where the host is late.
 */
void
_lsc_digest_take_sequences (LscRankDigest *self, const LscTimeline *timeline,
                            const LscBudget *budget)
{
  gsize n_texts = lsc_intern_size (timeline->strings);
  g_autofree guint32 *op_of = g_new0 (guint32, n_texts + 1);
  g_autoptr (LscDigestRunTaker) taker =
      self->is_gpu ? _lsc_digest_run_taker_new (self, timeline) : NULL;
  Build build = {
    .digest = self, .timeline = timeline, .budget = budget, .op_of = op_of, .taker = taker
  };
  gboolean is_late = is_host_late (self);
  LscOrigins origins;

  if (!self->is_gpu)
    _lsc_digest_optimizers_init (&build.optimizers, timeline);
  if (build.optimizers.n > 0)
    {
      lsc_origins_init (&origins, timeline, self->texts, NULL);
      build.origins = &origins;
    }
  for (guint i = 1; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role != LSC_ROLE_STREAM || !node->lane)
        continue;
      list_kernels (&build, node);
      if (self->is_gpu)
        {
          find_runs (&build);
          find_attention (&build);
        }
      else
        {
          find_patterns (&build);
          find_optimizers (&build);
        }
      if (is_late)
        find_repeats (&build);
    }
  ops_clear (&build.ops);
  lsc_indexes_clear (&build.kernels);
  lsc_optimizer_steps_clear (&build.optimizers);
  if (build.origins)
    lsc_origins_clear (build.origins);
  if (taker)
    _lsc_digest_run_taker_finish (taker);
}
