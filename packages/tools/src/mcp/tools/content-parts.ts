/** What a server's tool answered, as a tool here answers: a text, data, pictures and files. */
import { type FilePart, type ImagePart, isTextMedia, type Json, type ToolOutput, toolOutput } from '@gyre/core'
import type * as Sdk from '@modelcontextprotocol/client'

type Part = ImagePart | FilePart

/** `from` is where the answer is from, when it is to be shown as text from outside. */
export function answerOf(result: Sdk.CallToolResult, from: string | undefined): ToolOutput {
  const text = result.content.map(textOf).filter((each) => each !== undefined)
  const parts = result.content.flatMap(partOf)
  const data = result.structuredContent as Json | undefined
  return toolOutput({
    text: text.length > 0 ? text.join('\n') : textWithout(data, parts),
    ...(data !== undefined && { data }),
    ...(parts.length > 0 && { parts }),
    ...(result.isError && { error: true }),
    ...(from !== undefined && { untrusted: { from } }),
  })
}

function textWithout(data: Json | undefined, parts: readonly Part[]): string {
  if (data !== undefined) return JSON.stringify(data)
  return parts.length > 0 ? '' : 'Done.'
}

/** Texts of resources stand in the text: there they are fenced like all that comes from outside. */
function textOf(block: Sdk.ContentBlock): string | undefined {
  switch (block.type) {
    case 'text':
      return block.text
    case 'resource': {
      const text = resourceText(block.resource)
      return text === undefined ? undefined : `${block.resource.uri}:\n${text}`
    }
    case 'resource_link': {
      const about = [block.title ?? block.name, block.mimeType, block.description].filter((each) => each !== undefined)
      return `${block.uri} (${about.join('; ')})`
    }
    default:
      return undefined
  }
}

function partOf(block: Sdk.ContentBlock, index: number): readonly Part[] {
  switch (block.type) {
    case 'image':
      return [pictureOf(block.mimeType, block.data) ?? fileOf(`image-${index + 1}`, unknownKind, block.data)]
    case 'audio':
      return [fileOf(`audio-${index + 1}`, kindOf(block.mimeType, 'audio/'), block.data)]
    case 'resource':
      return 'blob' in block.resource && resourceText(block.resource) === undefined
        ? [blobOf(block.resource, index)]
        : []
    default:
      return []
  }
}

/** Some servers send texts as bytes. */
function resourceText(resource: Sdk.EmbeddedResource['resource']): string | undefined {
  if ('text' in resource) return resource.text
  return isTextMedia(resource.mimeType ?? '') ? Buffer.from(resource.blob, 'base64').toString('utf8') : undefined
}

const unknownKind = 'application/octet-stream'

/** The kind of something that is no text, as far as the server names one. A lie would be shown as text. */
function kindOf(given: string | undefined, group = ''): string {
  const [kind = ''] = (given ?? '').toLowerCase().split(';', 1)
  const isOne = /^[a-z]+\/[a-z0-9.+-]{1,80}$/.test(kind) && kind.startsWith(group)
  return isOne && !isTextMedia(kind) ? kind : unknownKind
}

function pictureOf(given: string | undefined, data: string): ImagePart | undefined {
  const kind = kindOf(given, 'image/')
  return kind === unknownKind ? undefined : { type: 'image', mediaType: kind, data }
}

function blobOf({ uri, mimeType, blob }: Sdk.BlobResourceContents, index: number): Part {
  const picture = pictureOf(mimeType, blob)
  if (picture) return picture
  const mediaType = kindOf(mimeType)
  const name = nameIn(uri)
  return name.includes('.')
    ? { type: 'file', name, mediaType, data: blob }
    : fileOf(name || `resource-${index + 1}`, mediaType, blob)
}

/** The last word of an address, in one line. */
function nameIn(uri: string): string {
  const [, name = ''] = /([^/?#]+)(?:[?#].*)?$/s.exec(uri) ?? []
  return name
    .replaceAll(/[\p{C}\p{Z}[\]<>]+/gu, ' ')
    .trim()
    .slice(0, 100)
}

export function fileOf(name: string, mediaType: string, data: string): FilePart {
  const [, kind = 'bin'] = /\/(?:x-)?([a-z0-9]+)/i.exec(mediaType) ?? []
  return { type: 'file', name: `${name}.${kind === 'octet' ? 'bin' : kind}`, mediaType, data }
}
