/* lsc-chips-private.h - works of a side, and how they are paired
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/chips/lsc-chips.h"

G_BEGIN_DECLS

#define LSC_CHIP_NO_ROW G_MAXUINT

/**
 * LscChipEntry: kernels of one operator in one module, over the steps and ranks that count
 * @module: (owned): path, "" = outside modules
 * @op: (owned): operator of the framework; of what none launched its kernel, of communication the
 *   operation
 * @plain_module, @plain_op: (owned): without what one framework alone calls them
 * @family: of the kernels that take most
 * @rank, @first_ns: where it is called first
 * @kernels: of name to gint64, ns
 * @by_family: ns of each
 * @row: index of the row that it is in, %LSC_CHIP_NO_ROW
 */
typedef struct
{
  char *module;
  char *op;
  char *plain_module;
  char *plain_op;
  int family;
  guint rank;
  gint64 first_ns;
  gint64 n;
  gint64 total_ns;
  double flops;
  double peak_work;
  GHashTable *kernels;
  gint64 by_family[LSC_N_OP_FAMILIES];
  guint row;
} LscChipEntry;

/** LscChipEntries: @list: (element-type LscChipEntry): in the order of their first calls
 * @has_modules: some are in one */
typedef struct
{
  GPtrArray *list;
  gint64 total_ns;
  gint64 n_steps;
  gboolean has_modules;
} LscChipEntries;

static inline LscChipEntry *
_lsc_chip_entries_get (const LscChipEntries *self, guint index)
{
  return self->list->pdata[index];
}

/* -- lsc-chip-entries.c -- */
gboolean _lsc_chip_entries_init (LscChipEntries *self, const LscChipsInput *input, LscJob *job,
                                 GError **error);
void _lsc_chip_entries_drop_modules (LscChipEntries *self);
void _lsc_chip_entries_clear (LscChipEntries *self);

/* -- lsc-chip-names.c -- */
#define LSC_CHIP_BACKWARD " backward" /* at the end of the name of an operator */
char *_lsc_chip_name_module (const char *path);
char *_lsc_chip_name_op (const char *op);
gboolean _lsc_chip_name_has (const char *name, const char *plain_op);

/* -- lsc-chip-pairs.c -- */
GArray *_lsc_chip_entries_pair (const LscChipEntries sides[LSC_N_SIDES]);

/* -- lsc-chip-rows.c -- */
void _lsc_chips_fill (LscChips *self, const LscChipEntries sides[LSC_N_SIDES],
                      const GArray *matches);
void _lsc_chip_row_free (LscChipRow *self);

/* -- lsc-chips-words.c -- */
void _lsc_chips_say (LscChips *self);

G_END_DECLS
