/* lsc-report-html-script.c - what makes tables of a page sortable
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-html-script.h"

/* Titles of columns become buttons, so that they are reached by key. Numbers begin with the
 * largest; what is not known stays last. Rows that paper has no room for are chosen anew. */
static const char script[] =
    "'use strict';\n"
    "for (const table of document.querySelectorAll('table[data-most]')) {\n"
    "  const body = table.tBodies[0], most = Number(table.dataset.most);\n"
    "  if (body.rows.length < 2) continue;\n"
    "  const read = text => {\n"
    "    const bare = text.replace(/\\s/g, '').replace('\\u2212', '-').replace(/^</, '');\n"
    "    return /^[-+]?\\d+(\\.\\d+)?%?$/.test(bare) ? parseFloat(bare) : null;\n"
    "  };\n"
    "  const heads = Array.from(table.tHead.rows[0].cells);\n"
    "  heads.forEach((head, column) => {\n"
    "    const button = document.createElement('button');\n"
    "    button.type = 'button';\n"
    "    button.append(...head.childNodes);\n"
    "    head.append(button);\n"
    "    button.addEventListener('click', () => {\n"
    "      const rows = Array.from(body.rows, row => {\n"
    "        const text = row.cells[column].textContent.trim();\n"
    "        return {row, text, number: read(text), lacks: text === '' || text === '\\u2013'};\n"
    "      });\n"
    "      const isNumber = rows.every(one => one.lacks || one.number !== null);\n"
    "      const was = head.getAttribute('aria-sort');\n"
    "      const falls = was ? was === 'ascending' : isNumber;\n"
    "      const compare = (a, b) => isNumber ? a.number - b.number\n"
    "        : a.text.localeCompare(b.text, undefined, {numeric: true});\n"
    "      rows.sort((a, b) => a.lacks || b.lacks ? a.lacks - b.lacks\n"
    "        : falls ? compare(b, a) : compare(a, b));\n"
    "      rows.forEach((one, i) => {\n"
    "        one.row.classList.toggle('rest', i >= most);\n"
    "        body.append(one.row);\n"
    "      });\n"
    "      heads.forEach(other => other.removeAttribute('aria-sort'));\n"
    "      head.setAttribute('aria-sort', falls ? 'descending' : 'ascending');\n"
    "    });\n"
    "  });\n"
    "}\n";

/**
 * lsc_report_append_policy:
 *
 * Appends what a browser is told: nothing is loaded, and no other script than the one of
 * lsc_report_append_script() runs, whatever texts of the recordings may hold.
 */
void
lsc_report_append_policy (GString *out)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;
  g_autofree char *hash = NULL;

  g_return_if_fail (out);
  g_checksum_update (checksum, (const guchar *) script, sizeof script - 1);
  g_checksum_get_digest (checksum, digest, &length);
  hash = g_base64_encode (digest, length);
  g_string_append_printf (out,
                          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                          "'none'; style-src 'unsafe-inline'; script-src 'sha256-%s'\">\n",
                          hash);
}

/** lsc_report_append_script: appends the script that makes tables sortable. */
void
lsc_report_append_script (GString *out)
{
  g_return_if_fail (out);
  g_string_append_printf (out, "<script>%s</script>\n", script);
}
