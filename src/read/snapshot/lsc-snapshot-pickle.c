/* lsc-snapshot-pickle.c - a snapshot as a pickle: the opcodes that one needs, and no other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "read/snapshot/lsc-snapshot-private.h"

/* Nothing is ever run or imported: what would do so has no case here. A length is compared with
 * the end of the file before anything is done about it. */

typedef enum
{
  MARK = '(',
  STOP = '.',
  BINFLOAT = 'G',
  BININT = 'J',
  BININT1 = 'K',
  BININT2 = 'M',
  NONE = 'N',
  BINUNICODE = 'X',
  EMPTY_LIST = ']',
  APPEND = 'a',
  APPENDS = 'e',
  BINGET = 'h',
  LONG_BINGET = 'j',
  BINPUT = 'q',
  LONG_BINPUT = 'r',
  SETITEM = 's',
  TUPLE = 't',
  EMPTY_TUPLE = ')',
  SETITEMS = 'u',
  EMPTY_DICT = '}',
  PROTO = 0x80,
  TUPLE1 = 0x85,
  TUPLE2,
  TUPLE3,
  NEWTRUE,
  NEWFALSE,
  LONG1 = 0x8a,
  LONG4,
  SHORT_BINUNICODE = 0x8c,
  BINUNICODE8,
  MEMOIZE = 0x94,
  FRAME,
} Opcode;

/* What runs code or fetches objects from elsewhere, for a sentence that names it. */
static const char *
get_running_name (guchar opcode)
{
  static const struct
  {
    guchar opcode;
    const char *name;
  } names[] = {
    { 'c', "GLOBAL" },    { 0x93, "STACK_GLOBAL" }, { 'R', "REDUCE" },
    { 'b', "BUILD" },     { 'i', "INST" },          { 'o', "OBJ" },
    { 0x81, "NEWOBJ" },   { 0x92, "NEWOBJ_EX" },    { 0x82, "EXT1" },
    { 0x83, "EXT2" },     { 0x84, "EXT4" },         { 'P', "PERSID" },
    { 'Q', "BINPERSID" }, { 0x97, "NEXT_BUFFER" },  { 0x98, "READONLY_BUFFER" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].opcode == opcode)
      return names[i].name;
  return NULL;
}

static gboolean
refuse_opcode (LscSnapshotMachine *self, guchar opcode)
{
  const char *name = get_running_name (opcode);

  if (name)
    return _lsc_snapshot_fail (self, _ ("it asks for code to be run (%s), which was not done"),
                               name);
  return _lsc_snapshot_fail (self, _ ("it has an instruction (0x%02x) that no snapshot needs"),
                             opcode);
}

static gboolean
fail_end (LscSnapshotMachine *self)
{
  return _lsc_snapshot_fail (self, _ ("it ends too early"));
}

/* A little-endian number of @n bytes. */
static gboolean
read_number (LscSnapshotMachine *self, gsize n, guint64 *number)
{
  *number = 0;
  if (!_lsc_snapshot_input_need (&self->input, n))
    return fail_end (self);
  for (gsize i = 0; i < n; i++)
    *number |= (guint64) (guchar) self->input.p[i] << (8 * i);
  self->input.p += n;
  return TRUE;
}

static gboolean
check_length (LscSnapshotMachine *self, guint64 n)
{
  if (!_lsc_snapshot_input_is_beyond (&self->input, n))
    return TRUE;
  return _lsc_snapshot_fail (self, _ ("something in it is longer than the file"));
}

static gboolean
push_int (LscSnapshotMachine *self, gsize n, gboolean is_signed)
{
  guint64 number;

  return read_number (self, n, &number) &&
         _lsc_snapshot_push (self, LSC_SNAPSHOT_INT, 0,
                             is_signed ? (gint32) (guint32) number : (gint64) number);
}

/* Two's complement of any length, of which 64 bits are kept, and whether there are more. */
static gboolean
push_long (LscSnapshotMachine *self, gsize n_length)
{
  guint64 n, low = 0;
  gboolean is_wide = FALSE;
  guchar last = 0;

  if (!read_number (self, n_length, &n) || !check_length (self, n))
    return FALSE;
  if (n_length == 4 && n > G_MAXINT32)
    return _lsc_snapshot_fail (self, _ ("something in it is longer than the file"));
  for (guint64 i = 0; i < n; i++)
    {
      if (!_lsc_snapshot_input_need (&self->input, 1))
        return fail_end (self);
      last = (guchar) *self->input.p++;
      if (i < 8)
        low |= (guint64) last << (8 * i);
      else
        is_wide = is_wide || i > 8 || last != 0;
    }
  if (n < 8 && last & 0x80)
    low |= G_MAXUINT64 << (8 * n);
  if (is_wide)
    return _lsc_snapshot_push (self, LSC_SNAPSHOT_OTHER, 0, 0);
  return _lsc_snapshot_push (self, LSC_SNAPSHOT_INT, n > 8 && low > G_MAXINT64, (gint64) low);
}

static gboolean
push_text (LscSnapshotMachine *self, gsize n_length)
{
  guint64 n;

  if (!read_number (self, n_length, &n) || !check_length (self, n))
    return FALSE;
  if (n > (1 << 20)) /* the machine says why */
    return _lsc_snapshot_push_text (self, self->input.p, (gsize) n);
  if (!_lsc_snapshot_input_need (&self->input, (gsize) n))
    return fail_end (self);
  self->input.p += n;
  return _lsc_snapshot_push_text (self, self->input.p - n, (gsize) n);
}

/* A number of eight bytes that is not looked at: a float, or the length of a frame. */
static gboolean
skip_number (LscSnapshotMachine *self, gboolean is_length)
{
  guint64 number;

  return read_number (self, 8, &number) && (!is_length || check_length (self, number));
}

static gboolean
use_memo (LscSnapshotMachine *self, gsize n_length, gboolean is_stored)
{
  guint64 index;

  if (!read_number (self, n_length, &index))
    return FALSE;
  return is_stored ? _lsc_snapshot_store (self, index) : _lsc_snapshot_fetch (self, index);
}

static gboolean
run_value (LscSnapshotMachine *self, guchar opcode)
{
  switch (opcode)
    {
    case BININT1:
      return push_int (self, 1, FALSE);
    case BININT2:
      return push_int (self, 2, FALSE);
    case BININT:
      return push_int (self, 4, TRUE);
    case LONG1:
      return push_long (self, 1);
    case LONG4:
      return push_long (self, 4);
    case BINFLOAT:
      return skip_number (self, FALSE) && _lsc_snapshot_push (self, LSC_SNAPSHOT_OTHER, 0, 0);
    case SHORT_BINUNICODE:
      return push_text (self, 1);
    case BINUNICODE:
      return push_text (self, 4);
    case BINUNICODE8:
      return push_text (self, 8);
    case NEWTRUE:
    case NEWFALSE:
      return _lsc_snapshot_push (self, LSC_SNAPSHOT_FLAG, 0, opcode == NEWTRUE);
    case NONE:
      return _lsc_snapshot_push (self, LSC_SNAPSHOT_OTHER, 0, 0);
    default:
      return refuse_opcode (self, opcode);
    }
}

static gboolean
run_structure (LscSnapshotMachine *self, guchar opcode)
{
  switch (opcode)
    {
    case EMPTY_DICT:
      return _lsc_snapshot_push (self, LSC_SNAPSHOT_DICT, 0, 0);
    case EMPTY_LIST:
      return _lsc_snapshot_push (self, LSC_SNAPSHOT_LIST, 0, 0);
    case MARK:
      return _lsc_snapshot_mark (self);
    case SETITEMS:
      return _lsc_snapshot_set_items (self);
    case SETITEM:
      return _lsc_snapshot_set_item (self);
    case APPENDS:
      return _lsc_snapshot_append_items (self);
    case APPEND:
      return _lsc_snapshot_append_item (self);
    case EMPTY_TUPLE:
      return _lsc_snapshot_make_tuple (self, 0);
    case TUPLE1:
    case TUPLE2:
    case TUPLE3:
      return _lsc_snapshot_make_tuple (self, opcode - TUPLE1 + 1);
    case TUPLE:
      return _lsc_snapshot_make_marked_tuple (self);
    default:
      return run_value (self, opcode);
    }
}

static gboolean
run (LscSnapshotMachine *self, guchar opcode)
{
  switch (opcode)
    {
    case BINGET:
      return use_memo (self, 1, FALSE);
    case LONG_BINGET:
      return use_memo (self, 4, FALSE);
    case MEMOIZE:
      return _lsc_snapshot_store (self, G_MAXUINT64);
    case BINPUT:
      return use_memo (self, 1, TRUE);
    case LONG_BINPUT:
      return use_memo (self, 4, TRUE);
    case FRAME:
      return skip_number (self, TRUE);
    default:
      return run_structure (self, opcode);
    }
}

/**
 * _lsc_snapshot_read_pickle:
 *
 * Reads a pickle up to its end. What follows does not matter.
 *
 * Returns: %FALSE with LscSnapshotMachine.problem, or with the failure of its input
 */
gboolean
_lsc_snapshot_read_pickle (LscSnapshotMachine *self)
{
  guint64 protocol;
  guchar opcode;

  if (!_lsc_snapshot_input_need (&self->input, 2))
    return fail_end (self);
  self->input.p++;
  if (!read_number (self, 1, &protocol))
    return FALSE;
  if (protocol < 2 || protocol > 5)
    return _lsc_snapshot_fail (self, _ ("pickle protocol %u is not one of 2 to 5"),
                               (guint) protocol);
  for (;;)
    {
      if (!_lsc_snapshot_input_need (&self->input, 1))
        return fail_end (self);
      opcode = (guchar) *self->input.p++;
      if (opcode == STOP)
        return _lsc_snapshot_finish (self);
      if (!run (self, opcode))
        return FALSE;
    }
}
