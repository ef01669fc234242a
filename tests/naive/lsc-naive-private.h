/* lsc-naive-private.h - arrays the plain implementation hands from step to step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#pragma once

#include "lsc-naive-module.h"

G_BEGIN_DECLS

#define NAIVE_NONE G_MAXUINT

typedef enum
{
  NAIVE_FORWARD,
  NAIVE_BACKWARD_PARENT,
  NAIVE_BACKWARD,
} NaiveKind;

typedef struct
{
  const char *name;
  gint64 start_ns, end_ns, tid;
  NaiveKind kind;
  guint order;       /* position in its list */
  gboolean open;     /* no end in the file */
  guint parent;      /* index of the enclosing range, or NAIVE_NONE */
  const char *full;  /* names from the top down to this one, joined, not stripped */
  const char *path;  /* names above this one, joined, stripped */
  gboolean backward; /* it or something above it is a backward range */
} NaiveRange;

typedef struct
{
  const char *name;
  gboolean name_known;
  gint64 start_ns, end_ns, tid, local_id;
  gint64 fwd_thread; /* -1 when not recorded */
  guint n_kernels;
  guint order; /* first appearance among the kernels, NAIVE_NONE without kernels */
} NaiveOp;

/* One kernel of one op. */
typedef struct
{
  const char *name;
  gint64 start_ns, end_ns, connection;
  guint klass; /* 0 compute, 1 communication, 2 schedule */
  guint row;   /* position in its table */
  guint op;
} NaiveKernel;

typedef struct
{
  gint64 local_id, real_id;
} NaiveConnection;

typedef struct
{
  guint forward, backward; /* ops */
  guint owner;             /* forward range */
} NaivePair;

typedef struct
{
  GStringChunk *chunk;
  GHashTable *strings;
  GArray *ranges;      /* NaiveRange, forward */
  GArray *ops;         /* NaiveOp: every API row with a local id */
  GArray *connections; /* NaiveConnection, each pair once */
  GArray *kernels;     /* NaiveKernel, one per (kernel, op) */
  GArray *pairs;       /* NaivePair, ascending real id */
  gboolean from_trace;
  gboolean merged;
  gint64 step_start_ns, step_end_ns;
} NaiveData;

NaiveData *_naive_data_load (const char *db_path, const LscNaiveOptions *options, GError **error);
void _naive_data_free (NaiveData *data);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (NaiveData, _naive_data_free)

void _naive_sort_ranges (NaiveData *data, GArray *ranges);
guint _naive_container (GArray *sorted, guint n_before, gint64 start_ns, gint64 end_ns, gint64 tid,
                        gboolean own_only);
guint _naive_op_container (GArray *sorted, const NaiveOp *op, gboolean own_only);
void _naive_nest (NaiveData *data, GArray *sorted, gboolean own_only);
GArray *_naive_backward_ranges (NaiveData *data, gboolean own_only, LscNaiveStats *stats);

GPtrArray *_naive_rows (NaiveData *data, GArray *sorted, gboolean own_only);

G_END_DECLS
