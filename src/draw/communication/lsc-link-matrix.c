/* lsc-link-matrix.c - what ranks send to each other, as a matrix of ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-link-matrix-private.h"

#include <string.h>

#include "judge/communication/lsc-communication.h"

/** Columns of the table of links; -1 = it has none of that name. */
typedef struct
{
  int src_rank, dst_rank, transport, size_bytes, time_ns, of_kind, src_host, dst_host, usual, alike,
      direction, count;
} Columns;

static Columns
find_columns (const LscTable *links)
{
  return (Columns){
    .src_rank = lsc_table_find_column (links, "src_rank"),
    .dst_rank = lsc_table_find_column (links, "dst_rank"),
    .transport = lsc_table_find_column (links, "transport"),
    .size_bytes = lsc_table_find_column (links, "size_bytes"),
    .time_ns = lsc_table_find_column (links, "time_ns"),
    .of_kind = lsc_table_find_column (links, "of_kind"),
    .src_host = lsc_table_find_column (links, "src_host"),
    .dst_host = lsc_table_find_column (links, "dst_host"),
    .usual = lsc_table_find_column (links, "usual_bandwidth"),
    .alike = lsc_table_find_column (links, "alike"),
    .direction = lsc_table_find_column (links, "link_direction"),
    .count = lsc_table_find_column (links, "count"),
  };
}

/* ---- values of a row ---- */

static gboolean
get_int (const LscTable *links, gsize row, int column, gint64 *value)
{
  LscValue found;

  if (column < 0)
    return FALSE;
  found = lsc_table_get (links, row, (guint) column);
  *value = found.integer;
  return !found.is_null && found.type == LSC_TYPE_INT;
}

static gint64
get_int_or_null (const LscTable *links, gsize row, int column)
{
  gint64 value;

  return get_int (links, row, column, &value) ? value : LSC_INT_NULL;
}

static double
get_real (const LscTable *links, gsize row, int column)
{
  LscValue found =
      column >= 0 ? lsc_table_get (links, row, (guint) column) : (LscValue){ .is_null = TRUE };

  return found.is_null ? LSC_REAL_NULL : found.real;
}

static const char *
get_text (const LscTable *links, gsize row, int column)
{
  LscValue found =
      column >= 0 ? lsc_table_get (links, row, (guint) column) : (LscValue){ .is_null = TRUE };

  return found.is_null || !found.text ? "" : found.text;
}

/* A link between two ranks with a number; others have no place on the axes. */
static gboolean
get_ends (const LscTable *links, const Columns *columns, gsize row, gint64 *src, gint64 *dst)
{
  return get_int (links, row, columns->src_rank, src) &&
         get_int (links, row, columns->dst_rank, dst);
}

/* ---- axes ---- */

static gint
compare_ranks (gconstpointer a, gconstpointer b)
{
  gint64 first = *(const gint64 *) a, second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_ranks (LscLinkMatrix *self, const LscTable *links, const Columns *columns)
{
  gsize n_rows = lsc_table_get_n_rows (links), n = 0;
  gint64 *ranks = g_new (gint64, 2 * n_rows + 1);

  for (gsize i = 0; i < n_rows; i++)
    if (get_ends (links, columns, i, &ranks[n], &ranks[n + 1]))
      n += 2;
  qsort (ranks, n, sizeof (gint64), compare_ranks);
  for (gsize i = 0; i < n; i++)
    if (i == 0 || ranks[i] != ranks[i - 1])
      ranks[self->n_ranks++] = ranks[i];
  self->ranks = ranks;
}

static void
add_transports (LscLinkMatrix *self, const LscTable *links, const Columns *columns)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  self->transports = g_ptr_array_new_with_free_func (g_free);
  for (gsize i = 0; i < lsc_table_get_n_rows (links); i++)
    {
      const char *name = get_text (links, i, columns->transport);

      if (g_hash_table_add (seen, (gpointer) name))
        g_ptr_array_add (self->transports, g_strdup (name));
    }
  g_ptr_array_sort (self->transports, compare_texts);
}

static guint32
find_transport (const LscLinkMatrix *self, const char *name)
{
  for (guint32 i = 0; i < self->transports->len; i++)
    if (g_str_equal (g_ptr_array_index (self->transports, i), name))
      return i;
  return 0;
}

/** lsc_link_matrix_find_rank: Returns: %FALSE if no link has that rank at an end */
gboolean
lsc_link_matrix_find_rank (const LscLinkMatrix *self, gint64 rank, gsize *index)
{
  const gint64 *found;

  g_return_val_if_fail (self && index, FALSE);
  found = bsearch (&rank, self->ranks, self->n_ranks, sizeof (gint64), compare_ranks);
  if (found)
    *index = (gsize) (found - self->ranks);
  return found != NULL;
}

/* ---- hosts ---- */

static void
set_host (LscLinkMatrix *self, GHashTable *hosts, gint64 rank, const char *name)
{
  gsize index;
  gpointer number;

  if (!*name || !lsc_link_matrix_find_rank (self, rank, &index))
    return;
  if (!g_hash_table_lookup_extended (hosts, name, NULL, &number))
    {
      number = GUINT_TO_POINTER (self->host_names->len);
      g_ptr_array_add (self->host_names, g_strdup (name));
      g_hash_table_insert (hosts, (gpointer) name, number);
    }
  self->hosts[index] = GPOINTER_TO_UINT (number);
}

static void
add_hosts (LscLinkMatrix *self, const LscTable *links, const Columns *columns)
{
  g_autoptr (GHashTable) hosts = g_hash_table_new (g_str_hash, g_str_equal);
  gint64 src, dst;

  self->hosts = g_new (guint32, self->n_ranks + 1);
  self->host_names = g_ptr_array_new_with_free_func (g_free);
  for (gsize i = 0; i < self->n_ranks; i++)
    self->hosts[i] = LSC_MATRIX_NO_HOST;
  for (gsize i = 0; i < lsc_table_get_n_rows (links); i++)
    if (get_ends (links, columns, i, &src, &dst))
      {
        set_host (self, hosts, src, get_text (links, i, columns->src_host));
        set_host (self, hosts, dst, get_text (links, i, columns->dst_host));
      }
}

/* ---- cells ---- */

static gint
compare_cells (gconstpointer a, gconstpointer b)
{
  const LscMatrixCell *first = a, *second = b;

  if (first->src != second->src)
    return first->src < second->src ? -1 : 1;
  if (first->dst != second->dst)
    return first->dst < second->dst ? -1 : 1;
  return (first->row > second->row) - (first->row < second->row);
}

/** Puts the cells in order: by row, then by column. */
void
_lsc_link_matrix_sort (LscLinkMatrix *self)
{
  g_array_sort (self->cells, compare_cells);
}

/* One transport more between the same two ranks. */
static void
merge_cell (LscMatrixCell *into, const LscMatrixCell *cell)
{
  into->size_bytes = lsc_int_add (into->size_bytes, cell->size_bytes);
  into->time_ns = lsc_int_add (into->time_ns, cell->time_ns);
  into->count = lsc_int_add (into->count, cell->count);
  into->n_rows++;
  if (cell->most_bytes > into->most_bytes)
    {
      into->most_bytes = cell->most_bytes;
      into->transport = cell->transport;
    }
  if (!isnan (cell->of_kind) && !(into->of_kind <= cell->of_kind))
    {
      into->of_kind = cell->of_kind;
      into->usual = cell->usual;
      into->alike = cell->alike;
      into->direction = cell->direction;
      into->row = cell->row;
    }
}

static LscMatrixCell
read_cell (const LscLinkMatrix *self, const LscTable *links, const Columns *columns, gsize row)
{
  LscMatrixCell cell = {
    .row = (guint32) row, .n_rows = 1, .tokens = LSC_INT_NULL, .of_mean = LSC_REAL_NULL
  };
  gint64 src = 0, dst = 0, alike, direction;
  gsize index = 0;

  get_ends (links, columns, row, &src, &dst);
  lsc_link_matrix_find_rank (self, src, &index);
  cell.src = (guint32) index;
  lsc_link_matrix_find_rank (self, dst, &index);
  cell.dst = (guint32) index;
  cell.size_bytes = get_int_or_null (links, row, columns->size_bytes);
  cell.time_ns = get_int_or_null (links, row, columns->time_ns);
  cell.of_kind = get_real (links, row, columns->of_kind);
  cell.usual = get_real (links, row, columns->usual);
  cell.count = get_int_or_null (links, row, columns->count);
  cell.alike = get_int (links, row, columns->alike, &alike) ? (guint32) alike : 0;
  if (get_int (links, row, columns->direction, &direction))
    cell.direction = direction == LSC_LINK_UP ? LSC_MATRIX_UP : LSC_MATRIX_DOWN;
  cell.transport = find_transport (self, get_text (links, row, columns->transport));
  cell.most_bytes = cell.size_bytes;
  return cell;
}

static void
add_cells (LscLinkMatrix *self, const LscTable *links, const Columns *columns)
{
  guint n = 0;

  self->cells = g_array_new (FALSE, FALSE, sizeof (LscMatrixCell));
  for (gsize i = 0; i < lsc_table_get_n_rows (links); i++)
    {
      gint64 src, dst;
      LscMatrixCell cell;

      if (!get_ends (links, columns, i, &src, &dst))
        continue;
      cell = read_cell (self, links, columns, i);
      g_array_append_val (self->cells, cell);
    }
  _lsc_link_matrix_sort (self);
  for (guint i = 0; i < self->cells->len; i++)
    {
      LscMatrixCell *cells = (LscMatrixCell *) (gpointer) self->cells->data;

      if (n > 0 && cells[n - 1].src == cells[i].src && cells[n - 1].dst == cells[i].dst)
        merge_cell (&cells[n - 1], &cells[i]);
      else
        cells[n++] = cells[i];
    }
  g_array_set_size (self->cells, n);
}

/** Finds the cells of each row, when all are there and in order. */
void
_lsc_link_matrix_index (LscLinkMatrix *self)
{
  guint at = 0;

  self->first = g_new (guint32, self->n_ranks + 1);
  self->dsts = g_new (guint32, self->cells->len + 1);
  for (guint i = 0; i < self->cells->len; i++)
    self->dsts[i] = lsc_link_matrix_get (self, i)->dst;
  for (gsize i = 0; i <= self->n_ranks; i++)
    {
      while (at < self->cells->len && lsc_link_matrix_get (self, at)->src < i)
        at++;
      self->first[i] = at;
    }
}

/**
 * lsc_link_matrix_new:
 * @links: a row a link and transport: columns src_rank, dst_rank, and as far as it has them
 *   transport, size_bytes, time_ns, count, of_kind, usual_bandwidth, alike, link_direction,
 *   src_host, dst_host
 *
 * Puts links where they stand in a matrix of all ranks that one of them leads to or from. Links of
 * ranks without a number are left out.
 *
 * Returns: (transfer full): of which @n_ranks may be 0
 */
LscLinkMatrix *
lsc_link_matrix_new (const LscTable *links)
{
  LscLinkMatrix *self;
  Columns columns;

  g_return_val_if_fail (links, NULL);
  self = g_new0 (LscLinkMatrix, 1);
  columns = find_columns (links);
  add_ranks (self, links, &columns);
  add_transports (self, links, &columns);
  add_hosts (self, links, &columns);
  add_cells (self, links, &columns);
  self->n_columns = self->n_ranks;
  self->columns = g_memdup2 (self->ranks, (self->n_ranks + 1) * sizeof *self->ranks);
  _lsc_link_matrix_index (self);
  return self;
}

/** lsc_link_matrix_free: @self: (nullable) (transfer full): */
void
lsc_link_matrix_free (LscLinkMatrix *self)
{
  if (!self)
    return;
  g_free (self->ranks);
  g_free (self->columns);
  g_free (self->hosts);
  g_ptr_array_unref (self->host_names);
  g_free (self->first);
  g_free (self->dsts);
  g_array_unref (self->cells);
  g_ptr_array_unref (self->transports);
  g_free (self);
}

/** lsc_link_matrix_find: Returns: (transfer none) (nullable): what @src sends to @dst */
const LscMatrixCell *
lsc_link_matrix_find (const LscLinkMatrix *self, gsize src, gsize dst)
{
  guint32 low, high;

  g_return_val_if_fail (self && src < self->n_ranks && dst < self->n_columns, NULL);
  low = self->first[src];
  high = self->first[src + 1];
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      const LscMatrixCell *cell = lsc_link_matrix_get (self, middle);

      if (cell->dst == dst)
        return cell;
      if (cell->dst < dst)
        low = middle + 1;
      else
        high = middle;
    }
  return NULL;
}

/** lsc_matrix_cell_get_bandwidth: Returns: bytes a ns, which are GB/s; NAN = not known */
double
lsc_matrix_cell_get_bandwidth (const LscMatrixCell *self)
{
  g_return_val_if_fail (self, LSC_REAL_NULL);
  return self->size_bytes == LSC_INT_NULL || self->time_ns == LSC_INT_NULL || self->time_ns <= 0
             ? LSC_REAL_NULL
             : (double) self->size_bytes / (double) self->time_ns;
}
