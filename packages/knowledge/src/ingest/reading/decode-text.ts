/** Bytes to text: UTF-8, UTF-16 with a mark, what a server says, and windows-1252 when nothing else fits. */
import { Turns } from '../../turns.ts'

export type Decoded =
  | { readonly text: string; readonly remark?: string }
  /** Why it is no text. */
  | { readonly why: string }

const slice = 1024 * 1024
const sample = 64 * 1024
/** Western texts have few letters outside ASCII; what has more is written in some other encoding. */
const mostForeignBytes = 0.3
const mostControls = 0.02

export async function decodeText(bytes: Uint8Array, charset?: string): Promise<Decoded> {
  const encoding = markedEncoding(bytes) ?? declaredEncoding(charset)
  if (encoding !== undefined) return checked(await decode(bytes, encoding, false))
  if (bytes.subarray(0, sample).includes(0)) return { why: 'it is no text: it has NUL bytes' }
  try {
    return checked(await decode(bytes, 'utf-8', true))
  } catch {
    return mended(bytes)
  }
}

/** A few broken bytes in UTF-8 are replaced; when most are broken it was never UTF-8. */
async function mended(bytes: Uint8Array): Promise<Decoded> {
  const text = await decode(bytes, 'utf-8', false)
  const { broken, foreign } = await countForeign(text)
  const places = broken === 1 ? '1 place is' : `${broken} places are`
  if (foreign > broken) return checked(text, `${places} no valid UTF-8 and replaced by \uFFFD`)
  const western = await decode(bytes, 'windows-1252', false)
  const high = await countForeign(western)
  if (high.foreign > western.length * mostForeignBytes || /[\x80-\x9f]/.test(western.slice(0, sample)))
    return { why: 'its encoding is none of UTF-8, UTF-16 with a mark and windows-1252' }
  return checked(western, 'it is no valid UTF-8 and was read as windows-1252: some letters may be wrong')
}

async function decode(bytes: Uint8Array, encoding: string, fatal: boolean): Promise<string> {
  const turns = new Turns()
  const decoder = new TextDecoder(encoding, { fatal })
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += slice) {
    parts.push(decoder.decode(bytes.subarray(at, at + slice), { stream: true }))
    if (turns.isOver) await turns.give()
  }
  parts.push(decoder.decode())
  return parts.join('')
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

/** UTF-8 is tried anyway, and with more care. */
function declaredEncoding(charset: string | undefined): string | undefined {
  try {
    const { encoding } = new TextDecoder(charset)
    return encoding === 'utf-8' ? undefined : encoding
  } catch {
    return undefined
  }
}

function checked(text: string, remark?: string): Decoded {
  const start = text.slice(0, sample)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted.
  const controls = start.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]/g)?.length ?? 0
  if (controls > start.length * mostControls) return { why: 'it is no text: it has many control characters' }
  return remark === undefined ? { text } : { text, remark }
}

async function countForeign(text: string): Promise<{ readonly broken: number; readonly foreign: number }> {
  const turns = new Turns()
  let [broken, foreign] = [0, 0]
  for (let at = 0; at < text.length; at += slice) {
    const part = text.slice(at, at + slice)
    broken += part.split('\uFFFD').length - 1
    foreign += part.length - part.replace(/[^\0-\x7f]/g, '').length
    if (turns.isOver) await turns.give()
  }
  return { broken, foreign: foreign - broken }
}
