/* lsc-search-private.h - a search, understood
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-range-stats.h"

G_BEGIN_DECLS

/**
 * LscSearchQuery: what the text of an #LscSearch asks for
 * @words: (element-type char *): each must be in the name; of a regex or an exact search one
 * @lanes, @groups: (element-type char *): each must be in the lane's path, the group's name
 * @kinds: mask of 1 << #LscSliceKind; 0 = any
 * @least_ns, @most_ns: duration, both inclusive
 */
typedef struct
{
  const LscSearch *search;
  GPtrArray *words;
  GPtrArray *lanes;
  GPtrArray *groups;
  guint64 kinds;
  gint64 least_ns;
  gint64 most_ns;
  gboolean has_step;
  gint64 step;
  GRegex *regex;
} LscSearchQuery;

gboolean _lsc_search_query_parse (LscSearchQuery *self, const LscSearch *search, GError **error);
void _lsc_search_query_clear (LscSearchQuery *self);
gboolean _lsc_search_query_has_filter (const LscSearchQuery *self);
int _lsc_search_query_match (const LscSearchQuery *self, const char *name, GError **error);
gboolean _lsc_search_text_has (const char *text, const char *word);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscSearchQuery, _lsc_search_query_clear)

G_END_DECLS
