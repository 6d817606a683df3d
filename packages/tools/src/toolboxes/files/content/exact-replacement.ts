/** Replacing a stretch of a text that is there exactly once. */

export type Replacement =
  | { readonly ok: true; readonly text: string; readonly line: number }
  | { readonly ok: false; readonly why: string }

export function replaceOnce(text: string, old: string, replacement: string): Replacement {
  if (old === replacement) return { ok: false, why: '`old` and `new` are the same' }
  const lineEnd = lineEndOf(text)
  const [wanted, put] = [withLineEnds(old, lineEnd), withLineEnds(replacement, lineEnd)]
  const at = text.indexOf(wanted)
  if (at < 0) return { ok: false, why: missing(text, wanted) }
  const second = text.indexOf(wanted, at + 1)
  const lines = [lineAt(text, at), lineAt(text, second)]
  if (second >= 0) {
    const where = `first in the lines ${lines.join(' and ')}`
    return { ok: false, why: `\`old\` is there more than once (${where}): take more of the text around it` }
  }
  return { ok: true, text: text.slice(0, at) + put + text.slice(at + wanted.length), line: lineAt(text, at) }
}

/** A model writes `\n`; a file whose lines all end in `\r\n` keeps it so. */
function lineEndOf(text: string): '\r\n' | '\n' {
  return /\r\n/.test(text) && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n'
}

function withLineEnds(text: string, lineEnd: string): string {
  return lineEnd === '\n' ? text : text.replace(/\r?\n/g, lineEnd)
}

function missing(text: string, wanted: string): string {
  const squeezed = (each: string) => each.replace(/\s+/g, ' ').trim()
  const isNear = squeezed(wanted) !== '' && squeezed(text).includes(squeezed(wanted))
  const hint = isNear ? ' (with other spaces or line breaks it is)' : ''
  return `\`old\` is not in the file${hint}: read it again and take the text exactly as it is`
}

function lineAt(text: string, at: number): number {
  return text.slice(0, Math.max(at, 0)).split('\n').length
}
