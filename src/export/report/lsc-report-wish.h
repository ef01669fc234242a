/* lsc-report-wish.h - what the user wants of a document
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscReportWish: what the user wants of a document
 * @title, @author: (nullable)
 * @command: (nullable): what was typed, with names in place of paths
 * @written_ns: when, since the epoch; 0 = it is not to be told
 * @is_full: all chapters and rows, however many pages that takes
 */
typedef struct
{
  const char *title;
  const char *author;
  const char *command;
  gint64 written_ns;
  gboolean is_full;
} LscReportWish;

G_END_DECLS
