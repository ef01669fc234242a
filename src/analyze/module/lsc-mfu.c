/* lsc-mfu.c - FLOPs of kernels and the peak they are measured against
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-mfu.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-sort.h"
#include "analyze/module/lsc-chip.h"
#include "analyze/module/lsc-flops-private.h"
#include "analyze/module/lsc-module-private.h"
#include "model/lsc-lacks.h"

/* MFU of a kernel = FLOPs / seconds / peak (flops.md#mfu). Example: a product of two 4096 x
 * 4096 matrices is 2 * 4096^3 FLOPs; in 800 us on 20 cores of 1800 MHz (294.9 TFLOP/s) it reaches
 * 58.25 %. */

/* FP32 on the cube: a quarter of FP16 fits a measurement (flops.md#chips). */
#define FP32_SHARE 0.25

static LscPeak
peak_of (LscPeakSource source, double fp16, double int8)
{
  LscPeak peak = { source, fp16, int8, fp16 * FP32_SHARE, 0 };

  return peak;
}

static LscPeak
peak_of_cores (LscPeakSource source, double cores, double mhz)
{
  return peak_of (source, cores * mhz * 1e6 * LSC_CUBE_FP16_FLOPS,
                  cores * mhz * 1e6 * LSC_CUBE_INT8_FLOPS);
}

/* Multiprocessors of a device, as a description of it says; 0 when it is not the one of @name */
static gint64
units_of (JsonNode *item, const char *name)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (item) ? json_node_get_object (item) : NULL;
  JsonNode *named = object ? json_object_get_member (object, "name") : NULL;
  JsonNode *units = object ? json_object_get_member (object, "numSms") : NULL;

  if (!named || !units || json_node_get_value_type (named) != G_TYPE_STRING ||
      json_node_get_value_type (units) != G_TYPE_INT64 ||
      strcmp (json_node_get_string (named), name) != 0)
    return 0;
  return json_node_get_int (units);
}

/* (nullable): the chip of a GPU as its trace describes the device */
static const LscChip *
find_gpu (const LscRun *run)
{
  JsonNode *node = lsc_metadata_parse (run->metadata, "deviceProperties", JSON_NODE_ARRAY, NULL);
  JsonArray *list = node ? json_node_get_array (node) : NULL;
  gint64 units = 0;

  for (guint i = 0; list && i < json_array_get_length (list) && units == 0; i++)
    units = units_of (json_array_get_element (list, i), run->chip_name);
  return lsc_chip_find_device (run->chip_name, units);
}

static LscPeak
find_flops_peak (const LscRun *run, const LscMfuOptions *options, const LscChip *chip)
{
  gboolean is_peer = options && options->mode == LSC_MFU_PEER;
  double cores;

  if (options && options->peak_tflops > 0)
    return peak_of (LSC_PEAK_USER, options->peak_tflops * 1e12, options->peak_tflops * 2e12);
  if (chip)
    return peak_of (LSC_PEAK_CHIP_TABLE, lsc_chip_fp16_flops (chip), lsc_chip_int8_flops (chip));
  if (run->ai_core_count > 0 && run->ai_core_mhz > 0)
    return peak_of_cores (LSC_PEAK_INFO_JSON, run->ai_core_count, run->ai_core_mhz);
  cores = lsc_chip_guess_cores (run->max_core_count);
  if (!is_peer && cores > 0 && run->max_freq_mhz > 0)
    return peak_of_cores (LSC_PEAK_ESTIMATED, cores, (double) run->max_freq_mhz);
  return peak_of (LSC_PEAK_UNKNOWN, 0, 0);
}

/**
 * lsc_peak_find:
 * @run: a run
 * @options: (nullable): what the user said of the peak
 *
 * The peak of the rank's chip, from the first of: the user's figure, the chip table (of GPUs by the
 * name that the trace gives them), info.json of the rank's device, an estimate from clock and block
 * counts (flops.md#sources). The reference mode does not estimate. The bandwidth of the memory is
 * the user's, else that of the chip table.
 *
 * Returns: peaks in FLOP/s; source %LSC_PEAK_UNKNOWN when nothing tells
 */
LscPeak
lsc_peak_find (LscRun *run, const LscMfuOptions *options)
{
  const LscChip *chip;
  LscPeak peak;

  g_return_val_if_fail (run, (LscPeak){ 0 });
  chip = options && options->chip ? lsc_chip_find (options->chip) : NULL;
  if (!chip && run->is_gpu && run->chip_name)
    chip = find_gpu (run);
  peak = find_flops_peak (run, options, chip);
  if (options && options->peak_bandwidth_gbs > 0)
    peak.bandwidth = options->peak_bandwidth_gbs * 1e9;
  else if (chip)
    peak.bandwidth = chip->memory_gbs * 1e9;
  return peak;
}

/**
 * lsc_kernel_flops_label:
 *
 * Returns: (transfer none): what the FLOPs were recorded for, else the op type of the kernel
 */
const char *
lsc_kernel_flops_label (const LscRun *run, const LscKernelFlops *flops)
{
  g_return_val_if_fail (flops, NULL);

  const char *text = lsc_run_text (run, flops->label);
  const char *dash = flops->origin == LSC_FLOPS_RECORDED ? strchr (text, '-') : NULL;

  return dash ? dash + 1 : text;
}

static void
take_notice_once (LscModuleData *data, LscNotice *notice, const char *table, gint64 count)
{
  g_autoptr (GPtrArray) known = lsc_notices_copy_list (data->notices);

  for (guint i = 0; i < known->len; i++)
    if (strcmp (((const LscNotice *) known->pdata[i])->code, notice->code) == 0)
      {
        lsc_notice_free (notice);
        return;
      }
  _lsc_module_take_notice (data, notice, table, count);
}

static void
note_peak (LscFlops *self)
{
  LscNotice *notice;

  if (self->peak.source == LSC_PEAK_UNKNOWN && self->run->is_gpu)
    {
      notice = lsc_notice_new (LSC_SEVERITY_NOTE, "mfu-no-peak",
                               _ ("The peak of this GPU is not known."));
      lsc_notice_set_help (notice, _ ("MFU is not available."),
                           _ ("Name its FP16 peak with --peak-tflops."));
      lsc_notice_set_window_remedy (notice, _ ("Name its FP16 peak in the preferences."));
    }
  else if (self->peak.source == LSC_PEAK_UNKNOWN)
    {
      notice = lsc_notice_new (LSC_SEVERITY_NOTE, "mfu-no-peak",
                               _ ("The peak of the chip is unknown: info.json of the device is "
                                  "missing or has no cores or frequency."));
      lsc_notice_set_help (notice, _ ("MFU is not available."), NULL);
      lsc_notice_advise_chip (notice);
    }
  else if (self->peak.source == LSC_PEAK_ESTIMATED)
    {
      notice = lsc_notice_new (LSC_SEVERITY_NOTE, "mfu-peak-estimated",
                               _ ("The peak of the chip is estimated from its clock and the "
                                  "largest block count: %.1f TFLOP/s."),
                               self->peak.fp16 / 1e12);
      lsc_notice_advise_chip (notice);
    }
  else
    return;
  take_notice_once (self->data, notice, self->run->is_gpu ? "deviceProperties" : "info.json", -1);
}

static void
note_shapes (LscFlops *self)
{
  LscNotice *notice;

  if (self->has_shapes || self->data->ops.n == 0)
    return;
  if (self->run->is_gpu)
    {
      notice = lsc_notice_new (LSC_SEVERITY_NOTE, "mfu-no-shapes",
                               _ ("No matrix product of the trace has Input Dims and a data type "
                                  "with a known peak, MFU not available."));
      lsc_notice_set_help (
          notice, NULL,
          _ (lsc_unknown_get_remedy (LSC_UNKNOWN_NO_SHAPES, lsc_run_get_recorder (self->run))));
      take_notice_once (self->data, notice, "traceEvents", -1);
      return;
    }
  notice = lsc_notice_new (LSC_SEVERITY_NOTE, "mfu-no-shapes",
                           _ ("Profiler level 0: no shapes, MFU not available."));
  lsc_notice_set_help (notice, NULL, _ ("Use Level1."));
  take_notice_once (self->data, notice, "COMPUTE_TASK_INFO", -1);
}

static void
note_bad_input (LscFlops *self)
{
  if (self->n_bad_recorded > 0)
    take_notice_once (self->data,
                      lsc_notice_new (LSC_SEVERITY_WARNING, "mfu-bad-range",
                                      _ ("%zu ranges of the domain mfu_flops do not have the form "
                                         "FLOPs-name and were skipped."),
                                      self->n_bad_recorded),
                      "MSTX_EVENTS", (gint64) self->n_bad_recorded);
  if (self->n_bad_marks > 0)
    take_notice_once (self->data,
                      lsc_notice_new (LSC_SEVERITY_WARNING, "mfu-bad-mark",
                                      _ ("%zu marks of the domain flash_attn_args "
                                         "cannot be used, first: %s"),
                                      self->n_bad_marks, self->first_bad_mark),
                      "MSTX_EVENTS", (gint64) self->n_bad_marks);
}

static void
note_above_peak (LscFlops *self)
{
  const LscKernelFlops *first = NULL;
  g_autofree char *valid = NULL;
  LscNotice *notice;
  gint64 n = 0;

  for (gsize i = 0; i < self->out->n; i++)
    if (self->out->items[i].flags & LSC_FLOPS_ABOVE_PEAK)
      {
        first = first ? first : &self->out->items[i];
        n++;
      }
  if (!first)
    return;
  valid = g_utf8_make_valid (lsc_run_text (self->run, self->run->kernels.items[first->kernel].name),
                             -1);
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, "mfu-above-peak",
                           _ ("%" PRId64 " kernels have an MFU above 105 %%, first %s with "
                              "%.0f %% of %.1f TFLOP/s."),
                           n, valid, 100.0 * lsc_kernel_flops_mfu (self->run, first),
                           first->peak / 1e12);
  lsc_notice_set_help (notice, _ ("FLOPs or peak are wrong."), NULL);
  lsc_notice_advise_chip (notice);
  take_notice_once (self->data, notice, "COMPUTE_TASK_INFO", n);
}

static void
survey_kernels (LscFlops *self)
{
  for (gsize i = 0; i < self->data->kernels.n && !self->has_shapes; i++)
    self->has_shapes = _lsc_flops_detail (self, self->data->kernels.items[i]) != NULL;
}

static gint64
key_of_item (gsize index, gconstpointer data)
{
  return ((const LscKernelFlops *) data)[index].op;
}

static int
compare_items (guint32 a, guint32 b, gconstpointer data)
{
  const LscKernelFlops *items = data;

  LSC_RETURN_ORDER (items[a].kernel, items[b].kernel);
  return LSC_ORDER (a, b);
}

static void
sort_items (LscKernelFlopsList *list)
{
  g_autofree guint32 *order = lsc_sort_indexes (list->n, key_of_item, compare_items, list->items);

  lsc_sort_apply (list->items, sizeof *list->items, order, list->n);
}

static gboolean
compute (LscFlops *self, GError **error)
{
  LscFlopsSource flops = self->options->flops;

  if (flops == LSC_FLOPS_DEFAULT || self->is_peer)
    flops = LSC_FLOPS_SHAPES;
  if (self->is_peer && self->options->flops == LSC_FLOPS_RECORDED)
    return _lsc_flops_from_ranges (self, error);
  if (!self->is_peer &&
      !(_lsc_flops_from_ranges (self, error) && _lsc_flops_mask_recorded (self, error)))
    return FALSE;
  if (flops >= LSC_FLOPS_MARKS && !_lsc_flops_from_marks (self, error))
    return FALSE;
  if (flops >= LSC_FLOPS_SHAPES && !_lsc_flops_from_shapes (self, error))
    return FALSE;
  return flops < LSC_FLOPS_SHAPES || self->is_peer || _lsc_flops_from_grads (self, error);
}

/**
 * lsc_mfu_compute:
 * @data: of a run loaded with %LSC_LOAD_SHAPES
 * @options: (nullable): sources of FLOPs and of the peak
 * @peak: (out): the peak used
 * @out: (out): the kernels that carry FLOPs, by op and kernel; to be cleared by the caller
 * @error: %LSC_ERROR_CANCELLED
 *
 * FLOPs of every op from the first source that has them: recorded ranges, attention marks, kernel
 * shapes (flops.md#sources); in reference mode flops.md#reference-mode. Without shapes or with mode
 * off @out stays empty, and without a peak as well but for GPU traces, whose FLOPs have none then.
 *
 * Cost: O(n log n). Thread: any; adds notices to the data.
 *
 * Returns: %FALSE on cancellation
 */
gboolean
lsc_mfu_compute (LscModuleData *data, const LscMfuOptions *options, LscPeak *peak,
                 LscKernelFlopsList *out, LscJob *job, GError **error)
{
  g_return_val_if_fail (data, FALSE);

  static const LscMfuOptions defaults = { 0 };
  LscFlops self = { .data = data, .run = data->run, .out = out, .job = job };
  gboolean ok = TRUE;

  self.options = options ? options : &defaults;
  self.is_peer = self.options->mode == LSC_MFU_PEER;
  self.peak = *peak = lsc_peak_find (data->run, self.options);
  *out = (LscKernelFlopsList){ 0 };
  if (self.options->mode == LSC_MFU_OFF)
    return TRUE;
  survey_kernels (&self);
  note_shapes (&self);
  if (!self.has_shapes)
    return TRUE;
  note_peak (&self);
  if (self.peak.source == LSC_PEAK_UNKNOWN && !data->run->is_gpu)
    return TRUE;
  self.op_done = g_new0 (guint8, data->ops.n + 1);
  self.kind_of = g_new0 (guint8, lsc_intern_size (data->run->strings) + 1);
  self.dtypes = g_new0 (guint8, lsc_intern_size (data->run->strings) + 1);
  ok = compute (&self, error);
  sort_items (out);
  note_bad_input (&self);
  note_above_peak (&self);
  g_free (self.op_done);
  g_free (self.kind_of);
  g_free (self.dtypes);
  g_free (self.first_bad_mark);
  if (!ok)
    lsc_kernel_flops_list_clear (out);
  return ok;
}
