/** Whole texts packed into letters and digits: base64 and hexadecimal numbers. */

export type Packed = { readonly text: string; readonly start: number; readonly end: number }

/** The stretches of a text that unpack to something one can read. */
export function packedTexts(text: string): readonly Packed[] {
  return [...unpack(text, base64, fromBase64), ...unpack(text, hexadecimal, fromHex)]
}

/** Lines of a block belong together. */
const base64 = /[A-Za-z0-9+/_-][A-Za-z0-9+/_\r\n-]{18,}={0,2}/g
const hexadecimal = /[0-9a-f][0-9a-f :,\r\n-]{22,}/gi

function unpack(text: string, pattern: RegExp, decode: (packed: string) => Buffer): readonly Packed[] {
  const found: Packed[] = []
  for (const { 0: packed, index } of text.matchAll(pattern)) {
    const plain = decode(packed).toString('utf8')
    if (isReadable(plain)) found.push({ text: plain, start: index, end: index + packed.length })
  }
  return found
}

function fromBase64(packed: string): Buffer {
  return Buffer.from(packed, 'base64')
}

function fromHex(packed: string): Buffer {
  return Buffer.from(packed.replace(/[^0-9a-f]/gi, ''), 'hex')
}

/** Bytes that are no text show within their first few characters. */
function isReadable(text: string): boolean {
  const beginning = text.slice(0, 400)
  return beginning.length >= 8 && !/[^\P{Cc}\s]|\ufffd/u.test(beginning)
}
