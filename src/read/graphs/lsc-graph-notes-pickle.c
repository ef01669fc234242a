/* lsc-graph-notes-pickle.c - annotations of nodes as a pickle
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/graphs/lsc-graph-notes-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A pickle is a program for a machine with a stack. Such a map needs dictionaries, lists, texts and
 * numbers: what would run or import something has no case here. Nothing is built but a row for
 * each annotation. The outermost dictionary takes pairs of a number and a list with one row. */

/* What stands on the stack, marks included; a writer adds 1000 pairs at once. */
#define MOST_DEPTH ((gsize) 16 * 1024)
#define MOST_MEMO ((gsize) 64 * 1024 * 1024)

typedef enum
{
  OTHER, /* of no interest */
  MARK,
  NUMBER,
  TEXT, /* @at, @n: place and length in the file */
  ROOT,
  ROW,  /* a dictionary inside: index of rows */
  LIST, /* @at: row of its one item, NO_ROW */
} Type;

#define NO_ROW G_MAXUINT64

typedef struct
{
  guint64 at;
  guint32 n;
  guint32 type;
} Value;

LSC_DEFINE_ARRAY (Values, values, Value)

typedef struct
{
  LscGraphNotes *notes;
  const guchar *p;
  const guchar *begin;
  const guchar *end;
  Values stack;
  Values memo;
  Values lists; /* what a list refers to, as it may be told after it was put into the memo */
  LscGraphNoteList rows;
  gboolean has_root;
  char *problem;
} Machine;

static gboolean
fail (Machine *self, const char *why)
{
  if (!self->problem)
    self->problem = g_strdup (why);
  return FALSE;
}

static gboolean
push (Machine *self, Type type, guint64 at, gsize n)
{
  if (self->stack.n >= MOST_DEPTH)
    return fail (self, _ ("it is nested too deeply"));
  values_append (&self->stack, (Value){ at, (guint32) n, type });
  return TRUE;
}

static gboolean
read_number (Machine *self, gsize n, guint64 *number)
{
  *number = 0;
  if ((gsize) (self->end - self->p) < n)
    return fail (self, _ ("it ends too early"));
  for (gsize i = 0; i < MIN (n, 8); i++)
    *number |= (guint64) self->p[i] << 8 * i;
  self->p += n;
  return TRUE;
}

static gboolean
push_text (Machine *self, gsize width)
{
  guint64 n;

  if (!read_number (self, width, &n))
    return FALSE;
  if (n > (guint64) (self->end - self->p))
    return fail (self, _ ("something in it is longer than the file"));
  if (n > LSC_GRAPH_MOST_TEXT)
    return fail (self, _ ("a text of it is too long for a name"));
  self->p += n;
  return push (self, TEXT, (guint64) (self->p - self->begin) - n, n);
}

/* Little-endian, with a sign; of what has more than 64 bits no key is made. */
static gboolean
push_long (Machine *self)
{
  guint64 n, number;

  if (!read_number (self, 1, &n) || !read_number (self, n, &number))
    return FALSE;
  return n > 9 || (n == 9 && self->p[-1] != 0) ? push (self, OTHER, 0, 0)
                                               : push (self, NUMBER, number, 0);
}

static gboolean
push_number (Machine *self, gsize width)
{
  guint64 number;

  return read_number (self, width, &number) && push (self, NUMBER, number, 0);
}

static gboolean
push_dict (Machine *self)
{
  LscGraphNote row;

  if (!self->has_root)
    {
      self->has_root = TRUE;
      return push (self, ROOT, 0, 0);
    }
  if (self->rows.n >= LSC_GRAPH_MOST_NOTES)
    return fail (self, _ ("it has too many nodes"));
  _lsc_graph_note_init (&row, 0);
  lsc_graph_note_list_append (&self->rows, row);
  return push (self, ROW, self->rows.n - 1, 0);
}

static gboolean
push_list (Machine *self)
{
  if (self->lists.n >= LSC_GRAPH_MOST_NOTES)
    return fail (self, _ ("it has too many nodes"));
  values_append (&self->lists, (Value){ NO_ROW, 0, OTHER });
  return push (self, LIST, self->lists.n - 1, 0);
}

/* ---- pairs and items ---- */

static gboolean
set_root (Machine *self, const Value *key, const Value *value)
{
  guint64 row;
  LscGraphNote note;

  if (key->type != NUMBER || key->at < LSC_GRAPH_LEAST_KEY)
    return fail (self, _ ("a key of it is no number of a graph node"));
  row = value->type == LIST ? self->lists.items[value->at].at : NO_ROW;
  if (row == NO_ROW || self->lists.items[value->at].n != 1)
    return fail (self, _ ("a value of it is no annotation"));
  if (self->notes->items.n >= LSC_GRAPH_MOST_NOTES)
    return fail (self, _ ("it has too many nodes"));
  note = self->rows.items[row];
  note.key = key->at;
  lsc_graph_note_list_append (&self->notes->items, note);
  return TRUE;
}

static gboolean
set_pair (Machine *self, const Value *dict, const Value *key, const Value *value)
{
  if (dict->type == ROOT)
    return set_root (self, key, value);
  if (dict->type != ROW)
    return fail (self, _ ("it is no map of graph nodes"));
  if (key->type == TEXT && value->type == TEXT)
    _lsc_graph_note_set (&self->rows.items[dict->at], self->notes,
                         _lsc_graph_word_find ((const char *) self->begin + key->at, key->n),
                         (const char *) self->begin + value->at, value->n);
  return TRUE;
}

static gboolean
add_item (Machine *self, const Value *list, const Value *item)
{
  Value *known;

  if (list->type != LIST)
    return fail (self, _ ("it is no map of graph nodes"));
  known = &self->lists.items[list->at];
  known->n++;
  known->at = item->type == ROW ? item->at : NO_ROW;
  return TRUE;
}

/* The place behind the last mark. */
static gboolean
find_mark (const Machine *self, gsize *at)
{
  for (*at = self->stack.n; *at > 0; --*at)
    if (self->stack.items[*at - 1].type == MARK)
      return TRUE;
  return FALSE;
}

/* What follows the last mark goes into what is before it, in pieces of @step. */
static gboolean
take_many (Machine *self, gsize step)
{
  gsize at;
  Value into;

  if (!find_mark (self, &at) || at < 2 || (self->stack.n - at) % step != 0)
    return fail (self, _ ("it is damaged"));
  into = self->stack.items[at - 2];
  for (gsize i = at; i < self->stack.n; i += step)
    if (!(step == 2 ? set_pair (self, &into, &self->stack.items[i], &self->stack.items[i + 1])
                    : add_item (self, &into, &self->stack.items[i])))
      return FALSE;
  self->stack.n = at - 1;
  return TRUE;
}

static gboolean
take_one (Machine *self, gsize step)
{
  gsize n = self->stack.n;
  Value into;

  if (n < step + 1)
    return fail (self, _ ("it is damaged"));
  into = self->stack.items[n - step - 1];
  self->stack.n -= step;
  return step == 2 ? set_pair (self, &into, &self->stack.items[n - 2], &self->stack.items[n - 1])
                   : add_item (self, &into, &self->stack.items[n - 1]);
}

/* ---- the memo ---- */

static gboolean
put (Machine *self, guint64 index)
{
  if (self->stack.n == 0 || index > self->memo.n + 4096 || index >= MOST_MEMO)
    return fail (self, _ ("it is damaged"));
  while (self->memo.n <= index)
    values_append (&self->memo, (Value){ 0, 0, OTHER });
  self->memo.items[index] = self->stack.items[self->stack.n - 1];
  return TRUE;
}

static gboolean
get (Machine *self, guint64 index)
{
  if (index >= self->memo.n)
    return fail (self, _ ("it is damaged"));
  return push (self, self->memo.items[index].type, self->memo.items[index].at,
               self->memo.items[index].n);
}

static gboolean
use_memo (Machine *self, gsize width, gboolean (*use) (Machine *self, guint64 index))
{
  guint64 index;

  return read_number (self, width, &index) && use (self, index);
}

/* A tuple, which no annotation has, as one value of no interest. */
static gboolean
make_other (Machine *self, gsize n)
{
  if (self->stack.n < n)
    return fail (self, _ ("it is damaged"));
  self->stack.n -= n;
  return push (self, OTHER, 0, 0);
}

static gboolean
make_marked_other (Machine *self)
{
  gsize at;

  if (!find_mark (self, &at))
    return fail (self, _ ("it is damaged"));
  self->stack.n = at - 1;
  return push (self, OTHER, 0, 0);
}

static gboolean
skip_bytes (Machine *self, gsize n)
{
  guint64 ignored;

  return read_number (self, n, &ignored);
}

static gboolean
push_float (Machine *self)
{
  return skip_bytes (self, 8) && push (self, OTHER, 0, 0);
}

/* ---- instructions ---- */

static gboolean
run_rare (Machine *self, guchar opcode)
{
  switch (opcode)
    {
    case 0x80: /* PROTO */
      return skip_bytes (self, 1);
    case 0x95: /* FRAME */
      return skip_bytes (self, 8);
    case 'N':
    case 0x88: /* NEWTRUE, NEWFALSE */
    case 0x89:
      return push (self, OTHER, 0, 0);
    case 'G':
      return push_float (self);
    case ')':
      return make_other (self, 0);
    case 0x85: /* TUPLE1 to TUPLE3 */
    case 0x86:
    case 0x87:
      return make_other (self, (gsize) opcode - 0x84);
    case 't':
      return make_marked_other (self);
    default:
      return fail (self, _ ("it has an instruction that no annotation needs, which was not run"));
    }
}

static gboolean
run (Machine *self, guchar opcode)
{
  switch (opcode)
    {
    case '}':
      return push_dict (self);
    case ']':
      return push_list (self);
    case '(':
      return push (self, MARK, 0, 0);
    case 'K':
      return push_number (self, 1);
    case 'M':
      return push_number (self, 2);
    case 'J':
      return push_number (self, 4);
    case 0x8a: /* LONG1 */
      return push_long (self);
    case 0x8c: /* SHORT_BINUNICODE */
      return push_text (self, 1);
    case 'X':
      return push_text (self, 4);
    case 's':
      return take_one (self, 2);
    case 'u':
      return take_many (self, 2);
    case 'a':
      return take_one (self, 1);
    case 'e':
      return take_many (self, 1);
    case 0x94: /* MEMOIZE */
      return put (self, self->memo.n);
    case 'q':
      return use_memo (self, 1, put);
    case 'r':
      return use_memo (self, 4, put);
    case 'h':
      return use_memo (self, 1, get);
    case 'j':
      return use_memo (self, 4, get);
    default:
      return run_rare (self, opcode);
    }
}

/**
 * _lsc_graph_notes_parse_pickle:
 *
 * Returns: (transfer full) (nullable): why it is none
 */
char *
_lsc_graph_notes_parse_pickle (LscGraphNotes *self, const char *text, gsize n)
{
  Machine machine = { .notes = self,
                      .p = (const guchar *) text,
                      .begin = (const guchar *) text,
                      .end = (const guchar *) text + n };
  gboolean ok = TRUE;

  while (ok && machine.p < machine.end && *machine.p != '.')
    ok = run (&machine, *machine.p++);
  if (ok && machine.p == machine.end)
    fail (&machine, _ ("it ends too early"));
  else if (ok && (machine.stack.n != 1 || machine.stack.items[0].type != ROOT))
    fail (&machine, _ ("it is no map of graph nodes"));
  else if (ok && self->items.n == 0)
    fail (&machine, _ ("it is empty"));
  values_clear (&machine.stack);
  values_clear (&machine.memo);
  values_clear (&machine.lists);
  lsc_graph_note_list_clear (&machine.rows);
  return machine.problem;
}
