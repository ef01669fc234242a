/* lsc-once.h - a result that is made when it is first asked for, once for all who ask
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"

G_BEGIN_DECLS

/**
 * LscOnce:
 *
 * A place for an immutable, reference counted result. Who asks first makes it, on his own thread;
 * who asks while it is being made waits for it; who asks later gets the same one. The work is
 * cancelled when the last one who waits has gone. A failure is told to all who wait and is not
 * kept: the next one tries again. Thread: any.
 */
typedef struct _LscOnce LscOnce;

/** Returns: (transfer full) (nullable): the result; %NULL with an error */
typedef gpointer (*LscOnceMake) (gpointer data, LscJob *job, GError **error);
/** Returns: (transfer full): another reference to a result */
typedef gpointer (*LscOnceRef) (gpointer result);

LscOnce *lsc_once_new (LscOnceRef ref, GDestroyNotify unref);
void lsc_once_free (LscOnce *self);
gpointer lsc_once_get (LscOnce *self, LscOnceMake make, gpointer data, LscJob *job, GError **error);
gpointer lsc_once_peek (LscOnce *self);
void lsc_once_forget (LscOnce *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscOnce, lsc_once_free)

G_END_DECLS
