/* lsc-report-wish.h - what the user calls a document
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscReportWish: what the user calls a document
 * @title, @author: (nullable)
 */
typedef struct
{
  const char *title;
  const char *author;
} LscReportWish;

G_END_DECLS
