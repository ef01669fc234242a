/* lsc-query-complete.c - the words that may stand where a statement is being typed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/query/lsc-query-complete.h"

#include <string.h>

#include "analyze/query/lsc-query-private.h"

/* No grammar: a statement that is being typed is none. Its words are looked at, those that name
 * tables of ours tell which columns there are, and the word before the cursor tells what is wanted.
 * Example: in "SELECT k.du FROM slices AS k" the columns of slices that begin with "du". */

/* So many letters are typed before anything is offered unasked. */
#define LEAST_LETTERS 2

/* Those of SELECT; SQLite knows others, which would only be in the way. */
static const char *const keywords[] = {
  "ALL",     "AND",    "AS",        "ASC",       "BETWEEN", "BY",        "CASE",   "CAST",
  "COLLATE", "CROSS",  "DESC",      "DISTINCT",  "ELSE",    "END",       "ESCAPE", "EXCEPT",
  "EXISTS",  "FILTER", "FOLLOWING", "FROM",      "FULL",    "GLOB",      "GROUP",  "HAVING",
  "IN",      "INNER",  "INTERSECT", "IS",        "JOIN",    "LEFT",      "LIKE",   "LIMIT",
  "NATURAL", "NOT",    "NULL",      "NULLS",     "OFFSET",  "ON",        "OR",     "ORDER",
  "OUTER",   "OVER",   "PARTITION", "PRECEDING", "RANGE",   "RECURSIVE", "REGEXP", "RIGHT",
  "ROWS",    "SELECT", "THEN",      "UNBOUNDED", "UNION",   "USING",     "VALUES", "WHEN",
  "WHERE",   "WINDOW", "WITH",
};

/** A word of the statement: a name or a keyword. */
typedef struct
{
  gsize begin;
  gsize end;
  gboolean is_after_dot;
} Word;

LSC_DEFINE_ARRAY (Words, words, Word)

/** A statement, and the word at the cursor. */
typedef struct
{
  const char *sql;
  Words words;
  gsize begin; /* of the word that ends at the cursor */
  gsize at;
  LscCompletions *out;
} Search;

static gboolean
is_letter (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Behind a text in quotes or a comment, or @at where there is none; the end of the statement where
 * it does not end. */
static gsize
skip_text (const char *sql, gsize at)
{
  static const struct
  {
    const char *open, *close;
  } marks[] = { { "'", "'" }, { "\"", "\"" }, { "`", "`" }, { "--", "\n" }, { "/*", "*/" } };

  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    if (g_str_has_prefix (sql + at, marks[i].open))
      {
        const char *end = strstr (sql + at + strlen (marks[i].open), marks[i].close);

        return end ? (gsize) (end - sql) + strlen (marks[i].close) : strlen (sql);
      }
  return at;
}

/* Returns FALSE where the cursor stands in a text or a comment. */
static gboolean
read_words (Search *self)
{
  const char *sql = self->sql;
  gsize n = strlen (sql), next;
  char before = '\0';

  for (gsize i = 0; i < n; i = next)
    {
      next = skip_text (sql, i);
      if (next > i)
        {
          gboolean is_open = next == n && sql[n - 1] != '\'' && sql[n - 1] != '"';

          if (self->at > i && (self->at < next || (self->at == next && is_open)))
            return FALSE;
          before = sql[i];
          continue;
        }
      for (next = i; next < n && is_letter (sql[next]);)
        next++;
      if (next > i)
        words_append (&self->words, (Word){ i, next, before == '.' });
      next = MAX (next, i + 1);
      if (!g_ascii_isspace (sql[i]))
        before = sql[i];
    }
  return TRUE;
}

static gboolean
is_word (const Search *self, const Word *word, const char *text)
{
  gsize n = word->end - word->begin;

  return strlen (text) == n && g_ascii_strncasecmp (self->sql + word->begin, text, n) == 0;
}

static gboolean
is_keyword (const Search *self, const Word *word)
{
  for (gsize i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (is_word (self, word, keywords[i]))
      return TRUE;
  return FALSE;
}

/* (nullable): the table that a word names; not the word that is being typed. */
static const LscSqlTable *
find_table (const Search *self, gsize index)
{
  const Word *word = &self->words.items[index];
  guint n;
  const LscSqlTable *tables = lsc_sql_list_tables (&n);

  for (guint i = 0; i < n && !word->is_after_dot && word->end != self->at; i++)
    if ((tables[i].places & LSC_SQL_IN_QUERY) && is_word (self, word, tables[i].name))
      return &tables[i];
  return NULL;
}

/* "slices AS k" and "slices k" call the table k. */
static const Word *
find_alias (const Search *self, gsize index)
{
  gsize next = index + 1;

  if (next < self->words.n && is_word (self, &self->words.items[next], "AS"))
    next++;
  return next < self->words.n && !is_keyword (self, &self->words.items[next])
             ? &self->words.items[next]
             : NULL;
}

static gboolean
is_same_word (const Search *self, const Word *a, const Word *b)
{
  return a->end - a->begin == b->end - b->begin &&
         g_ascii_strncasecmp (self->sql + a->begin, self->sql + b->begin, a->end - a->begin) == 0;
}

/* (nullable): what stands before the dot is the name of a table, or what the statement calls it. */
static const LscSqlTable *
find_qualified (const Search *self, gsize qualifier)
{
  for (gsize i = 0; i < self->words.n; i++)
    {
      const LscSqlTable *table = find_table (self, i);
      const Word *alias = table ? find_alias (self, i) : NULL;

      if (table && (is_same_word (self, &self->words.items[i], &self->words.items[qualifier]) ||
                    (alias && is_same_word (self, alias, &self->words.items[qualifier]))))
        return table;
    }
  return NULL;
}

/* ---- what is offered ---- */

/* Adds a word that begins with what was typed, once. */
static void
offer (Search *self, LscCompletion word)
{
  gsize n = self->at - self->begin;

  if (g_ascii_strncasecmp (word.text, self->sql + self->begin, n) != 0)
    return;
  for (gsize i = 0; i < self->out->n; i++)
    if (g_ascii_strcasecmp (self->out->items[i].text, word.text) == 0)
      return;
  lsc_completions_append (self->out, word);
}

static void
offer_columns (Search *self, const LscSqlTable *table)
{
  for (guint i = 0; i < table->n_columns; i++)
    offer (self, (LscCompletion){ LSC_COMPLETION_COLUMN, table->columns[i].name, table,
                                  &table->columns[i] });
}

static void
offer_tables (Search *self)
{
  guint n;
  const LscSqlTable *tables = lsc_sql_list_tables (&n);

  for (guint i = 0; i < n; i++)
    if (tables[i].places & LSC_SQL_IN_QUERY)
      offer (self, (LscCompletion){ LSC_COMPLETION_TABLE, tables[i].name, &tables[i], NULL });
}

/* Columns of the tables that the statement names; of all tables while it names none. */
static void
offer_all_columns (Search *self)
{
  guint n;
  const LscSqlTable *tables = lsc_sql_list_tables (&n);
  gboolean any = FALSE;

  for (gsize i = 0; i < self->words.n; i++)
    {
      const LscSqlTable *table = find_table (self, i);

      any = any || table;
      if (table)
        offer_columns (self, table);
    }
  for (guint i = 0; i < n && !any; i++)
    if (tables[i].places & LSC_SQL_IN_QUERY)
      offer_columns (self, &tables[i]);
}

static void
offer_others (Search *self)
{
  gsize n;
  const char *const *functions = _lsc_query_list_functions (&n);

  for (gsize i = 0; i < n; i++)
    if (g_ascii_isalpha (*functions[i]))
      offer (self, (LscCompletion){ LSC_COMPLETION_FUNCTION, functions[i], NULL, NULL });
  for (gsize i = 0; i < G_N_ELEMENTS (keywords); i++)
    offer (self, (LscCompletion){ LSC_COMPLETION_KEYWORD, keywords[i], NULL, NULL });
}

/* @n_before: the words before that at the cursor */
static void
search (Search *self, gsize n_before)
{
  gboolean is_after_dot = self->begin > 0 && self->sql[self->begin - 1] == '.';
  const Word *before = n_before > 0 ? &self->words.items[n_before - 1] : NULL;

  if (is_after_dot)
    {
      const LscSqlTable *table =
          before && before->end == self->begin - 1 ? find_qualified (self, n_before - 1) : NULL;

      if (table)
        offer_columns (self, table);
      return;
    }
  if (before && (is_word (self, before, "FROM") || is_word (self, before, "JOIN")))
    {
      offer_tables (self);
      return;
    }
  offer_all_columns (self);
  offer_tables (self);
  offer_others (self);
}

/**
 * lsc_query_complete:
 * @sql: what is being typed, UTF-8
 * @at: where the cursor is, in bytes
 * @is_asked: FALSE: of a word whose first letter was typed nothing is offered yet
 * @out: gets the words that may be put in the place of the one that ends at the cursor: columns,
 *   tables, functions, keywords
 *
 * Finds nothing inside of texts and comments, and nothing where the whole of the only word that is
 * left has been typed.
 *
 * Cost: words of the statement times columns. Thread: any.
 *
 * Returns: where the word at the cursor begins, in bytes
 */
gsize
lsc_query_complete (const char *sql, gsize at, gboolean is_asked, LscCompletions *out)
{
  g_return_val_if_fail (sql && out, 0);

  Search self = { .sql = sql, .begin = at, .at = at, .out = out };
  gboolean is_after_dot;
  gsize n_before = 0;

  while (self.begin > 0 && is_letter (sql[self.begin - 1]))
    self.begin--;
  is_after_dot = self.begin > 0 && sql[self.begin - 1] == '.';
  if ((is_asked || is_after_dot || at - self.begin >= LEAST_LETTERS) && read_words (&self))
    {
      while (n_before < self.words.n && self.words.items[n_before].begin < self.begin)
        n_before++;
      if (at == self.begin || !g_ascii_isdigit (sql[self.begin]))
        search (&self, n_before);
    }
  words_clear (&self.words);
  if (out->n == 1 && strlen (out->items[0].text) == at - self.begin)
    out->n = 0;
  return self.begin;
}
