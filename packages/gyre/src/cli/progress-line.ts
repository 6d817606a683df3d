import type { JsonObject, SessionEvent } from '@gyre/core'

const longest = 100

/** One finished step as a line; undefined for events that are not worth one. */
export function progressLine({ type, data, ...event }: SessionEvent): string | undefined {
  if (type === 'step.failed')
    return `  ${event.path}  failed: ${(data['error'] as { message?: string } | undefined)?.message ?? ''}`
  if (type !== 'step.finished') return undefined
  const said = summary(data).replace(/\s+/g, ' ').trim()
  return `  ${event.path}  ${said.length > longest ? `${said.slice(0, longest - 1)}…` : said}`
}

function summary(data: JsonObject): string {
  const result = data['result'] as {
    text?: string
    raw?: string
    parts?: readonly { type: string; text?: string; tool?: string; input?: unknown }[]
  } | null
  if (data['kind'] === 'tool') return result?.text ?? ''
  const parts = (result?.parts ?? []).map((part) =>
    part.type === 'tool-call' ? `${part.tool}(${JSON.stringify(part.input)})` : (part.text ?? ''),
  )
  const isAnswer = !result?.parts?.some((part) => part.type === 'tool-call')
  // Of an answer its reasoning is shown too, which is no part of what the loop was given.
  return (isAnswer && result?.raw) || parts.join(' ') || JSON.stringify(result)
}
