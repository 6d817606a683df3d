/** Messages as people read them. */
import { type Message, type Part, shownText } from '@gyre/core'

/** `[role]`, and below it what was said. */
export function messageText({ role, parts }: Message): string {
  return `[${role}]\n${partsText(parts)}`
}

/** What was said, one part after the other. */
export function partsText(parts: readonly Part[]): string {
  return parts.map(partText).join('\n')
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'reasoning':
      return `(reasoning) ${part.text}`
    case 'tool-call':
      return `(calls ${part.tool}) ${JSON.stringify(part.input)}`
    case 'tool-result':
      return `(${part.tool} ${part.error ? 'failed' : 'returned'}) ${shownText(part)}`
    case 'image':
      return `(image, ${part.mediaType})`
    case 'file':
      return `(file ${part.name}, ${part.mediaType})`
  }
}
