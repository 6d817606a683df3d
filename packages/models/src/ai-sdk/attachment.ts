/** Pictures and files, as a prompt holds them. */
import { Buffer } from 'node:buffer'
import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider'
import { type FilePart, type ImagePart, shownText, type Untrusted } from '@gyre/core'

/** A text file is sent as text: every model reads that. One from outside is fenced like any text from there. */
export function attachment(
  part: ImagePart | FilePart,
  untrusted?: Untrusted,
): LanguageModelV4FilePart | LanguageModelV4TextPart {
  if (part.type === 'image') return picture(part, untrusted)
  const { name, mediaType, data } = part
  if (isText(mediaType)) return outsideText(`File ${name}:\n${data}`, untrusted)
  // No provider takes bytes of an unknown kind, and some refuse the whole call.
  if (mediaType === 'application/octet-stream') return outsideText(`[file ${name}, of an unknown kind]`, untrusted)
  return { type: 'file', filename: name, mediaType, data: { type: 'data', data } }
}

/** What is suspected is in the answer beside it. */
function outsideText(text: string, untrusted: Untrusted | undefined): LanguageModelV4TextPart {
  return { type: 'text', text: shownText({ text, ...(untrusted && { untrusted: { from: untrusted.from } }) }) }
}

const textTypes =
  /^text\/|^application\/(?:json|xml|yaml|x-yaml|toml|javascript|typescript|sql|x-sh|x-ndjson)\b|\+(?:json|xml)\b/

function isText(mediaType: string): boolean {
  return textTypes.test(mediaType)
}

function picture(
  { mediaType, data, url }: ImagePart,
  untrusted: Untrusted | undefined,
): LanguageModelV4FilePart | LanguageModelV4TextPart {
  if (data !== undefined) return { type: 'file', mediaType, data: { type: 'data', data } }
  if (url === undefined || !URL.canParse(url)) return outsideText(`[picture: ${url ?? mediaType}]`, untrusted)
  return dataUrl(url) ?? { type: 'file', mediaType, data: { type: 'url', url: new URL(url) } }
}

/** Not every provider takes a data URL: its content goes as such. */
function dataUrl(url: string): LanguageModelV4FilePart | undefined {
  const found = /^data:([^;,]+)[^,]*?(;base64)?,(.*)$/s.exec(url)
  if (!found) return undefined
  const [, mediaType = '', base64, body = ''] = found
  const data = base64 ? body : Buffer.from(decodeURIComponent(body)).toString('base64')
  return { type: 'file', mediaType, data: { type: 'data', data } }
}
