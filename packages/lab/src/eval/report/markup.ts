/** Texts put into HTML and SVG. What a model or a file said must not become a part of the page. */

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Characters that XML has no form for are left out. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** A text that can stand in HTML or SVG as it is. */
export function escaped(text: string): string {
  return text.replace(unwritable, '').replace(/[&<>"']/g, (sign) => signs[sign] ?? '')
}
