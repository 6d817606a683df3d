/** Which attached files a model may be shown as text. */
import type { FilePart, ImagePart } from '@gyre/core'

export type Attachment = ImagePart | FilePart

/** Rather too many than too few: whoever sends them to a model has a list of their own. */
const textTypes = /^text\/|json|xml|yaml|toml|script|sql|graphql|csv|markdown|html|x-sh|x-www-form|^message\//

export function isTextFile(part: Attachment): part is FilePart {
  return part.type === 'file' && textTypes.test(part.mediaType)
}
