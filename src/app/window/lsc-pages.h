/* lsc-pages.h - the pages that there are
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-app-page.h"

G_BEGIN_DECLS

/**
 * LscPageKind: a page as the window lists it
 * @name: in settings and actions; its actions begin with it
 * @digit: its key together with Alt
 * @title: marked for translation
 * @panels: (nullable): below its chart
 */
typedef struct
{
  char digit;
  const char *name;
  const char *title;
  const char *icon;
  GType (*get_type) (void);
  const LscAppPagePanel *panels;
} LscPageKind;

const LscPageKind *lsc_pages_list (guint *n);
const LscPageKind *lsc_pages_find (const char *name);
const LscPageKind *lsc_pages_find_place (LscPlace place);
char *lsc_pages_accelerator (const LscPageKind *kind);

G_END_DECLS
