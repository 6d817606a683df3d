/** Files that go with a message: texts, pictures and PDFs, as the server takes them. */

export type Attachment =
  | { readonly type: 'file'; readonly name: string; readonly mediaType: string; readonly data: string }
  | { readonly type: 'image'; readonly name: string; readonly mediaType: string; readonly data: string }

/** The server takes requests of 4 MiB: so much is left for files, as they are written into one. */
export const mostCharacters = 3_500_000

const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const longestName = 120

export type Refusal = { readonly refused: string }

/** Reads a file, or says why it cannot go along. */
export async function attachmentOf(file: File): Promise<Attachment | Refusal> {
  const name = plainName(file.name)
  if (file.size > mostCharacters) return { refused: `${name} is too large. ${sizeRule}` }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (pictures.has(file.type)) return { type: 'image', name, mediaType: file.type, data: base64Of(bytes) }
  if (file.type === 'application/pdf') return { type: 'file', name, mediaType: file.type, data: base64Of(bytes) }
  const text = textIn(bytes)
  if (text === undefined) return { refused: `${name} is neither a text, a picture nor a PDF.` }
  return { type: 'file', name, mediaType: textType(file.type), data: text }
}

const sizeRule = 'All files of a message together may have about 2.5 MB.'

/** Those that still fit beside the others, and why the rest does not. */
export function fitting(
  held: readonly Attachment[],
  more: readonly (Attachment | Refusal)[],
): { readonly taken: readonly Attachment[]; readonly refused: readonly string[] } {
  const taken = [...held]
  const refused: string[] = []
  for (const each of more) {
    const size = taken.reduce((sum, { data }) => sum + data.length, 0)
    if ('refused' in each) refused.push(each.refused)
    else if (size + each.data.length > mostCharacters) refused.push(`${each.name} does not fit any more. ${sizeRule}`)
    else taken.push(each)
  }
  return { taken, refused }
}

/** In pieces: so many arguments as a picture has bytes are too many for one call. */
function base64Of(bytes: Uint8Array): string {
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, piece) =>
    String.fromCharCode(...bytes.subarray(piece * pieceBytes, (piece + 1) * pieceBytes)),
  )
  return btoa(pieces.join(''))
}

const pieceBytes = 8192

/** Without signs that turn text around or are not seen: a name may be written to look like another. */
function plainName(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return (plain === '' ? 'file' : plain).slice(0, longestName).toWellFormed()
}

function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    // Bytes that are no text.
    return undefined
  }
}

/** Of a type that everybody takes for a text; a browser calls many programs by other names. */
function textType(type: string): string {
  return type.startsWith('text/') || type === 'application/json' ? type : 'text/plain'
}

/** As a session is given it: a picture has no name there. */
export function asTaskFile(attachment: Attachment) {
  const { name, ...rest } = attachment
  return rest.type === 'image' ? rest : { ...rest, name }
}
