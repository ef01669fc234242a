/* lsc-db-pages.c - rows straight from the pages of a database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-db-pages.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* SQLite takes some 1,700 instructions for a row of eight cells, of which this needs a tenth, since
 * it knows but the common case: a table in a tree of pages, its rows in their pages, NULL, integers
 * and text in the cells. It trusts nothing: whatever is not exactly as it should be, damage as well
 * as what SQLite could read, ends the pass before the row in which it is, and the caller lets
 * SQLite go on or say what is wrong. So there is no error message and no rule for damaged files
 * here.
 *
 * A part of a table is found by the keys of its pages, which a pass over the whole table never
 * asks: with a wrong bit in one of them each part would be read without a fault, and rows would be
 * in none. So every key and every row that is met is held against the keys on both sides of its
 * page. Where parts that leave no gap between them all find that in order, each row is in one: in
 * every page the part with its last key has compared all keys, so that no child is left out.
 *
 * Source: the file format of SQLite, https://www.sqlite.org/fileformat2.html. */

#define HEADER_BYTES 100
#define LEAST_PAGE_BYTES 512
#define MOST_PAGE_BYTES 65536
/* Behind each block of pages, so that a number may be read before it is known to end in its page.
 */
#define SLACK_BYTES 32
/* Read at once at most. */
#define WINDOW_BYTES 131072
/* As many levels as SQLite takes. */
#define MOST_DEPTH 20
#define LEAF 0x0d
#define INNER 0x05
#define LEAF_HEADER 8
#define INNER_HEADER 12
/* Of a leaf: the rest of a record that is longer stands on pages of its own. */
#define LOCAL_MARGIN 35
/* Of the size of a record. SQLite reads the ninth byte of a longer one another way than of all
 * other numbers. */
#define MOST_SIZE_BYTES 8

/* Pages that follow each other, read at once for the pages of one level. Tables that were written
 * side by side lie in each other's gaps, so only what a page of the level above names is read: to
 * go on behind it would read half of the file for each table. */
typedef struct
{
  guint8 *bytes; /* (nullable) */
  guint32 first; /* page */
  guint32 n;
} Window;

typedef struct
{
  const LscPagesQuery *query;
  guint32 page_bytes;
  guint32 usable_bytes; /* of a page */
  guint32 n_pages;
  guint32 n_visited;

  Window levels[MOST_DEPTH]; /* the root's first */

  int *cell_of; /* by place in a record, -1 = not asked for */
  int n_fields; /* places to be looked at */
  int rowid_cell;
  LscCell *cells;
  LscCell **pointers;
  char *texts; /* of the present row, each with a 0 behind it */
  gint64 last_rowid;
  gboolean has_row;
  gboolean is_part;   /* there are limits */
  gboolean is_silent; /* no row is told any more: SQLite reads the rest of the part */
  gint64 n_left;      /* rows that are asked for and are not told */
} Pages;

/** Numbers that the rows of a page may have, by the keys beside it in the level above. */
typedef struct
{
  gint64 least;
  gint64 most;
} Bounds;

static inline guint32
get_u16 (const guint8 *bytes)
{
  return (guint32) bytes[0] << 8 | bytes[1];
}

static inline guint32
get_u32 (const guint8 *bytes)
{
  return get_u16 (bytes) << 16 | get_u16 (bytes + 2);
}

/* Reads at most nine bytes, which the slack allows beyond any page. Returns the byte behind. */
static inline const guint8 *
get_varint (const guint8 *bytes, guint64 *value)
{
  guint64 sum = bytes[0] & 0x7f;
  guint i = 0;

  while (bytes[i] & 0x80 && i < 7)
    {
      i++;
      sum = sum << 7 | (bytes[i] & 0x7f);
    }
  if (G_UNLIKELY (i == 7 && bytes[7] & 0x80))
    {
      *value = sum << 8 | bytes[8];
      return bytes + 9;
    }
  *value = sum;
  return bytes + i + 1;
}

/* ---- pages ---- */

static LscPagesEnd
read_bytes (const Pages *self, guint8 *bytes, gsize n, gint64 offset)
{
  gsize got = 0;

  while (got < n)
    {
      gssize more = pread (self->query->fd, bytes + got, n - got, offset + (gint64) got);

      if (more < 0 && errno == EINTR)
        continue;
      if (more <= 0)
        return more < 0 ? LSC_PAGES_FAILED : LSC_PAGES_BROKEN;
      got += (gsize) more;
    }
  return LSC_PAGES_DONE;
}

static inline gint64
offset_of (const Pages *self, guint32 page)
{
  return (gint64) (page - 1) * self->page_bytes;
}

static LscPagesEnd
fill_window (Pages *self, Window *window, guint32 page, guint32 n)
{
  /* the root is alone */
  gsize most = window == self->levels ? self->page_bytes : MAX (WINDOW_BYTES, self->page_bytes);
  gsize n_bytes = (gsize) n * self->page_bytes;

  g_assert (n_bytes <= most);
  if (!window->bytes)
    window->bytes = g_malloc (most + SLACK_BYTES);
  memset (window->bytes + n_bytes, 0, SLACK_BYTES);
  window->first = page;
  window->n = n;
  return read_bytes (self, window->bytes, n_bytes, offset_of (self, page));
}

/* @n: pages from @page on that will be fetched, if they are not there yet
 * @bytes: (out): the page, until one of its level is fetched */
static LscPagesEnd
fetch (Pages *self, guint depth, guint32 page, guint32 n, const guint8 **bytes)
{
  Window *window = &self->levels[depth];
  LscPagesEnd end = LSC_PAGES_DONE;

  if (page == 0 || page > self->n_pages || ++self->n_visited > self->n_pages)
    return LSC_PAGES_BROKEN; /* it leads out of the file, or in circles */
  if (page - window->first >= window->n)
    end = fill_window (self, window, page, MIN (n, self->n_pages - page + 1));
  *bytes = window->bytes + (gsize) (page - window->first) * self->page_bytes;
  return end;
}

/* ---- a record ---- */

static inline gint64
get_integer (const guint8 *bytes, guint size)
{
  guint64 value = bytes[0] & 0x80 ? G_MAXUINT64 : 0;

  for (guint i = 0; i < size; i++)
    value = value << 8 | bytes[i];
  return (gint64) value;
}

static inline void
set_integer (LscCell *cell, gint64 value)
{
  cell->type = SQLITE_INTEGER;
  cell->integer = value;
  cell->text = NULL;
}

static inline void
set_null (LscCell *cell)
{
  cell->type = SQLITE_NULL;
  cell->integer = 0;
  cell->text = NULL;
  cell->n_bytes = 0;
}

/* @size: of what is stored, which is known to lie in the page. Returns %FALSE for real numbers and
 * blobs, which are SQLite's. */
static inline gboolean
set_cell (Pages *self, LscCell *cell, guint64 type, const guint8 *bytes, gsize size, char **text)
{
  if (type >= 1 && type <= 6)
    set_integer (cell, get_integer (bytes, (guint) size));
  else if (type == 0)
    set_null (cell);
  else if (type == 8 || type == 9)
    set_integer (cell, (gint64) type - 8);
  else if (type >= 13 && type & 1)
    {
      memcpy (*text, bytes, size);
      (*text)[size] = '\0';
      cell->type = SQLITE_TEXT;
      cell->integer = 0;
      cell->text = *text;
      cell->n_bytes = (int) size;
      *text += size + 1;
    }
  else
    return FALSE;
  return TRUE;
}

static inline gboolean
get_size (guint64 type, gsize *size)
{
  static const guint8 sizes[] = { 0, 1, 2, 3, 4, 6, 8, 8, 0, 0 };

  if (type < G_N_ELEMENTS (sizes))
    *size = sizes[type];
  else
    *size = (gsize) ((type - 12) / 2);
  return type < G_N_ELEMENTS (sizes) || type >= 12;
}

/* Fills the cells from the record of @n bytes, which lies in its page. */
static inline gboolean
take_record (Pages *self, const guint8 *record, gsize n, gint64 rowid)
{
  char *text = self->texts;
  guint64 header_bytes, type;
  const guint8 *next = get_varint (record, &header_bytes), *data, *end = record + n;

  if (header_bytes > n)
    return FALSE;
  data = record + header_bytes;
  for (int i = 0; i < self->n_fields; i++)
    {
      gsize size;

      if (next >= record + header_bytes)
        return FALSE; /* a row older than its last columns, which may have other values than NULL */
      next = get_varint (next, &type);
      if (!get_size (type, &size) || size > (gsize) (end - data))
        return FALSE;
      if (i == self->query->alias
              ? type != 0
              : self->cell_of[i] >= 0 &&
                    !set_cell (self, &self->cells[self->cell_of[i]], type, data, size, &text))
        return FALSE;
      if (i == self->query->alias && self->cell_of[i] >= 0)
        set_integer (&self->cells[self->cell_of[i]], rowid);
      data += size;
    }
  return next < record + header_bytes || (next == record + header_bytes && data == end);
}

/* ---- the tree ---- */

/* What SQLite must see to ends the pass, but that a part is told to be in order up to its end. */
static LscPagesEnd
leave_to_sqlite (Pages *self)
{
  self->n_left++;
  self->is_silent = TRUE;
  return self->is_part ? LSC_PAGES_DONE : LSC_PAGES_ODD;
}

static LscPagesEnd
take_cell (Pages *self, const guint8 *page, guint32 at)
{
  const LscPagesQuery *query = self->query;
  guint64 n, key;
  const guint8 *cell = page + at, *number = get_varint (cell, &n),
               *record = get_varint (number, &key);
  gint64 rowid = (gint64) key;

  if ((self->has_row && rowid <= self->last_rowid) || (gsize) (record - page) > self->usable_bytes)
    return LSC_PAGES_BROKEN;
  self->has_row = TRUE;
  self->last_rowid = rowid;
  if (rowid < query->first || rowid > query->last)
    return LSC_PAGES_DONE;
  if (self->is_silent || number - cell > MOST_SIZE_BYTES || n > self->usable_bytes - LOCAL_MARGIN ||
      (gsize) (record - page) + (gsize) n > self->usable_bytes ||
      !take_record (self, record, (gsize) n, rowid))
    return leave_to_sqlite (self);
  if (self->rowid_cell >= 0)
    set_integer (&self->cells[self->rowid_cell], rowid);
  return query->func (self->pointers, query->user_data) ? LSC_PAGES_DONE : LSC_PAGES_STOPPED;
}

/* Rows rise, so that all are within the bounds if the first and the last of them are.
 * @from: where the header of the page begins, which page 1 has behind that of the file */
static LscPagesEnd
read_leaf (Pages *self, const guint8 *page, guint32 from, guint depth, const Bounds *bounds)
{
  guint32 n = get_u16 (page + from + 3), first = from + LEAF_HEADER, behind = first + 2 * n;
  LscPagesEnd end = LSC_PAGES_DONE;

  if (behind > self->usable_bytes || (n == 0 && depth > 0))
    return LSC_PAGES_BROKEN;
  for (guint32 i = 0; i < n && end == LSC_PAGES_DONE; i++)
    {
      guint32 at = get_u16 (page + first + 2 * i);

      end = at >= behind && at < self->usable_bytes ? take_cell (self, page, at) : LSC_PAGES_BROKEN;
      if (i == 0 && end == LSC_PAGES_DONE && self->last_rowid < bounds->least)
        return LSC_PAGES_BROKEN;
    }
  return end == LSC_PAGES_DONE && n > 0 && self->last_rowid > bounds->most ? LSC_PAGES_BROKEN : end;
}

static LscPagesEnd read_page (Pages *self, guint depth, guint32 number, guint32 n_ahead,
                              const Bounds *bounds);

/** An inner page. */
typedef struct
{
  const guint8 *page;
  guint32 first;  /* where the places of its cells stand */
  guint32 behind; /* them */
  guint32 n;
  guint32 last_child; /* which has no key */
  gint64 most;        /* key of the page */
} Inner;

/* @i: a child, up to the last, whose key is that of the page itself */
static gboolean
get_child (const Pages *self, const Inner *inner, guint32 i, guint32 *number, gint64 *key)
{
  guint32 at;
  guint64 value;

  *number = inner->last_child;
  *key = inner->most;
  if (i == inner->n)
    return TRUE;
  at = get_u16 (inner->page + inner->first + 2 * i);
  if (at < inner->behind || at + 4 >= self->usable_bytes ||
      (gsize) (get_varint (inner->page + at + 4, &value) - inner->page) > self->usable_bytes)
    return FALSE;
  *number = get_u32 (inner->page + at);
  *key = (gint64) value;
  return TRUE;
}

/* Whether no row that is asked for comes behind a child with that key. */
static inline gboolean
is_behind (const Pages *self, gint64 key)
{
  return self->query->last < G_MAXINT64 && key >= self->query->last;
}

/* How many children from @i on follow each other in the file and are asked for, as far as they are
 * read at once. */
static guint32
count_run (const Pages *self, const Inner *inner, guint32 i)
{
  guint32 most = MAX (WINDOW_BYTES / self->page_bytes, 1), n = 0, begin = 0, number;
  gint64 key = G_MININT64;

  while (n < most && i + n <= inner->n && (n == 0 || !is_behind (self, key)) &&
         get_child (self, inner, i + n, &number, &key) && (n == 0 || number == begin + n))
    {
      if (n == 0)
        begin = number;
      n++;
    }
  return n;
}

/* The keys of a child are up to that beside it, so that children without any row that is asked for
 * are left out. */
static LscPagesEnd
read_inner (Pages *self, const guint8 *page, guint32 from, guint depth, const Bounds *bounds)
{
  Inner inner = { .page = page,
                  .first = from + INNER_HEADER,
                  .n = get_u16 (page + from + 3),
                  .last_child = get_u32 (page + from + 8),
                  .most = bounds->most };
  Bounds child = { .least = bounds->least };
  LscPagesEnd end = LSC_PAGES_DONE;
  guint32 number, n_ahead = 0;

  inner.behind = inner.first + 2 * inner.n;
  if (inner.behind > self->usable_bytes || inner.n == 0)
    return LSC_PAGES_BROKEN;
  for (guint32 i = 0; i <= inner.n && end == LSC_PAGES_DONE; i++)
    {
      if (i > 0 && is_behind (self, child.most))
        return LSC_PAGES_DONE;
      if (i > 0)
        child.least = child.most + 1; /* which is below the page's key */
      if (!get_child (self, &inner, i, &number, &child.most) || child.most < child.least ||
          (i < inner.n && child.most >= bounds->most))
        return LSC_PAGES_BROKEN;
      if (child.most >= self->query->first)
        {
          n_ahead = n_ahead > 0 ? n_ahead : count_run (self, &inner, i);
          end = read_page (self, depth + 1, number, n_ahead--, &child);
        }
    }
  return end;
}

static LscPagesEnd
read_page (Pages *self, guint depth, guint32 number, guint32 n_ahead, const Bounds *bounds)
{
  guint32 from = number == 1 ? HEADER_BYTES : 0;
  const guint8 *page;
  LscPagesEnd end =
      depth < MOST_DEPTH ? fetch (self, depth, number, n_ahead, &page) : LSC_PAGES_BROKEN;

  if (end != LSC_PAGES_DONE)
    return end;
  if (page[from] == LEAF)
    return read_leaf (self, page, from, depth, bounds);
  return page[from] == INNER ? read_inner (self, page, from, depth, bounds) : LSC_PAGES_BROKEN;
}

/* ---- the whole ---- */

/* Whether the file is one that can be read here: text in UTF-8, a format that is known. */
static LscPagesEnd
read_header (Pages *self)
{
  guint8 header[HEADER_BYTES];
  struct stat info;
  LscPagesEnd end = fstat (self->query->fd, &info) != 0
                        ? LSC_PAGES_FAILED
                        : read_bytes (self, header, sizeof header, 0);

  if (end != LSC_PAGES_DONE)
    return end;
  self->page_bytes = get_u16 (header + 16) == 1 ? MOST_PAGE_BYTES : get_u16 (header + 16);
  if (memcmp (header, "SQLite format 3", 16) != 0 || self->page_bytes < LEAST_PAGE_BYTES ||
      (self->page_bytes & (self->page_bytes - 1)) != 0 || header[19] > 2 || header[21] != 64 ||
      header[22] != 32 || header[23] != 32 || header[20] > self->page_bytes - 480 ||
      get_u32 (header + 44) > 4 || get_u32 (header + 56) != SQLITE_UTF8)
    return LSC_PAGES_BROKEN;
  self->usable_bytes = self->page_bytes - header[20];
  self->n_pages = (guint32) MIN (info.st_size / self->page_bytes, (gint64) G_MAXUINT32 - 1);
  if (get_u32 (header + 24) == get_u32 (header + 92)) /* the number of pages is up to date */
    self->n_pages = MIN (self->n_pages, get_u32 (header + 28));
  return LSC_PAGES_DONE;
}

static void
init_cells (Pages *self)
{
  const LscPagesQuery *query = self->query;

  self->rowid_cell = -1;
  for (guint i = 0; i < query->n; i++)
    self->n_fields = MAX (self->n_fields, query->fields[i] + 1);
  self->cell_of = g_new (int, self->n_fields + 1);
  memset (self->cell_of, 0xff, ((gsize) self->n_fields + 1) * sizeof *self->cell_of);
  self->cells = g_new0 (LscCell, query->n + 1);
  self->pointers = g_new0 (LscCell *, query->n + 1);
  for (guint i = 0; i < query->n; i++)
    {
      self->pointers[i] = &self->cells[i];
      set_null (&self->cells[i]);
      if (query->fields[i] >= 0)
        self->cell_of[query->fields[i]] = (int) i;
      else if (query->fields[i] == LSC_PAGES_ROWID)
        self->rowid_cell = (int) i;
    }
  self->texts = g_malloc (self->page_bytes + query->n + 1);
}

static void
clear (Pages *self)
{
  for (guint i = 0; i < MOST_DEPTH; i++)
    g_free (self->levels[i].bytes);
  g_free (self->cell_of);
  g_free (self->cells);
  g_free (self->pointers);
  g_free (self->texts);
}

/**
 * lsc_pages_read:
 * @n_left: (out) (optional): of a part with something odd: how many rows SQLite must find in it
 *   beyond those that were told. Where it finds another number, keys mislead its search.
 *
 * Reads rows of a table until there is something that only SQLite knows how to take; the rows told
 * until then are those with which SQLite begins. Without a function no row is told: what comes of
 * it is whether SQLite may read the part by the numbers of its rows.
 *
 * Cost: O(rows). Thread: any.
 *
 * Returns: how it ended
 */
LscPagesEnd
lsc_pages_read (const LscPagesQuery *query, gint64 *n_left)
{
  const Bounds all = { G_MININT64, G_MAXINT64 };
  Pages self = { .query = query,
                 .is_part = query->first > G_MININT64 || query->last < G_MAXINT64,
                 .is_silent = query->func == NULL };
  LscPagesEnd end = read_header (&self);

  if (end != LSC_PAGES_DONE)
    return end;
  init_cells (&self);
  end = read_page (&self, 0, query->root, 1, &all);
  clear (&self);
  if (n_left)
    *n_left = self.n_left;
  return end == LSC_PAGES_DONE && self.is_silent ? LSC_PAGES_ODD : end;
}
