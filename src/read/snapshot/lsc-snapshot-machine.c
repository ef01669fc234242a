/* lsc-snapshot-machine.c - the stack of the machine, and its memo
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "read/snapshot/lsc-snapshot-private.h"

/* A snapshot is seven levels deep, and its lists of rows are single items: what needs more is no
 * snapshot, whatever it is. */
#define MOST_MARKS 64
#define MOST_VALUES ((gsize) 1 << 20)
#define MOST_TEXT_BYTES ((gsize) 1 << 20)
/* Of all texts together; what comes later has no name. */
#define MOST_ALL_TEXT_BYTES ((gsize) 128 << 20)

/* An entry of the memo: type and number of a value that may be fetched again. */
#define MEMO_BITS 28
#define MEMO_MOST (G_GUINT64_CONSTANT (1) << MEMO_BITS)

void
_lsc_snapshot_machine_init (LscSnapshotMachine *self)
{
  self->log = lsc_memory_log_new (LSC_MEMORY_FROM_SNAPSHOT);
  for (guint i = 0; i < LSC_SNAPSHOT_N_WORDS; i++)
    lsc_intern_add (self->log->texts, _lsc_snapshot_get_word (i));
  self->memo = _lsc_snapshot_memo_new ();
  self->stacks.log = self->log;
  _lsc_snapshot_events_init (&self->events);
}

void
_lsc_snapshot_machine_clear (LscSnapshotMachine *self)
{
  _lsc_snapshot_input_clear (&self->input);
  g_clear_pointer (&self->log, lsc_memory_log_unref);
  _lsc_snapshot_values_clear (&self->values);
  lsc_int64s_clear (&self->bottoms);
  _lsc_snapshot_values_clear (&self->pairs);
  g_clear_pointer (&self->memo, _lsc_snapshot_memo_free);
  _lsc_snapshot_stacks_clear (&self->stacks);
  _lsc_snapshot_events_clear (&self->events);
  _lsc_snapshot_segments_clear (&self->segments);
  _lsc_snapshot_blocks_clear (&self->blocks);
  _lsc_snapshot_uses_clear (&self->uses);
  _lsc_snapshot_marks_clear (&self->annotations);
  _lsc_snapshot_traces_clear (&self->traces);
  g_clear_pointer (&self->problem, g_free);
}

static gsize
get_bottom (const LscSnapshotMachine *self)
{
  return self->bottoms.n > 0 ? (gsize) self->bottoms.items[self->bottoms.n - 1] : 0;
}

/* Whether there are @n values above the last mark. */
static gboolean
check_values (LscSnapshotMachine *self, gsize n)
{
  if (self->values.n >= get_bottom (self) + n)
    return TRUE;
  return _lsc_snapshot_fail (self, _ ("it takes more from its stack than is there"));
}

gboolean
_lsc_snapshot_push (LscSnapshotMachine *self, LscSnapshotType type, guint32 id, gint64 n)
{
  LscSnapshotValue value = { .n = n, .id = id, .memo = LSC_MEMORY_NONE, .type = type };

  if (self->values.n >= MOST_VALUES)
    return _lsc_snapshot_fail (self, _ ("it nests or piles up more objects than a snapshot has"));
  _lsc_snapshot_values_append (&self->values, value);
  return TRUE;
}

/** @text: UTF-8 as a rule; what follows a million bytes is refused before it is read */
gboolean
_lsc_snapshot_push_text (LscSnapshotMachine *self, const char *text, gsize n)
{
  gsize n_before = lsc_intern_size (self->log->texts);
  guint32 id;

  if (n > MOST_TEXT_BYTES)
    return _lsc_snapshot_fail (self, _ ("a text in it is too long"));
  if (self->text_bytes + n > MOST_ALL_TEXT_BYTES)
    {
      self->n_texts_left++;
      return _lsc_snapshot_push (self, LSC_SNAPSHOT_OTHER, 0, 0);
    }
  id = lsc_intern_add_bytes (self->log->texts, text, n);
  if (lsc_intern_size (self->log->texts) > n_before)
    self->text_bytes += n + 1;
  return _lsc_snapshot_push (self, LSC_SNAPSHOT_TEXT, id, 0);
}

gboolean
_lsc_snapshot_mark (LscSnapshotMachine *self)
{
  if (self->bottoms.n >= MOST_MARKS)
    return _lsc_snapshot_fail (self, _ ("its objects are nested deeper than those of a snapshot"));
  lsc_int64s_append (&self->bottoms, (gint64) self->values.n);
  return TRUE;
}

/* The memo knows a dictionary or a list from before it was filled. */
static void
update_memo (LscSnapshotMachine *self, const LscSnapshotValue *value)
{
  gboolean can_be_fetched =
      (value->type == LSC_SNAPSHOT_FRAME || value->type == LSC_SNAPSHOT_STACK) &&
      value->id < MEMO_MOST;

  if (value->memo != LSC_MEMORY_NONE && value->memo < _lsc_snapshot_memo_count (self->memo))
    _lsc_snapshot_memo_set (self->memo, value->memo,
                            can_be_fetched ? (guint32) value->type << MEMO_BITS | value->id
                                           : (guint32) LSC_SNAPSHOT_OTHER << MEMO_BITS);
}

/* A dictionary that was filled pair by pair is full when it is used. */
static gboolean
complete (LscSnapshotMachine *self, LscSnapshotValue *value)
{
  gsize first = value->id, n = (gsize) value->n;

  if (value->type != LSC_SNAPSHOT_DICT)
    return TRUE;
  if (!_lsc_snapshot_take_dict (self, value, _lsc_snapshot_values_from (&self->pairs, first), n))
    return FALSE;
  update_memo (self, value);
  return TRUE;
}

static gboolean
complete_all (LscSnapshotMachine *self, gsize first)
{
  gsize n_pairs = self->pairs.n;

  for (gsize i = first; i < self->values.n; i++)
    {
      LscSnapshotValue *value = &self->values.items[i];

      if (value->type == LSC_SNAPSHOT_DICT && value->n > 0)
        n_pairs = MIN (n_pairs, value->id);
      if (!complete (self, value))
        return FALSE;
    }
  self->pairs.n = n_pairs;
  return TRUE;
}

/* Rows that follow each other become one item. */
static void
join_rows (LscSnapshotMachine *self)
{
  LscSnapshotValue *top = &self->values.items[self->values.n - 1], *before = top - 1;

  if (self->values.n < get_bottom (self) + 2 || top->type < LSC_SNAPSHOT_EVENTS ||
      top->type > LSC_SNAPSHOT_HISTORY || before->type != top->type || before->is_list ||
      before->id + before->n != top->id)
    return;
  before->n += top->n;
  before->memo = LSC_MEMORY_NONE;
  self->values.n--;
}

/* The values from the last mark on, whose mark is taken away. */
static gboolean
pop_mark (LscSnapshotMachine *self, gsize *first)
{
  if (self->bottoms.n == 0)
    return _lsc_snapshot_fail (self, _ ("it takes more from its stack than is there"));
  *first = (gsize) self->bottoms.items[--self->bottoms.n];
  return complete_all (self, *first);
}

/* Adds pairs to those of a dictionary that comes in pieces. */
static gboolean
add_pairs (LscSnapshotMachine *self, LscSnapshotValue *dict, const LscSnapshotValue *pairs,
           gsize n_pairs)
{
  if (dict->n == 0)
    dict->id = (guint32) self->pairs.n;
  if (dict->id + 2 * (gsize) dict->n != self->pairs.n || self->pairs.n + 2 * n_pairs > MOST_VALUES)
    return _lsc_snapshot_fail (self, _ ("a dictionary in it is not filled in order"));
  for (gsize i = 0; i < 2 * n_pairs; i++)
    _lsc_snapshot_values_append (&self->pairs, pairs[i]);
  dict->n += (gint64) n_pairs;
  return TRUE;
}

static gboolean
check_dict (LscSnapshotMachine *self, gsize first)
{
  if (first > get_bottom (self) && self->values.items[first - 1].type == LSC_SNAPSHOT_DICT)
    return TRUE;
  return _lsc_snapshot_fail (self, _ ("it fills something that is no dictionary"));
}

/** SETITEMS: pairs above the last mark go into the dictionary below it. */
gboolean
_lsc_snapshot_set_items (LscSnapshotMachine *self)
{
  gsize first, n;
  LscSnapshotValue *dict;

  if (!pop_mark (self, &first) || !check_dict (self, first))
    return FALSE;
  n = self->values.n - first;
  if (n % 2 != 0)
    return _lsc_snapshot_fail (self, _ ("a key in it has no value"));
  dict = &self->values.items[first - 1];
  if (dict->n > 0 || n / 2 >= 1000) /* picklers put at most so many into one portion */
    {
      if (!add_pairs (self, dict, _lsc_snapshot_values_from (&self->values, first), n / 2))
        return FALSE;
      self->values.n = first;
      return TRUE;
    }
  if (!_lsc_snapshot_take_dict (self, dict, _lsc_snapshot_values_from (&self->values, first),
                                n / 2))
    return FALSE;
  update_memo (self, dict);
  self->values.n = first;
  join_rows (self);
  return TRUE;
}

/** SETITEM: the pair on top goes into the dictionary below it. */
gboolean
_lsc_snapshot_set_item (LscSnapshotMachine *self)
{
  gsize first;

  if (!check_values (self, 3))
    return FALSE;
  first = self->values.n - 2;
  if (!complete_all (self, first) || !check_dict (self, first) ||
      !add_pairs (self, &self->values.items[first - 1],
                  _lsc_snapshot_values_from (&self->values, first), 1))
    return FALSE;
  self->values.n = first;
  return TRUE;
}

static gboolean
append (LscSnapshotMachine *self, gsize first)
{
  LscSnapshotValue *list;

  if (first <= get_bottom (self) || (!self->values.items[first - 1].is_list &&
                                     self->values.items[first - 1].type != LSC_SNAPSHOT_LIST &&
                                     self->values.items[first - 1].type != LSC_SNAPSHOT_STACK))
    return _lsc_snapshot_fail (self, _ ("it fills something that is no list"));
  list = &self->values.items[first - 1];
  for (gsize i = first; i < self->values.n; i++)
    if (!_lsc_snapshot_take_item (self, list, &self->values.items[i]))
      return FALSE;
  if (self->values.n > first && !_lsc_snapshot_end_items (self, list))
    return FALSE;
  self->values.n = first;
  update_memo (self, list);
  return TRUE;
}

/** APPENDS: what is above the last mark goes into the list below it. */
gboolean
_lsc_snapshot_append_items (LscSnapshotMachine *self)
{
  gsize first;

  return pop_mark (self, &first) && append (self, first);
}

/** APPEND: what is on top goes into the list below it. */
gboolean
_lsc_snapshot_append_item (LscSnapshotMachine *self)
{
  return check_values (self, 2) && complete_all (self, self->values.n - 1) &&
         append (self, self->values.n - 1);
}

/** TUPLE1 and so on: no tuple is of interest. */
gboolean
_lsc_snapshot_make_tuple (LscSnapshotMachine *self, gsize n)
{
  if (!check_values (self, n) || !complete_all (self, self->values.n - n))
    return FALSE;
  self->values.n -= n;
  return _lsc_snapshot_push (self, LSC_SNAPSHOT_OTHER, 0, 0);
}

gboolean
_lsc_snapshot_make_marked_tuple (LscSnapshotMachine *self)
{
  gsize first;

  if (!pop_mark (self, &first))
    return FALSE;
  self->values.n = first;
  return _lsc_snapshot_push (self, LSC_SNAPSHOT_OTHER, 0, 0);
}

/* The entry of a value that may be fetched; rows may not, nor need they be. */
static guint32
get_entry (const LscSnapshotValue *value)
{
  guint type = LSC_SNAPSHOT_OTHER;
  guint32 id = 0;

  switch (value->type)
    {
    case LSC_SNAPSHOT_TEXT:
    case LSC_SNAPSHOT_FRAME:
    case LSC_SNAPSHOT_STACK:
      type = value->id < MEMO_MOST ? value->type : LSC_SNAPSHOT_OTHER;
      id = type == value->type ? value->id : 0;
      break;
    case LSC_SNAPSHOT_LIST:
    case LSC_SNAPSHOT_FLAG:
      type = value->type;
      id = (guint32) value->n & 1;
      break;
    default:
      break;
    }
  return type << MEMO_BITS | id;
}

/**
 * _lsc_snapshot_store:
 * @index: %G_MAXUINT64 = the next
 *
 * BINPUT, LONG_BINPUT and MEMOIZE: entries come in order, or the table of them would be as large as
 * a file says that it is.
 */
gboolean
_lsc_snapshot_store (LscSnapshotMachine *self, guint64 index)
{
  gsize n = _lsc_snapshot_memo_count (self->memo);
  LscSnapshotValue *top;

  if (!check_values (self, 1))
    return FALSE;
  if ((index != G_MAXUINT64 && index != n) || n >= LSC_MEMORY_NONE)
    return _lsc_snapshot_fail (self, _ ("its memo is not filled in order"));
  top = &self->values.items[self->values.n - 1];
  if (top->type == LSC_SNAPSHOT_DICT || top->type == LSC_SNAPSHOT_LIST)
    top->memo = (guint32) n;
  _lsc_snapshot_memo_add (self->memo, get_entry (top));
  return TRUE;
}

/** BINGET, LONG_BINGET */
gboolean
_lsc_snapshot_fetch (LscSnapshotMachine *self, guint64 index)
{
  guint32 entry, id;

  if (index >= _lsc_snapshot_memo_count (self->memo))
    return _lsc_snapshot_fail (self, _ ("it fetches an entry of its memo that was never stored"));
  entry = _lsc_snapshot_memo_get (self->memo, (gsize) index);
  id = entry & (MEMO_MOST - 1);
  return _lsc_snapshot_push (self, entry >> MEMO_BITS, id,
                             entry >> MEMO_BITS == LSC_SNAPSHOT_FLAG    ? id
                             : entry >> MEMO_BITS == LSC_SNAPSHOT_STACK ? 1
                                                                        : 0);
}

/** STOP. Returns: whether what is on top is a snapshot */
gboolean
_lsc_snapshot_finish (LscSnapshotMachine *self)
{
  if (!check_values (self, 1) || !complete_all (self, self->values.n - 1))
    return FALSE;
  if (self->values.items[self->values.n - 1].type == LSC_SNAPSHOT_ROOT)
    return TRUE;
  return _lsc_snapshot_fail (self, _ ("it has no segments and device_traces"));
}
