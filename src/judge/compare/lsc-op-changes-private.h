/* lsc-op-changes-private.h - the parts that the change of operators is made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-op-changes.h"

G_BEGIN_DECLS

/** Kernels of a change that have their shapes in common, too. */
typedef struct
{
  guint32 change;
  gint64 n[LSC_N_SIDES];
  gint64 ns[LSC_N_SIDES];
} LscOpPart;

/**
 * LscOpPairing: groups of both sides while they are paired
 * @by_shapes: shapes take part in why a group differs
 * @divisor: steps times ranks
 * @index: of the text of a key to 1 + the change
 * @parts: LscOpPart; @part_index: likewise
 * @series: of each change and side one sum a step
 */
typedef struct
{
  const LscOpChangesInput *input;
  LscOpChanges *changes;
  gboolean by_shapes;
  gint64 divisor[LSC_N_SIDES];
  GHashTable *index;
  GArray *parts;
  GHashTable *part_index;
  GPtrArray *series[LSC_N_SIDES];
} LscOpPairing;

/** Returns: change @index */
static inline LscOpChange *
_lsc_op_pairing_get (const LscOpPairing *self, guint index)
{
  return &g_array_index (self->changes->changes, LscOpChange, index);
}

/** Returns: a whole number of a table of groups */
static inline gint64
_lsc_op_table_get_int (const LscTable *table, gsize row, const char *name)
{
  return lsc_table_get_named (table, row, name).integer;
}

/* -- lsc-op-pairing.c -- */
/** Columns of what groups are by, in the order of LscOpChange.keys. */
extern const char *const _lsc_op_key_columns[LSC_OP_N_KEYS];
LscOpGroups *_lsc_op_pairing_group_ranks (const LscOpPairing *self, LscSide side, LscOpKeys keys,
                                          GArray *ranks, gboolean has_quantiles, LscJob *job,
                                          GError **error);
LscOpGroups *_lsc_op_pairing_group (const LscOpPairing *self, LscSide side, LscOpKeys keys,
                                    gboolean has_quantiles, LscJob *job, GError **error);
char *_lsc_op_pairing_read_key (const LscOpPairing *self, LscSide side, const LscTable *table,
                                gsize row, char *keys[LSC_OP_N_KEYS], char **other_name);
void _lsc_op_keys_clear (char *keys[LSC_OP_N_KEYS]);

/* -- lsc-op-changes-cause.c -- */
gboolean _lsc_op_pairing_take_shapes (LscOpPairing *self, LscSide side, LscJob *job,
                                      GError **error);
void _lsc_op_pairing_explain (LscOpPairing *self);

/* -- lsc-op-changes-table.c -- */
LscTable *_lsc_op_changes_make_table (const LscOpChanges *self);

/* -- lsc-op-changes-words.c -- */
void _lsc_op_changes_say (LscOpChanges *self);

G_END_DECLS
