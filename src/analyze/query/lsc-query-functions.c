/* lsc-query-functions.c - functions of SQL whose single call could outlast the statement's time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/query/lsc-query-private.h"

/*
 * SQLite looks at its progress handler between instructions, and a call of a function is one
 * instruction. So that a statement ends when it shall, every function that it may call either goes
 * over its arguments a fixed number of times, each at most LSC_QUERY_LONGEST_VALUE bytes and at
 * most LSC_QUERY_MOST_ARGUMENTS of them, or is replaced here. A function that stands in no list is
 * refused: what a later SQLite brings is to be thought over first.
 */

/* Take as long for any argument: numbers, counters, time. A text is read as a number in one pass.
 * strftime() adds up how long its result can get, and compares that with the limit, before it
 * makes it. */
#define CONSTANT                                                                                   \
  "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "changes", \
      "cos", "cosh", "current_date", "current_time", "current_timestamp", "date", "datetime",      \
      "degrees", "exp", "floor", "julianday", "last_insert_rowid", "ln", "log", "log10", "log2",   \
      "mod", "pi", "pow", "power", "radians", "random", "round", "sign", "sin", "sinh", "sqrt",    \
      "sqlite_source_id", "sqlite_version", "strftime", "subtype", "tan", "tanh", "time",          \
      "timediff", "total_changes", "trunc", "typeof", "unicode", "unixepoch", "zeroblob"

/* Choose one of their arguments. */
#define CHOOSING                                                                                   \
  "coalesce", "if", "ifnull", "iif", "likelihood", "likely", "max", "min", "nullif", "unlikely"

/* One pass over each argument, and a result that the limit of a value holds. */
#define LINEAR                                                                                     \
  "char", "concat", "concat_ws", "hex", "length", "lower", "octet_length", "quote", "randomblob",  \
      "soundex", "substr", "substring", "unhex", "unistr", "unistr_quote", "upper"

/* JSON: one pass over the text, and one over its parts for each path, of which the limit of
 * arguments leaves few. Their results grow by doubling, and an allocation is an occasion to stop.
 * Not json_patch(): it looks up every member of one object among all of the other. */
#define JSON                                                                                       \
  "->", "->>", "json", "json_array", "json_array_length", "json_error_position", "json_extract",   \
      "json_group_array", "json_group_object", "json_insert", "json_object", "json_pretty",        \
      "json_quote", "json_remove", "json_replace", "json_set", "json_type", "json_valid"

/* Aggregates and window functions: one row a call. What they keep is booked memory. */
#define AGGREGATE                                                                                  \
  "avg", "count", "cume_dist", "dense_rank", "first_value", "group_concat", "lag", "last_value",   \
      "lead", "nth_value", "ntile", "percent_rank", "rank", "row_number", "string_agg", "sum",     \
      "total"

/* Below. */
#define OWN "arg", "args", "median", "percentile", "regexp"
#define REPLACED "format", "glob", "instr", "like", "ltrim", "printf", "replace", "rtrim", "trim"

/* Steps of LIKE or GLOB, of which one takes about two ns, in one call. */
#define MOST_STEPS (64 * 1024 * 1024)

static const char *const known[] = { AGGREGATE, OWN, CHOOSING, REPLACED, LINEAR, CONSTANT, JSON };

/** Returns: (transfer none): names of functions that a statement may call, the usual ones first */
const char *const *
_lsc_query_list_functions (gsize *n)
{
  *n = G_N_ELEMENTS (known);
  return known;
}

gboolean
_lsc_query_may_call (const char *function)
{
  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_ascii_strcasecmp (known[i], function) == 0)
      return TRUE;
  return FALSE;
}

/* Returns FALSE, and ends the call, when the statement is to stop. */
static gboolean
touch (sqlite3_context *context, gsize n_bytes)
{
  LscQuery *query = sqlite3_user_data (context);

  if (lsc_query_account_touch (&query->account, n_bytes))
    return TRUE;
  sqlite3_result_error_code (context, SQLITE_INTERRUPT);
  return FALSE;
}

typedef struct
{
  const guint8 *bytes;
  gsize n;
} Text;

/* As SQLite takes any value for text. Returns FALSE for NULL, and when memory is short. */
static gboolean
get_text (sqlite3_value *value, Text *text)
{
  text->bytes = sqlite3_value_text (value);
  text->n = (gsize) sqlite3_value_bytes (value);
  return text->bytes != NULL;
}

static gboolean
is_inside_character (guint8 byte)
{
  return (byte & 0xc0) == 0x80;
}

/* ---- instr(): the built-in one compares the whole needle at every place -----------------------
 */

/* Bytes, or the text of what is no blob. */
static gboolean
get_bytes (sqlite3_value *value, Text *text)
{
  if (sqlite3_value_type (value) != SQLITE_BLOB)
    return get_text (value, text);
  text->bytes = sqlite3_value_blob (value);
  text->n = (gsize) sqlite3_value_bytes (value);
  return text->bytes != NULL || text->n == 0;
}

/* A match begins with a character: inside of one there is none, except at the very beginning of a
 * text that is not UTF-8. */
static const guint8 *
find (const Text *hay, const Text *needle, gboolean is_text)
{
  if (is_text && is_inside_character (*needle->bytes))
    return hay->n >= needle->n && memcmp (hay->bytes, needle->bytes, needle->n) == 0 ? hay->bytes
                                                                                     : NULL;
  return memmem (hay->bytes, hay->n, needle->bytes, needle->n);
}

static void
on_instr (sqlite3_context *context, int argc, sqlite3_value **values)
{
  gboolean is_text = sqlite3_value_type (values[0]) != SQLITE_BLOB ||
                     sqlite3_value_type (values[1]) != SQLITE_BLOB;
  const guint8 *match;
  Text hay, needle;
  int place = 1;

  if (sqlite3_value_type (values[0]) == SQLITE_NULL ||
      sqlite3_value_type (values[1]) == SQLITE_NULL)
    return;
  if (!get_bytes (values[0], &hay) || !get_bytes (values[1], &needle))
    {
      sqlite3_result_error_nomem (context);
      return;
    }
  if (!touch (context, hay.n + needle.n))
    return;
  match = needle.n == 0 ? hay.bytes : hay.n == 0 ? NULL : find (&hay, &needle, is_text);
  if (needle.n > 0 && !match)
    place = 0;
  else if (needle.n > 0 && !is_text)
    place += (int) (match - hay.bytes);
  else if (needle.n > 0 && match > hay.bytes)
    for (const guint8 *at = hay.bytes + 1; at <= match; at++)
      place += !is_inside_character (*at);
  sqlite3_result_int (context, place);
}

/* ---- replace(): the same ----------------------------------------------------------------------
 */

static gsize
count_matches (const Text *text, const Text *pattern)
{
  const guint8 *end = text->bytes + text->n;
  gsize n = 0;

  for (const guint8 *at = text->bytes;
       (at = memmem (at, (gsize) (end - at), pattern->bytes, pattern->n)); at += pattern->n)
    n++;
  return n;
}

static void
fill (char *out, const Text *text, const Text *pattern, const Text *by)
{
  const guint8 *end = text->bytes + text->n;
  const guint8 *at = text->bytes;

  for (const guint8 *match; (match = memmem (at, (gsize) (end - at), pattern->bytes, pattern->n));
       at = match + pattern->n)
    {
      memcpy (out, at, (gsize) (match - at));
      out += match - at;
      memcpy (out, by->bytes, by->n);
      out += by->n;
    }
  memcpy (out, at, (gsize) (end - at));
}

/* Whether replace() of nothing makes a number a text: newer versions of SQLite do, and so do we
 * where ours is one of these. */
static gboolean
replaces_as_text (void)
{
  static gsize answer = 0;

  if (g_once_init_enter (&answer))
    {
      sqlite3 *db = NULL;
      sqlite3_stmt *statement = NULL;
      gboolean is_text = FALSE;

      if (sqlite3_open (":memory:", &db) == SQLITE_OK &&
          sqlite3_prepare_v2 (db, "SELECT replace(1, '', '')", -1, &statement, NULL) == SQLITE_OK &&
          sqlite3_step (statement) == SQLITE_ROW)
        is_text = sqlite3_column_type (statement, 0) == SQLITE_TEXT;
      sqlite3_finalize (statement);
      sqlite3_close (db);
      g_once_init_leave (&answer, is_text ? 2 : 1);
    }
  return answer == 2;
}

static void
on_replace (sqlite3_context *context, int argc, sqlite3_value **values)
{
  Text text, pattern, by;
  gsize n;
  char *out;

  if (!get_text (values[0], &text) || !get_text (values[1], &pattern))
    return;
  if (*pattern.bytes == '\0')
    {
      if (replaces_as_text ())
        sqlite3_result_text (context, (const char *) text.bytes, (int) text.n, SQLITE_TRANSIENT);
      else
        sqlite3_result_value (context, values[0]);
      return;
    }
  if (!get_text (values[2], &by) || !touch (context, text.n + pattern.n + by.n))
    return;
  n = count_matches (&text, &pattern);
  /* values are short enough for these not to overflow */
  n = text.n - n * pattern.n + n * by.n;
  if (n > (gsize) sqlite3_limit (sqlite3_context_db_handle (context), SQLITE_LIMIT_LENGTH, -1))
    {
      sqlite3_result_error_toobig (context);
      return;
    }
  out = touch (context, n) ? sqlite3_malloc64 (n + 1) : NULL;
  if (!out)
    {
      sqlite3_result_error_nomem (context);
      return;
    }
  fill (out, &text, &pattern, &by);
  sqlite3_result_text64 (context, out, n, sqlite3_free, SQLITE_UTF8);
}

/* ---- trim(), ltrim(), rtrim() with a set: every character of it is tried at every place ------ */

/* A first byte and what follows it inside of the character, whether UTF-8 allows that or not. */
static gsize
character_length (const guint8 *at)
{
  gsize n = 1;

  if (*at >= 0xc0)
    while (is_inside_character (at[n]))
      n++;
  return n;
}

/* Bytes of the set's first character that @text begins, or ends, with; 0 = none of them does. */
static gsize
match_set (sqlite3_context *context, const Text *text, const guint8 *set, gboolean at_end)
{
  const guint8 *one = set;

  while (*one)
    {
      gsize n = character_length (one);

      if (n <= text->n && memcmp (at_end ? text->bytes + text->n - n : text->bytes, one, n) == 0)
        break;
      one += n;
    }
  if (!touch (context, (gsize) (one - set) + 1) || !*one)
    return 0;
  return character_length (one);
}

enum
{
  TRIM_LEFT = 1 << 0,
  TRIM_RIGHT = 1 << 1,
};

static void
trim (sqlite3_context *context, sqlite3_value **values, int sides)
{
  LscQuery *query = sqlite3_user_data (context);
  Text text, set;
  gsize n;

  if (!get_text (values[0], &text) || !get_text (values[1], &set))
    return;
  if (sides & TRIM_LEFT)
    for (; text.n > 0 && (n = match_set (context, &text, set.bytes, FALSE)) > 0; text.n -= n)
      text.bytes += n;
  if (sides & TRIM_RIGHT)
    while (text.n > 0 && (n = match_set (context, &text, set.bytes, TRUE)) > 0)
      text.n -= n;
  if (lsc_query_account_touch (&query->account, 0))
    sqlite3_result_text64 (context, (const char *) text.bytes, text.n, SQLITE_TRANSIENT,
                           SQLITE_UTF8);
}

static void
on_trim (sqlite3_context *context, int argc, sqlite3_value **values)
{
  trim (context, values, TRIM_LEFT | TRIM_RIGHT);
}

static void
on_ltrim (sqlite3_context *context, int argc, sqlite3_value **values)
{
  trim (context, values, TRIM_LEFT);
}

static void
on_rtrim (sqlite3_context *context, int argc, sqlite3_value **values)
{
  trim (context, values, TRIM_RIGHT);
}

/* ---- LIKE and GLOB: each place of the text may cost the whole pattern -------------------------
 */

/* SQLite may be built either way. */
static gboolean
is_blob_unlike (void)
{
  static int answer = -1;

  if (g_atomic_int_get (&answer) < 0)
    g_atomic_int_set (&answer, sqlite3_compileoption_used ("LIKE_DOESNT_MATCH_BLOBS"));
  return g_atomic_int_get (&answer) > 0;
}

/* Returns FALSE when that answered the call. */
static gboolean
may_compare (sqlite3_context *context, sqlite3_value **values)
{
  sqlite3 *db = sqlite3_context_db_handle (context);

  if (is_blob_unlike () && (sqlite3_value_type (values[0]) == SQLITE_BLOB ||
                            sqlite3_value_type (values[1]) == SQLITE_BLOB))
    sqlite3_result_int (context, 0);
  else if (sqlite3_value_bytes (values[0]) >
           sqlite3_limit (db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1))
    sqlite3_result_error (context, "LIKE or GLOB pattern too complex", -1);
  else
    return TRUE;
  return FALSE;
}

/* Returns FALSE when that answered the call. */
static gboolean
get_operands (sqlite3_context *context, sqlite3_value **values, Text *pattern, Text *text)
{
  if (!get_text (values[0], pattern) || !get_text (values[1], text))
    return FALSE;
  if ((text->n + 1) * (pattern->n + 1) <= MOST_STEPS)
    return touch (context, (text->n + 1) * (pattern->n + 1));
  sqlite3_result_error_toobig (context);
  return FALSE;
}

static void
on_glob (sqlite3_context *context, int argc, sqlite3_value **values)
{
  Text pattern, text;

  if (may_compare (context, values) && get_operands (context, values, &pattern, &text))
    sqlite3_result_int (
        context, sqlite3_strglob ((const char *) pattern.bytes, (const char *) text.bytes) == 0);
}

#define OWN_ESCAPE '\001'

/* With % or _ to escape by, LIKE takes that for nothing else; the function that SQLite offers for
 * the same does not. The pattern with another character. */
static char *
escape_anew (const char *pattern, char escape)
{
  GString *out = g_string_sized_new (strlen (pattern) + 16);

  for (const char *at = pattern; *at; at++)
    {
      if (*at == escape || *at == OWN_ESCAPE)
        g_string_append_c (out, OWN_ESCAPE);
      if (*at == escape && !*++at)
        break; /* nothing is left to be escaped, which matches nothing */
      g_string_append_c (out, *at);
    }
  return g_string_free (out, FALSE);
}

/* The number of a character, as SQLite reads it: bytes that are no UTF-8 have one, too. */
static guint32
read_character (const guint8 *at)
{
  static const guint8 payload[] = { 0x1f, 0x1f, 0x1f, 0x1f, 0x0f, 0x0f, 0x07, 0x03 };
  gsize n = character_length (at);
  guint32 c = *at;

  if (c < 0xc0)
    return c;
  c = c >= 0xfe ? 0 : c >= 0xfc ? c & 1 : c & payload[(c - 0xc0) / 8];
  for (gsize i = 1; i < n; i++)
    c = (c << 6) + (at[i] & 0x3f);
  return c < 0x80 || (c & 0xfffff800) == 0xd800 || (c & 0xfffffffe) == 0xfffe ? 0xfffd : c;
}

/* Returns FALSE when that answered the call. */
static gboolean
get_escape (sqlite3_context *context, sqlite3_value *value, guint32 *escape)
{
  Text text;

  if (!get_text (value, &text))
    return FALSE;
  if (*text.bytes && text.bytes[character_length (text.bytes)] == '\0')
    {
      *escape = read_character (text.bytes);
      return TRUE;
    }
  sqlite3_result_error (context, "ESCAPE expression must be a single character", -1);
  return FALSE;
}

static void
on_like (sqlite3_context *context, int argc, sqlite3_value **values)
{
  g_autofree char *anew = NULL;
  guint32 escape = 0;
  Text pattern, text;

  if (!may_compare (context, values) || (argc == 3 && !get_escape (context, values[2], &escape)) ||
      !get_operands (context, values, &pattern, &text))
    return;
  if (escape == '%' || escape == '_')
    {
      anew = escape_anew ((const char *) pattern.bytes, (char) escape);
      escape = OWN_ESCAPE;
    }
  sqlite3_result_int (context, sqlite3_strlike (anew ? anew : (const char *) pattern.bytes,
                                                (const char *) text.bytes, escape) == 0);
}

/* ---- printf(), whose texts are short ----------------------------------------------------------
 */

/* The built-in function repeats the character of %c as often as its precision says, whether there
 * is room for it or not, and answers NULL when there is none. */

typedef struct
{
  gint64 n_repeats; /* of the characters of all %c */
  gint64 n_bytes;   /* at most, of the whole text */
} Extent;

/* Past a width or a precision, whose value is taken from an argument when it is a star. */
static const char *
skip_number (const char *at, sqlite3_value **values, int n_values, int *next, gint64 *number)
{
  *number = 0;
  if (*at == '*')
    {
      if (*next < n_values)
        *number = ABS ((gint64) (gint32) sqlite3_value_int64 (values[*next]));
      *next += 1;
      return at + 1;
    }
  for (; g_ascii_isdigit (*at); at++)
    *number = MIN (*number * 10 + (*at - '0'), G_MAXINT32);
  return at;
}

/* How long a text may get by its format; its arguments follow at most twice, quoted. */
static Extent
measure (const char *format, sqlite3_value **values, int n_values)
{
  Extent extent = { 0, (gint64) strlen (format) };
  int next = 0;

  for (const char *at = strchr (format, '%'); at; at = strchr (at, '%'))
    {
      gint64 width, precision = 0;

      at = skip_number (at + 1 + strspn (at + 1, "-+ #!0,"), values, n_values, &next, &width);
      if (*at == '.')
        at = skip_number (at + 1, values, n_values, &next, &precision);
      at += strspn (at, "l");
      if (!*at)
        break;
      extent.n_repeats += *at == 'c' ? precision : 0;
      extent.n_bytes += width + (strchr ("szqQw", *at) ? 0 : precision);
      next += *at != '%' && *at != 'n';
      at++;
    }
  for (int i = 0; i < n_values; i++)
    extent.n_bytes += 2 * (gint64) sqlite3_value_bytes (values[i]);
  return extent;
}

/* A statement of another connection whose printf() is the built-in one. */
static sqlite3_stmt *
get_printf (LscQuery *query, int argc)
{
  g_autoptr (GString) sql = g_string_new ("SELECT printf(?");
  sqlite3_stmt **stmt = &query->printfs[argc];

  if (*stmt)
    return *stmt;
  for (int i = 1; i < argc; i++)
    g_string_append (sql, ", ?");
  g_string_append_c (sql, ')');
  (void) sqlite3_prepare_v3 (query->plain, sql->str, -1, SQLITE_PREPARE_PERSISTENT, stmt, NULL);
  return *stmt;
}

/* The answer of the built-in function. It answers nothing when there is nothing to be told, and
 * when the text gets too long. */
static void
call_printf (sqlite3_context *context, sqlite3_stmt *stmt, gboolean may_be_long)
{
  int code = sqlite3_step (stmt);

  if (code != SQLITE_ROW)
    sqlite3_result_error_code (context, code);
  else if (may_be_long && sqlite3_column_type (stmt, 0) == SQLITE_NULL)
    sqlite3_result_error_toobig (context);
  else
    sqlite3_result_value (context, sqlite3_column_value (stmt, 0));
}

/* printf(), alias format(): checks whether the text can get too long, and lets SQLite make it. */
static void
on_printf (sqlite3_context *context, int argc, sqlite3_value **values)
{
  LscQuery *query = sqlite3_user_data (context);
  gint64 most = sqlite3_limit (query->db, SQLITE_LIMIT_LENGTH, -1);
  sqlite3_stmt *stmt;
  int code = SQLITE_OK;
  const char *format = argc > 0 ? (const char *) sqlite3_value_text (values[0]) : NULL;
  Extent extent;

  if (!format)
    return;
  extent = measure (format, values + 1, argc - 1);
  if (extent.n_repeats > most)
    {
      sqlite3_result_error_toobig (context);
      return;
    }
  if (!lsc_query_account_touch (&query->account, (gsize) MIN (extent.n_bytes, most)))
    {
      sqlite3_result_error_code (context, SQLITE_INTERRUPT);
      return;
    }
  stmt = get_printf (query, argc);
  if (!stmt)
    {
      sqlite3_result_error_nomem (context);
      return;
    }
  for (int i = 0; i < argc && code == SQLITE_OK; i++)
    code = sqlite3_bind_value (stmt, i + 1, values[i]);
  if (code == SQLITE_OK)
    call_printf (context, stmt, extent.n_bytes > most);
  else
    sqlite3_result_error_code (context, code);
  sqlite3_reset (stmt);
  sqlite3_clear_bindings (stmt);
}

/* ---- making them known ------------------------------------------------------------------------
 */

/*
 * Puts the functions in place of the built-in ones of their names.
 *
 * Returns: a code of SQLite
 */
int
_lsc_query_add_functions (LscQuery *self)
{
  static const struct
  {
    const char *name;
    int argc;
    void (*call) (sqlite3_context *, int, sqlite3_value **);
  } functions[] = {
    { "instr", 2, on_instr },    { "replace", 3, on_replace }, { "trim", 2, on_trim },
    { "ltrim", 2, on_ltrim },    { "rtrim", 2, on_rtrim },     { "like", 2, on_like },
    { "like", 3, on_like },      { "glob", 2, on_glob },       { "printf", -1, on_printf },
    { "format", -1, on_printf },
  };
  int code = SQLITE_OK;

  for (gsize i = 0; i < G_N_ELEMENTS (functions) && code == SQLITE_OK; i++)
    code = sqlite3_create_function_v2 (self->db, functions[i].name, functions[i].argc,
                                       SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, self,
                                       functions[i].call, NULL, NULL, NULL);
  return code;
}
