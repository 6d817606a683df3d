/** Making room in a prompt that has grown too long: the oldest observations give way first. */
import type { Message, Part, ToolResult } from '../messages.ts'
import { observation, sizeOf } from '../messages.ts'

/** What stays of an observation. */
const kept = 160
/** The last messages are what the model is about to answer: they stay whole. */
const untouchedTail = 2

export type Compaction = {
  readonly index: number
  readonly from: number
  readonly to: number
  readonly message: Message
}

/** Shorter stand-ins for the oldest observations, enough to save so many characters if that can be done. */
export function compact(messages: readonly Message[], excess: number): readonly Compaction[] {
  const compactions: Compaction[] = []
  let saved = 0
  for (const [index, message] of messages.entries()) {
    if (saved >= excess || index >= messages.length - untouchedTail) break
    const shorter = shorten(message)
    if (!shorter) continue
    const from = sizeOf(message)
    const to = sizeOf(shorter)
    compactions.push({ index, from, to, message: shorter })
    saved += from - to
  }
  return compactions
}

/** Observations cut down to their beginnings; undefined when there is nothing to gain. */
export function shorten(message: Message): Message | undefined {
  const [result] = message.parts
  if (message.role === 'user') return withShortFences(message)
  if (message.role !== 'tool' || result?.type !== 'tool-result' || result.text.length <= kept * 2) return undefined
  const { id, tool, error, untrusted } = result
  const text = shortText(result.text)
  const short: ToolResult = {
    type: 'tool-result',
    id,
    tool,
    text,
    ...(error && { error }),
    ...(untrusted && { untrusted }),
  }
  return observation(short)
}

function shortText(text: string): string {
  return `${text.slice(0, kept)} … [compacted: ${text.length} characters in all]`
}

/** Loops that tell results in words of their own put what is from outside into fences, which no text can close. */
const fence = /(<untrusted from="[^"\n]*">\n)([\s\S]*?)(\n<\/untrusted>)/g

function withShortFences(message: Message): Message | undefined {
  let hasGained = false
  const parts = message.parts.map((part): Part => {
    if (part.type !== 'text') return part
    const text = part.text.replace(fence, (whole, open: string, inside: string, close: string) => {
      if (inside.length <= kept * 2) return whole
      hasGained = true
      return `${open}${shortText(inside)}${close}`
    })
    return { ...part, text }
  })
  return hasGained ? { ...message, parts } : undefined
}
