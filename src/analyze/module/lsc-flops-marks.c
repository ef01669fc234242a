/* lsc-flops-marks.c - FLOPs of attention, from marks with its arguments
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-json.h"
#include "base/lsc-sort.h"
#include "analyze/module/lsc-flops-formula.h"
#include "analyze/module/lsc-flops-private.h"

/* A mark of the domain flash_attn_args carries layout, mask and lengths as JSON; its kernel is that
 * of the first attention op after it (flops.md#marks). FLOPs are those of the two products,
 * 2 * batch * heads * scores * (head size + value size); the mask says how many scores there are
 * (flops.md#attention). Example: BNSD 1,32,4096,128 without mask: 2 * 32 * 4096^2 * 256 = 274.9
 * GFLOP. */

#define DOMAIN "flash_attn_args"
#define MAX_DELAY_NS 3000000

typedef struct
{
  gint64 start_ns;
  guint32 op;
  guint32 kernel;
  guint32 mark;         /* index into LscRun.marks, the last one that took it */
  gboolean is_recorded; /* its FLOPs were recorded */
} Attention;

LSC_DEFINE_ARRAY (Attentions, attentions, Attention)

typedef enum
{
  LAYOUT_UNKNOWN,
  LAYOUT_BNSD,
  LAYOUT_BSND,
  LAYOUT_BSH,
  LAYOUT_SBH,
  LAYOUT_TND,
} Layout;

#define MODE_ALL 0 /* the sparse_mode that masks nothing */

/** The arguments of one attention. */
typedef struct
{
  Layout layout;
  gint64 sparse_mode; /* -1 = missing */
  LscInt64s query_lengths;
  LscInt64s key_lengths;
} Arguments;

/** Sizes of one attention. */
typedef struct
{
  double batch, heads;
  double query_length, key_length;
  double query_size, key_size, value_size;
} Sizes;

static Layout
parse_layout (const char *text)
{
  static const char *const names[] = { NULL, "BNSD", "BSND", "BSH", "SBH", "TND" };

  for (guint i = 1; i < G_N_ELEMENTS (names) && text; i++)
    if (strcmp (names[i], text) == 0)
      return (Layout) i;
  return LAYOUT_UNKNOWN;
}

static gboolean
is_int (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64;
}

/* Cumulative lengths to lengths, without the zeros that pad the list. */
static gboolean
read_lengths (JsonNode *node, LscInt64s *lengths)
{
  JsonArray *array;
  guint n;
  gint64 before = 0;

  if (!node || !JSON_NODE_HOLDS_ARRAY (node))
    return FALSE;
  array = json_node_get_array (node);
  for (n = json_array_get_length (array); n > 0; n--)
    {
      JsonNode *item = json_array_get_element (array, n - 1);

      if (!is_int (item))
        return FALSE;
      if (json_node_get_int (item) != 0)
        break;
    }
  for (guint i = 0; i < n; i++)
    {
      JsonNode *item = json_array_get_element (array, i);
      gint64 value;

      if (!is_int (item))
        return FALSE;
      value = json_node_get_int (item);
      lsc_int64s_append (lengths, value - before);
      before = value;
    }
  return n > 0;
}

static gboolean
read_mode (JsonObject *object, Arguments *arguments)
{
  JsonNode *node = json_object_get_member (object, "sparse_mode");

  arguments->sparse_mode = -1;
  if (!node || JSON_NODE_HOLDS_NULL (node))
    return arguments->layout == LAYOUT_TND;
  if (!is_int (node))
    return FALSE;
  arguments->sparse_mode = json_node_get_int (node);
  return TRUE;
}

static gboolean
read_layout (JsonObject *object, Arguments *arguments)
{
  JsonNode *node = json_object_get_member (object, "input_layout");

  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    return FALSE;
  arguments->layout = parse_layout (json_node_get_string (node));
  if (arguments->layout == LAYOUT_UNKNOWN || !read_mode (object, arguments))
    return FALSE;
  return arguments->layout != LAYOUT_TND ||
         (read_lengths (json_object_get_member (object, "actual_seq_qlen"),
                        &arguments->query_lengths) &&
          read_lengths (json_object_get_member (object, "actual_seq_kvlen"),
                        &arguments->key_lengths));
}

static gboolean
read_causal (JsonObject *object, Arguments *arguments)
{
  JsonNode *node = json_object_get_member (object, "is_causal");

  if (!node || !JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  arguments->layout = LAYOUT_BNSD;
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    arguments->sparse_mode = json_node_get_boolean (node) ? 2 : 0;
  else if (json_node_get_value_type (node) == G_TYPE_INT64)
    arguments->sparse_mode = json_node_get_int (node) ? 2 : 0;
  else
    return FALSE;
  return TRUE;
}

static gboolean
read_arguments (const char *text, Arguments *arguments)
{
  g_autoptr (JsonNode) root = lsc_json_parse_text (text, NULL);
  JsonObject *object;

  if (!root || !JSON_NODE_HOLDS_OBJECT (root))
    return FALSE;
  object = json_node_get_object (root);
  if (json_object_has_member (object, "input_layout"))
    return read_layout (object, arguments);
  return read_causal (object, arguments);
}

/* Sizes from the shapes of query, key and value; value is optional (flops.md#sources). */
static gboolean
read_sizes (const LscShapes *shapes, Layout layout, gboolean is_peer, Sizes *sizes)
{
  static const struct
  {
    guint n_dims;
    int batch, heads, length, size; /* which dimension; -1 = one */
  } places[] = {
    [LAYOUT_UNKNOWN] = { 0, 0, 0, 0, 0 }, [LAYOUT_BNSD] = { 4, 0, 1, 2, 3 },
    [LAYOUT_BSND] = { 4, 0, 2, 1, 3 },    [LAYOUT_BSH] = { 3, 0, -1, 1, 2 },
    [LAYOUT_SBH] = { 3, 1, -1, 0, 2 },    [LAYOUT_TND] = { 3, -1, 1, 0, 2 },
  };
  const LscShape *q = &shapes->tensors[0], *k = &shapes->tensors[1], *v = &shapes->tensors[2];
  guint n = places[layout].n_dims;
  int size = places[layout].size;

  if (shapes->n < 2 || n == 0 || q->n_dims != n || k->n_dims != n)
    return FALSE;
  sizes->batch = places[layout].batch < 0 ? 1 : (double) q->dims[places[layout].batch];
  sizes->heads = places[layout].heads < 0 ? 1 : (double) q->dims[places[layout].heads];
  sizes->query_length = (double) q->dims[places[layout].length];
  sizes->key_length = (double) k->dims[places[layout].length];
  sizes->query_size = (double) q->dims[size];
  sizes->key_size = sizes->value_size = (double) k->dims[size];
  if (is_peer)
    return TRUE;
  if (shapes->n > 2 && v->n_dims == n)
    sizes->value_size = (double) v->dims[size];
  /* Without a head dimension fewer key heads show as a smaller hidden size (exports.md#q43). */
  if (places[layout].heads < 0 && k->dims[size] > 0 && k->dims[size] < q->dims[size] &&
      q->dims[size] % k->dims[size] == 0)
    sizes->value_size *= (double) (q->dims[size] / k->dims[size]);
  return TRUE;
}

/* The reference's share of the full product, with its errors (flops.md#marks, exports.md#q43). */
static double
peer_share (gint64 mode, const Sizes *sizes)
{
  double sq = sizes->query_length, sk = sizes->key_length;
  double dq = sizes->query_size, dk = sizes->key_size;

  if (mode == 0)
    return 1;
  if (mode != 2 && mode != 3)
    return -1;
  if (sq == sk)
    return 0.5;
  if (mode == 2 && sq > sk)
    return (sq * sk - sk * sk / 2) / (sk * sk);
  if (mode == 3 && dq > dk)
    return sk * sk / 2 / (sq * sk);
  if (mode == 2 && dq < dk)
    return sq * sq / 2 / (sq * sk);
  if (mode == 3 && dq < dk)
    return (sq * sk - sq * sq / 2) / (sq * sk);
  return -1;
}

/* Packed sequences: each has a mask of its own, and none means all scores. -1 where the lengths or
 * the mask do not tell. */
static double
packed_scores (const Arguments *arguments, gint64 mode)
{
  double sum = 0;

  if (arguments->query_lengths.n != arguments->key_lengths.n)
    return -1;
  for (gsize i = 0; i < arguments->query_lengths.n; i++)
    {
      double scores = lsc_attention_scores (mode, (double) arguments->query_lengths.items[i],
                                            (double) arguments->key_lengths.items[i]);

      if (scores < 0)
        return -1;
      sum += scores;
    }
  return sum;
}

static double
flops_per_score (const Sizes *sizes)
{
  return 2 * sizes->batch * sizes->heads * (sizes->query_size + sizes->value_size);
}

/* FLOPs of one attention, not above 0 when the arguments do not tell. The reference does not look
 * at the mask of packed sequences (exports.md#q48). */
static double
compute_flops (const Arguments *arguments, const Sizes *sizes, gboolean is_peer)
{
  double per_score = flops_per_score (sizes);

  if (arguments->layout == LAYOUT_TND)
    return per_score *
           packed_scores (arguments, is_peer ? MODE_ALL : MAX (arguments->sparse_mode, MODE_ALL));
  if (is_peer)
    return per_score * sizes->query_length * sizes->key_length *
           peer_share (arguments->sparse_mode, sizes);
  return per_score *
         lsc_attention_scores (arguments->sparse_mode, sizes->query_length, sizes->key_length);
}

/* Attention kernels in order of their ops' start. */
static void
collect (LscFlops *self, Attentions *list)
{
  const LscRun *run = self->run;

  for (gsize i = 0; i < self->data->ops.n; i++)
    {
      const LscOpCall *op = &self->data->ops.items[i];

      for (guint32 k = 0; k < op->n_kernels; k++)
        {
          guint32 kernel = self->data->kernels.items[op->first_kernel + k];

          if (_lsc_flops_kind (self, kernel) == LSC_OP_KIND_ATTENTION &&
              _lsc_flops_detail (self, kernel))
            attentions_append (list, (Attention){ run->ops.items[op->op].start_ns, (guint32) i,
                                                  kernel, LSC_INDEX_NONE, self->op_done[i] });
        }
    }
}

static gint64
key_of_mark (gsize index, gconstpointer data)
{
  return ((const LscMark *) data)[index].start_ns;
}

/* Every mark takes the first attention that starts at it or up to 3 ms later; of several the last
 * one counts, and a second attention after one mark has none (exports.md#q46). */
static void
take_marks (LscFlops *self, Attentions *list, guint32 domain)
{
  const LscMarks *marks = &self->run->marks;
  g_autofree guint32 *order = lsc_sort_order (marks->n, key_of_mark, marks->items);

  for (gsize i = 0; i < marks->n; i++)
    {
      guint32 index = order ? order[i] : (guint32) i;
      const LscMark *mark = &marks->items[index];
      gsize found;

      if (mark->domain != domain || (mark->event_type != LSC_MSTX_MARKER &&
                                     (self->is_peer || mark->event_type != LSC_MSTX_MARKER_EX)))
        continue;
      found = LSC_BISECT (k, 0, list->n, list->items[k].start_ns < mark->start_ns);
      if (found < list->n && list->items[found].start_ns - mark->start_ns <= MAX_DELAY_NS)
        list->items[found].mark = index;
    }
}

static void
arguments_clear (Arguments *arguments)
{
  lsc_int64s_clear (&arguments->query_lengths);
  lsc_int64s_clear (&arguments->key_lengths);
  *arguments = (Arguments){ 0 };
}

/* What the same texts gave before: layers are alike, and so are their marks. */
#define N_REMEMBERED 1024

/**
 * Remembered: what a mark says of a kernel
 * @flops: what the kernel computes, not above 0 where the mark does not tell
 * @all: of a packed attention likewise without its mask; else -1
 */
typedef struct
{
  guint32 message;
  guint32 shapes;
  guint32 types;
  gboolean is_set;
  double flops;
  double all;
} Remembered;

/** What was read: @arguments: those of the last message, which most marks share */
typedef struct
{
  Remembered items[N_REMEMBERED];
  guint32 message; /* LSC_STRING_NONE = none yet */
  gboolean is_read;
  Arguments arguments;
} Memory;

static Memory *
memory_new (void)
{
  Memory *self = g_new0 (Memory, 1);

  self->message = LSC_STRING_NONE;
  return self;
}

static void
memory_free (Memory *self)
{
  arguments_clear (&self->arguments);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Memory, memory_free)

/* Returns: (nullable): what a mark says; %NULL where it cannot be read */
static const Arguments *
get_arguments (const LscFlops *self, Memory *memory, guint32 message)
{
  if (memory->message != message)
    {
      arguments_clear (&memory->arguments);
      memory->message = message;
      memory->is_read = read_arguments (lsc_run_text (self->run, message), &memory->arguments);
    }
  return memory->is_read ? &memory->arguments : NULL;
}

static void
look_at_mark (const LscFlops *self, const Attention *attention, Memory *memory, Remembered *item)
{
  const LscKernelDetail *detail = _lsc_flops_detail (self, attention->kernel);
  const Arguments *arguments = get_arguments (self, memory, item->message);
  LscShapes shapes;
  Sizes sizes;

  item->flops = item->all = -1;
  if (!arguments || !_lsc_shapes_parse (self->run, detail->input_shapes, &shapes) ||
      !_lsc_dtypes_equal (self->run, detail->input_types, 3) ||
      !read_sizes (&shapes, arguments->layout, self->is_peer, &sizes))
    return;
  item->flops = compute_flops (arguments, &sizes, self->is_peer);
  if (arguments->layout == LAYOUT_TND)
    item->all = flops_per_score (&sizes) * packed_scores (arguments, MODE_ALL);
}

static const Remembered *
get_marked (const LscFlops *self, const Attention *attention, Memory *memory)
{
  const LscKernelDetail *detail = _lsc_flops_detail (self, attention->kernel);
  guint32 message = self->run->marks.items[attention->mark].message;
  Remembered *item = &memory->items[(message * 31u + detail->input_shapes) % N_REMEMBERED];

  if (!item->is_set || item->message != message || item->shapes != detail->input_shapes ||
      item->types != detail->input_types)
    {
      *item = (Remembered){ message, detail->input_shapes, detail->input_types, TRUE, 0, 0 };
      look_at_mark (self, attention, memory, item);
    }
  return item;
}

static void
add_attention (LscFlops *self, const Attention *attention, Memory *memory)
{
  const LscKernelDetail *detail = _lsc_flops_detail (self, attention->kernel);
  const char *text = lsc_run_text (self->run, self->run->marks.items[attention->mark].message);
  double flops = get_marked (self, attention, memory)->flops;

  if (flops > 0)
    _lsc_flops_add (self, attention->op, attention->kernel, flops, LSC_FLOPS_MARKS, detail->op_type,
                    0);
  else if (self->n_bad_marks++ == 0)
    self->first_bad_mark = g_utf8_make_valid (text, (gssize) MIN (strlen (text), (gsize) 200));
}

/* Collects the attentions that have a mark. */
static void
find_marked (LscFlops *self, Attentions *marked)
{
  guint32 domain = lsc_intern_find (self->run->strings, DOMAIN);
  Attentions list = { 0 };

  if (domain == LSC_STRING_NONE)
    return;
  collect (self, &list);
  take_marks (self, &list, domain);
  for (gsize i = 0; i < list.n; i++)
    if (list.items[i].mark != LSC_INDEX_NONE)
      attentions_append (marked, list.items[i]);
  attentions_clear (&list);
}

/**
 * _lsc_flops_from_marks:
 *
 * Rule 2 of flops.md#sources; in reference mode flops.md#reference-mode.
 */
gboolean
_lsc_flops_from_marks (LscFlops *self, GError **error)
{
  g_autoptr (Memory) memory = memory_new ();
  Attentions marked = { 0 };

  find_marked (self, &marked);
  for (gsize i = 0; i < marked.n; i++)
    if (!marked.items[i].is_recorded)
      add_attention (self, &marked.items[i], memory);
  attentions_clear (&marked);
  return lsc_job_check (self->job, error);
}

/* ---- the mask that recorded FLOPs leave out ---- */

/* The recorded FLOPs are whole numbers of what is rounded nowhere before. */
#define ROUNDING 1.0

/* What the kernel of a packed attention computes, where the recorded FLOPs are those of all of its
 * scores; else 0. */
static double
find_masked_flops (const LscFlops *self, const Attention *attention, double recorded,
                   Memory *memory)
{
  const Remembered *item = get_marked (self, attention, memory);

  return ABS (item->all - recorded) <= ROUNDING ? item->flops : 0;
}

/**
 * _lsc_flops_mask_recorded:
 *
 * Counts the mask of packed attentions, which recorded FLOPs ignore, where a mark tells it
 * (flops.md#recorded).
 */
gboolean
_lsc_flops_mask_recorded (LscFlops *self, GError **error)
{
  g_autoptr (GHashTable) of_kernel = g_hash_table_new (NULL, NULL);
  g_autoptr (Memory) memory = memory_new ();
  Attentions marked = { 0 };

  find_marked (self, &marked);
  for (gsize i = 0; i < marked.n; i++)
    if (marked.items[i].is_recorded)
      g_hash_table_insert (of_kernel, GUINT_TO_POINTER (marked.items[i].kernel), &marked.items[i]);
  for (gsize i = 0; i < self->out->n && g_hash_table_size (of_kernel) > 0; i++)
    {
      LscKernelFlops *item = &self->out->items[i];
      const Attention *found = g_hash_table_lookup (of_kernel, GUINT_TO_POINTER (item->kernel));
      double flops = found ? find_masked_flops (self, found, item->flops, memory) : 0;

      if (flops > 0)
        _lsc_flops_set (self, item, flops);
    }
  attentions_clear (&marked);
  return lsc_job_check (self->job, error);
}
