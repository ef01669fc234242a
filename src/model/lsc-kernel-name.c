/* lsc-kernel-name.c - what the name of a kernel tells: family, type, and a name that can be read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-kernel-name.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define ANONYMOUS "(anonymous namespace)"
#define SHORT_WORD 12 /* a word without "_" below that says little without its namespace */

/** A piece of a name; @begin is %NULL where there is none. */
typedef struct
{
  const char *begin;
  gsize n;
} Part;

/** The parts of a C++ signature that tell something. */
typedef struct
{
  Part before;    /* the namespace or class around @last */
  Part last;      /* the function */
  Part arguments; /* of the template @last */
  const char *end;
  gboolean is_signature;
} Signature;

/* Patterns in the order in which they are looked for: attention is made of matrix products, and a
 * matrix product may end with an activation. */
static const struct
{
  const char *text;
  LscKernelFamily family;
} patterns[] = {
  { "flash", LSC_FAMILY_ATTENTION },
  { "fmha", LSC_FAMILY_ATTENTION },
  { "attention", LSC_FAMILY_ATTENTION },
  { "attn", LSC_FAMILY_ATTENTION },
  { "layer_norm", LSC_FAMILY_NORM },
  { "layernorm", LSC_FAMILY_NORM },
  { "rms_norm", LSC_FAMILY_NORM },
  { "rmsnorm", LSC_FAMILY_NORM },
  { "batch_norm", LSC_FAMILY_NORM },
  { "batchnorm", LSC_FAMILY_NORM },
  { "group_norm", LSC_FAMILY_NORM },
  { "groupnorm", LSC_FAMILY_NORM },
  { "norm_kernel", LSC_FAMILY_NORM },
  { "norm_fwd", LSC_FAMILY_NORM },
  { "norm_bwd", LSC_FAMILY_NORM },
  { "rowwisemoments", LSC_FAMILY_NORM },
  { "bn_fw", LSC_FAMILY_NORM },
  { "bn_bw", LSC_FAMILY_NORM },
  { "ln_fwd", LSC_FAMILY_NORM },
  { "ln_bwd", LSC_FAMILY_NORM },
  { "gemm", LSC_FAMILY_MATRIX },
  { "nvjet", LSC_FAMILY_MATRIX },
  { "xmma", LSC_FAMILY_MATRIX },
  { "cutlass", LSC_FAMILY_MATRIX },
  { "cijk_", LSC_FAMILY_MATRIX },
  { "gemv", LSC_FAMILY_MATRIX },
  { "matmul", LSC_FAMILY_MATRIX },
  { "scudnn", LSC_FAMILY_MATRIX },
  { "splitk", LSC_FAMILY_MATRIX },
  { "dgrad", LSC_FAMILY_MATRIX },
  { "wgrad", LSC_FAMILY_MATRIX },
  { "convolve", LSC_FAMILY_MATRIX },
  { "memcpy", LSC_FAMILY_COPY },
  { "memset", LSC_FAMILY_COPY },
  { "copy", LSC_FAMILY_COPY },
  { "catarray", LSC_FAMILY_COPY },
  { "transpose", LSC_FAMILY_COPY },
  { "nchwtonhwc", LSC_FAMILY_COPY },
  { "nhwctonchw", LSC_FAMILY_COPY },
  { "indexselect", LSC_FAMILY_COPY },
  { "gather", LSC_FAMILY_COPY },
  { "scatter", LSC_FAMILY_COPY },
  { "softmax", LSC_FAMILY_REDUCTION },
  { "reduce", LSC_FAMILY_REDUCTION },
  { "triton_red", LSC_FAMILY_REDUCTION },
  { "triton_per", LSC_FAMILY_REDUCTION },
  { "argmax", LSC_FAMILY_REDUCTION },
  { "elementwise", LSC_FAMILY_ELEMENTWISE },
  { "vectorized", LSC_FAMILY_ELEMENTWISE },
  { "triton_poi", LSC_FAMILY_ELEMENTWISE },
  { "pointwise", LSC_FAMILY_ELEMENTWISE },
  { "multi_tensor_apply", LSC_FAMILY_ELEMENTWISE },
  { "dropout", LSC_FAMILY_ELEMENTWISE },
  { "silu", LSC_FAMILY_ELEMENTWISE },
  { "gelu", LSC_FAMILY_ELEMENTWISE },
  { "relu", LSC_FAMILY_ELEMENTWISE },
  { "swiglu", LSC_FAMILY_ELEMENTWISE },
  { "act_and_mul", LSC_FAMILY_ELEMENTWISE },
  { "rotary", LSC_FAMILY_ELEMENTWISE },
};

static const char *const titles[LSC_N_FAMILIES] = {
  [LSC_FAMILY_MATRIX] = N_ ("Matrix product"),       [LSC_FAMILY_ATTENTION] = N_ ("Attention"),
  [LSC_FAMILY_NORM] = N_ ("Normalisation"),          [LSC_FAMILY_ELEMENTWISE] = N_ ("Elementwise"),
  [LSC_FAMILY_REDUCTION] = N_ ("Reduction"),         [LSC_FAMILY_COPY] = N_ ("Memory copy"),
  [LSC_FAMILY_COMMUNICATION] = N_ ("Communication"), [LSC_FAMILY_OTHER] = N_ ("Computing kernel"),
};

/* ---- reading a signature ---- */

/* Returns: what follows the bracket that opens at @text; the end where it never closes */
static const char *
skip_bracket (const char *text)
{
  int depth = 0;

  for (; *text != '\0'; text++)
    if (strchr ("<([{", *text))
      depth++;
    else if (strchr (">)]}", *text) && text[-1] != '-' && --depth == 0)
      return text + 1;
  return text;
}

static const char *
skip_word (const char *text)
{
  while (g_ascii_isalnum (*text) || *text == '_')
    text++;
  return text;
}

/* Reads `a::b<c>` from @text. Returns: %FALSE where no such thing stands */
static gboolean
read_path (Signature *self, const char *text)
{
  for (;; text += 2)
    {
      if (g_str_has_prefix (text, ANONYMOUS))
        text += strlen (ANONYMOUS);
      else
        {
          const char *end = skip_word (text);

          if (end == text)
            return FALSE;
          self->before = self->last;
          self->last = (Part){ text, (gsize) (end - text) };
          self->arguments = (Part){ NULL, 0 };
          text = end;
        }
      if (*text == '<')
        {
          const char *end = skip_bracket (text);

          self->arguments = (Part){ text + 1, (gsize) (end - text - 1) };
          self->is_signature = TRUE;
          text = end;
        }
      self->end = text;
      if (!g_str_has_prefix (text, "::"))
        return TRUE;
    }
}

/* Framework ops (`aten::add`), Python frames and marks (`step(3)`) are no signatures. */
static Signature
read_signature (const char *name)
{
  Signature self = { .is_signature = g_str_has_prefix (name, "void ") };

  if (!read_path (&self, name + (self.is_signature ? strlen ("void ") : 0)))
    return (Signature){ .is_signature = FALSE };
  if (*self.end == '(')
    {
      self.is_signature |= self.before.begin || g_str_has_prefix (name, "nccl");
      self.end = skip_bracket (self.end);
    }
  self.is_signature &= *self.end == '\0' || g_str_has_prefix (self.end, " [clone");
  return self;
}

/* ---- shortening ---- */

static gboolean
has_text (const Part *part, const char *text)
{
  return part->begin && g_strstr_len (part->begin, (gssize) part->n, text);
}

static gboolean
is_word (const Part *part, const char *word)
{
  return part->n == strlen (word) && memcmp (part->begin, word, part->n) == 0;
}

/* Whether a word names what PyTorch's general kernels apply, and does not only wrap it. */
static gboolean
is_functor (const Part *word)
{
  static const char *const marks[] = { "Functor",    "_kernel_cuda", "_kernel_impl",
                                       "KernelImpl", "_cuda_out",    "Ops" };
  static const char *const wrappers[] = { "BinaryFunctor", "UnaryFunctor", "gpu_kernel_impl" };

  for (guint i = 0; i < G_N_ELEMENTS (wrappers); i++)
    if (has_text (word, wrappers[i]))
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (has_text (word, marks[i]))
      return TRUE;
  return FALSE;
}

static Part
find_functor (const Part *arguments)
{
  const char *end = arguments->begin + arguments->n;

  for (const char *at = arguments->begin; at < end;)
    {
      Part word = { at, (gsize) (skip_word (at) - at) };

      if (is_functor (&word))
        return word;
      at += MAX (word.n, 1);
    }
  return (Part){ NULL, 0 };
}

/**
 * lsc_kernel_name_shorten:
 * @name: any name of a slice
 *
 * Shortens the signature of a C++ kernel: without result, namespaces, template arguments and
 * parameters. What wraps another kernel gives way to it, a general kernel tells what it applies,
 * and a short word keeps what it stands in: `internode::combine`.
 *
 * Cost: O(length). Thread: any.
 *
 * Returns: (transfer full) (nullable): the short name; %NULL = @name is no signature
 */
char *
lsc_kernel_name_shorten (const char *name)
{
  g_return_val_if_fail (name, NULL);

  Signature signature = read_signature (name);
  Part *last = &signature.last, *arguments = &signature.arguments, functor = { NULL, 0 };

  if (!signature.is_signature)
    return NULL;
  if (arguments->begin &&
      (is_word (last, "Kernel") || is_word (last, "Kernel2") || is_word (last, "device_kernel")))
    {
      Signature inner = { .is_signature = FALSE };

      if (read_path (&inner, arguments->begin))
        return g_strndup (inner.last.begin, inner.last.n);
    }
  if (arguments->begin && (has_text (last, "elementwise") || has_text (last, "reduce")))
    functor = find_functor (arguments);
  if (functor.begin)
    return g_strdup_printf ("%.*s: %.*s", (int) last->n, last->begin, (int) functor.n,
                            functor.begin);
  if (signature.before.begin && last->n < SHORT_WORD && !has_text (last, "_"))
    return g_strdup_printf ("%.*s::%.*s", (int) signature.before.n, signature.before.begin,
                            (int) last->n, last->begin);
  return g_strndup (last->begin, last->n);
}

/* ---- families ---- */

/**
 * lsc_kernel_name_is_fused:
 * @name: of a kernel of a GPU
 *
 * What a compiler made, and optimizers that update many tensors at once, do the work of several
 * kernels already.
 *
 * Cost: O(length). Thread: any.
 *
 * Returns: whether its name says so
 */
gboolean
lsc_kernel_name_is_fused (const char *name)
{
  g_return_val_if_fail (name, FALSE);
  return strstr (name, "triton_") || strstr (name, "multi_tensor_apply");
}

/**
 * lsc_kernel_name_get_type:
 * @name: of a kernel of an NPU
 *
 * Cost: O(length). Thread: any.
 *
 * Returns: (transfer none): the type of its operator, a part of @name (findings.md#sequences):
 *   aclnnCast_CastAiCore_Cast is a Cast
 */
const char *
lsc_kernel_name_get_type (const char *name)
{
  g_return_val_if_fail (name, NULL);

  const char *last = g_str_has_prefix (name, "aclnn") ? strrchr (name, '_') : NULL;

  return last ? last + 1 : name;
}

/* The function and the namespaces that it stands in, without result, template arguments and
 * parameters; of what is no signature all. */
static char *
get_path (const char *name)
{
  Signature signature = read_signature (name);
  g_autofree char *brief = lsc_kernel_name_shorten (name);
  g_autofree char *path = signature.is_signature
                              ? g_strndup (name, (gsize) (signature.last.begin - name))
                              : g_strdup ("");

  return g_strconcat (path, brief ? brief : name, NULL);
}

/**
 * lsc_kernel_name_get_comm:
 * @name: of a kernel of any device
 *
 * Cost: O(length x words); callers keep the answer. Thread: any.
 *
 * Source: formats.md#communication-names.
 *
 * Returns: whether the kernel communicates, as far as its name tells
 */
LscCommName
lsc_kernel_name_get_comm (const char *name)
{
  g_return_val_if_fail (name, LSC_COMM_NAME_NONE);

  g_autofree char *path = get_path (name);

  return lsc_comm_name_classify (name, path);
}

/**
 * lsc_kernel_name_is_copy:
 * @name: of an event of a device
 *
 * ROCm runs copies and fills as kernels of its own, and up to 7.1 records them as such; devices of
 * other kinds have no category for them.
 *
 * Thread: any.
 *
 * Returns: whether it is a copy or a fill, and computes nothing
 */
gboolean
lsc_kernel_name_is_copy (const char *name)
{
  static const char *const prefixes[] = {
    "MEMORY_COPY",  "MEMORY_SET",       "__amd_rocclr_copy", "__amd_rocclr_fill",  "Memcpy ",
    "Memset ",      "CopyHostToDevice", "CopyDeviceToHost",  "CopyDeviceToDevice", "FillBuffer",
    "[CUDA memcpy", "[CUDA memset",     "MemcpyH2D",         "MemcpyD2H",          "MemcpyD2D",
    "MemcpyP2P"
  };

  g_return_val_if_fail (name, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return TRUE;
  return FALSE;
}

/**
 * lsc_kernel_name_family:
 * @name: of a GPU kernel
 *
 * Looks for words in the short name and its namespaces; template arguments tell of types only. What
 * communicates is told by the one list of such names, lsc-comm-name.c.
 *
 * Cost: O(length x patterns); callers keep the answer. Thread: any.
 *
 * Returns: the family, lanes.md#kernel-families
 */
LscKernelFamily
lsc_kernel_name_family (const char *name)
{
  g_return_val_if_fail (name, LSC_FAMILY_OTHER);

  g_autofree char *path = get_path (name);
  g_autofree char *text = g_ascii_strdown (path, -1);

  if (lsc_comm_name_classify (name, path) == LSC_COMM_NAME_WHOLE)
    return LSC_FAMILY_COMMUNICATION;
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    if (strstr (text, patterns[i].text))
      return patterns[i].family;
  return LSC_FAMILY_OTHER;
}

/**
 * lsc_kernel_family_title:
 *
 * Returns: (transfer none): the translated name of a family
 */
const char *
lsc_kernel_family_title (LscKernelFamily family)
{
  return _ (titles[family < LSC_N_FAMILIES ? family : LSC_FAMILY_OTHER]);
}

/**
 * lsc_name_is_of_profiler:
 * @name: of an event
 *
 * Returns: whether it is work of the profiler itself, which runs on no device and is none of the
 *   program's: requests and flushes of its buffers, and the like (cat "overhead" of Kineto)
 */
gboolean
lsc_name_is_of_profiler (const char *name)
{
  static const char *const names[] = { "Command Buffer Full",
                                       "Buffer Request",
                                       "CUPTI Buffer Request",
                                       "Activity Buffer Request",
                                       "Buffer Flush",
                                       "Buffer Flush Overhead",
                                       "Activity Buffer Flush",
                                       "CUPTI Buffer Flush",
                                       "Instrumentation",
                                       "Resource",
                                       "CUPTI Resource",
                                       "Overhead",
                                       NULL };

  g_return_val_if_fail (name, FALSE);
  return g_strv_contains (names, name);
}
