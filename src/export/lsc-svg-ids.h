/* lsc-svg-ids.h - the ids in an SVG file of cairo's, numbered anew
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GByteArray *lsc_svg_renumber_ids (GByteArray *svg, const char *prefix);

G_END_DECLS
