/* lsc-trace-window.h - a piece of a text that moves on, block by block
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-json-scan.h"
#include "base/lsc-text-input.h"

G_BEGIN_DECLS

/** An event longer than this is not read. */
#define LSC_TRACE_MOST_EVENT ((gsize) 64 << 20)

/**
 * LscTraceWindow: a piece of the text that moves on
 * @begin, @end: what is there, followed by LSC_JSON_PAD quotes
 * @offset: of @begin
 */
typedef struct
{
  LscTextInput *input;
  LscJob *job;
  gboolean is_plain;
  const char *begin;
  const char *end;
  gint64 offset;
  gint64 next;  /* plain: offset of the next block */
  char *memory; /* plain: the block */
  char *tail;   /* what is carried over */
  char *big;    /* (nullable): a window for a long event */
  gsize big_capacity;
  gboolean at_end;
  GError *failure; /* why the text ended, when it was not its end */
} LscTraceWindow;

typedef enum
{
  LSC_TRACE_REFILLED,
  LSC_TRACE_AT_END,
  LSC_TRACE_TOO_LONG,
} LscTraceRefill;

void lsc_trace_window_init (LscTraceWindow *self, LscTextInput *input, gint64 offset, LscJob *job);
void lsc_trace_window_clear (LscTraceWindow *self);
LscTraceRefill lsc_trace_window_refill (LscTraceWindow *self, const char *keep);

static inline gint64
lsc_trace_window_offset (const LscTraceWindow *self, const char *p)
{
  return self->offset + (p - self->begin);
}

G_END_DECLS
