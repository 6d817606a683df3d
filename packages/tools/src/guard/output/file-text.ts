/** Which attached files a model is shown as text. */
import { type FilePart, type ImagePart, isTextMedia } from '@gyre/core'

export type Attachment = ImagePart | FilePart

export function isTextFile(part: Attachment): part is FilePart {
  return part.type === 'file' && isTextMedia(part.mediaType)
}
