/* lsc-chip.c - peak rates of known chips
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-chip.h"

#include <string.h>

/* Matrix unit only, dense (flops.md#chips). Cores and clock come from the platform
 * configuration files of CANN 8.1.RC1, the other makers' figures from their data sheets, as are
 * bandwidths of memory: what is said of Ascend 910B and later disagrees, and of an A100 or A800 it
 * depends on how much memory it has. */
static const LscChip chips[] = {
  { "Ascend910B1", 24, 1850, 0, NULL, 0, 0 },
  { "Ascend910B2", 24, 1800, 0, NULL, 0, 0 },
  { "Ascend910B2C", 24, 1800, 0, NULL, 0, 0 },
  { "Ascend910B3", 20, 1800, 0, NULL, 0, 0 },
  { "Ascend910B4", 20, 1500, 0, "product pages say 280 TFLOP/s", 0, 0 },
  { "Ascend910_9391", 24, 1850, 0, NULL, 0, 0 },
  { "Ascend910_9382", 24, 1800, 0, NULL, 0, 0 },
  { "Ascend910_9362", 20, 1500, 0, NULL, 0, 0 },
  { "Ascend910_95", 32, 1650, 0, NULL, 0, 0 },
  { "Ascend950PR_9579", 28, 1650, 0, "INT8 is not verified", 0, 0 },
  { "Ascend910A", 32, 1000, 0, "published as 256 TFLOP/s", 0, 1200 },
  { "Ascend310P3", 8, 1060, 0, NULL, 0, 204.8 },
  { "A100", 0, 0, 312, NULL, 0, 0 },
  { "A800", 0, 0, 312, NULL, 0, 0 },
  { "A30", 0, 0, 165, NULL, 0, 933 },
  { "A40", 0, 0, 149.7, NULL, 0, 696 },
  { "L4", 0, 0, 121, NULL, 0, 300 },
  { "L40S", 0, 0, 362, NULL, 0, 864 },
  { "H100 SXM", 0, 0, 989, NULL, 0, 3350 },
  { "H100 PCIe", 0, 0, 756, NULL, 0, 2000 },
  { "H100 NVL", 0, 0, 835, NULL, 0, 3900 },
  { "H100", 0, 0, 989, NULL, 0, 3350 },
  { "H200", 0, 0, 989, NULL, 0, 4800 },
  { "H200 NVL", 0, 0, 836, NULL, 0, 4800 },
  { "B100", 0, 0, 1800, NULL, 0, 8000 },
  { "B200", 0, 0, 2250, NULL, 0, 8000 },
  { "GB200", 0, 0, 2500, NULL, 0, 8000 },
  { "RTX 4090", 0, 0, 165.2, NULL, 0, 1008 },
  { "RTX 3090", 0, 0, 71, NULL, 0, 936 },
  { "MI250X", 0, 0, 383, NULL, 220, 3276.8 },
  { "MI300X", 0, 0, 1307.4, NULL, 304, 5300 },
  { "MI325X", 0, 0, 1307.4, NULL, 304, 6000 },
  { "MI355X", 0, 0, 2500, NULL, 256, 8000 },
};

/**
 * lsc_chip_list:
 *
 * Returns: (transfer none) (array length=n_chips): the chips that are known
 */
const LscChip *
lsc_chip_list (gsize *n_chips)
{
  g_return_val_if_fail (n_chips, NULL);
  *n_chips = G_N_ELEMENTS (chips);
  return chips;
}

/**
 * lsc_chip_find:
 * @name: a name of the list in any case; `Ascend` may be left out
 *
 * Returns: (transfer none) (nullable): the chip
 */
const LscChip *
lsc_chip_find (const char *name)
{
  g_return_val_if_fail (name, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (chips); i++)
    {
      const char *known = chips[i].name;

      if (g_ascii_strcasecmp (known, name) == 0 ||
          (g_str_has_prefix (known, "Ascend") &&
           g_ascii_strcasecmp (known + strlen ("Ascend"), name) == 0))
        return &chips[i];
    }
  return NULL;
}

/* Words that say who made a device and how it is fitted, not which chip it is. */
static gboolean
is_side_word (const char *word)
{
  static const char *const words[] = { "NVIDIA", "AMD",   "Instinct", "Tesla", "GeForce",
                                       "HBM3",   "HBM3e", "OAM",      NULL };
  gsize n = strlen (word);

  for (gsize i = 0; words[i]; i++)
    if (g_ascii_strcasecmp (words[i], word) == 0)
      return TRUE;
  if (g_ascii_strncasecmp (word, "SXM", 3) == 0)
    return strspn (word + 3, "0123456789") == n - 3;
  return n > 2 && strspn (word, "0123456789") == n - 2 &&
         g_ascii_strcasecmp (word + n - 2, "GB") == 0;
}

/**
 * lsc_chip_shorten_device:
 * @device: as a driver names it
 *
 * Returns: (transfer full): without maker, memory and socket: "H100" of "NVIDIA H100 80GB HBM3";
 * all of it where nothing else is left
 */
char *
lsc_chip_shorten_device (const char *device)
{
  g_return_val_if_fail (device, NULL);

  g_auto (GStrv) words = g_strsplit_set (device, " -", -1);
  g_autoptr (GString) name = g_string_new (NULL);

  for (gsize i = 0; words[i]; i++)
    if (*words[i] && !is_side_word (words[i]))
      g_string_append_printf (name, "%s%s", name->len > 0 ? " " : "", words[i]);
  return name->len > 0 ? g_string_free (g_steal_pointer (&name), FALSE) : g_strdup (device);
}

/* In place. Returns: whether it ended so */
static gboolean
strip_end (char *name, const char *end)
{
  gsize n = strlen (name), n_end = strlen (end);

  if (n <= n_end || g_ascii_strcasecmp (name + n - n_end, end) != 0)
    return FALSE;
  name[n - n_end] = '\0';
  return TRUE;
}

/**
 * lsc_chip_find_device:
 * @device: as a driver names it: "NVIDIA H100 80GB HBM3", "NVIDIA A100-SXM4-40GB"
 * @units: multiprocessors of the device, 0 = not known
 *
 * Every word but maker, memory and socket has to be one of the chip's name: "NVIDIA GeForce RTX
 * 4090 D" and "NVIDIA H100 80GB HBM3 MIG 1g.10gb" are none of the list. Of parts that a driver may
 * show in pieces the device has to be whole; then it may be one of a virtual machine ("VF").
 *
 * Returns: (transfer none) (nullable): the chip
 */
const LscChip *
lsc_chip_find_device (const char *device, gint64 units)
{
  g_return_val_if_fail (device, NULL);

  g_autofree char *name = lsc_chip_shorten_device (device);
  gboolean is_virtual = strip_end (name, " VF");
  const LscChip *chip = lsc_chip_find (name);

  if (!chip && strip_end (name, " PCIe"))
    chip = lsc_chip_find (name);
  if (!chip || (is_virtual && chip->units == 0))
    return NULL;
  return chip->units == 0 || chip->units == units ? chip : NULL;
}

/**
 * lsc_chip_fp16_flops:
 *
 * Returns: peak for FP16 and BF16, FLOP/s
 */
double
lsc_chip_fp16_flops (const LscChip *chip)
{
  g_return_val_if_fail (chip, 0);
  if (chip->cores > 0)
    return chip->cores * chip->mhz * 1e6 * LSC_CUBE_FP16_FLOPS;
  return chip->fp16_tflops * 1e12;
}

/**
 * lsc_chip_int8_flops:
 *
 * Returns: peak for INT8, operations per second; 0 = unknown
 */
double
lsc_chip_int8_flops (const LscChip *chip)
{
  g_return_val_if_fail (chip, 0);
  return chip->cores * chip->mhz * 1e6 * LSC_CUBE_INT8_FLOPS;
}

/**
 * lsc_chip_guess_cores:
 * @most_used: the largest number of cores that a kernel ran on
 *
 * Returns: the smallest number of cube cores of a known part that is not below it, 0 = none
 */
double
lsc_chip_guess_cores (gint64 most_used)
{
  static const gint64 parts[] = { 20, 24, 25, 28, 32 };

  for (gsize i = 0; i < G_N_ELEMENTS (parts) && most_used > 0; i++)
    if (parts[i] >= most_used)
      return (double) parts[i];
  return 0;
}
