/* bench-recording.h - what a recording costs to read and to load, beside a bare scan of it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "read/trace/lsc-trace-file.h"

G_BEGIN_DECLS

typedef enum
{
  BENCH_SCAN,
  BENCH_READ,
  BENCH_LOAD,
  BENCH_N_TASKS,
} BenchTask;

/**
 * BenchReader: a reader of recordings of GPUs
 * @scan_title: what the floor is
 * @scan: the floor, in a child
 * @limited: what of it has a limit, in times of the floor
 */
typedef struct
{
  LscFormat format;
  const char *scan_title;
  void (*scan) (const char *path);
  LscTraceFile *(*read) (LscSource *source, LscTraceTexts *texts, LscJob *job, GError **error);
  BenchTask limited;
  double most_floor;
} BenchReader;

void bench_recording (const BenchReader *reader, const char *path, int runs);

G_END_DECLS
