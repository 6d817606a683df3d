/** What a file is, by its first bytes: names lie. */

type Signature = { readonly mediaType: string; readonly at: number; readonly bytes: string }

const signatures: readonly Signature[] = [
  { mediaType: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { mediaType: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { mediaType: 'image/gif', at: 0, bytes: 'GIF87a' },
  { mediaType: 'image/gif', at: 0, bytes: 'GIF89a' },
  { mediaType: 'image/webp', at: 8, bytes: 'WEBP' },
  { mediaType: 'application/pdf', at: 0, bytes: '%PDF-' },
  { mediaType: 'application/zip', at: 0, bytes: 'PK\x03\x04' },
  { mediaType: 'application/gzip', at: 0, bytes: '\x1f\x8b' },
  { mediaType: 'audio/wav', at: 8, bytes: 'WAVE' },
  { mediaType: 'audio/mpeg', at: 0, bytes: 'ID3' },
  { mediaType: 'video/mp4', at: 4, bytes: 'ftyp' },
]

/** A zero byte this early: text has none, in the encodings that are read. */
const looked = 8192

/** The media type of a file that is not text; undefined for text. */
export function binaryType(bytes: Uint8Array): string | undefined {
  if (hasByteOrderMark(bytes)) return undefined
  const isBinary = bytes.subarray(0, looked).includes(0)
  const known = signatures.find((signature) => begins(bytes, signature))?.mediaType
  // A text may begin with the letters of a signature.
  if (known === 'application/pdf' || isBinary) return known ?? 'application/octet-stream'
  return known?.startsWith('image/') && !isPlain(bytes) ? known : undefined
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  const mark = Buffer.from(bytes.subarray(0, 3)).toString('hex')
  return mark === 'efbbbf' || mark.startsWith('fffe') || mark.startsWith('feff')
}

function begins(bytes: Uint8Array, { at, bytes: signature }: Signature): boolean {
  return Buffer.from(bytes.subarray(at, at + signature.length)).equals(Buffer.from(signature, 'latin1'))
}

function isPlain(bytes: Uint8Array): boolean {
  return bytes.subarray(0, looked).every((byte) => byte < 0x80)
}
