/** A tool's answer as plain data: whatever it was made of, nothing of it can fail later. */
import type { Json, Tool, ToolOutput, Untrusted } from '@gyre/core'
import type { Attachment } from '../output/file-text.ts'
import { label } from '../output/label.ts'

type Draft = { -readonly [field in keyof ToolOutput]: ToolOutput[field] }

const longestOrigin = 500
const longestName = 200
const longestType = 100

/** Code may stand behind every field of an answer, and say something else each time: it is run here, once. */
export function plainOutput(tool: Tool, given: ToolOutput): ToolOutput {
  try {
    return copied(given) ?? failure(tool, 'a part of its result is neither a picture nor a file')
  } catch {
    return failure(tool, 'its result cannot be read')
  }
}

function failure({ name }: Tool, why: string): ToolOutput {
  return { text: `\`${name}\` failed: ${why}`, error: true }
}

function copied({ text, data, parts, error, untrusted }: ToolOutput): ToolOutput | undefined {
  const output: Draft = { text: typeof text === 'string' ? text : String(text) }
  if (data !== undefined) output.data = plainData(data)
  if (parts !== undefined) {
    const plain = plainParts(parts)
    if (!plain) return undefined
    output.parts = plain
  }
  if (error) output.error = true
  if (untrusted !== undefined) output.untrusted = plainOrigin(untrusted)
  return output
}

/** As the journal will hold them. What cannot be written fails here. */
function plainData(data: Json): Json {
  if (typeof data === 'string' || typeof data === 'boolean' || data === null) return data
  return JSON.parse(JSON.stringify(data)) as Json
}

function plainParts(parts: readonly Attachment[]): readonly Attachment[] | undefined {
  const plain = Array.isArray(parts) ? parts.map(plainPart) : [undefined]
  return plain.every((part) => part !== undefined) ? plain : undefined
}

function plainPart(part: Attachment): Attachment | undefined {
  const { type, data } = part
  const mediaType = label(String(part.mediaType), longestType).toLowerCase()
  if (type === 'file') return { type, name: label(String(part.name), longestName), mediaType, data: String(data) }
  if (type !== 'image') return undefined
  const { url } = part
  return {
    type,
    mediaType,
    ...(data !== undefined && { data: String(data) }),
    ...(url !== undefined && { url: String(url) }),
  }
}

/** What is suspected of it is found out later. */
function plainOrigin({ from }: Untrusted): Untrusted {
  return { from: label(String(from), longestOrigin) }
}
