/* lsc-error.h - the error domain and its codes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>
#include <locale.h>

G_BEGIN_DECLS

#define LSC_ERROR (lsc_error_quark ())

/**
 * LscError:
 * @LSC_ERROR_USAGE: the caller asked for something that does not exist (command line: exit 1)
 * @LSC_ERROR_NOTHING: nothing could be delivered (exit 2)
 * @LSC_ERROR_UNSUPPORTED: recognised, but not read by this version (exit 2)
 * @LSC_ERROR_CORRUPT: the file is damaged or not what its name says
 * @LSC_ERROR_MISSING: a table, column or file that is needed is not there
 * @LSC_ERROR_IO: reading or writing failed (exit 4)
 * @LSC_ERROR_LIMIT: a built-in limit was reached
 * @LSC_ERROR_CANCELLED: the user cancelled
 */
typedef enum
{
  LSC_ERROR_USAGE,
  LSC_ERROR_NOTHING,
  LSC_ERROR_UNSUPPORTED,
  LSC_ERROR_CORRUPT,
  LSC_ERROR_MISSING,
  LSC_ERROR_IO,
  LSC_ERROR_LIMIT,
  LSC_ERROR_CANCELLED,
} LscError;

GQuark lsc_error_quark (void);
gboolean lsc_fail (GError **error, LscError code, const char *format, ...) G_GNUC_PRINTF (3, 4);

/** The language that a thread had before lsc_plain_begin(). */
typedef struct
{
  locale_t before;
  locale_t plain;
} LscPlain;

LscPlain lsc_plain_begin (void);
void lsc_plain_end (LscPlain *self);

G_END_DECLS
