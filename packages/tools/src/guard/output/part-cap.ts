/** The cap of what is attached to an answer: how much each part may be, and all of them together. */
import type { FilePart } from '@gyre/core'
import { cutLine, cutText } from './cut-text.ts'
import { type Attachment, isTextFile } from './file-text.ts'

const mostPartChars = 10_000_000
const mostChars = 20_000_000
const mostParts = 100

export type CappedParts = {
  readonly parts: readonly Attachment[]
  /** What is missing, a line each. */
  readonly leftOut: readonly string[]
}

type Room = { chars: number; text: number }

const noRoom = 'for which there is no room beside the others'

/** The texts of files have so many characters together. The same list when nothing is missing from it. */
export function capParts(all: readonly Attachment[], textChars: number): CappedParts {
  const parts: Attachment[] = []
  const leftOut: string[] = []
  const room: Room = { chars: mostChars, text: textChars }
  for (const part of all.slice(0, mostParts)) {
    const fault = faultOf(part, room)
    if (fault === undefined) parts.push(isTextFile(part) ? cutFile(part, room, leftOut) : part)
    else leftOut.push(`[Left out: ${nameOf(part)}, ${fault}.]`)
    if (fault === undefined) room.chars -= sizeOf(part)
  }
  if (all.length > mostParts) leftOut.push(`[Left out: ${all.length - mostParts} more pictures and files.]`)
  return leftOut.length === 0 ? { parts: all, leftOut } : { parts, leftOut }
}

function faultOf(part: Attachment, room: Room): string | undefined {
  const size = sizeOf(part)
  if (size > mostPartChars) return 'which is larger than 10 MB'
  if (size > room.chars || (isTextFile(part) && room.text === 0 && size > 0)) return noRoom
  // Whatever stands in its place would be shown as text.
  return part.type === 'image' && part.url !== undefined && !URL.canParse(part.url) ? 'which has no address' : undefined
}

function cutFile(file: FilePart, room: Room, leftOut: string[]): FilePart {
  const data = cutText(file.data, room.text)
  const isCut = data !== file.data
  room.text = isCut ? 0 : room.text - data.length
  if (!isCut) return file
  leftOut.push(cutLine(data, file.data, `of the file \`${file.name}\` are shown`))
  return { ...file, data }
}

function sizeOf(part: Attachment): number {
  const { data = '' } = part
  return data.length + (part.type === 'image' ? (part.url?.length ?? 0) : 0)
}

/** Too short to say anything else. */
const pictureType = /^image\/[a-z0-9.+-]{1,20}$/

function nameOf(part: Attachment): string {
  if (part.type === 'file') return `the file \`${part.name}\``
  return pictureType.test(part.mediaType) ? `a picture (${part.mediaType})` : 'a picture'
}
