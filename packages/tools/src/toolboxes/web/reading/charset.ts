/** Bytes as text: in the encoding that the header, a mark at the beginning or the page itself names. */

/** How far into a page its own word about its encoding is looked for. */
const headBytes = 2048

export function decoded(bytes: Uint8Array, contentType: string): string {
  const label = byteOrderMark(bytes) ?? charsetOf(contentType) ?? declaredIn(bytes) ?? 'utf-8'
  return decoderFor(label).decode(bytes)
}

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function charsetOf(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1]
}

/** `<meta charset=…>`, `<meta http-equiv content="…charset=…">` and `<?xml encoding=…?>`, all in ASCII. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  const declared = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]+)|<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w-]+)/i.exec(
    head,
  )
  return declared?.[1] ?? declared?.[2]
}

/** An encoding that nobody knows is read as the usual one: most letters will be right. */
function decoderFor(label: string) {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-8')
  }
}
