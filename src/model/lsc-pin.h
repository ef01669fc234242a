/* lsc-pin.h - a chart, a table or a cell that the user wants in a report
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Whose recording it shows. */
typedef enum
{
  LSC_PIN_OF_ANY, /* the only recording, of two the one after; or both, where the view compares */
  LSC_PIN_OF_BEFORE,
  LSC_PIN_OF_AFTER,
} LscPinSide;

/**
 * LscPin: what to show, never a figure (exports.md#pins)
 * @view: "page/table" or "page/chart"
 * @title: of the user's
 * @note: (nullable): of the user's
 * @arguments: (element-type utf8 utf8): what of the view: rank, step, range …
 * @columns: (nullable): those that a page shows, in the table's order; %NULL = all
 * @sort: (nullable): a column
 * @rows: (element-type GStrv): rows that are shown, each by its key (lsc-table-key.h); none = all
 */
typedef struct
{
  char *view;
  LscPinSide side;
  char *title;
  char *note;
  GHashTable *arguments;
  GStrv columns;
  char *sort;
  gboolean is_descending;
  GPtrArray *rows;
} LscPin;

LscPin *lsc_pin_new (const char *view, const char *title);
LscPin *lsc_pin_copy (const LscPin *self);
void lsc_pin_free (LscPin *self);

void lsc_pin_set (LscPin *self, const char *name, const char *value);
void lsc_pin_set_int (LscPin *self, const char *name, gint64 value);
const char *lsc_pin_get (const LscPin *self, const char *name);
gboolean lsc_pin_get_int (const LscPin *self, const char *name, gint64 *value);

GPtrArray *lsc_pins_new (void);
GPtrArray *lsc_pins_parse (const char *text, gsize length, GError **error);
GPtrArray *lsc_pins_load (const char *path, GError **error);
GPtrArray *lsc_pins_load_own (const char *path, GError **error);
char *lsc_pins_to_json (const GPtrArray *pins);

/** Returns: pin @index */
static inline LscPin *
lsc_pins_get (const GPtrArray *pins, guint index)
{
  return pins->pdata[index];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscPin, lsc_pin_free)

G_END_DECLS
