/* lsc-pin-maker.h - tables and charts of pins, made anew from the recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-report.h"
#include "model/lsc-pin.h"
#include "session/lsc-session-pair.h"

G_BEGIN_DECLS

/** What makes pins of a recording, or of two. */
typedef struct _LscPinMaker LscPinMaker;

LscPinMaker *lsc_pin_maker_new (LscSession *const sessions[LSC_N_SIDES], LscJob *job);
void lsc_pin_maker_set_pair (LscPinMaker *self, LscSessionPair *pair);
void lsc_pin_maker_keep (LscPinMaker *self, GPtrArray *pins);
const char *lsc_pin_maker_get_name (const LscPinMaker *self, const LscPin *pin);
void lsc_pin_maker_free (LscPinMaker *self);

gboolean lsc_pin_is_chart (const LscPin *pin);
gboolean lsc_pin_takes_table (const char *view);
LscTable *lsc_pin_maker_make_table (LscPinMaker *self, const LscPin *pin, GError **error);
gboolean lsc_pin_maker_add_chart (LscPinMaker *self, const LscPin *pin, LscReportSection *section,
                                  GError **error);

G_END_DECLS
