/* lsc-digest-own-pack-private.h - what a rank does itself, as bytes that a file can hold
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-digest-traffic.h"
#include "base/lsc-pack.h"

G_BEGIN_DECLS

void _lsc_digest_own_pack (const LscDigestOwns *self, LscPack *pack);
gboolean _lsc_digest_own_unpack (LscDigestOwns *self, const LscPack *pack, GError **error);

G_END_DECLS
