/* lsc-cli-dispatch.h - lists of what the host calls on its way to the device
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli-command.h"

G_BEGIN_DECLS

/** One of the lists that dispatch shows instead of gaps. */
typedef enum
{
  LSC_CLI_DISPATCH_OPS,
  LSC_CLI_DISPATCH_CALLS,
  LSC_CLI_DISPATCH_COPIES,
  LSC_CLI_DISPATCH_COMPILE,
  LSC_CLI_DISPATCH_SYNC,
  LSC_CLI_DISPATCH_N_LISTS,
} LscCliDispatchList;

gboolean lsc_cli_dispatch_deliver (LscCliRun *run, LscCliDispatchList list, gboolean is_compat,
                                   GError **error);

G_END_DECLS
