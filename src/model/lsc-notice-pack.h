/* lsc-notice-pack.h - notices as bytes that a file can hold
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-pack.h"
#include "model/lsc-notice.h"

G_BEGIN_DECLS

void lsc_notices_pack (LscNotices *self, LscPack *pack, const char *name);
LscNotices *lsc_notices_unpack (const LscPack *pack, const char *name, GError **error);

G_END_DECLS
