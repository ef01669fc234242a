/* lsc-link-matrix.h - what ranks send to each other, as a matrix of ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"

G_BEGIN_DECLS

/** Host of a rank that is not known. */
#define LSC_MATRIX_NO_HOST G_MAXUINT32

/** Which links one is compared with. */
typedef enum
{
  LSC_MATRIX_BOTH_WAYS,
  LSC_MATRIX_UP,   /* those to higher ranks */
  LSC_MATRIX_DOWN, /* those to lower ones */
} LscMatrixDirection;

/**
 * LscMatrixCell: all that one rank sends to another, or the tokens of a rank in a step
 * @src, @dst: indexes of a row and a column
 * @tokens, @of_mean: of experts: what they take in, and that by the mean of their group;
 *   %LSC_INT_NULL, NAN
 * @size_bytes, @time_ns: of all transports together; %LSC_INT_NULL = not known
 * @of_kind: bandwidth by the median of its kind, of the slowest transport; NAN = not known
 * @usual: that median, bytes a ns; NAN; @alike: how many links are of its kind, 0 = not known
 * @direction: #LscMatrixDirection of the links that it is compared with
 * @transport: index of the transport that moves most
 * @row: of the table, of the slowest transport
 * @n_rows: of the table
 * @count: transfers of it; %LSC_INT_NULL
 */
typedef struct
{
  guint32 src;
  guint32 dst;
  gint64 size_bytes;
  gint64 time_ns;
  double of_kind;
  double usual;
  guint32 alike;
  LscMatrixDirection direction;
  gint64 count;
  guint32 transport;
  guint32 row;
  guint32 n_rows;
  gint64 most_bytes; /* of @transport */
  gint64 tokens;
  double of_mean;
} LscMatrixCell;

/**
 * LscLinkMatrix:
 * @ranks: (array length=n_ranks): global numbers of the rows, rising
 * @columns: (array length=n_columns): likewise; of experts numbers of steps
 * @is_of_experts: it shows tokens of ranks and steps
 * @hosts: (array length=n_ranks): a number that ranks of one host share
 * @host_names: (element-type utf8): by that number
 * @cells: (element-type LscMatrixCell): by @src, then by @dst
 * @first: (array length=n_ranks + 1): the first cell of each source
 * @dsts: of each cell: a million of them are painted in a few ms, which reading whole cells is not
 * @transports: (element-type utf8): rising
 */
typedef struct
{
  gsize n_ranks;
  gint64 *ranks;
  gsize n_columns;
  gint64 *columns;
  gboolean is_of_experts;
  guint32 *hosts;
  GPtrArray *host_names;
  GArray *cells;
  guint32 *first;
  guint32 *dsts;
  GPtrArray *transports;
} LscLinkMatrix;

LscLinkMatrix *lsc_link_matrix_new (const LscTable *links);
LscLinkMatrix *lsc_link_matrix_new_experts (const LscTable *load);
void lsc_link_matrix_free (LscLinkMatrix *self);
const LscMatrixCell *lsc_link_matrix_find (const LscLinkMatrix *self, gsize src, gsize dst);
gboolean lsc_link_matrix_find_rank (const LscLinkMatrix *self, gint64 rank, gsize *index);
double lsc_matrix_cell_get_bandwidth (const LscMatrixCell *self);

/** Returns: cell @index */
static inline const LscMatrixCell *
lsc_link_matrix_get (const LscLinkMatrix *self, guint index)
{
  return &g_array_index (self->cells, LscMatrixCell, index);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscLinkMatrix, lsc_link_matrix_free)

G_END_DECLS
