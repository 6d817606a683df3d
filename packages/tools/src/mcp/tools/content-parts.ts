/** What a server's tool answered, as a tool here answers: a text, data, pictures and files. */
import { type FilePart, type ImagePart, type Json, type ToolOutput, toolOutput } from '@gyre/core'
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
      return [{ type: 'image', mediaType: block.mimeType, data: block.data }]
    case 'audio':
      return [fileOf(`audio-${index + 1}`, block.mimeType, block.data)]
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
  const isText = /^text\/|^application\/json\b/.test(resource.mimeType ?? '')
  return isText ? Buffer.from(resource.blob, 'base64').toString('utf8') : undefined
}

function blobOf({ uri, mimeType = 'application/octet-stream', blob }: Sdk.BlobResourceContents, index: number): Part {
  if (mimeType.startsWith('image/')) return { type: 'image', mediaType: mimeType, data: blob }
  const name = /([^/?#]+)(?:[?#].*)?$/.exec(uri)?.[1]
  return name?.includes('.')
    ? { type: 'file', name, mediaType: mimeType, data: blob }
    : fileOf(name ?? `resource-${index + 1}`, mimeType, blob)
}

export function fileOf(name: string, mediaType: string, data: string): FilePart {
  const [, kind = 'bin'] = /\/(?:x-)?([a-z0-9]+)/i.exec(mediaType) ?? []
  return { type: 'file', name: `${name}.${kind === 'octet' ? 'bin' : kind}`, mediaType, data }
}
