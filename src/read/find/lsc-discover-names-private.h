/* lsc-discover-names-private.h - files that name the kernels of graphs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "read/find/lsc-discover-private.h"

G_BEGIN_DECLS

/**
 * LscNameFile:
 * @folder: (nullable): of the traces that it may be of; %NULL = of all
 * @is_capture: a trace of a capture, else annotations or stacks
 * @is_of_host: a trace of the scheduler, of all ranks of the host
 * @is_strict: there are traces that were not opened, of which it may be
 */
typedef struct
{
  char *path;
  char *folder;
  gboolean is_capture;
  gboolean is_of_host;
  gboolean is_strict;
} LscNameFile;

gboolean _lsc_is_capture_path (const char *path);
GPtrArray *_lsc_name_files_new (void);
void _lsc_name_files_add (GPtrArray *self, const char *path, const char *folder,
                          gboolean is_capture);
gboolean _lsc_name_file_give (const LscNameFile *self, const GPtrArray *sources);

G_END_DECLS
