/* lsc-snapshot-dicts.c - what dictionaries of a snapshot become
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "read/snapshot/lsc-snapshot-private.h"

/* The keys tell what a dictionary is. One that lacks a key of its kind is of no interest, and so is
 * then the list that it is in: where that is needed the snapshot is refused. A key that holds
 * something of another kind is refused at once. */

#define MOST_BYTES (G_GINT64_CONSTANT (1) << 48)
#define MOST_TIME_US (G_MAXINT64 / 1000)
#define MOST_DEVICES 4096

typedef const LscSnapshotValue *Fields[LSC_SNAPSHOT_N_KEYS];

static const char *const words[LSC_SNAPSHOT_N_WORDS] = {
  [LSC_SNAPSHOT_WORD_SEGMENTS] = "segments",
  [LSC_SNAPSHOT_WORD_DEVICE_TRACES] = "device_traces",
  [LSC_SNAPSHOT_WORD_ALLOCATOR_SETTINGS] = "allocator_settings",
  [LSC_SNAPSHOT_WORD_EXTERNAL_ANNOTATIONS] = "external_annotations",
  [LSC_SNAPSHOT_WORD_DEVICE] = "device",
  [LSC_SNAPSHOT_WORD_ADDRESS] = "address",
  [LSC_SNAPSHOT_WORD_TOTAL_SIZE] = "total_size",
  [LSC_SNAPSHOT_WORD_STREAM] = "stream",
  [LSC_SNAPSHOT_WORD_SEGMENT_TYPE] = "segment_type",
  [LSC_SNAPSHOT_WORD_IS_EXPANDABLE] = "is_expandable",
  [LSC_SNAPSHOT_WORD_FRAMES] = "frames",
  [LSC_SNAPSHOT_WORD_BLOCKS] = "blocks",
  [LSC_SNAPSHOT_WORD_SIZE] = "size",
  [LSC_SNAPSHOT_WORD_REQUESTED_SIZE] = "requested_size",
  [LSC_SNAPSHOT_WORD_STATE] = "state",
  [LSC_SNAPSHOT_WORD_HISTORY] = "history",
  [LSC_SNAPSHOT_WORD_ADDR] = "addr",
  [LSC_SNAPSHOT_WORD_REAL_SIZE] = "real_size",
  [LSC_SNAPSHOT_WORD_ACTION] = "action",
  [LSC_SNAPSHOT_WORD_DEVICE_FREE] = "device_free",
  [LSC_SNAPSHOT_WORD_TIME_US] = "time_us",
  [LSC_SNAPSHOT_WORD_NAME] = "name",
  [LSC_SNAPSHOT_WORD_FILENAME] = "filename",
  [LSC_SNAPSHOT_WORD_LINE] = "line",
  [LSC_SNAPSHOT_WORD_STAGE] = "stage",
  [LSC_SNAPSHOT_WORD_MAX_SPLIT_SIZE] = "max_split_size",
  [LSC_SNAPSHOT_WORD_ALLOC] = "alloc",
  [LSC_SNAPSHOT_WORD_FREE_REQUESTED] = "free_requested",
  [LSC_SNAPSHOT_WORD_FREE_COMPLETED] = "free_completed",
  [LSC_SNAPSHOT_WORD_SEGMENT_ALLOC] = "segment_alloc",
  [LSC_SNAPSHOT_WORD_SEGMENT_FREE] = "segment_free",
  [LSC_SNAPSHOT_WORD_SEGMENT_MAP] = "segment_map",
  [LSC_SNAPSHOT_WORD_SEGMENT_UNMAP] = "segment_unmap",
  [LSC_SNAPSHOT_WORD_OOM] = "oom",
  [LSC_SNAPSHOT_WORD_ACTIVE_ALLOCATED] = "active_allocated",
  [LSC_SNAPSHOT_WORD_ACTIVE_PENDING_FREE] = "active_pending_free",
  [LSC_SNAPSHOT_WORD_ACTIVE_AWAITING_FREE] = "active_awaiting_free",
  [LSC_SNAPSHOT_WORD_INACTIVE] = "inactive",
  [LSC_SNAPSHOT_WORD_SMALL] = "small",
  [LSC_SNAPSHOT_WORD_START] = "START",
  [LSC_SNAPSHOT_WORD_END] = "END",
};

const char *
_lsc_snapshot_get_word (LscSnapshotWord word)
{
  return words[word];
}

static gboolean
refuse (LscSnapshotMachine *self, LscSnapshotWord key)
{
  return _lsc_snapshot_fail (self, _ ("%s in it holds something that does not belong there"),
                             words[key]);
}

/* A whole number from @least to @most; what is missing is not there. */
static gboolean
get_number (LscSnapshotMachine *self, Fields fields, LscSnapshotWord key, gint64 least, gint64 most,
            gint64 *number)
{
  const LscSnapshotValue *value = fields[key];

  if (!value)
    return TRUE;
  if (value->type != LSC_SNAPSHOT_INT || value->id != 0 || value->n < least || value->n > most)
    return refuse (self, key);
  *number = value->n;
  return TRUE;
}

static gboolean
get_bytes (LscSnapshotMachine *self, Fields fields, LscSnapshotWord key, gint64 *bytes)
{
  return get_number (self, fields, key, 0, MOST_BYTES, bytes);
}

/* 64 bits, whatever they mean. */
static gboolean
get_bits (LscSnapshotMachine *self, Fields fields, LscSnapshotWord key, guint64 *bits)
{
  const LscSnapshotValue *value = fields[key];

  if (!value)
    return TRUE;
  if (value->type != LSC_SNAPSHOT_INT)
    return refuse (self, key);
  *bits = (guint64) value->n;
  return TRUE;
}

static gboolean
get_stack (LscSnapshotMachine *self, Fields fields, guint32 *stack)
{
  const LscSnapshotValue *value = fields[LSC_SNAPSHOT_WORD_FRAMES];

  *stack = LSC_MEMORY_NONE;
  if (!value || value->type == LSC_SNAPSHOT_LIST)
    return TRUE; /* a stack that was taken and is empty tells no more than one that was not */
  if (value->type != LSC_SNAPSHOT_STACK)
    return refuse (self, LSC_SNAPSHOT_WORD_FRAMES);
  *stack = value->id;
  return TRUE;
}

/* A text; that of one that there was no room for says so. */
static gboolean
get_text (LscSnapshotMachine *self, Fields fields, LscSnapshotWord key, guint32 *text)
{
  const LscSnapshotValue *value = fields[key];

  if (value->type == LSC_SNAPSHOT_TEXT)
    *text = value->id;
  else if (value->type == LSC_SNAPSHOT_OTHER && self->n_texts_left > 0)
    *text = lsc_intern_add (self->log->texts, _ ("(name not kept)"));
  else
    return refuse (self, key);
  return TRUE;
}

static gboolean
get_device (LscSnapshotMachine *self, Fields fields, guint32 *device)
{
  gint64 number = 0;

  if (!get_number (self, fields, LSC_SNAPSHOT_WORD_DEVICE, 0, MOST_DEVICES - 1, &number))
    return FALSE;
  *device = (guint32) number;
  return TRUE;
}

static void
become_row (LscSnapshotValue *dict, LscSnapshotType type, gsize index, gint64 n)
{
  dict->type = type;
  dict->id = (guint32) index;
  dict->n = n;
}

static gboolean
take_frame (LscSnapshotMachine *self, LscSnapshotValue *dict, Fields fields)
{
  gint64 line = 0;
  LscMemoryFrame frame;

  if (!get_text (self, fields, LSC_SNAPSHOT_WORD_NAME, &frame.function) ||
      !get_text (self, fields, LSC_SNAPSHOT_WORD_FILENAME, &frame.file) ||
      !get_number (self, fields, LSC_SNAPSHOT_WORD_LINE, G_MININT64, G_MAXINT64, &line))
    return FALSE;
  frame.line = line > 0 && line < G_MAXINT32 ? (guint32) line : 0;
  become_row (dict, LSC_SNAPSHOT_FRAME, _lsc_snapshot_stacks_add_frame (&self->stacks, &frame), 0);
  return TRUE;
}

static gboolean
add_event (LscSnapshotMachine *self, Fields fields, LscSnapshotEventKind kind)
{
  LscSnapshotEvent event = {
    .kind = kind, .stack = LSC_MEMORY_NONE, .free_bytes = -1, .time_us = self->n_events
  };
  guint64 address = 0, stream = 0;
  guint32 stack;

  self->n_untimed += !fields[LSC_SNAPSHOT_WORD_TIME_US];
  if (!get_bits (self, fields, LSC_SNAPSHOT_WORD_ADDR, &address) ||
      !get_bits (self, fields, LSC_SNAPSHOT_WORD_STREAM, &stream) ||
      !get_bytes (self, fields, LSC_SNAPSHOT_WORD_SIZE, &event.size_bytes) ||
      !get_bytes (self, fields, LSC_SNAPSHOT_WORD_DEVICE_FREE, &event.free_bytes) ||
      !get_number (self, fields, LSC_SNAPSHOT_WORD_TIME_US, -MOST_TIME_US, MOST_TIME_US,
                   &event.time_us) ||
      !get_stack (self, fields, &stack))
    return FALSE;
  event.stream = (gint64) stream;
  if (kind == LSC_SNAPSHOT_ALLOC || kind == LSC_SNAPSHOT_OOM)
    event.stack = stack;
  _lsc_snapshot_events_add (&self->events, &event, address);
  return TRUE;
}

static gboolean
take_event (LscSnapshotMachine *self, LscSnapshotValue *dict, Fields fields)
{
  gsize n = self->events.n;
  guint32 action;
  LscSnapshotWord place;

  if (!get_text (self, fields, LSC_SNAPSHOT_WORD_ACTION, &action))
    return FALSE;
  place = action == LSC_SNAPSHOT_WORD_OOM ? LSC_SNAPSHOT_WORD_DEVICE_FREE : LSC_SNAPSHOT_WORD_ADDR;
  self->n_events++;
  if (n >= LSC_MEMORY_NONE - 1)
    return _lsc_snapshot_fail (self, _ ("it has more events than can be counted"));
  if (action < LSC_SNAPSHOT_WORD_ALLOC || action > LSC_SNAPSHOT_WORD_OOM)
    self->n_other_actions++;
  else if (!fields[LSC_SNAPSHOT_WORD_SIZE] || (!fields[place] && action != LSC_SNAPSHOT_WORD_OOM))
    return TRUE;
  else if (!add_event (self, fields, action - LSC_SNAPSHOT_WORD_ALLOC))
    return FALSE;
  become_row (dict, LSC_SNAPSHOT_EVENTS, n, (gint64) (self->events.n - n));
  return TRUE;
}

static gboolean
take_use (LscSnapshotMachine *self, LscSnapshotValue *dict, Fields fields)
{
  LscSnapshotUse use = { 0, -1, LSC_MEMORY_NONE };

  if (!get_bits (self, fields, LSC_SNAPSHOT_WORD_ADDR, &use.address) ||
      !get_bytes (self, fields, LSC_SNAPSHOT_WORD_REAL_SIZE, &use.requested_bytes) ||
      !get_stack (self, fields, &use.stack))
    return FALSE;
  become_row (dict, LSC_SNAPSHOT_HISTORY, self->uses.n, 1);
  _lsc_snapshot_uses_append (&self->uses, use);
  return TRUE;
}

static gboolean
get_state (LscSnapshotMachine *self, Fields fields, guint8 *state)
{
  guint32 word;

  if (!get_text (self, fields, LSC_SNAPSHOT_WORD_STATE, &word))
    return FALSE;
  if (word == LSC_SNAPSHOT_WORD_ACTIVE_ALLOCATED)
    *state = 1;
  else if (word == LSC_SNAPSHOT_WORD_ACTIVE_PENDING_FREE ||
           word == LSC_SNAPSHOT_WORD_ACTIVE_AWAITING_FREE)
    *state = 2;
  else if (word != LSC_SNAPSHOT_WORD_INACTIVE)
    return refuse (self, LSC_SNAPSHOT_WORD_STATE);
  return TRUE;
}

/* What is known of a block without an address is its place behind the others of its segment. */
static gboolean
take_block (LscSnapshotMachine *self, LscSnapshotValue *dict, Fields fields)
{
  const LscSnapshotValue *history = fields[LSC_SNAPSHOT_WORD_HISTORY];
  LscSnapshotBlock block = { G_MAXUINT64, 0, -1, LSC_MEMORY_NONE, 0 };

  if (!get_bits (self, fields, LSC_SNAPSHOT_WORD_ADDRESS, &block.address) ||
      !get_bytes (self, fields, LSC_SNAPSHOT_WORD_SIZE, &block.size_bytes) ||
      !get_bytes (self, fields, LSC_SNAPSHOT_WORD_REQUESTED_SIZE, &block.requested_bytes) ||
      !get_state (self, fields, &block.state) || !get_stack (self, fields, &block.stack))
    return FALSE;
  if (history && history->type == LSC_SNAPSHOT_HISTORY && history->is_list)
    {
      const LscSnapshotUse *use = &self->uses.items[history->id];

      block.stack = block.stack == LSC_MEMORY_NONE ? use->stack : block.stack;
      block.requested_bytes =
          block.requested_bytes < 0 ? use->requested_bytes : block.requested_bytes;
    }
  if (block.requested_bytes < 0 || block.requested_bytes > block.size_bytes)
    block.requested_bytes = block.size_bytes;
  become_row (dict, LSC_SNAPSHOT_BLOCKS, self->blocks.n, 1);
  _lsc_snapshot_blocks_append (&self->blocks, block);
  return TRUE;
}

/* Returns: whether the blocks of a segment follow each other from its begin to its end */
static gboolean
place_blocks (LscSnapshotMachine *self, const LscSnapshotSegment *segment)
{
  guint64 at = segment->address;

  for (gsize i = 0; i < segment->n; i++)
    {
      LscSnapshotBlock *block = &self->blocks.items[segment->first + i];

      if (block->address == G_MAXUINT64)
        block->address = at;
      if (block->address != at)
        return FALSE;
      at += (guint64) block->size_bytes;
    }
  return segment->n == 0 || at == segment->address + (guint64) segment->size_bytes;
}

static gboolean
take_segment (LscSnapshotMachine *self, LscSnapshotValue *dict, Fields fields)
{
  const LscSnapshotValue *blocks = fields[LSC_SNAPSHOT_WORD_BLOCKS];
  const LscSnapshotValue *expandable = fields[LSC_SNAPSHOT_WORD_IS_EXPANDABLE];
  LscSnapshotSegment segment = { .stack = LSC_MEMORY_NONE };
  guint64 stream = 0;
  guint32 type = LSC_SNAPSHOT_N_WORDS;

  if (!get_bits (self, fields, LSC_SNAPSHOT_WORD_ADDRESS, &segment.address) ||
      !get_bytes (self, fields, LSC_SNAPSHOT_WORD_TOTAL_SIZE, &segment.size_bytes) ||
      !get_bits (self, fields, LSC_SNAPSHOT_WORD_STREAM, &stream) ||
      !get_device (self, fields, &segment.device) || !get_stack (self, fields, &segment.stack) ||
      (fields[LSC_SNAPSHOT_WORD_SEGMENT_TYPE] &&
       !get_text (self, fields, LSC_SNAPSHOT_WORD_SEGMENT_TYPE, &type)))
    return FALSE;
  if (blocks->type != LSC_SNAPSHOT_LIST &&
      (blocks->type != LSC_SNAPSHOT_BLOCKS || !blocks->is_list))
    return refuse (self, LSC_SNAPSHOT_WORD_BLOCKS);
  if (expandable && expandable->type != LSC_SNAPSHOT_FLAG && expandable->type != LSC_SNAPSHOT_INT)
    return refuse (self, LSC_SNAPSHOT_WORD_IS_EXPANDABLE);
  segment.stream = (gint64) stream;
  segment.first = blocks->id;
  segment.n = blocks->type == LSC_SNAPSHOT_BLOCKS ? (guint32) blocks->n : 0;
  segment.is_small = type == LSC_SNAPSHOT_WORD_SMALL;
  segment.is_expandable = expandable && expandable->n != 0;
  if (!place_blocks (self, &segment))
    return refuse (self, LSC_SNAPSHOT_WORD_BLOCKS);
  become_row (dict, LSC_SNAPSHOT_SEGMENTS, self->segments.n, 1);
  _lsc_snapshot_segments_append (&self->segments, segment);
  return TRUE;
}

static gboolean
take_mark (LscSnapshotMachine *self, LscSnapshotValue *dict, Fields fields)
{
  LscSnapshotMark mark = { 0 };
  guint32 stage;

  if (!get_text (self, fields, LSC_SNAPSHOT_WORD_NAME, &mark.name) ||
      !get_text (self, fields, LSC_SNAPSHOT_WORD_STAGE, &stage) ||
      !get_device (self, fields, &mark.device) ||
      !get_number (self, fields, LSC_SNAPSHOT_WORD_TIME_US, -MOST_TIME_US, MOST_TIME_US,
                   &mark.time_us))
    return FALSE;
  if (stage != LSC_SNAPSHOT_WORD_START && stage != LSC_SNAPSHOT_WORD_END)
    return refuse (self, LSC_SNAPSHOT_WORD_STAGE);
  mark.is_end = stage == LSC_SNAPSHOT_WORD_END;
  become_row (dict, LSC_SNAPSHOT_MARKS, self->annotations.n, 1);
  _lsc_snapshot_marks_append (&self->annotations, mark);
  return TRUE;
}

static gboolean
is_list_of (const LscSnapshotValue *value, LscSnapshotType type)
{
  return !value || value->type == LSC_SNAPSHOT_LIST || (value->type == type && value->is_list);
}

static gboolean
take_root (LscSnapshotMachine *self, LscSnapshotValue *dict, Fields fields)
{
  const LscSnapshotValue *traces = fields[LSC_SNAPSHOT_WORD_DEVICE_TRACES];

  if (!is_list_of (fields[LSC_SNAPSHOT_WORD_SEGMENTS], LSC_SNAPSHOT_SEGMENTS))
    return refuse (self, LSC_SNAPSHOT_WORD_SEGMENTS);
  if (!is_list_of (traces, LSC_SNAPSHOT_TRACES) || traces->n > MOST_DEVICES)
    return refuse (self, LSC_SNAPSHOT_WORD_DEVICE_TRACES);
  if (!is_list_of (fields[LSC_SNAPSHOT_WORD_EXTERNAL_ANNOTATIONS], LSC_SNAPSHOT_MARKS))
    return refuse (self, LSC_SNAPSHOT_WORD_EXTERNAL_ANNOTATIONS);
  self->root_segments = *fields[LSC_SNAPSHOT_WORD_SEGMENTS];
  self->root_traces = *traces;
  become_row (dict, LSC_SNAPSHOT_ROOT, 0, 0);
  return TRUE;
}

static void
take_settings (LscSnapshotMachine *self, Fields fields)
{
  const LscSnapshotValue *most = fields[LSC_SNAPSHOT_WORD_MAX_SPLIT_SIZE];

  if (most->type == LSC_SNAPSHOT_INT && most->id == 0 && most->n > 0)
    self->max_split_bytes = most->n;
}

#define HAS(key) (fields[LSC_SNAPSHOT_WORD_##key] != NULL)

static gboolean
take_fields (LscSnapshotMachine *self, LscSnapshotValue *dict, Fields fields)
{
  if (HAS (NAME) && HAS (FILENAME))
    return take_frame (self, dict, fields);
  if (HAS (ACTION))
    return take_event (self, dict, fields);
  if (HAS (STATE) && HAS (SIZE))
    return take_block (self, dict, fields);
  if (HAS (REAL_SIZE))
    return take_use (self, dict, fields);
  if (HAS (TOTAL_SIZE) && HAS (BLOCKS) && HAS (ADDRESS))
    return take_segment (self, dict, fields);
  if (HAS (STAGE) && HAS (NAME) && HAS (TIME_US))
    return take_mark (self, dict, fields);
  if (HAS (SEGMENTS) && HAS (DEVICE_TRACES))
    return take_root (self, dict, fields);
  if (HAS (MAX_SPLIT_SIZE))
    take_settings (self, fields);
  return TRUE;
}

/**
 * _lsc_snapshot_take_dict:
 * @dict: becomes what it stands for
 * @pairs: keys and values in turn
 *
 * Returns: %FALSE where a key holds what it must not
 */
gboolean
_lsc_snapshot_take_dict (LscSnapshotMachine *self, LscSnapshotValue *dict,
                         const LscSnapshotValue *pairs, gsize n_pairs)
{
  Fields fields = { NULL };

  for (gsize i = 0; i < n_pairs; i++)
    {
      if (pairs[2 * i].type == LSC_SNAPSHOT_TEXT && pairs[2 * i].id < LSC_SNAPSHOT_N_KEYS)
        fields[pairs[2 * i].id] = &pairs[2 * i + 1];
    }
  become_row (dict, LSC_SNAPSHOT_OTHER, 0, 0);
  return take_fields (self, dict, fields);
}
