/* bench-ui.h - what the files of the window benchmark share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

int bench_ui_run_until_first_frame (void);
void bench_ui_pages (const char *folder);
void bench_ui_start (void);
void bench_ui_table (void);
void bench_ui_timeline (void);
