/* lsc-notice-item.h - a problem as a list shows it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

#include "model/lsc-notice.h"

G_BEGIN_DECLS

#define LSC_TYPE_NOTICE_ITEM (lsc_notice_item_get_type ())
G_DECLARE_FINAL_TYPE (LscNoticeItem, lsc_notice_item, LSC, NOTICE_ITEM, GObject)

LscNoticeItem *lsc_notice_item_new (const LscNotice *notice);
const LscNotice *lsc_notice_item_get_notice (LscNoticeItem *self);
char *lsc_notice_item_get_place (LscNoticeItem *self);
void lsc_notice_item_append_text (LscNoticeItem *self, GString *text);

G_END_DECLS
