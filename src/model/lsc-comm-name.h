/* lsc-comm-name.h - which kernels communicate, by their names
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What the name of a kernel says of communication (formats.md#communication-names). */
typedef enum
{
  LSC_COMM_NAME_NONE,  /* it computes, or is not known */
  LSC_COMM_NAME_WHOLE, /* all of it communicates */
  LSC_COMM_NAME_FUSED, /* a matrix product and a collective in one kernel: both */
} LscCommName;

LscCommName lsc_comm_name_classify (const char *name, const char *path);

G_END_DECLS
