/** Pictures and files, as a prompt holds them. */
import { Buffer } from 'node:buffer'
import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider'
import { type FilePart, type ImagePart, isTextMedia, shownText, type Untrusted } from '@gyre/core'

/** A text file is sent as text: every model reads that. One from outside is fenced like any text from there. */
export function attachment(
  part: ImagePart | FilePart,
  untrusted?: Untrusted,
): LanguageModelV4FilePart | LanguageModelV4TextPart {
  if (part.type === 'image') return picture(part, untrusted)
  const { name, mediaType, data } = part
  if (isTextMedia(mediaType)) return outsideText(`File ${name}:\n${data}`, untrusted)
  // No provider takes bytes of an unknown kind, and some refuse the whole call.
  if (mediaType === 'application/octet-stream') return outsideText(`[file ${name}, of an unknown kind]`, untrusted)
  return { type: 'file', filename: name, mediaType, data: { type: 'data', data } }
}

/** What is suspected is in the answer beside it. */
function outsideText(text: string, untrusted: Untrusted | undefined): LanguageModelV4TextPart {
  return { type: 'text', text: shownText({ text, ...(untrusted && { untrusted: { from: untrusted.from } }) }) }
}

function picture(part: ImagePart, untrusted: Untrusted | undefined): LanguageModelV4FilePart | LanguageModelV4TextPart {
  const { mediaType, data, url } = part
  if (data === undefined && (url === undefined || !URL.canParse(url)))
    return outsideText(`[picture: ${url ?? 'without content'}]`, untrusted)
  const file = data === undefined ? fileAt(url as string, mediaType) : bytesOf(mediaType, data)
  // Under another type it might be a text, which nobody has looked through and no fence is around.
  return file && /^image\//i.test(file.mediaType) ? file : outsideText('[picture of an unknown kind]', untrusted)
}

function bytesOf(mediaType: string, data: string): LanguageModelV4FilePart {
  return { type: 'file', mediaType, data: { type: 'data', data } }
}

/** Not every provider takes a data URL: its content goes as such. Undefined when it cannot be read. */
function fileAt(url: string, given: string): LanguageModelV4FilePart | undefined {
  if (!/^data:/i.test(url)) return { type: 'file', mediaType: given, data: { type: 'url', url: new URL(url) } }
  const found = /^data:([^;,]+)[^,]*?(;base64)?,(.*)$/is.exec(url)
  if (!found) return undefined
  const [, mediaType = '', base64, body = ''] = found
  const data = base64 ? body : base64Of(body)
  return data === undefined ? undefined : bytesOf(mediaType, data)
}

function base64Of(escaped: string): string | undefined {
  try {
    return Buffer.from(decodeURIComponent(escaped)).toString('base64')
  } catch {
    return undefined
  }
}
