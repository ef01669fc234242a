/* lsc-table.h - a result table: typed columns with unit and source
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>
#include <math.h>
#include <stddef.h>

#include "base/lsc-phrase.h"
#include "model/lsc-rank-name.h"
#include "model/lsc-unknown.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_TYPE_TEXT,
  LSC_TYPE_INT,
  LSC_TYPE_REAL,
} LscType;

typedef enum
{
  LSC_UNIT_NONE,
  LSC_UNIT_NS,
  LSC_UNIT_BYTES,
  LSC_UNIT_COUNT,
  LSC_UNIT_SHARE, /* 0 to 1, shown in percent */
  LSC_UNIT_FLOPS,
  LSC_UNIT_FLOPS_PER_S,
  LSC_UNIT_ID,
  LSC_UNIT_FLAG, /* 0 or 1: no or yes; true and false where a form has them */
  LSC_UNIT_RATE, /* GB/s, which are bytes a nanosecond */
  LSC_UNIT_LIST, /* a text that is JSON, which stands as it is where a form has lists */
} LscUnit;

/** How a member of a row is written in C. */
typedef enum
{
  LSC_FORM_NONE,   /* the column has no place in a row */
  LSC_FORM_INT,    /* gint64, %LSC_INT_NULL */
  LSC_FORM_REAL,   /* double, %LSC_REAL_NULL */
  LSC_FORM_TEXT,   /* const char *, %NULL */
  LSC_FORM_PHRASE, /* const LscPhrase *, %NULL */
  LSC_FORM_CODE,   /* int: an index of the column's words, %LSC_CODE_NULL */
} LscForm;

/** What is not known, in a row. */
#define LSC_INT_NULL G_MININT64
#define LSC_REAL_NULL ((double) NAN)
#define LSC_CODE_NULL (-1)

/** Returns: @value, %LSC_INT_NULL for a negative one, which stands for what is not known */
static inline gint64
lsc_int_or_null (gint64 value)
{
  return value >= 0 ? value : LSC_INT_NULL;
}

/** Returns: @rank, by number or by name; %LSC_INT_NULL for one that nothing tells from others */
static inline gint64
lsc_rank_or_null (gint64 rank)
{
  return lsc_rank_is_told (rank) ? rank : LSC_INT_NULL;
}

/* %LSC_INT_NULL is a number of C: a sum or a difference of it would be one far outside of all that
 * is recorded, which nobody takes for missing any more. So what may not be known is only added and
 * subtracted by these. */

/** Returns: @a + @b, %LSC_INT_NULL unless both are known and their sum can be written */
static inline gint64
lsc_int_add (gint64 a, gint64 b)
{
  gint64 sum;

  return a == LSC_INT_NULL || b == LSC_INT_NULL || __builtin_add_overflow (a, b, &sum)
             ? LSC_INT_NULL
             : sum;
}

/** Returns: @a - @b, %LSC_INT_NULL unless both are known and their difference can be written */
static inline gint64
lsc_int_subtract (gint64 a, gint64 b)
{
  gint64 difference;

  return a == LSC_INT_NULL || b == LSC_INT_NULL || __builtin_sub_overflow (a, b, &difference)
             ? LSC_INT_NULL
             : difference;
}

/** Returns: @value / @n, rounded towards 0; %LSC_INT_NULL of what is not known, or without any */
static inline gint64
lsc_int_divide (gint64 value, gint64 n)
{
  return value == LSC_INT_NULL || n <= 0 ? LSC_INT_NULL : value / n;
}

/** Returns: @value, 0 for what is not known: of sums over what is known alone */
static inline gint64
lsc_int_or_zero (gint64 value)
{
  return value == LSC_INT_NULL ? 0 : value;
}

/**
 * LscColumn:
 * @name: stable name: database column, JSON key, CSV header
 * @title: (nullable): header for people, untranslated (translate when shown)
 * @source: (nullable): where the value comes from: table and column, or the formula's name
 * @about: (nullable): what it says, in one plain sentence, untranslated
 * @words: (nullable) (array length=n_words): what the codes in its cells mean
 * @offset: of its member in a row
 */
typedef struct
{
  const char *name;
  const char *title;
  LscType type;
  LscUnit unit;
  const char *source;
  const char *about;
  const LscWord *words;
  guint16 n_words;
  guint16 offset;
  LscForm form;
} LscColumn;

/* The type of a column is that of its member, so that they cannot disagree; a member of any other
 * type does not compile. */
#define LSC_FORM_OF(member)                                                                        \
  _Generic ((member),                                                                              \
      gint64: LSC_FORM_INT,                                                                        \
      double: LSC_FORM_REAL,                                                                       \
      const char *: LSC_FORM_TEXT,                                                                 \
      const LscPhrase *: LSC_FORM_PHRASE)

#define LSC_TYPE_OF(member)                                                                        \
  _Generic((member), gint64 : LSC_TYPE_INT, double : LSC_TYPE_REAL, default : LSC_TYPE_TEXT)

/**
 * LSC_COLUMN:
 * @Row: the struct of a row
 * @member: of that struct: gint64, double, const char * or const LscPhrase *
 */
#define LSC_COLUMN(Row, member, name_, title_, unit_, source_, about_)                             \
  {                                                                                                \
    .name = name_, .title = title_, .type = LSC_TYPE_OF (((Row *) 0)->member), .unit = unit_,      \
    .source = source_, .about = about_, .offset = offsetof (Row, member),                          \
    .form = LSC_FORM_OF (((Row *) 0)->member)                                                      \
  }

/**
 * LSC_CODES:
 * @member: an int
 * @words_: array of LscWord, with a constant size
 */
#define LSC_CODES(Row, member, name_, title_, words_, source_, about_)                             \
  {                                                                                                \
    .name = name_, .title = title_, .type = LSC_TYPE_TEXT, .source = source_, .about = about_,     \
    .words = words_, .n_words = G_N_ELEMENTS (words_), .offset = offsetof (Row, member),           \
    .form = _Generic(((Row *) 0)->member, int                                                      \
                     : LSC_FORM_CODE)                                                              \
  }

/** LscTableInfo: what is known of a table before it has rows */
typedef struct
{
  const char *name;
  const LscColumn *columns;
  guint n_columns;
  gsize row_size;
} LscTableInfo;

#define LSC_TABLE_INFO(name_, Row, columns_)                                                       \
  {                                                                                                \
    .name = name_, .columns = columns_, .n_columns = G_N_ELEMENTS (columns_),                      \
    .row_size = sizeof (Row)                                                                       \
  }

/** A value of a table or tree; @is_null first. Of a code, @integer is the code and @text its key.
 * Of a rank that has a name instead of a number, @type is %LSC_TYPE_TEXT although its column is one
 * of numbers, and @text is the name. Of a number in a column that has texts as well, @is_number. */
typedef struct
{
  gboolean is_null;
  LscType type;
  gint64 integer;
  double real;
  const char *text; /* borrowed */
  gboolean is_number;
} LscValue;

/**
 * LscTable:
 *
 * Rows of values, built by one thread, then read by many. Every value starts as NULL. Reference
 * counted. Cells hold codes, numbers and texts in no language: lsc_table_get() is for files and
 * programs, lsc_table_get_words() for people.
 */
typedef struct _LscTable LscTable;

void lsc_table_info_clear_row (const LscTableInfo *self, gpointer row);

LscTable *lsc_table_new (const char *name, const LscColumn *columns, guint n_columns);
LscTable *lsc_table_new_for (const LscTableInfo *info);
LscTable *lsc_table_new_like (const LscTable *table);
LscTable *lsc_table_ref (LscTable *self);
void lsc_table_unref (LscTable *self);

const char *lsc_table_get_name (const LscTable *self);
guint lsc_table_get_n_columns (const LscTable *self);
gsize lsc_table_get_n_rows (const LscTable *self);
const LscColumn *lsc_table_get_column (const LscTable *self, guint column);
int lsc_table_find_column (const LscTable *self, const char *name);

gsize lsc_table_add (LscTable *self, gconstpointer row);
gsize lsc_table_add_row (LscTable *self);
void lsc_table_set_title (LscTable *self, guint column, const char *title);
void lsc_table_set_int (LscTable *self, gsize row, guint column, gint64 value);
void lsc_table_set_real (LscTable *self, gsize row, guint column, double value);
void lsc_table_set_text (LscTable *self, gsize row, guint column, const char *value);
void lsc_table_set_number (LscTable *self, gsize row, guint column, const char *digits);
void lsc_table_set_phrase (LscTable *self, gsize row, guint column, const LscPhrase *value);
void lsc_table_append_table (LscTable *self, const LscTable *other);
void lsc_table_append_rows (LscTable *self, const LscTable *other, const guint32 *rows, gsize n);

void lsc_table_add_lacks (LscTable *self, gint64 rank, const LscLacks *lacks);
LscLacks lsc_table_get_lacks (const LscTable *self, gsize row);
gboolean lsc_table_has_lacks (const LscTable *self);

LscValue lsc_table_get (const LscTable *self, gsize row, guint column);
LscValue lsc_table_get_named (const LscTable *self, gsize row, const char *name);
char *lsc_table_get_words (const LscTable *self, gsize row, guint column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTable, lsc_table_unref)

G_END_DECLS
