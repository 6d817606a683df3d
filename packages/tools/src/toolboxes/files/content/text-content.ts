/** Bytes as text, with what had to be guessed or could not be read. */

export type TextContent = {
  readonly text: string
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
  /** Whether the text, written in the encoding, is the bytes again. */
  readonly isExact: boolean
}

/** Cut bytes may end within a character: that one is left out. */
export function textContent(bytes: Uint8Array, { isCut = false } = {}): TextContent {
  const encoding = encodingOf(bytes)
  try {
    return { text: decoded(bytes, encoding, { fatal: true, isCut }), encoding, isExact: true }
  } catch {
    return { text: decoded(bytes, encoding, { fatal: false, isCut }), encoding, isExact: false }
  }
}

/** The byte order mark stays in the text: what is written back begins with it again. */
function decoded(bytes: Uint8Array, encoding: string, { fatal, isCut }: { fatal: boolean; isCut: boolean }): string {
  return new TextDecoder(encoding, { fatal, ignoreBOM: true }).decode(bytes, { stream: isCut })
}

function encodingOf([first, second]: Uint8Array): TextContent['encoding'] {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** The text as it is shown: without its byte order mark. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** What a reader must know of the text, in words; nothing for plain UTF-8. */
export function textTrouble({ text, encoding, isExact }: TextContent): readonly string[] {
  const trouble = encoding === 'utf-8' ? [] : [`The file is ${encoding.toUpperCase()}.`]
  if (isExact) return trouble
  const at = text.indexOf('\uFFFD')
  const line = text.slice(0, at).split('\n').length
  const many = text.split('\uFFFD').length - 1
  const what = `Not valid ${encoding.toUpperCase()}: what cannot be read is shown as \uFFFD`
  return [...trouble, `${what} (${many} times, first in line ${line}).`]
}
