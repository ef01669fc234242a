/* lsc-pin-book.h - the pins of what a report is about, kept beside the settings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/window/lsc-loader.h"
#include "model/lsc-pin.h"

G_BEGIN_DECLS

/**
 * LscPinSheet: the pins of a recording, or of the comparison of two
 * @path: file
 * @pins: (element-type LscPin): in their order
 * @side: of a recording, where a report is of two
 * @is_damaged: the file holds something else, which stays
 * @name: (nullable): of the recording, where a report is of two; %NULL of the comparison
 */
typedef struct
{
  char *path;
  GPtrArray *pins;
  LscPinSide side;
  gboolean is_damaged;
  char *name;
} LscPinSheet;

GPtrArray *lsc_pin_book_open (const LscReportOf *what, GError **error);
GPtrArray *lsc_pin_book_collect (const GPtrArray *book);
gboolean lsc_pin_sheet_save (const LscPinSheet *self, GError **error);
void lsc_pin_sheet_move (LscPinSheet *self, guint index, int by);

G_END_DECLS
