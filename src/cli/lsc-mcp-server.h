/* lsc-mcp-server.h - answers messages of the Model Context Protocol
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscMcpServer:
 *
 * Answers questions about recordings below some folders, which stay open between them. It reads
 * nothing outside these folders and writes no file. One of a process, whose standard output and
 * opened recordings it uses (lsc-cli-kept.h). Thread: that of the commands.
 */
typedef struct _LscMcpServer LscMcpServer;

LscMcpServer *lsc_mcp_server_new (const char *const *folders, GError **error);
void lsc_mcp_server_free (LscMcpServer *self);
char *lsc_mcp_server_answer (LscMcpServer *self, const char *message);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscMcpServer, lsc_mcp_server_free)

G_END_DECLS
