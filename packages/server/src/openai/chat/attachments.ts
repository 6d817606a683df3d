/** Pictures and files of a message, as a task holds them. */
import { type FilePart, type ImagePart, isTextMedia } from '@gyre/core'
import { invalidField, unsupportedField } from '../../http/read-body.ts'
import type { ContentPart } from './chat-request.ts'

/** A provider that fetches a picture learns its type then. */
const anyImage = 'image/*'

export function attachmentsOf(parts: readonly ContentPart[], param: string): readonly (ImagePart | FilePart)[] {
  return parts.flatMap((part, index) => attachmentOf(part, `${param}[${index}]`) ?? [])
}

function attachmentOf(part: ContentPart, param: string): ImagePart | FilePart | undefined {
  if (part.type === 'image_url') return imageOf(part.image_url.url, `${param}.image_url.url`)
  if (part.type === 'file') return fileOf(part.file, `${param}.file`)
  if (part.type === 'input_audio') {
    const { format, data } = part.input_audio
    return { type: 'file', name: `audio.${format}`, mediaType: `audio/${format}`, data }
  }
  return undefined
}

function imageOf(url: string, param: string): ImagePart {
  const inline = dataUrl(url)
  if (inline) return { type: 'image', mediaType: inline.mediaType, data: inline.base64 }
  if (/^https?:\/\//i.test(url)) return { type: 'image', mediaType: anyImage, url }
  throw invalidField(param, 'expected an http address or a `data:` address in base64')
}

type GivenFile = Extract<ContentPart, { readonly type: 'file' }>['file']

function fileOf({ file_data: data, filename, file_id: id }: GivenFile, param: string): FilePart {
  if (id !== undefined) throw unsupportedField(`${param}.file_id`, 'files are not kept here; send it as `file_data`')
  const inline = dataUrl(data ?? '')
  if (!inline) throw invalidField(`${param}.file_data`, 'expected a `data:` address in base64')
  const { mediaType, base64 } = inline
  const name = filename ?? 'file'
  const content = isTextMedia(mediaType) ? Buffer.from(base64, 'base64').toString('utf8') : base64
  return { type: 'file', name, mediaType, data: content }
}

function dataUrl(url: string): { readonly mediaType: string; readonly base64: string } | undefined {
  const [head] = /^data:[^,]{0,200};base64,/i.exec(url) ?? []
  if (head === undefined) return undefined
  const mediaType = head.slice('data:'.length, head.length - ';base64,'.length)
  return { mediaType: mediaType || 'application/octet-stream', base64: url.slice(head.length) }
}
