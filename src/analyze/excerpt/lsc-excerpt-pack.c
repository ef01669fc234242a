/* lsc-excerpt-pack.c - parts of a timeline as bytes that a file can hold
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/excerpt/lsc-excerpt-make.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

#define PART_ABOUT LSC_EXCERPT_PREFIX "about"
#define PART_TEXTS LSC_EXCERPT_PREFIX "texts"
#define PART_SPANS LSC_EXCERPT_PREFIX "spans"
#define PART_STEPS LSC_EXCERPT_PREFIX "steps"
#define PART_NODES LSC_EXCERPT_PREFIX "nodes"
#define PART_SLICES LSC_EXCERPT_PREFIX "slices"
#define PART_LINKS LSC_EXCERPT_PREFIX "links"

/* What nobody wrote is not read. */
#define MOST_SLICES 1000000
#define MOST_NODES 65536
#define MOST_DEPTH 16
/* So that no sum of two times is too large. */
#define MOST_NS (G_MAXINT64 / 4)

/* ---- what is kept -------------------------------------------------------------------------- */

/** Of the whole recording. */
typedef struct
{
  gint64 device;
  gint32 level;
  gint32 is_gpu;
  gint32 has_strays;
  gint64 zero_ns;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 lasting_end_ns;
  gint64 main_begin_ns;
  gint64 main_end_ns;
} About;

/** All but the root; parents stand first. @name, @text: ids; @n: slices of a lane */
typedef struct
{
  guint32 type;
  guint32 role;
  guint32 flags;
  guint32 parent;
  guint32 name;
  guint32 text;
  gint64 pid;
  gint64 tid;
  guint32 rule;
  guint32 n;
} Node;

/** @step: %LSC_INT_NULL = none; @name: id */
typedef struct
{
  gint64 start_ns;
  gint64 duration_ns;
  gint64 step;
  guint32 name;
  guint8 kind;
} Slice;

LSC_DEFINE_ARRAY (Nodes, nodes, Node)
LSC_DEFINE_ARRAY (Slices, slices, Slice)

#define F(member) LSC_PACK (S, member)
#define S About
static const LscPackField about_fields[] = {
  F (device),   F (level),  F (is_gpu),         F (has_strays),    F (zero_ns),
  F (begin_ns), F (end_ns), F (lasting_end_ns), F (main_begin_ns), F (main_end_ns),
};
static const LscPackType about_type = LSC_PACK_TYPE (About, about_fields);
#undef S
#define S Node
static const LscPackField node_fields[] = {
  F (type), F (role), F (flags), F (parent), F (name), F (text), F (pid), F (tid), F (rule), F (n),
};
static const LscPackType node_type = LSC_PACK_TYPE (Node, node_fields);
#undef S
#define S Slice
static const LscPackField slice_fields[] = { F (start_ns), F (duration_ns), F (step), F (name),
                                             F (kind) };
static const LscPackType slice_type = LSC_PACK_TYPE (Slice, slice_fields);
#undef S
#define S LscLink
static const LscPackField link_fields[] = { F (from), F (to), F (kind) };
static const LscPackType link_type = LSC_PACK_TYPE (LscLink, link_fields);
#undef S
#define S LscInterval
static const LscPackField span_fields[] = { F (begin_ns), F (end_ns) };
static const LscPackType span_type = LSC_PACK_TYPE (LscInterval, span_fields);
#undef S
#define S LscStep
static const LscPackField step_fields[] = { F (id), F (start_ns), F (end_ns) };
static const LscPackType step_type = LSC_PACK_TYPE (LscStep, step_fields);
#undef S
#undef F

/* ---- packing ------------------------------------------------------------------------------- */

static void
list_slices (const LscLane *lane, const gint64 *steps, Slices *slices)
{
  for (guint32 i = 0; lane && i < lane->n; i++)
    slices_append (slices, (Slice){ lane->start_ns[i], lsc_lane_get_duration_ns (lane, i), steps[i],
                                    lane->name[i], lane->kind[i] });
}

/* Names of lanes join those of slices, so that both are there once. */
static void
list_nodes (const LscTimeline *self, LscIntern *texts, Nodes *nodes, Slices *slices)
{
  const LscExcerpt *held = lsc_excerpt_get (self);

  for (guint i = 1; i < self->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (self, i);

      nodes_append (
          nodes, (Node){ .type = node->type,
                         .role = node->role,
                         .flags = node->flags,
                         .parent = node->parent,
                         .name = lsc_intern_add (texts, node->name),
                         .text = node->text ? lsc_intern_add (texts, node->text) : LSC_STRING_NONE,
                         .pid = node->pid,
                         .tid = node->tid,
                         .rule = node->lane ? node->lane->rule : LSC_LANE_NESTED,
                         .n = node->lane ? (guint32) node->lane->n : 0 });
      list_slices (node->lane, held->steps + node->first_id, slices);
    }
}

static LscIntern *
copy_texts (const LscIntern *texts)
{
  LscIntern *copy = lsc_intern_new ();

  for (guint32 i = 0; i < lsc_intern_size (texts); i++)
    lsc_intern_add_bytes (copy, lsc_intern_text (texts, i), lsc_intern_length (texts, i));
  return copy;
}

/**
 * lsc_excerpt_pack:
 * @excerpt: as lsc_excerpt_cut() makes it
 *
 * Adds its parts, whose names begin with #LSC_EXCERPT_PREFIX.
 */
void
lsc_excerpt_pack (const LscTimeline *excerpt, LscPack *pack)
{
  g_autoptr (LscIntern) texts = NULL;
  About about;
  Nodes nodes = { 0 };
  Slices slices = { 0 };

  g_return_if_fail (excerpt && pack && lsc_excerpt_is (excerpt));
  about = (About){ excerpt->device,     excerpt->level,          excerpt->is_gpu,
                   excerpt->has_strays, excerpt->zero_ns,        excerpt->begin_ns,
                   excerpt->end_ns,     excerpt->lasting_end_ns, excerpt->main_begin_ns,
                   excerpt->main_end_ns };
  texts = copy_texts (excerpt->strings);
  list_nodes (excerpt, texts, &nodes, &slices);
  lsc_pack_add (pack, PART_ABOUT, &about_type, &about, 1);
  lsc_pack_add_intern (pack, PART_TEXTS, texts);
  lsc_pack_add_list (pack, PART_SPANS, &span_type, &lsc_excerpt_get (excerpt)->times);
  lsc_pack_add_list (pack, PART_STEPS, &step_type, &excerpt->steps);
  lsc_pack_add_list (pack, PART_NODES, &node_type, &nodes);
  lsc_pack_add_list (pack, PART_SLICES, &slice_type, &slices);
  lsc_pack_add (pack, PART_LINKS, &link_type, excerpt->links.items, excerpt->links.n);
  nodes_clear (&nodes);
  slices_clear (&slices);
}

/** Returns: whether there is an excerpt in a pack */
gboolean
lsc_excerpt_is_packed (const LscPack *pack)
{
  g_return_val_if_fail (pack, FALSE);
  return lsc_pack_has (pack, PART_ABOUT);
}

/* ---- is it sound? -------------------------------------------------------------------------- */

/** What was read, until it is a timeline. @depths: of each node, the root first */
typedef struct
{
  LscTimeline *out;
  About about;
  Nodes nodes;
  LscExcerpt held;
  Slices slices;
  LscLinkList links;
  guint8 *depths;
  guint32 *numbers; /* of each slice as it was kept, its number now */
  gsize n_placed;
} Reading;

static gboolean
is_time (gint64 ns)
{
  return ns >= -MOST_NS && ns <= MOST_NS;
}

static gboolean
are_times (gint64 begin_ns, gint64 end_ns)
{
  return is_time (begin_ns) && is_time (end_ns) && begin_ns <= end_ns;
}

static gboolean
is_about_sound (const About *about)
{
  return are_times (about->begin_ns, about->end_ns) && is_time (about->zero_ns) &&
         are_times (about->main_begin_ns, about->main_end_ns) && is_time (about->lasting_end_ns);
}

/* Ascending, with gaps, and at least one. */
static gboolean
are_spans_sound (const LscIntervals *spans)
{
  for (gsize i = 0; i < spans->n; i++)
    if (!are_times (spans->items[i].begin_ns, spans->items[i].end_ns) ||
        (i > 0 && spans->items[i].begin_ns <= spans->items[i - 1].end_ns))
      return FALSE;
  return spans->n > 0;
}

static gboolean
are_steps_sound (const LscSteps *steps)
{
  for (gsize i = 0; i < steps->n; i++)
    if (!are_times (steps->items[i].start_ns, steps->items[i].end_ns) ||
        (i > 0 && steps->items[i].start_ns < steps->items[i - 1].start_ns))
      return FALSE;
  return TRUE;
}

static gboolean
is_node_sound (Reading *self, gsize index)
{
  const Node *node = &self->nodes.items[index];
  gsize n_texts = lsc_intern_size (self->out->strings);

  if ((node->type != LSC_NODE_GROUP && node->type != LSC_NODE_LANE) ||
      node->role > LSC_ROLE_DEVICE_STEPS || node->parent > index || node->name >= n_texts ||
      (node->text >= n_texts && node->text != LSC_STRING_NONE) || node->rule > LSC_LANE_SLACK ||
      (node->type == LSC_NODE_GROUP && node->n > 0) || self->depths[node->parent] >= MOST_DEPTH)
    return FALSE;
  self->depths[index + 1] = self->depths[node->parent] + 1;
  return TRUE;
}

static gboolean
are_nodes_sound (Reading *self)
{
  gsize n_slices = 0;

  if (self->nodes.n >= MOST_NODES)
    return FALSE;
  self->depths = g_new0 (guint8, self->nodes.n + 1);
  for (gsize i = 0; i < self->nodes.n; i++)
    {
      if (!is_node_sound (self, i))
        return FALSE;
      n_slices += self->nodes.items[i].n;
    }
  return n_slices == self->slices.n;
}

static gboolean
are_slices_sound (const Reading *self)
{
  gsize n_texts = lsc_intern_size (self->out->strings);

  for (gsize i = 0; i < self->slices.n; i++)
    {
      const Slice *slice = &self->slices.items[i];

      if (!is_time (slice->start_ns) || slice->duration_ns < 0 || slice->duration_ns > MOST_NS ||
          slice->name >= n_texts || slice->kind >= LSC_SLICE_N_KINDS)
        return FALSE;
    }
  return self->slices.n <= MOST_SLICES;
}

static gboolean
are_links_sound (const Reading *self)
{
  for (gsize i = 0; i < self->links.n; i++)
    {
      const LscLink *link = &self->links.items[i];

      if (link->from >= self->slices.n || link->to >= self->slices.n ||
          link->kind >= LSC_LINK_N_KINDS)
        return FALSE;
    }
  return TRUE;
}

static const char *
find_fault (Reading *self)
{
  if (!is_about_sound (&self->about))
    return PART_ABOUT;
  if (!are_spans_sound (&self->held.times))
    return PART_SPANS;
  if (!are_steps_sound (&self->out->steps))
    return PART_STEPS;
  if (!are_nodes_sound (self))
    return PART_NODES;
  if (!are_slices_sound (self))
    return PART_SLICES;
  return are_links_sound (self) ? NULL : PART_LINKS;
}

/* ---- unpacking ----------------------------------------------------------------------------- */

static gboolean
read_parts (Reading *self, const LscPack *pack, GError **error)
{
  LscIntern *texts = lsc_pack_get_intern (pack, PART_TEXTS, error);

  if (!texts)
    return FALSE;
  lsc_intern_unref (self->out->strings);
  self->out->strings = texts;
  return lsc_pack_get_one (pack, PART_ABOUT, &about_type, &self->about, error) &&
         lsc_pack_get_list (pack, PART_SPANS, &span_type, &self->held.times, error) &&
         lsc_pack_get_list (pack, PART_STEPS, &step_type, &self->out->steps, error) &&
         lsc_pack_get_list (pack, PART_NODES, &node_type, &self->nodes, error) &&
         lsc_pack_get_list (pack, PART_SLICES, &slice_type, &self->slices, error) &&
         lsc_pack_get_list (pack, PART_LINKS, &link_type, &self->links, error);
}

/* (transfer full): the next slices as a lane. Where they stand in it is @position. */
static LscLane *
make_lane (const Reading *self, const Node *node, guint32 **position)
{
  LscRawSlices raw = { 0 };

  for (gsize i = self->n_placed; i < self->n_placed + node->n; i++)
    {
      const Slice *slice = &self->slices.items[i];
      LscRawSlice *added =
          lsc_raw_slices_add (&raw, slice->start_ns, slice->start_ns + slice->duration_ns);

      added->detail = -1;
      added->name = slice->name;
      added->kind = slice->kind;
      added->link = LSC_SLICE_NONE;
    }
  return lsc_lane_new (&raw, (LscLaneRule) node->rule, position);
}

static guint32
add_lane (Reading *self, const Node *node, const char *name)
{
  g_autofree guint32 *position = NULL;
  LscLane *lane = make_lane (self, node, &position);
  guint32 added =
      lsc_timeline_add_lane (self->out, node->parent, (LscNodeRole) node->role, name, lane);
  guint32 first_id = lsc_timeline_get_node (self->out, added)->first_id;

  for (guint32 i = 0; i < node->n; i++)
    self->numbers[self->n_placed + i] = first_id + (position ? position[i] : i);
  self->n_placed += node->n;
  return added;
}

static void
add_nodes (Reading *self)
{
  self->numbers = g_new (guint32, self->slices.n + 1);
  for (gsize i = 0; i < self->nodes.n; i++)
    {
      const Node *node = &self->nodes.items[i];
      const char *name = lsc_timeline_text (self->out, node->name);
      guint32 added =
          node->type == LSC_NODE_LANE
              ? add_lane (self, node, name)
              : lsc_timeline_add_group (self->out, node->parent, (LscNodeRole) node->role, name);
      LscNode *to = lsc_timeline_get_node (self->out, added);

      to->flags = node->flags & LSC_NODE_COLLAPSED;
      to->pid = node->pid;
      to->tid = node->tid;
      if (node->text != LSC_STRING_NONE)
        to->text = g_strdup (lsc_timeline_text (self->out, node->text));
    }
}

static void
add_excerpt_slice (LscTimeline *out, LscRawSlices *raw, LscInterval time, const char *name)
{
  LscRawSlice *added;

  if (time.end_ns <= time.begin_ns)
    return;
  added = lsc_raw_slices_add (raw, time.begin_ns, time.end_ns);
  added->detail = -1;
  added->name = lsc_intern_add (out->strings, name);
  added->kind = LSC_SLICE_OTHER;
  added->link = LSC_SLICE_NONE;
}

/* First of all lanes stands which times are there: an empty lane is no idle device elsewhere. */
static void
add_excerpt_lane (LscTimeline *out, const LscIntervals *held, LscInterval extent)
{
  LscRawSlices raw = { 0 };
  gint64 at_ns = extent.begin_ns;

  for (gsize i = 0; i < held->n; i++)
    {
      const LscInterval *span = &held->items[i];

      add_excerpt_slice (out, &raw, (LscInterval){ at_ns, MIN (span->begin_ns, extent.end_ns) },
                         _ ("Not in this extract"));
      add_excerpt_slice (out, &raw, *span, _ ("Excerpt"));
      at_ns = MAX (at_ns, span->end_ns);
    }
  add_excerpt_slice (out, &raw, (LscInterval){ at_ns, extent.end_ns }, _ ("Not in this extract"));
  lsc_timeline_add_lane (out, 0, LSC_EXCERPT_ROLE, _ ("Excerpt"),
                         lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
}

/* Slices of the lane that was added are in no step. */
static void
hold (Reading *self)
{
  self->held.n = self->out->n_slices;
  self->held.steps = g_new (gint64, self->held.n);
  for (guint32 i = 0; i < self->held.n; i++)
    self->held.steps[i] = LSC_INT_NULL;
  for (gsize i = 0; i < self->slices.n; i++)
    self->held.steps[self->numbers[i]] = self->slices.items[i].step;
  lsc_excerpt_set (self->out, &self->held);
}

static void
complete (Reading *self)
{
  const About *about = &self->about;
  LscTimeline *out = self->out;

  out->device = about->device;
  out->level = about->level;
  out->is_gpu = about->is_gpu != 0;
  add_nodes (self);
  add_excerpt_lane (out, &self->held.times,
                    (LscInterval){ about->main_begin_ns, about->main_end_ns });
  hold (self);
  for (gsize i = 0; i < self->links.n; i++)
    {
      self->links.items[i].from = self->numbers[self->links.items[i].from];
      self->links.items[i].to = self->numbers[self->links.items[i].to];
    }
  lsc_timeline_seal (out, &self->links);
  out->zero_ns = about->zero_ns;
  out->begin_ns = MIN (out->begin_ns, about->begin_ns);
  out->end_ns = MAX (out->end_ns, about->end_ns);
  out->lasting_end_ns = CLAMP (about->lasting_end_ns, out->begin_ns, out->end_ns);
  out->has_strays = about->has_strays != 0;
  out->main_begin_ns = about->main_begin_ns;
  out->main_end_ns = about->main_end_ns;
}

static void
reading_clear (Reading *self)
{
  nodes_clear (&self->nodes);
  slices_clear (&self->slices);
  lsc_link_list_clear (&self->links);
  lsc_excerpt_clear (&self->held);
  g_free (self->depths);
  g_free (self->numbers);
}

/**
 * lsc_excerpt_unpack:
 * @source: the extract that it is of
 *
 * Errors: %LSC_ERROR_CORRUPT, which names the part.
 *
 * Returns: (transfer full) (nullable): what was packed, sealed, with a lane of its own that says
 *   which times it holds
 */
LscTimeline *
lsc_excerpt_unpack (const LscPack *pack, LscSource *source, GError **error)
{
  g_autoptr (LscTimeline) out = NULL;
  Reading reading = { 0 };
  const char *fault = NULL;
  gboolean ok;

  g_return_val_if_fail (pack && source, NULL);
  reading.out = out = lsc_timeline_new (source);
  ok = read_parts (&reading, pack, error);
  fault = ok ? find_fault (&reading) : NULL;
  if (ok && !fault)
    complete (&reading);
  reading_clear (&reading);
  if (fault)
    lsc_fail (error, LSC_ERROR_CORRUPT, _ ("part “%s” is damaged"), fault);
  return ok && !fault ? g_steal_pointer (&out) : NULL;
}
