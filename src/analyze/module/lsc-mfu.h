/* lsc-mfu.h - FLOPs of ops and their share of the chip's peak
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/module/lsc-module-data.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_MFU_AUTO,
  LSC_MFU_OFF,
  LSC_MFU_PEER, /* the values of the reference tool's scheme B, with its formula errors */
} LscMfuMode;

/** Which sources of FLOPs to use; each includes those before it (flops.md#sources). */
typedef enum
{
  LSC_FLOPS_DEFAULT, /* recorded for the operator_mfu tables, else shapes */
  LSC_FLOPS_RECORDED,
  LSC_FLOPS_MARKS,
  LSC_FLOPS_SHAPES,
} LscFlopsSource;

/**
 * LscMfuOptions: zero-filled = the defaults
 * @peak_tflops: FP16 peak given by the user, 0 = none
 * @peak_bandwidth_gbs: of the memory, given by the user, 10^9 bytes/s, 0 = none
 * @chip: (nullable): name of a chip in the table of flops.md#chips
 * @dtype_basis: measure FP32 against the FP32 peak (exports.md#q42)
 * @backward: backward modules in the ModuleMFU table (exports.md#q41)
 */
typedef struct
{
  LscMfuMode mode;
  LscFlopsSource flops;
  double peak_tflops;
  double peak_bandwidth_gbs;
  const char *chip;
  gboolean dtype_basis;
  gboolean backward;
} LscMfuOptions;

typedef enum
{
  LSC_PEAK_UNKNOWN,
  LSC_PEAK_USER,
  LSC_PEAK_CHIP_TABLE,
  LSC_PEAK_INFO_JSON,
  LSC_PEAK_ESTIMATED,
} LscPeakSource;

/** FLOP/s peaks of the matrix unit by class, and the memory's bandwidth; 0 = unknown. @source is
 * that of the former. */
typedef struct
{
  LscPeakSource source;
  double fp16;
  double int8;
  double fp32;
  double bandwidth; /* of the memory, bytes/s */
} LscPeak;

enum
{
  LSC_FLOPS_ESTIMATED = 1 << 0,
  LSC_FLOPS_ABOVE_PEAK = 1 << 1, /* MFU above 105 % */
};

/** FLOPs of one kernel. */
typedef struct
{
  guint32 kernel; /* index into LscRun.kernels */
  guint32 op;     /* index into LscModuleData.ops */
  double flops;
  double peak;   /* FLOP/s it is measured against */
  guint32 label; /* recorded: the message of the range; else the kernel's op type; see
                    lsc_kernel_flops_label() */
  guint8 origin; /* LscFlopsSource */
  guint8 flags;
  guint16 reserved;
} LscKernelFlops;

LSC_DEFINE_ARRAY (LscKernelFlopsList, lsc_kernel_flops_list, LscKernelFlops)

LscPeak lsc_peak_find (LscRun *run, const LscMfuOptions *options);
gboolean lsc_mfu_compute (LscModuleData *data, const LscMfuOptions *options, LscPeak *peak,
                          LscKernelFlopsList *out, LscJob *job, GError **error);
double lsc_kernel_flops_mfu (const LscRun *run, const LscKernelFlops *flops);
const char *lsc_kernel_flops_label (const LscRun *run, const LscKernelFlops *flops);

G_END_DECLS
