/* lsc-text-private.h - where the bytes of a text input come from
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-text-input.h"

G_BEGIN_DECLS

/** Bytes of one block. */
#define LSC_TEXT_BLOCK ((gsize) 256 * 1024)

/* More text than this is not read from one file. */
#define LSC_TEXT_MOST ((gint64) 64 << 30)
/* Text that is packed tighter than this, beyond the first GiB, is no recording: real traces come to
 * 10 to 30, deflate ends at 1032. */
#define LSC_TEXT_RATIO 400
#define LSC_TEXT_RATIO_FROM ((gint64) 1 << 30)

/**
 * LscTextPacked: what is unpacked by a thread: the bytes of a file or of a member of an archive,
 * inflated when they are gzip
 */
typedef struct _LscTextPacked LscTextPacked;

LscTextPacked *_lsc_text_packed_open (const char *path, const char *member, GError **error);
void _lsc_text_packed_close (LscTextPacked *self);
gssize _lsc_text_packed_read (LscTextPacked *self, char *buffer, gsize n, GError **error);
char *_lsc_text_packed_read_at (LscTextPacked *self, gint64 offset, gsize most, gsize *n_out,
                                GError **error);
gint64 _lsc_text_packed_get_file_bytes (LscTextPacked *self);
gsize _lsc_text_packed_get_memory_bytes (LscTextPacked *self);

/** LscTextUnzip: what is inflated of a file of gzip, with its checksums looked at. */
typedef struct _LscTextUnzip LscTextUnzip;

LscTextUnzip *_lsc_text_unzip_open (const char *path);
void _lsc_text_unzip_close (LscTextUnzip *self);
gssize _lsc_text_unzip_read (LscTextUnzip *self, const void **bytes, GError **error);

/* Names that stand twice in an archive. */
const char *_lsc_text_member_plain (const char *name);
void _lsc_text_members_keep_last (const char *path, GPtrArray *names);
guint _lsc_text_members_count (const char *path, const char *name);

/** Instead of the name of a member: the file is no archive, but packed by what the library for
 * archives can unpack. */
#define LSC_TEXT_UNPACKED ""

/** Bytes of a member of an archive, in order. */
typedef struct _LscTextMember LscTextMember;

LscTextMember *_lsc_text_member_open (const char *path, const char *member, GError **error);
void _lsc_text_member_close (LscTextMember *self);
gint64 _lsc_text_member_get_file_bytes (LscTextMember *self);
gssize _lsc_text_member_read (LscTextMember *self, char *buffer, gsize n, GError **error);

G_END_DECLS
