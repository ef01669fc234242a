/* lsc-name-map.h - names of two recordings that the user says belong together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Pairs of names of both sides that belong together (compare.md#map). Immutable. */
typedef struct _LscNameMap LscNameMap;

LscNameMap *lsc_name_map_parse (const char *text, const char *file, GError **error);
void lsc_name_map_free (LscNameMap *self);
char *lsc_name_map_find (const LscNameMap *self, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscNameMap, lsc_name_map_free)

G_END_DECLS
