/** HTML from texts: whatever is put in is escaped, except what is HTML already. */

export type Html = { readonly html: string }

type Piece = Html | string | number | undefined | readonly Html[]

export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { html: strings.map((text, at) => `${text}${at < pieces.length ? written(pieces[at]) : ''}`).join('') }
}

function written(piece: Piece): string {
  if (piece === undefined) return ''
  if (Array.isArray(piece)) return piece.map((each: Html) => each.html).join('')
  return typeof piece === 'object' ? (piece as Html).html : escaped(String(piece))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** Words with `code` among them. */
export function prose(text: string): Html {
  const pieces = text.split('`').map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))
  return html`${pieces}`
}
