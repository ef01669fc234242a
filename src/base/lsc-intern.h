/* lsc-intern.h - a pool of strings with 32-bit ids
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** The id of no string. */
#define LSC_STRING_NONE G_MAXUINT32

/** So many texts lsc_intern_add_several() takes at most. */
#define LSC_INTERN_SEVERAL 32

typedef struct _LscIntern LscIntern;

LscIntern *lsc_intern_new (void);
LscIntern *lsc_intern_ref (LscIntern *self);
void lsc_intern_unref (LscIntern *self);

guint32 lsc_intern_add (LscIntern *self, const char *text);
void lsc_intern_reserve (LscIntern *self, gsize n);
guint32 lsc_intern_add_bytes (LscIntern *self, const char *text, gsize length);
void lsc_intern_add_several (LscIntern *self, const char *const *texts, const gsize *lengths,
                             guint32 *ids, guint n);
guint32 lsc_intern_add_take (LscIntern *self, char *text);
guint32 lsc_intern_find (const LscIntern *self, const char *text);
const char *lsc_intern_text (const LscIntern *self, guint32 id);
gsize lsc_intern_length (const LscIntern *self, guint32 id);
gsize lsc_intern_size (const LscIntern *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscIntern, lsc_intern_unref)

G_END_DECLS
